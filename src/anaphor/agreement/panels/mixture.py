"""The most likely mixture, and the mixtures nearly as likely that change most and least.

The log-likelihood of weights on a support is concave, so that its maximum, and the maximum of it plus a multiple of a
rate, can be found and certified: a constrained Newton method (Wang 2007) adds the points that promise most, solves a
small quadratic problem and drops the points that fell to nothing. How far the best is away is known at every step.


Non-parametric maximum likelihood: which mixtures of label distributions can have produced these votes.

Items differ in how their labels are distributed over the population; nothing is assumed about that mixture. P votes
per item fix its moments up to P only, so a rate about larger panels is not one number: `identified_range` gives all
rates of mixtures that are nearly as likely as the best.
"""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cholesky, solve_triangular
from scipy.optimize import nnls

from anaphor.agreement.panels.support import Support, leader_kept, pattern_likelihood, support_of
from anaphor.agreement.panels.urn import Floats, Integers, Profiles, draw_panels, profiles
from anaphor.agreement.panels.winning import fresh_at, ideal_at, level_wins, wins_of
from anaphor.statistics import along_columns, along_rows, gram

_STEPS = 100
"""Most Newton steps."""
_STARTS, _WARMING = 30, 20
"""Points that the search starts from beside the best of each pattern, and steps of expectation–maximisation on them."""
_BLOCKS = 24
"""At each step the best point of each of so many parts of the support is tried."""
_LEAST = 1e-300
_TRIES = 16
"""Most values of the multiplier that are tried for one end of a range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Likelihood:
    """What votes say about weights on a support."""

    table: Floats
    """Patterns × points: the chance of each pattern at each point."""
    times: Floats
    """How many items have each pattern."""

    def of(self, weights: Floats) -> float:
        """The log-likelihood of weights."""
        used = np.flatnonzero(weights)
        return float(self.times @ np.log(np.maximum(along_rows(self.table[:, used], weights[used]), _LEAST)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Active:
    """Weights on few points."""

    places: Integers
    """Numbers of the points."""
    weights: Floats
    """Their weights, which sum to 1."""

    def spread(self, points: int) -> Floats:
        whole = np.zeros(points)
        whole[self.places] = self.weights
        return whole


def most_likely(likelihood: Likelihood) -> Floats:
    """The weights of largest likelihood, to within 0.005 of its logarithm."""
    points = likelihood.table.shape[1]
    return _climbed(likelihood, np.zeros(points), _start(likelihood), 0.005).spread(points)


def _start(likelihood: Likelihood) -> _Active:
    """Weights under which every pattern is possible: the best point of each, and some others, a few steps on."""
    table, shares = likelihood.table, likelihood.times / likelihood.times.sum()
    some = np.linspace(0, table.shape[1] - 1, min(table.shape[1], _STARTS)).astype(np.int64)
    places = np.union1d(table.argmax(axis=1), some)
    part, weights = table[:, places], np.full(len(places), 1 / len(places))
    for _ in range(_WARMING):
        weights = weights * along_columns(shares / np.maximum(along_rows(part, weights), _LEAST), part)
    kept = weights > 1e-9
    return _Active(places=places[kept], weights=weights[kept] / weights[kept].sum())


def farthest(likelihood: Likelihood, change: Floats, best: Floats, deficit: float) -> tuple[float, float]:
    """The smallest and the largest mean `change` of all weights whose log-likelihood is at most `deficit` below `best`.

    Weights that maximise log-likelihood + μ · change have the largest change of all that are as likely; μ is tuned
    until the likelihood is as low as allowed.
    """
    low, high = (sign * _end(likelihood, sign * change, best, deficit) for sign in (-1.0, 1.0))
    return low, high


def _end(likelihood: Likelihood, change: Floats, best: Floats, deficit: float) -> float:
    top = likelihood.of(best)
    used = np.flatnonzero(best)
    active = _Active(places=used, weights=best[used])
    inside, outside = (float(change @ best), 0.0), (np.inf, np.inf)
    least, most, pull = 0.0, np.inf, 8 * max(deficit, 0.25) / max(float(np.ptp(change)), 1e-9)
    for _ in range(_TRIES):
        active = _climbed(likelihood, pull * change, active, 0.03 * max(deficit, 0.1))
        reached = float(change[active.places] @ active.weights)
        lost = top - likelihood.of(active.spread(len(change)))
        if lost <= deficit:
            least, inside = pull, max(inside, (reached, lost))
        else:
            most, outside = pull, (reached, lost)
        if abs(lost - deficit) < 0.04 * deficit or most < 1.1 * least or pull > 1e9:
            break
        pull = pull * 5 if np.isinf(most) else float(np.sqrt(least * most)) if least else pull / 6
    # The change at exactly `deficit`: a mixture of the two solutions reaches at least the straight line.
    if np.isinf(outside[1]) or outside[1] <= inside[1]:
        return inside[0]
    part = min(1.0, max(0.0, (deficit - inside[1]) / (outside[1] - inside[1])))
    return inside[0] + part * (outside[0] - inside[0])


def _climbed(likelihood: Likelihood, bonus: Floats, active: _Active, tolerance: float) -> _Active:
    """Weights that maximise log-likelihood + bonus · weights, to within `tolerance`."""
    table, times = likelihood.table, likelihood.times
    edges = np.unique(np.linspace(0, table.shape[1], _BLOCKS + 1).astype(np.int64))[:-1]
    ends = np.append(edges[1:], table.shape[1])
    for _ in range(_STEPS):
        fitted = np.maximum(along_rows(table[:, active.places], active.weights), _LEAST)
        slope = along_columns(times / fitted, table) + bonus
        mean = float(slope[active.places] @ active.weights)
        # By concavity nothing can be better than here by more than the steepest way up.
        if float(slope.max()) - mean < tolerance:
            break
        best = [start + int(slope[start:end].argmax()) for start, end in zip(edges, ends, strict=True)]
        promising = np.array([place for place in best if slope[place] > mean], dtype=np.int64)
        places = np.union1d(active.places, promising)
        weights = np.zeros(len(places))
        weights[np.searchsorted(places, active.places)] = active.weights
        wider = _Active(places=places, weights=weights)
        active = _stepped(likelihood, bonus, wider, fitted, slope)
    return active


def _stepped(likelihood: Likelihood, bonus: Floats, active: _Active, fitted: Floats, slope: Floats) -> _Active:
    """One Newton step, shortened until it pays."""
    table, extra = likelihood.table[:, active.places], bonus[active.places]
    wanted = _quadratic(table, likelihood.times, fitted, extra - float(extra @ active.weights))
    move = wanted - active.weights

    def value(weights: Floats) -> float:
        return float(likelihood.times @ np.log(np.maximum(along_rows(table, weights), _LEAST)) + extra @ weights)

    here, gain, length = value(active.weights), float(slope[active.places] @ move), 1.0
    while length > 1e-9 and value(active.weights + length * move) < here + 0.1 * length * gain:
        length /= 2
    weights = active.weights + length * move
    kept = weights > 1e-12
    return _Active(places=active.places[kept], weights=weights[kept] / weights[kept].sum())


def _quadratic(table: Floats, times: Floats, fitted: Floats, bonus: Floats) -> Floats:
    """The weights that maximise the second-order approximation at `fitted`.

    The log-likelihood less (number of items) · Σ weights has its maximum at weights that sum to 1, so that no side
    condition is needed but that they are not negative.
    """
    root = np.sqrt(times)
    scaled = root[:, None] * table / fitted[:, None]
    bend = gram(np.ascontiguousarray(scaled.T))
    bend[np.diag_indices_from(bend)] += 1e-12 * np.trace(bend)
    factor = cholesky(bend)
    aim = along_columns(2 * root, scaled) + bonus - times.sum()
    weights, _ = nnls(factor, solve_triangular(factor, aim, trans="T"), maxiter=50 * len(aim))
    total = float(weights.sum())
    return np.asarray(weights / total if total > 0 else np.full(len(aim), 1 / len(aim)), dtype=np.float64)


_WORK = 1.5e9
"""Rough number of multiplications that the likelihood may cost; votes of a larger problem are thinned."""
_DRAWS, _DRAWN = 40, 400_000
"""Sub-panels drawn from each item where votes are thinned, and in all."""
_SMOOTH = 200
"""Steps from a flat mixture towards the most likely one."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Mixture:
    """What votes say about mixtures of label distributions."""

    classes: int
    """How many classes an item may spread over."""
    likelihood: Likelihood
    """The chance of each pattern at each point, and how many items have it."""
    weights: Floats
    """The most likely mixture: the share of the items at each point. Others may be as likely."""

    @property
    def support(self) -> Support:
        """The label distributions that are mixed."""
        return support_of(self.classes)

    def changes(self, size: int) -> tuple[Floats, Floats]:
        """At each point, the chance that a panel differs from a fresh one, and from an infinite one."""
        wins = wins_of(self.classes, size)
        return fresh_at(self.support, wins), ideal_at(self.support, wins)

    @cached_property
    def smooth(self) -> Floats:
        """A mixture that fits and is as flat as that allows: some steps of expectation–maximisation from a flat one."""
        table, shares = self.likelihood.table, self.likelihood.times / self.likelihood.times.sum()
        weights = np.full(table.shape[1], 1 / table.shape[1])
        for _ in range(_SMOOTH):
            weights = weights * along_columns(shares / np.maximum(along_rows(table, weights), 1e-300), table)
        return np.asarray(weights / weights.sum(), dtype=np.float64)


