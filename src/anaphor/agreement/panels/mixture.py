"""What votes say about the mixture of label distributions behind them.

Two answers. The Dirichlet–multinomial takes one Dirichlet distribution of label distributions over items. It says what
panels of any size would do from two numbers per item on; near the ceiling, and when wrong votes spread over many
classes, it overstates change. Use it for speed and as a second opinion, not as the answer.

The most likely mixture assumes nothing. P votes per item fix its moments up to P only, so that a rate about larger
panels is not one number: `identified_range` gives all rates of mixtures that are nearly as likely as the best. The
log-likelihood of weights on a support is concave, so that its maximum, and the maximum of it plus a multiple of a
rate, can be found and certified: a constrained Newton method (Wang 2007) adds the points that promise most, solves a
small quadratic problem and drops the points that fell to nothing. How far the best is away is known at every step.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, prod

import numpy as np
from numpy.typing import NDArray
from scipy import special
from scipy.linalg import lapack
from scipy.optimize import nnls

from anaphor.agreement.panels.support import Support, leader_kept, pattern_likelihood, support_of
from anaphor.agreement.panels.urn import (
    Floats,
    Integers,
    Profiles,
    compositions,
    draw_panels,
    posterior_urn,
    profiles,
    winning,
)
from anaphor.agreement.panels.winning import LARGE, fresh_at, ideal_at, level_wins, wins_of
from anaphor.statistics import along_columns, along_rows, gram

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
_STEPS = 100
"""Most Newton steps."""
_STARTS, _WARMING = 30, 20
"""Points that the search starts from beside the best of each pattern, and steps of expectation–maximisation on them."""
_BLOCKS = 24
"""At each step the best point of each of so many parts of the support is tried."""
_LEAST = 1e-300
_TRIES = 16
"""Most values of the multiplier that are tried for one end of a range."""
_WORK = 1.5e9
"""Rough number of multiplications that the likelihood may cost; votes of a larger problem are thinned."""
_DRAWS, _DRAWN = 40, 400_000
"""Sub-panels drawn from each item where votes are thinned, and in all."""
_SMOOTH = 200
"""Steps from a flat mixture towards the most likely one."""


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
    logs = -special.betaln(float(a.sum()), size) - np.log(size)
    seen = np.where(panels > 0, -special.betaln(a, np.maximum(panels, 1)) - np.log(np.maximum(panels, 1)), 0.0)
    chance = np.exp(seen.sum(axis=1) - logs)
    best = panels == panels.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    second = winning(posterior_urn(a + panels, size))
    return float(max(0.0, 1 - chance @ (shares * second).sum(axis=1)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DirichletSpread:
    """Label distributions spread through a Dirichlet distribution, ready for panels of any size."""

    model: Dirichlet
    support: Support
    missed: Floats
    """How much more often two and three people agree on each of them than on the whole."""

    @classmethod
    def of(cls, model: Dirichlet, points: int = _POINTS) -> "DirichletSpread":
        """Distributions spread evenly, the same every time; the smaller shares of each are taken as alike.

        Gamma quantiles, normalised; where small parameters make all of them vanish, the item is unanimous.
        """
        a, dimensions = model.parameters, len(model.parameters)
        points = max(_FEWEST, min(points, _CELLS // dimensions))
        # Points of the unit cube: a Kronecker sequence, which beyond a few dimensions leaves holes; then seeded draws.
        golden = 2.0
        for _ in range(60):
            golden = (1 + golden) ** (1 / (dimensions + 1))
        even = (0.5 + np.arange(1, points + 1)[:, None] * golden ** -np.arange(1, dimensions + 1)) % 1.0
        if dimensions > _FLAT:
            even = np.random.default_rng(0).random((points, dimensions))
        sizes = special.gammaincinv(a, np.clip(even, 1e-12, 1 - 1e-12))
        total = sizes.sum(axis=1, keepdims=True)
        leader: Integers = np.argmax(np.log(np.clip(even, 1e-12, 1)) / a, axis=1)
        spread = sizes / np.maximum(total, 1e-300)
        alone = np.flatnonzero(total[:, 0] <= 1e-200)
        spread[alone] = 0.0
        spread[alone, leader[alone]] = 1.0
        ordered = np.ones((points, 1)) if dimensions == 1 else -np.sort(-spread, axis=1)
        times, alike = np.ones(ordered.shape, dtype=np.int64), dimensions - _OWN
        if alike > 1:
            ordered = np.concatenate([ordered[:, :_OWN], ordered[:, _OWN:].mean(axis=1, keepdims=True)], axis=1)
            times = times[:, : _OWN + 1]
            times[:, -1] = alike
        support = Support(shares=ordered, times=times)
        missed = []
        for people in (2, 3):
            # How often so many people all give the same label: on each distribution, and on the whole.
            steps = np.arange(people)
            own = (a[:, None] + steps).prod(axis=1).sum()
            whole = own / (a.sum() + steps).prod()
            missed.append((support.times * support.shares**people).sum(axis=1) - whole)
        return cls(model=model, support=support, missed=np.column_stack(missed))

    def changes(self, size: int) -> tuple[float, float]:
        """The rates against a fresh and against an infinite panel; for a large one, over every second distribution."""
        some, kept = self, np.arange(0, len(self.support), 2)
        if size > LARGE:
            some = replace(self, support=self.support.taken(kept), missed=self.missed[kept])
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Likelihood:
    """What votes say about weights on a support."""

    table: Floats
    """Patterns × points: the chance of each pattern at each point."""
    times: Floats

    def of(self, places: Integers, weights: Floats) -> float:
        """The log-likelihood of weights on some of the points."""
        return float(self.times @ np.log(np.maximum(along_rows(self.table[:, places], weights), _LEAST)))


Active = tuple[Integers, Floats]
"""Numbers of the few points that have weights, and these, which sum to 1."""


def most_likely(likelihood: Likelihood) -> Floats:
    """The weights of largest likelihood, to within 0.005 of its logarithm."""
    table = likelihood.table
    points = table.shape[1]
    # From weights under which every pattern is possible: the best point of each, and some others, a few steps on.
    some = np.linspace(0, points - 1, min(points, _STARTS)).astype(np.int64)
    places = np.union1d(table.argmax(axis=1), some)
    weights = expected_weights(Likelihood(table=table[:, places], times=likelihood.times), _WARMING)
    kept = weights > 1e-9
    start = (places[kept], weights[kept] / weights[kept].sum())
    places, weights = _climbed(likelihood, np.zeros(points), start, 0.005)
    found = np.zeros(points)
    found[places] = weights
    return found


def expected_weights(likelihood: Likelihood, steps: int) -> Floats:
    """Weights after some steps of expectation–maximisation from equal ones."""
    table, shares = likelihood.table, likelihood.times / likelihood.times.sum()
    weights = np.full(table.shape[1], 1 / table.shape[1])
    for _ in range(steps):
        weights = weights * along_columns(shares / np.maximum(along_rows(table, weights), _LEAST), table)
    return weights


def farthest(likelihood: Likelihood, change: Floats, best: Floats, deficit: float) -> tuple[float, float]:
    """The smallest and the largest mean `change` of all weights whose log-likelihood is at most `deficit` below `best`.

    Weights that maximise log-likelihood + μ · change have the largest change of all that are as likely; μ is tuned
    until the likelihood is as low as allowed.
    """
    used, ends = np.flatnonzero(best), []
    top = likelihood.of(used, best[used])
    for sign in (-1.0, 1.0):
        aim = sign * change
        places, weights = used, best[used]
        inside, outside = (float(aim @ best), 0.0), (np.inf, np.inf)
        least, most, pull = 0.0, np.inf, 8 * max(deficit, 0.25) / max(float(np.ptp(aim)), 1e-9)
        for _ in range(_TRIES):
            places, weights = _climbed(likelihood, pull * aim, (places, weights), 0.03 * max(deficit, 0.1))
            reached, lost = float(aim[places] @ weights), top - likelihood.of(places, weights)
            if lost <= deficit:
                least, inside = pull, max(inside, (reached, lost))
            else:
                most, outside = pull, (reached, lost)
            if abs(lost - deficit) < 0.04 * deficit or most < 1.1 * least or pull > 1e9:
                break
            pull = pull * 5 if np.isinf(most) else float(np.sqrt(least * most)) if least else pull / 6
        end = inside[0]
        # The change at exactly `deficit`: a mixture of the two solutions reaches at least the straight line.
        if not np.isinf(outside[1]) and outside[1] > inside[1]:
            part = min(1.0, max(0.0, (deficit - inside[1]) / (outside[1] - inside[1])))
            end += part * (outside[0] - inside[0])
        ends.append(sign * end)
    return ends[0], ends[1]


def _climbed(likelihood: Likelihood, bonus: Floats, start: Active, tolerance: float) -> Active:
    """Weights that maximise log-likelihood + bonus · weights, to within `tolerance`."""
    table, times = likelihood.table, likelihood.times
    edges = np.unique(np.linspace(0, table.shape[1], _BLOCKS + 1).astype(np.int64))[:-1]
    ends = np.append(edges[1:], table.shape[1])
    places, weights = start
    for _ in range(_STEPS):
        fitted = np.maximum(along_rows(table[:, places], weights), _LEAST)
        slope = along_columns(times / fitted, table) + bonus
        mean = float(slope[places] @ weights)
        # By concavity nothing can be better than here by more than the steepest way up.
        if float(slope.max()) - mean < tolerance:
            break
        best = [edge + int(slope[edge:end].argmax()) for edge, end in zip(edges, ends, strict=True)]
        promising = np.array([place for place in best if slope[place] > mean], dtype=np.int64)
        wider = np.union1d(places, promising)
        padded = np.zeros(len(wider))
        padded[np.searchsorted(wider, places)] = weights
        places, weights = _stepped(likelihood, bonus[wider], (wider, padded), fitted, slope[wider])
    return places, weights


def _stepped(likelihood: Likelihood, bonus: Floats, active: Active, fitted: Floats, slope: Floats) -> Active:
    """One Newton step, shortened until it pays.

    The log-likelihood less (number of items) · Σ weights has its maximum at weights that sum to 1, so that its
    second-order approximation at `fitted` needs no side condition but that weights are not negative.
    """
    places, start = active
    table, times = likelihood.table[:, places], likelihood.times
    root = np.sqrt(times)
    scaled = root[:, None] * table / fitted[:, None]
    bend = gram(np.ascontiguousarray(scaled.T))
    bend.flat[:: len(bend) + 1] += 1e-12 * np.trace(bend)
    factor, _ = lapack.dpotrf(bend, lower=0, clean=1)
    aim = along_columns(2 * root, scaled) + (bonus - float(bonus @ start)) - times.sum()
    turned, _ = lapack.dtrtrs(factor, aim, lower=0, trans=1)
    wanted, _ = nnls(factor, turned, maxiter=50 * len(aim))
    total = float(wanted.sum())
    move = (wanted / total if total > 0 else np.full(len(aim), 1 / len(aim))) - start

    def value(weights: Floats) -> float:
        return float(times @ np.log(np.maximum(along_rows(table, weights), _LEAST)) + bonus @ weights)

    here, gain, length = value(start), float(slope @ move), 1.0
    while length > 1e-9 and value(start + length * move) < here + 0.1 * length * gain:
        length /= 2
    weights = start + length * move
    kept = weights > 1e-12
    return places[kept], weights[kept] / weights[kept].sum()


@dataclass(frozen=True, kw_only=True, eq=False)
class Mixture:
    """What votes say about mixtures of label distributions."""

    classes: int
    likelihood: Likelihood
    """The chance of each pattern at each point, and how many items have it."""
    weights: Floats
    """The most likely mixture: the share of the items at each point. Others may be as likely."""

    @property
    def support(self) -> Support:
        return support_of(self.classes)

    def changes(self, size: int) -> tuple[Floats, Floats]:
        """At each point, the chance that a panel differs from a fresh one, and from an infinite one."""
        wins = wins_of(self.classes, size)
        return fresh_at(self.support, wins), ideal_at(self.support, wins)

    @cached_property
    def smooth(self) -> Floats:
        """A mixture that fits and is as flat as that allows: some steps of expectation–maximisation from a flat one."""
        weights = expected_weights(self.likelihood, _SMOOTH)
        return np.asarray(weights / weights.sum())


def fit_mixture(patterns: Profiles, *, classes: int = 2, seed: int = 0) -> Mixture:
    """The most likely mixture of label distributions over `classes` classes (or as many as an item shows).

    Where patterns are too many and too wide, those of random sub-panels stand for them, with their mean numbers.
    """
    wide = max(2, classes, int(np.count_nonzero(patterns.rows, axis=1).max(initial=1)))
    rows, times = patterns.rows, patterns.times.astype(np.float64)
    if _effort(rows, wide) > _WORK:
        size = int(np.median(np.repeat(patterns.votes, patterns.times)))
        while True:
            size = max(3, size * 2 // 3)
            rows, times = sub_panels(patterns, size, seed=seed)
            if size == 3 or _effort(rows, wide) <= _WORK:
                break
    likelihood = Likelihood(table=pattern_likelihood(rows, support_of(wide)), times=times)
    return Mixture(classes=wide, likelihood=likelihood, weights=most_likely(likelihood))


def sub_panels(patterns: Profiles, size: int, *, seed: int = 0) -> tuple[Integers, Floats]:
    """Patterns with at most `size` votes and their mean numbers: those themselves, or of sub-panels drawn at random."""
    if int(patterns.votes.max(initial=0)) <= size:
        return patterns.rows, patterns.times.astype(np.float64)
    draws = max(1, min(_DRAWS, _DRAWN // int(patterns.times.sum())))
    many = np.repeat(patterns.rows, patterns.times * draws, axis=0)
    drawn = profiles(draw_panels(many, np.minimum(many.sum(axis=1), size), np.random.default_rng(seed)))
    return drawn.rows, drawn.times / draws


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


def _effort(rows: Integers, classes: int) -> float:
    """Multiplications for the likelihood: all ways to share out counts among levels."""
    points, levels = support_of(classes).shares.shape
    alone = int(support_of(classes).times.max()) == 1
    ways = 0.0
    for row in rows:
        _, many = np.unique(row[row > 0], return_counts=True)
        if alone:
            ways += float(prod(int(each + 1) for each in many) * (len(many) + 1))
        else:
            ways += float(prod(int(each + 1) * int(each + 2) // 2 for each in many))
    return float(ways * points * levels)
