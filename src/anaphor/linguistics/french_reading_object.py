"""Readings of object clitics: le, la, l', les; the candidate goes behind the verb group."""

from anaphor.linguistics.french_reading_draft import Draft, Edit, Place, Result, drafted, no_reading, removal
from anaphor.linguistics.french_reading_forms import agreed
from anaphor.linguistics.french_reading_participle import bare_participle, is_participle
from anaphor.linguistics.french_reading_verb import (
    VerbGroup,
    host_of,
    object_place,
    verb_group,
)
from anaphor.linguistics.french_reading_words import PREPOSITIONS, Word, at, sentence_start, shape, word_set
from anaphor.linguistics.language import Gender, NoReading, Sureness

Words = tuple[Word, ...]

_JUDGING = word_set(
    "trouver croire juger rendre savoir voir sentir laisser garder estimer imaginer vouloir préférer tenir dire"
)
_COMPARING = frozenset(("plus", "moins", "aussi", "autant", "si", "meilleur", "meilleure", "pire", "mieux", "ainsi"))
_THINKING = word_set("penser croire espérer imaginer dire vouloir prévoir faire supposer savoir annoncer")


def direct_object(place: Place) -> Result:
    """The candidate as a direct object behind the verb group, the participle without the clitic's agreement."""
    change = moved(place)
    if isinstance(change, NoReading):
        return change
    group, edits = change
    words = place.words
    if group.is_copula(words) and "être" in group.lemmas(words):
        return no_reading("This pronoun stands for a predicate (elle l'est): a noun phrase cannot take its place.")
    if _compares(place, group):
        return no_reading("This pronoun stands for a whole clause (plus grand que je le pensais).")
    if _is_set_phrase(words, group):
        return no_reading("The pronoun is part of a set phrase here (l'emporter sur, l'échapper belle).")
    target = object_place(words, group)
    edits += [*_participle_edits(place, group), *_predicate_edits(place, group, target)]
    floated = _floated(place, group, target)
    if isinstance(floated, NoReading):
        return floated
    target, phrase, more = floated
    rules = ("object", "object_moved") if not more else ("object", "object_moved", "quantifier_moved")
    sureness = Sureness.LIKELY if _is_risky(words, group) or more else Sureness.CERTAIN
    spot = words[target].end
    return (drafted(place, Draft((spot, spot), rules, edits=[*edits, *more], phrase=phrase, sureness=sureness)),)


def _compares(place: Place, group: VerbGroup) -> bool:
    """True for the le of `plus grand que je le pensais`, `comme je l'ai dit`."""
    words = place.words
    if group.lemmas(words).isdisjoint(_THINKING):
        return False
    start = sentence_start(words, place.first)
    near = range(place.first - 1, max(start - 1, place.first - 5), -1)
    that = next((k for k in near if words[k].low in ("que", "qu'", "comme")), None)
    if that is None:
        return False
    return words[that].low == "comme" or any(words[k].low in _COMPARING for k in range(start, that))


def _is_set_phrase(words: Words, group: VerbGroup) -> bool:
    lemmas, following = group.lemmas(words), at(words, group.end)
    return ("emporter" in lemmas and following == "sur") or ("échapper" in lemmas and following == "belle")


def moved(place: Place) -> tuple[VerbGroup, list[Edit]] | NoReading:
    """The verb group of a clitic, and the edits that take the clitic out."""
    host = host_of(place.words, place.first)
    if host is None:
        return no_reading(f"No verb was found to which {place.anaphor.text!r} is attached.")
    gone = removal(place.words, place.first, place.apostrophe)
    if gone is None:
        return no_reading("Without the pronoun the l' before it would have to become le or la, and which is not known.")
    return verb_group(place.words, host), [gone]


def _participle_edits(place: Place, group: VerbGroup) -> list[Edit]:
    """The participle in its bare form, for it agreed with the clitic before it."""
    if group.participle is None:
        return []
    word = place.words[group.participle]
    reflexive = any(w.low in ("se", "s'", "me", "m'", "te", "t'") for w in place.words[group.host - 2 : group.host])
    if "avoir" not in shape(place.words[group.host].low).lemmas and not reflexive:
        return []
    bare = bare_participle(word.text)
    return [] if bare is None or bare == word.text else [Edit(word.start, word.end, bare)]


def _predicate_edits(place: Place, group: VerbGroup, target: int) -> list[Edit]:
    """The adjective of `je la trouve jolie` in the candidate's gender and number."""
    words = place.words
    index = target + 1
    while at(words, index) in ("très", "trop", "plus", "moins", "si", "aussi", "assez", "bien", "tout", "encore"):
        index += 1
    if group.lemmas(words).isdisjoint(_JUDGING) or not _is_adjective(words, index):
        return []
    new = agreed(words[index].text, place.candidate.gender, place.candidate.number)
    return [] if new is None or new == words[index].text else [Edit(words[index].start, words[index].end, new)]


def _is_adjective(words: Words, index: int) -> bool:
    form = shape(at(words, index))
    return (form.adjective > max(form.noun, form.adverb) or form.past) and at(words, index) not in PREPOSITIONS


def _floated(place: Place, group: VerbGroup, target: int) -> tuple[int, str | None, list[Edit]] | NoReading:
    """`les a tous punis` → `a puni tous les lycéens`."""
    words = place.words
    inside = [k for k in range(group.host, group.end) if words[k].low in ("tous", "toutes")]
    if place.before() in ("tous", "toutes"):
        return no_reading(f"{words[place.first - 1].text!r} belongs to the pronoun, and would have to move with it.")
    behind = target + 1 if at(words, target + 1) in ("tous", "toutes") else None
    if behind is not None and (at(words, behind + 1) in ("les", "deux", "trois") or inside):
        behind = None
    index = inside[0] if inside else behind
    if index is None:
        return target, None, []
    if not place.candidate.text.lower().startswith(("les ", "ces ", "mes ", "ses ", "nos ", "leurs ", "tes ", "vos ")):
        return no_reading(f"{words[index].text!r} speaks of several, and {place.candidate.text!r} cannot follow it.")
    quantifier = "toutes" if place.candidate.gender is Gender.FEMININE else "tous"
    gone = Edit(words[index - 1].end, words[index].end, "")
    return target, f"{quantifier} {place.candidate.text}", [gone]


def _is_risky(words: Words, group: VerbGroup) -> bool:
    """True where the verb could be something else: a form that the lexicon does not know, or mostly a noun."""
    form = shape(words[group.host].low)
    return not form.is_verb or form.noun > form.verb
