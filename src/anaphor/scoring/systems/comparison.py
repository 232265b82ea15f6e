"""Two respondents on the same items: the difference, its interval, and the chance that it is none.

Under "no difference" the outcomes of a whole schema could as well be swapped between the two; the law of the difference
over all such swaps is computed exactly. McNemar's test is given only where every item stands alone.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType

import numpy as np
from scipy import special

from anaphor.errors import InputError
from anaphor.provenance import Signature, fingerprint
from anaphor.scoring.items.chance import binomial_two_sided, holm, swaps
from anaphor.scoring.items.intervals import USUAL, Sampling, difference, gather
from anaphor.scoring.items.outcomes import Outcome, OutcomeKind, Target
from anaphor.statistics import Interval, sign_flip

POWER = 0.8
"""Chance that a difference is found, for which the smallest one is given."""
_FLIPS = 100_000
"""Swaps that are drawn where there are too many different ones to compute all."""

Credits = Mapping[str, Fraction]
"""What each item brought, from 0 to 1, by item id."""
Run = tuple[str, Sequence[Outcome]]
"""A respondent and its outcomes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two respondents on the same items."""

    first: str
    second: str
    difference: float
    """Réussite of the first minus that of the second."""
    interval: Interval
    p: float
    """Chance of a difference this large when outcomes are swapped per schema; two-sided."""
    adjusted: float
    """The same, corrected for the number of comparisons (Holm)."""
    exact: bool
    """True when all swaps were taken into account."""
    better: int
    """Items on which the first got more."""
    worse: int
    """Items on which the second got more."""
    mcnemar: float | None
    """McNemar's exact p; only for independent items that both answered all."""
    smallest: float | None
    """Smallest true difference that these items show with a chance of 0.8; not defined without disagreement."""
    items: int
    clusters: int
    signature: Signature


def credits_by_item(outcomes: Sequence[Outcome]) -> dict[str, Fraction]:
    return {each.item: each.credit for each in outcomes}


def compare_outcomes(
    runs: Mapping[str, Sequence[Outcome]],
    sampling: Sampling = USUAL,
    signature: Signature | None = None,
    made_from: Mapping[str, Signature] = MappingProxyType({}),
) -> tuple[Comparison, ...]:
    """All pairs of respondents, with Holm's correction over the pairs; all must have been asked the same items.

    `made_from` holds what each respondent's outcomes were made from: a pair's signature has a digest of both.
    """
    base = signature or Signature(())
    marks = {name: fingerprint(str(each)) for name, each in made_from.items()}
    made = []
    for first, second in combinations(runs, 2):
        mine, theirs = runs[first], runs[second]
        targets = [each.target for each in mine]
        if targets != [each.target for each in theirs]:
            raise InputError("scoring-two-on-other-items", first=first, second=second)
        pair = base | Signature.of(first=marks.get(first), second=marks.get(second))
        earned = (first, credits_by_item(mine)), (second, credits_by_item(theirs))
        found = compare_credits(targets, *earned, sampling=sampling, base=pair)
        if found.clusters == found.items and all(each.result is not OutcomeKind.ABSTAINED for each in (*mine, *theirs)):
            found = replace(found, mcnemar=binomial_two_sided(found.better, found.worse))
        made.append(found)
    return corrected(made)


def corrected(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """The comparisons with their chances corrected for how many there are (Holm)."""
    adjusted = holm([each.p for each in comparisons])
    return tuple(replace(each, adjusted=p) for each, p in zip(comparisons, adjusted, strict=True))


def compare_credits(
    targets: Sequence[Target],
    first: tuple[str, Credits],
    second: tuple[str, Credits],
    *,
    sampling: Sampling,
    base: Signature,
) -> Comparison:
    """Two respondents by what each item brought them; both must have something for every item."""
    gaps = [first[1][each.item] - second[1][each.item] for each in targets]
    names = [each.cluster for each in targets]
    clusters = gather(names, [float(gap) for gap in gaps])
    sums: dict[str, Fraction] = {}
    for name, gap in zip(names, gaps, strict=True):
        sums[name] = sums.get(name, Fraction(0)) + gap
    swapped = swaps(list(sums.values()))
    exact, p = swapped is not None, swapped or 0.0
    if not exact:
        p = sign_flip(np.array([float(each) for each in sums.values()]), _FLIPS, sampling.rng).p_value
    test = "exact swaps by cluster" if exact else f"{_FLIPS} swaps by cluster"
    return Comparison(
        first=first[0],
        second=second[0],
        difference=clusters.mean,
        interval=difference(clusters, sampling.level),
        p=p,
        adjusted=p,
        exact=exact,
        better=sum(gap > 0 for gap in gaps),
        worse=sum(gap < 0 for gap in gaps),
        mcnemar=None,
        smallest=smallest_difference(clusters.error, clusters.sums.size, 1 - sampling.level),
        items=len(targets),
        clusters=clusters.sums.size,
        signature=base | Signature.of(test=test, level=sampling.level, seed=None if exact else sampling.seed),
    )


def smallest_difference(error: float, clusters: int, alpha: float = 0.05, power: float = POWER) -> float | None:
    """The smallest true difference that a two-sided test shows with this power, given its standard error.

    (t₁₋α/₂ + t_power) · error with Student's quantiles for the clusters, at most 1; None where the error is unknown
    or 0, because the two never differed.

    >>> round(smallest_difference(0.0342, 107), 3)
    0.097
    """
    if not error > 0 or math.isinf(error) or clusters < 2:
        return None
    quantiles = special.stdtrit(clusters - 1, np.array([1 - alpha / 2, power]))
    return min(1.0, float(quantiles.sum()) * error)


def shared_ranks(
    reussites: Mapping[str, float], comparisons: Sequence[Comparison], alpha: float = 0.05
) -> dict[str, int]:
    """Ranks, the best first: one more than the number of respondents that are better beyond chance (Holm)."""
    beaten = dict.fromkeys(reussites, 1)
    for each in comparisons:
        if each.adjusted < alpha and each.difference:
            beaten[each.second if each.difference > 0 else each.first] += 1
    return dict(sorted(beaten.items(), key=lambda pair: (pair[1], -reussites[pair[0]])))
