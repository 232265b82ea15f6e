"""The bytes of an input file in order, unpacked; how a file is packed is found from its content, not its name."""

import bz2
import lzma
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from io import FileIO
from typing import Protocol

from anaphor.errors import FormatError, InputError, MissingExtraError, Place

_PACKED_READ = 1 << 18
_ZSTD_FEED = 1 << 12
"""Bytes given to zstandard at a time: it has no limit on what one call returns, up to 32,768 times as much."""
_PADDING = b"\0"


class ByteStream:
    """Bytes read in order, with a look ahead."""

    def __init__(self, name: str, more: Callable[[int], bytes]) -> None:
        self.name = name
        self.position = 0
        """How many bytes have been read."""
        self._more = more
        self._ahead = b""

    def peek(self, size: int) -> bytes:
        """The next bytes, still to be read; fewer only where the end is near."""
        self._fill(size)
        return self._ahead[:size]

    def read(self, size: int) -> bytes:
        """The next bytes; fewer only at the end."""
        self._fill(size)
        data, self._ahead = self._ahead[:size], self._ahead[size:]
        self.position += len(data)
        return data

    def _fill(self, size: int) -> None:
        pieces, got = [self._ahead] if self._ahead else [], len(self._ahead)
        while got < size and (piece := self._more(size - got)):
            pieces.append(piece)
            got += len(piece)
        self._ahead = pieces[0] if len(pieces) == 1 else b"".join(pieces)


class Decoder(Protocol):
    """One gzip member, bzip2 or xz stream, or zstandard frame being unpacked, as the standard library does it."""

    @property
    def eof(self) -> bool:
        """Whether its end has been reached."""

    @property
    def unused_data(self) -> bytes:
        """What came after its end."""

    @property
    def needs_input(self) -> bool:
        """Whether more packed bytes are needed before anything can come out."""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """What comes out."""


