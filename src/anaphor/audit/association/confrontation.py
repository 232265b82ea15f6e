"""How a collection is audited, and which words an item confronts: each candidate with the special (or alternate) word.

What decides is set before looking, and stands in the signature. Pairs are found in the sentences by the language's
rules, or given by hand in the collection. Paper 1 (section 3) tests an item only if its possible answers contain both
the candidate and the cue; an item that cannot be tested says why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from anaphor.audit.case import language_of
from anaphor.audit.settings import Criteria as Criteria
from anaphor.audit.settings import PairSource as PairSource
from anaphor.audit.settings import ShortcutRule as ShortcutRule
from anaphor.corpus import SENTENCE, OwnMeasure, Unit, Within
from anaphor.errors import InputError
from anaphor.language import CueUnit as PairUnit
from anaphor.language import NoPairs, asked_as, is_closed, lemma_pairs, name_of
from anaphor.schema import Collection, Entry, Item, Neither, Problem, Schema, Status, question_of
from anaphor.text import Message, choice

if TYPE_CHECKING:  # the checker asks which words confront each other, and needs no arrays
    import numpy as np
    from numpy.typing import NDArray

THRESHOLDS: tuple[float, ...] = tuple(step / 2 for step in range(9))
"""Paper 1's: none, 0.5, … 4."""
LEAST_SENTENCES = 5
"""Sentences in which the pair that leads must meet. Five against none is also the least that puts a lead of two equally
frequent pairs surely above 0; the number guards against stray sentences where frequencies differ."""
_REMEMBERED = 8192
"""Schemas whose pairs are kept: finding them in sentences takes most of an audit, and they do not change."""

WordPair = tuple[str, str]
"""A candidate's word and the cue."""


class UnfitReason(StrEnum):
    """Why an item cannot be tested: what the sentences lack, or what the collection lacks."""

    NO_TWIN = "no_twin"
    DIFFERENT_ANSWERS = "different_answers"
    SAME_QUESTION = "same_question"
    CUE_ELSEWHERE = "cue_elsewhere"
    SAME_CUE = "same_cue"
    NO_KEY = "no_key"
    NEITHER = "neither"
    ONE_CANDIDATE = "one_candidate"
    NO_HAND_PAIR = "no_hand_pair"
    UNUSABLE_PAIR = "unusable_pair"
    NO_LANGUAGE = "no_language"


