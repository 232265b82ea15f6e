"""Long tables: one row per label, with columns for the item, the annotator and the label; or one row per vote.

Rows may also hold several labels side by side, in columns with numbers, as batches of Mechanical Turk do:
`--label 'Answer.c*' --item 'Input.schema_*' --annotator WorkerId` reads column Answer.c0 as the label of the item in
Input.schema_0, and so on. Without `--item` each column of labels is an item, called by its name.
"""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from anaphor.answers import roles as guess
from anaphor.answers import vocabulary
from anaphor.answers.cells import labels_in, odd_labels, spelled_number, visible, whole
from anaphor.answers.grid import other_answers
from anaphor.answers.labelling import (
    DEFAULTS,
    Column,
    Int64,
    LabelLayout,
    LabelSettings,
    Repeats,
    Scale,
    in_order,
    numbered,
)
from anaphor.answers.matrix import LabelMatrix, from_columns, from_votes
from anaphor.answers.opening import LabelFile
from anaphor.answers.roles import Roles
from anaphor.answers.table import LabelTable, joint_column, parts_of_item
from anaphor.answers.tools.export import orders_in
from anaphor.answers.tools.lists import hold_lists
from anaphor.errors import ContentError, FormatError, InputError, UnknownNameError
from anaphor.text import Message, joined, message, text

_WHOLE_NAME = re.compile(r"0|[1-9]\d*")
_FLOAT_NAME = re.compile(r"(0|[1-9]\d*)[.,]0")
"""How a spreadsheet, or a library that read an empty cell, writes a whole number."""
_FEWEST_ROWS = 8
"""Rows from which on one that has nothing in common with any other shows."""
ADAPTIVE = ("next", "adaptive")
"""Cells of a column `policy` by which a label was asked for because of the labels before: `next` is what the queue of
`agreement next` says."""


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


def long_roles(table: LabelTable, settings: LabelSettings) -> Roles | None:
    """The places of the columns, by what the user says or by their names; None: this is no long table.

    Without an annotator's column, or with labels in the one column that was left, `is_long` decides by the items.
    """
    found: dict[str, int] = {}
    names = table.names
    for kind, stated in (("item", settings.item), ("annotator", settings.annotator), ("label", settings.label)):
        if stated is not None:
            named = table.place(stated)
            if named in found.values():
                raise InputError("agreement-column-twice", name=repr(stated))
            found[kind] = named
    aside_names = {*dict(settings.where), settings.repetition, *parts_of_item(settings.item, names)}
    given = {place for place, name in enumerate(names) if name in aside_names}
    for kind, words in (("item", vocabulary.ITEM), ("annotator", vocabulary.ANNOTATOR), ("label", vocabulary.LABEL)):
        if (
            kind not in found
            and not (kind == "item" and items_side_by_side(names, words))
            and not (kind != "item" and one_column_each(names, words))
        ):
            place = _by_word(names, words, given | set(found.values()))
            while (
                kind == "item" and place is not None and table.lines.size and not any(table.seen().coded(place).names)
            ):
                given.add(place)  # nothing stands in it: another column of such a name may be meant
                place = _by_word(names, words, given | set(found.values()))
            found |= {} if place is None else {kind: place}
    guessed = "label" not in found and found.keys() >= {"item", "annotator"}
    if guessed:
        aside = (*vocabulary.ASIDE, *vocabulary.COUNT)
        places = [
            place
            for place, name in enumerate(names)
            if vocabulary.plain(name) not in aside and not vocabulary.says_verdict(name)
        ]
        rest = [place for place in places if place not in found.values() and place not in given]
        rest = [place for place in rest if not vocabulary.says_circumstance(names[place])]
        opinion = _by_word(names, vocabulary.OPINION, given | set(found.values()))
        others = [place for place in rest if not vocabulary.called(names[place], "annotator")]
        if opinion is not None and (not others or _differs(table, found["item"], opinion)):
            rest = [opinion]
        found |= {"label": rest[0]} if len(rest) == 1 else {}
    if not found.keys() >= {"item", "label"}:
        if settings.names_columns or settings.layout is LabelLayout.LONG:
            absent = "both" if not found.keys() & {"item", "label"} else "label" if "item" in found else "item"
            code = f"agreement-unclear-{absent}"
            raise InputError(code, names=", ".join(names[:12]))
        return None
    if "annotator" not in found and not settings.names_columns and one_column_each(names):
        return None
    times = None if "annotator" in found else _by_word(names, vocabulary.COUNT, set(found.values()))
    return Roles(
        item=found["item"], annotator=found.get("annotator"), label=found["label"], times=times, sure=not guessed
    )


