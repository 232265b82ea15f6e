"""A shard on its way to its file: raw words become types and lemmas, in order of frequency, and then arrays."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import ne
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.index.shard_file import (
    DATA,
    ESCAPE_BLOCK,
    META,
    STRINGS_PER_BASE,
    VERSION,
    WINDOW,
    SectionWriter,
    ShardMeta,
    record_text,
)
from anaphor.corpus.kernel.analysis import AnalysedWord, TextAnalysis, TypeAnalyser
from anaphor.corpus.kernel.analysis_scan import RawWord
from anaphor.corpus.kernel.kernel import (
    COLUMNS,
    ESCAPE,
    SENTENCES_PER_BASE,
    Expansion,
    Kernel,
    Numbers,
    ShardWords,
    Totals,
)
from anaphor.files import atomic_file, write_text

_AT_ONCE = 1 << 20
_TABLE_SHARE = 0.6
"""Bytes per word that tables of frequent pairs may take."""
_BESIDE_SHARE, _MOST_ROWS = 0.06, 8192
"""The same for the table of rarer lemmas beside the most frequent ones, and how many of them it has at most."""


class WantedWords(NamedTuple):
    """The only words that are told apart where not all are needed; the others are one word without a name."""

    lemmas: frozenset[str]
    forms: frozenset[str]


class ShardVocabulary(NamedTuple):
    """Types and lemmas, numbered as they were met."""

    forms: list[str]
    capitals: NDArray[np.bool_]
    lemmas: list[str]
    lemma_of: Numbers
    expansion: Expansion


class Order(NamedTuple):
    """The order on disk: frequent lemmas first; the types that have a code of their own in the text, then the rare
    ones, in both parts those of a lemma side by side."""

    lemmas: Totals
    types: Totals
    lemma_of: Numbers
    """For each type, in that order, the place of its lemma."""
    frequent: Numbers
    """The place of each lemma's first type in the first part; one more at the end."""
    rare: Numbers
    """The place of each lemma's first type in the second part; one more at the end."""


def resolve(
    raw_words: tuple[list[str], list[bool]],
    analyser: TypeAnalyser,
    ready: Iterable[tuple[AnalysedWord, ...]],
    wanted: WantedWords | None,
) -> ShardVocabulary:
    """Types and lemmas of raw words, and behind them of words that came analysed."""
    types: dict[tuple[str, bool, str], int] = {} if wanted is None else {("", False, ""): 0}
    single, starts, several = list[int](), [0], list[int]()

    def number(word: tuple[str, bool, str]) -> int:
        if wanted is None or word[2] in wanted.lemmas or word[0] in wanted.forms:
            return types.setdefault(word, len(types))
        return 0

    def add(words: tuple[AnalysedWord, ...]) -> None:
        if len(words) == 1:
            single.append(number(words[0]))
        else:
            single.append(-len(starts))
            several.extend(map(number, words))
            starts.append(len(several))

    # Nearly all raw words are one word that was met before: those are not made records of, and no function is called.
    known = (analyser.known.small, analyser.known.capital)
    for form, capital in zip(*raw_words, strict=True):
        lemma = known[capital].get(form)
        if lemma is None:
            add(analyser.words(RawWord(form, capital)))
        elif wanted is None:
            single.append(types.setdefault((form, capital, lemma), len(types)))
        else:
            single.append(number((form, capital, lemma)))
    for words in ready:
        add(words)
    numbers: dict[str, int] = {}
    lemma_of = [numbers.setdefault(lemma, len(numbers)) for _, _, lemma in types]
    return ShardVocabulary(
        forms=[form for form, _, _ in types],
        capitals=np.array([capital for _, capital, _ in types], np.bool_),
        lemmas=list(numbers),
        lemma_of=np.array(lemma_of, np.uint32),
        expansion=Expansion(
            single=np.array(single, np.int32), starts=np.array(starts, np.int32), types=np.array(several, np.int32)
        ),
    )


