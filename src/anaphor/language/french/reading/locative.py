"""Readings of y and of adverbs of place: là-bas, dedans, dessus, dessous, derrière.

`y` hides its preposition. The text itself tells it where it speaks of the candidate as a place (`dans le lac … y`),
the name where it is a known country or town (`en France`, `au Japon`), the verb where it has only one (`penser à`,
`entrer dans`, `poser sur`). Elsewhere two prepositions may be right (`va à la plage`, `va sur la plage`): then there
are two readings, the likelier first.
"""

import re
from dataclasses import replace

from anaphor.language.french.clause.group import VerbGroup, host_of, verb_group
from anaphor.language.french.clause.words import (
    DETERMINERS,
    PREPOSITIONS,
    shape,
    words_of,
)
from anaphor.language.french.draft import (
    FrenchPlace,
    ReadingDraft,
    Result,
    no_reading,
    removal,
    without_sound_s,
)
from anaphor.language.french.junctures import contracted, elides
from anaphor.language.french.lexicon import fold
from anaphor.language.french.reading.object import complement_place
from anaphor.language.protocol import CERTAIN, DOUBTFUL, LIKELY, NoReadingReason
from anaphor.language.word import at
from anaphor.language.word_tables import word_set, word_sets, words

_LISTS = word_sets("french", "reading_words")
_EN = "en"
"""The preposition of feminine countries, which takes their article away: `la France`, `en France`."""
_ARTICLE = re.compile(r"(?:les?|la)\s+|l['’]\s*", re.IGNORECASE)
_ONTO_VERBS = word_set("pencher poser asseoir marcher appuyer dessiner écrire installer coucher étaler patiner skier")
"""Verbs that take a place as a surface: `y poser un livre` is sur la table, not dans."""
_ADVERBS = {
    **dict.fromkeys(("dedans", "là-dedans"), "dans"),
    **dict.fromkeys(("dessus", "là-dessus"), "sur"),
    **dict.fromkeys(("dessous", "là-dessous"), "sous"),
    **{form: form for form in ("derrière", "devant", "contre")},
    **{form: f"{form} de" for form in ("autour", "à côté", "au-dessus", "au-dessous", "en dessous")},
    **{form: f"{form} de" for form in ("à l'intérieur", "à l'extérieur")},
}
"""Adverbs with the preposition that they hide; it comes back before the candidate."""
_KINDS = ("feminine", "masculine", "plural")
_FAR = ("là-bas", "là", "ici", "là-haut")
"""Adverbs that say where, not how something lies there: the preposition is chosen as for y."""


def place_preposition(phrase: str) -> tuple[str, ...]:
    """The one preposition of a known place (`la France` → en, `le Japon` → à); empty when it is no known place."""
    article = _ARTICLE.match(phrase)
    name = phrase[article.end() :] if article else ""
    if fold(phrase) in _LISTS["bare_with_en"]:
        return (_EN,)
    if not name[:1].isupper():
        return ()
    for preposition in ("dans", "à"):
        if fold(name) in _LISTS[f"places_with_{preposition}"]:
            return (preposition,)
    if fold(name) in ("côte d'azur", "lune"):
        return ("sur",)
    # The first word names the kind: la Corée du Sud, la République tchèque
    names = {fold(name), fold(name).split()[0]}
    feminine, masculine, plural = (not names.isdisjoint(words("french", f"{kind}_places")) for kind in _KINDS)
    if feminine or (masculine and elides(name)):
        return (_EN,)
    return ("à",) if masculine or plural else ()


