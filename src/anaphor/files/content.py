"""The whole content of a file: its bytes, unpacked, its text, and its digest."""

import hashlib
import io
import lzma
import os
import stat
import struct
import sys
import tokenize
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from copy import copy
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from anaphor.errors import FormatError, InputError, Place
from anaphor.files.decoding import mark_of, unmarked_utf16
from anaphor.files.opening import ByteStream, open_stream

_SWELL, _SWELL_FROM = 50, 32 * 2**20
"""How many times as many bytes packed ones may become, and how many in any case; tables of text swell 3 to 20 times."""
_PIECE = 1 << 20
MOST_MEMBERS = 50_000
"""Files and folders in one zip archive."""
_LONGEST_RECORD, _SMALLEST_DIRECTORY = 512, 1 << 18
"""Bytes about one file in the directory of a zip, on average, and bytes of a directory that are never too many."""
_RECORD = b"PK\1\2"
"""What each of them begins with."""
_MOST_DIGITS = 18
BAD_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    *(NotImplementedError, RuntimeError, OSError, EOFError, ValueError, OverflowError),
)
"""What Python's module raises on archives that are none, or that say of themselves what cannot be."""
BAD_ARRAY = (*BAD_ZIP, ArithmeticError, LookupError, SyntaxError, TypeError, tokenize.TokenError)
"""What numpy raises on .npy and .npz files that are none: it reads their headers as Python."""
_ZSTANDARD = 93
"""How an archive says that a file in it is packed so."""


def regular_bytes(path: Path, most: int, *, follow: bool = True) -> bytes:
    """The content of a regular file of at most `most` bytes; pipes, devices and larger files are refused.

    What is looked at is what was opened, whatever becomes of the name meanwhile; without `follow` it may be no link.
    """
    try:
        if not path.is_file():
            raise InputError("files-irregular" if path.exists() else "files-absent", where=path)
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW))
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise InputError("files-irregular", where=path)
            if os.fstat(handle).st_size > most or len(data := file.read(most + 1)) > most:
                raise InputError("files-too-large", most=most, where=path)
            return data
    except OSError as error:
        raise InputError("files-unreadable", why=error.strerror or str(error), where=path) from error


def read_unpacked(path: Path, most: int) -> bytes:
    """The content of a regular file, unpacked where it is gzip, bzip2, xz or zstandard; not more than `most` bytes.

    `-` is the standard input. However far a few packed bytes would swell, no more than 32 MiB and fifty times as many
    are ever unpacked.
    """
    is_standard = str(path) == "-"  # a program that has no standard input reads files all the same
    with nullcontext(ByteStream("-", sys.stdin.buffer.read)) if is_standard else open_stream(str(path)) as stream:
        unpacked, pieces, size = stream.unpacked(), list[bytes](), 0
        while piece := unpacked.read(_PIECE):
            size += len(piece)
            if size > most:
                raise FormatError("files-holds-too-much", most=most, where=path)
            if size > _SWELL_FROM + _SWELL * stream.position:
                raise FormatError("files-swells", times=_SWELL, where=path)
            pieces.append(piece)
    return b"".join(pieces)


class _WatchedFile:
    """A file of which no piece is read, while it is watched, that holds more records of a zip's directory than allowed.

    Python reads the directory in one piece, and makes an object of each record in it, whatever number the end of the
    archive declares. What is looked at here is that very piece, so no two readings of the end can differ.
    """

    def __init__(self, file: BinaryIO, most: int, refusal: InputError) -> None:
        self._file = file
        self._most = most
        self._refusal = refusal
        self.watched = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def read(self, size: int = -1) -> bytes:
        if not self.watched:
            return self._file.read(size)
        if size > max(_SMALLEST_DIRECTORY, self._most * _LONGEST_RECORD):
            raise self._refusal
        data = self._file.read(size)
        if data.count(_RECORD) > self._most:
            raise self._refusal
        return data


@contextmanager
def open_zip(source: BinaryIO, most: int, refusal: InputError) -> Iterator[zipfile.ZipFile]:
    """A zip archive of at most so many files and folders; one of more is refused so before its directory takes memory.

    On average 512 bytes of the directory may be about one of them.
    """
    watched = _WatchedFile(source, most, refusal)
    with zipfile.ZipFile(watched) as archive:  # it has all that a file has
        watched.watched = False
        yield archive


def many_members(file: str) -> FormatError:
    """What is said of an archive in which there is too much."""
    return FormatError("files-zip-many", most=MOST_MEMBERS, where=Place(file=file))


def zip_members(data: bytes, *, file: str, most: int) -> list[tuple[str, bytes]]:
    """Names and contents of the files in a zip archive and those in it, none hidden; `most` bytes at most in all."""
    return _zip_members(data, file, most, iter(range(MOST_MEMBERS)))


