"""HTTP on both sides of the proxy, and on disk.

Requests are read with h11, bounded in size and time, one per connection to a site. What was asked and what came back is
recorded as a chain that can be checked, and replayed from.
"""

import asyncio
import base64
import ssl
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Protocol

import h11

from anaphor.challenge.proxy.sites import Scheme, SiteAddress
from anaphor.challenge.transcript.trace import END, TraceFile, read_trace
from anaphor.errors import ContentError, Place
from anaphor.files import digest

_PIECE = 2**16
_LARGEST_HEAD = 2**15
"""Less than a piece, so that a long head is seen before it is whole."""
_HOP = {
    *("connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate", "proxy-authorization"),
    *("proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"),
}
"""Headers that concern one connection only; each side makes its own."""
_ELSEWHERE = {
    *("forwarded", "x-forwarded-host", "x-forwarded-prefix", "x-forwarded-uri", "x-host", "x-http-method"),
    *("x-http-method-override", "x-method-override", "x-original-host", "x-original-url", "x-rewrite-url"),
}
"""Headers by which some sites take a request for another one than its first line says, which is what was allowed."""
_STATUSES = frozenset(HTTPStatus)
Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteReply:
    """What a site, or a recording, or the proxy itself, answers; headers are those that are passed on."""

    status: int
    headers: Headers = ()
    body: bytes = b""

    @property
    def size(self) -> int:
        return len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


class NotPassedError(Exception):
    """A request that the proxy answers itself."""

    def __init__(self, status: int, why: str, *, refused: bool = True, reply: bytes | None = None) -> None:
        """`refused`: the entry asked for what it may not have; else the site, or the wire, failed.

        `reply` is what is sent where no HTTP is spoken.
        """
        super().__init__(why)
        self.status, self.why, self.refused, self.reply = status, why, refused, reply


class Readable(Protocol):
    """What bytes come from: some at a time, and nothing at their end."""

    async def read(self, most: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingRequest:
    """A request as it was read."""

    method: str = "?"
    target: str = "?"
    """Where it is to go, as it was written."""
    host: str | None = None
    """The host that it names in its headers."""
    headers: Headers = ()
    """Those that are passed on."""
    body: bytes = b""
    last: bool = False
    """Whether the connection ends with the answer."""
    rest: bytes = b""
    """What came after it on the same connection."""

    def key(self, target: SiteAddress) -> tuple[str, str, str]:
        """What makes two requests the same: method, address, content."""
        return self.method, str(target), digest(self.body, 64)


async def read_request(
    reader: Readable, most: int, send: Callable[[bytes], Awaitable[None]], early: bytes = b""
) -> IncomingRequest:
    """The next request; `early` is what came before it was waited for."""
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=_LARGEST_HEAD)
    if early:
        connection.receive_data(early)
    first = await _next(connection, reader)
    if not isinstance(first, h11.Request):
        raise NotPassedError(400, "no request came")
    method = first.method.decode("ascii", "replace")
    named = {name: value.decode("latin-1") for name, value in first.headers}
    if int(named.get(b"content-length", "0")) > most:
        raise NotPassedError(413, f"more than {most} bytes")
    if "websocket" in named.get(b"upgrade", "").lower():
        raise NotPassedError(501, "websockets are not carried", refused=False)
    if connection.they_are_waiting_for_100_continue:
        await send(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = b"" if method == "CONNECT" else await _body(connection, reader, most)
    return IncomingRequest(
        method=method,
        target=first.target.decode("ascii", "replace"),
        host=named.get(b"host"),
        headers=tuple(pair for pair in _kept(first.headers) if pair[0] not in _ELSEWHERE),
        body=body,
        last=connection.their_state is not h11.DONE,
        rest=connection.trailing_data[0],
    )


async def _next(connection: h11.Connection, reader: Readable) -> h11.Event:
    try:
        while (event := connection.next_event()) is h11.NEED_DATA:
            connection.receive_data(await reader.read(_PIECE))
    except h11.RemoteProtocolError as error:
        raise NotPassedError(400, f"this is no HTTP: {error}") from None
    if event is h11.PAUSED or isinstance(event, h11.ConnectionClosed):
        raise NotPassedError(400, "the connection was closed")
    return event  # type: ignore[return-value]  # NEED_DATA and PAUSED, the two that are no events, are gone


async def _body(connection: h11.Connection, reader: Readable, most: int) -> bytes:
    body = bytearray()
    while isinstance(event := await _next(connection, reader), h11.Data):
        body += event.data
        if len(body) > most:
            raise NotPassedError(413, f"more than {most} bytes")
    return bytes(body)


def _kept(headers: Iterable[tuple[bytes, bytes]], method: str = "") -> Headers:
    """The headers that are passed on; after HEAD the length is not that of any content here, but what was asked."""
    left_out = _HOP - {"content-length"} if method == "HEAD" else _HOP
    pairs = ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers)
    return tuple((name, value) for name, value in pairs if name not in left_out)


