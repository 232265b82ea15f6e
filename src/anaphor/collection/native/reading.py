"""Reading the native format: from YAML nodes to records, every error at its file, line and field."""

import re
from dataclasses import fields as record_fields
from enum import StrEnum
from typing import Any, TypeVar

from anaphor.collection.native.marks import Marked, Plain, all_variants, parse_marks
from anaphor.collection.native.yaml_nodes import Node, top_level
from anaphor.collection.protocol import Source, most_items
from anaphor.provenance import adapter
from anaphor.schema import (
    MOST_CANDIDATES,
    NEITHER,
    Anaphor,
    Annotations,
    Candidate,
    Collection,
    Entry,
    Item,
    Key,
    Origin,
    Problem,
    Question,
    Schema,
    Span,
    Status,
    Unmarked,
    UnmarkedReason,
    Version,
)
from anaphor.text import joined, text

FORMAT_VERSION = "1"

_TOP = ("anaphor", "name", "title", "language", "version", "licence", "authors", "citation", "notes")
_LISTS = ("schemas", "problems")
_ASKED = ("question", "candidates", "scale", "readings", "annotations")
_PLACED = ("text", "anaphor", "form", *_ASKED)
_STANDING = ("domains", "source", "status", "reason", "notes")
_SCHEMA = ("id", "language", "answers", "variants", "versions", "conditions", *_PLACED, *_STANDING)
_VARIANT = ("id", "language", "answer", "key", "condition", *_PLACED)
_PROBLEM = (*_VARIANT, "anaphors", "genre", "origin", "passage", *_STANDING)
_ANAPHOR = ("answer", "key", "domains", *_ASKED)
_VERSION = ("author", "text", "question", "answers", "note")
_ANNOTATIONS = tuple(field.name for field in record_fields(Annotations))
_NUMBER = re.compile(r"\d{1,9}")
_RANGE = re.compile(r"(-?\d{1,4})\s*(?:-|–|\.\.)\s*(-?\d{1,4})")
_SAID = {"yes": True, "true": True, "oui": True, "no": False, "false": False, "non": False}
_TRUTHS = frozenset({"switchable", "negatable", "pairs_usable"})

Kind = TypeVar("Kind", bound=StrEnum)


class Fields:
    """Typed access to a mapping: what is there, what is missing, what does not belong."""

    def __init__(self, node: Node, allowed: tuple[str, ...]) -> None:
        self.node = node
        self._parts = node.mapping()
        for name, part in self._parts.items():
            if name not in allowed:
                raise part.error("collection-unknown-key", key=name, known=", ".join(allowed))

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def __getitem__(self, name: str) -> Node:
        if name not in self._parts:
            raise self.node.error("collection-missing-key", key=name)
        return self._parts[name]

    def get(self, name: str) -> Node | None:
        node = self._parts.get(name)
        return None if node is None or node.value is None else node

    def refuse(self, *names: str) -> None:
        for name in names:
            if name in self._parts:
                raise self._parts[name].error("collection-misplaced-key", key=name)

    def text(self, name: str) -> str | None:
        node = self.get(name)
        return None if node is None else node.text()

    def list(self, name: str) -> tuple[Node, ...]:
        """The parts of a list; none when the key is absent."""
        return self._parts[name].sequence() if name in self._parts else ()

    def texts(self, name: str) -> tuple[str, ...]:
        """The texts of a list; a single text counts as a list of one."""
        node = self._parts.get(name)
        if node is not None and isinstance(node.value, str):
            return (node.text(),)
        return tuple(part.text() for part in self.list(name))

    def choice(self, name: str, kind: type[Kind]) -> Kind | None:
        """One of a few words; None when the key is absent."""
        word = self.text(name)
        if word is None:
            return None
        if word not in tuple(kind):
            choices = joined([member.value for member in kind], text("text-or"))
            raise self[name].error("collection-no-choice", key=name, word=word, known=choices)
        return kind(word)

    def marked(self) -> Marked:
        with self["text"].blamed():
            return parse_marks(self["text"].text())


