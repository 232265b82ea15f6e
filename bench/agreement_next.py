"""Whom to ask next: labels needed until the reference is the one that all votes give, replayed on real panels.

Every item starts with two of its votes; then labels come in rounds of one for every tenth item, where the policy says,
each item's votes in an order drawn anew. Counted are labels per item until the majority is that of all votes on 95 and
on 99 % of the items (an item with tied labels counts as the share of them that is right). Policies: ours; the item with
fewest labels; smallest margin; largest entropy; ActiveLab, by cleanlab itself where it is installed: it is told who
gave each vote (where nobody knows, as many people as an item has votes, in another order for each item), and wants a
classifier's probabilities, for which the smoothed shares of the item's votes stand.

Panels: those of `agreement_rates` with nine votes an item or more and at least 60 items, each data set once or twice.
`BENCH_REPLAYS` says how often each is replayed (4); fifty replays take an hour and a half of one core, most of it
cleanlab's.
"""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from anaphor import agreement
from anaphor.answers import from_counts, from_triples
from bench import agreement_rates
from bench.agreement_rates import Panel
from bench.table import Row

_REPLAYS = int(os.environ.get("BENCH_REPLAYS", "4"))
_WORKERS = int(os.environ.get("BENCH_WORKERS", "1"))
_ITEMS, _VOTES = 100, 8.5
"""Items of each panel, drawn anew for each replay, and how many votes they have at least in the mean."""
_SHARES = (0.95, 0.99)
_PANELS = {
    "d_sentiment": "sentiment",
    "face_sentiment": "faces",
    "rte": "RTE",
    "bluebird": "bluebirds",
    "Emotion250 3": "emotion (fr)",
    "Opinion250 3": "opinion (fr)",
    "WinoGrande": "WinoGrande",
    "ChaosNLI alphanli": "ChaosNLI αNLI",
    "ChaosNLI snli": "ChaosNLI SNLI",
    "ChaosNLI mnli_m": "ChaosNLI MNLI",
}

Integers = NDArray[np.int64]
Scores = NDArray[np.float64]


class Votes:
    """The votes that were seen so far: how many of each class, and who gave them."""

    def __init__(self, items: int, classes: int, people: int, *, named: bool) -> None:
        self.named = named
        """Whether it is known who gave them; else people are dealt out to the votes."""
        self.counts: Integers = np.zeros((items, classes), dtype=np.int64)
        self.table = np.full((items, people), np.nan)


Policy = Callable[[Votes], Scores]


def _few(votes: Votes) -> Scores:
    return np.asarray(-votes.counts.sum(axis=1), dtype=np.float64)


def _margin(votes: Votes) -> Scores:
    top = np.sort(votes.counts, axis=1)
    return np.asarray(-(top[:, -1] - top[:, -2]) / votes.counts.sum(axis=1))


def _smoothed(votes: Votes) -> Scores:
    return np.asarray((votes.counts + 0.5) / (votes.counts + 0.5).sum(axis=1, keepdims=True))


def _entropy(votes: Votes) -> Scores:
    shares = _smoothed(votes)
    return np.asarray(-(shares * np.log(shares)).sum(axis=1))


def _activelab(votes: Votes) -> Scores:
    """cleanlab's scores, two of its inner loops as sums over arrays (the first call is held against the original).

    cleanlab 2.9 packs the shares of the classes that an item was given to the left when it looks for a temperature (its
    tables have gaps, so labels are no integers); so does this. With the shares in their places ActiveLab needs more
    labels.
    """
    from cleanlab import multiannotator  # type: ignore[import-not-found, import-untyped, unused-ignore]  # no types
    from cleanlab.internal import multiannotator_utils as utils  # type: ignore[import-not-found, import-untyped, unused-ignore]

    packed = np.take_along_axis(votes.counts, np.argsort(votes.counts == 0, axis=1, kind="stable"), axis=1)

    def cross_entropy(_: Scores, shares: Scores) -> Scores:
        given = packed / packed.sum(axis=1, keepdims=True)
        return np.asarray(-(given * np.log(np.clip(shares, 1e-30, None))).sum(axis=1) / np.log(shares.shape[1]))

    def agreement_of(table: Scores, many: Integers, who: int) -> float:
        return float(((table == table[:, [who]]).sum(axis=1) - 1).sum() / (many - 1).sum())

    table = votes.table[:, ~np.isnan(votes.table).all(axis=0)]
    first = None
    if not hasattr(utils, "quickened"):
        first = multiannotator.get_active_learning_scores(table, _smoothed(votes))[0]
        utils.quickened = True
    utils.compute_soft_cross_entropy = cross_entropy
    multiannotator._get_single_annotator_agreement = agreement_of
    scores = np.asarray(multiannotator.get_active_learning_scores(table, _smoothed(votes))[0])
    if first is not None and not np.allclose(scores, first, atol=1e-9):
        raise RuntimeError("cleanlab has changed")
    return -scores


