"""κ and τ over panels: the closed form, the enumeration and the exact urn say the same."""

from itertools import combinations

import numpy as np
import pytest

from anaphor.agreement.coefficients.kappa import davies_fleiss_kappa
from anaphor.agreement.panels.rates import (
    all_panels,
    own_majority_rate,
    pair_sums,
    panel_kappa,
    subset_kappa,
    subset_study,
)
from anaphor.errors import InputError
from tests.agreement.tables import matrix_of, random_table


@pytest.mark.parametrize("holes", [0.0, 0.2])
def test_kappa_of_a_panel_is_davies_and_fleiss_of_its_people(holes: float) -> None:
    matrix = matrix_of(random_table(3, holes=holes))
    panels = all_panels(len(matrix.annotators), 3)
    found = panel_kappa(pair_sums(matrix), panels)
    for kappa, panel in zip(found, panels, strict=True):
        alone = davies_fleiss_kappa(matrix.take(annotators=panel.astype(np.int64))).value
        assert alone == pytest.approx(kappa, abs=1e-12)


def test_all_panels_are_there_once() -> None:
    assert [tuple(row) for row in all_panels(6, 3).tolist()] == list(combinations(range(6), 3))


@pytest.mark.parametrize(("seed", "size", "holes"), [(1, 3, 0.0), (2, 4, 0.0), (3, 3, 0.1), (4, 5, 0.0)])
def test_the_closed_form_is_as_close_as_it_says(seed: int, size: int, holes: float) -> None:
    sums = pair_sums(matrix_of(random_table(seed, items=80, annotators=10, holes=holes)))
    exact, closed = subset_kappa(sums, size), subset_kappa(sums, size, enumerated=0)
    assert str(exact.method) == "enumerated"
    assert str(closed.method) == "second order"
    assert exact.mean is not None
    assert closed.mean is not None
    assert closed.error < 0.01
    assert abs(closed.mean - exact.mean) <= closed.error
    assert closed.sd == pytest.approx(exact.sd, rel=0.05)


def test_the_closed_form_beats_the_ratio_of_means() -> None:
    sums = pair_sums(matrix_of(random_table(5, items=60, annotators=9)))
    exact, closed = subset_kappa(sums, 3), subset_kappa(sums, 3, enumerated=0)
    ratio = float(sums.gain.sum() / sums.room.sum())
    assert exact.mean is not None
    assert closed.mean is not None
    assert abs(closed.mean - exact.mean) < abs(ratio - exact.mean) / 5


@pytest.mark.parametrize(("classes", "size"), [(2, 3), (4, 3), (4, 4), (12, 4)])
def test_enumerating_panels_gives_the_exact_rate(classes: int, size: int) -> None:
    matrix = matrix_of(random_table(7, items=50, annotators=8, classes=classes))
    study = subset_study(matrix, size)
    assert float(np.mean(study.tau)) == pytest.approx(own_majority_rate(matrix.counts, size), abs=1e-12)
    assert not study.drawn


def test_with_holes_enumerating_still_gives_the_exact_rate() -> None:
    # Of one item at a time: panels that did not all label it have no rate, and do not count.
    matrix = matrix_of(random_table(8, items=50, annotators=8, holes=0.3))
    rates = []
    for item in np.flatnonzero(matrix.votes_per_item >= 3):
        rates.append(np.nanmean(subset_study(matrix.take(items=np.array([item])), 3).tau))
    assert np.mean(rates) == pytest.approx(own_majority_rate(matrix.counts, 3), abs=1e-12)


def test_drawn_panels_are_distinct_and_close_to_all() -> None:
    matrix = matrix_of(random_table(9, items=60, annotators=14))
    drawn = subset_study(matrix, 3, limit=200, rng=np.random.default_rng(0))
    assert drawn.panels == 200
    assert drawn.drawn
    assert drawn.tau.mean() == pytest.approx(subset_study(matrix, 3).tau.mean(), abs=0.02)


def test_one_class_has_no_kappa_but_a_rate() -> None:
    matrix = matrix_of(np.ones((5, 4), dtype=np.int64))
    assert subset_kappa(pair_sums(matrix), 3).mean is None
    assert subset_study(matrix, 3).tau.max() == 0


def test_a_panel_larger_than_the_people_is_refused() -> None:
    with pytest.raises(InputError, match="panel of 7 among 6"):
        subset_study(matrix_of(random_table(1)), 7)
