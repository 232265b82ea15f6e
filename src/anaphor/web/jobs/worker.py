"""The process that does jobs: it takes them from the queue, tells how far it is, and leaves results as files.

Several may work on a site's folder, on one machine or on many; each holds a file that says what it offers. One ends
when its server ends, even by SIGKILL: then the pipe between the two closes. A job is claimed by whoever does it; one
that was begun and not ended, and that nobody claims, is begun again by another. Results are files that are replaced
whole, or runs that go on where they stopped, so that nothing is there twice.
"""

import hashlib
import json
import logging
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from huey import SqliteHuey  # type: ignore[import-untyped]  # it carries no types

from anaphor.errors import AnaphorError, InputError, MissingExtraError, command_at_work
from anaphor.files import read_unpacked, take_lock, write_text, zip_members
from anaphor.progress import watched
from anaphor.section import Section
from anaphor.text import speaking, text
from anaphor.web.jobs.records import Job, JobBook, JobState, all_books, meets

_AT_ONCE = 2
_MOST_TRIES = 3
"""How often a job is begun: one that ends its worker each time would otherwise end it for ever."""
_TELL_S = 0.3
"""Seconds between two states of a job on disk."""
_PAUSE_S = 0.2
"""Seconds between two looks at an empty queue, or for the place of a worker that is about to end."""
_CLAIM_S = 0.5
_AT_HOME = ("", "keys=1")
"""Queues of jobs that need nothing of a machine; others are done one at a time."""
_LARGEST_TEXT = 2**29
"""Bytes of a text that was sent, unpacked."""
_DATABASE = "ANAPHOR_STUDIES"
"""The variable of this process that holds the URL of the studies' database."""


class JobCancelledError(BaseException):
    """Somebody cancelled the job; no part of the work may take it for an error of its own."""


Outcome = tuple[Section, tuple[str, ...], tuple[str, ...]]
"""What a job has found, what is to be said, and the files that it made, by their paths in the project."""


def key_variable(who: str) -> str:
    """The environment variable of the worker that holds somebody's key for an endpoint."""
    return f"ANAPHOR_KEY_{hashlib.sha256(who.encode()).hexdigest()[:12].upper()}"


# --- the process ------------------------------------------------------------------------------------------------------


class Queues:
    """The queues of a site, in its folder or in PostgreSQL: one for each need."""

    def __init__(self, root: Path, database: str | None = None) -> None:
        self.root, self._database = root, database
        self.opened: dict[str, tuple[Any, Any]] = {}

    def of(self, label: str) -> tuple[Any, Any]:
        """A queue, and what puts a job (project, id) into it; it is on disk then."""
        if label not in self.opened:
            huey = self._open(f" {label}" if label else "")
            self.opened[label] = huey, huey.task(name="run_job")(run_job)
        return self.opened[label]

    def _open(self, ending: str) -> Any:
        told: dict[str, Any] = {"results": False, "utc": True}
        if not self._database:
            return SqliteHuey(f"anaphor{ending}", filename=str(self.root / "jobs.db"), fsync=True, **told)
        try:
            from huey.contrib.sql_huey import SqlHuey  # type: ignore[import-untyped]  # it carries no types
            from peewee import PostgresqlDatabase
        except ImportError:
            raise MissingExtraError("PostgreSQL", "postgres") from None
        url = re.sub(r"^postgresql\+\w+:", "postgresql:", self._database)
        return SqlHuey(f"anaphor {self.root}{ending}", database=PostgresqlDatabase(url), **told)


