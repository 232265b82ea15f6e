"""Classes in an order: how often the median of another panel lies elsewhere, and how often more than a step away.

The median of an odd panel lies at or below a class exactly where most of the panel do, so its distribution at a known
label distribution is a binomial tail. What label distributions items have is left open as elsewhere: a mixture is
fitted by maximum likelihood, here over points that know the order of the classes, and the ranges are over all mixtures
that fit.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import log

import numpy as np
from scipy import special

from anaphor.agreement.panels.mixture import Likelihood, expected_weights, farthest, most_likely
from anaphor.agreement.panels.rates import people_error
from anaphor.agreement.panels.urn import Floats, Integers, draw_panels
from anaphor.agreement.prior import with_people
from anaphor.answers import LabelMatrix

MOST_CLASSES = 11
"""Classes in an order up to which medians are worked out: a scale from 0 to 10 has so many."""
_LATTICE = {3: 40, 4: 16, 5: 10, 6: 6}
"""Steps of a lattice over all distributions, by the number of classes."""
_SLIPS = (0.001, 0.003, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
_PLACES, _WIDTHS = 8, np.geomspace(0.12, 3.0, 20)
"""Centres per step and widths of the normal distributions that are cut into classes."""
_SMOOTH = 500
_MOST_VOTES = 40
"""Votes of an item that are looked at: more are thinned to so many, drawn at random."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRate:
    """A share of the items, with its interval and its identified range."""

    rate: float
    low: float
    high: float
    range_low: float
    range_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MedianChange:
    """How the median of another panel of `size` people would differ."""

    size: int
    moved: StepRate
    """Items whose median changes at all."""
    far: StepRate
    """Items whose median moves by more than one step."""


def median_changes(
    matrix: LabelMatrix, sizes: tuple[int, ...], *, confidence: float, slack: float, seed: int
) -> tuple[MedianChange, ...]:
    """What panels of these sizes would change; none where no item has two labels, or classes are too many or two."""
    classes = len(matrix.classes)
    counts = matrix.counts[matrix.votes_per_item > 0]
    if not 3 <= classes <= MOST_CLASSES or matrix.votes_per_item.max(initial=0) < 2:
        return ()
    votes = counts.sum(axis=1)
    counts = draw_panels(counts, np.minimum(votes, _MOST_VOTES), np.random.default_rng(seed))
    rows, times = np.unique(counts, axis=0, return_counts=True)
    points = ordered_points(classes)
    many = special.gammaln(rows.sum(axis=1) + 1) - special.gammaln(rows + 1).sum(axis=1)
    # Σ_c n_c log p_c: a class that was chosen where it has no chance makes it as good as −∞.
    logs = np.where(points > 0, np.log(np.where(points > 0, points, 1.0)), -1e6)
    table = np.exp(many[:, None] + rows.astype(np.float64) @ logs.T)
    likelihood = Likelihood(table=table, times=times.astype(np.float64))
    best = most_likely(likelihood)
    smooth = expected_weights(likelihood, _SMOOTH)
    smooth /= smooth.sum()
    by_people = _relative_people_error(matrix)
    wide = float(np.sqrt(-2 * log(1 - confidence)))

    def rate_of(change: Floats) -> StepRate:
        inner, outer = (farthest(likelihood, change, best, each**2 / 2) for each in (slack, wide))
        rate = float(np.clip(smooth @ change, *inner))
        ends = min(inner[0], outer[0]), max(inner[1], outer[1])
        error = None if by_people is None else by_people * rate
        low, high = with_people(rate, ends, error, len(matrix.annotators), confidence)
        return StepRate(
            rate=rate, low=min(low, inner[0]), high=max(high, inner[1]), range_low=inner[0], range_high=inner[1]
        )

    found = []
    for size in sizes:
        median = median_chances(points, size)
        same = (median**2).sum(axis=1)
        near = 2 * (median[:, 1:] * median[:, :-1]).sum(axis=1)
        moved, far = np.clip(1 - same, 0, 1), np.clip(1 - same - near, 0, 1)
        found.append(MedianChange(size=size, moved=rate_of(moved), far=rate_of(far)))
    return tuple(found)


def median_chances(points: Floats, size: int) -> Floats:
    """The chance that each class is the median of `size` people at each label distribution.

    The median of an even panel is one of the middle two, by the toss of a coin, as a tied majority is.

    >>> median_chances(np.array([[0.5, 0.5]]), 3).tolist()
    [[0.5, 0.5]]
    """
    below = np.clip(np.cumsum(points, axis=1), 0.0, 1.0)
    below[:, -1] = 1.0
    # At least so many of the panel at or below a class: the lower and the upper middle.
    low, high = (size + 1) // 2, size // 2 + 1
    under = (special.bdtrc(low - 1, size, below) + special.bdtrc(high - 1, size, below)) / 2
    return np.diff(under, axis=1, prepend=0.0)


@lru_cache(maxsize=8)
def ordered_points(classes: int) -> Floats:
    """Label distributions over classes in an order: normal ones cut into classes, slips, poles, a lattice where few."""
    ends = np.arange(1, classes) - 0.5
    centres = np.linspace(-1, classes, (classes + 1) * _PLACES + 1)
    away = (ends[None, None, :] - centres[:, None, None]) / _WIDTHS[None, :, None]
    cuts = special.ndtr(away).reshape(-1, classes - 1)
    found = [np.diff(cuts, axis=1, prepend=0.0, append=1.0), np.eye(classes), np.full((1, classes), 1 / classes)]
    for one, slip in product(range(classes), _SLIPS):
        found.append(((1 - slip) * np.eye(classes)[one] + slip / classes)[None])
        found.append((1 - slip) * np.eye(classes)[one] + slip * np.delete(np.eye(classes), one, axis=0))
    if classes in _LATTICE:
        steps = _LATTICE[classes]
        grid = np.array([each for each in product(range(steps + 1), repeat=classes - 1) if sum(each) <= steps])
        found.append(np.column_stack([grid, steps - grid.sum(axis=1)]) / steps)
    points = np.unique(np.concatenate(found).round(9), axis=0)
    points.flags.writeable = False
    return points


def _relative_people_error(matrix: LabelMatrix) -> float | None:
    """The people's part of the error of how often two people differ, as a share of it."""

    def differ(rows: Integers) -> Floats:
        votes = rows.sum(axis=1).astype(np.float64)
        return np.asarray(1 - (rows * (rows - 1)).sum(axis=1) / np.maximum(votes * (votes - 1), 1))

    moved = people_error(matrix, differ, 2)
    paired = matrix.counts[matrix.votes_per_item > 1]
    whole = float(differ(paired).mean()) if len(paired) else 0.0
    return None if moved is None or whole <= 0 else moved / whole
