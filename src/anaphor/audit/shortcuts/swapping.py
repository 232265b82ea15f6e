"""Keys swapped by schema, the same for all shortcuts, and one correction for having looked at all of them.

Under chance the keys of a schema could as well all be moved on by one candidate, those of its near copies with them.
All such swaps are looked at where they are few, otherwise seeded ones, among which the keys as they are count. What is
learnt from keys is learnt anew from each row of swapped ones: choices that were learnt from the real keys hang
together, and to swap keys behind them calls chance a shortcut.

The correction is that of Westfall and Young (1993, the step-down method of the least p). Holm's would take shortcuts
for unrelated that mostly say the same (mentioned first, not mentioned last). Probabilities are compared, and not
excesses, since a shortcut with few answers can have no large one.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from anaphor.audit.association.scores import Float, Int, Tallies
from anaphor.audit.case import ShortcutCase
from anaphor.audit.shortcuts.shortcut import Shortcut

DRAWS = 1_999
"""Swaps that are drawn where there are more; with the keys as they are, two thousand rows."""
_ROUNDING = 1e-9

Unit = tuple[int, int]
"""A group of near copies and a number of candidates: what is swapped together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swaps:
    """By how many candidates the keys of each unit are moved on: the first row by none."""

    shifts: Int
    """Rows × units."""
    places: dict[Unit, int]
    """The column of each unit."""
    exact: bool
    """True when these are all swaps."""

    @classmethod
    def of(cls, cases: Sequence[ShortcutCase], rng: np.random.Generator, draws: int = DRAWS) -> "Swaps":
        """All swaps of the keys of these items where they are few, otherwise so many drawn ones."""
        units = dict.fromkeys((case.group, len(case.question.candidates)) for case in cases)
        sizes = np.array([size for _, size in units], np.int64)
        places = {unit: place for place, unit in enumerate(units)}
        if math.prod(sizes.tolist()) <= draws + 1:
            grids = np.meshgrid(*(np.arange(size) for size in sizes), indexing="ij")
            shifts = np.stack([grid.ravel() for grid in grids], axis=1) if units else np.zeros((1, 0), np.int64)
            return cls(shifts=shifts, places=places, exact=True)
        drawn = (rng.random((draws, sizes.size)) * sizes).astype(np.int64)
        return cls(shifts=np.vstack([np.zeros((1, sizes.size), np.int64), drawn]), places=places, exact=False)

    def keys(self, cases: Sequence[ShortcutCase]) -> Int:
        """The keys of some of the items: as they are in the first row, swapped in the others."""
        sizes = np.array([len(case.question.candidates) for case in cases])
        columns = [self.places[case.group, size] for case, size in zip(cases, sizes.tolist(), strict=True)]
        keys = np.array([case.key for case in cases])
        return np.asarray((keys + self.shifts[:, columns]) % sizes, np.int64)

    def distances(self, tallies: Tallies) -> Float:
        """For each row, by how many right answers choices that do not depend on keys are away from chance."""
        columns = [self.places[int(group), size] for group, size in tallies.units]
        right, shifts = tallies.right[:, :, 0], tallies.shifts
        centre = sum(float(row[:size].sum()) / size for row, size in zip(right, shifts.tolist(), strict=True))
        total = np.zeros(self.shifts.shape[0])
        for number, column in enumerate(columns):
            total += right[number, self.shifts[:, column]]
        return np.asarray(np.abs(total - centre), np.float64)


def corrected(shortcuts: Sequence[Shortcut], swaps: Swaps) -> tuple[Shortcut, ...]:
    """The shortcuts with their p corrected for all that were tested together."""
    tested = [
        number
        for number, each in enumerate(shortcuts)
        if each.answered and (each.tallies is not None or each.under_swaps is not None)
    ]
    if not tested:
        return tuple(shortcuts)
    chances = np.stack([_chances(_far(shortcuts[number], swaps)) for number in tested], axis=1)
    raw = np.array([shortcuts[number].p for number in tested])
    order = np.lexsort((raw, chances[0]))
    adjusted, found = 0.0, dict[int, float]()
    for place, column in enumerate(order.tolist()):
        least = chances[:, order[place:]].min(1)
        reached = float((least <= chances[0, column] + _ROUNDING).mean())
        adjusted = max(adjusted, reached, float(raw[column]))
        found[tested[column]] = adjusted
    return tuple(replace(each, p_adjusted=found.get(number)) for number, each in enumerate(shortcuts))


def _far(shortcut: Shortcut, swaps: Swaps) -> Float:
    """What is compared over the rows: larger is further from chance."""
    if shortcut.under_swaps is not None:
        return shortcut.under_swaps
    assert shortcut.tallies is not None
    return swaps.distances(shortcut.tallies)


def _chances(far: Float) -> Float:
    """For each row the share of rows that are as far from chance as it is."""
    ranked = np.sort(far)
    below = np.searchsorted(ranked, far - _ROUNDING, side="left")
    return np.asarray((far.size - below) / far.size, np.float64)
