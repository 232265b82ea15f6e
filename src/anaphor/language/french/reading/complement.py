"""Readings of datives (lui, leur), and where any complement with a preposition goes."""

from anaphor.language.french.clause.forms import is_adverb
from anaphor.language.french.clause.phrase import NounPhrase, noun_phrase, with_complements
from anaphor.language.french.clause.verb import COPULAS, VerbGroup, complement_start, is_infinitive
from anaphor.language.french.clause.words import CLITICS, DETERMINERS, NUMERALS, PREPOSITIONS, FrenchWord, at, shape
from anaphor.language.french.reading.draft import (
    FrenchPlace,
    ReadingDraft,
    Result,
    TextEdit,
    disagreement,
    drafted,
    no_reading,
)
from anaphor.language.french.reading.object import change_of_object, controlled_predicates, moved, predicate_edits
from anaphor.language.french.reading.predicate import is_plain_adjective
from anaphor.language.protocol import NoReading, Sureness
from anaphor.language.word_tables import word_set

Words = tuple[FrenchWord, ...]

LOCUTIONS = word_set(
    "marre raison tort peur mal envie honte plaisir confiance rendez-vous service tête part plainte pitié horreur "
    "faim soif froid chaud conscience connaissance possession note acte justice hommage visite grâce congé "
    "concurrence défaut obstacle appel allusion face besoin fête foi cher bravo merci bonjour bonsoir adieu oui non "
    "secours conseil pardon asile main-forte parole compagnie"
)
"""Nouns that form one verb with what precedes them (`donner raison`, `faire peur`)."""
_TIMES = word_set(
    "soir matin nuit jour semaine moi année an foi heure minute seconde dimanche lundi mardi mercredi jeudi "
    "vendredi samedi printemp été automne hiver week-end après-midi instant moment lendemain veille soirée matinée "
    "journée siècle"
)
"""Nouns of time without a final s: what they head is no object."""
_GOES_ON = frozenset(("qui", "que", "qu'", "dont", "où", "de", "d'", "du", "des"))
_DEGREES = word_set("trop très plus moins si aussi assez bien peu tout encore")
_PLAIN_ADVERBS = word_set("souvent vite longtemps tard tôt loin fort")
_PREDICATE_TAILS = frozenset(("retour", "nouveau", "aise", "abri"))
_LITTLE_OBJECTS = frozenset(("rien", "tout", "ça", "cela", "ceci"))
_BODY = word_set(
    "esprit tête main mains bras jambe jambes pied pieds épaule épaules cou dos visage oeil yeux nez bouche oreille "
    "oreilles joue joues genou genoux doigt doigts coeur ventre cheveux front dent dents poitrine gorge menton "
    "barbe hanche cheville nerfs"
)
_ONTO = frozenset(("au", "aux", "à", "dans", "sur", "sous", "devant", "contre"))
_REACHING = frozenset(("tendre", "donner", "prêter", "montrer", "offrir", "avoir", "lever"))
_TAIL_PREPOSITIONS = {"après": "après", "dessus": "sur", "autour": "autour de", "dedans": "dans", "devant": "devant"}


def complement_place(words: Words, group: VerbGroup, limit: int) -> int:
    """Index of the word behind which a prepositional complement goes; objects up to the limit stay before it."""
    index = complement_start(words, group)
    index += is_adverb(at(words, index)) and at(words, index + 1) in LOCUTIONS
    if (at(words, index), at(words, index + 1)) in (("au", "revoir"), ("main", "forte")):
        return index + 1
    if _is_of_verb(words, group, index):
        # A bare noun may open a name: `demanda maître Koltz`.
        while index + 1 < len(words) and words[index + 1].is_word and words[index + 1].text[0].isupper():
            index += 1
        return index
    predicate = _behind_predicate(words, group, index)
    if predicate > index:
        return predicate - 1
    start, index = index, _behind_degree(words, index)
    if at(words, index) in ("de", "d'") and index > start:
        # Behind `trop peu de place`; before it when its noun has a clause of its own.
        phrase = noun_phrase(words, index + 1, determined=False)
        return start - 1 if phrase is None or at(words, phrase.end) in _GOES_ON else phrase.end - 1
    phrase = _object_phrase(words, index)
    spent = "passer" in group.lemmas(words)
    if phrase is None or (words[phrase.head].low.rstrip("s") in _TIMES and not spent):
        return index - 1
    end = with_complements(words, phrase)
    # A phrase goes on with a complement, a clause, `vaguement adolescent`.
    low, following = at(words, end), at(words, end + 1)
    degree = low.endswith("ment") or low in ("très", "plus", "moins", "si", "trop", "assez")
    joined = low in ("et", "ou") and following in DETERMINERS
    goes_on = joined or low in _GOES_ON or (degree and shape(following).adjective > 0)
    return end - 1 if end - phrase.start <= max(2, limit) and not goes_on else index - 1


def _is_of_verb(words: Words, group: VerbGroup, index: int) -> bool:
    """True for a word that stays with the verb: `raison`, `rien`, a bare noun, the trois of `en a acheté trois`."""
    low, following = at(words, index), at(words, index + 1)
    counted = at(words, group.host - 1) == "en" and (low in NUMERALS or low in ("un", "une"))
    if low in LOCUTIONS or (counted and noun_phrase(words, index + 1, determined=False) is None):
        return True
    if low in _LITTLE_OBJECTS and following not in CLITICS and not shape(following).finite:
        return True
    # A noun without determiner: `porter malheur`, `rendre compte`
    if not low or not words[index].is_word or words[index].text[0].isupper():
        return False
    form = shape(low)
    closed = low in DETERMINERS or low in PREPOSITIONS or low in NUMERALS or low in CLITICS or low in _GOES_ON
    return not closed and form.noun > 1 and form.noun > form.verb + form.adverb + form.adjective


