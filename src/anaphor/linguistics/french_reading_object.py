"""Readings of object clitics (le, la, l', les) and dative clitics (lui, leur): the candidate goes behind the verb."""

from anaphor.linguistics.french_reading_draft import Draft, Edit, Place, Result, drafted, no_reading, removal
from anaphor.linguistics.french_reading_forms import bare_participle
from anaphor.linguistics.french_reading_phrase import NounPhrase, noun_phrase, with_complements
from anaphor.linguistics.french_reading_verb import (
    VerbGroup,
    complement_start,
    host_of,
    is_infinitive,
    object_place,
    verb_group,
)
from anaphor.linguistics.french_reading_words import DETERMINERS, NUMERALS, PREPOSITIONS, Word, at, shape, word_set
from anaphor.linguistics.language import Gender, NoReading, Reading, Sureness

Words = tuple[Word, ...]

LOCUTIONS = word_set(
    "raison tort peur mal envie honte plaisir confiance rendez-vous service tête part plainte pitié horreur faim "
    "soif froid chaud conscience connaissance possession note acte justice hommage visite grâce congé concurrence défaut obstacle appel allusion face besoin "
    "fête foi cher bravo merci bonjour bonsoir adieu oui non secours conseil pardon asile main-forte parole "
    "compagnie"
)
"""Nouns that form one verb with what precedes them (`donner raison`, `faire peur`)."""
_BODY = word_set(
    "tête main mains bras jambe jambes pied pieds épaule épaules cou dos visage oeil yeux nez bouche oreille "
    "oreilles joue joues genou genoux doigt doigts coeur ventre cheveux front dent dents poitrine gorge menton "
    "barbe hanche cheville"
)
_ONTO = frozenset(("au", "aux", "à", "dans", "sur", "sous", "devant", "contre"))
_REACHING = frozenset(("tendre", "donner", "prêter", "montrer", "offrir", "avoir", "lever"))
_COMPARING = frozenset(("plus", "moins", "aussi", "autant", "si", "meilleur", "meilleure", "pire", "mieux"))
_THINKING = frozenset(("penser", "croire", "espérer", "imaginer", "dire", "vouloir", "prévoir", "faire", "supposer"))
_LITTLE_OBJECTS = frozenset(("rien", "tout", "ça", "cela", "ceci"))
_TAIL_PREPOSITIONS = {"après": "après", "dessus": "sur", "autour": "autour de", "dedans": "dans", "devant": "devant"}
_TIMES = word_set(
    "soir matin nuit jour semaine moi année an foi heure minute seconde dimanche lundi mardi mercredi jeudi "
    "vendredi samedi printemp été automne hiver week-end après-midi instant moment lendemain veille soirée matinée "
    "journée siècle"
)
"""Nouns of time without a final s: what they head is no object."""
_GOES_ON = frozenset(("qui", "que", "qu'", "dont", "où", "de", "d'", "du", "des"))
_PREDICATE_TAILS = frozenset(("retour", "nouveau", "aise", "abri"))


def direct_object(place: Place) -> Result:
    """The candidate as a direct object behind the verb group, the participle without the clitic's agreement."""
    moved = _moved(place)
    if isinstance(moved, NoReading):
        return moved
    group, edits = moved
    words = place.words
    if group.is_copula(words) and "être" in group.lemmas(words):
        return no_reading("This pronoun stands for a predicate (elle l'est): a noun phrase cannot take its place.")
    if _compares(place, group):
        return no_reading("This pronoun stands for a whole clause (plus grand que je le pensais).")
    if _is_set_phrase(words, group):
        return no_reading("The pronoun is part of a set phrase here (l'emporter sur, l'échapper belle).")
    target = object_place(words, group)
    edits += _participle_edits(place, group)
    floated = _floated(place, group, target)
    if isinstance(floated, NoReading):
        return floated
    target, phrase, more = floated
    rules = ("object", "object_moved") if not more else ("object", "object_moved", "quantifier_moved")
    sureness = Sureness.LIKELY if _is_risky(words, group) or more else Sureness.CERTAIN
    spot = words[target].end
    return (drafted(place, Draft((spot, spot), rules, edits=[*edits, *more], phrase=phrase, sureness=sureness)),)


