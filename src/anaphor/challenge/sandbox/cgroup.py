"""Control groups for one start of an entry: version 1 or 2 of the kernel's interface, or the reason why there is none.

A group is made below the group in which this process runs (version 1), or below the nearest one above it that hands
its controllers on (version 2, where a group with processes cannot). Nothing that others made is changed.
"""

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from anaphor.challenge.sandbox.sandbox import Limits

PREFIX = "anaphor-"
"""What the names of our groups begin with; the process that made one follows, so that a later one can sweep it away."""
_NEEDED = ("memory", "pids")
"""Controllers without which a group is not worth making: what no limit on single processes can count."""
_WELCOME = ("cpu", "cpuacct")
"""Controllers that are used where they are: a limit on cores, and processor time for the record."""
_PERIOD_US = 100_000
"""The kernel's usual period in which processor time is dealt out, in microseconds."""
_LEAST_QUOTA_US = 1000
"""The least that the kernel takes for such a period."""
_NUMBERS = count()
"""Tells apart the groups that one process makes."""
_LOOK_S = 0.001
"""How long an end is waited for between two looks: a killed process is gone within it, unless the machine is busy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hierarchy:
    """Where groups can be made: one folder per controller, the same one for all in version 2."""

    version: int
    folders: Mapping[str, Path]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """Where the kernel shows its groups: `root` is the group that is seen at `point`."""

    version: int
    root: str
    point: Path
    controllers: frozenset[str]
    """In version 1."""


def find_hierarchy(process: Path = Path("/proc/self")) -> Hierarchy | str:
    """Where groups can be made on this machine, or why nowhere."""
    try:
        mounts = list(read_mounts((process / "mountinfo").read_text("utf-8", "surrogateescape")))
        own = read_membership((process / "cgroup").read_text("utf-8", "surrogateescape"))
    except OSError as error:
        return f"the kernel does not show control groups ({error.strerror})"
    places = {
        controller: folder
        for controller in (*_NEEDED, *_WELCOME)
        for mount in mounts
        if mount.version == 1 and controller in mount.controllers and controller in own
        if (folder := _folder(mount, own[controller])) and os.access(folder, os.W_OK)
    }
    if places.keys() >= set(_NEEDED):
        return Hierarchy(version=1, folders=places)
    for mount in mounts:
        folder = _folder(mount, own[""]) if mount.version == 2 and "" in own else None
        while folder and folder.is_relative_to(mount.point):
            try:
                handed_on = set((folder / "cgroup.subtree_control").read_text("ascii").split())
            except (OSError, UnicodeDecodeError):
                handed_on = set()
            # Who moves a process below the folder must be able to write to both.
            writable = os.access(folder, os.W_OK) and os.access(folder / "cgroup.procs", os.W_OK)
            if handed_on >= set(_NEEDED) and writable:
                return Hierarchy(version=2, folders=dict.fromkeys(sorted(handed_on), folder))
            folder = folder.parent
    nowhere = "no group with memory and pids below which this user may make another"
    return nowhere if mounts else "no control groups are mounted"


def read_mounts(mountinfo: str) -> Iterator[Mount]:

    def unescaped(path: str) -> str:
        return path.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")

    for line in mountinfo.splitlines():
        head, _, tail = line.partition(" - ")
        fields, kind = head.split(" "), tail.split(" ")
        if len(fields) > 4 and len(kind) > 2 and kind[0] in ("cgroup", "cgroup2"):
            yield Mount(
                version=2 if kind[0] == "cgroup2" else 1,
                root=unescaped(fields[3]),
                point=Path(unescaped(fields[4])),
                controllers=frozenset(kind[2].split(",")),
            )


def read_membership(text: str) -> dict[str, str]:
    """The group of a process by controller, from /proc/self/cgroup; version 2's is called ''."""
    rows = (line.split(":", 2) for line in text.splitlines() if line.count(":") >= 2)
    return {controller: path for _, names, path in rows for controller in names.split(",")}


def _folder(mount: Mount, path: str) -> Path | None:
    """The folder of a group; None where the mount does not show it."""
    if ".." in path:
        return None
    inner = os.path.relpath(path, mount.root)
    folder = mount.point / inner
    return folder if not inner.startswith("..") and folder.is_dir() else None


