"""Krippendorff's α: nominal, ordinal, interval, ratio, and under any distance between labels.

α = 1 − D_o/D_e (Krippendorff 2011, *Computing Krippendorff's alpha-reliability*). Items with one label do not count;
every other label weighs the same. Missing labels need nothing special.
"""

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients import distances
from anaphor.agreement.coefficients.coefficient import Coefficient, corrected, emptiness, undefined
from anaphor.agreement.coefficients.pooled import ALPHA, Votes
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.statistics import along_columns, crossed
from anaphor.text import message

Float = NDArray[np.float64]


def alpha_nominal(matrix: LabelMatrix) -> Coefficient:
    """α with δ² = 1 for any two different labels."""
    return _alpha("krippendorff_alpha_nominal", matrix, None)


def alpha_ordinal(matrix: LabelMatrix) -> Coefficient:
    """α with the ordinal metric: how many labels stand between two classes, in the order of `classes`."""
    name = "krippendorff_alpha_ordinal"
    empty = emptiness(matrix)
    if empty:
        return undefined(name, empty)
    together = coincidences(matrix.counts)
    marginals = together.sum(1)
    metric = distances.ordinal(marginals)
    total = float(marginals.sum())
    observed = float((together * metric).sum()) / total
    expected = float(marginals @ metric @ marginals) / (total * (total - 1))
    return corrected(name, observed, expected, matrix, distance=True)


def alpha_interval(matrix: LabelMatrix) -> Coefficient:
    """α with δ² = (x − y)²; the labels must be numbers."""
    name = "krippendorff_alpha_interval"
    if matrix.values is None:
        return undefined(name, emptiness(matrix) or message("agreement-reason-no-numbers"))
    return _alpha(name, matrix, distances.interval(np.array(matrix.values)))


def alpha_ratio(matrix: LabelMatrix) -> Coefficient:
    """α with δ² = ((x − y)/(x + y))²; the labels must be numbers from zero up."""
    name = "krippendorff_alpha_ratio"
    if matrix.values is None:
        return undefined(name, emptiness(matrix) or message("agreement-reason-no-numbers"))
    if min(matrix.values) < 0:
        return undefined(name, message("agreement-reason-negative"))
    return _alpha(name, matrix, distances.ratio(np.array(matrix.values)))


def alpha_custom(matrix: LabelMatrix, distance: Float, *, name: str = "krippendorff_alpha_custom") -> Coefficient:
    """α under a distance table, such as `distances.jaccard(matrix.classes)`."""
    return _alpha(name, matrix, distances.checked(distance, len(matrix.classes)))


def coincidences(counts: NDArray[np.int64]) -> Float:
    """Krippendorff's coincidence matrix, classes × classes: o_ck = Σ_j n_jc (n_jk − [c = k]) / (n_j − 1)."""
    votes = counts.sum(1)
    kept = counts[votes > 1].astype(np.float64)
    weight = 1 / (votes[votes > 1] - 1.0)
    table = crossed(kept * weight[:, None], kept)
    table[np.diag_indices_from(table)] -= along_columns(weight, kept)
    return table


def _alpha(name: str, matrix: LabelMatrix, table: Float | None) -> Coefficient:
    empty = emptiness(matrix)
    if empty:
        return undefined(name, empty)
    observed, expected = alpha_disagreements(matrix.counts, table)
    return corrected(name, observed, expected, matrix, distance=table is not None)


def alpha_disagreements(counts: NDArray[np.int64], table: Float | None) -> tuple[float, float]:
    """D_o and D_e of α from votes per item, items × classes."""
    if table is not None:
        sums = ALPHA.features(Votes.of(counts), table).sum(0, keepdims=True)
        observed, expected = ALPHA.disagreements(sums, table)
        return float(observed[0]), float(expected[0])
    votes = counts @ np.ones(counts.shape[1], np.int64)
    # Σ_j n_j − Σ_c n_jc (n_jc − 1)/(n_j − 1) without a table of floats: this is the hot path.
    same = np.einsum("jc,jc->j", counts, counts) - votes
    paired = votes > 1
    marginals = (counts.sum(0) if paired.all() else counts[paired].sum(0)).astype(np.float64)
    total = float(marginals.sum())
    agreeing = float((same[paired] / (votes[paired] - 1)).sum())
    chance = float(marginals @ marginals)
    return 1 - agreeing / total, (total**2 - chance) / (total * (total - 1))
