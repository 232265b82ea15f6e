"""What one participant sees is counterbalanced in order and side, and the same for the same seed."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.experiment import Design, DesignPlan, PlacedTrial, TrialKind, make_design, present
from tests.experiment.specimens import collection, design

pytestmark = pytest.mark.slow

_EXTRAS = (TrialKind.ATTENTION, TrialKind.CONTROL, TrialKind.FILLER)
designs = st.builds(
    lambda sizes, lone, lists, seed, bare: make_design(
        collection(sizes, lone), DesignPlan(lists=lists, seed=seed, bare=bare)
    ),
    st.lists(st.integers(1, 3), min_size=2, max_size=15),
    st.lists(st.integers(2, 4), max_size=6),
    st.integers(1, 3),
    st.integers(0, 10_000),
    st.booleans(),
)


def key_place(made: Design, shown: PlacedTrial) -> int:
    key = made.by_id[shown.trial].key
    assert key is not None
    return shown.order.index(key)


def items(made: Design, shown: tuple[PlacedTrial, ...]) -> list[PlacedTrial]:
    return [each for each in shown if made.by_id[each.trial].kind is TrialKind.ITEM]


@given(designs, st.integers(0, 30))
def test_everybody_sees_one_item_of_each_schema_and_every_extra_trial_once(made: Design, nth: int) -> None:
    for number in range(len(made.lists)):
        shown = present(made, number, nth)
        assert sorted(each.trial for each in items(made, shown)) == sorted(made.lists[number])
        others = {trial.id for trial in made.trials if trial.kind is not TrialKind.ITEM}
        assert {each.trial for each in shown} == set(made.lists[number]) | others
        assert [each.position for each in shown] == list(range(len(shown)))
        schemas = [made.by_id[each.trial].schema for each in items(made, shown)]
        assert len(set(schemas)) == len(schemas)


@given(designs, st.integers(0, 30))
def test_each_answer_is_on_the_screen_once(made: Design, nth: int) -> None:
    for each in present(made, 0, nth):
        assert sorted(each.order) == list(range(len(made.by_id[each.trial].candidates)))


@given(designs, st.integers(0, 30))
def test_right_answers_are_level_over_the_places_for_each_participant(made: Design, nth: int) -> None:
    for number in range(len(made.lists)):
        places: dict[int, Counter[int]] = {}
        for each in items(made, present(made, number, nth)):
            places.setdefault(len(each.order), Counter())[key_place(made, each)] += 1
        for size, counts in places.items():
            assert max(counts.values()) - min(counts[place] for place in range(size)) <= 1


@given(designs, st.integers(0, 5))
def test_k_participants_see_each_of_k_answers_once_in_each_place(made: Design, cycle: int) -> None:
    for number in range(len(made.lists)):
        for size in (2, 3, 4):
            seen = [present(made, number, cycle * size + each) for each in range(size)]
            orders: dict[str, list[tuple[int, ...]]] = {}
            for shown in seen:
                for each in shown:
                    orders.setdefault(each.trial, []).append(each.order)
            for found in (each for each in orders.values() if len(each[0]) == size):
                assert all(len({order[place] for order in found}) == size for place in range(size))


@given(designs, st.integers(0, 5))
def test_of_four_participants_two_see_the_order_of_the_other_two_backwards(made: Design, four: int) -> None:
    start = len(made.of_kind(TrialKind.PRACTICE))
    for number in range(len(made.lists)):
        orders = [[each.trial for each in present(made, number, 4 * four + n)[start:]] for n in range(4)]
        assert orders[2] == orders[0][::-1]
        assert orders[3] == orders[1][::-1]
        place = {trial: orders[0].index(trial) + orders[2].index(trial) for trial in orders[0]}
        assert set(place.values()) == {len(orders[0]) - 1}


@given(designs, st.integers(0, 30))
def test_practice_comes_first_and_extra_trials_neither_begin_nor_end_the_study(made: Design, nth: int) -> None:
    shown = [made.by_id[each.trial].kind for each in present(made, 0, nth)]
    practice = len(made.of_kind(TrialKind.PRACTICE))
    assert all(kind is TrialKind.PRACTICE for kind in shown[:practice])
    assert shown[practice] is TrialKind.ITEM
    assert shown[-1] is TrialKind.ITEM


def test_extra_trials_are_spread_over_the_study() -> None:
    made = design(60, bare=False)
    shown = present(made, 0, 0)
    places = [each.position for each in shown if made.by_id[each.trial].kind in _EXTRAS]
    gaps = [after - before for before, after in pairwise(places)]
    assert max(gaps) - min(gaps) <= 2
    assert min(gaps) >= 5


def test_a_seed_gives_the_same_order_again_and_another_seed_another() -> None:
    made = design(20)
    assert present(made, 0, 3) == present(made, 0, 3)
    assert present(made, 0, 3) != present(replace(made, seed=made.seed + 1), 0, 3)
    orders = {tuple(each.trial for each in present(made, 0, nth)) for nth in range(40)}
    assert len(orders) == 40


def test_over_many_participants_no_item_is_early_or_on_one_side() -> None:
    made = design(20)
    sums: Counter[str] = Counter()
    sides: Counter[str] = Counter()
    for nth in range(40):
        for each in present(made, 0, nth):
            sums[each.trial] += each.position
            sides[each.trial] += key_place(made, each)
    assert set(sums.values()) == {40 * 19 // 2}
    assert set(sides.values()) == {20}


def test_side_and_order_are_not_confounded() -> None:
    """An item is as often early and left as early and right."""
    made = design(20)
    cells: Counter[tuple[bool, int]] = Counter()
    for nth in range(400):
        for each in present(made, 0, nth):
            cells[each.position < 10, key_place(made, each)] += 1
    assert max(cells.values()) / min(cells.values()) < 1.05
