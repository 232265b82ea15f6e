"""An answer is kept once, never overwritten, and only where it belongs."""

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from anaphor.experiment import (
    Fate,
    Newcomer,
    ParticipantPlace,
    Receipt,
    Refusal,
    RefusedError,
    Store,
    SubmittedAnswer,
    VisitOutcome,
    open_store,
    study_status,
)
from anaphor.experiment.session import session as answering
from anaphor.experiment.study.tables import ANSWERS, CONFLICTS, LOG, PARTICIPANTS, RECRUITS, SHOWN
from anaphor.files import reading, writing
from tests.experiment.specimens import design
from tests.experiment.visiting import consent, finish, save_answers, start, withdraw

pytestmark = pytest.mark.slow

NOW = 1_800_000_000.0


def come(store: Store, person: str = "ada") -> ParticipantPlace:
    """Somebody starts and agrees."""
    place = start(store, Newcomer(person=person), NOW)
    consent(store, place.token, store.design.consent_hash, {"adult": True, "native": True}, NOW)
    return place


def answer(place: ParticipantPlace, at: int = 0, choice: int | None = 0, attempt: str | None = "a") -> SubmittedAnswer:
    """One answer of a participant."""
    return SubmittedAnswer(token=place.token, trial=place.shown[at].trial, choice=choice, attempt=attempt, rt_ms=1234.5)


def fates(receipts: list[Receipt]) -> list[Fate]:
    """What became of answers."""
    return [each.fate for each in receipts]


def stored(store: Store) -> dict[tuple[int, str], int | None]:
    """What is on disk."""
    with reading(store.engine) as connection:
        rows = connection.execute(select(ANSWERS.c.participant, ANSWERS.c.trial, ANSWERS.c.choice)).all()
    return {(number, trial): choice for number, trial, choice in rows}


def test_an_answer_sent_thrice_is_kept_once(store: Store) -> None:
    place = come(store)
    sent = answer(place)
    assert fates(save_answers(store, [sent], NOW)) == [Fate.SAVED]
    assert fates(save_answers(store, [sent, sent], NOW)) == [Fate.REPEATED, Fate.REPEATED]
    assert fates(save_answers(store, [answer(place, 1), answer(place, 1)], NOW)) == [Fate.SAVED, Fate.REPEATED]
    assert len(stored(store)) == 2


def test_a_second_answer_that_differs_is_evidence_and_changes_nothing(store: Store) -> None:
    place = come(store)
    save_answers(store, [answer(place, choice=0)], NOW)
    other = replace(answer(place, choice=1, attempt="b"), comment="I meant the other")
    assert fates(save_answers(store, [other], NOW + 1)) == [Fate.CONFLICT]
    assert list(stored(store).values()) == [0]
    with reading(store.engine) as connection:
        kept = json.loads(connection.execute(select(CONFLICTS.c.sent)).scalar_one())
    assert (kept["choice"], kept["comment"]) == (1, "I meant the other")
    assert "token" not in kept
    assert study_status(store, NOW).conflicts == 1


def test_evidence_is_kept_in_bounds_so_that_nobody_fills_the_disk(store: Store) -> None:
    place = come(store)
    save_answers(store, [answer(place)], NOW)
    flood = [answer(place, choice=1, attempt=str(n)) for n in range(600)]
    assert set(fates(save_answers(store, flood, NOW))) == {Fate.CONFLICT}
    assert study_status(store, NOW).conflicts == 500


def test_the_same_choice_by_another_attempt_is_a_conflict_too(store: Store) -> None:
    place = come(store)
    save_answers(store, [answer(place, attempt="first window")], NOW)
    assert fates(save_answers(store, [answer(place, attempt="second window")], NOW)) == [Fate.CONFLICT]


def test_no_answer_is_an_answer_of_its_own(store: Store) -> None:
    place = come(store)
    assert fates(save_answers(store, [answer(place, choice=None)], NOW)) == [Fate.SAVED]
    assert fates(save_answers(store, [answer(place, choice=0, attempt="b")], NOW)) == [Fate.CONFLICT]
    assert list(stored(store).values()) == [None]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"token": "nobody"}, Refusal.UNKNOWN_TOKEN),
        ({"trial": "nothing"}, Refusal.UNKNOWN_TRIAL),
        ({"choice": 2}, Refusal.BAD_CHOICE),
        ({"choice": -1}, Refusal.BAD_CHOICE),
    ],
)
def test_what_does_not_fit_is_refused_and_the_rest_of_the_batch_is_saved(
    store: Store, change: dict[str, object], reason: Refusal
) -> None:
    place = come(store)
    wrong = replace(answer(place), **change)  # type: ignore[arg-type]  # fields by name
    receipts = save_answers(store, [wrong, answer(place, 1)], NOW)
    assert (receipts[0].fate, receipts[0].reason, receipts[1].fate) == (Fate.REFUSED, reason, Fate.SAVED)
    assert len(stored(store)) == 1


