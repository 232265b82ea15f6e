"""Matrix products on one core.

Libraries share out products beyond a small size among all cores. For the narrow ones of resampling and fitting, the
cores then wait for each other ten times as long as they work, and longer where other programs use them.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", np.float32, np.float64)

_SMALL = 250_000
"""Multiplications up to which a product stays on one core."""
_DEEP = 8
"""Fewest rows that are worth a product of their own."""
_ROUNDING = 1e-12
"""What sums of a million numbers between 0 and 1 may be off, and far less than two of our shares can differ by."""


def along_rows(table: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """table @ weights.

    >>> along_rows(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, 10.0])).tolist()
    [21.0, 43.0]
    """
    return np.asarray(np.einsum("pj,j->p", table, weights), dtype=np.float64)


def along_columns(weights: NDArray[np.float64], table: NDArray[np.float64]) -> NDArray[np.float64]:
    """weights @ table.

    >>> along_columns(np.array([1.0, 10.0]), np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [31.0, 42.0]
    """
    return np.asarray(np.einsum("p,pj->j", weights, table), dtype=np.float64)


def narrow(rows: NDArray[Number], table: NDArray[Number]) -> NDArray[Number]:
    """rows @ table, some rows at a time.

    >>> narrow(np.array([[1.0, 2.0], [3.0, 4.0]]), np.eye(2)).tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    step = max(1, _SMALL // max(1, table.size))
    product = np.empty((len(rows), table.shape[1]), dtype=np.result_type(rows, table))
    for start in range(0, len(rows), step):
        np.matmul(rows[start : start + step], table, out=product[start : start + step])
    return product


def crossed_products(one: NDArray[Number], two: NDArray[Number]) -> NDArray[Number]:
    """one.T @ two, some rows at a time; where the result is large, all at once, since that is worth all cores.

    >>> crossed_products(np.array([[1.0, 2.0], [3.0, 4.0]]), np.eye(2)).tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """
    step = _SMALL // max(1, one.shape[1] * two.shape[1])
    if step < _DEEP:
        return one.T @ two
    total = np.zeros((one.shape[1], two.shape[1]), dtype=np.result_type(one, two))
    for start in range(0, len(one), step):
        total += one[start : start + step].T @ two[start : start + step]
    return total


def gram(rows: NDArray[Number]) -> NDArray[Number]:
    """rows @ rows.T, some columns at a time.

    >>> gram(np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [[5.0, 11.0], [11.0, 25.0]]
    """
    return crossed_products(rows.T, rows.T)


def only_rounding(parts: NDArray[np.float64], scale: NDArray[np.float64]) -> bool:
    """Whether these deviations from a mean are all rounding, beside the size of what they were computed from.

    An interval from a spread that is only rounding would have no width: where this holds, the spread is 0.

    >>> values = np.full(7, 0.1)
    >>> bool((values - values.mean()).any()), only_rounding(values - values.mean(), values)
    (True, True)
    """
    return bool((np.abs(parts) <= _ROUNDING * np.maximum(1.0, np.abs(scale))).all())