def pronoun_y(place: FrenchPlace) -> Result:
    """The candidate with à, dans or sur behind the verb; several readings where several are right."""
    words, host, gone = place.words, host_of(place.words, place.first), removal(place)
    if host is None or gone is None:
        return no_reading("language-y-without-verb")
    group = verb_group(words, host)
    if _is_idiom(place, group):
        return no_reading("language-y-idiom")
    if place.before() in ("ça", "ca") and "être" in group.lemmas:
        return no_reading("language-ca-y-est", NoReadingReason.IMPERSONAL)
    existential = group.participle is None or words[group.participle].low == "eu"
    of_il = place.before() in ("", "il", "n'", "ne", "—", "–", "«") or at(words, host + 1) in ("-t-il", "-il")
    if existential and (of_il or words[host].low == "avoir") and "avoir" in shape(words[host].low).lemmas:
        return no_reading("language-il-y-a", NoReadingReason.IMPERSONAL)
    spot = words[complement_place(group, 6)].end
    draft = ReadingDraft(place, (spot, spot), ("locative", "y"), edits=[gone, *without_sound_s(place, host)])
    prepositions = _prepositions(place, group.lemmas)
    sureness = (CERTAIN if prepositions == ("",) else LIKELY, DOUBTFUL)
    drafts = zip(prepositions, sureness, strict=False)
    drafted = (
        draft._replace(preposition=lead, phrase=place_phrase(place, lead), sureness=sure) for lead, sure in drafts
    )
    chosen = zip(prepositions, (reading for draft in drafted for reading in draft.readings), strict=False)
    return tuple(replace(reading, preposition=lead) for lead, reading in chosen)


def _is_idiom(place: FrenchPlace, group: VerbGroup) -> bool:
    """True where y stands for nothing: s'y connaître, s'y prendre, n'y pouvoir rien, vas-y !, y compris."""
    words, lemmas, behind = place.words, group.lemmas, at(place.words, group.end)
    reflexive = place.before() in ("s'", "m'", "t'", "nous", "vous")
    cheering = place.anaphor.low == "-y" and words[group.host].low in ("vas", "allez", "allons")
    return bool(
        (reflexive and not lemmas.isdisjoint(("connaître", "prendre", "entendre", "faire")))
        or ("pouvoir" in lemmas and group.infinitive is None)
        # y regarder à deux fois, y regarder de plus près
        or ("regarder" in lemmas and behind in ("à", "de"))
        or (cheering and (place.last >= len(words) or not words[place.last].is_word or place.after() in DETERMINERS))
        # what y announces is said behind a comma
        or any(at(words, k) == "," and at(words, k + 1) in ("à", "au", "aux") for k in range(group.end, group.end + 3))
        # y mettre du sien
        or (behind == "du" and at(words, group.end + 1) in ("mien", "tien", "sien", "vôtre", "nôtre"))
        # n'y voir pas d'inconvénient
        or ("voir" in lemmas and "inconvénient" in (at(words, group.end + 1), at(words, group.end + 2)))
        # n'y connaître rien, n'y être pour rien, y voir clair
        or ("connaître" in lemmas and {behind, at(words, group.end + 1)} & {"rien", "grand-chose", "quelque"})
        or ("être" in lemmas and group.is_copula and "pour" in (behind, at(words, group.end + 1)))
        or ("voir" in lemmas and behind in ("clair", "goutte", "double", "trouble"))
        # il n'y paraît pas
        or ("paraître" in lemmas and place.before() in ("n'", "ne", "il"))
    )


def place_phrase(place: FrenchPlace, preposition: str) -> str | None:
    """The name of a country without its article behind en; None: the candidate as it is."""
    return _ARTICLE.sub("", place.candidate.text, count=1) if preposition == _EN else None


