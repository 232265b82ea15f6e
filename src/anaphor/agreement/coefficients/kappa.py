"""Coefficients in which each annotator has a distribution of his own, or there are two: Cohen, Scott, Davies & Fleiss.

With missing labels, the observed agreement is taken over the pairs of annotators who share an item, and each one's
distribution over all his labels. Taking it over the shared items only is badly biased where they are few.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients import distances
from anaphor.agreement.coefficients.coefficient import (
    NO_NAMES,
    NO_PAIR,
    Coefficient,
    corrected,
    emptiness,
    undefined,
)
from anaphor.agreement.coefficients.pooled import observed_agreement
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.errors import InputError
from anaphor.text import Message, message

Float = NDArray[np.float64]

MAX_ANNOTATORS = 5_000
"""Largest panel whose pairs are tabulated (three tables of 200 MB)."""
_DENSE_CELLS = 1 << 24
"""Cells of a table that is multiplied densely, in single precision: whole numbers up to this are exact in it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairTables:
    """Three tables, annotators × annotators, symmetric, zero on the diagonal.

    Davies & Fleiss (1982), the paper's formula 3, is a mean over pairs, so that a κ of any panel or single annotator
    follows from them.
    """

    shared: Float
    """Items that both labelled."""
    apart: Float
    """Items that they label differently."""
    chance: Float
    """Disagreement expected of each pair, from the distributions that both use over all their labels."""


def distributions(matrix: LabelMatrix) -> Float:
    """The share of each class in each annotator's labels, annotators × classes; zeros for one without labels."""
    given = np.maximum(matrix.labels_per_annotator, 1)
    return np.asarray(matrix.usage / given[:, None])


def pair_tables(matrix: LabelMatrix) -> PairTables:
    """The pair tables of a matrix."""
    matrix.need_annotators("pairs")
    people, rows = len(matrix.annotators), len(matrix.items)
    if people > MAX_ANNOTATORS:
        raise InputError("agreement-many-pairs", annotators=people, most=MAX_ANNOTATORS)
    if people * rows <= _DENSE_CELLS:
        used = np.flatnonzero(np.bincount(matrix.label, minlength=len(matrix.classes)))
        shared = _dense_meetings(matrix.table >= 0)
        alike = sum((_dense_meetings(matrix.table == number) for number in used), np.zeros((people, people)))
    else:
        item = matrix.item.astype(np.int64)
        shared = _sparse_meetings(matrix, item, rows)
        alike = _sparse_meetings(matrix, item * len(matrix.classes) + matrix.label, rows * len(matrix.classes))
    share = distributions(matrix)
    apart, chance = shared - alike, np.asarray(1 - share @ share.T)
    for table in (shared, apart, chance):
        np.fill_diagonal(table, 0.0)
    return PairTables(shared=shared, apart=apart, chance=chance)


def _dense_meetings(marked: NDArray[np.bool_]) -> Float:
    """On how many items (rows) each two annotators (columns) are both marked."""
    single = marked.astype(np.float32)
    return np.asarray(single.T @ single, np.float64)


def _sparse_meetings(matrix: LabelMatrix, row: NDArray[np.int64], rows: int) -> Float:
    from scipy.sparse import csr_array

    ones = np.ones(matrix.size, np.float64)
    table = csr_array((ones, (row, matrix.annotator)), shape=(rows, len(matrix.annotators)))
    return np.asarray((table.T @ table).toarray())


class Weighing(StrEnum):
    """What weighs the same in Davies & Fleiss's κ of a table with holes."""

    LABELS = "labels"
    """Two labels of one item: a pair of annotators weighs by the items that it shares."""
    PANEL = "panel"
    """Items in the observed agreement and annotators in the expected one (Gwet 2014, irrCAC's `conger`)."""


def davies_fleiss_kappa(
    matrix: LabelMatrix, distance: Float | None = None, *, weighing: Weighing = Weighing.LABELS
) -> Coefficient:
    """κ of Davies & Fleiss (1982), formula 3 of Bregeon et al. (2019); also known as Conger's (1980).

    A_o is the mean over pairs of annotators, A_e the mean over pairs of Σ_c p_mc p_nc. With holes, a pair weighs by
    the items that it shares. With a distance it is the weighted form, δ in the place of [c ≠ d] in both means.
    """
    name = "davies_fleiss_kappa" if distance is None else "davies_fleiss_kappa_weighted"
    empty = emptiness(matrix) or (NO_NAMES if matrix.anonymous else None)
    if empty:
        return undefined(name, empty)
    table = None if distance is None else distances.checked(distance, len(matrix.classes))
    if weighing is Weighing.PANEL:
        apart = 1 - (observed_agreement(matrix, table).value or 0.0)
        return corrected(name, apart, _complete_chance(matrix, table), matrix)
    apart, pairs = _observed(matrix.counts, table)
    expected = _complete_chance(matrix, table) if matrix.complete else _sparse_chance(matrix, table, pairs)
    return corrected(name, apart / pairs, expected, matrix)


def conger_kappa(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """Conger's κ (1980) as Gwet (2014) computes it with holes: items and annotators weigh the same.

    Equal to Davies & Fleiss's on complete tables. With holes at random it is the less certain of the two; where
    harder items were given more annotators it is the less biased one.
    """
    return replace(davies_fleiss_kappa(matrix, distance, weighing=Weighing.PANEL), name="conger_kappa")


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


def _sparse_chance(matrix: LabelMatrix, distance: Float | None, pairs: float) -> float:
    """Mean over pairs by shared items, item by item: no table of pairs, so memory grows with the labels only."""
    from scipy.sparse import csr_array

    ends = np.concatenate(([0], np.cumsum(matrix.votes_per_item)))
    who = csr_array((np.ones(matrix.size), matrix.annotator, ends), shape=(len(matrix.items), len(matrix.annotators)))
    share = distributions(matrix)
    table = distances.nominal(len(matrix.classes)) if distance is None else distance
    summed = np.asarray(who @ share)
    alone = np.einsum("mc,mc->m", share @ table, share) @ matrix.labels_per_annotator
    return (float(np.einsum("jc,jc->", summed @ table, summed)) - float(alone)) / pairs


def cohen_kappa(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """κ of Cohen (1960) for two annotators; with a distance the weighted κ of Cohen (1968)."""
    name = "cohen_kappa" if distance is None else "cohen_kappa_weighted"
    problem = _not_two(matrix)
    if problem:
        return undefined(name, problem)
    return replace(davies_fleiss_kappa(matrix, distance), name=name)


def scott_pi(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """π of Scott (1955) for two annotators: A_e = Σ_c p_c², p over all labels of both. For more, see Fleiss."""
    problem = _not_two(matrix)
    if problem:
        return undefined("scott_pi", problem)
    table = distances.nominal(len(matrix.classes)) if distance is None else distance
    checked = distances.checked(table, len(matrix.classes))
    apart, pairs = _observed(matrix.counts, checked)
    share = matrix.counts.sum(0) / matrix.size
    return corrected("scott_pi", apart / pairs, float(share @ checked @ share), matrix)


def _not_two(matrix: LabelMatrix) -> Message | None:
    if matrix.anonymous:
        return NO_NAMES
    if len(matrix.annotators) != 2:
        return message("agreement-reason-two-only", count=len(matrix.annotators))
    return emptiness(matrix) or (None if (matrix.votes_per_item == 2).any() else NO_PAIR)
