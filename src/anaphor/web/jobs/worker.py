"""The process that does jobs: it takes them from the queue, tells how far it is, and leaves results as files.

One works at a time on a site's folder, held by a lock. It ends when the server ends, even by SIGKILL: then the pipe
between the two closes. What was begun and not ended is begun again by the next one. Results are files that are replaced
whole, or runs that go on where they stopped, so that nothing is there twice.
"""

import hashlib
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from huey import SqliteHuey  # type: ignore[import-untyped]  # it carries no types

from anaphor.errors import AnaphorError, InputError, command_at_work
from anaphor.files import take_lock, write_text
from anaphor.progress import watched
from anaphor.section import Section
from anaphor.text import speaking, text
from anaphor.web.jobs.records import Job, JobBook, JobState, all_books

_AT_ONCE = 2
_MOST_TRIES = 3
"""How often a job is begun: one that ends its worker each time would otherwise end it for ever."""
_TELL_S = 0.3
"""Seconds between two states of a job on disk."""
_LOCK_S = 0.2


class JobCancelledError(BaseException):
    """Somebody cancelled the job; no part of the work may take it for an error of its own."""


Outcome = tuple[Section, tuple[str, ...], tuple[str, ...]]
"""What a job has found, what is to be said, and the files that it made, by their paths in the project."""


def key_variable(who: str) -> str:
    """The environment variable of the worker that holds somebody's key for an endpoint."""
    return f"ANAPHOR_KEY_{hashlib.sha256(who.encode()).hexdigest()[:12].upper()}"


# --- the process ------------------------------------------------------------------------------------------------------


def open_queue(root: Path) -> tuple[Any, Any]:
    """The queue in a site's folder, and what puts a job (project, id) into it; what is queued is on disk."""
    huey = SqliteHuey("anaphor", filename=str(root / "jobs.db"), fsync=True, results=False, utc=True)
    return huey, huey.task(name="run_job")(run_job)


def serve_jobs(root: str, pipe: Connection) -> None:
    """Do jobs until the server is gone."""
    threading.Thread(target=_listen, args=(pipe,), daemon=True).start()
    logging.getLogger("huey").setLevel(logging.ERROR)
    place = Path(root)
    handle = os.open(place / "jobs.lock", os.O_RDWR | os.O_CREAT, 0o600)
    while not take_lock(handle):  # the one before us is about to end
        time.sleep(_LOCK_S)
    huey, enqueue = open_queue(place)
    queued = {tuple(task.args) for task in huey.pending()}
    for book in all_books(place):
        for job in book.jobs():
            if job.state is JobState.RUNNING or (
                job.state is JobState.WAITING and (str(book.project), job.id) not in queued
            ):
                enqueue(str(book.project), job.id)
    consumer = huey.create_consumer(
        workers=_AT_ONCE, periodic=False, initial_delay=0.05, max_delay=0.3, check_worker_health=False
    )
    consumer.run()


def _listen(pipe: Connection) -> None:
    """Take keys into the environment of this process; when the server is gone, end at once."""
    try:
        while True:
            variable, key = pipe.recv()
            os.environ[variable] = key
    except (EOFError, OSError):
        os._exit(0)  # jobs that run are taken up again: their files say that they are not done


