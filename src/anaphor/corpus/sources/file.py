"""One file on disk, read: how it is packed, which format it has, and the blocks of any part of it."""

import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, cast

from anaphor.corpus.sources.protocol import (
    AT_BZIP2_STREAMS,
    WHOLE,
    Block,
    Certainty,
    Cut,
    Head,
    Part,
    Passage,
    ReadingSettings,
    ReadingTally,
    SourceFormat,
)
from anaphor.errors import FormatError, InputError, Place
from anaphor.files import HEAD, ByteStream, Encoding, binary, file_size, find_encoding, open_stream
from anaphor.registry import Registry
from anaphor.text import speaking

READERS: Registry[SourceFormat] = Registry("reader", "anaphor.readers")
_ARCHIVES = {b"PK\x03\x04": "zip", b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!": "rar"}
_WINDOW = 1 << 20
_BEFORE = 1 << 12
"""Bytes looked at before a place, so that the end of the record before it is seen."""
_COUNTED = 1 << 20
_UNPACKED = 4
"""Bytes of text that a packed byte holds, about."""
_SECOND_STREAM = 1 << 24
"""Bytes in which the second stream of a multistream dump begins: Wikimedia packs a hundred pages into a stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """What was found out about one file before reading it."""

    path: str
    name: str
    """What blocks and concordances call it."""
    bytes: int
    format: str
    """Its source format; of an archive, the one of its first file."""
    packing: str | None = None
    """How it is packed: gzip, bzip2, xz, zstandard; None: it is not."""
    archive: bool = False
    encoding: str | None = None
    """How its characters are written; None where the format sees to that."""
    divisible: bool = False
    """Whether several parts can share it."""
    note: str = ""
    """What a user should know about it; empty when there is nothing to say."""

    @property
    def weight(self) -> int:
        """About how many bytes of text it holds; packed ones are more when unpacked."""
        return self.bytes * (_UNPACKED if self.packing else 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """What one look at the beginning of a file shows."""

    packing: str | None
    archive: bool
    head: Head
    kind: SourceFormat
    cut: Cut | None
    """Where its bytes on disk may be cut into parts; None: nowhere."""


def _look(path: str, settings: ReadingSettings) -> _Look:
    with open_stream(path) as raw:
        packing = raw.packing
        stream = raw.unpacked()
        archive = is_tar(stream.peek(512))
        if archive:
            first = next(members(stream), None)
            if first is None:
                raise FormatError("corpus-empty-archive", where=Place(file=stream.name))
            stream = first[1].unpacked()
        head = head_of(stream, settings)
    kind = format_of(head, settings)
    if archive:
        cut = None
    elif packing is None:
        cut = kind.cut(head, settings) if head.encoding and head.encoding.cuttable else None
    else:
        cut = AT_BZIP2_STREAMS if packing == "bzip2" and _begins_in_streams(path, kind) else None
    return _Look(packing=packing, archive=archive, head=head, kind=kind, cut=cut)


def _begins_in_streams(path: str, kind: SourceFormat) -> bool:
    """Whether the second bzip2 stream of a file begins with a record, as in the multistream dumps of Wikimedia."""
    if kind.record is None:
        return False
    end = min(file_size(path), _SECOND_STREAM)
    second = next_record(path, 1, end, AT_BZIP2_STREAMS)
    if second == end:
        return False
    with open_stream(path, start=second) as raw:
        return kind.record.match(raw.unpacked().peek(HEAD)) is not None


def inspect_source(path: str, name: str, settings: ReadingSettings) -> SourceFile:
    """What can be found out about a file from its beginning; what no reader knows is refused in one sentence."""
    look = _look(path, settings)
    encoding = look.head.encoding
    if look.head.data:
        look.kind.check(look.head, settings, None if look.packing or look.archive else path)
    return SourceFile(
        path=path,
        name=name,
        bytes=file_size(path),
        format=look.kind.name,
        packing=look.packing,
        archive=look.archive,
        encoding=encoding.name if encoding else None,
        divisible=look.archive or look.kind.deals or look.cut is not None,
        note=_note(encoding),
    )


def head_of(stream: ByteStream, settings: ReadingSettings) -> Head:
    data = stream.peek(HEAD + 1)
    kind = next((kind for mark, kind in _ARCHIVES.items() if data.startswith(mark)), None)
    if kind:
        raise FormatError("corpus-is-archive", kind=kind, where=Place(file=stream.name))
    if is_tar(data):
        raise FormatError("corpus-inner-archive", where=Place(file=stream.name))
    head = data[:HEAD]
    return Head(file=stream.name, data=head, encoding=find_encoding(head, settings.encoding), whole=len(data) <= HEAD)


_DOCUMENTS = re.compile(r"\.(json|yaml|yml|toml|ini|cfg|rtf)(?:\.(?:gz|bz2|xz|zst|lz4))?$", re.IGNORECASE)
"""Names of files that hold one document, not text."""
_NAMES = {"yaml": "YAML", "yml": "YAML", "toml": "TOML", "ini": "INI", "cfg": "INI", "rtf": "RTF"}


def format_of(head: Head, settings: ReadingSettings) -> SourceFormat:
    """The format that the user says, or the one that is surest that the file is its own."""
    if settings.format is not None:
        return READERS.get(settings.format)
    formats, _ = READERS.usable()
    surest = max(formats.values(), key=lambda candidate: candidate.certainty(head))
    if surest.certainty(head) is not Certainty.NO:
        if surest.name == "text" and (kind := _DOCUMENTS.search(head.file)):  # its keys and signs are no sentences
            name = kind[1].lower()
            raise (
                head.error("corpus-is-json") if name == "json" else head.error("corpus-is-document", kind=_NAMES[name])
            )
        return surest
    if head.encoding is None:
        raise binary(head.file)
    raise head.error("corpus-is-json" if head.text.lstrip()[:1] in "[{" else "corpus-unknown-markup")


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
            first = next((match.end() for match in cut.after.finditer(data) if base + match.end() >= place), None)
            if first is not None:
                return base + first
            fresh = stream.read(_WINDOW)
            if not fresh:
                break
            base += len(data[:-_BEFORE])
            data = data[-_BEFORE:] + fresh
    return end


def is_tar(head: bytes) -> bool:
    """Whether a content begins with the header of a tar archive, old kinds included."""
    try:
        tarfile.TarInfo.frombuf(head[: tarfile.BLOCKSIZE], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def members(stream: ByteStream) -> Iterator[tuple[str, ByteStream]]:
    """Name and content of every regular file of an archive that is not empty, in the archive's order."""
    end = 0
    with _damage_told(stream), tarfile.open(fileobj=cast(IO[bytes], stream), mode="r|") as archive:
        for member in archive:
            # tarfile keeps all members for a way back that a stream does not have.
            vars(archive)["members"].clear()
            end = member.offset_data + member.size
            content = archive.extractfile(member) if member.isfile() and member.size else None
            if content is not None and not member.name.rpartition("/")[2].startswith("."):
                read = _damage_told(stream)(content.read)
                yield member.name, ByteStream(f"{stream.name}/{member.name}", read)
    if stream.position < end:
        raise FormatError("corpus-cut-archive", where=Place(file=stream.name))


def check_members(path: str, most: int) -> None:
    """Refuse a tar archive whose files, unpacked too where they are packed, are more than `most` bytes."""
    size = 0
    with open_stream(path) as raw:
        stream = raw.unpacked()
        for _, content in members(stream) if is_tar(stream.peek(512)) else ():
            unpacked = content.unpacked()
            while piece := unpacked.read(_COUNTED):
                size += len(piece)
                if size > most:
                    raise FormatError("files-holds-too-much", most=most, where=Place(file=stream.name))


@contextmanager
def _damage_told(stream: ByteStream) -> Iterator[None]:
    """What is wrong with an archive, as a sentence."""
    try:
        yield
    except (tarfile.TarError, EOFError, ValueError, OverflowError) as error:
        raise FormatError("corpus-damaged-archive", why=str(error), where=Place(file=stream.name)) from error


class FileReader:
    """Reads any file by what it holds: streaming, in constant memory."""

    def __init__(self, settings: ReadingSettings | None = None, tally: ReadingTally | None = None) -> None:
        self._settings = settings or ReadingSettings()
        self.tally = tally or ReadingTally()

    def blocks(self, path: str, /, *, part: Part = WHOLE, name: str | None = None) -> Iterator[Block]:
        """The blocks of one part of one file, in order; the parts of a file together give every block once."""
        if not 0 <= part.index < part.count:
            raise InputError("corpus-no-such-part", part=part.index, parts=part.count)
        called = name or printable(path.rpartition("/")[2])
        look = _look(path, self._settings)
        if look.archive:
            with open_stream(path, notice=self.tally.read) as raw:
                for number, (member, content) in enumerate(members(raw.unpacked())):
                    if number % part.count != part.index:
                        continue
                    source, stream = f"{called}/{printable(member)}", content.unpacked()
                    head = head_of(stream, self._settings)
                    if note := _note(head.encoding):
                        self.tally.notes[f"{source} {note}"] = None
                    passage = Passage(name=source, stream=stream, head=head, settings=self._settings, tally=self.tally)
                    yield from format_of(head, self._settings).blocks(passage)
        elif look.head.data:
            yield from self._file(path, called, part, look)

    def _file(self, path: str, name: str, part: Part, look: _Look) -> Iterator[Block]:
        start, end = (0, None) if look.cut is None else byte_range(path, part, look.cut)
        if start == end or (look.cut is None and part.index and not look.kind.deals):
            return
        with open_stream(path, start=start, end=end, notice=self.tally.read) as raw:
            yield from look.kind.blocks(
                Passage(
                    name=name,
                    stream=raw.unpacked() if look.packing else raw,
                    head=look.head,
                    settings=self._settings,
                    tally=self.tally,
                    offset=start,
                    part=part if look.cut is None else WHOLE,
                    path=None if look.packing else path,
                    lines_before=None if look.packing and start else lambda place: _lines_before(path, place),
                )
            )


def _note(encoding: Encoding | None) -> str:
    """What a user should know about an encoding, in English: a card is the same whoever makes it."""
    with speaking("en"):
        return str(encoding.note) if encoding and encoding.note else ""


def _lines_before(path: str, place: int) -> int:
    with open_stream(path) as raw:
        stream, lines = raw.unpacked(), 0
        while place > 0 and (data := stream.read(min(place, _COUNTED))):
            lines += data.count(b"\n")
            place -= len(data)
    return lines


def printable(name: str) -> str:
    """A name that can be written as UTF-8; bytes that are none become the replacement character.

    >>> printable("caf\\udce9")
    'caf�'
    """
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
