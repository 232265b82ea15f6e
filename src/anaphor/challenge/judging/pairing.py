"""Exact paired tests between very many entries: a thousand entries make half a million pairs.

The test is that of the scoring room (outcomes of a whole schema or passage swapped between two entries, all swaps taken
into account); on right and not right it is McNemar's where every question stands alone. Pairs that differ alike share
their chance, so that few laws are computed. A test holds it against `scoring.comparison`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from anaphor.scoring.items import Outcome, Result, holm, law_of_sum

ALPHA = 0.05
"""Level of the tests, after Holm's correction."""
_SHOWN = 20
"""Entries, the best first, whose pairs are kept one by one."""
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two entries on the same questions."""

    first: str
    """The one that got more right, or came first."""
    second: str
    """The other."""
    better: int
    """Questions that only the first got right."""
    worse: int
    """Questions that only the second got right."""
    p: float
    """Two-sided chance of a difference as large."""
    adjusted: float
    """The same, corrected for all pairs (Holm)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """All entries beside each other."""

    ranks: tuple[int, ...]
    """One more than the number of entries that are better beyond chance, in the order of the entries."""
    pairs: tuple[Pair, ...]
    """The pairs of the best entries."""
    tests: int
    """How many pairs were tested."""


def paired(names: Sequence[str], outcomes: Sequence[Sequence[Outcome]]) -> Paired:
    """Every entry beside every other; the names are in the order of the standing."""
    if len(names) < 2:
        return Paired(ranks=(1,) * len(names), pairs=(), tests=0)
    right = np.array([[each.result is Result.RIGHT for each in part] for part in outcomes], np.int64)
    sums = _by_cluster(right, [each.target.cluster for each in outcomes[0]])
    first, second = np.triu_indices(len(names), 1)
    chances, lead = _chances(sums)
    adjusted = np.array(holm(chances.tolist()))
    beyond = (adjusted < ALPHA) & (lead != 0)
    ranks = np.ones(len(names), np.int64)
    np.add.at(ranks, np.where(lead > 0, second, first)[beyond], 1)
    shown = np.flatnonzero(second < _SHOWN).tolist()
    return Paired(
        ranks=tuple(int(rank) for rank in ranks),
        tests=len(first),
        pairs=tuple(
            _pair(names, right, (int(first[place]), int(second[place])), float(chances[place]), float(adjusted[place]))
            for place in shown
        ),
    )


def _pair(names: Sequence[str], right: Whole, places: tuple[int, int], p: float, adjusted: float) -> Pair:
    one, other = right[places[0]], right[places[1]]
    return Pair(
        first=names[places[0]],
        second=names[places[1]],
        better=int((one > other).sum()),
        worse=int((one < other).sum()),
        p=p,
        adjusted=adjusted,
    )


def _by_cluster(right: Whole, clusters: Sequence[str]) -> Whole:
    order = {name: number for number, name in enumerate(dict.fromkeys(clusters))}
    sums = np.zeros((len(order), right.shape[0]), np.int64)
    np.add.at(sums, [order[name] for name in clusters], right.T)
    return sums.T


def _chances(sums: Whole) -> tuple[NDArray[np.float64], Whole]:
    """For all pairs in the order of `triu_indices`: the two-sided chance, and by how much the first leads."""
    most = max(1, int(sums.max()))
    signs, leads = [], []
    for number in range(len(sums) - 1):
        gaps = sums[number] - sums[number + 1 :]
        sizes = np.abs(gaps)
        counts = [(sizes == size).sum(axis=1) for size in range(1, most + 1)]
        lead = gaps.sum(axis=1)
        leads.append(lead)
        signs.append(np.column_stack([*counts, np.abs(lead)]))
    shapes, places = np.unique(np.concatenate(signs), axis=0, return_inverse=True)
    chances = np.array([_chance(tuple(int(part) for part in shape)) for shape in shapes])
    return chances[places.reshape(-1)], np.concatenate(leads)


def _chance(shape: tuple[int, ...]) -> float:
    *counts, lead = shape
    laws = [((-size, 0.5), (size, 0.5)) for size, count in enumerate(counts, 1) for _ in range(count)]
    return law_of_sum(laws).beyond(Fraction(lead), Fraction(0))
