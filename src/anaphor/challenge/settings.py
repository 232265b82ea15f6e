"""What is said of challenges. No library is loaded for these settings."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from anaphor.parameters import Parameter


class Metric(StrEnum):
    """What the bar is held against, and ranks are made by."""

    RIGHT = "right"
    """Share of right answers (paper 4)."""
    PAIRS = "pairs"
    """Share of schemas of which every half is right; a problem counts by itself."""
    ADJUSTED = "adjusted"
    """Réussite: an abstention counts as much as a guess."""


class Backend(StrEnum):
    """How an entry is run."""

    PROCESS = "process"
    """bubblewrap on this machine: sealed where the self-test says so."""
    CONTAINER = "container"
    """podman or docker, with the same limits."""
    HTTP = "http"
    """The entrant's own address: never sealed."""
    NONE = "none"
    """A plain process, for development: never sealed."""


_FILE_OR_NAME = Parameter(kind=str)


@dataclass(frozen=True, kw_only=True)
class NewChallengeSettings:
    """What a new challenge begins with."""

    title: str = "A Winograd schema challenge"
    collection: Annotated[Path | str, _FILE_OR_NAME] = "anaphor-fr"
    people: Path | str | None = None
    backend: Backend | str | None = None
    questions: Annotated[int, Parameter(least=1)] = 60
    metric: Metric | str = Metric.RIGHT
    both_halves: bool = False
    real: bool = False
    seed: Annotated[int | None, Parameter(least=0)] = None
    at: str | None = None
    organiser: str | None = None
    opens: str | None = None
    closes: str | None = None
    held: str | None = None
    source_due: str | None = None
    desk: str | None = None
    development: Annotated[Path | str, _FILE_OR_NAME] = "anaphor-fr"


@dataclass(frozen=True, kw_only=True)
class EntrySettings:
    """What an entry is."""

    folder: Path | str | None = None
    image: str | None = None
    resolver: str | None = None
    url: str | None = None
    source_included: bool = False


@dataclass(frozen=True, kw_only=True)
class TrialSettings:
    """How an entry is tried."""

    resolver: str | None = None
    url: str | None = None
    collection: Annotated[Path | str, _FILE_OR_NAME] = "anaphor-fr"
    questions: Annotated[int, Parameter(least=1)] = 40
    backend: Backend | str = Backend.NONE
    seed: Annotated[int, Parameter(least=0)] = 1
    trace: Path | str | None = None
