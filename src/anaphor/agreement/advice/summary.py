"""What the agreement of a table means, in sentences: what another panel would change, who stands apart."""

from bisect import bisect_left
from dataclasses import dataclass, replace

import numpy as np

from anaphor.agreement.advice.medians import MedianChange, StepRate, median_changes
from anaphor.agreement.advice.quantities import MeanChange, widest_items
from anaphor.agreement.advice.structure import (
    Heterogeneity,
    Split,
    Standing,
    heterogeneity,
    hidden_split,
    standing_apart,
)
from anaphor.agreement.coefficients.detail import few_labels_each
from anaphor.agreement.coefficients.numbers import MANY
from anaphor.agreement.coefficients.pooled import alpha_interval, alpha_nominal
from anaphor.agreement.panels.dependence import dependence_reason
from anaphor.agreement.panels.reproduction import Reproduction, larger_sizes, reproduction_of
from anaphor.agreement.panels.study import CurvePoint, Rate, ReproductionSettings
from anaphor.answers import LabelMatrix, Scale, scale_order
from anaphor.text import Message, joined, message

_CERTAIN = 0.01
"""A person stands apart, and a panel is split, when chance would do it less often than this."""
_FEW = 5
"""Items and people that are named."""
_LONGEST = 40
"""Letters of an item's name that are shown."""
_VISIBLE = 0.0005
"""Rates nearer to each other than this look alike when they are printed."""
_STEADY, _UNSTEADY = 0.05, 0.10
"""Change rates up to which labels are called steady, and above which they are called unsteady."""
_RELIABLE, _UNRELIABLE = 0.9, 0.75
"""The same for the reliability of means (Koo & Li 2016)."""
_UNEVEN, _ALARM = 0.03, 0.03
"""People differ where their agreement with the others has such a spread, and chance does it no more often than this."""
_NEAR = 0.15
"""By how much α of numbers exceeds α of classes where numbers look like an order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadingRate:
    """The rate that the first sentence is about: the same in every place that shows one number."""

    of: str
    """What would change: `labels` (the most frequent ones), or `medians` where classes have an order."""
    panel: int
    """How many people the other panel has."""
    rate: float
    low: float | None
    """Ends of the sampling interval."""
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What `measure` and `reproduce` say beside the coefficients."""

    reproduction: Reproduction
    apart: tuple[Standing, ...]
    """People who agree with the others less than chance allows, the worst first."""
    split: Split | None
    """Two camps, when the panel falls into them."""
    uneven: Heterogeneity | None = None
    """How much people differ, when they differ by more than chance."""
    medians: tuple[MedianChange, ...] = ()
    """What becomes of the median, for classes in an order: this panel's size first, then larger ones."""
    cautions: tuple[Message, ...] = ()
    """Why the rates cannot be told, or their brackets do not hold: they stand before the rates, everywhere."""
    warnings: tuple[Message, ...]
    """What a reader must not overlook; they are among the sentences."""
    sentences: tuple[Message, ...]
    """The answer: cautions, then the most important sentence first."""

    @property
    def leading_rate(self) -> LeadingRate | None:
        """The rate of the first sentence; None where nothing can be said."""
        fresh, size = self.reproduction.fresh, self.reproduction.size
        if self.medians:
            moved = self.medians[0].moved
            return LeadingRate(of="medians", panel=size, rate=moved.rate, low=moved.low, high=moved.high)
        if fresh.rate is None:
            return None
        return LeadingRate(of="labels", panel=size, rate=fresh.rate, low=fresh.low, high=fresh.high)

    @property
    def lead(self) -> int:
        """How many sentences are the answer in short: cautions, what would change, and whether labels are steady."""
        verdicts = sum(each.code.startswith("agreement-verdict") for each in self.sentences)
        return len(self.cautions) + verdicts + (0 if self.reproduction.dependence else 1)


