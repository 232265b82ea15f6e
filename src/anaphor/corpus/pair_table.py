"""A table of pairs: for the words of some corpora, in how many sentences each stands, and with which others.

It has every pair that meets often enough; a rule (`Keeping`) says for any two frequencies how often that is. So of two
words that it lists it always knows something: in how many sentences they meet, or that they meet in fewer than so many.
The latter is a bound (`Fewer`) and never a count, but where fewer than one is none. The file holds figures and single
words, no sentence, and is read in some milliseconds.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.counts import PairCount
from anaphor.corpus.embedded import CountedCorpus
from anaphor.corpus.kernel.analysis import Analysis, analysis_of
from anaphor.corpus.pair_table_rows import Numbers, decoded, encoded
from anaphor.errors import FormatError, InputError, Place
from anaphor.files import atomic_file, regular_bytes

MAGIC = b"anaphor pairs 1\n"
_LARGEST = 1 << 30
_LENGTH = struct.Struct("<I")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fewer:
    """Two words that meet in fewer than so many sentences, perhaps in none: in how many was not kept."""

    total: int
    """All sentences."""
    a: int
    """Those with the first word."""
    b: int
    """Those with the second word."""
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
    """Language of the corpora."""
    corpora: tuple[CountedCorpus, ...]
    """What was counted."""
    sentences: int
    """All their sentences."""
    keeping: Keeping
    """Which pairs are kept."""
    words: tuple[str, ...]
    """The lemmas that are listed."""
    frequencies: Numbers
    """In how many sentences each stands."""
    rows: Sequence[tuple[Numbers, Numbers]]
    """For each word, the more frequent ones that it meets, by number and in order, and in how many sentences."""


class PairTable:
    """The pairs of a file; one is looked up in some ten microseconds."""

    def __init__(self, header: Mapping[str, Any], body: bytes) -> None:
        self.language = str(header["language"])
        self.corpora = tuple(_card(each) for each in header["corpora"])
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

    @cached_property
    def _analysis(self) -> Analysis:
        analysis = analysis_of(self.language)
        made_with = {dict(card.signature).get("analysis") for card in self.corpora}
        if made_with != {analysis.fingerprint}:
            what = "the table of pairs was made with another analysis of words"
            raise InputError(what, todo="Make it again: anaphor corpus pairs INDEX… -o TABLE.pairs")
        return analysis

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def number(self, text: str) -> int | None:
        """The number of a word, read as the corpora were; None where it is not listed, or is several words."""
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
        met, counts = self.row(max(first, second))
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

    def frequency(self, word: str) -> int | None:
        """In how many sentences a word stands; None where it is not listed."""
        number = self.number(word)
        return None if number is None else int(self.sizes[number])


def _card(card: Mapping[str, Any]) -> CountedCorpus:
    return CountedCorpus(**{**card, "signature": tuple((str(name), str(value)) for name, value in card["signature"])})


def pair_bytes(figures: PairFigures) -> bytes:
    """A table as its file has it: the same bytes for the same figures."""
    rows = [_row(figures, number) for number in range(len(figures.words))]
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
        "pairs": sum(met.size for met, _ in figures.rows),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    said = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return MAGIC + _LENGTH.pack(len(said)) + said + body


def _row(figures: PairFigures, number: int) -> bytes:
    met, counts = figures.rows[number]
    if not met.size:
        return b""
    sizes = figures.frequencies
    least = figures.keeping.least(figures.sentences, sizes[met], int(sizes[number]))
    return encoded(met, counts - least + 1, number)


def write_pairs(path: Path, figures: PairFigures) -> int:
    """Write a table, and say how many bytes it has."""
    data = pair_bytes(figures)
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
        where = Place(file=str(path))
        raise FormatError("this is no whole table of pairs", where=where, todo="Make it again.") from error


def is_pair_table(path: Path) -> bool:
    """True for a file that begins as a table of pairs does."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
