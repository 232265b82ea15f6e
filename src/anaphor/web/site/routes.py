"""Pages and forms of the site: address, the function that makes it, and who may come.

Log-in, the workbench, event streams and what is shown as it is (challenges, published sites) are routes of `site.py`,
since they are no functions of a visit. The same addresses below `/in/PROJECT` are those of a project. Of two addresses
that fit, the first is taken: `/agreement/plan` stands before `/agreement/{name}`.
"""

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from anaphor.web.site.pages import (
    agreement,
    challenges,
    collections,
    corpora,
    drafts,
    entrants,
    home,
    jobs,
    people,
    reports,
    studies,
    systems,
)
from anaphor.web.site.shell import PageWork, Shell, Who


def page(path: str, work: PageWork, who: Who = Who.READERS, *, light: bool | None = None) -> Route:
    """A page that is looked at.

    A page that takes work has its turn, of which each person has few at once. Unless `light` says otherwise, pages
    below a list take work and lists do not.
    """
    takes_none = path.count("/") < 2 if light is None else light

    async def show(request: Request) -> Response:
        return await _shell(request).show(request, work, who, light=takes_none)

    return Route(path, show, methods=["GET"])


def form(path: str, work: PageWork, who: Who = Who.AUTHORS, *, roomless: bool | Collection[str] = False) -> Route:
    """What a form does, with files where it brings some.

    `roomless` forms, or those of some acts that the address names, are taken when a project has all the files that it
    may have: they remove something, keep nothing among its files, or let those go on who take part; what they write is
    a short line.
    """

    async def act(request: Request) -> Response:
        free = roomless if isinstance(roomless, bool) else request.path_params["act"] in roomless
        return await _shell(request).act(request, work, who, needs_room=not free)

    return Route(path, act, methods=["POST"])


def _shell(request: Request) -> Shell:
    shell: Shell = request.app.state.shell
    return shell


ROUTES = (
    # Where everybody begins
    page("/", home.start, Who.EVERYBODY),
    page("/search", home.search),
    page("/metrics", home.metrics, Who.EVERYBODY),
    # People and projects
    form("/projects", people.make_project, roomless=True),
    page("/people", people.people),
    form("/people", people.invite, Who.OWNERS, roomless=True),
    form("/people/password", people.change_own, Who.READERS, roomless=True),
    form("/people/{name}/{act}", people.change, Who.OWNERS, roomless=True),
    form("/invitations/{id}", people.revoke, Who.OWNERS, roomless=True),
    page("/invitation", people.invitation, Who.EVERYBODY),
    # Collections
    page("/collections", collections.index),
    form("/collections", collections.upload),
    form("/collections/{name}/reading", collections.correct),
    form("/collections/{name}/native", collections.native),
    form("/collections/{name}/audit", collections.audit),
    form("/collections/{name}/restore", collections.restore),
    page("/collections/{name}", collections.view),
    page("/collections/{name}/{view}", collections.view),
    page("/collections/{name}/entries/{id:path}", collections.entry),
    form("/collections/{name}/entries/{id:path}", collections.judge),
    # Texts and corpora
    form("/texts", corpora.make_from_text),
    page("/corpora", corpora.index),
    page("/corpora/{name}", corpora.corpus_page),
    # Studies: planned, then followed
    page("/studies", studies.index, Who.EVERYBODY),
    page("/studies/new", drafts.new, Who.AUTHORS),
    form("/studies/new", drafts.plan),
    page("/studies/compare", studies.compare),
    page("/studies/drafts/{name}", drafts.step, Who.AUTHORS),
    form("/studies/drafts/{name}", drafts.plan),
    page("/studies/drafts/{name}/{step}", drafts.step, Who.AUTHORS),
    form("/studies/drafts/{name}/words", drafts.keep_words),
    form("/studies/drafts/{name}/publish", drafts.publish),
    form("/studies/drafts/{name}/remove", drafts.remove, roomless=True),
    page("/studies/{name}", studies.view, Who.EVERYBODY),
    page("/studies/{name}/payments.csv", studies.payments, Who.AUTHORS),
    page("/studies/{name}/{view}", studies.view),
    form("/studies/{name}/analyse", studies.analyse, Who.READERS),
    form("/studies/{name}/invite", studies.invite),
    form("/studies/{name}/{act}", studies.act, roomless=True),
    # Agreement
    page("/agreement", agreement.index),
    form("/agreement", agreement.upload),
    page("/agreement/interpret", agreement.interpret),
    page("/agreement/plan", agreement.plan),
    page("/agreement/{name}", agreement.labels),
    form("/agreement/{name}", agreement.correct),
    form("/agreement/{name}/remove", agreement.remove, roomless=True),
    page("/agreement/{name}/{kind}", agreement.file),
    # Systems
    page("/systems", systems.index, light=False),
    form("/systems", systems.start),
    form("/systems/answers", systems.upload),
    page("/systems/scores", systems.scores),
    page("/systems/{name}", systems.scores),
    form("/systems/{name}/remove", systems.remove, roomless=True),
    # Reports
    page("/reports", reports.index),
    form("/reports", reports.make_report),
    page("/reports/{path:path}", reports.report, light=True),
    # Challenges, for those who organise them and for teams
    page("/challenges", challenges.index, Who.EVERYBODY),
    form("/challenges", challenges.make),
    page("/challenges/new", challenges.new, Who.AUTHORS),
    page("/challenges/{name}/organise", challenges.organise, Who.AUTHORS),
    form("/challenges/{name}/organise/{act}", challenges.act, roomless=challenges.TEAM_ACTS),
    page("/challenges/{name}/team", entrants.desk, Who.TEAM_OR_EVERYBODY),
    page("/challenges/{name}/team/reset", entrants.reset, Who.EVERYBODY),
    page("/challenges/{name}/team/trials/{id}", entrants.trial, Who.TEAM),
    page("/challenges/{name}/team/trials/{id}/trace.jsonl", entrants.trace, Who.TEAM),
    page("/challenges/{name}/team/{file}", entrants.file, Who.TEAM_OR_EVERYBODY),
    form("/challenges/{name}/team/{act}", entrants.act, Who.TEAM),
    # Jobs
    page("/jobs", jobs.index),
    page("/jobs/{id}", jobs.job, light=True),
    form("/jobs/{id}/{act}", jobs.act, roomless=("cancel",)),
)
