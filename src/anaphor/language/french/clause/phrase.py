"""Noun phrases in running text: where one that begins at a word ends, and which word is its head."""

from typing import NamedTuple

from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    SUBJECT_CLITICS,
    FrenchWord,
    at,
    is_known,
    shape,
)
from anaphor.language.french.lexicon import Category, lookup
from anaphor.language.protocol import Gender, Number
from anaphor.language.word_tables import word_set

Words = tuple[FrenchWord, ...]

BEFORE_NOUN = word_set(
    "petit petite petits petites grand grande grands grandes beau bel belle beaux belles vieux vieil vieille "
    "vieilles jeune jeunes bon bonne bons bonnes mauvais mauvaise mauvaises gros grosse grosses nouveau nouvel "
    "nouvelle nouveaux nouvelles ancien ancienne anciens anciennes premier première premiers premières second "
    "seconde deuxième troisième dernier dernière derniers dernières propre propres même mêmes autre autres cher "
    "chère chers chères seul seule seuls seules long longue longs longues haut haute joli jolie jolis jolies vrai "
    "vraie vrais vraies faux fausse fausses pauvre pauvres meilleur meilleure meilleurs meilleures pire moindre "
    "double demi demie futur future unique fidèle ex prochain prochaine simple immense énorme excellent excellente"
)
_COMPLEMENTED = word_set(
    "plein pleine pleins pleines rempli remplie remplis remplies couvert couverte couverts couvertes content "
    "contente fier fière capable capables digne semblable pareil pareille prêt prête prêts prêtes sûr sûre"
)
_MATERIALS = word_set(
    "or argent bois cuir laine soie coton fer plastique verre papier carton velours cristal acier lin pierre marbre "
    "osier paille peluche fourrure bronze cuivre jean flanelle dentelle"
)
_BEHIND_A = word_set(
    "dos main dents café thé vin voile voiles moteur bille roulettes plumes carreaux outils bandoulière eau gaz "
    "huile provisions ordures lunettes talons pois rayures manger coucher laver repasser vapeur linge pain fleurs"
)


class NounPhrase(NamedTuple):
    """A noun phrase found in a text, complements in de, à, en apart."""

    start: int
    """Index of its first word."""
    head: int
    """Index of its noun."""
    end: int
    """Index after its last word (adjectives included)."""


def noun_phrase(words: Words, start: int, determined: bool = True) -> NounPhrase | None:
    """The noun phrase that begins at an index (with its determiner, unless told otherwise); None when there is none."""
    index = start
    if determined:
        while at(words, index) in DETERMINERS or at(words, index) in NUMERALS or at(words, index).isdigit():
            index += 1
        if index == start:
            return None
    closing = {'"': '"', "«": "»", "“": "”"}.get(at(words, index))
    reach = range(index + 1, min(len(words), index + 12)) if closing else range(0)
    quoted = next((k + 1 for k in reach if words[k].text == closing), None)
    if quoted is not None:
        return NounPhrase(start, index, quoted)
    while index < len(words) and _is_before_noun(words, index):
        index += 1
    if index >= len(words) or not is_noun(words[index]):
        return None
    end = index + 1
    while _is_adjective_of(words, index, end):
        end += 1
    joined = at(words, end) == "et" and end > index + 1 and _is_adjective_of(words, index, end + 1)
    return NounPhrase(start, index, end + 2 if joined else end)


def _is_before_noun(words: Words, index: int) -> bool:
    low, following = words[index].low, index + 1
    if following >= len(words):
        return False
    if low in ("plus", "moins", "très", "tout", "si") or low in NUMERALS or low.isdigit():
        return True
    is_head = is_noun(words[following])
    if low in BEFORE_NOUN:
        return (is_head and not is_verb_here(words, following)) or _is_before_noun(words, following)
    form, noun = shape(low), shape(words[following].low)
    if low.endswith(("ième", "ièmes")) or (form.adjective > 0 and form.noun == 0):
        return is_head
    headed = noun.noun > 2 * noun.adjective and not is_verb_here(words, following)
    return form.adjective > 0 and headed and is_head and agrees(words[following].low, low)


def is_noun(word: FrenchWord) -> bool:
    """True for a word that can be the head of a noun phrase; unknown words and names count."""
    low = word.low
    if not word.is_word or low in PREPOSITIONS or low in DETERMINERS or low in CLITICS or low[-1] == "'":
        return False
    form = shape(low)
    return form.noun > 0 or not is_known(low) or form.adjective > 0


def is_verb_here(words: Words, index: int) -> bool:
    """True when a form that can be a verb is one, judged by its frequency and by what follows."""
    form = shape(words[index].low)
    if not form.finite:
        return False
    other = max(form.noun, form.adjective)
    if other == 0:
        return True
    following, second = at(words, index + 1), shape(at(words, index + 2))
    if following in CLITICS and second.verb > second.noun:
        # A clitic with a verb of its own follows: this form cannot be the verb (`son humeur taquine m'entraîne`).
        return False
    opens = following in DETERMINERS or following in CLITICS or following in ("pas", "plus", "jamais")
    # What opens an object makes a verb five times likelier than the lexicon has it, anything else three times less so.
    return form.verb > other * (0.2 if opens else 3)


