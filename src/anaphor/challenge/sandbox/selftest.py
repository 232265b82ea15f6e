"""The self-test: a probe is started in the sandbox and tries to get out; each isolation layer holds or does not.

Nothing is taken from a version number or a setting: what is not tried successfully is not there.
"""

import json
import os
import platform
import secrets
import select
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from signal import SIGKILL, SIGXCPU

from anaphor.challenge.sandbox import sandbox as sandboxes
from anaphor.challenge.sandbox.bubblewrap import bubblewrap_version
from anaphor.challenge.sandbox.isolation import ENVIRONMENT
from anaphor.challenge.sandbox.pipes import PipeWire
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.sandbox.sandbox import MIB, Backend, Layer, Limits, Sandbox, Seal, Stop, Submission
from anaphor.challenge.sandbox.seccomp import PROCESSORS
from anaphor.errors import AnaphorError

PROBED = (
    *("unprivileged user", "no capabilities", "no new privileges"),
    *("user namespace", "pid namespace", "mount namespace", "ipc namespace", "network namespace"),
    *("read-only system", "private temporary folder", "no host home", "hidden files", "clean environment"),
    *("no network", "referee out of reach", "own processes closed", "nested namespaces refused"),
    *("limits cannot be raised", "file size limit", "scratch limit", "process limit"),
)
"""The required layers that the probe judges from inside."""
WATCHED = (
    "memory limit",
    "memory of all processes",
    "cpu limit",
    "wall-clock limit",
    "output limit",
    "nothing outlives the run",
)
"""The required layers that show from outside."""
REQUIRED = (*PROBED, *WATCHED)
"""All that a sealed run needs, beyond Linux and the program that isolates."""

FILTER = "system-call filter"
"""The layer that is required on every processor that there is a filter for: elsewhere none can be missed."""

_SMALL = Limits(memory=64 * MIB, processes=32, cpu=1, wall=60, output=256 * 1024, file=MIB, scratch=4 * MIB)
"""Limits that are reached at once, and at which a machine that others use does not notice if one does not hold."""
_TOO_MUCH = 4 * _SMALL.memory
"""What the probe wants to hold: far enough above the limit that a look from time to time sees it."""
_SHARERS = 8
"""Processes that share it: each then holds half of what one may."""
_PATIENCE_S = 30.0
"""How long the probe may take to say something; it takes a tenth of a second on a quiet machine."""
_WALL_S = 0.4
"""The time of a run that sleeps for a minute: long enough for the sandbox to be made."""
_SEEN = 4
"""Processes that a probe may see at most: its own, and the sandbox's inside."""
_NAMESPACES = ("user", "pid", "mnt", "ipc", "net")

Outcome = tuple[bool, str]
"""Whether a layer held, and what was tried."""
MakeSandbox = Callable[[Limits, tuple[Path, ...]], Sandbox]
"""Makes the sandbox to try, with limits and hidden files that the test chooses."""


def self_test(*, groups: bool = True) -> Seal:
    """Which layers of the `process` backend hold on this machine."""
    if not sandboxes.on_linux():
        reason = f"a sealed run needs Linux; this is {platform.system()}"
        return Seal(backend=Backend.PROCESS, layers=(Layer(name="Linux", required=True, ok=False, reason=reason),))
    version, absent = bubblewrap_version(), "not installed: install bubblewrap with the system's packages"
    first = (
        Layer(name="Linux", required=True, ok=True, reason=platform.release()),
        Layer(name="bubblewrap", required=True, ok=version is not None, reason=version or absent),
    )
    if version is None:
        return Seal(backend=Backend.PROCESS, layers=(*first, *untried("bubblewrap is not installed")))

    def make(limits: Limits, hidden: tuple[Path, ...]) -> Sandbox:
        return ProcessSandbox(limits=limits, hidden=hidden, groups=groups)

    return Seal(backend=Backend.PROCESS, layers=(*first, *try_layers(make, ("python3",))))