def test_somebody_elses_trial_is_refused(store: Store) -> None:
    ada, bea = come(store, "ada"), come(store, "bea")
    twin = next(each for each in ada.shown if each.trial not in {other.trial for other in bea.shown})
    sent = SubmittedAnswer(token=bea.token, trial=twin.trial, choice=0)
    assert save_answers(store, [sent], NOW)[0].reason is Refusal.UNKNOWN_TRIAL


def test_nothing_is_kept_before_consent(store: Store) -> None:
    place = start(store, Newcomer(person="ada"), NOW)
    assert save_answers(store, [answer(place)], NOW)[0].reason is Refusal.NO_CONSENT
    with pytest.raises(RefusedError):
        finish(store, place.token, NOW)


def test_who_is_not_looked_for_is_told_so_at_once_and_frees_the_place(store: Store) -> None:
    place = start(store, Newcomer(person="ada"), NOW)
    said = {"adult": True, "native": False}
    assert consent(store, place.token, store.design.consent_hash, said, NOW) is VisitOutcome.SCREENED_OUT
    # A browser that did not hear the reply asks again; another answer does not open the door.
    better = {"adult": True, "native": True}
    assert consent(store, place.token, store.design.consent_hash, better, NOW) is VisitOutcome.SCREENED_OUT
    assert save_answers(store, [answer(place)], NOW)[0].reason is Refusal.NO_CONSENT
    with pytest.raises(RefusedError) as refused:
        start(store, Newcomer(person="ada"), NOW)
    assert refused.value.reason is Refusal.SCREENED_OUT
    assert sum(each.live for each in study_status(store, NOW).lists) == 0


def test_who_declines_leaves_nothing_behind(store: Store) -> None:
    place = start(store, Newcomer(person="ada"), NOW)
    for _ in range(2):
        with writing(store.engine) as connection:
            assert answering.decline(connection, place.token, NOW) is VisitOutcome.DECLINED
    with reading(store.engine) as connection:
        assert connection.execute(select(RECRUITS)).all() == []
        assert connection.execute(select(SHOWN)).all() == []
    with writing(store.engine) as connection:
        assert answering.consent(connection, store.design, place.token, "x", {}, NOW) is VisitOutcome.DECLINED
    with pytest.raises(RefusedError):
        finish(store, place.token, NOW)
    assert study_status(store, NOW).declined == 1


def test_declining_after_consent_withdraws(store: Store) -> None:
    place = come(store)
    save_answers(store, [answer(place)], NOW)
    with writing(store.engine) as connection:
        answering.decline(connection, place.token, NOW)
    assert stored(store) == {}


def test_the_end_comes_only_when_everything_is_there(store: Store) -> None:
    place = come(store)
    sent = [answer(place, n) for n in range(len(place.shown))]
    save_answers(store, sent[:-1], NOW)
    assert finish(store, place.token, NOW) == (place.shown[-1].trial,)
    assert study_status(store, NOW).finished == 0
    save_answers(store, sent[-1:], NOW)
    assert finish(store, place.token, NOW) == ()
    assert finish(store, place.token, NOW + 5) == ()
    assert study_status(store, NOW).finished == 1


def test_failing_the_attention_trials_shows_in_the_end(where: str) -> None:
    store = open_store(where, design(bare=False))
    outcomes = []
    for person, right in (("careful", True), ("careless", False)):
        place = come(store, person)
        keys = {trial.id: trial.key or 0 for trial in store.design.trials}
        sent = [
            SubmittedAnswer(
                token=place.token, trial=each.trial, choice=keys[each.trial] if right else 1 - keys[each.trial]
            )
            for each in place.shown
        ]
        save_answers(store, sent, NOW)
        with writing(store.engine) as connection:
            outcomes.append(answering.finish(connection, store.design, place.token, NOW).outcome)
    assert outcomes == [VisitOutcome.COMPLETED, VisitOutcome.FAILED_CHECKS]
    store.engine.dispose()


