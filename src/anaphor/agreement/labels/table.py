"""The content of a label file: its rows with their lines, a plain table a million rows at a time, cells as labels."""

import csv
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.labelling import (
    ANNOTATOR_WORDS,
    ITEM_WORDS,
    LABEL_WORDS,
    Column,
    Int64,
    LabelSettings,
    number_of,
    numbered,
    plain_word,
    refuse_many,
)
from anaphor.errors import ContentError, FormatError, Place
from anaphor.files import decode_text, is_sheet, read_unpacked, sheet_text, text_rows
from anaphor.text import Message, Value, message

LARGEST = 2 * 2**30
"""Bytes, uncompressed: about a hundred million labels."""
_BOM = b"\xef\xbb\xbf"
_FOREIGN = {
    b"PK\x03\x04": "zip",
    b"%PDF": "pdf",
    b"SQLite format 3": "sqlite",
    b"\xd0\xcf\x11\xe0": "old-office",
    b"RDX": "r",
    b"RDA": "r",
    b"X\n\x00\x00\x00": "r",
    b"\x89PNG": "picture",
    b"\xff\xd8\xff": "picture",
    b"\x7fELF": "program",
    b"\x93NUMPY": "numpy",
}
"""How files begin that hold no table of text: a zip archive, data of R …"""
_SEPARATORS = ("\t", ",", ";", "|")
_KNOWN_WORDS = frozenset((*ITEM_WORDS, *ANNOTATOR_WORDS, *LABEL_WORDS))
"""Words that only a header has."""
_DOUBTFUL = frozenset(
    {"-", "--", "–", "—", "?", "??", "*", "na", "n.a.", "N.A.", "nil", "none", "NONE", "missing", "unknown", "blank"}
)
"""Cells that may stand for a missing label or for a class: they are classes, and that is said."""
_WORD = 8
"""Bytes of a cell that are compared as one number."""
_SHOWN = 6
"""Most labels that one remark lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelFile:
    """The content of a label file."""

    name: str
    data: bytes
    encoding: str | None = None
    """The encoding that the user states; None: UTF-8, or that of the byte-order mark."""

    def text(self) -> str:
        """The content as text, line ends as `\\n`."""
        return decode_text(self.data, file=self.name, encoding=self.encoding).removeprefix("\ufeff")

    def error(self, code: str, *, line: int | None = None, field: str | None = None, **values: Value) -> FormatError:
        """An error at a place of this file, to raise."""
        return FormatError(message(code, **values), where=Place(file=self.name, line=line, field=field))

    def impossible(
        self, code: str, *, line: int | None = None, field: str | None = None, **values: Value
    ) -> ContentError:
        """A statement of this file that cannot be, to raise."""
        return ContentError(message(code, **values), where=Place(file=self.name, line=line, field=field))


def open_file(path: Path, encoding: str | None = None) -> LabelFile:
    """The content of a file, uncompressed; compression is found from the content."""
    where = Place(file=str(path))
    if not path.is_file():
        raise FormatError("agreement-folder" if path.is_dir() else "agreement-no-file", where=where)
    data = read_unpacked(path, LARGEST)
    if is_sheet(data):
        return LabelFile(name=str(path), data=sheet_text(data, file=str(path)).encode("utf-8", "surrogatepass"))
    for start, kind in _FOREIGN.items():
        if data.startswith(start):
            raise FormatError("agreement-foreign-file", kind=kind, where=where)
    if not data.removeprefix(_BOM).strip():
        raise FormatError("agreement-empty-file", where=where)
    return LabelFile(name=str(path), data=data, encoding=encoding)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """The rows of a text table, all equally long."""

    file: LabelFile
    names: tuple[str, ...]
    """Names of the columns; empty when the file has no header."""
    rows: tuple[tuple[str, ...], ...]
    """The cells, white space at their ends dropped."""
    lines: tuple[int, ...]
    """The line of each row, from 1."""

    def column(self, number: int) -> list[str]:
        return [row[number] for row in self.rows]

    @property
    def width(self) -> int:
        return len(self.names) or (len(self.rows[0]) if self.rows else 0)


def separator_of(file: LabelFile, head: str) -> str:
    """What separates the columns: the sign that cuts the first lines into equally many parts, two or more."""
    lines = [line for line in head.split("\n")[:50] if line.strip()]
    scores = []
    for sign in _SEPARATORS:
        cells = [len(row) for row in csv.reader(lines, delimiter=sign)] or [0]
        scores.append((cells[0] > 1, cells.count(cells[0]) / len(cells), cells[0]))
    best = max(range(len(_SEPARATORS)), key=lambda place: scores[place])
    if not scores[best][0]:
        raise file.error("agreement-no-separator", line=1)
    return _SEPARATORS[best]


def read_table(file: LabelFile, text: str, separator: str, *, header: bool | None = None) -> TextTable:
    """The rows of a text; a header is taken for one when it has a word where all other rows have numbers.

    `header` says whether the first row is one, where that is known.
    """
    found = [
        (line, tuple(cell.strip() for cell in cells))
        for line, cells in text_rows(text, file=file.name, separator=separator)
        if any(cell and not cell.isspace() for cell in cells)
    ]
    if not found:
        raise file.error("agreement-no-row")
    lines, rows = [line for line, _ in found], [row for _, row in found]
    if len(rows) > 1 and all(len(row) > 1 and not row[-1] for row in rows):
        rows = [row[:-1] for row in rows]  # a separator at the end of every line makes an empty cell
    names: tuple[str, ...] = ()
    head = lines[0]
    if _is_header(rows) if header is None else header:
        names, rows, lines = rows[0], rows[1:], lines[1:]
    if not rows:
        raise file.error("agreement-only-header", line=head)
    if names and all(len(row) == len(names) + 1 for row in rows):
        names = ("", *names)  # R leaves the column of row names without a heading
    width, lengths = len(names) or len(rows[0]), {len(row) for row in rows}
    if len(lengths) == 1 and 1 < min(lengths) < width and len(rows) > 1:
        # Mechanical Turk leaves empty columns at the end out.
        rows = [row + ("",) * (width - len(row)) for row in rows]
    for row, line in zip(rows, lines, strict=True):
        if len(row) != width:
            raise file.error("agreement-row-length", line=line, columns=len(row), width=width)
    doubled = next((name for place, name in enumerate(names) if name and name in names[:place]), None)
    if doubled is not None:
        raise file.error("agreement-columns-alike", line=head, name=repr(doubled))
    return TextTable(file=file, names=names, rows=tuple(rows), lines=tuple(lines))


def _is_header(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row names columns: by a word known for that, or words that are found nowhere below."""
    first = rows[0]
    below = {cell for row in rows[1:] for cell in row}
    if any(plain_word(cell) in _KNOWN_WORDS and cell not in below for cell in first):
        return True
    if len(rows) < 2 or len(set(first)) < len(first):
        return False
    for cell in filter(None, first):
        with suppress(ValueError):
            float(cell)
            return False
    return not all(cell in below for cell in first if cell)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlainTable:
    """A simple text table as bytes: a header, no quotes, no empty line, equally many cells in each row."""

    file: LabelFile
    names: tuple[str, ...]
    data: bytes
    """The text, and eight zeros."""
    starts: Int64
    """Where each cell below the header begins, rows × columns."""
    ends: Int64

    def column(self, place: int) -> Column:
        """A column as numbers and names; white space at the ends of names is dropped."""
        starts, ends = self.starts[:, place], self.ends[:, place]
        lengths = ends - starts
        if lengths.max(initial=0) <= _WORD:
            # Cells of eight bytes at the most are each taken for one large number.
            words: NDArray[np.uint64] = np.ndarray((len(self.data) - _WORD + 1,), "<u8", self.data, 0, (1,))
            kept = np.array([(1 << (8 * length)) - 1 for length in range(_WORD + 1)], np.uint64)
            _, first, found = np.unique(words[starts] & kept[lengths], return_index=True, return_inverse=True)
            order = np.argsort(first)
            places = np.empty(order.size, np.int32)
            places[order] = np.arange(order.size, dtype=np.int32)
            codes, first = places[found], first[order]
        else:
            seen: dict[bytes, int] = defaultdict(count().__next__)
            cells = (self.data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True))
            codes = np.fromiter(map(seen.__getitem__, cells), np.int32, starts.size)
            first = np.flatnonzero(np.diff(np.maximum.accumulate(codes), prepend=-1))
        names = []
        for start, end in zip(starts[first].tolist(), ends[first].tolist(), strict=True):
            raw = self.data[start:end]
            try:
                names.append(raw.decode().strip())
            except UnicodeDecodeError as error:
                line = self.data.count(b"\n", 0, start) + 1
                byte = f"0x{raw[error.start]:02x}"
                raise self.file.error("files-bad-byte", line=line, byte=byte, encoding="UTF-8") from error
        again = numbered(names)
        return Column(codes=codes if len(again.names) == len(names) else again.codes[codes], names=again.names)


