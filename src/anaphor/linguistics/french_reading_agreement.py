"""What a verb and its predicate must change when their subject changes number or gender."""

from collections.abc import Iterator

from anaphor.linguistics.french_junctures import fitted
from anaphor.linguistics.french_reading_draft import Edit, Place
from anaphor.linguistics.french_reading_forms import agreed, renumbered
from anaphor.linguistics.french_reading_participle import MIDDLE
from anaphor.linguistics.french_reading_verb import COPULAS, VerbGroup, is_infinitive, verb_group
from anaphor.linguistics.french_reading_words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    Word,
    at,
    ends_clause,
    shape,
    word_set,
)
from anaphor.linguistics.language import Gender, Number

Words = tuple[Word, ...]

_JOINTS = frozenset(("et", "mais", "puis", "ou", ","))
_FITTED = frozenset(("s'", "se", "n'", "ne", "m'", "me", "t'", "te", "l'", "le", "la"))
_BEFORE_VERB = CLITICS | {"ne", "n'", "puis", "ensuite", "alors", "donc", "en", "même"}
_DEGREES = word_set("très trop plus moins si aussi assez bien tout toute tellement peu presque")


def agreement_edits(place: Place, verb: int, number: Number | None, gender: Gender | None) -> list[Edit] | None:
    """The edits of the verbs and predicates of a subject that changes (None in a feature: unchanged); None: unknown."""
    edits: list[Edit] = []
    for host in verbs_of_subject(place.words, verb):
        new = _verb_edit(place, host, number)
        predicates = _predicate_edits(place.words, host, number, gender)
        if new is None or predicates is None:
            return None
        edits += [edit for edit in (new, *predicates) if edit.text != place.text[edit.start : edit.end]]
    return edits


def subject_edits(place: Place, number: Number | None, gender: Gender | None) -> list[Edit] | None:
    """The edits that the verb of a replaced subject needs; None when a form is not known.

    Number and gender are those of what stood there; a number that is not known is read off the verb.
    """
    verb = _verb_of(place)
    if verb is None:
        return []
    number = number or (Number.PLURAL if _is_third(place.words[verb].low, "3p") else Number.SINGULAR)
    candidate = place.candidate
    new_number = candidate.number if candidate.number is not number else None
    new_gender = candidate.gender if candidate.gender not in (None, gender) else None
    if new_number is None and new_gender is None:
        return []
    return agreement_edits(place, verb, new_number, new_gender)


def _verb_of(place: Place) -> int | None:
    """Index of the verb whose subject the anaphor is: right behind it, or behind `c'est … qui`."""
    if place.before() in PREPOSITIONS and place.after() != "qui":
        return None
    index = place.last + (place.after() == "qui")
    while at(place.words, index) in CLITICS or at(place.words, index) in ("ne", "n'"):
        index += 1
    if index >= len(place.words) or not _is_third_person(place.words[index].low):
        return None
    return index


def _is_third_person(low: str) -> bool:
    known = low not in PREPOSITIONS and low not in DETERMINERS
    return known and (_is_third(low, "3s") or _is_third(low, "3p"))


def _verb_edit(place: Place, host: int, number: Number | None) -> Edit | None:
    """The verb in its new number, and the clitic before it fitted to it (`s'est` → `se sont`)."""
    word = place.words[host]
    form = word.text if number is None else renumbered(word.text, number)
    if form is None:
        return None
    previous = place.words[host - 1] if host else None
    if previous is None or previous.low not in _FITTED or host == place.last:
        return Edit(word.start, word.end, _cased(form, word.text))
    lead = fitted(previous.text, form, place.apostrophe)
    return None if lead is None else Edit(previous.start, word.end, lead + form)


def _cased(form: str, model: str) -> str:
    return form[0].upper() + form[1:] if model[0].isupper() else form


