"""Long tables: one row per label, with columns for the item, the annotator and the label; or one row per vote.

Rows may also hold several labels side by side, in columns with numbers, as batches of Mechanical Turk do:
`--label 'Answer.c*' --item 'Input.schema_*' --annotator WorkerId` reads column Answer.c0 as the label of the item in
Input.schema_0, and so on. Without `--item` each column of labels is an item, called by its name.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from anaphor.agreement.labels.labelling import (
    ANNOTATOR_WORDS,
    COUNT_WORDS,
    GOLD_WORDS,
    ITEM_WORDS,
    LABEL_WORDS,
    Column,
    Int64,
    LabelLayout,
    LabelSettings,
    Repeats,
    in_order,
    numbered,
    plain_word,
)
from anaphor.agreement.labels.matrix import LabelMatrix, from_columns, from_votes
from anaphor.agreement.labels.table import LabelFile, TextTable, labels_in, odd_labels, plain_table, whole
from anaphor.errors import ContentError, InputError, Place, UnknownNameError
from anaphor.text import Message, message, text

_NUMBERED = re.compile(r"(.*?)\d+")
"""A column that ends in a number, such as Answer.c0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongPlaces:
    """Where the columns of a long table are."""

    item: int
    annotator: int | None
    """The column that names annotators; None: nobody says whose the labels are."""
    label: int
    times: int | None = None
    """The column that says how many votes a row stands for; only where nobody is named."""
    guessed: bool = False
    """Whether the column with labels is only the one that was left."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LongTable:
    """The parallel columns of a file, and where each row stands."""

    file: LabelFile
    item: Column
    annotator: Column | None
    """The annotators; None: votes without names."""
    label: Column
    """The labels, missing ones among them."""
    times: Column | None = None
    """How many votes each row stands for; None: one."""
    lines: Int64
    """The line of each row, 0 where it has none."""

    def line(self, row: int) -> int | None:
        return int(self.lines[row]) or None

    def taken(self, kept: Int64) -> "LongTable":
        return LongTable(
            file=self.file,
            item=self.item.taken(kept),
            annotator=self.annotator and self.annotator.taken(kept),
            label=self.label.taken(kept),
            times=self.times and self.times.taken(kept),
            lines=self.lines[kept],
        )


def unknown_column(name: str, names: Sequence[str]) -> UnknownNameError:
    return UnknownNameError(text("agreement-kind-column"), name, names)


def long_places(names: Sequence[str], settings: LabelSettings) -> LongPlaces | None:
    """The places of the columns, by what the user says or by their names; None: this is no long table.

    Without an annotator's column, or with labels in the one column that was left, `is_long` decides by the items.
    """
    found: dict[str, int] = {}
    for kind, stated in (("item", settings.item), ("annotator", settings.annotator), ("label", settings.label)):
        if stated is not None:
            if stated not in names:
                raise unknown_column(stated, names)
            if list(names).index(stated) in found.values():
                raise InputError("agreement-column-twice", name=repr(stated))
            found[kind] = list(names).index(stated)
    for kind, words in (("item", ITEM_WORDS), ("annotator", ANNOTATOR_WORDS), ("label", LABEL_WORDS)):
        if kind not in found and not (kind == "annotator" and _one_column_each(names)):
            place = _by_word(names, words, set(found.values()))
            found |= {} if place is None else {kind: place}
    guessed = "label" not in found and found.keys() >= {"item", "annotator"}
    if guessed:
        aside = (*GOLD_WORDS, *COUNT_WORDS)
        places = [place for place, name in enumerate(names) if plain_word(name) not in aside]
        rest = [place for place in places if place not in found.values()]
        found |= {"label": rest[0]} if len(rest) == 1 else {}
    if not found.keys() >= {"item", "label"}:
        if settings.names_columns or settings.layout is LabelLayout.LONG:
            absent = "both" if not found.keys() & {"item", "label"} else "label" if "item" in found else "item"
            code = f"agreement-unclear-{absent}"
            raise InputError(code, names=", ".join(names[:12]))
        return None
    if "annotator" not in found and not settings.names_columns and _one_column_each(names):
        return None
    times = None if "annotator" in found else _by_word(names, COUNT_WORDS, set(found.values()))
    return LongPlaces(
        item=found["item"], annotator=found.get("annotator"), label=found["label"], times=times, guessed=guessed
    )


def _by_word(names: Sequence[str], words: Sequence[str], taken: set[int]) -> int | None:
    plain = ["" if place in taken else plain_word(name) for place, name in enumerate(names)]
    return next((plain.index(word) for word in words if word in plain), None)


def _one_column_each(names: Sequence[str]) -> bool:
    """Whether annotators have a column each: Rater1, Rater2 …"""
    raters = [plain_word(name) for name in names if plain_word(name) in ANNOTATOR_WORDS]
    return len(raters) > 1 and len(set(raters)) == 1


def refuse_unclear_label(table: TextTable) -> None:
    """Refuse a table whose rows name items again and again, and annotators, when its labels are not clear."""
    item = _by_word(table.names, ITEM_WORDS, set())
    annotator = _by_word(table.names, ANNOTATOR_WORDS, set())
    if item is None or annotator is None or _one_column_each(table.names):
        return
    if len(set(table.column(item))) < len(table.rows):
        rest = [name for place, name in enumerate(table.names) if place not in (item, annotator)]
        raise table.file.error("agreement-unclear-labels", line=table.lines[0], names=", ".join(rest[:12]))


def is_long(item: Column, width: int, places: LongPlaces, settings: LabelSettings) -> bool:
    """Whether columns that names do not make long for certain are: the user says so, or items come again."""
    if places.annotator is not None and not places.guessed:
        return True
    stated = bool(settings.item and settings.label) or settings.layout is LabelLayout.LONG
    bare = places.annotator is None and width == (2 if places.times is None else 3)
    return stated or bare or len(item.names) < item.codes.size


def read_long_quickly(file: LabelFile, separator: str, settings: LabelSettings) -> LabelMatrix | None:
    """A simple long file, a million rows at a time; None if the file is not simple or not long."""
    if settings.where or settings.layout not in (None, LabelLayout.LONG):
        return None
    found = plain_table(file, separator)
    places = long_places(found.names, settings) if found else None
    if found is None or places is None:
        return None
    column = cache(found.column)
    if not is_long(column(places.item), len(found.names), places, settings):
        return None
    return read_columns(file, found.names, places, column, lines=np.arange(2, len(found.starts) + 2), settings=settings)


def read_columns(  # noqa: PLR0913  # a file, what its columns are, and how to get one
    file: LabelFile,
    names: Sequence[str],
    places: LongPlaces,
    column: Callable[[int], Column],
    *,
    lines: Int64,
    settings: LabelSettings,
) -> LabelMatrix:
    """A matrix from the columns of a long table; which of them were taken for which is said."""
    annotator, times = (None if place is None else column(place) for place in (places.annotator, places.times))
    item, label = column(places.item), column(places.label)
    said = []
    if places.annotator is not None:
        item_name, annotator_name, label_name = (
            repr(names[place]) if names else str(place + 1) for place in (places.item, places.annotator, places.label)
        )
        said = [message("agreement-read-long", item=item_name, annotator=annotator_name, label=label_name)]
    long = LongTable(file=file, item=item, annotator=annotator, label=label, times=times, lines=lines)
    return long_matrix(long, settings, said)


def wanted_rows(table: TextTable, settings: LabelSettings) -> list[int]:
    """The rows in which the fields asked for have the values asked for."""
    kept = list(range(len(table.rows)))
    for field, value in settings.where:
        if field not in table.names:
            raise unknown_column(field, table.names)
        place = table.names.index(field)
        kept = [row for row in kept if table.rows[row][place] == value]
    if not kept:
        raise table.file.error("agreement-no-row-where")
    return kept


def long_matrix(table: LongTable, settings: LabelSettings, said: Sequence[Message] = ()) -> LabelMatrix:
    """A matrix from parallel columns, without the rows whose label is missing; `said` heads its notes."""
    for kind, column in (("item", table.item), ("annotator", table.annotator)):
        if column is not None and "" in column.names:
            row = int(np.flatnonzero(column.codes == column.names.index(""))[0])
            raise table.file.impossible(f"agreement-row-without-{kind}", line=table.line(row))
    label, gone, notes = labels_in(table.label, settings)
    kept = np.flatnonzero(~gone)
    if not kept.size:
        raise table.file.impossible("agreement-all-missing")
    part = replace(table, label=label)
    part = part.taken(kept) if kept.size < gone.size else part
    if part.annotator is None and part.times is not None:
        # A row stands for as many votes as it says.
        numbers = [whole(name) for name in part.times.names]
        if None in numbers:
            row = int(np.flatnonzero(part.times.codes == numbers.index(None))[0])
            name = part.times.names[int(part.times.codes[row])]
            raise table.file.impossible("agreement-no-number-of-votes", line=part.line(row), cell=repr(name))
        often = np.array([number or 0 for number in numbers], np.int64)[part.times.codes]
        part = part.taken(np.repeat(np.arange(often.size), often))
    try:
        if part.annotator is None:
            matrix = from_votes(part.item, part.label, settings.labelling)
            matrix = matrix.noting(message("agreement-read-votes", votes=part.item.codes.size))
        else:
            matrix = from_columns(part.item, part.annotator, part.label, settings.labelling)
    except ContentError as error:
        error.where = error.where or Place(file=table.file.name, line=_line_of_trouble(part, settings))
        raise
    return replace(matrix, notes=(*said, *matrix.notes, *notes, *odd_labels(matrix.classes)))


def _line_of_trouble(table: LongTable, settings: LabelSettings) -> int | None:
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


def read_batch(table: TextTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from columns side by side: each row holds as many labels as there are numbers.

    Who filled a row in says the column named, or one known by its name; otherwise each row is somebody else.
    """
    if not settings.label or "*" not in settings.label:
        raise InputError("agreement-star-in-item-only")
    labels = items = _column_group(table.names, settings.label)
    if settings.item is not None:
        if "*" not in settings.item:
            if settings.item not in table.names:
                raise unknown_column(settings.item, table.names)
            raise InputError("agreement-star-in-label-only", item=settings.item)
        items = _column_group(table.names, settings.item)
    both = [number for number in labels if number in items]
    if not both:
        raise InputError("agreement-no-common-number", items=settings.item or "", labels=settings.label)
    if settings.annotator is not None and settings.annotator not in table.names:
        raise unknown_column(settings.annotator, table.names)
    known = [name for name in table.names if plain_word(name) in ANNOTATOR_WORDS]
    who = settings.annotator or next(iter(known), None)
    own = map(str, range(1, len(table.rows) + 1))
    people = numbered(own if who is None else table.column(table.names.index(who)))
    rows = wanted_rows(table, settings)
    cells = [(row, number) for row in rows for number in both]
    item = numbered(
        table.rows[row][items[number]] if settings.item else table.names[labels[number]] for row, number in cells
    )
    long = LongTable(
        file=table.file,
        item=item,
        annotator=Column(codes=np.repeat(people.codes[rows], len(both)), names=people.names),
        label=numbered(table.rows[row][labels[number]] for row, number in cells),
        lines=np.array([table.lines[row] for row, _ in cells], np.int64),
    )
    named = settings.item or settings.label
    said = message("agreement-read-batch", rows=len(rows), columns=len(both), labels=settings.label, items=named)
    return long_matrix(long, settings, [said])


