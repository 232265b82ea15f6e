"""From a table in memory to its columns: pandas, polars, pyarrow, a list of records, a Hugging Face dataset.

`narwhals` reads the frames, so that none of their libraries is needed; it is imported when a frame arrives.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from typing import Any, TypeGuard

from anaphor.errors import AnaphorError, InputError
from anaphor.text import joined

MemoryTable = Any
"""A table in memory: a pandas, polars or pyarrow frame, a list of dicts, a dict of columns, a `datasets.Dataset`."""


def is_path(given: object) -> TypeGuard[str | PathLike[str]]:
    """Whether something names a file, or a collection of the catalogue, and is no table."""
    return isinstance(given, str | PathLike)


def frame_columns(table: MemoryTable) -> dict[str, list[Any]]:
    """The columns of a table by name; whatever is missing (None, NaN, NA, NaT) is None.

    >>> frame_columns([{"item": "a", "label": 1}, {"item": "b"}])
    {'item': ['a', 'b'], 'label': [1, None]}
    """

    def cell(value: Any) -> Any:
        value = value.tolist() if hasattr(value, "tolist") else value  # an array is read as a list is
        try:
            return None if value != value else value  # noqa: PLR0124  # only NaN differs from itself
        except (TypeError, ArithmeticError):  # NA, which has no truth, and a NaN that refuses to be compared
            return None

    return {name: list(map(cell, column())) for name, column in late_columns(table).items()}


def _column(value: Any) -> Callable[[], list[Any]] | None:
    """What makes a list of a column of numpy, pandas, polars or pyarrow, or of any sequence; None: it is no column."""
    own = next((each for each in ("tolist", "to_list", "to_pylist") if hasattr(value, each)), None)
    if own is None:
        return (lambda: list(value)) if isinstance(value, Sequence) and not is_path(value) else None
    return partial(getattr(value, own))


def late_columns(table: MemoryTable) -> dict[str, Callable[[], list[Any]]]:
    """What gives the columns of a table, by name: each is made when it is asked for, and NaN stays in it."""

    def of_records(rows: Sequence[Mapping[Any, Any]], name: object) -> list[Any]:
        return [row.get(name) for row in rows]

    found: dict[str, Callable[[], list[Any]]]
    if isinstance(table, Mapping) and hasattr(table, "with_format"):  # a Hugging Face dataset
        raise InputError("files-several-splits", splits=joined(map(repr, table)))
    if isinstance(table, Mapping) and all(map(_column, table.values())):
        _refuse_doubled(table)
        lengths = {str(name): len(values) for name, values in table.items()}
        if len(set(lengths.values())) > 1:
            raise InputError("files-uneven-columns", lengths=joined(f"{name} {n}" for name, n in lengths.items()))
        rows = max(lengths.values(), default=0)
        found = {str(name): made for name, each in table.items() if (made := _column(each))}
    elif isinstance(table, Sequence) and not is_path(table):
        strange = next((place for place, row in enumerate(table, 1) if not isinstance(row, Mapping)), None)
        if strange is not None:
            raise InputError("files-row-no-record", row=strange, kind=type(table[strange - 1]).__name__)
        names = dict.fromkeys(name for row in table for name in row)
        _refuse_doubled(names)
        rows, found = len(table), {str(name): partial(of_records, table, name) for name in names}
    else:
        rows, found = _of_frame(table)
    if not found or not rows:
        raise InputError("files-empty-frame", columns=joined(found) if found else "–")
    return {name: partial(_values, name, made) for name, made in found.items()}


def _values(name: str, made: Callable[[], list[Any]]) -> list[Any]:
    """What a column makes; moments beyond Python's calendar, say, are refused with its name."""
    try:
        return made()
    except (MemoryError, AnaphorError):
        raise
    except Exception as error:  # each library has errors of its own
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise InputError("files-frame-column", column=repr(name), why=why) from error


def _refuse_doubled(columns: Iterable[object]) -> None:
    """Refuse columns that are called alike; 1 and "1" are one name."""
    doubled = next((name for name, times in Counter(map(str, columns)).items() if times > 1), None)
    if doubled is not None:
        raise InputError("files-column-twice", column=repr(doubled))


