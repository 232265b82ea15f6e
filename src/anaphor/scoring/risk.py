"""Risk over the share answered: does a respondent know when it knows?

Answers are taken from the surest on; the risk is the share of wrong ones among those taken so far. How sure an answer
is, is the lead of the chosen candidate's score over the best other one.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.scoring.intervals import Sampling, equal_clusters, middle
from anaphor.scoring.outcomes import Outcome, Result
from anaphor.statistics import Interval

Float = NDArray[np.float64]
Int = NDArray[np.int64]
_DRAWS = 500
"""Samples of clusters for the interval of the area, at the most."""
_FARTHEST = sys.float_info.max
"""The largest lead: scores can be so far apart that their difference is no number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskPoint:
    """Risk when only the surest answers are taken."""

    answered: float
    """Share of all items that is taken."""
    risk: float
    """Share of wrong ones among them."""
    lead: float
    """Lead of the least sure one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskCurve:
    """Risk over the share answered, and the area below."""

    points: tuple[RiskPoint, ...]
    """One point per different lead, the surest first."""
    area: float
    """Mean risk over all numbers of answers taken; equal leads count in their mean order."""
    interval: Interval
    """Interval of the area, clusters drawn with replacement; if all answers are right, or all wrong, what clusters of
    another kind leave room for."""
    best: float
    """Area of the same answers when every right one is surer than every wrong one."""
    risk: float
    """Risk when all answers are taken: also the area when leads say nothing."""
    unplaced: int
    """Answers without scores, which have no place on the curve."""


def lead(outcome: Outcome) -> float | None:
    """The lead of the chosen candidate's score over the best other one; None without a choice or without scores."""
    scores = outcome.scores
    if outcome.chosen is None or not scores or any(score is None for score in scores):
        return None
    known = [score for score in scores if score is not None]
    gap = known[outcome.chosen] - max(known[: outcome.chosen] + known[outcome.chosen + 1 :])
    return max(-_FARTHEST, min(_FARTHEST, gap))


def tied_choices(outcomes: Sequence[Outcome]) -> int:
    """How many choices were made although another candidate has the same score: a tie is better left unanswered."""
    return sum(lead(each) == 0 for each in outcomes)


def risk_curve(outcomes: Sequence[Outcome], sampling: Sampling | None = None) -> RiskCurve | None:
    """Risk over the share answered; None where fewer than two answers carry scores."""
    settings = sampling or Sampling()
    placed = [(each, found) for each in outcomes if (found := lead(each)) is not None]
    if len(placed) < 2:
        return None
    leads = np.array([found for _, found in placed])
    wrong = np.array([each.result is Result.WRONG for each, _ in placed], np.float64)
    values, places = np.unique(-leads, return_inverse=True)
    counts, errors = np.bincount(places), _sums(places, wrong)
    points = tuple(
        RiskPoint(answered=int(end) / len(outcomes), risk=float(count) / int(end), lead=-float(value))
        for end, count, value in zip(np.cumsum(counts), np.cumsum(errors), values, strict=True)
    )
    chosen = sum(each.chosen is not None for each in outcomes)
    return RiskCurve(
        points=points,
        area=_area(counts, errors),
        interval=_interval([each.target.cluster for each, _ in placed], places, wrong, settings),
        best=area_of(-wrong, wrong),
        risk=float(wrong.mean()),
        unplaced=chosen - len(placed),
    )


def area_of(leads: Float, wrong: Float) -> float:
    """Mean over k of the share of wrong ones among the k surest; equal leads count in their mean order.

    >>> area_of(np.array([3.0, 2.0, 1.0]), np.array([0.0, 0.0, 1.0]))
    0.1111111111111111
    """
    _, places = np.unique(-leads, return_inverse=True)
    return _area(np.bincount(places), _sums(places, wrong))


def _sums(places: Int, values: Float, size: int = 0) -> Float:
    """Sums of values by their place."""
    return np.bincount(places, weights=values, minlength=size).astype(np.float64)


def _area(counts: Int, errors: Float) -> float:
    """The area from blocks of equal leads, the surest first: how many answers, and how many wrong ones."""
    ends = np.concatenate([[0], np.cumsum(counts)])
    taken = np.arange(1, ends[-1] + 1)
    return float((np.interp(taken, ends, np.concatenate([[0.0], np.cumsum(errors)])) / taken).mean())


def _interval(names: Sequence[str], places: Int, wrong: Float, sampling: Sampling) -> Interval:
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    cluster = np.array([order[name] for name in names])
    if wrong.min() == wrong.max():
        return equal_clusters(float(wrong[0]), len(order), sampling.level)
    rng, blocks = sampling.rng, int(places.max()) + 1
    areas = []
    for _ in range(min(sampling.times, _DRAWS)):
        weights = np.bincount(rng.integers(0, len(order), len(order)), minlength=len(order))[cluster]
        counts = _sums(places, weights.astype(np.float64), blocks).astype(np.int64)
        areas.append(_area(counts, _sums(places, weights * wrong, blocks)))
    return middle(np.array(areas), sampling.level, "cluster bootstrap")
