"""context2vec in PyTorch (extra `lm`): two LSTMs read towards a word from both sides, and meet in its vector."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from anaphor.resolver.context2vec_settings import Context2vecSettings
from anaphor.resolver.lstm_softmax import to_device
from anaphor.resolver.training_batches import Units
from anaphor.resolver.vocabulary import END_ID, START_ID


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextBatch:
    """Sentences side by side, read from both ends."""

    forward: NDArray[np.int64]
    """(steps, sentences): the start mark, then the words from the left."""
    backward: NDArray[np.int64]
    """(steps, sentences): the end mark, then the words from the right."""
    forward_places: NDArray[np.int64]
    """Which cell holds what the left reader knows before each word."""
    backward_places: NDArray[np.int64]
    """Which cell holds what the right reader knows before each word."""
    targets: NDArray[np.int64]
    """The words."""

    @property
    def words(self) -> int:
        """How many words are predicted."""
        return len(self.targets)


def context_batch(units: Units, chosen: NDArray[np.int64]) -> ContextBatch:
    """The batch of some sentences; their own end marks are not predicted."""
    starts, lengths = units.starts[chosen], units.lengths[chosen]
    ended = units.tokens[starts + lengths - 1] == END_ID
    lengths = np.maximum(lengths - ended, 1)
    step = np.arange(int(lengths.max()))[:, None]
    there = step < lengths
    width = len(chosen)
    forward, backward = (np.full(there.shape, END_ID, dtype=np.int64) for _ in range(2))
    forward[there] = units.tokens[(starts + step)[there]]
    backward[there] = units.tokens[(starts + lengths - 1 - step)[there]]
    row, column = np.nonzero(there)
    return ContextBatch(
        forward=np.concatenate([np.full((1, width), START_ID), forward[:-1]]),
        backward=np.concatenate([np.full((1, width), END_ID), backward[:-1]]),
        forward_places=row * width + column,
        backward_places=(lengths[column] - 1 - row) * width + column,
        targets=forward[there],
    )


class Context2vecNetwork(nn.Module):
    """Vectors of contexts and of words in one space."""

    draws: Tensor

    def __init__(self, settings: Context2vecSettings, counts: NDArray[np.int64], device: torch.device) -> None:
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
        self.register_buffer("draws", torch.from_numpy(_cumulative(counts, settings.power)), persistent=False)
        self._start(torch.Generator().manual_seed(settings.training.seed))
        self.to(device)

    @torch.no_grad()
    def _start(self, generator: torch.Generator) -> None:
        """Normal weights from the seed alone, as the published program has them; forget gates start open."""
        for name, parameter in self.named_parameters():
            if name == "targets" or parameter.dim() == 1:
                parameter.zero_()
            else:
                spread = len(parameter) if name in ("left.weight", "right.weight") else parameter.shape[1]
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * spread**-0.5)
        for lstm in (self.left_lstm, self.right_lstm):
            cast(Tensor, lstm.bias_ih_l0)[self.settings.hidden : 2 * self.settings.hidden] = 1.0

    def prepare(self, units: Units, chosen: NDArray[np.int64]) -> ContextBatch:
        """The batch of some sentences."""
        return context_batch(units, chosen)

    def loss(self, batch: ContextBatch, dtype: torch.dtype, seed: int | None = None) -> Tensor:
        """The summed loss: −log σ(context·word) − Σ log σ(−context·drawn); draws follow from the seed."""
        device = self.targets.device
        context = self.contexts(batch, dtype)
        words = to_device(batch.targets, device)
        drawn = self._draw(len(words), 0 if seed is None else seed)
        rows = nn.functional.embedding(torch.cat([words[:, None], drawn], 1), self.targets.to(dtype))
        scores = torch.bmm(rows, context.to(dtype)[:, :, None])[:, :, 0].float()
        return -(nn.functional.logsigmoid(scores[:, 0]).sum() + nn.functional.logsigmoid(-scores[:, 1:]).sum())

    def contexts(self, batch: ContextBatch, dtype: torch.dtype) -> Tensor:
        """The vector of the context of each word of a batch."""
        device = self.targets.device
        with torch.autocast(device.type, dtype, enabled=dtype != torch.float32):
            left = self.left_lstm(self.left(to_device(batch.forward, device)))[0].flatten(0, 1)
            right = self.right_lstm(self.right(to_device(batch.backward, device)))[0].flatten(0, 1)
            known = torch.cat(
                [
                    left.index_select(0, to_device(batch.forward_places, device)),
                    right.index_select(0, to_device(batch.backward_places, device)),
                ],
                1,
            )
            return cast(Tensor, self.outer(torch.relu(self.inner(known))))

    def _draw(self, words: int, seed: int) -> Tensor:
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
    def context_and_targets(self, sentence: NDArray[np.int64], place: int, words: NDArray[np.int64]) -> tuple[
        NDArray[np.float64], NDArray[np.float64]
    ]:  # fmt: skip
        """The vector of the context at a place of a sentence, and the vectors of some words."""
        batch = context_batch(
            Units(tokens=sentence.astype(np.int32), starts=np.array([0]), lengths=np.array([len(sentence)])),
            np.array([0]),
        )
        context = self.contexts(batch, torch.float32)[place]
        rows = self.targets[torch.from_numpy(words).to(self.targets.device)]
        return context.double().cpu().numpy(), rows.double().cpu().numpy()


def _cumulative(counts: NDArray[np.int64], power: float) -> NDArray[np.float64]:
    """Where each word's stretch of the line from 0 to 1 ends; the two end marks are never drawn."""
    weight = np.maximum(counts, 0).astype(np.float64) ** power
    weight[[START_ID, END_ID]] = 0.0
    total = np.cumsum(weight)
    return total / total[-1]
