"""Coefficients that need votes per item, not who voted: what each item contributes, and the value from the sums.

Every coefficient of this family is a smooth function of sums over items. The same two functions give the value (sum
over all items), the bootstrap (weighted sums, a thousand at a time) and the analytic interval (the gradient).

With missing labels they follow Gwet (2014, *Handbook of Inter-Rater Reliability*, 4th ed., sections 2.4 and 3.5): the
observed agreement is the mean over the items with two labels or more, the distribution of classes the mean over the
items with a label, and every item weighs the same.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.coefficient import NO_CHANCE, Coefficient, corrected, emptiness, undefined
from anaphor.agreement.coefficients.distances import checked, ordinal
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.statistics import narrow
from anaphor.text import message

Float = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Votes:
    """Votes per item and class, possibly weighted by annotator."""

    total: Float
    """Sum of the weights of the votes, items × classes."""
    squared: Float
    """Sum of the squared weights: what an annotator would contribute by agreeing with himself."""

    @classmethod
    def of(cls, counts: NDArray[np.int64]) -> "Votes":
        """Plain votes: every weight is one."""
        total = counts.astype(np.float64)
        return cls(total=total, squared=total)

    @cached_property
    def per_item(self) -> Float:
        """Sum of the weights of each item."""
        return np.asarray(np.einsum("jc->j", self.total))

    @cached_property
    def squares(self) -> Float:
        """Sum of the squared weights of each item."""
        return self.per_item if self.squared is self.total else np.asarray(np.einsum("jc->j", self.squared))

    @cached_property
    def pairs(self) -> Float:
        """Ordered pairs of different annotators on each item, by weight."""
        return np.asarray(self.per_item**2 - self.squares)

    def apart(self, distance: Float | None) -> Float:
        """Disagreement of these pairs summed, per item; without a distance, how many disagree."""
        if distance is None:
            return np.asarray(self.per_item**2 - np.einsum("jc,jc->j", self.total, self.total))
        return np.asarray(np.einsum("jc,jc->j", narrow(self.total, distance), self.total))


Features = Callable[[Votes, Float | None], Float]
"""What each item contributes, items × features, under a distance."""
Disagreements = Callable[[Float, Float | None], tuple[Float, Float]]
"""Observed and expected disagreement from sums of features (batch × features)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooled:
    """A coefficient that needs votes only."""

    name: str
    """Its name, as in the JSON output."""
    features: Features
    """What each item contributes."""
    disagreements: Disagreements
    """Observed and expected disagreement from the sums."""
    quadratic: bool = False
    """True when the features grow with the square of the classes."""

    def values(self, sums: Float, distance: Float | None) -> Float:
        """1 − D_o/D_e for each row of sums; nan where it is not defined."""
        observed, expected = self.disagreements(sums, distance)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(expected > NO_CHANCE, 1 - observed / expected, np.nan)


def _mean_features(votes: Votes, distance: Float | None) -> Float:
    """[has a pair, mean disagreement, has a vote, share of each class]: every item weighs the same (Gwet 2014)."""
    pairs, total = votes.pairs, votes.per_item
    paired, any_vote = pairs > 0, total > 0
    apart = np.divide(votes.apart(distance), pairs, out=np.zeros_like(pairs), where=paired)
    shares = np.divide(votes.total, total[:, None], out=np.zeros_like(votes.total), where=any_vote[:, None])
    return np.column_stack((paired, apart, any_vote, shares))


def _observed(sums: Float) -> Float:
    return np.asarray(sums[:, 1] / np.maximum(sums[:, 0], 1e-300))


def _shares(sums: Float) -> Float:
    return np.asarray(sums[:, 3:] / np.maximum(sums[:, 2:3], 1e-300))


def _percent(sums: Float, distance: Float | None) -> tuple[Float, Float]:
    return _observed(sums), np.ones_like(sums[:, 0])


def _fleiss(sums: Float, distance: Float | None) -> tuple[Float, Float]:
    share = _shares(sums)
    chance = 1 - (share**2).sum(1) if distance is None else ((share @ distance) * share).sum(1)
    return _observed(sums), chance


