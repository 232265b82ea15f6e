"""What an organiser sees and does while a study runs."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Select, func, select, text, update

from anaphor.clock import ClockRecord
from anaphor.errors import InputError
from anaphor.experiment.session.assignment import counts
from anaphor.experiment.session.session import VisitOutcome, declines
from anaphor.experiment.study.reading_out import refused_person
from anaphor.experiment.study.store import Store
from anaphor.experiment.study.tables import (
    ANSWER,
    ANSWERS,
    CLOCK,
    CLOCK_LINES,
    CONFLICTS,
    LOG,
    PARTICIPANTS,
    PERSON,
    RECRUIT,
    RECRUITS,
    SHOWING,
    STUDY,
    count_rows,
    log_line,
)
from anaphor.files import reading, writing
from anaphor.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class ListStatus:
    """How far one list is."""

    number: int
    finished: int
    """Participants who finished and are not excluded."""
    live: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StudyStatus(Result):
    """How far a study is."""

    name: str
    fingerprint: str
    quota: int
    paused: bool
    """Whether newcomers are turned away."""
    frozen: bool
    """Whether somebody has started."""
    started: int
    finished: int
    """Participants who finished, excluded ones too."""
    excluded: int
    withdrawn: int
    screened_out: int
    """Participants whom a screening question turned away."""
    declined: int
    """Participants who did not agree to take part."""
    answers: int
    conflicts: int
    """Second answers that differed from the first."""
    lists: tuple[ListStatus, ...]

    @property
    def counted(self) -> int:
        """Participants who finished and count towards the quota: the excluded do not."""
        return sum(each.finished for each in self.lists)

    @property
    def imbalance(self) -> int:
        """Difference between the list with most and the one with fewest finished participants."""
        finished = [each.finished for each in self.lists]
        return max(finished) - min(finished)


_COUNTED = {
    "started": PERSON.number.is_not(None),
    "finished": PERSON.finished_at.is_not(None),
    "excluded": PERSON.excluded.is_not(None),
    "withdrawn": PERSON.withdrawn_at.is_not(None),
    "screened_out": PERSON.outcome.in_((VisitOutcome.SCREENED_OUT.value, VisitOutcome.FAILED_COMPREHENSION.value)),
    "declined": PERSON.outcome == VisitOutcome.DECLINED.value,
}


def study_status(store: Store, now: float) -> StudyStatus:
    """How far the study is."""
    with reading(store.engine) as connection:
        study = connection.execute(select(STUDY)).one()
        done, live, _ = counts(connection, store.design, now)
        numbers = (func.count().filter(which).label(name) for name, which in _COUNTED.items())
        counted = connection.execute(select(*numbers).select_from(PARTICIPANTS)).one()._asdict()
        counted["declined"] += declines(connection)
        lists = enumerate(zip(done, live, strict=True), 1)
        return StudyStatus(
            name=study.name,
            fingerprint=study.fingerprint,
            quota=study.quota,
            paused=bool(study.paused),
            frozen=study.frozen_at is not None,
            **counted,
            answers=count_rows(connection, ANSWERS),
            conflicts=count_rows(connection, CONFLICTS),
            lists=tuple(ListStatus(number=number, finished=one, live=other) for number, (one, other) in lists),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemStatus:
    """How far one trial is."""

    trial: str
    kind: str
    answers: int
    right: int | None
    """Of these, how many chose the key; None where there is none."""


def by_item(store: Store) -> list[ItemStatus]:
    """How many answers each trial has so far, fewest first; those of people who are excluded count too."""
    found: dict[str, dict[int | None, int]] = {}
    with reading(store.engine) as connection:
        for (name, choice), count in answer_counts(connection, store.engine).items():
            found.setdefault(name, {})[choice] = count
    items = []
    for trial in store.design.trials:
        chosen = found.get(trial.id, {})
        right = None if trial.key is None else chosen.get(trial.key, 0)
        items.append(ItemStatus(trial=trial.id, kind=trial.kind.value, answers=sum(chosen.values()), right=right))
    return sorted(items, key=lambda item: item.answers)


AnswerCounts = Counter[tuple[str, int | None]]
"""Answers by trial and choice."""
_COUNTED_BEFORE: "WeakKeyDictionary[Engine, tuple[tuple[int, int], AnswerCounts]]" = WeakKeyDictionary()
"""For SQLite: the last row that was counted, how often rows had been taken out by then, and the counts."""


def answer_counts(connection: Connection, engine: Engine) -> AnswerCounts:
    """Answers by trial and choice; only what has come since is counted, all anew after a withdrawal or new start."""

    def since(row: int) -> AnswerCounts:
        where = "" if connection.dialect.name == "postgresql" else f"WHERE rowid > {row}"
        asked = text(f"SELECT trial, choice, count(*) FROM answers {where} GROUP BY trial, choice")
        return Counter({(trial, choice): count for trial, choice, count in connection.execute(asked)})

    if connection.dialect.name == "postgresql":
        return since(0)
    gone = func.count(PERSON.withdrawn_at) + func.coalesce(func.sum(PERSON.restarts), 0)
    changes = connection.execute(select(gone)).scalar_one()
    highest = connection.execute(text("SELECT coalesce(max(rowid), 0) FROM answers")).scalar_one()
    (last, before), counts = _COUNTED_BEFORE.get(engine, ((0, changes), Counter()))
    found = counts + since(last) if before == changes else Counter()
    if found.total() != count_rows(connection, ANSWERS):
        found = since(0)
    _COUNTED_BEFORE[engine] = ((highest, changes), found)
    return found


class State(StrEnum):
    """Where a participant is."""

    LIVE = "live"
    """Going on, or not silent for long."""
    SILENT = "silent"
    """Without a sign of life for so long that the place is free again."""
    FREED = "freed"
    """The recruiter or the organiser gave the place to others."""
    FINISHED = "finished"
    EXCLUDED = "excluded"
    WITHDRAWN = "withdrawn"
    SCREENED_OUT = "screened_out"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantStatus:
    """How far one participant is; nothing here says who they are."""

    number: int
    list: int
    state: State
    answers: int
    trials: int
    started_at: float
    """When they came, in seconds since 1970."""
    seen_at: float
    """Last sign of life."""
    restarts: int
    excluded: str | None
    simulated: bool


def participants(store: Store, now: float) -> list[ParticipantStatus]:
    """Everybody who ever started, newest first."""
    with reading(store.engine) as connection:
        people = connection.execute(select(PARTICIPANTS).order_by(PERSON.number.desc())).all()
        answered, shown = (
            {row[0]: row[1] for row in connection.execute(select(owner, func.count()).group_by(owner))}
            for owner in (ANSWER.participant, SHOWING.participant)
        )
    found = []
    for row in people:
        with refused_person(store, row):
            states = (
                (State.WITHDRAWN, row.withdrawn_at is not None),
                (State.EXCLUDED, row.excluded is not None),
                (State.FINISHED, row.finished_at is not None),
                (State.SCREENED_OUT, row.outcome in (VisitOutcome.SCREENED_OUT, VisitOutcome.FAILED_COMPREHENSION)),
                (State.DECLINED, row.outcome == VisitOutcome.DECLINED),
                (State.FREED, row.freed_at is not None),
                (State.LIVE, now - row.seen_at < store.design.lease_s),  # a clock that was moved back frees nobody
            )
            found.append(
                ParticipantStatus(
                    number=row.number,
                    list=row.list + 1,
                    state=next((state for state, holds in states if holds), State.SILENT),
                    answers=answered.get(row.number, 0),
                    trials=shown.get(row.number, 0),
                    started_at=row.started_at,
                    seen_at=row.seen_at,
                    restarts=row.restarts,
                    excluded=row.excluded,
                    simulated=bool(row.simulated),
                )
            )
    return found


def set_paused(store: Store, paused: bool, who: str, now: float) -> None:
    """Turn newcomers away, or let them in again; those who have started go on."""
    with _logged(store, who, "pause" if paused else "open", None, now) as connection:
        connection.execute(update(STUDY), {"paused": paused})


def extend(store: Store, quota: int, who: str, now: float) -> None:
    """Change how many participants are wanted."""
    if quota < 1:
        raise InputError("experiment-bad-participant-count", quota=quota)
    with _logged(store, who, "quota", str(quota), now) as connection:
        connection.execute(update(STUDY), {"quota": quota})


@contextmanager
def _logged(store: Store, who: str, what: str, detail: str | None, now: float) -> Iterator[Connection]:
    """A transaction in which something is done, and written into the study's log."""
    with writing(store.engine) as connection:
        yield connection
        log_line(connection, who, what, detail, now)


