"""Two panels that share nobody, drawn from the people who voted: how often they elect the same label.

This is footnote 3 of Bregeon et al. (2019) made exact. It is unbiased for two fresh panels of k whenever 2k people
labelled the item.
"""

from dataclasses import dataclass
from itertools import chain, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.panels.urn import Floats, Integers, distinct_rows, observed_urn, vote_shares, winning

_WORK = 400_000
"""Most pairs of pattern and first panel that are worked through exactly."""
_NARROW = 6
"""Most classes of patterns that may use up all of that; wider ones have less."""
_DRAWS = 2_000
"""Most pairs of panels drawn per pattern where the exact sum would be too long."""
_CELLS = 1_000_000
"""About how many votes are drawn in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disjoint:
    """How often two disjoint panels agree on each pattern."""

    agreement: Floats
    """Probability of the same label, one per pattern."""
    error: Floats
    """Standard error of that number by sampling: 0 where it is exact."""


def disjoint_agreement(rows: NDArray[np.integer], size: int, rng: np.random.Generator | None = None) -> Disjoint:
    """The probability that two disjoint panels of `size` elect the same label, for each pattern of votes.

    A pattern needs 2 · `size` votes. Patterns over many classes with large panels are sampled, and say so.

    >>> disjoint_agreement(np.array([[2, 0], [1, 1]]), 1).agreement.tolist()
    [1.0, 0.0]
    """
    patterns = np.ascontiguousarray(-np.sort(-np.asarray(rows, dtype=np.int64), axis=1))
    if size == 1:
        return Disjoint(agreement=_of_one(patterns), error=np.zeros(len(patterns)))
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
    return Disjoint(agreement=agreement, error=error)


def _of_one(rows: Integers) -> Floats:
    """Two people agree as often as two votes are equal."""
    people = rows.sum(axis=1)
    return np.asarray((rows * (rows - 1)).sum(axis=1) / np.maximum(people * (people - 1), 1), dtype=np.float64)


def _exact(rows: Integers, size: int) -> Floats:
    panels = compositions(size, rows.shape[1])
    agreement = np.zeros(len(rows))
    block = max(1, 200_000 // len(panels))
    for start in range(0, len(rows), block):
        agreement[start : start + block] = _exact_block(rows[start : start + block], panels, size)
    return agreement


def _exact_block(rows: Integers, panels: Integers, size: int) -> Floats:
    """Σ over first panels x of P(x) Σ_c share_c(x) · P(a second panel from the rest elects c)."""
    item, panel = np.nonzero((panels[None, :, :] <= rows[:, None, :]).all(axis=2))
    weights = observed_urn(rows, size)
    chosen = panels[panel]
    columns = np.arange(rows.shape[1])
    chance = weights.weights[columns, chosen, item[:, None]].prod(axis=1) / weights.total[item]
    second = _winning_of(rows[item] - chosen, size)
    same = (vote_shares(chosen) * second).sum(axis=1)
    return np.asarray(np.bincount(item, chance * same, minlength=len(rows)), dtype=np.float64)


def _winning_of(counts: Integers, size: int) -> Floats:
    """`winning` of every row, computed once per distinct sorted row."""
    order = np.argsort(-counts, axis=1, kind="stable")
    patterns, inverse, _ = distinct_rows(np.take_along_axis(counts, order, axis=1))
    ordered = winning(observed_urn(patterns, size))[inverse]
    back = np.empty_like(ordered)
    np.put_along_axis(back, order, ordered, axis=1)
    return back


def _sampled(rows: Integers, size: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    draws = int(np.clip(_CELLS / max(1, rows.size), 100, _DRAWS))
    block = max(1, _CELLS // (draws * rows.shape[1]))
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
    if parts > total:
        return _few_in_many(total, parts)
    blocks = []
    for first in range(total + 1):
        tail = compositions(total - first, parts - 1)
        blocks.append(np.column_stack([np.full(len(tail), first, dtype=np.int64), tail]))
    return np.concatenate(blocks)


def _few_in_many(total: int, parts: int) -> Integers:
    """The same by listing where each unit goes: quicker where there are more parts than units."""
    flat = np.fromiter(chain.from_iterable(combinations_with_replacement(range(parts), total)), np.int64)
    places = flat.reshape(-1, total)[::-1] if total else np.zeros((1, 0), dtype=np.int64)
    found = np.zeros((len(places), parts), dtype=np.int64)
    for place in places.T:
        found[np.arange(len(found)), place] += 1
    return found
