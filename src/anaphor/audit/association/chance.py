"""Better than chance? Exact tests that respect twins, and how large a leak they would see.

Under chance the key of a schema could as well be the other one, jointly in both its items: what is drawn is a swap per
schema, never per item. A choice that prefers one candidate whatever the cue is then right on exactly one twin, and says
nothing. Items with m candidates have m rotations of the key in place of two. The power of a test is exact for one
threshold, drawn for the best of several.
"""

import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from anaphor.audit.association.scores import Float, Int, Tallies
from anaphor.errors import InputError
from anaphor.scoring import SumLaw, law_of_sum

DRAWS = 10_000
"""Swaps that are drawn for the maximum over thresholds where there are too many to look at all."""
_ROUNDING = 1e-9
_NARROW = 250_000
"""Size of a product that one core works out by itself; larger ones are shared out, and cores wait for each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaximumTest:
    """The largest standardised excess of right answers over all thresholds, and how often chance reaches it."""

    threshold: float | None
    excess: float
    """In standard deviations of the swaps at that threshold."""
    p: float
    """How often swaps reach it somewhere; the key as it is counts as one of the swaps that are drawn."""
    draws: int
    exact: bool
    """True when these were all of them."""


def exact_p(tallies: Tallies, threshold: int) -> float:
    """One-sided p of the right answers at one threshold: exact, by convolution over schemas.

    >>> from anaphor.audit.association.scores import Pick, tally
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


_COLLECTIONS = 4_000
"""Collections that are drawn for the power of the test over all thresholds: it is then known to two points or so."""
_NEVER = 1e-9
"""Probabilities below this change no printed digit."""
_STILL = 1e-5
"""Variances and excesses below this are rounding."""
_CELLS = 8_000_000
"""Drawn answers that are held at once: for very many items fewer collections are drawn."""
_LEVELS = 64
"""Thresholds that are looked at, when there are more."""


def twin_power(pairs: int, singles: int, leak: float, alpha: float = 0.05) -> float:
    """Chance that the swap test of whole schemas sees items answered right with ½ + leak.

    `pairs` are schemas with both items answered, `singles` those with one. The two choices of a pair are taken as
    independent; a method that prefers one candidate in both twins is seen less often.

    >>> round(twin_power(65, 1, 0.08), 2)
    0.54
    """
    _check(pairs + singles, leak, alpha)
    right = 0.5 + leak
    both, neither = right**2, (1 - right) ** 2
    moving = _binomial(pairs, both + neither)
    upward = both / (both + neither)
    single = _binomial(singles, right)
    seen = 0.0
    for count in np.flatnonzero(moving > _NEVER).tolist():  # so many pairs are right, or wrong, on both their items
        real = np.convolve(_doubled(_binomial(count, upward)), single)
        seen += float(moving[count]) * float(real[_swap_critical(count, singles, alpha) :].sum())
    return seen


@lru_cache(maxsize=4096)
def _swap_critical(moving: int, singles: int, alpha: float) -> int:
    """The least number that swaps reach with probability alpha or less; beyond the end where there is none."""
    null = np.convolve(_doubled(_binomial(moving, 0.5)), _binomial(singles, 0.5))
    above = np.cumsum(null[::-1])[::-1]
    return int((above > alpha + 1e-12).sum())


def _doubled(chances: Float) -> Float:
    doubled = np.zeros(2 * chances.size - 1)
    doubled[::2] = chances
    return doubled


def _binomial(trials: int, chance: float) -> Float:
    k = np.arange(trials + 1)
    choose = special.gammaln(trials + 1) - special.gammaln(k + 1) - special.gammaln(trials - k + 1)
    return np.asarray(np.exp(choose + special.xlogy(k, chance) + special.xlog1py(trials - k, -chance)))


