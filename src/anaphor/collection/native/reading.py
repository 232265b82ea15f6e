"""Reading the native format: from YAML nodes to records, every error at its file, line and field."""

from anaphor.collection.native.annotations import read_annotations
from anaphor.collection.native.fields import Fields, expand
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
            _refuse_twice(node.mapping()["id"], lines)
            items += len(schemas[-1].variants) if key == "schemas" else 1
            if items > most_items(source):
                raise node.error(f"the file has more than {most_items(source):,} items in {len(source.data):,} bytes")
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
            raise fields.node.error(f"the key {name!r} is missing", todo="Add it above the schemas and problems.")
    version = fields["anaphor"].text()
    if version != FORMAT_VERSION:
        raise fields["anaphor"].error(
            f"the file is in version {version} of the format", todo=f"This anaphor reads version {FORMAT_VERSION}."
        )
    return fields["language"].text()


def _refuse_twice(place: Node, lines: dict[str, int]) -> None:
    """Refuse an id that is taken, at the line of the second."""
    if place.text() in lines:
        first = lines[place.text()]
        raise place.error(f"the id {place.text()!r} is taken on line {first}", todo="Give each its own id.")
    lines[place.text()] = place.line


# --- schemas ---------------------------------------------------------------------------------------------------------


def _schema(node: Node, language: str) -> Schema:
    fields = Fields(node, _SCHEMA)
    name = fields["id"].text()
    language = fields.text("language") or language
    with node.blamed():
        return Schema(
            id=name,
            variants=_variants(fields, name, language) if "variants" in fields else _template(fields, name, language),
            domains=fields.texts("domains"),
            source=fields.text("source"),
            status=fields.choice("status", Status) or Status.AGREED,
            reason=fields.text("reason"),
            versions=tuple(_version(part) for part in fields.list("versions")),
            notes=fields.text("notes"),
        )


def _variants(fields: Fields, name: str, language: str) -> tuple[Entry, ...]:
    """The variants of a schema written one by one."""
    fields.refuse("answers", *_PLACED)
    parts = fields.list("variants")
    return tuple(_lone(Fields(part, _VARIANT), f"{name}.{number}", language) for number, part in enumerate(parts, 1))


def _template(fields: Fields, name: str, language: str) -> tuple[Entry, ...]:
    """The variants of a schema written with braces."""
    text = fields.marked("text")
    count = text.variants
    answers = _answers(fields, count)
    candidates = _candidates(fields) or tuple(Candidate(text=each) for each in dict.fromkeys(answers))
    prompts = fields.expansions("question", count)
    readings = _readings(fields, candidates, count)
    annotations = _variant_annotations(fields, len(candidates), count)
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


def _answers(fields: Fields, count: int) -> tuple[str, ...]:
    answers = fields.texts("answers")
    if answers and len(answers) != count:
        raise fields["answers"].error(
            f"{len(answers)} answers are given for {count} variants",
            todo="Give the right answer of the special variant, then of the alternate one.",
        )
    if not answers and "candidates" not in fields:
        raise fields.node.error("the answers are missing", todo="Add answers: [special's, alternate's].")
    return answers


def _variant_annotations(fields: Fields, candidates: int, count: int) -> list[Annotations]:
    parts = fields.list("annotations")
    if parts and len(parts) != count:
        raise fields["annotations"].error(f"{len(parts)} annotations are given for {count} variants")
    return [read_annotations(part, candidates) for part in parts] or [Annotations()] * count


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
        raise fields["anaphors"].error(
            f"the text marks {len(text.anaphors)} anaphors and {len(parts)} are described",
            todo="Describe each [ ] of the text, in order.",
        )
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
        raise fields["text"].error(
            "a lone item has no alternatives", todo="Make it a schema, or write \\| in the text."
        )
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
        raise node.error("an item without its answer cannot have annotations")
    return question


def _anaphor(fields: Fields, plain: Plain) -> Anaphor:
    place = fields["text"]
    if len(plain.anaphors) > 1:
        what = f"{len(plain.anaphors)} anaphors are marked"
        raise place.error(what, todo="Mark one with [ ], or list them under anaphors.")
    reason = fields.choice("anaphor", UnmarkedReason)
    if plain.anaphors:
        fields.refuse("anaphor", "form")
        return plain.anaphors[0]
    if reason is None:
        raise place.error(
            "no anaphor is marked", todo="Put it between [ and ], or say anaphor: implicit when the sentence has none."
        )
    return Unmarked(reason=reason, form=fields.text("form"))


def _candidates(fields: Fields) -> tuple[Candidate, ...]:
    return tuple(_candidate(node) for node in fields.list("candidates"))


def _candidate(node: Node) -> Candidate:
    if isinstance(node.value, str):
        return Candidate(text=node.text())
    fields = Fields(node, ("text", "at"))
    places = fields.texts("at")
    if len(places) != 2 or not all(_is_number(place) for place in places):
        raise node.error("a candidate's place is two positions", todo="Write at: [start, end], in characters from 0.")
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
        raise fields["key"].error(
            f"the key {word!r} is no candidate's number", todo=f"Give 1 to {len(candidates)}, or neither."
        )
    return int(word) - 1


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _LONGEST_NUMBER


def _number(place: Node, candidates: tuple[Candidate, ...], answer: str) -> int:
    numbers = [number for number, candidate in enumerate(candidates) if candidate.text == answer]
    if len(numbers) == 1:
        return numbers[0]
    if numbers:
        raise place.error(f"two candidates are called {answer!r}", todo="Give the right one's number: key: 1.")
    known = ", ".join(candidate.text for candidate in candidates)
    raise place.error(f"the answer {answer!r} is none of the candidates ({known})")


def _readings(fields: Fields, candidates: tuple[Candidate, ...], count: int) -> tuple[tuple[str | None, ...], ...]:
    """Hand-made readings: for each variant one per candidate, or none at all."""
    if "readings" not in fields:
        return ((),) * count
    node = fields["readings"]
    parts = node.value if isinstance(node.value, tuple) else _by_candidate(node, candidates)
    if len(parts) != len(candidates):
        raise node.error(f"{len(parts)} readings are given for {len(candidates)} candidates")
    expanded = [(None,) * count if part is None or part.value is None else expand(part, count) for part in parts]
    return tuple(zip(*expanded, strict=True))


def _by_candidate(node: Node, candidates: tuple[Candidate, ...]) -> tuple[Node | None, ...]:
    given = node.mapping()
    for name, part in given.items():
        if name not in {candidate.text for candidate in candidates}:
            raise part.error(f"{name!r} is none of the candidates")
    return tuple(given.get(candidate.text) for candidate in candidates)