def ordered(vocabulary: ShardVocabulary, occurrences: Totals, sentences_with: Totals, codes: int) -> Order:
    """Lemmas by number of sentences, types by lemma and frequency, then spelling; `codes` types have own codes."""
    lemmas = np.lexsort((_ranks(vocabulary.lemmas), -sentences_with))
    rank = np.empty_like(lemmas)
    rank[lemmas] = np.arange(lemmas.size)
    lemma_rank = rank[vocabulary.lemma_of] if lemmas.size else np.zeros(0, np.int64)
    spelling, capital = _ranks(vocabulary.forms), vocabulary.capitals
    by_frequency = np.lexsort((lemma_rank, capital, spelling, -occurrences))
    is_rare = np.ones(occurrences.size, np.bool_)
    is_rare[by_frequency[:codes]] = False
    types = np.lexsort((capital, spelling, -occurrences, lemma_rank, is_rare))
    frequent = np.searchsorted(lemma_rank[types[:codes]], np.arange(lemmas.size + 1))
    rare = codes + np.searchsorted(lemma_rank[types[codes:]], np.arange(lemmas.size + 1))
    return Order(lemmas, types, *(each.astype(np.uint32) for each in (lemma_rank[types], frequent, rare)))


def _ranks(strings: Sequence[str]) -> Totals:
    """The place of each string among the sorted ones; equal strings have equal ranks."""
    places = sorted(range(len(strings)), key=strings.__getitem__)
    found = [strings[place] for place in places]
    ranks = np.zeros(len(strings), np.int64)
    ranks[places] = np.cumsum([False, *map(ne, found[1:], found)][: len(found)])
    return ranks


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardOptions:
    """What a shard keeps."""

    forward: bool = True
    """The text itself, for windows, forms, several words and concordances."""
    tables: bool = True
    """Tables of frequent pairs, where the shard is large enough for them."""
    wanted: WantedWords | None = None
    """The words that are told apart; None: all."""


