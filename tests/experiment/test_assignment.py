"""Lists stay level however people come, go and come back."""

import heapq
import random
import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from anaphor.experiment import (
    Newcomer,
    ParticipantPlace,
    Refusal,
    RefusedError,
    Store,
    SubmittedAnswer,
    exclude,
    extend,
    free,
    open_store,
    place_of,
    set_paused,
    study_status,
)
from anaphor.experiment.design.design import Recruiter, Recruiting, Return
from anaphor.experiment.session.assignment import choose_list, counts
from anaphor.experiment.study.tables import SHOWN
from anaphor.files import reading
from tests.experiment.specimens import design
from tests.experiment.visiting import consent, finish, save_answers, start, withdraw

pytestmark = pytest.mark.slow

NOW = 1_800_000_000.0


def come(store: Store, person: str, at: float = NOW) -> ParticipantPlace:
    """Somebody starts and agrees."""
    place = start(store, Newcomer(person=person), at)
    if not place.consented:
        consent(store, place.token, store.design.consent_hash, {"adult": True, "native": True}, at)
    return place


def answer_all(store: Store, place: ParticipantPlace, at: float = NOW) -> None:
    """Every trial of a participant is answered, and the study ended."""
    save_answers(store, [SubmittedAnswer(token=place.token, trial=each.trial, choice=0) for each in place.shown], at)
    assert finish(store, place.token, at) == ()


def levels(store: Store, at: float = NOW) -> list[int]:
    """Finished and live participants per list."""
    with reading(store.engine) as connection:
        done, live, _ = counts(connection, store.design, at)
    return [one + other for one, other in zip(done, live, strict=True)]


