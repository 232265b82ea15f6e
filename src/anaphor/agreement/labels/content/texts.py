"""The texts of items, where the file of labels has them beside the items' names: for lists that people read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from anaphor.agreement.labels.labelling import Column
from anaphor.errors import AnaphorError
from anaphor.files import decode_text, json_rows, read_unpacked, text_rows

_NAMES = ("text", "texte", "sentence", "phrase", "tweet", "comment", "commentaire", "content", "utterance", "enonce")
"""Columns that hold what people read, the likelier first."""
_MOST = 30_000_000
"""Bytes up to which a file is looked through again."""


def item_texts(files: Sequence[Path], items: Sequence[str]) -> dict[str, str]:
    """The text of each item, from a column called text (or the like) beside one that names all the items; else none.

    A file that cannot be looked through so is left alone: labels were read from it, and that is what counts.
    """
    found: dict[str, str] = {}
    for file in files:
        if not file.is_file() or file.stat().st_size > _MOST:
            continue
        with suppress(AnaphorError):
            content = decode_text(read_unpacked(file, _MOST), file=file.name, fallback="cp1252")
            found |= texts_of(list(_rows(content, file.name)), set(items))
    return found


def column_texts(names: Sequence[str], column: Callable[[int], Column], items: Sequence[str]) -> dict[str, str]:
    """The same from the columns of a table in memory."""
    words = {name.strip().casefold(): place for place, name in enumerate(names)}
    text = next((words[name] for name in _NAMES if name in words), None)
    for place in range(len(names)) if text is not None else ():
        try:
            named = column(place)
        except AnaphorError:  # nested cells are no names
            continue
        if place != text and set(items) <= set(named.names):
            texts = column(text or 0)
            _, first = np.unique(named.codes, return_index=True)
            return dict(zip(named.names, (texts.names[code] for code in texts.codes[first].tolist()), strict=True))
    return {}


def _rows(content: str, name: str) -> Iterator[Mapping[str, str]]:
    if content.lstrip()[:1] in ("{", "["):
        for _, row in json_rows(content, file=name):
            yield {key: str(value) for key, value in row.items() if isinstance(value, (str, int, float))}
        return
    rows = (cells for _, cells in text_rows(content, file=name, strict=False))
    header = next(rows, [])
    yield from (dict(zip(header, cells, strict=False)) for cells in rows)


def texts_of(rows: Sequence[Mapping[str, str]], items: set[str]) -> dict[str, str]:
    """Text by item, if one column has the texts and another the names of all items that the file may know."""
    columns = list(rows[0]) if rows else []
    words = {column.strip().casefold(): column for column in columns}
    text = next((words[name] for name in _NAMES if name in words), None)
    if text is None:
        return {}

    def named(column: str) -> Iterable[str]:
        return {row.get(column, "").strip() for row in rows}

    names = next((column for column in columns if column != text and items <= set(named(column))), None)
    if names is None:
        return {}
    return {row[names].strip(): row.get(text, "") for row in reversed(rows) if row.get(names, "").strip() in items}
