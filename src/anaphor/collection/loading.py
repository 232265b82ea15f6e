"""From a path or a name to a collection: decompressing, recognising the format, reading."""

import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from anaphor.collection.catalogue import CATALOGUE
from anaphor.collection.protocol import FORMATS, LARGEST_FILE, Format, OwnFormat, ReadSettings, Source
from anaphor.collection.settings import Columns
from anaphor.collection.settings import column_mapping as column_mapping
from anaphor.errors import ContentError, FormatError, InputError
from anaphor.files import MemoryTable, frame_columns, is_path, read_unpacked
from anaphor.progress import uncollected
from anaphor.provenance import canonical_json
from anaphor.schema import Collection, Entry, question_of
from anaphor.text import Value, choice, joined, text, visible

_LARGEST_FROM_SMALL = 16 * 2**20
_LARGEST_RATIO = 10
"""A packed file may unpack to 16 MiB and ten times its size: a bomb must not fill the memory."""
_UNREADABLE = {b"PK\x03\x04": "zip", b"%PDF": "pdf", b"SQLite format 3": "sqlite"}
"""First bytes of files of other kinds."""
_DATASET_ENDINGS = (".parquet", ".arrow")
_CODES = {"jp": "ja"}
"""Codes that a source uses and ISO 639 does not."""
_KNOWN_ENDINGS = (".xml", ".json", ".jsonl", ".tsv", ".csv", ".txt", ".yaml", ".yml")
_NATIVE = re.compile(r"(?:#[^\n]*+\n|[^\S\n]*+\n)*+anaphor:")
_HEADLESS = re.compile(r"^(schemas|problems):", re.MULTILINE)
_SMALL = 1 << 20
"""Bytes of a file up to which it is worth remembering."""
_LONE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


Hearer = Callable[[str, dict[str, Value]], None]


def _log(code: str, details: dict[str, Value]) -> None:
    """Say what was assumed: on stderr, unless a program that uses the library has its own log."""
    logging.getLogger("anaphor.collection").warning("%s", visible(text(f"collection-finding-{code}", **details)))


def load(  # noqa: PLR0913  # what a user may say of a file or a table
    source: str | Path | Collection | MemoryTable,
    *,
    format: str | Format | OwnFormat | None = None,
    language: str | None = None,
    columns: Columns | str | Path = (),
    split: str | None = None,
    count_from: int | None = None,
    name: str | None = None,
    hear: Hearer = _log,
) -> Collection:
    """The collection in a file, under a name of the catalogue, or in a table in memory.

    The source is a path, a name, a pandas, polars or pyarrow frame, a list of dicts, a Hugging Face dataset, or a
    collection already. Format and compression are found from the content, and a table is known by its columns as a
    file with the same columns is. `format` names the format, or is one's own: a function from a `Source` (its `.text`
    has the content) to a `Collection` or to rows (dicts with the columns of a table), or an object like `Format`.
    `language` picks one language out of several, or states it. `columns` says which column holds what, ours → theirs:
    `{"text": "sentence", "candidates": ["option1", "option2"]}`, or is a TOML file; `split` which part of a dataset is
    meant, and `count_from` whether its answers count from 0 or 1. `name` renames the collection. `hear` is told what
    was assumed about a source that the catalogue does not know; the log says it otherwise.

    >>> load([{"text": "Ann saw Bea because [she] left.", "candidates": ["Ann", "Bea"], "answer": "Bea"}])
    <Collection: table, 0 schemas, 1 problem, 1 item (en)>
    """
    language = _CODES.get(language or "", language)
    mapping = column_mapping(columns)
    first = mapping.pop("count_from", None) if count_from is None else str(count_from)
    if first not in (None, "0", "1"):
        raise InputError("collection-count-from", given=first)
    split = mapping.pop("split", split)
    path = locate(str(source)) if is_path(source) else None
    as_dataset = mapping or first or split or (path and (path.is_dir() or path.suffix in _DATASET_ENDINGS))
    remarks: list[tuple[str, dict[str, Value]]] = []
    if isinstance(source, Collection):
        collection = source
    elif as_dataset and (format is None or isinstance(format, str)):
        from anaphor.collection.formats.datasets import read_dataset  # an extra's code; loaded only when it is needed

        counted = int(first) if first else None
        where = path or table_source(source, "table")
        collection = read_dataset(where, mapping, language, split=split, count_from=counted, remarks=remarks)
    else:
        content = read_source(path) if path else table_source(source, "table")
        if path and len(content.data) <= _SMALL and (format is None or isinstance(format, str)):
            collection, remarks = read_once(content, format, language)
        else:
            collection, remarks = _read(content, format, language)
    for code, details in remarks:
        hear(code, details)
    collection = replace(collection, name=name) if name else collection
    return in_language(collection, language) if language else collection


