"""What readers hand to the index: running text as bytes, or sentences that the source has already analysed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBlock:
    """A stretch of running text that ends where a paragraph, a line or a document ends."""

    source: str
    """Name of the file or document, for concordances and leave-one-source-out."""
    text: bytes
    """UTF-8 in NFC; a newline ends a sentence, so readers join lines that are wrapped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedBlock:
    """Sentences whose tokens and lemmas the source gives (CoNLL-U, CWB vertical)."""

    source: str
    """Name of the file or document."""
    sentences: tuple[tuple[tuple[str, str | None], ...], ...]
    """(form, lemma) per token, per sentence; lemma None where the source has none."""


Block = TextBlock | AnalysedBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of n equal shares of an input, by bytes; shares are cut where the format allows."""

    index: int = 0
    """From 0."""
    count: int = 1
    """How many shares there are."""


WHOLE = Part()


class Reader(Protocol):
    """How one source format is read: streaming, in constant memory."""

    def blocks(self, path: str, /, *, part: Part = WHOLE) -> Iterator[Block]:
        """The blocks of one part of one file, in order; the parts of a file together give every block once."""
