"""The three targets: what is exact, what is a range, and what is said when nothing can be known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from anaphor.agreement.advice.summary import headline, summarise
from anaphor.agreement.panels.mixture import (
    Dirichlet,
    DirichletSpread,
    fit_dirichlet,
    fresh_change,
    from_agreement,
)
from anaphor.agreement.panels.rates import fresh_rate, own_majority_rate, people_error
from anaphor.agreement.panels.reproduction import change_curve, reproduction_of
from anaphor.agreement.panels.study import NPMLE, PanelStudy, ReproductionSettings
from anaphor.agreement.panels.urn import disjoint_agreement
from anaphor.answers import LabelMatrix, from_counts
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
    assert DirichletSpread.of(model).changes(3)[1] == pytest.approx(0.1375, abs=0.001)
    assert 1 - model.agreement == pytest.approx(0.4 * 2 / 3, abs=1e-12)


def test_a_dirichlet_averaged_over_few_distributions_is_close_to_the_sum() -> None:
    for parameters in ([0.3, 0.3, 0.3], [1.0, 0.5, 0.3, 0.2, 0.1], [0.1] * 8):
        model = Dirichlet(parameters=np.array(parameters))
        assert DirichletSpread.of(model).changes(3)[0] == pytest.approx(fresh_change(model, 3), abs=0.003)


def test_fitting_a_dirichlet_finds_its_parameters() -> None:
    rng = np.random.default_rng(1)
    theta = rng.dirichlet([0.5, 0.3, 0.2], 30_000)
    found = fit_dirichlet(rng.multinomial(6, theta)).parameters
    assert found == pytest.approx([0.5, 0.3, 0.2], rel=0.05)


def test_fresh_change_of_one_person_is_the_disagreement_of_two() -> None:
    model = Dirichlet(parameters=np.array([0.7, 0.4, 0.1]))
    assert fresh_change(model, 1) == pytest.approx(1 - model.agreement, abs=1e-12)


@pytest.mark.slow
@given(st.integers(0, 10_000))
@settings(max_examples=8)
def test_sampling_intervals_hold_the_rate_and_ranges_too(seed: int) -> None:
    found = reproduction_of(
        matrix_of(random_table(seed, items=30, annotators=5, classes=3)), ReproductionSettings(size=3)
    )
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
    exact, model = (reproduction_of(matrix, ReproductionSettings(size=size)).fresh for size in (3, 5))
    assert exact.range_low == exact.rate == exact.range_high
    assert model.method == NPMLE
    assert model.range_low is not None
    assert model.range_high is not None
    assert model.range_low < model.range_high


def test_items_with_too_few_labels_are_left_out_and_counted() -> None:
    counts = [[3, 3]] * 20 + [[2, 0]] * 2 + [[0, 0]]
    found = reproduction_of(anonymous(counts), ReproductionSettings(size=3))
    assert {each.target: each.items for each in found.left_out} == {"items": 1, "own_majority": 2, "fresh": 2}
    assert found.own_majority.items == 20


def test_an_estimate_above_the_ceiling_warns() -> None:
    """Three against three: one label more apart than any distribution could make them on average."""
    counts = [[3, 3]] * 6
    summary = summarise(anonymous(counts), ReproductionSettings(size=3))
    found = summary.reproduction
    assert found.fresh.rate is not None
    assert found.ceiling is not None
    assert found.fresh.rate > found.ceiling
    assert any("above the 60.0" in str(warning) for warning in summary.warnings)


def test_a_range_that_ends_above_the_ceiling_is_marked_and_warned_about() -> None:
    """Half the items two against one, half unanimous: mixtures that fit change more than two people differ here."""
    summary = summarise(anonymous([[2, 1, 0]] * 6 + [[3, 0, 0]] * 6), ReproductionSettings(size=3))
    found = summary.reproduction
    assert found.ceiling is not None
    assert found.fresh.range_high is not None
    assert found.fresh.range_high > found.ceiling
    assert found.fresh.above_ceiling
    assert any("range ends at" in str(warning) for warning in summary.warnings)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("votes", "size", "classes"), [(3, 2, 4), (2, 2, 3), (5, 2, 2), (7, 4, 2), (6, 4, 2), (12, 6, 2)]
)
def test_an_even_panel_is_the_smaller_odd_one_also_where_exact_meets_modelled(
    votes: int, size: int, classes: int
) -> None:
    """2k labels are there for the odd panel only; until the sizes shared a kernel, the even one got a model's rate."""
    rng = np.random.default_rng(size)
    counts = rng.multinomial(votes, rng.dirichlet(np.full(classes, 0.5), 60)).tolist()
    even, odd = (reproduction_of(anonymous(counts), ReproductionSettings(size=each)) for each in (size, size - 1))
    for one, two in ((even.fresh, odd.fresh), (even.ideal, odd.ideal)):
        assert (one.rate, one.low, one.high, one.method) == (two.rate, two.low, two.high, two.method)
    assert {point.size: point.fresh for point in even.curve}[size] == odd.fresh.rate


