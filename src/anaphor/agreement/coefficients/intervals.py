"""All coefficients that fit a label matrix, with intervals: for other items, other annotators, or both.

| resampled   | analytic (default)                                        | bootstrap |
|-------------|-----------------------------------------------------------|-----------|
| items       | from the gradient; Davies & Fleiss: delete-a-group        | items drawn with replacement |
| annotators  | delete-d jackknife, d = ⌊√P⌋                              | annotators drawn; pairs of copies left out |
| both        | the two variances added                                   | both drawn at once (Owen 2007) |

Adding the two variances counts the part that comes from single labels twice, so that the interval errs to the wide
side. Annotators are the default beside items: their share is usually the larger one.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients import distances, kappa, numbers, pooled
from anaphor.agreement.coefficients.distances import Distance, OwnDistance, distance_name, distance_table
from anaphor.agreement.coefficients.kappa import Estimable, SharedVotes, Weights
from anaphor.agreement.coefficients.pooled import Coefficient
from anaphor.agreement.settings import Resampled as Resampled
from anaphor.agreement.settings import ResamplingMethod as ResamplingMethod
from anaphor.answers import MAX_CLASSES, LabelMatrix, Scale
from anaphor.errors import AnaphorError, InputError, UnknownNameError
from anaphor.statistics import (
    Interval,
    bootstrap_sums,
    bootstrap_weights,
    delta_error,
    group_error,
    groups,
    jackknife_error,
    percentile,
    student,
    subsets,
)
from anaphor.text import Message, message, text

Float = NDArray[np.float64]

_LABEL_VISITS = 10_000_000
"""Work that one interval may cost: labels times recomputations."""
_CELLS_PER_VISIT = 40
"""Products with a table of distances that cost as much as a visit to a label."""
_SUBSETS = 400
"""Parts of the panel that a jackknife looks at: its error is then known to 4 %."""
_FLAT = 1e-12
"""Intervals narrower than this have no width but rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """How intervals are made."""

    unit: Resampled = Resampled.BOTH
    method: ResamplingMethod = ResamplingMethod.ANALYTIC
    level: float = 0.95
    """Share of such intervals that hold the true value."""
    times: int = 1000
    """How many resamples at the most; fewer for large tables."""

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise InputError("agreement-no-level", level=str(self.level))
        if self.times < 2:
            raise InputError("agreement-few-times", times=self.times)


DEFAULT = Resampling()
"""Items and annotators, analytic, 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A coefficient and its interval."""

    coefficient: Coefficient
    interval: Interval | None = None
    unit: Resampled | None = None
    error: float | None = None
    """Standard error; None for a bootstrap."""
    reason: Message | None = None
    """Why there is no interval, or what to know about it."""

    @property
    def value(self) -> float | None:
        """The coefficient; None where it is not defined."""
        return self.coefficient.value

    @property
    def low(self) -> float | None:
        return self.interval.low if self.interval else None

    @property
    def high(self) -> float | None:
        return self.interval.high if self.interval else None


def estimates(
    kinds: Sequence[Estimable], matrix: LabelMatrix, rng: np.random.Generator, resampling: Resampling = DEFAULT
) -> tuple[Estimate, ...]:
    """Several coefficients with their intervals, from the same resamples.

    An interval depends on the labels, on `rng` and on its own coefficient, never on the others.
    """
    found = [kind.measure(matrix) for kind in kinds]
    unit, remark = _possible(matrix, resampling.unit)
    defined = [number for number, each in enumerate(found) if each.value is not None]
    known: dict[int, tuple[Interval | None, float | None]] = {}
    # A function that knows no weights would see copies of an annotator agree: such people are left out in turn instead.
    bootstrap = resampling.method is ResamplingMethod.BOOTSTRAP and unit is not Resampled.ITEMS
    for weightless in (False, True):
        if unit is None:
            break
        part = [number for number in defined if (bootstrap and kinds[number].weightless) is weightless]
        some, values = [kinds[number] for number in part], [found[number].value or 0.0 for number in part]
        way = replace(resampling, unit=unit, method=ResamplingMethod.ANALYTIC if weightless else resampling.method)
        known |= dict(zip(part, _intervals(some, values, matrix, way, rng) if part else (), strict=True))
    return tuple(
        _estimate(kind, each, known.get(number), unit, remark)
        for number, (kind, each) in enumerate(zip(kinds, found, strict=True))
    )


