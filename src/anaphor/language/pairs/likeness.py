"""Words that can stand in a word's place: the same part of speech and form, and those that say the opposite."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache

from anaphor.language.english.nouns import animacy_of_noun
from anaphor.language.english.reading.words import PARTICIPLES, PASTS, PREPOSITIONS
from anaphor.language.french.junctures import elides
from anaphor.language.french.lexicon import Category, LexicalEntry, lookup
from anaphor.language.pairs.cues import lemma_at
from anaphor.language.protocol import LANGUAGES, Language
from anaphor.language.word_tables import lines, word_set
from anaphor.schema import Span

_NAMES = {"fr": "french", "en": "english"}
_PREFIXES = {
    "fr": ("in", "im", "ir", "il", "dé", "dés", "mal", "mé", "més", "non-"),
    "en": ("un", "in", "im", "ir", "il", "dis", "mis", "non-"),
}
_SHORTEST = 3
"""Letters of the shortest word that a prefix turns into its opposite."""
_VERBAL = (Category.VERB, Category.AUXILIARY)
_PREDICATES = {"", "past"}
_COPULAS = word_set("is are was were be been being felt feel feels seemed looked got too very so really quite not")
_LEAST_SHARE = 0.05
"""Share of a form's uses below which an analysis of it is not offered."""


@cache
def _listed(code: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines(_NAMES[code], "opposites"):
        left, right = (side.split() for side in line.split("|"))
        for one in left:
            found[one].update(right)
        for one in right:
            found[one].update(left)
    return {word: frozenset(others) for word, others in found.items()}


def are_opposites(code: str, one: str, other: str) -> bool:
    """Whether two lemmas are opposites: listed so, or one has a prefix or ending that denies the other.

    >>> are_opposites("fr", "grand", "petit"), are_opposites("en", "grateful", "ungrateful")
    (True, True)
    """
    if code not in _NAMES or other in _listed(code).get(one, ()):
        return code in _NAMES
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST:
        return False
    denied = short.removesuffix("ful") + "less"
    return any(long == prefix + short for prefix in _PREFIXES[code]) or (
        short.endswith("ful") and denied in (one, other)
    )


def alternates(language: Language, text: str, span: Span, words: Iterable[str]) -> dict[str, str]:
    """Those of some words that have the part of speech and the form of the word at a place, each with its lemma.

    >>> french = LANGUAGES.get("fr")
    >>> alternates(french, "Elle est grande.", Span(start=9, end=15), ["petite", "petit", "dormait", "grande"])
    {'petite': 'petit'}
    """
    own, form = lemma_at(language, text, span), span.of(text)
    if language.code == "fr":
        wanted = [entry for entry in lookup(form) if entry.lemma == own] or [*lookup(form)]
        # The word before keeps its form: `l'` stands before a vowel, `la` before none.
        elided, bound = (
            elides(form),
            re.search(r"(?:['’]|\b(?:[ldjmtsnc]e|la|que|du|au|ma|ta|sa)\s)$", text[: span.start], re.I),
        )
        fit = (word for word in words if not bound or elides(word) == elided)
        found = {word: lemma for word in fit if (lemma := _alike(tuple(wanted), word))}
    else:
        kinds = {_english_form(form.lower())}
        if kinds <= _PREDICATES and set(text[: span.start].lower().split()[-1:]) <= _COPULAS:
            # What is said of a subject: adjectives and participles can change places there.
            kinds = _PREDICATES
        found = {word: _lemma(language.code, word) for word in words if _english_form(word) in kinds}
    return {word: lemma for word, lemma in found.items() if lemma != own and word != form.lower()}


@lru_cache(maxsize=65_536)
def _lemma(code: str, word: str) -> str:
    return LANGUAGES.get(code).lemma(word)


@lru_cache(maxsize=131_072)
def _alike(wanted: tuple[LexicalEntry, ...], word: str) -> str | None:
    """The lemma of a word's most frequent analysis that has the part of speech and the features of a wanted one."""
    entries = lookup(word)
    total = sum(entry.frequency for entry in entries)
    for entry in entries:
        if entry.frequency >= _LEAST_SHARE * total and any(_agree(entry, each) for each in wanted):
            return entry.lemma
    return None


def _agree(one: LexicalEntry, other: LexicalEntry) -> bool:
    if one.category is not other.category:
        return False
    if one.category in _VERBAL and not set(one.traits) & set(other.traits):
        return False
    pairs = ((one.gender, other.gender), (one.number, other.number))
    return all(mine is None or theirs is None or mine is theirs for mine, theirs in pairs)


@lru_cache(maxsize=65_536)
def _english_form(word: str) -> str:
    """The class of a form, by its ending and the irregular verbs: there is no English lexicon here."""
    if word in PREPOSITIONS:
        return "preposition"
    if word in PASTS or word in PARTICIPLES or word.endswith("ed"):
        return "past"
    ending = next(
        (each for each in ("ing", "ly", "est", "er") if word.endswith(each) and len(word) > len(each) + 2), ""
    )
    if ending or not word.endswith("s") or word.endswith(("ss", "us", "ous")):
        return "noun of a being" if not ending and animacy_of_noun(word) else ending
    return "s"
