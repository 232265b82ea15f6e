"""What anaphor asks of a language, and what a language may offer besides.

`Language` is asked of every language: with it a collection is loaded, checked and read. `LanguageRules` lists what a
language may offer beyond that, each with what happens without it. The rest of anaphor asks for an offer through
`rules_of` and names no language, so that another language is one package and one entry point (docs/language.md).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import NamedTuple, Protocol

from anaphor.language.outline import Outline
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


class BindingRule(StrEnum):
    """Why syntax rules a phrase out."""

    OWN_SUBJECT = "own_subject"
    """Principle B: it is the subject of the verb whose object the pronoun is (`Paul [l']admire`)."""
    SAME_CLAUSE = "same_clause"
    """Principle C: it follows a subject pronoun inside its clause (`[Il] admire Paul`)."""
    CONTROLLED = "controlled"
    """It is the unspoken subject of the infinitive whose object the pronoun is (`Paul veut [le] voir`)."""


class Language(Protocol):
    """What is asked of every language."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLists:
    """The closed lists of a language, in lower case with straight apostrophes; an empty one says nothing."""

    function_words: frozenset[str] = frozenset()
    """Stepped over where something else is left; elided forms are listed in full (`le` for `l'`)."""
    light_verbs: frozenset[str] = frozenset()
    """Lemmas of verbs that say little beside their complement: be, have, make."""
    closed_class: frozenset[str] = frozenset()
    """Pronouns, determiners, prepositions, auxiliaries, degrees: words that tell nothing of the world."""
    boundaries: frozenset[str] = frozenset()
    """Words that open or join clauses."""
    degrees: frozenset[str] = frozenset()
    """Words that open a clause but only measure behind an anaphor (because it was *so* slow)."""
    negations: frozenset[str] = frozenset()
    """The parts of a negation; the twins of a schema may differ in them alone."""
    indefinites: frozenset[str] = frozenset()
    """Determiners that bring in something new, which nothing before it can take up."""
    definites: frozenset[str] = frozenset()
    """Definite articles; one that elides also with its apostrophe (`l'`)."""
    epithets: frozenset[str] = frozenset()
    """Adjectives that take up somebody who was named before: `la pauvre enfant`, `the poor man`."""
    subject_relatives: frozenset[str] = frozenset()
    """Relative pronouns that may be the subject of their clause: qui, who."""
    of_words: frozenset[str] = frozenset()
    """Words between a noun and the possessive that it belongs to: `un curé de ses amis`."""
    nearest: frozenset[str] = frozenset()
    """Anaphors for the last of several phrases: `the latter`, `celui-ci`."""
    farthest: frozenset[str] = frozenset()
    """Anaphors for the first of several phrases: `the former`, `celui-là`."""
    elided: tuple[str, ...] = ()
    """Forms that an apostrophe ends, without it: the l of l'homme."""
    abbreviations: frozenset[str] = frozenset()
    """With their full stop, which ends no sentence."""
    titles: frozenset[str] = frozenset()
    """Abbreviations, with their full stop, that end no sentence where they have a capital: M. but not m."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LanguageRules:
    """A language put together out of functions: what `Language` asks for, and what it may offer besides.

    A language that is a class of its own offers the same things as attributes and methods of the same names.
    """

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
    word_lists: WordLists = WordLists()
    """Without them every word counts as a content word, and sentences end at every full stop."""
    gendered_nouns: bool = True
    """Whether every noun has a gender, so that one of unknown gender is worth a note in a check."""
    lemma_at: Callable[[str, Span], str | None] | None = None
    """The lemma of the word at a place; None, and without it: the lemma of the form alone."""
    own_forms: Callable[[str], tuple[str, ...] | None] | None = None
    """The forms of a word whose lemma is mostly another word's; without it every word is counted by its lemma."""
    is_word: Callable[[str], bool] | None = None
    """Whether a lemma is in the dictionary; without it a table of pairs lists whatever a corpus has."""
    lists_digest: Callable[[], str] | None = None
    """A hash of the lists that lemmas rest on: an index made with other lists is not added to."""
    alternates: Callable[[str, Span, str, Iterable[str]], dict[str, str]] | None = None
    """Of some words those with the form of the word at a place, whose lemma is given; without it none is suggested."""
    are_opposites: Callable[[str, str], bool] | None = None
    """Whether two lemmas are opposites; without it none are."""
    outline: Callable[[str], Outline] | None = None
    """What one pass over a text sees of its syntax; without it no problems are found in running text."""
    outlined_kinds: tuple[AnaphorKind, ...] = (
        AnaphorKind.SUBJECT,
        AnaphorKind.OBJECT,
        AnaphorKind.POSSESSIVE,
        AnaphorKind.DISJUNCTIVE,
        AnaphorKind.DATIVE,
        AnaphorKind.DEMONSTRATIVE,
    )
    """Kinds of anaphors that an outline may ask about."""
    ruled_out: Callable[[str, Span, Span], BindingRule | None] | None = None
    """Why a phrase cannot be an anaphor's antecedent (text, anaphor, phrase); without it nothing is ruled out."""
    final_clause: Callable[[str, Span], str | None] | None = None
    """The conjunction that opens a final clause before a subject: `pour que`, where the main subject would take an
    infinitive, so that the pronoun betrays another antecedent; without it no clause is final."""
    replace_words: Callable[[str, Span, str], tuple[Span, str] | None] | None = None
    """Words in the place of others: what is replaced with what, the word before fitted (`d'Anne`, `de Luc`); None
    where that cannot be known. Without it the words are exchanged as they stand."""
    begin_alike: Callable[[str, str], bool] | None = None
    """Whether the same forms stand before two words (`d'Anne`, `d'Élise`); without it, before any two."""
    first_name_gender: Callable[[str], Gender | None] | None = None
    """The gender of those who bear a first name; None: either, or unknown."""
    frequent_names: Callable[[], Mapping[Gender, tuple[str, ...]]] | None = None
    """First names in common use by gender; without them no names are exchanged."""


_COMPLETED: dict[int, tuple[Language, LanguageRules]] = {}
"""Languages that are classes of their own, by identity: they need not be hashable, and there are a handful."""


def rules_of(language: Language) -> LanguageRules:
    """A language with all that it may offer: what it lacks has the default of `LanguageRules`."""
    if isinstance(language, LanguageRules):
        return language
    known = _COMPLETED.get(id(language))
    if known is None or known[0] is not language:
        offered = {
            field.name: getattr(language, field.name)
            for field in fields(LanguageRules)
            if hasattr(language, field.name)
        }
        known = _COMPLETED[id(language)] = (language, LanguageRules(**offered))
    return known[1]


def outline_of(language: Language, text: str) -> Outline:
    """What one pass over a text sees of its syntax; nothing in a language that offers no outlines."""
    outline = rules_of(language).outline
    return outline(text) if outline else Outline(phrases=(), places=(), asked=(), clauses=(0,))


LANGUAGES: Registry[Language] = Registry("language", "anaphor.languages")
"""The languages that are installed, by their code."""
