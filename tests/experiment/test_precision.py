"""How many answers an item needs follows from the intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.errors import InputError
from anaphor.experiment import plan
from anaphor.statistics import jeffreys, wilson

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("answers", "bound"), [(3, 0.46), (5, 0.62), (8, 0.74), (11, 0.80), (20, 0.88), (24, 0.90), (40, 0.94)]
)
def test_what_an_item_that_everybody_gets_right_is_shown_to_lie_above(answers: int, bound: float) -> None:
    shown = {each.answers: each.bound for each in plan().table}
    assert shown[answers] == pytest.approx(bound, abs=0.005)


def test_24_answers_on_two_lists_are_48_participants() -> None:
    found = plan(bound=0.9, lists=2)
    assert found.for_bound == 24
    assert [each.participants for each in found.table if each.answers == 24] == [48]


@given(st.floats(0.05, 0.99), st.floats(0.03, 0.4))
def test_the_number_found_is_enough_and_one_less_is_not(rate: float, half: float) -> None:
    answers = plan(rate=rate, half_width=half).for_width
    widths = [(ends.high - ends.low) / 2 for n in (answers, answers - 1) if n for ends in [wilson(rate * n, n)]]
    assert widths[0] <= half
    assert len(widths) == 1 or widths[1] > half


@given(st.floats(0.05, 0.98))
def test_the_bound_is_reached_and_not_before(bound: float) -> None:
    answers = plan(bound=bound).for_bound
    assert jeffreys(answers, answers).low >= bound
    assert answers == 1 or jeffreys(answers - 1, answers - 1).low < bound


@pytest.mark.parametrize("wrong", [(0.0, 0.1, 1), (0.5, 0.0, 1), (0.5, 0.1, 0), (1.2, 0.1, 1)])
def test_impossible_wishes_are_one_sentence(wrong: tuple[float, float, int]) -> None:
    with pytest.raises(InputError):
        plan(rate=wrong[0], half_width=wrong[1], lists=wrong[2])


def test_too_much_precision_is_refused() -> None:
    with pytest.raises(InputError, match="no study"):
        plan(rate=0.5, half_width=0.0001)
    with pytest.raises(InputError):
        plan(bound=1.0)