def run_job(project: str, id: str) -> None:
    """Do one job; whatever becomes of it stands in its file."""
    book = JobBook(Path(project))
    job = book.read(id)
    if job is None or job.finished:  # done before a crash, and queued twice: once is enough
        return
    with speaking(job.interface), command_at_work():
        if book.mark(id).exists():
            book.write(replace(job, state=JobState.CANCELLED, ended_at=time.time()))
            return
        if job.tries >= _MOST_TRIES:
            why = text("web-job-stops", tries=job.tries)
            book.write(replace(job, state=JobState.FAILED, ended_at=time.time(), said=(why,)))
            return
        job = book.write(replace(job, state=JobState.RUNNING, tries=job.tries + 1))
        last = 0.0

        def tell(step: str, done: int, total: int | None) -> None:
            """Write how far it is, now and then, and stop when somebody wants that."""
            nonlocal job, last
            if job is None or (time.monotonic() - last < _TELL_S and step == job.step):
                return
            last = time.monotonic()
            if book.mark(id).exists():
                raise JobCancelledError
            job = book.write(replace(job, step=step, done=done, total=total))

        try:
            with watched(tell):
                section, said, made = _WORKS[job.kind](Path(project), job.told, job)
        except JobCancelledError:
            end: dict[str, Any] = {"state": JobState.CANCELLED}
        except (AnaphorError, OSError, MemoryError) as error:
            why = (str(error) or type(error).__name__).replace(f"{project}/", "")
            end = {"state": JobState.FAILED, "said": (why,)}
        except Exception as error:  # a bug in one job must not cost the others their worker
            logging.getLogger("anaphor.web").exception("job failed")
            end = {"state": JobState.FAILED, "said": (text("web-job-bug", kind=type(error).__name__),)}
        else:
            from anaphor.report.media import section_piece

            # Where the project lies on the server is nobody's business.
            write_text(book.piece(id), str(section_piece(section)).replace(f"{project}/", ""))
            end = {"state": JobState.DONE, "said": said, "made": made}
        book.write(replace(job, ended_at=time.time(), **end))
        with suppress(OSError):
            book.mark(id).unlink(missing_ok=True)


# --- what jobs do -----------------------------------------------------------------------------------------------------


def _audit(project: Path, told: Mapping[str, Any], job: Job) -> Outcome:
    """The audit of a collection, and its report."""
    from anaphor import audit, report
    from anaphor.report import collections

    given = {**told}
    source = given.pop("source")
    found = audit.run(source, **given)
    section = collections.audit_section(found)
    (project / "reports").mkdir(exist_ok=True)
    path = project / "reports" / f"{Path(source).stem}-audit.html"
    report.write(path, section, title=text("audit-title", name=found.title), made=job.command)
    return section, tuple(map(str, found.notes)), (f"reports/{path.name}",)


def _resolve(project: Path, told: Mapping[str, Any], job: Job) -> Outcome:
    """A collection put to a resolver; the run goes on where an earlier one of the same kind stopped."""
    from anaphor import resolver

    given = {**told}
    if given.pop("keyed", False) and not os.environ.get(key_variable(job.who)):
        raise InputError("web-key-gone")
    found = resolver.resolve(given.pop("source"), given.pop("resolver"), folder=project / "runs", **given)
    made = (f"runs/{found.path.name}",) if found.path else ()
    return found.section, tuple(map(str, found.notes)), made


def _challenge(project: Path, told: Mapping[str, Any], _job: Job) -> Outcome:
    """An act of an organiser's; programs of others run sealed or not at all."""
    from anaphor import challenge
    from anaphor.report import systems

    name = told["challenge"]
    folder, act = project / "challenges" / name, told["act"]
    if act == "run":
        return systems.entries_section(challenge.run(folder, sealed=True)), (), ()
    if act == "rerun":
        return systems.challenge_section(challenge.rerun(folder, sealed=True)), (), ()
    if act == "verify":
        return systems.evidence_section(challenge.verify(folder)), (), ()
    if act == "publish":
        site = challenge.publish(folder, output=project / "published" / name, questions=told.get("questions", False))
        return systems.site_section(site), site.notes, (f"published/{name}",)
    return systems.challenge_section(challenge.judge(folder, final=act == "final")), (), ()


def _try(project: Path, told: Mapping[str, Any], job: Job) -> Outcome:
    """What a team sent, tried on public questions."""
    from anaphor.challenge.entrants import TeamBook
    from anaphor.report import systems

    book = TeamBook(project / "challenges" / told["challenge"])
    return systems.trial_section(book.run_trial(told["team"], told["draft"], job.id, shown=told["shown"])), (), ()


_WORKS: dict[str, Callable[[Path, Mapping[str, Any], Job], Outcome]] = {"audit": _audit, "resolve": _resolve}
_WORKS |= {"challenge": _challenge, "try": _try}
