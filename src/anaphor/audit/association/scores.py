"""The association of each candidate with the cue, item by item: scores, counts, the choice that follows, and its tally.

The candidate with the highest score is chosen. A score that is not defined, because a count is zero, is an abstention
with its reason and never a number. Where all but one of the pairs never meet, the one that does speaks by being there
at all. And of a pair that a table of frequent pairs leaves out it is known that its words meet in fewer sentences than
the table keeps, which is enough to choose where the other candidate's score lies above whatever that one could have.

An item's *lead* is the highest score less the second; at a threshold τ it is answered when its lead reaches τ (and is
no tie), as in paper 1. A schema's items hang together: tallies are grouped by schema.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.answer import Abstention, AbstentionReason, Choice, Reply
from anaphor.audit.association.confrontation import THRESHOLDS, Confrontation, UncountedReason
from anaphor.corpus import (
    SENTENCE,
    Bounding,
    Concordance,
    Counts,
    Fewer,
    Measure,
    PairCount,
    Undefined,
    Within,
    mutual_information,
)
from anaphor.errors import InputError
from anaphor.language import shown_word
from anaphor.text import Message, choice

Float = NDArray[np.float64]
Int = NDArray[np.int64]
Bool = NDArray[np.bool_]

TIE = 1e-9
"""Scores nearer than this are equal: below it only rounding speaks."""
TIED = 2.0
"""Lead, in the measure's units (bits for mutual information), from which on a cue counts as tied to a candidate."""
_UNCOUNTED = {reason: choice("audit-pair", reason or "uncounted") for reason in (None, *UncountedReason)}
_ABSTAINED = {reason: Abstention(reason=reason) for reason in AbstentionReason}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """What the choice by association gives on one item."""

    item: str
    schema: str
    candidates: int
    key: int
    choice: int | None
    """Index of the one with the highest score; None where there is no choice (no score, or a tie)."""
    lead: float | None
    """Highest score less the second; None where there is no choice."""
    attested: bool = True
    """Whether all its pairs meet in the corpus; smoothing and some measures also score pairs that never do."""

    @classmethod
    def of(
        cls, asked: Confrontation, choice: int | None, lead: float | None, *, attested: bool = True, schema: str = ""
    ) -> "Pick":
        """An item with a choice, by whatever rule; `schema` is what it hangs together with, if not its own."""
        return cls(
            item=asked.item,
            schema=schema or asked.schema,
            candidates=len(asked.pairs),
            key=asked.key,
            choice=choice,
            lead=lead,
            attested=attested,
        )

    @property
    def right(self) -> bool | None:
        """Whether the choice is the key; None where there is none."""
        return None if self.choice is None else self.choice == self.key


@dataclass(frozen=True, slots=True, kw_only=True)
class PairScore:
    """How strongly a candidate and the cue attract each other."""

    candidate: str
    cue: str
    count: PairCount | None
    """How often they occur and meet; None where the corpus never counted them."""
    score: float | None
    """Their association; None where it is not defined."""
    reason: str | Message | None = None

    @property
    def shown(self) -> str:
        """The two words as people read them."""
        return f"{shown_word(self.candidate)}–{shown_word(self.cue)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemScore:
    """The scores of one item and the choice that follows without a threshold."""

    confrontation: Confrontation
    pairs: tuple[PairScore, ...]
    reply: Reply
    """The candidate with the highest score, or why there is none."""
    lead: float | None

    @property
    def item(self) -> str:
        return self.confrontation.item

    @property
    def schema(self) -> str:
        return self.confrontation.schema

    @property
    def choice(self) -> int | None:
        return self.reply.candidate if isinstance(self.reply, Choice) else None

    @property
    def right(self) -> bool | None:
        return None if self.choice is None else self.choice == self.confrontation.key

    @property
    def attested(self) -> bool:
        """Whether every pair meets at least once."""
        return all(pair.count is not None and pair.count.both for pair in self.pairs)

    @property
    def only_attested(self) -> int | None:
        """The one candidate whose pair meets, while all words are in the corpus; None where none or several do."""
        if any(pair.count is None or not pair.count.a or not pair.count.b for pair in self.pairs):
            return None
        met = [place for place, pair in enumerate(self.pairs) if pair.count is not None and pair.count.both]
        return met[0] if len(met) == 1 else None

    @property
    def tied_to(self) -> int | None:
        """The candidate that the cue is tied to, by lead or by attestation; None where it is tied to none."""
        if self.lead is not None and self.choice is not None:
            return self.choice if self.lead >= TIED else None
        return self.only_attested

    @property
    def pick(self) -> Pick:
        """The item as the table and the tests need it."""
        return Pick.of(self.confrontation, self.choice, self.lead, attested=self.attested)