def _column_group(names: Sequence[str], pattern: str) -> dict[str, int]:
    """The columns that a pattern names, by the number in the place of the star."""
    before, _, after = pattern.partition("*")
    found = {
        name[len(before) : len(name) - len(after)]: place
        for place, name in enumerate(names)
        if name.startswith(before) and name.endswith(after) and len(name) > len(before) + len(after)
    }
    wanted = {number: place for number, place in found.items() if number.isdigit()}
    if not wanted:
        raise UnknownNameError(text("agreement-kind-group"), pattern, groups_of(names))
    return wanted


def groups_of(names: Sequence[str]) -> list[str]:
    """The groups of two columns or more that differ in their last number, as patterns.

    >>> groups_of(["id", "c0", "c1", "x_1", "x_2"])
    ['c*', 'x_*']
    """
    stems = [found[1] for name in names if (found := _NUMBERED.fullmatch(name))]
    return [f"{stem}*" for stem in dict.fromkeys(stems) if stem and stems.count(stem) > 1]


def refuse_turk_batch(table: TextTable) -> None:
    """Refuse, with the options that would read it, a batch of Mechanical Turk whose labels are not clear."""
    if not {"hitid", "workerid", "assignmentid"} <= {plain_word(name) for name in table.names}:
        return
    groups = groups_of(table.names)
    answers = [group for group in groups if group.startswith("Answer.")]
    inputs = [group for group in groups if group.startswith("Input.")]
    single = [name for name in table.names if name.startswith("Answer.") and not _NUMBERED.fullmatch(name)]
    shown = ", ".join([*answers, *single][:8]) or message("text-none")
    example = f"--item '{inputs[0]}' --label '{answers[0]}'" if inputs and answers else "--label 'Answer.NAME'"
    raise table.file.error("agreement-unclear-batch", line=1, answers=shown, options=example)
