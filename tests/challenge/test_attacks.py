"""Hostile entries, each contained and reported: what they try is bounded, so that the machine survives a leak."""

import os
import platform
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pyseccomp
import pytest

from anaphor.challenge.sandbox.sandbox import MIB
from anaphor.challenge.sandbox.seccomp import PROCESSORS
from anaphor.challenge.transcript.record import FactKind
from tests.challenge.conftest import need_groups
from tests.challenge.entries import SMALL, TERMS, Ring

pytestmark = pytest.mark.waiting

SEARCH = """
import glob, re
def look(path):
    try:
        if not os.path.isfile(path): # its own standard input would be waited for
            return []
        with open(path, "rb") as file:
            return re.findall(rb"KEY-[0-9a-f]{16}", file.read(1 << 20))
    except OSError:
        return []
if number == 0:
    found = []
    for top in ("/tmp", "/home", "/root", "/entry", "/etc", "/run", "/var", "/opt", "/srv", "/mnt", "/dev/shm",
                "/entry/..", "/entry/../..", *PLACES):
        for folder, _, files in os.walk(top):
            for name in files:
                found += look(os.path.join(folder, name))
    for process in glob.glob("/proc/[0-9]*"):
        for name in ("environ", "cmdline", "mem", "root/tmp", "cwd/keys", "fd/3", "fd/4", "fd/5"):
            found += look(process + "/" + name)
        for folder, _, files in os.walk(process + "/root/tmp"):
            for name in files:
                found += look(os.path.join(folder, name))
    tell("found", found, "processes", len(glob.glob("/proc/[0-9]*")))
say(choice=0)
"""

FOUND_NOTHING = ("found [] processes 1\n", "found [] processes 2\n")
"""No key, and no process but its own and the cage's."""


def number(call: str) -> str:
    """The number of a system call on this processor."""
    return str(pyseccomp.resolve_syscall(PROCESSORS[platform.machine()], call))


@pytest.fixture
def in_the_open() -> Iterator[Path]:
    """A folder that everybody on this machine may read, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="anaphor-keys-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_the_answers_cannot_be_read_on_disk_or_in_the_referee(
    ring: Ring, in_the_open: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = f"KEY-{secrets.token_hex(8)}"
    for name in ("keys.yaml", "keys"):
        (in_the_open / name).write_text(key)
        (in_the_open / name).chmod(0o644)
    monkeypatch.setenv("ANAPHOR_KEYS", key)
    monkeypatch.chdir(in_the_open)
    places = [str(in_the_open), f"/proc/{os.getpid()}", f"/proc/{os.getpid()}/root/tmp", f"/proc/{os.getppid()}"]
    heard = ring.ask(SEARCH.replace("*PLACES", ", ".join(map(repr, places))))
    assert heard.stderr in FOUND_NOTHING
    assert heard.replies[0] in (0, 1)


def test_another_entry_cannot_be_read(ring: Ring) -> None:
    other = ring.entry(f'#! "KEY-{secrets.token_hex(8)}"\nimport time\nfor _ in range(60): time.sleep(1)', "other")
    with ring.sandbox.prepare(other, lambda _kind, _fields: None) as cell:
        wire = cell.start(until=time.monotonic() + 60, output=1000)
        try:
            staged = [str(path) for path in Path(tempfile.gettempdir()).glob("anaphor-sealed-*/entry")]
            assert any(b"KEY-" in read(Path(path, "answer.py")) for path in staged)  # others come and go meanwhile
            heard = ring.ask(SEARCH.replace("*PLACES", ", ".join(map(repr, staged))))
        finally:
            wire.end(kill=True)
    assert heard.stderr in FOUND_NOTHING


def test_nothing_can_be_written_outside(ring: Ring, in_the_open: Path) -> None:
    in_the_open.chmod(0o777)
    places = [
        str(in_the_open / "here"),
        "/usr/here",
        "/etc/passwd",
        "/entry/answer.py",
        "/here",
        "/dev/here",
        "/run/here",
        "/proc/sys/kernel/hostname",
        "/proc/sysrq-trigger",
        "/sys/here",
    ]
    heard = ring.ask(
        f"""
