"""What causal and masked models have in common: sentences in, tokens that count, answers with their traces out."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from anaphor.answer import Abstention, Answer
from anaphor.resolver.choosing import abstain, choose
from anaphor.resolver.protocol import TracedAnswer
from anaphor.resolver.scored_spans import Norm, Score, Tokens, counting, span_of
from anaphor.resolver.sentences import CandidateSentences, SentencePolicy, candidate_sentences
from anaphor.schema import Question, Span

_AT_ONCE = 128
"""Questions computed together: twins stand near each other, and a run is saved about this often."""
_NOISE = 1e-4
"""Scores of models are equal below this: the order of a sum in a batch moves them by about 1e-5."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
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

    def asked(self, question: Question) -> Asked | Abstention:
        """The question with its tokens, or why it cannot be asked."""
        found = candidate_sentences(question, self.policy)
        if isinstance(found, Abstention):
            return found
        texts = [sentence.text for sentence in found.sentences]
        encoded = self.tokenizer(texts, add_special_tokens=False, return_offsets_mapping=True)
        tokens = tuple(
            self._tokens(encoded, number, text, span_of(found, number, self.score)) for number, text in enumerate(texts)
        )
        return Asked(question=question, sentences=found, tokens=tokens)

    def _tokens(self, encoded: Any, number: int, text: str, span: Span) -> Tokens:
        before, after = len(self.before), len(self.after)
        found = [(start, end) for start, end in encoded["offset_mapping"][number]]
        offsets = ((0, 0),) * before + tuple(found) + ((0, 0),) * after
        first, end = counting(offsets, span)
        return Tokens(
            ids=(*self.before, *encoded["input_ids"][number], *self.after),
            offsets=offsets,
            words=(None,) * before + tuple(encoded.word_ids(number)) + (None,) * after,
            first=first,
            end=end,
            part=span.of(text),
        )


Scorer = Callable[[Sequence[Asked]], Sequence[Sequence[float]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """How scores become answers."""

    respondent: str
    """Name of the resolver."""
    preparing: Preparing
    """How questions become tokens."""
    scorer: Scorer
    """Scores of each candidate, for some questions at once."""
    norm: Norm
    """What sums are divided by; kept in the trace."""
    margin: float
    """Lead below which the resolver abstains."""

    def answers(self, questions: Sequence[Question]) -> Iterator[Answer]:
        """One answer per question, in order, computed some hundred questions at a time."""
        for start in range(0, len(questions), _AT_ONCE):
            part = questions[start : start + _AT_ONCE]
            begun = time.perf_counter()
            prepared = [self.preparing.asked(question) for question in part]
            scores = iter(self.scorer([each for each in prepared if isinstance(each, Asked)]))
            seconds = round((time.perf_counter() - begun) / len(part), 6)
            for question, each in zip(part, prepared, strict=True):
                if isinstance(each, Abstention):
                    yield abstain(self.respondent, question, each.reason, each.detail)
                else:
                    yield self._answer(each, next(scores), seconds)

    def _answer(self, asked: Asked, scores: Sequence[float], seconds: float) -> TracedAnswer:
        traces = tuple(
            {
                "reading": sentence.text, "scored": tokens.part, "tokens": tokens.count,
                "rules": list(sentence.rules), "sureness": sentence.sureness.value,
            }
            for sentence, tokens in zip(asked.sentences.sentences, asked.tokens, strict=True)
        )  # fmt: skip
        return TracedAnswer(
            respondent=self.respondent,
            question=asked.question.id,
            reply=choose(scores, margin=self.margin, tie=_NOISE),
            scores=tuple(round(score, 6) for score in scores),
            seconds=seconds,
            trace={"norm": self.norm.value, "aligned": asked.sentences.aligned, "several": asked.sentences.several},
            candidate_traces=traces,
        )
