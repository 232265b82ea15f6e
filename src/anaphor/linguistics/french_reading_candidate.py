"""A candidate made ready for a sentence: its capital, its article, its preposition, its gender and number."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from anaphor.linguistics.french_junctures import apostrophe_of, elides
from anaphor.linguistics.french_reading_phrase import gender_of, is_noun, noun_phrase, number_of
from anaphor.linguistics.french_reading_words import (
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    Word,
    is_abbreviation,
    shape,
    words_of,
)
from anaphor.linguistics.language import Gender, NoReading, NoReadingReason, Number


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


_PLACES_WITH_ARTICLE = frozenset(
    "havre mans caire cap creusot touquet tréport lavandou puy bourget raincy vésinet chesnay perreux plessis kremlin "
    "lamentin tampon conquet croisic pouliguen blanc neubourg teil cannet pontet port rochelle baule ciotat ferté flèche "
    "haye mecque nouvelle-orléans paz plata réole roche-sur-yon seyne havane grande-motte clusaz plagne défense courneuve "
    "garenne-colombes rochette souterraine turbie sables-d'olonne andelys ulis lilas mureaux herbiers rousses baux eyzies "
    "arcs menuires deux-alpes pavillons-sous-bois monde figaro louvre".split()
)
_FAMILIES_WITH_ARTICLE = frozenset(
    "pen corbusier goff clézio drian brun nôtre bon maire roux gall guen bihan fontaine bruyère boétie fayette "
    "rochefoucauld forge tour roy bras floch luron".split()
)
_SINGULAR = frozenset(
    "le la l' un une ce cet cette mon ma ton ta son sa notre votre leur du au chaque aucun aucune tout toute".split()
)
_GENDERS = {
    **dict.fromkeys(("le", "un", "ce", "cet", "du", "au", "aucun", "certains"), Gender.MASCULINE),
    **dict.fromkeys(("la", "une", "cette", "ma", "ta", "sa", "aucune", "certaines"), Gender.FEMININE),
}
_PERSONS = frozenset("je j' tu il elle ils elles on nous vous me te se moi toi lui eux soi le la les leur y en".split())
_SIMPLE_PREPOSITIONS = PREPOSITIONS - {"de", "d'", "du", "des", "voici", "voilà"}
_LOWERED = DETERMINERS | _SIMPLE_PREPOSITIONS | NUMERALS | {"de", "d'"}
_COORDINATION = re.compile(r"\s(?:et|ou)\s+", re.IGNORECASE)


@lru_cache(maxsize=4096)
def candidate_of(phrase: str, text: str) -> Candidate | NoReading:
    """The candidate as it would stand inside the text; refused when it is empty or a pronoun of its own."""
    clean = _trimmed(phrase)
    words = words_of(clean)
    if not any(word.is_word for word in words):
        return _unfit("The candidate has no word in it.")
    if len(words) == 1 and words[0].low in _PERSONS:
        return _unfit(f"The candidate is itself a pronoun ({clean}).")
    written, fuses = _inside(clean, words, text)
    return _described(written, words_of(written), fuses)


def _unfit(detail: str) -> NoReading:
    return NoReading(reason=NoReadingReason.UNFIT_CANDIDATE, detail=detail)


def _trimmed(phrase: str) -> str:
    clean = " ".join(phrase.split())
    words = words_of(clean)
    if clean.endswith((".", ",", ";")) and len(words) > 1 and not is_abbreviation(words[-2]):
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
    start = len(preposition.split()) if preposition and first.low not in ("au", "aux") else 0
    gender, number = _concord(written, words, start)
    return Candidate(
        text=written,
        gender=gender,
        number=number,
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


def _concord(written: str, words: tuple[Word, ...], start: int) -> tuple[Gender | None, Number]:
    parts = _conjuncts(written)
    if len(parts) > 1:
        genders = {_concord_of_one(words_of(part), 0)[0] for part in parts}
        return (genders.pop() if len(genders) == 1 else _mixed(genders)), Number.PLURAL
    return _concord_of_one(words, start)


def _mixed(genders: set[Gender | None]) -> Gender | None:
    return Gender.MASCULINE if Gender.MASCULINE in genders else None


def _conjuncts(written: str) -> list[str]:
    """The coordinated noun phrases of a candidate; `le fils de Paul et Marie` is one."""
    parts = _COORDINATION.split(written)
    if len(parts) < 2 or not all(parts):
        return [written]
    second = words_of(parts[1])
    starts = bool(second) and (second[0].low in DETERMINERS or second[0].text[0].isupper())
    inner = re.search(r"\b(?:de |d['’])[A-ZÀ-Ý]\S*$", parts[0]) is not None and second[0].low not in DETERMINERS
    return parts if starts and not inner else [written]


def _concord_of_one(words: tuple[Word, ...], start: int) -> tuple[Gender | None, Number]:
    first = words[start] if start < len(words) else words[0]
    low = first.low
    plural = low in DETERMINERS and low not in _SINGULAR or low in NUMERALS or low in ("aux", "des")
    phrase = noun_phrase(words, start, determined=low in DETERMINERS or low in NUMERALS)
    head = words[phrase.head].low if phrase else low
    named = phrase is not None and words[phrase.head].text[0].isupper()
    gender = _GENDERS.get(low) or (None if named else gender_of(head))
    if low not in DETERMINERS and low not in NUMERALS:
        plural = not first.text[0].isupper() and number_of(head) is Number.PLURAL
    return gender, Number.PLURAL if plural else Number.SINGULAR


def determined(candidate: Candidate) -> Candidate | NoReading:
    """The candidate with a definite article where it is a bare common noun (`scie` → `la scie`)."""
    if not candidate.bare:
        return candidate
    if candidate.number is Number.PLURAL:
        return _with_article(candidate, "les ")
    if elides(candidate.text):
        return _with_article(candidate, "l" + apostrophe_of(candidate.text))
    if candidate.gender is None:
        return _unfit(f"The candidate {candidate.text!r} has no article, and its gender is not known.")
    return _with_article(candidate, "le " if candidate.gender is Gender.MASCULINE else "la ")


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


def can_take_noun(candidate: Candidate) -> bool:
    """True when the candidate is headed by a common noun."""
    words = words_of(candidate.text)
    return bool(words) and any(is_noun(word) for word in words) and not candidate.is_name
