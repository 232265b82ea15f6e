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
from anaphor.experiment import make_private
from anaphor.files import read_unpacked, take_lock, write_text, zip_members
from anaphor.progress import watched
from anaphor.section import Section
from anaphor.text import speaking, text
from anaphor.web.jobs.orders import (
    DEFAULT_ENDPOINT,
    AnalyseOrder,
    AuditOrder,
    ChallengeOrder,
    ReportOrder,
    ResolveOrder,
    TextOrder,
    TrialOrder,
    check_challenge,
    check_file,
    check_output,
    check_resolver,
    check_source,
    folder_of,
    key_of_order,
    loading_of,
    order_of,
)
from anaphor.web.jobs.records import Job, JobBook, JobState, all_books, meets
from anaphor.web.site.folder import NAME

_AT_ONCE = 2
_MOST_DEATHS = 3
"""How often a job may end its worker: one that does so each time would otherwise do it for ever."""
_MOST_CUTS = 10
"""How often worker and server may end at once without a word: a job that takes all of a machine's memory does that."""
_RUNNING: set[tuple[Path, str]] = set()
"""Jobs that this process does: project and id."""
_SERVER = ""
"""The server that this worker belongs to."""
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


_ENDPOINTS = "ANAPHOR_JOB_ENDPOINTS"
"""The variable of this process that holds the hosts which chat models may be asked at, with spaces between."""


class JobCancelledError(BaseException):
    """Somebody cancelled the job; no part of the work may take it for an error of its own."""


Outcome = tuple[Section, tuple[str, ...], tuple[str, ...]]
"""What a job has found, what is to be said, and the files that it made, by their paths in the project."""


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
            make_private(self.root / "jobs.db")
            return SqliteHuey(f"anaphor{ending}", filename=str(self.root / "jobs.db"), fsync=True, **told)
        try:
            from huey.contrib.sql_huey import SqlHuey  # type: ignore[import-untyped]  # it carries no types
            from peewee import PostgresqlDatabase
        except ImportError:
            raise MissingExtraError("PostgreSQL", "postgres") from None
        url = re.sub(r"^postgresql\+\w+:", "postgresql:", self._database)
        return SqlHuey(f"anaphor {self.root}{ending}", database=PostgresqlDatabase(url), **told)


def serve_jobs(  # noqa: PLR0913, PLR0917  # what a process is told at its start
    root: str,
    pipe: Connection,
    database: str | None,
    name: str,
    offers: Mapping[str, int],
    endpoints: Sequence[str],
    server: str,
) -> None:
    """Do jobs until the server is gone: two that need nothing, and one beside them that needs what is offered."""
    global _SERVER  # noqa: PLW0603  # one process, one server
    _SERVER = server
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us
    signal.signal(signal.SIGTERM, lambda *_: _give_up())  # as whoever stops the whole service does
    if database:
        os.environ[_DATABASE] = database
    os.environ[_ENDPOINTS] = " ".join(endpoints)
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
            if key:
                os.environ[variable] = key
            else:
                os.environ.pop(variable, None)
    except (EOFError, OSError):
        _give_up()


def _give_up() -> None:
    """End at once, and leave word that it was not the jobs' doing; they are taken up again."""
    for project, job in list(_RUNNING):
        with suppress(OSError):
            JobBook(project).stopped(job).touch()
    os._exit(0)


def run_job(project: str, id: str) -> None:
    """Do one job; whatever becomes of it stands in its file."""
    book = JobBook(Path(project))
    with book.claimed(id, _CLAIM_S) as mine:
        job = book.read(id) if mine else None
        if job is not None and not job.finished:  # else it was queued twice: once is enough
            _RUNNING.add((book.project, id))
            try:
                _do(book, job)
            finally:
                _RUNNING.discard((book.project, id))