def encode_reply(reply: SiteReply, method: str, *, last: bool = True) -> bytes:
    """A reply as it is sent to the entry; the connection ends with the last one."""
    silent = reply.status in (204, 304)
    told = silent or any(name == "content-length" for name, _ in reply.headers)
    length = () if told else (("content-length", str(len(reply.body))),)
    end = (("connection", "close"),) if last else ()
    event = h11.Response(status_code=reply.status, headers=_encoded(*reply.headers, *end, *length))
    head = b"".join(b"%s: %s\r\n" % (name, value) for name, value in event.headers)
    body = b"" if silent or method == "HEAD" else reply.body
    reason = HTTPStatus(reply.status).phrase.encode("ascii") if reply.status in _STATUSES else b"-"
    return b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (reply.status, reason, head, body)


def _encoded(*headers: tuple[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def fetch(request: IncomingRequest, target: SiteAddress, most: int, trust: ssl.SSLContext | None) -> SiteReply:
    """What a site answers; encrypted where it says whom it trusts."""
    reader, writer = await asyncio.open_connection(target.host, target.port, ssl=trust)
    try:
        connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LARGEST_HEAD)
        plain_port = {Scheme.HTTP: 80, Scheme.HTTPS: 443}.get(target.scheme)
        host = target.host if target.port == plain_port else f"{target.host}:{target.port}"
        head = [("host", host), *request.headers, ("connection", "close")]
        if request.body or request.method in ("POST", "PUT", "PATCH"):
            head.append(("content-length", str(len(request.body))))
        asked = h11.Request(method=request.method, target=target.path, headers=_encoded(*head))
        for part in (asked, *([h11.Data(data=request.body)] if request.body else []), h11.EndOfMessage()):
            writer.write(connection.send(part) or b"")
        await writer.drain()
        event = await _next(connection, reader)
        while isinstance(event, h11.InformationalResponse):
            event = await _next(connection, reader)
        if not isinstance(event, h11.Response):
            raise NotPassedError(502, "no response came")
        body = await _body(connection, reader, most)
        return SiteReply(status=event.status_code, headers=_kept(event.headers, request.method), body=body)
    except NotPassedError as error:  # what a site sends is no fault of the entry's
        raise NotPassedError(502, f"the site's answer: {error.why}", refused=False) from None
    finally:
        await close(writer)


async def close(writer: asyncio.StreamWriter) -> None:
    """Close a connection, whatever the other side does."""
    writer.close()
    with suppress(OSError, ssl.SSLError, asyncio.CancelledError):
        await asyncio.wait_for(writer.wait_closed(), 1.0)


class Recorder:
    """Traffic that is being written."""

    def __init__(self, path: Path) -> None:
        """Begin a recording, or go on with one that was cut off."""
        self._file = TraceFile(path, resume=path.exists())
        if not self._file.records:
            self._file.add("traffic", {"format": "anaphor-traffic 1"})

    def add(self, key: tuple[str, str, str], reply: SiteReply) -> None:
        asked = dict(zip(("method", "target", "sent"), key, strict=True))
        body = base64.b64encode(reply.body).decode("ascii")
        answered = {"status": reply.status, "headers": [list(pair) for pair in reply.headers], "body": body}
        self._file.add("exchange", {**asked, **answered})

    def close(self) -> Mapping[str, object]:
        """End the recording; how it is found again."""
        self._file.add(END, {})
        self._file.close()
        return {"file": self._file.path.name, "exchanges": self._file.records - 2, "head": self._file.head}


class Recording:
    """Traffic that was recorded: each exchange answers once, in the order in which it happened."""

    def __init__(self, *paths: Path) -> None:
        """The recording in one file or several, whose chains are checked: a run that was interrupted has more."""
        self.head = ""
        self._left: dict[tuple[str, str, str], deque[SiteReply]] = {}
        for path in paths:
            records = read_trace(path)
            if not records or records[0].get("format") != "anaphor-traffic 1":
                raise ContentError("challenge-proxy-no-recording", where=Place(file=str(path), line=1))
            self.head = str(records[-1]["hash"])
            for record in records:
                if record["kind"] == "exchange":
                    key = (record["method"], record["target"], record["sent"])
                    headers = tuple((str(name), str(value)) for name, value in record["headers"])
                    reply = SiteReply(status=record["status"], headers=headers, body=base64.b64decode(record["body"]))
                    self._left.setdefault(key, deque()).append(reply)

    def answer(self, key: tuple[str, str, str]) -> SiteReply | None:
        """What came back the last time; None for what was never asked, or not so often."""
        left = self._left.get(key)
        return left.popleft() if left else None
