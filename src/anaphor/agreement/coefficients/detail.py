"""Agreement class by class and annotator by annotator; prevalence and bias."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.kappa import davies_fleiss_kappa, distributions, pair_tables
from anaphor.agreement.coefficients.pooled import (
    NO_CHANCE,
    NO_LABEL,
    NO_NAMES,
    Coefficient,
    alpha_nominal,
    emptiness,
    fleiss_kappa,
    undefined,
)
from anaphor.answers import LabelMatrix
from anaphor.text import message


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassAgreement:
    """Agreement on one class."""

    name: str
    share: float
    specific: float | None
    """If one annotator chose the class, the chance that another did (Cicchetti & Feinstein 1990); None if unused."""
    coefficient: Coefficient
    """Fleiss κ of the class against all others."""


def per_class(matrix: LabelMatrix) -> tuple[ClassAgreement, ...]:
    """Agreement on each class (Fleiss 1971): the class against the rest, and the proportion of specific agreement.

    P_c = Σ_j n_jc (n_jc − 1) / Σ_j n_jc (n_j − 1).
    """
    counts, votes = matrix.counts, matrix.votes_per_item
    both = (counts * (counts - 1)).sum(0)
    chances = (counts * (votes - 1)[:, None]).sum(0)
    found = []
    for number, name in enumerate(matrix.classes):
        label = (matrix.label != number).astype(np.int32)
        label.flags.writeable = False
        against_rest = replace(matrix, label=label, classes=(name, "other"), values=None)
        found.append(
            ClassAgreement(
                name=name,
                share=float(counts[:, number].sum()) / max(matrix.size, 1),
                specific=float(both[number] / chances[number]) if chances[number] else None,
                coefficient=fleiss_kappa(against_rest),
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorAgreement:
    """One annotator against all others."""

    name: str
    labels: int
    observed: float | None
    """The chance that he and another annotator of an item agree; None when he shares no item."""
    kappa: float | None
    """The same, corrected for chance as Davies & Fleiss do; None when it is not defined."""
    bias: float | None
    """Distance of his distribution of classes to that of all labels, from 0 to 1 (total variation)."""


def per_annotator(matrix: LabelMatrix) -> tuple[AnnotatorAgreement, ...]:
    """Each annotator against the others; who stands apart by more than chance is told by `structure`."""
    together, differ, expected = pair_tables(matrix)
    shared = together.sum(1)
    met = shared > 0
    apart = np.divide(differ.sum(1), shared, out=np.full_like(shared, np.nan), where=met)
    chance = np.divide((together * expected).sum(1), shared, out=np.zeros_like(shared), where=met)
    everyone = matrix.counts.sum(0) / max(matrix.size, 1)
    bias = np.abs(distributions(matrix) - everyone).sum(1) / 2
    return tuple(
        AnnotatorAgreement(
            name=name,
            labels=int(matrix.labels_per_annotator[who]),
            observed=float(1 - apart[who]) if met[who] else None,
            kappa=float(1 - apart[who] / chance[who]) if chance[who] > NO_CHANCE else None,
            bias=float(bias[who]) if matrix.labels_per_annotator[who] else None,
        )
        for who, name in enumerate(matrix.annotators)
    )


FEW_LABELS = 30
"""Labels of an annotator below which his own distribution of classes makes Davies & Fleiss's κ too low."""


_LOWER = 0.01
"""By how much Davies & Fleiss's κ is then below α."""


def few_labels_each(matrix: LabelMatrix) -> int | None:
    """The median number of labels of those who share items, where it is so small that own distributions mislead.

    Two who label the same few items have like distributions for that reason alone, so that chance seems to explain
    more than it does: with a true κ of .30 and batches of 2, 4, 8, 16 and 30 items, Davies & Fleiss's κ is .18, .26,
    .28, .285 and .29 in the mean, and α .30 throughout. Where people meet at random it stays near α.
    """
    if matrix.anonymous or matrix.complete:
        return None
    given = matrix.labels_per_annotator[matrix.labels_per_annotator > 0]
    # By label, since those with many labels weigh more.
    middle = int(np.median(np.repeat(given, given))) if given.size else FEW_LABELS
    if middle >= FEW_LABELS:
        return None
    own, common = davies_fleiss_kappa(matrix).value, alpha_nominal(matrix).value
    return middle if own is not None and common is not None and own < common - _LOWER else None


def confusion(matrix: LabelMatrix) -> NDArray[np.float64]:
    """How often two labels of an item are of two classes, classes × classes.

    For two annotators items, the first in rows and the second in columns; otherwise pairs of labels, each item weighing
    as many labels as it has (Krippendorff's coincidences).
    """
    size = len(matrix.classes)
    if len(matrix.annotators) == 2 and not matrix.anonymous:
        table = matrix.table[(matrix.table >= 0).all(axis=1)]
        flat = np.bincount(table[:, 0].astype(np.int64) * size + table[:, 1], minlength=size * size)
        return np.asarray(flat.reshape(size, size), np.float64)
    many = matrix.votes_per_item > 1
    votes, weight = matrix.counts[many].astype(np.float64), 1 / (matrix.votes_per_item[many] - 1.0)
    together = (votes * weight[:, None]).T @ votes
    together[np.diag_indices_from(together)] -= weight @ votes
    return np.asarray(together)


def prevalence_index(matrix: LabelMatrix) -> Coefficient:
    """How unequal the classes are, from 0 to 1: (C · max p_c − 1)/(C − 1).

    For two annotators and two classes this is |a − d|/n of Byrt et al. (1993).
    """
    size = len(matrix.classes)
    if matrix.size == 0 or size < 2:
        reason = message("agreement-reason-only-class") if matrix.size else NO_LABEL
        return undefined("prevalence_index", reason)
    most = float(matrix.counts.sum(0).max()) / matrix.size
    return Coefficient(name="prevalence_index", value=(size * most - 1) / (size - 1), labels=matrix.size)


def bias_index(matrix: LabelMatrix) -> Coefficient:
    """How differently two annotators use the classes, from 0 to 1: ½ Σ_c |p_mc − p_nc|, mean over pairs.

    For two annotators and two classes this is |b − c|/n of Byrt et al. (1993).
    """
    problem = emptiness(matrix) or (NO_NAMES if matrix.anonymous else None)
    if problem:
        return undefined("bias_index", problem)
    share = distributions(matrix)[matrix.labels_per_annotator > 0]
    people = share.shape[0]
    # Σ over pairs of |x − y| from sorted values: no table of pairs.
    ranked = np.sort(share, axis=0)
    signs = 2 * np.arange(people) - people + 1
    total = float((signs @ ranked).sum())
    return Coefficient(name="bias_index", value=total / (people * (people - 1)), labels=matrix.size)
