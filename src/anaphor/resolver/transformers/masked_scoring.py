"""Log-probabilities of masked tokens: rows of all sentences in batches of like length, the output layer at masks only.

A budget of tokens per batch keeps memory bounded whatever the length of a text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from anaphor.resolver.transformers.loading import Loaded
from anaphor.resolver.transformers.memory import within_memory
from anaphor.resolver.transformers.trie import batches

Floats = npt.NDArray[np.float64]

_BUDGET = {"cpu": 2048, "cuda": 65536}
_CLOSE = {"float32": 1e-3, "bfloat16": 0.5, "float16": 0.1}
_HEADS = ("lm_head", "cls", "predictions", "generator_lm_head")
"""Where the models of the library keep their output layer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedRow:
    """A sentence with some tokens masked, and what should stand there."""

    sequence: int
    """Number of the sentence."""
    tokens: tuple[int, ...]
    """Its tokens, masks in place."""
    targets: tuple[tuple[int, int], ...]
    """(position, token) to be scored."""


class MaskedScorer:
    """A masked model that gives each hidden token its log-probability."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.budget = _BUDGET.get(loaded.device.type, _BUDGET["cpu"])
        self.head = next((getattr(loaded.model, name) for name in _HEADS if hasattr(loaded.model, name)), None)
        if self.head is not None and not self._head_is_right():
            self.head = None

    def sums(self, rows: Sequence[MaskedRow], sequences: int) -> Floats:
        """For each sentence the sum of the log-probabilities of its hidden tokens."""
        totals = np.zeros(sequences)
        for batch in self.batched(rows, sequences):
            for number, total in batch:
                totals[number] = total
        return totals

    def batched(self, rows: Sequence[MaskedRow], sequences: int) -> Iterator[list[tuple[int, float]]]:
        """The same batch by batch: numbers of the sentences whose last row was in it, and their sums."""
        totals = np.zeros(sequences)
        missing = np.bincount([row.sequence for row in rows], minlength=sequences)
        yield [(number, 0.0) for number in np.flatnonzero(missing == 0).tolist()]
        for batch in batches([len(row.tokens) for row in rows], budget=self.budget):
            part = [rows[number] for number in batch]
            complete = []
            for row, value in zip(part, within_memory(self._scores, part, self.loaded), strict=True):
                totals[row.sequence] += value
                missing[row.sequence] -= 1
                if not missing[row.sequence]:
                    complete.append((row.sequence, float(totals[row.sequence])))
            yield complete

    def _scores(self, rows: Sequence[MaskedRow]) -> list[float]:
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
            return ours.shape == theirs.shape and bool(torch.allclose(ours, theirs, atol=_CLOSE[self.loaded.dtype]))
        except (RuntimeError, TypeError, AttributeError, IndexError, ValueError):
            return False
