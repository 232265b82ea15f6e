"""WSC+ of Zahraei and Emami: sentences that models made up, as comma-separated values.

The options are a list written as Python writes it; `answer` is 0, 1, or 2 for *ambiguous*: such a sentence has no
key, which is said. The `type` (Traditional, Ambiguous, Offensive) and the model that made a sentence are kept.
Neighbours are twins where their texts are near. After the published file.
"""

import re
from collections.abc import Iterator
from itertools import count

from anaphor.collection.formats.foreign import (
    ForeignFormat,
    are_twins,
    entry_of,
    first_line,
    grouped,
    reader,
    with_cues,
)
from anaphor.collection.formats.tables import SourceRow, comma_rows, occurrences, read_each, sole_place
from anaphor.collection.protocol import Source
from anaphor.schema import Entry, Schema, Span, question_of

_HEAD = "statement,pronoun,snippet,options,answer"
_OPTION = re.compile(r"""'((?:[^']|'(?!\s*+(?:,|\]|$)))*+)'?|"([^"]*)"|([^,\[\]'"]+)""")
"""An option in quotation marks, which ends with the cell where nothing closes it, or without."""


def schemas(source: Source, language: str) -> Iterator[Schema]:
    """The rows, neighbours that are twins together."""
    numbers, ambiguous = count(1), list[str]()

    def entry(row: SourceRow) -> tuple[Entry, tuple[str, ...]]:
        name, text, key = str(next(numbers)), row.text("statement"), row.one_of("answer", ("0", "1", "2"))
        options = [(one or two or bare).strip() for one, two, bare in _OPTION.findall(row.text("options"))]
        options = [option for option in options if option]
        if len(options) != 2:
            raise row.error("collection-value-no-list", "options")
        ambiguous.extend([name] * (key == 2))
        # The pronoun that is asked about stands in the snippet.
        form, snippet = row.text("pronoun"), (row.optional_text("snippet") or "").strip(" .")
        around = next(occurrences(text, snippet), Span(start=0, end=len(text)))
        mark = sole_place([*occurrences(text, form, start=around.start, end=around.end)], form)
        kinds = tuple(kind for kind in map(row.optional_text, ("type", "model")) if kind)
        return entry_of(name, language, text, mark, options, None if key == 2 else key), kinds

    for group in grouped(
        read_each(comma_rows(source), entry),
        lambda one, other: one[1] == other[1] and are_twins(question_of(one[0]), question_of(other[0])),
    ):
        entries = [member for member, _ in group]
        yield Schema(id=entries[0].id, variants=with_cues(entries), domains=group[0][1])
    if ambiguous:
        source.remarks.append(("ambiguous-items", {"count": len(ambiguous)}))


WSC_PLUS = ForeignFormat(
    name="wsc-plus",
    title="WSC+ (Zahraei and Emami 2024)",
    recognises=lambda source: first_line(source).lstrip("\ufeff").startswith(_HEAD),
    read=reader(schemas, language="en", title="WSC+", citation="Zahraei and Emami 2024"),
)
