"""Which numbers a user may state, checked in one place: a refusal says which number is wrong, and why."""

import math
from collections.abc import Sequence

from anaphor.errors import InputError

MOST_CLASSES = 300
"""Classes up to which a coefficient is interpreted."""
MOST_PEOPLE = 1_000
"""People up to which panels are worked out."""
MOST_OUTCOMES = 30_000
"""Ways in which the votes of a pool may fall that are all worked through, classes not told apart."""
_LARGEST_POOL = 3_000
_ROUNDING = 0.0015
"""How far from 1 shares may sum up that were rounded to three decimals."""


def check_rate(rate: float, name: str = "a change rate") -> float:
    """The rate, if it lies between 0 and 1, both ends excluded."""
    if not 0 < rate < 1:
        raise InputError(f"{name} of {rate:g} is not between 0 and 1", todo="Give a fraction such as 0.05.")
    return rate


def check_coefficient(value: float, name: str = "κ") -> float:
    """The coefficient, if it is above 0 and at most 1; at 0 and below, labels are no better than chance."""
    if not 0 < value <= 1:
        raise InputError(
            f"{'an' if name.startswith(('a', 'α')) else 'a'} {name} of {value:g} cannot be read as a mixture of items: "
            "it is not above 0 and at most 1",
            todo="At 0 and below, labels are no better than chance.",
        )
    return value


def check_panel(people: int) -> int:
    """The number of people in a panel, if it can be worked with."""
    if not 1 <= people <= MOST_PEOPLE:
        raise InputError(f"a panel of {people:,} people cannot be worked out", todo=f"Give 1 to {MOST_PEOPLE:,}.")
    return people


def check_classes(classes: int, most: int = MOST_CLASSES) -> int:
    """The number of classes, if it can be worked with."""
    if not 2 <= classes <= most:
        raise InputError(f"the number of classes cannot be {classes:,}", todo=f"Give 2 to {most:,}.")
    return classes


def check_prevalence(shares: Sequence[float] | None, classes: int) -> None:
    """Refuse shares that do not describe the classes: one from 0 to 1 for each, two above 0, 1 in all."""
    if shares is None:
        return
    todo = "Give one share per class, 1 in all: --prevalence 0.5,0.3,0.2 for three classes."
    strange = next((share for share in shares if not 0 <= share <= 1), None)
    if strange is not None:
        raise InputError(f"a prevalence of {strange:g} is not between 0 and 1", todo=todo)
    if len(shares) != classes:
        raise InputError(f"{len(shares)} prevalences do not describe {classes} classes", todo=todo)
    if abs(math.fsum(shares) - 1) > _ROUNDING:
        raise InputError(f"the prevalences sum to {math.fsum(shares):.4g} instead of 1", todo=todo)
    if sum(share > 0 for share in shares) < 2:
        raise InputError("only one class has a prevalence above 0, so that nobody could differ", todo=todo)


def check_from_zero(value: float, name: str, most: float = math.inf, of: str = "") -> None:
    """Refuse a number that is not finite, below 0, or above `most`, which is a number of `of`."""
    if not math.isfinite(value) or value < 0:
        raise InputError(f"{name} cannot be {value:g}", todo="Give a number from 0.")
    if value > most:
        raise InputError(
            f"{name} cannot be {value:g}: there are {most:g} {of}", todo=f"Give a number from 0 to {most:g}."
        )


def too_many_outcomes(pool: int, classes: int) -> bool:
    """Whether the votes of a pool can fall on the classes in more ways than can be worked through.

    >>> too_many_outcomes(9, 300), too_many_outcomes(75, 5), too_many_outcomes(75, 20)
    (False, False, True)
    """
    if pool > _LARGEST_POOL:
        return True
    ways = [1] + [0] * pool
    # Partitions of the votes into parts of `classes` at the most are as many as those into so many parts.
    for part in range(1, min(classes, pool) + 1):
        for votes in range(part, pool + 1):
            ways[votes] += ways[votes - part]
        if ways[pool] > MOST_OUTCOMES:
            return True
    return False
