# ruff: noqa: PLR0913, PLR0917, SIM102
# For numba: plain loops over arrays; records would have to be taken apart first.
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
def count_near(
    sentences: Any, bases: Any, offsets: Any, codes: Any, escapes: Any, escaped: Any,
    low: int, high: int, other_low: int, other_high: int, before: int, behind: int,
) -> Any:  # fmt: skip
    """How many words of the other range stand around words of the first: so many words before, so many behind."""
    found = np.empty((sentences.size, 2), np.int64)
    bounds(sentences, bases, offsets, codes, found)
    # In sixteen bits a comparison is quick: types behind the escape look alike there, and are told apart afterwards.
    least, most = np.uint16(min(low, ESCAPE)), np.uint16(min(high - 1, ESCAPE))
    other_least, other_most = np.uint16(min(other_low, ESCAPE)), np.uint16(min(other_high - 1, ESCAPE))
    count = 0
    for number in range(sentences.size):
        start, end = found[number, 0], found[number, 1]
        for place in range(start, end):
            code = codes[place]
            if not least <= code <= most:
                continue
            if code == ESCAPE and not low <= escaped[np.searchsorted(escapes, place)] < high:
                continue
            for near in range(max(start, place - before), min(end, place + behind + 1)):
                other = codes[near]
                if other_least <= other <= other_most and near != place:
                    if other != ESCAPE or other_low <= escaped[np.searchsorted(escapes, near)] < other_high:
                        count += 1
    return count
