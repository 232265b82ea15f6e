"""HTTP on both sides of the proxy: one request per connection, read with h11, bounded in size and time."""

import asyncio
import ssl
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

import h11

from anaphor.challenge.proxy import Scheme, Target
from anaphor.challenge.proxy_traffic import Reply, Request

_PIECE = 2**16
_LARGEST_HEAD = 2**15
"""Less than a piece, so that a long head is seen before it is whole."""
_HOP = frozenset(
    ("connection", "content-length", "host", "keep-alive", "proxy-authenticate", "proxy-authorization",
     "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade")
)  # fmt: skip
"""Headers that concern one connection only; each side makes its own."""


class NotPassedError(Exception):
    """A request that the proxy answers itself."""

    def __init__(self, status: int, why: str, *, refused: bool = True) -> None:
        """`refused`: the entry asked for what it may not have; else the site, or the wire, failed."""
        super().__init__(why)
        self.status, self.why, self.refused = status, why, refused


async def read_request(reader: asyncio.StreamReader, most: int) -> tuple[str, str, tuple[tuple[str, str], ...], bytes]:
    """Method, target as written, headers to pass on, and content."""
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=_LARGEST_HEAD)
    first = await _next(connection, reader)
    if not isinstance(first, h11.Request):
        raise NotPassedError(400, "no request came")
    method, target = first.method.decode("ascii", "replace"), first.target.decode("ascii", "replace")
    body = b"" if method == "CONNECT" else await _body(connection, reader, most)
    return method, target, _kept(first.headers), body


async def _next(connection: h11.Connection, reader: asyncio.StreamReader) -> h11.Event:
    try:
        while (event := connection.next_event()) is h11.NEED_DATA:
            connection.receive_data(await reader.read(_PIECE))
    except h11.RemoteProtocolError as error:
        raise NotPassedError(400, f"this is no HTTP: {error}") from None
    if event is h11.PAUSED or isinstance(event, h11.ConnectionClosed):
        raise NotPassedError(400, "the connection was closed")
    return event  # type: ignore[return-value]  # NEED_DATA and PAUSED, the two that are no events, are gone


async def _body(connection: h11.Connection, reader: asyncio.StreamReader, most: int) -> bytes:
    body = bytearray()
    while isinstance(event := await _next(connection, reader), h11.Data):
        body += event.data
        if len(body) > most:
            raise NotPassedError(413, f"more than {most} bytes")
    return bytes(body)


def _kept(headers: Iterable[tuple[bytes, bytes]]) -> tuple[tuple[str, str], ...]:
    pairs = ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers)
    return tuple((name, value) for name, value in pairs if name not in _HOP)


def encode_reply(reply: Reply, method: str) -> bytes:
    """A reply as it is sent to the entry; the connection ends with it."""
    silent = reply.status in (204, 304)
    length = () if silent else (("content-length", str(len(reply.body))),)
    event = h11.Response(status_code=reply.status, headers=[*reply.headers, ("connection", "close"), *length])
    head = b"".join(b"%s: %s\r\n" % (name, value) for name, value in event.headers)
    body = b"" if silent or method == "HEAD" else reply.body
    return b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (reply.status, _reason(reply.status), head, body)


def _reason(status: int) -> bytes:
    try:
        return HTTPStatus(status).phrase.encode("ascii")
    except ValueError:
        return b"-"


async def open_site(target: Target, authorities: Path | None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to a site; encrypted for https."""
    context = None
    if target.scheme is Scheme.HTTPS:
        context = ssl.create_default_context(cafile=str(authorities) if authorities else None)
    return await asyncio.open_connection(target.host, target.port, ssl=context)


async def fetch(request: Request, most: int, authorities: Path | None) -> Reply:
    """What a site answers."""
    reader, writer = await open_site(request.target, authorities)
    try:
        connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LARGEST_HEAD)
        writer.write(_encode_request(connection, request))
        await writer.drain()
        event = await _next(connection, reader)
        while isinstance(event, h11.InformationalResponse):
            event = await _next(connection, reader)
        if not isinstance(event, h11.Response):
            raise NotPassedError(502, "the site sent no response", refused=False)
        body = await _body(connection, reader, most)
        return Reply(status=event.status_code, headers=_kept(event.headers), body=body)
    finally:
        await close(writer)


def _encode_request(connection: h11.Connection, request: Request) -> bytes:
    target = request.target
    plain_port = {Scheme.HTTP: 80, Scheme.HTTPS: 443}.get(target.scheme)
    host = target.host if target.port == plain_port else f"{target.host}:{target.port}"
    head = [("host", host), *request.headers, ("connection", "close")]
    if request.body or request.method in ("POST", "PUT", "PATCH"):
        head.append(("content-length", str(len(request.body))))
    sent = connection.send(h11.Request(method=request.method, target=target.path, headers=head)) or b""
    if request.body:
        sent += connection.send(h11.Data(data=request.body)) or b""
    return sent + (connection.send(h11.EndOfMessage()) or b"")


async def close(writer: asyncio.StreamWriter) -> None:
    """Close a connection, whatever the other side does."""
    writer.close()
    with suppress(OSError, ssl.SSLError, asyncio.CancelledError):
        await asyncio.wait_for(writer.wait_closed(), 1.0)
