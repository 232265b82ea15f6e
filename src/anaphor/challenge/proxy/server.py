"""The proxy at work: a thread with a socket that leads into one sandbox."""

import asyncio
import hashlib
import os
import ssl
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from anaphor.challenge.proxy import http, sites
from anaphor.errors import AnaphorError
from anaphor.files import digest

if TYPE_CHECKING:
    from anaphor.challenge.proxy.tls import TlsStream

_TOGETHER = 16
"""Requests at one time; others wait."""
_OPEN = 256
"""Connections at one time; others are turned away, so that an entry cannot use up the files of the referee."""
_MORE_NOTES = 1000
"""Requests beyond the allowed number that are written down, so that an entry cannot fill the disk with refusals."""
_PIECE = 2**16
_MUDDLED = (400, 421)
"""Refusals after which nothing good can be expected to follow on the same connection."""
_EMPTY_LINE = b"\r\n"
"""Old clients send one after a content."""
_START_S = 10.0
_LONGEST = 2000
"""Characters of an address, or of a reason, that are kept in the record."""
_Result = TypeVar("_Result")


@dataclass(slots=True, kw_only=True)
class Visit:
    """One request, or one tunnel, as far as it is known, and as it will stand in the record."""

    asked: http.IncomingRequest = field(default_factory=http.IncomingRequest)
    target: sites.SiteAddress | None = None
    written: str | None = None
    """How that is written in the record, where that is not how it was asked."""
    tls: str | None = None
    """The version of TLS that was opened for it."""
    began: float = field(default_factory=time.monotonic)
    noted: bool = False

    def note(self, status: int, received: bytes, why: str | None, *, refused: bool) -> dict[str, object]:
        """The record of a request that is over; its headers carry as much out as its content."""
        self.noted = True
        asked, target = self.asked, self.target
        head = "".join(f"{name}: {value}\r\n" for name, value in asked.headers).encode("latin-1")
        contents = {"headers": head, "sent": asked.body, "received": received}
        return {
            "method": asked.method[:20],
            "target": (self.written or asked.target)[:_LONGEST],
            "host": target.host if target else "",
            "path": target.path[:_LONGEST] if target else "",
            "tls": self.tls,
            "status": status,
            "refused": refused,
            "why": why,
            **{name: {"bytes": len(data), "sha256": digest(data, 64)} for name, data in contents.items()},
            "seconds": round(time.monotonic() - self.began, 6),
        }


