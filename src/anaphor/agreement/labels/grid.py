"""The part of a wide table that holds labels or votes: names, groups, verdicts and comments are set aside."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from anaphor.agreement.labels.cells import whole
from anaphor.agreement.labels.labelling import number_of
from anaphor.agreement.labels.long import wanted_rows
from anaphor.agreement.labels.settings import (
    ANNOTATOR_WORDS,
    COUNT_WORDS,
    GOLD_WORDS,
    ITEM_WORDS,
    Layout,
    ReadingSettings,
    plain_word,
    says_annotator,
)
from anaphor.agreement.labels.source import LabelFile
from anaphor.agreement.labels.table import TextTable
from anaphor.agreement.wording import Remark, remark
from anaphor.errors import InputError, UnknownNameError

_MOST_ROWS = 5_000_000
"""Rows that a table with frequencies may stand for."""


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
    notes: tuple[Remark, ...] = ()
    """What was left out, and why."""


def label_grid(whole_table: TextTable, settings: ReadingSettings) -> Grid:
    """The cells with labels, without columns of names, groups, verdicts and frequencies."""
    table = _part(whole_table, settings)
    places, notes = list(range(table.width)), []
    names = table.names or tuple(str(place + 1) for place in places)
    values = [set(table.column(place)) - settings.missing for place in places]
    for place in range(table.width):
        if table.names and plain_word(names[place]) in GOLD_WORDS and len(places) > 2:
            places.remove(place)
            notes.append(remark("left_out_verdict", column=names[place]))
    row_word, row_names = "", [str(number + 1) for number in range(len(table.rows))]
    stated = _stated(table, settings)
    if stated is not None:
        places.remove(stated)
        row_word, row_names = names[stated], table.column(stated)
    while len(places) > 1 and _is_name(table, places, values, settings, named=bool(row_word)):
        first = places.pop(0)
        distinct = len(values[first]) == len(table.rows)
        if distinct and not row_word:
            row_word, row_names = names[first], table.column(first)
        elif not row_word and len(places) > 1 and _says_name(names[first]) and not _says_name(names[places[0]]):
            # The file's own names; that they are not distinct is an error, which is reported with its line.
            row_word, row_names = names[first], table.column(first)
        else:
            notes.append(remark("left_out_names", column=names[first]))
    rows, lines = list(table.rows), list(table.lines)
    counted = settings.layout is not Layout.COUNTS and table.names and plain_word(names[places[-1]]) in COUNT_WORDS
    if counted and len(places) > 2:
        rows, lines = _repeated(table, places.pop())
        row_names = [str(number + 1) for number in range(len(rows))]
        notes.append(remark("repeated_rows", column=names[-1]))
    cells = tuple(tuple(row[place] for place in places) for row in rows)
    return Grid(
        file=table.file,
        rows=tuple(row_names),
        columns=tuple(names[place] for place in places),
        cells=cells,
        lines=tuple(lines),
        row_word=row_word,
        notes=tuple(notes),
    )


def _stated(table: TextTable, settings: ReadingSettings) -> int | None:
    """The column that the user says names the rows."""
    if settings.label or (settings.item and settings.annotator):
        raise InputError(
            f"a wide table ({settings.layout}) has no single column of labels",
            todo="Name only the column that names its rows, with --item or --annotator, or say --layout long.",
        )
    name = settings.item or settings.annotator
    if name is None:
        return None
    if name not in table.names:
        raise UnknownNameError("column", name, table.names)
    return table.names.index(name)


def _part(table: TextTable, settings: ReadingSettings) -> TextTable:
    """The rows asked for with --where."""
    if not settings.where:
        return table
    kept = wanted_rows(table, settings)
    return replace(table, rows=tuple(table.rows[row] for row in kept), lines=tuple(table.lines[row] for row in kept))


def _is_name(
    table: TextTable, places: Sequence[int], values: Sequence[set[str]], settings: ReadingSettings, *, named: bool
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
    if settings.layout is Layout.COUNTS:
        return _names_among_votes(table.column(places[0]), named=named)
    together: set[str] = set().union(*others)
    shared = any(one & two for number, one in enumerate(others) for two in others[number + 1 : number + 4])
    strange = first.isdisjoint(together) and (shared or len(others) == 1)
    return strange or (len(first) == rows and rows > 3 and len(first) > 2 * len(together))


def _names_among_votes(cells: Sequence[str], *, named: bool) -> bool:
    """Whether a column, where the others hold votes, names rows: by words, or by numbers in order from 0 or 1."""
    numbers = [number_of(cell) for cell in cells]
    if numbers.count(None) > len(numbers) / 2:
        return True
    rows = len(cells)
    return not named and rows > 3 and numbers in ([*range(rows)], [*range(1, rows + 1)])


def _says_name(name: str) -> bool:
    """Whether a column is called `item` or `annotator` or the like, without a number (`Rater1` holds labels)."""
    return name == name.rstrip("0123456789") and plain_word(name) in (*ITEM_WORDS, *ANNOTATOR_WORDS)


def _repeated(table: TextTable, place: int) -> tuple[list[tuple[str, ...]], list[int]]:
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for row, line in zip(table.rows, table.lines, strict=True):
        times = whole(row[place])
        if times is None:
            raise table.file.error(f"{row[place]!r} is no number of rows", line=line, field=table.names[place])
        if len(rows) + times > _MOST_ROWS:
            raise table.file.impossible(f"the rows stand for more than {_MOST_ROWS:,}", line=line)
        rows.extend([row] * times)
        lines.extend([line] * times)
    return rows, lines


def without_foreign(grid: Grid, settings: ReadingSettings) -> Grid:
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
        notes=(*grid.notes, *(remark("left_out_foreign", column=grid.columns[place]) for place in foreign)),
    )
