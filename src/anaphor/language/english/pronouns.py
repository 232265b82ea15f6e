"""English anaphors: what each form asks of its antecedent, and where anaphors stand in a text."""

from collections.abc import Callable, Sequence

from anaphor.language.english.nouns import fold, tokens
from anaphor.language.english.reading.uses import is_impersonal, uses_of_her
from anaphor.language.english.reading.words import EnglishPlace
from anaphor.language.protocol import (
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    AnaphorAnalysis,
    AnaphorKind,
    Token,
)
from anaphor.language.word_tables import anaphor_table, word_set, word_sets
from anaphor.schema import Span

_SETS = word_sets("english")
_Analysis = AnaphorAnalysis | None
_Words = Sequence[Token]
_NO_VERB = _SETS["prepositions"] | _SETS["determiners"] | word_set("and or but because so when while that if as again")
_NOT_PLACES = (AnaphorKind.IMPERSONAL, AnaphorKind.REFLEXIVE, AnaphorKind.RELATIVE)
_IMPERSONAL = AnaphorAnalysis(AnaphorKind.IMPERSONAL)
_TABLE = anaphor_table("english")
_FIXED = {form: analysis for form, analysis in _TABLE.items() if " " not in form}
"""Forms that ask the same wherever they stand; `they` may speak of one."""
_PHRASES = {tuple(form.split()): analysis for form, analysis in _TABLE.items() if " " in form}


def analyse(text: str, span: Span) -> AnaphorAnalysis | None:
    """What the form at a place asks of its antecedent; None when it is no anaphor there.

    >>> analyse("Ann saw her brother.", Span(start=8, end=11)).kind
    <AnaphorKind.POSSESSIVE: 'possessive'>
    """
    marked = span.of(text).strip()
    if marked and not marked.strip("_"):
        return AnaphorAnalysis(AnaphorKind.BLANK)
    words = tokens(text)
    covered = [index for index, token in enumerate(words) if token.start < span.end and span.start < token.end]
    covered = [index for index in covered if words[index].is_word]
    if not covered:
        return None
    if len(covered) > 1:
        # A marked noun phrase that takes up another, such as `the animal`.
        return _phrase_at(words, covered[0]) or (
            AnaphorAnalysis(AnaphorKind.NOUN) if _form(words, covered[0]) in _SETS["determiners"] else None
        )
    return _analyse_word(text, words, covered[0])


def anaphors(text: str) -> tuple[Span, ...]:
    """Every place where an anaphor could stand; relatives, reflexives and impersonal pronouns are left out."""
    words = tokens(text)
    places: list[Span] = []
    index = 0
    while index < len(words):
        width = 2 if _phrase_at(words, index) else 1
        analysis = _analyse_word(text, words, index)
        if width == 2 or (analysis is not None and analysis.kind not in _NOT_PLACES):
            places.append(Span(start=words[index].start, end=words[index + width - 1].end))
        index += width
    return tuple(places)


def _phrase_at(words: _Words, index: int) -> AnaphorAnalysis | None:
    return _PHRASES.get((_form(words, index), _form(words, index + 1)))


def _analyse_word(text: str, words: _Words, index: int) -> AnaphorAnalysis | None:
    form = _form(words, index)
    rule = _RULES.get(form)
    return rule(text, words, index) if rule else _FIXED.get(form)


def _form(words: _Words, index: int) -> str:
    return fold(words[index].text) if 0 <= index < len(words) else ""


def _it(text: str, words: _Words, index: int) -> _Analysis:
    token = words[index]
    if is_impersonal(EnglishPlace(text=text, start=token.start, end=token.end)):
        return _IMPERSONAL
    following = _form(words, index + 1)
    verb = (following.isalpha() and following not in _NO_VERB) or following.startswith("'")
    subject = verb and _form(words, index - 1) not in _SETS["prepositions"]
    return AnaphorAnalysis(AnaphorKind.SUBJECT if subject else AnaphorKind.OBJECT, NEUTER, SINGULAR)


def _him(text: str, words: _Words, index: int) -> _Analysis:
    behind = _form(words, index - 1) in _SETS["prepositions"]
    kind = AnaphorKind.DISJUNCTIVE if behind else AnaphorKind.OBJECT
    return AnaphorAnalysis(kind, MASCULINE, SINGULAR) if _form(words, index) == "him" else AnaphorAnalysis(kind)


def _her(text: str, words: _Words, index: int) -> _Analysis:
    token = words[index]
    kind = uses_of_her(EnglishPlace(text=text, start=token.start, end=token.end))[0][0]
    if kind is AnaphorKind.OBJECT and _form(words, index - 1) in _SETS["prepositions"]:
        kind = AnaphorKind.DISJUNCTIVE
    return AnaphorAnalysis(kind, FEMININE, SINGULAR)


def _this(text: str, words: _Words, index: int) -> _Analysis:
    """A demonstrative that stands alone; not a determiner, nor the `that` of a clause."""
    form, previous, following = _form(words, index), _form(words, index - 1), _form(words, index + 1)
    alone = following in _SETS["verbs_after_demonstrative"] or (not following.isalpha() and following[:1] != "'")
    opens = not previous[:1].isalpha() or previous in ("and", "but", "because", "so", "if", "when")
    free = opens or previous in _SETS["prepositions"] or not following.isalpha()
    if (form == "that" and not (alone and free)) or not (alone or following.startswith("'")):
        return None
    return AnaphorAnalysis(AnaphorKind.DEMONSTRATIVE, None, PLURAL if form in ("these", "those") else SINGULAR)


def _there(text: str, words: _Words, index: int) -> _Analysis:
    following = _form(words, index + 1)
    if following in _SETS["copulas"] | {"are", "were", "exists", "'re"} or following.startswith("'"):
        return _IMPERSONAL
    return AnaphorAnalysis(AnaphorKind.LOCATIVE)


_RULES: dict[str, Callable[[str, _Words, int], _Analysis]] = {
    "it": _it,
    "him": _him,
    "them": _him,
    "her": _her,
    "there": _there,
    **dict.fromkeys(("this", "that", "these", "those"), _this),
}
"""Forms whose work depends on their place."""
