"""Consistency over twins."""

import pytest

from anaphor.answer import Choice
from anaphor.scoring import twins
from anaphor.scoring.items.outcomes import outcome_of_reply
from tests.scoring.specimens import outcomes, problems, target


def test_a_model_that_always_prefers_one_candidate_gets_half_the_items_and_none_of_the_pairs() -> None:
    found = twins(outcomes("+- " * 20))
    assert found is not None
    assert (found.both_right, found.share, found.same, found.same_share) == (0, 0.0, 20, 1.0)


def test_pairs_are_right_when_all_their_items_are() -> None:
    found = twins(outcomes("++ +- -+ -- ?+ +++ ++-"))
    assert found is not None
    assert (found.schemas, found.both_right) == (7, 2)
    assert found.same == 2  # +- and -+ name one candidate twice; ++- flips with its key


def test_a_coin_gets_a_quarter_of_the_pairs() -> None:
    found = twins(outcomes("++ +-"))
    assert found is not None
    assert found.chance == pytest.approx(0.25)
    assert found.interval.low < 0.5 < found.interval.high


def test_the_same_candidate_is_recognised_by_its_text_whatever_its_place() -> None:
    one = target("a", 0, schema="s", candidates=("The cup", "the case"))
    other = target("b", 0, schema="s", candidates=("the case", "the cup"))
    made = (outcome_of_reply(one, Choice(candidate=0)), outcome_of_reply(other, Choice(candidate=1)))
    found = twins(made)
    assert found is not None
    assert (found.comparable, found.same) == (1, 1)


def test_twins_that_offer_other_candidates_are_not_compared() -> None:
    one = target("a", 0, schema="s", candidates=("the cup", "the case"))
    other = target("b", 0, schema="s", candidates=("the jug", "the case"))
    found = twins((outcome_of_reply(one, Choice(candidate=1)), outcome_of_reply(other, Choice(candidate=1))))
    assert found is not None
    assert (found.comparable, found.same_share) == (0, None)


def test_problems_have_no_twins() -> None:
    assert twins(problems("++-")) is None
