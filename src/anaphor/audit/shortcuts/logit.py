"""A choice between candidates learnt from features: conditional logistic regression, plain numpy and scipy.

A candidate's score is w·x; the chance that it is the right one is its share of exp(score) among the item's candidates.
With two candidates this is logistic regression on the difference of their features.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from anaphor.audit.association_choice import Bool, Float, Int

_MEMORY = 10
"""Moves that the solver remembers."""
_FLAT = 1e-6
"""Slope at which it stops."""

Rows = Float | sparse.csr_array
"""Candidates × features."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Items to learn from: the features of all candidates, item after item."""

    rows: Rows
    """Candidates × features."""
    starts: Int
    """Number of each item's first row."""
    keys: Int
    """Number of each item's right candidate within the item."""

    @property
    def items(self) -> int:
        """How many items there are."""
        return int(self.starts.size)

    def kept(self, items: Bool) -> "Choices":
        """The items that are marked."""
        sizes = np.diff(np.append(self.starts, self.rows.shape[0]))
        rows = np.repeat(items, sizes)
        return Choices(rows=self.rows[rows], starts=np.cumsum(sizes[items]) - sizes[items], keys=self.keys[items])


def fit(choices: Choices, strength: float = 1.0, steps: int = 100) -> Float:
    """The weights that make the right candidates likeliest, held back by strength·|w|²/2."""
    right = np.zeros(choices.rows.shape[0])
    right[choices.starts + choices.keys] = 1.0
    sizes = np.diff(np.append(choices.starts, right.size))

    def loss(weights: Float) -> tuple[float, Float]:
        found = choices.rows @ weights
        found = found - np.repeat(np.maximum.reduceat(found, choices.starts), sizes)
        logs = found - np.repeat(np.log(np.add.reduceat(np.exp(found), choices.starts)), sizes)
        value = -float(logs[right > 0].sum()) + strength / 2 * float(weights @ weights)
        return value, np.asarray(choices.rows.T @ (np.exp(logs) - right)) + strength * weights

    return _lowest(loss, np.zeros(choices.rows.shape[1]), steps)


def _lowest(loss: Callable[[Float], tuple[float, Float]], point: Float, steps: int) -> Float:
    """Where a smooth convex function is lowest: limited-memory BFGS with a line search that halves its step."""
    # scipy's L-BFGS-B finds the same weights, on one core as fast; but it calls routines that share even five numbers
    # out among all cores and then wait for them: 8.7 s instead of 0.5 s for the 285 items of WSC on two cores.
    value, slope = loss(point)
    past: deque[tuple[Float, Float]] = deque(maxlen=_MEMORY)
    for _ in range(steps):
        if np.abs(slope).max(initial=0.0) < _FLAT:
            break
        direction = -_curved(slope, past)
        downhill, size = float(slope @ direction), 1.0 if past else 1.0 / max(1.0, float(np.abs(slope).sum()))
        further, new_slope = loss(point + size * direction)
        while further > value + 1e-4 * size * downhill and size > 1e-10:
            size /= 2
            further, new_slope = loss(point + size * direction)
        move, bend = size * direction, new_slope - slope
        if float(move @ bend) > 0:
            past.append((move, bend))
        point, value, slope = point + move, further, new_slope
    return point


def _curved(slope: Float, past: "deque[tuple[Float, Float]]") -> Float:
    """The slope divided by the curvature that the last moves have shown (two-loop recursion of Nocedal 1980)."""
    turned, shares = slope.copy(), []
    for move, bend in reversed(past):
        shares.append(float(move @ turned) / float(move @ bend))
        turned -= shares[-1] * bend
    if past:
        move, bend = past[-1]
        turned *= float(move @ bend) / float(bend @ bend)
    for (move, bend), share in zip(past, reversed(shares), strict=True):
        turned += (share - float(bend @ turned) / float(move @ bend)) * move
    return turned


def scores(choices: Choices, weights: Float) -> list[Float]:
    """The score of each candidate, item by item."""
    return np.split(np.asarray(choices.rows @ weights), choices.starts[1:])
