"""Coefficients of agreement, and those of them that need votes per item, not who voted.

Every coefficient of this family is a smooth function of sums over items. The same two functions, what each item
contributes and the value from the sums, give the value (sum over all items), the bootstrap (weighted sums, a thousand
at a time) and the analytic interval (the gradient).

With missing labels they follow Gwet (2014, *Handbook of Inter-Rater Reliability*, 4th ed., sections 2.4 and 3.5): the
observed agreement is the mean over the items with two labels or more, the distribution of classes the mean over the
items with a label, and every item weighs the same. In Krippendorff's α = 1 − D_o/D_e (2011, *Computing Krippendorff's
alpha-reliability*) items with one label do not count, and every other label weighs the same.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.distances import checked, ordinal
from anaphor.answers import LabelMatrix
from anaphor.statistics import crossed_products, narrow
from anaphor.text import Message, message

Float = NDArray[np.float64]

NO_PAIR = message("agreement-reason-no-pair")
ONE_CLASS = message("agreement-reason-one-class")
ONE_ANNOTATOR = message("agreement-reason-one-annotator")
NO_LABEL = message("agreement-reason-no-label")
NO_NAMES = message("agreement-reason-no-names")
NO_CHANCE = 1e-15
"""Disagreement expected by chance up to which there is none: marginals of one class leave rounding of this size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """A measure of agreement, corrected for chance unless it is `observed_agreement` itself."""

    name: str
    """Its name, as in the JSON output."""
    value: float | None
    """1 for full agreement, 0 for what chance gives; None when it is not defined."""
    reason: Message | None = None
    observed: float | None = None
    """Observed agreement (for distances beyond 1, as interval ones: observed disagreement, see `distance`)."""
    expected: float | None = None
    """Agreement expected by chance (or disagreement, see `distance`)."""
    distance: bool = False
    """True when `observed` and `expected` are disagreements."""
    items: int = 0
    """Items that counted: those with two labels or more."""
    labels: int = 0


Measure = Callable[[LabelMatrix], Coefficient]
"""Anything that makes a coefficient of a matrix."""


def undefined(name: str, reason: Message) -> Coefficient:
    return Coefficient(name=name, value=None, reason=reason)


def emptiness(matrix: LabelMatrix) -> Message | None:
    """The reason why no coefficient at all can be had, or None."""
    if matrix.size == 0:
        return NO_LABEL
    if matrix.votes_per_item.max() > 1:  # an annotator labels an item once: there are two of them
        return None
    alone = not matrix.anonymous and int((matrix.labels_per_annotator > 0).sum()) < 2
    return ONE_ANNOTATOR if alone else NO_PAIR


def corrected(
    name: str, observed: float, expected: float, matrix: LabelMatrix, *, distance: bool = False
) -> Coefficient:
    """1 − D_o/D_e from two disagreements; undefined, with the reason, where chance leaves no disagreement."""
    shown = (observed, expected) if distance else (1 - observed, 1 - expected)
    votes, labels = matrix.votes_per_item, matrix.size
    if votes.min() < 2:
        votes = votes[votes > 1]
        labels = int(votes.sum())
    nothing = expected <= NO_CHANCE
    return Coefficient(
        name=name,
        value=None if nothing else 1 - observed / expected,
        reason=ONE_CLASS if nothing else None,
        observed=shown[0],
        expected=shown[1],
        distance=distance,
        items=votes.size,
        labels=labels,
    )


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
        return np.asarray(np.einsum("jc->j", self.total))

    @cached_property
    def squares(self) -> Float:
        return self.per_item if self.squared is self.total else np.asarray(np.einsum("jc->j", self.squared))

    @cached_property
    def pairs(self) -> Float:
        """Ordered pairs of different annotators on each item, by weight."""
        return self.per_item**2 - self.squares

    @cached_property
    def different(self) -> Float:
        """How many of these pairs disagree, per item."""
        return np.asarray(self.per_item**2 - np.einsum("jc,jc->j", self.total, self.total))

    def apart(self, distance: Float | None) -> Float:
        """Disagreement of these pairs summed, per item; without a distance, how many disagree."""
        if distance is None:
            return self.different
        return np.asarray(np.einsum("jc,jc->j", narrow(self.total, distance), self.total))


