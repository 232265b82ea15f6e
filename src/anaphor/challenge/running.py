"""Entries run, one after the other; killed in the middle, the next call goes on where the last one stopped.

While an entry runs, the journal is open to others: processes that run the same challenge share its entries. Each run is
held by a lock of its own, so that nobody begins it twice; the lock of one that was killed is free.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from anaphor.challenge.container.engine import fetch_image
from anaphor.challenge.entry import check_asked, check_lent, stored_entry, submission_of
from anaphor.challenge.judging.sheet import fingerprint_of
from anaphor.challenge.judging.standing import summary_of
from anaphor.challenge.proxy.sites import NetworkAccess, SiteAddress, check_sites, read_site
from anaphor.challenge.round import OVER, Hearing, RunState
from anaphor.challenge.sandbox.sandbox import Backend, Limits, Sandbox, Seal
from anaphor.challenge.store import Challenge, make_folder
from anaphor.challenge.transcript.record import Fact, FactKind, read_state
from anaphor.challenge.transcript.session import SessionSetup, run_session
from anaphor.challenge.transcript.trace import END, read_trace
from anaphor.errors import AnaphorError, ContentError, InputError
from anaphor.files import take_lock
from anaphor.schema import Question
from anaphor.text import choice, speaking, text

_GIB = 2**30
_PAUSE_S = 0.3

Progress = Callable[[int, int], None]
"""Called with how many runs are done, and of how many."""


@dataclass(kw_only=True)
class Sandboxes:
    """Where entries are run: a sandbox for each backend, tried once."""

    limits: Limits = field(default_factory=Limits)
    disk: int = 64 * _GIB
    """Bytes that an entry's files may have."""
    sites: tuple[SiteAddress, ...] = ()
    """The part of the internet that entries may use."""
    hosts: tuple[str, ...] | None = None
    """Hosts that entries may have although they are not public; None: any."""
    hidden: tuple[Path, ...] = ()
    """What must not be seen from inside: the challenge's own folder."""
    must_seal: bool = False
    """Whether nothing runs that could get out, whatever the rules say: strangers sent it."""
    seals: dict[tuple[Backend, str | None], Seal] = field(default_factory=dict)
    elsewhere: "Elsewhere | None" = None
    """Who else runs them; None: this process."""

    def __post_init__(self) -> None:
        check_sites(self.sites)

    def seal(self, backend: Backend, image: str | None = None) -> Seal:
        """Which layers hold; the self-test runs once."""
        name = (backend, image)
        if name not in self.seals:
            self.seals[name] = try_backend(backend, image)
        if self.must_seal and not (seal := self.seals[name]).sealed:
            layers = (str(choice("challenge-sandbox-layer", layer.name.replace(" ", "-"))) for layer in seal.missing)
            raise AnaphorError("challenge-team-unsealed", layers=", ".join(layers) or backend.value)
        if self.must_seal and backend is Backend.PROCESS:
            self._refuse_uncounted(self.seals[name])
        return self.seals[name]

    def _refuse_uncounted(self, seal: Seal) -> None:
        """Refuse to run strangers' programs where nothing counts the memory of all their processes exactly."""
        groups = next((layer for layer in seal.layers if layer.name == "control groups"), None)
        if groups is not None and not groups.ok:
            raise AnaphorError("challenge-team-uncounted", why=groups.reason)

    def sandbox(self, backend: Backend, traffic: Path | None = None, recorded: tuple[Path, ...] = ()) -> Sandbox:
        """The sandbox of a backend, with the internet as far as the rules allow it."""
        from anaphor.challenge.sandbox.unsealed import HttpSandbox, PlainSandbox

        if backend is Backend.HTTP:
            return HttpSandbox(limits=self.limits, hosts=self.hosts)
        if backend is Backend.NONE:
            return PlainSandbox(limits=self.limits)
        network = NetworkAccess(sites=self.sites, traffic=traffic, replay=recorded) if self.sites else None
        if backend is Backend.PROCESS:
            from anaphor.challenge.sandbox.process import ProcessSandbox

            return ProcessSandbox(limits=self.limits, hidden=self.hidden, disk=self.disk, network=network)
        from anaphor.challenge.container.container import ContainerSandbox
        from anaphor.challenge.container.engine import find_engine

        engine = find_engine()
        if isinstance(engine, str):
            raise AnaphorError("challenge-sandbox-no-engine", why=engine)
        return ContainerSandbox(limits=self.limits, engine=engine, hidden=self.hidden, disk=self.disk, network=network)


