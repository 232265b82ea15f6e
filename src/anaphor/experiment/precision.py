"""How many answers an item needs before its rate means something."""

from collections.abc import Callable
from dataclasses import dataclass

from anaphor.errors import InputError
from anaphor.estimation.intervals import jeffreys, wilson

_MOST = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Answers per item for a stated precision."""

    answers: int
    """So many answers per item."""
    participants: int
    """So many participants, each of whom sees one list."""


def answers_for_width(rate: float, half_width: float, lists: int = 1, level: float = 0.95) -> Need:
    """How many answers give an interval (Wilson) of that half width around a rate.

    >>> answers_for_width(0.9, 0.1).answers
    37
    """
    if not 0 < rate < 1 or not 0 < half_width < 1 or lists < 1:
        raise InputError("a rate and a half width lie between 0 and 1, and there is at least one list")
    return _first(lambda n: (wilson(rate * n, n, level).high - wilson(rate * n, n, level).low) / 2 <= half_width, lists)


def answers_for_bound(bound: float, lists: int = 1, level: float = 0.95) -> Need:
    """How many right answers in a row show that an item's rate is above a bound (Jeffreys).

    >>> answers_for_bound(0.9).answers, answers_for_bound(0.8).answers
    (24, 11)
    """
    if not 0 < bound < 1 or lists < 1:
        raise InputError("a bound lies between 0 and 1, and there is at least one list")
    return _first(lambda n: jeffreys(n, n, level).low >= bound, lists)


def _first(enough: Callable[[int], bool], lists: int) -> Need:
    low, high = 1, 1
    while not enough(high):
        low, high = high, high * 2
        if high > _MOST:
            raise InputError("no study is large enough for this", todo="Ask for less precision.")
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return Need(answers=high, participants=high * lists)
