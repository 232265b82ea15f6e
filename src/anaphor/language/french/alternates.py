"""French words that can stand in a word's place, by the lexicon, and French opposites."""

import re
from collections.abc import Iterable
from functools import lru_cache

from anaphor.language.french.junctures import elides
from anaphor.language.french.lexicon import Category, LexicalEntry, lookup
from anaphor.language.opposites import is_denied, listed_opposites
from anaphor.schema import Span

_PREFIXES = ("in", "im", "ir", "il", "dé", "dés", "mal", "mé", "més", "non-")
_VERBAL = (Category.VERB, Category.AUXILIARY)
_LEAST_SHARE = 0.05
"""Share of a form's uses below which an analysis of it is not offered: `est` is hardly ever the east."""
_KEEPS_FORM = re.compile(r"(?:['’]|\b(?:[ldjmtsnc]e|la|que|du|au|ma|ta|sa)\s)$", re.I)
"""A word that has another form before a vowel: `l'` stands before one, `la` before none."""


def are_opposites(one: str, other: str) -> bool:
    """Whether two lemmas are listed as opposites, or one denies the other with a prefix (`juste`, `injuste`)."""
    return other in listed_opposites("french").get(one, ()) or is_denied(one, other, _PREFIXES)


def alternates(text: str, span: Span, lemma: str, words: Iterable[str]) -> dict[str, str]:
    """Of some words those with the part of speech, gender and number of the word at a place, each with its lemma."""
    form = span.of(text)
    wanted = tuple(entry for entry in lookup(form) if entry.lemma == lemma) or tuple(lookup(form))
    elided, bound = elides(form), _KEEPS_FORM.search(text[: span.start])
    fitting = (word for word in words if not bound or elides(word) == elided)
    lemmas = ((word, _lemma_alike(wanted, word)) for word in fitting)
    return {word: other for word, other in lemmas if other}


@lru_cache(maxsize=131_072)
def _lemma_alike(wanted: tuple[LexicalEntry, ...], word: str) -> str | None:
    """The lemma of a word's most frequent analysis that has the part of speech and the features of a wanted one."""
    entries = lookup(word)
    total = sum(entry.frequency for entry in entries)
    for entry in entries:
        if entry.frequency >= _LEAST_SHARE * total and any(_agree(entry, other) for other in wanted):
            return entry.lemma
    return None


def _agree(one: LexicalEntry, other: LexicalEntry) -> bool:
    if one.category is not other.category:
        return False
    # Tenses and persons, of which a form may have several: `mange` is first or third person.
    if one.category in _VERBAL and not set(one.traits) & set(other.traits):
        return False
    pairs = ((one.gender, other.gender), (one.number, other.number))
    return all(mine is None or theirs is None or mine is theirs for mine, theirs in pairs)
