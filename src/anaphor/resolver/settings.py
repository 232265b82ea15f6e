"""What is said to resolvers and to those who train them. No library is loaded for these settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from anaphor.answer import MOST_FAILED
from anaphor.collection import LoadSettings
from anaphor.errors import InputError
from anaphor.parameters import ONLY_PYTHON, Parameter
from anaphor.text import Message


class ModelKind(StrEnum):
    """The kinds of model that are trained here."""

    NGRAM = "ngram"
    LSTM = "lstm"
    CONTEXT2VEC = "context2vec"


def _counts(word: str) -> tuple[int, ...]:
    """Numbers with commas or spaces between: per order, the count at which n-grams are left out."""
    counts = word.replace(",", " ").split()
    if not counts or not all(part.isdigit() for part in counts):
        raise InputError("model-no-counts", written=word)
    return tuple(map(int, counts))


@dataclass(frozen=True, kw_only=True)
class ResolveSettings(LoadSettings):
    """How a collection is put to a resolver."""

    folder: Annotated[Path | str | None, ONLY_PYTHON] = None
    name: Annotated[str | None, ONLY_PYTHON] = None
    batch: Annotated[int | bool | None, ONLY_PYTHON] = None
    version: Annotated[str | None, ONLY_PYTHON] = None
    output: Annotated[Path | str | None, Parameter(flags=("-o", "--output"))] = None
    limit: Annotated[int | None, Parameter(least=1)] = None
    again: bool = False
    most_failed: Annotated[float, Parameter(metavar="SHARE")] = MOST_FAILED


@dataclass(frozen=True, kw_only=True)
class TrainSettings:
    """How a model is trained."""

    language: str = "fr"
    preset: str = "paper"
    vocabulary: Annotated[int | None, Parameter(least=10)] = None
    epochs: Annotated[int | None, Parameter(least=1)] = None
    batch: Annotated[int | None, Parameter(least=1)] = None
    sentences: Annotated[int | None, Parameter(least=1)] = None
    order: Annotated[int, Parameter(least=1, most=5)] = 3
    prune: Annotated[Sequence[int], Parameter(kind=str, repeated=False, parse=_counts)] = (0,)
    select: str | None = None
    share: float = 0.1
    held_out: float | None = None
    device: str = "auto"
    seed: int = 1
    workers: Annotated[int, Parameter(least=1)] = 1
    store: Path | str | None = None
    licence: str | None = None
    column: str | None = None
    tell: Annotated[Callable[[Message], None] | None, ONLY_PYTHON] = None
