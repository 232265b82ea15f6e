"""Finding the anaphor of a French schema that does not mark it, from the question that is asked.

A place is taken only where the evidence is of two kinds: the form agrees with both candidates and does the
work that the question asks about, and the question repeats the words around it. Elsewhere the anaphor stays
unmarked: ambiguous (several places are possible), implicit (the text has no pronoun), or unsaid.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from anaphor.language import AnaphorAnalysis, AnaphorKind, Token
from anaphor.language.french import FRENCH, lookup
from anaphor.schema import Anaphor, Mark, Question, Span, Unmarked, UnmarkedReason

_SUBJECT = frozenset({AnaphorKind.SUBJECT, AnaphorKind.DEMONSTRATIVE})
_OBJECT = frozenset({AnaphorKind.OBJECT, AnaphorKind.GENITIVE})
_POSSESSIVE = frozenset({AnaphorKind.POSSESSIVE})
_LOCATIVE = frozenset({AnaphorKind.LOCATIVE})
_NEVER = frozenset({AnaphorKind.RELATIVE, AnaphorKind.REFLEXIVE, AnaphorKind.IMPERSONAL})
_EMPTY = """
être avoir aller devoir de du des d' le la les l' un une à au aux ne n' pas que qu' qui se s' ce c' il elle ils elles
on y en son sa ses leur très trop plus moins dans sur pour par et ou
"""
_EMPTY_WORDS = frozenset(_EMPTY.split())
"""Words that a question shares with any sentence: they say nothing about the place."""
_TWO_QUESTIONS = re.compile(r"^qui\b.*\bqui\s*\?", re.IGNORECASE)
_ASKED = (
    (re.compile(r"\bde qui\s*\?", re.IGNORECASE), _POSSESSIVE),
    (re.compile(r"^où\b|\boù\s*\?|^dans quel", re.IGNORECASE), _LOCATIVE),
    (
        re.compile(r"^qu['’]est[- ]ce qu[e'’]|^qui \S+-t-|\bquoi\s*\?|^quel.*-t-|\bquel(?:le)?s? ", re.IGNORECASE),
        _OBJECT,
    ),
    (re.compile(r"^qui\b|^qu['’]est", re.IGNORECASE), _SUBJECT),
)
_STOPS = frozenset(",;:.!?…")
_PARTICIPLE = re.compile(r"é(?:e|s|es)$")
_WINDOW = 6
_MOST = 40
_LONGEST = 5000
"""Longest item that is searched, in characters: no sentence is that long, and the search must not hang."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A place where the anaphor could stand, and what speaks for it."""

    span: Span
    analysis: AnaphorAnalysis
    agrees: bool
    """Whether its gender and number fit both candidates."""
    echo: int
    """How many of the words beside it the question repeats."""


def found_anaphors(questions: Sequence[Question]) -> list[Anaphor]:
    """The anaphor of each variant of a schema; what is certain for one variant helps the others."""
    lengths = (
        len(each.text) + len(each.prompt or "") + sum(len(candidate.text) for candidate in each.candidates)
        for each in questions
    )
    if max(lengths, default=0) > _LONGEST:
        return [Unmarked(reason=UnmarkedReason.UNSAID) for _ in questions]
    places = [_places(question) for question in questions]
    found = [_decided(question, mine) for question, mine in zip(questions, places, strict=True)]
    return [
        _seconded(number, questions, places, found) if isinstance(anaphor, Unmarked) else anaphor
        for number, anaphor in enumerate(found)
    ]


def _places(question: Question) -> list[_Place]:
    asked = {_base(token) for token in FRENCH.tokens(question.prompt or "") if token.is_word}
    asked -= _EMPTY_WORDS
    tokens = FRENCH.tokens(question.text)
    within = [found.span for c in question.candidates for found in FRENCH.find(c.text, question.text)]
    places: list[_Place] = []
    for span in islice(FRENCH.anaphors(question.text), _MOST):
        analysis = FRENCH.analyse(question.text, span)
        inside = any(other.start <= span.start and span.end <= other.end for other in within)
        if analysis is None or analysis.kind in _NEVER or inside:
            continue
        beside = _beside(tokens, span, analysis.kind)
        agrees = all(_agrees(analysis, candidate.text) for candidate in question.candidates)
        places.append(_Place(span=span, analysis=analysis, agrees=agrees, echo=len(asked.intersection(beside))))
    return places


def _agrees(analysis: AnaphorAnalysis, candidate: str) -> bool:
    concord = FRENCH.concord(candidate)
    gender = not analysis.gender or not concord.gender or analysis.gender == concord.gender
    number = not analysis.number or not concord.number or analysis.number == concord.number
    return gender and number


def _beside(tokens: Sequence[Token], span: Span, kind: AnaphorKind) -> list[str]:
    """The lemmas of the words after an anaphor, up to a stop; for a locative, those before it too."""
    follows = [token for token in tokens if token.start >= span.end]
    after = list(takewhile(lambda token: token.text not in _STOPS, follows))[:_WINDOW]
    before = [token for token in tokens if token.end <= span.start and token.is_word][-2:]
    words = [*before, *after] if kind is AnaphorKind.LOCATIVE else after
    return [_base(token) for token in words]


def _base(token: Token) -> str:
    """The lemma, taken from the masculine form of a participle so that cassée and cassé have one.

    A word that the lexicon does not know stands for itself: guessing its lemma would load a second dictionary.
    """
    form = _PARTICIPLE.sub("é", token.text.lower())
    entries = lookup(form)
    return entries[0].lemma if entries else form


def _decided(question: Question, places: Sequence[_Place]) -> Anaphor:
    if not FRENCH.anaphors(question.text):
        return Unmarked(reason=UnmarkedReason.IMPLICIT)
    if _TWO_QUESTIONS.search(question.prompt or ""):
        return Unmarked(reason=UnmarkedReason.AMBIGUOUS)
    asked = next((kinds for pattern, kinds in _ASKED if pattern.search(question.prompt or "")), None)
    fitting = [place for place in places if asked is None or place.analysis.kind in asked]
    agreeing = [place for place in fitting if place.agrees]
    for group in (agreeing, fitting):
        best = _best(group)
        if best is not None:
            return _marked(best)
    if len(places) == 1 and places[0].agrees and places[0].echo:
        return _marked(places[0])
    return Unmarked(reason=UnmarkedReason.AMBIGUOUS if len(agreeing) > 1 else UnmarkedReason.UNSAID)


def _best(places: Sequence[_Place]) -> _Place | None:
    """The place that the question echoes and no other place comes near."""
    ranked = sorted(places, key=lambda place: -place.echo)
    if not ranked or not ranked[0].echo:
        return None
    if len(ranked) == 1:
        return ranked[0]
    return ranked[0] if ranked[0].echo >= ranked[1].echo + 2 or ranked[1].echo == 0 else None


def _marked(place: _Place) -> Mark:
    return Mark(start=place.span.start, end=place.span.end)


def _seconded(
    number: int, questions: Sequence[Question], places: Sequence[Sequence[_Place]], found: Sequence[Anaphor]
) -> Anaphor:
    """The place that is certain in a twin, where the same word stands at the same place of this variant."""
    for twin, anaphor in zip(questions, found, strict=True):
        if isinstance(anaphor, Mark):
            shift = len(questions[number].text) - len(twin.text)
            for place in places[number]:
                same_form = place.span.of(questions[number].text) == anaphor.span.of(twin.text)
                if same_form and place.agrees and place.span.start in (anaphor.start, anaphor.start + shift):
                    return _marked(place)
    return found[number]
