"""Spreadsheets as text: how far they reach is looked at first, and the library that reads them works in a child."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date, time
from importlib import import_module
from typing import Any
from xml.parsers import expat

from anaphor.errors import FormatError, Place
from anaphor.files.content import BAD_ZIP, MOST_MEMBERS, many_members, open_zip
from anaphor.files.guarded import read_guarded

_LARGEST, _SWELL, _SWELL_FROM = 1 << 30, 200, 64 * 2**20
"""Bytes that a spreadsheet may hold: XML of equal cells packs well."""
_MOST_CELLS = 10_000_000
"""Cells between the first and the last of all sheets; each takes some hundred bytes while it is read."""
_MOST_SHEETS = 1000
"""Sheets of one file: a few bytes make one of them, which is read as a file of its own."""
_PIECE = 1 << 20
_PLACE = re.compile(rb"""\sr\s*+=\s*+["']\s*+([A-Za-z]{0,4})(\d{1,9})["']""")
"""Where a row or a cell of Excel says that it stands: `r="7"`, `r="XFD1048576"`."""
_LONGEST_PLACE = 64


def sheet_texts(data: bytes, *, file: str) -> dict[str, str] | None:
    """The sheets with anything in them of a spreadsheet (.xlsx, .ods), by name, as text with tabs; None for other data.

    A row is a line, so that a place in it can be named. Whole numbers stand without `.0`, dates as in ISO 8601. What
    unpacks to more than 1 GiB, or to more than 200 times its size and 64 MiB, is refused, and so are sheets that reach
    over more than ten million cells, and more than a thousand sheets.
    """
    if not data.startswith(b"PK\x03\x04"):
        return None
    try:
        with open_zip(io.BytesIO(data), MOST_MEMBERS, many_members(file)) as archive:
            parts = archive.infolist()
    except BAD_ZIP:
        return None
    names = {part.filename for part in parts}
    if names.isdisjoint(("xl/workbook.xml", "xl/workbook.bin")) and not {"mimetype", "content.xml"} <= names:
        return None
    most = min(_LARGEST, _SWELL_FROM + _SWELL * len(data))
    if sum(part.file_size for part in parts) > most:
        raise FormatError("files-holds-too-much", most=most, where=Place(file=file))
    return read_guarded(_texts, data, file, most, file=file)


def _texts(data: bytes, file: str, most: int) -> dict[str, str]:
    """The same of what is a spreadsheet, in a child."""
    where = Place(file=file)
    try:
        _refuse_far_cells(data, most, where)
    except (*BAD_ZIP, expat.ExpatError) as error:
        raise FormatError("files-bad-spreadsheet", why=str(error), where=where) from error
    calamine = import_module("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = book.sheet_names
        if len(names) > _MOST_SHEETS:
            raise FormatError("files-sheet-many", count=len(names), most=_MOST_SHEETS, where=where)
        sheets = dict[str, list[list[Any]]]()
        area = 0
        for number, name in enumerate(names):
            sheets[name] = book.get_sheet_by_index(number).to_python(skip_empty_area=False)
            rows, columns = len(sheets[name]), len(sheets[name][0]) if sheets[name] else 0
            area += rows * columns  # several sheets may be one part
            if area > _MOST_CELLS:
                raise _far(name, rows, columns, where)
    except (calamine.CalamineError, OSError, ValueError, OverflowError) as error:
        raise FormatError("files-bad-spreadsheet", why=str(error), where=where) from error
    texts = {name: io.StringIO() for name, rows in sheets.items() if rows}
    for name, text in texts.items():
        writer = csv.writer(text, delimiter="\t", lineterminator="\n")
        for cells in sheets[name]:
            plain = (int(cell) if isinstance(cell, float) and cell.is_integer() else cell for cell in cells)
            writer.writerow(cell.isoformat() if isinstance(cell, date | time) else cell for cell in plain)
    return {name: text.getvalue() for name, text in texts.items()}


def _refuse_far_cells(data: bytes, most: int, where: Place) -> None:
    """Refuse a spreadsheet whose cells lie too far apart, since the library makes room for all between them."""
    area = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in archive.infolist():
            if part.filename.endswith("/"):
                continue
            with archive.open(part) as packed:
                pieces = _pieces(packed, most, where)
                rows, columns = _reach_of_ods(pieces) if part.filename == "content.xml" else _reach_of_excel(pieces)
            area += rows * columns
            if area > _MOST_CELLS:
                raise _far(part.filename.rpartition("/")[2], rows, columns, where)


def _far(sheet: str, rows: int, columns: int, where: Place) -> FormatError:
    """What is said of sheets that reach too far."""
    return FormatError("files-sheet-extent", sheet=sheet, rows=rows, columns=columns, most=_MOST_CELLS, where=where)


def _pieces(packed: Any, most: int, where: Place) -> Iterator[bytes]:
    """The content of a part, piece by piece, whatever size it declares."""
    while piece := packed.read(_PIECE):
        most -= len(piece)
        if most < 0:
            raise FormatError("files-holds-too-much", most=_LARGEST, where=where)
        yield piece


def _reach_of_excel(pieces: Iterator[bytes]) -> tuple[int, int]:
    """Last row and column that a part names a cell in; a part that is no sheet names none."""
    rows = columns = 0
    before = b""
    for piece in pieces:
        places = set(_PLACE.findall(before + piece))
        rows = max(rows, max((int(row) for _, row in places), default=0))
        columns = max(columns, max((_column_number(letters) for letters, _ in places), default=0))
        before = piece[-_LONGEST_PLACE:]
    return rows, columns


def _column_number(letters: bytes) -> int:
    """The number of a column by its letters.

    >>> _column_number(b"A"), _column_number(b"XFD")
    (1, 16384)
    """
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - 64
    return number


class _OdsReach:
    """How far the tables of an OpenDocument file reach: cells and rows may stand for many equal ones."""

    def __init__(self) -> None:
        self.area = self.rows = self.columns = 0
        self._row = self._column = self._last = self._rows_here = self._columns_here = 0
        self._repeated = 1
        self._cell: int | None = None
        self.spaces = 0
        """Spaces that stand as a number, for each of which the library makes a character."""

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind == "table":
            self._end_table()
        elif kind == "table-row":
            self._repeated, self._column, self._last = _times(attributes, "number-rows-repeated"), 0, 0
        elif kind in ("table-cell", "covered-table-cell"):
            self._cell = _times(attributes, "number-columns-repeated")
            self._column += self._cell
            if any(each.rpartition(":")[2] in ("value-type", "formula") for each in attributes):
                self._last = self._column
        elif self._cell is not None:  # something stands in the cell
            self._last = self._column
            self.spaces += _times(attributes, "c") * self._cell * self._repeated if kind == "s" else 0

    def end(self, name: str) -> None:
        kind = name.rpartition(":")[2]
        if kind == "table-row":
            self._row += self._repeated
            if self._last:
                self._rows_here, self._columns_here = self._row, max(self._columns_here, self._last)
        elif kind in ("table-cell", "covered-table-cell"):
            self._cell = None
        elif kind == "table":
            self._end_table()

    def _end_table(self) -> None:
        if self._rows_here * self._columns_here > self.rows * self.columns:
            self.rows, self.columns = self._rows_here, self._columns_here
        self.area += self._rows_here * self._columns_here
        self._row = self._rows_here = self._columns_here = 0


def _reach_of_ods(pieces: Iterator[bytes]) -> tuple[int, int]:
    reach, parser = _OdsReach(), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = reach.begin, reach.end
    parser.StartDoctypeDeclHandler = _refuse_doctype
    for piece in pieces:
        parser.Parse(piece, False)
        if reach.spaces > _MOST_CELLS:
            raise ValueError("text:s")
        if reach.area > _MOST_CELLS:
            break
    else:
        parser.Parse(b"", True)
    # Several tables together: as many rows as their cells need.
    return (reach.rows, reach.columns) if reach.area <= _MOST_CELLS else (max(reach.rows, reach.area), 1)


def _refuse_doctype(*_: object) -> None:
    raise ValueError("DOCTYPE")  # no spreadsheet has one, and entities in it may stand for more than memory holds


def _times(attributes: dict[str, str], name: str) -> int:
    value = next((given for key, given in attributes.items() if key.rpartition(":")[2] == name), "1")
    return int(value) if value.isdecimal() and len(value) < 10 else 1 if len(value) < 10 else 10**9
