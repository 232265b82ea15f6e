"""English tokens and sentences: contracted verbs, possessive marks, abbreviations."""

import re
from collections.abc import Iterator
from functools import lru_cache

from anaphor.language.protocol import Token
from anaphor.language.sentences import sentence_spans
from anaphor.language.word_tables import word_sets
from anaphor.schema import Span

_SETS = word_sets("english")
_LETTER = r"[^\W\d_][\u0300-\u036f]*"
_APOSTROPHE = "['’ʼ]"
_TOKEN = re.compile(
    rf"""
    (?P<number>(?:(?<!\w)[+-])?\d+(?:[.,:]\d+)*(?:{_LETTER})*)
  | (?P<initial>\b(?:{_LETTER}\.){{2,}}|\b[A-Z]\.(?=[ \u00a0]?[A-Z]))
  | (?P<word>(?:{_LETTER})(?:(?:{_LETTER}|\d)+|(?:{_APOSTROPHE}|-)(?={_LETTER}|\d))*)
  | (?P<clitic>(?<=\w){_APOSTROPHE}s?\b)
  | (?P<mark>\.{{2,}}|…|_+|-{{2,}}|[^\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CONTRACTED = re.compile(rf"(?P<word>.+?)(?P<tail>n{_APOSTROPHE}t|{_APOSTROPHE}(?:s|re|ve|ll|d|m))$", re.IGNORECASE)


def fold(form: str) -> str:
    """The form in lower case with a straight apostrophe.

    >>> fold("Don’t")
    "don't"
    """
    return form.lower().replace("’", "'").replace("ʼ", "'")


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text; contracted verbs, `n't` and the possessive mark stand alone.

    >>> [token.text for token in tokens("Mr. Lee doesn't like Ann's dogs.")]
    ['Mr.', 'Lee', 'does', "n't", 'like', 'Ann', "'s", 'dogs', '.']
    """
    return tuple(_tokens(text))


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text; the full stop of `Mr.` or `Dr.` ends none."""
    return sentence_spans(text, tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    position = 0
    while match := _TOKEN.search(text, position):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "word" and text[end : end + 1] == "." and fold(text[start : end + 1]) in _SETS["abbreviations"]:
            # A word before a full stop is an abbreviation there; `no.` and `co.` need what follows.
            end += fold(text[start:end]) not in ("no", "co", "p", "fig") or bool(re.match(r"\.\s*\d", text[end:]))
        if kind == "word":
            yield from _contracted(text, start, end)
        else:
            yield Token(text=text[start:end], start=start, end=end, is_word=kind != "mark")
        position = end


def _contracted(text: str, start: int, end: int) -> Iterator[Token]:
    match = None if fold(text[start:end]) in _SETS["whole"] else _CONTRACTED.fullmatch(text[start:end])
    cut = start + match.end("word") if match else end
    yield Token(text=text[start:cut], start=start, end=cut, is_word=True)
    if cut < end:
        yield Token(text=text[cut:end], start=cut, end=end, is_word=True)
