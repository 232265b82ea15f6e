"""Where a function of a few numbers is lowest, without all that scipy loads with its solvers."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]


def lowest(cost: Callable[[Float], float], start: Float, *, tolerance: float = 1e-4) -> Float:
    """Where a function is lowest, by the simplex of Nelder and Mead (1965): step by step the place that scipy finds.

    >>> lowest(lambda place: float(((place - [1.0, -2.0]) ** 2).sum()), np.zeros(2)).round(3).tolist()
    [1.0, -2.0]
    """
    points = np.vstack([start, np.tile(start, (start.size, 1))])
    np.fill_diagonal(points[1:], np.where(start == 0, 0.00025, 1.05 * start))
    costs = np.array([cost(point) for point in points])
    for _ in range(200 * start.size):
        order = np.argsort(costs)
        points, costs = points[order], costs[order]
        if max(np.abs(points[1:] - points[0]).max(), np.abs(costs[1:] - costs[0]).max()) <= tolerance:
            break
        point = _beyond(points, 1.0)
        found = cost(point)
        if found < costs[0]:
            further = _beyond(points, 2.0)
            reached = cost(further)
            point, found = (further, reached) if reached < found else (point, found)
        elif found >= costs[-2]:
            outside = found < costs[-1]
            point, before = _beyond(points, 0.5 if outside else -0.5), found
            found = cost(point)
            if found > before if outside else found >= costs[-1]:  # nothing on that line is better: all near the best
                points[1:] = points[0] + 0.5 * (points[1:] - points[0])
                costs[1:] = [cost(each) for each in points[1:]]
                continue
        points[-1], costs[-1] = point, found
    return np.asarray(points[0])


def _beyond(points: Float, away: float) -> Float:
    """The place on the line from the worst point through the middle of the others, so far beyond the middle."""
    return np.asarray((1 + away) * (points[:-1].sum(axis=0) / (len(points) - 1)) - away * points[-1])
