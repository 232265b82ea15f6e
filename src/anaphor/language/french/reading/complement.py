"""Readings of datives (lui, leur), and where any complement with a preposition goes."""

from anaphor.language.french.reading.draft import Draft, Edit, Place, Result, drafted, no_reading
from anaphor.language.french.reading.forms import is_adverb
from anaphor.language.french.reading.object import change_of_object, controlled_predicates, moved, predicate_edits
from anaphor.language.french.reading.phrase import NounPhrase, noun_phrase, with_complements
from anaphor.language.french.reading.predicate import is_plain_adjective
from anaphor.language.french.reading.verb import (
    COPULAS,
    VerbGroup,
    complement_start,
    is_infinitive,
)
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
from anaphor.language.protocol import NoReading, Reading, Sureness

Words = tuple[Word, ...]

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


def complement_place(words: Words, group: VerbGroup, limit: int) -> int:
    """Index of the word behind which a prepositional complement goes; objects up to the limit stay before it."""
    index = complement_start(words, group)
    index += is_adverb(at(words, index)) and at(words, index + 1) in LOCUTIONS
    if (at(words, index), at(words, index + 1)) in (("au", "revoir"), ("main", "forte")):
        return index + 1
    if _is_of_verb(words, group, index):
        return _behind_title(words, index)
    predicate = _behind_predicate(words, group, index)
    if predicate > index:
        return predicate - 1
    start, index = index, _behind_degree(words, index)
    if at(words, index) in ("de", "d'") and index > start:
        return _behind_quantity(words, start, index)
    phrase = _object_phrase(words, index)
    spent = "passer" in group.lemmas(words)
    if phrase is None or (words[phrase.head].low.rstrip("s") in _TIMES and not spent):
        return index - 1
    end = with_complements(words, phrase)
    short = end - phrase.start <= max(2, limit) and not _goes_on(words, end)
    return end - 1 if short else index - 1


def _behind_title(words: Words, index: int) -> int:
    """Index of the last word of a name that a bare noun opens (`demanda maître Koltz`)."""
    while index + 1 < len(words) and words[index + 1].is_word and words[index + 1].text[0].isupper():
        index += 1
    return index


def _is_of_verb(words: Words, group: VerbGroup, index: int) -> bool:
    """True for a word that stays with the verb: `raison`, `rien`, a bare noun, the trois of `en a acheté trois`."""
    if at(words, index) in LOCUTIONS or _is_left_count(words, group, index):
        return True
    return _is_little_object(words, index) or _is_bare_noun(words, index)


def _is_left_count(words: Words, group: VerbGroup, index: int) -> bool:
    """True for the trois of `en a acheté trois`."""
    counted = at(words, group.host - 1) == "en" and (at(words, index) in NUMERALS or at(words, index) in ("un", "une"))
    return counted and noun_phrase(words, index + 1, determined=False) is None


def _is_little_object(words: Words, index: int) -> bool:
    """True for rien, tout, cela as objects; not when a verb of their own follows."""
    following = at(words, index + 1)
    return at(words, index) in _LITTLE_OBJECTS and following not in CLITICS and not shape(following).finite


def _goes_on(words: Words, end: int) -> bool:
    """True when a noun phrase has more than its core: a complement, a clause, `vaguement adolescent`."""
    degree = at(words, end).endswith("ment") or at(words, end) in ("très", "plus", "moins", "si", "trop", "assez")
    joined = at(words, end) in ("et", "ou") and at(words, end + 1) in DETERMINERS
    return joined or at(words, end) in _GOES_ON or (degree and shape(at(words, end + 1)).adjective > 0)


def _is_bare_noun(words: Words, index: int) -> bool:
    """True for a noun without determiner right behind the verb (`porter malheur`, `rendre compte`)."""
    if index >= len(words) or not words[index].is_word or words[index].text[0].isupper():
        return False
    low = words[index].low
    form = shape(low)
    closed = low in DETERMINERS or low in PREPOSITIONS or low in NUMERALS or low in CLITICS or low in _GOES_ON
    return not closed and form.noun > 1 and form.noun > form.verb + form.adverb + form.adjective


def _object_phrase(words: Words, index: int) -> NounPhrase | None:
    """The object that begins at an index: a noun phrase, a partitive (`de l'aide`), a name."""
    if at(words, index) in ("au", "aux"):
        return None
    if at(words, index) == "de" and at(words, index + 1) in ("la", "l'"):
        return noun_phrase(words, index + 1)
    if at(words, index) in ("de", "d'") and not is_infinitive(words, index + 1):
        found = noun_phrase(words, index + 1, determined=False)
        return found if found is not None and not words[found.head].text[0].isupper() else None
    name = index
    while name < len(words) and words[name].is_word and words[name].text[0].isupper():
        name += 1
    if name > index:
        return NounPhrase(index, index, name)
    return noun_phrase(words, index)


def _behind_quantity(words: Words, start: int, index: int) -> int:
    """Behind `trop peu de place`; before it when its noun has a clause of its own."""
    phrase = noun_phrase(words, index + 1, determined=False)
    ends = phrase is not None and at(words, phrase.end) not in _GOES_ON
    return phrase.end - 1 if phrase is not None and ends else start - 1


