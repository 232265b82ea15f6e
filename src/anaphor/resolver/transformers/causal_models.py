"""Causal language models: the candidate whose sentence is the more probable, in whole or in part.

Sentences are packed into rows, the attention mask keeps them apart, and the output layer is computed only where a token
is scored. A model that does not take such rows (linear attention, ALiBi, sliding windows) is found out by a probe when
it is loaded, and asked sentence by sentence in batches of like length.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from anaphor.answer import Abstention
from anaphor.errors import InputError
from anaphor.files import decode_text, digest, regular_bytes
from anaphor.resolver.ensemble import WordProbabilities, word_probabilities_of
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.transformers.answering import CLOSE, Norm, Score, Tokens, TransformerResolver
from anaphor.resolver.transformers.loading import LOADING, Loaded, budget_of, load
from anaphor.resolver.transformers.rows import (
    Ints,
    PackedRow,
    attending,
    batches,
    flatten,
    pack,
    within_memory,
)
from anaphor.schema import Question

Computed = tuple[list[int], list[int], Any]
"""Numbers of sequences, how many tokens of each are scored, and their log-probabilities, maybe still on a device."""
Floats = npt.NDArray[np.float64]

_BUDGET = {"cpu": 256, "cuda": 32768}
"""Tokens of a batch; on a processor per thread: no more than it takes to keep it busy, so that little is filled up."""
_LONGEST_ROW = {"cpu": 160, "cuda": 256}
_MOST_THREADS = 4
_HEAD_ROWS = 2048
_LONGEST_CONTEXT = 2**20
_PROBE = ([11, 12, 13, 14, 15, 16], [11, 12, 13, 17, 18], [11, 12, 13, 14, 19, 20, 21])


class CausalResolver(TransformerResolver):
    """A causal model that gives each token its log-probability after the tokens before it."""

    kind_of_model = "causal"

    def __init__(self, loaded: Loaded, spec: Spec, *, packed: bool | None = None) -> None:
        super().__init__(loaded, spec, score=Score.AUTO, norms=tuple(Norm))
        import torch

        if self.score is Score.FULL and self.norm is Norm.PMI:
            raise InputError("resolver-pmi-full")
        wanted, mark = spec.setting("bos", "auto", ("auto", "yes", "no")), loaded.tokenizer.bos_token_id
        if wanted == "yes" and mark is None:
            raise InputError("resolver-no-start-mark", model=loaded.name)
        self.before = () if wanted == "no" or mark is None else (int(mark),)
        self.bos = str(loaded.tokenizer.bos_token) if self.before else "none"
        if "context" in spec.settings or spec.flag("chat_template", False):
            self._put_before(spec)
        threads = min(torch.get_num_threads(), _MOST_THREADS)
        self.budget = budget_of(spec, _BUDGET["cuda"] if loaded.device.type == "cuda" else _BUDGET["cpu"] * threads)
        self.flat, self.packed = False, bool(packed)
        if packed is None:
            self._set_rows()
        if spec.flag("compile", False):  # half a minute, when they are first used, that very long runs get back
            stacks = (each for each in self._body.modules() if isinstance(each, torch.nn.ModuleList))
            for layer in next(stacks, ()):
                layer.compile(dynamic=True)

    @property
    def _body(self) -> Any:
        """The model without its output layer."""
        model = self.loaded.model
        return model.get_decoder() if hasattr(model, "get_decoder") else model.base_model

    def _put_before(self, spec: Spec) -> None:
        """Put the words of a file before each sentence (few-shot): as they are, or as a user's message in a chat."""
        path = Path(spec.settings.get("context", ""))
        if "context" not in spec.settings:
            raise InputError("resolver-no-context")
        words = decode_text(regular_bytes(path, _LONGEST_CONTEXT), file=str(path))
        self.context, tokenizer = digest(words), self.loaded.tokenizer
        if not spec.flag("chat_template", False):
            self.before += tuple(tokenizer(words, add_special_tokens=False)["input_ids"])
            return
        if not tokenizer.chat_template:
            raise InputError("resolver-no-chat-template", model=self.loaded.name)
        asked = [{"role": "user", "content": words}]
        shown = tokenizer.apply_chat_template(asked, add_generation_prompt=True, tokenize=False)
        self.before = tuple(tokenizer(shown, add_special_tokens=False)["input_ids"])
        self.context += " in the chat template"

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """For each question the probability of every word of its readings: sub-words added up."""
        for question in questions:
            asked = self.preparer.prepared(question, Score.FULL)
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
        """Batch by batch the numbers of sequences with the log-probabilities of their tokens from `first` on; an empty
        batch says that a device has got them all."""

        def work(rows: Sequence[PackedRow]) -> list[Computed]:
            numbers, places = [], []
            hidden, starts = self._hidden(rows)
            for start, row in zip(starts, rows, strict=True):
                for sequence, path in zip(row.sequences, row.paths, strict=True):
                    numbers.append(sequence)
                    places.append(start + path[max(1, firsts[sequence]) - 1 :])
            targets = [sequences[n][max(1, firsts[n]) :] for n in numbers]
            flat = np.fromiter(chain.from_iterable(targets), np.int64)
            return [(numbers, list(map(len, targets)), self._scores(hidden, np.concatenate(places), flat))]

        def found(computed: list[Computed]) -> list[tuple[int, Floats]]:
            return [
                pair
                for numbers, sizes, values in computed
                for pair in zip(numbers, np.split(values.cpu().numpy(), np.cumsum(sizes)[:-1]), strict=True)
            ]

        # The last token of a sequence is only predicted, so the model need not read it.
        longest = _LONGEST_ROW.get(self.loaded.device.type, _LONGEST_ROW["cpu"]) if self.packed else 0
        rows = pack([sequence[:-1] for sequence in sequences], longest=longest)
        first = self.budget // 8 if self.loaded.device.type == "cuda" else None
        parts = batches([len(row.tokens) for row in rows], budget=self.budget, padded=not self.flat, first=first)
        begun = (within_memory(work, [rows[number] for number in part], self.loaded) for part in parts)
        if self.loaded.device.type == "cpu":
            yield from map(found, begun)
            return
        launched = list(begun)
        yield []
        yield from map(found, launched)

    def _hidden(self, rows: Sequence[PackedRow]) -> tuple[Any, Ints]:
        """The last hidden state of each node, all rows one behind the other, and where each row begins."""
        model, body, flat = self.loaded.model, self._body, flatten(rows)
        if self.flat:
            with attending(body, flat, self._sent):
                given = {"input_ids": self._sent(flat.tokens)[None], "position_ids": self._sent(flat.depths)[None]}
                return body(**given, use_cache=False).last_hidden_state[0], flat.starts
        import torch

        width = flat.places.shape[1]
        given = {"input_ids": self._sent(flat.tokens[flat.places]), "use_cache": False}
        if self.packed:
            mask = torch.zeros((len(rows), 1, width, width), dtype=model.dtype, device=self.loaded.device)
            given["attention_mask"] = mask.masked_fill_(~self._sent(flat.seen)[:, None], torch.finfo(model.dtype).min)
            given["position_ids"] = self._sent(flat.depths[flat.places])
        else:
            sizes = np.array([len(row.tokens) for row in rows])
            given["attention_mask"] = self._sent((np.arange(width) < sizes[:, None]).astype(np.int64))
        return body(**given).last_hidden_state.flatten(0, 1), np.arange(len(rows)) * width

    def _sent(self, values: npt.NDArray[Any]) -> Any:
        """An array on the device; the copy waits for nothing that the device is doing."""
        import torch

        held = torch.from_numpy(np.ascontiguousarray(values))
        device = self.loaded.device
        return held.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else held.to(device)

    def _scores(self, hidden: Any, places: Ints, targets: Ints) -> Any:
        """Log-probability of each target, from the hidden state at its place."""
        import torch

        states, which = np.unique(places, return_inverse=True)
        order = np.argsort(which, kind="stable")  # the targets of some states stand together
        at, wanted, back = self._sent(which[order]), self._sent(targets[order]), self._sent(np.argsort(order))
        picked = hidden[self._sent(states)]
        head = self.loaded.model.get_output_embeddings()
        values = [torch.empty(0, dtype=torch.float64, device=hidden.device)]
        for start in range(0, len(states), _HEAD_ROWS):
            logits = head(picked[start : start + _HEAD_ROWS]).float()
            first, last = np.searchsorted(which[order], (start, start + _HEAD_ROWS)).tolist()
            here = at[first:last] - start
            chosen = logits[here, wanted[first:last]]
            values.append((chosen - torch.logsumexp(logits, dim=-1)[here]).double())
        return torch.cat(values)[back]

    def _set_rows(self) -> None:
        """Find by a probe which rows give what the model itself gives, sentence by sentence: the quickest that do."""
        import torch

        model, theirs = self.loaded.model, list[Floats]()
        for sequence in _PROBE:
            with torch.inference_mode():
                given = torch.tensor([sequence], device=self.loaded.device)
                logits = model(given).logits[0].float().log_softmax(-1).double().cpu().numpy()
            theirs.append(logits[np.arange(len(sequence) - 1), sequence[1:]])
        for self.flat, self.packed in ((True, True), (False, True)):
            try:
                ours = self._log_probabilities(_PROBE)
                if np.allclose(np.concatenate(ours), np.concatenate(theirs), atol=CLOSE[self.loaded.dtype]):
                    return
            except (RuntimeError, ValueError, TypeError, AttributeError, IndexError, KeyError):
                continue
        self.flat = self.packed = False


def causal(spec: Spec) -> Resolver:
    """The sentence that a causal language model finds most probable, on this machine or behind an address."""
    if "url" in spec.settings:
        from anaphor.resolver.chat.completions import make_endpoint

        return make_endpoint(spec)
    spec.allow("score", "norm", "sentences", "margin", "bos", "context", "chat_template", "compile", *LOADING)
    return CausalResolver(load(spec, "causal"), spec)
