"""Wires to an entry over pipes and over HTTP, and the backends that have nothing else: they seal nothing.

A process may flood, stay silent, never read, close its output or die: each becomes a `Stop`, and no call waits past its
deadline or keeps more than the limits allow. The backend `none` is a plain process for whoever writes an entry, `http`
the owner's address. What happens there nobody sees; each batch is one POST of JSON lines, the response is JSON lines
too, and redirections are not followed.
"""

import http.client
import os
import selectors
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar
from urllib.parse import SplitResult

from anaphor.challenge.sandbox import sandbox
from anaphor.challenge.sandbox.address import read_address, resolve
from anaphor.challenge.sandbox.isolation import ENVIRONMENT
from anaphor.challenge.sandbox.sandbox import Backend, Ending, Launcher, Limits, Record, Stop, Submission, Usage
from anaphor.challenge.staging import private_folder, stage
from anaphor.errors import InputError

_REASONS = {
    Backend.HTTP: "the entry runs at its owner's own address",
    Backend.NONE: "a plain process, for development only",
}
UNSEALED: Mapping[Backend, sandbox.Seal] = {
    backend: sandbox.Seal(backend=backend, layers=(sandbox.Layer(name="cage", required=True, ok=False, reason=reason),))
    for backend, reason in _REASONS.items()
}
"""What is known about a run that nothing keeps in; the one layer has the name that it has in older traces."""
_PIECE = 2**16
LONGEST_LINE = 2**20
"""Bytes of the longest line that is read."""
GRACE_S = 1.0
"""Seconds that an entry has to end by itself once its input is closed."""
_KEPT = 2**15
"""Bytes of standard error that are kept from its beginning, and as many from its end."""


