"""What a context2vec model is made of (Melamud et al. 2016), and the named settings: paper 2's and the program's."""

from dataclasses import dataclass, field

from anaphor.errors import ContentError, UnknownNameError
from anaphor.resolver.training.settings import Method, OptimizerSettings, TrainingSettings
from anaphor.resolver.words.vocabulary import Case


@dataclass(frozen=True, slots=True, kw_only=True)
class Context2vecSettings:
    """The shape of a context2vec model and how it is trained."""

    vocabulary: int = 100_000
    """Words, the special ones included."""
    case: Case = Case.LOWER
    """What becomes of capitals; the published program lower-cases everything."""
    embedding: int = 300
    """Dimension of the embeddings of context words, one table per direction."""
    hidden: int = 300
    """Dimension of each direction's LSTM."""
    target: int = 300
    """Dimension of contexts and targets, which are compared."""
    negatives: int = 10
    """Words drawn against each word."""
    power: float = 0.75
    """To which the words' frequencies are raised before drawing."""
    optimizer: OptimizerSettings = field(
        default_factory=lambda: OptimizerSettings(rate=0.001, accumulator=0.0, clip=None)
    )
    """How it is optimised."""
    training: TrainingSettings = field(default_factory=lambda: TrainingSettings(batch=24_576, scale=1.0, epochs=10))
    """What it is shown, and for how long."""

    def __post_init__(self) -> None:
        if min(self.vocabulary - 3, self.embedding, self.hidden, self.target, self.negatives) < 1:
            raise ContentError("sizes must be at least 1")


_ADAM = OptimizerSettings(method=Method.ADAM, rate=0.001, clip=5.0)
PRESETS: dict[str, Context2vecSettings] = {
    "paper": Context2vecSettings(),
    "program": Context2vecSettings(
        hidden=600, target=600, optimizer=_ADAM, training=TrainingSettings(batch=24_576, scale=1.0, epochs=10)
    ),
    "small": Context2vecSettings(
        vocabulary=30_000,
        embedding=100,
        hidden=100,
        target=100,
        optimizer=_ADAM,
        training=TrainingSettings(batch=2_000, scale=1.0, epochs=1),
    ),
    "tiny": Context2vecSettings(
        vocabulary=2_000,
        embedding=12,
        hidden=16,
        target=16,
        negatives=5,
        optimizer=OptimizerSettings(method=Method.ADAM, rate=0.01, clip=5.0),
        training=TrainingSettings(batch=400, scale=1.0, epochs=1),
    ),
}


def context2vec_preset(name: str) -> Context2vecSettings:
    """The settings of that name."""
    if name not in PRESETS:
        raise UnknownNameError("preset of context2vec", name, PRESETS)
    return PRESETS[name]
