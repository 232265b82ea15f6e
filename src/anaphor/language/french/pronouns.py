"""French anaphors: what each form asks of its antecedent, and where anaphors stand in a text."""

from collections.abc import Callable, Sequence

from anaphor.language.french.impersonal import is_impersonal
from anaphor.language.french.lexicon import Category, fold, of_category
from anaphor.language.french.tokens import tokens
from anaphor.language.french.verbs import (
    form_at,
    group_after,
    is_finite,
    is_infinitive,
    is_object_clitic,
    is_participle,
    verb_share,
)
from anaphor.language.protocol import AnaphorAnalysis, AnaphorKind, Gender, Number, Token
from anaphor.language.word_tables import word_sets
from anaphor.schema import Span

_SETS = word_sets("french")
_M, _F, _S, _P = Gender.MASCULINE, Gender.FEMININE, Number.SINGULAR, Number.PLURAL
_Analysis = AnaphorAnalysis | None
_Words = Sequence[Token]


def _fixed(kind: AnaphorKind, gender: Gender | None = None, number: Number | None = None) -> AnaphorAnalysis:
    return AnaphorAnalysis(kind=kind, gender=gender, number=number)


_IMPERSONAL = _fixed(AnaphorKind.IMPERSONAL)
_REFLEXIVE = _fixed(AnaphorKind.REFLEXIVE)
_DATIVE_ONE, _DATIVE_MANY = _fixed(AnaphorKind.DATIVE, None, _S), _fixed(AnaphorKind.DATIVE, None, _P)
_OF_ONE, _OF_MANY = _fixed(AnaphorKind.POSSESSIVE, None, _S), _fixed(AnaphorKind.POSSESSIVE, None, _P)
_PLACE = _fixed(AnaphorKind.LOCATIVE)
_THIS = _fixed(AnaphorKind.DEMONSTRATIVE)

_MANY = ((_M, _S), (_F, _S), (_M, _P), (_F, _P))
_FIXED: dict[str, AnaphorAnalysis] = {
    "ils": _fixed(AnaphorKind.SUBJECT, _M, _P),
    "eux": _fixed(AnaphorKind.DISJUNCTIVE, _M, _P),
    **dict.fromkeys(("se", "soi", "soi-même"), _REFLEXIVE),
    **dict.fromkeys(("sa", "ses"), _OF_ONE),
    "leurs": _OF_MANY,
    **dict.fromkeys(("cela", "ça", "ceci"), _THIS),
    **dict.fromkeys(("celui", "ceux"), _fixed(AnaphorKind.DEMONSTRATIVE, _M)),
    **dict.fromkeys(("celle", "celles"), _fixed(AnaphorKind.DEMONSTRATIVE, _F)),
    **dict.fromkeys(("là", "là-bas", "là-dedans", "là-dessus", "là-dessous", "là-haut"), _PLACE),
    **{
        form: _fixed(kind, gender, number)
        for kind, table in (
            (AnaphorKind.REFLEXIVE, "lui-même/elle-même/eux-mêmes/elles-mêmes"),
            (AnaphorKind.DEMONSTRATIVE, "celui-ci celui-là/celle-ci celle-là/ceux-ci ceux-là/celles-ci celles-là"),
            (AnaphorKind.RELATIVE, "lequel auquel duquel/laquelle/lesquels auxquels desquels"),
            (AnaphorKind.RELATIVE, "///lesquelles auxquelles desquelles"),
        )
        for (gender, number), forms in zip(_MANY, table.split("/"), strict=False)
        for form in forms.split()
    },
}
"""Forms that ask the same wherever they stand."""

_PHRASES: dict[tuple[str, ...], AnaphorAnalysis] = {
    ("ce", "dernier"): _fixed(AnaphorKind.NOUN, _M, _S),
    ("cette", "dernière"): _fixed(AnaphorKind.NOUN, _F, _S),
    ("ces", "derniers"): _fixed(AnaphorKind.NOUN, _M, _P),
    ("ces", "dernières"): _fixed(AnaphorKind.NOUN, _F, _P),
    **dict.fromkeys((("le", "sien"), ("la", "sienne"), ("les", "siens"), ("les", "siennes")), _OF_ONE),
    **dict.fromkeys((("le", "leur"), ("la", "leur"), ("les", "leurs")), _OF_MANY),
    **{
        (article, form): _fixed(AnaphorKind.POSSESSIVE)
        for article, forms in (
            ("le", "mien tien nôtre vôtre"),
            ("la", "mienne tienne nôtre vôtre"),
            ("les", "miens miennes tiens tiennes nôtres vôtres"),
        )
        for form in forms.split()
    },
}
"""Anaphors of two words."""
_OBJECTS = ("le", "la", "les", "l'")


