"""What an organiser sees and does while a study runs."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from anaphor.errors import InputError
from anaphor.experiment.assignment import counts
from anaphor.experiment.store import Store
from anaphor.experiment.tables import ANSWERS, CONFLICTS, LOG, PARTICIPANTS, RECRUITS, STUDY
from anaphor.storage.database import reading, writing


@dataclass(frozen=True, slots=True, kw_only=True)
class ListStatus:
    """How far one list is."""

    number: int
    """From 1."""
    finished: int
    """Participants who finished and are not excluded."""
    live: int
    """Participants who are still going."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """How far a study is."""

    name: str
    """Name of the study."""
    fingerprint: str
    """Fingerprint of its design."""
    quota: int
    """Participants wanted."""
    paused: bool
    """Whether newcomers are turned away."""
    frozen: bool
    """Whether somebody has started."""
    started: int
    """Participants who ever started."""
    finished: int
    """Participants who finished, excluded ones too."""
    excluded: int
    """Participants whom the organiser excluded."""
    withdrawn: int
    """Participants who withdrew."""
    answers: int
    """Answers on disk."""
    conflicts: int
    """Second answers that differed from the first."""
    lists: tuple[ListStatus, ...]
    """List by list."""

    @property
    def imbalance(self) -> int:
        """Difference between the list with most and the one with fewest finished participants."""
        finished = [each.finished for each in self.lists]
        return max(finished) - min(finished)


def status(store: Store, now: float) -> Status:
    """How far the study is."""
    with reading(store.engine) as connection:
        study = connection.execute(select(STUDY)).one()
        done, live = counts(connection, store.design, now)
        return Status(
            name=study.name,
            fingerprint=study.fingerprint,
            quota=study.quota,
            paused=bool(study.paused),
            frozen=study.frozen_at is not None,
            started=_count(connection),
            finished=_count(connection, PARTICIPANTS.c.finished_at.is_not(None)),
            excluded=_count(connection, PARTICIPANTS.c.excluded.is_not(None)),
            withdrawn=_count(connection, PARTICIPANTS.c.withdrawn_at.is_not(None)),
            answers=connection.execute(select(func.count()).select_from(ANSWERS)).scalar_one(),
            conflicts=connection.execute(select(func.count()).select_from(CONFLICTS)).scalar_one(),
            lists=tuple(
                ListStatus(number=number, finished=one, live=other)
                for number, (one, other) in enumerate(zip(done, live, strict=True), 1)
            ),
        )


def _count(connection: Connection, which: object = None) -> int:
    asked = select(func.count()).select_from(PARTICIPANTS)
    return int(connection.execute(asked if which is None else asked.where(which)).scalar_one())  # type: ignore[arg-type]  # a condition of the library, whose type is private


def by_item(store: Store) -> list[tuple[str, int]]:
    """How many answers each trial has so far, fewest first."""
    with reading(store.engine) as connection:
        rows = connection.execute(select(ANSWERS.c.trial, func.count()).group_by(ANSWERS.c.trial)).all()
    found = {trial: count for trial, count in rows}  # noqa: C416  # rows are no plain tuples
    return sorted(((trial.id, found.get(trial.id, 0)) for trial in store.design.trials), key=lambda each: each[1])


def set_paused(store: Store, paused: bool, who: str, now: float) -> None:
    """Turn newcomers away, or let them in again; those who have started go on."""
    _do(store, {"paused": paused}, who, "pause" if paused else "open", None, now)


def extend(store: Store, quota: int, who: str, now: float) -> None:
    """Change how many participants are wanted."""
    if quota < 1:
        raise InputError(f"a study cannot want {quota} participants", todo="Give 1 or more.")
    _do(store, {"quota": quota}, who, "quota", str(quota), now)


def _do(store: Store, values: dict[str, object], who: str, what: str, detail: str | None, now: float) -> None:  # noqa: PLR0913, PLR0917  # one line of the log
    with writing(store.engine) as connection:
        connection.execute(update(STUDY), values)
        connection.execute(insert(LOG), {"at": now, "who": who, "what": what, "detail": detail})


def exclude(store: Store, participant: int, reason: str | None, who: str, now: float) -> None:
    """Leave a participant out of the analysis with a reason, or take them in again with None; nothing is deleted."""
    with writing(store.engine) as connection:
        mine = PARTICIPANTS.c.number == participant
        if not connection.execute(update(PARTICIPANTS).where(mine), {"excluded": reason}).rowcount:
            raise InputError(f"there is no participant {participant}")
        detail = f"{participant}: {reason}" if reason else str(participant)
        what = "exclude" if reason else "include"
        connection.execute(insert(LOG), {"at": now, "who": who, "what": what, "detail": detail})


def free(store: Store, person: str, who: str, now: float) -> bool:
    """Give back the place of somebody who left, as their recruiter says; False when nobody unfinished has that name."""
    with writing(store.engine) as connection:
        number = select(RECRUITS.c.participant).where(RECRUITS.c.person == person).scalar_subquery()
        unfinished = (PARTICIPANTS.c.number == number) & PARTICIPANTS.c.finished_at.is_(None)
        changed = connection.execute(update(PARTICIPANTS).where(unfinished), {"freed_at": now}).rowcount
        connection.execute(insert(LOG), {"at": now, "who": who, "what": "free", "detail": person})
    return bool(changed)


def forget_identities(store: Store, who: str, now: float) -> int:
    """Empty the table of the names that recruiters gave; answers stay."""
    with writing(store.engine) as connection:
        gone = connection.execute(RECRUITS.delete()).rowcount
        connection.execute(insert(LOG), {"at": now, "who": who, "what": "forget identities", "detail": str(gone)})
    return int(gone)
