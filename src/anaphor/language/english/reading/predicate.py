"""What stands in the way of a subject of another number: predicate nouns, and tags that repeat the pronoun."""

from anaphor.language.english.nouns import animacy_of_noun
from anaphor.language.english.reading import words
from anaphor.language.english.reading.phrase import is_common_plural
from anaphor.language.english.reading.place import EnglishPlace, EnglishWord
from anaphor.language.english.reading.verb import verb_behind
from anaphor.language.protocol import Animacy, Number
from anaphor.language.word_tables import word_set

_LINKING = word_set(
    """is are was were isn't aren't wasn't weren't be been become becomes became remain remains remained"""
)
_MEASURED = word_set("tall long old wide deep high late early away apart thick big heavy older younger taller")
_SHARED = word_set("gift present surprise problem mistake success failure joke danger comfort bargain treat")
"""Nouns that several things can be together: the flowers were a gift."""
_AMOUNTS = word_set("bit little lot few couple")


def is_tagged(place: EnglishPlace) -> bool:
    """True where a tag repeats the pronoun: `they weren't ready, were they?`."""
    after = place.after
    return any(
        word.text == place.form
        and after[k - 2].text == ","
        and after[k - 1].text in words.AUXILIARIES
        and k + 1 < len(after)
        and after[k + 1].text == "?"
        for k, word in enumerate(after)
        if k > 1
    )


def has_predicate_of(place: EnglishPlace, was: Number) -> bool:
    """True where a predicate noun has the old number: `he's a doctor`, `they are doctors`."""
    predicate = _predicate(place)
    if not predicate:
        return False
    if was is Number.SINGULAR:
        return predicate[0].text in {"a", "an", "the"} and _is_counted(predicate)
    return any(_is_plural(predicate, k) for k in range(min(4, len(predicate))))


def _predicate(place: EnglishPlace) -> tuple[EnglishWord, ...]:
    """The words behind a linking verb, up to a boundary; none when the verb is another."""
    inverted = place.previous().text in _LINKING
    verb, index = verb_behind(place)
    if place.clitic and place.clitic not in {"'s", "'re"}:
        return ()
    start = 0 if place.clitic or inverted else index + 1
    if not (place.clitic or inverted or verb.text in _LINKING):
        return ()
    while place.next(start).text in (words.ADVERBS | {"been", "be"}) - {"all", "both"}:
        start += 1
    end = start
    while place.next(end).is_word and place.next(end).text not in words.PREPOSITIONS | words.CONJUNCTIONS:
        end += 1
    return place.after[start:end]


def _is_counted(predicate: tuple[EnglishWord, ...]) -> bool:
    """True for `a doctor`, `a very good driver`; `a bit too big` and `a great success` go with either number."""
    if len(predicate) < 2 or predicate[1].text in _AMOUNTS or predicate[-1].text in _SHARED:
        return False
    return animacy_of_noun(predicate[-1].text) in {Animacy.PERSON, Animacy.ANIMAL, Animacy.THING}


def _is_plural(predicate: tuple[EnglishWord, ...], index: int) -> bool:
    """True for a plural noun that is the predicate itself: not an object (eating apples), not a measure (feet tall)."""
    word = predicate[index].text
    if not is_common_plural(word) or word in words.ADVERBS | words.DETERMINERS | words.PRONOUNS:
        return False
    if index + 1 < len(predicate) and predicate[index + 1].text in _MEASURED:
        return False
    return not any(
        earlier.text.endswith(("ing", "ed")) or earlier.text in words.PARTICIPLES for earlier in predicate[:index]
    )