def summarise(matrix: LabelMatrix, settings: ReproductionSettings | None = None) -> Summary:
    """The whole answer for panels of the usual size in this table (the median number of labels per item)."""
    chosen = settings or ReproductionSettings(size=usual_size(matrix))
    found = reproduction_of(matrix, chosen)
    apart: tuple[Standing, ...] = ()
    split = None
    if not matrix.anonymous:
        apart = tuple(each for each in standing_apart(matrix) if each.z < 0 and each.p < _CERTAIN)
        camps = hidden_split(matrix, np.random.default_rng(chosen.seed))
        split = camps if camps is not None and camps.p < _CERTAIN else None
    uneven = uneven_people(matrix, chosen.seed)
    sizes = (found.size, *larger_sizes(found.sizes, found.size))
    medians: tuple[MedianChange, ...] = ()
    if matrix.scale is not Scale.NOMINAL and found.dependence is None:
        medians = median_changes(matrix, sizes, confidence=chosen.confidence, slack=chosen.slack, seed=chosen.seed)
    warnings = warnings_of(found, np.unique(matrix.label).size)
    cautions, people = cautions_of(found, uneven), people_sentences(apart, split)
    few = few_labels_each(matrix)
    if few is not None:
        warnings = (*warnings, message("agreement-few-each", count=few))
    warnings = (*warnings, *_maybe_ordered(matrix))
    return Summary(
        reproduction=found,
        apart=apart,
        split=split,
        uneven=uneven,
        medians=medians,
        cautions=cautions,
        warnings=(*cautions, *warnings),
        sentences=(*cautions, *sentences_of(found, people, warnings, medians, sure=uneven is None)),
    )


def _maybe_ordered(matrix: LabelMatrix) -> tuple[Message, ...]:
    """What is said of a few classes without a stated scale, where people who differ give near ones, as on a scale.

    Classes are numbers, or words of a known scale.
    """
    if matrix.scale is not Scale.NOMINAL or not 3 <= len(matrix.classes) <= MANY:
        return ()
    steps = None if matrix.values is not None else scale_order(matrix.classes)
    if steps:
        matrix = replace(matrix, values=tuple(float(steps.index(name)) for name in matrix.classes))
    if matrix.values is None:
        return ()
    near, same = alpha_interval(matrix).value, alpha_nominal(matrix).value
    if near is None or same is None or near <= same + _NEAR:
        return ()
    if steps:
        return (message("agreement-maybe-ordered-words", classes=" < ".join(steps)),)
    return (message("agreement-maybe-ordered"),)


def cautions_of(found: Reproduction, uneven: Heterogeneity | None) -> tuple[Message, ...]:
    """Why the rates cannot be told, or else why their brackets do not hold."""
    if found.dependence is not None:
        return (message("agreement-depends", why=dependence_reason(found.dependence)),)
    if uneven is None or found.fresh.rate is None:
        return ()
    return (uneven_caution(uneven, _range(found.fresh)),)


def uneven_caution(uneven: Heterogeneity, ends: tuple[float, float] | None = None) -> Message:
    """That brackets cannot be relied on, because people are not alike; `ends`: the range that fits without them."""
    wide: Message | str = message("agreement-uneven-range", **{"from": ends[0], "to": ends[1]}) if ends else ""
    return message("agreement-uneven", low=uneven.low, high=uneven.high, p=uneven.p, range=wide)


def uneven_people(matrix: LabelMatrix, seed: int = 0) -> Heterogeneity | None:
    """How much people differ in how often they agree with others, where that is no chance and no trifle; else None."""
    if matrix.anonymous:
        return None
    relation = heterogeneity(matrix, np.random.default_rng(seed), _ALARM)
    return relation if relation and relation.p <= _ALARM and relation.spread >= _UNEVEN else None


def usual_size(matrix: LabelMatrix) -> int:
    """The median number of labels of a labelled item, at least 1."""
    votes = matrix.votes_per_item[matrix.votes_per_item > 0]
    return max(1, int(np.median(votes))) if len(votes) else 1


