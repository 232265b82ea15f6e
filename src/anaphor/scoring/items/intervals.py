"""Intervals of réussite: schemas are drawn, not items, because twins share their text.

Outcomes are 0, 1/m and 1, so that réussite is not a binomial share; Wilson's interval is right only where every item
stands alone and none was left unanswered.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import special

from anaphor import __version__
from anaphor.errors import InputError
from anaphor.provenance import Method, Signature
from anaphor.scoring.items.outcomes import Outcome, OutcomeKind
from anaphor.scoring.settings import IntervalMethod as IntervalMethod
from anaphor.statistics import Interval, bootstrap_sums, only_rounding, student, wilson

SCORE = Method("score", 1)
"""How answers are counted and intervals made. Raise the number whenever a figure changes."""

Float = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How intervals are made."""

    method: IntervalMethod = IntervalMethod.AUTO
    level: float = 0.95
    """Share of such intervals that hold the true value."""
    times: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise InputError("scoring-bad-level", level=str(self.level))
        if not 20 <= self.times <= 1_000_000:
            raise InputError("scoring-bad-times", times=self.times)
        if self.seed < 0:
            raise InputError("scoring-bad-seed", seed=self.seed)

    @property
    def rng(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


USUAL: Sampling = Sampling()
"""How intervals are made where nothing else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEstimate:
    """A mean over items, how sure it is, and out of how many clusters."""

    value: float
    error: float
    """Its standard error, clusters drawn as wholes; nan for a single cluster."""
    interval: Interval
    clusters: int
    """Schemas, passages and lone items."""
    items: int


@dataclass(frozen=True, slots=True)
class Clusters:
    """Sums over clusters: enough for every interval of a mean."""

    sums: Float
    """Sum of the items' values in each cluster."""
    sizes: Float

    @property
    def mean(self) -> float:
        return float(self.sums.sum() / self.sizes.sum())

    @property
    def _pull(self) -> Float:
        """How far each cluster's sum is from what the mean expects of it."""
        return self.sums - self.mean * self.sizes

    @property
    def alike(self) -> bool:
        """Whether no spread is seen: there is one cluster, or all have the same mean but for rounding."""
        return self.sums.size < 2 or only_rounding(self._pull, self.sums)

    @property
    def error(self) -> float:
        """Standard error of the mean when clusters are drawn: √(G/(G−1) Σ(S − R·N)²)/n; nan for one cluster.

        Exactly 0 where all clusters have the same mean: what rounding leaves of it is no spread.
        """
        count = self.sums.size
        if self.alike:
            return math.nan if count < 2 else 0.0
        return math.sqrt(count / (count - 1) * float((self._pull**2).sum())) / float(self.sizes.sum())


def gather(names: Sequence[str], values: Sequence[float]) -> Clusters:
    """The sums of values by the name of their cluster, in the order in which names first occur."""
    if not names:
        raise InputError("scoring-no-item")
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    places = np.array([order[name] for name in names])
    sums, sizes = np.zeros(len(order)), np.zeros(len(order))
    np.add.at(sums, places, np.array(values, np.float64))
    np.add.at(sizes, places, 1.0)
    return Clusters(sums, sizes)


def reussite(outcomes: Sequence[Outcome], sampling: Sampling = USUAL) -> ScoreEstimate:
    """Réussite with its interval."""
    clusters = gather([each.target.cluster for each in outcomes], [float(each.credit) for each in outcomes])
    plain = clusters.sums.size == len(outcomes) and all(each.result is not OutcomeKind.ABSTAINED for each in outcomes)
    if sampling.method is IntervalMethod.WILSON and not plain:
        raise InputError("scoring-no-wilson")
    method = sampling.method
    if method is IntervalMethod.AUTO:
        method = IntervalMethod.WILSON if plain else IntervalMethod.CLUSTER
    made = share(clusters, replace(sampling, method=method))
    if all(each.result is OutcomeKind.ABSTAINED for each in outcomes):
        # What spread there is comes from the numbers of candidates, and says nothing of the respondent.
        return replace(made, interval=equal_clusters(made.value, made.clusters, sampling.level))
    return made


def share(clusters: Clusters, sampling: Sampling) -> ScoreEstimate:
    """A mean between 0 and 1 with its interval."""
    count, level = clusters.sums.size, sampling.level
    if sampling.method is IntervalMethod.WILSON:
        found = wilson(round(float(clusters.sums.sum())), round(float(clusters.sizes.sum())), level)
    elif sampling.method in (IntervalMethod.AUTO, IntervalMethod.CLUSTER):
        found = from_error(clusters.mean, clusters.error, count, level)
    elif clusters.alike:
        found = equal_clusters(clusters.mean, count, level)
    elif sampling.method is IntervalMethod.T:
        found = student(clusters.mean, clusters.error, count - 1, level, method="cluster t")
    else:
        drawn = bootstrap_sums(np.column_stack([clusters.sums, clusters.sizes]), sampling.times, sampling.rng)
        found = middle(drawn[:, 0] / drawn[:, 1], level, "cluster bootstrap")
    return ScoreEstimate(
        value=clusters.mean,
        error=clusters.error,
        interval=found.within(0.0, 1.0),
        clusters=count,
        items=round(float(clusters.sizes.sum())),
    )


def difference(clusters: Clusters, level: float) -> Interval:
    """The interval of a mean difference, which lies between −1 and 1."""
    if clusters.alike:
        other = _unseen(clusters.sums.size, level)
        middle = clusters.mean * (1 - other)
        how = f"{clusters.sums.size} equal clusters"
        return Interval(low=middle - other, high=middle + other, level=level, method=how)
    made = student(clusters.mean, clusters.error, clusters.sums.size - 1, level, method="cluster t")
    return made.within(-1.0, 1.0)


def _unseen(clusters: int, level: float) -> float:
    """The largest share of clusters that may behave otherwise although none of these did (exact)."""
    return 1.0 - float(((1 - level) / 2) ** (1 / clusters))


def equal_clusters(mean: float, clusters: int, level: float) -> Interval:
    """All clusters are alike: the interval that a share of unseen clusters leaves; Clopper & Pearson's when all right.

    >>> shown = equal_clusters(1.0, 30, 0.95)
    >>> round(shown.low, 4), shown.high
    (0.8843, 1.0)
    """
    other = _unseen(clusters, level)
    low, high = mean * (1 - other), mean * (1 - other) + other
    return Interval(low=low, high=high, level=level, method=f"{clusters} equal clusters")


def from_error(
    mean: float, error: float, clusters: int, level: float, method: str = "cluster t, Wilson's form"
) -> Interval:
    """The interval of a mean between 0 and 1 from its standard error: Student's t in Wilson's form.

    Wilson's formula, with the number of independent items that would have this error, and t in the place of z.
    """
    if not error > 0 or not 0 < mean < 1:
        return equal_clusters(mean, clusters, level)
    quantile = float(special.stdtrit(clusters - 1, (1 + level) / 2))
    extra = (quantile * error) ** 2 / (mean * (1 - mean))
    middle = (mean + extra / 2) / (1 + extra)
    half = math.sqrt(mean * (1 - mean) * extra + extra * extra / 4) / (1 + extra)
    return Interval(low=middle - half, high=middle + half, level=level, method=method)


def made_by(estimate: ScoreEstimate, sampling: Sampling) -> Signature:
    """How an estimate was made: over what, by which interval, with which version."""
    drawn = "bootstrap" in estimate.interval.method
    return Signature.of(
        items=estimate.items,
        clusters=estimate.clusters,
        interval=estimate.interval.method,
        level=sampling.level,
        times=sampling.times if drawn else None,
        seed=sampling.seed if drawn else None,
        method=SCORE,
        version=__version__,
    )


def middle(values: Float, level: float, method: str) -> Interval:
    """The middle part of values that were drawn."""
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(low=float(low), high=float(high), level=level, method=method)
