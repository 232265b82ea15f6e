"""From a file to a label matrix: compression, encoding, format and layout are found from the content, and said."""

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from anaphor.answers import labelling, long, vocabulary
from anaphor.answers.classes import cut, merge
from anaphor.answers.grid import crossing_of
from anaphor.answers.json import is_json, read_json
from anaphor.answers.labelling import (
    DEFAULTS,
    Column,
    LabelLayout,
    LabelSettings,
    Repeats,
    Scale,
    cell_text,
    numbered,
    scale_order,
)
from anaphor.answers.matrix import MAX_VOTES, LabelMatrix
from anaphor.answers.opening import LabelFile, open_files, read_once
from anaphor.answers.plain import encoded, plain_table
from anaphor.answers.roles import (
    UnclearError,
    find_roles,
    groups_of,
    question_in,
    refuse_texts,
    unclear,
)
from anaphor.answers.table import (
    LabelTable,
    column_table,
    read_table,
    separator_of,
    text_table,
    two_headers,
)
from anaphor.answers.tools import tables as platforms
from anaphor.answers.tools.brat import brat_export, is_brat
from anaphor.answers.tools.lists import list_lines, listed_votes, tallied
from anaphor.answers.tools.no_labels import refuse_no_labels
from anaphor.answers.tools.recognising import read_export, recognised
from anaphor.answers.tools.spans import NOBODY, webanno_export
from anaphor.answers.tools.tableau import is_tableau, read_tableau
from anaphor.answers.trying import tried_advice, tried_notes
from anaphor.answers.wide import is_plain_wide, read_wide
from anaphor.errors import AnaphorError, ContentError, InputError, Place
from anaphor.files import (
    MemoryTable,
    decode_text,
    frame_levels,
    frame_lines,
    has_nested_cells,
    is_path,
    json_rows,
    late_columns,
    need_parquet,
    parquet_file,
    read_guarded,
    read_unpacked,
    text_rows,
)
from anaphor.text import Message, message

_HEAD = 16_384
"""Bytes from which the kind of a file is found."""
_WEBANNO = "#FORMAT=WebAnno"
_TEXTS = ("text", "texte", "sentence", "phrase", "tweet", "comment", "commentaire", "content", "utterance", "enonce")
"""Columns that hold what people read, the likelier first."""
_NAMELESS = re.compile(r"|Unnamed: \d+|_duplicated_\d+|column_\d+|__UNNAMED__\d+")
"""What libraries call a column whose heading is empty."""
_HEADED = 60
"""Rows of a table in memory below its names in which further headings are looked for."""
_MOST = 30_000_000
"""Bytes up to which a file is looked through again for the texts of its items."""
_TOOL = frozenset({"labels-tool", "labels-tool-votes"})
"""What is said of labels that an annotation tool exported."""
_OURS = frozenset({"labels-several-questions", "labels-two-tools", "agreement-labelled-twice"})
"""Errors that only such an export gives."""
Source = Path | str | Sequence[Path | str] | MemoryTable
"""Files of labels, or a table in memory."""
Labels = Path | str | Sequence[Path | str] | LabelMatrix | MemoryTable
"""A file of labels or several, a table in memory, or labels that are read already."""
_SEVERAL_PEOPLE = 3
"""Annotators from which on one may differ from the others."""
_SEVERAL_ITEMS = 6
"""Items from which on a part of them is small."""
_NEARLY_ALL = 0.9
"""Share of the items from which on somebody labelled nearly all."""
_SMALL_PART = 0.5
"""Share of the items below which somebody hardly began."""
_MOST_PEOPLE = 0.6
"""Share of the people who label nearly all items, from which on the design is that everybody does."""
_NAMED_PEOPLE = 5
"""People who hardly began that are named."""
_RULES = tuple(f"--repeats {rule.value}" for rule in Repeats if rule is not Repeats.REFUSE)
"""What may be done about an annotator who labels an item twice."""
_TABLES = (LabelLayout.TURK, LabelLayout.SURVEY)
_MANY = 11
"""Numbers above which exact equality is hardly what is meant: a scale from 0 to 10 has so many."""


