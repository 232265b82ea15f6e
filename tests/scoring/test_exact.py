"""Exact laws against enumeration of every case."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from anaphor.scoring import holm, law_of_sum, swaps
from anaphor.scoring.items import chance
from anaphor.scoring.items.chance import binomial_two_sided

pytestmark = pytest.mark.slow

CREDITS = st.sampled_from([Fraction(n, 6) for n in range(-12, 13)])


@given(st.lists(CREDITS, min_size=1, max_size=9))
def test_swaps_are_those_of_brute_force(differences: list[Fraction]) -> None:
    seen = abs(sum(differences, Fraction(0)))
    cases = [
        abs(sum((s * d for s, d in zip(signs, differences, strict=True)), Fraction(0)))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    expected = sum(case >= seen for case in cases) / len(cases)
    assert swaps(differences) == pytest.approx(expected, rel=1e-12)


@given(st.lists(st.lists(st.integers(-3, 4), min_size=1, max_size=3), min_size=1, max_size=5))
def test_a_law_of_a_sum_is_that_of_brute_force(values: list[list[int]]) -> None:
    laws = [tuple((value, 1 / len(each)) for value in each) for each in values]
    expected: dict[int, float] = {}
    for case in product(*laws):
        total = sum(value for value, _ in case)
        expected[total] = expected.get(total, 0.0) + float(np.prod([chance for _, chance in case]))
    law = law_of_sum(laws)
    made = {law.start + place: chance for place, chance in enumerate(law.chances) if chance > 0}
    assert made == pytest.approx(expected)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (5, 5), (8, 2), (0, 7), (60, 20), (900, 1000)])
def test_a_split_is_tested_by_the_binomial_law(first: int, second: int) -> None:
    expected = stats.binomtest(first, first + second).pvalue if first + second else 1.0
    assert binomial_two_sided(first, second) == pytest.approx(expected, rel=1e-9)


def test_no_difference_has_p_one() -> None:
    assert swaps([]) == swaps([Fraction(0)] * 5) == 1.0


def test_a_very_large_sample_keeps_a_tiny_p_that_is_not_one() -> None:
    found = swaps([Fraction(1)] * 5000)
    assert found is not None
    assert found < 1e-300


def test_a_grid_that_is_too_fine_is_declined() -> None:
    assert swaps([Fraction(1, 10_007), Fraction(1, 10_009), Fraction(1)]) is None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_never_lowers_a_chance_and_keeps_the_order(chances: list[float]) -> None:
    made = holm(chances)
    assert all(low <= high + 1e-15 for low, high in zip(chances, made, strict=True))
    order = np.argsort(chances, kind="stable")
    assert list(np.array(made)[order]) == sorted(made)


def test_holm_is_that_of_statsmodels() -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="the peer is not installed")
    chances = [0.001, 0.04, 0.03, 0.2, 0.9, 0.012]
    assert holm(chances) == pytest.approx(multitest.multipletests(chances, method="holm")[1].tolist())


def test_a_law_of_very_many_values_keeps_its_tails() -> None:
    law = law_of_sum([((0, 0.5), (1, 0.5))] * 60_000)
    assert law.chances.size < 60_001
    for value in (29_000, 30_000, 30_600, 32_000):
        assert law.reaching(value) == pytest.approx(float(stats.binom.sf(value - 1, 60_000, 0.5)), rel=1e-9)
    assert law.reaching(0) == pytest.approx(1.0)
    assert law.reaching(60_001) == 0.0


def test_laws_of_two_values_far_apart_are_added_value_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = [Fraction(k % 7 - 2, 40 * 39) for k in range(60)]
    with monkeypatch.context() as before:
        before.setattr(chance, "_WIDE", 10**9, raising=False)
        as_convolved = swaps(differences)
    largest = 0

    def convolve(one: chance.Float, other: chance.Float, made: Any = np.convolve) -> chance.Float:
        nonlocal largest
        largest = max(largest, one.size * other.size)
        result: chance.Float = made(one, other)
        return result

    monkeypatch.setattr(np, "convolve", convolve)
    assert swaps(differences) == pytest.approx(as_convolved, rel=1e-12)
    # What people said whose numbers differ from item to item: a grid of 1.5 million cells.
    assert swaps([Fraction(k % 19 - 7, 22 * 23) + Fraction(k % 5, 29) for k in range(150)]) is not None
    assert largest < 10**8, "a minute of the processor, were the empty cells multiplied"
