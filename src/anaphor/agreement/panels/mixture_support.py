"""Label distributions that an item may have: the points on which mixtures live.

The names of the classes do not matter, so a point says which shares there are and how many classes have each. A
symmetric polynomial of degree d on the simplex takes its extremes where at most ⌊d/2⌋ shares differ (Timofte 2003);
what votes and panels say are such polynomials, so points with few different shares span all that mixtures can do,
however many classes there are.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from anaphor.agreement.panels.urn import Floats, Integers

_LATTICE = 1_500
"""Points of the regular lattice, where the classes are few."""
_FINEST = 200
"""Finest step of the lattice: 1/200."""
_FEW = 5
"""Most classes that all have a share of their own on the lattice."""
_SLIPS = (*np.geomspace(0.0005, 0.2, 22).tolist(), *np.linspace(0.23, 0.98, 26).tolist())
"""How much of the vote leaves the first class, where the rest spreads evenly."""
_FAMILY = 600
"""Points of each family, where the classes are many."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Support:
    """Label distributions, up to the names of the classes."""

    shares: Floats
    """Points × levels: the share of one class of that level."""
    times: Integers
    """Points × levels: how many classes have that share; 0 where a point has fewer levels."""

    def __len__(self) -> int:
        return len(self.shares)

    @property
    def leader(self) -> Integers:
        """The level with the largest share, one per point."""
        return np.asarray(np.where(self.times > 0, self.shares, -1.0).argmax(axis=1), dtype=np.int64)

    def taken(self, chosen: Integers) -> "Support":
        """Some of the points."""
        return Support(shares=self.shares[chosen], times=self.times[chosen])


@lru_cache(maxsize=16)
def support_of(classes: int) -> Support:
    """Points for so many classes: a lattice where they are few, families of few different shares where they are many.

    >>> support_of(1).shares.tolist()
    [[1.0]]
    """
    if classes <= _FEW:
        grid = sorted_grid(classes, _LATTICE)
        return Support(shares=grid, times=np.ones(grid.shape, dtype=np.int64))
    families = (_two, _three, _four)
    points = [*_slipping(classes), *_even(classes), *(each for family in families for each in _finest(family, classes))]
    width = max(len(masses) for masses, _ in points)
    shares, times = np.zeros((len(points), width)), np.zeros((len(points), width), dtype=np.int64)
    for number, (masses, many) in enumerate(points):
        times[number, : len(many)] = many
        shares[number, : len(many)] = np.array(masses) / np.array(many)
    return _distinct(shares, times)


def _distinct(shares: Floats, times: Integers) -> Support:
    """Each distribution once: levels in falling order, equal ones joined by their key."""
    order = np.argsort(-shares, axis=1, kind="stable")
    shares, times = np.take_along_axis(shares, order, axis=1), np.take_along_axis(times, order, axis=1)
    times = np.where(shares > 0, times, 0)
    _, first = np.unique(np.column_stack([shares.round(10), times]), axis=0, return_index=True)
    first.sort()
    return Support(shares=shares[first], times=times[first])


Point = tuple[tuple[float, ...], tuple[int, ...]]
"""What each level has of the vote, and over how many classes it spreads."""


Family = Callable[[int, int], Iterator[Point]]
"""Points for so many classes with masses that are multiples of 1 over a number of parts."""


def _finest(family: Family, classes: int) -> list[Point]:
    """The family in steps as fine as its size allows."""
    found = list(family(classes, 6))
    for parts in range(8, 42, 2):
        finer = list(family(classes, parts))
        if len(finer) > _FAMILY:
            break
        found = finer
    return found


def _slipping(classes: int) -> Iterator[Point]:
    for slip, many in product(_SLIPS, _sizes(classes - 1)):
        yield (1 - slip, slip), (1, many)


def _even(classes: int) -> Iterator[Point]:
    yield (1.0,), (1,)
    for many in sorted({*range(2, min(classes, 12) + 1), *_sizes(classes)}):
        yield (1.0,), (many,)


def _two(classes: int, parts: int) -> Iterator[Point]:
    for front in _sizes(classes - 1)[1:]:
        for back in _sizes(classes - front):
            for part in range(1, parts):
                mass = part / parts
                if mass / front > (1 - mass) / back:
                    yield (mass, 1 - mass), (front, back)


def _three(classes: int, parts: int) -> Iterator[Point]:
    for middle in _sizes(classes - 2)[1:]:
        for back in _sizes(classes - 1 - middle):
            for one, two in product(range(1, parts), repeat=2):
                rest = parts - one - two
                if rest > 0 and one > two / middle > rest / back:
                    yield tuple(part / parts for part in (one, two, rest)), (1, middle, back)


def _four(classes: int, parts: int) -> Iterator[Point]:
    """Three classes with shares of their own (some perhaps nothing), and an even rest."""
    for back in _sizes(classes - 3):
        for one in range(1, parts):
            for two in range(min(one, parts - one) + 1):
                for three in range(min(two, parts - one - two) + 1):
                    rest = parts - one - two - three
                    if rest == 0 or three >= rest / back or (back == classes - 3 and three == 0):
                        yield tuple(part / parts for part in (one, two, three, rest)), (1, 1, 1, back)


def _sizes(most: int) -> list[int]:
    """1, 2, 4, 8 … and `most`: over how many classes a part of the vote may spread."""
    powers = (2**power for power in range(7))
    return sorted({*(size for size in powers if size <= most), most}) if most else []


def sorted_grid(classes: int, points: int = _LATTICE) -> Floats:
    """Sorted label distributions, points × classes: a regular lattice, points near unanimity, and even splits.

    >>> sorted_grid(1).tolist()
    [[1.0]]
    """
    if classes == 1:
        return np.ones((1, 1))
    step = max(m for m in range(2, _FINEST + 1) if m == 2 or _partitions(m, classes) <= points)
    lattice = np.array(list(sorted_parts(step, classes, step)), dtype=np.float64) / step
    near = [
        [1 - slip] + [slip / spread] * spread + [0.0] * (classes - 1 - spread)
        for slip in _SLIPS
        for spread in range(1, classes)
    ]
    even = [[1 / s] * s + [0.0] * (classes - s) for s in range(2, classes + 1)]
    whole = np.concatenate([lattice, np.array(near), np.array(even)])
    distinct = np.unique(-np.sort(-whole, axis=1).round(12), axis=0)
    return np.asarray(distinct / distinct.sum(axis=1, keepdims=True), dtype=np.float64)


def _partitions(total: int, parts: int) -> int:
    """How many sorted sums of at most `parts` numbers make `total`."""
    ways = [1] + [0] * total
    for part in range(1, parts + 1):
        for amount in range(part, total + 1):
            ways[amount] += ways[amount - part]
    return ways[total]


def sorted_parts(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as a falling sum of `parts` numbers from 0 that are at most `largest`."""
    if parts == 1:
        if total <= largest:
            yield (total,)
        return
    for first in range(min(total, largest), (total - 1) // parts, -1):
        for tail in sorted_parts(total - first, parts - 1, first):
            yield (first, *tail)
