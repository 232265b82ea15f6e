"""Who wins a large panel of the people who voted, and a panel of any size at each point of a support.

If each person comes with the same chance, independently, the votes for the classes are independent, and nothing has
to be summed over panels. The number of people is then random; its spread is taken out to second order, and whether it
is even or odd is kept, since even panels decide like smaller odd ones where two classes lead. Among voters that is
exact for two classes and right to about 0.0002 for more.

At a point of a support the number of people is Poisson with mean λ, and the chance G(λ) that a class wins is a sum
over its votes of simple products. Exactly k people are the coefficient of λ^k in G(λ) e^λ: up to sixty it is taken on
a circle by Cauchy's formula, which is exact to rounding (where there are three classes, it is summed up as it stands).
Beyond, the chance for exactly k is G(k) − k/2 · G''(k) + O(1/k²) (Jacquet & Szpankowski 1998), right to about 0.0001.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from math import factorial, lgamma, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import special

from anaphor.agreement.panels.support import Support, support_of
from anaphor.agreement.panels.urn import Floats, Integers, observed_urn, vote_shares, winning_first

LARGE = 60
"""Largest panel that is worked out exactly when there are three classes or more."""
_ODD_MATTERS = 300
"""Beyond this size even and odd panels differ by less than 0.0002."""
_FEW = 20
"""So many people who stay away are drawn one by one."""
_CELLS = 4_000_000
"""About how many numbers are held at once."""

Term = Callable[[int, float], Floats]
"""The weight of exactly t votes for one class, by level or class, and a sign: −1 makes it negative for odd t."""
_CACHED = 30_000
"""About how many numbers are worked on at once, so that they stay in the processor's cache."""
_ROUNDING, _ALIAS = log(2e-12), log(1e-13)
"""How much rounding, and how much of the wrong coefficients, may come in."""


