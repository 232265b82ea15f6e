"""What a source format is to the readers: how it is recognised, where it may be cut, and what blocks it gives (running
text as bytes, or sentences already analysed). One file here and one entry point in the group `anaphor.readers`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from anaphor.corpus.settings import Lines as Lines
from anaphor.errors import FormatError, Place
from anaphor.files import ByteStream, Encoding, Errors, Transcoder, binary, cleaned
from anaphor.text import Value

CHUNK = 1 << 22
"""Bytes of text that are handed on at a time: larger ones leave the processor's cache and are slower."""
_LONGEST_RECORD = 1 << 26
_TAIL = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBlock:
    """A stretch of running text that ends where a paragraph, a line or a document ends."""

    source: str
    """Name of the file or document, for concordances and leave-one-source-out."""
    text: bytes
    """UTF-8 in NFC; a newline ends a sentence, so readers join lines that are wrapped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedBlock:
    """Sentences whose tokens and lemmas the source gives (CoNLL-U, CWB vertical)."""

    source: str
    sentences: tuple[tuple[tuple[str, str | None], ...], ...]
    """(form, lemma) per token, per sentence; lemma None where the source has none."""


Block = TextBlock | AnalysedBlock
"""What readers hand to the index."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of n equal shares of an input, by bytes; shares are cut where the format allows."""

    index: int = 0
    count: int = 1


WHOLE = Part()


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
"""One record a line."""
AT_BZIP2_STREAMS = Cut(after=re.compile(rb"(?=BZh[1-9]1AY&SY)"))
AT_BLANK_LINES = Cut(after=re.compile(rb"\n(?:[ \t\r]*\n)+"))


class Chunk(NamedTuple):
    """Whole records."""

    offset: int
    """Place of the first byte in the unpacked file."""
    data: bytes


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
            end = cut.last(whole) or _forced_cut(stream, cut, whole, size)
            data, rest = whole[:end], whole[end:]
        if data:
            yield Chunk(offset, data)
            offset += len(data)
    if rest:
        yield Chunk(offset, rest)


