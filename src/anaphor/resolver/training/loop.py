"""The training loop that the LSTM and context2vec share: steps, validation, early stop, checkpoints, resuming.

Weights, order, dropout and samples follow from the seed and the number of the step, so that a training that was killed
and taken up again from its checkpoint ends with the same weights as one that ran through.
"""

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import atomic_file
from anaphor.resolver.networks.settings import OptimizerSettings, Precision, TrainingSettings
from anaphor.resolver.training.batches import Units, epoch_order, prefetched
from anaphor.resolver.training.optimizer import Optimizer, clip_gradients

Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """How far a training had come."""

    epoch: float
    """How often the corpus had been shown."""
    step: int
    """Steps made."""
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
    """Number of the epoch that is running."""
    batch: int = 0
    """Batches of it that are done."""
    step: int = 0
    """Steps made in all."""
    history: tuple[Validation, ...] = field(default=())
    """All validations."""
    best: float = math.inf
    """The lowest validation loss."""
    since_best: int = 0
    """Validations since then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """Everything that a training needs to go on: one file, written whole or not at all."""

    weights: Weights
    """The network's weights."""
    optimizer: Weights
    """The optimiser's state."""
    best: Weights | None
    """The weights with the lowest validation loss; None before the first validation."""
    progress: Progress
    """Where the training stands."""


def save_checkpoint(path: Path, checkpoint: Checkpoint, identity: str) -> None:
    """Write a checkpoint in the place of an older one."""
    parts = (("weights", checkpoint.weights), ("optimizer", checkpoint.optimizer), ("best", checkpoint.best or {}))
    tensors = {f"{part}/{name}": each.detach().cpu().clone() for part, all_ in parts for name, each in all_.items()}
    about = {"progress": json.dumps(asdict(checkpoint.progress)), "identity": identity}
    with atomic_file(path) as file:
        file.write(save(tensors, about))


def load_checkpoint(path: Path, device: torch.device, identity: str) -> Checkpoint:
    """The checkpoint in a file; one of another training is refused."""
    where = Place(file=str(path))
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
        raise FormatError("resolver-no-checkpoint", where=where) from error
    if about.get("identity") != identity:
        raise InputError("resolver-other-checkpoint", where=where)
    return Checkpoint(
        weights=parts["weights"], optimizer=parts["optimizer"], best=parts["best"] or None, progress=progress
    )


class PreparedBatch(Protocol):
    """What a network makes of some units, ready to be computed."""

    @property
    def words(self) -> int:
        """How many words are predicted."""


class TrainableNetwork(Protocol):
    """What the loop asks of a network."""

    def prepare(self, units: Units, chosen: NDArray[np.int64], /) -> Any:
        """The batch of some units, a `PreparedBatch`."""

    def loss(self, batch: Any, dtype: torch.dtype, seed: int | None = None, /) -> Tensor:
        """The summed loss of a batch; with a seed, as in training."""

    def recurrent(self) -> Iterator[nn.Parameter]:
        """The parameters whose gradients are clipped together."""

    def named_parameters(self) -> Iterator[tuple[str, nn.Parameter]]:
        """All parameters by name."""

    def state_dict(self) -> dict[str, Any]:
        """All weights by name."""

    def load_state_dict(self, state: dict[str, Any], /) -> Any:
        """Take up weights."""


@dataclass(frozen=True, kw_only=True)
class Training:
    """One training: a network, its data, and where its checkpoints go."""

    network: TrainableNetwork
    """What is trained."""
    units: Units
    """What it is shown."""
    held_out: Units
    """What it is validated on."""
    settings: TrainingSettings
    """How long, in which order."""
    optimizer: OptimizerSettings
    """How weights move."""
    device: torch.device
    """Where it is computed."""
    checkpoint: Path | None = None
    """The file of the checkpoint; None: none is written."""
    every: int = 2_000
    """Steps between checkpoints."""
    watch: Callable[[int, int, float], None] | None = None
    """Called now and then with steps done, steps in all, and the mean loss per word."""
    seconds: float = math.inf
    """Training ends after so many seconds, in good order."""
    identity: str = ""
    """What must be the same for a checkpoint to be taken up: settings and data."""

    @property
    def dtype(self) -> torch.dtype:
        """The type that products are formed in."""
        narrow = self.settings.precision is Precision.BFLOAT16 and self.device.type == "cuda"
        return torch.bfloat16 if narrow else torch.float32


