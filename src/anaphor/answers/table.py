"""The content of a label file: its rows with their lines, a plain table a million rows at a time, cells as labels."""

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from anaphor.answers import vocabulary
from anaphor.answers.cells import spelled_number
from anaphor.answers.labelling import DEFAULTS, Column, Int64, LabelSettings, numbered
from anaphor.answers.opening import LabelFile, open_files
from anaphor.errors import AnaphorError, FormatError, UnknownNameError
from anaphor.files import text_rows, whole_number
from anaphor.text import Message, message, text

_DASHES = ("-", "–", "—")
_SEPARATORS = ("\t", ";", ",", "|")
_MOST_COLUMNS = 20_000
"""Columns of a table in which columns are looked at one by one."""
_MOST_CELLS = 20_000_000
"""Cells of such a table; a long table may have more."""
_SAMPLE = 10_000
"""Rows in which the cells of the first one are looked for."""
_MOST_TITLES = 20
"""Lines above a header that are looked through."""
_LONGEST_CELL = 60
"""Lines that one cell in quotes may have in a broken table."""
_KNOWN_WORDS = frozenset((*vocabulary.ITEM, *vocabulary.ANNOTATOR, *vocabulary.LABEL))
"""Words that only a header has."""
_SHOWN_TITLE = 60
_BELOW_QUESTION = frozenset({"response", "openendedresponse", "reponse", "reponseouverte", "reponselibre"})
"""What SurveyMonkey writes below a question that has one column."""
_PREVIEW = 100_000
"""Letters of a file from which its columns are found for a preview."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LabelTable:
    """The columns of a table, all equally long, white space at the ends of cells dropped."""

    file: LabelFile
    names: tuple[str, ...]
    """Names of the columns; empty when the file has no header."""
    coded: Callable[[int], Column]
    """A column by its place, as numbers and names."""
    width: int
    lines: Int64
    """The line of each row, from 1."""
    notes: tuple[Message, ...] = ()
    """What was left out above and between the rows."""
    own: tuple[str, ...] = ()
    """What the file calls the columns, where `names` are those of another platform."""

    def column(self, place: int) -> list[str]:
        found = self.coded(place)
        return [found.names[code] for code in found.codes.tolist()]

    @cached_property
    def columns(self) -> list[Column]:
        return [self.coded(place) for place in range(self.width)]

    @cached_property
    def rows(self) -> list[tuple[str, ...]]:
        return list(zip(*map(self.column, range(self.width)), strict=True))

    def called(self, place: int) -> str:
        """What a user calls a column: its name, or its number from 1."""
        return ((self.own or self.names)[place] if self.names else "") or str(place + 1)

    def place(self, name: str) -> int:
        """The place of a column that the user names, or numbers from 1; an error where there is none."""
        if name in self.names:
            return self.names.index(name)
        if 0 < (number := whole_number(name) or 0) <= self.width:
            return number - 1
        raise UnknownNameError(text("agreement-kind-column"), name, self.names)

    def less(self, columns: Sequence[str]) -> "LabelTable":
        """The table without these columns, where it has them, and that is noted."""
        places = [place for place in range(self.width) if not self.names or self.names[place] not in columns]
        if len(places) == self.width:
            return self
        names = tuple(self.names[place] for place in places)
        said = [message("labels-without", column=name) for name in self.names if name in columns]
        some = dict(enumerate(places))
        notes = (*self.notes, *said)
        return replace(self, names=names, coded=lambda at: self.coded(some[at]), width=len(places), notes=notes)

    def taken(self, kept: Sequence[int] | Int64) -> "LabelTable":
        """The table with these rows only."""
        rows = np.array(kept, np.int64)
        return replace(self, coded=cache(lambda place: self.coded(place).used(rows)), lines=self.lines[rows])

    def wanted(self, settings: LabelSettings) -> "LabelTable":
        """The table with the rows in which the columns asked for have the values asked for."""
        kept = np.arange(self.lines.size)
        for name, value in settings.where:
            asked = self.coded(self.place(name))
            kept = kept[asked.codes[kept] == (asked.names.index(value) if value in asked.names else -1)]
        if not kept.size:
            raise self.file.error("agreement-no-row-where")
        return self if kept.size == self.lines.size else self.taken(kept)

    def keyed(self, settings: LabelSettings) -> "LabelTable":
        """The table with a column more where several columns together name an item (`--item question,pair,turn`)."""
        parts = key_parts(settings.item, self.names)
        if not parts:
            return self
        places, last = [self.names.index(part) for part in parts], self.width

        def column(place: int) -> Column:
            return self.coded(place) if place < last else joint_column([self.coded(each) for each in places])

        own = (*self.own, settings.item or "") if self.own else ()
        names = (*self.names, settings.item or "")
        return replace(self, names=names, coded=cache(column), width=last + 1, own=own)

    def seen(self) -> "LabelTable":
        """The table as a user sees it, with a sign where a column holds lists or objects."""

        def shown(place: int) -> Column:
            try:
                return self.coded(place)
            except FormatError:  # neither name nor label
                return Column(codes=np.zeros(self.lines.size, np.int32), names=("[…]",))

        return replace(self, coded=cache(shown))


def key_parts(item: str | None, names: Sequence[str]) -> list[str]:
    """The columns that a user names together as the item, with commas between; empty where that is one column.

    >>> key_parts("pair, turn", ["pair", "turn"]), key_parts("a,b", ["a,b", "a", "b"]), key_parts("pair,x", ["pair"])
    (['pair', 'turn'], [], [])
    """
    parts = [part.strip() for part in (item or "").split(",")]
    whole = item in names or len(parts) < 2 or not set(parts) <= set(names)
    return [] if whole else list(dict.fromkeys(parts))


def parts_of_item(item: str | None, names: Sequence[str]) -> list[str]:
    """The columns that name the item together, in a table that has their joint column already (`keyed`).

    >>> parts_of_item("pair,turn", ["pair", "turn", "alice", "pair,turn"])
    ['pair', 'turn']
    """
    return key_parts(item, [name for name in names if name != item])


def joint_column(columns: Sequence[Column], form: str = "") -> Column:
    """One column from several: rows that are alike in all of them have one name, made of theirs."""
    rows = zip(*(column.codes.tolist() for column in columns), strict=True)
    pairs = [column.names for column in columns]
    sign = form or ", ".join(["{}"] * len(columns))
    seen: dict[tuple[int, ...], int] = {}
    codes = np.array([seen.setdefault(row, len(seen)) for row in rows], np.int32)
    names = [[names[code] for names, code in zip(pairs, row, strict=True)] for row in seen]
    # What lacks a part of its name has no name, as an empty cell has none.
    again = numbered("" if "" in parts else sign.format(*parts) for parts in names)
    return Column(codes=again.codes[codes], names=again.names)


def text_table(
    file: LabelFile, names: Sequence[str], rows: Sequence[Sequence[str]], lines: Sequence[int], **more: Any
) -> LabelTable:
    """A table from the cells of its rows."""
    width, numbers = len(names) or max(map(len, rows[:1]), default=0), np.array(lines, np.int64)
    coded = cache(lambda place: numbered(row[place] for row in rows))
    return LabelTable(file=file, names=tuple(names), coded=coded, width=width, lines=numbers, **more)


def refuse_wide(file: LabelFile, columns: int, rows: int) -> None:
    """Refuse tables of more columns or cells than labels can have: each is looked at to guess what it is."""
    if columns > _MOST_COLUMNS:
        raise file.error("files-many-columns", columns=columns, most=_MOST_COLUMNS)
    if columns * rows > _MOST_CELLS:
        raise file.error("files-many-cells", cells=columns * rows, most=_MOST_CELLS)


def column_table(file: LabelFile, columns: Mapping[str, Column]) -> LabelTable:
    """A table from columns that are there already, whose rows have no lines."""
    found = list(columns.values())
    lines = np.zeros(found[0].codes.size if found else 0, np.int64)
    return LabelTable(file=file, names=tuple(columns), coded=found.__getitem__, width=len(found), lines=lines)


def separator_of(file: LabelFile, head: str) -> str:
    """What separates the columns: the sign that cuts most of the first lines into equally many parts, two or more."""
    lines = [line for line in head.split("\n")[:50] if line.strip()]
    # A cell in quotes may have many lines, and the last one be cut.
    scores, open_end = [], sum(line.count('"') for line in lines) % 2 > 0
    for sign in _SEPARATORS:
        rows = [len(row) for row in csv.reader(lines, delimiter=sign)]
        cells = Counter(rows[:-1] if open_end and len(rows) > 1 else rows)
        width = max(cells, key=lambda size: (cells[size], size), default=0)
        scores.append((width > 1, cells[width] / max(cells.total(), 1), width))
    best = max(range(len(_SEPARATORS)), key=lambda place: scores[place])
    if scores[best][0]:
        return _SEPARATORS[best]
    if len(lines) > 2 and len({len(line.split(" ")) for line in lines}) == 1 and 2 < len(lines[0].split(" ")) < 10:
        return " "  # nltk's own examples
    raise file.error("agreement-no-separator", line=1)


def read_table(
    file: LabelFile, text: str, separator: str, settings: LabelSettings = DEFAULTS, *, header: bool | None = None
) -> LabelTable:
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
    notes = tuple[Message, ...]()
    if two := two_headers(rows):
        merged, used = two
        notes = (message("labels-two-headers", rows=used, example=next(filter(None, reversed(merged)), "")),)
        rows, lines, header = [merged, *rows[used:]], [lines[0], *lines[used:]], True
    above = _titles(rows) if settings.skip_rows is None and not two else 0
    if above:
        notes = (message("labels-titles", rows=lines[above] - 1, first=" ".join(filter(None, rows[0]))[:_SHOWN_TITLE]),)
        rows, lines = rows[above:], lines[above:]
    # Files that were written one below the other: the first row comes again, and is a header or begins the same table.
    again = next((place for place, row in enumerate(rows) if place > 2 and row == rows[0]), 0)
    headed = len(set(rows[0])) > 2 and any(vocabulary.plain(cell) in _KNOWN_WORDS for cell in rows[0])
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
    refuse_wide(file, width, len(rows))
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
    chosen = [rows[place] for place in kept]
    return text_table(file, names, chosen, [lines[place] for place in kept], notes=notes)


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
        known = sum(vocabulary.plain(cell) in _KNOWN_WORDS and often[cell] == 1 for cell in row)
        single = all(often[cell] == 1 for cell in row if cell)
        if known and (place == 0 or (single and (known > 1 or max(filled[:place]) < filled[place]))):
            return place
    return 0


def two_headers(rows: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], int] | None:
    """The names of columns that stand in two rows, one below the other, and how many rows that takes; else None.

    A question stands above the annotators who answered it (a pivot table), or above the items (a survey), and is
    written over the first of its columns or over each. Below a question of its own a survey writes `Response`.
    """
    if len(rows) < 4 or not (len(rows[0]) == len(rows[1]) == len(rows[2]) > 2):
        return None
    first, second = rows[0], rows[1]
    over = list[str]()
    for cell in first:
        over.append(cell or (over[-1] if over else ""))
    below = rows[2:_SAMPLE]
    again = any(
        row[place] == cell for row in below[:50] for place, cell in enumerate(second) if cell and place < len(row)
    )
    words = [cell for cell in second if cell]
    if not words or again:
        return None
    if {vocabulary.plain(cell) for cell in words} <= _BELOW_QUESTION:
        return (first, 2) if all(a or b for a, b in zip(first, second, strict=True)) else None
    unnamed = [place for place, cell in enumerate(first) if place and not cell]
    filled = sum(bool(second[place]) for place in unnamed)
    doubled = len(set(words)) < len(words) and len(set(first[1:])) < len(first) - 1
    index = [place for place, cell in enumerate(below[0]) if cell] == [0]  # pandas names the rows below both
    if doubled and len({cell for cell in over[1:] if cell}) > 1:
        head = below[0][0] if index else second[0] or first[0]
        names = (head, *("_".join(filter(None, pair)) for pair in zip(over[1:], second[1:], strict=True)))
        return (names, 3 if index else 2) if len(set(names)) == len(names) else None
    if len(unnamed) > 1 and filled == len(unnamed) and first[0] and not second[0]:
        asked = {over[place] for place, cell in enumerate(second) if cell}
        named = [
            (under if len(asked) == 1 else f"{question} [{under}]") if under else question
            for question, under in zip(over, second, strict=True)
        ]
        return (tuple(named), 2) if len(set(named)) == len(named) else None
    return None


def is_header(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row names columns: by a word known for that, or words that are found nowhere below."""
    first = rows[0]
    below = {cell for row in rows[1:] for cell in row}
    if any(vocabulary.plain(cell) in _KNOWN_WORDS and cell not in below for cell in first):
        return True
    if _heads_crossing(rows) or _numbers_columns(rows):
        return True
    if len(rows) < 2 or len(set(first)) < len(first) or any(spelled_number(cell) is not None for cell in first):
        return False
    # In a row of labels or names most cells come again in their own columns.
    some = rows[1:_SAMPLE]
    again = sum(any(len(row) > place and row[place] == cell for row in some) for place, cell in enumerate(first))
    return not all(cell in below for cell in first if cell) and again < max(len(first) / 2, 1)


