"""The map of annotators: who agrees stands close, and the same labels give the same map."""

import numpy as np
import pytest

from anaphor.agreement.advice.structure import annotator_map
from anaphor.answers import from_counts
from tests.agreement.tables import matrix_of


def camps() -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Six people, 80 items: the first three and the last three copy one model each, with a few slips."""
    rng = np.random.default_rng(3)
    models = rng.integers(0, 2, (2, 80))
    table = np.repeat(models, 3, axis=0)
    slips = rng.random(table.shape) < 0.05
    return np.where(slips, 1 - table, table)


def test_camps_stand_apart_on_the_map() -> None:
    found = annotator_map(matrix_of(camps().T))
    assert found is not None
    places = np.array([(each.across, each.up) for each in found.places])
    inside = max(np.ptp(places[:3], axis=0).max(), np.ptp(places[3:], axis=0).max())
    assert np.abs(places[:3].mean(axis=0) - places[3:].mean(axis=0)).max() > inside
    assert 0.5 < found.shown <= 1


def test_distances_on_the_map_are_the_shares_that_differ_where_two_directions_suffice() -> None:
    """Three people on a plane: classical scaling gives their distances back."""
    table = np.array([[0] * 10, [1] * 3 + [0] * 7, [0] * 6 + [1] * 4])
    found = annotator_map(matrix_of(table.T))
    assert found is not None
    places = np.array([(each.across, each.up) for each in found.places])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert apart[0, 1] == pytest.approx(0.3)
    assert apart[0, 2] == pytest.approx(0.4)
    assert apart[1, 2] == pytest.approx(0.7)


def test_nobody_is_placed_where_nothing_can_be_said() -> None:
    assert annotator_map(from_counts(np.array([[2, 1]]), items=["a"], classes=("x", "y"))) is None
    assert annotator_map(matrix_of(camps()[:2].T)) is None
    assert annotator_map(matrix_of(np.zeros((10, 4), dtype=np.int64))) is None
