"""What is done with an open challenge: run, run again, announce, take papers, disqualify, and put right.

Each is a line of the journal, and published.
"""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from anaphor.challenge.calendar.deadlines import is_late, moment, phase, refuse_early, rerun_hour, rerun_until
from anaphor.challenge.drawing import Drawn, seed_of
from anaphor.challenge.judging.judging import Judgement, judge_rounds, results_of, verdicts_of, waiting
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.judging.standing import result_of, round_result
from anaphor.challenge.judging.verdict import Verdict
from anaphor.challenge.round import OVER, Act, Change, Deposit, Hearing
from anaphor.challenge.rulebook.validation import RuleName
from anaphor.challenge.running import Progress, RunPlan, Sandboxes, run_entries, sandboxes_of
from anaphor.challenge.staging.tree import copy_file
from anaphor.challenge.store import Challenge, make_folder
from anaphor.errors import AnaphorError, InputError, OutputError, UnknownNameError
from anaphor.text import joined, message

_MOST_DAYS = 366


def run_rounds(
    challenge: Challenge,
    *,
    at: datetime | None = None,
    sandboxes: Sandboxes | None = None,
    progress: Progress | None = None,
) -> datetime:
    """Run every entry in the first round, and those that pass it in the second; when that was."""
    take_entries(challenge)
    when = challenge.begin(Act.RUN, at)
    if not challenge.in_time:
        why = [message("challenge-act-refused", name=repr(name), why=why) for name, why in challenge.refused.items()]
        code = "challenge-act-only-refused" if why else "challenge-act-nobody"
        raise InputError(code, refused=joined(why, "; "))
    _refuse_other_material(challenge)
    place = sandboxes or sandboxes_of(challenge)  # before anything is revealed: it may be impossible on this machine
    names = [each.name for each in challenge.in_time]
    for drawn, sheet in zip(challenge.rounds, challenge.sheets, strict=True):
        run_entries(challenge, _plan(challenge, drawn, Hearing.RUN, when), names, place, progress)
        if waiting(challenge, drawn.rules.name, names):
            break
        found = [result_of(challenge, name, drawn.rules.name, Hearing.RUN, sheet.targets) for name in names]
        names = list(round_result(sheet, found, challenge.rules).passed)
        if not names:
            break
    return when


def take_entries(challenge: Challenge, *, but: str | None = None) -> None:
    """Register what lies in the entries' folder and was not registered, in the order of the names; it may be late."""
    for name in challenge.lying:
        if name == but:
            continue
        when = challenge.begin(Act.ENTER)
        try:
            stored = challenge.examine(name)
        except (AnaphorError, OSError) as error:  # what is wrong with one entry is no other's fault
            challenge.refused[name] = str(error)
            continue
        challenge.enter(name, when, stored)


def _refuse_other_material(challenge: Challenge) -> None:
    if different := challenge.check_material():
        raise InputError(different, where=challenge.folder, todo=message("challenge-act-put-back"))


def rerun(
    challenge: Challenge,
    names: Sequence[str] = (),
    *,
    at: datetime | None = None,
    sandboxes: Sandboxes | None = None,
    progress: Progress | None = None,
) -> tuple[str, ...]:
    """Run the candidates for a prize again, on the same questions and on changed wordings; who was run."""
    rules, when = challenge.rules, challenge.begin(Act.RERUN, at)
    due = rerun_hour(challenge.need_secrets().rerun, rules.calendar)
    if rules.rehearsal and at is None:  # the hour was drawn by lot, and a rehearsal jumps there
        when = max(when, due)
    if when < due:
        raise InputError("challenge-act-not-due", due=moment(due))
    _refuse_other_material(challenge)
    standing = judge_rounds(challenge, when)
    able = [each.name for each in standing.entries if each.verdict is Verdict.CANDIDATE]
    known = [each.name for each in standing.entries if each.row is not None]
    for name in names:
        if name not in known:
            raise UnknownNameError("entry with a result", name, known)
    chosen = tuple(names or able)
    if not chosen:
        return ()
    place = sandboxes or sandboxes_of(challenge)
    if when >= (until := rerun_until(due, rules.calendar)) and not challenge.course.verifying:
        challenge.add(Change.LATE_RERUN, when, due=until.astimezone(UTC).isoformat())  # it costs nobody anything
    challenge.reveal("rerun", when)
    for drawn in challenge.rounds:
        label = drawn.rules.name
        mine = [name for name in chosen if challenge.course.run(name, label, Hearing.RUN).state in OVER]
        if not mine:
            continue
        for which in (Hearing.RERUN, Hearing.CHANGED):
            if (plan := _plan(challenge, drawn, which, when)).questions:
                run_entries(challenge, plan, mine, place, progress)
    return chosen


def run_entry(challenge: Challenge, name: str, round_name: str, which: Hearing, sandboxes: Sandboxes) -> datetime:
    """Run one entry once: a piece of what `run_rounds` or `rerun` has begun; when that was."""
    course, drawn = challenge.course, next((each for each in challenge.rounds if each.rules.name == round_name), None)
    secret = "run" if which is Hearing.RUN else "rerun"
    if drawn is None or name not in course.entries or secret not in course.revealed or course.last is None:
        raise InputError("challenge-act-not-begun", name=name, round=round_name)
    when = course.last if challenge.rules.rehearsal else max(datetime.now(UTC), course.last)
    run_entries(challenge, _plan(challenge, drawn, which, when), [name], sandboxes)
    return when


