"""What a server needs beside an app: the socket at which it waits, its log of one JSON document per line, its health.

Nobody's address is in the log. Whether what a server needs still works is asked by writing, at most every few seconds
however many look.
"""

import asyncio
import json
import logging
import os
import re
import signal
import socket
import threading
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from anaphor.errors import AnaphorError, InputError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

QUEUE = 4096
"""Connections that may wait to be taken."""
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": f"{__name__}.JsonLines"}},
    "handlers": {"out": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "lines"}},
    "loggers": {
        "anaphor.web": {"handlers": ["out"], "level": "INFO", "propagate": False},
        "uvicorn": {"handlers": ["out"], "level": "WARNING", "propagate": False},
    },
}
"""How a server logs: data, so to stdout."""
_LOOK_S = 0.5
"""Seconds between two looks at who started this process."""
_KEPT_S = 2.0
_PATIENCE_S = 5.0


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address; port 0 takes any that is free.

    It names its protocol: asyncio switches off the waiting for fuller packets only on sockets that do, and a reply in
    two pieces would otherwise take 40 ms.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(QUEUE)
    except (OSError, UnicodeError, OverflowError) as error:
        listening.close()
        raise InputError("web-cannot-listen", host=host, port=port, why=str(error)) from error
    return listening  # not inherited: whoever is to share it is given it


def end_with(parent: int) -> None:
    """End this process as a signal does once the one that started it is gone: an orphan would hold the port."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_S)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()


_SAID_AGAIN_S = 10.0
_SAID: dict[tuple[str, str], list[float]] = {}


def log_failure(event: str, error: BaseException, **more: object) -> None:
    """Log why something failed; the same again within seconds is only counted, so that no log fills a full disk."""
    why, now = f"{type(error).__name__}: {error}", time.monotonic()
    last = _SAID.setdefault((event, why), [-_SAID_AGAIN_S, 0])
    if now - last[0] < _SAID_AGAIN_S:
        last[1] += 1
        return
    seen = {"why": why, **more} | ({"times": int(last[1]) + 1} if last[1] else {})
    last[:] = [now, 0]
    if len(_SAID) > 200:
        _SAID.clear()
    logging.getLogger("anaphor.web").error(event, extra={"request": seen})


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= getattr(record, "request", {})
        if record.exc_info and record.exc_info[1]:
            line["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False)


def logged(app: "ASGIApp") -> "ASGIApp":
    """The same app, whose requests are logged: method, path without its query, status, milliseconds."""

    async def logging_app(scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sending(message: "Message") -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, sending)
        finally:
            taken = round(1000 * (time.perf_counter() - began), 1)
            path = scope["path"].encode("utf-8", "replace").decode()
            seen = {"method": scope["method"], "path": path, "status": status, "ms": taken}
            logging.getLogger("anaphor.web").info("request", extra={"request": seen})
            place = re.sub(r"^/in/[^/]+", "", path).split("/")[1:2] if status < 400 else []
            METRICS.add("".join(place), status, taken / 1000)

    return logging_app


class Metrics:
    """Requests of this process, counted for Prometheus by the first part of their path; refused ones have none."""

    _LIMITS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, int]] = Counter()
        self._sums: Counter[str] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()

    def add(self, place: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._counts[place, status] += 1
        self._sums[place] += seconds  # type: ignore[assignment]  # a sum of seconds, not a count
        self._within.update((place, limit) for limit in self._LIMITS if seconds <= limit)

    def text(self, **more: Mapping[str, float]) -> str:
        """All of it in Prometheus' text format, with numbers of other kinds by name and label."""
        lines = ["# TYPE anaphor_requests_total counter", "# TYPE anaphor_request_seconds histogram"]
        lines += [f'anaphor_requests_total{{place="{p}",status="{s}"}} {n}' for (p, s), n in self._counts.items()]
        for place, seconds in self._sums.items():
            name, total = f'{{place="{place}"', sum(n for (p, _), n in self._counts.items() if p == place)
            inside = [(str(limit), self._within[place, limit]) for limit in self._LIMITS]
            lines += [f'anaphor_request_seconds_bucket{name},le="{le}"}} {n}' for le, n in [*inside, ("+Inf", total)]]
            lines += [f"anaphor_request_seconds_sum{name}}} {seconds:.3f}"]
            lines += [f"anaphor_request_seconds_count{name}}} {total}"]
        for kind, found in more.items():
            lines += [f'anaphor_{kind}{{of="{label}"}} {number}' for label, number in found.items()]
        return "\n".join((*lines, ""))


METRICS = Metrics()


class Health:
    """The state of one thing that can fail."""

    def __init__(self, name: str, look: Callable[[], Awaitable[object]], mark: Callable[[], object] = int) -> None:
        self._name = name
        self._look = look
        self._mark = mark
        """What is asked each time, cheaply: when it gives something else, what is remembered is not worth anything."""
        self._seen: object = None
        self._until = 0.0
        self._task: asyncio.Task[bool] | None = None

    async def ok(self) -> bool:
        """Whether it works; whoever asks while somebody looks gets what that one finds."""
        if self._task is None or (self._task.done() and (time.monotonic() > self._until or self._seen != self._mark())):
            self._task = asyncio.create_task(self._found())
        return await asyncio.shield(self._task)

    async def _found(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._look()
        except (AnaphorError, TimeoutError) as error:
            log_failure("unhealthy", error, of=self._name)
            return False
        finally:
            self._seen, self._until = self._mark(), time.monotonic() + _KEPT_S
        return True
