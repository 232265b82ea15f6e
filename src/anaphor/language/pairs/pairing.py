"""Lemma pairs for the mutual-information test of paper 1 (section 3): which words of an item are confronted.

An item confronts its cue (the special or the alternate word) with each candidate. That needs a schema of a certain
shape: the answers must contain the cue, so the cue must be part of what is asked. `NoPairs` says what is missing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from anaphor.language.pairs.cues import (
    Cue,
    bare,
    cues_of,
    in_clause,
    is_light,
    lemma_at,
    name_of,
    targets,
)
from anaphor.language.protocol import Language, rules_of
from anaphor.schema import Question, Schema, Span, question_of
from anaphor.text import choice


class CueUnit(StrEnum):
    """What a cue is counted as."""

    LEMMA = "lemma"
    FORM = "form"
    """The twins' cues are forms of one lemma (est, était)."""
    NEGATION = "negation"
    """The twins' cues are a word and its negation (avoir, n'avoir pas)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPairs:
    """The words that one item confronts."""

    id: str
    """The item's id."""
    cue: str
    """The lemma (or form) of its special or alternate word."""
    candidates: tuple[str, ...]
    """The lemma of each candidate, in the question's order; names as they are."""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """(candidate, cue), one per candidate."""
        return tuple((candidate, self.cue) for candidate in self.candidates)


@dataclass(frozen=True, slots=True, kw_only=True)
class LemmaPairs:
    """The words that the items of a schema confront."""

    schema: str
    """The schema's id."""
    unit: CueUnit
    """What the cues are counted as."""
    items: tuple[ItemPairs, ...]
    """In the schema's order."""


class NoPairsReason(StrEnum):
    """Why a schema lacks the shape that the test needs."""

    NO_TWIN = "no_twin"
    DIFFERENT_ANSWERS = "different_answers"
    SAME_QUESTION = "same_question"
    CUE_ELSEWHERE = "cue_elsewhere"
    SAME_CUE = "same_cue"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPairs:
    """The schema has no pairs, and why."""

    schema: str
    """The schema's id."""
    reason: NoPairsReason
    """Why, in one word."""

    @property
    def detail(self) -> str:
        """Why, in one sentence for people."""
        return str(choice("language-no-pairs", self.reason))


def lemma_pairs(language: Language, schema: Schema, *, phrases: bool = False) -> LemmaPairs | NoPairs:
    """Which lemmas each item of a schema confronts (of an expression its head, or with `phrases` all), or why not."""
    questions = [question_of(entry) for entry in schema.variants]
    answers = [{_plain(candidate.text) for candidate in question.candidates} for question in questions]
    prompts = [
        tuple(_plain(token.text) for token in language.tokens(question.prompt or "") if token.is_word)
        for question in questions
    ]
    # What keeps the questions from having the needed shape
    reason: NoPairsReason | None = None
    if len(questions) < 2:
        reason = NoPairsReason.NO_TWIN
    elif any(other != answers[0] for other in answers[1:]):
        reason = NoPairsReason.DIFFERENT_ANSWERS
    elif all(prompts):
        reason = NoPairsReason.SAME_QUESTION if len(set(prompts)) < len(prompts) else None
    cues = () if reason else cues_of(language, questions)
    # Where the cue of both twins stands in the anaphor's clause, an answer to the anaphor contains it.
    if cues and not all(prompts) and not all(map(in_clause, (language, language), questions, cues)):
        reason = NoPairsReason.CUE_ELSEWHERE
    elif len({cue.word for cue in cues}) < len(cues):
        reason = NoPairsReason.SAME_CUE
    if reason:
        return NoPairs(schema=schema.id, reason=reason)
    unit, words = _cue_words(language, questions, cues, phrases=phrases)
    items = tuple(
        ItemPairs(id=question.id, cue=word, candidates=candidate_lemmas(language, question, phrases=phrases))
        for question, word in zip(questions, words, strict=True)
    )
    return LemmaPairs(schema=schema.id, unit=unit, items=items)


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().split())


def _cue_words(
    language: Language, questions: Sequence[Question], cues: Sequence[Cue], *, phrases: bool
) -> tuple[CueUnit, list[str]]:
    """The words that the cues are counted as: lemmas, unless the lemmas are the same."""
    lemmas = [lemma_at(language, question.text, cue.head) for question, cue in zip(questions, cues, strict=True)]
    if any(cue.negation for cue in cues):
        return CueUnit.NEGATION, [cue.negated(lemma) for cue, lemma in zip(cues, lemmas, strict=True)]
    if len(set(lemmas)) < len(lemmas):
        forms = [cue.head.of(question.text).casefold() for question, cue in zip(questions, cues, strict=True)]
        return CueUnit.FORM, forms
    if phrases:
        pairs = zip(questions, cues, lemmas, strict=True)
        return CueUnit.LEMMA, [
            _phrase(language, question.text, cue.phrase, cue.head, lemma) for question, cue, lemma in pairs
        ]
    return CueUnit.LEMMA, lemmas


def candidate_lemmas(language: Language, question: Question, *, phrases: bool = False) -> tuple[str, ...]:
    """The lemma of each candidate's head, or of what distinguishes it; names as they are."""
    texts = [candidate.text for candidate in question.candidates]
    lemmas: list[str] = []
    for text, target in zip(texts, targets(language, texts), strict=True):
        start = text.find(target)
        head, whole = Span(start=start, end=start + len(target)), Span(start=start, end=len(text))
        name = name_of(language, text, question.text)
        lemma = name or lemma_at(language, text, head)
        lemmas.append(_phrase(language, text, whole, head, lemma) if phrases and not name else lemma)
    return tuple(lemmas)


def _phrase(language: Language, text: str, whole: Span, head: Span, lemma: str) -> str:
    """The words of an expression as lemmas, from its first to its last content word, without an auxiliary before it."""
    function_words = rules_of(language).word_lists.function_words
    tokens = [token for token in language.tokens(text) if whole.start <= token.start and token.end <= whole.end]
    words = [token for token in tokens if token.is_word]
    heavy = [i for i, token in enumerate(words) if token.start == head.start or bare(token) not in function_words]
    words = words[heavy[0] : heavy[-1] + 1] if heavy else words
    if heavy and len(words) > 1 and words[1].start == head.start and is_light(language, text, words[0]):
        words = words[1:]
    parts: list[str] = []
    for token, following in zip_longest(words, words[1:]):
        form = token.text
        if token.start == head.start:
            form = lemma
        elif form.casefold() not in function_words and not form.endswith(("'", "’")):
            form = lemma_at(language, text, Span(start=token.start, end=token.end))
        parts += [form, text[token.end : following.start] if following else ""]
    return " ".join("".join(parts).split())