class Proxy:
    """An allow-list proxy behind a unix socket; every request is written down."""

    def __init__(
        self, network: sites.NetworkAccess, path: Path, record: Callable[[str, Mapping[str, object]], None]
    ) -> None:
        self._network, self._path, self._record = network, path, record
        self._recording = http.Recording(*network.replay) if network.replay else None
        self._authority = None
        if any(site.scheme is sites.Scheme.INTERCEPT for site in network.sites):
            from anaphor.challenge.proxy.authority import Authority

            self._authority = Authority()
        self._recorder = http.Recorder(network.traffic) if network.traffic else None
        self._loop = asyncio.new_event_loop()
        self._stop, self._room = asyncio.Event(), asyncio.Semaphore(_TOGETHER)
        self._busy: set[asyncio.Task[None]] = set()
        self._ready = threading.Event()
        self._failed: BaseException | None = None
        self._count = self._notes = self._received = 0
        self._introduced = False
        self._thread = threading.Thread(target=self._run, name="anaphor-proxy", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(_START_S)
        if self._failed:
            if self._recorder:
                self._recorder.close()
            raise AnaphorError("challenge-proxy-not-started", why=str(self._failed)) from self._failed
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        if isinstance(self._failed, AnaphorError) and error is None:
            if self._recorder:
                self._recorder.close()
            raise self._failed
        if (unwritten := self._notes - self._network.requests - _MORE_NOTES) > 0:
            self._record("unwritten", {"requests": unwritten})
        if self._recorder:
            self._record("traffic", self._recorder.close())

    def write_authorities(self, path: Path) -> Path | None:
        """What the entry has to trust, in a file; None where no TLS is opened."""
        if self._authority is None:
            return None
        system = ssl.get_default_verify_paths().cafile
        others = system if any(site.scheme is sites.Scheme.TUNNEL for site in self._network.sites) else None
        path.write_bytes(self._authority.pem + (Path(others).read_bytes() if others else b""))
        path.chmod(0o444)
        return path

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        except Exception as error:
            self._failed = error
        finally:
            self._ready.set()
            self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_unix_server(self._meet, self._path, backlog=_OPEN)
        os.chmod(self._path, 0o666)  # the folder around it decides who comes here
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in self._busy:
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task:
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)
        with suppress(OSError, asyncio.CancelledError):  # the entry went away, or the run is over
            visit = Visit()
            if len(self._busy) > _OPEN:
                full = http.NotPassedError(503, f"more than {_OPEN} connections at one time", refused=False)
                writer.write(http.encode_reply(self._refusal(visit, full), ""))
            elif opened := await self._within(visit, partial(self._handle, visit, reader, writer)):
                await self._converse(visit, *opened)
        with suppress(asyncio.CancelledError):
            await http.close(writer)

    async def _within(self, visit: Visit, work: Callable[[], Awaitable[_Result]]) -> _Result | None:
        """What comes of one request, in its turn and in its time; None where nothing does, which is written down."""
        try:
            async with self._room, asyncio.timeout(self._network.seconds):
                return await work()
        except TimeoutError:
            self._note(visit.note(504, b"", "it took too long", refused=False))
        except asyncio.CancelledError:
            if visit.asked.method != "?" and not visit.noted:  # what was asked may have gone out
                self._note(visit.note(504, b"", "the run ended before the answer", refused=False))
            raise
        except OSError:
            raise
        except Exception as error:  # a request must not end the proxy, whatever is in it
            self._note(visit.note(500, b"", f"the proxy failed: {error!r}"[:_LONGEST], refused=False))
        return None

    def _note(self, note: dict[str, object]) -> None:
        self._notes += 1
        if self._notes > self._network.requests + _MORE_NOTES:
            return
        try:
            self._record("request", note)
        except AnaphorError as error:  # what cannot be written down cannot be proved: the run is lost
            self._failed = error

    def _refusal(self, visit: Visit, error: http.NotPassedError) -> http.SiteReply:
        self._note(visit.note(error.status, b"", error.why, refused=error.refused))
        text = (("content-type", "text/plain; charset=utf-8"),)
        return http.SiteReply(status=error.status, headers=text, body=f"{error.why}\n".encode("utf-8", "replace"))

    async def _handle(
        self, visit: Visit, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> "tuple[sites.SiteAddress, TlsStream] | None":
        """Answer the request with which a connection begins; where TLS is opened, the site and the inside of it."""

        async def send(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        try:
            asked = visit.asked = await http.read_request(reader, self._network.size, send)
            self._count_one()
            target = sites.read_target(visit.asked.method, visit.asked.target)
            if target is None:
                raise http.NotPassedError(400, "a proxy needs a whole address, such as http://example.org/")
            visit.target = target
            if not sites.is_intercepted(target, self._network.sites) and not sites.is_allowed(
                target, self._network.sites
            ):
                raise http.NotPassedError(403, "the rules do not allow this site")
            if self._authority and sites.is_intercepted(target, self._network.sites):
                if not self._introduced:  # who vouches for the sites is written down once
                    self._introduced = True
                    self._record("authority", self._authority.terms)
                from anaphor.challenge.proxy.tls import secure  # an extra, which most challenges do without

                site = replace(target, scheme=sites.Scheme.HTTPS)
                return site, await secure(self._authority, target.host, asked.rest, reader, writer)
            if target.scheme is sites.Scheme.TUNNEL:
                await self._tunnel(visit, target, asked.rest, reader, writer)
                return None
            reply = await self._answer(visit, target)
        except http.NotPassedError as error:
            reply = self._refusal(visit, error)
            if error.reply is not None:
                await send(error.reply)
                return None
        await send(http.encode_reply(reply, visit.asked.method))
        return None

    def _count_one(self) -> None:
        self._count += 1
        if self._count > self._network.requests:
            raise http.NotPassedError(429, f"more than {self._network.requests} requests")

    async def _converse(self, outer: Visit, site: sites.SiteAddress, secured: "TlsStream") -> None:
        """Answer what is asked inside TLS, request after request, until either side has enough."""

        async def awaited() -> bytes:
            """What comes next, which may take its time: meanwhile the connection takes nobody's turn."""
            with suppress(TimeoutError):
                async with asyncio.timeout(self._network.seconds):
                    return (await secured.read(_PIECE)).lstrip(_EMPTY_LINE)
            return b""

        rest: bytes | None = b""
        number = 0
        while rest is not None and (early := rest or await awaited()):
            visit = Visit(target=site, tls=secured.version)
            rest = await self._within(visit, partial(self._inside, visit, site, secured, early, first=not number))
            number += 1
        if not number:
            self._note(outer.note(408, b"", "nothing was asked inside TLS", refused=False))
        await secured.finish()

    async def _inside(
        self, visit: Visit, site: sites.SiteAddress, secured: "TlsStream", early: bytes, *, first: bool
    ) -> bytes | None:
        """Answer one request inside TLS; what came after it, or None where the connection is to end."""
        asked = None
        try:
            asked = visit.asked = await http.read_request(secured, self._network.size, secured.write, early)
            reply = await self._answer(visit, self._admit_inside(visit, site, first=first))
            last = asked.last
        except http.NotPassedError as error:
            reply = self._refusal(visit, error)
            last = asked is None or asked.last or error.status in _MUDDLED
        await secured.write(http.encode_reply(reply, visit.asked.method, last=last))
        return None if asked is None or last else asked.rest.lstrip(_EMPTY_LINE)

    def _admit_inside(self, visit: Visit, site: sites.SiteAddress, *, first: bool) -> sites.SiteAddress:
        """Where a request inside TLS goes, if it may: to the host of CONNECT, by every name that it gives."""
        if not first:  # CONNECT was counted
            self._count_one()
        asked = visit.asked
        target = sites.read_target(
            asked.method, f"{site}{asked.target}" if asked.target.startswith("/") else asked.target
        )
        if target is None or target.scheme is not sites.Scheme.HTTPS:
            raise http.NotPassedError(400, "inside TLS a path is asked for, such as /index.html")
        named = sites.read_target("GET", f"https://{asked.host}/") if asked.host is not None else target
        if named is None or {(each.host, each.port) for each in (target, named)} != {(site.host, site.port)}:
            raise http.NotPassedError(421, f"the request names another host than CONNECT, which named {site.host}")
        visit.target, visit.written = target, str(target)
        if not sites.is_allowed(target, self._network.sites):
            raise http.NotPassedError(403, "the rules do not allow this part of the site")
        return target

    async def _answer(self, visit: Visit, target: sites.SiteAddress) -> http.SiteReply:
        """What a site answers, or the recording of it, which is written down."""
        self._refuse_glut()
        key = visit.asked.key(target)
        if self._recording is None:
            try:
                trust = self._trust if target.scheme is sites.Scheme.HTTPS else None
                reply = await http.fetch(visit.asked, target, self._network.size, trust)
            except OSError as error:
                raise http.NotPassedError(502, f"the site cannot be reached ({error})", refused=False) from error
        elif (recorded := self._recording.answer(key)) is not None:
            reply = recorded
        else:  # the entry asked what the rules allow; that the recording has no answer is no forbidden access
            raise http.NotPassedError(504, "this was not recorded, or not so often", refused=False)
        self._received += reply.size
        self._refuse_glut()
        if self._recorder:
            self._recorder.add(key, reply)
        self._note(visit.note(reply.status, reply.body, None, refused=False))
        return reply

    def _refuse_glut(self) -> None:
        """Refuse what would make the recording larger than it can be read again."""
        if self._received > self._network.total:
            raise http.NotPassedError(429, f"more than {self._network.total} bytes came from the sites")

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        """Whom the proxy itself trusts, read once: it takes longer than all the rest of a request."""
        own = self._network.authorities
        return ssl.create_default_context(cafile=str(own) if own else None)

    async def _tunnel(
        self,
        visit: Visit,
        target: sites.SiteAddress,
        early: bytes,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        try:
            there, back = await asyncio.open_connection(target.host, target.port)
        except OSError as error:
            raise http.NotPassedError(502, f"the site cannot be reached ({error})", refused=False) from error
        sent, received = TunnelFlow(), TunnelFlow()
        try:
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            sent.add(early)
            back.write(early)
            await asyncio.gather(self._pump(reader, back, sent), self._pump(there, writer, received))
        finally:
            note = visit.note(200, b"", None, refused=False)
            self._note({**note, "sent": sent.record, "received": received.record})
            await http.close(back)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flow: "TunnelFlow") -> None:
        """Carry one direction until it ends, or more than the limit went through."""
        while flow.size <= self._network.size and (piece := await reader.read(_PIECE)):
            flow.add(piece)
            writer.write(piece)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()


class TunnelFlow:
    """One direction of a tunnel: how much went through, and its hash."""

    def __init__(self) -> None:
        self.size, self._hash = 0, hashlib.sha256()

    def add(self, piece: bytes) -> None:
        self.size += len(piece)
        self._hash.update(piece)

    @property
    def record(self) -> dict[str, object]:
        return {"bytes": self.size, "sha256": self._hash.hexdigest()}
