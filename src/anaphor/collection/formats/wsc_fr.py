"""The French Winograd schemas of Amsili and Seminck (XML, version 1.3).

Join keys: a schema's id is the XML's (81 does not exist), which FWSC285 calls `french_id`; its items are
`ID.1` (word A) and `ID.2` (word B). `engn` numbers the authors' English list: it is not a position in
the English XML (English schema 43 is items 79 and 80 there), so it is linked as `wsc-en-list#43`.
The anaphor is not marked: `anaphor_search` finds it where it is certain and says so where it is not.
"""

import re
from dataclasses import replace

from anaphor.collection.anaphor_search import found_anaphors
from anaphor.collection.formats.tables import located
from anaphor.collection.formats.wsc_xml import needed
from anaphor.collection.formats.xml import Element, parse, squeezed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Candidate, Collection, Item, Question, Schema, Span, Unmarked, UnmarkedReason

_AFTER_APOSTROPHE = re.compile(r"(['’]) +$")
_LICENCES = {"Creative Commons Attribution-ShareAlike 4.0 International License": "CC-BY-SA-4.0"}
_LETTERS = ("A", "B")

_LANGUAGE = "fr"


class WscFrFormat:
    """XML with two words per schema."""

    name = "wsc-fr"
    title = "French Winograd schemas (XML of Amsili and Seminck)"

    def recognises(self, source: Source) -> bool:
        """Whether it has the elements of the two words."""
        return "<collection" in source.head and "<wordA" in source.head and "<wordB" in source.head

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The schemas, two items each."""
        root, elements = parse(source, "collection", "schema")
        said = {name: squeezed(value) for name, value in root.attributes.items() if value.strip()}
        with located(source, None):
            return Collection(
                name="wsc-fr",
                language=_LANGUAGE,
                schemas=tuple(_schema(source, element, _LANGUAGE) for element in elements),
                title=said.get("name"),
                version=said.get("version"),
                licence=_LICENCES.get(said.get("license", ""), said.get("license")),
                authors=tuple(said["authors"].split(" and ")) if "authors" in said else (),
                citation="Amsili & Seminck",
            )


def _schema(source: Source, element: Element, language: str) -> Schema:
    name, number = squeezed(element.attributes.get("id", "")), squeezed(element.attributes.get("engn", ""))
    if not name:
        raise source.error("<schema> has no id", line=element.line, field="id")
    if number and not (number.isdecimal() and len(number) < 7):
        raise source.error(f"{number[:20]!r} is no number", line=element.line, field="engn")
    with located(source, element.line):
        questions = [_question(source, element, name, place, language) for place in range(2)]
        anaphors = found_anaphors(questions)
        pairs = enumerate(zip(questions, anaphors, strict=True))
        return Schema(
            id=name,
            variants=tuple(Item(question=replace(q, anaphor=anaphor), key=place) for place, (q, anaphor) in pairs),
            source=f"wsc-en-list#{int(number)}" if number else None,
        )


def _question(source: Source, element: Element, name: str, place: int, language: str) -> Question:
    """The question with one of the two words; its anaphor is still to be found."""
    text, cue = _text(source, element, place)
    return Question(
        id=f"{name}.{place + 1}",
        language=language,
        text=text,
        anaphor=Unmarked(reason=UnmarkedReason.UNSAID),
        candidates=tuple(Candidate(text=answer) for answer in _answers(source, element, place)),
        prompt=_prompt(source, element, place),
        cues=(cue,) if cue.end > cue.start else (),
    )


def _text(source: Source, element: Element, place: int) -> tuple[str, Span]:
    """The text with one of the two words, and where that word stands."""
    parts = needed(source, element, "text")
    before, word, after = (needed(source, parts, name).text for name in ("txt1", f"word{_LETTERS[place]}", "txt2"))
    start = _AFTER_APOSTROPHE.sub(r"\1", squeezed(f"{before}|")[:-1])
    form = squeezed(word)
    end = squeezed(f"|{after}")[1:]
    return f"{start}{form}{end}", Span(start=len(start), end=len(start) + len(form))


def _prompt(source: Source, element: Element, place: int) -> str | None:
    parts = needed(source, element, "question")
    names = ("qn1", f"qword{_LETTERS[place]}", "qn2")
    return squeezed("".join(needed(source, parts, name).text for name in names)) or None


def _answers(source: Source, element: Element, place: int) -> list[str]:
    """Both candidates; where they change with the word (`twoanswers`), those of this word."""
    both = element.child("twoanswers")
    holder = needed(source, both, f"answer{_LETTERS[place]}") if both else element
    answers = [squeezed(needed(source, holder, name).text) for name in ("answer1", "answer2")]
    if not all(answers):
        raise source.error("an answer is empty", line=holder.line, field="answer")
    return answers


WSC_FR = WscFrFormat()