for place in {places!r}:
    try:
        with open(place, "a") as file:
            file.write("here")
        tell("written", place)
    except OSError as error:
        pass
say(choice=0)
"""
    )
    assert heard.stderr == ""
    assert list(in_the_open.iterdir()) == []


def test_the_network_is_out_of_reach_by_any_family(ring: Ring) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0anaphor-test-{os.getpid()}")
        abstract.listen()
        heard = ring.ask(
            f"""
import socket
if number == 0:
    made = []
    for family in range(46):
        for kind in (1, 2, 3, 5):
            try:
                socket.socket(family, kind).close()
                made.append(family)
            except OSError:
                pass
    tell("made", sorted(set(made)))
    for family, address in ((2, ("127.0.0.1", {server.getsockname()[1]})), (2, ("192.0.2.1", 80)),
                            (2, ("10.0.0.1", 443)), (10, ("2001:db8::1", 80)), (1, "\\0anaphor-test-{os.getpid()}"),
                            (1, "/run/docker.sock"), (1, "/var/run/dbus/system_bus_socket")):
        try:
            with socket.socket(family) as wire:
                wire.settimeout(0.3)
                wire.connect(address)
            tell("reached", address)
        except OSError:
            pass
say(choice=1)
"""
        )
    assert heard.stderr == "made [1, 2, 10]\n"
    assert FactKind.REFUSED in heard.facts
    tried = heard.detail(FactKind.REFUSED)
    for what in ("vsock", "packet", "192.0.2.1 port 80", "10.0.0.1 port 443", "[2001:db8::1] port 80"):
        assert what in tried


def test_names_are_not_resolved_and_no_datagram_leaves(ring: Ring) -> None:
    heard = ring.ask(
        """
import socket
if number == 0:
    try:
        tell("resolved", socket.getaddrinfo("example.org", 80))
    except OSError as error:
        pass
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        for address in (("192.0.2.53", 53), ("8.8.8.8", 53)):
            try:
                wire.sendto(b"\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\7example\\3org\\0\\0\\1\\0\\1", address)
                tell("sent", address)
            except OSError:
                pass
say(choice=0)
"""
    )
    assert heard.stderr == ""
    assert "8.8.8.8 port 53" in heard.detail(FactKind.REFUSED)


@pytest.mark.parametrize("groups", [True, False], ids=["groups", "rlimits"])
def test_a_fork_bomb_stays_small(ring: Ring, groups: bool) -> None:
    if groups:
        need_groups()
    ring.change(groups=groups)
    heard = ring.ask(
        """
most, children = 0, []
while True:
    try:
        child = os.fork()
    except OSError:
        tell("most", len(children))
        break
    if child == 0:
        time.sleep(60)
        os._exit(0)
    children.append(child)
time.sleep(60)
""",
        count=1,
        question=0.5,
        start=1.5 + ring.patience,
        starts=1,
    )
    assert heard.replies == ["timeout"]
    assert int(heard.stderr.split()[1]) == SMALL.processes - 1  # and itself
    assert (FactKind.PROCESS_LIMIT in heard.facts) == groups


@pytest.mark.parametrize("groups", [True, False], ids=["groups", "rlimits"])
def test_a_memory_bomb_ends_itself_alone(ring: Ring, groups: bool) -> None:
    if groups:
        need_groups()
    ring.change(groups=groups)
    heard = ring.ask(
        """
held = []
for _ in range(256):
    held.append(b"x" * (1 << 20))
say(choice=0)
""",
        count=2,
        starts=2,
    )
    assert heard.replies == ["failed", "failed"]
    assert {FactKind.DIED} <= heard.facts
    assert FactKind.MEMORY_LIMIT in heard.facts if groups else "MemoryError" in heard.stderr
    assert all((usage.memory or 0) <= SMALL.memory for usage in heard.hearing.usage)


def test_memory_cannot_be_hidden_in_shared_mappings_or_files_in_memory(ring: Ring) -> None:
    heard = ring.ask(
        """
