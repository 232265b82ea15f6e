"""The native format: one YAML file per collection that reads like a page (see docs/collection.md)."""

from anaphor.collection.formats.foreign import WritableForeignFormat
from anaphor.collection.native.reading import read_collection
from anaphor.collection.native.writing import write_collection

NATIVE = WritableForeignFormat(
    name="native",
    title="anaphor's own YAML, with inline marks",
    ending=".yaml",
    # A key `anaphor:` at the start of a line near the top; comments may stand before it.
    recognises=lambda source: any(line.startswith("anaphor:") for line in source.head.splitlines()),
    read=lambda source, settings: read_collection(source),
    write=lambda collection: (piece.encode("utf-8") for piece in write_collection(collection)),
)