def _compares(place: Place, group: VerbGroup) -> bool:
    """True for the le of a comparison: plus, aussi … que, a subject, and a verb of opinion or faire."""
    words = place.words
    start = sentence_start(words, place.first)
    that = next((k for k in range(place.first - 1, start, -1) if words[k].low in ("que", "qu'")), start)
    compared = any(words[k].low in _COMPARING for k in range(start, that))
    return compared and place.first - that <= 4 and not group.lemmas(words).isdisjoint(_THINKING)


def _is_set_phrase(words: Words, group: VerbGroup) -> bool:
    lemmas, following = group.lemmas(words), at(words, group.end)
    return ("emporter" in lemmas and following == "sur") or ("échapper" in lemmas and following == "belle")


def _moved(place: Place) -> tuple[VerbGroup, list[Edit]] | NoReading:
    host = host_of(place.words, place.first)
    if host is None:
        return no_reading(f"No verb was found to which {place.anaphor.text!r} is attached.")
    gone = removal(place.words, place.first, place.apostrophe)
    if gone is None:
        return no_reading("Without the pronoun the l' before it would have to become le or la, and which is not known.")
    edits = [gone, *_imperative_edits(place, host)]
    return verb_group(place.words, host), edits


def _imperative_edits(place: Place, host: int) -> list[Edit]:
    """`vas-y` → `va`, `manges-en` → `mange`: the s is there only for the sound."""
    low = place.words[host].low
    if place.anaphor.low not in ("-y", "-en") or not (low == "vas" or low.endswith("es")):
        return []
    return [Edit(place.words[host].end - 1, place.words[host].end, "")]


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


def _floated(place: Place, group: VerbGroup, target: int) -> tuple[int, str | None, list[Edit]] | NoReading:
    """`les a tous punis` → `a puni tous les lycéens`."""
    words = place.words
    inside = [k for k in range(group.host, group.end) if words[k].low in ("tous", "toutes")]
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


def dative(place: Place) -> Result:
    """The candidate with à behind the verb group; before a long object, behind a short one."""
    moved = _moved(place)
    if isinstance(moved, NoReading):
        return moved
    group, edits = moved
    if "falloir" in group.lemmas(place.words) and is_infinitive(place.words, group.end):
        return no_reading("Il faut with an infinitive leaves no place for a noun phrase with à.")
    tail = _preposition_behind(place, group, edits)
    if tail is not None:
        return (tail,)
    owned = _behind_body_part(place, group)
    if owned is not None:
        spot = place.words[owned].end
        rules = ("dative", "dative_owner")
        return (drafted(place, Draft((spot, spot), rules, edits=edits, preposition="de", sureness=Sureness.LIKELY)),)
    index = _behind_inverted_name(place, group) or complement_place(place.words, group, place.candidate.size)
    spot = place.words[index].end
    return (drafted(place, Draft((spot, spot), ("dative", "dative_moved"), edits=edits, preposition="à")),)


def _behind_body_part(place: Place, group: VerbGroup) -> int | None:
    """Index of a part of the body that belongs to the dative (`lui tape sur l'épaule`); None when there is none."""
    words = place.words
    index = complement_start(words, group)
    index += at(words, index) in LOCUTIONS
    if at(words, index) in ("le", "la", "l'", "les") and not group.lemmas(words) & _REACHING:
        phrase = noun_phrase(words, index)
        if phrase is not None and words[phrase.head].low in _BODY:
            return phrase.end - 1
        index = phrase.end if phrase is not None else index
    if at(words, index) not in _ONTO:
        return None
    phrase = noun_phrase(words, index if at(words, index) in ("au", "aux") else index + 1)
    return phrase.end - 1 if phrase is not None and words[phrase.head].low in _BODY else None


