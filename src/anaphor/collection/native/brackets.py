"""Marks by square brackets, as several published sets have them: `… because [she] was hungry.`"""

import re

from anaphor.schema import Mark, Span

_PAIR = re.compile(r"\[([^\[\]]*)\]")
_ELIDED = re.compile(r"[cdjlmnst]|qu", re.IGNORECASE)


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


def mark_of(text: str, span: Span) -> Mark:
    """The mark at a place; a bracket that stops before the apostrophe of an elided form takes it in (`[l]'` → `l'`).

    >>> mark_of("il l'a vu", Span(start=3, end=4)).end
    5
    """
    follows = text[span.end : span.end + 1] in ("'", "’")
    takes_more = follows and _ELIDED.fullmatch(span.of(text)) is not None
    return Mark(start=span.start, end=span.end + takes_more)
