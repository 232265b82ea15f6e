"""`check`: everything that is wrong with a collection, before anybody else says so.

Checks of its parts and of the whole: copies, balance, languages, and agreement with a reference beside it.
"""

import math
import re
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from itertools import pairwise

from anaphor.collection.catalogue import domains
from anaphor.collection.checks.findings import Finder, Finding, Severity, TextIndex, normal_words
from anaphor.collection.checks.item import check_item, check_text
from anaphor.collection.checks.item import finding as item_finding
from anaphor.language import LANGUAGES, AnaphorKind, Language
from anaphor.schema import Collection, Entry, Item, Mark, Problem, Question, Schema, Status, question_of
from anaphor.text import choice, message

finding = Finder(
    error="""
        reference-anaphor-differs reference-key-differs reference-question-differs twins-do-not-flip
    """,
    warning="""
        domain-unknown language-unknown near-duplicate position-unbalanced prompt-does-not-follow
        same-text status-without-reason too-long twins-differ-outside-the-marks
    """,
    note="""
        keys-missing known-text language-doubtful many-on-one-text mixed-apostrophes no-twin
        twin-candidates-differ twins-differ-much
    """,
)
"""Makes the findings of this file; every kind of them stands here with how much it matters."""

CODES = item_finding.codes | finding.codes
"""Every kind of finding with how much it matters."""

_MANY_WORDS = 5
"""Marked words above which twins differ in more than a special word or a short expression."""
_MOST_SENTENCES = 3
"""Sentences that people like to read (paper 4)."""
_NEAR = 0.6
"""Share of word pairs from which on two texts are nearly the same."""
_SAME = 0.85
"""Share from which on a reference is taken to have the same text."""
_UNLIKELY = 0.01
_FEWEST = 10
"""Lone items below which their balance says nothing."""
# "Qui a gagné ?" asks for a subject; "Qui a-t-il vu ?" is inverted and asks for an object.
_SUBJECT_QUESTION = re.compile(r"(?i)^\s*(qui|qu['’]est-ce qui|qui est-ce qui|lequel|laquelle|lesquels|lesquelles)\b")
_INVERSION = re.compile(r"(?i)-(t-)?(je|tu|il|elle|on|nous|vous|ils|elles)\b")
_NO_SUBJECT = (AnaphorKind.OBJECT, AnaphorKind.DATIVE, AnaphorKind.DISJUNCTIVE, AnaphorKind.IMPERSONAL)

_WORD = re.compile(r"[^\W\d_]+")
_FREQUENT = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the is was were of and to that because but with had his her for not than from they it",
        "fr": "le la les des une est était dans et du que qui parce mais avec pas il elle au sa",
    }.items()
}
"""Frequent short words that the other language does not have."""
_LEAST = 5
"""Such words that must be there before anything is said."""
_TIMES = 4
"""How many times more of them than of the language's own."""
_LOOKED_AT = 500
"""Questions that are looked at."""


def check(
    collection: Collection,
    *,
    beside: tuple[Collection, ...] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Finding, ...]:
    """All findings, in the order of the file; `beside` are collections to compare texts, anaphors and keys with."""
    findings: list[Finding] = []
    references = [ReferenceCheck(reference) for reference in beside]
    for done, part in enumerate(collection.parts, 1):
        progress(done, len(collection.parts))
        findings += _check_part(part, references)
    findings += _check_copies(collection, beside)
    findings += _check_whole(collection)
    return tuple(findings)


def worst_first(findings: tuple[Finding, ...]) -> list[Finding]:
    """Errors, then warnings, then notes, each in the order of the file."""
    return sorted(findings, key=lambda each: list(Severity).index(each.severity))


def _check_part(part: Schema | Problem, references: list["ReferenceCheck"]) -> Iterator[Finding]:
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
            yield from check_item(question, language)
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