def test_a_hundred_who_start_at_once_leave_the_lists_level(where: str) -> None:
    store = open_store(where, design(lists=4, quota=100))
    barrier = threading.Barrier(20)
    refusals: list[Exception] = []

    def starts(group: int) -> None:
        barrier.wait()
        for n in range(5):
            try:
                start(store, Newcomer(person=f"{group}-{n}"), NOW)
            except Exception as error:
                refusals.append(error)

    threads = [threading.Thread(target=starts, args=(group,)) for group in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refusals == []
    assert levels(store) == [25, 25, 25, 25]
    store.engine.dispose()


def test_the_same_person_gets_the_same_place(store: Store) -> None:
    first = come(store, "ada")
    again = start(store, Newcomer(person="ada"), NOW + 60)
    assert (again.token, again.shown, again.returned, again.consented) == (first.token, first.shown, True, True)
    assert study_status(store, NOW).started == 1


def test_the_same_person_starting_twice_at_once_gets_one_place(store: Store) -> None:
    tokens = []
    threads = [
        threading.Thread(target=lambda: tokens.append(start(store, Newcomer(person="ada"), NOW).token))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tokens) == 8
    assert len(set(tokens)) == 1


def test_a_participant_cannot_be_shown_two_items_of_one_schema_even_by_hand(store: Store) -> None:
    place = come(store, "ada")
    twin = next(t for t in store.design.trials if t.schema and t.id not in {s.trial for s in place.shown})
    row = {"participant": place.participant, "trial": twin.id, "position": 99, "schema": twin.schema, "order": "0,1"}
    with pytest.raises(IntegrityError), store.engine.begin() as connection:
        connection.execute(insert(SHOWN), row)


def test_a_full_study_turns_newcomers_away_and_keeps_those_who_started(store: Store) -> None:
    places = [come(store, f"p{n}") for n in range(8)]
    with pytest.raises(RefusedError) as refused:
        come(store, "late")
    assert refused.value.reason is Refusal.FULL
    answer_all(store, places[0])
    assert start(store, Newcomer(person="p0"), NOW).token == places[0].token


def test_a_place_without_a_sign_of_life_is_free_after_its_lease_and_answers_renew_it(store: Store) -> None:
    lease = store.design.lease_s
    places = [come(store, f"p{n}") for n in range(8)]
    shown = places[0].shown
    save_answers(store, [SubmittedAnswer(token=places[0].token, trial=shown[0].trial, choice=0)], NOW + lease - 1)
    assert sum(levels(store, NOW + lease + 1)) == 1
    assert come(store, "late", NOW + lease + 1).list_number == 1 - places[0].list_number


def test_somebody_who_answered_comes_back_even_when_the_study_is_full_and_who_did_not_does_not(store: Store) -> None:
    lease = store.design.lease_s
    worker, idler = come(store, "worker"), come(store, "idler")
    save_answers(store, [SubmittedAnswer(token=worker.token, trial=worker.shown[0].trial, choice=0)], NOW)
    later = NOW + lease + 1
    for n in range(8):
        come(store, f"p{n}", later)
    assert start(store, Newcomer(person="worker"), later).token == worker.token
    with pytest.raises(RefusedError) as refused:
        start(store, Newcomer(person="idler"), later)
    assert (refused.value.reason, idler.list_number) == (Refusal.FULL, 1)


def test_a_clock_that_is_moved_back_frees_nobody_and_expires_nobody(store: Store) -> None:
    for n in range(8):
        come(store, f"p{n}")
    yesterday = NOW - 86_400
    with pytest.raises(RefusedError) as refused:
        come(store, "late", yesterday)
    assert refused.value.reason is Refusal.FULL
    place = start(store, Newcomer(person="p0"), yesterday)
    answer_all(store, place, yesterday)
    assert study_status(store, yesterday).finished == 1
    assert sum(levels(store, yesterday)) == 8


def test_excluding_freeing_withdrawing_and_a_larger_quota_open_places(store: Store) -> None:
    places = [come(store, f"p{n}") for n in range(8)]
    answer_all(store, places[0])
    exclude(store, places[0].participant, "spoke to a friend", "marie", NOW)
    assert (study_status(store, NOW).finished, study_status(store, NOW).counted) == (1, 0)
    free(store, places[1].participant, "marie", NOW)
    withdraw(store, places[2].token, NOW)
    extend(store, 9, "marie", NOW)
    for n in range(4):
        come(store, f"new{n}")
    with pytest.raises(RefusedError):
        come(store, "late")
    assert max(levels(store)) - min(levels(store)) <= 1


def test_a_pause_stops_newcomers_alone(store: Store) -> None:
    place = come(store, "ada")
    set_paused(store, True, "marie", NOW)
    with pytest.raises(RefusedError) as refused:
        come(store, "bea")
    assert refused.value.reason is Refusal.PAUSED
    assert start(store, Newcomer(person="ada"), NOW).token == place.token
    answer_all(store, place)
    set_paused(store, False, "marie", NOW)
    come(store, "bea")


def test_coming_back_too_late_is_refused(store: Store) -> None:
    come(store, "ada")
    with pytest.raises(RefusedError) as refused:
        start(store, Newcomer(person="ada"), NOW + store.design.return_within_s + 1)
    assert refused.value.reason is Refusal.EXPIRED


def test_blocking_turns_away_who_comes_back_but_shows_the_end_to_who_finished(where: str) -> None:
    store = open_store(where, replace(design(), returning=Return.BLOCK))
    place = come(store, "ada")
    with pytest.raises(RefusedError) as refused:
        start(store, Newcomer(person="ada"), NOW)
    assert refused.value.reason is Refusal.BLOCKED
    answer_all(store, place)
    assert start(store, Newcomer(person="ada"), NOW).token == place.token
    store.engine.dispose()


def test_restarting_sets_old_answers_aside_and_silences_the_old_page(where: str) -> None:
    store = open_store(where, replace(design(), returning=Return.RESTART))
    place = come(store, "ada")
    save_answers(store, [SubmittedAnswer(token=place.token, trial=place.shown[0].trial, choice=1)], NOW)
    again = start(store, Newcomer(person="ada"), NOW + 5)
    assert again.token != place.token
    assert (again.shown, again.answered) == (place.shown, ())
    with pytest.raises(RefusedError):
        place_of(store, place.token)
    answer_all(store, again)
    found = study_status(store, NOW)
    assert (found.answers, found.conflicts, found.started) == (len(place.shown), 1, 1)
    store.engine.dispose()


@pytest.mark.parametrize(
    ("newcomer", "welcome"),
    [
        (Newcomer(person="5f" * 12, session="s", study="study-1"), True),
        (Newcomer(person="5f" * 12, session="s", study="study-2"), False),
        (Newcomer(person="5f" * 12, study="study-1"), False),
        (Newcomer(person="somebody"), False),
    ],
)
def test_a_study_on_prolific_lets_in_only_visits_of_its_own(where: str, newcomer: Newcomer, welcome: bool) -> None:
    recruiting = Recruiting(recruiter=Recruiter.PROLIFIC, prolific_study="study-1")
    store = open_store(where, replace(design(), recruiting=recruiting))
    if welcome:
        start(store, newcomer, NOW)
    else:
        with pytest.raises(RefusedError) as refused:
            start(store, newcomer, NOW)
        assert refused.value.reason is Refusal.NOT_INVITED
    store.engine.dispose()


def simulated_imbalance(rng: random.Random, *, lists: int = 2, quota: int = 40, dropout: float = 0.2) -> int:
    """Difference between the lists when the study is full, by the rule of `choose_list` alone.

    Most people come in the first two minutes (a launch); a fifth goes away in the middle, and a place without a sign
    of life is free after its lease.
    """
    lease = 1800.0
    done, live = [0] * lists, [0] * lists
    events: list[tuple[float, int, str, int]] = []
    serial = 0

    def later(at: float, what: str, number: int = 0) -> None:
        nonlocal serial
        serial += 1
        heapq.heappush(events, (at, serial, what, number))

    for _ in range(int(0.7 * quota)):
        later(rng.uniform(0, 120), "comes")
    later(120, "trickles")
    while sum(done) < quota:
        at, _, what, number = heapq.heappop(events)
        if what == "trickles":
            later(at + rng.expovariate(1 / 30), "trickles")
        if what == "finishes":
            live[number] -= 1
            done[number] += 1
        elif what == "falls silent":
            live[number] -= 1
        elif (chosen := choose_list(done, live, quota)) is not None:
            live[chosen] += 1
            if rng.random() < dropout:
                later(at + rng.uniform(0, 900) + lease, "falls silent", chosen)
            else:
                later(at + rng.lognormvariate(6.8, 0.4), "finishes", chosen)
    return max(done) - min(done)


@pytest.mark.parametrize(("lists", "quota"), [(2, 40), (4, 40), (3, 40)])
def test_with_a_fifth_of_drop_outs_forty_end_on_level_lists_in_99_of_100_studies(lists: int, quota: int) -> None:
    rng = random.Random(20261115)
    level = sum(simulated_imbalance(rng, lists=lists, quota=quota) <= 1 for _ in range(1000))
    assert level >= 990


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=8),
    st.integers(1, 900),
)
def test_the_rule_takes_a_list_with_the_fewest_and_none_when_all_places_are_taken(
    both: list[tuple[int, int]], quota: int
) -> None:
    done, live = [one for one, _ in both], [other for _, other in both]
    taken = [sum(each) for each in both]
    chosen = choose_list(done, live, quota)
    if sum(taken) >= quota:
        assert chosen is None
    else:
        assert chosen is not None
        assert taken[chosen] == min(taken)


@given(st.lists(st.sampled_from(["comes", "finishes"]), max_size=120), st.integers(1, 5))
def test_lists_never_differ_by_more_than_one_while_nobody_leaves(steps: list[str], lists: int) -> None:
    done, live = [0] * lists, [0] * lists
    rng = random.Random(len(steps))
    for step in steps:
        if step == "comes":
            chosen = choose_list(done, live, 10_000)
            assert chosen is not None
            live[chosen] += 1
        elif step == "finishes" and any(live):
            number = rng.choice([n for n in range(lists) if live[n]])
            live[number] -= 1
            done[number] += 1
        taken = [one + other for one, other in zip(done, live, strict=True)]
        assert max(taken) - min(taken) <= 1
