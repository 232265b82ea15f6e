"""Very large panels: what is exact equals the urn, and what is not is close to it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from anaphor.agreement.panels.rates import decisive, own_majority_rate
from anaphor.agreement.panels.urn import observed_urn, profiles, vote_shares, winning_first
from anaphor.agreement.panels.winning import first_wins

pytestmark = pytest.mark.slow

Counts = NDArray[np.int64]


def rows_of(people: int, classes: int, *, mass: float = 20.0, items: int = 30, seed: int = 0) -> Counts:
    rng = np.random.default_rng(seed)
    return np.asarray(-np.sort(-rng.multinomial(people, rng.dirichlet(np.full(classes, mass), items)), axis=1))


@pytest.mark.parametrize(("people", "size"), [(150, 61), (150, 62), (150, 149), (200, 100)])
def test_two_classes_are_exact(people: int, size: int) -> None:
    rows = rows_of(people, 2)
    assert np.abs(first_wins(rows, size) - winning_first(observed_urn(rows, size))).max() < 1e-11


@pytest.mark.parametrize(("people", "size", "classes"), [(120, 119, 3), (120, 105, 4), (130, 110, 5)])
def test_with_few_who_stay_away_the_count_is_exact(people: int, size: int, classes: int) -> None:
    rows = rows_of(people, classes)
    assert np.abs(first_wins(rows, size) - winning_first(observed_urn(rows, size))).max() < 1e-12


@pytest.mark.parametrize(("people", "size", "classes"), [(150, 70, 3), (150, 71, 4), (300, 100, 5), (130, 109, 5)])
def test_otherwise_the_count_is_right_to_a_few_ten_thousandths(people: int, size: int, classes: int) -> None:
    rows = rows_of(people, classes, mass=5.0)
    assert np.abs(first_wins(rows, size) - winning_first(observed_urn(rows, size))).max() < 5e-4


def test_everybody_is_the_whole_panel() -> None:
    rows = np.array([[40, 40, 10], [50, 30, 10]])
    assert first_wins(rows, 90).tolist() == vote_shares(rows)[:, 0].tolist()


def test_a_thousand_people_are_answered() -> None:
    found = own_majority_rate(rows_of(1_000, 2, mass=3.0, items=300), 999)
    assert found is not None
    assert 0 <= found < 0.02
    spread = own_majority_rate(rows_of(1_000, 5, mass=3.0, items=100), 301)
    assert spread is not None
    assert 0 < spread < 0.3


@pytest.mark.parametrize("size", [1, 2, 3])
def test_small_panels_by_formula_equal_the_urn(size: int) -> None:
    counts = np.random.default_rng(size).integers(0, 6, (200, 4)) + np.array([3, 0, 0, 0])
    patterns = profiles(counts)
    kept = winning_first(observed_urn(patterns.rows, size))
    assert own_majority_rate(counts, size) == pytest.approx(1 - kept @ patterns.times / 200, abs=1e-12)


def test_the_smallest_panel_that_decides_alike() -> None:
    assert [decisive(size, 2) for size in range(1, 7)] == [1, 1, 3, 3, 5, 5]
    assert [decisive(size, 3) for size in range(1, 7)] == [1, 1, 3, 4, 5, 6]
