"""French anaphors: what each form asks of its antecedent, and where anaphors stand in a text."""

from collections.abc import Callable, Sequence
from functools import lru_cache

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
from anaphor.language.protocol import (
    FEMININE,
    MASCULINE,
    PLURAL,
    SINGULAR,
    AnaphorAnalysis,
    AnaphorKind,
    Token,
)
from anaphor.language.word_tables import anaphor_table, word_set, word_sets
from anaphor.schema import Span

_SETS = word_sets("french")
_Analysis = AnaphorAnalysis | None
_Words = Sequence[Token]
_IMPERSONAL = AnaphorAnalysis(AnaphorKind.IMPERSONAL)
_REFLEXIVE = AnaphorAnalysis(AnaphorKind.REFLEXIVE)
_DATIVE_ONE = AnaphorAnalysis(AnaphorKind.DATIVE, None, SINGULAR)
_DATIVE_MANY = AnaphorAnalysis(AnaphorKind.DATIVE, None, PLURAL)
_OF_ONE = AnaphorAnalysis(AnaphorKind.POSSESSIVE, None, SINGULAR)
_OF_MANY = AnaphorAnalysis(AnaphorKind.POSSESSIVE, None, PLURAL)
_PLACE = AnaphorAnalysis(AnaphorKind.LOCATIVE)
_THIS = AnaphorAnalysis(AnaphorKind.DEMONSTRATIVE)
_OF_IT = AnaphorAnalysis(AnaphorKind.GENITIVE)
_HE = AnaphorAnalysis(AnaphorKind.SUBJECT, MASCULINE, SINGULAR)

_TABLE = anaphor_table("french")
_FIXED = {form: analysis for form, analysis in _TABLE.items() if " " not in form}
# What each of these becomes in a reading stands in `reading.locative`.
_FIXED |= dict.fromkeys(("là", "là-bas", "là-dedans", "là-dessus", "là-dessous", "là-haut"), _PLACE)
"""Forms that ask the same wherever they stand."""
_PHRASES = {tuple(form.split()): analysis for form, analysis in _TABLE.items() if " " in form}
"""Anaphors of two words."""
_OBJECTS = ("le", "la", "les", "l'")
_BEFORE_DATIVE = word_set("ne n' le la les l' qui")
_BEFORE_EN = _SETS["subject_clitics"] | word_set("ne n' y s' m' t' lui leur nous vous qui")


def analyse(text: str, span: Span) -> AnaphorAnalysis | None:
    """What the form at a place asks of its antecedent; None when it is no anaphor there.

    >>> analyse("Il faut partir.", Span(start=0, end=2)).kind
    <AnaphorKind.IMPERSONAL: 'impersonal'>
    """
    marked = span.of(text).strip()
    if marked and not marked.strip("_"):
        return AnaphorAnalysis(AnaphorKind.BLANK)
    words = tokens(text)
    covered = [index for index, token in enumerate(words) if token.start < span.end and span.start < token.end]
    if not covered:
        return None
    first = covered[0]
    form, following = _bare(words[first]), form_at(words, first + 1)
    if any(words[index].is_word for index in covered[1:]):
        # A marked phrase: two-word anaphors, an elided word with its neighbour, or a noun phrase that takes up another.
        phrase = _phrase_at(words, first)
        opens = form in _SETS["articles"] | _SETS["demonstratives"] | _SETS["possessives"]
        if not phrase and opens and _noun_follows(words, covered[-1]):
            return AnaphorAnalysis(AnaphorKind.NOUN)
        return phrase or next((analysis for index in covered if (analysis := _analyse_word(words, index))), None)
    analysis = _analyse_word(words, first)
    # A marked le, la, les or l' must be the object before what is only a finite verb: `Marie [la] voit`. Before a word
    # that may be a noun too (`la porte`) the mark may be a slip, so nothing is said.
    if analysis or form not in _OBJECTS or of_category(following, Category.NOUN, Category.ADJECTIVE):
        return analysis
    return _object(form) if is_finite(following) else None


