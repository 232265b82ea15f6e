"""What is said to the calls that measure agreement. No library is loaded for these settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from anaphor.answers import LabelReading, TableReading
from anaphor.parameters import ONLY_PYTHON, Parameter, numbers

OwnCoefficient = Callable[[Any], float | None]
"""A user's own coefficient: a function of a `LabelMatrix`; None where it is not defined."""
OwnDistance = Callable[[Any, Any], float]
"""A user's own distance: how far apart two labels are, which are numbers where all labels are, else texts."""


class Distance(StrEnum):
    """Which distance weighted coefficients are under."""

    LINEAR = "linear"
    """|x − y| over the range (Cicchetti & Allison 1971)."""
    QUADRATIC = "quadratic"
    """(x − y)² over the squared range (Fleiss & Cohen 1973)."""
    RADICAL = "radical"
    """√|x − y| over the root of the range (Gwet 2014, section 3.5)."""
    GWET_ORDINAL = "gwet-ordinal"
    """Gwet's ordinal weights (2014, section 3.5), which are not Krippendorff's ordinal metric."""
    JACCARD = "jaccard"
    """1 − |A ∩ B| / |A ∪ B| between sets of labels (`a|b`)."""
    MASI = "masi"
    """1 − J·M between sets of labels (Passonneau 2006)."""


class Resampled(StrEnum):
    """What could have been different."""

    ITEMS = "items"
    ANNOTATORS = "annotators"
    BOTH = "both"


class ResamplingMethod(StrEnum):
    """How the interval is made."""

    ANALYTIC = "analytic"
    """Standard errors, and Student's quantile."""
    BOOTSTRAP = "bootstrap"
    """The middle part of resampled values."""


class WrongClass(StrEnum):
    """Which class an erring simulated person picks."""

    UNIFORM = "uniform"
    """Any other class, all alike (the default: the paper's arithmetic for Table 1 fits it)."""
    VOTES = "votes"
    """A class that real people wrongly gave to this item, as often as they did; uniform where nobody erred."""


class ItemDraw(StrEnum):
    """How the erring items of one person are drawn when items have different weights."""

    SUCCESSIVE = "successive"
    """One after the other without replacement (the plain reading): frequent ones saturate when errors are many."""
    PROPORTIONAL = "proportional"
    """Systematic sampling: the chance of an item stays proportional to its weight as long as it is below 1."""


Seed = Annotated[int, Parameter(least=0)]
_Shares = Annotated[Sequence[float] | None, Parameter(kind=str, repeated=False, parse=numbers("agreement-no-shares"))]


@dataclass(frozen=True, kw_only=True)
class MeasureSettings(LabelReading):
    """Coefficients with intervals, and what another panel would change."""

    coefficient: Annotated[str | OwnCoefficient | Sequence[str | OwnCoefficient] | None, Parameter(kind=str)] = None
    distance: Annotated[Distance | str | OwnDistance | None, Parameter(kind=Distance)] = None
    other: Resampled | str = Resampled.BOTH
    method: ResamplingMethod | str = ResamplingMethod.ANALYTIC
    level: float = 0.95
    times: int = 1000
    seed: Seed = 0
    panel: Annotated[int | None, Parameter(least=1)] = None
    change: bool = True


@dataclass(frozen=True, kw_only=True)
class ReproduceSettings(LabelReading):
    """How many labels other people would change."""

    annotators: Annotated[int | None, Parameter(flags=("--annotators", "-k"), least=1)] = None
    target: float | Sequence[float] | None = None
    panels: Annotated[int | None, Parameter(least=1)] = None
    confidence: float = 0.95
    items: Annotated[int, Parameter(least=0)] = 10
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class ConsensusSettings(LabelReading):
    """One label per item."""

    output: Annotated[Path | str | None, Parameter(flags=("--output", "-o"))] = None


@dataclass(frozen=True, kw_only=True)
class NextSettings(LabelReading):
    """Which items deserve the next labels."""

    budget: Annotated[int, Parameter(least=1)] = 100
    target: float | None = None
    output: Annotated[Path | str | None, Parameter(flags=("--output", "-o"))] = None


@dataclass(frozen=True, kw_only=True)
class InterpretSettings:
    """What a κ or α means for labels."""

    annotators: Annotated[int, Parameter(flags=("--annotators", "-k"), least=1)]
    classes: Annotated[int, Parameter(flags=("--classes", "-c"), least=2)]
    kappa: float | None = None
    alpha: float | None = None
    prevalence: _Shares = None
    target: float | None = None
    pool: Annotated[int | None, Parameter(least=1)] = None
    labels: Annotated[int | None, Parameter(least=2)] = None
    table: bool = False


@dataclass(frozen=True, kw_only=True)
class SimulateSettings(TableReading):
    """Panels that err as often as wanted, where people erred or on made-up items."""

    labels: Annotated[Any, Parameter(flags=("--from",), kind=Path)] = field(default=None, kw_only=False)
    annotators: Annotated[int, Parameter(flags=("--annotators", "-k"), least=1)] = 3
    items: Annotated[int, Parameter(flags=("--items", "-n"), least=1)] = 200
    classes: Annotated[int, Parameter(flags=("--classes", "-c"), least=2)] = 3
    errors: Annotated[float | Sequence[float], Parameter(flags=("--errors", "-m"))] = ()
    spread: float = 0.0
    sd: float = 0.0
    unanimous: float = 0.0
    prevalence: _Shares = None
    wrong: WrongClass | str = WrongClass.UNIFORM
    draw: ItemDraw | str = ItemDraw.SUCCESSIVE
    groups: Annotated[int, Parameter(least=2)] = 200
    table_1: bool = False
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class LabelPlanning(TableReading):
    """What the number of people and items depends on that labels need."""

    width: float = 0.02
    kappa: float | None = None
    classes: Annotated[int, Parameter(flags=("--classes", "-c"), least=2)] = 2
    prevalence: _Shares = None
    pilot: Annotated[Any, Parameter(kind=Path)] = None
    items: Annotated[int | None, Parameter(least=1)] = None
    cost: float = 0.0


@dataclass(frozen=True, kw_only=True)
class AnnotationPlanSettings(LabelPlanning):
    """How many people and items labels need of which another panel would change at most the share `target`."""

    target: float = field(kw_only=False)


@dataclass(frozen=True, kw_only=True)
class StudySampling:
    """How studies are set beside each other."""

    margin: float = 0.05
    level: float = 0.95
    times: Annotated[int, Parameter(least=100)] = 2000
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class StudyComparisonSettings(StudySampling, LabelReading):
    """Whether studies of the same items agree."""

    names: Annotated[Sequence[str], ONLY_PYTHON] = ()
    focus: str | None = None
