"""Simulated panels, as Bregeon et al. (2019) make them; what the paper leaves open is a named setting."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.limits import check_classes, check_from_zero, check_prevalence
from anaphor.agreement.panels.urn import Floats, Integers, vote_shares
from anaphor.agreement.settings import ItemDraw as ItemDraw
from anaphor.agreement.settings import WrongClass as WrongClass
from anaphor.errors import InputError

Labels = NDArray[np.int16]
"""Groups × people × items: class numbers."""
_MOST_CLASSES = 1_000
_MOST_LABELS = 50_000_000
"""Labels that are simulated at once (about 3 GB)."""


class Reference(StrEnum):
    """How the classes of the synthetic reference are spread."""

    DRAWN = "drawn"
    """Each item's class is drawn with the prevalences."""
    EXACT = "exact"
    """As many items of each class as the prevalences say, up to rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationSettings:
    """Which panels are simulated."""

    annotators: int = 3
    items: int = 200
    """Items of a made-up study (N)."""
    classes: int = 3
    errors: tuple[float, ...] = ()
    """Errors per person (M), one simulation each; empty: some from few to many."""
    spread: float = 0.0
    """Half width A with real labels: a person errs an integer number of times, drawn evenly from [M − A, M + A]."""
    sd: float = 0.0
    """Standard deviation σ of made-up errors: normal around M, rounded, between 0 and the items that can err."""
    unanimous: float = 0.0
    """Share of the made-up items on which nobody errs; 0.2 in the paper's figure 8."""
    prevalence: tuple[float, ...] | None = None
    """Weights of the made-up classes; None: all alike."""
    reference: Reference = Reference.DRAWN
    wrong: WrongClass = WrongClass.UNIFORM
    draw: ItemDraw = ItemDraw.SUCCESSIVE
    """How the erring items are drawn (with real labels)."""
    groups: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """Groups of simulated people and the reference they err from."""

    labels: Labels
    """Groups × people × items."""
    reference: Integers
    """The initial reference, one class per item."""
    classes: int


def from_real(
    counts: NDArray[np.integer], settings: SimulationSettings, errors: float, rng: np.random.Generator
) -> Simulated:
    """Panels of people who err from the majority of real votes (items × classes); a tied majority is drawn.

    Section 4.3.1 of the paper; `errors` is the centre M of the number of errors of a person.
    """
    check_from_zero(errors, "errors")
    check_from_zero(settings.spread, "spread")
    votes = np.asarray(counts, dtype=np.int64)
    votes = votes[votes.sum(axis=1) > 0]
    shares = vote_shares(votes)
    reference = (rng.random((len(votes), 1)) > np.cumsum(shares, axis=1) - 1e-12).sum(axis=1)
    right = votes[np.arange(len(votes)), reference]
    weights = np.maximum(1 - right / votes.sum(axis=1), 0.0)
    people = settings.groups * settings.annotators
    _check_memory(people, len(votes))
    low, high = np.ceil(errors - settings.spread), np.floor(errors + settings.spread)
    if high < low:
        # No integer in so narrow an interval: M itself is met on average.
        many = np.floor(errors + rng.random(people)).astype(np.int64)
    else:
        many = rng.integers(int(low), int(high) + 1, size=people)
    most = int((weights > 0).sum())
    if int(many.max(initial=0)) > most:
        raise InputError("agreement-many-errors", errors=int(many.max()), items=most, spread=f"{settings.spread:g}")
    erring = _erring(weights, np.maximum(many, 0), settings.draw, rng)
    return _simulated(settings, reference, erring, votes if settings.wrong is WrongClass.VOTES else votes * 0, rng)


def _check_memory(people: int, items: int) -> None:
    if people * items > _MOST_LABELS:
        raise InputError("agreement-large-simulation", people=people, items=items, most=_MOST_LABELS)


def mean_errors(counts: NDArray[np.integer]) -> float:
    """Meo: the mean number of errors of a real person against the majority (paper 3, section 4.3.1)."""
    votes = np.asarray(counts)[np.asarray(counts).sum(axis=1) > 0]
    return float((1 - votes.max(axis=1) / votes.sum(axis=1)).sum())


def synthetic(settings: SimulationSettings, errors: float, rng: np.random.Generator) -> Simulated:
    """Panels of people who err from a made-up reference (section 6.1), `errors` times in the mean."""
    items, people = settings.items, settings.groups * settings.annotators
    if items < 1 or people < 1 or not 0 <= settings.unanimous < 1:
        raise InputError("agreement-nothing-to-simulate")
    agreed = round(settings.unanimous * items)
    check_classes(settings.classes, _MOST_CLASSES)
    check_prevalence(settings.prevalence, settings.classes)
    check_from_zero(settings.sd, "sd")
    check_from_zero(errors, "errors", most=items - agreed)
    _check_memory(people, items)
    shares = np.array(settings.prevalence or [1.0] * settings.classes, dtype=np.float64)
    shares /= shares.sum()
    if settings.reference is Reference.DRAWN:
        reference = np.asarray(rng.choice(settings.classes, size=items, p=shares), dtype=np.int64)
    else:
        ends = np.rint(np.cumsum(shares) * items)
        reference = np.asarray(np.searchsorted(ends, rng.permutation(items), side="right"), dtype=np.int64)
    free = rng.permutation(items) >= agreed
    many = np.clip(np.rint(rng.normal(errors, settings.sd, people)), 0, free.sum()).astype(np.int64)
    erring = _erring(free.astype(np.float64), many, ItemDraw.SUCCESSIVE, rng)
    return _simulated(settings, reference, erring, np.zeros((items, settings.classes), dtype=np.int64), rng)


