"""Intervals: for a proportion, and from resampled values."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from anaphor.errors import InputError

Float = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Two ends of an interval, and how it was made."""

    low: float
    high: float
    level: float
    """Share of such intervals that hold the true value, if all assumptions do."""
    method: str

    def within(self, least: float, most: float) -> "Interval":
        low, high = min(max(self.low, least), most), min(max(self.high, least), most)
        return Interval(low=low, high=high, level=self.level, method=self.method)


def wilson(successes: float, trials: float, level: float = 0.95) -> Interval:
    """Wilson's score interval (1927) for a proportion.

    >>> interval = wilson(8, 10)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.4902, 0.9433)
    """
    _check(successes, trials, level)
    if trials == 0:
        return Interval(low=0.0, high=1.0, level=level, method="wilson")
    low, high = score_ends(successes / trials, trials, float(special.ndtri((1 + level) / 2)))
    return Interval(low=low, high=high, level=level, method="wilson")


def score_ends(share: float, trials: float, reach: float) -> tuple[float, float]:
    """The shares that so many trials do not reject, `reach` standard errors away; also for a fraction of trials."""
    extra = reach * reach / trials
    middle = (share + extra / 2) / (1 + extra)
    half = reach / (1 + extra) * math.sqrt(share * (1 - share) / trials + extra / (4 * trials))
    # At a share of 0 or 1 the end is exactly there, and rounding would leave it a little beside.
    return 0.0 if share == 0 else max(0.0, middle - half), 1.0 if share == 1 else min(1.0, middle + half)


def jeffreys(successes: float, trials: float, level: float = 0.95) -> Interval:
    """Jeffreys's interval: quantiles of Beta(s + ½, n − s + ½), with the ends 0 and 1 kept (Brown et al. 2001)."""
    _check(successes, trials, level)
    a, b, tail = successes + 0.5, trials - successes + 0.5, (1 - level) / 2
    low = 0.0 if successes == 0 else float(special.betaincinv(a, b, tail))
    high = 1.0 if successes == trials else float(special.betaincinv(a, b, 1 - tail))
    return Interval(low=low, high=high, level=level, method="jeffreys")


def percentile(replicates: Float, level: float = 0.95) -> Interval | None:
    """The middle part of resampled values; None when none of them is a number."""
    _check(0, 1, level)
    finite = replicates[np.isfinite(replicates)]
    if finite.size == 0:
        return None
    low, high = np.quantile(finite, [(1 - level) / 2, (1 + level) / 2])
    return Interval(low=float(low), high=float(high), level=level, method="percentile")


def student(estimate: float, error: float, degrees: float, level: float = 0.95, *, method: str = "t") -> Interval:
    """estimate ± t · error, with Student's quantile for these degrees of freedom."""
    _check(0, 1, level)
    half = float(special.stdtrit(degrees, (1 + level) / 2)) * error
    return Interval(low=estimate - half, high=estimate + half, level=level, method=method)


def _check(successes: float, trials: float, level: float) -> None:
    if not 0 < level < 1:
        raise InputError("statistics-no-level", level=str(level))
    if not 0 <= successes <= trials:
        raise InputError("statistics-impossible-share", successes=f"{successes:g}", trials=f"{trials:g}")
