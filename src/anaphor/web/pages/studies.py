"""Studies: followed while they run, paused, recruited for, exported, analysed in place and compared."""

import time
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from statistics import median
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from anaphor import experiment
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import FORMATS, NewDesign, Recruiter, Store, log_lines, study_of
from anaphor.report import section_piece, studies_section
from anaphor.text import number
from anaphor.web.jobs.records import JobBook
from anaphor.web.organiser import archive, payment_table, perform, table_reply
from anaphor.web.pages.drafts import drafts_of
from anaphor.web.replies import BadRequestError, redirect, words_of
from anaphor.web.site.events import Look
from anaphor.web.site.shell import PageTable, PageVisit, line_of
from anaphor.web.study.participants import study_page

_VIEWS = ("overview", "items", "recruit", "people", "design", "export", "analysis")
_OWNED = ("recruit", "people")
"""Views that an assistant does not see: who comes, and how."""
_LOWEST = 8
"""Items that the overview names."""
_LEAST = 3
"""Answers from which on an item is worth naming."""
_PEOPLE = 500
"""People whose work one page shows."""
_PROLIFIC = "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
PAGES = PageTable()


def _store(visit: PageVisit) -> Store:
    found = visit.studies.get(visit.part("name"))
    if found is None:
        raise BadRequestError("web-no-study", 404)
    return found.store


