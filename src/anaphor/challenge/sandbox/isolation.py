"""What both ways of sealing a run share: what an entry is given, its limits, and what is seen of it from outside.

`process.py` seals with bubblewrap, and every layer of it is tested at each run of the tests. `container/` asks podman
or docker for the same in their own options; how well they do it is the engine's affair, and the self-test tries it.
"""

import os
import platform
import resource
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from types import MappingProxyType

from anaphor.challenge.proxy.sites import PORT, NetworkAccess
from anaphor.challenge.sandbox.cgroup import Cgroup, Hierarchy, find_hierarchy
from anaphor.challenge.sandbox.memory import MemoryWatch
from anaphor.challenge.sandbox.pipes import PipeWire
from anaphor.challenge.sandbox.sandbox import Ending, Limits, Record, Submission
from anaphor.challenge.sandbox.watcher import Watcher
from anaphor.challenge.staging import StagedFiles, private_folder, stage
from anaphor.errors import InputError

ENVIRONMENT: Mapping[str, str] = MappingProxyType(
    {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/tmp",
        "TMPDIR": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
)
"""The environment variables that every entry has; nothing of the referee's own goes in."""
PROXY_SOCKET = "/run/anaphor/proxy.sock"
"""Where the proxy's socket lies in the sandbox of an entry that may use the internet."""
AUTHORITIES = "/run/anaphor/authorities.pem"
"""Where the certificates lie that such an entry has to trust when the proxy opens TLS."""
ENTRY = "/entry"
"""Where the entry's own files lie, and where it starts."""
_TRUST = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")
"""Where OpenSSL (and with it Python), requests, curl and Node look for the certificates that they trust."""
_SLACK = 16
"""Processes that the limit of each process lies above that of a control group: the group, which writes down what it
refused, is to be met first."""
_SIGNALLED = 128
"""Exit codes above it tell the signal that ended the entry: bubblewrap and the engines have them from shells."""


def check_readable(paths: Iterable[Path], hidden: Iterable[Path]) -> None:
    """Refuse to lend what is no folder, is the whole machine, or is hidden; links are resolved before."""
    for path in paths:
        if not path.is_dir() or path.parent == path:
            raise InputError("challenge-sandbox-lent-no-folder", where=path)
        if any(path.is_relative_to(secret) for secret in hidden):
            raise InputError("challenge-sandbox-lent-hidden", where=path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What lies ready on this machine before an entry is started."""

    folder: Path
    staged: StagedFiles | None = None
    proxy_socket: Path | None = None
    """Where the proxy listens, if the rules allow sites."""
    authorities: Path | None = None
    """The certificates that clients are to trust, where the proxy opens TLS."""

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead an entry to the proxy, and to the certificates that it has to trust."""
        if not self.proxy_socket:
            return {}
        names = ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY")
        ways = {"ANAPHOR_PROXY": PROXY_SOCKET, **dict.fromkeys(names, f"http://127.0.0.1:{PORT}")}
        return ways | (dict.fromkeys(_TRUST, AUTHORITIES) if self.authorities else {})

    @property
    def shown(self) -> dict[str, Path]:
        """What of it lies in the sandbox of every backend, read-only: where, and what of this machine it is."""
        places = {PROXY_SOCKET: self.proxy_socket, AUTHORITIES: self.authorities}
        return {inside: outside for inside, outside in places.items() if outside}


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
    def network_terms(self) -> object:
        """The part of the internet that entries may use, for the record."""
        return self.network.terms if self.network else "none"

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


def own_collections() -> Path:
    """The collections, with their keys, that are installed with this program."""
    return Path(__file__).resolve().parents[2] / "data" / "collections"


def resource_limits(limits: Limits, *, others: int, grouped: bool) -> dict[int, int]:
    """Limits that hold for each process, as the kernel numbers them; `others` are processes of the sandbox's own."""
    return {
        resource.RLIMIT_CPU: ceil(limits.cpu),
        resource.RLIMIT_FSIZE: limits.file,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_NPROC: limits.processes + others + (_SLACK if grouped else 0),
        resource.RLIMIT_CORE: 0,
    }


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
