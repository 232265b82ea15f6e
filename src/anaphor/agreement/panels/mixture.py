"""Non-parametric maximum likelihood: which mixtures of label distributions can have produced these votes.

Items differ in how their labels are distributed over the population; nothing is assumed about that mixture. P votes
per item fix its moments up to P only, so a rate about larger panels is not one number: `identified_range` gives all
rates of mixtures that are nearly as likely as the best.
"""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.panels.disjoint import draw_panels
from anaphor.agreement.panels.mixture_likelihood import leader_kept, pattern_likelihood
from anaphor.agreement.panels.mixture_panels import fresh_at, ideal_at, level_wins, wins_of
from anaphor.agreement.panels.mixture_profile import Likelihood, farthest, most_likely
from anaphor.agreement.panels.mixture_support import Support, support_of
from anaphor.agreement.panels.urn import Floats, Integers, Profiles, profiles
from anaphor.statistics import along_columns, along_rows

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
