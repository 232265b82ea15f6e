"""One label per item from many: majority with ties kept as ties, and the model of Dawid & Skene (1979)."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from anaphor.answers import LabelMatrix
from anaphor.errors import InputError

Float = NDArray[np.float64]
Bool = NDArray[np.bool_]

_SMALLEST = 1e-300
"""Stands for a probability of zero where its logarithm is taken."""
_STEPS, _TOLERANCE = 1000, 1e-10
"""Most steps of expectation and maximisation; they stop when one improves the log-likelihood per label by less."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Consensus:
    """What the annotators together say about each item: a distribution, never a label picked at random."""

    classes: tuple[str, ...]
    posterior: Float
    """Weight of each class for each item, items × classes, with a sum of 1; zeros for an item without labels. Of Dawid
    & Skene's model it is the posterior at the likeliest confusion matrices, which is far too sure: no probability."""

    @property
    def tied(self) -> Bool:
        """Items whose largest weight is shared by several classes."""
        best = self.posterior.max(axis=1, keepdims=True)
        return np.asarray((np.isclose(self.posterior, best, rtol=1e-9, atol=0.0).sum(axis=1) > 1) & (best[:, 0] > 0))

    @property
    def unlabelled(self) -> Bool:
        return np.asarray(self.posterior.sum(axis=1) == 0)

    def labels(self) -> tuple[str | None, ...]:
        """The class of each item; None where it is tied or nothing is known."""
        open_items = self.tied | self.unlabelled
        best = self.posterior.argmax(axis=1)
        return tuple(
            None if undecided else self.classes[number]
            for number, undecided in zip(best.tolist(), open_items.tolist(), strict=True)
        )


def majority(matrix: LabelMatrix) -> Consensus:
    """The most frequent class of each item; classes that tie share the weight equally.

    >>> from anaphor.answers import from_triples
    >>> majority(from_triples("1122", "abab", "xyxx")).posterior.tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    counts = matrix.counts
    winners = ((counts == counts.max(axis=1, keepdims=True, initial=0)) & (counts > 0)).astype(np.float64)
    share = winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)
    return Consensus(classes=matrix.classes, posterior=share)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DawidSkene:
    """Maximum-likelihood estimates of Dawid & Skene's model."""

    consensus: Consensus
    """Weight of each class for each item, given all labels; not calibrated."""
    prior: Float
    """How frequent each class is."""
    confusion: Float
    """Probability that an annotator gives a label when another one is true, annotators × true × given."""
    log_likelihood: float
    """Of the labels, at the end."""
    iterations: int
    converged: bool
    """False when the steps ran out first."""


def dawid_skene(matrix: LabelMatrix, *, steps: int = _STEPS) -> DawidSkene:
    """Dawid & Skene's model fitted by expectation and maximisation, starting from the vote shares."""
    matrix.need_annotators("model")
    if matrix.size == 0:
        raise InputError("agreement-no-label-to-fit")
    sizes = (len(matrix.items), len(matrix.annotators), len(matrix.classes))
    fit = fit_dawid_skene(matrix.item, matrix.annotator, matrix.label, sizes, steps=steps)
    return replace(fit, consensus=replace(fit.consensus, classes=matrix.classes))


def fit_dawid_skene(
    item: NDArray[np.int32],
    annotator: NDArray[np.int32],
    label: NDArray[np.int32],
    sizes: tuple[int, int, int],
    *,
    steps: int = _STEPS,
) -> DawidSkene:
    """The fit from bare arrays; an annotator may label an item several times, as in the paper's own data."""
    items, people, classes = sizes
    cell = annotator.astype(np.int64) * classes + label
    given = csr_array((np.ones(item.size), (cell, item)), shape=(people * classes, items))
    received = given.T.tocsr()
    votes: Float = np.bincount(item, minlength=items).astype(np.float64)
    labelled = votes > 0
    posterior = np.zeros((items, classes))
    np.add.at(posterior, (item, label), 1.0)
    posterior /= np.maximum(votes, 1)[:, None]
    last, step, converged = -np.inf, 0, False
    prior, table = np.zeros(classes), np.zeros((people * classes, classes))
    while step < steps and not converged:
        step += 1
        prior = posterior.sum(0) / labelled.sum()
        # P(given | true) from expected counts; uniform for a class that an annotator never met.
        counts = np.asarray(given @ posterior).reshape(people, classes, classes)
        total = counts.sum(axis=1, keepdims=True)
        share = np.divide(counts, total, out=np.full_like(counts, 1 / classes), where=total > 0)
        table = share.reshape(people * classes, classes)
        joint = np.asarray(received @ np.log(np.maximum(table, _SMALLEST))) + np.log(np.maximum(prior, _SMALLEST))
        peak = joint.max(axis=1, keepdims=True)
        weight = np.exp(joint - peak)
        total = weight.sum(axis=1, keepdims=True)
        posterior = weight / total * labelled[:, None]
        now = float((np.log(total) + peak)[labelled].sum())
        converged = abs(now - last) <= _TOLERANCE * item.size
        last = now
    names = tuple(str(number) for number in range(classes))
    return DawidSkene(
        consensus=Consensus(classes=names, posterior=posterior),
        prior=prior,
        confusion=table.reshape(people, classes, classes).transpose(0, 2, 1),
        log_likelihood=last,
        iterations=step,
        converged=converged,
    )