def read_collection(source: Source) -> Collection:
    """The collection in a native file; entry by entry, so the header stands above the schemas and problems."""
    header: dict[str, Node] = {}
    schemas: list[Schema] = []
    problems: list[Problem] = []
    lines: dict[str, int] = {}
    language = ""
    items = 0
    for key, node in top_level(source, _LISTS):
        if key not in _LISTS:
            header[key] = node
            _header(source, header)
        elif node.trail and node.trail.step == key:
            node.sequence()
        else:
            language = language or _language(_header(source, header))
            if key == "schemas":
                schemas.append(_schema(node, language))
            else:
                problems += _problems(node, language)
            place = node.mapping()["id"]
            if place.text() in lines:
                raise place.error("collection-id-taken", id=place.text(), first=lines[place.text()])
            lines[place.text()] = place.line
            items += len(schemas[-1].variants) if key == "schemas" else 1
            if items > most_items(source):
                raise node.error("collection-too-many-items", most=most_items(source), size=len(source.data))
    fields = _header(source, header)
    with fields.node.blamed():
        language = language or _language(fields)
        texts: dict[str, Any] = {key: fields.text(key) for key in ("title", "version", "licence", "citation", "notes")}
        texts |= {"name": fields.text("name") or source.stem, "authors": fields.texts("authors")}
        return Collection(language=language, schemas=tuple(schemas), problems=tuple(problems), **texts)


def _header(source: Source, header: dict[str, Node]) -> Fields:
    line = min((node.line for node in header.values()), default=1)
    return Fields(Node(header, source.name, line, None, 0, 0), (*_TOP, *_LISTS))


def _language(fields: Fields) -> str:
    """The language, once the header is known to be one that can be read."""
    for name in ("anaphor", "language"):
        if name not in fields:
            raise fields.node.error("collection-missing-header", key=name)
    version = fields["anaphor"].text()
    if version != FORMAT_VERSION:
        raise fields["anaphor"].error("collection-native-version", found=version, known=FORMAT_VERSION)
    return fields["language"].text()


def _schema(node: Node, language: str) -> Schema:
    fields = Fields(node, _SCHEMA)
    name = fields["id"].text()
    language = fields.text("language") or language
    with node.blamed():
        if "variants" in fields:  # written one by one, not with braces
            fields.refuse("answers", *_PLACED)
            parts = [Fields(part, _VARIANT) for part in fields.list("variants")]
            variants = tuple(_lone(part, f"{name}.{number}", language) for number, part in enumerate(parts, 1))
            conditions = tuple(word for part in parts if (word := part.text("condition")))
        else:
            variants, conditions = _template(fields, name, language), ()
        standing = {**_standing(fields), "conditions": fields.texts("conditions") or conditions}
        versions = tuple(_version(Fields(part, _VERSION)) for part in fields.list("versions"))
        return Schema(id=name, variants=variants, versions=versions, **standing)


def _standing(fields: Fields) -> dict[str, Any]:
    """What a schema and a problem have in common beside their items."""
    texts = {name: fields.text(name) for name in ("source", "reason", "notes")}
    return {**texts, "domains": fields.texts("domains"), "status": fields.choice("status", Status) or Status.AGREED}


def _template(fields: Fields, name: str, language: str) -> tuple[Entry, ...]:
    """The variants of a schema written with braces."""
    text = fields.marked()
    count = text.variants
    answers = fields.texts("answers")
    if answers and len(answers) != count:
        raise fields["answers"].error("collection-other-answers", found=len(answers), wanted=count)
    if not answers and "candidates" not in fields and "scale" not in fields:
        raise fields.node.error("collection-no-answers")
    candidates, scale = _candidates(fields)
    candidates = candidates or tuple(Candidate(text=answer) for answer in dict.fromkeys(answers))
    prompts = _alternatives(fields.get("question"), count)
    readings = _readings(fields, candidates, count)
    noted = fields.list("annotations")
    if noted and len(noted) != count:
        raise fields["annotations"].error("collection-other-annotations", found=len(noted), wanted=count)
    annotations = [_annotations(part, len(candidates)) for part in noted] or [Annotations()] * count
    entries: list[Entry] = []
    for variant in range(count):
        with fields["text"].blamed():
            plain = text.expand(variant)
            question = Question(
                id=f"{name}.{variant + 1}",
                language=language,
                text=plain.text,
                anaphor=_anaphor(fields, plain),
                candidates=candidates,
                prompt=prompts[variant],
                cues=plain.cues,
                readings=readings[variant],
                scale=scale,
            )
        key = _number(fields["answers"], candidates, answers[variant]) if answers else None
        entries.append(_entry(fields.node, question, key, annotations[variant]))
    return tuple(entries)


