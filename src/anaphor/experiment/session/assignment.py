"""Where participants come from, which list they get, and where they go at the end.

They get the list with the fewest finished and still going, decided in one transaction. A list whose places are held by
people who went away would starve, so a place is held only so long after the last sign of life; answers renew it, and a
recruiter may free it: Prolific refills a returned place at once, so the study must free it as soon as it hears of it;
its webhooks are signed, come more than once and in any order.
"""

import base64
import hashlib
import hmac
import json
import random
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import quote

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from anaphor.errors import InputError
from anaphor.experiment.design.design import Design, PlacedTrial, Recruiter, Recruiting, Return, present
from anaphor.experiment.session.adapting import ItemNeeds
from anaphor.experiment.session.session import ParticipantPlace, Refusal, RefusedError, VisitOutcome
from anaphor.experiment.study.store import Store, design_columns
from anaphor.experiment.study.tables import (
    ANSWER,
    ANSWERS,
    CONFLICTS,
    EVENTS,
    INVITED,
    PARTICIPANTS,
    PERSON,
    RECRUIT,
    RECRUITS,
    SHOWING,
    SHOWN,
    STUDY,
    change_person,
    log_line,
)
from anaphor.files import insert_many, reading, writing

PROLIFIC_END = "https://app.prolific.com/submissions/complete?cc={code}"
SECRET_VARIABLE = "ANAPHOR_PROLIFIC_SECRET"
"""Environment variable that holds Prolific's secret where the design names no other."""
_GONE = {"RETURNED", "TIMED-OUT", "TIMED_OUT", "SCREENED OUT", "SCREENED_OUT"}
"""Prolific has given the place to somebody else."""
_REJECTED = "REJECTED"
_PLACEHOLDER = re.compile(
    r"\{\{|\}\}|\$\{|\[%|%\]|^%\w+%$|^<.*>$|^\[.*\]$|^(prolific_?pid|study_?id|session_?id|worker_?id|participant_?id"
    r"|assignment_id_not_available|preview|test)$",
    re.IGNORECASE,
)
"""What links have in the place of an id: `{{%PROLIFIC_PID%}}`, `${e://Field/PID}`, `[%PID%]`, `PROLIFIC_PID`."""
_SHOWN = ("participant", "trial", "position", "schema", "order")
_Person = Row[tuple[object, ...]]

# The questions of every start are put together once.
_STUDY = select(STUDY.c.quota, STUDY.c.paused, STUDY.c.frozen_at, STUDY.c.fingerprint)
_KNOWN = (
    select(PARTICIPANTS)
    .select_from(PARTICIPANTS.join(RECRUITS, RECRUIT.participant == PERSON.number))
    .where((RECRUIT.recruiter == bindparam("recruiter")) & (RECRUIT.person == bindparam("person")))
)
_DONE = PERSON.finished_at.is_not(None) & PERSON.excluded.is_(None)
_LIVE = PERSON.finished_at.is_(None) & PERSON.freed_at.is_(None) & (PERSON.seen_at > bindparam("since"))
_STAYED = PERSON.withdrawn_at.is_(None) & (PERSON.number != bindparam("without"))
_COUNTS = select(
    PERSON.list, func.count().filter(_DONE & _STAYED), func.count().filter(_LIVE & _STAYED), func.count()
).group_by(PERSON.list)
_NEW = insert(PARTICIPANTS).returning(PERSON.number)
_NEW_RECRUIT = insert(RECRUITS)


@dataclass(slots=True)
class _Door:
    """What is the same for all who come at once: looked up once in a transaction, which nobody else is in."""

    study: Row[Any, Any, Any, Any]
    done: list[int]
    live: list[int]
    came: list[int]
    """Participants of each list, whatever became of them."""
    needs: ItemNeeds | None = None
    """What answers are worth, where a study adapts; found for the first who comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Somebody at the door."""

    person: str | None = None
    """Who they are to the recruiter; None where the link is open to anybody."""
    session: str | None = None
    """The recruiter's own number of this visit."""
    study: str | None = None
    """The recruiter's own number of the study."""
    simulated: bool = False


