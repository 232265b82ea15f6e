"""The words of a clause that agree with its subject: adjectives and participles at its verb, and those away from it."""

from collections.abc import Iterator
from typing import NamedTuple

from anaphor.language.french.clause.forms import MIDDLE, adverbial_end, agreed, base_of, is_adverb, shows
from anaphor.language.french.clause.phrase import agrees, is_epicene, is_noun, is_verb_here, noun_phrase
from anaphor.language.french.clause.verb import COPULAS, VerbGroup, is_infinitive, verb_group
from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    SUBJECT_CLITICS,
    FrenchWord,
    at,
    ends_clause,
    sentence_start,
    shape,
)
from anaphor.language.french.reading.draft import FrenchPlace, TextEdit
from anaphor.language.protocol import Gender, Number
from anaphor.language.word_tables import word_set

Words = tuple[FrenchWord, ...]


class AgreementChange(NamedTuple):
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
_SELVES = {
    "lui-même": (Gender.MASCULINE, Number.SINGULAR),
    "elle-même": (Gender.FEMININE, Number.SINGULAR),
    "eux-mêmes": (Gender.MASCULINE, Number.PLURAL),
    "elles-mêmes": (Gender.FEMININE, Number.PLURAL),
}
_BY_FEATURES = {features: form for form, features in _SELVES.items()}
_SEVERAL = word_set("ensemble mutuellement réciproquement tous toutes chacun chacune l'un l'une")
SUBORDINATORS = word_set(
    "que qu' qui dont où quand lorsque lorsqu' car si parce puisque puisqu' comme quoique quoiqu' tandis"
)
"""Words that open a clause with a subject of its own."""
_SETTING = word_set(
    "bien quoique une fois aussitôt sitôt à peine toujours encore déjà que même tout trop très si et mais"
)
_ALONE = word_set("seul seule seuls seules")
_STRONG = word_set("lui elle eux elles")
_BECOMING = word_set("resté restée restés restées devenu devenue devenus devenues")
"""Participles that have a predicate of their own: `Devenu vieux, il …`."""


def predicates_of(words: Words, group: VerbGroup, change: AgreementChange) -> tuple[int, ...] | None:
    """Indices of the words that agree with the subject of a verb group; None when a predicate cannot be followed."""
    found: tuple[int, ...] = ()
    passive = any(words[k].low == "été" for k in range(group.host, group.main))
    with_etre = passive or "être" in shape(words[group.host].low).lemmas
    if group.participle is not None and with_etre and _follows_subject(words, group, change):
        found = _adjectives(words, group.participle)
    copula = group.is_copula(words) or words[group.main].low == "été"
    copula = copula or (group.participle is not None and bool(group.lemmas(words) & COPULAS))
    if at(words, group.end) == "l'" and at(words, group.end + 1) == "air":
        return (*found, *_adjectives(words, group.end + 2))
    behind = _copula_predicate(words, group, change) if copula else _behind_verb(words, group, change)
    if behind is None:
        return None
    # `devraient être guéries`, `ont fini par devenir méchants`, `semble avoir été trompé`
    index = max((*found, *behind), default=group.end - 1) + 1
    while at(words, index) in MIDDLE or at(words, index) in ("par", "à", "de", "d'", "se", "s'", "pour", "sans"):
        index += 1
    inner = predicates_of(words, verb_group(words, index), change) if is_infinitive(words, index) else ()
    return None if inner is None else (*found, *behind, *inner)


def _follows_subject(words: Words, group: VerbGroup, change: AgreementChange) -> bool:
    """False for the participle of a reflexive verb whose se is a dative: `se sont parlé`, `s'est acheté une moto`."""
    lemmas = group.lemmas(words)
    if not is_reflexive(words, group.host) or group.participle is None:
        return True
    if (group.infinitive is not None and lemmas & {"laisser", "faire"}) or lemmas & _DATIVE_REFLEXIVES:
        return False
    # An object follows: `s'est acheté hier une moto`, but not `s'est levé la nuit`.
    index = group.end
    while adverbial_end(words, index) > index and words[index].is_word:
        index = adverbial_end(words, index)
    low = at(words, index)
    phrase = None if low in ("de", "du", "d'") else noun_phrase(words, index)
    has_object = phrase is not None and words[phrase.head].low not in _TIMES and low not in ("au", "aux")
    return low != "compte" and not has_object and shows(words[group.participle].text, change.gender, change.number)


def is_reflexive(words: Words, host: int) -> bool:
    """True when se stands before the verb."""
    index = host - 1
    while at(words, index) in CLITICS:
        if at(words, index) in ("se", "s'"):
            return True
        index -= 1
    return False


