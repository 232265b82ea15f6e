# ruff: noqa: PLR0913, PLR0917, SIM102, SIM110
# For numba: plain loops over arrays, as in the scan.
"""The numbers of raw words: each type gets one when it is first seen. Needs the extra `build`."""

from typing import Any

import numpy as np

from anaphor.corpus.kernel.numba import compiled
from anaphor.corpus.kernel.scan import BATCH, EVENT, FOUND, IN_TEXT, SOURCE_BEGINS, find_words
from anaphor.corpus.kernel.stream import END, SOURCE

_PRIME = np.uint64(0x9E3779B97F4A7C15)
_OTHER_PRIME = np.uint64(0xC2B2AE3D27D4EB4F)
_ONE, _29, _36, _56 = np.uint64(1), np.uint64(29), np.uint64(36), np.uint64(56)
_PACKED = 15
"""Bytes of a word that fits, with its capital, into two numbers: equal numbers are then equal words."""
_HASHED = np.uint64(0xFF << 56)
"""Set in the second number of a word that is too long for that: its bytes are compared, too."""
BATCH_BYTES = BATCH * 520
"""Room that the folded bytes of a batch may need: a word, and what was folded of one that then was too long."""

EMPTY = np.uint32(0xFFFFFFFF)
"""What an empty slot holds instead of a number."""

TYPES, USED, WRITTEN = 0, 1, 2
"""Where a table keeps how many types it has, how many bytes of them, and how much was written."""


@compiled
def hashed(text: Any, begin: int, length: int) -> Any:
    """A hash of the bytes of a word that is too long to be packed."""
    value = np.uint64(length)
    for at in range(begin, begin + length):
        value = (value ^ np.uint64(text[at])) * _PRIME
        value ^= value >> _29
    return value


@compiled
def same_bytes(one: Any, start: int, other: Any, begin: int, length: int) -> bool:
    """Whether two stretches hold the same bytes."""
    for at in range(length):
        if one[start + at] != other[begin + at]:
            return False
    return True


@compiled
def first_slot(low: Any, high: Any, mask: Any) -> Any:
    """Where to look for a word first."""
    mixed = (low * _PRIME) ^ (high * _OTHER_PRIME)
    # Every byte of the word reaches the highest bits of the products, and only those.
    return (mixed >> _36) & mask


@compiled
def rehash(slots: Any, keys: Any, count: int) -> None:
    """Put the first `count` words into empty slots."""
    mask = np.uint64(slots.size - 1)
    for number in range(count):
        slot = first_slot(keys[number, 0], keys[number, 1], mask)
        while slots[slot] != EMPTY:
            slot = (slot + _ONE) & mask
        slots[slot] = number


@compiled
def number_words(
    data: Any,
    text: Any,
    lows: Any,
    highs: Any,
    begins: Any,
    marks: Any,
    found: int,
    slots: Any,
    keys: Any,
    starts: Any,
    arena: Any,
    counts: Any,
    out: Any,
) -> None:
    """Write the numbers of a batch of words to `out`; a new word gets the next one, and its bytes go to the arena."""
    types, used, written = counts[TYPES], counts[USED], counts[WRITTEN]
    mask = np.uint64(slots.size - 1)
    for at in range(found):
        mark = np.int64(marks[at])
        if mark <= SOURCE_BEGINS:
            out[written] = SOURCE if mark else END
            written += 1
            continue
        source = text if mark & IN_TEXT else data
        mark &= IN_TEXT - 1
        length, begin = mark >> 1, begins[at]
        low, high = lows[at], highs[at] | (np.uint64((mark & 1) + 1) << _56)
        if length > _PACKED:
            low, high = hashed(source, begin, length), _HASHED | np.uint64(mark)
        slot = first_slot(low, high, mask)
        known = slots[slot]
        while known != EMPTY:
            if keys[known, 0] == low and keys[known, 1] == high:
                if length <= _PACKED or same_bytes(arena, starts[known], source, begin, length):
                    break
            slot = (slot + _ONE) & mask
            known = slots[slot]
        if known == EMPTY:
            known = np.uint32(types)
            slots[slot] = known
            keys[types, 0], keys[types, 1] = low, high
            for byte in range(length):
                arena[used + byte] = source[begin + byte]
            used += length
            types += 1
            starts[types] = used
        out[written] = known
        written += 1
    counts[TYPES], counts[USED], counts[WRITTEN] = types, used, written


@compiled
def scan(
    data: Any,
    wide: Any,
    position: int,
    events: Any,
    count: int,
    classes: Any,
    folded: Any,
    lengths: Any,
    masks: Any,
    elided: Any,
    abbreviations: Any,
    titles: Any,
    state: Any,
    slots: Any,
    keys: Any,
    starts: Any,
    arena: Any,
    counts: Any,
    out: Any,
) -> Any:
    """Write the numbers of the raw words from a position on; where it stopped: at the end, or with the table full."""
    text = np.empty(BATCH_BYTES, np.uint8)
    lows, highs = np.zeros(BATCH, np.uint64), np.zeros(BATCH, np.uint64)
    begins, marks = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.uint16)
    while state[EVENT] < count and counts[TYPES] + BATCH < starts.size and counts[USED] + BATCH_BYTES < arena.size:
        position = find_words(
            data,
            wide,
            position,
            events,
            count,
            classes,
            folded,
            lengths,
            masks,
            elided,
            abbreviations,
            titles,
            state,
            text,
            lows,
            highs,
            begins,
            marks,
        )
        number_words(data, text, lows, highs, begins, marks, state[FOUND], slots, keys, starts, arena, counts, out)
    return position
