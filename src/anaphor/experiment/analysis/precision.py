"""How many answers an item needs before its rate means something."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from anaphor.errors import InputError
from anaphor.experiment.analysis.analysis import low_by_chance
from anaphor.statistics import jeffreys, wilson

_MOST = 100_000
SIZES = (3, 5, 8, 11, 15, 20, 24, 30, 40, 60)
"""Answers per item that a plan shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersNeeded:
    """Answers per item for a stated precision."""

    answers: int
    """So many answers per item."""
    participants: int
    """So many participants, each of whom sees one list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What a number of answers per item will tell."""

    answers: int
    """Answers per item."""
    participants: int
    """Participants, each of whom sees one list."""
    bound: float
    """What an item's rate is shown to lie above when everybody is right (Jeffreys)."""
    half_width: float
    """Half the width of Wilson's interval at the supposed rate."""
    low_by_chance: float
    """Chance that an item of that rate falls below 80 % all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrecisionPlan:
    """How many answers an item needs for what is wanted, and what more would tell."""

    lists: int
    """Number of lists: each participant sees one."""
    rate: float
    """Share of right answers to reckon with."""
    level: float
    """Level of the intervals."""
    half_width: float
    """Wanted half width of an item's interval."""
    for_width: AnswersNeeded
    """What that takes."""
    bound: float
    """What an item that all get right is to be shown to lie above."""
    for_bound: AnswersNeeded
    """What that takes."""
    table: tuple[Prospect, ...]
    """Size by size."""


def plan_precision(
    rate: float = 0.936, half_width: float = 0.1, bound: float = 0.9, lists: int = 2, level: float = 0.95
) -> PrecisionPlan:
    """The answers that a study needs for an interval of some width, and to show items above a bound."""
    return PrecisionPlan(
        lists=lists,
        rate=rate,
        level=level,
        half_width=half_width,
        for_width=answers_for_width(rate, half_width, lists, level),
        bound=bound,
        for_bound=answers_for_bound(bound, lists, level),
        table=prospects(rate, lists, level),
    )


def answers_for_width(rate: float, half_width: float, lists: int = 1, level: float = 0.95) -> AnswersNeeded:
    """How many answers give an interval (Wilson) of that half width around a rate.

    >>> answers_for_width(0.9, 0.1).answers
    37
    """
    if not 0 < rate < 1 or not 0 < half_width < 1 or lists < 1:
        raise InputError("experiment-rate-half-width-lie-between")
    return _first(lambda n: _half_width(rate, n, level) <= half_width, lists)


def _half_width(rate: float, answers: int, level: float) -> float:
    ends = wilson(rate * answers, answers, level)
    return (ends.high - ends.low) / 2


def answers_for_bound(bound: float, lists: int = 1, level: float = 0.95) -> AnswersNeeded:
    """How many right answers in a row show that an item's rate is above a bound (Jeffreys).

    >>> answers_for_bound(0.9).answers, answers_for_bound(0.8).answers
    (24, 11)
    """
    if not 0 < bound < 1 or lists < 1:
        raise InputError("experiment-bound-lies-between-0-1")
    return _first(lambda n: jeffreys(n, n, level).low >= bound, lists)


def prospects(rate: float, lists: int = 1, level: float = 0.95, sizes: Sequence[int] = SIZES) -> tuple[Prospect, ...]:
    """What more answers per item would tell, size by size."""
    if not 0 < rate < 1 or lists < 1 or min(sizes, default=0) < 1:
        raise InputError("experiment-rate-lies-between-0-1")
    return tuple(
        Prospect(
            answers=size,
            participants=size * lists,
            bound=jeffreys(size, size, level).low,
            half_width=_half_width(rate, size, level),
            low_by_chance=low_by_chance([size], rate),
        )
        for size in sizes
    )


def _first(enough: Callable[[int], bool], lists: int) -> AnswersNeeded:
    low, high = 1, 1
    while not enough(high):
        low, high = high, high * 2
        if high > _MOST:
            raise InputError("experiment-no-study-large-enough")
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return AnswersNeeded(answers=high, participants=high * lists)
