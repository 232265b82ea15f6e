"""Log-probabilities of tokens under a causal language model, each shared beginning computed once.

Sentences are packed into rows (see `trie`), the attention mask keeps them apart, and the output layer is computed only
where a token is scored. A model that does not take such rows (linear attention, ALiBi, sliding windows) is found out by
a probe when it is loaded, and asked sentence by sentence in batches of like length.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from anaphor.resolver.transformers.loading import Loaded
from anaphor.resolver.transformers.memory import within_memory
from anaphor.resolver.transformers.trie import Row, batches, pack

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_BUDGET = {"cpu": 256, "cuda": 32768}
"""Tokens of a batch; on a processor per thread: no more than it takes to keep it busy, so that little is filled up."""
_LONGEST_ROW = {"cpu": 160, "cuda": 256}
_MOST_THREADS = 4
_HEAD_ROWS = 2048
_CLOSE = {"float32": 1e-3, "bfloat16": 0.5, "float16": 0.1}
_PROBE = ([11, 12, 13, 14, 15, 16], [11, 12, 13, 17, 18], [11, 12, 13, 14, 19, 20, 21])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """Sequences, and from which token on each is scored."""

    sequences: Sequence[Sequence[int]]
    firsts: Sequence[int]

    def targets(self, number: int) -> Ints:
        """The tokens of a sequence that are scored."""
        return np.array(self.sequences[number][self.firsts[number] :], dtype=np.int64)


class CausalScorer:
    """A causal model that gives each token its log-probability after the tokens before it."""

    def __init__(self, loaded: Loaded, *, packed: bool | None = None) -> None:
        self.loaded = loaded
        threads = min(_threads(), _MOST_THREADS)
        self.budget = _BUDGET["cuda"] if loaded.device.type == "cuda" else _BUDGET["cpu"] * threads
        self.longest_row = _LONGEST_ROW.get(loaded.device.type, _LONGEST_ROW["cpu"])
        self.packed = self._takes_rows() if packed is None else packed

    def log_probabilities(self, sequences: Sequence[Sequence[int]], firsts: Sequence[int]) -> list[Floats]:
        """For each sequence the log-probabilities of its tokens from `first` on; the first token of all has none."""
        found: list[Floats] = [np.empty(0)] * len(sequences)
        for batch in self.batched(sequences, firsts):
            for number, values in batch:
                found[number] = values
        return found

    def batched(self, sequences: Sequence[Sequence[int]], firsts: Sequence[int]) -> Iterator[list[tuple[int, Floats]]]:
        """The same batch by batch: numbers of sequences with the log-probabilities of their tokens."""
        asked = _Asked(sequences=sequences, firsts=[max(1, first) for first in firsts])
        # The last token of a sequence is only predicted, so the model need not read it.
        rows = pack([sequence[:-1] for sequence in sequences], longest=self.longest_row if self.packed else 0)
        for batch in batches([len(row.tokens) for row in rows], budget=self.budget):
            part = [rows[number] for number in batch]
            yield within_memory(lambda some: self._log_probabilities(some, asked), part, self.loaded)

    def _log_probabilities(self, rows: Sequence[Row], asked: "_Asked") -> list[tuple[int, Floats]]:
        """The log-probabilities of the sequences in some rows, each with the number of its sequence."""
        numbers, places = [], []
        for number, row in enumerate(rows):
            for sequence, path in zip(row.sequences, row.paths, strict=True):
                parents = path[asked.firsts[sequence] - 1 :]
                numbers.append(sequence)
                places.append(np.stack([np.full(len(parents), number), parents]))
        if not sum(place.shape[1] for place in places):
            return [(sequence, np.empty(0)) for sequence in numbers]
        targets = np.concatenate([asked.targets(sequence) for sequence in numbers])
        values = self._scores(self._hidden(rows), np.concatenate(places, axis=1), targets)
        parts = np.split(values, np.cumsum([place.shape[1] for place in places])[:-1])
        return list(zip(numbers, parts, strict=True))

    def _hidden(self, rows: Sequence[Row]) -> Any:
        """Hidden states of all nodes, padded at the right."""
        import torch

        width = max(len(row.tokens) for row in rows)
        tokens = np.zeros((len(rows), width), dtype=np.int64)
        depths = np.zeros((len(rows), width), dtype=np.int64)
        seen = np.zeros((len(rows), 1, width, width), dtype=np.bool_)
        seen[:, 0, np.arange(width), np.arange(width)] = True
        for number, row in enumerate(rows):
            size = len(row.tokens)
            tokens[number, :size] = row.tokens
            depths[number, :size] = row.depths
            seen[number, 0, :size, :size] = row.visible()
        device, model = self.loaded.device, self.loaded.model
        given: dict[str, Any] = {"input_ids": torch.from_numpy(tokens).to(device), "use_cache": False}
        if self.packed:
            smallest = torch.finfo(model.dtype).min
            mask = torch.zeros(seen.shape, dtype=model.dtype, device=device)
            given["attention_mask"] = mask.masked_fill_(~torch.from_numpy(seen).to(device), smallest)
            given["position_ids"] = torch.from_numpy(depths).to(device)
        else:
            given["attention_mask"] = torch.from_numpy(seen[:, 0].any(axis=1) & _real(rows, width)).long().to(device)
        body = model.get_decoder() if hasattr(model, "get_decoder") else model.base_model
        return body(**given).last_hidden_state

    def _scores(self, hidden: Any, places: Ints, targets: Ints) -> Floats:
        """Log-probability of each target, from the hidden state at its place (row, node)."""
        import torch

        device = self.loaded.device
        states, which = np.unique(places, axis=1, return_inverse=True)
        which = which.reshape(-1)
        picked = hidden[torch.from_numpy(states[0]).to(device), torch.from_numpy(states[1]).to(device)]
        head = self.loaded.model.get_output_embeddings()
        values = np.empty(len(targets))
        for start in range(0, len(picked), _HEAD_ROWS):
            logits = head(picked[start : start + _HEAD_ROWS]).float()
            inside = (which >= start) & (which < start + _HEAD_ROWS)
            at = torch.from_numpy(which[inside] - start).to(device)
            chosen = logits[at, torch.from_numpy(targets[inside]).to(device)]
            values[inside] = (chosen - torch.logsumexp(logits, dim=-1)[at]).double().cpu().numpy()
        return values

    def _takes_rows(self) -> bool:
        """Whether packed rows give what the model itself gives, sentence by sentence."""
        import torch

        try:
            self.packed = True
            packed = self.log_probabilities(_PROBE, [1] * len(_PROBE))
            for sequence, ours in zip(_PROBE, packed, strict=True):
                with torch.inference_mode():
                    given = torch.tensor([sequence], device=self.loaded.device)
                    logits = self.loaded.model(given).logits[0].float().log_softmax(-1).double().cpu().numpy()
                theirs = logits[np.arange(len(sequence) - 1), sequence[1:]]
                if not np.allclose(ours, theirs, atol=_CLOSE[self.loaded.dtype]):
                    return False
        except (RuntimeError, ValueError, TypeError, AttributeError, IndexError):
            return False
        return True


def _threads() -> int:
    import torch

    return torch.get_num_threads()


def _real(rows: Sequence[Row], width: int) -> npt.NDArray[np.bool_]:
    return np.stack([np.arange(width) < len(row.tokens) for row in rows])
