"""One column of a Parquet file, through pyarrow, which the extra `hf` brings; parts are row groups."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from anaphor.corpus.sources.cutting import Cut
from anaphor.corpus.sources.document import Block, Part
from anaphor.corpus.sources.protocol import Certainty, Head, Passage, ReadingSettings, text_block
from anaphor.errors import FormatError, MissingExtraError
from anaphor.files.streams import cleaned

_MARK = b"PAR1"
_BATCH = 1 << 22
"""Bytes of text read at a time, about."""
_MOST_ROWS = 65_536
_USUAL_NAMES = ("text", "sentence", "content")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """An open Parquet file; pyarrow has no types, so its objects are Any."""

    arrow: Any
    """The package."""
    file: Any
    """The open file."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        return (self.arrow.ArrowException, OSError)

    def batches(self, group: int, column: str) -> Iterator[Any]:
        """The cells of a column in one row group, some thousand at a time."""
        rows = _rows(self.file.metadata.row_group(group), column)
        for batch in self.file.iter_batches(batch_size=rows, row_groups=[group], columns=[column], use_threads=False):
            yield batch.column(0)

    def joined(self, cells: Any) -> bytes:
        """The cells with a newline between them, made without a Python object per cell."""
        texts = cells.cast(self.arrow.large_string()).drop_null()
        one_list = self.arrow.ListArray.from_arrays(self.arrow.array([0, len(texts)], self.arrow.int32()), texts)
        newline = self.arrow.scalar("\n", self.arrow.large_string())
        return bytes(self.arrow.compute.binary_join(one_list, newline)[0].as_buffer())


class _Parquet:
    """Parquet."""

    name = "parquet"
    deals = True
    record = None

    def certainty(self, head: Head, /) -> Certainty:
        """Sure by its mark."""
        return Certainty.CERTAIN if head.data.startswith(_MARK) else Certainty.NO

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        """Refuse a column that is not there, and what is not unpacked on disk."""
        _column(head, settings.column, _opened(head, path).file.schema_arrow)

    def cut(self, head: Head, settings: ReadingSettings, /) -> Cut | None:
        """Never by bytes."""
        return None

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The cells of the column, each followed by a newline, some thousand at a time."""
        table = _opened(passage.head, passage.path)
        column = _column(passage.head, passage.settings.column, table.file.schema_arrow)
        try:
            for group in _share(table.file.num_row_groups, passage.part):
                for cells in table.batches(group, column):
                    yield from _block(passage, table, cells, column)
                passage.tally.read(_packed_size(table.file.metadata.row_group(group)))
        except table.errors as error:
            raise _unreadable(passage.head, error) from error


def _opened(head: Head, path: str | None) -> _Table:
    if path is None:
        raise head.error("Parquet inside an archive or packed file cannot be read", todo="Unpack it first.")
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        import_module("pyarrow.compute")
    except ImportError as error:
        raise MissingExtraError("reading Parquet", "hf") from error
    try:
        return _Table(arrow=arrow, file=parquet.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20))
    except (arrow.ArrowException, OSError) as error:
        raise _unreadable(head, error) from error


def _block(passage: Passage, table: _Table, cells: Any, column: str) -> Iterator[Block]:
    passage.tally.skip(f"no text in the column {column}", int(cells.null_count))
    try:
        text, replaced = cleaned(table.joined(cells), "utf-8", passage.settings.errors)
    except UnicodeDecodeError as error:
        what = f"a cell of the column {column!r} holds bytes that are no UTF-8 text"
        raise passage.error(what, todo="Have such bytes replaced and counted: --errors replace.") from error
    passage.tally.replaced += replaced
    if text:
        yield text_block(passage, text)


def _column(head: Head, said: str | None, schema: Any) -> str:
    """The column of the text: the one that is said, or one with a usual name, or the only one with text."""
    texts = [str(name) for name, kind in zip(schema.names, schema.types, strict=True) if "string" in str(kind)]
    known = f"State --column; columns of text are: {', '.join(texts[:12]) or 'none'}."
    if said is None:
        usual = [name for name in _USUAL_NAMES if name in texts] or (texts if len(texts) == 1 else [])
        if not usual:
            raise head.error("which of the columns holds the text is not said", todo=known)
        return usual[0]
    if said not in schema.names:
        raise head.error(f"no column is called {said!r}", todo=known)
    if said not in texts:
        raise head.error(f"the column {said!r} holds no text", todo=known)
    return said


def _rows(group: Any, column: str) -> int:
    """How many rows of a group are read at a time, so that memory stays the same however long the texts are."""
    chunks = (group.column(place) for place in range(group.num_columns))
    size = next((int(chunk.total_uncompressed_size) for chunk in chunks if chunk.path_in_schema == column), _BATCH)
    return max(1, min(_MOST_ROWS, _BATCH * int(group.num_rows) // max(size, 1)))


def _packed_size(group: Any) -> int:
    return sum(int(group.column(place).total_compressed_size) for place in range(group.num_columns))


def _share(groups: int, part: Part) -> list[int]:
    return list(range(groups * part.index // part.count, groups * (part.index + 1) // part.count))


def _unreadable(head: Head, error: Exception) -> FormatError:
    why = next(iter(str(error).splitlines()), type(error).__name__)
    return head.error(f"the Parquet file cannot be read ({why})", todo="Make or fetch the file again.")


PARQUET = _Parquet()
