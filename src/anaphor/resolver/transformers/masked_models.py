"""Masked language models: pseudo-log-likelihood (original or within-word), or the candidate hidden whole."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from anaphor.answer import Answer
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.scored_spans import Norm, Score, Tokens, normalised
from anaphor.resolver.sentences import SentencePolicy, policy_of
from anaphor.resolver.transformers.answering import Answering, Asked, Preparing, Scored, gathered
from anaphor.resolver.transformers.loading import Loaded, load
from anaphor.resolver.transformers.masked_scoring import MaskedRow, MaskedScorer
from anaphor.schema import Question


class Hiding(StrEnum):
    """Which tokens are hidden while one is scored."""

    ORIGINAL = "original"
    """Only the token itself (Salazar et al. 2020)."""
    WITHIN_WORD = "within_word"
    """The token and what follows of its word (Kauf & Ivanova 2023), which stops long words from being too easy."""
    WHOLE = "whole"
    """All tokens that count at once (Kocijan et al. 2019)."""


class MaskedResolver:
    """A masked model that says how probable it finds the hidden tokens of each sentence."""

    keeps_order = True  # twins share most of their tokens: side by side they are computed once

    def __init__(self, loaded: Loaded, spec: Spec) -> None:
        self.score = Score(spec.setting("score", Score.FULL, tuple(Score)))
        norms = tuple(norm for norm in Norm if norm is not Norm.PMI)
        self.norm = Norm(spec.setting("norm", Norm.NONE, norms))
        self.hiding = Hiding(spec.setting("hide", Hiding.WITHIN_WORD, tuple(Hiding)))
        self.policy = policy_of(spec, SentencePolicy.WHOLE)
        self.margin = spec.number("margin", 0.0, at_least=0)
        self.loaded = loaded
        if loaded.tokenizer.mask_token_id is None:
            raise InputError(f"{loaded.name} is no masked model: its tokenizer has no mask")
        self.scorer = MaskedScorer(loaded)
        before, after = _edges(loaded)
        self._preparing = Preparing(
            tokenizer=loaded.tokenizer,
            score=self.score,
            policy=self.policy,
            before=before,
            after=after,
            longest=loaded.longest,
        )

    @property
    def name(self) -> str:
        """Model, score, norm and what is hidden."""
        norm = "" if self.norm is Norm.NONE else f"/{self.norm.value}"
        return f"{self.loaded.name} {self.score.value}{norm} {self.hiding.value}"

    @property
    def signature(self) -> Signature:
        """Everything that could change an answer."""
        import torch
        import transformers

        return Signature.of(
            resolver="masked",
            model=self.loaded.name,
            files=self.loaded.files,
            score=self.score.value,
            norm=self.norm.value,
            hide=self.hiding.value,
            sentences=self.policy.value,
            tokenizer=type(self.loaded.tokenizer).__name__,
            dtype=self.loaded.dtype,
            margin=self.margin or None,
            transformers=transformers.__version__,
            torch=torch.__version__,
        )

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question, in their order."""
        return self._answering.answers(questions)

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The same answers, each as soon as its batches are computed."""
        return self._answering.as_they_come(questions)

    @property
    def _answering(self) -> Answering:
        return Answering(
            respondent=self.name, preparing=self._preparing, scorer=self._scores, norm=self.norm, margin=self.margin
        )

    def _scores(self, asked: Sequence[Asked]) -> Iterator[Scored]:
        flat = [tokens for each in asked for tokens in each.tokens]
        rows = [row for number, tokens in enumerate(flat) for row in self._rows(number, tokens)]
        known = (
            [(number, normalised(total, flat[number], self.norm)) for number, total in batch]
            for batch in self.scorer.batched(rows, len(flat))
        )
        return gathered([len(each.tokens) for each in asked], known)

    def _rows(self, number: int, tokens: Tokens) -> Iterator[MaskedRow]:
        """The rows that score one sentence."""
        inside = range(tokens.first, tokens.end)
        if not inside:
            return
        if self.hiding is Hiding.WHOLE:
            yield self._row(number, tokens, inside, inside)
            return
        for position in inside:
            hidden = range(position, _word_end(tokens, position)) if self.hiding is Hiding.WITHIN_WORD else [position]
            yield self._row(number, tokens, hidden, [position])

    def _row(self, number: int, tokens: Tokens, hidden: Sequence[int], scored: Sequence[int]) -> MaskedRow:
        masked = list(tokens.ids)
        for position in hidden:
            masked[position] = self.loaded.tokenizer.mask_token_id
        targets = tuple((position, tokens.ids[position]) for position in scored)
        return MaskedRow(sequence=number, tokens=tuple(masked), targets=targets)


def _word_end(tokens: Tokens, position: int) -> int:
    """The position after the last token of the word that a token belongs to."""
    end = position + 1
    while end < len(tokens.ids) and tokens.words[end] is not None and tokens.words[end] == tokens.words[position]:
        end += 1
    return end


def _edges(loaded: Loaded) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The marks that the model wants before and after a sentence."""
    bare = loaded.tokenizer("a", add_special_tokens=False)["input_ids"]
    full = loaded.tokenizer("a", add_special_tokens=True)["input_ids"]
    start = next((n for n in range(len(full)) if full[n : n + len(bare)] == bare), 0)
    return tuple(full[:start]), tuple(full[start + len(bare) :])


def masked(spec: Spec) -> Resolver:
    """The sentence whose words a masked language model guesses best (`masked:FOLDER|HUB-NAME,hide=within_word`)."""
    spec.allow("score", "norm", "hide", "sentences", "margin", "device", "dtype", "fetch")
    return MaskedResolver(load(spec, "masked"), spec)