def _forced_cut(stream: ByteStream, cut: Cut, data: bytes, size: int) -> int:
    """Where a record that does not end is cut: always the same number of bytes after its beginning; 0: read on."""
    if cut.forced and len(data) >= size:
        for sign in (b"\n", b" "):
            if gap := data.rfind(sign, size // 2, size) + 1:
                return gap
        end = size - 1
        while end > size - 4 and data[end] & 0xC0 == 0x80:  # inside a UTF-8 character
            end -= 1
        return end
    if len(data) >= _LONGEST_RECORD:
        raise FormatError("corpus-long-record", most=_LONGEST_RECORD, where=Place(file=stream.name))
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingSettings:
    """What the user says about the inputs; what is None is found from the content."""

    format: str | None = None
    encoding: str | None = None
    errors: Errors = Errors.STRICT
    """What is done with bytes that are no text in that encoding."""
    field: str | None = None
    """JSON lines: the field that holds the text, inner fields after a dot; `text` unless said."""
    column: str | None = None
    """TSV: the column of the text, by name or by number from 1; Parquet: by name; vertical: that of the lemma."""
    lines: Lines | None = None
    """Plain text: what a newline means."""


@dataclass(slots=True, kw_only=True)
class ReadingTally:
    """What is counted while a corpus is read; it changes as the reading goes on."""

    bytes: int = 0
    replaced: int = 0
    """Broken byte sequences that were replaced."""
    skipped: dict[str, int] = field(default_factory=dict)
    """Records that gave no text, by reason."""
    notes: dict[str, None] = field(default_factory=dict)
    """What a user should know about how the inputs were read, in order."""

    def read(self, size: int) -> None:
        self.bytes += size

    def skip(self, reason: str, count: int = 1) -> None:
        if count:
            self.skipped[reason] = self.skipped.get(reason, 0) + count


class Certainty(IntEnum):
    """How sure a format is that a file is its own; the surest one reads it."""

    NO = 0
    POSSIBLE = 1
    LIKELY = 2
    CERTAIN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The beginning of an unpacked file."""

    file: str
    data: bytes
    """Its first bytes, as they are."""
    encoding: Encoding | None
    """How its characters are written; None: it is no text."""
    whole: bool
    """Whether the file ends here."""

    @property
    def text(self) -> str:
        """Its characters, line ends as newlines; what is broken is replaced, a line cut short is left out."""
        if self.encoding is None:
            return ""
        text = self.data[self.encoding.mark :].decode(self.encoding.name, "replace").replace("\r\n", "\n")
        return text if self.whole or "\n" not in text else text[: text.rindex("\n") + 1]

    @property
    def first_line(self) -> str:
        """The first line that is not blank; empty where there is none."""
        return next((line for line in self.text.split("\n") if line.strip()), "")

    def error(self, what: str, *, line: int | None = None, todo: str = "", **values: Value) -> FormatError:
        """An error in this file, to raise: a code of the catalogue with its values, or a sentence."""
        return FormatError(what, where=Place(file=self.file, line=line), todo=todo, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A stretch of one unpacked file, ready to be read."""

    name: str
    """The source that blocks name."""
    stream: ByteStream
    head: Head
    """The beginning of the file, whichever stretch this is."""
    settings: ReadingSettings
    tally: ReadingTally
    """Where skips and replacements are counted."""
    offset: int = 0
    part: Part = WHOLE
    """The share that the format takes by itself; WHOLE where the stretch is the share."""
    path: str | None = None
    """The file on disk, where it is there unpacked and whole."""
    lines_before: Callable[[int], int] | None = None
    """How many lines stand before a byte of the unpacked file; None where that cannot be told."""

    def chunks(self, cut: Cut) -> Iterator[Chunk]:
        """Whole records as UTF-8 in NFC with newlines, some megabytes at a time."""
        encoding = self.head.encoding
        if encoding is None:
            raise binary(self.head.file)
        if not encoding.cuttable:
            yield from self._transcoded(encoding.name, cut)
            return
        mark = len(self.stream.read(encoding.mark)) if self.offset == 0 else 0
        for offset, data in chunks(self.stream, cut, offset=self.offset + mark):
            if b"\0" in data:
                raise binary(self.head.file)
            try:
                clean, replaced = cleaned(data, encoding.name, self.settings.errors)
            except UnicodeDecodeError as error:
                raise self._broken(encoding.name, offset + error.start, error.object[error.start]) from error
            self.tally.replaced += replaced
            yield Chunk(offset, clean)

    def _transcoded(self, encoding: str, cut: Cut) -> Iterator[Chunk]:
        transcoder = Transcoder(self.stream.read, encoding, self.settings.errors)
        try:
            for offset, data in chunks(ByteStream(self.stream.name, transcoder.more), cut):
                yield Chunk(offset, cleaned(data, "utf-8", Errors.REPLACE)[0])
        except UnicodeDecodeError as error:
            place = transcoder.taken - len(error.object) + error.start
            raise self._broken(encoding, place, error.object[error.start]) from error
        self.tally.replaced += transcoder.replaced

    def _broken(self, encoding: str, place: int, byte: int) -> FormatError:
        line = self.lines_before(place) + 1 if self.lines_before else None
        code, name = "corpus-bad-byte", encoding.upper()
        return self.head.error(code, line=line, byte=f"0x{byte:02x}", place=place, encoding=name)

    def error(
        self, what: str, *, chunk: Chunk | None = None, line: int = 0, todo: str = "", **values: Value
    ) -> FormatError:
        """An error in this file, at a line of a chunk counted from 0, to raise."""
        number = self.lines_before(chunk.offset) + line + 1 if chunk and self.lines_before else None
        return self.head.error(what, line=number, todo=todo, **values)


def text_block(passage: Passage, text: bytes) -> TextBlock:
    """A block of text that ends with a newline."""
    return TextBlock(source=passage.name, text=text if text.endswith(b"\n") else text + b"\n")


class SourceFormat:
    """One source format; entry points of the group `anaphor.readers` name objects of this kind."""

    name: str
    """As users call it."""
    deals = False
    """Whether it takes its share of a file by itself where the file cannot be cut by bytes."""
    record: re.Pattern[bytes] | None = None
    """What a record begins with, where a file packed in streams that each begin so may be cut between them."""
    at: Cut | None = None
    """Where its files may be cut; None: nowhere."""

    def certainty(self, head: Head, /) -> Certainty:
        """How sure it is that a file is its own, from the beginning."""
        raise NotImplementedError

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        """Refuse what can be seen to be wrong before reading; `path` where the file is on disk as it is."""

    def cut(self, head: Head, settings: ReadingSettings, /) -> Cut | None:
        """Where an unpacked file on disk may be cut into parts by bytes; None: it cannot be."""
        return self.at

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The blocks of a passage, in order."""
        raise NotImplementedError
