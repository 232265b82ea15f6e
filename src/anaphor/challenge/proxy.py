"""Which parts of the internet an entry may use, and what is written down about it.

Off by default. Where the rules allow sites, an entry reaches a proxy through one socket in its cage, and nothing
else; the proxy speaks to the sites, or to a recording of what they said before.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from anaphor.errors import InputError

PORT = 3128
"""The port of the cage's private loopback that leads to the proxy, for programs that know HTTP_PROXY."""
_PORTS = {"http": 80, "https": 443, "tunnel": 443}
_HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*\.?")


class Scheme(StrEnum):
    """How a site is spoken to."""

    HTTP = "http"
    """In the open."""
    HTTPS = "https"
    """Encrypted from the proxy on: the entry asks the proxy for `https://…` in the open, and all is recorded."""
    TUNNEL = "tunnel"
    """Encrypted from the entry on (CONNECT): only sizes and hashes are recorded, and nothing can be replayed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A place that an entry may reach."""

    scheme: Scheme
    """How it is spoken to."""
    host: str
    """Its name or address, in small letters; no patterns."""
    port: int
    """Its port."""
    path: str = "/"
    """How paths must begin; tunnels have none."""

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}{'' if self.scheme is Scheme.TUNNEL else self.path}"


def read_site(text: str) -> Site:
    """The site written as `http://HOST[:PORT][/PATH]`, `https://…` or `tunnel://HOST[:PORT]`.

    >>> str(read_site("https://fr.wiktionary.org/wiki/"))
    'https://fr.wiktionary.org:443/wiki/'
    """
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    clean = not (parts.query or parts.fragment or parts.username or parts.password)
    if parts.scheme not in _PORTS or not _HOST.fullmatch(host) or not clean:
        raise InputError(f"{text!r} is no site", todo="Write http://HOST[:PORT][/PATH], https://… or tunnel://HOST.")
    return Site(scheme=Scheme(parts.scheme), host=host, port=port or _PORTS[parts.scheme], path=parts.path or "/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """The internet as an entry may use it."""

    sites: tuple[Site, ...]
    """Where it may go."""
    traffic: Path | None = None
    """Where all traffic is recorded, so that it can be replayed."""
    replay: Path | None = None
    """A recording that answers in place of the sites."""
    requests: int = 10_000
    """How many requests an entry may make."""
    size: int = 64 * 2**20
    """Bytes of the largest request or response."""
    seconds: float = 60.0
    """Seconds that a request may take."""
    authorities: Path | None = None
    """Certificate authorities (PEM) to trust in place of the system's."""

    @property
    def terms(self) -> dict[str, object]:
        """What is allowed, for the record."""
        return {"sites": [str(site) for site in self.sites], "replayed": self.replay is not None,
                "requests": self.requests, "size": self.size, "seconds": self.seconds}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where a request is to go."""

    scheme: Scheme
    """How."""
    host: str
    """To whom."""
    port: int
    """Which port."""
    path: str
    """Path and query; empty for a tunnel."""

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}{self.path}"


def read_target(method: str, text: str) -> Target | None:
    """Where a request line points to; None where it is no address that a proxy takes."""
    try:
        parts = urlsplit(f"tunnel://{text}" if method == "CONNECT" else text)
        host, port = (parts.hostname or "").lower().rstrip("."), parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or (parts.scheme == "tunnel") != (method == "CONNECT"):
        return None
    if not _HOST.fullmatch(host) or parts.username or parts.password or parts.fragment:
        return None
    path = "" if method == "CONNECT" else (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(scheme=Scheme(parts.scheme), host=host, port=port or _PORTS[parts.scheme], path=path)


def is_allowed(target: Target, sites: Sequence[Site]) -> bool:
    """Whether a target lies in one of the sites; `..` in a path never does."""
    if "/../" in f"{target.path.partition('?')[0]}/" or "%2e" in target.path.lower():
        return False
    return any(
        (site.scheme, site.host, site.port) == (target.scheme, target.host, target.port)
        and (site.scheme is Scheme.TUNNEL or target.path.startswith(site.path))
        for site in sites
    )
