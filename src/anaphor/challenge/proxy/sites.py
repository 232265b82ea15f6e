"""Which parts of the internet an entry may use, and what is written down about it.

Off by default. Where the rules allow sites, an entry reaches a proxy through one socket in its sandbox, and nothing
else; the proxy speaks to the sites, or to a recording of what they said before.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

from anaphor.errors import InputError, MissingExtraError

PORT = 3128
"""The port of the sandbox's private loopback that leads to the proxy, for programs that know HTTP_PROXY."""
_PORTS = {"http": 80, "https": 443, "tunnel": 443, "intercept": 443}
_DECODINGS = 8
"""How often a path is decoded: `%25252e` is a dot for a server behind three others."""
_OVERLONG = {"\xc0\xae": ".", "\xc0\xaf": "/"}
"""Dot and slash in two bytes, as old servers take them."""
_ENDS = re.compile(r"[;?#\x00-\x20]")
"""Where one server or another takes a name in a path to end."""
_HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*\.?")


class Scheme(StrEnum):
    """How a site is spoken to."""

    HTTP = "http"
    HTTPS = "https"
    """Encrypted from the proxy on: the entry asks the proxy for `https://…` in the open, and all is recorded."""
    TUNNEL = "tunnel"
    """Encrypted from the entry on (CONNECT): only sizes and hashes are recorded, and nothing can be replayed."""
    INTERCEPT = "intercept"
    """As https, and also encrypted from the entry on (CONNECT): the proxy stands in for the site with a certificate
    of the run's own authority, opens what comes, and records all. Sites have this scheme, targets never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedSite:
    """A place that an entry may reach."""

    scheme: Scheme
    host: str
    """Its name or address, in small letters; no patterns."""
    port: int
    path: str = "/"
    """How paths must begin; tunnels have none."""

    @property
    def spoken(self) -> Scheme:
        return Scheme.HTTPS if self.scheme is Scheme.INTERCEPT else self.scheme

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}{'' if self.scheme is Scheme.TUNNEL else self.path}"


def read_site(text: str) -> AllowedSite:
    """The site written as `http://HOST[:PORT][/PATH]`, `https://…`, `intercept://…` or `tunnel://HOST[:PORT]`.

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
        raise InputError("challenge-proxy-site", site=repr(text))
    return AllowedSite(
        scheme=Scheme(parts.scheme), host=host, port=port or _PORTS[parts.scheme], path=parts.path or "/"
    )


def check_sites(sites: Sequence[AllowedSite]) -> None:
    """Refuse sites that contradict each other, or that need what is not installed."""
    opened = {(site.host, site.port) for site in sites if site.scheme is Scheme.INTERCEPT}
    for site in sites:
        if site.scheme is Scheme.TUNNEL and (site.host, site.port) in opened:
            raise InputError("challenge-proxy-site-twice", site=str(site))
    if opened and find_spec("cryptography") is None:
        raise MissingExtraError("opening TLS (a site written intercept://)", "tls")


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkAccess:
    """The internet as an entry may use it."""

    sites: tuple[AllowedSite, ...]
    traffic: Path | None = None
    """Where all traffic is recorded, so that it can be replayed."""
    replay: tuple[Path, ...] = ()
    """The parts of a recording that answers in place of the sites."""
    requests: int = 10_000
    size: int = 64 * 2**20
    """Bytes of the largest request or response."""
    total: int = 512 * 2**20
    """Bytes of all that the sites answer: a recording must be small enough to be read again."""
    seconds: float = 60.0
    authorities: Path | None = None
    """Certificate authorities (PEM) to trust in place of the system's."""

    def __post_init__(self) -> None:
        check_sites(self.sites)

    @property
    def intercepts(self) -> bool:
        return any(site.scheme is Scheme.INTERCEPT for site in self.sites)

    @property
    def terms(self) -> dict[str, object]:
        limits = {name: getattr(self, name) for name in ("requests", "size", "total", "seconds")}
        return {"sites": [str(site) for site in self.sites], "replayed": bool(self.replay), **limits}


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestTarget:
    """Where a request is to go."""

    scheme: Scheme
    host: str
    port: int
    path: str
    """Path and query; empty for a tunnel."""

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}{self.path}"


def read_target(method: str, text: str) -> RequestTarget | None:
    """Where a request line points to; None where it is no address that a proxy takes."""
    try:
        parts = urlsplit(f"tunnel://{text}" if method == "CONNECT" else text)
        host, port = (parts.hostname or "").lower().rstrip("."), parts.port
    except ValueError:
        return None
    if parts.scheme not in (("tunnel",) if method == "CONNECT" else ("http", "https")):
        return None
    if not _HOST.fullmatch(host) or parts.username or parts.password or parts.fragment:
        return None
    path = "" if method == "CONNECT" else (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return RequestTarget(scheme=Scheme(parts.scheme), host=host, port=port or _PORTS[parts.scheme], path=path)


def is_allowed(target: RequestTarget, sites: Sequence[AllowedSite]) -> bool:
    """Whether a target lies in one of the sites; `..` in a path never does, however it is written."""
    # A server that decodes a path, however often and freely, must not leave the folder that it begins with.
    path = target.path.partition("?")[0]
    for _ in range(_DECODINGS):
        path = unquote(path, "latin-1")
    for long, short in _OVERLONG.items():
        path = path.replace(long, short)
    if any(_ENDS.split(part)[0] == ".." for part in re.split(r"[/\\]", path)):
        return False
    return any(
        (site.spoken, site.host, site.port) == (target.scheme, target.host, target.port)
        and (site.scheme is Scheme.TUNNEL or target.path.startswith(site.path))
        for site in sites
    )


def is_intercepted(target: RequestTarget, sites: Sequence[AllowedSite]) -> bool:
    """Whether CONNECT to a target is answered by the proxy itself, in the name of the site."""
    places = {(site.host, site.port) for site in sites if site.scheme is Scheme.INTERCEPT}
    return target.scheme is Scheme.TUNNEL and (target.host, target.port) in places
