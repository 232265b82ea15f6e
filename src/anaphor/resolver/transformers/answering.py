"""What causal and masked models have in common: sentences in, tokens that count, answers with their traces out."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.resolver.choosing import abstain, choose
from anaphor.resolver.protocol import TracedAnswer
from anaphor.resolver.scored_spans import Norm, Score, Tokens, counting, span_of
from anaphor.resolver.sentences import CandidateSentences, SentencePolicy, candidate_sentences
from anaphor.schema import Question, Span

_AT_ONCE = 128
"""Questions sorted into batches together: twins stand near each other, and batches are of like length."""
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
    longest: int | None = None
    """Most tokens that the model can read; None where it sets no limit."""

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
        longest = max(len(each.ids) for each in tokens)
        if self.longest is not None and longest > self.longest:
            detail = f"A reading has {longest:,} tokens; the model reads {self.longest:,}."
            return Abstention(reason=AbstentionReason.ATYPICAL, detail=detail)
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


Scored = list[tuple[int, list[float]]]
"""Questions whose scores are known now: the number of each, and a score per candidate."""
Scorer = Callable[[Sequence[Asked]], Iterator[Scored]]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """How scores become answers."""

    respondent: str
    """Name of the resolver."""
    preparing: Preparing
    """How questions become tokens."""
    scorer: Scorer
    """Scores of each candidate, for some questions at once, as they become known."""
    norm: Norm
    """What sums are divided by; kept in the trace."""
    margin: float
    """Lead below which the resolver abstains."""

    def answers(self, questions: Sequence[Question]) -> Iterator[Answer]:
        """One answer per question, in order."""
        for start in range(0, len(questions), _AT_ONCE):
            part = questions[start : start + _AT_ONCE]
            known: dict[int, Answer] = {}
            wanted = 0
            for number, answer in self._part(part):
                known[number] = answer
                while wanted in known:
                    yield known.pop(wanted)
                    wanted += 1

    def as_they_come(self, questions: Sequence[Question]) -> Iterator[Answer]:
        """One answer per question, after each batch those that it completed."""
        for start in range(0, len(questions), _AT_ONCE):
            yield from (answer for _, answer in self._part(questions[start : start + _AT_ONCE]))

    def _part(self, questions: Sequence[Question]) -> Iterator[tuple[int, Answer]]:
        """Numbers and answers of some questions, in the order in which they become known."""
        begun = time.perf_counter()
        asked: list[tuple[int, Asked]] = []
        for number, question in enumerate(questions):
            found = self.preparing.asked(question)
            if isinstance(found, Abstention):
                yield number, abstain(self.respondent, question, found.reason, found.detail)
            else:
                asked.append((number, found))
        for scored in self.scorer([each for _, each in asked]):
            seconds = round((time.perf_counter() - begun) / max(1, len(scored)), 6)
            for place, scores in scored:
                number, each = asked[place]
                yield number, self._answer(each, scores, seconds)
            begun = time.perf_counter() if scored else begun

    def _answer(self, asked: Asked, scores: Sequence[float], seconds: float) -> TracedAnswer:
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
            respondent=self.respondent,
            question=asked.question.id,
            reply=choose(scores, margin=self.margin, tie=_NOISE),
            scores=tuple(round(score, 6) for score in scores),
            seconds=seconds,
            trace={"norm": self.norm.value, "aligned": asked.sentences.aligned, "several": asked.sentences.several},
            candidate_traces=traces,
        )
