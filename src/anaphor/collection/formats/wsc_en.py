"""The English Winograd Schema Challenge as XML, one element per item; read (three versions) and written.

Join keys: an item's id is its position in the file from 1 (FWSC285's `english_id`); a schema's id is
the position of its first item. Twins are neighbours whose texts are near and whose pronoun is the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape

from anaphor.collection.formats.tables import located
from anaphor.collection.formats.wsc_xml import XmlItem, read_item
from anaphor.collection.formats.xml import parse
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import are_twins, grouped, with_cues
from anaphor.errors import ContentError
from anaphor.schema import Collection, Entry, Item, Mark, Schema, Status

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class WscEnFormat:
    """XML of Davis, Morgenstern and Ortiz."""

    name = "wsc-en"
    title = "English Winograd Schema Challenge (XML of Davis, Morgenstern and Ortiz)"
    ending = ".xml"

    def recognises(self, source: Source) -> bool:
        """Whether it has the challenge's elements and not those of the PDP."""
        head = source.head
        return "<collection" in head and "<pron" in head and "<txt1" in head and "<humanSubjects" not in head

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The items grouped into schemas, the changed words marked as cues."""
        language = settings.language or "en"
        with located(source, None):
            return Collection(
                name=source.stem,
                language=language,
                schemas=tuple(_schema(group) for group in grouped(_items(source, language), _belong)),
            )

    def write(self, collection: Collection) -> Iterable[bytes]:
        """The collection item by item; ids, cues, prompts and readings are not part of this format."""
        yield b'<?xml version="1.0" encoding="UTF-8"?>\n\n<collection>\n'
        for entry, origin in _written(collection):
            yield _element(entry, origin).encode("utf-8")
        yield b"\n</collection>\n"


def _items(source: Source, language: str) -> Iterator[XmlItem]:
    _, elements = parse(source, "collection", "schema")
    for number, element in enumerate(elements, start=1):
        with located(source, element.line):
            yield read_item(source, element, name=str(number), language=language)


def _belong(one: XmlItem, other: XmlItem) -> bool:
    return are_twins(one.item.question, other.item.question)


def _schema(group: Sequence[XmlItem]) -> Schema:
    return Schema(
        id=group[0].item.id,
        variants=with_cues([member.item for member in group]),
        source=group[0].source,
    )


def _written(collection: Collection) -> Iterator[tuple[Entry, str | None]]:
    for schema in collection.schemas:
        if schema.status is not Status.EXCLUDED:
            yield from ((variant, schema.source) for variant in schema.variants)
    for problem in collection.problems:
        if problem.status is not Status.EXCLUDED:
            yield problem.item, problem.source


def _element(entry: Entry, origin: str | None) -> str:
    if not isinstance(entry, Item):
        raise _cannot(entry.id, "has no key")
    question, mark = entry.question, entry.question.anaphor
    if not isinstance(entry.key, int):
        raise _cannot(entry.id, "has neither candidate as its key")
    if not isinstance(mark, Mark) or not mark.span.of(question.text).strip():
        raise _cannot(entry.id, "has no marked anaphor")
    if len(question.candidates) > 26:
        raise _cannot(entry.id, "has more than 26 candidates")
    form, key = _said(entry.id, mark.span.of(question.text)), chr(ord("A") + entry.key)
    before = _said(entry.id, question.text[: mark.start])
    after = _said(entry.id, question.text[mark.end :])
    answers = "".join(f"<answer>{_said(entry.id, c.text)}</answer>\n" for c in question.candidates)
    source = f"<source>{_said(entry.id, origin)}</source>\n" if origin else ""
    return (
        f"\n<schema>\n<text>\n<txt1>{before}</txt1>\n<pron>{form}</pron>\n<txt2>{after}</txt2>\n</text>\n"
        f"<quote>\n<pron>{form}</pron>\n</quote>\n<answers>\n{answers}</answers>\n"
        f"<correctAnswer>{key}</correctAnswer>\n{source}</schema>\n"
    )


def _said(name: str, text: str) -> str:
    if _FORBIDDEN.search(text):
        raise _cannot(name, "has a character that XML does not allow")
    return escape(text, {"\r": "&#13;"})


def _cannot(name: str, why: str) -> ContentError:
    return ContentError(
        f"item {name} {why}; WSC XML cannot say that",
        todo="Write the native format or JSON lines instead, or leave such items out with --skip.",
    )


WSC_EN = WscEnFormat()
