"""The words of a French text (elided forms and hyphened pronouns too), what each can be, and their noun phrases."""

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from anaphor.language.french.lexicon import Category, fold, lookup
from anaphor.language.french.tokens import tokens
from anaphor.language.protocol import PLURAL, SINGULAR, Gender
from anaphor.language.word import Word, Words, at
from anaphor.language.word_tables import word_set, word_sets

_SETS = word_sets("french")
_LISTS = word_sets("french", "reading_words")
DETERMINERS: frozenset[str] = frozenset[str]().union(
    *(_SETS[name] for name in ("articles", "demonstratives", "possessives", "questions")),
    word_set("quelques plusieurs chaque aucun aucune tout toute tous toutes certains certaines différents différentes"),
    word_set("divers diverses tel telle"),
)
"""Words that open a noun phrase."""
NUMERALS: frozenset[str] = _LISTS["numerals"]
PREPOSITIONS: frozenset[str] = _LISTS["prepositions"]
SUBJECT_CLITICS = _SETS["subject_clitics"] | {"ce", "c'", "ça", "cela"}
CLITICS: frozenset[str] = _SETS["object_clitics"]
CLITICS_AND_NE: frozenset[str] = CLITICS | {"ne", "n'"}
NEGATIONS = word_set("pas point plus jamais guère nullement aucunement")
"""Second halves of a negation that stand right behind the finite verb."""
VERBAL = (Category.VERB, Category.AUXILIARY)
_HARD_STOP = frozenset(".!?;:…")
_INFINITIVE_END = re.compile(r"\w{2,}(?:er|ir|oir|re)$")
_ENDINGS = re.compile(
    r"(?:i?ons|i?ez|ent|ai[st]?|aient|ant|as?|âmes|âtes|èrent|ées?|és?|e(?:rai|ras?|rons|rez|ront|rais|rait|raient)|es?)$"
)
"""Endings of the verbs in -er: a form that the lexicon lacks is one where it knows the infinitive (`surferait`)."""


_ADJECTIVE_END = re.compile(r"(?:éen(?:ne)?|ique|aire|close|esque)s?$")


@lru_cache(maxsize=1024)
def words_of(text: str) -> Words:
    """The words of a text, in order.

    >>> [word.text for word in words_of("L'a-t-il vu ?")]
    ["L'", 'a', '-t-il', 'vu', '?']
    """
    folded = (
        (token, fold(token.text if token.text.isascii() else normalize("NFC", token.text))) for token in tokens(text)
    )
    return tuple(Word(token.text, low, token.start, token.end) for token, low in folded)


class Shape(NamedTuple):
    """What a form can be, by the lexicon, and how often it is that, per million (0: never)."""

    finite: bool = False
    infinitive: bool = False
    past: bool = False
    """A past participle."""
    present: bool = False
    """A present participle."""
    lemmas: frozenset[str] = frozenset()
    """Lemmas of its verb readings."""
    noun: float = 0.0
    adjective: float = 0.0
    adverb: float = 0.0
    verb: float = 0.0

    @property
    def is_verb(self) -> bool:
        """Any verb reading at all."""
        return bool(self.lemmas)


@lru_cache(maxsize=16384)
def shape(low: str) -> Shape:
    """What a folded form can be; one that the lexicon lacks is guessed by its ending."""
    entries = lookup(low)
    if not entries:
        stem, cut = _ENDINGS.subn("", low)
        for infinitive in (stem + "er", stem + "ger", stem + "cer") if cut else ():
            if any(entry.category is Category.VERB and "inf" in entry.traits for entry in lookup(infinitive)):
                past, present = low.endswith(("é", "ée", "és", "ées")), low.endswith("ant")
                finite = not past and not present
                return Shape(finite, False, past, present, frozenset((infinitive,)), verb=0.01)
        return Shape()
    verbs = [entry for entry in entries if entry.category in VERBAL]

    def weight(category: Category) -> float:
        return sum(entry.frequency + 0.01 for entry in entries if entry.category is category)

    # The lexicon's source calls a few finite forms infinitives (`connais`).
    traits = {t for entry in verbs for t in entry.traits if t != "inf" or low.endswith(("r", "re"))}
    return Shape(
        finite=any(trait[:3] in ("ind", "sub", "cnd", "con", "imp") for trait in traits),
        infinitive="inf" in traits,
        past="par:pas" in traits,
        present="par:pre" in traits,
        lemmas=frozenset(entry.lemma for entry in verbs),
        noun=weight(Category.NOUN),
        adjective=weight(Category.ADJECTIVE),
        adverb=weight(Category.ADVERB),
        verb=sum(entry.frequency + 0.01 for entry in verbs),
    )