class UncountedReason(StrEnum):
    """Why an item that has the shape is not scored, whatever the corpus: counts of its words would be no evidence."""

    FUNCTION_WORD = "function_word"
    """A word of the pair is a pronoun, an auxiliary or the like, which goes with everything."""
    AMBIGUOUS_WORD = "ambiguous_word"
    """A word of the pair has no form that a corpus could tell from another word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confrontation:
    """The words that one item confronts, and which candidate is right."""

    item: str
    schema: str
    pairs: tuple[WordPair, ...]
    """(candidate, cue), one per candidate, in the question's order; a word whose lemma is mostly another word is given
    by its own forms (=serveuse|serveuses)."""
    key: int
    unit: Unit = Unit.LEMMA
    """What the words are counted as."""
    refused: UncountedReason | None = None
    names: bool = False
    """True where a candidate is a proper name: Google-proof by construction, says paper 1."""
    source: PairSource = PairSource.LINGUISTICS


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit:
    """An item that cannot be tested, and why."""

    item: str
    schema: str
    reason: UnfitReason

    @property
    def detail(self) -> Message:
        """Why, in one sentence for people."""
        return choice("audit-unfit", self.reason)


def confront(
    collection: Collection, source: PairSource = PairSource.AUTO
) -> tuple[tuple[Confrontation, ...], tuple[Unfit, ...]]:
    """The items of a collection that can be tested, and those that cannot; excluded schemas are left out.

    A collection that says which of its pairs are usable is taken at its word: its other items are unfit.
    """
    if source is PairSource.AUTO and any(item.annotations.pairs_usable is not None for item in collection.items):
        source = PairSource.HAND
    schemas = [schema for schema in collection.schemas if schema.status is not Status.EXCLUDED]
    schemas += [as_schema(problem) for problem in collection.problems if problem.status is not Status.EXCLUDED]
    found = [each for schema in schemas for each in confront_schema(schema, source)]
    return (
        tuple(each for each in found if isinstance(each, Confrontation)),
        tuple(each for each in found if isinstance(each, Unfit)),
    )


def as_schema(problem: Problem) -> Schema:
    """A lone problem as a schema of one item."""
    return Schema(id=problem.id, variants=(problem.item,))


@lru_cache(maxsize=_REMEMBERED)
def confront_schema(schema: Schema, source: PairSource = PairSource.AUTO) -> tuple[Confrontation | Unfit, ...]:
    """What each item of a schema confronts, in order, or why it cannot be tested; found once in a process."""
    complete = all(
        isinstance(entry, Item) and bool(entry.annotations.pairs) and None not in entry.annotations.pairs
        for entry in schema.variants
    )
    if source is PairSource.HAND or (source is PairSource.AUTO and complete):
        return tuple(_confronted(schema, entry, None) for entry in schema.variants)
    language = language_of(question_of(schema.variants[0]))
    found = lemma_pairs(language, schema) if language else None
    if found is None or isinstance(found, NoPairs):
        reason = UnfitReason(found.reason.value) if found else UnfitReason.NO_LANGUAGE
        return tuple(Unfit(item=question_of(entry).id, schema=schema.id, reason=reason) for entry in schema.variants)
    unit = Unit.FORM if found.unit is PairUnit.FORM else Unit.LEMMA
    return tuple(
        _confronted(schema, entry, pairs.pairs, unit) for entry, pairs in zip(schema.variants, found.items, strict=True)
    )


def _confronted(
    schema: Schema, entry: Entry, pairs: tuple[WordPair, ...] | None, unit: Unit = Unit.LEMMA
) -> Confrontation | Unfit:
    """What an item confronts, by the pairs that were found or, without them, by those that the collection gives.

    An item without a key of its own is unfit whatever its pairs.
    """
    question, found = question_of(entry), pairs or ()
    reason: UnfitReason | None = None
    if not isinstance(entry, Item):
        return Unfit(item=question.id, schema=schema.id, reason=UnfitReason.NO_KEY)
    if isinstance(entry.key, Neither):
        return Unfit(item=question.id, schema=schema.id, reason=UnfitReason.NEITHER)
    if pairs is None:
        found = tuple(pair for pair in entry.annotations.pairs if pair is not None)
        complete = len(found) == len(question.candidates)
        reason = None if complete else UnfitReason.NO_HAND_PAIR
        reason = UnfitReason.UNUSABLE_PAIR if entry.annotations.pairs_usable is False else reason
    if len(question.candidates) < 2:
        reason = UnfitReason.ONE_CANDIDATE
    if reason:
        return Unfit(item=question.id, schema=schema.id, reason=reason)
    language = language_of(question)
    asked = {
        word: asked_as(language, word) if language and unit is Unit.LEMMA else word for pair in found for word in pair
    }
    refused = UncountedReason.AMBIGUOUS_WORD if None in asked.values() else None
    if language and any(is_closed(language, word) for pair in found for word in pair):
        refused = UncountedReason.FUNCTION_WORD
    return Confrontation(
        item=question.id,
        schema=schema.id,
        pairs=tuple((asked[word] or word, asked[cue] or cue) for word, cue in found),
        refused=refused,
        key=entry.key,
        unit=unit,
        names=language is not None
        and any(name_of(language, candidate.text, question.text) for candidate in question.candidates),
        source=PairSource.HAND if pairs is None else PairSource.LINGUISTICS,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSettings:
    """How a collection is audited."""

    measure: str | OwnMeasure = "mi"
    """The measure of association by name, or a function of four counts; paper 1's is mutual information."""
    smoothing: float = 0.0
    """Added to each cell of the counts; paper 1 added nothing."""
    within: Within = SENTENCE
    """How near words must stand."""
    thresholds: tuple[float, ...] | None = THRESHOLDS
    """Leads at which the table has a row, the first of them 0; None: every lead that occurs."""
    pairs: PairSource = PairSource.AUTO
    criteria: Criteria = field(default_factory=Criteria)
    seed: int = 0
    shortcuts: bool = True
    robustness: bool = True
    """Whether the test is repeated with another window, another measure and parts of the corpus."""
    own_shortcuts: Mapping[str, ShortcutRule] = field(default_factory=dict)
    """Rules of the user's own, by name."""
    embeddings: "Path | NDArray[np.float64] | None" = None
    """The items' embeddings, or a .npy file of them, for the adversarial filter."""
    lines: int = 5
    """Sentences of the corpus that are kept for each pair of a schema that simple statistics solve."""

    def __post_init__(self) -> None:
        levels = self.thresholds
        if levels is not None and (not levels or levels[0] != 0 or list(levels) != sorted(set(levels))):
            raise InputError("audit-bad-thresholds")
        if self.seed < 0:
            raise InputError("audit-bad-seed", seed=self.seed)
