"""The subset study of Bregeon et al. (2019) and large panels, against loops over peers."""

from collections.abc import Callable
from importlib.metadata import version
from itertools import combinations

import krippendorff
import numpy as np
from numpy.typing import NDArray
from statsmodels.stats.inter_rater import fleiss_kappa  # type: ignore[import-untyped]  # it has no types

from anaphor.agreement import LabelMatrix
from anaphor.agreement.panels.rates import own_majority_rate, pair_sums, subset_kappa, subset_study
from anaphor.answers import Column, from_columns
from bench.table import Row, best_of

Labels = NDArray[np.int64]
Counts = NDArray[np.int64]


def _labels(people: int, items: int, classes: int) -> Labels:
    rng = np.random.default_rng(0)
    truth, noise = rng.integers(0, classes, items), rng.integers(0, classes, (people, items))
    return np.where(rng.random((people, items)) < 0.3, noise, truth)


def _matrix(labels: Labels, classes: int) -> LabelMatrix:
    people, items = labels.shape
    person, item = np.divmod(np.arange(people * items), items)
    return from_columns(
        Column(codes=item.astype(np.int32), names=tuple(f"i{n}" for n in range(items))),
        Column(codes=person.astype(np.int32), names=tuple(f"a{n}" for n in range(people))),
        Column(codes=labels.ravel().astype(np.int32), names=tuple(str(n) for n in range(classes))),
    )


def _votes(labels: Labels, classes: int) -> Counts:
    return np.stack([(labels == c).sum(axis=0) for c in range(classes)], axis=1)


def _peer_study(labels: Labels, classes: int, coefficient: Callable[[Counts], float]) -> tuple[float, float]:
    """All triples one by one: a coefficient, the majority with random ties, and its errors against the whole."""
    rng = np.random.default_rng(0)
    whole = _votes(labels, classes)
    reference = (whole + rng.random(whole.shape) / 2).argmax(axis=1)
    jitter = rng.random(whole.shape) / 2
    kappas, taus = [], []
    for panel in combinations(range(len(labels)), 3):
        votes = _votes(labels[list(panel)], classes)
        kappas.append(coefficient(votes))
        taus.append(((votes + jitter).argmax(axis=1) != reference).mean())
    return float(np.mean(kappas)), float(np.mean(taus))


def _alpha(votes: Counts) -> float:
    return float(krippendorff.alpha(value_counts=votes, level_of_measurement="nominal"))


def _mean_of(runs: int, work: Callable[[], object]) -> float:
    """Mean seconds of one run in a block of runs, the best of three blocks.

    Blocks of ours and of a peer last about as long: the best of many short runs would flatter whoever is short.
    """

    def block() -> None:
        for _ in range(runs):
            work()

    return best_of(3, block) / runs


def _exact(matrix: LabelMatrix) -> tuple[float | None, float | None]:
    return subset_kappa(pair_sums(matrix), 3).mean, own_majority_rate(matrix.counts, 3)


def _study_rows() -> list[Row]:
    labels = _labels(25, 230, 5)
    matrix = _matrix(labels, 5)
    peers = {
        f"krippendorff {version('krippendorff')}, α": _mean_of(1, lambda: _peer_study(labels, 5, _alpha)),
        f"statsmodels {version('statsmodels')}, Fleiss κ": _mean_of(1, lambda: _peer_study(labels, 5, fleiss_kappa)),
    }
    exact = _mean_of(400, lambda: _exact(matrix))
    one_by_one = _mean_of(30, lambda: subset_study(matrix, 3))
    rows: list[Row] = []
    for name, peer in sorted(peers.items(), key=lambda pair: pair[1]):
        said = f"{name}, loop over 2,300 triples: {peer:.2f} s"
        rows += [
            {
                "work": "4.1 study, 25 × 230, exact τ, κ of all triples",
                "ours": f"{exact * 1e3:.2f} ms",
                "peer": said,
                "ratio": peer / exact,
                "wanted": 500,
            },
            {
                "work": "4.1 study, 25 × 230, triples one by one",
                "ours": f"{one_by_one * 1e3:.1f} ms",
                "peer": said,
                "ratio": peer / one_by_one,
                "wanted": 25,
            },
        ]
    return rows


def _large_panel_row() -> Row:
    matrix = _matrix(_labels(25, 230, 5), 5)
    work = _mean_of(100, lambda: (own_majority_rate(matrix.counts, 12), subset_kappa(pair_sums(matrix), 12)))
    return {
        "work": "k = 12 of 25, all 5.2 million panels: τ exact, κ to second order",
        "ours": f"{work * 1e3:.1f} ms",
        "peer": "allowed: 50 ms",
        "ratio": 0.05 / work,
        "wanted": 1,
    }


def run() -> list[Row]:
    """Every row."""
    return [*_study_rows(), _large_panel_row()]