def _behind_predicate(words: Words, group: VerbGroup, index: int) -> int:
    """Behind the adjective of être and its like, of `faire chaud`; the same index when there is none."""
    weather = "faire" in group.lemmas(words)
    copula = group.is_copula(words) or (
        group.infinitive is not None and bool(shape(words[group.infinitive].low).lemmas & COPULAS)
    )
    if not copula and not weather and words[group.main].low != "été":
        follows = is_plain_adjective(words, index) and "tomber" in group.lemmas(words)
        return index + follows
    end = _behind_degree(words, index)
    if at(words, end) in ("de", "à", "en") and at(words, end + 1) in _PREDICATE_TAILS:
        return end + 2
    low = at(words, end)
    form = shape(low)
    free = low not in DETERMINERS and low not in PREPOSITIONS and low not in NUMERALS
    return end + 1 if free and (form.adjective > 0 or form.past) else index


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


_BODY = word_set(
    "esprit tête main mains bras jambe jambes pied pieds épaule épaules cou dos visage oeil yeux nez bouche oreille "
    "oreilles joue joues genou genoux doigt doigts coeur ventre cheveux front dent dents poitrine gorge menton "
    "barbe hanche cheville nerfs"
)
_ONTO = frozenset(("au", "aux", "à", "dans", "sur", "sous", "devant", "contre"))
_REACHING = frozenset(("tendre", "donner", "prêter", "montrer", "offrir", "avoir", "lever"))
_TAIL_PREPOSITIONS = {"après": "après", "dessus": "sur", "autour": "autour de", "dedans": "dans", "devant": "devant"}


def dative(place: Place) -> Result:
    """The candidate with à behind the verb group; before a long object, behind a short one."""
    change = moved(place)
    if isinstance(change, NoReading):
        return change
    group, edits = change
    refusal = _refusal(place, group)
    if refusal is not None:
        return refusal
    change_of = change_of_object(place)
    controlled = controlled_predicates(place.words, group.end, change_of)
    told = predicate_edits(place.words, controlled, change_of)
    if told is None:
        return no_reading("language-person-agreement", candidate=place.candidate.text)
    edits = [*edits, *told]
    tail = _preposition_behind(place, group, edits)
    if tail is not None:
        return (tail,)
    owned = _behind_body_part(place, group)
    if owned is not None:
        spot = place.words[owned].end
        rules = ("dative", "dative_owner")
        return (drafted(place, Draft((spot, spot), rules, edits=edits, preposition="de", sureness=Sureness.LIKELY)),)
    index = _behind_inverted_name(place, group) or complement_place(place.words, group, place.candidate.size)
    spot = place.words[index].end
    return (drafted(place, Draft((spot, spot), ("dative", "dative_moved"), edits=edits, preposition="à")),)


def _refusal(place: Place, group: VerbGroup) -> NoReading | None:
    """Why no phrase with à can stand here; None when one can."""
    if "falloir" in group.lemmas(place.words) and is_infinitive(place.words, group.end):
        return no_reading("language-il-faut")
    if _has_inverted_phrase(place, group):
        return no_reading("language-inverted-subject")
    return None


def _behind_body_part(place: Place, group: VerbGroup) -> int | None:
    """Index of a part of the body that belongs to the dative (`lui tape sur l'épaule`); None when there is none."""
    words = place.words
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


def _behind_inverted_name(place: Place, group: VerbGroup) -> int | None:
    """Index of the last word of a subject behind its verb (`que lui a donné Paul`); None when there is none."""
    if place.before() not in ("que", "qu'"):
        return None
    index = group.end
    while index < len(place.words) and place.words[index].text[0].isupper():
        index += 1
    return index - 1 if index > group.end else None


def _has_inverted_phrase(place: Place, group: VerbGroup) -> bool:
    """True for `la main que lui tendait miss Watkins`: a subject behind the verb that is no plain name."""
    if place.before() not in ("que", "qu'", "dont", "où") or group.end >= len(place.words):
        return False
    word = place.words[group.end]
    closed = word.low in PREPOSITIONS or not word.is_word or word.text[0].isupper()
    return not closed and shape(word.low).adverb == 0 and not is_infinitive(place.words, group.end)


def _preposition_behind(place: Place, group: VerbGroup, edits: list[Edit]) -> Reading | None:
    """`lui court après` → `court après le chat`; `lui tomba dessus` → `tomba sur le chat`."""
    start = complement_start(place.words, group)
    low, following = at(place.words, start), at(place.words, start + 1)
    if low not in _TAIL_PREPOSITIONS or (following and following[0].isalpha() and following not in PREPOSITIONS):
        return None
    word = place.words[start]
    edits = [*edits, Edit(place.words[start - 1].end, word.end, "")]
    rules = ("dative", "dative_preposition")
    return drafted(place, Draft((word.end, word.end), rules, edits=edits, preposition=_TAIL_PREPOSITIONS[low]))
