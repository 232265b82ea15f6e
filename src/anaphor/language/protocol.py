"""What anaphor needs to know of a language: one protocol; a third is one file and one entry point."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from anaphor.language.outlines.outline import Outline
from anaphor.registry import Registry
from anaphor.schema import Span
from anaphor.text import Message


class Token(NamedTuple):
    """A word, a number or a punctuation mark, where it stands in its text."""

    text: str
    """As written; an elided form keeps its apostrophe (`qu'`)."""
    start: int
    """Position of its first character."""
    end: int
    """Position after its last character."""
    is_word: bool
    """False for punctuation."""


class Gender(StrEnum):
    """Grammatical gender."""

    MASCULINE = "masculine"
    FEMININE = "feminine"
    NEUTER = "neuter"


class Number(StrEnum):
    """Grammatical number."""

    SINGULAR = "singular"
    PLURAL = "plural"


MASCULINE, FEMININE, NEUTER = Gender
SINGULAR, PLURAL = Number


class Animacy(StrEnum):
    """What sort of thing a noun phrase speaks of."""

    PERSON = "person"
    ANIMAL = "animal"
    GROUP = "group"
    THING = "thing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Concord:
    """Gender, number and animacy of a noun phrase; None means unknown, never a guess."""

    gender: Gender | None = None
    """None: unknown, or either."""
    number: Number | None = None
    """None: unknown, or either."""
    animacy: Animacy | None = None
    """None: unknown."""
    is_name: bool = False
    """True for a proper name."""
    evidence: tuple[str, ...] = ()
    """What the features were taken from, e.g. `determiner la`, `lexicon coupe`, `first name`."""


class AnaphorKind(StrEnum):
    """The work that an anaphor does in its sentence."""

    SUBJECT = "subject"
    OBJECT = "object"
    DATIVE = "dative"
    POSSESSIVE = "possessive"
    DISJUNCTIVE = "disjunctive"
    LOCATIVE = "locative"
    GENITIVE = "genitive"
    DEMONSTRATIVE = "demonstrative"
    RELATIVE = "relative"
    REFLEXIVE = "reflexive"
    NOUN = "noun"
    BLANK = "blank"
    IMPERSONAL = "impersonal"
    """Not an anaphor at all: the `il` of `il faut`, the `it` of `it rains`."""


@dataclass(frozen=True, slots=True)
class AnaphorAnalysis:
    """What a form at its place asks of its antecedent."""

    kind: AnaphorKind
    """The work that it does."""
    gender: Gender | None = None
    """Gender that the antecedent must have; None: any."""
    number: Number | None = None
    """Number that the antecedent must have; None: any."""
    witness: Span | None = None
    """A word elsewhere that agrees with the form and so shows what the form hides: `[l'] a grondée`."""


class FoundBy(StrEnum):
    """How a candidate was recognised in a text."""

    FORM = "form"
    """Letter for letter, but for capitals and apostrophes."""
    CONTRACTION = "contraction"
    """With its article fused to a preposition (au témoin → le témoin)."""
    ARTICLE = "article"
    """With another determiner (un témoin → le témoin, son frère → le frère)."""
    HEAD = "head"
    """Only its head word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A place where a text speaks of a candidate."""

    span: Span
    """The place."""
    by: FoundBy
    """How it was recognised."""


class Sureness(StrEnum):
    """How far a reading can be trusted."""

    CERTAIN = "certain"
    LIKELY = "likely"
    DOUBTFUL = "doubtful"


CERTAIN, LIKELY, DOUBTFUL = Sureness


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The sentence with one candidate put in the anaphor's place."""

    text: str
    """The whole sentence."""
    slot: Span
    """Where the candidate stands in it."""
    rules: tuple[str, ...]
    """Names of the rules that made it, in order."""
    sureness: Sureness
    """How far it can be trusted."""
    share: float | None = None
    """Where it is not certain: the share of right ones expected of such readings; None: nothing was measured."""
    preposition: str = ""
    """The preposition that was chosen where others would do (`dans`, `à`); empty where there was no choice."""


class NoReadingReason(StrEnum):
    """Why a candidate cannot be put in the anaphor's place."""

    REFLEXIVE = "reflexive"
    IMPERSONAL = "impersonal"
    NO_ANAPHOR = "no_anaphor"
    UNKNOWN_ANAPHOR = "unknown_anaphor"
    UNKNOWN_SYNTAX = "unknown_syntax"
    UNFIT_CANDIDATE = "unfit_candidate"
    UNKNOWN_LANGUAGE = "unknown_language"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReading:
    """There is no grammatical reading, and why."""

    reason: NoReadingReason
    """Why, in one word."""
    detail: str | Message
    """Why, in one sentence for people."""


class Language(Protocol):
    """What the house asks of a language."""

    @property
    def code(self) -> str:
        """ISO 639-1 code."""

    def tokens(self, text: str, /) -> tuple[Token, ...]:
        """The tokens of a text, in order; their spans never overlap."""

    def sentences(self, text: str, /) -> tuple[Span, ...]:
        """The sentences of a text."""

    def lemma(self, form: str, /) -> str:
        """The dictionary form of a word; the word itself, lower-cased, when it is not known; names stay as they are."""

    def head(self, phrase: str, /) -> Span:
        """Where the head word of a noun phrase stands (paper 2: below a function word)."""

    def concord(self, phrase: str, /) -> Concord:
        """Gender, number and animacy of a noun phrase."""

    def analyse(self, text: str, span: Span, /) -> AnaphorAnalysis | None:
        """What the form at a place asks of its antecedent; None when it is no known anaphor."""

    def anaphors(self, text: str, /) -> tuple[Span, ...]:
        """Every place of a text where an anaphor could stand; impersonal pronouns are left out."""

    def find(self, phrase: str, text: str, /) -> tuple[Found, ...]:
        """Where a text speaks of a phrase, best kind of evidence first."""

    def readings(self, text: str, span: Span, candidate: str, /) -> tuple[Reading, ...] | NoReading:
        """The readings of a text with a candidate at the anaphor's place, best first."""

    def outline(self, text: str, /) -> Outline:
        """What one pass over a text sees of its syntax; nothing where a language has no such rules."""


def no_outline(_: str) -> Outline:
    """The outline of a language that has no rules for it: nothing is found in its texts."""
    return Outline((), (), (), (0,))


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageRules:
    """A language put together out of functions, one for each thing that `Language` asks of it."""

    code: str
    tokens: Callable[[str], tuple[Token, ...]]
    sentences: Callable[[str], tuple[Span, ...]]
    lemma: Callable[[str], str]
    head: Callable[[str], Span]
    concord: Callable[[str], Concord]
    analyse: Callable[[str, Span], AnaphorAnalysis | None]
    anaphors: Callable[[str], tuple[Span, ...]]
    find: Callable[[str, str], tuple[Found, ...]]
    readings: Callable[[str, Span, str], tuple[Reading, ...] | NoReading]
    outline: Callable[[str], Outline] = no_outline


LANGUAGES: Registry[Language] = Registry("language", "anaphor.languages")
"""The languages that are installed, by their code."""