def fit_mixture(patterns: Profiles, *, classes: int = 2, seed: int = 0) -> Mixture:
    """The most likely mixture of label distributions over `classes` classes (or as many as an item shows)."""
    wide = max(2, classes, int(np.count_nonzero(patterns.rows, axis=1).max(initial=1)))
    rows, times = _thinned(patterns, wide, seed)
    likelihood = Likelihood(table=pattern_likelihood(rows, support_of(wide)), times=times)
    return Mixture(classes=wide, likelihood=likelihood, weights=most_likely(likelihood))


def identified_range(mixture: Mixture, change: Floats, *, slack: float = 2.0) -> tuple[float, float]:
    """Smallest and largest mean `change` of all mixtures that fit the votes.

    To fit is to lose no more than `slack`² / 2 of the log-likelihood: for a rate that the votes pin down, that is an
    interval of `slack` standard errors.
    """
    low, high = farthest(mixture.likelihood, change, mixture.weights, slack**2 / 2)
    return max(0.0, low), min(1.0, high)


def too_wide(mixture: Mixture, rows: Integers) -> bool:
    """Whether patterns have so many different counts that `change_of_patterns` would take minutes."""
    return _effort(rows, mixture.classes) > _WORK


def change_of_patterns(mixture: Mixture, rows: Integers, size: int) -> Floats:
    """For each pattern, the chance that a fresh panel of `size` elects another label than the pattern's own.

    The posterior over the smooth mixture also says which class of the point the leader is; tied leaders are averaged.
    """
    used = np.flatnonzero(mixture.smooth > 1e-5)
    support, weights = mixture.support.taken(used), mixture.smooth[used]
    chance, kept = leader_kept(rows, support, level_wins(support, size))
    return np.clip(1 - along_rows(kept, weights) / np.maximum(along_rows(chance, weights), 1e-300), 0.0, 1.0)


