"""Rows of published tables: their lines and typed values, how each is refused with its place; and places in a text.

A word or phrase is found in a text by its form, or between square brackets.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, TypeVar

from anaphor.collection.protocol import Source
from anaphor.errors import ContentError, FormatError, Place
from anaphor.files import json_rows, text_rows
from anaphor.schema import Anaphor, Mark, Span, Unmarked, UnmarkedReason

LONGEST_LINE = 1_000_000
"""Characters of the longest line that is read: no item is a book, and memory stays in proportion to the file."""
_MOST_COLUMNS = 100
"""Columns that are told apart: a line of nothing but tabs must not fill the memory."""

Thing = TypeVar("Thing")


@contextmanager
def located(source: Source, line: int | None) -> Iterator[None]:
    """What is impossible in the content is reported with the file and the line where it stands."""
    try:
        yield
    except ContentError as error:
        if error.where is not None:
            raise
        raise error.retold(ContentError, Place(file=source.name, line=line)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRow:
    """One row of a table: named values and the line where it begins."""

    source: Source
    line: int
    values: Mapping[str, object]

    def text(self, name: str) -> str:
        """A value that must be a text with something in it; white space at its ends is dropped."""
        value = self.values.get(name)
        content = value.strip() if isinstance(value, str) else self.optional_text(name)
        if not content:
            raise self.error("collection-value-missing", name)
        return content

    def optional_text(self, name: str) -> str | None:
        """A text, or None where the value is absent or empty."""
        value = self.values.get(name)
        if isinstance(value, str):
            return value.strip() or None
        if value is not None:
            raise self.error("collection-value-no-text", name, found=_quoted(value))
        return None

    def name(self, column: str) -> str | None:
        """An id: a text, or a whole number; None where it is absent or empty."""
        value = self.values.get(column)
        return str(value) if type(value) is int else self.optional_text(column)

    def raw_text(self, name: str) -> str:
        """A text that must be there, as it stands: positions count from its first character."""
        self.text(name)
        return str(self.values[name])

    def whole(self, name: str) -> int:
        """A value that must be a whole number, written as a number or as a text."""
        value = self.values.get(name)
        if isinstance(value, str) and len(value) < 12 and value.strip().isdecimal():
            return int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise self.error("collection-value-no-number", name, found=_quoted(value))

    def one_of(self, name: str, choices: Sequence[object]) -> int:
        """The place of a value among the choices."""
        value = self.values.get(name)
        for place, choice in enumerate(choices):
            if type(value) is type(choice) and value == choice:
                return place
        listed = ", ".join(dict.fromkeys(map(str, choices)))
        raise self.error("collection-value-not-among", name, choices=listed, found=_quoted(value))

    def json(self, name: str) -> object:
        """A value that is JSON inside a cell."""
        try:
            return json.loads(self.text(name))
        except (ValueError, RecursionError) as error:
            raise self.error("collection-value-no-json", name, why=str(error)) from error

    def error(self, code: str, name: str, **values: Any) -> FormatError:
        return self.source.error(code, line=self.line, field=name, **values)


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def read_each(rows: Iterable[SourceRow], make: Callable[[SourceRow], Thing]) -> Iterator[Thing]:
    """What is made of each row; an error gets the row's line."""
    for row in rows:
        try:
            thing = make(row)
        except ContentError as error:
            with located(row.source, row.line):
                raise error from error.__cause__
        yield thing


def limited(source: Source, things: Iterable[Thing]) -> Iterator[Thing]:
    """The records of a file; a file of crumbs is refused, whose items would fill far more memory than the file."""
    most = 50_000 + len(source.data) // 100
    for number, thing in enumerate(things, start=1):
        if number > most:
            raise source.error("collection-too-many-items", most=most, size=len(source.data))
        yield thing


