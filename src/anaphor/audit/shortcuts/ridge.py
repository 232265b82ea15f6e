"""Linear models whose answers are linear in the keys, so that they can be learnt anew for thousands of swapped keys.

An item with m candidates is m − 1 contrasts (Helmert's) of its candidates' features; what is learnt by ridge regression
are the same contrasts of the key. With the penalty that `PENALTY` names this is the first Newton step, from nothing, of
conditional logistic regression with a penalty of |w|²/2; the Cholesky factor of the items learnt from is shared by all
keys.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack

from anaphor.audit.association.scores import TIE, Float, Int

PENALTY = 2.0
"""Of bags of words: at no weights the likelihood of two candidates curves by ½ in each contrast."""
_CELLS = 4_000_000
"""Scores that are held at once."""


class Products(NamedTuple):
    """The products of contrasts: of those learnt from with each other, and with those that are asked."""

    learnt: Float
    """It is written over."""
    asked: Float
    """Learnt from × asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrasts:
    """The contrasts between the candidates of items, one less than there are candidates, item after item."""

    item: Int
    """Which item each belongs to."""
    contrast: Int
    """Which of its item's contrasts it is."""
    sizes: Int
    """Candidates of each item."""
    weights: Float
    """By number of candidates: contrasts × candidates, how much of each candidate is in each contrast."""

    @classmethod
    def of(cls, sizes: Int) -> "Contrasts":
        """Those of items with so many candidates."""
        most = int(sizes.max())
        weights = np.zeros((most + 1, most - 1, most))
        for size in range(2, most + 1):
            for row in range(1, size):  # Helmert's: the candidates before it, all alike, against the next
                scale = 1 / np.sqrt(row * (row + 1))
                weights[size, row - 1, :row] = scale
                weights[size, row - 1, row] = -row * scale
        item = np.repeat(np.arange(sizes.size), sizes - 1)
        contrast = np.arange(item.size) - np.repeat(np.cumsum(sizes - 1) - (sizes - 1), sizes - 1)
        return cls(item=item, contrast=contrast, sizes=sizes, weights=weights)

    def apart(self, rows: Int, features: Callable[[Int], Float]) -> Float:
        """Some contrasts of features, which are asked by the numbers of the candidates' rows."""
        starts = np.cumsum(self.sizes) - self.sizes
        item, contrast = self.item[rows], self.contrast[rows]
        total: Float | None = None
        for choice in range(self.weights.shape[2]):
            there = np.flatnonzero(choice < self.sizes[item])
            part = features(starts[item[there]] + choice)
            total = np.zeros((rows.size, part.shape[1])) if total is None else total
            total[there] += self.weights[self.sizes[item[there]], contrast[there], choice][:, None] * part
        return np.zeros((rows.size, 0)) if total is None else total

    def targets(self, rows: Int, keys: Int) -> Float:
        """Some contrasts of the keys, for each row of keys: contrasts × rows of keys."""
        item = self.item[rows]
        return np.asarray(self.weights[self.sizes[item], self.contrast[rows], keys[:, item]].T, np.float64)


def solved(kernel: Float, held: float, targets: Float) -> Float:
    """(kernel + held·1)⁻¹ targets; the kernel is written over."""
    kernel[np.diag_indices(kernel.shape[0])] += held
    _, found, failed = lapack.dposv(kernel, targets, lower=1)
    if failed:  # rounding has made it indefinite; it is the same system
        found = np.linalg.solve(kernel, targets)
    return np.asarray(found, np.float64)


def chosen(contrasts: Contrasts, keys: Int, train: Int, test: Int, products: Products, held: float) -> Int:  # noqa: PLR0913, PLR0917
    """The candidate that is chosen in each item of `test`, learnt from the contrasts of `train`, for each row of keys.

    −1 stands for a tie. Both are numbers of contrasts; those of an item stand together.
    """
    items, starts = np.unique(contrasts.item[test], return_index=True)
    found = np.full((keys.shape[0], items.size), -1, np.int64)
    if not train.size:
        return found
    # What each item learnt from says of each that is asked, whatever the keys: there are fewer of those than of keys.
    said = solved(products.learnt, held, products.asked).T
    targets = contrasts.targets(train, keys)
    parts = contrasts.weights[contrasts.sizes[contrasts.item[test]], contrasts.contrast[test]]
    step = max(1, _CELLS // max(1, items.size * parts.shape[1]))
    for start in range(0, keys.shape[0], step):
        scores = said @ targets[:, start : start + step]
        if parts.shape[1] == 2:  # one contrast, the first candidate less the second
            found[start : start + step] = np.where(np.abs(scores) > TIE, scores < 0, -1).T
            continue
        wide = np.add.reduceat(parts[:, :, None] * scores[:, None, :], starts, axis=0)
        wide[np.arange(wide.shape[1]) >= contrasts.sizes[items][:, None]] = -np.inf
        first = wide.argmax(1)
        best = np.take_along_axis(wide, first[:, None, :], 1)[:, 0]
        np.put_along_axis(wide, first[:, None, :], -np.inf, 1)
        found[start : start + step] = np.where(best - wide.max(1) > TIE, first, -1).T
    return found
