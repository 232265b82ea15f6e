"""The system-call filter: what an entry may ask of the kernel; everything else does not exist for it.

It is a second lock behind the namespaces. They keep an entry away from files, processes and networks; the filter keeps
it away from the parts of the kernel that no entry needs, in which a hole may be found tomorrow. Therefore it is a list
of what is allowed (`data/challenge/system_calls.toml`), and a call that was added to Linux yesterday is not on it.

The rules are written once, below. libseccomp makes the kernel's program of them for the `process` backend, and
container engines get them in their own words, of which their libseccomp makes the same program. What programs try that
is refused can first come to the referee, who writes it down (`watcher.py`), where the kernel allows it.
"""

import errno
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pyseccomp

_LISTS = tomllib.loads(files("anaphor").joinpath("data/challenge/system_calls.toml").read_text("utf-8"))
ALLOWED = tuple(name for group in _LISTS["allowed"].values() for name in group)
REFUSED = tuple(name for group in _LISTS["refused"].values() for name in group)

PROCESSORS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's number (AUDIT_ARCH_…, libseccomp's too) for each processor that there is a filter for, by the name that
`platform.machine()` gives it. Others may work; nobody has tried them."""

UNIX = 1
INET = 2
INET6 = 10
NETLINK = 16
NEW_NAMESPACES = 0x7E020080
"""The flags of `clone` that make namespaces."""
TIOCSTI = 0x5412
"""The request of `ioctl` that types into a terminal as if somebody sat there."""
TIOCLINUX = 0x541C
"""The same on a console; it also reads the screen."""
EVERY_PROCESS = 0xFFFFFFFF
"""The target of `kill` that is -1."""
PERSONALITIES = (0x0, 0x8, 0x20000, 0x20008, 0xFFFFFFFF)
"""What `personality` may be given, as under docker: Linux, 32-bit names of the machine, an old version's name, and the
question which one it is. The others bring back behaviour that older programs relied on and attackers do."""

_BITS = 32
_HALF = 2**_BITS - 1
"""Many arguments are 32 bits wide to the kernel, which ignores the upper half of the register. A rule that compared the
whole register could be passed by with something in that half."""

_UNKNOWN = -1
"""libseccomp's number for a call of which it does not know."""
_BY_SEARCH = 2
"""Calls are looked for in a tree and not one after the other: ten steps for an ordinary call, and not three hundred."""

Action = Literal["allow", "notify"] | int
"""What becomes of a call: it is let through, it comes to the referee first, or it fails with an error number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """When a rule holds: an argument is equal to a value in the bits of a mask; or, if `other`, it is not 0."""

    argument: int
    mask: int = _HALF
    value: int = 0
    other: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What becomes of some calls. Of the rules for one call at most one holds, so that their order does not matter."""

    calls: tuple[str, ...]
    action: Action
    when: Condition | None = None


def rules(*, watched: bool) -> Iterator[Rule]:
    """The filter; `watched`: attempts come to the referee, where they otherwise fail and nobody knows."""
    attempt: Action = "notify" if watched else errno.EPERM
    looked_at: Action = "notify" if watched else "allow"
    yield Rule(calls=ALLOWED, action="allow")
    yield Rule(calls=REFUSED, action=attempt)
    # Threads and processes, but no new namespaces: in one of their own programs have powers over the kernel.
    yield from _values("clone", 0, "allow", (0,), mask=NEW_NAMESPACES)
    for flag in (1 << bit for bit in range(_BITS) if NEW_NAMESPACES >> bit & 1):
        yield from _values("clone", 0, attempt, (flag,), mask=flag)
    # Unix and internet sockets, the latter reach nothing. The C library asks for netlink by itself: that is no attempt.
    yield from _values("socket", 0, "allow", (UNIX, INET, INET6))
    yield from _values("socket", 0, errno.EAFNOSUPPORT, (NETLINK,))
    yield from _all_others("socket", 0, "notify" if watched else errno.EAFNOSUPPORT, (UNIX, INET, INET6, NETLINK))
    yield from _values("ioctl", 1, errno.EPERM, (TIOCSTI, TIOCLINUX))
    yield from _all_others("ioctl", 1, "allow", (TIOCSTI, TIOCLINUX))
    # Neither to the first process, which is the sandbox's own, nor to all at once.
    yield from _values("kill", 0, attempt, (1, EVERY_PROCESS))
    yield from _all_others("kill", 0, "allow", (1, EVERY_PROCESS))
    yield from _values("personality", 0, "allow", PERSONALITIES)
    # These do no harm; the record should say that an entry wanted out, or tried to raise its limits.
    yield Rule(calls=("connect", "setrlimit"), action=looked_at)
    for call, pointer in {"prlimit64": 2, "sendto": 4}.items():  # new limits, an address: null where there is none
        if watched:
            yield Rule(calls=(call,), action="allow", when=Condition(argument=pointer, mask=2**64 - 1))
            yield Rule(calls=(call,), action="notify", when=Condition(argument=pointer, other=True))
        else:
            yield Rule(calls=(call,), action="allow")


