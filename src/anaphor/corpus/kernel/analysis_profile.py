"""What the analysis must know of a language beside its lemmas: elided forms, and abbreviations with a full stop."""

from dataclasses import dataclass

from anaphor.language import word_sets

LONGEST_LISTED = 7
"""Bytes of the longest listed word: the compiled analysis compares them as one number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The closed lists of one language."""

    language: str
    """ISO 639-1 code."""
    elided: tuple[str, ...] = ()
    """Forms that an apostrophe ends, without it: the l of l'homme."""
    abbreviations: tuple[str, ...] = ()
    """Words whose full stop ends no sentence."""
    titles: tuple[str, ...] = ()
    """Words whose full stop ends no sentence when they have a capital: M. but not m."""


# Presqu'île and quelqu'un are whole words: those two are left to the language's own tokens, type by type.
_FRENCH_ELIDED = ("l", "d", "j", "m", "t", "s", "n", "c", "ç", "qu", "lorsqu", "puisqu", "quoiqu", "jusqu")
# These abbreviate only before a number; as words they often end a sentence.
_ENGLISH_WORDS = frozenset({"no", "co", "p", "fig"})


def profile_of(language: str) -> Profile:
    """The lists of a language; empty ones for a language that has none.

    >>> "lorsqu" in profile_of("fr").elided, "mme" in profile_of("fr").titles, profile_of("xx").elided
    (True, True, ())
    """
    if language == "fr":
        sets = word_sets("french")
        return Profile(
            language="fr",
            elided=_FRENCH_ELIDED,
            abbreviations=_dotted(sets["abbreviations"]),
            titles=_dotted(sets["titles"]),
        )
    if language == "en":
        listed = set(_dotted(word_sets("english")["abbreviations"])) - _ENGLISH_WORDS
        return Profile(language="en", abbreviations=tuple(sorted(listed)))
    return Profile(language=language)


def _dotted(words: frozenset[str]) -> tuple[str, ...]:
    """The words of a set that end with their only full stop, without it."""
    bare = (word[:-1] for word in words if word.endswith("."))
    return tuple(sorted(word for word in bare if "." not in word and len(word.encode()) <= LONGEST_LISTED))
