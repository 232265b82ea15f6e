"""Wide tables, either way round; votes per class; two annotators crossed. What was recognised is said in the notes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labelling import Column, Labelling, numbered
from anaphor.agreement.matrix import LabelMatrix, from_columns, from_counts
from anaphor.agreement.reading_long import holes, odd_labels, without_missing
from anaphor.agreement.reading_settings import (
    ANNOTATOR_WORDS,
    COUNT_WORDS,
    GOLD_WORDS,
    ITEM_WORDS,
    Layout,
    ReadingSettings,
    plain_word,
)
from anaphor.agreement.reading_source import LabelFile
from anaphor.agreement.reading_table import TextTable
from anaphor.errors import ContentError

Int64 = NDArray[np.int64]

_GUESS = "No name says which way round the table is: if this is wrong, say --layout items, annotators or counts."


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grid:
    """The part of a wide table that holds labels or votes."""

    file: LabelFile
    """The file."""
    rows: tuple[str, ...]
    """Names of the rows."""
    columns: tuple[str, ...]
    """Names of the columns."""
    cells: tuple[tuple[str, ...], ...]
    """The cells, rows × columns."""
    lines: tuple[int, ...]
    """The line of each row."""
    row_word: str = ""
    """Name of the column that names the rows, if there is one."""
    notes: tuple[str, ...] = ()
    """What was left out, and why."""


def read_wide(table: TextTable, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from a wide table; what its rows and columns are is found from names and sizes."""
    crossed = _crossed(table)
    if settings.layout is Layout.CONTINGENCY or (settings.layout is None and crossed):
        return _contingency(table)
    grid = label_grid(table, settings)
    layout = settings.layout or _votes(grid) or _orientation(grid)
    if layout is Layout.COUNTS:
        return _from_votes(grid, settings)
    matrix = grid_matrix(grid, layout, settings)
    return matrix if settings.layout or _named(grid) else matrix.noting(_GUESS)


def label_grid(table: TextTable, settings: ReadingSettings) -> Grid:
    """The cells with labels, without columns of names, groups, verdicts and frequencies."""
    places, notes = list(range(table.width)), []
    names = table.names or tuple(str(place + 1) for place in places)
    values = [set(table.column(place)) - settings.missing for place in places]
    for place in range(table.width):
        if table.names and plain_word(names[place]) in GOLD_WORDS and len(places) > 2:
            places.remove(place)
            notes.append(f"Column {names[place]!r} was left out: a verdict is nobody's label.")
    row_word, row_names = "", [str(number + 1) for number in range(len(table.rows))]
    while len(places) > 1 and _is_name(names[places[0]] if table.names else "", places, values, len(table.rows)):
        first = places.pop(0)
        distinct = len(values[first]) == len(table.rows)
        if distinct and not row_word:
            row_word, row_names = names[first], table.column(first)
        elif not row_word and len(places) > 1 and _says_name(names[first]) and not _says_name(names[places[0]]):
            # The file's own names; that they are not distinct is an error, which `_unique` reports.
            row_word, row_names = names[first], table.column(first)
        else:
            notes.append(f"Column {names[first]!r} was left out: its values are not labels.")
    rows, lines = list(table.rows), list(table.lines)
    if table.names and plain_word(names[places[-1]]) in COUNT_WORDS and len(places) > 2:
        rows, lines = _repeated(table, places.pop())
        row_names = [str(number + 1) for number in range(len(rows))]
        notes.append(f"Rows were repeated as often as column {names[-1]!r} says.")
    cells = tuple(tuple(row[place] for place in places) for row in rows)
    return Grid(
        file=table.file, rows=tuple(row_names), columns=tuple(names[place] for place in places), cells=cells,
        lines=tuple(lines), row_word=row_word, notes=tuple(notes),
    )  # fmt: skip


def _is_name(name: str, places: Sequence[int], values: Sequence[set[str]], rows: int) -> bool:
    """Whether the first of these columns holds names or groups instead of labels."""
    if _says_name(name):
        return True
    first, others = values[places[0]], [values[place] for place in places[1:]]
    if not first or not others:
        return False
    together: set[str] = set().union(*others)
    shared = any(one & two for number, one in enumerate(others) for two in others[number + 1 : number + 4])
    strange = first.isdisjoint(together) and (shared or len(others) == 1)
    return strange or (len(first) == rows and rows > 3 and len(first) > 2 * len(together))


def _says_name(name: str) -> bool:
    """Whether a column is called `item` or `annotator` or the like, without a number (`Rater1` holds labels)."""
    return name == name.rstrip("0123456789") and plain_word(name) in (*ITEM_WORDS, *ANNOTATOR_WORDS)


def _repeated(table: TextTable, place: int) -> tuple[list[tuple[str, ...]], list[int]]:
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for row, line in zip(table.rows, table.lines, strict=True):
        times = _whole(row[place])
        if times is None:
            raise table.file.error(f"{row[place]!r} is no number of rows", line=line, field=table.names[place])
        rows.extend([row] * times)
        lines.extend([line] * times)
    return rows, lines


