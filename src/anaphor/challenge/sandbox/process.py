"""Entries in a cage of bubblewrap: their own namespaces, a read-only system, no network, limits, a filter.

The chain of programs is: enter the control groups, give up root, bubblewrap, `sandbox_inside`, the entry.
"""

import marshal
import math
import os
import platform
import resource
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from anaphor.challenge.proxy.proxy import PORT, Network
from anaphor.challenge.sandbox.cgroup import Cgroup, Hierarchy, find_hierarchy
from anaphor.challenge.sandbox.handover import hand_over
from anaphor.challenge.sandbox.isolation import AUTHORITIES, DOOR, ENVIRONMENT, Cage, arguments, find_python
from anaphor.challenge.sandbox.sandbox import Backend, Limits, Record, Submission, on_linux
from anaphor.challenge.sandbox.seccomp import program
from anaphor.challenge.sandbox.seccomp_numbers import PROCESSORS, Processor
from anaphor.challenge.sandbox.staging import NOBODY, Staged, private_folder, stage
from anaphor.challenge.sandbox.wire import CagedWire
from anaphor.errors import AnaphorError, InputError

_BOTH_SIDES, _INSIDE_ALONE = 2, 1
"""Processes that are the cage's, not the entry's: bubblewrap outside and inside, where both or one is counted."""
_SLACK = 16
"""Where a control group counts the processes, and writes down what it refused, it is to be met first."""
_TRUST = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")
"""Where OpenSSL (and with it Python), requests, curl and Node look for the certificates that they trust."""
_COMPILE = """import marshal, sys
text = sys.stdin.buffer.read()
sys.stdout.buffer.write(marshal.dumps(compile(text, "sandbox_inside.py", "exec")))"""
_FIRST = """import _socket, marshal, sys
control = _socket.socket(fileno=int(sys.argv[1]))
exec(marshal.loads(control.recv(1 << 18)))"""
_ENTER = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; exec "$@"'


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSandbox:
    """The `process` backend."""

    limits: Limits
    """What each entry may use."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that are covered up where the read-only system would show them: collections, keys."""
    disk: int = 64 * 2**30
    """Bytes that an entry's files may have."""
    network: Network | None = None
    """The part of the internet that entries may use; None: nothing."""
    groups: bool = True
    """Whether control groups are used where there are any; without them limits hold for each process."""

    @property
    def backend(self) -> Backend:
        """`process`."""
        return Backend.PROCESS

    @property
    def terms(self) -> Mapping[str, object]:
        """The mechanisms on this machine."""
        found = self.hierarchy
        groups = f"version {found.version}" if isinstance(found, Hierarchy) else found
        network = self.network.terms if self.network else "none"
        return {"groups": groups, "user": cage_user(), "disk": self.disk, "network": network}

    @property
    def hierarchy(self) -> Hierarchy | str:
        """Where control groups are made, or why nowhere."""
        return find_hierarchy() if self.groups else "not wanted"

    @contextmanager
    def admit(self, submission: Submission, record: Record) -> Iterator["ProcessCell"]:
        """A cell with a copy of the entry's files."""
        check_machine()
        if not submission.command:
            raise InputError(f"entry {submission.name} has no command", todo="Give one, e.g. python3 answer.py.")
        with private_folder() as folder, ExitStack() as stack:
            door = folder / "proxy.sock" if self.network else None
            authorities = None
            if self.network and door:
                from anaphor.challenge.proxy.server import Proxy

                proxy = stack.enter_context(Proxy(self.network, door, record))
                authorities = proxy.write_authorities(folder / "authorities.pem")
            staged = stage(submission.folder, folder / "entry", most=self.disk) if submission.folder else None
            cage = Cage(
                folder=folder,
                user=cage_user(),
                entry=staged.path if staged else None,
                readable=tuple(path.resolve() for path in submission.readable),
                hidden=(*(path.resolve() for path in self.hidden), own_collections()),
                scratch=self.limits.scratch,
                door=door,
                authorities=authorities,
            )
            cage.write_files()
            yield ProcessCell(self, submission, cage, staged)


def ways_out(*, authorities: bool) -> dict[str, str]:
    """The environment variables that lead an entry to the proxy, and to the certificates that it has to trust."""
    proxy = f"http://127.0.0.1:{PORT}"
    ways = {"ANAPHOR_PROXY": DOOR, "http_proxy": proxy, "HTTP_PROXY": proxy, "https_proxy": proxy, "HTTPS_PROXY": proxy}
    return ways | (dict.fromkeys(_TRUST, AUTHORITIES) if authorities else {})


def cage_user() -> int:
    """The user that entries run as: nobody when the referee is root, else the referee's own."""
    return NOBODY if os.geteuid() == 0 else os.geteuid()


def own_collections() -> Path:
    """The collections, with their keys, that are installed with this program."""
    return Path(__file__).resolve().parents[2] / "data" / "collections"


def check_machine() -> None:
    """Refuse a machine on which no cage can be made, and say what is missing."""
    if not on_linux():
        raise AnaphorError(
            f"a sealed run needs Linux; this is {platform.system()}",
            todo="Use a Linux machine, or the backend none, which is not sealed.",
        )
    needed = {"bwrap": "bubblewrap"} | ({"setpriv": "util-linux"} if os.geteuid() == 0 else {})
    for name, package in needed.items():
        if not shutil.which(name, path=ENVIRONMENT["PATH"]):
            raise AnaphorError(
                f"a sealed run needs the program {name}", todo=f"Install {package} with the system's packages."
            )