def is_placeholder(text: str | None) -> bool:
    """Whether a recruiter did not put in what a link leaves open: somebody looks at the study and does not take part.

    >>> is_placeholder("{{%PROLIFIC_PID%}}"), is_placeholder("5f1c0b3e9d")
    (True, False)
    """
    return text is not None and _PLACEHOLDER.search(text) is not None


def find(connection: Connection, design: Design, newcomer: Newcomer, now: float) -> ParticipantPlace | None:
    """The place of somebody who was here before; None for a newcomer who may come in. A newcomer leaves no trace."""
    known = _known(connection, design, newcomer)
    if known is not None:
        return start(connection, design, newcomer, now)
    _let_in(connection, design, newcomer, _door(connection, design, now))
    return None


def _door(connection: Connection, design: Design, now: float) -> _Door:
    at, known = (connection.get_transaction(), now), connection.info.get("door")
    if known and known[0] == at:
        return cast(_Door, known[1])
    door = _Door(connection.execute(_STUDY).one(), *counts(connection, design, now))
    connection.info["door"] = (at, door)
    return door


def _known(connection: Connection, design: Design, newcomer: Newcomer) -> _Person | None:
    if newcomer.person is None:
        return None
    who = {"recruiter": design.recruiting.recruiter.value, "person": newcomer.person}
    return connection.execute(_KNOWN, who).one_or_none()


def _let_in(connection: Connection, design: Design, newcomer: Newcomer, door: _Door) -> int:
    """The list of a newcomer; refused where they are not invited, or the study is paused or full."""
    if not _welcome(connection, design.recruiting, newcomer):
        raise RefusedError(Refusal.NOT_INVITED)
    if door.study.paused:
        raise RefusedError(Refusal.PAUSED)
    number = choose_list(door.done, door.live, door.study.quota)
    if number is None:
        raise RefusedError(Refusal.FULL)
    return number


def start(connection: Connection, design: Design, newcomer: Newcomer, now: float) -> ParticipantPlace:
    """The place of a participant, found or made, in one transaction: lists differ by at most one."""
    study = _door(connection, design, now).study
    if study.fingerprint != design.fingerprint:
        if study.frozen_at is not None:
            raise InputError("experiment-another-design")
        # The file was changed while this server ran; what people are shown is what is kept as the design.
        connection.execute(update(STUDY), design_columns(design))
        connection.info.pop("door")
        study = _door(connection, design, now).study
    known = _known(connection, design, newcomer)
    if known is not None:
        place = _back(connection, design, known, study.quota, now)
        if newcomer.session is not None:  # the latest visit is the one which the recruiter will report on
            mine = (RECRUIT.participant == known.number) & RECRUIT.session.is_distinct_from(newcomer.session)
            connection.execute(update(RECRUITS).where(mine), {"session": newcomer.session})
        return place
    door = _door(connection, design, now)
    number = _let_in(connection, design, newcomer, door)
    names = design.lists[number]
    if design.adaptive:
        door.needs = door.needs or ItemNeeds.of(connection, design, now - design.lease_s)
        rng = random.Random(f"{design.seed}:{number}:items:{door.came[number]}")
        names = door.needs.choose(design, len(names), rng)
    place = _new(connection, design, newcomer, (number, door.came[number], names), now)
    door.live[number] += 1
    door.came[number] += 1
    if study.frozen_at is None:
        connection.execute(update(STUDY), {"frozen_at": now})
        connection.info.pop("door")
    return place


def choose_list(done: Sequence[int], live: Sequence[int], quota: int) -> int | None:
    """The list with the fewest finished and live participants; None when all places are taken.

    Of lists that are level, the one with fewer finished: its live ones may still go away.

    >>> choose_list([3, 2], [0, 1], 10), choose_list([5, 5], [0, 0], 10)
    (1, None)
    """
    taken = [one + other for one, other in zip(done, live, strict=True)]
    if sum(taken) >= quota:
        return None
    return min(range(len(taken)), key=lambda number: (taken[number], done[number], number))