def _differs(table: LabelTable, item: int, label: int) -> bool:
    """Whether a column says several things of one item: then each is somebody's, and no verdict on the item."""
    items, labels = table.coded(item), table.coded(label)
    pairs = items.codes.astype(np.int64) * len(labels.names) + labels.codes
    return np.unique(pairs).size > np.unique(items.codes).size


def fits_long(table: LabelTable) -> list[LabelLayout]:
    """The long layout, where columns are called item, annotator and label; otherwise nothing."""
    roles = long_roles(table, DEFAULTS) if table.names else None
    return [LabelLayout.LONG] if roles and roles.annotator is not None and roles.sure else []


def with_question(names: Sequence[str], settings: LabelSettings) -> LabelSettings:
    """The settings in which the column or the columns side by side that are the question asked for hold the labels."""
    asked = guess.question_in([*names, *guess.groups_of(names)], settings)
    return replace(settings, label=asked[0], question=None) if settings.question and asked else settings


def _by_word(names: Sequence[str], words: Sequence[str], taken: set[int]) -> int | None:
    plain = ["" if place in taken else vocabulary.plain(name) for place, name in enumerate(names)]
    return next((plain.index(word) for word in words if word in plain), None)


def one_column_each(names: Sequence[str], words: Sequence[str] = vocabulary.ANNOTATOR) -> bool:
    """Whether annotators have a column each: Rater1, Rater2 …; with other words: label1, label2 …"""
    found = [name for name in names if vocabulary.plain(name) in words]
    alike = len(found) > 1 and len({vocabulary.plain(name) for name in found}) == 1
    return alike and (words is vocabulary.ANNOTATOR or all(name[-1:].isdigit() for name in found))


def items_side_by_side(names: Sequence[str], words: Sequence[str] = vocabulary.ITEM) -> bool:
    """Whether items have a column each, beside one that names annotators: Text 1, Text 2, Text 3 …"""
    numbered_items = [name for name in names if vocabulary.plain(name) in words and name[-1:].isdigit()]
    alike = len({vocabulary.plain(name) for name in numbered_items}) == 1
    return alike and len(numbered_items) > 2 and any(vocabulary.called(name, "annotator") for name in names)


def refuse_unclear_label(table: LabelTable) -> None:
    """Refuse a table whose rows name items again and again, and annotators, when its labels are not clear."""
    item = _by_word(table.names, vocabulary.ITEM, set())
    annotator = _by_word(table.names, vocabulary.ANNOTATOR, set())
    if item is None or annotator is None or one_column_each(table.names) or items_side_by_side(table.names):
        return
    if len(table.coded(item).names) < table.lines.size:
        raise guess.unclear(table, "labels-unclear")


def is_long(table: LabelTable, roles: Roles, settings: LabelSettings) -> bool:
    """Whether columns that names do not make long for certain are: the user says so, or items come again."""
    if roles.annotator is not None and roles.sure:
        return True
    stated = bool(settings.item and settings.label) or settings.layout is LabelLayout.LONG
    bare = roles.annotator is None and table.width == (2 if roles.times is None else 3)
    return stated or bare or len(table.coded(roles.item).names) < table.lines.size


def read_named(table: LabelTable, settings: LabelSettings) -> LabelMatrix | None:
    """A matrix from a long table whose columns have telling names, without its rows as text; None for any other."""
    other = settings.names_groups or settings.question or settings.layout not in (None, LabelLayout.LONG)
    if other or not table.lines.size or vocabulary.any_gone(table.names, table.coded):
        return None
    answers = [place for place, name in enumerate(table.names) if vocabulary.plain(name) == "answer"]
    if answers and not settings.names_columns and set(table.seen().coded(answers[0]).names) <= guess.VERDICTS:
        return None  # Prodigy's, which say what a label is worth
    roles = long_roles(table, settings)
    if roles is None:
        return None
    people = None if roles.annotator is None else table.seen().coded(roles.annotator)
    if not settings.names_columns and hold_lists(people, table.seen().coded(roles.label)):
        return None
    table = table.wanted(settings)
    return read_columns(table, roles, settings) if is_long(table, roles, settings) else None


