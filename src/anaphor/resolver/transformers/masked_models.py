"""Masked language models: pseudo-log-likelihood (original or within-word), or the candidate hidden whole."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import InputError
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.transformers.answering import CLOSE, Norm, Score, Tokens, TransformerResolver
from anaphor.resolver.transformers.loading import LOADING, Loaded, budget_of, load
from anaphor.resolver.transformers.rows import batches, within_memory
from anaphor.schema import Span

_AROUND = 400
"""Characters on either side of a place that are read when words are tried there."""
_BUDGET = {"cpu": 2048, "cuda": 65536}
_HEADS = ("lm_head", "cls", "predictions", "generator_lm_head")
"""Where the models of the library keep their output layer."""


class Hiding(StrEnum):
    """Which tokens are hidden while one is scored."""

    ORIGINAL = "original"
    """Only the token itself (Salazar et al. 2020)."""
    WITHIN_WORD = "within_word"
    """The token and what follows of its word (Kauf & Ivanova 2023), which stops long words from being too easy."""
    WHOLE = "whole"
    """All tokens that count at once (Kocijan et al. 2019)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedRow:
    """A sentence with some tokens masked, and what should stand there."""

    sequence: int
    tokens: list[int]
    targets: tuple[tuple[int, int], ...]
    """(position, token) to be scored."""


