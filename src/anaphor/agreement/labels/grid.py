"""The part of a wide table that holds labels or votes: names, groups, verdicts and comments are set aside.

Also the tables of Bregeon et al. (2019): header lines, comments with %, one row per annotator, a dot for no label.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from anaphor.agreement.labels.labelling import Column, number_of, numbered
from anaphor.agreement.labels.long import unknown_column, wanted_rows
from anaphor.agreement.labels.matrix import LabelMatrix, from_columns
from anaphor.agreement.labels.settings import (
    ANNOTATOR_WORDS,
    COUNT_WORDS,
    GOLD_WORDS,
    ITEM_WORDS,
    LabelLayout,
    LabelSettings,
    plain_word,
    says_annotator,
)
from anaphor.agreement.labels.table import LabelFile, TextTable, labels_in, odd_labels, whole
from anaphor.errors import ContentError, InputError, Place
from anaphor.text import Message, message

_MOST_ROWS = 5_000_000
"""Rows that a table with frequencies may stand for."""
_TABLEAU_HEADER = re.compile(r"\s*(Nb\w+)\s*=\s*(\d+)\s*$")
"""A header line of the authors, such as Nbannotateurs=9."""


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
    notes: tuple[Message, ...] = ()
    """What was left out, and why."""

    def unique_rows(self) -> tuple[str, ...]:
        """The names of the rows; two that are alike are refused."""
        seen: set[str] = set()
        for name, line in zip(self.rows, self.lines, strict=True):
            if name in seen:
                raise self.file.impossible("agreement-rows-alike", line=line, name=repr(name))
            seen.add(name)
        return self.rows


def label_grid(table: TextTable, settings: LabelSettings) -> Grid:
    """The cells with labels, without columns of names, groups, verdicts and frequencies."""
    if settings.where:
        kept = wanted_rows(table, settings)
        rows, lines = tuple(table.rows[row] for row in kept), tuple(table.lines[row] for row in kept)
        table = replace(table, rows=rows, lines=lines)
    places, notes = list(range(table.width)), []
    names = table.names or tuple(str(place + 1) for place in places)
    values = [set(table.column(place)) - settings.missing for place in places]
    for place in range(table.width):
        if table.names and plain_word(names[place]) in GOLD_WORDS and len(places) > 2:
            places.remove(place)
            notes.append(message("agreement-left-out-verdict", column=names[place]))
    row_word, row_names = "", [str(number + 1) for number in range(len(table.rows))]
    if settings.label or (settings.item and settings.annotator):
        raise InputError("agreement-wide-label", layout=str(settings.layout))
    stated = settings.item or settings.annotator
    if stated is not None:
        if stated not in table.names:
            raise unknown_column(stated, table.names)
        places.remove(table.names.index(stated))
        row_word, row_names = stated, table.column(table.names.index(stated))
    while len(places) > 1 and _is_name(table, places, values, settings, named=bool(row_word)):
        first = places.pop(0)
        distinct = len(values[first]) == len(table.rows)
        # The file's own names count even where they are not distinct: that is an error, reported with its line.
        own = len(places) > 1 and _says_name(names[first]) and not _says_name(names[places[0]])
        if not row_word and (distinct or own):
            row_word, row_names = names[first], table.column(first)
        else:
            notes.append(message("agreement-left-out-names", column=names[first]))
    counted = settings.layout is not LabelLayout.COUNTS and table.names and plain_word(names[places[-1]]) in COUNT_WORDS
    if counted and len(places) > 2:
        table = _repeated(table, places.pop())
        row_names = [str(number + 1) for number in range(len(table.rows))]
        notes.append(message("agreement-repeated-rows", column=names[-1]))
    return Grid(
        file=table.file,
        rows=tuple(row_names),
        columns=tuple(names[place] for place in places),
        cells=tuple(tuple(row[place] for place in places) for row in table.rows),
        lines=table.lines,
        row_word=row_word,
        notes=tuple(notes),
    )


def _is_name(
    table: TextTable, places: Sequence[int], values: Sequence[set[str]], settings: LabelSettings, *, named: bool
) -> bool:
    """Whether the first of these columns holds names or groups instead of labels or votes; `named`: rows have names."""
    rows, name = len(table.rows), table.names[places[0]] if table.names else ""
    first, others = values[places[0]], [values[place] for place in places[1:]]
    if name and _says_name(name):
        # A column called `expert` or `model` may hold that one's labels: those of others, too, and again and again.
        shared = len(first) < rows and any(first & other for other in others)
        return plain_word(name) in ITEM_WORDS or not shared
    if not first or not others:
        return False
    if settings.layout is LabelLayout.COUNTS:
        # Among votes, names are words, or numbers in order from 0 or 1.
        numbers = [number_of(cell) for cell in table.column(places[0])]
        in_order = not named and rows > 3 and numbers in ([*range(rows)], [*range(1, rows + 1)])
        return numbers.count(None) > rows / 2 or in_order
    together: set[str] = set().union(*others)
    shared = any(one & two for number, one in enumerate(others) for two in others[number + 1 : number + 4])
    strange = first.isdisjoint(together) and (shared or len(others) == 1)
    return strange or (len(first) == rows and rows > 3 and len(first) > 2 * len(together))


def _says_name(name: str) -> bool:
    """Whether a column is called `item` or `annotator` or the like, without a number (`Rater1` holds labels)."""
    return name == name.rstrip("0123456789") and plain_word(name) in (*ITEM_WORDS, *ANNOTATOR_WORDS)


def _repeated(table: TextTable, place: int) -> TextTable:
    """The table with each row as often as one of its columns says."""
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for row, line in zip(table.rows, table.lines, strict=True):
        times = whole(row[place])
        if times is None:
            raise table.file.error(
                "agreement-no-number-of-rows", line=line, field=table.names[place], cell=repr(row[place])
            )
        if len(rows) + times > _MOST_ROWS:
            raise table.file.impossible("agreement-many-rows", line=line, most=_MOST_ROWS)
        rows.extend([row] * times)
        lines.extend([line] * times)
    return replace(table, rows=tuple(rows), lines=tuple(lines))


def without_foreign(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without columns that share no value with any other, as comments do, where two others are left.

    Numbers beside numbers stay, since measurements seldom meet, and so does a column that is called an annotator's.
    """
    values = [{row[place] for row in grid.cells} - settings.missing for place in range(len(grid.columns))]
    numeric = [all(number_of(value) is not None for value in each) for each in values]
    foreign = [
        place
        for place, each in enumerate(values)
        if len(each) > 1
        and not says_annotator(grid.columns[place])
        and not any(each & other for number, other in enumerate(values) if number != place)
        and not (numeric[place] and sum(numeric) > 1)
    ]
    kept = [place for place in range(len(grid.columns)) if place not in foreign]
    if not foreign or len(kept) < 2:
        return grid
    return replace(
        grid,
        columns=tuple(grid.columns[place] for place in kept),
        cells=tuple(tuple(row[place] for place in kept) for row in grid.cells),
        notes=(*grid.notes, *(message("agreement-left-out-foreign", column=grid.columns[place]) for place in foreign)),
    )


