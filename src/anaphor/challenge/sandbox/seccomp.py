"""The system-call filter: a small program for the kernel, made here instruction by instruction.

It is a second lock behind the namespaces: calls that no entry needs are refused. Where the kernel allows it, refused
calls first come to the referee (`seccomp_watch`), who writes down what was tried; elsewhere they fail silently.
"""

import errno
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_CALLS = """
acct               163   89  refused
add_key            248  217  refused
adjtimex           159  171  refused
bpf                321  280  refused
chroot             161   51  refused
clock_adjtime      305  266  refused
clock_settime      227  112  refused
clone               56  220  argument
clone3             435  435  absent
connect             42  203  argument
delete_module      176  106  refused
fanotify_init      300  262  refused
finit_module       313  273  refused
fsconfig           431  431  refused
fsmount            432  432  refused
fsopen             430  430  refused
fspick             433  433  refused
init_module        175  105  refused
io_uring_enter     426  426  absent
io_uring_register  427  427  absent
io_uring_setup     425  425  absent
ioctl               16   29  argument
ioperm             173    -  refused
iopl               172    -  refused
kcmp               312  272  refused
kexec_file_load    320  294  refused
kexec_load         246  104  refused
keyctl             250  219  refused
kill                62  129  argument
lookup_dcookie     212   18  refused
memfd_secret       447  447  refused
migrate_pages      256  238  refused
modify_ldt         154    -  refused
mount              165   40  refused
mount_setattr      442  442  refused
move_mount         429  429  refused
move_pages         279  239  refused
name_to_handle_at  303  264  refused
nfsservctl         180   42  refused
open_by_handle_at  304  265  refused
open_tree          428  428  refused
perf_event_open    298  241  refused
pidfd_getfd        438  438  refused
pivot_root         155   41  refused
prlimit64          302  261  argument
process_madvise    440  440  refused
process_vm_readv   310  270  refused
process_vm_writev  311  271  refused
ptrace             101  117  refused
quotactl           179   60  refused
quotactl_fd        443  443  refused
reboot             169  142  refused
request_key        249  218  refused
sendto              44  206  argument
setdomainname      171  162  refused
sethostname        170  161  refused
setns              308  268  refused
setrlimit          160  164  argument
settimeofday       164  170  refused
socket              41  198  argument
swapoff            168  225  refused
swapon             167  224  refused
sysfs              139    -  refused
syslog             103  116  refused
umount2            166   39  refused
unshare            272   97  refused
uselib             134    -  refused
userfaultfd        323  282  refused
ustat              136    -  refused
vhangup            153   58  refused
"""
"""The system calls that the filter knows: name, number on x86_64, number on aarch64, and what becomes of them.

`refused`: fails with "not permitted", whatever its arguments; an attempt is written down. `absent`: does not exist for
an entry. Libraries try these on their own and then take the older ones: that is no attempt at anything; clone3 hides
its flags from a filter. `argument`: `program` and `profile` look at its arguments."""
_ROWS = tuple(row.split() for row in _CALLS.strip().splitlines())
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
    """System calls by name."""


PROCESSORS: Mapping[str, Processor] = {
    "x86_64": Processor(audit=0xC000003E, calls={name: int(here) for name, here, _, _ in _ROWS}),
    "aarch64": Processor(audit=0xC00000B7, calls={name: int(here) for name, _, here, _ in _ROWS if here != "-"}),
}
"""The processors that there is a filter for, by the name that `platform.machine()` gives them."""

ALLOW, NOTIFY, KILL_PROCESS, _ERRNO = 0x7FFF0000, 0x7FC00000, 0x80000000, 0x00050000
UNIX, INET, NETLINK, INET6 = 1, 2, 16, 10
_FAMILIES = 64
"""More kinds of sockets than there are."""
NEW_NAMESPACES = 0x7E020080
"""The flags of clone that make namespaces."""
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
"""Requests that type into a terminal as if somebody sat there."""
_HALF = 2**32 - 1

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
    allow = _verdict(ALLOW)
    # Unix and internet sockets exist, the latter reach nothing; the C library asks for netlink by itself.
    families = [*_among((UNIX, INET, INET6), ALLOW), *_among((NETLINK,), refuse(errno.EAFNOSUPPORT))]
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
    steps += _when(calls["clone"], [_argument(0), (_ANY_BIT, 0, 1, NEW_NAMESPACES), _verdict(attempt), allow])
    steps += _when(calls["socket"], [_argument(0), *families, _verdict(attempt)])
    steps += _when(calls["ioctl"], [_argument(1), *_among((_TIOCSTI, _TIOCLINUX), refuse(errno.EPERM)), allow])
    steps += _when(calls["kill"], [_argument(0), *_among((1, _HALF), attempt), allow])
    steps += _when(calls["connect"], [_verdict(looked_at)])
    steps += _when(calls["setrlimit"], [_verdict(looked_at)])
    steps += _when(calls["prlimit64"], _given(2, looked_at))
    steps += _when(calls["sendto"], _given(4, looked_at))
    return b"".join(struct.pack("<HBBI", *step) for step in [*steps, allow])


def _verdict(value: int) -> Instruction:
    return (_RETURN, 0, 0, value)


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
    """A verdict where an argument, a pointer, is not null: one of its halves is not."""
    halves = (_argument(number), _argument(number, high=True))
    tests = [step for half in halves for step in (half, (_EQUAL, 1, 0, 0), _verdict(verdict))]
    return [*tests, _verdict(ALLOW)]


def profile(listener: str | None = None) -> dict[str, object]:
    """The same rules in the words of container engines; attempts come to a listener's socket, or fail silently."""
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
            _rule(("ioctl",), _failing(errno.EPERM), index=1, value=_HALF, valueTwo=value, op="SCMP_CMP_MASKED_EQ")
            for value in (_TIOCSTI, _TIOCLINUX)
        ),
        *(_rule(("kill",), attempt, value=_HALF, valueTwo=target, op="SCMP_CMP_MASKED_EQ") for target in (1, _HALF)),
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
