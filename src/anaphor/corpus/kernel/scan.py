# ruff: noqa: PLR0912, PLR0913, PLR0915, PLR0917, PLR1714, SIM102, SIM109, SIM110
# One pass over bytes, for numba: plain loops over arrays; records, and calls that hand arrays on, would cost more than
# the work itself.
"""The compiled scan of running text: bytes in, numbers of raw words and ends of sentences out. Needs the extra `build`.

Most of a text is small letters. The places of all other bytes are found first; then the scan jumps from one to the
next, and a word of small letters that a space ends is read at once, eight bytes at a time. Words are found in batches
and numbered afterwards, each type when it is first seen: the look-ups of a batch then overlap in memory.
numba does not notice when a function of another file has changed: after an edit, remove `__pycache__/*.nb*`.
"""

from typing import Any

import numpy as np

from anaphor.corpus.kernel.analysis_scan import LONGEST_WORD, TABLE_SIZE, CharacterClass
from anaphor.corpus.kernel.kernel import END, SOURCE, compiled

# numba reads module constants as numbers; members of an enumeration would be looked up.
LOWER, UPPER, UNCASED = int(CharacterClass.LOWER), int(CharacterClass.UPPER), int(CharacterClass.UNCASED)
MARK, APOSTROPHE, HYPHEN = int(CharacterClass.MARK), int(CharacterClass.APOSTROPHE), int(CharacterClass.HYPHEN)
POINT, STOP, BREAKER = int(CharacterClass.POINT), int(CharacterClass.END), int(CharacterClass.BREAKER)
SPACE, NEWLINE, IGNORED = int(CharacterClass.SPACE), int(CharacterClass.NEWLINE), int(CharacterClass.IGNORED)
NEW_SOURCE, OTHER = int(CharacterClass.SOURCE), int(CharacterClass.OTHER)

_ONE, _TWO, _THREE, _SEVEN, _EIGHT, _63 = (np.uint64(each) for each in (1, 2, 3, 7, 8, 63))
_SMALL = np.uint64(32)
"""The bit that makes a capital ASCII letter a small one."""

# Where the state of a scan is kept between calls: is a sentence open, was an end mark seen, does a full stop only
# abbreviate; how many words the last batch has, and the next byte that is no small letter.
OPEN, ENDED, GUARDED, FOUND, EVENT = 0, 1, 2, 3, 4
STATE_SIZE = 5

BATCH = 1024
"""Words that are found before they are numbered."""
SENTENCE_ENDS, SOURCE_BEGINS = 0, 1
"""Marks that are no words; the mark of a word is twice its length in bytes, and one more if it has a capital."""
IN_TEXT = 1 << 15
"""Added to the mark of a word whose bytes were folded; the others are read where they stand."""
PADDING = 24
"""Bytes behind the data that may be looked at."""
_PRIME = np.uint64(0x9E3779B97F4A7C15)
_OTHER_PRIME = np.uint64(0xC2B2AE3D27D4EB4F)
_29, _36, _56 = np.uint64(29), np.uint64(36), np.uint64(56)
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
def is_listed(low: Any, length: int, listed: Any) -> Any:
    """Whether a word of at most eight bytes is one of those that are packed into numbers."""
    if length > 8:
        return False
    for each in listed:
        if each == low:
            return True
    return False


@compiled
def decode(data: Any, position: int) -> Any:
    """The code point at a position and the position behind it; there is something behind the data to look at."""
    code = np.int64(data[position])
    if code < 0x80:
        return code, position + 1
    if code < 0xE0:
        return ((code & 31) << 6) | (data[position + 1] & 63), position + 2
    if code < 0xF0:
        return ((code & 15) << 12) | ((data[position + 1] & 63) << 6) | (data[position + 2] & 63), position + 3
    high = ((code & 7) << 18) | (np.int64(data[position + 1] & 63) << 12)
    return high | ((data[position + 2] & 63) << 6) | (data[position + 3] & 63), position + 4


