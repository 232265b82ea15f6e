"""Label distributions that an item may have: the points on which mixtures live.

The names of the classes do not matter, so a point says which shares there are and how many classes have each. A
symmetric polynomial of degree d on the simplex takes its extremes where at most ⌊d/2⌋ shares differ (Timofte 2003);
what votes and panels say are such polynomials, so points with few different shares span all that mixtures can do,
however many classes there are.

Also the chance of a vote pattern at each point, and what its leader may expect there. A pattern is a list of counts,
nobody says of which classes. The levels of a point are taken one by one, and each takes some of the counts for its
classes; the state is how many of each different count are given out. Counts weigh as Poisson variables, which keeps
every factor below 1 and turns into the multinomial by one number in the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import add, gt

import numpy as np
from scipy import special

from anaphor.agreement.limits import partitions
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
_CELLS = 1_500_000
"""About how many numbers are worked on at once."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Support:
    """Label distributions, up to the names of the classes."""

    shares: Floats
    """Points × levels: the share of one class of that level."""
    times: Integers
    """Points × levels: how many classes have that share; 0 where a point has fewer levels."""

    def __len__(self) -> int:
        return len(self.shares)

    def taken(self, chosen: Integers) -> "Support":
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
    points: list[Point] = [((1 - slip, slip), (1, many)) for slip, many in product(_SLIPS, _sizes(classes - 1))]
    points += [((1.0,), (many,)) for many in (1, *sorted({*range(2, min(classes, 12) + 1), *_sizes(classes)}))]
    for family in (_two, _three, _four):
        # In steps as fine as the size of the family allows.
        found = list(family(classes, 6))
        for parts in range(8, 42, 2):
            finer = list(family(classes, parts))
            if len(finer) > _FAMILY:
                break
            found = finer
        points += found
    width = max(len(masses) for masses, _ in points)
    shares, times = np.zeros((len(points), width)), np.zeros((len(points), width), dtype=np.int64)
    for number, (masses, many) in enumerate(points):
        times[number, : len(many)] = many
        shares[number, : len(many)] = np.array(masses) / np.array(many)
    # Each distribution once, its levels in falling order.
    order = np.argsort(-shares, axis=1, kind="stable")
    shares, times = np.take_along_axis(shares, order, axis=1), np.take_along_axis(times, order, axis=1)
    times = np.where(shares > 0, times, 0)
    _, first = np.unique(np.column_stack([shares.round(10), times]), axis=0, return_index=True)
    first.sort()
    return Support(shares=shares[first], times=times[first])


Point = tuple[tuple[float, ...], tuple[int, ...]]
"""What each level has of the vote, and over how many classes it spreads."""


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
    step = max(m for m in range(2, _FINEST + 1) if m == 2 or partitions(m, classes) <= points)
    lattice = np.array(list(sorted_parts(step, classes, step)), dtype=np.float64) / step
    near = [
        [1 - slip] + [slip / spread] * spread + [0.0] * (classes - 1 - spread)
        for slip in _SLIPS
        for spread in range(1, classes)
    ]
    even = [[1 / s] * s + [0.0] * (classes - s) for s in range(2, classes + 1)]
    whole = np.concatenate([lattice, np.array(near), np.array(even)])
    distinct = np.unique(-np.sort(-whole, axis=1).round(12), axis=0)
    return np.asarray(distinct / distinct.sum(axis=1, keepdims=True))


