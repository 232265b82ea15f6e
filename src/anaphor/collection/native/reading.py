"""Reading the native format: from YAML nodes to records, every error at its file, line and field."""

from anaphor.collection.native.fields import Fields, expand, read_annotations
from anaphor.collection.native.marks import Plain, all_variants
from anaphor.collection.native.yaml_nodes import Node, top_level
from anaphor.collection.protocol import Source, most_items
from anaphor.schema import (
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

FORMAT_VERSION = "1"

_TOP = ("anaphor", "name", "title", "language", "version", "licence", "authors", "citation", "notes")
_LISTS = ("schemas", "problems")
_LONGEST_NUMBER = 9
_ASKED = ("question", "candidates", "readings", "annotations")
_PLACED = ("text", "anaphor", "form", *_ASKED)
_STANDING = ("domains", "source", "status", "reason", "notes")
_SCHEMA = ("id", "language", "answers", "variants", "versions", *_PLACED, *_STANDING)
_VARIANT = ("id", "language", "answer", "key", *_PLACED)
_PROBLEM = ("id", "language", "answer", "key", "anaphors", "genre", "origin", "passage", *_PLACED, *_STANDING)
_ANAPHOR = ("answer", "key", "domains", *_ASKED)
_VERSION = ("author", "text", "question", "answers", "note")


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
        return Collection(
            name=fields.text("name") or source.stem,
            language=language or _language(fields),
            schemas=tuple(schemas),
            problems=tuple(problems),
            title=fields.text("title"),
            version=fields.text("version"),
            licence=fields.text("licence"),
            authors=fields.texts("authors"),
            citation=fields.text("citation"),
            notes=fields.text("notes"),
        )


def _header(source: Source, header: dict[str, Node]) -> Fields:
    """What has been read of the header."""
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


# --- schemas ---------------------------------------------------------------------------------------------------------


def _schema(node: Node, language: str) -> Schema:
    fields = Fields(node, _SCHEMA)
    name = fields["id"].text()
    language = fields.text("language") or language
    with node.blamed():
        if "variants" in fields:  # written one by one, not with braces
            fields.refuse("answers", *_PLACED)
            parts = enumerate(fields.list("variants"), 1)
            variants = tuple(_lone(Fields(part, _VARIANT), f"{name}.{number}", language) for number, part in parts)
        else:
            variants = _template(fields, name, language)
        return Schema(
            id=name,
            variants=variants,
            domains=fields.texts("domains"),
            source=fields.text("source"),
            status=fields.choice("status", Status) or Status.AGREED,
            reason=fields.text("reason"),
            versions=tuple(_version(part) for part in fields.list("versions")),
            notes=fields.text("notes"),
        )


def _template(fields: Fields, name: str, language: str) -> tuple[Entry, ...]:
    """The variants of a schema written with braces."""
    text = fields.marked("text")
    count = text.variants
    answers = fields.texts("answers")
    if answers and len(answers) != count:
        raise fields["answers"].error("collection-other-answers", found=len(answers), wanted=count)
    if not answers and "candidates" not in fields:
        raise fields.node.error("collection-no-answers")
    candidates = tuple(_candidate(node) for node in fields.list("candidates"))
    candidates = candidates or tuple(Candidate(text=each) for each in dict.fromkeys(answers))
    prompts = fields.expansions("question", count)
    readings = _readings(fields, candidates, count)
    noted = fields.list("annotations")
    if noted and len(noted) != count:
        raise fields["annotations"].error("collection-other-annotations", found=len(noted), wanted=count)
    annotations = [read_annotations(part, len(candidates)) for part in noted] or [Annotations()] * count
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
            )
        key = _number(fields["answers"], candidates, answers[variant]) if answers else None
        entries.append(_entry(fields.node, question, key, annotations[variant]))
    return tuple(entries)


def _version(node: Node) -> Version:
    fields = Fields(node, _VERSION)
    with fields["text"].blamed():
        all_variants(fields["text"].text())
    return Version(
        author=fields["author"].text(),
        text=fields["text"].text(),
        question=fields.text("question"),
        answers=fields.texts("answers"),
        note=fields.text("note"),
    )


# --- problems --------------------------------------------------------------------------------------------------------


def _problems(node: Node, language: str) -> list[Problem]:
    fields = Fields(node, _PROBLEM)
    name = fields["id"].text()
    language = fields.text("language") or language
    if "anaphors" in fields:
        return _passage(fields, name, language)
    entry = _lone(fields, name, language)
    return [_problem(fields, name, entry, passage=fields.text("passage"), domains=fields.texts("domains"))]