@compiled
def class_at(classes: Any, code: int) -> Any:
    if code < TABLE_SIZE:
        return np.int64(classes[code])
    return UNCASED if code < 0x40000 else OTHER


@compiled
def folded_bytes(code: int, folded: Any, lengths: Any) -> Any:
    """The UTF-8 bytes of a folded character in one number, first byte lowest, and how many they are."""
    if code < TABLE_SIZE:
        return np.uint64(folded[code]), np.int64(lengths[code])
    first, second = 0xF0 | (code >> 18), 0x80 | ((code >> 12) & 63)
    third, fourth = 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)
    return np.uint64(first | (second << 8) | (third << 16) | (fourth << 24)), np.int64(4)


@compiled
def packed_with(low: Any, high: Any, length: int, byte: Any) -> Any:
    """The two numbers of a word with one more byte; what does not fit makes numbers that nobody looks at."""
    shifted = np.uint64(byte) << ((_EIGHT * np.uint64(length)) & _63)
    if length < 8:
        return low | shifted, high
    return low, high | shifted


@compiled
def find_events(data: Any, size: int, eventful: Any, events: Any) -> Any:
    """Write the places of all bytes that are no small letters or digits; how many they are."""
    count = 0
    for place in range(size):
        events[count] = place
        count += eventful[data[place]]
    return count


@compiled
def goes_on(data: Any, events: Any, event: int, count: int, place: int) -> Any:
    """Whether a small letter or a digit stands at a place, the one behind the byte of an event."""
    if event + 1 >= count:
        return False
    return events[event + 1] > place + (data[place] == 0xC3)


