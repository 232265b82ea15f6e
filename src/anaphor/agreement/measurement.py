"""`agreement measure`, `reproduce` and `consensus`: from labels in a file or in memory to one record.

The answer comes in sentences: what another panel would change, who stands apart, what to look at again.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from anaphor import __version__
from anaphor.agreement.advice.quantities import MeanChange, MeanDeviation, mean_changes, mean_deviations
from anaphor.agreement.advice.structure import AnnotatorMap, annotator_map
from anaphor.agreement.advice.summary import Summary, quantity_sentences, summarise, usual_size
from anaphor.agreement.coefficients import detail, pooled
from anaphor.agreement.coefficients.consensus import Consensus, DawidSkene, dawid_skene, majority
from anaphor.agreement.coefficients.detail import (
    AnnotatorAgreement,
    ClassAgreement,
    confusion,
    few_labels_each,
    per_annotator,
    per_class,
)
from anaphor.agreement.coefficients.distances import Distance, distance_name
from anaphor.agreement.coefficients.intervals import (
    Estimate,
    Resampled,
    Resampling,
    ResamplingMethod,
    estimate_all,
)
from anaphor.agreement.coefficients.numbers import MANY, are_quantities, icc_1, scale_of
from anaphor.agreement.limits import MOST_PEOPLE, check_panel, check_rate
from anaphor.agreement.panels.dependence import VoteDependence, dependence_reason, depends_on_votes
from anaphor.agreement.panels.rates import subset_study
from anaphor.agreement.panels.study import TARGETS, ReproductionSettings
from anaphor.agreement.settings import ConsensusSettings, MeasureSettings, ReproduceSettings
from anaphor.answers import LabelMatrix as LabelMatrix
from anaphor.answers import LabelReading, Labels, Scale, open_labels, settings_for
from anaphor.document import ends_of, fields_of, finite, in_english, taken
from anaphor.errors import ContentError, UnknownNameError, member_of, whole_numbers, with_keywords
from anaphor.files import safe_table, write_text
from anaphor.parameters import act
from anaphor.provenance import Method, Signature, plain
from anaphor.result import Result
from anaphor.text import Message, message, text

MEASURE = Method("measure", 1)
"""How coefficients and their intervals are worked out. Raise the number whenever a figure changes."""
REPRODUCE = Method("reproduce", 1)
"""How the labels that another panel would change are estimated. Raise the number whenever a figure changes."""
CONSENSUS = Method("consensus", 1)
"""How one label is made of many. Raise the number whenever a figure changes."""

_SURE = 0.9
"""Weight in the model, or share of the votes, below which the label of an item is to be reviewed."""
_MOST_CONFUSED = 12
"""Classes up to which it is told which are taken for which: a table of more is a page that nobody reads."""
_ENDS = ("low", "high", "range_low", "range_high")
_CHANGING = 20
"""Items likeliest to change in the document of `measure`; that of `reproduce` has as many as were asked for."""
_MOST_PEOPLE_LISTED = 5_000
"""Most annotators who are listed one by one."""


@act(LabelReading)
def read(labels: Labels, settings: LabelReading) -> LabelMatrix:
    """Labels as every call of this package takes them, read once: what was guessed stands in its `notes`.

    `labels` is a path or several, a pandas, polars or pyarrow frame, a list of dicts, a dict of columns, a Hugging Face
    dataset. One row is one label (columns for the item, the annotator and the label), or one item (a column for each
    annotator, the item's name in a column or a named index); what columns are is found from their names and contents
    unless `item`, `annotator`, `label` or `layout` say it. A folder is read as the files in it. The other settings are
    those of `measure`.
    """
    return open_labels(labels, settings_for(settings))


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Measurement(Result):
    """The agreement of one table of labels, and what it means for them."""

    labels: LabelMatrix
    coefficients: Mapping[str, Estimate]
    level: float = 0.95
    summary: Summary | None
    """What another panel would change; None where it was not asked or cannot be said."""
    means: tuple[MeanChange, ...] = ()
    """What becomes of the means of labels that are quantities: this panel's size first, then a larger one."""
    dependence: VoteDependence | None = None
    """Why nothing is said about another panel: the number of votes of an item depends on the votes."""
    sentences: tuple[Message, ...]
    signature: str

    def __getitem__(self, name: str) -> Estimate:
        """A coefficient by its name, with `value`, `low` and `high`."""
        if name not in self.coefficients:
            raise UnknownNameError(text("agreement-kind-coefficient"), str(name), self.coefficients)
        return self.coefficients[name]

    def to_dict(self) -> dict[str, Any]:
        """The document that `measure --json` prints."""
        return _measurement_document(self)

    @property
    def scale(self) -> Scale:
        """The scale on which the labels were measured: the one stated, or `interval` where numbers are quantities."""
        return scale_of(self.labels)

    @property
    def lead(self) -> int:
        """How many of the sentences are the answer in short, cautions first."""
        return self.summary.lead if self.summary else 1 if self.dependence else 2 if self.means else 0

    @property
    def cautions(self) -> int:
        """How many of the sentences, the first ones, say why rates cannot be told, or brackets not be relied on."""
        return len(self.summary.cautions) if self.summary else 1 if self.dependence else 0

    @property
    def notes(self) -> tuple[str, ...]:
        """What was guessed or left out when the labels were read."""
        return notes_of(self.labels)

    @cached_property
    def deviations(self) -> tuple[MeanDeviation, ...]:
        """Each annotator against the others in the unit of the labels, where labels are quantities."""
        return mean_deviations(self.labels) if self.means and not self.labels.anonymous else ()

    @cached_property
    def people(self) -> tuple[AnnotatorAgreement, ...]:
        """Each annotator against the others, while they are known and not too many."""
        listed = not self.labels.anonymous and len(self.labels.annotators) <= _MOST_PEOPLE_LISTED
        return per_annotator(self.labels) if listed and not self.means else ()

    @cached_property
    def classes(self) -> tuple[ClassAgreement, ...]:
        return per_class(self.labels)

    @cached_property
    def map(self) -> AnnotatorMap | None:
        return annotator_map(self.labels)


def notes_of(labels: LabelMatrix | None) -> tuple[str, ...]:
    """What was guessed or left out when labels were read, for those who type Python."""
    return tuple(with_keywords(str(note)) for note in (labels.notes if labels else ()))


@act(MeasureSettings)
def measure(labels: Labels, settings: MeasureSettings) -> Measurement:
    """Coefficients with intervals, and how many labels another panel would change.

    `labels` is whatever `read` takes, with the same settings: `item` (one column, or several that name an item
    together), `annotator` and `label` name columns, `repetition` the one that numbers repetitions, `where` picks rows,
    `layout` says how the table lies; `scale` (`nominal`, `ordinal`, `interval`, `ratio`) and `classes` (in
    their order) say what labels are, `missing` and `present` which cells hold none, `merge` and `cut` make fewer
    classes, `repeats` says which label of one person for one item counts, `without` leaves annotators out.

    `coefficient` names the coefficients wanted (else all that fit the scale), or is a function of a `LabelMatrix` that
    returns a number, or None where it is not defined; several stand in a list. `distance` is how far apart two labels
    are for weighted coefficients: `linear`, `quadratic`, `radical`, `gwet-ordinal`, `jaccard`, `masi`, or a function
    of two labels (numbers where all labels are numbers, else texts) that returns 0 for the same and is symmetric.

    Intervals say what `other` items, annotators or `both` would give, at this `level`; their `method` is `analytic` or
    `bootstrap` with so many `times`. `panel` is how many people the other panel has (the usual number of labels of an
    item); `change=False` leaves that question out. `seed` makes what is drawn repeatable.

    >>> rows = [{"item": i, "annotator": who, "label": i % 3 == 0 or who == "eve" and i % 5 == 0}
    ...         for i in range(60) for who in ("ann", "bob", "eve")]
    >>> round(measure(rows, change=False)["krippendorff_alpha_nominal"].value, 3)
    0.812
    """
    seed, panel, change = settings.seed, settings.panel, settings.change
    whole_numbers(times=settings.times, panel=panel, seed=seed)
    matrix = read.with_settings(labels, settings)
    resampling = Resampling(
        unit=member_of(Resampled, settings.other, "other"),
        method=member_of(ResamplingMethod, settings.method, "method"),
        level=settings.level,
        times=settings.times,
    )
    distance, coefficient = settings.distance, settings.coefficient
    apart = distance if distance is None or callable(distance) else member_of(Distance, distance, "distance")
    single = isinstance(coefficient, str) or callable(coefficient)
    wanted: Any = (coefficient,) if single else coefficient or ()
    rng = np.random.default_rng(seed)
    found = estimate_all(matrix, rng, names=wanted, resampling=resampling, distance=apart)
    size = check_panel(panel) if panel else usual_size(matrix) if matrix.votes_per_item.max(initial=0) > 1 else 0
    quantities = are_quantities(matrix)
    possible = change and 0 < size <= MOST_PEOPLE
    panels = ReproductionSettings(size=size, seed=seed) if possible else None
    summary = summarise(matrix, panels) if panels and not quantities else None
    sentences = summary.sentences if summary else ()
    means: tuple[MeanChange, ...] = ()
    dependence = summary.reproduction.dependence if summary else None
    if panels and quantities:
        dependence = depends_on_votes(matrix, seed)
        means = mean_changes(matrix, (size, size + 2), level=resampling.level, seed=seed) if not dependence else ()
        sentences = quantity_sentences(matrix, means, icc_1(matrix).value)
        if dependence:
            sentences = (message("agreement-depends", why=dependence_reason(dependence)),)
    if not size:
        sentences = (message("agreement-one-label-each", items=len(matrix.items)),)
    if change and size > MOST_PEOPLE:
        sentences = (message("agreement-panel-too-large", size=size, most=MOST_PEOPLE),)
    signature = Signature.of(
        labels=matrix.fingerprint,
        scale=scale_of(matrix),
        classes=len(matrix.classes),
        distance=apart and distance_name(apart),
        other=resampling.unit,
        interval=resampling.method,
        level=resampling.level,
        times=resampling.times,
        panel=size if summary or means else None,
        seed=seed,
        method=MEASURE,
        version=__version__,
    )
    return Measurement(
        labels=matrix,
        coefficients=found,
        level=resampling.level,
        summary=summary,
        means=means,
        dependence=dependence,
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


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PanelChange(Result):
    """How many labels other people would change."""

    labels: LabelMatrix
    settings: ReproductionSettings
    summary: Summary
    study: PanelsDrawn | None
    listed: int = 10
    """Items likeliest to change that are listed."""
    signature: str

    @property
    def notes(self) -> tuple[str, ...]:
        """What was guessed or left out when the labels were read."""
        return notes_of(self.labels)

    def to_dict(self) -> dict[str, Any]:
        """The document that `reproduce --json` prints."""
        return _reproduction_document(self)

    @cached_property
    def measurement(self) -> Measurement:
        """The coefficients of the same labels, for a page."""
        return Measurement(
            labels=self.labels,
            coefficients=estimate_all(self.labels, np.random.default_rng(self.settings.seed)),
            summary=self.summary,
            dependence=self.summary.reproduction.dependence,
            sentences=self.summary.sentences,
            signature=self.signature,
        )


@act(ReproduceSettings)
def reproduce(labels: Labels, settings: ReproduceSettings) -> PanelChange:
    """How many labels panels of so many `annotators` would change, and how large a panel each `target` rate needs.

    `labels` is whatever `read` takes, with its settings; without `annotators` panels are as large as this one (the
    usual number of labels of an item). With `panels`, at most so many panels are also worked through one by one.
    `confidence` is that of the intervals, `items` how many of the likeliest to change are listed, and `seed` makes what
    is drawn repeatable.
    """
    seed, panels = settings.seed, settings.panels
    whole_numbers(annotators=settings.annotators, panels=panels, items=settings.items, seed=seed)
    wanted = TARGETS if settings.target is None else settings.target
    targets = (wanted,) if isinstance(wanted, float | int) else tuple(wanted)
    for rate in targets:
        check_rate(rate)
    matrix = read.with_settings(labels, settings)
    if are_quantities(matrix) and len(matrix.classes) > MANY:
        raise ContentError("agreement-no-majority-of-numbers", classes=len(matrix.classes))
    size = check_panel(settings.annotators or usual_size(matrix))
    how = ReproductionSettings(size=size, confidence=settings.confidence, seed=seed, targets=targets, every=True)
    summary = summarise(matrix, how)
    signature = Signature.of(
        labels=matrix.fingerprint,
        k=how.size,
        confidence=how.confidence,
        slack=how.slack,
        most=how.most,
        seed=how.seed,
        method=REPRODUCE,
        version=__version__,
    )
    study = None
    if panels and summary.reproduction.dependence is None:
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
    return PanelChange(
        labels=matrix, settings=how, summary=summary, study=study, listed=settings.items, signature=str(signature)
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ConsensusLabels(Result):
    """One label per item from many."""

    labels: LabelMatrix
    majority: Consensus
    """By majority; ties stay ties."""
    model: DawidSkene | None
    """By the model of Dawid & Skene; None where votes have no names."""
    signature: str

    @property
    def notes(self) -> tuple[str, ...]:
        """What was guessed or left out when the labels were read."""
        return notes_of(self.labels)

    @property
    def chosen(self) -> tuple[str | None, ...]:
        """The label of each item: the model's, or where there is none the majority's; None where it is tied."""
        return (self.model.consensus if self.model else self.majority).labels()

    def to_dict(self) -> dict[str, Any]:
        """The document that `consensus --json` prints."""
        model, majority_labels = self.model.consensus if self.model else None, self.majority.labels()
        nothing = [None] * len(self.labels.items)
        weights = model.posterior.tolist() if model else nothing
        best = model.posterior.max(axis=1).tolist() if model else nothing
        rows = zip(
            self.labels.items,
            majority_labels,
            model.labels() if model else nothing,
            best,
            weights,
            self.review,
            strict=True,
        )
        keys = ("item", "majority", "dawid_skene", "weight", "weights", "review")
        return {
            "items": [dict(zip(keys, row, strict=True)) for row in rows],
            "classes": list(self.labels.classes),
            "undecided": majority_labels.count(None),
            "review": sum(self.review),
            "converged": self.model.converged if self.model else None,
            "calibrated": False,
            "notes": list(map(str, self.labels.notes)),
            "signature": self.signature,
        }

    def write(self, path: Path | str) -> None:
        """Write the labels as a table: item, label, by whom, with which weight in the model, and whether to look at it.

        A weight is no probability, as the column `calibrated` says, too.
        """
        posterior = (self.model.consensus if self.model else self.majority).posterior
        classes = tuple(f"weight({name})" for name in self.labels.classes)
        rows = [
            (
                item,
                label or "",
                most or "",
                (label or "") if self.model else "",
                f"{shares.max():.4f}",
                int(flag),
                *(f"{each:.4f}" for each in shares.tolist()),
                "no",
            )
            for item, label, most, flag, shares in zip(
                self.labels.items, self.chosen, self.majority.labels(), self.review, posterior, strict=True
            )
        ]
        heads = ("item", "label", "majority", "dawid_skene", "weight", "review", *classes, "calibrated")
        write_text(Path(path), safe_table(heads, rows))

    @property
    def review(self) -> tuple[bool, ...]:
        """Items that somebody should look at: no majority, another label by the model, or one it is not sure of."""
        elected = self.majority.labels()
        if self.model is None:
            counts = self.labels.counts
            sure = counts.max(axis=1) >= _SURE * np.maximum(counts.sum(axis=1), 1)
            return tuple(label is None or not each for label, each in zip(elected, sure.tolist(), strict=True))
        found, best = self.model.consensus.labels(), self.model.consensus.posterior.max(axis=1).tolist()
        return tuple(
            label is None or label != other or each < _SURE
            for label, other, each in zip(elected, found, best, strict=True)
        )


@act(ConsensusSettings)
def consensus(labels: Labels, settings: ConsensusSettings) -> ConsensusLabels:
    """The label of each item by majority, and by the model of Dawid & Skene (1979) with its weight in that model.

    A weight is no probability: the model is far too sure of itself, and nothing has calibrated it.

    `labels` is whatever `read` takes, with its settings. With `output` the labels are also written as a table (CSV).
    """
    matrix = read.with_settings(labels, settings)
    if are_quantities(matrix) and len(matrix.classes) > MANY:
        raise ContentError("agreement-no-majority-of-numbers", classes=len(matrix.classes))
    model = None if matrix.anonymous else dawid_skene(matrix)
    signature = Signature.of(
        labels=matrix.fingerprint, model=model and "dawid-skene", method=CONSENSUS, version=__version__
    )
    found = ConsensusLabels(labels=matrix, majority=majority(matrix), model=model, signature=str(signature))
    if settings.output is not None:
        found.write(settings.output)
    return found


# ------------------------------------------------------------------------------------ documents, which `--json` prints


def _measurement_document(found: Measurement) -> dict[str, Any]:
    """What `agreement measure --json` prints."""
    labels, summary = found.labels, found.summary
    # Readers rely on this key beside that of classes; without a stated order it has no value.
    why = message("agreement-reason-no-order-stated")
    ordinal = pooled.Coefficient(name="krippendorff_alpha_ordinal", value=None, reason=why)
    unstated = labels.scale is Scale.NOMINAL and "krippendorff_alpha_nominal" in found.coefficients
    unordered = {ordinal.name: Estimate(coefficient=ordinal)} if unstated else {}
    apart, classes = summary.apart if summary else (), () if found.means else found.classes
    document: dict[str, Any] = {
        "annotators": None if labels.anonymous else len(labels.annotators),
        "items": len(labels.items),
        "classes": len(labels.classes),
        "labels": labels.size,
        "coefficients": {name: _estimate_document(each) for name, each in {**unordered, **found.coefficients}.items()},
        "class_names": list(labels.classes),
        "scale": found.scale,
        **taken(labels, "anonymous complete fingerprint"),
        "prevalence_index": detail.prevalence_index(labels).value,
        "bias_index": detail.bias_index(labels).value,
        "per_class": [taken(each, "name share specific", kappa="coefficient.value") for each in classes],
        "per_annotator": [fields_of(each, "name", "labels", "observed", "kappa", "bias") for each in found.people],
        "apart": [fields_of(each, "annotator", "agreement", "expected", "p") for each in apart],
        "leading": next(iter(found.coefficients), None),
        "confusion": confusion(labels).tolist() if not found.means and len(labels.classes) <= _MOST_CONFUSED else None,
        "labels_each": few_labels_each(labels),
        "change": None,
        "headline": fields_of(summary.leading_rate) if summary and summary.leading_rate else None,
        "votes_depend": plain(found.dependence),
        "cautions": list(map(str, found.sentences[: found.cautions])),
        "means": plain(found.means),
        "notes": list(map(str, labels.notes)),
        "sentences": list(map(str, found.sentences)),
        "signature": found.signature,
    }
    if summary:
        changes = summary.reproduction
        document["change"] = {
            "panel": changes.size,
            **fields_of(changes.fresh, "rate", *_ENDS),
            "method": in_english(changes.fresh.method),
            "ceiling": changes.ceiling,
            "curve": {str(point.size): point.fresh for point in changes.curve},
            "curve_ends": {str(point.size): fields_of(point, *_ENDS) for point in changes.curve},
            "medians": plain(summary.medians),
            "uneven": plain(summary.uneven),
            "items": [fields_of(each, "item", "label", "change") for each in changes.items[:_CHANGING]],
            "warnings": list(map(str, summary.warnings)),
        }
    return dict(finite(document))


def _estimate_document(each: Estimate) -> dict[str, Any]:
    """A coefficient with its interval, or why it has no value."""
    reason = each.coefficient.reason or each.reason
    return {
        "value": each.coefficient.value,
        **ends_of(each.interval),
        **fields_of(each.coefficient, "observed", "expected", "items"),
        "error": each.error,
        "other": each.unit,
        "method": each.interval.method if each.interval else None,
        "reason": str(reason) if reason else None,
    }


def _reproduction_document(found: PanelChange) -> dict[str, Any]:
    """The fixed keys of `reproduce --json`, and more; `left_out` counts items, `left_out_why` says which and why."""
    record, summary = found.summary.reproduction, found.summary
    kappa = fields_of(record.kappa, "mean", "sd", "method", "error") if record.kappa else {}
    rates = {"own_majority": record.own_majority, "ideal": record.ideal, "fresh": record.fresh}
    document = {
        "panel": record.size,
        "annotators": None if found.labels.anonymous else record.annotators,
        "labels_per_item": list(record.labels_per_item),
        **{f"kappa_{name}": kappa.get(name) for name in ("mean", "sd", "method", "error")},
        **{name: fields_of(rate) | {"notes": list(map(str, rate.notes))} for name, rate in rates.items()},
        "quick": record.quick,
        "ceiling": record.ceiling,
        "at_random": fields_of(record.at_random),
        "left_out": max((each.items for each in record.left_out), default=0),
        "left_out_why": [taken(each, "target items") | {"reason": str(each.reason)} for each in record.left_out],
        "curve": [fields_of(each) for each in record.curve],
        "smallest": [{"target": target, "annotators": size} for target, size in record.smallest],
        "items": [fields_of(each) for each in record.items[: found.listed]],
        "apart": [fields_of(each) for each in summary.apart],
        "split": plain(summary.split) if summary.split else None,
        "headline": fields_of(summary.leading_rate) if summary.leading_rate else None,
        "medians": plain(summary.medians),
        "uneven": plain(summary.uneven),
        "votes_depend": plain(record.dependence),
        "cautions": list(map(str, summary.cautions)),
        "warnings": list(map(str, summary.warnings)),
        "sentences": list(map(str, summary.sentences)),
        "study": fields_of(found.study) if found.study else None,
        "notes": list(map(str, found.labels.notes)),
        "signature": found.signature,
    }
    return dict(finite(document))
