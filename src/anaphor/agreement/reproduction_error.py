"""Sampling error of change rates: other items, and other people."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from anaphor.agreement.matrix import LabelMatrix
from anaphor.agreement.urn import Floats, Integers
from anaphor.estimation.intervals import wilson

_CROWDED = 60
"""Items per pattern from which drawing pattern counts is the faster way."""
_LARGEST = 30_000_000
"""Largest table of votes that is counted again and again without some people."""
_GROUPS = 30
"""Most groups of people that are left out in turn."""


def resampled_rates(change: Floats, times: NDArray[np.integer], resamples: int, rng: np.random.Generator) -> Floats:
    """Means of `resamples` samples of the items with replacement; few patterns are drawn as counts, many as items."""
    items = int(times.sum())
    if len(change) <= items / _CROWDED:
        drawn = rng.multinomial(items, times / items, size=resamples)
        return np.asarray(drawn @ change / items, dtype=np.float64)
    each = np.repeat(change, times)
    means = np.empty(resamples)
    for number in range(resamples):
        means[number] = each.take(_indices(items, rng)).sum()
    return means / items


def _indices(items: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """As many random item numbers as there are items, 32 bits each: twice as fast as `integers`.

    Multiplying and shifting favours some items by at most items / 2³².
    """
    raw = np.asarray(rng.bit_generator.random_raw((items + 1) // 2), dtype=np.uint64)
    wide = raw.view(np.uint32)[:items].astype(np.uint64)
    wide *= np.uint64(items)
    wide >>= np.uint64(32)
    return wide.view(np.int64)


def people_error(matrix: LabelMatrix, rate: Callable[[Integers], float | None]) -> float | None:
    """Standard error from the people: a jackknife that leaves each person (or each of 30 groups) out in turn.

    `rate` gets votes, items × classes, of those who stay. None when people are unknown or a rate cannot be made.
    """
    people = len(matrix.annotators)
    if matrix.anonymous or people < 3 or matrix.counts.size > _LARGEST:
        return None
    groups = min(people, _GROUPS)
    left = [rate(matrix.counts - votes_of(matrix, group, groups)) for group in range(groups)]
    rates = np.array([each for each in left if each is not None])
    if len(rates) < groups:
        return None
    return float(np.sqrt((groups - 1) / groups * ((rates - rates.mean()) ** 2).sum()))


def votes_of(matrix: LabelMatrix, group: int, groups: int) -> Integers:
    """The votes, items × classes, of every `groups`-th person from `group` on."""
    theirs = matrix.annotator % groups == group
    classes = len(matrix.classes)
    cell = matrix.item[theirs].astype(np.int64) * classes + matrix.label[theirs]
    return np.bincount(cell, minlength=len(matrix.items) * classes).reshape(-1, classes).astype(np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingError:
    """What a rate owes to the items and the people that happened to be there."""

    by_items: float
    """Standard error from the items."""
    by_people: float | None
    """Standard error from the people; None when it is unknown."""
    items: int
    """How many items."""
    people: int
    """How many people."""


def interval(rate: float, error: SamplingError, confidence: float) -> tuple[float, float]:
    """An interval for a rate on the logit scale, so that it stays between 0 and 1.

    Errors from items and people add in squares; few people have heavy tails (Student, Satterthwaite's degrees). When
    nothing varies (no item changes at all), Wilson's interval for that many items stands in.
    """
    by_people = error.by_people or 0.0
    variance = error.by_items**2 + by_people**2
    if not 1e-9 < rate < 1 - 1e-9 or variance == 0:
        plain = wilson(min(max(rate, 0.0), 1.0) * error.items, error.items, confidence)
        return min(plain.low, rate), max(plain.high, rate)
    freedom = 1e6 if not by_people else max(1.0, (error.people - 1) * (variance / by_people**2) ** 2)
    reach = float(stdtrit(freedom, 0.5 + confidence / 2)) * np.sqrt(variance) / (rate * (1 - rate))
    centre = np.log(rate / (1 - rate))
    low, high = 1 / (1 + np.exp(-(centre + np.array([-reach, reach]))))
    return float(low), float(high)
