"""Readings of en: a complement in de, a part of something, a number of things."""

from anaphor.linguistics.french_junctures import bare_of_de
from anaphor.linguistics.french_reading_candidate import Candidate, without_article
from anaphor.linguistics.french_reading_complement import LOCUTIONS, complement_place
from anaphor.linguistics.french_reading_draft import (
    Draft,
    Edit,
    Place,
    Result,
    drafted,
    no_reading,
    removal,
    without_sound_s,
)
from anaphor.linguistics.french_reading_forms import agreed
from anaphor.linguistics.french_reading_phrase import BEFORE_NOUN, is_noun, noun_phrase, with_complements
from anaphor.linguistics.french_reading_verb import VerbGroup, complement_start, host_of, is_negated, verb_group
from anaphor.linguistics.french_reading_words import NUMERALS, PREPOSITIONS, Word, at, shape, word_set
from anaphor.linguistics.language import Gender, Number, Sureness

Words = tuple[Word, ...]

_AMOUNTS = word_set("plus moins beaucoup trop peu assez tant autant davantage énormément tellement suffisamment")
_AMOUNT_OPENERS = word_set(
    "toujours déjà jamais aussi beaucoup bien un trop pas tout simplement encore si le juste vraiment presque"
)
_MEASURES = word_set(
    "centaine centaines dizaine dizaines douzaine douzaines millier milliers million millions vingtaine trentaine "
    "tas kilo kilos litre litres foule poignée masse quantité nombre gramme grammes"
)
"""Nouns of number and measure, behind which de has no article."""
_REFLEXIVE_IDIOMS = frozenset(("aller", "empêcher", "falloir", "sortir", "prendre", "faire", "tenir", "remettre"))
_COUNTS = NUMERALS | {"plusieurs"}
_OF_VERBS = word_set(
    "parler souvenir servir rêver sortir venir revenir profiter douter discuter moquer occuper dépendre méfier "
    "plaindre rendre passer vanter apercevoir rire pleurer hériter débarrasser éloigner approcher tirer descendre "
    "jouir user abuser disposer entendre déduire retirer ramener rapporter sentir informer avertir prévenir charger "
    "accuser remercier féliciter soucier"
)
"""Verbs with a complement in de, where a negation does not take away the article."""


def genitive(place: Place) -> Result:
    """The candidate with de, where the quantity, the noun or the verb that en completes asks for it."""
    host = host_of(place.words, place.first)
    gone = removal(place.words, place.first, place.apostrophe)
    if host is None or gone is None:
        return no_reading("No verb was found to which en is attached.")
    group = verb_group(place.words, host)
    if _is_idiom(place, group):
        return no_reading("En is part of a set phrase here (s'en aller, en vouloir à …) and stands for nothing.")
    edits = [gone, *without_sound_s(place, host)]
    other = _other(place, group, edits)
    if other is not None:
        return other
    amount = None if _takes_de(place, group) else _amount(place.words, group)
    if amount is not None and "savoir" in group.lemmas(place.words):
        return no_reading("En savoir trop measures knowledge, which no noun phrase names.")
    if amount is not None:
        return _counted(place, group, edits, amount)
    return _completed(place, group, edits)


def _is_idiom(place: Place, group: VerbGroup) -> bool:
    """True where en is part of a set phrase: s'en aller, en vouloir à, je vous en prie, en avoir marre de …"""
    lemmas, behind = group.lemmas(place.words), at(place.words, group.end)
    reflexive = place.before() in ("s'", "m'", "t'", "nous", "vous")
    return (
        place.anaphor.low.startswith(("-t'", "-m'"))
        or place.before() in ("c'", "qu'", "que")
        or not lemmas.isdisjoint(("pouvoir", "prier"))
        or ("vouloir" in lemmas and (behind in ("à", "au", "aux") or reflexive or place.before() in ("lui", "leur")))
        or (reflexive and not lemmas.isdisjoint(_REFLEXIVE_IDIOMS))
        or (not lemmas.isdisjoint(("finir", "venir", "revenir", "arriver")) and behind in ("à", "avec"))
        or ("finir" in lemmas and group.participle is not None)
        or (lemmas == {"venir"} and place.before() in ("veux", "veut", "voulez", "voulais", "voulait", "veulent"))
        or (place.before(2), place.before(3)) == ("qu'", "quoi")
        or ("rester" in lemmas and behind == "là")
        or _has_own_de(place.words, complement_start(place.words, group))
    )


