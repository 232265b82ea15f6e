"""A word at its place, as rules look at it: as written, and folded so that two spellings of it are one."""

from typing import NamedTuple


class Word(NamedTuple):
    """A word or a punctuation mark at its place."""

    text: str
    """As written; French `l'`, `-le` and `-t-il` are words."""
    low: str
    """Folded by its language: lower-cased, with a straight apostrophe; in French also œ as oe."""
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """False for punctuation."""
        return self.low[-1].isalnum() or self.low[0].isalnum()


Words = tuple[Word, ...]


def at(words: Words, index: int) -> str:
    """The folded word at an index, the empty string beyond the ends."""
    return words[index].low if 0 <= index < len(words) else ""
