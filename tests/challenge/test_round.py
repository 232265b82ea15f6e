"""The course of a challenge as a state machine: what may happen when, without a file or a clock."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from anaphor.challenge.calendar import is_late, local_moment, moment, phase, refuse_early, rehearsed
from anaphor.challenge.round import Act, Course, EntryRun, Hearing, Phase, RunState, advance, replay
from anaphor.challenge.rulebook import Dates
from anaphor.errors import ContentError, InputError

OPENS = datetime(2026, 11, 2, 8, 0, tzinfo=UTC)
CLOSES = OPENS + timedelta(days=14)
DATES = Dates(opens=OPENS, closes=CLOSES, held=CLOSES + timedelta(days=1), source_or_trace=CLOSES + timedelta(days=10))
TICK = timedelta(microseconds=1)


def event(kind: str, days: float = 1, **fields: Any) -> dict[str, Any]:
    """A line of a journal."""
    return {"kind": kind, "when": (OPENS + timedelta(days=days)).isoformat(), **fields}


def begun(which: str = "run", attempt: int = 1) -> dict[str, Any]:
    """A run that begins."""
    return event("started", 16, entry="a", round="one", which=which, attempt=attempt, trace="t")


def over(state: str, which: str = "run") -> dict[str, Any]:
    """A run that ends."""
    return event("ended", 16, entry="a", round="one", which=which, state=state, head="h", reason=None)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (OPENS - TICK, Phase.DRAFT),
        (OPENS, Phase.OPEN),
        (CLOSES - TICK, Phase.OPEN),
        (CLOSES, Phase.CLOSED),
        (DATES.final + timedelta(days=99), Phase.CLOSED),
    ],
    ids=["before", "at the opening", "a tick before the end", "at the end", "never announced"],
)
def test_the_phase_follows_the_clock_until_results_are_announced(now: datetime, expected: Phase) -> None:
    assert phase(DATES, Course(), now) is expected


def test_what_is_announced_is_not_undone_by_the_clock() -> None:
    announced = replay([event("announced", 17)])
    assert phase(DATES, announced, OPENS) is Phase.PROVISIONAL
    verifying = replay([event("announced", 17), begun("rerun")])
    assert phase(DATES, verifying, OPENS) is Phase.VERIFICATION
    assert phase(DATES, replay([event("announced", 17), event("concluded", 40)]), OPENS) is Phase.FINAL


def test_an_entry_is_late_at_the_deadline_itself_in_whatever_zone_it_is_written() -> None:
    assert not is_late(DATES, CLOSES - TICK)
    for hours in (-11, 0, 5, 14):
        assert is_late(DATES, CLOSES.astimezone(timezone(timedelta(hours=hours))))


@pytest.mark.parametrize("act", list(Act))
def test_nothing_comes_too_early(act: Act) -> None:
    with pytest.raises(InputError, match="it is too early"):
        refuse_early(act, DATES, OPENS - TICK)
    refuse_early(act, DATES, DATES.final)


def test_the_machine_has_these_steps_and_no_others() -> None:
    allowed = {
        (RunState.QUEUED, RunState.RUNNING),
        (RunState.RUNNING, RunState.FINISHED),
        (RunState.RUNNING, RunState.FAILED),
        (RunState.RUNNING, RunState.TIMED_OUT),
        (RunState.RUNNING, RunState.LOST),
        (RunState.LOST, RunState.QUEUED),
        (RunState.LOST, RunState.RUNNING),
    }
    for one, other in product(RunState, repeat=2):
        if (one, other) in allowed:
            assert advance(one, other) is other
        else:
            with pytest.raises(ContentError):
                advance(one, other)


def test_a_lost_run_is_begun_again_and_nothing_is_held_against_it() -> None:
    course = replay([begun(), over("lost"), begun(attempt=2), over("finished")])
    found = course.run("a", "one", Hearing.RUN)
    assert (found.state, found.attempt, found.head) == (RunState.FINISHED, 2, "h")


@pytest.mark.parametrize("state", ["finished", "failed", "timed out"])
def test_a_run_that_is_over_is_never_begun_again(state: str) -> None:
    with pytest.raises(ContentError):
        replay([begun(), over(state), begun(attempt=2)])


def test_a_run_that_was_never_begun_is_queued() -> None:
    assert Course().run("a", "one", Hearing.RUN) == EntryRun(state=RunState.QUEUED)


def test_a_rehearsal_jumps_to_where_an_act_may_be_done_and_never_back() -> None:
    assert rehearsed(Act.RUN, DATES, Course()) == DATES.held
    later = Course(last=DATES.final)
    assert rehearsed(Act.RUN, DATES, later) == DATES.final


def test_a_journal_is_replayed_to_the_same_course_however_often() -> None:
    lines = [
        event("opened", 0, rules={}, fingerprint="f"),
        event("entered", 1, entry="a", digest="d", late=False),
        event("revealed", 16, which="run", secret="s"),
        begun(),
        over("finished"),
        event("deposited", 18, entry="a", what="paper", sha256="x"),
        event("disqualified", 19, entry="a", rule="access", because="it asked"),
    ]
    assert replay(lines) == replay(lines)
    found = replay(lines)
    assert (found.entries["a"].late, found.revealed["run"], found.removals["a"].rule) == (False, "s", "access")
    assert found.last == OPENS + timedelta(days=19)


def test_a_moment_names_its_zone() -> None:
    assert moment(CLOSES.astimezone(ZoneInfo("Europe/Paris"))) == "2026-11-16 08:00 UTC"
    assert local_moment(CLOSES.astimezone(ZoneInfo("Europe/Paris"))) == "2026-11-16 09:00 CET"
