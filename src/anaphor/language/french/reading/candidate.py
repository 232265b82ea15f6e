"""A candidate made ready for a sentence: its capital, its article, its preposition, its gender and number."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from anaphor.language.french.junctures import apostrophe_of, elides
from anaphor.language.french.nouns import concord
from anaphor.language.french.reading.words import (
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    Word,
    shape,
    word_set,
    words_of,
)
from anaphor.language.protocol import Concord, Gender, NoReading, NoReadingReason, Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A candidate as it stands inside a sentence."""

    text: str
    """Written as in the middle of a sentence."""
    gender: Gender | None
    """None: not known (names), or either."""
    number: Number
    """Singular when nothing says otherwise."""
    fuses: bool
    """False for a family name whose article stays (`de Le Pen`)."""
    preposition: str | None
    """The preposition that it already carries (`dans le lac`)."""
    partitive: bool
    """True for `de la soupe`, `d'exemplaires`, `des moutons`."""
    bare: bool
    """True for a common noun without a determiner."""
    is_name: bool
    """True when it begins with a capital of its own."""
    size: int
    """How many words it has."""
    rules: tuple[str, ...] = ()
    """What was done to it."""


_PLACES_WITH_ARTICLE = word_set(
    "havre mans caire cap creusot touquet tréport lavandou puy bourget raincy vésinet chesnay perreux plessis "
    "kremlin lamentin tampon conquet croisic pouliguen blanc neubourg teil cannet pontet port rochelle baule ciotat "
    "ferté flèche haye mecque nouvelle-orléans paz plata réole roche-sur-yon seyne havane grande-motte clusaz "
    "plagne défense courneuve garenne-colombes rochette souterraine turbie sables-d'olonne andelys ulis lilas "
    "mureaux herbiers rousses baux eyzies arcs menuires deux-alpes pavillons-sous-bois monde figaro louvre"
)
_FAMILIES_WITH_ARTICLE = word_set(
    "pen corbusier goff clézio drian brun nôtre bon maire roux gall guen bihan fontaine bruyère boétie fayette "
    "rochefoucauld forge tour roy bras floch luron"
)
_PERSONS = word_set("je j' tu il elle ils elles on nous vous me te se moi toi lui eux soi le la les leur y en")
_NEGATIVE = word_set("ni personne rien aucun aucune nul nulle")
_SPEAKERS = word_set("moi toi nous vous")
_SIMPLE_PREPOSITIONS = PREPOSITIONS - {"de", "d'", "du", "des", "voici", "voilà"}
_OWNED_ONES = word_set("celui celle ceux celles")
_OF = word_set("de d' du des")
_QUOTES = frozenset('"«“')
_LOWERED = DETERMINERS | _SIMPLE_PREPOSITIONS | NUMERALS | {"de", "d'"}


@lru_cache(maxsize=4096)
def candidate_of(phrase: str, text: str) -> Candidate | NoReading:
    """The candidate as it would stand inside the text; refused when it is empty or a pronoun of its own."""
    clean = _trimmed(phrase)
    words = words_of(clean)
    if not any(word.is_word for word in words):
        return _unfit("The candidate has no word in it.")
    if len(words) == 1 and words[0].low in _PERSONS:
        return _unfit(f"The candidate is itself a pronoun ({clean}).")
    if words[0].low in _NEGATIVE or any(word.low in _SPEAKERS for word in words):
        return _unfit(f"The candidate {clean!r} is negative or names a speaker: the verb would need ne or a person.")
    written, fuses = _inside(clean, words, text)
    return _described(written, words_of(written), fuses)


def _unfit(detail: str) -> NoReading:
    return NoReading(reason=NoReadingReason.UNFIT_CANDIDATE, detail=detail)


def _trimmed(phrase: str) -> str:
    clean = " ".join(phrase.split())
    words = words_of(clean)
    if len(words) > 1 and words[-1].text in (".", ",", ";"):
        return clean[:-1].rstrip()
    return clean


def _inside(clean: str, words: tuple[Word, ...], text: str) -> tuple[str, bool]:
    """The phrase with the capital that it keeps inside a sentence, and whether its article fuses."""
    first = words[0]
    named = len(words) > 1 and first.low in ("le", "la", "les", "l'") and words[1].text[0].isupper()
    rest = words[1].low if named else ""
    family = named and first.text[0].isupper() and rest in _FAMILIES_WITH_ARTICLE
    if first.low not in _LOWERED or not first.text[0].isupper():
        return clean, True
    if named and not _lower_in_text(clean, text) and (family or _keeps_article(clean, rest, text)):
        return clean, not family and f"de {clean}" not in text
    return clean[0].lower() + clean[1:], True