def verbs_of_subject(words: Words, verb: int) -> Iterator[int]:
    """Indices of the verbs of one subject: the first, and those that are coordinated with it without a new subject."""
    yield verb
    plural = _is_third(words[verb].low, "3p")
    index = verb + 1
    while not ends_clause(words, index):
        if words[index].low in _JOINTS:
            found = _verb_after_joint(words, index + 1)
            if found is not None and (
                _is_third(words[found].low, "3p") if plural else _is_third(words[found].low, "3s")
            ):
                yield found
            index = found or index
        elif words[index].low in ("que", "qu'", "qui", "quand", "lorsque", "dont", "où", "car", "si"):
            return
        index += 1


def _is_third(low: str, person: str) -> bool:
    from_lexicon = renumbered(low, Number.PLURAL if person == "3p" else Number.SINGULAR)
    return from_lexicon == low


def _verb_after_joint(words: Words, index: int) -> int | None:
    start = index
    while at(words, index) in _BEFORE_VERB:
        index += 1
    if index >= len(words) or not shape(words[index].low).finite or words[index].low in DETERMINERS:
        return None
    form = shape(words[index].low)
    likely = form.verb > max(form.noun, form.adjective, form.adverb) or index > start
    return index if likely and words[index].low not in PREPOSITIONS else None


def _predicate_edits(words: Words, host: int, number: Number | None, gender: Gender | None) -> list[Edit] | None:
    edits: list[Edit] = []
    for index in predicates_of(words, verb_group(words, host)):
        new = agreed(words[index].text, gender, number)
        if new is None:
            return None
        edits.append(Edit(words[index].start, words[index].end, new))
    return edits


def predicates_of(words: Words, group: VerbGroup) -> tuple[int, ...]:
    """Indices of the adjectives and participles that agree with the subject of a verb group."""
    found: list[int] = []
    auxiliary = shape(words[group.host].low).lemmas
    passive = any(words[k].low == "été" for k in range(group.host, group.main))
    if group.participle is not None and ("être" in auxiliary or passive):
        found += _adjectives(words, group.participle)
    index = group.end
    if group.is_copula(words) or words[group.main].low == "été":
        return (*found, *_adjectives(words, index))
    if group.participle is not None and "être" in auxiliary and group.lemmas(words) & COPULAS:
        return (*found, *_adjectives(words, index))
    if at(words, index) == "l'" and at(words, index + 1) == "air":
        return (*found, *_adjectives(words, index + 2))
    return (*found, *_after_infinitive(words, index))


def _after_infinitive(words: Words, index: int) -> tuple[int, ...]:
    """Predicates of `devraient être guéries`, `ont fini par devenir méchants`."""
    while at(words, index) in MIDDLE or at(words, index) in ("par", "à", "de", "d'", "se", "s'"):
        index += 1
    if not is_infinitive(words, index):
        return ()
    inner = verb_group(words, index)
    if inner.is_copula(words) or inner.participle is not None:
        return predicates_of(words, inner)
    return ()


def _adjectives(words: Words, index: int) -> tuple[int, ...]:
    """Indices of the adjectives of a predicate: `très fatigués, mais heureux`."""
    found: list[int] = []
    index = _behind_degrees(words, index)
    while _is_adjective(words, index):
        found.append(index)
        index += 1
        if at(words, index) == "," and at(words, index + 1) in ("et", "mais", "ou"):
            index += 1
        if at(words, index) not in ("et", "mais", "ou", ","):
            break
        index = _behind_degrees(words, index + 1)
    return tuple(found)


def _behind_degrees(words: Words, index: int) -> int:
    while at(words, index) in MIDDLE or at(words, index) in _DEGREES or _is_adverb(at(words, index)):
        index += 1
    return index


def _is_adverb(low: str) -> bool:
    return low.endswith("ment") and shape(low).adverb > 0


def _is_adjective(words: Words, index: int) -> bool:
    low = at(words, index)
    form = shape(low)
    taken = low in DETERMINERS or low in PREPOSITIONS or low in CLITICS
    adverb = form.adverb > form.adjective + form.verb and low != "fort"
    return not taken and (form.adjective > 0 or form.past) and not adverb
