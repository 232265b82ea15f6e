"""WinoGrande of Sakaguchi et al.: JSON lines with a blank, read and written; its columns as CSV are read too.

An item's id is its `qID`, or its `id`; `…-1` and `…-2` are twins, and so are items with one `pair_id`; the schema's id
is what they share.
A twin lost to the adversarial filter leaves a schema of one item.
Many write their own items in this shape: title, licence and citation of WinoGrande go to its published files only,
which the catalogue knows by their content.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import count, takewhile

from anaphor.collection.formats.foreign import (
    ForeignFormat,
    WritableForeignFormat,
    cannot_say,
    entry_of,
    first_line,
    named_schemas,
    reader,
    written_entries,
)
from anaphor.collection.formats.tables import SourceRow, comma_rows, object_rows, read_each
from anaphor.collection.protocol import Source
from anaphor.language import LANGUAGES, NoReading, Reading, Sureness, read_all, rules_of
from anaphor.schema import Collection, Entry, Item, Mark, Question, Schema, question_of

_COLUMNS = ("sentence", "option1", "option2")
_TWIN = re.compile(r"(.+)-[1-9]", re.DOTALL)
_NAME = "WinoGrande"
_DRAWN = re.compile(r"(?:(?:de|à|dans|en|sur|chez|par|pour|avec) |d['’]|)", re.IGNORECASE)
"""What may stand before a candidate in its option: a preposition that the other candidate elides or fuses."""


def recognises(source: Source) -> bool:
    first = first_line(source)
    return first.startswith("{") and all(f'"{name}"' in first for name in _COLUMNS) and '"paraphras' not in first


def recognises_csv(source: Source) -> bool:
    first = source.head.split("\n", 1)[0]
    names = [name.strip(' "\r') for name in first.split(max(",;\t", key=first.count))]
    other = "condition" in names or any(name.startswith("paraphras") for name in names)
    return all(name in names for name in _COLUMNS) and not other


def _schemas(rows: Iterator[SourceRow], language: str) -> Iterator[Schema]:
    numbers = count(1)

    def named(row: SourceRow) -> tuple[str, Entry]:
        number = str(next(numbers))
        name, text = row.name("qID") or row.name("id") or number, row.text("sentence")
        if text.count("_") != 1:
            raise row.error("collection-no-blank", "sentence")
        key = None if row.values.get("answer") in (None, "") else row.one_of("answer", ("1", "2", 1, 2)) % 2
        options = [row.text("option1"), row.text("option2")]
        blank = text.index("_")
        mark = Mark(start=blank, end=blank + 1, blank=True)
        return row.name("pair_id") or schema_id(name), entry_of(name, language, text, mark, options, key)

    return named_schemas(read_each(rows, named), cues=True)


def schema_id(name: str) -> str:
    twin = _TWIN.fullmatch(name)
    return twin[1] if twin else name


def write(collection: Collection) -> Iterable[bytes]:
    """One line per item with `_` in the anaphor's place; prompts, cues and readings are not part of this format."""
    names = {schema.id: _twin_names(schema) for schema in collection.schemas}
    for part, entry in written_entries(collection):
        question = question_of(entry)
        own = names[part.id].pop(0) if isinstance(part, Schema) else question.id
        if len(question.candidates) != 2:
            raise cannot_say(question.id, _NAME, "not-two", len(question.candidates))
        key = entry.key if isinstance(entry, Item) else None
        if key is not None and not isinstance(key, int):
            raise cannot_say(question.id, _NAME, "neither")
        sentence, *options = _with_blank(question)
        if sentence.count("_") != 1:
            raise cannot_say(question.id, _NAME, "blank")
        named = {f"option{number}": option for number, option in enumerate(options, 1)}
        row = {"qID": own, "sentence": sentence, **named, "answer": "" if key is None else str(key + 1)}
        try:
            yield f"{json.dumps(row, ensure_ascii=False)}\n".encode()
        except UnicodeEncodeError as error:
            raise cannot_say(question.id, _NAME, "half-character") from error


def _with_blank(question: Question) -> tuple[str, str, str]:
    """The sentence with a blank, and the two options as they stand in it: filled in, each gives its reading.

    A blank of the source stays where its candidates fit as they stand. An object pronoun leaves its place (`les
    secouristes l'ont trouvé`: `les secouristes ont trouvé _`), and a preposition that changes with the candidate goes
    with it (`_` is `au chien` or `à la souris`).
    """
    mark = question.anaphor
    if not isinstance(mark, Mark):
        raise cannot_say(question.id, _NAME, "unmarked")
    forms = [candidate.text for candidate in question.candidates]
    before, after = question.text[: mark.start], question.text[mark.end :]
    as_it_stands = (f"{before}_{after}", forms[0], forms[1])
    # Where words before a candidate change with it (de + le = du), only the readings tell whether it fits the blank.
    rules = rules_of(LANGUAGES.get(question.language)) if question.language in LANGUAGES.names() else None
    if mark.blank and (rules is None or rules.replace_words is None):
        return as_it_stands
    attempts = read_all(question)
    if mark.blank and (
        any(isinstance(attempt, NoReading) for attempt in attempts)
        or [attempt.text for attempt in attempts if isinstance(attempt, Reading)]
        == [f"{before}{form}{after}" for form in forms]
    ):
        return as_it_stands
    readings = []
    for form, attempt in zip(forms, attempts, strict=True):
        if isinstance(attempt, NoReading):
            raise cannot_say(question.id, _NAME, "no-reading", candidate=form, detail=attempt.detail)
        if attempt.sureness is Sureness.DOUBTFUL:
            raise cannot_say(question.id, _NAME, "doubtful", candidate=form, detail=attempt.text)
        readings.append(attempt)
    one, other = readings
    if one.text[one.slot.end :] != other.text[other.slot.end :]:
        raise cannot_say(question.id, _NAME, "other-words", candidate=forms[0], detail=forms[1])
    start = min(one.slot.start, other.slot.start)
    if one.text[: one.slot.start] != other.text[: other.slot.start]:
        both = zip(one.text[:start], other.text[:start], strict=True)
        start = one.text.rfind(" ", 0, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))) + 1
    if not all(_DRAWN.fullmatch(reading.text[start : reading.slot.start]) for reading in readings):
        raise cannot_say(question.id, _NAME, "other-words", candidate=forms[0], detail=forms[1])
    options = [reading.text[start : reading.slot.end] for reading in readings]
    return f"{one.text[:start]}_{one.text[one.slot.end :]}", options[0], options[1]


def _twin_names(schema: Schema) -> list[str]:
    """Names by which the items are known as twins again: their own where they say so, else the schema's."""
    names = [entry.id for entry in schema.variants]
    if len(names) == 1 or all(schema_id(name) == schema.id for name in names):
        return names
    return [f"{schema.id}-{number}" for number in range(1, len(names) + 1)]


WINOGRANDE = WritableForeignFormat(
    name="winogrande",
    title="WinoGrande (JSON lines)",
    ending=".jsonl",
    recognises=recognises,
    read=reader(lambda source, language: _schemas(object_rows(source), language), family="winogrande"),
    write=write,
)
WINOGRANDE_CSV = ForeignFormat(
    name="winogrande-csv",
    title="WinoGrande (comma-separated values)",
    recognises=recognises_csv,
    read=reader(lambda source, language: _schemas(comma_rows(source), language), family="winogrande"),
)
