"""What a κ or α means, without the labels: floor, typical value and ceiling of three change rates.

Given κ and the prevalence of the classes, two people differ with chance D = (1 − κ)(1 − A_e). D alone leaves room:

    floor      the least any mixture of items with that D allows (all items alike, errors spread evenly); without a
               prevalence nothing, since D vanishes where one class has almost all labels
    typical    items whose label distributions come from a Dirichlet with that κ: real disagreement looks like this
    ceiling    D itself: unanimous items and coin flips, which no number of people repairs

Classes that are equally frequent have the largest D of all prevalences, hence the largest of each of the three.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

import numpy as np
from scipy.optimize import brentq

from anaphor.agreement import limits
from anaphor.agreement.panels.mixture import DirichletSpread, fresh_change, from_agreement
from anaphor.agreement.panels.rates import decisive, own_majority_change
from anaphor.agreement.panels.support import Support, pattern_likelihood, sorted_parts, support_of
from anaphor.agreement.panels.urn import Floats, Integers, profiles
from anaphor.agreement.panels.winning import LARGE, fresh_at, ideal_at, level_wins
from anaphor.agreement.settings import InterpretSettings
from anaphor.errors import InputError
from anaphor.parameters import act
from anaphor.result import Result
from anaphor.text import Message, choice

_PAPER_POOL = 9
"""The paper draws its panels of 3 from 9 people (figure 2)."""
_FINE, _ROUGH = 4_000, 1_000
"""Items over which a Dirichlet distribution is averaged: for a value, and while a value is looked for."""
_PATTERNS = 500
"""Patterns of a pool's votes that are worked through at once."""
_MANY = 40
"""From a pool so large on, label distributions other than of items that are alike are looked at more coarsely."""
_BOUNDS = ("floor", "typical", "ceiling")
_KAPPAS = (0.2, 0.4, 0.5, 0.6, 0.67, 0.7, 0.8, 0.9, 0.95)
"""The values in a whole table."""


class KappaOrAlpha(StrEnum):
    """Which coefficient is interpreted."""

    KAPPA = "kappa"
    """Fleiss or Davies–Fleiss κ."""
    ALPHA = "alpha"
    """Krippendorff's α, nominal; equal to Fleiss κ but for a term in 1 / labels."""


class ChangeTarget(StrEnum):
    """Against which reference labels change."""

    OWN_MAJORITY = "own_majority"
    """The majority of the pool the panel is part of (the paper's τ_G)."""
    IDEAL = "ideal"
    FRESH = "fresh"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """An annotation as far as a coefficient describes it."""

    annotators: int
    classes: int
    prevalence: tuple[float, ...] | None = None
    """Shares of the classes; None: not known. Bounds then hold for all shares, the rest for classes alike."""
    pool: int | None = None
    """People from whom the panel is drawn, for `own_majority`; None: nine as in the paper, or 3k when k is larger."""
    labels: int | None = None
    """Labels in all, to turn α into κ; None: many."""

    def __post_init__(self) -> None:
        if self.annotators < 1:
            raise InputError("agreement-no-annotator-at-all")
        limits.check_classes(self.classes)
        limits.check_prevalence(self.prevalence, self.classes)

    @property
    def shares(self) -> Floats:
        """The prevalences, summing to 1."""
        if self.prevalence is None:
            return np.full(self.classes, 1 / self.classes)
        shares = np.array(self.prevalence, dtype=np.float64)
        return np.asarray(shares / shares.sum())

    @property
    def people(self) -> int:
        """The pool that `own_majority` draws from."""
        return self.pool or (_PAPER_POOL if self.annotators < _PAPER_POOL else 3 * self.annotators)

    @property
    def targets(self) -> tuple[ChangeTarget, ...]:
        """The targets that can be worked out: over many classes the pool of `own_majority` votes in too many ways."""
        lost = self.annotators <= self.people and limits.too_many_outcomes(self.people, self.classes)
        return tuple(target for target in ChangeTarget if not (lost and target is ChangeTarget.OWN_MAJORITY))

    def value_of(self, kappa: float, coefficient: KappaOrAlpha) -> float:
        """The coefficient that goes with a Fleiss κ: α = κ + (1 − κ) / labels."""
        return kappa if coefficient is KappaOrAlpha.KAPPA or not self.labels else kappa + (1 - kappa) / self.labels

    def disagreement(self, kappa: float) -> float:
        """D = 1 − A_o, the chance that two people differ on an item."""
        return (1 - kappa) * (1 - float((self.shares**2).sum()))


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetReading:
    """What one target makes of a coefficient."""

    target: ChangeTarget
    floor: float
    """The least of all prevalences that are possible: 0 where none is stated."""
    typical: float
    """The change when items vary as a Dirichlet distribution; without a prevalence, of equally frequent classes."""
    ceiling: float
    alike: float
    """The change when all items are alike; without a prevalence, of equally frequent classes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """A coefficient in terms of labels that would change."""

    coefficient: KappaOrAlpha
    value: float
    situation: Situation
    readings: tuple[TargetReading, ...]
    opinions: tuple[tuple[str, Message], ...]
    """What published scales call the value: opinions, beside the numbers and never instead of them."""


def interpretation_of(
    value: float, situation: Situation, coefficient: KappaOrAlpha = KappaOrAlpha.KAPPA
) -> Interpretation:
    """Floor, typical value and ceiling of the change rates for a coefficient's value."""
    limits.check_coefficient(value, coefficient)
    kappa = value
    if coefficient is KappaOrAlpha.ALPHA and situation.labels:
        kappa = limits.check_coefficient(
            (value - 1 / situation.labels) / (1 - 1 / situation.labels), KappaOrAlpha.KAPPA
        )
    readings = tuple(read_target(target, kappa, situation) for target in situation.targets)
    return Interpretation(
        coefficient=coefficient, value=value, situation=situation, readings=readings, opinions=opinions(value)
    )


