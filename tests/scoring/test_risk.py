"""Risk over the share answered, and calibration of scores."""

import math
import sys
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.answer import Abstention, AbstentionReason, Choice
from anaphor.scoring import Outcome, scorecard
from anaphor.scoring.items.confidence import area_of, calibration, lead, risk_curve
from anaphor.scoring.items.outcomes import outcome_of_reply
from tests.scoring.specimens import problems, target

pytestmark = pytest.mark.slow


def scored(number: int, right: bool, margin: float) -> Outcome:
    """A lone item whose choice leads by this margin."""
    choice = 0 if right else 1
    scores = (0.0, -margin) if right else (-margin, 0.0)
    return outcome_of_reply(target(f"p{number}"), Choice(candidate=choice), scores)


def test_a_lead_is_that_of_the_choice_over_the_best_other_candidate() -> None:
    three = target("x", 0, candidates="abc")
    assert lead(outcome_of_reply(three, Choice(candidate=1), (1.0, 4.0, 2.5))) == 1.5
    assert lead(outcome_of_reply(three, Choice(candidate=0), (1.0, None, 2.5))) is None
    assert lead(outcome_of_reply(three, Choice(candidate=0))) is None
    assert lead(outcome_of_reply(three, Abstention(reason=AbstentionReason.TIE), (1.0, 1.0, 0.0))) is None


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=6))
def test_the_area_is_the_mean_over_all_orders_of_equal_leads(answers: list[tuple[int, bool]]) -> None:
    areas = []
    for order in permutations(range(len(answers))):
        leads = [answers[place][0] for place in order]
        if leads == sorted(leads, reverse=True):
            wrong = np.cumsum([answers[place][1] for place in order])
            areas.append(float((wrong / np.arange(1, len(answers) + 1)).mean()))
    made = area_of(np.array([float(each) for each, _ in answers]), np.array([float(bad) for _, bad in answers]))
    assert made == pytest.approx(float(np.mean(areas)))


def test_knowing_when_one_knows_makes_the_area_small() -> None:
    sure = [scored(n, right=n < 30, margin=100.0 - n) for n in range(40)]
    unsure = [scored(n, right=n >= 10, margin=100.0 - n) for n in range(40)]
    good, bad = risk_curve(sure), risk_curve(unsure)
    assert good is not None
    assert bad is not None
    assert good.area == pytest.approx(good.best)
    assert good.area < good.risk == bad.risk < bad.area
    assert good.interval.low <= good.area <= good.interval.high


def test_the_curve_ends_at_the_share_answered_with_the_risk_of_all() -> None:
    abstained = outcome_of_reply(target("q"), Abstention(reason=AbstentionReason.MARGIN), (0.0, 0.1))
    found = risk_curve([scored(0, True, 3), scored(1, False, 2), scored(2, True, 1), abstained])
    assert found is not None
    assert [point.answered for point in found.points] == [0.25, 0.5, 0.75]
    assert [point.risk for point in found.points] == pytest.approx([0, 0.5, 1 / 3])


def test_without_scores_there_is_no_curve_and_no_calibration() -> None:
    assert risk_curve(problems("++--")) is None
    assert calibration(problems("+" * 40)) is None


def test_scores_that_come_true_are_calibrated() -> None:
    rng = np.random.default_rng(0)
    chances = rng.uniform(0.5, 1.0, 4000)
    # The choice is always candidate 0, which the respondent believes with chance p; so often it is the key.
    made = [
        outcome_of_reply(target(f"p{n}", 0 if rng.random() < p else 1), Choice(candidate=0), (float(p), float(1 - p)))
        for n, p in enumerate(chances)
    ]
    found = calibration(made)
    assert found is not None
    assert found.read_as == "probabilities"
    assert found.error < 0.04
    assert found.overconfidence_interval.low <= 0 <= found.overconfidence_interval.high


def test_equal_confidences_share_a_bin_whatever_the_order_of_the_items() -> None:
    # 0.7 each time and 70 % right, all right answers first: perfectly calibrated.
    made = [outcome_of_reply(target(f"p{n}", 0 if n < 140 else 1), Choice(candidate=0), (0.7, 0.3)) for n in range(200)]
    found = calibration(made)
    assert found is not None
    assert [each.n for each in found.bins] == [200]
    assert found.error == pytest.approx(0)


def test_logarithms_are_read_as_weights_and_too_much_confidence_shows() -> None:
    rng = np.random.default_rng(1)
    made = [scored(n, bool(rng.random() < 0.6), margin=4.0) for n in range(200)]
    found = calibration(made)
    assert found is not None
    assert found.read_as == "softmax of the scores"
    assert found.bins[0].confidence == pytest.approx(1 / (1 + math.exp(-4)))
    assert found.overconfidence_interval.low > 0.2
    assert found.discrimination == pytest.approx(0.5)


def test_calibration_agrees_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="the peer is not installed")
    rng = np.random.default_rng(2)
    margins = rng.exponential(2.0, 300)
    made = [scored(n, bool(rng.random() < 0.5 + 0.1 * min(m, 4)), float(m)) for n, m in enumerate(margins)]
    right = [each.chosen == 0 for each in made]
    given_chance = 1 / (1 + np.exp(-margins))
    keys = np.where(right, given_chance, 1 - given_chance)
    found = calibration(made)
    assert found is not None
    assert found.brier == pytest.approx(metrics.brier_score_loss(right, given_chance))
    assert found.discrimination == pytest.approx(metrics.roc_auc_score(right, margins))
    assert found.log_loss == pytest.approx(float(-np.log(keys).mean()))


def test_scores_at_the_ends_of_the_numbers_have_a_lead_and_a_probability() -> None:
    far = [outcome_of_reply(target(f"p{n}"), Choice(candidate=n % 2), (1e308, -1e308)) for n in range(12)]
    assert [lead(each) for each in far[:2]] == [sys.float_info.max, -sys.float_info.max]
    curve, found = risk_curve(far), calibration(far)
    assert curve is not None
    assert found is not None
    assert all(math.isfinite(each.lead) for each in curve.points)
    assert math.isfinite(found.log_loss)


@pytest.mark.parametrize(("right", "ends"), [(True, (0.0, 0.2)), (False, (0.8, 1.0))])
def test_answers_that_are_all_right_or_all_wrong_leave_room_for_others(right: bool, ends: tuple[float, float]) -> None:
    curve = risk_curve([scored(n, right=right, margin=float(n)) for n in range(20)])
    assert curve is not None
    assert curve.interval.low <= curve.area <= curve.interval.high
    assert (curve.interval.low, curve.interval.high) == pytest.approx(ends, abs=0.04)


def test_choices_between_equal_scores_are_counted() -> None:
    assert scorecard("a", [scored(1, True, 0.0), scored(2, True, 0.1), *problems("+?")]).tied_choices == 1
