"""The exchange format: one header line, then one line per schema and per problem, as JSON."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from anaphor.collection.formats.foreign import WritableForeignFormat
from anaphor.collection.formats.tables import lines
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.errors import ContentError, FormatError, Place
from anaphor.files import read_json
from anaphor.provenance import adapter, plain
from anaphor.schema import Collection, Problem, Schema

_VERSION = 1
_KINDS: dict[str, type] = {"schema": Schema, "problem": Problem}


def read(source: Source, settings: ReadSettings) -> Collection:
    header: Collection | None = None
    parts: dict[str, list[Any]] = {"schema": [], "problem": []}
    for number, line in lines(source):
        if not line.strip():
            continue
        value = _object(source, number, line)
        if header is None:
            if value.pop("anaphor", None) != _VERSION:
                raise source.error("collection-other-version", line=number, field="anaphor", version=_VERSION)
            for name in ("schemas", "problems"):
                if name in value:
                    raise source.error("collection-own-lines", line=number, field=name, name=name)
            header = _validate(source, number, Collection, value)
        elif len(value) != 1 or next(iter(value)) not in _KINDS:
            raise source.error("collection-no-part", line=number)
        else:
            kind, content = next(iter(value.items()))
            parts[kind].append(_validate(source, number, _KINDS[kind], content))
    if header is None:
        raise source.error("collection-empty-file", line=1)
    try:
        return replace(header, schemas=tuple(parts["schema"]), problems=tuple(parts["problem"]))
    except ContentError as error:
        raise error.retold(FormatError, Place(file=source.name)) from error


def _object(source: Source, number: int, line: str) -> dict[str, Any]:
    try:
        value = read_json(line)
    except ValueError as error:
        raise source.error("collection-no-json", line=number, why=str(error)) from error
    if not isinstance(value, dict):
        raise source.error("collection-no-object", line=number)
    return value


def _validate(source: Source, number: int, kind: type, value: object) -> Any:
    from pydantic import ValidationError

    try:
        return adapter(kind).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise source.error(first["msg"], line=number, field=field or None) from error
    except ContentError as error:
        raise error.retold(FormatError, Place(file=source.name, line=number)) from error


def write(collection: Collection) -> Iterable[bytes]:
    yield _line({"anaphor": _VERSION, **plain(replace(collection, schemas=(), problems=()))})
    for part in collection.parts:
        yield _line({"schema" if isinstance(part, Schema) else "problem": plain(part)})


def _line(value: dict[str, Any]) -> bytes:
    text = json.dumps(value, ensure_ascii=False)
    # Some programs take these three for the end of a line.
    for character in "\x85\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode("utf-8") + b"\n"


JSONL = WritableForeignFormat(
    name="jsonl",
    title="anaphor's exchange format, JSON lines",
    ending=".jsonl",
    recognises=lambda source: source.head.lstrip().startswith(('{"anaphor"', '{ "anaphor"')),
    read=read,
    write=write,
)
