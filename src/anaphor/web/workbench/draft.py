"""A draft as a record, and a record as a draft: by way of the lines that the native file has, so that nothing is lost.

A record that the form cannot show (variants one by one, places of candidates, keys that are no candidate) becomes a
*raw* draft: the lines of its entry, to be edited as they are.
"""

import re
import unicodedata

import msgspec

from anaphor.collection import Source
from anaphor.collection.changes import read_text
from anaphor.collection.native import (
    Line,
    Marked,
    Node,
    parse_marks,
    parse_yaml,
    problem_lines,
    quote,
    quote_text,
    schema_lines,
    write_entry,
)
from anaphor.errors import AnaphorError, ContentError, FormatError, Place
from anaphor.schema import Problem, Schema
from anaphor.web.workbench.wire import Draft

UNNAMED = "draft"
"""Id of a draft that has none yet."""
_SIMPLE = ("source", "reason", "notes", "genre")
_CHOSEN = ("status", "origin")
_FORM = frozenset({"id", "text", "question", "candidates", "answers", "answer", "domains", *_SIMPLE, *_CHOSEN})


def entry_text(draft: Draft) -> str:
    """The draft as an entry of a native file, from its dash to its last line."""
    more = [f"    {line}" if line.strip() else "" for line in draft.more.replace("\r", "").split("\n")]
    if draft.raw:
        return "  -\n" + "\n".join(more).rstrip() + "\n"
    extra = "\n".join(more).rstrip()
    return write_entry(_lines(draft)) + (extra + "\n" if extra.strip() else "")


def _lines(draft: Draft) -> list[Line]:
    lines: list[Line] = [("id", quote(draft.id.strip() or UNNAMED)), ("text", quote_text(draft.text.strip()))]
    if draft.question.strip():
        lines.append(("question", quote_text(draft.question.strip())))
    candidates = _candidates(draft)
    if candidates:
        lines.append(("candidates", _flow(candidates)))
    answers = _answers(draft, candidates)
    if answers:
        lines.append(("answers", _flow(answers)) if draft.kind == "schema" else ("answer", quote(answers[0])))
    if kept := [each.strip() for each in draft.domains if each.strip()]:
        lines.append(("domains", _flow(kept)))
    if draft.status != "agreed":
        lines.append(("status", draft.status))
    if draft.origin and draft.kind == "problem":
        lines.append(("origin", draft.origin))
    simple = [name for name in _SIMPLE if name != "genre" or draft.kind == "problem"]
    return lines + [(name, quote(text)) for name in simple if (text := getattr(draft, name).strip())]


def _flow(texts: list[str]) -> str:
    return "[" + ", ".join(quote(text) for text in texts) + "]"


def _candidates(draft: Draft) -> list[str]:
    return [each.strip() for each in draft.candidates if each.strip()]


def _answers(draft: Draft, candidates: list[str]) -> list[str]:
    """The right answers; none where one of them is not said."""
    places = [number for number, each in enumerate(draft.candidates) if each.strip()]
    chosen = [places.index(key) if key in places else None for key in draft.keys]
    return [candidates[key] for key in chosen if key is not None] if chosen and None not in chosen else []


def part_of(draft: Draft, language: str) -> Schema | Problem:
    """The record that the draft describes; refused at the field where something is wrong."""
    where = "schemas" if draft.kind == "schema" else "problems"
    text = f"anaphor: 1\nlanguage: {quote(language)}\n{where}:\n{entry_text(draft)}"
    try:
        found = read_text(text)
    except AnaphorError as error:
        field = (error.where.field if error.where else None) or ""
        place = Place(field=re.sub(r"^(schemas|problems)\[\d+\]\.?", "", field) or None)
        raise FormatError(error.what, where=place, todo=error.todo) from error
    parts: list[Schema | Problem] = [*found.schemas, *found.problems]
    if len(parts) != 1:
        raise ContentError("web-several-entries", count=len(parts))
    return parts[0]


def lines_of(part: Schema | Problem, language: str) -> str:
    """A record as an entry of a native file, for people to compare."""
    return write_entry(_record_lines(part, language))


def _record_lines(part: Schema | Problem, language: str) -> list[Line]:
    return schema_lines(part, language) if isinstance(part, Schema) else problem_lines(part, language)


def draft_of(part: Schema | Problem, language: str) -> Draft:
    """A record as the form shows it; raw where the form would not give the same record back."""
    lines = _record_lines(part, language)
    kind = "schema" if isinstance(part, Schema) else "problem"
    try:
        made = msgspec.convert({"kind": kind, **_form(lines)}, Draft)
        if part_of(made, language) == part:
            return made
    except (AnaphorError, msgspec.ValidationError, KeyError, ValueError):
        pass  # the form cannot show it
    return Draft(kind="schema" if kind == "schema" else "problem", id=part.id, raw=True, more=_below(lines))


def _form(lines: list[Line]) -> dict[str, object]:
    entry = f"entry:\n{write_entry(lines)}"
    node = parse_yaml(Source(name="", stem="x", data=entry.encode())).mapping()["entry"].sequence()[0]
    parts = node.mapping()
    form: dict[str, object] = {"text": ""}
    for name in ("id", "text", "question", *_SIMPLE, *_CHOSEN):
        if name in parts:
            form[name] = parts[name].text()
    answers = _texts(parts, "answers") or ([parts["answer"].text()] if "answer" in parts else [])
    candidates = _texts(parts, "candidates") or list(dict.fromkeys(answers))
    form |= {"candidates": candidates, "domains": _texts(parts, "domains")}
    form["keys"] = [candidates.index(each) for each in answers]
    form["more"] = _below([line for line in lines if line[0] not in _FORM])
    return form


def _texts(parts: "dict[str, Node] | object", name: str) -> list[str]:
    node = parts.get(name) if isinstance(parts, dict) else None
    return [each.text() for each in node.sequence()] if node else []


def _below(lines: list[Line]) -> str:
    """Lines as they stand below each other, without the entry's own indentation."""
    whole = write_entry(lines).replace("- ", "  ", 1) if lines else ""
    return "\n".join(line[4:] for line in whole.splitlines())


def marked(text: str) -> Marked | None:
    """The text with its marks understood; None where they do not pair up."""
    try:
        found = parse_marks(text)
        for variant in range(found.variants):
            found.expand(variant)
    except FormatError:
        return None
    return found


def proposed_id(draft: Draft, taken: frozenset[str]) -> str:
    """A name for a draft that has none: its special words, or its first candidate."""
    found = marked(draft.text)
    words: list[str] = []
    if found and found.variants > 1:
        plains = [found.expand(number) for number in range(found.variants)]
        words = [plain.cues[0].of(plain.text) for plain in plains if plain.cues]
    slug = _slug("-".join(words)) or _slug(next(iter(_candidates(draft)), "")) or draft.kind
    numbers = (slug if number == 1 else f"{slug}-{number}" for number in range(1, len(taken) + 2))
    return next(name for name in numbers if name not in taken)


def _slug(text: str) -> str:
    letters = unicodedata.normalize("NFKD", re.sub(r"[^\w\s]+", "-", text.casefold()))
    plain = letters.encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")
