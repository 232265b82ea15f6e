"""The three targets: what is exact, what is a range, and what is said when nothing can be known."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from anaphor.agreement.dirichlet import Dirichlet, fit_dirichlet, fresh_change, from_agreement, ideal_change
from anaphor.agreement.disjoint import disjoint_agreement
from anaphor.agreement.matrix import LabelMatrix, from_counts
from anaphor.agreement.mixture import (
    change_of_patterns,
    fit_mixture,
    fresh_at,
    identified_range,
    pattern_likelihood,
    sorted_grid,
)
from anaphor.agreement.reproduction import DIRICHLET, NPMLE, change_curve, fresh_rate, own_majority_rate, reproduce
from anaphor.agreement.reproduction_error import resampled_rates
from anaphor.agreement.reproduction_records import ReproductionSettings
from anaphor.agreement.summary import headline, summarise
from anaphor.agreement.urn import known_urn, profiles, winning
from anaphor.errors import ContentError, InputError
from tests.agreement.tables import matrix_of, random_table


def anonymous(counts: list[list[int]]) -> LabelMatrix:
    votes = np.array(counts, dtype=np.int64)
    return from_counts(
        votes, items=[f"i{n}" for n in range(len(votes))], classes=[f"c{n}" for n in range(votes.shape[1])]
    )


def dirichlet_votes(people: int, items: int, seed: int, kappa: float = 0.6) -> NDArray[np.int64]:
    rng = np.random.default_rng(seed)
    mass = 1 / kappa - 1
    return rng.multinomial(people, rng.dirichlet(np.full(3, mass / 3), items))


def test_own_majority_is_biased_low_and_the_disjoint_rate_is_not() -> None:
    """Expectations at κ = 0.6, three classes, k = 3: ideal 0.1375, fresh 0.1924, own majority of nine 0.1091."""
    votes = dirichlet_votes(9, 40_000, 0)
    assert own_majority_rate(votes, 3) == pytest.approx(0.1091, abs=0.003)
    assert fresh_rate(votes, 3) == pytest.approx(0.1924, abs=0.003)


def test_a_dirichlet_says_the_same_by_sum_and_by_average() -> None:
    model = from_agreement(np.full(3, 1 / 3), 0.6)
    assert fresh_change(model, 3) == pytest.approx(0.1924, abs=0.001)
    assert ideal_change(model, 3) == pytest.approx(0.1375, abs=0.001)
    assert 1 - model.agreement == pytest.approx(0.4 * 2 / 3, abs=1e-12)


def test_fitting_a_dirichlet_finds_its_parameters() -> None:
    rng = np.random.default_rng(1)
    theta = rng.dirichlet([0.5, 0.3, 0.2], 30_000)
    found = fit_dirichlet(rng.multinomial(6, theta)).parameters
    assert found == pytest.approx([0.5, 0.3, 0.2], rel=0.05)


def test_fresh_change_of_one_person_is_the_disagreement_of_two() -> None:
    model = Dirichlet(parameters=np.array([0.7, 0.4, 0.1]))
    assert fresh_change(model, 1) == pytest.approx(1 - model.agreement, abs=1e-12)


def test_pattern_likelihoods_sum_to_one() -> None:
    patterns = np.array([[4, 0, 0], [3, 1, 0], [2, 2, 0], [2, 1, 1]])
    assert np.abs(pattern_likelihood(patterns, sorted_grid(3)).sum(axis=0) - 1).max() < 1e-12


def test_with_enough_items_the_mixture_fits_and_the_range_holds_the_truth() -> None:
    votes = dirichlet_votes(3, 30_000, 3)
    mixture = fit_mixture(profiles(votes))
    change = fresh_at(mixture.grid, 3)
    low, high = identified_range(mixture, change)
    assert low < 0.1924 < high
    assert low <= float(mixture.weights @ change) <= high
    assert float(mixture.weights @ change) == pytest.approx(0.1924, rel=0.2)


def test_more_votes_per_item_narrow_the_range() -> None:
    widths = []
    for people in (3, 5, 9):
        mixture = fit_mixture(profiles(dirichlet_votes(people, 20_000, 4)))
        low, high = identified_range(mixture, fresh_at(mixture.grid, 5), slack=0)
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2]


def test_change_per_pattern_averages_to_the_fresh_rate_of_the_mixture() -> None:
    patterns = profiles(dirichlet_votes(5, 20_000, 5))
    mixture = fit_mixture(patterns)
    mean = change_of_patterns(mixture, 5) @ patterns.times / patterns.times.sum()
    assert mean == pytest.approx(float(mixture.weights @ fresh_at(mixture.grid, 5)), abs=0.003)


def test_change_per_pattern_of_a_single_distribution_is_exact() -> None:
    """With all weight on one point, a unanimous item's leader is the class that the votes point to."""
    theta = np.array([[0.8, 0.2]])
    fitted = fit_mixture(profiles(np.array([[3, 0]])), classes=2)
    single = replace(fitted, grid=theta, weights=np.ones(1))
    wins = winning(known_urn(theta, 3))[0]
    first, second = 0.8**3, 0.2**3
    expected = 1 - (first * wins[0] + second * wins[1]) / (first + second)
    assert change_of_patterns(single, 3)[0] == pytest.approx(expected, abs=1e-12)


@given(st.integers(0, 10_000))
@settings(max_examples=8)
def test_sampling_intervals_hold_the_rate_and_ranges_too(seed: int) -> None:
    found = reproduce(matrix_of(random_table(seed, items=30, annotators=5, classes=3)), ReproductionSettings(size=3))
    for rate in (found.own_majority, found.ideal, found.fresh):
        assert rate.rate is not None
        assert rate.low is not None
        assert rate.high is not None
        assert rate.range_low is not None
        assert rate.range_high is not None
        assert 0 <= rate.low <= rate.rate <= rate.high <= 1
        assert 0 <= rate.range_low <= rate.rate <= rate.range_high <= 1


