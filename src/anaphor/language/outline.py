"""Outlines of running text, made in one pass without a parser: noun phrases, clauses, pronouns to ask about."""

from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from anaphor.schema import Span

_REACH = 200
"""Characters behind a word such as `someone` in which a pronoun may well take it up."""


class PhraseRole(StrEnum):
    """The work of a noun phrase in its clause."""

    SUBJECT = "subject"
    OBJECT = "object"
    OBLIQUE = "oblique"
    """Behind a preposition."""
    COMPLEMENT = "complement"
    """Of another noun: the notary of `the notary's clerk`, `le clerc du notaire`."""
    PREDICATE = "predicate"
    """What a subject is said to be: no antecedent of its own."""


class OutlinePhrase(NamedTuple):
    """A noun phrase where it stands."""

    start: int
    end: int
    text: str
    """As a candidate: with a definite article where the text has an indefinite or a fused one."""
    head: str
    """What two mentions of one and the same thing share: the lemma of the noun, the last word of a name."""
    role: PhraseRole


class Outline(NamedTuple):
    """What one pass over a text sees of its syntax."""

    phrases: tuple[OutlinePhrase, ...]
    """In the order of the text; one may stand within another. None where nothing can be asked about."""
    places: tuple[Span, ...]
    """Third-person pronouns and possessives."""
    asked: tuple[Span, ...]
    """Those that a problem can ask about: they take up a noun phrase, not a clause, whoever, or their own subject."""
    clauses: tuple[int, ...]
    """Where clauses begin, the first at 0."""

    def clause(self, position: int) -> int:
        """Number of the clause in which a position stands."""
        return bisect_right(self.clauses, position)


def is_behind(place: Span, vague: Sequence[int]) -> bool:
    """Whether a pronoun stands near behind a word that speaks of whoever, by the ends of those words."""
    return any(0 <= place.start - end < _REACH for end in vague)
