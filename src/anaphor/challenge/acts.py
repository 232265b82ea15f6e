"""What is done with a challenge, from its rules to its public page: each act is one call.

A challenge's folder comes in, or an open challenge, and a result goes out. What changes a challenge is a line of its
journal (`store.py`), and published. Other moments than now (`at`) are for rehearsals: a `datetime`, or text such as
`2026-12-01T09:00+01:00`.
"""

import dataclasses
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path

from anaphor.challenge import entry as entries
from anaphor.challenge.calendar import (
    Moment,
    is_late,
    milestones,
    moment,
    moment_of,
    phase,
    refuse_early,
    rerun_hour,
    rerun_until,
)
from anaphor.challenge.drawing import Drawn, seed_of
from anaphor.challenge.entry import Command
from anaphor.challenge.evidence.evidence import verify_path
from anaphor.challenge.evidence.publication import PAPERS, publication_of, run_document, write_files
from anaphor.challenge.judging import judging
from anaphor.challenge.judging.judging import Judgement, results_of, verdicts_of, waiting
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.judging.standing import result_of, round_result
from anaphor.challenge.judging.verdict import Verdict
from anaphor.challenge.results import (
    ChallengeRun,
    ChallengeStatus,
    ChallengeValidation,
    Duty,
    EntryReceipt,
    EntryStatus,
    PublishedSite,
    Verification,
)
from anaphor.challenge.round import OVER, Act, Change, Deposit, Hearing
from anaphor.challenge.rulebook import RULES_FILE, Rules, rules_of
from anaphor.challenge.running import Elsewhere, Progress, RunPlan, Sandboxes, run_entries, sandboxes_of
from anaphor.challenge.sandbox.sandbox import Limits
from anaphor.challenge.staging import copy_file, remove_tree
from anaphor.challenge.store import COPIED, PATIENCE_S, Challenge, make_folder, open_challenge
from anaphor.challenge.validation import RuleName
from anaphor.collection import CATALOGUE
from anaphor.errors import AnaphorError, InputError, OutputError, UnknownNameError, member_of
from anaphor.files import write_text
from anaphor.progress import progress
from anaphor.text import joined, message, text

FilePath = str | PathLike[str]
Held = Challenge | FilePath
"""A challenge: its folder, or what `open_challenge` gives."""
_PATIENCE_S = 30.0
"""How long an act waits for another that writes the journal: a person waits for it. A run waits longer."""
_MOST_DAYS = 366
"""By how many days a deadline can be put off: more is another challenge."""


@contextmanager
def opened(challenge: Held, clock_is_right: bool = False) -> Iterator[Challenge]:
    """The challenge, open for acts: what is called with it happens without opening it again."""
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S, sure=clock_is_right) as held:
        yield held


# --- the rules ------------------------------------------------------------------------------------------------------


def validate(challenge: Held, *, rules: str | None = None) -> ChallengeValidation:
    """Check that a challenge keeps its own rules, and that its entries could be run on this machine.

    `rules` are others, as a rules file has them, that might take the place of its own.
    """
    with open_challenge(challenge) as held:
        if rules is not None:
            held.rules = _amended(held, rules)
        return ChallengeValidation(rules=held.rules, checks=held.check(), obstacles=held.obstacles())


def amend(challenge: Held, rules: str) -> ChallengeValidation:
    """Put other rules in the place of a challenge's own, before they are frozen; what they break is said."""
    with opened(challenge) as held:
        if held.course.fingerprint is not None:
            raise InputError("challenge-act-frozen")
        validation = validate(held, rules=rules)
        write_text(held.folder / RULES_FILE, rules.replace("\r\n", "\n"))
        return validation