def test_an_identified_rate_has_no_range_and_a_modelled_one_has() -> None:
    matrix = matrix_of(random_table(2, items=60, annotators=6))
    exact, model = (reproduce(matrix, ReproductionSettings(size=size)).fresh for size in (3, 5))
    assert exact.range_low == exact.rate == exact.range_high
    assert model.method == NPMLE
    assert model.range_low is not None
    assert model.range_high is not None
    assert model.range_low < model.range_high


def test_items_with_too_few_labels_are_left_out_and_counted() -> None:
    counts = [[3, 3]] * 20 + [[2, 0]] * 2 + [[0, 0]]
    found = reproduce(anonymous(counts), ReproductionSettings(size=3))
    assert {each.target: each.items for each in found.left_out} == {"items": 1, "own_majority": 2, "fresh": 2}
    assert found.own_majority.items == 20


def test_an_estimate_above_the_ceiling_warns() -> None:
    """Three against three: one label more apart than any distribution could make them on average."""
    counts = [[3, 3]] * 6
    found = reproduce(anonymous(counts), ReproductionSettings(size=3))
    assert found.fresh.rate is not None
    assert found.ceiling is not None
    assert found.fresh.rate > found.ceiling
    assert any("above 1 − A_o" in warning for warning in found.warnings)


def test_votes_over_very_many_classes_get_a_model_and_an_honest_range() -> None:
    """Twenty classes: everyone gives the right one with 0.62, each other one with 0.02; panels of 5."""
    shares = np.full(20, 0.02)
    shares[0] = 0.62
    votes = np.random.default_rng(0).multinomial(8, shares, 300)
    votes[0] = 1
    found = reproduce(anonymous(votes.tolist()), ReproductionSettings(size=5, longest=5))
    truth = 1 - float(winning(known_urn(shares[None], 5))[0, 0])
    assert found.ideal.method == DIRICHLET
    assert found.ideal.range_low is not None
    assert found.ideal.range_high is not None
    assert found.ideal.range_low <= truth <= found.ideal.range_high
    assert len(found.items) == 300


def test_even_panels_are_warned_about() -> None:
    warned = reproduce(anonymous([[4, 1], [3, 2], [5, 0]]), ReproductionSettings(size=4)).warnings
    assert any("buys nothing" in warning for warning in warned)
    assert any(
        "coin flips" in each for each in reproduce(anonymous([[4, 1]] * 3), ReproductionSettings(size=2)).warnings
    )


def test_unanimous_labels_change_nowhere_but_leave_room() -> None:
    found = reproduce(anonymous([[3, 0]] * 10), ReproductionSettings(size=3))
    assert found.fresh.rate == pytest.approx(0, abs=1e-6)
    assert found.fresh.high is not None
    assert found.fresh.high > 0.1


def test_one_label_per_item_says_nothing_about_others() -> None:
    found = reproduce(anonymous([[1, 0], [0, 1]]), ReproductionSettings(size=3))
    assert found.fresh.rate is None
    assert "no item has two labels" in headline(found)


def test_a_table_without_labels_is_refused() -> None:
    with pytest.raises(ContentError, match="no label"):
        reproduce(anonymous([[0, 0]]), ReproductionSettings(size=3))


def test_a_panel_of_nobody_is_refused() -> None:
    with pytest.raises(InputError, match="panel of 0"):
        ReproductionSettings(size=0)


def test_panels_at_random_change_more_than_people_who_agree() -> None:
    at_random = reproduce(matrix_of(random_table(1, annotators=8)), ReproductionSettings(size=3)).at_random
    for relative in (at_random.fresh_relative, at_random.ideal_relative, at_random.own_majority_relative):
        assert relative is not None
        assert 0 < relative < 1


def test_the_curve_falls_and_the_smallest_panel_is_on_it() -> None:
    found = reproduce(matrix_of(random_table(3, items=200, annotators=9, classes=3)), ReproductionSettings(size=3))
    fresh = [point.fresh for point in found.curve if point.size % 2]
    assert fresh == sorted(fresh, reverse=True)
    for target, size in found.smallest:
        below = [point.size for point in found.curve if point.size % 2 and point.fresh <= target]
        assert size == (min(below) if below else None)


def test_every_odd_panel_is_on_the_planning_curve() -> None:
    assert [point.size for point in change_curve(anonymous([[2, 1]] * 5 + [[3, 0]] * 9), 9)] == [1, 3, 5, 7, 9]


def test_the_bootstrap_of_a_rate_has_its_standard_error() -> None:
    patterns = profiles(dirichlet_votes(6, 2_000, 6))
    change = 1 - disjoint_agreement(patterns.rows, 3).agreement
    drawn = resampled_rates(change, patterns.times, 2_000, np.random.default_rng(0))
    per_item = change[patterns.inverse]
    assert drawn.std() == pytest.approx(per_item.std() / np.sqrt(len(per_item)), rel=0.1)


def test_the_headline_says_what_more_people_would_do() -> None:
    said = summarise(matrix_of(random_table(4, items=100, annotators=3, classes=3))).sentences[0]
    assert said.startswith("With another panel of 3, ")
    assert "5 people would make it" in said
    assert "9 people " in said


def test_the_same_seed_gives_the_same_numbers() -> None:
    matrix = matrix_of(random_table(5, annotators=3))
    assert reproduce(matrix, ReproductionSettings(size=3, seed=4)) == reproduce(
        matrix, ReproductionSettings(size=3, seed=4)
    )
