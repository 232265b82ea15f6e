"""Long tables: one row per label, with columns for the item, the annotator and the label; or one row per vote.

Rows may also hold several labels side by side, in columns with numbers, as batches of Mechanical Turk do:
`--label 'Answer.c*' --item 'Input.schema_*' --annotator WorkerId` reads column Answer.c0 as the label of the item in
Input.schema_0, and so on. Without `--item` each column of labels is an item, called by its name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from anaphor.agreement.labels.content.cells import labels_in, odd_labels, spelled_alike, whole
from anaphor.agreement.labels.content.table import LabelFile, TextTable, plain_table
from anaphor.agreement.labels.guessing.roles import (
    VERDICTS,
    Roles,
    Sight,
    find_question,
    groups_of,
    in_group,
    question_in,
    refuse_silly,
    several_questions,
    unclear,
)
from anaphor.agreement.labels.labelling import (
    ANNOTATOR_WORDS,
    ASIDE_WORDS,
    COUNT_WORDS,
    DEFAULTS,
    ITEM_WORDS,
    LABEL_WORDS,
    RANK_WORDS,
    Column,
    Int64,
    LabelLayout,
    LabelSettings,
    Repeats,
    Scale,
    any_gone,
    in_order,
    numbered,
    plain_word,
    says_verdict,
)
from anaphor.agreement.labels.matrix import LabelMatrix, from_columns, from_votes
from anaphor.agreement.labels.tools.export import orders_in
from anaphor.errors import ContentError, FormatError, InputError, UnknownNameError
from anaphor.text import Message, joined, message, text


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
    called: Mapping[str, str] = field(default_factory=dict)
    """What the columns of a table in memory are called: errors name them."""
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
            called=self.called,
            lines=self.lines[kept],
        )


def column_place(name: str, names: Sequence[str]) -> int:
    """The place of a column that the user names, or numbers from 1; an error where there is none."""
    if name in names:
        return list(names).index(name)
    if name.isdecimal() and 0 < int(name) <= len(names):
        return int(name) - 1
    raise unknown_column(name, names)


def unknown_column(name: str, names: Sequence[str]) -> UnknownNameError:
    return UnknownNameError(text("agreement-kind-column"), name, names)


def long_places(names: Sequence[str], settings: LabelSettings) -> LongPlaces | None:
    """The places of the columns, by what the user says or by their names; None: this is no long table.

    Without an annotator's column, or with labels in the one column that was left, `is_long` decides by the items.
    """
    found: dict[str, int] = {}
    for kind, stated in (("item", settings.item), ("annotator", settings.annotator), ("label", settings.label)):
        if stated is not None:
            named = column_place(stated, names)
            if named in found.values():
                raise InputError("agreement-column-twice", name=repr(stated))
            found[kind] = named
    given = {place for place, name in enumerate(names) if name in dict(settings.where)}
    for kind, words in (("item", ITEM_WORDS), ("annotator", ANNOTATOR_WORDS), ("label", LABEL_WORDS)):
        if kind not in found and not (kind != "item" and one_column_each(names, words)):
            place = _by_word(names, words, given | set(found.values()))
            found |= {} if place is None else {kind: place}
    guessed = "label" not in found and found.keys() >= {"item", "annotator"}
    if guessed:
        aside = (*ASIDE_WORDS, *COUNT_WORDS)
        places = [place for place, name in enumerate(names) if plain_word(name) not in aside and not says_verdict(name)]
        rest = [place for place in places if place not in found.values() and place not in given]
        found |= {"label": rest[0]} if len(rest) == 1 else {}
    if not found.keys() >= {"item", "label"}:
        if settings.names_columns or settings.layout is LabelLayout.LONG:
            absent = "both" if not found.keys() & {"item", "label"} else "label" if "item" in found else "item"
            code = f"agreement-unclear-{absent}"
            raise InputError(code, names=", ".join(names[:12]))
        return None
    if "annotator" not in found and not settings.names_columns and one_column_each(names):
        return None
    times = None if "annotator" in found else _by_word(names, COUNT_WORDS, set(found.values()))
    return LongPlaces(
        item=found["item"], annotator=found.get("annotator"), label=found["label"], times=times, guessed=guessed
    )


def fits_long(names: Sequence[str]) -> list[LabelLayout]:
    """The long layout, where columns are called item, annotator and label; otherwise nothing."""
    places = long_places(names, DEFAULTS) if names else None
    return [LabelLayout.LONG] if places and places.annotator is not None and not places.guessed else []


def with_question(names: Sequence[str], settings: LabelSettings) -> LabelSettings:
    """The settings in which the column or the columns side by side that are the question asked for hold the labels."""
    asked = question_in([*names, *groups_of(names)], settings)
    return replace(settings, label=asked[0], question=None) if settings.question and asked else settings


def _by_word(names: Sequence[str], words: Sequence[str], taken: set[int]) -> int | None:
    plain = ["" if place in taken else plain_word(name) for place, name in enumerate(names)]
    return next((plain.index(word) for word in words if word in plain), None)


def one_column_each(names: Sequence[str], words: Sequence[str] = ANNOTATOR_WORDS) -> bool:
    """Whether annotators have a column each: Rater1, Rater2 …; with other words: label1, label2 …"""
    found = [name for name in names if plain_word(name) in words]
    alike = len(found) > 1 and len({plain_word(name) for name in found}) == 1
    return alike and (words is ANNOTATOR_WORDS or all(name[-1:].isdigit() for name in found))


def refuse_unclear_label(table: TextTable) -> None:
    """Refuse a table whose rows name items again and again, and annotators, when its labels are not clear."""
    item = _by_word(table.names, ITEM_WORDS, set())
    annotator = _by_word(table.names, ANNOTATOR_WORDS, set())
    if item is None or annotator is None or one_column_each(table.names):
        return
    if len(set(table.column(item))) < len(table.rows):
        raise unclear(table.file, "labels-unclear", table_sight(table))


def table_sight(table: TextTable) -> Sight:
    """The columns of a table, as a guess sees them."""
    return Sight(names=table.names, columns=[numbered(table.column(place)) for place in range(table.width)])


def is_long(item: Column, width: int, places: LongPlaces, settings: LabelSettings) -> bool:
    """Whether columns that names do not make long for certain are: the user says so, or items come again."""
    if places.annotator is not None and not places.guessed:
        return True
    stated = bool(settings.item and settings.label) or settings.layout is LabelLayout.LONG
    bare = places.annotator is None and width == (2 if places.times is None else 3)
    return stated or bare or len(item.names) < item.codes.size


def read_long_quickly(file: LabelFile, separator: str, settings: LabelSettings) -> LabelMatrix | None:
    """A simple long file, a million rows at a time; None if the file is not simple or not long."""
    rows = settings.where or settings.question or settings.counts_columns
    if rows or settings.layout not in (None, LabelLayout.LONG):
        return None
    found = plain_table(file, separator)
    places = long_places(found.names, settings) if found else None
    if found is None or places is None:
        return None
    column = cache(found.column)
    answers = [place for place, name in enumerate(found.names) if plain_word(name) == "answer"]
    if answers and set(column(answers[0]).names) <= VERDICTS and not settings.names_columns:
        return None  # Prodigy's, which say what a label is worth
    if any_gone(found.names, column) or not is_long(column(places.item), len(found.names), places, settings):
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

    def look() -> Sight:
        columns = []
        for place in range(len(names)):
            try:
                columns.append(column(place))
            except FormatError:  # a list or an object in JSON is neither name nor label
                columns.append(Column(codes=np.zeros(lines.size, np.int32), names=("[…]",)))
        return Sight(names=names, columns=columns)

    if settings.question is not None and places.annotator is not None and names:
        roles = Roles(item=places.item, annotator=places.annotator, label=places.label)
        asked = find_question(look(), roles)
        values = column(asked.question) if asked and asked.question is not None else None
        if asked and values and settings.question in values.names:
            kept = np.flatnonzero(values.codes == values.names.index(settings.question))
            some = cache(lambda place: column(place).used(kept))
            places, settings = replace(places, item=asked.item), replace(settings, question=None)
            return read_columns(file, names, places, some, lines=lines[kept], settings=settings)
    annotator, times = (None if place is None else column(place) for place in (places.annotator, places.times))
    item, label = column(places.item), column(places.label)
    said = []
    if places.annotator is not None:
        item_name, annotator_name, label_name = (
            repr(names[place]) if names else str(place + 1) for place in (places.item, places.annotator, places.label)
        )
        said = [message("agreement-read-long", item=item_name, annotator=annotator_name, label=label_name)]
    taken = {"item": places.item, "annotator": places.annotator, "label": places.label}
    called = {role: names[place] for role, place in taken.items() if place is not None} if file.memory else {}
    long = LongTable(file=file, item=item, annotator=annotator, label=label, times=times, called=called, lines=lines)

    try:
        matrix = long_matrix(long, settings, said)
    except ContentError as error:
        if error.code != "agreement-labelled-twice" or places.annotator is None or not names:
            raise
        roles = Roles(item=places.item, annotator=places.annotator, label=places.label)
        asked = find_question(look(), roles)
        if asked is None or asked.question is None:
            raise
        if plain_word(names[places.label]) in RANK_WORDS:  # each row is the rank of one option
            options, lists = column(asked.question), column(asked.item)
            both = zip(lists.codes.tolist(), options.codes.tolist(), strict=True)
            option = numbered(f"{lists.names[one]}: {options.names[two]}" for one, two in both)
            return long_matrix(replace(long, item=option), in_ranks(settings), [*said, message("labels-ranks")])
        raise several_questions(file, look(), column(asked.question).names) from error
    if settings.label is None:
        _refuse_verdict(file, look, places, matrix)
    refuse_silly(file, look, (places.item, places.annotator or 0, places.label), matrix, settings)
    verdicts = [name for name in matrix.annotators if says_verdict(name)]
    if not verdicts or len(matrix.annotators) - len(verdicts) < 2:
        return matrix
    return matrix.without(annotators=verdicts).noting(message("labels-verdict-annotator", names=joined(verdicts)))


def _refuse_verdict(file: LabelFile, look: Callable[[], Sight], places: LongPlaces, matrix: LabelMatrix) -> None:
    """Refuse labels that say one thing of each item, as a verdict does, where another column says what people said."""
    given = np.unique(matrix.item.astype(np.int64) * len(matrix.classes) + matrix.label).size
    if given > len(matrix.items) or given == matrix.size:
        return
    sight, roles = look(), Roles(item=places.item, annotator=places.annotator, label=places.label)
    item = sight.columns[places.item]
    for place in (each for each in range(len(sight.names)) if each not in (roles.item, roles.annotator, roles.label)):
        column = sight.columns[place]
        alike = plain_word(sight.names[place]) in LABEL_WORDS or not set(column.names).isdisjoint(matrix.classes)
        pairs = np.unique(item.codes.astype(np.int64) * len(column.names) + column.codes).size
        if alike and pairs > len(item.names):
            said = {"label": sight.names[places.label], "other": sight.names[place]}
            raise unclear(file, "labels-verdict-column", sight, replace(roles, label=place), **said)


def wanted_rows(table: TextTable, settings: LabelSettings) -> list[int]:
    """The rows in which the fields asked for have the values asked for."""
    kept = list(range(len(table.rows)))
    for name, value in settings.where:
        place = column_place(name, table.names)
        kept = [row for row in kept if table.rows[row][place] == value]
    if not kept:
        raise table.file.error("agreement-no-row-where")
    return kept


def long_matrix(table: LongTable, settings: LabelSettings, said: Sequence[Message] = ()) -> LabelMatrix:
    """A matrix from parallel columns, without the rows whose label is missing; `said` heads its notes."""
    table.file.refuse_question(settings)
    orders = orders_in([name for name in table.label.names if name not in settings.missing])
    if orders:
        table, settings = _ranked(table, orders), in_ranks(settings)
        said = (*said, message("labels-ranks"))
    bad: dict[int, Message] = {}
    for kind, column in (("item", table.item), ("annotator", table.annotator)):
        if column is not None and "" in column.names:
            nameless = np.flatnonzero(column.codes == column.names.index(""))
            said_of = {"column": repr(table.called[kind])} if table.called else {}
            code = f"agreement-row-without-{kind}{'-in' if said_of else ''}"
            bad |= dict.fromkeys(nameless.tolist(), message(code, **said_of))
    if bad:
        listed = [(table.line(row) or 0, why) for row, why in sorted(bad.items())]
        said = (*said, *table.file.without_bad(listed, int(table.lines.max(initial=0)), settings))
        table = table.taken(np.setdiff1d(np.arange(table.item.codes.size), list(bad)))
    try:
        label, gone, notes = labels_in(table.label, settings)
    except ContentError as error:
        error.where = error.where or table.file.place(field=table.called.get("label"))
        raise
    kept = np.flatnonzero(~gone)
    if not kept.size:
        raise table.file.impossible("agreement-all-missing", field=table.called.get("label"))
    part = replace(table, label=label, item=_one_spelling(table.item))
    part = replace(part, annotator=part.annotator and _one_spelling(part.annotator))
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
        error.where = error.where or table.file.place(_line_of_trouble(part, settings), table.called.get("label"))
        raise
    return replace(matrix, notes=(*said, *matrix.notes, *notes, *odd_labels(matrix.classes)))


def in_ranks(settings: LabelSettings) -> LabelSettings:
    """The settings by which places in rankings are measured: on an ordinal scale, unless another one is asked for."""
    nominal = settings.labelling.scale is Scale.NOMINAL
    return replace(settings, labelling=replace(settings.labelling, scale=Scale.ORDINAL)) if nominal else settings


def _ranked(table: LongTable, orders: Mapping[str, Mapping[str, int]]) -> LongTable:
    """The table with a row for each option of each ranking: the option of an item is the item, its place the label."""
    names = [table.label.names[code] for code in table.label.codes.tolist()]
    found = [(row, option, place) for row, name in enumerate(names) for option, place in orders.get(name, {}).items()]
    part = table.taken(np.array([row for row, _, _ in found], np.int64))
    items = (part.item.names[code] for code in part.item.codes.tolist())
    return replace(
        part,
        item=numbered(f"{item}: {option}" for item, (_, option, _) in zip(items, found, strict=True)),
        label=numbered(str(place) for _, _, place in found),
    )


def _one_spelling(column: Column) -> Column:
    """The column with one name for `1` and `1.0`, where both stand in it; others are what they are."""
    if not any(name.endswith((".0", ",0")) for name in column.names):
        return column
    shown = spelled_alike([*column.names, "?"])[:-1]
    again = numbered(shown)
    return column if len(again.names) == len(shown) else Column(codes=again.codes[column.codes], names=again.names)


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
    labels = items = column_group(table.names, settings.label)
    if settings.item is not None:
        if "*" not in settings.item:
            column_place(settings.item, table.names)
            raise InputError("agreement-star-in-label-only", item=settings.item)
        items = column_group(table.names, settings.item)
    both = [number for number in labels if number in items]
    if not both:
        raise InputError("agreement-no-common-number", items=settings.item or "", labels=settings.label)
    known = [name for name in table.names if plain_word(name) in ANNOTATOR_WORDS]
    who = settings.annotator or next(iter(known), None)
    own = map(str, range(1, len(table.rows) + 1))
    people = numbered(own if who is None else table.column(column_place(who, table.names)))
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


def column_group(names: Sequence[str], pattern: str) -> dict[str, int]:
    """The columns that a pattern names, by the number in the place of the star."""
    before, _, after = pattern.partition("*")
    wanted = {
        name[len(before) : len(name) - len(after)]: place for place, name in enumerate(names) if in_group(name, pattern)
    }
    if not wanted:
        raise UnknownNameError(text("agreement-kind-group"), pattern, groups_of(names))
    return wanted
