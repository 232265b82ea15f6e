"""Coefficients in which each annotator has a distribution of his own, or there are two: Cohen, Scott, Davies & Fleiss.

With missing labels, the observed agreement is taken over the pairs of annotators who share an item, and each one's
distribution over all his labels. Taking it over the shared items only is badly biased where they are few.

Also coefficients of weighted tables, in which an item or annotator may count several times, or not at all. An
annotator who counts twice does not agree with himself: pairs of one and the same annotator are left out.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from anaphor.agreement.coefficients import distances
from anaphor.agreement.coefficients.pooled import (
    NO_CHANCE,
    NO_NAMES,
    NO_PAIR,
    Coefficient,
    Measure,
    Moments,
    Pooled,
    Votes,
    corrected,
    emptiness,
    observed_agreement,
    undefined,
)
from anaphor.answers import LabelMatrix
from anaphor.errors import InputError
from anaphor.statistics import crossed_products, narrow
from anaphor.text import Message, message

Float = NDArray[np.float64]

MAX_ANNOTATORS = 5_000
"""Largest panel whose pairs are tabulated (three tables of 200 MB)."""
_DENSE_CELLS = 1 << 24
"""Cells of a table that is multiplied densely, in single precision: whole numbers up to this are exact in it."""
_ONE_HOT = 20_000_000
"""Cells of a complete table spelt out by class that is multiplied at once."""
_FILLED = 0.1
"""Share of a table that must be filled for a dense product to pay."""


def distributions(matrix: LabelMatrix) -> Float:
    """The share of each class in each annotator's labels, annotators × classes; zeros for one without labels."""
    given = np.maximum(matrix.labels_per_annotator, 1)
    return matrix.usage / given[:, None]


def pair_tables(matrix: LabelMatrix) -> tuple[Float, Float, Float]:
    """Items that two annotators both labelled, items that they label differently, disagreement expected of them.

    Tables of annotators × annotators, zero on the diagonal. What is expected follows from the distributions that both
    use over all their labels. Davies & Fleiss (1982), the paper's formula 3, is a mean over pairs, so that a κ of any
    panel or single annotator follows from these tables.
    """
    matrix.need_annotators("pairs")
    people = len(matrix.annotators)
    if people > MAX_ANNOTATORS:
        raise InputError("agreement-many-pairs", annotators=people, most=MAX_ANNOTATORS)
    alike, shared = meetings(matrix)
    share = distributions(matrix)
    apart, chance = shared - alike, np.asarray(1 - share @ share.T)
    for table in (shared, apart, chance):
        np.fill_diagonal(table, 0.0)
    return shared, apart, chance


def meetings(matrix: LabelMatrix) -> tuple[Float, Float]:
    """On how many items each two annotators gave the same label, and how many both labelled."""
    people, rows, classes = len(matrix.annotators), len(matrix.items), len(matrix.classes)
    if matrix.complete and matrix.size * classes <= _ONE_HOT:
        # Labels lie item by item, so that a complete table is only a matter of its shape.
        small = np.uint8 if classes <= 256 else np.int32
        labels = matrix.label.astype(small).reshape(rows, 1, people)
        given = (labels == np.arange(classes, dtype=small)[:, None]).astype(np.float32).reshape(-1, people)
        alike = crossed_products(given, given).astype(np.float64)
        return alike, np.full_like(alike, rows)
    if people * rows <= _DENSE_CELLS and matrix.size >= _FILLED * people * rows:
        used = np.flatnonzero(np.bincount(matrix.label, minlength=classes))
        alike = sum((_dense_meetings(matrix.table == number) for number in used), np.zeros((people, people)))
        return alike, _dense_meetings(matrix.table >= 0)
    item, ones = matrix.item.astype(np.int64), np.ones(matrix.size)
    votes = csr_array((ones, (item * classes + matrix.label, matrix.annotator)), shape=(rows * classes, people))
    seen = csr_array((ones, (item, matrix.annotator)), shape=(rows, people))
    return np.asarray((votes.T @ votes).toarray()), np.asarray((seen.T @ seen).toarray())


def _dense_meetings(marked: NDArray[np.bool_]) -> Float:
    """On how many items (rows) each two annotators (columns) are both marked."""
    single = marked.astype(np.float32)
    return np.asarray(single.T @ single, np.float64)


