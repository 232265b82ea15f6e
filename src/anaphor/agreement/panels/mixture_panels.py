"""Who wins a panel of k people at each point of a support: exact up to sixty people, to about 0.0001 beyond.

With a random number of people, Poisson with mean λ, the votes for the classes are independent, and the chance G(λ)
that a class wins is a sum over its votes of simple products. Exactly k people are the coefficient of λ^k in G(λ) e^λ:
taken on a circle by Cauchy's formula, which is exact to rounding. For large panels it is enough to know λ = k: the
chance for exactly k is G(k) − k/2 · G''(k) + O(1/k²) (Jacquet & Szpankowski 1998).
"""

from functools import lru_cache
from math import lgamma, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from anaphor.agreement.panels.mixture_support import Support, support_of
from anaphor.agreement.panels.urn import Floats, Integers
from anaphor.agreement.panels.urn_large import LARGE, poisson, tie_shares, won_by_random_size

_CELLS = 30_000
"""About how many numbers are worked on at once, so that they stay in the processor's cache."""
_ROUNDING, _ALIAS = log(2e-12), log(1e-13)
"""How much rounding, and how much of the wrong coefficients, may come in."""

Complex = NDArray[np.complex128]


@lru_cache(maxsize=64)
def wins_of(classes: int, size: int) -> Floats:
    """`level_wins` on the points for so many classes; not to be written to."""
    found = level_wins(support_of(classes), size)
    found.flags.writeable = False
    return found


def level_wins(support: Support, size: int) -> Floats:
    """Points × levels: the chance that one class of the level wins a panel of `size`; ties are shared.

    >>> level_wins(Support(shares=np.array([[0.6, 0.4]]), times=np.array([[1, 1]])), 3).round(3).tolist()
    [[0.648, 0.352]]
    """
    if int(support.times.sum(axis=1).max(initial=1)) <= 2:
        return _of_two(support, size)
    work = _on_circle if size <= LARGE else _with_random_size
    block = max(16, _CELLS // (support.shares.shape[1] * (size // 2 + 8 if size <= LARGE else 1)))
    parts = [
        work(support.taken(np.arange(start, min(start + block, len(support)))), size)
        for start in range(0, len(support), block)
    ]
    return np.asarray(np.where(support.times > 0, np.concatenate(parts), 0.0), dtype=np.float64)


def fresh_at(support: Support, wins: Floats) -> Floats:
    """At each point, the chance that two fresh panels elect different labels."""
    return np.asarray(np.maximum(0.0, 1 - (support.times * wins**2).sum(axis=1)), dtype=np.float64)


def ideal_at(support: Support, wins: Floats) -> Floats:
    """At each point, the chance that a panel elects another label than an infinite one would."""
    kept = np.take_along_axis(wins, support.leader[:, None], axis=1)[:, 0]
    return np.asarray(np.maximum(0.0, 1 - kept), dtype=np.float64)


def _of_two(support: Support, size: int) -> Floats:
    """At most two classes: the tail of a binomial; an even panel decides like one person fewer."""
    odd = size - 1 + size % 2
    need = (odd + 1) // 2
    return np.asarray(np.where(support.times > 0, betainc(need, odd - need + 1, support.shares), 0.0))


def _on_circle(support: Support, size: int) -> Floats:
    radius, nodes = _circle(size)
    angle = 2 * pi * np.arange(nodes // 2 + 1) / nodes
    weight = np.where((angle == 0) | (np.arange(len(angle)) == nodes // 2), 1.0, 2.0) / nodes
    weight = weight * np.exp(lgamma(size + 1) - size * log(radius) - 1j * angle * size)
    votes = support.shares.T[:, :, None] * (radius * np.exp(1j * angle))
    classes = int(support.times.sum(axis=1).max())
    below, term = np.zeros_like(votes), np.ones_like(votes)
    won = _by_majority(support, size)
    for top in range(1, size // 2 + 1):
        below += term
        term *= votes
        term /= top
        for tie, part in tie_shares(min(classes - 1, (size - top) // top)):
            for level, others in enumerate(_others(below + tie * term, support.times)):
                # No matrix product: for one this thin, libraries wake all cores, which then wait for each other.
                won[:, level] += part * np.einsum("pn,pn,n->p", others, term[level], weight).real
    return won


def _others(each: Complex, times: Integers) -> list[Complex]:
    """For each level, Π over all classes but one of that level; `each` is levels × points × nodes.

    A level that a point does not have has no share, so that its factor is 1 however often it is taken.
    """
    fewer = [_power(values, np.maximum(many - 1, 0)) for values, many in zip(each, times.T, strict=True)]
    whole = [values if less is None else values * less for values, less in zip(each, fewer, strict=True)]
    found: list[Complex] = []
    before = np.ones_like(each[0])
    for values in whole:
        found.append(before)
        before = before * values
    after = np.ones_like(each[0])
    for level in range(len(whole) - 1, -1, -1):
        less = fewer[level]
        found[level] = found[level] * after if less is None else found[level] * after * less
        after = after * whole[level]
    return found


def _power(values: Complex, exponents: Integers) -> Complex | None:
    """Each row to its own power; None where all of them are 0."""
    if not exponents.any():
        return None
    found, values = np.ones_like(values), values.copy()
    while exponents.any():
        np.multiply(found, values, out=found, where=(exponents & 1)[:, None] == 1)
        exponents = exponents >> 1
        # Rows that are done must not be squared on: they would run out of range.
        np.multiply(values, values, out=values, where=exponents[:, None] > 0)
    return found


def _by_majority(support: Support, size: int) -> Floats:
    """The chance of more than half the votes: nobody else can win or tie then."""
    least = size // 2 + 1
    return np.asarray(betainc(least, size - least + 1, support.shares), dtype=np.float64)


@lru_cache(maxsize=128)
def _circle(size: int) -> tuple[float, int]:
    """Radius and number of nodes that keep rounding and aliasing small: as few nodes as that allows."""
    best = (float(size), 4 * size + 40)
    for radius in np.linspace(0.5, max(1.0, size), 60).tolist():
        rounding = log(1e-16) + radius + lgamma(size + 1) - size * log(radius)
        nodes = size + 2 - size % 2
        while lgamma(size + 1) - lgamma(size + nodes + 1) + nodes * log(radius) > _ALIAS:
            nodes += 2
        if rounding < _ROUNDING and nodes < best[1]:
            best = (radius, nodes)
    return best


def _with_random_size(support: Support, size: int) -> Floats:
    """G(k) − k/2 · G''(k), the derivative from three sizes."""
    step = sqrt(size) / 4

    def chance(move: int) -> Floats:
        mean = size + move * step
        most = int(mean + 8 * sqrt(mean)) + 8
        return won_by_random_size(lambda sign: poisson(support.shares * mean, sign), support.times, size, most)

    below, here, above = (chance(move) for move in (-1, 0, 1))
    won = np.where(support.times > 0, np.clip(here - size / 2 * (below - 2 * here + above) / step**2, 0.0, 1.0), 0.0)
    return np.asarray(won / (support.times * won).sum(axis=1, keepdims=True), dtype=np.float64)
