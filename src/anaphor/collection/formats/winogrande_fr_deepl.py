"""WinoGrande machine-translated into French (by the authors of FWSC285): whole sentences, right or wrong.

Blocks of three lines: a sentence, 1 or 0, its `qID`; each `qID` stands twice. The file knows no blank:
the question is a gap for the whole sentence, the candidates are the two sentences in alphabetical order,
since in the published files the right one always stands first.
About half of the items have the same sentence twice, since the translation lost the difference.
"""

import re
from collections.abc import Iterator

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, named_schemas, reader
from anaphor.collection.formats.tables import blocks, located
from anaphor.collection.protocol import Source
from anaphor.schema import Entry, Mark

_HEAD = re.compile(r"\s*+[^\n\t]++\n[01] *\n *[0-9A-Za-z]+-[12] *(\n|$)")


def _entries(source: Source, language: str) -> Iterator[tuple[str, Entry]]:
    """Every qID with its two sentences, under what twins share."""
    waiting: dict[str, tuple[int, str, str]] = {}
    for line, (sentence, label, name) in blocks(source, 3):
        if label not in ("0", "1"):
            raise source.error("collection-bad-label", line=line + 1, field="label")
        if name not in waiting:
            waiting[name] = (line, sentence, label)
            continue
        first, other, its_label = waiting.pop(name)
        if label == its_label:
            raise source.error("collection-label-twice", line=line + 1, field="label", name=name[:60], label=label)
        sentences = sorted((other, sentence))
        key = sentences.index(other if its_label == "1" else sentence)
        with located(source, first):
            entry = entry_of(name, language, "_", Mark(start=0, end=1, blank=True), sentences, key)
            yield name.rpartition("-")[0] or name, entry
    for name, (line, _, _) in waiting.items():
        raise source.error("collection-lone-sentence", line=line, field="qID", name=name[:60])


WINOGRANDE_FR_DEEPL = ForeignFormat(
    name="winogrande-fr-deepl",
    title="WinoGrande in French by machine translation (true and false sentences)",
    recognises=lambda source: _HEAD.match(source.head.replace("\r\n", "\n")) is not None,
    read=reader(
        lambda source, language: named_schemas(_entries(source, language)),
        family="winogrande-fr-deepl",
        language="fr",
        title="WinoGrande machine-translated into French",
    ),
)
