"""Paper 4's rule for the questions of a challenge, and how much its verdict depends on how many were asked.

At least three adults per question; at least 90 % of the questions answered correctly by all; the rest by at least
half. "By all" gets harder with every person asked, so whose answers count is fixed beforehand, and the verdict is also
given for smaller panels drawn from the same people and, as a prediction, for fresh panels of any size.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb

import numpy as np
from numpy.typing import NDArray
from scipy import special

from anaphor.errors import InputError
from anaphor.experiment.analysis.screening import Screened
from anaphor.experiment.design.design import Counting, TrialKind
from anaphor.experiment.study.record import Study
from anaphor.statistics import lowest
from anaphor.text import Message, message

Floats = NDArray[np.float64]
LEAST_PEOPLE = 3
SHARE_BY_ALL = Fraction(9, 10)
"""Share of the questions that everybody must answer rightly (paper 4)."""
SHARE_BY_SOME = Fraction(1, 2)
LEAST_SCORE = Fraction(9, 10)
"""Share of right answers that a system needs in any case (paper 4)."""
BELOW_AGREEMENT = Fraction(3, 100)
"""How far below the agreement of people a system may be (paper 4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionVotes:
    """How the people who count did on one question."""

    question: str
    right: tuple[bool, ...]
    """One per person who counts, in the order in which they answered."""
    choices: tuple[int, ...] = ()
    """What each of them chose; empty where only right and wrong are known."""

    @property
    def by_all(self) -> bool:
        """Whether everybody was right, and somebody was asked."""
        return bool(self.right) and all(self.right)

    @property
    def by_half(self) -> bool:
        """Whether at least half were right, and somebody was asked."""
        return bool(self.right) and sum(self.right) >= SHARE_BY_SOME * len(self.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The verdict of the rule on a set of questions."""

    passes: bool
    """Whether the set may be used."""
    questions: int
    by_all: int
    too_few: tuple[str, ...]
    """Questions tried on fewer than three people."""
    failed: tuple[str, ...]
    """Questions that less than half answered correctly."""
    doubtful: tuple[str, ...]
    """Questions that at least half, but not all, answered correctly."""
    reasons: tuple[Message, ...]
    """Which parts of the rule are broken; empty when none is."""


def votes_of(study: Study, screened: Screened, counting: Counting) -> tuple[QuestionVotes, ...]:
    """The votes on every question that was to be asked and has a key; whose answers count was fixed beforehand."""
    asked = [each.item or each.trial for each in study.asked if each.kind is TrialKind.ITEM and each.key is not None]
    found: dict[str, list[tuple[float, bool, int]]] = {name: [] for name in asked}
    for response in screened.responses:
        if response.right is not None and response.choice is not None and not response.again:
            when = response.at if response.at is not None else 0.0
            found.setdefault(response.name, []).append((when, response.right, response.choice))
    most = LEAST_PEOPLE if counting is Counting.FIRST_3 else None
    votes = []
    for name, given in found.items():
        first = sorted(given, key=lambda each: each[0])[:most]
        right, choices = tuple(right for _, right, _ in first), tuple(choice for _, _, choice in first)
        votes.append(QuestionVotes(question=name, right=right, choices=choices))
    return tuple(votes)


def apply_selection_rule(votes: Sequence[QuestionVotes]) -> Selection:
    """The literal rule; all arithmetic is exact."""
    if not votes:
        raise InputError("experiment-no-questions")
    too_few = tuple(each.question for each in votes if len(each.right) < LEAST_PEOPLE)
    by_all = sum(each.by_all for each in votes)
    failed = tuple(each.question for each in votes if each.right and not each.by_half)
    reasons = []
    if too_few:
        reasons.append(message("experiment-too-few", count=len(too_few), questions=len(votes), least=LEAST_PEOPLE))
    if Fraction(by_all, len(votes)) < SHARE_BY_ALL:
        reasons.append(message("experiment-few-by-all", count=by_all, questions=len(votes)))
    if failed:
        reasons.append(message("experiment-failed", count=len(failed), questions=len(votes)))
    return Selection(
        passes=not reasons,
        questions=len(votes),
        by_all=by_all,
        too_few=too_few,
        failed=failed,
        doubtful=tuple(each.question for each in votes if each.by_half and not each.by_all),
        reasons=tuple(reasons),
    )


def largest_passing(votes: Sequence[QuestionVotes]) -> tuple[str, ...]:
    """The questions to keep so that as many as possible pass: those right by all, and the best others up to a tenth."""
    enough = [each for each in votes if len(each.right) >= LEAST_PEOPLE]
    clear = [each for each in enough if each.by_all]
    rest = sorted(
        (each for each in enough if each.by_half and not each.by_all),
        key=lambda each: -Fraction(sum(each.right), len(each.right)),
    )
    room = len(clear) * (1 - SHARE_BY_ALL) / SHARE_BY_ALL
    kept = {each.question for each in [*clear, *rest[: int(room)]]}
    return tuple(each.question for each in votes if each.question in kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreements:
    """Three things that "interannotator agreement" may mean, as exact shares; paper 4 does not say which."""

    accuracy: Fraction
    """Mean share of people who are right."""
    pairwise: Fraction
    """Mean share of pairs of people who chose alike."""
    unanimous: Fraction
    """Share of the questions that everybody answered correctly."""


def agreements(votes: Sequence[QuestionVotes]) -> Agreements:
    """The three over the questions that two people or more answered."""
    judged = [each for each in votes if len(each.right) > 1]
    if not judged:
        raise InputError("experiment-no-pair-of-votes")
    accuracy, pairwise = Fraction(0), Fraction(0)
    for each in judged:
        accuracy += Fraction(sum(each.right), len(each.right))
        labels = Counter(each.choices or each.right)
        alike, pairs = sum(comb(count, 2) for count in labels.values()), comb(labels.total(), 2)
        pairwise += Fraction(alike, pairs)
    return Agreements(
        accuracy=accuracy / len(judged),
        pairwise=pairwise / len(judged),
        unanimous=Fraction(sum(each.by_all for each in judged), len(judged)),
    )


def score_needed(agreement: Fraction, questions: int) -> tuple[Fraction, int]:
    """What a system must reach: at least 90 %, or agreement less three points if that is more; and how many questions.

    >>> score_needed(Fraction(95, 100), 100)
    (Fraction(23, 25), 92)
    """
    threshold = max(LEAST_SCORE, agreement - BELOW_AGREEMENT)
    return threshold, ceil(threshold * questions)


def pass_probability(votes: Sequence[QuestionVotes], sizes: Sequence[int]) -> Mapping[int, float | None]:
    """For each size, how often panels of that many, drawn by question, pass; exact; None: too few answers."""
    from scipy.stats import hypergeom  # takes a second to load, and most who read the rule never ask for this

    right = np.array([sum(each.right) for each in votes])
    asked = np.array([len(each.right) for each in votes])
    found: dict[int, float | None] = {}
    for size in sizes:
        if size < LEAST_PEOPLE or (asked < size).any() or not len(votes):
            found[size] = None
            continue
        by_all = np.asarray(hypergeom.pmf(size, asked, right, size), np.float64)
        by_half = np.asarray(hypergeom.sf(ceil(SHARE_BY_SOME * size) - 1, asked, right, size), np.float64)
        found[size] = chance_to_pass(by_all, by_half - by_all)
    return found


def chance_to_pass(by_all: Floats, doubtful: Floats) -> float:
    """The chance that nine questions in ten are right by all and no other fails, for independent questions."""
    ways = np.zeros(len(by_all) + 1)
    ways[0] = 1.0
    for sure, half in zip(by_all, np.clip(doubtful, 0, 1), strict=True):
        ways[1:] = ways[1:] * half + ways[:-1] * sure
        ways[0] *= half
    return float(min(1.0, ways[ceil(SHARE_BY_ALL * len(by_all)) :].sum()))


@dataclass(frozen=True, slots=True, kw_only=True)
class RateSpread:
    """The beta distribution of the questions' rates."""

    a: float
    b: float
    own: tuple[Floats, Floats]
    """The same of each question, drawn away from the others by what was answered to it."""


def spread_of(votes: Sequence[QuestionVotes]) -> RateSpread:
    """The beta distribution of rates under which the answers are most probable (empirical Bayes), held back a little
    where all were right."""
    right = np.array([sum(each.right) for each in votes], np.float64)
    asked = np.array([len(each.right) for each in votes], np.float64)
    if not asked.sum():
        raise InputError("experiment-no-votes")

    def cost(place: Floats) -> float:
        mean, weight = 1 / (1 + np.exp(-place[0])), np.exp(place[1])
        a, b = mean * weight, (1 - mean) * weight
        likelihood = special.betaln(a + right, b + asked - right).sum() - len(right) * special.betaln(a, b)
        # Jeffreys' prior on the mean and a weak one on the weight: all right says little about how alike they are.
        return float(-likelihood - 0.5 * np.log(mean * (1 - mean)) + (place[1] - np.log(10)) ** 2 / 18)

    share = (right.sum() + 0.5) / (asked.sum() + 1)
    place = lowest(cost, np.array([np.log(share / (1 - share)), np.log(10)]))
    mean, weight = 1 / (1 + np.exp(-place[0])), np.exp(place[1])
    a, b = float(mean * weight), float((1 - mean) * weight)
    return RateSpread(a=a, b=b, own=(a + right, b + asked - right))


def fresh_pass_probability(votes: Sequence[QuestionVotes], sizes: Sequence[int]) -> Mapping[int, float | None]:
    """For each size, how probably a fresh panel of that many per question would let the set pass; None below three."""
    a, b = spread_of(votes).own
    found: dict[int, float | None] = {}
    for size in sizes:
        hits = np.arange(size + 1)[:, None]
        ways = special.gammaln(size + 1) - special.gammaln(hits + 1) - special.gammaln(size - hits + 1)
        chance = np.exp(ways + special.betaln(a + hits, b + size - hits) - special.betaln(a, b))
        by_half = chance[ceil(SHARE_BY_SOME * size) :].sum(axis=0)
        found[size] = chance_to_pass(chance[-1], by_half - chance[-1]) if size >= LEAST_PEOPLE else None
    return found


def easy_share(votes: Sequence[QuestionVotes], rate: float = 0.95) -> float:
    """Expected share of the questions on which people are right at this rate or above: it does not move with size."""
    return float((1 - special.betainc(*spread_of(votes).own, rate)).mean())
