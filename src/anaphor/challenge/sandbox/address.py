"""Which addresses the referee may ask in the name of an entry: those of the public internet, and hosts that rules name.

Whoever enters an address chooses where this machine connects to, and what comes back is published with the traces: an
address of this machine or of the organiser's own network would tell its secrets to everybody. A name is resolved once;
what was looked at is what is connected to.
"""

import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import SplitResult, urlsplit

from anaphor.errors import InputError

_PORTS = {"http": 80, "https": 443}
_NUMBER = r"(0x[0-9a-f]*|\d+)"
_NUMBERS = re.compile(rf"{_NUMBER}(\.{_NUMBER}){{0,3}}\.?", re.IGNORECASE)
"""What the C library takes for an address: 2130706433, 0x7f.1 and 0177.0.0.1 are all 127.0.0.1."""
_PLAIN = re.compile(r"(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}")


def read_address(url: str) -> SplitResult:
    """The parts of an address that can be asked over HTTP."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        known = host and (parts.port is None or parts.port > 0)
    except ValueError:
        parts, known, host = urlsplit(""), False, ""
    odd = parts.username or parts.fragment or not url.isprintable() or " " in url
    disguised = _NUMBERS.fullmatch(host) and not _PLAIN.fullmatch(host)
    if parts.scheme not in _PORTS or not known or odd or disguised:
        raise InputError("challenge-sandbox-address", url=repr(url))
    return parts


def check_address(url: str, hosts: Sequence[str]) -> None:
    """Refuse an address that no run could ask; one whose name means nothing now may mean something by then."""
    try:
        resolve(read_address(url), hosts)
    except OSError:
        return


def resolve(address: SplitResult, hosts: Sequence[str] | None) -> tuple[tuple[str, int], ...]:
    """Where an address may be reached: numbers and ports; OSError where its name means nothing.

    All that a name means must be public, unless the rules name the host (`HOST` or `HOST:PORT`). Without rules anything
    may be asked: the author of an entry tries it at home.
    """
    host, port = (address.hostname or "").rstrip(".").lower(), address.port or _PORTS[address.scheme]
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:  # a name that cannot be one
        raise OSError(str(error)) from error
    numbers = tuple(dict.fromkeys(str(each[4][0]) for each in found))
    allowed = None if hosts is None else {each.lower() for each in hosts}
    if allowed is not None and not {host, f"{host}:{port}", f"[{host}]:{port}"} & allowed:
        for number in numbers:
            if not is_public(ip_address(number)):
                raise InputError("challenge-sandbox-address-inside", host=host, number=number)
    return tuple((number, port) for number in numbers)


def is_public(number: IPv4Address | IPv6Address) -> bool:
    """Whether a number belongs to the public internet, by every number that it carries within it.

    >>> [is_public(ip_address(each)) for each in ("9.9.9.9", "100.64.0.1", "::ffff:10.0.0.1", "2002:7f00:1::")]
    [True, False, False, False]
    """
    if isinstance(number, IPv6Address):
        inner = number.ipv4_mapped or number.sixtofour or (number.teredo[1] if number.teredo else None)
        if inner is not None:
            return is_public(inner)
        if number.is_site_local:
            return False
    return number.is_global and not (number.is_multicast or number.is_reserved or number.is_unspecified)