def _is_adjective_of(words: Words, head: int, index: int) -> bool:
    if index >= len(words) or not words[index].is_word or words[index].text[0].isupper():
        return False
    low, following = words[index].low, at(words, index + 1)
    if low in ("avant", "arrière"):
        return not (following in DETERMINERS or following in ("de", "d'", "que", "qu'") or following.isdigit())
    form = shape(low)
    if form.adjective == 0 or low in PREPOSITIONS or low in CLITICS or low in SUBJECT_CLITICS or low in DETERMINERS:
        return False
    if form.adverb > form.adjective or is_verb_here(words, index) or form.noun > form.adjective * 4:
        return False
    # `pleine de …`, `posé sur …`: the adjective and its complement are not part of the core.
    if low in _COMPLEMENTED:
        complemented = following in ("de", "d'", "du", "des", "à", "au", "aux")
    else:
        complemented = form.past and following in PREPOSITIONS
    return not complemented and agrees(words[head].low, low)


def agrees(noun: str, adjective: str) -> bool:
    """True when some reading of the two forms has the same gender and number."""
    nouns = [e for e in lookup(noun) if e.category in (Category.NOUN, Category.ADJECTIVE)]
    adjectives = [e for e in lookup(adjective) if e.category is Category.ADJECTIVE]
    pairs = ((n, a) for n in nouns for a in adjectives)
    return not nouns or any(_same(n.gender, a.gender) and _same(n.number, a.number) for n, a in pairs)


def _same(one: object, other: object) -> bool:
    return one is None or other is None or one == other


def with_complements(words: Words, phrase: NounPhrase, keep_de: bool = True) -> int:
    """Index after the phrase and the complements that belong to its name (`mot de passe`, `sac à dos`)."""
    index = phrase.end
    while True:
        longer = _complement(words, index, keep_de)
        if longer == index:
            return index
        index = longer


def _complement(words: Words, index: int, keep_de: bool) -> int:
    low, following = at(words, index), index + 1
    if low in ("de", "d'") and following < len(words):
        return _complement_in_de(words, index, keep_de)
    if low in ("du", "des") and keep_de and following < len(words) and is_noun(words[following]):
        found = noun_phrase(words, index)
        return found.end if found else index
    if low == "à" and (at(words, following) in _BEHIND_A or _is_trait(words, following)):
        return following + 1
    if low == "en" and at(words, following) in _MATERIALS:
        return following + 1
    if low not in ("et", "ou"):
        return index
    if at(words, following) in ("de", "d'") and at(words, index - 2) in ("de", "d'"):
        # A second complement: `d'hommes et de femmes`
        end = _complement_in_de(words, following, keep_de)
        return index if end == following else end
    both = index > 0 and _is_bare_plural(words, index - 1) and _is_bare_plural(words, following)
    return following + 1 if both else index


def _complement_in_de(words: Words, index: int, keep_de: bool) -> int:
    following = index + 1
    low = at(words, following)
    if shape(low).infinitive:
        alone = following + 1 >= len(words) or not words[following + 1].is_word
        return following + 1 if alone else index
    if low in ("la", "l'") and keep_de:
        found = noun_phrase(words, following)
        return found.end if found else index
    if low in DETERMINERS or not is_noun(words[following]) or shape(low).noun == 0:
        return index
    found = noun_phrase(words, following, determined=False)
    return found.end if found and not words[following].text[0].isupper() else index


def _is_trait(words: Words, index: int) -> bool:
    """True for the paillettes of `robe à paillettes`: a plural without determiner that can be nothing else."""
    form = shape(at(words, index))
    if form.noun == 0 or form.noun <= 5 * (form.verb + form.adjective) or words[index].text[0].isupper():
        return False
    nouns = [e for e in lookup(at(words, index)) if e.category is Category.NOUN]
    return bool(nouns) and all(e.number is Number.PLURAL for e in nouns)


def _is_bare_plural(words: Words, index: int) -> bool:
    return any(e.category is Category.NOUN and e.number is not Number.SINGULAR for e in lookup(at(words, index)))


def gender_of(low: str) -> Gender | None:
    """Gender of a noun; None when it is not known or may be either."""
    found = {entry.gender for entry in lookup(low) if entry.category is Category.NOUN}
    return next(iter(found)) if len(found) == 1 else None


def is_epicene(low: str) -> bool:
    """True for a noun of either gender (`un enfant`, `une enfant`)."""
    return any(entry.category is Category.NOUN and entry.gender is None for entry in lookup(low))
