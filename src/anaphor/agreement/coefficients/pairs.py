"""Pairs of annotators: on how many items they meet, on how many they agree, and what chance would give.

Davies & Fleiss (1982), the paper's formula 3, is a mean over pairs, so that a κ of any panel, group or single
annotator follows from three tables, annotators × annotators.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.errors import InputError

Float = NDArray[np.float64]

MAX_ANNOTATORS = 5_000
"""Largest panel whose pairs are tabulated (three tables of 200 MB)."""
_DENSE_CELLS = 20_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairTables:
    """Three tables, annotators × annotators, symmetric, zero on the diagonal."""

    shared: Float
    """Items that both labelled."""
    apart: Float
    """Disagreement summed over these items: how many they label differently, or the distance."""
    chance: Float
    """Disagreement expected of each pair, from the distributions that both use over all their labels."""

    def kappa(self, weights: Float | None = None) -> tuple[float, float]:
        """Observed and expected disagreement of all pairs, each weighing by its shared items (and by `weights`)."""
        weight = self.shared if weights is None else self.shared * weights
        total = float(weight.sum())
        if total == 0:
            return float("nan"), float("nan")
        apart = self.apart if weights is None else self.apart * weights
        return float(apart.sum()) / total, float((weight * self.chance).sum()) / total


def distributions(matrix: LabelMatrix) -> Float:
    """The share of each class in each annotator's labels, annotators × classes; zeros for one without labels."""
    given = np.maximum(matrix.labels_per_annotator, 1)
    return np.asarray(matrix.usage / given[:, None])


def pair_tables(matrix: LabelMatrix, distance: Float | None = None) -> PairTables:
    """The pair tables of a matrix, under a distance (None: nominal)."""
    matrix.need_annotators("a table of pairs")
    size = len(matrix.annotators)
    if size > MAX_ANNOTATORS:
        raise InputError(f"{size:,} annotators make too many pairs; {MAX_ANNOTATORS:,} is the most")
    seen, equal = _meetings(matrix)
    shared = _hollow(seen)
    share = distributions(matrix)
    if distance is None:
        return PairTables(shared=shared, apart=_hollow(seen - equal), chance=_hollow(1 - share @ share.T))
    apart = _weighted_meetings(matrix, distance)
    return PairTables(shared=shared, apart=_hollow(apart), chance=_hollow(share @ distance @ share.T))


def _meetings(matrix: LabelMatrix) -> tuple[Float, Float]:
    """Items that each two share, and items that they label alike."""
    people, rows = len(matrix.annotators), len(matrix.items)
    if people * rows <= _DENSE_CELLS:
        table = matrix.table
        seen = _product((table >= 0).astype(np.float32), None)
        alike = [(table == number).astype(np.float32) for number in _used(matrix)]
        return seen, sum((_product(each, None) for each in alike), np.zeros((people, people)))
    return _sparse_meetings(matrix, matrix.item.astype(np.int64), rows), _sparse_meetings(
        matrix, matrix.item.astype(np.int64) * len(matrix.classes) + matrix.label, rows * len(matrix.classes)
    )


def _sparse_meetings(matrix: LabelMatrix, row: NDArray[np.int64], rows: int) -> Float:
    from scipy.sparse import csr_array

    ones = np.ones(matrix.size, np.float64)
    table = csr_array((ones, (row, matrix.annotator)), shape=(rows, len(matrix.annotators)))
    return np.asarray((table.T @ table).toarray())


def _weighted_meetings(matrix: LabelMatrix, distance: Float) -> Float:
    table, people = matrix.table, len(matrix.annotators)
    total = np.zeros((people, people))
    for number in _used(matrix):
        mine = (table == number).astype(np.float32)
        far = np.where(table >= 0, distance[number][table], 0.0)
        total += _product(mine, far)
    return total


def _product(one: NDArray[np.float32], two: Float | None) -> Float:
    # Whole numbers below 2²⁴ are exact in single precision, which is twice as fast.
    exact = two is None and one.shape[0] < 1 << 24
    return np.asarray(one.T @ one if exact else one.T.astype(np.float64) @ (one if two is None else two), np.float64)


def _used(matrix: LabelMatrix) -> list[int]:
    return [int(number) for number in np.flatnonzero(np.bincount(matrix.label, minlength=len(matrix.classes)))]


def _hollow(table: Float) -> Float:
    hollow = np.array(table, np.float64)
    np.fill_diagonal(hollow, 0.0)
    return hollow