def _lower_in_text(clean: str, text: str) -> bool:
    return clean[0].lower() + clean[1:] in text


def _keeps_article(clean: str, rest: str, text: str) -> bool:
    """True for a name with an article: known as one, or so written in the middle of a sentence of the text."""
    return rest in _PLACES_WITH_ARTICLE or re.search(r"[a-zà-ÿ,] " + re.escape(clean), text) is not None


def _described(written: str, words: tuple[Word, ...], fuses: bool) -> Candidate:
    first = words[0]
    preposition = _preposition_of(words)
    # A quotation is spoken of as one thing, whatever it says.
    features = Concord() if first.text in _QUOTES else concord(written)
    return Candidate(
        text=written,
        gender=features.gender,
        number=features.number or Number.SINGULAR,
        fuses=fuses,
        preposition=preposition,
        partitive=first.low in ("de", "d'", "du", "des"),
        bare=_is_bare(words),
        is_name=first.text[0].isupper(),
        size=sum(word.is_word for word in words),
    )


def _preposition_of(words: tuple[Word, ...]) -> str | None:
    if len(words) < 2 or words[0].low not in _SIMPLE_PREPOSITIONS:
        return None
    return words[0].low


def _is_bare(words: tuple[Word, ...]) -> bool:
    first = words[0]
    if first.text[0].isupper() or not first.text[0].isalpha() or first.low in _LOWERED:
        return False
    return shape(first.low).noun > 0 and first.low not in ("personne", "rien", "tout", "quelqu'un", "chacun", "chacune")


def determined(candidate: Candidate, hint: Gender | None = None) -> Candidate | NoReading:
    """The candidate with a definite article where it is a bare common noun (`scie` → `la scie`).

    The hint is the gender that the anaphor asks for; it decides where the noun may have either.
    """
    if not candidate.bare:
        return candidate
    if candidate.number is Number.PLURAL:
        return _with_article(candidate, "les ")
    if elides(candidate.text):
        return _with_article(candidate, "l" + apostrophe_of(candidate.text))
    gender = candidate.gender or hint
    if gender is None:
        return _unfit(f"The candidate {candidate.text!r} has no article, and its gender is not known.")
    return _with_article(candidate, "le " if gender is Gender.MASCULINE else "la ")


def _with_article(candidate: Candidate, article: str) -> Candidate:
    return replace(
        candidate,
        text=article + candidate.text,
        bare=False,
        size=candidate.size + 1,
        rules=(*candidate.rules, "article_added"),
    )


_ARTICLE = re.compile(r"(?:les?|la)\s+|l['’]", re.IGNORECASE)


def without_article(text: str) -> str | None:
    """A phrase without its definite article (`les noix` → `noix`); None when it has another determiner or is a name."""
    found = _ARTICLE.match(text)
    if found is None:
        return None
    rest = text[found.end() :]
    return None if not rest or rest[0].isupper() else rest


def owner_of(candidate: Candidate, owned: str | None) -> Candidate | NoReading:
    """The one who owns, without the de that the candidate carries: `du garçon` → `le garçon`, `celle d'Anne` → `Anne`.

    `owned` is the pronoun for what is owned (`celle` for a key), None when it is not known; a candidate with another
    one (`celui d'Anne`) speaks of something else and is refused.
    """
    words = words_of(candidate.text)
    pronoun = words[0].low if words[0].low in _OWNED_ONES and len(words) > 2 and words[1].low in _OF else None
    if pronoun is None:
        return _without_de(candidate, words) if len(words) > 1 and words[0].low in _OF - {"des"} else candidate
    if pronoun != owned:
        return _unfit(f"The candidate {candidate.text!r} speaks of something else than what is owned here.")
    return _without_de(candidate, words[1:])


def _without_de(candidate: Candidate, words: tuple[Word, ...]) -> Candidate:
    article = {"du": "le ", "des": "les "}.get(words[0].low, "")
    text = article + candidate.text[words[1].start :]
    features = concord(text)
    return replace(
        candidate,
        text=text,
        gender=features.gender,
        number=features.number or Number.SINGULAR,
        partitive=False,
        is_name=text[0].isupper(),
    )
