"""What a collection holds, and which collections have a name."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor.collection.catalogue import CATALOGUE
from anaphor.collection.loading import load
from anaphor.collection.native.marks import Plain, write_marks
from anaphor.collection.settings import LoadSettings, ShowSettings
from anaphor.files import MemoryTable
from anaphor.language import LANGUAGES
from anaphor.parameters import act, group_of
from anaphor.result import Result
from anaphor.schema import Collection, Item, Mark, Question, Schema, Status, question_of


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CollectionList(Result):
    """The collections that have a name."""

    rows: tuple[dict[str, Any], ...]
    """One for each: its name, title, language, number of items, licence, and whether it is on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CollectionCard(Result):
    """What there is to say of a collection."""

    collection: Collection
    items: bool = False
    """Whether its items are listed too."""


@act(ShowSettings)
def show(source: str | Path | Collection | MemoryTable, settings: ShowSettings) -> CollectionCard:
    """What a collection holds: counts, licence, anaphors, domains, fingerprint; with `items`, its items too.

    The source is whatever `load` takes, with its settings.

    >>> show("anaphor-fr").to_dict()["licence"]
    'CC-BY-4.0'
    """
    return CollectionCard(collection=load(source, **group_of(LoadSettings, settings)), items=settings.items)


def listed() -> CollectionList:
    """The collections that have a name, and whether each is on this machine: embedded, here, or to get.

    >>> listed().rows[0]["name"]
    'anaphor-fr'
    """
    rows = [
        {
            "name": listing.name,
            "title": listing.title,
            "language": listing.language,
            "items": listing.items if listing.items is not None else len(load(listing.name).entries),
            "state": "embedded" if listing.embedded else "here" if CATALOGUE.file_of(listing).exists() else "to get",
            "licence": listing.licence,
            "citation": listing.citation,
            "address": listing.address or listing.page,
            "sha256": listing.sha256,
        }
        for listing in CATALOGUE
    ]
    return CollectionList(rows=tuple(rows))


def summarise(collection: Collection) -> dict[str, Any]:
    """Counts, provenance and entries of a collection, as JSON types with stable keys."""
    kept_schemas = [schema for schema in collection.schemas if schema.status is not Status.EXCLUDED]
    kept_problems = [problem for problem in collection.problems if problem.status is not Status.EXCLUDED]
    questions = collection.questions
    parts = collection.parts
    return {
        **{name: getattr(collection, name) for name in ("name", "title", "language", "version", "licence")},
        "authors": list(collection.authors),
        "citation": collection.citation,
        "schemas": len(kept_schemas),
        "problems": len(kept_problems),
        "items": len(collection.entries),
        "languages": _counts(question.language for question in questions) if collection.language == "mul" else {},
        "without_key": len(collection.entries) - len(collection.items),
        "excluded": len(parts) - len(kept_schemas) - len(kept_problems),
        "twins": sum(len(schema.variants) == 2 for schema in kept_schemas),
        "variants": _counts(len(schema.variants) for schema in kept_schemas),
        "candidates": _counts(len(question.candidates) for question in questions),
        "anaphors": _counts(
            # A gap has no form; why an anaphor has no place is counted among the forms.
            (question.anaphor_form or "_").casefold().replace("’", "'")
            if isinstance(question.anaphor, Mark)
            else question.anaphor.reason
            for question in questions
        ),
        "domains": _counts(name for part in parts if part.status is not Status.EXCLUDED for name in part.domains),
        "fingerprint": collection.fingerprint,
        "entries": [
            {
                "id": question.id,
                "text": question.text,
                "marked": marked_text(question),
                "prompt": question.prompt,
                "candidates": [candidate.text for candidate in question.candidates],
                "answer": (entry.answer or "neither") if isinstance(entry, Item) else None,
                # With these a table of the entries is known as one by `load`, and nothing is lost on the way.
                "neither": isinstance(entry, Item) and entry.answer is None,
                "schema": part.id if isinstance(part, Schema) else None,
                "anaphor": question.anaphor_form,
                "start": question.anaphor.start if isinstance(question.anaphor, Mark) else None,
                "end": question.anaphor.end if isinstance(question.anaphor, Mark) else None,
            }
            for part in parts
            if part.status is not Status.EXCLUDED
            for entry, question in ((one, question_of(one)) for one in part.entries)
        ],
    }


def _counts(values: Any) -> dict[str, int]:
    return {str(value): count for value, count in Counter(values).most_common()}


def bare_text(text: str) -> str:
    """A text by which it is known again: spaces, typographic apostrophes and marks of the anaphor do not matter."""
    return " ".join(text.replace("’", "'").replace("[", "").replace("]", "").split())


def known_items(questions: Sequence[Question]) -> dict[str, str]:
    """By id and, where no other has the same, by marked text, the ids of items."""
    by_id = {question.id: question.id for question in questions}
    texts = [(marked_text(question), question.id) for question in questions]
    often = Counter(text for text, _ in texts)
    return {text: item for text, item in texts if often[text] == 1} | by_id


def marked_text(question: Question) -> str:
    """The text with its anaphor between brackets."""
    marks = (question.anaphor,) if isinstance(question.anaphor, Mark) else ()
    return write_marks(Plain(text=question.text, anaphors=marks, cues=()))


def own_label(entry: Item | Question, kind: str) -> str | None:
    """The label that an item has by itself; domains are its schema's."""
    question, notes = question_of(entry), entry.annotations if isinstance(entry, Item) else None
    if kind == "candidates":
        return str(len(question.candidates))
    if kind == "pronoun" and isinstance(question.anaphor, Mark) and question.language in LANGUAGES.names():
        pronoun = LANGUAGES.get(question.language).analyse(question.text, question.anaphor.span)
        return pronoun.kind.value if pronoun else None
    if kind == "switchable" and notes and notes.switchable is not None:
        return "yes" if notes.switchable else "no"
    if kind == "gender" and notes:
        return notes.gender
    return notes.associative.value if kind == "associative" and notes and notes.associative else None
