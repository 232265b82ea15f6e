"""What is said of studies. No library is loaded for these settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from anaphor.agreement import StudySampling
from anaphor.collection import column_words
from anaphor.errors import InputError
from anaphor.parameters import ONLY_PYTHON, Parameter


class Recruiter(StrEnum):
    """Where participants come from."""

    LINK = "link"
    PROLIFIC = "prolific"
    TOKENS = "tokens"


class Counting(StrEnum):
    """Whose answers to a question count for paper 4's rule; to be fixed before anybody answers."""

    FIRST_3 = "first-3"
    """Those of the first three valid participants who answered it."""
    ALL = "all"
    """Those of all valid participants."""


class TrialRule(StrEnum):
    """Which trials are left out."""

    ANTICIPATIONS = "anticipations"
    """Below 100 ms, or the page was away meanwhile: the default."""
    PAPER_1 = "paper1"
    """Below 100 or above 6000, milliseconds presumed (Amsili & Seminck 2017, section 4)."""
    NONE = "none"
    """Every answer counts, second ones too."""


def _conditions(words: Sequence[str]) -> dict[str, str]:
    """The rows that are read, of `COLUMN=VALUE` as often as `--where` is given."""
    conditions = [word.partition("=") for word in words]
    if any(not (key and equals) for key, equals, _ in conditions):
        raise InputError("experiment-bad-condition", condition=words[0])
    return {key: value for key, _, value in conditions}


_OUTPUT = Parameter(flags=("-o", "--output"))


@dataclass(frozen=True, kw_only=True)
class NewSettings:
    """How a study is designed."""

    output: Annotated[Path | str | None, ONLY_PYTHON] = None
    lists: Annotated[int, Parameter(least=1, most=100)] = 2
    quota: Annotated[int, Parameter(least=1)] = 40
    seed: int = 1
    block: Annotated[int, Parameter(least=1)] = 40
    trials: Annotated[int | None, Parameter(least=1)] = None
    language: Annotated[str | None, Parameter(flags=("--interface",), metavar="<en|fr>")] = None
    name: str | None = None
    recruiter: Recruiter | str = Recruiter.LINK
    code: str | None = None
    redirect: str | None = None
    extras: bool = True
    words: Path | str | None = None
    fillers: Annotated[Any, Parameter(kind=str)] = None
    scale: bool | None = None
    counting: Counting | str | None = None
    retention: str | None = None
    adaptive: bool = False
    force: bool = False


@dataclass(frozen=True, kw_only=True)
class RehearsalSettings:
    """How participants are simulated."""

    participants: Annotated[int, Parameter(least=1)] = 40
    seed: int = 1
    dropout: float = 0.0
    careless: float = 0.0
    accuracy: float = 0.94
    database: Path | str | None = None


@dataclass(frozen=True, kw_only=True)
class PrecisionSettings:
    """How many people a study needs."""

    lists: Annotated[int, Parameter(least=1)] = 2
    rate: float = 0.936
    half_width: float = 0.1
    bound: float = 0.9
    level: float = 0.95


@dataclass(frozen=True, kw_only=True)
class AnswerReading:
    """What is said of answers that were collected elsewhere."""

    format: Annotated[str | None, Parameter(flags=("--from",))] = None
    collection: Annotated[Any, Parameter(kind=str)] = None
    design: Annotated[Any, Parameter(kind=Path)] = None
    columns: Annotated[Mapping[str, str] | None, Parameter(flags=("--column",), repeated=True, parse=column_words)] = (
        None
    )
    where: Annotated[Mapping[str, object] | None, Parameter(repeated=True, parse=_conditions)] = None
    count_from: int | None = None
    unfinished: bool = False
    keep_names: bool = False
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class ImportAnswersSettings(AnswerReading):
    """Where answers that were collected elsewhere are written."""

    output: Annotated[Path | str | None, ONLY_PYTHON] = None


@dataclass(frozen=True, kw_only=True)
class AnalysisSettings(AnswerReading):
    """How a study is analysed."""

    database: Annotated[Path | str | None, Parameter(kind=str)] = None
    trials: TrialRule | str = TrialRule.ANTICIPATIONS
    classes: Annotated[Any, Parameter(kind=Path)] = None
    agreement: bool = True


@dataclass(frozen=True, kw_only=True)
class StudiesSettings(StudySampling):
    """How two studies are set beside each other."""

    trials: TrialRule | str = TrialRule.ANTICIPATIONS


@dataclass(frozen=True, kw_only=True)
class SelectionSettings(AnswerReading):
    """How questions for a challenge are selected."""

    database: Annotated[Path | str | None, Parameter(kind=str)] = None
    count: Counting | str | None = None
    trials: TrialRule | str = TrialRule.ANTICIPATIONS
    output: Annotated[Path | str | None, _OUTPUT] = None


@dataclass(frozen=True, kw_only=True)
class ExportSettings:
    """Where a study's answers are written, and as what."""

    output: Annotated[Path | str, _OUTPUT] = Path("export")
    to: str | Sequence[str] | None = None
    database: Annotated[Path | str | None, Parameter(kind=str)] = None
