"""JSON lines: one record per line, its text in one field."""

import json
from collections.abc import Iterator
from operator import attrgetter
from typing import TypeAlias

import msgspec

from anaphor.corpus.sources.protocol import (
    AT_NEWLINES,
    Block,
    Certainty,
    Chunk,
    Head,
    Passage,
    ReadingSettings,
    SourceFormat,
    text_block,
)
from anaphor.files import as_utf8, with_newlines
from anaphor.text import message

_FIELD = "text"
_ABSENT = object()
_KEPT = attrgetter("value")
"""What a line holds in the wanted field, the only one that is kept of it."""

_Decoder: TypeAlias = msgspec.json.Decoder[msgspec.Struct]


def _record_type(path: list[str]) -> type[msgspec.Struct]:
    """A record type for one field, which may stand inside others."""
    inner = str | None if len(path) == 1 else _record_type(path[1:]) | None
    return msgspec.defstruct("Record", [("value", inner, msgspec.field(name=path[0], default=None))])


def _value(record: object) -> str | None:
    while record is not None and not isinstance(record, str):
        record = _KEPT(record)
    return record


class _JsonLines(SourceFormat):
    name = "jsonl"
    at = AT_NEWLINES

    def certainty(self, head: Head, /) -> Certainty:
        return Certainty.CERTAIN if _object(head.first_line) is not None else Certainty.NO

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        field = settings.field or _FIELD
        record = _object(head.first_line)
        if record is not None and _inner(record, field) is _ABSENT:
            fields = ", ".join(list(record)[:12])
            raise head.error("corpus-no-field", name=repr(field), known=fields or message("text-none"))

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The texts of the records, each one followed by a newline."""
        field = passage.settings.field or _FIELD
        self.check(passage.head, passage.settings, None)
        decoder: _Decoder = msgspec.json.Decoder(_record_type(field.split(".")))
        for chunk in passage.chunks(AT_NEWLINES):
            try:
                texts = [_value(record) for record in decoder.decode_lines(chunk.data)]
            except (msgspec.DecodeError, UnicodeDecodeError):
                texts = list(_one_by_one(passage, chunk, decoder, field))
            passage.tally.skip(f"no text in the field {field}", texts.count(None))
            if text := "\n".join(text for text in texts if text):
                yield text_block(passage, with_newlines(as_utf8(text)))


def _one_by_one(passage: Passage, chunk: Chunk, decoder: _Decoder, field: str) -> Iterator[str | None]:
    """The texts of a chunk in which a line is wrong, or has half a surrogate pair, which only Python's reader takes."""
    for number, line in enumerate(chunk.data.split(b"\n")):
        try:
            if line.strip():
                yield _value(decoder.decode(line))
        except msgspec.ValidationError as error:
            raise passage.error("corpus-field-no-text", chunk=chunk, line=number, name=repr(field)) from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            record = _object(line.decode())
            text = record and _inner(record, field)
            if not isinstance(text, str):
                code, why = "corpus-no-json-record", str(error)
                raise passage.error(code, chunk=chunk, line=number, why=why) from error
            yield text


def _object(line: str) -> dict[str, object] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _inner(record: dict[str, object], field: str) -> object:
    """What stands in a field, inner fields after a dot; `_ABSENT` where there is no such field."""
    inner: object = record
    for name in field.split("."):
        inner = inner.get(name, _ABSENT) if isinstance(inner, dict) else _ABSENT
    return inner


JSONL = _JsonLines()
