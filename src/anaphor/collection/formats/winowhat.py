"""WinoWhat of Gevers et al. (English) and WinoQuoi (French): WinoGrande sentences, each with a paraphrase.

A row is a schema with two conditions, *original* and *paraphrased*: its two items have the same candidates and the
same key, and their outcomes hang together. Which rows are twins the file does not say. After the published files.
"""

from collections.abc import Iterator
from itertools import count

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, first_line, reader
from anaphor.collection.formats.tables import SourceRow, comma_rows, read_each, sole_mark
from anaphor.collection.protocol import Source
from anaphor.schema import Schema

_SENTENCES = {"original": "sentence", "paraphrased": "paraphrased_sentence"}


def schemas(source: Source, language: str) -> Iterator[Schema]:
    """A schema for each row, with its two wordings."""
    numbers = count(1)

    def schema(row: SourceRow) -> Schema:
        number = str(next(numbers))
        name, key = row.name("id") or number, row.one_of("answer", ("1", "2"))
        options = [row.text("option1"), row.text("option2")]
        kinds = (row.optional_text("gpt_category_names") or row.optional_text("source") or "").strip("[]")
        texts = {condition: row.text(column) for condition, column in _SENTENCES.items()}
        variants = [
            entry_of(f"{name}.{condition}", language, text, sole_mark(text, "_"), options, key)
            for condition, text in texts.items()
        ]
        domains = tuple(kind.strip(" '\"") for kind in kinds.split(",") if kind.strip(" '\""))
        return Schema(id=name, variants=tuple(variants), conditions=tuple(texts), domains=domains)

    return read_each(comma_rows(source), schema)


WINOWHAT = ForeignFormat(
    name="winowhat",
    title="WinoWhat (Gevers et al. 2025) and WinoQuoi",
    recognises=lambda source: '"' not in first_line(source) and "paraphrased_sentence," in first_line(source),
    read=reader(schemas),
)
