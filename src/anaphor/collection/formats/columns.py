"""A collection from the rows of any table, by saying which column holds what.

| ours | what the column holds |
|---|---|
| text | the text; needed. The anaphor may stand in it between `[` and `]`, or be a `_` |
| start, end | position of the anaphor in characters, and after it |
| anaphor | the anaphor's word; with `start` it gives the end, alone the place where it stands only once |
| candidates | a list of candidates; or candidate1, candidate2 … for a column each |
| answer | index from 0 (a number), letter, number from 1 (a text), or the right candidate; -1, null or empty: no key |
| neither | true where no candidate is right |
| id, prompt, schema | the item's id, the sentence that asks, what twins share |
"""

from collections.abc import Iterable, Iterator, Mapping

from anaphor.collection.formats.tables import Row, located
from anaphor.collection.native.brackets import mark_of, unbracketed
from anaphor.collection.places import sole_mark
from anaphor.errors import UnknownNameError
from anaphor.schema import (
    NEITHER,
    Anaphor,
    Candidate,
    Entry,
    Item,
    Key,
    Mark,
    Problem,
    Question,
    Schema,
    Unmarked,
    UnmarkedReason,
    question_of,
)

_NUMBERED = tuple(f"candidate{number}" for number in range(1, 10))
COLUMNS = (
    "text",
    "start",
    "end",
    "anaphor",
    "candidates",
    *_NUMBERED,
    "answer",
    "neither",
    "id",
    "prompt",
    "schema",
)


def read_columns(
    rows: Iterable[Row], columns: Mapping[str, str], language: str
) -> tuple[tuple[Schema, ...], tuple[Problem, ...]]:
    """The schemas and problems in rows; a column that is not mapped goes by our name."""
    names = _mapping(columns)
    schemas: dict[str, list[Entry]] = {}
    problems: list[Problem] = []
    for number, row in enumerate(rows, start=1):
        with located(row.source, row.line):
            read = _renamed(row, names)
            entry = _entry(read, _id(read) or str(number), language)
            schema = read.optional_text("schema")
            if schema:
                schemas.setdefault(schema, []).append(entry)
            else:
                problems.append(Problem(id=question_of(entry).id, item=entry))
    grouped = (Schema(id=name, variants=tuple(entries)) for name, entries in schemas.items())
    return tuple(grouped), tuple(problems)


def _mapping(columns: Mapping[str, str]) -> dict[str, str]:
    names = {name: name for name in COLUMNS}
    for ours, theirs in columns.items():
        if ours not in names:
            raise UnknownNameError("column", ours, COLUMNS)
        names[ours] = theirs
    return names


def _renamed(row: Row, names: Mapping[str, str]) -> Row:
    """The row under our names; a column that the user named must exist."""
    for ours, theirs in names.items():
        if ours != theirs and theirs not in row.values:
            raise UnknownNameError("column", theirs, row.values, todo=f"It is named for {ours}.")
    values = {ours: row.values[theirs] for ours, theirs in names.items() if theirs in row.values}
    return Row(source=row.source, line=row.line, values=values)


def _id(row: Row) -> str | None:
    value = row.values.get("id")
    return str(value) if isinstance(value, int) else row.optional_text("id")


def _entry(row: Row, name: str, language: str) -> Entry:
    text, anaphor = _text(row)
    candidates = tuple(Candidate(text=form) for form in _candidates(row))
    question = Question(
        id=name,
        language=language,
        text=text,
        anaphor=anaphor,
        candidates=candidates,
        prompt=row.optional_text("prompt"),
    )
    key = _key(row, [candidate.text for candidate in candidates])
    return question if key is None else Item(question=question, key=key)


def _text(row: Row) -> tuple[str, Anaphor]:
    """The text and its anaphor, by the best evidence that the row has."""
    raw = row.raw_text("text")
    if row.values.get("start") is not None:
        return raw, _placed(row, raw)
    form = row.optional_text("anaphor")
    if form:
        return raw, sole_mark(raw, form)
    text, spans = unbracketed(raw)
    if len(spans) == 1 and spans[0].end > spans[0].start:
        mark = mark_of(text, spans[0])
        return text, Mark(start=mark.start, end=mark.end, blank=mark.span.of(text) == "_")
    if raw.count("_") == 1:
        return raw, Mark(start=raw.index("_"), end=raw.index("_") + 1, blank=True)
    return raw, Unmarked(reason=UnmarkedReason.UNSAID)


def _placed(row: Row, text: str) -> Mark:
    start = row.whole("start")
    form = row.optional_text("anaphor")
    end = row.whole("end") if row.values.get("end") is not None else start + len(form or "")
    if not 0 <= start < end <= len(text):
        raise row.error("is no place in the text, or the anaphor has no end", "start")
    if form and text[start:end].lower() != form.lower():
        raise row.error(f"is {start}, where the text does not say {form[:40]!r}", "start")
    return Mark(start=start, end=end, blank=text[start:end] == "_")


def _candidates(row: Row) -> Iterator[str]:
    listed = row.values.get("candidates")
    if listed is None:
        yield from (row.text(name) for name in _NUMBERED if row.values.get(name) is not None)
    elif isinstance(listed, list) and all(isinstance(form, str) and form.strip() for form in listed):
        yield from (form.strip() for form in listed)
    else:
        raise row.error("must be a list of texts", "candidates")


def _key(row: Row, candidates: list[str]) -> Key | None:
    if row.values.get("neither") is True:
        return NEITHER
    answer = row.values.get("answer")
    if isinstance(answer, bool):
        return _of_truth(row, answer, len(candidates))
    if answer in (None, "", -1):
        return None
    if isinstance(answer, str):
        return _of_text(row, answer.strip(), candidates)
    key = row.whole("answer")
    if key >= len(candidates):
        raise row.error(f"is {key}, which is none of the {len(candidates)} candidates", "answer")
    return key


def _of_truth(row: Row, answer: bool, count: int) -> Key:
    if count != 1:
        raise row.error(f"is true or false, and there are {count} candidates", "answer")
    return 0 if answer else NEITHER


def _of_text(row: Row, answer: str, candidates: list[str]) -> int:
    forms = [form.casefold() for form in candidates]
    signs = [*forms, *(str(number) for number in range(1, len(forms) + 1)), *"abcdefghi"[: len(forms)]]
    if answer.casefold() not in signs:
        raise row.error("is no candidate, no number of one from 1, and no letter of one", "answer")
    return signs.index(answer.casefold()) % len(forms)
