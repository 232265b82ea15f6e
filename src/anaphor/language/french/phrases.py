"""The parts of a French noun phrase: its conjuncts, and in each the preposition, the determiners and the head word."""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.language.french.lexicon import Category, fold, frequency, lookup, of_category
from anaphor.language.french.tokens import is_title, tokens
from anaphor.language.protocol import Token
from anaphor.language.word_tables import is_first_name, word_sets

_SETS = word_sets("french")
DETERMINERS = frozenset().union(
    *(_SETS[name] for name in ("articles", "demonstratives", "possessives", "quantities", "questions"))
)
"""Words that can open a noun phrase."""
PRONOUN_HEADS = frozenset(("celui", "celle", "ceux", "celles"))
_STRONG = frozenset(("lui", "elle", "eux", "elles", "moi", "toi", "nous", "vous", "celui", "celle", "ceux", "celles"))
_CONJUNCTIONS = frozenset(("et", "ou", "ni", ","))


@dataclass(frozen=True, slots=True, kw_only=True)
class Conjunct:
    """One noun phrase, without those coordinated with it."""

    prepositions: tuple[Token, ...]
    """The words before the noun phrase proper: `dans`, `de`."""
    determiners: tuple[Token, ...]
    """Articles, possessives, numerals and the like, in order; may be empty."""
    core: tuple[Token, ...]
    """The words from the determiners to the first complement; never empty."""
    head: Token
    """The head word: a noun, a name, or a pronoun such as `celle`."""
    complement: tuple[Token, ...]
    """All that follows the core."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A phrase as conjuncts; one when nothing is coordinated."""

    conjuncts: tuple[Conjunct, ...]
    """At least one."""
    alternatives: bool
    """True when `ou` or `ni` joins them."""


def parse(phrase: str) -> Phrase | None:
    """The parts of a noun phrase; None when there is no word in it.

    >>> [conjunct.head.text for conjunct in parse("le fils de la voisine et sa petite amie").conjuncts]
    ['fils', 'amie']
    """
    pieces, joined_by = _split([token for token in tokens(phrase) if token.is_word or token.text == ","])
    conjuncts = tuple(_conjunct(piece) for piece in pieces if piece)
    return Phrase(conjuncts=conjuncts, alternatives=not joined_by.isdisjoint({"ou", "ni"})) if conjuncts else None


def is_capitalised(token: Token) -> bool:
    """Whether a word begins with a capital letter."""
    return token.text[:1].isupper()


def can_be_noun(form: str) -> bool:
    """Whether the lexicon has a form as a noun, or does not have it at all."""
    entries = lookup(form)
    return not entries or any(entry.category is Category.NOUN for entry in entries)


def is_name(conjunct: Conjunct) -> bool:
    """Whether a noun phrase is a proper name: a first name, a word that is no known noun, or a title before a name."""
    head = conjunct.head
    if not is_capitalised(head) and head.text[:1].isalpha():
        return False
    if is_title(head.text) or (not conjunct.determiners and is_first_name(head.text, "french", "english")):
        return True
    if any(is_capitalised(token) for token in conjunct.core[conjunct.core.index(head) + 1 :]):
        return True
    return is_capitalised(head) and not of_category(head.text, Category.NOUN, Category.PRONOUN)


def _split(words: list[Token]) -> tuple[list[list[Token]], set[str]]:
    """The words of each conjunct, and the conjunctions between them."""
    pieces: list[list[Token]] = [[]]
    joined_by: set[str] = set()
    for index, token in enumerate(words):
        word = fold(token.text)
        if word in _CONJUNCTIONS and pieces[-1] and _joins(pieces[-1], words[index:]):
            joined_by.add(word)
            pieces.append([])
        elif not (word in _CONJUNCTIONS and not pieces[-1]):
            pieces[-1].append(token)
    return pieces, joined_by


def _joins(left: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether the conjunction that begins the rest joins whole noun phrases, not adjectives or complements."""
    if len(rest) < 2 or (rest[0].text == "," and not any(fold(token.text) in ("et", "ou", "ni") for token in rest)):
        return False
    following = fold(rest[1].text)
    if following in _SETS["contractions"]:
        return False
    if following in DETERMINERS or following in _SETS["numerals"]:
        return True
    if is_capitalised(rest[1]) or following in _STRONG:
        return not any(fold(token.text) in _SETS["prepositions"] for token in left[1:])
    return fold(left[0].text) not in DETERMINERS and _mostly_noun(following)


def _mostly_noun(form: str) -> bool:
    return frequency(form, Category.NOUN) > frequency(form, Category.ADJECTIVE, Category.VERB)


def _conjunct(words: Sequence[Token]) -> Conjunct:
    start = _after(words, 0, _SETS["prepositions"] - _SETS["contractions"])
    # Index of the first word behind the determiners (`tous les trois`, `beaucoup de`); one word is always left.
    index = start
    opening = _SETS["before_articles"] | DETERMINERS | _SETS["numerals"]
    while index < len(words) - 1:
        form, following = fold(words[index].text), fold(words[index + 1].text)
        if form in _SETS["amounts"] and following in ("de", "d'") and index + 2 < len(words):
            index += 2
        # A determiner stands for a noun: the `un` of `un des guichetiers`.
        elif form in opening and not (
            form in ("un", "une", "l'un", "aucun", "aucune", "plusieurs", "certains", "certaines")
            and following in ("des", "d'entre", "de", "d'")
        ):
            index += 1
        else:
            break
    core_start = index
    core_end = core_start + 1
    while core_end < len(words) and not _stops(words, core_end):
        core_end += 1

    core = tuple(words[core_start:core_end])
    return Conjunct(
        prepositions=tuple(words[:start]),
        determiners=tuple(words[start:core_start]),
        core=core,
        head=_head(core),
        complement=tuple(words[core_end:]),
    )


def _after(words: Sequence[Token], index: int, skipped: frozenset[str]) -> int:
    while index < len(words) - 1 and fold(words[index].text) in skipped and not words[index].text[0].isupper():
        index += 1
    return index


def _stops(words: Sequence[Token], index: int) -> bool:
    form = fold(words[index].text)
    return form == "," or form in _SETS["stoppers"] or form in _SETS["articles"] or form in _SETS["possessives"]


def _head(core: tuple[Token, ...]) -> Token:
    """The first word of the core that is a noun and not an adjective before one; the last word failing that."""
    for index, token in enumerate(core):
        if is_title(token.text) or (is_capitalised(token) and not _is_adjective_before(core, index)):
            return token
        if can_be_noun(token.text) and not _is_adjective_before(core, index):
            return token
    return core[-1]


def _is_adjective_before(core: tuple[Token, ...], index: int) -> bool:
    form = fold(core[index].text)
    following = core[index + 1 :]
    if not following:
        return False
    if form in _SETS["prenominal"] or form in _SETS["numerals"]:
        return any(can_be_noun(token.text) or is_capitalised(token) for token in following)
    adjective, noun = frequency(form, Category.ADJECTIVE, Category.ADVERB), frequency(form, Category.NOUN)
    return adjective > noun and _mostly_noun(fold(following[0].text))
