"""Rows of tables, with their lines: JSON lines, JSON lists, tab- and comma-separated values, blocks of lines."""

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from typing import Concatenate, ParamSpec, TypeVar

from anaphor.collection.protocol import Source
from anaphor.errors import ContentError, FormatError, Place

MAX_CHARACTERS = 1_000_000
"""Longest row that is read: no item is a book, and memory stays in proportion to the file."""

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")


def collection_name(source: Source, family: str) -> str:
    """The name of a collection that is one file of a family: the family's name and the file's."""
    return source.stem if family in source.stem.casefold() else f"{family}-{source.stem}"


Thing = TypeVar("Thing")
Given = ParamSpec("Given")


@contextmanager
def located(source: Source, line: int | None) -> Iterator[None]:
    """What is impossible in the content is reported with the file and the line where it stands."""
    try:
        yield
    except ContentError as error:
        if error.where is not None:
            raise
        raise ContentError(error.what, where=Place(file=source.name, line=line), todo=error.todo) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a table: named values and the line where it begins."""

    source: Source
    """The file."""
    line: int
    """Line where the row begins, from 1."""
    values: Mapping[str, object]
    """The values by column name."""

    def text(self, name: str) -> str:
        """A value that must be a text with something in it; white space at its ends is dropped."""
        value = self.optional_text(name)
        if value is None:
            raise self.error("is missing or empty", name)
        return value

    def optional_text(self, name: str) -> str | None:
        """A text, or None where the value is absent or empty."""
        value = self.values.get(name)
        if value is None:
            return None
        if not isinstance(value, str):
            raise self.error(f"must be a text, not {_shown(value)}", name)
        return value.strip() or None

    def raw_text(self, name: str) -> str:
        """A text that must be there, as it stands: positions count from its first character."""
        self.text(name)
        return str(self.values[name])

    def whole(self, name: str) -> int:
        """A value that must be a whole number, written as a number or as a text."""
        value = self.values.get(name)
        if isinstance(value, str) and value.strip().isdecimal() and len(value) < 12:
            return int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise self.error(f"must be a whole number, not {_shown(value)}", name)

    def one_of(self, name: str, choices: Sequence[object]) -> int:
        """The place of a value among the choices."""
        value = self.values.get(name)
        for place, choice in enumerate(choices):
            if type(value) is type(choice) and value == choice:
                return place
        shown = ", ".join(str(choice) for choice in choices)
        raise self.error(f"must be one of {shown}, not {_shown(value)}", name)

    def json(self, name: str) -> object:
        """A value that is JSON inside a cell."""
        cell = self.text(name)
        value, end = _decoded(self.source, self.line, cell, 0)
        if cell[end:].strip():
            raise self.error("has something after its JSON", name)
        _json_checked(self.source, self.line, value, cell)
        return value

    def error(self, what: str, name: str) -> FormatError:
        """An error in a field of this row, to raise."""
        return self.source.error(f"the value {what}", line=self.line, field=name)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def limited(
    read: Callable[Concatenate[Source, Given], Iterator[Thing]],
) -> Callable[Concatenate[Source, Given], Iterator[Thing]]:
    """A reader of records that refuses a file of crumbs, whose items would fill far more memory than the file."""

    @wraps(read)
    def limited_read(source: Source, /, *given: Given.args, **named: Given.kwargs) -> Iterator[Thing]:
        most = 50_000 + len(source.data) // 100
        for number, thing in enumerate(read(source, *given, **named), start=1):
            if number > most:
                raise source.error(f"the file has more than {most:,} items in {len(source.data):,} bytes")
            yield thing

    return limited_read


def lines(source: Source) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; one of over a million characters is refused."""
    text, start, number = source.text, 0, 0
    while start < len(text):
        number += 1
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end - start > MAX_CHARACTERS:
            raise source.error(f"the line is longer than {MAX_CHARACTERS:,} characters", line=number)
        yield number, text[start:end]
        start = end + 1


@limited
def blocks(source: Source, size: int) -> Iterator[tuple[int, list[str]]]:
    """Groups of `size` lines parted by empty lines, with the number of each first line."""
    block: list[str] = []
    first = 1
    for number, line in chain(lines(source), [(0, "")]):
        if line.strip():
            first = first if block else number
            block.append(line.strip())
        elif block:
            if len(block) != size:
                raise source.error(f"the block has {len(block)} lines instead of {size}", line=first)
            yield first, block
            block = []
        if len(block) > size:
            raise source.error(f"the block has more than {size} lines", line=first)