def _prepositions(place: FrenchPlace, lemmas: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The prepositions that the place can have, best first; the empty one when the candidate has its own."""
    candidate = place.candidate
    if candidate.preposition:
        return ("",)
    described = {place.after(k) for k in (2, 3, 4)} & _LISTS["adjectives_with_à"] and lemmas & _LISTS["linking"]
    if described:  # `y reste attaché`
        return ("à",)
    near = {place.after(k) for k in (2, 3, 4, 5)}
    locution = near & _LISTS["to_locutions"] or ("feu" in near and "mettre" in lemmas)
    if locution or (lemmas & _LISTS["to_verbs"] and not ("plaire" in lemmas and place.before() == "s'")):
        return ("à",)
    self_made = place.before() in ("s'", "m'", "t'") or place.before() == place.before(2)  # `vous vous y mettez`
    if "mettre" in lemmas and self_made and not candidate.is_name:
        return ("à",)  # `s'y mettre`: se mettre au travail
    # The preposition with which the text itself speaks of the candidate as a place.
    text = f" {place.text.lower()}".replace("’", "'").replace("'", " ")
    for preposition in ("dans", "sur", "sous", "chez", "en", "à"):
        lead = contracted(preposition, candidate.text, fuses=candidate.fuses).lower().replace("'", " ")
        if f" {lead}" in text:
            return (preposition,)
    usual = place_preposition(candidate.text)
    if usual or candidate.is_name:
        return usual or ("à",)
    nouns = {word.low for word in words_of(candidate.text)[:3]}
    if "plage" in nouns and lemmas & {"aller", "retourner", "emmener", "passer", "rester"}:
        return ("à", "sur")
    if nouns & _LISTS["surfaces"] or lemmas & _ONTO_VERBS:
        return ("sur",)
    if nouns & _LISTS["places_at"] and not lemmas & (_LISTS["into_verbs"] - _LISTS["at_ease"]):
        return ("à", "dans")
    if lemmas & _LISTS["into_verbs"]:
        return ("dans",)
    aboard = lemmas & _LISTS["upwards"] and nouns & _LISTS["vehicles"]
    going = lemmas & (_LISTS["upwards"] | {"aller", "retourner", "revenir", "venir", "conduire", "emmener"})
    return ("à", "dans") if going and not aboard else ("dans", "à")


def adverb(place: FrenchPlace, form: str) -> Result:
    """The candidate with the preposition of the adverb (`dedans` → `dans le frigo`), or as it is with its own."""
    # `me crie dessus`: the pronoun before the verb says on whom; `sens dessus dessous`
    near = {place.before(k) for k in (2, 3, 4)}
    on_someone = place.anaphor.low in ("dessus", "dedans", "devant", "derrière") and near & _LISTS["datives"]
    if place.before() == "dessus" or on_someone:
        return no_reading("language-adverb-idiom")
    rules = ("locative", "adverb_of_place")
    if place.before() in PREPOSITIONS:
        # `de là-bas` → `du Caire`; other prepositions leave no place for a noun phrase (`par là`).
        if form not in _FAR or place.before() not in ("de", "d'"):
            return no_reading("language-adverb-behind-preposition")
        if place.candidate.preposition:
            return no_reading("language-preposition-twice", candidate=place.candidate.text)
        country = place_phrase(place, _EN) if place_preposition(place.candidate.text) == (_EN,) else None
        return ReadingDraft(place, place.span, rules, phrase=country, sureness=LIKELY).readings
    fixed = form in _ADVERBS and not place.candidate.preposition
    capital = place.anaphor.text[0].isupper()
    drafts = [
        ReadingDraft(
            place,
            place.span,
            rules,
            phrase=place_phrase(place, preposition),
            preposition=preposition.capitalize() if capital and preposition else preposition,
            capital=capital and not preposition,
            sureness=CERTAIN if form in _ADVERBS or not preposition else LIKELY,
        )
        for preposition in ((_ADVERBS[form],) if fixed else _prepositions(place))
    ]
    return tuple(reading for draft in drafts for reading in draft.readings)


def is_adverb_of_place(place: FrenchPlace, form: str) -> bool:
    """True for an adverb of place that is not a preposition here (`dessus`, but not `derrière la porte`)."""
    opens_phrase = at(place.words, place.last) in _LISTS["phrase_openers"]
    return (form in _ADVERBS or form in _FAR) and not (form in ("derrière", "devant", "contre") and opens_phrase)
