"""The dictionary form of a word where it stands: its neighbours choose between the forms that look alike."""

from anaphor.language.english import context as english_context
from anaphor.language.french import context as french_context
from anaphor.language.protocol import Language
from anaphor.schema import Span

_IN_CONTEXT = {"en": english_context.lemma_at, "fr": french_context.lemma_at}


def lemma_at(language: Language, text: str, span: Span) -> str:
    """The lemma of the word at a place; in a language without rules for this, the lemma of the form alone.

    >>> from anaphor.language.protocol import LANGUAGES
    >>> french = LANGUAGES.get("fr")
    >>> lemma_at(french, "dans son lit", Span(start=9, end=12)), lemma_at(french, "il lit", Span(start=3, end=6))
    ('lit', 'lire')
    """
    in_context = _IN_CONTEXT.get(language.code)
    return (in_context(text, span) if in_context else None) or language.lemma(span.of(text))
