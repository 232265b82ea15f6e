"""The course of a challenge as a state machine without files or clocks: what may happen when, and what has happened.

    challenge   draft → open → closed → provisional → verification → final
    entry       queued → running → finished | failed | timed out | lost (→ queued)

Deadlines are judged in `calendar/deadlines.py`. What was an organiser's fault makes a run *lost*, and a lost run is
queued again; it never costs an entry its turn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from anaphor.errors import ContentError


class Phase(StrEnum):
    """Where a challenge stands."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"
    PROVISIONAL = "provisional"
    VERIFICATION = "verification"
    FINAL = "final"


class RunState(StrEnum):
    """Where a run of an entry stands."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    """It could not be started, or died too often; what it had answered counts."""
    TIMED_OUT = "timed out"
    """Its time was used up; what it had answered counts."""
    LOST = "lost"
    """The organiser's machine failed: it is queued again."""


class Act(StrEnum):
    """What is done to a challenge."""

    ENTER = "enter"
    RUN = "run"
    ANNOUNCE = "announce provisional results"
    RERUN = "run again"
    CONCLUDE = "announce final results"


class Hearing(StrEnum):
    """Which run of an entry."""

    RUN = "run"
    """The run that is scored."""
    RERUN = "rerun"
    """The same questions again, in other orders, at another time."""
    CHANGED = "changed"


class Change(StrEnum):
    """What did not go as the rules had it: it stands in the journal, and is published."""

    LATE_RERUN = "late rerun"
    """Candidates were run again after the last day for it; that costs no entry anything."""
    CLOCK = "clock corrected"
    """A command was called under a wrong clock; what it wrote is taken to be of the moment of the correction."""
    EXTENDED = "extended"
    """The entries' deadline, and all that follows, was put off before it had come."""
    WITHDRAWN = "withdrawn"
    """An entrant took an entry back, for good or for another one of that name."""


class Deposit(StrEnum):
    """What an entrant hands in."""

    PAPER = "paper"
    SOURCE = "source"
    TRACE = "trace"


OVER = (RunState.FINISHED, RunState.FAILED, RunState.TIMED_OUT)
"""States of a run that is not begun again."""
_NEXT = {
    RunState.QUEUED: {RunState.RUNNING},
    RunState.RUNNING: {RunState.FINISHED, RunState.FAILED, RunState.TIMED_OUT, RunState.LOST},
    RunState.LOST: {RunState.QUEUED, RunState.RUNNING},
}


def advance(state: RunState, to: RunState) -> RunState:
    """The next state of a run; a step that the machine does not have is refused.

    >>> advance(RunState.RUNNING, RunState.FINISHED).value
    'finished'
    """
    if to not in _NEXT.get(state, set()):
        raise ContentError("challenge-course-step", state=state.value, to=to.value)
    return to


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """An entry as it came."""

    name: str
    digest: str
    """What it consists of, in 64 digits."""
    when: datetime
    late: bool
    """Whether that was too late; such an entry is kept and not run."""
    source_included: bool = False
    """Whether its files are its source, so that none has to be handed in later."""
    image: str | None = None
    """Its container image, by its digest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRun:
    """One run of an entry, with all its attempts."""

    state: RunState = RunState.QUEUED
    attempt: int = 0
    """How often it was begun; only a lost run is begun again."""
    trace: str | None = None
    """The trace of the last attempt, relative to the challenge's folder."""
    head: str | None = None
    replies: str | None = None
    """What was answered, in 64 digits: it binds what is published without the trace."""
    reason: str | None = None
    """Why it failed or was lost, in words."""
    reason_fr: str | None = None
    began: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deposited:
    """Something handed in."""

    what: Deposit
    sha256: str
    """Its content, in 64 digits."""
    when: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """An entry that the organiser disqualified by hand."""

    rule: str
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseChange:
    """Something that did not go as the rules had it."""

    kind: Change
    when: datetime
    values: Mapping[str, Any]


RunName = tuple[str, str, Hearing]
"""Entry, round, which run."""