def _zip_members(data: bytes, file: str, most: int, room: Iterator[int]) -> list[tuple[str, bytes]]:
    """The same where `room` gives a number for each file that there may still be, in whatever archive it lies.

    Eight archives of eight archives, eight deep, hold sixteen million files in eleven kilobytes.
    """
    where, found = Place(file=file), list[tuple[str, bytes]]()
    try:
        with open_zip(io.BytesIO(data), MOST_MEMBERS, many_members(file)) as archive:
            for part in archive.infolist():
                # A file can have no name, on which `is_dir` fails.
                if next(room, None) is None:
                    raise many_members(file)
                names = PurePosixPath(part.filename).parts or ("",)
                if part.filename.endswith("/") or any(name.startswith((".", "__MACOSX")) for name in names):
                    continue
                most = min(most, _SWELL_FROM + _SWELL * len(data))
                content = member_content(archive, part, most + 1)
                most -= len(content)
                if most < 0:
                    raise FormatError("files-swells", times=_SWELL, where=where)
                nested = _zip_members(content, file, most, room) if names[-1].lower().endswith(".zip") else []
                most -= sum(len(each) for _, each in nested)
                found += [(f"{part.filename}/{name}", each) for name, each in nested] or [(part.filename, content)]
    except BAD_ZIP as error:
        # A RuntimeError: a password, or archives in archives without end. Unusual ways of packing are not implemented.
        raise FormatError("files-bad-zip", why=str(error), where=where) from error
    return found


def member_content(archive: zipfile.ZipFile, part: zipfile.ZipInfo, most: int) -> bytes:
    """What is packed in an archive, zstandard included, which zipfile knows from Python 3.14 on."""
    if part.compress_type != _ZSTANDARD or hasattr(zipfile, "ZIP_ZSTANDARD"):
        return archive.open(part).read(most)
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError as error:
        raise NotImplementedError("zstandard") from error
    stored = copy(part)
    stored.compress_type, stored.file_size = zipfile.ZIP_STORED, part.compress_size
    del stored.CRC  # it is that of what is unpacked
    try:
        with archive.open(stored) as packed:
            return ZstdDecompressor().stream_reader(packed, read_across_frames=True).read(most)
    except ZstdError as error:
        raise zlib.error(str(error)) from error


def decode_text(data: bytes, *, file: str, encoding: str | None = None, fallback: str | None = None) -> str:
    r"""The characters of a file, line ends as `\n`: in the stated encoding, that of its byte-order mark, or UTF-8.

    UTF-16 is also recognised without its mark. `fallback` is the encoding of what is not UTF-8 (`latin-1` reads
    anything); without it that is an error with its line. Any other text with zeros in it is none.

    >>> decode_text("été\r\n".encode("utf-16"), file="a.csv")
    'été\n'
    >>> decode_text("été".encode("latin-1"), file="a.csv", fallback="latin-1")
    'été'
    """
    name = encoding or mark_of(data) or (unmarked_utf16(data) if b"\0" in data else None) or "utf-8"
    try:
        text = data.decode("utf-8-sig" if name == "utf-8" else name)
    except UnicodeDecodeError as error:
        if encoding is None and fallback is not None:
            return decode_text(data, file=file, encoding=fallback)
        raise FormatError(
            "files-bad-byte",
            byte=f"0x{data[error.start]:02x}",
            encoding=name.upper(),
            where=Place(file=file, line=data.count(b"\n", 0, error.start) + 1),
        ) from error
    except LookupError as error:
        raise FormatError("files-unknown-encoding", encoding=repr(name), where=Place(file=file)) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError("files-no-text", where=Place(file=file, line=line))
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def whole_number(written: str) -> int | None:
    """A whole number from decimal digits, with a sign or not; None for anything else, and for more than 18 digits.

    Python refuses to read numbers of more than 4,300 digits, and nothing that is counted here needs so many.

    >>> whole_number(" 12 "), whole_number("-3"), whole_number("9" * 5000), whole_number("²"), whole_number("1.0")
    (12, -3, None, None, None)
    """
    bare = written.strip()
    digits = bare[1:] if bare[:1] in ("-", "+") else bare
    return int(bare) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else None


def digest(content: bytes | str | Path, digits: int = 16) -> str:
    """The first hexadecimal digits of the SHA-256 of bytes, of a text as UTF-8, or of the file at a path.

    >>> digest("abc")
    'ba7816bf8f01cfea'
    """
    if isinstance(content, Path):
        with content.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:digits]
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return hashlib.sha256(data).hexdigest()[:digits]