def sentences_of(
    found: Reproduction,
    people: tuple[Message, ...],
    warnings: tuple[Message, ...],
    medians: tuple[MedianChange, ...] = (),
    *,
    sure: bool = True,
) -> tuple[Message, ...]:
    """The whole answer, the most important sentence first; every number in it comes from the records.

    Where brackets cannot be relied on (`sure` is False) nothing is judged by them. Where votes depend on votes, the
    caution before has said what there is to say.
    """
    said = [] if found.dependence else [headline(found)]
    if medians:
        said = [median_headline(medians)]
    ends = (medians[0].moved.low, medians[0].moved.high) if medians else _judged(found.fresh)
    said += verdict(*ends) if sure else ()
    if medians and found.fresh.rate is not None:
        said.append(message("agreement-steps-alike", rate=rate_with_ends(found.fresh)))
    own, fresh, fitting = found.own_majority, found.fresh, _range(found.fresh)
    if fitting is not None:
        held = fresh.low is not None and fresh.high is not None and fresh.low <= fitting[0] and fitting[1] <= fresh.high
        code = "agreement-doubt-held" if held else "agreement-doubt"
        said.append(message(code, needed=2 * found.size, low=fitting[0], high=fitting[1]))
    if own.rate is not None and not own.notes and fresh.rate is not None and own.rate <= fresh.rate - _VISIBLE:
        said.append(message("agreement-own-majority", rate=own.rate))
    if found.items and found.items[0].change > found.items[-1].change + _VISIBLE:
        # The items likeliest to change, unless all are alike.
        most = found.items[0].change
        alike = bisect_left(found.items, 1e-9 - most, key=lambda each: -each.change)
        if alike > _FEW:
            names = ", ".join(_short(each.item) for each in found.items[:3])
            said.append(message("agreement-risky-many", count=alike, rate=most, items=names))
        else:
            risky = [
                message("agreement-risky-item", item=_short(each.item), rate=each.change)
                for each in found.items[:_FEW]
                if each.change > 0
            ]
            said.append(message("agreement-risky", items=joined(risky)))
    said += [*warnings, *people]
    return (*said, message("agreement-error-or-reading")) if found.dependence is None else tuple(said)


def people_sentences(apart: tuple[Standing, ...], split: Split | None) -> tuple[Message, ...]:
    """Two camps, and who stands apart from the others."""
    said = []
    if split is not None and len(split.groups) == 2:
        first, second = (
            f"{len(group)} ({', '.join(group[:4])}{', …' if len(group) > 4 else ''})" for group in split.groups
        )
        said.append(message("agreement-camps", first=first, second=second, within=split.within, between=split.between))
    if apart:
        names = ", ".join(each.annotator for each in apart[:_FEW])
        more = len(apart) - _FEW
        said.append(
            message("agreement-apart-more", names=names, more=more)
            if more > 0
            else message("agreement-apart", count=len(apart), names=names)
        )
    return tuple(said)


def headline(found: Reproduction) -> Message:
    """What another panel of the same size would change, and what larger panels would make of it."""
    fresh = found.fresh
    if fresh.rate is None:
        return message("agreement-headline-nothing", size=found.size, why=joined(fresh.notes))
    code = "agreement-headline-single" if found.size == 1 else "agreement-headline"
    least = fresh.rate - max(_VISIBLE, fresh.rate / 100)
    points = [point for point in larger_panels(found) if point.fresh < least]
    better: Message | str = ""
    if len(points) == 1 or (points and points[1].fresh > points[0].fresh - _VISIBLE):
        better = message("agreement-better-one", size=points[0].size, rate=rate_with_ends(points[0]))
    elif points:
        one, two = points
        better = message(
            "agreement-better-two", size=one.size, rate=rate_with_ends(one), more=two.size, less=rate_with_ends(two)
        )
    if fresh.low is None or fresh.high is None:
        return message(code, size=found.size, rate=fresh.rate, better=better)
    return message(f"{code}-sure", size=found.size, rate=fresh.rate, low=fresh.low, high=fresh.high, better=better)


def rate_with_ends(found: CurvePoint | Rate | StepRate) -> Message:
    """A rate with its interval."""
    rate = found.fresh if isinstance(found, CurvePoint) else found.rate
    if rate is None or found.low is None or found.high is None:
        return message("agreement-rate", rate=rate or 0.0)
    return message("agreement-rate-sure", rate=rate, low=found.low, high=found.high)


def verdict(low: float | None, high: float | None) -> tuple[Message, ...]:
    """Whether labels are steady, judging by the ends of the interval of their change rate."""
    if low is None or high is None:
        return ()
    if high <= _STEADY:
        return (message("agreement-verdict-steady", high=high),)
    if low > _UNSTEADY:
        return (message("agreement-verdict-unsteady", low=low),)
    code = "agreement-verdict-fair" if high <= _UNSTEADY else "agreement-verdict-open"
    return (message(code, low=low, high=high),)


