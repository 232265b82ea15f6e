"""A corpus opened for reading: the files that inputs stand for, the blocks of any part of them, their hash and card."""

import glob
import hashlib
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from heapq import heappop, heappush
from itertools import islice
from os import PathLike
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TypeAlias

from anaphor.corpus.counts import CorpusCard
from anaphor.corpus.settings import TextReading
from anaphor.corpus.sources.file import FileReader, SourceFile, inspect_source, printable
from anaphor.corpus.sources.protocol import WHOLE, Block, Lines, Part, ReadingSettings, ReadingTally, TextBlock
from anaphor.errors import InputError, Place, member_of
from anaphor.files import Errors, digest
from anaphor.language import LOOKED_AT, LanguageEvidence, language_evidence

_STRETCHES = 8
"""Into how many stretches a corpus is divided whose beginnings tell its language."""
_LOOKED_AT_BYTES = 1 << 18
"""Bytes of a block that are looked at for that."""
_TELLING = 80
"""Characters of text from which on it tells its language."""
_SENTENCE_END = re.compile(r"[.!?…]\s|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusSource:
    """Files that together are a corpus; it can be sent to other processes, which see the same parts."""

    files: tuple[SourceFile, ...]
    """In reading order."""
    settings: ReadingSettings

    @property
    def bytes(self) -> int:
        return sum(file.bytes for file in self.files)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(f"{file.name} {file.note}" for file in self.files if file.note)

    def blocks(self, part: Part = WHOLE, *, tally: ReadingTally | None = None) -> Iterator[Block]:
        """The blocks of one part, in order; the parts together give every block once."""
        reader = FileReader(self.settings, tally)
        for file, share in shares(self.files, part):
            yield from reader.blocks(file.path, part=share, name=file.name)

    def looks_like(self) -> LanguageEvidence:
        """What the beginnings of some stretches say about the language of the text."""
        parts = [Part(index=index, count=_STRETCHES) for index in range(_STRETCHES)]
        return language_evidence(text for part in parts for text in islice(self._texts(part), LOOKED_AT // _STRETCHES))

    def _texts(self, part: Part) -> Iterator[str]:
        """The sentences of a part, more or less; short ones together, for a word or two tell no language."""
        held = ""
        for block in self.blocks(part):
            if isinstance(block, TextBlock):
                sentences = _SENTENCE_END.split(block.text[:_LOOKED_AT_BYTES].decode("utf-8", "ignore"))
            else:
                sentences = [" ".join(form for form, _ in sentence) for sentence in block.sentences]
            for sentence in sentences:
                held = f"{held} {sentence}".strip()
                if len(held) >= _TELLING:
                    yield held
                    held = ""
        yield from [held] if held else []

    def hash(self) -> str:
        """SHA-256 of the file as it is on disk; of several files, of their digests in reading order."""
        digests = [digest(Path(file.path), 64) for file in self.files]
        return digests[0] if len(digests) == 1 else digest("\n".join(digests), 64)

    def card(self, *, name: str, language: str, source: str = "", licence: str = "", analyser: str = "") -> CorpusCard:
        settings = {field.name: getattr(self.settings, field.name) for field in fields(self.settings)}
        return CorpusCard(
            name=name,
            language=language,
            source=source,
            licence=licence,
            files=len(self.files),
            bytes=self.bytes,
            hash=self.hash(),
            formats=tuple(sorted({file.format for file in self.files})),
            settings={key: str(value) for key, value in settings.items() if value is not None},
            analyser=analyser,
            notes=self.notes,
        )


def open_corpus(inputs: Sequence[str], settings: ReadingSettings | None = None) -> CorpusSource:
    """The corpus that files, folders and patterns hold; each file is looked at before anything is read."""
    reading = settings or ReadingSettings()
    paths = files_of(inputs)
    files = tuple(inspect_source(path, name, reading) for path, name in zip(paths, names_of(paths), strict=True))
    if not any(file.bytes for file in files):
        raise InputError("corpus-empty-inputs", where=Place(file=inputs[0]))
    return CorpusSource(files=files, settings=reading)


def shares(files: Sequence[SourceFile], part: Part) -> list[tuple[SourceFile, Part]]:
    """What one part reads of each file: a share of those larger than a share that can be divided, and whole ones, which
    go, the largest first, to the part that has least to read."""
    if not 0 <= part.index < part.count:
        raise InputError("corpus-no-such-part", part=part.index, parts=part.count)
    fair = sum(file.weight for file in files) / part.count
    divided = {file.path for file in files if file.divisible and file.weight > fair}
    whole = sorted((file for file in files if file.path not in divided), key=lambda file: file.weight, reverse=True)
    loads = [(0, index) for index in range(part.count)]
    mine: set[str] = set()
    for file in whole:
        load, index = heappop(loads)
        heappush(loads, (load + file.weight, index))
        if index == part.index:
            mine.add(file.path)
    return [
        (file, part if file.path in divided else WHOLE) for file in files if file.path in divided or file.path in mine
    ]


def files_of(inputs: Sequence[str]) -> tuple[str, ...]:
    """The paths of the files that inputs stand for, each once, sorted inside a folder or pattern, none hidden."""
    if not inputs:
        raise InputError("corpus-no-input")
    paths: dict[str, str] = {}
    for path_or_pattern in inputs:
        for path in _files(os.fspath(path_or_pattern)):
            paths.setdefault(os.path.realpath(path), path)
    return tuple(paths.values())


def _files(named: str) -> Iterator[str]:
    if not named or "\0" in named:
        raise InputError("corpus-no-file-name", name=repr(named))
    there, pattern = os.path.lexists(named), glob.has_magic(named)
    matches = [named] if there else sorted(glob.glob(named, recursive=True)) if pattern else []
    if not matches:
        raise InputError("corpus-no-match" if pattern else "corpus-absent-input", where=Place(file=named))
    for path in matches:
        if not there and "**" in named and os.path.isdir(path):
            continue  # ** gives the folders and what is in them
        inside = list(_inside(path, frozenset()))
        if not inside:
            raise InputError("corpus-empty-folder", where=Place(file=path))
        yield from inside


def _inside(path: str, above: frozenset[tuple[int, int]]) -> Iterator[str]:
    """A file itself; of a folder, the files in it and in its folders, in order; `above` are those it stands in."""
    try:
        status = os.stat(path)
        names = sorted(os.listdir(path)) if stat.S_ISDIR(status.st_mode) else None
    except OSError as error:
        broken = isinstance(error, FileNotFoundError) and os.path.islink(path)
        code = "corpus-broken-link" if broken else "files-cannot-read"
        raise InputError(code, why=str(error.strerror), where=Place(file=path)) from error
    here = (status.st_dev, status.st_ino)
    if names is None:
        yield path
    elif here in above:
        raise InputError("corpus-circular-folder", where=Place(file=path))
    for name in names or ():
        if not name.startswith("."):
            yield from _inside(os.path.join(path, name), above | {here})


def names_of(paths: Sequence[str]) -> tuple[str, ...]:
    """What the files are called in the index: their paths below the folder that all of them stand in.

    >>> names_of(["/a/b/x.txt", "/a/c/x.txt"])
    ('b/x.txt', 'c/x.txt')
    """
    whole = [os.path.abspath(path) for path in paths]
    common = os.path.commonpath([os.path.dirname(path) for path in whole]) if whole else ""
    return tuple(printable(PurePath(path).relative_to(common).as_posix()) for path in whole)


TextInputs: TypeAlias = str | PathLike[str] | Sequence[str | PathLike[str]] | Iterable[str | None]
"""A path or a list of paths; or running text: an iterator, or the column of a frame, of strings."""


def settings_of(reading: TextReading) -> ReadingSettings:
    """What a user said of how text is read."""
    return ReadingSettings(
        format=reading.format,
        encoding=reading.encoding,
        field=reading.field,
        column=reading.column,
        errors=member_of(Errors, reading.errors, "errors"),
        lines=None if reading.newlines is None else member_of(Lines, reading.newlines, "newlines"),
    )


@contextmanager
def text_source(
    inputs: TextInputs, settings: ReadingSettings, beside: Path | None = None
) -> Iterator[tuple[tuple[str, ...], CorpusSource]]:
    """The corpus that inputs are, under names that other processes and machines understand; running text lies meanwhile
    in a file `beside`, named by its digest, so that interrupted work goes on with the same text."""
    if isinstance(inputs, str | PathLike):
        inputs = [inputs]
    if isinstance(inputs, list | tuple):
        paths = tuple(str(Path(path).absolute()) if path else str(path) for path in inputs)
        yield paths, open_corpus(paths, settings)
        return
    if not isinstance(inputs, Iterable):
        raise InputError("corpus-no-inputs", kind=type(inputs).__name__)
    if beside is not None:
        beside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".anaphor-", dir=beside) as folder:
        path, digest = Path(folder, "texts.jsonl"), hashlib.sha256()
        with path.open("wb") as file:
            for place, sentence in enumerate(inputs, start=1):
                missing = sentence is None or sentence != sentence  # noqa: PLR0124  # only NaN differs from itself
                if not (missing or isinstance(sentence, str)):
                    raise InputError("corpus-no-string", place=place, kind=type(sentence).__name__)
                line = json.dumps({"text": None if missing else sentence}).encode() + b"\n"
                digest.update(line)
                file.write(line)
        read = ReadingSettings(format="jsonl", errors=settings.errors)
        yield (f"texts:{digest.hexdigest()[:16]}",), open_corpus([str(path)], read)