@dataclass(frozen=True, kw_only=True, eq=False)
class Moments:
    """Votes that are numbers, as sums per item: as many rows as items, however many different numbers there are."""

    weight: Float
    """Sum of the weights of the votes."""
    squares: Float
    """Sum of the squared weights."""
    first: Float
    """Weighted sum of the numbers, less their mean over the whole table: so that squares keep their digits."""
    second: Float
    """Weighted sum of their squares."""

    @classmethod
    def of(cls, matrix: LabelMatrix, annotators: Float | None = None) -> "Moments":
        """The sums of a matrix whose classes are numbers, under weights of annotators."""
        numbers = np.array(matrix.values, np.float64)[matrix.label]
        numbers -= numbers.mean() if numbers.size else 0.0
        weight = np.ones(matrix.size) if annotators is None else annotators[matrix.annotator]

        def summed(values: Float) -> Float:
            return np.asarray(np.bincount(matrix.item, weights=values, minlength=len(matrix.items)), np.float64)

        return cls(
            weight=summed(weight),
            squares=summed(weight * weight),
            first=summed(weight * numbers),
            second=summed(weight * numbers * numbers),
        )


def interval_features(moments: Moments) -> Float:
    """[pairable votes, their squares, their disagreement, sum, sum of squares]: Σ (x − y)² is 2 (n Σx² − (Σx)²)."""
    pairs = moments.weight**2 - moments.squares
    paired = pairs > 0
    apart = np.maximum(2 * (moments.weight * moments.second - moments.first**2), 0.0) * moments.weight
    apart = np.divide(apart, pairs, out=np.zeros_like(pairs), where=paired)
    columns = (moments.weight, moments.squares, apart, moments.first, moments.second)
    return np.column_stack([np.where(paired, column, 0.0) for column in columns])


def _interval(sums: Float, distance: Float | None) -> tuple[Float, Float]:
    total = sums[:, 0]
    pairs = np.maximum(total**2 - sums[:, 1], 1e-300)
    return sums[:, 2] / np.maximum(total, 1e-300), 2 * (total * sums[:, 4] - sums[:, 3] ** 2) / pairs


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
    disagreements: Disagreements
    """Observed and expected disagreement from the sums."""
    quadratic: bool = False
    """True when the features grow with the square of the classes."""
    moments: Callable[[Moments], Float] | None = None
    """The features from sums of numbers, where these are all that is needed."""

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


def _by_means(name: str) -> Pooled:
    """A coefficient in which every item weighs the same; what chance does, follows from the shares of the classes."""

    def disagreements(sums: Float, distance: Float | None) -> tuple[Float, Float]:
        observed = sums[:, 1] / np.maximum(sums[:, 0], 1e-300)
        share = sums[:, 3:] / np.maximum(sums[:, 2:3], 1e-300)
        size = share.shape[1]
        if name == "fleiss_kappa":
            return observed, 1 - (share**2).sum(1)
        if name == "brennan_prediger":
            return observed, np.full(len(sums), 1 - size / max(size * size, 1))
        if name == "gwet_ac":
            weight = size if distance is None else size * size - distance.sum()
            return observed, 1 - weight / max(size * (size - 1), 1) * (share * (1 - share)).sum(1)
        return observed, np.ones_like(observed)

    return Pooled(name=name, features=_mean_features, disagreements=disagreements)


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
    # The C for which 2 + C + C(C − 1)/2 is the number of features.
    size = round((math.sqrt(8 * sums.shape[1] - 15) - 1) / 2)
    total, marginals, coincidences = sums[:, 0], sums[:, 2 : 2 + size], sums[:, 2 + size :]
    first, second = np.triu_indices(size, 1)
    apart = ordinal(marginals)[:, first, second]
    expected = 2 * (marginals[:, first] * marginals[:, second] * apart).sum(1)
    pairs = np.maximum(total**2 - sums[:, 1], 1e-300)
    return (coincidences * apart).sum(1) / np.maximum(total, 1e-300), expected / pairs


PERCENT = _by_means("observed_agreement")
FLEISS = _by_means("fleiss_kappa")
GWET = _by_means("gwet_ac")
BRENNAN_PREDIGER = _by_means("brennan_prediger")
ALPHA = Pooled(name="krippendorff_alpha", features=_alpha_features, disagreements=_alpha)
INTERVAL_ALPHA = Pooled(
    name="krippendorff_alpha_interval", features=_alpha_features, disagreements=_interval, moments=interval_features
)
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


def observed_agreement(matrix: LabelMatrix) -> Coefficient:
    """A_o: the chance that two annotators of an item agree, averaged over items; no correction for chance.

    A_o = (1/N) Σ_j Σ_c n_jc (n_jc − 1) / (n_j (n_j − 1)).
    """
    return pooled(PERCENT, matrix)


