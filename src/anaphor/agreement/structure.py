"""Whether the people of a panel are interchangeable: every count-based rate assumes that they are.

standing_apart     people who agree with the others less, or more, than a random voter of the same items would
group_split        declared groups: do people agree more within than between them?
hidden_split       no groups declared: does the panel fall into two camps?
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.linalg import ArpackError, eigsh
from scipy.special import ndtr

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.urn import Floats
from anaphor.errors import InputError
from anaphor.statistics import gram

_LARGEST = 100
"""Most people whose pairs are permuted."""
_NOTHING = 1e-9
"""Differences between pairs below this are rounding."""
_CELLS = 300_000
"""Largest table of people × items × classes that is permuted; a larger one is thinned to a part of its items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How one person stands to the others."""

    annotator: str
    """Who."""
    labels: int
    """Labels on items that others labelled, too."""
    agreement: float
    """Chance that another voter on the same item agrees."""
    expected: float
    """The same for a random voter of those items."""
    z: float
    """Their difference in standard errors."""
    p: float
    """Chance of so large a difference, either way, for an interchangeable person; corrected for the number of people
    (Holm)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Two or more camps among the people."""

    groups: tuple[tuple[str, ...], ...]
    """Who is in which camp."""
    within: float
    """Observed agreement of pairs inside a camp."""
    between: float
    """Observed agreement of pairs across camps."""
    p: float
    """Chance of so large a gap for interchangeable people, by permutation."""
    declared: bool
    """Whether the groups were given; otherwise they were found in the same labels, and `p` allows for that."""


def standing_apart(matrix: LabelMatrix) -> tuple[Standing, ...]:
    """Everyone who shares items with others, those who agree least first.

    If people are interchangeable, a person's label on an item is any of its votes; agreement with the others then
    has a known mean and variance, so that nothing needs to be permuted.
    """
    matrix.need_annotators("how each annotator stands to the others")
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
    corrected = _holm(2 * ndtr(-np.abs(z)))
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


def _holm(p: Floats) -> Floats:
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(stepped, 1.0)
    return corrected


def group_split(
    matrix: LabelMatrix, group_of: Mapping[str, str], rng: np.random.Generator, *, permutations: int = 999
) -> Split:
    """Whether people agree more within declared groups than between them; group names are permuted among people."""
    people = [name for name in matrix.annotators if name in group_of]
    names = sorted({group_of[name] for name in people})
    if len(names) < 2 or len(people) < 4:
        raise InputError(
            "a split needs two groups and four annotators who are in one", todo="Give a group for every annotator."
        )
    part = matrix.restrict(annotators=people)
    agree, common = _pairs(_one_hot(part))
    member = np.array([names.index(group_of[name]) for name in people])
    gap, within, between = _gap(agree, common, member)
    drawn = [_gap(agree, common, rng.permutation(member))[0] for _ in range(permutations)]
    p = (1 + sum(each >= gap - 1e-12 for each in drawn)) / (1 + permutations)
    groups = tuple(tuple(name for name in people if group_of[name] == group) for group in names)
    return Split(groups=groups, within=within, between=between, p=p, declared=True)


def hidden_split(matrix: LabelMatrix, rng: np.random.Generator, *, permutations: int = 149) -> Split | None:
    """The strongest division of the panel into two camps; None for fewer than four people, too many, or no difference.

    The statistic is the largest eigenvalue of the centred pair agreement; under interchangeability the votes of an
    item may be shuffled among the people who gave them.
    """
    people = len(matrix.annotators)
    if matrix.anonymous or not 4 <= people <= _LARGEST:
        return None
    part = _thinned(matrix)
    table = part.table
    agree, common = _pairs(_one_hot(part))
    value, side = _leading(agree, common)
    if value < _NOTHING:
        return None
    drawn = [_leading(*_pairs(_shuffled(table, len(part.classes), rng)))[0] for _ in range(permutations)]
    member = (side > 0).astype(np.int64)
    if member.min() == member.max():
        return None
    _, within, between = _gap(agree, common, member)
    p = (1 + sum(each >= value - 1e-12 for each in drawn)) / (1 + permutations)
    groups = tuple(tuple(part.annotators[m] for m in np.flatnonzero(member == g)) for g in (0, 1))
    return Split(groups=groups, within=within, between=between, p=p, declared=False)


def _thinned(matrix: LabelMatrix) -> LabelMatrix:
    most = max(1, _CELLS // max(1, len(matrix.annotators) * len(matrix.classes)))
    if len(matrix.items) <= most:
        return matrix
    return matrix.take(items=np.linspace(0, len(matrix.items) - 1, most).astype(np.int64))


def _one_hot(matrix: LabelMatrix) -> NDArray[np.float32]:
    """People × items × classes."""
    votes = np.zeros((len(matrix.annotators), len(matrix.items), len(matrix.classes)), dtype=np.float32)
    votes[matrix.annotator, matrix.item, matrix.label] = 1.0
    return votes


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


def _gap(agree: Floats, common: Floats, member: NDArray[np.int64]) -> tuple[float, float, float]:
    """Agreement within less between groups, and the two."""
    same = member[:, None] == member[None, :]
    off = ~np.eye(len(member), dtype=bool)
    within = float(agree[same & off].sum() / max(1.0, common[same & off].sum()))
    between = float(agree[~same].sum() / max(1.0, common[~same].sum()))
    return within - between, within, between


def _leading(agree: Floats, common: Floats) -> tuple[float, Floats]:
    """Largest eigenvalue and its vector of the pair agreement, centred by rows and columns, diagonal ignored."""
    people = len(agree)
    off = ~np.eye(people, dtype=bool) & (common > 0)
    rate = np.divide(agree, common, out=np.zeros_like(agree), where=off)
    mean = rate[off].mean() if off.any() else 0.0
    filled = np.where(off, rate, mean)
    row = (filled.sum(axis=1) - np.diag(filled)) / max(1, people - 1)
    centred = np.where(off, filled - row[:, None] - row[None, :] + mean, 0.0)
    if np.abs(centred).max(initial=0.0) < _NOTHING:
        return 0.0, np.zeros(people)
    # Lanczos from a fixed start: a full decomposition wakes all cores for a table this small.
    try:
        values, vectors = eigsh(centred, k=1, which="LA", v0=np.linspace(1.0, 2.0, people))
    except ArpackError:
        values, vectors = (part[..., -1:] for part in np.linalg.eigh(centred))
    return float(values[0]), np.asarray(vectors[:, 0], dtype=np.float64)
