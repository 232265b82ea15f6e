"""English forms whose lemma hangs on the word before them: irregular verbs, and nouns in -ing (`the painting`)."""

import re

from anaphor.language.english.reading.words import BASES, DETERMINERS
from anaphor.schema import Span

_LAST_WORD = re.compile(r"([^\W\d_]+)\W*$")


def lemma_at(text: str, span: Span) -> str | None:
    """The lemma that the word before a form asks for; None when it does not matter.

    >>> lemma_at("It was gone", Span(start=7, end=11)), lemma_at("the rose", Span(start=4, end=8))
    ('go', None)
    """
    form = span.of(text).lower()
    found = _LAST_WORD.search(text[: span.start])
    if found and found[1].lower() in DETERMINERS:
        return form if form.endswith("ing") else None
    return BASES.get(form)
