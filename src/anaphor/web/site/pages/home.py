"""The start page, search through everything that has a page, and numbers for whoever watches the server."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from starlette.responses import Response

from anaphor import __version__, experiment
from anaphor.collection import CATALOGUE
from anaphor.web.jobs.records import all_books
from anaphor.web.security import UnknownKeyError, is_local
from anaphor.web.serving import METRICS
from anaphor.web.site.pages.challenges import challenge_entries, published_entries
from anaphor.web.site.pages.reports import visible_reports
from anaphor.web.site.pages.studies import study_entries
from anaphor.web.site.shell import ListEntry, PageVisit

_KINDS = {"collections": "collections", "labels": "agreement", "runs": "systems", "reports": "reports"}
"""Folders of a project, and the page that shows what is in each."""
_RECENT = 8
"""Files that the start page names."""
_MOST_FOUND = 200


def _files(visit: PageVisit) -> Iterator[tuple[Path, ListEntry]]:
    """Everything of a project that has a page, with its file."""
    for kind, place in _KINDS.items():
        for name, path in visit.files_of(kind).items():
            if kind == "reports" and not visit.works and name not in visible_reports(visit):
                continue
            called = path.stem if path.suffix.lower() in (".yaml", ".yml") else name
            yield path, ListEntry(called, visit.link(place, called), visit.words[f"nav_{place}"])


def start(visit: PageVisit) -> Response:
    """Where everybody begins; the demonstration opens on one schema that goes through the chain."""
    files = list(_files(visit)) if visit.session else []
    files.sort(key=lambda file: file[0].stat().st_mtime, reverse=True)
    return visit.page(
        "home",
        visit.project or visit.words["title"],
        recent=[entry for _, entry in files][:_RECENT],
        demo=visit.shell.demo,
        projects=[project.called for project in visit.shell.folder.projects(visit.who)],
        version=f"anaphor {__version__}",
        studies=list(study_entries(visit)),
        challenges=list(challenge_entries(visit)),
        published=list(published_entries(visit)),
    )


def search(visit: PageVisit) -> Response:
    """Everything whose name has the words in it."""
    asked, entries = visit.asked("q")[:100], [entry for _, entry in _files(visit)]
    shipped = (listed.name for listed in CATALOGUE if listed.embedded)
    entries += [ListEntry(name, visit.link("collections", name), visit.words["nav_collections"]) for name in shipped]
    entries += [entry._replace(note=visit.words["nav_studies"]) for entry in study_entries(visit)]
    entries += [entry._replace(note=visit.words["nav_challenges"]) for entry in challenge_entries(visit)]
    parts = asked.casefold().split()
    found = [entry for entry in entries if parts and all(part in entry.name.casefold() for part in parts)]
    return visit.page("search", visit.words["search"], asked=asked, entries=found[:_MOST_FOUND])


def metrics(visit: PageVisit) -> Response:
    """Numbers for Prometheus: for a program on this machine, or with a key."""
    key = visit.request.headers.get("authorization", "").partition(" ")[2].strip()
    if not (is_local(visit.request) or (key and experiment.owner_of_key(visit.shell.guard.accounts, key, time.time()))):
        raise UnknownKeyError
    answers = Counter[str]()
    for name, app in list(visit.shell.studies.items()):  # what a project's are called is its members' business
        answers["projects" if "/" in name else name] += experiment.study_status(app.store, time.time()).answers
    jobs = Counter(job.state.value for book in all_books(visit.shell.folder.root) for job in book.jobs())
    return Response(METRICS.text(jobs=jobs, answers=answers), media_type="text/plain; version=0.0.4")