def _amended(held: Challenge, written: str) -> Rules:
    """Rules that somebody wrote who may not reach more of this machine by them than by those that are there."""
    proposed, old = rules_of(written), held.rules
    files = {name for round_ in proposed.rounds for name in (round_.collection, round_.people)}
    files |= {proposed.desk.development} if proposed.desk else set()
    files -= {published.name for published in CATALOGUE}
    reach = [(rules.lent, rules.hosts, rules.sites, rules.backend, rules.registries) for rules in (proposed, old)]
    if reach[0] != reach[1] or any(not _is_copy(name, held.folder) for name in files):
        raise InputError("challenge-act-reach")
    usual = Limits()
    for limit in dataclasses.fields(Limits):  # no more of this machine than there was, or than any challenge has
        wanted, had, lent = (getattr(limits, limit.name) for limits in (proposed.limits, old.limits, usual))
        if _exceeds(wanted, had) and _exceeds(wanted, lent):
            raise InputError("challenge-act-limit", name=limit.name, most=str(had if _exceeds(had, lent) else lent))
    return proposed


def _is_copy(name: str, folder: Path) -> bool:
    """Whether a file of a challenge's folder is one that `new` copied there: others are not for those who enter."""
    return name.startswith(COPIED) and "/" not in name and (folder / name).is_file()


def _exceeds(wanted: float | None, lent: float | None) -> bool:
    """Whether a limit lets an entry have more than another; None is none."""
    return lent is not None and (wanted is None or wanted > lent)


# --- entries --------------------------------------------------------------------------------------------------------


def enter(  # noqa: PLR0913  # what users of the library may say, by keyword
    challenge: Held,
    name: str,
    *,
    command: Command = (),
    folder: FilePath | None = None,
    image: str | None = None,
    resolver: str | None = None,
    url: str | None = None,
    source_included: bool = False,
    replace: bool = False,
    at: Moment = None,
    clock_is_right: bool = False,
) -> EntryReceipt:
    """Register an entry; one that comes too late is kept, and said to be late.

    It is exactly one of a `command` (whose files lie in `folder`), a container `image`, a `resolver` of an installed
    package as behind `resolve --with`, and a `url` that answers over HTTP; or a `folder` whose `entry.toml` says which;
    the `needs` in it hold either way.
    A function is none of these: entries are copied, run by themselves, sealed, and again weeks later.
    `source_included` says that its files are its source. `replace` puts it in the place of an earlier one of its name.
    `clock_is_right` says that this machine's clock is, where it is far from every date of the rules.
    """
    entry = entries.entry_from(command, resolver, url, image, source_included=source_included)
    files = None if folder is None else Path(folder)
    entries.check_name(name)
    with opened(challenge, clock_is_right) as held:
        take_entries(held, but=name)
        when = held.begin(Act.ENTER, moment_of(at))
        place = fresh = held.path_of(name)
        if replace or not place.exists():  # files that lie among the challenge's are taken as they are
            if entry is None or (files and (files / entries.ENTRY_FILE).is_file()):
                described = entries.described_entry(files)  # what it needs is asked for, whoever says what it is
                entry = dataclasses.replace(entry, needs=described.needs) if entry else described
            entries.check_asked(entry, held.rules)
            if replace:
                remove_tree(fresh := place.with_name(f".{name}.new"))  # an earlier try may have left it
            entries.store_entry(entries.settled(entry, held.rules), files, fresh, most=held.disk)
            if replace:  # the old one goes only when the new one is there
                withdraw(held, name, at=at)
                fresh.rename(place)
        entered = held.enter(name, when)
        why = entries.obstacle(name, held.entry(name), place, held.rules.backend)
        return EntryReceipt(name=name, entered=entered, obstacle=why)


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