def try_layers(
    make: MakeSandbox, python: tuple[str, ...], image: str | None = None, brought: Sequence[str] = ()
) -> tuple[Layer, ...]:
    """Every layer of a sandbox, tried with a probe that `python` runs inside.

    An image has homes of its own, and brings along environment variables: those may be there.
    """
    with _traps(own_homes=image is not None, environment=(*ENVIRONMENT, *brought)) as (folder, known):
        lent = Path(str(known["lent"]))
        sandbox = make(_SMALL, (lent / "hidden",))
        probe = Submission(name="probe", command=(*python, "probe.py"), folder=folder, readable=(lent,), image=image)
        try:
            seen, applied = _look(sandbox, probe, known)
            held = seen | {name: watch(sandbox, probe) for name, watch in _WATCHES.items()}
        except AnaphorError as error:
            return untried(str(error))
    groups, landlock, seccomp = (applied.get(name, "no") for name in ("groups", "landlock", "seccomp"))
    no_groups = "none can be used: memory is watched, other limits hold for each process"
    held |= {
        "control groups": (not groups.startswith("no"), groups if groups != "no" else no_groups),
        "record of refused calls": (seccomp == "watched", seccomp),
        "Landlock": (not landlock.startswith("no"), landlock),
    }
    if seccomp.startswith("no: "):  # the sandbox knows why; the probe only sees that there is none
        held[FILTER] = False, seccomp.removeprefix("no: ")
    names = (*REQUIRED, "control groups", FILTER, "record of refused calls", "Landlock")
    outcomes = {name: held.get(name, (False, "the probe did not get so far")) for name in names}
    needed = {*REQUIRED, FILTER} if platform.machine() in PROCESSORS else set(REQUIRED)
    return tuple(
        Layer(name=name, required=name in needed, ok=ok, reason=reason) for name, (ok, reason) in outcomes.items()
    )


def untried(why: str) -> tuple[Layer, ...]:
    """All required layers, none of which is known to hold."""
    return tuple(Layer(name=name, required=True, ok=False, reason=why) for name in REQUIRED)


