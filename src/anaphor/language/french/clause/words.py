"""The words of a French text as the readings see them: elided forms and hyphened pronouns are words of their own."""

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from anaphor.language.french.lexicon import Category, fold, lookup
from anaphor.language.french.tokens import tokens
from anaphor.language.word_tables import word_set, word_sets


class FrenchWord(NamedTuple):
    """A word or a punctuation mark at its place."""

    text: str
    """As written; `l'`, `-le` and `-t-il` are words."""
    low: str
    """Folded: lower-case, œ as oe, straight apostrophe."""
    start: int
    """Position of its first character."""
    end: int
    """Position after its last character."""

    @property
    def is_word(self) -> bool:
        """False for punctuation."""
        return self.low[-1].isalnum() or self.low[0].isalnum()


_HARD_STOP = frozenset(".!?;:…")


@lru_cache(maxsize=1024)
def words_of(text: str) -> tuple[FrenchWord, ...]:
    """The words of a text, in order.

    >>> [word.text for word in words_of("L'a-t-il vu ?")]
    ["L'", 'a', '-t-il', 'vu', '?']
    """
    return tuple(
        FrenchWord(
            token.text,
            fold(token.text if token.text.isascii() else normalize("NFC", token.text)),
            token.start,
            token.end,
        )
        for token in tokens(text)
    )


class Shape(NamedTuple):
    """What a form can be, by the lexicon."""

    finite: bool
    """A finite verb form."""
    infinitive: bool
    """An infinitive."""
    past: bool
    """A past participle."""
    present: bool
    """A present participle."""
    lemmas: frozenset[str]
    """Lemmas of its verb readings."""
    noun: float
    """How often it is a noun, per million; 0: never."""
    adjective: float
    """How often it is an adjective."""
    adverb: float
    """How often it is an adverb."""
    verb: float
    """How often it is a verb."""

    @property
    def is_verb(self) -> bool:
        """Any verb reading at all."""
        return bool(self.lemmas)


VERBAL = (Category.VERB, Category.AUXILIARY)
_INFINITIVE_END = re.compile(r"\w{2,}(?:er|ir|oir|re)$")


@lru_cache(maxsize=16384)
def shape(low: str) -> Shape:
    """What a folded form can be."""
    entries = lookup(low)
    if not entries:
        return _guessed(low)
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


_ENDINGS = re.compile(
    r"(?:i?ons|i?ez|ent|ai[st]?|aient|ant|as?|âmes|âtes|èrent|ées?|és?|e(?:rai|ras?|rons|rez|ront|rais|rait|raient)|es?)$"
)


def _guessed(low: str) -> Shape:
    """The shape of a form that the lexicon has not: a verb in -er when it knows the infinitive."""
    stem, cut = _ENDINGS.subn("", low)
    attempts = [stem + end for end in ("er", "ger", "cer")] if cut else []
    known = (form for form in attempts if any(e.category is Category.VERB and "inf" in e.traits for e in lookup(form)))
    infinitive = next(known, None)
    if infinitive is None:
        return _UNKNOWN
    past = low.endswith(("é", "ée", "és", "ées"))
    present = low.endswith("ant")
    return _UNKNOWN._replace(
        finite=not past and not present, past=past, present=present, lemmas=frozenset((infinitive,)), verb=0.01
    )


_UNKNOWN = Shape(False, False, False, False, frozenset(), 0.0, 0.0, 0.0, 0.0)


def is_known(low: str) -> bool:
    """True when the lexicon has the form."""
    return bool(lookup(low))


def looks_infinitive(low: str) -> bool:
    """True for an unknown form with the ending of an infinitive."""
    return not is_known(low) and _INFINITIVE_END.match(low) is not None


def ends_clause(words: tuple[FrenchWord, ...], index: int) -> bool:
    """True when a hard stop or the end of the text stands at the place; the point of `Dr.` is none."""
    return index >= len(words) or (words[index].text[0] in _HARD_STOP and not words[index].is_word)


def sentence_start(words: tuple[FrenchWord, ...], index: int) -> int:
    """Index of the first word of the sentence in which a word stands."""
    start = index
    while start > 0 and not (words[start - 1].text[0] in ".!?…" and ends_clause(words, start - 1)):
        start -= 1
    return start


def at(words: tuple[FrenchWord, ...], index: int) -> str:
    """The folded word at an index, the empty string beyond the ends."""
    return words[index].low if 0 <= index < len(words) else ""


def behind_clitics(words: tuple[FrenchWord, ...], index: int) -> int:
    """Index of the first word at or behind an index that is no object clitic and no ne: the verb's place."""
    while at(words, index) in CLITICS or at(words, index) in ("ne", "n'"):
        index += 1
    return index


_SETS = word_sets("french")
DETERMINERS = frozenset[str]().union(
    *(_SETS[name] for name in ("articles", "demonstratives", "possessives", "questions")),
    word_set("quelques plusieurs chaque aucun aucune tout toute tous toutes certains certaines différents différentes"),
    word_set("divers diverses tel telle"),
)
"""Words that open a noun phrase."""
NUMERALS = word_set(
    "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante "
    "cinquante soixante cent cents mille"
)
"""Cardinal numbers above one."""
PREPOSITIONS = word_set(
    "à de d' du des au aux avec chez contre dans depuis derrière dès devant durant en entre envers hormis hors "
    "jusque jusqu' malgré outre par parmi pendant pour sans sauf selon sous suivant sur vers via voici voilà"
)
"""Prepositions, and à and de fused with an article."""
SUBJECT_CLITICS = _SETS["subject_clitics"] | {"ce", "c'", "ça", "cela"}
"""Subject pronouns that stand before the verb."""
CLITICS = _SETS["object_clitics"]
"""Object pronouns that stand before the verb."""
NEGATIONS = word_set("pas point plus jamais guère nullement aucunement")
"""Second halves of a negation that stand right behind the finite verb."""
