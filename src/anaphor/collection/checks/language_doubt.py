"""Whether the texts of a collection look like another language than the one it is taken to be in."""

import re

from anaphor.schema import Collection

_WORD = re.compile(r"[^\W\d_]+")
_COMMON = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the is was were of and to that because but with had his her for not than from they it",
        "fr": "le la les des une est était dans et du que qui parce mais avec pas il elle au sa",
    }.items()
}
"""Frequent short words that the other language does not have."""
_LEAST = 5
"""Such words that must be there before anything is said."""
_TIMES = 4
"""How many times more of them than of the language's own."""
_LOOKED_AT = 500
"""Questions that are looked at."""


def other_language(collection: Collection) -> str | None:
    """The language that the words look like, where it is not the collection's; None where there is no doubt.

    Only a collection in one of the languages whose frequent words are listed is doubted.
    """
    own = collection.language
    if own not in _COMMON:
        return None
    texts = (each.text for each in collection.questions[:_LOOKED_AT])
    words = [word.casefold() for text in texts for word in _WORD.findall(text)]
    met = {language: sum(word in common for word in words) for language, common in _COMMON.items()}
    best = max(met, key=lambda language: met[language])
    return best if best != own and met[best] >= max(_LEAST, _TIMES * met[own]) else None
