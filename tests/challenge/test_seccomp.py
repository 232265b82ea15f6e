"""The filter gives each call the verdict that is meant, and ordinary programs run under it.

The program that libseccomp makes is run by a small machine of our own, over every call and over arguments.
"""

import errno
import json
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pyseccomp
import pytest

from anaphor.challenge.sandbox import process, seccomp, selftest
from anaphor.challenge.sandbox.sandbox import MIB, Submission
from anaphor.challenge.sandbox.seccomp import ALLOWED, PERSONALITIES, PROCESSORS, REFUSED, program, rules
from anaphor.challenge.sandbox.watcher import judge_address
from tests.challenge.conftest import need_cage
from tests.challenge.entries import PYTHON, Ring

ALLOW, NOTIFY, KILL_PROCESS = pyseccomp.ALLOW, pyseccomp.NOTIFY, pyseccomp.KILL_PROCESS
pytestmark = pytest.mark.waiting

BOTH = pytest.mark.parametrize("machine", sorted(PROCESSORS))
JUDGED = {name for rule in rules(watched=True) for name in rule.calls} - {*ALLOWED, *REFUSED}
"""Calls that are judged by their arguments, or only looked at."""
DENIED_ALWAYS = """
acct add_key adjtimex bpf chroot clock_adjtime clock_settime delete_module fanotify_init finit_module fsconfig fsmount
fsopen fspick init_module ioperm iopl kcmp kexec_file_load kexec_load keyctl lookup_dcookie memfd_secret migrate_pages
modify_ldt mount mount_setattr move_mount move_pages name_to_handle_at nfsservctl open_by_handle_at open_tree
perf_event_open pidfd_getfd pivot_root process_madvise process_vm_readv process_vm_writev ptrace quotactl quotactl_fd
reboot request_key setdomainname sethostname setns settimeofday swapoff swapon sysfs syslog umount2 unshare uselib
userfaultfd ustat vhangup
"""
"""What the first filter denied, which was a list of what is denied: none of it may come back."""
ABSENT = ("clone3", "io_uring_enter", "io_uring_register", "io_uring_setup", "mbind", "get_mempolicy", "fanotify_mark")


def refuse(error: int) -> int:
    return pyseccomp.ERRNO(error)


@cache
def parsed(filter: bytes) -> tuple[tuple[int, ...], ...]:
    """The steps of a filter: code, how many to skip when true, how many when false, operand."""
    return tuple(struct.iter_unpack("<HBBI", filter))


