"""Entries isolated by bubblewrap: their own namespaces, a read-only system, no network, limits, a filter.

The chain of programs is: enter the control groups, give up root, bubblewrap, `inside.py`, which starts the entry.
"""

import marshal
import math
import os
import platform
import resource
import shutil
import socket
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import ClassVar

from anaphor.challenge.proxy.sites import PORT, NetworkAccess
from anaphor.challenge.sandbox.cgroup import Cgroup, Hierarchy, find_hierarchy
from anaphor.challenge.sandbox.isolation import (
    ENVIRONMENT,
    PROXY_SOCKET,
    Isolation,
    Prepared,
    arguments,
    find_python,
)
from anaphor.challenge.sandbox.memory import MemoryWatch
from anaphor.challenge.sandbox.sandbox import MIB, Backend, Ending, Launcher, Limits, Record, Submission, on_linux
from anaphor.challenge.sandbox.seccomp import obstacle, program
from anaphor.challenge.sandbox.unsealed import PipeWire, start_piped
from anaphor.challenge.sandbox.watcher import Watcher
from anaphor.challenge.staging import NOBODY, private_folder, stage
from anaphor.errors import AnaphorError, InputError

_BOTH_SIDES, _INSIDE_ALONE = 2, 1
"""Processes that are the sandbox's, not the entry's: bubblewrap outside, the first inside; both or one is counted."""
_BRIDGE = 48 * MIB
"""Memory of a process that carries connections: it is the sandbox's, and counted among the entry's."""
SLACK = 16
"""Where a control group counts the processes, and writes down what it refused, it is to be met first."""
_PATIENCE_S = 30.0
"""Seconds that a sandbox may take to be made; it takes a hundredth of one on a quiet machine."""
_SIGNALLED = 128
"""bubblewrap's exit code for an entry that a signal ended is the signal and this."""
_COMPILE = """import marshal, sys
text = sys.stdin.buffer.read()
sys.stdout.buffer.write(marshal.dumps(compile(text, "inside.py", "exec")))"""
_FIRST = """import _socket, marshal, sys
control = _socket.socket(fileno=int(sys.argv[1]))
exec(marshal.loads(control.recv(1 << 18)))"""
_ENTER = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; exec "$@"'


@dataclass(frozen=True, slots=True, kw_only=True)
class IsolatingSandbox:
    """What the two backends share that can seal a run."""

    limits: Limits
    hidden: tuple[Path, ...] = ()
    """Files and folders that are covered up where they would be seen: collections, keys."""
    disk: int = 64 * 2**30
    network: NetworkAccess | None = None
    """The part of the internet that entries may use; None: nothing."""
    groups: bool = True
    """Whether control groups of our own are used where there are any; without them memory is watched, and other limits
    hold for each process, or as the container's engine sets them."""

    @property
    def covered(self) -> tuple[Path, ...]:
        """What no entry may see: what is hidden, and the collections, with their keys, of this program."""
        return (*(path.resolve() for path in self.hidden), own_collections())

    @property
    def hierarchy(self) -> Hierarchy | str:
        return find_hierarchy() if self.groups else "not wanted"

    @contextmanager
    def staged(self, submission: Submission, record: Record) -> Iterator[Prepared]:
        """A copy of the entry's files, and a proxy where the rules allow sites."""
        with private_folder() as folder, ExitStack() as stack:
            proxy_socket = authorities = None
            if self.network:
                from anaphor.challenge.proxy.server import Proxy

                proxy_socket = folder / "proxy.sock"
                proxy = stack.enter_context(Proxy(self.network, proxy_socket, record))
                authorities = proxy.write_authorities(folder / "authorities.pem")
            staged = stage(submission.folder, folder / "entry", most=self.disk) if submission.folder else None
            yield Prepared(folder=folder, staged=staged, proxy_socket=proxy_socket, authorities=authorities)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSandbox(IsolatingSandbox):
    """The `process` backend."""

    backend: ClassVar[Backend] = Backend.PROCESS

    @property
    def terms(self) -> Mapping[str, object]:
        found = self.hierarchy
        groups = f"version {found.version}" if isinstance(found, Hierarchy) else found
        network = self.network.terms if self.network else "none"
        return {"groups": groups, "user": entry_user(), "disk": self.disk, "network": network}

    @contextmanager
    def prepare(self, submission: Submission, record: Record) -> Iterator[Launcher]:
        if not on_linux():
            raise AnaphorError("challenge-sandbox-needs-linux-here", system=platform.system())
        needed = {"bwrap": "bubblewrap"} | ({"setpriv": "util-linux"} if os.geteuid() == 0 else {})
        for name, package in needed.items():
            if not shutil.which(name, path=ENVIRONMENT["PATH"]):
                raise AnaphorError("challenge-sandbox-needs-program", program=name, package=package)
        if not submission.command:
            raise InputError("challenge-sandbox-no-command", entry=submission.name)
        with self.staged(submission, record) as prepared:
            isolation = Isolation(
                prepared=prepared,
                user=entry_user(),
                readable=tuple(path.resolve() for path in submission.readable),
                hidden=self.covered,
                scratch=self.limits.scratch,
            )
            isolation.write_files()
            made = ProcessLauncher(self, submission, isolation)
            yield Launcher(manifest=made.manifest, start=made.start)


