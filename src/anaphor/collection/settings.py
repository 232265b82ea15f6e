"""What is said of a collection, its checks and its changes. No library is loaded for these settings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, cast

from anaphor.errors import FormatError, InputError
from anaphor.files import decode_text, is_path, parse_toml, regular_bytes
from anaphor.parameters import ONLY_PYTHON, Parameter

Columns = Mapping[str, str | Sequence[str]] | Sequence[tuple[str, str]]
"""Which column of a table holds what: ours → theirs, or (for `candidates`) → several of theirs."""


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """The item does not do its work: mend it or drop it."""
    WARNING = "warning"
    """Probably a flaw: look at it."""
    NOTE = "note"
    """Worth knowing."""


class WordingChange(StrEnum):
    """How a wording is changed."""

    ORDER = "order"
    """The candidates are listed in the opposite order."""
    EXCHANGE = "exchange"
    """The candidates change places in the text, and the answer follows them."""
    NAMES = "names"
    """People bear other names of the same gender."""
    PARAPHRASE = "paraphrase"
    """The text is one that the user gives."""


class DropUnit(StrEnum):
    """What goes when an item goes."""

    SCHEMA = "schema"
    """The whole schema: an item without its twin no longer shows that the answer flips."""
    ITEM = "item"
    """The item alone; its twin stays."""


_LARGEST_MAPPING = 2**20
"""Bytes of a file that says which column holds what."""


def column_mapping(columns: Columns | str | Path) -> dict[str, str]:
    """A mapping of columns, ours → theirs, several with commas between; a path is a TOML file that says it.

    >>> column_mapping({"text": "sentence", "candidates": ["a", "b"]})
    {'text': 'sentence', 'candidates': 'a,b'}
    """
    if is_path(columns):
        path = Path(columns)
        try:
            columns = parse_toml(decode_text(regular_bytes(path, _LARGEST_MAPPING), file=str(path)))
        except (ValueError, RecursionError) as error:  # TOML that is none, is nested too deep, or has endless numbers
            raise FormatError("collection-mapping-toml", why=str(error), where=path) from error
        columns = {ours: str(given) if isinstance(given, int) else given for ours, given in columns.items()}
        for ours, given in columns.items():
            if not (
                (isinstance(given, list) and all(isinstance(each, str) for each in given)) or isinstance(given, str)
            ):
                raise FormatError("collection-mapping-value", name=ours, where=path)
    pairs = dict(cast(Mapping[str, Any], columns)).items()
    return {ours: given if isinstance(given, str) else ",".join(given) for ours, given in pairs}


def column_words(words: Sequence[str]) -> dict[str, str]:
    """The mapping that `--column` says: in words, `text=sentence`, or in TOML files."""
    mapping: dict[str, str] = {}
    for word in words:
        ours, equals, theirs = word.partition("=")
        if not equals and word.endswith(".toml"):
            mapping |= column_mapping(word)
        elif not (ours and equals and theirs):
            raise InputError("collection-bad-mapping", pair=word)
        else:
            mapping[ours] = theirs
    return mapping


@dataclass(frozen=True, kw_only=True)
class LoadSettings:
    """What is said of a collection when it is loaded."""

    format: Annotated[Any, Parameter(kind=str)] = None
    language: str | None = None
    columns: Annotated[
        Columns | str | Path, Parameter(flags=("--column",), kind=str, repeated=True, parse=column_words)
    ] = ()
    split: Annotated[str | None, ONLY_PYTHON] = None
    count_from: Annotated[int | None, Parameter(least=0, most=1)] = None


@dataclass(frozen=True, kw_only=True)
class ShowSettings(LoadSettings):
    """What is shown of a collection."""

    items: bool = False


@dataclass(frozen=True, kw_only=True)
class CheckSettings(LoadSettings):
    """What is wrong with a collection."""

    beside: Annotated[Any, Parameter(kind=str, repeated=True)] = ()
    severity: Annotated[Severity | str, Parameter(flags=("--from",))] = Severity.NOTE
    only: Sequence[str] = ()
    ignore: Sequence[str] = ()
    checks: Annotated[Sequence[Callable[..., Any]], ONLY_PYTHON] = ()


@dataclass(frozen=True, kw_only=True)
class ConvertSettings(LoadSettings):
    """Where a collection is written, and in which format."""

    output: Annotated[Path | str, Parameter(flags=("--output", "-o"))] = field(kw_only=False)
    to: str | None = None
    skip: bool = False
    people: Annotated[Any, ONLY_PYTHON] = None


@dataclass(frozen=True, kw_only=True)
class PerturbSettings(LoadSettings):
    """How wordings are changed."""

    how: WordingChange | str
    output: Annotated[Path | str | None, Parameter(flags=("-o", "--output"), required=True)] = None
    wordings: Annotated[Any, Parameter(kind=Path)] = None
    seed: Annotated[int, Parameter(least=0)] = 0


@dataclass(frozen=True, kw_only=True)
class SelectSettings:
    """Which items are good."""

    output: Annotated[Path | str | None, Parameter(flags=("--output", "-o"), required=True)] = None
    study: Annotated[Any, Parameter(kind=Path)] = None
    database: str | None = None
    audit: Annotated[Any, Parameter(kind=Path)] = None
    least: float = 0.8
    shrunken: bool = False
    lead: float = 2.0
    unit: DropUnit | str = DropUnit.SCHEMA
    remove: bool = False
    seed: int = 0
    format: Annotated[Any, Parameter(kind=str)] = None
    language: str | None = None
