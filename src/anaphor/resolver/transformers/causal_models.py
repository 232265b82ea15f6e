"""Causal language models: the candidate whose sentence is the more probable, in whole or in part."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from anaphor.answer import Abstention, Answer
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.resolver.ensemble import WordProbabilities, word_probabilities_of
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.scored_spans import Norm, Score, Tokens, normalised
from anaphor.resolver.sentences import SentencePolicy, policy_of
from anaphor.resolver.transformers.answering import Answering, Asked, Preparing, Scored, gathered
from anaphor.resolver.transformers.causal_scoring import CausalScorer, Floats
from anaphor.resolver.transformers.loading import Loaded, load
from anaphor.schema import Question


class CausalResolver:
    """A causal model that reads each sentence and says how probable it finds it."""

    keeps_order = True  # twins share most of their tokens: side by side they are computed once

    def __init__(self, loaded: Loaded, spec: Spec, *, packed: bool | None = None) -> None:
        self.score = Score(spec.setting("score", Score.PARTIAL, tuple(Score)))
        self.norm = Norm(spec.setting("norm", Norm.NONE, tuple(Norm)))
        if self.score is Score.FULL and self.norm is Norm.PMI:
            raise InputError("nothing stands before a whole sentence", todo="Use norm=pmi with another score.")
        self.policy = policy_of(spec, SentencePolicy.WHOLE)
        self.margin = spec.number("margin", 0.0, at_least=0)
        self.start = _start(loaded, spec.setting("bos", "auto", ("auto", "yes", "no")))
        self.loaded = loaded
        self.scorer = CausalScorer(loaded, packed=packed)
        self._preparing = Preparing(
            tokenizer=loaded.tokenizer,
            score=self.score,
            policy=self.policy,
            before=self.start,
            longest=loaded.longest,
        )

    @property
    def name(self) -> str:
        """Model, score and norm."""
        norm = "" if self.norm is Norm.NONE else f"/{self.norm.value}"
        return f"{self.loaded.name} {self.score.value}{norm}"

    @property
    def signature(self) -> Signature:
        """Everything that could change an answer."""
        import torch
        import transformers

        return Signature.of(
            resolver="causal",
            model=self.loaded.name,
            files=self.loaded.files,
            score=self.score.value,
            norm=self.norm.value,
            sentences=self.policy.value,
            bos=_start_name(self.loaded.tokenizer, self.start),
            tokenizer=type(self.loaded.tokenizer).__name__,
            dtype=self.loaded.dtype,
            margin=self.margin or None,
            transformers=transformers.__version__,
            torch=torch.__version__,
        )

    @property
    def _answering(self) -> Answering:
        return Answering(
            respondent=self.name, preparing=self._preparing, scorer=self._scores, norm=self.norm, margin=self.margin
        )

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question, in their order."""
        return self._answering.answers(questions)

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The same answers, each as soon as its batch is computed."""
        return self._answering.as_they_come(questions)

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """For each question the probability of every word of its readings: sub-words added up."""
        preparing = replace(self._preparing, score=Score.FULL)
        for question in questions:
            asked = preparing.asked(question)
            yield asked if isinstance(asked, Abstention) else self._words(asked)

    def _words(self, asked: Asked) -> WordProbabilities:
        logs = self.scorer.log_probabilities([tokens.ids for tokens in asked.tokens], [1] * len(asked.tokens))
        summed = [
            _by_word(tokens, found, [word.end for word in sentence.words])
            for tokens, found, sentence in zip(asked.tokens, logs, asked.sentences.sentences, strict=True)
        ]
        return word_probabilities_of(asked.sentences, summed)

    def _scores(self, asked: Sequence[Asked]) -> Iterator[Scored]:
        flat = [tokens for each in asked for tokens in each.tokens]
        return gathered([len(each.tokens) for each in asked], self._batches(flat))

    def _batches(self, flat: Sequence[Tokens]) -> Iterator[list[tuple[int, float]]]:
        """After each batch the numbers of the sentences that it scored, and their scores."""
        read = [tokens.ids[: tokens.end] for tokens in flat]
        for batch in self.scorer.batched(read, [tokens.first for tokens in flat]):
            known = [flat[number] for number, _ in batch]
            without = self._unconditional(known) if self.norm is Norm.PMI else [0.0] * len(known)
            yield [
                (number, normalised(float(found.sum()), tokens, self.norm, alone))
                for (number, found), tokens, alone in zip(batch, known, without, strict=True)
            ]

    def _unconditional(self, flat: Sequence[Tokens]) -> list[float]:
        """Log-probability of the same tokens with nothing but a start mark before them."""
        sequences = [(*self.start, *tokens.ids[tokens.first : tokens.end]) for tokens in flat]
        found = self.scorer.log_probabilities(sequences, [1] * len(sequences))
        return [float(each.sum()) for each in found]


def _by_word(tokens: Tokens, found: Floats, ends: Sequence[int]) -> list[float]:
    """Log-probabilities of words: each token goes to the word that its last character belongs to."""
    sums = np.zeros(len(ends))
    skipped = len(tokens.ids) - len(found)
    for (_, end), value in zip(tokens.offsets[skipped:], found, strict=True):
        word = int(np.searchsorted(ends, end))
        sums[min(word, len(ends) - 1)] += value
    return [min(0.0, float(value)) for value in sums]


def _start(loaded: Loaded, wanted: str) -> tuple[int, ...]:
    """The start mark; `auto` takes it where the tokenizer has one."""
    number = loaded.tokenizer.bos_token_id
    if wanted == "yes" and number is None:
        raise InputError(f"the model {loaded.name} has no start mark", todo="Write bos=no or leave it out.")
    return () if wanted == "no" or number is None else (int(number),)


def _start_name(tokenizer: Any, start: tuple[int, ...]) -> str:
    return str(tokenizer.bos_token) if start else "none"


def causal(spec: Spec) -> Resolver:
    """The sentence that a causal language model finds most probable (`causal:FOLDER|FILE.gguf|HUB-NAME,score=full`)."""
    spec.allow("score", "norm", "sentences", "margin", "bos", "device", "dtype", "fetch")
    return CausalResolver(load(spec, "causal"), spec)
