"""The queue that hands out jobs, and the worker that does them.

The queue is huey's, in SQLite or PostgreSQL. It forgets a job as soon as it is handed out, so the jobs' files say what
is unfinished: a worker that starts puts those back which no queue holds any more (`worker.py`).
"""

import atexit
import multiprocessing
import secrets
import threading
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from anaphor.errors import InputError
from anaphor.text import interface
from anaphor.web.jobs import worker
from anaphor.web.jobs.records import Job, JobBook, JobState, all_books

MOST_UNFINISHED = 3
"""Jobs of one person that wait or run; whoever wants more waits."""
_LEAVE_S = 5.0


class JobQueue:
    """The jobs of a site; its worker is a process that starts when there is something to do."""

    def __init__(self, root: Path, database: str | None = None) -> None:
        self.root = root
        self.database = database
        """A PostgreSQL URL that keeps queue and answers; None: files of SQLite. It may hold a password."""
        self._lock = threading.Lock()
        self._queue: tuple[Any, Any] | None = None
        self._process: Any = None
        self._pipe: Connection | None = None

    def start(self) -> None:
        """Begin with what a stopped server has left undone."""
        if any(not job.finished for book in all_books(self.root) for job in book.jobs()):
            self._ensure()

    def add(self, project: Path, kind: str, title: str, *, who: str, key: str | None = None, **values: Any) -> Job:
        """Ask for a job, whose result is in the language that is spoken; a key is told to the worker alone."""
        mine = [job for each in all_books(self.root) for job in each.jobs() if job.who == who]
        if sum(not job.finished for job in mine) >= MOST_UNFINISHED:
            raise InputError("web-many-jobs", most=MOST_UNFINISHED)
        told: dict[str, Any] = {"id": secrets.token_hex(6), "made_at": time.time(), "interface": interface().value}
        return self._enqueue(JobBook(project), Job(**told, kind=kind, title=title, who=who, **values), key)

    def again(self, book: JobBook, job: Job, key: str | None = None) -> Job:
        """Take a job up again that failed or was cancelled."""
        book.mark(job.id).unlink(missing_ok=True)
        fresh = replace(job, state=JobState.WAITING, tries=0, said=(), ended_at=None, step="")
        return self._enqueue(book, fresh, key)

    def cancel(self, book: JobBook, job: Job) -> None:
        """End a job: at its next step, or before its first."""
        if not job.finished:
            book.mark(job.id).touch()
            self._ensure()

    def _enqueue(self, book: JobBook, job: Job, key: str | None) -> Job:
        self._ensure()
        if key and self._pipe:
            self._pipe.send((worker.key_variable(job.who), key))
        book.write(job)  # first the file: a job that is queued and has none would be nothing
        if self._queue is None:
            self._queue = worker.open_queue(self.root, self.database)
        huey, enqueue = self._queue
        enqueue(str(book.project), job.id)
        huey.storage.close()  # the connection is this thread's, which may never come again
        return job

    def _ensure(self) -> None:
        """A worker that lives. It ends with this process: the pipe between them closes, whatever happens to us."""
        with self._lock:
            if self._process is not None and self._process.is_alive():
                return
            context = multiprocessing.get_context("spawn")
            self._pipe, far = context.Pipe()
            self._process = context.Process(target=worker.serve_jobs, args=(str(self.root), far, self.database))
            self._process.start()  # no daemon: models may need processes of their own
            atexit.register(self.leave)
            far.close()

    def leave(self) -> None:
        """Stop the worker; what it has begun is taken up at the next start."""
        with self._lock:
            if self._pipe is not None:
                self._pipe.close()
            if self._process is not None:
                self._process.join(_LEAVE_S)
                if self._process.is_alive():
                    self._process.kill()
                self._process = None
