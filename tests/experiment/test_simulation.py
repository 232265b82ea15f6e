"""A rehearsal goes through the real assignment and store, ends, and says what happened."""

from pathlib import Path

import pytest
from sqlalchemy import func, select

from anaphor.errors import InputError
from anaphor.experiment import Crowd, DesignPlan, Rehearsal, Store, make_design, open_store, screen, study_of
from anaphor.experiment import rehearse as simulate
from anaphor.experiment.analysis.screening import PersonRule
from anaphor.experiment.study.tables import SHOWN
from anaphor.files import reading
from tests.experiment.specimens import collection, design

pytestmark = pytest.mark.slow


def rehearse(path: Path, crowd: Crowd, schemas: int = 10, quota: int = 12) -> tuple[Store, Rehearsal]:
    store = open_store(str(path), design(schemas, quota=quota, bare=False))
    return store, simulate(store, crowd)


def test_as_many_finish_as_are_asked_for_and_lists_are_level(tmp_path: Path) -> None:
    store, found = rehearse(tmp_path / "r.db", Crowd(finishing=12, seed=1))
    assert (found.participants, found.started, found.turned_away, found.imbalance) == (12, 12, 0, 0)
    assert found.lists == (6, 6)
    assert found.answers == 12 * (10 + 13)
    assert study_of(store).simulated


def test_the_same_seed_gives_the_same_answers(tmp_path: Path) -> None:
    studies = [
        study_of(rehearse(tmp_path / f"{n}.db", Crowd(finishing=6, seed=seed, dropout=0.3))[0])
        for n, seed in enumerate((4, 4, 5))
    ]
    assert studies[0] == studies[1]
    assert studies[0] != studies[2]


@pytest.mark.parametrize("seed", range(4))
def test_those_who_find_the_study_full_are_counted_once_and_wait(tmp_path: Path, seed: int) -> None:
    _, found = rehearse(tmp_path / "r.db", Crowd(finishing=12, seed=seed, dropout=0.5), schemas=4)
    assert found.participants == 12
    assert found.imbalance <= 1
    assert found.turned_away <= found.started - 12
    assert found.started > 12


def test_a_full_study_really_turns_somebody_away(tmp_path: Path) -> None:
    counts = [
        rehearse(tmp_path / f"{seed}.db", Crowd(finishing=12, seed=seed, dropout=0.5), schemas=4)[1].turned_away
        for seed in range(4)
    ]
    assert sum(counts) > 0


def test_more_participants_than_the_quota_raise_the_quota_of_the_rehearsal(tmp_path: Path) -> None:
    _, found = rehearse(tmp_path / "r.db", Crowd(finishing=15, seed=1), schemas=3, quota=4)
    assert found.participants == 15
    assert found.imbalance == 1


def test_one_item_of_each_schema_holds_in_the_database(tmp_path: Path) -> None:
    store, _ = rehearse(tmp_path / "r.db", Crowd(finishing=4, seed=1))
    with reading(store.engine) as connection:
        grouped = select(func.count()).where(SHOWN.c.schema.is_not(None)).group_by(SHOWN.c.participant, SHOWN.c.schema)
        counts = set(connection.execute(grouped).scalars())
    assert counts == {1}


def test_nearly_all_who_click_at_random_are_caught_and_nobody_who_reads(tmp_path: Path) -> None:
    caught = {PersonRule.ATTENTION, PersonRule.CONTROL, PersonRule.TOO_FAST}
    for careless, expected in ((1.0, range(20, 25)), (0.0, range(2))):
        path = tmp_path / f"{careless}.db"
        store, _ = rehearse(path, Crowd(finishing=24, seed=3, careless=careless), quota=24)
        study = study_of(store)
        flow = screen(study, study.exclusion).flow
        assert sum(count for rule, count in flow.excluded if rule in caught) in expected


def test_careful_people_are_as_good_as_was_asked(tmp_path: Path) -> None:
    crowd = Crowd(finishing=20, seed=2, accuracy=0.9, item_spread=0.0, person_spread=0.0)
    store, _ = rehearse(tmp_path / "r.db", crowd, schemas=30, quota=20)
    right = [each.right for each in study_of(store).responses if each.item]
    assert sum(map(bool, right)) / len(right) == pytest.approx(0.9, abs=0.04)


def test_a_rehearsal_refuses_a_study_that_has_begun(tmp_path: Path) -> None:
    store, _ = rehearse(tmp_path / "r.db", Crowd(finishing=2, seed=1), schemas=2)
    with pytest.raises(InputError, match="started"):
        simulate(store, Crowd(finishing=2, seed=1))


@pytest.mark.parametrize(
    "wrong",
    [{"finishing": 0}, {"dropout": 1.0}, {"accuracy": 0.0}, {"careless": 1.5}, {"item_spread": -1.0}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_impossible_crowds_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Crowd(**{"finishing": 2, "seed": 1, **wrong})  # type: ignore[arg-type]  # fields by name


def test_problems_with_many_candidates_can_be_rehearsed(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "r.db"), make_design(collection([2], [4, 3]), DesignPlan(quota=4, bare=True)))
    simulate(store, Crowd(finishing=4, seed=1, accuracy=0.4))
    assert {each.choice for each in study_of(store).responses} > {0, 1}
