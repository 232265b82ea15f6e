"""The pass that counts two words near one another in some sentences; compiled where numba is installed."""

from typing import Any

import numpy as np

from anaphor.corpus.kernel_numba import compiled
from anaphor.corpus.shard import ESCAPE, SENTENCES_PER_BASE


@compiled
def bounds(sentences: Any, bases: Any, offsets: Any, codes: Any, found: Any) -> Any:
    """Write where each sentence begins and ends.

    Their words are touched on the way, one sentence independent of the other: that brings them near the processor many
    at a time. The sum is of no use but to keep the touch.
    """
    touched = 0
    for number in range(sentences.size):
        sentence = sentences[number]
        start = np.int64(bases[sentence // SENTENCES_PER_BASE]) + offsets[sentence]
        end = np.int64(bases[(sentence + 1) // SENTENCES_PER_BASE]) + offsets[sentence + 1]
        found[number, 0], found[number, 1] = start, end
        touched += codes[start] + codes[(start + end) >> 1] + codes[end - 1]
    return touched


@compiled
def word_at(place: int, codes: Any, escapes: Any, escaped: Any) -> Any:
    """The type of a word."""
    word = np.int64(codes[place])
    return word if word != ESCAPE else np.int64(escaped[np.searchsorted(escapes, place)])


@compiled
def count_around(
    place: int, first: int, last: int, codes: Any, escapes: Any, escaped: Any, low: int, high: int
) -> Any:
    """How many words of a stretch are of some types, the one at a place left out."""
    count = 0
    for near in range(first, last):
        word = word_at(near, codes, escapes, escaped)
        if low <= word < high and near != place:
            count += 1
    return count


@compiled
def count_near(  # noqa: PLR0913, PLR0917  # arrays of a shard, and two ranges of types
    sentences: Any, bases: Any, offsets: Any, codes: Any, escapes: Any, escaped: Any,
    low: int, high: int, other_low: int, other_high: int, before: int, behind: int,
) -> Any:  # fmt: skip
    """How many words of the other range stand around words of the first: so many words before, so many behind."""
    found = np.empty((sentences.size, 2), np.int64)
    bounds(sentences, bases, offsets, codes, found)
    count = 0
    least = min(low, ESCAPE)
    for number in range(sentences.size):
        start, end = found[number, 0], found[number, 1]
        for place in range(start, end):
            word = np.int64(codes[place])
            if least <= word < high or word == ESCAPE:
                if word == ESCAPE:
                    word = word_at(place, codes, escapes, escaped)
                if low <= word < high:
                    first, last = max(start, place - before), min(end, place + behind + 1)
                    count += count_around(place, first, last, codes, escapes, escaped, other_low, other_high)
    return count
