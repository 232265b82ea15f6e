"""Change rates that votes pin down: against the panel's own majority, and between panels that share nobody."""

import numpy as np

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.disjoint import disjoint_agreement
from anaphor.agreement.panels.subsets import KappaMoments, pair_sums, subset_kappa
from anaphor.agreement.panels.urn import Floats, Integers, Profiles, profiles
from anaphor.agreement.panels.urn_large import first_wins

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
    return np.asarray(np.maximum(0.0, 1 - first_wins(patterns.rows, size)), dtype=np.float64)


def own_majority_rate(counts: Integers, size: int) -> float | None:
    """The paper's τ_G over all panels of k, exactly; None when no item has k labels."""
    votes = counts.sum(axis=1)
    usable = counts if votes.min(initial=size) >= size else counts[votes >= size]
    if not len(usable):
        return None
    if size <= 3:
        return max(0.0, 1 - float(_leader_wins(usable, size).mean()))
    patterns = profiles(usable)
    kept = first_wins(patterns.rows, size)
    return max(0.0, 1 - float(kept @ patterns.times.astype(np.float64)) / len(usable))


def _leader_wins(counts: Integers, size: int) -> Floats:
    """The chance that up to three voters of an item elect its leading class: short enough for a formula.

    Three elect class r with n of the P votes if two or three of them vote for it: C(n, 3) + C(n, 2)(P − n) panels, or
    if all three differ, and then in one case of three: n times the pairs of votes for two different other classes.
    """
    votes = counts.astype(np.float64)
    leader, people = votes.max(axis=1), votes @ np.ones(votes.shape[1])
    if size < 3:
        return np.asarray(leader / people, dtype=np.float64)
    rest = people - leader
    apart = (rest**2 - np.einsum("jc,jc->j", votes, votes) + leader**2) / 2
    won = leader * ((leader - 1) * ((leader - 2) / 6 + rest / 2) + apart / 3)
    return np.asarray(won / (people * (people - 1) * (people - 2) / 6), dtype=np.float64)


def fresh_rate(counts: Integers, size: int) -> float | None:
    """The exact disjoint rate over the items with 2k labels; None when there is none."""
    usable = counts[counts.sum(axis=1) >= 2 * size]
    if not len(usable):
        return None
    patterns = profiles(usable)
    same = disjoint_agreement(patterns.rows, size).agreement
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
        return _single(_fleiss(matrix.counts), "Fleiss κ of anonymous votes")
    people = len(matrix.annotators)
    if people < 2:
        return None
    sums = pair_sums(matrix)
    found = subset_kappa(sums, min(max(size, 2), people))
    if found.mean is not None and found.error <= _UNCERTAIN and not found.undefined:
        return found
    room = float(sums.room.sum())
    return _single(float(sums.gain.sum()) / room if room > 1e-9 else None, "all pairs together")


def _single(kappa: float | None, method: str) -> KappaMoments | None:
    return None if kappa is None else KappaMoments(mean=kappa, sd=None, panels=1, undefined=0, method=method, error=0.0)


def _fleiss(counts: Integers) -> float | None:
    change = ceiling(counts)
    shares = counts.sum(axis=0) / max(1, counts.sum())
    expected = float((shares**2).sum())
    return None if change is None or expected >= 1 else 1 - change / (1 - expected)
