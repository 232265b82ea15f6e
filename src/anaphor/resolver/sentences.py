"""From a question to the sentences that a language model compares: one per candidate, and which part is scored.

Each sentence is a reading: the text with a candidate in the anaphor's place, hand-made where the collection has one.
For Trinh & Le's *partial* score the sentences must end alike, so what is scored is their common right part, aligned
word by word from the right. Nothing but the question itself is used, never its twin.
"""

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.language import BY_HAND, LANGUAGES, Language, NoReading, NoReadingReason, Reading, Sureness, read_all
from anaphor.resolver.protocol import TIE, Spec, abstain, answer_from_scores
from anaphor.schema import Question, Span

_WORD = re.compile(r"\w+|[^\w\s]")
_NO_PLACE = frozenset({NoReadingReason.NO_ANAPHOR, NoReadingReason.IMPERSONAL})


class SentencePolicy(StrEnum):
    """What is done with a question of several sentences; paper 2 abstains."""

    ABSTAIN = "abstain"
    LAST = "last"
    """The last sentence alone; from the candidate's sentence on where the candidate stands earlier."""
    WHOLE = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateSentence:
    """The sentence with one candidate in the anaphor's place."""

    text: str
    slot: Span
    words: tuple[Span, ...]
    """Its words and punctuation marks, in order, cut as its language does."""
    rules: tuple[str, ...]
    """Names of the rules that made the reading; `by_hand` where an author wrote it."""
    sureness: Sureness

    def trace(self, **own: object) -> dict[str, object]:
        """What a run keeps of it, with what the model adds."""
        return {"reading": self.text, **own, "rules": list(self.rules), "sureness": self.sureness.value}


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateSentences:
    """The sentences of one question, in the order of its candidates, and their common edges."""

    question: str
    several: bool
    sentences: tuple[CandidateSentence, ...]
    suffix_words: int
    """How many words at the right are the same in all sentences, none of them in a slot: what *partial* scores."""

    @property
    def has_suffix(self) -> bool:
        """True where a word is in the common right part: a full stop alone decides nothing."""
        first = self.sentences[0].words
        return any(is_word(word.of(self.sentences[0].text)) for word in first[len(first) - self.suffix_words :])

    @property
    def aligned(self) -> bool:
        """True where everything after the slot is the same in all sentences, so that nothing had to be left out."""
        return all(_words_after(sentence) == self.suffix_words for sentence in self.sentences)

    def suffix(self, candidate: int) -> Span:
        """The common right part in the sentence of a candidate: from its first word to the end of the text."""
        sentence = self.sentences[candidate]
        end = len(sentence.text)
        return Span(start=sentence.words[-self.suffix_words].start if self.suffix_words else end, end=end)


NOTHING_FOLLOWS = Abstention(
    reason=AbstentionReason.ATYPICAL, detail="No word follows that is the same for all candidates."
)
"""Why a *partial* score has nothing to say."""


def is_word(token: str) -> bool:
    """Whether a token is more than punctuation.

    >>> is_word("l'"), is_word("»."), is_word("大")
    (True, False, True)
    """
    return any(letter.isalnum() for letter in token)


class SentenceResolver:
    """A resolver that compares the sentences of the candidates; how they are scored is its own."""

    tie = TIE
    at_once = 1
    """Questions whose sentences are scored together."""
    several = SentencePolicy.ABSTAIN
    """What is done with several sentences, unless the spec says it."""

    def __init__(self, spec: Spec) -> None:
        self.policy = policy_of(spec, self.several)
        self.margin = spec.number("margin", 0.0, at_least=0.0)

    @property
    def name(self) -> str:
        raise NotImplementedError

    def scored(self, question: Question, sentences: CandidateSentences) -> "Scored | Abstention":
        raise NotImplementedError

    def scored_together(self, asked: "Sequence[Asked]") -> "Iterable[Scored | Abstention]":
        return (self.scored(*each) for each in asked)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for first in range(0, len(questions), self.at_once):
            block, began = questions[first : first + self.at_once], time.perf_counter()
            sentences = [candidate_sentences(question, self.policy) for question in block]
            asked = [
                (one, each) for one, each in zip(block, sentences, strict=True) if not isinstance(each, Abstention)
            ]
            scored = iter(list(self.scored_together(asked)))
            seconds = round((time.perf_counter() - began) / len(block), 6)
            for question, given in zip(block, sentences, strict=True):
                found = given if isinstance(given, Abstention) else next(scored)
                if isinstance(found, Abstention):
                    yield abstain(self.name, question, found)
                    continue
                scores, trace, traces = found
                more = {"seconds": seconds, "trace": trace, "candidate_traces": tuple(traces)}
                yield answer_from_scores(self.name, question, scores, margin=self.margin, tie=self.tie, **more)


