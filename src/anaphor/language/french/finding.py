"""Where a French text speaks of a phrase: in its form, with a fused article, another determiner, by its head only."""

from collections.abc import Iterator, Sequence

from anaphor.language.finding import Place, places, ranked
from anaphor.language.french.lexicon import Category, fold, of_category
from anaphor.language.french.nouns import head
from anaphor.language.french.phrases import DETERMINERS, Conjunct, is_name, parse
from anaphor.language.french.tokens import is_title, tokens
from anaphor.language.protocol import Found, FoundBy, Token
from anaphor.language.word_tables import plain_letters, word_set, word_sets

_SETS = word_sets("french")
_FUSED = {"le": ("au", "du"), "les": ("aux", "des"), "du": ("le", "au"), "au": ("le", "du")} | {
    "des": ("les", "aux"),
    "aux": ("les", "des"),
}
"""What an article may turn into when a preposition fuses with it, and back."""
_PARTITIVE_BEHIND = word_set("avoir prendre vouloir manger boire mettre acheter faire être vendre voir trouver")
"""Verbs behind which du and des are articles of their own: `il y a du savon`."""


def find(phrase: str, text: str) -> tuple[Found, ...]:
    """Where a text speaks of a phrase, best kind of evidence first; a preposition before the phrase is set aside.

    >>> [found.by.value for found in find("le témoin", "L'avocat interroge un témoin, puis parle au témoin.")]
    ['contraction', 'article']
    """
    words = tokens(text)
    parsed = parse(phrase)
    if parsed is None:
        return ()
    whole = [key(token.text) for token in tokens(phrase) if token.is_word]
    found = [(FoundBy.FORM, place) for place in places(words, whole, key)]
    if len(parsed.conjuncts) == 1:
        found += _variants(words, parsed.conjuncts[0])
    return ranked(words, found or _heads(words, phrase, parsed.conjuncts[0]))


def key(form: str) -> str:
    """What two spellings of a word share: capitals (and their accents), apostrophes and the stop of `Dr.` are left out.

    >>> key("Éric") == key("Eric"), key("Dr.")
    (True, 'dr')
    """
    folded = fold(form)
    if len(folded) > 1 and form[0].isupper():
        folded = plain_letters(folded[0]) + folded[1:]
    return folded.rstrip(".") if len(folded) > 1 else folded


def _variants(words: Sequence[Token], conjunct: Conjunct) -> list[tuple[FoundBy, Place]]:
    """The places of the phrase without its preposition, with its article fused, and with other determiners."""
    opening = [key(token.text) for token in conjunct.determiners]
    rest = [key(token.text) for token in (*conjunct.core, *conjunct.complement)]
    found: list[tuple[FoundBy, Place]] = []
    if conjunct.prepositions:
        found += [(FoundBy.FORM, place) for place in places(words, [*opening, *rest], key)]
    if opening:
        for place in places(words, rest, key):
            found += _with_determiner(words, place, opening)
    return found


def _with_determiner(words: Sequence[Token], place: Place, opening: list[str]) -> Iterator[tuple[FoundBy, Place]]:
    """The phrase behind another determiner than its own."""
    before = key(words[place[0] - 1].text) if place[0] else ""
    whole = (place[0] - 1, place[1])
    if before in DETERMINERS or before in _SETS["numerals"]:
        fused = before in _FUSED.get(opening[-1], ()) and not _is_partitive(words, place[0] - 1)
        yield (FoundBy.CONTRACTION if fused else FoundBy.ARTICLE), whole


def _is_partitive(words: Sequence[Token], index: int) -> bool:
    """Whether `du` or `des` at an index is an article of its own (`il y a du savon`), not `de` and an article."""
    if key(words[index].text) not in ("du", "des") or not index:
        return False
    before = key(words[index - 1].text)
    lemmas = {entry.lemma for entry in of_category(before, Category.VERB, Category.AUXILIARY)}
    return bool(lemmas & _PARTITIVE_BEHIND) or before in ("que", "qu'", "et", "où")


def _heads(words: Sequence[Token], phrase: str, conjunct: Conjunct) -> list[tuple[FoundBy, Place]]:
    """The places of the head word alone; of any word of a name, the first that is found."""
    named = is_name(conjunct)
    wanted = [token.text for token in conjunct.core if not is_title(token.text)] if named else [head(phrase).of(phrase)]
    for form in wanted:
        found = [(index, index + 1) for index, token in enumerate(words) if _same(token.text, form, named=named)]
        if found:
            return [(FoundBy.HEAD, place) for place in found]
    return []


def _same(form: str, wanted: str, *, named: bool) -> bool:
    return key(form) == key(wanted) or (not named and bool(_noun_lemmas(form) & _noun_lemmas(wanted)))


def _noun_lemmas(form: str) -> set[str]:
    return {entry.lemma for entry in of_category(form, Category.NOUN)[:1]}