def median_headline(medians: tuple[MedianChange, ...]) -> Message:
    """What becomes of the median of classes in an order, and by more than one step of how many items."""
    rates = [{"moved": rate_with_ends(each.moved), "far": rate_with_ends(each.far)} for each in medians]
    better: Message | str = ""
    if len(medians) > 1:
        better = message("agreement-median-better", size=medians[1].size, **rates[1])
    return message("agreement-median", size=medians[0].size, better=better, **rates[0])


def quantity_sentences(matrix: LabelMatrix, means: tuple[MeanChange, ...], single: float | None) -> tuple[Message, ...]:
    """What becomes of the means of labels that are quantities; `single` is the reliability of one label."""
    if not means:
        return (
            message("agreement-headline-nothing", size=usual_size(matrix), why=message("agreement-note-single-labels")),
        )
    own = means[0]
    better: Message | str = ""
    if len(means) > 1:
        ends = {"move": _round(means[1].move), "low": _round(means[1].low), "high": _round(means[1].high)}
        better = message("agreement-mean-better", size=means[1].size, **ends)
    shown = {name: _round(getattr(own, name)) for name in ("move", "low", "high", "rare", "span")}
    said = [message("agreement-mean", size=own.size, better=better, **shown)]
    if own.icc is not None and single is not None:
        steady = "steady" if own.icc >= _RELIABLE else "unsteady" if own.icc < _UNRELIABLE else "fair"
        said.append(message(f"agreement-mean-{steady}", size=own.size, icc=own.icc, single=single))
    items = [
        message("agreement-wide-item", item=_short(name), spread=_round(spread))
        for name, spread in widest_items(matrix, _FEW)
    ]
    if items:
        said.append(message("agreement-wide", items=joined(items)))
    if matrix.scale is Scale.NOMINAL:
        said.append(message("agreement-taken-for-numbers", count=len(matrix.classes)))
    return (*said, message("agreement-error-or-reading"))


def _round(value: float) -> float:
    """Three digits that count."""
    return float(f"{value:.3g}")


def larger_panels(found: Reproduction) -> tuple[CurvePoint, ...]:
    """The next larger odd panel on the curve, and the one nearest to three times as many people."""
    return tuple(found.curve[found.sizes.index(size)] for size in larger_sizes(found.sizes, found.size))


def _judged(rate: Rate) -> tuple[float | None, float | None]:
    """Between which ends a verdict must hold: the brackets, and whatever fits these votes without the public panels.

    Brackets rest on those. Where all items of a panel were equally easy, they were too narrow, and too high.
    """
    if rate.low is None or rate.high is None or rate.range_low is None or rate.range_high is None:
        return rate.low, rate.high
    return min(rate.low, rate.range_low), max(rate.high, rate.range_high)


def _range(rate: Rate) -> tuple[float, float] | None:
    """The identified range, where it has a width that can be seen."""
    if rate.rate is None or rate.range_low is None or rate.range_high is None:
        return None
    return (rate.range_low, rate.range_high) if rate.range_high - rate.range_low >= _VISIBLE else None


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + "…"


def warnings_of(found: Reproduction, classes: int) -> tuple[Message, ...]:
    """What a reader must not overlook; `classes` is how many classes were used."""
    said = []
    rate, most, ceiling, size = found.fresh.rate, found.fresh.range_high, found.ceiling, found.size
    if rate is not None and most is not None and ceiling is not None:
        if rate > ceiling + _VISIBLE:
            said.append(message("agreement-above-ceiling", rate=rate, ceiling=ceiling))
        elif most > ceiling + _VISIBLE:
            said.append(message("agreement-range-above-ceiling", rate=most, ceiling=ceiling))
    if size == 2:
        said.append(message("agreement-two-people"))
    elif size % 2 == 0 and classes == 2:
        said.append(message("agreement-even-panel", size=size, fewer=size - 1, more=size + 1))
    # A single Dirichlet that lies well outside the range: more than a point, and more than a tenth of the rate.
    ends, quick = _range(found.fresh), found.quick
    outside = ends is not None and quick is not None and not ends[0] <= quick <= ends[1]
    if outside and quick is not None and rate is not None and abs(quick - rate) >= max(0.01, rate / 10):
        said.append(message("agreement-rival", quick=quick))
    return tuple(said)
