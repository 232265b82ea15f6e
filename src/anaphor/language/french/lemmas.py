"""Dictionary forms of French words: the lexicon first, then simplemma; names stay as they are."""

from functools import lru_cache

import simplemma

from anaphor.language.french.lexicon import Category, fold, lookup
from anaphor.language.french.tokens import is_title
from anaphor.language.word_tables import is_first_name

_FUNCTION = (Category.DETERMINER, Category.PRONOUN, Category.PREPOSITION, Category.CONJUNCTION)


@lru_cache(maxsize=65_536)
def lemma(form: str) -> str:
    """The dictionary form of a word, by its commonest use; a name is returned as written.

    >>> lemma("Chevaux"), lemma("Claire"), lemma("claires"), lemma("L’")
    ('cheval', 'Claire', 'clair', 'le')
    """
    bare = form.removeprefix("-t-").removeprefix("-") if form.startswith("-") and len(form) > 1 else form
    entries = lookup(bare)
    if bare[:1].isupper() and _is_name(bare, known=bool(entries)):
        return bare
    if entries:
        return entries[0].lemma
    return simplemma.lemmatize(fold(bare), lang="fr") if bare else ""


def _is_name(form: str, *, known: bool) -> bool:
    """Whether a capitalised word is a name: unknown to the lexicon, or a first name that is no function word."""
    if is_title(form) or (not known and not form.isupper()):
        return True
    entries = lookup(form)
    return is_first_name(form, "french") and not (entries and entries[0].category in _FUNCTION)
