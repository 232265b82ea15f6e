"""From questions to the tokens of their sentences, and to answers: what causal and masked models have in common.

*full* scores the whole sentence, *partial* what follows the candidate (Trinh & Le), *candidate* the candidate itself,
*candidate_suffix* the candidate and what follows. *auto* is partial where a word follows the candidates alike, else
full: a full stop alone decides nothing. Sums favour short candidates; the norms say against what.

A device answers faster than one processor finds readings, so for a device several processes prepare what comes next.
"""

import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.processes import WorkerPool, process_context
from anaphor.provenance import Signature
from anaphor.resolver.asking.asking import in_order
from anaphor.resolver.protocol import TRACED_TOKENS, Spec, abstain, answer_from_scores
from anaphor.resolver.sentences import (
    NOTHING_FOLLOWS,
    CandidateSentences,
    SentencePolicy,
    SentenceResolver,
    candidate_sentences,
)
from anaphor.resolver.transformers.loading import Loaded
from anaphor.schema import Question, Span

CLOSE = {"float32": 1e-3, "bfloat16": 0.5, "float16": 0.1}
"""Log-probabilities of one model are the same below this, by the type of its numbers."""
_AT_ONCE = {"cpu": 128, "cuda": 256}
"""Questions sorted into batches together: twins stand near each other, and batches are of like length."""
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


def part_of(score: Score, found: CandidateSentences, *, subtracts: bool = False) -> Score | Abstention:
    """The part that is scored in these sentences; nothing stands before a whole one that could be subtracted."""
    if score is Score.AUTO:
        score = Score.PARTIAL if found.has_suffix or subtracts else Score.FULL
    return NOTHING_FOLLOWS if score is Score.PARTIAL and not found.has_suffix else score


def scored_span(found: CandidateSentences, number: int, score: Score) -> Span:
    """The stretch of a candidate's sentence that is scored."""
    sentence, suffix = found.sentences[number], found.suffix(number)
    return {
        Score.FULL: Span(start=0, end=len(sentence.text)),
        Score.PARTIAL: suffix,
        Score.CANDIDATE: sentence.slot,
        Score.CANDIDATE_SUFFIX: Span(start=sentence.slot.start, end=suffix.end),
    }[score]


class PartResolver(SentenceResolver):
    """A resolver that scores parts of the candidates' sentences, in a norm's measure."""

    tie = 1e-4  # the order of a sum in a batch moves scores by about 1e-5
    several = SentencePolicy.WHOLE
    model_name: str

    def __init__(self, spec: Spec, *, score: Score, norms: Sequence[Norm]) -> None:
        super().__init__(spec)
        self.score = Score(spec.setting("score", score, tuple(Score)))
        self.norm = Norm(spec.setting("norm", Norm.NONE, tuple(norms)))

    @property
    def name(self) -> str:
        norm = "" if self.norm is Norm.NONE else f"/{self.norm.value}"
        return f"{self.model_name} {self.score.value}{norm}"

    def trace(self, found: "CandidateSentences | AskedItem") -> dict[str, object]:
        """What a run keeps of a whole question."""
        return {"norm": self.norm.value, "aligned": found.aligned, "several": found.several}


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
        part = part_of(score, found, subtracts=self.subtracts)
        if isinstance(part, Abstention):
            return part
        texts = [sentence.text for sentence in found.sentences]
        encoded = self.tokenizer(texts, add_special_tokens=False, return_offsets_mapping=True)
        opening, closing = len(self.before), len(self.after)
        tokens: list[Tokens] = []
        for number, sentence in enumerate(found.sentences):
            span = scored_span(found, number, part)
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
        asked: list[Asked] = []
        for found in (self.prepared(question, score) for question in questions):
            if isinstance(found, Abstention):
                asked.append(found)
                continue
            sentences, tokens = found
            pairs = zip(sentences.sentences, tokens, strict=True)
            traces = [one.trace(scored=each.part, **{TRACED_TOKENS: each.end - each.first}) for one, each in pairs]
            kept = [replace(each, offsets=(), words=each.words if self.hides else ()) for each in tokens]
            aligned, several = sentences.aligned, sentences.several
            asked.append(AskedItem(tokens=tuple(kept), traces=tuple(traces), aligned=aligned, several=several))
        return asked


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


