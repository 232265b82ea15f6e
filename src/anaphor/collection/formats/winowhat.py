"""WinoWhat of Gevers et al. (English) and WinoQuoi (French): WinoGrande sentences, each with a paraphrase.

A row is a schema with two conditions, *original* and *paraphrased*: its two items have the same candidates and the
same key, and their outcomes hang together. Which rows are twins the file does not say. After the published files.
"""

import re
from collections.abc import Iterator
from itertools import count

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, first_line, reader
from anaphor.collection.formats.tables import SourceRow, comma_rows, object_rows, read_each, sole_mark
from anaphor.collection.protocol import Source
from anaphor.schema import Schema

_WORDING = "paraphras"
"""How the name of the column with the other wording begins: `paraphrased_sentence`, or `paraphrase`."""


def recognises(source: Source) -> bool:
    """Whether the columns, or the fields of JSON lines, are WinoGrande's with a paraphrase."""
    first = first_line(source)
    words = re.findall(r"\w+", first if not first.startswith("{") else " ".join(re.findall(r'"(\w+)":', first)))
    return {"sentence", "option1", "option2"} <= {*words} and any(word.startswith(_WORDING) for word in words)


def schemas(source: Source, language: str) -> Iterator[Schema]:
    """A schema for each row, with its two wordings."""
    numbers = count(1)

    def schema(row: SourceRow) -> Schema:
        number = str(next(numbers))
        name, key = row.name("id") or row.name("qID") or number, row.one_of("answer", ("1", "2", 1, 2)) % 2
        options = [row.text("option1"), row.text("option2")]
        kinds = (row.optional_text("gpt_category_names") or row.optional_text("source") or "").strip("[]")
        other = next((column for column in row.values if column.startswith(_WORDING)), "paraphrased_sentence")
        texts = {"original": row.text("sentence"), "paraphrased": row.text(other)}
        variants = [
            entry_of(f"{name}.{condition}", language, text, sole_mark(text, "_"), options, key)
            for condition, text in texts.items()
        ]
        domains = tuple(kind.strip(" '\"") for kind in kinds.split(",") if kind.strip(" '\""))
        return Schema(id=name, variants=tuple(variants), conditions=tuple(texts), domains=domains)

    rows = object_rows(source) if first_line(source).startswith("{") else comma_rows(source)
    return read_each(rows, schema)


WINOWHAT = ForeignFormat(
    name="winowhat",
    title="WinoWhat (Gevers et al. 2025) and WinoQuoi",
    recognises=recognises,
    read=reader(schemas),
)
