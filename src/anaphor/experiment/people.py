"""How each participant does, and whom a recruiter is to pay."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from anaphor.experiment.design.design import TrialKind
from anaphor.experiment.session.session import VisitOutcome
from anaphor.experiment.study.reading_out import answer_rows, is_number, person_name, refused_person
from anaphor.experiment.study.store import Store
from anaphor.experiment.study.tables import ANSWER, PARTICIPANTS, PERSON, RECRUIT, RECRUITS
from anaphor.files import iso_time, reading, safe_table


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantWork:
    """How long somebody took and how they answered, as far as they got."""

    number: int
    seconds: float | None
    """From the consent to the end, or to the last answer; None before the first."""
    right: int
    judged: int
    """Items answered that have a key."""
    failed_attention: int
    failed_controls: int


def work_of(store: Store, numbers: Sequence[int]) -> dict[int, ParticipantWork]:
    """What some participants did, by number; each trial that was not answered correctly as a check is a failed one."""
    mine = ANSWER.participant.in_(list(numbers))
    with reading(store.engine) as connection:
        asked = select(ANSWER.participant, ANSWER.trial, ANSWER.choice, ANSWER.received_at).where(mine)
        rows = connection.execute(asked).all()
        times = select(PERSON.number, PERSON.started_at, PERSON.finished_at).where(PERSON.number.in_(list(numbers)))
        people = connection.execute(times).all()
    trials, last = store.design.by_id, dict[int, float]()
    counts = {
        row.number: dict.fromkeys(("right", "judged", "failed_attention", "failed_controls"), 0) for row in people
    }
    for number, name, choice, at in rows:
        trial, found = trials.get(name), counts.get(number)
        if trial is None or found is None or not is_number(at):  # damaged; whoever reads answers out is told so
            continue
        last[number] = max(last.get(number, at), at)
        if trial.key is not None:
            found["right"] += trial.kind is TrialKind.ITEM and choice == trial.key
            found["judged"] += trial.kind is TrialKind.ITEM
            found["failed_attention"] += trial.kind is TrialKind.ATTENTION and choice != trial.key
            found["failed_controls"] += trial.kind is TrialKind.CONTROL and choice != trial.key
    works = {}
    for number, began, ended in people:
        until = ended if ended is not None else last.get(number)
        seconds = max(0.0, until - began) if is_number(until) and is_number(began) else None
        works[number] = ParticipantWork(number=number, seconds=seconds, **counts[number])
    return works


def payment_rows(store: Store) -> list[dict[str, Any]]:
    """Whom a recruiter is to pay: the recruiter's ids beside pseudonyms, how each ended, and the work done."""
    for _ in answer_rows(store):  # nobody is paid, or not, by answers that are not as they were saved
        pass
    joined = PARTICIPANTS.join(RECRUITS, RECRUIT.participant == PERSON.number)
    with reading(store.engine) as connection:
        rows = connection.execute(
            select(PARTICIPANTS, RECRUIT.recruiter, RECRUIT.person, RECRUIT.session)
            .select_from(joined)
            .order_by(PERSON.number)
        ).all()
    works = work_of(store, [row.number for row in rows])
    lines = []
    for row in rows:
        with refused_person(store, row):
            pass
        work, ended = works[row.number], row.finished_at is not None
        checks = work.failed_attention >= store.design.exclusion.attention_failures
        outcome = (VisitOutcome.FAILED_CHECKS if checks else VisitOutcome.COMPLETED).value if ended else row.outcome
        seconds = None if work.seconds is None else round(work.seconds)
        about = (seconds, work.right, work.judged, work.failed_attention, work.failed_controls, row.excluded)
        when = (iso_time(row.started_at), iso_time(row.finished_at))
        cells = (person_name(row.number), row.recruiter, row.person, row.session, outcome, *when, *about)
        lines.append(dict(zip(_COLUMNS, cells, strict=True)))
    return lines


def payment_table(store: Store) -> str:
    """The same as a table (CSV), the one file that says who somebody is."""
    return safe_table(_COLUMNS, (tuple(row.values()) for row in payment_rows(store)))


_COLUMNS = (
    *("participant", "recruiter", "recruiter_id", "session", "outcome", "started_at", "finished_at"),
    *("seconds", "right", "judged", "failed_attention", "failed_controls", "reason"),
)
