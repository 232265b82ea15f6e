"""Entries run, one after the other; killed in the middle, the next call goes on where the last one stopped."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count, takewhile
from pathlib import Path

from anaphor.challenge.entry import check_lent, entry_digest, submission_of
from anaphor.challenge.judging.results import summary_of
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.proxy.proxy import Network, Site, check_sites, read_site
from anaphor.challenge.round import Hearing, Run, RunState
from anaphor.challenge.sandbox.sandbox import Backend, Limits, Sandbox, Seal, Submission
from anaphor.challenge.store import Challenge, make_folder
from anaphor.challenge.transcript.record import Fact, FactKind, minutes_of
from anaphor.challenge.transcript.referee import Case, hear
from anaphor.challenge.transcript.trace import END, read_trace
from anaphor.errors import AnaphorError, ContentError, InputError
from anaphor.schema import Question

OVER = (RunState.FINISHED, RunState.FAILED, RunState.TIMED_OUT)
"""States of a run that is not begun again."""
_GIB = 2**30

Progress = Callable[[int, int], None]
"""Called with how many runs are done, and of how many."""


@dataclass(kw_only=True)
class Venue:
    """Where entries are run: sandboxes by backend, each tried once."""

    limits: Limits = field(default_factory=Limits)
    """What an entry may use."""
    disk: int = 64 * _GIB
    """Bytes that an entry's files may have."""
    sites: tuple[Site, ...] = ()
    """The part of the internet that entries may use."""
    hidden: tuple[Path, ...] = ()
    """What must not be seen from inside: the challenge's own folder."""
    seals: dict[tuple[Backend, str | None], Seal] = field(default_factory=dict)
    """What is known about backends already."""

    def __post_init__(self) -> None:
        check_sites(self.sites)

    def seal(self, backend: Backend, image: str | None = None) -> Seal:
        """Which layers hold; the self-test runs once."""
        name = (backend, image)
        if name not in self.seals:
            self.seals[name] = tried(backend, image)
        return self.seals[name]

    def sandbox(self, backend: Backend, traffic: Path | None = None, recorded: tuple[Path, ...] = ()) -> Sandbox:
        """The sandbox of a backend, with the internet as far as the rules allow it."""
        limits, disk = self.limits, self.disk
        match backend:
            case Backend.PROCESS:
                from anaphor.challenge.sandbox.process import ProcessSandbox

                network = self._network(traffic, recorded)
                return ProcessSandbox(limits=limits, hidden=self.hidden, disk=disk, network=network)
            case Backend.CONTAINER:
                from anaphor.challenge.sandbox.container import ContainerSandbox
                from anaphor.challenge.sandbox.engine import find_engine

                engine = find_engine()
                if isinstance(engine, str):
                    raise AnaphorError(f"no container can be run ({engine})", todo="Install podman or docker.")
                network = self._network(traffic, recorded)
                return ContainerSandbox(limits=limits, engine=engine, hidden=self.hidden, disk=disk, network=network)
            case Backend.HTTP:
                from anaphor.challenge.sandbox.http import HttpSandbox

                return HttpSandbox(limits=limits)
            case Backend.NONE:
                from anaphor.challenge.sandbox.plain import PlainSandbox

                return PlainSandbox(limits=limits)

    def _network(self, traffic: Path | None, recorded: tuple[Path, ...]) -> Network | None:
        return Network(sites=self.sites, traffic=traffic, replay=recorded) if self.sites else None


def tried(backend: Backend, image: str | None) -> Seal:
    """What keeps an entry in on this machine, layer by layer, for a way of running it."""
    match backend:
        case Backend.PROCESS:
            from anaphor.challenge.sandbox.selftest import self_test

            return self_test()
        case Backend.CONTAINER:
            from anaphor.challenge.sandbox.container import try_container

            return try_container(image)
        case Backend.HTTP:
            from anaphor.challenge.sandbox.http import UNSEALED

            return UNSEALED
        case Backend.NONE:
            from anaphor.challenge.sandbox.plain import UNSEALED

            return UNSEALED


