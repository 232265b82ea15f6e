"""Hugging Face datasets, any of them: read by naming their columns, and written as a folder.

Read are: a folder made by `save_to_disk`, a folder with data files, a .parquet, .arrow, .jsonl, .csv or .tsv file,
or a dataset that a program holds. Nothing is downloaded and nothing is written beside the data.

| ours | what the column holds |
|---|---|
| text | the text; needed. The anaphor may stand in it between `[` and `]`, or be a `_` |
| start, end | position of the anaphor in characters, and after it |
| anaphor | the anaphor's word; with `start` it gives the end, alone the place where it stands only once |
| candidates | a list of candidates; or candidate1, candidate2 … for a column each |
| answer | index from 0 (a number), letter, number from 1 (a text), or the right candidate; -1, null or empty: no key |
| neither | true where no candidate is right |
| id, prompt, schema | the item's id, the sentence that asks, what twins share |
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

from anaphor.collection.formats.foreign import collection_of, entry_of, named_schemas, written_entries
from anaphor.collection.formats.tables import (
    SourceRow,
    bracketed_mark,
    comma_rows,
    object_rows,
    read_each,
    sole_mark,
    tab_rows,
    unbracketed,
)
from anaphor.collection.protocol import LARGEST_FILE, Source
from anaphor.errors import FormatError, InputError, MissingExtraError, OutputError, UnknownNameError
from anaphor.files import atomic_file, regular_bytes, write_text
from anaphor.schema import (
    NEITHER,
    Anaphor,
    Collection,
    Entry,
    Item,
    Key,
    Mark,
    Neither,
    Problem,
    Schema,
    Unmarked,
    UnmarkedReason,
    question_of,
)
from anaphor.text import text as say

TABLES = (".parquet", ".arrow", ".jsonl", ".csv", ".tsv")
_SAVED = ("state.json", "dataset_dict.json")
"""Files by which a folder that `save_to_disk` made is known."""
_NUMBERED = tuple(f"candidate{number}" for number in range(1, 10))
_OWN = ("text", "start", "end", "anaphor", "candidates", "answer", "neither", "id", "prompt", "schema")
_COLUMNS = (*_OWN, *_NUMBERED)


def read_dataset(
    where: Path | Iterable[Mapping[str, object]],
    columns: Mapping[str, str] = MappingProxyType({}),
    language: str | None = None,
    *,
    split: str | None = None,
) -> Collection:
    """The collection in a dataset; `columns` says which of its columns holds what, others go by our names."""
    title = where.name.split(".")[0] if isinstance(where, Path) else "dataset"
    rows = _path_rows(where, split) if isinstance(where, Path) else _numbered(where, title)
    for ours in columns:
        if ours not in _COLUMNS:
            raise UnknownNameError(say("collection-word-column"), ours, _COLUMNS)
    numbers = count(1)
    entries = list(read_each(rows, lambda row: _entry(_renamed(row, columns), next(numbers), language or "und")))
    schemas = named_schemas((schema, entry) for schema, entry in entries if schema)
    problems = (Problem(id=entry.id, item=entry) for schema, entry in entries if not schema)
    source = Source(name=str(where) if isinstance(where, Path) else title, stem=title, data=b"")
    return collection_of(source, [*schemas, *problems], name=title, language=language or "und")


def _numbered(rows: Iterable[Mapping[str, object]], name: str) -> Iterator[SourceRow]:
    source = Source(name=name, stem=name, data=b"")
    return (SourceRow(source=source, line=number, values=values) for number, values in enumerate(rows, start=1))


def _path_rows(path: Path, split: str | None) -> Iterator[SourceRow]:
    if not path.exists():
        raise InputError("collection-no-file-or-folder", where=path)
    if path.is_dir() and any((path / name).is_file() for name in _SAVED):
        try:
            saved = _module("datasets").load_from_disk(str(path))
        except MissingExtraError:
            raise
        except Exception as error:  # the library raises whatever its parts raise on a broken folder
            raise _unreadable(path, error) from error
        chosen = saved[_chosen(path, split, sorted(saved))] if isinstance(saved, dict) else saved
        return _numbered(chosen, str(path))
    if path.is_dir():  # the data file of a split, in `data/` or beside the card
        files = sorted(file for file in [*path.glob("data/*"), *path.glob("*")] if file.suffix in TABLES)
        splits = {file.stem.split("-")[0]: file for file in files}
        if not splits:
            raise FormatError("collection-no-data-file", where=path, endings=", ".join(TABLES))
        path = splits[_chosen(path, split, list(splits))]
    if path.suffix in (".parquet", ".arrow"):
        return _numbered(_arrow_rows(path), str(path))
    readers = {".jsonl": object_rows, ".csv": comma_rows, ".tsv": tab_rows}
    if path.suffix not in readers:
        raise FormatError("collection-no-table", where=path, ending=path.suffix or say("collection-word-no-ending"))
    return readers[path.suffix](Source(name=str(path), stem=path.stem, data=regular_bytes(path, LARGEST_FILE)))


def _chosen(path: Path, split: str | None, known: list[str]) -> str:
    if split is None:
        if len(known) == 1:
            return known[0]
        raise InputError("collection-several-splits", where=path, splits=", ".join(known))
    if split not in known:
        raise UnknownNameError(say("collection-word-split"), split, known)
    return split


def _arrow_rows(path: Path) -> Iterator[dict[str, object]]:
    """The rows of a Parquet or Arrow file, batch by batch; an Arrow file is a stream or has a footer."""
    try:
        if path.suffix == ".parquet":
            for batch in _module("pyarrow.parquet").ParquetFile(path).iter_batches(batch_size=1000):
                yield from batch.to_pylist()
            return
        with _module("pyarrow").memory_map(str(path)) as mapped:
            has_footer = bytes(mapped.read(6)) == b"ARROW1"
            mapped.seek(0)
            ipc = import_module("pyarrow.ipc")
            reader = ipc.open_file(mapped) if has_footer else ipc.open_stream(mapped)
            batches = map(reader.get_batch, range(reader.num_record_batches)) if has_footer else reader
            for batch in batches:
                yield from batch.to_pylist()
    except (OSError, ValueError) as error:  # pyarrow's errors are kinds of these
        raise _unreadable(path, error) from error


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtraError(say("collection-reading-dataset"), "hf") from error


def _unreadable(path: Path, error: Exception) -> FormatError:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return FormatError("collection-unreadable-dataset", where=path, why=lines[0][:200])


def _renamed(row: SourceRow, columns: Mapping[str, str]) -> SourceRow:
    """The row under our names; a column that the user named must exist."""
    values = {}
    for ours in _COLUMNS:
        theirs = columns.get(ours, ours)
        if theirs in row.values:
            values[ours] = row.values[theirs]
        elif ours != theirs:
            todo = say("collection-column-named-for", ours=ours)
            raise UnknownNameError(say("collection-word-column"), theirs, row.values, todo=todo)
    return SourceRow(source=row.source, line=row.line, values=values)


def _entry(row: SourceRow, number: int, language: str) -> tuple[str, Entry]:
    """The id of the row's schema, if it has one, and its entry."""
    given = row.values.get("id")
    name = str(given) if isinstance(given, int) else row.optional_text("id") or str(number)
    text, anaphor = _marked_text(row)
    listed = row.values.get("candidates")
    if listed is None:
        candidates = [row.text(each) for each in _NUMBERED if row.values.get(each) is not None]
    elif isinstance(listed, list) and all(isinstance(form, str) and form.strip() for form in listed):
        candidates = [form.strip() for form in listed]
    else:
        raise row.error("collection-value-no-list", "candidates")
    key = _key(row, candidates)
    entry = entry_of(name, language, text, anaphor, candidates, key, prompt=row.optional_text("prompt"))
    return row.optional_text("schema") or "", entry