class MaskedResolver(TransformerResolver):
    """A masked model that says how probable it finds the hidden tokens of each sentence."""

    kind_of_model = "masked"

    def __init__(self, loaded: Loaded, spec: Spec) -> None:
        super().__init__(loaded, spec, score=Score.FULL, norms=[norm for norm in Norm if norm is not Norm.PMI])
        self.hide = Hiding(spec.setting("hide", Hiding.WITHIN_WORD, tuple(Hiding)))
        if loaded.tokenizer.mask_token_id is None:
            raise InputError("resolver-no-mask", model=loaded.name)
        # The marks that the model wants before and after a sentence.
        bare = loaded.tokenizer("a", add_special_tokens=False)["input_ids"]
        full = loaded.tokenizer("a", add_special_tokens=True)["input_ids"]
        start = next((n for n in range(len(full)) if full[n : n + len(bare)] == bare), 0)
        self.before, self.after = tuple(full[:start]), tuple(full[start + len(bare) :])
        self.budget = budget_of(spec, _BUDGET.get(loaded.device.type, _BUDGET["cpu"]))
        self.head = next((getattr(loaded.model, name) for name in _HEADS if hasattr(loaded.model, name)), None)
        if self.head is not None and not self._head_is_right():
            self.head = None

    @property
    def name(self) -> str:
        return f"{super().name} {self.hide}"

    def scores(self, flat: Sequence[Tokens]) -> Iterator[list[tuple[int, float]]]:
        rows = [row for number, tokens in enumerate(flat) for row in self._rows(number, tokens)]
        totals = np.zeros(len(flat))
        missing = np.bincount([row.sequence for row in rows], minlength=len(flat))
        yield [(number, flat[number].normalised(0.0, self.norm)) for number in np.flatnonzero(missing == 0).tolist()]
        for batch in batches([len(row.tokens) for row in rows], budget=self.budget):
            part = [rows[number] for number in batch]
            complete = []
            for row, value in zip(part, within_memory(self._sums, part, self.loaded), strict=True):
                totals[row.sequence] += value
                missing[row.sequence] -= 1
                if not missing[row.sequence]:
                    total = float(totals[row.sequence])
                    complete.append((row.sequence, flat[row.sequence].normalised(total, self.norm)))
            yield complete

    def likely(self, text: str, place: Span, words: Sequence[str]) -> NDArray[np.float64]:
        """The logarithm of each word's probability at a place of a text, all of its tokens hidden at once."""
        import torch

        before, after = text[: place.start][-_AROUND:], text[place.end :][:_AROUND]
        lead = before[len(before.rstrip().rpartition(" ")[0]) :]  # a word's tokens depend on what it is joined to
        whole = before + words[0] + after
        encoded = self.loaded.tokenizer(
            [whole, *(lead + word for word in words)], add_special_tokens=False, return_offsets_mapping=True
        )
        sides, *made = (
            list(zip(*each, strict=True)) for each in zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)
        )
        left = [token for token, (_, stop) in sides if stop <= len(before)]
        right = [token for token, (start, _) in sides if start >= len(whole) - len(after)]
        tokens = [[token for token, (_, stop) in each if stop > len(lead)] for each in made]
        tables = {}
        with torch.inference_mode():
            for many in {len(each) for each in tokens}:
                row = [*self.before, *left, *[self.loaded.tokenizer.mask_token_id] * many, *right, *self.after]
                given = {"input_ids": torch.tensor([row], device=self.loaded.device)}
                positions = len(self.before) + len(left) + np.arange(many)
                logits = self._logits(given, np.zeros_like(positions), positions)
                tables[many] = torch.log_softmax(logits, dim=-1).cpu().numpy()
        return np.array([tables[len(each)][range(len(each)), each].sum() for each in tokens])

    def _rows(self, number: int, tokens: Tokens) -> Iterator[MaskedRow]:
        inside = range(tokens.first, tokens.end)
        parts = [(inside, inside)] if self.hide is Hiding.WHOLE and inside else []
        for position in inside if self.hide is not Hiding.WHOLE else ():
            end = position + 1
            if self.hide is Hiding.WITHIN_WORD:  # up to the last token of the same word
                word = tokens.words[position]
                while end < len(tokens.ids) and tokens.words[end] is not None and tokens.words[end] == word:
                    end += 1
            parts.append((range(position, end), range(position, position + 1)))
        for hidden, scored in parts:
            masked = list(tokens.ids)
            for position in hidden:
                masked[position] = self.loaded.tokenizer.mask_token_id
            targets = tuple((position, tokens.ids[position]) for position in scored)
            yield MaskedRow(sequence=number, tokens=masked, targets=targets)

    def _sums(self, rows: Sequence[MaskedRow]) -> list[float]:
        import torch

        device = self.loaded.device
        width = max(len(row.tokens) for row in rows)
        tokens = np.zeros((len(rows), width), dtype=np.int64)
        real = np.zeros((len(rows), width), dtype=np.int64)
        for number, row in enumerate(rows):
            tokens[number, : len(row.tokens)] = row.tokens
            real[number, : len(row.tokens)] = 1
        places = np.array([(n, at, token) for n, row in enumerate(rows) for at, token in row.targets])
        given = {"input_ids": torch.from_numpy(tokens).to(device), "attention_mask": torch.from_numpy(real).to(device)}
        logits = self._logits(given, places[:, 0], places[:, 1])
        targets = torch.from_numpy(places[:, 2]).to(device)
        chosen = (logits.gather(1, targets[:, None])[:, 0] - torch.logsumexp(logits, dim=-1)).double().cpu().numpy()
        sums: list[float] = np.bincount(places[:, 0], weights=chosen, minlength=len(rows)).tolist()
        return sums

    def _logits(self, given: dict[str, Any], numbers: Any, positions: Any) -> Any:
        """Logits at some positions only; the whole output where the model's head is not known."""
        if self.head is None:
            return self.loaded.model(**given).logits[numbers, positions].float()
        hidden = self.loaded.model.base_model(**given).last_hidden_state
        return self.head(hidden[numbers, positions]).float()

    def _head_is_right(self) -> bool:
        """Whether the head that was found gives what the whole model gives."""
        import torch

        given = {"input_ids": torch.tensor([[5, 6, 7, 8]], device=self.loaded.device)}
        try:
            with torch.inference_mode():
                ours = self._logits(given, [0, 0], [1, 3])
                theirs = self.loaded.model(**given).logits[[0, 0], [1, 3]].float()
            return ours.shape == theirs.shape and bool(torch.allclose(ours, theirs, atol=CLOSE[self.loaded.dtype]))
        except (RuntimeError, TypeError, AttributeError, IndexError, ValueError):
            return False


def masked(spec: Spec) -> Resolver:
    """The sentence whose words a masked language model guesses best."""
    spec.allow("score", "norm", "hide", "sentences", "margin", *LOADING)
    return MaskedResolver(load(spec, "masked"), spec)