def start_piped(
    command: Sequence[str], *, cwd: str | Path, env: Mapping[str, str] | None = None, pass_fds: tuple[int, ...] = ()
) -> "subprocess.Popen[bytes]":
    """A process in a session of its own, with unbuffered pipes for all its streams."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        bufsize=0,
        cwd=cwd,
        env=env,
        pass_fds=pass_fds,
        start_new_session=True,
    )


def _shut(connection: http.client.HTTPConnection) -> None:
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


class PipeWire:
    """The pipes of a process that a sandbox has started."""

    def __init__(self, process: "subprocess.Popen[bytes]", *, until: float, output: int) -> None:
        stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
        if stdin is None or stdout is None or stderr is None:
            raise ValueError("the process must be started with three pipes")
        self.process = process
        self._streams = (stdin, stdout, stderr)
        self._stdin, self._stdout, self._stderr = (stream.fileno() for stream in self._streams)
        self._selector = selectors.DefaultSelector()
        for handle in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(handle, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._received, self._searched = bytearray(), 0
        self._stderr_first, self._stderr_last, self._stderr_size = bytearray(), bytearray(), 0
        self._until, self._allowed, self.output = until, output, 0
        self._born = time.monotonic()

    @property
    def applied(self) -> Mapping[str, str]:
        return {}

    def cpu(self) -> float | None:
        return None

    def send(self, lines: bytes, deadline: float) -> Stop | None:
        """Write lines, whatever the process does meanwhile; why that was impossible, or None."""
        rest = memoryview(lines)
        try:
            with suppress(BlockingIOError):
                rest = rest[os.write(self._stdin, rest) :]
            if not rest:
                return None
            # What the pipe did not take at once is written while reading, so that both sides can go on.
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
            try:
                while rest:
                    stop = self._move(deadline)
                    if stop:
                        return Stop.STUCK if stop is Stop.TIMEOUT else stop
                    with suppress(BlockingIOError):
                        rest = rest[os.write(self._stdin, rest) :]
                    if len(self._received) > LONGEST_LINE * 2:
                        return Stop.STUCK  # it talks and does not listen
            finally:
                self._selector.unregister(self._stdin)
        except OSError:
            return Stop.DEAD
        return None

    def receive(self, deadline: float) -> bytes | Stop:
        while True:
            end = self._received.find(b"\n", self._searched)
            if end >= 0:
                return Stop.ENDLESS if end > LONGEST_LINE else self._take(end)
            self._searched = len(self._received)
            if self._searched > LONGEST_LINE:
                return Stop.ENDLESS
            if self._is_silent():
                return self._take(len(self._received)) if self._received else Stop.DEAD
            stop = self._move(deadline)
            if stop:
                return stop

    def _is_silent(self) -> bool:
        """True when nothing more can come from standard output."""
        return self._stdout not in self._selector.get_map()

    def _take(self, end: int) -> bytes:
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        self._searched = 0
        return line

    def _move(self, deadline: float) -> Stop | None:
        now = time.monotonic()
        left = min(deadline, self._until) - now
        if left <= 0:
            return Stop.OVER if now >= self._until else Stop.TIMEOUT
        for key, _ in self._selector.select(left):
            if key.fd != self._stdin:
                self._read(key.fd)
        return Stop.OVERFLOW if self.output > self._allowed else None

    def _read(self, handle: int) -> bool:
        """Take what a stream has; False when it has nothing now, or has ended."""
        try:
            piece = os.read(handle, _PIECE)
        except BlockingIOError:
            return False
        except OSError:
            piece = b""
        if not piece:
            self._selector.unregister(handle)
            return False
        self.output += len(piece)
        if handle == self._stdout:
            self._received += piece
        else:
            self._stderr_size += len(piece)
            room = _KEPT - len(self._stderr_first)
            self._stderr_first += piece[:room]
            if len(piece) > room:
                self._stderr_last = (self._stderr_last + piece[room:])[-_KEPT:]
        return True

    def close_input(self) -> None:
        with suppress(OSError):
            self._streams[0].close()

    def end(self, *, kill: bool) -> Ending:
        """End its process group, at once or after a grace; nothing more is known about a plain process."""
        self.close_input()
        # One that has closed its output is most likely ending by itself, and how it ends is worth knowing.
        ended = self.process.poll() is not None or ((not kill or self._is_silent()) and self._wait(GRACE_S))
        self._kill()
        code = self.process.wait()
        self._drain()
        self._selector.close()
        for stream in self._streams[1:]:
            with suppress(OSError):
                stream.close()
        return Ending(
            code=code if code >= 0 and ended else None,
            signal=-code if code < 0 and ended else None,
            killed=not ended,
            stderr=self._stderr_text(),
            usage=Usage(seconds=round(time.monotonic() - self._born, 6), output=self.output),
        )

    def _kill(self) -> None:
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _drain(self) -> None:
        """Take what is left in the pipes, at most a piece or two: the processes are gone."""
        for handle in (self._stderr, self._stdout):
            for _ in range(4):
                if handle not in self._selector.get_map() or not self._read(handle):
                    break

    def _stderr_text(self) -> str:
        left_out = self._stderr_size - len(self._stderr_first) - len(self._stderr_last)
        gap = f"\n[… {left_out} bytes left out …]\n".encode() if left_out else b""
        return bytes(self._stderr_first + gap + self._stderr_last).decode("utf-8", "replace")

    def _wait(self, seconds: float) -> bool:
        """Whether it ends by itself in time, its output being read meanwhile so that it can."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0 or self.output > self._allowed:
                return False
            if not self._selector.get_map():  # nothing left to wait on but its end
                time.sleep(min(left, 0.002))
                continue
            for key, _ in self._selector.select(min(left, 0.02)):
                self._read(key.fd)
                del self._received[LONGEST_LINE:]
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSandbox:
    """The `none` backend: of the limits only those on time and output hold."""

    backend: ClassVar[Backend] = Backend.NONE
    terms: ClassVar[Mapping[str, object]] = {"cage": "none"}
    limits: Limits

    @contextmanager
    def prepare(self, submission: Submission, record: Record) -> Iterator[Launcher]:
        if not submission.command:
            raise InputError("challenge-sandbox-no-command", entry=submission.name)
        path = os.environ.get("PATH", ENVIRONMENT["PATH"])
        with private_folder() as folder:
            staged = stage(submission.folder, folder / "entry", most=2**62) if submission.folder else None

            def start(*, until: float, output: int) -> PipeWire:
                environment = {**ENVIRONMENT, "PATH": path, **submission.environment}
                try:
                    place = staged.path if staged else folder
                    process = start_piped(submission.command, cwd=place, env=environment)
                except OSError as error:
                    command, why = repr(submission.command[0]), str(error.strerror)
                    raise InputError("challenge-sandbox-command", command=command, why=why) from error
                return PipeWire(process, until=until, output=output)

            manifest = {
                "digest": staged.digest if staged else None,
                "command": list(submission.command),
                "environment": dict(submission.environment),
            }
            yield Launcher(manifest=manifest, start=start)


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpSandbox:
    """The `http` backend: of the limits only those on time and output hold."""

    backend: ClassVar[Backend] = Backend.HTTP
    terms: ClassVar[Mapping[str, object]] = {"cage": "none: elsewhere"}
    limits: Limits
    hosts: tuple[str, ...] | None = None
    """Hosts that may be asked although they are not public; None: any, for the author of an entry."""

    @contextmanager
    def prepare(self, submission: Submission, record: Record) -> Iterator[Launcher]:
        url = submission.url or ""
        address = read_address(url)
        try:
            numbers = resolve(address, self.hosts)
        except OSError:
            numbers = ()  # a name that means nothing: whoever is asked there does not answer
        manifest = {"digest": None, "url": url}
        yield Launcher(manifest=manifest, start=partial(HttpWire, address, numbers))