def venue_of(challenge: Challenge) -> Venue:
    """Where the entries of a challenge are run."""
    rules = challenge.rules
    return Venue(
        limits=rules.limits,
        disk=challenge.disk,
        sites=tuple(map(read_site, rules.sites)),
        hidden=(challenge.folder.resolve(),),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """What every entry of a round is asked in one go."""

    round_name: str
    """The round."""
    which: Hearing
    """Which run."""
    questions: tuple[Question, ...]
    """What is asked."""
    seed: int
    """Decides orders and ids."""
    when: datetime
    """When it takes place."""


def sit(
    challenge: Challenge, sitting: Sitting, entries: Sequence[str], venue: Venue, progress: Progress | None = None
) -> None:
    """Run every entry that has not been run; what was an organiser's fault is left in the queue."""
    for number, name in enumerate(entries):
        if progress:
            progress(number, len(entries))
        if challenge.course.run(name, sitting.round_name, sitting.which).state not in OVER:
            _run(challenge, sitting, name, venue)
    if progress:
        progress(len(entries), len(entries))


def _run(challenge: Challenge, sitting: Sitting, name: str, venue: Venue) -> None:
    run = _begun(challenge, sitting, name)
    label = {"entry": name, "round": sitting.round_name, "which": sitting.which.value}
    trace = challenge.folder / (run.trace or "")
    replies = None
    try:
        state, head, reason = _heard(challenge, sitting, name, trace, venue)
        replies = fingerprint_of(summary_of(read_trace(trace)))
    except ContentError as error:  # a trace that cannot be gone on with: the organiser's disk, not the entry
        state, head, reason = RunState.LOST, None, str(error)
    except InputError as error:  # what the entry consists of cannot be run
        state, head, reason = RunState.FAILED, None, str(error)
    except (AnaphorError, OSError) as error:
        state, head, reason = RunState.LOST, None, str(error)
    challenge.add("ended", sitting.when, **label, state=state.value, head=head, replies=replies, reason=reason)


def _begun(challenge: Challenge, sitting: Sitting, name: str) -> Run:
    """The run, which is now under way: begun now, or found under way."""
    run = challenge.course.run(name, sitting.round_name, sitting.which)
    if run.state is not RunState.RUNNING:
        attempt = run.attempt + 1
        again = f".{attempt}" if attempt > 1 else ""
        make_folder(challenge.folder / "traces" / sitting.round_name)
        trace = f"traces/{sitting.round_name}/{name}.{sitting.which.value}{again}.jsonl"
        challenge.add(
            "started",
            sitting.when,
            entry=name,
            round=sitting.round_name,
            which=sitting.which.value,
            attempt=attempt,
            trace=trace,
        )
    return challenge.course.run(name, sitting.round_name, sitting.which)


def _heard(
    challenge: Challenge, sitting: Sitting, name: str, trace: Path, venue: Venue
) -> tuple[RunState, str | None, str | None]:
    """What became of a run: its state, the head of its trace, why it went wrong."""
    entered = challenge.course.entries[name]
    folder = challenge.path_of(name)
    if entry_digest(folder, most=challenge.disk) != entered.digest:
        raise OSError(f"the files of {name} are not those that were entered")
    records = read_trace(trace) if trace.exists() else ()
    if records and records[-1]["kind"] == END:  # killed between the last record and the journal
        return _state(minutes_of(records).facts), records[-1]["hash"], None
    entry = challenge.entry(name)
    backend = entry.backend or challenge.rules.backend
    submission = _as_before(challenge, submission_of(name, entry, folder))
    if backend is Backend.PROCESS:
        check_lent(submission)
    case = Case(
        submission=submission,
        questions=sitting.questions,
        sandbox=venue.sandbox(backend, _fresh(trace), _recorded(challenge, sitting, name)),
        seal=venue.seal(backend, submission.image),
        terms=challenge.rules.asking.terms(sitting.seed),
    )
    hearing = hear(case, trace, resume=trace.exists())
    return _state(hearing.facts), hearing.head, None


def _as_before(challenge: Challenge, submission: Submission) -> Submission:
    """The submission with the very image that it was run with before, whatever that image's name means by now."""
    if submission.image is None:
        return submission
    for (name, _, _), run in challenge.course.runs.items():
        if name == submission.name and run.trace and run.head:
            return replace(submission, image=read_trace(challenge.folder / run.trace)[0]["entry"]["image"])
    return submission


def _state(facts: Sequence[Fact]) -> RunState:
    kinds = {fact.kind for fact in facts}
    if FactKind.TIME_LIMIT in kinds:
        return RunState.TIMED_OUT
    return RunState.FAILED if FactKind.NO_STARTS in kinds else RunState.FINISHED


def _fresh(trace: Path) -> Path:
    """Where traffic is recorded: a run that goes on goes on with its recording, unless that is over."""
    return next(path for path in _recordings(trace) if not (path.exists() and _is_over(path)))


def _recordings(trace: Path) -> Iterator[Path]:
    """Where the traffic of a run lies, part by part: each interruption but a kill begins another."""
    return (trace.with_suffix(f".traffic-{number}.jsonl") for number in count(1))


def _is_over(traffic: Path) -> bool:
    records = read_trace(traffic)
    return bool(records) and records[-1]["kind"] == END


def _recorded(challenge: Challenge, sitting: Sitting, name: str) -> tuple[Path, ...]:
    """The traffic of the run that is scored, for the one that repeats it; changed wordings meet the live sites."""
    first = challenge.course.run(name, sitting.round_name, Hearing.RUN).trace
    if sitting.which is not Hearing.RERUN or first is None:
        return ()
    return tuple(takewhile(Path.exists, _recordings(challenge.folder / first)))
