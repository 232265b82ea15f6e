"""Readings of y and of adverbs of place: là-bas, dedans, dessus, dessous, derrière."""

import re

from anaphor.language.french.junctures import contracted, elides
from anaphor.language.french.lexicon import fold
from anaphor.language.french.reading.complement import complement_place
from anaphor.language.french.reading.draft import (
    Candidate,
    Draft,
    Edit,
    Place,
    Result,
    drafted,
    no_reading,
    removal,
    without_sound_s,
)
from anaphor.language.french.reading.verb import VerbGroup, host_of, verb_group
from anaphor.language.french.reading.words import DETERMINERS, PREPOSITIONS, at, shape, word_set, words_of
from anaphor.language.protocol import NoReadingReason, Reading, Sureness
from anaphor.language.word_tables import words

EN = "en"
_ARTICLE = re.compile(r"(le|la|les|l['’])\s*", re.IGNORECASE)


def place_preposition(phrase: str) -> tuple[str, ...]:
    """The one preposition of a known place (`la France` → en); empty when the phrase is no known place.

    >>> place_preposition("la France"), place_preposition("le Japon"), place_preposition("la maison")
    (('en',), ('à',), ())
    """
    found = _ARTICLE.match(phrase)
    name = phrase[found.end() :] if found else ""
    if not name[:1].isupper():
        return ()
    key = fold(name)
    if key in words("french", "feminine_places") or (key in words("french", "masculine_places") and elides(name)):
        return (EN,)
    known = key in words("french", "masculine_places") or key in words("french", "plural_places")
    return ("à",) if known else ()


def without_article_of_place(phrase: str) -> str:
    """`la France` → `France`."""
    return _ARTICLE.sub("", phrase, count=1)


_TO_VERBS = word_set(
    "penser repenser réfléchir tenir participer assister répondre renoncer croire songer jouer intéresser attendre "
    "goûter toucher échapper accéder arriver parvenir adhérer obéir résister réussir veiller consentir adapter "
    "opposer rendre ressembler succéder survivre manquer plaire nuire travailler prétendre remédier fier "
    "obliger forcer inviter préparer autoriser accorder "
    "habituer accoutumer attacher consacrer contraindre aspirer contribuer procéder recourir"
)
_INTO_VERBS = word_set(
    "ranger mettre cacher entrer vivre verser plonger habiter enfermer dormir rester trouver fouiller tomber nager "
    "garder conserver enfoncer glisser loger pénétrer boire manger cuire déposer"
)
_ONTO_VERBS = word_set("pencher poser asseoir grimper monter marcher appuyer dessiner écrire installer coucher étaler")
_REFLEXIVE_IDIOMS = frozenset(("connaître", "prendre", "entendre", "faire"))
_GOING = frozenset(("aller", "retourner", "revenir", "venir", "conduire", "emmener"))
_SURFACES = word_set(
    "table chaise toit pelouse disque étagère plage île route pont balcon terrasse tapis buffet quai trottoir banc "
    "mur plancher"
)
_ADVERBS = {
    "dedans": "dans",
    "là-dedans": "dans",
    "dessus": "sur",
    "là-dessus": "sur",
    "dessous": "sous",
    "là-dessous": "sous",
    "derrière": "derrière",
    "devant": "devant",
    "autour": "autour de",
    "à côté": "à côté de",
    "au-dessus": "au-dessus de",
    "au-dessous": "au-dessous de",
    "en dessous": "en dessous de",
    "à l'intérieur": "à l'intérieur de",
    "à l'extérieur": "à l'extérieur de",
    "contre": "contre",
}
ADVERBS = frozenset((*_ADVERBS, "là-bas", "là", "ici", "là-haut"))
"""Adverbs of place that can take up a noun phrase."""


def pronoun_y(place: Place) -> Result:
    """The candidate with à, dans or sur behind the verb; several readings where several are right."""
    words = place.words
    host = host_of(words, place.first)
    gone = removal(words, place.first, place.apostrophe)
    if host is None or gone is None:
        return no_reading("language-y-without-verb")
    group = verb_group(words, host)
    if _is_idiom(place, group):
        return no_reading("language-y-idiom")
    if place.before() in ("ça", "ca") and "être" in group.lemmas(words):
        return no_reading("language-ca-y-est", NoReadingReason.IMPERSONAL)
    existential = group.participle is None or words[group.participle].low == "eu"
    if existential and "avoir" in shape(words[host].low).lemmas and _is_of_il(place, host):
        return no_reading("language-il-y-a", NoReadingReason.IMPERSONAL)
    edits = [gone, *without_sound_s(place, host)]
    index = complement_place(words, group, 6)
    spot = (words[index].end, words[index].end)
    return _with_each(place, _prepositions(place.candidate, group, place), spot, edits, ("locative", "y"))


def _is_idiom(place: Place, group: VerbGroup) -> bool:
    """True where y stands for nothing: s'y connaître, s'y prendre, n'y pouvoir rien, vas-y !, y compris."""
    lemmas, words = group.lemmas(place.words), place.words
    reflexive = place.before() in ("s'", "m'", "t'", "nous", "vous")
    cheering = place.anaphor.low == "-y" and words[group.host].low in ("vas", "allez", "allons")
    return (
        (reflexive and not lemmas.isdisjoint(_REFLEXIVE_IDIOMS))
        or ("pouvoir" in lemmas and group.infinitive is None)
        or ("regarder" in lemmas and at(words, group.end) in ("à", "de"))
        or (cheering and (place.last >= len(words) or not words[place.last].is_word or place.after() in DETERMINERS))
        or any(at(words, k) == "," and at(words, k + 1) in ("à", "au", "aux") for k in range(group.end, group.end + 3))
        or (at(words, group.end) == "du" and at(words, group.end + 1) in ("mien", "tien", "sien", "vôtre", "nôtre"))
        or ("paraître" in lemmas and place.before() in ("n'", "ne", "il"))
    )