def _marked_text(row: SourceRow) -> tuple[str, Anaphor]:
    """The text and its anaphor, by the best evidence that the row has."""
    raw, form = row.raw_text("text"), row.optional_text("anaphor")
    if row.values.get("start") is not None:
        start = row.whole("start")
        end = row.whole("end") if row.values.get("end") is not None else start + len(form or "")
        if not 0 <= start < end <= len(raw):
            raise row.error("collection-no-place", "start")
        if form and raw[start:end].lower() != form.lower():
            raise row.error("collection-value-elsewhere", "start", start=start, form=repr(form[:40]))
        return raw, Mark(start=start, end=end, blank=raw[start:end] == "_")
    if form:
        return raw, sole_mark(raw, form)
    text, spans = unbracketed(raw)
    if len(spans) == 1 and spans[0].end > spans[0].start:
        return text, bracketed_mark(text, spans, UnmarkedReason.UNSAID)
    if raw.count("_") == 1:
        return raw, sole_mark(raw, "_")
    return raw, Unmarked(reason=UnmarkedReason.UNSAID)


def _key(row: SourceRow, candidates: list[str]) -> Key | None:
    several, answer = len(candidates), row.values.get("answer")
    if row.values.get("neither") is True:
        return NEITHER
    if isinstance(answer, bool):
        if several != 1:
            raise row.error("collection-truth-of-several", "answer", count=several)
        return 0 if answer else NEITHER
    if answer in (None, "", -1):
        return None
    if isinstance(answer, str):
        signs = [*(form.casefold() for form in candidates), *map(str, range(1, several + 1)), *"abcdefghi"[:several]]
        if answer.strip().casefold() not in signs:
            raise row.error("collection-no-answer", "answer")
        return signs.index(answer.strip().casefold()) % several
    key = row.whole("answer")
    if key >= several:
        raise row.error("collection-answer-too-large", "answer", key=key, count=several)
    return key