def lines(source: Source) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, one at a time: a list of them would outweigh the file."""
    text, start, number = source.text, 0, 0
    while start < len(text):
        number += 1
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end - start > LONGEST_LINE:
            raise source.error("collection-line-too-long", line=number, most=LONGEST_LINE)
        yield number, text[start:end]
        start = end + 1


def blocks(source: Source, size: int) -> Iterator[tuple[int, list[str]]]:
    """Groups of `size` lines parted by empty lines, with the number of each first line."""

    def cut() -> Iterator[tuple[int, list[str]]]:
        block: list[str] = []
        first = 1
        for number, line in chain(lines(source), [(0, "")]):
            if line.strip():
                first = first if block else number
                block.append(line.strip())
            if block and (not line.strip() or len(block) > size):
                if len(block) != size:
                    raise source.error("collection-block-size", line=first, found=len(block), wanted=size)
                yield first, block
                block = []

    return limited(source, cut())


def tab_rows(source: Source, names: Sequence[str] = ()) -> Iterator[SourceRow]:
    """Rows of tab-separated values; without names the first line names the columns. Quotes mean nothing."""
    if source.rows is not None:
        return _in_memory(source, as_text=True)
    rows = ((number, line.split("\t", _MOST_COLUMNS)) for number, line in lines(source))
    return limited(source, _rows_by_column(source, rows, names))


def comma_rows(source: Source) -> Iterator[SourceRow]:
    """Rows of comma-separated values whose first line names the columns; semicolons and tabs will do."""
    if source.rows is not None:
        return _in_memory(source, as_text=True)
    return limited(source, _rows_by_column(source, text_rows(source.text, file=source.name, longest=LONGEST_LINE), ()))


def _in_memory(source: Source, *, as_text: bool = False) -> Iterator[SourceRow]:
    """The rows of a table in memory, with what stands in them; or with the text that a cell of a file would have."""

    def cell(value: object) -> str:
        written = json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, list | dict) else str(value)
        return "" if value is None else written

    for number, row in enumerate(source.rows or (), 1):
        values = {name: cell(value) for name, value in row.items()} if as_text else row
        yield SourceRow(source=source, line=number, values=values)


def _rows_by_column(source: Source, rows: Iterable[tuple[int, list[str]]], names: Sequence[str]) -> Iterator[SourceRow]:
    for line, cells in rows:
        if not "".join(cells).strip():
            continue
        if not names:
            names = [cell.strip() for cell in cells]
            for name, times in Counter(filter(None, names)).items():
                if times > 1:  # the last would be taken in silence
                    raise source.error("collection-column-twice", line=line, name=name)
        elif len(cells) != len(names):
            raise source.error("collection-columns", line=line, found=len(cells), wanted=len(names))
        else:
            yield SourceRow(source=source, line=line, values=dict(zip(names, cells, strict=True)))


def object_rows(source: Source) -> Iterator[SourceRow]:
    """Rows that are JSON objects, one a line or in one list."""
    if source.rows is not None:
        return _in_memory(source)
    doubled: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """The object, and the key that it has twice: JSON would keep the last in silence."""
        fields = dict(pairs)
        if len(fields) < len(pairs):
            doubled.append(Counter(key for key, _ in pairs).most_common(1)[0][0])
        return fields

    def rows() -> Iterator[SourceRow]:
        in_lines = not source.text.lstrip().startswith("[")
        for line, values in json_rows(source.text, file=source.name, made=once if in_lines else None):
            if doubled:
                raise source.error("collection-doubled-key", line=line, key=doubled[0])
            yield SourceRow(source=source, line=line, values=values)

    return limited(source, rows())


_PAIR = re.compile(r"\[([^\[\]]*)\]")
_ELIDED = re.compile(r"[cdjlmnst]|qu", re.IGNORECASE)
"""What stands before the apostrophe of an elided form: l', qu'."""


def occurrences(text: str, form: str, *, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """The places where a form stands as whole words, capitals aside.

    >>> [span.start for span in occurrences("It said its bit.", "it")]
    [0]
    """
    low, sought = text.lower(), form.lower()
    if len(low) != len(text):
        low, sought = text, form
    place = low.find(sought, start, end) if sought else -1
    while place >= 0:
        after = place + len(sought)
        if not _joins(low, place) and not _joins(low, after):
            yield Span(start=place, end=after)
        place = low.find(sought, place + 1, end)


def _joins(text: str, place: int) -> bool:
    """Whether a word goes on across a place."""
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


def sole_mark(text: str, form: str) -> Anaphor:
    """The anaphor where its form stands only once, else the form without a place."""
    return sole_place(list(islice(occurrences(text, form), 2)), form)


def sole_place(places: Sequence[Span], form: str | None = None) -> Anaphor:
    """The anaphor at the only place where it may stand, else without one; its form where that is known."""
    if len(places) == 1:
        return Mark(start=places[0].start, end=places[0].end, blank=form == "_")
    return Unmarked(reason=UnmarkedReason.AMBIGUOUS if places else UnmarkedReason.UNSAID, form=form)


def unbracketed(text: str) -> tuple[str, tuple[Span, ...]]:
    """The text without its square brackets, and where what stood in each pair now stands.

    >>> unbracketed("[Ada] said [she] won.")
    ('Ada said she won.', (Span(start=0, end=3), Span(start=9, end=12)))
    """
    pieces: list[str] = []
    spans: list[Span] = []
    last = length = 0
    for pair in _PAIR.finditer(text):
        before, inner = text[last : pair.start()], pair[1]
        start = length + len(before) + len(inner) - len(inner.lstrip())
        spans.append(Span(start=start, end=start + len(inner.strip())))
        pieces += [before, inner]
        length += len(before) + len(inner)
        last = pair.end()
    return "".join([*pieces, text[last:]]), tuple(spans)


def bracketed_mark(text: str, spans: Sequence[Span], without: UnmarkedReason) -> Anaphor:
    """The anaphor at the one place that was in brackets; `without` says why there may be none.

    A bracket that stops before the apostrophe of an elided form takes it in: `[l]'a` → `l'`.

    >>> bracketed_mark("il l'a vu", [Span(start=3, end=4)], UnmarkedReason.UNSAID)
    Mark(start=3, end=5, blank=False)
    """
    if len(spans) != 1:
        return Unmarked(reason=UnmarkedReason.AMBIGUOUS if spans else without)
    (span,) = spans
    elided = text[span.end : span.end + 1] in ("'", "’") and _ELIDED.fullmatch(span.of(text)) is not None
    return Mark(start=span.start, end=span.end + elided, blank=span.of(text) == "_")


def with_determiner(text: str, noun: Span, determiner: re.Pattern[str]) -> Span:
    """The noun with the determiner that stands right before it, if one does."""
    before = list(determiner.finditer(text, max(0, noun.start - 12), noun.start))
    return Span(start=before[-1].start(), end=noun.end) if before and before[-1].end() == noun.start else noun