def _analyse_word(words: _Words, index: int) -> _Analysis:
    form = _bare(words[index])
    rule = _RULES.get(form)
    return rule(words, index) if rule else _FIXED.get(form)


@lru_cache(maxsize=4096)
def anaphors(text: str) -> tuple[Span, ...]:
    """Every place of a text where an anaphor could stand; articles, reflexives and impersonal pronouns are left out."""
    words = tokens(text)
    places: list[Span] = []
    index = 0
    while index < len(words):
        token = words[index]
        if _bare(token) not in _POSSIBLE:
            index += 1
            continue
        width = 2 if _phrase_at(words, index) else 1
        if width == 2 or _is_place(words, index):
            # Behind the hyphens of an inversion.
            start = token.end - len(_bare(token)) if token.text.startswith("-") else token.start
            places.append(Span(start=start, end=words[index + width - 1].end))
        index += width
    return tuple(places)


def _bare(token: Token) -> str:
    """The folded form without the hyphens of an inversion (`-t-il` is `il`)."""
    form = fold(token.text)
    return form.removeprefix("-t-").removeprefix("-") if form.startswith("-") else form


def _is_place(words: _Words, index: int) -> bool:
    analysis = _analyse_word(words, index)
    if analysis is None or analysis.kind in (AnaphorKind.IMPERSONAL, AnaphorKind.REFLEXIVE):
        return False
    form, before = _bare(words[index]), form_at(words, index - 1)
    if form in ("celui", "celle", "ceux", "celles"):
        return form_at(words, index + 1) not in ("qui", "que", "qu'", "dont", "où")
    if form != "en":
        return form not in ("là", "là-haut")
    # En may belong to its verb: `s'en aller`, `va-t'en`.
    group = group_after(words, index + 1)
    going = group is not None and "aller" in group.lemmas and before in ("s'", "m'", "t'")
    return before != "-t'" and not going


def _phrase_at(words: _Words, index: int) -> _Analysis:
    pair = (form_at(words, index), form_at(words, index + 1))
    analysis = _PHRASES.get(pair)
    if analysis and pair[1] == "leur" and is_object_clitic(words, index):
        return None
    if analysis and analysis.kind is AnaphorKind.NOUN and _noun_follows(words, index + 2):
        return None
    return analysis


def _noun_follows(words: _Words, index: int) -> bool:
    form = form_at(words, index)
    return bool(of_category(form, Category.NOUN)) and verb_share(form) < 0.5


def _elle(words: _Words, index: int) -> _Analysis:
    """The subject before a verb, elsewhere a strong pronoun."""
    after = index + 1
    while form_at(words, after) in _SETS["object_clitics"] | {"ne", "n'"}:
        after += 1
    before_verb = form_at(words, index - 1) not in _SETS["prepositions"] and is_finite(form_at(words, after))
    subject = words[index].text.startswith("-") or before_verb
    kind = AnaphorKind.SUBJECT if subject else AnaphorKind.DISJUNCTIVE
    return AnaphorAnalysis(kind, FEMININE, PLURAL if _bare(words[index]) == "elles" else SINGULAR)


def _object(form: str) -> AnaphorAnalysis:
    gender = {"le": MASCULINE, "la": FEMININE}.get(form)
    return AnaphorAnalysis(AnaphorKind.OBJECT, gender, PLURAL if form == "les" else SINGULAR)


