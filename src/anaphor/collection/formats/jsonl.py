"""The exchange format: one header line, then one line per schema and per problem, as JSON."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from anaphor.collection.protocol import ReadSettings, Source
from anaphor.errors import ContentError, FormatError
from anaphor.provenance import plain
from anaphor.schema import Collection, Problem, Schema

_VERSION = 1
_LONGEST_LINE = 500_000
_HEADER = TypeAdapter(Collection)
_LINES: dict[str, TypeAdapter[Any]] = {"schema": TypeAdapter(Schema), "problem": TypeAdapter(Problem)}


class JsonLines:
    """JSON lines."""

    name = "jsonl"
    title = "anaphor's exchange format, JSON lines"
    ending = ".jsonl"

    def recognises(self, source: Source) -> bool:
        """The first line is an object whose first key is `anaphor`."""
        return source.head.lstrip().startswith(('{"anaphor"', '{ "anaphor"'))

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The collection in a JSON-lines file."""
        lines = _lines(source)
        first = next(lines, None)
        if first is None:
            raise source.error("the file is empty", line=1)
        header = _header(source, *first)
        parts: dict[str, list[Any]] = {"schema": [], "problem": []}
        for number, line in lines:
            kind, record = _record(source, number, line)
            parts[kind].append(record)
        try:
            return replace(header, schemas=tuple(parts["schema"]), problems=tuple(parts["problem"]))
        except ContentError as error:
            raise source.error(error.what, todo=error.todo) from error

    def write(self, collection: Collection) -> Iterable[bytes]:
        """The header, then schemas, then problems."""
        header = plain(replace(collection, schemas=(), problems=()))
        yield _line({"anaphor": _VERSION, **header})
        for schema in collection.schemas:
            yield _line({"schema": plain(schema)})
        for problem in collection.problems:
            yield _line({"problem": plain(problem)})


def _line(value: dict[str, Any]) -> bytes:
    text = json.dumps(value, ensure_ascii=False)
    # Some programs take these three for the end of a line.
    for character in "\x85\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode("utf-8") + b"\n"


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    """The lines that are not blank with their numbers, one at a time: a list of them would outweigh the file."""
    text, start, number = source.text, 0, 1
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end]
        if line.strip():
            yield number, line
        start, number = end + 1, number + 1


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once each; JSON would silently keep the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _load(source: Source, number: int, line: str) -> dict[str, Any]:
    if len(line) > _LONGEST_LINE:
        raise source.error(f"the line has {len(line):,} characters", line=number, todo="No schema is that long.")
    try:
        value = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise source.error(f"this is not JSON ({error})", line=number) from error
    if not isinstance(value, dict):
        raise source.error("a JSON object is expected on every line", line=number)
    return value


def _header(source: Source, number: int, line: str) -> Collection:
    value = _load(source, number, line)
    if value.pop("anaphor", None) != _VERSION:
        raise source.error(f"the header does not say version {_VERSION} of the format", line=number, field="anaphor")
    for name in ("schemas", "problems"):
        if name in value:
            raise source.error(f"{name} stand on lines of their own", line=number, field=name)
    record: Collection = _validated(source, number, _HEADER, value)
    return record


def _record(source: Source, number: int, line: str) -> tuple[str, Any]:
    value = _load(source, number, line)
    if len(value) != 1 or next(iter(value)) not in _LINES:
        raise source.error("a line holds either a schema or a problem", line=number)
    kind, content = next(iter(value.items()))
    return kind, _validated(source, number, _LINES[kind], content)


def _validated(source: Source, number: int, adapter: TypeAdapter[Any], value: object) -> Any:
    try:
        return adapter.validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise source.error(first["msg"], line=number, field=field or None) from error
    except ContentError as error:
        raise FormatError(error.what, where=source.error("", line=number).where, todo=error.todo) from error


JSONL = JsonLines()
