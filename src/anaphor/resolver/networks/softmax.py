"""Output layers over a large vocabulary: the exact softmax without its logits kept, and the adaptive softmax.

The logits of 16,000 words over 100,000 classes fill gigabytes, and keeping or recomputing them is what training at the
paper's size costs. Here loss and gradients are formed together, a block of rows at a time: the logits of a block become
their own gradient in place, are multiplied away at once, and nothing is computed twice.

This module needs PyTorch (extra `lm`); nothing imports it before a model is trained or a PyTorch model is asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from anaphor.errors import ContentError
from anaphor.text import joined

try:
    import triton  # type: ignore[import-not-found, unused-ignore]  # only where there is a GPU
    import triton.language as tl  # type: ignore[import-not-found, unused-ignore]  # likewise
except ImportError:
    triton = None

_BLOCK = 4096
"""Columns of logits that the kernel takes at a time."""

if triton is not None:

    @triton.jit  # type: ignore[untyped-decorator, unused-ignore]  # Triton has no types
    def _cross_entropy(logits, targets, losses, columns, block: tl.constexpr):  # type: ignore[no-untyped-def]  # a kernel
        # One pass over a row of logits: its loss, then the row overwritten by its own gradient.
        row = tl.program_id(0).to(tl.int64)
        base = logits + row * columns
        place = tl.arange(0, block)
        top = tl.full([block], -1.0e30, tl.float32)
        total = tl.zeros([block], tl.float32)
        for start in range(0, columns, block):
            value = tl.load(base + start + place, mask=start + place < columns, other=-1.0e30).to(tl.float32)
            higher = tl.maximum(top, value)
            total = total * tl.exp(top - higher) + tl.exp(value - higher)
            top = higher
        # Lanes beyond the last column hold the lowest value alone: their share of the sum is nothing.
        peak = tl.max(top, 0)
        sums = tl.log(tl.sum(total * tl.exp(top - peak), 0)) + peak
        target = tl.load(targets + row)
        tl.store(losses + row, sums - tl.load(base + target).to(tl.float32))
        tl.debug_barrier()  # every thread has read the target's logit before any thread overwrites it
        for start in range(0, columns, block):
            there = start + place < columns
            value = tl.load(base + start + place, mask=there, other=-1.0e30).to(tl.float32)
            gradient = tl.exp(value - sums)
            gradient = tl.where(start + place == target, gradient - 1.0, gradient)
            tl.store(base + start + place, gradient.to(logits.dtype.element_ty), mask=there)


_CLOSED = -30_000.0
"""The bias of a class that does not exist."""


def _loss_and_gradient(logits: Tensor, targets: Tensor) -> Tensor:
    """The loss of each row; the logits become the gradient of the loss by the logits. On a GPU in one kernel."""
    if logits.device.type == "cuda" and triton is not None:  # PyTorch brings Triton along where it can use a GPU
        losses = torch.empty(len(logits), device=logits.device, dtype=torch.float32)
        if len(logits):
            columns = logits.shape[1]
            block = min(_BLOCK, triton.next_power_of_2(columns))
            warps = 16 if columns > _BLOCK else 8
            _cross_entropy[(len(logits),)](logits, targets, losses, columns, block, num_warps=warps)
        return losses
    wide = logits.float()
    total = torch.logsumexp(wide, 1)
    loss = total - wide.gather(1, targets[:, None])[:, 0]
    wide.sub_(total[:, None]).exp_()
    wide.scatter_add_(1, targets[:, None], wide.new_full((len(targets), 1), -1.0))
    if wide.dtype != logits.dtype:
        logits.copy_(wide)
    return loss


class _LinearCrossEntropy(torch.autograd.Function):
    """Sum of −log softmax(hidden · weightᵀ + bias)[target] over rows, its gradients formed with it."""

    @staticmethod
    def forward(  # noqa: PLR0913, PLR0917  # autograd takes tensors one by one
        ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, blocks: "Blocks"
    ) -> Tensor:
        narrow = hidden.to(blocks.dtype)
        matrix = weight.to(blocks.dtype)
        gradient_hidden = torch.empty_like(narrow)
        gradient_weight: Tensor | None = None
        gradient_bias = torch.zeros_like(bias)
        loss = torch.zeros((), device=hidden.device)
        offset = bias.to(blocks.dtype)
        for start in range(0, len(targets), blocks.rows):
            block = slice(start, start + blocks.rows)
            logits = torch.addmm(offset, narrow[block], matrix.T)
            loss += _loss_and_gradient(logits, targets[block]).sum()
            torch.mm(logits, matrix, out=gradient_hidden[block])
            if logits.dtype != torch.float32 and logits.device.type == "cuda":
                # The factors stay narrow on a GPU, and only the sums are wide.
                part = torch.mm(logits.T, narrow[block], out_dtype=torch.float32)
            else:
                part = (logits.T @ narrow[block]).float()
            gradient_weight = part if gradient_weight is None else gradient_weight.add_(part)
            gradient_bias += logits.sum(0, dtype=torch.float32)
        if gradient_weight is None:
            gradient_weight = torch.zeros_like(weight)
        ctx.save_for_backward(gradient_hidden.to(hidden.dtype), gradient_weight, gradient_bias)
        return loss

    @staticmethod
    def backward(ctx: Any, scale: Tensor) -> tuple[Tensor | None, ...]:
        hidden, weight, bias = ctx.saved_tensors
        return hidden.mul_(scale), weight.mul_(scale), bias.mul_(scale), None, None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """How much of the logits exists at a time."""

    rows: int
    """Rows of logits."""
    dtype: torch.dtype
    """Their type."""


def linear_cross_entropy(hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, blocks: Blocks) -> Tensor:
    """The summed loss of an output layer, formed with its gradients block by block."""
    return cast(
        Tensor,
        _LinearCrossEntropy.apply(hidden, weight, bias, targets, blocks),  # type: ignore[no-untyped-call]  # torch's
    )


class PaddedLinear(nn.Linear):
    """A linear layer whose outputs are filled up to a multiple of eight with classes of probability 0.

    A GPU multiplies matrices of other widths several times more slowly.
    """

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

    words: NDArray[np.int64]
    """Word numbers."""
    order: NDArray[np.int64] | None = None
    """Rows sorted by cluster; None where there is one cluster."""
    sizes: tuple[int, ...] = ()
    """How many rows each cluster has."""


class _FullSoftmax(nn.Module):
    """A softmax over every word at once."""

    rows: int

    def prepare(self, words: NDArray[np.int64]) -> SoftmaxTargets:
        """The targets of a batch."""
        return SoftmaxTargets(words=words)

    def matrix(self) -> tuple[Tensor, Tensor]:
        """Weights and biases of all words."""
        raise NotImplementedError

    def loss(self, hidden: Tensor, targets: SoftmaxTargets, dtype: torch.dtype) -> Tensor:
        """The summed loss."""
        words = to_device(targets.words, hidden.device)
        return linear_cross_entropy(hidden, *self.matrix(), words, Blocks(rows=self.rows, dtype=dtype))


class ExactSoftmax(_FullSoftmax):
    """The full softmax."""

    def __init__(self, size: int, dimension: int, *, rows: int) -> None:
        super().__init__()
        self.rows = rows
        self.layer = PaddedLinear(dimension, size)

    def matrix(self) -> tuple[Tensor, Tensor]:
        return self.layer.weight, self.layer.bias

    def log_probabilities(self, hidden: Tensor) -> Tensor:
        return torch.log_softmax(self.layer(hidden).float(), 1)[:, : self.layer.outputs]


class TiedSoftmax(_FullSoftmax):
    """The full softmax over the input embeddings themselves."""

    def __init__(self, weight: Tensor, *, rows: int) -> None:
        super().__init__()
        self.rows = rows
        self.weight = weight
        self.bias = nn.Parameter(torch.zeros(len(weight)))

    def matrix(self) -> tuple[Tensor, Tensor]:
        return self.weight, self.bias

    def log_probabilities(self, hidden: Tensor) -> Tensor:
        return torch.log_softmax(torch.addmm(self.bias, hidden, self.weight.T).float(), 1)


class AdaptiveSoftmax(nn.Module):
    """Frequent words in a short list, rare ones in clusters of shrinking dimension (Grave et al. 2017)."""

    def __init__(self, size: int, dimension: int, cutoffs: Sequence[int], *, shrink: float, rows: int) -> None:
        super().__init__()
        edges = [*cutoffs, size]
        if not cutoffs or edges != sorted(set(edges)) or cutoffs[0] < 1:
            raise ContentError("resolver-cutoffs", cutoffs=joined(cutoffs), size=size)
        self.edges = edges
        self.rows = rows
        self.head = PaddedLinear(dimension, edges[0] + len(edges) - 1)
        narrow = [max(int(dimension / shrink ** (number + 1)), 1) for number in range(len(edges) - 1)]
        self.down = nn.ModuleList(nn.Linear(dimension, each, bias=False) for each in narrow)
        spans = zip(narrow, edges[:-1], edges[1:], strict=True)
        self.tails = nn.ModuleList(PaddedLinear(each, last - first) for each, first, last in spans)

    def prepare(self, words: NDArray[np.int64]) -> SoftmaxTargets:
        """The targets of a batch, its rows sorted by cluster."""
        cluster = np.searchsorted(self.edges, words, side="right").astype(np.uint8)
        order = np.argsort(cluster, kind="stable")
        sizes = np.bincount(cluster, minlength=len(self.edges))
        return SoftmaxTargets(words=words[order], order=order, sizes=tuple(sizes.tolist()))

    def loss(self, hidden: Tensor, targets: SoftmaxTargets, dtype: torch.dtype) -> Tensor:
        """The summed loss: which cluster, or which frequent word; then which word of the cluster."""
        words = to_device(targets.words, hidden.device)
        order = targets.order if targets.order is not None else np.arange(len(targets.words))
        ranked = hidden.index_select(0, to_device(order, hidden.device))
        edges = np.cumsum([0, *targets.sizes]).tolist()
        head = words.clone()
        total = torch.zeros((), device=hidden.device)
        for number, (down, tail) in enumerate(self._clusters()):
            rows = slice(edges[number + 1], edges[number + 2])
            if rows.start == rows.stop:
                continue
            head[rows] = self.edges[0] + number
            inside = nn.functional.linear(ranked[rows].to(dtype), down.weight.to(dtype))
            total = total + self._part(inside, tail, words[rows] - self.edges[number], dtype)
        return total + self._part(ranked, self.head, head, dtype)

    def _clusters(self) -> Iterator[tuple[nn.Linear, PaddedLinear]]:
        for down, tail in zip(self.down, self.tails, strict=True):
            yield cast(nn.Linear, down), cast(PaddedLinear, tail)

    def _part(self, hidden: Tensor, layer: PaddedLinear, targets: Tensor, dtype: torch.dtype) -> Tensor:
        return linear_cross_entropy(hidden, layer.weight, layer.bias, targets, Blocks(rows=4 * self.rows, dtype=dtype))

    def log_probabilities(self, hidden: Tensor) -> Tensor:
        first = self.edges[0]
        head = torch.log_softmax(self.head(hidden).float(), 1)
        parts = [head[:, :first]]
        for number, (down, tail) in enumerate(self._clusters()):
            inside = torch.log_softmax(tail(down(hidden)).float(), 1)[:, : tail.outputs]
            parts.append(inside + head[:, first + number, None])
        return torch.cat(parts, 1)


def to_device(array: NDArray[np.int64], device: torch.device) -> Tensor:
    """The array where the network is; to a GPU it travels while the GPU works."""
    if device.type != "cuda":
        return torch.from_numpy(array).to(device)
    # NumPy copies into the pinned memory: PyTorch would wake all threads for a megabyte and wait for them.
    pinned = torch.empty(array.shape, dtype=torch.int64, pin_memory=True)
    np.copyto(pinned.numpy(), array)
    return pinned.to(device, non_blocking=True)
