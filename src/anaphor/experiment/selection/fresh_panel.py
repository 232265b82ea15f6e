"""What another panel would say of the same questions: a prediction from how questions differ.

Each question has a rate of right answers, drawn from a beta distribution that is fitted to all questions together
(empirical Bayes); what was answered to a question draws its own rate away from the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import betainc, betaln, gammaln

from anaphor.errors import InputError
from anaphor.experiment.selection.selection_rule import LEAST_PEOPLE, SHARE_BY_SOME, QuestionVotes, chance_to_pass

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class RateSpread:
    """The beta distribution of the questions' rates."""

    a: float
    """Weight of right answers."""
    b: float
    """Weight of wrong answers."""

    @property
    def mean(self) -> float:
        """The mean rate."""
        return self.a / (self.a + self.b)


def spread_of(votes: Sequence[QuestionVotes]) -> RateSpread:
    """The distribution under which what was answered is most probable; held back a little where all were right."""
    right, asked = _counts(votes)
    if not asked.sum():
        raise InputError("experiment-nobody-answered-any-question")

    def cost(place: Floats) -> float:
        mean, weight = 1 / (1 + np.exp(-place[0])), np.exp(place[1])
        a, b = mean * weight, (1 - mean) * weight
        likelihood = betaln(a + right, b + asked - right).sum() - len(right) * betaln(a, b)
        # Jeffreys' prior on the mean and a weak one on the weight: all right says little about how alike they are.
        return float(-likelihood - 0.5 * np.log(mean * (1 - mean)) + (place[1] - np.log(10)) ** 2 / 18)

    share = (right.sum() + 0.5) / (asked.sum() + 1)
    found = minimize(cost, np.array([np.log(share / (1 - share)), np.log(10)]), method="Nelder-Mead")
    mean, weight = 1 / (1 + np.exp(-found.x[0])), np.exp(found.x[1])
    return RateSpread(a=float(mean * weight), b=float((1 - mean) * weight))


def _counts(votes: Sequence[QuestionVotes]) -> tuple[Floats, Floats]:
    right = np.array([sum(each.right) for each in votes], np.float64)
    return right, np.array([len(each.right) for each in votes], np.float64)


def fresh_pass_probability(votes: Sequence[QuestionVotes], sizes: Sequence[int]) -> Mapping[int, float | None]:
    """For each size, how probably a fresh panel of that many per question would let the set pass; None below three."""
    spread, (right, asked) = spread_of(votes), _counts(votes)
    a, b = spread.a + right, spread.b + asked - right
    return {size: _passes(a, b, size) if size >= LEAST_PEOPLE else None for size in sizes}


def _passes(a: Floats, b: Floats, size: int) -> float:
    hits = np.arange(size + 1)[:, None]
    ways = gammaln(size + 1) - gammaln(hits + 1) - gammaln(size - hits + 1)
    chance = np.exp(ways + betaln(a + hits, b + size - hits) - betaln(a, b))
    by_half = chance[ceil(SHARE_BY_SOME * size) :].sum(axis=0)
    return chance_to_pass(chance[-1], by_half - chance[-1])


def easy_share(votes: Sequence[QuestionVotes], rate: float = 0.95) -> float:
    """Expected share of the questions on which people are right at this rate or above: it does not move with size."""
    spread, (right, asked) = spread_of(votes), _counts(votes)
    return float((1 - betainc(spread.a + right, spread.b + asked - right, rate)).mean())
