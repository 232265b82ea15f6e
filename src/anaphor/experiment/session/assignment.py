"""Who gets which list: the one with the fewest finished and still going, decided in one transaction.

A list whose places are held by people who went away would starve, so a place is held only so long after the last sign
of life; answers renew it, and a recruiter may free it.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from anaphor.errors import InputError
from anaphor.experiment.design.design import Design, Recruiter, Recruiting, Return
from anaphor.experiment.design.presenting import PlacedTrial, present
from anaphor.experiment.session.session import ParticipantPlace, Refusal, RefusedError, Seen, admission
from anaphor.experiment.study.store import Store, design_columns
from anaphor.experiment.study.tables import ANSWERS, CONFLICTS, INVITED, PARTICIPANTS, RECRUITS, SHOWN, STUDY
from anaphor.files import insert_many, reading

_SHOWN = ("participant", "trial", "position", "schema", "order")
_Person = Row[tuple[object, ...]]

# The questions of every start are put together once.
_STUDY = select(STUDY.c.quota, STUDY.c.paused, STUDY.c.frozen_at, STUDY.c.fingerprint)
_KNOWN = (
    select(PARTICIPANTS)
    .select_from(PARTICIPANTS.join(RECRUITS, RECRUITS.c.participant == PARTICIPANTS.c.number))
    .where((RECRUITS.c.recruiter == bindparam("recruiter")) & (RECRUITS.c.person == bindparam("person")))
)
_DONE = PARTICIPANTS.c.finished_at.is_not(None) & PARTICIPANTS.c.excluded.is_(None)
_LIVE = (
    PARTICIPANTS.c.finished_at.is_(None)
    & PARTICIPANTS.c.freed_at.is_(None)
    & (PARTICIPANTS.c.seen_at > bindparam("since"))
)
_COUNTS = (
    select(PARTICIPANTS.c.list, func.count().filter(_DONE), func.count().filter(_LIVE))
    .where(PARTICIPANTS.c.withdrawn_at.is_(None) & (PARTICIPANTS.c.number != bindparam("without")))
    .group_by(PARTICIPANTS.c.list)
)
_NTH = select(func.count()).select_from(PARTICIPANTS).where(PARTICIPANTS.c.list == bindparam("number"))


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
    """True for simulated participants."""


def start(connection: Connection, design: Design, newcomer: Newcomer, now: float) -> ParticipantPlace:
    """The place of a participant, found or made, in a transaction that nobody else is in.

    Lists differ by at most one however many start at once; a refusal leaves nothing behind.
    """
    study = connection.execute(_STUDY).one()
    if study.fingerprint != design.fingerprint:
        if study.frozen_at is not None:
            raise InputError("experiment-study-goes-on-another-design")
        # The file was changed while this server ran; what people are shown is what is kept as the design.
        connection.execute(update(STUDY), design_columns(design))
        study = connection.execute(_STUDY).one()
    known = _known(connection, newcomer, design)
    if known is not None:
        place = _back(connection, design, known, study.quota, now)
        _note_visit(connection, known.number, newcomer.session)
        return place
    if not _welcome(connection, design.recruiting, newcomer):
        raise RefusedError(Refusal.NOT_INVITED)
    if study.paused:
        raise RefusedError(Refusal.PAUSED)
    number = choose_list(*counts(connection, design, now), study.quota)
    if number is None:
        raise RefusedError(Refusal.FULL)
    place = _new(connection, design, newcomer, number, now)
    if study.frozen_at is None:
        connection.execute(update(STUDY), {"frozen_at": now})
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
        right_study = recruiting.prolific_study in (None, newcomer.study)
        return bool(newcomer.person and newcomer.session and newcomer.study) and right_study
    if newcomer.person in recruiting.tokens:
        return True
    return connection.execute(select(INVITED.c.token).where(INVITED.c.token == newcomer.person)).first() is not None


def _known(connection: Connection, newcomer: Newcomer, design: Design) -> _Person | None:
    if newcomer.person is None:
        return None
    who = {"recruiter": design.recruiting.recruiter.value, "person": newcomer.person}
    return connection.execute(_KNOWN, who).one_or_none()


def _back(connection: Connection, design: Design, row: _Person, quota: int, now: float) -> ParticipantPlace:
    """The place of somebody who was here before: the same place, whatever has become of the others."""
    seen = Seen(
        started=row.started_at,
        finished=row.finished_at is not None,
        withdrawn=row.withdrawn_at is not None,
        outcome=row.outcome,
    )
    reason = admission(design, seen, now)
    if reason is not None:
        raise RefusedError(reason)
    if row.finished_at is not None:
        return _place(connection, row, row.token)
    place = _place(connection, row, row.token)
    if not place.answered and choose_list(*counts(connection, design, now, row.number), quota) is None:
        raise RefusedError(Refusal.FULL)
    token = row.token
    if design.returning is Return.RESTART and place.answered:
        token = _set_aside(connection, row.number, now)
    values = {"seen_at": now, "freed_at": None, "outcome": None}
    connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number == row.number), values)
    return _place(connection, row, token)


def _note_visit(connection: Connection, participant: int, session: str | None) -> None:
    """Keep the recruiter's number of the latest visit: that is the one which the recruiter will report on."""
    if session is not None:
        mine = (RECRUITS.c.participant == participant) & RECRUITS.c.session.is_distinct_from(session)
        connection.execute(update(RECRUITS).where(mine), {"session": session})