@limited
def tab_rows(source: Source, names: Sequence[str] = ()) -> Iterator[Row]:
    """Rows of tab-separated values; without names the first line names the columns. Quotes mean nothing."""
    for number, line in lines(source):
        if not line.strip():
            continue
        cells = line.split("\t", len(names) or 100)
        if not names:
            names = [cell.strip() for cell in cells]
        elif len(cells) != len(names):
            raise source.error(f"the row has {_count(cells, names)} columns instead of {len(names)}", line=number)
        else:
            yield Row(source=source, line=number, values=dict(zip(names, cells, strict=True)))


def _count(cells: Sequence[str], names: Sequence[str]) -> str:
    return f"more than {len(names)}" if len(cells) > len(names) else str(len(cells))


def separator(source: Source) -> str:
    """What stands between the names of the columns: a comma, or what spreadsheets write in its stead."""
    return max(",;\t", key=source.head.split("\n", 1)[0].count)


@limited
def comma_rows(source: Source) -> Iterator[Row]:
    """Rows of comma-separated values whose first line names the columns; semicolons and tabs will do."""
    reader = csv.reader((f"{line}\n" for _, line in lines(source)), strict=True, delimiter=separator(source))
    names: list[str] = []
    first = 1
    try:
        for cells in reader:
            if not names:
                names = [cell.strip() for cell in cells]
            elif cells and len(cells) != len(names):
                raise source.error(f"the row has {len(cells)} columns instead of {len(names)}", line=first)
            elif cells:
                yield Row(source=source, line=first, values=dict(zip(names, cells, strict=True)))
            first = reader.line_num + 1
    except csv.Error as error:
        raise source.error(f"the table is broken ({error})", line=first) from error


@limited
def json_lines(source: Source) -> Iterator[Row]:
    """Rows that are JSON objects, one a line."""
    for number, line in lines(source):
        if line.strip():
            value, end = _decoded(source, number, line, len(line) - len(line.lstrip()))
            if line[end:].strip():
                raise source.error("something follows the JSON object", line=number)
            yield _json_row(source, number, value, line)


@limited
def json_list(source: Source) -> Iterator[Row]:
    """Rows that are the objects of one JSON list, decoded one by one."""
    text = source.text
    place, line = _next(text, 0, 1)
    if not text.startswith("[", place):
        raise source.error("the JSON does not begin with a list", line=line)
    place, line = _next(text, place + 1, line)
    while not text.startswith("]", place):
        value, end = _decoded(source, line, text, place)
        yield _json_row(source, line, value, text[place:end])
        place, line = _next(text, end, line + text.count("\n", place, end))
        if text.startswith(",", place):
            place, line = _next(text, place + 1, line)
        elif not text.startswith("]", place):
            raise source.error("the JSON list is broken or cut off", line=line)
    if text[place + 1 :].strip():
        raise source.error("something follows the JSON list", line=line)


def _next(text: str, place: int, line: int) -> tuple[int, int]:
    """The place of the next character that is not white space, and its line."""
    found = _SPACE.match(text, place)
    end = found.end() if found else place
    return end, line + text.count("\n", place, end)


def _decoded(source: Source, line: int, text: str, start: int) -> tuple[object, int]:
    """The JSON value that begins at a place, and where it ends; looks at a million characters at most."""
    window = 1 << 14
    while True:
        piece = text[start : start + window]
        try:
            value, length = _DECODER.raw_decode(piece)
            return value, start + length
        except RecursionError as error:
            raise source.error("the JSON is nested too deep", line=line) from error
        except ValueError as error:
            if start + window < len(text) and window < MAX_CHARACTERS:
                window = min(8 * window, MAX_CHARACTERS)
                continue
            why = error.msg if isinstance(error, json.JSONDecodeError) else str(error)  # its line is that of the piece
            what = "longer than a million characters" if start + window < len(text) else f"broken ({why})"
            raise source.error(f"the JSON is {what}", line=line) from error


def _json_row(source: Source, line: int, value: object, text: str) -> Row:
    if not isinstance(value, dict):
        raise source.error(f"a JSON object is needed here, not {_shown(value)}", line=line)
    _json_checked(source, line, value, text)
    return Row(source=source, line=line, values=value)


def _json_checked(source: Source, line: int, value: object, text: str) -> None:
    """Refuse half a character, which no file could hold again."""
    if _HALF_CHARACTER.search(text) and _has_half_character(value):
        raise source.error("a text has half a character (a lone surrogate)", line=line)


def _has_half_character(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