def _numbers_columns(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row counts the columns from 0 or 1, as a frame without names writes them, above words.

    >>> _numbers_columns([("", "0", "1"), ("0", "yes", "no"), ("1", "no", "no")])
    True
    >>> _numbers_columns([("a", "1", "2"), ("b", "2", "2"), ("c", "1", "2")])
    False
    """
    corner, *heads = rows[0]
    counted = len(heads) > 1 and heads in ([*map(str, range(first, len(heads) + first))] for first in (0, 1))
    if corner or not counted or len(rows) < 2:
        return False
    below = [cell for row in rows[1:_SAMPLE] for cell in row[1:] if cell]
    return bool(below) and all(spelled_number(cell) is None for cell in below)


def names_both_ways(rows: Sequence[str], columns: Sequence[str]) -> bool:
    """Whether names of rows and of columns are the classes of two annotators: alike, or one lacks some of the other.

    Numbers may also number the rows of another table: they are classes where both are the same, in the same order.

    >>> names_both_ways(["no", "yes"], ["yes", "no"]), names_both_ways(["1", "2"], ["1", "2", "3"])
    (True, False)
    """
    one, two = set(rows), set(columns)
    if min(len(one), len(two)) < 2 or "" in one | two:
        return False
    words = any(spelled_number(name) is None for name in one | two)
    return tuple(rows) == tuple(columns) or (words and (one <= two or two <= one))


def _heads_crossing(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row names the columns of two annotators crossed, whose rows are called alike."""
    corner, *heads = rows[0]
    names = [row[0] for row in rows[1 : 2 * len(heads) + 3] if row]
    if len(rows) - 1 > len(names) or len(names) < 2 or spelled_number(corner) is not None:
        return False
    # The last row or column, or both, may be sums.
    ends = ((names[: len(names) - below], heads[: len(heads) - beside]) for below in (0, 1) for beside in (0, 1))
    blank = ("", *_DASHES)  # nobody is compared with themselves
    counts = all(cell in blank or spelled_number(cell) is not None for row in rows[1:] for cell in row[1:])
    return counts and any(names_both_ways(*pair) for pair in ends)


def preview(path: Path, rows: int = 5) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Names of the columns, and the first rows, of the first table in a file; nothing of what is no table of text."""
    try:
        file = open_files(path)[0]
        head = file.text()[:_PREVIEW]
        whole = head if len(head) < _PREVIEW else head[: head.rfind("\n")]
        table = read_table(file, whole, separator_of(file, whole))
    except AnaphorError:  # what is wrong with it is said when it is read
        return (), ()
    names = table.names or tuple(str(number + 1) for number in range(table.width))
    return names, tuple(table.rows[:rows])
