"""Checkpoints: weights, the optimiser's state and the progress in one file, written whole or not at all."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from anaphor.errors import FormatError, InputError, Place
from anaphor.files import atomic_file
from anaphor.resolver.training.progress import Progress, Validation

Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """Everything that a training needs to go on."""

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
    try:
        with safe_open(path, framework="pt", device=str(device)) as file:
            about = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  # it is no dict
        progress = _progress(json.loads(about["progress"]))
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise FormatError(
            "this is no checkpoint of a training", where=where, todo="Remove it to begin anew."
        ) from error
    if about.get("identity") != identity:
        raise InputError(
            "this checkpoint belongs to a training with other settings or other text",
            where=where,
            todo="Remove it to begin anew, or give the same settings and corpus.",
        )
    best = _part(tensors, "best")
    return Checkpoint(
        weights=_part(tensors, "weights"), optimizer=_part(tensors, "optimizer"), best=best or None, progress=progress
    )


def _part(tensors: Weights, part: str) -> Weights:
    return {name.removeprefix(f"{part}/"): each for name, each in tensors.items() if name.startswith(f"{part}/")}


def _progress(found: dict[str, object]) -> Progress:
    history = found.pop("history")
    if not isinstance(history, list):
        raise TypeError("no history")
    validations = tuple(Validation(**each) for each in history)
    return Progress(**found, history=validations)  # type: ignore[arg-type]  # the file is ours, and checked by name