def _estimate(
    kind: Estimable,
    found: Coefficient,
    known: tuple[Interval | None, float | None] | None,
    unit: Resampled | None,
    remark: Message | None,
) -> Estimate:
    if known is None or found.value is None:
        return Estimate(coefficient=found, reason=found.reason or remark)
    interval, error = known
    if interval is None:
        return Estimate(coefficient=found, unit=unit, reason=message("agreement-reason-small-parts"))
    if interval.high - interval.low <= _FLAT:
        remark = message("agreement-reason-all-agree" if found.value == 1 else "agreement-reason-all-alike")
        observed, expected = found.observed or 0.0, found.expected or 0.0
        if not found.distance:
            observed, expected = 1 - observed, 1 - expected
        if found.observed is not None and found.expected is not None and found.items and expected > 0:
            # All items are alike. With N items of one kind, up to 1 − (1 − level)^(1/N) of all items may be of
            # another (the rule of three); they disagree as much as possible at one end, and not at all at the other.
            share = 1 - (1 - interval.level) ** (1 / found.items)
            most = (2 * expected if kind.distance is None else float(kind.distance.max())) if found.distance else 1.0
            apart = (1 - share) * observed
            low = 1 - (apart + share * max(most, observed)) / expected
            interval = replace(interval, low=low, high=1 - apart / expected).within(min(kind.least, found.value), 1.0)
        return Estimate(coefficient=found, interval=interval, unit=unit, error=error, reason=remark)
    interval = interval.within(min(kind.least, found.value), kind.most)
    return Estimate(coefficient=found, interval=interval, unit=unit, error=error, reason=remark)


def _intervals(
    kinds: Sequence[Estimable],
    values: Sequence[float],
    matrix: LabelMatrix,
    resampling: Resampling,
    rng: np.random.Generator,
) -> list[tuple[Interval | None, float | None]]:
    unit = resampling.unit
    if resampling.method is ResamplingMethod.BOOTSTRAP:
        drawn = bootstraps(kinds, matrix, unit, times(matrix, resampling.times), rng)
        return [(percentile(row, resampling.level), None) for row in drawn]
    parts: list[list[tuple[float, float]]] = []
    if unit is not Resampled.ANNOTATORS:
        parts.append(_items_errors(kinds, matrix, np.random.default_rng(_start(rng))))
    if unit is not Resampled.ITEMS:
        # The delete-d jackknife over annotators.
        active = np.flatnonzero(matrix.labels_per_annotator)
        people, left_out = active.size, max(1, math.isqrt(active.size))
        kept, _ = subsets(people, people - left_out, times(matrix, min(resampling.times, _SUBSETS)), rng)
        rows = np.zeros((kept.shape[0], len(matrix.annotators)))
        rows[:, active] = kept
        without = weighted_values(kinds, matrix, (Weights(annotators=row) for row in rows))
        parts.append([(jackknife_error(row, people, left_out), float(people - 1)) for row in without])
    result: list[tuple[Interval | None, float | None]] = []
    for value, errors in zip(values, zip(*parts, strict=True), strict=True):
        # The root of the sum of squares, and Welch's degrees of freedom: the part with the larger variance decides.
        variance = sum(each**2 for each, _ in errors)
        weights = sum(each**4 / degrees for each, degrees in errors)
        error = math.sqrt(variance)
        degrees = variance**2 / weights if weights > 0 else min(degrees for _, degrees in errors)
        known = math.isfinite(error)
        interval = student(value, error, degrees, resampling.level, method=_METHODS[unit]) if known else None
        result.append((interval, error if known else None))
    return result


