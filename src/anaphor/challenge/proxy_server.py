"""The proxy at work: a thread with a socket that leads into one cage."""

import asyncio
import hashlib
import os
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from anaphor.challenge.proxy import Network, Scheme, Target, is_allowed, read_target
from anaphor.challenge.proxy_http import NotPassedError, close, encode_reply, fetch, open_site, read_request
from anaphor.challenge.proxy_traffic import Recorder, Recording, Reply, Request, digest
from anaphor.challenge.sandbox import Record
from anaphor.errors import AnaphorError

_TOGETHER = 16
"""Requests at one time; others wait."""
_PIECE = 2**16
_LONGEST = 2000
"""Characters of an address that are kept in the record."""
_START_S = 10.0


@dataclass(slots=True)
class _Visit:
    """One connection, as it will stand in the record."""

    method: str = "?"
    target: str = "?"
    host: str = ""
    path: str = ""
    sent: bytes = b""
    began: float = field(default_factory=time.monotonic)

    def note(self, status: int, received: bytes, why: str | None, *, refused: bool) -> dict[str, object]:
        """The record of a request that is over."""
        return {
            "method": self.method[:20], "target": self.target[:_LONGEST], "host": self.host,
            "path": self.path[:_LONGEST], "status": status, "refused": refused, "why": why,
            "sent": {"bytes": len(self.sent), "sha256": digest(self.sent)},
            "received": {"bytes": len(received), "sha256": digest(received)},
            "seconds": round(time.monotonic() - self.began, 6),
        }  # fmt: skip


@dataclass(slots=True)
class _Flow:
    """One direction of a tunnel: how much went through, and its hash."""

    size: int = 0
    hash: "hashlib._Hash" = field(default_factory=hashlib.sha256)

    @property
    def record(self) -> dict[str, object]:
        """Its part of the record."""
        return {"bytes": self.size, "sha256": self.hash.hexdigest()}


class Proxy:
    """An allow-list proxy behind a unix socket; every request is written down."""

    def __init__(self, network: Network, door: Path, record: Record) -> None:
        self._network, self._door, self._record = network, door, record
        self._recording = Recording(network.replay) if network.replay else None
        self._recorder = Recorder(network.traffic) if network.traffic else None
        self._loop = asyncio.new_event_loop()
        self._stop, self._room = asyncio.Event(), asyncio.Semaphore(_TOGETHER)
        self._busy: set[asyncio.Task[None]] = set()
        self._ready = threading.Event()
        self._failed: BaseException | None = None
        self._count = 0
        self._thread = threading.Thread(target=self._run, name="anaphor-proxy", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(_START_S)
        if self._failed:
            if self._recorder:
                self._recorder.close()
            raise AnaphorError(f"the proxy could not be started ({self._failed})") from self._failed
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        if self._recorder:
            self._record("traffic", self._recorder.close())

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        except Exception as error:
            self._failed = error
        finally:
            self._ready.set()
            self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_unix_server(self._meet, self._door)
        os.chmod(self._door, 0o666)  # the folder around it decides who comes here
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
        visit = _Visit()
        try:
            async with self._room, asyncio.timeout(self._network.seconds):
                await self._handle(visit, reader, writer)
        except TimeoutError:
            self._record("request", visit.note(504, b"", "it took too long", refused=False))
        except (OSError, asyncio.CancelledError):
            pass  # the entry went away, or the run is over
        except Exception as error:  # a request must not end the proxy, whatever is in it
            self._record("request", visit.note(500, b"", f"the proxy failed: {error!r}"[:_LONGEST], refused=False))
        finally:
            await close(writer)

    async def _handle(self, visit: _Visit, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            visit.method, visit.target, headers, visit.sent = await read_request(reader, self._network.size)
            target = self._admit(visit)
            if target.scheme is Scheme.TUNNEL:
                await self._tunnel(visit, target, reader, writer)
                return
            request = Request(method=visit.method, target=target, headers=headers, body=visit.sent)
            reply = await self._answer(request)
            if self._recorder:
                self._recorder.add(request, reply)
            self._record("request", visit.note(reply.status, reply.body, None, refused=False))
        except NotPassedError as error:
            self._record("request", visit.note(error.status, b"", error.why, refused=error.refused))
            text = (("content-type", "text/plain; charset=utf-8"),)
            reply = Reply(status=error.status, headers=text, body=f"{error.why}\n".encode("utf-8", "replace"))
        writer.write(encode_reply(reply, visit.method))
        await writer.drain()

    def _admit(self, visit: _Visit) -> Target:
        """Where the request goes, if it may."""
        self._count += 1
        if self._count > self._network.requests:
            raise NotPassedError(429, f"more than {self._network.requests} requests")
        target = read_target(visit.method, visit.target)
        if target is None:
            raise NotPassedError(400, "a proxy needs a whole address, such as http://example.org/")
        visit.host, visit.path = target.host, target.path
        if not is_allowed(target, self._network.sites):
            raise NotPassedError(403, "the rules do not allow this site")
        if self._recording and target.scheme is Scheme.TUNNEL:
            raise NotPassedError(403, "a tunnel cannot be replayed")
        return target

    async def _answer(self, request: Request) -> Reply:
        if self._recording:
            recorded = self._recording.answer(request)
            if recorded is None:
                # The entry asked what the rules allow; that the recording has no answer is no forbidden access.
                raise NotPassedError(504, "this was not recorded, or not so often", refused=False)
            return recorded
        try:
            return await fetch(request, self._network.size, self._network.authorities)
        except OSError as error:
            raise NotPassedError(502, f"the site cannot be reached ({error})", refused=False) from error

    async def _tunnel(
        self, visit: _Visit, target: Target, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            there, back = await open_site(target, None)
        except OSError as error:
            raise NotPassedError(502, f"the site cannot be reached ({error})", refused=False) from error
        sent, received = _Flow(), _Flow()
        try:
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await asyncio.gather(self._pump(reader, back, sent), self._pump(there, writer, received))
        finally:
            note = visit.note(200, b"", None, refused=False)
            self._record("request", {**note, "sent": sent.record, "received": received.record})
            await close(back)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flow: _Flow) -> None:
        """Carry one direction until it ends, or more than the limit went through."""
        while flow.size <= self._network.size and (piece := await reader.read(_PIECE)):
            flow.size += len(piece)
            flow.hash.update(piece)
            writer.write(piece)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