def analyse(text: str, span: Span) -> AnaphorAnalysis | None:
    """What the form at a place asks of its antecedent; None when it is no anaphor there.

    >>> analyse("Il faut partir.", Span(start=0, end=2)).kind
    <AnaphorKind.IMPERSONAL: 'impersonal'>
    """
    marked = span.of(text).strip()
    if marked and not marked.strip("_"):
        return _fixed(AnaphorKind.BLANK)
    words = tokens(text)
    covered = [index for index, token in enumerate(words) if token.start < span.end and span.start < token.end]
    if not covered:
        return None
    if len(covered) > 1 and any(words[index].is_word for index in covered[1:]):
        # A marked phrase: two-word anaphors, an elided word with its neighbour, or a noun phrase that takes up another.
        known = _phrase_at(words, covered[0])
        if known:
            return known
        forms = [_bare(words[index]) for index in covered]
        if forms[0] in _SETS["articles"] | _SETS["demonstratives"] | _SETS["possessives"] and _noun_follows(
            words, covered[-1]
        ):
            return _fixed(AnaphorKind.NOUN)
        return next((found for index in covered if (found := analyse_word(words, index))), None)

    return analyse_word(words, covered[0]) or _marked_object(words, covered[0])


def _marked_object(words: _Words, index: int) -> _Analysis:
    """The object that a marked le, la, les or l' must be before what is only a finite verb: `Marie [la] voit`.

    Before a word that may be a noun too (`la porte`) the mark may be a slip, so nothing is said.
    """
    form, following = _bare(words[index]), form_at(words, index + 1)
    nameless = not of_category(following, Category.NOUN, Category.ADJECTIVE)
    return _object(form) if form in _OBJECTS and is_finite(following) and nameless else None


def analyse_word(words: _Words, index: int) -> AnaphorAnalysis | None:
    """What the word at an index asks of its antecedent; None when it is no anaphor there."""
    form = _bare(words[index])
    rule = _RULES.get(form)
    return rule(words, index) if rule else _FIXED.get(form)


def anaphors(text: str) -> tuple[Span, ...]:
    """Every place of a text where an anaphor could stand; articles, reflexives and impersonal pronouns are left out."""
    words = tokens(text)
    places: list[Span] = []
    index = 0
    while index < len(words):
        width = 2 if _phrase_at(words, index) else 1
        if width == 2 or _is_place(words, index):
            places.append(Span(start=_start(words[index]), end=words[index + width - 1].end))
        index += width
    return tuple(places)


def _bare(token: Token) -> str:
    """The folded form without the hyphens of an inversion (`-t-il` is `il`)."""
    form = fold(token.text)
    return form.removeprefix("-t-").removeprefix("-") if form.startswith("-") else form


def _start(token: Token) -> int:
    """Where the pronoun itself begins, behind the hyphens of an inversion."""
    return token.end - len(_bare(token)) if token.text.startswith("-") else token.start


def _is_place(words: _Words, index: int) -> bool:
    analysis = analyse_word(words, index)
    if analysis is None or analysis.kind in (AnaphorKind.IMPERSONAL, AnaphorKind.REFLEXIVE):
        return False
    form = _bare(words[index])
    if form in ("celui", "celle", "ceux", "celles"):
        return form_at(words, index + 1) not in ("qui", "que", "qu'", "dont", "où")
    return form not in ("là", "là-haut") and not (form == "en" and _is_idiom(words, index))


def _is_idiom(words: _Words, index: int) -> bool:
    """Whether `en` belongs to its verb (`s'en aller`, `va-t'en`)."""
    group = group_after(words, index + 1)
    going = group is not None and "aller" in group.lemmas
    return form_at(words, index - 1) == "-t'" or (going and form_at(words, index - 1) in ("s'", "m'", "t'"))


def _phrase_at(words: _Words, index: int) -> AnaphorAnalysis | None:
    pair = (form_at(words, index), form_at(words, index + 1))
    analysis = _PHRASES.get(pair)
    if analysis and pair[1] == "leur" and is_object_clitic(words, index):
        return None
    if analysis and pair[1] in ("dernier", "dernière", "derniers", "dernières") and _noun_follows(words, index + 2):
        return None
    return analysis


def _noun_follows(words: _Words, index: int) -> bool:
    form = form_at(words, index)
    return bool(of_category(form, Category.NOUN)) and verb_share(form) < 0.5


def _il(words: _Words, index: int) -> _Analysis:
    return _IMPERSONAL if is_impersonal(words, index) else _fixed(AnaphorKind.SUBJECT, _M, _S)


def _elle(words: _Words, index: int) -> _Analysis:
    number = _P if _bare(words[index]) == "elles" else _S
    kind = AnaphorKind.SUBJECT if _is_subject(words, index) else AnaphorKind.DISJUNCTIVE
    return _fixed(kind, _F, number)


def _is_subject(words: _Words, index: int) -> bool:
    if words[index].text.startswith("-"):
        return True
    if form_at(words, index - 1) in _SETS["prepositions"]:
        return False
    after = index + 1
    while form_at(words, after) in _SETS["object_clitics"] | {"ne", "n'"}:
        after += 1
    return is_finite(form_at(words, after))


def _article_or_object(words: _Words, index: int) -> _Analysis:
    """le, la, les, l': an object before a verb, nothing before a noun; the neuter `le` of `il le sait` is an object."""
    if not is_object_clitic(words, index):
        return None
    return _object(_bare(words[index]))