@dataclass(slots=True)
class _Tally:
    """Losses and words since the last validation; the loss stays on the device until it is asked for."""

    loss: Tensor
    words: int = 0
    began: float = field(default_factory=time.perf_counter)

    def add(self, loss: Tensor, batch: PreparedBatch) -> None:
        """Count one batch."""
        self.loss += loss
        self.words += batch.words


def train(training: Training) -> Progress:
    """Train until the epochs are over or the validation stops falling; the network keeps its best weights."""
    optimizer = Optimizer(training.network.named_parameters(), training.optimizer)
    progress, best = Progress(), None
    if training.checkpoint is not None and training.checkpoint.exists():
        found = load_checkpoint(training.checkpoint, training.device, training.identity)
        training.network.load_state_dict(found.weights)
        optimizer.restore(found.optimizer)
        progress, best = found.progress, found.best
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
    tally = _Tally(loss=torch.zeros((), device=training.device))
    made = prefetched(lambda chosen: training.network.prepare(training.units, chosen), order[progress.batch :])
    for batch in made:
        tally.add(take_step(training, optimizer, batch, (progress.step, total)), batch)
        progress = replace(progress, step=progress.step + 1, batch=progress.batch + 1)
        if progress.step % 50 == 0 and training.watch:
            training.watch(progress.step, total, float(tally.loss) / max(tally.words, 1))
        if training.checkpoint and progress.step % training.every == 0 and progress.batch < len(order):
            _save(training, optimizer, progress, best)
        if time.perf_counter() > limit:
            break
    done = progress.batch / max(len(order), 1)
    validated = _validated(training, progress, tally, progress.epoch + done)
    return replace(validated, epoch=progress.epoch + 1, batch=0) if done >= 1 else validated


def take_step(training: Training, optimizer: Optimizer, batch: PreparedBatch, place: tuple[int, int]) -> Tensor:
    """Move the weights by one batch, the n-th step (from 0) of so many; the summed loss comes back."""
    number, total = place
    loss = training.network.loss(batch, training.dtype, training.settings.seed * 1_000_003 + number)
    (loss / training.settings.scale).backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    if training.optimizer.clip is not None:
        clip_gradients(training.network.recurrent(), training.optimizer.clip)
    optimizer.step(number + 1, total)
    return loss.detach()


def _validated(training: Training, progress: Progress, tally: _Tally, shown: float) -> Progress:
    mean = float(tally.loss) / max(tally.words, 1)
    seconds = time.perf_counter() - tally.began
    if not math.isfinite(mean):
        raise ContentError("resolver-diverged", epoch=shown)
    loss = validation_loss(training)
    record = Validation(
        epoch=shown, step=progress.step, train_loss=mean, loss=loss, words_per_second=tally.words / max(seconds, 1e-9)
    )
    better = not loss >= progress.best
    return replace(
        progress,
        history=(*progress.history, record),
        best=loss if better else progress.best,
        since_best=0 if better else progress.since_best + 1,
    )


@torch.no_grad()
def validation_loss(training: Training) -> float:
    """The mean loss per held-out word in nats; NaN where nothing is held out."""
    if not len(training.held_out):
        return math.nan
    total, words = 0.0, 0
    for chosen in epoch_order(training.held_out, training.settings.batch, 0, 0):
        batch: PreparedBatch = training.network.prepare(training.held_out, chosen)
        total += float(training.network.loss(batch, training.dtype))
        words += batch.words
    return total / words


def _save(training: Training, optimizer: Optimizer, progress: Progress, best: Weights | None) -> None:
    if training.checkpoint:
        checkpoint = Checkpoint(
            weights=training.network.state_dict(), optimizer=optimizer.state(), best=best, progress=progress
        )
        save_checkpoint(training.checkpoint, checkpoint, training.identity)
