"""Causal language models: the candidate whose sentence is the more probable, in whole or in part.

Sentences are packed into rows (see `batching`), the attention mask keeps them apart, and the output layer is computed
only where a token is scored. A model that does not take such rows (linear attention, ALiBi, sliding windows) is found
out by a probe when it is loaded, and asked sentence by sentence in batches of like length.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from anaphor.answer import Abstention
from anaphor.errors import InputError
from anaphor.resolver.ensemble import WordProbabilities, word_probabilities_of
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.transformers.answering import Norm, Preparing, Score, Tokens, TransformerResolver, normalised
from anaphor.resolver.transformers.batching import PackedRow, batches, pack, within_memory
from anaphor.resolver.transformers.loading import Loaded, load
from anaphor.schema import Question

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
        import torch

        threads = min(torch.get_num_threads(), _MOST_THREADS)
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

    def _log_probabilities(self, rows: Sequence[PackedRow], asked: "_Asked") -> list[tuple[int, Floats]]:
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

    def _hidden(self, rows: Sequence[PackedRow]) -> Any:
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
            real = np.stack([np.arange(width) < len(row.tokens) for row in rows])
            given["attention_mask"] = torch.from_numpy(seen[:, 0].any(axis=1) & real).long().to(device)
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


class CausalResolver(TransformerResolver):
    """A causal model that reads each sentence and says how probable it finds it."""

    kind_of_model = "causal"

    def __init__(self, loaded: Loaded, spec: Spec, *, packed: bool | None = None) -> None:
        super().__init__(loaded, spec, score=Score.PARTIAL, norms=tuple(Norm))
        if self.score is Score.FULL and self.norm is Norm.PMI:
            raise InputError("resolver-pmi-full")
        wanted, mark = spec.setting("bos", "auto", ("auto", "yes", "no")), loaded.tokenizer.bos_token_id
        if wanted == "yes" and mark is None:
            raise InputError("resolver-no-start-mark", model=loaded.name)
        self.start: tuple[int, ...] = () if wanted == "no" or mark is None else (int(mark),)
        self.bos = str(loaded.tokenizer.bos_token) if self.start else "none"
        self.scorer = CausalScorer(loaded, packed=packed)

    @property
    def preparing(self) -> Preparing:
        """How questions become tokens: a start mark before them where the tokenizer has one."""
        loaded = self.loaded
        return Preparing(
            tokenizer=loaded.tokenizer,
            score=self.score,
            policy=self.policy,
            before=self.start,
            longest=loaded.longest,
        )

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """For each question the probability of every word of its readings: sub-words added up."""
        preparing = replace(self.preparing, score=Score.FULL)
        for question in questions:
            asked = preparing.asked(question)
            if isinstance(asked, Abstention):
                yield asked
                continue
            logs = self.scorer.log_probabilities([tokens.ids for tokens in asked.tokens], [1] * len(asked.tokens))
            summed = [
                _by_word(tokens, found, [word.end for word in sentence.words])
                for tokens, found, sentence in zip(asked.tokens, logs, asked.sentences.sentences, strict=True)
            ]
            yield word_probabilities_of(asked.sentences, summed)

    def scores(self, flat: Sequence[Tokens]) -> Iterator[list[tuple[int, float]]]:
        """After each batch the numbers of the sentences that it scored, and their scores."""
        read = [tokens.ids[: tokens.end] for tokens in flat]
        for batch in self.scorer.batched(read, [tokens.first for tokens in flat]):
            known = [flat[number] for number, _ in batch]
            without = [0.0] * len(known)
            if self.norm is Norm.PMI:  # the same tokens with nothing but a start mark before them
                bare = [(*self.start, *tokens.ids[tokens.first : tokens.end]) for tokens in known]
                without = [float(each.sum()) for each in self.scorer.log_probabilities(bare, [1] * len(bare))]
            yield [
                (number, normalised(float(found.sum()), tokens, self.norm, alone))
                for (number, found), tokens, alone in zip(batch, known, without, strict=True)
            ]


def _by_word(tokens: Tokens, found: Floats, ends: Sequence[int]) -> list[float]:
    """Log-probabilities of words: each token goes to the word that its last character belongs to."""
    sums = np.zeros(len(ends))
    skipped = len(tokens.ids) - len(found)
    for (_, end), value in zip(tokens.offsets[skipped:], found, strict=True):
        word = int(np.searchsorted(ends, end))
        sums[min(word, len(ends) - 1)] += value
    return [min(0.0, float(value)) for value in sums]


def causal(spec: Spec) -> Resolver:
    """The sentence that a causal language model finds most probable."""
    spec.allow("score", "norm", "sentences", "margin", "bos", "device", "dtype", "fetch")
    return CausalResolver(load(spec, "causal"), spec)
