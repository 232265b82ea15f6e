"""One request, or one tunnel, as it will stand in the record."""

import hashlib
import time
from dataclasses import dataclass, field
from typing import Self

from anaphor.challenge.proxy.http import Asked
from anaphor.challenge.proxy.proxy import Target
from anaphor.challenge.proxy.traffic import digest

LONGEST = 2000
"""Characters of an address, or of a reason, that are kept in the record."""


@dataclass(slots=True, kw_only=True)
class Visit:
    """What is known so far about a request."""

    method: str = "?"
    """GET, POST, CONNECT …"""
    target: str = "?"
    """Where it is to go, as it was written."""
    host: str = ""
    """The host that it names."""
    port: int = 0
    """The host's port."""
    path: str = ""
    """Path and query."""
    tls: str | None = None
    """The version of TLS that was opened for it."""
    sent: bytes = b""
    """Its content."""
    headers: tuple[tuple[str, str], ...] = ()
    """The headers that are passed on: they carry as much out as a content."""
    began: float = field(default_factory=time.monotonic)
    """When it was first heard of."""
    noted: bool = False
    """Whether it stands in the record."""

    def asks(self, asked: Asked) -> Self:
        """This visit, with what was asked."""
        self.method, self.target, self.sent = asked.method, asked.target, asked.body
        self.headers = asked.headers
        return self

    def goes_to(self, target: Target) -> None:
        """Set where it leads."""
        self.host, self.port, self.path = target.host, target.port, target.path

    def note(self, status: int, received: bytes, why: str | None, *, refused: bool) -> dict[str, object]:
        """The record of a request that is over."""
        self.noted = True
        head = "".join(f"{name}: {value}\r\n" for name, value in self.headers).encode("latin-1")
        return {
            "method": self.method[:20],
            "target": self.target[:LONGEST],
            "host": self.host,
            "path": self.path[:LONGEST],
            "tls": self.tls,
            "status": status,
            "refused": refused,
            "why": why,
            "headers": {"bytes": len(head), "sha256": digest(head)},
            "sent": {"bytes": len(self.sent), "sha256": digest(self.sent)},
            "received": {"bytes": len(received), "sha256": digest(received)},
            "seconds": round(time.monotonic() - self.began, 6),
        }


@dataclass(slots=True)
class Flow:
    """One direction of a tunnel: how much went through, and its hash."""

    size: int = 0
    """Bytes so far."""
    hash: "hashlib._Hash" = field(default_factory=hashlib.sha256)
    """What they hash to."""

    def add(self, piece: bytes) -> None:
        """Count a piece."""
        self.size += len(piece)
        self.hash.update(piece)

    @property
    def record(self) -> dict[str, object]:
        """Its part of the record."""
        return {"bytes": self.size, "sha256": self.hash.hexdigest()}