def _with_index(table: Any) -> Any:
    """A frame of pandas whose index, where it has a name, is a column: one that was set aside, or a copy of one."""
    index = table.index
    for name in [each for each in index.names if each is not None and each in table.columns]:
        if list(index.get_level_values(name)) != list(table[name]):
            raise InputError("files-column-twice", column=repr(str(name)))
        table = table.reset_index(level=name, drop=True)
    return table.reset_index() if any(name is not None for name in table.index.names) else table


def _narwhals_frame(table: MemoryTable) -> Any:
    """A frame of any library, or a Hugging Face dataset, as narwhals has it."""
    import narwhals.stable.v2 as nw

    given = table
    try:
        if hasattr(table, "with_format") and hasattr(table, "__len__"):  # a Hugging Face dataset
            table = table.with_format("arrow")[:]
        if hasattr(table, "collect") and hasattr(table, "collect_schema"):
            table = table.collect()  # asked for its columns, a lazy frame would warn
        if hasattr(getattr(table, "index", None), "names") and hasattr(table, "columns"):
            table = _with_index(table)
        _refuse_doubled(getattr(table, "column_names", getattr(table, "columns", ())))
        frame = nw.from_native(table)
        return frame.collect() if isinstance(frame, nw.LazyFrame) else frame
    except InputError:
        raise
    except Exception as error:  # each library has errors of its own
        raise InputError("files-no-frame", kind=type(given).__name__) from error


def has_nested_cells(table: MemoryTable) -> bool:
    """Whether cells of a table are lists or records; of columns that may hold anything, the first cell is looked at.

    >>> has_nested_cells([{"item": "a", "labels": [0, 1]}]), has_nested_cells({"item": ["a"], "label": [1]})
    (True, False)
    """
    import narwhals.stable.v2 as nw

    def is_nested(cell: Any) -> bool:
        return isinstance(cell, Mapping | list | tuple) or bool(getattr(cell, "ndim", 0))

    if isinstance(table, Mapping | Sequence):
        columns = late_columns(table).values()
        return any(is_nested(next((cell for cell in column() if cell is not None), None)) for column in columns)
    frame = _narwhals_frame(table)
    for name, kind in frame.schema.items():
        if isinstance(kind, nw.List | nw.Struct | nw.Array):
            return True
        if kind == nw.Object and any(map(is_nested, frame.get_column(name).drop_nulls().head(1).to_list())):
            return True
    return False


def _of_frame(table: MemoryTable) -> tuple[int, dict[str, Callable[[], list[Any]]]]:
    frame = _narwhals_frame(table)

    def column(name: str) -> list[Any]:
        series = frame.get_column(name)
        values, nothing = series.to_list(), series.is_null()
        # What a library puts for nothing (NA, NaT) is told by its own mask: some of it cannot even be compared.
        if not nothing.any():
            return list(values)
        return [None if no else value for value, no in zip(values, nothing.to_list(), strict=True)]

    return len(frame), {str(name): partial(column, name) for name in frame.columns}


def frame_levels(table: MemoryTable) -> dict[str, tuple[str, ...]]:
    """The levels in their order of the columns that are ordered categories, by name; of a frame only."""
    import narwhals.stable.v2 as nw

    frame = nw.from_native(table, pass_through=True)
    kinds = frame.collect_schema() if isinstance(frame, nw.DataFrame | nw.LazyFrame) else {}
    return {name: tuple(map(str, kind.categories)) for name, kind in kinds.items() if isinstance(kind, nw.Enum)}


def frame_lines(table: MemoryTable) -> Iterator[str]:
    """A table as JSON lines, for readers of files; what is missing is left out."""
    columns = frame_columns(table)

    def plain(value: Any) -> Any:
        """An array inside a record is a list, as in a file."""
        return value.tolist() if hasattr(value, "tolist") else str(value)

    for number, row in enumerate(zip(*columns.values(), strict=True), 1):
        record = {name: value for name, value in zip(columns, row, strict=True) if value is not None}
        try:
            line = json.dumps(record, ensure_ascii=False, default=plain)
        except (RecursionError, ValueError) as error:  # a list that holds itself
            raise InputError("files-frame-row", row=number, why=str(error)) from error
        yield line + "\n"
