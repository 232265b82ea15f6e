"""The LSTM language model in PyTorch (extra `lm`): embeddings, recurrent layers, dropout on the output, a softmax.

The logits of 16,000 words over 100,000 classes fill gigabytes, and keeping or recomputing them is what training at the
paper's size costs. Here loss and gradients are formed together, a block of rows at a time: the gradient of a block's
logits is multiplied away at once, and nothing is kept or computed twice.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from anaphor.errors import ContentError
from anaphor.resolver.networks.settings import LstmSettings, OptimizerMethod, Softmax
from anaphor.resolver.training.store import Units, make_batch
from anaphor.resolver.words.model_folder import START_ID, Floats, Ints
from anaphor.text import joined

_ROWS_GPU = 4_096
"""Rows of logits that exist at one time on a GPU: over 100,000 classes they and their gradient take 2.4 GB."""
_ROWS_CPU = 512
"""The same on a processor, whose caches are small."""
_CLOSED = -30_000.0
"""The bias of a class that does not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """How much of the logits exists at a time."""

    rows: int
    dtype: torch.dtype


def _losses_and_gradient(logits: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
    """The loss of each row in 32 bits, and the gradient of their sum by the logits as narrow as these are."""
    logs = torch.log_softmax(logits, 1, dtype=torch.float32)
    losses = -logs.gather(1, targets[:, None])[:, 0]
    gradient = logs.exp_()
    gradient.scatter_add_(1, targets[:, None], gradient.new_full((len(targets), 1), -1.0))
    return losses, gradient.to(logits.dtype)


class _LinearCrossEntropy(torch.autograd.Function):
    """Sum of −log softmax(hidden · weightᵀ + bias)[target] over rows, its gradients formed with it."""

    @staticmethod
    def forward(  # noqa: PLR0913, PLR0917  # autograd takes tensors one by one
        ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, blocks: Blocks
    ) -> Tensor:
        narrow = hidden.to(blocks.dtype)
        matrix = weight.to(blocks.dtype)
        offset = bias.to(blocks.dtype)
        gradient_hidden = torch.empty_like(narrow)
        gradient_weight = torch.zeros_like(weight)
        gradient_bias = torch.zeros_like(bias)
        loss = torch.zeros((), device=hidden.device)
        for start in range(0, len(targets), blocks.rows):
            block = slice(start, start + blocks.rows)
            losses, gradient = _losses_and_gradient(torch.addmm(offset, narrow[block], matrix.T), targets[block])
            loss += losses.sum()
            torch.mm(gradient, matrix, out=gradient_hidden[block])
            if gradient.dtype == torch.float32:
                gradient_weight.addmm_(gradient.T, narrow[block])
            else:  # on a GPU: the factors stay narrow, and only their sum is wide
                gradient_weight += torch.mm(gradient.T, narrow[block], out_dtype=torch.float32)
            gradient_bias += gradient.sum(0, dtype=torch.float32)
        ctx.save_for_backward(gradient_hidden.to(hidden.dtype), gradient_weight, gradient_bias)
        return loss

    @staticmethod
    def backward(ctx: Any, scale: Tensor) -> tuple[Tensor | None, ...]:
        hidden, weight, bias = ctx.saved_tensors
        return hidden.mul_(scale), weight.mul_(scale), bias.mul_(scale), None, None


def linear_cross_entropy(hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, blocks: Blocks) -> Tensor:
    """The summed loss of an output layer, formed with its gradients block by block."""
    return cast(
        Tensor,
        _LinearCrossEntropy.apply(hidden, weight, bias, targets, blocks),  # type: ignore[no-untyped-call]  # torch's
    )


class PaddedLinear(nn.Linear):
    """A linear layer filled up to a multiple of eight outputs: a GPU is several times slower at other widths."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(inputs, -(-outputs // 8) * 8)
        self.outputs = outputs
        self.close()

    @torch.no_grad()
    def close(self) -> None:
        """Give the classes that fill up a probability of 0; the gradient leaves them there."""
        self.bias[self.outputs :] = _CLOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftmaxTargets:
    """The words to predict, prepared on the side of the data so that the GPU never waits for their number."""

    words: Ints
    order: Ints
    sizes: tuple[int, ...] = ()


class FullSoftmax(nn.Module):
    """A softmax over every word at once, with weights of its own or over the input embeddings themselves."""

    def __init__(self, size: int, dimension: int, tied: Tensor | None, *, rows: int) -> None:
        super().__init__()
        self.size, self.rows = size, rows
        if tied is None:
            self.layer = PaddedLinear(dimension, size)
        else:
            self.weight, self.bias = tied, nn.Parameter(torch.zeros(size))

    def prepare(self, words: Ints) -> SoftmaxTargets:
        return SoftmaxTargets(words=words, order=np.arange(len(words)))

    def _matrix(self) -> tuple[Tensor, Tensor]:
        layer = getattr(self, "layer", self)
        return layer.weight, layer.bias

    def loss(self, hidden: Tensor, targets: SoftmaxTargets, dtype: torch.dtype) -> Tensor:
        words = to_device(targets.words, hidden.device)
        return linear_cross_entropy(hidden, *self._matrix(), words, Blocks(rows=self.rows, dtype=dtype))

    def log_probabilities(self, hidden: Tensor) -> Tensor:
        return torch.log_softmax(nn.functional.linear(hidden, *self._matrix()).float(), 1)[:, : self.size]


class AdaptiveSoftmax(nn.Module):
    """Frequent words in a short list, rare ones in clusters of shrinking dimension (Grave et al. 2017)."""

    def __init__(self, size: int, dimension: int, cutoffs: Sequence[int], *, shrink: float, rows: int) -> None:
        super().__init__()
        edges = [*cutoffs, size]
        if not cutoffs or edges != sorted(set(edges)) or cutoffs[0] < 1:
            raise ContentError("resolver-cutoffs", cutoffs=joined(cutoffs), size=size)
        self.edges, self.rows = edges, rows
        self.head = PaddedLinear(dimension, edges[0] + len(edges) - 1)
        narrow = [max(int(dimension / shrink ** (number + 1)), 1) for number in range(len(edges) - 1)]
        self.down = nn.ModuleList(nn.Linear(dimension, each, bias=False) for each in narrow)
        spans = zip(narrow, edges[:-1], edges[1:], strict=True)
        self.tails = nn.ModuleList(PaddedLinear(each, last - first) for each, first, last in spans)

    def prepare(self, words: Ints) -> SoftmaxTargets:
        cluster = np.searchsorted(self.edges, words, side="right").astype(np.uint8)
        order = np.argsort(cluster, kind="stable")
        sizes = np.bincount(cluster, minlength=len(self.edges))
        return SoftmaxTargets(words=words[order], order=order, sizes=tuple(sizes.tolist()))

    def loss(self, hidden: Tensor, targets: SoftmaxTargets, dtype: torch.dtype) -> Tensor:
        """The summed loss: which cluster, or which frequent word; then which word of the cluster."""
        words = to_device(targets.words, hidden.device)
        ranked = hidden.index_select(0, to_device(targets.order, hidden.device))
        edges = np.cumsum([0, *targets.sizes]).tolist()
        head = words.clone()
        total = torch.zeros((), device=hidden.device)
        blocks = Blocks(rows=4 * self.rows, dtype=dtype)
        for number, (down, tail) in enumerate(self._clusters()):
            rows = slice(edges[number + 1], edges[number + 2])
            if rows.start == rows.stop:
                continue
            head[rows] = self.edges[0] + number
            inside = nn.functional.linear(ranked[rows].to(dtype), down.weight.to(dtype))
            within = words[rows] - self.edges[number]
            total = total + linear_cross_entropy(inside, tail.weight, tail.bias, within, blocks)
        return total + linear_cross_entropy(ranked, self.head.weight, self.head.bias, head, blocks)

    def _clusters(self) -> Iterator[tuple[nn.Linear, PaddedLinear]]:
        for down, tail in zip(self.down, self.tails, strict=True):
            yield cast(nn.Linear, down), cast(PaddedLinear, tail)

    def log_probabilities(self, hidden: Tensor) -> Tensor:
        first = self.edges[0]
        head = torch.log_softmax(self.head(hidden).float(), 1)
        parts = [head[:, :first]]
        for number, (down, tail) in enumerate(self._clusters()):
            inside = torch.log_softmax(tail(down(hidden)).float(), 1)[:, : tail.outputs]
            parts.append(inside + head[:, first + number, None])
        return torch.cat(parts, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class LstmBatch:
    """A batch as the network takes it."""

    inputs: Ints
    places: Ints
    targets: SoftmaxTargets

    @property
    def words(self) -> int:
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
        self.softmax: FullSoftmax | AdaptiveSoftmax
        if settings.softmax is Softmax.ADAPTIVE:
            self.softmax = AdaptiveSoftmax(size, wide, settings.clusters(size), shrink=settings.shrink, rows=rows)
        else:
            self.softmax = FullSoftmax(size, wide, self.embedding.weight if settings.tied else None, rows=rows)
        with torch.no_grad():  # uniform weights from the seed alone
            for parameter in self.parameters():
                if parameter.dim() > 1:
                    narrower = 0.3 if settings.tied and parameter is self.embedding.weight else 1.0
                    bound = float(narrower * parameter.shape[1] ** -0.5)
                    parameter.copy_(torch.rand(parameter.shape, generator=generator) * 2 * bound - bound)
                else:
                    parameter.zero_()
            for name, bias in self.lstm.named_parameters():
                if name.startswith("bias_ih"):  # forget gates start open
                    bias[settings.hidden : 2 * settings.hidden] = 1.0
            for module in self.modules():
                if isinstance(module, PaddedLinear):
                    module.close()
        self.to(device)

    def prepare(self, units: Units, chosen: Ints) -> LstmBatch:
        inputs, places, targets = make_batch(units, chosen)
        return LstmBatch(inputs=inputs, places=places, targets=self.softmax.prepare(targets))

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
        return self.softmax.loss(linear_in(dtype, self.down, rows), batch.targets, dtype)

    def recurrent(self) -> Iterator[nn.Parameter]:
        """The parameters whose gradients are clipped together."""
        return self.lstm.parameters()

    @torch.no_grad()
    def log_probabilities(self, sequences: Sequence[Ints]) -> list[Floats]:
        """For each sequence, the natural logarithm of each word's probability given those before it."""
        found: list[Floats] = []
        device = self.embedding.weight.device
        for sequence in sequences:
            inputs = torch.from_numpy(np.concatenate([[START_ID], sequence[:-1]])).to(device)
            rows = self.lstm(self.embedding(inputs)[:, None])[0][:, 0]
            targets = torch.from_numpy(sequence).to(device)
            kept = [rows.new_zeros(0)]
            for first in range(0, len(sequence), _ROWS_CPU):
                block = slice(first, first + _ROWS_CPU)
                logs = self.softmax.log_probabilities(linear_in(torch.float32, self.down, rows[block]))
                kept.append(logs.gather(1, targets[block][:, None])[:, 0])
            found.append(torch.cat(kept).double().cpu().numpy())
        return found


def linear_in(dtype: torch.dtype, layer: nn.Linear | None, rows: Tensor) -> Tensor:
    """The rows through a layer, where there is one, with the products in `dtype`."""
    if layer is None:
        return rows
    return nn.functional.linear(rows.to(dtype), layer.weight.to(dtype), layer.bias.to(dtype))


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


def to_device(array: Ints, device: torch.device) -> Tensor:
    """The array where the network is; to a GPU it travels while the GPU works."""
    if device.type != "cuda":
        return torch.from_numpy(array).to(device)
    # NumPy copies into the pinned memory: PyTorch would wake all threads for a megabyte and wait for them.
    pinned = torch.empty(array.shape, dtype=torch.int64, pin_memory=True)
    np.copyto(pinned.numpy(), array)
    return pinned.to(device, non_blocking=True)
