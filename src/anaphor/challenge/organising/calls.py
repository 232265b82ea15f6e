"""Every act of an organiser as one call: a challenge's folder in, or an open challenge, and a result out.

Other moments than now (`at`) are for rehearsals: a `datetime`, or text such as `2026-12-01T09:00+01:00`.
"""

import dataclasses
import shlex
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any

from anaphor.answer import Choice
from anaphor.challenge import acts
from anaphor.challenge import entry as entries
from anaphor.challenge.calendar.deadlines import Moment, moment_of
from anaphor.challenge.calendar.status import ChallengeStatus, challenge_status
from anaphor.challenge.drawing import Secrets
from anaphor.challenge.entry import EntryFile
from anaphor.challenge.evidence.evidence import verify_path
from anaphor.challenge.evidence.publication import PAPERS, publication_of, run_document, write_files
from anaphor.challenge.judging import judging
from anaphor.challenge.judging.judging import Judgement
from anaphor.challenge.organising import results
from anaphor.challenge.round import Act, Deposit, Hearing
from anaphor.challenge.rulebook.rules import LEAST_QUESTIONS, RULES_FILE, Rules, rules_of
from anaphor.challenge.running import Elsewhere, Sandboxes, sandboxes_of, try_backend
from anaphor.challenge.sandbox.sandbox import Backend, Limits, Seal
from anaphor.challenge.settings import Metric
from anaphor.challenge.staging.tree import remove_tree
from anaphor.challenge.starting import making
from anaphor.challenge.starting.making import Start
from anaphor.challenge.store import PATIENCE_S, Challenge, open_challenge
from anaphor.challenge.transcript.record import Terms
from anaphor.challenge.transcript.session import SessionSetup, run_session
from anaphor.challenge.transcript.trace import read_trace
from anaphor.collection import CATALOGUE, load
from anaphor.errors import InputError, member_of
from anaphor.files import write_text
from anaphor.progress import progress
from anaphor.text import text

FilePath = str | PathLike[str]
Command = str | Sequence[str]
"""A program and its arguments; one text is cut as a shell does."""
Held = Challenge | FilePath
"""A challenge: its folder, or what `open_challenge` gives."""
_PATIENCE_S = 30.0
"""How long an act waits for another that writes the journal."""


def new(  # noqa: PLR0913  # what users of the library may say, by keyword
    folder: FilePath,
    *,
    title: str = "A Winograd schema challenge",
    collection: FilePath = "anaphor-fr",
    people: FilePath | None = None,
    backend: Backend | str | None = None,
    questions: int = LEAST_QUESTIONS,
    metric: Metric | str = Metric.RIGHT,
    both_halves: bool = False,
    real: bool = False,
    seed: int | None = None,
    at: Moment = None,
    organiser: str = "A name and an address",
    opens: Moment = None,
    closes: Moment = None,
    held: Moment = None,
    source_due: Moment = None,
    desk: str | None = None,
    development: FilePath = "anaphor-fr",
) -> results.NewChallenge:
    """Write a challenge that can be run into a folder: rules, secrets, a starter kit, and for a rehearsal an entry.

    The questions are drawn from `collection`, a file or a name of the catalogue. `people` is the file of a study in
    which people answered them; without one they are simulated, which only a rehearsal allows. `real` makes a challenge
    that is no rehearsal. `backend` says how entries run (process, container, none); left out, sealed where this machine
    can. `metric` is what the threshold is held against (right, pairs, adjusted); `both_halves` asks both halves of each
    schema. A rehearsal may be given a `seed`, so that the same questions are drawn again, and another day (`at`) than
    today on which it opens. `opens`, `closes`, `held` and `source_due` are its dates; each that is left out follows the
    one before. `desk` is the address of an `anaphor serve` at which teams register and enter; their trial runs ask
    questions of the collection `development`.
    """
    start, secrets, when = _start(**{name: value for name, value in locals().items() if name != "folder"})
    rules = making.new_challenge(Path(folder), start, when, secrets)
    return results.NewChallenge(folder=Path(folder), rules=rules)


def propose(**told: Any) -> results.ChallengeValidation:
    """Say what would become of each rule if `new` were told this, as far as that shows without people's answers."""
    start, _, when = _start(**told)
    rules, checks = making.propose(start, load(start.collection), when)
    return results.ChallengeValidation(rules=rules, checks=checks, obstacles={}, drawn=False)