def maximum_power(  # noqa: PLR0913, PLR0917  # a design, a leak, a level, and chance
    answered: Int, shifts: Int, leak: float, alpha: float, rng: np.random.Generator, draws: int = _COLLECTIONS
) -> float:
    """Chance that the test at the best of all thresholds sees items answered right with 1/candidates + leak.

    `answered` has for each schema how many items are answered at each threshold, `shifts` how many candidates it has.
    Collections are drawn without the leak and with it; the excess that the first reach with probability alpha is what
    the second must pass. The leak is the same at every threshold, and the items of a schema are independent. Where the
    thresholds change nothing, this is the power without one.
    """
    _check(int(answered[:, 0].sum()), leak, alpha)
    filled = answered[:, answered.any(0)]
    if (shifts == 2).all() and answered.max(initial=0) < 3 and (filled == filled[:, :1]).all():
        return twin_power(int((answered[:, 0] > 1).sum()), int((answered[:, 0] == 1).sum()), leak, alpha)
    filled = filled[:, :: 1 + filled.shape[1] // _LEVELS]
    # Which item is answered at which threshold: who answers at one answers below it.
    grid = filled[:, None, :] > np.arange(int(filled.max(initial=0)))[None, :, None]
    schema, place = np.nonzero(grid[:, :, 0])
    items = grid[schema, place].astype(np.float32)
    candidates = shifts[schema].astype(np.float32)
    draws = max(200, min(draws, _CELLS // candidates.size))
    drawn = rng.random((draws, candidates.size), np.float32)
    chance = np.float32(1) / candidates
    leaking = np.minimum(chance + np.float32(leak), np.float32(1)).astype(np.float32)
    null, real = (_excess(drawn, right, candidates, items, schema) for right in (chance, leaking))
    critical = np.sort(null.max(1))[::-1][int(alpha * draws)]
    return float((real.max(1) > critical + _STILL).mean())


def _excess(
    drawn: NDArray[np.float32],
    right: NDArray[np.float32],
    candidates: NDArray[np.float32],
    items: NDArray[np.float32],
    schema: Int,
) -> NDArray[np.float32]:
    """For each drawn collection and threshold the excess of right answers, in units of its spread under swaps.

    A drawn number below `right` is a right answer; above, it says which of the others was chosen.
    """
    choice: NDArray[np.bool_] | NDArray[np.float32]
    if (candidates == 2).all():
        choice = drawn >= right
    else:
        others = np.floor((drawn - right) / np.maximum(1 - right, np.float32(_NEVER)) * (candidates - 1)) + 1
        choice = np.where(drawn < right, np.float32(0), np.minimum(others, candidates - 1))
    excess = (choice == 0).astype(np.float32) @ items - (items / candidates[:, None]).sum(0)
    # All pairs of items of one schema; the items of a schema stand side by side.
    steps = range(1, int(np.bincount(schema).max()))
    apart = [(np.flatnonzero(schema[:-step] == schema[step:]), step) for step in steps]
    one = np.concatenate([np.zeros(0, np.int64), *(found for found, _ in apart)])
    two = np.concatenate([np.zeros(0, np.int64), *(found + step for found, step in apart)])
    sums = np.zeros((int(schema.max()) + 1, items.shape[1]), np.float32)
    np.add.at(sums, schema, items / candidates[:, None])
    still = (items / candidates[:, None]).sum(0) - (sums**2).sum(0)
    together = 2 * items[one] * items[two] / candidates[one, None]
    variance = still + (choice[:, one] == choice[:, two]).astype(np.float32) @ together
    scores = np.where(variance > _STILL, excess / np.sqrt(np.maximum(variance, _STILL)), -np.inf)
    return np.asarray(scores, np.float32)


def _check(items: int, leak: float, alpha: float) -> None:
    if items < 0 or not 0 <= leak <= 0.5 or not 0 < alpha < 1:
        raise InputError("audit-no-power", items=items, leak=f"{leak:g}", alpha=f"{alpha:g}")
