"""Where French words meet: elision, h aspiré, contraction of à and de with an article, and back again.

>>> contracted("de", "le garçon")
'du garçon'
>>> fitted("que", "Anne"), fitted("qu'", "le héros")
("qu'", 'que ')
"""

import re
from functools import lru_cache

from anaphor.language.french.lexicon import lookup
from anaphor.language.word_tables import word_set, word_sets
from anaphor.schema import Span

_LISTS = word_sets("french", "reading_words")
_SEMIVOWEL = word_set("onze onzième oui ouistiti ouolof ouahou ouah uhlan ululer ululement yod un-deux uppercut")
"""Lemmas that begin with a vowel letter and do not elide."""
_MUTE = _LISTS["mute_names"] | {"héroïne", "héroïnes"}
"""Names and forms with a mute h; `l'héroïne` has it, though `le héros` has an h aspiré."""
APOSTROPHES = "'’ʼ"
"""The signs that texts write for an apostrophe."""

_FULL = {word[:-1]: word for word in word_set("ce de je me ne se te que jusque lorsque puisque quoique presque")}
"""Elided stems and their full words; l' is left out, for it may be le or la."""
_ELIDABLE = frozenset((*_FULL.values(), "le", "la")) - {"presque"}
_FUSED = {("à", "le"): "au", ("à", "les"): "aux", ("de", "le"): "du", ("de", "les"): "des"}

_VOWELS = frozenset("aàâäeéèêëiîïoôöuùûüœæ")
_FIRST_WORD = re.compile(r"[^\w]*([^\W_]+(?:-[^\W_]+)*)")
_ARTICLE = re.compile(r"(le|les)\s+", re.IGNORECASE)
_INDEFINITE = re.compile(r"(?:des|du|de\s+la)\s+|de\s+l['’]\s*|d['’]\s*|de\s+", re.IGNORECASE)
_WORD_BEFORE = re.compile(rf"(?<![^\W\d_])[^\W\d_]++(?:[{APOSTROPHES}]|\s)$")
"""The word before a stretch, which may have to change with it: d'Anne, de Sandrine."""
_CITY_LIKE = re.compile(r"D['’]\s*[A-ZÀ-Ý]|De\s+[A-ZÀ-Ý]|Des\s+[A-ZÀ-Ý]|Du\s+[A-ZÀ-Ý]")


def elides(phrase: str) -> bool:
    """True when a word before the phrase loses its vowel: `l'homme`, but `le héros`.

    >>> [elides(word) for word in ("homme", "héros", "onze", "Yves", "yaourt", "Anne", "11")]
    [True, False, False, True, False, True, False]
    """
    first = _FIRST_WORD.match(phrase)
    return first is not None and _word_elides(first[1])


_FRENCH = 2.0
"""Uses in a million words from which on a capitalised word in H is a French one (Hommes) and no name (Hunter)."""


@lru_cache(maxsize=8192)
def _word_elides(word: str) -> bool:
    low = word.lower()
    if (len(word) == 1 and word.isupper()) or word[0].isdigit():
        return False
    if low[0] == "h":
        # Names in H do not elide unless they are known to, as foreign names do not.
        written = word[0].islower() or sum(entry.frequency for entry in lookup(low)) >= _FRENCH
        aspirate = low in _LISTS["aspirate_names"] or _among(low, _LISTS["aspirate"])
        return low in _MUTE or (written and not aspirate)
    if low[0] == "y":
        return low in _LISTS["vowel_y"] or (len(low) > 1 and low[1] not in _VOWELS and low[1] != "-")
    return low[0] in _VOWELS and not _among(low, _SEMIVOWEL)


def _among(low: str, lemmas: frozenset[str]) -> bool:
    stem = low.split("-", maxsplit=1)[0]
    forms = {low, stem, *(entry.lemma for entry in lookup(low)), *(entry.lemma for entry in lookup(stem))}
    return not forms.isdisjoint(lemmas)


def apostrophe_of(text: str) -> str:
    """The apostrophe that a text writes: ’ where it has no other, ' elsewhere."""
    return "’" if "’" in text and "'" not in text else "'"


def full(word: str, before_il: bool = False) -> str | None:
    """An elided word in full (`qu'` → `que`; before il, `s'` is `si`), None where that cannot be known (l')."""
    stem = word[:-1]
    if before_il and stem.lower() == "s":
        return stem + "i"
    whole = _FULL.get(stem.lower())
    if whole is None:
        return None
    rest = whole[len(stem) :]
    return stem + (rest.upper() if len(stem) > 1 and stem.isupper() else rest)


def fitted(word: str, phrase: str, apostrophe: str = "'", before_il: bool = False) -> str | None:
    """A word as it is written before a phrase, with its space or apostrophe; None when an l' has lost its gender."""
    if word[-1:] in APOSTROPHES and word:
        if elides(phrase) and not (before_il and word[0] in "sS"):
            return word
        whole = full(word, before_il)
        return None if whole is None else whole + " "
    if word.lower() in _ELIDABLE and elides(phrase):
        return word[:-1] + apostrophe
    return word + " "


def contracted(preposition: str, phrase: str, apostrophe: str = "'", fuses: bool = True) -> str:
    """The preposition and the phrase as one: `au garçon`, `d'Anne`, `de l'ami`, `de moutons` (de + des moutons).

    >>> contracted("à", "les filles"), contracted("de", "l'ami"), contracted("de", "du pain")
    ('aux filles', "de l'ami", 'de pain')
    """
    last = preposition.rsplit(maxsplit=1)[-1].lower() if preposition else ""
    article = _ARTICLE.match(phrase)
    if article and fuses and last in ("à", "de"):
        fused = _FUSED[last, article[1].lower()]
        fused = fused.capitalize() if preposition[:1].isupper() and " " not in preposition else fused
        return f"{preposition[: -len(last)]}{fused} {phrase[article.end() :]}"
    phrase = bare_of_de(phrase) if last == "de" else phrase
    if last == "de" and elides(phrase):
        return f"{preposition[:-1]}{apostrophe}{phrase}"
    return f"{preposition} {phrase}"


def replace_words(text: str, span: Span, words: str) -> tuple[Span, str] | None:
    """What is replaced with what where words come in the place of others: the word before is fitted to them.

    None where that cannot be known: `l'` before a name may be le or la.

    >>> replace_words("le fils d'Anne", Span(start=10, end=14), "Sandrine")
    (Span(start=8, end=14), 'de Sandrine')
    """
    before = _WORD_BEFORE.search(text[: span.start])
    if before is None:
        return span, words
    word, mark = before[0].rstrip(), apostrophe_of(text)
    whole = full(word) if word[-1] in APOSTROPHES else word
    if whole is None:
        return None
    start = f"{whole} " if whole == word else word
    fit = contracted(whole, words, mark) if whole.lower() in ("à", "de") else f"{fitted(word, words, mark)}{words}"
    return (span, words) if fit == start + words else (Span(start=before.start(), end=span.end), fit)


def begin_alike(one: str, other: str) -> bool:
    """Whether what stands before one word may stand before the other: d'Anne, d'Élise, but de Sandrine."""
    return elides(one) == elides(other)


def bare_of_de(phrase: str) -> str:
    """A phrase without its partitive or plural indefinite article: `des moutons` → `moutons`; names stay whole."""
    article = _INDEFINITE.match(phrase)
    if article is None or _CITY_LIKE.match(phrase):
        return phrase
    return phrase[article.end() :]