def try_backend(backend: Backend, image: str | None = None) -> Seal:
    """What keeps an entry in on this machine, layer by layer, for a way of running it."""
    if backend is Backend.PROCESS:
        from anaphor.challenge.sandbox.selftest import self_test

        return self_test()
    if backend is Backend.CONTAINER:
        from anaphor.challenge.container.container import try_container

        return try_container(image)
    from anaphor.challenge.sandbox.unsealed import UNSEALED

    return UNSEALED[backend]


_SEALS: dict[tuple[Backend, str | None], Seal] = {}
"""What a worker has tried: it runs entry after entry, and the self-test takes seconds."""


def sandboxes_of(challenge: Challenge, *, must_seal: bool = False, elsewhere: "Elsewhere | None" = None) -> Sandboxes:
    """Where a challenge's entries run; whether this machine seals, if it must, is tried before anything runs."""
    rules = challenge.rules
    sandboxes = Sandboxes(
        must_seal=must_seal,
        seals=_SEALS if must_seal else {},
        elsewhere=elsewhere,
        limits=rules.limits,
        disk=challenge.disk,
        sites=tuple(map(read_site, rules.sites)),
        hosts=rules.hosts,
        hidden=(challenge.folder.resolve(),),
    )
    if must_seal:
        # The self-test takes seconds, on a busy machine many: others write the journal meanwhile.
        with challenge.released() if challenge.log else nullcontext():
            sandboxes.seal(rules.backend)
    return sandboxes


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """What every entry of a round is asked in one go."""

    round_name: str
    which: Hearing
    questions: tuple[Question, ...]
    seed: int
    when: datetime


Elsewhere = Callable[[Challenge, RunPlan, Sequence[str]], set[str]]
"""Hands entries out to others, however often it is called; those that they are done with, well or not."""


def run_entries(
    challenge: Challenge, plan: RunPlan, entries: Sequence[str], sandboxes: Sandboxes, progress: Progress | None = None
) -> None:
    """Run every entry that has not been run; what was an organiser's fault is left in the queue."""
    tried, waiting = set[str](), list(entries)
    while waiting := [
        name
        for name in waiting
        if name not in tried and challenge.course.run(name, plan.round_name, plan.which).state not in OVER
    ]:
        if progress:
            progress(len(entries) - len(waiting), len(entries))
        done = (sandboxes.elsewhere or partial(_run_next, sandboxes))(challenge, plan, waiting)
        tried |= done
        if not done:  # others are at it
            with challenge.released():
                time.sleep(_PAUSE_S)
    if progress:
        progress(len(entries), len(entries))


def _run_next(sandboxes: Sandboxes, challenge: Challenge, plan: RunPlan, entries: Sequence[str]) -> set[str]:
    """Run the first entry that nobody else is running; none where others have them all."""
    make_folder(challenge.folder / "traces" / plan.round_name)
    for name in entries:
        lock = challenge.folder / "traces" / plan.round_name / f".{name}.{plan.which.value}.lock"
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if take_lock(handle):
                _run(challenge, plan, name, sandboxes)
                return {name}
        finally:
            os.close(handle)
    return set()