import mmap
if number == 0:
    mapped = mmap.mmap(-1, 200 << 20)
    for at in range(0, 200 << 20, 4096):
        mapped[at] = 1
else:
    handle = os.memfd_create("more")
    for _ in range(200):
        os.write(handle, b"x" * (1 << 20))
say(choice=0)
""",
    )
    assert heard.replies == ["failed", "failed"]
    assert all((usage.memory or 0) <= SMALL.memory for usage in heard.hearing.usage)


def test_a_disk_filler_fills_only_its_own_folder(ring: Ring) -> None:
    before = shutil.disk_usage(tempfile.gettempdir()).free
    heard = ring.ask(
        """
if number == 0:
    for folder in ("/tmp", "/dev/shm", "/entry", "/var/tmp", "/run"):
        written = 0
        try:
            for part in range(100):
                with open(f"{folder}/{part}", "wb", buffering=0) as file:
                    for _ in range(8):
                        written += file.write(b"x" * 65536)
        except OSError as error:
            pass
        tell(folder, written)
say(choice=0)
"""
    )
    written = {line.split()[0]: int(line.split()[1]) for line in heard.stderr.splitlines()}
    assert 0 < written["/tmp"] <= SMALL.scratch
    assert written["/dev/shm"] <= SMALL.scratch
    assert written["/entry"] == written["/var/tmp"] == written["/run"] == 0
    assert FactKind.SCRATCH_LIMIT in heard.facts
    assert before - shutil.disk_usage(tempfile.gettempdir()).free < 500 * MIB


def test_one_file_cannot_be_larger_than_allowed(ring: Ring) -> None:
    heard = ring.ask(
        """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
with open("/tmp/large", "wb", buffering=0) as file:
    for _ in range(40):
        file.write(b"x" * 65536)
say(choice=0)
"""
    )
    assert heard.replies == ["failed", "failed"]
    assert FactKind.FILE_LIMIT in heard.facts


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_endless_output_is_cut(ring: Ring, stream: str) -> None:
    heard = ring.ask(f"while True: sys.{stream}.write('x' * 1000 + chr(10))", count=3, starts=2)
    assert set(heard.replies) <= {"unreadable", "failed", "timeout"}
    assert heard.facts & {FactKind.OUTPUT_LIMIT, FactKind.UNREADABLE}
    assert sum(usage.output for usage in heard.hearing.usage) < 2 * SMALL.output
    assert heard.hearing.trace.stat().st_size < MIB


def test_an_endless_loop_is_ended(ring: Ring) -> None:
    ring.change(cpu=1)
    heard = ring.ask("while True: pass", count=1, question=15.0, starts=1)
    assert heard.replies == ["failed"]
    assert FactKind.CPU_LIMIT in heard.facts


def test_processor_time_counts_over_all_processes(ring: Ring) -> None:
    need_groups()
    ring.change(cpu=1)
    heard = ring.ask(
        """
for _ in range(2):
    child = os.fork()
    if child == 0:
        until = time.process_time() + 0.7
        while time.process_time() < until: pass
        os._exit(0)
    os.wait()
say(choice=0)
""",
        count=2,
        question=20.0,
        starts=1,
    )
    assert "failed" in heard.replies
    assert FactKind.CPU_LIMIT in heard.facts


def test_an_entry_that_never_answers_costs_its_time_and_no_more(ring: Ring) -> None:
    ring.change(wall=2.5 + ring.patience)
    heard = ring.ask("time.sleep(60)", count=30, question=1.0, start=0)
    assert set(heard.replies) == {"timeout", "failed"}
    assert {FactKind.SILENT, FactKind.TIME_LIMIT} <= heard.facts


def test_a_line_of_a_gigabyte_is_not_waited_for(ring: Ring) -> None:
    heard = ring.ask("for _ in range(1 << 14): sys.stdout.write('x' * (1 << 16))", count=2)
    assert heard.replies == ["unreadable", "unreadable"]
    assert FactKind.ENDLESS_LINE in heard.facts
    assert sum(usage.output for usage in heard.hearing.usage) < 4 * MIB


def test_an_entry_cannot_kill_its_parent_the_first_process_or_the_referee(ring: Ring) -> None:
    heard = ring.ask(
        f"""
