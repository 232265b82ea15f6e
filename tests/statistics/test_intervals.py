"""Intervals: printed values, coverage, and the ends 0 and 1."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.errors import InputError
from anaphor.statistics import delta_error, jeffreys, percentile, student, wilson

stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.9, 0.95]))
def test_wilson_equals_scipy(case: tuple[int, int], level: float) -> None:
    successes, trials = case
    theirs = stats.binomtest(successes, trials).proportion_ci(level, method="wilson")
    found = wilson(successes, trials, level)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_the_intervals_of_brown_cai_and_dasgupta_hold_the_share_and_keep_the_ends() -> None:
    for make in (wilson, jeffreys):
        assert make(0, 10).low == 0
        assert make(10, 10).high == 1
        found = make(3, 10)
        assert 0 < found.low < 0.3 < found.high < 1
    assert jeffreys(3, 10).low == pytest.approx(stats.beta.ppf(0.025, 3.5, 7.5))


def test_nothing_seen_is_nothing_known() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_a_level_that_is_none_is_refused(level: float) -> None:
    with pytest.raises(InputError, match="level"):
        wilson(1, 2, level)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(InputError, match="impossible"):
        wilson(3, 2)


def test_percentile_leaves_out_what_is_no_number_and_says_when_nothing_is_left() -> None:
    found = percentile(np.array([*np.arange(101.0), math.nan]), 0.9)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((5, 95))
    assert percentile(np.array([math.nan])) is None


def test_student_is_wider_for_few_degrees_of_freedom() -> None:
    assert student(0, 1, 2).high == pytest.approx(4.3027, abs=1e-4)
    assert student(0, 1, 1e6).high == pytest.approx(1.96, abs=1e-2)


def test_the_gradient_gives_the_standard_error_of_a_mean_and_of_a_ratio() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(5, 1, 300), rng.normal(3, 1, 300)
    ones = np.ones(300)
    mean = delta_error(np.column_stack((x, ones)), lambda sums: sums[:, 0] / sums[:, 1])
    assert mean == pytest.approx(x.std(ddof=1) / math.sqrt(300), rel=1e-6)
    ratio = delta_error(np.column_stack((x, y)), lambda sums: sums[:, 0] / sums[:, 1])
    pull = (x - x.mean() / y.mean() * y) / y.mean()
    assert ratio == pytest.approx(pull.std(ddof=1) / math.sqrt(300), rel=1e-6)
    assert math.isnan(delta_error(np.ones((1, 2)), lambda sums: sums[:, 0]))
