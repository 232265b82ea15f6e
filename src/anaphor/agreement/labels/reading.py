"""From a file to a label matrix: compression, encoding, format and layout are found from the content, and said."""

from pathlib import Path

from anaphor.agreement.labels.batch import names_groups, read_batch, refuse_turk_batch
from anaphor.agreement.labels.json import is_json, read_json
from anaphor.agreement.labels.labelling import numbered
from anaphor.agreement.labels.long import (
    LongPlaces,
    is_long,
    long_places,
    read_long,
    read_long_quickly,
    refuse_unclear_label,
)
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.parquet import read_parquet
from anaphor.agreement.labels.settings import (
    DEFAULTS,
    JSON_LAYOUTS,
    TEXT_LAYOUTS,
    Layout,
    ReadingSettings,
)
from anaphor.agreement.labels.source import LabelFile, open_file
from anaphor.agreement.labels.table import TextTable, read_table, separator_of
from anaphor.agreement.labels.tableau import is_tableau, read_tableau
from anaphor.agreement.labels.wide import read_wide
from anaphor.errors import AnaphorError, ContentError, Place

_HEAD = 16_384


def read(path: Path | str, settings: ReadingSettings = DEFAULTS) -> LabelMatrix:
    """The labels in a file; every error names the file, and the line where there is one."""
    file = open_file(Path(path), settings.encoding)
    try:
        return _read(file, settings)
    except ContentError as error:
        if error.where is not None:
            raise
        raise ContentError(error.what, where=Place(file=file.name), todo=error.todo) from error
    except AnaphorError as error:
        # A column or class that is not there is the user's word, but this file is where it is missing.
        error.where = error.where or Place(file=file.name)
        raise


def _read(file: LabelFile, settings: ReadingSettings) -> LabelMatrix:
    if file.parquet:
        table = read_parquet(file, settings)
        return table if isinstance(table, LabelMatrix) else _read_rows(table, settings)
    head = file.data[:_HEAD].decode(file.encoding or "utf-8", "replace") if settings.encoding in (None, "utf-8") else ""
    if _is_plain_text(head) and not names_groups(settings) and settings.layout in (None, Layout.LONG):
        quick = read_long_quickly(file, settings.separator or separator_of(file, _whole_lines(head)), settings)
        if quick is not None:
            return quick
    return _read_text(file, file.text().removeprefix("\ufeff"), settings)


def _is_plain_text(head: str) -> bool:
    return bool(head) and "\0" not in head and not is_json(head.removeprefix("\ufeff")) and not is_tableau(head)


def _whole_lines(head: str) -> str:
    text = head.replace("\r\n", "\n").replace("\r", "\n")
    return text.rpartition("\n")[0] if len(head) >= _HEAD - 4 and "\n" in text else text


def _read_text(file: LabelFile, text: str, settings: ReadingSettings) -> LabelMatrix:
    json = is_json(text[:_HEAD]) and settings.layout is not Layout.TABLEAU
    _check_layout(file, settings, json=json)
    if settings.layout is Layout.TABLEAU or (settings.layout is None and is_tableau(text[:_HEAD])):
        return read_tableau(file, text, settings)
    if json:
        return read_json(file, text, settings)
    separator = settings.separator or separator_of(file, _whole_lines(text[:_HEAD]))
    table = read_table(file, text, separator, header=True if settings.names_columns else None)
    return _read_rows(table, settings)


def _check_layout(file: LabelFile, settings: ReadingSettings, *, json: bool) -> None:
    """Refuse a layout that this kind of file cannot have."""
    known = JSON_LAYOUTS if json else TEXT_LAYOUTS
    if settings.layout is not None and settings.layout not in known:
        kind = "JSON" if json else "a table of text"
        raise file.error(f"{kind} has no layout {settings.layout}", todo=f"Known for it: {', '.join(known)}.")


def _read_rows(table: TextTable, settings: ReadingSettings) -> LabelMatrix:
    """A matrix from the rows of a table, whatever file they come from."""
    if names_groups(settings):
        return read_batch(table, settings)
    places = _long_places(table, settings)
    if places is not None:
        return read_long(table, places, settings)
    if settings.layout is None:
        refuse_turk_batch(table)
        refuse_unclear_label(table)
    return read_wide(table, settings)


def _long_places(table: TextTable, settings: ReadingSettings) -> LongPlaces | None:
    """Where the columns of a long table are, or None for a wide one."""
    if settings.layout not in (None, Layout.LONG):
        return None
    found = long_places(table.names, settings) if table.names else None
    if found and not is_long(numbered(table.column(found.item)), table.width, found, settings):
        found = None
    if found or (settings.layout is None and not _looks_long(table)):
        return found
    if table.width == 2:
        return LongPlaces(item=0, annotator=None, label=1)
    if table.width != 3:
        raise table.file.error(
            "which columns are the item, the annotator and the label is not clear",
            line=table.lines[0],
            todo="Name them with --item, --annotator and --label.",
        )
    return LongPlaces(item=0, annotator=1, label=2)


def _looks_long(table: TextTable) -> bool:
    """Three columns without telling names, in which items come again and again and no (item, annotator) twice."""
    if table.width != 3 or len(table.rows) < 6:
        return False
    items, people, labels = (table.column(place) for place in range(3))
    again = len(set(items)) <= len(items) / 1.5 and len(set(people)) <= len(people) / 1.5
    apart = len(set(zip(items, people, strict=True))) == len(items)
    return again and apart and len(set(labels)) < len(labels) / 2 and len(set(items) | set(people)) > len(set(labels))
