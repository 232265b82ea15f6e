"""A table of items as experimenters keep them: item, condition, text, question, options, answer, scale.

Rows of the same item are the variants of one schema, each with its condition; an item of one row is a problem. Options
stand in one cell, set apart by `|` or `;` or as a JSON list, or in columns `option1`, `option2` …; `1-7` is a scale.
The answer is an option in words, or its number from 1, or its letter. Only text and options are needed.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from anaphor.collection.formats.foreign import (
    ForeignFormat,
    collection_of,
    entry_of,
    first_line,
    in_assumed_language,
    with_cues,
    with_question,
)
from anaphor.collection.formats.tables import SourceRow, bracketed_mark, comma_rows, read_each, unbracketed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import MOST_CANDIDATES, Collection, Entry, Problem, Schema, UnmarkedReason, question_of

_NAMES = {
    "item": "item item_set schema id groupe",
    "condition": "condition",
    "text": "text sentence stimulus texte phrase",
    "question": "question prompt",
    "options": "options candidates choices choix candidats",
    "answer": "answer key correct correct_answer réponse reponse clé",
    "scale": "scale échelle echelle",
}
_USUAL = {theirs: ours for ours, names in _NAMES.items() for theirs in names.split()}
_OPTION = re.compile(r"(?:option|candidate|choice|choix|candidat)_?\d")
_RANGE = re.compile(r"(-?\d{1,4})\s*(?:-|–|\.\.)\s*(-?\d{1,4})")
_TRUTHS = {"yes": True, "true": True, "1": True, "oui": True, "no": False, "false": False, "0": False, "non": False}


def recognises(source: Source) -> bool:
    first = first_line(source).removeprefix("\ufeff")
    try:
        cells = next(csv.reader([first], delimiter=max(",;\t", key=first.count)), [])
    except csv.Error:  # a carriage return in the middle of it, or a cell without end
        return False
    heads = [cell.strip().casefold() for cell in cells]
    if {"pair_id", "pairid"} & set(heads) or (
        {"sentence", "option1", "option2"} <= set(heads) and "condition" not in heads
    ):
        return False  # twins by `pair_id` are read as in any table; and WinoGrande's own columns
    ours = {_USUAL.get(name) for name in heads}
    numbered = any(map(_OPTION.fullmatch, heads)) and "item" in ours
    return "text" in ours and ("options" in ours or numbered) and len(heads) > 2


def read(source: Source, settings: ReadSettings) -> Collection:
    """The schemas and problems of a table, in the order in which their items first stand in it."""
    rows = [replace(row, values=_with_our_columns(row)) for row in comma_rows(source)]

    def collection_in(language: str) -> Collection:
        seen: Counter[str] = Counter()
        groups: dict[str, list[tuple[Entry, str | None]]] = {}

        def entry(row: SourceRow) -> None:
            name = row.optional_text("item") or str(len(groups) + 1)
            seen[name] += 1
            item = _entry(row, f"{name}.{seen[name]}", language)
            groups.setdefault(name, []).append((item, row.optional_text("condition")))

        for _ in read_each(rows, entry):
            pass
        return collection_of(source, _parts(source, groups), name=source.stem, language=language)

    return collection_in(settings.language) if settings.language else in_assumed_language(source, collection_in, "en")


def _with_our_columns(row: SourceRow) -> dict[str, object]:
    """The cells by our names; columns of options in one list, those that are empty left out."""
    named = {name.strip().casefold(): value for name, value in row.values.items()}
    renamed: dict[str, object] = {_USUAL[name]: value for name, value in reversed(named.items()) if name in _USUAL}
    options = [value for name, value in named.items() if _OPTION.fullmatch(name) and str(value).strip()]
    return renamed | ({"options": json.dumps(options)} if options and not renamed.get("options") else {})


def _parts(source: Source, groups: dict[str, list[tuple[Entry, str | None]]]) -> Iterator[Schema | Problem]:
    for name, group in groups.items():
        entries, conditions = [entry for entry, _ in group], [condition for _, condition in group]
        if len(group) == 1:
            (lone,) = entries
            item = with_question(lone, replace(question_of(lone), id=name))
            yield Problem(id=name, item=item, condition=conditions[0])
            continue
        stated = tuple(condition for condition in conditions if condition)
        if len(stated) not in (0, len(group)) or len(set(stated)) < len(stated):
            raise source.error("collection-items-conditions", item=name)
        yield Schema(id=name, variants=with_cues(entries), conditions=stated)


def _entry(row: SourceRow, name: str, language: str) -> Entry:
    text, spans = unbracketed(row.text("text"))
    options, ranged = _options(row)
    stated = (row.optional_text("scale") or "").casefold()
    if stated and stated not in _TRUTHS:
        raise row.error("collection-value-not-among", "scale", choices="yes, no", found=stated)
    anaphor = bracketed_mark(text, spans, UnmarkedReason.UNSAID)
    prompt, scale = row.optional_text("question"), _TRUTHS[stated] if stated else ranged
    return entry_of(name, language, text, anaphor, options, _key(row, options), prompt=prompt, scale=scale)


def _options(row: SourceRow) -> tuple[list[str], bool | None]:
    """What can be chosen, and whether the cell says that it is a scale."""
    cell = row.text("options")
    ends = _RANGE.fullmatch(cell)
    if ends and int(ends[1]) < int(ends[2]) < int(ends[1]) + MOST_CANDIDATES:
        return [str(step) for step in range(int(ends[1]), int(ends[2]) + 1)], True
    with suppress(ValueError, RecursionError):
        listed = json.loads(cell)
        if isinstance(listed, list):
            return [str(option).strip() for option in listed], None
    sign = next((sign for sign in ("|", ";", " / ", ",") if sign in cell), "|")
    options = [part.strip() for part in cell.split(sign) if part.strip()]
    if len(options) < 2:
        raise row.error("collection-items-options", "options", found=cell)
    return options, None


def _key(row: SourceRow, options: list[str]) -> int | None:
    answer = row.optional_text("answer")
    if answer is None:
        return None
    plain = [option.casefold() for option in options]
    if plain.count(answer.casefold()) == 1:
        return plain.index(answer.casefold())
    numbered = int(answer) - 1 if answer.isdecimal() and len(answer) < 4 else -1
    numbered = ord(answer.lower()) - ord("a") if len(answer) == 1 and answer.isalpha() else numbered
    if not 0 <= numbered < len(options):
        raise row.error("collection-bad-answer", "answer", answer=answer, known=", ".join(options))
    return numbered


ITEMS_CSV = ForeignFormat(
    name="items-csv",
    title="A table of items: item, condition, text, question, options, answer",
    recognises=recognises,
    read=read,
)