def _welcome(connection: Connection, recruiting: Recruiting, newcomer: Newcomer) -> bool:
    """Whether somebody unknown may come by this door; simulated participants need no invitation."""
    if newcomer.simulated or recruiting.recruiter is Recruiter.LINK:
        return True
    if recruiting.recruiter is Recruiter.PROLIFIC:
        given = (newcomer.person, newcomer.session, newcomer.study)
        return (
            all(given) and not any(map(is_placeholder, given)) and recruiting.prolific_study in (None, newcomer.study)
        )
    if newcomer.person in recruiting.tokens:
        return True
    return connection.execute(select(INVITED.c.token).where(INVITED.c.token == newcomer.person)).first() is not None


def _back(connection: Connection, design: Design, row: _Person, quota: int, now: float) -> ParticipantPlace:
    """The place of somebody who was here before: the same place, whatever has become of the others."""
    if row.withdrawn_at is not None:
        raise RefusedError(Refusal.WITHDRAWN)
    if row.outcome in (VisitOutcome.SCREENED_OUT, VisitOutcome.FAILED_COMPREHENSION):
        raise RefusedError(Refusal.SCREENED_OUT)  # another answer to the question is not asked for
    place = _place(connection, row, row.token)
    if row.finished_at is not None:
        return place  # they see the end again, and lose nothing
    if design.returning is Return.BLOCK:
        raise RefusedError(Refusal.BLOCKED)
    if now - row.started_at > design.return_within_s:
        raise RefusedError(Refusal.EXPIRED)
    if not place.answered and choose_list(*counts(connection, design, now, row.number)[:2], quota) is None:
        raise RefusedError(Refusal.FULL)
    values: dict[str, object] = {"seen_at": now, "freed_at": None, "outcome": None}
    if design.returning is Return.RESTART and place.answered:
        # What they answered becomes evidence; with a new token their old page has no say any more.
        mine = ANSWER.participant == row.number
        kept = []
        for answer in connection.execute(select(ANSWERS).where(mine)).mappings():
            said = {name: value for name, value in answer.items() if name != "check_sum"}
            sent = json.dumps({"set_aside": True, **said}, ensure_ascii=False)
            kept.append({"participant": row.number, "trial": answer["trial"], "received_at": now, "sent": sent})
        connection.execute(insert(CONFLICTS), kept)
        connection.execute(ANSWERS.delete().where(mine))
        values |= {"token": secrets.token_urlsafe(18), "restarts": row.restarts + 1}
        place = replace(place, token=str(values["token"]), answered=())
    change_person(connection, row.number, **values)
    return place


def counts(
    connection: Connection, design: Design, now: float, without: int | None = None
) -> tuple[list[int], list[int], list[int]]:
    """How many have finished each list, are still going, and ever came; one of the first two may be left out."""
    rows = connection.execute(_COUNTS, {"since": now - design.lease_s, "without": without or 0}).all()
    found = {number: counted for number, *counted in rows}
    done, live, came = zip(*(found.get(number, (0, 0, 0)) for number in range(len(design.lists))), strict=True)
    return list(done), list(live), list(came)


def _new(
    connection: Connection, design: Design, newcomer: Newcomer, place: tuple[int, int, Sequence[str]], now: float
) -> ParticipantPlace:
    number, nth, names = place
    token = secrets.token_urlsafe(18)
    values = {"token": token, "list": number, "nth": nth, "started_at": now, "seen_at": now}
    values |= {"simulated": newcomer.simulated, "restarts": 0}
    participant = connection.execute(_NEW, values).scalar_one()
    if newcomer.person is not None:
        who = {"participant": participant, "recruiter": design.recruiting.recruiter.value}
        connection.execute(_NEW_RECRUIT, {**who, "person": newcomer.person, "session": newcomer.session})
    shown, trials = present(design, number, nth, names), design.by_id
    rows = [
        (participant, each.trial, each.position, trials[each.trial].schema, ",".join(map(str, each.order)))
        for each in shown
    ]
    insert_many(connection, SHOWN, _SHOWN, rows)
    return ParticipantPlace(
        participant=participant,
        token=token,
        list_number=number,
        shown=shown,
        answered=(),
        returned=False,
        consented=False,
    )


def place_of(store: Store, token: str) -> ParticipantPlace:
    """The place of a participant who shows a token."""
    with reading(store.engine) as connection:
        row = connection.execute(select(PARTICIPANTS).where(PERSON.token == token)).one_or_none()
        if row is None:
            raise RefusedError(Refusal.UNKNOWN_TOKEN)
        return _place(connection, row, token)


