"""How far apart two labels are: one table per kind of distance, classes × classes, zero on the diagonal.

A table holds the disagreement as it stands in the formulas: for Krippendorff's metrics that is δ².
The agreement weight of the κ literature is one minus the distance.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.labelling import Scale
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.errors import ContentError, InputError

Float = NDArray[np.float64]

SEPARATOR = "|"
"""Between the labels of a set, in multi-label annotation: `joy|surprise`."""


def positions(matrix: LabelMatrix) -> Float:
    """Where the classes stand: their values on an interval or ratio scale, otherwise their ranks 0, 1, 2 …"""
    if matrix.scale in (Scale.INTERVAL, Scale.RATIO) and matrix.values is not None:
        return np.array(matrix.values)
    return np.arange(len(matrix.classes), dtype=np.float64)


def values(matrix: LabelMatrix) -> Float:
    """The classes as numbers; refused when one of them is not a number."""
    if matrix.values is None and matrix.classes:
        raise InputError("the classes are not numbers, which an interval or ratio distance needs")
    return np.array(matrix.values or ())


def nominal(size: int) -> Float:
    """1 for any two different classes.

    >>> nominal(2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    return 1.0 - np.eye(size)


def linear(places: Float) -> Float:
    """|x − y| over the range (Cicchetti & Allison 1971)."""
    return _scaled(np.abs(places[:, None] - places[None, :]))


def quadratic(places: Float) -> Float:
    """(x − y)² over the squared range (Fleiss & Cohen 1973)."""
    return _scaled((places[:, None] - places[None, :]) ** 2)


def radical(places: Float) -> Float:
    """√|x − y| over the root of the range (Gwet 2014, section 3.5)."""
    return _scaled(np.sqrt(np.abs(places[:, None] - places[None, :])))


def pair_count(size: int) -> Float:
    """Gwet's ordinal weights (2014, section 3.5), which are not Krippendorff's ordinal metric.

    With m = |k − l| + 1 classes from k to l, the distance is m(m − 1)/2 over its largest value.
    """
    span = np.abs(np.arange(size)[:, None] - np.arange(size)[None, :]) + 1.0
    return _scaled(span * (span - 1) / 2)


def interval(numbers: Float) -> Float:
    """δ² = (x − y)² (Krippendorff 2011)."""
    return np.asarray((numbers[:, None] - numbers[None, :]) ** 2)


def ratio(numbers: Float) -> Float:
    """δ² = ((x − y)/(x + y))² (Krippendorff 2011); two zeros do not differ."""
    if (numbers < 0).any():
        raise ContentError(f"the label {numbers.min():g} is negative, and a ratio scale begins at zero")
    total = numbers[:, None] + numbers[None, :]
    return np.asarray(((numbers[:, None] - numbers[None, :]) / np.where(total == 0, 1.0, total)) ** 2)


def ordinal(marginals: Float) -> Float:
    """δ² = (n_c + … + n_k − (n_c + n_k)/2)² from how often each class occurs (Krippendorff 2011).

    `marginals` may have leading dimensions; the last one is the classes.
    """
    below = np.cumsum(marginals, axis=-1) - marginals / 2
    return np.asarray((below[..., :, None] - below[..., None, :]) ** 2)


def jaccard(classes: Sequence[str], separator: str = SEPARATOR) -> Float:
    """1 − |A ∩ B| / |A ∪ B| between sets of labels; two empty sets do not differ."""
    return _between_sets(classes, separator, lambda one, two: 1 - len(one & two) / len(one | two))


def masi(classes: Sequence[str], separator: str = SEPARATOR) -> Float:
    """1 − J·M (Passonneau 2006): M is 1 for equal sets, 2/3 for a subset, 1/3 for an overlap, 0 for none."""

    def apart(one: frozenset[str], two: frozenset[str]) -> float:
        both = one & two
        weight = 2 / 3 if both in (one, two) else 1 / 3 if both else 0.0
        return 1 - len(both) / len(one | two) * weight

    return _between_sets(classes, separator, apart)


def custom(matrix: LabelMatrix, distance: Callable[[str, str], float]) -> Float:
    """A table from a function of two class names; it must be symmetric, and zero for equal names."""
    size = len(matrix.classes)
    table = np.array([[distance(one, two) for two in matrix.classes] for one in matrix.classes], np.float64)
    return checked(table.reshape(size, size), size)


def checked(table: Float, size: int) -> Float:
    """The table itself, if it is a distance between that many classes."""
    if table.shape != (size, size):
        raise InputError(f"a distance table of shape {table.shape} does not fit {size} classes")
    if not np.isfinite(table).all() or (table < 0).any() or np.diag(table).any() or not np.allclose(table, table.T):
        raise InputError(
            "this is no distance between labels", todo="It must be symmetric, zero for equal labels, never negative."
        )
    return table


def _between_sets(
    classes: Sequence[str], separator: str, apart: Callable[[frozenset[str], frozenset[str]], float]
) -> Float:
    sets = [frozenset(_parts(name.split(separator))) for name in classes]
    rows = [[0.0 if one == two else apart(one, two) for two in sets] for one in sets]
    return np.array(rows, np.float64).reshape(len(sets), len(sets))


def _parts(names: Iterable[str]) -> Iterable[str]:
    return (name.strip() for name in names if name.strip())


def _scaled(table: Float) -> Float:
    most = table.max(initial=0.0)
    return np.asarray(table / most) if most > 0 else table
