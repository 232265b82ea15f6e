"""Which addresses the referee may ask in the name of an entry: those of the public internet, and hosts that rules name.

Whoever enters an address chooses where this machine connects to, and what comes back is published with the traces: an
address of this machine or of the organiser's own network would tell its secrets to everybody. A name is resolved once;
what was looked at is what is connected to.
"""

from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

from anaphor.errors import InputError
from anaphor.files import InnerAddressError, is_disguised, numbers_of

_PORTS = {"http": 80, "https": 443}


def read_address(url: str) -> SplitResult:
    """The parts of an address that can be asked over HTTP."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        known = host and (parts.port is None or parts.port > 0)
    except ValueError:
        parts, known, host = urlsplit(""), False, ""
    odd = parts.username or parts.fragment or not url.isprintable() or " " in url
    if parts.scheme not in _PORTS or not known or odd or is_disguised(host):
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
        return tuple((number, port) for number in numbers_of(host, port, hosts))
    except InnerAddressError as error:
        raise InputError("challenge-sandbox-address-inside", host=error.host, number=error.number) from error
