"""Whether `her` is an object or a possessive, and where the thing owned ends, decided by what stands around it."""

import re

from anaphor.language.english.reading import words
from anaphor.language.english.reading.phrase import number_of
from anaphor.language.english.reading.place import Place, Word
from anaphor.language.protocol import AnaphorKind, Number, Sureness
from anaphor.language.word_tables import word_set

Uses = tuple[tuple[AnaphorKind, Sureness], ...]

_OBJECT: Uses = ((AnaphorKind.OBJECT, Sureness.CERTAIN),)
_LIKELY_OBJECT: Uses = ((AnaphorKind.OBJECT, Sureness.LIKELY),)
_POSSESSIVE: Uses = ((AnaphorKind.POSSESSIVE, Sureness.CERTAIN),)
_LIKELY_POSSESSIVE: Uses = ((AnaphorKind.POSSESSIVE, Sureness.LIKELY),)
_OBJECT_FIRST: Uses = ((AnaphorKind.OBJECT, Sureness.DOUBTFUL), (AnaphorKind.POSSESSIVE, Sureness.DOUBTFUL))
_POSSESSIVE_FIRST: Uses = tuple(reversed(_OBJECT_FIRST))

_CLOSES_OBJECT = (
    words.PREPOSITIONS
    | words.CONJUNCTIONS
    | words.PRONOUNS
    | words.QUESTION_WORDS
    | words.AUXILIARIES
    | words.ARTICLES
    | words.POSSESSIVE_DETERMINERS
    | {"some", "any", "no", "every", "each", "both", "all", "another", "enough", "either", "neither"}
) - {"past", "inside", "one", "like", "opposite", "outside", "own"}
_CLOSES_ADVERB = words.ADVERBS - word_set(
    """back very late hard first far fast once only more much home further well quite too all both each just almost
    still already always often never ever now then"""
)
_NOUNS_LIKE_MODALS = frozenset({"will", "might", "can", "must", "like", "past", "inside", "round"})
_RETURNING = word_set(
    """call called bring brought take took send sent hold held want wants wanted pay paid get got pull pulled push
    pushed win won love loved"""
)
_MASS = word_set(
    """advice money information food water help permission time work candy bread milk tea coffee medicine hope courage
    luck"""
)
_ADJECTIVES_TOO = frozenset({"first", "only", "late", "fast"})
_TIME = word_set("night week month year day summer winter spring autumn fall morning evening time weekend")
_ADJECTIVE = re.compile(r"(?:ful|ous|able|ible|less|ish|..ed)$")
_PLAIN_ADJECTIVES = word_set(
    """sad glad mad bad good ill sick well happy angry hungry dead alive awake asleep afraid alone safe warm cold wet
    dry sure smart clever rich poor free busy late mean kind rude dull boring cruel sane insane blind deaf proud
    young old weak strong unharmed unconscious waiting wanting crazy lucky healthy wealthy guilty sleepy dirty
    pretty ready drunk pregnant silent reluctant frantic calm quiet uncomfortable different"""
)
_MOTION = word_set("take takes took taking drive drives drove send sends sent bring brought walk walked")
_PEOPLE = word_set(
    """parents sons daughters brothers sisters friends children kids students pupils neighbors neighbours colleagues
    boss teacher doctor lawyer husband wife mother father brother sister friend son daughter uncle aunt boyfriend
    girlfriend coworkers employees clients customers cousins guests fans"""
)


_ELECTING = word_set(
    """elect elects elected appoint appoints appointed crown crowned nominate nominated proclaim proclaimed"""
)
"""Verbs behind which a bare noun names what `her` becomes: elected her president."""
_NAMING = word_set("make makes made making name names named call calls called vote voted declare declared choose chose")
_ROLES = word_set(
    """president chairman chairwoman chairperson chair captain director queen king mayor leader manager secretary
    treasurer ambassador editor champion minister chancellor head headmistress principal chief commander governor
    senator speaker heir guardian godmother spokeswoman vice-president empress judge deputy"""
)


def uses_of_her(place: Place) -> Uses:
    """Object, possessive, or both where the words around do not tell; best first."""
    following = place.next()
    if not following.is_word:
        if (
            following.text in {'"', "“", "‘", "`"}
            and following.end < len(place.text)
            and not place.text[following.end].isspace()
        ):
            spaced = place.text[following.start - 1 : following.start].isspace()
            return _LIKELY_POSSESSIVE if spaced else _OBJECT
        if following.text[:1].isdigit():
            return _OBJECT_FIRST if place.previous().text in words.DITRANSITIVES else _LIKELY_POSSESSIVE
        return _OBJECT

    # `elected her president`, `made her captain of the team`: an object and what it becomes.
    verb = place.previous().text
    if (
        _ends_phrase(place.next(1))
        and following.text not in _PEOPLE
        and (verb in _ELECTING or (verb in _NAMING and following.text in _ROLES))
    ) or (following.text == "one" and _ends_phrase(place.next(1))):
        return _LIKELY_OBJECT
    # The nouns in `against her will` and `with all her might`.
    if following.text == "own" or (
        following.text in _NOUNS_LIKE_MODALS
        and (not place.next(1).is_word or place.previous().text in words.PREPOSITIONS)
    ):
        return _POSSESSIVE
    if following.text in _CLOSES_OBJECT or (following.text == "like" and place.next(1).text in words.DETERMINERS):
        return _OBJECT
    if following.text in words.ADVERBS or following.text.endswith("ly"):
        return _before_adverb(place, following, place.previous().text)
    return _before_content(place, following, place.previous().text)