def _start(**told: Any) -> tuple[Start, Secrets | None, datetime]:
    """What `new` is told, as it begins with; what is left out is usual."""
    seed, at, real, people = (told.pop(name, None) for name in ("seed", "at", "real", "people"))
    if real and (seed is not None or at is not None):
        raise InputError("challenge-start-drawn")
    if told.get("questions", 1) < 1:
        raise InputError("challenge-start-questions", given=told["questions"])
    dates = {name: moment_of(told.pop(name, None)) for name in ("opens", "closes", "held", "source_due")}
    if told.get("backend") is not None:
        told["backend"] = member_of(Backend, told["backend"], "backend")
    if "metric" in told:
        told["metric"] = member_of(Metric, told["metric"], "metric")
    told |= {name: str(told[name]) for name in ("collection", "development") if name in told}
    start = Start(
        **told,
        people=None if people is None else Path(people),
        rehearsal=not real,
        seed=1 if seed is None else seed,
        dates={name: when for name, when in dates.items() if when},
    )
    return start, None if seed is None else making.seeded_secrets(seed), moment_of(at) or datetime.now(UTC)


def validate(challenge: Held, *, rules: str | None = None) -> results.ChallengeValidation:
    """Check that a challenge keeps its own rules, and that its entries could be run on this machine.

    `rules` are others, as a rules file has them, that might take the place of its own.
    """
    with open_challenge(challenge) as held:
        if rules is not None:
            held.rules = _amended(held, rules)
        return results.ChallengeValidation(rules=held.rules, checks=held.check(), obstacles=held.obstacles())


def amend(challenge: Held, rules: str) -> results.ChallengeValidation:
    """Put other rules in the place of a challenge's own, before they are frozen; what they break is said."""
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S) as held:
        if held.course.fingerprint is not None:
            raise InputError("challenge-act-frozen")
        found = validate(held, rules=rules)
        write_text(held.folder / RULES_FILE, rules.replace("\r\n", "\n"))
        return found


def _amended(held: Challenge, written: str) -> Rules:
    """Rules that somebody wrote who may not reach more of this machine by them than by those that are there."""
    found, old = rules_of(written), held.rules
    files = {name for each in found.rounds for name in (each.collection, each.people)}
    files |= {found.desk.development} if found.desk else set()
    files -= {each.name for each in CATALOGUE}
    reach = [(each.lent, each.hosts, each.sites, each.backend, each.registries) for each in (found, old)]
    if reach[0] != reach[1] or any(not _is_copy(name, held.folder) for name in files):
        raise InputError("challenge-act-reach")
    usual = Limits()
    for each in dataclasses.fields(Limits):  # no more of this machine than there was, or than any challenge has
        wanted, had, lent = (getattr(limits, each.name) for limits in (found.limits, old.limits, usual))
        if _exceeds(wanted, had) and _exceeds(wanted, lent):
            raise InputError("challenge-act-limit", name=each.name, most=str(had if _exceeds(had, lent) else lent))
    return found


def _is_copy(name: str, folder: Path) -> bool:
    """Whether a file of a challenge's folder is one that `new` copied there: others are not for those who enter."""
    return name.startswith(making.COPIED) and "/" not in name and (folder / name).is_file()


def _exceeds(wanted: float | None, lent: float | None) -> bool:
    """Whether a limit lets an entry have more than another; None is none."""
    return lent is not None and (wanted is None or wanted > lent)


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
) -> results.EntryReceipt:
    """Register an entry; one that comes too late is kept, and said to be late.

    It is exactly one of a `command` (whose files lie in `folder`), a container `image`, a `resolver` of an installed
    package as behind `resolve --with`, and a `url` that answers over HTTP; or a `folder` whose `entry.toml` says which;
    the `needs` in it hold either way.
    A function is none of these: entries are copied, run by themselves, sealed, and again weeks later.
    `source_included` says that its files are its source. `replace` puts it in the place of an earlier one of its name.
    `clock_is_right` says that this machine's clock is, where it is far from every date of the rules.
    """
    entry = _entry(command, resolver, url, image, source_included=source_included)
    files = None if folder is None else Path(folder)
    entries.check_name(name)
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S, sure=clock_is_right) as held:
        acts.take_entries(held, but=name)
        when = held.begin(Act.ENTER, moment_of(at))
        known = fresh = held.path_of(name)
        if replace or not known.exists():  # files that lie among the challenge's entries are taken as they are
            if entry is None or (files and (files / entries.ENTRY_FILE).is_file()):
                described = entries.described_entry(files)  # what it needs is asked for, whoever says what it is
                entry = dataclasses.replace(entry, needs=described.needs) if entry else described
            entries.check_asked(entry, held.rules)
            if replace:
                remove_tree(fresh := known.with_name(f".{name}.new"))  # an earlier try may have left something
            entries.store_entry(entries.settled(entry, held.rules), files, fresh, most=held.disk)
            if replace:  # the old one goes only when the new one is there
                acts.withdraw(held, name, at=moment_of(at))
                fresh.rename(known)
        entered = held.enter(name, when)
        why = entries.obstacle(name, held.entry(name), known, held.rules.backend)
        return results.EntryReceipt(name=name, entered=entered, obstacle=why)


