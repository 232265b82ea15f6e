"""Traffic on disk: what was asked and what came back, as a chain that can be checked, and replayed from."""

import base64
import hashlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from anaphor.challenge.proxy.sites import RequestTarget
from anaphor.challenge.transcript.trace import END, TraceFile, read_trace
from anaphor.errors import ContentError, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteReply:
    """What a site, or a recording, or the proxy itself, answers."""

    status: int
    """The HTTP status."""
    headers: tuple[tuple[str, str], ...] = ()
    """The headers that are passed on."""
    body: bytes = b""
    """The content."""

    @property
    def size(self) -> int:
        """Bytes of headers and content."""
        return len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What an entry asks for."""

    method: str
    """GET, POST …"""
    target: RequestTarget
    """Where."""
    headers: tuple[tuple[str, str], ...] = ()
    """The headers that are passed on."""
    body: bytes = b""
    """The content."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two requests the same: method, address, content."""
        return self.method, str(self.target), digest(self.body)


def digest(body: bytes) -> str:
    """SHA-256 of a content."""
    return hashlib.sha256(body).hexdigest()


class Recorder:
    """Traffic that is being written."""

    def __init__(self, path: Path) -> None:
        """Begin a recording, or go on with one that was cut off."""
        self._file = TraceFile(path, resume=path.exists())
        if not self._file.records:
            self._file.add("traffic", {"format": "anaphor-traffic 1"})

    def add(self, request: Request, reply: SiteReply) -> None:
        """Write an exchange."""
        body = base64.b64encode(reply.body).decode("ascii")
        self._file.add(
            "exchange",
            {
                "method": request.method,
                "target": str(request.target),
                "sent": digest(request.body),
                "status": reply.status,
                "headers": [list(pair) for pair in reply.headers],
                "body": body,
            },
        )

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
                    body = base64.b64decode(record["body"])
                    reply = SiteReply(status=record["status"], headers=headers, body=body)
                    self._left.setdefault(key, deque()).append(reply)

    def answer(self, request: Request) -> SiteReply | None:
        """What came back the last time; None for what was never asked, or not so often."""
        left = self._left.get(request.key)
        return left.popleft() if left else None
