"""Long tables: one row per label, with columns for the item, the annotator and the label; or one row per vote."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.cells import labels_in, odd_labels, whole
from anaphor.agreement.labels.labelling import Column, Int64, Repeats, in_order, numbered
from anaphor.agreement.labels.matrix import LabelMatrix, from_columns, from_votes
from anaphor.agreement.labels.settings import (
    ANNOTATOR_WORDS,
    COUNT_WORDS,
    GOLD_WORDS,
    ITEM_WORDS,
    LABEL_WORDS,
    Layout,
    ReadingSettings,
    plain_word,
)
from anaphor.agreement.labels.source import LabelFile
from anaphor.agreement.labels.table import PlainTable, TextTable, plain_table
from anaphor.agreement.wording import Remark, remark
from anaphor.errors import ContentError, InputError, UnknownNameError

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class LongPlaces:
    """Where the columns of a long table are."""

    item: int
    """The column that names items."""
    annotator: int | None
    """The column that names annotators; None: nobody says whose the labels are."""
    label: int
    """The column with labels."""
    times: int | None = None
    """The column that says how many votes a row stands for; only where nobody is named."""
    guessed: bool = False
    """Whether the column with labels is only the one that was left."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LongTable:
    """The parallel columns of a file, and where each row stands."""

    file: LabelFile
    """The file."""
    item: Column
    """The items."""
    annotator: Column | None
    """The annotators; None: votes without names."""
    label: Column
    """The labels, missing ones among them."""
    times: Column | None = None
    """How many votes each row stands for; None: one."""
    lines: Int64 | None = None
    """The line of each row, 0 where it has none; None: rows begin on line 2."""

    def line(self, row: int) -> int | None:
        """The line of a row, where it has one."""
        return (int(self.lines[row]) or None) if self.lines is not None else row + 2


def long_places(names: Sequence[str], settings: ReadingSettings) -> LongPlaces | None:
    """The places of the columns, by what the user says or by their names; None: this is no long table.

    Without an annotator's column, or with labels in the one column that was left, `is_long` decides by the items.
    """
    found = _stated(names, settings)
    for kind, words in (("item", ITEM_WORDS), ("annotator", ANNOTATOR_WORDS), ("label", LABEL_WORDS)):
        if kind not in found and not (kind == "annotator" and _one_column_each(names)):
            place = _by_word(names, words, set(found.values()))
            found |= {} if place is None else {kind: place}
    guessed = "label" not in found and found.keys() >= {"item", "annotator"}
    if guessed:
        rest = [place for place, name in enumerate(names) if place not in found.values() and not _verdict(name)]
        found |= {"label": rest[0]} if len(rest) == 1 else {}
    if not found.keys() >= {"item", "label"}:
        _refuse_half(names, settings, found)
        return None
    if "annotator" not in found and not settings.names_columns and _one_column_each(names):
        return None
    times = None if "annotator" in found else _by_word(names, COUNT_WORDS, set(found.values()))
    return LongPlaces(
        item=found["item"], annotator=found.get("annotator"), label=found["label"], times=times, guessed=guessed
    )


def _stated(names: Sequence[str], settings: ReadingSettings) -> dict[str, int]:
    """The columns that the user names."""
    found: dict[str, int] = {}
    for kind, name in (("item", settings.item), ("annotator", settings.annotator), ("label", settings.label)):
        if name is None:
            continue
        if name not in names:
            raise UnknownNameError("column", name, names)
        if list(names).index(name) in found.values():
            raise InputError(f"the column {name!r} is named twice", todo="Items, annotators and labels are apart.")
        found[kind] = list(names).index(name)
    return found


def _by_word(names: Sequence[str], words: Sequence[str], taken: set[int]) -> int | None:
    plain = ["" if place in taken else plain_word(name) for place, name in enumerate(names)]
    return next((plain.index(word) for word in words if word in plain), None)


def _one_column_each(names: Sequence[str]) -> bool:
    """Whether annotators have a column each: Rater1, Rater2 …"""
    raters = [plain_word(name) for name in names if plain_word(name) in ANNOTATOR_WORDS]
    return len(raters) > 1 and len(set(raters)) == 1


def _verdict(name: str) -> bool:
    return plain_word(name) in (*GOLD_WORDS, *COUNT_WORDS)


def _refuse_half(names: Sequence[str], settings: ReadingSettings, found: dict[str, int]) -> None:
    """Refuse, in a sentence, when the user named some columns, or said `long`, and the others are not clear."""
    if not (settings.names_columns or settings.layout is Layout.LONG):
        return
    absent = [kind for kind in ("item", "label") if kind not in found]
    what = " and which ".join({"item": "names the items", "label": "holds the labels"}[kind] for kind in absent)
    raise InputError(
        f"which column {what} is not clear among {', '.join(names[:12])}",
        todo=f"Say it with {' and '.join(f'--{kind}' for kind in absent)}.",
    )


def refuse_unclear_label(table: TextTable) -> None:
    """Refuse a table whose rows name items again and again, and annotators, when its labels are not clear."""
    item = _by_word(table.names, ITEM_WORDS, set())
    annotator = _by_word(table.names, ANNOTATOR_WORDS, set())
    if item is None or annotator is None or _one_column_each(table.names):
        return
    if len(set(table.column(item))) < len(table.rows):
        rest = [name for place, name in enumerate(table.names) if place not in (item, annotator)]
        raise table.file.error(
            f"which of the columns {', '.join(rest[:12])} holds the labels is not clear",
            line=table.lines[0],
            todo="Say it with --label.",
        )