def _entry(
    command: Command, resolver: object, url: str | None, image: str | None = None, *, source_included: bool = False
) -> EntryFile | None:
    """What somebody says an entry is; None where nothing is said, and its files do."""
    if resolver is not None and not isinstance(resolver, str):
        raise InputError("challenge-entry-function", kind=type(resolver).__name__)
    words = tuple(shlex.split(command) if isinstance(command, str) else map(str, command))
    if not (words or image or resolver or url):
        return None
    return EntryFile(command=words, image=image, resolver=resolver, url=url, source_included=source_included)


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
) -> results.EntryReceipt:
    """Hand in the file of a paper, of sources or of a trace for an entry; what comes late is kept, not counted.

    `post` says whether the organiser may post the paper on the challenge's site once results are final.
    """
    given = {Deposit.PAPER: paper, Deposit.SOURCE: source, Deposit.TRACE: trace}
    deposits = {what: Path(path) for what, path in given.items() if path is not None}
    if not deposits and post is None:
        raise InputError("challenge-act-nothing-in")
    entries.check_name(name)
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S, sure=clock_is_right) as held:
        taken = {what.value: acts.take(held, name, what, path, at=moment_of(at)) for what, path in deposits.items()}
        if post is not None:
            acts.allow_posting(held, name, allowed=post, at=moment_of(at))
    return results.EntryReceipt(name=name, taken=taken)


def withdraw(
    challenge: Held, name: str, *, because: str = "", at: Moment = None, clock_is_right: bool = False
) -> results.EntryReceipt:
    """Take an entry back before anything was run; its files stay."""
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S, sure=clock_is_right) as held:
        acts.withdraw(held, name, because, at=moment_of(at))
    return results.EntryReceipt(name=name, withdrawn=True)


def try_entry(  # noqa: PLR0913  # what users of the library may say, by keyword
    folder: FilePath = ".",
    *,
    command: Command = (),
    resolver: str | None = None,
    url: str | None = None,
    collection: FilePath = "anaphor-fr",
    questions: int = 40,
    backend: Backend | str = Backend.NONE,
    seed: int = 1,
    trace: FilePath | None = None,
    limits: Limits | None = None,
    sealed: bool = False,
) -> results.EntryTrial:
    """Ask an entry some public questions as the organiser will ask it; nothing is registered.

    `folder` holds its files, and says in `entry.toml` what it is unless a `command`, a `resolver` or a `url` is given.
    `questions` are taken evenly from `collection`. `backend` is how it runs, unless it needs another way; `seed` draws
    the order of questions and candidates; `trace` is the file in which all that was said is kept. `limits` are what it
    may use; one of which nobody knows what it does should run `sealed` or not at all.
    """
    way = member_of(Backend, backend, "backend")
    with progress(text("challenge-run-progress")) as bar, tempfile.TemporaryDirectory() as place:
        bar(0, None)
        files = Path(folder).resolve()  # its own author may reach it by a link
        entry, public = _entry(command, resolver, url) or entries.described_entry(files), load(str(collection))
        needed, elsewhere = entry.backend or way, bool(entry.resolver or entry.url)
        submission = entries.submission_of("try", entry, files)
        submission = dataclasses.replace(submission, folder=None if elsewhere else files)
        if needed is Backend.PROCESS:
            entries.check_lent(submission)
        sandboxes = Sandboxes(limits=limits or Limits(), must_seal=sealed)
        step = max(1, len(public.items) // questions)
        setup = SessionSetup(
            submission=submission,
            questions=tuple(item.question for item in public.items[::step][:questions]),
            sandbox=sandboxes.sandbox(needed),
            seal=sandboxes.seal(needed, entry.image),
            terms=Terms(seed=seed),
        )
        found = run_session(setup, Path(place) / "trace.jsonl" if trace is None else Path(trace))
        written = [str(record["stderr"]) for record in read_trace(found.trace) if record.get("stderr")]
    keys = {item.id: item.key for item in public.items}
    chosen = [(each.question, each.reply.candidate) for each in found.answers if isinstance(each.reply, Choice)]
    right = sum(keys[question] == candidate for question, candidate in chosen)
    return results.EntryTrial(transcript=found, right=right, stderr=written[-1] if written else "")


def try_sandbox(backend: Backend | str = Backend.PROCESS, *, image: str | None = None) -> Seal:
    """Try what keeps an entry in on this machine, layer by layer, for a way of running it."""
    return try_backend(member_of(Backend, backend, "backend"), image)


def status(challenge: Held, *, at: Moment = None) -> ChallengeStatus:
    """Say who entered, what is due and which date is next; nothing is written."""
    with open_challenge(challenge) as held:
        return challenge_status(held, moment_of(at))


def run(
    challenge: Held,
    *,
    at: Moment = None,
    clock_is_right: bool = False,
    sealed: bool = False,
    elsewhere: Elsewhere | None = None,
) -> results.ChallengeRun:
    """Run every entry, sealed where the rules say so; interrupted, the same call goes on where it stopped.

    Several processes may do so at once: they share the entries. With `sealed` nothing is run where a program could get
    out, whatever the rules say. `elsewhere` hands entries out to others, who call `run_entry`.
    """
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S, sure=clock_is_right) as held:
        with progress(text("challenge-run-progress")) as bar:
            place = sandboxes_of(held, must_seal=sealed, elsewhere=elsewhere)
            when = acts.run_rounds(held, at=moment_of(at), sandboxes=place, progress=bar)
        return results.ChallengeRun(folder=held.folder, document=run_document(held, when))


