"""Resampling of units by weights: bootstrap, delete-d and delete-a-group jackknife; permutation of signs.

The generator is an argument.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import InputError
from anaphor.statistics.products import narrow

Float = NDArray[np.float64]
Single = NDArray[np.float32]
Int = NDArray[np.int64]
Bool = NDArray[np.bool_]

_BATCH_CELLS = 1_000_000
"""Weights that are held at once: few enough to stay in the processor's cache."""
_QUICK = 400
"""Units from which on the quick way of drawing pays."""
_BELOW_ONE = 6
"""How far the mean of the Poisson numbers is below one, in standard errors: their sum is then hardly ever too large."""
_MANY_UNITS = 200
"""Units from which on it is asked whether they are of a few kinds."""
_FEW_KINDS = 20
"""Units per kind from which on drawing kinds costs less than drawing units."""
_SAMPLE = 1000
"""Units at which the kinds are guessed first: all of them are sorted only where that may pay."""
_FEW_IN_SAMPLE = 200
"""Kinds among these up to which it may."""
_SIGN_CELLS = 4_000_000
"""Signs that are held at once: 32 MB."""
_ROUNDING = 1e-12
"""Relative size of what rounding does to a sum: a regrouping with the very sum that was seen reaches it."""


def bootstrap_weights(units: int, times: int, rng: np.random.Generator) -> Iterator[Single]:
    """How often each unit is drawn, in batches (rows are draws of `units` out of `units` with replacement).

    Many units are drawn at a third of the cost: independent Poisson numbers, given their sum T, are how often units
    come up in T draws. So: Poisson numbers with a mean a little below one, and the few draws that are missing to the
    full number at random.
    """
    if units < 1 or times < 1:
        raise InputError("statistics-no-draws", times=times, units=units)
    most = max(1, _BATCH_CELLS // units)

    def plain(rows: int) -> Single:
        drawn = rng.integers(0, units, (rows, units)) + (np.arange(rows) * units)[:, None]
        return np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units).astype(np.float32)

    for start in range(0, times, most):
        rows = min(most, times - start)
        if units < _QUICK:
            yield plain(rows)
            continue
        lots = np.frombuffer(rng.bytes(2 * rows * units), np.uint16)
        weights = _poisson_table(1 - _BELOW_ONE / math.sqrt(units))[lots]
        cells = weights.reshape(rows, units)
        missing = units - cells.sum(1).astype(np.int64)
        over = np.flatnonzero(missing < 0)
        if over.size:  # once in a billion rows
            cells[over] = plain(over.size)
            missing[over] = 0
        place = np.repeat(np.arange(rows) * units, missing) + rng.integers(0, units, int(missing.sum()))
        np.add.at(weights, place, np.float32(1))
        yield cells


@lru_cache(maxsize=8)
def _poisson_table(mean: float) -> Single:
    """A Poisson number for each of 65,536 equally likely signs; every probability is right to 1e-5."""
    chances = np.exp(-mean) * np.cumsum([mean**number / math.factorial(number) for number in range(16)])
    return np.searchsorted(chances * 65536, np.arange(65536) + 0.5).astype(np.float32)


