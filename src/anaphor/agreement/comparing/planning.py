"""How many schemas and people a comparison of two systems needs, before it is made; and what a collection can show."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from anaphor import __version__
from anaphor.agreement.advice.interpretation import ChangeTarget, Situation, read_target
from anaphor.agreement.advice.summary import uneven_caution, uneven_people
from anaphor.agreement.comparing.power import Law, item_law, power, schema_law, schemas_needed, seen_law, shifted
from anaphor.agreement.limits import check_coefficient, check_from_zero, check_panel, check_rate
from anaphor.agreement.panels.reproduction import change_curve
from anaphor.answers import LabelMatrix, Labels, open_labels
from anaphor.errors import ContentError, InputError, with_keywords
from anaphor.provenance import Method, Signature, fingerprint
from anaphor.result import Result
from anaphor.text import Message, message

PLAN_COMPARISON = Method("plan-comparison", 1)
"""How the power of a comparison of two studies is worked out. Raise the number whenever a figure changes."""

_POINTS = (0.25, 0.4, 0.6, 0.8, 1.0, 1.3, 1.7, 2.2)
"""Where the curve of power is drawn, in parts of the schemas needed."""
_LEAST = 1e-4
"""The smallest difference that is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonSettings:
    """What is wanted of a comparison, and what is supposed of the two systems."""

    difference: float | None = None
    """How far apart the systems are on a perfect reference; None: the smallest difference is asked for."""
    power: float = 0.8
    schemas: int | None = None
    """Schemas that there are; None: as many as are needed."""
    items: int = 2
    """Items of a schema: twins, or one that stands alone."""
    accuracy: float = 0.75
    discordance: float | None = None
    """Items that one of the two gets right and the other wrong; None: as many as if they erred independently."""
    twins: float = 0.0
    """Correlation between what the two items of a schema bring one system more than the other."""
    abstained: float = 0.0
    level: float = 0.95
    cost: float = 0.0
    item_cost: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for case in ("difference", "power", "level", "accuracy", "discordance", "abstained"):
            if (value := getattr(self, case)) not in (None, 0.0) or case in ("power", "level"):
                check_rate(value, case)
        for case in ("cost", "item_cost"):
            check_from_zero(getattr(self, case), case)
        if self.difference is None and self.schemas is None:
            raise InputError("agreement-plan-nothing")
        if (self.schemas or 2) < 2 or self.items not in (1, 2):
            raise InputError("agreement-plan-schemas", schemas=self.schemas or 0, items=self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOption:
    """One number of people per item: how noisy its references are, what it needs and what it shows."""

    people: int
    noise: float
    """References that differ from those of very many people."""
    seen: float | None = None
    """The difference that is left of the true one on these references, on the mean."""
    schemas: int | None = None
    """Schemas that give the power wanted; None where ten million do not, or no difference is given."""
    schemas_low: int | None = None
    schemas_high: int | None = None
    """These two: if references are as good, and as noisy, as they may be."""
    labels: int | None = None
    cost: float | None = None
    power: float | None = None
    """The chance to find the difference on the schemas that there are, or else on those needed."""
    smallest: float | None = None
    """The smallest difference that the schemas that there are show with the power wanted; None where there are none."""
    curve: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ComparisonPlan(Result):
    """Numbers of people per item side by side: schemas, cost, and the smallest difference that is seen."""

    settings: ComparisonSettings
    options: tuple[ComparisonOption, ...]
    chosen: ComparisonOption | None
    """The cheapest (by labels, where nothing has a price) that gives the power wanted; None where none does."""
    basis: Message
    systems: Message
    signature: str
    cautions: tuple[Message, ...] = ()
    """Why the ends do not hold: the pilot's annotators are not alike."""
    notes: tuple[str, ...] = ()


def plan_comparison(
    difference: float | None = None,
    *,
    people: Sequence[int] = (1, 3, 5, 7),
    kappa: float | None = None,
    pilot: Labels | None = None,
    differences: Sequence[Sequence[float]] | None = None,
    **settings: Any,
) -> ComparisonPlan:
    """How many schemas separate two systems that are `difference` apart, for so many `people` per item.

    How noisy references are is judged by an expected `kappa` between two classes, or by the labels of a `pilot`
    (whatever `read` takes); without either they are taken as perfect. The systems are judged by `accuracy`,
    `discordance`, `twins` and `abstained`, or by `differences`: for each schema of a pilot, what its items brought one
    run more than the other (`ComparedRuns.differences` has them). With `schemas`, the smallest difference that so many
    show is given as well. `settings` are the fields of `ComparisonSettings`; the test is that of `compare`, two-sided.

    >>> made = plan_comparison(0.05, kappa=0.7, discordance=0.2)
    >>> [(each.people, each.schemas) for each in made.options][:2]
    [(1, 529), (3, 448)]
    """
    wanted = ComparisonSettings(difference=difference, **settings)
    sizes = sorted({check_panel(each) for each in people})
    if kappa is None and pilot is None:  # perfect references do not get better with more people
        sizes = sizes[:1]
    if kappa is not None and pilot is not None:
        raise InputError("agreement-plan-basis")
    matrix = None if pilot is None else open_labels(pilot)
    noises, basis, source = _noises(sizes, kappa, matrix)
    uneven = uneven_people(matrix) if matrix else None
    seen = [tuple(map(float, each)) for each in differences or () if len(each)]
    if differences is not None and (len(seen) < 2 or not any(map(any, seen))):
        raise ContentError("agreement-plan-alike")
    law = {gains: seen.count(gains) / len(seen) for gains in dict.fromkeys(seen)}

    def law_at(gap: float) -> Law:
        if law:
            return shifted(law, gap)
        item = item_law(gap, wanted.accuracy, wanted.discordance, wanted.abstained)
        return schema_law(item, wanted.items, wanted.twins)

    told = {name: getattr(wanted, name) for name in ("accuracy", "twins", "abstained")}
    systems = (
        message("agreement-systems-pilot", schemas=len(seen)) if law else message("agreement-systems-supposed", **told)
    )
    options = tuple(_option(wanted, size, ends, law_at) for size, ends in zip(sizes, noises, strict=True))
    reached = [each for each in options if each.schemas is not None]
    chosen = min(reached, key=lambda each: (each.cost or each.labels or 0, each.people), default=None)
    made = Signature.of(plan="swap test by schema", basis=source, systems=fingerprint(seen) if law else None)
    made |= Signature.of(
        power=wanted.power, level=wanted.level, seed=wanted.seed, method=PLAN_COMPARISON, version=__version__
    )
    return ComparisonPlan(
        settings=wanted,
        options=options,
        chosen=chosen,
        basis=basis,
        systems=systems,
        signature=str(made),
        cautions=(uneven_caution(uneven),) if uneven else (),
        notes=tuple(with_keywords(str(note)) for note in matrix.notes) if matrix else (),
    )


def _noises(
    sizes: Sequence[int], kappa: float | None, matrix: LabelMatrix | None
) -> tuple[list[tuple[float, float, float]], Message, str]:
    """The share of wrong references of each panel size with its ends, what it is judged by, and its mark."""
    if matrix is not None:
        if matrix.votes_per_item.max(initial=0) < 2:
            raise ContentError("agreement-pilot-no-pair")
        curve = {point.size: point for point in change_curve(matrix, max(sizes))}
        found = []
        for point in (curve[size - 1 + size % 2] for size in sizes):  # an even panel decides like one person fewer
            # The ends are those of the change between two panels, in proportion.
            scale = point.ideal / point.fresh if point.fresh else 1.0
            low, high = (scale * (point.fresh if end is None else end) for end in (point.low, point.high))
            found.append((point.ideal, min(point.ideal, low), min(0.5, max(point.ideal, high))))
        return found, message("agreement-noise-pilot"), f"pilot#{matrix.fingerprint}"
    if kappa is None:
        return [(0.0, 0.0, 0.0)] * len(sizes), message("agreement-noise-none"), "perfect"
    check_coefficient(kappa)
    told = [read_target(ChangeTarget.IDEAL, kappa, Situation(annotators=size, classes=2)) for size in sizes]
    ends = [(each.typical, each.alike, each.ceiling) for each in told]
    return ends, message("agreement-noise-kappa", kappa=kappa), f"kappa {kappa:g}"


def _option(
    wanted: ComparisonSettings, size: int, noises: tuple[float, float, float], law_at: Callable[[float], Law]
) -> ComparisonOption:
    """What one number of people per item needs and shows."""
    how, gap, there = (wanted.level, wanted.seed), wanted.difference, wanted.schemas
    needed: list[int | None] = [None, None, None]
    found: dict[str, Any] = {}
    if gap is not None:
        laws = [seen_law(law_at(gap), noise) for noise in noises]
        needed = [schemas_needed(law, wanted.power, *how) for law in laws]
        count = needed[0]
        if count is not None:
            items = count * wanted.items
            found |= {"labels": items * size, "cost": items * (wanted.item_cost + size * wanted.cost)}
        counts = sorted({max(2, round(part * (count or there or 1000))) for part in _POINTS})
        found["curve"] = tuple((each, power(laws[0], each, *how)) for each in counts)
        found |= {"seen": gap * (1 - 2 * noises[0]), "power": power(laws[0], there or count or 10**7, *how)}
    if there is not None:
        # The smallest difference by halving; None where the systems cannot be so far apart as would be seen.
        low = high = _LEAST
        try:
            while power(seen_law(law_at(high), noises[0]), there, *how) < wanted.power:
                low, high = high, high * 1.5
        except InputError:
            low = high = math.nan
        for _ in range(12):
            middle = math.sqrt(low * high)
            enough = power(seen_law(law_at(middle), noises[0]), there, *how) >= wanted.power if low < high else False
            low, high = (low, middle) if enough else (middle, high)
        found["smallest"] = None if math.isnan(high) else high
    found |= {"schemas": needed[0], "schemas_low": needed[1], "schemas_high": needed[2]}
    return ComparisonOption(people=size, noise=noises[0], **found)
