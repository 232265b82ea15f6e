"""Labels that are numbers: whether they are quantities or codes, and the intraclass correlation."""

import numpy as np

from anaphor.agreement.coefficients.pooled import (
    Coefficient,
    Float,
    Moments,
    Pooled,
    alpha_interval,
    alpha_nominal,
    corrected,
    emptiness,
    undefined,
)
from anaphor.agreement.labels.labelling import Scale
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.text import message

MANY = 11
"""Numbers above which exact equality is hardly what is meant: a scale from 0 to 10 has so many."""
_NEAR = 0.15
"""By how much α of numbers exceeds α of classes where labels that differ lie near each other: codes do not."""


def scale_of(matrix: LabelMatrix) -> Scale:
    """The scale that is stated; for many numbers without one, whether they are quantities.

    They are where some are not whole, or where people who differ give near numbers; else they are codes.
    """
    if matrix.scale is not Scale.NOMINAL or matrix.values is None or len(matrix.classes) <= MANY:
        return matrix.scale
    if any(value % 1 for value in matrix.values):
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