def _read(
    source: Source, format: str | Format | OwnFormat | None, language: str | None
) -> tuple[Collection, list[tuple[str, dict[str, Value]]]]:
    """The collection in the content of a file or in a table, and what was assumed in reading it."""
    chosen: Format | _OwnReader
    if format is None:
        chosen = recognise(source)
    elif isinstance(format, str):
        chosen = FORMATS.get(format)
    else:
        chosen = cast(Format, format) if hasattr(format, "read") else _OwnReader(format)
    with uncollected():
        collection = chosen.read(source, ReadSettings(language=language))
    # JSON can write half of a pair, and a text in memory can hold it; no file can.
    if source.rows is not None or _LONE_SURROGATE.search(source.data):
        try:
            canonical_json(collection).encode()
        except UnicodeEncodeError as error:
            raise source.error("collection-half-character") from error
    listing = CATALOGUE.of_content(source.data)
    if listing is None:
        return collection, source.remarks
    # A file that the catalogue knows, byte for byte, gets what the catalogue says of it.
    complete = replace(
        collection,
        name=listing.name,
        title=listing.title if collection.title in (None, source.stem) else collection.title,
        licence=collection.licence or listing.licence,
        citation=collection.citation or listing.citation,
    )
    return complete, []


read_once = lru_cache(maxsize=8)(_read)
"""The same; the last few files are remembered by what is in them, since a challenge opens one many times."""


@dataclass(frozen=True, slots=True)
class _OwnReader:
    """A user's function as a format."""

    work: OwnFormat

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """What the function makes of the content; rows are read as those of a table."""
        rows_or_collection = self.work(source)
        if isinstance(rows_or_collection, Collection):
            return rows_or_collection
        from anaphor.collection.formats.datasets import read_dataset

        rows = table_source(list(rows_or_collection), source.stem)
        return read_dataset(replace(rows, remarks=source.remarks), {}, settings.language)


def table_source(table: MemoryTable, stem: str) -> Source:
    """A table in memory as the readers of files take it: its rows, with plain values and without those missing."""

    def value_of(value: Any) -> Any:
        value = value.tolist() if hasattr(value, "tolist") else value
        if isinstance(value, dict):  # as Parquet's records come, with arrays in them
            return {name: value_of(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return list(map(value_of, value))
        # A column of whole numbers with a hole in it comes as one of fractions.
        return int(value) if isinstance(value, float) and value.is_integer() else value

    def row_of(number: int, row: tuple[Any, ...]) -> dict[str, Any]:
        try:
            return {column: value_of(cell) for column, cell in zip(columns, row, strict=True) if cell is not None}
        except RecursionError as error:  # a list that holds itself
            raise InputError("files-frame-row", row=number, why=str(error)) from error

    columns = frame_columns(table)
    rows = [row_of(number, row) for number, row in enumerate(zip(*columns.values(), strict=True), 1)]
    # The exchange format is known by a line that begins with `anaphor`, which here is only a column.
    names = json.dumps(dict.fromkeys(sorted(columns, key=lambda column: column == "anaphor")), ensure_ascii=False)
    return Source(name=text("collection-word-table"), stem=stem, data=names.encode(), rows=rows)


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
    if _NATIVE.match(source.head):  # no need to load all the others
        return FORMATS.get("native")
    from anaphor.collection.formats.datasets import TABLE, column_names

    formats, broken = FORMATS.usable()
    heads = [source.data]
    if source.rows is not None:
        # What a file with these columns would begin with: of JSON, or of cells of text where no value is a list.
        heads.append(b"[" + source.data + b"]")
        if not any(isinstance(value, list | dict) for row in source.rows for value in row.values()):
            heads += [sign.join(json.loads(source.data)).encode() for sign in (",", "\t")]
    looks = [replace(source, data=head) for head in heads] if len(heads) > 1 else [source]
    several = ([candidate for candidate in formats.values() if candidate.recognises(look)] for look in looks)
    recognising = next(filter(None, several), [])
    if len(recognising) == 1:
        return recognising[0]
    if not recognising and TABLE.recognises(source):
        return TABLE
    names = ", ".join(candidate.name for candidate in recognising or formats.values())
    error = source.error("collection-several-formats" if recognising else "collection-no-format", names=names)
    if not recognising and _HEADLESS.search(source.head):
        error = source.error("collection-no-header")
    elif not recognising and (columns := column_names(source)):
        code = "collection-no-format-columns" if source.rows is None else "collection-no-table-columns"
        error = source.error(code, names=names, columns=joined(columns))
    if broken:
        raise source.error(error.what, todo=text("collection-also-broken", hint=error.todo, broken=str(broken[0])))
    raise error


def in_language(collection: Collection, language: str) -> Collection:
    """The part of a collection in one language; a collection wholly in another one is refused."""
    if collection.language == language:
        return collection

    def is_in_language(entry: Entry) -> bool:
        return question_of(entry).language == language

    variants = {schema.id: tuple(filter(is_in_language, schema.variants)) for schema in collection.schemas}
    schemas = tuple(
        replace(schema, variants=variants[schema.id]) for schema in collection.schemas if variants[schema.id]
    )
    problems = tuple(problem for problem in collection.problems if is_in_language(problem.item))
    if not schemas and not problems:
        name, own = collection.name, collection.language
        raise ContentError("collection-no-such-language", name=name, language=language, own=own)
    return replace(collection, language=language, schemas=schemas, problems=problems)
