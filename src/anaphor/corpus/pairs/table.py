"""A table of pairs: for the words of some corpora, in how many sentences each stands, and with which others.

It has every pair that meets often enough; a rule (`Keeping`) says for any two frequencies how often that is. So of two
words that it lists it always knows something: in how many sentences they meet, or that they meet in fewer than so many.
The latter is a bound (`Fewer`) and never a count, but where fewer than one is none. The file holds figures and single
words, no sentence, and is read in some milliseconds.

An author asks it while writing, behind exact counts. The audit of a collection does not ask it: it leaves pairs out by
their count, and what is left out by its count bends every rate and p value that is taken over the rest. A single
schema has no such rate: there the bound is used as a bound.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.counts.counts import SENTENCE, CountedCorpus, Counts, PairCount, Unit, Within, cards_in, shipped
from anaphor.corpus.kernel.analysis import TextAnalysis, analysis_of
from anaphor.errors import FormatError, InputError, Place
from anaphor.files import atomic_file, regular_bytes
from anaphor.language.pairs import forms_in
from anaphor.provenance import Signature

MAGIC = b"anaphor pairs 1\n"
_LARGEST = 1 << 30
_LENGTH = struct.Struct("<I")
_REMEMBERED = 4096
_ROWS = 1024
"""Rows that stay decoded: some megabytes."""

Bits = NDArray[np.uint8]
Numbers = NDArray[np.int64]


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

    def least(self, total: int, a: Numbers | int, b: Numbers | int) -> Numbers:
        """In how many sentences words of these frequencies must meet to be kept."""
        chance = np.multiply(a, b, dtype=np.int64) * self.ratio.numerator
        above = -(-chance // (total * self.ratio.denominator))
        least: Numbers = np.maximum(np.where(np.minimum(a, b) < self.common, 2, 1), above)
        return least


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFigures:
    """What a table is made of; words are in the order of their frequency, the most frequent first."""

    language: str
    corpora: tuple[CountedCorpus, ...]
    sentences: int
    keeping: Keeping
    words: tuple[str, ...]
    frequencies: Numbers
    rows: Sequence[tuple[Numbers, Numbers]]
    """For each word, the more frequent ones that it meets, by number and in order, and in how many sentences."""

    @property
    def pairs(self) -> int:
        return sum(met.size for met, _ in self.rows)


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
        numbers = np.frombuffer(opening, "<u4", 3 * size, text).reshape(3, size).astype(np.int64)
        self.sizes, self._lengths = numbers[0], numbers[1]
        self._starts = np.concatenate([[0], np.cumsum(numbers[2])])
        self._rows: NDArray[np.uint8] = np.frombuffer(body, np.uint8, offset=head)
        if len(self.words) != size or self._starts[-1] != self._rows.size or self._lengths.sum() != self.pairs:
            raise ValueError("the parts do not fit together")
        self._row = lru_cache(_ROWS)(self.row)

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
        sizes = {"total": self.sentences, "a": int(self.sizes[first]), "b": int(self.sizes[second])}
        if first == second:
            return PairCount(**sizes, both=sizes["a"])
        met, counts = self._row(max(first, second))
        at = int(np.searchsorted(met, min(first, second)))
        if at < met.size and met[at] == min(first, second):
            return PairCount(**sizes, both=int(counts[at]))
        least = int(self.keeping.least(self.sentences, sizes["a"], sizes["b"]))
        return Fewer(**sizes, below=least) if least > 1 else PairCount(**sizes, both=0)

    def row(self, number: int) -> tuple[Numbers, Numbers]:
        """The more frequent words that a word meets, as far as they are kept, and in how many sentences."""
        size = int(self._lengths[number])
        if not size:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        met, above = decoded(self._rows[self._starts[number] : self._starts[number + 1]], size, number)
        least = self.keeping.least(self.sentences, self.sizes[met], int(self.sizes[number]))
        return met, above + least - 1

    @cached_property
    def _turned(self) -> tuple[Numbers, Numbers, Numbers]:
        """The pairs by the more frequent word: where each begins, the rarer words, and in how many sentences."""
        rows = [self.row(number) for number in range(len(self.words))]
        met = np.concatenate([found for found, _ in rows])
        order = np.argsort(met, kind="stable")
        owners = np.repeat(np.arange(len(rows)), self._lengths)
        counts = np.concatenate([each for _, each in rows])
        starts = np.concatenate([[0], np.cumsum(np.bincount(met, minlength=len(rows)))])
        return starts, owners[order].astype(np.int32), counts[order].astype(np.int32)

    def bits(self, word: str) -> NDArray[np.float64] | None:
        """How much a word attracts every listed word, in bits, one meeting added; 0: not kept; None: not listed."""
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
        return None if number is None else int(self.sizes[number])


def write_pairs(path: Path, figures: PairFigures) -> int:
    """Write a table, and say how many bytes it has."""
    sizes = figures.frequencies
    rows: list[bytes] = []
    for number, (met, counts) in enumerate(figures.rows):
        least = figures.keeping.least(figures.sentences, sizes[met], int(sizes[number]))
        rows.append(encoded(met, counts - least + 1, number) if met.size else b"")
    text = "\n".join(figures.words).encode("utf-8")
    numbers = (figures.frequencies, [met.size for met, _ in figures.rows], [len(row) for row in rows])
    head = zlib.compress(text + np.array(numbers, "<u4").tobytes(), 9)
    body = b"".join([head, *rows])
    header = {
        "language": figures.language,
        "corpora": [asdict(card) for card in figures.corpora],
        "sentences": figures.sentences,
        "ratio": str(figures.keeping.ratio),
        "common": figures.keeping.common,
        "words": len(figures.words),
        "text": len(text),
        "head": len(head),
        "pairs": figures.pairs,
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    said = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    data = MAGIC + _LENGTH.pack(len(said)) + said + body
    with atomic_file(path) as file:
        file.write(data)
    return len(data)


def read_pairs(path: Path) -> PairTable:
    """The table in a file; one that is damaged, or something else, is refused."""
    data = regular_bytes(path, _LARGEST)
    try:
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("another beginning")
        start = len(MAGIC) + _LENGTH.size
        end = start + _LENGTH.unpack_from(data, len(MAGIC))[0]
        header, body = json.loads(data[start:end]), data[end:]
        if hashlib.sha256(body).hexdigest() != header["sha256"]:
            raise ValueError("other bytes than were written")
        return PairTable(header, body)
    except (ValueError, KeyError, TypeError, struct.error, zlib.error) as error:
        raise FormatError("corpus-no-pairs", where=Place(file=str(path))) from error


def is_pair_table(path: Path) -> bool:
    """True for a file that begins as a table of pairs does."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