def read_columns(table: LabelTable, roles: Roles, settings: LabelSettings) -> LabelMatrix:
    """A matrix from the columns of a long table; which of them were taken for which is said."""
    file, column = table.file, table.coded
    if settings.question is not None and roles.annotator is not None and table.names:
        asked = guess.find_question(table.seen(), roles)
        values = column(asked.question) if asked and asked.question is not None else None
        if asked and values and settings.question in values.names:
            kept = np.flatnonzero(values.codes == values.names.index(settings.question))
            return read_columns(table.taken(kept), replace(roles, item=asked.item), replace(settings, question=None))
    table, heading = _without_heading(table, roles, settings)
    item, said = table.coded(roles.item), heading
    column = table.coded
    if settings.repetition is not None:
        table, item, note = repetitions(table, item, settings)
        column, said = table.coded, [*said, note]
    annotator, times = (None if place is None else column(place) for place in (roles.annotator, roles.times))
    label = column(roles.label)
    taken = {"item": roles.item, "annotator": roles.annotator, "label": roles.label}
    called = {role: table.called(place) for role, place in taken.items() if place is not None}
    if roles.annotator is not None:
        shown = {role: repr(name) if table.names else name for role, name in called.items()}
        said = [message("agreement-read-long", **shown), *said]
    long = LongTable(
        file=file,
        item=item,
        annotator=annotator,
        label=label,
        times=times,
        called=called if file.memory else {},
        lines=table.lines,
    )
    try:
        matrix = long_matrix(long, settings, said)
    except ContentError as error:
        if error.code != "agreement-labelled-twice" or roles.annotator is None or not table.names:
            raise
        if (timed := guess.time_column(table.seen(), roles)) is not None:
            rules = ("--repeats last", "--repeats first", "--repeats majority")
            raise guess.unclear(table, "labels-repeated", options=rules, column=timed) from error
        asked = guess.find_question(table.seen(), roles)
        if asked is None or asked.question is None:
            if keys := guess.key_options(table.seen(), roles):
                raise guess.unclear(table, "labels-key", options=keys, name=table.called(roles.item)) from error
            raise
        if vocabulary.called(table.called(roles.label), "rank"):  # each row is the rank of one option
            options, lists = column(asked.question), column(asked.item)
            both = zip(lists.codes.tolist(), options.codes.tolist(), strict=True)
            option = numbered(f"{lists.names[one]}: {options.names[two]}" for one, two in both)
            return long_matrix(replace(long, item=option), in_ranks(settings), [*said, message("labels-ranks")])
        raise _asked_again(table, asked.question, asked.item) from error
    matrix = replace(matrix, adaptive=_asked_adaptively(table))
    named = table.called(roles.label)
    if settings.label is None and vocabulary.says_correctness(named) and vocabulary.are_outcomes(matrix.classes):
        raise file.error("labels-only-right", column=repr(named))
    matrix = matrix.noting(*vocabulary.only_right([named], matrix.classes))
    matrix = matrix.noting(*guess.refuse_rivals(table, roles, matrix, settings))
    guess.refuse_silly(table, (roles.item, roles.annotator or 0, roles.label), matrix, settings)
    verdicts = [name for name in matrix.annotators if vocabulary.says_verdict(name)]
    if not verdicts or len(matrix.annotators) - len(verdicts) < 2:
        return matrix
    return matrix.without(annotators=verdicts).noting(message("labels-verdict-annotator", names=joined(verdicts)))


def _without_heading(table: LabelTable, roles: Roles, settings: LabelSettings) -> tuple[LabelTable, list[Message]]:
    """The table without a first row that explains the header, and what is said of it.

    Its item, its annotator and its label stand nowhere else, while everybody else labelled several items.
    """
    rows = table.lines.size
    if roles.annotator is None or not table.names or rows < _FEWEST_ROWS or settings.layout is not None:
        return table, []
    columns = [table.coded(place) for place in (roles.item, roles.annotator, roles.label)]
    often = [np.bincount(column.codes, minlength=len(column.names)) for column in columns]
    alone = all(counts[column.codes[0]] == 1 for counts, column in zip(often, columns, strict=True))
    words = all(spelled_number(column.names[column.codes[0]]) is None for column in columns)
    if not (alone and words) or any((counts == 1).sum() > 1 for counts in often):
        return table, []
    cells = ", ".join(column.names[column.codes[0]] for column in columns)
    return table.taken(np.arange(1, rows)), [message("labels-row-alone", row="1", cells=cells)]