def _gwet(sums: Float, distance: Float | None) -> tuple[Float, Float]:
    share = _shares(sums)
    size = share.shape[1]
    weight = size if distance is None else size * size - distance.sum()
    chance = weight / max(size * (size - 1), 1) * (share * (1 - share)).sum(1)
    return _observed(sums), 1 - chance


def _brennan_prediger(sums: Float, distance: Float | None) -> tuple[Float, Float]:
    size = sums.shape[1] - 3
    weight = size if distance is None else size * size - distance.sum()
    return _observed(sums), np.full(sums.shape[0], 1 - weight / max(size * size, 1))


def _alpha_features(votes: Votes, distance: Float | None) -> Float:
    """[pairable votes, their squares, their disagreement, votes of each class]: every vote weighs the same."""
    pairs = votes.pairs
    paired = pairs > 0
    total = np.where(paired, votes.per_item, 0.0)
    squares = np.where(paired, votes.squares, 0.0)
    apart = np.divide(votes.apart(distance) * total, pairs, out=np.zeros_like(pairs), where=paired)
    return np.column_stack((total, squares, apart, votes.total * paired[:, None]))


def _alpha(sums: Float, distance: Float | None) -> tuple[Float, Float]:
    total, marginals = sums[:, 0], sums[:, 3:]
    # n (n − 1) of the formula: all pairs of votes but those of a vote with itself.
    pairs = np.maximum(total**2 - sums[:, 1], 1e-300)
    if distance is None:
        return sums[:, 2] / np.maximum(total, 1e-300), (total**2 - (marginals**2).sum(1)) / pairs
    chance = ((marginals @ distance) * marginals).sum(1) / pairs
    return sums[:, 2] / np.maximum(total, 1e-300), chance


def _ordinal_features(votes: Votes, distance: Float | None) -> Float:
    """[pairable votes, their squares, votes of each class, coincidences]: the distance comes with the sums."""
    pairs = votes.pairs
    paired = pairs > 0
    total = np.where(paired, votes.per_item, 0.0)
    squares = np.where(paired, votes.squares, 0.0)
    per_pair = np.divide(total, pairs, out=np.zeros_like(pairs), where=paired)
    first, second = np.triu_indices(votes.total.shape[1], 1)
    coincidences = 2 * votes.total[:, first] * votes.total[:, second] * per_pair[:, None]
    return np.column_stack((total, squares, votes.total * paired[:, None], coincidences))


def _ordinal(sums: Float, distance: Float | None) -> tuple[Float, Float]:
    size = _classes(sums.shape[1])
    total, marginals, coincidences = sums[:, 0], sums[:, 2 : 2 + size], sums[:, 2 + size :]
    first, second = np.triu_indices(size, 1)
    apart = ordinal(marginals)[:, first, second]
    expected = 2 * (marginals[:, first] * marginals[:, second] * apart).sum(1)
    pairs = np.maximum(total**2 - sums[:, 1], 1e-300)
    return (coincidences * apart).sum(1) / np.maximum(total, 1e-300), expected / pairs


def _classes(features: int) -> int:
    """The C for which 2 + C + C(C − 1)/2 is the number of features."""
    return round((math.sqrt(8 * features - 15) - 1) / 2)


PERCENT = Pooled(name="observed_agreement", features=_mean_features, disagreements=_percent)
FLEISS = Pooled(name="fleiss_kappa", features=_mean_features, disagreements=_fleiss)
GWET = Pooled(name="gwet_ac", features=_mean_features, disagreements=_gwet)
BRENNAN_PREDIGER = Pooled(name="brennan_prediger", features=_mean_features, disagreements=_brennan_prediger)
ALPHA = Pooled(name="krippendorff_alpha", features=_alpha_features, disagreements=_alpha)
ORDINAL_ALPHA = Pooled(
    name="krippendorff_alpha_ordinal", features=_ordinal_features, disagreements=_ordinal, quadratic=True
)


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
        return undefined("pabak", message("agreement-reason-two-classes", count=len(matrix.classes)))
    return pooled(BRENNAN_PREDIGER, matrix, name="pabak")


def _several(matrix: LabelMatrix, name: str) -> Coefficient | None:
    """These coefficients count the classes that could be chosen: with one there is nothing to correct."""
    if len(matrix.classes) > 1:
        return None
    return undefined(name, emptiness(matrix) or message("agreement-reason-single-class"))
