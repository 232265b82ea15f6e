"""Where a word or phrase stands in a text, and what stands there between square brackets."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from anaphor.schema import Anaphor, Mark, Span, Unmarked, UnmarkedReason

_QUOTES = {"``": "\"“”«»'", "''": "\"“”«»'"}
"""Tokens that tokenisers write in the place of quotation marks."""
_PAIR = re.compile(r"\[([^\[\]]*)\]")
_ELIDED = re.compile(r"[cdjlmnst]|qu", re.IGNORECASE)
"""What stands before the apostrophe of an elided form: l', qu'."""


def occurrences(text: str, form: str, *, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """The places where a form stands as whole words, capitals aside.

    >>> [span.start for span in occurrences("It said its bit.", "it")]
    [0]
    """
    low, sought = text.lower(), form.lower()
    if len(low) != len(text):
        low, sought = text, form
    place = low.find(sought, start, end) if sought else -1
    while place >= 0:
        after = place + len(sought)
        if not _joins(low, place) and not _joins(low, after):
            yield Span(start=place, end=after)
        place = low.find(sought, place + 1, end)


def _joins(text: str, place: int) -> bool:
    """Whether a word goes on across a place."""
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


def sole_mark(text: str, form: str) -> Anaphor:
    """The anaphor where its form stands only once, else the form without a place."""
    found = list(islice(occurrences(text, form), 2))
    if len(found) == 1:
        return Mark(start=found[0].start, end=found[0].end, blank=form == "_")
    return Unmarked(reason=UnmarkedReason.AMBIGUOUS if found else UnmarkedReason.UNSAID, form=form)


def token_places(text: str, tokens: Sequence[str]) -> tuple[Span, ...] | None:
    """Where each token of a tokenised text stands; None when the tokens are not those of the text.

    >>> token_places('He said "no".', ["He", "said", "``", "no", "''", "."])[2]
    Span(start=8, end=9)
    """
    spans: list[Span] = []
    place = 0
    for token in tokens:
        while place < len(text) and text[place].isspace() and not text.startswith(token, place):
            place += 1
        if text.startswith(token, place):
            length = len(token)
        elif place < len(text) and text[place] in _QUOTES.get(token, ""):
            length = 1
        else:
            return None
        spans.append(Span(start=place, end=place + length))
        place += length
    return tuple(spans)


def unbracketed(text: str) -> tuple[str, tuple[Span, ...]]:
    """The text without its square brackets, and where what stood in each pair now stands.

    >>> unbracketed("[Ada] said [she] won.")
    ('Ada said she won.', (Span(start=0, end=3), Span(start=9, end=12)))
    """
    pieces: list[str] = []
    spans: list[Span] = []
    last = length = 0
    for pair in _PAIR.finditer(text):
        before, inner = text[last : pair.start()], pair[1]
        start = length + len(before) + len(inner) - len(inner.lstrip())
        spans.append(Span(start=start, end=start + len(inner.strip())))
        pieces += [before, inner]
        length += len(before) + len(inner)
        last = pair.end()
    return "".join([*pieces, text[last:]]), tuple(spans)


def bracketed_mark(text: str, spans: Sequence[Span], without: UnmarkedReason) -> Anaphor:
    """The anaphor at the one place that was in brackets; `without` says why there may be none.

    A bracket that stops before the apostrophe of an elided form takes it in: `[l]'a` → `l'`.

    >>> bracketed_mark("il l'a vu", [Span(start=3, end=4)], UnmarkedReason.UNSAID)
    Mark(start=3, end=5, blank=False)
    """
    if len(spans) != 1:
        return Unmarked(reason=UnmarkedReason.AMBIGUOUS if spans else without)
    (span,) = spans
    elided = text[span.end : span.end + 1] in ("'", "’") and _ELIDED.fullmatch(span.of(text)) is not None
    return Mark(start=span.start, end=span.end + elided, blank=span.of(text) == "_")


def with_determiner(text: str, noun: Span, determiner: re.Pattern[str]) -> Span:
    """The noun with the determiner that stands right before it, if one does."""
    before = list(determiner.finditer(text, max(0, noun.start - 12), noun.start))
    return Span(start=before[-1].start(), end=noun.end) if before and before[-1].end() == noun.start else noun
