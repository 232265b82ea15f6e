"""Coefficients of weighted tables: an item or annotator may count several times, or not at all.

An annotator who counts twice does not agree with himself: pairs of one and the same annotator are left out.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.coefficient import NO_CHANCE, Measure
from anaphor.agreement.coefficients.distances import nominal
from anaphor.agreement.coefficients.kappa import Weighing
from anaphor.agreement.coefficients.pooled import Pooled, Votes
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.statistics import narrow

Float = NDArray[np.float64]

MAX_FEATURES = 600
"""Kinds of features beyond which the sums are not kept item by item (ordinal α of more than 33 classes)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Weights:
    """How often items and annotators count; None: once."""

    items: Float | None = None
    """One weight per item."""
    annotators: Float | None = None
    """One weight per annotator."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Estimable:
    """A coefficient that can be had for weighted items and annotators, hence with an interval."""

    measure: Measure
    """The coefficient of a whole matrix."""
    pooled: Pooled | None = None
    """Its two functions, if it needs votes only."""
    distance: Float | None = None
    """The distance between labels, if it is not nominal."""
    own_marginals: Weighing | None = None
    """For Davies & Fleiss's κ: what weighs the same in it."""
    least: float = -1.0
    """No value of a complete table lies below this; where holes bring a value lower, its interval goes with it."""

    def features(self, votes: Votes) -> Float | None:
        """What each item contributes; None if the coefficient is no function of sums of that."""
        size = votes.total.shape[1]
        if self.pooled is None or (self.pooled.quadratic and size * (size + 1) / 2 > MAX_FEATURES):
            return None
        return self.pooled.features(votes, self.distance)

    def of_sums(self, sums: Float) -> Float:
        """The value for each row of sums of features; nan where it is not defined."""
        if self.pooled is None:
            raise ValueError("this coefficient is no function of sums")
        return self.pooled.values(sums, self.distance)

    def weighted(self, matrix: LabelMatrix, weights: Weights, votes: "SharedVotes | None" = None) -> float:
        """The value under weights; nan where it is not defined. Other kinds know only the weights 0 and 1."""
        known = votes or SharedVotes(weighted_votes(matrix, weights.annotators))
        features = known.features(self)
        if features is not None:
            sums = features.sum(0) if weights.items is None else weights.items @ features
            return float(self.of_sums(sums[None, :])[0])
        if self.own_marginals is not None:
            by_labels = self.own_marginals is Weighing.LABELS
            disagreements = davies_fleiss_disagreements if by_labels else conger_disagreements
            observed, expected = disagreements(matrix, weights, known.votes, self.distance)
            return 1 - observed / expected if expected > NO_CHANCE else np.nan
        part = matrix.take(
            items=None if weights.items is None else np.flatnonzero(weights.items),
            annotators=None if weights.annotators is None else np.flatnonzero(weights.annotators),
        )
        value = self.measure(part).value
        return np.nan if value is None else value


class SharedVotes:
    """Votes, and what coefficients made of them: several need the same features of the items."""

    def __init__(self, votes: Votes) -> None:
        self.votes = votes
        self._known: dict[tuple[object, int], Float | None] = {}

    def features(self, kind: Estimable) -> Float | None:
        """The features that a coefficient needs, computed once for all that need them."""
        if kind.pooled is None:
            return None
        # The distance is compared by identity: coefficients of one table share it, and it lives as long as they do.
        key = (kind.pooled.features, id(kind.distance))
        if key not in self._known:
            self._known[key] = kind.features(self.votes)
        return self._known[key]


def weighted_votes(matrix: LabelMatrix, annotators: Float | None) -> Votes:
    """Votes under weights of annotators."""
    if annotators is None:
        return Votes.of(matrix.counts)
    rows, columns = len(matrix.items), len(matrix.classes)
    cell = matrix.item.astype(np.int64) * columns + matrix.label
    weight = annotators[matrix.annotator]

    def spread(values: Float) -> Float:
        flat = np.bincount(cell, weights=values, minlength=rows * columns)
        return np.asarray(flat, np.float64).reshape(rows, columns)

    total = spread(weight)
    binary = bool(((annotators == 0) | (annotators == 1)).all())
    return Votes(total=total, squared=total if binary else spread(weight * weight))


def davies_fleiss_disagreements(
    matrix: LabelMatrix, weights: Weights, votes: Votes, distance: Float | None
) -> tuple[float, float]:
    """Observed and expected disagreement of Davies & Fleiss's κ under weights; a pair weighs by its shared items."""
    from scipy.sparse import csr_array

    by_item, by_person = _all(weights.items, matrix.items), _all(weights.annotators, matrix.annotators)
    pairs = float(by_item @ votes.pairs)
    if pairs <= 0:
        return np.nan, np.nan
    share, given = _shares(matrix, by_item)
    ends = np.concatenate(([0], np.cumsum(matrix.votes_per_item)))
    shape = (len(matrix.items), len(matrix.annotators))
    who = csr_array((by_person[matrix.annotator], matrix.annotator, ends), shape=shape)
    summed = np.asarray(who @ share)
    crossed = float(by_item @ _apart(summed, distance))
    alone = float((_apart(share, distance) * by_person**2) @ given)
    return float(by_item @ votes.apart(distance)) / pairs, (crossed - alone) / pairs


def _apart(rows: Float, distance: Float | None) -> Float:
    """Σ over two classes of their shares in a row times their distance, one per row."""
    if distance is None:
        return np.asarray(np.einsum("jc->j", rows) ** 2 - np.einsum("jc,jc->j", rows, rows))
    return np.asarray(np.einsum("jc,jc->j", narrow(rows, distance), rows))


def conger_disagreements(
    matrix: LabelMatrix, weights: Weights, votes: Votes, distance: Float | None
) -> tuple[float, float]:
    """The same where items weigh the same in the observed and annotators in the expected disagreement."""
    by_item = _all(weights.items, matrix.items)
    share, given = _shares(matrix, by_item)
    by_person = _all(weights.annotators, matrix.annotators) * (given > 0)
    pairs = votes.pairs
    paired = (pairs > 0) * by_item
    people = float(by_person.sum() ** 2 - (by_person**2).sum())
    if paired.sum() <= 0 or people <= 0:
        return np.nan, np.nan
    apart = votes.apart(distance) / np.where(pairs > 0, pairs, 1.0)
    table = nominal(len(matrix.classes)) if distance is None else distance
    total = by_person @ share
    alone = float(np.einsum("mc,mc->m", share @ table, share) @ by_person**2)
    return float(paired @ apart) / float(paired.sum()), (float(total @ table @ total) - alone) / people


def _all(weights: Float | None, names: tuple[str, ...]) -> Float:
    return np.ones(len(names)) if weights is None else weights


def _shares(matrix: LabelMatrix, by_item: Float) -> tuple[Float, Float]:
    """Each annotator's distribution over the classes under weights of items, and how many labels it rests on."""
    cell = matrix.annotator.astype(np.int64) * len(matrix.classes) + matrix.label
    size = len(matrix.annotators) * len(matrix.classes)
    usage = np.asarray(np.bincount(cell, weights=by_item[matrix.item], minlength=size), np.float64)
    usage = usage.reshape(len(matrix.annotators), len(matrix.classes))
    given = usage.sum(1)
    return usage / np.where(given > 0, given, 1.0)[:, None], given
