"""What each character is to the analysis: part of a word, a joiner, the end of a sentence, or nothing.

One table, made here from Python's own Unicode data, is read by the Python analysis and by the compiled one.
"""

import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

TABLE_SIZE = 0x20000
"""Code points with a row of their own; beyond them, planes 2 and 3 are letters without case, the rest nothing."""
_LAST_LETTER_PLANE = 0x40000

SOURCE_MARK = "\x1e"
"""Stands in a stretch of text where another source begins; in a source's own text it is a space."""

_APOSTROPHES = "'’ʼ"
_HYPHENS = "-\u2010\u2011"
_IGNORED = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_BREAKERS = ",;:"
_ENDS = "!?…"
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}


class CharacterClass(IntEnum):
    """What a character does."""

    OTHER = 0
    """Nothing: brackets, quotation marks, dashes, symbols. It ends a word."""
    LOWER = 1
    """A letter in lower case: of a word; after a full stop it says that the sentence goes on."""
    UPPER = 2
    """A letter in upper or title case: of a word; a word that begins with it is capitalised."""
    UNCASED = 3
    """A digit, or a letter without case: of a word."""
    MARK = 4
    """A combining mark: goes on with a word, begins none."""
    APOSTROPHE = 5
    """Joins two parts of a word, or ends an elided one."""
    HYPHEN = 6
    """Joins two parts of a word."""
    POINT = 7
    """A full stop: ends a sentence, but not after an abbreviation or an initial."""
    END = 8
    """! ? …: ends a sentence."""
    SPACE = 9
    """White space."""
    NEWLINE = 10
    """Ends a sentence whatever follows."""
    BREAKER = 11
    """, ; : after which no sentence has ended."""
    IGNORED = 12
    """Soft hyphen, zero-width space, byte-order mark: as if it were not there."""
    SOURCE = 13
    """Another source begins."""


_BY_CHARACTER = {
    **dict.fromkeys(_APOSTROPHES, CharacterClass.APOSTROPHE),
    **dict.fromkeys(_HYPHENS, CharacterClass.HYPHEN),
    **dict.fromkeys(_IGNORED, CharacterClass.IGNORED),
    **dict.fromkeys(_BREAKERS, CharacterClass.BREAKER),
    **dict.fromkeys(_ENDS, CharacterClass.END),
    ".": CharacterClass.POINT,
    "\n": CharacterClass.NEWLINE,
    SOURCE_MARK: CharacterClass.SOURCE,
}


def class_of(character: str) -> CharacterClass:
    """The class of one character.

    >>> class_of("é").name, class_of("ʼ").name, class_of("7").name, class_of("»").name
    ('LOWER', 'APOSTROPHE', 'UNCASED', 'OTHER')
    """
    known = _BY_CHARACTER.get(character)
    if known is not None:
        return known
    if ord(character) >= TABLE_SIZE:
        return CharacterClass.UNCASED if ord(character) < _LAST_LETTER_PLANE else CharacterClass.OTHER
    if character.isalnum():
        return _case_of(character)
    if character.isspace():
        return CharacterClass.SPACE
    return CharacterClass.MARK if unicodedata.category(character).startswith("M") else CharacterClass.OTHER


def _case_of(character: str) -> CharacterClass:
    if character.isupper() or character.istitle():
        return CharacterClass.UPPER
    return CharacterClass.LOWER if character.islower() else CharacterClass.UNCASED


def fold_character(character: str) -> str:
    """The character as forms have it: lower case, long s as s, straight apostrophe and hyphen, ligatures undone.

    >>> [fold_character(each) for each in "ÉſŒ’ﬁ"]
    ['é', 's', 'œ', "'", 'fi']
    """
    if character in _LIGATURES:
        return _LIGATURES[character]
    if character in _APOSTROPHES:
        return "'"
    if character in _HYPHENS:
        return "-"
    if character == "ſ":
        return "s"
    lower = character.lower()
    # The lower case of İ is two characters, one of them a mark; a letter stays one letter.
    return lower if len(lower) == 1 else character


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterTables:
    """The classes and folded characters of all code points below `TABLE_SIZE`, as arrays."""

    classes: NDArray[np.uint8]
    """`CharacterClass` of each code point."""
    folded: NDArray[np.uint32]
    """UTF-8 of the folded character, first byte lowest."""
    lengths: NDArray[np.uint8]
    """How many bytes that is."""


@cache
def character_tables() -> CharacterTables:
    """The tables of the compiled analysis; made once per process (about 0.1 s)."""
    classes = np.zeros(TABLE_SIZE, np.uint8)
    folded = np.zeros(TABLE_SIZE, np.uint32)
    lengths = np.zeros(TABLE_SIZE, np.uint8)
    for code in range(TABLE_SIZE):
        character = chr(code)
        kind = class_of(character)
        classes[code] = kind
        if CharacterClass.LOWER <= kind <= CharacterClass.HYPHEN:
            text = fold_character(character).encode("utf-8")
            folded[code] = int.from_bytes(text, "little")
            lengths[code] = len(text)
    return CharacterTables(classes=classes, folded=folded, lengths=lengths)
