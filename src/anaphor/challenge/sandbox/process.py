"""Entries isolated by bubblewrap: their own namespaces, a read-only system, no network, limits, a filter.

The chain of programs is: enter the control groups, give up root, bubblewrap, `inside.py`, which starts the entry.
"""

import marshal
import os
import platform
import resource
import shutil
import socket
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import ClassVar

from anaphor.challenge.proxy.sites import PORT
from anaphor.challenge.sandbox.bubblewrap import Isolation, arguments, find_python
from anaphor.challenge.sandbox.cgroup import Cgroup, Hierarchy
from anaphor.challenge.sandbox.isolation import (
    ENVIRONMENT,
    PROXY_SOCKET,
    IsolatedWire,
    IsolatingSandbox,
    resource_limits,
)
from anaphor.challenge.sandbox.pipes import start_piped
from anaphor.challenge.sandbox.sandbox import MIB, Backend, Launcher, Record, Submission, on_linux
from anaphor.challenge.sandbox.seccomp import obstacle, program
from anaphor.challenge.staging import NOBODY
from anaphor.errors import AnaphorError, InputError

_INSIDE_ALONE = 1
"""Processes of the sandbox's own inside, which the kernel counts among the entry's user's: the first one."""
_BOTH_SIDES = _INSIDE_ALONE + 1
"""The same and bubblewrap outside: a control group counts both."""
_BRIDGE = 48 * MIB
"""Memory of a process that carries connections: it is the sandbox's, and counted among the entry's."""
_PATIENCE_S = 30.0
"""Seconds that a sandbox may take to be made; it takes a hundredth of one on a quiet machine."""
_COMPILE = """import marshal, sys
text = sys.stdin.buffer.read()
sys.stdout.buffer.write(marshal.dumps(compile(text, "inside.py", "exec")))"""
"""Compiles `inside.py` once with the Python that will run it: to read it anew costs each start some milliseconds."""
_FIRST = """import _socket, marshal, sys
control = _socket.socket(fileno=int(sys.argv[1]))
exec(marshal.loads(control.recv(1 << 18)))"""
"""The whole first program inside: it takes the next one from the referee. No file of ours need be seen in there."""
_ENTER = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; exec "$@"'
"""Enters the control groups before anything else runs, so that no process begins outside them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSandbox(IsolatingSandbox):
    """The `process` backend."""

    backend: ClassVar[Backend] = Backend.PROCESS

    @property
    def terms(self) -> Mapping[str, object]:
        hierarchy = self.hierarchy
        groups = f"version {hierarchy.version}" if isinstance(hierarchy, Hierarchy) else hierarchy
        return {"groups": groups, "user": entry_user(), "disk": self.disk, "network": self.network_terms}

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
            launcher = ProcessLauncher(self, submission, isolation)
            yield Launcher(manifest=launcher.manifest, start=launcher.start)


def entry_user() -> int:
    """The user that entries run as: nobody when the referee is root, else the referee's own."""
    return NOBODY if os.geteuid() == 0 else os.geteuid()


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
            "limits": self._resource_limits(grouped=group is not None),
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

    def _resource_limits(self, *, grouped: bool) -> dict[int, int]:
        """Limits for each process; the one on memory only where no control group counts it for all."""
        limits = self._sandbox.limits
        numbers = resource_limits(limits, others=_INSIDE_ALONE + self._bridges, grouped=grouped)
        return numbers if grouped else {**numbers, resource.RLIMIT_AS: limits.memory}

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
    programs = {}
    with suppress(OSError):  # a kernel that cannot hand attempts to the referee
        programs["watched"] = program(machine, watched=True)
    return {**programs, "silent": program(machine, watched=False)}


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
