"""Which addresses may be asked in the name of somebody else: those of the public internet, and hosts that are named.

Whoever names an address chooses where this machine connects to: one of this machine, or of the network around it, would
tell its secrets. A name is resolved once; what was looked at is what is connected to.
"""

import re
import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address

_NUMBER = r"(0x[0-9a-f]*|\d+)"
_NUMBERS = re.compile(rf"{_NUMBER}(\.{_NUMBER}){{0,3}}\.?", re.IGNORECASE)
"""What the C library takes for an address: 2130706433, 0x7f.1 and 0177.0.0.1 are all 127.0.0.1."""
_PLAIN = re.compile(r"(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}")


class InnerAddressError(Exception):
    """A name means a number that is not of the public internet."""

    def __init__(self, host: str, number: str) -> None:
        super().__init__(host, number)
        self.host, self.number = host, number


def is_disguised(host: str) -> bool:
    """Whether a host is a number that is written as nobody writes it.

    >>> [is_disguised(each) for each in ("2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1", "a.example")]
    [True, True, True, False, False]
    """
    return bool(_NUMBERS.fullmatch(host)) and not _PLAIN.fullmatch(host)


def numbers_of(host: str, port: int, named: Collection[str] | None) -> tuple[str, ...]:
    """The numbers that a host means; OSError where it means none.

    All of them must be public, unless the host is among those that are `named` (`HOST` or `HOST:PORT`). None: any will
    do, since somebody asks in their own name.
    """
    host = host.rstrip(".").lower()
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:  # a name that cannot be one
        raise OSError(str(error)) from error
    numbers = tuple(dict.fromkeys(str(each[4][0]).partition("%")[0] for each in found))
    if named is not None and not is_named(host, port, named):
        for number in numbers:
            if not is_public(ip_address(number)):
                raise InnerAddressError(host, number)
    return numbers


def is_named(host: str, port: int, named: Collection[str]) -> bool:
    """Whether a host is in a list of `HOST` and `HOST:PORT`."""
    host = host.rstrip(".").lower()
    return bool({host, f"{host}:{port}", f"[{host}]:{port}"} & {each.lower() for each in named})


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
