"""Calibration: does a score that says "80 %" come true in 80 of 100 cases?

Scores that are probabilities (from 0 to 1, summing to 1) are taken as they are; any other scores are read as logarithms
of weights, as a language model's are, and the record says so.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from anaphor.scoring.intervals import Sampling, difference, gather, share
from anaphor.scoring.outcomes import Outcome, Result
from anaphor.scoring.risk import lead
from anaphor.statistics import Interval

Float = NDArray[np.float64]
_BINS = 10
_FEWEST = 10
"""Answers in a bin, at the least."""
_SURE = 1e-6
"""How far from 0 and 1 a probability is kept in the logarithmic loss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Answers of similar confidence."""

    n: int
    """How many."""
    confidence: float
    """Mean probability that the respondent gave its choice."""
    right: float
    """Share that is right."""
    interval: Interval
    """Interval of that share, by cluster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """How far a respondent's own scores can be believed."""

    read_as: str
    """probabilities, or softmax of the scores."""
    n: int
    """Answers that carry scores."""
    bins: tuple[Bin, ...]
    """About equally many answers each, the least sure first; equal confidences stand in one."""
    error: float
    """Expected calibration error: mean distance between confidence and share right over the bins."""
    brier: float
    """Mean squared distance between the probability of the choice and what became of it; 0.25 for a coin."""
    log_loss: float
    """Mean −ln of the probability given to the key, in nats."""
    overconfidence: float
    """Mean confidence minus share right: above 0 the respondent is too sure."""
    overconfidence_interval: Interval
    """Interval of that, by cluster."""
    discrimination: float | None
    """Chance that a right answer has a larger lead than a wrong one (0.5: leads say nothing), whatever the scale."""


def calibration(outcomes: Sequence[Outcome], sampling: Sampling | None = None) -> Calibration | None:
    """Calibration of the answers that carry scores; None where there are fewer than ten."""
    settings = sampling or Sampling()
    scored = [each for each in outcomes if lead(each) is not None]
    if len(scored) < _FEWEST:
        return None
    rows = [np.array(each.scores, np.float64) for each in scored]
    as_given = all(_is_probability(row) for row in rows)
    chances = rows if as_given else [_softmax(row) for row in rows]
    given = np.array([float(row[each.chosen or 0]) for row, each in zip(chances, scored, strict=True)])
    right = np.array([each.result is Result.RIGHT for each in scored], np.float64)
    keys = np.array([float(row[each.target.key]) for row, each in zip(chances, scored, strict=True)])
    names = [each.target.cluster for each in scored]
    bins = _bins(names, given, right, settings)
    gaps = gather(names, (given - right).tolist())
    return Calibration(
        read_as="probabilities" if as_given else "softmax of the scores",
        n=len(scored),
        bins=bins,
        error=sum(each.n * abs(each.confidence - each.right) for each in bins) / len(scored),
        brier=float(((given - right) ** 2).mean()),
        log_loss=float(-np.log(np.clip(keys, _SURE, 1)).mean()),
        overconfidence=gaps.mean,
        overconfidence_interval=difference(gaps, settings.level),
        discrimination=_discrimination(scored, right),
    )


def _is_probability(row: Float) -> bool:
    return bool(((row >= 0) & (row <= 1)).all() and math.isclose(float(row.sum()), 1.0, abs_tol=1e-6))


def _softmax(row: Float) -> Float:
    with np.errstate(over="ignore"):  # a score too far below the best one for a number has no share
        return np.asarray(special.softmax(row), np.float64)


def _bins(names: Sequence[str], given: Float, right: Float, sampling: Sampling) -> tuple[Bin, ...]:
    """About equally many answers per bin; equal confidences share one, so that the order of items plays no part."""
    order = np.argsort(given, kind="stable")
    sure = np.round(given[order], 9)
    cuts = [0]
    for part in np.array_split(np.arange(given.size), max(1, min(_BINS, given.size // _FEWEST))):
        first = int(np.searchsorted(sure, sure[part[0]]))
        cuts += [first] if first - cuts[-1] >= _FEWEST else []
    parts = np.split(order, cuts[1:])
    return tuple(
        Bin(
            n=part.size,
            confidence=float(given[part].mean()),
            right=float(right[part].mean()),
            interval=share(gather([names[place] for place in part], right[part].tolist()), sampling).interval,
        )
        for part in parts
    )


def _discrimination(scored: Sequence[Outcome], right: Float) -> float | None:
    leads = np.array([lead(each) for each in scored], np.float64)
    hits, misses = int(right.sum()), int(right.size - right.sum())
    if not hits or not misses:
        return None
    ranks = stats.rankdata(leads)
    return float((ranks[right == 1].sum() - hits * (hits + 1) / 2) / (hits * misses))
