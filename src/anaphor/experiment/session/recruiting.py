"""Where participants come from and where they go: completion codes, invitations, and what a recruiter reports.

Prolific refills a returned place at once, so the study must free it as soon as it hears of it; its webhooks are signed,
come more than once and in any order.
"""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from urllib.parse import quote

from sqlalchemy import Connection, insert, select, update

from anaphor.errors import InputError
from anaphor.experiment.design.design import Recruiter, Recruiting
from anaphor.experiment.session.session import VisitOutcome
from anaphor.experiment.study.store import Store
from anaphor.experiment.study.tables import EVENTS, INVITED, LOG, PARTICIPANTS, RECRUITS
from anaphor.files import insert_many, writing

PROLIFIC_END = "https://app.prolific.com/submissions/complete?cc={code}"
SECRET_VARIABLE = "ANAPHOR_PROLIFIC_SECRET"
"""Environment variable that holds Prolific's secret where the design names no other."""
_GONE = {"RETURNED", "TIMED-OUT", "TIMED_OUT", "SCREENED OUT", "SCREENED_OUT"}
"""Prolific has given the place to somebody else."""
_REJECTED = "REJECTED"


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOut:
    """What somebody gets at the end."""

    code: str | None
    """Code to show."""
    redirect: str | None
    """Where the browser goes."""


def way_out(recruiting: Recruiting, outcome: VisitOutcome) -> WayOut:
    """Code and address for one way of ending; who failed the checks gets the plain code where there is no other.

    >>> way_out(Recruiting(recruiter=Recruiter.PROLIFIC, completion_code="A1"), VisitOutcome.COMPLETED).redirect
    'https://app.prolific.com/submissions/complete?cc=A1'
    """
    codes = {
        VisitOutcome.COMPLETED: recruiting.completion_code,
        VisitOutcome.FAILED_CHECKS: recruiting.failed_check_code or recruiting.completion_code,
        VisitOutcome.SCREENED_OUT: recruiting.screened_out_code,
        VisitOutcome.DECLINED: recruiting.no_consent_code,
    }
    code = codes[outcome]
    ended = outcome in (VisitOutcome.COMPLETED, VisitOutcome.FAILED_CHECKS)
    address = recruiting.redirect or (PROLIFIC_END if recruiting.recruiter is Recruiter.PROLIFIC else None)
    if address is None or (code is None and not (ended and "{code}" not in address)):
        return WayOut(code=code, redirect=None)
    return WayOut(code=code, redirect=address.replace("{code}", quote(code or "", safe="")))


def is_signed(secret: str, timestamp: str, body: bytes, signature: str) -> bool:
    """Whether Prolific signed this: base64 of HMAC-SHA256 over the time stamp and the body, byte for byte."""
    made = hmac.new(secret.encode(), timestamp.encode("utf-8", "surrogateescape") + body, hashlib.sha256).digest()
    return hmac.compare_digest(base64.b64encode(made), signature.encode("utf-8", "surrogateescape"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionEvent:
    """What a recruiter reports of one submission."""

    id: str
    """The event's own number: the same event may come more than once."""
    submission: str
    """The recruiter's number of the visit."""
    status: str
    """What became of the submission."""
    digest: str | None = None
    """Hash of what was signed: the event's number is not, so the same message under another number is known by this."""


def take_event(store: Store, event: SubmissionEvent, now: float) -> bool:
    """Act on what a recruiter reports, once; True when somebody's place or standing changed.

    Who returned or ran out of time frees a place; who was rejected after finishing is excluded with that reason.
    """
    with writing(store.engine) as connection:
        marks = [mark for mark in dict.fromkeys((event.id, event.digest)) if mark is not None]
        if connection.execute(select(EVENTS.c.id).where(EVENTS.c.id.in_(marks))).first():
            return False
        connection.execute(insert(EVENTS), [{"id": mark, "at": now, "status": event.status} for mark in marks])
        number = _submitter(connection, store, event)
        changed = number is not None and _apply(connection, number, event.status.upper(), now)
        if changed:
            what = {"at": now, "who": "prolific", "what": event.status.lower(), "detail": f"participant {number}"}
            connection.execute(insert(LOG), what)
    return changed


def _submitter(connection: Connection, store: Store, event: SubmissionEvent) -> int | None:
    """The participant of a submission: of this visit, since the same person may have returned and come again."""
    mine = RECRUITS.c.recruiter == store.design.recruiting.recruiter.value
    visit = mine & (RECRUITS.c.session == event.submission)
    return connection.execute(select(RECRUITS.c.participant).where(visit)).scalars().first()


def _apply(connection: Connection, number: int, status: str, now: float) -> bool:
    mine = PARTICIPANTS.c.number == number
    if status in _GONE:
        unfinished = mine & PARTICIPANTS.c.finished_at.is_(None) & PARTICIPANTS.c.freed_at.is_(None)
        return bool(connection.execute(update(PARTICIPANTS).where(unfinished), {"freed_at": now}).rowcount)
    if status == _REJECTED:
        kept = mine & PARTICIPANTS.c.excluded.is_(None)
        reason = {"excluded": "rejected at the recruiter"}
        return bool(connection.execute(update(PARTICIPANTS).where(kept), reason).rowcount)
    return False


def invite(store: Store, count: int, who: str, now: float) -> tuple[str, ...]:
    """New tokens, each good for one participant; only their holders get in."""
    if store.design.recruiting.recruiter is not Recruiter.TOKENS:
        raise InputError("experiment-study-not-invited-alone")
    if not 1 <= count <= 100_000:
        raise InputError("experiment-people-cannot-invited-at-once", count=count)
    tokens = tuple(secrets.token_urlsafe(9) for _ in range(count))
    with writing(store.engine) as connection:
        insert_many(connection, INVITED, ("token", "made_at", "note"), [(token, now, None) for token in tokens])
        connection.execute(insert(LOG), {"at": now, "who": who, "what": "invite", "detail": str(count)})
    return tokens
