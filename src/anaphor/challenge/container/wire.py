"""The wire to an entry in a container: the pipes of the engine's client, what its runtime reports, and the way out.

The way to the proxy is a port of the container's private loopback, kept from outside: an image need not hold a program
that carries connections, and what is outside the container is out of the entry's reach.
"""

import asyncio
import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from anaphor.challenge.container.engine import ContainerEngine, answer_of
from anaphor.challenge.proxy.sites import PORT
from anaphor.challenge.sandbox.cgroup import Cgroup
from anaphor.challenge.sandbox.inside import serve_bridge
from anaphor.challenge.sandbox.isolation import IsolatedWire
from anaphor.challenge.sandbox.sandbox import Ending
from anaphor.errors import AnaphorError

_PATIENCE_S = 30.0
"""Seconds that an engine may take to notice that an entry has ended."""
_REMOVALS = 3
"""How often an engine is asked to remove a container: it refuses while it is still making one."""
_ENGINE_FAILED, _NOT_RUN, _NOT_THERE = 125, 126, 127
"""Exit codes of podman and docker for failures of their own, for a program that cannot be run, and for one that is not
in the image; an entry may end with each of them too."""
_EXECUTING = "exec: "
"""What a runtime says when it came as far as the program; it has the second code for failures of its own too."""
_PLACE = getattr(os, "O_PATH", 0) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""How a folder is held without being read, which only Linux has; a link in an image would lead to a folder out here."""
_NEVER = b"0001-01-01"
"""When a container was started that was not."""
_NEW_NETWORK = 0x40000000
"""The kind of namespace that `setns` is to enter: nothing but a network."""
_BACKLOG = 16
"""Connections that wait until they are carried; as many as the proxy serves at one time."""
_WAIT_S = 0.02
"""How long one look for the runtime's report takes; between two the engine's client is looked at."""
_LONGEST_REPORT = 2**16
"""Bytes of that report: a short JSON document."""


class ContainerWire(IsolatedWire):
    """The pipes of an entry in a container."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", engine: ContainerEngine, name: str, *, until: float, output: int
    ) -> None:
        super().__init__(process, None, until=until, output=output)
        self._engine, self._name = engine, name
        self._first: int | None = None
        """A handle on the container's first process."""
        self._bridge: Bridge | None = None
        self._began, self._reported = True, False

    @property
    def applied(self) -> Mapping[str, str]:
        engines = "by the engine" if self._engine.groups else "no"
        groups = f"version {self._group.version}" if self._group else engines
        return {"seccomp": "silent", "landlock": "no: containers have none", **super().applied, "groups": groups}

    def look_after(
        self,
        process: int,
        notifications: int,
        *,
        group: Callable[[], Cgroup | None],
        proxy_socket: Path | None,
    ) -> None:
        """Keep what the runtime reported, count what the entry uses, and watch the filter.

        The filter is watched last: until then no connection is made, so that none comes before the bridge. A program
        may have ended before it could be looked at: then it has begun all the same, and nothing is left to look after.
        """
        self._reported = True
        try:
            if sys.platform == "linux":  # for the type checker: nothing is isolated elsewhere
                self._first = os.pidfd_open(process)
            self._group = group()
            if self._group:
                self._group.take(process)
            if proxy_socket:
                self._bridge = Bridge(process, proxy_socket)
        except OSError as error:
            os.close(notifications)
            if isinstance(error, ProcessLookupError) if self._first is None else self._is_gone():
                return
            raise
        scratch = None  # where it is gone already, or not a folder
        with suppress(OSError):
            scratch = os.open(f"/proc/{process}/root/tmp", _PLACE)
        self.take_over({"seccomp": "watched"}, scratch, notifications)

    def end(self, *, kill: bool) -> Ending:
        """Remove the container with everything in it; an engine that could not make it is no fault of the entry's."""
        ending = super().end(kill=kill)
        if self._bridge:
            self._bridge.close()
        if self._first is not None:
            os.close(self._first)
            self._first = None
        elif self._began or lacks_program(ending.code, ending.stderr):
            return ending
        elif ending.code in (_ENGINE_FAILED, _NOT_RUN):
            raise no_container(ending.stderr, "the engine failed")
        return ending

    def last_words(self) -> str:
        """What an engine that has ended wrote to standard error, which is still there for the end."""
        if self.process.poll() is not None:
            self._drain()
        return self._stderr_text()

    def _wait(self, seconds: float) -> bool:
        """Whether it ends by itself in time; the engine needs a while longer to notice."""
        return super()._wait(seconds) or (self._is_gone() and super()._wait(_PATIENCE_S))

    def _is_gone(self) -> bool:
        if self._first is None:
            return False
        poll = select.poll()
        poll.register(self._first, select.POLLIN)
        return bool(poll.poll(0))

    def _kill(self) -> None:
        """End the entry and the engine's client; that may still be making the container, which would then stay."""
        if sys.platform == "linux" and self._first is not None:
            with suppress(OSError):
                signal.pidfd_send_signal(self._first, signal.SIGKILL)
        elif not self._reported:  # did the engine get as far as to start the entry's program?
            ask = ["inspect", "--format", "{{.State.StartedAt}}", self._name]
            answer = answer_of([*self._engine.command, *ask])
            self._began = isinstance(answer, bytes) and not answer.startswith(_NEVER)
        super()._kill()
        for _ in range(_REMOVALS):
            if isinstance(answer_of([*self._engine.command, *self._engine.removal, self._name]), bytes):
                break
            time.sleep(0.1)


