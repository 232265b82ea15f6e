"""What is said of scores, comparisons and the scale. No library is loaded for these settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from anaphor.answer import MOST_FAILED
from anaphor.answers import LabelReading
from anaphor.collection import LoadSettings
from anaphor.parameters import ONLY_PYTHON, Parameter
from anaphor.text import Message


class Missing(StrEnum):
    """What to do with questions that a run has no answer to."""

    REFUSE = "refuse"
    ABSTAIN = "abstain"
    SKIP = "skip"
    """Score only what was answered to; the items that are left are another set."""


class IntervalMethod(StrEnum):
    """How an interval is made."""

    AUTO = "auto"
    """Wilson's where it is right, else by cluster."""
    CLUSTER = "cluster"
    """Cluster-robust variance with Student's t, in Wilson's form, which stays honest near 0 and 1."""
    T = "t"
    """Cluster-robust variance with Student's t, symmetric: too narrow near 0 and 1."""
    BOOTSTRAP = "bootstrap"
    """Middle part of réussite over schemas drawn with replacement."""
    WILSON = "wilson"
    """Wilson's score interval: only for independent items without abstentions."""


class ScaleModel(StrEnum):
    """How items may differ."""

    TWO = "2pl"
    """In difficulty and in slope."""
    RASCH = "rasch"
    """In difficulty alone."""


class AbstentionReading(StrEnum):
    """What an abstention says of who abstains."""

    AUTO = "auto"
    """What the answers show: those abstain who do not know, or anybody, or some of both."""
    MISSING = "missing"
    """Nothing: it is a hole."""
    UNKNOWN = "unknown"
    """That the answer was not known."""


@dataclass(frozen=True, kw_only=True)
class RunsReading(LoadSettings):
    """Which runs are scored, against which collection, and what becomes of what is missing."""

    collection: Annotated[Any, Parameter(kind=str)] = None
    answers: Annotated[str | None, Parameter(metavar="PROGRAM")] = None
    missing: Annotated[Missing | str, ONLY_PYTHON] = Missing.SKIP
    people: Annotated[Any, Parameter(kind=Path)] = None
    level: float = 0.95
    seed: int = 0
    most_failed: Annotated[float, Parameter(metavar="SHARE")] = MOST_FAILED


@dataclass(frozen=True, kw_only=True)
class ScoringSettings(RunsReading):
    """How runs are scored, and how intervals are made."""

    panel: Annotated[int | None, Parameter(least=1)] = None
    soft: bool = False
    missing: Missing | str = Missing.REFUSE
    interval: IntervalMethod | str = IntervalMethod.AUTO
    times: int = 2000


@dataclass(frozen=True, kw_only=True)
class ScoreSettings(ScoringSettings):
    """What runs are worth."""

    by: str | Sequence[str] = ()
    audit: Annotated[Any, Parameter(kind=Path)] = None
    groups: Annotated[Any, Parameter(kind=Path)] = None
    origins: Annotated[Any, Parameter(kind=Path)] = None
    literature: bool = False
    items: bool = False


@dataclass(frozen=True, kw_only=True)
class CompareSettings(ScoringSettings):
    """Which system is better."""

    outcomes: bool = False
    cluster: Annotated[str | None, Parameter(metavar="COLUMN")] = None
    without: Annotated[str | Sequence[str], Parameter(metavar="COLUMN")] = ()


@dataclass(frozen=True, kw_only=True)
class ScaleSettings(RunsReading):
    """How people, machines and items come on one scale."""

    outcomes: bool = False
    model: ScaleModel | str = ScaleModel.TWO
    guessing: bool = True
    candidates: Annotated[int | None, Parameter(least=2)] = None
    careless: bool = True
    abstentions: AbstentionReading | str = AbstentionReading.AUTO


@dataclass(frozen=True, kw_only=True)
class ChosenLabelSettings(RunsReading):
    """How what systems chose becomes labels."""

    hear: Annotated[Callable[[Message], None], ONLY_PYTHON] = lambda note: None


@dataclass(frozen=True, kw_only=True)
class ItemLabelReading(LabelReading):
    """How labels are read that are candidates of a collection's items."""

    collection: Annotated[Any, Parameter(kind=str)]
