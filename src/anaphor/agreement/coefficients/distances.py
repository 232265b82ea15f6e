"""How far apart two labels are: one table per kind of distance, classes × classes, zero on the diagonal.

A table holds the disagreement as it stands in the formulas: for Krippendorff's metrics that is δ².
The agreement weight of the κ literature is one minus the distance.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.settings import Distance as Distance
from anaphor.answers import LabelMatrix, Scale
from anaphor.errors import ContentError, InputError

Float = NDArray[np.float64]

SEPARATOR = "|"
"""Between the labels of a set, in multi-label annotation: `joy|surprise`."""


OwnDistance = Callable[[Any, Any], float]
"""A user's own distance: how far apart two labels are, which are numbers where all labels are, else texts."""


def distance_name(distance: Distance | OwnDistance) -> str:
    """What a distance is called in the name of a coefficient."""
    name = distance.value if isinstance(distance, Distance) else getattr(distance, "__name__", type(distance).__name__)
    return name.strip("<>").replace("-", "_")


def distance_table(matrix: LabelMatrix, distance: Distance | OwnDistance) -> Float:
    """The distances between the classes of a matrix.

    Classes stand at their values on an interval or ratio scale, otherwise at their ranks 0, 1, 2 …
    """
    if not isinstance(distance, Distance):
        labels = matrix.values or matrix.classes
        try:
            own = np.array([[float(distance(one, two)) for two in labels] for one in labels])
        except Exception as error:  # whatever the user's own code raises
            raise InputError("agreement-own-distance", name=distance_name(distance), why=str(error)) from error
        return checked(own, len(labels))
    if distance in (Distance.JACCARD, Distance.MASI):
        return _between_sets(matrix.classes, overlap=distance is Distance.MASI)
    places = np.arange(len(matrix.classes), dtype=np.float64)
    if distance is Distance.GWET_ORDINAL:
        # With m classes from one to the other, m (m − 1) / 2.
        span = np.abs(places[:, None] - places[None, :]) + 1.0
        table = span * (span - 1) / 2
    else:
        if matrix.scale in (Scale.INTERVAL, Scale.RATIO) and matrix.values is not None:
            places = np.array(matrix.values)
        power = {Distance.LINEAR: 1.0, Distance.QUADRATIC: 2.0, Distance.RADICAL: 0.5}[distance]
        table = np.abs(places[:, None] - places[None, :]) ** power
    most = table.max(initial=0.0)
    return table / most if most > 0 else table


def _between_sets(classes: Sequence[str], *, overlap: bool) -> Float:
    """1 − J, or with `overlap` 1 − J · M: M is 1 for equal sets, 2/3 for a subset, 1/3 for an overlap, 0 for none.

    J is |A ∩ B| / |A ∪ B|; two empty sets do not differ.
    """
    sets = [frozenset(part.strip() for part in name.split(SEPARATOR) if part.strip()) for name in classes]
    table = np.zeros((len(sets), len(sets)))
    for row, one in enumerate(sets):
        for column, two in enumerate(sets):
            both = one & two
            weight = (2 / 3 if both in (one, two) else 1 / 3 if both else 0.0) if overlap else 1.0
            table[row, column] = 0.0 if one == two else 1 - len(both) / len(one | two) * weight
    return table


def nominal(size: int) -> Float:
    """1 for any two different classes.

    >>> nominal(2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    return 1.0 - np.eye(size)


def interval(numbers: Float) -> Float:
    """δ² = (x − y)² (Krippendorff 2011)."""
    return (numbers[:, None] - numbers[None, :]) ** 2


def ratio(numbers: Float) -> Float:
    """δ² = ((x − y)/(x + y))² (Krippendorff 2011); two zeros do not differ."""
    if (numbers < 0).any():
        raise ContentError("agreement-negative-ratio", label=f"{numbers.min():g}")
    return ratio_between(numbers[:, None], numbers[None, :])


def ratio_between(one: Float, other: Float) -> Float:
    """δ² of pairs of numbers from zero up."""
    total = one + other
    return np.asarray(((one - other) / np.where(total == 0, 1.0, total)) ** 2)


def ratio_sum(numbers: Float, times: Float) -> float:
    """Σ_xy n_x n_y δ² over different numbers from zero up, without a table of δ².

    With u = log x, δ² = 1 − sech²((u − v)/2) (a zero is at distance 1 from all others). sech² repeated with a period T
    is a cosine series with coefficients 4πω/sinh(πω)/T, so that |Σ n_x e^(iωu)|² gives the sum: exact but for the
    repetitions, below 8 e^−30 where T is 30 more than the span of u, and for frequencies above 10.5, below 1e−11. All
    terms are positive and phases are taken from a number in the middle: near numbers do not cancel.
    """
    positive = numbers > 0
    x, n = numbers[positive], times[positive]
    total, zeros = float(n.sum()), float(times.sum() - n.sum())
    apart = 2 * zeros * total
    if not total:
        return 0.0
    middle = float(np.median(x))
    near = np.abs(x - middle) < middle / 2
    u = np.where(near, np.log1p(np.where(near, (x - middle) / middle, 0.0)), np.log(x / middle))
    period = float(np.ptp(u)) + 30
    # e^(iωu) − 1, from one frequency to the next.
    turn = np.expm1(2j * np.pi / period * u)
    phase = np.zeros_like(turn)
    for step in range(1, int(10.5 * period / (2 * np.pi)) + 1):
        phase += turn * (1 + phase)
        frequency = 2 * np.pi * step / period
        part = complex(np.einsum("x,x->", n, phase))
        weight = 8 * np.pi * frequency / np.sinh(np.pi * frequency) / period
        apart -= weight * (2 * total * part.real + abs(part) ** 2)
    return apart


def ordinal(marginals: Float) -> Float:
    """δ² = (n_c + … + n_k − (n_c + n_k)/2)² from how often each class occurs (Krippendorff 2011).

    `marginals` may have leading dimensions; the last one is the classes.
    """
    below = np.cumsum(marginals, axis=-1) - marginals / 2
    return (below[..., :, None] - below[..., None, :]) ** 2


def checked(table: Float, size: int) -> Float:
    """The table itself, if it is a distance between that many classes."""
    if table.shape != (size, size):
        raise InputError("agreement-distance-shape", shape=str(table.shape), classes=size)
    if not np.isfinite(table).all() or (table < 0).any() or np.diag(table).any() or not np.allclose(table, table.T):
        raise InputError("agreement-no-distance")
    return table
