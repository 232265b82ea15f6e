"""Jobs as files: what was asked for, how far it is and what came of it, one file each.

After the first line only the worker writes a job's file; to cancel is a file of its own beside it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from anaphor.files import write_text


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
    made_at: float
    ended_at: float | None = None
    said: tuple[str, ...] = ()
    """What the user should know: why it failed, or what was noticed on the way."""
    made: tuple[str, ...] = ()
    """Files that it made, by their paths in the project."""

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
        write_text(self.folder / f"{job.id}.json", json.dumps(asdict(job), ensure_ascii=False) + "\n")
        return job

    def read(self, id: str) -> Job | None:
        """A job by its id; None where there is none, or its file is not ours."""
        path = self.folder / f"{id}.json"
        if not id.isalnum() or not path.is_file():
            return None
        try:
            found = json.loads(path.read_text("utf-8"))
            lists = {name: tuple(found[name]) for name in ("said", "made")}
            return Job(**{**found, "state": JobState(found["state"]), **lists})
        except (TypeError, ValueError, KeyError):
            return None

    def jobs(self) -> list[Job]:
        """All jobs, the newest first."""
        found = (self.read(path.stem) for path in self.folder.glob("*.json"))
        return sorted((each for each in found if each), key=lambda each: each.made_at, reverse=True)

    def mark(self, id: str) -> Path:
        """The file whose being there cancels a job."""
        return self.folder / f"{id}.cancel"

    def piece(self, id: str) -> Path:
        """The file with the result as a piece of a page."""
        return self.folder / f"{id}.html"


def all_books(root: Path) -> Iterator[JobBook]:
    """The jobs of a site's own project, and of each below it."""
    yield JobBook(root)
    projects = root / "projects"
    yield from (JobBook(each) for each in sorted(projects.iterdir()) if each.is_dir()) if projects.is_dir() else ()