def is_known(low: str) -> bool:
    """True when the lexicon has the form."""
    return bool(lookup(low))


def is_infinitive(words: Words, index: int) -> bool:
    """True when the word at the index is an infinitive, or an unknown form with the ending of one."""
    low = at(words, index)
    form = shape(low)
    if form.infinitive and form.verb >= form.noun:
        return True
    return bool(low) and not is_known(low) and _INFINITIVE_END.match(low) is not None


def ends_clause(words: Words, index: int) -> bool:
    """True when a hard stop or the end of the text stands at the place; the point of `Dr.` is none."""
    return index >= len(words) or (words[index].text[0] in _HARD_STOP and not words[index].is_word)


def sentence_start(words: Words, index: int) -> int:
    """Index of the first word of the sentence in which a word stands."""
    start = index
    while start > 0 and not (words[start - 1].text[0] in ".!?…" and ends_clause(words, start - 1)):
        start -= 1
    return start


def behind_clitics(words: Words, index: int) -> int:
    """Index of the first word at or behind an index that is no object clitic and no ne: the verb's place."""
    while at(words, index) in CLITICS_AND_NE:
        index += 1
    return index


class NounPhrase(NamedTuple):
    """A noun phrase found in a text, complements in de, à, en apart."""

    start: int
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
    while _is_adjective_of(words, index, end + (quite := at(words, end) in ("toute", "très", "tout"))):
        end += 1 + quite
    joined = at(words, end) == "et" and end > index + 1 and _is_adjective_of(words, index, end + 1)
    return NounPhrase(start, index, end + 2 if joined else end)


def _is_before_noun(words: Words, index: int) -> bool:
    low, following = words[index].low, index + 1
    if following >= len(words):
        return False
    if low in ("plus", "moins", "très", "tout", "si") or low in NUMERALS or low.isdigit():
        return True
    is_head = is_noun(words[following]) and shape(at(words, following)).adverb <= shape(at(words, following)).noun
    if low in _LISTS["before_noun"]:
        return (is_head and not is_verb_here(words, following)) or _is_before_noun(words, following)
    form, noun = shape(low), shape(words[following].low)
    if low.endswith(("ième", "ièmes")) or (form.adjective > 0 and form.noun == 0):
        return is_head
    headed = noun.noun > 2 * noun.adjective and not is_verb_here(words, following)
    return form.adjective > 0 and headed and is_head and agrees(words[following].low, low)


def is_noun(word: Word) -> bool:
    """True for a word that can be the head of a noun phrase; unknown words and names count."""
    low = word.low
    if not word.is_word or low in PREPOSITIONS or low in DETERMINERS or low in CLITICS or low[-1] == "'":
        return False
    form = shape(low)
    return form.noun > 0 or not is_known(low) or form.adjective > 0


def is_verb_here(words: Words, index: int) -> bool:
    """True when a form that can be a verb is one, judged by its frequency and by what follows."""
    form = shape(words[index].low)
    other = max(form.noun, form.adjective)
    if not form.finite or other == 0:
        return form.finite
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
    if not is_known(low):
        return _ADJECTIVE_END.search(low) is not None  # `ses parois marmoréennes`
    if form.adjective == 0 or low in PREPOSITIONS or low in CLITICS or low in SUBJECT_CLITICS or low in DETERMINERS:
        return False
    if form.adverb > form.adjective or is_verb_here(words, index) or form.noun > form.adjective * 4:
        return False
    # `pleine de …`, `posé sur …`: the adjective and its complement are not part of the core.
    if low in _LISTS["complemented"]:
        complemented = following in ("de", "d'", "du", "des", "à", "au", "aux")
    else:
        complemented = form.past and following in PREPOSITIONS
    return not complemented and agrees(words[head].low, low)


