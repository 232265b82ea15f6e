"""Who wins a vote of k people: exact probabilities, ties shared fairly, without enumerating panels.

One kernel serves three urns, which differ only in the weight of x votes for a class:

- k people drawn from those who voted on the item: C(n_c, x);
- k people drawn from an infinite population with label distribution θ: θ_c^x / x!;
- k new people when θ is only known as a Dirichlet distribution with parameters a: Γ(a_c + x) / (Γ(a_c) x!).

The probability that class r wins is the sum over t of w_r[t] times the sum over s of 1/(s+1) times the coefficient
of z^(k−t) u^s in Π_{c≠r} (Σ_{x<t} w_c[x] z^x + u w_c[t] z^t), divided by the weight of all outcomes. Every term is
positive, so nothing cancels.


Two panels that share nobody, drawn from the people who voted: how often they elect the same label.

This is footnote 3 of Bregeon et al. (2019) made exact. It is unbiased for two fresh panels of k whenever 2k people
labelled the item.
"""

from dataclasses import dataclass
from itertools import chain, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import InputError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_CELLS = 10_000_000
"""About how many numbers are held at once, whatever the number of items."""
_WORK = 400_000
"""Most pairs of pattern and first panel that are worked through exactly."""
_NARROW = 6
"""Most classes of patterns that may use up all of that; wider ones have less."""
_DRAWS = 2_000
"""Most pairs of panels drawn per pattern where the exact sum would be too long."""
_DRAWN_VOTES = 1_000_000
"""About how many votes are drawn in all."""


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
        return int(self.weights.shape[1]) - 1


