"""What a kernel is: the heavy steps of building a shard, and what they hand to one another."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.kernel.analysis_scan import Profile, RawWord

END = np.uint32(0xFFFFFFFF)
"""In a raw stream: a sentence ends here. The other numbers are those of raw words."""
SOURCE = np.uint32(0xFFFFFFFE)
"""In a raw stream: the next source begins here, and a sentence has ended."""

ESCAPE = 0xFFFF
"""In the text of a shard: code of every type from this number on; which one it is stands in a list beside the codes."""
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
    """Types, in order."""
    lengths: Lengths
    """Words of each sentence."""
    sources: Numbers
    """The first sentence of each source, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """Counts of pairs of the most frequent lemmas, and neighbours of more of them."""

    sentences: Numbers
    """Sentences that hold both lemmas: the lower triangle, row by row, the diagonal left out."""
    windows: Numbers
    """How often the second lemma follows the first within five words: all rows."""


class Scanner(Protocol):
    """Running text in, numbers of raw words out; numbers are given in the order of first sight."""

    @property
    def types(self) -> int:
        """How many different raw words were seen."""

    def feed(self, text: bytes) -> Numbers:
        """The raw stream of a stretch of UTF-8 that ends with white space."""

    def raw_words(self, start: int = 0) -> Iterator[RawWord]:
        """The raw words seen, by number, from one on."""


class Kernel(Protocol):
    """The heavy steps of building a shard; two implementations give the same numbers."""

    def scanner(self, profile: Profile) -> Scanner:
        """A new scanner."""

    def expand(self, streams: list[Numbers], expansion: Expansion, longest: int) -> ShardWords:
        """The words of raw streams, which are used up; a sentence longer than `longest` is cut."""

    def frequencies(self, text: ShardWords, lemma_of: Numbers, lemmas: int) -> tuple[Totals, Totals]:
        """Occurrences of each type, and sentences with each lemma."""

    def postings(self, text: ShardWords, lemma_of: Numbers, sentences_with: Totals) -> Numbers:
        """The sentences of each lemma in order, lemma after lemma."""

    def pack(self, postings: Numbers, sentences_with: Totals) -> tuple[Bytes, Totals]:
        """The sets of sentences as stored, one behind the other, and where each begins (one more at the end)."""

    def tables(self, text: ShardWords, lemma_of: Numbers, size: int, window: int) -> Tables:
        """Counts of all pairs of the first `size` lemmas."""

    def neighbours(self, text: ShardWords, lemma_of: Numbers, size: int, window: int) -> tuple[Totals, Totals]:
        """How many words stand within a window before, and behind, each of the first `size` lemmas."""


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function over arrays, compiled when it is first called and kept on disk where that is possible.

    Without numba it stays what it is: Python over arrays, and slow.
    """
    try:
        from numba import njit
    except ImportError:
        return function
    try:
        made: Callable[..., Any] = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep it in is writable: compile in every process
        made = njit(nogil=True)(function)
    return made
