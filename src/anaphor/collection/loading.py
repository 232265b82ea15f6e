"""From a path or a name to a collection: decompressing, recognising the format, reading."""

import bz2
import gzip
import lzma
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Protocol

from anaphor.collection.catalogue import CATALOGUE
from anaphor.collection.protocol import FORMATS, LARGEST_FILE, Format, ReadSettings, Source
from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.provenance import canonical_json
from anaphor.schema import Collection, Entry, Problem, Schema, question_of

_LARGEST_FROM_SMALL = 16 * 2**20
_LARGEST_RATIO = 10
_PIECE = 2**20
_OPENERS: dict[bytes, Callable[[BinaryIO], "_Readable"]] = {
    b"\xfd7zXZ\x00": lzma.LZMAFile,
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
}
_UNREADABLE = {
    b"\x28\xb5\x2f\xfd": "a zstandard archive",
    b"PK\x03\x04": "a zip archive",
    b"%PDF": "a PDF",
    b"SQLite format 3": "an SQLite database",
}
_DATASET_ENDINGS = (".parquet", ".arrow")
_CODES = {"jp": "ja"}
"""Codes that a source uses and ISO 639 does not."""
_KNOWN_ENDINGS = (".xml", ".json", ".jsonl", ".tsv", ".csv", ".txt", ".yaml", ".yml")
_HEADLESS = re.compile(r"^(schemas|problems):", re.MULTILINE)
_LONE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def load(
    path_or_name: str | Path,
    *,
    format: str | None = None,
    language: str | None = None,
    columns: tuple[tuple[str, str], ...] = (),
) -> Collection:
    """The collection in a file, or the one that the catalogue knows by that name.

    Format and compression are found from the content. `language` picks one language out of several. With `columns`
    (ours, theirs), and for a folder, the file is read as a Hugging Face dataset; `split` there names its split.
    """
    path = locate(str(path_or_name))
    language = _CODES.get(language or "", language)
    if path.is_dir() or columns or path.suffix in _DATASET_ENDINGS:
        from anaphor.collection.formats.datasets import read_dataset  # an extra's code; loaded only when it is needed

        mapping = dict(columns)
        collection = read_dataset(path, mapping, language, split=mapping.pop("split", None))
    else:
        source = read_source(path)
        chosen = FORMATS.get(format) if format else recognise(source)
        collection = chosen.read(source, ReadSettings(language=language, columns=columns))
        _refuse_half_characters(source, collection)
        collection = _as_published(source, collection)
    return in_language(collection, language) if language else collection


def _as_published(source: Source, collection: Collection) -> Collection:
    """A file that the catalogue knows, byte for byte, gets what the catalogue says of it."""
    listing = CATALOGUE.of_content(source.data)
    if listing is None:
        return collection
    return replace(
        collection,
        name=listing.name,
        title=listing.title if collection.title in (None, source.stem) else collection.title,
        licence=collection.licence or listing.licence,
        citation=collection.citation or listing.citation,
    )


def locate(path_or_name: str) -> Path:
    """The file of a collection: an existing path first, then an embedded or downloaded collection of that name."""
    try:
        path = Path(path_or_name)
        exists = path.exists()
    except (OSError, ValueError) as error:
        raise InputError(f"{path_or_name[:80]!r} is no usable path ({error})") from error
    return path if exists else CATALOGUE.path_of(path_or_name)


def read_source(path: Path) -> Source:
    """The content of a file, uncompressed; oversized files and decompression bombs are refused."""
    where = Place(file=str(path))
    try:
        if not path.is_file():
            raise FormatError("this is no regular file", where=where, todo="Save it to a file and name that.")
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise FormatError(
                f"the file has {size:,} bytes", where=where, todo=f"A collection has at most {LARGEST_FILE:,}."
            )
        with path.open("rb") as file:
            data = _uncompressed(file, size, where)
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise FormatError(f"the file cannot be read ({error})", where=where) from error
    return Source(name=str(path), stem=_stem(path), data=data)


def _uncompressed(file: BinaryIO, size: int, where: Place) -> bytes:
    magic = file.read(16)
    file.seek(0)
    for start, what in _UNREADABLE.items():
        if magic.startswith(start):
            raise FormatError(f"the file is {what}", where=where, todo="Unpack it and name the file inside.")
    opener = next((opener for start, opener in _OPENERS.items() if magic.startswith(start)), None)
    if opener is None:
        return file.read(LARGEST_FILE)
    limit = _LARGEST_FROM_SMALL + _LARGEST_RATIO * size
    stream, pieces, total = opener(file), [], 0
    while piece := stream.read(_PIECE):
        total += len(piece)
        if total > limit:
            raise FormatError(f"{size:,} bytes unpack to more than {limit:,}", where=where, todo="Unpack it by hand.")
        pieces.append(piece)
    return b"".join(pieces)


def _stem(path: Path) -> str:
    name = re.sub(r"\.(xz|gz|bz2)$", "", path.name)
    return (Path(name).stem if Path(name).suffix.lower() in _KNOWN_ENDINGS else name) or "collection"


def recognise(source: Source) -> Format:
    """The one format that recognises the content; a plug-in that cannot be loaded is passed over."""
    if not source.data.strip():
        raise source.error("the file is empty")
    formats, broken = FORMATS.usable()
    found = [each for each in formats.values() if each.recognises(source)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(each.name for each in found or formats.values())
    what = "several formats could be meant" if found else "the format is not recognised"
    todo = f"Say which with --format: {names}."
    if not found and _HEADLESS.search(source.head):
        todo = "A native file begins with the line anaphor: 1 (the version of the format)."
    raise source.error(what, todo=f"{todo} Also, {broken[0]}" if broken else todo)


def _refuse_half_characters(source: Source, collection: Collection) -> None:
    """JSON can write half of a surrogate pair, which no file can then hold."""
    if not _LONE_SURROGATE.search(source.data):
        return
    try:
        canonical_json(collection).encode()
    except UnicodeEncodeError as error:
        raise source.error("a text holds half a character (a lone surrogate)", todo="Write it again.") from error


def in_language(collection: Collection, language: str) -> Collection:
    """The part of a collection in one language; a collection wholly in another one is refused."""
    if collection.language == language:
        return collection

    def kept(entry: Entry) -> bool:
        return question_of(entry).language == language

    def schema(whole: Schema) -> Schema | None:
        variants = tuple(entry for entry in whole.variants if kept(entry))
        return replace(whole, variants=variants) if variants else None

    schemas = tuple(part for part in map(schema, collection.schemas) if part)
    problems: tuple[Problem, ...] = tuple(problem for problem in collection.problems if kept(problem.item))
    if not schemas and not problems:
        raise ContentError(
            f"the collection {collection.name} has nothing in the language {language!r}",
            todo=f"It is in {collection.language!r}.",
        )
    return replace(collection, language=language, schemas=schemas, problems=problems)