def score_items(
    confrontations: Sequence[Confrontation], counts: Counts, measure: Measure, within: Within = SENTENCE
) -> tuple[ItemScore, ...]:
    """The scores of items, in order; a corpus that cannot count any of the pairs is refused with its own words."""
    if not counts.counts_within(within):
        raise InputError("audit-uncounted-window", corpus=counts.name, words=within.words or 0)
    scored = tuple(score_item(each, counts, measure, within) for each in confrontations)
    if confrontations and all(pair.count is None for each in scored for pair in each.pairs):
        first = confrontations[0]
        counts.pair(*first.pairs[0], within=within, unit=first.unit)  # raises where the corpus as a whole cannot count
    return scored


def pair_counts(
    confrontation: Confrontation, counts: Counts, within: Within = SENTENCE
) -> Iterator[tuple[PairCount | None, str | Message | None]]:
    """How often each pair of an item occurs and meets, or None and why that is not known."""
    for candidate, cue in confrontation.pairs:
        if confrontation.refused is not None:
            yield None, _UNCOUNTED[confrontation.refused]
            continue
        try:
            yield counts.pair(candidate, cue, within=within, unit=confrontation.unit), _UNCOUNTED[None]
        except InputError as error:  # this pair cannot be counted here; the others can
            yield None, error.what


def score_item(confrontation: Confrontation, counts: Counts, measure: Measure, within: Within = SENTENCE) -> ItemScore:
    pairs: list[PairScore] = []
    for (word, cue), (count, why) in zip(confrontation.pairs, pair_counts(confrontation, counts, within), strict=True):
        found = measure(count) if count is not None else None
        score = None if isinstance(found, Undefined) else found
        reason = found.reason if isinstance(found, Undefined) else why if found is None else None
        pairs.append(PairScore(candidate=word, cue=cue, count=count, score=score, reason=reason))
    unscored = next((pair for pair in pairs if pair.score is None), None)
    choice, lead = leading([pair.score for pair in pairs])
    reply: Reply = _ABSTAINED[AbstentionReason.TIE] if choice is None else Choice(candidate=choice)
    if confrontation.refused and unscored:
        reply = _ABSTAINED[AbstentionReason.ATYPICAL]
    elif unscored:
        unknown = unscored.count is None
        reply = _ABSTAINED[AbstentionReason.UNKNOWN_WORDS if unknown else AbstentionReason.NO_COUNT]
    return ItemScore(confrontation=confrontation, pairs=tuple(pairs), reply=reply, lead=lead)


def leading(scores: Sequence[float | None]) -> tuple[int, float] | tuple[None, None]:
    """The place of the highest score, and by how much it leads; neither where a score is missing or two are as high.

    >>> leading([1.0, 3.5]), leading([1.0, None]), leading([2.0, 2.0])
    ((1, 2.5), (None, None), (None, None))
    """
    known = [score for score in scores if score is not None]
    if len(known) < max(2, len(scores)):
        return None, None
    first, second = sorted(known, reverse=True)[:2]
    return (known.index(first), first - second) if first - second > TIE else (None, None)


def frequency_of(counts: Counts, word: str) -> int | None:
    """In how many sentences a word stands; None where this corpus did not, or cannot, count it."""
    try:
        return counts.frequency(word)
    except InputError:  # no word at all, or several in an index without text
        return None


Lines = tuple[tuple[Concordance, ...], ...]
"""For each pair of an item, sentences in which both words stand."""


