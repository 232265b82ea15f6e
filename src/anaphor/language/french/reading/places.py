"""The preposition that a country, a region or a town with an article asks for: en France, au Japon, aux États-Unis."""

import re

from anaphor.language.french.junctures import elides
from anaphor.language.french.lexicon import fold
from anaphor.language.word_tables import words

EN = "en"
_ARTICLE = re.compile(r"(le|la|les|l['’])\s*", re.IGNORECASE)


def place_preposition(phrase: str) -> tuple[str, ...]:
    """The one preposition of a known place (`la France` → en); empty when the phrase is no known place.

    >>> place_preposition("la France"), place_preposition("le Japon"), place_preposition("la maison")
    (('en',), ('à',), ())
    """
    found = _ARTICLE.match(phrase)
    name = phrase[found.end() :] if found else ""
    if not name[:1].isupper():
        return ()
    key = fold(name)
    if key in words("french", "feminine_places") or (key in words("french", "masculine_places") and elides(name)):
        return (EN,)
    known = key in words("french", "masculine_places") or key in words("french", "plural_places")
    return ("à",) if known else ()


def without_article_of_place(phrase: str) -> str:
    """`la France` → `France`."""
    return _ARTICLE.sub("", phrase, count=1)
