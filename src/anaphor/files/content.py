"""The whole content of a file: its bytes, unpacked, its text, and its digest."""

import hashlib
from pathlib import Path

from anaphor.errors import FormatError, InputError, Place
from anaphor.files.streams.decoding import mark_of
from anaphor.files.streams.opening import open_stream

_ZEROS_OF_UTF16 = 0.8
"""Share of zeros among every second byte from which on a text is taken for UTF-16: letters of ours have them all."""


def regular_bytes(path: Path, most: int) -> bytes:
    """The content of a regular file of at most `most` bytes; pipes, devices and larger files are refused."""
    try:
        if not path.is_file():
            raise InputError("files-irregular" if path.exists() else "files-absent", where=path)
        if path.stat().st_size > most:
            raise InputError("files-too-large", most=most, where=path)
        return path.read_bytes()
    except OSError as error:
        raise InputError("files-unreadable", why=error.strerror or str(error), where=path) from error


def read_unpacked(path: Path, most: int) -> bytes:
    """The content of a regular file, unpacked where it is gzip, bzip2, xz or zstandard; not more than `most` bytes.

    However far a few packed bytes would swell, no more than that is ever unpacked.
    """
    with open_stream(str(path)) as stream:
        data = stream.unpacked().read(most + 1)
    if len(data) > most:
        raise FormatError("files-holds-too-much", most=most, where=path)
    return data


def decode_text(data: bytes, *, file: str, encoding: str | None = None, fallback: str | None = None) -> str:
    r"""The characters of a file, line ends as `\n`: in the stated encoding, that of its byte-order mark, or UTF-8.

    `fallback` is the encoding of what is not UTF-8 (`latin-1` reads anything); without it that is an error with its
    line. A text with zeros in it is none.

    >>> decode_text("été\r\n".encode("utf-16"), file="a.csv")
    'été\n'
    >>> decode_text("été".encode("latin-1"), file="a.csv", fallback="latin-1")
    'été'
    """
    name = encoding or mark_of(data) or "utf-8"
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
        for order, start in (("utf-16-le", 1), ("utf-16-be", 0)):  # every second byte is zero in UTF-16
            zeros = data[start::2].count(0)
            if zeros > _ZEROS_OF_UTF16 * len(data[start::2]) and data[1 - start :: 2].count(0) < zeros / 10:
                raise FormatError("files-utf16-unmarked", order=order, where=Place(file=file))
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError("files-no-text", where=Place(file=file, line=line))
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


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