def open_labels(source: Labels, settings: LabelSettings = DEFAULTS) -> LabelMatrix:
    """Labels from files, a table or a matrix, with annotators left out, the scale cut and classes merged."""
    if isinstance(source, LabelMatrix):
        return _finished(source, source, settings)
    return _advised(source, settings, _opened_once)


def _opened_once(source: Source, settings: LabelSettings) -> LabelMatrix:
    return _finished(_read_source(source, settings), source, settings)


def read(source: Source, settings: LabelSettings = DEFAULTS) -> LabelMatrix:
    """The labels in files, or in a table in memory, as they are; every error names the file, and the line or column.

    Several files, and those in an archive or a folder, are one table: they add items or annotators to each other.
    """
    return _advised(source, settings, _read_source)


def _advised(
    source: Source, settings: LabelSettings, act: Callable[[Source, LabelSettings], LabelMatrix]
) -> LabelMatrix:
    """What an act makes of a source; where its reading is not clear, an error with advice that was tried on it."""
    with read_once():
        try:
            matrix = act(source, settings)
        except UnclearError as error:
            file, proposals = error.file or _file_of(source), error.proposals
            raise error.advised(tried_advice(proposals, file, settings, partial(_opened_once, source))) from error
        except ContentError as error:
            if error.code != "agreement-labelled-twice" or settings.labelling.repeats is not Repeats.REFUSE:
                raise
            advice = tried_advice(_RULES, _file_of(source), settings, partial(_opened_once, source))
            raise error.advised(advice) from error
        return matrix.noting(*tried_notes(matrix, _file_of(source), settings, partial(_opened_once, source)))


def _finished(matrix: LabelMatrix, source: Labels, settings: LabelSettings) -> LabelMatrix:
    """The labels with annotators left out, the scale cut and classes merged, and what is to be said of them."""
    matrix, order_unknown = _in_known_order(matrix, settings) if matrix is not source else (matrix, False)
    columns = {dict(note.values)["column"] for note in matrix.notes if note.code == "labels-without"}
    matrix = matrix.without(
        annotators=[name for name in settings.without if name not in columns or name in matrix.annotators]
    )
    if settings.cut:
        matrix = cut(matrix, settings.cut)
    if settings.merge:
        matrix = merge(matrix, settings.merge)
    if matrix.size == 0:
        raise InputError("agreement-no-label-left", where=Place(file=str(source)) if is_path(source) else None)
    if matrix is not source:
        matrix = matrix.noting(*_hardly_began(matrix))
    if order_unknown and len(matrix.classes) > 2:
        raise InputError(
            "labels-no-order",
            classes=", ".join(matrix.classes[:_MANY]),
            where=Place(file=str(source)) if is_path(source) else None,
        )
    if matrix.values is None or len(matrix.classes) <= _MANY:
        return matrix
    low, high = min(matrix.values), max(matrix.values)
    shown = {"low": f"{low:g}".replace("-", "−"), "high": f"{high:g}".replace("-", "−")}
    points = ",".join(f"{low + part * (high - low) / 3:.3g}" for part in (1, 2))
    note = message("agreement-many-numbers", classes=len(matrix.classes), points=points, **shown)
    return matrix if note in matrix.notes else matrix.noting(note)


def _hardly_began(matrix: LabelMatrix) -> list[Message]:
    """What is said of people who labelled a small part of what nearly everybody else labelled whole.

    In a design in which everybody labels some items, most people do not label nearly all, and nothing is said.
    """
    if matrix.anonymous or len(matrix.annotators) < _SEVERAL_PEOPLE or not matrix.size:
        return []
    items = int((matrix.votes_per_item > 0).sum())
    share = matrix.labels_per_annotator / max(items, 1)
    whole, few = share >= _NEARLY_ALL, (share < _SMALL_PART) & (share > 0)
    if items < _SEVERAL_ITEMS or not few.any() or whole.sum() < _MOST_PEOPLE * len(share):
        return []
    return [
        message(
            "labels-few-labels",
            who=matrix.annotators[place],
            count=int(matrix.labels_per_annotator[place]),
            items=items,
            name=shlex.quote(matrix.annotators[place]),
        )
        for place in np.flatnonzero(few)[:_NAMED_PEOPLE].tolist()
    ]


