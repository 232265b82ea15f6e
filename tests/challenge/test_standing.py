"""Scores, ranks and bars: the fast tests agree with the scoring room's, the noise of a second run is computed."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.challenge.judging.sheet import ChangedItem, ChangeKind, changed_of
from anaphor.challenge.judging.standing import chance_to_pass, paired, power
from anaphor.challenge.judging.verdict import Repetition, chance_to_stay, changes, repeat
from anaphor.challenge.rulebook import Tolerance
from anaphor.schema import Candidate, Item, Question, Unmarked, UnmarkedReason
from anaphor.scoring import Outcome, Target, outcomes_of
from anaphor.scoring.items.outcomes import outcome_of_reply
from anaphor.scoring.systems.comparison import compare_outcomes, shared_ranks


def targets(count: int, size: int = 1) -> list[Target]:
    """Items of two candidates, so many to a passage."""
    return [
        Target(item=f"i{number}", key=0, candidates=("a", "b"), schema=None if size == 1 else f"p{number // size}")
        for number in range(count)
    ]


def outcomes(asked: Sequence[Target], right: Sequence[bool]) -> list[Outcome]:
    """What became of items that were answered rightly or wrongly."""
    return [outcome_of_reply(each, Choice(candidate=0 if ok else 1)) for each, ok in zip(asked, right, strict=True)]


@pytest.mark.parametrize("size", [1, 3], ids=["alone", "in passages"])
def test_the_fast_tests_and_ranks_are_those_of_the_scoring_room(size: int) -> None:
    rng = np.random.default_rng(5)
    asked = targets(60, size)
    given = {
        f"s{number}": outcomes(asked, (rng.random(60) < skill).tolist())
        for number, skill in enumerate((0.97, 0.95, 0.7, 0.68, 0.4, 0.1))
    }
    found = paired(list(given), list(given.values()))
    slow = compare_outcomes(given)
    by_name = {(each.first, each.second): each for each in slow}
    assert found.tests == len(slow) == 15
    for pair in found.pairs:
        other = by_name[pair.first, pair.second]
        assert pair.p == pytest.approx(other.p, rel=1e-9)
        assert pair.adjusted == pytest.approx(other.adjusted, rel=1e-9)
        assert (pair.better, pair.worse) == (other.better, other.worse)
    ranks = shared_ranks(dict.fromkeys(given, 0.0), slow)
    assert dict(zip(given, found.ranks, strict=True)) == ranks
    assert len(set(found.ranks)) > 2


def test_one_entry_is_first_and_two_equal_ones_share_a_rank() -> None:
    asked = targets(20)
    half = outcomes(asked, [number % 2 == 0 for number in range(20)])
    assert paired(["a"], [half]).ranks == (1,)
    assert paired(["a", "b"], [half, half]).ranks == (1, 1)


def test_abstentions_count_as_not_right_in_ranks() -> None:
    asked = targets(30)
    silent = [outcome_of_reply(each, Abstention(reason=AbstentionReason.DECLINED)) for each in asked]
    assert paired(["good", "silent"], [outcomes(asked, [True] * 30), silent]).ranks == (1, 2)


def test_with_sixty_questions_an_85_percent_system_passes_the_90_percent_bar_in_18_percent_of_trials() -> None:
    assert chance_to_pass(60, 54, 0.85) == pytest.approx(0.18, abs=0.005)
    assert chance_to_pass(200, 180, 0.85) == pytest.approx(0.025, abs=0.003)
    found = power(60, 54)
    assert [each.true for each in found] == [0.80, 0.85, 0.90, 0.95]
    assert all(one.passes < other.passes for one, other in pairwise(found))


def test_the_noise_of_a_second_run_is_what_a_simulation_finds() -> None:
    rng = np.random.default_rng(3)
    moves = rng.choice([-1, 0, 1], p=[0.05, 0.9, 0.05], size=(20_000, 60)).sum(axis=1)
    found = chance_to_stay(60, Fraction(1, 10), Fraction(5, 100))
    assert found == pytest.approx(float((abs(moves) <= 3).mean()), abs=0.01)
    assert chance_to_stay(60, Fraction(0), Fraction(0)) == 1.0


def answers(right: Sequence[bool | None]) -> list[Answer]:
    """Answers to i0, i1 …: right, wrong or none."""
    replies = [
        Abstention(reason=AbstentionReason.TIMEOUT) if ok is None else Choice(candidate=0 if ok else 1) for ok in right
    ]
    return [Answer(respondent="e", question=f"i{number}", reply=each) for number, each in enumerate(replies)]


@pytest.mark.parametrize(
    ("flips", "gains", "expected"),
    [
        (0, 0, Repetition.EXACT),
        (6, 3, Repetition.WITHIN),
        (3, 0, Repetition.WITHIN),
        (4, 0, Repetition.DIFFERS),
        (7, 3, Repetition.DIFFERS),
    ],
    ids=["same", "a tenth", "five points", "more points", "more answers"],
)
def test_a_second_run_is_exact_within_tolerance_or_neither(flips: int, gains: int, expected: Repetition) -> None:
    first = [number >= 10 for number in range(60)]
    second = [not ok if number < gains or 10 <= number < 10 + flips - gains else ok for number, ok in enumerate(first)]
    asked = targets(60)
    pairs = [(answers(each), outcomes_of(asked, answers(each))) for each in (first, second)]
    found = repeat(pairs[0], pairs[1], Tolerance())
    assert (found.discordant, found.statement) == (flips, expected)


def test_two_abstentions_are_the_same_and_an_abstention_is_no_choice() -> None:
    asked = targets(2)
    runs = [answers([None, True]), answers([None, True]), answers([None, None])]
    made = [(each, outcomes_of(asked, each)) for each in runs]
    assert repeat(made[0], made[1], Tolerance()).discordant == 0
    assert repeat(made[0], made[2], Tolerance()).discordant == 1


def changed(count: int, kind: ChangeKind = ChangeKind.NAMES) -> list[ChangedItem]:
    """Changed wordings of i0, i1 …"""
    question = Question(
        id="x",
        language="en",
        text="It fell.",
        anaphor=Unmarked(reason=UnmarkedReason.UNSAID),
        candidates=(Candidate(text="a"), Candidate(text="b")),
    )
    return [
        ChangedItem(item=Item(question=_named(question, f"i{number}~{kind}"), key=0), original=f"i{number}", kind=kind)
        for number in range(count)
    ]


def _named(question: Question, name: str) -> Question:
    return Question(
        id=name,
        language=question.language,
        text=question.text,
        anaphor=question.anaphor,
        candidates=question.candidates,
    )


def _changed_outcomes(asked: Sequence[ChangedItem], right: Sequence[bool]) -> list[Outcome]:
    return [
        outcome_of_reply(Target(item=each.item.id, key=0, candidates=("a", "b")), Choice(candidate=0 if ok else 1))
        for each, ok in zip(asked, right, strict=True)
    ]


def test_a_program_that_knows_texts_by_heart_fails_on_changed_ones() -> None:
    asked = changed(40)
    before = outcomes(targets(60), [True] * 60)
    found = changes(
        before, _changed_outcomes(asked, [number % 2 == 0 for number in range(40)]), changed_of(asked), Tolerance()
    )
    assert found is not None
    assert (found.holds, found.drop, found.originals) == (False, Fraction(1, 2), 40)
    assert found.p == pytest.approx(2.0**-20, rel=1e-6)


def test_a_small_loss_and_one_that_chance_explains_are_allowed() -> None:
    asked = changed(40)
    before = outcomes(targets(60), [True] * 60)
    small = changes(
        before, _changed_outcomes(asked, [number >= 6 for number in range(40)]), changed_of(asked), Tolerance()
    )
    few = changed(4)
    chance = changes(before, _changed_outcomes(few, [True, True, False, False]), changed_of(few), Tolerance())
    assert small is not None
    assert small.holds
    assert chance is not None
    assert chance.holds
    assert chance.drop == Fraction(1, 2)


def test_several_wordings_of_one_question_count_once() -> None:
    asked = [*changed(10), *changed(10, ChangeKind.EXCHANGE)]
    before = outcomes(targets(10), [True] * 10)
    found = changes(before, _changed_outcomes(asked, [True] * 10 + [False] * 10), changed_of(asked), Tolerance())
    assert found is not None
    assert (found.originals, found.drop) == (10, Fraction(1, 2))


def test_where_swaps_are_too_many_to_count_they_are_drawn_and_a_loss_by_chance_is_allowed() -> None:
    asked = [
        replace(each, item=replace(each.item, question=_named(each.item.question, f"{each.original}~{number}")))
        for place, each in enumerate(changed(24))
        for number in range(place + 1)
    ]
    kept = [bool(place % 3) for place in range(24)]  # 16 questions lose, 8 gain, by shares of 24 denominators
    right = [(number == 0) == kept[place] for place in range(24) for number in range(place + 1)]
    before = outcomes(targets(24), kept)
    found, again = (changes(before, _changed_outcomes(asked, right), changed_of(asked), Tolerance()) for _ in range(2))
    assert found == again
    assert found is not None
    assert not found.exact
    assert found.drop > Tolerance().changed
    assert 0.01 < found.p < 0.2
    assert found.holds


def test_nothing_to_change_says_nothing() -> None:
    assert changes(outcomes(targets(3), [True] * 3), [], [], Tolerance()) is None
