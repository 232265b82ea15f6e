"""The words of a shard: raw words resolved into types and lemmas, and put in order of frequency."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np

from anaphor.corpus.analysis_types import Word
from anaphor.corpus.kernel_stream import Bytes, Expansion, Numbers, Totals


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
    """The order of lemmas and types on disk: frequent lemmas first, the types of a lemma side by side."""

    lemmas: Totals
    """Lemmas in that order."""
    types: Totals
    """Types in that order."""
    first: Numbers
    """The place of each lemma's first type; one more at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strings:
    """Strings that can be looked up by a hash."""

    text: Bytes
    """Their UTF-8, one behind the other."""
    starts: Numbers
    """Where each begins; one more at the end."""
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
    starts = np.zeros(len(encoded) + 1, np.uint32)
    starts[1:] = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)))
    return Strings(text=np.frombuffer(b"".join(encoded), np.uint8), starts=starts, hashes=hashes[order], order=order)


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


def ordered(vocabulary: Vocabulary, occurrences: Totals, sentences_with: Totals) -> Order:
    """Lemmas by the number of their sentences, types by lemma and frequency; ties by spelling, never by chance."""
    lemmas = np.lexsort((_ranks(vocabulary.lemmas), -sentences_with))
    rank = np.empty_like(lemmas)
    rank[lemmas] = np.arange(lemmas.size)
    lemma_rank = rank[vocabulary.lemma_of] if lemmas.size else np.zeros(0, np.int64)
    spelling = _ranks([word.form for word in vocabulary.types])
    capital = np.array([word.capital for word in vocabulary.types], np.bool_)
    types = np.lexsort((capital, spelling, -occurrences, lemma_rank))
    first = np.searchsorted(lemma_rank[types], np.arange(lemmas.size + 1))
    return Order(lemmas=lemmas, types=types, first=first.astype(np.uint32))


def _ranks(strings: Sequence[str]) -> Totals:
    """The place of each string among the sorted ones; equal strings have equal ranks."""
    order = sorted(range(len(strings)), key=strings.__getitem__)
    is_new = (one != two for one, two in pairwise(map(strings.__getitem__, order)))
    ranks = np.zeros(len(strings), np.int64)
    ranks[order] = np.cumsum(np.fromiter(chain([0], is_new), np.int64, len(strings)))
    return ranks