_ORDERED = frozenset(
    {"agreement-by-levels", "agreement-read-counts", "agreement-read-counts-equal", "agreement-read-crossed"}
)
"""What is said of labels whose order the table itself has: ordered categories, or a column for each class."""


def _file_of(source: Source) -> LabelFile:
    """A source as a user names it in a line to type."""
    paths = [source] if is_path(source) else source
    if isinstance(paths, Sequence) and paths and all(map(is_path, paths)):
        typed = " ".join(shlex.quote(str(path)) for path in paths)
        return LabelFile(name=typed, data=b"", typed=typed)
    return LabelFile(name=type(source).__name__, data=b"", typed="table", memory=True)


def _in_known_order(matrix: LabelMatrix, settings: LabelSettings) -> tuple[LabelMatrix, bool]:
    """The matrix, saying which scale its words are, and whether only the alphabet orders words that must have an order.

    An ordinal coefficient over words sorted by the alphabet is a number about nothing.
    """
    words = matrix.scale is Scale.ORDINAL and matrix.values is None and len(matrix.classes) > 2
    if not words or settings.labelling.classes or any(note.code in _ORDERED for note in matrix.notes):
        return matrix, False
    if scale_order(matrix.classes) == matrix.classes:
        return matrix.noting(message("labels-known-order", classes=" < ".join(matrix.classes[:_MANY]))), False
    return matrix, list(matrix.classes) == sorted(matrix.classes)


def exported_labels(files: Sequence[Path | str], settings: LabelSettings) -> LabelMatrix | None:
    """The labels in what an annotation tool exported, items by the names that are known; None where no tool did."""
    paths = [Path(each) for each in files]
    try:
        matrix = _opened_once(paths, settings)
    except AnaphorError as error:
        if error.code in _OURS:
            return open_labels(paths, settings)  # which raises it with advice
        return None
    return matrix if any(note.code in _TOOL for note in matrix.notes) else None


def _read_source(source: Source, settings: LabelSettings) -> LabelMatrix:
    """The labels of `read`, without any advice."""
    several = isinstance(source, Sequence) and not is_path(source) and source and all(map(is_path, source))
    if not several and not is_path(source):
        return _read_memory(source, settings)
    named: Any = source if several else (source,)
    paths = [Path(each) for each in named]
    files = [file for path in paths for file in open_files(path, settings)]
    files = [file for file in files if PurePath(file.name).stem not in NOBODY] or files
    typed = " ".join(dict.fromkeys(file.typed for file in files))
    files = [replace(file, typed=typed, shared=len(files) > 1) for file in files]
    if is_brat(files):
        matrix = read_export(replace(files[0], shared=True), brat_export(files), settings)
        return matrix.noting(message("labels-files", count=len(files), kind="files"), *_question(settings))
    parts, empty = list[tuple[LabelFile, LabelMatrix]](), list[LabelFile]()
    for file in files:
        try:
            parts.append((file, _read_file(file, settings)))
        except ContentError as error:  # who is a member of a project, and labelled nothing yet
            if error.code != "agreement-all-missing" or not (parts or file is not files[-1]):
                raise
            empty.append(file)
    matrix = parts[0][1] if len(files) == 1 else _joined_files(parts, replace(settings, question=None))
    if empty:
        matrix = matrix.noting(
            message("labels-files-empty", names=", ".join(PurePath(each.name).name for each in empty))
        )
    return replace(matrix, look_up=partial(item_texts, paths, matrix.items))


def _read_file(file: LabelFile, settings: LabelSettings) -> LabelMatrix:
    try:
        if file.data[:4] == b"PAR1":
            need_parquet()
            matrix = read_guarded(_read_parquet, file, settings, file=file.name)
        else:
            matrix = _read_quickly(file, settings) or _read_text(file, settings)
    except AnaphorError as error:
        # A column or class that is not there is the user's word, but this file is where it is missing.
        error.where = error.where or Place(file=file.name)
        raise
    return matrix.noting(*_question(settings), *file.notes)


def _question(settings: LabelSettings) -> list[Message]:
    return [message("labels-question", question=settings.question)] if settings.question else []


