"""Wide tables, either way round; votes per class; two annotators crossed. What was recognised is said in the notes."""

import math
from itertools import chain

import numpy as np

from anaphor.agreement.labels.cells import labels_in, odd_labels, whole
from anaphor.agreement.labels.grid import Grid, label_grid, without_foreign
from anaphor.agreement.labels.labelling import Column, Labelling, numbered
from anaphor.agreement.labels.matrix import LabelMatrix, from_columns, from_counts
from anaphor.agreement.labels.settings import (
    ANNOTATOR_WORDS,
    GOLD_WORDS,
    ITEM_WORDS,
    Layout,
    ReadingSettings,
    plain_word,
    says_annotator,
)
from anaphor.agreement.labels.table import TextTable
from anaphor.agreement.wording import remark
from anaphor.errors import ContentError

_NEAR, _ERRORS = 0.25, 2.5
"""Sums of rows of votes vary less than a quarter as much as independent columns would make them, or less by so many
standard errors."""


def read_wide(table: TextTable, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from a wide table; what its rows and columns are is found from names and sizes, and said."""
    if settings.layout is Layout.CONTINGENCY or (settings.layout is None and _crossed(table)):
        return _contingency(table)
    grid = label_grid(table, settings)
    votes = settings.layout is Layout.COUNTS or (settings.layout is None and _are_votes(grid, bool(table.names)))
    if votes:
        return _from_votes(grid, settings)
    layout = settings.layout or _orientation(grid)
    kept = without_foreign(grid, settings) if layout is Layout.ITEMS and settings.layout is None else grid
    matrix = grid_matrix(kept, layout, settings)
    if table.names and not _named(grid) and _named_by_labels(kept):
        matrix = matrix.noting(remark("header_of_labels", row=", ".join(filter(None, table.names))))
    if len(kept.columns) == 1 and plain_word(kept.columns[0]) in GOLD_WORDS:
        return matrix.noting(remark("verdict_alone", column=kept.columns[0]))
    if settings.layout or _named(grid):
        return matrix
    return matrix.noting(remark("maybe_votes" if _whole_numbers(kept) else "which_way_round"))


def _orientation(grid: Grid) -> Layout:
    """Whether rows are items or annotators: by the names of columns, otherwise there are more items."""
    if plain_word(grid.row_word) in ANNOTATOR_WORDS:
        return Layout.ANNOTATORS
    if plain_word(grid.row_word) in ITEM_WORDS:
        return Layout.ITEMS
    plain = [plain_word(name) for name in grid.columns]
    if sum(map(says_annotator, grid.columns)) > len(plain) / 2:
        return Layout.ITEMS
    if sum(name in ITEM_WORDS for name in plain) > len(plain) / 2:
        return Layout.ANNOTATORS
    return Layout.ITEMS if len(grid.rows) >= len(grid.columns) else Layout.ANNOTATORS


def _named(grid: Grid) -> bool:
    """Whether names say what rows and columns are; names of items say it only where the cells cannot be votes."""
    names = (grid.row_word, *grid.columns)
    known = any(plain_word(name) in ITEM_WORDS for name in names)
    return any(map(says_annotator, names)) or (known and not _whole_numbers(grid))


def _named_by_labels(grid: Grid) -> bool:
    """Whether the columns are called as labels are: then the first row may be no header but the first item."""
    names = set(filter(None, grid.columns))
    return bool(names) and names <= set(chain.from_iterable(grid.cells))


def _whole_numbers(grid: Grid) -> bool:
    """Whether every cell could be a number of votes for one of several classes, and some cells are more than one."""
    if len(grid.columns) < 2:
        return False
    numbers = [whole(cell) for row in grid.cells for cell in row]
    return all(number is not None for number in numbers) and max((number or 0 for number in numbers), default=0) > 1


def _are_votes(grid: Grid, headed: bool) -> bool:
    """Whether cells count votes per class instead of holding labels.

    The votes of an item add up to the number of its voters, so that what one class gets another lacks: the sums of
    rows are equal, or vary much less than columns that know nothing of each other would make them. Labels of
    annotators who agree at all do the contrary.
    """
    if any(map(says_annotator, (grid.row_word, *grid.columns))) or not _whole_numbers(grid):
        return False
    votes = np.array([[whole(cell) or 0 for cell in row] for row in grid.cells], np.float64)
    totals = votes.sum(axis=1)
    apart = float(votes.var(axis=0).sum())
    if apart == 0 or float(np.median(totals)) < 2:
        return False
    unnamed = not headed or all(name.isdigit() for name in grid.columns)
    if float(totals.var()) == 0:
        return len(totals) >= (5 if unnamed else 3)
    empty = bool((votes == 0).any(axis=1).mean() > 0.5) and len(grid.columns) <= len(totals)
    near = max(_NEAR, 1 - _ERRORS * math.sqrt(2 / (len(totals) - 1))) if len(totals) > 1 else _NEAR
    return empty and len(totals) >= (16 if unnamed else 8) and float(totals.var()) < near * apart


def grid_matrix(grid: Grid, layout: Layout, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from the cells with labels."""
    width = len(grid.columns)
    labels = labels_in(numbered(chain.from_iterable(grid.cells)), settings)
    kept = np.flatnonzero(~labels.gone)
    if kept.size == 0:
        raise grid.file.impossible("every label is missing", todo="See which cells count as missing: --missing.")
    row = Column(codes=(kept // width).astype(np.int32), names=_unique(grid))
    column = Column(codes=(kept % width).astype(np.int32), names=grid.columns)
    by_items = layout is not Layout.ANNOTATORS
    item, annotator = (row, column) if by_items else (column, row)
    label = Column(codes=labels.column.codes[kept], names=labels.column.names)
    try:
        matrix = from_columns(item, annotator, label, settings.labelling)
    except ContentError as error:
        raise grid.file.impossible(error.what, todo=error.todo) from error
    key = "read_items" if by_items else "read_annotators"
    said = remark(key, rows=len(grid.rows), columns=len(grid.columns))
    return matrix.noting(said, *grid.notes, *labels.remarks, *odd_labels(matrix.classes))


def _unique(grid: Grid) -> tuple[str, ...]:
    seen: set[str] = set()
    for name, line in zip(grid.rows, grid.lines, strict=True):
        if name in seen:
            raise grid.file.impossible(f"two rows are called {name!r}", line=line)
        seen.add(name)
    return grid.rows


def _from_votes(grid: Grid, settings: ReadingSettings) -> LabelMatrix:
    if len(grid.columns) < 2:
        raise grid.file.error(
            f"votes need a column for each class, and there is only {grid.columns[0]!r}",
            line=grid.lines[0],
            todo="If each row holds one label, leave --layout out or say --layout long.",
        )
    votes = np.zeros((len(grid.rows), len(grid.columns)), np.int64)
    for number, (row, line) in enumerate(zip(grid.cells, grid.lines, strict=True)):
        for place, cell in enumerate(row):
            count = 0 if cell in settings.missing else whole(cell)
            if count is None:
                raise grid.file.error(
                    f"{cell!r} is no number of votes",
                    line=line,
                    field=grid.columns[place],
                    todo="Votes are whole numbers from 0; if the cells are labels, say --layout items or long.",
                )
            votes[number, place] = count
    if not votes.any():
        raise grid.file.impossible("there is no vote in the table")
    totals = votes.sum(axis=1)
    key = "read_counts_equal" if totals.min() == totals.max() else "read_counts"
    said = remark(
        key, items=len(grid.rows), classes=len(grid.columns), fewest=int(totals.min()), most=int(totals.max())
    )
    names, classes = _unique(grid), _class_order(grid, settings)
    matrix = from_counts(
        votes[:, classes],
        items=names,
        classes=tuple(grid.columns[place] for place in classes),
        scale=settings.labelling.scale,
    )
    return matrix.noting(said, *grid.notes, *([] if settings.layout else [remark("maybe_labels")]))


def _class_order(grid: Grid, settings: ReadingSettings) -> list[int]:
    """The columns in the order that the user states, or as they stand."""
    wanted = settings.labelling.classes
    if wanted is None:
        return list(range(len(grid.columns)))
    strange = [name for name in (*grid.columns, *wanted) if name not in grid.columns or name not in wanted]
    if strange:
        raise grid.file.impossible(f"the class {strange[0]!r} is not both in --classes and a column of votes")
    return [grid.columns.index(name) for name in wanted]


def _crossed(table: TextTable) -> bool:
    """Whether the rows are called as the columns are, and hold whole numbers."""
    rows = tuple(table.column(0))
    if not table.names or rows != table.names[1:] or len(rows) < 2:
        return False
    return all(whole(cell) is not None for row in table.rows for cell in row[1:])


def _contingency(table: TextTable) -> LabelMatrix:
    if not _crossed(table):
        raise table.file.error("rows and columns are not called alike, so this is no crossing of two annotators")
    counts = np.array([[whole(cell) or 0 for cell in row[1:]] for row in table.rows], np.int64)
    if not counts.any():
        raise table.file.impossible("there is no item in the crossing")
    cell = np.repeat(np.arange(counts.size), counts.ravel())
    size, items = counts.shape[0], cell.size
    names = tuple(str(number + 1) for number in range(items))
    label = np.stack((cell // size, cell % size), axis=1).ravel().astype(np.int32)
    matrix = from_columns(
        Column(codes=np.repeat(np.arange(items, dtype=np.int32), 2), names=names),
        Column(codes=np.tile(np.arange(2, dtype=np.int32), items), names=("rows", "columns")),
        Column(codes=label, names=tuple(table.names[1:])),
        Labelling(classes=tuple(table.names[1:])),
    )
    return matrix.noting(remark("read_crossed", items=items))
