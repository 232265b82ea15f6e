"""Where a run of words stands in a text, and how several findings become one list: the same for every language."""

from collections.abc import Callable, Iterable, Sequence

from anaphor.language.protocol import Found, FoundBy, Token
from anaphor.schema import Span

Place = tuple[int, int]
"""Index of the first token, and index after the last."""


def places(words: Sequence[Token], wanted: Sequence[str], key: Callable[[str], str]) -> list[Place]:
    """Every place where tokens with the wanted keys stand side by side."""
    width = len(wanted)
    if not width:
        return []
    keys = [key(token.text) for token in words]
    return [(start, start + width) for start in range(len(keys) - width + 1) if keys[start : start + width] == wanted]


def span_of(words: Sequence[Token], place: Place) -> Span:
    """The stretch of text that the tokens of a place cover."""
    return Span(start=words[place[0]].start, end=words[place[1] - 1].end)


def ranked(words: Sequence[Token], findings: Iterable[tuple[FoundBy, Place]]) -> tuple[Found, ...]:
    """The findings, best kind first and in text order within a kind; one that overlaps a better one is dropped."""
    order = list(FoundBy)
    kept: list[tuple[FoundBy, Place]] = []
    for by, place in sorted(findings, key=lambda finding: (order.index(finding[0]), finding[1])):
        if all(place[1] <= other[0] or other[1] <= place[0] for _, other in kept):
            kept.append((by, place))
    return tuple(Found(span=span_of(words, place), by=by) for by, place in kept)