def lines_of(item: ItemScore, counts: Counts, limit: int = 5, within: Within = SENTENCE) -> Lines:
    """Up to so many sentences of the corpus for each pair that meets."""
    return tuple(
        counts.concordance(pair.candidate, pair.cue, limit=limit, within=within)
        if pair.count and pair.count.both
        else ()
        for pair in item.pairs
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What a count would choose, be it by a bound."""

    candidate: int
    lead: float | None
    """By how many bits at least; None where the other never meets the cue."""
    bound: float | None = None
    """Bits that the other has at most, where that is all that is known of it."""


Bounds = Sequence[Fewer | None]
"""For each pair what is known where its count is not: that it is low."""


def bounds_of(item: ItemScore, counts: Counts) -> Bounds:
    """What is known of each pair whose count is not."""
    if not isinstance(counts, Bounding):
        return [None] * len(item.pairs)
    unit = item.confrontation.unit
    return [None if pair.count else counts.fewer(pair.candidate, pair.cue, unit=unit) for pair in item.pairs]


def most_bits(bound: Fewer) -> float:
    """The mutual information that a pair has at most."""
    found = mutual_information(bound.most)
    return float("-inf") if isinstance(found, Undefined) else found


def chosen(item: ItemScore, bounds: Bounds) -> Chosen | None:
    """The candidate that a count would choose, whatever the counts are of which only a bound is known."""
    if item.choice is not None:
        return Chosen(candidate=item.choice, lead=item.lead)
    if item.only_attested is not None:
        return Chosen(candidate=item.only_attested, lead=None)
    known = [(place, pair.score) for place, pair in enumerate(item.pairs) if pair.score is not None]
    # Of three candidates none can be chosen by a bound: one of the others may never meet the cue, and a count abstains.
    if len(item.pairs) != 2 or len(known) != 1:
        return None
    place, score = known[0]
    bound = bounds[1 - place]
    if bound is None or score - most_bits(bound) <= TIE:
        return None
    return Chosen(candidate=place, lead=score - most_bits(bound), bound=most_bits(bound))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tallies:
    """Picks summed by schema: schemas × thresholds, for every joint rotation of the key."""

    thresholds: tuple[float, ...]
    """At which leads; 0 is none."""
    units: tuple[tuple[str, int], ...]
    """The schemas, each with the number of its candidates: what is swapped together."""
    items: Int
    """Items per schema."""
    shifts: Int
    """Per schema, how many rotations of its key there are: the number of its candidates."""
    chance: Float
    """Per schema, the sum over its items of 1/candidates."""
    answered: Int
    """Schemas × thresholds: items answered."""
    attested: Int
    """Schemas × thresholds: of these, items whose pairs all meet in the corpus."""
    guessed: Float
    """Schemas × thresholds: what guessing the unanswered items would give."""
    right: Int
    """Schemas × rotations × thresholds: items right if the key were moved on by so many; rotation 0 is the real key."""


def tally(picks: Sequence[Pick], thresholds: Sequence[float] = THRESHOLDS) -> Tallies:
    """The picks summed by schema at each threshold; items with another number of candidates count as another schema."""
    if not picks:
        raise InputError("audit-nothing-to-test")
    names = list(dict.fromkeys((each.schema, each.candidates) for each in picks))
    numbers = {name: number for number, name in enumerate(names)}
    place = np.array([numbers[each.schema, each.candidates] for each in picks])
    count = np.array([each.candidates for each in picks])
    most, levels = int(count.max()), np.asarray(thresholds, np.float64)
    leads = [-np.inf if each.lead is None or each.choice is None else each.lead for each in picks]
    answered: Bool = np.array(leads)[:, None] >= levels
    real = np.array([each.attested for each in picks])
    right = np.zeros((len(names), most, levels.size), np.int64)
    for number, each in enumerate(picks):
        if each.choice is not None:
            shift = (each.choice - each.key) % each.candidates
            right[place[number], shift] += answered[number]

    def summed(rows: NDArray[np.generic]) -> Float:
        sums = np.zeros((len(names), levels.size))
        np.add.at(sums, place, rows)
        return sums

    return Tallies(
        thresholds=tuple(thresholds),
        units=tuple(names),
        items=np.bincount(place),
        shifts=np.array([candidates for _, candidates in names]),
        chance=np.asarray(np.bincount(place, 1 / count), np.float64),
        answered=summed(answered).astype(np.int64),
        attested=summed(answered & real[:, None]).astype(np.int64),
        guessed=summed(~answered / count[:, None]),
        right=right,
    )


def every_lead(picks: Sequence[Pick]) -> tuple[float, ...]:
    """All thresholds at which the table changes: none, then every lead that occurs."""
    return (0.0, *sorted({each.lead for each in picks if each.lead}))
