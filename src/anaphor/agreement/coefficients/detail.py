"""Agreement class by class, item by item, annotator by annotator, pair by pair; prevalence and bias."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients.coefficient import (
    NO_NAMES,
    ONE_CLASS,
    Coefficient,
    Measure,
    emptiness,
    undefined,
)
from anaphor.agreement.coefficients.pairs import PairTables, distributions, pair_tables
from anaphor.agreement.coefficients.pooled_kinds import fleiss_kappa
from anaphor.agreement.labels.matrix import LabelMatrix

Float = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassAgreement:
    """Agreement on one class."""

    name: str
    """The class."""
    share: float
    """Its share of all labels."""
    specific: float | None
    """If one annotator chose the class, the chance that another did (Cicchetti & Feinstein 1990); None if unused."""
    coefficient: Coefficient
    """The class against all others, by the coefficient asked for."""


def per_class(matrix: LabelMatrix, measure: Measure = fleiss_kappa) -> tuple[ClassAgreement, ...]:
    """Agreement on each class (Fleiss 1971): the class against the rest, and the proportion of specific agreement.

    P_c = Σ_j n_jc (n_jc − 1) / Σ_j n_jc (n_j − 1).
    """
    counts, votes = matrix.counts, matrix.votes_per_item
    both = (counts * (counts - 1)).sum(0)
    chances = (counts * (votes - 1)[:, None]).sum(0)
    total = max(matrix.size, 1)
    return tuple(
        ClassAgreement(
            name=name,
            share=float(counts[:, number].sum()) / total,
            specific=float(both[number] / chances[number]) if chances[number] else None,
            coefficient=measure(against_rest(matrix, number)),
        )
        for number, name in enumerate(matrix.classes)
    )


def against_rest(matrix: LabelMatrix, number: int) -> LabelMatrix:
    """The matrix with two classes: the one of that number, and all others together."""
    label = (matrix.label != number).astype(np.int32)
    label.flags.writeable = False
    return replace(matrix, label=label, classes=(matrix.classes[number], "other"), values=None)


def per_item(matrix: LabelMatrix, distance: Float | None = None) -> Float:
    """The agreement of each item's annotators, one number per item; nan for an item with fewer than two labels."""
    votes = matrix.votes_per_item.astype(np.float64)
    pairs = votes * (votes - 1)
    counts = matrix.counts.astype(np.float64)
    if distance is None:
        apart = votes * votes - np.einsum("jc,jc->j", counts, counts)
    else:
        apart = np.einsum("jc,jc->j", counts @ distance, counts)
    return np.asarray(1 - np.divide(apart, pairs, out=np.full_like(pairs, np.nan), where=pairs > 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorAgreement:
    """One annotator against all others."""

    name: str
    """The annotator."""
    labels: int
    """How many labels he gave."""
    shared: int
    """How many of his items somebody else labelled too, counted once per other annotator."""
    observed: float | None
    """The chance that he and another annotator of an item agree; None when he shares no item."""
    kappa: float | None
    """The same, corrected for chance as Davies & Fleiss do; None when it is not defined."""
    bias: float | None
    """Distance of his distribution of classes to that of all labels, from 0 to 1 (total variation)."""


def per_annotator(matrix: LabelMatrix, distance: Float | None = None) -> tuple[AnnotatorAgreement, ...]:
    """Each annotator against the others; who stands apart by more than chance is told by `structure`."""
    tables = pair_tables(matrix, distance)
    shared = tables.shared.sum(1)
    met = shared > 0
    apart = np.divide(tables.apart.sum(1), shared, out=np.full_like(shared, np.nan), where=met)
    chance = np.divide((tables.shared * tables.chance).sum(1), shared, out=np.zeros_like(shared), where=met)
    share = distributions(matrix)
    everyone = matrix.counts.sum(0) / max(matrix.size, 1)
    bias = np.abs(share - everyone).sum(1) / 2
    return tuple(
        AnnotatorAgreement(
            name=name,
            labels=int(matrix.labels_per_annotator[who]),
            shared=int(shared[who]),
            observed=float(1 - apart[who]) if met[who] else None,
            kappa=float(1 - apart[who] / chance[who]) if chance[who] > 1e-15 else None,
            bias=float(bias[who]) if matrix.labels_per_annotator[who] else None,
        )
        for who, name in enumerate(matrix.annotators)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupAgreement:
    """Agreement between two groups of annotators, beside the agreement within each."""

    between: Coefficient
    """Pairs with one annotator from each group."""
    first: Coefficient
    """Pairs within the first group."""
    second: Coefficient
    """Pairs within the second group."""
    normalised: float | None
    """`between` over the root of the product of the other two (Wong et al. 2021, normalised xRR); None if undefined."""


def between_groups(
    matrix: LabelMatrix, first: Iterable[str], second: Iterable[str], distance: Float | None = None
) -> GroupAgreement:
    """Agreement between two panels, or people and a model: Davies & Fleiss's κ over the pairs that cross.

    >>> from anaphor.agreement.labels.matrix import from_triples
    >>> matrix = from_triples("112233", "ababab", "xxyyxy")
    >>> between_groups(matrix, ["a"], ["b"]).first.reason
    'the group has one annotator'
    """
    one, two = list(dict.fromkeys(first)), list(dict.fromkeys(second))
    part = matrix.restrict(annotators=[*one, *(name for name in two if name not in one)])
    if part.size == 0:
        nothing = undefined("between_groups", "the groups gave no label")
        return GroupAgreement(between=nothing, first=nothing, second=nothing, normalised=None)
    tables = pair_tables(part, distance)
    in_one = np.array([name in set(one) for name in part.annotators], np.float64)
    in_two = np.array([name in set(two) for name in part.annotators], np.float64)
    crossing = np.outer(in_one, in_two) + np.outer(in_two, in_one)
    between = _of_pairs("between_groups", tables, crossing, "the groups share no item")
    inside = [_of_pairs("within_group", tables, np.outer(group, group), _lonely(group)) for group in (in_one, in_two)]
    return GroupAgreement(between=between, first=inside[0], second=inside[1], normalised=_normalised(between, *inside))


def _lonely(group: Float) -> str:
    return "the group has one annotator" if group.sum() == 1 else "no two annotators of the group share an item"


def _of_pairs(name: str, tables: PairTables, chosen: Float, none: str) -> Coefficient:
    observed, expected = tables.kappa(chosen)
    if np.isnan(observed):
        return undefined(name, none)
    value = 1 - observed / expected if expected > 1e-15 else None
    return Coefficient(
        name=name,
        value=value,
        reason=ONE_CLASS if value is None else None,
        observed=1 - observed,
        expected=1 - expected,
        labels=int((tables.shared * chosen).sum()),
    )


def _normalised(between: Coefficient, first: Coefficient, second: Coefficient) -> float | None:
    inside = [each.value for each in (first, second)]
    if between.value is None or any(value is None or value <= 0 for value in inside):
        return None
    return between.value / float(np.sqrt(np.prod([value for value in inside if value is not None])))


def prevalence_index(matrix: LabelMatrix) -> Coefficient:
    """How unequal the classes are, from 0 to 1: (C · max p_c − 1)/(C − 1).

    For two annotators and two classes this is |a − d|/n of Byrt et al. (1993).
    """
    empty = "there is no label" if matrix.size == 0 else "there is one class only" if len(matrix.classes) < 2 else None
    if empty:
        return undefined("prevalence_index", empty)
    size = len(matrix.classes)
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