def serve_jobs(root: str, pipe: Connection, database: str | None, name: str, offers: Mapping[str, int]) -> None:
    """Do jobs until the server is gone: two that need nothing, and one beside them that needs what is offered."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us
    if database:
        os.environ[_DATABASE] = database
    threading.Thread(target=_listen, args=(pipe,), daemon=True).start()
    logging.getLogger("huey").setLevel(logging.ERROR)
    place = Path(root)
    (place / "workers").mkdir(mode=0o700, exist_ok=True)
    handle = os.open(place / "workers" / f"{name}.json", os.O_RDWR | os.O_CREAT, 0o600)
    while not take_lock(handle):  # the one before us is about to end, or another server has the same place
        time.sleep(_PAUSE_S)
    os.truncate(handle, 0)
    os.write(handle, json.dumps(dict(offers)).encode())
    home, more = [each for each in _AT_HOME if not each or "keys" in offers], set[str]()
    for labels in (*[home] * _AT_ONCE, more):
        threading.Thread(target=_forever, args=(_take, Queues(place, database), labels), daemon=True).start()
    _forever(_put_back, Queues(place, database), offers, set(), more)


def _forever(work: Callable[..., None], queues: Queues, *told: object) -> None:
    """Do something again and again; where a database is away for a while its queues are opened anew."""
    while True:
        try:
            work(queues, *told)
        except Exception:
            logging.getLogger("anaphor.web").exception("queue failed")
            queues.opened.clear()
        time.sleep(_PAUSE_S)


def _take(queues: Queues, labels: Iterable[str]) -> None:
    """Do what is in some queues, one after the other."""
    for huey, _ in map(queues.of, tuple(labels)):
        while task := huey.dequeue():
            huey.execute(task)


def _put_back(queues: Queues, offers: Mapping[str, int], lost: set[tuple[str, str]], more: set[str]) -> None:
    """Queue the jobs again that no queue holds and nobody does, if that was so at the last look, too: those are `lost`.

    Which queues this worker serves `more` than those of jobs that need nothing, is known then.
    """
    queued, still = dict[str, set[Any]](), set[tuple[str, str]]()
    for project, job in ((each, job) for each in all_books(queues.root) for job in each.unfinished()):
        key, label = (str(project.project), job.id), job.label
        if not meets(offers, job.needs):
            continue
        huey, enqueue = queues.of(label)
        if label not in queued:
            queued[label] = {tuple(task.args) for task in huey.pending()}
        with project.claimed(job.id) as free:
            if free and key not in queued[label]:
                still.add(key)
                if key in lost:
                    enqueue(*key)
    lost.clear()
    lost |= still
    more |= queued.keys() - set(_AT_HOME)


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
    with book.claimed(id, _CLAIM_S) as mine:
        job = book.read(id) if mine else None
        if job is not None and not job.finished:  # else it was queued twice: once is enough
            _do(book, job)


def _do(book: JobBook, job: Job) -> None:
    project, mark = str(book.project), book.mark(job.id)
    with speaking(job.interface), command_at_work():
        last = 0.0

        def tell(step: str, done: int, total: int | None) -> None:
            """Write how far it is, now and then, and stop when somebody wants that."""
            nonlocal job, last
            if time.monotonic() - last < _TELL_S and step == job.step:
                return
            last = time.monotonic()
            if mark.exists():
                raise JobCancelledError
            job = book.write(replace(job, step=step, done=done, total=total))

        try:
            if mark.exists():
                raise JobCancelledError
            if job.tries >= _MOST_TRIES:
                raise AnaphorError("web-job-stops", tries=job.tries)
            job = book.write(replace(job, state=JobState.RUNNING, tries=job.tries + 1))
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
            write_text(book.piece(job.id), str(section_piece(section)).replace(f"{project}/", ""))
            end = {"state": JobState.DONE, "said": said, "made": made}
        book.write(replace(job, ended_at=time.time(), **end))
        with suppress(OSError):
            mark.unlink(missing_ok=True)


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


def _from_text(_project: Path, told: Mapping[str, Any], job: Job) -> Outcome:
    """Problems found in a text, to be reviewed, or its index, made by the Dask cluster of $ANAPHOR_SCHEDULER."""
    from anaphor import authoring, corpus

    data = read_unpacked(Path(told["inputs"]), _LARGEST_TEXT)  # a bomb is refused before anything is written
    if data.startswith(b"PK\x03\x04"):
        zip_members(data, file=Path(told["inputs"]).name, most=_LARGEST_TEXT)
    said: list[str] = []
    call: Callable[..., Any] = authoring.find
    if job.kind == "index":
        scheduler = os.environ.get("ANAPHOR_SCHEDULER")
        call = partial(corpus.build, **({"engine": "dask", "scheduler": scheduler} if scheduler else {"processes": 1}))
    found, output = call(**told, hear=lambda each: said.append(str(each))), Path(told["output"])
    return found.section, tuple(said), (f"{output.parent.name}/{output.name}",)


def _report(_project: Path, told: Mapping[str, Any], job: Job) -> Outcome:
    """What `anaphor report` writes of a collection, its audit, labels and runs."""
    from anaphor import collection, report
    from anaphor.agreement.labels import open_labels
    from anaphor.corpus.index import counts_for
    from anaphor.library import RunOrigin, WantedLabels, read_scored
    from anaphor.report import project
    from anaphor.settings import Missing

    whole, output = collection.load(told["source"], **told["reading"]), Path(told["output"])
    audited = project.audit_part(whole, counts_for(whole.language, [])) if told["audit"] else None
    shown: list[Any] = [whole, *filter(None, [audited])]
    shown += [project.labels_part(open_labels(Path(each))) for each in told["labels"]]
    if runs := [Path(each) for each in told["runs"]]:
        origin, wanted = RunOrigin(source=whole), WantedLabels(kinds=("domain",))
        shown += project.runs_parts(read_scored(runs, origin, Missing.REFUSE, wanted))
    report.write(output, *shown, made=job.command)
    return Section(id="output", title="", parts=()), (), (f"reports/{output.name}",)


def _analyse(project: Path, told: Mapping[str, Any], job: Job) -> Outcome:
    """The analysis of a study as far as it is, and its report."""
    from anaphor import experiment, report
    from anaphor.web.site.folder import SiteFolder

    name = told["study"]
    folder = SiteFolder(root=project, database=os.environ.get(_DATABASE), called=told["project"])
    found = experiment.analyse(folder.designs()[name], database=folder.database_of(name))
    folder.reports.mkdir(exist_ok=True)
    path = folder.reports / f"{name}-study.html"
    report.write(path, found.section, title=text("experiment-report-page", study=name), made=job.command)
    return found.section, (), (f"reports/{path.name}",)


def _challenge(project: Path, told: Mapping[str, Any], job: Job) -> Outcome:
    """An act of an organiser's; programs of others run sealed or not at all, each as a job of its own."""
    from anaphor import challenge
    from anaphor.report import systems

    name = told["challenge"]
    folder, act, elsewhere = project / "challenges" / name, told["act"], _handing_out(JobBook(project), job)
    if act == "run":
        return systems.entries_section(challenge.run(folder, sealed=True, elsewhere=elsewhere)), (), ()
    if act == "rerun":
        return systems.challenge_section(challenge.rerun(folder, sealed=True, elsewhere=elsewhere)), (), ()
    if act == "entry":
        part = {each: told[each] for each in ("round_name", "which")}
        return systems.entries_section(challenge.run_entry(folder, told["entry"], **part, sealed=True)), (), ()
    if act == "verify":
        return systems.evidence_section(challenge.verify(folder)), (), ()
    if act == "publish":
        site = challenge.publish(folder, output=project / "published" / name, questions=told.get("questions", False))
        return systems.site_section(site), site.notes, (f"published/{name}",)
    return systems.challenge_section(challenge.judge(folder, final=act == "final")), (), ()


