"""Words of a text put in the place of others, with every marked stretch where it then stands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from anaphor.language.french import APOSTROPHES, apostrophe_of, contracted, fitted, full
from anaphor.schema import Candidate, Mark, Question, Span

_BEFORE = re.compile(rf"[^\W\d_]+(?:[{APOSTROPHES}]|\s)$")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A stretch of a text and what takes its place."""

    span: Span
    """The stretch."""
    text: str
    """What stands there afterwards."""


def exchanged(text: str, exchanges: Sequence[Exchange]) -> str:
    """The text with the stretches exchanged; they may not overlap.

    >>> exchanged("Ann met Eve.", [Exchange(Span(start=0, end=3), "Joan")])
    'Joan met Eve.'
    """
    parts, last = [], 0
    for each in sorted(exchanges, key=lambda one: one.span.start):
        parts += [text[last : each.span.start], each.text]
        last = each.span.end
    return "".join([*parts, text[last:]])


def moved(span: Span, exchanges: Sequence[Exchange]) -> Span:
    """Where a stretch stands afterwards; one that ends inside an exchanged stretch takes all of it in.

    >>> moved(Span(start=8, end=11), [Exchange(Span(start=0, end=3), "Joan")])
    Span(start=9, end=12)
    """
    return Span(start=_place(span.start, exchanges, end=False), end=_place(span.end, exchanges, end=True))


def _place(place: int, exchanges: Sequence[Exchange], *, end: bool) -> int:
    shift = 0
    for each in sorted(exchanges, key=lambda one: one.span.start):
        inside = each.span.start < place < each.span.end
        if inside:
            return each.span.start + shift + (len(each.text) if end else 0)
        if each.span.end <= place and each.span.start < place:
            shift += len(each.text) - (each.span.end - each.span.start)
    return place + shift


def put(text: str, span: Span, words: str, language: str) -> Exchange | None:
    """Words in the place of a stretch, the word before fitted to them; None where that cannot be known (l').

    >>> put("le fils d'Anne", Span(start=10, end=14), "Sandrine", "fr")
    Exchange(span=Span(start=8, end=14), text='de Sandrine')
    """
    before = _BEFORE.search(text[: span.start]) if language == "fr" else None
    if before is None:
        return Exchange(span, words)
    word, mark = before[0].rstrip(), apostrophe_of(text)
    whole = full(word) if word[-1] in APOSTROPHES else word
    if whole is None:
        return None
    start = f"{whole} " if whole == word else word
    fit = contracted(whole, words, mark) if whole.lower() in ("à", "de") else f"{fitted(word, words, mark)}{words}"
    return Exchange(span, words) if fit == start + words else Exchange(Span(start=before.start(), end=span.end), fit)


def question_with(question: Question, exchanges: Sequence[Exchange], candidates: Sequence[Candidate]) -> Question:
    """The question with stretches of its text exchanged; marks, cues and candidates' places move along."""
    mark = question.anaphor
    if isinstance(mark, Mark):
        place = moved(mark.span, exchanges)
        mark = Mark(start=place.start, end=place.end, blank=mark.blank)
    placed = tuple(replace(each, span=each.span and moved(each.span, exchanges)) for each in candidates)
    return replace(
        question,
        text=exchanged(question.text, exchanges),
        anaphor=mark,
        candidates=placed,
        cues=tuple(moved(cue, exchanges) for cue in question.cues),
    )
