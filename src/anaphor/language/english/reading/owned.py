"""The thing owned, told apart from what follows: its right edge is where `of` and the owner go."""

from anaphor.language.english.reading import words
from anaphor.language.english.reading.her import looks_adjective
from anaphor.language.english.reading.place import Place, Word

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
