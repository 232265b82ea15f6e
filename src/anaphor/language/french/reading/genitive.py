"""Readings of en: a complement in de, a part of something, a number of things."""

from anaphor.language.french.junctures import bare_of_de
from anaphor.language.french.nouns import concord
from anaphor.language.french.reading.complement import LOCUTIONS, complement_place
from anaphor.language.french.reading.draft import (
    Candidate,
    Draft,
    Edit,
    Place,
    Result,
    conjunct_starts,
    drafted,
    no_reading,
    removal,
    without_article,
    without_sound_s,
)
from anaphor.language.french.reading.forms import agreed, is_adverb
from anaphor.language.french.reading.phrase import BEFORE_NOUN, is_noun, noun_phrase, with_complements
from anaphor.language.french.reading.verb import (
    VerbGroup,
    complement_start,
    host_of,
    is_behind_imperative,
    is_negated,
    verb_group,
)
from anaphor.language.french.reading.words import NUMERALS, PREPOSITIONS, Word, at, shape, word_set
from anaphor.language.protocol import Animacy, Gender, NoReading, Number, Sureness

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
_OF_NOUNS = word_set(
    "prix cause causes raison raisons goût effet effets résultat résultats conséquence conséquences odeur couleur "
    "auteur auteurs origine origines sens but lecture valeur coût nombre taille poids forme preuve suite fin début "
    "intérêt avantage avantages qualité production vente construction"
)
"""Nouns of a subject that en may complete."""
_REFLEXIVE_IDIOMS = frozenset(("aller", "empêcher", "falloir", "sortir", "prendre", "faire", "tenir", "remettre"))
_PRONOUN_COUNTS = word_set("un une aucun aucune certains certaines quelques-uns quelques-unes")
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
    gone = _removal(place)
    if host is None or gone is None or _is_gerund(place):
        return no_reading("language-en-without-verb")
    group = verb_group(place.words, host)
    if _is_idiom(place, group):
        return no_reading("language-en-idiom")
    edits = [gone, *without_sound_s(place, host)]
    special = _before_verb(place, group) or _other(place, group, edits)
    if special is not None:
        return special
    amount = None if _takes_de(place, group) else _amount(place.words, group)
    if amount is not None:
        return _counted(place, group, edits, amount)
    return _completed(place, group, edits)


def _is_one_being(candidate: Candidate) -> bool:
    """True for one person or animal, which has no parts to count."""
    animate = concord(candidate.text).animacy in (Animacy.PERSON, Animacy.ANIMAL)
    return animate and candidate.number is Number.SINGULAR and not candidate.partitive


def _before_verb(place: Place, group: VerbGroup) -> Result | None:
    """The readings with the candidate before the verb: `combien de pommes …`, `le prix des tomates …`."""
    if "combien" in (place.before(), place.before(2)):
        return _asked(place)
    if not _completes_subject(place, group):
        return None
    spot = place.words[place.first - 1].end
    draft = Draft((spot, spot), ("genitive", "subject_complement"), edits=[_gone_behind(place)], preposition="de")
    return (drafted(place, draft._replace(sureness=Sureness.LIKELY)),)


def _removal(place: Place) -> Edit | None:
    """The edit that takes en out; `donne-m'en` leaves `donne-moi`."""
    if not is_behind_imperative(place.words, place.first):
        return removal(place.words, place.first, place.apostrophe)
    before = place.words[place.first - 1]
    full = {"-m'": "-moi", "-t'": "-toi"}.get(before.low)
    return None if full is None else Edit(before.start, place.anaphor.end, full)


def _gone_behind(place: Place) -> Edit:
    """The edit that takes en out where the candidate goes right before it."""
    return Edit(place.anaphor.start, place.words[place.last].start, "")


def _is_gerund(place: Place) -> bool:
    """True for the preposition of `en marchant`."""
    form = shape(place.after())
    return form.present and not form.finite and place.before() != "en"


def _asked(place: Place) -> Result:
    """`combien en veux-tu ?` → `combien de pommes veux-tu ?`."""
    if place.before() != "combien":
        return no_reading("language-combien-apart")
    known = "savoir" in shape(place.after()).lemmas
    if known or (place.candidate.number is Number.SINGULAR and not place.candidate.partitive):
        return no_reading("language-combien-uncountable", candidate=place.candidate.text)
    phrase = _uncounted(place.candidate)
    spot = place.words[place.first - 1].end
    edit = _gone_behind(place)
    draft = Draft((spot, spot), ("genitive", "quantity"), edits=[edit], preposition="de", phrase=phrase)
    return (drafted(place, draft._replace(sureness=Sureness.LIKELY)),)


