"""Paper 1's table (figure 1): what choosing the higher association gives, threshold by threshold.

The words are paper 1's: *exactitude* is right over answered (paper 2's qualité), *couverture* right over all items
(paper 2's exactitude), *réussite* right over all when what is unanswered is guessed.
"""

from dataclasses import dataclass

import numpy as np

from anaphor.audit.association_choice import Float, Tallies
from anaphor.audit.chance import exact_p
from anaphor.scoring.items import Clusters, IntervalMethod, Sampling, from_counts, share
from anaphor.statistics import Interval, bootstrap_sums, percentile

RESAMPLES = 2_000
"""Bootstrap samples behind the intervals."""
_FEW = 10
"""Schemas below which resampling them says too little; their variance and Student's t stand in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdRow:
    """One line of the table."""

    threshold: float
    """Least lead at which an item is answered; 0 is none."""
    items: int
    """Items answered: the paper's number of items."""
    h: int
    """Right answers."""
    n: int
    """Items that have the shape of the test: the paper's 180."""
    theta: int
    """Abstentions (θ)."""
    exactitude: float | None
    """Right over answered (paper 1's word; paper 2 calls it qualité); None where nothing is answered."""
    couverture: float
    """Right over all items (paper 1's word; paper 2 calls it exactitude)."""
    reussite: float
    """Right over all items when abstentions are guessed."""
    qualite: float | None
    """The same as exactitude here, under paper 2's name."""
    answered: float
    """Share of the items that is answered."""
    exactitude_interval: Interval | None
    """Of exactitude, for other schemas."""
    couverture_interval: Interval
    """Of couverture, for other schemas."""
    reussite_interval: Interval
    """Of réussite, for other schemas."""
    upper: float
    """One-sided upper limit of réussite at the level of the test."""
    p: float
    """How often keys swapped by schema give as many right answers (exact, one-sided)."""


def table(
    tallies: Tallies, rng: np.random.Generator, *, level: float = 0.95, times: int = RESAMPLES
) -> tuple[ThresholdRow, ...]:
    """One row per threshold, with intervals from resampling whole schemas."""
    count = len(tallies.thresholds)
    right = tallies.right[:, 0, :].astype(np.float64)
    features = np.hstack([right, tallies.answered, right + tallies.guessed, tallies.items[:, None]])
    sums = bootstrap_sums(features, times, rng)
    return tuple(
        _row(tallies, number, sums[:, [number, count + number, 2 * count + number, 3 * count]], level)
        for number in range(count)
    )


def _row(tallies: Tallies, number: int, drawn: Float, level: float) -> ThresholdRow:
    """The row of one threshold; `drawn` has right, answered, credit and items of each bootstrap sample."""
    items, right = tallies.items.astype(np.float64), tallies.right[:, 0, number].astype(np.float64)
    answered, guessed = tallies.answered[:, number].astype(np.float64), tallies.guessed[:, number]
    n, h, replied = int(items.sum()), int(right.sum()), int(answered.sum())
    made = from_counts(n, h, n - replied, chance=float(tallies.chance.sum()) / n, guessed=float(guessed.sum()))
    credit, drawn_credit = Clusters(right + guessed, items), drawn[:, 2] / drawn[:, 3]
    asked = answered > 0  # schemas without an answer do not count in right over answered
    with np.errstate(invalid="ignore"):  # a sample without any answered schema has no value
        drawn_right = drawn[:, 0] / drawn[:, 1]
    return ThresholdRow(
        threshold=tallies.thresholds[number],
        items=replied,
        h=h,
        n=n,
        theta=n - replied,
        exactitude=made.qualite,
        couverture=made.exactitude,
        reussite=made.reussite,
        qualite=made.qualite,
        answered=made.answered,
        exactitude_interval=_interval(Clusters(right[asked], answered[asked]), drawn_right, level) if replied else None,
        couverture_interval=_interval(Clusters(right, items), drawn[:, 0] / drawn[:, 3], level),
        reussite_interval=_interval(credit, drawn_credit, level),
        upper=_interval(credit, drawn_credit, 2 * level - 1).high,
        p=exact_p(tallies, number),
    )


def _interval(clusters: Clusters, values: Float, level: float) -> Interval:
    """The middle part of resampled values; by cluster variance where schemas are few or all alike."""
    found = percentile(values, level) if clusters.sums.size >= _FEW and not clusters.alike else None
    if found is None:
        return share(clusters, Sampling(method=IntervalMethod.CLUSTER, level=level)).interval
    return Interval(low=found.low, high=found.high, level=level, method="bootstrap by schema")
