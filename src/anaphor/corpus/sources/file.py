"""One file on disk, read: how it is packed, which format it has, and the blocks of any part of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from anaphor.corpus.sources.archive import is_tar, members
from anaphor.corpus.sources.cutting import AT_BZIP2_STREAMS, Cut, byte_range, next_record
from anaphor.corpus.sources.document import WHOLE, Block, Part
from anaphor.corpus.sources.inputs import printable
from anaphor.corpus.sources.protocol import Certainty, Head, Passage, ReadingSettings, SourceFormat, Tally
from anaphor.errors import FormatError, InputError, Place
from anaphor.files.streams import HEAD, ByteStream, binary, file_size, find_encoding, open_stream
from anaphor.registry import Registry

READERS: Registry[SourceFormat] = Registry("reader", "anaphor.readers")
_ARCHIVES = {b"PK\x03\x04": "a zip archive", b"7z\xbc\xaf\x27\x1c": "a 7z archive", b"Rar!": "a rar archive"}
_COUNTED = 1 << 20
_SECOND_STREAM = 1 << 24
"""Bytes in which the second stream of a multistream dump begins: Wikimedia packs a hundred pages into a stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """What was found out about one file before reading it."""

    path: str
    """Where it is."""
    name: str
    """What blocks and concordances call it."""
    bytes: int
    """Its size on disk."""
    format: str
    """Its source format; of an archive, the one of its first file."""
    packing: str | None = None
    """How it is packed: gzip, bzip2, xz, zstandard; None: it is not."""
    archive: bool = False
    """Whether it is a tar archive."""
    encoding: str | None = None
    """How its characters are written; None where the format sees to that."""
    divisible: bool = False
    """Whether several parts can share it."""
    note: str = ""
    """What a user should know about it; empty when there is nothing to say."""


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
        head = head_of(_first_member(stream) if archive else stream, settings)
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


def inspected(path: str, name: str, settings: ReadingSettings) -> SourceFile:
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
        note=str(encoding.note) if encoding and encoding.note else "",
    )


def _first_member(stream: ByteStream) -> ByteStream:
    for _, content in members(stream):
        return content.unpacked()
    raise FormatError("the archive holds no files", where=Place(file=stream.name))


def head_of(stream: ByteStream, settings: ReadingSettings) -> Head:
    """The beginning of an unpacked file."""
    data = stream.peek(HEAD + 1)
    kind = next((kind for mark, kind in _ARCHIVES.items() if data.startswith(mark)), None)
    if kind:
        raise FormatError(
            f"the file is {kind}", where=Place(file=stream.name), todo="Unpack it and name what was in it."
        )
    if is_tar(data):
        raise FormatError("this is an archive inside an archive", where=Place(file=stream.name), todo="Unpack it.")
    head = data[:HEAD]
    return Head(file=stream.name, data=head, encoding=find_encoding(head, settings.encoding), whole=len(data) <= HEAD)


def format_of(head: Head, settings: ReadingSettings) -> SourceFormat:
    """The format that the user says, or the one that is surest that the file is its own."""
    if settings.format is not None:
        return READERS.get(settings.format)
    formats, _ = READERS.usable()
    surest = max(formats.values(), key=lambda each: each.certainty(head))
    if surest.certainty(head) is not Certainty.NO:
        return surest
    if head.encoding is None:
        raise binary(head.file)
    what = (
        "one JSON value, not JSON lines" if head.text.lstrip()[:1] in "[{" else "markup of a kind that no reader knows"
    )
    raise FormatError(f"the file is {what}", where=Place(file=head.file), todo="Convert it, or state --format.")


class FileReader:
    """Reads any file by what it holds: streaming, in constant memory."""

    def __init__(self, settings: ReadingSettings | None = None, tally: Tally | None = None) -> None:
        self._settings = settings or ReadingSettings()
        self.tally = tally or Tally()

    def blocks(self, path: str, /, *, part: Part = WHOLE, name: str | None = None) -> Iterator[Block]:
        """The blocks of one part of one file, in order; the parts of a file together give every block once."""
        if not 0 <= part.index < part.count:
            raise InputError(f"there is no part {part.index} of {part.count}", todo="Parts are counted from 0.")
        called = name or printable(path.rpartition("/")[2])
        look = _look(path, self._settings)
        if look.archive:
            yield from self._archive(path, called, part)
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

    def _archive(self, path: str, name: str, part: Part) -> Iterator[Block]:
        with open_stream(path, notice=self.tally.read) as raw:
            for number, (member, content) in enumerate(members(raw.unpacked())):
                if number % part.count == part.index:
                    yield from self._member(f"{name}/{printable(member)}", content.unpacked())

    def _member(self, name: str, stream: ByteStream) -> Iterator[Block]:
        head = head_of(stream, self._settings)
        if head.encoding and head.encoding.note:
            self.tally.notes[f"{name} {head.encoding.note}"] = None
        passage = Passage(name=name, stream=stream, head=head, settings=self._settings, tally=self.tally)
        yield from format_of(head, self._settings).blocks(passage)


def _lines_before(path: str, place: int) -> int:
    """How many lines of the unpacked file stand before a byte."""
    with open_stream(path) as raw:
        stream, lines = raw.unpacked(), 0
        while place > 0 and (data := stream.read(min(place, _COUNTED))):
            lines += data.count(b"\n")
            place -= len(data)
    return lines
