"""An adaptive study asks newcomers where an answer more matters, and keeps the constraints of its design."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import select

from anaphor import experiment
from anaphor.agreement import label_gains
from anaphor.experiment import (
    DesignPlan,
    ParticipantPlace,
    Store,
    SubmittedAnswer,
    TrialKind,
    make_design,
    open_store,
    save_study,
)
from anaphor.experiment.design.design import design_text, read_design
from anaphor.experiment.session.adapting import ItemNeeds
from anaphor.experiment.study.tables import ANSWER
from anaphor.files import reading
from tests.experiment.specimens import collection, design
from tests.experiment.test_assignment import NOW, come
from tests.experiment.visiting import finish, save_answers

pytestmark = pytest.mark.slow

TORN = "s0.1"
"""An item whose answers go one way and the other; about all others everybody agrees."""


def visit(store: Store, number: int) -> ParticipantPlace:
    """Somebody comes, answers everything and goes; every other one disagrees about the torn item."""
    place = come(store, f"p{number}", NOW + number)
    said = [(each.trial, number % 2 if each.trial == TORN else 0) for each in place.shown]
    answers = [SubmittedAnswer(token=place.token, trial=trial, choice=choice) for trial, choice in said]
    save_answers(store, answers, NOW + number)
    finish(store, place.token, NOW + number)
    return place


def answers_per_item(store: Store) -> Counter[str]:
    with reading(store.engine) as connection:
        return Counter(connection.execute(select(ANSWER.trial)).scalars())


def test_an_item_on_which_people_differ_is_asked_more_often(where: str) -> None:
    store = open_store(where, design(schemas=12, lists=2, quota=200, trials=4, adaptive=True))
    for number in range(60):
        visit(store, number)
    asked = answers_per_item(store)
    others = [count for trial, count in asked.items() if trial != TORN]
    assert len(asked) == 24, "nothing is left out"
    assert min(asked.values()) >= 3
    assert 2 * max(others) < asked[TORN] <= 3 * asked.total() / 24 + 1, asked


def test_with_fixed_lists_it_is_not(where: str) -> None:
    store = open_store(where, design(schemas=12, lists=2, quota=200, trials=4))
    for number in range(60):
        visit(store, number)
    assert len(set(answers_per_item(store).values())) == 1


def test_nobody_sees_two_items_of_a_schema_nor_fewer_than_a_list_has(where: str) -> None:
    planned = design(schemas=9, lists=2, quota=100, trials=5, adaptive=True)
    store = open_store(where, planned)
    for number in range(30):
        place = visit(store, number)
        schemas = {planned.by_id[each.trial].schema for each in place.shown}
        assert len(schemas) == len(place.shown) == len(planned.lists[place.list_number])


def test_a_crowd_that_has_not_answered_yet_is_spread_over_all_items(where: str) -> None:
    store = open_store(where, design(schemas=12, lists=2, quota=200, trials=4, adaptive=True))
    shown = Counter(each.trial for number in range(24) for each in come(store, f"p{number}").shown)
    assert len(shown) == 24
    assert max(shown.values()) - min(shown.values()) <= 1


def test_a_place_that_was_left_owes_nothing(where: str) -> None:
    """Four who come at once are shown all four items once each; after they went away the next begins anew."""
    planned = design(schemas=2, lists=2, quota=200, adaptive=True)
    store = open_store(where, planned)
    for number in range(3):
        come(store, f"gone{number}")
    with reading(store.engine) as connection:
        now, later = (ItemNeeds.of(connection, planned, since) for since in (NOW - 1, NOW + 1))
    assert (now.owed.total(), later.owed.total()) == (6, 0)


def test_unequal_numbers_of_candidates_stand_beside_each_other(where: str) -> None:
    mixed = make_design(collection([2, 2], [3, 4]), DesignPlan(lists=2, quota=50, bare=True, adaptive=True))
    store = open_store(where, mixed)
    for number in range(10):
        assert len(visit(store, number).shown) == 4


def test_the_reference_is_right_more_often_with_the_same_people() -> None:
    """Simulated people, 80 % right: items whose majority is wrong or tied, summed over three rehearsals."""
    wrong = {adaptive: sum(_wrong(adaptive, seed) for seed in (1, 2, 3)) for adaptive in (False, True)}
    assert wrong[True] < 0.9 * wrong[False], wrong


def _wrong(adaptive: bool, seed: int) -> float:
    made = experiment.new("anaphor-en", trials=30, extras=False, quota=60, adaptive=adaptive, seed=seed).design
    votes: dict[str, Counter[int | None]] = {trial.id: Counter() for trial in made.of_kind(TrialKind.ITEM)}
    for each in experiment.simulate(made, participants=60, seed=seed, accuracy=0.8).study.responses:
        votes[each.trial][each.choice] += 1
    total = 0.0
    for trial, counted in votes.items():
        best = [choice for choice, count in counted.items() if count == max(counted.values())]
        total += 1 - (made.by_id[trial].key in best) / max(1, len(best))
    return total


def test_a_design_says_that_it_adapts_and_others_keep_their_fingerprint() -> None:
    plain, adaptive = design(), design(adaptive=True)
    assert plain.fingerprint == design(adaptive=None).fingerprint != adaptive.fingerprint
    assert read_design(design_text(adaptive), "again").adaptive is True


@pytest.mark.parametrize("votes", [[[4, 0], [2, 2]], [[5, 1], [9, 8]], [[7, 0], [0, 0]]])
def test_a_label_is_worth_most_where_opinions_are_level(votes: list[list[int]]) -> None:
    gains = label_gains(np.array(votes))
    assert gains[1, 0] > gains[0, 0]
    assert (np.diff(gains, axis=1) <= 1e-12).all(), "each further label is worth no more"


def test_before_any_answer_all_items_are_alike() -> None:
    assert len(np.unique(label_gains(np.zeros((5, 2), dtype=np.int64)), axis=0)) == 1


@pytest.mark.parametrize("seed", [7, 8])
def test_an_adaptive_study_says_so_before_its_means_whatever_a_test_finds(tmp_path: Path, seed: int) -> None:
    """Its design is declared: that no test sees how votes depend on votes is no reason to be silent."""
    made = experiment.new("anaphor-en", trials=20, adaptive=True)
    study = experiment.simulate(made, participants=50, seed=seed).study
    path = tmp_path / "study.jsonl"
    save_study(study, path)
    for found in (experiment.analyse(study), experiment.analyse(path)):
        told = found.to_dict()
        assert told["adaptive"] is True
        sentences = told["sentences"]
        warned = next(place for place, each in enumerate(sentences) if each.startswith("More people were asked"))
        assert warned < next(place for place, each in enumerate(sentences) if each.startswith("Mean item accuracy"))
        (said, *_) = told["agreement"]["sentences"]
        assert said.startswith("How many labels another panel would change cannot be told")
        assert "the design of the study" in said


def test_a_study_with_fixed_lists_says_nothing_of_it() -> None:
    told = experiment.analyse(experiment.simulate(experiment.new("anaphor-en"), participants=12)).to_dict()
    assert told["adaptive"] is False
    assert not any("More people were asked" in each for each in told["sentences"])
