"""JSON and JSON lines: votes per item (ChaosNLI), answers of people and machines, rows of a long table."""

import json
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from pydantic import TypeAdapter, ValidationError

from anaphor.agreement.labels.cells import plain_number, whole
from anaphor.agreement.labels.labelling import Column, numbered
from anaphor.agreement.labels.long import LongTable, long_matrix, long_places, said_of
from anaphor.agreement.labels.matrix import LabelMatrix, from_answers, from_counts
from anaphor.agreement.labels.people import Line, has_classes, item_names, read_classes, read_items
from anaphor.agreement.labels.settings import DEFAULTS, Layout, ReadingSettings
from anaphor.agreement.labels.source import LabelFile
from anaphor.agreement.wording import remark
from anaphor.answer import Answer
from anaphor.errors import ContentError

_ANSWERS: TypeAdapter[Answer] = TypeAdapter(Answer)
_VOTES = ("label_counter", "label_counts", "votes", "vote_counts", "counts")


def read_json(file: LabelFile, text: str, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from JSON; which kind of JSON it is, is found from its fields, unless the user says it."""
    document = _document(file, text)
    if isinstance(document, dict):
        if settings.layout not in (None, Layout.LEWIDI) or settings.names_columns:
            what = f"layout {settings.layout}" if settings.layout else "fields that --item, --annotator or --label name"
            raise file.error(f"one JSON object that holds items has no {what}", todo="Leave that option out.")
        return read_items(file, document, settings)
    if settings.layout is Layout.LEWIDI:
        raise file.error("these are JSON lines, and layout lewidi is one JSON object that holds items")
    lines = [line for line in document if _wanted(line, settings)]
    if not lines:
        raise file.error("no line has the values asked for with --where" if document else "there is no line in it")
    kind = settings.layout or _kind(lines, settings)
    readers = {Layout.ANSWERS: _answers, Layout.VOTES: _votes, Layout.CLASSES: read_classes, Layout.LONG: _rows}
    return readers[kind](file, lines, settings)


def _document(file: LabelFile, text: str) -> dict[str, object] | list[Line]:
    """One JSON object, or the objects of a list or of lines."""
    first = text.lstrip()[:1]
    if first == "{" and "\n" in text.strip():
        head = text.lstrip().split("\n", 1)[0]
        if _is_whole(head):
            return list(_lines(file, text))
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise file.error(f"the JSON is broken ({error.msg})", line=error.lineno) from error
    except RecursionError as error:
        raise file.error("the JSON is nested too deep") from error
    if isinstance(value, list):
        return [_object(file, number, each) for number, each in enumerate(value, 1)]
    if not isinstance(value, dict):
        raise file.error("a JSON object or list is needed")
    return [Line(number=1, values=value)] if _kind_of(value) else value


def _is_whole(line: str) -> bool:
    try:
        json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        return False
    return True


def _lines(file: LabelFile, text: str) -> Iterator[Line]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield _object(file, number, json.loads(line))
            except json.JSONDecodeError as error:
                raise file.error(f"the JSON is broken ({error.msg})", line=number) from error
            except RecursionError as error:
                raise file.error("the JSON is nested too deep", line=number) from error


def _object(file: LabelFile, number: int, value: object) -> Line:
    if not isinstance(value, dict):
        raise file.error("a JSON object is needed here", line=number)
    return Line(number=number, values=value)


def _wanted(line: Line, settings: ReadingSettings) -> bool:
    return all(str(line.values.get(field)) == value for field, value in settings.where)


def _kind(lines: Sequence[Line], settings: ReadingSettings) -> Layout:
    """Answers, votes, people by class, or rows: by the first lines; a header may come first."""
    if settings.item and settings.label:
        return Layout.LONG
    found = [_kind_of(line.values, settings) for line in lines[:2]]
    if Layout.ANSWERS not in found and has_classes(lines[:50]):
        return Layout.CLASSES
    return next((kind for kind in found if kind), Layout.LONG)


def _kind_of(values: Mapping[str, object], settings: ReadingSettings = DEFAULTS) -> Layout | None:
    if "reply" in values and "respondent" in values:
        return Layout.ANSWERS
    if _votes_field(values, settings):
        return Layout.VOTES
    return Layout.LONG if long_places(list(values), DEFAULTS) else None


def _votes_field(values: Mapping[str, object], settings: ReadingSettings) -> str | None:
    """The field that holds votes per class: the one that the user calls the label, or one of the usual names."""
    names = (settings.label,) if settings.label else _VOTES
    return next((name for name in names if isinstance(values.get(name), dict)), None)


def _answers(file: LabelFile, lines: Sequence[Line], settings: ReadingSettings) -> LabelMatrix:
    body = lines[1:] if "reply" not in lines[0].values else lines
    matrix = from_answers(
        (_answer(file, line) for line in body), abstentions=settings.abstentions, repeats=settings.labelling.repeats
    )
    return matrix.noting(remark("read_answers"))


def _answer(file: LabelFile, line: Line) -> Answer:
    try:
        return _ANSWERS.validate_python(line.values, strict=False)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise file.error(f"this is no answer ({first['msg']})", line=line.number, field=field) from error
    except ContentError as error:
        raise file.impossible(error.what, line=line.number) from error


def _votes(file: LabelFile, lines: Sequence[Line], settings: ReadingSettings) -> LabelMatrix:
    """Votes per class without names of annotators; items are called by the first field that names them."""
    tallies = [_tally(file, line, settings) for line in lines]
    found = list(dict.fromkeys(name for tally in tallies for name in tally))
    classes = settings.labelling.classes or tuple(sorted(found))
    places = {name: place for place, name in enumerate(classes)}
    counts = np.zeros((len(lines), len(classes)), np.int64)
    for row, (tally, line) in enumerate(zip(tallies, lines, strict=True)):
        for name, votes in tally.items():
            if name not in places:
                raise file.impossible(f"the class {name!r} is none of {', '.join(classes)}", line=line.number)
            counts[row, places[name]] = votes
    if not counts.any():
        raise file.impossible("there is no vote in the file")
    names = item_names(file, lines, settings)
    matrix = from_counts(counts, items=names, classes=classes, scale=settings.labelling.scale)
    return matrix.noting(remark("read_tallies", votes=matrix.size))


def _tally(file: LabelFile, line: Line, settings: ReadingSettings) -> dict[str, int]:
    field = _votes_field(line.values, settings)
    votes = line.values.get(field) if field else None
    if not isinstance(votes, dict):
        raise file.error("this line has no votes per class", line=line.number, field=settings.label or _VOTES[0])
    return {str(name): _count(file, line, field or "", str(name), count) for name, count in votes.items()}


def _count(file: LabelFile, line: Line, field: str, name: str, count: object) -> int:
    """A number of votes; null is none."""
    if count is None:
        return 0
    number = None if isinstance(count, bool) or not isinstance(count, (int, float)) else whole(str(count))
    if number is None:
        raise file.error(f"{count!r} is no number of votes for {name!r}", line=line.number, field=field)
    return number


def _rows(file: LabelFile, lines: Sequence[Line], settings: ReadingSettings) -> LabelMatrix:
    fields = list(lines[0].values)
    places = long_places(fields, settings)
    if places is None:
        raise file.error(
            f"which of the fields {', '.join(fields[:12])} are the item, the annotator and the label is not clear",
            line=lines[0].number,
            todo="Name them with --item, --annotator and --label.",
        )

    def column(place: int | None, *, needed: bool = True) -> Column | None:
        return None if place is None else numbered(_text(file, line, fields[place], needed=needed) for line in lines)

    item, label = column(places.item), column(places.label, needed=False)
    if item is None or label is None:
        raise file.error("items and labels are needed")
    where = np.array([line.number for line in lines], np.int64)
    long = LongTable(
        file=file, item=item, annotator=column(places.annotator), label=label, times=column(places.times), lines=where
    )
    return long_matrix(long, settings, said_of(fields, places))


def _text(file: LabelFile, line: Line, field: str, *, needed: bool) -> str:
    value = line.values.get(field)
    if value is None and not needed:
        return ""
    if isinstance(value, list) and not needed and all(isinstance(part, str) for part in value):
        return "|".join(sorted(value))
    if value is None or isinstance(value, (dict, list)):
        raise file.error("a text or number is needed here", line=line.number, field=field)
    if isinstance(value, float):
        return plain_number(value) if np.isfinite(value) else ""
    return str(value).strip()


def is_json(head: str) -> bool:
    """Whether a text begins as JSON does."""
    return head.lstrip()[:1] in ("{", "[")
