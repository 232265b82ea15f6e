"""From a file to a label matrix: compression, encoding, format and layout are found from the content, and said."""

from pathlib import Path

from anaphor.agreement.matrix import LabelMatrix
from anaphor.agreement.reading_json import is_json, read_json
from anaphor.agreement.reading_long import long_columns, read_long, read_long_quickly
from anaphor.agreement.reading_parquet import read_parquet
from anaphor.agreement.reading_settings import DEFAULTS, Layout, ReadingSettings
from anaphor.agreement.reading_source import LabelFile, open_file
from anaphor.agreement.reading_table import TextTable, read_table, separator_of
from anaphor.agreement.reading_tableau import is_tableau, read_tableau
from anaphor.agreement.reading_wide import read_wide
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
        return read_parquet(file, settings)
    head = file.data[:_HEAD].decode(file.encoding or "utf-8", "replace") if settings.encoding in (None, "utf-8") else ""
    if _is_plain_text(head):
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
    if settings.layout is Layout.TABLEAU or (settings.layout is None and is_tableau(text[:_HEAD])):
        return read_tableau(file, text, settings)
    if is_json(text[:_HEAD]):
        return read_json(file, text, settings)
    separator = settings.separator or separator_of(file, _whole_lines(text[:_HEAD]))
    named = settings.item or settings.annotator or settings.label
    table = read_table(file, text, separator, header=True if named else None)
    places = _long_places(table, settings)
    if places is None:
        return read_wide(table, settings)
    return read_long(table, places, settings)


def _long_places(table: TextTable, settings: ReadingSettings) -> tuple[int, int, int] | None:
    """Where the three columns of a long table are, or None for a wide one."""
    if settings.layout not in (None, Layout.LONG):
        return None
    found = long_columns(table.names, settings) if table.names else None
    if found or (settings.layout is None and not _looks_long(table)):
        return found
    if table.width != 3:
        raise table.file.error(
            "which columns are the item, the annotator and the label is not clear", line=table.lines[0],
            todo="Name them with --item, --annotator and --label.",
        )  # fmt: skip
    return 0, 1, 2


def _looks_long(table: TextTable) -> bool:
    """Three columns without telling names, in which items come again and again and no (item, annotator) twice."""
    if table.width != 3 or len(table.rows) < 6:
        return False
    items, people, labels = (table.column(place) for place in range(3))
    again = len(set(items)) <= len(items) / 1.5 and len(set(people)) <= len(people) / 1.5
    apart = len(set(zip(items, people, strict=True))) == len(items)
    return again and apart and len(set(labels)) < len(labels) / 2 and len(set(items) | set(people)) > len(set(labels))
