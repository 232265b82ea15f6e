"""Text tables: what separates columns, rows with their lines, and columns of a plain file a million rows at a time."""

import csv
import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.labelling import Column, Int32, Int64, numbered
from anaphor.agreement.labels.settings import KNOWN_WORDS, plain_word
from anaphor.agreement.labels.source import LabelFile

_SEPARATORS = ("\t", ",", ";", "|")
_WORD = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """The rows of a text table, all equally long."""

    file: LabelFile
    """The file."""
    names: tuple[str, ...]
    """Names of the columns; empty when the file has no header."""
    rows: tuple[tuple[str, ...], ...]
    """The cells, white space at their ends dropped."""
    lines: tuple[int, ...]
    """The line of each row, from 1."""

    def column(self, number: int) -> list[str]:
        """The cells of one column."""
        return [row[number] for row in self.rows]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.names) or (len(self.rows[0]) if self.rows else 0)


def separator_of(file: LabelFile, head: str) -> str:
    """What separates the columns: the sign that cuts the first lines into equally many parts, two or more."""
    lines = [line for line in head.split("\n")[:50] if line.strip()]
    scores = []
    for sign in _SEPARATORS:
        cells = [len(row) for row in csv.reader(lines, delimiter=sign)]
        same = sum(count == cells[0] for count in cells) / len(cells) if cells else 0.0
        scores.append((cells[0] > 1 if cells else False, same, cells[0] if cells else 0))
    best = max(range(len(_SEPARATORS)), key=lambda place: scores[place])
    if not scores[best][0]:
        raise file.error(
            "no column is separated from another by a tab, comma, semicolon or bar",
            line=1,
            todo="Give a table with columns item, annotator, label, or one column per annotator.",
        )
    return _SEPARATORS[best]


def read_table(file: LabelFile, text: str, separator: str, *, header: bool | None = None) -> TextTable:
    """The rows of a text; a header is taken for one when it has a word where all other rows have numbers.

    `header` says whether the first row is one, where that is known.
    """
    rows, lines = _rows(file, text, separator)
    if not rows:
        raise file.error("there is no row in it")
    headed = _is_header(rows) if header is None else header
    names = rows[0] if headed else ()
    body, places = (rows[1:], lines[1:]) if headed else (rows, lines)
    if not body:
        raise file.error("there is a header and no row below it", line=lines[0])
    if names and all(len(row) == len(names) + 1 for row in body):
        names = ("", *names)  # R leaves the column of row names without a heading
    width = len(names) or len(rows[0])
    body = _filled(body, width)
    for row, line in zip(body, places, strict=True):
        if len(row) != width:
            raise file.error(f"this row has {len(row)} columns and the first one {width}", line=line)
    doubled = next((name for place, name in enumerate(names) if name and name in names[:place]), None)
    if doubled is not None:
        raise file.error(f"two columns are called {doubled!r}", line=lines[0])
    return TextTable(file=file, names=names, rows=tuple(body), lines=tuple(places))


def _filled(rows: list[tuple[str, ...]], width: int) -> list[tuple[str, ...]]:
    """Rows that all lack the same columns at the end (Mechanical Turk leaves the empty ones out), with empty cells."""
    lengths = {len(row) for row in rows}
    short = min(lengths)
    if len(lengths) > 1 or not 1 < short < width or len(rows) < 2:
        return rows
    return [row + ("",) * (width - short) for row in rows]


def _rows(file: LabelFile, text: str, separator: str) -> tuple[list[tuple[str, ...]], list[int]]:
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    last = 0
    try:
        for row in reader:
            start, last = last + 1, reader.line_num
            if any(cell and not cell.isspace() for cell in row):
                rows.append(tuple(cell.strip() for cell in row))
                lines.append(start)
    except csv.Error as error:
        raise file.error(f"the table is broken ({error})", line=reader.line_num) from error
    return _without_empty_last(rows), lines


def _without_empty_last(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Rows without the empty cell that a separator at the end of every line makes."""
    if len(rows) > 1 and all(len(row) > 1 and not row[-1] for row in rows):
        return [row[:-1] for row in rows]
    return rows


def _is_header(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row names columns: by a word known for that, or words that are found nowhere below."""
    first = rows[0]
    below = {cell for row in rows[1:] for cell in row}
    if any(plain_word(cell) in KNOWN_WORDS and cell not in below for cell in first):
        return True
    if len(rows) < 2 or len(set(first)) < len(first) or any(_is_number(cell) for cell in first if cell):
        return False
    return not all(cell in below for cell in first if cell)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlainTable:
    """A simple text table as bytes: a header, no quotes, no empty line, equally many cells in each row."""

    file: LabelFile
    """The file."""
    names: tuple[str, ...]
    """Names of the columns."""
    data: bytes
    """The text, and eight zeros."""
    starts: Int64
    """Where each cell below the header begins, rows × columns."""
    ends: Int64
    """Where it ends."""

    def column(self, place: int) -> Column:
        """A column as numbers and names; white space at the ends of names is dropped."""
        starts, ends = self.starts[:, place], self.ends[:, place]
        lengths = ends - starts
        numbers = _short_cells if lengths.max(initial=0) <= _WORD else _long_cells
        codes, first = numbers(self.data, starts, lengths)
        names = [self._name(int(starts[row]), int(ends[row])) for row in first.tolist()]
        if len(set(names)) == len(names):
            return Column(codes=codes, names=tuple(names))
        again = numbered(names)
        return Column(codes=again.codes[codes], names=again.names)

    def _name(self, start: int, end: int) -> str:
        raw = self.data[start:end]
        try:
            return raw.decode().strip()
        except UnicodeDecodeError as error:
            raise self.file.error(
                f"the byte 0x{raw[error.start]:02x} is no UTF-8 text",
                line=self.data.count(b"\n", 0, start) + 1,
                todo="Save the whole file in one encoding, UTF-8 at best, or state it: --encoding latin-1.",
            ) from error


def plain_table(file: LabelFile, separator: str) -> PlainTable | None:
    """The cells of a simple file; None for any other. This is what reads a million labels in a fraction of a second."""
    data = file.data.removeprefix(b"\xef\xbb\xbf")
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


def _short_cells(data: bytes, starts: Int64, lengths: Int64) -> tuple[Int32, Int64]:
    """Numbers of cells of eight bytes at the most, each taken for one large number; and the first row of each."""
    words: NDArray[np.uint64] = np.ndarray((len(data) - _WORD + 1,), "<u8", data, 0, (1,))
    kept = np.array([(1 << (8 * length)) - 1 for length in range(_WORD + 1)], np.uint64)
    _, first, codes = np.unique(words[starts] & kept[lengths], return_index=True, return_inverse=True)
    order = np.argsort(first)
    places = np.empty(order.size, np.int32)
    places[order] = np.arange(order.size, dtype=np.int32)
    return places[codes], first[order]


def _long_cells(data: bytes, starts: Int64, lengths: Int64) -> tuple[Int32, Int64]:
    """Numbers of cells of any length, and the first row of each."""
    seen: dict[bytes, int] = defaultdict(count().__next__)
    cells = (data[start : start + length] for start, length in zip(starts.tolist(), lengths.tolist(), strict=True))
    codes = np.fromiter(map(seen.__getitem__, cells), np.int32, starts.size)
    highest = np.maximum.accumulate(codes)
    return codes, np.flatnonzero(np.diff(highest, prepend=-1))
