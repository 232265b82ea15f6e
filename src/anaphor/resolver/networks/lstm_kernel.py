"""One pass of a GPU over rows of logits: each row's loss, and the row overwritten by its own gradient (Triton).

PyTorch brings Triton along where it can use a GPU; elsewhere this module loads and is not used.
"""

import torch
from torch import Tensor

try:
    import triton  # type: ignore[import-not-found, unused-ignore]  # only where there is a GPU
    import triton.language as tl  # type: ignore[import-not-found, unused-ignore]  # likewise
except ImportError:
    triton = None

_BLOCK = 4096

if triton is not None:

    @triton.jit  # type: ignore[untyped-decorator, unused-ignore]  # Triton has no types
    def _cross_entropy(logits, targets, losses, columns, block: tl.constexpr):  # type: ignore[no-untyped-def]  # a kernel
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


def is_available() -> bool:
    """Whether Triton is installed."""
    return triton is not None


def loss_and_gradient(logits: Tensor, targets: Tensor) -> Tensor:
    """The loss of each row; the logits become the gradient of the loss by the logits."""
    losses = torch.empty(len(logits), device=logits.device, dtype=torch.float32)
    if len(logits):
        columns = logits.shape[1]
        block = min(_BLOCK, triton.next_power_of_2(columns))
        warps = 16 if columns > _BLOCK else 8
        _cross_entropy[(len(logits),)](logits, targets, losses, columns, block, num_warps=warps)
    return losses
