"""What a verb and its predicate must change when their subject changes number or gender."""

from collections.abc import Iterator
from typing import NamedTuple

from anaphor.language.french.junctures import fitted
from anaphor.language.french.reading.companions import SUBORDINATORS, companion_edits, speaks_of_several
from anaphor.language.french.reading.draft import Edit, Place
from anaphor.language.french.reading.forms import renumbered
from anaphor.language.french.reading.predicate import Change, inflected_edit, predicates_of
from anaphor.language.french.reading.tense import numbered
from anaphor.language.french.reading.verb import verb_group
from anaphor.language.french.reading.words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    Word,
    at,
    ends_clause,
    shape,
)
from anaphor.language.protocol import Gender, Number, Sureness

Words = tuple[Word, ...]

_JOINTS = frozenset(("et", "mais", "puis", "ou", ","))
_FITTED = frozenset(("s'", "se", "n'", "ne", "m'", "me", "t'", "te", "l'", "le", "la"))
_BEFORE_VERB = CLITICS | {"ne", "n'", "puis", "ensuite", "alors", "donc", "en", "même"}


class Agreement(NamedTuple):
    """The edits of a clause whose subject changes."""

    edits: list[Edit]
    """Those that change something."""
    sure: bool
    """False when a tense or a mood was guessed."""

    @property
    def sureness(self) -> Sureness:
        """How far a reading with these edits can be trusted."""
        if not self.sure:
            return Sureness.DOUBTFUL
        return Sureness.LIKELY if self.edits else Sureness.CERTAIN


def change_for(place: Place, number: Number | None, gender: Gender | None) -> Change:
    """What changes when the candidate takes the place of a subject of that number and gender."""
    candidate = place.candidate
    new_gender = candidate.gender if candidate.gender not in (None, gender) else None
    return Change(gender, number, new_gender, candidate.number if candidate.number is not number else None)


def agreement(place: Place, verb: int, change: Change) -> Agreement | None:
    """The edits of the verbs of a subject and of all that agrees with it; None when a form or a word is not known."""
    if change.is_none:
        return Agreement([], True)
    words = place.words
    if change.new_number is Number.SINGULAR and speaks_of_several(words, verb):
        return None
    if change.new_number is not None and _loses_verb(words, verb):
        return None
    edits: list[Edit] = []
    sure, done = True, frozenset[int]()
    for host in verbs_of_subject(words, verb):
        found = _of_one_verb(place, host, change)
        if found is None:
            return None
        edits, sure, done = [*edits, *found[0].edits], sure and found[0].sure, done | found[1]
    others = companion_edits(place, verb, change, done)
    if others is None:
        return None
    changed = [edit for edit in (*edits, *others) if edit.text != place.text[edit.start : edit.end]]
    return Agreement(list(dict.fromkeys(changed)), sure)


def _of_one_verb(place: Place, host: int, change: Change) -> tuple[Agreement, frozenset[int]] | None:
    """The edits of one verb and its predicate, and the indices of the words that they looked at."""
    new, sure = _verb_edit(place, host, change.new_number)
    predicates = predicates_of(place.words, verb_group(place.words, host), change)
    if new is None or predicates is None:
        return None
    edits = [inflected_edit(place.words, index, change) for index in predicates]
    known = [edit for edit in edits if edit is not None]
    return (Agreement([new, *known], sure), frozenset(predicates)) if len(known) == len(edits) else None


def subject_agreement(place: Place, number: Number | None, gender: Gender | None) -> Agreement | None:
    """The agreement of the verb behind a replaced subject; None when a form is not known.

    Number and gender are those of what stood there; a number that is not known is read off the verb.
    """
    verb = _verb_of(place)
    if verb is None:
        return Agreement([], True)
    number = number or (Number.PLURAL if _is_third(place.words[verb].low, "3p") else Number.SINGULAR)
    return agreement(place, verb, change_for(place, number, gender))


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


def _verb_edit(place: Place, host: int, number: Number | None) -> tuple[Edit | None, bool]:
    """The verb in its new number, the clitic before it fitted to it (`s'est` → `se sont`), and whether it is sure."""
    word = place.words[host]
    found = None if number is None else numbered(place.words, host, place.first, number)
    if number is not None and found is None:
        return None, False
    form, sure = (word.text, True) if found is None else found
    previous = place.words[host - 1] if host else None
    if previous is None or previous.low not in _FITTED or host == place.last:
        return Edit(word.start, word.end, _cased(form, word.text)), sure
    lead = fitted(previous.text, form, place.apostrophe)
    return (None if lead is None else Edit(previous.start, word.end, lead + form)), sure


def _cased(form: str, model: str) -> str:
    return form[0].upper() + form[1:] if model[0].isupper() else form


def verbs_of_subject(words: Words, verb: int) -> Iterator[int]:
    """Indices of the verbs of one subject: the first, and those that are coordinated with it without a new subject."""
    yield verb
    index = verb + 1
    while not ends_clause(words, index) and words[index].low not in SUBORDINATORS:
        found = _joined_verb(words, index, verb)
        if found is not None:
            yield found
        index = (found or index) + 1


def _joined_verb(words: Words, index: int, verb: int) -> int | None:
    """Index of a verb in the first verb's number behind the joint at an index."""
    if words[index].low not in _JOINTS:
        return None
    found = _verb_after_joint(words, index + 1)
    person = "3p" if _is_third(words[verb].low, "3p") else "3s"
    return found if found is not None and _is_third(words[found].low, person) else None


def _loses_verb(words: Words, verb: int) -> bool:
    """True when a verb behind a subordinate clause may still have this subject (`il dit que tu mens et partit`)."""
    index = verb + 1
    while not ends_clause(words, index) and words[index].low not in SUBORDINATORS:
        index += 1
    while not ends_clause(words, index):
        found = _joined_verb(words, index, verb)
        if found is not None and words[index].low != ",":
            return True
        index += 1
    return False


def _is_third(low: str, person: str) -> bool:
    return renumbered(low, Number.PLURAL if person == "3p" else Number.SINGULAR) == low


def _verb_after_joint(words: Words, index: int) -> int | None:
    start = index
    while at(words, index) in _BEFORE_VERB:
        index += 1
    if index >= len(words) or not shape(words[index].low).finite or words[index].low in DETERMINERS:
        return None
    form = shape(words[index].low)
    behind_clitic = index > start and at(words, index - 1) not in DETERMINERS
    likely = form.verb > max(form.noun, form.adjective, form.adverb) or behind_clitic
    return index if likely and words[index].low not in PREPOSITIONS else None
