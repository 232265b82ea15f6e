"""What is put right in the course of a challenge: each is a line of the journal, and published."""

from datetime import datetime

from anaphor.challenge.calendar.changes import Change, CourseChange
from anaphor.challenge.calendar.deadlines import is_late, local_moment, moment, refuse_early
from anaphor.challenge.round import Act
from anaphor.challenge.rulebook.rules import Rules
from anaphor.challenge.store import Challenge
from anaphor.errors import InputError, UnknownNameError
from anaphor.text import Message, choice

_MOST_DAYS = 366


def withdraw(challenge: Challenge, name: str, because: str = "", *, at: datetime | None = None) -> None:
    """Take an entry back before anything was run; its files stay, under a name that no entry can have."""
    course = challenge.course
    if name not in course.entries:
        raise UnknownNameError("entry", name, course.entries)
    when = challenge.begin(Act.ENTER, at)
    if course.runs or is_late(challenge.rules.calendar, when):
        raise InputError("challenge-act-no-way-back", name=name, closes=moment(challenge.rules.calendar.closes))
    digest = course.entries[name].digest
    challenge.add(Change.WITHDRAWN, when, entry=name, digest=digest, because=because)
    folder = challenge.path_of(name)
    left = [folder.with_name(f".{name}.{digest[:16]}.{number}") for number in range(len(course.changes) + 1)]
    folder.rename(next(path for path in left if not path.exists()))


def extend(challenge: Challenge, days: int, because: str, *, at: datetime | None = None) -> None:
    """Put the entries' deadline off, and all dates that follow it, as long as it has not come."""
    _refuse_no_reason(because)
    if not 1 <= days <= _MOST_DAYS:
        raise InputError("challenge-act-days", most=_MOST_DAYS, days=days)
    when = challenge.clock(Act.ENTER, at)
    challenge.refuse_backwards(when)
    if challenge.course.fingerprint is None:
        raise InputError("challenge-act-not-opened")
    if challenge.course.runs or is_late(challenge.rules.calendar, when):
        raise InputError("challenge-act-closed", closes=moment(challenge.rules.calendar.closes))
    challenge.add(Change.EXTENDED, when, days=days, because=because)


def correct_clock(challenge: Challenge, because: str, *, at: datetime | None = None) -> None:
    """Go on from now where a command under a wrong clock wrote of the future.

    What it wrote happened by now at the latest: entries that it called late are in time if it is not late now.
    """
    _refuse_no_reason(because)
    when, last = challenge.clock(Act.ENTER, at), challenge.course.last
    if last is None or when >= last:
        raise InputError("challenge-clock-right", now=moment(when))
    refuse_early(Act.ENTER, challenge.rules.calendar, when)
    early = [] if is_late(challenge.rules.calendar, when) else challenge.course.entries.values()
    in_time = [each.name for each in early if each.late and each.when > when]
    challenge.add(Change.CLOCK, when, was=last.isoformat(), in_time=in_time, because=because)


def _refuse_no_reason(because: str) -> None:
    if not because.strip():
        raise InputError("challenge-act-no-because")


def change_text(change: CourseChange, rules: Rules) -> Message:
    """What is published of a change, in the zone of the challenge."""
    zone, told = rules.dates.closes.tzinfo, dict(change.values)
    for name in {"when", "due", "was"} & told.keys():
        told[name] = local_moment(datetime.fromisoformat(told[name]).astimezone(zone))
    kept = ("when", "due", "was", "days", "entry", "because")
    values = {name: told[name] for name in kept if name in told}
    values |= {"said": "yes" if values.get("because") else "no", "entries": len(told.get("in_time", ()))}
    return choice("challenge-change", change.kind.replace(" ", "-"), **values)
