"""The bytes of a file in order, unpacked; how a file is packed is found from its content, not its name."""

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
from anaphor.text import choice, text

_PACKED_READ = 1 << 18
_ZSTD_FEED = 1 << 12
"""Bytes given to zstandard at a time: it has no limit on what one call returns, up to 32,768 times as much."""
_PADDING = b"\0"


class ByteStream:
    """Bytes read in order, with a look ahead; `more` gives at most so many of the next ones, none at the end.

    >>> from io import BytesIO
    >>> stream = ByteStream("rain.txt", BytesIO(b"Il pleut.").read)
    >>> stream.peek(2), stream.read(9), stream.position
    (b'Il', b'Il pleut.', 9)
    """

    def __init__(self, name: str, more: Callable[[int], bytes]) -> None:
        self.name = name
        """What messages call it."""
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

    @property
    def packing(self) -> str | None:
        """How what follows is packed: gzip, bzip2, xz, zstandard; None: it is not."""
        return next((each.name for each in _PACKINGS if self.peek(_LONGEST_MARK).startswith(each.marks)), None)

    def unpacked(self) -> "ByteStream":
        """The content unpacked, all its members one after the other; the stream itself where it is not packed."""
        packing = next((each for each in _PACKINGS if each.name == self.packing), None)
        return ByteStream(self.name, _Members(self, packing).more) if packing else self


class _Decoder(Protocol):
    """One gzip member, bzip2 or xz stream, or zstandard frame being unpacked, as the standard library does it."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    @property
    def needs_input(self) -> bool: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


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
            raise MissingExtraError(text("files-reading-zstandard"), "build") from error
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


@dataclass(frozen=True, slots=True)
class _Packing:
    """One way of packing bytes."""

    name: str
    """As users call it."""
    marks: tuple[bytes, ...]
    """First bytes of every member, stream or frame."""
    decoder: Callable[[], _Decoder]
    """Unpacks one of them."""


_PACKINGS = (
    _Packing("gzip", (b"\x1f\x8b\x08",), _Gzip),
    # A bzip2 stream begins with its level and, as digits of pi or of its root, a block or the end of an empty stream.
    _Packing(
        "bzip2",
        tuple(b"BZh%d" % level + start for level in range(1, 10) for start in (b"1AY&SY", b"\x17rE8P\x90")),
        bz2.BZ2Decompressor,
    ),
    _Packing("xz", (b"\xfd7zXZ\0",), lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ)),
    # The other marks are those of frames that hold no text, which a file may begin with.
    _Packing(
        "zstandard",
        (b"\x28\xb5\x2f\xfd", *(bytes([low]) + b"\x2a\x4d\x18" for low in range(0x50, 0x60))),
        _Zstandard,
    ),
)
_LONGEST_MARK = max(len(mark) for packing in _PACKINGS for mark in packing.marks)


class _Members:
    """The members of a packed stream, unpacked in order."""

    def __init__(self, packed: ByteStream, packing: _Packing) -> None:
        self._packed = packed
        self._packing = packing
        self._decoder = packing.decoder()
        self._waiting = b""

    def more(self, size: int) -> bytes:
        """Some of the next bytes, unpacked; none at the end."""
        while not self._decoder.eof or self._next_member():
            data = b""
            if self._decoder.needs_input:
                data, self._waiting = self._waiting or self._packed.read(_PACKED_READ), b""
                if not data:
                    raise self._error("files-packed-cut")
            try:
                out = self._decoder.decompress(data, size)
            except (zlib.error, OSError, EOFError, lzma.LZMAError) as error:
                raise self._error("files-packed-damaged", why=str(error)) from error
            except Exception as error:  # zstandard's own error class is known only where that extra is installed
                if type(error).__module__.partition(".")[0] != "zstandard":
                    raise
                raise self._error("files-packed-damaged", why=str(error)) from error
            if out:
                return out
        return b""

    def _next_member(self) -> bool:
        """Whether another member follows; zero bytes between members are padding."""
        rest = self._decoder.unused_data.lstrip(_PADDING)
        while len(rest) < _LONGEST_MARK and (fresh := self._packed.read(_PACKED_READ)):
            rest = (rest + fresh).lstrip(_PADDING)
        if not rest:
            return False
        if not rest.startswith(self._packing.marks):
            raise self._error("files-packed-followed")
        self._decoder, self._waiting = self._packing.decoder(), rest
        return True

    def _error(self, code: str, **values: str) -> FormatError:
        where = Place(file=self._packed.name)
        return FormatError(code, packing=self._packing.name, byte=self._packed.position, where=where, **values)


def file_size(path: str) -> int:
    """The size of a regular file in bytes; whatever else stands there is refused in one sentence."""
    try:
        found = os.stat(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    except ValueError as error:
        raise InputError("files-zero-in-name", where=Place(file=path.replace("\0", "\\0"))) from error
    if stat.S_ISREG(found.st_mode):
        return found.st_size
    kind = "folder" if stat.S_ISDIR(found.st_mode) else "pipe" if stat.S_ISFIFO(found.st_mode) else "device"
    raise InputError(choice("files-is", kind), where=Place(file=path))


@contextmanager
def open_stream(
    path: str, *, start: int = 0, end: int | None = None, notice: Callable[[int], None] = lambda size: None
) -> Iterator[ByteStream]:
    """The bytes of a regular file from `start` to `end`, as they are on disk; `notice` hears how many are read."""
    left = (file_size(path) if end is None else end) - start
    try:
        file = FileIO(path)
        file.seek(start)
    except OSError as error:
        raise _unreadable(path, error) from error

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


def _unreadable(path: str, error: OSError) -> InputError:
    where = Place(file=path)
    if isinstance(error, FileNotFoundError):
        return InputError("files-absent", where=where)
    return InputError("files-cannot-read", why=error.strerror or str(error), where=where)
