"""Cells and tables as comma-separated text that a spreadsheet shows and does not compute.

A spreadsheet takes a text that begins with `=`, `+`, `-` or `@` for a formula, also after a semicolon or a tab inside a
text where its own separator is that one (French ones split at semicolons). An apostrophe before it makes it a text.
"""

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache

_FORMULA = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?: ?%)?")
_INSIDE = re.compile(r"([;\t\r\n][\s\"]*)(?==|[@+-]\w)")


def safe_cell(value: object) -> object:
    """The value as a cell: a text that would be a formula is led by an apostrophe, yes is 1, no is 0, None is empty.

    >>> safe_cell("=1+1"), safe_cell("-3"), safe_cell("- oui"), safe_cell("x;=1"), safe_cell(True)
    ("'=1+1", '-3', "'- oui", "x;'=1", 1)
    """
    if isinstance(value, bool):
        return int(value)
    if not isinstance(value, str):
        return value
    text = _INSIDE.sub(r"\1'", value) if ";" in value or "\t" in value or "\n" in value or "\r" in value else value
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def bare_cell(text: str) -> str:
    """The text of a cell without the apostrophe that kept it from being a formula.

    >>> bare_cell("'=1+1"), bare_cell("'tis")
    ('=1+1', "'tis")
    """
    return text[1:] if text[:1] == "'" and _FORMULA.match(text, 1) else text


def safe_table(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A table as comma-separated text, its columns named in the first line."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(map(safe_cell, row) for row in rows)
    return written.getvalue()


def iso_time(seconds: float | None) -> str | None:
    """A moment in UTC, as pandas and R read it; from seconds since 1970.

    >>> iso_time(0)
    '1970-01-01T00:00:00.000Z'
    """
    if seconds is None:
        return None
    part, whole = math.modf(seconds)
    minute, micro = divmod(int(whole) * 1_000_000 + round(part * 1e6), 60_000_000)
    milli = str(100_000 + micro // 1000)  # a digit before, so that there are always five behind it
    return f"{_minute(minute)}:{milli[1:3]}.{milli[3:]}Z"


@cache
def _minute(number: int) -> str:
    """A minute, from the first of 1970: a study has few, and a million answers."""
    return (datetime(1970, 1, 1) + timedelta(minutes=number)).isoformat(timespec="minutes")