@contextmanager
def _traps(*, own_homes: bool, environment: Sequence[str]) -> Iterator[tuple[Path, dict[str, object]]]:
    """The probe's folder, and what it is told of files and sockets outside that it must not reach."""
    name = f"anaphor-probe-{secrets.token_hex(8)}"
    with (
        tempfile.TemporaryDirectory(prefix="anaphor-probe-", ignore_cleanup_errors=True) as place,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        folder = Path(place)
        folder.chmod(0o755)
        probe, lent, outside = folder / "probe", folder / "lent", folder / "outside"
        for each in (probe, lent):
            each.mkdir(mode=0o755)
        shutil.copy(Path(__file__).with_name("probe.py"), probe / "probe.py")
        for path in (lent / "open", lent / "secret", lent / "hidden", outside):
            path.write_text("to be found", "utf-8")
            path.chmod(0o600 if path.name == "secret" else 0o644)
        # Where people live on this machine, each with what tells the folder from another of that name.
        homes: dict[str, list[int] | None] = {}
        for home in sorted({"/root", "/home", str(Path.home())}):
            state = os.stat(home) if os.path.exists(home) else None
            homes[home] = [state.st_dev, state.st_ino] if state else None
        abstract.bind(f"\0{name}")
        abstract.listen()
        known: dict[str, object] = {
            "lent": str(lent),
            "root": os.geteuid() == 0,
            "outside": str(outside),
            "homes": homes,
            "own_homes": own_homes,
            "port": server.getsockname()[1],
            "abstract": name,
            "seen": _SEEN,
            "namespaces": {kind: os.readlink(f"/proc/self/ns/{kind}") for kind in _NAMESPACES},
            "environment": sorted(environment),
            "file": _SMALL.file,
            "scratch": _SMALL.scratch,
            "processes": _SMALL.processes,
        }
        yield probe, known


@contextmanager
def _started(
    sandbox: Sandbox, probe: Submission, act: str, known: Mapping[str, object] | None = None, wall: float = _PATIENCE_S
) -> Iterator[tuple[sandboxes.Wire, bytes | Stop]]:
    submission = replace(probe, command=(*probe.command, act, json.dumps(dict(known or {}))))
    with sandbox.prepare(submission, lambda _kind, _fields: None) as launcher:
        wire = launcher.start(until=time.monotonic() + wall, output=sandbox.limits.output)
        yield wire, wire.receive(time.monotonic() + _PATIENCE_S)


def _look(
    sandbox: Sandbox, probe: Submission, known: Mapping[str, object]
) -> tuple[dict[str, Outcome], dict[str, str]]:
    """What the probe finds in one go, and what was applied to it."""
    with _started(sandbox, probe, "look", known) as (wire, line):
        applied = dict(wire.applied)
        ending = wire.end(kill=False)
    if isinstance(line, Stop):
        last = ending.stderr.strip().splitlines()[-1:] or [line.value]
        raise AnaphorError("challenge-sandbox-probe-failed", why=last[0][:300])
    try:
        seen = {str(name): (bool(ok), str(reason)) for name, (ok, reason) in json.loads(line).items()}
    except (ValueError, TypeError, AttributeError):
        raise AnaphorError("challenge-sandbox-probe-unreadable") from None
    if Path(f"{known['outside']}.probe").exists():
        seen["private temporary folder"] = False, "what was written inside is there outside"
    return seen, applied


def _memory(sandbox: Sandbox, probe: Submission) -> Outcome:
    with _started(sandbox, probe, "memory", {"bytes": _TOO_MUCH}) as (wire, line):
        ending = wire.end(kill=line is not Stop.DEAD)
    tried = f"{_TOO_MUCH // MIB} MiB wanted, {_SMALL.memory // MIB} allowed"
    if isinstance(line, bytes):
        answer = line.decode("utf-8", "replace")
        return answer.startswith("refused"), f"{tried}: {answer}"
    killed = ending.usage.memory_kills > 0 or ending.signal == SIGKILL
    return line is Stop.DEAD and killed, f"{tried}: {'killed' if killed else line.value}"


def _memory_of_all(sandbox: Sandbox, probe: Submission) -> Outcome:
    """Whether several processes that have too much together are ended, though each has less than it may."""
    with _started(sandbox, probe, "memories", {"bytes": _TOO_MUCH, "processes": _SHARERS}) as (wire, first):
        line = first
        if line == b"all of them held it":  # what looks from time to time has a moment to see it
            line = wire.receive(time.monotonic() + _PATIENCE_S)
        ending = wire.end(kill=line is not Stop.DEAD)
    tried = f"{_TOO_MUCH // MIB} MiB wanted by {_SHARERS} processes, {_SMALL.memory // MIB} allowed"
    answer = first.decode("utf-8", "replace") if isinstance(first, bytes) else first.value
    killed = ending.usage.memory_kills > 0 or (line is Stop.DEAD and ending.signal == SIGKILL)
    return killed, f"{tried}: {'killed' if killed else answer}"


def _cpu(sandbox: Sandbox, probe: Submission) -> Outcome:
    with _started(sandbox, probe, "cpu") as (wire, line):
        ending = wire.end(kill=line is not Stop.DEAD)
    ended = line is Stop.DEAD and ending.signal in (SIGXCPU, SIGKILL)
    how = f"ended by signal {ending.signal} after {ending.usage.seconds:.1f} s" if ended else "it went on"
    return ended, f"an endless loop, {_SMALL.cpu:g} s allowed: {how}"


def _wall(sandbox: Sandbox, probe: Submission) -> Outcome:
    with _started(sandbox, probe, "wall", wall=_WALL_S) as (wire, line):
        ending = wire.end(kill=True)
    ended = line is Stop.OVER and ending.survivors == 0
    return ended, f"a minute's sleep, {_WALL_S:g} s allowed: {'ended' if ended else 'it went on'}"


def _output(sandbox: Sandbox, probe: Submission) -> Outcome:
    with _started(sandbox, probe, "output") as (wire, first):
        line = first
        while isinstance(line, bytes):
            line = wire.receive(time.monotonic() + _PATIENCE_S)
        taken = wire.output
        wire.end(kill=True)
    return line is Stop.OVERFLOW, f"4 MiB written, {_SMALL.output // 1024} KiB allowed: {taken // 1024} KiB were read"


def _linger(sandbox: Sandbox, probe: Submission) -> Outcome:
    """Whether a process with a session of its own ends with the run: then nobody holds the pipe any more."""
    with _started(sandbox, probe, "linger") as (wire, line):
        if line != b"here" or not isinstance(wire, PipeWire) or wire.process.stdout is None:
            wire.end(kill=True)
            return False, "the process could not be left behind"
        pipe = os.dup(wire.process.stdout.fileno())
        ending = wire.end(kill=False)
    try:
        gone = bool(select.select([pipe], [], [], 5.0)[0]) and not os.read(pipe, 1)
    finally:
        os.close(pipe)
    gone = gone and ending.survivors == 0
    return gone, f"a process was left behind: {'it ended with the run' if gone else 'it is still there'}"


_WATCHES = dict(zip(WATCHED, (_memory, _memory_of_all, _cpu, _wall, _output, _linger), strict=True))
