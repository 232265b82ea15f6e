"""Readings of a question: the hand-made one where the collection has it, else the language's rules."""

from anaphor.language.protocol import LANGUAGES, Language, NoReading, NoReadingReason, Reading, Sureness
from anaphor.schema import Mark, Question, Span
from anaphor.text import message

BY_HAND = "by_hand"
"""Name of the rule of a reading that an author wrote."""
FILLED = "filled"
"""Name of the rule that fills a gap of a language without rules."""
WHOLE = "whole_sentence"
"""Name of the rule where the gap is the whole text and the candidate a sentence."""


def read_candidate(
    question: Question, candidate: int, language: Language | None = None
) -> tuple[Reading, ...] | NoReading:
    """The readings of a question with one of its candidates, best first; a hand-made reading always wins."""
    text = question.candidates[candidate].text
    written = question.readings[candidate] if question.readings else None
    if written is not None:
        start = written.casefold().rfind(text.casefold())
        slot = Span(start=start, end=start + len(text)) if start >= 0 else Span(start=0, end=len(written))
        return (Reading(text=written, slot=slot, rules=(BY_HAND,), sureness=Sureness.CERTAIN),)
    if not isinstance(question.anaphor, Mark):
        return NoReading(reason=NoReadingReason.NO_ANAPHOR, detail=message("language-no-marked-anaphor"))
    if question.anaphor.blank and question.anaphor.span.of(question.text) == question.text:
        whole = Span(start=0, end=len(text))
        return (Reading(text=text, slot=whole, rules=(WHOLE,), sureness=Sureness.CERTAIN),)
    if language is None and question.language not in LANGUAGES.names():
        if question.anaphor.blank:  # no pronoun's form has to be kept: the gap is filled as it stands
            before, after = question.text[: question.anaphor.start], question.text[question.anaphor.end :]
            text = text if before.strip() else text[:1].upper() + text[1:]
            slot = Span(start=len(before), end=len(before) + len(text))
            return (Reading(text=before + text + after, slot=slot, rules=(FILLED,), sureness=Sureness.LIKELY),)
        detail = message("language-no-rules", language=repr(question.language))
        return NoReading(reason=NoReadingReason.UNKNOWN_LANGUAGE, detail=detail)
    rules = language or LANGUAGES.get(question.language)
    return rules.readings(question.text, question.anaphor.span, text)


def read_all(question: Question, language: Language | None = None) -> tuple[Reading | NoReading, ...]:
    """The best reading with each candidate, in the order of the candidates; with one preposition where all allow it."""
    attempts = [read_candidate(question, number, language) for number in range(len(question.candidates))]
    choices = [attempt for attempt in attempts if not isinstance(attempt, NoReading)]
    offered = [{reading.preposition for reading in readings} for readings in choices]
    # A model is asked about the candidates, not about `au camping` against `dans le camping`.
    shared = [
        readings[0].preposition
        for readings in choices
        if readings[0].preposition and all(readings[0].preposition in o for o in offered)
    ]
    wanted = shared[0] if shared else None
    return tuple(
        attempt
        if isinstance(attempt, NoReading)
        else next((reading for reading in attempt if reading.preposition == wanted), attempt[0])
        for attempt in attempts
    )
