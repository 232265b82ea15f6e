"""Who wins a vote of k people: exact probabilities, ties shared fairly, without enumerating panels.

One kernel serves three urns, which differ only in the weight of x votes for a class:

- k people drawn from those who voted on the item: C(n_c, x);
- k people drawn from an infinite population with label distribution θ: θ_c^x / x!;
- k new people when θ is only known as a Dirichlet distribution with parameters a: Γ(a_c + x) / (Γ(a_c) x!).

The probability that class r wins is the sum over t of w_r[t] times the sum over s of 1/(s+1) times the coefficient
of z^(k−t) u^s in Π_{c≠r} (Σ_{x<t} w_c[x] z^x + u w_c[t] z^t), divided by the weight of all outcomes. Every term is
positive, so nothing cancels.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import InputError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_CELLS = 10_000_000
"""About how many numbers are held at once, whatever the number of items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Urn:
    """Weights of a vote of k people on each of U items."""

    weights: Floats
    """Weight of x votes for class c on item u, as [c, x, u]; x goes from 0 to k."""
    others: Floats
    """Weight of x votes for all classes but c together, as [c, x, u]."""
    total: Floats
    """Weight of all outcomes of k votes, one per item."""

    @property
    def size(self) -> int:
        """How many people vote."""
        return int(self.weights.shape[1]) - 1


def observed_urn(counts: NDArray[np.integer], size: int) -> Urn:
    """The urn of the people who voted: `counts` is items × classes, panels are drawn without replacement.

    >>> winning(observed_urn(np.array([[2, 1]]), 1)).round(4).tolist()
    [[0.6667, 0.3333]]
    """
    votes = np.asarray(counts, dtype=np.float64)
    people = votes.sum(axis=1)
    if size < 1 or (people < size).any():
        raise InputError(
            f"a panel of {size} cannot be drawn from items with {int(people.min(initial=0))} labels",
            todo="Ask for a panel of at least 1 and at most as many people as labelled each item.",
        )
    return _urn(votes, people, -np.arange(size, dtype=np.float64), size / np.maximum(people, 1))


def known_urn(theta: NDArray[np.float64], size: int) -> Urn:
    """The urn of an infinite population whose label distribution on each item is a row of `theta`."""
    return _urn(theta, theta.sum(axis=1), np.zeros(size), np.full(len(theta), float(size)))


def posterior_urn(parameters: NDArray[np.float64], size: int) -> Urn:
    """The urn of new people when each item's label distribution is Dirichlet with a row of `parameters`."""
    mass = parameters.sum(axis=1)
    return _urn(parameters, mass, np.arange(size, dtype=np.float64), size / (mass + size))


def _urn(parts: Floats, whole: Floats, steps: Floats, scale: Floats) -> Urn:
    """Weights Π_{i<x} (part + steps[i]) · scale / (i + 1); the scale keeps a thousand votes inside a float."""
    classes, size = parts.shape[1], len(steps)
    stacked = np.empty((2 * classes + 1, size + 1, len(parts)))
    stacked[:, 0] = 1.0
    columns = parts.T
    stacked[:classes, 1:] = columns[:, None, :]
    stacked[classes:-1, 1:] = (whole - columns)[:, None, :]
    stacked[-1, 1:] = whole
    factors = stacked[:, 1:]
    factors += steps[:, None]
    np.maximum(factors, 0.0, out=factors)
    factors *= scale / np.arange(1, size + 1, dtype=np.float64)[:, None]
    # Twice as fast as a cumulative product along the middle axis.
    for votes in range(1, size + 1):
        stacked[:, votes] *= stacked[:, votes - 1]
    return Urn(weights=stacked[:classes], others=stacked[classes:-1], total=stacked[-1, -1])


