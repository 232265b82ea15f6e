"""JSON and JSON lines: LeWiDi, votes per item (ChaosNLI), answers of people and machines, rows of a long table."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from pydantic import TypeAdapter, ValidationError

from anaphor.agreement.labelling import numbered
from anaphor.agreement.matrix import LabelMatrix, from_answers, from_counts
from anaphor.agreement.reading_long import LongTable, long_columns, long_matrix, plain_number
from anaphor.agreement.reading_settings import ITEM_WORDS, Layout, ReadingSettings
from anaphor.agreement.reading_source import LabelFile
from anaphor.answer import Answer
from anaphor.errors import ContentError

_ANSWERS: TypeAdapter[Answer] = TypeAdapter(Answer)
_VOTES = ("label_counter", "label_counts", "votes", "vote_counts", "counts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One JSON object and the line where it stands."""

    number: int
    """The line, from 1; for an element of a list, its place in the list."""
    values: Mapping[str, object]
    """The object."""


def read_json(file: LabelFile, text: str, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from JSON; which kind of JSON it is, is found from its fields."""
    document = _document(file, text)
    if isinstance(document, dict):
        return _items(file, document, settings)
    lines = [line for line in document if _wanted(line, settings)]
    if not lines:
        raise file.error("no line has the values asked for with --where" if document else "there is no line in it")
    kind = settings.layout or _kind(lines)
    if kind is Layout.ANSWERS:
        return _answers(file, lines, settings)
    return _votes(file, lines, settings) if kind is Layout.VOTES else _rows(file, lines, settings)


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


def _kind(lines: Sequence[Line]) -> Layout:
    """Answers, votes or rows: by the first line, or the second where the first is a header."""
    found = (_kind_of(line.values) for line in lines[:2])
    return next((kind for kind in found if kind), Layout.LONG)


def _kind_of(values: Mapping[str, object]) -> Layout | None:
    if "reply" in values and "respondent" in values:
        return Layout.ANSWERS
    if any(isinstance(values.get(name), dict) for name in _VOTES):
        return Layout.VOTES
    return Layout.LONG if long_columns(list(values), ReadingSettings()) else None


def _answers(file: LabelFile, lines: Sequence[Line], settings: ReadingSettings) -> LabelMatrix:
    body = lines[1:] if "reply" not in lines[0].values else lines
    matrix = from_answers(
        (_answer(file, line) for line in body), abstentions=settings.abstentions, repeats=settings.labelling.repeats
    )
    return matrix.noting("Read as answers: respondents are annotators, chosen candidates are classes.")


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
    tallies = [_tally(file, line) for line in lines]
    found = list(dict.fromkeys(name for tally in tallies for name in tally))
    classes = settings.labelling.classes or tuple(sorted(found))
    places = {name: place for place, name in enumerate(classes)}
    counts = np.zeros((len(lines), len(classes)), np.int64)
    for row, (tally, line) in enumerate(zip(tallies, lines, strict=True)):
        for name, votes in tally.items():
            if name not in places:
                raise file.impossible(f"the class {name!r} is none of {', '.join(classes)}", line=line.number)
            counts[row, places[name]] = votes
    names = _names(lines, settings)
    matrix = from_counts(counts, items=names, classes=classes, scale=settings.labelling.scale)
    return matrix.noting("Read as votes per item: nobody knows whose they are.")


def _tally(file: LabelFile, line: Line) -> dict[str, int]:
    field = next((name for name in _VOTES if isinstance(line.values.get(name), dict)), None)
    votes = line.values.get(field) if field else None
    if not isinstance(votes, dict):
        raise file.error("this line has no votes per class", line=line.number, field=_VOTES[0])
    for name, count in votes.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise file.error(f"{count!r} is no number of votes for {name!r}", line=line.number, field=field)
    return {str(name): int(count) for name, count in votes.items()}


def _names(lines: Sequence[Line], settings: ReadingSettings) -> tuple[str, ...]:
    first = lines[0].values
    field = settings.item or next((word for word in ITEM_WORDS if isinstance(first.get(word), (str, int))), None)
    names = tuple(str(line.values.get(field, line.number)) if field else str(line.number) for line in lines)
    return names if len(set(names)) == len(names) else tuple(str(line.number) for line in lines)


def _rows(file: LabelFile, lines: Sequence[Line], settings: ReadingSettings) -> LabelMatrix:
    fields = list(lines[0].values)
    places = long_columns(fields, settings)
    if places is None:
        raise file.error(
            f"which of the fields {', '.join(fields[:12])} are the item, the annotator and the label is not clear",
            line=lines[0].number, todo="Name them with --item, --annotator and --label.",
        )  # fmt: skip
    columns = [
        numbered(_text(file, line, fields[place], needed=place != places[2]) for line in lines) for place in places
    ]
    where = np.array([line.number for line in lines], np.int64)
    long = LongTable(file=file, item=columns[0], annotator=columns[1], label=columns[2], lines=where)
    return long_matrix(long, settings)


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


def _items(file: LabelFile, document: Mapping[str, object], settings: ReadingSettings) -> LabelMatrix:
    """LeWiDi: items with `annotators` and `annotations`; or simply items with a label by each annotator."""
    items: list[str] = []
    annotators: list[str] = []
    labels: list[str] = []
    for name, entry in document.items():
        if not isinstance(entry, dict):
            raise file.error("an object with annotators and annotations is needed", field=name)
        if all(str(entry.get(field)) == value for field, value in settings.where):
            for who, label in _pairs(file, name, entry):
                items.append(name)
                annotators.append(who)
                labels.append(label)
    if not labels:
        raise file.error("no item has a label, or none has the values asked for with --where")
    matrix = long_matrix(
        LongTable(file=file, item=numbered(items), annotator=numbered(annotators), label=numbered(labels),
                  lines=np.zeros(len(labels), np.int64)),
        settings,
    )  # fmt: skip
    return matrix.noting("Read as JSON of items, each with its annotators and their labels.")


def _pairs(file: LabelFile, name: str, entry: Mapping[str, object]) -> list[tuple[str, str]]:
    """The (annotator, label) pairs of one item."""
    given = entry.get("annotations", entry if "annotators" not in entry else None)
    if isinstance(given, dict):
        if any(isinstance(value, (dict, list)) for value in given.values()):
            raise file.error("a label is needed for each annotator", field=name)
        return [(str(who), "" if value is None else str(value).strip()) for who, value in given.items()]
    who = entry.get("annotators")
    if not isinstance(who, str) or not isinstance(given, str):
        raise file.error("annotators and annotations are needed, separated by commas", field=name)
    people = [part.strip() for part in who.split(",")]
    labels = [part.strip() for part in given.split(",")]
    if len(people) != len(labels):
        raise file.impossible(f"there are {len(people)} annotators and {len(labels)} annotations", field=name)
    return list(zip(people, labels, strict=True))


def is_json(head: str) -> bool:
    """Whether a text begins as JSON does."""
    return head.lstrip()[:1] in ("{", "[")
