"""What a shard is: an immutable folder with one data file of named arrays, each with its hash, and a `meta.json`."""

import hashlib
import json
import zlib
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from anaphor.corpus.kernel.kernel import ESCAPE, SENTENCES_PER_BASE, Numbers
from anaphor.errors import FormatError, Place
from anaphor.files import regular_bytes
from anaphor.provenance import Record, adapter, plain

VERSION = 1
DATA, META = "data.bin", "meta.json"
WINDOW = 5
"""Words to each side for which counts of frequent pairs are kept ready."""
STRINGS_PER_BASE = 16
ESCAPE_BLOCK = 1 << 16
"""Words of the text whose escapes are written together, each in sixteen bits."""
_LARGEST_META = 1 << 24
_ALIGNED = 64
_HASHED_AT_ONCE = 1 << 22
_LOOKED_AT = 1 << 25
"""Bytes of the largest array that is hashed whenever it is opened: some hundredths of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArraySection:
    """One array of the data file."""

    offset: int
    items: int
    dtype: str
    """Their kind, as numpy names it; always little-endian."""
    sha256: str

    @property
    def end(self) -> int:
        return self.offset + self.items * np.dtype(self.dtype).itemsize


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardMeta:
    """What a shard holds."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    version: int
    language: str
    analysis: str
    words: int
    sentences: int
    lemmas: int
    types: int
    """Different words: form, capital and lemma."""
    sources: int
    """Stretches of text from one source."""
    ready_made: bool = False
    """Whether its lemmas come from the source itself, not from our analysis."""
    forward: bool = True
    """Whether the text can be read back: needed for windows, forms, several words and concordances."""
    table: int = 0
    """How many frequent lemmas have a table of all their pairs."""
    lengths: tuple[tuple[int, int], ...] = ()
    """How many sentences have each length."""
    sections: dict[str, ArraySection] = field(default_factory=dict)


def record_text(record: object) -> str:
    """A record as it is written: the same text for the same record, whoever writes it."""
    return json.dumps(plain(record), ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def record_in(data: bytes, kind: type[Record], path: Path, code: str, *, fields: bool = False) -> Record:
    """The record in the bytes of a file; what is none is refused, where asked with the field that is wrong."""
    from pydantic import ValidationError

    try:
        return adapter(kind).validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) if fields else ""
        raise FormatError(code, why=first["msg"], where=Place(file=str(path), field=place or None)) from error


def read_meta(folder: Path, sha256: str | None = None) -> ShardMeta:
    """The description of a shard; what is no shard of this version, or has another hash than it should, is refused."""
    path = folder / META
    data = regular_bytes(path, _LARGEST_META)
    if sha256 not in (None, hashlib.sha256(data).hexdigest()):
        raise FormatError("corpus-shard-changed", where=path)
    meta = record_in(data, ShardMeta, path, "corpus-no-shard")
    if meta.version != VERSION:
        raise FormatError("corpus-shard-version", found=meta.version, known=VERSION, where=path)
    return meta


