"""Checks of a collection as a whole: copies, balance, languages, and agreement with a reference beside it."""

import math
import re
from collections.abc import Iterator, Mapping

from anaphor.collection.checks.findings import Finding, finding
from anaphor.collection.checks.similarity import TextIndex, normal_words
from anaphor.language import LANGUAGES, AnaphorKind, Language
from anaphor.schema import Collection, Entry, Item, Mark, Question, question_of
from anaphor.text import message

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


def check_copies(collection: Collection, others: tuple[Collection, ...] = ()) -> Iterator[Finding]:
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


def check_languages(collection: Collection) -> Iterator[Finding]:
    """Languages without rules: nothing found there means that little was looked for. Then doubts about the language."""
    known = LANGUAGES.names()
    for language in dict.fromkeys(each.language for each in collection.questions if each.language not in known):
        yield finding("language-unknown", collection.name, language=language, known=", ".join(known))
    looks = other_language(collection)
    if looks:
        yield finding("language-doubtful", collection.name, language=collection.language, looks=looks)


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


def check_keys(collection: Collection) -> Iterator[Finding]:
    """Items without a key, told once for all of them."""
    count, whole = len(collection.entries) - len(collection.items), len(collection.entries)
    if count:
        yield finding("keys-missing", collection.name, count=count, all=whole)


def check_balance(collection: Collection, mentions: Mapping[str, tuple[int, ...]]) -> Iterator[Finding]:
    """Whether the right answer is too often the candidate mentioned first; twins that flip are balanced already."""
    lone = [entry for schema in collection.schemas if len(schema.variants) == 1 for entry in schema.variants]
    lone += [problem.item for problem in collection.problems]
    firsts: list[bool] = []
    for entry in lone:
        places = mentions.get(question_of(entry).id, ())
        if isinstance(entry, Item) and isinstance(entry.key, int) and len(places) == 2 and places[0] != places[1]:
            firsts.append(places[entry.key] == min(places))
    if len(firsts) < _FEWEST:
        return
    chance = _binomial_tail(sum(firsts), len(firsts))
    if chance < _UNLIKELY:
        yield finding("position-unbalanced", collection.name, first=sum(firsts), all=len(firsts), p=f"{chance:.1g}")


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
        form = question.anaphor_form or "_"
        if isinstance(question.anaphor, Mark) and isinstance(asked.anaphor, Mark):
            if _words_before(question, question.anaphor) != _words_before(asked, asked.anaphor):
                theirs = asked.anaphor_form or "_"
                yield finding("reference-anaphor-differs", question.id, other=place, theirs=theirs, form=form)
                return
        elif language and _asks_for_another(question, asked, language):
            prompt = asked.prompt or ""
            yield finding("reference-question-differs", question.id, other=place, prompt=prompt, form=form)
            return
        if isinstance(entry, Item) and isinstance(other, Item) and not _same_answer(entry, other):
            neither = message("collection-word-neither")
            right, mine = other.answer or neither, entry.answer or neither
            yield finding("reference-key-differs", question.id, other=place, theirs=right, answer=mine)

    def _same(self, question: Question) -> Entry | None:
        exact = self._exact.get(normal_words(question.text))
        if exact is not None:
            return exact
        near = self._index.nearest(question.text, at_least=_SAME)
        return self._entries[near.name] if near else None


def _words_before(question: Question, mark: Mark) -> int:
    return len(normal_words(question.text[: mark.start]))


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
