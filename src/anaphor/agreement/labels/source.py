"""The bytes of a label file, uncompressed, and its text; whatever is unreadable gets a sentence with its place."""

import bz2
import codecs
import gzip
import lzma
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from anaphor.errors import ContentError, FormatError, Place

LARGEST = 2 * 2**30
"""Bytes, uncompressed: about a hundred million labels."""


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


_OPENERS: dict[bytes, Callable[[BinaryIO], _Readable]] = {
    b"\xfd7zXZ\x00": lzma.LZMAFile,
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
}
_FOREIGN = {
    b"PK\x03\x04": "a zip archive or a spreadsheet",
    b"%PDF": "a PDF",
    b"SQLite format 3": "an SQLite database",
    b"\x28\xb5\x2f\xfd": "a zstandard archive",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet or document",
    b"RDX": "data of R",
    b"RDA": "data of R",
    b"X\n\x00\x00\x00": "data of R",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x7fELF": "a program",
    b"\x93NUMPY": "a numpy array",
}
# The marks of UTF-32 begin as those of UTF-16 do, so they come first.
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelFile:
    """The content of a label file."""

    name: str
    """The file's name as the user gave it."""
    data: bytes
    """Its content, uncompressed."""
    encoding: str | None = None
    """The encoding that the user states; None: UTF-8, or UTF-16 with a byte-order mark."""

    @property
    def parquet(self) -> bool:
        """Whether the content is Parquet."""
        return self.data[:4] == b"PAR1"

    def text(self) -> str:
        """The content as text, line ends as `\\n`."""
        encoding = self.encoding or next((name for mark, name in _MARKS.items() if self.data.startswith(mark)), "utf-8")
        try:
            text = self.data.decode(encoding)
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise self.error(
                f"the byte 0x{self.data[error.start]:02x} is no {encoding.upper()} text",
                line=line,
                todo="Save the whole file in one encoding, UTF-8 at best, or state it: --encoding latin-1.",
            ) from error
        except LookupError as error:
            raise self.error(f"there is no encoding called {encoding!r}") from error
        if "\0" in text:
            raise self._binary(text)
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def _binary(self, text: str) -> FormatError:
        """The error for a text with zeros in it: every second byte is one in UTF-16."""
        for order, start in (("utf-16-le", 1), ("utf-16-be", 0)):
            zeros = self.data[start::2].count(0)
            if zeros > 0.8 * len(self.data[start::2]) and self.data[1 - start :: 2].count(0) < zeros / 10:
                return self.error(
                    "the file seems to be UTF-16 without the mark that says so", todo=f"State it: --encoding {order}."
                )
        return self.error("the file is binary, not text", line=text.count("\n", 0, text.index("\0")) + 1)

    def error(self, what: str, *, line: int | None = None, field: str | None = None, todo: str = "") -> FormatError:
        """An error at a place of this file, to raise."""
        return FormatError(what, where=Place(file=self.name, line=line, field=field), todo=todo)

    def impossible(
        self, what: str, *, line: int | None = None, field: str | None = None, todo: str = ""
    ) -> ContentError:
        """A statement of this file that cannot be, to raise."""
        return ContentError(what, where=Place(file=self.name, line=line, field=field), todo=todo)


def open_file(path: Path, encoding: str | None = None) -> LabelFile:
    """The content of a file, uncompressed; compression is found from the content."""
    where = Place(file=str(path))
    try:
        if not path.is_file():
            what = "this is a folder" if path.is_dir() else "there is no such file"
            raise FormatError(what, where=where, todo="Name a file with labels.")
        with path.open("rb") as file:
            data = _uncompressed(file, where)
    except (OSError, EOFError, lzma.LZMAError, zlib.error, ValueError) as error:
        raise FormatError(f"the file cannot be read ({error})", where=where) from error
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        raise FormatError("the file is empty", where=where)
    return LabelFile(name=str(path), data=data, encoding=encoding)


def _uncompressed(file: BinaryIO, where: Place) -> bytes:
    magic = file.read(16)
    file.seek(0)
    opener = next((opener for start, opener in _OPENERS.items() if magic.startswith(start)), None)
    source: _Readable = opener(file) if opener else file
    data = source.read(LARGEST + 1)
    for start, what in _FOREIGN.items():
        if data.startswith(start):
            raise FormatError(f"the file is {what}", where=where, todo="Save the labels as CSV and name that file.")
    if len(data) > LARGEST:
        raise FormatError(f"the file holds more than {LARGEST:,} bytes", where=where, todo="Split it.")
    return data
