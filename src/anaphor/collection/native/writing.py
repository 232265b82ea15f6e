"""Writing the native format: as compactly as an author would, and never less than the records say."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import takewhile

from anaphor.collection.native.marks import Plain, all_variants, escape, write_marks
from anaphor.collection.native.reading import FORMAT_VERSION, read_collection
from anaphor.collection.protocol import Source
from anaphor.errors import AnaphorError, ContentError
from anaphor.provenance import plain as as_json
from anaphor.schema import (
    Annotations,
    Candidate,
    Collection,
    Entry,
    Item,
    Mark,
    Neither,
    Problem,
    Question,
    Schema,
    Status,
    Unmarked,
    question_of,
)

_PLAIN_WORD = re.compile(r"[^\W\d_](?:[\w'’.-]|(?<! ) (?! |$))*", re.UNICODE)
_NULLS = frozenset({"null", "Null", "NULL"})
# YAML reads these as line breaks, as a byte-order mark, or not at all, even between double quotes.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

Line = tuple[str, str]
"""A key and its value, already written."""


def write_collection(collection: Collection) -> Iterator[str]:
    lines = [("anaphor", FORMAT_VERSION), ("name", quote(collection.name))]
    for key in ("title", "language", "version", "licence", "authors", "citation", "notes"):
        lines += _optional(key, getattr(collection, key))
    yield from (f"{key}: {value}\n" for key, value in lines)
    if collection.schemas:
        yield "\nschemas:\n"
        yield from (write_entry(schema_lines(schema, collection.language)) for schema in collection.schemas)
    if collection.problems:
        yield "\nproblems:\n"
        yield from (write_entry(problem_lines(problem, collection.language)) for problem in collection.problems)


def schema_lines(schema: Schema, language: str) -> list[Line]:
    """The keys of a schema: with braces where those give the same records back, else variant by variant."""
    compact = template_lines(schema, language)
    if compact is not None:
        text = f"anaphor: {FORMAT_VERSION}\nlanguage: {quote(language)}\nschemas:\n{write_entry(compact)}"
        try:
            if read_collection(Source(name="", stem="x", data=text.encode("utf-8"))).schemas == (schema,):
                return compact
        except (AnaphorError, UnicodeEncodeError):
            pass  # the braces cannot say it: variant by variant then
    numbered = enumerate(schema.variants, 1)
    variants = (
        write_entry(variant_lines(variant, f"{schema.id}.{number}", language), 6) for number, variant in numbered
    )
    return [("id", quote(schema.id)), ("variants", "\n" + "".join(variants).rstrip("\n")), *_standing(schema)]


def write_entry(lines: Iterable[Line], indent: int = 2) -> str:
    """One entry of a list, such as that of schemas: a dash before the first key, the others aligned below it."""
    written = [f"{key}:{value}" if value.startswith("\n") else f"{key}: {value}" for key, value in lines]
    space = " " * indent
    return f"{space}- " + f"\n{space}  ".join(written) + "\n"


def template_lines(schema: Schema, language: str) -> list[Line] | None:
    """The keys of a schema written with braces, or None when its variants do not allow it."""
    questions = [question_of(entry) for entry in schema.variants]
    keyed = [entry for entry in schema.variants if isinstance(entry, Item)]
    text = _merge([_marked_text(question) for question in questions])
    if text is None or len(keyed) != len(questions) or any(item.answer is None for item in keyed):
        return None
    answers = [item.answer or "" for item in keyed]
    candidates = questions[0].candidates
    lines = [("id", quote(schema.id)), *_text_lines(questions[0], text, language)]
    if questions[0].prompt is not None:
        prompts = [question.prompt for question in questions]
        lines.append(("question", quote_text(_braces([escape(prompt or "") for prompt in prompts]))))
    if [candidate.text for candidate in candidates] != list(dict.fromkeys(answers)) or any(c.span for c in candidates):
        lines.append(("candidates", _candidates(candidates)))
    lines += _scale(questions[0])
    lines.append(("answers", _flow(answers)))
    if any(question.readings for question in questions):
        readings = []
        for number, candidate in enumerate(candidates):
            variants = [question.readings[number] if question.readings else None for question in questions]
            if variants[0] is not None:
                written = quote_text(_braces([escape(reading or "") for reading in variants]))
                readings.append(f"      {quote(candidate.text)}: {written}")
        lines.append(("readings", "\n" + "\n".join(readings)))
    notes = [item.annotations for item in keyed]
    if any(note != Annotations() for note in notes):
        lines.append(("annotations", "\n" + "\n".join(f"      - {_flow(note)}" for note in notes)))
    return lines + _standing(schema)


def variant_lines(entry: Entry, default_id: str, language: str) -> list[Line]:
    """The keys of an item written on its own."""
    question = question_of(entry)
    lines = [("id", quote(question.id))] if question.id != default_id else []
    lines += _text_lines(question, _marked_text(question), language)
    if question.prompt is not None:
        lines.append(("question", quote_text(escape(question.prompt))))
    lines += [("candidates", _candidates(question.candidates)), *_scale(question)]
    if isinstance(entry, Item) and isinstance(entry.key, Neither):
        lines.append(("key", entry.key.value))
    elif isinstance(entry, Item) and isinstance(key := entry.key, int):
        texts = [candidate.text for candidate in question.candidates]
        alone = texts.count(texts[key]) == 1
        lines.append(("answer", quote(texts[key])) if alone else ("key", str(key + 1)))
    if question.readings:
        readings = ("null" if reading is None else quote_text(escape(reading)) for reading in question.readings)
        lines.append(("readings", f"[{', '.join(readings)}]"))
    if isinstance(entry, Item) and entry.annotations != Annotations():
        lines.append(("annotations", _flow(entry.annotations)))
    return lines


def problem_lines(problem: Problem, language: str) -> list[Line]:
    """The keys of a problem."""
    lines = [("id", quote(problem.id)), *variant_lines(problem.item, problem.id, language)]
    for name in ("passage", "genre", "origin", "condition"):
        lines += _optional(name, getattr(problem, name))
    return lines + _standing(problem)


def _standing(record: Schema | Problem) -> list[Line]:
    lines = _optional("conditions", record.conditions) if isinstance(record, Schema) else []
    lines += _optional("domains", record.domains) + _optional("source", record.source)
    if record.status is not Status.AGREED:
        lines.append(("status", record.status.value))
    lines += _optional("reason", record.reason)
    versions = record.versions if isinstance(record, Schema) else ()
    for version in versions:
        try:
            all_variants(version.text)
        except AnaphorError as error:
            name, who = record.id, version.author
            raise ContentError("collection-bad-version", id=name, author=who, why=error.what) from error
    if versions:
        lines.append(("versions", "\n" + "\n".join(f"      - {_flow(version)}" for version in versions)))
    return lines + _optional("notes", record.notes)


def _text_lines(question: Question, marked: str, language: str) -> list[Line]:
    """The language where it is another, the text, and why no anaphor is marked in it."""
    lines = [("text", quote_text(marked))]
    if question.language != language:
        lines.insert(0, ("language", quote(question.language)))
    if isinstance(question.anaphor, Unmarked):
        lines += [("anaphor", question.anaphor.reason.value), *_optional("form", question.anaphor.form)]
    return lines


def _marked_text(question: Question) -> str:
    marks = (question.anaphor,) if isinstance(question.anaphor, Mark) else ()
    return write_marks(Plain(text=question.text, anaphors=marks, cues=question.cues))


def _merge(texts: Sequence[str]) -> str | None:
    """One text with braces out of the marked texts of all variants; None when they differ outside the braces."""
    parts = [re.split(r"(?<!\\)((?:\\\\)*)[{}]", text) for text in texts]
    if len({len(part) for part in parts}) > 1:
        return None
    pieces: list[str] = []
    for number, stretch in enumerate(zip(*parts, strict=True)):
        if number % 4 == 2:  # between braces
            pieces.append("{" + "|".join(stretch) + "}")
        elif len(set(stretch)) > 1:
            return None
        else:
            pieces.append(stretch[0])
    return "".join(pieces)


def _braces(texts: Sequence[str]) -> str:
    """One text with a single pair of braces around all that differs, cut at word boundaries.

    >>> _braces(["Qui avait faim ?", "Qui avait peur ?"])
    'Qui avait {faim|peur} ?'
    """
    if len(set(texts)) == 1:
        return texts[0]
    words = [re.findall(r"\\.|[^\W_]+|.", text, re.DOTALL) for text in texts]
    start = _common(words)
    end = _common([list(reversed(text[start:])) for text in words])
    first = words[0]
    middle = ["".join(text[start : len(text) - end]) for text in words]
    return "".join(first[:start]) + "{" + "|".join(middle) + "}" + "".join(first[len(first) - end :])


def _common(lists: Sequence[Sequence[str]]) -> int:
    """How many elements all lists have in common at their start."""
    return sum(1 for _ in takewhile(lambda parts: len(set(parts)) == 1, zip(*lists, strict=False)))


def quote(text: str) -> str:
    """The text as a YAML scalar, bare where that is safe.

    >>> quote("le chat"), quote("42"), quote("a: b")
    ('le chat', '"42"', '"a: b"')
    """
    bare = _PLAIN_WORD.fullmatch(text) and text not in _NULLS and not _UNPRINTABLE.search(text)
    return text if bare else quote_text(text)


def quote_text(text: str) -> str:
    """The text between quotes: single ones where a backslash would have to be doubled."""
    if "\\" in text and text.isprintable() and not _UNPRINTABLE.search(text):
        return "'" + text.replace("'", "''") + "'"
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False))


def _flow(value: object) -> str:
    """A list, a mapping or a value on one line; of a record, the fields that are not empty, in its order."""
    if is_dataclass(value) and not isinstance(value, type):
        data = as_json(value)
        value = {field.name: data[field.name] for field in fields(value) if field.name in data}
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return quote(value) if isinstance(value, str) else str(value)


def _scale(question: Question) -> list[Line]:
    return [] if question.scale is None else [("scale", "yes" if question.scale else "no")]


def _candidates(candidates: Iterable[Candidate]) -> str:
    places = ((candidate.text, candidate.span) for candidate in candidates)
    return _flow([{"text": text, "at": [at.start, at.end]} if at else text for text, at in places])


def _optional(key: str, value: str | Sequence[str] | None) -> list[Line]:
    return [] if value in (None, ()) else [(key, _flow(value))]
