"""Where words stand in some sentences of a shard: read from its text, for windows, forms, and words side by side."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from anaphor.corpus.counts import Within
from anaphor.corpus.index.shard_reading import Shard

_SENTENCES_AT_ONCE = 1 << 15

Slot = tuple[tuple[int, int], ...]
"""Ranges of types that a word may be."""


class Passage(NamedTuple):
    """Some sentences, word by word."""

    sentences: NDArray[np.uint32]
    """Their numbers."""
    lengths: NDArray[np.int64]
    """Their lengths."""
    which: NDArray[np.int64]
    """For each word the index of its sentence."""
    place: NDArray[np.int64]
    """Its place in the sentence."""
    words: NDArray[np.uint32]
    """Its type."""


class Occurrences(NamedTuple):
    """Where a target stands in a passage, in order."""

    which: NDArray[np.int64]
    """Index of the sentence."""
    start: NDArray[np.int64]
    """Place of its first word."""
    end: NDArray[np.int64]
    """Place behind its last word."""
    left: NDArray[np.int64]
    """Words of the sentence behind it."""


def stretches(sentences: BitMap) -> Iterator[NDArray[np.uint32]]:
    """The numbers of a set, some thousands at a time."""
    numbers = np.frombuffer(sentences.to_array(), np.uint32)
    for at in range(0, numbers.size, _SENTENCES_AT_ONCE):
        yield numbers[at : at + _SENTENCES_AT_ONCE]


def passage(shard: Shard, sentences: NDArray[np.uint32]) -> Passage:
    """Some sentences of a shard."""
    starts = shard.start(sentences)
    lengths = shard.start(sentences + np.uint32(1)) - starts
    which = np.repeat(np.arange(sentences.size), lengths)
    place = np.arange(which.size) - (np.cumsum(lengths) - lengths)[which]
    return Passage(sentences, lengths, which, place, shard.words_at(starts[which] + place))


def occurrences(read: Passage, slots: tuple[Slot, ...]) -> Occurrences:
    """Where words that fit the slots stand side by side."""
    found = np.flatnonzero(_fits(read.words, slots[0]))
    for step, slot in enumerate(slots[1:], start=1):
        found = found[found + step < read.words.size]
        beside = found + step
        found = found[(read.which[beside] == read.which[found]) & _fits(read.words[beside], slot)]
    which, start = read.which[found], read.place[found]
    end = start + len(slots)
    return Occurrences(which, start, end, read.lengths[which] - end)


def _fits(words: NDArray[np.uint32], slot: Slot) -> NDArray[np.bool_]:
    fits = np.zeros(words.size, np.bool_)
    for low, high in slot:
        fits |= (words >= low) & (words < high)
    return fits


def near(a: Occurrences, b: Occurrences, within: Within) -> NDArray[np.int64]:
    """For each occurrence of a, how many of b stand so near behind it, and unless directed also before it.

    Words that overlap are not near one another: what counts is the way from the end of one to the begin of the other.
    """
    words = within.words or 0
    # Sentences are laid out one behind the other, so far apart that no window reaches the next.
    gap = int(np.max(b.end + b.left, initial=0)) + words + 1
    begins, ends = b.which * gap + b.start, b.which * gap + b.end
    first, last = a.which * gap + a.start, a.which * gap + a.end
    counts = _between(begins, last, last + words - 1)
    return counts if within.directed else counts + _between(ends, first - words + 1, first)


def _between(numbers: NDArray[np.int64], low: NDArray[np.int64], high: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of some sorted numbers lie in each closed range."""
    return np.searchsorted(numbers, high, "right") - np.searchsorted(numbers, low, "left")


def neighbours(found: Occurrences, words: int) -> tuple[int, int]:
    """How many words stand within so many words before, and behind, occurrences."""
    return int(np.minimum(found.start, words).sum()), int(np.minimum(found.left, words).sum())


def places_within(lengths: Iterable[tuple[int, int]], within: Within) -> int:
    """How many pairs of places stand so near in sentences, given how many sentences have each length.

    Each pair counts twice unless it has a direction: either place may be the first word's.

    >>> places_within([(3, 10)], Within(words=1)), places_within([(3, 10)], Within(words=5, directed=True))
    (40, 30)
    """
    words = within.words or 0
    reach = ((min(words, length - 1), length, count) for length, count in lengths)
    pairs = sum(count * (near * length - near * (near + 1) // 2) for near, length, count in reach)
    return pairs if within.directed else 2 * pairs


def line(forms: Iterable[str]) -> str:
    """Forms as a line of text: elided forms and contracted ones stand close to their neighbours.

    >>> line(["l'", "ami", "de", "Ann", "'s"])
    "l'ami de Ann's"
    """
    made = ""
    for form in forms:
        close = not made or made.endswith("'") or form.startswith("'") or form == "n't"
        made += form if close else f" {form}"
    return made
