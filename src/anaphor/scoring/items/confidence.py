"""Does a respondent know when it knows? Risk over the share answered, and calibration of its scores.

*Risk*: answers are taken from the surest on; the risk is the share of wrong ones among those taken so far. How sure an
answer is, is the lead of the chosen candidate's score over the best other one. *Calibration*: does a score that says
"80 %" come true in 80 of 100 cases? Scores that are probabilities (from 0 to 1, summing to 1) are taken as they are;
any other scores are read as logarithms of weights, as a language model's are, and the record says so.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.scoring.items.intervals import USUAL, Sampling, difference, equal_clusters, gather, middle, share
from anaphor.scoring.items.outcomes import Outcome, OutcomeKind
from anaphor.statistics import Interval

Float = NDArray[np.float64]
Int = NDArray[np.int64]
_BINS = 10
_FEWEST = 10
"""Answers in a bin, at the least."""
_SURE = 1e-6
"""How far from 0 and 1 a probability is kept in the logarithmic loss."""
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


def risk_curve(outcomes: Sequence[Outcome], sampling: Sampling = USUAL) -> RiskCurve | None:
    """Risk over the share answered; None where fewer than two answers carry scores."""
    placed = [(each, found) for each in outcomes if (found := lead(each)) is not None]
    if len(placed) < 2:
        return None
    leads = np.array([found for _, found in placed])
    wrong = np.array([each.result is OutcomeKind.WRONG for each, _ in placed], np.float64)
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
        interval=_interval([each.target.cluster for each, _ in placed], places, wrong, sampling),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Answers of similar confidence."""

    n: int
    confidence: float
    """Mean probability that the respondent gave its choice."""
    right: float
    interval: Interval


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
    graded: bool
    """Whether its scores say how sure it is: not where they are whole numbers (votes, distances) or all alike."""
    discrimination: float | None
    """Chance that a right answer has a larger lead than a wrong one (0.5: leads say nothing), whatever the scale."""


def softmax(scores: Float) -> Float:
    """Logarithms of weights as shares."""
    weights = np.exp(scores - scores.max())
    return np.asarray(weights / weights.sum())


def calibration(outcomes: Sequence[Outcome], sampling: Sampling = USUAL) -> Calibration | None:
    """Calibration of the answers that carry scores; None where there are fewer than ten."""
    scored = [each for each in outcomes if lead(each) is not None]
    if len(scored) < _FEWEST:
        return None
    rows = [np.array(each.scores, np.float64) for each in scored]
    as_given = all(
        bool(((row >= 0) & (row <= 1)).all()) and math.isclose(float(row.sum()), 1.0, abs_tol=1e-6) for row in rows
    )
    with np.errstate(over="ignore"):  # a score too far below the best one for a number has no share
        chances = rows if as_given else [softmax(row) for row in rows]
    given = np.array([float(row[each.chosen or 0]) for row, each in zip(chances, scored, strict=True)])
    right = np.array([each.result is OutcomeKind.RIGHT for each in scored], np.float64)
    keys = np.array([float(row[each.target.key]) for row, each in zip(chances, scored, strict=True)])
    names = [each.target.cluster for each in scored]
    bins = _bins(names, given, right, sampling)
    gaps = gather(names, (given - right).tolist())
    hits, misses = int(right.sum()), int(right.size - right.sum())
    _, place, alike = np.unique([lead(each) or 0.0 for each in scored], return_inverse=True, return_counts=True)
    ranks = (np.cumsum(alike) - (alike - 1) / 2)[place]  # of equal leads the middle one
    above = float(ranks[right == 1].sum()) - hits * (hits + 1) / 2
    return Calibration(
        read_as="probabilities" if as_given else "softmax of the scores",
        n=len(scored),
        bins=bins,
        error=sum(each.n * abs(each.confidence - each.right) for each in bins) / len(scored),
        brier=float(((given - right) ** 2).mean()),
        log_loss=float(-np.log(np.clip(keys, _SURE, 1)).mean()),
        overconfidence=gaps.mean,
        overconfidence_interval=difference(gaps, sampling.level),
        graded=len({lead(each) for each in scored}) > 1 and any((row % 1 != 0).any() for row in rows),
        discrimination=above / (hits * misses) if hits and misses else None,
    )


def _bins(names: Sequence[str], given: Float, right: Float, sampling: Sampling) -> tuple[Bin, ...]:
    """About equally many answers per bin; equal confidences share one, so that the order of items plays no part."""
    order = np.argsort(given, kind="stable")
    sure = np.round(given[order], 9)
    cuts = [0]
    for part in np.array_split(np.arange(given.size), max(1, min(_BINS, given.size // _FEWEST))):
        first = int(np.searchsorted(sure, sure[part[0]]))
        cuts += [first] if first - cuts[-1] >= _FEWEST else []
    return tuple(
        Bin(
            n=part.size,
            confidence=float(given[part].mean()),
            right=float(right[part].mean()),
            interval=share(gather([names[place] for place in part], right[part].tolist()), sampling).interval,
        )
        for part in np.split(order, cuts[1:])
    )
