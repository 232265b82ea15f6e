"""WinoGrande of Sakaguchi et al.: JSON lines with a blank; read and written.

An item's id is its `qID`; `…-1` and `…-2` are twins, and the schema's id is what they share.
A twin lost to the adversarial filter leaves a schema of one item.
Many write their own items in this shape: title, licence and citation of WinoGrande go to its published files only,
which the catalogue knows by their content.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from anaphor.collection.formats.tables import Row, collection_name, json_lines, located
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import with_cues
from anaphor.errors import ContentError
from anaphor.schema import (
    Candidate,
    Collection,
    Entry,
    Item,
    Mark,
    Question,
    Schema,
    Status,
    question_of,
)

COLUMNS = ("sentence", "option1", "option2")
_TWIN = re.compile(r"(.+)-[1-9]", re.DOTALL)


class WinograndeFormat:
    """JSON lines."""

    name = "winogrande"
    title = "WinoGrande (JSON lines)"
    ending = ".jsonl"

    def recognises(self, source: Source) -> bool:
        """Whether the first object has a sentence and two options."""
        first = source.head.lstrip().split("\n", 1)[0]
        return first.startswith("{") and all(f'"{name}"' in first for name in COLUMNS)

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The rows, twins together."""
        return read_rows(source, json_lines(source), settings)

    def write(self, collection: Collection) -> Iterable[bytes]:
        """One line per item with `_` in the anaphor's place; prompts, cues and readings are not part of this format."""
        for schema in collection.schemas:
            if schema.status is not Status.EXCLUDED:
                names = _twin_names(schema)
                yield from (_line(entry, name) for entry, name in zip(schema.variants, names, strict=True))
        for problem in collection.problems:
            if problem.status is not Status.EXCLUDED:
                yield _line(problem.item, question_of(problem.item).id)


def read_rows(source: Source, rows: Iterator[Row], settings: ReadSettings) -> Collection:
    """The collection in rows that have WinoGrande's columns."""
    language = settings.language or "en"
    schemas: dict[str, list[Entry]] = {}
    for number, row in enumerate(rows, start=1):
        with located(source, row.line):
            entry = _entry(row, row.optional_text("qID") or str(number), language)
        schemas.setdefault(_schema_id(question_of(entry).id), []).append(entry)
    with located(source, None):
        return Collection(
            name=collection_name(source, "winogrande"),
            language=language,
            schemas=tuple(Schema(id=name, variants=with_cues(group)) for name, group in schemas.items()),
            title=source.stem,
        )


def _schema_id(name: str) -> str:
    twin = _TWIN.fullmatch(name)
    return twin[1] if twin else name


def _entry(row: Row, name: str, language: str) -> Entry:
    text = row.text("sentence")
    if text.count("_") != 1:
        raise row.error("must have one blank, written _", "sentence")
    blank = text.index("_")
    question = Question(
        id=name,
        language=language,
        text=text,
        anaphor=Mark(start=blank, end=blank + 1, blank=True),
        candidates=(Candidate(text=row.text("option1")), Candidate(text=row.text("option2"))),
    )
    if row.values.get("answer") in (None, ""):
        return question
    return Item(question=question, key=row.one_of("answer", ("1", "2")))


def _twin_names(schema: Schema) -> list[str]:
    """Names by which the items are known as twins again: their own where they say so, else the schema's."""
    names = [question_of(entry).id for entry in schema.variants]
    if len(names) == 1 or all(_schema_id(name) == schema.id for name in names):
        return names
    return [f"{schema.id}-{number}" for number in range(1, len(names) + 1)]


def _line(entry: Entry, name: str) -> bytes:
    question = question_of(entry)
    row = {
        "qID": name,
        "sentence": _with_blank(question),
        "option1": question.candidates[0].text,
        "option2": question.candidates[1].text,
        "answer": _answer(entry),
    }
    try:
        return f"{json.dumps(row, ensure_ascii=False)}\n".encode()
    except UnicodeEncodeError as error:
        raise _cannot(question.id, "has half a character") from error


def _with_blank(question: Question) -> str:
    mark, text = question.anaphor, question.text
    if len(question.candidates) != 2:
        raise _cannot(question.id, f"has {len(question.candidates)} candidates and not two")
    if not isinstance(mark, Mark):
        raise _cannot(question.id, "has no marked anaphor")
    before, after = text[: mark.start], text[mark.end :]
    if "_" in chain(before, after):
        raise _cannot(question.id, "has _ in its text")
    return f"{before}_{after}"


def _answer(entry: Entry) -> str:
    if not isinstance(entry, Item):
        return ""
    if not isinstance(entry.key, int):
        raise _cannot(entry.id, "has neither candidate as its key")
    return str(entry.key + 1)


def _cannot(name: str, why: str) -> ContentError:
    return ContentError(
        f"item {name} {why}; WinoGrande's format cannot say that",
        todo="Write the native format or JSON lines instead, or leave such items out with --skip.",
    )


WINOGRANDE = WinograndeFormat()
