"""Where a word or phrase stands in a text."""

from collections.abc import Iterator, Sequence
from itertools import islice

from anaphor.schema import Anaphor, Mark, Span, Unmarked, UnmarkedReason

_QUOTES = {"``": "\"“”«»'", "''": "\"“”«»'"}


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


def only(text: str, form: str) -> Span | None:
    """The one place where a form stands; None when there is none or there are several."""
    found = list(islice(occurrences(text, form), 2))
    return found[0] if len(found) == 1 else None


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
        length = _length_at(text, place, token)
        if length is None:
            return None
        spans.append(Span(start=place, end=place + length))
        place += length
    return tuple(spans)


def _length_at(text: str, place: int, token: str) -> int | None:
    if text.startswith(token, place):
        return len(token)
    if place < len(text) and text[place] in _QUOTES.get(token, ""):
        return 1
    return None
