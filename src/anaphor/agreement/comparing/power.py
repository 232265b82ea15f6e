"""The chance to see that one of two systems is better: what schemas bring, through the noise of a panel's reference.

The test is the one that `anaphor compare` makes: under "no difference" each schema's outcomes could as well be swapped
between the two systems. Where every schema that moves moves by the same amount (items that stand alone, McNemar's test)
its power is summed exactly; else it is a normal approximation with the test's own variance and its step, or, where few
schemas move, a simulation of the exact test.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy import special
from scipy.optimize import brentq

from anaphor.errors import InputError

Float = NDArray[np.float64]
Law = Mapping[tuple[float, ...], float]
"""What the items of a schema bring one system more than the other (from −1 to 1), with the chance of it."""
Sums = tuple[Float, Float]
"""Sums over schemas, ascending, with their chances."""
_FEW = 30
"""Moving schemas, expected, below which the test is simulated."""
_DRAWS = 4000
_MOST = 10_000_000
_TILT = 60.0


def item_law(difference: float, accuracy: float, discordance: float | None, abstained: float) -> dict[float, float]:
    """What one item brings the better of two systems more, with its chance.

    They are `difference` apart and `accuracy` on the mean where they answer; `discordance` is the share of items that
    one gets right and the other wrong (by default as if they erred independently); each abstains from a share.

    >>> {gain: round(chance, 4) for gain, chance in item_law(0.1, 0.7, 0.3, 0.0).items() if chance}
    {1.0: 0.2, -1.0: 0.1, 0.0: 0.7}
    """
    apart = difference / (1 - abstained)
    first, second = accuracy + apart / 2, accuracy - apart / 2
    mixed = first * (1 - second) + second * (1 - first) if discordance is None else discordance
    if not 0 <= second <= first <= 1 or apart > mixed * (1 + 1e-9):
        most = min(mixed, 2 * accuracy, 2 - 2 * accuracy) * (1 - abstained)
        raise InputError("agreement-difference-outside", difference=f"{difference:g}", most=f"{most:.3g}")
    both, one = (1 - abstained) ** 2, abstained * (1 - abstained)
    law = {1.0: both * (mixed + apart) / 2, -1.0: both * (mixed - apart) / 2}
    law |= {0.5: one * (1 + apart), -0.5: one * (1 - apart)}
    return {**law, 0.0: max(0.0, 1 - sum(law.values()))}


def schema_law(item: Mapping[float, float], items: int, twins: float) -> Law:
    """Schemas of one item, or of two whose gains have the correlation `twins`.

    A share of the twins agree as far as they can, or oppose each other as far as they can (Fréchet's bounds).
    """
    values = sorted(item)
    chances = np.array([item[each] for each in values])
    if items == 1:
        return {(value,): float(chance) for value, chance in zip(values, chances, strict=True)}
    gains, ends = np.array(values), np.concatenate([[0.0], np.cumsum(chances)])
    opposed = np.diff(np.diff(np.maximum(np.add.outer(ends, ends) - 1, 0.0), axis=0), axis=1)
    mean = float(gains @ chances)
    least = float(gains @ opposed @ gains - mean**2) / float(gains**2 @ chances - mean**2)
    if not least <= twins <= 1:
        raise InputError("agreement-twins-outside", twins=f"{twins:g}", least=f"{least:.2f}")
    joined, weight = (np.diag(chances), twins) if twins >= 0 else (opposed, twins / least)
    table = (1 - weight) * np.outer(chances, chances) + weight * joined
    return {(one, two): float(table[i, j]) for i, one in enumerate(values) for j, two in enumerate(values)}


def shifted(law: Law, difference: float) -> Law:
    """The law with another mean gain per item: its chances are tilted exponentially, as little as will do."""
    sums, sizes, chances = (np.array(each) for each in zip(*((sum(k), len(k), p) for k, p in law.items()), strict=True))

    def tilted(tilt: float) -> Float:
        made = chances * np.exp(tilt * (sums - (sums.max() if tilt > 0 else sums.min())))
        return np.asarray(made / made.sum())

    def miss(tilt: float) -> float:
        return float(tilted(tilt) @ sums) / float(tilted(tilt) @ sizes) - difference

    if miss(_TILT) < 0 or miss(-_TILT) > 0:
        most = f"{miss(_TILT) + difference:.3g}"
        raise InputError("agreement-difference-outside", difference=f"{difference:g}", most=most)
    return dict(zip(law, tilted(brentq(miss, -_TILT, _TILT)).tolist(), strict=True))


def seen_law(law: Law, noise: float) -> Sums:
    """The sums of schemas' gains where a share `noise` of the references is wrong, which turns an item's gain round."""
    sums = defaultdict[float, float](float)
    for gains, chance in law.items():
        parts = {0.0: chance}
        for gain in gains:
            further = defaultdict[float, float](float)
            for (total, part), (value, share) in product(parts.items(), ((gain, 1 - noise), (-gain, noise))):
                further[round(total + value, 9)] += part * share
            parts = further
        for total, part in parts.items():
            sums[total] += part
    kept = sorted(each for each in sums.items() if each[1] > 0)
    return np.array([value for value, _ in kept]), np.array([chance for _, chance in kept])


def power(law: Sums, schemas: int, level: float = 0.95, seed: int = 0) -> float:
    """The chance that the swap test over so many schemas finds the difference, two-sided at 1 − `level`."""
    values, chances = law
    sizes, moving = np.unique(np.abs(values[values != 0])), float(chances[values != 0].sum())
    if sizes.size == 1:
        return _mcnemar(schemas, moving, float(chances[values > 0].sum()) / moving, 1 - level)
    if sizes.size and schemas * moving < _FEW:
        return _simulated(law, schemas, 1 - level, np.random.default_rng(seed))
    return approximate(law, schemas, level) if sizes.size else 0.0


def approximate(law: Sums, schemas: int, level: float = 0.95) -> float:
    """The same as a normal law: the sum against its own root of squares, less half the step between its values."""
    values, chances = law
    z, square = float(special.ndtri(0.5 + level / 2)), float(values**2 @ chances)
    root, wobble = math.sqrt(schemas * square), float(values**4 @ chances) - square**2
    threshold = z * (root - schemas * wobble / (8 * root**3)) + step_of(values)
    found = 0.0
    for signed in (values, -values):
        # The sum and its root of squares move together: the variance is that of what lies between them.
        beyond = signed - z / (2 * root) * values**2
        spread = float(beyond**2 @ chances) - float(beyond @ chances) ** 2
        found += float(special.ndtr((schemas * float(signed @ chances) - threshold) / math.sqrt(schemas * spread)))
    return found


def step_of(values: Sequence[float] | Float) -> float:
    """The largest number of which all values are multiples.

    >>> step_of([0.0, 0.5, -1.0]), step_of([2.0, -2.0])
    (0.5, 2.0)
    """
    known = [Fraction(float(each)).limit_denominator(5040) for each in values]
    whole = math.lcm(*(each.denominator for each in known))
    return math.gcd(*(int(each * whole) for each in known)) / whole


def _mcnemar(schemas: int, moving: float, up: float, alpha: float) -> float:
    """The power of McNemar's exact test, summed over how many schemas move."""
    from scipy.stats import binom  # takes a second to load

    spread = 8 * math.sqrt(schemas * moving) + 8
    counts = np.arange(max(0, int(schemas * moving - spread)), min(schemas, int(schemas * moving + spread)) + 1)
    # The most moves the other way round that are still significant; −1 where none is.
    most = binom.ppf(alpha / 2, counts, 0.5)
    most = np.where(binom.cdf(most, counts, 0.5) <= alpha / 2, most, most - 1)
    found = binom.cdf(most, counts, 1 - up) + binom.cdf(most, counts, up)
    return float(binom.pmf(counts, schemas, moving) @ np.where(most >= 0, found, 0.0))


@lru_cache(maxsize=4096)
def _swapped(size: int, count: int) -> Float:
    """The chances of the sums of so many schemas that move by `size` steps each, either way."""
    from scipy.stats import binom

    swapped = np.zeros(2 * size * count + 1)
    swapped[:: 2 * size] = binom.pmf(np.arange(count + 1), count, 0.5)
    return swapped


def _simulated(law: Sums, schemas: int, alpha: float, rng: np.random.Generator) -> float:
    """The share of drawn collections on which the exact swap test finds a difference."""
    grid = np.rint(law[0] / step_of(law[0])).astype(int)
    sizes = np.unique(np.abs(grid[grid != 0]))
    drawn = rng.multinomial(schemas, law[1] / law[1].sum(), _DRAWS)
    moved = np.stack([drawn[:, np.abs(grid) == size].sum(axis=1) for size in sizes], axis=1)
    kinds, place = np.unique(moved, axis=0, return_inverse=True)
    least = np.full(len(kinds), math.inf)
    for number, counts in enumerate(kinds.tolist()):
        null = np.ones(1)
        for size, count in zip(sizes.tolist(), counts, strict=True):
            null = np.convolve(null, _swapped(size, count))
        tails = np.cumsum(null[::-1])[::-1]  # the chance of each sum from the lowest on, or of a larger one
        far = np.flatnonzero((2 * tails <= alpha * (1 + 1e-9)) & (null > 0))
        least[number] = far[0] - (null.size - 1) / 2 if far.size else math.inf
    return float((np.abs(drawn @ grid) >= least[place.ravel()]).mean())


def schemas_needed(law: Sums, wanted: float, level: float = 0.95, seed: int = 0) -> int | None:
    """The smallest number of schemas that gives the power wanted; None beyond ten million, or for no difference."""
    low, high = 1, 2
    while law[0] @ law[1] <= 0 or approximate(law, high, level) < wanted:
        low, high = high, high * 2
        if high > _MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if approximate(law, middle, level) >= wanted else (middle, high)
    if len(np.unique(np.abs(law[0]))) > 2 and high * float(law[1][law[0] != 0].sum()) > 2 * _FEW:
        return high
    # The exact power goes up in teeth: from a little below up to the first tooth that reaches.
    found, step = max(2, high - high // 20), max(1, high // 500)
    while power(law, found, level, seed) < wanted:
        found += step
    return found
