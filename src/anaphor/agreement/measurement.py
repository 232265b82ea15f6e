"""`agreement measure`, `reproduce` and `consensus`: from a file or matrix of labels to one record.

The answer comes in sentences: what another panel would change, who stands apart, what to look at again.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from anaphor import __version__
from anaphor.agreement.coefficients.consensus import Consensus, DawidSkene, dawid_skene, majority
from anaphor.agreement.coefficients.detail import AnnotatorAgreement, ClassAgreement, per_annotator, per_class
from anaphor.agreement.coefficients.distances import Distance
from anaphor.agreement.coefficients.intervals import DEFAULT, Estimate, Resampling, estimate_all
from anaphor.agreement.labels.labelling import DEFAULTS, LabelSettings
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.reading import open_labels
from anaphor.agreement.limits import MOST_PEOPLE, check_panel, check_rate
from anaphor.agreement.panels.rates import subset_study
from anaphor.agreement.panels.reproduction import Reproduction, reproduction_of
from anaphor.agreement.panels.study import TARGETS, CurvePoint, Rate, ReproductionSettings
from anaphor.agreement.structure import AnnotatorMap, Split, Standing, annotator_map, hidden_split, standing_apart
from anaphor.provenance import Signature
from anaphor.text import Message, joined, message

_CERTAIN = 0.01
"""A person stands apart, and a panel is split, when chance would do it less often than this."""
_FEW = 5
"""Items and people that are named."""
_LONGEST = 40
"""Letters of an item's name that are shown."""
_VISIBLE = 0.0005
"""Rates nearer to each other than this look alike when they are printed."""
_MOST_PEOPLE_LISTED = 5_000
"""Most annotators who are listed one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What `measure` and `reproduce` say beside the coefficients."""

    reproduction: Reproduction
    apart: tuple[Standing, ...]
    """People who agree with the others less than chance allows, the worst first."""
    split: Split | None
    """Two camps, when the panel falls into them."""
    warnings: tuple[Message, ...]
    """What a reader must not overlook; they are among the sentences."""
    sentences: tuple[Message, ...]
    """The answer, the most important sentence first."""


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
    warnings = warnings_of(found, np.unique(matrix.label).size)
    return Summary(
        reproduction=found,
        apart=apart,
        split=split,
        warnings=warnings,
        sentences=sentences_of(found, apart, split, warnings),
    )


def usual_size(matrix: LabelMatrix) -> int:
    """The median number of labels of a labelled item, at least 1."""
    votes = matrix.votes_per_item[matrix.votes_per_item > 0]
    return max(1, int(np.median(votes))) if len(votes) else 1


def sentences_of(
    found: Reproduction, apart: tuple[Standing, ...], split: Split | None, warnings: tuple[Message, ...]
) -> tuple[Message, ...]:
    """The whole answer, the most important sentence first; every number in it comes from the records."""
    said = [headline(found)]
    own, fresh, ends = found.own_majority, found.fresh, _range(found.fresh)
    if ends is not None:
        held = fresh.low is not None and fresh.high is not None and fresh.low <= ends[0] and ends[1] <= fresh.high
        code = "agreement-doubt-held" if held else "agreement-doubt"
        said.append(message(code, needed=2 * found.size, low=ends[0], high=ends[1]))
    if own.rate is not None and not own.notes and fresh.rate is not None and own.rate <= fresh.rate - _VISIBLE:
        said.append(message("agreement-own-majority", rate=own.rate))
    if found.items and found.items[0].change > found.items[-1].change + _VISIBLE:
        # The items likeliest to change, unless all are alike.
        most = found.items[0].change
        alike = [_short(each.item) for each in found.items if each.change > most - 1e-9]
        if len(alike) > _FEW:
            said.append(message("agreement-risky-many", count=len(alike), rate=most, items=", ".join(alike[:3])))
        else:
            risky = [
                message("agreement-risky-item", item=_short(each.item), rate=each.change)
                for each in found.items[:_FEW]
                if each.change > 0
            ]
            said.append(message("agreement-risky", items=joined(risky)))
    said += warnings
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
    return (*said, message("agreement-error-or-reading"))


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
        better = message("agreement-better-one", size=points[0].size, rate=points[0].fresh)
    elif points:
        one, two = points
        better = message("agreement-better-two", size=one.size, rate=one.fresh, more=two.size, less=two.fresh)
    if fresh.low is None or fresh.high is None:
        return message(code, size=found.size, rate=fresh.rate, better=better)
    return message(f"{code}-sure", size=found.size, rate=fresh.rate, low=fresh.low, high=fresh.high, better=better)


def larger_panels(found: Reproduction) -> tuple[CurvePoint, ...]:
    """The next larger odd panel on the curve, and the one nearest to three times as many people."""
    odd = [point for point in found.curve if point.size % 2 and point.size > found.size]
    if len(odd) < 2:
        return tuple(odd)
    return odd[0], min(odd[1:], key=lambda point: abs(point.size - 3 * found.size))


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


