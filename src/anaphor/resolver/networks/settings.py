"""Named settings of networks: of paper 2, of the context2vec program (Melamud et al. 2016), and small ones."""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from anaphor.errors import ContentError, UnknownNameError
from anaphor.provenance import adapter
from anaphor.resolver.words.model_folder import LetterCase


class OptimizerMethod(StrEnum):
    """How weights follow their gradients."""

    ADAGRAD = "adagrad"
    ADAM = "adam"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptimizerSettings:
    """How a network is optimised."""

    method: OptimizerMethod = OptimizerMethod.ADAGRAD
    rate: float = 0.2
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
            raise ContentError("resolver-optimizer-settings")


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
    held_out: float = 0.005
    patience: int = 2
    """Training ends when the validation loss was not lower for so many validations."""
    precision: Precision = Precision.BFLOAT16
    """On a GPU; a processor always computes in 32 bits."""
    seed: int = 1
    """Of weights, order, dropout and negative samples."""

    def __post_init__(self) -> None:
        if min(self.sentences, self.longest - 1, self.batch, self.epochs, self.patience) < 1 or self.scale <= 0:
            raise ContentError("resolver-training-settings")
        if not 0 <= self.held_out < 0.5:
            raise ContentError("resolver-held-out", share=self.held_out)


class Softmax(StrEnum):
    """How the next word is predicted."""

    EXACT = "exact"
    ADAPTIVE = "adaptive"


@dataclass(frozen=True, slots=True, kw_only=True)
class LstmSettings:
    """The shape of an LSTM language model and how it is trained."""

    vocabulary: int = 100_000
    """Words, the special ones included."""
    case: LetterCase = LetterCase.KEEP
    embedding: int = 1024
    hidden: int = 2048
    layers: int = 1
    projection: int | None = None
    """Dimension to which the hidden layer is brought before the softmax; None: as it is."""
    tied: bool = False
    """True: the softmax uses the input embeddings (the projection must then have their dimension)."""
    softmax: Softmax = Softmax.EXACT
    cutoffs: tuple[int, ...] = (2_000, 10_000, 40_000)
    """Where the clusters of the adaptive softmax begin."""
    shrink: float = 4.0
    """How much narrower each cluster is than the one before."""
    dropout: float = 0.25
    """On the output of the LSTM."""
    optimizer: OptimizerSettings = OptimizerSettings(warm_up=200)
    training: TrainingSettings = TrainingSettings()

    def __post_init__(self) -> None:
        if self.tied and (self.projection or self.hidden) != self.embedding:
            raise ContentError("resolver-tied-dimension")
        if self.tied and self.softmax is Softmax.ADAPTIVE:
            raise ContentError("resolver-tied-softmax")
        if min(self.vocabulary - 3, self.embedding, self.hidden, self.layers) < 1 or not 0 <= self.dropout < 1:
            raise ContentError("resolver-sizes-dropout")

    def clusters(self, size: int) -> list[int]:
        """The cutoffs that a vocabulary of this size leaves to the adaptive softmax."""
        return [each for each in self.cutoffs if each < size] or [max(size // 2, 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context2vecSettings:
    """The shape of a context2vec model and how it is trained."""

    vocabulary: int = 100_000
    """Words, the special ones included."""
    case: LetterCase = LetterCase.LOWER
    """What becomes of capitals; the published program lower-cases everything."""
    embedding: int = 300
    """Dimension of the embeddings of context words, one table per direction."""
    hidden: int = 300
    target: int = 300
    """Dimension of contexts and targets, which are compared."""
    negatives: int = 10
    """Words drawn against each word."""
    power: float = 0.75
    """To which the words' frequencies are raised before drawing."""
    optimizer: OptimizerSettings = OptimizerSettings(rate=0.001, accumulator=0.0, clip=None)
    training: TrainingSettings = TrainingSettings(batch=24_576, scale=1.0, epochs=10)

    def __post_init__(self) -> None:
        if min(self.vocabulary - 3, self.embedding, self.hidden, self.target, self.negatives) < 1:
            raise ContentError("resolver-sizes")


@cache
def _presets() -> dict[str, dict[str, Any]]:
    """The settings that have a name, by kind of network, as `data/models/presets.toml` has them."""
    return tomllib.loads(files("anaphor").joinpath("data/models/presets.toml").read_text("utf-8"))


def lstm_preset(name: str) -> LstmSettings:
    """The settings of that name."""
    if name not in _presets()["lstm"]:
        raise UnknownNameError("preset of the LSTM", name, _presets()["lstm"])
    return adapter(LstmSettings).validate_python(_presets()["lstm"][name])


def context2vec_preset(name: str) -> Context2vecSettings:
    """The settings of that name."""
    if name not in _presets()["context2vec"]:
        raise UnknownNameError("preset of context2vec", name, _presets()["context2vec"])
    return adapter(Context2vecSettings).validate_python(_presets()["context2vec"][name])
