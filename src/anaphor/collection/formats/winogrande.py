"""WinoGrande of Sakaguchi et al.: JSON lines with a blank, read and written; its columns as CSV are read too.

An item's id is its `qID`; `…-1` and `…-2` are twins, and the schema's id is what they share.
A twin lost to the adversarial filter leaves a schema of one item.
Many write their own items in this shape: title, licence and citation of WinoGrande go to its published files only,
which the catalogue knows by their content.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import count

from anaphor.collection.formats.foreign import (
    ForeignFormat,
    WritableForeignFormat,
    cannot_say,
    entry_of,
    first_line,
    named_schemas,
    reader,
    written_entries,
)
from anaphor.collection.formats.tables import SourceRow, comma_rows, object_rows, read_each, sole_mark
from anaphor.collection.protocol import Source
from anaphor.schema import Collection, Entry, Item, Mark, Schema, question_of

_COLUMNS = ("sentence", "option1", "option2")
_TWIN = re.compile(r"(.+)-[1-9]", re.DOTALL)
_NAME = "WinoGrande's format"


def recognises(source: Source) -> bool:
    first = first_line(source)
    return first.startswith("{") and all(f'"{name}"' in first for name in _COLUMNS)


def recognises_csv(source: Source) -> bool:
    first = source.head.split("\n", 1)[0]
    names = [name.strip(' "\r') for name in first.split(max(",;\t", key=first.count))]
    return all(name in names for name in _COLUMNS)


def _schemas(rows: Iterator[SourceRow], language: str) -> Iterator[Schema]:
    numbers = count(1)

    def named(row: SourceRow) -> tuple[str, Entry]:
        number = str(next(numbers))
        name, text = row.optional_text("qID") or number, row.text("sentence")
        if text.count("_") != 1:
            raise row.error("collection-no-blank", "sentence")
        key = None if row.values.get("answer") in (None, "") else row.one_of("answer", ("1", "2"))
        options = [row.text("option1"), row.text("option2")]
        return _schema_id(name), entry_of(name, language, text, sole_mark(text, "_"), options, key)

    return named_schemas(read_each(rows, named), cues=True)


def _schema_id(name: str) -> str:
    twin = _TWIN.fullmatch(name)
    return twin[1] if twin else name


def write(collection: Collection) -> Iterable[bytes]:
    """One line per item with `_` in the anaphor's place; prompts, cues and readings are not part of this format."""
    names = {schema.id: _twin_names(schema) for schema in collection.schemas}
    for part, entry in written_entries(collection):
        question = question_of(entry)
        own = names[part.id].pop(0) if isinstance(part, Schema) else question.id
        mark = question.anaphor
        if len(question.candidates) != 2:
            raise cannot_say(question.id, _NAME, "not-two", len(question.candidates))
        if not isinstance(mark, Mark):
            raise cannot_say(question.id, _NAME, "unmarked")
        before, after = question.text[: mark.start], question.text[mark.end :]
        if "_" in before + after:
            raise cannot_say(question.id, _NAME, "blank")
        key = entry.key if isinstance(entry, Item) else None
        if key is not None and not isinstance(key, int):
            raise cannot_say(question.id, _NAME, "neither")
        options = {f"option{number}": each.text for number, each in enumerate(question.candidates, 1)}
        row = {"qID": own, "sentence": f"{before}_{after}", **options, "answer": "" if key is None else str(key + 1)}
        try:
            yield f"{json.dumps(row, ensure_ascii=False)}\n".encode()
        except UnicodeEncodeError as error:
            raise cannot_say(question.id, _NAME, "half-character") from error


def _twin_names(schema: Schema) -> list[str]:
    """Names by which the items are known as twins again: their own where they say so, else the schema's."""
    names = [entry.id for entry in schema.variants]
    if len(names) == 1 or all(_schema_id(name) == schema.id for name in names):
        return names
    return [f"{schema.id}-{number}" for number in range(1, len(names) + 1)]


WINOGRANDE = WritableForeignFormat(
    name="winogrande",
    title="WinoGrande (JSON lines)",
    ending=".jsonl",
    recognises=recognises,
    read=reader(lambda source, language: _schemas(object_rows(source), language), family="winogrande"),
    write=write,
)
WINOGRANDE_CSV = ForeignFormat(
    name="winogrande-csv",
    title="WinoGrande (comma-separated values)",
    recognises=recognises_csv,
    read=reader(lambda source, language: _schemas(comma_rows(source), language), family="winogrande"),
)