def _run(challenge: Challenge, plan: RunPlan, name: str, sandboxes: Sandboxes) -> None:
    label = {"entry": name, "round": plan.round_name, "which": plan.which.value}
    run = challenge.course.run(name, plan.round_name, plan.which)
    if run.state is not RunState.RUNNING:  # else it was under way when somebody killed this program
        attempt = run.attempt + 1
        again = f".{attempt}" if attempt > 1 else ""
        written = f"traces/{plan.round_name}/{name}.{plan.which.value}{again}.jsonl"
        challenge.add("started", plan.when, **label, attempt=attempt, trace=written)
        run = challenge.course.run(name, plan.round_name, plan.which)
    trace = challenge.folder / (run.trace or "")
    state, head, reason, reason_fr, replies = RunState.LOST, None, None, None, None
    with speaking("en"):  # reasons go into the journal, which is the same whatever language its organiser reads
        try:
            with challenge.released():
                state, head = _asked(challenge, plan, name, trace, sandboxes)
            replies = fingerprint_of(summary_of(read_trace(trace)))
        except (AnaphorError, OSError) as error:
            # What the entry consists of cannot be run; anything else is the organiser's fault, such as a trace on a
            # full disk that cannot be gone on with.
            entrant = isinstance(error, InputError) and not isinstance(error, ContentError)
            state, head, reason = RunState.FAILED if entrant else RunState.LOST, None, str(error)
            with speaking("fr"):
                reason_fr = str(error)
    why = {"reason": reason} | ({"reason_fr": reason_fr} if reason_fr else {})
    challenge.add("ended", plan.when, **label, state=state.value, head=head, replies=replies, **why)


def _asked(challenge: Challenge, plan: RunPlan, name: str, trace: Path, sandboxes: Sandboxes) -> tuple[RunState, str]:
    """What became of a run: its state, and the head of its trace."""
    folder = challenge.path_of(name)
    stored = stored_entry(folder, most=challenge.disk)
    if stored.digest != challenge.course.entries[name].digest:
        raise OSError(text("challenge-folder-other-files", name=name))
    records = read_trace(trace) if trace.exists() else ()
    if _is_over(records):  # killed between the last record and the journal
        return _state(read_state(records).facts), records[-1]["hash"]
    entry = stored.entry
    check_asked(entry, challenge.rules)
    backend = entry.backend or challenge.rules.backend
    submission = submission_of(name, entry, folder, stored.files)
    if submission.image is not None:
        fetch_image(submission.image, challenge.rules.registries)
    if backend is Backend.PROCESS:
        check_lent(submission)
    # The run that repeats the one that is scored meets its recorded traffic; changed wordings meet the live sites.
    first = challenge.course.run(name, plan.round_name, Hearing.RUN).trace
    repeats = plan.which is Hearing.RERUN and first is not None
    recorded = tuple(takewhile(Path.exists, recordings(challenge.folder / (first or "")))) if repeats else ()
    setup = SessionSetup(
        submission=submission,
        questions=plan.questions,
        sandbox=sandboxes.sandbox(backend, fresh_recording(trace), recorded),
        seal=sandboxes.seal(backend, submission.image),
        terms=challenge.rules.asking.terms(plan.seed),
    )
    transcript = run_session(setup, trace, resume=trace.exists())
    return _state(transcript.facts), transcript.head


def _state(facts: Sequence[Fact]) -> RunState:
    kinds = {fact.kind for fact in facts}
    if FactKind.TIME_LIMIT in kinds:
        return RunState.TIMED_OUT
    return RunState.FAILED if FactKind.NO_STARTS in kinds else RunState.FINISHED


def fresh_recording(trace: Path) -> Path:
    """Where traffic is recorded: a run that goes on goes on with its recording, unless that is over."""
    return next(path for path in recordings(trace) if not (path.exists() and _is_over(read_trace(path))))


def _is_over(records: Sequence[Mapping[str, Any]]) -> bool:
    return bool(records) and records[-1]["kind"] == END


def recordings(trace: Path) -> Iterator[Path]:
    """Where the traffic of a run lies, part by part: each interruption but a kill begins another."""
    return (trace.with_suffix(f".traffic-{number}.jsonl") for number in count(1))
