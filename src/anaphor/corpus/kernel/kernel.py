"""The heavy steps of building a shard in numpy and plain Python: slower than the compiled ones, same numbers.

They are written twice because the compiled passes, run without their compiler, are slower still: of 300,000 words the
tables then take 4.2 µs a word, here 0.3, and the words themselves 0.5, here 0.04. The tests hold one kernel against the
other.
"""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from anaphor.corpus.kernel.analysis_scan import PlainScan, Profile, RawWord, SentenceEnd

END = np.uint32(0xFFFFFFFF)
"""In a raw stream: a sentence ends here. The other numbers are those of raw words."""
SOURCE = np.uint32(0xFFFFFFFE)
"""In a raw stream: the next source begins here, and a sentence has ended."""

ESCAPE = 0xFFFF
"""In the text of a shard: code of every type from this number on; which one it is stands in a list beside the codes."""
COLUMNS = 64
"""The most frequent lemmas, which meet nearly all others often: counted with more lemmas than have a table of all."""
SENTENCES_PER_BASE = 64
"""Sentences that share one base; so many of the longest sentence fit into sixteen bits."""

Bytes = NDArray[np.uint8]
Lengths = NDArray[np.uint16]
Numbers = NDArray[np.uint32]
Totals = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expansion:
    """Which words each raw word is made of."""

    single: NDArray[np.int32]
    """The type of a raw word that is one word; −1 − k for the k-th raw word that is several."""
    starts: NDArray[np.int32]
    """Where the types of the k-th such raw word begin in `types`; one more at the end."""
    types: NDArray[np.int32]
    """Types of the raw words that are several words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardWords:
    """All words of a shard, sentence by sentence."""

    words: Numbers
    lengths: Lengths
    sources: Numbers
    """The first sentence of each source, in order."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Counts of pairs of the most frequent lemmas, and neighbours of more of them."""

    sentences: Numbers
    """Sentences that hold both lemmas: the lower triangle, row by row, the diagonal left out."""
    windows: Numbers
    """How often the second lemma follows the first within five words: all rows."""
    beside: Numbers
    """For each of the next lemmas, how often the most frequent ones follow it, and how often it follows them."""


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function over arrays, compiled when first called and kept on disk if possible; Python without numba."""
    try:
        from numba import njit
    except ImportError:
        return function
    try:
        made: Callable[..., Any] = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep it in is writable: compile in every process
        made = njit(nogil=True)(function)
    return made


_STRETCH = 1 << 20
"""Words that are worked on at a time."""
_NEVER_SMALLER = 8
"""Numbers that take no more room as they are than in a Roaring bitmap, whose head alone has sixteen bytes."""


class Scanner:
    """Running text in, numbers of raw words out; numbers are given in the order of first sight."""

    def __init__(self, profile: Profile) -> None:
        self._scan = PlainScan(profile)
        self._numbers: dict[RawWord, int] = {}

    @property
    def types(self) -> int:
        """How many different raw words were seen."""
        return len(self._numbers)

    def feed(self, text: bytes | memoryview) -> Numbers:
        """The raw stream of a stretch of UTF-8 that ends with white space."""
        numbers = self._numbers
        stream = [
            numbers.setdefault(each, len(numbers))
            if isinstance(each, RawWord)
            else int(END if isinstance(each, SentenceEnd) else SOURCE)
            for each in self._scan.feed(str(text, "utf-8", "replace"))
        ]
        return np.array(stream, np.uint32)

    def raw_words(self) -> tuple[list[str], list[bool]]:
        """The forms of the raw words seen, by number, and whether each has a capital."""
        return [raw.form for raw in self._numbers], [raw.capital for raw in self._numbers]


class Kernel:
    """The heavy steps of building a shard; the compiled ones give the same numbers."""

    def scanner(self, profile: Profile) -> Scanner:
        return Scanner(profile)

    def expand(self, streams: list[Numbers], expansion: Expansion, longest: int) -> ShardWords:
        """The words of raw streams, which are used up; a sentence longer than `longest` is cut."""
        words: list[Numbers] = []
        lengths: list[Lengths] = []
        sources: list[int] = []
        sentences, left = 0, np.zeros(0, np.uint32)
        while streams:
            stream = np.concatenate([left, streams.pop(0)])
            closed = int(np.max(np.flatnonzero(stream >= SOURCE), initial=-1)) + 1
            left = stream[closed:]
            part = _expanded(stream[:closed], expansion, longest)
            words.append(part.words)
            lengths.append(part.lengths)
            sources += [sentences + int(start) for start in part.sources]
            sentences += part.lengths.size
        return ShardWords(
            words=np.concatenate(words or [np.zeros(0, np.uint32)]),
            lengths=np.concatenate(lengths or [np.zeros(0, np.uint16)]),
            sources=np.array(sources, np.uint32),
        )

    def frequencies(self, text: ShardWords, lemma_of: Numbers, lemmas: int) -> tuple[Totals, Totals]:
        """Occurrences of each type, and sentences with each lemma."""
        occurrences = np.zeros(lemma_of.size, np.int64)
        sentences = np.zeros(lemmas, np.int64)
        for words, sentence, _ in _stretches(text):
            occurrences += np.bincount(words, minlength=lemma_of.size)
            lemma, _ = _distinct(lemma_of[words], sentence)
            sentences += np.bincount(lemma, minlength=lemmas)
        return occurrences, sentences

    def postings(self, text: ShardWords, lemma_of: Numbers, sentences_with: Totals) -> Numbers:
        """The sentences of each lemma in order, lemma after lemma."""
        places = np.concatenate([[0], np.cumsum(sentences_with)[:-1]]) if sentences_with.size else np.zeros(0, np.int64)
        found = np.zeros(int(sentences_with.sum()), np.uint32)
        for words, sentence, _ in _stretches(text):
            lemma, where = _distinct(lemma_of[words], sentence)
            counts = np.bincount(lemma, minlength=sentences_with.size)
            first = np.cumsum(counts) - counts
            found[places[lemma] + np.arange(lemma.size) - first[lemma]] = where
            places += counts
        return found

    def pack(self, postings: Numbers, sentences_with: Totals) -> tuple[Bytes, Totals]:
        """The sets of sentences as stored, one behind the other, and where each begins: Roaring if smaller."""
        ends, parts = np.cumsum(sentences_with), list[bytes]()
        for end, size in zip(ends.tolist(), sentences_with.tolist(), strict=True):
            if size <= _NEVER_SMALLER:  # nor are those behind it: their numbers stand one behind the other already
                break
            plain = postings[end - size : end].tobytes()
            bitmap = BitMap(array("I", plain), optimize=False).serialize()
            parts.append(bitmap if len(bitmap) < len(plain) else plain)
        rest = 4 * sentences_with[len(parts) :]
        starts = np.cumsum([0, *map(len, parts), *rest.tolist()], dtype=np.int64)
        parts.append(postings[postings.size - int(rest.sum()) // 4 :].tobytes())
        return np.frombuffer(b"".join(parts), np.uint8), starts

    def tables(self, text: ShardWords, lemma_of: Numbers, size: int, rows: int, window: int) -> Tables:
        """Counts of all pairs of the first `size` lemmas, and of the next `rows` with the most frequent ones."""
        # Here, because readers of an index need this module's constants and make no tables.
        from scipy.sparse import csr_array

        both = np.zeros((size, size), np.int64)
        windows = np.zeros(size * size, np.int64)
        beside = np.zeros(rows * 2 * COLUMNS, np.int64)
        for words, sentence, _ in _stretches(text):
            lemma = lemma_of[words].astype(np.int64)
            for distance in range(1, window + 1):
                one, other = lemma[:-distance], lemma[distance:]
                kept = (sentence[:-distance] == sentence[distance:]) & (one < size) & (other < size)
                windows += np.bincount(one[kept] * size + other[kept], minlength=windows.size)
                near = sentence[:-distance] == sentence[distance:]
                for row, column, side in ((one, other, 0), (other, one, COLUMNS)):
                    kept = near & (row >= size) & (row < size + rows) & (column < COLUMNS)
                    cells = (row[kept] - size) * 2 * COLUMNS + side + column[kept]
                    beside += np.bincount(cells, minlength=beside.size)
            held, where = _distinct(lemma[lemma < size], sentence[lemma < size] - int(sentence[0]))
            met = csr_array(
                (np.ones(held.size, np.int64), (held, where.astype(np.int64))),
                shape=(size, int(where.max(initial=0)) + 1),
            )
            both += (met @ met.T).toarray()
        sentences = both[np.tril_indices(size, -1)]
        return Tables(*(each.astype(np.uint32) for each in (sentences, windows, beside)))

    def neighbours(self, text: ShardWords, lemma_of: Numbers, size: int, window: int) -> tuple[Totals, Totals]:
        """How many words stand within a window before, and behind, each of the first `size` lemmas."""
        before, behind = np.zeros(size, np.int64), np.zeros(size, np.int64)
        for words, sentence, place in _stretches(text):
            lemma = lemma_of[words]
            kept = lemma < size
            after = text.lengths[sentence].astype(np.int64) - 1 - place
            before += np.bincount(lemma[kept], np.minimum(place, window)[kept], size).astype(np.int64)
            behind += np.bincount(lemma[kept], np.minimum(after, window)[kept], size).astype(np.int64)
        return before, behind


def _expanded(stream: Numbers, expansion: Expansion, longest: int) -> ShardWords:
    is_mark = stream >= SOURCE
    raw = stream[~is_mark]
    single = expansion.single[raw]
    several = np.flatnonzero(single < 0)
    counts = np.ones(raw.size, np.int64)
    which = -1 - single[several]
    counts[several] = expansion.starts[which + 1] - expansion.starts[which]
    words = np.repeat(single, counts).astype(np.int64)
    firsts = np.cumsum(counts) - counts
    for at, kind in zip(several.tolist(), which.tolist(), strict=True):
        types = expansion.types[expansion.starts[kind] : expansion.starts[kind + 1]]
        words[firsts[at] : firsts[at] + types.size] = types
    ends = np.concatenate([firsts, [words.size]])[np.cumsum(~is_mark)[is_mark]]
    sizes = np.diff(ends, prepend=0)
    pieces = -(-sizes // longest)  # a long sentence is cut into several, and nothing is no sentence
    before = np.cumsum(pieces)  # sentences closed at each mark
    lengths = np.repeat(np.minimum(sizes, longest), pieces)
    lengths[before[pieces > 0] - 1] = sizes[pieces > 0] - (pieces[pieces > 0] - 1) * longest
    return ShardWords(
        words=words.astype(np.uint32),
        lengths=lengths.astype(np.uint16),
        sources=before[stream[is_mark] == SOURCE].astype(np.uint32),
    )


def _stretches(text: ShardWords) -> Iterator[tuple[Numbers, Totals, Totals]]:
    """Words in stretches of whole sentences, with the sentence and the place of each."""
    ends = np.cumsum(text.lengths, dtype=np.int64)
    first, start = 0, 0
    while first < ends.size:
        last = max(int(np.searchsorted(ends, start + _STRETCH)), first + 1)
        end = int(ends[last - 1])
        sentence = np.repeat(np.arange(first, last), text.lengths[first:last])
        begins = ends[first:last] - text.lengths[first:last]
        yield text.words[start:end], sentence, np.arange(start, end) - np.repeat(begins, text.lengths[first:last])
        first, start = last, end


def _distinct(lemma: Numbers | Totals, sentence: Totals) -> tuple[Totals, Numbers]:
    """Each lemma of each sentence once, by lemma and then by sentence."""
    keys = np.unique((lemma.astype(np.int64) << 32) | sentence)
    return keys >> 32, (keys & 0xFFFFFFFF).astype(np.uint32)


def is_compiled() -> bool:
    """Whether the extra `build` is installed."""
    return find_spec("numba") is not None