def read_target(target: ChangeTarget, kappa: float, situation: Situation) -> TargetReading:
    """Floor, typical value and ceiling of one change rate for a κ above 0."""
    most = situation.disagreement(kappa)
    alike = min(_floor(target, situation, most), most)
    typical = min(max(_typical(target, situation, kappa), alike), most)
    floor = 0.0 if situation.prevalence is None else alike
    return TargetReading(target=target, floor=floor, typical=typical, ceiling=most, alike=alike)


def _typical(target: ChangeTarget, situation: Situation, kappa: float, points: int = _FINE) -> float:
    if kappa >= 1:
        return 0.0
    model = from_agreement(situation.shares[situation.shares > 0], kappa)
    size = decisive(situation.annotators, len(model.parameters))
    if target is ChangeTarget.FRESH:
        return fresh_change(model, size)
    if target is ChangeTarget.IDEAL:
        return DirichletSpread.of(model, points if size <= LARGE else _ROUGH).changes(size)[1]
    if situation.annotators > situation.people:
        return 0.0
    spread = DirichletSpread.of(model, points if situation.people <= _MANY else _ROUGH)
    return spread.mean(_own_at(spread.support, situation.annotators, situation.people))


def _floor(target: ChangeTarget, situation: Situation, disagreement: float) -> float:
    """The lower convex hull of (disagreement, change) over label distributions, at the given disagreement."""
    pool = situation.people if target is ChangeTarget.OWN_MAJORITY else 0
    hull = _hull(target, situation.annotators, int((situation.shares > 0).sum()), pool)
    return float(np.interp(disagreement, hull[0], hull[1]))


@lru_cache(maxsize=64)
def _hull(target: ChangeTarget, size: int, classes: int, pool: int) -> tuple[Floats, Floats]:
    """Corners of the lower convex hull of (disagreement, change), from left to right.

    It is taken over many items that are all alike, and over all points that mixtures live on.
    """
    slips = np.linspace(0, 1 - 1 / classes, 300)
    alike = Support(
        shares=np.column_stack([1 - slips, slips / (classes - 1)]),
        times=np.tile(np.array([1, classes - 1]), (len(slips), 1)),
    )
    others = support_of(classes)
    if pool > _MANY:
        others = others.taken(np.arange(0, len(others), 8))
    parts = []
    for part in (alike, others):
        if target is ChangeTarget.OWN_MAJORITY:
            parts.append(_own_at(part, size, pool))
        else:
            wins = level_wins(part, decisive(size, int(part.times.sum(axis=1).max())))
            parts.append(fresh_at(part, wins) if target is ChangeTarget.FRESH else ideal_at(part, wins))
    across = np.concatenate([1 - (part.times * part.shares**2).sum(axis=1) for part in (alike, others)])
    up = np.concatenate(parts)
    order = np.lexsort((up, across))
    corners: list[tuple[float, float]] = []
    for x, y in zip(across[order].tolist(), up[order].tolist(), strict=True):
        while len(corners) >= 2:
            (left, low), (middle, high) = corners[-2:]
            if (middle - left) * (y - low) - (high - low) * (x - left) > 0:
                break  # the way to here turns up: the last corner is one
            corners.pop()
        corners.append((x, y))
    return np.array([x for x, _ in corners]), np.array([y for _, y in corners])


def _own_at(support: Support, size: int, pool: int) -> Floats:
    """At each label distribution, the paper's τ for panels of `size` from `pool` people: summed over all patterns."""
    found = np.zeros(len(support))
    if size > pool:
        return found
    rows, change = _pool(pool, min(pool, int(support.times.sum(axis=1).max())), size)
    for start in range(0, len(rows), _PATTERNS):
        found += change[start : start + _PATTERNS] @ pattern_likelihood(rows[start : start + _PATTERNS], support)
    return found


