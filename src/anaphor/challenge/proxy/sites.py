"""Which parts of the internet an entry may use, and what is written down about it.

Off by default. Where the rules allow sites, an entry reaches a proxy through one socket in its sandbox, and nothing
else; the proxy speaks to the sites, or to a recording of what they said before.
"""

import re
from collections.abc import Collection, Sequence
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
class SiteAddress:
    """A place that an entry may reach, or where a request is to go."""

    scheme: Scheme
    host: str
    """Its name or address, in small letters; no patterns."""
    port: int
    path: str
    """How paths must begin, or the path and query that are asked for; tunnels have none."""

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}{self.path}"


def _read(text: str, schemes: Collection[str]) -> SiteAddress | None:
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return None
    if parts.scheme not in schemes or not _HOST.fullmatch(host) or parts.username or parts.password or parts.fragment:
        return None
    scheme, query = Scheme(parts.scheme), f"?{parts.query}" if parts.query else ""
    path = "" if scheme is Scheme.TUNNEL else f"{parts.path or '/'}{query}"
    return SiteAddress(scheme=scheme, host=host, port=port or _PORTS[scheme], path=path)


def read_site(text: str) -> SiteAddress:
    """The site written as `http://HOST[:PORT][/PATH]`, `https://…`, `intercept://…` or `tunnel://HOST[:PORT]`.

    >>> str(read_site("https://fr.wiktionary.org/wiki/"))
    'https://fr.wiktionary.org:443/wiki/'
    """
    found = _read(text, _PORTS)
    if found is None or urlsplit(text).query:
        raise InputError("challenge-proxy-site", site=repr(text))
    return found


def read_target(method: str, text: str) -> SiteAddress | None:
    """Where a request line points to; None where it is no address that a proxy takes."""
    return _read(f"tunnel://{text}", ("tunnel",)) if method == "CONNECT" else _read(text, ("http", "https"))


def check_sites(sites: Sequence[SiteAddress]) -> None:
    """Refuse sites that contradict each other, or that need what is not installed."""
    opened = {(site.host, site.port) for site in sites if site.scheme is Scheme.INTERCEPT}
    for site in sites:
        if site.scheme is Scheme.TUNNEL and (site.host, site.port) in opened:
            raise InputError("challenge-proxy-site-twice", site=str(site))
    if opened and not all(map(find_spec, ("cryptography", "OpenSSL"))):
        raise MissingExtraError("opening TLS (a site written intercept://)", "tls")


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkAccess:
    """The internet as an entry may use it."""

    sites: tuple[SiteAddress, ...]
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
    def terms(self) -> dict[str, object]:
        limits = {name: getattr(self, name) for name in ("requests", "size", "total", "seconds")}
        return {"sites": [str(site) for site in self.sites], "replayed": bool(self.replay), **limits}


def is_allowed(target: SiteAddress, sites: Sequence[SiteAddress]) -> bool:
    """Whether a target lies in one of the sites; `..` in a path never does, however it is written."""
    # A server that decodes a path, however often and freely, must not leave the folder that it begins with.
    path = target.path.partition("?")[0]
    for _ in range(_DECODINGS):
        path = unquote(path, "latin-1")
    for long, short in _OVERLONG.items():
        path = path.replace(long, short)
    if any(_ENDS.split(part)[0] == ".." for part in re.split(r"[/\\]", path)):
        return False
    spoken = {Scheme.INTERCEPT: Scheme.HTTPS}
    return any(
        (spoken.get(site.scheme, site.scheme), site.host, site.port) == (target.scheme, target.host, target.port)
        and target.path.startswith(site.path)
        for site in sites
    )


def is_intercepted(target: SiteAddress, sites: Sequence[SiteAddress]) -> bool:
    """Whether CONNECT to a target is answered by the proxy itself, in the name of the site."""
    places = {(site.host, site.port) for site in sites if site.scheme is Scheme.INTERCEPT}
    return target.scheme is Scheme.TUNNEL and (target.host, target.port) in places