def run_entry(
    challenge: Held, name: str, *, round_name: str, which: str = "run", sealed: bool = False
) -> results.ChallengeRun:
    """Run one entry in one round, once `run` or `rerun` has begun; which of its runs (run, rerun, changed)."""
    with open_challenge(challenge, writing=True, patience=PATIENCE_S) as held:
        place = sandboxes_of(held, must_seal=sealed)
        when = acts.run_entry(held, name, round_name, member_of(Hearing, which, "run"), place)
        return results.ChallengeRun(folder=held.folder, document=run_document(held, when))


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
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S, sure=clock_is_right) as held:
        with progress(text("challenge-run-again")) as bar:
            place = sandboxes_of(held, must_seal=sealed, elsewhere=elsewhere)
            done = acts.rerun(held, chosen, at=moment_of(at), sandboxes=place, progress=bar)
        found = judging.judge_rounds(held, held.course.last or datetime.now(UTC))
    return dataclasses.replace(found, rerun=done)


def judge(challenge: Held, *, final: bool = False, at: Moment = None, clock_is_right: bool = False) -> Judgement:
    """Judge and announce: provisional results, or `final` ones, which are the last word."""
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S, sure=clock_is_right) as held:
        found = acts.announce(held, final=final, at=moment_of(at))
        return dataclasses.replace(found, head=held.head)


def disqualify(  # noqa: PLR0913  # what users of the library may say, by keyword
    challenge: Held, name: str, *, rule: str | None, because: str, at: Moment = None, clock_is_right: bool = False
) -> ChallengeStatus:
    """Disqualify an entry for a rule, by its name, and a reason; both are published. `judge` then judges without it."""
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S, sure=clock_is_right) as held:
        acts.disqualify(held, name, rule, because, at=moment_of(at))
        return challenge_status(held, held.course.last)


def correct(
    challenge: Held, *, clock: bool = False, extend: int | None = None, because: str = "", at: Moment = None
) -> ChallengeStatus:
    """Put right what went wrong, in the open and for a reason.

    `clock`: an act was called under a wrong clock, and what it wrote happened by now. `extend`: so many days are added
    to the entries' deadline and all that follows.
    """
    if clock == (extend is not None):
        raise InputError("challenge-act-correct-what")
    with open_challenge(challenge, writing=True, patience=_PATIENCE_S) as held:
        if extend is None:
            acts.correct_clock(held, because, at=moment_of(at))
        else:
            acts.extend(held, extend, because, at=moment_of(at))
        return challenge_status(held, held.course.last)


def verify(target: FilePath, *, head: str | None = None) -> results.Verification:
    """Check that the evidence holds together: of a challenge's folder, of a published site, or of one trace.

    `head` is a hash of the journal or trace that was published.
    """
    return results.Verification(evidence=verify_path(Path(target), head))


def publish(
    challenge: Held, *, output: FilePath | None = None, traces: bool = False, questions: bool = False
) -> results.PublishedSite:
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
        told = {name: held.entry(name).environment for name in (held.course.entries if traces else ())}
    notes = tuple(
        text("challenge-published-variables", name=name, variables=", ".join(sorted(variables)))
        for name, variables in told.items()
        if variables
    )
    return results.PublishedSite(title=title, site=site, files=tuple(files), notes=notes)


def rehearse(
    folder: FilePath,
    *,
    collection: FilePath = "anaphor-fr",
    at: Moment = None,
    seed: int = 1,
    title: str = "Rehearsal",
) -> Judgement:
    """Hold a whole rehearsal with four simulated entries, from its rules to final results, and leave it in a folder.

    One `seed` gives one set of verdicts; `at` is the day on which it opens, else today.
    """
    when = moment_of(at) or datetime.now(UTC)
    with progress(text("challenge-rehearse-progress")) as bar:
        bar(0, None)
        return making.rehearse(Path(folder), str(collection), when, seed=seed, title=title)
