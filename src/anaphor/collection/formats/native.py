"""The native format: one YAML file per collection that reads like a page (see docs/collection.md)."""

from collections.abc import Iterable

from anaphor.collection.native.reading import read_collection
from anaphor.collection.native.writing import write_collection
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Collection


class NativeFormat:
    """YAML with inline marks."""

    name = "native"
    title = "anaphor's own YAML, with inline marks"
    ending = ".yaml"

    def recognises(self, source: Source) -> bool:
        """A key `anaphor:` at the start of a line near the top; comments may stand before it."""
        return any(line.startswith("anaphor:") for line in source.head.splitlines())

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The collection in a YAML file."""
        return read_collection(source)

    def write(self, collection: Collection) -> Iterable[bytes]:
        """The collection as YAML."""
        for piece in write_collection(collection):
            yield piece.encode("utf-8")


NATIVE = NativeFormat()
