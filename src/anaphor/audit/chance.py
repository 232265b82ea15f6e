"""Better than chance? Exact tests that respect twins.

Under chance the key of a schema could as well be the other one, jointly in both its items: what is drawn is a swap per
schema, never per item. A choice that prefers one candidate whatever the cue is then right on exactly one twin, and says
nothing. Items with m candidates have m rotations of the key in place of two.
"""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from anaphor.audit.association_choice import Tallies
from anaphor.scoring.items import SumLaw, law_of_sum

DRAWS = 10_000
"""Swaps that are drawn for the maximum over thresholds where there are too many to look at all."""
_ROUNDING = 1e-9
_NARROW = 250_000
"""Size of a product that one core works out by itself; larger ones are shared out, and cores wait for each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaximumTest:
    """The largest standardised excess of right answers over all thresholds, and how often chance reaches it."""

    threshold: float | None
    """Where it lies; None where no swap changes anything."""
    excess: float
    """In standard deviations of the swaps at that threshold."""
    p: float
    """How often swaps reach it somewhere; the key as it is counts as one of the swaps that are drawn."""
    draws: int
    """How many swaps were looked at."""
    exact: bool
    """True when these were all of them."""


def exact_p(tallies: Tallies, threshold: int) -> float:
    """One-sided p of the right answers at one threshold: exact, by convolution over schemas.

    >>> from anaphor.audit.association_choice import Pick, tally
    >>> both = [Pick(item=f"{s}{i}", schema=s, candidates=2, key=i, choice=i, lead=1.0) for s in "abc" for i in (0, 1)]
    >>> exact_p(tally(both), 0)
    0.125
    """
    return null_law(tallies, threshold).reaching(int(tallies.right[:, 0, threshold].sum()))


def null_law(tallies: Tallies, threshold: int) -> SumLaw:
    """How likely each number of right answers is under swaps."""
    rows = np.column_stack([tallies.shifts, tallies.right[:, :, threshold]])
    kinds, schemas = np.unique(rows, axis=0, return_counts=True)
    laws: list[tuple[tuple[int, float], ...]] = []
    for (shifts, *right), count in zip(kinds.tolist(), schemas.tolist(), strict=True):
        values = Counter(right[:shifts])
        laws += [tuple((value, times / shifts) for value, times in sorted(values.items()))] * count
    return law_of_sum(laws)


def maximum_test(tallies: Tallies, rng: np.random.Generator, draws: int = DRAWS) -> MaximumTest:
    """Is the excess at the best of the thresholds more than the best of them would have by chance?

    The excess is standardised by its own spread under swaps, so that thresholds with few items count as much as
    those with many. All swaps are looked at when there are few enough, otherwise `draws` of them.
    """
    # Right answers by schema, rotation and threshold; a schema with fewer candidates repeats its real key.
    real = np.arange(tallies.right.shape[1])[None, :, None] < tallies.shifts[:, None, None]
    means = tallies.right.sum(1) / tallies.shifts[:, None]
    variance = (np.where(real, tallies.right - means[:, None, :], 0) ** 2).sum(1) / tallies.shifts[:, None]
    kinds = np.where(real, tallies.right, tallies.right[:, :1]).astype(np.float64)
    mean, spread = means.sum(0), np.sqrt(variance.sum(0))
    moving = spread > _ROUNDING
    if not moving.any():
        return MaximumTest(threshold=None, excess=0.0, p=1.0, draws=1, exact=True)
    moved = (kinds != kinds[:, :1]).any((1, 2))
    shifts = tallies.shifts[moved]
    exact = float(np.log2(shifts).sum()) <= math.log2(draws)
    if exact:
        grids = np.meshgrid(*(np.arange(each, dtype=np.int8) for each in shifts), indexing="ij")
        picks = np.stack([grid.ravel() for grid in grids], axis=1)
    else:
        picks = (rng.random((draws, shifts.size), np.float32) * shifts.astype(np.float32)).astype(np.int8)
    still = kinds[~moved, 0].sum(0)
    # Right answers at each threshold for each row of picks, in single precision and in parts that one core takes.
    single = kinds[moved].astype(np.float32)
    totals = np.broadcast_to(single[:, 0].sum(0), (picks.shape[0], single.shape[2])).copy()
    rows = max(1, _NARROW // max(1, single[:, 0].size))
    for shift in range(1, single.shape[1]):
        for start in range(0, picks.shape[0], rows):
            part = slice(start, start + rows)
            totals[part] += (picks[part] == shift).astype(np.float32) @ (single[:, shift] - single[:, 0])
    scores = ((totals + still - mean) / np.where(moving, spread, 1))[:, moving]
    seen = ((kinds[:, 0].sum(0) - mean) / np.where(moving, spread, 1))[moving]
    reached = int((scores.max(1) >= seen.max() - 1e-6).sum())
    return MaximumTest(
        threshold=float(np.asarray(tallies.thresholds)[moving][int(seen.argmax())]),
        excess=float(seen.max()),
        p=reached / picks.shape[0] if exact else (reached + 1) / (draws + 1),
        draws=picks.shape[0],
        exact=exact,
    )