def test_on_two_classes_the_sizes_on_the_curve_do_not_zigzag() -> None:
    votes = dirichlet_votes(6, 100, 2)
    counts = np.column_stack([votes[:, 0], votes[:, 1:].sum(axis=1)]) + 1
    found = reproduction_of(anonymous(counts.tolist()), ReproductionSettings(size=4))
    rates = {point.size: point.fresh for point in found.curve}
    assert rates[4] == rates[3]
    assert rates[6] <= rates[5] + 1e-12


@pytest.mark.slow
@pytest.mark.parametrize(
    "counts",
    [
        [[3, 0]] * 50,
        [[0, 3]] * 25 + [[3, 0]] * 25,
        [[3]] * 50,
        [[1, 1, 1]] * 20,
        [[3, 0]],
        [[2, 1]],
        [[1, 1]],
        [[6, 0]] * 50,
        [[3, 3]] * 6,
    ],
)
def test_items_that_look_alike_do_not_pass_for_certainty(counts: list[list[int]]) -> None:
    found = reproduction_of(anonymous(counts), ReproductionSettings(size=3 if sum(counts[0]) >= 3 else 1))
    for rate in (found.fresh, found.ideal):
        assert rate.low is not None
        assert rate.high is not None
        assert rate.high - rate.low > 1 / (5 * len(counts) + 20)
    if found.fresh.method == NPMLE:
        assert found.fresh.range_low is not None
        assert found.fresh.range_high is not None
        assert found.fresh.range_high > found.fresh.range_low


def test_fifty_unanimous_items_leave_about_three_in_fifty() -> None:
    """The rule of three: with 50 of 50 unanimous, up to 5.8 % of the items may not be."""
    found = reproduction_of(anonymous([[3, 0]] * 50), ReproductionSettings(size=3))
    assert found.fresh.rate == pytest.approx(0, abs=1e-6)
    assert found.fresh.high == pytest.approx(0.058 * 2 / 3, abs=0.003)


@pytest.mark.slow
def test_sixty_different_labels_change_almost_always() -> None:
    """Twenty items, three people, no label twice: this used to print 7/8, the end of a grid of eight classes."""
    found = reproduction_of(matrix_of(np.arange(60).reshape(20, 3)), ReproductionSettings(size=3, longest=3))
    assert found.fresh.rate is not None
    assert found.fresh.rate > 0.98
    assert found.fresh.low is not None
    assert 0.8 < found.fresh.low < 0.95


def test_people_who_differ_widen_the_interval_of_an_exact_rate() -> None:
    """One of eight people votes at random: leaving people out in turn must show it, as brute force does."""
    labels = random_table(3, items=80, annotators=8, classes=3)
    labels[:, 0] = np.random.default_rng(0).integers(0, 3, 80)
    matrix = matrix_of(labels)

    def change(rows: NDArray[np.int64]) -> NDArray[np.float64]:
        return 1 - disjoint_agreement(rows, 3)[0]

    rates = np.array([fresh_rate(matrix.without(annotators=[name]).counts, 3) for name in matrix.annotators])
    brute = np.sqrt(7 / 8 * ((rates - rates.mean()) ** 2).sum())
    assert people_error(matrix, change, 6) == pytest.approx(brute, abs=1e-12)


def test_people_are_left_out_of_tables_with_holes_as_brute_force_does() -> None:
    matrix = matrix_of(random_table(5, items=60, annotators=9, classes=3, holes=0.2))
    rates = np.array([fresh_rate(matrix.without(annotators=[name]).counts, 2) for name in matrix.annotators])
    brute = np.sqrt(8 / 9 * ((rates - rates.mean()) ** 2).sum())
    found = people_error(matrix, lambda rows: 1 - disjoint_agreement(rows, 2)[0], 4)
    assert found == pytest.approx(brute, abs=1e-12)


