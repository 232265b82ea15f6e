"""How a challenge stands: who entered, what is due, and the next date."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from anaphor.challenge.calendar.deadlines import milestones, phase, rerun_hour, rerun_until
from anaphor.challenge.judging.judging import judge_rounds, waiting
from anaphor.challenge.judging.verdict import Verdict
from anaphor.challenge.round import Act, CourseChange, Entered, Phase
from anaphor.challenge.rulebook.rules import Rules
from anaphor.challenge.store import Challenge
from anaphor.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryStatus:
    """An entry, and how far it has come."""

    entered: Entered
    state: str
    """How its last run stands; `refused` for one that came late."""
    handed_in: tuple[str, ...]
    disqualified: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What the organiser has to do."""

    act: Act
    since: datetime
    """From when on it can be done."""
    until: datetime | None = None
    """When it ought to be done."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChallengeStatus(Result):
    """How a challenge stands at a moment."""

    folder: Path
    rules: Rules
    now: datetime
    phase: Phase
    entries: tuple[EntryStatus, ...]
    due: Duty | None
    """None: nothing is left to be done."""
    lying: tuple[str, ...]
    """Entries that lie in the folder, and that the next run takes in."""
    dates: Mapping[str, datetime]
    changes: tuple[CourseChange, ...]

    @property
    def next(self) -> str | None:
        """The name of the next date; None: all are past."""
        return next((name for name, when in self.dates.items() if when > self.now), None)


def challenge_status(challenge: Challenge, at: datetime | None = None) -> ChallengeStatus:
    """The status now; of a rehearsal, whose clock jumps, at the moment of its last act, or when it opens."""
    course, rules = challenge.course, challenge.rules
    now = at or (course.last or rules.calendar.opens if rules.rehearsal else datetime.now(UTC))
    entries = []
    for name, entered in course.entries.items():
        last = challenge.last_run(name)
        entries.append(
            EntryStatus(
                entered=entered,
                state="refused" if entered.late else last.state.value,
                handed_in=tuple(sorted({each.what.value for each in course.deposits.get(name, ())})),
                disqualified=name in course.removals,
            )
        )
    return ChallengeStatus(
        folder=challenge.folder,
        rules=rules,
        now=now,
        phase=phase(rules.calendar, course, now),
        entries=tuple(entries),
        due=_due(challenge, now),
        lying=challenge.lying,
        dates=milestones(rules.calendar),
        changes=tuple(course.changes),
    )


def _due(challenge: Challenge, now: datetime) -> Duty | None:
    """The next act of the organiser's."""
    course, dates = challenge.course, challenge.rules.calendar
    if course.concluded:
        return None
    first = challenge.rules.rounds[0].name
    if not challenge.in_time and now < dates.closes:
        return Duty(act=Act.ENTER, since=dates.opens, until=dates.closes)
    if waiting(challenge, first, [each.name for each in challenge.in_time]):
        return Duty(act=Act.RUN, since=dates.held)
    if not course.announced:
        return Duty(act=Act.ANNOUNCE, since=dates.held, until=dates.provisional)
    able = [each for each in judge_rounds(challenge, now).entries if each.verdict is Verdict.CANDIDATE]
    if able and not all(each.again.repeats for each in able):
        due = rerun_hour(challenge.need_secrets().rerun, dates)
        return Duty(act=Act.RERUN, since=due, until=rerun_until(due, dates))
    return Duty(act=Act.CONCLUDE, since=dates.final)
