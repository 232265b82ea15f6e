"""What is the same for every language: sentences, the parts of a noun phrase, where a text speaks of one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from anaphor.language.protocol import Found, FoundBy, Token
from anaphor.schema import Span

Place = tuple[int, int]
"""Index of the first token, and index after the last."""
Finding = tuple[FoundBy, Place]
_ENDS = frozenset(".!?…")
_CLOSERS = frozenset("»”\"')]’")
_OPENERS = frozenset("«“\"'([—–-‘¿¡")


@dataclass(frozen=True, slots=True, kw_only=True)
class Conjunct:
    """One noun phrase, without those coordinated with it."""

    prepositions: tuple[Token, ...]
    """The words before the noun phrase proper: `dans`, `of`."""
    determiners: tuple[Token, ...]
    """Articles, numerals and the like, in order, and a possessor with its mark (`Ann 's`); may be empty."""
    core: tuple[Token, ...]
    """The words from the determiners to the first complement; never empty."""
    head: Token
    """The head word: a noun, the first word of a name, or a pronoun such as `celle`."""
    complement: tuple[Token, ...]
    """All that follows the core."""


_ORDER = {by: number for number, by in enumerate(FoundBy)}


class FindingRules(NamedTuple):
    """What a language says of phrases that take up one another."""

    key: Callable[[str], str]
    """What two spellings of a word share."""
    determined: Callable[[Sequence[Token], Place, Conjunct], Iterable[Finding]]
    """What a place of the phrase without its determiners is, by what stands before it there."""
    heads: Callable[[Conjunct, str], tuple[list[str], bool]]
    """The words that may stand for the whole phrase, best first, and whether it is a name."""
    noun: Callable[[str], str | None]
    """The noun that a form may be one of; None where it is none."""


def find_phrase(
    words: Sequence[Token], phrase: str, written: Sequence[Token], conjuncts: Sequence[Conjunct], rules: FindingRules
) -> tuple[Found, ...]:
    """Where a text speaks of a phrase: best kind of evidence first (form, other determiners, head), then by place."""
    keys = [rules.key(token.text) for token in words]

    def places(tokens: Iterable[Token]) -> list[Place]:
        wanted = [rules.key(token.text) for token in tokens]
        starts = [start for start, key in enumerate(keys) if key == wanted[0]] if wanted else []
        return [(start, start + len(wanted)) for start in starts if keys[start : start + len(wanted)] == wanted]

    findings: list[Finding] = [(FoundBy.FORM, place) for place in places(word for word in written if word.is_word)]
    if len(conjuncts) == 1:
        one = conjuncts[0]
        rest = (*one.core, *one.complement)
        if one.prepositions:
            findings += [(FoundBy.FORM, place) for place in places((*one.determiners, *rest))]
        findings += [finding for place in places(rest) for finding in rules.determined(words, place, one)]
    if not findings:
        wanted, named = rules.heads(conjuncts[0], phrase)
        for form in wanted:
            head, noun = rules.key(form), None if named else rules.noun(form)
            findings = [
                (FoundBy.HEAD, (index, index + 1))
                for index, key in enumerate(keys)
                if key == head or (noun is not None and rules.noun(words[index].text) == noun)
            ]
            if findings:
                break
    apart: list[Finding] = []
    for by, place in sorted(findings, key=lambda finding: (_ORDER[finding[0]], finding[1])):
        if all(place[1] <= other[0] or other[1] <= place[0] for _, other in apart):
            apart.append((by, place))
    return tuple(Found(span=Span(start=words[a].start, end=words[b - 1].end), by=by) for by, (a, b) in apart)


def sentence_spans(text: str, tokens: Sequence[Token]) -> tuple[Span, ...]:
    """The sentences of a text: they end at . ! ? … before a capital, a digit or an opening mark, and at empty lines."""
    spans: list[Span] = []
    first, parted = 0, "\n\n" in text
    for index, token in enumerate(tokens):
        if index >= first and (parted or token.text[0] in _ENDS) and _ends_at(text, tokens, index):
            last = _with_closers(text, tokens, index)
            spans.append(Span(start=tokens[first].start, end=tokens[last].end))
            first = last + 1
    if first < len(tokens):
        spans.append(Span(start=tokens[first].start, end=tokens[-1].end))
    return tuple(spans)


def _ends_at(text: str, tokens: Sequence[Token], index: int) -> bool:
    if index + 1 < len(tokens) and "\n\n" in _gap(text, tokens, index):
        return True
    if not set(tokens[index].text) <= _ENDS:
        return False
    last = _with_closers(text, tokens, index)
    opener = last + 1
    while opener < len(tokens) and tokens[opener].text in _OPENERS:
        opener += 1
    if last + 1 >= len(tokens):
        return True
    opens = opener < len(tokens) and not tokens[opener].text[0].islower()
    return opens and bool(_gap(text, tokens, last)) and not set(tokens[last + 1].text) <= _ENDS


def _with_closers(text: str, tokens: Sequence[Token], index: int) -> int:
    """Index of the last token of a sentence whose first end mark stands at an index: closing quotes belong to it."""
    while index + 1 < len(tokens):
        following, gap = tokens[index + 1].text, _gap(text, tokens, index)
        if set(following) <= _ENDS:
            belongs = not gap.strip(" \u00a0\u202f")
        elif following == "»":
            belongs = "\n" not in gap
        else:
            belongs = following in _CLOSERS and not gap
        if not belongs:
            break
        index += 1
    return index


def _gap(text: str, tokens: Sequence[Token], index: int) -> str:
    return text[tokens[index].end : tokens[index + 1].start]
