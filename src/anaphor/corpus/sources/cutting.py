"""Files cut where a record ends: the byte range of a part, and the records of a range in large chunks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from anaphor.corpus.sources.document import Part
from anaphor.errors import FormatError, Place
from anaphor.files.streams import ByteStream, file_size, open_stream

CHUNK = 1 << 22
"""Bytes of text that are handed on at a time: larger ones leave the processor's cache and are slower."""
_LONGEST_RECORD = 1 << 26
_WINDOW = 1 << 20
_BEFORE = 1 << 12
"""Bytes looked at before a place, so that the end of the record before it is seen."""
_TAIL = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Where a format may be cut."""

    after: re.Pattern[bytes]
    """A record may begin where a match of this ends."""
    forced: bool = False
    """True: a record that is too long is cut at a newline or a space inside; False: it is an error."""

    def last(self, data: bytes) -> int:
        """Where the last record that ends inside some bytes ends; 0 when none does."""
        for start in (max(0, len(data) - _TAIL), 0):
            end = 0
            for match in self.after.finditer(data, start):
                end = match.end()
            if end:
                return end
        return 0


AT_NEWLINES = Cut(after=re.compile(rb"\n"))
AT_BZIP2_STREAMS = Cut(after=re.compile(rb"(?=BZh[1-9]1AY&SY)"))
AT_BLANK_LINES = Cut(after=re.compile(rb"\n(?:[ \t\r]*\n)+"))


class Chunk(NamedTuple):
    """Whole records."""

    offset: int
    """Place of the first byte in the unpacked file."""
    data: bytes
    """The bytes."""


def byte_range(path: str, part: Part, cut: Cut) -> tuple[int, int]:
    """The bytes of one part of a file: they begin and end where a record may begin, and the parts are all of it."""
    size = file_size(path)
    first, last = size * part.index // part.count, size * (part.index + 1) // part.count
    return next_record(path, first, size, cut), next_record(path, last, size, cut)


def next_record(path: str, place: int, end: int, cut: Cut) -> int:
    """The first place at or after a byte where a record may begin, or `end`: it depends on byte and file alone."""
    if place in (0, end):
        return place
    base = max(0, place - _BEFORE)
    with open_stream(path, start=base, end=end) as stream:
        data = stream.read(_BEFORE + _WINDOW)
        while data:
            found = next((match.end() for match in cut.after.finditer(data) if base + match.end() >= place), None)
            if found is not None:
                return base + found
            fresh = stream.read(_WINDOW)
            if not fresh:
                break
            base += len(data[:-_BEFORE])
            data = data[-_BEFORE:] + fresh
    return end


def chunks(stream: ByteStream, cut: Cut, *, offset: int = 0, size: int = CHUNK) -> Iterator[Chunk]:
    """The records of a stream, as many at a time as fit into `size` bytes."""
    rest = b""
    while fresh := stream.read(wanted := size - len(rest) if len(rest) < size else size):
        if len(fresh) < wanted:
            rest += fresh
            break
        end = cut.last(fresh)
        if end:  # the usual case: one copy of the bytes, not two
            data, rest = b"".join((rest, memoryview(fresh)[:end])), fresh[end:]
        else:
            whole = rest + fresh
            end = cut.last(whole) or _forced(stream, cut, whole, size)
            data, rest = whole[:end], whole[end:]
        if data:
            yield Chunk(offset, data)
            offset += len(data)
    if rest:
        yield Chunk(offset, rest)


def _forced(stream: ByteStream, cut: Cut, data: bytes, size: int) -> int:
    """Where a record that does not end is cut: always the same number of bytes after its beginning; 0: read on."""
    if cut.forced and len(data) >= size:
        return _gap(data, b"\n", size) or _gap(data, b" ", size) or _character(data, size)
    if len(data) >= _LONGEST_RECORD:
        raise FormatError(
            f"a record has more than {_LONGEST_RECORD:,} bytes", where=Place(file=stream.name), todo="Split it."
        )
    return 0


def _gap(data: bytes, sign: bytes, size: int) -> int:
    return data.rfind(sign, size // 2, size) + 1


def _character(data: bytes, size: int) -> int:
    """A place near `size` at which a UTF-8 character begins."""
    end = size - 1
    while end > size - 4 and data[end] & 0xC0 == 0x80:
        end -= 1
    return end
