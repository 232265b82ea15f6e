"""Two annotators crossed: rows are the classes of one, columns those of the other, and cells count items."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from anaphor.answers.cells import whole
from anaphor.answers.labelling import Column, Int64, LabelSettings
from anaphor.answers.matrix import LabelMatrix, from_columns
from anaphor.answers.table import LabelTable, names_both_ways
from anaphor.text import message


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CrossedCounts:
    """The counts of two annotators crossed, sums left out."""

    rows: tuple[str, ...]
    """The classes of one annotator."""
    columns: tuple[str, ...]
    """The classes of the other."""
    counts: Int64
    """Rows × columns."""
    margins: tuple[str, ...]
    """The row and the column that are sums of the others."""


def crossing_in(table: LabelTable) -> CrossedCounts | None:
    """The two annotators that a table crosses: its rows are called as its columns are, and hold whole numbers."""
    if not table.names or table.width < 3:
        return None
    rows, columns = tuple(table.column(0)), tuple(table.names[1:])
    if len(rows) < 2 or len(rows) > 2 * len(columns) + 1 or len({*rows}) < len(rows) or len({*columns}) < len(columns):
        return None
    cells = [[whole(cell or "0") for cell in row[1:]] for row in table.rows]  # a pivot table leaves a cell blank for 0
    if any(None in row for row in cells):
        return None
    counts = np.array(cells, np.int64)
    below, beside = _is_sum(counts), _is_sum(counts.T)
    if not (below and beside):
        # One class may be the sum of the others by accident: a sum on one side alone is called as no class is.
        below, beside = below and rows[-1] not in columns, beside and columns[-1] not in rows
    kept = rows[: len(rows) - below], columns[: len(columns) - beside]
    if not names_both_ways(*kept):
        return None
    margins = dict.fromkeys([*rows[len(kept[0]) :], *columns[len(kept[1]) :]])
    counts = counts[: len(kept[0]), : len(kept[1])]
    return CrossedCounts(rows=kept[0], columns=kept[1], counts=counts, margins=tuple(margins))


def _is_sum(counts: Int64) -> bool:
    """Whether the last row is the sum of those above it."""
    return len(counts) > 2 and bool(counts[-1].any()) and bool((counts[:-1].sum(axis=0) == counts[-1]).all())


def read_crossing(table: LabelTable, crossing: CrossedCounts | None, settings: LabelSettings) -> LabelMatrix:
    """A matrix from two annotators crossed: each count is as many items."""
    if crossing is None:
        raise table.file.error("agreement-no-crossing")
    if not crossing.counts.any():
        raise table.file.impossible("agreement-empty-crossing")
    classes = tuple(dict.fromkeys((*crossing.columns, *crossing.rows)))
    cell = np.repeat(np.arange(crossing.counts.size), crossing.counts.ravel())
    items, width = cell.size, len(crossing.columns)
    names = tuple(str(number + 1) for number in range(items))
    label = np.stack(
        (_places(crossing.rows, classes)[cell // width], _places(crossing.columns, classes)[cell % width]), axis=1
    )
    matrix = from_columns(
        Column(codes=np.repeat(np.arange(items, dtype=np.int32), 2), names=names),
        Column(codes=np.tile(np.arange(2, dtype=np.int32), items), names=("rows", "columns")),
        Column(codes=label.ravel().astype(np.int32), names=classes),
        replace(settings.labelling, classes=settings.labelling.classes or classes),
    )
    said = [message("labels-margins", names=", ".join(crossing.margins))] if crossing.margins else []
    return matrix.noting(message("agreement-read-crossed", items=items), *said)


def _places(names: Sequence[str], classes: Sequence[str]) -> Int64:
    return np.array([classes.index(name) for name in names], np.int64)
