"""The rows of a table in a file, as JSON lines or in memory: cells by the names of their columns, with their lines."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from anaphor.errors import ContentError, FormatError, Place
from anaphor.files import MemoryTable, bare_cell, frame_columns, given_text, is_path, json_rows, text_rows

Row = tuple[int, Mapping[str, object]]
"""A line's number and its cells by column."""
MOST_COLUMNS = 20_000
"""Columns of a table beside runs, as of tables of labels."""


def table_rows(
    given: str | Path | MemoryTable, needed: Sequence[str], *, once: bool = False
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table by the names of its columns, with their lines; `once` refuses a second row of an item."""
    rows: Iterator[tuple[int, list[str]]]
    file = Path(given) if is_path(given) else Path()
    if file.suffix.lower() in (".json", ".jsonl"):
        listed = list(json_rows(given_text(file), file=str(file)))
        names = list(dict.fromkeys(name for _, row in listed for name in row))
        rows = ((line, [_cell(row.get(name)) for name in names]) for line, row in listed)
    elif is_path(given):
        separator = "\t" if file.suffix.lower() == ".tsv" else None
        rows = text_rows(given_text(file), file=str(file), separator=separator, strict=False)
        _, names = next(rows, (1, []))
    else:
        columns = frame_columns(given)
        names = list(columns)
        cells = ([_cell(each) for each in row] for row in zip(*columns.values(), strict=True))
        rows = ((line, row) for line, row in enumerate(cells, 1))
    missing = [name for name in needed if name not in names]
    where = Place(file=str(given), line=1) if is_path(given) else None
    if len(names) > MOST_COLUMNS:
        raise FormatError("files-many-columns", columns=len(names), most=MOST_COLUMNS, where=where)
    if twice := next((name for name, times in Counter(names).items() if name and times > 1), None):
        raise FormatError("score-column-twice", column=twice, where=where)
    if missing:
        raise FormatError("score-no-column", column=missing[0], needed=", ".join(needed), where=where)
    seen: dict[str, int] = {}
    for line, row_cells in rows:
        if any(cell.strip() for cell in row_cells[len(names) :]):
            raise FormatError(
                "score-row-long", cells=len(row_cells), columns=len(names), where=Place(file=str(given), line=line)
            )
        filled = [*row_cells, *[""] * (len(names) - len(row_cells))]
        row = {name: cell.strip() for name, cell in zip(names, filled, strict=False) if name}
        if once and row["item"] in seen:
            where = Place(file=str(given), line=line) if is_path(given) else None
            raise ContentError("score-item-twice", item=row["item"], row=seen[row["item"]], where=where)
        seen[row.get("item", "")] = line
        yield line, row


def _cell(value: Any) -> str:
    """A value of a table in memory as a file has it; a column of whole numbers with a hole comes as fractions."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)


def named_rows(text: str, file: str) -> list[Row]:
    """The rows of a comma-, semicolon- or tab-separated table with a header; cells beyond it are left out."""
    lines = text_rows(text, file=file)
    _, names = next(lines, (0, []))
    rows: list[Row] = [
        (
            line,
            {name: each for name, each in zip(names, chain(map(bare_cell, cells), repeat(None)), strict=False) if name},
        )
        for line, cells in lines
    ]
    if not rows:
        raise FormatError("experiment-empty-table", where=Place(file=file))
    return rows