def _version(fields: Fields) -> Version:
    with fields["text"].blamed():
        all_variants(fields["text"].text())
    return Version(
        author=fields["author"].text(),
        text=fields["text"].text(),
        question=fields.text("question"),
        answers=fields.texts("answers"),
        note=fields.text("note"),
    )


def _problems(node: Node, language: str) -> list[Problem]:
    """The problem of an entry, or those that ask about several anaphors of one text."""
    fields = Fields(node, _PROBLEM)
    name = fields["id"].text()
    language = fields.text("language") or language
    places = {name: fields}
    if "anaphors" in fields:
        fields.refuse("answer", "key", "anaphor", "form", *_ASKED)
        text = _only(fields)
        parts = fields.list("anaphors")
        if len(parts) != len(text.anaphors):
            raise fields["anaphors"].error("collection-other-anaphors", marked=len(text.anaphors), described=len(parts))
        places = {f"{name}.{number}": Fields(part, _ANAPHOR) for number, part in enumerate(parts, 1)}
        marks = zip(places.items(), text.anaphors, strict=True)
        entries = [_item(part, own, language, plain=text, anaphor=mark) for (own, part), mark in marks]
    else:
        entries = [_lone(fields, name, language)]
    passage = fields.text("passage") or (name if "anaphors" in fields else None)
    standing = {"genre": fields.text("genre"), "origin": fields.choice("origin", Origin), **_standing(fields)}
    standing["condition"] = fields.text("condition")
    problems = []
    for (own, part), entry in zip(places.items(), entries, strict=True):
        standing["domains"] = part.texts("domains") or fields.texts("domains")
        problems.append(Problem(id=own, item=entry, passage=passage, **standing))
    return problems


def _lone(fields: Fields, name: str, language: str) -> Entry:
    """An item written without alternatives: a problem, or a variant on its own."""
    plain = _only(fields)
    name, language = fields.text("id") or name, fields.text("language") or language
    return _item(fields, name, language, plain=plain, anaphor=_anaphor(fields, plain))


def _only(fields: Fields) -> Plain:
    text = fields.marked()
    if text.variants > 1:
        raise fields["text"].error("collection-lone-alternatives")
    with fields["text"].blamed():
        return text.expand(0)


def _item(fields: Fields, name: str, language: str, *, plain: Plain, anaphor: Anaphor) -> Entry:
    candidates, scale = _candidates(fields)
    if not candidates:
        candidates = tuple(_candidate(node) for node in fields["candidates"].sequence())
    with fields.node.blamed():
        question = Question(
            id=name,
            language=language,
            text=plain.text,
            anaphor=anaphor,
            candidates=candidates,
            prompt=_alternatives(fields.get("question"), 1)[0],
            cues=plain.cues,
            readings=_readings(fields, candidates, 1)[0],
            scale=scale,
        )
    notes = _annotations(fields["annotations"], len(candidates)) if "annotations" in fields else Annotations()
    key: Key | None = None
    if "answer" in fields:
        fields.refuse("key")
        key = _number(fields["answer"], candidates, fields["answer"].text())
    elif (word := fields.text("key")) == NEITHER:
        key = NEITHER
    elif word is not None:
        if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= len(candidates):
            raise fields["key"].error("collection-bad-key", word=word, count=len(candidates))
        key = int(word) - 1
    return _entry(fields.node, question, key, notes)


def _entry(node: Node, question: Question, key: Key | None, annotations: Annotations) -> Entry:
    if key is not None:
        return Item(question=question, key=key, annotations=annotations)
    if annotations != Annotations():
        raise node.error("collection-annotations-without-answer")
    return question


def _anaphor(fields: Fields, plain: Plain) -> Anaphor:
    place = fields["text"]
    if len(plain.anaphors) > 1:
        raise place.error("collection-several-anaphors", count=len(plain.anaphors))
    reason = fields.choice("anaphor", UnmarkedReason)
    if plain.anaphors:
        fields.refuse("anaphor", "form")
        return plain.anaphors[0]
    if reason is None:
        raise place.error("collection-no-anaphor")
    return Unmarked(reason=reason, form=fields.text("form"))