def _asked_again(table: LabelTable, question: int, item: int) -> FormatError:
    """An error that asks what a column is by which somebody's labels of an item differ: a question, or a repetition."""
    again, name = table.called(question), table.called(item)
    if vocabulary.called(again, "repetition"):
        readings = [f"--repetition {shlex.quote(again)}{rule}" for rule in ("", " --repeats majority")]
        return guess.unclear(table, "labels-repeated", options=readings, column=again)
    key = f"--item {shlex.quote(f'{name},{again}')}"
    parts = all(vocabulary.called(each, "item") or vocabulary.says_position(each) for each in (name, again))
    if parts and not vocabulary.says_question(again):
        return guess.unclear(table, "labels-key", options=key, name=name)
    return guess.several_questions(table, table.coded(question).names, more=[key])


def repetitions(table: LabelTable, item: Column, settings: LabelSettings) -> tuple[LabelTable, Column, Message]:
    """The table, its items and what is said, where a column numbers the times at which somebody labelled an item.

    Unless a rule says which label counts, an item is another one each time: people are compared within a time, and
    nobody with themselves. With a rule the rows are put in the order of times, so that the first one is the first.
    """
    name = settings.repetition or ""
    times = table.coded(table.place(name))
    count = len(set(times.names) - {""})
    if settings.labelling.repeats is Repeats.REFUSE:
        apart = joint_column([item, times], f"{{}} [{name} {{}}]")
        return table, apart, message("labels-repetitions-apart", column=name, count=count)
    numbers = [spelled_number(time) for time in times.names]
    known = [number for number in numbers if number is not None]
    order = np.array(known if len(known) == len(numbers) else range(len(numbers)), np.float64)
    rows = np.argsort(order[times.codes], kind="stable")
    rule = settings.labelling.repeats.value
    return table.taken(rows), item.taken(rows), message("labels-repetitions", column=name, count=count, rule=rule)


def _asked_adaptively(table: LabelTable) -> bool:
    """Whether a column `policy` says, of some rows, that the label was asked for because of the labels before."""
    place = next((place for place, name in enumerate(table.names) if vocabulary.plain(name) == "policy"), None)
    if place is None:
        return False
    policy = table.coded(place)
    return any(policy.names[code].strip().casefold() in ADAPTIVE for code in np.unique(policy.codes).tolist())


def long_matrix(table: LongTable, settings: LabelSettings, said: Sequence[Message] = ()) -> LabelMatrix:
    """A matrix from parallel columns, without the rows whose label is missing; `said` heads its notes."""
    table.file.refuse_question(settings)
    orders = orders_in([name for name in table.label.names if name not in settings.missing])
    if orders:
        table, settings = _ranked(table, orders), in_ranks(settings)
        said = (*said, message("labels-ranks"))
    table, empty = _without_empty_rows(table, settings)
    said = (*said, *empty)
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
        label, gone, notes = labels_in(table.label, settings, table.annotator)
    except ContentError as error:
        error.where = error.where or table.file.place(field=table.called.get("label"))
        raise
    kept = np.flatnonzero(~gone)
    if not kept.size:
        raise table.file.impossible("agreement-all-missing", field=table.called.get("label"))
    item, of_items = _one_spelling(table.item, table.annotator)
    annotator, of_people = _one_spelling(table.annotator, table.item) if table.annotator else (None, [])
    part = replace(table, label=label, item=item, annotator=annotator)
    notes = (*notes, *of_items, *of_people, *(_alike(annotator) if annotator else ()))
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


def _without_empty_rows(table: LongTable, settings: LabelSettings) -> tuple[LongTable, list[Message]]:
    """The table without rows that name no item and hold no label, and what is said of them.

    Such rows say nothing: programs for experiments write one for each screen that was shown.
    """
    if "" not in table.item.names:
        return table, []
    unlabelled = np.array([name in settings.missing for name in table.label.names], np.bool_)[table.label.codes]
    nothing = (table.item.codes == table.item.names.index("")) & unlabelled
    if not nothing.any() or nothing.all():
        return table, []
    kept = np.flatnonzero(~nothing)
    table = replace(table.taken(kept), item=table.item.used(kept))
    return table, [message("labels-rows-of-nothing", count=int(nothing.sum()))]


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


