"""Sampling error of change rates: other items, and other people."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtri, stdtrit

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.urn import Floats, Integers, profiles
from anaphor.statistics import score_ends

_CROWDED = 60
"""Items per pattern from which drawing pattern counts is the faster way."""
_LARGEST = 30_000_000
"""Largest table of votes from which people are left out."""

Change = Callable[[Integers], Floats | None]
"""The chance to change of each pattern (rows of sorted counts); None where it cannot be had exactly."""


def item_error(change: Floats, times: NDArray[np.integer]) -> float:
    """Standard error of a mean over items, from the change of each pattern and how many items have it."""
    items = int(times.sum())
    if items < 2:
        return 0.0
    mean = float(change @ times) / items
    return float(np.sqrt(((change - mean) ** 2 @ times) / (items * (items - 1))))


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


def people_error(matrix: LabelMatrix, change: Change, least: int) -> float | None:
    """Standard error from the people: a jackknife that leaves each of them out in turn.

    The mean change is over the items with `least` votes. Without one person, an item has lost a vote of a known
    count; there are few such patterns, so that each is worked out once, however many people there are. None when
    people are unknown, or when most items would no longer have enough votes.
    """
    people = len(matrix.annotators)
    if matrix.anonymous or people < 3 or matrix.counts.size > _LARGEST:
        return None
    usable = matrix.votes_per_item >= least
    counted = usable[matrix.item]
    lost = counted & (matrix.votes_per_item[matrix.item] == least)
    if not counted.any() or lost.sum() > counted.sum() / 2:
        return None
    before, after = _before_and_after(matrix, change, usable, counted & ~lost)
    if before is None or after is None:
        return None
    gone = np.bincount(matrix.annotator, np.where(counted, before[matrix.item], 0.0), minlength=people)
    back = np.bincount(matrix.annotator[counted & ~lost], after, minlength=people)
    fewer = usable.sum() - np.bincount(matrix.annotator[lost], minlength=people)
    rates = (before[usable].sum() - gone + back)[fewer > 0] / fewer[fewer > 0]
    return float(np.sqrt((len(rates) - 1) / len(rates) * ((rates - rates.mean()) ** 2).sum()))


def _before_and_after(
    matrix: LabelMatrix, change: Change, usable: NDArray[np.bool_], kept: NDArray[np.bool_]
) -> tuple[Floats | None, Floats | None]:
    """The change of each item, and for each kept label that of its item without the label."""
    patterns = profiles(matrix.counts[usable])
    whole = change(patterns.rows)
    if whole is None:
        return None, None
    before = np.zeros(len(matrix.items))
    before[usable] = whole[patterns.inverse]
    number = np.cumsum(usable) - 1
    count = matrix.counts[matrix.item[kept], matrix.label[kept]]
    key = patterns.inverse[number[matrix.item[kept]]] * (int(patterns.rows.max()) + 1) + count
    found, inverse = np.unique(key, return_inverse=True)
    row, value = np.divmod(found, int(patterns.rows.max()) + 1)
    shorter = patterns.rows[row].copy()
    # The last of the equal counts gives the vote, so that rows stay sorted.
    last = shorter.shape[1] - 1 - (shorter[:, ::-1] == value[:, None]).argmax(axis=1)
    shorter[np.arange(len(shorter)), last] -= 1
    after = change(shorter) if len(shorter) else np.zeros(0)
    return before, None if after is None else after[inverse]


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
    """Wilson's interval for the number of yes-or-no items that would have the same standard error.

    Items that look alike by chance must not pass for certainty: to the spread of the items comes that of one item
    that either changes or does not. Errors from items and people add in squares; few people have heavy tails
    (Student, Satterthwaite's degrees).
    """
    most = rate * (1 - rate)
    by_people = error.by_people or 0.0
    if most <= 1e-12:
        by_items = 0.0
        trials = float(error.items)
    else:
        by_items = (error.items * error.by_items**2 + most / error.items) / (error.items + 1)
        trials = most / (by_items + by_people**2)
    low, high = score_ends(rate, trials, _tail(by_items, by_people, error.people, confidence))
    return min(low, rate), max(high, rate)


def _tail(by_items: float, by_people: float, people: int, confidence: float) -> float:
    """Standard errors to go: few people have heavy tails, the less so the more of the variance comes from items."""
    if not by_people:
        return float(ndtri(0.5 + confidence / 2))
    freedom = (people - 1) * ((by_items + by_people**2) / by_people**2) ** 2
    return float(stdtrit(max(1.0, freedom), 0.5 + confidence / 2))


def with_people(
    rate: float, ends: tuple[float, float], by_people: float | None, people: int, confidence: float
) -> tuple[float, float]:
    """An interval over items, widened by the error from the people; each side adds in squares.

    The people's part is laid off on the logit scale, so that it stays between 0 and 1.
    """
    most = rate * (1 - rate)
    if not by_people or most < 1e-9:
        return max(0.0, ends[0]), min(1.0, ends[1])
    by_items = (ends[1] - ends[0]) / 2 / float(ndtri(0.5 + confidence / 2))
    reach = _tail(by_items**2, by_people, people, confidence) * by_people / most
    low, high = (float(expit(logit(rate) + side * min(reach, 30.0))) for side in (-1, 1))
    return (
        max(0.0, rate - float(np.hypot(rate - ends[0], rate - low))),
        min(1.0, rate + float(np.hypot(ends[1] - rate, high - rate))),
    )
