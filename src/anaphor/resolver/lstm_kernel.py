"""One pass of a GPU over rows of logits: each row's loss, and the row overwritten by its own gradient (Triton).

PyTorch brings Triton along on a GPU; nothing imports this module elsewhere.
"""

import torch
import triton
import triton.language as tl
from torch import Tensor

_BLOCK = 4096
_LOWEST = -1.0e30


@triton.jit  # type: ignore[untyped-decorator]  # Triton has no types
def _cross_entropy(logits, targets, losses, columns, block: tl.constexpr, lowest: tl.constexpr):  # type: ignore[no-untyped-def]  # a kernel
    row = tl.program_id(0).to(tl.int64)
    base = logits + row * columns
    place = tl.arange(0, block)
    top = tl.full([block], lowest, tl.float32)
    total = tl.zeros([block], tl.float32)
    for start in range(0, columns, block):
        value = tl.load(base + start + place, mask=start + place < columns, other=lowest).to(tl.float32)
        higher = tl.maximum(top, value)
        total = total * tl.exp(top - higher) + tl.exp(value - higher)
        top = higher
    peak = tl.max(top, 0)
    # Lanes beyond the last column hold `lowest` alone: their share of the sum is nothing.
    sums = tl.log(tl.sum(total * tl.exp(top - peak), 0)) + peak
    target = tl.load(targets + row)
    tl.store(losses + row, sums - tl.load(base + target).to(tl.float32))
    tl.debug_barrier()  # every thread has read the target's logit before any thread overwrites it
    for start in range(0, columns, block):
        there = start + place < columns
        value = tl.load(base + start + place, mask=there, other=lowest).to(tl.float32)
        gradient = tl.exp(value - sums)
        gradient = tl.where(start + place == target, gradient - 1.0, gradient)
        tl.store(base + start + place, gradient.to(logits.dtype.element_ty), mask=there)


def loss_and_gradient(logits: Tensor, targets: Tensor) -> Tensor:
    """The loss of each row; the logits become the gradient of the loss by the logits."""
    losses = torch.empty(len(logits), device=logits.device, dtype=torch.float32)
    if len(logits):
        warps = 16 if logits.shape[1] > _BLOCK else 8
        block = min(_BLOCK, triton.next_power_of_2(logits.shape[1]))
        _cross_entropy[(len(logits),)](logits, targets, losses, logits.shape[1], block, _LOWEST, num_warps=warps)
    return losses