import signal
for target in (os.getppid(), 1, -1, {os.getpid()}, {os.getppid()}):
    for kind in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
        try:
            os.kill(target, kind)
        except OSError as error:
            pass
say(choice=0)
"""
    )
    assert set(heard.replies) <= {0, 1}
    assert "to every process" in heard.detail(FactKind.REFUSED)
    assert "to process 1" in heard.detail(FactKind.REFUSED)


def test_nothing_outlives_the_run(ring: Ring) -> None:
    mark = f"4{secrets.randbelow(10**8):08}"
    heard = ring.ask(
        f"""
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        import signal
        for kind in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            signal.signal(kind, signal.SIG_IGN)
        os.execvp("sleep", ["sleep", "{mark}"])
    os._exit(0)
time.sleep(0.2)
say(choice=0)
""",
    )
    assert set(heard.replies) <= {0, 1}
    assert FactKind.SURVIVORS not in heard.facts
    assert all(usage.processes is None or usage.processes >= 3 for usage in heard.hearing.usage)
    left = [path for path in Path("/proc").glob("[0-9]*/cmdline") if mark.encode() in read(path)]
    assert left == []


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_limits_cannot_be_raised(ring: Ring) -> None:
    heard = ring.ask(
        """
import resource
for name in ("NPROC", "NOFILE", "FSIZE", "CPU", "CORE"):
    which = getattr(resource, "RLIMIT_" + name)
    for limit in ((resource.RLIM_INFINITY,) * 2, (resource.getrlimit(which)[1] + 1,) * 2):
        try:
            resource.setrlimit(which, limit)
            tell("raised", name)
        except (ValueError, OSError):
            pass
for path in ("/sys/fs/cgroup", "/proc/self/oom_score_adj"):
    try:
        with open(path, "w") as file:
            file.write("-1000")
        tell("written", path)
    except OSError:
        pass
say(choice=0)
"""
    )
    assert heard.stderr == ""
    notes = [each for record in heard.records if record["kind"] == "ending" for each in record["attempts"]]
    assert {"limit on processes", "limit on open files"} <= {each["detail"] for each in notes}


def test_namespaces_cannot_be_nested(ring: Ring) -> None:
    heard = ring.ask(
        """