def _completes_subject(place: Place, group: VerbGroup) -> bool:
    """True for `le prix en a doublé`: en completes the noun of the subject."""
    low, opener = place.before(), place.before(2)
    return low in _OF_NOUNS and opener in ("le", "la", "l'", "les") and not group.lemmas(place.words) & _OF_VERBS


def _is_idiom(place: Place, group: VerbGroup) -> bool:
    """True where en is part of a set phrase: s'en aller, en vouloir à, je vous en prie, en avoir marre de …"""
    lemmas, behind = group.lemmas(place.words), at(place.words, group.end)
    reflexive = place.before().lstrip("-") in ("s'", "m'", "t'", "nous", "vous")
    recovers = "remettre" in lemmas and behind not in ("à", "au", "aux")
    return (
        place.before() in ("c'", "qu'", "que", "où")
        or not lemmas.isdisjoint(("pouvoir", "prier", "supplier", "conjurer"))
        or ("être" in lemmas and behind in ("ainsi", "autrement"))
        or _is_ended(place.words, group)
        or ("vouloir" in lemmas and (behind in ("à", "au", "aux") or reflexive or place.before() in ("lui", "leur")))
        or (reflexive and not lemmas.isdisjoint(_REFLEXIVE_IDIOMS) and not recovers)
        or ("aller" in lemmas and behind in ("de", "d'", "ainsi", "autrement"))
        or _has_had_enough(place.words, group)
        or (not lemmas.isdisjoint(("finir", "venir", "revenir", "arriver")) and behind in ("à", "avec", "aux", "au"))
        or ("finir" in lemmas and group.participle is not None)
        or (lemmas == {"venir"} and place.before() in ("veux", "veut", "voulez", "voulais", "voulait", "veulent"))
        or (place.before(2), place.before(3)) == ("qu'", "quoi")
        or (not lemmas.isdisjoint(("rester", "arriver", "venir")) and behind == "là")
        or any((at(place.words, k), at(place.words, k + 1)) == ("du", "monde") for k in range(group.end, group.end + 4))
        or ("croire" in lemmas and reflexive)
        or ("croire" in lemmas and at(place.words, complement_start(place.words, group) + 1) in ("yeux", "oreilles"))
        or _has_own_de(place.words, complement_start(place.words, group))
    )


def _is_ended(words: Words, group: VerbGroup) -> bool:
    """True for `en finir`, `en terminer`, `en faire trop`, and for what is said again behind a comma."""
    lemmas, start = group.lemmas(words), complement_start(words, group)
    ended = not lemmas.isdisjoint(("finir", "terminer")) and noun_phrase(words, start) is None
    too_much = "faire" in lemmas and at(words, start) in ("trop", "assez") and not at(words, start + 1).isalpha()
    coloured = (at(words, start), at(words, start + 1)) == ("de", "toutes")
    again = any(at(words, k) == "," and at(words, k + 1) in ("de", "d'", "du", "des") for k in range(start, start + 3))
    return ended or too_much or coloured or again


def _has_had_enough(words: Words, group: VerbGroup) -> bool:
    """True for `commence à en avoir assez`, `en a vraiment assez`: weariness, not a quantity."""
    start = complement_start(words, group)
    weary = at(words, start) == "assez" and words[group.main].low == "avoir"
    return weary and (start + 1 >= len(words) or not words[start + 1].is_word)


def _has_own_de(words: Words, start: int) -> bool:
    """True for `en ai besoin de …`, `en ai plus que marre`: what en announces is said behind it."""
    if (at(words, start), at(words, start + 1)) == ("d'", "humeur"):
        return True
    announced = (at(words, start) in LOCUTIONS or at(words, start) == "assez") and at(words, start + 1) in (
        "de",
        "d'",
        "du",
        "des",
    )
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
    index += at(words, index) in ("que", "qu'") or is_adverb(at(words, index))
    low = at(words, index)
    if low in ("quelques-uns", "quelques-unes"):
        return index
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
        return no_reading("language-adjective-unfit", candidate=place.candidate.text, adjective=adjective.text)
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
    refusal = _cannot_count(place, group, index)
    if refusal is not None:
        return refusal
    if word.low in _AMOUNTS:
        return _measured(place, edits, index, group)
    if word.low in ("un", "une") and place.candidate.number is Number.SINGULAR and bare is not None:
        return _one(place, edits, word, bare)
    spot = (word.end, word.end)
    if word.low in _PRONOUN_COUNTS:
        edits = [*edits, Edit(word.start, word.end, _gendered(word.text, place.candidate))]
        return (
            drafted(place, Draft(spot, ("genitive", "count"), edits=edits, preposition="de", sureness=Sureness.LIKELY)),
        )
    if bare is None:
        return (
            drafted(place, Draft(spot, ("genitive", "count"), edits=edits, preposition="de", sureness=Sureness.LIKELY)),
        )
    return (drafted(place, Draft(spot, ("genitive", "count"), edits=edits, phrase=bare, sureness=Sureness.LIKELY)),)


