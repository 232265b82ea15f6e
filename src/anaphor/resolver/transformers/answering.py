"""What causal and masked models have in common: tokens that count in, answers with their traces out."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from anaphor.answer import Abstention, Answer
from anaphor.provenance import Signature
from anaphor.resolver.asking import in_order
from anaphor.resolver.protocol import Spec, TracedAnswer, abstain, choose
from anaphor.resolver.sentences import SentencePolicy, policy_of
from anaphor.resolver.transformers.loading import Loaded
from anaphor.resolver.transformers.preparing import Asked, AskedItem, Norm, Preparer, PreparingPool, Score, Tokens
from anaphor.schema import Question

CLOSE = {"float32": 1e-3, "bfloat16": 0.5, "float16": 0.1}
"""Log-probabilities of one model are the same below this, by the type of its numbers."""
_AT_ONCE = {"cpu": 128, "cuda": 256}
"""Questions sorted into batches together: twins stand near each other, and batches are of like length."""
_NOISE = 1e-4
"""Scores of models are equal below this: the order of a sum in a batch moves them by about 1e-5."""


class TransformerResolver:
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
        self.loaded = loaded
        self.score = Score(spec.setting("score", score, tuple(Score)))
        self.norm = Norm(spec.setting("norm", Norm.NONE, tuple(norms)))
        self.policy = policy_of(spec, SentencePolicy.WHOLE)
        self.margin = spec.number("margin", 0.0, at_least=0)

    @property
    def name(self) -> str:
        norm = "" if self.norm is Norm.NONE else f"/{self.norm.value}"
        return f"{self.loaded.name} {self.score.value}{norm}"

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
        """How the model wants its sentences."""
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
        for launched in self._launched(questions):
            yield from in_order(self._answered(launched))

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for launched in self._launched(questions):
            yield from (answer for _, answer in self._answered(launched))

    def _launched(self, questions: Sequence[Question]) -> "Iterator[LaunchedPart]":
        """Some questions at a time; a device has begun with the next ones when the answers to some are waited for."""
        size = _AT_ONCE.get(self.loaded.device.type, _AT_ONCE["cpu"])
        waiting: LaunchedPart | None = None
        prepared = self.pool.prepared(questions, self.score) if self.pool else None
        known: list[Asked] = []
        for start in range(0, len(questions), size):
            some = questions[start : start + size]
            while prepared and len(known) < len(some):
                known += next(prepared)
            asked = known[: len(some)] if prepared else self.preparer.some(some, self.score)
            launched, known = self._launch(some, asked), known[len(some) :]
            if self.pool is None:
                yield launched
                continue
            if waiting:
                yield waiting
            waiting = launched
        if waiting:
            yield waiting

    def _launch(self, questions: Sequence[Question], prepared: Sequence[Asked]) -> "LaunchedPart":
        """Give the model what it is asked; on a device it works on while this returns."""
        asked = {number: found for number, found in enumerate(prepared) if not isinstance(found, Abstention)}
        batches = self.scores([each for found in asked.values() for each in found.tokens])
        begun = time.perf_counter()
        return LaunchedPart(
            questions=questions,
            silent={number: found for number, found in enumerate(prepared) if isinstance(found, Abstention)},
            asked=asked,
            first=[] if self.pool is None else next(batches, []),
            batches=batches,
            begun=begun,
        )

    def _answered(self, launched: "LaunchedPart") -> Iterator[tuple[int, Answer]]:
        """Numbers and answers of some questions, in the order in which they become known."""
        begun, questions, asked = launched.begun, launched.questions, launched.asked
        for number, why in launched.silent.items():
            yield number, abstain(self.name, questions[number], why)
        owners = [number for number, found in asked.items() for _ in found.tokens]
        known: dict[int, dict[int, float]] = {number: {} for number in asked}
        for batch in chain([launched.first], launched.batches):
            complete: list[int] = []
            for place, value in batch:
                number = owners[place]
                known[number][place] = value
                if len(known[number]) == len(asked[number].tokens):
                    complete.append(number)
            seconds = round((time.perf_counter() - begun) / max(1, len(complete)), 6)
            for number in complete:
                item = asked[number]
                scores = [value for _, value in sorted(known[number].items())]
                yield (
                    number,
                    TracedAnswer(
                        respondent=self.name,
                        question=questions[number].id,
                        reply=choose(scores, margin=self.margin, tie=_NOISE),
                        scores=tuple(round(score, 6) for score in scores),
                        seconds=seconds,
                        trace={"norm": self.norm.value, "aligned": item.aligned, "several": item.several},
                        candidate_traces=item.traces,
                    ),
                )
            begun = time.perf_counter() if complete else begun


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchedPart:
    """Some questions that a model has been given."""

    questions: Sequence[Question]
    silent: dict[int, Abstention]
    """Numbers of those that are not asked, and why."""
    asked: dict[int, AskedItem]
    first: list[tuple[int, float]]
    """What is known already."""
    batches: Iterator[list[tuple[int, float]]]
    """Batch by batch what becomes known."""
    begun: float
