"""From a path or a name to a collection: decompressing, recognising the format, reading."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphor.collection.catalogue import CATALOGUE
from anaphor.collection.native.marks import Plain, write_marks
from anaphor.collection.protocol import FORMATS, LARGEST_FILE, Format, ReadSettings, Source
from anaphor.errors import ContentError, FormatError, InputError
from anaphor.files import read_unpacked
from anaphor.provenance import canonical_json
from anaphor.schema import Collection, Entry, Item, Mark, Question, Status, question_of
from anaphor.text import choice, text

_LARGEST_FROM_SMALL = 16 * 2**20
_LARGEST_RATIO = 10
"""A packed file may unpack to 16 MiB and ten times its size: a bomb must not fill the memory."""
_UNREADABLE = {b"PK\x03\x04": "zip", b"%PDF": "pdf", b"SQLite format 3": "sqlite"}
"""First bytes of files of other kinds."""
_DATASET_ENDINGS = (".parquet", ".arrow")
_CODES = {"jp": "ja"}
"""Codes that a source uses and ISO 639 does not."""
_KNOWN_ENDINGS = (".xml", ".json", ".jsonl", ".tsv", ".csv", ".txt", ".yaml", ".yml")
_HEADLESS = re.compile(r"^(schemas|problems):", re.MULTILINE)
_LONE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


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
        if _LONE_SURROGATE.search(source.data):  # JSON can write half of a pair, which no file can then hold
            try:
                canonical_json(collection).encode()
            except UnicodeEncodeError as error:
                raise source.error("collection-half-character") from error
        listing = CATALOGUE.of_content(source.data)
        if listing:  # a file that the catalogue knows, byte for byte, gets what the catalogue says of it
            collection = replace(
                collection,
                name=listing.name,
                title=listing.title if collection.title in (None, source.stem) else collection.title,
                licence=collection.licence or listing.licence,
                citation=collection.citation or listing.citation,
            )
    return in_language(collection, language) if language else collection


def locate(path_or_name: str) -> Path:
    """The file of a collection: an existing path first, then an embedded or downloaded collection of that name."""
    try:
        path = Path(path_or_name)
        exists = path.exists()
    except (OSError, ValueError) as error:
        raise InputError("collection-bad-path", path=repr(path_or_name[:80]), why=str(error)) from error
    return path if exists else CATALOGUE.path_of(path_or_name)


def read_source(path: Path) -> Source:
    """The content of a file, uncompressed; oversized files and decompression bombs are refused."""
    try:
        if not path.is_file():
            raise FormatError("collection-no-regular-file", where=path)
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise FormatError("collection-unreadable-file", where=path, why=str(error)) from error
    if size > LARGEST_FILE:
        raise FormatError("collection-file-too-large", where=path, size=size, most=LARGEST_FILE)
    kind = next((kind for mark, kind in _UNREADABLE.items() if start.startswith(mark)), None)
    if kind:
        raise FormatError("collection-packed-file", where=path, kind=choice("collection-kind", kind))
    data = read_unpacked(path, _LARGEST_FROM_SMALL + _LARGEST_RATIO * size)
    name = re.sub(r"\.(xz|gz|bz2|zst)$", "", path.name)
    stem = Path(name).stem if Path(name).suffix.lower() in _KNOWN_ENDINGS else name
    return Source(name=str(path), stem=stem or "collection", data=data)


def recognise(source: Source) -> Format:
    """The one format that recognises the content; a plug-in that cannot be loaded is passed over."""
    if not source.data.strip():
        raise source.error("collection-empty-file")
    formats, broken = FORMATS.usable()
    found = [each for each in formats.values() if each.recognises(source)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(each.name for each in found or formats.values())
    error = source.error("collection-several-formats" if found else "collection-no-format", names=names)
    if not found and _HEADLESS.search(source.head):
        error = source.error("collection-no-header")
    if broken:
        raise source.error(error.what, todo=text("collection-also-broken", hint=error.todo, broken=str(broken[0])))
    raise error


def in_language(collection: Collection, language: str) -> Collection:
    """The part of a collection in one language; a collection wholly in another one is refused."""
    if collection.language == language:
        return collection

    def kept(entry: Entry) -> bool:
        return question_of(entry).language == language

    variants = {schema.id: tuple(filter(kept, schema.variants)) for schema in collection.schemas}
    schemas = tuple(replace(each, variants=variants[each.id]) for each in collection.schemas if variants[each.id])
    problems = tuple(problem for problem in collection.problems if kept(problem.item))
    if not schemas and not problems:
        name, own = collection.name, collection.language
        raise ContentError("collection-no-such-language", name=name, language=language, own=own)
    return replace(collection, language=language, schemas=schemas, problems=problems)


def listed() -> list[dict[str, Any]]:
    """The collections that have a name, as JSON types with stable keys; whether each is on this machine."""
    return [
        {
            "name": listing.name,
            "title": listing.title,
            "language": listing.language,
            "items": listing.items if listing.items is not None else len(load(listing.name).entries),
            "state": "embedded" if listing.embedded else "here" if CATALOGUE.file_of(listing).exists() else "to get",
            "licence": listing.licence,
            "citation": listing.citation,
            "address": listing.address or listing.page,
            "sha256": listing.sha256,
        }
        for listing in CATALOGUE
    ]


def summarise(collection: Collection) -> dict[str, Any]:
    """Counts, provenance and entries of a collection, as JSON types with stable keys."""
    kept_schemas = [each for each in collection.schemas if each.status is not Status.EXCLUDED]
    kept_problems = [each for each in collection.problems if each.status is not Status.EXCLUDED]
    questions = collection.questions
    parts = collection.parts
    return {
        **{name: getattr(collection, name) for name in ("name", "title", "language", "version", "licence")},
        "authors": list(collection.authors),
        "citation": collection.citation,
        "schemas": len(kept_schemas),
        "problems": len(kept_problems),
        "items": len(collection.entries),
        "languages": _counts(each.language for each in questions) if collection.language == "mul" else {},
        "without_key": len(collection.entries) - len(collection.items),
        "excluded": len(parts) - len(kept_schemas) - len(kept_problems),
        "twins": sum(len(each.variants) == 2 for each in kept_schemas),
        "variants": _counts(len(each.variants) for each in kept_schemas),
        "candidates": _counts(len(each.candidates) for each in questions),
        "anaphors": _counts(
            # A gap has no form; why an anaphor has no place is counted among the forms.
            (each.anaphor_form or "_").casefold().replace("’", "'")
            if isinstance(each.anaphor, Mark)
            else each.anaphor.reason
            for each in questions
        ),
        "domains": _counts(name for each in parts if each.status is not Status.EXCLUDED for name in each.domains),
        "fingerprint": collection.fingerprint,
        "entries": [
            {
                "id": question.id,
                "text": question.text,
                "marked": marked_text(question),
                "prompt": question.prompt,
                "candidates": [candidate.text for candidate in question.candidates],
                "answer": (entry.answer or "neither") if isinstance(entry, Item) else None,
            }
            for entry, question in ((each, question_of(each)) for each in collection.entries)
        ],
    }


def _counts(values: Any) -> dict[str, int]:
    return {str(value): count for value, count in Counter(values).most_common()}


def marked_text(question: Question) -> str:
    """The text with its anaphor between brackets."""
    marks = (question.anaphor,) if isinstance(question.anaphor, Mark) else ()
    return write_marks(Plain(text=question.text, anaphors=marks, cues=()))
