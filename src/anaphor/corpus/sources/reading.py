"""A corpus opened for reading: its files, the blocks of any part of it, its hash and its card."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from heapq import heappop, heappush

from anaphor.corpus.index.card import CorpusCard
from anaphor.corpus.sources.document import WHOLE, Block, Part
from anaphor.corpus.sources.file import FileReader, SourceFile, inspected
from anaphor.corpus.sources.inputs import files_of, names_of
from anaphor.corpus.sources.protocol import ReadingSettings, Tally
from anaphor.errors import InputError, Place
from anaphor.files.streams import open_stream

_HASHED = 1 << 22
_UNPACKED = 4
"""How much text a packed byte holds, about: packed files weigh more when files are dealt out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusSource:
    """Files that together are a corpus; it can be sent to other processes, which see the same parts."""

    files: tuple[SourceFile, ...]
    """In reading order."""
    settings: ReadingSettings
    """What the user said about them."""

    @property
    def bytes(self) -> int:
        """Their size on disk."""
        return sum(file.bytes for file in self.files)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know about how the files are read."""
        return tuple(f"{file.name} {file.note}" for file in self.files if file.note)

    def blocks(self, part: Part = WHOLE, *, tally: Tally | None = None) -> Iterator[Block]:
        """The blocks of one part, in order; the parts together give every block once."""
        reader = FileReader(self.settings, tally)
        for file, share in shares(self.files, part):
            yield from reader.blocks(file.path, part=share, name=file.name)

    def hash(self) -> str:
        """SHA-256 of the file as it is on disk; of several files, of their digests in reading order."""
        digests = [_digest(file.path) for file in self.files]
        return digests[0] if len(digests) == 1 else hashlib.sha256("\n".join(digests).encode()).hexdigest()

    def card(self, *, name: str, language: str, source: str = "", licence: str = "", analyser: str = "") -> CorpusCard:
        """The card of this corpus."""
        said = {field.name: getattr(self.settings, field.name) for field in fields(self.settings)}
        return CorpusCard(
            name=name,
            language=language,
            source=source,
            licence=licence,
            files=len(self.files),
            bytes=self.bytes,
            hash=self.hash(),
            formats=tuple(sorted({file.format for file in self.files})),
            settings={key: str(value) for key, value in said.items() if value is not None},
            analyser=analyser,
            notes=self.notes,
        )


def open_corpus(inputs: Sequence[str], settings: ReadingSettings | None = None) -> CorpusSource:
    """The corpus that files, folders and patterns hold; each file is looked at before anything is read."""
    said = settings or ReadingSettings()
    paths = files_of(inputs)
    files = tuple(inspected(path, name, said) for path, name in zip(paths, names_of(paths), strict=True))
    if not any(file.bytes for file in files):
        raise InputError("the inputs are empty", where=Place(file=inputs[0]))
    return CorpusSource(files=files, settings=said)


def shares(files: Sequence[SourceFile], part: Part) -> list[tuple[SourceFile, Part]]:
    """What one part reads of each file: a share of the large files that can be divided, and some whole files.

    A file is divided when it is more than one share of the corpus; the others go, the largest first, to the part
    that has least to read.
    """
    if not 0 <= part.index < part.count:
        raise InputError(f"there is no part {part.index} of {part.count}", todo="Parts are counted from 0.")
    fair = sum(_weight(file) for file in files) / part.count
    divided = {file.path for file in files if file.divisible and _weight(file) > fair}
    whole = sorted((file for file in files if file.path not in divided), key=_weight, reverse=True)
    loads = [(0, index) for index in range(part.count)]
    mine: set[str] = set()
    for file in whole:
        load, index = heappop(loads)
        heappush(loads, (load + _weight(file), index))
        if index == part.index:
            mine.add(file.path)
    return [
        (file, part if file.path in divided else WHOLE) for file in files if file.path in divided or file.path in mine
    ]


def _weight(file: SourceFile) -> int:
    return file.bytes * (_UNPACKED if file.packing else 1)


def _digest(path: str) -> str:
    digest = hashlib.sha256()
    with open_stream(path) as stream:
        while data := stream.read(_HASHED):
            digest.update(data)
    return digest.hexdigest()
