"""What is said of an audit. No library is loaded for these settings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from anaphor.collection import Columns, LoadSettings
from anaphor.corpus import Lines
from anaphor.errors import InputError
from anaphor.parameters import ONLY_PYTHON, Parameter
from anaphor.schema import Question

if TYPE_CHECKING:
    from anaphor.corpus import OwnMeasure
else:  # the type of a user's own function: for type checkers alone, since it comes with what counts words
    OwnMeasure = Any

ShortcutRule = Callable[[Question], int | Iterable[float | None] | None]
"""A shortcut of one's own: from a question, which has no key, to the index of a candidate, to a score for each of them
(the highest is chosen), or to None where the rule has nothing to say."""


class PairSource(StrEnum):
    """Where pairs are taken from."""

    AUTO = "auto"
    """By hand where the collection gives them, else from the sentences."""
    HAND = "hand"
    LINGUISTICS = "linguistics"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """What decides, set before looking."""

    margin: float = 0.60
    """A réussite below this is as good as chance; 0.60 is ten points above a coin."""
    level: float = 0.95
    """One less the risk of calling a collection leaky, or Google-proof, by chance."""
    least_scored: int = 30
    """Items scored from pairs that meet below which no verdict is given, neither way: fewer see a leak of 20 points of
    precision among them no more often than not, and two schemas more or less would turn the verdict."""
    least_share: float = 0.5
    """Share of the items that must be scored before a collection can be called Google-proof."""
    leak: float = 0.08
    """The leak whose power is told: points above chance, read as precision among the scored items, and once more as
    guess-adjusted accuracy (réussite) of the whole collection."""
    least_power: float = 0.5
    """Chance of seeing that leak below which a collection cannot be called Google-proof."""

    def __post_init__(self) -> None:
        if not 0.5 < self.margin < 1:
            raise InputError("audit-bad-margin", margin=f"{self.margin:g}")
        if not 0.5 < self.level < 1:
            raise InputError("audit-bad-level", level=f"{self.level:g}")
        if not 0 < self.leak <= 0.5:
            raise InputError("audit-bad-leak", leak=f"{self.leak:g}")


@dataclass(frozen=True, kw_only=True)
class AuditRunSettings(LoadSettings):
    """How a collection is audited, and on what."""

    corpus: Annotated[Any, Parameter(kind=Path, repeated=True)] = None
    stream: Annotated[Any, Parameter(kind=str, repeated=True)] = None
    measure: Annotated[str | OwnMeasure, Parameter(kind=str)] = "mi"
    smoothing: float = 0.0
    window: Annotated[int | None, Parameter(least=1)] = None
    pairs: PairSource | str = PairSource.AUTO
    continuous: bool = False
    margin: float = Criteria().margin
    level: float = Criteria().level
    leak: float = Criteria().leak
    lines: Annotated[int, Parameter(least=0, most=100)] = 5
    shortcuts: Annotated[Sequence[ShortcutRule] | Mapping[str, ShortcutRule], ONLY_PYTHON] = ()
    embeddings: Annotated[Any, Parameter(kind=Path)] = None
    quick: bool = False
    robustness: Annotated[bool, ONLY_PYTHON] = True
    seed: Annotated[int, Parameter(least=0)] = 0
    columns: Annotated[Columns | str | Path, ONLY_PYTHON] = ()
    count_from: Annotated[int | None, ONLY_PYTHON] = None
    column: str | None = None
    field: str | None = None
    newlines: Lines | str | None = None
