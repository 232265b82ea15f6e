"""A shard opened for asking: mapped into memory, nothing of it is loaded before it is needed."""

from bisect import bisect_left
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from anaphor.corpus.index.shard_file import ESCAPE_BLOCK, SectionReader, ShardMeta
from anaphor.corpus.index.shard_writing import STRINGS_PER_BASE, string_hash
from anaphor.corpus.kernel.kernel import ESCAPE, SENTENCES_PER_BASE, Numbers


class ShardText(NamedTuple):
    """The words of a shard, sentence by sentence."""

    bases: Numbers
    """For some sentences at a time, the place of the first word."""
    offsets: NDArray[np.uint16]
    """For each sentence, its first word's place behind that; one more at the end."""
    codes: NDArray[np.uint16]
    """All words: types, or `ESCAPE`."""
    escapes: Numbers
    """Places of the words whose type is too large a number for a code."""
    escaped: Numbers
    """Their types."""


class StringTable:
    """Strings of a shard: by number, and by a hash of their bytes."""

    def __init__(self, reader: SectionReader, name: str) -> None:
        self._text = reader.array(f"{name}/text").data
        self._bases = reader.array(f"{name}/bases").data
        self._lengths = reader.array(f"{name}/lengths").data
        self._hashes = reader.array(f"{name}/hashes").data
        self._order = reader.array(f"{name}/order").data

    def _bytes(self, number: int) -> "memoryview[int]":
        base = number // STRINGS_PER_BASE
        start = self._bases[base] + sum(self._lengths[base * STRINGS_PER_BASE : number])
        return self._text[start : start + self._lengths[number]]

    def __getitem__(self, number: int) -> str:
        return str(self._bytes(number), "utf-8")

    def find(self, text: bytes, hashed: int) -> list[int]:
        """The numbers of all strings equal to a text whose hash is known, in order."""
        found = []
        at = bisect_left(self._hashes, hashed)
        while at < len(self._hashes) and self._hashes[at] == hashed:
            number = self._order[at]
            if self._bytes(number) == text:
                found.append(number)
            at += 1
        return found


class CountTable:
    """A count for each lemma: lower halves of all, upper halves of the first ones."""

    def __init__(self, reader: SectionReader, name: str) -> None:
        self._low = reader.array(f"{name}/low").data
        self._high = reader.array(f"{name}/high").data

    def __getitem__(self, lemma: int) -> int:
        low = self._low[lemma]
        return low | self._high[lemma] << 16 if lemma < len(self._high) else low

    def __len__(self) -> int:
        return len(self._low)


class Shard:
    """The arrays of a shard as sets, texts and numbers."""

    def __init__(self, folder: Path, meta: ShardMeta) -> None:
        self.folder = folder
        self.meta = meta
        self.reader = SectionReader(folder, meta)
        self.lemmas = StringTable(self.reader, "lemma")
        self._sets = self.reader.array("lemma/sets").data
        self._places = self.reader.array("lemma/places").data
        self.sentences_with = CountTable(self.reader, "lemma/sentences")
        self.occurrences = CountTable(self.reader, "lemma/occurrences")

    def lemma(self, text: str) -> int:
        """The number of a lemma; −1 where the shard does not have it."""
        key = text.encode("utf-8")
        found = self.lemmas.find(key, string_hash(key))
        return found[0] if found else -1

    def set_size(self, lemma: int) -> int:
        """The bytes that the set of a lemma's sentences takes."""
        return int(self._places[lemma + 1] - self._places[lemma])

    def sentences(self, lemma: int) -> BitMap:
        """The sentences with a lemma."""
        part = self._sets[self._places[lemma] : self._places[lemma + 1]]
        if len(part) == 4 * self.sentences_with[lemma]:
            return BitMap(part.cast("I"))
        return BitMap.deserialize(part)  # type: ignore[arg-type]  # it takes any buffer, and copies none before

    @cached_property
    def types(self) -> StringTable:
        """Forms of the types."""
        return StringTable(self.reader, "type")

    @cached_property
    def _type_starts(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        return self.reader.array("type/frequent"), self.reader.array("type/rare")

    def types_of_lemma(self, lemma: int) -> tuple[tuple[int, int], ...]:
        """The ranges of a lemma's types: the frequent ones, which have codes of their own in the text, and the rare."""
        ranges = ((int(starts[lemma]), int(starts[lemma + 1])) for starts in self._type_starts)
        return tuple(each for each in ranges if each[0] < each[1])

    @cached_property
    def _capitals(self) -> NDArray[np.uint8]:
        return self.reader.array("type/capitals")

    def form(self, type_number: int) -> str:
        """A type as it was written, but for capitals behind the first letter."""
        form = self.types[type_number]
        capital = self._capitals[type_number >> 3] >> (type_number & 7) & 1
        return form[:1].upper() + form[1:] if capital else form

    def types_of_form(self, form: str) -> list[int]:
        """The types that are written so, with or without a capital."""
        key = form.encode("utf-8")
        return self.types.find(key, string_hash(key))

    def lemma_of_type(self, type_number: int) -> int:
        """The lemma of a type."""
        starts = self._type_starts[type_number >= ESCAPE]
        return int(np.searchsorted(starts, type_number, side="right")) - 1

    @cached_property
    def text(self) -> ShardText:
        """The words of all sentences."""
        blocks, low = self.reader.array("text/blocks").astype(np.int64), self.reader.array("text/escapes")
        escapes = np.repeat(np.arange(blocks.size - 1, dtype=np.uint32) * np.uint32(ESCAPE_BLOCK), np.diff(blocks))
        return ShardText(
            bases=self.reader.array("sentence/bases"),
            offsets=self.reader.array("sentence/offsets"),
            codes=self.reader.array("text/codes"),
            escapes=escapes + low,
            escaped=self.reader.array("text/escaped"),
        )

    def start(self, sentences: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The place of the first word of sentences."""
        bases = self.text.bases[sentences // np.uint32(SENTENCES_PER_BASE)]
        return np.asarray(np.add(bases, self.text.offsets[sentences], dtype=np.int64))

    def words_at(self, places: NDArray[np.int64]) -> NDArray[np.uint32]:
        """The types at some places of the text."""
        words = self.text.codes[places].astype(np.uint32)
        hidden = np.flatnonzero(words == ESCAPE)
        if hidden.size:
            words[hidden] = self.text.escaped[np.searchsorted(self.text.escapes, places[hidden])]
        return words

    @cached_property
    def source_starts(self) -> Numbers:
        """The first sentence of each stretch of text from one source."""
        return self.reader.array("source/first")

    @cached_property
    def source_names(self) -> list[str]:
        """The source of each stretch."""
        return [self._sources[number] for number in range(self.meta.sources)]

    @cached_property
    def _sources(self) -> StringTable:
        return StringTable(self.reader, "source")

    def source_of(self, sentence: int) -> str:
        """The source of a sentence."""
        stretch = int(np.searchsorted(self.source_starts, sentence, side="right")) - 1
        return self._sources[stretch]

    @cached_property
    def neighbours(self) -> tuple[CountTable, CountTable]:
        """How many words stand within the ready window before, and behind, all occurrences of each lemma."""
        return CountTable(self.reader, "neighbour/before"), CountTable(self.reader, "neighbour/behind")

    def table(self, name: str) -> "memoryview[int] | None":
        """A table of frequent pairs; None where the shard has none."""
        return self.reader.array(name).data if name in self.meta.sections else None
