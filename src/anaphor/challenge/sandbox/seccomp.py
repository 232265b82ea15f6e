"""The system-call filter: a small program for the kernel, made here instruction by instruction.

It is a second lock behind the namespaces: calls that no entry needs are refused. Where the kernel allows it, refused
calls first come to the referee (`Watcher`), who writes down what was tried; elsewhere they fail silently.

The watcher does not keep the entry in; the namespaces and the filter do, and when the listener is gone every watched
call fails. An address is read from the entry's memory, which it may change meanwhile: the record can be fooled, the
sandbox cannot.
"""

import errno
import fcntl
import os
import select
import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files

from anaphor.challenge.sandbox.sandbox import Attempt

_TABLE = files("anaphor").joinpath("data/challenge/system_calls.txt").read_text("ascii")
_ROWS = tuple(row.split() for row in _TABLE.splitlines() if not row.startswith("#"))
"""Each system call that the filter knows, its numbers on two processors, and what becomes of it."""
REFUSED = tuple(name for name, _, _, fate in _ROWS if fate == "refused")
ABSENT = tuple(name for name, _, _, fate in _ROWS if fate == "absent")
HIGHEST = 456
"""The highest number that was looked at (futex_requeue, Linux 6.7): the same on both processors; later calls do not
exist for an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Processor:
    """What a filter must know about a processor."""

    audit: int
    """The kernel's number for it (AUDIT_ARCH_…)."""
    calls: Mapping[str, int]


PROCESSORS: Mapping[str, Processor] = {
    "x86_64": Processor(audit=0xC000003E, calls={name: int(here) for name, here, _, _ in _ROWS}),
    "aarch64": Processor(audit=0xC00000B7, calls={name: int(here) for name, _, here, _ in _ROWS if here != "-"}),
}
"""The processors that there is a filter for, by the name that `platform.machine()` gives them."""

ALLOW, NOTIFY, KILL_PROCESS, _ERRNO = 0x7FFF0000, 0x7FC00000, 0x80000000, 0x00050000
UNIX, INET, NETLINK, INET6 = 1, 2, 16, 10
NEW_NAMESPACES = 0x7E020080
"""The flags of clone that make namespaces."""
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
"""Requests that type into a terminal as if somebody sat there."""
HALF = 2**32 - 1
_FAMILIES = 64
"""More kinds of sockets than there are."""

_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_NOTICE = struct.Struct("=QIIiIQ6Q")
_REPLY = struct.Struct("=QqiI")
_CONTINUE = 1
_MOST_KINDS = 200
"""Different attempts that are told apart; further ones are counted together."""
_POLL_MS = 500
# The kernel's numbers of resource limits count from 0.
_LIMITS = (
    *("cpu", "file size", "data", "stack", "core", "resident memory", "processes", "open files", "locked memory"),
    *("memory", "locks", "signals", "message queues", "nice", "real-time priority", "real-time time"),
)
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

_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_NUMBER_AT, _AUDIT_AT = 0, 4

Instruction = tuple[int, int, int, int]
"""Code, how many to skip when true, how many when false, operand."""


def refuse(error: int) -> int:
    return _ERRNO | error


def program(processor: Processor, *, watched: bool) -> bytes:
    """The filter as the kernel reads it; `watched`: attempts come to the referee instead of failing silently."""
    attempt = NOTIFY if watched else refuse(errno.EPERM)
    looked_at = NOTIFY if watched else ALLOW
    absent, allow = _verdict(refuse(errno.ENOSYS)), _verdict(ALLOW)
    # Unix and internet sockets exist, the latter reach nothing; the C library asks for netlink by itself.
    families = [*_among((UNIX, INET, INET6), ALLOW), *_among((NETLINK,), refuse(errno.EAFNOSUPPORT))]
    rules = {
        **{name: [absent] for name in ABSENT},
        **{name: [_verdict(attempt)] for name in REFUSED},
        "clone": [_argument(0), (_ANY_BIT, 0, 1, NEW_NAMESPACES), _verdict(attempt), allow],
        "socket": [_argument(0), *families, _verdict(attempt)],
        "ioctl": [_argument(1), *_among((TIOCSTI, TIOCLINUX), refuse(errno.EPERM)), allow],
        "kill": [_argument(0), *_among((1, HALF), attempt), allow],
        "connect": [_verdict(looked_at)],
        "setrlimit": [_verdict(looked_at)],
        "prlimit64": _given(2, looked_at),
        "sendto": _given(4, looked_at),
    }
    steps = [
        *((_LOAD, 0, 0, _AUDIT_AT), (_EQUAL, 1, 0, processor.audit), _verdict(KILL_PROCESS)),
        *((_LOAD, 0, 0, _NUMBER_AT), (_GREATER, 0, 1, HIGHEST), absent),
    ]
    for name, rule in rules.items():
        if name in processor.calls:  # its number is loaded; the steps of a rule end in a verdict
            steps += [(_EQUAL, 0, len(rule), processor.calls[name]), *rule]
    return b"".join(struct.pack("<HBBI", *step) for step in [*steps, allow])


