"""Jobs: how far each is, what it made, and the buttons that cancel it or take it up again."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from markupsafe import Markup
from starlette.responses import Response

from anaphor.challenge import NEEDS
from anaphor.web.jobs.records import Job, JobBook, JobState, meets, offers_of
from anaphor.web.replies import BadRequestError
from anaphor.web.site.events import Look
from anaphor.web.site.shell import PageVisit

_PLACES = {"reports": "reports", "runs": "systems", "corpora": "corpora"}
"""Where the page of a file is that a job made, by its folder."""
_ORGANISERS = ("challenge", "try")
"""Kinds of jobs that show what is not announced yet."""


def index(visit: PageVisit) -> Response:
    jobs = [job for job in JobBook(visit.folder.root).jobs() if not job.part_of]
    jobs = [job for job in jobs if visit.works or job.kind not in _ORGANISERS]
    return visit.page("jobs", visit.words["jobs"], jobs=jobs)


def job(visit: PageVisit) -> Response:
    """How far a job is; while it is not done the page asks again."""
    book, job = _job(visit)
    if not job.finished:
        visit.queue.start()  # whose worker may have died
    if job.told.get("labels") and job.said and not visit.works:  # why labels cannot be read may quote their givers
        job = replace(job, said=(visit.words["agreement_unreadable"],))
    links = [(made, _link(visit, Path(made))) for made in job.made]
    parts = [each for each in book.jobs() if each.part_of == job.id] if job.kind == "challenge" else []
    return visit.page(
        "job",
        job.title,
        trail=[(visit.words["jobs"], "jobs"), *([(job.part_of, f"jobs/{job.part_of}")] if job.part_of else [])],
        job=job,
        here=visit.link("jobs", job.id),
        when=datetime.fromtimestamp(job.made_at, UTC).strftime("%Y-%m-%d %H:%M"),
        cancelling=book.mark(job.id).exists(),
        links=links,
        parts=[(each, _waits(visit, each)) for each in parts[::-1]],
        needs=_needs(visit, job),
        waits=_waits(visit, job),
        piece=Markup(book.found(job.id)) if job.finished else "",
        command=job.command,
    )


def watch(visit: PageVisit) -> Look:
    """A job and its parts, looked at until it is over."""
    book, job = _job(visit, "name")
    return lambda: look_at(visit, book, job)


def look_at(visit: PageVisit, book: JobBook, job: Job) -> tuple[object, bool]:
    """How far a job is, and whether it is over; else somebody must be there to do it."""
    current = book.read(job.id) or job
    if not current.finished:
        visit.queue.ensure()
    parts = [part for part in book.unfinished() if part.part_of == job.id] if job.kind == "challenge" else []
    return (current, parts), current.finished


def act(visit: PageVisit) -> Response:
    """Cancel a job, or take one up again that has ended."""
    book, job = _job(visit)
    if visit.part("act") not in ("cancel", "again"):
        raise BadRequestError("web-no-act", 404)
    if visit.part("act") == "cancel":
        visit.queue.cancel(book, job)
    elif job.told.get("keyed") and job.who != visit.who:  # whoever asked for it chose where the key would be sent
        raise BadRequestError("web-job-of-another-key", 403)
    elif job.state in (JobState.FAILED, JobState.CANCELLED):  # what is done may have been edited since
        visit.queue.again(book, job, visit.fields.get("key", "").strip() or None)
    return visit.to("jobs", job.id)


def _waits(visit: PageVisit, job: Job) -> str:
    """What a job waits for that no worker offers; empty: its turn."""
    wanted = {name: many for name, many in job.needs.items() if name in NEEDS}
    if job.state is not JobState.WAITING or any(meets(offer, wanted) for offer in offers_of(visit.shell.folder.root)):
        return ""
    return _needs(visit, job)


def _needs(visit: PageVisit, job: Job) -> str:
    """What a machine must have that does a job; empty: nothing of its own."""
    wanted = ((name, many) for name, many in job.needs.items() if name in NEEDS)
    return ", ".join(f"{many} {visit.words[f'job_need_{name}']}" for name, many in wanted)


def _link(visit: PageVisit, made: Path) -> str:
    """The page of a file that a job made; problems that were found are reviewed in the workbench."""
    place = made.parts[0]
    if place == "published":  # a site with a side in either language
        return visit.link(place, made.name, *(["fr"] if visit.interface == "fr" else []), "")
    return visit.link(_PLACES[place], made.name) if place in _PLACES else visit.link("write", made.stem, "")


def _job(visit: PageVisit, part: str = "id") -> tuple[JobBook, Job]:
    book = JobBook(visit.folder.root)
    job = book.read(visit.part(part))
    if job is None:
        raise BadRequestError("web-no-job", 404)
    if job.kind in _ORGANISERS:
        visit.as_author()
    return book, job
