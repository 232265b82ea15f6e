"""The French Winograd schemas of Amsili and Seminck (XML, version 1.3).

Join keys: a schema's id is the XML's (81 does not exist), which FWSC285 calls `french_id`; its items are
`ID.1` (word A) and `ID.2` (word B). `engn` numbers the authors' English list: it is not a position in
the English XML (English schema 43 is items 79 and 80 there), so it is linked as `wsc-en-list#43`.
The anaphor is not marked: `anaphor_search` finds it where it is certain and says so where it is not.
"""

import re
from dataclasses import replace

from anaphor.collection.anaphor_search import found_anaphors
from anaphor.collection.formats.foreign import ForeignFormat, collection_of
from anaphor.collection.formats.tables import located
from anaphor.collection.formats.xml import Element, needed, parse, squeezed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Candidate, Collection, Item, Question, Schema, Span, Unmarked, UnmarkedReason

_AFTER_APOSTROPHE = re.compile(r"(['’]) +$")
_LICENCES = {"Creative Commons Attribution-ShareAlike 4.0 International License": "CC-BY-SA-4.0"}


def recognises(source: Source) -> bool:
    return all(element in source.head for element in ("<collection", "<wordA", "<wordB"))


def read(source: Source, settings: ReadSettings) -> Collection:
    """The schemas, two items each."""
    root, elements = parse(source, "collection", "schema")
    said = {name: squeezed(value) for name, value in root.attributes.items() if value.strip()}
    return collection_of(
        source,
        (_schema(source, element) for element in elements),
        name="wsc-fr",
        language="fr",
        title=said.get("name"),
        version=said.get("version"),
        licence=_LICENCES.get(said.get("license", ""), said.get("license")),
        authors=tuple(said["authors"].split(" and ")) if "authors" in said else (),
        citation="Amsili & Seminck",
    )


def _schema(source: Source, element: Element) -> Schema:
    name, number = squeezed(element.attributes.get("id", "")), squeezed(element.attributes.get("engn", ""))
    if not name:
        raise source.error("collection-xml-no-id", line=element.line, field="id")
    if number and not (number.isdecimal() and len(number) < 7):
        raise source.error("collection-no-number", line=element.line, field="engn", said=repr(number[:20]))
    with located(source, element.line):
        questions = [_question(source, element, f"{name}.{key + 1}", letter) for key, letter in enumerate("AB")]
        anaphors = found_anaphors(questions)
        pairs = enumerate(zip(questions, anaphors, strict=True))
        return Schema(
            id=name,
            variants=tuple(Item(question=replace(asked, anaphor=anaphor), key=key) for key, (asked, anaphor) in pairs),
            source=f"wsc-en-list#{int(number)}" if number else None,
        )


def _question(source: Source, element: Element, name: str, letter: str) -> Question:
    """The question with one of the two words; its anaphor is still to be found."""
    parts = needed(source, element, "text")
    before, word, after = (needed(source, parts, each).text for each in ("txt1", f"word{letter}", "txt2"))
    start = _AFTER_APOSTROPHE.sub(r"\1", squeezed(f"{before}|")[:-1])
    form = squeezed(word)
    asked = needed(source, element, "question")
    prompt = "".join(needed(source, asked, each).text for each in ("qn1", f"qword{letter}", "qn2"))
    # Where the candidates change with the word (`twoanswers`), those of this word.
    both = element.child("twoanswers")
    holder = needed(source, both, f"answer{letter}") if both else element
    answers = [squeezed(needed(source, holder, each).text) for each in ("answer1", "answer2")]
    if not all(answers):
        raise source.error("collection-xml-empty-answer", line=holder.line, field="answer")
    return Question(
        id=name,
        language="fr",
        text=f"{start}{form}{squeezed(f'|{after}')[1:]}",
        anaphor=Unmarked(reason=UnmarkedReason.UNSAID),
        candidates=tuple(Candidate(text=answer) for answer in answers),
        prompt=squeezed(prompt) or None,
        cues=(Span(start=len(start), end=len(start) + len(form)),) if form else (),
    )


WSC_FR = ForeignFormat(
    name="wsc-fr", title="French Winograd schemas (XML of Amsili and Seminck)", recognises=recognises, read=read
)
