"""Causal language models: the candidate whose sentence is the more probable, in whole or in part."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from anaphor.answer import Abstention, Answer
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.resolver.causal_scoring import CausalScorer, Floats
from anaphor.resolver.ensemble import WordProbabilities, word_probabilities_of
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.scored_spans import Norm, Score, Tokens, normalised
from anaphor.resolver.sentences import SentencePolicy, policy_of
from anaphor.resolver.transformer_answering import Answering, Asked, Preparing
from anaphor.resolver.transformer_loading import Loaded, load
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
        self.start = _start(loaded.tokenizer, spec.setting("bos", "auto", ("auto", "yes", "no")))
        self.loaded = loaded
        self.scorer = CausalScorer(loaded, packed=packed)
        self._preparing = Preparing(tokenizer=loaded.tokenizer, score=self.score, policy=self.policy, before=self.start)

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
            resolver="causal", model=self.loaded.name, files=self.loaded.files, score=self.score.value,
            norm=self.norm.value, sentences=self.policy.value, bos=_start_name(self.loaded.tokenizer, self.start),
            tokenizer=type(self.loaded.tokenizer).__name__, dtype=self.loaded.dtype, margin=self.margin or None,
            transformers=transformers.__version__, torch=torch.__version__,
        )  # fmt: skip

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question, in their order."""
        answering = Answering(
            respondent=self.name, preparing=self._preparing, scorer=self._scores, norm=self.norm, margin=self.margin
        )
        return answering.answers(questions)

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """For each question the probability of every word of its readings: sub-words added up."""
        preparing = Preparing(tokenizer=self.loaded.tokenizer, score=Score.FULL, policy=self.policy, before=self.start)
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

    def _scores(self, asked: Sequence[Asked]) -> list[list[float]]:
        flat = [tokens for each in asked for tokens in each.tokens]
        read = [tokens.ids[: tokens.end] for tokens in flat]
        logs = self.scorer.log_probabilities(read, [tokens.first for tokens in flat])
        without = self._unconditional(flat) if self.norm is Norm.PMI else [0.0] * len(flat)
        scores = iter(
            normalised(float(found.sum()), tokens, self.norm, alone)
            for found, tokens, alone in zip(logs, flat, without, strict=True)
        )
        return [[next(scores) for _ in each.tokens] for each in asked]

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


def _start(tokenizer: Any, wanted: str) -> tuple[int, ...]:
    """The start mark; `auto` takes it where the tokenizer has one."""
    number = tokenizer.bos_token_id
    if wanted == "yes" and number is None:
        raise InputError("this model has no start mark", todo="Write bos=no or leave it out.")
    return () if wanted == "no" or number is None else (int(number),)


def _start_name(tokenizer: Any, start: tuple[int, ...]) -> str:
    return str(tokenizer.bos_token) if start else "none"


def causal(spec: Spec) -> Resolver:
    """The causal model that a spec names: `causal:FOLDER|FILE.gguf|HUB-NAME`."""
    spec.allow("score", "norm", "sentences", "margin", "bos", "device", "dtype")
    return CausalResolver(load(spec, "causal"), spec)
