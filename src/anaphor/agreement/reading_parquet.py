"""Long tables in Parquet, through pyarrow, which the extra `hf` brings."""

import io
from importlib import import_module

import numpy as np

from anaphor.agreement.labelling import Column, numbered
from anaphor.agreement.matrix import LabelMatrix
from anaphor.agreement.reading_long import LongTable, long_columns, long_matrix, plain_number
from anaphor.agreement.reading_settings import ReadingSettings
from anaphor.agreement.reading_source import LabelFile
from anaphor.errors import MissingExtraError


def read_parquet(file: LabelFile, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from a Parquet file with columns for the item, the annotator and the label."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("reading Parquet", "hf") from error
    try:
        source = parquet.ParquetFile(io.BytesIO(file.data))
        names = list(source.schema_arrow.names)
        places = long_columns(names, settings)
        if places is None:
            raise file.error(
                f"which of the columns {', '.join(names[:12])} are the item, the annotator and the label is not clear",
                todo="Name them with --item, --annotator and --label.",
            )
        table = source.read(columns=[names[place] for place in places])
    except (arrow.ArrowException, OSError) as error:
        raise file.error(f"the Parquet file cannot be read ({error})") from error
    columns = [_column(file, table, names[place]) for place in places]
    lines = np.arange(1, table.num_rows + 1, dtype=np.int64)
    long = LongTable(file=file, item=columns[0], annotator=columns[1], label=columns[2], lines=lines)
    return long_matrix(long, settings)


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