def _copula_predicate(words: Words, group: VerbGroup, change: AgreementChange) -> tuple[int, ...] | None:
    found = _adjectives(words, group.end)
    if found and not _is_before_noun(words, found[-1]):
        return found
    if found:
        return () if at(words, found[-1] + 1) in ("marché", "enfant") else None
    index = behind_degrees(words, group.end)
    return () if is_infinitive(words, index) or _noun_predicate_stays(words, index, change) else None


def _is_before_noun(words: Words, index: int) -> bool:
    """True for `est grand amateur de jazz`: the adjective and its noun cannot be followed."""
    form = shape(at(words, index + 1))
    closed = at(words, index + 1) in PREPOSITIONS | DETERMINERS or index + 1 >= len(words)
    return not closed and form.noun > max(form.adjective, form.adverb, form.verb) and words[index + 1].is_word


def _noun_predicate_stays(words: Words, index: int, change: AgreementChange) -> bool:
    """True when what follows the copula need not change: no noun, or one that fits as it is."""
    low = at(words, index)
    if low in DETERMINERS - {"au", "aux", "du", "tout", "tous", "toute", "toutes"}:
        return change.new_number is None and at(words, index + 1) not in _SUPERLATIVES | {"un", "une"}
    if low in ("celui", "celle", "ceux", "celles", "un", "une", "l'un", "l'une"):
        return False
    if index >= len(words) or not words[index].is_word or low in PREPOSITIONS or words[index].text[0].isupper():
        return True
    form = shape(low)
    if form.noun == 0 or form.adverb >= form.noun or low in NUMERALS:
        return True
    return change.new_number is None and (low in _BOTH_GENDERS or is_epicene(low))


def _behind_verb(words: Words, group: VerbGroup, change: AgreementChange) -> tuple[int, ...] | None:
    """The adjectives right behind a verb that is no copula: `rentra fatigué`, `vit seul`, `se croit beau`."""
    reflexive = is_reflexive(words, group.host)
    if not reflexive and group.lemmas(words) <= _OF_OBJECT:
        return ()
    index = behind_degrees(words, group.end)
    if not is_plain_adjective(words, index) or not shows(words[index].text, change.gender, change.number):
        return ()
    if words[index].low in _ADVERBIAL and not reflexive:
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


def _adjectives(words: Words, index: int) -> tuple[int, ...]:
    """Indices of the adjectives of a predicate: `très fatigués, mais heureux`, `ni grand ni petit`."""
    found: list[int] = []
    index = behind_degrees(words, index)
    while _is_adjective(at(words, index)):
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


def _is_adjective(low: str) -> bool:
    form = shape(low)
    adverb = form.adverb > form.adjective + form.verb and low != "fort"
    if not low or adverb or low in DETERMINERS | PREPOSITIONS | CLITICS:
        return False
    return form.adjective > 0 or base_of(low) is not None


def behind_degrees(words: Words, index: int) -> int:
    """Index behind the degrees and adverbs before an adjective; `fort` before one means très."""
    while True:
        low = at(words, index)
        end = adverbial_end(words, index) if low and words[index].is_word else index
        if low not in DEGREES and end == index and not (low == "fort" and is_plain_adjective(words, index + 1)):
            return index
        index = max(index + 1, end)


def inflected_edit(words: Words, index: int, change: AgreementChange) -> TextEdit | None:
    """The edit that makes an adjective follow a change; None when the form is not known."""
    word = words[index]
    new = agreed(word.text, change.new_gender or change.gender, change.new_number or change.number)
    return None if new is None else TextEdit(word.start, word.end, new)


def clause_of(words: Words, verb: int) -> range:
    """Indices behind a verb up to the end of its clause."""
    end = verb + 1
    while not ends_clause(words, end) and words[end].low not in SUBORDINATORS:
        end += 1
    return range(verb + 1, end)


def speaks_of_several(words: Words, verb: int) -> bool:
    """True when a word of the clause can only be said of several: `vivent ensemble`, `ont tous ri`."""
    for k in clause_of(words, verb):
        low, following = at(words, k), at(words, k + 1)
        if (low == "l'" and following in ("un", "une")) or (low == "entre" and following in ("eux", "elles")):
            return True
        if low in _SEVERAL and _stands_free(words, k):
            return True
    return False