def possible_classes(counts: NDArray[np.integer]) -> int:
    """The classes seen, and Chao's (1984) estimate of those not seen: at least two.

    >>> possible_classes(np.array([[3, 0], [3, 0]])), possible_classes(np.eye(10, dtype=int))
    (2, 55)
    """
    used = counts.sum(axis=0)
    once, twice = int((used == 1).sum()), int((used == 2).sum())
    return max(2, int((used > 0).sum()) + once * (once - 1) // (2 * (twice + 1)))


def _thinned(patterns: Profiles, classes: int, seed: int) -> tuple[Integers, Floats]:
    """The patterns; or, where they are too many and too wide, those of random sub-panels, with their mean numbers."""
    if _effort(patterns.rows, classes) <= _WORK:
        return patterns.rows, patterns.times.astype(np.float64)
    size = int(np.median(np.repeat(patterns.votes, patterns.times)))
    rng = np.random.default_rng(seed)
    draws = max(1, min(_DRAWS, _DRAWN // int(patterns.times.sum())))
    many = np.repeat(patterns.rows, patterns.times * draws, axis=0)
    while True:
        size = max(3, size * 2 // 3)
        drawn = profiles(draw_panels(many, np.minimum(many.sum(axis=1), size), rng))
        if size == 3 or _effort(drawn.rows, classes) <= _WORK:
            return drawn.rows, drawn.times / draws


def _effort(rows: Integers, classes: int) -> float:
    """Multiplications for the likelihood: all ways to share out counts among levels."""
    points, levels = support_of(classes).shares.shape
    alone = int(support_of(classes).times.max()) == 1
    return float(sum(_ways(row, alone=alone) for row in rows) * points * levels)


def _ways(row: Integers, *, alone: bool) -> float:
    _, many = np.unique(row[row > 0], return_counts=True)
    if alone:
        return float(prod(int(each + 1) for each in many) * (len(many) + 1))
    return float(prod(int(each + 1) * int(each + 2) // 2 for each in many))
