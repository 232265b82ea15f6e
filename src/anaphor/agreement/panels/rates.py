"""Change rates that votes pin down, and their sampling error: other items, and other people."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtri, stdtrit

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.subsets import KappaMoments, pair_sums, subset_kappa
from anaphor.agreement.panels.urn import Floats, Integers, Profiles, disjoint_agreement, profiles
from anaphor.agreement.panels.winning import first_wins
from anaphor.text import Message, message

_UNCERTAIN = 0.02
"""A mean κ over panels that may be further off than this is replaced by the κ of all pairs together."""


def decisive(size: int, classes: int) -> int:
    """The smallest panel that decides exactly like one of `size`: one person for two, 2m − 1 for 2m on two classes.

    >>> decisive(2, 5), decisive(6, 2), decisive(6, 3)
    (1, 5, 6)
    """
    if size == 2:
        return 1
    return size - 1 if size % 2 == 0 and classes <= 2 else size


def own_majority_change(patterns: Profiles, size: int) -> Floats:
    """For each pattern, the chance that k of its voters elect another label than all of them (ties shared)."""
    return np.maximum(0.0, 1 - first_wins(patterns.rows, size))


def own_majority_rate(counts: Integers, size: int) -> float | None:
    """The paper's τ_G over all panels of k, exactly; None when no item has k labels.

    Up to three people have a formula: they elect class r with n of the P votes if two or three of them vote for it,
    C(n, 3) + C(n, 2)(P − n) panels, or if all three differ, and then in one case of three: n times the pairs of votes
    for two different other classes.
    """
    votes = counts.sum(axis=1)
    usable = counts if votes.min(initial=size) >= size else counts[votes >= size]
    if not len(usable):
        return None
    if size > 3:
        patterns = profiles(usable)
        kept = first_wins(patterns.rows, size)
        return max(0.0, 1 - float(kept @ patterns.times.astype(np.float64)) / len(usable))
    each = usable.astype(np.float64)
    leader, people = each.max(axis=1), each @ np.ones(each.shape[1])
    if size < 3:
        return max(0.0, 1 - float((leader / people).mean()))
    rest = people - leader
    apart = (rest**2 - np.einsum("jc,jc->j", each, each) + leader**2) / 2
    won = leader * ((leader - 1) * ((leader - 2) / 6 + rest / 2) + apart / 3)
    return max(0.0, 1 - float((won / (people * (people - 1) * (people - 2) / 6)).mean()))


def fresh_rate(counts: Integers, size: int) -> float | None:
    """The exact disjoint rate over the items with 2k labels; None when there is none."""
    usable = counts[counts.sum(axis=1) >= 2 * size]
    if not len(usable):
        return None
    patterns = profiles(usable)
    same = disjoint_agreement(patterns.rows, size)[0]
    return float(max(0.0, 1 - same @ patterns.times / patterns.times.sum()))


def ceiling(counts: Integers) -> float | None:
    """1 − A_o, the mean over items of the chance that two of their voters differ; None without a pair."""
    votes = counts.sum(axis=1)
    paired = counts[votes >= 2]
    if not len(paired):
        return None
    people = votes[votes >= 2]
    return float(1 - ((paired * (paired - 1)).sum(axis=1) / (people * (people - 1))).mean())


def panel_agreement(matrix: LabelMatrix, size: int) -> KappaMoments | None:
    """Mean and sd of κ over panels of `size`, or of all people when there are fewer; None when it is undefined.

    Anonymous votes have a Fleiss κ only; sparse tables, where few panels share items, the κ of all pairs together.
    """
    if matrix.anonymous:
        change = ceiling(matrix.counts)
        expected = float(((matrix.counts.sum(axis=0) / max(1, matrix.counts.sum())) ** 2).sum())
        fleiss = None if change is None or expected >= 1 else 1 - change / (1 - expected)
        return _single(fleiss, message("agreement-method-fleiss"))
    people = len(matrix.annotators)
    if people < 2:
        return None
    sums = pair_sums(matrix)
    found = subset_kappa(sums, min(max(size, 2), people))
    if found.mean is not None and found.error <= _UNCERTAIN and not found.undefined:
        return found
    room = float(sums.room.sum())
    return _single(float(sums.gain.sum()) / room if room > 1e-9 else None, message("agreement-method-all-pairs"))


def _single(kappa: float | None, method: Message) -> KappaMoments | None:
    return None if kappa is None else KappaMoments(mean=kappa, sd=None, panels=1, undefined=0, method=method, error=0.0)


_LARGEST = 30_000_000
"""Largest table of votes from which people are left out."""

Change = Callable[[Integers], Floats | None]
"""The chance to change of each pattern (rows of sorted counts); None where it cannot be had exactly."""


def item_error(change: Floats, times: NDArray[np.integer]) -> float:
    """Standard error of a mean over items, from the change of each pattern and how many items have it."""
    items = int(times.sum())
    if items < 2:
        return 0.0
    mean = float(change @ times) / items
    return float(np.sqrt(((change - mean) ** 2 @ times) / (items * (items - 1))))


def people_error(matrix: LabelMatrix, change: Change, least: int) -> float | None:
    """Standard error from the people: a jackknife that leaves each of them out in turn.

    The mean change is over the items with `least` votes. Without one person, an item has lost a vote of a known
    count; there are few such patterns, so that each is worked out once, however many people there are. None when
    people are unknown, or when most items would no longer have enough votes.
    """
    people = len(matrix.annotators)
    if matrix.anonymous or people < 3 or matrix.counts.size > _LARGEST:
        return None
    usable = matrix.votes_per_item >= least
    counted = usable[matrix.item]
    lost = counted & (matrix.votes_per_item[matrix.item] == least)
    if not counted.any() or lost.sum() > counted.sum() / 2:
        return None
    patterns = profiles(matrix.counts[usable])
    whole = change(patterns.rows)
    if whole is None:
        return None
    before = np.zeros(len(matrix.items))
    before[usable] = whole[patterns.inverse]
    # For each label that may go, the pattern of its item and the count that loses a vote.
    kept, base = counted & ~lost, int(patterns.rows.max()) + 1
    number = np.cumsum(usable) - 1
    key = patterns.inverse[number[matrix.item[kept]]] * base + matrix.counts[matrix.item[kept], matrix.label[kept]]
    found, inverse = np.unique(key, return_inverse=True)
    row, value = np.divmod(found, base)
    shorter = patterns.rows[row].copy()
    # The last of the equal counts gives the vote, so that rows stay sorted.
    last = shorter.shape[1] - 1 - (shorter[:, ::-1] == value[:, None]).argmax(axis=1)
    shorter[np.arange(len(shorter)), last] -= 1
    after = change(shorter) if len(shorter) else np.zeros(0)
    if after is None:
        return None
    gone = np.bincount(matrix.annotator, np.where(counted, before[matrix.item], 0.0), minlength=people)
    back = np.bincount(matrix.annotator[kept], after[inverse], minlength=people)
    fewer = usable.sum() - np.bincount(matrix.annotator[lost], minlength=people)
    rates = (before[usable].sum() - gone + back)[fewer > 0] / fewer[fewer > 0]
    return float(np.sqrt((len(rates) - 1) / len(rates) * ((rates - rates.mean()) ** 2).sum()))


def tail(by_items: float, by_people: float, people: int, confidence: float) -> float:
    """Standard errors to go: few people have heavy tails, the less so the more of the variance comes from items."""
    if not by_people:
        return float(ndtri(0.5 + confidence / 2))
    freedom = (people - 1) * ((by_items + by_people**2) / by_people**2) ** 2
    return float(stdtrit(max(1.0, freedom), 0.5 + confidence / 2))


def with_people(
    rate: float, ends: tuple[float, float], by_people: float | None, people: int, confidence: float
) -> tuple[float, float]:
    """An interval over items, widened by the error from the people; each side adds in squares.

    The people's part is laid off on the logit scale, so that it stays between 0 and 1.
    """
    most = rate * (1 - rate)
    if not by_people or most < 1e-9:
        return max(0.0, ends[0]), min(1.0, ends[1])
    by_items = (ends[1] - ends[0]) / 2 / float(ndtri(0.5 + confidence / 2))
    reach = tail(by_items**2, by_people, people, confidence) * by_people / most
    low, high = (float(expit(logit(rate) + side * min(reach, 30.0))) for side in (-1, 1))
    return (
        max(0.0, rate - float(np.hypot(rate - ends[0], rate - low))),
        min(1.0, rate + float(np.hypot(ends[1] - rate, high - rate))),
    )
