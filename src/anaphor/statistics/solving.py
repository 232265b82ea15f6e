"""Where a function of a few numbers is lowest."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

Float = NDArray[np.float64]


def lowest(cost: Callable[[Float], float], start: Float, *, tolerance: float = 1e-4) -> Float:
    """Where a function is lowest, by the simplex of Nelder and Mead (1965), which needs no derivatives.

    >>> lowest(lambda place: float(((place - [1.0, -2.0]) ** 2).sum()), np.zeros(2)).round(3).tolist()
    [1.0, -2.0]
    """
    least = minimize(cost, start, method="Nelder-Mead", options={"xatol": tolerance, "fatol": tolerance})
    return np.asarray(least.x, np.float64)