def plain_table(file: LabelFile, separator: str) -> PlainTable | None:
    """The cells of a simple file; None for any other. This is what reads a million labels in a fraction of a second."""
    data = file.data.removeprefix(_BOM)
    data = (data.replace(b"\r\n", b"\n") if b"\r" in data else data).rstrip(b"\n")
    if file.encoding or b'"' in data or b"\r" in data or b"\n\n" in data or b"\0" in data:
        return None
    sign = ord(separator)
    width = data.split(b"\n", 1)[0].count(separator.encode()) + 1
    letters = np.frombuffer(data, np.uint8)
    ends = np.append(np.flatnonzero((letters == 10) | (letters == sign)), letters.size)
    if width < 2 or ends.size % width or ends.size == width:
        return None
    table = ends.reshape(-1, width)
    if not (letters[table[:-1, -1]] == 10).all() or not (letters[table[:, :-1]] == sign).all():
        return None
    starts = np.concatenate(([0], ends[:-1] + 1)).reshape(-1, width)
    header = [data[start:end] for start, end in zip(starts[0].tolist(), table[0].tolist(), strict=True)]
    names = tuple(cell.decode("utf-8", "replace").strip() for cell in header)
    return PlainTable(file=file, names=names, data=data + bytes(_WORD), starts=starts[1:], ends=table[1:])


