"""Whether the people of a panel are interchangeable: every count-based rate assumes that they are."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from anaphor.agreement.coefficients.kappa import pair_tables
from anaphor.agreement.panels.urn import Floats
from anaphor.answers import LabelMatrix
from anaphor.statistics import gram

_LARGEST = 100
"""Most people whose pairs are permuted."""
_NOTHING = 1e-9
"""Differences between pairs below this are rounding."""
_CELLS = 300_000
"""Largest table of people × items × classes that is permuted; a larger one is thinned to a part of its items."""
_SHUFFLED = 2_000_000
"""Labels that are shuffled in all, to see whether people differ."""
_MOST_PLACED = 200
"""Most annotators on a map: those with the most labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How one person stands to the others."""

    annotator: str
    labels: int
    """Labels on items that others labelled, too."""
    agreement: float
    """Chance that another voter on the same item agrees."""
    expected: float
    """The same for a random voter of those items."""
    z: float
    p: float
    """Chance of so large a difference, either way, for an interchangeable person; corrected for the number of people
    (Holm)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Two or more camps among the people."""

    groups: tuple[tuple[str, ...], ...]
    within: float
    between: float
    p: float
    """Chance of so large a gap for interchangeable people, by permutation."""
    declared: bool = False
    """Whether the groups were given: never so far; they are found in the same labels, and `p` allows for that."""


def standing_apart(matrix: LabelMatrix) -> tuple[Standing, ...]:
    """Everyone who shares items with others, those who agree least first.

    If people are interchangeable, a person's label on an item is any of its votes; agreement with the others then
    has a known mean and variance, so that nothing needs to be permuted.
    """
    matrix.need_annotators("standing")
    votes = matrix.counts
    people = matrix.votes_per_item
    others = np.maximum(people - 1, 1)[:, None]
    agree = np.maximum(votes - 1, 0) / others
    share = votes / np.maximum(people, 1)[:, None]
    mean = (share * agree).sum(axis=1)
    variance = (share * agree**2).sum(axis=1) - mean**2
    shared = people[matrix.item] >= 2
    who, item, label = matrix.annotator[shared], matrix.item[shared], matrix.label[shared]
    many = len(matrix.annotators)
    labels = np.bincount(who, minlength=many)
    found = np.bincount(who, agree[item, label], minlength=many)
    expected = np.bincount(who, mean[item], minlength=many)
    spread = np.sqrt(np.bincount(who, np.maximum(variance, 0)[item], minlength=many))
    z = np.where(spread > 1e-12, (found - expected) / np.maximum(spread, 1e-12), 0.0)
    p = 2 * special.ndtr(-np.abs(z))
    order = np.argsort(p)
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(many, 0, -1)), 1.0)
    standings = [
        Standing(
            annotator=matrix.annotators[m],
            labels=int(labels[m]),
            agreement=float(found[m] / labels[m]),
            expected=float(expected[m] / labels[m]),
            z=float(z[m]),
            p=float(corrected[m]),
        )
        for m in range(many)
        if labels[m]
    ]
    return tuple(sorted(standings, key=lambda each: each.z))


def hidden_split(matrix: LabelMatrix, rng: np.random.Generator, *, permutations: int = 149) -> Split | None:
    """The strongest division of the panel into two camps; None for fewer than four people, too many, or no difference.

    The statistic is the largest eigenvalue of the centred pair agreement; under interchangeability the votes of an
    item may be shuffled among the people who gave them.
    """
    people = len(matrix.annotators)
    if matrix.anonymous or not 4 <= people <= _LARGEST:
        return None
    most = max(1, _CELLS // max(1, people * len(matrix.classes)))
    thinned = np.linspace(0, len(matrix.items) - 1, most).astype(np.int64)
    part = matrix if len(matrix.items) <= most else matrix.take(items=thinned)
    table = part.table
    votes = np.zeros((people, len(part.items), len(part.classes)), dtype=np.float32)
    votes[part.annotator, part.item, part.label] = 1.0
    agree, common = _pairs(votes)
    values, vectors = np.linalg.eigh(_centred(agree, common))
    value, side = float(values[-1]), vectors[:, -1]
    if value < _NOTHING:
        return None
    shuffled = (_pairs(_shuffled(table, len(part.classes), rng)) for _ in range(permutations))
    drawn = np.linalg.eigvalsh(np.array([_centred(*pairs) for pairs in shuffled]))[:, -1]
    member = ((side > 0) != (side[0] > 0)).astype(np.int64)  # the first person's camp is the first
    if member.min() == member.max():
        return None
    same = member[:, None] == member[None, :]
    pairs = same & ~np.eye(people, dtype=bool)
    within = float(agree[pairs].sum() / max(1.0, common[pairs].sum()))
    between = float(agree[~same].sum() / max(1.0, common[~same].sum()))
    p = (1 + int((drawn >= value - 1e-12).sum())) / (1 + permutations)
    groups = tuple(tuple(part.annotators[m] for m in np.flatnonzero(member == g)) for g in (0, 1))
    return Split(groups=groups, within=within, between=between, p=p)


def _shuffled(table: NDArray[np.int32], classes: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """The labels of each item (row) shuffled among the people who labelled it, as people × items × classes."""
    keys = np.where(table >= 0, rng.random(table.shape), 2.0)
    order = np.argsort(keys, axis=1)
    places = np.argsort(np.where(table >= 0, 0, 1), axis=1, kind="stable")
    mixed = np.full_like(table, -1)
    np.put_along_axis(mixed, places, np.take_along_axis(table, order, axis=1), axis=1)
    votes = np.zeros((table.shape[1], table.shape[0], classes), dtype=np.float32)
    item, person = np.nonzero(mixed >= 0)
    votes[person, item, mixed[item, person]] = 1.0
    return votes


def _pairs(votes: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """Items agreed on and items shared, people × people."""
    flat = votes.reshape(len(votes), -1)
    return gram(flat).astype(np.float64), gram(votes.sum(axis=2)).astype(np.float64)


def _centred(agree: Floats, common: Floats) -> Floats:
    """The pair agreement, centred by rows and columns, diagonal ignored."""
    people = len(agree)
    off = ~np.eye(people, dtype=bool) & (common > 0)
    rate = np.divide(agree, common, out=np.zeros_like(agree), where=off)
    mean = rate[off].mean() if off.any() else 0.0
    filled = np.where(off, rate, mean)
    row = (filled.sum(axis=1) - np.diag(filled)) / max(1, people - 1)
    return np.where(off, filled - row[:, None] - row[None, :] + mean, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where one annotator stands."""

    annotator: str
    labels: int
    across: float
    """Place along the direction in which people differ most."""
    up: float
    """Place along the next direction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorMap:
    """Everybody's place, and how much of the differences the map shows."""

    places: tuple[Placed, ...]
    shown: float
    """Share of the squared distances that two directions hold, from 0 to 1."""


