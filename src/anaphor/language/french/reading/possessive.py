"""Readings of possessives: son dos → le dos de X, and le sien → celui de X."""

from anaphor.language.french.clause.phrase import NounPhrase, gender_of, is_epicene, noun_phrase, with_complements
from anaphor.language.french.clause.words import FrenchWord, at, ends_clause, shape
from anaphor.language.french.junctures import contracted, elides
from anaphor.language.french.reading.draft import (
    FrenchPlace,
    ReadingDraft,
    Result,
    TextEdit,
    drafted,
    no_reading,
    owner_of,
)
from anaphor.language.protocol import Gender, NoReading, Reading, Sureness
from anaphor.language.word_tables import word_set

Words = tuple[FrenchWord, ...]

_ARTICLES = {"son": "le", "sa": "la", "ses": "les", "leurs": "les"}
_REMOVAL = word_set(
    "retirer sortir enlever ôter arracher tirer tomber extraire dégager détacher éloigner rapprocher débarrasser "
    "séparer informer descendre décrocher écarter couvrir remplir"
)
_PREDICATING = frozenset(("croire", "juger", "rendre", "estimer"))
_JUDGED = word_set(
    "froid froide froids froides chaud chaude bon bonne mauvais mauvaise beau belle joli jolie drôle ennuyeux "
    "ennuyeuse triste long longue court courte cher chère difficile facile étrange bizarre ouvert ouverte ouverts "
    "ouvertes fermé fermée fermés fermées vide vides propre propres sale sales allumé allumée éteint éteinte seul "
    "seule seuls seules"
)
"""Adjectives that are predicates behind trouver, laisser, garder, tenir (`laisse sa porte ouverte`)."""

_IDIOMS = frozenset((("à", "tour"), ("de", "mieux"), ("à", "avis"), ("à", "aise"), ("de", "côté"), ("à", "guise")))
_BARE_BEHIND_EN = frozenset(("présence", "faveur", "possession", "compagnie"))
_REFLECT = {"sien": "celui", "sienne": "celle", "siens": "ceux", "siennes": "celles"}
_THEIRS = {"le": "celui", "la": "celle", "au": "celui", "du": "celui"}


def possessive(place: FrenchPlace) -> Result:
    """The noun with an article and, behind it, de and the candidate."""
    words = place.words
    phrase = noun_phrase(words, place.last, determined=False)
    if phrase is None:
        return no_reading("language-no-noun", anaphor=place.anaphor.text)
    noun = words[phrase.head].low
    if (place.before(), noun) in _IDIOMS:
        return no_reading("language-possessive-idiom")
    article = _article_for(place.anaphor.low, words, phrase)
    if article is None:
        return no_reading("language-gender-unknown", noun=words[phrase.head].text)
    # The pronoun that stands for what is owned: celle for a key.
    gender, plural = gender_of(noun), article == "les"
    feminine, masculine = ("celles", "ceux") if plural else ("celle", "celui")
    pronoun = None if gender is None else feminine if gender is Gender.FEMININE else masculine
    owner = owner_of(place.candidate, pronoun)
    if isinstance(owner, NoReading):
        return owner
    return (_owned(place._replace(candidate=owner), article, phrase, _right_edge(words, place.first, phrase)),)


def _article_for(form: str, words: Words, phrase: NounPhrase) -> str | None:
    """The definite article; by the noun where the text has son before a consonant of a feminine (a slip of the pen)."""
    given, low = _ARTICLES.get(form), words[phrase.head].low
    vowel, gender = elides(words[phrase.start].text), gender_of(low)
    if given == "le" and phrase.start == phrase.head and gender is Gender.FEMININE and not vowel:
        return "la"
    if given or vowel or is_epicene(low):
        return given or "le"
    return None if gender is None else "le" if gender is Gender.MASCULINE else "la"


