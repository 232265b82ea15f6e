"""What causal and masked models have in common: sentences in, tokens that count, answers with their traces out.

*full* scores the whole sentence, *partial* what follows the candidate (Trinh & Le), *candidate* the candidate itself,
*candidate_suffix* the candidate and what follows. Sums favour short candidates; the norms say against what.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.provenance import Signature
from anaphor.resolver.choosing import abstain, choose
from anaphor.resolver.protocol import Spec, TracedAnswer
from anaphor.resolver.sentences import CandidateSentences, SentencePolicy, candidate_sentences, policy_of
from anaphor.resolver.transformers.loading import Loaded
from anaphor.schema import Question, Span

_AT_ONCE = 128
"""Questions sorted into batches together: twins stand near each other, and batches are of like length."""
_NOISE = 1e-4
"""Scores of models are equal below this: the order of a sum in a batch moves them by about 1e-5."""


class Score(StrEnum):
    """Which part of a sentence is scored."""

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
    """Token numbers."""
    offsets: tuple[tuple[int, int], ...]
    """Where each token stands in the sentence."""
    words: tuple[int | None, ...]
    """Number of the word that each token belongs to, as the tokenizer cuts words; None for marks at the edges."""
    first: int
    """First token that counts."""
    end: int
    """Token after the last that counts."""
    part: str
    """The stretch of the sentence that counts."""

    @property
    def count(self) -> int:
        """How many tokens count."""
        return self.end - self.first


def span_of(sentences: CandidateSentences, candidate: int, score: Score) -> Span:
    """The stretch of a candidate's sentence that counts."""
    sentence = sentences.sentences[candidate]
    suffix = sentences.suffix(candidate)
    if score is Score.PARTIAL:
        return suffix
    if score is Score.CANDIDATE:
        return sentence.slot
    if score is Score.CANDIDATE_SUFFIX:
        return Span(start=sentence.slot.start, end=suffix.end)
    return Span(start=0, end=len(sentence.text))


def counting(offsets: Sequence[tuple[int, int]], span: Span) -> tuple[int, int]:
    """The first token that overlaps the span and the one after the last; both past the end where none does.

    >>> counting([(0, 3), (3, 6), (6, 8)], Span(start=4, end=9))
    (1, 3)
    """
    inside = [n for n, (start, end) in enumerate(offsets) if max(start, span.start) < min(end, span.end)]
    return (inside[0], inside[-1] + 1) if inside else (len(offsets), len(offsets))


def normalised(total: float, tokens: Tokens, norm: Norm, unconditional: float = 0.0) -> float:
    """The sum of log-probabilities in the norm's measure; nothing is divided by zero."""
    part = tokens.part
    by = {
        Norm.TOKEN: tokens.count,
        Norm.WORD: len(part.split()),
        Norm.CHAR: len(part),
        Norm.BYTE: len(part.encode()),
    }.get(norm, 1)
    return (total - unconditional) / max(1, by)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedQuestion:
    """A question with its sentences as tokens."""

    question: Question
    """The question."""
    sentences: CandidateSentences
    """Its readings."""
    tokens: tuple[Tokens, ...]
    """Tokens of each reading, and which of them count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparing:
    """How questions become tokens."""

    tokenizer: Any  # transformers' tokenizers carry no types
    """The model's tokenizer."""
    score: Score
    """Which part counts."""
    policy: SentencePolicy
    """What is done with several sentences."""
    before: tuple[int, ...]
    """Tokens put before each sentence, such as a start mark."""
    after: tuple[int, ...] = ()
    """Tokens put after each sentence."""
    longest: int | None = None
    """Most tokens that the model can read; None where it sets no limit."""

    def asked(self, question: Question) -> PreparedQuestion | Abstention:
        """The question with its tokens, or why it cannot be asked."""
        found = candidate_sentences(question, self.policy)
        if isinstance(found, Abstention):
            return found
        texts = [sentence.text for sentence in found.sentences]
        encoded = self.tokenizer(texts, add_special_tokens=False, return_offsets_mapping=True)
        edge_before, edge_after = ((0, 0),) * len(self.before), ((0, 0),) * len(self.after)
        tokens: list[Tokens] = []
        for number, text in enumerate(texts):
            span = span_of(found, number, self.score)
            offsets = (*edge_before, *map(tuple, encoded["offset_mapping"][number]), *edge_after)
            first, end = counting(offsets, span)
            tokens.append(
                Tokens(
                    ids=(*self.before, *encoded["input_ids"][number], *self.after),
                    offsets=offsets,
                    words=(*[None] * len(self.before), *encoded.word_ids(number), *[None] * len(self.after)),
                    first=first,
                    end=end,
                    part=span.of(text),
                )
            )
        longest = max(len(each.ids) for each in tokens)
        if self.longest is not None and longest > self.longest:
            detail = f"A reading has {longest:,} tokens; the model reads {self.longest:,}."
            return Abstention(reason=AbstentionReason.ATYPICAL, detail=detail)
        return PreparedQuestion(question=question, sentences=found, tokens=tuple(tokens))