def annotator_map(matrix: LabelMatrix) -> AnnotatorMap | None:
    """The map; None where people are unknown, fewer than three, or all at one place.

    Classical scaling (Torgerson 1952) of how often two people differ on the items that both labelled. Pairs without a
    common item stand at the mean distance. The map is for looking at; who stands apart is told by `standing_apart`.
    """
    if matrix.anonymous or len(matrix.annotators) < 3:
        return None
    most = np.argsort(-matrix.labels_per_annotator, kind="stable")[:_MOST_PLACED]
    part = matrix.take(annotators=np.sort(most))
    shared, differ, _ = pair_tables(part)
    met = shared > 0
    np.fill_diagonal(met, val=False)
    if not met.any():
        return None
    apart = np.divide(differ, shared, out=np.zeros_like(shared), where=met)
    apart = np.where(met, apart, apart[met].mean())
    np.fill_diagonal(apart, 0.0)
    centre = np.eye(len(apart)) - 1 / len(apart)
    values, vectors = np.linalg.eigh(-0.5 * centre @ apart**2 @ centre)
    top = np.maximum(values[-1:-3:-1], 0.0)
    if top[0] < 1e-12:
        return None
    places = _oriented(vectors[:, -1:-3:-1]) * np.sqrt(top)
    return AnnotatorMap(
        places=tuple(
            Placed(annotator=name, labels=int(labels), across=float(across), up=float(up))
            for name, labels, (across, up) in zip(
                part.annotators, part.labels_per_annotator, places.tolist(), strict=True
            )
        ),
        shown=float(top.sum() / values[values > 0].sum()),
    )


