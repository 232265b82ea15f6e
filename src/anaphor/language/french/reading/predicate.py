"""The adjectives, participles and other words of a clause that agree with its subject or its object."""

from typing import NamedTuple

from anaphor.language.french.reading.draft import Edit
from anaphor.language.french.reading.forms import agreed, shows
from anaphor.language.french.reading.participle import MIDDLE, adverbial_end, base_of
from anaphor.language.french.reading.phrase import is_epicene, noun_phrase
from anaphor.language.french.reading.verb import COPULAS, VerbGroup, is_infinitive, verb_group
from anaphor.language.french.reading.words import (
    CLITICS,
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    Word,
    at,
    shape,
    word_set,
)
from anaphor.language.protocol import Gender, Number

Words = tuple[Word, ...]


class Change(NamedTuple):
    """What a subject or object was, and what it becomes."""

    gender: Gender | None
    """Gender of what stood there; None: not known."""
    number: Number | None
    """Its number."""
    new_gender: Gender | None
    """Gender of what takes its place; None: as before."""
    new_number: Number | None
    """Its number; None: as before."""

    @property
    def is_none(self) -> bool:
        """True when nothing changes."""
        return self.new_gender is None and self.new_number is None


DEGREES = word_set("très trop plus moins si aussi assez bien tout toute tellement peu presque ni à demi mi")
_ADVERBIAL = word_set(
    "fort direct cher haut bas dur clair faux droit bon mauvais net court juste gros large ferme double froid chaud "
    "beau sec pareil lourd creux profond fin vite jeune vieux frais léger grand menu possible"
)
"""Adjectives that stay as they are behind a verb that is no copula (`parler fort`, `sentir bon`)."""
_OF_OBJECT = word_set("rendre laisser trouver juger croire garder tenir faire avoir voir sentir vouloir supposer")
"""Verbs whose predicate speaks of the object, unless they are reflexive."""
_BOTH_GENDERS = word_set(
    "médecin professeur ingénieur auteur écrivain maire ministre juge témoin chef soldat victime mannequin "
    "architecte avocat membre otage"
)
_SUPERLATIVES = word_set(
    "plus moins seul seule seuls seules premier première premiers premières dernier dernière derniers dernières "
    "meilleur meilleure meilleurs meilleures pire pires même mêmes"
)
_DATIVE_REFLEXIVES = word_set(
    "parler plaire complaire succéder sourire téléphoner mentir nuire ressembler suffire survivre convenir rire "
    "demander permettre promettre dire écrire jurer imaginer"
)
"""Verbs whose se is a dative: their participle agrees with no subject."""
_TIMES = word_set("jour jours nuit nuits matin soir fois an ans heure heures mois semaine semaines année années")


def predicates_of(words: Words, group: VerbGroup, change: Change) -> tuple[int, ...] | None:
    """Indices of the words that agree with the subject of a verb group; None when a predicate cannot be followed."""
    found: tuple[int, ...] = ()
    auxiliary = shape(words[group.host].low).lemmas
    passive = any(words[k].low == "été" for k in range(group.host, group.main))
    if group.participle is not None and ("être" in auxiliary or passive) and _follows_subject(words, group, change):
        found = _adjectives(words, group.participle)
    copula = group.is_copula(words) or words[group.main].low == "été"
    copula = copula or (group.participle is not None and bool(group.lemmas(words) & COPULAS))
    if at(words, group.end) == "l'" and at(words, group.end + 1) == "air":
        return (*found, *_adjectives(words, group.end + 2))
    behind = _copula_predicate(words, group, change) if copula else _behind_verb(words, group, change)
    if behind is None:
        return None
    last = max((*found, *behind), default=group.end - 1)
    inner = _after_infinitive(words, last + 1, change)
    return None if inner is None else (*found, *behind, *inner)


def _follows_subject(words: Words, group: VerbGroup, change: Change) -> bool:
    """False for the participle of a reflexive verb whose se is a dative: `se sont parlé`, `s'est acheté une moto`."""
    if not is_reflexive(words, group.host) or group.participle is None:
        return True
    if group.infinitive is not None and group.lemmas(words) & {"laisser", "faire"}:
        return False
    if group.lemmas(words) & _DATIVE_REFLEXIVES or _object_follows(words, group.end):
        return False
    return shows(words[group.participle].text, change.gender, change.number)


def is_reflexive(words: Words, host: int) -> bool:
    """True when se stands before the verb."""
    index = host - 1
    while at(words, index) in CLITICS:
        if at(words, index) in ("se", "s'"):
            return True
        index -= 1
    return False


def _object_follows(words: Words, index: int) -> bool:
    while adverbial_end(words, index) > index and words[index].is_word:
        index = adverbial_end(words, index)
    if at(words, index) == "compte":
        return True
    partitive = at(words, index) in ("de", "du", "des", "d'")
    phrase = None if partitive and at(words, index) != "des" else noun_phrase(words, index)
    return phrase is not None and words[phrase.head].low not in _TIMES and at(words, index) not in ("au", "aux")