def watch(visit: PageVisit) -> Look:
    """How far a study is, and which minute it is, for who has been silent too long; it has no end."""
    store = _store(visit)
    return lambda: ((experiment.study_status(store, 0), time.time() // 60), False)


def _address(visit: PageVisit) -> str:
    """Where a study is reached from outside."""
    url = visit.request.url
    return f"{url.scheme}://{url.netloc}{visit.link('studies', visit.part('name'))}"


@PAGES.read("/studies", public=True)
def index(visit: PageVisit) -> Response:
    """The studies that are served, with how far each is, and what is being planned."""
    shown: dict[str, Any] = {"stores": {name: each.store for name, each in visit.studies.items()}, "drafts": []}
    if visit.session:
        shown["states"] = {name: experiment.study_status(each, time.time()) for name, each in shown["stores"].items()}
        shown["command"] = line_of("experiment", "new", "collections/NAME.yaml", "-o", "studies/NAME.json")
    if visit.works:
        shown["drafts"] = sorted(each.stem for each in drafts_of(visit).glob("*.json"))
    return visit.page("studies", visit.words["nav_studies"], **shown)


@PAGES.read("/studies/compare")
def compare(visit: PageVisit) -> Response:
    """Whether a second study upholds the first."""
    served, asked = visit.studies, visit.request.query_params.getlist("study")
    if len(asked) != 2 or any(name not in served for name in asked):
        return visit.to("studies")
    shown: dict[str, Any] = {"piece": None, "said": None}
    try:
        found = experiment.compare(*(study_of(served[name].store) for name in asked), names=asked)
        shown["piece"] = section_piece(studies_section(found))
    except AnaphorError as error:
        shown["said"] = str(error)
    return visit.page(
        "compared",
        visit.words["study_compare"],
        trail=[(visit.words["nav_studies"], "studies")],
        status=400 if shown["said"] else 200,
        command=line_of("experiment", "compare", *(f"studies/{name}.json" for name in asked)),
        **shown,
    )


@PAGES.read("/studies/{name}/payments.csv")
def payments(visit: PageVisit) -> Response:
    visit.as_author()
    return payment_table(_store(visit), visit.who)


@PAGES.read("/studies/{name}", public=True)
@PAGES.read("/studies/{name}/{view}")
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
        views=[each for each in _VIEWS if visit.works or each not in _OWNED],
        n=partial(number, language=visit.interface),
        when=lambda seconds: datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M"),
        **_shown(visit, store, view),
    )


def _shown(visit: PageVisit, store: Store, view: str) -> dict[str, Any]:
    """What a view shows, and the command that prints it."""
    name, design = visit.part("name"), store.design
    file, report = f"studies/{name}.json", f"reports/{name}-study.html"
    found: dict[str, Any] = {"command": line_of("experiment", "status", file)}
    match view:
        case "overview":
            found |= _live(store)
        case "items":
            found["items"] = experiment.by_item(store)
        case "recruit":
            place, kind = _address(visit), design.recruiting.recruiter
            found["link"] = f"{place}/s/{design.name}{_PROLIFIC if kind is Recruiter.PROLIFIC else ''}"
            found["report"] = f"{place}/api/{design.name}/prolific"
            found["ends"] = experiment.way_out(design.recruiting, experiment.VisitOutcome.COMPLETED)
            if kind is Recruiter.TOKENS:
                found["command"] = line_of("experiment", "invite", file, count=30, link=place)
        case "people":
            found["people"] = experiment.participants(store, time.time())
            found["works"] = experiment.work_of(store, [each.number for each in found["people"][:_PEOPLE]])
            found["log"] = log_lines(store)[-200:][::-1]
            found["command"] = line_of("experiment", "payments", file, "-o", "payments.csv")
        case "design":
            found["piece"] = section_piece(NewDesign(design=design, path=None, unseen=()).section)
        case "export":
            found |= {"formats": FORMATS, "command": line_of("experiment", "export", file, "-o", "export", to=FORMATS)}
        case _:
            book = JobBook(visit.folder.root)
            jobs = [each for each in book.jobs() if each.kind == "analyse" and each.told.get("study") == name]
            done = next((each for each in jobs if book.found(each.id)), None)
            found |= {
                "job": jobs[0] if jobs else None,
                "done": done,
                "command": line_of("experiment", "analyse", file, html=report),
            }
            found["piece"] = Markup(book.found(done.id)) if done else None
    return found


def _live(store: Store) -> dict[str, Any]:
    """What changes while people answer: how long they take, who went away and when, the items so far."""
    everybody = experiment.participants(store, time.time())
    minutes = [(each.seen_at - each.started_at) / 60 for each in everybody if each.state.value == "finished"]
    gone = [each.answers for each in everybody if each.state.value in ("silent", "freed")]
    items = [each for each in experiment.by_item(store) if each.kind == "item"]
    judged = [each for each in items if each.right is not None and each.answers >= _LEAST]
    return {
        "minutes": median(minutes) if minutes else None,
        "gone": len(gone),
        "gone_after": median(gone) if gone else None,
        "fewest": items[0].answers,
        "most": items[-1].answers,
        "lowest": sorted(judged, key=lambda each: (each.right or 0) / each.answers)[:_LOWEST],
    }


@PAGES.act("/studies/{name}/analyse", assistants=True)
def analyse(visit: PageVisit) -> Response:
    """Ask for an analysis of the answers so far."""
    name, command = visit.part("name"), _shown(visit, _store(visit), "analysis")["command"]
    told, title = {"study": name, "project": visit.project}, f"{visit.words['study_analysis']} · {name}"
    visit.queue.add(visit.folder.root, "analyse", title, who=visit.who, told=told, command=command)
    return visit.to("studies", name, "analysis")


@PAGES.act("/studies/{name}/invite")
def invite(visit: PageVisit) -> Response:
    """Links for people who are invited, as a table: they are shown nowhere else."""
    store, count = _store(visit), visit.fields.get("count", "").strip()
    if not count.isdecimal() or len(count) > 6:
        raise InputError("web-no-number", text=count[:20])
    tokens, place = experiment.invite_participants(store, int(count), visit.who, time.time()), _address(visit)
    links = "".join(f"{place}/s/{store.design.name}?token={each}\n" for each in tokens)
    return table_reply(f"{store.design.name}-invitations.csv", links)


@PAGES.act("/studies/{name}/{act}")
def act(visit: PageVisit) -> Response:
    """Pause a study, let newcomers in again, change how many are wanted, leave somebody out."""
    store, act = _store(visit), visit.part("act")
    perform(act, store, visit.fields, visit.who)
    return visit.to("studies", visit.part("name"), *(("people",) if act not in ("pause", "open", "quota") else ()))