@dataclass(slots=True)
class Course:
    """What has happened so far."""

    rules: Mapping[str, Any] | None = None
    """The rules as they were when the challenge opened."""
    fingerprint: str | None = None
    entries: dict[str, Entered] = field(default_factory=dict)
    """Entries by name, in the order in which they came."""
    runs: dict[RunName, EntryRun] = field(default_factory=dict)
    deposits: dict[str, list[Deposited]] = field(default_factory=dict)
    posting: dict[str, bool] = field(default_factory=dict)
    """Entries whose authors said whether their paper may be posted."""
    removals: dict[str, Removal] = field(default_factory=dict)
    revealed: dict[str, str] = field(default_factory=dict)
    """Secrets that have been used: run, rerun."""
    last: datetime | None = None
    announced: datetime | None = None
    concluded: datetime | None = None
    postponed: int = 0
    """Days by which all dates from the entries' deadline on were put off."""
    changes: list[CourseChange] = field(default_factory=list)

    def run(self, entry: str, round_name: str, which: Hearing) -> EntryRun:
        """A run, whether or not it was begun."""
        return self.runs.get((entry, round_name, which), EntryRun())

    @property
    def verifying(self) -> bool:
        return any(which is not Hearing.RUN for _, _, which in self.runs)


def replay(events: Iterable[Mapping[str, Any]]) -> Course:
    course = Course()
    for event in events:
        apply(course, event)
    return course


def apply(course: Course, event: Mapping[str, Any]) -> None:
    when = datetime.fromisoformat(event["when"])
    course.last = when if course.last is None else max(course.last, when)
    match event["kind"]:
        case "opened":
            course.rules, course.fingerprint = event["rules"], event["fingerprint"]
        case "entered":
            particulars = {key: event[key] for key in ("digest", "late", "source_included", "image") if key in event}
            course.entries[event["entry"]] = Entered(name=event["entry"], when=when, **particulars)
        case "revealed":
            course.revealed[event["which"]] = event["secret"]
        case "started":
            label = (event["entry"], event["round"], Hearing(event["which"]))
            state = advance(course.run(*label).state, RunState.RUNNING)
            course.runs[label] = EntryRun(state=state, attempt=event["attempt"], trace=event["trace"], began=when)
        case "ended":
            label = (event["entry"], event["round"], Hearing(event["which"]))
            run = course.run(*label)
            outcome: dict[str, Any] = {name: event.get(name) for name in ("head", "replies", "reason", "reason_fr")}
            course.runs[label] = replace(run, state=advance(run.state, RunState(event["state"])), **outcome)
        case "deposited":
            deposit = Deposited(what=Deposit(event["what"]), sha256=event["sha256"], when=when)
            course.deposits.setdefault(event["entry"], []).append(deposit)
        case "posting":
            course.posting[event["entry"]] = event["allowed"]
        case "disqualified":
            course.removals[event["entry"]] = Removal(rule=event["rule"], because=event["because"])
        case "announced":
            course.announced = when
        case "concluded":
            course.concluded = when
        case kind if kind in list(Change):
            course.changes.append(CourseChange(kind=Change(kind), when=when, values=event))
            _change(course, Change(kind), when, event)


def _change(course: Course, kind: Change, when: datetime, event: Mapping[str, Any]) -> None:
    """Put right what has happened so far."""
    if kind is Change.EXTENDED:
        course.postponed += event["days"]
    elif kind is Change.WITHDRAWN:
        del course.entries[event["entry"]]
        course.deposits.pop(event["entry"], None)
        course.posting.pop(event["entry"], None)
    elif kind is Change.CLOCK:
        # What a wrong clock put into the future happened by now at the latest; what was announced then is void.
        course.last = when
        for name, entered in course.entries.items():
            if entered.when > when:
                late = entered.late and name not in event["in_time"]
                course.entries[name] = replace(entered, when=when, late=late)
        for given in course.deposits.values():
            given[:] = [replace(deposit, when=min(deposit.when, when)) for deposit in given]
        course.announced, course.concluded = (
            None if moment is None or moment > when else moment for moment in (course.announced, course.concluded)
        )
