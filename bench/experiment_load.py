"""A load generator on asyncio: participants who answer as fast as the server acknowledges, over kept connections.

Requests are ready-made bytes and replies are only measured and counted, so that it takes little of the two cores that
it shares with the server.
"""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
_ASKING = b"POST %b HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n%bcontent-length: %d\r\n\r\n"


@dataclass(slots=True)
class Load:
    """What a run of the generator saw."""

    seconds: float = 0.0
    """From the first request to the last reply."""
    times: list[float] = field(default_factory=list)
    """Seconds from each request to its reply."""
    errors: int = 0
    """Replies that are no success and no redirect, and broken connections."""

    @property
    def per_second(self) -> float:
        """Good replies per second."""
        return (len(self.times) - self.errors) / self.seconds if self.seconds else 0.0

    def quantile(self, share: float) -> float:
        """The time within which this share of the replies came, in milliseconds."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def post(path: str, body: object, token: str | None = None) -> bytes:
    """A request of the participant's page as bytes."""
    data = json.dumps(body).encode()
    mark = f"x-participant: {token}\r\n".encode() if token else b""
    return _ASKING % (path.encode(), mark, len(data)) + data


def get(path: str) -> bytes:
    """A request for a page as bytes."""
    return f"GET {path} HTTP/1.1\r\nhost: bench\r\n\r\n".encode()


def post_form(path: str, fields: str) -> bytes:
    """A form as bytes."""
    kind = "content-type: application/x-www-form-urlencoded"
    return f"POST {path} HTTP/1.1\r\nhost: bench\r\n{kind}\r\ncontent-length: {len(fields)}\r\n\r\n{fields}".encode()


def _length(head: bytes, rest: bytes) -> int | None:
    """Bytes of the body of a reply; None while some are missing."""
    found = _LENGTH.search(head)
    if found is not None:
        return int(found[1]) if len(rest) >= int(found[1]) else None
    end = rest.find(b"0\r\n\r\n")  # sent in pieces, of which the last is empty
    return None if end < 0 else end + 5


class _Line(asyncio.Protocol):
    """One participant: sends the next request when the last one is answered."""

    def __init__(self, requests: Iterator[bytes], load: Load, done: "asyncio.Future[None]", ends: float) -> None:
        self.requests, self.load, self.done, self.ends = requests, load, done, ends
        self.buffer = b""
        self.sent = 0.0
        self.bodies: list[bytes] = []
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but its class
        self.next()

    def next(self) -> None:
        request = next(self.requests, None)
        if request is None or time.perf_counter() > self.ends:
            self.finish()
        elif self.transport is not None:
            self.sent = time.perf_counter()
            self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, mark, rest = self.buffer.partition(b"\r\n\r\n")
        length = _length(head, rest) if mark else None
        if length is None:
            return
        self.load.times.append(time.perf_counter() - self.sent)
        self.load.errors += head[9:10] not in (b"2", b"3")
        self.bodies.append(rest[:length])
        self.buffer = rest[length:]
        self.next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.load.errors += 1
            self.finish()

    def finish(self) -> None:
        if not self.done.done():
            self.done.set_result(None)
        if self.transport is not None:
            self.transport.close()


async def _drive(port: int, lines: Sequence[Sequence[bytes]], seconds: float) -> tuple[Load, list[list[bytes]]]:
    loop, load = asyncio.get_running_loop(), Load()
    began = time.perf_counter()
    made: list[_Line] = []
    for requests in lines:
        line = _Line(iter(requests), load, loop.create_future(), began + seconds)
        made.append(line)
    await asyncio.gather(*(_connected(port, line) for line in made))
    await asyncio.gather(*(line.done for line in made))
    load.seconds = time.perf_counter() - began
    return load, [line.bodies for line in made]


async def _connected(port: int, line: _Line) -> None:
    with contextlib.suppress(OSError):
        await asyncio.get_running_loop().create_connection(lambda: line, "127.0.0.1", port)
        return
    line.load.errors += 1
    line.finish()


def drive(port: int, lines: Sequence[Sequence[bytes]], seconds: float = 1e9) -> tuple[Load, list[list[bytes]]]:
    """Send each line's requests one after the other, all lines at once; gives times, and the replies by line."""
    return asyncio.run(_drive(port, lines, seconds))