def _erring(weights: Floats, errors: Integers, draw: ItemDraw, rng: np.random.Generator) -> NDArray[np.bool_]:
    """People × items: on which items each person errs, as many as `errors` says."""
    if draw is ItemDraw.SUCCESSIVE:
        with np.errstate(divide="ignore"):
            keys = np.log(weights) + rng.gumbel(size=(len(errors), len(weights)))
        rank = np.argsort(np.argsort(-keys, axis=1), axis=1)
        return rank < errors[:, None]
    erring = np.zeros((len(errors), len(weights)), dtype=bool)
    for person, many in enumerate(errors):
        # Chances proportional to weight that sum to `many`, none above 1: items that would be above are sure to err.
        sure = np.zeros(len(weights), dtype=bool)
        while True:
            free = ~sure & (weights > 0)
            total = weights[free].sum()
            scale = (int(many) - int(sure.sum())) / total if total > 0 else 0.0
            chance = np.where(sure, 1.0, np.where(free, weights * scale, 0.0))
            if (chance <= 1 + 1e-12).all():
                break
            sure |= chance > 1
        order = rng.permutation(len(weights))
        ends = np.floor(np.cumsum(np.minimum(chance, 1.0)[order]) - rng.random() + 1e-9)
        erring[person, order] = np.diff(ends, prepend=-1.0) > 0
    return erring


def _simulated(
    settings: SimulationSettings,
    reference: Integers,
    erring: NDArray[np.bool_],
    votes: Integers,
    rng: np.random.Generator,
) -> Simulated:
    """The labels of people who err on these items, picking a wrong class as often as it has votes; else any."""
    items, classes = votes.shape
    wrong, evenly = votes.astype(np.float64), np.ones(votes.shape)
    wrong[np.arange(items), reference] = 0
    evenly[np.arange(items), reference] = 0
    total = wrong.sum(axis=1, keepdims=True)
    ends = np.cumsum(np.where(total > 0, wrong / np.maximum(total, 1), evenly / max(1, classes - 1)), axis=1)
    ends[:, -1] = 1.0
    labels = np.broadcast_to(reference, erring.shape).astype(np.int16)
    person, item = np.nonzero(erring)
    labels[person, item] = (rng.random(len(item))[:, None] >= ends[item]).sum(axis=1)
    return Simulated(
        labels=labels.reshape(settings.groups, settings.annotators, -1), reference=reference, classes=classes
    )


def measure_groups(simulated: Simulated) -> tuple[Floats, Floats, float]:
    """Davies–Fleiss κ of each group (nan where it is undefined), and two change rates.

    Each group's majority against the initial reference (5.2), and the mean over all pairs of groups (section 6).
    """
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
    return kappa, 1 - right.mean(axis=1), float(1 - alike.mean()) if groups > 1 else float("nan")


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedPoint:
    """One point of the paper's simulated figures."""

    errors: float
    kappa: float
    """Mean κ of the groups; nan when none has one (a single person, a single class)."""
    kappa_sd: float
    """Standard deviation of κ between the groups; nan when none has one."""
    against_reference: float
    between_groups: float


def point(errors: float, simulated: Simulated) -> SimulatedPoint:
    """The means over the groups of one simulation."""
    kappa, against, between = measure_groups(simulated)
    known = kappa[~np.isnan(kappa)]
    return SimulatedPoint(
        errors=errors,
        kappa=float(known.mean()) if known.size else float("nan"),
        kappa_sd=float(known.std()) if known.size else float("nan"),
        against_reference=float(against.mean()),
        between_groups=between,
    )


def curve_from_real(
    counts: NDArray[np.integer], settings: SimulationSettings, rng: np.random.Generator, *, steps: int = 14
) -> tuple[SimulatedPoint, ...]:
    """Points from almost no errors to well beyond the real ones."""
    votes = np.asarray(counts)[np.asarray(counts).sum(axis=1) > 0]
    most = float((votes.max(axis=1) < votes.sum(axis=1)).sum()) - settings.spread
    grid = np.linspace(settings.spread + 1, min(2.2 * mean_errors(votes), most), steps)
    return tuple(point(float(many), from_real(votes, settings, float(many), rng)) for many in grid)
