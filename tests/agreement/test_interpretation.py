"""What a coefficient means, the inverse, plans, and opinions kept apart."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphor.agreement import ChangeTarget, KappaOrAlpha, interpret, plan
from anaphor.agreement.advice.interpretation import SCALES, Situation, interpretation_of, needed, opinions, read_target
from anaphor.agreement.advice.planning import PlanSettings, items_needed, plan_from_curve
from anaphor.agreement.panels.study import CurvePoint
from anaphor.agreement.panels.support import Support
from anaphor.agreement.panels.winning import fresh_at, level_wins
from anaphor.errors import InputError
from anaphor.text import message

THREE = Situation(annotators=3, classes=3)


@pytest.mark.parametrize(
    ("kappa", "ideal", "fresh"),
    [
        (0.60, (0.051, 0.1375, 0.267), (0.099, 0.193, 0.267)),
        (0.67, (0.034, 0.110, 0.220), (0.066, 0.154, 0.220)),
        (0.80, (0.012, 0.063, 0.133), (0.024, 0.089, 0.133)),
        (0.90, (0.003, 0.030, 0.067), (0.006, 0.043, 0.067)),
    ],
)
def test_floor_typical_and_ceiling_for_three_people_and_three_classes(
    kappa: float, ideal: tuple[float, float, float], fresh: tuple[float, float, float]
) -> None:
    for target, expected in ((ChangeTarget.IDEAL, ideal), (ChangeTarget.FRESH, fresh)):
        found = read_target(target, kappa, THREE)
        assert (found.alike, found.typical, found.ceiling) == pytest.approx(expected, abs=0.0015)


def test_the_floor_is_the_model_in_which_all_items_are_alike() -> None:
    """κ = (1 − q)²: everyone errs with chance p = q (C − 1)/C, on every item, evenly over the other classes."""
    q = 1 - np.sqrt(0.7)
    wrong = q / 3
    alike = Support(shares=np.array([[1 - 2 * wrong, wrong]]), times=np.array([[1, 2]]))
    expected = float(fresh_at(alike, level_wins(alike, 3))[0])
    assert read_target(ChangeTarget.FRESH, 0.7, THREE).alike == pytest.approx(expected, abs=2e-4)


@pytest.mark.slow
@pytest.mark.parametrize("classes", [2, pytest.param(12, marks=pytest.mark.long), 30])  # twelve is as thirty is
def test_panels_of_hundreds_are_answered(classes: int) -> None:
    few, many = (
        read_target(ChangeTarget.FRESH, 0.6, Situation(annotators=size, classes=classes)) for size in (25, 251)
    )
    assert 0 <= many.floor <= few.floor
    assert 0 < many.typical < few.typical
    assert many.ceiling == few.ceiling


def test_even_panels_mean_what_smaller_odd_ones_do() -> None:
    for size, classes in ((2, 4), (4, 2), (6, 2)):
        even, odd = (
            interpretation_of(0.6, Situation(annotators=each, classes=classes, pool=12)) for each in (size, size - 1)
        )
        for one, two in zip(even.readings[1:], odd.readings[1:], strict=True):
            assert (one.floor, one.typical, one.ceiling) == (two.floor, two.typical, two.ceiling)


@pytest.mark.slow
@given(st.floats(0.05, 0.99), st.integers(1, 9), st.integers(2, 4))
@settings(max_examples=25)
def test_floor_typical_and_ceiling_stand_in_order(kappa: float, annotators: int, classes: int) -> None:
    for each in interpretation_of(kappa, Situation(annotators=annotators, classes=classes)).readings:
        assert 0 <= each.floor <= each.typical <= each.ceiling <= 1


def test_one_person_has_no_range_against_another() -> None:
    found = read_target(ChangeTarget.FRESH, 0.5, Situation(annotators=1, classes=4))
    assert found.alike == pytest.approx(found.ceiling, abs=2e-4)


def test_prevalence_lowers_what_a_kappa_can_mean() -> None:
    skewed = Situation(annotators=3, classes=2, prevalence=(0.9, 0.1))
    even = Situation(annotators=3, classes=2)
    assert read_target(ChangeTarget.FRESH, 0.5, skewed).ceiling == pytest.approx(0.5 * 0.18)
    assert read_target(ChangeTarget.FRESH, 0.5, skewed).typical < read_target(ChangeTarget.FRESH, 0.5, even).typical


@pytest.mark.parametrize("target", list(ChangeTarget))
@pytest.mark.parametrize("bound", ["floor", "typical", "ceiling"])
def test_the_inverse_gives_back_the_rate(target: ChangeTarget, bound: str) -> None:
    kappa = needed(0.05, target, THREE, bound=bound)
    assert kappa is not None
    found = read_target(target, kappa, THREE)
    assert getattr(found, "alike" if bound == "floor" else bound) == pytest.approx(0.05, abs=0.002)


def test_the_ceiling_needs_the_same_kappa_however_many_people() -> None:
    values = [needed(0.05, ChangeTarget.FRESH, Situation(annotators=k, classes=3), bound="ceiling") for k in (3, 9)]
    assert values[0] == values[1] == pytest.approx(0.925, abs=1e-3)


def test_a_rate_that_every_kappa_meets_needs_none() -> None:
    assert needed(0.9, ChangeTarget.FRESH, THREE) is None


def test_alpha_is_kappa_with_a_term_in_the_number_of_labels() -> None:
    few = Situation(annotators=3, classes=3, labels=30)
    kappa = (0.6 - 1 / 30) / (1 - 1 / 30)
    assert interpretation_of(0.6, few, KappaOrAlpha.ALPHA).readings == interpretation_of(kappa, few).readings
    many = Situation(annotators=3, classes=3)
    assert interpretation_of(0.6, many, KappaOrAlpha.ALPHA).readings == interpretation_of(0.6, many).readings


@pytest.mark.slow
def test_the_table_has_a_row_for_every_combination() -> None:
    rows = interpret(annotators=4, classes=2, prevalence=(0.9, 0.1), pool=12, table=True).table
    assert {row.situation.annotators for row in rows} == {1, 3, 4, 5, 7, 9}
    assert len(rows) == 6 * len({row.value for row in rows}) == 6 * 9
    assert {(row.situation.classes, row.situation.prevalence) for row in rows} == {(2, (0.9, 0.1))}


@pytest.mark.parametrize("value", [-0.2, 0.0, 1.2])
def test_values_that_no_mixture_has_are_refused(value: float) -> None:
    with pytest.raises(InputError, match="mixture of items"):
        interpretation_of(value, THREE)


def test_prevalences_must_fit_the_classes() -> None:
    with pytest.raises(InputError, match="2 prevalences"):
        Situation(annotators=3, classes=3, prevalence=(0.5, 0.5))


def test_opinions_differ_on_the_same_value() -> None:
    words = {name: str(word) for name, word in opinions(0.65)}
    assert words["Landis & Koch 1977"] == "substantial"
    assert words["Krippendorff 2004"] == "to be discarded"
    assert len(words) == len(SCALES)
    assert str(dict(opinions(-0.1))["Landis & Koch 1977"]) == "poor"


def test_a_plan_takes_the_smallest_panel_that_will_do() -> None:
    made = plan(0.05, width=0.02, cost=0.5, kappa=0.85, classes=3)
    assert made.chosen is not None
    assert made.chosen.rate <= 0.05
    smaller = [option for option in made.options if option.annotators < made.chosen.annotators]
    assert all(option.rate > 0.05 for option in smaller)
    assert made.chosen.cost == pytest.approx(0.5 * made.chosen.labels)
    assert all(option.annotators % 2 for option in made.options)


def test_a_plan_that_cannot_be_met_says_so() -> None:
    assert plan(0.001, width=0.02, kappa=0.5, classes=3).chosen is None


def test_a_plan_from_a_pilot_uses_its_curve() -> None:
    curve = tuple(
        CurvePoint(
            size=size,
            fresh=rate,
            range_low=rate,
            range_high=rate,
            ideal=rate,
            own_majority=None,
            method=message("agreement-method-mixture"),
        )
        for size, rate in ((1, 0.2), (2, 0.2), (3, 0.04))
    )
    made = plan_from_curve(
        PlanSettings(rate=0.05, width=0.02, items=100), curve, message("agreement-basis-kappa", kappa=0.5, classes=2)
    )
    assert [option.annotators for option in made.options] == [1, 3]
    assert made.chosen is not None
    assert made.chosen.labels == 3 * 100 + 3 * 100


def test_items_for_a_width_are_those_of_a_proportion() -> None:
    items = items_needed(0.05, 0.02, 0.95)
    assert 2 * 1.959964 * np.sqrt(0.05 * 0.95 / items) <= 0.02
    assert 2 * 1.959964 * np.sqrt(0.05 * 0.95 / (items - 1)) > 0.02


@pytest.mark.parametrize("wrong", [{"rate": 0.0}, {"width": 0.0}, {"cost": -1.0}])
def test_impossible_plans_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        PlanSettings(**{"rate": 0.05, "width": 0.02, **wrong})  # type: ignore[arg-type]  # one field at a time
