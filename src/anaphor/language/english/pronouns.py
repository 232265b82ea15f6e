"""English anaphors: what each form asks of its antecedent, and where anaphors stand in a text."""

from collections.abc import Callable, Sequence

from anaphor.language.english.reading import impersonal as english_reading_impersonal
from anaphor.language.english.reading.her import uses_of_her
from anaphor.language.english.reading.place import EnglishPlace
from anaphor.language.english.tokens import fold, tokens
from anaphor.language.protocol import AnaphorAnalysis, AnaphorKind, Gender, Number, Token
from anaphor.language.word_tables import word_sets
from anaphor.schema import Span

_SETS = word_sets("english")
_M, _F, _N, _S, _P = Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER, Number.SINGULAR, Number.PLURAL
_Analysis = AnaphorAnalysis | None
_Words = Sequence[Token]


def _fixed(kind: AnaphorKind, gender: Gender | None = None, number: Number | None = None) -> AnaphorAnalysis:
    return AnaphorAnalysis(kind=kind, gender=gender, number=number)


_IMPERSONAL = _fixed(AnaphorKind.IMPERSONAL)
_FIXED: dict[str, AnaphorAnalysis] = {
    "he": _fixed(AnaphorKind.SUBJECT, _M, _S),
    "she": _fixed(AnaphorKind.SUBJECT, _F, _S),
    "they": _fixed(AnaphorKind.SUBJECT),
    "his": _fixed(AnaphorKind.POSSESSIVE, _M, _S),
    "hers": _fixed(AnaphorKind.POSSESSIVE, _F, _S),
    "its": _fixed(AnaphorKind.POSSESSIVE, _N, _S),
    **dict.fromkeys(("their", "theirs"), _fixed(AnaphorKind.POSSESSIVE)),
    "himself": _fixed(AnaphorKind.REFLEXIVE, _M, _S),
    "herself": _fixed(AnaphorKind.REFLEXIVE, _F, _S),
    "itself": _fixed(AnaphorKind.REFLEXIVE, _N, _S),
    **dict.fromkeys(("themselves", "themself"), _fixed(AnaphorKind.REFLEXIVE)),
    "which": _fixed(AnaphorKind.RELATIVE),
}
"""Forms that ask the same wherever they stand; `they` may speak of one."""
_PHRASES: dict[tuple[str, str], AnaphorAnalysis] = {
    ("the", "latter"): _fixed(AnaphorKind.NOUN),
    ("the", "former"): _fixed(AnaphorKind.NOUN),
}


def analyse(text: str, span: Span) -> AnaphorAnalysis | None:
    """What the form at a place asks of its antecedent; None when it is no anaphor there.

    >>> analyse("Ann saw her brother.", Span(start=8, end=11)).kind
    <AnaphorKind.POSSESSIVE: 'possessive'>
    """
    marked = span.of(text).strip()
    if marked and not marked.strip("_"):
        return _fixed(AnaphorKind.BLANK)
    words = tokens(text)
    covered = [index for index, token in enumerate(words) if token.start < span.end and span.start < token.end]
    covered = [index for index in covered if words[index].is_word]
    if not covered:
        return None
    if len(covered) > 1:
        # A marked noun phrase that takes up another, such as `the animal`.
        return _phrase_at(words, covered[0]) or (
            _fixed(AnaphorKind.NOUN) if _form(words, covered[0]) in _SETS["determiners"] else None
        )
    return _analyse_word(text, words, covered[0])


def anaphors(text: str) -> tuple[Span, ...]:
    """Every place where an anaphor could stand; relatives, reflexives and impersonal pronouns are left out."""
    words = tokens(text)
    places: list[Span] = []
    index = 0
    while index < len(words):
        width = 2 if _phrase_at(words, index) else 1
        if width == 2 or _is_place(text, words, index):
            places.append(Span(start=words[index].start, end=words[index + width - 1].end))
        index += width
    return tuple(places)


def _is_place(text: str, words: _Words, index: int) -> bool:
    analysis = _analyse_word(text, words, index)
    out = (AnaphorKind.IMPERSONAL, AnaphorKind.REFLEXIVE, AnaphorKind.RELATIVE)
    return analysis is not None and analysis.kind not in out


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
    place = EnglishPlace(text=text, start=token.start, end=token.end)
    if english_reading_impersonal.is_impersonal(place) or _is_impersonal(words, index):
        return _IMPERSONAL
    subject = _verb_follows(words, index) and _form(words, index - 1) not in _SETS["prepositions"]
    return _fixed(AnaphorKind.SUBJECT if subject else AnaphorKind.OBJECT, _N, _S)


