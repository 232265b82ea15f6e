"""From a file to a label matrix: compression, encoding, format and layout are found from the content, and said.

Then fewer classes, where that is asked for: a scale cut at some points, or classes merged under new names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from anaphor.agreement.labels import long
from anaphor.agreement.labels.json import is_json, read_json
from anaphor.agreement.labels.labelling import (
    DEFAULTS,
    JSON_LAYOUTS,
    TEXT_LAYOUTS,
    Column,
    LabelLayout,
    Labelling,
    LabelSettings,
    Scale,
    in_order,
    number_of,
    numbered,
)
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.table import LabelFile, TextTable, open_file, plain_number, read_table, separator_of
from anaphor.agreement.labels.wide import is_tableau, read_tableau, read_wide
from anaphor.errors import AnaphorError, InputError, Place, UnknownNameError
from anaphor.files import parquet_file
from anaphor.text import message, text

_HEAD = 16_384
"""Bytes from which the kind of a file is found."""
_MANY = 11
"""Numbers above which exact equality is hardly what is meant: a scale from 0 to 10 has so many."""


def open_labels(source: Path | str | LabelMatrix, settings: LabelSettings = DEFAULTS) -> LabelMatrix:
    """Labels from a file or a matrix, with annotators left out, the scale cut and classes merged as asked."""
    matrix = source if isinstance(source, LabelMatrix) else read(source, settings)
    if settings.without:
        matrix = matrix.without(annotators=settings.without)
    if settings.cut:
        matrix = cut(matrix, settings.cut)
    if settings.merge:
        matrix = merge(matrix, settings.merge)
    if matrix.size == 0:
        raise InputError("agreement-no-label-left", where=Place(file=None if source is matrix else str(source)))
    if matrix.values is None or len(matrix.classes) <= _MANY:
        return matrix
    low, high = min(matrix.values), max(matrix.values)
    shown = {"low": f"{low:g}".replace("-", "−"), "high": f"{high:g}".replace("-", "−")}
    points = ",".join(f"{low + part * (high - low) / 3:.3g}" for part in (1, 2))
    return matrix.noting(message("agreement-many-numbers", classes=len(matrix.classes), points=points, **shown))


def read(path: Path | str, settings: LabelSettings = DEFAULTS) -> LabelMatrix:
    """The labels in a file as they are; every error names the file, and the line where there is one."""
    file = open_file(Path(path), settings.encoding)
    try:
        if file.data[:4] == b"PAR1":
            table = _read_parquet(file, settings)
            return table if isinstance(table, LabelMatrix) else _read_rows(table, settings)
        return _read_quickly(file, settings) or _read_text(file, settings)
    except AnaphorError as error:
        # A column or class that is not there is the user's word, but this file is where it is missing.
        error.where = error.where or Place(file=file.name)
        raise


def _read_quickly(file: LabelFile, settings: LabelSettings) -> LabelMatrix | None:
    """A plain long file, without making text of it; None for any other."""
    if settings.encoding not in (None, "utf-8") or settings.names_groups:
        return None
    head = file.data[:_HEAD].decode(file.encoding or "utf-8", "replace")
    if not head or "\0" in head or is_json(head.removeprefix("\ufeff")) or is_tableau(head):
        return None
    if settings.layout not in (None, LabelLayout.LONG):
        return None
    return long.read_long_quickly(file, settings.separator or separator_of(file, _whole_lines(head)), settings)


def _read_text(file: LabelFile, settings: LabelSettings) -> LabelMatrix:
    content = file.text()
    json = is_json(content[:_HEAD]) and settings.layout is not LabelLayout.TABLEAU
    known = JSON_LAYOUTS if json else TEXT_LAYOUTS
    if settings.layout is not None and settings.layout not in known:
        kind = "json" if json else "text"
        raise file.error("agreement-no-layout", kind=kind, layout=settings.layout.value, known=", ".join(known))
    if settings.layout is LabelLayout.TABLEAU or (settings.layout is None and is_tableau(content[:_HEAD])):
        return read_tableau(file, content, settings)
    if json:
        return read_json(file, content, settings)
    separator = settings.separator or separator_of(file, _whole_lines(content[:_HEAD]))
    return _read_rows(read_table(file, content, separator, header=settings.names_columns or None), settings)


def _whole_lines(head: str) -> str:
    lines = head.replace("\r\n", "\n").replace("\r", "\n")
    return lines.rpartition("\n")[0] if len(head) >= _HEAD - 4 and "\n" in lines else lines


def _read_rows(table: TextTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from the rows of a table, whatever file they come from."""
    if settings.names_groups:
        return long.read_batch(table, settings)
    if settings.layout in (None, LabelLayout.LONG):
        places = long.long_places(table.names, settings) if table.names else None
        if places and not long.is_long(numbered(table.column(places.item)), table.width, places, settings):
            places = None
        if places is None and (settings.layout is LabelLayout.LONG or _looks_long(table)):
            if table.width not in (2, 3):
                raise table.file.error("agreement-unclear-columns", line=table.lines[0])
            places = long.LongPlaces(item=0, annotator=None if table.width == 2 else 1, label=table.width - 1)
        if places is not None:
            kept = long.wanted_rows(table, settings)
            rows = [table.rows[row] for row in kept]

            def column(place: int) -> Column:
                return numbered(row[place] for row in rows)

            lines = np.array(table.lines, np.int64)[kept]
            return long.read_columns(table.file, table.names, places, column, lines=lines, settings=settings)
    if settings.layout is None:
        long.refuse_turk_batch(table)
        long.refuse_unclear_label(table)
    return read_wide(table, settings)


