"""Readings of dative clitics: lui, leur."""

from anaphor.language.french.reading.complement import LOCUTIONS, complement_place
from anaphor.language.french.reading.draft import Draft, Edit, Place, Result, drafted, no_reading
from anaphor.language.french.reading.object import moved
from anaphor.language.french.reading.object_predicate import (
    change_of_object,
    controlled_predicates,
    predicate_edits,
)
from anaphor.language.french.reading.phrase import noun_phrase
from anaphor.language.french.reading.verb import (
    VerbGroup,
    complement_start,
    is_infinitive,
)
from anaphor.language.french.reading.words import (
    PREPOSITIONS,
    Word,
    at,
    shape,
    word_set,
)
from anaphor.language.protocol import NoReading, Reading, Sureness

Words = tuple[Word, ...]

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
        return no_reading(f"What is said of the person cannot be made to agree with {place.candidate.text!r}.")
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
        return no_reading("Il faut with an infinitive leaves no place for a noun phrase with à.")
    if _has_inverted_phrase(place, group):
        return no_reading("The subject stands behind the verb, and where it ends is not known.")
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
