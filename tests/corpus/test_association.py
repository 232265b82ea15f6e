"""Measures of association: textbook values, and a reason instead of a number where a count is missing."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from anaphor.corpus import PairCount, Undefined, measure_named
from anaphor.corpus.association import MEASURES
from anaphor.errors import InputError, UnknownNameError


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Both, only a, only b, neither: all there."""
    cells = st.integers(1, 10_000)
    return draw(cells), draw(cells), draw(cells), draw(cells)


def count(both: int, only_a: int, only_b: int, neither: int) -> PairCount:
    return PairCount(total=both + only_a + only_b + neither, a=both + only_a, b=both + only_b, both=both)


@given(tables())
def test_chi_squared_and_log_likelihood_equal_scipys(cells: tuple[int, int, int, int]) -> None:
    both, only_a, only_b, neither = cells
    for name, power in (("chi2", 1.0), ("llr", 0.0)):  # members of the family of Cressie and Read
        theirs = chi2_contingency([[both, only_a], [only_b, neither]], correction=False, lambda_=power).statistic
        ours = measure_named(name)(count(*cells))
        assert not isinstance(ours, Undefined)
        assert abs(ours) == pytest.approx(theirs, rel=1e-6, abs=1e-6)


@given(tables())
def test_mutual_information_is_the_logarithm_of_observed_over_expected(cells: tuple[int, int, int, int]) -> None:
    found = count(*cells)
    expected = math.log2((found.both / found.total) / ((found.a / found.total) * (found.b / found.total)))
    assert measure_named("mi")(found) == pytest.approx(expected, abs=1e-9)


@given(tables())
def test_normalised_information_stays_between_its_ends(cells: tuple[int, int, int, int]) -> None:
    found = measure_named("npmi")(count(*cells))
    assert not isinstance(found, Undefined)
    assert -1 <= found <= 1


def test_the_printed_value_of_paper_1_comes_out_of_its_counts() -> None:
    # Words that always meet have the information of either: log2(total / count).
    assert measure_named("mi")(PairCount(total=1024, a=1, b=1, both=1)) == 10


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_a_missing_count_is_a_reason_and_never_a_number(name: str) -> None:
    measure = measure_named(name)
    for found in (
        measure(PairCount(total=0, a=0, b=0, both=0)),
        measure(PairCount(total=9, a=0, b=3, both=0)),
        measure(PairCount(total=9, a=3, b=0, both=0)),
    ):
        assert isinstance(found, Undefined)
    never = measure(PairCount(total=100, a=30, b=20, both=0))
    assert isinstance(never, Undefined) == (name in {"mi", "ppmi", "npmi", "t", "logdice"})


def test_words_that_avoid_each_other_score_below_nothing() -> None:
    apart = PairCount(total=100, a=50, b=50, both=5)
    for name in ("mi", "npmi", "llr", "chi2", "t"):
        found = measure_named(name)(apart)
        assert not isinstance(found, Undefined)
        assert found < 0


def test_smoothing_gives_pairs_that_never_meet_a_score_on_request_only() -> None:
    never = PairCount(total=100, a=30, b=20, both=0)
    assert isinstance(measure_named("mi")(never), Undefined)
    assert measure_named("mi", smoothing=0.5)(never) == pytest.approx(math.log2(0.5 * 102 / (31 * 21)))


def test_unknown_measures_and_impossible_smoothing_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="npmi"):
        measure_named("nmpi")
    with pytest.raises(InputError, match="smoothed"):
        measure_named("mi", smoothing=-1)