def exclude(store: Store, participant: int, reason: str | None, who: str, now: float) -> None:
    """Leave a participant out of the analysis with a reason, or take them in again with None; nothing is deleted."""
    what, detail = ("exclude", f"{participant}: {reason}") if reason else ("include", str(participant))
    with _logged(store, who, what, detail, now) as connection:
        mine = PERSON.number == participant
        if not connection.execute(update(PARTICIPANTS).where(mine), {"excluded": reason}).rowcount:
            raise InputError("experiment-unknown-participant", participant=participant)


def free(store: Store, participant: int, who: str, now: float) -> None:
    """Give the place of somebody unfinished to others; should they come back, they go on."""
    with _logged(store, who, "free", str(participant), now) as connection:
        unfinished = (PERSON.number == participant) & PERSON.finished_at.is_(None)
        if not connection.execute(update(PARTICIPANTS).where(unfinished), {"freed_at": now}).rowcount:
            raise InputError("experiment-unknown-unfinished", participant=participant)


def forget_identities(store: Store, who: str, now: float) -> int:
    """Empty the table of the names that recruiters gave; answers stay."""
    with writing(store.engine) as connection:
        gone = connection.execute(RECRUITS.delete()).rowcount
        log_line(connection, who, "forget identities", str(gone), now)
    return int(gone)


