"""What is said of a corpus. No library is loaded for these settings."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from anaphor.files import Errors
from anaphor.parameters import ONLY_PYTHON, Parameter
from anaphor.text import Message

WINDOWS = (5, 10)
"""Windows that are counted unless others are named."""


class Lines(StrEnum):
    """What a newline means in plain text."""

    LINE = "line"
    """It ends a sentence, always: one sentence, caption or verse per line."""
    PARAGRAPH = "paragraph"
    """It ends a paragraph, unless the next line begins with a small letter: those were cut inside a sentence."""
    WRAPPED = "wrapped"
    """It is a space: a blank line, or a short line where there are no blank ones, ends a paragraph."""


class EngineName(StrEnum):
    """Who builds the parts of an index."""

    PROCESSES = "processes"
    DASK = "dask"
    SLURM = "slurm"


@dataclass(frozen=True, kw_only=True)
class TextReading:
    """How text is read; whatever is not said is found from its content."""

    format: str | None = None
    encoding: str | None = None
    errors: Errors | str = Errors.STRICT
    field: str | None = None
    column: str | None = None
    newlines: Lines | str | None = None


@dataclass(frozen=True, kw_only=True)
class IndexSettings(TextReading):
    """Where an index is written, and what is said of it beside how its text is read."""

    output: Annotated[str | PathLike[str], Parameter(flags=("--output", "-o"), kind=Path, metavar="INDEX")] = field(
        kw_only=False
    )
    language: str | None = None
    name: str | None = None
    source: str = ""
    licence: str = ""
    counts_only: bool = False
    tables: Annotated[bool, Parameter(flags=("--no-tables",))] = True
    hear: Annotated[Callable[[Message], None] | None, ONLY_PYTHON] = None


@dataclass(frozen=True, kw_only=True)
class BuildSettings(IndexSettings):
    """Who builds an index."""

    processes: Annotated[int | None, Parameter(least=1)] = None
    parts: Annotated[int | None, Parameter(least=1)] = None
    engine: EngineName | str = EngineName.PROCESSES
    scheduler: str | None = None


@dataclass(frozen=True, kw_only=True)
class ShardSettings(IndexSettings):
    """Which part of an index is built."""

    part: Annotated[str, Parameter(metavar="I/N")] = field(kw_only=False)


@dataclass(frozen=True, kw_only=True)
class StreamSettings(TextReading):
    """What is counted in a text that is read once."""

    language: str
    forms: Iterable[str] = ()
    windows: Sequence[int] = WINDOWS
    name: str = "stream"
    processes: int = 1


@dataclass(frozen=True, kw_only=True)
class CountSettings:
    """How words are counted."""

    form: bool = False
    window: Annotated[int | None, Parameter(least=1)] = None
    directed: bool = False
    measure: Annotated[Any, Parameter(kind=str, repeated=True)] = ()
    smoothing: float = 0.0
    lines: Annotated[int, Parameter(least=0)] = 0


@dataclass(frozen=True, kw_only=True)
class PairTableSettings:
    """Where a table of pairs for authors is written, and which it lists."""

    output: Annotated[str | PathLike[str], Parameter(flags=("--output", "-o"), kind=Path, metavar="TABLE.pairs")] = (
        field(kw_only=False)
    )
    frequency: int = 10
    ratio: Annotated[float | str | Fraction, Parameter(kind=str)] = 1.5
    common: Annotated[int, Parameter(least=0)] = 70
