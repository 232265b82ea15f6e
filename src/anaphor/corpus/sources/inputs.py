"""What users name as text: files, folders and patterns, or strings in memory, with how they are read."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias, TypedDict

from anaphor.corpus.sources.protocol import Lines, ReadingSettings
from anaphor.corpus.sources.reading import CorpusSource, open_corpus
from anaphor.errors import InputError, UnknownNameError, member_of
from anaphor.files.streams import Errors
from anaphor.text import text

TextInputs: TypeAlias = str | PathLike[str] | Sequence[str | PathLike[str]] | Iterable[str | None]
"""A path or a list of paths; or running text: an iterator, or the column of a frame, of strings."""


class TextReading(TypedDict, total=False):
    """How text is read; whatever is not said is found from its content."""

    format: str | None
    """The source format: text, jsonl, parquet, mediawiki …"""
    encoding: str | None
    errors: Errors | str
    """What is done with bytes that are no text in that encoding: `strict`, `replace`."""
    field: str | None
    """JSON lines: the field of the text."""
    column: str | None
    """TSV and Parquet: the column of the text; vertical: that of the lemma."""
    newlines: Lines | str | None
    """Plain text: a newline ends a sentence (`line`), a `paragraph`, or is a space (`wrapped`)."""


def settings_of(reading: TextReading, known: type = TextReading) -> ReadingSettings:
    """What a user said of how text is read; a setting that is not `known` is refused."""
    for name in reading.keys() - known.__annotations__.keys():
        raise UnknownNameError(text("corpus-word-setting"), name, known.__annotations__)
    newlines = reading.get("newlines")
    return ReadingSettings(
        format=reading.get("format"),
        encoding=reading.get("encoding"),
        errors=member_of(Errors, reading.get("errors", Errors.STRICT), "errors"),
        field=reading.get("field"),
        column=reading.get("column"),
        lines=None if newlines is None else member_of(Lines, newlines, "newlines"),
    )


@contextmanager
def text_source(
    inputs: TextInputs, settings: ReadingSettings, beside: Path | None = None
) -> Iterator[tuple[tuple[str, ...], CorpusSource]]:
    """The corpus that inputs are, under names that other processes and machines understand.

    Running text lies in a file meanwhile, `beside` what is made of it; its name is its digest, so that work which was
    interrupted goes on where the same text is given again.
    """
    if isinstance(inputs, str | PathLike):
        inputs = [inputs]
    if isinstance(inputs, list | tuple):
        paths = tuple(str(Path(each).absolute()) if each else str(each) for each in inputs)
        yield paths, open_corpus(paths, settings)
        return
    if not isinstance(inputs, Iterable):
        raise InputError("corpus-no-inputs", kind=type(inputs).__name__)
    if beside is not None:
        beside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".anaphor-", dir=beside) as folder:
        path, digest = Path(folder, "texts.jsonl"), hashlib.sha256()
        with path.open("wb") as file:
            for place, each in enumerate(inputs, start=1):
                missing = each is None or each != each  # noqa: PLR0124  # only NaN differs from itself
                if not (missing or isinstance(each, str)):
                    raise InputError("corpus-no-string", place=place, kind=type(each).__name__)
                line = json.dumps({"text": None if missing else each}).encode() + b"\n"
                digest.update(line)
                file.write(line)
        read = ReadingSettings(format="jsonl", errors=settings.errors)
        yield (f"texts:{digest.hexdigest()[:16]}",), open_corpus([str(path)], read)
