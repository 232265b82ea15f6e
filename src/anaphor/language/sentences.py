"""Where sentences end, from tokens: the same rule for every language that marks it with a full stop."""

from collections.abc import Iterator, Sequence

from anaphor.language.protocol import Token
from anaphor.schema import Span

_ENDS = frozenset(".!?…")
_CLOSERS = frozenset("»”\"')]’")
_OPENERS = frozenset("«“\"'([—–-‘¿¡")


def sentence_spans(text: str, tokens: Sequence[Token]) -> tuple[Span, ...]:
    """The sentences of a text: they end at . ! ? … before a capital, a digit or an opening mark, and at empty lines."""
    return tuple(_spans(text, tokens))


def _spans(text: str, tokens: Sequence[Token]) -> Iterator[Span]:
    first = 0
    for index in range(len(tokens)):
        if index >= first and _ends_at(text, tokens, index):
            last = _with_closers(text, tokens, index)
            yield Span(start=tokens[first].start, end=tokens[last].end)
            first = last + 1
    if first < len(tokens):
        yield Span(start=tokens[first].start, end=tokens[-1].end)


def _ends_at(text: str, tokens: Sequence[Token], index: int) -> bool:
    if index + 1 < len(tokens) and "\n\n" in _gap(text, tokens, index):
        return True
    if not _is_end(tokens[index]):
        return False
    last = _with_closers(text, tokens, index)
    if last + 1 >= len(tokens):
        return True
    following = tokens[last + 1]
    return bool(_gap(text, tokens, last)) and _opens(tokens, last + 1) and not _is_end(following)


def _is_end(token: Token) -> bool:
    return set(token.text) <= _ENDS


def _with_closers(text: str, tokens: Sequence[Token], index: int) -> int:
    """Index of the last token of a sentence whose first end mark stands at an index: closing quotes belong to it."""
    last = index
    while last + 1 < len(tokens) and _belongs(text, tokens, last):
        last += 1
    return last


def _belongs(text: str, tokens: Sequence[Token], last: int) -> bool:
    following, gap = tokens[last + 1], _gap(text, tokens, last)
    if _is_end(following):
        return not gap.strip(" \u00a0\u202f")
    if following.text == "»":
        return "\n" not in gap
    return following.text in _CLOSERS and not gap


def _opens(tokens: Sequence[Token], index: int) -> bool:
    while index < len(tokens) and tokens[index].text in _OPENERS:
        index += 1
    return index < len(tokens) and not tokens[index].text[0].islower()


def _gap(text: str, tokens: Sequence[Token], index: int) -> str:
    return text[tokens[index].end : tokens[index + 1].start]
