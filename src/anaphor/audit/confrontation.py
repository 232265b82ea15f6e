"""Which words an item confronts: each candidate with the special (or alternate) word, or why the item cannot be tested.

Pairs are found in the sentences by the language's rules, or given by hand in the collection. Paper 1 (section 3) tests
an item only if its possible answers contain both the candidate and the cue.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from anaphor.audit.case import language_of
from anaphor.corpus import Unit
from anaphor.language.pairs import CueUnit as PairUnit
from anaphor.language.pairs import NoPairs, lemma_pairs, name_of
from anaphor.schema import Collection, Entry, Item, Neither, Problem, Schema, Status, question_of
from anaphor.text import Message, choice

_REMEMBERED = 8192
"""Schemas whose pairs are kept: finding them in sentences takes most of an audit, and they do not change."""

WordPair = tuple[str, str]
"""A candidate's word and the cue."""


class PairSource(StrEnum):
    """Where pairs are taken from."""

    AUTO = "auto"
    """By hand where the collection gives them, else from the sentences."""
    HAND = "hand"
    LINGUISTICS = "linguistics"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Confrontation:
    """The words that one item confronts, and which candidate is right."""

    item: str
    """The item's id."""
    schema: str
    """The schema's id; a lone problem is its own."""
    pairs: tuple[WordPair, ...]
    """(candidate, cue), one per candidate, in the question's order."""
    key: int
    """Index of the right candidate."""
    unit: Unit = Unit.LEMMA
    """What the words are counted as."""
    names: bool = False
    """True where a candidate is a proper name: Google-proof by construction, says paper 1."""
    source: PairSource = PairSource.LINGUISTICS
    """Who made the pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit:
    """An item that cannot be tested, and why."""

    item: str
    """The item's id."""
    schema: str
    """The schema's id; a lone problem is its own."""
    reason: UnfitReason
    """Why, in one word."""

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
        return tuple(
            _confronted(schema, entry, _hand_pairs(entry), source=PairSource.HAND) for entry in schema.variants
        )
    language = language_of(question_of(schema.variants[0]))
    found = lemma_pairs(language, schema) if language else None
    if found is None or isinstance(found, NoPairs):
        reason = UnfitReason(found.reason.value) if found else UnfitReason.NO_LANGUAGE
        return tuple(Unfit(item=question_of(entry).id, schema=schema.id, reason=reason) for entry in schema.variants)
    unit = Unit.FORM if found.unit is PairUnit.FORM else Unit.LEMMA
    return tuple(
        _confronted(schema, entry, pairs.pairs, unit=unit)
        for entry, pairs in zip(schema.variants, found.items, strict=True)
    )


def _hand_pairs(entry: Entry) -> tuple[WordPair, ...] | UnfitReason:
    """The pairs that the collection gives, or why they are of no use."""
    if not isinstance(entry, Item):
        return UnfitReason.NO_KEY
    if entry.annotations.pairs_usable is False:
        return UnfitReason.UNUSABLE_PAIR
    pairs = tuple(pair for pair in entry.annotations.pairs if pair is not None)
    return pairs if len(pairs) == len(entry.question.candidates) else UnfitReason.NO_HAND_PAIR


def _confronted(
    schema: Schema,
    entry: Entry,
    pairs: tuple[WordPair, ...] | UnfitReason,
    *,
    unit: Unit = Unit.LEMMA,
    source: PairSource = PairSource.LINGUISTICS,
) -> Confrontation | Unfit:
    """What an item confronts; an item without a key of its own is unfit whatever its pairs."""
    question = question_of(entry)
    if not isinstance(entry, Item):
        pairs = UnfitReason.NO_KEY
    elif isinstance(entry.key, Neither):
        pairs = UnfitReason.NEITHER
    elif len(question.candidates) < 2:
        pairs = UnfitReason.ONE_CANDIDATE
    if isinstance(pairs, UnfitReason) or not isinstance(entry, Item) or isinstance(entry.key, Neither):
        reason = pairs if isinstance(pairs, UnfitReason) else UnfitReason.NO_KEY
        return Unfit(item=question.id, schema=schema.id, reason=reason)
    language = language_of(question)
    names = language is not None and any(
        name_of(language, candidate.text, question.text) for candidate in question.candidates
    )
    return Confrontation(
        item=question.id, schema=schema.id, pairs=pairs, key=entry.key, unit=unit, names=names, source=source
    )
