"""The queue that hands out jobs, and the worker that does them.

Queues are huey's, in SQLite or PostgreSQL, one for each kind of need. They forget a job as soon as it is handed out, so
the jobs' files say what is unfinished: workers put those back which no queue holds and nobody does (`worker.py`).
"""

import atexit
import itertools
import logging
import multiprocessing
import secrets
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from anaphor.errors import AnaphorError, InputError
from anaphor.text import interface
from anaphor.web.jobs import worker
from anaphor.web.jobs.orders import DEFAULT_ENDPOINT, key_of_order
from anaphor.web.jobs.records import Job, JobBook, JobState, all_books

MOST_UNFINISHED = 3
"""Jobs of one person that wait or run; whoever wants more waits."""
_LEAVE_S = 5.0


class JobQueue:
    """The jobs of a site; its workers are processes that start when there is something to do."""

    def __init__(  # noqa: PLR0913  # where jobs lie, who does them, and what they may reach
        self,
        root: Path,
        database: str | None = None,
        *,
        workers: int = 1,
        offers: Mapping[str, int] | None = None,
        called: str = "",
        endpoints: Sequence[str] = (DEFAULT_ENDPOINT,),
    ) -> None:
        self.root = root
        self.database = database
        """A PostgreSQL URL that keeps queue and answers; None: files of SQLite. It may hold a password."""
        self.endpoints = tuple(endpoints)
        """Hosts that chat models may be asked at: `public`, `HOST`, `HOST:PORT`."""
        self._lock = threading.Lock()
        self._keys: dict[str, set[str]] = {}
        """Variables in which workers keep the keys that each person has told."""
        self._queues = worker.Queues(root, database)
        # Who only works has never heard a key.
        self._offers = {**(offers or {}), "entries": 1, **({} if called else {"keys": 1})}
        self._server = secrets.token_hex(8)
        """Stands for this server: a worker that dies while it lives was ended by a job."""
        host = socket.gethostname()
        self._workers: dict[str, tuple[Any, Connection] | None] = dict.fromkeys(
            f"{host}{called}-{number + 1}" for number in range(workers)
        )

    def start(self) -> None:
        """Begin with what a stopped server has left undone."""
        if any(book.unfinished() for book in all_books(self.root)):
            self.ensure()

    def add(self, project: Path, kind: str, title: str, *, who: str, key: str | None = None, **values: Any) -> Job:
        """Ask for a job, whose result is in the language that is spoken; a key is told to the worker alone."""
        self._refuse_many(who)
        told: dict[str, Any] = {"id": secrets.token_hex(6), "made_at": time.time(), "interface": interface().value}
        told |= {"needs": {"keys": 1}} if values.get("told", {}).get("keyed") else {}
        return self._enqueue(JobBook(project), Job(**told, kind=kind, title=title, who=who, **values), key)

    def again(self, book: JobBook, job: Job, key: str | None = None) -> Job:
        """Take a job up again that failed or was cancelled."""
        if not job.part_of:
            self._refuse_many(job.who)
        book.mark(job.id).unlink(missing_ok=True)
        fresh = replace(job, state=JobState.WAITING, tries=0, deaths=0, cuts=0, said=(), ended_at=None, step="")
        return self._enqueue(book, fresh, key)

    def _refuse_many(self, who: str) -> None:
        """Let nobody have more jobs that wait or are being done than somebody may."""
        waiting = (job for book in all_books(self.root) for job in book.unfinished() if not job.part_of)
        if sum(job.who == who for job in waiting) >= MOST_UNFINISHED:
            raise InputError("web-many-jobs", most=MOST_UNFINISHED)

    def cancel(self, book: JobBook, job: Job) -> None:
        """End a job: at its next step, or before its first."""
        if not job.finished:
            for each in (job, *(each for each in book.unfinished() if each.part_of == job.id)):
                book.mark(each.id).touch()
            self.ensure()

    def dismiss(self, who: str, project: Path) -> None:
        """End the jobs of somebody who does not belong to a project any more, and forget their key."""
        book = JobBook(project)
        for job in book.unfinished():
            if job.who == who:
                self.cancel(book, job)
        with self._lock:
            pipes = [pipe for _, pipe in filter(None, self._workers.values())]
        for pipe, variable in itertools.product(pipes, self._keys.pop(who, ())):
            with suppress(OSError):  # a worker that is gone knows none
                pipe.send((variable, ""))

    def _enqueue(self, book: JobBook, job: Job, key: str | None) -> Job:
        self.ensure()
        if key:
            variable = key_of_order(str(job.told.get("resolver", "")), job.who)
            self._keys.setdefault(job.who, set()).add(variable)
            for _, pipe in filter(None, self._workers.values()):
                pipe.send((variable, key))
        book.write(job)  # first the file: a job that is queued and has none would be nothing
        try:
            huey, enqueue = self._queues.of(job.label)
            enqueue(str(book.project), job.id)
            huey.storage.close()  # the connection is this thread's, which may never come again
        except AnaphorError:  # there can be no such queue here
            raise
        except Exception:  # the job stands in its file: a worker queues it as soon as the queue has room again
            logging.getLogger("anaphor.web").exception("queue failed")
            self._queues.opened.clear()
        return job

    def ensure(self) -> None:
        """Have workers that live. They end with this process: the pipe between closes, whatever happens to us."""
        with self._lock:
            for name, known in self._workers.items():
                if known is not None and known[0].is_alive():
                    continue
                context = multiprocessing.get_context("spawn")
                pipe, far = context.Pipe()
                told = (str(self.root), far, self.database, name, self._offers, self.endpoints, self._server)
                process = context.Process(target=worker.serve_jobs, args=told)
                process.start()  # no daemon: models may need processes of their own
                far.close()
                self._workers[name] = (process, pipe)
            atexit.unregister(self.leave)
            atexit.register(self.leave)

    def alive(self) -> bool:
        """Whether every worker lives that was started; one that does not is started again."""
        with self._lock:
            dead = [known for known in self._workers.values() if known is not None and not known[0].is_alive()]
        if dead:
            self.ensure()
        return not dead

    def leave(self) -> None:
        """Stop the workers; what they have begun is taken up at the next start."""
        with self._lock:
            found = list(filter(None, self._workers.values()))
            for _, pipe in found:
                pipe.close()
            for process, _ in found:
                process.join(_LEAVE_S)
                if process.is_alive():
                    process.kill()
            self._workers = dict.fromkeys(self._workers)
