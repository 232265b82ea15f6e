"""What an entry tried and was refused: the filter's notifications, answered and written down.

The watcher does not keep the entry in; the namespaces and the filter do, and when nobody listens any more every watched
call fails. An address is read from the entry's memory, which it may change meanwhile: the record can be fooled, the
sandbox cannot.

The notifications are read here and not by libseccomp, whose calls wait for them without end: this thread must also see
that the run is over.
"""

import errno
import fcntl
import os
import select
import socket
import struct
import threading
from collections import Counter
from contextlib import suppress

from anaphor.challenge.sandbox.sandbox import Attempt
from anaphor.challenge.sandbox.seccomp import EVERY_PROCESS, INET, INET6, UNIX, name_of

_RECEIVE = 0xC0502100
"""The kernel's request for the next notification (SECCOMP_IOCTL_NOTIF_RECV)."""
_SEND = 0xC0182101
"""The request that answers one (SECCOMP_IOCTL_NOTIF_SEND)."""
_NOTICE = struct.Struct("=QIIiIQ6Q")
"""A notification: its number, the thread, flags, and the call with its processor, address and six arguments."""
_REPLY = struct.Struct("=QqiI")
"""The answer: the notification's number, a result, an error, flags."""
_CONTINUE = 1
"""The flag that lets the call go on."""
_MOST_KINDS = 200
"""Different attempts that are told apart; further ones are counted together, so that none can fill the record."""
_POLL_MS = 500
"""How long the thread sleeps before it looks whether it should end; notifications wake it."""
_LAST_S = 1.0
"""How long the end of the thread is waited for: a kernel that misses the end of the last process keeps it."""
_ADDRESS = 128
"""Bytes of the longest address of a socket."""
_LIMITS = (
    *("cpu", "file size", "data", "stack", "core", "resident memory", "processes", "open files", "locked memory"),
    *("memory", "locks", "signals", "message queues", "nice", "real-time priority", "real-time time"),
)
"""Resource limits in the order of the kernel's numbers, from 0."""
_NAMESPACES = {
    0x20000: "mount",
    0x2000000: "cgroup",
    0x4000000: "uts",
    0x8000000: "ipc",
    0x10000000: "user",
    0x20000000: "pid",
    0x40000000: "network",
    0x80: "time",
}
"""The flags of `clone` and `unshare` that make a namespace."""

Verdict = tuple[str, int]
"""What was tried, and the error that it gets; 0 lets it go on."""


class Watcher:
    """A thread that answers notifications until the last process under the filter is gone, or `close`."""

    def __init__(self, listener: int, machine: str) -> None:
        """Listen at a handle that the filter's installation gave; it is closed at the end."""
        self._listener, self._machine = listener, machine
        self._counts: Counter[tuple[str, str, bool]] = Counter()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="anaphor-watcher", daemon=True)
        self._thread.start()

    def close(self) -> tuple[Attempt, ...]:
        self._stopped.set()
        self._thread.join(_LAST_S)
        counts = sorted(self._counts.copy().items())
        return tuple(Attempt(call=key[0], detail=key[1], refused=key[2], count=count) for key, count in counts)

    def _watch(self) -> None:
        poll = select.poll()
        poll.register(self._listener, select.POLLIN)
        try:
            while not self._stopped.is_set():
                events = poll.poll(_POLL_MS)
                if events and not events[0][1] & select.POLLIN:
                    break
                if events:
                    self._answer()
        except OSError:
            pass
        finally:
            os.close(self._listener)

    def _answer(self) -> None:
        buffer = bytearray(_NOTICE.size)
        try:
            fcntl.ioctl(self._listener, _RECEIVE, buffer, True)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.EINTR):  # its process is gone
                return
            raise
        notice, pid, _flags, number, _audit, _address, *arguments = _NOTICE.unpack(buffer)
        name = name_of(self._machine, number)
        detail, error_number = _judge(name, pid, arguments)
        if detail:
            attempt = name, detail, error_number != 0
            known = attempt in self._counts or len(self._counts) < _MOST_KINDS
            self._counts[attempt if known else ("other", "further attempts", attempt[2])] += 1
        reply = _REPLY.pack(notice, 0, -error_number, 0 if error_number else _CONTINUE)
        with suppress(OSError):
            fcntl.ioctl(self._listener, _SEND, reply)


def _judge(name: str, pid: int, arguments: list[int]) -> Verdict:
    """What a call is and what becomes of it; an empty detail is not worth a word."""
    if name in ("connect", "sendto"):
        at, length = (arguments[1], arguments[2]) if name == "connect" else (arguments[4], arguments[5])
        try:
            with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
                return judge_address(os.pread(memory.fileno(), min(length & 0xFFFFFFFF, _ADDRESS), at))
        except (OverflowError, OSError):  # its memory cannot be read
            return judge_address(b"")
    if name in ("setrlimit", "prlimit64"):
        which = arguments[0] if name == "setrlimit" else arguments[1]
        return f"limit on {_LIMITS[which] if which < len(_LIMITS) else which}", 0
    if name == "socket":
        return f"family {_family(arguments[0] & 0xFFFF)}", errno.EAFNOSUPPORT
    detail = "refused"
    if name in ("clone", "unshare"):
        kinds = [kind for flag, kind in _NAMESPACES.items() if arguments[0] & flag]
        detail = f"new namespaces: {', '.join(kinds) or 'none'}"
    elif name == "kill":
        target = arguments[0] & 0xFFFFFFFF
        whom = "every process" if target == EVERY_PROCESS else f"process {target}"
        detail = f"signal {arguments[1] & 0xFF} to {whom}"
    return detail, errno.EPERM


def judge_address(address: bytes) -> Verdict:
    """Where a connection was to go; the private loopback and unix sockets are let through without a word.

    So is what cannot be read: nothing can be said of it, and the network namespace holds whatever it is.
    """
    if len(address) < 2:
        return "", 0
    family = int.from_bytes(address[:2], "little")
    if family == UNIX:
        return "", 0
    if family == INET and len(address) >= 8:
        host, loopback = socket.inet_ntop(socket.AF_INET, address[4:8]), address[4] == 127
    elif family == INET6 and len(address) >= 24:
        host = f"[{socket.inet_ntop(socket.AF_INET6, address[8:24])}]"
        loopback = host == "[::1]" or address[8:21] == b"\0" * 10 + b"\xff\xff\x7f"
    elif family == 0:  # ends an association
        return "", 0
    else:
        return f"family {_family(family)}", errno.ENETUNREACH
    return ("", 0) if loopback else (f"{host} port {int.from_bytes(address[2:4], 'big')}", errno.ENETUNREACH)


def _family(number: int) -> str:
    try:
        return socket.AddressFamily(number).name.removeprefix("AF_").lower()
    except ValueError:
        return str(number)
