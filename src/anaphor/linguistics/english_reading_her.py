"""Whether `her` is an object or a possessive, decided by what stands around it."""

import re

from anaphor.linguistics import english_reading_words as words
from anaphor.linguistics.english_reading_phrase import number_of
from anaphor.linguistics.english_reading_place import Place, Word
from anaphor.linguistics.language import AnaphorKind, Number, Sureness

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
) - {"past", "inside", "one", "like", "opposite", "outside", "down", "own"}
_CLOSES_ADVERB = words.ADVERBS - {"back", "very", "late", "hard", "first", "far", "fast", "once", "only", "more", "much",
                                  "home", "further", "well", "quite", "too", "all", "both", "each", "just", "almost",
                                  "still", "already", "always", "often", "never", "ever", "now", "then"}  # fmt: skip
_TIME = frozenset("night week month year day summer winter spring autumn fall morning evening time weekend".split())
_ADJECTIVE = re.compile(r"(?:ful|ous|ive|able|ible|less|ish|ic|ant|ent|[^l]y|ed|al)$")
_PLAIN_ADJECTIVES = frozenset(
    """sad glad mad bad good ill sick well happy angry hungry dead alive awake asleep afraid alone safe warm cold wet
    dry sure smart clever rich poor free busy late mean kind rude dull boring cruel sane insane blind deaf proud young
    old weak strong unharmed unconscious company waiting wanting""".split()
)
_MOTION = frozenset("take takes took taking drive drives drove send sends sent bring brought walk walked".split())
_PEOPLE = frozenset(
    """parents sons daughters brothers sisters friends children kids students pupils neighbors neighbours colleagues
    boss teacher doctor lawyer husband wife mother father brother sister friend son daughter uncle aunt boyfriend
    girlfriend coworkers employees clients customers cousins guests fans""".split()
)


def uses_of_her(place: Place) -> Uses:
    """Object, possessive, or both where the words around do not tell; best first."""
    following, verb = place.next(), place.previous().text
    if following.text == "own":
        return _POSSESSIVE
    if not following.is_word:
        return _before_mark(place, following)
    if following.text == "like" and place.next(1).text in words.ARTICLES | words.PRONOUNS:
        return _OBJECT
    if following.text in _CLOSES_OBJECT:
        return _OBJECT
    if following.text in words.ADVERBS or following.text.endswith("ly"):
        return _before_adverb(place, following, verb)
    return _before_content(place, following, verb)


def _before_mark(place: Place, following: Word) -> Uses:
    if following.text in {'"', "“", "‘"} and following.end < len(place.text) and place.text[following.end].isalpha():
        spaced = place.text[following.start - 1 : following.start].isspace()
        return _LIKELY_POSSESSIVE if spaced else _OBJECT
    if following.text[:1].isdigit():
        return _OBJECT_FIRST if place.previous().text in words.DITRANSITIVES else _LIKELY_POSSESSIVE
    return _OBJECT


def _before_adverb(place: Place, following: Word, verb: str) -> Uses:
    second = place.next(1)
    if following.text in words.ADJECTIVES_IN_LY and second.is_word:
        return _LIKELY_POSSESSIVE
    if not second.is_word or second.text in _CLOSES_OBJECT or second.text in {"much", "well", "than"}:
        return _possessed_back(place, following)
    if following.text in _CLOSES_ADVERB:
        return _LIKELY_OBJECT
    if following.text == "home":
        return _LIKELY_OBJECT if verb in _MOTION else _LIKELY_POSSESSIVE
    return _LIKELY_OBJECT if verb in words.RESULTATIVES else _LIKELY_POSSESSIVE


def _possessed_back(place: Place, following: Word) -> Uses:
    """`patting her back` is a possessive, `called her back` an object."""
    if following.text == "home":
        return _LIKELY_OBJECT if place.previous().text in _MOTION else _LIKELY_POSSESSIVE
    if following.text != "back":
        return _OBJECT
    returning = {"call", "called", "bring", "brought", "take", "took", "send", "sent", "hold", "held", "want", "wanted",
                 "pay", "paid", "get", "got", "pull", "pulled", "push", "pushed", "win", "won", "love", "loved"}  # fmt: skip
    return _LIKELY_OBJECT if place.previous().text in returning else _LIKELY_POSSESSIVE


def _before_content(place: Place, following: Word, verb: str) -> Uses:
    second = place.next(1)
    word = following.text
    if word in {"last", "next", "this"} and second.text in _TIME:
        return _LIKELY_OBJECT
    if verb in words.WANT_OBJECT_BARE and word in words.COMMON_VERBS | words.IRREGULAR_BASES:
        return _LIKELY_OBJECT if verb[:3] in {"let", "mak", "mad", "hel"} or not _is_noun_use(second) else _OBJECT_FIRST
    if word.endswith("ing") and verb in words.WANT_OBJECT_ING and not second.text.endswith("s"):
        return _LIKELY_OBJECT
    ends_here = not second.is_word or second.text in words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS
    if verb in words.RESULTATIVES and ends_here and _looks_adjective(word):
        return _LIKELY_OBJECT
    if verb in words.DITRANSITIVES and word not in _PEOPLE and not _has_later_object(place):
        return _two_objects(place, following)
    if second.text in _PEOPLE or word in _PEOPLE or verb in words.PREPOSITIONS - {"like"}:
        return _POSSESSIVE
    return _POSSESSIVE if not word.endswith(("ing", "ed")) else _LIKELY_POSSESSIVE


def _is_noun_use(second: Word) -> bool:
    """True where the word after her's follower is one that follows a noun as well as a verb."""
    return not second.is_word or second.text in words.AUXILIARIES


def _looks_adjective(word: str) -> bool:
    return word in _PLAIN_ADJECTIVES or bool(_ADJECTIVE.search(word)) and number_of(word) is not Number.PLURAL


def _has_later_object(place: Place) -> bool:
    """True where another object follows (gave her mother *a* book), so that `her` belongs to the first."""
    for word in place.after[1:4]:
        if not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS:
            return word.text in {"to", "for"}
        if word.text in words.ARTICLES | {"some", "his", "their", "my"}:
            return True
    return False


def _two_objects(place: Place, following: Word) -> Uses:
    """`gave her flowers`: a bare plural or mass noun is an object of its own; `gave her hand` is not."""
    nouns = []
    for word in place.after[:4]:
        if not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS:
            break
        nouns.append(word.text)
    head = nouns[-1] if nouns else following.text
    if head in _PEOPLE:
        return _LIKELY_POSSESSIVE
    if number_of(head) is Number.PLURAL or head in {"advice", "money", "information", "food", "water", "help", "permission",
                                                    "time", "work", "candy", "bread", "milk", "tea", "coffee"}:  # fmt: skip
        return _OBJECT_FIRST
    return _POSSESSIVE_FIRST if head not in {"hand", "name", "life", "best", "turn"} else _LIKELY_POSSESSIVE
