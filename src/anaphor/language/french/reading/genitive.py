"""Readings of en: a complement in de, a part of something, a number of things."""

from anaphor.language.french.clause.forms import agreed, is_adverb
from anaphor.language.french.clause.phrase import BEFORE_NOUN, is_noun, noun_phrase, with_complements
from anaphor.language.french.clause.verb import (
    VerbGroup,
    complement_start,
    host_of,
    is_behind_imperative,
    is_negated,
    verb_group,
)
from anaphor.language.french.clause.words import NUMERALS, PREPOSITIONS, FrenchWord, at, shape
from anaphor.language.french.junctures import bare_of_de
from anaphor.language.french.nouns import concord
from anaphor.language.french.reading.complement import LOCUTIONS, complement_place
from anaphor.language.french.reading.draft import (
    FrenchPlace,
    PreparedCandidate,
    ReadingDraft,
    Result,
    TextEdit,
    conjunct_starts,
    drafted,
    no_reading,
    removal,
    without_article,
    without_sound_s,
)
from anaphor.language.protocol import Animacy, Gender, NoReading, Number, Reading, Sureness
from anaphor.language.word_tables import word_set

Words = tuple[FrenchWord, ...]

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
_COUNTS = NUMERALS | word_set("plusieurs un une aucun aucune certains certaines")
_DE = frozenset(("de", "d'", "du", "des"))
_OF_VERBS = word_set(
    "parler souvenir servir rêver sortir venir revenir profiter douter discuter moquer occuper dépendre méfier "
    "plaindre rendre passer vanter apercevoir rire pleurer hériter débarrasser éloigner approcher tirer descendre "
    "jouir user abuser disposer entendre déduire retirer ramener rapporter sentir informer avertir prévenir charger "
    "accuser remercier féliciter soucier"
)
"""Verbs with a complement in de, where a negation does not take away the article."""
_GENDERED = {"un": "une", "aucun": "aucune", "certains": "certaines", "quelques-uns": "quelques-unes"}


def genitive(place: FrenchPlace) -> Result:
    """The candidate with de, where the quantity, the noun or the verb that en completes asks for it."""
    words = place.words
    host, following = host_of(words, place.first), shape(place.after())
    gone = removal(words, place.first, place.apostrophe)
    if is_behind_imperative(words, place.first):
        # `donne-m'en` leaves `donne-moi`.
        before = words[place.first - 1]
        full = {"-m'": "-moi", "-t'": "-toi"}.get(before.low)
        gone = None if full is None else TextEdit(before.start, place.anaphor.end, full)
    gerund = following.present and not following.finite and place.before() != "en"
    if host is None or gone is None or gerund:
        return no_reading("language-en-without-verb")
    group = verb_group(words, host)
    if _is_idiom(place, group):
        return no_reading("language-en-idiom")
    if "combien" in (place.before(), place.before(2)):
        return _asked(place)
    lemmas = group.lemmas(words)
    of_subject = place.before() in _OF_NOUNS and place.before(2) in ("le", "la", "l'", "les")
    if of_subject and not lemmas & _OF_VERBS:
        # `le prix en a doublé` → `le prix des tomates a doublé`
        return (_before_en(place, ("genitive", "subject_complement"), None),)
    edits = [gone, *without_sound_s(place, host)]
    start = complement_start(words, group)
    if at(words, start) in ("un", "une") and _is_lone_adjective(words, start + 1):
        return _other(place, start, edits)
    amount = None if _takes_de(place, group) else _amount(words, group)
    return _completed(place, group, edits) if amount is None else _counted(place, group, edits, amount)


def _before_en(place: FrenchPlace, rules: tuple[str, ...], phrase: str | None) -> Reading:
    """The candidate with de right before en, which goes."""
    spot = place.words[place.first - 1].end
    gone = TextEdit(place.anaphor.start, place.words[place.last].start, "")
    draft = ReadingDraft((spot, spot), rules, edits=[gone], preposition="de", phrase=phrase, sureness=Sureness.LIKELY)
    return drafted(place, draft)


