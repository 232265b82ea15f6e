"""`check`: everything that is wrong with a collection, before anybody else says so."""

from collections.abc import Callable, Iterator

from anaphor.collection.checks.findings import Finding, Severity
from anaphor.collection.checks.item import ItemCheck
from anaphor.collection.checks.schema import check_schema, check_standing
from anaphor.collection.checks.text import check_apostrophes, check_length, check_text
from anaphor.collection.checks.whole import ReferenceCheck, check_balance, check_copies, check_keys, check_languages
from anaphor.language import LANGUAGES, Language
from anaphor.schema import Collection, Entry, Problem, Question, Schema, Status, question_of

_ORDER = {severity: number for number, severity in enumerate(Severity)}


def check(
    collection: Collection,
    *,
    beside: tuple[Collection, ...] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Finding, ...]:
    """All findings, in the order of the file; `beside` are collections to compare texts, anaphors and keys with."""
    findings: list[Finding] = []
    references = [ReferenceCheck(reference) for reference in beside]
    mentions: dict[str, tuple[int, ...]] = {}
    parts: list[Schema | Problem] = [*collection.schemas, *collection.problems]
    for done, part in enumerate(parts, 1):
        progress(done, len(parts))
        findings += _check_part(part, references)
        mentions |= {question_of(entry).id: _mentions(question_of(entry)) for entry in _entries(part)}
    findings += check_copies(collection, beside)
    findings += check_languages(collection)
    findings += check_keys(collection)
    findings += check_balance(collection, mentions)
    findings += check_apostrophes(collection)
    return tuple(findings)


def _entries(part: Schema | Problem) -> tuple[Entry, ...]:
    return part.variants if isinstance(part, Schema) else (part.item,)


def _check_part(part: Schema | Problem, references: list[ReferenceCheck]) -> Iterator[Finding]:
    if part.status is Status.EXCLUDED:
        yield from check_standing(part)
        return
    yield from check_schema(part) if isinstance(part, Schema) else check_standing(part)
    for entry in _entries(part):
        yield from _check_entry(entry, references)
    if isinstance(part, Problem):
        question = question_of(part.item)
        yield from check_length(part, question, _language(question))


def worst_first(findings: tuple[Finding, ...]) -> list[Finding]:
    """Errors, then warnings, then notes, each in the order of the file."""
    return sorted(findings, key=lambda finding: _ORDER[finding.severity])


def _check_entry(entry: Entry, references: list[ReferenceCheck]) -> Iterator[Finding]:
    question = question_of(entry)
    language = _language(question)
    if language:
        yield from ItemCheck.of(question, language).findings()
    yield from check_text(question, language)
    for reference in references:
        yield from reference.findings(entry, language)


def _mentions(question: Question) -> tuple[int, ...]:
    """Where each candidate is first mentioned; empty when one of them is not found."""
    language = _language(question)
    places = []
    for candidate in question.candidates:
        found = language.find(candidate.text, question.text) if language else ()
        if candidate.span is None and not found:
            return ()
        places.append(candidate.span.start if candidate.span else min(each.span.start for each in found))
    return tuple(places)


def _language(question: Question) -> Language | None:
    """The language of a question, None when the house does not know it."""
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None
