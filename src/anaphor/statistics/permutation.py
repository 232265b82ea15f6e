"""Permutation tests: is a difference larger than chance labels of the groups would make it?"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import InputError
from anaphor.statistics.resampling import subsets

Float = NDArray[np.float64]
Bool = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class PermutationTest:
    """A statistic, and how often chance reaches it."""

    statistic: float
    """The statistic for the groups as they are."""
    p_value: float
    """Share of regroupings whose statistic is as large; the groups as they are count as one."""
    permutations: int
    """How many regroupings were looked at."""
    exact: bool
    """True when these were all of them."""


def two_groups(first: Bool, statistic: Callable[[Bool], Float], most: int, rng: np.random.Generator) -> PermutationTest:
    """Regroup units at random, keeping the sizes; `statistic` takes rows of memberships and gives one number each.

    >>> values = np.array([1.0, 2.0, 9.0, 8.0])
    >>> high = np.array([False, False, True, True])
    >>> two_groups(high, lambda rows: rows @ values, 100, np.random.default_rng(0)).p_value
    0.16666666666666666
    """
    size = int(first.sum())
    if not 0 < size < first.size:
        raise InputError("a group is empty")
    seen = float(statistic(first[None, :])[0])
    rows, exact = subsets(first.size, size, most, rng)
    values = statistic(rows)
    reached = int((values >= seen - 1e-12 * max(1.0, abs(seen))).sum())
    p_value = reached / values.size if exact else (reached + 1) / (values.size + 1)
    return PermutationTest(statistic=seen, p_value=p_value, permutations=values.size, exact=exact)


def sign_flip(differences: Float, most: int, rng: np.random.Generator) -> PermutationTest:
    """Paired test: is the mean difference away from zero, when each sign could as well be the other?

    Two-sided: the statistic is the absolute mean.
    """
    moving = differences[differences != 0]
    count = moving.size
    seen = abs(float(differences.mean())) if differences.size else 0.0
    exact = count <= math.floor(math.log2(most))
    if count == 0:
        return PermutationTest(statistic=seen, p_value=1.0, permutations=1, exact=True)
    if exact:
        bits = np.arange(1 << count)[:, None] >> np.arange(count) & 1
        totals = np.abs((2.0 * bits - 1) @ moving)
    else:
        rows = [np.abs((2.0 * rng.integers(0, 2, (part, count)) - 1) @ moving) for part in _parts(most, count)]
        totals = np.concatenate(rows)
    reached = int((totals >= abs(float(moving.sum())) * (1 - 1e-12)).sum())
    p_value = reached / totals.size if exact else (reached + 1) / (totals.size + 1)
    return PermutationTest(statistic=seen, p_value=p_value, permutations=totals.size, exact=exact)


def _parts(times: int, units: int) -> list[int]:
    """Sizes of batches that keep memory small."""
    size = max(1, 4_000_000 // units)
    return [min(size, times - start) for start in range(0, times, size)]
