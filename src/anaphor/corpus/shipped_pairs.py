"""The counts that an author asks while writing: the exact ones of a file, then those of a table of all frequent pairs.

The audit of a collection does not ask the table. A table leaves pairs out by their count, and what is left out by its
count bends every rate and p value that is taken over the rest. A single schema has no such rate: there the bound is
used as a bound.
"""

from functools import cache, lru_cache
from importlib.resources import as_file, files
from typing import Protocol, runtime_checkable

from anaphor.corpus.counts import SENTENCE, Concordance, Counts, PairCount, Unit, Within
from anaphor.corpus.embedded import shipped
from anaphor.corpus.pair_table import Fewer, PairTable, read_pairs
from anaphor.provenance import Signature

ENDING = ".pairs"
_REMEMBERED = 4096


@runtime_checkable
class Bounding(Protocol):
    """Counts that know of some pairs only that they are few."""

    def fewer(self, a: str, b: str, /, *, unit: Unit = Unit.LEMMA) -> Fewer | None:
        """That two words meet in fewer than so many sentences; None where the count is known, or nothing is."""


class TableCounts:
    """Counts of sentences from a table of pairs, behind exact counts of the same corpora where there are any."""

    def __init__(self, table: PairTable, exact: Counts | None = None) -> None:
        self._table = table
        self._exact = exact
        self._find = lru_cache(_REMEMBERED)(table.find)

    @property
    def name(self) -> str:
        """The names of the corpora."""
        return " + ".join(card.name for card in self._table.corpora)

    @property
    def language(self) -> str:
        """Their language."""
        return self._table.language

    @property
    def words(self) -> int:
        """Their words together."""
        return sum(card.words for card in self._table.corpora)

    @property
    def signature(self) -> Signature:
        """What was counted, and which table."""
        own = Signature.of(table=self._table.digits)
        return (self._exact.signature | own) if self._exact else Signature.of(corpus=self.name) | own

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """How often two words occur and meet; None where that is not known, a bound included."""
        exact = self._exact.pair(a, b, within=within, unit=unit) if self._exact else None
        if exact is not None or within != SENTENCE or unit is not Unit.LEMMA:
            return exact
        found = self._find(a, b)
        return found if isinstance(found, PairCount) else None

    def fewer(self, a: str, b: str, /, *, unit: Unit = Unit.LEMMA) -> Fewer | None:
        """That two words meet in fewer sentences than the table keeps; None where an exact count is known."""
        if unit is not Unit.LEMMA or self.pair(a, b) is not None:
            return None
        found = self._find(a, b)
        return found if isinstance(found, Fewer) else None

    def counts_within(self, within: Within) -> bool:
        """Whether there are counts of words so near one another: those of sentences only, for most pairs."""
        return within == SENTENCE

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """In how many sentences a word stands; None where neither knows it."""
        exact = self._exact.frequency(word, unit=unit) if self._exact else None
        return self._table.frequency(word) if exact is None and unit is Unit.LEMMA else exact

    def concordance(self, a: str, b: str, /, *, limit: int = 5, within: Within = SENTENCE) -> tuple[Concordance, ...]:
        """Nothing: figures hold no text."""
        return ()


@cache
def shipped_table(language: str) -> PairTable | None:
    """The table of pairs that the package carries for a language; None where it carries none."""
    resource = files("anaphor").joinpath(f"data/counts/{language}{ENDING}")
    if not resource.is_file():
        return None
    with as_file(resource) as path:
        return read_pairs(path)


def shipped_for_authors(language: str) -> Counts:
    """All that the package knows of pairs in a language: exact counts first, then the table."""
    exact, table = shipped(language), shipped_table(language)
    return exact if table is None else TableCounts(table, exact)
