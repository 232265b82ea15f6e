"""The card of a corpus: what it is, where it comes from, and how it was read; written beside the index."""

from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from anaphor import __version__
from anaphor.corpus.index.sealing import sealed, unsealed
from anaphor.errors import FormatError, Place
from anaphor.files import write_text

_LARGEST = 1 << 24


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusCard:
    """What a corpus is and how it was read."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    name: str
    """Name of the corpus, as results will call it."""
    language: str
    """Its language, as a code: fr, en."""
    source: str = ""
    """Where it comes from: an address, a publication."""
    licence: str = ""
    """Under which licence its text may be used."""
    files: int
    """How many files were read."""
    bytes: int
    """Their size on disk."""
    hash: str
    """SHA-256 of the file; of several files, of their digests in reading order."""
    formats: tuple[str, ...]
    """The source formats that were found in them or said."""
    settings: dict[str, str] = field(default_factory=dict)
    """What the user said about how to read them."""
    analyser: str = ""
    """Which definition of token, sentence and lemma was used."""
    notes: tuple[str, ...] = ()
    """What a user should know about how the files were read."""
    made_by: str = f"anaphor {__version__}"
    """The program that read them."""


_ADAPTER = TypeAdapter(CorpusCard)


def write_card(path: Path, card: CorpusCard) -> None:
    """Write a card as JSON, whole or not at all."""
    write_text(path, sealed(card))


def read_card(path: Path) -> CorpusCard:
    """The card in a JSON file."""
    data = unsealed(path, _LARGEST)
    try:
        return _ADAPTER.validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise FormatError(
            f"this is no corpus card ({first['msg']})", where=Place(file=str(path), field=field or None)
        ) from error