def _verb_follows(words: _Words, index: int) -> bool:
    following = _form(words, index + 1)
    closes = _SETS["prepositions"] | {"and", "or", "but", "because", "so", "when", "while", "that", "if", "as", "again"}
    return (following.isalpha() and following not in closes | _SETS["determiners"]) or following.startswith("'")


def _is_impersonal(words: _Words, index: int) -> bool:
    """it rains, it is late, it is hard to say, it is likely that, it takes an hour to."""
    after = index + 1
    while _form(words, after) in _SETS["copulas"] | {"not", "n't", "never", "always", "still", "often", "be", "been"}:
        after += 1
    if after == index + 1:
        return _form(words, after) in _SETS["weather"]
    while _form(words, after) in ("very", "so", "too", "really", "quite", "rather", "more", "almost", "not", "getting"):
        after += 1
    form, following = _form(words, after), _form(words, after + 1)
    if form in _SETS["weather_adjectives"]:
        return following in ("outside", "today", "tonight", "out", "here")
    if form in _SETS["weather"] | _SETS["times"]:
        return True
    return form in _SETS["impersonal_adjectives"] and _clause_follows(words, after + 1, form)


def _clause_follows(words: _Words, index: int, adjective: str) -> bool:
    """Whether `that` or `to` + verb follows, perhaps behind `for him`.

    `too hard to open` speaks of a thing: the infinitive then lacks its object, so it must have one here.
    """
    if _form(words, index) == "for":
        index += 2 if _form(words, index + 1) not in _SETS["determiners"] else 3
    if _form(words, index) == "that":
        return True
    if _form(words, index) != "to" or _form(words, index - 2) in ("too",):
        return False
    rest = _form(words, index + 2)
    return adjective in ("time", "possible", "impossible", "necessary", "important") or rest.isalpha()


def _him(text: str, words: _Words, index: int) -> _Analysis:
    behind = _form(words, index - 1) in _SETS["prepositions"]
    kind = AnaphorKind.DISJUNCTIVE if behind else AnaphorKind.OBJECT
    return _fixed(kind, _M if _form(words, index) == "him" else None, _S if _form(words, index) == "him" else None)


def _her(text: str, words: _Words, index: int) -> _Analysis:
    token = words[index]
    kind = uses_of_her(EnglishPlace(text=text, start=token.start, end=token.end))[0][0]
    if kind is AnaphorKind.OBJECT and _form(words, index - 1) in _SETS["prepositions"]:
        kind = AnaphorKind.DISJUNCTIVE
    return _fixed(kind, _F, _S)


def _this(text: str, words: _Words, index: int) -> _Analysis:
    """A demonstrative that stands alone; not a determiner, nor the `that` of a clause."""
    form, following = _form(words, index), _form(words, index + 1)
    number = _P if form in ("these", "those") else _S
    alone = following in _SETS["verbs_after_demonstrative"] or (not following.isalpha() and following[:1] != "'")
    if form == "that" and not _is_pronoun_that(words, index, alone=alone):
        return None
    return _fixed(AnaphorKind.DEMONSTRATIVE, None, number) if alone or following.startswith("'") else None


def _is_pronoun_that(words: _Words, index: int, *, alone: bool) -> bool:
    previous = _form(words, index - 1)
    opens = not previous or not previous[0].isalpha() or previous in ("and", "but", "because", "so", "if", "when")
    return alone and (opens or previous in _SETS["prepositions"] or not _form(words, index + 1).isalpha())


def _there(text: str, words: _Words, index: int) -> _Analysis:
    following = _form(words, index + 1)
    if following in _SETS["copulas"] | {"are", "were", "exists", "'re"} or following.startswith("'"):
        return _IMPERSONAL
    return _fixed(AnaphorKind.LOCATIVE)


_RULES: dict[str, Callable[[str, _Words, int], _Analysis]] = {
    "it": _it,
    "him": _him,
    "them": _him,
    "her": _her,
    "there": _there,
    **dict.fromkeys(("this", "that", "these", "those"), _this),
}
"""Forms whose work depends on their place."""