def _place(connection: Connection, row: _Person, token: str) -> ParticipantPlace:
    asked = select(SHOWING.trial, SHOWING.position, SHOWING.order).where(SHOWING.participant == row.number)
    shown = connection.execute(asked.order_by(SHOWING.position)).all()
    answered = connection.execute(select(ANSWER.trial).where(ANSWER.participant == row.number)).scalars()
    screening = json.loads(row.screening or "{}")
    return ParticipantPlace(
        participant=row.number,
        token=token,
        list_number=row.list,
        shown=tuple(
            PlacedTrial(trial=trial, position=position, order=tuple(int(n) for n in order.split(",")))
            for trial, position, order in shown
        ),
        answered=tuple(answered),
        returned=True,
        consented=row.consent is not None,
        attempts=screening.get("attempts", 0),
        understood=screening.get("understood", False),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOut:
    """What somebody gets at the end."""

    code: str | None
    redirect: str | None


def way_out(recruiting: Recruiting, outcome: VisitOutcome | None) -> WayOut:
    """Code and address for one way of ending, none while a visit goes on.

    Who failed the checks gets the plain code where there is no other.

    >>> way_out(Recruiting(recruiter=Recruiter.PROLIFIC, completion_code="A1"), VisitOutcome.COMPLETED).redirect
    'https://app.prolific.com/submissions/complete?cc=A1'
    """
    codes = {
        VisitOutcome.COMPLETED: recruiting.completion_code,
        VisitOutcome.FAILED_CHECKS: recruiting.failed_check_code or recruiting.completion_code,
        VisitOutcome.SCREENED_OUT: recruiting.screened_out_code,
        VisitOutcome.FAILED_COMPREHENSION: recruiting.screened_out_code,
        VisitOutcome.DECLINED: recruiting.no_consent_code,
    }
    if outcome is None:
        return WayOut(code=None, redirect=None)
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
    status: str
    digest: str | None = None
    """Hash of what was signed: the event's number is not, so the same message under another number is known by this."""


def take_event(store: Store, event: SubmissionEvent, now: float) -> bool:
    """Act once on what a recruiter reports (a place freed, somebody excluded); True when it changed things."""
    with writing(store.engine) as connection:
        marks = [mark for mark in dict.fromkeys((event.id, event.digest)) if mark is not None]
        if connection.execute(select(EVENTS.c.id).where(EVENTS.c.id.in_(marks))).first():
            return False
        connection.execute(insert(EVENTS), [{"id": mark, "at": now, "status": event.status} for mark in marks])
        visit = (RECRUIT.recruiter == store.design.recruiting.recruiter.value) & (
            RECRUIT.session == event.submission  # of this visit: the same person may have returned and come again
        )
        number = connection.execute(select(RECRUIT.participant).where(visit)).scalars().first()
        who, status, changes = PERSON.number == number, event.status.upper(), dict[str, object]()
        if status in _GONE:
            changes = {"freed_at": now}
            who &= PERSON.finished_at.is_(None) & PERSON.freed_at.is_(None)
        elif status == _REJECTED:
            changes = {"excluded": "rejected at the recruiter"}
            who &= PERSON.excluded.is_(None)
        if number is None or not changes or not connection.execute(update(PARTICIPANTS).where(who), changes).rowcount:
            return False
        log_line(connection, "prolific", event.status.lower(), f"participant {number}", now)
    return True


def invite_participants(store: Store, count: int, who: str, now: float) -> tuple[str, ...]:
    """New tokens, each good for one participant; only their holders get in."""
    if store.design.recruiting.recruiter is not Recruiter.TOKENS:
        raise InputError("experiment-no-invitations")
    if not 1 <= count <= 100_000:
        raise InputError("experiment-bad-invitation-count", count=count)
    tokens = tuple(secrets.token_urlsafe(9) for _ in range(count))
    with writing(store.engine) as connection:
        insert_many(connection, INVITED, ("token", "made_at", "note"), [(token, now, None) for token in tokens])
        log_line(connection, who, "invite", str(count), now)
    return tokens
