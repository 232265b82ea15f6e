"""The backends that seal nothing: `none`, a plain process for whoever writes an entry; `http`, its owner's address.

What happens at an address nobody sees. Each batch is one POST of JSON lines; the response is JSON lines too.
Redirections are not followed.
"""

import http.client
import os
import ssl
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from urllib.parse import SplitResult, urlsplit

from anaphor.challenge.sandbox.isolation import ENVIRONMENT
from anaphor.challenge.sandbox.pipes import LONGEST_LINE, PipeWire, start_piped
from anaphor.challenge.sandbox.sandbox import Backend, Ending, Layer, Limits, Record, Seal, Stop, Submission, Usage
from anaphor.challenge.sandbox.staging import StagedFiles, private_folder, stage
from anaphor.errors import InputError

_REASONS = {
    Backend.HTTP: "the entry runs at its owner's own address",
    Backend.NONE: "a plain process, for development only",
}
UNSEALED: Mapping[Backend, Seal] = {
    backend: Seal(backend=backend, layers=(Layer(name="cage", required=True, ok=False, reason=reason),))
    for backend, reason in _REASONS.items()
}
"""What is known about a run that nothing keeps in; the one layer has the name that it has in older traces."""
_PIECE = 2**16


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSandbox:
    """The `none` backend: of the limits only those on time and output hold."""

    limits: Limits

    @property
    def backend(self) -> Backend:
        """`none`."""
        return Backend.NONE

    @property
    def terms(self) -> Mapping[str, object]:
        """That nothing keeps the entry in."""
        return {"cage": "none"}

    @contextmanager
    def prepare(self, submission: Submission, record: Record) -> Iterator["PlainLauncher"]:
        """What starts a copy of the entry's files."""
        if not submission.command:
            raise InputError("challenge-sandbox-no-command", entry=submission.name)
        with private_folder() as folder:
            staged = stage(submission.folder, folder / "entry", most=2**62) if submission.folder else None
            yield PlainLauncher(submission, staged, folder)


class PlainLauncher:
    """An entry that is ready to be started as a plain process."""

    def __init__(self, submission: Submission, staged: StagedFiles | None, folder: Path) -> None:
        self._submission, self._staged, self._folder = submission, staged, folder

    @property
    def manifest(self) -> Mapping[str, object]:
        """What is run."""
        return {
            "digest": self._staged.digest if self._staged else None,
            "command": list(self._submission.command),
            "environment": dict(self._submission.environment),
        }

    def start(self, *, until: float, output: int) -> PipeWire:
        """Start the entry."""
        command, path = self._submission.command, os.environ.get("PATH", ENVIRONMENT["PATH"])
        environment = {**ENVIRONMENT, "PATH": path, **self._submission.environment}
        try:
            process = start_piped(command, cwd=self._staged.path if self._staged else self._folder, env=environment)
        except OSError as error:
            raise InputError("challenge-sandbox-command", command=repr(command[0]), why=str(error.strerror)) from error
        return PipeWire(process, until=until, output=output)


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpSandbox:
    """The `http` backend: of the limits only those on time and output hold."""

    limits: Limits

    @property
    def backend(self) -> Backend:
        """`http`."""
        return Backend.HTTP

    @property
    def terms(self) -> Mapping[str, object]:
        """That the entry is elsewhere."""
        return {"cage": "none: elsewhere"}

    @contextmanager
    def prepare(self, submission: Submission, record: Record) -> Iterator["HttpLauncher"]:
        """What asks an address."""
        yield HttpLauncher(submission.url or "")


def read_address(url: str) -> SplitResult:
    """The parts of an address that can be asked over HTTP."""
    try:
        parts = urlsplit(url)
        known = parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        parts, known = urlsplit(""), False
    odd = parts.username or parts.fragment or not url.isprintable() or " " in url
    if parts.scheme not in ("http", "https") or not known or odd:
        raise InputError("challenge-sandbox-address", url=repr(url))
    return parts


class HttpLauncher:
    """An address that can be asked; what runs there is not known."""

    def __init__(self, url: str) -> None:
        self._parts = read_address(url)
        self.manifest: Mapping[str, object] = {"digest": None, "url": url}

    def start(self, *, until: float, output: int) -> "HttpWire":
        """Nothing is started; the address is asked from now on."""
        return HttpWire(self._parts, until=until, output=output)


class HttpWire:
    """Lines to and from an address."""

    def __init__(self, address: SplitResult, *, until: float, output: int) -> None:
        self._address, self._until, self._allowed = address, until, output
        self._lines: deque[bytes] = deque()
        self._born, self.output = time.monotonic(), 0

    @property
    def applied(self) -> Mapping[str, str]:
        """Nothing can be."""
        return MappingProxyType({})

    def cpu(self) -> float | None:
        """Not known."""
        return None

    def _connect(self, seconds: float) -> http.client.HTTPConnection:
        host, port = self._address.hostname or "", self._address.port
        if self._address.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=seconds, context=ssl.create_default_context())
        return http.client.HTTPConnection(host, port, timeout=seconds)

    def send(self, lines: bytes, deadline: float) -> Stop | None:
        """Post the lines and take the whole response."""
        ends = min(deadline, self._until)
        if ends <= time.monotonic():
            return Stop.OVER
        path = (self._address.path or "/") + (f"?{self._address.query}" if self._address.query else "")
        connection = self._connect(ends - time.monotonic())
        try:
            connection.request("POST", path, lines, {"Content-Type": "application/x-ndjson"})
            response = connection.getresponse()
            return self._take(connection, response, ends) if response.status == 200 else Stop.DEAD
        except TimeoutError:
            return self._late()
        except (OSError, http.client.HTTPException, ValueError):
            return Stop.DEAD
        finally:
            connection.close()

    def _late(self) -> Stop:
        return Stop.OVER if time.monotonic() >= self._until else Stop.TIMEOUT

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
                return self._late()
            with suppress(AttributeError):  # the socket is gone when the response has ended
                connection.sock.settimeout(left)
        for line in body.splitlines():
            if len(line) > LONGEST_LINE:
                return Stop.ENDLESS
            self._lines.append(bytes(line))
        return None

    def receive(self, deadline: float) -> bytes | Stop:
        """The next line of the last response."""
        return self._lines.popleft() if self._lines else Stop.DEAD

    def close_input(self) -> None:
        """There is nobody to tell."""

    def end(self, *, kill: bool) -> Ending:
        """Stop asking."""
        seconds = round(time.monotonic() - self._born, 6)
        return Ending(killed=kill, usage=Usage(seconds=seconds, output=self.output))