def first_wins(rows: Integers, size: int) -> Floats:
    """The chance that the first class wins a panel of `size` drawn from the voters, one number per row of counts."""
    if size <= LARGE:
        return winning_first(observed_urn(rows, size))
    wide = np.flatnonzero((rows > 0).any(axis=0))
    narrow = rows[:, : int(wide[-1]) + 1 if len(wide) else 1]
    few = np.minimum(rows.sum(axis=1) - size, _FEW + 1)
    found = np.empty(len(rows))
    found[few == 0] = vote_shares(rows[few == 0])[:, 0]
    two = narrow.shape[1] <= 2
    block = max(1, _CELLS // (size + 1 if two else 20 * narrow.shape[1]))
    for away in (0,) if two else np.unique(few[few > 0]).tolist():
        work = _first_of_two if two else _without_few if away <= _FEW else _thinned
        chosen = np.flatnonzero(few > 0 if two else few == away)
        for start in range(0, len(chosen), block):
            some = chosen[start : start + block]
            found[some] = work(narrow[some], size)
    return found


def _first_of_two(rows: Integers, size: int) -> Floats:
    """The upper tail of a hypergeometric distribution, and half of a tie."""
    first = rows[:, :1]
    people = rows.sum(axis=1, keepdims=True)
    votes = np.arange(size // 2 + size % 2, size + 1)
    logs = _log_choose(first, votes) + _log_choose(people - first, size - votes) - _log_choose(people, np.array([size]))
    share = np.where(2 * votes == size, 0.5, 1.0)
    return np.exp(logs) @ share


def _log_choose(numbers: Integers, taken: NDArray[np.integer]) -> Floats:
    possible = (taken >= 0) & (taken <= numbers)
    kept = np.where(possible, taken, 0)
    logs = special.gammaln(numbers + 1.0) - special.gammaln(kept + 1.0) - special.gammaln(numbers - kept + 1.0)
    return np.where(possible, logs, -np.inf)


def _without_few(rows: Integers, size: int) -> Floats:
    """The few people who stay away are drawn instead of those who come: exact.

    If y of the first class stay away, it has t = n − y votes, and of each other class so many must stay away that it
    has fewer, or as many and loses the tie.
    """
    away = int(rows[0].sum()) - size
    urn = observed_urn(rows, away)
    votes = np.arange(away + 1)[:, None]
    won = np.zeros(len(rows))
    for gone in range(away + 1):
        must = rows - rows[:, :1] + gone
        for tie, part in tie_shares(rows.shape[1] - 1):
            others = np.zeros((away + 1 - gone, len(rows)))
            others[0] = 1.0
            for c in range(1, rows.shape[1]):
                # Two polynomials, as [power, row], are multiplied and cut at the length of the first.
                weight = urn.weights[c] * np.where(votes > must[:, c], 1.0, np.where(votes == must[:, c], tie, 0.0))
                grown = others * weight[0]
                for power in range(1, len(others)):
                    grown[power:] += others[:-power] * weight[power]
                others = grown
            won += part * urn.weights[0, gone] * others[-1] * (rows[:, 0] > gone)
    return np.asarray(won / urn.total)


def _thinned(rows: Integers, size: int) -> Floats:
    """Everyone comes with chance size / people: G − variance / 2 · G''."""
    people = rows.sum(axis=1, keepdims=True).astype(np.float64)
    step = np.minimum(sqrt(size) / 4, (people - size) / 2)
    most = int((size + step.max()) + 8 * sqrt(size)) + 8

    def chance(move: int) -> Floats:
        share = (size + move * step) / people

        def term(votes: int, sign: float) -> Floats:
            # Given parity, the weight of t votes is that of a generating function at −1: (1 − 2 share)^people in all.
            logs = _log_choose(rows, np.array([votes])) + votes * np.log(share)
            return np.asarray(sign**votes * np.exp(logs + np.maximum(rows - votes, 0) * np.log1p(-share)))

        return _won_by_random_size(term, np.ones(rows.shape, dtype=np.int64), size, most)

    won = _second_order(chance, size * (1 - size / people), step)
    return np.asarray(won[:, 0] / won.sum(axis=1))


def _second_order(chance: Callable[[int], Floats], variance: float | Floats, step: float | Floats) -> Floats:
    """G − variance / 2 · G'': the chance for a fixed number of people from those for random ones, a step apart."""
    below, here, above = (chance(move) for move in (-1, 0, 1))
    return np.clip(here - variance / 2 * (below - 2 * here + above) / step**2, 0.0, 1.0)


def _won_by_random_size(term: Term, times: Integers, size: int, most: int) -> Floats:
    """The chance to win when the number of people is random, given that it is even or odd as `size` is.

    Σ over the winner's votes t of its chance times that of all others to have fewer, or as many and lose the tie;
    `times` says how many classes each column stands for.
    """

    def summed(sign: float) -> Floats:
        here = term(0, sign)
        below, won = np.zeros_like(here), np.zeros_like(here)
        for votes in range(1, most):
            below = below + here
            here = term(votes, sign)
            for tie, part in tie_shares(2 if votes > size / 6 else 6):
                each = below + tie * here
                # Powers are dear, and mostly not needed.
                powers = each**times if int(times.max()) > 1 else np.where(times > 0, each, 1.0)
                whole = powers.prod(axis=1, keepdims=True)
                others = np.divide(whole, each, out=np.zeros_like(each), where=np.abs(each) > 1e-300)
                won += part * here * others
        return won

    if size > _ODD_MATTERS:
        return summed(1.0)
    return summed(1.0) + (1 if size % 2 == 0 else -1) * summed(-1.0)


@lru_cache(maxsize=256)
def tie_shares(others: int) -> tuple[tuple[float, float], ...]:
    """Nodes and weights on [0, 1], exact for so many tied others: ∫ u^s du = 1 / (s + 1) is the share of each."""
    nodes, weights = np.polynomial.legendre.leggauss((others + 2) // 2)
    return tuple(zip(((nodes + 1) / 2).tolist(), (weights / 2).tolist(), strict=True))


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
        # At most two classes: the tail of a binomial; an even panel decides like one person fewer.
        odd = size - 1 + size % 2
        need = (odd + 1) // 2
        return np.where(support.times > 0, special.betainc(need, odd - need + 1, support.shares), 0.0)
    three = support.shares.shape[1] == 3 and int(support.times.max()) == 1
    work = _with_random_size if size > LARGE else _of_three if three else _on_circle
    block = max(16, _CACHED // (support.shares.shape[1] * (size // 2 + 8 if work is _on_circle else 3)))
    parts = [
        work(support.taken(np.arange(start, min(start + block, len(support)))), size)
        for start in range(0, len(support), block)
    ]
    return np.where(support.times > 0, np.concatenate(parts), 0.0)


def fresh_at(support: Support, wins: Floats) -> Floats:
    """At each point, the chance that two fresh panels elect different labels."""
    return np.asarray(np.maximum(0.0, 1 - (support.times * wins**2).sum(axis=1)))


def ideal_at(support: Support, wins: Floats) -> Floats:
    """At each point, the chance that a panel elects another label than an infinite one would."""
    leader = np.where(support.times > 0, support.shares, -1.0).argmax(axis=1)
    return np.maximum(0.0, 1 - np.take_along_axis(wins, leader[:, None], axis=1)[:, 0])


def _of_three(support: Support, size: int) -> Floats:
    """Σ over the winner's votes, and over the ways to share the others between two classes of which none has more."""
    numbers = range(1, size + 1)

    def terms(shares: Floats) -> Floats:
        return np.array([*accumulate(numbers, lambda term, votes: term * shares / votes, initial=np.ones_like(shares))])

    each, rest = terms(support.shares.T), terms(1 - support.shares.T)
    after, before = each[:, [1, 2, 0]], each[:, [2, 0, 1]]
    won = np.sum([each[top] * rest[size - top] for top in numbers[size // 2 :]], axis=0)  # more than half the votes
    for top in range((size + 2) // 3, size // 2 + 1):
        for one in range(size - 2 * top, top + 1):
            other = size - top - one
            won += each[top] * after[one] * before[other] / (1 + (one == top) + (other == top))
    return np.asarray(factorial(size) * won.T)


def _on_circle(support: Support, size: int) -> Floats:
    radius, nodes = _circle(size)
    angle = 2 * pi * np.arange(nodes // 2 + 1) / nodes
    weight = np.where((angle == 0) | (np.arange(len(angle)) == nodes // 2), 1.0, 2.0) / nodes
    weight = weight * np.exp(lgamma(size + 1) - size * log(radius) - 1j * angle * size)
    votes = support.shares.T[:, :, None] * (radius * np.exp(1j * angle))
    classes = int(support.times.sum(axis=1).max())
    below, term = np.zeros_like(votes), np.ones_like(votes)
    # More than half the votes: nobody else can win or tie then.
    least = size // 2 + 1
    won = np.asarray(special.betainc(least, size - least + 1, support.shares), dtype=np.float64)
    for top in range(1, size // 2 + 1):
        below += term
        term *= votes
        term /= top
        for tie, part in tie_shares(min(classes - 1, (size - top) // top)):
            for level, others in enumerate(_others_on_circle(below + tie * term, support.times)):
                # No matrix product: for one this thin, libraries wake all cores, which then wait for each other.
                won[:, level] += part * np.einsum("pn,pn,n->p", others, term[level], weight).real
    return won


def _others_on_circle(each: Complex, times: Integers) -> list[Complex]:
    """For each level, Π over all classes but one of that level; `each` is levels × points × nodes.

    A level that a point does not have has no share, so that its factor is 1 however often it is taken.
    """
    fewer = [_power(values, np.maximum(many - 1, 0)) for values, many in zip(each, times.T, strict=True)]
    whole = [values if less is None else values * less for values, less in zip(each, fewer, strict=True)]
    found = [np.ones_like(each[0]), *accumulate(whole[:-1], np.multiply)]
    for level, after in enumerate([*accumulate(whole[:0:-1], np.multiply)][::-1]):
        found[level] = found[level] * after if level else after
    return [values if less is None else values * less for values, less in zip(found, fewer, strict=True)]


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
    step = sqrt(size) / 4

    def chance(move: int) -> Floats:
        mean = size + move * step
        shares = support.shares * mean
        with np.errstate(divide="ignore"):
            logs = np.log(shares)

        def term(votes: int, sign: float) -> Floats:
            if votes == 0:
                return np.exp(-shares)
            return sign**votes * np.exp(votes * logs - shares - lgamma(votes + 1))

        return _won_by_random_size(term, support.times, size, int(mean + 8 * sqrt(mean)) + 8)

    won = np.where(support.times > 0, _second_order(chance, size, step), 0.0)
    return np.asarray(won / (support.times * won).sum(axis=1, keepdims=True))
