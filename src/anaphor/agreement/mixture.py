"""Non-parametric maximum likelihood: which mixtures of label distributions can have produced these votes.

Items differ in how their labels are distributed over the population; nothing is assumed about that mixture but a
fine grid of sorted distributions. P votes per item fix its moments up to P only, so a rate about larger panels is not
one number: the most likely mixture gives a point, and all mixtures that fit the votes give a range.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import lgamma

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.special import gammaln

from anaphor.agreement.disjoint import disjoint_agreement
from anaphor.agreement.urn import Floats, Integers, Profiles, known_urn, winning

_GRID = 2_000
"""Points of the regular part of the grid."""
_FINEST = 120
"""Finest step of the grid: 1/120."""
_SLIPS = (*np.geomspace(0.002, 0.2, 16).tolist(), *np.linspace(0.25, 0.9, 14).tolist())
"""How much of the vote leaves the first class on the extra points, where the rest spreads evenly."""
_COARSEST = 200
"""Fewest points of the regular part of the grid."""
_WORK = 4e8
"""Rough number of multiplications that the likelihood may cost; a larger problem gets a coarser grid."""
_WIDEST = 12
"""Most classes on one item: with 20 the range was found to miss the truth, because the grid is too coarse."""
_CLASSES = 8
"""Most classes that an item is allowed to spread over when none of the items shows as many."""
_FEATURES = 40
"""Most patterns of sub-panels that bound the identified range."""
_LARGER = 5
"""How many larger disjoint panels bound it, too."""


@dataclass(frozen=True, kw_only=True)
class Mixture:
    """A fitted mixture of label distributions."""

    grid: Floats
    """Sorted label distributions, points × classes, largest share first."""
    weights: Floats
    """Share of the items at each point."""
    likelihood: Floats
    """Patterns × points: the chance of each vote pattern given its number of votes."""
    patterns: Profiles
    """The vote patterns that were fitted."""

    @cached_property
    def features(self) -> tuple[Floats, Floats, Floats]:
        """What the votes say about any mixture (`vote_features`)."""
        return vote_features(self.patterns, self.grid)


def fit_mixture(patterns: Profiles, *, classes: int = 1, steps: int = 600) -> Mixture:
    """The most likely mixture on the grid, by expectation–maximisation from a flat start.

    Where many mixtures are equally likely the flat start chooses among them; `identified_range` shows the others.
    Items may have votes for as many as `classes` classes, even if no item shows so many at once.
    """
    wide = _widened(patterns, min(classes, _CLASSES))
    grid = sorted_grid(wide.rows.shape[1], _affordable(wide.rows))
    likelihood = pattern_likelihood(wide.rows, grid)
    flat = np.full((1, len(grid)), 1 / len(grid))
    fitted = maximise(likelihood, wide.times / wide.times.sum(), flat, steps)[0]
    return Mixture(grid=grid, weights=fitted, likelihood=likelihood, patterns=wide)


def _widened(patterns: Profiles, classes: int) -> Profiles:
    more = classes - patterns.rows.shape[1]
    return patterns if more <= 0 else replace(patterns, rows=np.pad(patterns.rows, ((0, 0), (0, more))))


def maximise(likelihood: Floats, shares: Floats, weights: Floats, steps: int) -> Floats:
    """EM steps for several samples at once: `shares` is (samples ×) patterns, `weights` samples × points."""
    for _ in range(steps):
        fitted = np.maximum(weights @ likelihood.T, 1e-300)
        new = weights * ((shares / fitted) @ likelihood)
        done = np.abs(new - weights).max() < 1e-9
        weights = new
        if done:
            break
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float64)


def sorted_grid(classes: int, points: int = _GRID) -> Floats:
    """Sorted label distributions: a regular lattice, and points near unanimity and near even splits.

    >>> sorted_grid(1).tolist()
    [[1.0]]
    """
    if classes == 1:
        return np.ones((1, 1))
    step = max(m for m in range(2, _FINEST + 1) if m == 2 or _partitions(m, classes) <= points)
    lattice = np.array(list(_sorted_parts(step, classes, step)), dtype=np.float64) / step
    near = [_slip(classes, slip, spread) for slip in _SLIPS for spread in range(1, classes)]
    even = [[1 / s] * s + [0.0] * (classes - s) for s in range(2, classes + 1)]
    whole = np.concatenate([lattice, np.array(near), np.array(even)])
    distinct = np.unique(-np.sort(-whole, axis=1).round(12), axis=0)
    return np.asarray(distinct / distinct.sum(axis=1, keepdims=True), dtype=np.float64)


def _slip(classes: int, slip: float, spread: int) -> list[float]:
    """Almost everyone gives one label; the rest spread evenly over `spread` others."""
    return [1 - slip] + [slip / spread] * spread + [0.0] * (classes - 1 - spread)


def _partitions(total: int, parts: int) -> int:
    """How many sorted sums of at most `parts` numbers make `total`."""
    ways = [1] + [0] * total
    for part in range(1, parts + 1):
        for amount in range(part, total + 1):
            ways[amount] += ways[amount - part]
    return ways[total]


def _sorted_parts(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        if total <= largest:
            yield (total,)
        return
    for first in range(min(total, largest), (total - 1) // parts, -1):
        for tail in _sorted_parts(total - first, parts - 1, first):
            yield (first, *tail)


def _affordable(rows: Integers) -> int:
    return int(np.clip(_WORK / max(1, _effort(rows)), _COARSEST, _GRID))


def too_large(patterns: Profiles) -> bool:
    """Whether a grid cannot do: items spread over more classes than it is fine enough for, or it would take minutes."""
    if patterns.rows.shape[1] > _WIDEST:
        return True
    return bool(_effort(patterns.rows) * _COARSEST > 3 * _WORK)


def _effort(rows: Integers) -> float:
    return float(sum(_states(row) for row in rows) * rows.shape[1])


def _states(row: Integers) -> int:
    _, many = np.unique(row, return_counts=True)
    return int(min(np.prod(many + 1.0) * len(many), 1e12))


def pattern_likelihood(rows: Integers, grid: Floats) -> Floats:
    """Patterns × points: the chance of sorted counts given the label distribution and the number of votes."""
    return np.stack([_arranged(row, _powers(row, grid), None)[0] for row in rows])


def change_of_patterns(mixture: Mixture, size: int) -> Floats:
    """For each fitted pattern, the chance that a fresh panel of `size` elects another label than the pattern's own.

    The posterior over the grid also says which class of the point the pattern's leader is; tied leaders are averaged.
    """
    used = mixture.weights > 1e-7
    grid, weights = mixture.grid[used], mixture.weights[used]
    wins = winning(known_urn(grid, size))
    found = np.empty(len(mixture.patterns.rows))
    for number, row in enumerate(mixture.patterns.rows):
        chance, kept = _arranged(row, _powers(row, grid), wins)
        found[number] = 1 - (kept @ weights) / max(float(chance @ weights), 1e-300)
    return np.clip(found, 0.0, 1.0)


def _powers(row: Integers, grid: Floats) -> list[Floats]:
    """For each distinct count of the row, largest first, θ^count / count!, points × classes, scaled by the total."""
    total = int(row.sum())
    share = lgamma(total + 1) / max(1, total)
    return [grid**value * np.exp(share * value - lgamma(value + 1)) for value in _distinct(row)]


def _choices(row: Integers, counts: Integers) -> list[Floats]:
    """For each distinct count of the row the chance weight of drawing it from `counts`, items × classes."""
    total = int(row.sum())
    people = counts.sum(axis=1)
    share = _log_choose(people, total) / max(1, total)
    return [
        np.where(counts >= value, np.exp(_log_choose(np.maximum(counts, value), value) - share[:, None] * value), 0.0)
        for value in _distinct(row)
    ]


def _log_choose(numbers: Integers, taken: int) -> Floats:
    return np.asarray(gammaln(numbers + 1) - gammaln(taken + 1) - gammaln(numbers - taken + 1), dtype=np.float64)


def _distinct(row: Integers) -> list[int]:
    return sorted({int(value) for value in row}, reverse=True)


def _arranged(row: Integers, weights: list[Floats], wins: Floats | None) -> tuple[Floats, Floats]:
    """Σ over the ways to give the row's counts to classes, and that times the mean `wins` of the leading classes.

    Classes are taken one by one; the state says how many of each distinct count have been given out.
    """
    values = _distinct(row)
    many = tuple(int(np.count_nonzero(row == value)) for value in values)
    points = len(weights[0])
    states = {(0,) * len(values): (np.ones(points), np.zeros(points))}
    for c in range(len(row)):
        grown: dict[tuple[int, ...], tuple[Floats, Floats]] = {}
        for state, (plain, marked) in states.items():
            for i, limit in enumerate(many):
                if state[i] == limit:
                    continue
                target = (*state[:i], state[i] + 1, *state[i + 1 :])
                weight = weights[i][:, c]
                more = plain * weight
                lead = marked if wins is None else marked * weight
                if wins is not None and i == 0:
                    lead = lead + more * wins[:, c] / limit
                old = grown.get(target)
                grown[target] = (more, lead) if old is None else (old[0] + more, old[1] + lead)
        states = grown
    return states[many]


def fresh_at(grid: NDArray[np.float64], size: int) -> Floats:
    """At each point, the chance that two fresh panels of `size` elect different labels."""
    return np.asarray(np.maximum(0.0, 1 - (winning(known_urn(grid, size)) ** 2).sum(axis=1)), dtype=np.float64)


def ideal_at(grid: NDArray[np.float64], size: int) -> Floats:
    """At each point, the chance that a panel of `size` elects another label than an infinite one would."""
    return np.asarray(np.maximum(0.0, 1 - winning(known_urn(grid, size))[:, 0]), dtype=np.float64)


def identified_range(mixture: Mixture, change: Floats, *, slack: float = 1.0) -> tuple[float, float]:
    """Smallest and largest mean `change` of all mixtures on the grid that fit the votes.

    To fit is to miss every feature of the votes by no more than the fitted mixture does, give or take `slack` standard
    errors: with slack 0 only what the votes leave open remains; 1 also allows for the features' own sampling noise.
    """
    features, observed, error = mixture.features
    # A grid too coarse to fit exactly must not pass for a narrow range: its own misfit is allowed to all.
    room = slack * error + np.abs(features @ mixture.weights - observed) + 1e-7
    bounds = np.concatenate([observed + room, -(observed - room)])
    found = []
    for sign in (1.0, -1.0):
        answer = linprog(
            sign * change, A_ub=np.concatenate([features, -features]), b_ub=bounds,
            A_eq=np.ones((1, len(change))), b_eq=[1.0], bounds=(0, None), method="highs",
        )  # fmt: skip
        best = answer.fun
        found.append(float(mixture.weights @ change) if answer.status or best is None else sign * float(best))
    return max(0.0, min(found)), min(1.0, max(found))


def vote_features(patterns: Profiles, grid: Floats) -> tuple[Floats, Floats, Floats]:
    """What the votes say about a mixture: features × points, the observed value of each feature, its standard error.

    The features are the patterns of sub-panels, as large as keeps their number small, and the rates of change between
    larger disjoint panels: all of them have unbiased estimates from the votes.
    """
    votes = patterns.votes
    typical = int(np.sort(np.repeat(votes, patterns.times))[patterns.times.sum() // 10])
    classes = grid.shape[1]
    size = max(q for q in range(1, max(2, typical) + 1) if q <= 2 or _partitions(q, classes) <= _FEATURES)
    enough = votes >= size
    rows, times = patterns.rows[enough], patterns.times[enough]
    table, found = [], []
    for part in (np.array(part) for part in _sorted_parts(size, classes, size)):
        table.append(_arranged(part, _powers(part, grid), None)[0])
        found.append(_mean_and_error(_arranged(part, _choices(part, rows), None)[0], times))
    for k in _larger_panels(size, typical):
        enough = votes >= 2 * k
        change = 1 - disjoint_agreement(patterns.rows[enough], k).agreement
        table.append(fresh_at(grid, k))
        found.append(_mean_and_error(change, patterns.times[enough]))
    return np.stack(table), np.array([mean for mean, _ in found]), np.array([error for _, error in found])


def _mean_and_error(values: Floats, times: NDArray[np.integer]) -> tuple[float, float]:
    return float(values @ times) / max(1, int(times.sum())), item_error(values, times)


def _larger_panels(size: int, typical: int) -> list[int]:
    """Some sizes of disjoint panels that say more than patterns of `size` votes do."""
    least, most = size // 2 + 1, typical // 2
    return [int(k) for k in np.unique(np.linspace(least, most, _LARGER).astype(int))] if most >= least else []


def item_error(change: Floats, times: NDArray[np.integer]) -> float:
    """Standard error of a mean over items, from the change of each pattern and how many items have it."""
    items = int(times.sum())
    if items < 2:
        return 0.0
    mean = float(change @ times) / items
    return float(np.sqrt(((change - mean) ** 2 @ times) / (items * (items - 1))))
