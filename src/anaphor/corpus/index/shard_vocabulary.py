"""The words of a shard: raw words resolved into types and lemmas, and put in order of frequency."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.kernel.analysis_types import Word
from anaphor.corpus.kernel.stream import Bytes, Expansion, Numbers, Totals

STRINGS_PER_BASE = 16

Lengths = NDArray[np.uint8] | NDArray[np.uint16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Types and lemmas, numbered as they were met."""

    types: tuple[Word, ...]
    """All different words."""
    lemmas: tuple[str, ...]
    """All different lemmas."""
    lemma_of: Numbers
    """Lemma of each type."""
    expansion: Expansion
    """Types of each raw word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The order of lemmas and types on disk.

    Frequent lemmas come first. The most frequent types come first, as many as have a code of their own in the text, and
    then the rare ones; in both parts the types of a lemma stand side by side.
    """

    lemmas: Totals
    """Lemmas in that order."""
    types: Totals
    """Types in that order."""
    lemma_of: Numbers
    """For each type, in that order, the place of its lemma."""
    frequent: Numbers
    """The place of each lemma's first type in the first part; one more at the end."""
    rare: Numbers
    """The place of each lemma's first type in the second part; one more at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strings:
    """Strings that can be looked up by a hash."""

    text: Bytes
    """Their UTF-8, one behind the other."""
    bases: Numbers
    """Where some of them begin: every sixteenth."""
    lengths: Lengths
    """Their lengths."""
    hashes: Numbers
    """Their hashes, sorted."""
    order: Numbers
    """The string of each hash."""


def string_hash(text: bytes) -> int:
    """The hash by which strings are found."""
    return zlib.crc32(text)


def strings_of(strings: Iterable[str]) -> Strings:
    """A table of strings."""
    encoded = [string.encode("utf-8") for string in strings]
    hashes = np.fromiter(map(zlib.crc32, encoded), np.uint32, len(encoded))
    order = np.argsort(hashes, kind="stable").astype(np.uint32)
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    starts = np.cumsum(lengths) - lengths
    return Strings(
        text=np.frombuffer(b"".join(encoded), np.uint8),
        bases=starts[::STRINGS_PER_BASE].astype(np.uint32),
        lengths=lengths.astype(np.uint16) if lengths.max(initial=0) > 255 else lengths.astype(np.uint8),
        hashes=hashes[order],
        order=order,
    )


def resolve(raw_words: Iterable[tuple[Word, ...]]) -> Vocabulary:
    """Types and lemmas from the words that each raw word is made of."""
    types: dict[Word, int] = {}
    expansion = expansion_of([types.setdefault(word, len(types)) for word in words] for words in raw_words)
    lemmas: dict[str, int] = {}
    lemma_of = [lemmas.setdefault(word.lemma, len(lemmas)) for word in types]
    return Vocabulary(
        types=tuple(types), lemmas=tuple(lemmas), lemma_of=np.array(lemma_of, np.uint32), expansion=expansion
    )


def expansion_of(raw_words: Iterable[list[int]]) -> Expansion:
    """The expansion of raw words, each of them given by its types."""
    single, starts, several = list[int](), [0], list[int]()
    for types in raw_words:
        if len(types) == 1:
            single.append(types[0])
        else:
            single.append(-len(starts))
            several += types
            starts.append(len(several))
    return Expansion(
        single=np.array(single, np.int32), starts=np.array(starts, np.int32), types=np.array(several, np.int32)
    )


def ordered(vocabulary: Vocabulary, occurrences: Totals, sentences_with: Totals, codes: int) -> Order:
    """Lemmas by the number of their sentences, types by lemma and frequency; ties by spelling, never by chance.

    `codes` is how many types have a code of their own.
    """
    lemmas = np.lexsort((_ranks(vocabulary.lemmas), -sentences_with))
    rank = np.empty_like(lemmas)
    rank[lemmas] = np.arange(lemmas.size)
    lemma_rank = rank[vocabulary.lemma_of] if lemmas.size else np.zeros(0, np.int64)
    spelling = _ranks([word.form for word in vocabulary.types])
    capital = np.array([word.capital for word in vocabulary.types], np.bool_)
    by_frequency = np.lexsort((lemma_rank, capital, spelling, -occurrences))
    is_rare = np.ones(occurrences.size, np.bool_)
    is_rare[by_frequency[:codes]] = False
    types = np.lexsort((capital, spelling, -occurrences, lemma_rank, is_rare))
    frequent = np.searchsorted(lemma_rank[types[:codes]], np.arange(lemmas.size + 1))
    rare = codes + np.searchsorted(lemma_rank[types[codes:]], np.arange(lemmas.size + 1))
    return Order(
        lemmas=lemmas,
        types=types,
        lemma_of=lemma_rank[types].astype(np.uint32),
        frequent=frequent.astype(np.uint32),
        rare=rare.astype(np.uint32),
    )


def _ranks(strings: Sequence[str]) -> Totals:
    """The place of each string among the sorted ones; equal strings have equal ranks."""
    order = sorted(range(len(strings)), key=strings.__getitem__)
    is_new = (one != two for one, two in pairwise(map(strings.__getitem__, order)))
    ranks = np.zeros(len(strings), np.int64)
    ranks[order] = np.cumsum(np.fromiter(chain([0], is_new), np.int64, len(strings)))
    return ranks
