"""Adagrad and Adam, each parameter read and written once per step.

PyTorch's Adagrad starts its accumulator at 0 unless told otherwise, and on a GPU walks over memory five times; the
paper's learning rate of 0.2 belongs to an accumulator that starts at 1. State is in 32 bits whatever the products are.
"""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn

from anaphor.resolver.networks.settings import OptimizerMethod, OptimizerSettings

Update = Callable[[Tensor, Tensor, Tensor, Tensor, Tensor], None]


def _adagrad(weight: Tensor, gradient: Tensor, squares: Tensor, _: Tensor, rate: Tensor) -> None:
    squares.addcmul_(gradient, gradient)
    weight.sub_((gradient / squares.sqrt().add_(1e-10)).mul_(rate))


def _adam(weight: Tensor, gradient: Tensor, squares: Tensor, mean: Tensor, rate: Tensor) -> None:
    mean.lerp_(gradient, 0.1)
    squares.mul_(0.999).addcmul_(gradient, gradient, value=0.001)
    weight.sub_((mean / squares.sqrt().add_(1e-8)).mul_(rate))


class Optimizer:
    """Keeps the state of each parameter and moves the parameters."""

    def __init__(self, parameters: Iterable[tuple[str, nn.Parameter]], settings: OptimizerSettings) -> None:
        self.settings = settings
        self.parameters = dict(parameters)
        adam = settings.method is OptimizerMethod.ADAM
        flat = {name: each.detach().view(-1) for name, each in self.parameters.items()}
        self.squares = {
            name: torch.full_like(each, 0.0 if adam else settings.accumulator) for name, each in flat.items()
        }
        self.means = {name: torch.zeros_like(each) for name, each in flat.items()} if adam else {}
        self.update: Update = _adam if adam else _adagrad
        device = next(iter(flat.values())).device
        self.rate = torch.zeros((), device=device)
        if device.type == "cuda":  # plain flat tensors: one kernel serves every parameter
            self.update = torch.compile(self.update, dynamic=True)

    @torch.no_grad()
    def step(self, number: int, steps: int) -> None:
        """Move every parameter along its gradient, and forget the gradient; `number` counts steps from 1."""
        rate = self.settings.rate
        if number < self.settings.warm_up:
            rate *= number / self.settings.warm_up
        if self.settings.decay:
            rate *= 1 - 0.95 * min(number / max(steps, 1), 1)
        if self.settings.method is OptimizerMethod.ADAM:
            rate *= (1 - 0.999**number) ** 0.5 / (1 - 0.9**number)
        self.rate.fill_(rate)
        for name, weight in self.parameters.items():
            if weight.grad is not None:
                flat, squares = weight.detach().view(-1), self.squares[name]
                self.update(flat, weight.grad.reshape(-1), squares, self.means.get(name, squares), self.rate)
                weight.grad = None

    def state(self) -> dict[str, Tensor]:
        """The state of all parameters by name."""
        squares = {f"squares.{name}": each for name, each in self.squares.items()}
        return squares | {f"means.{name}": each for name, each in self.means.items()}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Take up the state of an earlier run."""
        for name, each in self.state().items():
            each.copy_(state[name])


@torch.no_grad()
def clip_gradients(parameters: Iterable[nn.Parameter], most: float) -> None:
    """Shrink the gradients together so that their norm is at most `most`; nothing waits for the norm."""
    gradients = [each.grad for each in parameters if each.grad is not None]
    if gradients:
        norm = torch.linalg.vector_norm(torch.stack(torch._foreach_norm(gradients)))
        torch._foreach_mul_(gradients, (most / (norm + 1e-6)).clamp(max=1.0))
