"""Running text in plain Python: what each character is, and the raw words and ends of sentences that they make.

A raw word is a maximal run of letters, digits and marks, with single apostrophes and hyphens inside; an elided form
(l', qu') is cut off and keeps its apostrophe. What a raw word is made of is decided type by type (`analysis`). This is
the reference of the compiled scan, which reads the same table of characters, made here from Python's own Unicode data.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from anaphor.language import LANGUAGES, WordLists, rules_of

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
    NEWLINE = 10
    """Ends a sentence whatever follows."""
    BREAKER = 11
    """, ; : after which no sentence has ended."""
    IGNORED = 12
    """Soft hyphen, zero-width space, byte-order mark: as if it were not there."""
    SOURCE = 13


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
        if character.isupper() or character.istitle():
            return CharacterClass.UPPER
        return CharacterClass.LOWER if character.islower() else CharacterClass.UNCASED
    if character.isspace():
        return CharacterClass.SPACE
    return CharacterClass.MARK if unicodedata.category(character).startswith("M") else CharacterClass.OTHER


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


LONGEST_LISTED = 7
"""Bytes of the longest listed word: the compiled analysis compares them as one number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The closed lists of one language."""

    language: str
    elided: tuple[str, ...] = ()
    """Forms that an apostrophe ends, without it: the l of l'homme."""
    abbreviations: tuple[str, ...] = ()
    """Words whose full stop ends no sentence."""
    titles: tuple[str, ...] = ()
    """Words whose full stop ends no sentence when they have a capital: M. but not m."""


def profile_of(language: str) -> Profile:
    """The lists of a language; empty ones for a language that has none.

    >>> "lorsqu" in profile_of("fr").elided, "mme" in profile_of("fr").titles, profile_of("xx").elided
    (True, True, ())
    """
    lists = rules_of(LANGUAGES.get(language)).word_lists if language in LANGUAGES.names() else WordLists()
    return Profile(
        language=language,
        elided=lists.elided,
        abbreviations=_dotted(lists.abbreviations),
        titles=_dotted(lists.titles),
    )


def _dotted(words: frozenset[str]) -> tuple[str, ...]:
    """The words of a set that end with their only full stop, without it."""
    bare = (word[:-1] for word in words if word.endswith("."))
    return tuple(sorted(word for word in bare if "." not in word and len(word.encode()) <= LONGEST_LISTED))


LONGEST_WORD = 255
"""Bytes; what is longer (encoded data, broken files) is no word and is left out."""


class RawWord(NamedTuple):
    """A word as it is found in running text."""

    form: str
    """Folded: lower case, straight apostrophe and hyphen."""
    capital: bool
    """Whether its first letter was a capital."""


class SentenceEnd(NamedTuple):
    """A sentence has ended."""


class SourceStart(NamedTuple):
    """Another source begins; a sentence has ended."""


Found = RawWord | SentenceEnd | SourceStart

_LETTERS = "OLUDMAHPESNBIX"
"""One letter per class, in the order of `CharacterClass`: running text becomes a string of classes."""
_PIECES = re.compile(r"([LUD][LUDM]*(?:[AH][LUD][LUDM]*)*)S*|[PESNBX]")
"""A run of words with the white space behind it, which tells nothing there, or one character that matters."""


class _Translation(dict[int, str | None]):
    """What a function makes of each character, as `str.translate` takes it, remembered; None drops the character."""

    def __init__(self, make: Callable[[str], str | None]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, code: int) -> str | None:
        self[code] = self._make(chr(code))
        return self[code]


_CLASSES = _Translation(lambda character: _LETTERS[class_of(character)])
_FOLDED = _Translation(fold_character)
_PREPARED = _Translation(lambda character: None if class_of(character) is CharacterClass.IGNORED else character)


class PlainScan:
    """The state of a scan: whether a sentence is open, and whether an end mark was seen."""

    def __init__(self, profile: Profile) -> None:
        self._elided = frozenset(profile.elided)
        self._abbreviations = frozenset(profile.abbreviations)
        self._titles = frozenset(profile.titles)
        self._open = False
        self._ended = 0  # 1: an end mark was seen; 2: and white space behind it

    def feed(self, text: str) -> Iterator[Found]:
        """Words and ends of sentences of a stretch of text, which must not be cut inside a word."""
        text = text.translate(_PREPARED)
        classes = text.translate(_CLASSES)
        guarded = -1  # where a full stop would only abbreviate
        for match in _PIECES.finditer(classes):
            start, end = match.start(), match.end(1)
            kind = classes[start]
            if end >= 0:
                if self._ended == 2 and kind != "L" and self._open:
                    self._open = False
                    yield SentenceEnd()
                self._ended = 0
                last = None
                for last in self._words(text, classes, start, end):
                    if last is not None:
                        self._open = True
                        yield last
                abbreviates = last and (
                    last.form in self._abbreviations
                    or (last.capital and (len(last.form) == 1 or last.form in self._titles))
                )
                guarded = end if abbreviates else -1
            elif kind in "NX":
                if self._open and kind == "N":
                    yield SentenceEnd()
                if kind == "X":
                    yield SourceStart()
                self._open, self._ended = False, 0
            elif kind == "S":
                self._ended = 2 if self._ended else 0
            elif kind == "B":
                self._ended = 0
            elif kind == "E" or guarded != start:
                self._ended = 1

    def _words(self, text: str, classes: str, start: int, end: int) -> Iterator[RawWord | None]:
        """The raw words of one run: elided forms are cut off; None for what is too long."""
        begin = start
        at = classes.find("A", start, end)
        while at >= 0:
            if text[begin:at].translate(_FOLDED) in self._elided:
                yield _raw(text[begin:at] + "'", classes[begin])
                begin = at + 1
            at = classes.find("A", at + 1, end)
        yield _raw(text[begin:end], classes[begin])


def _raw(text: str, kind: str) -> RawWord | None:
    form = text.translate(_FOLDED)
    return None if len(form.encode("utf-8")) > LONGEST_WORD else RawWord(form, kind == "U")
