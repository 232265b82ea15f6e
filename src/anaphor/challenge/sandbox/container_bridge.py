"""A port of a container's private loopback that leads to the proxy's socket, kept from outside.

An image need not hold a program that carries connections, as the cage does; and what is outside the container is out
of the entry's reach. A socket belongs to the network in which it was made, whoever has it.
"""

import asyncio
import ctypes
import os
import socket
import threading
from contextlib import suppress
from pathlib import Path

from anaphor.challenge.proxy.proxy import PORT
from anaphor.challenge.sandbox.bridge import serve

_NEW_NETWORK = 0x40000000
_BACKLOG = 16


class Bridge:
    """Carries connections from a container to the proxy until it is closed."""

    def __init__(self, process: int, door: Path) -> None:
        """Listen in the network of a process; OSError where that is impossible."""
        self._listening = _listen_inside(process)
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(serve(self._listening, str(door)))
        self._thread = threading.Thread(target=self._run, name="anaphor-bridge", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with suppress(asyncio.CancelledError, OSError):
            self._loop.run_until_complete(self._task)
        self._loop.run_until_complete(_leave())
        self._loop.close()

    def close(self) -> None:
        """Stop."""
        with suppress(RuntimeError):  # it has stopped by itself
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()
        self._listening.close()


async def _leave() -> None:
    """End the connections that are still open."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def _listen_inside(process: int) -> socket.socket:
    """A socket that listens in the network of a process; made by a thread of its own, which stays there and ends."""
    made: list[socket.socket | OSError] = []

    def make() -> None:
        try:
            made.append(_listening(process))
        except OSError as error:
            made.append(error)

    thread = threading.Thread(target=make, name="anaphor-inside")
    thread.start()
    thread.join()
    if isinstance(made[0], OSError):
        raise made[0]
    return made[0]


def _listening(process: int) -> socket.socket:
    there = os.open(f"/proc/{process}/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    try:
        if ctypes.CDLL(None, use_errno=True).setns(there, _NEW_NETWORK):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
    finally:
        os.close(there)
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.bind(("127.0.0.1", PORT))
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening
