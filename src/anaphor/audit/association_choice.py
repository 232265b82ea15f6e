"""What a choice by association gives on each item, as numbers that the table and the tests work on.

An item's *lead* is the highest score less the second; at a threshold τ it is answered when its lead reaches τ (and is
no tie), as in paper 1. A schema's items hang together: everything here is grouped by schema.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import InputError

Float = NDArray[np.float64]
Int = NDArray[np.int64]
Bool = NDArray[np.bool_]

TIE = 1e-9
"""Scores nearer than this are equal: below it only rounding speaks."""
THRESHOLDS = tuple(step / 2 for step in range(9))
"""Paper 1's: none, 0.5, … 4."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """What the choice by association gives on one item."""

    item: str
    """The item's id."""
    schema: str
    """The schema's id."""
    candidates: int
    """How many candidates it has."""
    key: int
    """Index of the right one."""
    choice: int | None
    """Index of the one with the highest score; None where there is no choice (no score, or a tie)."""
    lead: float | None
    """Highest score less the second; None where there is no choice."""
    attested: bool = True
    """Whether all its pairs meet in the corpus; smoothing and some measures also score pairs that never do."""

    @property
    def right(self) -> bool | None:
        """Whether the choice is the key; None where there is none."""
        return None if self.choice is None else self.choice == self.key


@dataclass(frozen=True, slots=True, kw_only=True)
class Tallies:
    """Picks summed by schema: schemas × thresholds, for every joint rotation of the key."""

    thresholds: tuple[float, ...]
    """At which leads; 0 is none."""
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
