"""Is a second run the same as the first? Exact, within the published tolerance, or not; the noise is computed.

A program that flips a share f of its answers from run to run moves its score by chance: each question goes up with f/2,
down with f/2. The law of that sum is exact; it says how often a second run stays within the tolerance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Protocol

import numpy as np

from anaphor.answer import Abstention, Answer
from anaphor.challenge.changed import ChangeKind
from anaphor.challenge.rules import Tolerance
from anaphor.challenge.transcript.record import Fact
from anaphor.scoring.items import Outcome, Result, law_of_sum, swaps
from anaphor.statistics import Interval, sign_flip, wilson

_SWAPS = 100_000
"""Swaps that are drawn where there are too many to count."""


class Repetition(StrEnum):
    """What a second run says."""

    EXACT = "exact"
    """Every answer is the same."""
    WITHIN = "within tolerance"
    """Some answers differ, no more than the rules allow."""
    DIFFERS = "differs"
    """More than the rules allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """The same questions, asked twice."""

    questions: int
    """How many."""
    discordant: int
    """Answers that differ."""
    first: Fraction
    """Share right in the first run."""
    second: Fraction
    """Share right in the second run."""
    flips: Interval
    """Interval of the share of answers that flip from run to run."""
    stays: float
    """How often a program that flips as many answers as this one moves its score no more than the tolerance."""
    statement: Repetition
    """The verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRow:
    """One kind of change."""

    kind: ChangeKind
    """Which."""
    questions: int
    """Changed questions."""
    before: Fraction
    """Share right on the originals, each as often as it was changed."""
    after: Fraction
    """Share right on the changed wordings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The originals and their changed wordings."""

    rows: tuple[ChangedRow, ...]
    """By kind of change."""
    originals: int
    """Questions that have a changed wording."""
    drop: Fraction
    """Mean loss over these questions, from 0 to 1; below 0 for a gain."""
    p: float
    """Chance of a loss as large when the wording plays no part: outcomes swapped within each question; one-sided."""
    exact: bool
    """Whether all swaps were taken into account."""
    holds: bool
    """Whether the loss is one that the rules allow."""


class Wording(Protocol):
    """A changed wording, with or without its text."""

    @property
    def name(self) -> str:
        """Id of the changed item."""

    @property
    def original(self) -> str:
        """Id of the item that was asked before."""

    @property
    def kind(self) -> ChangeKind:
        """How it was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondRuns:
    """What the second runs of an entry say, round by round, as far as they are over."""

    repeats: Mapping[str, Repeat] = field(default_factory=dict)
    """The same questions again, by round."""
    changes: Mapping[str, Changes] = field(default_factory=dict)
    """Changed wordings, by round."""
    facts: tuple[Fact, ...] = ()
    """What happened in these runs."""
    sealed: bool = True
    """Whether every one of them was sealed."""

    @property
    def worst_repeat(self) -> Repeat | None:
        """The round that was repeated least well; None: none was repeated."""
        order = list(Repetition)
        return max(self.repeats.values(), key=lambda each: (order.index(each.statement), each.discordant), default=None)

    @property
    def worst_changes(self) -> Changes | None:
        """The round that changed wordings took most from; None: there are none."""
        return max(self.changes.values(), key=lambda each: (not each.holds, each.drop), default=None)


def repeat(
    first: tuple[Sequence[Answer], Sequence[Outcome]],
    second: tuple[Sequence[Answer], Sequence[Outcome]],
    tolerance: Tolerance,
) -> Repeat:
    """What a second run of the same questions says."""
    count = len(first[0])
    again = {answer.question: answer for answer in second[0]}
    discordant = sum(not _alike(answer, again[answer.question]) for answer in first[0])
    before, after = _right(first[1]), _right(second[1])
    near = abs(after - before) <= tolerance.score and Fraction(discordant, count) <= tolerance.discordant
    statement = Repetition.EXACT if discordant == 0 else Repetition.WITHIN if near else Repetition.DIFFERS
    return Repeat(
        questions=count,
        discordant=discordant,
        first=before,
        second=after,
        flips=wilson(discordant, count),
        stays=chance_to_stay(count, Fraction(discordant, count), tolerance.score),
        statement=statement,
    )


def chance_to_stay(questions: int, flips: Fraction, tolerance: Fraction) -> float:
    """How often the score moves by no more than the tolerance when answers flip so often; exact.

    >>> round(chance_to_stay(60, Fraction(1, 20), Fraction(3, 100)), 2)
    0.63
    >>> round(chance_to_stay(60, Fraction(1, 20), Fraction(5, 100)), 2)
    0.96
    """
    half = float(flips) / 2
    law = law_of_sum([((-1, half), (0, 1 - 2 * half), (1, half))] * questions)
    most = floor(tolerance * questions)
    return max(0.0, 1.0 - law.beyond(Fraction(most + 1), Fraction(0)))


def _alike(one: Answer, other: Answer) -> bool:
    if isinstance(one.reply, Abstention) or isinstance(other.reply, Abstention):
        return isinstance(one.reply, Abstention) and isinstance(other.reply, Abstention)
    return one.reply.candidate == other.reply.candidate


def _is_right(outcome: Outcome) -> bool:
    return outcome.result is Result.RIGHT


def _right(outcomes: Sequence[Outcome]) -> Fraction:
    return Fraction(sum(map(_is_right, outcomes)), len(outcomes))


def changes(
    original: Sequence[Outcome],
    changed: Sequence[Outcome],
    asked: Sequence[Wording],
    tolerance: Tolerance,
    *,
    seed: int = 1,
) -> Changes | None:
    """What changed wordings say; None where nothing could be changed.

    The seed is that of the swaps that are drawn where there are too many to count: who judges again finds the same.
    """
    if not asked:
        return None
    before = {each.item: _is_right(each) for each in original}
    after = {each.item: _is_right(each) for each in changed}
    gaps = _gaps(before, after, asked)
    drop = sum(gaps, Fraction(0)) / len(gaps)
    chance, exact = _chance(gaps, seed)
    p = 1.0 if drop <= 0 else chance / 2
    rows = tuple(_row(kind, before, after, asked) for kind in ChangeKind if any(each.kind is kind for each in asked))
    return Changes(
        rows=rows,
        originals=len(gaps),
        drop=drop,
        p=p,
        exact=exact,
        holds=drop <= tolerance.changed or p >= tolerance.alpha,
    )


def _chance(gaps: Sequence[Fraction], seed: int) -> tuple[float, bool]:
    """The two-sided chance of so large a sum, and whether all swaps were counted; else they are drawn."""
    found = swaps(gaps)
    if found is not None:
        return found, True
    drawn = sign_flip(np.array(gaps, dtype=np.float64), _SWAPS, np.random.default_rng(seed))
    return drawn.p_value, drawn.exact


def _gaps(before: Mapping[str, bool], after: Mapping[str, bool], asked: Sequence[Wording]) -> list[Fraction]:
    """For each original, what its changed wordings lost on the average."""
    parts: dict[str, list[bool]] = {}
    for each in asked:
        parts.setdefault(each.original, []).append(after[each.name])
    return [before[name] - Fraction(sum(right), len(right)) for name, right in parts.items()]


def _row(
    kind: ChangeKind, before: Mapping[str, bool], after: Mapping[str, bool], asked: Sequence[Wording]
) -> ChangedRow:
    mine = [each for each in asked if each.kind is kind]
    return ChangedRow(
        kind=kind,
        questions=len(mine),
        before=Fraction(sum(before[each.original] for each in mine), len(mine)),
        after=Fraction(sum(after[each.name] for each in mine), len(mine)),
    )