def _asked(place: FrenchPlace) -> Result:
    """`combien en veux-tu ?` → `combien de pommes veux-tu ?`."""
    if place.before() != "combien":
        return no_reading("language-combien-apart")
    known = "savoir" in shape(place.after()).lemmas
    if known or (place.candidate.number is Number.SINGULAR and not place.candidate.partitive):
        return no_reading("language-combien-uncountable", candidate=place.candidate.text)
    return (_before_en(place, ("genitive", "quantity"), _uncounted(place.candidate)),)


def _is_idiom(place: FrenchPlace, group: VerbGroup) -> bool:
    """True where en is part of a set phrase and stands for nothing."""
    words, before = place.words, place.before()
    lemmas, behind, start = group.lemmas(words), at(words, group.end), complement_start(words, group)
    first, second = at(words, start), at(words, start + 1)
    reflexive = before.lstrip("-") in ("s'", "m'", "t'", "nous", "vous")
    recovers = "remettre" in lemmas and behind not in ("à", "au", "aux")
    coming = not lemmas.isdisjoint(("finir", "venir", "revenir", "arriver"))
    ends_here = start + 1 >= len(words) or not words[start + 1].is_word
    return (
        before in ("c'", "qu'", "que", "où")
        # je n'en peux plus, je vous en prie
        or not lemmas.isdisjoint(("pouvoir", "prier", "supplier", "conjurer"))
        or ("être" in lemmas and behind in ("ainsi", "autrement"))
        # en finir, en terminer
        or (not lemmas.isdisjoint(("finir", "terminer")) and noun_phrase(words, start) is None)
        # en faire trop, en faire assez
        or ("faire" in lemmas and first in ("trop", "assez") and not second.isalpha())
        # en voir de toutes les couleurs
        or (first, second) == ("de", "toutes")
        # what en announces is said behind a comma
        or any(at(words, k) == "," and at(words, k + 1) in _DE for k in range(start, start + 3))
        # en vouloir à, s'en vouloir, lui en vouloir
        or ("vouloir" in lemmas and (behind in ("à", "au", "aux") or reflexive or before in ("lui", "leur")))
        # s'en aller, s'en sortir
        or (reflexive and not lemmas.isdisjoint(_REFLEXIVE_IDIOMS) and not recovers)
        or ("aller" in lemmas and behind in ("de", "d'", "ainsi", "autrement"))
        # commence à en avoir assez: weariness, not a quantity
        or (first == "assez" and words[group.main].low == "avoir" and ends_here)
        # en venir à, en finir avec
        or (coming and behind in ("à", "avec", "aux", "au"))
        or ("finir" in lemmas and group.participle is not None)
        or (lemmas == {"venir"} and before in ("veux", "veut", "voulez", "voulais", "voulait", "veulent"))
        # quoi qu'il en soit
        or (place.before(2), place.before(3)) == ("qu'", "quoi")
        # en rester là
        or (not lemmas.isdisjoint(("rester", "arriver", "venir")) and behind == "là")
        # il y en a du monde
        or any((at(words, k), at(words, k + 1)) == ("du", "monde") for k in range(group.end, group.end + 4))
        # ne pas s'en croire, ne pas en croire ses yeux
        or ("croire" in lemmas and (reflexive or second in ("yeux", "oreilles")))
        or (first, second) == ("d'", "humeur")
        # en ai besoin de …, en ai plus que marre: what en announces is said behind it
        or ((first in LOCUTIONS or first == "assez") and second in _DE)
        or "marre" in (second, at(words, start + 2))
    )