def _one_spelling(column: Column, other: Column | None) -> tuple[Column, list[Message]]:
    """The column with one name for `5` and `5.0`, where a spreadsheet made the difference; what is said of it.

    Names are texts. Two of them are one only where all names are whole numbers and everybody in the other column has
    them in one format throughout, as when one of several files went through a spreadsheet.
    """
    doubtful = [name for name in column.names if name.endswith((".0", ",0")) or (name[:1] == "0" and len(name) > 1)]
    if not doubtful:
        return column, []
    known: dict[float, list[str]] = {}
    for name in column.names:
        number = spelled_number(name)
        if number is not None:
            known.setdefault(number, []).append(name)
    alike = [names for names in known.values() if len(names) > 1]
    if not alike:
        return column, []
    one, *_ = alike
    formats = np.array([_WHOLE_NAME.fullmatch(name) is not None for name in column.names], np.bool_)
    long = np.array([_FLOAT_NAME.fullmatch(name) is not None for name in column.names], np.bool_)
    if other is not None and (formats | long).all():
        rows = long[column.codes]
        floats = np.bincount(other.codes, weights=rows, minlength=len(other.names))
        every = np.bincount(other.codes, minlength=len(other.names))
        if ((floats == 0) | (floats == every)).all():
            again = numbered(name[:-2] if decimal else name for name, decimal in zip(column.names, long, strict=True))
            merged = Column(codes=again.codes[column.codes], names=again.names)
            return merged, [message("labels-names-one", one=one[0], two=one[1], count=len(alike))]
    return column, [message("labels-names-apart", one=one[0], two=one[1], count=len(alike))]


def _alike(people: Column) -> list[Message]:
    """What is said of annotators whose names differ in capitals and blanks only: they may be one person."""
    seen: dict[str, str] = {}
    pairs = list[tuple[str, str]]()
    for name in people.names:
        other = seen.setdefault(visible(name).casefold(), name)
        pairs += [(other, name)] if other != name else []
    if not pairs:
        return []
    one, two = pairs[0]
    return [message("labels-people-alike", one=repr(one), two=repr(two), count=len(pairs))]


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


def read_batch(table: LabelTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from columns side by side: each row holds as many labels as there are numbers.

    Who filled a row in says the column named, or one known by its name; otherwise each row is somebody else.
    """
    if not settings.label or "*" not in settings.label:
        raise InputError("agreement-star-in-item-only")
    labels = items = column_group(table.names, settings.label)
    if settings.item is not None:
        if "*" not in settings.item:
            table.place(settings.item)
            raise InputError("agreement-star-in-label-only", item=settings.item)
        items = column_group(table.names, settings.item)
    both = [number for number in labels if number in items]
    if not both:
        raise InputError("agreement-no-common-number", items=settings.item or "", labels=settings.label)
    known = [name for name in table.names if vocabulary.called(name, "annotator")]
    who = settings.annotator or next(iter(known), None)
    table, strange = table.wanted(settings), list[str]()
    if settings.item is None:
        strange = [both[at] for at in other_answers([table.column(labels[number]) for number in both], settings)]
        both = [number for number in both if number not in strange]
    rows = table.lines.size
    people = numbered(map(str, range(1, rows + 1))) if who is None else table.coded(table.place(who))
    cells = [(row, number) for row in table.rows for number in both]
    long = LongTable(
        file=table.file,
        item=numbered(row[items[number]] if settings.item else table.names[labels[number]] for row, number in cells),
        annotator=Column(codes=np.repeat(people.codes, len(both)), names=people.names),
        label=numbered(row[labels[number]] for row, number in cells),
        lines=np.repeat(table.lines, len(both)),
    )
    named = settings.item or settings.label
    said = message("agreement-read-batch", rows=rows, columns=len(both), labels=settings.label, items=named)
    left = [message("labels-other-answers", column=table.names[labels[number]]) for number in strange]
    return long_matrix(long, settings, [said, *left])


def column_group(names: Sequence[str], pattern: str) -> dict[str, int]:
    """The columns that a pattern names, by the number in the place of the star."""
    before, _, after = pattern.partition("*")
    wanted = {
        name[len(before) : len(name) - len(after)]: place
        for place, name in enumerate(names)
        if guess.in_group(name, pattern)
    }
    if not wanted:
        raise UnknownNameError(text("agreement-kind-group"), pattern, guess.groups_of(names))
    return wanted
