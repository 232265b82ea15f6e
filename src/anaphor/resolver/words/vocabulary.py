"""The words that a word-based model knows, and how text becomes their numbers.

Training and scoring go through the same door: the language's tokens, apostrophes straightened, capitals kept or not.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError, Place
from anaphor.text import joined

UNKNOWN = "<unk>"
START = "<s>"
END = "</s>"
SPECIAL = (UNKNOWN, START, END)
"""The unknown word and the two ends of a sentence."""
UNKNOWN_ID, START_ID, END_ID = range(3)
"""Numbers of the three words that no text has, the same in every vocabulary."""

_STRAIGHT = str.maketrans({"’": "'", "ʼ": "'", "‘": "'", "\u2010": "-", "\u2011": "-"})


class LetterCase(StrEnum):
    """What becomes of capitals."""

    KEEP = "keep"
    """A word is looked up as written, then in lower case (Trinh & Le)."""
    LOWER = "lower"
    """Everything is in lower case (context2vec)."""


def normal_form(word: str, case: LetterCase = LetterCase.KEEP) -> str:
    """The word as vocabularies have it: straight apostrophes and hyphens, no blanks inside.

    >>> normal_form("L’", LetterCase.LOWER)
    "l'"
    """
    straight = word.translate(_STRAIGHT)
    if not straight.isascii() or not straight.isalnum():
        straight = "".join(straight.split())
    return straight.lower() if case is LetterCase.LOWER else straight


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """Words by number; the first three are the unknown word and the two ends of a sentence."""

    words: tuple[str, ...]
    """All words, the special ones first, the others from the most frequent on."""
    case: LetterCase = LetterCase.KEEP
    """What becomes of capitals."""

    def __post_init__(self) -> None:
        if self.words[:3] != SPECIAL:
            raise ContentError("resolver-vocabulary-start", words=joined(SPECIAL))
        if len(set(self.words)) != len(self.words):
            raise ContentError("resolver-vocabulary-twice")

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def ids(self) -> dict[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    def id_of(self, word: str) -> int:
        """The number of a word as written, else of its lower case, else that of the unknown word."""
        ids = self.ids
        form = normal_form(word, self.case)
        found = ids.get(form)
        if found is None and self.case is LetterCase.KEEP:
            found = ids.get(form.lower())
        return UNKNOWN_ID if found is None else found

    def knows(self, word: str) -> bool:
        """Whether a word has its own number."""
        return self.id_of(word) != UNKNOWN_ID

    def encode(self, words: Iterable[str]) -> NDArray[np.int64]:
        """The numbers of words."""
        return np.array([self.id_of(word) for word in words], dtype=np.int64)

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen digits that change with any word or its place."""
        text = "\n".join((self.case, *self.words))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def make_vocabulary(words: Sequence[str], counts: NDArray[np.int64], *, size: int, case: LetterCase) -> Vocabulary:
    """The `size` most frequent words (the special ones included); of equally frequent ones, the first in the alphabet.

    >>> make_vocabulary(["b", "a", "A"], np.array([2, 1, 3]), size=5, case=LetterCase.LOWER).words[3:]
    ('a', 'b')
    """
    pooled: dict[str, int] = {}
    for word, count in zip(words, counts.tolist(), strict=True):
        form = word.lower() if case is LetterCase.LOWER else word
        pooled[form] = pooled.get(form, 0) + count
    ranked = sorted((form for form in pooled if form not in SPECIAL), key=lambda form: (-pooled[form], form))
    return Vocabulary(words=(*SPECIAL, *ranked[: max(size - len(SPECIAL), 0)]), case=case)


def translation(words: Sequence[str], vocabulary: Vocabulary) -> NDArray[np.int32]:
    """For each word of a list, its number in a vocabulary: a whole corpus is re-numbered by one look-up."""
    return np.array([vocabulary.id_of(word) for word in words], dtype=np.int32)


def vocabulary_text(vocabulary: Vocabulary) -> str:
    """The vocabulary as a file: one word per line, in order."""
    return "\n".join(vocabulary.words) + "\n"


def read_vocabulary(text: str, case: LetterCase, where: Place) -> Vocabulary:
    """The vocabulary that a file holds."""
    try:
        return Vocabulary(words=tuple(text.removesuffix("\n").split("\n")), case=case)
    except ContentError as error:
        raise ContentError(error.what, where=where) from error
