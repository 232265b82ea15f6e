"""The anaphor's place in an English text: its form, and the words on either side."""

import re
from dataclasses import dataclass
from functools import cached_property

_PIECE = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:[.,:]\d+)*|[^\w\s]|_+")
_CLITIC = re.compile(r"['’](?:s|d|ll|re|ve|m)(?:['’]ve)?(?![^\W\d_])", re.IGNORECASE)
_ENDS_SENTENCE = re.compile(r"[.!?…][\"'”’)\]]*\s+[\"'“‘(\[]*$")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|No|Lt|Gen|Col|Sgt|Capt)|\b[A-Z])\.\s+$"
)
_REACH = 240
"""How many characters on either side are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnglishWord:
    """A word or a punctuation mark beside the anaphor."""

    text: str
    """Lower-cased, apostrophes straight."""
    written: str
    """As written."""
    start: int
    """Position of its first character in the text."""
    end: int
    """Position after its last character."""

    @property
    def is_word(self) -> bool:
        """False for punctuation and numbers."""
        return self.written[0].isalpha()


NOTHING = EnglishWord(text="", written=" ", start=0, end=0)
"""What stands beyond the edge of a text."""


def _words(text: str, start: int, end: int) -> tuple[EnglishWord, ...]:
    return tuple(
        EnglishWord(
            text=found.group().lower().replace("’", "'"),
            written=found.group(),
            start=found.start(),
            end=found.end(),
        )
        for found in _PIECE.finditer(text, start, end)
    )


@dataclass(frozen=True, kw_only=True)
class EnglishPlace:
    """Where the anaphor stands in its text."""

    text: str
    """The whole text."""
    start: int
    """Position of the anaphor's first character."""
    end: int
    """Position after its last character."""

    @cached_property
    def form(self) -> str:
        """The anaphor, lower-cased."""
        return " ".join(self.text[self.start : self.end].lower().split())

    @cached_property
    def clitic(self) -> str:
        """The contracted verb that hangs on the anaphor (`'s`), apostrophe straight; empty when there is none."""
        found = _CLITIC.match(self.text, self.end)
        return found.group().lower().replace("’", "'") if found else ""

    @cached_property
    def after(self) -> tuple[EnglishWord, ...]:
        """The words behind the anaphor and what hangs on it, nearest first."""
        start = self.end + len(self.clitic)
        return _words(self.text, start, min(len(self.text), start + _REACH))

    @cached_property
    def before(self) -> tuple[EnglishWord, ...]:
        """The words before the anaphor, nearest first."""
        return _words(self.text, max(0, self.start - _REACH), self.start)[::-1]

    def next(self, index: int = 0) -> EnglishWord:
        """The word at that distance behind the anaphor."""
        return self.after[index] if index < len(self.after) else NOTHING

    def previous(self, index: int = 0) -> EnglishWord:
        """The word at that distance before the anaphor."""
        return self.before[index] if index < len(self.before) else NOTHING

    @cached_property
    def opens_sentence(self) -> bool:
        """True where the anaphor is the first word of a sentence."""
        prefix = self.text[: self.start]
        if not prefix.strip("\"'“‘([—- \t\n"):
            return True
        return bool(_ENDS_SENTENCE.search(prefix)) and not _ABBREVIATION.search(prefix)

    @cached_property
    def is_capital(self) -> bool:
        """True where the anaphor has a capital, or should have one; a word inside the text is trusted as written."""
        first = self.text[self.start : self.start + 1]
        return first.isupper() or (self.opens_sentence and (not first.isalpha() or not self.before))

    @cached_property
    def apostrophe(self) -> str:
        """The apostrophe that the text uses."""
        return "’" if "’" in self.text and "'" not in self.text else "'"


def place_of(text: str, start: int, end: int) -> EnglishPlace:
    """The place without spaces at its edges and without a contracted verb that was marked with it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if found := re.search(r"['’](?:s|d|ll|re|ve|m)(?:['’]ve)?$", text[start:end], re.IGNORECASE):
        end = start + found.start() if " " not in text[start:end] and found.start() else end
    return EnglishPlace(text=text, start=start, end=end)