def test_withdrawal_deletes_everything_of_one_person_and_nothing_of_another(store: Store) -> None:
    ada, bea = come(store, "ada"), come(store, "bea")
    save_answers(store, [replace(answer(ada), comment="a secret"), answer(bea)], NOW)
    save_answers(store, [answer(ada, choice=1, attempt="b")], NOW)
    assert withdraw(store, ada.token, NOW) == 1
    assert list(stored(store)) == [(bea.participant, bea.shown[0].trial)]
    with reading(store.engine) as connection:
        for table in (CONFLICTS, RECRUITS, SHOWN):
            mine = table.c.participant == ada.participant
            assert connection.execute(select(table).where(mine)).all() == []
        row = connection.execute(select(PARTICIPANTS).where(PARTICIPANTS.c.number == ada.participant)).one()
    assert (row.screening, row.consent, row.withdrawn_at) == (None, None, NOW)
    assert save_answers(store, [answer(ada)], NOW)[0].reason is Refusal.WITHDRAWN
    assert withdraw(store, ada.token, NOW + 5) == 0
    with pytest.raises(RefusedError):
        withdraw(store, "nobody", NOW)


def test_a_deleted_remark_is_not_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    store = open_store(str(path), design())
    place = come(store)
    save_answers(store, [replace(answer(place), comment="ZEBRA-CROSSING")], NOW)
    withdraw(store, place.token, NOW)
    store.engine.dispose()  # the last connection folds the journal into the file
    assert b"ZEBRA-CROSSING" not in b"".join(each.read_bytes() for each in path.parent.iterdir())


def test_many_who_send_the_same_answer_at_once_leave_one(store: Store) -> None:
    place = come(store)
    found: list[Fate] = []

    def send() -> None:
        for n in range(len(place.shown)):
            found.extend(fates(save_answers(store, [answer(place, n)], NOW)))

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stored(store)) == len(place.shown)
    assert found.count(Fate.SAVED) == len(place.shown)
    assert set(found) == {Fate.SAVED, Fate.REPEATED}


HOSTILE = ["'; DROP TABLE answers; --", "<script>alert(1)</script>", "\u202e\u0000'\"\\", "%s %(x)s ? :x"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(text=st.one_of(st.sampled_from(HOSTILE), st.text(max_size=50)))
def test_any_text_is_kept_as_it_is(sqlite_store: Store, text: str) -> None:
    store = sqlite_store
    place = come(store, f"person {text}")
    sent = replace(answer(place), comment=text, attempt=text or None, device=text[:20])
    assert fates(save_answers(store, [sent], NOW)) in ([Fate.SAVED], [Fate.CONFLICT], [Fate.REPEATED])
    with reading(store.engine) as connection:
        mine = ANSWERS.c.participant == place.participant
        row = connection.execute(select(ANSWERS.c.comment, ANSWERS.c.device).where(mine)).one()
    assert (row.comment, row.device) == (text, text[:20])


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Store:
    """A study with room for many."""
    return open_store(f"{tmp_path}/many.db", design(quota=100_000))


@pytest.mark.parametrize(
    ("rt_ms", "why"),
    [
        (-5.0, "negative"),
        (float("nan"), "not finite"),
        (float("inf"), "not finite"),
        (1e308, "longer than possible"),
        (3_700_000.0, "longer than possible"),
    ],
)
def test_an_answer_with_a_time_that_cannot_be_is_kept_without_it(store: Store, rt_ms: float, why: str) -> None:
    place = come(store)
    sent = [replace(answer(place), rt_ms=rt_ms, hidden_ms=-1.0), answer(place, 1)]
    assert fates(save_answers(store, sent, NOW + 3600)) == [Fate.SAVED, Fate.SAVED]
    with reading(store.engine) as connection:
        rows = {row.trial: row for row in connection.execute(select(ANSWERS))}
        lines = [row.detail for row in connection.execute(select(LOG)) if row.what == "impossible time"]
    kept, other = rows[sent[0].trial], rows[sent[1].trial]
    assert (kept.choice, kept.rt_ms, kept.hidden_ms, other.rt_ms) == (0, None, 0.0, 1234.5)
    assert lines == [f"1 {sent[0].trial}: rt_ms={rt_ms!r} ({why}), hidden_ms=-1.0 (negative)"]


def test_a_clock_that_was_moved_back_since_makes_no_time_impossible(store: Store) -> None:
    place = come(store)
    save_answers(store, [replace(answer(place), rt_ms=90_000.0)], NOW - 86_400)
    with reading(store.engine) as connection:
        assert connection.execute(select(ANSWERS.c.rt_ms)).scalar_one() == 90_000.0