def _object(form: str) -> AnaphorAnalysis:
    return _fixed(AnaphorKind.OBJECT, {"le": _M, "la": _F}.get(form), _P if form == "les" else _S)


def _lui(words: _Words, index: int) -> _Analysis:
    """A dative before a verb and behind an imperative; elsewhere a strong pronoun, which is masculine."""
    strong = _fixed(AnaphorKind.DISJUNCTIVE, _M, _S)
    if words[index].text.startswith("-"):
        return _DATIVE_ONE
    previous, following = form_at(words, index - 1), form_at(words, index + 1)
    if previous in _SETS["subject_clitics"] | {"ne", "n'", "le", "la", "les", "l'", "qui"}:
        return _DATIVE_ONE
    if following in ("ne", "n'", "aussi", "seul", "qui", "non") or not _verb_comes(words, index + 1):
        return strong
    if is_infinitive(following):
        return _DATIVE_ONE
    if previous in _SETS["prepositions"] or previous in ("", ",", ";", ".", "que", "qu'", "mais", "comme"):
        return strong
    return _DATIVE_ONE


def _verb_comes(words: _Words, index: int) -> bool:
    while form_at(words, index) in ("y", "en"):
        index += 1
    form = form_at(words, index)
    return is_finite(form) or is_infinitive(form) or is_participle(form, "par:pre")


def _leur(words: _Words, index: int) -> _Analysis:
    return _DATIVE_MANY if is_object_clitic(words, index) else _OF_MANY


def _son(words: _Words, index: int) -> _Analysis:
    """The possessive, not the noun behind an article (`le son`)."""
    return None if form_at(words, index - 1) in _SETS["articles"] | _SETS["demonstratives"] else _OF_ONE


def _y(words: _Words, index: int) -> _Analysis:
    if form_at(words, index + 1) == "compris":
        return None
    if form_at(words, index - 1) in ("ne", "n'") or form_at(words, index + 1):
        subject = next((place for place in _near_il(words, index)), None)
        # The verb behind an `y` is `avoir` (`il y a`, `il doit y avoir`).
        group = group_after(words, index + 1)
        if subject is not None and is_impersonal(words, subject) and group is not None and "avoir" in group.lemmas:
            return _IMPERSONAL
    return _PLACE


def _near_il(words: _Words, index: int) -> list[int]:
    """The places of an `il` that may be the subject of the verb around an index."""
    return [place for place in range(max(0, index - 4), min(len(words), index + 3)) if _bare(words[place]) == "il"]


def _en(words: _Words, index: int) -> _Analysis:
    """The pronoun before a verb; the preposition before a noun, a date or a gerund."""
    following = form_at(words, index + 1)
    if words[index].text.startswith("-") or form_at(words, index - 1) in ("-t'", "-m'"):
        return _fixed(AnaphorKind.GENITIVE)
    if is_participle(following, "par:pre") and not is_finite(following):
        return None
    if following in ("fait", "effet", "face", "plus", "train", "outre") and form_at(words, index - 1) not in (
        _SETS["subject_clitics"] | {"ne", "n'", "y", "s'", "m'", "t'", "lui", "leur", "nous", "vous", "qui"}
    ):
        return None
    return _fixed(AnaphorKind.GENITIVE) if is_object_clitic(words, index) or _after_y(words, index) else None


def _after_y(words: _Words, index: int) -> bool:
    return form_at(words, index - 1) in ("y", "lui", "leur", "m'", "t'", "s'") and is_finite(form_at(words, index + 1))


def _ce(words: _Words, index: int) -> _Analysis:
    """The pronoun before `être` and its modals; not the determiner, `ce qui`, nor `est-ce`."""
    if words[index].text.startswith("-"):
        return None
    group = group_after(words, index + 1)
    return _THIS if group and (group.lemmas | group.auxiliaries) & {"être"} else None


def _c(words: _Words, index: int) -> _Analysis:
    return _THIS


def _s(words: _Words, index: int) -> _Analysis:
    """The reflexive, not the `si` of `s'il`."""
    return None if form_at(words, index + 1) in ("il", "ils") else _REFLEXIVE


def _inside(words: _Words, index: int) -> _Analysis:
    """dedans, dessus, dessous: adverbs, not the nouns nor the `au dessus de` behind an article."""
    return None if form_at(words, index - 1) in ("le", "la", "les", "au", "du", "par", "en", "ci") else _PLACE


_RULES: dict[str, Callable[[_Words, int], _Analysis]] = {
    "il": _il,
    "elle": _elle,
    "elles": _elle,
    **dict.fromkeys(_OBJECTS, _article_or_object),
    "lui": _lui,
    "leur": _leur,
    "son": _son,
    "y": _y,
    "en": _en,
    "ce": _ce,
    **dict.fromkeys(("c'", "ç'"), _c),
    "s'": _s,
    **dict.fromkeys(("dedans", "dessus", "dessous"), _inside),
}
"""Forms whose work depends on their place."""
