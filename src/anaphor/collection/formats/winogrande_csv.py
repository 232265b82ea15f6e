"""WinoGrande's columns as comma-separated values; semicolons and tabs, as spreadsheets write them, are read too."""

from anaphor.collection.formats.tables import comma_rows, separator
from anaphor.collection.formats.winogrande import COLUMNS, read_rows
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Collection


class WinograndeCsvFormat:
    """Comma-separated values with a header."""

    name = "winogrande-csv"
    title = "WinoGrande (comma-separated values)"

    def recognises(self, source: Source) -> bool:
        """Whether the header names a sentence and two options."""
        names = [name.strip(' "\r') for name in source.head.split("\n", 1)[0].split(separator(source))]
        return all(name in names for name in COLUMNS)

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The rows, twins together."""
        return read_rows(source, comma_rows(source), settings)


WINOGRANDE_CSV = WinograndeCsvFormat()
