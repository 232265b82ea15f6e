"""Where an English text speaks of a phrase: in its form, with another determiner, by its head only."""

from collections.abc import Sequence

from anaphor.language.english.nouns import EnglishConjunct, is_name, lemma, parse
from anaphor.language.english.tokens import fold, tokens
from anaphor.language.finding import Place, places, ranked
from anaphor.language.protocol import Found, FoundBy, Token
from anaphor.language.word_tables import word_sets

_SETS = word_sets("english")


def find(phrase: str, text: str) -> tuple[Found, ...]:
    """Where a text speaks of a phrase, best kind of evidence first.

    >>> [found.by.value for found in find("the dog", "A dog barked. The dog slept.")]
    ['form', 'article']
    """
    words = tokens(text)
    conjuncts = parse(phrase)
    if not conjuncts:
        return ()
    whole = [key(token.text) for token in tokens(phrase) if token.is_word]
    found = [(FoundBy.FORM, place) for place in places(words, whole, key)]
    if len(conjuncts) == 1:
        found += _variants(words, conjuncts[0])
    return ranked(words, found or _heads(words, conjuncts[0]))


def key(form: str) -> str:
    """What two spellings of a word share: capitals, apostrophes and the stop of `Dr.` are left out."""
    folded = fold(form)
    return folded.rstrip(".") if len(folded) > 1 else folded


def _variants(words: Sequence[Token], conjunct: EnglishConjunct) -> list[tuple[FoundBy, Place]]:
    """The places of the phrase without its preposition, and with another determiner or possessor."""
    opening = [key(token.text) for token in conjunct.determiners]
    rest = [key(token.text) for token in (*conjunct.core, *conjunct.complement)]
    found: list[tuple[FoundBy, Place]] = []
    if conjunct.prepositions:
        found += [(FoundBy.FORM, place) for place in places(words, [*opening, *rest], key)]
    for start, end in places(words, rest, key) if not is_name(conjunct) else ():
        before = key(words[start - 1].text) if start else ""
        if before in _SETS["articles"] | _SETS["numerals"] | {"'s", "'"} and (opening or before != "'s"):
            found.append((FoundBy.ARTICLE, (start - (before not in ("'s", "'")), end)))
    return found


def _heads(words: Sequence[Token], conjunct: EnglishConjunct) -> list[tuple[FoundBy, Place]]:
    """The places of the head word alone; of any word of a name, the first that is found."""
    named = is_name(conjunct)
    forms = [token.text for token in conjunct.core] if named else [conjunct.head.text]
    wanted = [form for form in forms if fold(form) not in _SETS["titles"]] or forms
    for form in wanted:
        found = [(index, index + 1) for index, token in enumerate(words) if _same(token.text, form, named=named)]
        if found:
            return [(FoundBy.HEAD, place) for place in found]
    return []


def _same(form: str, wanted: str, *, named: bool) -> bool:
    if key(form) == key(wanted):
        return True
    return not named and form[:1].isalpha() and lemma(fold(form)) == lemma(fold(wanted))