def _amount(words: Words, group: VerbGroup) -> int | None:
    """Index of the last word of the quantity behind the verb; None when there is none."""
    index = group.end if group.infinitive is None else group.infinitive + 1
    inner = [k for k in range(group.host + 1, group.end) if words[k].low in _AMOUNTS and group.participle]
    if inner and words[inner[-1]].low != "plus":
        return inner[-1]
    while at(words, index) in _AMOUNT_OPENERS and at(words, index) not in _AMOUNTS:
        index += 1
    if at(words, index) in _AMOUNTS:
        while at(words, index + 1) in _AMOUNTS:
            index += 1
        negated = words[index].low == "plus" and is_negated(words, group)
        return None if negated or at(words, index + 1) in ("de", "d'") else index
    # A number counts what en stands for where nothing that it could count follows.
    index = complement_start(words, group)
    index += at(words, index) in ("que", "qu'") or is_adverb(at(words, index))
    low = at(words, index)
    if low in ("quelques-uns", "quelques-unes"):
        return index
    if low not in _COUNTS and not low.isdigit():
        return None
    return index if noun_phrase(words, index + 1, determined=False) is None else None


def _other(place: FrenchPlace, index: int, edits: list[TextEdit]) -> Result:
    """`en achète une nouvelle` → `achète une nouvelle maison`."""
    article, adjective = place.words[index : index + 2]
    candidate, bare = place.candidate, _bare(place.candidate)
    form = adjective.text if adjective.low == "autre" else agreed(adjective.text, candidate.gender, Number.SINGULAR)
    if bare is None or form is None or candidate.number is not Number.SINGULAR:
        return no_reading("language-adjective-unfit", candidate=candidate.text, adjective=adjective.text)
    edits = [*edits, _gendered(article, candidate), TextEdit(adjective.start, adjective.end, form)]
    spot = adjective.end if adjective.low in BEFORE_NOUN else article.end
    rules = ("genitive", "noun_restored")
    return (drafted(place, ReadingDraft((spot, spot), rules, edits=edits, phrase=bare, sureness=Sureness.LIKELY)),)


def _is_lone_adjective(words: Words, index: int) -> bool:
    form = shape(at(words, index))
    following = words[index + 1] if index + 1 < len(words) else None
    alone = following is None or not is_noun(following) or following.low in PREPOSITIONS
    return form.adjective > form.noun and alone


def _counted(place: FrenchPlace, group: VerbGroup, edits: list[TextEdit], index: int) -> Result:
    """`en ai trois` → `ai trois pommes`; `en ai un` → `ai une pomme`, or `une des pommes`."""
    word, candidate = place.words[index], place.candidate
    low, bare, singular = word.low, _bare(candidate), candidate.number is Number.SINGULAR
    refusal = _cannot_count(place, group, index)
    if refusal is not None:
        return refusal
    if low in _AMOUNTS:
        return _measured(place, edits, index, group)
    one = low in ("un", "une") and singular and bare is not None
    if one or low in _PRONOUN_COUNTS:
        edits = [*edits, _gendered(word, candidate)]
    of_them = not one and (low in _PRONOUN_COUNTS or bare is None)
    lead, phrase, sureness = "de" if of_them else "", None if of_them else bare, Sureness.LIKELY
    draft = ReadingDraft((word.end, word.end), ("genitive", "count"), edits=edits, preposition=lead, phrase=phrase)
    return (drafted(place, draft._replace(sureness=Sureness.CERTAIN if one else sureness)),)


def _cannot_count(place: FrenchPlace, group: VerbGroup, index: int) -> NoReading | None:
    """Why no quantity can be taken of the candidate; None when one can."""
    low, candidate = place.words[index].low, place.candidate
    singular, one = candidate.number is Number.SINGULAR, low in ("un", "une")
    # One person or animal has no parts to count.
    animate = low in _AMOUNTS and concord(candidate.text).animacy in (Animacy.PERSON, Animacy.ANIMAL)
    described = one and at(place.words, index + 1) in ("qui", "que", "qu'", "dont")
    of_one = animate and singular and not candidate.partitive
    if of_one or described or "savoir" in group.lemmas(place.words):
        return no_reading("language-no-amount", candidate=candidate.text)
    fits = not singular or (one and _bare(candidate) is not None)
    if low not in _AMOUNTS and not fits:
        return no_reading("language-counts-several", word=place.words[index].text, candidate=candidate.text)
    return None


