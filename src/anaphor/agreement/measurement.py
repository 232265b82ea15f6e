"""The whole work of `agreement measure`, `reproduce` and `consensus`: from a file or matrix of labels to one record."""

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
from anaphor.agreement.coefficients.intervals import DEFAULT, Estimate, Resampling
from anaphor.agreement.coefficients.measuring import estimate_all
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.reading import open_labels
from anaphor.agreement.labels.settings import DEFAULTS, LabelSettings
from anaphor.agreement.limits import MOST_PEOPLE, check_panel, check_rate
from anaphor.agreement.panels.study import TARGETS, ReproductionSettings
from anaphor.agreement.panels.subsets import subset_study
from anaphor.agreement.structure import AnnotatorMap, annotator_map
from anaphor.agreement.summary import Summary, summarise, usual_size
from anaphor.provenance import Signature
from anaphor.text import Message, message

_MOST_PEOPLE_LISTED = 5_000
"""Most annotators who are listed one by one."""
Labels = Path | str | LabelMatrix
"""A file of labels, or labels that are read already."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Measurement:
    """The agreement of one table of labels, and what it means for them."""

    labels: LabelMatrix
    """The labels."""
    coefficients: Mapping[str, Estimate]
    """The coefficients by name."""
    level: float = 0.95
    """Level of their intervals."""
    summary: Summary | None
    """What another panel would change; None where it was not asked or cannot be said."""
    sentences: tuple[Message, ...]
    """The answer in words."""
    signature: str
    """How the numbers were made."""

    @cached_property
    def people(self) -> tuple[AnnotatorAgreement, ...]:
        """Each annotator against the others, while they are known and not too many."""
        listed = not self.labels.anonymous and len(self.labels.annotators) <= _MOST_PEOPLE_LISTED
        return per_annotator(self.labels) if listed else ()

    @cached_property
    def classes(self) -> tuple[ClassAgreement, ...]:
        """Agreement on each class."""
        return per_class(self.labels)

    @cached_property
    def map(self) -> AnnotatorMap | None:
        """Where the annotators stand to each other."""
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
    """How many panels."""
    drawn: bool
    """Whether they are a random sample of all."""
    tau_mean: float | None
    """Mean share of labels that a panel changes."""
    tau_sd: float | None
    """Its standard deviation between panels."""
    kappa_mean: float | None
    """Mean κ; None when no panel has one."""
    kappa_sd: float | None
    """Its standard deviation between panels."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PanelChange:
    """How many labels other people would change."""

    labels: LabelMatrix
    """The labels."""
    settings: ReproductionSettings
    """What was asked."""
    summary: Summary
    """The answer."""
    study: PanelsDrawn | None
    """Panels one by one; None where that was not asked."""
    signature: str
    """How the rates were made."""

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
    study = _panels_drawn(matrix, size, panels, seed) if panels else None
    return PanelChange(labels=matrix, settings=settings, summary=summary, study=study, signature=str(signature))


def _panels_drawn(matrix: LabelMatrix, size: int, most: int, seed: int) -> PanelsDrawn:
    found = subset_study(matrix, size, limit=most, rng=np.random.default_rng(seed))
    kappa = found.kappa[~np.isnan(found.kappa)]
    mean, sd = float(np.nanmean(found.tau)), float(np.nanstd(found.tau))
    return PanelsDrawn(
        panels=found.panels,
        drawn=found.drawn,
        tau_mean=mean if math.isfinite(mean) else None,
        tau_sd=sd if math.isfinite(sd) else None,
        kappa_mean=float(kappa.mean()) if kappa.size else None,
        kappa_sd=float(kappa.std()) if kappa.size else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConsensusLabels:
    """One label per item from many."""

    labels: LabelMatrix
    """The labels that were given."""
    majority: Consensus
    """By majority; ties stay ties."""
    model: DawidSkene | None
    """By the model of Dawid & Skene; None where votes have no names."""
    signature: str
    """How they were made."""


def consensus(labels: Labels, reading: LabelSettings = DEFAULTS) -> ConsensusLabels:
    """The label of each item by majority, and with its probability by the model of Dawid & Skene (1979)."""
    matrix = open_labels(labels, reading)
    model = None if matrix.anonymous else dawid_skene(matrix)
    signature = Signature.of(labels=matrix.fingerprint, model=model and "dawid-skene", version=__version__)
    return ConsensusLabels(labels=matrix, majority=majority(matrix), model=model, signature=str(signature))
