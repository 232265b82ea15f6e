"""The LSTM language model in PyTorch (extra `lm`): embeddings, recurrent layers, dropout on the output, a softmax."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from anaphor.resolver.networks.settings import LstmSettings, OptimizerMethod, Softmax
from anaphor.resolver.networks.softmax import (
    AdaptiveSoftmax,
    ExactSoftmax,
    PaddedLinear,
    SoftmaxTargets,
    TiedSoftmax,
    to_device,
)
from anaphor.resolver.training.batches import Units, make_batch
from anaphor.resolver.words.vocabulary import START_ID

_ROWS_GPU = 16_384
_ROWS_CPU = 512
"""Rows of logits that exist at one time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LstmBatch:
    """A batch as the network takes it."""

    inputs: NDArray[np.int64]
    """(steps, units)."""
    places: NDArray[np.int64]
    """Cells of the grid that hold a word to predict."""
    targets: SoftmaxTargets
    """Those words."""

    @property
    def words(self) -> int:
        """How many words are predicted."""
        return len(self.targets.words)


class _ScaleGradient(torch.autograd.Function):
    """The input as it is; its gradient multiplied by a number."""

    @staticmethod
    def forward(ctx: Any, value: Tensor, factor: float) -> Tensor:
        ctx.factor = factor
        return value.view_as(value)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        return gradient * ctx.factor, None


class LstmNetwork(nn.Module):
    """Predicts each word of a sequence from those before it."""

    def __init__(self, settings: LstmSettings, size: int, device: torch.device) -> None:
        super().__init__()
        self.settings = settings
        generator = torch.Generator().manual_seed(settings.training.seed)
        self.embedding = nn.Embedding(size, settings.embedding)
        self.lstm = nn.LSTM(settings.embedding, settings.hidden, settings.layers)
        wide = settings.projection or settings.hidden
        self.down = nn.Linear(settings.hidden, wide) if settings.projection else None
        rows = _ROWS_GPU if device.type == "cuda" else _ROWS_CPU
        self.softmax: ExactSoftmax | TiedSoftmax | AdaptiveSoftmax
        if settings.softmax is Softmax.ADAPTIVE:
            cutoffs = [each for each in settings.cutoffs if each < size] or [max(size // 2, 1)]
            self.softmax = AdaptiveSoftmax(size, wide, cutoffs, shrink=settings.shrink, rows=rows)
        elif settings.tied:
            self.softmax = TiedSoftmax(self.embedding.weight, rows=rows)
        else:
            self.softmax = ExactSoftmax(size, wide, rows=rows)
        self._start(generator)
        self.to(device)

    @torch.no_grad()
    def _start(self, generator: torch.Generator) -> None:
        """Uniform weights from the seed alone; forget gates start open."""
        for parameter in self.parameters():
            if parameter.dim() > 1:
                narrower = 0.3 if self.settings.tied and parameter is self.embedding.weight else 1.0
                bound = float(narrower * parameter.shape[1] ** -0.5)
                parameter.copy_(torch.rand(parameter.shape, generator=generator) * 2 * bound - bound)
            else:
                parameter.zero_()
        for name, bias in self.lstm.named_parameters():
            if name.startswith("bias_ih"):
                bias[self.settings.hidden : 2 * self.settings.hidden] = 1.0
        for module in self.modules():
            if isinstance(module, PaddedLinear):
                module.close()

    def prepare(self, units: Units, chosen: NDArray[np.int64]) -> LstmBatch:
        batch = make_batch(units, chosen)
        return LstmBatch(inputs=batch.inputs, places=batch.places, targets=self.softmax.prepare(batch.targets))

    def loss(self, batch: LstmBatch, dtype: torch.dtype, seed: int | None = None) -> Tensor:
        """The summed loss of a batch; with a seed, dropout is drawn from it."""
        device = self.embedding.weight.device
        inputs = self.embedding(to_device(batch.inputs, device))
        if seed is not None:
            # The original program multiplies the embeddings' gradient by the batch size: it is summed, not averaged.
            factor = self.settings.training.scale if self.settings.optimizer.method is OptimizerMethod.ADAGRAD else 1.0
            inputs = _ScaleGradient.apply(inputs, factor)  # type: ignore[no-untyped-call]  # torch's
        hidden = run_lstm(self.lstm, inputs, dtype)
        rows = hidden.view(-1, hidden.shape[2])
        if len(batch.places) < len(rows):
            rows = rows.index_select(0, to_device(batch.places, device))
        if seed is not None and self.settings.dropout:  # the seed alone decides which cells are at 0
            generator = torch.Generator(device).manual_seed(seed)
            kept = torch.rand(rows.shape, generator=generator, device=device, dtype=torch.float32)
            rows = rows * (kept >= self.settings.dropout) / (1 - self.settings.dropout)
        return self.softmax.loss(self._narrow(rows, dtype), batch.targets, dtype)

    def _narrow(self, rows: Tensor, dtype: torch.dtype) -> Tensor:
        if self.down is None:
            return rows
        return nn.functional.linear(rows.to(dtype), self.down.weight.to(dtype), self.down.bias.to(dtype))

    def recurrent(self) -> Iterator[nn.Parameter]:
        """The parameters whose gradients are clipped together."""
        return self.lstm.parameters()

    @torch.no_grad()
    def log_probabilities(self, sequences: Sequence[NDArray[np.int64]]) -> list[NDArray[np.float64]]:
        """For each sequence, the natural logarithm of each word's probability given those before it."""
        found: list[NDArray[np.float64]] = []
        device = self.embedding.weight.device
        for sequence in sequences:
            inputs = torch.from_numpy(np.concatenate([[START_ID], sequence[:-1]])).to(device)
            rows = self.lstm(self.embedding(inputs)[:, None])[0][:, 0]
            targets = torch.from_numpy(sequence).to(device)
            blocks = (slice(first, first + _ROWS_CPU) for first in range(0, len(sequence), _ROWS_CPU))
            kept = [rows.new_zeros(0)]
            for block in blocks:
                logs = self.softmax.log_probabilities(self._narrow(rows[block], torch.float32))
                kept.append(logs.gather(1, targets[block][:, None])[:, 0])
            found.append(torch.cat(kept).double().cpu().numpy())
        return found


def run_lstm(lstm: nn.LSTM, inputs: Tensor, dtype: torch.dtype) -> Tensor:
    """The outputs of an LSTM with its products in `dtype`; PyTorch's autocast would take float16, of short range."""
    if dtype == torch.float32:
        return cast(Tensor, lstm(inputs)[0])
    weights = [each.to(dtype) for layer in lstm.all_weights for each in layer]
    start = inputs.new_zeros((lstm.num_layers, inputs.shape[1], lstm.hidden_size), dtype=dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cuDNN says that it copies the weights into one block; it takes microseconds
        found = torch.lstm(
            inputs.to(dtype), (start, start), weights, True, lstm.num_layers, 0.0, lstm.training, False, False
        )
    return found[0]
