"""The filter's program, run by a small machine of our own, gives each call the verdict that is meant."""

import errno
import struct
from collections.abc import Sequence

import pytest

from anaphor.challenge.sandbox.seccomp import (
    ABSENT,
    ALLOW,
    HIGHEST,
    KILL_PROCESS,
    NOTIFY,
    PROCESSORS,
    REFUSED,
    Processor,
    judge_address,
    program,
    refuse,
)

pytestmark = pytest.mark.waiting

BOTH = pytest.mark.parametrize("machine", sorted(PROCESSORS))


def run(filter: bytes, number: int, audit: int, arguments: Sequence[int] = ()) -> int:
    """What the kernel would do: interpret the filter over the call's data."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<IIQ6Q", number, audit, 0, *(each & (2**64 - 1) for each in padded))
    steps = list(struct.iter_unpack("<HBBI", filter))
    at, value = 0, 0
    for _ in range(len(steps)):
        code, true, false, operand = steps[at]
        match code:
            case 0x20:
                (value,) = struct.unpack_from("<I", data, operand)
                at += 1
            case 0x15:
                at += 1 + (true if value == operand else false)
            case 0x25:
                at += 1 + (true if value > operand else false)
            case 0x45:
                at += 1 + (true if value & operand else false)
            case 0x06:
                return int(operand)
            case _:
                raise AssertionError(f"unknown step {code}")
    raise AssertionError("the filter does not end")


def verdict(processor: Processor, name: str, *arguments: int, watched: bool = True) -> int:
    return run(program(processor, watched=watched), processor.calls[name], processor.audit, arguments)


@BOTH
def test_calls_that_no_entry_needs_are_refused(machine: str) -> None:
    processor = PROCESSORS[machine]
    for name in REFUSED:
        if name in processor.calls:
            assert verdict(processor, name) == NOTIFY
            assert verdict(processor, name, watched=False) == refuse(errno.EPERM)
    for name in ABSENT:
        assert verdict(processor, name) == refuse(errno.ENOSYS)


@BOTH
def test_arguments_decide_where_a_call_has_good_uses_too(machine: str) -> None:
    processor = PROCESSORS[machine]
    thread = 0x3D0F00
    assert verdict(processor, "clone", thread) == ALLOW
    assert verdict(processor, "clone", 0x10000000 | 17) == NOTIFY
    assert {verdict(processor, "socket", family) for family in (1, 2, 10)} == {ALLOW}
    assert {verdict(processor, "socket", family) for family in (0, 3, 17, 38, 40, 44)} == {NOTIFY}
    assert verdict(processor, "socket", 16) == refuse(errno.EAFNOSUPPORT)
    assert verdict(processor, "kill", 77, 9) == ALLOW
    assert {verdict(processor, "kill", target, 9) for target in (1, -1)} == {NOTIFY}
    assert verdict(processor, "prlimit64", 0, 7, 0) == ALLOW
    assert verdict(processor, "prlimit64", 0, 7, 0x7F0000000000) == NOTIFY
    assert verdict(processor, "prlimit64", 0, 7, 0x7F00000000) == NOTIFY
    assert verdict(processor, "sendto", 3, 1, 1, 0, 0) == ALLOW
    assert verdict(processor, "sendto", 3, 1, 1, 0, 0xFFFF) == NOTIFY
    assert verdict(processor, "ioctl", 0, 0x5412) == refuse(errno.EPERM)
    assert verdict(processor, "ioctl", 0, 0x5401) == ALLOW
    assert verdict(processor, "connect", 3, 0xFFFF, 16, watched=False) == ALLOW


@BOTH
def test_every_other_call_is_allowed_up_to_the_last_one_known(machine: str) -> None:
    processor = PROCESSORS[machine]
    steps = program(processor, watched=False)
    special = set(processor.calls.values())
    assert {run(steps, number, processor.audit) for number in range(HIGHEST + 1) if number not in special} == {ALLOW}
    assert run(steps, HIGHEST + 1, processor.audit) == refuse(errno.ENOSYS)
    assert run(steps, 0x40000000 | 41, processor.audit) == refuse(errno.ENOSYS)  # the x32 way round a filter
    assert run(steps, 0, 0x40000003) == KILL_PROCESS  # 32-bit calls have other numbers
    assert len(steps) // 8 < 4096


def test_no_two_calls_share_a_number() -> None:
    for processor in PROCESSORS.values():
        assert len(set(processor.calls.values())) == len(processor.calls)
        assert set(processor.calls.values()) <= set(range(HIGHEST + 1))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (struct.pack("<H", 2) + b"\0\x50\xc0\x00\x02\x01" + bytes(8), "192.0.2.1 port 80"),
        (struct.pack("<H", 2) + b"\0\x50\x7f\x00\x00\x01" + bytes(8), ""),
        (
            struct.pack("<H", 10) + b"\0\x50" + bytes(4) + b"\x20\x01\x0d\xb8" + bytes(11) + b"\x01",
            "[2001:db8::1] port 80",
        ),
        (struct.pack("<H", 10) + b"\0\x50" + bytes(4) + bytes(15) + b"\x01", ""),
        (
            struct.pack("<H", 10) + b"\0\x50" + bytes(4) + bytes(10) + b"\xff\xff\x08\x08\x08\x08",
            "[::ffff:8.8.8.8] port 80",
        ),
        (struct.pack("<H", 1) + b"/run/x", ""),
        (struct.pack("<H", 40) + bytes(14), "family vsock"),
        (b"", ""),
        (struct.pack("<H", 2), "family inet"),
    ],
    ids=["inet", "loopback", "inet6", "loopback6", "mapped", "unix", "vsock", "empty", "short"],
)
def test_addresses_are_read_for_the_record(address: bytes, said: str) -> None:
    assert judge_address(address)[0] == said
