"""Checks of a collection as a whole: copies, balance, and agreement with a reference beside it."""

import math
import re
from collections.abc import Iterator

from anaphor.collection.checks import findings as f
from anaphor.collection.checks.findings import Code, Finding
from anaphor.collection.checks.language_doubt import other_language
from anaphor.collection.checks.similarity import Neighbour, TextIndex, normal_words
from anaphor.language import LANGUAGES, AnaphorKind, Language
from anaphor.schema import Collection, Entry, Item, Mark, Question, Span, question_of

_NEAR = 0.6
_SAME = 0.85
_UNLIKELY = 0.01
_SUBJECT_QUESTION = re.compile(r"(?i)^\s*(qui|qu['’]est-ce qui|qui est-ce qui|lequel|laquelle|lesquels|lesquelles)\b")
_INVERSION = re.compile(r"(?i)-(t-)?(je|tu|il|elle|on|nous|vous|ils|elles)\b")
_OBLIQUE = (AnaphorKind.OBJECT, AnaphorKind.DATIVE, AnaphorKind.DISJUNCTIVE)


def _groups(collection: Collection) -> dict[str, list[str]]:
    """Texts by what they belong to: variants of a schema and problems on one passage belong together."""
    groups: dict[str, list[str]] = {}
    for schema in collection.schemas:
        groups[schema.id] = [question_of(entry).text for entry in schema.variants]
    for problem in collection.problems:
        groups.setdefault(problem.passage or problem.id, []).append(question_of(problem.item).text)
    return groups


def check_copies(collection: Collection, others: tuple[Collection, ...] = ()) -> Iterator[Finding]:
    """Texts that are nearly the same as another's, inside the collection and in other ones."""
    groups = _groups(collection)
    index = TextIndex((name, texts[0]) for name, texts in groups.items())
    beside = TextIndex((f"{each.name}#{name}", texts[0]) for each in others for name, texts in _groups(each).items())
    passages = {problem.passage for problem in collection.problems}
    seen: set[frozenset[str]] = set()
    for name, texts in groups.items():
        if len(texts) > 2 and name in passages:
            yield Finding(code=f.MANY_ON_ONE_TEXT, place=name, details={"count": str(len(texts))})
        inside = index.nearest(texts[0], at_least=_NEAR, skip=frozenset({name}))
        if inside and frozenset({name, inside.name}) not in seen:
            seen.add(frozenset({name, inside.name}))
            yield _copy(f.SAME_TEXT if inside.share == 1 else f.NEAR_DUPLICATE, name, inside)
        across = beside.nearest(texts[0], at_least=_NEAR)
        if across:
            yield _copy(f.KNOWN_TEXT, name, across)


def _copy(code: Code, name: str, near: Neighbour) -> Finding:
    return Finding(code=code, place=name, details={"other": near.name, "share": f"{near.share:.0%}"})


def check_languages(collection: Collection) -> Iterator[Finding]:
    """Languages without rules: nothing found there means that little was looked for."""
    known = LANGUAGES.names()
    for language in dict.fromkeys(each.language for each in collection.questions if each.language not in known):
        details = {"language": language, "known": ", ".join(known)}
        yield Finding(code=f.LANGUAGE_UNKNOWN, place=collection.name, details=details)
    looks = other_language(collection)
    if looks:
        details = {"language": collection.language, "looks": looks}
        yield Finding(code=f.LANGUAGE_DOUBTFUL, place=collection.name, details=details)


def check_keys(collection: Collection) -> Iterator[Finding]:
    """Items without a key, told once for all of them."""
    count, whole = len(collection.entries) - len(collection.items), len(collection.entries)
    if count:
        yield Finding(code=f.KEYS_MISSING, place=collection.name, details={"count": str(count), "all": str(whole)})


def check_balance(collection: Collection, mentions: dict[str, tuple[int, ...]]) -> Iterator[Finding]:
    """Whether the right answer is too often the candidate mentioned first; twins that flip are balanced already."""
    lone = [entry for schema in collection.schemas if len(schema.variants) == 1 for entry in schema.variants]
    lone += [problem.item for problem in collection.problems]
    firsts = [first for first in (_is_first(entry, mentions) for entry in lone) if first is not None]
    if len(firsts) < 10:
        return
    first, chance = sum(firsts), _binomial_tail(sum(firsts), len(firsts))
    if chance < _UNLIKELY:
        details = {"first": str(first), "all": str(len(firsts)), "p": f"{chance:.1g}"}
        yield Finding(code=f.POSITION_UNBALANCED, place=collection.name, details=details)