def _verdict(value: int) -> Instruction:
    return (_RETURN, 0, 0, value)


def _argument(number: int, *, high: bool = False) -> Instruction:
    """Load half of an argument; arguments are 64 bits wide and stand behind number, audit and address."""
    return (_LOAD, 0, 0, 16 + 8 * number + (4 if high else 0))


def _among(values: Iterable[int], verdict: int) -> list[Instruction]:
    """A verdict for the values; the steps after it for all others."""
    return [step for value in values for step in ((_EQUAL, 0, 1, value), _verdict(verdict))]


def _given(number: int, verdict: int) -> list[Instruction]:
    """A verdict where an argument, a pointer, is not null: one of its halves is not."""
    halves = (_argument(number), _argument(number, high=True))
    tests = [step for half in halves for step in (half, (_EQUAL, 1, 0, 0), _verdict(verdict))]
    return [*tests, _verdict(ALLOW)]


def profile(listener: str | None = None) -> dict[str, object]:
    """The system-call filter in the words of container engines; attempts come to a socket, or fail silently."""
    spaces = [1 << bit for bit in range(32) if NEW_NAMESPACES >> bit & 1]
    others = [family for family in range(_FAMILIES) if family not in (UNIX, INET, INET6, NETLINK)]
    notify = {"action": "SCMP_ACT_NOTIFY"}
    attempt, no_family = (notify, notify) if listener else (_failing(errno.EPERM), _failing(errno.EAFNOSUPPORT))
    rules = [
        _rule(REFUSED, attempt),
        _rule(ABSENT, _failing(errno.ENOSYS)),
        *(_rule(("clone",), attempt, value=flag, valueTwo=flag, op="SCMP_CMP_MASKED_EQ") for flag in spaces),
        *(_rule(("socket",), no_family, value=family, op="SCMP_CMP_EQ") for family in others),
        _rule(("socket",), _failing(errno.EAFNOSUPPORT), value=NETLINK, op="SCMP_CMP_EQ"),
        _rule(("socket",), no_family, value=_FAMILIES, op="SCMP_CMP_GE"),
        # The kernel looks at half of these arguments only, so a filter may not look at more.
        *(
            _rule(("ioctl",), _failing(errno.EPERM), index=1, value=HALF, valueTwo=value, op="SCMP_CMP_MASKED_EQ")
            for value in (TIOCSTI, TIOCLINUX)
        ),
        *(_rule(("kill",), attempt, value=HALF, valueTwo=target, op="SCMP_CMP_MASKED_EQ") for target in (1, HALF)),
    ]
    if not listener:
        return {"defaultAction": "SCMP_ACT_ALLOW", "syscalls": rules}
    looked_at = [
        _rule(("connect", "setrlimit"), notify),
        _rule(("prlimit64",), notify, index=2, value=0, op="SCMP_CMP_NE"),
        _rule(("sendto",), notify, index=4, value=0, op="SCMP_CMP_NE"),
    ]
    return {"defaultAction": "SCMP_ACT_ALLOW", "listenerPath": listener, "syscalls": [*rules, *looked_at]}


def _failing(error: int) -> Mapping[str, object]:
    return {"action": "SCMP_ACT_ERRNO", "errnoRet": error}


def _rule(names: tuple[str, ...], action: Mapping[str, object], **condition: int | str) -> dict[str, object]:
    arguments = [{"index": 0, **condition}] if condition else []
    return {"names": list(names), **action, "args": arguments}


Verdict = tuple[str, int]
"""What was tried, and the error that it gets; 0 lets it go on."""


class Watcher:
    """A thread that answers notifications until the last process under the filter is gone, or `close`."""

    def __init__(self, listener: int, processor: Processor) -> None:
        self._listener = listener
        self._names = {number: name for name, number in processor.calls.items()}
        self._counts: Counter[tuple[str, str, bool]] = Counter()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="anaphor-watcher", daemon=True)
        self._thread.start()

    def close(self) -> tuple[Attempt, ...]:
        self._stopped.set()
        self._thread.join(1.0)  # a kernel that misses the end of the last process keeps the thread, which then waits
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
        name = self._names.get(number, f"call {number}")
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
                return judge_address(os.pread(memory.fileno(), min(length & 0xFFFFFFFF, 128), at))
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
        whom = "every process" if target == 2**32 - 1 else f"process {target}"
        detail = f"signal {arguments[1] & 0xFF} to {whom}"
    return detail, errno.EPERM


def judge_address(address: bytes) -> Verdict:
    """Where a connection was to go; the private loopback and unix sockets are let through without a word."""
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