def _cannot_count(place: Place, group: VerbGroup, index: int) -> NoReading | None:
    """Why no quantity can be taken of the candidate; None when one can."""
    low, candidate = place.words[index].low, place.candidate
    of_one = _is_one_being(candidate) and low in _AMOUNTS
    described = low in ("un", "une") and at(place.words, index + 1) in ("qui", "que", "qu'", "dont")
    if of_one or described or "savoir" in group.lemmas(place.words):
        return no_reading("language-no-amount", candidate=candidate.text)
    one = low in ("un", "une") and candidate.number is Number.SINGULAR and _bare(candidate) is not None
    if low not in _AMOUNTS and not one and candidate.number is not Number.PLURAL:
        return no_reading("language-counts-several", word=place.words[index].text, candidate=candidate.text)
    return None


def _gendered(text: str, candidate: Candidate) -> str:
    feminine = candidate.gender is Gender.FEMININE
    pairs = {"un": "une", "aucun": "aucune", "certains": "certaines", "quelques-uns": "quelques-unes"}
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
    phrase = _uncounted(place.candidate)
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
    if candidate.text.startswith(("un ", "une ")):
        return candidate.text.split(maxsplit=1)[1]
    return without_article(candidate.text)


def _unnumbered(candidate: Candidate) -> str | None:
    """The candidate without article; None where it has a number or a second conjunct, which keep it."""
    bare = _bare(candidate)
    kept = bare is not None and (bare.split(maxsplit=1)[0] in NUMERALS or bool(conjunct_starts(candidate.text)))
    return None if kept else bare


def _uncounted(candidate: Candidate) -> str:
    """The candidate as it follows a quantity and de; whole where it has a number of its own (`beaucoup des deux …`)."""
    return _unnumbered(candidate) or candidate.text


def _completed(place: Place, group: VerbGroup, edits: list[Edit]) -> Result:
    words = place.words
    phrase = None
    if at(words, complement_start(words, group)) in ("de", "d'") and _is_lone_adjective(
        words, complement_start(words, group) + 1
    ):
        return no_reading("language-lone-adjective")
    if _loses_article(place, group):
        phrase = _unnumbered(place.candidate)
    index = _genitive_place(words, group)
    if words[index].low in _MEASURES:
        phrase = _unnumbered(place.candidate)
    if place.candidate.partitive and _has_own_object(words, group):
        phrase = _bare(place.candidate)
    spot = words[index].end
    rules = ("genitive", "complement") if phrase is None else ("genitive", "partitive")
    # A candidate such as `de la soupe` has its own de.
    lead = "" if phrase is None and place.candidate.partitive else "de"
    draft = Draft((spot, spot), rules, edits=edits, preposition=lead, phrase=phrase, sureness=Sureness.LIKELY)
    return (drafted(place, draft),)


def _loses_article(place: Place, group: VerbGroup) -> bool:
    """True for a negated verb whose object loses its article (`n'en ai pas` → `n'ai pas de voiture`)."""
    words = place.words
    own = _takes_de(place, group) or _has_own_object(words, group) or "vouloir" in group.lemmas(words)
    return is_negated(words, group) and not own


def _takes_de(place: Place, group: VerbGroup) -> bool:
    """True for a verb whose complement has de and keeps its article: parler de, se moquer de."""
    return place.before() == "s'" or not group.lemmas(place.words).isdisjoint(_OF_VERBS)


def _has_own_object(words: Words, group: VerbGroup) -> bool:
    index = complement_start(words, group)
    known = at(words, index) in LOCUTIONS or at(words, index) == "rien" or noun_phrase(words, index) is not None
    return known or group.is_copula(words)


def _genitive_place(words: Words, group: VerbGroup) -> int:
    """Behind the noun that en completes (`en connaît le prix`), else behind the verb and its predicate."""
    index = complement_start(words, group)
    phrase = noun_phrase(words, index)
    if phrase is not None and at(words, index) in ("le", "la", "l'", "les"):
        end = with_complements(words, phrase)
        return end - 1 if at(words, end) not in ("de", "d'", "du", "des") else phrase.end - 1
    return complement_place(words, group, 4)
