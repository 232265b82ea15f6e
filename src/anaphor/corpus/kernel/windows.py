# ruff: noqa: PLR0913, PLR0917
# For numba: plain loops over arrays; records would have to be taken apart first.
"""The pass that counts two words near one another in some sentences; compiled where numba is installed."""

from typing import Any

import numpy as np

from anaphor.corpus.index.shard import ESCAPE, SENTENCES_PER_BASE
from anaphor.corpus.kernel.numba import compiled

_NO_CODE = ESCAPE + 1


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
def count_near(
    sentences: Any,
    bases: Any,
    offsets: Any,
    codes: Any,
    escapes: Any,
    escaped: Any,
    types: Any,
    others: Any,
    before: int,
    behind: int,
) -> Any:
    """How many words of the other types stand around words of the first: so many words before, so many behind.

    Types are two ranges: those with codes of their own, and those behind the escape, which are looked up.
    """
    found = np.empty((sentences.size, 2), np.int64)
    bounds(sentences, bases, offsets, codes, found)
    low, width = np.uint16(types[0, 0]), np.uint16(types[0, 1] - types[0, 0])
    rare_low, rare_high = types[1, 0], types[1, 1]
    other_low, other_high = np.uint16(others[0, 0]), np.uint16(others[0, 1])
    other_rare_low, other_rare_high = others[1, 0], others[1, 1]
    is_hidden = rare_low < rare_high
    other_hidden = np.uint32(ESCAPE if other_rare_low < other_rare_high else _NO_CODE)
    count = 0
    for number in range(sentences.size):
        start, end = found[number, 0], found[number, 1]
        for place in range(start, end):
            if np.uint16(codes[place] - low) >= width:  # one comparison for both ends: below them it wraps around
                if not is_hidden or codes[place] != ESCAPE:
                    continue
                if not rare_low <= escaped[np.searchsorted(escapes, place)] < rare_high:
                    continue
            for near in range(max(start, place - before), min(end, place + behind + 1)):
                other = codes[near]
                fits = other_low <= other < other_high
                if other == other_hidden:
                    fits = other_rare_low <= escaped[np.searchsorted(escapes, near)] < other_rare_high
                if fits and near != place:
                    count += 1
    return count