def test_nothing_breaks_where_nobody_shares_an_item() -> None:
    alone = np.where(np.eye(5, dtype=bool), np.arange(5) % 2, -1)
    found = summarise(matrix_of(alone.astype(np.int64)))
    assert found.reproduction.fresh.rate is None
    assert "no item has two labels" in map(str, found.reproduction.fresh.notes)


def test_a_single_class_changes_nowhere_and_breaks_nothing() -> None:
    found = summarise(matrix_of(np.ones((30, 5), dtype=np.int64)))
    assert found.reproduction.fresh.rate == pytest.approx(0, abs=1e-6)
    assert found.split is None
    assert found.reproduction.kappa is None


@pytest.mark.slow
@pytest.mark.parametrize(("people", "classes", "size"), [(5, 3, 1_000), (400, 2, 400), (5, 5, 100)])
def test_very_large_panels_are_answered(people: int, classes: int, size: int) -> None:
    rng = np.random.default_rng(1)
    counts = rng.multinomial(people, rng.dirichlet(np.full(classes, 0.7), 60)).tolist()
    found = reproduction_of(anonymous(counts), ReproductionSettings(size=size))
    assert found.fresh.rate is not None
    assert found.ceiling is not None
    assert 0 <= found.fresh.rate <= found.ceiling + 0.05
    assert any(point.size == size for point in found.curve)


def test_even_panels_are_warned_about() -> None:
    warned = summarise(anonymous([[4, 1], [3, 2], [5, 0]]), ReproductionSettings(size=4)).warnings
    assert any("buys nothing" in str(warning) for warning in warned)
    assert any(
        "coin flips" in str(each) for each in summarise(anonymous([[4, 1]] * 3), ReproductionSettings(size=2)).warnings
    )


def test_one_label_per_item_says_nothing_about_others() -> None:
    found = reproduction_of(anonymous([[1, 0], [0, 1]]), ReproductionSettings(size=3))
    assert found.fresh.rate is None
    assert "no item has two labels" in str(headline(found))


def test_a_table_without_labels_is_refused() -> None:
    with pytest.raises(ContentError, match="no label"):
        reproduction_of(anonymous([[0, 0]]), ReproductionSettings(size=3))


def test_a_panel_of_nobody_is_refused() -> None:
    with pytest.raises(InputError, match="panel of 0"):
        ReproductionSettings(size=0)


def test_panels_at_random_change_more_than_people_who_agree() -> None:
    at_random = reproduction_of(matrix_of(random_table(1, annotators=8)), ReproductionSettings(size=3)).at_random
    for relative in (at_random.fresh_relative, at_random.ideal_relative, at_random.own_majority_relative):
        assert relative is not None
        assert 0 < relative < 1


@pytest.mark.slow
def test_the_curve_falls_and_no_panel_below_the_smallest_will_do() -> None:
    matrix, settings = matrix_of(random_table(3, items=200, annotators=9, classes=3)), ReproductionSettings(size=3)
    found, study = reproduction_of(matrix, settings), PanelStudy(matrix, settings)
    fresh = [point.fresh for point in found.curve if point.size % 2]
    assert fresh == sorted(fresh, reverse=True)
    for target, size in found.smallest:
        enough = [each for each in range(1, 26) if study.rate_at(each) <= target]
        assert size == (min(enough) if enough else None)


def test_every_odd_panel_is_on_the_planning_curve() -> None:
    assert [point.size for point in change_curve(anonymous([[2, 1]] * 5 + [[3, 0]] * 9), 9)] == [1, 3, 5, 7, 9]


def test_the_headline_says_what_more_people_would_do() -> None:
    said = str(summarise(matrix_of(random_table(4, items=100, annotators=3, classes=3))).sentences[0])
    assert said.startswith("With another panel of 3, ")
    assert "5 people would make it" in said
    assert "9 people " in said


@pytest.mark.slow
def test_the_same_seed_gives_the_same_numbers() -> None:
    matrix = matrix_of(random_table(5, annotators=3))
    assert reproduction_of(matrix, ReproductionSettings(size=3, seed=4)) == reproduction_of(
        matrix, ReproductionSettings(size=3, seed=4)
    )
