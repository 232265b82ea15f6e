"""Any table with a header: answers row by row, its columns known by name or named by the user."""

import csv
import io
import json
from pathlib import Path

from anaphor.errors import FormatError, Place
from anaphor.experiment.importing.columns import columns_of, people_of_rows, read_rows, without_doubtful_times
from anaphor.experiment.importing.records import Import, ImportSettings, Row, wanted
from anaphor.files import regular_bytes

_LARGEST = 2**30


def text_of(path: Path) -> str:
    """The text of a file; UTF-8, or Latin-1 where it is none."""
    data = regular_bytes(path, _LARGEST)
    if b"\x00" in data:
        raise FormatError("experiment-no-text", where=Place(file=str(path)))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def table_rows(text: str, file: str) -> list[Row]:
    """The rows of a comma-, semicolon- or tab-separated table with a header."""
    head = text.split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        rows: list[Row] = [(reader.line_num, {name: cell for name, cell in row.items() if name}) for row in reader]
    except csv.Error as error:
        where = Place(file=file, line=reader.line_num)
        raise FormatError("experiment-table-cannot-read", where=where, why=str(error)) from error
    if not rows:
        raise FormatError("experiment-there-no-row-table", where=Place(file=file))
    return rows


def json_rows(text: str, file: str) -> list[Row]:
    """The objects of JSON lines."""
    rows: list[Row] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise FormatError("experiment-json-broken", where=Place(file=file, line=number)) from error
            if not isinstance(value, dict):
                raise FormatError("experiment-json-object-needed-here", where=Place(file=file, line=number))
            rows.append((number, value))
    return rows


def import_csv(path: Path, settings: ImportSettings) -> Import:
    """The answers of a table, or of JSON lines with a field per column."""
    file, text = str(path), text_of(path)
    rows = wanted(json_rows(text, file) if text.lstrip()[:1] == "{" else table_rows(text, file), settings, file)
    columns = columns_of(rows, settings, file)
    answers, notes = without_doubtful_times(read_rows(rows, columns), columns, settings)
    return Import(source="csv", answers=answers, people=people_of_rows(rows, columns), notes=notes)