def _set_aside(connection: Connection, participant: int, now: float) -> str:
    """Move what somebody answered to the evidence and give them a new token: their old page has no say any more."""
    mine = ANSWERS.c.participant == participant
    rows = connection.execute(select(ANSWERS).where(mine)).mappings().all()
    kept = [
        {
            "participant": participant,
            "trial": row["trial"],
            "received_at": now,
            "sent": json.dumps({"set_aside": True, **row}, ensure_ascii=False),
        }
        for row in rows
    ]
    connection.execute(insert(CONFLICTS), kept)
    connection.execute(ANSWERS.delete().where(mine))
    token = secrets.token_urlsafe(18)
    values = {"token": token, "restarts": PARTICIPANTS.c.restarts + 1}
    connection.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.number == participant).values(values))
    return token


def counts(
    connection: Connection, design: Design, now: float, without: int | None = None
) -> tuple[list[int], list[int]]:
    """How many have finished each list, and how many are still going; one participant may be left out of account."""
    rows = connection.execute(_COUNTS, {"since": now - design.lease_s, "without": without or 0}).all()
    found = {number: (one, other) for number, one, other in rows}
    both = [found.get(number, (0, 0)) for number in range(len(design.lists))]
    return [one for one, _ in both], [other for _, other in both]


def _new(connection: Connection, design: Design, newcomer: Newcomer, number: int, now: float) -> ParticipantPlace:
    nth = connection.execute(_NTH, {"number": number}).scalar_one()
    token = secrets.token_urlsafe(18)
    values = {
        "token": token,
        "list": number,
        "nth": nth,
        "started_at": now,
        "seen_at": now,
        "simulated": newcomer.simulated,
        "restarts": 0,
    }
    participant = connection.execute(insert(PARTICIPANTS).returning(PARTICIPANTS.c.number), values).scalar_one()
    if newcomer.person is not None:
        connection.execute(
            insert(RECRUITS),
            {
                "participant": participant,
                "recruiter": design.recruiting.recruiter.value,
                "person": newcomer.person,
                "session": newcomer.session,
            },
        )
    shown = present(design, number, nth)
    trials = design.by_id
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
        row = connection.execute(select(PARTICIPANTS).where(PARTICIPANTS.c.token == token)).one_or_none()
        if row is None:
            raise RefusedError(Refusal.UNKNOWN_TOKEN)
        return _place(connection, row, token)


def _place(connection: Connection, row: _Person, token: str) -> ParticipantPlace:
    """The place of somebody who was here before."""
    columns = (SHOWN.c.trial, SHOWN.c.position, SHOWN.c.order)
    shown = connection.execute(
        select(*columns).where(SHOWN.c.participant == row.number).order_by(SHOWN.c.position)
    ).all()
    answered = connection.execute(select(ANSWERS.c.trial).where(ANSWERS.c.participant == row.number)).scalars()
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
    )
