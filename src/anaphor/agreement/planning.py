"""How many people and items an annotation needs, before it is made."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from scipy.special import ndtri

from anaphor.agreement.interpretation import Situation, Target, read_target
from anaphor.agreement.reproduction_records import CurvePoint
from anaphor.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSettings:
    """What is wanted."""

    rate: float
    """The share of labels that another panel may change."""
    width: float
    """Full width of the interval around the measured rate."""
    confidence: float = 0.95
    """Level of that interval."""
    cost: float = 0.0
    """Cost of one label, in any currency."""
    items: int | None = None
    """Items to be labelled; None: as many as the interval needs."""
    longest: int = 25
    """Largest panel that is considered."""

    def __post_init__(self) -> None:
        if not 0 < self.rate < 1 or not 0 < self.width < 1 or self.cost < 0:
            raise InputError(
                "a plan needs a rate and a width between 0 and 1 and a cost from 0",
                todo="For example --target 0.05 --width 0.02 --cost 0.10.",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One panel size, what it gives and what it costs."""

    annotators: int
    """People per item."""
    rate: float
    """Labels that another panel of this size would change."""
    low: float
    """The least it may be: the floor of the coefficient, or of the pilot's identified range."""
    high: float
    """The most it may be."""
    meets: bool
    """Whether the rate is at most the one wanted."""
    check_items: int
    """Items that two panels must both label to measure the rate to the wanted width."""
    labels: int
    """Labels in all: every item by one panel, the checked items by a second."""
    cost: float
    """Their cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Panel sizes side by side, and the smallest that will do."""

    settings: PlanSettings
    """What was wanted."""
    options: tuple[Option, ...]
    """Odd panel sizes, ascending."""
    chosen: Option | None
    """The smallest panel that meets the rate; None when no size up to the longest does."""
    basis: str
    """What the rates rest on."""


def plan_from_kappa(settings: PlanSettings, kappa: float, classes: int,
                    prevalence: tuple[float, ...] | None = None) -> Plan:  # fmt: skip
    """A plan from an expected κ: typical rates, with the floor and ceiling of that κ around them."""
    options = []
    for size in range(1, settings.longest + 1, 2):
        situation = Situation(annotators=size, classes=classes, prevalence=prevalence)
        fresh = read_target(Target.FRESH, kappa, situation)
        options.append(_option(settings, size, fresh.typical, fresh.floor, fresh.ceiling))
    return _plan(settings, options, f"an expected κ of {kappa:g} with {classes} classes (Dirichlet items)")


def plan_from_curve(settings: PlanSettings, curve: tuple[CurvePoint, ...]) -> Plan:
    """A plan from a pilot: the rates measured on its votes."""
    options = [
        _option(settings, point.size, point.fresh, point.range_low, point.range_high)
        for point in curve if point.size % 2 and point.size <= settings.longest
    ]  # fmt: skip
    return _plan(settings, options, "the votes of the pilot")


def items_needed(rate: float, width: float, confidence: float) -> int:
    """Items that two panels must both label so that the interval of their change rate has this width.

    Each item changes or does not, so the variance is rate (1 − rate), the most it can be.

    >>> items_needed(0.05, 0.02, 0.95)
    1825
    """
    z = float(ndtri(0.5 + confidence / 2))
    return max(1, ceil((2 * z / width) ** 2 * rate * (1 - rate)))


def _option(settings: PlanSettings, size: int, rate: float, low: float, high: float) -> Option:
    check = items_needed(float(np.clip(rate, 0.001, 0.5)), settings.width, settings.confidence)
    items = settings.items or check
    labels = size * items + size * min(check, items)
    return Option(annotators=size, rate=rate, low=low, high=high, meets=rate <= settings.rate, check_items=check,
                  labels=labels, cost=labels * settings.cost)  # fmt: skip


def _plan(settings: PlanSettings, options: list[Option], basis: str) -> Plan:
    chosen = next((option for option in options if option.meets), None)
    return Plan(settings=settings, options=tuple(options), chosen=chosen, basis=basis)