def _has_own_de(words: Words, start: int) -> bool:
    """True for `en ai besoin de …`, `en ai plus que marre`: what en announces is said behind it."""
    announced = at(words, start) in LOCUTIONS and at(words, start + 1) in ("de", "d'", "du", "des")
    return announced or "marre" in (at(words, start + 1), at(words, start + 2))


def _amount(words: Words, group: VerbGroup) -> int | None:
    """Index of the last word of the quantity behind the verb; None when there is none."""
    index = group.end if group.infinitive is None else group.infinitive + 1
    inner = [k for k in range(group.host + 1, group.end) if words[k].low in _AMOUNTS and group.participle]
    if inner and words[inner[-1]].low not in ("plus",):
        return inner[-1]
    while at(words, index) in _AMOUNT_OPENERS and at(words, index) not in _AMOUNTS:
        index += 1
    if at(words, index) in _AMOUNTS:
        while at(words, index + 1) in _AMOUNTS:
            index += 1
        negated = words[index].low == "plus" and is_negated(words, group)
        return None if negated or at(words, index + 1) in ("de", "d'") else index
    return _count(words, group)


def _count(words: Words, group: VerbGroup) -> int | None:
    """Index of a number that counts what en stands for: nothing that it could count follows."""
    index = complement_start(words, group)
    low = at(words, index)
    if (
        low not in _COUNTS
        and low not in ("un", "une", "aucun", "aucune", "certains", "certaines")
        and not low.isdigit()
    ):
        return None
    return index if noun_phrase(words, index + 1, determined=False) is None else None


def _other(place: Place, group: VerbGroup, edits: list[Edit]) -> Result | None:
    """`en achète une nouvelle` → `achète une nouvelle maison`; None when no such adjective follows."""
    words = place.words
    index = complement_start(words, group)
    if at(words, index) not in ("un", "une") or not _is_lone_adjective(words, index + 1):
        return None
    bare, gender = _bare(place.candidate), place.candidate.gender
    adjective = words[index + 1]
    form = adjective.text if adjective.low == "autre" else agreed(adjective.text, gender, Number.SINGULAR)
    if bare is None or form is None or place.candidate.number is not Number.SINGULAR:
        return no_reading(f"{place.candidate.text!r} cannot be joined with {adjective.text!r}.")
    edits = [*edits, Edit(words[index].start, words[index].end, _gendered(words[index].text, place.candidate))]
    edits.append(Edit(adjective.start, adjective.end, form))
    spot = adjective.end if adjective.low in BEFORE_NOUN else words[index].end
    rules = ("genitive", "noun_restored")
    return (drafted(place, Draft((spot, spot), rules, edits=edits, phrase=bare, sureness=Sureness.LIKELY)),)


def _is_lone_adjective(words: Words, index: int) -> bool:
    form = shape(at(words, index))
    following = words[index + 1] if index + 1 < len(words) else None
    alone = following is None or not is_noun(following) or following.low in PREPOSITIONS
    return form.adjective > form.noun and alone


