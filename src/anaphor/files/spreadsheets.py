"""Cells and tables as comma-separated text that a spreadsheet shows and does not compute.

A spreadsheet takes a text that begins with `=`, `+`, `-` or `@` for a formula, also behind spaces and characters that
show nothing, which programs drop on the way, and after a semicolon or a tab inside a text where its own separator is
that one (French ones split at semicolons). An apostrophe before it makes it a text.
"""

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import TextIO

_UNSEEN = (
    r"\x00-\x20\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5"
    r"\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Space, control and format characters, and others that show nothing: programs drop them, and see what follows."""
_FORMULA = re.compile(rf"'*+(?:[\t\r\n]|[{_UNSEEN}]*+[=+\-@＝＋－＠])")
"""Where a text begins that would be a formula, or that an apostrophe already keeps from being one."""
_NUMBER = re.compile(r"[ \u00a0\u202f]*+[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?(?:[ \u00a0\u202f]?%)?[ \u00a0\u202f]*+")
_INSIDE = re.compile(rf"([;\t\r\n][{_UNSEEN}\"]*+)('*+)([=＝]|[@+＠＋－-](?=[\w($\"]))?")
"""Where a cell would begin after a separator inside a text, its apostrophes, and what makes a formula of it, if any."""


def safe_cell(value: object) -> object:
    """The value as a cell: a text that would be a formula is led by an apostrophe, yes is 1, no is 0, None is empty.

    A text that an apostrophe leads already gets one more, so that `bare_cell` gives every text back as it was.

    >>> safe_cell("=1+1"), safe_cell("-3"), safe_cell("- oui"), safe_cell("x;=1"), safe_cell("'=1"), safe_cell(True)
    ("'=1+1", '-3', "'- oui", "x;'=1", "''=1", 1)
    """
    if isinstance(value, bool):
        return int(value)
    if not isinstance(value, str):
        return value
    text = _INSIDE.sub(_led, value) if ";" in value or "\t" in value or "\n" in value or "\r" in value else value
    return f"'{text}" if _FORMULA.match(value) and not _NUMBER.fullmatch(value) else text


def bare_cell(text: str) -> str:
    """The text of a cell without the apostrophes that kept it from being a formula.

    >>> bare_cell("'=1+1"), bare_cell("'tis"), bare_cell("x;'=1")
    ('=1+1', "'tis", 'x;=1')
    """
    if "'" not in text:
        return text
    bare = _INSIDE.sub(_bared, text)
    return bare[1:] if bare[0] == "'" and _FORMULA.match(bare) else bare


def _led(inside: re.Match[str]) -> str:
    return f"{inside[1]}'{inside[2]}{inside[3]}" if inside[3] else inside[0]


def _bared(inside: re.Match[str]) -> str:
    return f"{inside[1]}{inside[2][1:]}{inside[3]}" if inside[3] else inside[0]


def safe_table(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A table as comma-separated text, its columns named in the first line."""
    written = io.StringIO()
    write_safely(written, (heads, *rows))  # classes of labels are heads, too
    return written.getvalue()


def write_safely(file: TextIO, rows: Iterable[Iterable[object]]) -> None:
    """Write rows as comma-separated text of safe cells."""
    # Python 3.11 leaves a carriage return bare, and what follows it would begin a row of its own.
    plain, quoted = (csv.writer(file, lineterminator="\n", quoting=each) for each in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    for row in rows:
        cells = [safe_cell(each) for each in row]
        broken = any(isinstance(each, str) and "\r" in each for each in cells)
        (quoted if broken else plain).writerow(cells)


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
