"""Wino-X of Emelin and Sennrich: JSON lines, English with German, French or Russian beside it.

*LM-Wino-X* has a sentence with a gap and two fillers in both languages: the items of the other language are read, or
the English ones where English is asked for. *MT-Wino-X* has an English sentence with `it` and two translations, of
which the pronoun says what was understood: its items are English, the candidates the two referents. The card of the
dataset documents the fields; twins share their `qID` up to `-1` and `-2`, as in WinoGrande.
"""

import re
from collections.abc import Iterator

from anaphor.collection.formats.foreign import ForeignFormat, collection_of, entry_of, first_line, named_schemas
from anaphor.collection.formats.tables import SourceRow, object_rows, read_each, sole_mark
from anaphor.collection.formats.winogrande import schema_id
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Annotations, Collection, Entry, Schema

_GAP = re.compile(r'"context_(de|fr|ru)"')
_OWN = re.compile(r'\{(?=.*"qID")(?=.*("translation1".*"referent1_en"|"context_en".*"option1_en"))')
_ANSWERS = (1, 2, "1", "2")


def read(source: Source, settings: ReadSettings) -> Collection:
    """The schemas in the other language; in English where that is asked for, or where only English has a choice."""
    gap = _GAP.search(first_line(source))
    language = "en" if gap is None or settings.language == "en" else gap[1]
    if gap and not settings.language:
        source.remarks.append(("wino-x-language", {"language": language}))
    parts = schemas(source, language, gapped=gap is not None)
    header = {"licence": "MIT", "citation": "Emelin and Sennrich 2021"}
    return collection_of(source, parts, name=source.stem, language=language, title="Wino-X", **header)


def schemas(source: Source, language: str, *, gapped: bool) -> Iterator[Schema]:
    """The rows in one language, twins together; with a gap, or with the pronoun `it`."""

    def named(row: SourceRow) -> tuple[str, Entry]:
        name, key = row.text("qID"), row.one_of("answer", _ANSWERS) % 2
        columns = [f"option{n}_{language}" for n in (1, 2)] if gapped else ["referent1_en", "referent2_en"]
        text, form = row.text(f"context_{language}" if gapped else "sentence"), "_" if gapped else "it"
        if gapped and text.count("_") != 1:
            raise row.error("collection-no-blank", f"context_{language}")
        notes = Annotations(original=row.text("sentence")) if language != "en" else None
        mark = sole_mark(text, form)
        candidates = [row.text(column) for column in columns]
        return schema_id(name), entry_of(name, language, text, mark, candidates, key, annotations=notes)

    return named_schemas(read_each(object_rows(source), named), cues=True)


WINO_X = ForeignFormat(
    name="wino-x",
    title="Wino-X (Emelin and Sennrich 2021)",
    recognises=lambda source: _OWN.match(first_line(source)) is not None,
    read=read,
)
