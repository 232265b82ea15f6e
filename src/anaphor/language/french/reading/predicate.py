"""The words of a clause that agree with its subject: adjectives and participles at its verb, and those away from it."""

from collections.abc import Iterator
from typing import NamedTuple

from anaphor.language.french.reading.draft import Edit, Place
from anaphor.language.french.reading.forms import MIDDLE, adverbial_end, agreed, base_of, is_adverb, shows
from anaphor.language.french.reading.phrase import agrees, is_epicene, is_noun, is_verb_here, noun_phrase
from anaphor.language.french.reading.verb import COPULAS, VerbGroup, is_infinitive, verb_group
from anaphor.language.french.reading.words import (
    CLITICS,
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    SUBJECT_CLITICS,
    Word,
    at,
    ends_clause,
    sentence_start,
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


def clause_of(words: Words, verb: int) -> range:
    """Indices behind a verb up to the end of its clause."""
    end = verb + 1
    while not ends_clause(words, end) and words[end].low not in SUBORDINATORS:
        end += 1
    return range(verb + 1, end)


def speaks_of_several(words: Words, verb: int) -> bool:
    """True when a word of the clause can only be said of several: `vivent ensemble`, `ont tous ri`."""
    clause = clause_of(words, verb)
    each = any(at(words, k) == "l'" and at(words, k + 1) in ("un", "une") for k in clause)
    among = any(at(words, k) == "entre" and at(words, k + 1) in ("eux", "elles") for k in clause)
    return each or among or any(_is_of_several(words, k) for k in clause)


def _is_of_several(words: Words, index: int) -> bool:
    behind = at(words, index - 1) in PREPOSITIONS
    return words[index].low in _SEVERAL and not behind and not _is_determiner(words, index)


def _is_determiner(words: Words, index: int) -> bool:
    """True for tous before its noun phrase: `tous les jours`."""
    return (
        words[index].low in ("tous", "toutes")
        and at(words, index + 1) in DETERMINERS
        and (at(words, index + 2) not in ("deux", "trois"))
    )


def companion_edits(place: Place, verb: int, change: Change, done: frozenset[int]) -> list[Edit] | None:
    """The edits of what agrees with the subject away from its verb; None when that cannot be known."""
    edits = [*_selves(place.words, verb, change), *_quantifiers(place.words, verb, change)]
    wanted: list[int] = list(_before(place, change))
    behind = _behind(place.words, verb, change, done)
    if behind is None:
        return None
    for index in dict.fromkeys((*wanted, *behind)):
        edit = inflected_edit(place.words, index, change)
        if edit is None:
            return None
        edits.append(edit)
    return edits


def _selves(words: Words, verb: int, change: Change) -> Iterator[Edit]:
    """`lui-même` in the new gender and number."""
    new = (change.new_gender or change.gender, change.new_number or change.number)
    for k in clause_of(words, verb):
        if _SELVES.get(words[k].low) == (change.gender, change.number) and at(words, k - 1) not in PREPOSITIONS:
            form = _BY_FEATURES.get((new[0] or Gender.MASCULINE, new[1] or Number.SINGULAR))
            if form is not None:
                yield Edit(words[k].start, words[k].end, form)


def _quantifiers(words: Words, verb: int, change: Change) -> Iterator[Edit]:
    """`sont toutes parties` → `sont tous partis`."""
    if change.new_gender is None:
        return
    for k in clause_of(words, verb):
        free = at(words, k - 1) not in PREPOSITIONS and not _is_determiner(words, k)
        if words[k].low in ("tous", "toutes") and free:
            yield Edit(words[k].start, words[k].end, "toutes" if change.new_gender is Gender.FEMININE else "tous")


def _before(place: Place, change: Change) -> Iterator[int]:
    """Indices of detached predicates before the subject: `Épuisé, il …`, `Étant malade, il …`."""
    words = place.words
    if place.before() != ",":
        return
    start = sentence_start(words, place.first)
    openers = [start, *(k + 1 for k in range(start, place.first - 1) if words[k].text == ",")]
    for opener in openers:
        yield from _opening_predicates(words, opener, change)


def _opening_predicates(words: Words, index: int, change: Change) -> tuple[int, ...]:
    while (
        index < len(words)
        and words[index].is_word
        and (at(words, index) in _SETTING or adverbial_end(words, index) > index)
    ):
        index += 1
    if at(words, index) in ("étant", "ayant"):
        return predicates_of(words, verb_group(words, index), change) or ()
    if not is_plain_adjective(words, index) or not shows(words[index].text, change.gender, change.number):
        return ()
    found = [index]
    following = index + 1
    if at(words, index) in ("resté", "restée", "restés", "restées", "devenu", "devenue", "devenus", "devenues"):
        found += [following] if is_plain_adjective(words, following) else []
    if at(words, following) == "et" and is_plain_adjective(words, following + 1):
        found.append(following + 1)
    return tuple(found)


def _behind(words: Words, verb: int, change: Change, done: frozenset[int]) -> tuple[int, ...] | None:
    """Indices of predicates behind the verb and its complements; None when one may belong to a noun as well."""
    found: list[int] = []
    for k in clause_of(words, verb):
        if k in done or not _can_be_predicate(words, k, change):
            continue
        owner = _said_of(words, k, verb)
        if owner == "unknown":
            return None
        if owner == "subject" or (owner == "joined" and k - 2 in {*found, *done}):
            found.append(k)
    return tuple(found)


def _can_be_predicate(words: Words, index: int, change: Change) -> bool:
    if not is_plain_adjective(words, index) or at(words, index - 1) in DETERMINERS:
        return False
    following = shape(at(words, index + 1))
    before_noun = following.noun > max(following.adjective, following.verb) and at(words, index + 1) not in (
        PREPOSITIONS | DETERMINERS
    )
    return not before_noun and shows(words[index].text, change.gender, change.number)


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
