"""Long tables: one row per label, with columns for the item, the annotator and the label."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from anaphor.agreement.labelling import Column, Int64, Repeats, number_of, numbered
from anaphor.agreement.matrix import LabelMatrix, from_columns
from anaphor.agreement.reading_settings import ANNOTATOR_WORDS, ITEM_WORDS, LABEL_WORDS, ReadingSettings, plain_word
from anaphor.agreement.reading_source import LabelFile
from anaphor.agreement.reading_table import TextTable, plain_table
from anaphor.errors import ContentError, UnknownNameError


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LongTable:
    """Three parallel columns of a file, and where each row stands."""

    file: LabelFile
    """The file."""
    item: Column
    """The items."""
    annotator: Column
    """The annotators."""
    label: Column
    """The labels, missing ones among them."""
    lines: Int64 | None = None
    """The line of each row; None: rows begin on line 2."""

    def line(self, row: int) -> int:
        """The line of a row."""
        return int(self.lines[row]) if self.lines is not None else row + 2


def long_columns(names: Sequence[str], settings: ReadingSettings) -> tuple[int, int, int] | None:
    """The places of the item, annotator and label columns, by what the user says or by their names; None: no such."""
    found = [
        _place(names, settings.item, ITEM_WORDS),
        _place(names, settings.annotator, ANNOTATOR_WORDS),
        _place(names, settings.label, LABEL_WORDS),
    ]
    raters = [name for name in names if plain_word(name) in ANNOTATOR_WORDS]
    if settings.annotator is None and len(raters) > 1 and len({plain_word(name) for name in raters}) == 1:
        return None  # Rater1, Rater2 …: a column for each
    places = [place for place in found if place is not None]
    return (places[0], places[1], places[2]) if len(set(places)) == 3 else None


def _place(names: Sequence[str], stated: str | None, words: Sequence[str]) -> int | None:
    if stated is not None:
        if stated not in names:
            raise UnknownNameError("column", stated, names)
        return list(names).index(stated)
    plain = [plain_word(name) for name in names]
    return next((plain.index(word) for word in words if word in plain), None)


def read_long_quickly(file: LabelFile, separator: str, settings: ReadingSettings) -> LabelMatrix | None:
    """A simple long file, a million rows at a time; None if the file is not simple or not long."""
    if settings.where:
        return None
    found = plain_table(file, separator)
    places = long_columns(found.names, settings) if found else None
    if found is None or places is None:
        return None
    item, annotator, label = (found.column(place) for place in places)
    return long_matrix(LongTable(file=file, item=item, annotator=annotator, label=label), settings)


def read_long(table: TextTable, places: tuple[int, int, int], settings: ReadingSettings) -> LabelMatrix:
    """A matrix from a text table and the places of its three columns."""
    kept = _wanted(table, settings)
    rows = [table.rows[row] for row in kept]
    item, annotator, label = (numbered(row[place] for row in rows) for place in places)
    lines = np.array(table.lines, np.int64)[kept]
    long = LongTable(file=table.file, item=item, annotator=annotator, label=label, lines=lines)
    return long_matrix(long, settings)


def _wanted(table: TextTable, settings: ReadingSettings) -> list[int]:
    """The rows in which the fields asked for have the values asked for."""
    kept = list(range(len(table.rows)))
    for field, value in settings.where:
        if field not in table.names:
            raise UnknownNameError("column", field, table.names)
        place = table.names.index(field)
        kept = [row for row in kept if table.rows[row][place] == value]
    if not kept:
        raise table.file.error("no row has the values asked for with --where")
    return kept


def long_matrix(table: LongTable, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from three columns, without the rows whose label is missing."""
    for column, what in ((table.item, "item"), (table.annotator, "annotator")):
        if "" in column.names:
            row = int(np.flatnonzero(column.codes == column.names.index(""))[0])
            raise table.file.impossible(f"this row names no {what}", line=table.line(row))
    label, gone = without_missing(table.label, settings)
    if not (~gone).any():
        raise table.file.impossible("every label is missing", todo="See which cells count as missing: --missing.")
    kept = ~gone
    item, annotator = table.item, table.annotator
    if gone.any():
        item, annotator = (
            Column(codes=item.codes[kept], names=item.names),
            Column(codes=annotator.codes[kept], names=annotator.names),
        )
        label = Column(codes=label.codes[kept], names=label.names)
    try:
        matrix = from_columns(item, annotator, label, settings.labelling)
    except ContentError as error:
        line = _line_of_trouble(table, settings, kept)
        raise table.file.impossible(error.what, line=line, todo=error.todo) from error
    return matrix.noting(*holes(int(gone.sum())), *odd_labels(matrix.classes))


def without_missing(
    label: Column, settings: ReadingSettings
) -> tuple[Column, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """The labels with missing ones apart, numbers written alike (`1.0` and `1` are one class), and where they were."""
    missing = np.array([name in settings.missing for name in label.names], np.bool_)
    gone = missing[label.codes] if label.codes.size else np.zeros(0, np.bool_)
    present = [name for name, out in zip(label.names, missing.tolist(), strict=True) if not out]
    numbers = [number_of(name) for name in present]
    if all(number is not None for number in numbers) and not settings.labelling.classes:
        shown = {name: plain_number(number or 0.0) for name, number in zip(present, numbers, strict=True)}
    else:
        shown = {name: name for name in present}
    order = numbered(shown[name] for name in present)
    places = np.zeros(len(label.names), np.int32)
    places[~missing] = order.codes
    return Column(codes=places[label.codes], names=order.names), gone


def plain_number(value: float) -> str:
    """A number as short as it can be written.

    >>> plain_number(2.0), plain_number(-0.5)
    ('2', '-0.5')
    """
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def holes(count: int) -> list[str]:
    """A note on how many labels are missing, if any is."""
    return [f"{count:,} label{' is' if count == 1 else 's are'} missing."] if count else []


def odd_labels(classes: Sequence[str]) -> list[str]:
    """A note when some classes are numbers and one or two are not: that is seldom meant."""
    words = [name for name in classes if number_of(name) is None]
    if 0 < len(words) <= max(2, len(classes) // 10) and len(words) < len(classes) / 2:
        return [f"The label {words[0]!r} is no number while most others are; it is a class of its own."]
    return []


def _line_of_trouble(
    table: LongTable, settings: ReadingSettings, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> int | None:
    """The line of the first repeated label, where that is what was refused."""
    if settings.labelling.repeats is not Repeats.REFUSE:
        return None
    key = table.item.codes.astype(np.int64) * max(len(table.annotator.names), 1) + table.annotator.codes
    rows = np.flatnonzero(kept)
    _, first = np.unique(key[rows], return_index=True)
    again = np.setdiff1d(np.arange(rows.size), first)
    return table.line(int(rows[again[0]])) if again.size else None
