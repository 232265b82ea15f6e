"""The arrays of a shard, on their way to its file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from anaphor.corpus.index.shard import (
    DATA,
    ESCAPE,
    ESCAPE_BLOCK,
    META,
    SENTENCES_PER_BASE,
    VERSION,
    WINDOW,
    ShardMeta,
    meta_bytes,
)
from anaphor.corpus.index.shard_file import SectionWriter
from anaphor.corpus.index.shard_folder import folder_made_whole
from anaphor.corpus.index.shard_vocabulary import Order, Strings, Vocabulary, ordered, strings_of
from anaphor.corpus.kernel.stream import Kernel, Numbers, Text, Totals

_AT_ONCE = 1 << 20
_TABLE_SHARE = 0.6
"""Bytes per word that tables of frequent pairs may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardOptions:
    """What a shard keeps."""

    forward: bool = True
    """The text itself, for windows, forms, several words and concordances."""
    tables: bool = True
    """Tables of frequent pairs, where the shard is large enough for them."""


class ShardWriting:
    """The arrays of a shard, on their way to its file."""

    def __init__(
        self, kernel: Kernel, options: ShardOptions, vocabulary: Vocabulary, text: Text, sources: list[str]
    ) -> None:
        occurrences, sentences_with = kernel.frequencies(text, vocabulary.lemma_of, len(vocabulary.lemmas))
        self._kernel = kernel
        self._options = options
        self._vocabulary = vocabulary
        self._order = ordered(vocabulary, occurrences, sentences_with, ESCAPE)
        self._occurrences = occurrences[self._order.types]
        self._sentences_with = sentences_with[self._order.lemmas]
        self._lemma_of = self._order.lemma_of
        self._text = text
        self._sources = sources
        _renumber(text.words, self._order)

    def write(self, folder: Path, *, language: str, analysis: str, ready_made: bool) -> ShardMeta:
        """Write everything beside its place and then move it there."""
        with folder_made_whole(folder) as temporary, (temporary / DATA).open("wb") as file:
            writer = SectionWriter(file)
            self._write_lemmas(writer)
            _write_strings(writer, "source", strings_of(self._sources))
            writer.write("source/first", self._text.sources)
            if self._options.forward:
                self._write_types(writer)
                self._write_text(writer)
            table = self._write_tables(writer)
            values, counts = np.unique(self._text.lengths, return_counts=True)
            meta = ShardMeta(
                version=VERSION,
                language=language,
                analysis=analysis,
                ready_made=ready_made,
                table=table,
                forward=self._options.forward,
                words=self._text.words.size,
                sentences=self._text.lengths.size,
                lemmas=len(self._vocabulary.lemmas),
                types=len(self._vocabulary.types),
                sources=len(self._sources),
                lengths=tuple(zip(values.tolist(), counts.tolist(), strict=True)),
                sections=writer.sections,
            )
            (temporary / META).write_bytes(meta_bytes(meta))
        return meta

    def _write_lemmas(self, writer: SectionWriter) -> None:
        _write_strings(writer, "lemma", strings_of(self._vocabulary.lemmas[each] for each in self._order.lemmas))
        postings = self._kernel.postings(self._text, self._lemma_of, self._sentences_with)
        packed, places = self._kernel.pack(postings, self._sentences_with)
        writer.write("lemma/sets", packed)
        writer.write("lemma/places", places.astype(np.uint32))
        _write_counts(writer, "lemma/sentences", self._sentences_with)
        occurrences = np.bincount(self._lemma_of, self._occurrences, self._order.lemmas.size).astype(np.int64)
        _write_counts(writer, "lemma/occurrences", occurrences)

    def _write_types(self, writer: SectionWriter) -> None:
        words = [self._vocabulary.types[each] for each in self._order.types]
        _write_strings(writer, "type", strings_of(word.form for word in words))
        writer.write("type/capitals", np.packbits([word.capital for word in words], bitorder="little"))
        writer.write("type/frequent", self._order.frequent)
        writer.write("type/rare", self._order.rare)

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
        before, behind = self._kernel.neighbours(self._text, self._lemma_of, self._order.lemmas.size, WINDOW)
        _write_counts(writer, "neighbour/before", before)
        _write_counts(writer, "neighbour/behind", behind)
        size = table_size(self._text.words.size) if self._options.tables else 0
        if not size or size > self._order.lemmas.size:
            return 0
        tables = self._kernel.tables(self._text, self._lemma_of, size, WINDOW)
        writer.write("table/sentences", tables.sentences)
        writer.write("table/windows", tables.windows)
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


def _renumber(words: Numbers, order: Order) -> None:
    """Give each word the number that its type has on disk, in place."""
    rank = np.empty(order.types.size, np.uint32)
    rank[order.types] = np.arange(order.types.size, dtype=np.uint32)
    for part in _parts(words):
        part[:] = rank[part]


def _parts(words: Numbers) -> Iterator[Numbers]:
    """Views of an array, a million numbers at a time."""
    for start in range(0, words.size, _AT_ONCE):
        yield words[start : start + _AT_ONCE]


def _write_counts(writer: SectionWriter, name: str, counts: Totals) -> None:
    """Counts by lemma: the lower halves of all, and the upper halves of the first ones: the frequent lemmas."""
    large = np.flatnonzero(counts > 0xFFFF)
    writer.write(f"{name}/low", (counts & 0xFFFF).astype(np.uint16))
    writer.write(f"{name}/high", (counts[: large.max(initial=-1) + 1] >> 16).astype(np.uint16))


def _write_strings(writer: SectionWriter, name: str, strings: Strings) -> None:
    writer.write(f"{name}/text", strings.text)
    writer.write(f"{name}/bases", strings.bases)
    writer.write(f"{name}/lengths", strings.lengths)
    writer.write(f"{name}/hashes", strings.hashes)
    writer.write(f"{name}/order", strings.order)