def _ends_phrase(word: Word) -> bool:
    """True for what cannot go on a noun phrase: a mark, a preposition, a conjunction, an adverb."""
    return not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS


def _before_adverb(place: Place, following: Word, verb: str) -> Uses:
    second = place.next(1)
    if following.text in words.ADJECTIVES_IN_LY or (following.text in _ADJECTIVES_TOO and second.is_word):
        return _LIKELY_POSSESSIVE
    if not second.is_word or second.text in _CLOSES_OBJECT or second.text in {"much", "well", "than"}:
        # `patting her back` is a possessive, `called her back` an object.
        if following.text == "home":
            return _LIKELY_OBJECT if place.previous().text in _MOTION else _LIKELY_POSSESSIVE
        if following.text != "back":
            return _OBJECT
        return _LIKELY_OBJECT if place.previous().text in _RETURNING else _LIKELY_POSSESSIVE

    if following.text in _CLOSES_ADVERB:
        return _LIKELY_OBJECT
    if following.text == "home":
        return _LIKELY_OBJECT if verb in _MOTION else _LIKELY_POSSESSIVE
    return _LIKELY_OBJECT if verb in words.RESULTATIVES else _LIKELY_POSSESSIVE


def _before_content(place: Place, following: Word, verb: str) -> Uses:
    if _is_in_relative(place, following.text) or _is_time(place) or _opens_complement(place, following.text, verb):
        return _LIKELY_OBJECT
    if verb in words.WANT_OBJECT_BARE and following.text in words.COMMON_VERBS | words.IRREGULAR_BASES:
        return _LIKELY_OBJECT if _causes(verb) or not _is_noun_use(place.next(1)) else _OBJECT_FIRST
    if verb in words.DITRANSITIVES and following.text not in _PEOPLE and not _has_later_object(place):
        # `gave her flowers`: a bare plural or mass noun is an object of its own; `gave her hand` is not.
        nouns = []
        for word in place.after[:4]:
            if not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS:
                break
            nouns.append(word.text)
        head = nouns[-1] if nouns else following.text
        if head in _PEOPLE:
            return _LIKELY_POSSESSIVE
        if number_of(head) is Number.PLURAL or head in _MASS:
            return _OBJECT_FIRST
        return _POSSESSIVE_FIRST if head not in {"hand", "name", "life", "best", "turn"} else _LIKELY_POSSESSIVE

    certain = following.text in _PEOPLE or not following.text.endswith(("ing", "ed"))
    return _POSSESSIVE if certain else _LIKELY_POSSESSIVE


def _is_in_relative(place: Place, word: str) -> bool:
    """True for `the nurse who treated her retired`: what follows is the verb of the noun before the relative clause."""
    past = word in words.PASTS or word.endswith("ed")
    return past and place.previous(1).text in {"who", "that", "which"}


def _is_time(place: Place) -> bool:
    """True for `saw her last week`."""
    return place.next().text in {"last", "next", "this"} and place.next(1).text in _TIME


def _opens_complement(place: Place, word: str, verb: str) -> bool:
    """True for `saw her walking` and `made her happy`."""
    second = place.next(1)
    if word.endswith("ing") and verb in words.WANT_OBJECT_ING:
        return not second.text.endswith("s")
    ends_here = not second.is_word or second.text in words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS
    ends_here = ends_here or second.text.endswith("ly")
    if _causes(verb) and second.text in words.ARTICLES | words.POSSESSIVE_DETERMINERS:
        return word not in _PEOPLE
    return verb in words.RESULTATIVES and ends_here and looks_adjective(word)


def _causes(verb: str) -> bool:
    return verb.startswith(("let", "mak", "made", "help"))


def _is_noun_use(second: Word) -> bool:
    """True where the word after her's follower is one that follows a noun as well as a verb."""
    return not second.is_word or second.text in words.AUXILIARIES


def looks_adjective(word: str) -> bool:
    """True for a plain adjective, by the list or by its ending."""
    return word in _PLAIN_ADJECTIVES or (bool(_ADJECTIVE.search(word)) and number_of(word) is not Number.PLURAL)


def _has_later_object(place: Place) -> bool:
    """True where another object follows (gave her mother *a* book), so that `her` belongs to the first."""
    for word in place.after[1:4]:
        if not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS:
            return word.text in {"to", "for"}
        if word.text in words.ARTICLES | {"some", "his", "their", "my"}:
            return True
    return False


_BOUNDARY = words.PREPOSITIONS | words.CONJUNCTIONS | words.AUXILIARIES | words.PRONOUNS | words.DETERMINERS


def owned_thing(place: Place) -> tuple[int, int] | None:
    """Where the noun behind a possessive begins and ends; None when its right edge is in doubt.

    One noun before a mark or a function word is sure; before it only adjectives may stand.
    """
    found: list[Word] = []
    for word in place.after:
        if not word.is_word or word.text in _BOUNDARY:
            break
        found.append(word)
    while len(found) > 1 and (found[-1].text in words.ADVERBS or found[-1].text.endswith("ly")):
        found.pop()
    if not found or found[0].text == "own" or _may_be_verb(found[-1]) or place.next(len(found)).text == "of":
        return None
    if not all(looks_adjective(word.text) for word in found[:-1]):
        return None
    return found[0].start, found[-1].end


def _may_be_verb(word: Word) -> bool:
    return word.text in words.PASTS or word.text.endswith(("ed", "ing"))
