"""Domains that a draft may belong to: by the words that its own words go with in the corpora.

Each domain has a dozen words (`data/web/workbench_domains.toml`). A word of the draft has one vote, which it divides
over the domains by the square of its mean positive mutual information with their words.
"""

import tomllib
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from anaphor.corpus.pairs import PairTable

SUGGESTED = 3
"""Domains that are suggested."""
LEAST_VOTES = 0.82
"""Votes that the first domain must have before any is suggested: more than one common word (*be*, *être*) has."""
_OFTEN = 3
"""Sentences in which words must meet to go together."""
_ITSELF = 8.0
"""Bits that a word has with itself."""
_REMEMBERED = 4096

Votes = NDArray[np.float64]


@cache
def domain_words() -> dict[str, dict[str, str]]:
    """The words of each domain, by language."""
    return tomllib.loads(files("anaphor").joinpath("data/web/workbench_domains.toml").read_text("utf-8"))


class Topics:
    """Which domains go with which words of one language."""

    def __init__(self, table: PairTable) -> None:
        self._table = table
        self._domains = tuple(domain_words())
        found = [table.numbers(words.get(table.language, "")) for words in domain_words().values()]
        self._signs = np.array([number for numbers in found for number in numbers], np.int64)
        self._owners = np.repeat(np.arange(len(found)), [len(numbers) for numbers in found])
        self._behind = self._met_by_signs()
        self._votes = lru_cache(_REMEMBERED)(self._count_votes)

    def _met_by_signs(self) -> csr_array[np.float64, tuple[int, int]]:
        """How strongly each word goes with the domains' words that are rarer than it."""
        rows = [self._table.row(int(number)) for number in self._signs]
        bits = [self._bits(int(number), *row) for number, row in zip(self._signs, rows, strict=True)]
        columns = np.repeat(np.arange(len(rows)), [row[0].size for row in rows])
        shape = (len(self._table.words), len(rows))
        return csr_array((np.concatenate(bits), (np.concatenate([row[0] for row in rows]), columns)), shape=shape)

    def _bits(self, number: int, met: NDArray[np.int64], counts: NDArray[np.int64]) -> Votes:
        """Mutual information of a word with those that it meets; 0 where it is less, or rests on stray sentences."""
        chance = self._table.sizes[met] * int(self._table.sizes[number]) / self._table.sentences
        return np.where(counts >= _OFTEN, np.maximum(0.0, np.log2(counts / chance)), 0.0)

    def _count_votes(self, number: int) -> Votes:
        """What a word has for each domain, 1 in all, or nothing."""
        start, end = self._behind.indptr[number], self._behind.indptr[number + 1]
        bits = np.zeros(self._signs.size)
        bits[self._behind.indices[start:end]] = self._behind.data[start:end]
        met, counts = self._table.row(number)
        at = np.searchsorted(met, self._signs)
        inside = np.flatnonzero(at < met.size)
        inside = inside[met[at[inside]] == self._signs[inside]]
        bits[inside] = self._bits(number, met, counts)[at[inside]]
        bits[self._signs == number] = _ITSELF
        mean = np.bincount(self._owners, bits, len(self._domains)) / np.bincount(self._owners, None, len(self._domains))
        return mean**2 / total if (total := float((mean**2).sum())) else mean

    def domains(self, text: str) -> tuple[str, ...]:
        """The domains that have most votes, first those that have most; none where even the first has too few."""
        votes = sum((self._votes(number) for number in self._table.numbers(text)), np.zeros(len(self._domains)))
        best = np.argsort(-votes, kind="stable")[:SUGGESTED]
        if votes[best[0]] < LEAST_VOTES:
            return ()
        return tuple(self._domains[number] for number in best if votes[number] > 0)
