"""Studies: followed while they run, paused, recruited for, exported, analysed in place and compared."""

import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import Response

from anaphor import experiment
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import FORMATS, NewDesign, Recruiter, Store, study_of
from anaphor.report import section_piece
from anaphor.web.jobs.records import JobBook
from anaphor.web.replies import BadRequestError, redirect, words_of
from anaphor.web.site.events import Look
from anaphor.web.site.pages.drafts import drafts_of
from anaphor.web.site.shell import ListEntry, PageVisit, line_of
from anaphor.web.study.dashboard import archive, payment_table, people_of, perform, table_reply, writing
from anaphor.web.study.participants import study_page

_VIEWS = ("overview", "items", "recruit", "people", "design", "export", "analysis")
_OWNED = ("recruit", "people")
"""Views that an assistant does not see: who comes, and how."""
_LOWEST = 8
"""Items that the overview names."""
_LEAST = 3
"""Answers from which on an item is worth naming."""
_PROLIFIC = "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"


def _store(visit: PageVisit) -> Store:
    app = visit.studies.get(visit.part("name"))
    if app is None:
        raise BadRequestError("web-no-study", 404)
    return app.store


def watch(visit: PageVisit) -> Look:
    """How far a study is, and which minute it is, for who has been silent too long; it has no end."""
    store = _store(visit)
    return lambda: ((experiment.study_status(store, 0), time.time() // 60), False)


def _address(visit: PageVisit) -> str:
    """Where a study is reached from outside."""
    url = visit.request.url
    return f"{url.scheme}://{url.netloc}{visit.link('studies', visit.part('name'))}"


def study_entries(visit: PageVisit) -> Iterator[ListEntry]:
    """Where people take part in the studies that are served, and where those who log in look at them."""
    for name, app in visit.studies.items():
        title, at = app.store.design.words.title, visit.link("studies", name)
        yield ListEntry(f"{title} – {visit.words['take_part']}", f"{at}/s/{quote(app.store.design.name)}", name)
        if visit.session:
            yield ListEntry(f"{title} – {visit.words['dashboard']}", at, name)


def index(visit: PageVisit) -> Response:
    """The studies that are served, with how far each is, and what is being planned."""
    values: dict[str, Any] = {"stores": {name: app.store for name, app in visit.studies.items()}, "drafts": []}
    if visit.session:
        values["states"] = {name: experiment.study_status(app, time.time()) for name, app in values["stores"].items()}
        values["command"] = line_of("experiment", "new", "collections/NAME.yaml", "-o", "studies/NAME.json")
    if visit.works:
        values["drafts"] = sorted(app.stem for app in drafts_of(visit).glob("*.json"))
    return visit.page("studies", visit.words["nav_studies"], **values)


def compare(visit: PageVisit) -> Response:
    """Whether a second study upholds the first."""
    served, names = visit.studies, visit.request.query_params.getlist("study")
    if len(names) != 2 or any(name not in served for name in names):
        return visit.to("studies")
    values: dict[str, Any] = {"piece": None, "said": None}
    try:
        comparison = experiment.compare(*(study_of(served[name].store) for name in names), names=names)
        values["piece"] = section_piece(comparison.section)
    except AnaphorError as error:
        values["said"] = str(error)
    return visit.page(
        "compared",
        visit.words["study_compare"],
        trail=[(visit.words["nav_studies"], "studies")],
        status=400 if values["said"] else 200,
        command=line_of("experiment", "compare", *(f"studies/{name}.json" for name in names)),
        **values,
    )


def payments(visit: PageVisit) -> Response:
    return payment_table(_store(visit), visit.who)


def view(visit: PageVisit) -> Response:
    """One view of a study; strangers are led to where people take part."""
    store, view = _store(visit), visit.request.path_params.get("view", "overview")
    here = visit.link("studies", visit.part("name"))
    if visit.session is None:
        return redirect(f"{here}/s/{store.design.name}")
    if view in _OWNED:
        visit.as_author()
    if view == "preview":
        return study_page(store.design, visit.root, preview=True)
    if view not in _VIEWS:
        raise BadRequestError("web-no-page", 404)
    if view == "export" and visit.asked("to"):
        return archive(store if visit.works else replace(store, blind=True), visit.asked("to"), visit.who)
    return visit.page(
        "study",
        visit.part("name"),
        trail=[(visit.words["nav_studies"], "studies")],
        desk=words_of("organiser-", visit.interface),
        design=store.design,
        state=experiment.study_status(store, time.time()),
        here=here,
        view=view,
        views=[name for name in _VIEWS if visit.works or name not in _OWNED],
        **writing(visit.interface),
        **_shown(visit, store, view),
    )


def _shown(visit: PageVisit, store: Store, view: str) -> dict[str, Any]:
    """What a view shows, and the command that prints it."""
    name, design = visit.part("name"), store.design
    file, report = f"studies/{name}.json", f"reports/{name}-study.html"
    values: dict[str, Any] = {"command": line_of("experiment", "status", file)}
    match view:
        case "overview":
            values |= _live(store)
        case "items":
            values["items"] = experiment.by_item(store)
        case "recruit":
            place, kind = _address(visit), design.recruiting.recruiter
            values["link"] = f"{place}/s/{design.name}{_PROLIFIC if kind is Recruiter.PROLIFIC else ''}"
            values["report"] = f"{place}/api/{design.name}/prolific"
            values["ends"] = experiment.way_out(design.recruiting, experiment.VisitOutcome.COMPLETED)
            if kind is Recruiter.TOKENS:
                values["command"] = line_of("experiment", "invite", file, count=30, link=place)
        case "people":
            values |= people_of(store, time.time())
            values["command"] = line_of("experiment", "payments", file, "-o", "payments.csv")
        case "design":
            values["piece"] = section_piece(NewDesign(design=design, path=None, unseen=()).section)
        case "export":
            values |= {"formats": FORMATS, "command": line_of("experiment", "export", file, "-o", "export", to=FORMATS)}
        case _:
            book = JobBook(visit.folder.root)
            jobs = [job for job in book.jobs() if job.kind == "analyse" and job.told.get("study") == name]
            done = next((job for job in jobs if book.found(job.id)), None)
            values |= {
                "job": jobs[0] if jobs else None,
                "done": done,
                "command": line_of("experiment", "analyse", file, html=report),
            }
            values["piece"] = Markup(book.found(done.id)) if done else None
    return values


def _live(store: Store) -> dict[str, Any]:
    """What changes while people answer: how long they take, who went away and when, the items so far."""
    everybody = experiment.participants(store, time.time())
    minutes = [(person.seen_at - person.started_at) / 60 for person in everybody if person.state.value == "finished"]
    gone = [person.answers for person in everybody if person.state.value in ("silent", "freed")]
    items = [item for item in experiment.by_item(store) if item.kind == "item"]
    judged = [item for item in items if item.right is not None and item.answers >= _LEAST]
    return {
        "minutes": median(minutes) if minutes else None,
        "gone": len(gone),
        "gone_after": median(gone) if gone else None,
        "fewest": items[0].answers,
        "most": items[-1].answers,
        "lowest": sorted(judged, key=lambda item: (item.right or 0) / item.answers)[:_LOWEST],
    }


def analyse(visit: PageVisit) -> Response:
    """Ask for an analysis of the answers so far."""
    name, command = visit.part("name"), _shown(visit, _store(visit), "analysis")["command"]
    order, title = {"study": name, "project": visit.project}, f"{visit.words['study_analysis']} · {name}"
    visit.queue.add(visit.folder.root, "analyse", title, who=visit.who, told=order, command=command)
    return visit.to("studies", name, "analysis")


def invite(visit: PageVisit) -> Response:
    """Links for people who are invited, as a table: they are shown nowhere else."""
    store, count = _store(visit), visit.fields.get("count", "").strip()
    if not count.isdecimal() or len(count) > 6:
        raise InputError("web-no-number", text=count[:20])
    tokens, place = experiment.invite_participants(store, int(count), visit.who, time.time()), _address(visit)
    links = "".join(f"{place}/s/{store.design.name}?token={token}\n" for token in tokens)
    return table_reply(f"{store.design.name}-invitations.csv", links)


def act(visit: PageVisit) -> Response:
    """Pause a study, let newcomers in again, change how many are wanted, leave somebody out."""
    store, act = _store(visit), visit.part("act")
    perform(act, store, visit.fields, visit.who)
    return visit.to("studies", visit.part("name"), *(("people",) if act not in ("pause", "open", "quota") else ()))
