"""The analysis of running text in plain Python: raw words and the ends of sentences, the reference of the compiled one.

A raw word is a maximal run of letters, digits and marks, with single apostrophes and hyphens inside; an elided form
(l', qu') is cut off and keeps its apostrophe. What a raw word is made of is decided type by type, elsewhere.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from anaphor.corpus.kernel.analysis_characters import CharacterClass, class_of, fold_character
from anaphor.corpus.kernel.analysis_profile import Profile

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


class _ByClass(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = _LETTERS[class_of(chr(code))]
        return self[code]


class _Folded(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = fold_character(chr(code))
        return self[code]


class _Prepared(dict[int, str | None]):
    """Ignored characters are dropped; everything else stays."""

    def __missing__(self, code: int) -> str | None:
        ignored = class_of(chr(code)) is CharacterClass.IGNORED
        self[code] = None if ignored else chr(code)
        return self[code]


_CLASSES, _FOLDED, _PREPARED = _ByClass(), _Folded(), _Prepared()


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
                guarded = end if last and self._abbreviates(last) else -1
            elif kind in "NX":
                yield from self._line_end(kind)
            else:
                self._mark(kind, guarded == start)

    def _line_end(self, kind: str) -> Iterator[Found]:
        if self._open and kind == "N":
            yield SentenceEnd()
        if kind == "X":
            yield SourceStart()
        self._open, self._ended = False, 0

    def _mark(self, kind: str, guarded: bool) -> None:
        if kind == "S":
            self._ended = 2 if self._ended else 0
        elif kind == "B":
            self._ended = 0
        elif kind == "E" or not guarded:
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

    def _abbreviates(self, word: RawWord) -> bool:
        if word.capital and (len(word.form) == 1 or word.form in self._titles):
            return True
        return word.form in self._abbreviations


def _raw(text: str, kind: str) -> RawWord | None:
    form = text.translate(_FOLDED)
    return None if len(form.encode("utf-8")) > LONGEST_WORD else RawWord(form, kind == "U")