class HttpWire:
    """Lines to and from an address, at the numbers that its name meant when it was looked at."""

    def __init__(self, address: SplitResult, numbers: Sequence[tuple[str, int]], *, until: float, output: int) -> None:
        self._address, self._numbers, self._until, self._allowed = address, numbers, until, output
        self._lines: deque[bytes] = deque()
        self._born, self.output = time.monotonic(), 0
        self.applied: Mapping[str, str] = {}

    def cpu(self) -> float | None:
        return None

    def send(self, lines: bytes, deadline: float) -> Stop | None:
        address, ends = self._address, min(deadline, self._until)
        left = ends - time.monotonic()
        if left <= 0:
            return Stop.OVER
        host, port = address.hostname or "", address.port
        connection = http.client.HTTPConnection(host, port, timeout=left)
        if address.scheme == "https":
            trust = ssl.create_default_context()
            connection = http.client.HTTPSConnection(host, port, timeout=left, context=trust)
        # No second look at the name, which may mean another number by then; the certificate must be of the name.
        connection._create_connection = self._connect  # type: ignore[attr-defined]  # not in the stubs
        # Whatever drips in, and however slowly, the connection ends with the time of the question.
        ending = threading.Timer(left, _shut, (connection,))
        ending.daemon = True
        ending.start()
        try:
            path = (address.path or "/") + (f"?{address.query}" if address.query else "")
            connection.request("POST", path, lines, {"Content-Type": "application/x-ndjson"})
            response = connection.getresponse()
            return self._take(connection, response, ends) if response.status == 200 else Stop.DEAD
        except TimeoutError:
            return Stop.OVER if time.monotonic() >= self._until else Stop.TIMEOUT
        except (OSError, http.client.HTTPException, ValueError):
            now = time.monotonic()
            return Stop.OVER if now >= self._until else Stop.TIMEOUT if now >= ends else Stop.DEAD
        finally:
            ending.cancel()
            connection.close()

    def _connect(self, _address: object, timeout: float, *_more: object) -> socket.socket:
        ends, error = time.monotonic() + timeout, OSError("the name means nothing")
        for number in self._numbers:
            try:
                return socket.create_connection(number, max(0.001, ends - time.monotonic()))
            except OSError as failed:
                error = failed
        raise error

    def _take(
        self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse, ends: float
    ) -> Stop | None:
        body = bytearray()
        while piece := response.read1(_PIECE):
            body += piece
            self.output += len(piece)
            if self.output > self._allowed:
                return Stop.OVERFLOW
            left = ends - time.monotonic()
            if left <= 0:
                raise TimeoutError
            with suppress(AttributeError):  # the socket is gone when the response has ended
                connection.sock.settimeout(left)
        if time.monotonic() >= ends:  # what was cut off is no answer
            raise TimeoutError
        for line in body.splitlines():
            if len(line) > LONGEST_LINE:
                return Stop.ENDLESS
            self._lines.append(bytes(line))
        return None

    def receive(self, deadline: float) -> bytes | Stop:
        return self._lines.popleft() if self._lines else Stop.DEAD

    def close_input(self) -> None:
        pass

    def end(self, *, kill: bool) -> Ending:
        seconds = round(time.monotonic() - self._born, 6)
        return Ending(killed=kill, usage=Usage(seconds=seconds, output=self.output))
