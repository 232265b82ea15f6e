"""The Dirichlet–multinomial: one Dirichlet distribution of label distributions over items. Quick, and a model.

It says what panels of any size would do from two numbers per item on; near the ceiling, and when wrong votes spread
over many classes, it overstates change. Use it for speed and as a second opinion, not as the answer.
"""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln, gammaincinv

from anaphor.agreement.panels.support import Support
from anaphor.agreement.panels.urn import Floats, Integers, compositions, posterior_urn, winning
from anaphor.agreement.panels.winning import LARGE, fresh_at, ideal_at, level_wins

_SMALLEST, _LARGEST = 1e-4, 1e5
_OUTCOMES = 5_000
"""Most outcomes of a panel that are summed exactly; beyond, label distributions are spread."""
_POINTS = 2_000
"""Spread label distributions: rates are then right to about 0.001."""
_FLAT = 6
"""Most dimensions in which an even sequence beats chance."""
_CELLS, _FEWEST = 400_000, 100
"""Most numbers in the table of spread items, and fewest items: with very many classes there are fewer items."""
_OWN = 7
"""Most classes of an item that keep a share of their own; the others are taken as alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dirichlet:
    """Label distributions of items drawn from one Dirichlet distribution."""

    parameters: Floats
    """One per class; their sum is small when items differ and large when they are alike."""

    @property
    def agreement(self) -> float:
        """The chance that two people give one item the same label."""
        a = self.parameters
        return float((a * (a + 1)).sum() / (a.sum() * (a.sum() + 1)))


def fit_dirichlet(counts: NDArray[np.integer], *, steps: int = 1_000) -> Dirichlet:
    """Maximum likelihood by Minka's fixed point; an iteration costs C · P, however many items there are.

    Σ_j ψ(n_j + a) − ψ(a) is Σ_i #(n_j > i) / (a + i): only tail counts are needed.
    """
    votes = np.asarray(counts, dtype=np.int64)
    votes = votes[:, votes.sum(axis=0) > 0]
    people = votes.sum(axis=1)
    deepest = int(people.max(initial=1))
    tails = np.stack([_tail(votes[:, c], deepest) for c in range(votes.shape[1])])
    total = _tail(people, deepest)
    rung = np.arange(deepest)
    a = np.maximum(votes.sum(axis=0) / max(1, votes.sum()), 1e-6)
    for step in range(steps):
        up = (tails / (a[:, None] + rung)).sum(axis=1)
        down = (total / (a.sum() + rung)).sum()
        new = np.clip(a * up / down, _SMALLEST / len(a), _LARGEST)
        done = np.abs(new - a).max() < 1e-9 * a.max()
        a = new
        if done or (step > 20 and a.sum() > _LARGEST):
            break
    return Dirichlet(parameters=a)


def _tail(numbers: Integers, deepest: int) -> Floats:
    """How many numbers exceed 0, 1, 2, … deepest − 1."""
    histogram = np.bincount(numbers, minlength=deepest + 1)
    return np.asarray(len(numbers) - np.cumsum(histogram)[:deepest], dtype=np.float64)


def from_agreement(shares: NDArray[np.float64], kappa: float) -> Dirichlet:
    """The Dirichlet whose Fleiss κ is exactly `kappa` and whose mean is `shares`: sum 1/κ − 1."""
    mass = np.clip(1.0 / max(kappa, 1e-9) - 1.0, _SMALLEST, _LARGEST)
    return Dirichlet(parameters=np.asarray(shares, dtype=np.float64) * mass)


def fresh_change(model: Dirichlet, size: int) -> float:
    """The chance that two fresh panels of `size` elect different labels for a new item.

    Summed over every outcome of the first panel, the second then voting from the posterior; with very many outcomes,
    averaged over spread label distributions instead.
    """
    a = model.parameters
    if size > LARGE or comb(size + len(a) - 1, len(a) - 1) > _OUTCOMES:
        return DirichletSpread.of(model).changes(size)[0]
    panels = compositions(size, len(a))
    logs = -betaln(float(a.sum()), size) - np.log(size)
    seen = np.where(panels > 0, -betaln(a, np.maximum(panels, 1)) - np.log(np.maximum(panels, 1)), 0.0)
    chance = np.exp(seen.sum(axis=1) - logs)
    best = panels == panels.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    second = winning(posterior_urn(a + panels, size))
    return float(max(0.0, 1 - chance @ (shares * second).sum(axis=1)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DirichletSpread:
    """Label distributions spread through a Dirichlet distribution, ready for panels of any size."""

    support: Support
    missed: Floats
    """How much more often two and three people agree on each of them than on the whole."""

    @classmethod
    def of(cls, model: Dirichlet, points: int = _POINTS) -> "DirichletSpread":
        """So many distributions; the smaller shares of each are taken as alike."""
        ordered = -np.sort(-spread_items(model, points), axis=1)
        times, alike = np.ones(ordered.shape, dtype=np.int64), ordered.shape[1] - _OWN
        if alike > 1:
            ordered = np.concatenate([ordered[:, :_OWN], ordered[:, _OWN:].mean(axis=1, keepdims=True)], axis=1)
            times = times[:, : _OWN + 1]
            times[:, -1] = alike
        support = Support(shares=ordered, times=times)
        missed = []
        for people in (2, 3):
            # How often so many people all give the same label: on each distribution, and on the whole.
            steps = np.arange(people)
            own = (model.parameters[:, None] + steps).prod(axis=1).sum()
            whole = own / (model.parameters.sum() + steps).prod()
            missed.append((support.times * support.shares**people).sum(axis=1) - whole)
        return cls(support=support, missed=np.column_stack(missed))

    def changes(self, size: int) -> tuple[float, float]:
        """The rates against a fresh and against an infinite panel; for a large one, over every second distribution."""
        some, kept = self, np.arange(0, len(self.support), 2)
        if size > LARGE:
            some = DirichletSpread(support=self.support.taken(kept), missed=self.missed[kept])
        wins = level_wins(some.support, size)
        return some.mean(fresh_at(some.support, wins)), some.mean(ideal_at(some.support, wins))

    def mean(self, rates: Floats) -> float:
        """The mean of a rate, given at each distribution.

        The distributions miss the chances that two and three people agree by a little; the mean is corrected for what
        it moves with them.
        """
        slopes = np.linalg.lstsq(self.missed - self.missed.mean(axis=0), rates - rates.mean(), rcond=None)[0]
        return float(np.clip(rates.mean() - self.missed.mean(axis=0) @ slopes, 0.0, 1.0))


def change_given_votes(model: Dirichlet, rows: NDArray[np.integer], size: int) -> Floats:
    """For items with these votes (items × the classes of the model), the chance that a new panel elects another label.

    Panels beyond 60 are taken as 60.
    """
    votes = np.asarray(rows, dtype=np.float64)
    best = votes == votes.max(axis=1, keepdims=True)
    share = best / best.sum(axis=1, keepdims=True)
    won = winning(posterior_urn(votes + model.parameters, min(size, LARGE)))
    return np.asarray(np.clip(1 - (won * share).sum(axis=1), 0.0, 1.0))


def spread_items(model: Dirichlet, points: int = _POINTS) -> Floats:
    """Label distributions spread evenly through the Dirichlet, points × classes; the same every time.

    Gamma quantiles, normalised; where small parameters make all of them vanish, the item is unanimous.
    """
    a = model.parameters
    dimensions = len(a)
    points = max(_FEWEST, min(points, _CELLS // dimensions))
    if dimensions == 1:
        return np.ones((points, 1))
    # Points of the unit cube: a Kronecker sequence, which beyond a few dimensions leaves holes; then seeded draws.
    golden = 2.0
    for _ in range(60):
        golden = (1 + golden) ** (1 / (dimensions + 1))
    even = (0.5 + np.arange(1, points + 1)[:, None] * golden ** -np.arange(1, dimensions + 1)) % 1.0
    if dimensions > _FLAT:
        even = np.random.default_rng(0).random((points, dimensions))
    sizes = gammaincinv(a, np.clip(even, 1e-12, 1 - 1e-12))
    total = sizes.sum(axis=1, keepdims=True)
    leader: Integers = np.argmax(np.log(np.clip(even, 1e-12, 1)) / a, axis=1)
    spread = sizes / np.maximum(total, 1e-300)
    alone = np.flatnonzero(total[:, 0] <= 1e-200)
    spread[alone] = 0.0
    spread[alone, leader[alone]] = 1.0
    return np.asarray(spread)