# A row holds rising numbers below a limit, the words that a word meets, each with a value from 1 on. The numbers are
# coded after Elias and Fano: the low bits as they are, the high ones as the gaps between them, each gap a run of zeros
# before a one. A value is coded after Elias (gamma): its length as such a run, then its bits. All of it is read with
# whole-array operations, so that a row of a thousand pairs takes some ten microseconds.


def encoded(numbers: Numbers, values: Numbers, limit: int) -> bytes:
    """A row as bytes: rising numbers below the limit, and a value from 1 on for each."""
    low = _low_bits(numbers.size, limit)
    lows = (numbers[:, None] >> np.arange(low)) & 1
    highs = np.zeros(numbers.size + (limit >> low) + 1, np.uint8)
    highs[(numbers >> low) + np.arange(numbers.size)] = 1
    # The values: all lengths, then all bits behind the leading ones.
    lengths = np.frexp(values.astype(np.float64))[1].astype(np.int64) - 1
    ends = np.cumsum(lengths + 1)
    runs = np.zeros(int(ends[-1]) if ends.size else 0, np.uint8)
    runs[ends - 1] = 1
    owner = np.repeat(np.arange(values.size), lengths)
    place = np.arange(owner.size) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    bits = np.concatenate([runs, ((values[owner] >> place) & 1).astype(np.uint8)])
    parts = (lows.astype(np.uint8).ravel(), highs, bits)
    return b"".join(np.packbits(part, bitorder="little").tobytes() for part in parts)


def decoded(row: NDArray[np.uint8], size: int, limit: int) -> tuple[Numbers, Numbers]:
    """The numbers of a row of that size, and their values."""
    low = _low_bits(size, limit)
    lows_end = -(-size * low // 8)
    highs_end = lows_end - (-(size + (limit >> low) + 1) // 8)
    highs = np.flatnonzero(_bits(row[lows_end:highs_end]))[:size] - np.arange(size)
    lows = _bits(row[:lows_end])[: size * low].reshape(size, low) @ (1 << np.arange(low))
    bits = _bits(row[highs_end:])
    ends = np.flatnonzero(bits)[:size]
    lengths = np.diff(ends, prepend=-1) - 1
    firsts = np.cumsum(lengths) - lengths
    owner = np.repeat(np.arange(size), lengths)
    tail = bits[ends[-1] + 1 : ends[-1] + 1 + owner.size].astype(np.int64) << (np.arange(owner.size) - firsts[owner])
    return (highs << low) | lows, (1 << lengths) + np.bincount(owner, tail, size).astype(np.int64)


def _low_bits(size: int, limit: int) -> int:
    """How many bits of each number are kept as they are: the fewest bits in all, for numbers spread evenly."""
    return max(0, (limit // max(1, size)).bit_length() - 1)


def _bits(data: NDArray[np.uint8]) -> Bits:
    return np.unpackbits(data, bitorder="little")


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
