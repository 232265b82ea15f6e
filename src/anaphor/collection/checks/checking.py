"""`check`: everything that is wrong with a collection, before anybody else says so."""

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from itertools import pairwise

from anaphor.collection.catalogue import domains
from anaphor.collection.checks.findings import Finding, Severity, finding
from anaphor.collection.checks.item import ItemCheck
from anaphor.collection.checks.similarity import normal_words
from anaphor.collection.checks.text import check_apostrophes, check_text
from anaphor.collection.checks.whole import ReferenceCheck, check_balance, check_copies, check_keys, check_languages
from anaphor.language import LANGUAGES, Language
from anaphor.schema import Collection, Item, Problem, Question, Schema, Status, question_of
from anaphor.text import choice

_MANY_WORDS = 5
"""Marked words above which twins differ in more than a special word or a short expression."""
_MOST_SENTENCES = 3
"""Sentences that people like to read (paper 4)."""


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
    for done, part in enumerate(collection.parts, 1):
        progress(done, len(collection.parts))
        findings += _check_part(part, references)
        for entry in part.entries:
            mentions[question_of(entry).id] = _mentions(question_of(entry))
    findings += check_copies(collection, beside)
    findings += check_languages(collection)
    findings += check_keys(collection)
    findings += check_balance(collection, mentions)
    findings += check_apostrophes(collection)
    return tuple(findings)


def worst_first(findings: tuple[Finding, ...]) -> list[Finding]:
    """Errors, then warnings, then notes, each in the order of the file."""
    return sorted(findings, key=lambda each: list(Severity).index(each.severity))


def _check_part(part: Schema | Problem, references: list[ReferenceCheck]) -> Iterator[Finding]:
    """What is wrong with a schema or problem; of one that is excluded, only its standing is looked at."""
    for domain in part.domains:
        if domain not in domains():
            yield finding("domain-unknown", part.id, domain=domain, known=", ".join(domains()))
    if part.status is not Status.AGREED and not part.reason:
        yield finding("status-without-reason", part.id, status=choice("collection-word", part.status))
    if part.status is Status.EXCLUDED:
        return
    if isinstance(part, Schema):
        yield from _check_schema(part)
    for entry in part.entries:
        question = question_of(entry)
        language = _language(question)
        if language:
            yield from ItemCheck.of(question, language).findings()
        yield from check_text(question, language)
        for reference in references:
            yield from reference.findings(entry, language)
        if isinstance(part, Problem) and language:
            sentences = len(language.sentences(question.text))
            if sentences > _MOST_SENTENCES:
                yield finding("too-long", part.id, sentences=sentences)


def _check_schema(schema: Schema) -> Iterator[Finding]:
    """What is wrong with the way the variants hang together: do they flip, and differ only where they should?"""
    if len(schema.variants) == 1:
        yield finding("no-twin", schema.id)
    items = [entry for entry in schema.variants if isinstance(entry, Item)]
    sets = [tuple(candidate.text for candidate in item.question.candidates) for item in items]
    if len({frozenset(text.casefold() for text in each) for each in sets}) > 1:
        yield finding("twin-candidates-differ", schema.id, one=", ".join(sets[0]), other=", ".join(sets[1]))
    elif len(items) > 1 and len(items) == len(schema.variants):
        answers = {item.answer for item in items}
        if len(answers) == 1:
            yield finding("twins-do-not-flip", schema.id, answer=str(answers.pop()))
    for one, other in pairwise([question_of(entry) for entry in schema.variants]):
        yield from _check_twins(schema.id, one, other)


def _check_twins(place: str, one: Question, other: Question) -> Iterator[Finding]:
    first, second = _words_outside_cues(one), _words_outside_cues(other)
    if first != second and one.cues and other.cues:
        codes = SequenceMatcher(a=first, b=second, autojunk=False).get_opcodes()
        _, a, b, c, d = next(code for code in codes if code[0] != "equal")
        mine, theirs = " ".join(first[a:b]), " ".join(second[c:d])
        yield finding("twins-differ-outside-the-marks", place, one=mine, other=theirs)
    words = max(sum(len(normal_words(cue.of(each.text))) for cue in each.cues) for each in (one, other))
    if words > _MANY_WORDS:
        yield finding("twins-differ-much", place, words=words)
    if one.prompt is not None and one.prompt == other.prompt:
        # The same prompt for both twins must not hold the marked words of only one of them.
        asked = set(normal_words(one.prompt))
        held = [
            {word for cue in each.cues for word in normal_words(cue.of(each.text)) if len(word) > 3}
            for each in (one, other)
        ]
        if all(held) and (held[0] <= asked) != (held[1] <= asked) and not held[0] & held[1]:
            yield finding("prompt-does-not-follow", place)


def _words_outside_cues(question: Question) -> list[str]:
    text = question.text
    for cue in reversed(question.cues):
        text = text[: cue.start] + " " + text[cue.end :]
    return list(normal_words(text))


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
    """The rules of a question's language, None when none are installed."""
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None