Scored = list[tuple[int, list[float]]]
"""Questions whose scores are known now: the number of each, and a score per candidate."""


def gathered(sizes: Sequence[int], batches: Iterable[Sequence[tuple[int, float]]]) -> Iterator[Scored]:
    """After each batch the groups that are complete; values are numbered through all groups of these sizes.

    >>> list(gathered([2, 1], [[(0, 0.5)], [(2, 0.1), (1, 0.7)]]))
    [[], [(1, [0.1]), (0, [0.5, 0.7])]]
    """
    groups = [group for group, size in enumerate(sizes) for _ in range(size)]
    starts = [0, *accumulate(sizes)]
    known: dict[int, dict[int, float]] = {}
    for batch in batches:
        complete: Scored = []
        for number, value in batch:
            group = groups[number]
            values = known.setdefault(group, {})
            values[number] = value
            if len(values) == sizes[group]:
                complete.append((group, [values[n] for n in range(starts[group], starts[group + 1])]))
                del known[group]
        yield complete


class TransformerResolver:
    """A pretrained model that scores the sentence of each candidate; causal and masked models say how."""

    keeps_order = True  # twins share most of their tokens: side by side they are computed once
    kind_of_model: str
    """The resolver's registered name."""
    bos: str | None = None
    """The start mark of a causal model, for the signature."""
    hide: str | None = None
    """What a masked model hides, for the signature."""

    def __init__(self, loaded: Loaded, spec: Spec, *, score: Score, norms: Sequence[Norm]) -> None:
        self.loaded = loaded
        self.score = Score(spec.setting("score", score, tuple(Score)))
        self.norm = Norm(spec.setting("norm", Norm.NONE, tuple(norms)))
        self.policy = policy_of(spec, SentencePolicy.WHOLE)
        self.margin = spec.number("margin", 0.0, at_least=0)

    @property
    def name(self) -> str:
        """Model, score and norm."""
        norm = "" if self.norm is Norm.NONE else f"/{self.norm.value}"
        return f"{self.loaded.name} {self.score.value}{norm}"

    @property
    def preparing(self) -> Preparing:
        """How questions become tokens."""
        raise NotImplementedError

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
            tokenizer=type(self.loaded.tokenizer).__name__,
            dtype=self.loaded.dtype,
            margin=self.margin or None,
            transformers=transformers.__version__,
            torch=torch.__version__,
        )

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for start in range(0, len(questions), _AT_ONCE):
            known: dict[int, Answer] = {}
            wanted = 0
            for number, answer in self._numbered(questions[start : start + _AT_ONCE]):
                known[number] = answer
                while wanted in known:
                    yield known.pop(wanted)
                    wanted += 1

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The same answers, each as soon as its batches are computed."""
        for start in range(0, len(questions), _AT_ONCE):
            yield from (answer for _, answer in self._numbered(questions[start : start + _AT_ONCE]))

    def _numbered(self, questions: Sequence[Question]) -> Iterator[tuple[int, Answer]]:
        """Numbers and answers of some questions, in the order in which they become known."""
        begun = time.perf_counter()
        preparing, name = self.preparing, self.name
        asked: list[tuple[int, PreparedQuestion]] = []
        for number, question in enumerate(questions):
            found = preparing.asked(question)
            if isinstance(found, Abstention):
                yield number, abstain(name, question, found.reason, found.detail)
            else:
                asked.append((number, found))
        flat = [tokens for _, each in asked for tokens in each.tokens]
        for scored in gathered([len(each.tokens) for _, each in asked], self.scores(flat)):
            seconds = round((time.perf_counter() - begun) / max(1, len(scored)), 6)
            for place, scores in scored:
                number, each = asked[place]
                yield number, self._answer(each, scores, seconds)
            begun = time.perf_counter() if scored else begun

    def _answer(self, asked: PreparedQuestion, scores: Sequence[float], seconds: float) -> TracedAnswer:
        traces = tuple(
            {
                "reading": sentence.text,
                "scored": tokens.part,
                "tokens": tokens.count,
                "rules": list(sentence.rules),
                "sureness": sentence.sureness.value,
            }
            for sentence, tokens in zip(asked.sentences.sentences, asked.tokens, strict=True)
        )
        return TracedAnswer(
            respondent=self.name,
            question=asked.question.id,
            reply=choose(scores, margin=self.margin, tie=_NOISE),
            scores=tuple(round(score, 6) for score in scores),
            seconds=seconds,
            trace={"norm": self.norm.value, "aligned": asked.sentences.aligned, "several": asked.sentences.several},
            candidate_traces=traces,
        )
