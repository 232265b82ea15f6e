"""Causal language models: the candidate whose sentence is the more probable, in whole or in part.

Sentences are packed into rows, the attention mask keeps them apart, and the output layer is computed only where a token
is scored. A model that does not take such rows (linear attention, ALiBi, sliding windows) is found out by a probe when
it is loaded, and asked sentence by sentence in batches of like length.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from anaphor.answer import Abstention
from anaphor.errors import InputError
from anaphor.resolver.ensemble import WordProbabilities, word_probabilities_of
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.transformers.answering import (
    CLOSE,
    Ints,
    Norm,
    PackedRow,
    Score,
    Tokens,
    TransformerResolver,
    batches,
    pack,
    within_memory,
)
from anaphor.resolver.transformers.loading import Loaded, load
from anaphor.schema import Question

Floats = npt.NDArray[np.float64]

_BUDGET = {"cpu": 256, "cuda": 32768}
"""Tokens of a batch; on a processor per thread: no more than it takes to keep it busy, so that little is filled up."""
_LONGEST_ROW = {"cpu": 160, "cuda": 256}
_MOST_THREADS = 4
_HEAD_ROWS = 2048
_PROBE = ([11, 12, 13, 14, 15, 16], [11, 12, 13, 17, 18], [11, 12, 13, 14, 19, 20, 21])


class CausalResolver(TransformerResolver):
    """A causal model that gives each token its log-probability after the tokens before it."""

    kind_of_model = "causal"

    def __init__(self, loaded: Loaded, spec: Spec, *, packed: bool | None = None) -> None:
        super().__init__(loaded, spec, score=Score.PARTIAL, norms=tuple(Norm))
        import torch

        if self.score is Score.FULL and self.norm is Norm.PMI:
            raise InputError("resolver-pmi-full")
        wanted, mark = spec.setting("bos", "auto", ("auto", "yes", "no")), loaded.tokenizer.bos_token_id
        if wanted == "yes" and mark is None:
            raise InputError("resolver-no-start-mark", model=loaded.name)
        self.before = () if wanted == "no" or mark is None else (int(mark),)
        self.bos = str(loaded.tokenizer.bos_token) if self.before else "none"
        threads = min(torch.get_num_threads(), _MOST_THREADS)
        self.budget = _BUDGET["cuda"] if loaded.device.type == "cuda" else _BUDGET["cpu"] * threads
        self.packed = True if packed is None else packed
        if packed is None:
            self.packed = self._takes_rows()

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """For each question the probability of every word of its readings: sub-words added up."""
        for question in questions:
            asked = self.prepared(question, Score.FULL)
            if isinstance(asked, Abstention):
                yield asked
                continue
            sentences, read = asked
            summed: list[list[float]] = []
            logs = self._log_probabilities([tokens.ids for tokens in read])
            for tokens, found, sentence in zip(read, logs, sentences.sentences, strict=True):
                # Each token goes to the word that its last character belongs to.
                ends = [end for _, end in tokens.offsets[len(tokens.ids) - len(found) :]]
                owners = np.searchsorted([word.end for word in sentence.words], ends)
                sums = np.zeros(len(sentence.words))
                np.add.at(sums, np.minimum(owners, len(sums) - 1), found)
                summed.append(np.minimum(sums, 0.0).tolist())
            yield word_probabilities_of(sentences, summed)

    def scores(self, flat: Sequence[Tokens]) -> Iterator[list[tuple[int, float]]]:
        read = [tokens.ids[: tokens.end] for tokens in flat]
        for batch in self._batched(read, [tokens.first for tokens in flat]):
            totals = [float(found.sum()) for _, found in batch]
            known = [flat[number] for number, _ in batch]
            if self.norm is Norm.PMI:  # the same tokens with nothing but a start mark before them
                bare = [(*self.before, *tokens.ids[tokens.first : tokens.end]) for tokens in known]
                alone = [float(each.sum()) for each in self._log_probabilities(bare)]
                totals = [total - each for total, each in zip(totals, alone, strict=True)]
            yield [
                (number, tokens.normalised(total, self.norm))
                for (number, _), tokens, total in zip(batch, known, totals, strict=True)
            ]

    def _log_probabilities(self, sequences: Sequence[Sequence[int]]) -> list[Floats]:
        """For each sequence the log-probabilities of its tokens; the first token of all has none."""
        found: list[Floats] = [np.empty(0)] * len(sequences)
        for batch in self._batched(sequences, [1] * len(sequences)):
            for number, values in batch:
                found[number] = values
        return found

    def _batched(self, sequences: Sequence[Sequence[int]], firsts: Sequence[int]) -> Iterator[list[tuple[int, Floats]]]:
        """Batch by batch the numbers of sequences with the log-probabilities of their tokens from `first` on."""

        def work(rows: Sequence[PackedRow]) -> list[tuple[int, Floats]]:
            numbers, places = [], []
            for number, row in enumerate(rows):
                for sequence, path in zip(row.sequences, row.paths, strict=True):
                    parents = path[max(1, firsts[sequence]) - 1 :]
                    numbers.append(sequence)
                    places.append(np.stack([np.full(len(parents), number), parents]))
            sizes = [place.shape[1] for place in places]
            if not sum(sizes):
                return [(sequence, np.empty(0)) for sequence in numbers]
            targets = np.concatenate([np.array(sequences[n][max(1, firsts[n]) :], dtype=np.int64) for n in numbers])
            values = self._scores(self._hidden(rows), np.concatenate(places, axis=1), targets)
            return list(zip(numbers, np.split(values, np.cumsum(sizes)[:-1]), strict=True))

        # The last token of a sequence is only predicted, so the model need not read it.
        longest = _LONGEST_ROW.get(self.loaded.device.type, _LONGEST_ROW["cpu"]) if self.packed else 0
        rows = pack([sequence[:-1] for sequence in sequences], longest=longest)
        for batch in batches([len(row.tokens) for row in rows], budget=self.budget):
            yield within_memory(work, [rows[number] for number in batch], self.loaded)

    def _hidden(self, rows: Sequence[PackedRow]) -> Any:
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
            for sequence, ours in zip(_PROBE, self._log_probabilities(_PROBE), strict=True):
                with torch.inference_mode():
                    given = torch.tensor([sequence], device=self.loaded.device)
                    logits = self.loaded.model(given).logits[0].float().log_softmax(-1).double().cpu().numpy()
                theirs = logits[np.arange(len(sequence) - 1), sequence[1:]]
                if not np.allclose(ours, theirs, atol=CLOSE[self.loaded.dtype]):
                    return False
        except (RuntimeError, ValueError, TypeError, AttributeError, IndexError):
            return False
        return True


def causal(spec: Spec) -> Resolver:
    """The sentence that a causal language model finds most probable."""
    spec.allow("score", "norm", "sentences", "margin", "bos", "device", "dtype", "fetch")
    return CausalResolver(load(spec, "causal"), spec)