Asked = tuple[Question, CandidateSentences]
Scored = tuple[Sequence[float], Mapping[str, object], Sequence[Mapping[str, object]]]
"""Scores, what holds for the whole question, and what holds for each candidate."""


def policy_of(spec: Spec, default: SentencePolicy = SentencePolicy.ABSTAIN) -> SentencePolicy:
    """The policy for several sentences that a spec asks for with `sentences=abstain|last|whole`."""
    return SentencePolicy(spec.setting("sentences", default, tuple(SentencePolicy)))


def candidate_sentences(
    question: Question, policy: SentencePolicy = SentencePolicy.ABSTAIN, language: Language | None = None
) -> CandidateSentences | Abstention:
    """The sentences that a question asks a model to compare, or why there are none.

    Three reasons are kept apart, as in paper 2: `atypical` (no anaphor that could be replaced), `several_sentences`
    (under the policy `abstain`) and `no_reading` (a candidate cannot be put in the anaphor's place).

    >>> from anaphor.schema import Candidate, Mark
    >>> boxes = (Candidate(text="the box"), Candidate(text="the bag"))
    >>> asked = Question(id="1", language="en", text="It is full.", anaphor=Mark(start=0, end=2), candidates=boxes)
    >>> found = candidate_sentences(asked)
    >>> [sentence.text for sentence in found.sentences], found.suffix(0).of("The box is full.")
    (['The box is full.', 'The bag is full.'], 'is full.')
    """
    rules = language or language_of(question)
    several = len(_sentences(rules, question.text)) > 1
    abstains = several and policy is SentencePolicy.ABSTAIN
    if abstains and not question.readings:  # one candidate shows whether there is a place for it
        question = replace(question, candidates=question.candidates[:1])
    readings = read_all(question, rules)
    failed = next((each for each in readings if isinstance(each, NoReading)), None)
    if failed and failed.reason in _NO_PLACE:
        return Abstention(reason=AbstentionReason.ATYPICAL, detail=str(failed.detail))
    if abstains:
        return Abstention(reason=AbstentionReason.SEVERAL_SENTENCES)
    if failed:
        return Abstention(reason=AbstentionReason.NO_READING, detail=str(failed.detail))
    sentences: list[CandidateSentence] = []
    for reading in (each for each in readings if isinstance(each, Reading)):
        starts = [span.start for span in _sentences(rules, reading.text) if span.start <= reading.slot.start]
        begin = starts[-1] if several and policy is SentencePolicy.LAST and starts else 0
        text = reading.text[begin:]
        slot = Span(start=reading.slot.start - begin, end=reading.slot.end - begin)
        if rules is None:
            words = tuple(Span(start=match.start(), end=match.end()) for match in _WORD.finditer(text))
        else:
            words = tuple(Span(start=token.start, end=token.end) for token in rules.tokens(text))
        sentences.append(
            CandidateSentence(text=text, slot=slot, words=words, rules=reading.rules, sureness=reading.sureness)
        )
    return _aligned(question, several, sentences)


def language_of(question: Question) -> Language | None:
    """The rules of the question's language; None where none are installed."""
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None


def _sentences(language: Language | None, text: str) -> tuple[Span, ...]:
    return language.sentences(text) if language else (Span(start=0, end=len(text)),)


def _aligned(question: Question, several: bool, sentences: Sequence[CandidateSentence]) -> CandidateSentences:
    """The sentences with their common edges; a slot that an author's reading hides is what lies between them."""
    texts = [[word.of(each.text) for word in each.words] for each in sentences]
    before = [
        words if _is_hidden(each) else words[: sum(word.end <= each.slot.start for word in each.words)]
        for words, each in zip(texts, sentences, strict=True)
    ]
    left = common(before)
    right = common([words[::-1][: _words_after(each, left)] for words, each in zip(texts, sentences, strict=True)])
    placed = list(sentences)
    for number, each in enumerate(sentences):
        inside = each.words[left : len(each.words) - right]
        if _is_hidden(each) and inside:
            placed[number] = replace(each, slot=Span(start=inside[0].start, end=inside[-1].end))
    return CandidateSentences(question=question.id, several=several, sentences=tuple(placed), suffix_words=right)


def common(lists: Sequence[Sequence[str]]) -> int:
    """With how many words all lists begin alike."""
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*lists, strict=False)))


def _is_hidden(sentence: CandidateSentence) -> bool:
    """True for a reading by hand that does not hold its candidate's words: its slot is given as all of it."""
    return sentence.rules == (BY_HAND,) and sentence.slot == Span(start=0, end=len(sentence.text))


def _words_after(sentence: CandidateSentence, left: int = 0) -> int:
    if _is_hidden(sentence):
        return max(len(sentence.words) - left - 1, 0)
    return sum(word.start >= sentence.slot.end for word in sentence.words)
