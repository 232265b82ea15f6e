"""Where a question's text speaks of its candidates."""

import re

from anaphor.resolver.sentences import language_of
from anaphor.schema import Question, Span


def mentions(question: Question) -> tuple[tuple[Span, ...], ...]:
    """For each candidate, the places where the text speaks of it, from left to right; none where it is not found.

    The source's own place wins; else the language's best kind of evidence; else, in a language without rules, the
    words themselves.
    """
    return tuple(_places(question, index) for index in range(len(question.candidates)))


def _places(question: Question, index: int) -> tuple[Span, ...]:
    candidate = question.candidates[index]
    if candidate.span:
        return (candidate.span,)
    language = language_of(question)
    if language is None:
        found = re.finditer(re.escape(candidate.text), question.text, re.IGNORECASE)
        return tuple(Span(start=match.start(), end=match.end()) for match in found)
    evidence = language.find(candidate.text, question.text)
    best = [each.span for each in evidence if each.by is evidence[0].by]
    return tuple(sorted(best, key=lambda span: span.start))