def _right_edge(words: Words, index: int, phrase: NounPhrase) -> int:
    verbs: frozenset[str] = frozenset()
    k = index - 1
    while k >= 0 and not ends_clause(words, k) and index - k < 6:
        verbs |= shape(words[k].low).lemmas
        k -= 1
    near = {word.low for word in words[max(0, index - 4) : index]}
    # The adjective may say what the verb makes of the noun: `rend son père heureux`.
    judging = not verbs.isdisjoint(("trouver", "laisser", "garder", "tenir"))
    predicated = (
        "trouver" in shape(at(words, phrase.start - 2)).lemmas
        or (judging and words[phrase.end - 1].low in _JUDGED)
        or not verbs.isdisjoint(_PREDICATING)
    )
    if phrase.end > phrase.head + 1 and predicated and not near & {"lui", "leur", "me", "m'", "te", "nous", "vous"}:
        return phrase.head + 1
    return with_complements(words, phrase, keep_de=not verbs & _REMOVAL)


def _owned(place: FrenchPlace, article: str, phrase: NounPhrase, end: int) -> Reading:
    words = place.words
    edits = [_article_edit(place, article, words[phrase.start])]
    rules: tuple[str, ...] = ("possessive",)
    sureness = Sureness.CERTAIN if shape(words[phrase.head].low).noun > 0 else Sureness.LIKELY
    name = end
    while name < len(words) and words[name].is_word and words[name].text[0].isupper() and words[name].low[-1] != "'":
        name += 1
    if name > end:
        # A name in apposition is set between commas: `sa fille Anne` → `la fille de X, Anne, …`.
        edits.append(TextEdit(words[end - 1].end, words[end].start, ", "))
        if name < len(words) and words[name].is_word:
            edits.append(TextEdit(words[name - 1].end, words[name - 1].end, ","))
        rules, sureness = ("possessive", "apposition"), Sureness.LIKELY
    spot = words[end - 1].end
    return drafted(place, ReadingDraft((spot, spot), rules, edits=edits, preposition="de", sureness=sureness))


def _article_edit(place: FrenchPlace, article: str, head: FrenchWord) -> TextEdit:
    """The article instead of the possessive, elided before a vowel, fused with à or de before it."""
    first, elided = place.anaphor, article != "les" and elides(head.text)
    new = f"l{place.apostrophe}" if elided else f"{article} "
    previous = place.words[place.first - 1] if place.first else None
    if previous is not None and previous.low in ("à", "de") and not elided and article != "la":
        return TextEdit(previous.start, head.start, contracted(previous.text, f"{article} x", place.apostrophe)[:-1])
    if previous is not None and previous.low == "en" and not elided:
        # `en son nom` → `au nom`, `en sa présence` → `en présence`
        bare = "en " if head.low in _BARE_BEHIND_EN else "en la "
        first, new = previous, {"le": "au ", "les": "dans les "}.get(article, bare)
    return TextEdit(first.start, head.start, new[0].upper() + new[1:] if first.text[0].isupper() else new)


def possessive_pronoun(place: FrenchPlace) -> Result:
    """`le sien` → `celui de X`, `au sien` → `à celui de X`."""
    words = place.words
    marked = range(place.first, place.last)
    index = next((k for k in marked if words[k].low in (*_REFLECT, "leur", "leurs")), place.first)
    opener, article = index - 1, at(words, index - 1)
    pronoun = _REFLECT.get(words[index].low) or (_THEIRS.get(article) if words[index].low == "leur" else None)
    if pronoun is None or article not in ("le", "la", "les", "au", "aux", "du", "des"):
        return no_reading("language-owned-gender-unknown")
    owner = owner_of(place.candidate, pronoun)
    if isinstance(owner, NoReading):
        return owner
    new = {"au": "à ", "aux": "à ", "du": "de ", "des": "de "}.get(article, "") + pronoun
    new = new[0].upper() + new[1:] if words[opener].text[0].isupper() else new
    spot = words[index].end
    edit = TextEdit(words[opener].start, spot, new)
    draft = ReadingDraft((spot, spot), ("possessive_pronoun",), edits=[edit], preposition="de")
    return (drafted(place._replace(candidate=owner), draft),)
