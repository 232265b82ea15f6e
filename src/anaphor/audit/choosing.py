"""Which candidate a count would choose where of some pairs only a bound is known, and whether that is clear.

Of a pair that a table leaves out, it is known that the two words meet in fewer sentences than the table keeps. That
bound is enough to choose where the other candidate's score lies above whatever the bounded one could have.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.audit.association_choice import TIE
from anaphor.audit.scores import ItemScore
from anaphor.audit.selection import TIED, attested_only
from anaphor.corpus import Bounding, Counts, Fewer, Undefined, mutual_information

ENOUGH = 5
"""Sentences in which a pair must meet before a choice by it counts as clear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What a count would choose."""

    candidate: int
    """The candidate."""
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
    only = attested_only([pair.count for pair in item.pairs])
    return Chosen(candidate=only, lead=None) if only is not None else _bounded_choice(item, bounds)


def _bounded_choice(item: ItemScore, bounds: Bounds) -> Chosen | None:
    """The one candidate of two whose score is known, where the other's cannot reach it.

    Of three candidates none can be chosen so: one of the others may never meet the cue, and then a count abstains.
    """
    known = [(place, pair.score) for place, pair in enumerate(item.pairs) if pair.score is not None]
    if len(item.pairs) != 2 or len(known) != 1:
        return None
    place, score = known[0]
    bound = bounds[1 - place]
    if bound is None or score - most_bits(bound) <= TIE:
        return None
    return Chosen(candidate=place, lead=score - most_bits(bound), bound=most_bits(bound))


def is_clear(item: ItemScore, choice: Chosen) -> bool:
    """Whether the choice rests on more than a stray sentence."""
    met = max((pair.count.both for pair in item.pairs if pair.count), default=0)
    return met >= ENOUGH and _lead(item, choice) >= TIED


def _lead(item: ItemScore, choice: Chosen) -> float:
    """By how many bits a choice leads: over chance where the other never meets the cue, since rare words seldom do."""
    found = item.pairs[choice.candidate].score if choice.lead is None else choice.lead
    return found or 0.0