def entry_user() -> int:
    """The user that entries run as: nobody when the referee is root, else the referee's own."""
    return NOBODY if os.geteuid() == 0 else os.geteuid()


def own_collections() -> Path:
    """The collections, with their keys, that are installed with this program."""
    return Path(__file__).resolve().parents[2] / "data" / "collections"


class ProcessLauncher:
    def __init__(self, sandbox: ProcessSandbox, submission: Submission, isolation: Isolation) -> None:
        self._sandbox, self._submission, self._isolation = sandbox, submission, isolation
        self._hierarchy = sandbox.hierarchy
        self._bridges = 1 if isolation.prepared.proxy_socket else 0
        """Processes that carry connections to the proxy."""

    @property
    def environment(self) -> dict[str, str]:
        return {**ENVIRONMENT, **self._isolation.prepared.environment, **self._submission.environment}

    @property
    def manifest(self) -> Mapping[str, object]:
        staged = self._isolation.prepared.staged
        return {
            "digest": staged.digest if staged else None,
            "files": staged.files if staged else 0,
            "bytes": staged.size if staged else 0,
            "command": list(self._submission.command),
            "environment": self.environment,
            "readable": [str(path) for path in self._isolation.readable],
        }

    def start(self, *, until: float, output: int) -> "IsolatedWire":
        group, limits = None, self._sandbox.limits
        if isinstance(self._hierarchy, Hierarchy):
            try:
                processes = limits.processes + _BOTH_SIDES + self._bridges
                group = Cgroup(self._hierarchy, replace(limits, processes=processes))
            except OSError as error:
                raise AnaphorError("challenge-sandbox-no-group", why=error.strerror or str(error)) from error
        settings: dict[str, object] = {
            "command": [os.fsencode(word) for word in self._submission.command],
            "environment": {os.fsencode(key): os.fsencode(value) for key, value in self.environment.items()},
            "limits": _resource_limits(limits, self._bridges, grouped=group is not None),
            "read": [os.fsencode(path) for path in self._isolation.visible],
            "write": [b"/tmp", b"/dev/shm"],
            "bridge": (PORT, PROXY_SOCKET) if self._bridges else None,
            "filters": filters(platform.machine()),
            "no_filter": obstacle(platform.machine()) or "",
        }
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours:
            with theirs:
                process = self._popen(theirs.fileno(), group)
            wire = IsolatedWire(process, group, until=until, output=output)
            try:
                # marshal's second version is read by every Python; json takes longer to load than all the rest.
                messages = [compiled(find_python()), marshal.dumps(settings, 2)]
                wire.take_over(*_hand_over(ours, messages))
                if group is None:
                    wire.watch_memory(limits.memory + self._bridges * _BRIDGE)
            except (OSError, ValueError, EOFError, TypeError) as error:
                lines = [line.strip() for line in wire.end(kill=True).stderr.splitlines() if line.strip()]
                why = lines[-1][:300] if lines else str(error)
                raise AnaphorError("challenge-sandbox-not-made", why=why) from error
            except BaseException:
                wire.end(kill=True)
                raise
        return wire

    def _popen(self, control: int, group: Cgroup | None) -> "subprocess.Popen[bytes]":
        enter = ["/bin/sh", "-c", _ENTER, "enter", *map(str, group.member_files), "--"] if group else []
        user = str(NOBODY)
        # Root becomes nobody; others stay who they are.
        give_up = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--inh-caps=-all", "--no-new-privs"]
        inside = [find_python(), "-I", "-S", "-B", "-c", _FIRST, str(control)]
        command = [*enter, *(give_up if os.geteuid() == 0 else []), *arguments(self._isolation), "--", *inside]
        try:
            return start_piped(command, cwd="/", pass_fds=(control,), env={"PATH": ENVIRONMENT["PATH"]})
        except OSError as error:
            if group:
                group.remove()
            raise AnaphorError("challenge-sandbox-not-started", why=str(error.strerror)) from error


