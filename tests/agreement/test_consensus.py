"""Consensus: ties stay ties, and Dawid & Skene's printed estimates come out."""

import csv
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from anaphor.agreement.coefficients.consensus import (
    dawid_skene,
    fit_dawid_skene,
    majority,
)
from anaphor.answers import from_counts, from_table, from_triples, read
from anaphor.errors import InputError


def test_a_tie_is_a_distribution_and_never_the_first_label() -> None:
    matrix = from_triples("111122", "abcdab", "xyxyxx")
    found = majority(matrix)
    assert found.posterior.tolist() == [[0.5, 0.5], [1.0, 0.0]]
    assert found.labels() == (None, "x")
    assert found.tied.tolist() == [True, False]


def test_an_item_without_labels_has_no_verdict() -> None:
    table = np.array([[0.0, 0.0, 1.0], [np.nan] * 3, [1.0, 1.0, np.nan]])
    found = majority(from_table(table))
    assert found.labels() == ("0", None, "1")
    assert found.unlabelled.tolist() == [False, True, False]


@pytest.mark.shared
def test_the_anaesthetists_of_dawid_and_skene_give_the_printed_estimates(shared: Path) -> None:
    """Dawid & Skene 1979, tables 3 and 4: prior .40 .42 .11 .07; observer 1 on class 1: .89 .11 (three readings)."""
    with (shared / "dawid-skene/anesthesia.csv").open(encoding="utf-8") as file:
        rows = np.array([[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]).astype(np.int32) - 1
    found = fit_dawid_skene(rows[:, 0], rows[:, 1], rows[:, 2], (45, 5, 4))
    assert found.converged
    assert found.prior == pytest.approx([0.40, 0.42, 0.11, 0.07], abs=0.005)
    assert found.confusion.sum(axis=2) == pytest.approx(np.ones((5, 4)))
    assert found.consensus.posterior.sum(axis=1) == pytest.approx(np.ones(45))


@pytest.mark.shared
def test_the_model_beats_the_majority_on_bluebirds(shared: Path) -> None:
    matrix = read(shared / "crowd/bluebird/label.csv")
    with (shared / "crowd/bluebird/truth.csv").open(encoding="utf-8") as file:
        truth = {row[0]: row[1] for row in list(csv.reader(file))[1:]}
    right = [
        np.mean([truth[item] == label for item, label in zip(matrix.items, labels, strict=True)])
        for labels in (majority(matrix).labels(), dawid_skene(matrix).consensus.labels())
    ]
    assert right[0] == pytest.approx(0.76, abs=0.005)
    assert right[1] > 0.88


def test_the_model_finds_the_annotator_who_always_says_the_opposite() -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 300)
    table = np.where(rng.random((300, 5)) < 0.85, truth[:, None], 1 - truth[:, None]).astype(np.float64)
    table[:, 4] = 1 - truth
    found = dawid_skene(from_table(table))
    assert found.confusion[4, 0, 1] > 0.95
    assert (found.consensus.posterior.argmax(1) == truth).mean() > 0.98


def test_the_likelihood_never_falls() -> None:
    rng = np.random.default_rng(1)
    matrix = from_table(rng.integers(0, 3, (40, 4)).astype(np.float64))
    steps = [dawid_skene(matrix, steps=steps).log_likelihood for steps in (1, 2, 5, 20, 100)]
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(steps))


def test_votes_without_names_have_no_such_model() -> None:
    votes = from_counts(np.array([[1, 2]]), items=("a",), classes=("x", "y"))
    with pytest.raises(InputError, match="no annotator"):
        dawid_skene(votes)
    with pytest.raises(InputError, match="no label"):
        dawid_skene(from_triples((), (), ()))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # the peer's own: it uses what pandas has deprecated
def test_crowd_kit_agrees_where_it_is_installed() -> None:
    aggregation = pytest.importorskip("crowdkit.aggregation", reason="the peer is not installed")
    pandas = pytest.importorskip("pandas", reason="the peer is not installed")
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 3, 120)
    table = np.where(rng.random((120, 6)) < 0.7, truth[:, None], rng.integers(0, 3, (120, 6))).astype(np.float64)
    rows = [(j, m, int(label)) for (j, m), label in np.ndenumerate(table)]
    frame = pandas.DataFrame(rows, columns=["task", "worker", "label"])
    theirs = aggregation.DawidSkene(n_iter=1000, tol=1e-12).fit_predict_proba(frame)
    ours = dawid_skene(from_table(table)).consensus.posterior
    # Its columns come in the order of appearance, and it stops a little before the maximum.
    assert ours == pytest.approx(theirs.sort_index(axis=1).sort_index().to_numpy(), abs=2e-3)
    mace = aggregation.MACE(n_iter=20, n_restarts=5).fit_predict(frame).sort_index().to_numpy()
    assert (mace == ours.argmax(1)).mean() > 0.9
