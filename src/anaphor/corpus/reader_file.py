"""One file on disk, read: how it is packed, which format it has, and the blocks of any part of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from anaphor.corpus.archive import is_tar, members
from anaphor.corpus.cutting import byte_range
from anaphor.corpus.decoding import HEAD, binary, find_encoding
from anaphor.corpus.opening import ByteStream, file_size, opened, packing_of, unpacked
from anaphor.corpus.reader_format import Certainty, Head, Passage, ReadingSettings, SourceFormat, Tally
from anaphor.corpus.text import WHOLE, Block, Part
from anaphor.errors import FormatError, InputError, Place
from anaphor.registry import Registry

READERS: Registry[SourceFormat] = Registry("reader", "anaphor.readers")
_ARCHIVES = {b"PK\x03\x04": "a zip archive", b"7z\xbc\xaf\x27\x1c": "a 7z archive", b"Rar!": "a rar archive"}
_COUNTED = 1 << 20


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


def inspected(path: str, name: str, settings: ReadingSettings) -> SourceFile:
    """What can be found out about a file from its beginning; what no reader knows is refused in one sentence."""
    with opened(path) as raw:
        packing = packing_of(raw.peek(HEAD))
        stream = unpacked(raw)
        archive = is_tar(stream.peek(512))
        head = head_of(_first_member(stream) if archive else stream, settings)
        kind = format_of(head, settings)
        encoding = head.encoding
        cut = None if packing else kind.cut(head, settings)
        return SourceFile(
            path=path,
            name=name,
            bytes=file_size(path),
            format=kind.name,
            packing=packing.name if packing else None,
            archive=archive,
            encoding=encoding.name if encoding else None,
            divisible=archive or kind.deals or (cut is not None and encoding is not None and encoding.cuttable),
            note=encoding.note if encoding else "",
        )


def _first_member(stream: ByteStream) -> ByteStream:
    for _, content in members(stream):
        return unpacked(content)
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
        called = name or path.rpartition("/")[2]
        with opened(path) as raw:
            packed = packing_of(raw.peek(HEAD)) is not None
            stream = unpacked(raw)
            archive = is_tar(stream.peek(512))
            head = head_of(stream, self._settings) if not archive else None
        if head is None:
            yield from self._archive(path, called, part)
        elif head.data:
            yield from self._file(path, called, part, head, packed)

    def _file(self, path: str, name: str, part: Part, head: Head, packed: bool) -> Iterator[Block]:
        kind = format_of(head, self._settings)
        cut = None if packed or not (head.encoding and head.encoding.cuttable) else kind.cut(head, self._settings)
        start, end = (0, None) if cut is None else byte_range(path, part, cut)
        if start == end or (cut is None and part.index and not kind.deals):
            return
        with opened(path, start=start, end=end, notice=self.tally.read) as raw:
            yield from kind.blocks(
                Passage(
                    name=name,
                    stream=unpacked(raw) if packed else raw,
                    head=head,
                    settings=self._settings,
                    tally=self.tally,
                    offset=start,
                    part=part if cut is None and kind.deals else WHOLE,
                    path=None if packed else path,
                    lines_before=lambda place: _lines_before(path, place),
                )
            )

    def _archive(self, path: str, name: str, part: Part) -> Iterator[Block]:
        with opened(path, notice=self.tally.read) as raw:
            for number, (member, content) in enumerate(members(unpacked(raw))):
                if number % part.count == part.index:
                    yield from self._member(f"{name}/{member}", unpacked(content))

    def _member(self, name: str, stream: ByteStream) -> Iterator[Block]:
        head = head_of(stream, self._settings)
        if head.encoding and head.encoding.note:
            self.tally.notes[f"{name} {head.encoding.note}"] = None
        passage = Passage(name=name, stream=stream, head=head, settings=self._settings, tally=self.tally)
        yield from format_of(head, self._settings).blocks(passage)


def _lines_before(path: str, place: int) -> int:
    """How many lines of the unpacked file stand before a byte."""
    with opened(path) as raw:
        stream, lines = unpacked(raw), 0
        while place > 0 and (data := stream.read(min(place, _COUNTED))):
            lines += data.count(b"\n")
            place -= len(data)
    return lines
