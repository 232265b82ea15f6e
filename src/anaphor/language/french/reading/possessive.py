"""Readings of possessives: son dos → le dos de X, and le sien → celui de X."""

from anaphor.language.french.junctures import contracted, elides
from anaphor.language.french.reading.draft import Draft, Edit, Place, Result, drafted, no_reading, owner_of
from anaphor.language.french.reading.phrase import NounPhrase, gender_of, is_epicene, noun_phrase, with_complements
from anaphor.language.french.reading.words import Word, at, ends_clause, shape, word_set
from anaphor.language.protocol import Gender, NoReading, NoReadingReason, Reading, Sureness

Words = tuple[Word, ...]

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


def possessive(place: Place) -> Result:
    """The noun with an article and, behind it, de and the candidate."""
    words, low = place.words, place.anaphor.low
    phrase = noun_phrase(words, place.last, determined=False)
    if phrase is None:
        return no_reading("language-no-noun", anaphor=place.anaphor.text)
    if (place.before(), at(words, phrase.head)) in _IDIOMS:
        return no_reading("language-possessive-idiom")
    article = _article_for(low, words, phrase)
    if article is None:
        return no_reading("language-gender-unknown", noun=words[phrase.head].text)
    owner = owner_of(place.candidate, _pronoun_of(words[phrase.head].low, article))
    if isinstance(owner, NoReading):
        return owner
    end = _right_edge(words, place.first, phrase)
    return (_owned(place._replace(candidate=owner), article, phrase, end),)


def _pronoun_of(noun: str, article: str) -> str | None:
    """The demonstrative that stands for a noun with that article: celle for a key."""
    gender = gender_of(noun)
    if gender is None:
        return None
    singular, plural = ("celle", "celles") if gender is Gender.FEMININE else ("celui", "ceux")
    return plural if article == "les" else singular


def _article_for(possessive_form: str, words: Words, phrase: NounPhrase) -> str | None:
    """The definite article; by the noun where the text has son before a consonant of a feminine (a slip of the pen)."""
    given = _ARTICLES.get(possessive_form)
    slip = given == "le" and phrase.start == phrase.head and gender_of(words[phrase.head].low) is Gender.FEMININE
    if slip and not elides(words[phrase.start].text):
        return "la"
    return given or _article_of(words, phrase)


def _article_of(words: Words, phrase: NounPhrase) -> str | None:
    if elides(words[phrase.start].text):
        return "le"
    low = words[phrase.head].low
    if is_epicene(low):
        return "le"
    gender = gender_of(low)
    return None if gender is None else "le" if gender is Gender.MASCULINE else "la"


def _right_edge(words: Words, possessive_index: int, phrase: NounPhrase) -> int:
    verbs = _verbs_before(words, possessive_index)
    if _is_predicate(words, phrase, verbs) and not _has_dative(words, possessive_index):
        return phrase.head + 1
    return with_complements(words, phrase, keep_de=not verbs & _REMOVAL)


def _is_predicate(words: Words, phrase: NounPhrase, verbs: frozenset[str]) -> bool:
    """True when the adjective behind the noun says what the verb makes of it (`rend son père heureux`)."""
    if phrase.end == phrase.head + 1:
        return False
    if "trouver" in shape(at(words, phrase.start - 2)).lemmas:
        return True
    judged = words[phrase.end - 1].low in _JUDGED and not verbs.isdisjoint(("trouver", "laisser", "garder", "tenir"))
    return judged or not verbs.isdisjoint(_PREDICATING)


def _verbs_before(words: Words, index: int) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    k = index - 1
    while k >= 0 and not ends_clause(words, k) and index - k < 6:
        found |= shape(words[k].low).lemmas
        k -= 1
    return found


def _has_dative(words: Words, index: int) -> bool:
    return any(
        word.low in ("lui", "leur", "me", "m'", "te", "nous", "vous") for word in words[max(0, index - 4) : index]
    )


def _owned(place: Place, article: str, phrase: NounPhrase, end: int) -> Reading:
    words = place.words
    head = words[phrase.start]
    edits = [_article_edit(place, article, head)]
    rules: tuple[str, ...] = ("possessive",)
    sureness = Sureness.CERTAIN if shape(words[phrase.head].low).noun > 0 else Sureness.LIKELY
    name = _apposed(words, end)
    if name > end:
        edits += _commas(place, end, name)
        rules, sureness = ("possessive", "apposition"), Sureness.LIKELY
    spot = words[end - 1].end
    return drafted(place, Draft((spot, spot), rules, edits=edits, preposition="de", sureness=sureness))


def _article_edit(place: Place, article: str, head: Word) -> Edit:
    """The article instead of the possessive, elided before a vowel, fused with à or de before it."""
    word = place.anaphor
    elided = article != "les" and elides(head.text)
    new = f"l{place.apostrophe}" if elided else f"{article} "
    previous = place.words[place.first - 1] if place.first else None
    if previous is not None and previous.low in ("à", "de") and not elided and article != "la":
        fused = contracted(previous.text, f"{article} x", place.apostrophe)[:-1]
        return Edit(previous.start, head.start, fused)
    if previous is not None and previous.low == "en" and not elided:
        return Edit(previous.start, head.start, _behind_en(article, head, previous.text))
    return Edit(word.start, head.start, new[0].upper() + new[1:] if word.text[0].isupper() else new)


def _behind_en(article: str, head: Word, written: str) -> str:
    """What stands for en and the possessive: `en son nom` → `au nom`, `en sa présence` → `en présence`."""
    new = {"le": "au ", "les": "dans les "}.get(article, "en " if head.low in _BARE_BEHIND_EN else "en la ")
    return new[0].upper() + new[1:] if written[0].isupper() else new


def _apposed(words: Words, end: int) -> int:
    """Index after a name that stands in apposition (`sa fille Anne`); the same index when there is none."""
    index = end
    while (
        index < len(words) and words[index].is_word and words[index].text[0].isupper() and words[index].low[-1] != "'"
    ):
        index += 1
    return index


def _commas(place: Place, start: int, end: int) -> list[Edit]:
    words = place.words
    closing = "" if end >= len(words) or not words[end].is_word else ","
    return [
        Edit(words[start - 1].end, words[start].start, ", "),
        *([Edit(words[end - 1].end, words[end - 1].end, closing)] if closing else []),
    ]


def possessive_pronoun(place: Place) -> Result:
    """`le sien` → `celui de X`, `au sien` → `à celui de X`."""
    words = place.words
    index = next(
        (k for k in range(place.first, place.last) if words[k].low in (*_REFLECT, "leur", "leurs")), place.first
    )
    opener = index - 1
    article = at(words, opener)
    pronoun = _REFLECT.get(words[index].low) or (_THEIRS.get(article) if words[index].low == "leur" else None)
    if pronoun is None or article not in ("le", "la", "les", "au", "aux", "du", "des"):
        return no_reading("language-owned-gender-unknown")
    owner = owner_of(place.candidate, pronoun)
    if isinstance(owner, NoReading):
        return owner
    place = place._replace(candidate=owner)
    lead = {"au": "à ", "aux": "à ", "du": "de ", "des": "de "}.get(article, "")
    new = lead + pronoun
    if words[opener].text[0].isupper():
        new = new[0].upper() + new[1:]
    edit = Edit(words[opener].start, words[index].end, new)
    spot = words[index].end
    return (drafted(place, Draft((spot, spot), ("possessive_pronoun",), edits=[edit], preposition="de")),)


def reflexive() -> NoReading:
    """The abstention for se, soi, lui-même."""
    return no_reading("language-reflexive", NoReadingReason.REFLEXIVE)