def _counted(place: Place, group: VerbGroup, edits: list[Edit], index: int) -> Result:
    word = place.words[index]
    bare = _bare(place.candidate)
    if word.low in _AMOUNTS:
        return _measured(place, edits, index, group)
    if word.low in ("un", "une") and place.candidate.number is Number.SINGULAR and bare is not None:
        return _one(place, edits, word, bare)
    if place.candidate.number is not Number.PLURAL:
        return no_reading(f"{word.text!r} counts several things, and {place.candidate.text!r} is one.")
    spot = (word.end, word.end)
    if word.low in ("un", "une", "aucun", "aucune", "certains", "certaines"):
        edits = [*edits, Edit(word.start, word.end, _gendered(word.text, place.candidate))]
        return (
            drafted(place, Draft(spot, ("genitive", "count"), edits=edits, preposition="de", sureness=Sureness.LIKELY)),
        )
    if bare is None:
        return (
            drafted(place, Draft(spot, ("genitive", "count"), edits=edits, preposition="de", sureness=Sureness.LIKELY)),
        )
    return (drafted(place, Draft(spot, ("genitive", "count"), edits=edits, phrase=bare, sureness=Sureness.LIKELY)),)


def _gendered(text: str, candidate: Candidate) -> str:
    feminine = candidate.gender is Gender.FEMININE
    pairs = {"un": "une", "aucun": "aucune", "certains": "certaines"}
    if feminine:
        return pairs.get(text, text)
    masculine = {wife: husband for husband, wife in pairs.items()}
    return masculine.get(text, text) if candidate.gender is Gender.MASCULINE else text


def _one(place: Place, edits: list[Edit], word: Word, bare: str) -> Result:
    edits = [*edits, Edit(word.start, word.end, _gendered(word.text, place.candidate))]
    return (drafted(place, Draft((word.end, word.end), ("genitive", "count"), edits=edits, phrase=bare)),)


def _measured(place: Place, edits: list[Edit], index: int, group: VerbGroup) -> Result:
    """`en faire plus` → `faire plus de biscuits`; an amount before the participle goes behind it."""
    word = place.words[index]
    phrase = _bare(place.candidate) or place.candidate.text
    rules, lead, spot = ("genitive", "quantity"), "de", word.end
    if index < group.end - 1:
        edits = [*edits, Edit(place.words[index - 1].end, word.end, "")]
        lead, spot = f"{word.text} de", place.words[group.end - 1].end
    return (drafted(place, Draft((spot, spot), rules, edits=edits, preposition=lead, phrase=phrase)),)


def _bare(candidate: Candidate) -> str | None:
    """The candidate without article, as it follows a quantity; None when it has another determiner or is a name."""
    if candidate.bare:
        return candidate.text
    if candidate.partitive:
        return bare_of_de(candidate.text)
    return without_article(candidate.text)


def _completed(place: Place, group: VerbGroup, edits: list[Edit]) -> Result:
    words = place.words
    phrase = None
    if is_negated(words, group) and not _takes_de(place, group) and not _has_own_object(words, group):
        phrase = _bare(place.candidate)
    index = _genitive_place(words, group)
    if words[index].low in _MEASURES:
        phrase = _bare(place.candidate)
    spot = words[index].end
    rules = ("genitive", "complement") if phrase is None else ("genitive", "partitive")
    # A candidate such as `de la soupe` has its own de.
    lead = "" if phrase is None and place.candidate.partitive else "de"
    draft = Draft((spot, spot), rules, edits=edits, preposition=lead, phrase=phrase, sureness=Sureness.LIKELY)
    return (drafted(place, draft),)


def _takes_de(place: Place, group: VerbGroup) -> bool:
    """True for a verb whose complement has de and keeps its article: parler de, se moquer de."""
    return place.before() == "s'" or not group.lemmas(place.words).isdisjoint(_OF_VERBS)


def _has_own_object(words: Words, group: VerbGroup) -> bool:
    index = complement_start(words, group)
    known = at(words, index) in LOCUTIONS or noun_phrase(words, index) is not None
    return known or group.is_copula(words)


def _genitive_place(words: Words, group: VerbGroup) -> int:
    """Behind the noun that en completes (`en connaît le prix`), else behind the verb and its predicate."""
    index = complement_start(words, group)
    phrase = noun_phrase(words, index)
    if phrase is not None and at(words, index) in ("le", "la", "l'", "les"):
        end = with_complements(words, phrase)
        return end - 1 if at(words, end) not in ("de", "d'", "du", "des") else phrase.end - 1
    return complement_place(words, group, 4)