def agrees(noun: str, adjective: str) -> bool:
    """True when some reading of the two forms has the same gender and number."""
    nouns = [e for e in lookup(noun) if e.category in (Category.NOUN, Category.ADJECTIVE)]
    adjectives = [e for e in lookup(adjective) if e.category is Category.ADJECTIVE]
    pairs = ((n, a) for n in nouns for a in adjectives)
    return not nouns or not adjectives or any(_same(n.gender, a.gender) and _same(n.number, a.number) for n, a in pairs)


def _same(one: object, other: object) -> bool:
    return one is None or other is None or one == other


def with_complements(words: Words, phrase: NounPhrase, keep_de: bool = True) -> int:
    """Index after the phrase and the complements that belong to its name (`mot de passe`, `sac à dos`)."""
    index = phrase.end
    while (longer := _complement(words, index, keep_de)) != index:
        index = longer
    return index


def _complement(words: Words, index: int, keep_de: bool) -> int:
    """Index after the complement that begins at an index; the same when there is none."""
    low, following, inner = at(words, index), index + 1, at(words, index + 1)
    if low in ("de", "d'") and inner:
        return _complement_in_de(words, index, keep_de)
    if low in ("du", "des") and keep_de and inner and is_noun(words[following]):
        phrase = noun_phrase(words, index)
        return phrase.end if phrase else index
    if low == "à":
        # The paillettes of `robe à paillettes`: a plural without determiner that can be nothing else.
        form, nouns = shape(inner), [noun for noun in lookup(inner) if noun.category is Category.NOUN]
        plain = form.noun > 5 * (form.verb + form.adjective) and not words[following].text[0].isupper()
        trait = plain and bool(nouns) and all(noun.number is PLURAL for noun in nouns)
        return following + 1 if trait or inner in _LISTS["behind_a"] else index
    traits = {"en": "materials", "au": "flavours", "aux": "flavours", "sans": "without"}.get(low)
    if traits and inner in _LISTS[traits]:
        return following + 1
    if low not in ("et", "ou"):
        return index
    if inner in ("de", "d'") and at(words, index - 2) in ("de", "d'"):
        # A second complement: `d'hommes et de femmes`
        end = _complement_in_de(words, following, keep_de)
        return index if end == following else end
    both = (lookup(at(words, index - 1)), lookup(inner))
    plurals = [any(e.category is Category.NOUN and e.number is not SINGULAR for e in entries) for entries in both]
    return following + 1 if all(plurals) else index


def _complement_in_de(words: Words, index: int, keep_de: bool) -> int:
    following = index + 1
    low = at(words, following)
    if is_infinitive(words, following):
        alone = following + 1 >= len(words) or not words[following + 1].is_word
        return following + 1 if alone else index
    article = low in ("la", "l'") and keep_de
    if not low or (not article and (low in DETERMINERS or not is_noun(words[following]) or shape(low).noun == 0)):
        return index
    phrase = noun_phrase(words, following, determined=article)
    return phrase.end if phrase and (article or not words[following].text[0].isupper()) else index


def gender_of(low: str) -> Gender | None:
    """Gender of a noun; None when it is not known or may be either."""
    genders = {entry.gender for entry in lookup(low) if entry.category is Category.NOUN}
    return next(iter(genders)) if len(genders) == 1 else None


def is_epicene(low: str) -> bool:
    """True for a noun of either gender (`un enfant`, `une enfant`)."""
    return any(entry.category is Category.NOUN and entry.gender is None for entry in lookup(low))
