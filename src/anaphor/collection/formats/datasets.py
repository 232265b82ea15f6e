"""Hugging Face datasets, any of them, read by naming their columns.

That is: a folder made by `save_to_disk`, a folder with data files, a .parquet, .arrow, .jsonl, .csv or .tsv file,
or a dataset that a program holds. Nothing is downloaded and nothing is written beside the data.
"""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Protocol, cast, runtime_checkable

from anaphor.collection.formats.columns import read_columns
from anaphor.collection.formats.tables import Row, comma_rows, json_lines, located, tab_rows
from anaphor.collection.protocol import LARGEST_FILE, Source
from anaphor.errors import FormatError, InputError, MissingExtraError, Place, UnknownNameError
from anaphor.files import regular_bytes
from anaphor.schema import Collection

TABLES = (".parquet", ".arrow", ".jsonl", ".csv", ".tsv")
_SAVED = ("state.json", "dataset_dict.json")


@runtime_checkable
class Dataset(Protocol):
    """What is asked of a dataset: rows by column name."""

    def __iter__(self) -> Iterator[Mapping[str, object]]:
        """The rows."""


def read_dataset(
    where: Path | Dataset,
    columns: Mapping[str, str] = MappingProxyType({}),
    language: str | None = None,
    *,
    split: str | None = None,
    name: str | None = None,
) -> Collection:
    """The collection in a dataset; `columns` says which of its columns holds what (see `columns.py`)."""
    title = name or (where.name.split(".")[0] if isinstance(where, Path) else "dataset")
    rows = _path_rows(where, split) if isinstance(where, Path) else _rows(where, _nowhere(title))
    schemas, problems = read_columns(rows, columns, language or "und")
    with located(_nowhere(str(where) if isinstance(where, Path) else title), None):
        return Collection(name=title, language=language or "und", schemas=schemas, problems=problems)


def _nowhere(name: str) -> Source:
    return Source(name=name, stem=name, data=b"")


def _rows(dataset: Iterable[Mapping[str, object]], source: Source) -> Iterator[Row]:
    for number, values in enumerate(dataset, start=1):
        yield Row(source=source, line=number, values=values)


def _path_rows(path: Path, split: str | None) -> Iterator[Row]:
    if not path.exists():
        raise InputError("there is no such file or folder", where=Place(file=str(path)))
    if path.is_dir() and any((path / name).is_file() for name in _SAVED):
        return _saved_rows(path, split)
    return _file_rows(_data_file(path, split) if path.is_dir() else path)


def _saved_rows(path: Path, split: str | None) -> Iterator[Row]:
    """The rows of a folder that `save_to_disk` made."""
    module = _module("datasets")
    try:
        saved = module.load_from_disk(str(path))
    except Exception as error:  # the library raises whatever its parts raise on a broken folder
        raise _unreadable(path, error) from error
    if isinstance(saved, dict):
        saved = saved[_chosen(path, split, sorted(saved))]
    return _rows(cast(Dataset, saved), _nowhere(str(path)))


def _data_file(path: Path, split: str | None) -> Path:
    """The data file of a split in a folder (in `data/` or beside the card)."""
    files = sorted(file for file in [*path.glob("data/*"), *path.glob("*")] if file.suffix in TABLES)
    splits = {file.stem.split("-")[0]: file for file in files}
    if not splits:
        raise FormatError(
            "the folder has no data file", where=Place(file=str(path)), todo=f"Known: {', '.join(TABLES)}"
        )
    return splits[_chosen(path, split, list(splits))]


def _chosen(path: Path, split: str | None, known: list[str]) -> str:
    if split is None and len(known) == 1:
        return known[0]
    if split is None:
        raise InputError(
            f"the dataset has several splits ({', '.join(known)})",
            where=Place(file=str(path)),
            todo="Give one of them: its folder or file.",
        )
    if split not in known:
        raise UnknownNameError("split", split, known)
    return split


def _file_rows(path: Path) -> Iterator[Row]:
    if path.suffix in (".parquet", ".arrow"):
        return _arrow_rows(path)
    readers = {".jsonl": json_lines, ".csv": comma_rows, ".tsv": tab_rows}
    if path.suffix not in readers:
        raise FormatError(f"{path.suffix or 'no ending'} is no known table", where=Place(file=str(path)))
    return readers[path.suffix](Source(name=str(path), stem=path.stem, data=regular_bytes(path, LARGEST_FILE)))


def _arrow_rows(path: Path) -> Iterator[Row]:
    """The rows of a Parquet or Arrow file, batch by batch."""
    source = _nowhere(str(path))
    number = 0
    try:
        for batch in _batches(path):
            for values in batch:
                number += 1
                yield Row(source=source, line=number, values=values)
    except (OSError, ValueError) as error:  # pyarrow's errors are kinds of these
        raise _unreadable(path, error) from error


def _batches(path: Path) -> Iterator[list[dict[str, object]]]:
    if path.suffix == ".parquet":
        batches = _module("pyarrow.parquet").ParquetFile(path).iter_batches(batch_size=1000)
    else:
        batches = _arrow_reader(_module("pyarrow"), path)
    return (batch.to_pylist() for batch in batches)


def _arrow_reader(module: ModuleType, path: Path) -> Iterator["_Batch"]:
    """The batches of an Arrow file, which is either a stream or a file with a footer."""
    ipc = import_module("pyarrow.ipc")
    with module.memory_map(str(path)) as mapped:
        if bytes(mapped.read(6)) == b"ARROW1":
            mapped.seek(0)
            reader = ipc.open_file(mapped)
            yield from (reader.get_batch(number) for number in range(reader.num_record_batches))
        else:
            mapped.seek(0)
            yield from ipc.open_stream(mapped)


class _Batch(Protocol):
    def to_pylist(self) -> list[dict[str, object]]: ...


def _module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtraError("reading a Hugging Face dataset", "hf") from error


def _unreadable(path: Path, error: Exception) -> FormatError:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return FormatError(f"the dataset cannot be read ({lines[0][:200]})", where=Place(file=str(path)))
