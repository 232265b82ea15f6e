"""How many people and items an annotation needs, before it is made."""

from dataclasses import dataclass, replace
from math import ceil

import numpy as np
from scipy import special

from anaphor.agreement.advice.interpretation import ChangeTarget, Situation, read_target
from anaphor.agreement.advice.summary import uneven_caution, uneven_people
from anaphor.agreement.coefficients.numbers import MANY, are_quantities
from anaphor.agreement.coefficients.pooled import fleiss_kappa
from anaphor.agreement.limits import check_coefficient, check_from_zero, check_rate
from anaphor.agreement.panels.reproduction import change_curve
from anaphor.agreement.panels.study import CurvePoint
from anaphor.agreement.settings import AnnotationPlanSettings
from anaphor.answers import open_labels, settings_for
from anaphor.errors import ContentError, InputError, with_keywords
from anaphor.parameters import act
from anaphor.result import Result
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
    """The least it may be: the floor of the coefficient, or the lower end of the pilot's interval."""
    high: float
    """The most it may be."""
    meets: bool
    """Whether the rate is at most the one wanted."""
    check_items: int
    """Items that two panels must both label to measure the rate to the wanted width."""
    labels: int
    """Labels in all: every item by one panel, the checked items by a second."""
    cost: float


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AnnotationPlan(Result):
    """Panel sizes side by side, and the smallest that will do."""

    settings: PlanSettings
    options: tuple[PlanOption, ...]
    """Odd panel sizes, ascending."""
    chosen: PlanOption | None
    """The smallest panel that meets the rate; None when no size up to the longest does."""
    basis: Message
    cautions: tuple[Message, ...] = ()
    """Why the ends of the rates do not hold: the pilot's annotators are not alike."""
    notes: tuple[str, ...] = ()
    """What was guessed or left out when the pilot's labels were read."""

    @property
    def at_best(self) -> int | None:
        """The smallest panel that may meet the rate, if the least that its rate may be is true."""
        return next((option.annotators for option in self.options if option.low <= self.settings.rate), None)

    @property
    def at_worst(self) -> int | None:
        """The smallest panel that meets the rate even if the most that its rate may be is true."""
        return next((option.annotators for option in self.options if option.high <= self.settings.rate), None)


@act(AnnotationPlanSettings)
def plan(settings: AnnotationPlanSettings) -> AnnotationPlan:
    """How many people and items are needed for labels of which another panel changes at most the share `target`.

    It is judged by an expected `kappa` with so many `classes` and their `prevalence`, or by the labels of a `pilot`
    (whatever `read` takes, with its settings). `width` is that of the interval when the rate is measured afterwards;
    `items` are those to be labelled (else as many as the interval needs), `cost` is that of one label.

    >>> plan(0.05, kappa=0.8, classes=3).chosen.annotators
    11
    """
    kappa, pilot, prevalence, classes = settings.kappa, settings.pilot, settings.prevalence, settings.classes
    goal = PlanSettings(rate=settings.target, width=settings.width, cost=settings.cost, items=settings.items)
    if kappa is not None and pilot is None:
        shares = None if prevalence is None else tuple(prevalence)
        # Typical rates, with the floor and ceiling of that κ around them.
        check_coefficient(kappa, "κ")
        rates = []
        for size in range(1, goal.longest + 1, 2):
            situation = Situation(annotators=size, classes=classes, prevalence=shares)
            fresh = read_target(ChangeTarget.FRESH, kappa, situation)
            rates.append((size, fresh.typical, fresh.alike, fresh.ceiling))
        code = "agreement-basis-kappa-even" if prevalence is None else "agreement-basis-kappa"
        return _plan(goal, rates, message(code, kappa=kappa, classes=classes))
    if pilot is None or kappa is not None:
        raise InputError("agreement-plan-basis")
    if prevalence is not None:
        raise InputError("agreement-pilot-prevalence")
    matrix = open_labels(pilot, settings_for(settings))
    if not matrix.anonymous and int((matrix.labels_per_annotator > 0).sum()) < 2:
        raise ContentError("agreement-pilot-single")
    if matrix.votes_per_item.max(initial=0) < 2:
        raise ContentError("agreement-pilot-no-pair")
    if are_quantities(matrix) and len(matrix.classes) > MANY:
        raise ContentError("agreement-no-majority-of-numbers", classes=len(matrix.classes))
    found = matrix.counts.sum(axis=0) / matrix.size
    said = ",".join(f"{each:.3g}" for each in found)
    code = "agreement-basis-pilot" if len(found) <= MANY else "agreement-basis-pilot-many"
    basis = message(code, kappa=fleiss_kappa(matrix).value or 0.0, shares=said)
    made = plan_from_curve(goal, change_curve(matrix, goal.longest), basis)
    uneven = uneven_people(matrix)
    cautions = (uneven_caution(uneven),) if uneven else ()
    return replace(made, cautions=cautions, notes=tuple(with_keywords(str(note)) for note in matrix.notes))


def plan_from_curve(settings: PlanSettings, curve: tuple[CurvePoint, ...], basis: Message) -> AnnotationPlan:
    """A plan from a pilot: the rates measured on its votes, with their intervals where they have one."""
    rates = [
        (
            point.size,
            point.fresh,
            point.range_low if point.low is None else point.low,
            point.range_high if point.high is None else point.high,
        )
        for point in curve
        if point.size % 2 and point.size <= settings.longest
    ]
    return _plan(settings, rates, basis)


def items_needed(rate: float, width: float, confidence: float) -> int:
    """Items that two panels must both label so that the interval of their change rate has this width.

    Each item changes or does not, so the variance is rate (1 − rate), the most it can be.

    >>> items_needed(0.05, 0.02, 0.95)
    1825
    """
    z = float(special.ndtri(0.5 + confidence / 2))
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
