"""Coefficients from votes per item, with holes: observed agreement, Fleiss κ, Gwet AC1 and AC2, Brennan–Prediger.

With missing labels they follow Gwet (2014, *Handbook of Inter-Rater Reliability*, 4th ed., sections 2.4 and 3.5): the
observed agreement is the mean over the items with two labels or more, the distribution of classes the mean over the
items with a label, and every item weighs the same.
"""

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.coefficient import Coefficient, corrected, emptiness, undefined
from anaphor.agreement.coefficients.distances import checked
from anaphor.agreement.coefficients.pooled import BRENNAN_PREDIGER, FLEISS, GWET, PERCENT, Pooled, Votes
from anaphor.agreement.labels.matrix import LabelMatrix

Float = NDArray[np.float64]


def pooled(kind: Pooled, matrix: LabelMatrix, distance: Float | None = None, *, name: str | None = None) -> Coefficient:
    """A coefficient of this family for a matrix."""
    empty = emptiness(matrix)
    if empty:
        return undefined(name or kind.name, empty)
    table = None if distance is None else checked(distance, len(matrix.classes))
    sums = kind.features(Votes.of(matrix.counts), table).sum(0, keepdims=True)
    observed, expected = kind.disagreements(sums, table)
    return corrected(name or kind.name, float(observed[0]), float(expected[0]), matrix)


def observed_agreement(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """A_o: the chance that two annotators of an item agree, averaged over items; no correction for chance.

    A_o = (1/N) Σ_j Σ_c n_jc (n_jc − 1) / (n_j (n_j − 1)). With a distance: one minus the mean distance.
    """
    return pooled(PERCENT, matrix, distance)


def fleiss_kappa(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """κ of Fleiss (1971): one distribution of classes for all annotators, A_e = Σ_c p_c².

    With a distance it is weighted, A_e = Σ_cd p_c p_d (1 − δ_cd) (Gwet 2014).
    """
    return pooled(FLEISS, matrix, distance)


def gwet_ac1(matrix: LabelMatrix) -> Coefficient:
    """AC1 of Gwet (2008): A_e = Σ_c p_c (1 − p_c) / (C − 1)."""
    return _several(matrix, "gwet_ac1") or pooled(GWET, matrix, name="gwet_ac1")


def gwet_ac2(matrix: LabelMatrix, distance: Float) -> Coefficient:
    """AC2 of Gwet (2014): AC1 under a distance, A_e = Σ(1 − δ) / (C (C − 1)) · Σ_c p_c (1 − p_c)."""
    return _several(matrix, "gwet_ac2") or pooled(GWET, matrix, distance, name="gwet_ac2")


def brennan_prediger(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """Brennan & Prediger (1981), also Bennett's S and Randolph's free κ: A_e = 1/C; with a distance Σ(1 − δ)/C²."""
    return _several(matrix, "brennan_prediger") or pooled(BRENNAN_PREDIGER, matrix, distance)


def pabak(matrix: LabelMatrix) -> Coefficient:
    """Prevalence- and bias-adjusted κ (Byrt et al. 1993): 2 A_o − 1, for two classes."""
    if len(matrix.classes) != 2:
        reason = f"it is defined for two classes, and there are {len(matrix.classes)}: see brennan_prediger"
        return undefined("pabak", reason)
    return pooled(BRENNAN_PREDIGER, matrix, name="pabak")


def _several(matrix: LabelMatrix, name: str) -> Coefficient | None:
    """These coefficients count the classes that could be chosen: with one there is nothing to correct."""
    if len(matrix.classes) > 1:
        return None
    return undefined(name, emptiness(matrix) or "there is one class only, and chance needs two to choose from")