def grid_matrix(grid: Grid, layout: LabelLayout, settings: LabelSettings) -> LabelMatrix:
    """A matrix from the cells with labels."""
    width = len(grid.columns)
    labels = labels_in(numbered(chain.from_iterable(grid.cells)), settings)
    kept = np.flatnonzero(~labels.gone)
    if kept.size == 0:
        raise grid.file.impossible("agreement-all-missing")
    row = Column(codes=(kept // width).astype(np.int32), names=grid.unique_rows())
    column = Column(codes=(kept % width).astype(np.int32), names=grid.columns)
    by_items = layout is not LabelLayout.ANNOTATORS
    item, annotator = (row, column) if by_items else (column, row)
    label = Column(codes=labels.column.codes[kept], names=labels.column.names)
    try:
        matrix = from_columns(item, annotator, label, settings.labelling)
    except ContentError as error:
        error.where = Place(file=grid.file.name)
        raise
    code = "agreement-read-items" if by_items else "agreement-read-annotators"
    said = message(code, rows=len(grid.rows), columns=len(grid.columns))
    return matrix.noting(said, *grid.notes, *labels.notes, *odd_labels(matrix.classes))


def is_tableau(head: str) -> bool:
    """Whether the first line that is no comment is one of the authors' header lines."""
    first = next((line for line in head.split("\n") if line.strip() and not line.startswith("%")), "")
    return bool(_TABLEAU_HEADER.match(first))


def read_tableau(file: LabelFile, content: str, settings: LabelSettings) -> LabelMatrix:
    """A matrix from one of the authors' tables; where its header promises other sizes, a note says so."""
    stated: dict[str, int] = {}
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for number, line in enumerate(content.split("\n"), 1):
        header = _TABLEAU_HEADER.match(line)
        if header:
            stated[header[1]] = int(header[2])
        elif line.strip() and not line.startswith("%"):
            rows.append(tuple(cell.strip() for cell in line.rstrip().split("\t")))
            lines.append(number)
    if not stated:
        raise file.error("agreement-no-tableau", line=1)
    if not rows:
        raise file.error("agreement-no-row-of-labels")
    for row, place in zip(rows, lines, strict=True):
        if len(row) != len(rows[0]):
            raise file.error("agreement-tableau-row-length", line=place, labels=len(row), width=len(rows[0]))
    found = {"Nbannotateurs": len(rows), "Nbobservables": len(rows[0])}
    grid = Grid(
        file=file,
        rows=tuple(str(number + 1) for number in range(len(rows))),
        columns=tuple(str(number + 1) for number in range(len(rows[0]))),
        cells=tuple(rows),
        lines=tuple(lines),
        notes=tuple(
            message("agreement-header-differs", name=name, stated=stated[name], count=count)
            for name, count in found.items()
            if stated.get(name, count) != count
        ),
    )
    return grid_matrix(grid, LabelLayout.ANNOTATORS, replace(settings, missing=settings.missing | {"."}))