def _copula_predicate(words: Words, group: VerbGroup, change: Change) -> tuple[int, ...] | None:
    found = _adjectives(words, group.end)
    if found and not _is_before_noun(words, found[-1]):
        return found
    if found:
        return () if at(words, found[-1] + 1) in ("marché", "enfant") else None
    index = behind_degrees(words, group.end)
    if is_infinitive(words, index):
        return ()
    return () if _noun_predicate_stays(words, index, change) else None


def _is_before_noun(words: Words, index: int) -> bool:
    """True for `est grand amateur de jazz`: the adjective and its noun cannot be followed."""
    form = shape(at(words, index + 1))
    closed = at(words, index + 1) in PREPOSITIONS | DETERMINERS or index + 1 >= len(words)
    return not closed and form.noun > max(form.adjective, form.adverb, form.verb) and words[index + 1].is_word


def _noun_predicate_stays(words: Words, index: int, change: Change) -> bool:
    """True when what follows the copula need not change: no noun, or one that fits as it is."""
    low = at(words, index)
    if low in DETERMINERS - {"au", "aux", "du", "tout", "tous", "toute", "toutes"}:
        superlative = at(words, index + 1) in _SUPERLATIVES
        return change.new_number is None and not superlative and at(words, index + 1) not in ("un", "une")
    if low in ("celui", "celle", "ceux", "celles", "un", "une", "l'un", "l'une"):
        return False
    if index >= len(words) or not words[index].is_word or low in PREPOSITIONS or words[index].text[0].isupper():
        return True
    form = shape(low)
    if form.noun == 0 or form.adverb >= form.noun or low in NUMERALS:
        return True
    return change.new_number is None and (low in _BOTH_GENDERS or is_epicene(low))


def _behind_verb(words: Words, group: VerbGroup, change: Change) -> tuple[int, ...] | None:
    """The adjectives right behind a verb that is no copula: `rentra fatigué`, `vit seul`, `se croit beau`."""
    reflexive = is_reflexive(words, group.host)
    if not reflexive and group.lemmas(words) <= _OF_OBJECT:
        return ()
    index = behind_degrees(words, group.end)
    word = words[index] if index < len(words) else None
    if word is None or not is_plain_adjective(words, index) or not _shows(word, change):
        return ()
    if word.low in _ADVERBIAL and not reflexive:
        return ()
    return None if _is_before_noun(words, index) else _adjectives(words, group.end)


def is_plain_adjective(words: Words, index: int) -> bool:
    """True for a form that is an adjective or participle rather than a noun, an adverb or a finite verb."""
    low = at(words, index)
    form = shape(low)
    if not low or low == "été" or low in DETERMINERS | PREPOSITIONS | CLITICS or not words[index].is_word:
        return False
    if base_of(low) is not None and not form.finite and form.noun <= form.adjective + form.verb:
        return True
    return form.adjective > max(form.noun, form.adverb) and form.adjective * 3 > form.verb


def _shows(word: Word, change: Change) -> bool:
    return shows(word.text, change.gender, change.number)


def _after_infinitive(words: Words, index: int, change: Change) -> tuple[int, ...] | None:
    """Predicates of `devraient être guéries`, `ont fini par devenir méchants`, `semble avoir été trompé`."""
    while at(words, index) in MIDDLE or at(words, index) in ("par", "à", "de", "d'", "se", "s'", "pour", "sans"):
        index += 1
    if not is_infinitive(words, index):
        return ()
    return predicates_of(words, verb_group(words, index), change)


def _adjectives(words: Words, index: int) -> tuple[int, ...]:
    """Indices of the adjectives of a predicate: `très fatigués, mais heureux`, `ni grand ni petit`."""
    found: list[int] = []
    index = behind_degrees(words, index)
    while _is_adjective(words, index):
        found.append(index)
        index += 1
        if at(words, index) == "," and at(words, index + 1) in ("et", "mais", "ou", "puis"):
            index += 1
        if at(words, index) not in ("et", "mais", "ou", ",", "ni", "puis"):
            break
        apart = at(words, index) == ","
        index = behind_degrees(words, index + 1)
        if apart and not is_plain_adjective(words, index):
            break
    return tuple(found)


def behind_degrees(words: Words, index: int) -> int:
    """Index behind the degrees and adverbs before an adjective."""
    while at(words, index) in DEGREES or _is_fort(words, index) or _is_adverbial(words, index):
        index = max(index + 1, adverbial_end(words, index))
    return index


def _is_adverbial(words: Words, index: int) -> bool:
    return index < len(words) and words[index].is_word and adverbial_end(words, index) > index


def _is_fort(words: Words, index: int) -> bool:
    """True for `fort` before an adjective, where it means très."""
    return at(words, index) == "fort" and is_plain_adjective(words, index + 1)


def _is_adjective(words: Words, index: int) -> bool:
    low = at(words, index)
    form = shape(low)
    taken = low in DETERMINERS or low in PREPOSITIONS or low in CLITICS
    adverb = form.adverb > form.adjective + form.verb and low != "fort"
    return not taken and (form.adjective > 0 or base_of(low) is not None) and not adverb and bool(low)


def inflected_edit(words: Words, index: int, change: Change) -> Edit | None:
    """The edit that makes an adjective follow a change; None when the form is not known."""
    word = words[index]
    new = agreed(word.text, change.new_gender or change.gender, change.new_number or change.number)
    return None if new is None else Edit(word.start, word.end, new)
