"""WinoGrande machine-translated into French (by the authors of FWSC285): whole sentences, right or wrong.

Blocks of three lines: a sentence, 1 or 0, its `qID`; each `qID` stands twice. The file knows no blank:
the question is a gap for the whole sentence, the candidates are the two sentences in alphabetical order,
since in the published files the right one always stands first.
About half of the items have the same sentence twice, since the translation lost the difference.
"""

import re
from collections.abc import Iterator

from anaphor.collection.formats.tables import blocks, collection_name, located
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.errors import FormatError
from anaphor.schema import Candidate, Collection, Item, Mark, Question, Schema

_HEAD = re.compile(r"\s*[^\n\t]+\n[01] *\n *[0-9A-Za-z]+-[12] *(\n|$)")

_LANGUAGE = "fr"


class WinograndeFrDeeplFormat:
    """Blocks of three lines."""

    name = "winogrande-fr-deepl"
    title = "WinoGrande in French by machine translation (true and false sentences)"

    def recognises(self, source: Source) -> bool:
        """Whether the first block is a sentence, 1 or 0, and a qID."""
        return _HEAD.match(source.head.replace("\r\n", "\n")) is not None

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """One item per qID, twins together."""
        schemas: dict[str, list[Item]] = {}
        for line, name, sentences, key in _pairs(source):
            with located(source, line):
                schemas.setdefault(name.rpartition("-")[0] or name, []).append(_item(name, _LANGUAGE, sentences, key))
        with located(source, None):
            return Collection(
                name=collection_name(source, "winogrande-fr-deepl"),
                language=_LANGUAGE,
                schemas=tuple(Schema(id=name, variants=tuple(items)) for name, items in schemas.items()),
                title="WinoGrande machine-translated into French",
            )


def _pairs(source: Source) -> Iterator[tuple[int, str, list[str], int]]:
    """Every qID with its two sentences and which of them is right."""
    waiting: dict[str, tuple[int, str, str]] = {}
    for line, (sentence, label, name) in blocks(source, 3):
        if label not in ("0", "1"):
            raise source.error("the label must be 1 or 0", line=line + 1, field="label")
        if name not in waiting:
            waiting[name] = (line, sentence, label)
            continue
        first, other, its_label = waiting.pop(name)
        if label == its_label:
            raise source.error(f"both sentences of {name[:60]} are labelled {label}", line=line + 1, field="label")
        yield first, name, [other, sentence], 0 if its_label == "1" else 1
    for name, (line, _, _) in waiting.items():
        raise _lone(source, line, name)


def _lone(source: Source, line: int, name: str) -> FormatError:
    return source.error(f"{name[:60]} has one sentence instead of two", line=line, field="qID")


def _item(name: str, language: str, sentences: list[str], key: int) -> Item:
    right, sentences = sentences[key], sorted(sentences)
    question = Question(
        id=name,
        language=language,
        text="_",
        anaphor=Mark(start=0, end=1, blank=True),
        candidates=tuple(Candidate(text=sentence) for sentence in sentences),
    )
    return Item(question=question, key=sentences.index(right))


WINOGRANDE_FR_DEEPL = WinograndeFrDeeplFormat()