def _joined_files(read: Sequence[tuple[LabelFile, LabelMatrix]], settings: LabelSettings) -> LabelMatrix:
    """The labels of several files; one whose labels have no name, or all one name, is its annotator's."""
    files, parts = zip(*read, strict=True)
    single = [
        bool(part.votes_per_item.max(initial=0) <= 1) if part.anonymous else len(part.annotators) == 1 for part in parts
    ]
    alike = len({part.annotators for part in parts}) < len(parts)
    own = all(single) and alike
    nameless = any(part.anonymous for part in parts) and not own
    items, people, labels = list[str](), list[str](), list[str]()
    stems = {file.name: PurePath(file.name).name.partition(".")[0] for file in files}
    folders = {file.name: PurePath(file.name).parent.name for file in files}
    if len(set(stems.values())) == 1 and len(set(folders.values())) == len(files):
        stems = folders  # each person has a folder, in which all files are called alike
    for file, part in zip(files, parts, strict=True):
        items += [part.items[code] for code in part.item.tolist()]
        labels += [part.classes[code] for code in part.label.tolist()]
        stem = stems[file.name]
        people += [stem if own or part.anonymous else part.annotators[code] for code in part.annotator.tolist()]
    table = long.LongTable(
        file=replace(files[0], name=", ".join(file.name for file in files)),
        item=numbered(items),
        annotator=None if nameless else numbered(people),
        label=numbered(labels),
        lines=np.zeros(len(items), np.int64),
    )
    sheets = {PurePath(file.name).parent.suffix.lower() for file in files} <= {".xlsx", ".ods"}
    said = message(
        "labels-files-people" if own else "labels-files", count=len(files), kind="sheets" if sheets else "files"
    )
    if all(part.scale is Scale.ORDINAL for part in parts):  # rankings are, whatever else was said
        settings = replace(settings, labelling=replace(settings.labelling, scale=Scale.ORDINAL))
    # Each file has a name, and so have its votes; sets are counted when all are read.
    silent = ("labels-sets", "agreement-read-votes") if own else ("labels-sets",)
    notes = dict.fromkeys(note for part in parts for note in part.notes if note.code not in silent)
    matrix = long.long_matrix(table, settings, [said, *notes])
    if settings.items is None:
        refuse_texts(column_table(files[0], {"item": table.item, "label": table.label}), matrix)
    return matrix


def _read_quickly(file: LabelFile, settings: LabelSettings) -> LabelMatrix | None:
    """A plain long file, without making text of it; None for any other."""
    if file.encoding not in (None, "utf-8") or settings.counts_columns or settings.where:
        return None
    head = file.data[:_HEAD].decode(file.encoding or "utf-8", "replace")
    if not head or "\0" in head or is_json(head.removeprefix("\ufeff")) or is_tableau(head):
        return None
    if head.startswith(_WEBANNO) or settings.names_groups or settings.layout not in (None, LabelLayout.LONG):
        return None
    table = plain_table(file, settings.separator or separator_of(file, _whole_lines(head)))
    if table is None or not set(table.names).isdisjoint(settings.without):
        return None
    if len(set(table.names[1:])) < len(table.names) - 1 or "" in table.names[1:]:  # names stand in two rows, maybe
        return None
    return long.read_named(table.keyed(settings), settings)


def _read_text(file: LabelFile, settings: LabelSettings) -> LabelMatrix:
    content = file.text()
    json = is_json(content[:_HEAD]) and settings.layout is not LabelLayout.TABLEAU
    known = labelling.JSON_LAYOUTS if json else labelling.TEXT_LAYOUTS
    if settings.layout is not None and settings.layout not in known:
        kind = "json" if json else "text"
        raise file.error("agreement-no-layout", kind=kind, layout=settings.layout.value, known=", ".join(known))
    if settings.layout is LabelLayout.TABLEAU or (settings.layout is None and is_tableau(content[:_HEAD])):
        return read_tableau(file, content, settings)
    if json:
        return read_json(file, content, settings, _read_rows)
    if content.startswith(_WEBANNO):
        export = webanno_export(file.name, content, settings.question)
        if not export.rows or not content.startswith(f"{_WEBANNO} TSV 3"):
            raise file.error("labels-no-webanno")
        return read_export(file, export, settings)
    separator = settings.separator or separator_of(file, _whole_lines(content[:_HEAD]))
    header = True if settings.names_columns and not settings.counts_columns else None
    return _read_rows(read_table(file, content, separator, settings, header=header).less(settings.without), settings)


