"""The memory of an entry that no control group counts: all its processes together, looked at again and again.

A limit on a process holds for each alone: two of them have twice as much. So the sum is watched, and the entry is ended
when it is above the limit. This stops what grows by mistake or in plain sight. It is no lock: between two looks memory
grows on, and an entry bent on it can hold some where no process shows it. Programs of strangers therefore run only
where control groups count (`Sandboxes.seal`).
"""

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

_LOOK_S = 0.02
"""How long memory grows unseen. Shorter looks would take the processor from the entry; longer ones let it take more."""
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
"""Bytes of a page, in which the kernel tells what a process holds."""
_OWN_DEPTH = 2
"""bubblewrap, and the first program inside that it starts: what those start is the entry's."""


class MemoryWatch:
    """A thread that looks how much memory an entry has, and ends it when that is too much, or cannot be told."""

    def __init__(self, process: int, most: int, end: Callable[[], None], scratch: Callable[[], int]) -> None:
        self.peak = self.kills = 0
        self._process, self._most, self._end, self._scratch = process, most, end, scratch
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="anaphor-memory", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(_LOOK_S):
            try:
                held = used_memory(entry_processes(self._process), self._most) + self._scratch()
            except Exception:  # what cannot be told is too much
                held = self._most + 1
            self.peak = max(self.peak, held)
            if held > self._most:
                self.kills = 1
                self._end()
                return


def entry_processes(sandbox: int) -> list[int]:
    """The processes of the entry in a sandbox whose outermost process this is, but for the sandbox's own."""
    children = defaultdict[int, list[int]](list)
    for process, parent in _parents():
        children[parent].append(process)
    level = [sandbox]
    for _ in range(_OWN_DEPTH):
        level = [child for process in level for child in children[process]]
    processes = list[int]()
    while level:
        processes += level
        level = [child for process in level for child in children[process]]
    return processes


def _parents() -> Iterator[tuple[int, int]]:
    """Every process of this machine and the one that started it: one look at all misses none that a thread started."""
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError, ValueError, IndexError):  # it has ended meanwhile
                state = Path("/proc", name, "stat").read_bytes()
                yield int(name), int(state.rpartition(b")")[2].split()[1])


def used_memory(processes: list[int], most: int) -> int:
    """Bytes that processes hold together; pages that several share count once where the kernel tells how many do."""
    resident = sum(map(_resident, processes))
    return resident if resident <= most else sum(map(_proportional, processes))


def _resident(process: int) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{process}/statm").read_bytes().split()[1]) * _PAGE
    return 0


def _proportional(process: int) -> int:
    """What a process holds, of what it shares its part; all of it where that may not be read."""
    with suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_bytes().splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    return _resident(process)