def _is_of_il(place: Place, host: int) -> bool:
    return (
        place.before() in ("il", "n'", "ne")
        or at(place.words, host + 1) in ("-t-il", "-il")
        or place.words[host].low == "avoir"
    )


def _with_each(
    place: Place, prepositions: tuple[str, ...], spot: tuple[int, int], edits: list[Edit], rules: tuple[str, ...]
) -> tuple[Reading, ...]:
    sure = Sureness.CERTAIN if prepositions == ("",) else Sureness.LIKELY
    drafts = [
        Draft(spot, rules, edits=edits, preposition=preposition, phrase=_phrase(place, preposition), sureness=sure)
        for preposition in prepositions
    ]
    later = [draft._replace(sureness=Sureness.DOUBTFUL) for draft in drafts[1:]]
    return tuple(drafted(place, draft) for draft in (*drafts[:1], *later))


def _phrase(place: Place, preposition: str) -> str | None:
    """The name of a country without its article behind en; None: the candidate as it is."""
    return without_article_of_place(place.candidate.text) if preposition == EN else None


def _prepositions(candidate: Candidate, group: VerbGroup | None, place: Place) -> tuple[str, ...]:
    """The prepositions that the place can have, best first; the empty one when the candidate has its own."""
    lemmas = group.lemmas(place.words) if group else frozenset[str]()
    if candidate.preposition:
        return ("",)
    if lemmas & _TO_VERBS:
        return ("à",)
    used = _used_in_text(place)
    if used is not None:
        return (used,)
    return place_preposition(candidate.text) or _by_meaning(candidate, lemmas)


def _by_meaning(candidate: Candidate, lemmas: frozenset[str]) -> tuple[str, ...]:
    if candidate.is_name:
        return ("à",)
    if _is_surface(candidate) or lemmas & _ONTO_VERBS:
        return ("sur",)
    if lemmas & _INTO_VERBS:
        return ("dans",)
    return ("à", "dans") if lemmas & _GOING else ("dans", "à")


def _used_in_text(place: Place) -> str | None:
    """The preposition with which the text itself speaks of the candidate as a place."""
    text = place.text.lower().replace("’", "'")
    for preposition in ("dans", "sur", "sous", "chez", "en", "à"):
        phrase = contracted(preposition, place.candidate.text, fuses=place.candidate.fuses).lower()
        if f" {phrase}" in f" {text}":
            return preposition
    return None


def _is_surface(candidate: Candidate) -> bool:
    return any(word.low in _SURFACES for word in words_of(candidate.text)[:3])


def adverb(place: Place, form: str) -> Result:
    """The candidate with the preposition of the adverb (`dedans` → `dans le frigo`), or as it is with its own."""
    if place.before() == "dessus" or _has_dative(place):
        return no_reading("language-adverb-idiom")
    if place.before() in PREPOSITIONS:
        return _behind_preposition(place, form)
    if place.candidate.preposition:
        prepositions: tuple[str, ...] = ("",)
    elif form in _ADVERBS:
        prepositions = (_ADVERBS[form],)
    else:
        prepositions = _prepositions(place.candidate, None, place)
    capital = place.anaphor.text[0].isupper()
    return tuple(
        drafted(
            place,
            Draft(
                place.span,
                ("locative", "adverb_of_place"),
                phrase=_phrase(place, preposition),
                preposition=preposition.capitalize() if capital and preposition else preposition,
                capital=capital and not preposition,
                sureness=Sureness.CERTAIN if form in _ADVERBS or not preposition else Sureness.LIKELY,
            ),
        )
        for preposition in prepositions
    )


def _has_dative(place: Place) -> bool:
    """True for `me crie dessus`: the pronoun before the verb says on whom."""
    near = {place.before(k) for k in (2, 3, 4)}
    return place.anaphor.low in ("dessus", "dedans", "devant", "derrière") and not near.isdisjoint(
        ("me", "m'", "te", "t'", "lui", "leur", "nous", "vous")
    )


def _behind_preposition(place: Place, form: str) -> Result:
    """`de là-bas` → `du Caire`; other prepositions leave no place for a noun phrase (`par là`)."""
    if form not in ("là-bas", "là", "ici", "là-haut") or place.before() not in ("de", "d'"):
        return no_reading("language-adverb-behind-preposition")
    if place.candidate.preposition:
        return no_reading("language-preposition-twice", candidate=place.candidate.text)
    country = place_preposition(place.candidate.text) == (EN,)
    phrase = without_article_of_place(place.candidate.text) if country else None
    rules = ("locative", "adverb_of_place")
    return (drafted(place, Draft(place.span, rules, phrase=phrase, sureness=Sureness.LIKELY)),)


def is_adverb_of_place(place: Place, form: str) -> bool:
    """True for an adverb of place that is not a preposition here (`dessus`, but not `derrière la porte`)."""
    return form in ADVERBS and not (form in ("derrière", "devant", "contre") and _opens_phrase(place))


def _opens_phrase(place: Place) -> bool:
    from_determiner = at(place.words, place.last) in ("le", "la", "l'", "les", "un", "une", "son", "sa", "ses")
    return from_determiner or at(place.words, place.last) in ("ce", "cette", "ces", "lui", "elle", "eux")