@lru_cache(maxsize=4)
def _pool(pool: int, classes: int, size: int) -> tuple[Integers, Floats]:
    """All patterns of a pool's votes, and the chance that `size` of the pool elect another label than all."""
    patterns = profiles(np.array(list(sorted_parts(pool, classes, pool)), dtype=np.int64))
    return patterns.rows, own_majority_change(patterns, size)


def needed(
    target_rate: float,
    target: ChangeTarget,
    situation: Situation,
    *,
    bound: str = "typical",
    coefficient: KappaOrAlpha = KappaOrAlpha.KAPPA,
) -> float | None:
    """The smallest coefficient at which a target's `floor`, `typical` or `ceiling` is at most the rate.

    None when every positive value will do.
    """
    limits.check_rate(target_rate)

    def over(kappa: float) -> float:
        ceiling = situation.disagreement(kappa)
        if bound == "ceiling":
            return ceiling - target_rate
        found = _floor(target, situation, ceiling) if bound == "floor" else _typical(target, situation, kappa, _ROUGH)
        return min(found, ceiling) - target_rate

    least, most = 0.01, 0.9999
    if over(least) <= 0:
        return None
    if over(most) > 0:
        return situation.value_of(1.0, coefficient)
    return situation.value_of(brentq(over, least, most, xtol=1e-4), coefficient)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class InterpretedCoefficient(Result):
    """What a κ or α means for labels, and which value is needed."""

    situation: Situation
    coefficient: KappaOrAlpha
    interpretation: Interpretation | None
    target: float | None
    needed: Mapping[ChangeTarget, Mapping[str, float | None]]
    """For each bound, the smallest value that gives that rate; a value of None: any will do."""
    table: tuple[Interpretation, ...]
    """Values and panel sizes against change rates; empty where it was not asked for."""


@act(InterpretSettings)
def interpret(settings: InterpretSettings) -> InterpretedCoefficient:
    """What a κ or α means for labels, without the labels; with `target`, which value gives that change rate.

    The coefficient is that of panels of so many `annotators` who choose among `classes`, whose shares are the
    `prevalence` (left out, bounds hold for all shares). `pool` is how many people a panel is drawn from, and `labels`
    how many labels there are in all, which tells α from κ. `table` adds values and panel sizes side by side.

    >>> found = interpret(kappa=0.67, annotators=3, classes=2)
    >>> [f"{each.target} {each.typical:.3f} at most {each.ceiling:.3f}" for each in found.interpretation.readings][-1]
    'fresh 0.112 at most 0.165'
    """
    kappa, alpha, target = settings.kappa, settings.alpha, settings.target
    situation = Situation(
        annotators=settings.annotators,
        classes=settings.classes,
        prevalence=None if settings.prevalence is None else tuple(settings.prevalence),
        pool=settings.pool,
        labels=settings.labels,
    )
    if kappa is not None and alpha is not None:
        raise InputError("agreement-two-coefficients")
    value = kappa if alpha is None else alpha
    if value is None and target is None and not settings.table:
        raise InputError("agreement-nothing-to-interpret")
    limits.check_panel(situation.annotators)
    coefficient = KappaOrAlpha.KAPPA if alpha is None else KappaOrAlpha.ALPHA
    sizes = tuple(sorted({1, 3, 5, 7, 9, situation.annotators}))
    found = None if value is None else interpretation_of(value, situation, coefficient)
    panels = [replace(situation, annotators=size, pool=None, labels=None) for size in sizes] if settings.table else []
    wanted = {}
    if target is not None:
        for each in situation.targets:
            wanted[each] = {
                bound: needed(target, each, situation, bound=bound, coefficient=coefficient) for bound in _BOUNDS
            }
    return InterpretedCoefficient(
        situation=situation,
        coefficient=coefficient,
        interpretation=found,
        target=target,
        needed=wanted,
        table=tuple(interpretation_of(kappa, panel) for panel in panels for kappa in _KAPPAS),
    )


SCALES: dict[str, tuple[tuple[float, str], ...]] = {
    "Landis & Koch 1977": (
        (-math.inf, "poor"),
        (0.0, "slight"),
        (0.2, "fair"),
        (0.4, "moderate"),
        (0.6, "substantial"),
        (0.8, "almost-perfect"),
    ),
    "Carletta 1996": ((-math.inf, "not-enough"), (0.67, "tentative"), (0.8, "good")),
    "Neuendorf 2002": ((-math.inf, "not-agreed"), (0.8, "acceptable-mostly"), (0.9, "acceptable")),
    "Krippendorff 2004": ((-math.inf, "discarded"), (0.667, "tentative-only"), (0.8, "reliable")),
}
"""Scales of the paper's figure 1: from which value on, which word of its author (or close to it)."""


def opinions(value: float) -> tuple[tuple[str, Message], ...]:
    """What each published scale calls a value: its author's opinion.

    >>> str(dict(opinions(0.7))["Carletta 1996"])
    'tentative conclusions'
    """
    return tuple(
        (name, choice("agreement-opinion", [word for least, word in steps if value >= least][-1]))
        for name, steps in SCALES.items()
    )
