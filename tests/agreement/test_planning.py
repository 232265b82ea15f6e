"""Plans: what cannot be planned is refused with the right reason, by the checks that interpret and simulate share."""

import pytest

from anaphor.agreement import ChangeTarget, plan
from anaphor.agreement.advice.interpretation import Situation
from anaphor.agreement.advice.planning import PlanSettings
from anaphor.agreement.limits import (
    check_classes,
    check_coefficient,
    check_from_zero,
    check_panel,
    check_prevalence,
    check_rate,
    too_many_outcomes,
)
from anaphor.answers import from_triples
from anaphor.answers.labelling import numbered
from anaphor.answers.matrix import from_votes
from anaphor.errors import ContentError, InputError
from anaphor.text import speaking

NAN, ENDLESS = float("nan"), float("inf")


@pytest.mark.parametrize("rate", [0, 1, -0.1, 1.5, NAN, ENDLESS])
def test_a_rate_lies_between_0_and_1(rate: float) -> None:
    with pytest.raises(InputError, match="not between 0 and 1"):
        check_rate(rate)
    with pytest.raises(InputError, match="not between 0 and 1"):
        PlanSettings(rate=rate, width=0.02)
    with pytest.raises(InputError, match="not between 0 and 1"):
        PlanSettings(rate=0.05, width=rate)


@pytest.mark.parametrize("kappa", [1.5, 0, -0.3, NAN, ENDLESS])
def test_a_kappa_is_above_0_and_at_most_1(kappa: float) -> None:
    with pytest.raises(InputError, match="not above 0 and at most 1"):
        check_coefficient(kappa)
    with pytest.raises(InputError, match="not above 0 and at most 1"):
        plan(0.05, width=0.02, kappa=kappa, classes=3)


@pytest.mark.parametrize("cost", [-1.0, NAN, ENDLESS])
def test_a_label_costs_nothing_or_more(cost: float) -> None:
    with pytest.raises(InputError, match="cost of a label cannot be"):
        PlanSettings(rate=0.05, width=0.02, cost=cost)


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((NAN, 0.5, 0.5), "a prevalence of nan"),
        ((1.5, -0.5, 0.0), "a prevalence of 1.5 is not between 0 and 1"),
        ((-0.5, 1.0, 0.5), "a prevalence of -0.5"),
        ((5, 3, 2), "a prevalence of 5"),
        ((0.5, 0.5), "2 prevalences do not describe 3 classes"),
        ((0.5, 0.3, 0.1), "sum to 0.9 instead of 1"),
        ((1.0, 0.0, 0.0), "only one class has a prevalence above 0"),
    ],
)
def test_prevalences_are_shares_of_the_classes(shares: tuple[float, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        check_prevalence(shares, 3)
    with pytest.raises(InputError, match=words):
        Situation(annotators=3, classes=3, prevalence=shares)
    with pytest.raises(InputError, match=words):
        plan(0.05, width=0.02, kappa=0.7, classes=3, prevalence=shares)


@pytest.mark.parametrize("shares", [None, (0.5, 0.3, 0.2), (0.333, 0.333, 0.333), (0.7, 0.3, 0.0)])
def test_shares_may_be_rounded_and_a_class_may_be_unused(shares: tuple[float, ...] | None) -> None:
    check_prevalence(shares, 3)


@pytest.mark.parametrize(("classes", "people"), [(1, 0), (1000, 10**6), (0, -1)])
def test_too_few_and_too_many_are_refused(classes: int, people: int) -> None:
    with pytest.raises(InputError, match="number of classes"):
        check_classes(classes)
    with pytest.raises(InputError, match="a panel of"):
        check_panel(people)


def test_numbers_from_zero_have_an_end_where_one_is_known() -> None:
    check_from_zero(3, "errors", 3)
    with pytest.raises(InputError, match="errors per person cannot be 4: there are 3 items"):
        check_from_zero(4, "errors", 3)


def test_a_pool_that_votes_in_too_many_ways_leaves_its_target_out() -> None:
    assert Situation(annotators=3, classes=300).targets == tuple(ChangeTarget)
    assert ChangeTarget.OWN_MAJORITY not in Situation(annotators=25, classes=20).targets
    assert too_many_outcomes(10**9, 2)


def test_a_pilot_of_one_annotator_is_refused() -> None:
    alone = from_triples(["1", "2"], ["a", "a"], ["x", "y"])
    with pytest.raises(ContentError, match="the pilot has one annotator"):
        plan(0.1, pilot=alone)
    apart = from_triples(["1", "2"], ["a", "b"], ["x", "y"])
    with pytest.raises(ContentError, match="no item of the pilot has two labels"):
        plan(0.1, pilot=apart)
    with pytest.raises(ContentError, match="no item of the pilot has two labels"):
        plan(0.1, pilot=from_votes(numbered(["1", "2"]), numbered(["x", "y"])))
    plan(0.1, pilot=from_triples(["1", "1"], ["a", "b"], ["x", "y"]))


def test_the_basis_of_a_plan_is_said_in_both_languages() -> None:
    made = plan(0.1, kappa=0.8, classes=3)
    assert str(made.basis).startswith("an expected κ of 0.8 with 3 classes taken as equally frequent")
    with speaking("fr"):
        assert str(made.basis).startswith("un κ attendu de 0,8 avec 3 classes supposées également fréquentes")