class TransformerResolver(PartResolver):
    """A pretrained model that scores the sentence of each candidate; causal and masked models say how."""

    keeps_order = True  # twins share most of their tokens: side by side they are computed once
    kind_of_model: str
    bos: str | None = None
    hide: str | None = None
    context: str | None = None
    """A digest of what stands before each sentence, where something does."""
    before: tuple[int, ...] = ()
    """Tokens put before each sentence, such as a start mark."""
    after: tuple[int, ...] = ()

    def __init__(self, loaded: Loaded, spec: Spec, *, score: Score, norms: Sequence[Norm]) -> None:
        super().__init__(spec, score=score, norms=norms)
        self.loaded, self.model_name = loaded, loaded.name

    def scores(self, flat: Sequence[Tokens]) -> Iterator[list[tuple[int, float]]]:
        """After each batch the numbers of the sentences that are scored now, and their scores."""
        raise NotImplementedError

    @property
    def signature(self) -> Signature:
        import torch
        import transformers

        return Signature.of(
            resolver=self.kind_of_model,
            model=self.loaded.name,
            files=self.loaded.files,
            score=self.score.value,
            norm=self.norm.value,
            hide=self.hide,
            sentences=self.policy.value,
            bos=self.bos,
            context=self.context,
            tokenizer=type(self.loaded.tokenizer).__name__,
            dtype=self.loaded.dtype,
            bits=self.loaded.bits,
            margin=self.margin or None,
            transformers=transformers.__version__,
            torch=torch.__version__,
        )

    @cached_property
    def preparer(self) -> Preparer:
        return Preparer(
            tokenizer=self.loaded.tokenizer,
            policy=self.policy,
            before=self.before,
            after=self.after,
            longest=self.loaded.longest,
            subtracts=self.norm is Norm.PMI,
            hides=self.hide is not None,
        )

    @cached_property
    def pool(self) -> PreparingPool | None:
        """Processes that prepare; for a processor none, since the model has all of it."""
        return None if self.loaded.device.type == "cpu" else PreparingPool(self.preparer)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for answers in self._launched(questions):
            yield from in_order(answers)

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for answers in self._launched(questions):
            yield from (answer for _, answer in answers)

    def _launched(self, questions: Sequence[Question]) -> Iterator[Iterator[tuple[int, Answer]]]:
        """Some questions at a time; a device has begun with the next ones when the answers to some are waited for."""
        size = _AT_ONCE.get(self.loaded.device.type, _AT_ONCE["cpu"])
        waiting: Iterator[tuple[int, Answer]] | None = None
        prepared = self.pool.prepared(questions, self.score) if self.pool else None
        known: list[Asked] = []
        for start in range(0, len(questions), size):
            some = questions[start : start + size]
            while prepared and len(known) < len(some):
                known += next(prepared)
            asked = known[: len(some)] if prepared else self.preparer.some(some, self.score)
            answers, known = self._begun(some, asked), known[len(some) :]
            if self.pool is None:
                yield answers
                continue
            if waiting:
                yield waiting
            waiting = answers
        if waiting:
            yield waiting

    def _begun(self, questions: Sequence[Question], prepared: Sequence[Asked]) -> Iterator[tuple[int, Answer]]:
        """Numbers and answers of some questions, in the order in which they become known; a device has begun."""
        asked = {number: found for number, found in enumerate(prepared) if not isinstance(found, Abstention)}
        batches = self.scores([each for found in asked.values() for each in found.tokens])
        begun = time.perf_counter()
        first = [] if self.pool is None else next(batches, [])

        def answers() -> Iterator[tuple[int, Answer]]:
            nonlocal begun
            for number, why in enumerate(prepared):
                if isinstance(why, Abstention):
                    yield number, abstain(self.name, questions[number], why)
            owners = [number for number, found in asked.items() for _ in found.tokens]
            known: dict[int, dict[int, float]] = {number: {} for number in asked}
            for batch in chain([first], batches):
                complete: list[int] = []
                for place, value in batch:
                    number = owners[place]
                    known[number][place] = value
                    if len(known[number]) == len(asked[number].tokens):
                        complete.append(number)
                seconds = round((time.perf_counter() - begun) / max(1, len(complete)), 6)
                for number in complete:
                    item, scores = asked[number], [value for _, value in sorted(known[number].items())]
                    more = {"seconds": seconds, "trace": self.trace(item), "candidate_traces": item.traces}
                    given = answer_from_scores(
                        self.name, questions[number], scores, margin=self.margin, tie=self.tie, **more
                    )
                    yield number, replace(given, scores=tuple(round(score, 6) for score in scores))
                begun = time.perf_counter() if complete else begun

        return answers()
