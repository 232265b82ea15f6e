"""French tokens and sentences: elided forms, inverted clitics, abbreviations, quotation marks."""

import re
from collections.abc import Iterator
from functools import lru_cache

from anaphor.language.french.lexicon import Category, fold, lookup
from anaphor.language.protocol import Token
from anaphor.language.sentences import sentence_spans
from anaphor.language.word_tables import word_sets
from anaphor.schema import Span

_SETS = word_sets("french")
_ELIDED = "lorsqu|puisqu|quoiqu|jusqu|presqu|quelqu|que?|[ldjmtsncç]"
_LETTER = r"[^\W\d_][\u0300-\u036f]*"
_APOSTROPHE = "['’ʼ]"
_HYPHEN = r"[-\u2010\u2011]"
_CLITIC = "je|tu|ils?|elles?|on|nous|vous|ce|les?|la|lui|leur|moi|toi|y|en"

_TOKEN = re.compile(
    rf"""
    (?P<number>(?:(?<!\w)[+-])?\d+(?:[.,:\u00a0\u202f]\d+)*(?:{_LETTER})*(?:\d+)?)
  | (?P<initial>\b(?:{_LETTER}\.){{2,}}|\b[A-ZÉÈ]\.(?=[ \u00a0\u202f]?[A-ZÉÈ]))
  | (?P<word>(?:{_LETTER})(?:(?:{_LETTER}|\d)+|(?:{_APOSTROPHE}|{_HYPHEN})(?={_LETTER}|\d))*{_APOSTROPHE}?)
  | (?P<clitic>(?<=\s){_HYPHEN}(?:t{_HYPHEN})?(?:{_CLITIC})\b)
  | (?P<mark>\.{{2,}}|…|_+|-{{2,}}|[^\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ELISION = re.compile(rf"({_ELIDED}){_APOSTROPHE}", re.IGNORECASE)
_INVERTED = re.compile(
    rf"(?P<verb>.+?)(?P<tail>(?:{_HYPHEN}(?:t{_HYPHEN})?(?:{_CLITIC})|{_HYPHEN}[mtl]{_APOSTROPHE}(?:y|en))+)$",
    re.IGNORECASE,
)
_TAIL = re.compile(rf"{_HYPHEN}[mtl]{_APOSTROPHE}|{_HYPHEN}(?:t{_HYPHEN})?(?:{_CLITIC})(?!\w)|\w+", re.IGNORECASE)
_VERBS = (Category.VERB, Category.AUXILIARY)


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text; an elided form keeps its apostrophe, an inverted clitic its hyphen.

    >>> [token.text for token in tokens("L’avocat dit qu'il viendra. Vint-il ?")]
    ['L’', 'avocat', 'dit', "qu'", 'il', 'viendra', '.', 'Vint', '-il', '?']
    """
    return tuple(_tokens(text))


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text; the full stop of `M.` or `Dr.` ends none."""
    return sentence_spans(text, tokens(text))


def is_title(token: str) -> bool:
    """Whether a token is an abbreviated title such as `M.` or `Dr`; `me` needs its capital.

    >>> is_title("Dr."), is_title("me")
    (True, False)
    """
    return fold(token) in _SETS["titles"] and token[:1].isupper()


def _tokens(text: str) -> Iterator[Token]:
    position = 0
    while match := _TOKEN.search(text, position):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "word":
            end = _abbreviation_end(text, start, end)
            yield from _word(text, start, end)
        else:
            yield Token(text=text[start:end], start=start, end=end, is_word=kind != "mark")
        position = end


def _abbreviation_end(text: str, start: int, end: int) -> int:
    """The end of a word, its full stop included where it is an abbreviation."""
    dotted = text[start:end] + "."
    if text[end : end + 1] == "." and (is_title(dotted) or fold(dotted) in _SETS["abbreviations"]):
        return end + 1
    return end


def _word(text: str, start: int, end: int) -> Iterator[Token]:
    """The parts of a word: elided forms, the word itself, inverted clitics."""
    while start < end:
        word = text[start:end]
        elision = _ELISION.match(word)
        if not elision or fold(word) in _SETS["whole"]:
            break
        cut = start + elision.end()
        yield Token(text=text[start:cut], start=start, end=cut, is_word=True)
        start = cut
    if start < end:
        yield from _inverted(text, start, end)


def _inverted(text: str, start: int, end: int) -> Iterator[Token]:
    """A word and the clitics behind it: `a-t-il` gives `a` and `-t-il`."""
    match = _INVERTED.fullmatch(text[start:end])
    if not match or _is_compound(text[start:end]) or not _is_verb(match["verb"]):
        yield Token(text=text[start:end], start=start, end=end, is_word=True)
        return
    cut = start + match.end("verb")
    yield Token(text=text[start:cut], start=start, end=cut, is_word=True)
    for piece in _TAIL.finditer(text, cut, end):
        yield Token(text=piece.group(), start=piece.start(), end=piece.end(), is_word=True)


def _is_compound(word: str) -> bool:
    """Whether the lexicon has the whole word as something else than a phrase with a clitic (`rendez-vous`)."""
    return any(entry.category in (Category.NOUN, Category.ADJECTIVE) for entry in lookup(word))


def _is_verb(word: str) -> bool:
    last = re.split(_APOSTROPHE, word)[-1]
    return any(entry.category in _VERBS for entry in lookup(last)) or fold(last) in ("voici", "voilà")
