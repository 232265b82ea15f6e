"""Reports: finished pages of a project, and the job that makes another."""

from pathlib import Path

from starlette.responses import Response

from anaphor.web.jobs.orders import ReportOrder, told_of
from anaphor.web.jobs.records import JobBook
from anaphor.web.site.live import Pages
from anaphor.web.site.pages.collections import known_collections, named_collection
from anaphor.web.site.room import reserve_path
from anaphor.web.site.shell import ListEntry, PageVisit, line_of

_CHOSEN = {"run": "runs", "labels": "labels"}
"""What a report is made of beside a collection: the option of its command, and the folder."""


def index(visit: PageVisit) -> Response:
    """The finished pages, and the form of another."""
    return visit.page(
        "index",
        visit.words["nav_reports"],
        place="reports",
        entries=[ListEntry(name, visit.link("reports", name)) for name in visible_reports(visit)],
        collections=list(known_collections(visit)),
        runs=visit.files_of("runs"),
        labels=visit.files_of("labels"),
        command=line_of("report", "collections/NAME.yaml", "-o", "reports/NAME.html"),
    )


def visible_reports(visit: PageVisit) -> list[str]:
    """The finished pages that a visitor may see: names of annotators stand in those made of labels, or elsewhere."""
    names = Pages(visit.folder.reports).names()
    if visit.works:
        return names
    jobs = JobBook(visit.folder.root).jobs()
    bare, named = (
        {made for job in jobs if bool(job.told.get("labels")) is had for made in job.made} for had in (False, True)
    )
    return [name for name in names if f"reports/{name}" in bare - named]


def make_report(visit: PageVisit) -> Response:
    """Ask for a report of a collection, with its audit, labels and runs."""
    source = named_collection(visit, visit.fields.get("collection", ""))
    chosen: dict[str, dict[str, Path]] = {}
    for kind in _CHOSEN.values():
        there, asked = visit.files_of(kind), visit.fields.get(kind, "").splitlines()
        chosen[kind] = {name: there[name] for name in asked if name in there}
    typed = {option: [f"{kind}/{name}" for name in chosen[kind]] for option, kind in _CHOSEN.items()}
    title, called = f"{visit.words['report']} · {source.name}", f"{source.path.name.partition('.')[0]}.html"
    with reserve_path(visit.folder.reports, called, promised=visit.promised) as target:
        order = ReportOrder(
            source=str(source.path),
            reading=source.reading,
            output=str(target),
            audit="audit" in visit.fields,
            runs=tuple(map(str, chosen["runs"].values())),
            labels=tuple(map(str, chosen["labels"].values())),
        )
        command = line_of("report", source.typed, "-o", f"reports/{target.name}", **typed, no_audit=not order.audit)
        return visit.start_job("report", title, told=told_of(order), command=command)


def report(visit: PageVisit) -> Response:
    """A finished page as it is: no script of it runs."""
    path = visit.part("path")
    if path not in visible_reports(visit):
        visit.as_author()
    return Pages(visit.folder.reports).reply(path)
