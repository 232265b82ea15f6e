"""The training loop that the LSTM and context2vec share: steps, validation, early stop, checkpoints, resuming.

Weights, order, dropout and samples follow from the seed and the number of the step, so that a training that was killed
and taken up again from its checkpoint ends with the same weights as one that ran through.
"""

import json
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from anaphor.errors import ContentError, FormatError, InputError
from anaphor.files import atomic_file
from anaphor.resolver.networks.context2vec_network import Context2vecNetwork
from anaphor.resolver.networks.lstm_network import LstmNetwork
from anaphor.resolver.networks.settings import OptimizerMethod, OptimizerSettings, Precision, TrainingSettings
from anaphor.resolver.training.store import Units, epoch_order, prefetched

Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """How far a training had come."""

    epoch: float
    step: int
    train_loss: float
    """Mean loss per word in nats since the last validation."""
    loss: float
    """Mean loss per word of the held-out units; NaN where none are held out."""
    words_per_second: float
    """Words trained on per second since the last validation, the making of batches included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where a training stands; what a checkpoint holds besides the weights."""

    epoch: int = 0
    batch: int = 0
    step: int = 0
    history: tuple[Validation, ...] = field(default=())
    best: float = math.inf
    since_best: int = 0


_STATE = {
    OptimizerMethod.ADAGRAD: {"squares": "sum", "steps": "step"},
    OptimizerMethod.ADAM: {"squares": "exp_avg_sq", "means": "exp_avg", "steps": "step"},
}
"""What checkpoints call the state of a parameter, and what PyTorch calls it."""
_SECOND_MOMENT = 0.999
"""How much of Adam's mean square is kept at each step."""
_EPSILON = 1e-8
"""Added to the root of Adam's mean square before that is corrected for its start at 0."""


class Optimizer:
    """PyTorch's Adagrad or Adam, with the rate that the settings give each step."""

    def __init__(self, parameters: Iterable[tuple[str, nn.Parameter]], settings: OptimizerSettings) -> None:
        self.settings = settings
        self.parameters = dict(parameters)
        weights = list(self.parameters.values())
        self.method: torch.optim.Optimizer
        if settings.method is OptimizerMethod.ADAM:
            self.method = torch.optim.Adam(weights, betas=(0.9, _SECOND_MOMENT), fused=True)
        else:
            # PyTorch's accumulator starts at 0 unless told otherwise; the paper's rate of 0.2 belongs to one of 1.
            # It has a fused Adagrad for processors in every version that we take, for GPUs only in late ones.
            fused = weights[0].device.type == "cpu"
            self.method = torch.optim.Adagrad(weights, initial_accumulator_value=settings.accumulator, fused=fused)

    def step(self, number: int, steps: int) -> None:
        """Move every parameter along its gradient, and forget the gradient; `number` counts steps from 1."""
        rate = self.settings.rate
        if number < self.settings.warm_up:
            rate *= number / self.settings.warm_up
        if self.settings.decay:
            rate *= 1 - 0.95 * min(number / max(steps, 1), 1)
        group = self.method.param_groups[0]
        group["lr"] = rate
        if self.settings.method is OptimizerMethod.ADAM:
            # PyTorch adds it after the correction; the context2vec program and models made until now, before it.
            group["eps"] = _EPSILON / (1 - _SECOND_MOMENT**number) ** 0.5
        self.method.step()
        self.method.zero_grad()

    def state(self) -> dict[str, Tensor]:
        """The state of each parameter that has moved, as a checkpoint holds it."""
        return {
            f"{kept}.{name}": self.method.state[weight][own]
            for kept, own in _STATE[self.settings.method].items()
            for name, weight in self.parameters.items()
            if own in self.method.state[weight]
        }

    def restore(self, state: dict[str, Tensor], step: int) -> None:
        """Take up the state after a step; checkpoints of version 0.1 count no steps of their own for a parameter."""
        for name, weight in self.parameters.items():
            if f"squares.{name}" in state:
                names = _STATE[self.settings.method]
                found = {own: state.get(f"{kept}.{name}", torch.tensor(float(step))) for kept, own in names.items()}
                on_device = self.method.param_groups[0]["fused"]
                self.method.state[weight] = {
                    own: each.to(weight.device if on_device else "cpu") if own == "step" else each.view_as(weight)
                    for own, each in found.items()
                }


def load_checkpoint(path: Path, device: torch.device, identity: str) -> tuple[dict[str, Weights], Progress]:
    """The weights, optimiser's state and best weights in a file, and its progress; another training's is refused."""
    parts: dict[str, Weights] = {"weights": {}, "optimizer": {}, "best": {}}
    try:
        with safe_open(path, framework="pt", device=str(device)) as file:
            about = file.metadata() or {}
            for name in file.keys():  # noqa: SIM118  # it is no dict
                part, _, inner = name.partition("/")
                parts[part][inner] = file.get_tensor(name)
        found = json.loads(about["progress"])
        history = tuple(Validation(**each) for each in found.pop("history"))
        progress = Progress(**found, history=history)
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise FormatError("resolver-no-checkpoint", where=path) from error
    if about.get("identity") != identity:
        raise InputError("resolver-other-checkpoint", where=path)
    return parts, progress