def _plan(challenge: Challenge, drawn: Drawn, which: Hearing, when: datetime) -> RunPlan:
    """What a round asks; the secret of its order is revealed with it."""
    label = drawn.rules.name
    items = [each.item for each in challenge.changed_questions[label]] if which is Hearing.CHANGED else drawn.items
    seed = seed_of(challenge.reveal("run" if which is Hearing.RUN else "rerun", when), "order")
    questions = tuple(item.question for item in items)
    return RunPlan(round_name=label, which=which, questions=questions, seed=seed, when=when)


def announce(challenge: Challenge, *, final: bool = False, at: datetime | None = None) -> Judgement:
    """The judgement, which is now announced: provisional, or final.

    Final results need second runs: that one is missing is an organiser's fault, and costs no entry its prize.
    """
    act = Act.CONCLUDE if final else Act.ANNOUNCE
    if challenge.course.concluded:
        return judge_rounds(challenge, challenge.clock(act, at))
    when = challenge.begin(act, at)
    found = judge_rounds(challenge, when)
    told = {"entries": verdicts_of(found), "results": results_of(found)}
    if not final:
        if challenge.course.announced is None:
            challenge.add("announced", when, **told)
        return replace(found, phase=phase(challenge.rules.calendar, challenge.course, when))
    for each in found.entries:
        for label in (part.rules.name for part in found.rounds) if each.verdict is Verdict.CANDIDATE else ():
            changed = label in each.again.changes or not challenge.changed_questions[label]
            if label not in each.again.repeats or not changed:
                raise InputError("challenge-act-not-repeated", name=each.name, round=label)
    challenge.add("concluded", when, **told, sheets=fingerprint_of(challenge.sheets_document()))
    return judge_rounds(challenge, when)


def take(challenge: Challenge, name: str, what: Deposit, source: Path, *, at: datetime | None = None) -> bool:
    """Take a paper, sources or a trace; whether it came in time. A late one is kept, and does not count."""
    _refuse_unknown(challenge, name)
    dates = challenge.rules.calendar
    due = dates.paper if what is Deposit.PAPER else dates.source_or_trace
    when = challenge.clock(Act.ENTER, at)
    challenge.refuse_backwards(when)
    folder = challenge.folder / "deposits" / name
    make_folder(folder)
    if not source.is_file() or source.is_symlink():
        raise InputError("challenge-act-no-file", where=source)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".") as place:  # whole or not at all
            made = Path(place) / what.value
            digest = copy_file(source, made, most=challenge.disk)
            with made.open("rb") as kept:
                os.fsync(kept.fileno())
            made.rename(folder / f"{what.value}-{digest[:16]}{source.suffix}")
    except OSError as error:
        raise OutputError("challenge-act-not-taken", why=str(error.strerror), where=source) from error
    challenge.add("deposited", when, entry=name, what=what.value, sha256=digest)
    return when < due


def allow_posting(challenge: Challenge, name: str, *, allowed: bool, at: datetime | None = None) -> None:
    """Note whether an entry's paper may be posted; its authors may change their minds at any time."""
    _refuse_unknown(challenge, name)
    when = challenge.clock(Act.ENTER, at)
    challenge.refuse_backwards(when)
    challenge.add("posting", when, entry=name, allowed=allowed)


def disqualify(challenge: Challenge, name: str, rule: str | None, because: str, *, at: datetime | None = None) -> None:
    """Disqualify an entry by hand, for a rule and a reason that are published; final results stay what they are."""
    if challenge.course.concluded:
        raise InputError("challenge-folder-over")
    _refuse_unknown(challenge, name)
    known = [each.value for each in RuleName]
    if rule is None:
        raise InputError("challenge-act-no-rule")
    if rule not in known:
        raise UnknownNameError("rule", rule, known)
    if not because.strip():
        raise InputError("challenge-act-no-reason")
    when = challenge.clock(Act.ENTER, at)
    challenge.refuse_backwards(when)
    challenge.add("disqualified", when, entry=name, rule=rule, because=because)


def withdraw(challenge: Challenge, name: str, because: str = "", *, at: datetime | None = None) -> None:
    """Take an entry back before anything was run; its files stay, under a name that no entry can have."""
    course = challenge.course
    _refuse_unknown(challenge, name)
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
    if not because.strip():
        raise InputError("challenge-act-no-because")
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
    if not because.strip():
        raise InputError("challenge-act-no-because")
    when, last = challenge.clock(Act.ENTER, at), challenge.course.last
    if last is None or when >= last:
        raise InputError("challenge-clock-right", now=moment(when))
    refuse_early(Act.ENTER, challenge.rules.calendar, when)
    early = [] if is_late(challenge.rules.calendar, when) else challenge.course.entries.values()
    in_time = [each.name for each in early if each.late and each.when > when]
    challenge.add(Change.CLOCK, when, was=last.isoformat(), in_time=in_time, because=because)


def _refuse_unknown(challenge: Challenge, name: str) -> None:
    if name not in challenge.course.entries:
        raise UnknownNameError("entry", name, challenge.course.entries)