def labels_in(cells: Column, settings: LabelSettings) -> tuple[Column, NDArray[np.bool_], tuple[Message, ...]]:
    """The labels in cells, any code where one is missing; where that is; and what the user should hear.

    Numbers are written alike (`1.0` and `1` are one class).
    """
    missing = np.array([name in settings.missing for name in cells.names], np.bool_)
    gone = missing[cells.codes] if cells.codes.size else np.zeros(0, np.bool_)
    present = [name for name in cells.names if name not in settings.missing]
    absent = sorted(name for name in cells.names if name and name in settings.missing)
    refuse_many(len(present))
    numbers = [number_of(name) for name in present]
    numeric = not settings.labelling.classes and None not in numbers
    shown = [plain_number(number or 0.0) for number in numbers] if numeric else present
    order = numbered(shown)
    places = np.zeros(len(cells.names), np.int32)
    places[~missing] = order.codes
    notes = []
    if gone.any():
        many = int(gone.sum())
        listed = {"cells": _listed(absent)} if absent else {}
        notes.append(message("agreement-holes-cells" if absent else "agreement-holes", count=many, **listed))
    if not settings.labelling.classes:
        notes += _remarks(present, shown, order.names)
    return Column(codes=places[cells.codes], names=order.names), gone, tuple(notes)


def _remarks(present: Sequence[str], shown: Sequence[str], names: Sequence[str]) -> list[Message]:
    """Numbers that were written in several ways, classes that may mean a missing label, two that differ in capitals."""
    spellings: dict[str, list[str]] = {}
    for name, number in zip(present, shown, strict=True):
        spellings.setdefault(number, []).append(name)
    groups = [" = ".join(each) for each in spellings.values() if len(each) > 1]
    more = ", …" if len(groups) > _SHOWN else ""
    notes = [message("agreement-spelled-alike", groups=", ".join(groups[:_SHOWN]) + more)] if groups else []
    # A minus beside a plus is a class.
    found = [name for name in names if name in _DOUBTFUL and not (name in "-–—" and "+" in names)]
    notes += [message("agreement-doubtful", cells=_listed(found), first=found[0])] if found else []
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            return [*notes, message("agreement-capitals", one=other, two=name)]
    return notes


def plain_number(value: float) -> str:
    """A number as short as it can be written.

    >>> plain_number(2.0), plain_number(-0.5)
    ('2', '-0.5')
    """
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def whole(cell: str) -> int | None:
    """A number of votes or rows, if the cell holds one.

    >>> whole("3.0"), whole("-1"), whole("x")
    (3, None, None)
    """
    value = number_of(cell)
    return int(value) if value is not None and value.is_integer() and 0 <= value < 10_000_000 else None


def odd_labels(classes: Sequence[str]) -> list[Message]:
    """Some classes are numbers and one or two are not: that is seldom meant."""
    words = [name for name in classes if number_of(name) is None]
    if 0 < len(words) <= max(2, len(classes) // 10) and len(words) < len(classes) / 2:
        return [message("agreement-odd-label", label=words[0])]
    return []


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:_SHOWN])) + (", …" if len(names) > _SHOWN else "")