def lacks_program(code: int | None, said: str) -> bool:
    """Whether the image does not hold the entry's program, or it cannot be run: the entry's own fault."""
    return code == _NOT_THERE or (code == _NOT_RUN and _EXECUTING in said)


def no_container(stderr: str, error: object) -> AnaphorError:
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    last = next((line for line in reversed(lines) if line.startswith("Error")), lines[-1] if lines else str(error))
    return AnaphorError("challenge-sandbox-no-container", why=last[:300])


@contextmanager
def listening_at(path: Path) -> Iterator[socket.socket]:
    """A socket that one container's runtime connects to before the entry begins; OSError where none can be made."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(path))
        listening.listen(1)
        listening.settimeout(_WAIT_S)
        try:
            yield listening
        finally:
            path.unlink(missing_ok=True)


def receive_report(listening: socket.socket, patience: float) -> tuple[int, int] | None:
    """The first process of a container, as this machine numbers it, and a handle for the filter's notifications.

    None where the runtime has not come within some hundredths of a second.
    """
    try:
        connection, _ = listening.accept()
    except TimeoutError:
        return None
    with connection:
        connection.settimeout(patience)
        text, handles, _, _ = socket.recv_fds(connection, _LONGEST_REPORT, 1)
    for handle in handles:
        os.set_inheritable(handle, False)
    try:
        return int(json.loads(text)["pid"]), handles[0]
    except (ValueError, KeyError, TypeError, IndexError):
        for handle in handles:
            os.close(handle)
        raise ConnectionError("the runtime reports something that cannot be read") from None


class Bridge:
    """Carries connections from a container to the proxy until it is closed."""

    def __init__(self, process: int, proxy_socket: Path) -> None:
        """Listen in the network of a process; OSError where that is impossible."""
        self._listening = _listen_inside(process)
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._loop = self._runner.get_loop()
        self._task = self._loop.create_task(serve_bridge(self._listening, str(proxy_socket)))
        self._thread = threading.Thread(target=self._run, name="anaphor-bridge", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with self._runner, suppress(asyncio.CancelledError, OSError):  # connections end with the runner
            self._loop.run_until_complete(self._task)

    def close(self) -> None:
        with suppress(RuntimeError):  # it has stopped by itself
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()
        self._listening.close()


def _listen_inside(process: int) -> socket.socket:
    """A socket that listens in the network of a process: it belongs to the network in which it was made.

    It is made by a thread of its own, which stays in that network and ends.
    """

    def listen() -> socket.socket:
        there = os.open(f"/proc/{process}/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        try:
            if ctypes.CDLL(None, use_errno=True).setns(there, _NEW_NETWORK):
                number = ctypes.get_errno()
                raise OSError(number, os.strerror(number))
        finally:
            os.close(there)
        return socket.create_server(("127.0.0.1", PORT), backlog=_BACKLOG)

    with ThreadPoolExecutor(1, thread_name_prefix="anaphor-inside") as thread:
        return thread.submit(listen).result()
