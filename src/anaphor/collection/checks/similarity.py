"""Which texts are nearly the same: overlap of word pairs, found through an index of shared pairs."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A text that resembles another one."""

    name: str
    """Its name."""
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
            return Neighbour(name=same, share=1.0)
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
                best = Neighbour(name=name, share=share)
        return best
