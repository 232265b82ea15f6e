"""What did not go as the rules had it, as a line of the journal says it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseChange:
    """One such change."""

    kind: Change
    when: datetime
    values: Mapping[str, Any]


def apply_change(course: Any, kind: Change, when: datetime, event: Mapping[str, Any]) -> None:
    """Put right what has happened so far, a `Course` of `round.py`, which imports this module."""
    if kind is Change.EXTENDED:
        course.postponed += event["days"]
    elif kind is Change.WITHDRAWN:
        del course.entries[event["entry"]]
        course.deposits.pop(event["entry"], None)
    elif kind is Change.CLOCK:
        # What a wrong clock put into the future happened by now at the latest; what was announced then is void.
        course.last = when
        for name, entered in course.entries.items():
            if entered.when > when:
                late = entered.late and name not in event["in_time"]
                course.entries[name] = replace(entered, when=when, late=late)
        for given in course.deposits.values():
            given[:] = [replace(each, when=min(each.when, when)) for each in given]
        course.announced, course.concluded = (
            None if each is None or each > when else each for each in (course.announced, course.concluded)
        )