def _check_twins(place: str, *twins: Question) -> Iterator[Finding]:
    outside, held, words = [], [], 0
    for each in twins:
        text, cues = each.text, [normal_words(cue.of(each.text)) for cue in each.cues]
        for cue in reversed(each.cues):
            text = text[: cue.start] + " " + text[cue.end :]
        outside.append(list(normal_words(text)))
        held.append({word for cue in cues for word in cue if len(word) > 3})
        words = max(words, sum(map(len, cues)))
    first, second = outside
    if first != second and all(each.cues for each in twins):
        codes = SequenceMatcher(a=first, b=second, autojunk=False).get_opcodes()
        _, a, b, c, d = next(code for code in codes if code[0] != "equal")
        mine, theirs = " ".join(first[a:b]), " ".join(second[c:d])
        yield finding("twins-differ-outside-the-marks", place, one=mine, other=theirs)
    if words > _MANY_WORDS:
        yield finding("twins-differ-much", place, words=words)
    prompts = {each.prompt for each in twins}
    if len(prompts) == 1 and (prompt := prompts.pop()) is not None:
        # The same prompt for both twins must not hold the marked words of only one of them.
        asked = set(normal_words(prompt))
        if all(held) and (held[0] <= asked) != (held[1] <= asked) and not held[0] & held[1]:
            yield finding("prompt-does-not-follow", place)


def _language(question: Question) -> Language | None:
    """The rules of a question's language, None when none are installed."""
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None


def _check_copies(collection: Collection, others: tuple[Collection, ...]) -> Iterator[Finding]:
    """Texts that are nearly the same as another's, inside the collection and in other ones."""
    groups = _texts(collection)
    index = TextIndex((name, texts[0]) for name, texts in groups.items())
    beside = TextIndex((f"{each.name}#{name}", texts[0]) for each in others for name, texts in _texts(each).items())
    passages = {problem.passage for problem in collection.problems}
    seen: set[frozenset[str]] = set()
    for name, texts in groups.items():
        if len(texts) > 2 and name in passages:
            yield finding("many-on-one-text", name, count=len(texts))
        inside = index.nearest(texts[0], at_least=_NEAR, skip=frozenset({name}))
        if inside and frozenset({name, inside.name}) not in seen:
            seen.add(frozenset({name, inside.name}))
            code = "same-text" if inside.share == 1 else "near-duplicate"
            yield finding(code, name, other=inside.name, share=f"{inside.share:.0%}")
        across = beside.nearest(texts[0], at_least=_NEAR)
        if across:
            yield finding("known-text", name, other=across.name, share=f"{across.share:.0%}")


def _texts(collection: Collection) -> dict[str, list[str]]:
    """Texts by what they belong to: variants of a schema and problems on one passage belong together."""
    groups = {schema.id: [question_of(entry).text for entry in schema.variants] for schema in collection.schemas}
    for problem in collection.problems:
        groups.setdefault(problem.passage or problem.id, []).append(question_of(problem.item).text)
    return groups


def _check_whole(collection: Collection) -> Iterator[Finding]:
    """Languages, keys, balance and apostrophes of a collection, each told once."""
    known, name = LANGUAGES.names(), collection.name
    # Of a language without rules nothing is found, since little was looked for.
    for language in dict.fromkeys(each.language for each in collection.questions if each.language not in known):
        yield finding("language-unknown", name, language=language, known=", ".join(known))
    looks = other_language(collection)
    if looks:
        yield finding("language-doubtful", name, language=collection.language, looks=looks)
    whole = len(collection.entries)
    if count := whole - len(collection.items):
        yield finding("keys-missing", name, count=count, all=whole)
    firsts = _first_mentioned(collection)
    # Two-sided exact probability of a split at least as uneven as this one if both sides were equally likely.
    extreme = max(sum(firsts), len(firsts) - sum(firsts))
    ways = sum(math.comb(len(firsts), count) for count in range(extreme, len(firsts) + 1))
    if len(firsts) >= _FEWEST and (chance := min(1.0, ways / (1 << (len(firsts) - 1)))) < _UNLIKELY:
        yield finding("position-unbalanced", name, first=sum(firsts), all=len(firsts), p=f"{chance:.1g}")
    straight, curly = (sum(question.text.count(sign) for question in collection.questions) for sign in "'’")
    if straight and curly:
        yield finding("mixed-apostrophes", name, straight=straight, curly=curly)


