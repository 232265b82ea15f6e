"""Collections at a glance: those that have a name, and the counts that a person wants to see first."""

from collections import Counter
from typing import Any

from anaphor.collection.catalogue import CATALOGUE
from anaphor.collection.loading import load
from anaphor.collection.native.marks import Plain, write_marks
from anaphor.schema import Collection, Item, Mark, Question, Status, question_of


def listed() -> list[dict[str, Any]]:
    """The collections that have a name, as JSON types with stable keys; whether each is on this machine."""
    return [
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


def summarise(collection: Collection) -> dict[str, Any]:
    """Counts, provenance and entries of a collection, as JSON types with stable keys."""
    kept_schemas = [each for each in collection.schemas if each.status is not Status.EXCLUDED]
    kept_problems = [each for each in collection.problems if each.status is not Status.EXCLUDED]
    questions = collection.questions
    parts = collection.parts
    return {
        "name": collection.name,
        "title": collection.title,
        "language": collection.language,
        "version": collection.version,
        "licence": collection.licence,
        "authors": list(collection.authors),
        "citation": collection.citation,
        "schemas": len(kept_schemas),
        "problems": len(kept_problems),
        "items": len(collection.entries),
        "languages": _counts(each.language for each in questions) if collection.language == "mul" else {},
        "without_key": len(collection.entries) - len(collection.items),
        "excluded": len(parts) - len(kept_schemas) - len(kept_problems),
        "twins": sum(len(each.variants) == 2 for each in kept_schemas),
        "variants": _counts(len(each.variants) for each in kept_schemas),
        "candidates": _counts(len(each.candidates) for each in questions),
        "anaphors": _counts(
            # A gap has no form; why an anaphor has no place is counted among the forms.
            (each.anaphor_form or "_").casefold().replace("’", "'")
            if isinstance(each.anaphor, Mark)
            else each.anaphor.reason
            for each in questions
        ),
        "domains": _counts(name for each in parts if each.status is not Status.EXCLUDED for name in each.domains),
        "fingerprint": collection.fingerprint,
        "entries": [
            {
                "id": question.id,
                "text": question.text,
                "marked": marked_text(question),
                "prompt": question.prompt,
                "candidates": [candidate.text for candidate in question.candidates],
                "answer": (entry.answer or "neither") if isinstance(entry, Item) else None,
            }
            for entry, question in ((each, question_of(each)) for each in collection.entries)
        ],
    }


def _counts(values: Any) -> dict[str, int]:
    return {str(value): count for value, count in Counter(values).most_common()}


def marked_text(question: Question) -> str:
    """The text with its anaphor between brackets."""
    marks = (question.anaphor,) if isinstance(question.anaphor, Mark) else ()
    return write_marks(Plain(text=question.text, anaphors=marks, cues=()))