def sorted_parts(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as a falling sum of `parts` numbers from 0 that are at most `largest`."""
    if parts == 1:
        if total <= largest:
            yield (total,)
        return
    for first in range(min(total, largest), (total - 1) // parts, -1):
        for tail in sorted_parts(total - first, parts - 1, first):
            yield (first, *tail)


Shape = tuple[int, ...]
"""How often each different count of a pattern occurs."""
State = tuple[int, ...]
"""How many of each different count are given out."""


def pattern_likelihood(rows: Integers, support: Support) -> Floats:
    """Patterns × points: the chance of sorted counts, given the label distribution and the number of votes."""
    return leader_kept(rows, support, None)[0]


def leader_kept(rows: Integers, support: Support, wins: Floats | None) -> tuple[Floats, Floats]:
    """The likelihood, and the same times the chance (`wins`, points × levels) that the pattern's leader wins again.

    Tied leaders are averaged.
    """
    chance, kept = np.empty((len(rows), len(support))), np.empty((len(rows), len(support)))
    # Patterns with equally many different counts, each occurring equally often, are worked on together.
    grouped: dict[Shape, list[tuple[int, list[int]]]] = {}
    for number, row in enumerate(rows):
        values, many = np.unique(row[row > 0], return_counts=True)
        grouped.setdefault(tuple(many[::-1].tolist()), []).append((number, values[::-1].tolist()))
    most = max(1, _CELLS // max(1, len(support)))
    for shape, some in grouped.items():
        for start in range(0, len(some), most):
            numbers = [number for number, _ in some[start : start + most]]
            counts = np.array([values for _, values in some[start : start + most]], dtype=np.int64)
            chance[numbers], kept[numbers] = _arranged(shape, counts, support, wins)
    return chance, kept


def _arranged(shape: Shape, values: Integers, support: Support, wins: Floats | None) -> tuple[Floats, Floats]:
    """Σ over the ways to give counts to classes, and that times the mean `wins` of the leading classes.

    `values` are rows × different counts, the largest first, without zeros; `shape` says how often each occurs.
    """
    size, levels = (len(values), len(support)), support.shares.shape[1]
    votes = np.asarray(values @ np.array(shape, dtype=np.int64), dtype=np.float64)
    states: dict[State, tuple[Floats, Floats]] = {(0,) * len(shape): (np.ones(size), np.zeros(size))}
    for level in range(levels):
        weights = _weights(shape, values, votes[:, None] * support.shares[:, level], support.times[:, level])
        grown: dict[State, tuple[Floats, Floats]] = {}
        for state, (plain, marked) in states.items():
            for taken, weight in weights.items():
                target = tuple(map(add, state, taken))
                # After the last level, only the state in which all counts are given out matters.
                if target != shape if level == levels - 1 else any(map(gt, target, shape)):
                    continue
                more = plain * weight
                lead = marked
                if wins is not None:
                    lead = marked * weight + more * (wins[:, level] * (taken[0] / shape[0]))
                old = grown.get(target)
                grown[target] = (more, lead) if old is None else (old[0] + more, old[1] + lead)
        states = grown
    scale = np.exp(special.gammaln(votes + 1) + votes - votes * np.log(votes))[:, None]
    plain, marked = states[shape]
    return plain * scale, marked * scale


def _weights(shape: Shape, values: Integers, mean: Floats, many: Integers) -> dict[State, Floats]:
    """What it weighs that the `many` classes of one level take so many of each different count."""
    with np.errstate(divide="ignore"):
        log = np.log(mean)
    # For each different count the Poisson chance of one class; then, for 0, 1, 2 … classes with a count, the ways to
    # choose them in order, times the chance of the empty others.
    chances = [np.exp(value[:, None] * log - mean - special.gammaln(value + 1)[:, None]) for value in values.T]
    ways, choices = np.ones(len(many)), []
    for taken in range(min(int(many.max(initial=0)), sum(shape)) + 1):
        choices.append(ways * np.exp(-mean * np.maximum(many - taken, 0)))
        ways = ways * np.maximum(many - taken, 0)
    counts: dict[State, Floats] = {}
    for state in product(*(range(limit + 1) for limit in shape)):
        first = next((place for place, number in enumerate(state) if number), None)
        if first is None:
            counts[state] = np.ones(1)
        elif sum(state) < len(choices):
            fewer = (*state[:first], state[first] - 1, *state[first + 1 :])
            counts[state] = counts[fewer] * (chances[first] / state[first])
    return {state: weight * choices[sum(state)] for state, weight in counts.items()}
