"""The sandbox's own processes inside (the first one, the bridge to the proxy) are no way round the filter."""

from dataclasses import replace

import pytest

from anaphor.challenge.proxy.sites import NetworkAccess, read_site
from anaphor.challenge.sandbox import process as sandbox_process
from anaphor.challenge.sandbox import selftest as sandbox_selftest
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.sandbox.selftest import self_test
from tests.challenge.conftest import need_cage
from tests.challenge.entries import SMALL, Ring

pytestmark = pytest.mark.waiting

OTHERS = """#!
import ctypes, json, os, sys
library = ctypes.CDLL(None, use_errno=True)
def code_of(pid):
    with open(f"/proc/{pid}/maps") as maps:
        return next(int(row.split("-")[0], 16) for row in maps if " r-xp " in row)
def rewritten(pid):
    # Whoever can put bytes into the code of another process makes any system call in its name.
    at = code_of(pid)
    with open(f"/proc/{pid}/mem", "r+b", buffering=0) as memory:
        memory.seek(at)
        code = memory.read(16)
        memory.seek(at)
        return memory.write(code)
def tried(what, *arguments):
    try:
        return what(*arguments)
    except OSError as error:
        return error.strerror
def status(pid, name):
    with open(f"/proc/{pid}/status") as file:
        return next(row.split()[1] for row in file if row.startswith(name + ":"))
for line in sys.stdin:
    others = sorted(int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid())
    told = {}
    for pid in others:
        told[pid] = {
            "filter": status(pid, "Seccomp"),
            "code": tried(rewritten, pid),
            "handles": tried(os.listdir, f"/proc/{pid}/fd"),
            "root": tried(os.listdir, f"/proc/{pid}/root/"),
            "traced": library.ptrace(16, pid, 0, 0),
        }
    print(json.dumps(told), file=sys.stderr, flush=True)
    print(json.dumps({"id": json.loads(line)["id"], "choice": 0}), flush=True)
"""


@pytest.fixture
def no_landlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that does not know Landlock."""
    need_cage()
    inside = sandbox_process._program_text("inside.py")
    told = inside.replace("= 444, 445, 446", "= 9444, 9445, 9446")
    assert told != inside
    monkeypatch.setattr(sandbox_process, "_program_text", lambda _: told)
    monkeypatch.setattr(sandbox_process, "compiled", sandbox_process.compiled.__wrapped__)


@pytest.mark.parametrize("bridge", [True, False])
@pytest.mark.usefixtures("no_landlock")
def test_without_landlock_no_other_process_can_be_written_to(ring: Ring, bridge: bool) -> None:
    network = NetworkAccess(sites=(read_site("http://example.org"),)) if bridge else None
    ring.sandbox = ProcessSandbox(limits=replace(SMALL, memory=128 * 2**20), network=network)
    heard = ring.ask(OTHERS, count=1)
    applied = next(record["applied"] for record in heard.records if record["kind"] == "start")
    assert applied["landlock"].startswith("no")
    told = eval(heard.stderr)  # a line of JSON without null
    assert len(told) == 1 + bridge
    for other in told.values():
        assert other["code"] == "Permission denied", told
        assert other["handles"] == "Permission denied", told
        assert other["root"] == "Permission denied", told
        assert other["traced"] == -1, told
        assert other["filter"] == "2", told
    assert heard.replies == [0]


@pytest.mark.usefixtures("no_landlock")
def test_the_self_test_tries_the_memory_of_others_and_a_run_is_not_sealed_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sandbox_selftest, "_WATCHES", {})
    watched = set(sandbox_selftest.WATCHED)
    assert {layer.name for layer in self_test().missing} == watched
    closed = sandbox_process._program_text("inside.py")
    opened = closed.replace("prctl(_DUMPABLE, 0,", "prctl(_DUMPABLE, 1,")
    assert opened != closed
    monkeypatch.setattr(sandbox_process, "_program_text", lambda _: opened)
    assert {layer.name for layer in self_test().missing} == watched | {"own processes closed"}
