"""Words away from the verb that speak of its subject: `épuisé, il …`, `il … lui-même`, `ils … tous`, `il … , ravi`."""

from collections.abc import Iterator

from anaphor.language.french.reading.draft import Edit, Place
from anaphor.language.french.reading.forms import shows
from anaphor.language.french.reading.participle import adverbial_end, is_adverb
from anaphor.language.french.reading.phrase import agrees, is_noun, is_verb_here
from anaphor.language.french.reading.predicate import (
    DEGREES,
    Change,
    inflected_edit,
    is_plain_adjective,
    predicates_of,
)
from anaphor.language.french.reading.verb import verb_group
from anaphor.language.french.reading.words import (
    DETERMINERS,
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
