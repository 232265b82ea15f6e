"""The socket at which a server waits."""

import socket

from anaphor.errors import InputError

QUEUE = 4096
"""Connections that may wait to be taken."""


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
    listening.set_inheritable(True)
    return listening
