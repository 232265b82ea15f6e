"""Columns as numbers and names: of a simple text table, a million rows at a time, and of a table in memory."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.answers.labelling import Column, Int64, cell_text, numbered
from anaphor.answers.opening import BOM, LabelFile
from anaphor.answers.table import LabelTable

_WORD = 8
"""Bytes of a cell that are compared as one number."""
_NESTED = (list, tuple, set, frozenset, Mapping, bytes, np.ndarray)
"""Kinds of cells of a table in memory that hold several values, or none that can be read."""


def encoded(file: LabelFile, name: str, values: list[Any]) -> Column:
    """The column as numbers and names; nothing (None, NaN) is called by the empty text, nested cells are refused."""
    # True, 1 and 1.0 are one key of a dict: where a column mixes kinds, the kind is part of the key.
    mixed = len(set(map(type, values)) - {type(None)}) > 1
    seen: dict[Any, int] = defaultdict(count().__next__)
    codes = np.zeros(0, np.int32)
    try:
        keys = zip(map(type, values), values, strict=True) if mixed else values
        codes = np.fromiter(map(seen.__getitem__, keys), np.int32, len(values))
        distinct = [value for _, value in seen] if mixed else list(seen)
    except TypeError:  # a list or a dict, which is no key
        distinct = values
    strange = next((each for each in distinct if isinstance(each, _NESTED) or type(each).__hash__ is None), None)
    if strange is not None:
        row = next(place for place, each in enumerate(values, 1) if type(each) is type(strange))
        raise file.error("labels-nested-cell", line=row, field=name, kind=type(strange).__name__)
    again = numbered(map(cell_text, distinct))
    return Column(codes=again.codes[codes], names=again.names)


def plain_column(file: LabelFile, data: bytes, starts: Int64, ends: Int64) -> Column:
    """A column as numbers and names, from where its cells begin and end; eight zeros stand behind the data."""
    lengths = ends - starts
    if lengths.max(initial=0) <= _WORD:
        # Cells of eight bytes at the most are each taken for one large number.
        words: NDArray[np.uint64] = np.ndarray((len(data) - _WORD + 1,), "<u8", data, 0, (1,))
        kept = np.array([(1 << (8 * length)) - 1 for length in range(_WORD + 1)], np.uint64)
        _, first, found = np.unique(words[starts] & kept[lengths], return_index=True, return_inverse=True)
        order = np.argsort(first)
        places = np.empty(order.size, np.int32)
        places[order] = np.arange(order.size, dtype=np.int32)
        codes, first = places[found], first[order]
    else:
        seen: dict[bytes, int] = defaultdict(count().__next__)
        cells = (data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True))
        codes = np.fromiter(map(seen.__getitem__, cells), np.int32, starts.size)
        first = np.flatnonzero(np.diff(np.maximum.accumulate(codes), prepend=-1))
    names = []
    for start, end in zip(starts[first].tolist(), ends[first].tolist(), strict=True):
        raw = data[start:end]
        try:
            names.append(raw.decode().strip())
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, start) + 1
            raise file.error("files-bad-byte", line=line, byte=f"0x{raw[error.start]:02x}", encoding="UTF-8") from error
    again = numbered(names)
    return Column(codes=codes if len(again.names) == len(names) else again.codes[codes], names=again.names)


def plain_table(file: LabelFile, separator: str) -> LabelTable | None:
    """A simple table: a header, no quotes, no empty line, equally many cells in each row; None for any other.

    This is what reads a million labels in a fraction of a second.
    """
    data = file.data.removeprefix(BOM)
    data = (data.replace(b"\r\n", b"\n") if b"\r" in data else data).rstrip(b"\n")
    if file.encoding or b'"' in data or b"\r" in data or b"\n\n" in data or b"\0" in data:
        return None
    sign = ord(separator)
    width = data.split(b"\n", 1)[0].count(separator.encode()) + 1
    letters = np.frombuffer(data, np.uint8)
    found = np.append(np.flatnonzero((letters == 10) | (letters == sign)), letters.size)
    if width < 2 or found.size % width or found.size == width:
        return None
    ends, starts = found.reshape(-1, width), np.concatenate(([0], found[:-1] + 1)).reshape(-1, width)
    if not (letters[ends[:-1, -1]] == 10).all() or not (letters[ends[:, :-1]] == sign).all():
        return None
    header = [data[start:end] for start, end in zip(starts[0].tolist(), ends[0].tolist(), strict=True)]
    longer = data + bytes(_WORD)
    return LabelTable(
        file=file,
        names=tuple(cell.decode("utf-8", "replace").strip() for cell in header),
        coded=cache(lambda place: plain_column(file, longer, starts[1:, place], ends[1:, place])),
        width=width,
        lines=np.arange(2, len(starts) + 1),
    )