def _ours(votes: Votes) -> Scores:
    items, classes = votes.counts.shape
    if votes.named:
        item, person = np.nonzero(~np.isnan(votes.table))
        given = votes.table[item, person].astype(np.int64)
        matrix = from_triples(*(each.astype(str).tolist() for each in (item, person, given)))
    else:
        names = [str(number) for number in range(items)]
        matrix = from_counts(votes.counts, items=names, classes=[str(c) for c in range(classes)])
    found = np.zeros(items)
    for place, each in enumerate(agreement.next_labels(matrix, budget=items).items):
        found[int(each.item)] = items - place
    return found


def policies() -> dict[str, Policy]:
    """What is compared: ours first."""
    found: dict[str, Policy] = {"next": _ours, "uniform": _few, "margin": _margin, "entropy": _entropy}
    try:
        import cleanlab.multiannotator  # type: ignore[import-not-found, import-untyped, unused-ignore]  # noqa: F401
    except ImportError:
        return found
    return found | {"ActiveLab": _activelab}


def replay(panel: Panel, policy: Policy, rng: np.random.Generator) -> list[float]:
    """Labels per item until the majority is that of all votes on each of the shares of items."""
    some = rng.permutation(int(panel.item.max()) + 1)[:_ITEMS]
    classes = int(panel.label.max()) + 1
    order = rng.permutation(len(panel.item))
    waiting: list[list[tuple[int, int]]] = [[] for _ in range(int(panel.item.max()) + 1)]
    for item, person, label in zip(panel.item[order], panel.person[order], panel.label[order], strict=True):
        waiting[item].append((int(person), int(label)))
    if (panel.person < 0).all():  # so many people as an item has votes, dealt out anew for every item
        waiting = [
            list(zip(rng.permutation(len(each)).tolist(), (label for _, label in each), strict=True))
            for each in waiting
        ]
    left = [waiting[item] for item in some.tolist()]
    final = np.stack([np.bincount([label for _, label in each], minlength=classes) for each in left])
    final = final == final.max(axis=1, keepdims=True)
    named = bool((panel.person >= 0).any())
    votes = Votes(len(left), classes, max(int(panel.person.max()) + 1, *map(len, left)), named=named)

    def ask(item: int) -> None:
        person, label = left[item].pop()
        votes.counts[item, label] += 1
        votes.table[item, person] = label

    for item in range(len(left)):
        ask(item)
        ask(item)
    found: list[float] = []
    while True:
        leading = votes.counts == votes.counts.max(axis=1, keepdims=True)
        right = ((leading & final).sum(axis=1) / leading.sum(axis=1)).mean()
        while len(found) < len(_SHARES) and right >= _SHARES[len(found)]:
            found.append(float(votes.counts.sum() / len(left)))
        if len(found) == len(_SHARES):
            return found
        scores = policy(votes) + 1e-9 * rng.random(len(left))
        scores[[not each for each in left]] = -np.inf
        for item in np.argsort(-scores)[: max(1, len(left) // 10)].tolist():
            if left[item]:
                ask(item)


@cache
def panels() -> dict[str, Panel]:
    """The panels by the name in the table."""
    known = {each.name: each for each in agreement_rates.panels()}
    return {name: known[own] for own, name in _PANELS.items()}


def _one(name: str, policy: str, number: int) -> list[float]:
    """The replay of this number: the same items and votes for every policy."""
    return replay(panels()[name], policies()[policy], np.random.default_rng(number))


def run() -> list[Row]:
    """A row for each panel, share and peer: labels per item by ours and by the peer, and how many times as many."""
    rows: list[Row] = []
    names = [name for name, each in panels().items() if len(each.item) / (each.item.max() + 1) >= _VOTES]
    with ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn")) as pool:
        for name in names:
            waiting = {
                policy: [pool.submit(_one, name, policy, number) for number in range(_REPLAYS)] for policy in policies()
            }
            table = {policy: np.array([each.result() for each in some]) for policy, some in waiting.items()}
            rows += _rows(name, table)
            for row in rows[-2 * (len(table) - 1) :]:
                print(row["work"], row["ours"], row["peer"], flush=True)
    return rows


def _rows(name: str, table: dict[str, Scores]) -> list[Row]:
    rows: list[Row] = []
    for place, share in enumerate(_SHARES):
        ours = table["next"][:, place]
        for policy, each in table.items():
            if policy == "next":
                continue
            # What is saved in the mean; its error by leaving one replay out at a time (a ratio of means).
            rest = [1 - np.delete(ours, out).sum() / np.delete(each[:, place], out).sum() for out in range(len(ours))]
            saved = 1 - ours.sum() / each[:, place].sum()
            error = 1.96 * np.sqrt((len(rest) - 1) * np.var(rest))
            row: Row = {
                "work": f"{name}: labels an item until {share:.0%} is final",
                "ours": f"{ours.mean():.2f}",
                "peer": f"{policy}: {each[:, place].mean():.2f} ({saved:.0%} ± {error:.0%} saved)",
                "ratio": float(each[:, place].mean() / ours.mean()),
            }
            if policy in ("uniform", "ActiveLab"):
                row["wanted"] = 1 / 0.7 if policy == "uniform" else 1.0
            rows.append(row)
    return rows