def _whole_lines(head: str) -> str:
    lines = head.replace("\r\n", "\n").replace("\r", "\n")
    return lines.rpartition("\n")[0] if len(head) >= _HEAD - 4 and "\n" in lines else lines


def _read_rows(whole: LabelTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from the rows of a table, whatever file they come from."""
    refuse_no_labels(whole.file, whole.names, settings)
    if is_plain_wide(whole, settings):
        return read_wide(whole, settings).noting(*whole.notes)
    whole = _with_headers(whole) if whole.file.memory else whole
    table = platforms.counted_rows(whole.keyed(settings), settings)
    if settings.layout is None and not settings.names_columns and not settings.question:
        table = platforms.slot_table(table) or table
    return _read_counted(table, settings).noting(*table.notes)


def _with_headers(table: LabelTable) -> LabelTable:
    """The table of a library that took the first of two rows of headings for all of them, with both as its names."""
    names = tuple("" if _NAMELESS.fullmatch(name) else name for name in table.names)
    two = two_headers([names, *table.rows[:_HEADED]]) if table.names else None
    if two is None:
        return table
    merged, used = two
    note = message("labels-two-headers", rows=used, example=next(filter(None, reversed(merged)), ""))
    below = table.taken(np.arange(used - 1, table.lines.size))
    return replace(below, names=merged, notes=(*table.notes, note))


def _read_counted(table: LabelTable, settings: LabelSettings) -> LabelMatrix:
    if settings.layout is None and not settings.names_columns and (votes := tallied(table)):
        return read_wide(votes, replace(settings, layout=LabelLayout.COUNTS))
    turk, survey = platforms.turk_table(table), platforms.survey_table(table)
    fits = [layout for layout, each in zip(_TABLES, (turk, survey), strict=True) if each]
    if settings.layout in (None, *labelling.TOOL_LAYOUTS, *_TABLES) and not settings.names_columns and table.names:
        lists = list_lines(table)
        numbered_rows = zip(table.lines.tolist(), table.rows, strict=True)
        lines = lists or [(line, dict(zip(table.names, row, strict=True))) for line, row in numbered_rows]
        export = recognised(table.file, lines, settings, [*fits, *long.fits_long(table)])
        export = export or (listed_votes(lines, None) if lists else None)
        if export is not None:
            return read_export(table.file, export, settings)
    table, ours = turk or table, dict(zip(turk.own, turk.names, strict=True)) if turk else {}
    named = {
        each: ours.get(getattr(settings, each), getattr(settings, each)) for each in ("item", "annotator", "label")
    }
    where = tuple((ours.get(name, name), value) for name, value in settings.where)
    settings = replace(settings, where=where, **named)
    if settings.names_groups:
        return long.read_batch(table, settings)
    if survey is not None and settings.layout is LabelLayout.SURVEY:
        return platforms.read_survey(survey, settings)
    settings = replace(settings, layout=None if settings.layout is LabelLayout.TURK else settings.layout)
    if turk is not None and settings.layout is None and not settings.names_columns:
        questions = platforms.turk_questions(turk, groups_of(turk.names))
        settings = platforms.turk_settings(turk, question_in(questions, settings), settings)
    elif not survey and not (settings.question and crossing_of(table.names)):
        settings = long.with_question(table.names, settings)
    if not table.names and settings.names_columns:
        table = replace(table, names=tuple(str(place + 1) for place in range(table.width)))
    found = _read_long(table, settings) if settings.layout in (None, LabelLayout.LONG) else None
    if found is not None:
        return found
    if settings.layout is None:
        long.refuse_unclear_label(table)
        if survey is not None:
            return platforms.read_survey(survey, settings)
    return read_wide(table, settings)


def _read_long(table: LabelTable, settings: LabelSettings) -> LabelMatrix | None:
    """A matrix from one row per label, by the names of columns or by what stands in them; None for another table."""
    guess = list[Message]()
    roles = long.long_roles(table, settings) if table.names else None
    if roles and not long.is_long(table, roles, settings):
        roles = None
    if roles is None and (settings.layout is LabelLayout.LONG or _looks_long(table)):
        roles = find_roles(table)
        if roles is None or not roles.sure:
            raise unclear(table, "labels-unclear", roles)
        if roles.annotator is not None and not vocabulary.says_annotator(table.called(roles.annotator)):
            turned = {"item": roles.annotator, "annotator": roles.item, "label": roles.label}
            shown = {role: shlex.quote(table.called(place)) for role, place in turned.items()}
            guess = [message("labels-no-names", **shown)]
    return long.read_columns(table.wanted(settings), roles, settings).noting(*guess) if roles else None


def _looks_long(table: LabelTable) -> bool:
    """Three columns or more without telling names, two of which name what no row names twice, and labels come again.

    One column per annotator looks otherwise: the columns share their labels.
    """
    people = [place for place, name in enumerate(table.names) if vocabulary.says_annotator(name)]
    rows = table.lines.size
    if table.width < 3 or rows < 6 or len(people) > 1:
        return False
    roles = find_roles(table)
    if roles is None or roles.annotator is None or people not in ([], [roles.annotator]):
        return False
    items, names, labels = (set(table.coded(place).names) for place in (roles.item, roles.annotator, roles.label))
    again = len(items) <= rows / 1.5 and len(names) <= rows / 1.5
    return again and len(items | names) > 2 * len(labels) and not (table.names and len(names & labels) > 1)


def _read_memory(table: MemoryTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from a table in memory; one whose layout is of JSON is read as lines of it."""
    file = _file_of(table)
    if isinstance(table, Mapping) and table and all(isinstance(value, Mapping) for value in table.values()):
        return read_json(file, json.dumps(table, default=str), settings, _read_rows)  # by annotator, or by item
    if settings.layout in labelling.JSON_LAYOUTS and settings.layout is not LabelLayout.LONG:
        return read_json(file, "".join(frame_lines(table)), settings, _read_rows)
    table = _framed(table)
    if hasattr(table, "set_axis") and getattr(table.columns, "nlevels", 1) > 1:  # a pivot table of pandas
        joined_names = ["_".join(str(part) for part in name if str(part)) for name in table.columns]
        table = table.set_axis(joined_names, axis=1)
    if settings.layout in (None, LabelLayout.LONG) and has_nested_cells(table):  # as a file of such records is read
        try:
            return read_json(file, "".join(frame_lines(table)), settings, _read_rows).noting(*_question(settings))
        except AnaphorError as error:
            known = isinstance(error, UnclearError) and error.proposals and error.code != "labels-one-class"
            if known or error.code == "agreement-labelled-twice":
                raise  # what to type is known; else the column that cannot be read is named below
    parts = late_columns(table)
    names = list(parts)

    @cache
    def column(place: int) -> Column:
        return encoded(file, names[place], parts[names[place]]())

    rows = column(0).codes.size if names else 0
    whole = LabelTable(file=file, names=tuple(names), coded=column, width=len(names), lines=np.arange(1, rows + 1))
    matrix = _read_encoded(whole, settings)
    if matrix.scale is Scale.ORDINAL and not settings.labelling.classes:
        fitting = {levels for levels in frame_levels(table).values() if set(matrix.classes) <= set(levels)}
        if len(fitting) == 1:
            ordered = replace(settings.labelling, classes=(levels := fitting.pop()))
            matrix = _read_encoded(whole, replace(settings, labelling=ordered))
            matrix = matrix.noting(message("agreement-by-levels", classes=" < ".join(levels[:_MANY])))
    matrix = matrix.noting(*_question(settings))
    return replace(matrix, look_up=partial(column_texts, whole, matrix.items))


def _framed(table: Any) -> MemoryTable:
    """A series of pandas, whose index names items and annotators, as a frame; any other table as it is."""
    if hasattr(table, "to_frame") and hasattr(table, "index") and not hasattr(table, "columns"):
        named = table.to_frame(table.name if table.name is not None else "label")
        frame: MemoryTable = named.reset_index()
        return frame
    return table


@contextmanager
def _whole_parquet(file: LabelFile) -> Iterator[None]:
    """While something is read out of a Parquet file: whatever pyarrow makes of a damaged one is a sentence."""
    try:
        yield
    except MemoryError:
        raise
    except (ArithmeticError, LookupError, NotImplementedError, OSError, TypeError, ValueError) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise file.error("files-bad-parquet", why=why) from error


def _read_parquet(file: LabelFile, settings: LabelSettings) -> LabelMatrix:
    if settings.layout not in (None, *labelling.TEXT_LAYOUTS) or settings.layout is LabelLayout.TABLEAU:
        raise file.error("agreement-parquet-layout", layout=str(settings.layout))
    source = parquet_file(file.data, file=file.name)
    if source.metadata.num_rows > MAX_VOTES:
        raise file.impossible("agreement-many-votes", most=MAX_VOTES)
    names = list(source.schema_arrow.names)
    if any(each.type.num_fields for each in source.schema_arrow):  # lists and objects, as in JSON
        with _whole_parquet(file):
            rows = source.read().to_pylist()
        return read_json(file, "".join(json.dumps(row, default=str) + "\n" for row in rows), settings, _read_rows)

    @cache
    def column(place: int) -> Column:
        """A column as numbers and names; nulls are called by the empty text, which is no name where nothing is null."""
        with _whole_parquet(file):
            encoded = source.read(columns=[names[place]]).column(names[place]).combine_chunks().dictionary_encode()
            values = encoded.dictionary.to_pylist()
        words = []
        for value in values:
            if isinstance(value, (dict, list, bytes)):
                raise file.error("agreement-parquet-column", field=names[place])
            words.append(cell_text(value))
        codes = encoded.indices.fill_null(len(words)).to_numpy(zero_copy_only=False)
        again = numbered([*words, ""])
        used = again.codes[codes]
        unused = again.names[-1] == "" and not (used == len(again.names) - 1).any()
        return Column(codes=used, names=again.names[:-1] if unused else again.names)

    lines = np.arange(1, source.metadata.num_rows + 1)
    return _read_encoded(
        LabelTable(file=file, names=tuple(names), coded=column, width=len(names), lines=lines), settings
    )


def _read_encoded(table: LabelTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from columns that are numbers and names: a long table as it is, another as rows of text."""
    table = table.less(settings.without)
    found = long.read_named(table.keyed(settings), settings)
    if found is not None:
        return found.noting(*table.notes)
    if not table.lines.size:
        raise table.file.error("agreement-no-row")
    return _read_rows(table, settings)


def item_texts(files: Sequence[Path], items: Sequence[str]) -> dict[str, str]:
    """The text of each item, from a column called text (or the like) beside one that names all the items; else none.

    A file that cannot be looked through so is left alone: labels were read from it, and that is what counts.
    """
    found: dict[str, str] = {}
    for file in files:
        if not file.is_file() or file.stat().st_size > _MOST:
            continue
        with suppress(AnaphorError):
            content = decode_text(read_unpacked(file, _MOST), file=file.name, fallback="cp1252")
            rows: list[dict[str, object]]
            if content.lstrip()[:1] in ("{", "["):
                rows = [row for _, row in json_rows(content, file=file.name)]
            else:
                header, *cells = [row for _, row in text_rows(content, file=file.name, strict=False)] or [[]]
                rows = [dict(zip(header, row, strict=False)) for row in cells]
            names = list(rows[0]) if rows else []
            plain = [[str(row.get(name, "")).strip() for name in names] for row in rows]
            table = text_table(LabelFile(name=file.name, data=b""), names, plain, range(len(rows))) if names else None
            found |= column_texts(table, items) if table else {}
    return found


def column_texts(table: LabelTable, items: Sequence[str]) -> dict[str, str]:
    """The text of each item from the columns of a table, where one has the texts and another the names of all items."""
    words = {name.strip().casefold(): place for place, name in enumerate(table.names)}
    text = next((words[name] for name in _TEXTS if name in words), None)
    for place in range(table.width) if text is not None else ():
        named = table.seen().coded(place)  # nested cells are no names
        if place != text and set(items) <= set(named.names):
            texts = table.coded(text or 0)
            _, first = np.unique(named.codes, return_index=True)
            return dict(zip(named.names, (texts.names[code] for code in texts.codes[first].tolist()), strict=True))
    return {}
