"""Wide tables, either way round; votes per class; two annotators crossed. What was recognised is said in the notes."""

import math
from itertools import chain

import numpy as np

from anaphor.agreement.labels.grid import Grid, grid_matrix, label_grid, without_foreign
from anaphor.agreement.labels.labelling import Column, Labelling
from anaphor.agreement.labels.matrix import LabelMatrix, from_columns, from_counts
from anaphor.agreement.labels.settings import (
    ANNOTATOR_WORDS,
    GOLD_WORDS,
    ITEM_WORDS,
    LabelLayout,
    LabelSettings,
    plain_word,
    says_annotator,
)
from anaphor.agreement.labels.table import TextTable, whole
from anaphor.text import message

_NEAR, _ERRORS = 0.25, 2.5
"""Sums of rows of votes vary less than a quarter as much as independent columns would make them, or less by so many
standard errors."""


def read_wide(table: TextTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from a wide table; what its rows and columns are is found from names and sizes, and said."""
    if settings.layout is LabelLayout.CONTINGENCY or (settings.layout is None and _crossed(table)):
        return _contingency(table)
    grid = label_grid(table, settings)
    votes = settings.layout is LabelLayout.COUNTS or (settings.layout is None and _are_votes(grid, bool(table.names)))
    if votes:
        return _from_votes(grid, settings)
    layout = settings.layout or _orientation(grid)
    kept = without_foreign(grid, settings) if layout is LabelLayout.ITEMS and settings.layout is None else grid
    matrix = grid_matrix(kept, layout, settings)
    # Columns that are called as labels are: the first row may be no header but the first item.
    names = set(filter(None, kept.columns))
    if table.names and not _named(grid) and names and names <= set(chain.from_iterable(kept.cells)):
        matrix = matrix.noting(message("agreement-header-of-labels", row=", ".join(filter(None, table.names))))
    if len(kept.columns) == 1 and plain_word(kept.columns[0]) in GOLD_WORDS:
        return matrix.noting(message("agreement-verdict-alone", column=kept.columns[0]))
    if settings.layout or _named(grid):
        return matrix
    return matrix.noting(message("agreement-maybe-votes" if _whole_numbers(kept) else "agreement-which-way-round"))


def _orientation(grid: Grid) -> LabelLayout:
    """Whether rows are items or annotators: by the names of columns, otherwise there are more items."""
    if plain_word(grid.row_word) in ANNOTATOR_WORDS:
        return LabelLayout.ANNOTATORS
    if plain_word(grid.row_word) in ITEM_WORDS:
        return LabelLayout.ITEMS
    plain = [plain_word(name) for name in grid.columns]
    if sum(map(says_annotator, grid.columns)) > len(plain) / 2:
        return LabelLayout.ITEMS
    if sum(name in ITEM_WORDS for name in plain) > len(plain) / 2:
        return LabelLayout.ANNOTATORS
    return LabelLayout.ITEMS if len(grid.rows) >= len(grid.columns) else LabelLayout.ANNOTATORS


def _named(grid: Grid) -> bool:
    """Whether names say what rows and columns are; names of items say it only where the cells cannot be votes."""
    names = (grid.row_word, *grid.columns)
    known = any(plain_word(name) in ITEM_WORDS for name in names)
    return any(map(says_annotator, names)) or (known and not _whole_numbers(grid))


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


def _from_votes(grid: Grid, settings: LabelSettings) -> LabelMatrix:
    if len(grid.columns) < 2:
        raise grid.file.error("agreement-votes-in-one-column", line=grid.lines[0], column=repr(grid.columns[0]))
    votes = np.zeros((len(grid.rows), len(grid.columns)), np.int64)
    for number, (row, line) in enumerate(zip(grid.cells, grid.lines, strict=True)):
        for place, cell in enumerate(row):
            count = 0 if cell in settings.missing else whole(cell)
            if count is None:
                raise grid.file.error("agreement-cell-no-votes", line=line, field=grid.columns[place], cell=repr(cell))
            votes[number, place] = count
    if not votes.any():
        raise grid.file.impossible("agreement-no-vote-in-table")
    totals = votes.sum(axis=1)
    equal = "-equal" if totals.min() == totals.max() else ""
    said = message(
        f"agreement-read-counts{equal}",
        items=len(grid.rows),
        classes=len(grid.columns),
        fewest=int(totals.min()),
        most=int(totals.max()),
    )
    names, classes = grid.unique_rows(), settings.labelling.classes or grid.columns
    strange = [name for name in (*grid.columns, *classes) if name not in grid.columns or name not in classes]
    if strange:
        raise grid.file.impossible("agreement-class-no-column", name=repr(strange[0]))
    ordered = votes[:, [grid.columns.index(name) for name in classes]]
    matrix = from_counts(ordered, items=names, classes=classes, scale=settings.labelling.scale)
    return matrix.noting(said, *grid.notes, *([] if settings.layout else [message("agreement-maybe-labels")]))


def _crossed(table: TextTable) -> bool:
    """Whether the rows are called as the columns are, and hold whole numbers."""
    rows = tuple(table.column(0))
    if not table.names or rows != table.names[1:] or len(rows) < 2:
        return False
    return all(whole(cell) is not None for row in table.rows for cell in row[1:])


def _contingency(table: TextTable) -> LabelMatrix:
    if not _crossed(table):
        raise table.file.error("agreement-no-crossing")
    counts = np.array([[whole(cell) or 0 for cell in row[1:]] for row in table.rows], np.int64)
    if not counts.any():
        raise table.file.impossible("agreement-empty-crossing")
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
    return matrix.noting(message("agreement-read-crossed", items=items))