def _stands_free(words: Words, index: int) -> bool:
    """True for tous by itself: not behind a preposition, nor before its noun phrase (`tous les jours`)."""
    quantifies = at(words, index) in ("tous", "toutes") and at(words, index + 1) in DETERMINERS
    determines = quantifies and at(words, index + 2) not in ("deux", "trois")
    return at(words, index - 1) not in PREPOSITIONS and not determines


def companion_edits(
    place: FrenchPlace, verb: int, change: AgreementChange, done: frozenset[int]
) -> list[TextEdit] | None:
    """The edits of what agrees with the subject away from its verb; None when that cannot be known."""
    behind = _behind(place.words, verb, change, done)
    if behind is None:
        return None
    detached = dict.fromkeys((*_before(place, change), *behind))
    edits = [inflected_edit(place.words, index, change) for index in detached]
    known = [edit for edit in edits if edit is not None]
    if len(known) < len(edits):
        return None
    return [*_selves_and_quantifiers(place.words, verb, change), *known]


def _selves_and_quantifiers(words: Words, verb: int, change: AgreementChange) -> Iterator[TextEdit]:
    """`lui-même` in the new gender and number; `sont toutes parties` → `sont tous partis`."""
    gender, number = change.new_gender or change.gender, change.new_number or change.number
    own = _BY_FEATURES[gender or Gender.MASCULINE, number or Number.SINGULAR]
    for k in clause_of(words, verb):
        word = words[k]
        if _SELVES.get(word.low) == (change.gender, change.number) and at(words, k - 1) not in PREPOSITIONS:
            yield TextEdit(word.start, word.end, own)
        if change.new_gender is not None and word.low in ("tous", "toutes") and _stands_free(words, k):
            yield TextEdit(word.start, word.end, "toutes" if change.new_gender is Gender.FEMININE else "tous")


def _before(place: FrenchPlace, change: AgreementChange) -> Iterator[int]:
    """Indices of detached predicates before the subject: `Épuisé, il …`, `Étant malade, il …`."""
    words = place.words
    if place.before() != ",":
        return
    start = sentence_start(words, place.first)
    for opener in (start, *(k + 1 for k in range(start, place.first - 1) if words[k].text == ",")):
        index = opener
        while (at(words, index) in _SETTING or adverbial_end(words, index) > index) and words[index].is_word:
            index += 1
        following = index + 1
        if at(words, index) in ("étant", "ayant"):
            yield from predicates_of(words, verb_group(words, index), change) or ()
        elif is_plain_adjective(words, index) and shows(words[index].text, change.gender, change.number):
            yield index
            if at(words, index) in _BECOMING and is_plain_adjective(words, following):
                yield following
            if at(words, following) == "et" and is_plain_adjective(words, following + 1):
                yield following + 1


def _behind(words: Words, verb: int, change: AgreementChange, done: frozenset[int]) -> tuple[int, ...] | None:
    """Indices of predicates behind the verb and its complements; None when one may belong to a noun as well."""
    found: list[int] = []
    for k in clause_of(words, verb):
        if k in done or not is_plain_adjective(words, k) or at(words, k - 1) in DETERMINERS:
            continue
        following = shape(at(words, k + 1))
        before_noun = following.noun > max(following.adjective, following.verb)
        if before_noun and at(words, k + 1) not in PREPOSITIONS | DETERMINERS:
            continue
        if not shows(words[k].text, change.gender, change.number):
            continue
        owner = _said_of(words, k, verb)
        if owner == "unknown":
            return None
        if owner == "subject" or (owner == "joined" and k - 2 in {*found, *done}):
            found.append(k)
    return tuple(found)


def _said_of(words: Words, index: int, verb: int) -> str:
    """What an adjective speaks of, by what stands before it: the subject, a noun, not known."""
    before = index - 1
    while before > verb and (words[before].low in DEGREES - {"ni"} or is_adverb(words[before].low)):
        before -= 1
    low = at(words, before)
    if before <= verb or is_verb_here(words, before) or shape(low).infinitive:
        return "noun"
    if low in ("et", "ou", "ni"):
        return "joined"
    if low == ",":
        nouns = [k for k in range(verb + 1, before) if is_noun(words[k]) and shape(words[k].low).noun > 0]
        return "unknown" if any(agrees(words[k].low, words[index].low) for k in nouns) else "subject"
    alone = words[index].low in _ALONE and (is_noun(words[before]) or low in _STRONG)
    behind_strong = low in _STRONG and at(words, before - 1) in PREPOSITIONS
    apart = shape(low).noun > 0 and low not in SUBJECT_CLITICS and not agrees(low, words[index].low)
    return "subject" if alone or behind_strong or apart else "noun"
