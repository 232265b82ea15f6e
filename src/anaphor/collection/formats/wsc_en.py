"""The English Winograd Schema Challenge as XML, one element per item; read (three versions) and written.

Join keys: an item's id is its position in the file from 1 (FWSC285's `english_id`); a schema's id is
the position of its first item. Twins are neighbours whose texts are near and whose pronoun is the same.
The same layout of Davis, Morgenstern and Ortiz is that of the PDP of 2016.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from xml.sax.saxutils import escape

from anaphor.collection.formats.foreign import (
    WritableForeignFormat,
    cannot_say,
    collection_of,
    twin_schemas,
    written_entries,
)
from anaphor.collection.formats.tables import located
from anaphor.collection.formats.xml import Element, needed, parse, squeezed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import are_twins, grouped
from anaphor.errors import ContentError, Place
from anaphor.schema import Candidate, Collection, Entry, Item, Mark, Question

_LETTER = re.compile(r"([A-Z])\s*\.?")
# UTF-8's no-break space read as Latin-1, once or twice: `aÂ  b`.
_MOJIBAKE = re.compile("Â(?=[ \u00a0])\u00a0?|Ã\u0082(?=[ \u00a0])\u00a0?")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NAME = "WSC XML"


def recognises(source: Source) -> bool:
    """Whether it has the challenge's elements and not those of the PDP."""
    head = source.head
    return all(each in head for each in ("<collection", "<pron", "<txt1")) and "<humanSubjects" not in head


def read(source: Source, settings: ReadSettings) -> Collection:
    """The items grouped into schemas, the changed words marked as cues."""
    language = settings.language or "en"
    origins: dict[str, str | None] = {}

    def items() -> Iterator[Item]:
        for item, origin, _ in read_elements(source, language):
            origins[item.id] = origin
            yield item

    groups = grouped(items(), lambda one, other: are_twins(one.question, other.question))
    schemas = (replace(schema, source=origins[schema.id]) for schema in twin_schemas(groups))
    return collection_of(source, schemas, name=source.stem, language=language)


def read_elements(source: Source, language: str) -> Iterator[tuple[Item, str | None, Element]]:
    """The item of each `<schema>` element, who wrote it or where it was taken from, and the element itself."""
    for number, element in enumerate(parse(source, "collection", "schema")[1], start=1):
        with located(source, element.line):
            origin = element.child("source")
            item = _item(source, element, str(number), language)
            yield item, (clean(origin.text) or None) if origin else None, element


def clean(text: str) -> str:
    """The text with white space squeezed and the mojibake `Â` before a space repaired.

    >>> clean(" from aÂ  to\\n b ")
    'from a to b'
    """
    return squeezed(_MOJIBAKE.sub("", text))


def _item(source: Source, element: Element, name: str, language: str) -> Item:
    parts = needed(source, element, "text")
    before, word, after = (needed(source, parts, each).text for each in ("txt1", "pron", "txt2"))
    form = clean(word)
    if not form:
        raise source.error("collection-xml-empty", line=parts.line, field="pron", name="pron")
    # White space inside <pron> belongs to the text around it.
    start = clean(f"{before}{' ' if word[:1].isspace() else ''}|")[:-1]
    end = clean(f"|{' ' if word[-1:].isspace() else ''}{after}")[1:]
    answers = needed(source, element, "answers")
    texts = [clean(answer.text) for answer in answers.all("answer")]
    if not texts or not all(texts):
        raise source.error("collection-xml-empty-answers", line=answers.line, field="answers")
    question = Question(
        id=name,
        language=language,
        text=f"{start}{form}{end}",
        anaphor=Mark(start=len(start), end=len(start) + len(form), blank=form == "_"),
        candidates=tuple(Candidate(text=text) for text in texts),
    )
    answer = needed(source, element, "correctAnswer")
    letter = _LETTER.fullmatch(squeezed(answer.text))
    key = ord(letter[1]) - ord("A") if letter else -1
    if not 0 <= key < len(texts):
        where = Place(file=source.name, line=answer.line, field="correctAnswer")
        said = repr(squeezed(answer.text)[:20])
        raise ContentError("collection-xml-no-answer", where=where, said=said, count=len(texts))
    return Item(question=question, key=key)


def write(collection: Collection) -> Iterable[bytes]:
    """The collection item by item; ids, cues, prompts and readings are not part of this format."""
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n\n<collection>\n'
    for part, entry in written_entries(collection):
        yield _element(entry, part.source).encode("utf-8")
    yield b"\n</collection>\n"


def _element(entry: Entry, origin: str | None) -> str:
    if not isinstance(entry, Item):
        raise cannot_say(entry.id, _NAME, "no-key")
    question, mark = entry.question, entry.question.anaphor
    if not isinstance(entry.key, int):
        raise cannot_say(entry.id, _NAME, "neither")
    if not isinstance(mark, Mark) or not mark.span.of(question.text).strip():
        raise cannot_say(entry.id, _NAME, "unmarked")
    if len(question.candidates) > 26:
        raise cannot_say(entry.id, _NAME, "over-26")

    def said(text: str) -> str:
        if _FORBIDDEN.search(text):
            raise cannot_say(entry.id, _NAME, "no-xml")
        return escape(text, {"\r": "&#13;"})

    before, form, after = question.text[: mark.start], mark.span.of(question.text), question.text[mark.end :]
    answers = "".join(f"<answer>{said(candidate.text)}</answer>\n" for candidate in question.candidates)
    source = f"<source>{said(origin)}</source>\n" if origin else ""
    return (
        f"\n<schema>\n<text>\n<txt1>{said(before)}</txt1>\n<pron>{said(form)}</pron>\n<txt2>{said(after)}</txt2>\n"
        f"</text>\n<quote>\n<pron>{said(form)}</pron>\n</quote>\n<answers>\n{answers}</answers>\n"
        f"<correctAnswer>{chr(ord('A') + entry.key)}</correctAnswer>\n{source}</schema>\n"
    )


WSC_EN = WritableForeignFormat(
    name="wsc-en",
    title="English Winograd Schema Challenge (XML of Davis, Morgenstern and Ortiz)",
    ending=".xml",
    recognises=recognises,
    read=read,
    write=write,
)
