"""Recruiters: codes for every way of ending, signed reports that free places once, invitations."""

import base64
import hashlib
import hmac
from dataclasses import replace

import pytest

from anaphor.errors import InputError
from anaphor.experiment import (
    Newcomer,
    ParticipantPlace,
    Refusal,
    RefusedError,
    Store,
    SubmissionEvent,
    SubmittedAnswer,
    VisitOutcome,
    invite_participants,
    is_signed,
    open_store,
    participants,
    study_status,
    take_event,
    way_out,
)
from anaphor.experiment.dashboard import State
from anaphor.experiment.design.design import Recruiter, Recruiting
from anaphor.experiment.session.assignment import WayOut
from tests.experiment.specimens import design
from tests.experiment.visiting import consent, finish, save_answers, start

pytestmark = pytest.mark.slow

NOW = 1_800_000_000.0
PROLIFIC = Recruiting(
    recruiter=Recruiter.PROLIFIC,
    completion_code="DONE",
    screened_out_code="OUT",
    no_consent_code="NO",
    failed_check_code="FAIL",
)
AT_PROLIFIC = "https://app.prolific.com/submissions/complete?cc="


def come(store: Store, person: str, session: str) -> ParticipantPlace:
    """Somebody comes from Prolific and agrees."""
    place = start(store, Newcomer(person=person, session=session, study="study"), NOW)
    consent(store, place.token, store.design.consent_hash, {"adult": True, "native": True}, NOW)
    return place


def report(store: Store, number: str, submission: str, what: str) -> bool:
    """Prolific reports something."""
    return take_event(store, SubmissionEvent(id=number, submission=submission, status=what), NOW)


@pytest.mark.parametrize(
    ("recruiting", "outcome", "found"),
    [
        (PROLIFIC, VisitOutcome.COMPLETED, WayOut(code="DONE", redirect=f"{AT_PROLIFIC}DONE")),
        (PROLIFIC, VisitOutcome.FAILED_CHECKS, WayOut(code="FAIL", redirect=f"{AT_PROLIFIC}FAIL")),
        (PROLIFIC, VisitOutcome.SCREENED_OUT, WayOut(code="OUT", redirect=f"{AT_PROLIFIC}OUT")),
        (PROLIFIC, VisitOutcome.DECLINED, WayOut(code="NO", redirect=f"{AT_PROLIFIC}NO")),
        (Recruiting(), VisitOutcome.COMPLETED, WayOut(code=None, redirect=None)),
        (Recruiting(completion_code="A&B"), VisitOutcome.FAILED_CHECKS, WayOut(code="A&B", redirect=None)),
        (
            Recruiting(redirect="https://x.org/end"),
            VisitOutcome.COMPLETED,
            WayOut(code=None, redirect="https://x.org/end"),
        ),
        (Recruiting(redirect="https://x.org/end"), VisitOutcome.DECLINED, WayOut(code=None, redirect=None)),
        (
            Recruiting(completion_code="A&B", redirect="https://x.org/?c={code}"),
            VisitOutcome.COMPLETED,
            WayOut(code="A&B", redirect="https://x.org/?c=A%26B"),
        ),
    ],
)
def test_every_way_of_ending_has_its_code_and_address(
    recruiting: Recruiting, outcome: VisitOutcome, found: WayOut
) -> None:
    assert way_out(recruiting, outcome) == found


def test_a_signature_covers_time_and_body_byte_for_byte() -> None:
    body = b'{"event_type": "submission.status.change"}'
    good = base64.b64encode(hmac.new(b"secret", b"1700000000" + body, hashlib.sha256).digest()).decode()
    assert is_signed("secret", "1700000000", body, good)
    assert not is_signed("secret", "1700000001", body, good)
    assert not is_signed("secret", "1700000000", body + b" ", good)
    assert not is_signed("other", "1700000000", body, good)
    assert not is_signed("secret", "1700000000", body, "")
    assert not is_signed("secret", "1700000000", body, "é")


def test_a_returned_place_is_free_at_once_and_an_event_counts_once(where: str) -> None:
    store = open_store(where, replace(design(quota=2), recruiting=PROLIFIC))
    ada = come(store, "ada", "visit-1")
    come(store, "bea", "visit-2")
    assert report(store, "e1", "visit-1", "RETURNED")
    assert come(store, "cleo", "visit-3").list_number == ada.list_number
    # Ada comes again by a new visit, though the study is full: she had answered nothing, so there is no place.
    with pytest.raises(RefusedError) as refused:
        come(store, "ada", "visit-4")
    assert refused.value.reason is Refusal.FULL
    assert not report(store, "e1", "visit-1", "RETURNED")
    assert not report(store, "e2", "visit-9", "TIMED-OUT")
    assert report(store, "e3", "visit-2", "TIMED-OUT")
    assert not report(store, "e4", "visit-3", "APPROVED")
    store.engine.dispose()


def test_a_late_report_on_an_old_visit_does_not_touch_the_new_one(where: str) -> None:
    store = open_store(where, replace(design(), recruiting=PROLIFIC))
    place = come(store, "ada", "visit-1")
    save_answers(store, [SubmittedAnswer(token=place.token, trial=place.shown[0].trial, choice=0)], NOW)
    assert come(store, "ada", "visit-2").token == place.token
    assert not report(store, "e1", "visit-1", "RETURNED")
    assert participants(store, NOW)[0].state is State.LIVE
    store.engine.dispose()


def test_a_return_after_the_end_takes_nothing_away_and_a_rejection_excludes(where: str) -> None:
    store = open_store(where, replace(design(), recruiting=PROLIFIC))
    place = come(store, "ada", "visit-1")
    sent = [SubmittedAnswer(token=place.token, trial=each.trial, choice=0) for each in place.shown]
    save_answers(store, sent, NOW)
    finish(store, place.token, NOW)
    assert not report(store, "e1", "visit-1", "RETURNED")
    assert study_status(store, NOW).lists[0].finished == 1
    assert report(store, "e2", "visit-1", "REJECTED")
    assert participants(store, NOW)[0].excluded == "rejected at the recruiter"
    assert study_status(store, NOW).answers == len(sent)
    store.engine.dispose()


def test_only_the_invited_come_in_and_each_has_one_place(where: str) -> None:
    store = open_store(where, replace(design(), recruiting=Recruiting(recruiter=Recruiter.TOKENS, tokens=("first",))))
    tokens = invite_participants(store, 3, "marie", NOW)
    assert len(set(tokens)) == 3
    numbers = {start(store, Newcomer(person=token), NOW).participant for token in (*tokens, *tokens, "first")}
    assert len(numbers) == 4
    for stranger in ("guess", "' OR 1=1 --", None):
        with pytest.raises(RefusedError) as refused:
            start(store, Newcomer(person=stranger), NOW)
        assert refused.value.reason is Refusal.NOT_INVITED
    with pytest.raises(InputError):
        invite_participants(store, 0, "marie", NOW)
    store.engine.dispose()


def test_a_study_open_to_all_has_no_invitations(store: Store) -> None:
    with pytest.raises(InputError, match="invited"):
        invite_participants(store, 3, "marie", NOW)
