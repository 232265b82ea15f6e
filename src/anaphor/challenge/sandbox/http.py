"""The `http` backend: an entry at its owner's own address. What happens there nobody sees, so it is never sealed.

Each batch is one POST of JSON lines; the response is JSON lines too. Redirections are not followed.
"""

import http.client
import ssl
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import SplitResult, urlsplit

from anaphor.challenge.sandbox.sandbox import Backend, Ending, Layer, Limits, Record, Seal, Stop, Submission, Usage
from anaphor.challenge.transcript.wire import LONGEST_LINE
from anaphor.errors import InputError

UNSEALED = Seal(
    backend=Backend.HTTP,
    layers=(Layer(name="cage", required=True, ok=False, reason="the entry runs at its owner's own address"),),
)
"""What is known about a run elsewhere."""
_PIECE = 2**16


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpSandbox:
    """The `http` backend."""

    limits: Limits
    """Only those on time and output hold."""

    @property
    def backend(self) -> Backend:
        """`http`."""
        return Backend.HTTP

    @property
    def terms(self) -> Mapping[str, object]:
        """That the entry is elsewhere."""
        return {"cage": "none: elsewhere"}

    @contextmanager
    def admit(self, submission: Submission, record: Record) -> Iterator["HttpCell"]:
        """A cell that is only an address."""
        yield HttpCell(submission)


def read_address(url: str) -> SplitResult:
    """The parts of an address that can be asked over HTTP."""
    try:
        parts = urlsplit(url)
        known = parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        parts, known = urlsplit(""), False
    odd = parts.username or parts.fragment or not url.isprintable() or " " in url
    if parts.scheme not in ("http", "https") or not known or odd:
        raise InputError(f"{url!r} is no usable address", todo="Write https://HOST/PATH.")
    return parts


class HttpCell:
    """An address that can be asked."""

    def __init__(self, submission: Submission) -> None:
        self._url = submission.url or ""
        parts = read_address(self._url)
        self._host, self._port, self._secure = parts.hostname or "", parts.port, parts.scheme == "https"
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    @property
    def manifest(self) -> Mapping[str, object]:
        """The address: what runs there is not known."""
        return {"digest": None, "url": self._url}

    def start(self, *, until: float, output: int) -> "HttpWire":
        """Nothing is started; the address is asked from now on."""
        return HttpWire(self, until=until, output=output)

    def connect(self, seconds: float) -> http.client.HTTPConnection:
        """A new connection."""
        if self._secure:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self._host, self._port, timeout=seconds, context=context)
        return http.client.HTTPConnection(self._host, self._port, timeout=seconds)

    @property
    def path(self) -> str:
        """Path and query."""
        return self._path


class HttpWire:
    """Lines to and from an address."""

    def __init__(self, cell: HttpCell, *, until: float, output: int) -> None:
        self._cell, self._until, self._allowed = cell, until, output
        self._lines: deque[bytes] = deque()
        self._born, self.output = time.monotonic(), 0

    @property
    def applied(self) -> Mapping[str, str]:
        """Nothing can be."""
        return MappingProxyType({})

    def cpu(self) -> float | None:
        """Not known."""
        return None

    def send(self, lines: bytes, deadline: float) -> Stop | None:
        """Post the lines and take the whole response."""
        ends = min(deadline, self._until)
        if ends <= time.monotonic():
            return Stop.OVER
        connection = self._cell.connect(ends - time.monotonic())
        try:
            connection.request("POST", self._cell.path, lines, {"Content-Type": "application/x-ndjson"})
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