@compiled
def find_words(
    data: Any, wide: Any, position: Any, events: Any, count: int, analysis: Any, state: Any, batch: Any
) -> Any:
    """Find a batch of raw words from a position on; where it stopped.

    `wide` is the same data, eight bytes at a time; `analysis` has the tables of characters and the listed words,
    `batch` what is found. Words that are not small letters throughout are folded into its text. The data must end with
    white space: a word is written when the character behind it is seen.
    """
    classes, folded, lengths, masks, elided, abbreviations, titles = analysis
    text, lows, highs, begins, marks = batch
    is_open, ended, guarded, event = state[OPEN], state[ENDED], state[GUARDED], state[EVENT]
    inside, is_folded = False, False
    capital, found = 0, 0
    joiner: Any = 0
    length: Any = 0
    characters: Any = 0
    begin: Any = 0
    at: Any = 0
    low, high, run_low, run_high = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    while event < count:
        stop = np.int64(events[event])
        if stop < position:
            event += 1
            continue
        byte = data[stop]
        if 0x80 <= byte < 0xC0:  # the second byte of a capital such as É; the first is that of é, too
            stop -= 1
        run = stop - position
        if run > 0:
            at_eight = np.uint64(position) >> _THREE
            shift = (np.uint64(position) & _SEVEN) << _THREE
            middle = wide[at_eight + _ONE]
            size = min(run, 16)
            run_low = ((wide[at_eight] >> shift) | ((middle << _ONE) << (_63 - shift))) & masks[size, 0]
            run_high = ((middle >> shift) | ((wide[at_eight + _TWO] << _ONE) << (_63 - shift))) & masks[size, 1]
            if not inside and ended != 2 and found < BATCH - 4 and run <= LONGEST_WORD:
                if byte == 32 or byte == 44:  # a space, or a comma with or without one: the word is whole
                    lows[found], highs[found], begins[found], marks[found] = run_low, run_high, position, run * 2
                    found += 1
                    is_open, ended, guarded = 1, 0, 0
                    space = byte == 44 and data[stop + 1] == 32
                    position = stop + 1 + space
                    event += 1 + space
                    continue
                if byte == 39 and run < 8 and goes_on(data, events, event, count, stop + 1):
                    if is_listed(run_low, run, elided):
                        lows[found] = run_low | (np.uint64(39) << (_EIGHT * np.uint64(run)))
                        highs[found], begins[found], marks[found] = run_high, position, run * 2 + 2
                        found += 1
                        is_open, ended, guarded = 1, 0, 0
                        position = stop + 1
                        event += 1
                        continue
            first = data[position]
            code, after = np.int64(first), stop
            kind = np.int64(classes[first]) if first < 0x80 else LOWER
        else:
            if 65 <= byte < 91 and not inside and found < BATCH - 4 and event + 1 < count:
                size = np.int64(events[event + 1]) - stop
                if data[stop + size] == 32 and size <= 15:  # a capital, small letters and a space
                    if ended == 2 and is_open:
                        marks[found] = SENTENCE_ENDS
                        found += 1
                    at_eight = np.uint64(stop) >> _THREE
                    shift = (np.uint64(stop) & _SEVEN) << _THREE
                    middle = wide[at_eight + _ONE]
                    low = (wide[at_eight] >> shift) | ((middle << _ONE) << (_63 - shift))
                    high = (middle >> shift) | ((wide[at_eight + _TWO] << _ONE) << (_63 - shift))
                    lows[found], highs[found] = (low & masks[size, 0]) | _SMALL, high & masks[size, 1]
                    begins[found], marks[found] = at, size * 2 + 1 + IN_TEXT
                    found += 1
                    text[at] = byte | 32
                    for place in range(1, size):
                        text[at + place] = data[stop + place]
                    at += size
                    is_open, ended, guarded = 1, 0, 0
                    position = stop + size + 1
                    event += 2
                    continue
            code, after = decode(data, stop)
            kind = class_at(classes, code)
        if LOWER <= kind <= UNCASED or (kind == MARK and inside and joiner == 0):
            if inside and not is_folded and length <= LONGEST_WORD:  # it goes on: from now on in the text
                for place in range(length):
                    text[at + place] = data[begin + place]
                begin, is_folded = at, True
                at += length
            if joiner:
                elides = joiner == APOSTROPHE and is_listed(low, length, elided)
                if length <= LONGEST_WORD:
                    text[at] = 39 if joiner == APOSTROPHE else 45
                    low, high = packed_with(low, high, length, text[at])
                    at += 1
                    length += 1
                if elides:
                    lows[found], highs[found], begins[found] = low, high, begin
                    marks[found] = length * 2 + capital + IN_TEXT
                    found += 1
                    is_open, inside = 1, False
                joiner = 0
            if not inside:
                if found > BATCH - 4:
                    break
                if ended == 2 and kind != LOWER and is_open:
                    marks[found] = SENTENCE_ENDS
                    found += 1
                    is_open = 0
                inside, ended, guarded, characters, length = True, 0, 0, 0, 0
                low, high = np.uint64(0), np.uint64(0)
                capital = 1 if kind == UPPER else 0
                begin, is_folded = (position, False) if run > 0 else (at, True)
            characters += 1
            position = after
            if length > LONGEST_WORD:
                continue
            if run > 0 and not is_folded:
                low, high, length, characters = run_low, run_high, run, run
            elif run > 0:
                for place in range(stop - run, min(stop, stop - run + LONGEST_WORD + 1 - length)):
                    text[at] = data[place]
                    low, high = packed_with(low, high, length, text[at])
                    at += 1
                    length += 1
            else:
                parts, size = folded_bytes(code, folded, lengths)
                for _ in range(size):
                    text[at] = parts & np.uint64(255)
                    parts >>= _EIGHT
                    low, high = packed_with(low, high, length, text[at])
                    at += 1
                    length += 1
            continue
        if kind == IGNORED:
            position = after
            continue
        if inside:
            if joiner == 0 and (kind == APOSTROPHE or kind == HYPHEN):
                joiner = kind
                position = after
                continue
            inside = False
            if length <= LONGEST_WORD:
                if kind == POINT and joiner == 0:
                    titled = capital == 1 and (characters == 1 or is_listed(low, length, titles))
                    guarded = 1 if titled or is_listed(low, length, abbreviations) else 0
                lows[found], highs[found], begins[found] = low, high, begin
                marks[found] = length * 2 + capital + (IN_TEXT if is_folded else 0)
                found += 1
                is_open = 1
            elif is_folded:
                at = begin
            joiner = 0
        if kind == NEWLINE or kind == NEW_SOURCE:
            if kind == NEW_SOURCE or is_open:
                if found > BATCH - 4:
                    break
                marks[found] = SENTENCE_ENDS if kind == NEWLINE else SOURCE_BEGINS
                found += 1
            is_open, ended = 0, 0
        elif kind == SPACE:
            ended = 2 if ended else 0
        elif kind == BREAKER:
            ended = 0
        elif kind == STOP or (kind == POINT and not guarded):
            ended = 1
        guarded = 0
        position = after
    state[OPEN], state[ENDED], state[GUARDED], state[FOUND], state[EVENT] = is_open, ended, guarded, found, event
    return position


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
    for at in range(length):
        if one[start + at] != other[begin + at]:
            return False
    return True