def _passage(fields: Fields, name: str, language: str) -> list[Problem]:
    """The problems that ask about several anaphors of one text."""
    fields.refuse("answer", "key", "anaphor", "form", *_ASKED)
    text = _only(fields)
    parts = fields.list("anaphors")
    if len(parts) != len(text.anaphors):
        raise fields["anaphors"].error("collection-other-anaphors", marked=len(text.anaphors), described=len(parts))
    problems = []
    for number, (part, mark) in enumerate(zip(parts, text.anaphors, strict=True), 1):
        asked = Fields(part, _ANAPHOR)
        entry = _item(asked, f"{name}.{number}", language, plain=text, anaphor=mark)
        domains = asked.texts("domains") or fields.texts("domains")
        passage = fields.text("passage") or name
        problems.append(_problem(fields, f"{name}.{number}", entry, passage=passage, domains=domains))
    return problems


def _problem(fields: Fields, name: str, entry: Entry, *, passage: str | None, domains: tuple[str, ...]) -> Problem:
    return Problem(
        id=name,
        item=entry,
        passage=passage,
        domains=domains,
        source=fields.text("source"),
        genre=fields.text("genre"),
        origin=fields.choice("origin", Origin),
        status=fields.choice("status", Status) or Status.AGREED,
        reason=fields.text("reason"),
        notes=fields.text("notes"),
    )


# --- items -----------------------------------------------------------------------------------------------------------


def _lone(fields: Fields, name: str, language: str) -> Entry:
    """An item written without alternatives: a problem, or a variant on its own."""
    plain = _only(fields)
    name, language = fields.text("id") or name, fields.text("language") or language
    return _item(fields, name, language, plain=plain, anaphor=_anaphor(fields, plain))


def _only(fields: Fields) -> Plain:
    """The text of an item without alternatives."""
    text = fields.marked("text")
    if text.variants > 1:
        raise fields["text"].error("collection-lone-alternatives")
    with fields["text"].blamed():
        return text.expand(0)


def _item(fields: Fields, name: str, language: str, *, plain: Plain, anaphor: Anaphor) -> Entry:
    candidates = tuple(_candidate(node) for node in fields["candidates"].sequence())
    with fields.node.blamed():
        question = Question(
            id=name,
            language=language,
            text=plain.text,
            anaphor=anaphor,
            candidates=candidates,
            prompt=fields.expansions("question", 1)[0],
            cues=plain.cues,
            readings=_readings(fields, candidates, 1)[0],
        )
    notes = read_annotations(fields["annotations"], len(candidates)) if "annotations" in fields else Annotations()
    return _entry(fields.node, question, _key(fields, candidates), notes)


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


def _candidate(node: Node) -> Candidate:
    if isinstance(node.value, str):
        return Candidate(text=node.text())
    fields = Fields(node, ("text", "at"))
    places = fields.texts("at")
    if len(places) != 2 or not all(_is_number(place) for place in places):
        raise node.error("collection-no-candidate-place")
    with node.blamed():
        return Candidate(text=fields["text"].text(), span=Span(start=int(places[0]), end=int(places[1])))


def _key(fields: Fields, candidates: tuple[Candidate, ...]) -> Key | None:
    if "answer" in fields:
        fields.refuse("key")
        return _number(fields["answer"], candidates, fields["answer"].text())
    word = fields.text("key")
    if word is None or word == NEITHER:
        return NEITHER if word else None
    if not _is_number(word) or not 1 <= int(word) <= len(candidates):
        raise fields["key"].error("collection-bad-key", word=word, count=len(candidates))
    return int(word) - 1


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _LONGEST_NUMBER


def _number(place: Node, candidates: tuple[Candidate, ...], answer: str) -> int:
    numbers = [number for number, candidate in enumerate(candidates) if candidate.text == answer]
    if len(numbers) == 1:
        return numbers[0]
    if numbers:
        raise place.error("collection-candidates-of-one-name", answer=answer)
    known = ", ".join(candidate.text for candidate in candidates)
    raise place.error("collection-bad-answer", answer=answer, known=known)


def _readings(fields: Fields, candidates: tuple[Candidate, ...], count: int) -> tuple[tuple[str | None, ...], ...]:
    """Hand-made readings: for each variant one per candidate, or none at all."""
    if "readings" not in fields:
        return ((),) * count
    node = fields["readings"]
    parts: tuple[Node | None, ...]
    if isinstance(node.value, tuple):
        parts = node.value
    else:
        given, names = node.mapping(), [candidate.text for candidate in candidates]
        for name, part in given.items():
            if name not in names:
                raise part.error("collection-reading-of-nobody", name=name)
        parts = tuple(given.get(name) for name in names)
    if len(parts) != len(candidates):
        raise node.error("collection-other-readings", found=len(parts), wanted=len(candidates))
    expanded = [(None,) * count if part is None or part.value is None else expand(part, count) for part in parts]
    return tuple(zip(*expanded, strict=True))
