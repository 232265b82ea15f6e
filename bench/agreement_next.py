"""Whom to ask next: labels needed until the reference is the one that all votes give, replayed on real panels.

Every item starts with two votes drawn from its own; then labels come in rounds of one for every twentieth item, where
the policy says, each drawn from the votes not seen yet. Counted are labels per item until the majority is that of all
votes on 95 and on 99 % of the items (an item with tied labels counts as the share of them that is right). Policies:
ours; the item with fewest labels; smallest margin; largest entropy; ActiveLab, by cleanlab itself where it is
installed: it wants a classifier's probabilities, for which the smoothed shares of the item's votes stand.

Panels: ChaosNLI (100 votes an item), RTE, bluebirds, sentiment; from $BENCH_DATA or the folder of real data beside the
project. ActiveLab takes up to three minutes a replay of 100 items, so each panel is replayed twice unless
`BENCH_REPLAYS` says how often; the performance page has 25 replays.
"""

import json
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphor import agreement
from anaphor.agreement.labels import from_counts
from bench.table import Row

DATA = Path(os.environ.get("BENCH_DATA", "../shared/data"))
_REPLAYS = int(os.environ.get("BENCH_REPLAYS", "2"))
_ITEMS = 100
"""Items of each panel, drawn anew for each replay."""
_SHARES = (0.95, 0.99)

Counts = NDArray[np.int64]
Scores = NDArray[np.float64]
Policy = Callable[[Counts], Scores]


def _chaos(name: str) -> Counts:
    lines = (DATA / "chaosnli" / f"chaosNLI_{name}.jsonl").read_text("utf-8").splitlines()
    votes = [json.loads(line)["label_counter"] for line in lines]
    classes = sorted({label for each in votes for label in each})
    return np.array([[each.get(label, 0) for label in classes] for each in votes])


def _crowd(name: str) -> Counts:
    return np.asarray(agreement.read(DATA / "crowd" / name / "label.csv").counts)


def _few(counts: Counts) -> Scores:
    return np.asarray(-counts.sum(axis=1), dtype=np.float64)


def _margin(counts: Counts) -> Scores:
    top = np.sort(counts, axis=1)
    return np.asarray(-(top[:, -1] - top[:, -2]) / counts.sum(axis=1))


def _smoothed(counts: Counts) -> Scores:
    return np.asarray((counts + 0.5) / (counts + 0.5).sum(axis=1, keepdims=True))


def _entropy(counts: Counts) -> Scores:
    shares = _smoothed(counts)
    return np.asarray(-(shares * np.log(shares)).sum(axis=1))


def _activelab(counts: Counts) -> Scores:
    from cleanlab.multiannotator import (  # type: ignore[import-not-found, import-untyped, unused-ignore]  # no types
        get_active_learning_scores,
    )

    most = int(counts.sum(axis=1).max())
    table = np.full((len(counts), most), np.nan)
    for row, votes in zip(table, counts, strict=True):
        row[: votes.sum()] = np.repeat(np.arange(len(votes)), votes)
    scores, _ = get_active_learning_scores(table, _smoothed(counts))
    return -np.asarray(scores)


def _ours(counts: Counts) -> Scores:
    names = [str(number) for number in range(len(counts))]
    matrix = from_counts(counts, items=names, classes=[str(c) for c in range(counts.shape[1])])
    queue = agreement.next_labels(matrix, budget=len(counts)).items
    found = np.zeros(len(counts))
    for place, each in enumerate(queue):
        found[int(each.item)] = len(counts) - place
    return found


def policies() -> dict[str, Policy]:
    """What is compared: ours first."""
    found: dict[str, Policy] = {"next": _ours, "uniform": _few, "margin": _margin, "entropy": _entropy}
    try:
        import cleanlab.multiannotator  # type: ignore[import-not-found, import-untyped, unused-ignore]  # noqa: F401
    except ImportError:
        return found
    return found | {"ActiveLab": _activelab}


def replay(full: Counts, policy: Policy, rng: np.random.Generator) -> list[float]:
    """Labels per item until the majority is that of all votes on each of the shares of items."""
    left, seen = full.copy(), np.zeros_like(full)
    final = full == full.max(axis=1, keepdims=True)

    def ask(item: int) -> None:
        place = rng.integers(left[item].sum())
        drawn = int(np.searchsorted(np.cumsum(left[item]), place, side="right"))
        left[item, drawn] -= 1
        seen[item, drawn] += 1

    for item in range(len(full)):
        ask(item)
        ask(item)
    found: list[float] = []
    while True:
        leading = seen == seen.max(axis=1, keepdims=True)
        right = ((leading & final).sum(axis=1) / leading.sum(axis=1)).mean()
        while len(found) < len(_SHARES) and right >= _SHARES[len(found)]:
            found.append(float(seen.sum() / len(full)))
        if len(found) == len(_SHARES):
            return found
        scores = policy(seen) + 1e-9 * rng.random(len(full))
        scores[left.sum(axis=1) == 0] = -np.inf
        for item in np.argsort(-scores)[: max(1, len(full) // 20)]:
            if left[item].any():
                ask(int(item))


def _one(full: Counts, policy: str, number: int) -> list[float]:
    """The replay of this number: the same items and draws for every policy."""
    some = full[np.random.default_rng(number).permutation(len(full))[:_ITEMS]]
    return replay(some, policies()[policy], np.random.default_rng(number))


def run() -> list[Row]:
    """A row for each panel, share and peer: labels per item by ours and by the peer, and how many times as many."""
    panels = {f"ChaosNLI {name}": _chaos(name) for name in ("snli", "mnli_m", "alphanli")}
    panels |= {f"crowd {name}": _crowd(name) for name in ("bluebird", "d_sentiment", "rte")}
    rows: list[Row] = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = {
            name: {policy: [pool.submit(_one, full, policy, n) for n in range(_REPLAYS)] for policy in policies()}
            for name, full in panels.items()
        }
        found = {
            name: {policy: np.array([each.result() for each in replays]) for policy, replays in by_policy.items()}
            for name, by_policy in waiting.items()
        }
    for name, table in found.items():
        for place, share in enumerate(_SHARES):
            ours = table["next"][:, place]
            for policy, each in table.items():
                if policy == "next":
                    continue
                saved = 1 - ours / each[:, place]
                error = 1.96 * saved.std(ddof=1) / np.sqrt(len(saved))
                row: Row = {
                    "work": f"{name}: labels an item until {share:.0%} is final",
                    "ours": f"{ours.mean():.2f}",
                    "peer": f"{policy}: {each[:, place].mean():.2f} ({saved.mean():.0%} ± {error:.0%} saved)",
                    "ratio": float(each[:, place].mean() / ours.mean()),
                }
                if policy in ("uniform", "ActiveLab"):
                    row["wanted"] = 1 / 0.7 if policy == "uniform" else 1.0
                rows.append(row)
    return rows