def _oriented(directions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Directions (columns) whose largest entry is positive, so that the same labels give the same map everywhere.

    Of entries that are equally large the first decides: which one is larger by the last bit depends on the processor.

    >>> _oriented(np.array([[-0.7], [0.7 + 1e-16]])).round(1).tolist()
    [[0.7], [-0.7]]
    """
    size = np.abs(directions)
    first = (size >= size.max(axis=0) - _NOTHING).argmax(axis=0)
    return directions * np.where(np.take_along_axis(directions, first[None], axis=0) < 0, -1.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heterogeneity:
    """Whether people agree with the others about equally often."""

    spread: float
    """Standard deviation between people of their agreement with the others, chance taken out."""
    low: float
    """A tenth of the labels come from people who agree with the others less often than this."""
    high: float
    """A tenth come from people who agree more often."""
    p: float
    """Chance of so large differences for interchangeable people, by permutation."""


def heterogeneity(matrix: LabelMatrix, rng: np.random.Generator, most: float = 1.0) -> Heterogeneity | None:
    """How much people differ in how often they agree with the others; None for fewer than three people.

    The statistic is Σ z² over people, as `standing_apart` has them. If people are interchangeable, the votes of an item
    may be shuffled among those who gave them, so that a small p is as rare as it says, however few labels people have.
    Once p is sure to be above `most`, the shuffling stops.
    """
    if matrix.anonymous or len(matrix.annotators) < 3:
        return None
    people, votes = len(matrix.annotators), matrix.votes_per_item
    shared = votes[matrix.item] >= 2
    who, item = matrix.annotator[shared], matrix.item[shared]
    if not who.size:
        return None
    agree = np.maximum(matrix.counts - 1, 0) / np.maximum(votes - 1, 1)[:, None]
    own = agree[item, matrix.label[shared]]
    labels = np.bincount(who, minlength=people)
    mean = np.bincount(item, own, minlength=len(votes)) / np.maximum(votes, 1)
    variance = np.maximum(np.bincount(item, own**2, minlength=len(votes)) / np.maximum(votes, 1) - mean**2, 0.0)
    expected = np.bincount(who, mean[item], minlength=people)
    noise = np.bincount(who, variance[item], minlength=people)
    counted = noise > 1e-12
    if counted.sum() < 3:
        return None

    def statistic(values: Floats) -> float:
        apart = np.bincount(who, values, minlength=people) - expected
        return float((apart[counted] ** 2 / noise[counted]).sum())

    found, shuffled = statistic(own), own.copy()
    times = int(np.clip(_SHUFFLED // who.size, 39, 199))
    # Items with as many votes are the rows of one table, whose cells change places; those with one value need not.
    starts, varied = np.searchsorted(item, np.arange(len(votes))), variance > 1e-15
    sizes = np.unique(votes[varied]).tolist()
    tables = [starts[varied & (votes == size)][:, None] + np.arange(size) for size in sizes]
    larger = drawn = 0
    while drawn < times and (1 + larger) / (1 + times) <= most:
        keys = rng.random(who.size)
        for places in tables:
            order = np.argsort(keys[places], axis=1, kind="stable")
            shuffled[places] = np.take_along_axis(own[places], order, axis=1)
        drawn += 1
        larger += statistic(shuffled) >= found - 1e-9
    rates = np.bincount(who, own, minlength=people)[counted] / labels[counted]
    apart = rates - expected[counted] / labels[counted]
    # One who agrees more often by δ also lifts the mean of his items by 2δ/n: so much of δ is left to be seen.
    seen = np.bincount(who, 1 - 2 / votes[item], minlength=people)[counted] / labels[counted]
    weight = labels[counted] / labels[counted].sum()
    between = float(weight @ (apart**2 - noise[counted] / labels[counted] ** 2)) / max(float(weight @ seen**2), 1e-12)
    # The tenths of a normal distribution of that spread: observed ones would hold each one's own luck, too.
    centre, reach = float(weight @ rates), 1.2816 * max(between, 0.0) ** 0.5
    return Heterogeneity(
        spread=max(between, 0.0) ** 0.5,
        low=max(0.0, centre - reach),
        high=min(1.0, centre + reach),
        p=(1 + larger) / (1 + drawn) if drawn == times else max(most, (1 + larger) / (1 + drawn)),
    )
