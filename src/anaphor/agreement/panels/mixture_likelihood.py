"""The chance of a vote pattern at each point of a support, and what its leader may expect there.

A pattern is a list of counts, nobody says of which classes. The levels of a point are taken one by one, and each
takes some of the counts for its classes; the state is how many of each different count are given out. Counts weigh
as Poisson variables, which keeps every factor below 1 and turns into the multinomial by one number in the end.
"""

from dataclasses import dataclass
from itertools import product
from operator import add, gt

import numpy as np
from scipy.special import gammaln

from anaphor.agreement.panels.mixture_support import Support
from anaphor.agreement.panels.urn import Floats, Integers

_CELLS = 1_500_000
"""About how many numbers are worked on at once."""

Shape = tuple[int, ...]
"""How often each different count of a pattern occurs."""
State = tuple[int, ...]
"""How many of each different count are given out."""


def pattern_likelihood(rows: Integers, support: Support) -> Floats:
    """Patterns × points: the chance of sorted counts, given the label distribution and the number of votes."""
    found = np.empty((len(rows), len(support)))
    for batch in _batches(rows, len(support)):
        found[batch.numbers] = _arranged(batch, support, None)[0]
    return found


def leader_kept(rows: Integers, support: Support, wins: Floats) -> tuple[Floats, Floats]:
    """The likelihood, and the same times the chance (`wins`, points × levels) that the pattern's leader wins again.

    Tied leaders are averaged.
    """
    chance, kept = np.empty((len(rows), len(support))), np.empty((len(rows), len(support)))
    for batch in _batches(rows, len(support)):
        chance[batch.numbers], kept[batch.numbers] = _arranged(batch, support, wins)
    return chance, kept


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """Patterns that have equally many different counts, each occurring equally often."""

    shape: Shape
    """How often each different count occurs, the largest count first."""
    numbers: list[int]
    """Which rows these are."""
    values: Integers
    """Rows × different counts, without zeros."""

    @property
    def votes(self) -> Floats:
        """How many votes each row has."""
        return np.asarray(self.values @ np.array(self.shape, dtype=np.int64), dtype=np.float64)


def _batches(rows: Integers, points: int) -> list[_Batch]:
    grouped: dict[Shape, list[tuple[int, list[int]]]] = {}
    for number, row in enumerate(rows):
        values, many = np.unique(row[row > 0], return_counts=True)
        grouped.setdefault(tuple(many[::-1].tolist()), []).append((number, values[::-1].tolist()))
    most = max(1, _CELLS // max(1, points))
    return [
        _Batch(
            shape=shape,
            numbers=[number for number, _ in some[start : start + most]],
            values=np.array([values for _, values in some[start : start + most]], dtype=np.int64),
        )
        for shape, some in grouped.items()
        for start in range(0, len(some), most)
    ]


def _arranged(batch: _Batch, support: Support, wins: Floats | None) -> tuple[Floats, Floats]:
    """Σ over the ways to give a row's counts to classes, and that times the mean `wins` of the leading classes."""
    size = (len(batch.numbers), len(support))
    states: dict[State, tuple[Floats, Floats]] = {(0,) * len(batch.shape): (np.ones(size), np.zeros(size))}
    levels = support.shares.shape[1]
    for level in range(levels):
        weights = _Level.of(batch, support, level).weights(batch.shape)
        here = None if wins is None else wins[:, level]
        states = _grown(states, weights, batch.shape, here, last=level == levels - 1)
    votes = batch.votes
    scale = np.exp(gammaln(votes + 1) + votes - votes * np.log(votes))[:, None]
    plain, marked = states[batch.shape]
    return plain * scale, marked * scale


@dataclass(frozen=True, slots=True, kw_only=True)
class _Level:
    """What the classes of one level weigh when they take counts."""

    chances: list[Floats]
    """For each different count, the Poisson chance of one class, rows × points."""
    choices: list[Floats]
    """For 0, 1, 2 … classes with a count: the ways to choose them in order, times the chance of the empty others."""

    @classmethod
    def of(cls, batch: _Batch, support: Support, level: int) -> "_Level":
        share, many = support.shares[:, level], support.times[:, level]
        mean = batch.votes[:, None] * share
        with np.errstate(divide="ignore"):
            log = np.log(mean)
        chances = [np.exp(value[:, None] * log - mean - gammaln(value + 1)[:, None]) for value in batch.values.T]
        ways, choices = np.ones(len(share)), []
        for taken in range(min(int(many.max(initial=0)), sum(batch.shape)) + 1):
            choices.append(ways * np.exp(-mean * np.maximum(many - taken, 0)))
            ways = ways * np.maximum(many - taken, 0)
        return cls(chances=chances, choices=choices)

    def weights(self, shape: Shape) -> dict[State, Floats]:
        """The weight of taking so many of each different count."""
        counts: dict[State, Floats] = {}
        for taken in product(*(range(limit + 1) for limit in shape)):
            first = next((place for place, many in enumerate(taken) if many), None)
            if first is None:
                counts[taken] = np.ones(1)
            elif sum(taken) < len(self.choices):
                fewer = (*taken[:first], taken[first] - 1, *taken[first + 1 :])
                counts[taken] = counts[fewer] * (self.chances[first] / taken[first])
        return {taken: weight * self.choices[sum(taken)] for taken, weight in counts.items()}


def _grown(
    states: dict[State, tuple[Floats, Floats]],
    weights: dict[State, Floats],
    shape: Shape,
    wins: Floats | None,
    *,
    last: bool,
) -> dict[State, tuple[Floats, Floats]]:
    """The states after one more level; after the last one, only the state in which all counts are given out."""
    grown: dict[State, tuple[Floats, Floats]] = {}
    for state, (plain, marked) in states.items():
        for taken, weight in weights.items():
            target = tuple(map(add, state, taken))
            if target != shape if last else any(map(gt, target, shape)):
                continue
            more = plain * weight
            lead = marked if wins is None else marked * weight + more * (wins * (taken[0] / shape[0]))
            old = grown.get(target)
            grown[target] = (more, lead) if old is None else (old[0] + more, old[1] + lead)
    return grown
