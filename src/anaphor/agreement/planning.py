"""How many people and items an annotation needs, before it is made."""

from dataclasses import dataclass
from math import ceil
from pathlib import Path

import numpy as np
from scipy.special import ndtri

from anaphor.agreement.interpretation import ChangeTarget, Situation, read_target
from anaphor.agreement.labels.labelling import DEFAULTS, LabelSettings
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.reading import open_labels
from anaphor.agreement.limits import check_coefficient, check_from_zero, check_rate
from anaphor.agreement.panels.reproduction import change_curve
from anaphor.agreement.panels.study import CurvePoint
from anaphor.errors import ContentError, InputError
from anaphor.text import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSettings:
    """What is wanted."""

    rate: float
    width: float
    """Full width of the interval around the measured rate."""
    confidence: float = 0.95
    cost: float = 0.0
    """Cost of one label, in any currency."""
    items: int | None = None
    """Items to be labelled; None: as many as the interval needs."""
    longest: int = 25

    def __post_init__(self) -> None:
        check_rate(self.rate)
        check_rate(self.width, "width")
        check_rate(self.confidence, "confidence")
        check_from_zero(self.cost, "cost")
        if self.items is not None and self.items < 1:
            raise InputError("agreement-no-items", items=self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOption:
    """One panel size, what it gives and what it costs."""

    annotators: int
    rate: float
    low: float
    """The least it may be: the floor of the coefficient, or of the pilot's identified range."""
    high: float
    meets: bool
    """Whether the rate is at most the one wanted."""
    check_items: int
    """Items that two panels must both label to measure the rate to the wanted width."""
    labels: int
    """Labels in all: every item by one panel, the checked items by a second."""
    cost: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationPlan:
    """Panel sizes side by side, and the smallest that will do."""

    settings: PlanSettings
    options: tuple[PlanOption, ...]
    """Odd panel sizes, ascending."""
    chosen: PlanOption | None
    """The smallest panel that meets the rate; None when no size up to the longest does."""
    basis: Message


def plan(  # noqa: PLR0913  # what users of the library may say, by keyword
    settings: PlanSettings,
    *,
    kappa: float | None = None,
    classes: int = 2,
    prevalence: tuple[float, ...] | None = None,
    pilot: Path | str | LabelMatrix | None = None,
    reading: LabelSettings = DEFAULTS,
) -> AnnotationPlan:
    """How many people and items are needed, judging by an expected κ or by the labels of a pilot."""
    if kappa is not None and pilot is None:
        # Typical rates, with the floor and ceiling of that κ around them.
        check_coefficient(kappa, "κ")
        rates = []
        for size in range(1, settings.longest + 1, 2):
            situation = Situation(annotators=size, classes=classes, prevalence=prevalence)
            fresh = read_target(ChangeTarget.FRESH, kappa, situation)
            rates.append((size, fresh.typical, fresh.floor, fresh.ceiling))
        return _plan(settings, rates, message("agreement-basis-kappa", kappa=kappa, classes=classes))
    if pilot is None or kappa is not None:
        raise InputError("agreement-plan-basis")
    if prevalence is not None:
        raise InputError("agreement-pilot-prevalence")
    matrix = open_labels(pilot, reading)
    if not matrix.anonymous and int((matrix.labels_per_annotator > 0).sum()) < 2:
        raise ContentError("agreement-pilot-single")
    if matrix.votes_per_item.max(initial=0) < 2:
        raise ContentError("agreement-pilot-no-pair")
    return plan_from_curve(settings, change_curve(matrix, settings.longest))


def plan_from_curve(settings: PlanSettings, curve: tuple[CurvePoint, ...]) -> AnnotationPlan:
    """A plan from a pilot: the rates measured on its votes."""
    rates = [
        (point.size, point.fresh, point.range_low, point.range_high)
        for point in curve
        if point.size % 2 and point.size <= settings.longest
    ]
    return _plan(settings, rates, message("agreement-basis-pilot"))


def items_needed(rate: float, width: float, confidence: float) -> int:
    """Items that two panels must both label so that the interval of their change rate has this width.

    Each item changes or does not, so the variance is rate (1 − rate), the most it can be.

    >>> items_needed(0.05, 0.02, 0.95)
    1825
    """
    z = float(ndtri(0.5 + confidence / 2))
    return max(1, ceil((2 * z / width) ** 2 * rate * (1 - rate)))


def _plan(settings: PlanSettings, rates: list[tuple[int, float, float, float]], basis: Message) -> AnnotationPlan:
    """The plan for panel sizes with their rates, and the least and the most that these may be."""
    options = []
    for size, rate, low, high in rates:
        check = items_needed(float(np.clip(rate, 0.001, 0.5)), settings.width, settings.confidence)
        items = settings.items or check
        labels = size * items + size * min(check, items)
        option = PlanOption(
            annotators=size,
            rate=rate,
            low=low,
            high=high,
            meets=rate <= settings.rate,
            check_items=check,
            labels=labels,
            cost=labels * settings.cost,
        )
        options.append(option)
    chosen = next((option for option in options if option.meets), None)
    return AnnotationPlan(settings=settings, options=tuple(options), chosen=chosen, basis=basis)
