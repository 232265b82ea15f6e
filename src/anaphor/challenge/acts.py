"""What an organiser does with a challenge: run, run again, take papers, disqualify, announce; for web and commands."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from anaphor.challenge.entry import ENTRY_FILE as ENTRY
from anaphor.challenge.entry import obstacle
from anaphor.challenge.judging.judging import Judgement, judge, results_of, verdicts_of, waiting
from anaphor.challenge.judging.results import heard
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.judging.standing import round_result
from anaphor.challenge.judging.verdict import EntryVerdict, Verdict
from anaphor.challenge.round import Act, Deposit, Hearing, is_late, moment, phase
from anaphor.challenge.rules_text import RuleName
from anaphor.challenge.running import OVER, Progress, RunPlan, Sandboxes, run_entries, sandboxes_of
from anaphor.challenge.secret import rerun_hour, seed_of
from anaphor.challenge.store import Challenge, make_folder
from anaphor.errors import AnaphorError, InputError, OutputError, Place, UnknownNameError


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
        refused = "".join(f"; {name!r} was refused: {reason}" for name, reason in challenge.refused.items())
        raise InputError(f"nobody has entered in time{refused}", todo="Run: anaphor challenge enter")
    _refuse_other_material(challenge)
    place = sandboxes or sandboxes_of(challenge)  # before anything is revealed: it may be impossible on this machine
    seed = seed_of(challenge.reveal("run", when), "order")
    names = [each.name for each in challenge.in_time]
    for drawn, sheet in zip(challenge.rounds, challenge.sheets, strict=True):
        questions = tuple(item.question for item in drawn.items)
        plan = RunPlan(round_name=drawn.rules.name, which=Hearing.RUN, questions=questions, seed=seed, when=when)
        run_entries(challenge, plan, names, place, progress)
        if waiting(challenge, drawn.rules.name, names):
            break
        found = [heard(challenge, name, drawn.rules.name, Hearing.RUN, sheet.targets) for name in names]
        names = list(round_result(sheet, found, challenge.rules.threshold).passed)
        if not names:
            break
    return when


def take_entries(challenge: Challenge, *, but: str | None = None) -> None:
    """Register what lies in the entries' folder and was not registered, in the order of the names; it may be late."""
    folder = challenge.folder / "entries"
    known = sorted(path.parent.name for path in folder.glob(f"[!.]*/{ENTRY}")) if folder.is_dir() else []
    for name in known:
        if name in challenge.course.entries or name == but:
            continue
        when = challenge.begin(Act.ENTER)
        try:
            digest = challenge.examine(name)
        except (AnaphorError, OSError) as error:  # what is wrong with one entry is no other's fault
            challenge.refused[name] = str(error)
            continue
        challenge.enter(name, when, digest)


def obstacles(challenge: Challenge) -> dict[str, str]:
    """The entries in the folder whose runs would be lost on this machine, and why; what cannot be read has its turn."""
    found: dict[str, str] = {}
    for path in sorted((challenge.folder / "entries").glob(f"[!.]*/{ENTRY}")):
        name = path.parent.name
        with suppress(AnaphorError, OSError):
            why = obstacle(name, challenge.entry(name), path.parent, challenge.rules.backend)
            found |= {name: why} if why else {}
    return found


def _refuse_other_material(challenge: Challenge) -> None:
    different = challenge.check_material()
    if different:
        raise InputError(different, where=Place(file=str(challenge.folder)), todo="Put back what was there.")


def rerun(
    challenge: Challenge,
    names: Sequence[str] = (),
    *,
    at: datetime | None = None,
    sandboxes: Sandboxes | None = None,
    progress: Progress | None = None,
) -> tuple[str, ...]:
    """Run the candidates for a prize again, on the same questions and on changed wordings; who was run."""
    when = _hour(challenge, challenge.begin(Act.RERUN, at), at)
    _refuse_other_material(challenge)
    standing = judge(challenge, when)
    able = [each.name for each in standing.entries if each.verdict is Verdict.CANDIDATE]
    for name in names:
        if name not in {each.name for each in standing.entries if each.row is not None}:
            raise UnknownNameError("entry with a result", name, [each.name for each in standing.entries if each.row])
    chosen = tuple(names or able)
    if not chosen:
        return ()
    place = sandboxes or sandboxes_of(challenge)
    seed = seed_of(challenge.reveal("rerun", when), "order")
    for drawn in challenge.rounds:
        label = drawn.rules.name
        mine = [name for name in chosen if challenge.course.run(name, label, Hearing.RUN).state in OVER]
        if not mine:
            continue
        same = tuple(item.question for item in drawn.items)
        other = tuple(each.item.question for each in challenge.changed_questions(label))
        for which, questions in ((Hearing.RERUN, same), (Hearing.CHANGED, other)):
            if questions:
                plan = RunPlan(round_name=label, which=which, questions=questions, seed=seed, when=when)
                run_entries(challenge, plan, mine, place, progress)
    return chosen