def davies_fleiss_kappa(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """κ of Davies & Fleiss (1982), formula 3 of Bregeon et al. (2019); also known as Conger's (1980).

    A_o is the mean over pairs of annotators, A_e the mean over pairs of Σ_c p_mc p_nc. With holes, a pair weighs by
    the items that it shares. With a distance it is the weighted form, δ in the place of [c ≠ d] in both means.
    """
    name = "davies_fleiss_kappa" if distance is None else "davies_fleiss_kappa_weighted"
    empty = emptiness(matrix) or (NO_NAMES if matrix.anonymous else None)
    if empty:
        return undefined(name, empty)
    table = None if distance is None else distances.checked(distance, len(matrix.classes))
    apart, pairs = _observed(matrix.counts, table)
    if matrix.complete:
        return corrected(name, apart / pairs, _complete_chance(matrix, table), matrix)
    # Mean over pairs by shared items, item by item: no table of pairs, so memory grows with the labels only.
    ends = np.concatenate(([0], np.cumsum(matrix.votes_per_item)))
    who = csr_array((np.ones(matrix.size), matrix.annotator, ends), shape=(len(matrix.items), len(matrix.annotators)))
    share = distributions(matrix)
    table = distances.nominal(len(matrix.classes)) if table is None else table
    summed = np.asarray(who @ share)
    alone = np.einsum("mc,mc->m", share @ table, share) @ matrix.labels_per_annotator
    expected = (float(np.einsum("jc,jc->", summed @ table, summed)) - float(alone)) / pairs
    return corrected(name, apart / pairs, expected, matrix)


def conger_kappa(matrix: LabelMatrix) -> Coefficient:
    """Conger's κ (1980) as Gwet (2014) computes it with holes: items and annotators weigh the same.

    Equal to Davies & Fleiss's on complete tables. With holes at random it is the less certain of the two; where
    harder items were given more annotators it is the less biased one.
    """
    empty = emptiness(matrix) or (NO_NAMES if matrix.anonymous else None)
    if empty:
        return undefined("conger_kappa", empty)
    apart = 1 - (observed_agreement(matrix).value or 0.0)
    return corrected("conger_kappa", apart, _complete_chance(matrix, None), matrix)


def _observed(counts: NDArray[np.int64], distance: Float | None) -> tuple[float, float]:
    """Disagreement summed over ordered pairs that share an item, and their number."""
    votes = counts @ np.ones(counts.shape[1], np.int64)
    pairs = float((votes * (votes - 1)).sum())
    if distance is None:
        return float((votes * votes).sum() - np.einsum("jc,jc->", counts, counts)), pairs
    return float(np.einsum("jc,jc->", counts @ distance, counts)), pairs


def _complete_chance(matrix: LabelMatrix, distance: Float | None) -> float:
    """Mean over pairs without a loop over pairs: (Σ_m p_m)² less what each contributes with himself."""
    share = distributions(matrix)
    people = int((matrix.labels_per_annotator > 0).sum())
    total = share.sum(0)
    table = distances.nominal(len(matrix.classes)) if distance is None else distance
    crossed = float(total @ table @ total) - float(np.einsum("mc,mc->", share @ table, share))
    return crossed / (people * (people - 1))


def cohen_kappa(matrix: LabelMatrix) -> Coefficient:
    """κ of Cohen (1960) for two annotators."""
    problem = _not_two(matrix)
    return undefined("cohen_kappa", problem) if problem else replace(davies_fleiss_kappa(matrix), name="cohen_kappa")


def scott_pi(matrix: LabelMatrix) -> Coefficient:
    """π of Scott (1955) for two annotators: A_e = Σ_c p_c², p over all labels of both. For more, see Fleiss."""
    problem = _not_two(matrix)
    if problem:
        return undefined("scott_pi", problem)
    table = distances.nominal(len(matrix.classes))
    apart, pairs = _observed(matrix.counts, table)
    share = matrix.counts.sum(0) / matrix.size
    return corrected("scott_pi", apart / pairs, float(share @ table @ share), matrix)


def _not_two(matrix: LabelMatrix) -> Message | None:
    if matrix.anonymous:
        return NO_NAMES
    if len(matrix.annotators) != 2:
        return message("agreement-reason-two-only", count=len(matrix.annotators))
    return emptiness(matrix) or (None if (matrix.votes_per_item == 2).any() else NO_PAIR)


MAX_FEATURES = 600
"""Kinds of features beyond which the sums are not kept item by item (ordinal α of more than 33 classes)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Weights:
    """How often items and annotators count; None: once."""

    items: Float | None = None
    annotators: Float | None = None
    _shares: list[tuple[Float, Float]] = field(default_factory=list)

    def shares(self, matrix: LabelMatrix) -> tuple[Float, Float]:
        """Each annotator's distribution over the classes, and how many labels it rests on; several need the same."""
        if not self._shares:
            usage = matrix.usage.astype(np.float64)
            if self.items is not None:
                size = len(matrix.annotators) * len(matrix.classes)
                flat = np.bincount(matrix.usage_cell, weights=self.items[matrix.item], minlength=size)
                usage = np.asarray(flat, np.float64).reshape(usage.shape)
            given = usage.sum(1)
            self._shares.append((usage / np.where(given > 0, given, 1.0)[:, None], given))
        return self._shares[0]


WeightedDisagreements = Callable[[LabelMatrix, Weights, Votes, Float | None], tuple[float, float]]
"""Observed and expected disagreement under weights and a distance."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Estimable:
    """A coefficient that can be had for weighted items and annotators, hence with an interval."""

    measure: Measure
    pooled: Pooled | None = None
    """Its two functions, if it needs votes only."""
    distance: Float | None = None
    """The distance between labels, if it is not nominal."""
    own_marginals: WeightedDisagreements | None = None
    """For a κ in which each annotator has a distribution of his own: its disagreements under weights."""
    least: float = -1.0
    """No value of a complete table lies below this; where holes bring a value lower, its interval goes with it."""
    most: float = 1.0

    @property
    def weightless(self) -> bool:
        """Whether it is a function of labels only, which knows no weights."""
        return self.pooled is None and self.own_marginals is None

    def of_sums(self, sums: Float) -> Float:
        """The value for each row of sums of features; nan where it is not defined."""
        return np.full(len(sums), np.nan) if self.pooled is None else self.pooled.values(sums, self.distance)

    def weighted(self, matrix: LabelMatrix, weights: Weights, votes: "SharedVotes | None" = None) -> float:
        """The value under weights; nan where it is not defined.

        A function that knows no weights gets items as often as they count, and annotators who count at all.
        """
        known = votes or SharedVotes(matrix, weights.annotators)
        features = known.features(self)
        if features is not None:
            sums = known.summed(features) if weights.items is None else weights.items @ features
            return float(self.of_sums(sums[None, :])[0])
        if self.own_marginals is not None:
            observed, expected = self.own_marginals(matrix, weights, known.votes, self.distance)
            return 1 - observed / expected if expected > NO_CHANCE else np.nan
        part = (
            matrix
            if weights.items is None
            else matrix.drawn(np.repeat(np.arange(weights.items.size), weights.items.astype(np.int64)))
        )
        part = part if weights.annotators is None else part.take(annotators=np.flatnonzero(weights.annotators))
        value = self.measure(part).value
        return np.nan if value is None else value


class SharedVotes:
    """Votes under weights of annotators, and what coefficients made of them: several need the same features."""

    def __init__(self, matrix: LabelMatrix, annotators: Float | None = None) -> None:
        self._matrix, self._annotators = matrix, annotators
        self._known: dict[tuple[object, int], Float] = {}
        self._sums: dict[int, tuple[Float, Float]] = {}

    def summed(self, features: Float) -> Float:
        """The sums of features, which several coefficients share."""
        if id(features) not in self._sums:
            self._sums[id(features)] = (features, features.sum(0))
        return self._sums[id(features)][1]

    @cached_property
    def votes(self) -> Votes:
        return weighted_votes(self._matrix, self._annotators)

    def features(self, kind: Estimable) -> Float | None:
        """What each item contributes to a coefficient; None if the coefficient is no function of sums of that."""
        size = len(self._matrix.classes)
        if kind.pooled is None or (kind.pooled.quadratic and size * (size + 1) / 2 > MAX_FEATURES):
            return None
        if kind.pooled.moments is not None:
            return kind.pooled.moments(Moments.of(self._matrix, self._annotators))
        # The distance is compared by identity: coefficients of one table share it, and it lives as long as they do.
        key = (kind.pooled.features, id(kind.distance))
        if key not in self._known:
            self._known[key] = kind.pooled.features(self.votes, kind.distance)
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
    by_item, by_person = _all(weights.items, matrix.items), _all(weights.annotators, matrix.annotators)
    pairs = float(by_item @ votes.pairs)
    if pairs <= 0:
        return np.nan, np.nan
    share, given = weights.shares(matrix)
    if matrix.complete:  # everybody labelled every item, so that one row of shares holds for all of them
        crossed_products = float(by_item.sum() * _apart((by_person @ share)[None, :], distance)[0])
    else:
        ends = np.concatenate(([0], np.cumsum(matrix.votes_per_item)))
        shape = (len(matrix.items), len(matrix.annotators))
        who = csr_array((by_person[matrix.annotator], matrix.annotator, ends), shape=shape)
        crossed_products = float(by_item @ _apart(np.asarray(who @ share), distance))
    alone = float((_apart(share, distance) * by_person**2) @ given)
    return float(by_item @ votes.apart(distance)) / pairs, (crossed_products - alone) / pairs


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
    share, given = weights.shares(matrix)
    by_person = _all(weights.annotators, matrix.annotators) * (given > 0)
    pairs = votes.pairs
    paired = (pairs > 0) * by_item
    people = float(by_person.sum() ** 2 - (by_person**2).sum())
    if paired.sum() <= 0 or people <= 0:
        return np.nan, np.nan
    apart = votes.apart(distance) / np.where(pairs > 0, pairs, 1.0)
    table = distances.nominal(len(matrix.classes)) if distance is None else distance
    total = by_person @ share
    alone = float(np.einsum("mc,mc->m", share @ table, share) @ by_person**2)
    return float(paired @ apart) / float(paired.sum()), (float(total @ table @ total) - alone) / people


def _all(weights: Float | None, names: tuple[str, ...]) -> Float:
    return np.ones(len(names)) if weights is None else weights