def _behind_inverted_name(place: Place, group: VerbGroup) -> int | None:
    """Index of the last word of a subject behind its verb (`que lui a donné Paul`); None when there is none."""
    if place.before() not in ("que", "qu'"):
        return None
    index = group.end
    while index < len(place.words) and place.words[index].text[0].isupper():
        index += 1
    return index - 1 if index > group.end else None


def _preposition_behind(place: Place, group: VerbGroup, edits: list[Edit]) -> Reading | None:
    """`lui court après` → `court après le chat`; `lui tomba dessus` → `tomba sur le chat`."""
    start = complement_start(place.words, group)
    low, following = at(place.words, start), at(place.words, start + 1)
    if low not in _TAIL_PREPOSITIONS or (following and following[0].isalpha() and following not in PREPOSITIONS):
        return None
    word = place.words[start]
    edits = [*edits, Edit(place.words[start - 1].end, word.end, "")]
    rules = ("dative", "dative_preposition")
    return drafted(place, Draft((word.end, word.end), rules, edits=edits, preposition=_TAIL_PREPOSITIONS[low]))


def complement_place(words: Words, group: VerbGroup, limit: int) -> int:
    """Index of the word behind which a prepositional complement goes; objects up to the limit stay before it."""
    index = complement_start(words, group)
    if at(words, index) in LOCUTIONS or at(words, index) in _LITTLE_OBJECTS:
        return index
    predicate = _behind_predicate(words, group, index)
    if predicate > index:
        return predicate - 1
    start, index = index, _behind_degree(words, index)
    if at(words, index) in ("de", "d'") and index > start:
        return _behind_quantity(words, start, index)
    phrase = _object_phrase(words, index)
    if phrase is None or words[phrase.head].low.rstrip("s") in _TIMES:
        return index - 1
    end = with_complements(words, phrase)
    short = end - index <= max(2, limit) and at(words, end) not in _GOES_ON
    return end - 1 if short else index - 1


def _object_phrase(words: Words, index: int) -> NounPhrase | None:
    """The object that begins at an index: a noun phrase, a partitive (`de l'aide`), a name."""
    if at(words, index) in ("au", "aux"):
        return None
    if at(words, index) == "de" and at(words, index + 1) in ("la", "l'"):
        return noun_phrase(words, index + 1)
    if index < len(words) and words[index].is_word and words[index].text[0].isupper():
        return noun_phrase(words, index, determined=False)
    return noun_phrase(words, index)


def _behind_quantity(words: Words, start: int, index: int) -> int:
    """Behind `trop peu de place`; before it when its noun has a clause of its own."""
    phrase = noun_phrase(words, index + 1, determined=False)
    ends = phrase is not None and at(words, phrase.end) not in _GOES_ON
    return phrase.end - 1 if phrase is not None and ends else start - 1


def _behind_predicate(words: Words, group: VerbGroup, index: int) -> int:
    """Behind the adjective of être and its like, of `faire chaud`; the same index when there is none."""
    weather = "faire" in group.lemmas(words)
    if not group.is_copula(words) and not weather and words[group.main].low != "été":
        return index
    end = _behind_degree(words, index)
    if at(words, end) in ("de", "à", "en") and at(words, end + 1) in _PREDICATE_TAILS:
        return end + 2
    low = at(words, end)
    form = shape(low)
    free = low not in DETERMINERS and low not in PREPOSITIONS and low not in NUMERALS
    return end + 1 if free and (form.adjective > 0 or form.past) else index


def _behind_degree(words: Words, index: int) -> int:
    """Behind `trop souvent`, `moins`, `très`: degree words and the adverb that they measure."""
    end = index
    if (at(words, end), at(words, end + 1)) == ("un", "peu"):
        end += 2
    while at(words, end) in ("trop", "très", "plus", "moins", "si", "aussi", "assez", "bien", "peu", "tout", "encore"):
        end += 1
    form = shape(at(words, end))
    if at(words, end) in ("souvent", "vite", "longtemps", "tard", "tôt", "loin", "fort") or at(words, end).endswith(
        "ment"
    ):
        return end + 1 if form.adverb > 0 else end
    return end
