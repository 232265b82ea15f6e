"""English words that can stand in a word's place, by their endings, and English opposites."""

from collections.abc import Iterable
from functools import lru_cache

from anaphor.language.english.nouns import animacy_of_noun
from anaphor.language.english.nouns import lemma as lemma_of
from anaphor.language.english.reading.words import PARTICIPLES, PASTS, PREPOSITIONS
from anaphor.language.opposites import is_denied, listed_opposites
from anaphor.language.word_tables import word_set
from anaphor.schema import Span

_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "mis", "non-")
_PREDICATES = {"", "past"}
"""Classes of forms that change places behind a copula: adjectives and participles (`was full`, `was filled`)."""
_COPULAS = word_set("is are was were be been being felt feel feels seemed looked got too very so really quite not")
_ENDINGS = ("ing", "ly", "est", "er")


def are_opposites(one: str, other: str) -> bool:
    """Whether two lemmas are listed as opposites, or one denies the other (`grateful`, `ungrateful`; `useful`,
    `useless`)."""
    if other in listed_opposites("english").get(one, ()) or is_denied(one, other, _PREFIXES):
        return True
    short = min(one, other, key=len)
    return short.endswith("ful") and short.removesuffix("ful") + "less" in (one, other)


def alternates(text: str, span: Span, lemma: str, words: Iterable[str]) -> dict[str, str]:  # protocol
    """Of some words those of the class of the form at a place, each with its lemma."""
    classes = {form_class(span.of(text).lower())}
    if classes <= _PREDICATES and set(text[: span.start].lower().split()[-1:]) <= _COPULAS:
        classes = _PREDICATES
    return {word: lemma_of(word) for word in words if form_class(word) in classes}


@lru_cache(maxsize=65_536)
def form_class(word: str) -> str:
    """The class of a form, by its ending and the irregular verbs: there is no English lexicon here."""
    if word in PREPOSITIONS:
        return "preposition"
    if word in PASTS or word in PARTICIPLES or word.endswith("ed"):
        return "past"
    ending = next((end for end in _ENDINGS if word.endswith(end) and len(word) > len(end) + 2), "")
    if ending or not word.endswith("s") or word.endswith(("ss", "us", "ous")):
        return "noun of a being" if not ending and animacy_of_noun(word) else ending
    return "s"
