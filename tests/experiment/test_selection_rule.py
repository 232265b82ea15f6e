"""Paper 4's rule is literal and exact, says whose answers count, and shows how its verdict depends on their number."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.errors import InputError
from anaphor.experiment import (
    QuestionVotes,
    agreements,
    apply_selection_rule,
    easy_share,
    fresh_pass_probability,
    largest_passing,
    pass_probability,
    score_needed,
    screen,
    votes_of,
)
from anaphor.experiment.design.design import Counting, Exclusion
from anaphor.experiment.selection_rule import spread_of
from tests.experiment.specimens import study


def votes(*rows: tuple[int, int]) -> list[QuestionVotes]:
    """Questions with (right, asked) each."""
    return [
        QuestionVotes(question=f"q{n}", right=(True,) * right + (False,) * (asked - right))
        for n, (right, asked) in enumerate(rows)
    ]


SIXTY = votes(*[(3, 3)] * 54, *[(2, 3)] * 6)
"""54 unanimous questions and 6 that two of three got: just enough."""


def test_nine_in_ten_by_all_and_the_rest_by_half_passes() -> None:
    found = apply_selection_rule(SIXTY)
    assert found.passes
    assert (found.by_all, len(found.doubtful), found.failed, found.too_few) == (54, 6, (), ())


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([(3, 3)] * 53 + [(2, 3)] * 7, "less than 90 %"),
        ([(3, 3)] * 59 + [(1, 3)], "less than half"),
        ([(3, 3)] * 59 + [(2, 2)], "fewer than 3"),
        ([(3, 3)] * 59 + [(0, 0)], "fewer than 3"),
    ],
    ids=["not-by-all", "not-by-half", "two-people", "nobody"],
)
def test_each_part_of_the_rule_can_fail_alone(rows: list[tuple[int, int]], said: str) -> None:
    found = apply_selection_rule(votes(*rows))
    assert not found.passes
    assert len(found.reasons) == 1
    assert said in str(found.reasons[0]).replace("\u00a0", " ")


def test_half_of_four_is_enough() -> None:
    assert apply_selection_rule(votes(*[(4, 4)] * 9, (2, 4))).passes
    assert not apply_selection_rule(votes(*[(4, 4)] * 9, (1, 4))).passes


def test_what_agreement_means_moves_the_threshold() -> None:
    found = agreements(SIXTY)
    assert (found.accuracy, found.pairwise, found.unanimous) == (Fraction(29, 30), Fraction(14, 15), Fraction(9, 10))
    needed = [score_needed(each, 60) for each in (found.accuracy, found.pairwise, found.unanimous)]
    assert [round(float(100 * threshold), 2) for threshold, _ in needed] == [93.67, 90.33, 90.0]
    assert [count for _, count in needed] == [57, 55, 54]


def test_papers_own_example_of_the_threshold() -> None:
    assert score_needed(Fraction(95, 100), 60)[0] == Fraction(92, 100)
    assert score_needed(Fraction(80, 100), 60) == (Fraction(9, 10), 54)


def test_people_who_choose_two_different_wrong_answers_do_not_agree() -> None:
    split = [QuestionVotes(question="q", right=(True, False, False), choices=(0, 1, 2))]
    assert agreements(split).pairwise == 0
    assert agreements([replace(split[0], choices=())]).pairwise == Fraction(1, 3)


def test_the_largest_passing_set_passes_and_one_more_would_not() -> None:
    mixed = votes(*[(3, 3)] * 20, *[(2, 3)] * 5, *[(1, 3)] * 3, (1, 1))
    kept = largest_passing(mixed)
    assert len(kept) == 22
    chosen = [each for each in mixed if each.question in kept]
    assert apply_selection_rule(chosen).passes
    more = next(each for each in mixed if each.question not in kept and each.by_half)
    assert not apply_selection_rule([*chosen, more]).passes


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30))
def test_the_largest_passing_set_is_empty_or_passes(rows: list[tuple[int, int]]) -> None:
    mixed = votes(*[(min(right, asked), asked) for right, asked in rows])
    chosen = [each for each in mixed if each.question in largest_passing(mixed)]
    assert not chosen or apply_selection_rule(chosen).passes


def test_sub_sampling_is_exact() -> None:
    rng = np.random.default_rng(1)
    right = rng.binomial(12, rng.beta(30, 0.6, 60))
    asked = votes(*[(int(each), 12) for each in right])
    exact = pass_probability(asked, (3, 5, 12))
    for size in (3, 5):
        hits = rng.hypergeometric(right, 12 - right, size, size=(20_000, 60))
        drawn = (((hits == size).mean(1) >= 0.9 - 1e-12) & (2 * hits >= size).all(1)).mean()
        assert exact[size] == pytest.approx(drawn, abs=0.015)
    assert exact[12] == float(apply_selection_rule(asked).passes)


def test_sizes_that_cannot_be_drawn_have_no_probability() -> None:
    assert pass_probability(SIXTY, (2, 3, 4)) == {2: None, 3: 1.0, 4: None}
    assert pass_probability([], (3,)) == {3: None}


def test_by_all_gets_harder_with_every_person() -> None:
    curated = votes(*[(20, 20)] * 48, *[(19, 20)] * 12)
    found = fresh_pass_probability(curated, (3, 5, 11, 20, 40))
    values = [found[size] or 0.0 for size in (3, 5, 11, 20, 40)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.9
    assert values[-1] < 0.2


def test_the_spread_of_questions_is_found_again() -> None:
    rng = np.random.default_rng(2)
    right = rng.binomial(30, rng.beta(9, 1, 400))
    found = spread_of(votes(*[(int(each), 30) for each in right]))
    assert found.a / (found.a + found.b) == pytest.approx(0.9, abs=0.01)
    assert found.a + found.b == pytest.approx(10, rel=0.25)


def test_the_share_of_easy_questions_does_not_fall_as_people_are_added() -> None:
    rng = np.random.default_rng(3)
    rates = np.where(rng.random(300) < 0.8, 0.99, 0.7)
    shares = [easy_share(votes(*[(int(rng.binomial(n, p)), n) for p in rates])) for n in (10, 40)]
    assert all(0.65 < share < 0.9 for share in shares)


def test_whose_answers_count_is_fixed_beforehand() -> None:
    made = study([[False, True, True, True, True]])
    late = {"p0": 9.0, "p1": 1.0, "p2": 2.0, "p3": 3.0, "p4": 4.0}
    timed = replace(made, responses=tuple(replace(each, at=late[each.person]) for each in made.responses))
    screened = screen(timed, Exclusion())
    assert votes_of(timed, screened, Counting.FIRST_3)[0].right == (True, True, True)
    assert votes_of(timed, screened, Counting.ALL)[0].right == (True, True, True, True, False)


def test_people_who_are_left_out_do_not_count_and_unasked_questions_do() -> None:
    made = study([[True, True, False], [None, None, None]])
    young = replace(made, people=(*made.people[:2], replace(made.people[2], adult=False)))
    found = votes_of(young, screen(young, Exclusion()), Counting.ALL)
    assert [each.right for each in found] == [(True, True), ()]
    assert apply_selection_rule(found).too_few == ("i0", "i1")


def test_nothing_to_judge_is_one_sentence() -> None:
    with pytest.raises(InputError, match="no question"):
        apply_selection_rule([])
    with pytest.raises(InputError, match="two people"):
        agreements(votes((1, 1)))
    with pytest.raises(InputError, match="nobody"):
        spread_of(votes((0, 0)))