@dataclass(frozen=True, kw_only=True)
class Training:
    """One training: a network, its data, and where its checkpoints go."""

    network: LstmNetwork | Context2vecNetwork
    units: Units
    held_out: Units
    checkpoint: Path | None = None
    every: int = 2_000
    watch: Callable[[int, int, float], None] | None = None
    seconds: float = math.inf
    identity: str = ""
    """What must be the same for a checkpoint to be taken up: settings and data."""

    @property
    def settings(self) -> TrainingSettings:
        return self.network.settings.training

    @property
    def device(self) -> torch.device:
        return next(self.network.parameters()).device

    @property
    def dtype(self) -> torch.dtype:
        narrow = self.settings.precision is Precision.BFLOAT16 and self.device.type == "cuda"
        return torch.bfloat16 if narrow else torch.float32


def train(training: Training) -> Progress:
    """Train until the epochs are over or the validation stops falling; the network keeps its best weights."""
    optimizer = Optimizer(training.network.named_parameters(), training.network.settings.optimizer)
    progress, best = Progress(), None
    if training.checkpoint is not None and training.checkpoint.exists():
        found, progress = load_checkpoint(training.checkpoint, training.device, training.identity)
        training.network.load_state_dict(found["weights"])
        optimizer.restore(found["optimizer"], progress.step)
        best = found["best"] or None
    limit = time.perf_counter() + training.seconds
    while progress.epoch < training.settings.epochs and progress.since_best < training.settings.patience:
        progress = _epoch(training, optimizer, progress, best, limit)
        if progress.since_best == 0:
            best = {name: each.detach().clone() for name, each in training.network.state_dict().items()}
        _save(training, optimizer, progress, best)
        if time.perf_counter() > limit:
            break
    if best is not None and progress.since_best:
        training.network.load_state_dict(best)
    return progress


def _epoch(
    training: Training, optimizer: Optimizer, progress: Progress, best: Weights | None, limit: float
) -> Progress:
    """The rest of an epoch, or as much of it as the time allows, and a validation."""
    settings = training.settings
    order = epoch_order(training.units, settings.batch, settings.seed, progress.epoch)
    total = len(order) * settings.epochs
    # The summed loss stays on the device until it is asked for.
    summed, words, began = torch.zeros((), device=training.device), 0, time.perf_counter()
    for batch in prefetched(lambda chosen: training.network.prepare(training.units, chosen), order[progress.batch :]):
        summed += take_step(training, optimizer, batch, (progress.step, total))
        words += batch.words
        progress = replace(progress, step=progress.step + 1, batch=progress.batch + 1)
        if progress.step % 50 == 0 and training.watch:
            training.watch(progress.step, total, float(summed) / max(words, 1))
        if progress.step % training.every == 0 and progress.batch < len(order):
            _save(training, optimizer, progress, best)
        if time.perf_counter() > limit:
            break
    done = progress.batch / max(len(order), 1)
    mean, seconds = float(summed) / max(words, 1), time.perf_counter() - began
    if not math.isfinite(mean):
        raise ContentError("resolver-diverged", epoch=progress.epoch + done)
    loss = validation_loss(training)
    record = Validation(
        epoch=progress.epoch + done,
        step=progress.step,
        train_loss=mean,
        loss=loss,
        words_per_second=words / max(seconds, 1e-9),
    )
    better = not loss >= progress.best
    progress = replace(
        progress,
        history=(*progress.history, record),
        best=loss if better else progress.best,
        since_best=0 if better else progress.since_best + 1,
    )
    return replace(progress, epoch=progress.epoch + 1, batch=0) if done >= 1 else progress


def take_step(training: Training, optimizer: Optimizer, batch: Any, place: tuple[int, int]) -> Tensor:
    """Move the weights by one batch, the n-th step (from 0) of so many; the summed loss comes back."""
    number, total = place
    loss = training.network.loss(batch, training.dtype, training.settings.seed * 1_000_003 + number)
    (loss / training.settings.scale).backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    if training.network.settings.optimizer.clip is not None:  # nothing waits for the norm
        nn.utils.clip_grad_norm_(training.network.recurrent(), training.network.settings.optimizer.clip)
    optimizer.step(number + 1, total)
    return loss.detach()


@torch.no_grad()
def validation_loss(training: Training) -> float:
    """The mean loss per held-out word in nats; NaN where nothing is held out."""
    if not len(training.held_out):
        return math.nan
    total, words = 0.0, 0
    for chosen in epoch_order(training.held_out, training.settings.batch, 0, 0):
        batch: Any = training.network.prepare(training.held_out, chosen)
        total += float(training.network.loss(batch, training.dtype))
        words += batch.words
    return total / words


def _save(training: Training, optimizer: Optimizer, progress: Progress, best: Weights | None) -> None:
    """Write a checkpoint, everything that the training needs to go on, in the place of an older one."""
    if training.checkpoint:
        parts = {"weights": training.network.state_dict(), "optimizer": optimizer.state(), "best": best or {}}
        tensors = {
            f"{part}/{name}": each.detach().cpu().clone() for part in parts for name, each in parts[part].items()
        }
        about = {"progress": json.dumps(asdict(progress)), "identity": training.identity}
        with atomic_file(training.checkpoint) as file:
            file.write(save(tensors, about))
