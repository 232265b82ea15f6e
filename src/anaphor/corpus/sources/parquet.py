"""One column of a Parquet file, through pyarrow, which the extra `hf` brings; parts are row groups."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from anaphor.corpus.sources.protocol import Block, Certainty, Head, Passage, ReadingSettings, SourceFormat, text_block
from anaphor.files import ReadingLimits, cleaned, parquet_file, read_guarded
from anaphor.text import message

_MARK = b"PAR1"
_BATCH = 1 << 22
"""Bytes of text read at a time, about."""
_MOST_ROWS = 65_536
_PACE = 1 << 22
"""Bytes of a file that are read in a second at the least."""
_USUAL_NAMES = ("text", "sentence", "content")


@dataclass(frozen=True, slots=True, kw_only=True)
class _ParquetTable:
    """An open Parquet file; pyarrow has no types, so its objects are Any."""

    arrow: Any
    file: Any

    def batches(self, group: int, column: str) -> Iterator[Any]:
        """The cells of a column in one row group, some thousand at a time."""
        sizes = self.file.metadata.row_group(group)
        chunks = (sizes.column(place) for place in range(sizes.num_columns))
        size = next((chunk.total_uncompressed_size for chunk in chunks if chunk.path_in_schema == column), _BATCH)
        # Memory stays the same however long the texts are.
        rows = max(1, min(_MOST_ROWS, _BATCH * sizes.num_rows // max(size, 1)))
        for batch in self.file.iter_batches(batch_size=rows, row_groups=[group], columns=[column], use_threads=False):
            yield batch.column(0)

    def joined(self, cells: Any) -> bytes:
        """The cells with a newline between them, made without a Python object per cell."""
        texts = cells.cast(self.arrow.large_string()).drop_null()
        one_list = self.arrow.ListArray.from_arrays(self.arrow.array([0, len(texts)], self.arrow.int32()), texts)
        newline = self.arrow.scalar("\n", self.arrow.large_string())
        return bytes(self.arrow.compute.binary_join(one_list, newline)[0].as_buffer())


class _Parquet(SourceFormat):
    """Parquet; it is never cut by bytes."""

    name = "parquet"
    deals = True

    def certainty(self, head: Head, /) -> Certainty:
        return Certainty.CERTAIN if head.data.startswith(_MARK) else Certainty.NO

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        if path is None:
            raise head.error("corpus-packed-parquet")
        size = os.stat(path).st_size
        limits = ReadingLimits(seconds=60 + size // _PACE, patience=120 + 2 * size // _PACE)
        read_guarded(_try_whole, head, settings, path, file=head.file, limits=limits)

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The cells of the column, each followed by a newline, some thousand at a time."""
        table = _open_table(passage.head, passage.path)
        column = _column(passage.head, passage.settings.column, table.file.schema_arrow)
        try:
            groups, part = table.file.num_row_groups, passage.part
            for group in range(groups * part.index // part.count, groups * (part.index + 1) // part.count):
                for cells in table.batches(group, column):
                    passage.tally.skip(f"no text in the column {column}", int(cells.null_count))
                    text, replaced = cleaned(table.joined(cells), "utf-8", passage.settings.errors)
                    passage.tally.replaced += replaced
                    if text:
                        yield text_block(passage, text)
                sizes = table.file.metadata.row_group(group)
                passage.tally.read(sum(sizes.column(place).total_compressed_size for place in range(sizes.num_columns)))
        except UnicodeDecodeError as error:
            raise passage.error("corpus-bad-cell", column=repr(column)) from error
        except (table.arrow.ArrowException, OSError) as error:
            why = next(iter(str(error).splitlines()), type(error).__name__)
            raise passage.error("files-bad-parquet", why=why) from error


def _try_whole(head: Head, settings: ReadingSettings, path: str) -> None:
    """Read the column once from end to end, in a child: a file that is made to crash the library does it there."""
    table = _open_table(head, path)
    column = _column(head, settings.column, table.file.schema_arrow)
    try:
        for group in range(table.file.num_row_groups):
            for cells in table.batches(group, column):
                table.joined(cells)
    except (table.arrow.ArrowException, OSError) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise head.error("files-bad-parquet", why=why) from error


def _open_table(head: Head, path: str | None) -> _ParquetTable:
    if path is None:
        raise head.error("corpus-packed-parquet")
    file = parquet_file(path, file=head.file, pre_buffer=False, buffer_size=1 << 20)
    import_module("pyarrow.compute")
    return _ParquetTable(arrow=import_module("pyarrow"), file=file)


def _column(head: Head, wanted: str | None, schema: Any) -> str:
    """The column of the text: the wanted one, or one with a usual wanted, or the only one with text."""
    texts = [str(name) for name, kind in zip(schema.names, schema.types, strict=True) if "string" in str(kind)]
    columns = ", ".join(texts[:12]) or message("text-none")
    if wanted is None:
        usual = [name for name in _USUAL_NAMES if name in texts] or (texts if len(texts) == 1 else [])
        if not usual:
            raise head.error("corpus-which-column", known=columns)
        return usual[0]
    if wanted not in schema.names:
        raise head.error("corpus-no-column", column=repr(wanted), known=columns)
    if wanted not in texts:
        raise head.error("corpus-column-no-text", column=repr(wanted), known=columns)
    return wanted


PARQUET = _Parquet()
