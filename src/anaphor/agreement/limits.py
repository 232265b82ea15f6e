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


def check_rate(rate: float, case: str = "change") -> float:
    """The rate, if it lies between 0 and 1, both ends excluded; `case` is one of the message's."""
    if not 0 < rate < 1:
        raise InputError("agreement-rate-outside", case=case, rate=f"{rate:g}")
    return rate


def check_coefficient(value: float, name: str = "κ") -> float:
    """The coefficient, if it is above 0 and at most 1; at 0 and below, labels are no better than chance."""
    if not 0 < value <= 1:
        raise InputError("agreement-coefficient-outside", name=str(name), value=f"{value:g}")
    return value


def check_panel(people: int) -> int:
    """The number of people in a panel, if it can be worked with."""
    if not 1 <= people <= MOST_PEOPLE:
        raise InputError("agreement-panel-outside", people=people, most=MOST_PEOPLE)
    return people


def check_classes(classes: int, most: int = MOST_CLASSES) -> int:
    """The number of classes, if it can be worked with."""
    if not 2 <= classes <= most:
        raise InputError("agreement-classes-outside", classes=classes, most=most)
    return classes


def check_prevalence(shares: Sequence[float] | None, classes: int) -> None:
    """Refuse shares that do not describe the classes: one from 0 to 1 for each, two above 0, 1 in all."""
    if shares is None:
        return
    strange = next((share for share in shares if not 0 <= share <= 1), None)
    if strange is not None:
        raise InputError("agreement-prevalence-outside", share=f"{strange:g}")
    if len(shares) != classes:
        raise InputError("agreement-prevalence-number", shares=len(shares), classes=classes)
    if abs(math.fsum(shares) - 1) > _ROUNDING:
        raise InputError("agreement-prevalence-sum", total=f"{math.fsum(shares):.4g}")
    if sum(share > 0 for share in shares) < 2:
        raise InputError("agreement-prevalence-single")


def check_from_zero(value: float, case: str, most: float = math.inf) -> None:
    """Refuse a number that is not finite, below 0, or above `most`; `case` is one of the message's."""
    if not math.isfinite(value) or value < 0:
        raise InputError("agreement-below-zero", case=case, value=f"{value:g}")
    if value > most:
        raise InputError("agreement-above-most", case=case, value=f"{value:g}", most=f"{most:g}")


def too_many_outcomes(pool: int, classes: int) -> bool:
    """Whether the votes of a pool can fall on the classes in more ways than can be worked through.

    >>> too_many_outcomes(9, 300), too_many_outcomes(75, 5), too_many_outcomes(75, 20)
    (False, False, True)
    """
    return pool > _LARGEST_POOL or partitions(pool, classes, MOST_OUTCOMES) > MOST_OUTCOMES


def partitions(total: int, parts: int, most: float = math.inf) -> int:
    """How many falling sums of `parts` numbers from 0 make `total`; beyond `most` they are not counted to the end.

    >>> partitions(4, 2)
    3
    """
    ways = [1] + [0] * total
    # Sums of so many parts at the most are as many as sums of parts of that size at the most.
    for part in range(1, min(parts, total) + 1):
        for amount in range(part, total + 1):
            ways[amount] += ways[amount - part]
        if ways[total] > most:
            break
    return ways[total]
