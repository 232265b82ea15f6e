"""The French Winograd schemas of Amsili and Seminck (XML, version 1.3).

Join keys: a schema's id is the XML's (81 does not exist), which FWSC285 calls `french_id`; its items are
`ID.1` (word A) and `ID.2` (word B). `engn` numbers the authors' English list: it is not a position in
the English XML (English schema 43 is items 79 and 80 there), so it is linked as `wsc-en-list#43`.
The anaphor is not marked: it is searched from the question that is asked. A place is taken only where the evidence is
of two kinds: the form agrees with both candidates and does the work that the question asks about, and the question
repeats the words around it. Elsewhere the anaphor stays unmarked: ambiguous (several places are possible), implicit
(the text has no pronoun), or unsaid.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from anaphor.collection.formats.foreign import ForeignFormat, collection_of
from anaphor.collection.formats.tables import located
from anaphor.collection.formats.xml import Element, needed, parse, squeezed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.language import FRENCH, AnaphorKind, Token, lookup
from anaphor.schema import Anaphor, Candidate, Collection, Item, Mark, Question, Schema, Span, Unmarked, UnmarkedReason

_AFTER_APOSTROPHE = re.compile(r"(['’]) +$")
_LICENCES = {"Creative Commons Attribution-ShareAlike 4.0 International License": "CC-BY-SA-4.0"}
_NEVER = frozenset({AnaphorKind.RELATIVE, AnaphorKind.REFLEXIVE, AnaphorKind.IMPERSONAL})
_EMPTY = """
être avoir aller devoir de du des d' le la les l' un une à au aux ne n' pas que qu' qui se s' ce c' il elle ils elles
on y en son sa ses leur très trop plus moins dans sur pour par et ou
"""
_EMPTY_WORDS = frozenset(_EMPTY.split())
"""Words that a question shares with any sentence: they say nothing about the place."""
_TWO_QUESTIONS = re.compile(r"^qui\b.*\bqui\s*\?", re.IGNORECASE)
_ASKED = {
    r"\bde qui\s*\?": (AnaphorKind.POSSESSIVE,),
    r"^où\b|\boù\s*\?|^dans quel": (AnaphorKind.LOCATIVE,),
    r"^qu['’]est[- ]ce qu[e'’]|^qui \S+-t-|\bquoi\s*\?|^quel.*-t-|\bquel(?:le)?s? ": (
        AnaphorKind.OBJECT,
        AnaphorKind.GENITIVE,
    ),
    r"^qui\b|^qu['’]est": (AnaphorKind.SUBJECT, AnaphorKind.DEMONSTRATIVE),
}
"""What a question asks for by its form, the first that fits: `C'est la maison de qui ?`, `Qui a-t-il vu ?`."""
_STOPS = frozenset(",;:.!?…")
_PARTICIPLE = re.compile(r"é(?:e|s|es)$")
_WINDOW = 6
_MOST = 40
_LONGEST = 5000
"""Longest item that is searched, in characters: no sentence is that long, and the search must not hang."""


def read(source: Source, settings: ReadSettings) -> Collection:
    root, elements = parse(source, "collection", "schema")
    attributes = {name: squeezed(value) for name, value in root.attributes.items() if value.strip()}
    return collection_of(
        source,
        (_schema(source, element) for element in elements),
        name="wsc-fr",
        language="fr",
        title=attributes.get("name"),
        version=attributes.get("version"),
        licence=_LICENCES.get(attributes.get("license", ""), attributes.get("license")),
        authors=tuple(attributes["authors"].split(" and ")) if "authors" in attributes else (),
        citation="Amsili & Seminck",
    )


def _schema(source: Source, element: Element) -> Schema:
    name, number = element.attributes.get("id", "").strip(), squeezed(element.attributes.get("engn", ""))
    if not name:
        raise source.error("collection-xml-no-id", line=element.line, field="id")
    if number and not (number.isdecimal() and len(number) < 7):
        raise source.error("collection-no-number", line=element.line, field="engn", said=repr(number[:20]))
    with located(source, element.line):
        questions = [_question(source, element, f"{name}.{key + 1}", letter) for key, letter in enumerate("AB")]
        pairs = enumerate(zip(questions, found_anaphors(questions), strict=True))
        return Schema(
            id=name,
            variants=tuple(
                Item(question=replace(question, anaphor=anaphor), key=key) for key, (question, anaphor) in pairs
            ),
            source=f"wsc-en-list#{int(number)}" if number else None,
        )


def _question(source: Source, element: Element, name: str, letter: str) -> Question:
    """The question with one of the two words; its anaphor is still to be found."""
    parts = needed(source, element, "text")
    before, word, after = (needed(source, parts, name).text for name in ("txt1", f"word{letter}", "txt2"))
    start = _AFTER_APOSTROPHE.sub(r"\1", squeezed(f"{before}|")[:-1])
    form = squeezed(word)
    prompt_parts = needed(source, element, "question")
    prompt = "".join(needed(source, prompt_parts, name).text for name in ("qn1", f"qword{letter}", "qn2"))
    # Where the candidates change with the word (`twoanswers`), those of this word.
    both = element.child("twoanswers")
    holder = needed(source, both, f"answer{letter}") if both else element
    answers = [squeezed(needed(source, holder, name).text) for name in ("answer1", "answer2")]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A place where the anaphor could stand, and what speaks for it."""

    span: Span
    kind: AnaphorKind
    agrees: bool
    """Whether its gender and number fit both candidates."""
    echo: int
    """How many of the words beside it the question repeats."""