def fleiss_kappa(matrix: LabelMatrix) -> Coefficient:
    """κ of Fleiss (1971): one distribution of classes for all annotators, A_e = Σ_c p_c²."""
    return pooled(FLEISS, matrix)


def gwet_ac1(matrix: LabelMatrix) -> Coefficient:
    """AC1 of Gwet (2008): A_e = Σ_c p_c (1 − p_c) / (C − 1)."""
    return _several(matrix, "gwet_ac1") or pooled(GWET, matrix, name="gwet_ac1")


def gwet_ac2(matrix: LabelMatrix, distance: Float) -> Coefficient:
    """AC2 of Gwet (2014): AC1 under a distance, A_e = Σ(1 − δ) / (C (C − 1)) · Σ_c p_c (1 − p_c)."""
    return _several(matrix, "gwet_ac2") or pooled(GWET, matrix, distance, name="gwet_ac2")


def brennan_prediger(matrix: LabelMatrix) -> Coefficient:
    """Brennan & Prediger (1981), also Bennett's S and Randolph's free κ: A_e = 1/C."""
    return _several(matrix, "brennan_prediger") or pooled(BRENNAN_PREDIGER, matrix)


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


def alpha_nominal(matrix: LabelMatrix) -> Coefficient:
    """α with δ² = 1 for any two different labels."""
    return alpha_custom(matrix, None, name="krippendorff_alpha_nominal")


def alpha_ordinal(matrix: LabelMatrix) -> Coefficient:
    """α with the ordinal metric: how many labels stand between two classes, in the order of `classes`."""
    name = "krippendorff_alpha_ordinal"
    empty = emptiness(matrix)
    if empty:
        return undefined(name, empty)
    # The coincidence matrix, classes × classes: o_ck = Σ_j n_jc (n_jk − [c = k]) / (n_j − 1).
    counts, votes = _pairable(matrix.counts, matrix.votes_per_item)
    kept = counts / (votes - 1)[:, None]
    together = crossed_products(kept, counts.astype(np.float64))
    together.ravel()[:: len(together) + 1] -= kept.sum(0)
    marginals = together.sum(1)
    metric = ordinal(marginals)
    total = float(marginals.sum())
    observed = float(np.vdot(together, metric)) / total
    expected = float(marginals @ metric @ marginals) / (total * (total - 1))
    return corrected(name, observed, expected, matrix, distance=True)


def alpha_interval(matrix: LabelMatrix) -> Coefficient:
    """α with δ² = (x − y)²; the labels must be numbers."""
    name = "krippendorff_alpha_interval"
    if matrix.values is None:
        return undefined(name, emptiness(matrix) or message("agreement-reason-no-numbers"))
    empty = emptiness(matrix)
    if empty:
        return undefined(name, empty)
    # Sums per item, about the mean so that squares keep their digits: Σ (x − y)² over pairs is 2 (n Σx² − (Σx)²).
    votes, numbers = matrix.votes_per_item, np.array(matrix.values)[matrix.label]
    numbers -= numbers.sum() / matrix.size
    first, second = (np.bincount(matrix.item, each, len(votes)) for each in (numbers, numbers * numbers))
    if votes.min() < 2:
        votes, first, second = (each[votes > 1] for each in (votes, first, second))
    total = int(votes.sum())
    apart = float(((votes * second - first * first) / (votes - 1)).sum())
    chance = total * float(second.sum()) - float(first.sum()) ** 2
    return corrected(name, max(2 * apart, 0.0) / total, 2 * chance / (total * (total - 1)), matrix, distance=True)


def alpha_custom(
    matrix: LabelMatrix, distance: Float | None, *, name: str = "krippendorff_alpha_custom"
) -> Coefficient:
    """α under a distance table, such as `distance_table(matrix, Distance.JACCARD)`."""
    table = None if distance is None else checked(distance, len(matrix.classes))
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
    counts, votes = _pairable(counts, counts.sum(1))
    marginals = counts.sum(0).astype(np.float64)
    total = float(marginals.sum())
    # Σ_j n_j − Σ_c n_jc (n_jc − 1)/(n_j − 1) without a table of floats: this is the hot path.
    agreeing = float(((np.vecdot(counts, counts) - votes) / (votes - 1)).sum())
    chance = float(marginals @ marginals)
    return 1 - agreeing / total, (total**2 - chance) / (total * (total - 1))


def _pairable(counts: NDArray[np.int64], votes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The votes per class, and in all, of the items that have two or more."""
    if votes.min(initial=2) > 1:
        return counts, votes
    return counts[votes > 1], votes[votes > 1]
