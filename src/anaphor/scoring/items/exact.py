"""Exact laws of sums of independent whole numbers, and Holm's correction: what the tests of this room rest on."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]
Law = tuple[tuple[int, float], ...]
"""Values of a whole number with their probabilities."""
_MANY = 20_000
"""Values of a sum beyond which those that never happen are dropped."""
_NEVER = 1e-60
"""Chance of a value that never happens."""


@dataclass(frozen=True, slots=True)
class SumLaw:
    """The law of a sum: probabilities of the whole numbers from `start` on."""

    start: int
    """The smallest value."""
    chances: Float
    """Probability of each value from there on."""

    def __add__(self, other: "SumLaw") -> "SumLaw":
        mine, theirs = self, other
        if self.chances.size + other.chances.size > _MANY:
            mine, theirs = self._trimmed(), other._trimmed()
        return SumLaw(mine.start + theirs.start, np.convolve(mine.chances, theirs.chances))

    def _trimmed(self) -> "SumLaw":
        """The law without the values at both ends that never happen, for all that a p-value can say."""
        places = np.flatnonzero(self.chances > _NEVER)
        return SumLaw(self.start + int(places[0]), self.chances[places[0] : places[-1] + 1])

    def times(self, count: int) -> "SumLaw":
        """The law of the sum of so many independent copies."""
        total, power = SumLaw(0, np.ones(1)), self
        while count:
            if count & 1:
                total = total + power
            count >>= 1
            power = power + power if count else power
        return total

    def reaching(self, value: int) -> float:
        """The chance of this value or a larger one."""
        return min(1.0, float(self.chances[max(0, value - self.start) :].sum()))

    def beyond(self, value: Fraction, centre: Fraction) -> float:
        """The chance to be at least as far from the centre as this value."""
        far = abs(value - centre)
        lowest, highest = centre - far, centre + far
        below = int(lowest // 1) - self.start
        above = -int(-highest // 1) - self.start
        if below >= above:
            return 1.0
        return min(1.0, float(self.chances[: max(0, below + 1)].sum() + self.chances[max(0, above) :].sum()))


def single(law: Law) -> SumLaw:
    """The law of one number."""
    values = [value for value, _ in law]
    start = min(values)
    chances = np.zeros(max(values) - start + 1)
    np.add.at(chances, [value - start for value in values], [chance for _, chance in law])
    return SumLaw(start, chances)


def law_of_sum(laws: Iterable[Law]) -> SumLaw:
    """The law of the sum of independent numbers; every term is positive, so that nothing cancels.

    >>> law_of_sum([((-1, 0.5), (1, 0.5))] * 2).chances.tolist()
    [0.25, 0.0, 0.5, 0.0, 0.25]
    """
    total = SumLaw(0, np.ones(1))
    for law, count in Counter(laws).items():
        total = total + single(law).times(count)
    return total


def grid_of(numbers: Iterable[Fraction]) -> int:
    """The smallest whole number that makes whole numbers of all these fractions."""
    return lcm(*{number.denominator for number in numbers})


def swaps(differences: Sequence[Fraction], most_cells: int = 2_000_000) -> float | None:
    """The two-sided chance that |Σ ±d| reaches |Σ d| when every sign could as well be the other; exact.

    None when the fractions need a grid of more than `most_cells`.

    >>> swaps([Fraction(1), Fraction(1, 2), Fraction(1)])
    0.25
    """
    grid = grid_of(differences)
    moving = [int(each * grid) for each in differences if each]
    if sum(map(abs, moving)) > most_cells:
        return None
    law = law_of_sum(((-abs(each), 0.5), (abs(each), 0.5)) for each in moving)
    return law.beyond(Fraction(sum(moving)), Fraction(0))


def binomial_two_sided(first: int, second: int) -> float:
    """McNemar's exact test: the chance of a split as uneven as this when both sides are equally likely.

    >>> binomial_two_sided(8, 2)
    0.109375
    """
    law = law_of_sum([((-1, 0.5), (1, 0.5))] * (first + second))
    return law.beyond(Fraction(first - second), Fraction(0))


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """Chances corrected for how many there are (Holm 1979), in the same order.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)
    """
    order = sorted(range(len(chances)), key=lambda number: chances[number])
    corrected = [1.0] * len(chances)
    highest = 0.0
    for rank, number in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[number]))
        corrected[number] = highest
    return tuple(corrected)
