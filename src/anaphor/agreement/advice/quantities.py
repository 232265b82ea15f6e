"""Labels that are quantities: how far the mean of another panel would lie from this one's.

Two people differ by the square root of D_o, the observed disagreement of Krippendorff's interval α, in the root mean
square. Whatever the distributions, the means of two panels of k that share nobody differ by the root of D_o / k.
"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from anaphor.agreement.coefficients.numbers import icc_1
from anaphor.agreement.coefficients.pooled import Float, Moments, interval_features
from anaphor.answers import LabelMatrix

_DRAWS = 200_000
"""Pairs of panels that are drawn in all, for the move that few items exceed."""
_RARE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanChange:
    """How the mean of another panel of `size` people would differ."""

    size: int
    move: float
    """Root mean square of the difference between the means of two panels, in the unit of the labels."""
    low: float
    high: float
    """Ends of its interval: other items and other people."""
    rare: float
    """The difference that one item in twenty exceeds."""
    icc: float | None
    """Share of the variance of a panel's means that lies between items: ICC(1), stepped up to the panel's size."""
    span: float
    """From the smallest to the largest label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanDeviation:
    """One annotator against the others, in the unit of the labels."""

    name: str
    labels: int
    bias: float | None
    """Mean difference to the mean of the others on the same items; None where there is none."""
    spread: float | None
    """Root mean square of that difference."""


def mean_changes(matrix: LabelMatrix, sizes: tuple[int, ...], *, level: float, seed: int) -> tuple[MeanChange, ...]:
    """What panels of these sizes would change, for labels that are numbers; none where no item has two labels."""
    features = interval_features(Moments.of(matrix))
    paired = features[:, 0] > 0
    if not paired.any() or matrix.values is None:
        return ()
    squared, low, high = _squared_difference(matrix, features, level)
    single = icc_1(matrix).value
    span = max(matrix.values) - min(matrix.values)
    return tuple(
        MeanChange(
            size=size,
            move=float(np.sqrt(squared / size)),
            low=float(np.sqrt(low / size)),
            high=float(np.sqrt(high / size)),
            rare=rare_move(matrix, size, np.random.default_rng(seed)),
            icc=None if single is None else max(0.0, size * single / (1 + (size - 1) * single)),
            span=span,
        )
        for size in sizes
    )


def _squared_difference(matrix: LabelMatrix, features: Float, level: float) -> tuple[float, float, float]:
    """D_o, the mean squared difference of two people, and the ends of its interval on the log scale.

    Items and people are left out in turn; the two variances add.
    """
    votes, apart = features[:, 0], features[:, 2]
    whole = float(apart.sum() / votes.sum())
    if whole <= 0:
        return 0.0, 0.0, 0.0
    useful = votes > 0
    items = int(useful.sum())
    error = votes[useful].mean()
    by_items = float(np.sum((apart[useful] - whole * votes[useful]) ** 2)) / (items * max(1, items - 1) * error**2)
    by_people, people = 0.0, 0
    if not matrix.anonymous and int((matrix.labels_per_annotator > 0).sum()) > 2:
        rates = _without_each(matrix, features)
        people = len(rates)
        by_people = (people - 1) / people * float(((rates - rates.mean()) ** 2).sum()) if people else 0.0
    variance = (by_items + by_people) / whole**2
    degrees = (by_items + by_people) ** 2 / max(
        by_items**2 / max(1, items - 1) + by_people**2 / max(1, people - 1), 1e-300
    )
    reach = float(special.stdtrit(max(1.0, degrees), 0.5 + level / 2)) * float(np.sqrt(variance))
    return whole, whole * float(np.exp(-reach)), whole * float(np.exp(min(reach, 50.0)))


def _without_each(matrix: LabelMatrix, features: Float) -> Float:
    """D_o without each annotator in turn: only the items that he labelled change."""
    numbers = np.array(matrix.values, np.float64)[matrix.label]
    numbers -= numbers.mean()
    moments = Moments.of(matrix)
    votes = moments.weight[matrix.item] - 1
    first, second = moments.first[matrix.item] - numbers, moments.second[matrix.item] - numbers**2
    many = votes > 1
    left = np.where(many, 2 * (votes * second - first**2) / np.maximum(votes - 1, 1), 0.0)
    people = len(matrix.annotators)

    def summed(values: Float) -> Float:
        return np.asarray(np.bincount(matrix.annotator, weights=values, minlength=people), np.float64)

    apart = features[:, 2].sum() + summed(left - features[matrix.item, 2])
    labels = features[:, 0].sum() + summed(np.where(many, votes, 0.0) - features[matrix.item, 0])
    known = (labels > 0) & (matrix.labels_per_annotator > 0)
    return np.asarray(np.maximum(apart[known], 0.0) / labels[known])


def rare_move(matrix: LabelMatrix, size: int, rng: np.random.Generator) -> float:
    """The difference of two panels' means that one item in twenty exceeds.

    Panels are drawn from the votes of each item, which are moved away from their mean until their variance is the
    unbiased one. With few votes per item this leans on the other items, for single votes are what differs.
    """
    votes = matrix.votes_per_item
    useful = np.flatnonzero(votes > 1)
    starts = np.concatenate(([0], np.cumsum(votes)))[useful]
    numbers = np.array(matrix.values, np.float64)[matrix.label]
    many = votes[useful]
    chosen = np.resize(np.arange(len(useful)), max(len(useful), _DRAWS // max(1, 2 * size)))
    chosen = chosen[: max(1, 20_000_000 // (2 * size))]
    place = starts[chosen][:, None] + (rng.random((len(chosen), 2 * size)) * many[chosen][:, None]).astype(np.int64)
    drawn = numbers[place]
    apart = (drawn[:, :size].mean(axis=1) - drawn[:, size:].mean(axis=1)) * np.sqrt(many / (many - 1))[chosen]
    return float(np.quantile(np.abs(apart), _RARE))


def mean_deviations(matrix: LabelMatrix) -> tuple[MeanDeviation, ...]:
    """Each annotator's mean and root mean square difference to the others on the same items."""
    numbers = np.array(matrix.values, np.float64)[matrix.label]
    votes = matrix.votes_per_item[matrix.item]
    sums = np.bincount(matrix.item, weights=numbers, minlength=len(matrix.items))[matrix.item]
    shared = votes > 1
    apart = numbers[shared] - (sums[shared] - numbers[shared]) / (votes[shared] - 1)
    who, people = matrix.annotator[shared], len(matrix.annotators)
    many = np.bincount(who, minlength=people)
    bias = np.bincount(who, apart, minlength=people) / np.maximum(many, 1)
    spread = np.sqrt(np.bincount(who, apart**2, minlength=people) / np.maximum(many, 1))
    return tuple(
        MeanDeviation(
            name=name,
            labels=int(matrix.labels_per_annotator[number]),
            bias=float(bias[number]) if many[number] else None,
            spread=float(spread[number]) if many[number] else None,
        )
        for number, name in enumerate(matrix.annotators)
    )


def widest_items(matrix: LabelMatrix, many: int) -> tuple[tuple[str, float], ...]:
    """The items on which people differ most, with the standard deviation of their labels."""
    moments, votes = Moments.of(matrix), matrix.votes_per_item
    within = np.maximum(moments.second - moments.first**2 / np.maximum(votes, 1), 0.0) / np.maximum(votes - 1, 1)
    order = np.argsort(-within, kind="stable")[:many]
    return tuple((matrix.items[place], float(np.sqrt(within[place]))) for place in order.tolist() if within[place] > 0)