def _lui(words: _Words, index: int) -> _Analysis:
    """A dative before a verb and behind an imperative; elsewhere a strong pronoun, which is masculine."""
    strong = AnaphorAnalysis(AnaphorKind.DISJUNCTIVE, MASCULINE, SINGULAR)
    previous, following, after = form_at(words, index - 1), form_at(words, index + 1), index + 1
    if words[index].text.startswith("-") or previous in _SETS["subject_clitics"] | _BEFORE_DATIVE:
        return _DATIVE_ONE
    while form_at(words, after) in ("y", "en"):
        after += 1
    verb = form_at(words, after)
    verb_comes = is_finite(verb) or is_infinitive(verb) or is_participle(verb, "par:pre")
    if following in ("ne", "n'", "aussi", "seul", "qui", "non") or not verb_comes:
        return strong
    if is_infinitive(following):
        return _DATIVE_ONE
    if previous in _SETS["prepositions"] or previous in ("", ",", ";", ".", "que", "qu'", "mais", "comme"):
        return strong
    return _DATIVE_ONE


def _y(words: _Words, index: int) -> _Analysis:
    """A place, but for `y compris` and the y of `il y a`, `il doit y avoir`."""
    if form_at(words, index + 1) == "compris":
        return None
    # The first `il` that may be the subject of the verb around.
    near = range(max(0, index - 4), min(len(words), index + 3))
    subject = next((place for place in near if _bare(words[place]) == "il"), None)
    group = group_after(words, index + 1)
    if group is None or "avoir" not in group.lemmas or subject is None:
        return _PLACE
    return _IMPERSONAL if is_impersonal(words, subject) else _PLACE


def _en(words: _Words, index: int) -> _Analysis:
    """The pronoun before a verb; the preposition before a noun, a date or a gerund."""
    previous, following = form_at(words, index - 1), form_at(words, index + 1)
    if words[index].text.startswith("-") or previous in ("-t'", "-m'"):
        return _OF_IT
    if is_participle(following, "par:pre") and not is_finite(following):
        return None
    if following in ("fait", "effet", "face", "plus", "train", "outre") and previous not in _BEFORE_EN:
        return None
    behind_clitic = previous in ("y", "lui", "leur", "m'", "t'", "s'") and is_finite(following)
    return _OF_IT if behind_clitic or is_object_clitic(words, index) else None


def _ce(words: _Words, index: int) -> _Analysis:
    """The pronoun before `être` and its modals; not the determiner, `ce qui`, nor `est-ce`."""
    if words[index].text.startswith("-"):
        return None
    group = group_after(words, index + 1)
    return _THIS if group and "être" in group.lemmas | group.auxiliaries else None


def _unless(analysis: AnaphorAnalysis, offset: int, forms: frozenset[str]) -> Callable[[_Words, int], _Analysis]:
    """A rule that says the same of a form, and nothing where one of the forms stands beside it."""
    return lambda words, index: None if form_at(words, index + offset) in forms else analysis


_RULES: dict[str, Callable[[_Words, int], _Analysis]] = {
    "il": lambda words, index: _IMPERSONAL if is_impersonal(words, index) else _HE,
    "elle": _elle,
    "elles": _elle,
    # Objects before a verb, nothing before a noun; the neuter `le` of `il le sait` is an object.
    **dict.fromkeys(
        _OBJECTS, lambda words, index: _object(_bare(words[index])) if is_object_clitic(words, index) else None
    ),
    "lui": _lui,
    "leur": lambda words, index: _DATIVE_MANY if is_object_clitic(words, index) else _OF_MANY,
    # Not the noun behind an article (`le son`)
    "son": _unless(_OF_ONE, -1, _SETS["articles"] | _SETS["demonstratives"]),
    "y": _y,
    "en": _en,
    "ce": _ce,
    # Not the `si` of `s'il`
    "s'": _unless(_REFLEXIVE, 1, word_set("il ils")),
    # Not the nouns, nor the `au dessus de` behind an article
    **dict.fromkeys(("dedans", "dessus", "dessous"), _unless(_PLACE, -1, word_set("le la les au du par en ci"))),
}
"""Forms whose work depends on their place."""
_POSSIBLE = frozenset((*_RULES, *_FIXED, *(first for first, _ in _PHRASES)))
"""Words that may be an anaphor, or begin one."""