def _values(call: str, argument: int, action: Action, values: tuple[int, ...], mask: int = _HALF) -> Iterator[Rule]:
    for value in values:
        yield Rule(calls=(call,), action=action, when=Condition(argument=argument, mask=mask, value=value))


def _all_others(call: str, argument: int, action: Action, values: tuple[int, ...]) -> Iterator[Rule]:
    """The rules for everything but some values: libseccomp can say "not this one", but not "none of these".

    They divide all numbers by their first bits, as one divides a network of addresses when some are taken out of it.
    """

    def split(prefix: int, bits: int) -> Iterator[Condition]:
        mask = _HALF << (_BITS - bits) & _HALF
        within = [value for value in values if value & mask == prefix]
        if not within:
            yield Condition(argument=argument, mask=mask, value=prefix)
        elif bits < _BITS:
            yield from split(prefix, bits + 1)
            yield from split(prefix | 1 << (_BITS - bits - 1), bits + 1)

    return (Rule(calls=(call,), action=action, when=condition) for condition in split(0, 0))


def obstacle(machine: str) -> str | None:
    """Why no filter can be made for a processor here, and what to install; None: one can."""
    if machine not in PROCESSORS:
        return f"no filter has been tried on this processor ({machine})"
    try:
        import pyseccomp  # noqa: F401  # whether it can be imported is the question
    except ImportError:
        return "pyseccomp is not installed: pip install pyseccomp"
    except (RuntimeError, OSError, AttributeError):  # what it says where it finds no library, or an odd one
        return "libseccomp is not installed: apt install libseccomp2, or dnf install libseccomp"
    return None


@cache
def program(machine: str, *, watched: bool) -> bytes:
    """The filter as the kernel reads it, made by libseccomp; OSError where the kernel does not know notifications."""
    import pyseccomp

    processor = PROCESSORS[machine]
    actions: dict[str, int] = {"allow": pyseccomp.ALLOW, "notify": pyseccomp.NOTIFY}
    allowing = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.ENOSYS))
    # Calls of another processor (32-bit ones, x32) have other numbers: a program that makes them is ended.
    allowing.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    if processor != pyseccomp.system_arch():
        allowing.add_arch(processor)
        allowing.remove_arch(pyseccomp.system_arch())
    with suppress(OSError):  # before 2.5 the list is gone through from its beginning: slower, and as good
        allowing.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, _BY_SEARCH)
    for rule in rules(watched=watched):
        code = pyseccomp.ERRNO(rule.action) if isinstance(rule.action, int) else actions[rule.action]
        arguments = [_argument(rule.when)] if rule.when else []
        for name in rule.calls:
            number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
            if number != _UNKNOWN:  # a library that is older than a call leaves it out
                allowing.add_rule(code, number, *arguments)
    with tempfile.TemporaryFile() as file:
        allowing.export_bpf(file)
        file.seek(0)
        return file.read()


def _argument(when: Condition) -> "pyseccomp.Arg":
    import pyseccomp

    if when.other:
        return pyseccomp.Arg(when.argument, pyseccomp.NE, 0)
    return pyseccomp.Arg(when.argument, pyseccomp.MASKED_EQ, when.mask, when.value)


def profile(listener: str | None = None) -> Mapping[str, object]:
    """The filter in the words of container engines; attempts come to a socket, or fail silently."""
    document: dict[str, object] = {"defaultAction": "SCMP_ACT_ERRNO", "defaultErrnoRet": errno.ENOSYS}
    if listener:
        document["listenerPath"] = listener
    return {**document, "syscalls": [_in_json(rule) for rule in rules(watched=listener is not None)]}


def _in_json(rule: Rule) -> Mapping[str, object]:
    if isinstance(rule.action, int):
        action: dict[str, object] = {"action": "SCMP_ACT_ERRNO", "errnoRet": rule.action}
    else:
        action = {"action": f"SCMP_ACT_{rule.action.upper()}"}
    arguments: list[Mapping[str, object]] = []
    if rule.when is not None and rule.when.other:
        arguments = [{"index": rule.when.argument, "value": 0, "op": "SCMP_CMP_NE"}]
    elif rule.when is not None:
        # An engine's first value is the mask, and its second what the masked argument must be.
        masked = {"value": rule.when.mask, "valueTwo": rule.when.value, "op": "SCMP_CMP_MASKED_EQ"}
        arguments = [{"index": rule.when.argument, **masked}]
    return {"names": list(rule.calls), **action, "args": arguments}


def name_of(machine: str, number: int) -> str:
    """What a system call is called, as far as libseccomp knows."""
    if obstacle(machine) is None:
        import pyseccomp

        with suppress(ValueError):
            return pyseccomp.resolve_syscall(PROCESSORS[machine], number).decode("ascii")
    return f"call {number}"
