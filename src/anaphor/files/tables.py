"""Rows of tables with their lines: text with any separator, JSON lines and lists, Parquet.

A row is its line (from 1, where it begins) and its cells. Whether the first one is a header is for callers to say.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from anaphor.errors import FormatError, MissingExtraError, Place
from anaphor.text import message

LONGEST = 1_000_000
"""Characters of a line or a JSON object that are read: memory stays in proportion to the file."""
_FIRST_WINDOW = 1 << 14
_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape that may be half of a surrogate pair, e.g. \\ud83d."""


def text_rows(
    text: str, *, file: str, separator: str | None = None, strict: bool = True, longest: int | None = None
) -> Iterator[tuple[int, list[str]]]:
    r"""The rows of a text with one row a line, empty lines left out; cells in quotes may hold line ends.

    Without a separator it is the one of comma, semicolon and tab that the first line has most of. `strict`
    refuses what is broken about quotation marks; `longest` bounds a line in characters.

    >>> list(text_rows('item;label\n\n"a\nb";1\nc;2\n', file="x.csv"))
    [(1, ['item', 'label']), (3, ['a\nb', '1']), (5, ['c', '2'])]
    """
    reader = csv.reader(
        _lines(text, file, longest) if longest else io.StringIO(text, newline=""),
        delimiter=separator or max(",;\t", key=text.partition("\n")[0].count),
        strict=strict,
    )
    last = 0
    try:
        for cells in reader:
            start, last = last + 1, reader.line_num
            if cells:
                yield start, cells
    except csv.Error as error:
        where = Place(file=file, line=reader.line_num)
        raise FormatError("files-broken-table", why=str(error), where=where) from error


def _lines(text: str, file: str, longest: int) -> Iterator[str]:
    start, number = 0, 0
    while start < len(text):
        number += 1
        end = text.find("\n", start) + 1 or len(text)
        if end - start > longest + 1:
            raise FormatError("files-long-line", longest=longest, where=Place(file=file, line=number))
        yield text[start:end]
        start = end


def json_rows(
    text: str, *, file: str, made: Callable[[list[tuple[str, Any]]], dict[str, Any]] | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    r"""The objects of JSON lines, or of one JSON list where the text begins with `[`, decoded one by one.

    `made` makes an object of its keys and values.

    >>> list(json_rows('{"a": 1}\n\n{"a": 2}\n', file="x.jsonl"))
    [(1, {'a': 1}), (3, {'a': 2})]
    >>> list(json_rows('[{"a": 1},\n {"a": 2}]', file="x.json"))
    [(1, {'a': 1}), (2, {'a': 2})]
    """
    place, line = _next(text, 0, 1)
    decoder = json.JSONDecoder(object_pairs_hook=made) if made else _DECODER
    if text.startswith("[", place):
        place, line = _next(text, place + 1, line)
        while not text.startswith("]", place):
            value, end = decoded_json(text, place, file=file, line=line, decoder=decoder)
            yield line, _json_object(value, text[place:end], file, line)
            place, line = _next(text, end, line + text.count("\n", place, end))
            if text.startswith(",", place):
                place, line = _next(text, place + 1, line)
            elif not text.startswith("]", place):
                raise FormatError("files-json-cut-list", where=Place(file=file, line=line))
        if text[place + 1 :].strip():
            raise FormatError("files-json-follows-list", where=Place(file=file, line=line))
        return
    for line, whole in enumerate(_lines(text, file, LONGEST), 1):
        start = len(whole) - len(whole.lstrip())
        if start < len(whole):
            value, end = decoded_json(whole, start, file=file, line=line, decoder=decoder)
            if whole[end:].strip():
                raise FormatError("files-json-follows-object", where=Place(file=file, line=line))
            yield line, _json_object(value, whole, file, line)


def _next(text: str, place: int, line: int) -> tuple[int, int]:
    """The place of the next character that is not white space, and its line."""
    found = _SPACE.match(text, place)
    end = found.end() if found else place
    return end, line + text.count("\n", place, end)


def decoded_json(
    text: str, start: int, *, file: str, line: int, decoder: json.JSONDecoder = _DECODER
) -> tuple[object, int]:
    """The JSON value that begins at a place, and where it ends; looks at a million characters at most."""
    window = _FIRST_WINDOW
    while True:
        piece = text[start : start + window]
        try:
            value, length = decoder.raw_decode(piece)
            return value, start + length
        except RecursionError as error:
            raise FormatError("files-json-deep", where=Place(file=file, line=line)) from error
        except ValueError as error:
            if start + window < len(text) and window < LONGEST:
                window = min(8 * window, LONGEST)
                continue
            where = Place(file=file, line=line)
            if start + window < len(text):
                raise FormatError("files-json-long", where=where) from error
            why = error.msg if isinstance(error, json.JSONDecodeError) else str(error)  # its line is that of the piece
            raise FormatError("files-json-broken", why=why, where=where) from error


def _json_object(value: object, text: str, file: str, line: int) -> dict[str, Any]:
    """The value, which must be an object without half a character: no file could hold that again."""
    if not isinstance(value, dict):
        shown = repr(value)
        found = shown if len(shown) <= 40 else f"{shown[:40]}…"
        raise FormatError("files-json-no-object", found=found, where=Place(file=file, line=line))
    if "\\u" in text and _HALF_CHARACTER.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            raise FormatError("files-json-half-character", where=Place(file=file, line=line)) from error
    return value


def need_parquet() -> None:
    """Refuse where no library reads Parquet, before a child is started for it."""
    if find_spec("pyarrow") is None:
        raise MissingExtraError(str(message("files-reading-parquet")), "hf")


def parquet_file(source: bytes | str, *, file: str, **options: Any) -> Any:
    """An open Parquet file (`pyarrow.parquet.ParquetFile`) from its content or its path; pyarrow has no types.

    `options` go to pyarrow. Its errors while the file is read are OSError and ValueError.
    """
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError(str(message("files-reading-parquet")), "hf") from error
    try:
        found = parquet.ParquetFile(io.BytesIO(source) if isinstance(source, bytes) else source, **options)
        _ = found.schema_arrow.names  # whether they are text is seen only now
        return found
    except (import_module("pyarrow").ArrowException, OSError, ArithmeticError, LookupError, ValueError) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise FormatError("files-bad-parquet", why=why, where=Place(file=file)) from error
