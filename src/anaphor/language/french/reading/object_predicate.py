"""What a clause says of its object: `je la trouve jolie`, `on l'a élue présidente`, `il le prend pour fou`."""

from anaphor.language.french.lexicon import Category, lookup
from anaphor.language.french.reading.draft import Edit, Place
from anaphor.language.french.reading.forms import shows
from anaphor.language.french.reading.predicate import Change, behind_degrees, inflected_edit, is_plain_adjective
from anaphor.language.french.reading.verb import COPULAS, VerbGroup, is_infinitive
from anaphor.language.french.reading.words import CLITICS, DETERMINERS, PREPOSITIONS, Word, at, shape, word_set
from anaphor.language.protocol import Gender, Number

Words = tuple[Word, ...]

_JUDGING = word_set(
    "trouver croire juger rendre savoir voir sentir laisser garder estimer imaginer vouloir préférer tenir dire"
)
_NAMING = word_set("élire nommer proclamer sacrer couronner appeler faire désigner déclarer baptiser")
_ADVERBIAL = word_set(
    "fort direct cher haut bas dur clair faux droit bon net court juste gros large ferme double vite possible pareil"
)
"""Adjectives that stay as they are behind a verb that judges nothing."""
_OFTEN_NOUNS = word_set("mort morte morts mortes fou folle fous folles malade malades")
"""Adjectives that are nouns more often, but not right behind a verb."""
_ALONE = word_set("seul seule seuls seules")
_FEATURES: dict[str, tuple[Gender | None, Number | None]] = {
    "le": (Gender.MASCULINE, Number.SINGULAR),
    "la": (Gender.FEMININE, Number.SINGULAR),
    "l'": (None, Number.SINGULAR),
    "les": (None, Number.PLURAL),
    "lui": (None, Number.SINGULAR),
    "leur": (None, Number.PLURAL),
}


def change_of_object(place: Place) -> Change:
    """What changes when the candidate takes the place of an object pronoun."""
    gender, number = _FEATURES.get(place.anaphor.low.lstrip("-"), (None, None))
    candidate = place.candidate
    return Change(gender, number, candidate.gender, candidate.number)


def object_predicates(words: Words, group: VerbGroup, target: int, change: Change) -> tuple[int, ...] | None:
    """Indices of the words that agree with the object; None when a noun is said of it that may not fit."""
    index = target + 1
    as_such = at(words, index) in ("comme", "pour")
    index = behind_degrees(words, index + as_such)
    if as_such and _is_any_adjective(words, index) and shows(words[index].text, change.gender, change.number):
        return (index,)
    judged = not group.lemmas(words).isdisjoint(_JUDGING)
    if group.lemmas(words) & _NAMING and _is_bare_noun(words, index):
        return () if shows_noun(words[index], change) else None
    if not _is_predicate(words, index, change, judged):
        return controlled_predicates(words, target + 1, change)
    if words[index].low in _ALONE and not _stays(words[index], change):
        return None
    found = [index]
    if at(words, index + 1) in ("et", "ou", "mais") and is_plain_adjective(words, behind_degrees(words, index + 2)):
        found.append(behind_degrees(words, index + 2))
    return tuple(found)


def _is_any_adjective(words: Words, index: int) -> bool:
    """True for an adjective or participle behind comme or pour, where no finite verb can stand."""
    form = shape(at(words, index))
    free = index < len(words) and at(words, index) not in DETERMINERS
    return free and form.noun <= form.adjective + form.verb and not form.infinitive


def predicate_edits(words: Words, found: tuple[int, ...], change: Change) -> list[Edit] | None:
    """The edits that make the words at some indices agree; None when a form is not known."""
    edits = [inflected_edit(words, index, change) for index in found]
    known = [edit for edit in edits if edit is not None]
    changed = [edit for edit, index in zip(known, found, strict=False) if edit.text != words[index].text]
    return changed if len(known) == len(edits) else None


def _stays(word: Word, change: Change) -> bool:
    """True when a word need not change; seul may speak of the subject (`j'ai dû le faire seul`)."""
    return shows(word.text, change.new_gender, change.new_number)


def _is_predicate(words: Words, index: int, change: Change, judged: bool) -> bool:
    adjective = is_plain_adjective(words, index) or at(words, index) in _OFTEN_NOUNS
    if not adjective or not shows(words[index].text, change.gender, change.number):
        return False
    following = shape(at(words, index + 1))
    closed = at(words, index + 1) in PREPOSITIONS | DETERMINERS
    before_noun = not closed and following.noun > max(following.adjective, following.verb, following.adverb)
    return not before_noun and (judged or words[index].low not in _ADVERBIAL)


def _is_bare_noun(words: Words, index: int) -> bool:
    form = shape(at(words, index))
    return form.noun > max(form.adjective, form.adverb) and at(words, index) not in DETERMINERS | PREPOSITIONS


def shows_noun(word: Word, change: Change) -> bool:
    """True when a noun that is said of the object can be said of the candidate: number and gender agree."""
    entries = [entry for entry in lookup(word.low) if entry.category is Category.NOUN]
    return any(
        entry.gender in (None, change.new_gender or entry.gender)
        and entry.number in (None, change.new_number or entry.number)
        for entry in entries
    )


def controlled_predicates(words: Words, start: int, change: Change) -> tuple[int, ...]:
    """Indices of the adjectives of `d'être prudent`, `à rester assise`, which speak of the object."""
    index = start
    while index < min(len(words), start + 5) and at(words, index) not in ("de", "d'", "à"):
        index += 1
    index += 1
    while at(words, index) in CLITICS or at(words, index) in ("ne", "pas", "plus"):
        index += 1
    if not is_infinitive(words, index) or not shape(at(words, index)).lemmas & COPULAS:
        return ()
    adjective = behind_degrees(words, index + 1)
    if not is_plain_adjective(words, adjective) or not shows(words[adjective].text, change.gender, change.number):
        return ()
    return (adjective,)
