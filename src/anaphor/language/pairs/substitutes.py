"""Words that can stand in a word's place: the same part of speech and form, and those that say the opposite."""

from collections.abc import Iterable

from anaphor.language.pairs.cues import lemma_at
from anaphor.language.protocol import LANGUAGES, Language, rules_of
from anaphor.schema import Span


def are_opposites(code: str, one: str, other: str) -> bool:
    """Whether two lemmas of a language are opposites, as far as its lists and prefixes tell.

    >>> are_opposites("fr", "grand", "petit"), are_opposites("en", "grateful", "ungrateful")
    (True, True)
    """
    opposes = rules_of(LANGUAGES.get(code)).are_opposites if code in LANGUAGES.names() else None
    return opposes is not None and opposes(one, other)


def alternates(language: Language, text: str, span: Span, words: Iterable[str]) -> dict[str, str]:
    """Those of some words that have the part of speech and the form of the word at a place, each with its lemma.

    >>> french = LANGUAGES.get("fr")
    >>> alternates(french, "Elle est grande.", Span(start=9, end=15), ["petite", "petit", "dormait", "grande"])
    {'petite': 'petit'}
    """
    alike = rules_of(language).alternates
    if alike is None:
        return {}
    own, form = lemma_at(language, text, span), span.of(text).lower()
    return {word: lemma for word, lemma in alike(text, span, own, words).items() if lemma != own and word != form}
