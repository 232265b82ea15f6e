"""What may happen when: every deadline is judged here, for the command line and the web alike. Late is late.

Times are compared as instants; people read them in UTC, but in rules and verdicts, which keep to the challenge's zone.
"""

from datetime import UTC, datetime, timedelta

from anaphor.challenge.drawing import seed_of
from anaphor.challenge.round import Act, Course, CourseChange, Phase
from anaphor.challenge.rulebook import Dates, Rules
from anaphor.clock import far_after
from anaphor.errors import InputError
from anaphor.text import Message, choice

Moment = datetime | str | None
"""A moment as users give it; None: now, or where a rehearsal's clock stands."""
_YEARS = (2000, 2200)
_LEFT_AFTER_DRAWN = timedelta(hours=48)
"""What an organiser has at least, once the second run is due."""


def moment_of(given: Moment) -> datetime | None:
    """The moment that somebody means: what names no zone is of UTC.

    >>> moment_of("2026-12-01T10:30").isoformat()
    '2026-12-01T10:30:00+00:00'
    """
    if given is None:
        return None
    try:
        when = datetime.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        raise InputError("challenge-act-no-moment", moment=repr(given)) from None
    if not _YEARS[0] <= when.year < _YEARS[1]:
        raise InputError("challenge-act-no-year", moment=repr(given))
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def phase(dates: Dates, course: Course, now: datetime) -> Phase:
    if course.concluded:
        return Phase.FINAL
    if course.announced:
        return Phase.VERIFICATION if course.verifying else Phase.PROVISIONAL
    if now >= dates.closes:
        return Phase.CLOSED
    return Phase.OPEN if now >= dates.opens else Phase.DRAFT


def earliest(act: Act, dates: Dates) -> datetime:
    return {
        Act.ENTER: dates.opens,
        Act.RUN: dates.held,
        Act.ANNOUNCE: dates.held,
        Act.RERUN: dates.provisional,
        Act.CONCLUDE: dates.final,
    }[act]


def is_late(dates: Dates, now: datetime) -> bool:
    """Whether it is too late to enter: at the deadline itself it is."""
    return now >= dates.closes


def rerun_hour(secret: str, dates: Dates) -> datetime:
    """When the second run is due: drawn evenly between the provisional results and two days before the last day."""
    span = max(dates.rerun - _LEFT_AFTER_DRAWN - dates.provisional, timedelta())
    share = seed_of(secret, "hour") / 2**48
    return dates.provisional + timedelta(seconds=int(span.total_seconds() * share))


def rerun_until(due: datetime, dates: Dates) -> datetime:
    """Until when second runs are in time: the last day for them, and at least two days after the drawn hour."""
    return max(dates.rerun, due + _LEFT_AFTER_DRAWN)


def milestones(dates: Dates) -> dict[str, datetime]:
    """Every date of a challenge by its name, in the order of time."""
    names = ("opens", "closes", "held", "provisional", "rerun", "source_or_trace", "paper", "final")
    return dict(sorted(((name, getattr(dates, name)) for name in names), key=lambda pair: pair[1]))


def refuse_implausible(dates: Dates, last: datetime | None, now: datetime) -> None:
    """Refuse a moment far from everything: more than a month after the last line and after the last date before it."""
    recorded = {when.timestamp(): when for when in (last, *milestones(dates).values()) if when is not None}
    if (before := far_after(now.timestamp(), recorded)) is not None:
        raise InputError("challenge-clock-implausible", now=moment(now), last=moment(recorded[before]))


def refuse_early(act: Act, dates: Dates, now: datetime) -> None:
    begins = earliest(act, dates)
    if now < begins:
        todo = choice("challenge-act", act.name)
        raise InputError("challenge-course-early", act=todo, begins=moment(begins), now=moment(now))


def moment(when: datetime) -> str:
    """An instant as people read it, in UTC whatever its zone is.

    >>> moment(datetime.fromisoformat("2026-12-01T10:30+01:00"))
    '2026-12-01 09:30 UTC'
    """
    return local_moment(when.astimezone(UTC))


def local_moment(when: datetime) -> str:
    """An instant in its own zone, which it names: for rules and verdicts, which keep to the zone of their challenge."""
    return f"{when:%Y-%m-%d %H:%M} {when.strftime('%Z') or 'UTC'}"


def rehearsed(act: Act, dates: Dates, course: Course) -> datetime:
    """The moment that a rehearsal jumps to: when the act may be done, and not before what has happened already."""
    begins = earliest(act, dates)
    return max(begins, course.last) if course.last else begins


def change_text(change: CourseChange, rules: Rules) -> Message:
    """What is published of a change, in the zone of the challenge."""
    zone, recorded = rules.dates.closes.tzinfo, dict(change.values)
    for name in {"when", "due", "was"} & recorded.keys():
        recorded[name] = local_moment(datetime.fromisoformat(recorded[name]).astimezone(zone))
    names = ("when", "due", "was", "days", "entry", "because")
    values = {name: recorded[name] for name in names if name in recorded}
    values |= {"said": "yes" if values.get("because") else "no", "entries": len(recorded.get("in_time", ()))}
    return choice("challenge-change", change.kind.replace(" ", "-"), **values)