def _looks_long(table: TextTable) -> bool:
    """Three columns without telling names, in which items come again and again and no (item, annotator) twice."""
    if table.width != 3 or len(table.rows) < 6:
        return False
    items, people, labels = (table.column(place) for place in range(3))
    again = len(set(items)) <= len(items) / 1.5 and len(set(people)) <= len(people) / 1.5
    apart = len(set(zip(items, people, strict=True))) == len(items)
    return again and apart and len(set(labels)) < len(labels) / 2 and len(set(items) | set(people)) > len(set(labels))


def _read_parquet(file: LabelFile, settings: LabelSettings) -> LabelMatrix | TextTable:
    """A matrix from a long Parquet file; the rows of any other, to be read as those of a text table are."""
    if settings.layout not in (None, *TEXT_LAYOUTS) or settings.layout is LabelLayout.TABLEAU:
        raise file.error("agreement-parquet-layout", layout=str(settings.layout))
    source = parquet_file(file.data, file=file.name)
    names = list(source.schema_arrow.names)

    @cache
    def column(place: int) -> Column:
        """A column as numbers and names; nulls are called by the empty text, which is no name where nothing is null."""
        try:
            encoded = source.read(columns=[names[place]]).column(names[place]).combine_chunks().dictionary_encode()
        except (OSError, ValueError) as error:
            raise file.error("files-bad-parquet", why=str(error)) from error
        words = []
        for value in encoded.dictionary.to_pylist():
            if isinstance(value, (dict, list, bytes)):
                raise file.error("agreement-parquet-column", field=names[place])
            finite = isinstance(value, float) and np.isfinite(value)
            words.append(plain_number(value) if finite else "" if isinstance(value, float) else str(value).strip())
        codes = encoded.indices.fill_null(len(words)).to_numpy(zero_copy_only=False)
        again = numbered([*words, ""])
        used = again.codes[codes]
        unused = again.names[-1] == "" and not (used == len(again.names) - 1).any()
        return Column(codes=used, names=again.names[:-1] if unused else again.names)

    all_needed = settings.names_groups or settings.where or settings.layout not in (None, LabelLayout.LONG)
    places = None if all_needed else long.long_places(names, settings)
    if places is not None and long.is_long(column(places.item), len(names), places, settings):
        lines = np.arange(1, column(places.item).codes.size + 1, dtype=np.int64)
        return long.read_columns(file, names, places, column, lines=lines, settings=settings)
    columns = [column(place) for place in range(len(names))]
    rows = tuple(zip(*([each.names[code] for code in each.codes.tolist()] for each in columns), strict=True))
    if not rows:
        raise file.error("agreement-no-row")
    return TextTable(file=file, names=tuple(names), rows=rows, lines=tuple(range(1, len(rows) + 1)))


def cut(matrix: LabelMatrix, points: Sequence[float]) -> LabelMatrix:
    """The matrix with numbers cut into stretches; a number equal to a point belongs above it.

    >>> from anaphor.agreement.labels.matrix import from_triples
    >>> matrix = from_triples("12345", "aaaaa", ["-2", "-1", "0", "1", "2"])
    >>> cut(matrix, [-0.5, 0.5]).classes
    ('below -0.5', '-0.5 to 0.5', 'from 0.5')
    """
    if matrix.values is None:
        bad = next((name for name in matrix.classes if number_of(name) is None), "")
        raise InputError("agreement-cannot-cut", label=repr(bad))
    ends = sorted(set(points))
    if not ends or not all(np.isfinite(ends)):
        raise InputError("agreement-no-cut")
    names = [f"below {ends[0]:g}", *(f"{low:g} to {high:g}" for low, high in pairwise(ends)), f"from {ends[-1]:g}"]
    places = np.searchsorted(ends, np.array(matrix.values), side="right").astype(np.int32)
    scale = Scale.NOMINAL if matrix.scale is Scale.NOMINAL else Scale.ORDINAL
    label = places[matrix.label]
    label.flags.writeable = False
    where = ", ".join(f"{end:g}" for end in ends)
    said = message("agreement-cut", where=where, before=len(matrix.classes), after=len(names))
    return replace(matrix, label=label, classes=tuple(names), values=None, scale=scale).noting(said)


def merge(matrix: LabelMatrix, groups: Mapping[str, Sequence[str]]) -> LabelMatrix:
    """The matrix with classes merged: new name → old names; classes that are not named stay.

    >>> from anaphor.agreement.labels.matrix import from_triples
    >>> matrix = from_triples("12345", "aaaaa", ["-2", "-1", "0", "1", "2"])
    >>> merge(matrix, {"-1": ["-2", "-1"], "1": ["1", "2"]}).classes
    ('-1', '0', '1')
    """
    target = {name: name for name in matrix.classes}
    claimed: dict[str, str] = {}
    for new, olds in groups.items():
        for old in olds:
            if old not in target:
                raise UnknownNameError(text("agreement-kind-class"), old, matrix.classes)
            if claimed.setdefault(old, new) != new:
                raise InputError("agreement-merged-twice", old=repr(old), one=repr(claimed[old]), two=repr(new))
            target[old] = new
    column = numbered(target[name] for name in matrix.classes)
    numeric = all(number_of(name) is not None for name in column.names)
    # Numbers go in their order; names in the order of the classes that they took in.
    chosen = None if numeric else column.names
    classes = in_order(column.names, Labelling(classes=chosen, scale=matrix.scale))
    label = classes.places[column.codes][matrix.label]
    label.flags.writeable = False
    said = message("agreement-merged", before=len(matrix.classes), after=len(classes.names))
    return replace(matrix, label=label, classes=classes.names, values=classes.values).noting(said)
