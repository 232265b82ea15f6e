"""How many items have which share of right answers: the numbers of paper 1's figure 2, and what chance would give."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

import numpy as np
from scipy.stats import binom

from anaphor.experiment.analysis.analysis import StudyAnalysis

BARS = 10
"""Each bar is ten points wide; 80 % itself stands above 80 %, and 100 % in the last bar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar."""

    low: float
    """Where it begins."""
    high: float
    """Where the next one begins."""
    observed: int
    """Items whose rate lies in it."""
    equal: float
    """Items expected in it if all were as easy as the mean."""
    shrunken: int | None
    """Items whose estimate, drawn towards the others, lies in it; None where no model was fitted."""


def bars(found: StudyAnalysis) -> tuple[Bar, ...]:
    """The histogram of items."""
    rated = [each for each in found.items if each.rate is not None]
    observed = _counts([each.rate for each in rated if each.rate is not None])
    equal = _expected([each.answers for each in rated], found.mean.value) if found.mean else [0.0] * BARS
    drawn_in = _counts([each.shrunken for each in rated if each.shrunken is not None])
    return tuple(
        Bar(
            low=place / BARS,
            high=(place + 1) / BARS,
            observed=observed[place],
            equal=equal[place],
            shrunken=drawn_in[place] if found.model else None,
        )
        for place in range(BARS)
    )


def _bar(rate: float) -> int:
    return min(BARS - 1, floor(rate * BARS + 1e-9))


def _counts(rates: Sequence[float]) -> list[int]:
    counts = [0] * BARS
    for rate in rates:
        counts[_bar(rate)] += 1
    return counts


def _expected(answers: Sequence[int], rate: float) -> list[float]:
    """How many items would fall into each bar if people were right at one and the same rate."""
    sums = np.zeros(BARS)
    for size in set(answers):
        for right in range(size + 1):
            sums[_bar(right / size)] += answers.count(size) * binom.pmf(right, size, rate)
    return [float(each) for each in sums]