Labels = Path | str | LabelMatrix
"""A file of labels, or labels that are read already."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Measurement:
    """The agreement of one table of labels, and what it means for them."""

    labels: LabelMatrix
    coefficients: Mapping[str, Estimate]
    level: float = 0.95
    summary: Summary | None
    """What another panel would change; None where it was not asked or cannot be said."""
    sentences: tuple[Message, ...]
    signature: str

    @cached_property
    def people(self) -> tuple[AnnotatorAgreement, ...]:
        """Each annotator against the others, while they are known and not too many."""
        listed = not self.labels.anonymous and len(self.labels.annotators) <= _MOST_PEOPLE_LISTED
        return per_annotator(self.labels) if listed else ()

    @cached_property
    def classes(self) -> tuple[ClassAgreement, ...]:
        return per_class(self.labels)

    @cached_property
    def map(self) -> AnnotatorMap | None:
        return annotator_map(self.labels)


def measure(  # noqa: PLR0913  # what users of the library may say, by keyword
    labels: Labels,
    reading: LabelSettings = DEFAULTS,
    *,
    names: Sequence[str] = (),
    resampling: Resampling = DEFAULT,
    distance: Distance | None = None,
    panel: int | None = None,
    change: bool = True,
    seed: int = 0,
) -> Measurement:
    """Coefficients with intervals, and how many labels another panel would change.

    `names` are the coefficients wanted (all that make sense); `panel` is how many people the other panel has (the
    usual number of labels of an item); `change=False` leaves that question out.
    """
    matrix = open_labels(labels, reading)
    rng = np.random.default_rng(seed)
    found = estimate_all(matrix, rng, names=names, resampling=resampling, distance=distance)
    size = check_panel(panel) if panel else usual_size(matrix) if matrix.votes_per_item.max(initial=0) > 1 else 0
    possible = change and 0 < size <= MOST_PEOPLE
    summary = summarise(matrix, ReproductionSettings(size=size, seed=seed)) if possible else None
    sentences = summary.sentences if summary else ()
    if change and size > MOST_PEOPLE:
        sentences = (message("agreement-panel-too-large", size=size, most=MOST_PEOPLE),)
    signature = Signature.of(
        labels=matrix.fingerprint,
        scale=matrix.scale,
        classes=len(matrix.classes),
        distance=distance,
        other=resampling.unit,
        method=resampling.method,
        level=resampling.level,
        times=resampling.times,
        panel=size if summary else None,
        seed=seed,
        version=__version__,
    )
    return Measurement(
        labels=matrix,
        coefficients=found,
        level=resampling.level,
        summary=summary,
        sentences=sentences,
        signature=str(signature),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelsDrawn:
    """κ and τ over panels that were worked through one by one (the paper's own way)."""

    panels: int
    drawn: bool
    tau_mean: float | None
    """Mean share of labels that a panel changes."""
    tau_sd: float | None
    kappa_mean: float | None
    kappa_sd: float | None


@dataclass(frozen=True, kw_only=True, eq=False)
class PanelChange:
    """How many labels other people would change."""

    labels: LabelMatrix
    settings: ReproductionSettings
    summary: Summary
    study: PanelsDrawn | None
    signature: str

    @cached_property
    def measurement(self) -> Measurement:
        """The coefficients of the same labels, for a page."""
        return Measurement(
            labels=self.labels,
            coefficients=estimate_all(self.labels, np.random.default_rng(self.settings.seed)),
            summary=self.summary,
            sentences=self.summary.sentences,
            signature=self.signature,
        )


def reproduce(  # noqa: PLR0913  # what users of the library may say, by keyword
    labels: Labels,
    reading: LabelSettings = DEFAULTS,
    *,
    annotators: int | None = None,
    targets: Sequence[float] = TARGETS,
    panels: int | None = None,
    confidence: float = 0.95,
    seed: int = 0,
) -> PanelChange:
    """How many labels panels of so many `annotators` would change, and how large a panel each target rate needs.

    With `panels`, at most so many panels are also worked through one by one.
    """
    for rate in targets:
        check_rate(rate)
    matrix = open_labels(labels, reading)
    size = check_panel(annotators or usual_size(matrix))
    settings = ReproductionSettings(size=size, confidence=confidence, seed=seed, targets=tuple(targets))
    summary = summarise(matrix, settings)
    signature = Signature.of(
        labels=matrix.fingerprint,
        k=settings.size,
        confidence=settings.confidence,
        slack=settings.slack,
        most=settings.most,
        seed=settings.seed,
        version=__version__,
    )
    study = None
    if panels:
        drawn = subset_study(matrix, size, limit=panels, rng=np.random.default_rng(seed))
        kappa = drawn.kappa[~np.isnan(drawn.kappa)]
        mean, sd = float(np.nanmean(drawn.tau)), float(np.nanstd(drawn.tau))
        study = PanelsDrawn(
            panels=drawn.panels,
            drawn=drawn.drawn,
            tau_mean=mean if math.isfinite(mean) else None,
            tau_sd=sd if math.isfinite(sd) else None,
            kappa_mean=float(kappa.mean()) if kappa.size else None,
            kappa_sd=float(kappa.std()) if kappa.size else None,
        )
    return PanelChange(labels=matrix, settings=settings, summary=summary, study=study, signature=str(signature))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConsensusLabels:
    """One label per item from many."""

    labels: LabelMatrix
    majority: Consensus
    """By majority; ties stay ties."""
    model: DawidSkene | None
    """By the model of Dawid & Skene; None where votes have no names."""
    signature: str


def consensus(labels: Labels, reading: LabelSettings = DEFAULTS) -> ConsensusLabels:
    """The label of each item by majority, and with its probability by the model of Dawid & Skene (1979)."""
    matrix = open_labels(labels, reading)
    model = None if matrix.anonymous else dawid_skene(matrix)
    signature = Signature.of(labels=matrix.fingerprint, model=model and "dawid-skene", version=__version__)
    return ConsensusLabels(labels=matrix, majority=majority(matrix), model=model, signature=str(signature))