def write_dataset_folder(collection: Collection, folder: Path) -> None:
    """Write a new folder that `datasets.load_dataset` reads; a folder with something in it is refused."""
    import yaml

    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise OutputError("collection-folder-not-empty", where=folder)
        (folder / "data").mkdir()
    except OSError as error:
        raise OutputError("collection-folder-not-made", where=folder, why=error.strerror or str(error)) from error
    with atomic_file(folder / "data" / "test.jsonl") as file:
        for part, entry in written_entries(collection):
            question = question_of(entry)
            mark = question.anaphor if isinstance(question.anaphor, Mark) else None
            key = entry.key if isinstance(entry, Item) else None
            row = {
                "id": question.id,
                "schema": part.id if isinstance(part, Schema) else "",
                "text": question.text,
                "anaphor": question.anaphor_form,
                "start": mark.start if mark else None,
                "end": mark.end if mark else None,
                "candidates": [candidate.text for candidate in question.candidates],
                "answer": key if isinstance(key, int) else None,
                "neither": isinstance(key, Neither),
                "prompt": question.prompt,
            }
            file.write(f"{json.dumps(row, ensure_ascii=False)}\n".encode("utf-8", "surrogatepass"))
    header: dict[str, object] = {"pretty_name": collection.title or collection.name}
    header |= {"language": [collection.language]} if collection.language != "mul" else {}
    header |= {"license": collection.licence.lower().replace(" ", "-")} if collection.licence else {}
    parts = [{"split": "test", "path": "data/test.jsonl"}]
    header["configs"] = [{"config_name": "default", "data_files": parts}]
    card = files("anaphor").joinpath("data/dataset_card.md").read_text("utf-8")
    filled = card.format(
        header=yaml.safe_dump(header, allow_unicode=True, sort_keys=False).rstrip(),
        title=collection.title or collection.name,
        items=len(collection.entries),
        schemas=len(collection.schemas),
        problems=len(collection.problems),
        fingerprint=collection.fingerprint,
        authors=", ".join(collection.authors) or "not stated",
        licence=collection.licence or "not stated",
        citation=collection.citation or "not stated",
    )
    write_text(folder / "README.md", filled)