def run(filter: bytes, number: int, audit: int, arguments: Sequence[int] = ()) -> int:
    """What the kernel would do: interpret the filter over the call's data."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<IIQ6Q", number, audit, 0, *(each & (2**64 - 1) for each in padded))
    steps = parsed(filter)
    at, value = 0, 0
    for _ in range(len(steps)):
        code, true, false, operand = steps[at]
        at += 1
        match code:
            case 0x20:
                (value,) = struct.unpack_from("<I", data, operand)
            case 0x54:
                value &= operand
            case 0x05:
                at += operand
            case 0x15:
                at += true if value == operand else false
            case 0x25:
                at += true if value > operand else false
            case 0x35:
                at += true if value >= operand else false
            case 0x06:
                return int(operand)
            case _:
                raise AssertionError(f"unknown step {code:#x}")
    raise AssertionError("the filter does not end")


def number_of(machine: str, name: str) -> int:
    """The number of a call on a processor; below 0 where it has none."""
    return pyseccomp.resolve_syscall(PROCESSORS[machine], name)


def verdict(machine: str, name: str, *arguments: int, watched: bool = True) -> int:
    steps = program(machine, watched=watched)
    return run(steps, number_of(machine, name), PROCESSORS[machine], arguments)


def test_libseccomp_knows_every_name_and_none_is_there_twice() -> None:
    names = [*ALLOWED, *REFUSED, *JUDGED]
    assert len(names) == len(set(names))
    assert [name for name in names if number_of("x86_64", name) == -1] == []


@BOTH
@pytest.mark.parametrize("watched", [True, False])
def test_everything_but_what_is_listed_does_not_exist(machine: str, watched: bool) -> None:
    steps, audit = program(machine, watched=watched), PROCESSORS[machine]
    meant = {number_of(machine, name): ALLOW for name in ALLOWED}
    meant |= {number_of(machine, name): NOTIFY if watched else refuse(errno.EPERM) for name in REFUSED}
    judged = {number_of(machine, name) for name in JUDGED}
    for number in set(range(600)) - judged:
        assert run(steps, number, audit) == meant.get(number, refuse(errno.ENOSYS)), number
    assert run(steps, 2**30 - 1, audit) == refuse(errno.ENOSYS)
    assert len(steps) // 8 < 4096


@BOTH
def test_what_was_denied_when_the_list_was_one_of_denials_is_still_denied(machine: str) -> None:
    assert set(DENIED_ALWAYS.split()) <= set(REFUSED)
    for name in DENIED_ALWAYS.split():
        if number_of(machine, name) >= 0:
            assert verdict(machine, name) == NOTIFY
            assert verdict(machine, name, watched=False) == refuse(errno.EPERM)
    for name in ABSENT:
        assert verdict(machine, name) == refuse(errno.ENOSYS)


@BOTH
def test_calls_of_another_processor_end_the_program(machine: str) -> None:
    steps = program(machine, watched=False)
    assert run(steps, 0, 0x40000003) == KILL_PROCESS  # 32-bit calls have other numbers
    if machine == "x86_64":
        assert run(steps, 0x40000000 | 41, PROCESSORS[machine]) == KILL_PROCESS  # the x32 way round a filter


@BOTH
def test_arguments_decide_where_a_call_has_good_uses_too(machine: str) -> None:
    thread = 0x3D0F00
    assert verdict(machine, "clone", thread) == ALLOW
    assert verdict(machine, "clone", 0x10000000 | 17) == NOTIFY
    assert verdict(machine, "clone", 0x10000000 | 17, watched=False) == refuse(errno.EPERM)
    assert verdict(machine, "clone", 0x10000000 | 0x20000 | 17) == NOTIFY
    assert {verdict(machine, "socket", family) for family in (1, 2, 10)} == {ALLOW}
    assert {verdict(machine, "socket", family) for family in (0, 3, 17, 38, 40, 44, 2**31, 2**32 - 1)} == {NOTIFY}
    assert verdict(machine, "socket", 16) == refuse(errno.EAFNOSUPPORT)
    assert verdict(machine, "socket", 40, watched=False) == refuse(errno.EAFNOSUPPORT)
    assert verdict(machine, "kill", 77, 9) == ALLOW
    assert {verdict(machine, "kill", target, 9) for target in (1, -1, 2**32 - 1)} == {NOTIFY}
    assert verdict(machine, "kill", 1, 9, watched=False) == refuse(errno.EPERM)
    assert verdict(machine, "prlimit64", 0, 7, 0) == ALLOW
    assert verdict(machine, "prlimit64", 0, 7, 0x7F0000000000) == NOTIFY
    assert verdict(machine, "prlimit64", 0, 7, 0x7F00000000) == NOTIFY
    assert verdict(machine, "prlimit64", 0, 7, 0x7F00000000, watched=False) == ALLOW
    assert verdict(machine, "sendto", 3, 1, 1, 0, 0) == ALLOW
    assert verdict(machine, "sendto", 3, 1, 1, 0, 0xFFFF) == NOTIFY
    assert verdict(machine, "ioctl", 0, 0x5412) == verdict(machine, "ioctl", 0, 0x541C) == refuse(errno.EPERM)
    assert verdict(machine, "ioctl", 0, 0x5401) == ALLOW
    assert verdict(machine, "connect", 3, 0xFFFF, 16) == NOTIFY
    assert verdict(machine, "connect", 3, 0xFFFF, 16, watched=False) == ALLOW
    assert {verdict(machine, "personality", value) for value in PERSONALITIES} == {ALLOW}
    assert verdict(machine, "personality", 0x40000) == refuse(errno.ENOSYS)


@BOTH
def test_a_full_upper_half_of_a_register_is_no_way_round(machine: str) -> None:
    """The kernel looks at half of these arguments: a rule that looked at more could be passed by."""
    for upper in (1 << 32, 0xFFFFFFFF << 32):
        assert verdict(machine, "ioctl", 0, upper | 0x5412) == refuse(errno.EPERM)
        assert verdict(machine, "kill", upper | 1, 9) == verdict(machine, "kill", upper | 0xFFFFFFFF, 9) == NOTIFY
        assert verdict(machine, "socket", upper | 40) == NOTIFY
        assert verdict(machine, "clone", upper | 0x10000000) == NOTIFY


def test_all_other_numbers_are_met_exactly_once() -> None:
    taken = (seccomp.TIOCSTI, seccomp.TIOCLINUX)
    others = [rule.when for rule in seccomp._all_others("ioctl", 1, "allow", taken)]
    numbers = [*range(0x5400, 0x5440), *(random.Random(1).randrange(2**32) for _ in range(500)), 0, 2**32 - 1]
    for number in numbers:
        met = sum(number & when.mask == when.value for when in others if when is not None)
        assert met == (number not in taken)


def test_a_container_engine_gets_the_same_rules() -> None:
    for listener in ("/run/watch.sock", None):
        told = seccomp.profile(listener)
        made = list(rules(watched=listener is not None))
        listed = told["syscalls"]
        assert isinstance(listed, list)
        assert len(listed) == len(made)
        assert (told["defaultAction"], told["defaultErrnoRet"]) == ("SCMP_ACT_ERRNO", errno.ENOSYS)
        assert told.get("listenerPath") == listener
        assert {each["action"] for each in listed} <= {"SCMP_ACT_ALLOW", "SCMP_ACT_NOTIFY", "SCMP_ACT_ERRNO"}
        assert any(each["action"] == "SCMP_ACT_NOTIFY" for each in listed) == bool(listener)
        json.dumps(told)


# --- what is missing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loaded", "said"),
    [(None, "pip install pyseccomp"), ("raises", "apt install libseccomp2")],
    ids=["binding", "library"],
)
def test_without_libseccomp_a_run_is_not_sealed_and_the_layer_has_the_install_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, loaded: str | None, said: str
) -> None:
    need_cage()
    if loaded is None:
        monkeypatch.setitem(sys.modules, "pyseccomp", None)
    else:  # as the binding ends where it finds no library
        monkeypatch.delitem(sys.modules, "pyseccomp", raising=False)
        (tmp_path / "pyseccomp.py").write_text('raise RuntimeError("Unable to find libseccomp")')
        monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(selftest, "_WATCHES", {})
    layers = {layer.name: layer for layer in selftest.self_test().layers}
    layer = layers["system-call filter"]
    assert (layer.required, layer.ok) == (True, False)
    assert said in layer.reason
    assert layers["no network"].ok  # the namespaces hold all the same


def test_a_processor_that_nobody_tried_has_no_filter_and_says_so() -> None:
    assert seccomp.obstacle("riscv64") == "no filter has been tried on this processor (riscv64)"
    assert process.filters("riscv64") == {}


# --- ordinary programs ----------------------------------------------------------------------------------------------

THREADS = r"""
import asyncio, concurrent.futures, ctypes, hashlib, mmap, multiprocessing, socket, sqlite3, subprocess, tempfile
import threading, signal, select, shutil, fcntl
def square(value):
    return value * value
