"""How far a training has come: its validations, and what a checkpoint remembers besides the weights."""

import math
from dataclasses import dataclass, field


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
