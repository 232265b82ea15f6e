"""What an organiser sees adds up, and what they do is in the log."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from anaphor.errors import InputError
from anaphor.experiment import (
    Crowd,
    Newcomer,
    ParticipantPlace,
    Store,
    SubmittedAnswer,
    by_item,
    clock_of,
    exclude,
    extend,
    forget_identities,
    forget_undecided,
    free,
    keep_retention,
    log_lines,
    open_store,
    participants,
    rehearse,
    set_paused,
    study_status,
)
from anaphor.experiment.dashboard import State
from tests.experiment.specimens import design
from tests.experiment.visiting import consent, finish, save_answers, start, withdraw

pytestmark = pytest.mark.slow

NOW = 1_800_000_000.0


def visit(store: Store, person: str, answers: int, at: float = NOW) -> ParticipantPlace:
    """Somebody comes, agrees and gives so many answers, all for the first candidate; all of them end the study."""
    place = start(store, Newcomer(person=person), at)
    consent(store, place.token, store.design.consent_hash, {"adult": True, "native": True}, at)
    shown = place.shown[:answers]
    save_answers(store, [SubmittedAnswer(token=place.token, trial=each.trial, choice=0) for each in shown], at)
    if answers >= len(place.shown):
        finish(store, place.token, at)
    return place


def test_counts_by_list_item_and_person_add_up(store: Store) -> None:
    visit(store, "a", 6)
    visit(store, "b", 3)
    gone = visit(store, "c", 2)
    withdraw(store, gone.token, NOW)
    found = study_status(store, NOW)
    assert (found.started, found.finished, found.withdrawn, found.answers) == (3, 1, 1, 9)
    assert [(each.finished, each.live) for each in found.lists] == [(1, 0), (0, 1)]
    items = by_item(store)
    assert sum(each.answers for each in items) == found.answers
    assert [each.answers for each in items] == sorted(each.answers for each in items)
    keys = {trial.id: trial.key for trial in store.design.trials}
    assert all(each.right == (each.answers if keys[each.trial] == 0 else 0) for each in items)
    people = participants(store, NOW)
    assert [(each.number, each.state, each.answers) for each in people] == [
        (3, State.WITHDRAWN, 0),
        (2, State.LIVE, 3),
        (1, State.FINISHED, 6),
    ]
    assert participants(store, NOW + store.design.lease_s + 1)[1].state is State.SILENT


def test_every_act_is_in_the_log_with_who_and_why(store: Store) -> None:
    place = visit(store, "a", 2)
    set_paused(store, True, "marie", NOW)
    set_paused(store, False, "marie", NOW)
    extend(store, 12, "marie", NOW)
    exclude(store, place.participant, "under age", "paul", NOW)
    assert participants(store, NOW)[0].state is State.EXCLUDED
    exclude(store, place.participant, None, "paul", NOW)
    free(store, place.participant, "paul", NOW)
    assert participants(store, NOW)[0].state is State.FREED
    forget_identities(store, "marie", NOW)
    assert [(who, what, detail) for _, who, what, detail in log_lines(store)] == [
        ("marie", "pause", None),
        ("marie", "open", None),
        ("marie", "quota", "12"),
        ("paul", "exclude", "1: under age"),
        ("paul", "include", "1"),
        ("paul", "free", "1"),
        ("marie", "forget identities", "1"),
    ]


def test_acts_on_nobody_are_refused(store: Store) -> None:
    with pytest.raises(InputError):
        exclude(store, 99, "reason", "marie", NOW)
    with pytest.raises(InputError):
        free(store, 99, "marie", NOW)
    with pytest.raises(InputError):
        extend(store, 0, "marie", NOW)
    assert log_lines(store) == []


def test_identities_go_after_the_retention_date_and_answers_stay(where: str) -> None:
    store = open_store(where, replace(design(), retention="2027-06-30"))
    visit(store, "a", 3)
    after = datetime(2027, 7, 1, 0, 1, tzinfo=UTC).timestamp()
    for day in range(int(NOW), int(after) - 86_400, 86_400):  # a server that runs looks at its clock
        assert clock_of(store, day).doubted is None
    assert keep_retention(store, datetime(2027, 6, 30, 23, 59, tzinfo=UTC).timestamp()) == 0
    assert keep_retention(store, after) == 1
    assert keep_retention(store, after) == 0
    assert study_status(store, NOW).answers == 3
    assert not start(store, Newcomer(person="a"), NOW).returned
    store.engine.dispose()


def test_a_clock_years_ahead_deletes_no_identity(where: str) -> None:
    store = open_store(where, replace(design(), retention="2027-06-30"))
    visit(store, "a", 3)
    start(store, Newcomer(person="looked"), NOW)
    ahead = NOW + 3 * 365 * 86_400
    for look in range(48):
        assert (forget_undecided(store, ahead + 3600 * look), keep_retention(store, ahead + 3600 * look)) == (0, 0)
        visit(store, f"at the wrong time {look}", 0, ahead + 3600 * look)  # what they leave is dated by it, too
    assert start(store, Newcomer(person="a"), NOW + 1).returned
    assert [(who, what) for _, who, what, _ in log_lines(store)] == [("anaphor", "clock doubted")]
    assert forget_identities(store, "marie", ahead) > 0  # somebody who says so is obeyed
    store.engine.dispose()


def test_a_rehearsal_whose_clock_jumps_says_nothing_of_the_machine_s(where: str) -> None:
    store = open_store(where, design())
    rehearse(store, Crowd(finishing=store.design.quota + 1, seed=1))  # more than are wanted, which goes into the log
    assert participants(store, NOW)[0].simulated
    assert [who for _, who, _, _ in log_lines(store)] == ["rehearsal"]
    ahead = NOW + 3 * 365 * 86_400
    assert clock_of(store, ahead).doubted is None
    assert [who for _, who, _, _ in log_lines(store)] == ["rehearsal"]
    store.engine.dispose()


def test_a_clock_that_stays_ahead_for_days_is_believed_in_the_end(where: str) -> None:
    store = open_store(where, replace(design(), retention="2027-06-30"))
    visit(store, "a", 3)
    ahead = NOW + 365 * 86_400  # the study rested, and its machine was switched off
    gone = [keep_retention(store, ahead + 86_400 * day) for day in range(8)]
    assert gone == [0, 0, 0, 0, 0, 0, 1, 0]
    store.engine.dispose()


def test_who_only_opened_the_page_is_forgotten_once_they_cannot_come_back(store: Store) -> None:
    visit(store, "agreed", 1)
    start(store, Newcomer(person="looked"), NOW)
    last = NOW + store.design.return_within_s
    assert forget_undecided(store, last) == 0
    assert forget_undecided(store, last + 1) == 1
    assert start(store, Newcomer(person="agreed"), NOW).returned
    assert not start(store, Newcomer(person="looked"), NOW).returned


def test_counts_that_go_on_from_the_last_look_stay_right(store: Store) -> None:
    def counted() -> dict[str, int]:
        return {item.trial: item.answers for item in by_item(store) if item.answers}

    def afresh() -> dict[str, int]:
        with store.engine.connect() as connection:
            rows = connection.exec_driver_sql("SELECT trial, count(*) FROM answers GROUP BY trial")
            return {row[0]: row[1] for row in rows}

    places = []
    for number in range(6):
        places.append(visit(store, f"p{number}", number))
        assert counted() == afresh()
    withdraw(store, places[-1].token, NOW)
    visit(store, "another", 5)  # as many rows as went, under the same numbers
    assert counted() == afresh()
    visit(store, "last", 6)
    assert counted() == afresh()
