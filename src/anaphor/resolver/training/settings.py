"""What every training shares: the units shown, how long, how it is watched, and how weights move."""

from dataclasses import dataclass
from enum import StrEnum

from anaphor.errors import ContentError


class Method(StrEnum):
    """How weights follow their gradients."""

    ADAGRAD = "adagrad"
    ADAM = "adam"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptimizerSettings:
    """How a network is optimised."""

    method: Method = Method.ADAGRAD
    """Adagrad (paper 2) or Adam."""
    rate: float = 0.2
    """Learning rate."""
    accumulator: float = 1.0
    """Adagrad's accumulator before the first step; 0 makes a rate of 0.2 diverge."""
    warm_up: int = 0
    """Steps over which the rate rises from 0."""
    decay: bool = False
    """True: the rate falls linearly to a twentieth over the whole training."""
    clip: float | None = 10.0
    """Largest norm of the gradient of the recurrent layers together; None: any."""

    def __post_init__(self) -> None:
        if self.rate <= 0 or min(self.accumulator, self.warm_up) < 0 or (self.clip is not None and self.clip <= 0):
            raise ContentError("a learning rate and a clip are above 0, an accumulator and a warm-up are not below 0")


class Precision(StrEnum):
    """In how many bits products are formed; weights and sums always have 32."""

    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSettings:
    """What a network is shown, and for how long."""

    sentences: int = 1
    """Sentences per training unit: 1 as in paper 2, or discourses of n."""
    longest: int = 128
    """Words per unit; longer units are cut."""
    batch: int = 16_384
    """Cells per batch: units times the words of the longest."""
    scale: float = 8.0
    """What the summed loss of a batch is divided by before it moves the weights; see `docs/models.md`."""
    epochs: int = 2
    """How often the whole corpus is shown."""
    held_out: float = 0.005
    """Share of the units that are only used for validation."""
    patience: int = 2
    """Training ends when the validation loss was not lower for so many validations."""
    precision: Precision = Precision.BFLOAT16
    """On a GPU; a processor always computes in 32 bits."""
    seed: int = 1
    """Of weights, order, dropout and negative samples."""

    def __post_init__(self) -> None:
        if min(self.sentences, self.longest - 1, self.batch, self.epochs, self.patience) < 1 or self.scale <= 0:
            raise ContentError("training settings must be at least 1 (words per unit at least 2)")
        if not 0 <= self.held_out < 0.5:
            raise ContentError(f"a share of {self.held_out} cannot be held out", todo="Give 0 or more, below 0.5.")