def _candidates(fields: Fields) -> tuple[tuple[Candidate, ...], bool | None]:
    """The candidates that are listed, and whether they are a scale: `scale` lists its steps itself, or says yes or no.

    `1-7` stands for the whole numbers from the one to the other.
    """
    listed, node = tuple(_candidate(listed_node) for listed_node in fields.list("candidates")), fields.get("scale")
    if node is None:
        return listed, None
    word = node.value if isinstance(node.value, str) else ""
    if word.casefold() in _SAID:
        return listed, _SAID[word.casefold()]
    ends = _RANGE.fullmatch(word)
    if "candidates" in fields or not (ends or isinstance(node.value, tuple)):
        raise node.error("collection-bad-scale")
    if not ends:
        return tuple(_candidate(listed_node) for listed_node in node.sequence()), True
    first, last = int(ends[1]), int(ends[2])
    if not first < last < first + MOST_CANDIDATES:
        raise node.error("collection-bad-scale")
    return tuple(Candidate(text=str(step)) for step in range(first, last + 1)), True


def _candidate(node: Node) -> Candidate:
    if isinstance(node.value, str):
        return Candidate(text=node.text())
    fields = Fields(node, ("text", "at"))
    places = fields.texts("at")
    if len(places) != 2 or not all(map(_NUMBER.fullmatch, places)):
        raise node.error("collection-no-candidate-place")
    with node.blamed():
        return Candidate(text=fields["text"].text(), span=Span(start=int(places[0]), end=int(places[1])))


def _number(place: Node, candidates: tuple[Candidate, ...], answer: str) -> int:
    names = [candidate.text for candidate in candidates]
    if names.count(answer) > 1:
        raise place.error("collection-candidates-of-one-name", answer=answer)
    if answer not in names:
        raise place.error("collection-bad-answer", answer=answer, known=", ".join(names))
    return names.index(answer)


def _alternatives(node: Node | None, count: int) -> tuple[str | None, ...]:
    """A question or a reading, once per variant; None each when there is none."""
    if node is None or node.value is None:
        return (None,) * count
    with node.blamed():
        marked = parse_marks(node.text())
        plains = [marked.expand(variant) for variant in range(max(marked.variants, count))]
    if len(plains) > count:
        raise node.error("collection-other-alternatives", found=len(plains), wanted=count)
    if plains[0].anaphors:
        raise node.error("collection-no-anaphor-here")
    return tuple(plain.text for plain in plains)


def _readings(fields: Fields, candidates: tuple[Candidate, ...], count: int) -> tuple[tuple[str | None, ...], ...]:
    """Hand-made readings: for each variant one per candidate, or none at all."""
    if "readings" not in fields:
        return ((),) * count
    node = fields["readings"]
    parts: tuple[Node | None, ...]
    if isinstance(node.value, tuple):
        parts = node.value
    else:
        by_candidate, names = node.mapping(), [candidate.text for candidate in candidates]
        for name, part in by_candidate.items():
            if name not in names:
                raise part.error("collection-reading-of-nobody", name=name)
        parts = tuple(by_candidate.get(name) for name in names)
    if len(parts) != len(candidates):
        raise node.error("collection-other-readings", found=len(parts), wanted=len(candidates))
    return tuple(zip(*(_alternatives(part, count) for part in parts), strict=True))


def _annotations(node: Node, candidates: int) -> Annotations:
    """What sources say about an item besides; unknown keys and impossible values are refused at their line."""
    from pydantic import ValidationError

    if node.value is None:
        return Annotations()
    parts = node.mapping()
    Fields(node, _ANNOTATIONS)
    if "pairs" in parts and len(parts["pairs"].sequence()) != candidates:
        raise parts["pairs"].error("collection-pairs-expected", count=candidates)
    try:
        with node.blamed():
            data = {name: _plain(part, name) for name, part in parts.items()}
            annotations: Annotations = adapter(Annotations).validate_python(data)
            return annotations
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        raise parts.get(field, node).error("collection-unreadable-value", key=field, why=first["msg"]) from error


def _plain(node: Node, name: str) -> Any:
    """The node as plain data for pydantic, which knows the types."""
    if isinstance(node.value, tuple):
        return tuple(_plain(part, name) for part in node.value)
    if isinstance(node.value, dict):
        return {key: _plain(part, key) for key, part in node.value.items()}
    return node.value == "true" if name in _TRUTHS and node.value in ("true", "false") else node.value