def _is_first(entry: Entry, mentions: dict[str, tuple[int, ...]]) -> bool | None:
    """Whether the right one of two candidates is mentioned first; None where that cannot be said."""
    if not isinstance(entry, Item) or not isinstance(entry.key, int):
        return None
    places = mentions.get(entry.id, ())
    if len(places) != 2 or places[0] == places[1]:
        return None
    return places[entry.key] == min(places)


def _binomial_tail(hits: int, trials: int) -> float:
    """Two-sided exact probability of a split at least as uneven as this one if both sides were equally likely."""
    extreme = max(hits, trials - hits)
    ways = sum(math.comb(trials, count) for count in range(extreme, trials + 1))
    return min(1.0, ways / (1 << (trials - 1)))


class ReferenceCheck:
    """Compares items with those of another collection that have the same text."""

    def __init__(self, reference: Collection) -> None:
        self._name = reference.name
        self._entries = {question_of(entry).id: entry for entry in reference.entries}
        self._exact = {normal_words(question_of(entry).text): entry for entry in reference.entries}
        self._index = TextIndex((name, question_of(entry).text) for name, entry in self._entries.items())

    def findings(self, entry: Entry, language: Language | None) -> Iterator[Finding]:
        """Where the reference disagrees about the anaphor, the question or the key."""
        question = question_of(entry)
        other = self._same(question)
        if other is None:
            return
        asked = question_of(other)
        place = f"{self._name}#{asked.id}"
        if isinstance(question.anaphor, Mark) and isinstance(asked.anaphor, Mark):
            if _word_number(question) != _word_number(asked):
                details = {"other": place, "theirs": asked.anaphor_form or "_", "form": question.anaphor_form or "_"}
                yield self._finding(f.AGAINST_ANAPHOR, question, details)
                return
        elif language and _asks_for_another(question, asked, language):
            details = {"other": place, "prompt": asked.prompt or "", "form": question.anaphor_form or "_"}
            yield self._finding(f.AGAINST_PROMPT, question, details)
            return
        if isinstance(entry, Item) and isinstance(other, Item) and not _same_answer(entry, other):
            details = {"other": place, "theirs": other.answer or "neither", "answer": entry.answer or "neither"}
            yield self._finding(f.AGAINST_KEY, question, details)

    def _finding(self, code: Code, question: Question, details: dict[str, str]) -> Finding:
        return Finding(code=code, place=question.id, details=details)

    def _same(self, question: Question) -> Entry | None:
        exact = self._exact.get(normal_words(question.text))
        if exact is not None:
            return exact
        near = self._index.nearest(question.text, at_least=_SAME)
        return self._entries[near.name] if near else None


def _word_number(question: Question) -> int:
    """How many words stand before the marked anaphor."""
    mark = question.anaphor
    start = mark.start if isinstance(mark, Mark) else 0
    return len(normal_words(question.text[:start]))


def _asks_for_another(question: Question, reference: Question, language: Language) -> bool:
    """A reference that asks for a subject, while the anaphor that is marked here is none."""
    mark, prompt = question.anaphor, reference.prompt
    if not isinstance(mark, Mark) or mark.blank or prompt is None:
        return False
    asks_subject = _SUBJECT_QUESTION.match(prompt) and not _INVERSION.search(prompt)
    analysis = language.analyse(question.text, Span(start=mark.start, end=mark.end))
    return bool(asks_subject and analysis and analysis.kind in (*_OBLIQUE, AnaphorKind.IMPERSONAL))


def _same_answer(item: Item, other: Item) -> bool:
    """Whether two right answers name the same thing: one's words are among the other's."""
    if item.answer is None or other.answer is None:
        return item.answer == other.answer
    mine, theirs = set(normal_words(item.answer)), set(normal_words(other.answer))
    wrong = [each.text for number, each in enumerate(other.question.candidates) if number != other.key]
    rivals = [len(mine & set(normal_words(text))) for text in wrong]
    return len(mine & theirs) >= max(rivals, default=0)
