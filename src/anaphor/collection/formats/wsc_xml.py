"""The XML layout of Davis, Morgenstern and Ortiz: one `<schema>` element per item (WSC, PDP 2016)."""

import re
from dataclasses import dataclass

from anaphor.collection.formats.xml import Element, squeezed
from anaphor.collection.protocol import Source
from anaphor.errors import ContentError, Place
from anaphor.schema import Candidate, Item, Mark, Question

_LETTER = re.compile(r"([A-Z])\s*\.?")
_MOJIBAKE = re.compile("Â(?=[ \u00a0])\u00a0?|Ã\u0082(?=[ \u00a0])\u00a0?")


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlItem:
    """An item as the file has it."""

    item: Item
    """The question and its key."""
    source: str | None
    """Who wrote it, or where it was taken from."""
    element: Element
    """The whole element, for what only one of the sets says."""


def read_item(source: Source, element: Element, *, name: str, language: str) -> XmlItem:
    """The item of a `<schema>` element."""
    text, mark = _text_of(source, element)
    candidates = _candidates(source, element)
    question = Question(id=name, language=language, text=text, anaphor=mark, candidates=candidates)
    found = element.child("source")
    return XmlItem(
        item=Item(question=question, key=_key(source, element, len(candidates))),
        source=(clean(found.text) or None) if found else None,
        element=element,
    )


def needed(source: Source, element: Element, name: str) -> Element:
    """A child that must be there."""
    found = element.child(name)
    if found is None:
        raise source.error(f"<{element.name}> has no <{name}>", line=element.line, field=name)
    return found


def clean(text: str) -> str:
    """The text with white space squeezed and the mojibake `Â` before a space repaired.

    >>> clean(" from aÂ  to\\n b ")
    'from a to b'
    """
    return squeezed(_MOJIBAKE.sub("", text))


def _text_of(source: Source, element: Element) -> tuple[str, Mark]:
    parts = needed(source, element, "text")
    before, word, after = (needed(source, parts, name).text for name in ("txt1", "pron", "txt2"))
    form = clean(word)
    if not form:
        raise source.error("<pron> is empty", line=parts.line, field="pron")
    start = clean(f"{before}{_leading(word)}|")[:-1]
    end = clean(f"|{_trailing(word)}{after}")[1:]
    return f"{start}{form}{end}", Mark(start=len(start), end=len(start) + len(form), blank=form == "_")


def _leading(word: str) -> str:
    return " " if word[:1].isspace() else ""


def _trailing(word: str) -> str:
    return " " if word[-1:].isspace() else ""


def _candidates(source: Source, element: Element) -> tuple[Candidate, ...]:
    answers = needed(source, element, "answers")
    texts = [clean(answer.text) for answer in answers.all("answer")]
    if not texts or not all(texts):
        raise source.error("<answers> is empty or has an empty <answer>", line=answers.line, field="answers")
    return tuple(Candidate(text=text) for text in texts)


def _key(source: Source, element: Element, count: int) -> int:
    answer = needed(source, element, "correctAnswer")
    letter = _LETTER.fullmatch(squeezed(answer.text))
    key = ord(letter[1]) - ord("A") if letter else -1
    if not 0 <= key < count:
        raise ContentError(
            f"the right answer is {squeezed(answer.text)[:20]!r}, which is none of the {count} answers",
            where=Place(file=source.name, line=answer.line, field="correctAnswer"),
            todo="Write the letter of an answer: A, B …",
        )
    return key