def _whole(cell: str) -> int | None:
    """A number of votes, if the cell holds one."""
    try:
        value = float(cell)
    except ValueError:
        return None
    return int(value) if value.is_integer() and 0 <= value < 10_000_000 else None


def _orientation(grid: Grid) -> Layout:
    """Whether rows are items or annotators: by the names of columns, otherwise there are more items."""
    if plain_word(grid.row_word) in ANNOTATOR_WORDS:
        return Layout.ANNOTATORS
    if plain_word(grid.row_word) in ITEM_WORDS:
        return Layout.ITEMS
    plain = [plain_word(name) for name in grid.columns]
    if sum(name in ANNOTATOR_WORDS for name in plain) > len(plain) / 2:
        return Layout.ITEMS
    if sum(name in ITEM_WORDS for name in plain) > len(plain) / 2:
        return Layout.ANNOTATORS
    return Layout.ITEMS if len(grid.rows) >= len(grid.columns) else Layout.ANNOTATORS


def _named(grid: Grid) -> bool:
    """Whether names say what the rows or columns are."""
    known = (*ANNOTATOR_WORDS, *ITEM_WORDS)
    return plain_word(grid.row_word) in known or any(plain_word(name) in known for name in grid.columns)


def _votes(grid: Grid) -> Layout | None:
    """Votes per class, if every row has whole numbers with the same sum and the columns are not annotators."""
    if any(plain_word(name) in ANNOTATOR_WORDS for name in grid.columns) or len(grid.rows) < 3:
        return None
    if all(name.isdigit() for name in grid.columns):
        return None
    numbers = [[_whole(cell) for cell in row] for row in grid.cells]
    if any(number is None for row in numbers for number in row):
        return None
    sums = {sum(number or 0 for number in row) for row in numbers}
    return Layout.COUNTS if len(sums) == 1 and sums.pop() > 1 else None


def grid_matrix(grid: Grid, layout: Layout, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from the cells with labels."""
    width = len(grid.columns)
    label, gone = without_missing(numbered(chain.from_iterable(grid.cells)), settings)
    kept = np.flatnonzero(~gone)
    if kept.size == 0:
        raise grid.file.impossible("every label is missing", todo="See which cells count as missing: --missing.")
    row = Column(codes=(kept // width).astype(np.int32), names=_unique(grid, grid.rows))
    column = Column(codes=(kept % width).astype(np.int32), names=grid.columns)
    by_items = layout is not Layout.ANNOTATORS
    item, annotator = (row, column) if by_items else (column, row)
    try:
        matrix = from_columns(item, annotator, Column(codes=label.codes[kept], names=label.names), settings.labelling)
    except ContentError as error:
        line = None if by_items else grid.lines[0]
        raise grid.file.impossible(error.what, line=line, todo=error.todo) from error
    across = ("item", "annotator") if by_items else ("annotator", "item")
    said = (
        f"Read as a wide table: one row per {across[0]} ({len(grid.rows):,}), "
        f"one column per {across[1]} ({len(grid.columns):,})."
    )
    return matrix.noting(said, *grid.notes, *holes(int(gone.sum())), *odd_labels(matrix.classes))


def _unique(grid: Grid, names: tuple[str, ...]) -> tuple[str, ...]:
    seen: set[str] = set()
    for name, line in zip(names, grid.lines, strict=True):
        if name in seen:
            raise grid.file.impossible(f"two rows are called {name!r}", line=line)
        seen.add(name)
    return names


def _from_votes(grid: Grid, settings: ReadingSettings) -> LabelMatrix:
    votes = np.zeros((len(grid.rows), len(grid.columns)), np.int64)
    for number, (row, line) in enumerate(zip(grid.cells, grid.lines, strict=True)):
        for place, cell in enumerate(row):
            count = 0 if cell in settings.missing else _whole(cell)
            if count is None:
                raise grid.file.error(f"{cell!r} is no number of votes", line=line, field=grid.columns[place])
            votes[number, place] = count
    matrix = from_counts(votes, items=_unique(grid, grid.rows), classes=grid.columns, scale=settings.labelling.scale)
    return matrix.noting("Read as votes per class: one row per item, one column per class.", *grid.notes)


def _crossed(table: TextTable) -> bool:
    """Whether the rows are called as the columns are, and hold whole numbers."""
    rows = tuple(table.column(0))
    if not table.names or rows != table.names[1:] or len(rows) < 2:
        return False
    return all(_whole(cell) is not None for row in table.rows for cell in row[1:])


def _contingency(table: TextTable) -> LabelMatrix:
    if not _crossed(table):
        raise table.file.error("rows and columns are not called alike, so this is no crossing of two annotators")
    counts = np.array([[_whole(cell) or 0 for cell in row[1:]] for row in table.rows], np.int64)
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
    return matrix.noting("Read as two annotators crossed: rows are one, columns the other, cells count items.")
