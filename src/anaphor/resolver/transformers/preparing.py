"""From questions to the tokens of their sentences: what a model is asked, and which tokens of it count.

*full* scores the whole sentence, *partial* what follows the candidate (Trinh & Le), *candidate* the candidate itself,
*candidate_suffix* the candidate and what follows. *auto* is partial where a word follows the candidates alike, else
full: a full stop alone decides nothing. Sums favour short candidates; the norms say against what.

A device answers faster than one processor finds readings, so for a device several processes prepare what comes next.
"""

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from anaphor.answer import Abstention, AbstentionReason
from anaphor.processes import WorkerPool, process_context
from anaphor.resolver.protocol import TRACED_TOKENS
from anaphor.resolver.sentences import NOTHING_FOLLOWS, CandidateSentences, SentencePolicy, candidate_sentences
from anaphor.schema import Question, Span

_PART = 32
"""Questions that a process prepares at once."""
_MOST_PROCESSES = 8


class Score(StrEnum):
    """Which part of a sentence is scored."""

    AUTO = "auto"
    FULL = "full"
    PARTIAL = "partial"
    CANDIDATE = "candidate"
    CANDIDATE_SUFFIX = "candidate_suffix"


class Norm(StrEnum):
    """What the sum of log-probabilities is divided by, or compared with."""

    NONE = "none"
    TOKEN = "token"
    WORD = "word"
    CHAR = "char"
    BYTE = "byte"
    PMI = "pmi"
    """The same tokens without what stands before them are subtracted (domain-conditional mutual information)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens of a sentence, where they stand, and which of them count."""

    ids: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]
    words: tuple[int | None, ...]
    """Number of the word that each token belongs to, as the tokenizer cuts words; None for marks at the edges."""
    first: int
    end: int
    """Token after the last that counts; both stand past the end where none counts."""
    part: str

    def normalised(self, total: float, norm: Norm) -> float:
        """The sum of log-probabilities in the norm's measure; nothing is divided by zero."""
        by = {
            Norm.TOKEN: self.end - self.first,
            Norm.WORD: len(self.part.split()),
            Norm.CHAR: len(self.part),
            Norm.BYTE: len(self.part.encode()),
        }
        return total / max(1, by.get(norm, 1))


def scored_span(found: CandidateSentences, number: int, score: Score) -> Span:
    """The stretch of a candidate's sentence that is scored."""
    sentence, suffix = found.sentences[number], found.suffix(number)
    return {
        Score.FULL: Span(start=0, end=len(sentence.text)),
        Score.PARTIAL: suffix,
        Score.CANDIDATE: sentence.slot,
        Score.CANDIDATE_SUFFIX: Span(start=sentence.slot.start, end=suffix.end),
    }[score]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedItem:
    """What a model is asked about a question, and no more than that: it comes from another process."""

    tokens: tuple[Tokens, ...]
    traces: tuple[dict[str, object], ...]
    """What a run keeps of each sentence."""
    aligned: bool
    several: bool