def _program_text(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


@cache
def compiled(python: str) -> bytes:
    """`inside.py`, compiled once by the Python that runs it in every sandbox."""
    command = [python, "-I", "-S", "-B", "-c", _COMPILE]
    try:
        done = subprocess.run(command, input=_program_text("inside.py").encode(), capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise AnaphorError("challenge-sandbox-own-program", python=python, why=str(error)) from error
    return done.stdout


def filters(machine: str) -> dict[str, bytes]:
    """The filters to try, the better one first: with a record of what was refused, and without; none where none is."""
    if obstacle(machine):
        return {}
    found = {}
    with suppress(OSError):  # a kernel that cannot hand attempts to the referee
        found["watched"] = program(machine, watched=True)
    return {**found, "silent": program(machine, watched=False)}


def _resource_limits(limits: Limits, bridges: int, *, grouped: bool) -> dict[int, int]:
    """Limits that hold for each process; the one on memory only where no control group counts it for all."""
    found = {
        resource.RLIMIT_CPU: math.ceil(limits.cpu),
        resource.RLIMIT_FSIZE: limits.file,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_NPROC: limits.processes + _INSIDE_ALONE + bridges + (SLACK if grouped else 0),
        resource.RLIMIT_CORE: 0,
    }
    return found if grouped else {**found, resource.RLIMIT_AS: limits.memory}


def _hand_over(control: socket.socket, messages: Iterable[bytes]) -> tuple[dict[str, str], int, int | None]:
    """Send messages in and take what comes out; OSError when the sandbox is no more.

    Out come, in words, what was put in place, a handle on the temporary folder, and one for the filter's notifications
    where the kernel has them.
    """
    control.settimeout(_PATIENCE_S)
    for message in messages:
        control.send(message)
    text, handles, _, _ = socket.recv_fds(control, 1 << 16, 2)
    for handle in handles:
        os.set_inheritable(handle, False)
    if not text or not handles:
        raise ConnectionError("nothing came out of the sandbox")
    applied = {str(key): str(value) for key, value in marshal.loads(text).items()}
    return applied, handles[0], handles[1] if len(handles) > 1 else None


class IsolatedWire(PipeWire):
    """The pipes of an isolated entry, and what can be seen of it from outside.

    To kill bubblewrap is the end of every process of its pid namespace.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", group: Cgroup | None, *, until: float, output: int) -> None:
        super().__init__(process, until=until, output=output)
        self._group = group
        self._scratch: int | None = None
        self._watcher: Watcher | None = None
        self._memory: MemoryWatch | None = None
        self._applied: Mapping[str, str] = {}

    def take_over(self, applied: Mapping[str, str], scratch: int | None, listener: int | None) -> None:
        """Keep what was put in place, and a handle on the temporary folder, to see how full it is; watch the filter."""
        self._applied, self._scratch = applied, scratch
        if listener is not None:
            self._watcher = Watcher(listener, platform.machine())

    def watch_memory(self, most: int) -> None:
        """End the entry when all its processes together have more than so many bytes; no group counts them."""
        self._memory = MemoryWatch(self.process.pid, most, self._kill, self._scratch_used)

    def _scratch_used(self) -> int:
        """Bytes in the temporary folder, which lies in memory."""
        if (handle := self._scratch) is None:
            return 0
        state = os.fstatvfs(handle)
        return (state.f_blocks - state.f_bfree) * state.f_frsize

    @property
    def applied(self) -> Mapping[str, str]:
        groups = f"version {self._group.version}" if self._group else "no"
        return {**self._applied, "groups": groups}

    def cpu(self) -> float | None:
        return self._group.cpu() if self._group else None

    def end(self, *, kill: bool) -> Ending:
        ending = super().end(kill=kill)
        group, usage, survivors = self._group, ending.usage, 0
        if (watch := self._memory) is not None:
            watch.close()
            usage = replace(usage, memory=watch.peak or None, memory_kills=watch.kills)
        if group:
            survivors = group.empty()
            usage = replace(usage, **group.usage())
        if self._scratch is not None:
            with suppress(OSError):
                usage = replace(usage, scratch=self._scratch_used())
            os.close(self._scratch)
            self._scratch = None
        attempts = self._watcher.close() if self._watcher else ()
        if group:
            group.remove()
        if ending.code is not None and ending.code > _SIGNALLED:
            ending = replace(ending, code=None, signal=ending.code - _SIGNALLED)
        return replace(ending, usage=usage, attempts=attempts, survivors=survivors)
