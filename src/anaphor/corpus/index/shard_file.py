"""The data file of a shard: arrays one behind the other, each with its hash."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus.index.shard import DATA, Section, ShardMeta
from anaphor.errors import FormatError, Place

_ALIGNED = 64
_HASHED_AT_ONCE = 1 << 22


class SectionWriter:
    """Writes arrays into an open file and remembers where they stand."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0
        self.sections: dict[str, Section] = {}

    def write(self, name: str, array: NDArray[Any]) -> None:
        """Append an array."""
        self.write_parts(name, array.dtype, [array])

    def write_parts(self, name: str, dtype: np.dtype[Any], parts: Iterable[NDArray[Any]]) -> None:
        """Append an array that is made part by part."""
        self._pad()
        offset, digest, kind = self._at, hashlib.sha256(), dtype.newbyteorder("<")
        for part in parts:
            packed = np.ascontiguousarray(part, kind)
            self._file.write(packed.data)
            digest.update(packed.data)
            self._at += packed.nbytes
        items = (self._at - offset) // kind.itemsize
        self.sections[name] = Section(
            offset=offset, items=items, dtype=kind.str.lstrip("<|"), sha256=digest.hexdigest()
        )

    def _pad(self) -> None:
        missing = -self._at % _ALIGNED
        self._file.write(bytes(missing))
        self._at += missing


class SectionReader:
    """The arrays of a data file, mapped into memory and shared with other processes."""

    def __init__(self, folder: Path, meta: ShardMeta) -> None:
        self._path = folder / DATA
        self._sections = meta.sections
        try:
            size = self._path.stat().st_size
            # A plain view of the map: numpy's own class for maps makes every step slower.
            self._data = np.memmap(self._path, np.uint8, "r").view(np.ndarray) if size else np.zeros(0, np.uint8)
        except OSError as error:
            raise FormatError(f"the data of a shard cannot be read ({error.strerror})", where=self._place) from error
        end = max((_end(section) for section in meta.sections.values()), default=0)
        if end > self._data.size:
            raise FormatError("the data of a shard is cut short", where=self._place, todo="Build the index again.")

    @property
    def _place(self) -> Place:
        return Place(file=str(self._path))

    def array(self, name: str) -> NDArray[Any]:
        """One array, not copied."""
        section = self._sections[name]
        return self._data[section.offset : _end(section)].view(np.dtype(f"<{section.dtype}"))

    def damaged(self) -> tuple[str, ...]:
        """The arrays whose bytes are not those that were written; the file itself for bytes between or behind them."""
        found = [name for name, section in self._sections.items() if self._hash(section) != section.sha256]
        return (*found, *(() if self._is_filled_with_zeros() else (DATA,)))

    def _is_filled_with_zeros(self) -> bool:
        """Whether what fills the gaps between arrays is as it was written, and nothing stands behind the last."""
        end = 0
        for section in sorted(self._sections.values(), key=lambda each: each.offset):
            if self._data[end : section.offset].any():
                return False
            end = max(end, _end(section))  # an empty array shares its place with the next
        return end == self._data.size

    def _hash(self, section: Section) -> str:
        digest = hashlib.sha256()
        for start in range(section.offset, _end(section), _HASHED_AT_ONCE):
            digest.update(self._data[start : min(start + _HASHED_AT_ONCE, _end(section))].data)
        return digest.hexdigest()


def _end(section: Section) -> int:
    return section.offset + section.items * np.dtype(section.dtype).itemsize
