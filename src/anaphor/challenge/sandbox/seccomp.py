"""The system-call filter: a small program for the kernel, made here instruction by instruction.

It is a second lock behind the namespaces: calls that no entry needs are refused. Where the kernel allows it, refused
calls first come to the referee (`seccomp_watch`), who writes down what was tried; elsewhere they fail silently.
"""

import errno
import struct
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from anaphor.challenge.sandbox.seccomp_numbers import HIGHEST, Processor

ALLOW, NOTIFY, KILL_PROCESS, _ERRNO = 0x7FFF0000, 0x7FC00000, 0x80000000, 0x00050000

REFUSED = (
    "acct",
    "add_key",
    "adjtimex",
    "bpf",
    "chroot",
    "clock_adjtime",
    "clock_settime",
    "delete_module",
    "fanotify_init",
    "finit_module",
    "fsconfig",
    "fsmount",
    "fsopen",
    "fspick",
    "init_module",
    "ioperm",
    "iopl",
    "kcmp",
    "kexec_file_load",
    "kexec_load",
    "keyctl",
    "lookup_dcookie",
    "memfd_secret",
    "migrate_pages",
    "modify_ldt",
    "mount",
    "mount_setattr",
    "move_mount",
    "move_pages",
    "name_to_handle_at",
    "nfsservctl",
    "open_by_handle_at",
    "open_tree",
    "perf_event_open",
    "pidfd_getfd",
    "pivot_root",
    "process_madvise",
    "process_vm_readv",
    "process_vm_writev",
    "ptrace",
    "quotactl",
    "quotactl_fd",
    "reboot",
    "request_key",
    "setdomainname",
    "sethostname",
    "setns",
    "settimeofday",
    "swapoff",
    "swapon",
    "sysfs",
    "syslog",
    "umount2",
    "unshare",
    "uselib",
    "userfaultfd",
    "ustat",
    "vhangup",
)
"""Calls that fail with "not permitted", whatever their arguments; an attempt is written down."""
ABSENT = ("clone3", "io_uring_enter", "io_uring_register", "io_uring_setup")
"""Calls that do not exist for an entry. Libraries try them on their own and then take the older ones: that is no
attempt at anything. clone3 hides its flags from a filter."""

UNIX, INET, NETLINK, INET6 = 1, 2, 16, 10
_FAMILIES = 64
"""More kinds of sockets than there are."""
NEW_NAMESPACES = 0x7E020080
"""The flags of clone that make namespaces."""
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
"""Requests that type into a terminal as if somebody sat there."""

_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_NUMBER_AT, _AUDIT_AT = 0, 4

Instruction = tuple[int, int, int, int]
"""Code, how many to skip when true, how many when false, operand."""


def refuse(error: int) -> int:
    """The verdict that makes a call fail with an error number."""
    return _ERRNO | error


def program(processor: Processor, *, watched: bool) -> bytes:
    """The filter as the kernel reads it; `watched`: attempts come to the referee instead of failing silently."""
    attempt = NOTIFY if watched else refuse(errno.EPERM)
    looked_at = NOTIFY if watched else ALLOW
    calls = processor.calls
    steps: list[Instruction] = [
        (_LOAD, 0, 0, _AUDIT_AT),
        (_EQUAL, 1, 0, processor.audit),
        _verdict(KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_GREATER, 0, 1, HIGHEST),
        _verdict(refuse(errno.ENOSYS)),
    ]
    for name in ABSENT:
        steps += _when(calls[name], [_verdict(refuse(errno.ENOSYS))])
    for name in REFUSED:
        if name in calls:
            steps += _when(calls[name], [_verdict(attempt)])
    steps += _when(calls["clone"], [_argument(0), (_ANY_BIT, 0, 1, NEW_NAMESPACES), _verdict(attempt), *_allow()])
    steps += _when(calls["socket"], _socket(attempt))
    steps += _when(calls["ioctl"], [_argument(1), *_among((_TIOCSTI, _TIOCLINUX), refuse(errno.EPERM)), *_allow()])
    steps += _when(calls["kill"], [_argument(0), *_among((1, 2**32 - 1), attempt), *_allow()])
    steps += _when(calls["connect"], [_verdict(looked_at)])
    steps += _when(calls["setrlimit"], [_verdict(looked_at)])
    steps += _when(calls["prlimit64"], _given(2, looked_at))
    steps += _when(calls["sendto"], _given(4, looked_at))
    steps += _allow()
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