def _object_phrase(words: Words, index: int) -> NounPhrase | None:
    """The object that begins at an index: a noun phrase, a partitive (`de l'aide`), a name."""
    low = at(words, index)
    if low in ("au", "aux"):
        return None
    if low == "de" and at(words, index + 1) in ("la", "l'"):
        return noun_phrase(words, index + 1)
    if low in ("de", "d'") and not is_infinitive(words, index + 1):
        found = noun_phrase(words, index + 1, determined=False)
        return found if found is not None and not words[found.head].text[0].isupper() else None
    name = index
    while name < len(words) and words[name].is_word and words[name].text[0].isupper():
        name += 1
    return NounPhrase(index, index, name) if name > index else noun_phrase(words, index)


def _behind_predicate(words: Words, group: VerbGroup, index: int) -> int:
    """Behind the adjective of être and its like, of `faire chaud`; the same index when there is none."""
    lemmas = group.lemmas(words)
    inner = None if group.infinitive is None else words[group.infinitive].low
    copula = group.is_copula(words) or (inner is not None and bool(shape(inner).lemmas & COPULAS))
    if not copula and "faire" not in lemmas and words[group.main].low != "été":
        return index + ("tomber" in lemmas and is_plain_adjective(words, index))
    end = _behind_degree(words, index)
    low = at(words, end)
    if low in ("de", "à", "en") and at(words, end + 1) in _PREDICATE_TAILS:
        return end + 2
    free = low not in DETERMINERS and low not in PREPOSITIONS and low not in NUMERALS
    return end + 1 if free and (shape(low).adjective > 0 or shape(low).past) else index


def _behind_degree(words: Words, index: int) -> int:
    """Behind `trop souvent`, `moins`, `un peu plus`; before `aussi vite que` and a degree of what is no adverb."""
    end = index
    if (at(words, end), at(words, end + 1)) == ("un", "peu"):
        end += 2
    while at(words, end) in _DEGREES:
        end += 1
    low = at(words, end)
    if low in _PLAIN_ADVERBS or (low.endswith("ment") and shape(low).adverb > 0):
        return index if at(words, end + 1) in ("que", "qu'") else end + 1
    alone = end == index or at(words, end - 1) not in ("si", "aussi", "très", "tout")
    return end if alone or shape(low).adjective > 0 or low in ("de", "d'") else index


def dative(place: FrenchPlace) -> Result:
    """The candidate with à behind the verb group; before a long object, behind a short one."""
    taken_out = moved(place)
    if isinstance(taken_out, NoReading):
        return taken_out
    (group, edits), words = taken_out, place.words
    if "falloir" in group.lemmas(words) and is_infinitive(words, group.end):
        return no_reading("language-il-faut")
    if _has_inverted_phrase(place, group):
        return no_reading("language-inverted-subject")
    change = change_of_object(place)
    predicates = predicate_edits(words, controlled_predicates(words, group.end, change), change)
    if predicates is None:
        return disagreement(place, "language-person-agreement")
    edits = [*edits, *predicates]
    # `lui court après` → `court après le chat`; `lui tomba dessus` → `tomba sur le chat`
    start = complement_start(words, group)
    tail, following = _TAIL_PREPOSITIONS.get(at(words, start)), at(words, start + 1)
    if tail and not (following and following[0].isalpha() and following not in PREPOSITIONS):
        spot = words[start].end
        edits.append(TextEdit(words[start - 1].end, spot, ""))
        return (
            drafted(place, ReadingDraft((spot, spot), ("dative", "dative_preposition"), edits=edits, preposition=tail)),
        )
    owned = _behind_body_part(words, group)
    if owned is not None:
        spot, rules = words[owned].end, ("dative", "dative_owner")
        return (
            drafted(place, ReadingDraft((spot, spot), rules, edits=edits, preposition="de", sureness=Sureness.LIKELY)),
        )
    # Behind a subject that follows its verb: `que lui a donné Paul`
    name = group.end
    while place.before() in ("que", "qu'") and name < len(words) and words[name].text[0].isupper():
        name += 1
    index = name - 1 if name > group.end else complement_place(words, group, place.candidate.size)
    spot = words[index].end
    return (drafted(place, ReadingDraft((spot, spot), ("dative", "dative_moved"), edits=edits, preposition="à")),)


def _behind_body_part(words: Words, group: VerbGroup) -> int | None:
    """Index of a part of the body that belongs to the dative (`lui tape sur l'épaule`); None when there is none."""
    index = complement_start(words, group)
    index += at(words, index) in LOCUTIONS
    if at(words, index) in ("le", "la", "l'", "les") and not group.lemmas(words) & _REACHING:
        phrase = noun_phrase(words, index)
        if phrase is not None and words[phrase.head].low in _BODY:
            return phrase.end - 1
        index = phrase.end if phrase is not None else index
    if at(words, index) not in _ONTO:
        return None
    phrase = noun_phrase(words, index if at(words, index) in ("au", "aux") else index + 1)
    return phrase.end - 1 if phrase is not None and words[phrase.head].low in _BODY else None


def _has_inverted_phrase(place: FrenchPlace, group: VerbGroup) -> bool:
    """True for `la main que lui tendait miss Watkins`: a subject behind the verb that is no plain name."""
    if place.before() not in ("que", "qu'", "dont", "où") or group.end >= len(place.words):
        return False
    word = place.words[group.end]
    closed = word.low in PREPOSITIONS or not word.is_word or word.text[0].isupper()
    return not closed and shape(word.low).adverb == 0 and not is_infinitive(place.words, group.end)
