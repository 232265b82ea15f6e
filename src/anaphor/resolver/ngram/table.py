"""An n-gram model in memory: one sorted array of keys per order, asked for a whole sentence at a time.

An n-gram's key is the place of its first n−1 words in the table of the order below, times the size of the vocabulary,
plus its last word; so every order fits in 64 bits and a look-up is a binary search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError
from anaphor.resolver.words.vocabulary import END, START, UNKNOWN
from anaphor.text import joined

MISSING = -1
"""The place of an n-gram that a table does not hold."""


@dataclass(frozen=True, kw_only=True)
class NgramOrder:
    """The n-grams of one order."""

    keys: NDArray[np.int64]
    """Sorted keys; for single words, their numbers."""
    logs: NDArray[np.float32]
    """log10 of the probability of the last word after the others."""
    backoffs: NDArray[np.float32]
    """log10 of the weight of the order below where the n-gram is a context that is not continued as asked."""

    def __post_init__(self) -> None:
        if not len(self.keys) == len(self.logs) == len(self.backoffs):
            raise ContentError("resolver-table-sizes")

    def find(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places of keys, MISSING where there is none."""
        if not len(self.keys):
            return np.full(len(keys), MISSING)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where((self.keys[places] == keys) & (keys >= 0), places, MISSING)


@dataclass(frozen=True, kw_only=True)
class NgramTable:
    """A back-off model of some order."""

    words: tuple[str, ...]
    """The word of each number; the unknown word and both ends are among them."""
    orders: tuple[NgramOrder, ...]
    """Single words first."""

    def __post_init__(self) -> None:
        if not self.orders or len(self.orders[0].keys) != len(self.words):
            raise ContentError("resolver-table-words")
        if len(self.ids) != len(self.words) or not {UNKNOWN, START, END} <= self.ids.keys():
            raise ContentError("resolver-table-special", words=joined((UNKNOWN, START, END)))

    @cached_property
    def ids(self) -> dict[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    def id_of(self, word: str) -> int:
        """The number of a word as written, else of its lower case, else that of the unknown word."""
        found = self.ids.get(word)
        if found is None:
            found = self.ids.get(word.lower())
        return self.ids[UNKNOWN] if found is None else found

    def places(self, stream: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """For each order, the place of the n-gram that ends at each word of a stream, MISSING where there is none."""
        found = [stream]
        for order in self.orders[1:]:
            before = np.concatenate([np.full(1, MISSING), found[-1][:-1]])
            keys = np.where(before >= 0, before * len(self.words) + stream, MISSING)
            found.append(order.find(keys))
        return found

    def log10(self, sentence: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float64]:
        """log10 of the probability of each word of a sentence after the start mark and those before it."""
        stream = np.concatenate([[self.ids[START]], np.asarray(sentence, dtype=np.int64)])
        places = self.places(stream)
        logs = np.zeros(len(stream))
        settled = np.zeros(len(stream), dtype=bool)
        for number in reversed(range(len(self.orders))):
            order, here = self.orders[number], places[number]
            found = (here >= 0) & ~settled
            logs[found] += order.logs[here[found]]
            settled |= found
            if number:  # what is still open falls back to the order below, at the price of its context
                context = np.concatenate([np.full(1, MISSING), places[number - 1][:-1]])
                still_open = (context >= 0) & ~settled
                logs[still_open] += self.orders[number - 1].backoffs[context[still_open]]
        return logs[1:]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many n-grams each order has."""
        return tuple(len(order.keys) for order in self.orders)


def perplexity(table: NgramTable, sentences: Sequence[NDArray[np.int64]]) -> float:
    """The perplexity of sentences, their end marks counted, unknown words too."""
    end = table.ids[END]
    logs = [table.log10(np.append(sentence, end)) for sentence in sentences]
    total = sum(float(each.sum()) for each in logs)
    return float(10 ** (-total / max(sum(len(each) for each in logs), 1)))
