"""Which words a pair may be made of, and how a corpus that knows forms only is asked for one of them."""

from collections.abc import Iterable

from anaphor.language.protocol import Language, rules_of

AS_WRITTEN = "="
"""Stands before forms that are meant as they are, any of them: `=serveuse|serveuses`."""


def is_closed(language: Language, words: str) -> bool:
    """Whether an expression has no content word: pronouns, determiners, prepositions, auxiliaries, degrees.

    >>> from anaphor.language import LANGUAGES
    >>> [is_closed(LANGUAGES.get("fr"), each) for each in ("était", "n'avoir pas", "n'aimer pas", "tard")]
    [True, True, False, False]
    """
    closed = rules_of(language).word_lists.closed_class
    forms = [token.text.replace("’", "'").casefold() for token in language.tokens(words) if token.is_word]
    if words[:1].isupper() or not forms:
        return False
    return all(word in closed or language.lemma(word).casefold() in closed for word in forms)


def asked_as(language: Language, word: str) -> str | None:
    """How a corpus is asked for a word: by its lemma, or by its own forms where that lemma is another word's.

    None where no form is left that is this word more often than the other.

    >>> from anaphor.language import LANGUAGES
    >>> [asked_as(LANGUAGES.get("fr"), each) for each in ("sculpture", "serveuse", "manifestant")]
    ['sculpture', '=serveuse|serveuses', '=manifestants']
    """
    own = rules_of(language).own_forms
    forms = own(word) if own else None
    return word if forms is None else forms_asked(forms) if forms else None


def forms_asked(forms: Iterable[str]) -> str:
    """How a corpus is asked for any of some forms."""
    return AS_WRITTEN + "|".join(forms)


def forms_in(asked: str) -> tuple[str, ...]:
    """The forms that a corpus is asked for; none where it is asked for a lemma.

    >>> forms_in("=serveuse|serveuses"), forms_in("serveur")
    (('serveuse', 'serveuses'), ())
    """
    return tuple(asked[1:].split("|")) if asked.startswith(AS_WRITTEN) else ()


def shown_word(asked: str) -> str:
    """What a corpus is asked for, as people read it: `serveuse/serveuses`."""
    return "/".join(forms_in(asked)) or asked