class ProcessCell:
    """An entry that is ready to be started in a cage."""

    def __init__(self, sandbox: ProcessSandbox, submission: Submission, cage: Cage, staged: Staged | None) -> None:
        self._sandbox, self._submission, self._cage, self._staged = sandbox, submission, cage, staged
        self._hierarchy = sandbox.hierarchy
        self._processor = PROCESSORS.get(platform.machine())
        self._filters = _filters(self._processor)

    @property
    def environment(self) -> dict[str, str]:
        """All environment variables that the entry sees."""
        ways = ways_out(authorities=self._cage.authorities is not None) if self._cage.door else {}
        return {**ENVIRONMENT, **ways, **self._submission.environment}

    @property
    def _bridges(self) -> int:
        """Processes that carry connections to the proxy."""
        return 1 if self._cage.door else 0

    @property
    def manifest(self) -> Mapping[str, object]:
        """What is run, exactly."""
        staged = self._staged
        return {
            "digest": staged.digest if staged else None,
            "files": staged.files if staged else 0,
            "bytes": staged.size if staged else 0,
            "command": list(self._submission.command),
            "environment": self.environment,
            "readable": [str(path) for path in self._cage.readable],
        }

    def start(self, *, until: float, output: int) -> CagedWire:
        """Start the entry in a new cage."""
        group = self._group()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours:
            with theirs:
                process = self._popen(theirs.fileno(), group)
            wire = CagedWire(process, group, until=until, output=output)
            try:
                wire.take_over(hand_over(ours, self._messages(group)), self._processor)
            except (OSError, ValueError, EOFError, TypeError) as error:
                raise _no_cage(wire.end(kill=True).stderr, error) from error
            except BaseException:
                wire.end(kill=True)
                raise
        return wire

    def _group(self) -> Cgroup | None:
        if not isinstance(self._hierarchy, Hierarchy):
            return None
        limits = self._sandbox.limits
        try:
            return Cgroup(self._hierarchy, replace(limits, processes=limits.processes + _BOTH_SIDES + self._bridges))
        except OSError as error:
            raise AnaphorError(f"no control group could be made ({error.strerror or error})") from error

    def _popen(self, control: int, group: Cgroup | None) -> "subprocess.Popen[bytes]":
        enter = ["/bin/sh", "-c", _ENTER, "enter", *map(str, group.doors), "--"] if group else []
        inside = [find_python(), "-I", "-S", "-B", "-c", _FIRST, str(control)]
        try:
            return subprocess.Popen(
                [*enter, *_give_up_root(), *arguments(self._cage), "--", *inside],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                pass_fds=(control,),
                env={"PATH": ENVIRONMENT["PATH"]},
                start_new_session=True,
            )
        except OSError as error:
            if group:
                group.remove()
            raise AnaphorError(f"the cage could not be started ({error.strerror})") from error

    def _messages(self, group: Cgroup | None) -> tuple[bytes, ...]:
        """What is sent into the cage: the program, its settings, the filters."""
        # The second version of marshal's format is read by every Python; json takes longer to load than all the rest.
        return compiled(find_python()), marshal.dumps(self._settings(group), 2), *self._filters

    def _settings(self, group: Cgroup | None) -> dict[str, object]:
        return {
            "command": [os.fsencode(word) for word in self._submission.command],
            "environment": {os.fsencode(key): os.fsencode(value) for key, value in self.environment.items()},
            "limits": _resource_limits(self._sandbox.limits, self._bridges, grouped=group is not None),
            "read": [os.fsencode(path) for path in self._cage.visible],
            "write": [b"/tmp", b"/dev/shm"],
            "bridge": (_text("bridge.py"), PORT, DOOR) if self._cage.door else None,
        }


def _text(name: str) -> str:
    """A program that is sent into the cage."""
    return Path(__file__).with_name(name).read_text("utf-8")


@cache
def compiled(python: str) -> bytes:
    """`sandbox_inside`, compiled once by the Python that runs it in every cage."""
    command = [python, "-I", "-S", "-B", "-c", _COMPILE]
    try:
        done = subprocess.run(command, input=_text("inside.py").encode(), capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise AnaphorError(f"the cage's own program cannot be run by {python} ({error})") from error
    return done.stdout


def _filters(processor: Processor | None) -> tuple[bytes, bytes]:
    """The filter with notifications and the one without; a dash and nothing where there is none."""
    if processor is None:
        return b"-", b"-"
    return program(processor, watched=True), program(processor, watched=False)


def _no_cage(stderr: str, error: Exception) -> AnaphorError:
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    return AnaphorError(
        f"no cage could be made for the entry ({lines[-1][:300] if lines else error})",
        todo="Run: anaphor challenge sandbox --self-test",
    )


def _give_up_root() -> list[str]:
    """The start of the command line that makes root nobody; nothing for others, who stay who they are."""
    if os.geteuid() != 0:
        return []
    user = str(NOBODY)
    return ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--inh-caps=-all", "--no-new-privs"]


def _resource_limits(limits: Limits, bridges: int, *, grouped: bool) -> dict[int, int]:
    """Limits that hold for each process; the one on memory only where no control group counts it for all."""
    own = _INSIDE_ALONE + bridges
    found = {
        resource.RLIMIT_CPU: math.ceil(limits.cpu),
        resource.RLIMIT_FSIZE: limits.file,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_NPROC: limits.processes + own + (_SLACK if grouped else 0),
        resource.RLIMIT_CORE: 0,
    }
    return found if grouped else {**found, resource.RLIMIT_AS: limits.memory}
