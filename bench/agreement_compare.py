"""Studies against studies: false alarms, power and recovered spread over simulated sites.

People have a leaning of their own (sd 0.5 logits), items a difficulty (sd 1.2), and sites move single items by
`spread` logits (normal) and all items by `shift`; a person answers every item. Each row: simulated comparisons, the
share in which the test of items and that of levels call (at 5 %), the share with an item beyond Holm's threshold, and
the spread of an item's share between sites, as simulated and as estimated.

`python -m bench agreement_compare` takes some minutes.
"""

import os

import numpy as np
from scipy.special import expit

from anaphor import agreement
from anaphor.answers import from_table
from bench.table import Row

TIMES = int(os.environ.get("BENCH_REPLAYS", "400"))
CASES = [
    (2, 20, 40, 0.0, 0.0),
    (2, 8, 60, 0.0, 0.0),
    (4, 15, 40, 0.0, 0.0),
    (2, 20, 40, 0.5, 0.0),
    (2, 20, 40, 0.8, 0.0),
    (4, 15, 40, 0.5, 0.0),
    (6, 15, 40, 0.0, 0.5),
    (6, 15, 40, 0.3, 0.3),
]
"""Sites, people in each, items, spread and shift in logits."""


def simulated(
    case: tuple[int, int, int, float, float], rng: np.random.Generator
) -> tuple["agreement.StudyComparison", float, float]:
    """One comparison, and the true variances between sites: of an item's share, and of the level."""
    sites, people, items, spread, shift = case
    ease = rng.normal(1.5, 1.2, items)
    moved = ease + rng.normal(0, spread or 1e-9, (sites, items)) + rng.normal(0, shift or 1e-9, (sites, 1))
    leaning = rng.normal(0, 0.5, 400)
    true = expit(moved[:, :, None] + leaning).mean(axis=2)
    tables = []
    for site in range(sites):
        right = rng.random((items, people)) < expit(moved[site][:, None] + rng.normal(0, 0.5, people))
        tables.append(from_table(right.astype(int)))
    made = agreement.compare(*tables, times=300, seed=int(rng.integers(1 << 30)))
    return made, float(true.var(axis=0, ddof=1).mean()), float(true.mean(axis=1).var(ddof=1))


def run() -> list[Row]:
    """A row for each case."""
    rows: list[Row] = []
    for number, case in enumerate(CASES):
        rng = np.random.default_rng(number)
        found = [simulated(case, rng) for _ in range(TIMES)]
        spreads = [made for made, _, _ in found]
        items, levels = (np.mean([getattr(each, name) < 0.05 for each in spreads]) for name in ("items_p", "levels_p"))
        single = np.mean([made.items[0].adjusted < 0.05 for made, _, _ in found])
        wrong = np.mean([made.upheld is False for made, _, _ in found])
        equal = np.mean([made.pairs[0].equivalence < 0.05 for made, _, _ in found])
        held = np.mean(
            [
                each.tau2_interval.low <= level <= each.tau2_interval.high
                for each, (_, _, level) in zip(spreads, found, strict=True)
            ]
        )
        sites, people, size, spread, shift = case
        rows.append(
            {
                "work": f"{sites} sites of {people} people, {size} items, spread {spread:g}, shift {shift:g}",
                "ours": f"items {items:.1%}, levels {levels:.1%}, an item {single:.1%}, not upheld {wrong:.1%}, "
                f"equivalent {equal:.1%}; variance of items {np.mean([each.items_tau2 for each in spreads]):.4f} "
                f"(true {np.mean([true for _, true, _ in found]):.4f}), "
                f"of levels {np.mean([each.tau2 for each in spreads]):.4f} "
                f"(true {np.mean([true for *_, true in found]):.4f}, held {held:.0%})",
            }
        )
        print(rows[-1])
    return rows