def _begun_again(book: JobBook, job: Job) -> Job:
    """The job as it is begun: with whose fault it was that it was begun before, and not ended.

    A worker that ends with its server leaves word of it. One that is gone while its server lives was ended by what it
    did; where both are gone without a word it cannot be told, and is borne more often.
    """
    deaths, cuts, stopped = job.deaths, job.cuts, book.stopped(job.id)
    if stopped.exists():
        stopped.unlink(missing_ok=True)
    elif job.state is JobState.RUNNING:
        deaths, cuts = (deaths + 1, cuts) if job.server == _SERVER else (deaths, cuts + 1)
    return replace(
        job, state=JobState.RUNNING, tries=job.tries + 1, deaths=deaths, cuts=cuts, server=_SERVER, ended_at=None
    )


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
            job = _begun_again(book, job)
            if job.deaths >= _MOST_DEATHS or job.cuts >= _MOST_CUTS:
                raise AnaphorError("web-job-stops", tries=max(job.deaths, job.cuts))
            book.write(job)
            with watched(tell):
                if (work := _WORKS.get(job.kind)) is None:
                    raise InputError("web-bad-field", field="kind")
                section, said, made = work(Path(project), job)
        except JobCancelledError:
            end: dict[str, Any] = {"state": JobState.CANCELLED}
        except (AnaphorError, OSError, MemoryError) as error:
            why = (str(error) or type(error).__name__).replace(f"{project}/", "")
            end = {"state": JobState.FAILED, "said": (why,)}
        except Exception as error:  # a bug in one job must not cost the others their worker
            logging.getLogger("anaphor.web").exception("job failed")
            end = {"state": JobState.FAILED, "said": (text("web-job-bug", kind=type(error).__name__),)}
        else:
            from anaphor.report import section_piece

            # Where the project lies on the server is nobody's business.
            write_text(book.piece(job.id), str(section_piece(section)).replace(f"{project}/", ""), private=True)
            end = {"state": JobState.DONE, "said": said, "made": made}
        book.write(replace(job, ended_at=time.time(), **end))
        with suppress(OSError):
            mark.unlink(missing_ok=True)


# --- what jobs do -----------------------------------------------------------------------------------------------------


def _private_folder(project: Path, kind: str) -> Path:
    """A folder of the project, made for the server alone where it is missing."""
    folder = folder_of(project, kind)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _audit(project: Path, job: Job) -> Outcome:
    """The audit of a collection, and its report."""
    from anaphor import audit, report

    order = order_of(AuditOrder, job.told)
    check_source(project, order.source)
    if order.corpus:
        check_file(project, "corpora", order.corpus)
    reports = _private_folder(project, "reports")
    found = audit.run(order.source, quick=order.quick, corpus=order.corpus, **loading_of(order))
    section = found.section
    path = reports / f"{Path(order.source).stem}-audit.html"
    report.write(path, section, title=text("audit-title", name=found.title), made=job.command)
    return section, tuple(map(str, found.notes)), (f"reports/{path.name}",)


def _resolve(project: Path, job: Job) -> Outcome:
    """A collection put to a resolver; the run goes on where an earlier one of the same kind stopped."""
    from anaphor import resolver
    from anaphor.resolver import asking_only

    order = order_of(ResolveOrder, job.told)
    check_source(project, order.source)
    check_resolver(project, order.resolver, job.who)
    if order.keyed and not os.environ.get(key_of_order(order.resolver, job.who)):
        raise InputError("web-key-gone")
    runs, settings = _private_folder(project, "runs"), loading_of(order)
    hosts = os.environ.get(_ENDPOINTS, DEFAULT_ENDPOINT).split()
    with asking_only(hosts):
        found = resolver.resolve(order.source, order.resolver, folder=runs, limit=order.limit, **settings)
    made = (f"runs/{found.path.name}",) if found.path else ()
    return found.section, tuple(map(str, found.notes)), made


def _from_text(project: Path, job: Job) -> Outcome:
    """Problems found in a text, to be reviewed, or its index, made by the Dask cluster of $ANAPHOR_SCHEDULER."""
    from anaphor import authoring, corpus

    order = order_of(TextOrder, job.told)
    check_file(project, "texts", order.inputs)
    check_output(project, "corpora" if job.kind == "index" else "collections", order.output)
    inputs, output = Path(order.inputs), Path(order.output)
    data = read_unpacked(inputs, _LARGEST_TEXT)  # a bomb is refused before anything is written
    if data.startswith(b"PK\x03\x04"):
        zip_members(data, file=inputs.name, most=_LARGEST_TEXT)
    _private_folder(project, output.parent.name)
    said: list[str] = []
    call: Callable[..., Any] = authoring.find
    if job.kind == "index":
        scheduler = os.environ.get("ANAPHOR_SCHEDULER")
        call = partial(corpus.build, **({"engine": "dask", "scheduler": scheduler} if scheduler else {"processes": 1}))
    language = {"language": order.language} if order.language else {}
    found = call(order.inputs, order.output, **language, hear=lambda each: said.append(str(each)))
    return found.section, tuple(said), (f"{output.parent.name}/{output.name}",)