def _handing_out(book: JobBook, job: Job) -> Callable[[Any, Any, Sequence[str]], set[str]]:
    """What makes a job of each entry's run, once; workers find its file."""
    began = time.time()

    def hand_out(held: Any, plan: Any, names: Sequence[str]) -> set[str]:
        over = set()
        for name in names:
            part = {"entry": name, "round_name": plan.round_name, "which": plan.which.value}
            made: dict[str, Any] = {"id": hashlib.sha256(repr((job.id, *part.values())).encode()).hexdigest()[:12]}
            known = book.read(made["id"])
            if known is None or (known.ended_at or began) < began:  # of a job that was cancelled, and taken up again
                made |= {"who": job.who, "interface": job.interface, "made_at": time.time()}
                made |= {"told": {**job.told, "act": "entry", **part}, "needs": {"entries": 1, **held.needs(name)}}
                title = " · ".join((name, plan.round_name, text(f"challenge-hearing-{plan.which.value}")))
                book.write(Job(kind=job.kind, title=title, part_of=job.id, **made))
            elif known.finished:
                over.add(name)
        return over

    return hand_out


def _try(project: Path, told: Mapping[str, Any], job: Job) -> Outcome:
    """What a team sent, tried on public questions."""
    from anaphor.challenge.entrants import TeamBook
    from anaphor.report import systems

    book = TeamBook(project / "challenges" / told["challenge"])
    return systems.trial_section(book.run_trial(told["team"], told["draft"], job.id, shown=told["shown"])), (), ()


_WORKS: dict[str, Callable[[Path, Mapping[str, Any], Job], Outcome]] = {
    "audit": _audit,
    "find": _from_text,
    "index": _from_text,
    "report": _report,
    "resolve": _resolve,
    "analyse": _analyse,
    "challenge": _challenge,
    "try": _try,
}
