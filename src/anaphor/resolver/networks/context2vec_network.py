"""context2vec in PyTorch (extra `lm`): two LSTMs read towards a word from both sides, and meet in its vector."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from anaphor.resolver.networks.lstm_network import linear_in, run_lstm, to_device
from anaphor.resolver.networks.settings import Context2vecSettings
from anaphor.resolver.training.store import Units
from anaphor.resolver.words.model_folder import END_ID, START_ID, Floats, Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextBatch:
    """Sentences side by side, read from both ends; one array, so that it travels to a GPU in one piece."""

    steps: int
    sentences: int
    words: int
    numbers: Ints
    """One after the other: (steps, sentences) the start mark and the words from the left; the same with the end mark
    from the right; which cell holds what the left reader knows before each word; the same for the right reader; the
    words."""

    def parts(self, device: torch.device) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        cells, shape = self.steps * self.sentences, (self.steps, self.sentences)
        sizes = [cells, cells, self.words, self.words, self.words]
        left, right, before, after, targets = torch.split(to_device(self.numbers, device), sizes)
        return left.view(shape), right.view(shape), before, after, targets


def context_batch(units: Units, chosen: Ints) -> ContextBatch:
    """The batch of some sentences; their own end marks are not predicted."""
    starts, lengths = units.starts[chosen], units.lengths[chosen]
    ended = units.tokens[starts + lengths - 1] == END_ID
    lengths = np.maximum(lengths - ended, 1)
    steps, width = int(lengths.max()), len(chosen)
    step = np.arange(steps)[:, None]
    there = step < lengths
    forward, backward = (np.full(there.shape, END_ID, dtype=np.int64) for _ in range(2))
    forward[there] = units.tokens[(starts + step)[there]]
    backward[there] = units.tokens[(starts + lengths - 1 - step)[there]]
    row, column = np.nonzero(there)
    parts = (
        np.full(width, START_ID),
        forward[:-1].ravel(),
        np.full(width, END_ID),
        backward[:-1].ravel(),
        row * width + column,
        (lengths[column] - 1 - row) * width + column,
        forward[there],
    )
    return ContextBatch(steps=steps, sentences=width, words=len(row), numbers=np.concatenate(parts))


class Context2vecNetwork(nn.Module):
    """Vectors of contexts and of words in one space."""

    draws: Tensor

    def __init__(self, settings: Context2vecSettings, counts: Ints, device: torch.device) -> None:
        super().__init__()
        self.settings = settings
        size, unit, hidden, target = len(counts), settings.embedding, settings.hidden, settings.target
        self.left = nn.Embedding(size, unit)
        self.right = nn.Embedding(size, unit)
        self.left_lstm = nn.LSTM(unit, hidden)
        self.right_lstm = nn.LSTM(unit, hidden)
        self.inner = nn.Linear(2 * hidden, 2 * hidden)
        self.outer = nn.Linear(2 * hidden, target)
        self.targets = nn.Parameter(torch.zeros(size, target))
        # Where each word's stretch of the line from 0 to 1 ends; the two end marks are never drawn.
        weight = np.maximum(counts, 0).astype(np.float64) ** settings.power
        weight[[START_ID, END_ID]] = 0.0
        total = np.cumsum(weight)
        self.register_buffer("draws", torch.from_numpy(total / total[-1]), persistent=False)
        generator = torch.Generator().manual_seed(settings.training.seed)
        with torch.no_grad():  # normal weights from the seed alone, as the published program has them
            for name, parameter in self.named_parameters():
                if name == "targets" or parameter.dim() == 1:
                    parameter.zero_()
                else:
                    spread = len(parameter) if name in ("left.weight", "right.weight") else parameter.shape[1]
                    parameter.copy_(torch.randn(parameter.shape, generator=generator) * spread**-0.5)
            for lstm in (self.left_lstm, self.right_lstm):  # forget gates start open
                cast(Tensor, lstm.bias_ih_l0)[hidden : 2 * hidden] = 1.0
        self.to(device)

    def prepare(self, units: Units, chosen: Ints) -> ContextBatch:
        return context_batch(units, chosen)

    def loss(self, batch: ContextBatch, dtype: torch.dtype, seed: int | None = None) -> Tensor:
        """The summed loss: −log σ(context·word) − Σ log σ(−context·drawn); draws follow from the seed."""
        context, words = self._context(batch, dtype)
        chosen = torch.cat([words[:, None], self.draw(len(words), 0 if seed is None else seed)], 1)
        vectors = nn.functional.embedding(chosen, self.targets.to(dtype))
        scores = (vectors * context.to(dtype)[:, None]).sum(2, dtype=torch.float32)
        return nn.functional.softplus(torch.cat([-scores[:, :1], scores[:, 1:]], 1)).sum()

    def _context(self, batch: ContextBatch, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        """The vector of the context of each word of a batch, and the words."""
        left, right, before, after, words = batch.parts(self.targets.device)
        from_left = run_lstm(self.left_lstm, self.left(left), dtype).flatten(0, 1)
        from_right = run_lstm(self.right_lstm, self.right(right), dtype).flatten(0, 1)
        known = torch.cat([from_left.index_select(0, before), from_right.index_select(0, after)], 1)
        return linear_in(dtype, self.outer, torch.relu(linear_in(dtype, self.inner, known))), words

    def draw(self, words: int, seed: int) -> Tensor:
        """Words drawn by their frequencies raised to the power; one may be the word itself, as in the program."""
        generator = torch.Generator(self.draws.device).manual_seed(seed)
        shape = (words, self.settings.negatives)
        points = torch.rand(shape, generator=generator, device=self.draws.device, dtype=torch.float64)
        return torch.searchsorted(self.draws, points, right=True).clamp_(max=len(self.targets) - 1)

    def recurrent(self) -> Iterator[nn.Parameter]:
        """The parameters whose gradients are clipped together: all but the tables of words."""
        tables = ("left.weight", "right.weight", "targets")
        return (each for name, each in self.named_parameters() if name not in tables)

    @torch.no_grad()
    def vectors(self, sentence: Ints, place: int) -> tuple[Floats, Floats]:
        """The vector of the context at a place of a sentence, and that of the word that stands there."""
        one = Units(tokens=sentence.astype(np.int32), starts=np.array([0]), lengths=np.array([len(sentence)]))
        context = self._context(context_batch(one, np.array([0])), torch.float32)[0][place]
        return context.double().cpu().numpy(), self.targets[int(sentence[place])].double().cpu().numpy()
