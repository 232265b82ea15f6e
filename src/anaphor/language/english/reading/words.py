"""The anaphor's place in an English text, the words on either side, and the closed classes that readings rest on."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from anaphor.language.protocol import PLURAL, SINGULAR
from anaphor.language.word_tables import word_set, word_sets, words

_LISTS = word_sets("english", "reading_words")
SUBJECTS = {"he": SINGULAR, "she": SINGULAR, "they": PLURAL}
POSSESSIVES = frozenset({"his", "its", "their"})
POSSESSIVE_PRONOUNS = frozenset({"hers", "theirs"})
DEMONSTRATIVES = {"this": SINGULAR, "that": SINGULAR, "these": PLURAL, "those": PLURAL}
REFLEXIVES = word_set("himself herself itself themselves themself oneself") | {"each other", "one another"}
SPEAKERS = word_set("i me my mine myself you your yours yourself yourselves we us our ours ourselves")
RELATIVES = word_set("who whom whose which")
ARTICLES = frozenset({"the", "a", "an"})
POSSESSIVE_DETERMINERS = word_set("my your his her its our their")
SINGULAR_DETERMINERS = word_set("a an this that each every another one either neither")
DETERMINERS = (
    ARTICLES
    | POSSESSIVE_DETERMINERS
    | SINGULAR_DETERMINERS
    | _LISTS["plural_determiners"]
    | word_set("some any no all most half other such what whose which")
)
PREPOSITIONS = _LISTS["prepositions"]
CONJUNCTIONS = _LISTS["conjunctions"]
QUESTION_WORDS = word_set("who whom whose which what when where why how")
PRONOUNS = _LISTS["pronouns"]
ADVERBS = _LISTS["adverbs"]
"""Words that may stand between a subject and its verb, or right behind an object."""
MODALS = _LISTS["modals"]
"""Verbs that have one form for both numbers."""
TO_SINGULAR = dict(pair.split() for pair in ["are is", "were was", "have has", "do does"])
TO_SINGULAR |= {f"{plural}n't": f"{singular}n't" for plural, singular in TO_SINGULAR.items()}
TO_PLURAL = {singular: plural for plural, singular in TO_SINGULAR.items()}
AUXILIARIES = MODALS | TO_SINGULAR.keys() | TO_PLURAL.keys() | {"be", "been", "being", "am"}

_TRIPLES = [verb.split("/") for verb in words("english", "irregular_verbs")]
UNCHANGED_PAST = frozenset(base for base, past, _ in _TRIPLES if base == past)
"""Verbs whose past looks like their present: put, cut, read."""
PASTS = frozenset(past for base, past, _ in _TRIPLES if base != past) | {"was", "were", "had", "did"}
PARTICIPLES = frozenset(participle for _, _, participle in _TRIPLES) | {"been"}
AMBIGUOUS_PARTICIPLES = frozenset(base for base, _, participle in _TRIPLES if base == participle)
"""Participles that look like the infinitive: come, run, put."""
BASES = {form: base for base, past, participle in _TRIPLES for form in (past, participle) if form != base}
"""Irregular pasts and participles with their infinitives."""
IRREGULAR_BASES = frozenset(base for base, _, _ in _TRIPLES)
COMMON_VERBS = _LISTS["common_verbs"]
"""Words that, right behind a conjunction, are verbs rather than nouns."""
WANT_OBJECT_BARE = _LISTS["want_object_bare"]
"""Verbs that take an object and a bare infinitive: let her go, saw her leave."""
RESULTATIVES = _LISTS["resultatives"]
"""Verbs that take an object and an adjective: made her happy."""
KINSHIP = _LISTS["kinship"]
_PIECE = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:[.,:]\d+)*|[^\w\s]|_+")
_CLITIC = re.compile(r"['’](?:s|d|ll|re|ve|m)(?:['’]ve)?(?![^\W\d_])", re.IGNORECASE)
_ENDS_SENTENCE = re.compile(r"[.!?…][\"'”’)\]]*\s+[\"'“‘(\[]*$")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|No|Lt|Gen|Col|Sgt|Capt)|\b[A-Z])\.\s+$"
)
_REACH = 240
"""How many characters on either side are looked at."""
_NEAR = 24
"""Characters before the anaphor that hold the words which are asked for most."""


class EnglishWord(NamedTuple):
    """A word or a punctuation mark beside the anaphor."""

    text: str
    """Lower-cased, apostrophes straight."""
    written: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """False for punctuation and numbers."""
        return self.written[0].isalpha()


NOTHING = EnglishWord("", " ", 0, 0)
"""What stands beyond the edge of a text."""


def _straight(text: str) -> str:
    return text.lower().replace("’", "'")


def _words(text: str, start: int, end: int) -> tuple[EnglishWord, ...]:
    pieces = _PIECE.finditer(text, start, end)
    return tuple([EnglishWord(_straight(piece[0]), piece[0], piece.start(), piece.end()) for piece in pieces])


@dataclass(frozen=True, kw_only=True)
class EnglishPlace:
    """Where the anaphor stands in its text."""

    text: str
    start: int
    end: int

    @cached_property
    def form(self) -> str:
        """The anaphor, lower-cased."""
        return " ".join(self.text[self.start : self.end].lower().split())

    @cached_property
    def clitic(self) -> str:
        """The contracted verb that hangs on the anaphor (`'s`), apostrophe straight; empty when there is none."""
        clitic = _CLITIC.match(self.text, self.end)
        return _straight(clitic[0]) if clitic else ""

    @cached_property
    def after(self) -> tuple[EnglishWord, ...]:
        """The words behind the anaphor and what hangs on it, nearest first."""
        start = self.end + len(self.clitic)
        return _words(self.text, start, min(len(self.text), start + _REACH))

    @cached_property
    def before(self) -> tuple[EnglishWord, ...]:
        """The words before the anaphor, nearest first."""
        return _words(self.text, max(0, self.start - _REACH), self.start)[::-1]

    def next(self, index: int = 0) -> EnglishWord:
        """The word at that distance behind the anaphor."""
        return self.after[index] if index < len(self.after) else NOTHING

    @cached_property
    def _nearest(self) -> tuple[EnglishWord, ...]:
        """The last few of the words before the anaphor, nearest first, from a space on."""
        start = self.text.rfind(" ", 0, max(0, self.start - _NEAR))
        return _words(self.text, max(start, self.start - _REACH, 0), self.start)[::-1]

    def previous(self, index: int = 0) -> EnglishWord:
        """The word at that distance before the anaphor."""
        side = self._nearest if index < len(self._nearest) else self.before
        return side[index] if index < len(side) else NOTHING

    @cached_property
    def is_capital(self) -> bool:
        """True where the anaphor has a capital, or should have one; a word inside the text is trusted as written."""
        first, prefix = self.text[self.start : self.start + 1], self.text[: self.start]
        if first.isupper() or (first.isalpha() and self.previous() is not NOTHING):
            return first.isupper()
        if not prefix.strip("\"'“‘([—- \t\n"):
            return True
        return bool(_ENDS_SENTENCE.search(prefix)) and not _ABBREVIATION.search(prefix)

    @cached_property
    def apostrophe(self) -> str:
        """The apostrophe that the text uses."""
        return "’" if "’" in self.text and "'" not in self.text else "'"


@lru_cache(maxsize=64)
def place_of(text: str, start: int, end: int) -> EnglishPlace:
    """The place without spaces at its edges and without a contracted verb that was marked with it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if clitic := re.search(r"['’](?:s|d|ll|re|ve|m)(?:['’]ve)?$", text[start:end], re.IGNORECASE):
        end = start + clitic.start() if " " not in text[start:end] and clitic.start() else end
    return EnglishPlace(text=text, start=start, end=end)
