"""Labels that are numbers: whether they are quantities or codes, the intraclass correlation, and α of ratios."""

import numpy as np

from anaphor.agreement.coefficients.distances import ratio, ratio_between, ratio_sum
from anaphor.agreement.coefficients.pooled import (
    Coefficient,
    Float,
    Moments,
    Pooled,
    alpha_custom,
    alpha_interval,
    alpha_nominal,
    corrected,
    emptiness,
    undefined,
)
from anaphor.answers import MAX_CLASSES, LabelMatrix, Scale
from anaphor.text import message

MANY = 11
"""Numbers above which exact equality is hardly what is meant: a scale from 0 to 10 has so many."""
_NEAR = 0.15
"""By how much α of numbers exceeds α of classes where labels that differ lie near each other: codes do not."""


def scale_of(matrix: LabelMatrix) -> Scale:
    """The scale that is stated; for many numbers without one, whether they are quantities.

    They are where some are not whole, where they are more than classes ever are, or where people who differ give near
    numbers; else they are codes.
    """
    if matrix.scale is not Scale.NOMINAL or matrix.values is None or len(matrix.classes) <= MANY:
        return matrix.scale
    if len(matrix.classes) > MAX_CLASSES or any(value % 1 for value in matrix.values):
        return Scale.INTERVAL
    near, same = alpha_interval(matrix).value, alpha_nominal(matrix).value
    return Scale.INTERVAL if near is not None and same is not None and near > same + _NEAR else Scale.NOMINAL


def are_quantities(matrix: LabelMatrix) -> bool:
    """Whether labels are numbers whose mean says more than their majority: an interval scale, or many numbers."""
    scale = scale_of(matrix)
    if scale is Scale.ORDINAL:
        return matrix.values is not None and len(matrix.classes) > MANY
    return scale in (Scale.INTERVAL, Scale.RATIO) and matrix.values is not None


def _icc_features(moments: Moments) -> Float:
    """[has a pair, votes, their squares, sum, sum of squares, squared sum per vote]."""
    paired = moments.weight**2 > moments.squares
    between = np.divide(moments.first**2, moments.weight, out=np.zeros_like(moments.first), where=paired)
    columns = (np.ones(len(paired)), moments.weight, moments.weight**2, moments.first, moments.second, between)
    return np.column_stack([np.where(paired, column, 0.0) for column in columns])


def _icc(sums: Float, distance: Float | None) -> tuple[Float, Float]:
    """The variance within items, and within and between them."""
    items, votes, squares, first, second, between = sums.T
    within = np.maximum(second - between, 0.0) / np.maximum(votes - items, 1e-300)
    free = np.maximum(items - 1, 1e-300)
    mean_square = (between - first**2 / np.maximum(votes, 1e-300)) / free
    usual = np.maximum((votes - squares / np.maximum(votes, 1e-300)) / free, 1e-300)
    return within, (mean_square - within) / usual + within


ICC = Pooled(name="icc_1", features=lambda votes, _: votes.total, disagreements=_icc, moments=_icc_features)


def icc_1(matrix: LabelMatrix) -> Coefficient:
    """ICC(1) of Shrout & Fleiss (1979): the share of the variance of single labels that lies between items."""
    empty = emptiness(matrix) or (message("agreement-reason-no-numbers") if matrix.values is None else None)
    if empty:
        return undefined("icc_1", empty)
    observed, expected = _icc(_icc_features(Moments.of(matrix)).sum(0, keepdims=True), None)
    return corrected("icc_1", float(observed[0]), float(expected[0]), matrix, distance=True)


TABULATED = 2_000
"""Classes up to which distances between any two of them are tabulated unasked (32 MB)."""


def alpha_ratio(matrix: LabelMatrix) -> Coefficient:
    """α with δ² = ((x − y)/(x + y))²; the labels must be numbers from zero up."""
    name = "krippendorff_alpha_ratio"
    if matrix.values is None:
        return undefined(name, emptiness(matrix) or message("agreement-reason-no-numbers"))
    if min(matrix.values) < 0:
        return undefined(name, message("agreement-reason-negative"))
    if len(matrix.classes) <= TABULATED:
        return alpha_custom(matrix, ratio(np.array(matrix.values)), name=name)
    empty = emptiness(matrix)
    if empty:
        return undefined(name, empty)
    votes, order = matrix.votes_per_item, np.argsort(matrix.item, kind="stable")
    item, label = matrix.item[order], matrix.label[order]
    values, labels, apart = np.array(matrix.values), float(votes[votes > 1].sum()), 0.0
    # Labels of an item stand side by side: pairs that are 1, 2, 3 … places apart.
    for places in range(1, int(votes.max())):
        pair = np.flatnonzero(item[places:] == item[:-places])
        far = ratio_between(values[label[pair + places]], values[label[pair]])
        apart += 2 * float((far / (votes[item[pair]] - 1)).sum())
    uses = np.bincount(label[votes[item] > 1], minlength=len(values)).astype(np.float64)
    chance = ratio_sum(values, uses) / (labels * (labels - 1))
    return corrected(name, apart / labels, chance, matrix, distance=True)
