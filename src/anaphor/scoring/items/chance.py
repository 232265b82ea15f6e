"""Exact laws of sums of independent whole numbers, Holm's correction, and the test against guessing that rests on them.

Is a respondent better than a guess? Within a schema the candidates are relabelled as a whole: a respondent that names
the same candidate for both twins gets one of two right whatever the key, and is given no credit for independence that
it does not have. With two candidates this is the same as flipping the key of each schema.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import factorial, lcm

import numpy as np
from numpy.typing import NDArray

from anaphor.scoring.items.outcomes import Outcome, OutcomeKind

Float = NDArray[np.float64]
Law = tuple[tuple[int, float], ...]
"""Values of a whole number with their probabilities."""
_MANY = 20_000
"""Values of a sum beyond which those that never happen are dropped."""
_NEVER = 1e-60
"""Chance of a value that never happens."""
_WIDE = 100
"""Cells from which on it matters how many of a law are empty."""
_SPARSE = 8
"""Cells for each that is not empty from which on a law is convolved value by value."""


@dataclass(frozen=True, slots=True)
class SumLaw:
    """The law of a sum: probabilities of the whole numbers from `start` on."""

    start: int
    chances: Float
    """Probability of each value from there on."""

    def __add__(self, other: "SumLaw") -> "SumLaw":
        mine, theirs = self, other
        if self.chances.size + other.chances.size > _MANY:
            mine, theirs = self._trimmed(), other._trimmed()
        return SumLaw(mine.start + theirs.start, _convolved(mine.chances, theirs.chances))

    def _trimmed(self) -> "SumLaw":
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


def _convolved(one: Float, other: Float) -> Float:
    """The convolution of two laws; of one with few values that are far apart, value by value.

    Fractions with many denominators make a grid of millions of cells for laws of two values each.
    """
    few, many = sorted((one, other), key=np.count_nonzero)
    values = np.flatnonzero(few)
    if few.size < _WIDE or values.size * _SPARSE > few.size:
        return np.convolve(one, other)
    chances = np.zeros(one.size + other.size - 1)
    for value in values:
        chances[value : value + many.size] += few[value] * many
    return chances


def law_of_sum(laws: Iterable[Law]) -> SumLaw:
    """The law of the sum of independent numbers; every term is positive, so that nothing cancels.

    >>> law_of_sum([((-1, 0.5), (1, 0.5))] * 2).chances.tolist()
    [0.25, 0.0, 0.5, 0.0, 0.25]
    """
    total = SumLaw(0, np.ones(1))
    for law, count in Counter(laws).items():
        values = [value for value, _ in law]
        start = min(values)
        chances = np.zeros(max(values) - start + 1)
        np.add.at(chances, [value - start for value in values], [chance for _, chance in law])
        total = total + SumLaw(start, chances).times(count)
    return total


def swaps(differences: Sequence[Fraction], most_cells: int = 2_000_000) -> float | None:
    """The two-sided chance that |Σ ±d| reaches |Σ d| when every sign could as well be the other; exact.

    None when the fractions need a grid of more than `most_cells`.

    >>> swaps([Fraction(1), Fraction(1, 2), Fraction(1)])
    0.25
    """
    grid = lcm(*{each.denominator for each in differences})  # makes whole numbers of all fractions
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


_MOST_RELABELLINGS = 720
"""Relabellings of one schema that are enumerated (six candidates); beyond, its items count as independent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstChance:
    """Réussite beside that of guessing."""

    chance: float
    difference: float
    p: float
    """Exact two-sided chance of a réussite as far from chance when the key knows nothing of the choices."""


def against_chance(outcomes: Sequence[Outcome]) -> AgainstChance:
    """How far réussite is from chance, and how often guessing gets as far; abstentions neither help nor harm.

    >>> against_chance([]).p
    1.0
    """
    if not outcomes:
        return AgainstChance(chance=0.0, difference=0.0, p=1.0)
    expected = sum((each.target.chance for each in outcomes), Fraction(0))
    earned = sum((each.credit for each in outcomes), Fraction(0))
    answered = [each for each in outcomes if each.result is not OutcomeKind.ABSTAINED]
    right = sum(each.result is OutcomeKind.RIGHT for each in answered)
    centre = sum((each.target.chance for each in answered), Fraction(0))
    # Keys are relabelled together within a schema; a problem stands alone.
    blocks: dict[tuple[bool, str], list[Outcome]] = {}
    for each in answered:
        blocks.setdefault((each.target.twin, each.target.cluster if each.target.twin else each.item), []).append(each)
    law = law_of_sum(law for _, block in sorted(blocks.items()) for law in _laws(block))
    return AgainstChance(
        chance=float(expected / len(outcomes)),
        difference=float((earned - expected) / len(outcomes)),
        p=law.beyond(Fraction(right), centre),
    )


def _laws(block: Sequence[Outcome]) -> list[Law]:
    forms = sorted(set(block[0].target.forms))
    same = all(sorted(each.target.forms) == forms for each in block)
    if len(block) == 1 or not same or factorial(len(forms)) > _MOST_RELABELLINGS:
        return [((0, 1 - float(each.target.chance)), (1, float(each.target.chance))) for each in block]
    pairs = [(each.target.forms, each.target.key, each.chosen) for each in block]
    places = [(forms.index(own[key]), forms.index(own[chosen])) for own, key, chosen in pairs if chosen is not None]
    orders = permutations(range(len(forms)))
    counts = Counter(sum(order[key] == chosen for key, chosen in places) for order in orders)
    return [tuple((value, count / counts.total()) for value, count in sorted(counts.items()))]