def winning(urn: Urn) -> Floats:
    """The probability that each class wins, items × classes; a tie of s classes gives each of them 1/s."""
    classes, _, items = urn.weights.shape
    block = max(1, _CELLS // (classes * urn.size * urn.size))
    if items > block:
        return np.concatenate([winning(_part(urn, start, start + block)) for start in range(0, items, block)])
    won = np.zeros((items, classes))
    half = urn.size // 2
    for top in range(1, half + 1):
        before, after = _prefixes(urn, top), _prefixes(urn, top, backwards=True)
        for c in range(classes):
            won[:, c] += urn.weights[c, top] * _joined(before[c], after[classes - 1 - c])
    won += _with_most_votes(urn, classes).T
    return won / urn.total[:, None]


def _part(urn: Urn, start: int, end: int) -> Urn:
    return Urn(weights=urn.weights[:, :, start:end], others=urn.others[:, :, start:end], total=urn.total[start:end])


def winning_first(urn: Urn) -> Floats:
    """The probability that the first class wins, one number per item: cheaper than `winning` by a factor of C."""
    won = _with_most_votes(urn, 1)[0]
    for top in range(1, urn.size // 2 + 1):
        others = _start(urn, top)
        for c in range(1, urn.weights.shape[0]):
            others = _with_class(others, urn.weights[c], top)
        shares = 1.0 / np.arange(1, others.shape[0] + 1)
        won += urn.weights[0, top] * (shares @ others[:, -1, :])
    return np.asarray(won / urn.total, dtype=np.float64)


def _with_most_votes(urn: Urn, classes: int) -> Floats:
    """The weight of more than half the votes for each of the first classes: nobody else can win or tie then."""
    least = urn.size // 2 + 1
    own = urn.weights[:classes, least:]
    rest = urn.others[:classes, urn.size - least :: -1] if urn.size >= least else urn.others[:classes, :0]
    return np.asarray((own * rest).sum(axis=1), dtype=np.float64)


def _start(urn: Urn, top: int) -> Floats:
    """The polynomial 1, as [ties, votes of the others, item], when the winner has `top` votes."""
    rest = urn.size - top
    one = np.zeros((min(rest // top, urn.weights.shape[0] - 1) + 1, rest + 1, urn.total.shape[0]))
    one[0, 0] = 1.0
    return one


def _with_class(others: Floats, weights: Floats, top: int) -> Floats:
    """`others` times one more class, which has fewer than `top` votes or ties with it."""
    ties, length, _ = others.shape
    grown: Floats = others * weights[0]
    for x in range(1, min(top, length)):
        grown[:, x:] += weights[x] * others[:, : length - x]
    if ties > 1:
        grown[1:, top:] += weights[top] * others[:-1, : length - top]
    return grown


def _prefixes(urn: Urn, top: int, *, backwards: bool = False) -> list[Floats]:
    """Products over the first 0, 1, … C−1 classes (from the last one when `backwards`)."""
    order = range(urn.weights.shape[0] - 1)
    found = [_start(urn, top)]
    for c in order:
        found.append(_with_class(found[-1], urn.weights[-1 - c if backwards else c], top))
    return found


def _joined(before: Floats, after: Floats) -> Floats:
    """Σ_s 1/(s+1) · coefficient of z^(k−t) u^s in the product of two polynomials."""
    ties = before.shape[0]
    total: Floats = np.zeros(before.shape[2])
    for s in range(ties):
        for other in range(ties - s):
            total += np.einsum("zu,zu->u", before[s], after[other, ::-1]) / (s + other + 1)
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class Profiles:
    """Distinct vote patterns: whether a panel changes a label depends on the sorted counts alone."""

    rows: Integers
    """The patterns, largest count first, patterns × classes (columns that are zero everywhere are dropped)."""
    inverse: Integers
    """For each item the row of its pattern."""
    times: Integers
    """How many items have each pattern."""

    @property
    def votes(self) -> Integers:
        """How many votes each pattern has."""
        return np.asarray(self.rows.sum(axis=1), dtype=np.int64)


def profiles(counts: NDArray[np.integer]) -> Profiles:
    """The distinct sorted rows of items × classes counts: 100,000 items with five labels have seven at most."""
    votes = np.asarray(counts, dtype=np.int64)
    widest = max(1, min(votes.shape[1], int(votes.sum(axis=1).max(initial=1))))
    block = max(1, _CELLS // max(1, votes.shape[1]))
    parts = [_largest(votes[start : start + block], widest) for start in range(0, max(1, len(votes)), block)]
    ordered = parts[0] if len(parts) == 1 else np.concatenate(parts)
    width = max(1, int(np.count_nonzero(ordered.max(axis=0, initial=0))))
    rows, inverse, times = distinct_rows(ordered[:, :width])
    return Profiles(rows=rows, inverse=inverse, times=times)


def _largest(votes: Integers, widest: int) -> Integers:
    """The largest counts of each row, descending: an item with five votes has five classes at most."""
    if widest < votes.shape[1] // 4:
        votes = -np.partition(-votes, widest - 1, axis=1)[:, :widest]
    return np.ascontiguousarray(-np.sort(-votes, axis=1)[:, :widest])


def distinct_rows(rows: Integers) -> tuple[Integers, Integers, Integers]:
    """The distinct rows of a table of small counts, each row's number among them, and how often each stands."""
    if not len(rows):
        return rows, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    base = int(rows.max()) + 1
    if base ** rows.shape[1] >= 2**62:
        found, inverse, times = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        return found, np.asarray(inverse, dtype=np.int64).reshape(-1), np.asarray(times, dtype=np.int64)
    code = rows @ (base ** np.arange(rows.shape[1], dtype=np.int64)[::-1])
    order = np.argsort(code)
    ordered = code[order]
    fresh = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    starts = np.flatnonzero(fresh)
    inverse = np.empty(len(code), dtype=np.int64)
    inverse[order] = np.cumsum(fresh) - 1
    return rows[order[starts]], inverse, np.diff(starts, append=len(code))


def vote_shares(counts: NDArray[np.integer]) -> Floats:
    """Each class's share of the win: 1/s for the s classes with most votes, else 0; rows without votes are all 0."""
    votes = np.asarray(counts)
    best = (votes == votes.max(axis=1, keepdims=True, initial=1)).astype(np.float64)
    return np.asarray(best / np.maximum(best.sum(axis=1, keepdims=True), 1.0), dtype=np.float64)
