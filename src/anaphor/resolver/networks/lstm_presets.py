"""What an LSTM language model is made of, and the named settings: paper 2's, and small ones for one processor."""

from dataclasses import dataclass, field
from enum import StrEnum

from anaphor.errors import ContentError, UnknownNameError
from anaphor.resolver.training.settings import Method, OptimizerSettings, TrainingSettings
from anaphor.resolver.words.vocabulary import Case


class Softmax(StrEnum):
    """How the next word is predicted."""

    EXACT = "exact"
    ADAPTIVE = "adaptive"


@dataclass(frozen=True, slots=True, kw_only=True)
class LstmSettings:
    """The shape of an LSTM language model and how it is trained."""

    vocabulary: int = 100_000
    """Words, the special ones included."""
    case: Case = Case.KEEP
    """What becomes of capitals."""
    embedding: int = 1024
    """Dimension of the input embeddings."""
    hidden: int = 2048
    """Dimension of the hidden layer."""
    layers: int = 1
    """LSTM layers, one above the other."""
    projection: int | None = None
    """Dimension to which the hidden layer is brought before the softmax; None: as it is."""
    tied: bool = False
    """True: the softmax uses the input embeddings (the projection must then have their dimension)."""
    softmax: Softmax = Softmax.EXACT
    """The exact softmax, or the adaptive one."""
    cutoffs: tuple[int, ...] = (2_000, 10_000, 40_000)
    """Where the clusters of the adaptive softmax begin."""
    shrink: float = 4.0
    """How much narrower each cluster is than the one before."""
    dropout: float = 0.25
    """On the output of the LSTM."""
    optimizer: OptimizerSettings = field(default_factory=lambda: OptimizerSettings(warm_up=200))
    """How it is optimised."""
    training: TrainingSettings = field(default_factory=TrainingSettings)
    """What it is shown, and for how long."""

    def __post_init__(self) -> None:
        if self.tied and (self.projection or self.hidden) != self.embedding:
            raise ContentError("tied embeddings need a projection of their own dimension")
        if self.tied and self.softmax is Softmax.ADAPTIVE:
            raise ContentError("only the exact softmax can be tied to the embeddings")
        if min(self.vocabulary - 3, self.embedding, self.hidden, self.layers) < 1 or not 0 <= self.dropout < 1:
            raise ContentError("sizes must be at least 1 and a dropout below 1")


_SMALL = OptimizerSettings(method=Method.ADAM, rate=0.003, decay=True, clip=1.0)
PRESETS: dict[str, LstmSettings] = {
    "paper": LstmSettings(),
    "paper-adaptive": LstmSettings(softmax=Softmax.ADAPTIVE),
    "small": LstmSettings(
        vocabulary=30_000,
        embedding=256,
        hidden=512,
        softmax=Softmax.ADAPTIVE,
        cutoffs=(1_000, 6_000),
        dropout=0.2,
        optimizer=_SMALL,
        training=TrainingSettings(batch=2_000, epochs=1),
    ),
    "shipped": LstmSettings(
        vocabulary=30_000,
        embedding=256,
        hidden=768,
        projection=256,
        tied=True,
        dropout=0.2,
        optimizer=_SMALL,
        training=TrainingSettings(epochs=10),
    ),
    "tiny": LstmSettings(
        vocabulary=2_000,
        embedding=16,
        hidden=24,
        dropout=0.1,
        softmax=Softmax.ADAPTIVE,
        cutoffs=(100, 500),
        optimizer=OptimizerSettings(method=Method.ADAM, rate=0.01, clip=1.0),
        training=TrainingSettings(batch=400, epochs=1),
    ),
}


def lstm_preset(name: str) -> LstmSettings:
    """The settings of that name."""
    if name not in PRESETS:
        raise UnknownNameError("preset of the LSTM", name, PRESETS)
    return PRESETS[name]