import ctypes
library = ctypes.CDLL(None, use_errno=True)
for flag in (0x10000000, 0x40000000, 0x20000, 0x20000000, 0x10000000 | 0x20000):
    if library.unshare(flag) == 0:
        tell("unshared", flag)
    child = library.syscall(CLONE, flag | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child > 0:
        tell("cloned", flag)
tell("mount", library.mount(b"none", b"/tmp", b"tmpfs", 0, None), "chroot", library.chroot(b"/tmp"),
     "pivot", library.syscall(PIVOT, b"/tmp", b"/tmp"), "setns", library.setns(0, 0))
say(choice=0)
""".replace("CLONE", number("clone")).replace("PIVOT", number("pivot_root")),
        count=1,
    )
    assert heard.stderr == "mount -1 chroot -1 pivot -1 setns -1\n"
    tried = heard.detail(FactKind.REFUSED)
    for what in ("unshare (new namespaces: user)", "clone (new namespaces", "mount", "pivot_root", "setns"):
        assert what in tried


def test_other_processes_cannot_be_read_or_traced(ring: Ring) -> None:
    heard = ring.ask(
        f"""
import ctypes
library = ctypes.CDLL(None, use_errno=True)
for target in {{1, os.getppid(), {os.getpid()}}} - {{os.getpid()}}:
    if library.ptrace(16, target, 0, 0) == 0:
        tell("traced", target)
    for name in ("mem", "environ", "maps", "fd/0", "root/etc/shadow"):
        try:
            with open(f"/proc/{{target}}/{{name}}", "rb") as file:
                file.read(10)
            tell("read", target, name)
        except OSError:
            pass
say(choice=0)
""",
        count=1,
    )
    assert heard.stderr == ""
    assert "ptrace" in heard.detail(FactKind.REFUSED)


def test_nobody_becomes_root_and_no_key_is_found(ring: Ring) -> None:
    heard = ring.ask(
        """
import ctypes, subprocess
library = ctypes.CDLL(None, use_errno=True)
if 0 in (library.setuid(0), library.setgid(0), library.syscall(KEYCTL, 0, -3, 1), library.syscall(BPF, 0, 0, 0)):
    tell("done")
tell(subprocess.run(["su", "-c", "id"], capture_output=True, stdin=subprocess.DEVNULL).returncode != 0)
say(choice=0)
""".replace("KEYCTL", number("keyctl")).replace("BPF", number("bpf")),
        count=1,
    )
    assert heard.stderr == "True\n"
    assert "keyctl" in heard.detail(FactKind.REFUSED)


def test_nothing_of_the_referee_is_inherited(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    handle = os.open("/etc/hostname", os.O_RDONLY)
    os.set_inheritable(handle, True)
    try:
        heard = ring.ask(
            'tell(sorted(os.environ), sorted(int(x) for x in os.listdir("/proc/self/fd"))[:-1], os.getcwd())\n'
            "say(choice=0)",
            count=1,
        )
    finally:
        os.close(handle)
    names = ["HOME", "LANG", "PATH", "PYTHONDONTWRITEBYTECODE", "TMPDIR"]
    assert heard.stderr == f"{names!r} [0, 1, 2] /entry\n"


def test_an_entry_that_dies_is_started_as_often_as_the_terms_allow(ring: Ring) -> None:
    heard = ring.ask("os._exit(3)", count=5, starts=TERMS.starts)
    assert heard.replies == ["failed"] * 5
    assert {FactKind.DIED, FactKind.NO_STARTS} == heard.facts
    codes = [record["code"] for record in heard.records if record["kind"] == "ending"]
    assert codes == [3, 3]


def test_files_of_an_entry_cannot_stand_in_for_the_cages_own(ring: Ring) -> None:
    entry = ring.entry("say(choice=0)")
    assert entry.folder is not None
    for name in ("_socket", "ctypes", "marshal", "os", "resource", "struct", "sitecustomize", "usercustomize"):
        (entry.folder / f"{name}.py").write_text("import sys; sys.stderr.write('taken over'); raise SystemExit(9)")
    (entry.folder / "answer.py").write_text(
        "import sys; sys.path.pop(0)\n" + (entry.folder / "answer.py").read_text("utf-8"), "utf-8"
    )
    heard = ring.run(ring.case(entry, 2))
    assert set(heard.replies) <= {0, 1}
    assert heard.stderr == ""
    start = next(record for record in heard.records if record["kind"] == "start")
    assert start["applied"]["limits"] == "set for each process"


@pytest.mark.parametrize("groups", [True, False], ids=["groups", "watched"])
def test_memory_counts_over_all_processes(ring: Ring, groups: bool) -> None:
    if groups:
        need_groups()
    ring.change(groups=groups)
    heard = ring.ask(
        """
for _ in range(8):
    ready, done = os.pipe()
    if os.fork() == 0:
        held = [b"x" * (1 << 20) for _ in range(32)]
        os.write(done, b"x")
        time.sleep(60)
        os._exit(0)
    os.close(done)
    os.read(ready, 1)
if WATCHED:
    time.sleep(60)
say(choice=0)
""".replace("WATCHED", str(not groups)),
        count=1,
        question=30.0,
        starts=1,
    )
    assert FactKind.MEMORY_LIMIT in heard.facts
    if not groups:
        assert heard.replies == ["failed"]
        assert all((usage.memory or 0) > SMALL.memory for usage in heard.hearing.usage), "the sum was seen"
