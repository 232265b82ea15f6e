"""The English Winograd Schema Challenge as XML, one element per item; read (three versions) and written.

Join keys: an item's id is its position in the file from 1 (FWSC285's `english_id`); a schema's id is
the position of its first item. Twins are neighbours whose texts are near and whose pronoun is the same.
The same layout of Davis, Morgenstern and Ortiz is that of the PDP of 2016.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape

from anaphor.collection.formats.foreign import (
    ForeignFormat,
    WritableForeignFormat,
    are_twins,
    cannot_say,
    grouped,
    reader,
    with_cues,
    written_entries,
)
from anaphor.collection.formats.tables import located
from anaphor.collection.formats.xml import Element, needed, parse, squeezed
from anaphor.collection.protocol import Source
from anaphor.errors import ContentError, Place
from anaphor.schema import Annotations, Candidate, Collection, Entry, HumanCount, Item, Mark, Problem, Question, Schema

_LETTER = re.compile(r"([A-Z])\s*\.?")
# UTF-8's no-break space read as Latin-1, once or twice: `aÂ  b`.
_MOJIBAKE = re.compile("Â(?=[ \u00a0])\u00a0?|Ã\u0082(?=[ \u00a0])\u00a0?")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NAME = "WSC XML"


def recognises(source: Source) -> bool:
    """Whether it has the challenge's elements and not those of the PDP."""
    head = source.head
    return all(sign in head for sign in ("<collection", "<pron", "<txt1")) and "<humanSubjects" not in head


def _schemas(source: Source, language: str) -> Iterator[Schema]:
    """The items grouped into schemas, the changed words marked as cues."""
    origins: dict[str, str | None] = {}

    def items() -> Iterator[Item]:
        for item, origin, _ in _elements(source, language):
            origins[item.id] = origin
            yield item

    groups = grouped(items(), lambda one, other: are_twins(one.question, other.question))
    return (Schema(id=group[0].id, variants=with_cues(group), source=origins[group[0].id]) for group in groups)


def _elements(source: Source, language: str) -> Iterator[tuple[Item, str | None, Element]]:
    """The item of each `<schema>` element, who wrote it or where it was taken from, and the element itself."""
    for number, element in enumerate(parse(source, "collection", "schema")[1], start=1):
        with located(source, element.line):
            origin = element.child("source")
            parts = needed(source, element, "text")
            before, word, after = (needed(source, parts, name).text for name in ("txt1", "pron", "txt2"))
            form = clean(word)
            if not form:
                raise source.error("collection-xml-empty", line=parts.line, field="pron", name="pron")
            # White space inside <pron> belongs to the text around it.
            start = clean(f"{before}{' ' if word[:1].isspace() else ''}|")[:-1]
            end = clean(f"|{' ' if word[-1:].isspace() else ''}{after}")[1:]
            # And where there is none at all, words are parted all the same: `because</txt1><pron>it</pron>`.
            start += " " if start[-1:].isalnum() and form[0].isalnum() else ""
            end = f" {end}" if end[:1].isalnum() and form[-1].isalnum() else end
            answers = needed(source, element, "answers")
            texts = [clean(answer.text) for answer in answers.children if answer.name == "answer"]
            if not texts or not all(texts):
                raise source.error("collection-xml-empty-answers", line=answers.line, field="answers")
            question = Question(
                id=str(number),
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
                given_answer = repr(squeezed(answer.text)[:20])
                raise ContentError("collection-xml-no-answer", where=where, said=given_answer, count=len(texts))
            yield Item(question=question, key=key), (clean(origin.text) or None) if origin else None, element


def clean(text: str) -> str:
    """The text with white space squeezed and the mojibake `Â` before a space repaired.

    >>> clean(" from aÂ  to\\n b ")
    'from a to b'
    """
    return squeezed(text if text.isascii() else _MOJIBAKE.sub("", text))


def write(collection: Collection) -> Iterable[bytes]:
    """The collection item by item; ids, cues, prompts and readings are not part of this format."""
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n\n<collection>\n'
    yield from (_element(entry, part.source).encode("utf-8") for part, entry in written_entries(collection))
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

    def escaped(text: str) -> str:
        if _FORBIDDEN.search(text):
            raise cannot_say(entry.id, _NAME, "no-xml")
        return escape(text, quote=False).replace("\r", "&#13;")

    before, form, after = question.text[: mark.start], mark.span.of(question.text), question.text[mark.end :]
    answers = "".join(f"<answer>{escaped(candidate.text)}</answer>\n" for candidate in question.candidates)
    source = f"<source>{escaped(origin)}</source>\n" if origin else ""
    return (
        f"\n<schema>\n<text>\n<txt1>{escaped(before)}</txt1>\n<pron>{escaped(form)}</pron>\n<txt2>{escaped(after)}</txt2>\n"
        f"</text>\n<quote>\n<pron>{escaped(form)}</pron>\n</quote>\n<answers>\n{answers}</answers>\n"
        f"<correctAnswer>{chr(ord('A') + entry.key)}</correctAnswer>\n{source}</schema>\n"
    )


WSC_EN = WritableForeignFormat(
    name="wsc-en",
    title="English Winograd Schema Challenge (XML of Davis, Morgenstern and Ortiz)",
    ending=".xml",
    recognises=recognises,
    read=reader(_schemas),
    write=write,
)


# --- the Pronoun Disambiguation Problems of the 2016 competition, with how people did on them ------------------------

_COUNT = re.compile(r"(\d{1,6}) out of (\d{1,6}) subjects got this answer\.?")


def _problems(source: Source, language: str) -> Iterator[Problem]:
    """The problems under their position in the file; each run over one text shares the id of its first as passage."""
    elements = list(_elements(source, language))
    continues = [element.child("sameText") is not None for _, _, element in elements]
    first = ""
    for place, (item, origin, element) in enumerate(elements):
        first = first if continues[place] and first else item.id
        shares = continues[place] or any(continues[place + 1 : place + 2])
        people = element.child("humanSubjects")
        prose = squeezed(people.text) if people else ""
        count = _COUNT.fullmatch(prose)
        if people and prose and count is None:
            quoted = repr(prose[:60])
            raise source.error("collection-no-human-count", line=people.line, field="humanSubjects", said=quoted)
        with located(source, element.line):
            human = HumanCount(right=int(count[1]), asked=int(count[2])) if count else None
            noted = replace(item, annotations=Annotations(human=human))
        yield Problem(id=item.id, item=noted, source=origin, passage=first if shares else None)


PDP = ForeignFormat(
    name="pdp",
    title="Pronoun Disambiguation Problems of 2016 (XML)",
    recognises=lambda source: all(sign in source.head for sign in ("<collection", "<pron", "<humanSubjects")),
    read=reader(_problems, name="pdp", title="Pronoun Disambiguation Problems 2016"),
)
