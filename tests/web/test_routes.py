"""Who comes in where: every route of a site, as a stranger, a participant, a team, and people of every role."""

import hashlib
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from starlette.routing import Route

from anaphor import challenge as house
from anaphor.experiment import Role, add_account, open_accounts, save_design
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.application import BasedApp
from anaphor.web.jobs.records import Job, JobBook, JobState
from tests.experiment.specimens import design
from tests.web.benches import FILE
from tests.web.conftest import PASSWORD
from tests.web.served import Browser, listening
from tests.web.test_site import filled

pytestmark = pytest.mark.waiting

OPEN, PUBLIC, LOOKS, AUTHOR, OWNER, TEAM = "open", "public", "looks", "author", "owner", "team"
"""Who may: everybody everywhere; everybody, but in a project only its members; who logs in; authors; owners; a team."""
ROUTES: dict[tuple[str, str], str] = {
    ("GET", "/openapi.json"): OPEN,
    ("GET", "/login"): OPEN,
    ("GET", "/health"): OPEN,
    ("GET", "/ready"): OPEN,
    ("GET", "/static/{name}"): OPEN,
    ("GET", "/published/{path:path}"): OPEN,
    ("GET", "/favicon.ico"): OPEN,
    ("GET", "/write/{name}"): OPEN,  # it only adds a slash, whether there is something or not
    ("GET", "/oidc"): OPEN,
    ("GET", "/oidc/back"): OPEN,
    ("POST", "/login"): OPEN,
    ("POST", "/logout"): LOOKS,
    ("POST", "/invitation"): PUBLIC,
    ("POST", "/language"): OPEN,
    ("GET", "/events/{kind}/{name}"): LOOKS,
    ("GET", "/challenges/{name}/team/events/{id}"): TEAM,
    ("POST", "/write"): AUTHOR,
    ("POST", "/api/audit"): LOOKS,
    ("GET", "/write/{name}/{rest:path}"): AUTHOR,
    ("POST", "/write/{name}/{rest:path}"): AUTHOR,
    ("POST", "/challenges/{name}/team/in/{act}"): OPEN,
    ("GET", "/"): PUBLIC,
    ("GET", "/corpora"): LOOKS,
    ("GET", "/reports"): LOOKS,
    ("POST", "/reports"): AUTHOR,
    ("POST", "/texts"): AUTHOR,
    ("GET", "/search"): LOOKS,
    ("GET", "/metrics"): PUBLIC,  # to this machine, where the tests are, or with a key
    ("GET", "/reports/{path:path}"): AUTHOR,  # one that no job made
    ("GET", "/corpora/{name}"): LOOKS,
    ("POST", "/projects"): AUTHOR,
    ("GET", "/people"): LOOKS,
    ("POST", "/people"): OWNER,
    ("POST", "/people/password"): LOOKS,
    ("GET", "/invitation"): PUBLIC,
    ("POST", "/invitations/{id}"): OWNER,
    ("POST", "/people/{name}/{act}"): OWNER,
    ("GET", "/agreement"): LOOKS,
    ("POST", "/agreement"): AUTHOR,
    ("GET", "/agreement/interpret"): LOOKS,
    ("GET", "/agreement/plan"): LOOKS,
    ("GET", "/agreement/{name}"): LOOKS,
    ("POST", "/agreement/{name}"): AUTHOR,
    ("POST", "/agreement/{name}/remove"): AUTHOR,
    ("GET", "/agreement/{name}/{kind}"): LOOKS,
    ("GET", "/collections"): LOOKS,
    ("POST", "/collections"): AUTHOR,
    ("POST", "/collections/{name}/reading"): AUTHOR,
    ("POST", "/collections/{name}/native"): AUTHOR,
    ("POST", "/collections/{name}/audit"): AUTHOR,
    ("POST", "/collections/{name}/restore"): AUTHOR,
    ("GET", "/collections/{name}"): LOOKS,
    ("GET", "/collections/{name}/{view}"): LOOKS,
    ("GET", "/collections/{name}/entries/{id:path}"): LOOKS,
    ("POST", "/collections/{name}/entries/{id:path}"): AUTHOR,
    ("GET", "/studies/new"): AUTHOR,
    ("POST", "/studies/new"): AUTHOR,
    ("POST", "/studies/drafts/{name}"): AUTHOR,
    ("GET", "/studies/drafts/{name}"): AUTHOR,
    ("POST", "/studies/drafts/{name}/words"): AUTHOR,
    ("POST", "/studies/drafts/{name}/publish"): AUTHOR,
    ("POST", "/studies/drafts/{name}/remove"): AUTHOR,
    ("GET", "/studies/drafts/{name}/{step}"): AUTHOR,
    ("GET", "/studies"): PUBLIC,
    ("GET", "/studies/compare"): LOOKS,
    ("GET", "/studies/{name}/payments.csv"): AUTHOR,
    ("GET", "/studies/{name}"): PUBLIC,
    ("POST", "/studies/{name}/analyse"): LOOKS,
    ("POST", "/studies/{name}/invite"): AUTHOR,
    ("GET", "/studies/{name}/{view}"): LOOKS,
    ("POST", "/studies/{name}/{act}"): AUTHOR,
    ("GET", "/systems"): LOOKS,
    ("POST", "/systems"): AUTHOR,
    ("POST", "/systems/answers"): AUTHOR,
    ("POST", "/systems/{name}/remove"): AUTHOR,
    ("GET", "/systems/scores"): LOOKS,
    ("GET", "/systems/{name}"): LOOKS,
    ("GET", "/challenges"): PUBLIC,
    ("GET", "/challenges/new"): AUTHOR,
    ("POST", "/challenges"): AUTHOR,
    ("GET", "/challenges/{name}/organise"): AUTHOR,
    ("POST", "/challenges/{name}/organise/{act}"): AUTHOR,
    ("GET", "/challenges/{name}/team"): OPEN,
    ("GET", "/challenges/{name}/team/reset"): OPEN,
    ("POST", "/challenges/{name}/team/{act}"): TEAM,
    ("GET", "/challenges/{name}/team/trials/{id}"): TEAM,
    ("GET", "/challenges/{name}/team/trials/{id}/trace.jsonl"): TEAM,
    ("GET", "/challenges/{name}/team/{file}"): OPEN,
    ("GET", "/jobs"): LOOKS,
    ("GET", "/jobs/{id}"): LOOKS,
    ("POST", "/jobs/{id}/{act}"): AUTHOR,
    ("GET", "/challenges/{path:path}"): OPEN,
}
OF_STUDIES: dict[tuple[str, str], str] = {
    ("GET", "/desk"): AUTHOR,
    ("GET", "/desk/live"): AUTHOR,
    ("GET", "/desk/download/{form}"): AUTHOR,
    ("GET", "/desk/login"): OPEN,
    ("GET", "/desk/payments.csv"): AUTHOR,
    ("POST", "/desk/login"): OPEN,
    ("POST", "/desk/logout"): AUTHOR,
    ("POST", "/desk/keys"): AUTHOR,
    ("POST", "/desk/revoke"): AUTHOR,
    ("POST", "/desk/{act}"): AUTHOR,
    ("GET", "/openapi.json"): OPEN,
    ("GET", "/health"): OPEN,
    ("GET", "/ready"): OPEN,
    ("GET", "/static/{name}"): OPEN,
    ("GET", "/s/specimen"): OPEN,
    ("GET", "/s/specimen/withdraw"): OPEN,
    ("POST", "/s/specimen/withdraw"): OPEN,
    **{("POST", f"/api/specimen/{act}"): OPEN for act in ("start", "consent", "finish", "withdraw", "answers")},
}
OF_NO_PROJECT = ("/api/audit", "/logout")
"""What asks for a session and looks at nothing of a project, whatever address it is asked under."""
NAMES = {
    "/agreement": "votes.csv",
    "/collections": "mes-schemas",
    "/write": "mes-schemas",
    "/studies/drafts": "draft",
    "/studies": "study-1",
    "/challenges": "prix",
    "/corpora": "none",
    "/systems": "none.jsonl",
    "/people": "paul",
    "/static": "shell.css",
    "/events": "study-1",
}
PARTS = {
    "{rest:path}": "",
    "{path:path}": "round-1/index.html",
    "{kind}": "report.html",
    "{view}": "overview",
    "{step}": "words",
    "{act}": "pause",
    "{file}": "starter-kit.zip",
    "{form}": "csv",
    "{id:path}": "first",
    "{id}": "1a",
}