def is_long(item: Column, width: int, places: LongPlaces, settings: ReadingSettings) -> bool:
    """Whether columns that names do not make long for certain are: the user says so, or items come again."""
    if places.annotator is not None and not places.guessed:
        return True
    told = bool(settings.item and settings.label) or settings.layout is Layout.LONG
    bare = places.annotator is None and width == (2 if places.times is None else 3)
    return told or bare or len(item.names) < item.codes.size


def read_long_quickly(file: LabelFile, separator: str, settings: ReadingSettings) -> LabelMatrix | None:
    """A simple long file, a million rows at a time; None if the file is not simple or not long."""
    if settings.where or settings.layout not in (None, Layout.LONG):
        return None
    found = plain_table(file, separator)
    places = long_places(found.names, settings) if found else None
    if found is None or places is None:
        return None
    item = found.column(places.item)
    if not is_long(item, len(found.names), places, settings):
        return None
    return long_matrix(_long_of_plain(found, item, places), settings, said_of(found.names, places))


def _long_of_plain(table: PlainTable, item: Column, places: LongPlaces) -> LongTable:
    annotator, times = (None if place is None else table.column(place) for place in (places.annotator, places.times))
    return LongTable(file=table.file, item=item, annotator=annotator, label=table.column(places.label), times=times)


def read_long(table: TextTable, places: LongPlaces, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from a text table and the places of its columns."""
    kept = wanted_rows(table, settings)
    rows = [table.rows[row] for row in kept]

    def column(place: int | None) -> Column | None:
        return None if place is None else numbered(row[place] for row in rows)

    item, label = numbered(row[places.item] for row in rows), numbered(row[places.label] for row in rows)
    lines = np.array(table.lines, np.int64)[kept]
    long = LongTable(
        file=table.file,
        item=item,
        annotator=column(places.annotator),
        label=label,
        times=column(places.times),
        lines=lines,
    )
    return long_matrix(long, settings, said_of(table.names, places))


def said_of(names: Sequence[str], places: LongPlaces) -> list[Remark]:
    """Which columns were taken for which; of votes without names `read_votes` is said."""
    if places.annotator is None:
        return []
    item, annotator, label = (
        repr(names[place]) if names else str(place + 1) for place in (places.item, places.annotator, places.label)
    )
    return [remark("read_long", item=item, annotator=annotator, label=label)]


def wanted_rows(table: TextTable, settings: ReadingSettings) -> list[int]:
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


def long_matrix(table: LongTable, settings: ReadingSettings, said: Sequence[Remark] = ()) -> LabelMatrix:
    """A matrix from parallel columns, without the rows whose label is missing; `said` heads its notes."""
    for column, what in ((table.item, "item"), (table.annotator, "annotator")):
        if column is not None and "" in column.names:
            row = int(np.flatnonzero(column.codes == column.names.index(""))[0])
            raise table.file.impossible(f"this row names no {what}", line=table.line(row))
    labels = labels_in(table.label, settings)
    kept = np.flatnonzero(~labels.gone)
    if not kept.size:
        raise table.file.impossible("every label is missing", todo="See which cells count as missing: --missing.")
    part = (
        _rows(replace(table, label=labels.column), kept)
        if kept.size < labels.gone.size
        else replace(table, label=labels.column)
    )
    try:
        matrix = (
            _voted(part, settings)
            if part.annotator is None
            else from_columns(part.item, part.annotator, part.label, settings.labelling)
        )
    except ContentError as error:
        raise table.file.impossible(
            error.what, line=error.where.line if error.where else _line_of_trouble(part, settings), todo=error.todo
        ) from error
    return replace(matrix, notes=(*said, *matrix.notes, *labels.remarks, *odd_labels(matrix.classes)))


def _rows(table: LongTable, kept: Rows) -> LongTable:
    """The table with these rows only."""

    def some(column: Column) -> Column:
        return Column(codes=column.codes[kept], names=column.names)

    lines = kept + 2 if table.lines is None else table.lines[kept]
    return replace(
        table,
        item=some(table.item),
        label=some(table.label),
        lines=lines,
        annotator=None if table.annotator is None else some(table.annotator),
        times=None if table.times is None else some(table.times),
    )


def _voted(table: LongTable, settings: ReadingSettings) -> LabelMatrix:
    """Votes without names: every row is one, or as many as it says."""
    said = remark("read_votes", votes=table.item.codes.size)
    if table.times is None:
        return from_votes(table.item, table.label, settings.labelling).noting(said)
    numbers = [whole(name) for name in table.times.names]
    if None in numbers:
        row = int(np.flatnonzero(table.times.codes == numbers.index(None))[0])
        name = table.times.names[int(table.times.codes[row])]
        raise table.file.impossible(f"{name!r} is no number of votes", line=table.line(row))
    often = np.array([number or 0 for number in numbers], np.int64)[table.times.codes]
    each = _rows(replace(table, times=None), np.repeat(np.arange(often.size), often))
    said = remark("read_votes", votes=int(often.sum()))
    return from_votes(each.item, each.label, settings.labelling).noting(said)


def _line_of_trouble(table: LongTable, settings: ReadingSettings) -> int | None:
    """The line of the first repeated label, where that is what was refused."""
    try:
        in_order(table.label.names, settings.labelling)
    except ContentError:
        return None
    if settings.labelling.repeats is not Repeats.REFUSE or table.annotator is None:
        return None
    key = table.item.codes.astype(np.int64) * max(len(table.annotator.names), 1) + table.annotator.codes
    _, first = np.unique(key, return_index=True)
    again = np.setdiff1d(np.arange(key.size), first)
    return table.line(int(again[0])) if again.size else None