def _items_errors(
    kinds: Sequence[Estimable], matrix: LabelMatrix, rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Standard errors with items as units, and their degrees of freedom."""
    votes, useful = SharedVotes(matrix), matrix.votes_per_item > 0
    numbers = np.full(len(matrix.items), -1)
    count = min(int(useful.sum()), times(matrix, 100))
    numbers[useful] = groups(int(useful.sum()), count, rng)
    kept = [Weights(items=(numbers != number).astype(np.float64)) for number in range(count)]
    found = []
    for kind in kinds:
        features = votes.features(kind)
        if features is not None:
            found.append((delta_error(features[useful], kind.of_sums), float(useful.sum() - 1)))
        else:
            values = np.array([kind.weighted(matrix, weights, votes) for weights in kept])
            found.append((group_error(values), float(count - 1)))
    return found


def _start(rng: np.random.Generator) -> int:
    """The seed of a stream that every coefficient reads from its beginning.

    What one coefficient draws then moves no other's interval, whichever of them are asked for together.
    """
    return int(rng.integers(2**63))


def times(matrix: LabelMatrix, wanted: int, *, least: int = 20) -> int:
    """As many recomputations as wanted, or as a large table (or one of very many classes) allows."""
    work = max(matrix.size, len(matrix.items) * len(matrix.classes) ** 2 // _CELLS_PER_VISIT, 1)
    return max(min(wanted, least), min(wanted, _LABEL_VISITS // work))


def _possible(matrix: LabelMatrix, wanted: Resampled) -> tuple[Resampled | None, Message | None]:
    """What can be resampled, and a remark when it is less than what was wanted."""
    people = 0 if matrix.anonymous else int((matrix.labels_per_annotator > 0).sum())
    items = int((matrix.votes_per_item > 1).sum())
    few = "agreement-reason-anonymous" if matrix.anonymous else "agreement-reason-few-annotators"
    lonely = message(few) if people < 3 else None
    single = message("agreement-reason-one-item") if items < 2 else None
    if wanted is Resampled.ITEMS or (wanted is Resampled.BOTH and lonely):
        shown = message("agreement-reason-items-only", why=lonely) if lonely and wanted is Resampled.BOTH else None
        return (None, single) if single else (Resampled.ITEMS, shown)
    if lonely:
        return None, lonely
    if single and wanted is Resampled.BOTH:
        return Resampled.ANNOTATORS, message("agreement-reason-annotators-only", why=single)
    return wanted, None


_METHODS = {Resampled.ITEMS: "analytic", Resampled.ANNOTATORS: "jackknife", Resampled.BOTH: "analytic + jackknife"}


def weighted_values(kinds: Sequence[Estimable], matrix: LabelMatrix, draws: Iterable[Weights]) -> Float:
    """The value of each coefficient under each draw of weights, kinds × draws; nan where it is not defined."""
    columns = []
    for weights in draws:
        votes = SharedVotes(matrix, weights.annotators)
        columns.append([kind.weighted(matrix, weights, votes) for kind in kinds])
    return np.array(columns, np.float64).reshape(-1, len(kinds)).T


def bootstraps(
    kinds: Sequence[Estimable], matrix: LabelMatrix, unit: Resampled, count: int, rng: np.random.Generator
) -> Float:
    """Resampled values of coefficients, kinds × draws; nan where a resample does not define one."""
    if unit is not Resampled.ITEMS:
        people = _rows(len(matrix.annotators), count, rng)
        items = _rows(len(matrix.items), count, rng) if unit is Resampled.BOTH else repeat(None, count)
        both = (Weights(items=item, annotators=who) for item, who in zip(items, people, strict=True))
        return weighted_values(kinds, matrix, both)
    start, found, votes = _start(rng), [], SharedVotes(matrix)
    for kind in kinds:
        own, features = np.random.default_rng(start), votes.features(kind)
        if features is not None:
            found.append(kind.of_sums(bootstrap_sums(features, count, own)))
        else:
            draws = (Weights(items=row) for row in _rows(len(matrix.items), count, own))
            found.append(weighted_values([kind], matrix, draws)[0])
    return np.array(found)


def _rows(units: int, count: int, rng: np.random.Generator) -> Iterator[Float]:
    return (row.astype(np.float64) for batch in bootstrap_weights(units, count, rng) for row in batch)


OwnCoefficient = Callable[[LabelMatrix], float | None]
"""A user's own coefficient: a function of a matrix; None where it is not defined."""


def own_coefficient(function: OwnCoefficient) -> Estimable:
    """A user's own coefficient as one that has an interval."""
    name = coefficient_name(function)

    def measure(matrix: LabelMatrix) -> Coefficient:
        empty = pooled.emptiness(matrix)
        if empty:
            return pooled.undefined(name, empty)
        try:
            value = function(matrix)
        except (AnaphorError, MemoryError):
            raise
        except Exception as error:  # it is the user's own code: one sentence, and the cause below it
            why = f"{type(error).__name__}: {error}"
            raise InputError("agreement-own-coefficient-broke", name=name, why=why) from error
        if value is not None and not isinstance(value, float | int | np.floating):
            raise InputError("agreement-own-coefficient", name=name, kind=type(value).__name__)
        if value is None or not math.isfinite(value):
            return pooled.undefined(name, message("agreement-reason-own"))
        items = int((matrix.votes_per_item > 1).sum())
        return Coefficient(name=name, value=float(value), items=items, labels=matrix.size)

    return Estimable(measure=measure, least=-math.inf, most=math.inf)


def coefficient_name(given: str | OwnCoefficient) -> str:
    """What a coefficient is called: a function by its name."""
    return given if isinstance(given, str) else getattr(given, "__name__", type(given).__name__).strip("<>")


def catalogue(matrix: LabelMatrix, distance: Distance | OwnDistance | None = None) -> dict[str, Estimable]:
    """The coefficients that can be had for a matrix: all nominal ones, and those that its classes allow.

    Weighted ones are under the distance asked for; without one they are linear, where classes have an order.
    """
    kinds = {
        "observed_agreement": Estimable(measure=pooled.observed_agreement, pooled=pooled.PERCENT, least=0.0),
        "davies_fleiss_kappa": Estimable(
            measure=kappa.davies_fleiss_kappa, own_marginals=kappa.davies_fleiss_disagreements
        ),
        "fleiss_kappa": Estimable(measure=pooled.fleiss_kappa, pooled=pooled.FLEISS),
        "krippendorff_alpha_nominal": Estimable(measure=pooled.alpha_nominal, pooled=pooled.ALPHA),
        "gwet_ac1": Estimable(measure=pooled.gwet_ac1, pooled=pooled.GWET),
        "brennan_prediger": Estimable(measure=pooled.brennan_prediger, pooled=pooled.BRENNAN_PREDIGER),
    }
    if not matrix.complete and not matrix.anonymous:
        kinds["conger_kappa"] = Estimable(measure=kappa.conger_kappa, own_marginals=kappa.conger_disagreements)
    if len(matrix.classes) == 2:
        kinds["pabak"] = Estimable(measure=pooled.pabak, pooled=pooled.BRENNAN_PREDIGER)
    if len(matrix.annotators) == 2:
        kinds["cohen_kappa"] = Estimable(measure=kappa.cohen_kappa, own_marginals=kappa.davies_fleiss_disagreements)
        kinds["scott_pi"] = Estimable(measure=kappa.scott_pi)
    # Numbers have an order, also where no scale is stated.
    ordered = matrix.scale is not Scale.NOMINAL or matrix.values is not None
    kinds["krippendorff_alpha_ordinal"] = (
        Estimable(measure=pooled.alpha_ordinal, pooled=pooled.ORDINAL_ALPHA)
        if ordered
        else Estimable(
            measure=lambda _: pooled.undefined("krippendorff_alpha_ordinal", message("agreement-reason-no-order"))
        )
    )
    if (ordered and len(matrix.classes) <= numbers.TABULATED) or distance:
        chosen = distance or Distance.LINEAR
        far = distance_table(matrix, chosen)
        kinds["davies_fleiss_kappa_weighted"] = Estimable(
            measure=lambda part: kappa.davies_fleiss_kappa(part, far),
            own_marginals=kappa.davies_fleiss_disagreements,
            distance=far,
        )
        kinds["gwet_ac2"] = Estimable(measure=lambda part: pooled.gwet_ac2(part, far), pooled=pooled.GWET, distance=far)
        name = f"krippendorff_alpha_{distance_name(chosen)}"
        kinds[name] = Estimable(
            measure=lambda part: pooled.alpha_custom(part, far, name=name), pooled=pooled.ALPHA, distance=far
        )
    if len(matrix.classes) > MAX_CLASSES:  # quantities: a table of their votes would not fit anywhere
        kinds = {}
    if matrix.values is not None:
        kinds["krippendorff_alpha_interval"] = Estimable(measure=pooled.alpha_interval, pooled=pooled.INTERVAL_ALPHA)
        kinds["icc_1"] = Estimable(measure=numbers.icc_1, pooled=numbers.ICC)
        if matrix.scale is Scale.RATIO:
            small = len(matrix.classes) <= numbers.TABULATED
            apart = distances.ratio(np.array(matrix.values)) if small else None
            by_votes = pooled.ALPHA if small else None
            kinds["krippendorff_alpha_ratio"] = Estimable(measure=numbers.alpha_ratio, pooled=by_votes, distance=apart)
    return kinds


_QUANTITIES = ("krippendorff_alpha_interval", "icc_1")
_IN_ORDER = ("krippendorff_alpha_ordinal", "davies_fleiss_kappa_weighted", "gwet_ac2")


def usual(matrix: LabelMatrix, kinds: Iterable[str], distance: Distance | OwnDistance | None = None) -> tuple[str, ...]:
    """Which of these coefficients the scale of a matrix asks for, the one to read first in front.

    That is Krippendorff's α of the scale, or Cohen's κ for two people who give classes. Codes have no order unless one
    is stated, and numbers that hardly ever are equal no classes.
    """
    scale, quantities = numbers.scale_of(matrix), numbers.are_quantities(matrix)
    weighted = f"krippendorff_alpha_{distance_name(distance or Distance.LINEAR)}"
    first = "krippendorff_alpha_nominal"
    if quantities:
        first = "krippendorff_alpha_ratio" if scale is Scale.RATIO else _QUANTITIES[0]
    elif scale is not Scale.NOMINAL:
        first = _IN_ORDER[0]
    elif len(matrix.annotators) == 2:
        first = "cohen_kappa"
    left_out: set[str] = set() if quantities else set(_QUANTITIES)
    if scale is Scale.NOMINAL:
        left_out |= set(_IN_ORDER) - (set(_IN_ORDER[1:]) if distance else set())
        left_out |= set() if distance else {weighted}
    few = len(matrix.classes) <= numbers.MANY
    kept = [name for name in kinds if name not in left_out and (few or not quantities or name in (*_QUANTITIES, first))]
    return tuple(sorted(kept, key=lambda name: name != first))


def estimate_all(
    matrix: LabelMatrix,
    rng: np.random.Generator,
    *,
    names: Sequence[str | OwnCoefficient] = (),
    resampling: Resampling = DEFAULT,
    distance: Distance | OwnDistance | None = None,
) -> dict[str, Estimate]:
    """Coefficients by name with their intervals; those that the scale asks for, the leading one first, or those asked
    for by name, users' own functions among them."""
    kinds = catalogue(matrix, distance)
    kinds |= {coefficient_name(each): own_coefficient(each) for each in names if not isinstance(each, str)}
    wanted = [coefficient_name(each) for each in names] or list(usual(matrix, kinds, distance))
    for name in wanted:
        if name not in kinds:
            raise UnknownNameError(text("agreement-kind-coefficient"), name, kinds)
    found = estimates([kinds[name] for name in wanted], matrix, rng, resampling)
    return dict(zip(wanted, found, strict=True))