def address_of(template: str) -> str:
    """An address of a route, of things that are there."""
    start = next((each for each in NAMES if template.startswith(f"{each}/")), "")
    special = {
        "/reports/{path:path}": "/reports/audit.html",
        "/challenges/{path:path}": "/challenges/prix/",
        "/events/{kind}/{name}": "/events/jobs/1a",
        "/write/{name}/{rest:path}": "/write/mes-schemas/api/state",
        "/people/{name}/{act}": "/people/paul/owner",
        "/jobs/{id}/{act}": "/jobs/1a/cancel",
        "/challenges/{name}/organise/{act}": "/challenges/prix/organise/rules",
        "/challenges/{name}/team/{act}": "/challenges/prix/team/withdraw",
        "/challenges/{name}/team/in/{act}": "/challenges/prix/team/in/login",
        "/collections/{name}/entries/{id:path}": f"/collections/mes-schemas/entries/{FIRST}",
    }
    found = special.get(template, template.replace("{name}", NAMES.get(start, "none")))
    for part, value in PARTS.items():
        found = found.replace(part, value)
    assert "{" not in found, template
    return found


FIRST = (re.findall(r"^\s*- id: (\S+)", FILE, re.MULTILINE) or ["none"])[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Somebody:
    """A browser, and what the forms of its session bring along."""

    name: str
    client: httpx.Client
    check: str = ""
    rank: int = 0
    """0 for strangers, then 1 for those who look, 2 for authors, 3 for owners."""
    member: bool = False
    team: bool = False

    def ask(self, method: str, path: str) -> httpx.Response:
        if method == "GET":
            with self.client.stream("GET", path) as found:  # events have no end
                if found.headers.get("content-type", "").startswith("text/event-stream"):
                    return httpx.Response(found.status_code, headers=found.headers)
                found.read()
                return found
        return self.client.post(path, data={"check": self.check}, headers={"x-check": self.check})


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A site with everything in it once, in its own folder and in a project."""

    app: Site
    folder: SiteFolder
    people: dict[str, Somebody]

    def state(self) -> str:
        """A digest of all files but databases, which remember who came."""
        found = hashlib.sha256()
        for path in sorted(self.folder.root.rglob("*")):
            if path.is_file() and ".db" not in path.name and "workers" not in path.parts:
                found.update(str(path).encode() + path.read_bytes())
        return found.hexdigest()


def fill(place: SiteFolder, address: str, home: str) -> None:
    """Put one thing of each kind into a place."""
    (place.collections / "mes-schemas.yaml").write_text(FILE, "utf-8")
    place.place("labels").mkdir(mode=0o700)
    table = "item,ann,bob\n" + "".join(f"{n},{'yes' if n % 3 else 'no'},yes\n" for n in range(1, 21))
    (place.place("labels") / "votes.csv").write_text(table, "utf-8")
    (place.reports / "audit.html").write_text("<!doctype html><p>by hand", "utf-8")
    (place.published / "round-1").mkdir(exist_ok=True)
    (place.published / "round-1" / "index.html").write_text("<!doctype html><p>standing", "utf-8")
    (place.studies / "drafts").mkdir(mode=0o700)
    (place.studies / "drafts" / "draft.json").write_text('{"collection": "anaphor-fr"}', "utf-8")
    if not (place.studies / "study-1.json").exists():
        save_design(design(4, quota=20), place.studies / "study-1.json")
    house.new(place.challenges / "prix", questions=20, desk=f"{address}{home}/challenges/prix/team", seed=1)
    book, now = JobBook(place.root), time.time()
    book.write(Job(id="1a", kind="audit", title="x", who="zed", interface="en", made_at=now, state=JobState.DONE))
    for who in ("ada", "marie"):  # who has so many unfinished ones starts no other
        for number in range(3):
            waiting = Job(id=f"{who}{number}", kind="audit", title="x", who=who, interface="en", made_at=now, tries=9)
            book.write(waiting)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """marie owns the site and the project, ada is an author, paul an assistant; olaf owns another project alone."""
    root = tmp_path_factory.mktemp("routes")
    folder, accounts = filled(root / "site"), open_accounts(str(root / "accounts.db"))
    roles = {"marie": Role.OWNER, "ada": Role.AUTHOR, "paul": Role.ASSISTANT, "olaf": Role.ASSISTANT}
    for name, role in roles.items():
        add_account(accounts, name, PASSWORD, time.time(), role)
    folder.make_project("lab", ["marie", "ada author", "paul assistant"])
    folder.make_project("other", ["olaf"])
    lab = folder.project("lab")
    assert lab is not None
    app = Site(folder, folder.open_studies(), accounts, SiteSetting())
    with listening(app) as address:
        fill(folder, address, "")
        fill(lab, address, "/in/lab")
        people = {}
        for name, role in roles.items():
            client = httpx.Client(base_url=address, timeout=300)
            assert client.post("/login", data={"name": name, "password": PASSWORD}).status_code == 303
            check = client.get("/").text.split('name="check" value="')[1].split('"')[0]
            rank = 3 - list(Role).index(role)
            people[name] = Somebody(name=name, client=client, check=check, rank=rank, member=name != "olaf")
        people["stranger"] = Somebody(name="stranger", client=httpx.Client(base_url=address, timeout=300))
        taking_part = httpx.Client(timeout=300)
        browser = Browser(f"{address}/studies/study-1", design(4, quota=20), taking_part).start("ann")
        taking_part.base_url = httpx.URL(address)
        taking_part.headers["x-participant"] = browser.place["token"]
        people["participant"] = Somebody(name="participant", client=taking_part)
        team = httpx.Client(base_url=address, timeout=300)
        form = {"name": "team-a", "password": PASSWORD, "contact": "a@b.example"}
        for act in ("register", "login"):
            assert team.post(f"/challenges/prix/team/in/{act}", data=form).status_code == 303
        check = team.get("/challenges/prix/team").text.split('name="check" value="')[1].split('"')[0]
        people["team"] = Somebody(name="team", client=team, check=check, team=True)
        yield Served(app=app, folder=folder, people=people)
        for each in people.values():
            each.client.close()


def refused(found: httpx.Response) -> bool:
    """Whether somebody was not let in: told so, or led to a door."""
    door = found.status_code == 303 and re.search(r"(/login|/team$)", found.headers["location"].partition("?")[0])
    return found.status_code in (401, 403, 404) or bool(door)


def may(who: Somebody, least: str, template: str, *, project: bool) -> bool:
    """Whether somebody is let in, as the table says."""
    if least == PUBLIC:
        least = OPEN if not project or template.startswith("/challenges/") else LOOKS
    if least == OPEN:
        return True
    if least == TEAM:
        return who.team and not project  # which is a team of the site's own challenge
    if project and not who.member and template not in OF_NO_PROJECT:
        return False
    return who.rank >= {LOOKS: 1, AUTHOR: 2, OWNER: 3}[least]


def routes_of(app: BasedApp) -> set[tuple[str, str]]:
    """Methods and paths of all routes of an app; those for programs, below `/api/desk`, ask for a key."""
    routes = [each for each in app.router.routes if isinstance(each, Route)]
    return {(method, each.path) for each in routes for method in (each.methods or set()) - {"HEAD"}}


def test_every_route_says_who_may_come(site: Served) -> None:
    assert routes_of(site.app) == set(ROUTES)
    assert routes_of(site.app.studies["study-1"]) == set(OF_STUDIES)


@pytest.mark.parametrize("home", ["", "/in/lab"])
@pytest.mark.parametrize("name", ["stranger", "participant", "team", "paul", "olaf", "ada", "marie"])
def test_nobody_comes_in_where_the_table_lets_them_not(site: Served, name: str, home: str) -> None:
    who, before = site.people[name], site.state()
    for (method, template), least in ROUTES.items():
        if may(who, least, template, project=bool(home)) or template == "/logout":
            continue
        found = who.ask(method, home + address_of(template))
        assert refused(found), (method, template, found.status_code, found.headers.get("location"))
    for (method, template), least in OF_STUDIES.items() if not home else ():
        if not may(who, least, template, project=False) and template != "/desk/logout":
            found = who.ask(method, f"/studies/study-1{address_of(template)}")
            assert refused(found), (method, template, found.status_code)
    assert site.state() == before  # and nothing was done


@pytest.mark.parametrize("home", ["", "/in/lab"])
@pytest.mark.parametrize("name", ["stranger", "team", "paul", "olaf", "ada", "marie"])
def test_whoever_may_look_is_shown_what_they_came_for(site: Served, name: str, home: str) -> None:
    who = site.people[name]
    for (method, template), least in ROUTES.items():
        if method == "GET" and least != TEAM and may(who, least, template, project=bool(home)):
            found = who.ask(method, home + address_of(template))
            assert found.status_code < 500, (template, found.status_code)
            absent = ("/oidc", "/oidc/back", "/corpora/{name}", "/systems/{name}", "/invitation")
            if template not in (*absent, "/challenges/{name}/team/reset"):
                assert not refused(found), (template, found.status_code, found.headers.get("location"))


def test_desks_of_studies_in_projects_are_nobodys(site: Served) -> None:
    """Their members look at the pages of the site."""
    for who in site.people.values():
        for path in ("/desk", "/desk/live", "/desk/payments.csv", "/desk/download/csv", "/api/desk/status"):
            assert who.ask("GET", f"/in/lab/studies/study-1{path}").status_code in (303, 404), (who.name, path)


def test_the_team_of_one_challenge_is_a_stranger_to_another(site: Served) -> None:
    team = site.people["team"]
    for path in ("trials/1a", "trials/1a/trace.jsonl", "events/1a"):
        assert refused(team.ask("GET", f"/in/lab/challenges/prix/team/{path}")), path
    assert refused(team.ask("POST", "/in/lab/challenges/prix/team/withdraw"))


@pytest.mark.parametrize("home", ["", "/in/lab"])
def test_authors_and_owners_are_let_in_with_every_form(site: Served, home: str) -> None:
    """What their empty forms lack is said; nobody is sent away. It comes last: some of them remove what is there."""
    for (method, template), least in ROUTES.items():
        if method == "POST" and least in (AUTHOR, OWNER):
            who = site.people["ada" if least == AUTHOR else "marie"]
            found = who.ask(method, home + address_of(template))
            assert found.status_code in (200, 303, 400, 404, 409, 422), (template, found.status_code)
            assert "/login" not in found.headers.get("location", ""), template
