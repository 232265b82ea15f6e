"""The word of each answer that a model is asked about, as in paper 2 (section 2.2), and its lemma where it stands.

It is the syntactic head of the answer, with three exceptions: the head below it when it is a function word
(`du garçon` → garçon), the first token when there are several heads (`Dr. Vincenot` → Dr), and the words that
distinguish the answers when their heads do not (`ancienne` and `nouvelle` for two houses).
"""

import re
from collections.abc import Sequence

from anaphor.language.english.nouns import lemma_at as english_lemma_at
from anaphor.language.french.tokens import lemma_at as french_lemma_at
from anaphor.language.protocol import Language, Token
from anaphor.schema import Span

_IN_CONTEXT = {"en": english_lemma_at, "fr": french_lemma_at}


def lemma_at(language: Language, text: str, span: Span) -> str:
    """The lemma of the word at a place; in a language without rules for this, the lemma of the form alone.

    >>> from anaphor.language import LANGUAGES
    >>> french = LANGUAGES.get("fr")
    >>> lemma_at(french, "dans son lit", Span(start=9, end=12)), lemma_at(french, "il lit", Span(start=3, end=6))
    ('lit', 'lire')
    """
    in_context = _IN_CONTEXT.get(language.code)
    return (in_context(text, span) if in_context else None) or language.lemma(span.of(text))


_COORDINATORS = frozenset({"et", "ou", "and", "or", "y", "e", "o", "&"})
_CONTENT_LENGTH = 4
"""Words shorter than this are mostly articles, possessives and prepositions; the longest one stands in for them."""


def targets(language: Language, candidates: Sequence[str]) -> tuple[str, ...]:
    """One word per candidate: its head, or what distinguishes it from candidates that have the same head.

    >>> from anaphor.language import LANGUAGES
    >>> targets(LANGUAGES.get("fr"), ("du garçon", "le Dr. Vincenot"))
    ('garçon', 'Dr')
    >>> targets(LANGUAGES.get("fr"), ("son ancienne maison", "sa nouvelle maison"))
    ('ancienne', 'nouvelle')
    """
    heads = [head_word(language, candidate) for candidate in candidates]
    keys = [head.casefold() for head in heads]
    return tuple(
        head if keys.count(key) == 1 else _distinguishing(language, index, candidates) or head
        for index, (head, key) in enumerate(zip(heads, keys, strict=True))
    )


def head_word(language: Language, phrase: str) -> str:
    """The head of a phrase, below function words; the first token where several words could be the head."""
    span = language.head(phrase)
    words = [token for token in language.tokens(phrase) if token.is_word]
    index = next((i for i, token in enumerate(words) if token.start <= span.start < token.end), None)
    if index is None or not _has_capital(words[index]):
        return span.of(phrase)
    first = _first_of_name(language, words, index)
    return (span.of(phrase) if first == index else words[first].text).rstrip(".")


def _has_capital(token: Token) -> bool:
    return token.text[:1].isupper()


def _first_of_name(language: Language, words: Sequence[Token], index: int) -> int:
    """Index of the first word of the name that the head belongs to; names joined by a conjunction count as one."""
    while index:
        step = 2 if words[index - 1].text.lower() in _COORDINATORS and index > 1 else 1
        before = words[index - step]
        if not _has_capital(before) or _is_article(language, words, index - step):
            break
        index -= step
    return index


def _is_article(language: Language, words: Sequence[Token], index: int) -> bool:
    """True for a capital article before a name (Le Kamchatka): short, and a word that the language knows."""
    word = words[index].text
    return len(word) <= _CONTENT_LENGTH and not word.endswith(".") and language.lemma(word)[:1].islower()


def _distinguishing(language: Language, index: int, candidates: Sequence[str]) -> str | None:
    """The first content word of a candidate that those with the same head lack; None when it has none."""
    own = head_word(language, candidates[index]).casefold()
    others = {
        token.text.casefold()
        for i, candidate in enumerate(candidates)
        if i != index and head_word(language, candidate).casefold() == own
        for token in language.tokens(candidate)
    }
    words = [token.text for token in language.tokens(candidates[index]) if token.is_word]
    left = [word for word in words if word.casefold() not in others]
    long = [word for word in left if len(word) >= _CONTENT_LENGTH or word[:1].isupper()]
    chosen = long[0] if long else max(left, key=len, default=None)
    return chosen.rstrip(".'’") if chosen else None


def name_of(language: Language, phrase: str, text: str = "") -> str | None:
    """A proper name as it is, without its article; None for a phrase that is none.

    A word that the language knows is a name where the text has it with a capital inside a sentence.

    >>> from anaphor.language import LANGUAGES
    >>> name_of(LANGUAGES.get("fr"), "le Dr. Vincenot"), name_of(LANGUAGES.get("fr"), "la fille d'Anne")
    ('Dr. Vincenot', None)
    """
    head = language.head(phrase)
    word = head.of(phrase)
    inside = word[:1].isupper() and (head.start > 0 or re.search(rf"[^\W\d_]\s+{re.escape(word)}\b", text))
    if not inside and not language.concord(phrase).is_name:
        return None
    words = [token for token in language.tokens(phrase) if token.is_word]
    capitals = [i for i, token in enumerate(words) if _has_capital(token)]
    if not capitals:
        return None
    last = capitals[-1]
    first = _first_of_name(language, words, last)
    return phrase[words[first].start : words[last].end]