def _gendered(word: FrenchWord, candidate: PreparedCandidate) -> TextEdit:
    """The edit that puts un, aucun or certains in the candidate's gender."""
    pairs: dict[str, str] = {}
    if candidate.gender is Gender.FEMININE:
        pairs = _GENDERED
    elif candidate.gender is Gender.MASCULINE:
        pairs = {feminine: masculine for masculine, feminine in _GENDERED.items()}
    return TextEdit(word.start, word.end, pairs.get(word.text, word.text))


def _measured(place: FrenchPlace, edits: list[TextEdit], index: int, group: VerbGroup) -> Result:
    """`en faire plus` → `faire plus de biscuits`; an amount before the participle goes behind it."""
    word = place.words[index]
    rules, lead, spot = ("genitive", "quantity"), "de", word.end
    if index < group.end - 1:
        edits = [*edits, TextEdit(place.words[index - 1].end, word.end, "")]
        lead, spot = f"{word.text} de", place.words[group.end - 1].end
    phrase = _uncounted(place.candidate)
    return (drafted(place, ReadingDraft((spot, spot), rules, edits=edits, preposition=lead, phrase=phrase)),)


def _bare(candidate: PreparedCandidate) -> str | None:
    """The candidate without article, as it follows a quantity; None when it has another determiner or is a name."""
    if candidate.bare:
        return candidate.text
    if candidate.partitive:
        return bare_of_de(candidate.text)
    if candidate.text.startswith(("un ", "une ")):
        return candidate.text.split(maxsplit=1)[1]
    return without_article(candidate.text)


def _unnumbered(candidate: PreparedCandidate) -> str | None:
    """The candidate without article; None where it has a number or a second conjunct, which keep it."""
    bare = _bare(candidate)
    kept = bare is not None and (bare.split(maxsplit=1)[0] in NUMERALS or bool(conjunct_starts(candidate.text)))
    return None if kept else bare


def _uncounted(candidate: PreparedCandidate) -> str:
    """The candidate as it follows a quantity and de; whole where it has a number of its own (`beaucoup des deux …`)."""
    return _unnumbered(candidate) or candidate.text


def _completed(place: FrenchPlace, group: VerbGroup, edits: list[TextEdit]) -> Result:
    words, candidate, start = place.words, place.candidate, complement_start(place.words, group)
    low, phrase = at(words, start), None
    if low in ("de", "d'") and _is_lone_adjective(words, start + 1):
        return no_reading("language-lone-adjective")
    own_object = noun_phrase(words, start)
    has_object = low in LOCUTIONS or low == "rien" or own_object is not None or group.is_copula(words)
    keeps = _takes_de(place, group) or has_object or "vouloir" in group.lemmas(words)
    # Behind the noun that en completes (`en connaît le prix`), else behind the verb and its predicate.
    if own_object is not None and low in ("le", "la", "l'", "les"):
        end = with_complements(words, own_object)
        index = (end if at(words, end) not in _DE else own_object.end) - 1
    else:
        index = complement_place(words, group, 4)
    if (is_negated(words, group) and not keeps) or words[index].low in _MEASURES:
        # The object of a negated verb loses its article: `n'en ai pas` → `n'ai pas de voiture`.
        phrase = _unnumbered(candidate)
    if candidate.partitive and has_object:
        phrase = _bare(candidate)
    spot = words[index].end
    rules = ("genitive", "complement") if phrase is None else ("genitive", "partitive")
    # A candidate such as `de la soupe` has its own de.
    lead = "" if phrase is None and candidate.partitive else "de"
    draft = ReadingDraft((spot, spot), rules, edits=edits, preposition=lead, phrase=phrase, sureness=Sureness.LIKELY)
    return (drafted(place, draft),)


def _takes_de(place: FrenchPlace, group: VerbGroup) -> bool:
    """True for a verb whose complement has de and keeps its article: parler de, se moquer de."""
    return place.before() == "s'" or not group.lemmas(place.words).isdisjoint(_OF_VERBS)