def bootstrap_sums(features: Float, times: int, rng: np.random.Generator) -> Float:
    """Sums of units' features over bootstrap samples, times × features, to single precision.

    Units that are alike are drawn as one, which costs less where there are few kinds.
    """
    count = features.shape[0]
    sample = features[:: max(1, count // _SAMPLE)]
    if count >= _MANY_UNITS and np.unique(sample, axis=0).shape[0] <= _FEW_IN_SAMPLE:
        kinds, members = np.unique(features, axis=0, return_counts=True)
        if kinds.shape[0] * _FEW_KINDS <= count:
            return rng.multinomial(count, members / count, size=times) @ kinds
    single = features.astype(np.float32)
    batches = bootstrap_weights(count, times, rng)
    return np.concatenate([narrow(weights, single) for weights in batches]).astype(np.float64)


def subsets(units: int, size: int, most: int, rng: np.random.Generator) -> tuple[Bool, bool]:
    """Subsets of this size as rows of true and false, and whether they are all of them.

    All are given when there are `most` at the most; otherwise `most` of them, drawn at random.
    """
    if not 0 < size <= units:
        raise InputError("statistics-no-part", size=size, units=units)
    if math.comb(units, size) <= most:
        chosen = np.array(list(combinations(range(units), size)), np.int64).reshape(-1, size)
        everything = True
    else:
        chosen = np.argsort(rng.random((most, units)), axis=1)[:, :size]
        everything = False
    kept = np.zeros((chosen.shape[0], units), np.bool_)
    np.put_along_axis(kept, chosen, True, axis=1)
    return kept, everything


def jackknife_error(values: Float, units: int, left_out: int) -> float:
    """Standard error from the values with `left_out` of the units left out (Shao & Wu 1989).

    variance = (n − d)/d · mean((θ_S − mean θ)²) over all, or a random sample of, the subsets S. nan if none is known.
    """
    finite = values[np.isfinite(values)]
    if finite.size < 2 or not 0 < left_out < units:
        return math.nan
    return math.sqrt((units - left_out) / left_out * float(((finite - finite.mean()) ** 2).mean()))


def groups(units: int, most: int, rng: np.random.Generator) -> Int:
    """A group number for each unit: as many groups as units, or `most` groups of nearly equal size, at random."""
    count = min(units, most)
    return rng.permutation(np.arange(units) % count)


def group_error(values: Float) -> float:
    """Standard error from the values with one of G groups left out: √((G − 1)/G Σ(θ_g − mean θ)²)."""
    finite = values[np.isfinite(values)]
    if finite.size < 2:
        return math.nan
    return math.sqrt((finite.size - 1) / finite.size * float(((finite - finite.mean()) ** 2).sum()))


def delta_error(units: Float, value: Callable[[Float], Float]) -> float:
    """Standard error of a smooth function of sums over units, from its gradient (infinitesimal jackknife).

    `units` are units × features; `value` takes batch × features of sums. The error is that of drawing the units.
    """
    count = units.shape[0]
    if count < 2:
        return math.nan
    sums = units.sum(0)
    # A hundred-thousandth of each sum: small beside the function's bend, large beside rounding. A sum near 0 takes a
    # thousandth of the largest in its own place.
    step = 1e-5 * np.maximum(np.abs(sums), 1e-3 * np.abs(sums).max(initial=1e-300))
    ahead = value(sums[None, :] + np.diag(step))
    behind = value(sums[None, :] - np.diag(step))
    gradient = (ahead - behind) / (2 * step)
    pull = units @ gradient
    return math.sqrt(float(((pull - pull.mean()) ** 2).sum()) * count / (count - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class PermutationTest:
    """A statistic, and how often chance reaches it."""

    statistic: float
    p_value: float
    """Share of regroupings whose statistic is as large; the groups as they are count as one."""
    permutations: int
    exact: bool
    """True when these were all of them."""


def sign_flip(differences: Float, most: int, rng: np.random.Generator) -> PermutationTest:
    """Paired test: is the mean difference away from zero, when each sign could as well be the other?

    Two-sided: the statistic is the absolute mean.
    """
    moving = differences[differences != 0]
    count = moving.size
    observed = abs(float(differences.mean())) if differences.size else 0.0
    exact = count <= math.floor(math.log2(most))
    if count == 0:
        return PermutationTest(statistic=observed, p_value=1.0, permutations=1, exact=True)
    if exact:
        bits = np.arange(1 << count)[:, None] >> np.arange(count) & 1
        totals = np.abs((2.0 * bits - 1) @ moving)
    else:
        size = max(1, _SIGN_CELLS // count)
        parts = [min(size, most - start) for start in range(0, most, size)]
        totals = np.concatenate([np.abs((2.0 * rng.integers(0, 2, (part, count)) - 1) @ moving) for part in parts])
    reached = int((totals >= abs(float(moving.sum())) * (1 - _ROUNDING)).sum())
    # A random sample of regroupings counts the groups as they are, so that no p-value is 0 (Phipson & Smyth 2010).
    p_value = reached / totals.size if exact else (reached + 1) / (totals.size + 1)
    return PermutationTest(statistic=observed, p_value=p_value, permutations=totals.size, exact=exact)
