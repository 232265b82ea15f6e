"""The simplex is scipy's, step by step."""

import numpy as np
import pytest
from scipy.optimize import minimize

from anaphor.statistics import lowest


@pytest.mark.parametrize("tolerance", [1e-2, 1e-4, 1e-6])
@pytest.mark.parametrize("seed", range(8))
def test_the_lowest_place_is_the_one_that_scipy_finds_to_the_last_digit(seed: int, tolerance: float) -> None:
    rng = np.random.default_rng(seed)
    size = 2 + seed % 3
    turn, start = rng.normal(size=(size, size)), rng.normal(size=size) * (rng.random(size) < 0.8)

    def cost(place: np.ndarray) -> float:
        away = turn @ place - 1.0
        return float((away**4).sum() + (away**2).sum())

    found = minimize(cost, start, method="Nelder-Mead", options={"xatol": tolerance, "fatol": tolerance})
    assert found.success
    assert lowest(cost, start, tolerance=tolerance).tolist() == found.x.tolist()