def hand_in(  # noqa: PLR0913  # what users of the library may say, by keyword
    challenge: Held,
    name: str,
    *,
    paper: FilePath | None = None,
    source: FilePath | None = None,
    trace: FilePath | None = None,
    post: bool | None = None,
    at: Moment = None,
    clock_is_right: bool = False,
) -> EntryReceipt:
    """Hand in the file of a paper, of sources or of a trace for an entry; what comes late is kept, not counted.

    `post` says whether the organiser may post the paper on the challenge's site once results are final; its authors may
    change their minds at any time.
    """
    files = {Deposit.PAPER: paper, Deposit.SOURCE: source, Deposit.TRACE: trace}
    deposits = {what: Path(path) for what, path in files.items() if path is not None}
    if not deposits and post is None:
        raise InputError("challenge-act-nothing-in")
    entries.check_name(name)
    taken = {}
    with opened(challenge, clock_is_right) as held:
        _refuse_unknown(held, name)
        for what, path in deposits.items():
            when = _moment(held, at)
            digest = _keep_deposit(held, name, what, path)
            held.add("deposited", when, entry=name, what=what.value, sha256=digest)
            dates = held.rules.calendar
            taken[what.value] = when < (dates.paper if what is Deposit.PAPER else dates.source_or_trace)
        if post is not None:
            held.add("posting", _moment(held, at), entry=name, allowed=post)
    return EntryReceipt(name=name, taken=taken)


def _moment(challenge: Challenge, at: Moment) -> datetime:
    """When something happens that may happen at any time, but not before the last thing that did."""
    when = challenge.clock(Act.ENTER, moment_of(at))
    challenge.refuse_backwards(when)
    return when


def _keep_deposit(challenge: Challenge, name: str, what: Deposit, source: Path) -> str:
    """Copy what was handed in to the challenge, whole or not at all; its content, in 64 digits."""
    folder = challenge.folder / "deposits" / name
    make_folder(folder)
    if not source.is_file() or source.is_symlink():
        raise InputError("challenge-act-no-file", where=source)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".") as place:
            copy = Path(place) / what.value
            digest = copy_file(source, copy, most=challenge.disk)
            with copy.open("rb") as written:
                os.fsync(written.fileno())
            copy.rename(folder / f"{what.value}-{digest[:16]}{source.suffix}")
    except OSError as error:
        raise OutputError("challenge-act-not-taken", why=str(error.strerror), where=source) from error
    return digest


def withdraw(
    challenge: Held, name: str, *, because: str = "", at: Moment = None, clock_is_right: bool = False
) -> EntryReceipt:
    """Take an entry back before anything was run; its files stay, under a name that no entry can have."""
    with opened(challenge, clock_is_right) as held:
        course, dates = held.course, held.rules.calendar
        _refuse_unknown(held, name)
        when = held.begin(Act.ENTER, moment_of(at))
        if course.runs or is_late(dates, when):
            raise InputError("challenge-act-no-way-back", name=name, closes=moment(dates.closes))
        digest = course.entries[name].digest
        held.add(Change.WITHDRAWN, when, entry=name, digest=digest, because=because)
        folder = held.path_of(name)
        places = [folder.with_name(f".{name}.{digest[:16]}.{number}") for number in range(len(course.changes) + 1)]
        folder.rename(next(path for path in places if not path.exists()))
    return EntryReceipt(name=name, withdrawn=True)


def _refuse_unknown(challenge: Challenge, name: str) -> None:
    if name not in challenge.course.entries:
        raise UnknownNameError("entry", name, challenge.course.entries)


# --- how it stands --------------------------------------------------------------------------------------------------


def status(challenge: Held, *, at: Moment = None) -> ChallengeStatus:
    """Say who entered, what is due and which date is next; nothing is written."""
    with open_challenge(challenge) as held:
        return _status_of(held, moment_of(at))


