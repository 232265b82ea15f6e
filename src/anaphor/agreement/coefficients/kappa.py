"""Coefficients in which each annotator has a distribution of his own, or there are two: Cohen, Scott, Davies & Fleiss.

With missing labels, the observed agreement is taken over the pairs of annotators who share an item, and each one's
distribution over all his labels. Taking it over the shared items only is badly biased where they are few.
"""

from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.coefficients import distances
from anaphor.agreement.coefficients.coefficient import (
    NO_NAMES,
    NO_PAIR,
    TWO_ONLY,
    Coefficient,
    corrected,
    emptiness,
    undefined,
)
from anaphor.agreement.coefficients.pairs import distributions, pair_tables
from anaphor.agreement.coefficients.pooled_kinds import observed_agreement
from anaphor.agreement.labels.matrix import LabelMatrix

Float = NDArray[np.float64]


class Marginals(StrEnum):
    """Over which labels an annotator's distribution is taken."""

    OWN = "own"
    """Over all labels that he gave."""
    SHARED = "shared"
    """Over the items that both labelled (pairwise deletion, as scikit-learn's users do)."""


class Weighing(StrEnum):
    """What weighs the same in Davies & Fleiss's κ of a table with holes."""

    LABELS = "labels"
    """Two labels of one item: a pair of annotators weighs by the items that it shares."""
    PANEL = "panel"
    """Items in the observed agreement and annotators in the expected one (Gwet 2014, irrCAC's `conger`)."""


def davies_fleiss_kappa(
    matrix: LabelMatrix, distance: Float | None = None, *, weighing: Weighing = Weighing.LABELS
) -> Coefficient:
    """κ of Davies & Fleiss (1982), formula 3 of Bregeon et al. (2019); also known as Conger's (1980).

    A_o is the mean over pairs of annotators, A_e the mean over pairs of Σ_c p_mc p_nc. With holes, a pair weighs by
    the items that it shares. With a distance it is the weighted form, δ in the place of [c ≠ d] in both means.
    """
    name = "davies_fleiss_kappa" if distance is None else "davies_fleiss_kappa_weighted"
    empty = emptiness(matrix) or (NO_NAMES if matrix.anonymous else None)
    if empty:
        return undefined(name, empty)
    table = None if distance is None else distances.checked(distance, len(matrix.classes))
    if weighing is Weighing.PANEL:
        apart = 1 - (observed_agreement(matrix, table).value or 0.0)
        return corrected(name, apart, _complete_chance(matrix, table), matrix)
    apart, pairs = _observed(matrix.counts, table)
    expected = _complete_chance(matrix, table) if matrix.complete else _sparse_chance(matrix, table, pairs)
    return corrected(name, apart / pairs, expected, matrix)


def conger_kappa(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """Conger's κ (1980) as Gwet (2014) computes it with holes: items and annotators weigh the same.

    Equal to Davies & Fleiss's on complete tables. With holes at random it is the less certain of the two; where
    harder items were given more annotators it is the less biased one.
    """
    return replace(davies_fleiss_kappa(matrix, distance, weighing=Weighing.PANEL), name="conger_kappa")


def _observed(counts: NDArray[np.int64], distance: Float | None) -> tuple[float, float]:
    """Disagreement summed over ordered pairs that share an item, and their number."""
    votes = counts @ np.ones(counts.shape[1], np.int64)
    pairs = float((votes * (votes - 1)).sum())
    if distance is None:
        return float((votes * votes).sum() - np.einsum("jc,jc->", counts, counts)), pairs
    return float(np.einsum("jc,jc->", counts @ distance, counts)), pairs


def _complete_chance(matrix: LabelMatrix, distance: Float | None) -> float:
    """Mean over pairs without a loop over pairs: (Σ_m p_m)² less what each contributes with himself."""
    share = distributions(matrix)
    people = int((matrix.labels_per_annotator > 0).sum())
    total = share.sum(0)
    table = distances.nominal(len(matrix.classes)) if distance is None else distance
    crossed = float(total @ table @ total) - float(np.einsum("mc,mc->", share @ table, share))
    return crossed / (people * (people - 1))


def _sparse_chance(matrix: LabelMatrix, distance: Float | None, pairs: float) -> float:
    """Mean over pairs by shared items, item by item: no table of pairs, so memory grows with the labels only."""
    from scipy.sparse import csr_array

    ends = np.concatenate(([0], np.cumsum(matrix.votes_per_item)))
    who = csr_array((np.ones(matrix.size), matrix.annotator, ends), shape=(len(matrix.items), len(matrix.annotators)))
    share = distributions(matrix)
    table = distances.nominal(len(matrix.classes)) if distance is None else distance
    summed = np.asarray(who @ share)
    alone = np.einsum("mc,mc->m", share @ table, share) @ matrix.labels_per_annotator
    return (float(np.einsum("jc,jc->", summed @ table, summed)) - float(alone)) / pairs


def cohen_kappa(
    matrix: LabelMatrix, distance: Float | None = None, *, marginals: Marginals = Marginals.OWN
) -> Coefficient:
    """κ of Cohen (1960) for two annotators; with a distance the weighted κ of Cohen (1968)."""
    name = "cohen_kappa" if distance is None else "cohen_kappa_weighted"
    problem = _not_two(matrix)
    if problem:
        return undefined(name, problem)
    if marginals is Marginals.SHARED:
        matrix = matrix.take(items=np.flatnonzero(matrix.votes_per_item == 2))
    return replace(davies_fleiss_kappa(matrix, distance), name=name)


def scott_pi(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """π of Scott (1955) for two annotators: A_e = Σ_c p_c², p over all labels of both. For more, see Fleiss."""
    problem = _not_two(matrix)
    if problem:
        return undefined("scott_pi", problem)
    table = distances.nominal(len(matrix.classes)) if distance is None else distance
    checked = distances.checked(table, len(matrix.classes))
    apart, pairs = _observed(matrix.counts, checked)
    share = matrix.counts.sum(0) / matrix.size
    return corrected("scott_pi", apart / pairs, float(share @ checked @ share), matrix)


def light_kappa(matrix: LabelMatrix, distance: Float | None = None) -> Coefficient:
    """Mean of Cohen's κ over the pairs that share items (Light 1971), each pair weighing the same.

    Pairs whose κ is not defined are left out. The mean of ratios is unstable where pairs share few items: see
    `davies_fleiss_kappa` for the ratio of means.
    """
    empty = emptiness(matrix) or (NO_NAMES if matrix.anonymous else None)
    if empty:
        return undefined("light_kappa", empty)
    tables = pair_tables(matrix, distance)
    usable = (tables.shared > 0) & (tables.chance > 1e-15)
    if not usable.any():
        return undefined("light_kappa", "no pair of annotators has a defined κ of its own")
    apart = tables.apart[usable] / tables.shared[usable]
    value = float((1 - apart / tables.chance[usable]).mean())
    many = matrix.votes_per_item > 1
    return Coefficient(
        name="light_kappa",
        value=value,
        observed=1 - float(apart.mean()),
        expected=1 - float(tables.chance[usable].mean()),
        items=int(many.sum()),
        labels=int(matrix.votes_per_item[many].sum()),
    )


def _not_two(matrix: LabelMatrix) -> str | None:
    if matrix.anonymous:
        return NO_NAMES
    if len(matrix.annotators) != 2:
        return f"{TWO_ONLY}, and there are {len(matrix.annotators)}"
    return emptiness(matrix) or (None if (matrix.votes_per_item == 2).any() else NO_PAIR)