def _verdict(value: int) -> Instruction:
    return (_RETURN, 0, 0, value)


def _allow() -> list[Instruction]:
    return [_verdict(ALLOW)]


def _argument(number: int, *, high: bool = False) -> Instruction:
    """Load half of an argument; arguments are 64 bits wide and stand behind number, audit and address."""
    return (_LOAD, 0, 0, 16 + 8 * number + (4 if high else 0))


def _when(number: int, steps: list[Instruction]) -> list[Instruction]:
    """The steps for one call; they end in a verdict. The call's number is loaded before and after them."""
    return [(_EQUAL, 0, len(steps), number), *steps]


def _among(values: Iterable[int], verdict: int) -> list[Instruction]:
    """A verdict for the values; the steps after it for all others."""
    return [step for value in values for step in ((_EQUAL, 0, 1, value), _verdict(verdict))]


def _given(number: int, verdict: int) -> list[Instruction]:
    """A verdict where an argument, a pointer, is not null."""
    return [
        _argument(number),
        (_EQUAL, 1, 0, 0),
        _verdict(verdict),
        _argument(number, high=True),
        (_EQUAL, 1, 0, 0),
        _verdict(verdict),
        *_allow(),
    ]


def _socket(attempt: int) -> list[Instruction]:
    """Unix and internet sockets exist, the latter reach nothing; the C library asks for netlink by itself."""
    return [
        _argument(0),
        *_among((UNIX, INET, INET6), ALLOW),
        *_among((NETLINK,), refuse(errno.EAFNOSUPPORT)),
        _verdict(attempt),
    ]


def profile(listener: str | None = None) -> dict[str, object]:
    """The same rules in the words of container engines; attempts come to a listener's socket, or fail silently."""
    spaces = [1 << bit for bit in range(32) if NEW_NAMESPACES >> bit & 1]
    others = [family for family in range(_FAMILIES) if family not in (UNIX, INET, INET6, NETLINK)]
    attempt, no_family = (_NOTIFY, _NOTIFY) if listener else (_failing(errno.EPERM), _failing(errno.EAFNOSUPPORT))
    rules = [
        _rule(REFUSED, attempt),
        _rule(ABSENT, _failing(errno.ENOSYS)),
        *(_rule(("clone",), attempt, value=flag, valueTwo=flag, op="SCMP_CMP_MASKED_EQ") for flag in spaces),
        *(_rule(("socket",), no_family, value=family, op="SCMP_CMP_EQ") for family in others),
        _rule(("socket",), _failing(errno.EAFNOSUPPORT), value=NETLINK, op="SCMP_CMP_EQ"),
        _rule(("socket",), no_family, value=_FAMILIES, op="SCMP_CMP_GE"),
        # The kernel looks at half of these arguments only, so a filter may not look at more.
        *(
            _rule(("ioctl",), _failing(errno.EPERM), index=1, value=_HALF, valueTwo=value, op="SCMP_CMP_MASKED_EQ")
            for value in (_TIOCSTI, _TIOCLINUX)
        ),
        *(_rule(("kill",), attempt, value=_HALF, valueTwo=target, op="SCMP_CMP_MASKED_EQ") for target in (1, _HALF)),
    ]
    if not listener:
        return {"defaultAction": "SCMP_ACT_ALLOW", "syscalls": rules}
    looked_at = [
        _rule(("connect", "setrlimit"), _NOTIFY),
        _rule(("prlimit64",), _NOTIFY, index=2, value=0, op=_NOT),
        _rule(("sendto",), _NOTIFY, index=4, value=0, op=_NOT),
    ]
    return {"defaultAction": "SCMP_ACT_ALLOW", "listenerPath": listener, "syscalls": [*rules, *looked_at]}


_NOTIFY: Mapping[str, object] = MappingProxyType({"action": "SCMP_ACT_NOTIFY"})
_NOT = "SCMP_CMP_NE"
_HALF = 2**32 - 1


def _failing(error: int) -> Mapping[str, object]:
    return {"action": "SCMP_ACT_ERRNO", "errnoRet": error}


def _rule(names: tuple[str, ...], action: Mapping[str, object], **condition: int | str) -> dict[str, object]:
    arguments = [{"index": 0, **condition}] if condition else []
    return {"names": list(names), **action, "args": arguments}
