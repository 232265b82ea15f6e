"""A collection at a glance: counts that a person wants to see first."""

from collections import Counter
from typing import Any

from anaphor.collection.native.marks import Plain, write_marks
from anaphor.schema import Collection, Item, Mark, Problem, Question, Schema, Status, question_of


def summarise(collection: Collection) -> dict[str, Any]:
    """Counts, provenance and entries of a collection, as JSON types with stable keys."""
    kept_schemas = [each for each in collection.schemas if each.status is not Status.EXCLUDED]
    kept_problems = [each for each in collection.problems if each.status is not Status.EXCLUDED]
    questions = collection.questions
    parts: list[Schema | Problem] = [*collection.schemas, *collection.problems]
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
        "anaphors": _counts(_anaphor(each) for each in questions),
        "domains": _counts(name for each in parts if each.status is not Status.EXCLUDED for name in each.domains),
        "fingerprint": collection.fingerprint,
        "entries": [_entry(entry) for entry in collection.entries],
    }


def _counts(values: Any) -> dict[str, int]:
    return {str(value): count for value, count in Counter(values).most_common()}


def _anaphor(question: Question) -> str:
    if not isinstance(question.anaphor, Mark):
        return question.anaphor.reason
    form = question.anaphor_form
    return "_" if form is None else form.casefold().replace("’", "'")


def _entry(entry: Item | Question) -> dict[str, Any]:
    question = question_of(entry)
    return {
        "id": question.id,
        "text": question.text,
        "marked": marked_text(question),
        "prompt": question.prompt,
        "candidates": [candidate.text for candidate in question.candidates],
        "answer": (entry.answer or "neither") if isinstance(entry, Item) else None,
    }


def marked_text(question: Question) -> str:
    """The text with its anaphor between brackets."""
    marks = (question.anaphor,) if isinstance(question.anaphor, Mark) else ()
    return write_marks(Plain(text=question.text, anaphors=marks, cues=()))