class SectionWriter:
    """Writes arrays into an open file and remembers where they stand."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0
        self.sections: dict[str, ArraySection] = {}

    def write(self, name: str, array: NDArray[Any]) -> None:
        self.write_parts(name, array.dtype, [array])

    def write_parts(self, name: str, dtype: np.dtype[Any], parts: Iterable[NDArray[Any]]) -> None:
        """Append an array that is made part by part."""
        missing = -self._at % _ALIGNED
        self._file.write(bytes(missing))
        self._at += missing
        offset, digest, kind = self._at, hashlib.sha256(), dtype.newbyteorder("<")
        for part in parts:
            packed = np.ascontiguousarray(part, kind)
            self._file.write(packed.data)
            digest.update(packed.data)
            self._at += packed.nbytes
        items = (self._at - offset) // kind.itemsize
        self.sections[name] = ArraySection(
            offset=offset, items=items, dtype=kind.str.lstrip("<|"), sha256=digest.hexdigest()
        )


class SectionReader:
    """The arrays of a data file, mapped into memory and shared with other processes."""

    def __init__(self, folder: Path, meta: ShardMeta) -> None:
        path = self._path = folder / DATA
        self._sections = meta.sections
        try:
            size = path.stat().st_size
            # A plain view of the map: numpy's own class for maps makes every step slower.
            self._data = np.memmap(path, np.uint8, "r").view(np.ndarray) if size else np.zeros(0, np.uint8)
        except OSError as error:
            raise FormatError("corpus-shard-unreadable", why=str(error.strerror), where=path) from error
        if max((section.end for section in meta.sections.values()), default=0) > self._data.size:
            raise FormatError("corpus-shard-short", where=path)

    def array(self, name: str) -> NDArray[Any]:
        """One array, not copied; a damaged one is refused, unless it is so large that looking would take seconds."""
        section = self._sections[name]
        if section.end - section.offset <= _LOOKED_AT and not self._is_whole(section):
            raise FormatError("corpus-shard-damaged", array=name, where=self._path)
        return self._data[section.offset : section.end].view(np.dtype(f"<{section.dtype}"))

    def _is_whole(self, section: ArraySection) -> bool:
        digest = hashlib.sha256()
        for start in range(section.offset, section.end, _HASHED_AT_ONCE):
            digest.update(self._data[start : min(start + _HASHED_AT_ONCE, section.end)].data)
        return digest.hexdigest() == section.sha256

    def damaged(self) -> tuple[str, ...]:
        """The arrays whose bytes are not those that were written; the file itself for bytes between or behind them."""
        found = [name for name, section in self._sections.items() if not self._is_whole(section)]
        end, filled = 0, True
        for section in sorted(self._sections.values(), key=lambda each: each.offset):
            filled = filled and not self._data[end : section.offset].any()  # zeros fill the gaps between arrays
            end = max(end, section.end)  # an empty array shares its place with the next
        return tuple(found) if filled and end == self._data.size else (*found, DATA)


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

    def find(self, text: str) -> list[int]:
        """The numbers of all strings equal to a text, in order."""
        key, found = text.encode("utf-8"), []
        hashed = zlib.crc32(key)
        at = bisect_left(self._hashes, hashed)
        while at < len(self._hashes) and self._hashes[at] == hashed:
            number = self._order[at]
            if self._bytes(number) == key:
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
        found = self.lemmas.find(text)
        return found[0] if found else -1

    def set_size(self, lemma: int) -> int:
        return int(self._places[lemma + 1] - self._places[lemma])

    def sentences(self, lemma: int) -> BitMap:
        part = self._sets[self._places[lemma] : self._places[lemma + 1]]
        if len(part) == 4 * self.sentences_with[lemma]:
            return BitMap(part.cast("I"))
        return BitMap.deserialize(part)  # type: ignore[arg-type]  # it takes any buffer, and copies none before

    @cached_property
    def types(self) -> StringTable:
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

    def lemma_of_type(self, type_number: int) -> int:
        starts = self._type_starts[type_number >= ESCAPE]
        return int(np.searchsorted(starts, type_number, side="right")) - 1

    @cached_property
    def text(self) -> ShardText:
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
    def sources(self) -> StringTable:
        return StringTable(self.reader, "source")

    def source_of(self, sentence: int) -> str:
        return self.sources[int(np.searchsorted(self.source_starts, sentence, side="right")) - 1]

    @cached_property
    def neighbours(self) -> tuple[CountTable, CountTable]:
        """How many words stand within the ready window before, and behind, all occurrences of each lemma."""
        return CountTable(self.reader, "neighbour/before"), CountTable(self.reader, "neighbour/behind")

    def table(self, name: str) -> "memoryview[int] | None":
        return self.reader.array(name).data if name in self.meta.sections else None