def observed_urn(counts: NDArray[np.integer], size: int) -> Urn:
    """The urn of the people who voted: `counts` is items × classes, panels are drawn without replacement.

    >>> winning(observed_urn(np.array([[2, 1]]), 1)).round(4).tolist()
    [[0.6667, 0.3333]]
    """
    votes = np.asarray(counts, dtype=np.float64)
    people = votes.sum(axis=1)
    if size < 1 or (people < size).any():
        raise InputError("agreement-panel-from-few", size=size, labels=int(people.min(initial=0)))
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
        parts = [np.s_[..., start : start + block] for start in range(0, items, block)]
        some = (Urn(weights=urn.weights[p], others=urn.others[p], total=urn.total[p]) for p in parts)
        return np.concatenate([winning(each) for each in some])
    won = np.zeros((items, classes))
    for top in range(1, urn.size // 2 + 1):
        # Products over the first 0, 1, … C − 1 classes, and over the last ones.
        before, after = [_start(urn, top)], [_start(urn, top)]
        for c in range(classes - 1):
            before.append(_with_class(before[-1], urn.weights[c], top))
            after.append(_with_class(after[-1], urn.weights[-1 - c], top))
        for c in range(classes):
            # Σ_s 1/(s+1) · coefficient of z^(k−t) u^s in the product of the two polynomials.
            left, right = before[c], after[classes - 1 - c]
            total = np.zeros(items)
            for s in range(len(left)):
                for other in range(len(left) - s):
                    total += np.einsum("zu,zu->u", left[s], right[other, ::-1]) / (s + other + 1)
            won[:, c] += urn.weights[c, top] * total
    won += _with_most_votes(urn, classes).T
    return won / urn.total[:, None]


def winning_first(urn: Urn) -> Floats:
    """The probability that the first class wins, one number per item: cheaper than `winning` by a factor of C."""
    won = _with_most_votes(urn, 1)[0]
    for top in range(1, urn.size // 2 + 1):
        others = _start(urn, top)
        for c in range(1, urn.weights.shape[0]):
            others = _with_class(others, urn.weights[c], top)
        shares = 1.0 / np.arange(1, others.shape[0] + 1)
        won += urn.weights[0, top] * (shares @ others[:, -1, :])
    return np.asarray(won / urn.total)


def _with_most_votes(urn: Urn, classes: int) -> Floats:
    """The weight of more than half the votes for each of the first classes: nobody else can win or tie then."""
    least = urn.size // 2 + 1
    own = urn.weights[:classes, least:]
    rest = urn.others[:classes, urn.size - least :: -1] if urn.size >= least else urn.others[:classes, :0]
    return np.asarray((own * rest).sum(axis=1))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Profiles:
    """Distinct vote patterns: whether a panel changes a label depends on the sorted counts alone."""

    rows: Integers
    """The patterns, largest count first, patterns × classes (columns that are zero everywhere are dropped)."""
    inverse: Integers
    """For each item the row of its pattern."""
    times: Integers

    @property
    def votes(self) -> Integers:
        return np.asarray(self.rows.sum(axis=1), dtype=np.int64)


def profiles(counts: NDArray[np.integer]) -> Profiles:
    """The distinct sorted rows of items × classes counts: 100,000 items with five labels have seven at most."""
    votes = np.asarray(counts, dtype=np.int64)
    # An item with five votes has five classes at most.
    widest = max(1, min(votes.shape[1], int(votes.sum(axis=1).max(initial=1))))
    block = max(1, _CELLS // max(1, votes.shape[1]))
    parts = []
    for start in range(0, max(1, len(votes)), block):
        some = votes[start : start + block]
        if widest < votes.shape[1] // 4:
            some = -np.partition(-some, widest - 1, axis=1)[:, :widest]
        parts.append(np.ascontiguousarray(-np.sort(-some, axis=1)[:, :widest]))
    ordered = parts[0] if len(parts) == 1 else np.concatenate(parts)
    width = max(1, int(np.count_nonzero(ordered.max(axis=0, initial=0))))
    rows, inverse, times = distinct_rows(ordered[:, :width])
    return Profiles(rows=rows, inverse=inverse, times=times)


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
    return np.asarray(best / np.maximum(best.sum(axis=1, keepdims=True), 1.0))


def disjoint_agreement(
    rows: NDArray[np.integer], size: int, rng: np.random.Generator | None = None
) -> tuple[Floats, Floats]:
    """The probability that two disjoint panels of `size` elect the same label, for each pattern of votes.

    Also its standard error by sampling: patterns over many classes with large panels are sampled, others are exact.
    A pattern needs 2 · `size` votes.

    >>> disjoint_agreement(np.array([[2, 0], [1, 1]]), 1)[0].tolist()
    [1.0, 0.0]
    """
    patterns = np.ascontiguousarray(-np.sort(-np.asarray(rows, dtype=np.int64), axis=1))
    if size == 1:
        # Two people agree as often as two votes are equal.
        people = patterns.sum(axis=1)
        same = (patterns * (patterns - 1)).sum(axis=1) / np.maximum(people * (people - 1), 1)
        return same, np.zeros(len(patterns))
    used = np.asarray((patterns > 0).sum(axis=1))
    agreement, error = np.ones(len(patterns)), np.zeros(len(patterns))
    budget = _WORK
    for width in np.unique(used):
        group = np.flatnonzero(used == width)
        work = len(group) * comb(size + int(width) - 1, int(width) - 1)
        if width <= 1:
            continue
        if work <= budget and work * int(width) <= _WORK * _NARROW:
            budget -= work
            agreement[group] = _exact(patterns[group, :width], size)
        else:
            generator = rng or np.random.default_rng(0)
            agreement[group], error[group] = _sampled(patterns[group, :width], size, generator)
    return agreement, error


def _exact(rows: Integers, size: int) -> Floats:
    """Σ over first panels x of P(x) Σ_c share_c(x) · P(a second panel from the rest elects c)."""
    panels = compositions(size, rows.shape[1])
    agreement = np.zeros(len(rows))
    block = max(1, 200_000 // len(panels))
    for start in range(0, len(rows), block):
        some = rows[start : start + block]
        item, panel = np.nonzero((panels[None, :, :] <= some[:, None, :]).all(axis=2))
        urn = observed_urn(some, size)
        chosen = panels[panel]
        chance = urn.weights[np.arange(rows.shape[1]), chosen, item[:, None]].prod(axis=1) / urn.total[item]
        # Who wins the second panel is worked out once per distinct sorted rest.
        rest = some[item] - chosen
        order = np.argsort(-rest, axis=1, kind="stable")
        patterns, inverse, _ = distinct_rows(np.take_along_axis(rest, order, axis=1))
        ordered = winning(observed_urn(patterns, size))[inverse]
        second = np.empty_like(ordered)
        np.put_along_axis(second, order, ordered, axis=1)
        same = (vote_shares(chosen) * second).sum(axis=1)
        agreement[start : start + block] = np.bincount(item, chance * same, minlength=len(some))
    return agreement


def _sampled(rows: Integers, size: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    draws = int(np.clip(_DRAWN_VOTES / max(1, rows.size), 100, _DRAWS))
    block = max(1, _DRAWN_VOTES // (draws * rows.shape[1]))
    means, errors = [], []
    for start in range(0, len(rows), block):
        many = np.repeat(rows[start : start + block], draws, axis=0)
        first = draw_panels(many, size, rng)
        second = draw_panels(many - first, size, rng)
        same = (vote_shares(first) * vote_shares(second)).sum(axis=1).reshape(-1, draws)
        means.append(same.mean(axis=1))
        errors.append(same.std(axis=1) / np.sqrt(draws))
    return np.concatenate(means), np.concatenate(errors)


def draw_panels(counts: Integers, size: int | Integers, rng: np.random.Generator) -> Integers:
    """One panel of `size` (or of each row's size) per row, drawn without replacement from its votes; rows × classes."""
    drawn = np.zeros_like(counts)
    rest, need = counts.sum(axis=1), np.broadcast_to(size, len(counts))
    for c in range(counts.shape[1]):
        rest = rest - counts[:, c]
        drawn[:, c] = rng.hypergeometric(counts[:, c], rest, need)
        need = need - drawn[:, c]
    return drawn


def compositions(total: int, parts: int) -> Integers:
    """All ways to write `total` as an ordered sum of `parts` numbers from 0.

    >>> compositions(2, 2).tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    if parts == 1:
        return np.array([[total]], dtype=np.int64)
    if parts <= total:
        tails = [compositions(total - first, parts - 1) for first in range(total + 1)]
        firsts = np.repeat(np.arange(total + 1), [len(tail) for tail in tails])
        return np.column_stack([firsts, np.concatenate(tails)])
    # Where there are more parts than units, it is quicker to list where each unit goes.
    flat = np.fromiter(chain.from_iterable(combinations_with_replacement(range(parts), total)), np.int64)
    places = flat.reshape(-1, total)[::-1] if total else np.zeros((1, 0), dtype=np.int64)
    found = np.zeros((len(places), parts), dtype=np.int64)
    for place in places.T:
        found[np.arange(len(found)), place] += 1
    return found