def _report(project: Path, job: Job) -> Outcome:
    """What `anaphor report` writes of a collection, its audit, labels and runs."""
    from anaphor import collection, report
    from anaphor.answers import open_labels
    from anaphor.corpus import counts_for
    from anaphor.report import audit_part, labels_part, runs_parts
    from anaphor.scoring import Missing, RunOrigin, WantedLabels, read_scored

    order = order_of(ReportOrder, job.told)
    check_source(project, order.source)
    check_output(project, "reports", order.output)
    for kind, paths in (("runs", order.runs), ("labels", order.labels)):
        for each in paths:
            check_file(project, kind, each)
    _private_folder(project, "reports")
    whole, output = collection.load(order.source, **order.reading.settings), Path(order.output)
    audited = audit_part(whole, counts_for(whole.language, [])) if order.audit else None
    shown: list[Any] = [whole, *filter(None, [audited])]
    shown += [labels_part(open_labels(Path(each))) for each in order.labels]
    if runs := [Path(each) for each in order.runs]:
        origin, wanted = RunOrigin(source=whole), WantedLabels(kinds=("domain",))
        shown += runs_parts(read_scored(runs, origin, Missing.REFUSE, wanted))
    report.write(output, *shown, made=job.command)
    return Section(id="output", title="", parts=()), (), (f"reports/{output.name}",)


def _analyse(project: Path, job: Job) -> Outcome:
    """The analysis of a study as far as it is, and its report."""
    from anaphor import experiment, report
    from anaphor.web.site.folder import SiteFolder

    order = order_of(AnalyseOrder, job.told)
    # The name says whose answers are read in a database that projects share: it is the folder's, or none.
    if order.project and (order.project, "projects") != (project.name, project.parent.name):
        raise InputError("web-job-elsewhere", name=order.project)
    folder = SiteFolder(root=project, database=os.environ.get(_DATABASE), called=order.project)
    if order.study not in folder.designs():
        raise InputError("web-no-study")
    found = experiment.analyse(folder.designs()[order.study], database=folder.database_of(order.study))
    path = _private_folder(project, "reports") / f"{order.study}-study.html"
    report.write(path, found.section, title=text("experiment-report-page", study=order.study), made=job.command)
    return found.section, (), (f"reports/{path.name}",)


def _challenge(project: Path, job: Job) -> Outcome:
    """An act of an organiser's; programs of others run sealed or not at all, each as a job of its own."""
    from anaphor import challenge

    order = order_of(ChallengeOrder, job.told)
    folder, act = check_challenge(project, order.challenge), order.act
    elsewhere = _handing_out(JobBook(project), job)
    if act == "run":
        return challenge.run(folder, sealed=True, elsewhere=elsewhere).section, (), ()
    if act == "rerun":
        return challenge.rerun(folder, sealed=True, elsewhere=elsewhere).section, (), ()
    if act == "entry":
        if not NAME.fullmatch(order.entry):
            raise InputError("web-job-elsewhere", name=order.entry)
        part = {"round_name": order.round_name, "which": order.which}
        return challenge.run_entry(folder, order.entry, **part, sealed=True).section, (), ()
    if act == "verify":
        return challenge.verify(folder).section, (), ()
    if act == "publish":
        output = _private_folder(project, "published") / order.challenge
        site = challenge.publish(folder, output=output, questions=order.questions)
        return site.section, site.notes, (f"published/{order.challenge}",)
    return challenge.judge(folder, final=act == "final").section, (), ()


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


def _try(project: Path, job: Job) -> Outcome:
    """What a team sent, tried on public questions."""
    from anaphor.challenge import TeamBook

    order = order_of(TrialOrder, job.told)
    book = TeamBook(check_challenge(project, order.challenge))
    if not order.draft.isalnum():
        raise InputError("web-job-elsewhere", name=order.draft)
    return book.run_trial(order.team, order.draft, job.id, shown=order.shown).section, (), ()


_WORKS: dict[str, Callable[[Path, Job], Outcome]] = {
    "audit": _audit,
    "find": _from_text,
    "index": _from_text,
    "report": _report,
    "resolve": _resolve,
    "analyse": _analyse,
    "challenge": _challenge,
    "try": _try,
}
