"""What is said to the calls that help authors. No library is loaded for these settings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from anaphor.collection import LoadSettings
from anaphor.corpus import TextReading
from anaphor.errors import InputError, member_of
from anaphor.files import Errors
from anaphor.language import AnaphorKind
from anaphor.parameters import ONLY_PYTHON, Parameter
from anaphor.text import Message

MOST_CANDIDATES = 5
"""Candidates of a problem at most: with more, people choose by elimination."""
MOST_SENTENCES = 3
"""Sentences of a passage at most: what a pronoun takes up stands this near."""
FOUND_KINDS = tuple(map(AnaphorKind, ("subject", "object", "possessive", "disjunctive", "dative", "demonstrative")))
"""Kinds of pronouns that are asked about."""


@dataclass(frozen=True, kw_only=True)
class FindSettings:
    """Which problems are wanted."""

    limit: int = 50
    kinds: Annotated[tuple[AnaphorKind | str, ...], Parameter(flags=("--kind",), kind=str)] = ()
    sentences: int = MOST_SENTENCES
    candidates: int = MOST_CANDIDATES
    shortest: int = 8
    longest: int = 60
    things: bool = False
    least: float = 0.0

    def __post_init__(self) -> None:
        for kind in self.kinds:
            member_of(AnaphorKind, kind, "kind", FOUND_KINDS)
        ranges: tuple[tuple[str, float, int, int], ...] = (
            ("limit", self.limit, 1, 100_000),
            ("sentences", self.sentences, 1, MOST_SENTENCES),
        )
        ranges = (*ranges, ("candidates", self.candidates, 2, MOST_CANDIDATES), ("least", self.least, 0, 1))
        for name, value, low, high in ranges:
            if not low <= value <= high:
                raise InputError("authoring-bad-number", name=name, value=value, low=low, high=high)
        if not 0 < self.shortest <= self.longest:
            raise InputError("authoring-bad-length", shortest=self.shortest, longest=self.longest)


@dataclass(frozen=True, kw_only=True)
class FindOptions(TextReading):
    """What is known of the texts in which problems are looked for, and where these are written."""

    output: Annotated[Path | str | None, Parameter(flags=("--output", "-o"), required=True)] = field(
        default=None, kw_only=False
    )
    settings: Annotated[FindSettings | None, ONLY_PYTHON] = None
    language: str | None = None
    works: Path | str | None = None
    author: str = ""
    licence: str = ""
    genre: str = ""
    gold: Annotated[bool, Parameter(flags=("--no-gold",))] = True
    models: Annotated[bool, Parameter(flags=("--no-models",))] = True
    processes: Annotated[int, Parameter(least=1)] = 1
    errors: Annotated[Errors | str, ONLY_PYTHON] = Errors.STRICT
    hear: Annotated[Callable[[Message], None], ONLY_PYTHON] = lambda _: None


@dataclass(frozen=True, kw_only=True)
class SuggestSettings(LoadSettings):
    """What the other half of an item may be."""

    id: Annotated[str | None, ONLY_PYTHON] = field(default=None, kw_only=False)
    most: int = 10
    word: str | None = None
    model: Annotated[str | None, Parameter(flags=("--with",))] = None


@dataclass(frozen=True, kw_only=True)
class RepairSettings(LoadSettings):
    """What may replace words that counts solve."""

    id: Annotated[str | None, ONLY_PYTHON] = field(default=None, kw_only=False)
    most: int = 5
    counts: Annotated[Any, Parameter(kind=Path)] = None
    judge: Annotated[Any, Parameter(kind=Path)] = None
