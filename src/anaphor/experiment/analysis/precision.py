"""How many answers an item needs before its rate means something."""

from collections.abc import Callable
from dataclasses import dataclass

from anaphor.errors import InputError
from anaphor.experiment.analysis.analysis import low_by_chance
from anaphor.statistics import jeffreys, wilson

_MOST = 100_000
SIZES = (3, 5, 8, 11, 15, 20, 24, 30, 40, 60)
"""Answers per item that a plan shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What a number of answers per item will tell."""

    answers: int
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
    half_width: float
    """Wanted half width of an item's interval."""
    for_width: int
    """Answers per item that this takes."""
    bound: float
    """What an item that all get right is to be shown to lie above."""
    for_bound: int
    """Answers per item that this takes."""
    table: tuple[Prospect, ...]
    """Size by size."""


def plan_precision(
    rate: float = 0.936, half_width: float = 0.1, bound: float = 0.9, lists: int = 2, level: float = 0.95
) -> PrecisionPlan:
    """The answers per item for an interval (Wilson) of some half width, and to show an item above a bound (Jeffreys).

    >>> plan = plan_precision(rate=0.9, half_width=0.1, bound=0.8, lists=1)
    >>> plan.for_width, plan.for_bound
    (37, 11)
    """
    if not 0 < rate < 1 or not 0 < half_width < 1 or lists < 1:
        raise InputError("experiment-bad-rate-or-width")
    if not 0 < bound < 1:
        raise InputError("experiment-bad-bound")

    def half(answers: int) -> float:
        ends = wilson(rate * answers, answers, level)
        return (ends.high - ends.low) / 2

    def lowest(answers: int) -> float:
        return jeffreys(answers, answers, level).low

    return PrecisionPlan(
        lists=lists,
        rate=rate,
        level=level,
        half_width=half_width,
        for_width=_first(lambda answers: half(answers) <= half_width),
        bound=bound,
        for_bound=_first(lambda answers: lowest(answers) >= bound),
        table=tuple(
            Prospect(
                answers=size,
                participants=size * lists,
                bound=lowest(size),
                half_width=half(size),
                low_by_chance=low_by_chance([size], rate),
            )
            for size in SIZES
        ),
    )


def _first(enough: Callable[[int], bool]) -> int:
    """The fewest answers that are enough, by halving what is left to search."""
    low, high = 1, 1
    while not enough(high):
        low, high = high, high * 2
        if high > _MOST:
            raise InputError("experiment-too-precise")
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return high
