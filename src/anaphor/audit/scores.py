"""The association of each candidate with the cue, item by item: scores, counts, and the choice that follows.

The candidate with the highest score is chosen. A score that is not defined, because a count is zero, is an abstention
with its reason and never a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.answer import Abstention, AbstentionReason, Choice, Reply
from anaphor.audit.association_choice import TIE, Pick
from anaphor.audit.confrontation import Confrontation
from anaphor.corpus import SENTENCE, Concordance, Counts, Measure, PairCount, Undefined, Unit, Within, can_count
from anaphor.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class PairScore:
    """How strongly a candidate and the cue attract each other."""

    candidate: str
    """The candidate's word."""
    cue: str
    """The special or alternate word."""
    count: PairCount | None
    """How often they occur and meet; None where the corpus never counted them."""
    score: float | None
    """Their association; None where it is not defined."""
    reason: str | None = None
    """Why it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemScore:
    """The scores of one item and the choice that follows without a threshold."""

    confrontation: Confrontation
    """The words, and the key."""
    pairs: tuple[PairScore, ...]
    """One per candidate."""
    reply: Reply
    """The candidate with the highest score, or why there is none."""
    lead: float | None
    """Highest score less the second; None where there is no choice."""

    @property
    def choice(self) -> int | None:
        """Index of the chosen candidate; None where there is none."""
        return self.reply.candidate if isinstance(self.reply, Choice) else None

    @property
    def right(self) -> bool | None:
        """Whether the choice is the key; None where there is none."""
        return None if self.choice is None else self.choice == self.confrontation.key

    @property
    def attested(self) -> bool:
        """Whether every pair meets at least once."""
        return all(pair.count is not None and pair.count.both for pair in self.pairs)

    @property
    def pick(self) -> Pick:
        """The item as the table and the tests need it."""
        told = self.confrontation
        return Pick(
            item=told.item,
            schema=told.schema,
            candidates=len(told.pairs),
            key=told.key,
            choice=self.choice,
            lead=self.lead,
            attested=self.attested,
        )


def score_items(
    confrontations: Sequence[Confrontation], counts: Counts, measure: Measure, within: Within = SENTENCE
) -> tuple[ItemScore, ...]:
    """The scores of items, in order; a corpus that cannot count any of the pairs is refused with its own words."""
    if not can_count(counts, within):
        raise InputError(
            f"{counts.name} has no counts of words within {within.words} words of each other",
            todo="Choose another window, or count in an index or a stream (--corpus, --stream).",
        )
    scored = tuple(score_item(each, counts, measure, within) for each in confrontations)
    if confrontations and all(pair.count is None for each in scored for pair in each.pairs):
        first = confrontations[0]
        counts.pair(*first.pairs[0], within=within, unit=first.unit)  # raises where the corpus as a whole cannot count
    return scored


def score_item(confrontation: Confrontation, counts: Counts, measure: Measure, within: Within = SENTENCE) -> ItemScore:
    """The scores of one item and the choice that follows from them."""
    pairs = tuple(_pair_score(pair, confrontation.unit, counts, measure, within) for pair in confrontation.pairs)
    reply, lead = _choose(pairs)
    return ItemScore(confrontation=confrontation, pairs=pairs, reply=reply, lead=lead)


def _pair_score(pair: tuple[str, str], unit: Unit, counts: Counts, measure: Measure, within: Within) -> PairScore:
    try:
        count, why = counts.pair(*pair, within=within, unit=unit), "this corpus has no counts of them"
    except InputError as error:  # this pair cannot be counted here; the others can
        count, why = None, error.what
    found = Undefined(reason=why) if count is None else measure(count)
    score, reason = (None, found.reason) if isinstance(found, Undefined) else (found, None)
    return PairScore(candidate=pair[0], cue=pair[1], count=count, score=score, reason=reason)


def _choose(pairs: Sequence[PairScore]) -> tuple[Reply, float | None]:
    scores = [pair.score for pair in pairs if pair.score is not None]
    if len(scores) < len(pairs):
        return _abstained(next(pair for pair in pairs if pair.score is None)), None
    first, second = sorted(scores, reverse=True)[:2]
    if first - second <= TIE:
        return Abstention(reason=AbstentionReason.TIE), None
    return Choice(candidate=scores.index(first)), first - second


def _abstained(pair: PairScore) -> Abstention:
    unknown = pair.count is None
    reason = AbstentionReason.UNKNOWN_WORDS if unknown else AbstentionReason.NO_COUNT
    return Abstention(reason=reason, detail=f"{pair.candidate} and {pair.cue}: {pair.reason}")


def frequency_of(counts: Counts, word: str) -> int | None:
    """In how many sentences a word stands; None where this corpus did not, or cannot, count it."""
    try:
        return counts.frequency(word)
    except InputError:  # no word at all, or several in an index without text
        return None


def lines_of(
    item: ItemScore, counts: Counts, limit: int = 5, within: Within = SENTENCE
) -> tuple[tuple[Concordance, ...], ...]:
    """Up to so many sentences of the corpus for each pair that meets."""
    return tuple(
        counts.concordance(pair.candidate, pair.cue, limit=limit, within=within)
        if pair.count and pair.count.both
        else ()
        for pair in item.pairs
    )