if number == 0:
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(square, range(100))) == 328350
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(square, range(4)) == [0, 1, 4, 9]
    async def both():
        process = await asyncio.create_subprocess_exec("sh", "-c", "echo a | sed s/a/b/", stdout=-1)
        return (await process.communicate())[0], await asyncio.to_thread(square, 3)
    assert asyncio.run(both()) == (b"b\n", 9)
    counted = "for i in 1 2 3; do echo $i; done | sort -r | head -1; ls /usr | wc -l"
    copied = "cp answer.py /tmp; test -s /tmp/answer.py"
    assert subprocess.check_output(["sh", "-ec", f"{counted}; {copied}"]).startswith(b"3")
    with sqlite3.connect("/tmp/x.db") as db:
        db.execute("pragma journal_mode=wal")
        db.execute("create table t (x)")
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()) as wire:
            wire.sendall(b"x")
    with tempfile.NamedTemporaryFile() as file, mmap.mmap(-1, 4096) as mapped:
        fcntl.flock(file, fcntl.LOCK_EX)
        shutil.copyfile("answer.py", file.name)
        mapped[0] = 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    tell("all of it")
say(choice=0)
"""


def test_python_with_threads_processes_sockets_and_a_shell_runs(ring: Ring) -> None:
    ring.change(memory=512 * MIB, processes=64, cpu=20)
    heard = ring.ask(THREADS, question=60.0, start=60.0)
    assert heard.stderr == "all of it\n"
    assert set(heard.replies) <= {0, 1}


WORK = {
    "numpy": "import numpy; x = numpy.random.default_rng(1).normal(size=(400, 400)); numpy.linalg.svd(x @ x.T)",
    "torch": "import torch; x = torch.randn(300, 300, requires_grad=True); (x @ x).relu().sum().backward()",
}


@pytest.mark.parametrize("library", WORK)
def test_numerical_libraries_run_on_many_threads(ring: Ring, library: str, tmp_path: Path) -> None:
    pytest.importorskip(library)
    version = subprocess.check_output([PYTHON, "-c", "import sys; print(*sys.version_info[:2])"], text=True).split()
    if tuple(map(int, version)) != sys.version_info[:2]:
        pytest.skip("the system's Python is of another version than that of these libraries")
    place = Path(np.__file__).parents[1]
    if any(not folder.stat().st_mode & 1 for folder in (place, *place.parents)):
        pytest.skip("the libraries lie in a folder that only this user may read")
    ring.change(memory=4096 * MIB, processes=128, cpu=60, open_files=1024)
    script = f"if number == 0:\n    {WORK[library]}\n    tell('done')\nsay(choice=0)"
    entry = replace(ring.entry(script), readable=(place,), environment={"PYTHONPATH": str(place)})
    heard = ring.run(ring.case(entry, question=200.0, start=200.0))
    assert heard.stderr.endswith("done\n"), heard.stderr
    assert set(heard.replies) <= {0, 1}


C = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void *work(void *given) { return given; }
int main(void) {
    char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
        pthread_join(thread, 0);
        if (fork() == 0) _exit(0);
        wait(0);
        char *id = strstr(line, "\"id\":\"") + 6;
        printf("{\"id\": \"%.*s\", \"choice\": 1}\n", (int)strcspn(id, "\""), id);
        fflush(stdout);
    }
    return system("true");
}
"""
NODE = """
const lines = require("readline").createInterface({ input: process.stdin });
require("child_process").execFileSync("true");
require("fs").writeFileSync("/tmp/x", "x");
lines.on("line", line => console.log(JSON.stringify({ id: JSON.parse(line).id, choice: 1 })));
"""
JAVA = r"""
import java.io.*;
public class Answer {
    public static void main(String[] words) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            int at = line.indexOf("\"id\":\"") + 6;
            System.out.println("{\"id\": \"" + line.substring(at, line.indexOf('"', at)) + "\", \"choice\": 1}");
        }
    }
}
"""
PERL = r"""
use threads; $| = 1;
while (<STDIN>) { threads->create(sub { `true` })->join(); /"id":"([^"]*)"/; print qq({"id": "$1", "choice": 1}\n); }
"""
OTHERS = {
    "c": ("cc", "answer.c", C, ("./answer",)),
    "node": ("node", "answer.js", NODE, ("node", "answer.js")),
    "java": ("javac", "Answer.java", JAVA, ("java", "-Xmx128m", "-cp", "/entry", "Answer")),
    "perl": ("perl", "answer.pl", PERL, ("perl", "answer.pl")),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_programs_in_other_languages_run(ring: Ring, kind: str) -> None:
    needed, name, text, command = OTHERS[kind]
    tool = shutil.which(needed, path="/usr/bin:/bin")
    if tool is None:
        pytest.skip(f"no {needed} here")
    ring.change(memory=2048 * MIB, processes=128, cpu=60, file=64 * MIB)
    folder = ring.folder / kind
    folder.mkdir()
    (folder / name).write_text(text, "utf-8")
    if kind == "c":
        subprocess.run([tool, "-O1", "-pthread", name, "-o", "answer"], cwd=folder, check=True)
    elif kind == "java":
        subprocess.run([tool, name], cwd=folder, check=True)
    entry = Submission(name=kind, command=command, folder=folder)
    heard = ring.run(ring.case(entry, question=60.0, start=120.0))
    assert set(heard.replies) <= {0, 1}, heard.stderr  # which is which was drawn by lot


# --- the record -----------------------------------------------------------------------------------------------------


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