class _Gzip:
    """A gzip member behind the interface that bz2 and lzma share."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(31)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._member.eof

    @property
    def unused_data(self) -> bytes:
        return self._member.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        out = self._member.decompress(self._member.unconsumed_tail + data, max(max_length, 0))
        self.needs_input = not self._member.unconsumed_tail and len(out) < max_length
        return out


class _Zstandard:
    """A zstandard frame behind the interface that bz2 and lzma share."""

    def __init__(self) -> None:
        try:
            self._frame = import_module("zstandard").ZstdDecompressor().decompressobj()
        except ImportError as error:
            raise MissingExtraError("reading zstandard files", "build") from error
        self._waiting = b""

    @property
    def eof(self) -> bool:
        return bool(self._frame.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._frame.unused_data) + self._waiting

    @property
    def needs_input(self) -> bool:
        return not self._waiting

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        waiting = self._waiting + data
        self._waiting = waiting[_ZSTD_FEED:]
        return bytes(self._frame.decompress(waiting[:_ZSTD_FEED]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Packing:
    """One way of packing bytes."""

    name: str
    """As users call it."""
    marks: tuple[bytes, ...]
    """First bytes of every member, stream or frame."""
    decoder: Callable[[], Decoder]
    """Unpacks one of them."""


PACKINGS = (
    Packing(name="gzip", marks=(b"\x1f\x8b\x08",), decoder=_Gzip),
    Packing(
        name="bzip2",
        marks=tuple(b"BZh%d" % level + start for level in range(1, 10) for start in (b"1AY&SY", b"\x17rE8P\x90")),
        decoder=bz2.BZ2Decompressor,
    ),
    Packing(name="xz", marks=(b"\xfd7zXZ\0",), decoder=lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ)),
    Packing(
        name="zstandard",
        marks=(b"\x28\xb5\x2f\xfd", *(bytes([low]) + b"\x2a\x4d\x18" for low in range(0x50, 0x60))),
        decoder=_Zstandard,
    ),
)
_LONGEST_MARK = max(len(mark) for packing in PACKINGS for mark in packing.marks)


def packing_of(head: bytes) -> Packing | None:
    """How a content is packed, from its first bytes.

    >>> packing_of(b"\\x1f\\x8b\\x08").name
    'gzip'
    """
    return next((packing for packing in PACKINGS if head.startswith(packing.marks)), None)


def unpacked(stream: ByteStream) -> ByteStream:
    """The content of a stream unpacked, all its members one after the other; as it is where it is not packed."""
    packing = packing_of(stream.peek(_LONGEST_MARK))
    return ByteStream(stream.name, _Members(stream, packing).more) if packing else stream


class _Members:
    """The members of a packed stream, unpacked in order."""

    def __init__(self, packed: ByteStream, packing: Packing) -> None:
        self._packed = packed
        self._packing = packing
        self._decoder = packing.decoder()
        self._waiting = b""

    def more(self, size: int) -> bytes:
        while True:
            if self._decoder.eof and not self._next_member():
                return b""
            if out := self._step(size):
                return out

    def _step(self, size: int) -> bytes:
        data = b""
        if self._decoder.needs_input:
            data = self._waiting or self._packed.read(_PACKED_READ)
            self._waiting = b""
            if not data:
                raise self._error("ends too early: the file is cut off")
        try:
            return self._decoder.decompress(data, size)
        except (zlib.error, OSError, EOFError, lzma.LZMAError) as error:
            raise self._error(f"is damaged ({error})") from error
        except Exception as error:  # zstandard's own error class is known only where that extra is installed
            if type(error).__module__.partition(".")[0] != "zstandard":
                raise
            raise self._error(f"is damaged ({error})") from error

    def _next_member(self) -> bool:
        """Whether another member follows; zero bytes between members are padding."""
        rest = self._decoder.unused_data.lstrip(_PADDING)
        while len(rest) < _LONGEST_MARK and (fresh := self._packed.read(_PACKED_READ)):
            rest = (rest + fresh).lstrip(_PADDING)
        if not rest:
            return False
        if not rest.startswith(self._packing.marks):
            raise self._error("is followed by something else")
        self._decoder, self._waiting = self._packing.decoder(), rest
        return True

    def _error(self, what: str) -> FormatError:
        return FormatError(
            f"the {self._packing.name} data {what}, near byte {self._packed.position:,} of the packed file",
            where=Place(file=self._packed.name),
            todo="Make or fetch the file again.",
        )


def file_size(path: str) -> int:
    """The size of a regular file in bytes; whatever else stands there is refused in one sentence."""
    where = Place(file=path)
    try:
        found = os.stat(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    except ValueError as error:
        raise InputError("a file name cannot hold a zero byte", where=Place(file=path.replace("\0", "\\0"))) from error
    if stat.S_ISDIR(found.st_mode):
        raise InputError("this is a folder where a file is needed", where=where)
    if not stat.S_ISREG(found.st_mode):
        kind = "a pipe" if stat.S_ISFIFO(found.st_mode) else "a device or a socket"
        raise InputError(
            f"this is {kind}, not a regular file", where=where, todo="Save its content and name that file."
        )
    return found.st_size


@contextmanager
def opened(
    path: str, *, start: int = 0, end: int | None = None, notice: Callable[[int], None] = lambda size: None
) -> Iterator[ByteStream]:
    """The bytes of a regular file from `start` to `end`, as they are on disk; `notice` hears how many are read."""
    left = (file_size(path) if end is None else end) - start
    file = _opened_at(path, start)

    def more(size: int) -> bytes:
        nonlocal left
        try:
            data = file.read(max(0, min(size, left))) or b""
        except OSError as error:
            raise _unreadable(path, error) from error
        left -= len(data)
        notice(len(data))
        return data

    with file:
        yield ByteStream(path, more)


def _opened_at(path: str, start: int) -> FileIO:
    try:
        file = FileIO(path)
        file.seek(start)
    except OSError as error:
        raise _unreadable(path, error) from error
    return file


def _unreadable(path: str, error: OSError) -> InputError:
    what = "there is no such file" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
    return InputError(what, where=Place(file=path))