class Cgroup:
    """A group for one start: its limits are set, processes are counted, and it can be emptied."""

    def __init__(self, hierarchy: Hierarchy, limits: Limits) -> None:
        """Make the group; OSError where that is impossible."""
        name = f"{PREFIX}{os.getpid()}-{next(_NUMBERS)}"
        self.version = hierarchy.version
        self._by_controller = {key: folder / name for key, folder in hierarchy.folders.items()}
        self._folders = tuple(dict.fromkeys(self._by_controller.values()))
        for folder in self._folders:
            _sweep(folder.parent)
        first = self.version == 1
        try:
            for folder in self._folders:
                folder.mkdir(mode=0o755)
            memory, pids, cpu = (self._by_controller.get(key) for key in ("memory", "pids", "cpu"))
            if not memory or not pids:
                raise FileNotFoundError("memory or pids")
            _set(memory / ("memory.limit_in_bytes" if first else "memory.max"), limits.memory)
            if first:  # with swap, where the kernel counts it: else memory could grow there
                _set_if_there(memory / "memory.memsw.limit_in_bytes", limits.memory)
            else:
                _set_if_there(memory / "memory.swap.max", 0)
                _set_if_there(memory / "memory.oom.group", 1)  # all of it ends, not the process that was the largest
            _set(pids / "pids.max", limits.processes)
            if cpu and limits.cores:
                quota = max(_LEAST_QUOTA_US, round(limits.cores * _PERIOD_US))
                _set_if_there(cpu / ("cpu.cfs_quota_us" if first else "cpu.max"), quota)
        except OSError:
            self.remove()
            raise

    @property
    def member_files(self) -> tuple[Path, ...]:
        """The files into which a process writes 0 to enter."""
        return tuple(folder / "cgroup.procs" for folder in self._folders)

    def take(self, process: int) -> None:
        """Move a process in, with the children that it has by now; OSError when it is gone."""
        children = Path(f"/proc/{process}/task/{process}/children")
        for file in self.member_files:
            _set(file, process)
        for child in children.read_text("ascii").split():
            with suppress(OSError):
                self.take(int(child))

    def cpu(self) -> float | None:
        first = self.version == 1
        spent = self._read("cpuacct", "cpuacct.usage") if first else self._read("memory", "cpu.stat", "usage_usec")
        return None if spent is None else spent / (1e9 if first else 1e6)

    def usage(self) -> dict[str, Any]:
        first = self.version == 1
        kills = "memory.oom_control" if first else "memory.events"
        return {
            "cpu": self.cpu(),
            "memory": self._read("memory", "memory.max_usage_in_bytes" if first else "memory.peak"),
            "processes": self._read("pids", "pids.peak"),
            "memory_kills": self._read("memory", kills, "oom_kill") or 0,
            "forks_refused": self._read("pids", "pids.events", "max") or 0,
        }

    def members(self) -> tuple[int, ...]:
        processes: set[int] = set()
        for file in self.member_files:
            with suppress(OSError):
                processes.update(map(int, file.read_text("ascii").split()))
        return tuple(sorted(processes - {0}))

    def empty(self, seconds: float = 2.0) -> int:
        """End every process in the group; how many could not be ended in time."""
        deadline = time.monotonic() + seconds
        while members := self.members():
            if self.version == 2:
                _set_if_there(self._folders[0] / "cgroup.kill", 1)
            for member in members:
                with suppress(OSError):
                    os.kill(member, signal.SIGKILL)
            if time.monotonic() > deadline:
                return len(members)
            time.sleep(_LOOK_S)
        return 0

    def remove(self) -> None:
        """Take the group away; one that is not empty stays and is swept away later."""
        for folder in self._folders:
            with suppress(OSError):
                folder.rmdir()

    def _read(self, controller: str, name: str, key: str = "") -> int | None:
        """The number in a file, or the one beside a key in a file of `key number` lines."""
        try:
            rows = (self._by_controller[controller] / name).read_text("ascii").splitlines()
            return next((int(row.split()[-1]) for row in rows if row.split()[:-1] == key.split()), None)
        except (OSError, KeyError, ValueError, IndexError):
            return None


def _set(path: Path, value: int) -> None:
    path.write_text(f"{value}\n", "ascii")


def _set_if_there(path: Path, value: int) -> None:
    with suppress(OSError):
        if path.exists():
            _set(path, value)


def _sweep(folder: Path) -> None:
    """Take away the empty groups that processes left which are no more."""
    with suppress(OSError):
        for group in folder.glob(f"{PREFIX}*-*"):
            owner = group.name.removeprefix(PREFIX).partition("-")[0]
            if owner.isdigit() and not Path("/proc", owner).exists():
                with suppress(OSError):
                    group.rmdir()  # fails, as it should, while somebody is in it
