"""Whether `her` is an object or a possessive, and where the thing owned ends, decided by what stands around it."""

import re
from itertools import takewhile

from anaphor.language.english.reading import words
from anaphor.language.english.reading.phrase import number_of
from anaphor.language.english.reading.place import EnglishPlace, EnglishWord
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


def uses_of_her(place: EnglishPlace) -> Uses:
    """Object, possessive, or both where the words around do not tell; best first."""
    following, second, verb = place.next(), place.next(1), place.previous().text
    word = following.text
    if not following.is_word:
        opens = word in {'"', "“", "‘", "`"} and following.end < len(place.text)
        if opens and not place.text[following.end].isspace():
            spaced = place.text[following.start - 1 : following.start].isspace()
            return _LIKELY_POSSESSIVE if spaced else _OBJECT
        if word[:1].isdigit():
            return _OBJECT_FIRST if verb in words.DITRANSITIVES else _LIKELY_POSSESSIVE
        return _OBJECT
    # `elected her president`, `made her captain of the team`: an object and what it becomes
    becomes = word not in _PEOPLE and (verb in _ELECTING or (verb in _NAMING and word in _ROLES))
    if (becomes or word == "one") and _ends_phrase(second):
        return _LIKELY_OBJECT
    # the nouns in `against her will` and `with all her might`
    noun = word in _NOUNS_LIKE_MODALS and (not second.is_word or verb in words.PREPOSITIONS)
    if word == "own" or noun:
        return _POSSESSIVE
    if word in _CLOSES_OBJECT or (word == "like" and second.text in words.DETERMINERS):
        return _OBJECT
    if word in words.ADVERBS or word.endswith("ly"):
        return _before_adverb(word, second, verb)
    return _before_content(place, word, verb)


def _ends_phrase(word: EnglishWord) -> bool:
    """True for what cannot go on a noun phrase: a mark, a preposition, a conjunction, an adverb."""
    return not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS


def _before_adverb(word: str, second: EnglishWord, verb: str) -> Uses:
    if word in words.ADJECTIVES_IN_LY or (word in _ADJECTIVES_TOO and second.is_word):
        return _LIKELY_POSSESSIVE
    ends = not second.is_word or second.text in _CLOSES_OBJECT or second.text in {"much", "well", "than"}
    if ends and word not in ("home", "back"):
        return _OBJECT
    if ends and word == "back":
        # `patting her back` is a possessive, `called her back` an object.
        return _LIKELY_OBJECT if verb in _RETURNING else _LIKELY_POSSESSIVE
    if word in _CLOSES_ADVERB:
        return _LIKELY_OBJECT
    objects = _MOTION if word == "home" else words.RESULTATIVES
    return _LIKELY_OBJECT if verb in objects else _LIKELY_POSSESSIVE


def _before_content(place: EnglishPlace, word: str, verb: str) -> Uses:
    second = place.next(1)
    # `the nurse who treated her retired`: what follows is the verb of the noun before the relative clause
    past = word in words.PASTS or word.endswith("ed")
    in_relative = past and place.previous(1).text in {"who", "that", "which"}
    # `saw her last week`
    in_time = word in {"last", "next", "this"} and second.text in _TIME
    if in_relative or in_time or _opens_complement(second, word, verb):
        return _LIKELY_OBJECT
    if verb in words.WANT_OBJECT_BARE and word in words.COMMON_VERBS | words.IRREGULAR_BASES:
        noun_use = not second.is_word or second.text in words.AUXILIARIES
        return _LIKELY_OBJECT if _causes(verb) or not noun_use else _OBJECT_FIRST
    if verb in words.DITRANSITIVES and word not in _PEOPLE and not _has_later_object(place):
        # `gave her flowers`: a bare plural or mass noun is an object of its own; `gave her hand` is not.
        nouns = [each.text for each in takewhile(lambda each: not _ends_phrase(each), place.after[:4])]
        head = nouns[-1] if nouns else word
        if head not in _PEOPLE and (number_of(head) is Number.PLURAL or head in _MASS):
            return _OBJECT_FIRST
        owned = head in _PEOPLE or head in {"hand", "name", "life", "best", "turn"}
        return _LIKELY_POSSESSIVE if owned else _POSSESSIVE_FIRST
    return _POSSESSIVE if word in _PEOPLE or not word.endswith(("ing", "ed")) else _LIKELY_POSSESSIVE


def _opens_complement(second: EnglishWord, word: str, verb: str) -> bool:
    """True for `saw her walking` and `made her happy`."""
    if word.endswith("ing") and verb in words.WANT_OBJECT_ING:
        return not second.text.endswith("s")
    if _causes(verb) and second.text in words.ARTICLES | words.POSSESSIVE_DETERMINERS:
        return word not in _PEOPLE
    ends_here = _ends_phrase(second) or second.text.endswith("ly")
    return verb in words.RESULTATIVES and ends_here and looks_adjective(word)


def _causes(verb: str) -> bool:
    return verb.startswith(("let", "mak", "made", "help"))


def looks_adjective(word: str) -> bool:
    """True for a plain adjective, by the list or by its ending."""
    return word in _PLAIN_ADJECTIVES or (bool(_ADJECTIVE.search(word)) and number_of(word) is not Number.PLURAL)


def _has_later_object(place: EnglishPlace) -> bool:
    """True where another object follows (gave her mother *a* book), so that `her` belongs to the first."""
    for word in place.after[1:4]:
        if not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS:
            return word.text in {"to", "for"}
        if word.text in words.ARTICLES | {"some", "his", "their", "my"}:
            return True
    return False


_BOUNDARY = words.PREPOSITIONS | words.CONJUNCTIONS | words.AUXILIARIES | words.PRONOUNS | words.DETERMINERS


def owned_thing(place: EnglishPlace) -> tuple[int, int] | None:
    """Where the noun behind a possessive begins and ends; None when its right edge is in doubt.

    One noun before a mark or a function word is sure; before it only adjectives may stand.
    """
    found = [*takewhile(lambda word: word.is_word and word.text not in _BOUNDARY, place.after)]
    while len(found) > 1 and (found[-1].text in words.ADVERBS or found[-1].text.endswith("ly")):
        found.pop()
    if not found or found[0].text == "own" or place.next(len(found)).text == "of":
        return None
    last = found[-1].text
    may_be_verb = last in words.PASTS or last.endswith(("ed", "ing"))
    if may_be_verb or not all(looks_adjective(word.text) for word in found[:-1]):
        return None
    return found[0].start, found[-1].end