def _status_of(challenge: Challenge, at: datetime | None) -> ChallengeStatus:
    """The status now; of a rehearsal, whose clock jumps, at the moment of its last act, or when it opens."""
    course, rules = challenge.course, challenge.rules
    now = at or (course.last or rules.calendar.opens if rules.rehearsal else datetime.now(UTC))
    standing = []
    for name, entered in course.entries.items():
        last = challenge.last_run(name)
        standing.append(
            EntryStatus(
                entered=entered,
                state="refused" if entered.late else last.state.value,
                handed_in=tuple(sorted({deposit.what.value for deposit in course.deposits.get(name, ())})),
                disqualified=name in course.removals,
            )
        )
    return ChallengeStatus(
        folder=challenge.folder,
        rules=rules,
        now=now,
        phase=phase(rules.calendar, course, now),
        entries=tuple(standing),
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
    if waiting(challenge, first, [entered.name for entered in challenge.in_time]):
        return Duty(act=Act.RUN, since=dates.held)
    if not course.announced:
        return Duty(act=Act.ANNOUNCE, since=dates.held, until=dates.provisional)
    able = [entry for entry in judging.judge_rounds(challenge, now).entries if entry.verdict is Verdict.CANDIDATE]
    if able and not all(candidate.again.repeats for candidate in able):
        due = rerun_hour(challenge.need_secrets().rerun, dates)
        return Duty(act=Act.RERUN, since=due, until=rerun_until(due, dates))
    return Duty(act=Act.CONCLUDE, since=dates.final)


# --- the runs -------------------------------------------------------------------------------------------------------


def run(
    challenge: Held,
    *,
    at: Moment = None,
    clock_is_right: bool = False,
    sealed: bool = False,
    elsewhere: Elsewhere | None = None,
) -> ChallengeRun:
    """Run every entry, sealed where the rules say so; interrupted, the same call goes on where it stopped.

    Several processes may do so at once: they share the entries. With `sealed` nothing is run where a program could get
    out, whatever the rules say. `elsewhere` hands entries out to others, who call `run_entry`.
    """
    with opened(challenge, clock_is_right) as held:
        with progress(text("challenge-run-progress")) as bar:
            place = sandboxes_of(held, must_seal=sealed, elsewhere=elsewhere)
            when = run_rounds(held, at=moment_of(at), sandboxes=place, progress=bar)
        return ChallengeRun(folder=held.folder, document=run_document(held, when))


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
    names = [entered.name for entered in challenge.in_time]
    for drawn, sheet in zip(challenge.rounds, challenge.sheets, strict=True):
        run_entries(challenge, _plan(challenge, drawn, Hearing.RUN, when), names, place, progress)
        if waiting(challenge, drawn.rules.name, names):
            break
        results = [result_of(challenge, name, drawn.rules.name, Hearing.RUN, sheet.targets) for name in names]
        names = list(round_result(sheet, results, challenge.rules).passed)
        if not names:
            break
    return when


def _refuse_other_material(challenge: Challenge) -> None:
    if different := challenge.check_material():
        raise InputError(different, where=challenge.folder, todo=message("challenge-act-put-back"))


def run_entry(challenge: Held, name: str, *, round_name: str, which: str = "run", sealed: bool = False) -> ChallengeRun:
    """Run one entry in one round, once `run` or `rerun` has begun; which of its runs (run, rerun, changed)."""
    with open_challenge(challenge, writing=True, patience=PATIENCE_S) as held:
        place = sandboxes_of(held, must_seal=sealed)
        hearing = member_of(Hearing, which, "run")
        course = held.course
        drawn = next((each for each in held.rounds if each.rules.name == round_name), None)
        secret = "run" if hearing is Hearing.RUN else "rerun"
        if drawn is None or name not in course.entries or secret not in course.revealed or course.last is None:
            raise InputError("challenge-act-not-begun", name=name, round=round_name)
        when = course.last if held.rules.rehearsal else max(datetime.now(UTC), course.last)
        run_entries(held, _plan(held, drawn, hearing, when), [name], place)
        return ChallengeRun(folder=held.folder, document=run_document(held, when))


def rerun(  # noqa: PLR0913  # what users of the library may say, by keyword
    challenge: Held,
    names: str | Sequence[str] = (),
    *,
    at: Moment = None,
    clock_is_right: bool = False,
    sealed: bool = False,
    elsewhere: Elsewhere | None = None,
) -> Judgement:
    """Run candidates for a prize again, all or those that are named, and judge by it; not before the hour drawn."""
    chosen = (names,) if isinstance(names, str) else tuple(names)
    with opened(challenge, clock_is_right) as held:
        with progress(text("challenge-run-again")) as bar:
            place = sandboxes_of(held, must_seal=sealed, elsewhere=elsewhere)
            done = run_again(held, chosen, at=moment_of(at), sandboxes=place, progress=bar)
        judgement = judging.judge_rounds(held, held.course.last or datetime.now(UTC))
    return dataclasses.replace(judgement, rerun=done)


def run_again(
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
    standing = judging.judge_rounds(challenge, when)
    able = [entry.name for entry in standing.entries if entry.verdict is Verdict.CANDIDATE]
    with_result = [entry.name for entry in standing.entries if entry.row is not None]
    for name in names:
        if name not in with_result:
            raise UnknownNameError("entry with a result", name, with_result)
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


def _plan(challenge: Challenge, drawn: Drawn, which: Hearing, when: datetime) -> RunPlan:
    """What a round asks; the secret of its order is revealed with it."""
    label = drawn.rules.name
    items = (
        [changed.item for changed in challenge.changed_questions[label]] if which is Hearing.CHANGED else drawn.items
    )
    seed = seed_of(challenge.reveal("run" if which is Hearing.RUN else "rerun", when), "order")
    questions = tuple(item.question for item in items)
    return RunPlan(round_name=label, which=which, questions=questions, seed=seed, when=when)


# --- the verdicts ---------------------------------------------------------------------------------------------------


def judge(challenge: Held, *, final: bool = False, at: Moment = None, clock_is_right: bool = False) -> Judgement:
    """Judge and announce: provisional results, or `final` ones, which are the last word."""
    with opened(challenge, clock_is_right) as held:
        judgement = announce(held, final=final, at=moment_of(at))
        return dataclasses.replace(judgement, head=held.head)


def announce(challenge: Challenge, *, final: bool = False, at: datetime | None = None) -> Judgement:
    """The judgement, which is now announced: provisional, or final.

    Final results need second runs: that one is missing is an organiser's fault, and costs no entry its prize.
    """
    act = Act.CONCLUDE if final else Act.ANNOUNCE
    if challenge.course.concluded:
        return judging.judge_rounds(challenge, challenge.clock(act, at))
    when = challenge.begin(act, at)
    judgement = judging.judge_rounds(challenge, when)
    verdicts = {"entries": verdicts_of(judgement), "results": results_of(judgement)}
    if not final:
        if challenge.course.announced is None:
            challenge.add("announced", when, **verdicts)
        return dataclasses.replace(judgement, phase=phase(challenge.rules.calendar, challenge.course, when))
    for entry in judgement.entries:
        for label in (part.rules.name for part in judgement.rounds) if entry.verdict is Verdict.CANDIDATE else ():
            changed = label in entry.again.changes or not challenge.changed_questions[label]
            if label not in entry.again.repeats or not changed:
                raise InputError("challenge-act-not-repeated", name=entry.name, round=label)
    challenge.add("concluded", when, **verdicts, sheets=fingerprint_of(challenge.sheets_document()))
    return judging.judge_rounds(challenge, when)


def disqualify(  # noqa: PLR0913  # what users of the library may say, by keyword
    challenge: Held, name: str, *, rule: str | None, because: str, at: Moment = None, clock_is_right: bool = False
) -> ChallengeStatus:
    """Disqualify an entry for a rule, by its name, and a reason; both are published. `judge` then judges without it.

    Final results stay what they are.
    """
    with opened(challenge, clock_is_right) as held:
        if held.course.concluded:
            raise InputError("challenge-folder-over")
        _refuse_unknown(held, name)
        names = [rule_name.value for rule_name in RuleName]
        if rule is None:
            raise InputError("challenge-act-no-rule")
        if rule not in names:
            raise UnknownNameError("rule", rule, names)
        if not because.strip():
            raise InputError("challenge-act-no-reason")
        held.add("disqualified", _moment(held, at), entry=name, rule=rule, because=because)
        return _status_of(held, held.course.last)


def correct(
    challenge: Held, *, clock: bool = False, extend: int | None = None, because: str = "", at: Moment = None
) -> ChallengeStatus:
    """Put right what went wrong, in the open and for a reason.

    `clock`: an act was called under a wrong clock, and what it wrote happened by now. `extend`: so many days are added
    to the entries' deadline and all that follows.
    """
    if clock == (extend is not None):
        raise InputError("challenge-act-correct-what")
    with opened(challenge) as held:
        if not because.strip():
            raise InputError("challenge-act-no-because")
        if extend is None:
            _correct_clock(held, because, at)
        else:
            _extend(held, extend, because, at)
        return _status_of(held, held.course.last)


def _extend(challenge: Challenge, days: int, because: str, at: Moment) -> None:
    """Put the entries' deadline off, and all dates that follow it, as long as it has not come."""
    if not 1 <= days <= _MOST_DAYS:
        raise InputError("challenge-act-days", most=_MOST_DAYS, days=days)
    when = _moment(challenge, at)
    if challenge.course.fingerprint is None:
        raise InputError("challenge-act-not-opened")
    if challenge.course.runs or is_late(challenge.rules.calendar, when):
        raise InputError("challenge-act-closed", closes=moment(challenge.rules.calendar.closes))
    challenge.add(Change.EXTENDED, when, days=days, because=because)


def _correct_clock(challenge: Challenge, because: str, at: Moment) -> None:
    """Go on from now where a command under a wrong clock wrote of the future.

    What it wrote happened by now at the latest: entries that it called late are in time if it is not late now.
    """
    when, last = challenge.clock(Act.ENTER, moment_of(at)), challenge.course.last
    if last is None or when >= last:
        raise InputError("challenge-clock-right", now=moment(when))
    refuse_early(Act.ENTER, challenge.rules.calendar, when)
    early = [] if is_late(challenge.rules.calendar, when) else challenge.course.entries.values()
    in_time = [entered.name for entered in early if entered.late and entered.when > when]
    challenge.add(Change.CLOCK, when, was=last.isoformat(), in_time=in_time, because=because)


# --- the evidence ---------------------------------------------------------------------------------------------------


def verify(target: FilePath, *, head: str | None = None) -> Verification:
    """Check that the evidence holds together: of a challenge's folder, of a published site, or of one trace.

    `head` is a hash of the journal or trace that was published.
    """
    return Verification(evidence=verify_path(Path(target), head))


def publish(
    challenge: Held, *, output: FilePath | None = None, traces: bool = False, questions: bool = False
) -> PublishedSite:
    """Write a static site, in French and English: standing, domains, questions, rules and evidence.

    It lies in `output`, else in `site` in the challenge's folder. `traces` adds what was said in every run, `questions`
    the questions and people's answers once results are final.
    """
    with open_challenge(challenge) as held:
        site = held.folder / "site" if output is None else Path(output)
        files = publication_of(held, traces=traces, questions=questions).site
        write_files(files, site)
        for left in (site / PAPERS).glob("*.pdf"):  # whose authors no longer want it there
            if f"{PAPERS}/{left.name}" not in files:
                left.unlink()
        title = held.rules.title
        variables_of = {name: held.entry(name).environment for name in (held.course.entries if traces else ())}
    notes = tuple(
        text("challenge-published-variables", name=name, variables=", ".join(sorted(variables)))
        for name, variables in variables_of.items()
        if variables
    )
    return PublishedSite(title=title, site=site, files=tuple(files), notes=notes)
