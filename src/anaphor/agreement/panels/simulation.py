"""Simulated panels, as Bregeon et al. (2019) make them; what the paper leaves open is a named setting.

from_real          4.3.1: people who err as often as wanted, on the items where real people erred
synthetic          6.1: no real data; M and σ of the errors, some items unanimous, any prevalence
measure_groups     κ of every group and the change rates, ties integrated out
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.limits import check_classes, check_from_zero, check_prevalence
from anaphor.agreement.panels.urn import Floats, Integers, vote_shares
from anaphor.errors import InputError

Labels = NDArray[np.int16]
"""Groups × people × items: class numbers."""
_MOST_CLASSES = 1_000
_MOST_LABELS = 50_000_000
"""Labels that are simulated at once (about 3 GB)."""


class WrongClass(StrEnum):
    """Which class an erring simulated person picks."""

    UNIFORM = "uniform"
    """Any other class, all alike (the default: the paper's arithmetic for Table 1 fits it)."""
    VOTES = "votes"
    """A class that real people wrongly gave to this item, as often as they did; uniform where nobody erred."""


class ItemDraw(StrEnum):
    """How the erring items of one person are drawn when items have different weights."""

    SUCCESSIVE = "successive"
    """One after the other without replacement (the plain reading): frequent ones saturate when errors are many."""
    PROPORTIONAL = "proportional"
    """Systematic sampling: the chance of an item stays proportional to its weight as long as it is below 1."""


class Reference(StrEnum):
    """How the classes of the synthetic reference are spread."""

    DRAWN = "drawn"
    """Each item's class is drawn with the prevalences."""
    EXACT = "exact"
    """As many items of each class as the prevalences say, up to rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealSettings:
    """Section 4.3.1."""

    size: int
    """People per group (k)."""
    errors: float
    """Centre M of the number of errors of a person."""
    spread: float = 0.0
    """Half width A: the number is an integer drawn evenly from [M − A, M + A]."""
    groups: int = 1000
    """How many groups."""
    wrong: WrongClass = WrongClass.UNIFORM
    """Which class an erring person picks."""
    draw: ItemDraw = ItemDraw.SUCCESSIVE
    """How the erring items are drawn."""

    def __post_init__(self) -> None:
        check_from_zero(self.errors, "errors")
        check_from_zero(self.spread, "spread")


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntheticSettings:
    """Section 6.1."""

    items: int
    """How many items (N)."""
    classes: int
    """How many classes (C)."""
    size: int
    """People per group (k)."""
    errors: float
    """Mean M of the number of errors of a person."""
    sd: float = 0.0
    """Standard deviation σ of that number: normal, rounded to the nearest integer, kept between 0 and the items that
    can err."""
    unanimous: float = 0.0
    """Share of the items on which nobody errs; 0.2 in the paper's figure 8."""
    prevalence: tuple[float, ...] | None = None
    """Weights of the classes; None: all alike."""
    reference: Reference = Reference.DRAWN
    """How the classes of the reference are spread."""
    groups: int = 200
    """How many groups."""

    def __post_init__(self) -> None:
        if self.items < 1 or self.size < 1 or self.groups < 1 or not 0 <= self.unanimous < 1:
            raise InputError("agreement-nothing-to-simulate")
        check_classes(self.classes, _MOST_CLASSES)
        check_prevalence(self.prevalence, self.classes)
        check_from_zero(self.sd, "sd")
        check_from_zero(self.errors, "errors", most=self.able)
        _check_memory(self.groups * self.size, self.items)

    @property
    def able(self) -> int:
        """How many items are not unanimous."""
        return self.items - round(self.unanimous * self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """Groups of simulated people and the reference they err from."""

    labels: Labels
    """Groups × people × items."""
    reference: Integers
    """The initial reference, one class per item."""
    classes: int
    """How many classes there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupMeasures:
    """What simulated groups show."""

    kappa: Floats
    """Davies–Fleiss κ of each group; nan where it is undefined."""
    against_reference: Floats
    """Share of the items on which each group's majority differs from the initial reference (5.2)."""
    between_groups: float
    """Mean share of the items on which two groups differ, over all pairs (section 6)."""


def from_real(counts: NDArray[np.integer], settings: RealSettings, rng: np.random.Generator) -> Simulated:
    """Groups of people who err from the majority of real votes (items × classes); a tied majority is drawn."""
    votes = np.asarray(counts, dtype=np.int64)
    votes = votes[votes.sum(axis=1) > 0]
    shares = vote_shares(votes)
    reference = (rng.random((len(votes), 1)) > np.cumsum(shares, axis=1) - 1e-12).sum(axis=1)
    right = votes[np.arange(len(votes)), reference]
    weights = np.maximum(1 - right / votes.sum(axis=1), 0.0)
    people = settings.groups * settings.size
    _check_memory(people, len(votes))
    low, high = np.ceil(settings.errors - settings.spread), np.floor(settings.errors + settings.spread)
    if high < low:
        # No integer in so narrow an interval: M itself is met on average.
        errors = np.floor(settings.errors + rng.random(people)).astype(np.int64)
    else:
        errors = rng.integers(int(low), int(high) + 1, size=people)
    most = int((weights > 0).sum())
    if int(errors.max(initial=0)) > most:
        raise InputError("agreement-many-errors", errors=int(errors.max()), items=most, spread=f"{settings.spread:g}")
    erring = _erring(weights, np.maximum(errors, 0), settings.draw, rng)
    wrong = _wrong_by_votes(votes, reference) if settings.wrong is WrongClass.VOTES else _wrong_evenly(votes, reference)
    labels = _labels(reference, erring, wrong, rng)
    return Simulated(
        labels=labels.reshape(settings.groups, settings.size, -1), reference=reference, classes=votes.shape[1]
    )


def _check_memory(people: int, items: int) -> None:
    if people * items > _MOST_LABELS:
        raise InputError("agreement-large-simulation", people=people, items=items, most=_MOST_LABELS)


def mean_errors(counts: NDArray[np.integer]) -> float:
    """Meo: the mean number of errors of a real person against the majority (paper 3, section 4.3.1)."""
    votes = np.asarray(counts)[np.asarray(counts).sum(axis=1) > 0]
    return float((1 - votes.max(axis=1) / votes.sum(axis=1)).sum())


def synthetic(settings: SyntheticSettings, rng: np.random.Generator) -> Simulated:
    """Groups of people who err from a made-up reference."""
    shares = np.array(settings.prevalence or [1.0] * settings.classes, dtype=np.float64)
    shares /= shares.sum()
    if settings.reference is Reference.DRAWN:
        reference = np.asarray(rng.choice(settings.classes, size=settings.items, p=shares), dtype=np.int64)
    else:
        ends = np.rint(np.cumsum(shares) * settings.items)
        reference = np.asarray(np.searchsorted(ends, rng.permutation(settings.items), side="right"), dtype=np.int64)
    free = rng.permutation(settings.items) >= round(settings.unanimous * settings.items)
    people = settings.groups * settings.size
    errors = np.clip(np.rint(rng.normal(settings.errors, settings.sd, people)), 0, free.sum()).astype(np.int64)
    erring = _erring(free.astype(np.float64), errors, ItemDraw.SUCCESSIVE, rng)
    chances = np.ones((settings.items, settings.classes))
    chances[np.arange(settings.items), reference] = 0
    labels = _labels(reference, erring, chances / chances.sum(axis=1, keepdims=True), rng)
    return Simulated(
        labels=labels.reshape(settings.groups, settings.size, -1), reference=reference, classes=settings.classes
    )


def _erring(weights: Floats, errors: Integers, draw: ItemDraw, rng: np.random.Generator) -> NDArray[np.bool_]:
    """People × items: on which items each person errs, as many as `errors` says."""
    if draw is ItemDraw.PROPORTIONAL:
        return _systematic(weights, errors, rng)
    with np.errstate(divide="ignore"):
        keys = np.log(weights) + rng.gumbel(size=(len(errors), len(weights)))
    rank = np.argsort(np.argsort(-keys, axis=1), axis=1)
    return np.asarray(rank < errors[:, None])


def _systematic(weights: Floats, errors: Integers, rng: np.random.Generator) -> NDArray[np.bool_]:
    erring = np.zeros((len(errors), len(weights)), dtype=bool)
    for person, many in enumerate(errors):
        chance = _inclusion(weights, int(many))
        order = rng.permutation(len(weights))
        ends = np.floor(np.cumsum(chance[order]) - rng.random() + 1e-9)
        erring[person, order] = np.diff(ends, prepend=-1.0) > 0
    return erring


def _inclusion(weights: Floats, many: int) -> Floats:
    """Chances proportional to weight that sum to `many`, none above 1."""
    chance = np.zeros(len(weights))
    sure = np.zeros(len(weights), dtype=bool)
    while True:
        free = ~sure & (weights > 0)
        rest = many - int(sure.sum())
        total = weights[free].sum()
        chance = np.where(sure, 1.0, np.where(free, weights * (rest / total if total > 0 else 0.0), 0.0))
        if (chance <= 1 + 1e-12).all():
            return np.minimum(chance, 1.0)
        sure |= chance > 1


def _wrong_evenly(votes: Integers, reference: Integers) -> Floats:
    chances = np.ones(votes.shape)
    chances[np.arange(len(votes)), reference] = 0
    return np.asarray(chances / max(1, votes.shape[1] - 1), dtype=np.float64)


def _wrong_by_votes(votes: Integers, reference: Integers) -> Floats:
    chances = votes.astype(np.float64)
    chances[np.arange(len(votes)), reference] = 0
    total = chances.sum(axis=1, keepdims=True)
    return np.where(total > 0, chances / np.maximum(total, 1), _wrong_evenly(votes, reference))


def _labels(reference: Integers, erring: NDArray[np.bool_], wrong: Floats, rng: np.random.Generator) -> Labels:
    labels = np.broadcast_to(reference, erring.shape).astype(np.int16)
    person, item = np.nonzero(erring)
    ends = np.cumsum(wrong, axis=1)
    ends[:, -1] = 1.0
    labels[person, item] = (rng.random(len(item))[:, None] >= ends[item]).sum(axis=1)
    return labels


def measure_groups(simulated: Simulated) -> GroupMeasures:
    """κ and change rates of the groups."""
    groups, size, items = simulated.labels.shape
    votes = np.zeros((groups, items, simulated.classes), dtype=np.int16)
    expected = np.zeros(groups)
    for c in range(simulated.classes):
        is_c = simulated.labels == c
        votes[:, :, c] = is_c.sum(axis=1)
        share = is_c.mean(axis=2)
        expected += share.sum(axis=1) ** 2 - (share**2).sum(axis=1)
    pairs = size * (size - 1)
    kappa = np.full(groups, np.nan)
    if pairs:
        many, chance = votes.astype(np.float64), expected / pairs
        observed = (many * (many - 1)).sum(axis=2).mean(axis=1) / pairs
        with np.errstate(invalid="ignore", divide="ignore"):
            kappa = np.where(chance < 1 - 1e-12, (observed - chance) / (1 - chance), np.nan)
    shares = vote_shares(votes.reshape(-1, simulated.classes)).reshape(votes.shape)
    right = np.take_along_axis(shares, simulated.reference[None, :, None], axis=2)[:, :, 0]
    # Mean over pairs of groups and over items of the chance that the two majorities differ.
    alike = (shares.sum(axis=0) ** 2 - (shares**2).sum(axis=0)).sum(axis=1) / max(1, groups * (groups - 1))
    return GroupMeasures(
        kappa=kappa,
        against_reference=1 - right.mean(axis=1),
        between_groups=float(1 - alike.mean()) if groups > 1 else float("nan"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedPoint:
    """One point of the paper's simulated figures."""

    errors: float
    """Errors per person (M)."""
    kappa: float
    """Mean κ of the groups; nan when none has one (a single person, a single class)."""
    kappa_sd: float
    """Standard deviation of κ between the groups; nan when none has one."""
    against_reference: float
    """Mean change against the initial reference."""
    between_groups: float
    """Mean change between two groups."""


def point(errors: float, simulated: Simulated) -> SimulatedPoint:
    """The means over the groups of one simulation."""
    found = measure_groups(simulated)
    known = found.kappa[~np.isnan(found.kappa)]
    kappa, sd = (float(known.mean()), float(known.std())) if known.size else (float("nan"), float("nan"))
    return SimulatedPoint(
        errors=errors,
        kappa=kappa,
        kappa_sd=sd,
        against_reference=float(found.against_reference.mean()),
        between_groups=found.between_groups,
    )


def curve_from_real(
    counts: NDArray[np.integer], settings: RealSettings, rng: np.random.Generator, *, steps: int = 14
) -> tuple[SimulatedPoint, ...]:
    """Points from almost no errors to well beyond the real ones; `settings.errors` is replaced by each M in turn."""
    votes = np.asarray(counts)[np.asarray(counts).sum(axis=1) > 0]
    most = float((votes.max(axis=1) < votes.sum(axis=1)).sum()) - settings.spread
    grid = np.linspace(settings.spread + 1, min(2.2 * mean_errors(votes), most), steps)
    return tuple(point(float(many), from_real(votes, replace(settings, errors=float(many)), rng)) for many in grid)