Asked = AskedItem | Abstention
"""What a model is asked about a question, or why it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparer:
    """How a model wants its sentences."""

    tokenizer: Any
    policy: SentencePolicy
    before: tuple[int, ...] = ()
    """Tokens put before each sentence, such as a start mark."""
    after: tuple[int, ...] = ()
    longest: int | None = None
    """Most tokens that the model reads; None where it does not say."""
    subtracts: bool = False
    """Whether the same tokens without what stands before them are subtracted."""
    hides: bool = False
    """Whether words are hidden, so that the tokens of a word must be known."""

    def prepared(self, question: Question, score: Score) -> tuple[CandidateSentences, list[Tokens]] | Abstention:
        """The sentences of a question with their tokens, or why there are none."""
        found = candidate_sentences(question, self.policy)
        if isinstance(found, Abstention):
            return found
        if score is Score.AUTO:  # nothing stands before a whole sentence that could be subtracted
            score = Score.PARTIAL if found.has_suffix or self.subtracts else Score.FULL
        if score is Score.PARTIAL and not found.has_suffix:
            return NOTHING_FOLLOWS
        texts = [sentence.text for sentence in found.sentences]
        encoded = self.tokenizer(texts, add_special_tokens=False, return_offsets_mapping=True)
        opening, closing = len(self.before), len(self.after)
        tokens: list[Tokens] = []
        for number, sentence in enumerate(found.sentences):
            span = scored_span(found, number, score)
            places = encoded["offset_mapping"][number]
            offsets = (*[(0, 0)] * opening, *map(tuple, places), *[(0, 0)] * closing)
            inside = [n for n, (start, end) in enumerate(offsets) if max(start, span.start) < min(end, span.end)]
            tokens.append(
                Tokens(
                    ids=(*self.before, *encoded["input_ids"][number], *self.after),
                    offsets=offsets,
                    words=(*[None] * opening, *encoded.word_ids(number), *[None] * closing),
                    first=inside[0] if inside else len(offsets),
                    end=inside[-1] + 1 if inside else len(offsets),
                    part=span.of(sentence.text),
                )
            )
        longest, most = max(len(each.ids) for each in tokens), self.longest
        if most is not None and longest > most:
            detail = f"A reading has {longest:,} tokens; the model reads {most:,}."
            return Abstention(reason=AbstentionReason.ATYPICAL, detail=detail)
        return found, tokens

    def some(self, questions: Sequence[Question], score: Score) -> list[Asked]:
        """What is asked about some questions."""
        return [self._asked(self.prepared(question, score)) for question in questions]

    def _asked(self, found: tuple[CandidateSentences, list[Tokens]] | Abstention) -> Asked:
        if isinstance(found, Abstention):
            return found
        sentences, tokens = found
        return AskedItem(
            tokens=tuple(replace(each, offsets=(), words=each.words if self.hides else ()) for each in tokens),
            traces=tuple(
                sentence.trace(scored=each.part, **{TRACED_TOKENS: each.end - each.first})
                for sentence, each in zip(sentences.sentences, tokens, strict=True)
            ),
            aligned=sentences.aligned,
            several=sentences.several,
        )


_mine: Preparer | None = None
"""What a process of the pool prepares with."""


def _begin(preparer: Preparer) -> None:
    global _mine  # noqa: PLW0603  # a process of the pool has one job
    _mine = preparer


def _work(questions: Sequence[Question], score: Score) -> list[Asked]:
    assert _mine is not None
    return _mine.some(questions, score)


class PreparingPool:
    """Processes that prepare questions while a device works; they are started before they are needed."""

    def __init__(self, preparer: Preparer) -> None:
        self.preparer = preparer
        self.size = min(_MOST_PROCESSES, max(1, (os.cpu_count() or 2) - 2))
        context = process_context(__name__)
        self._pool = WorkerPool(self.size, mp_context=context, initializer=_begin, initargs=(preparer,))
        self._ready = [self._pool.submit(_work, (), Score.FULL) for _ in range(self.size)]

    def prepared(self, questions: Sequence[Question], score: Score) -> Iterator[list[Asked]]:
        """What a model is asked, some questions at a time in their order; while none is ready it is done here."""
        parts = deque(questions[start : start + _PART] for start in range(0, len(questions), _PART))
        coming: deque[tuple[Sequence[Question], Future[list[Asked]]]] = deque()
        try:
            while parts or coming:
                while parts and len(coming) < 4 * self.size and any(each.done() for each in self._ready):
                    part = parts.popleft()
                    coming.append((part, self._pool.submit(_work, part, score)))
                if not coming:
                    yield self.preparer.some(parts.popleft(), score)
                    continue
                part, found = coming.popleft()
                try:
                    yield found.result()
                except BrokenProcessPool:  # a process was killed, and with it the pool: the rest is done here
                    self._ready = []
                    yield self.preparer.some(part, score)
        finally:
            for _, each in coming:
                each.cancel()