def keep_retention(store: Store, now: float) -> int:
    """Forget identities once the design's retention date has passed, by a clock that can be right.

    Gives how many names went. What is deleted cannot be had back: a clock that has jumped deletes nothing.
    """
    date = store.design.retention
    if date is None or datetime.fromtimestamp(now, UTC).date().isoformat() <= date:
        return 0
    with reading(store.engine) as connection:
        left = count_rows(connection, RECRUITS)
    return forget_identities(store, "retention date", now) if left and clock_of(store, now).doubted is None else 0


def forget_undecided(store: Store, now: float) -> int:
    """Forget who somebody is who only opened the page: once they could not come back any more; gives how many."""
    if clock_of(store, now).doubted is not None:
        return 0
    late = now - max(store.design.lease_s, store.design.return_within_s)
    gone = select(PERSON.number).where(PERSON.consent.is_(None) & (PERSON.seen_at < late))
    with writing(store.engine) as connection:
        return int(connection.execute(RECRUITS.delete().where(RECRUIT.participant.in_(gone))).rowcount)


def _recorded(connection: Connection) -> Iterator[Select[float]]:
    """What asks for the newest moments of a study; a rehearsal's clock jumps, and what it dated is left out."""
    real = PERSON.simulated.is_(False)
    for moment in (PERSON.started_at, PERSON.seen_at):
        yield select(func.max(moment)).where(real)
    yield select(func.max(ANSWER.received_at)).where(ANSWER.participant.in_(select(PERSON.number).where(real)))
    if not count_rows(connection, PARTICIPANTS, ~real):
        yield select(func.max(LOG.c.at))


def clock_of(store: Store, now: float) -> ClockRecord:
    """What is known of the clock after this look at it, which is kept; the first look goes by what the study recorded.

    Once a look was kept, moments that people's visits bear no longer count: a wrong clock writes those, too.
    """
    with writing(store.engine) as connection:
        line = connection.execute(select(LOG.c.id, LOG.c.detail).where(CLOCK_LINES)).first()
        if line is None:
            newest = [connection.execute(each).scalar() for each in _recorded(connection)]
            known = ClockRecord(trusted=max((moment for moment in newest if moment and moment <= now), default=now))
        else:
            known = ClockRecord.read(line.detail)
        record = known.looked(now)
        if line is None:
            log_line(connection, "anaphor", CLOCK, record.text(), now)
        elif record != known:
            connection.execute(update(LOG).where(LOG.c.id == line.id), {"detail": record.text(), "at": now})
        if record.doubted is not None and known.doubted is None:
            trusted = datetime.fromtimestamp(record.trusted, UTC).isoformat(timespec="minutes")
            log_line(connection, "anaphor", "clock doubted", trusted, now)
    return record