def found_anaphors(questions: Sequence[Question]) -> list[Anaphor]:
    """The anaphor of each variant of a schema; what is certain for one variant helps the others."""
    lengths = (
        len(question.text) + len(question.prompt or "") + sum(len(candidate.text) for candidate in question.candidates)
        for question in questions
    )
    if max(lengths, default=0) > _LONGEST:
        return [Unmarked(reason=UnmarkedReason.UNSAID) for _ in questions]
    places = [_places(question) for question in questions]
    anaphors = [_likeliest_anaphor(question, mine) for question, mine in zip(questions, places, strict=True)]

    def confirmed_by_twin(number: int) -> Anaphor:
        """The place that is certain in a twin, where the same word stands at the same place of this variant."""
        text = questions[number].text
        for twin, anaphor in zip(questions, anaphors, strict=True):
            if isinstance(anaphor, Mark):
                starts = (anaphor.start, anaphor.start + len(text) - len(twin.text))
                for place in places[number]:
                    same_form = place.span.of(text) == anaphor.span.of(twin.text)
                    if same_form and place.agrees and place.span.start in starts:
                        return Mark(start=place.span.start, end=place.span.end)
        return anaphors[number]

    return [
        confirmed_by_twin(number) if isinstance(anaphor, Unmarked) else anaphor
        for number, anaphor in enumerate(anaphors)
    ]


def _places(question: Question) -> list[_Place]:
    prompt_words = {_base(token) for token in FRENCH.tokens(question.prompt or "") if token.is_word} - _EMPTY_WORDS
    tokens = FRENCH.tokens(question.text)
    within = [
        mention.span for candidate in question.candidates for mention in FRENCH.find(candidate.text, question.text)
    ]
    concords = [FRENCH.concord(candidate.text) for candidate in question.candidates]
    places: list[_Place] = []
    for span in islice(FRENCH.anaphors(question.text), _MOST):
        analysis = FRENCH.analyse(question.text, span)
        inside = any(other.start <= span.start and span.end <= other.end for other in within)
        if analysis is None or analysis.kind in _NEVER or inside:
            continue
        # The words after the anaphor, up to a stop; for a locative, those before it too.
        follows = (token for token in tokens if token.start >= span.end)
        beside = list(islice(takewhile(lambda token: token.text not in _STOPS, follows), _WINDOW))
        if analysis.kind is AnaphorKind.LOCATIVE:
            beside += [token for token in tokens if token.end <= span.start and token.is_word][-2:]
        agrees = all(
            (not analysis.gender or not concord.gender or analysis.gender == concord.gender)
            and (not analysis.number or not concord.number or analysis.number == concord.number)
            for concord in concords
        )
        echo = len(prompt_words.intersection(map(_base, beside)))
        places.append(_Place(span=span, kind=analysis.kind, agrees=agrees, echo=echo))
    return places


def _base(token: Token) -> str:
    """The lemma, taken from the masculine form of a participle so that cassée and cassé have one.

    A word that the lexicon does not know stands for itself: guessing its lemma would load a second dictionary.
    """
    form = _PARTICIPLE.sub("é", token.text.lower())
    entries = lookup(form)
    return entries[0].lemma if entries else form


def _likeliest_anaphor(question: Question, places: Sequence[_Place]) -> Anaphor:
    prompt = question.prompt or ""
    if not FRENCH.anaphors(question.text):
        return Unmarked(reason=UnmarkedReason.IMPLICIT)
    if _TWO_QUESTIONS.search(prompt):
        return Unmarked(reason=UnmarkedReason.AMBIGUOUS)
    kinds_asked = next((kinds for pattern, kinds in _ASKED.items() if re.search(pattern, prompt, re.IGNORECASE)), None)
    fitting = [place for place in places if kinds_asked is None or place.kind in kinds_asked]
    agreeing = [place for place in fitting if place.agrees]
    lone = [place for place in places if place.agrees] if len(places) == 1 else []
    for group in (agreeing, fitting, lone):
        # The place that the question echoes and no other place comes near.
        ranked = sorted(group, key=lambda place: -place.echo)
        first, second = [*(place.echo for place in ranked), 0, 0][:2]
        if first and (second == 0 or first >= second + 2):
            return Mark(start=ranked[0].span.start, end=ranked[0].span.end)
    return Unmarked(reason=UnmarkedReason.AMBIGUOUS if len(agreeing) > 1 else UnmarkedReason.UNSAID)


WSC_FR = ForeignFormat(
    name="wsc-fr",
    title="French Winograd schemas (XML of Amsili and Seminck)",
    recognises=lambda source: all(element in source.head for element in ("<collection", "<wordA", "<wordB")),
    read=read,
)
