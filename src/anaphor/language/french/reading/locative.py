"""Readings of y and of adverbs of place: là-bas, dedans, dessus, dessous, derrière."""

import re

from anaphor.language.french.clause.verb import VerbGroup, host_of, verb_group
from anaphor.language.french.clause.words import DETERMINERS, PREPOSITIONS, at, shape, words_of
from anaphor.language.french.junctures import contracted, elides
from anaphor.language.french.lexicon import fold
from anaphor.language.french.reading.complement import complement_place
from anaphor.language.french.reading.draft import (
    FrenchPlace,
    ReadingDraft,
    Result,
    drafted,
    no_reading,
    removal,
    without_sound_s,
)
from anaphor.language.protocol import NoReadingReason, Sureness
from anaphor.language.word_tables import word_set, words

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
    **dict.fromkeys(("dedans", "là-dedans"), "dans"),
    **dict.fromkeys(("dessus", "là-dessus"), "sur"),
    **dict.fromkeys(("dessous", "là-dessous"), "sous"),
    **{form: form for form in ("derrière", "devant", "contre")},
    **{form: f"{form} de" for form in ("autour", "à côté", "au-dessus", "au-dessous", "en dessous")},
    **{form: f"{form} de" for form in ("à l'intérieur", "à l'extérieur")},
}
_DATIVES = word_set("me m' te t' lui leur nous vous")
_PHRASE_OPENERS = word_set("le la l' les un une son sa ses ce cette ces lui elle eux")
ADVERBS = frozenset((*_ADVERBS, "là-bas", "là", "ici", "là-haut"))
"""Adverbs of place that can take up a noun phrase."""


def pronoun_y(place: FrenchPlace) -> Result:
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
    of_il = place.before() in ("il", "n'", "ne") or at(words, host + 1) in ("-t-il", "-il")
    if existential and (of_il or words[host].low == "avoir") and "avoir" in shape(words[host].low).lemmas:
        return no_reading("language-il-y-a", NoReadingReason.IMPERSONAL)
    spot = words[complement_place(words, group, 6)].end
    prepositions = _prepositions(place, group.lemmas(words))
    sure = Sureness.CERTAIN if prepositions == ("",) else Sureness.LIKELY
    draft = ReadingDraft((spot, spot), ("locative", "y"), edits=[gone, *without_sound_s(place, host)], sureness=sure)
    drafts = [draft._replace(preposition=each, phrase=_phrase(place, each)) for each in prepositions]
    later = [each._replace(sureness=Sureness.DOUBTFUL) for each in drafts[1:]]
    return tuple(drafted(place, each) for each in (*drafts[:1], *later))


def _is_idiom(place: FrenchPlace, group: VerbGroup) -> bool:
    """True where y stands for nothing: s'y connaître, s'y prendre, n'y pouvoir rien, vas-y !, y compris."""
    words, lemmas, behind = place.words, group.lemmas(place.words), at(place.words, group.end)
    reflexive = place.before() in ("s'", "m'", "t'", "nous", "vous")
    cheering = place.anaphor.low == "-y" and words[group.host].low in ("vas", "allez", "allons")
    return (
        (reflexive and not lemmas.isdisjoint(_REFLEXIVE_IDIOMS))
        or ("pouvoir" in lemmas and group.infinitive is None)
        # y regarder à deux fois, y regarder de plus près
        or ("regarder" in lemmas and behind in ("à", "de"))
        or (cheering and (place.last >= len(words) or not words[place.last].is_word or place.after() in DETERMINERS))
        # what y announces is said behind a comma
        or any(at(words, k) == "," and at(words, k + 1) in ("à", "au", "aux") for k in range(group.end, group.end + 3))
        # y mettre du sien
        or (behind == "du" and at(words, group.end + 1) in ("mien", "tien", "sien", "vôtre", "nôtre"))
        # il n'y paraît pas
        or ("paraître" in lemmas and place.before() in ("n'", "ne", "il"))
    )


def _phrase(place: FrenchPlace, preposition: str) -> str | None:
    """The name of a country without its article behind en; None: the candidate as it is."""
    return without_article_of_place(place.candidate.text) if preposition == EN else None


def _prepositions(place: FrenchPlace, lemmas: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The prepositions that the place can have, best first; the empty one when the candidate has its own."""
    candidate = place.candidate
    if candidate.preposition:
        return ("",)
    if lemmas & _TO_VERBS:
        return ("à",)
    # The preposition with which the text itself speaks of the candidate as a place.
    text = place.text.lower().replace("’", "'")
    for preposition in ("dans", "sur", "sous", "chez", "en", "à"):
        if f" {contracted(preposition, candidate.text, fuses=candidate.fuses).lower()}" in f" {text}":
            return (preposition,)
    known = place_preposition(candidate.text)
    if known:
        return known
    if candidate.is_name:
        return ("à",)
    if any(word.low in _SURFACES for word in words_of(candidate.text)[:3]) or lemmas & _ONTO_VERBS:
        return ("sur",)
    if lemmas & _INTO_VERBS:
        return ("dans",)
    return ("à", "dans") if lemmas & _GOING else ("dans", "à")


def adverb(place: FrenchPlace, form: str) -> Result:
    """The candidate with the preposition of the adverb (`dedans` → `dans le frigo`), or as it is with its own."""
    # `me crie dessus`: the pronoun before the verb says on whom; `sens dessus dessous`
    near = {place.before(k) for k in (2, 3, 4)}
    on_someone = place.anaphor.low in ("dessus", "dedans", "devant", "derrière") and near & _DATIVES
    if place.before() == "dessus" or on_someone:
        return no_reading("language-adverb-idiom")
    if place.before() in PREPOSITIONS:
        return _behind_preposition(place, form)
    fixed = form in _ADVERBS and not place.candidate.preposition
    capital = place.anaphor.text[0].isupper()
    drafts = [
        ReadingDraft(
            place.span,
            ("locative", "adverb_of_place"),
            phrase=_phrase(place, preposition),
            preposition=preposition.capitalize() if capital and preposition else preposition,
            capital=capital and not preposition,
            sureness=Sureness.CERTAIN if form in _ADVERBS or not preposition else Sureness.LIKELY,
        )
        for preposition in ((_ADVERBS[form],) if fixed else _prepositions(place))
    ]
    return tuple(drafted(place, draft) for draft in drafts)


def _behind_preposition(place: FrenchPlace, form: str) -> Result:
    """`de là-bas` → `du Caire`; other prepositions leave no place for a noun phrase (`par là`)."""
    if form not in ("là-bas", "là", "ici", "là-haut") or place.before() not in ("de", "d'"):
        return no_reading("language-adverb-behind-preposition")
    if place.candidate.preposition:
        return no_reading("language-preposition-twice", candidate=place.candidate.text)
    country = place_preposition(place.candidate.text) == (EN,)
    draft = ReadingDraft(place.span, ("locative", "adverb_of_place"), phrase=_phrase(place, EN if country else ""))
    return (drafted(place, draft._replace(sureness=Sureness.LIKELY)),)


def is_adverb_of_place(place: FrenchPlace, form: str) -> bool:
    """True for an adverb of place that is not a preposition here (`dessus`, but not `derrière la porte`)."""
    opens_phrase = at(place.words, place.last) in _PHRASE_OPENERS
    return form in ADVERBS and not (form in ("derrière", "devant", "contre") and opens_phrase)
