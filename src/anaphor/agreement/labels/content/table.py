"""The content of a label file: its rows with their lines, a plain table a million rows at a time, cells as labels."""

import csv
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.content.cells import spelled_number
from anaphor.agreement.labels.labelling import (
    ANNOTATOR_WORDS,
    DEFAULTS,
    ITEM_WORDS,
    LABEL_WORDS,
    Column,
    Int64,
    LabelSettings,
    cell_text,
    numbered,
    plain_word,
)
from anaphor.errors import ContentError, FormatError, Place
from anaphor.files import decode_text, read_unpacked, sheet_texts, text_rows, zip_members
from anaphor.files.streams import HEAD, find_encoding
from anaphor.text import Message, Value, message, text

LARGEST = 2 * 2**30
"""Bytes, uncompressed: about a hundred million labels."""
_BOM = b"\xef\xbb\xbf"
_FOREIGN = {
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
    **{bytes((0x80, version)): "pickle" for version in range(2, 6)},
}
"""How files begin that hold no table of text: a PDF, data of R …"""
_TABLES = (".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx", ".ods")
"""How the names of tables in an archive end; where there is none, every file in it is taken for one."""
_SEPARATORS = ("\t", ";", ",", "|")
_SAMPLE = 10_000
"""Rows in which the cells of the first one are looked for."""
_MOST_TITLES = 20
"""Lines above a header that are looked through."""
_LONGEST_CELL = 60
"""Lines that one cell in quotes may have in a broken table."""
_KNOWN_WORDS = frozenset((*ITEM_WORDS, *ANNOTATOR_WORDS, *LABEL_WORDS))
"""Words that only a header has."""
_WORD = 8
"""Bytes of a cell that are compared as one number."""
_SHOWN_TITLE = 60
_NESTED = (list, tuple, set, frozenset, Mapping, bytes, np.ndarray)
"""Kinds of cells of a table in memory that hold several values, or none that can be read."""
_LISTED = 200
"""Lines with one and the same trouble that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelFile:
    """The content of a label file."""

    name: str
    data: bytes
    encoding: str | None = None
    """The encoding that the user states or that was guessed; None: UTF-8, or that of the byte-order mark."""
    notes: tuple[Message, ...] = ()
    """What was guessed when it was opened."""
    typed: str = ""
    """What a user types to name it, and the files that belong to it."""
    shared: bool = False
    """Whether several files are one table: then one of them may well hold one class only."""
    memory: bool = False
    """Whether it is no file but a table in memory, whose rows have numbers and no lines."""

    def place(self, line: int | None = None, field: str | None = None) -> Place:
        """A place of this file, or of this table in memory."""
        if self.memory and line:
            return Place(file=text("labels-row", name=self.name, row=line), field=field)
        return Place(file=self.name, line=line, field=field)

    def text(self) -> str:
        """The content as text, line ends as `\\n`."""
        return decode_text(self.data, file=self.name, encoding=self.encoding).removeprefix("\ufeff")

    def refuse_question(self, settings: LabelSettings) -> None:
        """Refuse a question that nothing in the file was found to be."""
        if settings.question is not None:
            raise self.error("labels-no-question", question=repr(settings.question))

    def error(self, code: str, *, line: int | None = None, field: str | None = None, **values: Value) -> FormatError:
        """An error at a place of this file, to raise."""
        return FormatError(message(code, **values), where=self.place(line, field))

    def impossible(
        self, code: str, *, line: int | None = None, field: str | None = None, **values: Value
    ) -> ContentError:
        """A statement of this file that cannot be, to raise."""
        return ContentError(message(code, **values), where=self.place(line, field))

    def without_bad(
        self, bad: Sequence[tuple[int, Message]], lines: int, settings: LabelSettings
    ) -> tuple[Message, ...]:
        """The record of lines that are left out because they cannot be read; an error that lists them unless asked."""
        if not bad:
            return ()
        reasons: dict[str, list[int]] = {}
        for line, why in bad:
            reasons.setdefault(str(why), []).append(line)
        shown = {why: ", ".join(map(str, numbers[:_LISTED])) for why, numbers in reasons.items()}
        more = {why: ", …" if len(numbers) > _LISTED else "" for why, numbers in reasons.items()}
        listed = "; ".join(f"{shown[why]}{more[why]} ({why})" for why in reasons)
        if settings.skip_bad:
            return (message("labels-skipped", count=len(bad), lines=lines, listed=listed),)
        if len(bad) == 1:
            where = self.place(bad[0][0])
            raise FormatError(bad[0][1], where=where, todo=message("labels-skip-one", lines=lines))
        raise self.error("labels-bad-lines", line=bad[0][0], count=len(bad), lines=lines, listed=listed)


def open_files(path: Path, settings: LabelSettings = DEFAULTS) -> list[LabelFile]:
    """The content of a file, uncompressed, or of those in an archive; compression is found from the content.

    `-` is the standard input.
    """
    if not path.is_file() and str(path) != "-":
        raise FormatError("agreement-folder" if path.is_dir() else "agreement-no-file", where=path)
    data, typed = read_unpacked(path, LARGEST), shlex.quote(str(path))
    members = [(str(path), data)]
    if data.startswith(b"PK\x03\x04") and sheet_texts(data, file=str(path)) is None:
        packed = zip_members(data, file=str(path), most=LARGEST)
        members = [(f"{path}/{name}", part) for name, part in packed if part.strip()]
        tables = [each for each in members if PurePosixPath(each[0]).suffix.lower() in _TABLES]
        # A whole project of INCEpTION holds settings and sources, too.
        members = [each for each in members if each[1].startswith(b"#FORMAT=WebAnno")] or tables or members
        if not members:
            raise FormatError("agreement-empty-file", where=path)
    return [_opened(*sheet, typed, settings) for name, part in members for sheet in _sheets(name, part)]


def _sheets(name: str, data: bytes) -> list[tuple[str, bytes, tuple[Message, ...]]]:
    """Name, content and what is to be said: of a spreadsheet all sheets with one header, or else the largest sheet."""
    texts = sheet_texts(data, file=name)
    if texts is None:
        return [(name, data, ())]
    sheets = {sheet: text.encode("utf-8", "surrogatepass") for sheet, text in texts.items()}
    if len(sheets) > 1 and len({each.partition(b"\n")[0] for each in sheets.values()}) == 1:
        return [(f"{name}/{sheet}", each, ()) for sheet, each in sheets.items()]
    largest = max(sheets, key=lambda sheet: len(sheets[sheet]), default="")
    others = ", ".join(sheet for sheet in sheets if sheet != largest)
    said = (message("labels-sheet", sheet=largest, others=others),) if others else ()
    return [(name, sheets.get(largest, b""), said)]


def _opened(name: str, data: bytes, notes: tuple[Message, ...], typed: str, settings: LabelSettings) -> LabelFile:
    """The content of one file; an encoding that is not UTF-8 is guessed and said, lines above the table are emptied."""
    where, encoding = Place(file=name), settings.encoding
    for start, kind in _FOREIGN.items():
        if data.startswith(start):
            raise FormatError("agreement-foreign-file", kind=kind, where=where)
    if not data.removeprefix(_BOM).strip():
        raise FormatError("agreement-empty-file", where=where)
    if encoding is None and not data.isascii() and not data.startswith(b"PAR1"):
        try:
            data.decode()
        except UnicodeDecodeError as error:
            # By the text around the first strange byte: a few of them in UTF-8 are an error of the file.
            found = find_encoding(data[:2] + data[max(error.start - HEAD // 2, 2) : error.start + HEAD // 2], None)
            if found and found.note:
                encoding = found.name
                notes = (*notes, message("labels-encoding", encoding=encoding))
    file = LabelFile(name=name, data=data, encoding=encoding, notes=notes, typed=typed)
    if not settings.skip_rows:
        return file
    below = file.text().split("\n", settings.skip_rows)[settings.skip_rows :]
    if not "".join(below).strip():
        raise FormatError("labels-skipped-all", rows=settings.skip_rows, where=where)
    # Empty lines take the place of those above the table, so that the lines of what follows keep their numbers.
    return replace(file, data=("\n" * settings.skip_rows + below[0]).encode("utf-8", "surrogatepass"), encoding="utf-8")


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
    notes: tuple[Message, ...] = ()
    """What was left out above and between the rows."""

    def column(self, number: int) -> list[str]:
        return [row[number] for row in self.rows]

    @property
    def width(self) -> int:
        return len(self.names) or (len(self.rows[0]) if self.rows else 0)


def separator_of(file: LabelFile, head: str) -> str:
    """What separates the columns: the sign that cuts most of the first lines into equally many parts, two or more."""
    lines = [line for line in head.split("\n")[:50] if line.strip()]
    scores = []
    for sign in _SEPARATORS:
        cells = Counter(len(row) for row in csv.reader(lines, delimiter=sign))
        width = max(cells, key=lambda size: (cells[size], size), default=0)
        scores.append((width > 1, cells[width] / max(len(lines), 1), width))
    best = max(range(len(_SEPARATORS)), key=lambda place: scores[place])
    if scores[best][0]:
        return _SEPARATORS[best]
    if len(lines) > 2 and len({len(line.split(" ")) for line in lines}) == 1 and 2 < len(lines[0].split(" ")) < 10:
        return " "  # nltk's own examples
    raise file.error("agreement-no-separator", line=1)


def read_table(
    file: LabelFile, text: str, separator: str, settings: LabelSettings = DEFAULTS, *, header: bool | None = None
) -> TextTable:
    """The rows of a text; a header is taken for one when it has a word where all other rows have numbers.

    `header` says whether the first row is one, where that is known. Titles above it are left out, and said.
    """
    bad: list[tuple[int, Message]] = []
    try:
        found = list(text_rows(text, file=file.name, separator=separator))
    except FormatError:
        found = list(_mended_rows(text, separator, bad))
    found = [(line, cells) for line, cells in found if any(cell and not cell.isspace() for cell in cells)]
    if not found:
        file.without_bad(bad, len(bad), replace(settings, skip_bad=False))
        raise file.error("agreement-no-row")
    lines = [line for line, _ in found]
    rows: list[tuple[str, ...]] = [tuple(cell.strip() for cell in cells) for _, cells in found]
    if len(rows) > 1 and all(len(row) > 1 and not row[-1] for row in rows):
        rows = [row[:-1] for row in rows]  # a separator at the end of every line makes an empty cell
    above, notes = _titles(rows) if settings.skip_rows is None else 0, tuple[Message, ...]()
    if above:
        notes = (message("labels-titles", rows=lines[above] - 1, first=" ".join(filter(None, rows[0]))[:_SHOWN_TITLE]),)
        rows, lines = rows[above:], lines[above:]
    # Files that were written one below the other: the first row comes again, and is a header or begins the same table.
    again = next((place for place, row in enumerate(rows) if place > 2 and row == rows[0]), 0)
    headed = len(set(rows[0])) > 2 and any(plain_word(cell) in _KNOWN_WORDS for cell in rows[0])
    if again and (headed or (rows[:again] == rows[again:] and len(set(rows)) > 0.8 * again)):
        raise file.error("labels-again", line=lines[again])
    names: tuple[str, ...] = ()
    head = lines[0]
    if is_header(rows) if header is None else header:
        names, rows, lines = rows[0], rows[1:], lines[1:]
    if not rows:
        file.without_bad(bad, len(bad), replace(settings, skip_bad=False))
        raise file.error("agreement-only-header", line=head)
    if names and all(len(row) == len(names) + 1 for row in rows):
        names = ("", *names)  # R leaves the column of row names without a heading
    width, lengths = len(names) or len(rows[0]), {len(row) for row in rows}
    if len(lengths) == 1 and 1 < min(lengths) < width and len(rows) > 1:
        # Mechanical Turk leaves empty columns at the end out.
        rows = [row + ("",) * (width - len(row)) for row in rows]
    bad += [
        (line, message("agreement-row-length", columns=len(row), width=width))
        for row, line in zip(rows, lines, strict=True)
        if len(row) != width
    ]
    notes += file.without_bad(sorted(bad, key=lambda each: each[0]), lines[-1], settings)
    kept = [place for place, row in enumerate(rows) if len(row) == width]
    if not kept:
        raise file.error("agreement-no-row")
    doubled = next((name for name, count in Counter(names).items() if name and count > 1), None)
    if doubled is not None:
        raise file.error("agreement-columns-alike", line=head, name=repr(doubled))
    chosen = tuple(rows[place] for place in kept)
    return TextTable(file=file, names=names, rows=chosen, lines=tuple(lines[place] for place in kept), notes=notes)


def _mended_rows(text: str, separator: str, bad: list[tuple[int, Message]]) -> Iterator[tuple[int, list[str]]]:
    """The rows of a text whose quotation marks are broken somewhere; the lines that are no row go to `bad`."""
    lines = text.split("\n")
    start = 0
    while start < len(lines):
        why, end = "", start + 1
        while end <= min(start + _LONGEST_CELL, len(lines)):
            try:
                piece = "\n".join(lines[start:end])
                yield start + 1, next(csv.reader([piece], delimiter=separator, strict=True), [])
                break
            except csv.Error as error:
                why = why or str(error)
                end = end + 1 if "unexpected end" in str(error) else len(lines) + 1
        else:
            bad.append((start + 1, message("files-broken-table", why=why)))
            end = start + 1
        start = end


def _titles(rows: Sequence[tuple[str, ...]]) -> int:
    """How many rows stand above a header.

    Titles fill half of its columns at the most, the first ones; or a row below them has words that only a header has,
    and nothing in it comes again.
    """
    filled = [sum(map(bool, row)) for row in rows]
    usual = sorted(filled)[len(filled) // 2]
    above = next((place for place, number in enumerate(filled[:_MOST_TITLES]) if number > usual / 2), 0)
    plain = all(all(row[: sum(map(bool, row))]) or len(row) < len(rows[above]) for row in rows[:above])
    if above and usual > 1 and len(rows) > above + 2 and plain and is_header(rows[above:]):
        return above
    often = Counter(cell for row in rows for cell in set(row) if cell)
    for place, row in enumerate(rows[: min(_MOST_TITLES, len(rows) - 2)]):
        known = sum(plain_word(cell) in _KNOWN_WORDS and often[cell] == 1 for cell in row)
        single = all(often[cell] == 1 for cell in row if cell)
        if known and (place == 0 or (single and (known > 1 or max(filled[:place]) < filled[place]))):
            return place
    return 0


def is_header(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row names columns: by a word known for that, or words that are found nowhere below."""
    first = rows[0]
    below = {cell for row in rows[1:] for cell in row}
    if any(plain_word(cell) in _KNOWN_WORDS and cell not in below for cell in first):
        return True
    if len(rows) < 2 or len(set(first)) < len(first) or any(spelled_number(cell) is not None for cell in first):
        return False
    # In a row of labels or names most cells come again in their own columns.
    some = rows[1:_SAMPLE]
    again = sum(any(len(row) > place and row[place] == cell for row in some) for place, cell in enumerate(first))
    return not all(cell in below for cell in first if cell) and again < max(len(first) / 2, 1)


def encoded(file: LabelFile, name: str, values: list[Any]) -> Column:
    """The column as numbers and names; nothing (None, NaN) is called by the empty text, nested cells are refused."""
    # True, 1 and 1.0 are one key of a dict: where a column mixes kinds, the kind is part of the key.
    mixed = len(set(map(type, values)) - {type(None)}) > 1
    seen: dict[Any, int] = defaultdict(count().__next__)
    codes = np.zeros(0, np.int32)
    try:
        keys = zip(map(type, values), values, strict=True) if mixed else values
        codes = np.fromiter(map(seen.__getitem__, keys), np.int32, len(values))
        distinct = [value for _, value in seen] if mixed else list(seen)
    except TypeError:  # a list or a dict, which is no key
        distinct = values
    strange = next((each for each in distinct if isinstance(each, _NESTED) or type(each).__hash__ is None), None)
    if strange is not None:
        row = next(place for place, each in enumerate(values, 1) if type(each) is type(strange))
        raise file.error("labels-nested-cell", line=row, field=name, kind=type(strange).__name__)
    again = numbered(map(cell_text, distinct))
    return Column(codes=again.codes[codes], names=again.names)


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
