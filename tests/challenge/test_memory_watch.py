"""Memory that no control group counts: it is watched, what cannot be told ends the entry, and strangers do not run."""

import os
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

from anaphor.challenge import Seal
from anaphor.challenge.running import Sandboxes
from anaphor.challenge.sandbox import memory
from anaphor.challenge.sandbox.memory import MemoryWatch, entry_processes, used_memory
from anaphor.challenge.sandbox.sandbox import Backend, Layer
from anaphor.errors import AnaphorError

pytestmark = pytest.mark.waiting

MIB = 2**20
CHAIN = """
import os, sys, time
depth = int(sys.argv[1])
held = b"x" * (16 << 20)
if depth:
    os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, "-c", sys.argv[2], str(depth - 1), sys.argv[2]])
print(os.getpid(), flush=True)
time.sleep(60)
"""
GROUPS = Layer(name="control groups", required=False, ok=True, reason="version 2")


def test_the_entry_s_processes_are_all_below_those_of_the_sandbox() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CHAIN, "3", CHAIN], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as outer:
        assert outer.stdout is not None
        started = {int(outer.stdout.readline()) for _ in range(4)}
        found = entry_processes(outer.pid)
        os.killpg(outer.pid, 9)
    assert len(found) == 2
    assert outer.pid not in found
    assert set(found) < started


def test_pages_that_processes_share_count_once() -> None:
    held = os.urandom(64 * MIB)
    children = []
    for _ in range(4):
        if (child := os.fork()) == 0:
            threading.Event().wait(60)
            os._exit(len(held) % 2)
        children.append(child)
    try:
        plain, shared = used_memory(children, 2**62), used_memory(children, 0)
    finally:
        for child in children:
            os.kill(child, 9)
            os.waitpid(child, 0)
    assert plain > 4 * 64 * MIB
    assert shared < plain / 2


def test_processes_that_are_gone_hold_nothing() -> None:
    assert used_memory([2**22 + 1], 0) == 0


def test_what_cannot_be_told_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_process: int) -> list[int]:
        raise RuntimeError("no /proc")

    monkeypatch.setattr(memory, "entry_processes", broken)
    ended = threading.Event()
    watch = MemoryWatch(1, 100, ended.set, lambda: 0)
    assert ended.wait(60)
    watch.close()
    assert watch.kills == 1


def test_files_in_the_temporary_folder_count_too() -> None:
    ended = threading.Event()
    watch = MemoryWatch(2**22 + 1, 100, ended.set, lambda: 101)
    assert ended.wait(60)
    watch.close()
    assert (watch.kills, watch.peak) == (1, 101)


def test_programs_of_strangers_run_only_where_their_memory_is_counted() -> None:
    for layer, runs in ((GROUPS, True), (replace(GROUPS, ok=False, reason="none can be used"), False)):
        seal = Seal(backend=Backend.PROCESS, layers=(Layer(name="Linux", required=True, ok=True, reason="6"), layer))
        assert seal.sealed
        strict, own = (
            Sandboxes(must_seal=strangers, seals={(Backend.PROCESS, None): seal}) for strangers in (True, False)
        )
        assert own.seal(Backend.PROCESS) is seal
        if runs:
            assert strict.seal(Backend.PROCESS) is seal
        else:
            with pytest.raises(AnaphorError, match="only where control groups count"):
                strict.seal(Backend.PROCESS)
