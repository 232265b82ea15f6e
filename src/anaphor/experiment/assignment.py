"""Who gets which list: the one with the fewest finished and still going, decided in one transaction.

A list whose places are held by people who went away would starve, so a place is held only so long after the last sign
of life; answers renew it, and a recruiter may free it.
"""

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, Row, func, insert, select, update

from anaphor.experiment.design import Design, Recruiter
from anaphor.experiment.presenting import Shown, present
from anaphor.experiment.session import Place, Refusal, RefusedError, Seen, admission
from anaphor.experiment.store import Store
from anaphor.experiment.tables import ANSWERS, PARTICIPANTS, RECRUITS, SHOWN, STUDY
from anaphor.storage.database import reading, writing

_SENTENCES = {
    Refusal.FULL: "the study has all the participants it needs",
    Refusal.PAUSED: "the study is paused",
    Refusal.BLOCKED: "this study can be started only once",
    Refusal.EXPIRED: "too much time has passed since you started",
    Refusal.WITHDRAWN: "you have withdrawn from this study",
    Refusal.NOT_INVITED: "this link is not valid",
    Refusal.UNKNOWN_TOKEN: "nobody is known by this token",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Somebody at the door."""

    person: str | None = None
    """Who they are to the recruiter; None where the link is open to anybody."""
    session: str | None = None
    """The recruiter's own number of this visit."""
    simulated: bool = False
    """True for made-up participants."""


def refused(reason: Refusal) -> RefusedError:
    """The refusal as a sentence."""
    return RefusedError(reason, _SENTENCES[reason])


def start(store: Store, newcomer: Newcomer, now: float) -> Place:
    """The place of a participant, found or made; lists differ by at most one however many start at once."""
    design = store.design
    with writing(store.engine, alone=True) as connection:
        study = connection.execute(select(STUDY)).one()
        known = _known(connection, newcomer, design)
        if known is not None:
            return _back(connection, design, known, now)
        if design.recruiting.recruiter is Recruiter.TOKENS and newcomer.person not in design.recruiting.tokens:
            raise refused(Refusal.NOT_INVITED)
        if study.paused:
            raise refused(Refusal.PAUSED)
        number = _fewest(connection, design, study.quota, now)
        place = _new(connection, design, newcomer, number, now)
        if study.frozen_at is None:
            connection.execute(update(STUDY), {"frozen_at": now})
    return place


def _known(connection: Connection, newcomer: Newcomer, design: Design) -> Row[tuple[object, ...]] | None:
    if newcomer.person is None:
        return None
    joined = PARTICIPANTS.join(RECRUITS, RECRUITS.c.participant == PARTICIPANTS.c.number)
    same = (RECRUITS.c.recruiter == design.recruiting.recruiter.value) & (RECRUITS.c.person == newcomer.person)
    return connection.execute(select(PARTICIPANTS).select_from(joined).where(same)).one_or_none()


def _back(connection: Connection, design: Design, row: Row[tuple[object, ...]], now: float) -> Place:
    seen = Seen(started=row.started_at, finished=row.finished_at is not None, withdrawn=row.withdrawn_at is not None)
    reason = admission(design, seen, now)
    if reason is not None:
        raise refused(reason)
    mine = PARTICIPANTS.c.number == row.number
    connection.execute(update(PARTICIPANTS).where(mine), {"seen_at": now, "freed_at": None})
    return _place(connection, row, returned=True)


def counts(connection: Connection, design: Design, now: float) -> tuple[list[int], list[int]]:
    """How many have finished each list, and how many are still going."""
    live = (
        PARTICIPANTS.c.finished_at.is_(None)
        & PARTICIPANTS.c.withdrawn_at.is_(None)
        & PARTICIPANTS.c.freed_at.is_(None)
        & (PARTICIPANTS.c.seen_at > now - design.lease_s)
    )
    done = PARTICIPANTS.c.finished_at.is_not(None) & PARTICIPANTS.c.withdrawn_at.is_(None)
    found = []
    for which in (done & PARTICIPANTS.c.excluded.is_(None), live):
        rows = connection.execute(
            select(PARTICIPANTS.c.list, func.count()).where(which).group_by(PARTICIPANTS.c.list)
        ).all()
        by_list: dict[int, int] = dict(map(tuple, rows))
        found.append([by_list.get(number, 0) for number in range(len(design.lists))])
    return found[0], found[1]


def _fewest(connection: Connection, design: Design, quota: int, now: float) -> int:
    """The list with the fewest finished and live participants; full when all places are taken."""
    done, live = counts(connection, design, now)
    taken = [one + other for one, other in zip(done, live, strict=True)]
    if sum(taken) >= quota:
        raise refused(Refusal.FULL)
    # Of lists that are level, the one with fewer finished: its live ones may still go away.
    return min(range(len(taken)), key=lambda number: (taken[number], done[number], number))


def _new(connection: Connection, design: Design, newcomer: Newcomer, number: int, now: float) -> Place:
    nth = connection.execute(
        select(func.count()).select_from(PARTICIPANTS).where(PARTICIPANTS.c.list == number)
    ).scalar_one()
    token = secrets.token_urlsafe(18)
    values = {"token": token, "list": number, "nth": nth, "started_at": now, "seen_at": now,
              "simulated": newcomer.simulated}  # fmt: skip
    participant = connection.execute(insert(PARTICIPANTS).values(values).returning(PARTICIPANTS.c.number)).scalar_one()
    if newcomer.person is not None:
        connection.execute(insert(RECRUITS), {
            "participant": participant, "recruiter": design.recruiting.recruiter.value, "person": newcomer.person,
            "session": newcomer.session,
        })  # fmt: skip
    shown = present(design, number, nth)
    connection.execute(insert(SHOWN), [_shown_row(design, participant, each) for each in shown])
    return Place(participant=participant, token=token, list_number=number, shown=shown, answered=(), returned=False,
                 consented=False)  # fmt: skip


def _shown_row(design: Design, participant: int, shown: Shown) -> dict[str, object]:
    return {
        "participant": participant,
        "trial": shown.trial,
        "position": shown.position,
        "schema": design.by_id[shown.trial].schema,
        "order": ",".join(map(str, shown.order)),
    }


def place_of(store: Store, token: str) -> Place:
    """The place of a participant who shows a token."""
    with reading(store.engine) as connection:
        row = connection.execute(select(PARTICIPANTS).where(PARTICIPANTS.c.token == token)).one_or_none()
        if row is None:
            raise refused(Refusal.UNKNOWN_TOKEN)
        return _place(connection, row, returned=True)


def _place(connection: Connection, row: Row[tuple[object, ...]], *, returned: bool) -> Place:
    mine = SHOWN.c.participant == row.number
    shown = connection.execute(select(SHOWN).where(mine).order_by(SHOWN.c.position)).all()
    answered = connection.execute(select(ANSWERS.c.trial).where(ANSWERS.c.participant == row.number)).scalars()
    return Place(
        participant=row.number,
        token=row.token,
        list_number=row.list,
        shown=tuple(
            Shown(trial=each.trial, position=each.position, order=tuple(int(n) for n in each.order.split(",")))
            for each in shown
        ),
        answered=tuple(answered),
        returned=returned,
        consented=row.consent is not None,
    )
