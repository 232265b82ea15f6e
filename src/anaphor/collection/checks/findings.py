"""What the checker can say, and which texts are nearly the same.

Texts are compared by the word pairs
that they share, found through an index of such pairs.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from anaphor.text import Message, Value, message


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """The item does not do its work: mend it or drop it."""
    WARNING = "warning"
    """Probably a flaw: look at it."""
    NOTE = "note"
    """Worth knowing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that the checker noticed at a place of a collection."""

    code: str
    """Its kind; codes are stable, and each has its sentence `collection-finding-CODE`."""
    severity: Severity
    place: str
    """Id of the schema, problem or item; the collection's name for what concerns it as a whole."""
    details: Mapping[str, Value]
    """What the sentence needs to be concrete."""

    @property
    def message(self) -> Message:
        """What is wrong and what to do, in one sentence or two."""
        return message(f"collection-finding-{self.code}", **self.details)


class Finder:
    """Makes findings of the kinds that one file of checks knows."""

    def __init__(self, **codes: str) -> None:
        self.codes = {code: Severity(severity) for severity, listed in codes.items() for code in listed.split()}

    def __call__(self, code: str, place: str, /, **details: Value) -> Finding:
        return Finding(code=code, severity=self.codes[code], place=place, details=details)


_WORD = re.compile(r"[^\W_]+")
_COMMON = 200
"""A word pair that stands in more texts than this tells nothing about any two of them."""


def normal_words(text: str) -> tuple[str, ...]:
    """The words of a text without case, accents' encoding, punctuation and apostrophes.

    >>> normal_words("L’École est là.")
    ('l', 'école', 'est', 'là')
    """
    return tuple(_WORD.findall(unicodedata.normalize("NFC", text).casefold()))


def _pairs(words: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    return frozenset(zip(("", *words), (*words, ""), strict=True))


def similarity(one: str, other: str) -> float:
    """Share of word pairs that two texts have in common (Jaccard), from 0 to 1.

    >>> similarity("le chat dort", "Le chat dort !")
    1.0
    """
    first, second = _pairs(normal_words(one)), _pairs(normal_words(other))
    return len(first & second) / len(first | second)


class Neighbour(NamedTuple):
    """A text that resembles another one."""

    name: str
    share: float
    """Share of word pairs in common, from 0 to 1."""


class TextIndex:
    """Texts by name, asked for the ones that resemble a text."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._pairs: dict[str, frozenset[tuple[str, str]]] = {}
        self._holders: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._same: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for name, text in texts:
            words = normal_words(text)
            self._same[words].append(name)
            self._pairs[name] = _pairs(words)
            for pair in self._pairs[name]:
                self._holders[pair].append(name)

    def nearest(self, text: str, *, at_least: float, skip: frozenset[str] = frozenset()) -> Neighbour | None:
        """The text that resembles most, if it shares enough; names in `skip` are left out."""
        words = normal_words(text)
        same = next((name for name in self._same.get(words, ()) if name not in skip), None)
        if same is not None:
            return Neighbour(same, 1.0)
        pairs = _pairs(words)
        shared: Counter[str] = Counter()
        for pair in pairs:
            holders = self._holders.get(pair, [])
            if len(holders) <= _COMMON:
                shared.update(holders)
        best: Neighbour | None = None
        for name, count in shared.items():
            if name in skip or count < at_least * len(pairs) / 2:
                continue
            share = len(pairs & self._pairs[name]) / len(pairs | self._pairs[name])
            # Equal shares are decided by name: the order of a set differs from one process to the next.
            if share >= at_least and (best is None or (-share, name) < (-best.share, best.name)):
                best = Neighbour(name, share)
        return best
