"""Which words an item confronts: each candidate with the special (or alternate) word, or why the item cannot be tested.

Pairs come from the linguistics room, or by hand from the collection. Paper 1 (section 3) tests an item only if its
possible answers contain both the candidate and the cue.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from anaphor.corpus import Unit
from anaphor.language import LANGUAGES, ItemPairs, Language, NoPairs, lemma_pairs, name_of
from anaphor.language import Unit as PairUnit
from anaphor.schema import Collection, Entry, Item, Neither, Problem, Question, Schema, Status, question_of

_REMEMBERED = 8192
"""Schemas whose pairs are kept: finding them in sentences takes most of an audit, and they do not change."""


class PairSource(StrEnum):
    """Where pairs are taken from."""

    AUTO = "auto"
    """By hand where the collection gives them, else from the linguistics room."""
    HAND = "hand"
    LINGUISTICS = "linguistics"


class UnfitReason(StrEnum):
    """Why an item cannot be tested: what the linguistics room says, or what the collection lacks."""

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
    pairs: tuple[tuple[str, str], ...]
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
    detail: str
    """Why, in one sentence for people."""


_DETAILS = {
    UnfitReason.NO_TWIN: "the item has no twin, so no cue can be told",
    UnfitReason.NO_KEY: "the collection does not say which candidate is right",
    UnfitReason.NEITHER: "the right answer is none of the candidates",
    UnfitReason.ONE_CANDIDATE: "the item has a single candidate",
    UnfitReason.NO_HAND_PAIR: "the collection gives no pair for this item",
    UnfitReason.UNUSABLE_PAIR: "the collection calls this item's pairs unusable",
    UnfitReason.NO_LANGUAGE: "no language of that code is installed",
}


def confront(
    collection: Collection, source: PairSource = PairSource.AUTO
) -> tuple[tuple[Confrontation, ...], tuple[Unfit, ...]]:
    """The items of a collection that can be tested, and those that cannot; excluded schemas are left out.

    A collection that says which of its pairs are usable is taken at its word: its other items are unfit.
    """
    source = _decided(collection, source)
    found: list[Confrontation | Unfit] = []
    for schema in collection.schemas:
        if schema.status is not Status.EXCLUDED:
            found += confront_schema(schema, source)
    for problem in collection.problems:
        if problem.status is not Status.EXCLUDED:
            found += confront_schema(as_schema(problem), source)
    return _parted(found)


def _parted(found: Iterable[Confrontation | Unfit]) -> tuple[tuple[Confrontation, ...], tuple[Unfit, ...]]:
    listed = tuple(found)
    return (
        tuple(each for each in listed if isinstance(each, Confrontation)),
        tuple(each for each in listed if isinstance(each, Unfit)),
    )


def as_schema(problem: Problem) -> Schema:
    """A lone problem as a schema of one item."""
    return Schema(id=problem.id, variants=(problem.item,))


def _decided(collection: Collection, source: PairSource) -> PairSource:
    usable = (item.annotations.pairs_usable for item in collection.items)
    return PairSource.HAND if source is PairSource.AUTO and any(each is not None for each in usable) else source


@lru_cache(maxsize=_REMEMBERED)
def confront_schema(schema: Schema, source: PairSource = PairSource.AUTO) -> tuple[Confrontation | Unfit, ...]:
    """What each item of a schema confronts, in order, or why it cannot be tested; found once in a process."""
    by_hand = source is PairSource.HAND or (source is PairSource.AUTO and all(map(_has_pairs, schema.variants)))
    if by_hand:
        return tuple(_by_hand(schema, entry) for entry in schema.variants)
    return _by_linguistics(schema)


def _has_pairs(entry: Entry) -> bool:
    return isinstance(entry, Item) and bool(entry.annotations.pairs) and None not in entry.annotations.pairs


def _by_hand(schema: Schema, entry: Entry) -> Confrontation | Unfit:
    keyed = _keyed(schema, entry)
    if isinstance(keyed, Unfit):
        return keyed
    item, key = keyed
    if item.annotations.pairs_usable is False:
        return _unfit(schema, entry, UnfitReason.UNUSABLE_PAIR)
    pairs = tuple(pair for pair in item.annotations.pairs if pair is not None)
    if len(pairs) != len(item.question.candidates):
        return _unfit(schema, entry, UnfitReason.NO_HAND_PAIR)
    language = _language(item.question)
    names = language is not None and _has_name(language, item.question)
    return Confrontation(item=item.id, schema=schema.id, pairs=pairs, key=key, names=names, source=PairSource.HAND)


def _by_linguistics(schema: Schema) -> tuple[Confrontation | Unfit, ...]:
    language = _language(question_of(schema.variants[0]))
    if language is None:
        return tuple(_unfit(schema, entry, UnfitReason.NO_LANGUAGE) for entry in schema.variants)
    found = lemma_pairs(language, schema)
    if isinstance(found, NoPairs):
        reason = UnfitReason(found.reason.value)
        return tuple(_unfit(schema, entry, reason, found.detail) for entry in schema.variants)
    return tuple(
        _confrontation(language, schema, entry, pairs, found.unit)
        for entry, pairs in zip(schema.variants, found.items, strict=True)
    )


def _confrontation(
    language: Language, schema: Schema, entry: Entry, pairs: ItemPairs, unit: PairUnit
) -> Confrontation | Unfit:
    keyed = _keyed(schema, entry)
    if isinstance(keyed, Unfit):
        return keyed
    item, key = keyed
    return Confrontation(
        item=item.id,
        schema=schema.id,
        pairs=pairs.pairs,
        key=key,
        unit=Unit.FORM if unit is PairUnit.FORM else Unit.LEMMA,
        names=_has_name(language, item.question),
    )


def _keyed(schema: Schema, entry: Entry) -> tuple[Item, int] | Unfit:
    if not isinstance(entry, Item):
        return _unfit(schema, entry, UnfitReason.NO_KEY)
    if isinstance(entry.key, Neither):
        return _unfit(schema, entry, UnfitReason.NEITHER)
    if len(entry.question.candidates) < 2:
        return _unfit(schema, entry, UnfitReason.ONE_CANDIDATE)
    return entry, entry.key


def _unfit(schema: Schema, entry: Entry, reason: UnfitReason, detail: str = "") -> Unfit:
    return Unfit(item=question_of(entry).id, schema=schema.id, reason=reason, detail=detail or _DETAILS[reason])


def _language(question: Question) -> Language | None:
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None


def _has_name(language: Language, question: Question) -> bool:
    return any(name_of(language, candidate.text, question.text) for candidate in question.candidates)


def words_of(confrontations: Sequence[Confrontation]) -> tuple[str, ...]:
    """All words that have to be counted, sorted."""
    return tuple(sorted({word for each in confrontations for pair in each.pairs for word in pair}))