def _first_mentioned(collection: Collection) -> list[bool]:
    """For each lone item of two candidates, whether the right one is mentioned first; twins that flip are balanced."""
    lone = [entry for schema in collection.schemas if len(schema.variants) == 1 for entry in schema.variants]
    firsts: list[bool] = []
    for entry in [*lone, *(problem.item for problem in collection.problems)]:
        if not isinstance(entry, Item) or not isinstance(entry.key, int) or len(entry.question.candidates) != 2:
            continue
        language, places = _language(entry.question), []
        for candidate in entry.question.candidates:
            found = language.find(candidate.text, entry.question.text) if language else ()
            starts = [candidate.span.start] if candidate.span else [each.span.start for each in found]
            places += [min(starts)] if starts else []
        if len(places) == 2 and places[0] != places[1]:
            firsts.append(places[entry.key] == min(places))
    return firsts


def other_language(collection: Collection) -> str | None:
    """The language that the words look like, where it is not the collection's; None where there is no doubt.

    Only a collection in one of the languages whose frequent words are listed is doubted.
    """
    own = collection.language
    if own not in _FREQUENT:
        return None
    texts = (each.text for each in collection.questions[:_LOOKED_AT])
    words = [word.casefold() for text in texts for word in _WORD.findall(text)]
    met = {language: sum(word in frequent for word in words) for language, frequent in _FREQUENT.items()}
    best = max(met, key=lambda language: met[language])
    return best if best != own and met[best] >= max(_LEAST, _TIMES * met[own]) else None


class ReferenceCheck:
    """Compares items with those of another collection that have the same text."""

    def __init__(self, reference: Collection) -> None:
        self._name = reference.name
        self._entries = {entry.id: entry for entry in reference.entries}
        self._exact = {normal_words(question_of(entry).text): entry for entry in reference.entries}
        self._index = TextIndex((name, question_of(entry).text) for name, entry in self._entries.items())

    def findings(self, entry: Entry, language: Language | None) -> Iterator[Finding]:
        """Where the reference disagrees about the anaphor, the question or the key."""
        question = question_of(entry)
        other = self._exact.get(normal_words(question.text))
        if other is None:
            near = self._index.nearest(question.text, at_least=_SAME)
            if near is None:
                return
            other = self._entries[near.name]
        asked = question_of(other)
        place = f"{self._name}#{asked.id}"
        form = question.anaphor_form or "_"
        if isinstance(question.anaphor, Mark) and isinstance(asked.anaphor, Mark):
            marks = ((question.text, question.anaphor), (asked.text, asked.anaphor))
            mine, theirs = (len(normal_words(text[: mark.start])) for text, mark in marks)
            if mine != theirs:
                yield finding(
                    "reference-anaphor-differs", question.id, other=place, theirs=asked.anaphor_form or "_", form=form
                )
                return
        elif language and _asks_for_another(question, asked, language):
            prompt = asked.prompt or ""
            yield finding("reference-question-differs", question.id, other=place, prompt=prompt, form=form)
            return
        if isinstance(entry, Item) and isinstance(other, Item) and not _same_answer(entry, other):
            right, own = (each.answer or message("collection-word-neither") for each in (other, entry))
            yield finding("reference-key-differs", question.id, other=place, theirs=right, answer=own)


def _asks_for_another(question: Question, reference: Question, language: Language) -> bool:
    """A reference that asks for a subject, while the anaphor that is marked here is none."""
    mark, prompt = question.anaphor, reference.prompt
    if not isinstance(mark, Mark) or mark.blank or prompt is None:
        return False
    asks_subject = _SUBJECT_QUESTION.match(prompt) and not _INVERSION.search(prompt)
    analysis = language.analyse(question.text, mark.span)
    return bool(asks_subject and analysis and analysis.kind in _NO_SUBJECT)


def _same_answer(item: Item, other: Item) -> bool:
    """Whether two right answers name the same thing: one's words are among the other's."""
    if item.answer is None or other.answer is None:
        return item.answer == other.answer
    mine = set(normal_words(item.answer))
    wrong = [each.text for number, each in enumerate(other.question.candidates) if number != other.key]
    rivals = [len(mine & set(normal_words(text))) for text in wrong]
    return len(mine & set(normal_words(other.answer))) >= max(rivals, default=0)
