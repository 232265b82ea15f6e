"""Whether items on which people differ have more votes: no rate of change can be told from votes collected so.

Rates are means over items whose numbers of votes say nothing about them. Where labels were asked for because others
differed (two votes, a third on disagreement; `agreement next`), or went to hard items by design, that is not so: an
item with few votes has few because they agreed.
"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from anaphor.agreement.coefficients.numbers import are_quantities
from anaphor.agreement.panels.urn import Floats, Integers, draw_panels
from anaphor.answers import LabelMatrix
from anaphor.text import Message, message

ALARM = 0.02
"""Votes are taken to depend on votes where chance does it no more often than this,"""
LEAST = 0.05
"""and where the relation is so strong: in a very large table a weaker one is seen, too, and moves no rate by more than
it is unsure."""
NEAR = 0.9
"""Where the item with fewest votes has so many of those of the item with most, no rate is off by more than it is
unsure, whatever the votes depend on: a person or two who left some items out are no reason to tell nothing."""
_FEWEST = 8
"""Items with two labels or more, below which nothing is tested."""
_PERMUTED = 2_000
"""Items up to which values are drawn anew; for more the normal distribution is as good."""
_TIMES = 999
_LEVELS = (2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50, 100)
"""Numbers of votes that are drawn: for a number between two, the smaller, which spreads more."""
_ENOUGH = 20
"""Items with so many votes that stand for all."""
_MANY = 100
"""Numbers that are told apart."""
_POOLED, _LEAST_POOLED, _LARGEST = 20, 2_000, 20_000
"""Values of which others are drawn: for each item of a group, at least and at most."""
_SHRUNK = 5.0
"""Labels that each person is taken to have given beside their own, as often against the others as anybody's."""
_ROUNDS = 30
"""Rounds after which the people's effects do not move any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteDependence:
    """How the number of votes of an item goes with the disagreement among them."""

    fewest: int
    """Votes of the items with fewest, of those that have two or more."""
    most: int
    few: float
    """How often two people differ on items with few votes; of quantities, the variance of the labels."""
    many: float
    """The same on items with more."""
    split: int
    """The number of votes up to which an item has few."""
    effect: float
    """By how much of its mean the disagreement rises with one standard deviation of the ranks of the votes."""
    declared: bool = False
    """True: the table says that some labels were asked for because of the labels before."""
    quantities: bool = False
    """True: `few` and `many` are variances."""
    p: float | None
    """Chance of so strong a relation, either way, where votes were not asked for because of votes; None: too few items
    to tell."""


def depends_on_votes(matrix: LabelMatrix, seed: int = 0) -> VoteDependence | None:
    """How the number of votes goes with disagreement, where that is no chance and no trifle; else None.

    Where the table says that votes were asked for because of votes, no test is needed, only numbers that differ.
    """
    relation = vote_dependence(matrix, seed)
    if relation is None:
        return None
    uneven = relation.fewest < NEAR * relation.most
    seen = uneven and relation.p is not None and relation.p <= ALARM and abs(relation.effect) >= LEAST
    return relation if seen or relation.declared else None


def dependence_reason(relation: VoteDependence) -> Message:
    """Why no rate can be told, as a clause."""
    if relation.declared or relation.p is None:
        return message("agreement-depends-declared")
    if relation.quantities:
        return message("agreement-depends-spread", p=relation.p)
    shown = {"few": relation.few, "many": relation.many, "split": relation.split}
    return message("agreement-depends-differ", p=relation.p, **shown)


def vote_dependence(matrix: LabelMatrix, seed: int = 0) -> VoteDependence | None:
    """Whether disagreement goes with the number of votes; None where all items have as many votes or all differ alike.

    The share of pairs of people who differ has the same expectation for every number of votes that was fixed beforehand
    or by chance; only its spread depends on that number. So its covariance with the ranks of these numbers is held
    against what it would be if items with n votes were any that have more, n votes of which are drawn. Where people
    have names, what they differ from others in general is taken out first: a careless person who labels some of the
    items raises the disagreement on these, and nobody asked for votes because of votes.
    """
    votes = np.asarray(matrix.votes_per_item, dtype=np.int64)
    paired = np.flatnonzero(votes >= 2)
    many = votes[paired]
    if not len(paired) or many.min() == many.max():
        return None
    counts, values = _few_columns(matrix, paired)
    differ = _disagreement(counts, values)
    if differ.min() == differ.max():
        return None
    people = np.zeros(len(paired)) if matrix.anonymous or values is not None else 2 * _people_of_items(matrix)[paired]
    ranks = _ranks(many)
    slope = float(ranks @ (differ - people)) / float(ranks @ ranks)
    rng = np.random.default_rng(seed)
    p = _chance(ranks, differ - people, _groups(counts, values, people, rng), rng)
    middle = int(np.median(many))
    split = middle if middle < many.max() else int(many[many < middle].max())
    low = many <= split
    return VoteDependence(
        fewest=int(many.min()),
        most=int(many.max()),
        few=float(differ[low].mean()),
        many=float(differ[~low].mean()),
        split=split,
        effect=slope * float(ranks.std()) / float(differ.mean()),
        declared=matrix.adaptive,
        quantities=values is not None,
        p=p if len(paired) >= _FEWEST else None,
    )


def _few_columns(matrix: LabelMatrix, paired: Integers) -> tuple[Integers, Floats | None]:
    """The votes of items by class, and the classes as numbers where labels are quantities.

    Which class is which says nothing about how many differ, so the most frequent of each item stands first and empty
    columns are left out; of very many numbers, near ones are one.
    """
    counts = np.asarray(matrix.counts[paired], dtype=np.int64)
    if not are_quantities(matrix):
        most = int((counts > 0).sum(axis=1).max())
        return np.asarray(-np.sort(-counts, axis=1)[:, :most]), None
    values = np.array(matrix.values, np.float64)
    if len(values) <= _MANY:
        return counts, values
    order = np.argsort(values)
    starts = np.linspace(0, len(values), _MANY, endpoint=False).astype(np.int64)
    sizes = np.diff(starts, append=len(values))
    return np.add.reduceat(counts[:, order], starts, axis=1), np.add.reduceat(values[order], starts) / sizes


def _disagreement(counts: Integers, values: Floats | None) -> Floats:
    """The share of pairs of votes that differ, items × classes; of quantities the variance of the labels."""
    many = counts.sum(axis=1).astype(np.float64)
    if values is not None:
        mean = counts @ values / many
        return np.asarray(np.maximum(counts @ values**2 - many * mean**2, 0.0) / (many - 1))
    return np.asarray(1 - (counts * (counts - 1.0)).sum(axis=1) / (many * (many - 1)))


def _ranks(values: Integers) -> Floats:
    """Ranks, those of equal values their mean, centred."""
    _, places, times = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(times) - (times - 1) / 2
    ranks = np.asarray(middle[places.reshape(-1)], dtype=np.float64)
    return np.asarray(ranks - ranks.mean())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Group:
    """Items with about as many votes."""

    items: Integers
    pool: Floats
    """By how much disagreement on each may be above its mean by chance."""


def _groups(counts: Integers, values: Floats | None, people: Floats, rng: np.random.Generator) -> list[_Group]:
    """Items by their votes, and what such items may have: of any that have more, so many votes are drawn.

    Where few have more, those with as many are among them; where few have as many, fewer votes are drawn, which spreads
    more.
    """
    many, differ = counts.sum(axis=1), _disagreement(counts, values)
    levels = np.array([level for level in _LEVELS if (many >= level).sum() >= min(_ENOUGH, len(many))])
    wanted = levels[np.searchsorted(levels, many, side="right") - 1]
    found = list[_Group]()
    for level in np.unique(wanted).tolist():
        group, others = np.flatnonzero(wanted == level), np.flatnonzero(wanted > level)
        enough = len(others) >= max(_ENOUGH, len(group))
        some = rng.permutation(others if enough else np.flatnonzero(many >= level))[:_PERMUTED]
        again = np.resize(some, min(max(_POOLED * len(group), _LEAST_POOLED), _LARGEST))
        drawn = draw_panels(counts[again], np.full(len(again), level), rng)
        pool = _disagreement(drawn, values) - people[again]
        # The mean is that of all their votes, not of those drawn: few draws must not hide how far apart a group may be.
        found.append(_Group(items=group, pool=pool - float((differ - people)[some].mean())))
    return found


def _chance(ranks: Floats, differ: Floats, groups: list[_Group], rng: np.random.Generator) -> float:
    """The chance of so large a covariance where the values of each group are drawn from its pool."""
    statistic = abs(float(ranks @ differ))
    if len(ranks) > _PERMUTED:
        variance = sum(float((ranks[each.items] ** 2).sum()) * float(each.pool.var()) for each in groups)
        return float(2 * special.ndtr(-statistic / np.sqrt(max(variance, 1e-24))))
    drawn = np.zeros(_TIMES)
    for each in groups:
        drawn += each.pool[rng.integers(0, len(each.pool), (_TIMES, len(each.items)))] @ ranks[each.items]
    return (1 + int((np.abs(drawn) >= statistic - 1e-9).sum())) / (1 + _TIMES)


def _people_of_items(matrix: LabelMatrix) -> Floats:
    """The mean over an item's voters of how much more often than others each of them differs, whatever the item.

    If a and b differ on item i with chance m_i + u_a + u_b, then a differs from the others of i more often than any two
    of them by (u_a − ū_i)(n − 2)/(n − 1): a comparison within the item, which no choice of items can bias.
    """
    item, person, votes = matrix.item, matrix.annotator, matrix.votes_per_item.astype(np.float64)
    items, people = len(votes), len(matrix.annotators)
    own = matrix.counts[item, matrix.label]
    others = np.maximum(votes[item] - 1, 1)
    against = (votes[item] - own) / others
    mean = np.bincount(item, against, minlength=items) / np.maximum(votes, 1)
    share = np.maximum(votes[item] - 2, 0) / others
    apart = np.where(votes[item] > 2, against - mean[item], 0.0)
    weight = np.bincount(person, share**2, minlength=people) + _SHRUNK
    effect, middle = np.zeros(people), np.zeros(items)
    for _ in range(_ROUNDS):
        effect = np.bincount(person, share * (apart + share * middle[item]), minlength=people) / weight
        effect -= float(effect @ weight) / float(weight.sum())
        middle = np.bincount(item, effect[person], minlength=items) / np.maximum(votes, 1)
    return np.asarray(middle)