class ShardWriting:
    """The arrays of a shard, on their way to its file."""

    def __init__(
        self, kernel: Kernel, options: ShardOptions, vocabulary: ShardVocabulary, text: ShardWords, sources: list[str]
    ) -> None:
        occurrences, sentences_with = kernel.frequencies(text, vocabulary.lemma_of, len(vocabulary.lemmas))
        self._kernel, self._options, self._vocabulary = kernel, options, vocabulary
        self._text, self._sources = text, sources
        order = self._order = ordered(vocabulary, occurrences, sentences_with, ESCAPE)
        self._occurrences, self._sentences_with = occurrences[order.types], sentences_with[order.lemmas]
        rank = np.empty(order.types.size, np.uint32)
        rank[order.types] = np.arange(order.types.size, dtype=np.uint32)
        for part in _parts(text.words):  # each word gets the number that its type has on disk, in place
            part[:] = rank[part]

    def write(self, folder: Path, analysis: TextAnalysis, *, ready_made: bool) -> ShardMeta:
        """Write the data and then its description, each whole or not at all; the part's record comes behind them."""
        vocabulary, text, order = self._vocabulary, self._text, self._order
        with suppress(OSError):  # of a place where nothing can be written the file speaks
            folder.mkdir(parents=True, exist_ok=True)
        with atomic_file(folder / DATA) as file:
            writer = SectionWriter(file)
            _write_strings(writer, "lemma", map(vocabulary.lemmas.__getitem__, order.lemmas.tolist()))
            postings = self._kernel.postings(text, order.lemma_of, self._sentences_with)
            packed, places = self._kernel.pack(postings, self._sentences_with)
            writer.write("lemma/sets", packed)
            writer.write("lemma/places", places.astype(np.uint32))
            _write_counts(writer, "lemma/sentences", self._sentences_with)
            occurrences = np.bincount(order.lemma_of, self._occurrences, order.lemmas.size).astype(np.int64)
            _write_counts(writer, "lemma/occurrences", occurrences)
            _write_strings(writer, "source", self._sources)
            writer.write("source/first", text.sources)
            if self._options.forward:
                _write_strings(writer, "type", map(vocabulary.forms.__getitem__, order.types.tolist()))
                writer.write("type/capitals", np.packbits(vocabulary.capitals[order.types], bitorder="little"))
                writer.write("type/frequent", order.frequent)
                writer.write("type/rare", order.rare)
                self._write_text(writer)
            table = self._write_tables(writer)
        values, counts = np.unique(text.lengths, return_counts=True)
        meta = ShardMeta(
            version=VERSION,
            language=analysis.language,
            analysis=analysis.fingerprint,
            ready_made=ready_made,
            table=table,
            forward=self._options.forward,
            words=text.words.size,
            sentences=text.lengths.size,
            lemmas=len(vocabulary.lemmas),
            types=len(vocabulary.forms),
            sources=len(self._sources),
            lengths=tuple(zip(values.tolist(), counts.tolist(), strict=True)),
            sections=writer.sections,
        )
        write_text(folder / META, record_text(meta))
        return meta

    def _write_text(self, writer: SectionWriter) -> None:
        words, lengths = self._text.words, self._text.lengths
        writer.write_parts("text/codes", np.dtype(np.uint16), (np.minimum(part, ESCAPE) for part in _parts(words)))
        escapes = np.flatnonzero(words >= ESCAPE)
        blocks = np.arange(words.size // ESCAPE_BLOCK + 2) * ESCAPE_BLOCK
        writer.write("text/blocks", np.searchsorted(escapes, blocks).astype(np.uint32))
        writer.write("text/escapes", (escapes % ESCAPE_BLOCK).astype(np.uint16))
        writer.write("text/escaped", words[escapes])
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
        bases = starts[::SENTENCES_PER_BASE]
        writer.write("sentence/bases", bases.astype(np.uint32))
        offsets = starts - np.repeat(bases, SENTENCES_PER_BASE)[: starts.size]
        writer.write("sentence/offsets", offsets.astype(np.uint16))

    def _write_tables(self, writer: SectionWriter) -> int:
        """Write the tables of frequent pairs; the number of lemmas in them."""
        if not self._options.forward:
            return 0
        lemma_of, lemmas, words = self._order.lemma_of, self._order.lemmas.size, self._text.words.size
        before, behind = self._kernel.neighbours(self._text, lemma_of, lemmas, WINDOW)
        _write_counts(writer, "neighbour/before", before)
        _write_counts(writer, "neighbour/behind", behind)
        size = table_size(words) if self._options.tables else 0
        if not size or size > lemmas:
            return 0
        rows = min(_MOST_ROWS, lemmas - size, int(_BESIDE_SHARE * words) // (4 * COLUMNS))
        tables = self._kernel.tables(self._text, lemma_of, size, rows, WINDOW)
        writer.write("table/sentences", tables.sentences)
        writer.write("table/windows", tables.windows)
        small = tables.beside.max(initial=0) <= np.iinfo(np.uint16).max
        writer.write("table/beside", tables.beside.astype(np.uint16) if small else tables.beside)
        return size


def table_size(words: int) -> int:
    """How many lemmas a table of all pairs may have in a shard of so many words: 1792, 1024, 512, 256, or none.

    A pair outside the table is looked for in the text: the more lemmas are in it, the rarer the rarest word of those.

    >>> table_size(50_000_000), table_size(20_000_000), table_size(5_000_000), table_size(100_000)
    (1792, 1024, 512, 0)
    """
    for size in (1792, 1024, 512, 256):
        if 6 * size * size <= _TABLE_SHARE * words:
            return size
    return 0


def _parts(words: Numbers) -> Iterator[Numbers]:
    """Views of an array, a million numbers at a time."""
    for start in range(0, words.size, _AT_ONCE):
        yield words[start : start + _AT_ONCE]


def _write_counts(writer: SectionWriter, name: str, counts: Totals) -> None:
    """Counts by lemma: the lower halves of all, and the upper halves of the first ones: the frequent lemmas."""
    large = np.flatnonzero(counts > 0xFFFF)
    writer.write(f"{name}/low", (counts & 0xFFFF).astype(np.uint16))
    writer.write(f"{name}/high", (counts[: large.max(initial=-1) + 1] >> 16).astype(np.uint16))


def _write_strings(writer: SectionWriter, name: str, strings: Iterable[str]) -> None:
    """Strings that can be looked up by number (UTF-8, every sixteenth begin, lengths) and by hash (sorted)."""
    encoded = list(map(str.encode, strings))
    hashes = np.fromiter(map(zlib.crc32, encoded), np.uint32, len(encoded))
    order = np.argsort(hashes, kind="stable").astype(np.uint32)
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    starts = np.cumsum(lengths) - lengths
    writer.write(f"{name}/text", np.frombuffer(b"".join(encoded), np.uint8))
    writer.write(f"{name}/bases", starts[::STRINGS_PER_BASE].astype(np.uint32))
    writer.write(f"{name}/lengths", lengths.astype(np.uint16 if lengths.max(initial=0) > 255 else np.uint8))
    writer.write(f"{name}/hashes", hashes[order])
    writer.write(f"{name}/order", order)
