"""A table of pairs: for the words of some corpora, in how many sentences each stands, and with which others.

It has every pair that meets often enough; a rule (`Keeping`) says for any two frequencies how often that is. So of two
words that it lists it always knows something: in how many sentences they meet, or that they meet in fewer than so many.
The latter is a bound (`Fewer`) and never a count, but where fewer than one is none. The file holds figures and single
words, no sentence, and is read in some milliseconds, without numpy until whole rows are asked for.

An author asks it while writing, behind exact counts. The audit of a collection does not ask it: it leaves pairs out by
their count, and what is left out by its count bends every rate and p value that is taken over the rest. A single
schema has no such rate: there the bound is used as a bound.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from importlib.resources import as_file, files
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from anaphor.corpus.counts import SENTENCE, Counts, PairCount, Unit, Within, cards_in, shipped
from anaphor.corpus.kernel.analysis import TextAnalysis, analysis_of
from anaphor.corpus.pairs.coding import decoded, value_in
from anaphor.errors import FormatError, InputError, Place
from anaphor.files import regular_bytes
from anaphor.language import forms_in
from anaphor.provenance import Signature, fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

MAGIC = b"anaphor pairs 1\n"
_LARGEST = 1 << 30
LENGTH = struct.Struct("<I")
HEADER_SUM = "header"
"""The key under which the header keeps the fingerprint of everything else in it."""
_REMEMBERED = 1 << 16

Frequency = TypeVar("Frequency", int, "Numbers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fewer:
    """Two words that meet in fewer than so many sentences, perhaps in none: in how many was not kept."""

    total: int
    a: int
    b: int
    below: int
    """Those with both are fewer than this."""

    @property
    def most(self) -> PairCount:
        """The count at its highest: what grows with the meetings is nowhere above what it is here."""
        return PairCount(total=self.total, a=self.a, b=self.b, both=min(self.below - 1, self.a, self.b))


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Which pairs a table keeps."""

    ratio: Fraction = Fraction(3, 2)
    """Those that meet so many times as often as words that do not care for each other; 0: all that meet."""
    common: int = 70
    """Of a word in fewer sentences than this, only those that meet twice: most meet once, by accident."""

    def least(self, total: int, a: Frequency, b: int) -> Frequency:
        """In how many sentences words of these frequencies must meet to be kept; `a` may be many of them."""
        accident = 1 + ((a < self.common) | (b < self.common))
        above = -(-a * b * self.ratio.numerator // (total * self.ratio.denominator))
        return above + (accident - above) * (accident > above)  # the larger of the two, of arrays as well


class PairTable:
    """The pairs of a file; one is looked up in some ten microseconds."""

    def __init__(self, header: Mapping[str, Any], body: bytes) -> None:
        self.language = str(header["language"])
        self.corpora = cards_in(header["corpora"])
        self.sentences = int(header["sentences"])
        self.keeping = Keeping(ratio=Fraction(header["ratio"]), common=int(header["common"]))
        self.pairs = int(header["pairs"])
        self.digits = str(header["sha256"])[:16]
        size, text, head = int(header["words"]), int(header["text"]), int(header["head"])
        opening = zlib.decompressobj().decompress(body[:head], text + 12 * size)
        self.words = tuple(opening[:text].decode("utf-8").split("\n"))
        numbers = struct.unpack_from(f"<{3 * size}I", opening, text)
        self._frequencies, self._lengths = numbers[:size], numbers[size : 2 * size]
        self._starts = (0, *accumulate(numbers[2 * size :]))
        self._rows = body[head:]
        if len(self.words) != size or self._starts[-1] != len(self._rows) or sum(self._lengths) != self.pairs:
            raise ValueError("the parts do not fit together")

    @cached_property
    def _analysis(self) -> TextAnalysis:
        analysis = analysis_of(self.language)
        made_with = {dict(card.signature).get("analysis") for card in self.corpora}
        if made_with != {analysis.fingerprint}:
            raise InputError("corpus-pairs-other-analysis")
        return analysis

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def number(self, text: str) -> int | None:
        """The number of a word, read as the corpora were; None where it is not listed, or is several words."""
        if forms_in(text):
            return self._numbers.get(text)
        found = self._analysis.words(text)
        return self._numbers.get(found[0].lemma) if len(found) == 1 else None

    def numbers(self, text: str) -> tuple[int, ...]:
        """The words of a text that are listed, each once, by number and in order."""
        lemmas = dict.fromkeys(word.lemma for word in self._analysis.words(text))
        return tuple(self._numbers[lemma] for lemma in lemmas if lemma in self._numbers)

    def find(self, a: str, b: str) -> PairCount | Fewer | None:
        """How often two words occur and meet, or that they meet more seldom than is kept; None: one is not listed."""
        first, second = self.number(a), self.number(b)
        if first is None or second is None:
            return None
        sizes = {"total": self.sentences, "a": self._frequencies[first], "b": self._frequencies[second]}
        if first == second:
            return PairCount(**sizes, both=sizes["a"])
        rarer, other = max(first, second), min(first, second)
        least = self.keeping.least(self.sentences, sizes["a"], sizes["b"])
        above = value_in(self._coded(rarer), self._lengths[rarer], rarer, other)
        if above is not None:
            return PairCount(**sizes, both=above + least - 1)
        return Fewer(**sizes, below=least) if least > 1 else PairCount(**sizes, both=0)

    def _coded(self, number: int) -> bytes:
        return self._rows[self._starts[number] : self._starts[number + 1]]

    @cached_property
    def sizes(self) -> "Numbers":
        """In how many sentences each word stands."""
        import numpy as np

        return np.array(self._frequencies, np.int64)

    def row(self, number: int) -> tuple["Numbers", "Numbers"]:
        """The more frequent words that a word meets, as far as they are kept, and in how many sentences."""
        met, above = decoded(self._coded(number), self._lengths[number], number)
        return met, above + self.keeping.least(self.sentences, self.sizes[met], self._frequencies[number]) - 1

    @cached_property
    def _turned(self) -> tuple["Numbers", "Numbers", "Numbers"]:
        """The pairs by the more frequent word: where each begins, the rarer words, and in how many sentences."""
        import numpy as np

        rows = [self.row(number) for number in range(len(self.words))]
        met = np.concatenate([found for found, _ in rows])
        order = np.argsort(met, kind="stable")
        owners = np.repeat(np.arange(len(rows)), self._lengths)
        counts = np.concatenate([each for _, each in rows])
        starts = np.concatenate([[0], np.cumsum(np.bincount(met, minlength=len(rows)))])
        return starts, owners[order].astype(np.int32), counts[order].astype(np.int32)

    def bits(self, word: str) -> "NDArray[np.float64] | None":
        """How much a word attracts every listed word, in bits, one meeting being added to those seen and expected.

        What meets too seldom to be kept has 0: it is near chance, or below it. None where the word is not listed.
        """
        import numpy as np

        number = self.number(word)
        if number is None:
            return None
        starts, rarer, counts = self._turned
        met, both = self.row(number)
        met = np.concatenate([met, rarer[starts[number] : starts[number + 1]]])
        both = np.concatenate([both, counts[starts[number] : starts[number + 1]]])
        found = np.zeros(len(self.words))
        found[met] = np.log2((both + 1) / (self.sizes[met] * int(self.sizes[number]) / self.sentences + 1))
        return found

    def frequency(self, word: str) -> int | None:
        number = self.number(word)
        return None if number is None else self._frequencies[number]


def read_pairs(path: Path) -> PairTable:
    """The table in a file; one that is damaged, or something else, is refused."""
    data = regular_bytes(path, _LARGEST)
    try:
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("another beginning")
        start = len(MAGIC) + LENGTH.size
        end = start + LENGTH.unpack_from(data, len(MAGIC))[0]
        header, body = json.loads(data[start:end]), data[end:]
        if hashlib.sha256(body).hexdigest() != header["sha256"]:
            raise ValueError("other bytes than were written")
        if header.pop(HEADER_SUM, None) not in (None, fingerprint(header)):  # tables of earlier versions have none
            raise ValueError("another header than was written")
        return PairTable(header, body)
    except (ValueError, KeyError, TypeError, struct.error, zlib.error) as error:
        raise FormatError("corpus-no-pairs", where=Place(file=str(path))) from error


def is_pair_table(path: Path) -> bool:
    """True for a file that begins as a table of pairs does."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


@runtime_checkable
class Bounding(Protocol):
    """Counts that know of some pairs only that they are few."""

    def fewer(self, a: str, b: str, /, *, unit: Unit = Unit.LEMMA) -> Fewer | None:
        """That two words meet in fewer than so many sentences; None where the count is known, or nothing is."""


class TableCounts(Counts):
    """Counts of sentences from a table of pairs, behind exact counts of the same corpora where there are any."""

    def __init__(self, table: PairTable, exact: Counts | None = None) -> None:
        self._table = table
        self._exact = exact
        self._find = lru_cache(_REMEMBERED)(table.find)
        self.name = " + ".join(card.name for card in table.corpora)
        self.language = table.language
        self.words = sum(card.words for card in table.corpora)
        counted = exact.signature if exact else Signature.of(corpus=self.name)
        self.signature = counted | Signature.of(table=table.digits)

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
        exact = self._exact.frequency(word, unit=unit) if self._exact else None
        return self._table.frequency(word) if exact is None and unit is Unit.LEMMA else exact


@cache
def shipped_table(language: str) -> PairTable | None:
    """The table of pairs that the package carries for a language; None where it carries none."""
    resource = files("anaphor").joinpath(f"data/counts/{language}.pairs")
    if not resource.is_file():
        return None
    with as_file(resource) as path:
        return read_pairs(path)


def shipped_for_authors(language: str) -> Counts:
    """All that the package knows of pairs in a language: exact counts first, then the table."""
    exact, table = shipped(language), shipped_table(language)
    return exact if table is None else TableCounts(table, exact)
