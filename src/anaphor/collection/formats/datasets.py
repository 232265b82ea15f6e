"""Hugging Face datasets, any of them, read by naming their columns; `exports/huggingface.py` writes them.

Read are: a folder made by `save_to_disk`, a folder with data files, a .parquet, .arrow, .jsonl, .csv or .tsv file,
or a dataset that a program holds. Nothing is downloaded and nothing is written beside the data.

| ours | what the column holds |
|---|---|
| text | the text; needed. The anaphor may stand in it between `[` and `]`, or be a `_` |
| start, end | position of the anaphor in characters, and after it |
| anaphor | the anaphor's word; with `start` it gives the end, alone the place where it stands only once |
| candidates | a list of candidates, also written as text; or candidate1, candidate2 … (option1 …) for a column each |
| answer | number of the right candidate, its letter, or the candidate itself; -1, null or empty: no key |
| neither | true where no candidate is right |
| id, prompt, schema | the item's id, the sentence that asks, what twins share (also called pair_id) |

Numbers count from 0 or from 1: where 0 occurs or the number of candidates does, that is clear; elsewhere it is asked.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from anaphor.collection.formats.foreign import (
    ForeignFormat,
    collection_of,
    entry_of,
    in_assumed_language,
    named_schemas,
)
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
from anaphor.errors import AnaphorError, FormatError, InputError, MissingExtraError, UnknownNameError
from anaphor.files import ReadingLimits, read_guarded, regular_bytes
from anaphor.schema import (
    NEITHER,
    Anaphor,
    Collection,
    Entry,
    Key,
    Mark,
    Problem,
    Unmarked,
    UnmarkedReason,
)
from anaphor.text import Value
from anaphor.text import text as say

_TEXT_TABLES = (".csv", ".tsv", ".jsonl", ".json")
TABLES = (".parquet", ".arrow", ".jsonl", ".csv", ".tsv")
_SAVED = ("state.json", "dataset_dict.json")
"""Files by which a folder that `save_to_disk` made is known."""
_NUMBERED = tuple(f"candidate{number}" for number in range(1, 10))
_OWN = ("text", "start", "end", "anaphor", "candidates", "answer", "neither", "id", "prompt", "schema")
_COLUMNS = (*_OWN, *_NUMBERED)
_ALSO = {
    "sentence": "text",
    "pronoun": "anaphor",
    "question": "prompt",
    "key": "answer",
    "answerkey": "answer",
    **dict.fromkeys(("options", "choices"), "candidates"),
    **dict.fromkeys(("pairid", "pair", "schemaid"), "schema"),
    **dict.fromkeys(("qid", "itemid"), "id"),
    **{
        f"{word}{sign}": f"candidate{number}"
        for word in ("option", "choice")
        for signs in ("123456789", "abcdefghi")
        for number, sign in enumerate(signs, 1)
    },
}
"""Other names of our columns, without capitals and joins: `pair_id`, `optionA`."""
_SMALL = re.compile(r"\d{1,3}(\.0+)?")
_QUOTED = re.compile(r"""'((?:[^'\\]|\\.)*+)('?)|"((?:[^"\\]|\\.)*+)("?)""", re.DOTALL)
"""A text in quotation marks, and the one that closes it; where there is none it ends with the cell."""


def read_dataset(  # noqa: PLR0913  # what a user may say of a table
    where: Path | Source | Iterable[Mapping[str, object]],
    columns: Mapping[str, str] = MappingProxyType({}),
    language: str | None = None,
    *,
    split: str | None = None,
    count_from: int | None = None,
    remarks: list[tuple[str, dict[str, Value]]] | None = None,
) -> Collection:
    """The collection in a dataset; `columns` says which of its columns holds what, others go by our names.

    `count_from` is the number of the first candidate in the column of answers; `remarks` hears what was assumed.
    """
    if isinstance(where, Source):
        source, numbered_rows = where, _table_rows(where)
    else:
        title = where.name.split(".")[0] if isinstance(where, Path) else "dataset"
        source = Source(name=str(where) if isinstance(where, Path) else title, stem=title, data=b"")
        numbered_rows = _path_rows(where, split) if isinstance(where, Path) else _rows_with_numbers(where, title)
    for ours in columns:
        if _own_name(ours) not in _COLUMNS:
            raise UnknownNameError(say("collection-word-column"), ours, _COLUMNS)
    mapping = {_own_name(ours): theirs for ours, theirs in columns.items()}
    rows = [_with_our_columns(row, mapping) for row in numbered_rows]
    first = count_from if count_from is not None else _first_number(rows)

    def collection_in(spoken: str) -> Collection:
        numbers = count(1)
        entries = list(read_each(rows, lambda row: _entry(row, next(numbers), spoken, first)))
        schemas = named_schemas(((schema, entry) for schema, entry in entries if schema), cues=True)
        problems = (Problem(id=entry.id, item=entry) for schema, entry in entries if not schema)
        return collection_of(source, [*schemas, *problems], name=source.stem, language=spoken)

    collection = collection_in(language) if language else in_assumed_language(source, collection_in, "und")
    if remarks is not None:
        remarks += source.remarks
    return collection


def column_names(source: Source) -> list[str]:
    """The columns of a table of comma-separated values or JSON lines; none where it is no such table."""
    try:
        is_table = source.rows is not None or source.name.lower().endswith(_TEXT_TABLES)
        row = next(islice(_table_rows(source), 1), None) if is_table else None
    except AnaphorError:
        return []
    return [str(name) for name in row.values] if row else []


def _fits(source: Source) -> bool:
    """Whether a table has columns that are known by their names: a text, and candidates."""
    names = {_own_name(name) for name in column_names(source)}
    return "text" in names and ("candidates" in names or {"candidate1", "candidate2"} <= names)


TABLE = ForeignFormat(
    name="table",
    title="A table with a text and candidates",
    recognises=_fits,
    read=lambda source, settings: read_dataset(source, dict(settings.columns), settings.language),
)


def _own_name(name: str) -> str:
    return name if name in _COLUMNS else _ALSO.get(re.sub(r"[\s_-]", "", name.casefold()), name)


def _table_rows(source: Source) -> Iterator[SourceRow]:
    if source.rows is not None:
        return object_rows(source)
    readers = {".jsonl": object_rows, ".json": object_rows, ".csv": comma_rows, ".tsv": tab_rows}
    ending = Path(source.name).suffix.lower()
    if ending not in readers:
        ending = ending or say("collection-word-no-ending")
        raise FormatError("collection-no-table", where=Path(source.name), ending=ending)
    return readers[ending](source)


def _first_number(rows: list[SourceRow]) -> int | None:
    """Whether the numbers of the right candidates count from 0 or from 1; None where the rows do not tell."""
    numbers = {(_number(row), len(_candidates(row))) for row in rows}
    if (rows and set(_OWN) <= rows[0].values.keys()) or any(number == 0 for number, _ in numbers):
        return 0  # what `convert --to hf` writes counts from 0
    return 1 if any(number == several for number, several in numbers) else None


def _number(row: SourceRow) -> int | None:
    """The answer where it is a number, and no candidate's name."""
    answer = row.values.get("answer")
    if isinstance(answer, float) and answer.is_integer():  # a column of numbers with a hole in it
        answer = int(answer)
    if isinstance(answer, str) and _SMALL.fullmatch(answer.strip()):
        return None if answer.strip() in _candidates(row) else int(float(answer))
    return answer if isinstance(answer, int) and not isinstance(answer, bool) else None


def _rows_with_numbers(rows: Iterable[Mapping[str, object]], name: str) -> Iterator[SourceRow]:
    source = Source(name=name, stem=name, data=b"")
    return (SourceRow(source=source, line=number, values=values) for number, values in enumerate(rows, start=1))


def _path_rows(path: Path, split: str | None) -> Iterator[SourceRow]:
    if not path.exists():
        raise InputError("collection-no-file-or-folder", where=path)
    if path.is_dir() and any((path / name).is_file() for name in _SAVED):
        _need("datasets")
        size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        return _rows_with_numbers(
            read_guarded(_saved_rows, path, split, file=str(path), limits=_limits(size)), str(path)
        )
    if path.is_dir():  # the data file of a split, in `data/` or beside the card
        files = sorted(file for file in [*path.glob("data/*"), *path.glob("*")] if file.suffix in TABLES)
        splits = {file.stem.split("-")[0]: file for file in files}
        if not splits:
            raise FormatError("collection-no-data-file", where=path, endings=", ".join(TABLES))
        path = splits[_chosen(path, split, list(splits))]
    if path.suffix in (".parquet", ".arrow"):
        _need("pyarrow")
        limits = _limits(path.stat().st_size)
        return _rows_with_numbers(read_guarded(_arrow_rows, path, file=str(path), limits=limits), str(path))
    return _table_rows(Source(name=str(path), stem=path.stem, data=regular_bytes(path, LARGEST_FILE)))


def _chosen(path: Path, split: str | None, splits: list[str]) -> str:
    if split is None:
        if len(splits) == 1:
            return splits[0]
        raise InputError("collection-several-splits", where=path, splits=", ".join(splits))
    if split not in splits:
        raise UnknownNameError(say("collection-word-split"), split, splits)
    return split


def _limits(size: int) -> ReadingLimits:
    """What reading so many bytes in a child may take: they are mapped into memory, too."""
    return ReadingLimits(memory=ReadingLimits().memory + size)


def _saved_rows(path: Path, split: str | None) -> list[dict[str, object]]:
    """The rows of a folder that the library `datasets` saved."""
    try:
        saved = _module("datasets").load_from_disk(str(path))
        chosen = saved[_chosen(path, split, sorted(saved))] if isinstance(saved, dict) else saved
        return list(chosen)
    except AnaphorError:
        raise
    except Exception as error:  # the library raises whatever its parts raise on a broken folder
        raise _unreadable(path, error) from error


def _arrow_rows(path: Path) -> list[dict[str, object]]:
    """The rows of a Parquet or Arrow file; an Arrow file is a stream or has a footer."""
    rows: list[dict[str, object]] = []
    try:
        if path.suffix == ".parquet":
            for batch in _module("pyarrow.parquet").ParquetFile(path).iter_batches(batch_size=1000):
                batch.validate(full=True)
                rows += batch.to_pylist()
            return rows
        with _module("pyarrow").memory_map(str(path)) as mapped:
            has_footer = bytes(mapped.read(6)) == b"ARROW1"
            mapped.seek(0)
            ipc = import_module("pyarrow.ipc")
            reader = ipc.open_file(mapped) if has_footer else ipc.open_stream(mapped)
            batches = map(reader.get_batch, range(reader.num_record_batches)) if has_footer else reader
            for batch in batches:
                batch.validate(full=True)  # places beyond the end of a dictionary, or of the words
                rows += batch.to_pylist()
            return rows
    except MemoryError:
        raise
    except (ArithmeticError, LookupError, NotImplementedError, OSError, TypeError, ValueError) as error:
        raise _unreadable(path, error) from error


def _need(name: str) -> None:
    """Refuse where a library is not installed, before a child is started for it."""
    if find_spec(name) is None:
        raise MissingExtraError(say("collection-reading-dataset"), "hf")


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtraError(say("collection-reading-dataset"), "hf") from error


def _unreadable(path: Path, error: Exception) -> FormatError:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return FormatError("collection-unreadable-dataset", where=path, why=lines[0][:200])


def _with_our_columns(row: SourceRow, columns: Mapping[str, str]) -> SourceRow:
    """The row under our names; a column that the user named must exist, and several may hold a candidate each."""
    by_own_name = {_own_name(name): value for name, value in reversed(list(row.values.items()))} | dict(row.values)
    values = {ours: by_own_name[ours] for ours in _COLUMNS if ours in by_own_name}
    for ours, named in columns.items():
        theirs = [named] if named in row.values else [name.strip() for name in named.split(",")]
        for name in theirs:
            if name not in row.values:
                todo = say("collection-column-named-for", ours=ours)
                raise UnknownNameError(say("collection-word-column"), name, row.values, todo=todo)
        if twice := next((name for name, times in Counter(theirs).items() if times > 1), None):
            raise InputError("collection-column-repeated", name=twice, ours=ours)
        listed = len(theirs) > 1 and ours == "candidates"
        if len(theirs) > 1 and not listed:
            raise row.error("collection-one-column", ours)
        cells = [row.values[name] for name in theirs]
        values[ours] = [value for value in cells if value not in (None, "")] if listed else cells[0]
    return SourceRow(source=row.source, line=row.line, values=values)


def _entry(row: SourceRow, number: int, language: str, first: int | None) -> tuple[str, Entry]:
    """The id of the row's schema, if it has one, and its entry."""
    text, anaphor = _marked_text(row)
    candidates = _candidates(row)
    key = _key(row, candidates, first)
    name, prompt = row.name("id") or str(number), row.optional_text("prompt")
    return row.name("schema") or "", entry_of(name, language, text, anaphor, candidates, key, prompt=prompt)


def _candidates(row: SourceRow) -> list[str]:
    listed = row.values.get("candidates")
    if listed is None:
        return [row.text(name) for name in _NUMBERED if row.values.get(name) is not None]
    if isinstance(listed, str):  # a list written as text: `["a", "b"]`, `['a' 'b']`, `a|b`
        texts = _QUOTED.findall(listed) if listed.lstrip()[:1] in "[(" else []
        quoted = [single or double for single, one, double, two in texts if one or two]
        try:
            listed = json.loads(listed) if listed.lstrip().startswith("[") else quoted or re.split("[|;]", listed)
        except (ValueError, RecursionError):
            listed = quoted
    if isinstance(listed, dict):  # `{"text": [a, b], "label": ["A", "B"]}`, as some datasets have it
        listed = listed.get("text")
    if isinstance(listed, list):
        listed = [form.get("text") if isinstance(form, dict) else form for form in listed]
    if isinstance(listed, list) and listed and all(isinstance(form, str) and form.strip() for form in listed):
        return [form.strip() for form in listed]
    raise row.error("collection-value-no-list", "candidates")


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
    return raw, Unmarked(reason=UnmarkedReason.AMBIGUOUS if len(spans) > 1 else UnmarkedReason.UNSAID)


def _key(row: SourceRow, candidates: list[str], first: int | None) -> Key | None:
    several, answer = len(candidates), row.values.get("answer")
    if row.values.get("neither") is True:
        return NEITHER
    if isinstance(answer, bool):
        if several != 1:
            raise row.error("collection-truth-of-several", "answer", count=several)
        return 0 if answer else NEITHER
    if answer in (None, "", -1, "-1") or (isinstance(answer, float) and math.isnan(answer)):
        return None
    number = _number(row)
    if number is None:
        sign = row.text("answer").casefold()
        signs = [*(form.casefold() for form in candidates), *"abcdefghi"[:several]]
        if sign not in signs:
            raise row.error("collection-no-answer", "answer")
        return signs.index(sign) % several
    if first is None and number <= several:
        raise row.error("collection-count-unclear", "answer", number=number, count=several)
    if first is None or not first <= number < first + several:
        raise row.error("collection-answer-too-large", "answer", key=number, count=several)
    return number - first