@compiled
def first_slot(low: Any, high: Any, mask: Any) -> Any:
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
def number_words(data: Any, batch: Any, found: int, table: Any, counts: Any, out: Any) -> None:
    """Write the numbers of a batch of words to `out`; a new word gets the next one, and its bytes go to the arena."""
    text, lows, highs, begins, marks = batch
    slots, keys, starts, arena = table
    types, used, written = counts[TYPES], counts[USED], counts[WRITTEN]
    mask = np.uint64(slots.size - 1)
    for at in range(found):
        mark = np.int64(marks[at])
        if mark <= SOURCE_BEGINS:
            out[written] = SOURCE if mark else END
            written += 1
            continue
        # Two calls below, not one on whichever holds the word: choosing between arrays costs as much as the rest.
        is_folded = mark & IN_TEXT
        mark &= IN_TEXT - 1
        length, begin = mark >> 1, begins[at]
        low, high = lows[at], highs[at] | (np.uint64((mark & 1) + 1) << _56)
        if length > _PACKED:
            low = hashed(text, begin, length) if is_folded else hashed(data, begin, length)
            high = _HASHED | np.uint64(mark)
        slot = first_slot(low, high, mask)
        known = slots[slot]
        while known != EMPTY:
            if keys[known, 0] == low and keys[known, 1] == high:
                if length <= _PACKED:
                    break
                start = starts[known]
                if is_folded:
                    if same_bytes(arena, start, text, begin, length):
                        break
                elif same_bytes(arena, start, data, begin, length):
                    break
            slot = (slot + _ONE) & mask
            known = slots[slot]
        if known == EMPTY:
            known = np.uint32(types)
            slots[slot] = known
            keys[types, 0], keys[types, 1] = low, high
            for byte in range(length):
                arena[used + byte] = text[begin + byte] if is_folded else data[begin + byte]
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
    analysis: Any,
    state: Any,
    table: Any,
    counts: Any,
    out: Any,
) -> Any:
    """Write the numbers of the raw words from a position on; where it stopped: at the end, or with the table full."""
    _, _, starts, arena = table
    batch = (
        np.empty(BATCH_BYTES, np.uint8),
        np.zeros(BATCH, np.uint64),
        np.zeros(BATCH, np.uint64),
        np.zeros(BATCH, np.int32),
        np.zeros(BATCH, np.uint16),
    )
    while state[EVENT] < count and counts[TYPES] + BATCH < starts.size and counts[USED] + BATCH_BYTES < arena.size:
        position = find_words(data, wide, position, events, count, analysis, state, batch)
        number_words(data, batch, state[FOUND], table, counts, out)
    return position
