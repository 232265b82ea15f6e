"""Tables in Parquet, through pyarrow, which the extra `hf` brings."""

import io
from importlib import import_module

import numpy as np

from anaphor.agreement.labels.batch import names_groups
from anaphor.agreement.labels.cells import plain_number
from anaphor.agreement.labels.labelling import Column, numbered
from anaphor.agreement.labels.long import LongPlaces, LongTable, is_long, long_matrix, long_places, said_of
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.settings import TEXT_LAYOUTS, Layout, ReadingSettings
from anaphor.agreement.labels.source import LabelFile
from anaphor.agreement.labels.table import TextTable
from anaphor.errors import MissingExtraError


def read_parquet(file: LabelFile, settings: ReadingSettings) -> LabelMatrix | TextTable:
    """A matrix from a long Parquet file; the rows of any other, to be read as those of a text table are."""
    if settings.layout not in (None, *TEXT_LAYOUTS) or settings.layout is Layout.TABLEAU:
        raise file.error(f"Parquet has no layout {settings.layout}", todo="Known for it: long, items, annotators …")
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("reading Parquet", "hf") from error
    try:
        source = parquet.ParquetFile(io.BytesIO(file.data))
        names = list(source.schema_arrow.names)
        places = _places(names, settings)
        wanted = names if places is None else [names[place] for place in _numbers(places)]
        table = source.read(columns=wanted)
    except (arrow.ArrowException, OSError) as error:
        raise file.error(f"the Parquet file cannot be read ({error})") from error
    if places is None:
        return _rows(file, table, names)
    item = _column(file, table, names[places.item])
    if not is_long(item, len(names), places, settings):
        return _rows(file, source.read(), names)
    annotator, times = (
        None if place is None else _column(file, table, names[place]) for place in (places.annotator, places.times)
    )
    label = _column(file, table, names[places.label])
    lines = np.arange(1, table.num_rows + 1, dtype=np.int64)
    long = LongTable(file=file, item=item, annotator=annotator, label=label, times=times, lines=lines)
    return long_matrix(long, settings, said_of(names, places))


def _places(names: list[str], settings: ReadingSettings) -> LongPlaces | None:
    """Where the columns of a long table are; None where all columns are needed."""
    if names_groups(settings) or settings.where or settings.layout not in (None, Layout.LONG):
        return None
    return long_places(names, settings)


def _numbers(places: LongPlaces) -> list[int]:
    found = (places.item, places.annotator, places.label, places.times)
    return [place for place in found if place is not None]


def _rows(file: LabelFile, table: object, names: list[str]) -> TextTable:
    columns = [_column(file, table, name) for name in names]
    texts = [[column.names[code] for code in column.codes.tolist()] for column in columns]
    rows = tuple(zip(*texts, strict=True))
    if not rows:
        raise file.error("there is no row in it")
    return TextTable(file=file, names=tuple(names), rows=rows, lines=tuple(range(1, len(rows) + 1)))


def _column(file: LabelFile, table: object, name: str) -> Column:
    """A column as numbers and names; nulls are called by the empty text."""
    encoded = table.column(name).combine_chunks().dictionary_encode()  # type: ignore[attr-defined]  # pyarrow has no types
    words = [_word(file, value, name) for value in encoded.dictionary.to_pylist()]
    codes = encoded.indices.fill_null(len(words)).to_numpy(zero_copy_only=False)
    again = numbered([*words, ""])
    return Column(codes=again.codes[codes], names=_used(again, codes))


def _used(column: Column, codes: "np.ndarray[tuple[int], np.dtype[np.int32]]") -> tuple[str, ...]:
    """All names; the empty one is dropped where nothing is null, since nothing may be called so."""
    last = column.names[-1] == "" and not (column.codes[codes] == len(column.names) - 1).any()
    return column.names[:-1] if last else column.names


def _word(file: LabelFile, value: object, name: str) -> str:
    if isinstance(value, (dict, list, bytes)):
        raise file.error("texts or numbers are needed in this column", field=name)
    if isinstance(value, float):
        return plain_number(value) if np.isfinite(value) else ""
    return str(value).strip()