def _hour(challenge: Challenge, when: datetime, at: datetime | None) -> datetime:
    """The hour of the second run, which was drawn by lot; a rehearsal jumps there."""
    due = rerun_hour(challenge.need_secrets().rerun, challenge.rules.dates)
    if challenge.rules.rehearsal and at is None:
        when = max(when, due)
    if when < due:
        raise InputError(f"the second run is due {moment(due)}: that hour was drawn by lot", todo="Tell no entrant.")
    if is_late(Act.RERUN, challenge.rules.dates, when) and not challenge.course.verifying:
        raise InputError(
            f"second runs were to take place by {moment(challenge.rules.dates.rerun)}, and it is later",
            todo="Nobody is disqualified for it: announce another date to the entrants.",
        )
    return when


def announce(challenge: Challenge, *, final: bool = False, at: datetime | None = None) -> Judgement:
    """The judgement, which is now announced: provisional, or final."""
    act = Act.CONCLUDE if final else Act.ANNOUNCE
    if challenge.course.concluded:
        return judge(challenge, challenge.clock(act, at))
    when = challenge.begin(act, at)
    found = judge(challenge, when)
    if final:
        _refuse_unverified(challenge, found)
    if final or challenge.course.announced is None:
        bound = {"sheets": fingerprint_of(challenge.sheets_document())} if final else {}
        challenge.add(
            "concluded" if final else "announced", when, entries=verdicts_of(found), results=results_of(found), **bound
        )
    if final:
        return judge(challenge, when)
    return replace(found, phase=phase(challenge.rules.dates, challenge.course, when))


def _refuse_unverified(challenge: Challenge, found: Judgement) -> None:
    """Final results need second runs: that one is missing is an organiser's fault, and costs no entry its prize."""
    able = [each for each in found.entries if each.verdict is Verdict.CANDIDATE]
    held = [each.rules.name for each in found.rounds]
    for each in able:
        left = next((label for label in held if not _was_repeated(challenge, each, label)), None)
        if left is not None:
            raise InputError(
                f"{each.name} is a candidate for the prize and has not been run again in the round {left}",
                todo="Run: anaphor challenge rerun",
            )


def _was_repeated(challenge: Challenge, each: EntryVerdict, label: str) -> bool:
    """Whether an entry was heard again in a round, and on changed wordings where there are any."""
    changed = label in each.again.changes or not challenge.changed_questions(label)
    return label in each.again.repeats and changed


def take(challenge: Challenge, name: str, what: Deposit, source: Path, *, at: datetime | None = None) -> bool:
    """Take a paper, sources or a trace; whether it came in time. A late one is kept, and does not count."""
    _refuse_unknown(challenge, name)
    dates = challenge.rules.dates
    due = dates.paper if what is Deposit.PAPER else dates.source_or_trace
    when = challenge.clock(Act.ENTER, at)
    challenge.refuse_backwards(when)
    folder = challenge.folder / "deposits" / name
    make_folder(folder)
    try:
        digest = _kept(source, folder, what)
    except OSError as error:
        raise OutputError(f"it cannot be taken ({error.strerror})", where=Place(file=str(source))) from error
    challenge.add("deposited", when, entry=name, what=what.value, sha256=digest)
    return when < due


def _kept(source: Path, folder: Path, what: Deposit) -> str:
    """Copy what is handed in, whole or not at all; its hash, which is that of the copy."""
    if not source.is_file():
        raise InputError("this is no file", where=Place(file=str(source)), todo="Hand in one file.")
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as copy:
        made = Path(copy.name)
        try:
            with source.open("rb") as given:
                shutil.copyfileobj(given, copy)
            copy.flush()
            os.fsync(copy.fileno())
            with made.open("rb") as kept:
                digest = hashlib.file_digest(kept, "sha256").hexdigest()
            made.rename(folder / f"{what.value}-{digest[:16]}{source.suffix}")
        except BaseException:
            made.unlink(missing_ok=True)
            raise
    return digest


def disqualify(challenge: Challenge, name: str, rule: str, because: str, *, at: datetime | None = None) -> None:
    """Disqualify an entry by hand, for a rule and a reason that are published; final results stay what they are."""
    if challenge.course.concluded:
        raise InputError("this challenge is over: its results are final")
    _refuse_unknown(challenge, name)
    known = [each.value for each in RuleName]
    if rule not in known:
        raise UnknownNameError("rule", rule, known)
    if not because.strip():
        raise InputError("an entry is disqualified for a reason", todo="Say what it did.")
    when = challenge.clock(Act.ENTER, at)
    challenge.refuse_backwards(when)
    challenge.add("disqualified", when, entry=name, rule=rule, because=because)


def _refuse_unknown(challenge: Challenge, name: str) -> None:
    if name not in challenge.course.entries:
        raise UnknownNameError("entry", name, challenge.course.entries)
