"""The backends that seal nothing: a plain process for whoever writes an entry, and an owner's own address.

What happens at an address nobody sees; each batch is one POST of JSON lines, the response is JSON lines too, and
redirections are not followed.
"""

import http.client
import os
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import ClassVar
from urllib.parse import SplitResult

from anaphor.challenge.sandbox import sandbox
from anaphor.challenge.sandbox.address import read_address, resolve
from anaphor.challenge.sandbox.isolation import ENVIRONMENT
from anaphor.challenge.sandbox.pipes import LONGEST_LINE, PipeWire, start_piped
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
"""Bytes that are read at one time."""


def _shut(connection: http.client.HTTPConnection) -> None:
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


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
