"""The compiled scan of running text: bytes in, raw words and the ends of sentences out. Needs the extra `build`.

Words are found in batches and numbered afterwards (`kernel_numbering`): the look-ups of a batch then overlap in memory.
numba does not notice when a function of another file has changed: after an edit, remove `__pycache__/kernel_*.nb*`.
"""

from typing import Any

import numpy as np

from anaphor.corpus.analysis_characters import TABLE_SIZE, CharacterClass
from anaphor.corpus.analysis_scan import LONGEST_WORD
from anaphor.corpus.kernel_numba import compiled

# numba reads module constants as numbers; members of an enumeration would be looked up.
LOWER, UPPER, UNCASED = int(CharacterClass.LOWER), int(CharacterClass.UPPER), int(CharacterClass.UNCASED)
MARK, APOSTROPHE, HYPHEN = int(CharacterClass.MARK), int(CharacterClass.APOSTROPHE), int(CharacterClass.HYPHEN)
POINT, STOP, BREAKER = int(CharacterClass.POINT), int(CharacterClass.END), int(CharacterClass.BREAKER)
SPACE, NEWLINE, IGNORED = int(CharacterClass.SPACE), int(CharacterClass.NEWLINE), int(CharacterClass.IGNORED)
NEW_SOURCE, OTHER = int(CharacterClass.SOURCE), int(CharacterClass.OTHER)

_EIGHT, _63 = np.uint64(8), np.uint64(63)

# Where the state of a scan is kept between calls: is a sentence open, was an end mark seen, does a full stop abbreviate.
OPEN, ENDED, GUARDED, FOUND = 0, 1, 2, 3
STATE_SIZE = 4

BATCH = 1024
"""Words that are found before they are numbered."""
SENTENCE_ENDS, SOURCE_BEGINS = 0, 1
"""Marks that are no words; the mark of a word is twice its length in bytes, and one more if it has a capital."""


@compiled
def is_listed(low: Any, length: int, listed: Any) -> bool:
    """Whether a word of at most eight bytes is one of those that are packed into numbers."""
    if length > 8:
        return False
    for each in listed:
        if each == low:
            return True
    return False


@compiled
def decode(data: Any, position: int) -> Any:
    """The code point at a position and the position behind it; data that ends inside a character is cut off there."""
    code = np.int64(data[position])
    if code < 0x80:
        return code, position + 1
    left = data.size - position
    if code < 0xE0 and left > 1:
        return ((code & 31) << 6) | (data[position + 1] & 63), position + 2
    if code < 0xF0 and left > 2:
        return ((code & 15) << 12) | ((data[position + 1] & 63) << 6) | (data[position + 2] & 63), position + 3
    if left > 3:
        high = ((code & 7) << 18) | (np.int64(data[position + 1] & 63) << 12)
        return high | ((data[position + 2] & 63) << 6) | (data[position + 3] & 63), position + 4
    return np.int64(0), data.size


@compiled
def class_at(classes: Any, code: int) -> int:
    """The class of a code point."""
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
def find_words(  # noqa: PLR0912, PLR0913, PLR0915, PLR0917  # one pass over bytes; records would cost more than the work
    data: Any, position: int, classes: Any, folded: Any, lengths: Any, quick: Any, elided: Any, abbreviations: Any,
    titles: Any, state: Any, text: Any, lows: Any, highs: Any, begins: Any, marks: Any,
) -> int:  # fmt: skip
    """Find a batch of raw words from a position on; where it stopped. Their folded bytes go to `text`.

    The data must end with white space: a word is written when the character behind it is seen.
    """
    is_open, ended, guarded = state[OPEN], state[ENDED], state[GUARDED]
    inside = False
    joiner, characters, capital, begin, at, found = 0, 0, 0, 0, 0, 0
    low, high = np.uint64(0), np.uint64(0)
    while position < data.size:
        here = position
        code, position = decode(data, position)
        kind = class_at(classes, code)
        if LOWER <= kind <= UNCASED or (kind == MARK and inside and joiner == 0):
            if joiner:
                elides = joiner == APOSTROPHE and is_listed(low, at - begin, elided)
                if at - begin <= LONGEST_WORD:
                    text[at] = 39 if joiner == APOSTROPHE else 45
                    low, high = packed_with(low, high, at - begin, text[at])
                    at += 1
                    characters += 1
                if elides:
                    lows[found], highs[found], begins[found] = low, high, begin
                    marks[found] = (at - begin) * 2 + capital
                    found += 1
                    is_open, inside = 1, False
                joiner = 0
            if not inside:
                if found > BATCH - 4:
                    position = here
                    break
                if ended == 2 and kind != LOWER and is_open:
                    marks[found] = SENTENCE_ENDS
                    found += 1
                    is_open = 0
                inside, ended, guarded, characters, begin = True, 0, 0, 0, at
                low, high = np.uint64(0), np.uint64(0)
                capital = 1 if kind == UPPER else 0
            if at - begin > LONGEST_WORD:
                continue
            parts, count = folded_bytes(code, folded, lengths)
            for _ in range(count):
                text[at] = parts & np.uint64(255)
                parts >>= _EIGHT
                low, high = packed_with(low, high, at - begin, text[at])
                at += 1
            characters += 1
            # The usual rest of a word needs no questions: ASCII letters, and then a space.
            while position < data.size and at - begin < LONGEST_WORD:
                byte = quick[data[position]]
                if byte == 0:
                    break
                text[at] = byte
                low, high = packed_with(low, high, at - begin, byte)
                at += 1
                position += 1
                characters += 1
            if position < data.size and data[position] == 32 and at - begin <= LONGEST_WORD:
                lows[found], highs[found], begins[found] = low, high, begin
                marks[found] = (at - begin) * 2 + capital
                found += 1
                is_open, inside = 1, False
                position += 1
            continue
        if kind == IGNORED:
            continue
        if inside:
            if joiner == 0 and (kind == APOSTROPHE or kind == HYPHEN):
                joiner = kind
                continue
            inside = False
            if at - begin <= LONGEST_WORD:
                if kind == POINT and joiner == 0:
                    titled = capital == 1 and (characters == 1 or is_listed(low, at - begin, titles))
                    guarded = 1 if titled or is_listed(low, at - begin, abbreviations) else 0
                lows[found], highs[found], begins[found] = low, high, begin
                marks[found] = (at - begin) * 2 + capital
                found += 1
                is_open = 1
            else:
                at = begin
            joiner = 0
        if kind == NEWLINE or kind == NEW_SOURCE:
            if kind == NEW_SOURCE or is_open:
                if found > BATCH - 4:
                    position = here
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
    state[OPEN], state[ENDED], state[GUARDED], state[FOUND] = is_open, ended, guarded, found
    return position
