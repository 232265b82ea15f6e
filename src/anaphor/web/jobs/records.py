"""Jobs as files: what was asked for, how far it is and what came of it, one file each.

After the first line only the worker that has claimed a job writes its file; to cancel is a file of its own beside it. A
claim is a lock, and ends with the process that holds it.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from anaphor.files import take_lock, write_text
from anaphor.provenance import adapter
from anaphor.text import Interface

_UNFINISHED: dict[Path, tuple[int, int, "list[Job]"]] = {}
"""The unfinished jobs of a folder, with when a file of it was last written, and when that was looked at."""
_SURE_NS = 10**8
"""Two files that are written within so many nanoseconds may bear the same time."""
_SKEW_S = 60.0
"""Seconds by which the clocks of machines that share a site may differ."""
_PAUSE_S = 0.02
_LATEST = 10.0**11
"""Seconds since 1970 that no clock shows; a moment beyond them, or none at all, has no date."""
_MOST = 2**53


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One piece of work."""

    id: str
    kind: str
    """What is done: `analyse`, `audit`, `challenge`, `find`, `index`, `report`, `resolve` or `try`."""
    title: str
    """What it is called in lists."""
    who: str
    """Who asked for it."""
    interface: str
    """The language in which its result is written."""
    told: Mapping[str, Any] = field(default_factory=dict)
    """What the call is given."""
    command: str = ""
    """The command that does the same."""
    state: JobState = JobState.WAITING
    step: str = ""
    """What is being done just now."""
    done: int = 0
    total: int | None = None
    tries: int = 0
    """How often it was begun."""
    deaths: int = 0
    """How often the worker died that did it, while its server lived: that is laid to the job."""
    cuts: int = 0
    """How often worker and server were gone at once, as by a power cut: that may be the job's doing, or not."""
    server: str = ""
    """The server whose worker began it last."""
    made_at: float
    ended_at: float | None = None
    said: tuple[str, ...] = ()
    """What the user should know: why it failed, or what was noticed on the way."""
    made: tuple[str, ...] = ()
    """Files that it made, by their paths in the project."""
    needs: Mapping[str, int] = field(default_factory=dict)
    """What a worker must offer that does it: `gpus`, `memory`, `scratch`; `keys`, one that the server tells keys;
    `entries`, one that runs an entry at a time."""
    part_of: str = ""
    """The job that asked for it; empty: a person did."""

    @property
    def label(self) -> str:
        """The name of the queue that it waits in: what it needs."""
        return " ".join(f"{name}={many}" for name, many in sorted(self.needs.items()))

    @property
    def finished(self) -> bool:
        return self.state not in (JobState.WAITING, JobState.RUNNING)


class JobBook:
    """The jobs of one project."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.folder = project / "jobs"

    def write(self, job: Job) -> Job:
        """Keep a job as it is now, whole or not at all."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        write_text(self.folder / f"{job.id}.json", json.dumps(asdict(job), ensure_ascii=False) + "\n", private=True)
        return job

    def read(self, id: str) -> Job | None:
        """A job by its id; None where there is none, or its file is not ours."""
        path = self.folder / f"{id}.json"
        if not id.isalnum() or len(id) > 40 or not path.is_file():
            return None
        try:
            found = adapter(Job).validate_json(path.read_bytes(), strict=True)
        except (OSError, ValueError):  # every field is looked at, since pages and workers trust them
            return None
        return found if found.id == id and found.interface in list(Interface) and _could_be(found) else None

    def jobs(self) -> list[Job]:
        """All jobs, the newest first; what a clock ahead dated is no newer than what was asked for since."""
        found = (self.read(path.stem) for path in self.folder.glob("*.json"))
        jobs, soon = [each for each in found if each], time.time() + _SKEW_S
        return sorted(jobs, key=lambda each: (each.made_at < soon, each.made_at), reverse=True)

    def unfinished(self) -> list[Job]:
        """The jobs that wait or run; they are read again when a file of the folder was written since."""
        written = self.folder.stat().st_mtime_ns if self.folder.is_dir() else 0
        known = _UNFINISHED.get(self.folder)
        if known is None or known[0] != written or written > known[1] - _SURE_NS:
            found = [each for each in self.jobs() if not each.finished]
            known = _UNFINISHED[self.folder] = (written, time.time_ns(), found)
        return known[2]

    def found(self, id: str) -> str:
        """The result of a job as a piece of a page; empty where there is none, or a link leads elsewhere."""
        path = self.piece(id)
        return "" if path.is_symlink() or not path.is_file() else path.read_text("utf-8", "replace")

    @contextmanager
    def claimed(self, id: str, patience: float = 0) -> Iterator[bool]:
        """Whether nobody else does a job; then nobody else can begin it while this lasts."""
        handle, until = os.open(self.folder / f"{id}.lock", os.O_RDWR | os.O_CREAT, 0o600), time.monotonic() + patience
        try:
            while not (mine := take_lock(handle)) and time.monotonic() < until:
                time.sleep(_PAUSE_S)
            yield mine
        finally:
            os.close(handle)

    def forget(self, id: str) -> None:
        """Remove everything that is kept of a job that is over."""
        for ending in ("html", "cancel", "lock", "json"):
            (self.folder / f"{id}.{ending}").unlink(missing_ok=True)

    def mark(self, id: str) -> Path:
        """The file whose being there cancels a job."""
        return self.folder / f"{id}.cancel"

    def stopped(self, id: str) -> Path:
        """The file that a worker leaves of a job which it gives up since its server has ended."""
        return self.folder / f"{id}.stopped"

    def piece(self, id: str) -> Path:
        """The file with the result as a piece of a page."""
        return self.folder / f"{id}.html"


def _could_be(job: Job) -> bool:
    """Whether the numbers and files of a job are such as it can have: a file may say anything."""
    counts = (job.done, job.total or 0, job.tries, job.deaths, job.cuts, *job.needs.values())
    made = [Path(each) for each in job.made]
    return (
        all(0 <= moment < _LATEST for moment in (job.made_at, job.ended_at or 0.0))
        and all(0 <= each < _MOST for each in counts)
        and all(len(each.parts) > 1 and ".." not in each.parts and not each.is_absolute() for each in made)
    )


def all_books(root: Path) -> Iterator[JobBook]:
    """The jobs of a site's own project, and of each below it."""
    yield JobBook(root)
    projects = root / "projects"
    yield from (JobBook(each) for each in sorted(projects.iterdir()) if each.is_dir()) if projects.is_dir() else ()


def meets(offers: Mapping[str, int], needs: Mapping[str, int]) -> bool:
    """Whether a worker that offers something can do what needs something.

    >>> meets({"gpus": 1}, {"gpus": 1}), meets({"gpus": 1}, {"gpus": 1, "memory": 64})
    (True, False)
    """
    return all(offers.get(name, 0) >= many for name, many in needs.items())


def offers_of(root: Path) -> list[Mapping[str, int]]:
    """What each worker of a site offers that is alive, and so holds its file."""
    found = []
    for path in (root / "workers").glob("*.json"):
        with path.open("rb+") as file:
            if not take_lock(file.fileno()) and (written := file.read()):
                found.append(json.loads(written))
    return found
