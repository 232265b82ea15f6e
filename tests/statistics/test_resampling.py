"""Resampling: draws have the right distribution, and errors those of theory."""

import math

import numpy as np
import pytest

from anaphor.errors import InputError
from anaphor.statistics import (
    bootstrap_sums,
    bootstrap_weights,
    group_error,
    groups,
    jackknife_error,
    sign_flip,
    subsets,
)


@pytest.mark.parametrize("units", [1, 7, 399, 400, 3000])
def test_every_bootstrap_sample_is_as_large_as_the_original(units: int) -> None:
    weights = np.concatenate(list(bootstrap_weights(units, 300, np.random.default_rng(0))))
    assert weights.shape == (300, units)
    assert (weights.sum(1) == units).all()
    assert (weights >= 0).all()


@pytest.mark.parametrize("units", [399, 1000])
def test_units_are_drawn_as_often_as_the_binomial_law_says(units: int) -> None:
    """Both ways of drawing, below and above the size where the quick one begins."""
    weights = np.concatenate(list(bootstrap_weights(units, 3000, np.random.default_rng(1))))
    for times in range(5):
        law = math.comb(units, times) * (1 / units) ** times * (1 - 1 / units) ** (units - times)
        assert (weights == times).mean() == pytest.approx(law, abs=1.5e-3)
    assert weights[:, 0].var() == pytest.approx(1 - 1 / units, abs=0.1)
    assert np.corrcoef(weights[:, 0], weights[:, 1])[0, 1] == pytest.approx(-1 / (units - 1), abs=0.06)


@pytest.mark.parametrize("kinds", [3, 5000])
def test_bootstrap_sums_have_the_error_of_theory_with_few_kinds_of_units_or_many(kinds: int) -> None:
    values = np.random.default_rng(0).integers(0, kinds, 5000).astype(np.float64)
    sums = bootstrap_sums(np.column_stack((values, np.ones(5000))), 2000, np.random.default_rng(1))
    assert np.allclose(sums[:, 1], 5000)
    error = (sums[:, 0] / 5000).std()
    assert error == pytest.approx(values.std() / math.sqrt(5000), rel=0.08)


def test_the_same_seed_gives_the_same_draws() -> None:
    features = np.random.default_rng(0).random((900, 3))
    one, two = (bootstrap_sums(features, 50, np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, bootstrap_sums(features, 50, np.random.default_rng(6)))


def test_few_subsets_are_all_given_and_many_are_drawn() -> None:
    kept, everything = subsets(6, 4, 100, np.random.default_rng(0))
    assert everything
    assert kept.shape == (15, 6)
    assert len({tuple(row) for row in kept.tolist()}) == 15
    drawn, everything = subsets(30, 15, 100, np.random.default_rng(0))
    assert not everything
    assert (drawn.sum(1) == 15).all()
    with pytest.raises(InputError):
        subsets(3, 4, 10, np.random.default_rng(0))


@pytest.mark.parametrize("left_out", [1, 2, 3])
def test_the_jackknife_gives_the_standard_error_of_a_mean_whatever_d_is(left_out: int) -> None:
    values = np.random.default_rng(0).normal(size=9)
    kept, _ = subsets(9, 9 - left_out, 1000, np.random.default_rng(0))
    means = (kept @ values) / kept.sum(1)
    assert jackknife_error(means, 9, left_out) == pytest.approx(values.std(ddof=1) / 3)
    assert math.isnan(jackknife_error(means[:1], 9, left_out))


def test_leaving_groups_out_gives_the_error_of_a_mean() -> None:
    values = np.random.default_rng(0).normal(size=1000)
    numbers = groups(1000, 100, np.random.default_rng(1))
    found = np.array([values[numbers != number].mean() for number in range(100)])
    assert group_error(found) == pytest.approx(values.std() / math.sqrt(1000), rel=0.2)
    sizes = np.bincount(groups(1003, 100, np.random.default_rng(0)))
    assert sizes.min() >= 10
    assert sizes.max() <= 11


def test_signs_flip_exactly_for_few_pairs_and_at_random_for_many() -> None:
    few = sign_flip(np.array([1.0, 2.0, 3.0, 0.0]), 1000, np.random.default_rng(0))
    assert few.exact
    assert few.p_value == pytest.approx(2 / 8)
    many = sign_flip(np.ones(30), 999, np.random.default_rng(0))
    assert many.p_value == pytest.approx(1 / 1000)
    assert sign_flip(np.zeros(3), 10, np.random.default_rng(0)).p_value == 1
