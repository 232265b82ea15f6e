"""People of a site: roles, invitations with a role, new passwords, sessions that end, and what assistants never see."""

import json
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from anaphor import challenge as house
from anaphor import resolve
from anaphor.experiment import (
    Accounts,
    Invitation,
    Role,
    add_account,
    change_account,
    departed,
    invite_member,
    invited_to,
    list_accounts,
    log_in,
    logins,
    make_key,
    must_wait,
    open_accounts,
    remove_account,
)
from anaphor.experiment.membership import INVITED_S, RESET_S
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.jobs.records import Job, JobBook, JobState
from anaphor.web.site import site as of_the_site
from anaphor.web.site import slow
from anaphor.web.site.folder import records_in
from anaphor.web.site.shell import PageVisit, Shell
from tests.web.conftest import PASSWORD
from tests.web.served import listening
from tests.web.test_site import filled

pytestmark = pytest.mark.waiting

NEW = "another long password"
NAMES = ("Ann-Sophie", "Bertrand", "Evangeline")
TABLE = f"item,{','.join(NAMES)}\n" + "".join(
    f"{n},{'yes' if n % 3 else 'no'},{'yes' if n % 4 else 'no'},{'yes' if n % 2 else 'no'}\n" for n in range(1, 41)
)
MINE = """anaphor: 1
name: mes-schemas
language: fr
schemas:
  - id: valise
    text: "La sculpture n'entre pas dans la valise parce qu'[elle] est trop {grande|petite}."
    answers: [la sculpture, la valise]
"""


class Person:
    """Somebody's browser."""

    def __init__(self, address: str, name: str, password: str = PASSWORD) -> None:
        self.client = httpx.Client(base_url=address, timeout=300, limits=httpx.Limits(max_keepalive_connections=0))
        self.entered = self.client.post("/login", data={"name": name, "password": password})
        self.check = (re.findall(r'name="check" value="([^"]+)"', self.client.get("/").text) or [""])[0]

    def get(self, path: str, **asked: str) -> httpx.Response:
        return self.client.get(path, params=asked or None)

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self.client.post(path, data={"check": self.check, **fields})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, SiteFolder, Accounts]]:
    """A site with a project: marie owns both, ada is an author, paul an assistant, zoe owns the project alone."""
    place = tmp_path_factory.mktemp("people")
    folder, accounts = filled(place / "site"), open_accounts(str(place / "accounts.db"))
    for name, role in (("marie", Role.OWNER), ("ada", Role.AUTHOR), ("paul", Role.ASSISTANT), ("zoe", Role.ASSISTANT)):
        add_account(accounts, name, PASSWORD, 0.0, role)
    folder.make_project("lab", ["marie", "zoe", "ada author", "paul assistant"])
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as address:
        yield address, folder, accounts


def link_of(page: httpx.Response) -> str:
    """The link that a page shows this once."""
    assert page.status_code == 200
    return page.text.split('role="status">')[1].split("<code>")[1].split("</code>")[0]


def test_only_owners_invite_and_the_invited_have_the_role_of_the_link(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, folder, accounts = site
    marie, ada, paul, zoe = (Person(address, name) for name in ("marie", "ada", "paul", "zoe"))
    for home, others in (("", (ada, paul, zoe)), ("/in/lab", (ada, paul))):
        for each in others:
            assert each.get(f"{home}/people").status_code == 200
            assert "Make a link" not in each.get(f"{home}/people").text
            assert each.post(f"{home}/people", role="assistant").status_code == 403
            for act in ("owner", "author", "assistant", "remove", "reset", "email"):
                assert each.post(f"{home}/people/marie/{act}", email="x@y.example").status_code == 403, act
    assert marie.post("/people", role="king").status_code == 400
    for home, role, site_role in (("/in/lab", "author", Role.ASSISTANT), ("", "assistant", Role.ASSISTANT)):
        link = link_of(marie.post(f"{home}/people", role=role))
        name = f"new-{role}"
        sent = httpx.post(link, data={"name": name, "password": PASSWORD}, timeout=300)
        where = "the project lab" if home else "this site"
        assert f"Welcome, {name}: you belong to {where}.<br><b>{role.capitalize()}</b> – " in sent.text
        assert f'href="/login?next={home}/"' in sent.text
        assert {each.name: each.role for each in list_accounts(accounts)}[name] is site_role
    assert (folder.root / "projects/lab/members.txt").read_text("utf-8").endswith("new-author author\n")
    acts = [(each["who"], each["act"]) for each in records_in(folder.acts)]
    assert ("new-author", "/invitation") in acts
    assert ("marie", "/people") in acts
    author = Person(address, "new-author")
    assert author.post("/in/lab/write", name="theirs", language="fr").status_code == 303
    assert author.post("/write", name="not-theirs", language="fr").status_code == 403  # the site's own is not the lab
    assert author.post("/projects", name="mine").status_code == 403
    assert author.get("/studies/study-1/people").status_code == 403
    assert author.get("/studies/study-1/desk").status_code == 403  # nor by the desk of the study itself
    assert "only owners and authors" in author.get("/studies/study-1/desk").text
    assert ada.get("/studies/study-1/desk").status_code == 200


def test_a_name_in_a_list_of_members_cannot_be_taken_by_whoever_is_invited(
    site: tuple[str, SiteFolder, Accounts],
) -> None:
    address, folder, _ = site
    (folder.root / "projects/old").mkdir(parents=True)
    (folder.root / "projects/old/members.txt").write_text("marie\ngone owner\n", "utf-8")
    marie = Person(address, "marie")
    link = link_of(marie.post("/people", role="assistant"))
    taken = httpx.post(link, data={"name": "gone", "password": PASSWORD}, timeout=300)
    assert taken.status_code == 400
    assert "there is an account gone already" in taken.text
    assert marie.post("/in/lab/people", name="nobody-yet", role="author").status_code == 400


def test_roles_are_changed_people_are_removed_and_the_last_owner_stays(
    site: tuple[str, SiteFolder, Accounts],
) -> None:
    address, folder, accounts = site
    add_account(accounts, "tim", PASSWORD, 0.0, Role.AUTHOR)
    marie, tim = Person(address, "marie"), Person(address, "tim")
    key = make_key(accounts, "tim", "x", time.time())
    bearer = {"authorization": f"Bearer {key}"}
    status = f"{address}/studies/study-1/api/desk/status"
    assert httpx.get(status, headers=bearer, timeout=300).status_code == 200
    assert marie.post("/in/lab/people", name="tim", role="author").status_code == 303
    assert tim.get("/in/lab/collections").status_code == 200
    assert marie.post("/in/lab/people/tim/assistant").status_code == 303
    assert tim.post("/in/lab/write", name="tims", language="fr").status_code == 403
    assert tim.get("/in/lab/people").status_code == 200  # roles of a project are looked up at every request
    assert marie.post("/people/tim/assistant").status_code == 303
    assert tim.get("/collections").headers["location"].startswith("/login")  # the session of another role has ended
    assert httpx.get(status, headers=bearer, timeout=300).status_code == 401  # and the key opens nothing
    for path in ("/people/marie/author", "/people/marie/remove"):
        refused = marie.post(path, sure="1")
        assert (refused.status_code, "only owner" in refused.text) == (400, True)
    for home in ("", "/in/lab"):  # nobody goes by one click
        assert "Tick the box" in marie.post(f"{home}/people/zoe/remove").text
        assert 'name="sure" value="1" required' in marie.get(f"{home}/people").text
    assert "zoe" in folder.root.joinpath("projects/lab/members.txt").read_text("utf-8")
    assert marie.post("/in/lab/people/zoe/remove", sure="1").status_code == 303
    for act in ("assistant", "remove"):
        assert marie.post(f"/in/lab/people/marie/{act}", sure="1").status_code == 400
    assert marie.post("/in/lab/people/marie/reset").status_code == 404
    assert marie.post("/in/lab/people/nobody/author").status_code == 400
    assert marie.post("/people/nobody/author").status_code == 400
    folder.make_project("tims-own", ["tim"])
    assert marie.post("/people/tim/remove", sure="1").status_code == 400  # nobody could open it any more
    (folder.root / "projects/tims-own/members.txt").write_text("tim\nmarie\n", "utf-8")
    assert marie.post("/people/tim/remove", sure="1").status_code == 303
    assert "tim" not in folder.root.joinpath("projects/lab/members.txt").read_text("utf-8")
    assert folder.projects("tim") == []
    acts = [each["act"] for each in records_in(folder.acts) if each["who"] == "marie"]
    assert {"/people/tim/author", "/people/tim/assistant", "/people/tim/remove", "/people/zoe/remove"} <= set(acts)
    assert marie.post("/in/lab/people", name="zoe", role="owner").status_code == 303


def test_open_links_are_listed_and_taken_back_by_owners_of_their_place(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, _, accounts = site
    marie, ada, zoe = (Person(address, name) for name in ("marie", "ada", "zoe"))
    shown = marie.post("/in/lab/people", role="author")
    link, ids = link_of(shown), re.findall(r"/in/lab/invitations/(\w{16})", shown.text)
    assert len(ids) == len(set(ids)) >= 1
    newest = shown.text.rpartition("What was done")[2]
    assert newest.index("<code>/people</code>") < newest.index("</tr>")  # the log has the act that made the link
    for person, path in ((ada, "/in/lab"), (zoe, ""), (marie, "")):
        assert person.post(f"{path}/invitations/{ids[-1]}").status_code in (400, 403)
    assert ids[-1] not in ada.get("/in/lab/people").text
    assert httpx.get(link, timeout=300).status_code == 200
    assert zoe.post(f"/in/lab/invitations/{ids[-1]}").status_code == 303
    assert httpx.get(link, timeout=300).status_code == 404
    assert httpx.post(link, data={"name": "late", "password": PASSWORD}, timeout=300).status_code == 404
    assert f'action="/in/lab/invitations/{ids[-1]}"' not in marie.get("/in/lab/people").text
    reset = link_of(marie.post("/people/ada/reset"))
    assert "Link to a new password · ada" in marie.get("/people").text
    assert "Link to a new password · ada" not in marie.get("/in/lab/people").text
    late = invite_member(accounts, "marie", Invitation(project="lab"), time.time() - INVITED_S - 1)
    assert invited_to(accounts, late, time.time()) is None
    assert marie.get("/in/lab/people").text.count("good until") == len(ids) - 1  # one that is over is not open
    (mine,) = re.findall(r"/invitations/(\w{16})", marie.get("/people").text.split("password · ada")[1])[:1]
    assert marie.post(f"/invitations/{mine}").status_code == 303
    assert httpx.get(reset, timeout=300).status_code == 404


def test_an_owner_of_a_project_opens_no_account_of_the_site(site: tuple[str, SiteFolder, Accounts]) -> None:
    zoe = Person(site[0], "zoe")
    assert zoe.get("/in/lab/people").text.count("Change") >= 3
    assert zoe.post("/in/lab/people/marie/reset").status_code == 404
    assert zoe.post("/people/marie/reset").status_code == 403
    assert zoe.post("/people/zoe/owner").status_code == 403
    assert zoe.post("/people/marie/email", email="zoe@evil.example").status_code == 403


def test_a_link_to_a_new_password_works_once_ends_sessions_and_ends(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, folder, accounts = site
    add_account(accounts, "lou", PASSWORD, 0.0, Role.AUTHOR)
    marie, lou = Person(address, "marie"), Person(address, "lou")
    first, link = (link_of(marie.post("/people/lou/reset")) for _ in range(2))
    assert httpx.get(first, timeout=300).status_code == 404  # a newer one is there
    page = httpx.get(link, timeout=300)
    assert page.status_code == 200
    assert 'value="lou"' in page.text
    assert link.partition("key=")[2] not in folder.acts.read_text("utf-8")
    assert (
        httpx.post(link, data={"password": NEW}, headers={"sec-fetch-site": "cross-site"}, timeout=300).status_code
        == 403
    )
    assert httpx.post(link, data={"password": "short"}, timeout=300).status_code == 400
    assert lou.get("/collections").status_code == 200
    assert (
        "The new password of lou is kept" in httpx.post(link, data={"name": "marie", "password": NEW}, timeout=300).text
    )
    assert lou.get("/collections").headers["location"].startswith("/login")
    assert (
        httpx.get(link, timeout=300).status_code
        == httpx.post(link, data={"password": NEW}, timeout=300).status_code
        == 404
    )
    assert Person(address, "lou").entered.status_code == 403
    assert Person(address, "lou", NEW).entered.status_code == 303
    assert Person(address, "marie").entered.status_code == 303  # a name in the form is not whose password it is
    secret = invite_member(accounts, "marie", Invitation(account="lou"), 1000.0)
    assert invited_to(accounts, secret, 999.0 + RESET_S) is not None
    assert invited_to(accounts, secret, 1001.0 + RESET_S) is None


def test_a_password_of_ones_own_needs_the_old_one_and_ends_every_session(
    site: tuple[str, SiteFolder, Accounts],
) -> None:
    address, _, accounts = site
    add_account(accounts, "max", PASSWORD, 0.0, Role.ASSISTANT)
    here, there = Person(address, "max"), Person(address, "max")
    assert here.post("/people/password", password="wrong", new=NEW).status_code == 400
    assert here.post("/people/password", password=PASSWORD, new="short").status_code == 400
    assert here.client.post("/people/password", data={"password": PASSWORD, "new": NEW}).status_code == 403
    assert here.post("/people/password", password=PASSWORD, new=NEW).headers["location"] == "/login"
    for each in (here, there):
        assert each.get("/collections").headers["location"].startswith("/login")
    thief = Person(address, "max", NEW)
    found = [thief.post("/people/password", password=f"guess {n}", new=PASSWORD).status_code for n in range(6)]
    assert found == [400] * 5 + [429]


def test_a_session_is_never_one_that_the_browser_brought_along(site: tuple[str, SiteFolder, Accounts]) -> None:
    address = site[0]
    planted = "planted-by-somebody-else"
    with httpx.Client(base_url=address, cookies={"anaphor_desk": planted}, timeout=300) as victim:
        assert victim.get("/collections").status_code == 303
        sent = victim.post("/login", data={"name": "paul", "password": PASSWORD})
        first = sent.cookies["anaphor_desk"]
    assert first != planted
    for cookie, known in ((planted, False), (first, True)):
        found = httpx.get(f"{address}/collections", cookies={"anaphor_desk": cookie}, timeout=300)
        assert (found.status_code == 200) is known
    eve = Person(address, "paul").client.cookies["anaphor_desk"]  # somebody's own session in the victim's browser
    sent = httpx.post(
        f"{address}/login", data={"name": "ada", "password": PASSWORD}, cookies={"anaphor_desk": eve}, timeout=300
    )
    assert sent.cookies["anaphor_desk"] != eve
    assert (
        httpx.get(f"{address}/collections", cookies={"anaphor_desk": eve}, timeout=300).status_code == 303
    )  # it has ended


def test_every_new_form_is_refused_without_its_token_from_elsewhere_and_to_strangers(
    site: tuple[str, SiteFolder, Accounts],
) -> None:
    address, folder, accounts = site
    add_account(accounts, "outsider", PASSWORD, 0.0)
    marie, other = Person(address, "marie"), Person(address, "outsider")
    before = (list_accounts(accounts), (folder.root / "projects/lab/members.txt").read_bytes())
    acts = [f"/people/ada/{act}" for act in ("owner", "assistant", "remove", "reset", "email")]
    told = {"role": "owner", "name": "outsider", "password": PASSWORD, "new": NEW, "email": "x@y.example"}
    for path in ("/people", "/people/password", *acts):
        for home in ("", "/in/lab"):
            assert marie.client.post(home + path, data=told).status_code == 403, path
            assert marie.client.post(home + path, data={**told, "check": other.check}).status_code == 403, path
            cross = {"sec-fetch-site": "cross-site"}
            mine = {**told, "check": marie.check}
            assert marie.client.post(home + path, data=mine, headers=cross).status_code == 403, path
            assert httpx.post(address + home + path, data=told, timeout=300).headers["location"].startswith("/login"), (
                path
            )
        assert other.post(f"/in/lab{path}", **told).status_code == 404, path
    assert other.get("/in/lab/people").status_code == 404
    assert (list_accounts(accounts), (folder.root / "projects/lab/members.txt").read_bytes()) == before


# --- what assistants see ---------------------------------------------------------------------------------------------


def named_in(text: str) -> list[str]:
    """The annotators who are named."""
    return [name for name in NAMES if name.casefold() in text.casefold()]


def test_assistants_see_no_annotators_name_wherever_they_look(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, folder, _ = site
    marie, paul = Person(address, "marie"), Person(address, "paul")
    lab, place = folder.root / "projects/lab", "/in/lab/agreement/votes.csv"
    (lab / "labels").mkdir()
    (lab / "labels/votes.csv").write_text(TABLE, "utf-8")
    assert named_in(marie.get(place).text) == list(NAMES)
    page = paul.get(place)
    assert page.status_code == 200
    assert named_in(page.text) == []
    assert [f"annotator {n}" in page.text for n in (1, 2, 3)] == [True] * 3
    for form in ("Read again", "Remove", 'name="without"'):
        assert form not in page.text
    for kind in ("report.html", "figure.svg", "paper.txt"):
        found = paul.get(f"{place}/{kind}")
        assert (found.status_code, named_in(found.text)) == (200, []), kind
    assert paul.post(place, without=NAMES[0]).status_code == 403
    assert paul.get(f"{place}?panel=5").status_code == 200

    def agreeing(page: httpx.Response) -> dict[str, str]:
        rows = re.findall(r"<tr>\s*<th[^>]*>(annotator \d)</th>(.*?)</tr>", page.text, re.DOTALL)
        return {who: re.sub("<[^>]+>", " ", rest).split()[0] for who, rest in rows}

    whole = agreeing(page)
    assert marie.post(place, without="Bertrand", scale="nominal").status_code == 303
    left = paul.get(place)
    assert named_in(left.text) == []  # not in the command either
    assert set(agreeing(left)) < set(whole)
    assert len(agreeing(left)) == 2  # who is left keeps the number
    # where the table cannot be read, the reason may quote it
    assert marie.post(place, label="none-such").status_code == 303
    broken = paul.get(place)
    assert (broken.status_code, named_in(broken.text)) == (400, [])
    (lab / "labels/votes.csv.reading.json").unlink()


def test_assistants_see_people_on_a_scale_by_number_and_no_report_with_names(
    site: tuple[str, SiteFolder, Accounts],
) -> None:
    address, folder, _ = site
    marie, paul = Person(address, "marie"), Person(address, "paul")
    lab = folder.root / "projects/lab"
    (lab / "labels").mkdir(exist_ok=True)
    made = resolve("anaphor-en", "first", output=lab / "runs" / "first.jsonl")
    ids = [each.question for each in made.answers]
    rows = [f"{each},{who},{(n + len(who)) % 2}\n" for n, each in enumerate(ids) for who in NAMES]
    (lab / "labels/people.csv").write_text("item,annotator,choice\n" + "".join(rows), "utf-8")
    asked = {"run": "first.jsonl", "people": "people.csv"}
    assert named_in(marie.get("/in/lab/systems/scores", **asked).text) == list(NAMES)
    scaled = paul.get("/in/lab/systems/scores", **asked)
    assert (scaled.status_code, named_in(scaled.text)) == (200, [])
    assert "annotator 2" in scaled.text
    for name, told in (("audit.html", {}), ("labels.html", {"labels": ["votes.csv"]})):
        (lab / "reports" / name).write_text(f"<!doctype html><p>{NAMES[0]}", "utf-8")
        job = Job(id=name[:4], kind="report", title="x", who="marie", interface="en", told=told, made_at=time.time())
        JobBook(lab).write(replace(job, state=JobState.DONE, made=(f"reports/{name}",)))
    (lab / "reports" / "by-hand.html").write_text("<!doctype html><p>Evangeline", "utf-8")
    for name, may in (("audit.html", 200), ("labels.html", 403), ("by-hand.html", 403), ("./labels.html", 403)):
        assert paul.get(f"/in/lab/reports/{name}").status_code == may, name
        assert marie.get(f"/in/lab/reports/{name}").status_code == 200, name
    for path in ("/in/lab/reports", "/in/lab/", "/in/lab/search?q=html"):
        seen = paul.get(path).text
        assert ("audit.html" in seen, "labels.html" in seen, "by-hand" in seen) == (True, False, False), path
    for path in ("jobs", "jobs/labe", "jobs/audi", "collections", "people"):
        assert named_in(paul.get(f"/in/lab/{path}").text) == [], path


def test_assistants_learn_no_name_from_why_a_table_cannot_be_read(site: tuple[str, SiteFolder, Accounts]) -> None:
    """The reason may quote the table: on its page, for each file that is made of it, and in a report that failed."""
    address, folder, _ = site
    marie, paul = Person(address, "marie"), Person(address, "paul")
    lab = folder.root / "projects/lab"
    (lab / "labels").mkdir(exist_ok=True)
    twice = "".join(f"{n},{NAMES[0]},{label}\n" for n in range(9) for label in ("yes", "no"))
    (lab / "labels/twice.csv").write_text(f"item,annotator,label\n{twice}", "utf-8")
    place = "/in/lab/agreement/twice.csv"
    for path in (place, *(f"{place}/{kind}" for kind in ("report.html", "figure.svg", "figure.png", "paper.txt"))):
        assert named_in(marie.get(path).text) == [NAMES[0]], path
        found = paul.get(path)
        assert (found.status_code, named_in(found.text)) == (400, []), path
        assert "cannot be measured as it is" in found.text, path
    why = f"labels/twice.csv:3: annotator '{NAMES[0]}' labels item '0' twice"
    told: dict[str, object] = {
        "kind": "report",
        "title": "x",
        "who": "marie",
        "interface": "en",
        "made_at": time.time(),
    }
    failed = Job(id="twice", told={"labels": ["twice.csv"]}, state=JobState.FAILED, said=(why,), **told)  # type: ignore[arg-type]
    JobBook(lab).write(failed)
    JobBook(lab).write(replace(failed, id="other", told={}, said=("the collection is empty",)))
    assert named_in(marie.get("/in/lab/jobs/twice").text) == [NAMES[0]]
    assert named_in(paul.get("/in/lab/jobs/twice").text) == []
    assert "cannot be measured as it is" in paul.get("/in/lab/jobs/twice").text
    assert "the collection is empty" in paul.get("/in/lab/jobs/other").text


def test_a_page_that_was_made_for_an_author_is_not_handed_to_them_as_an_assistant(
    site: tuple[str, SiteFolder, Accounts], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that takes long waits ten minutes for its reader, whose role may be another by then."""
    _, folder, accounts = site
    add_account(accounts, "lena", PASSWORD, 0.0, Role.AUTHOR)
    folder.place("labels").mkdir(exist_ok=True)
    (folder.place("labels") / "lena.csv").write_text(TABLE, "utf-8")
    app = Site(folder, {}, accounts, SiteSetting())
    with listening(app) as address:
        lena = Person(address, "lena")
        monkeypatch.setattr(slow, "PATIENCE_S", 0.0)
        assert lena.get("/agreement/lena.csv").status_code == 202
        end = time.monotonic() + 600
        while not all(each.done() for each in app.shell.slow._begun.values()):
            assert time.monotonic() < end
            time.sleep(0.05)
        change_account(accounts, "lena", Role.ASSISTANT, time.time())
        monkeypatch.setattr(slow, "PATIENCE_S", 120.0)
        page = Person(address, "lena").get("/agreement/lena.csv")
    assert (page.status_code, named_in(page.text)) == (200, [])


def test_a_list_of_members_that_two_change_at_once_keeps_an_owner(tmp_path: Path) -> None:
    folder = SiteFolder(root=tmp_path)
    folder.make_project("two", ["ann", "bob", "# a remark"])
    place = folder.project("two")
    assert place is not None
    place.set_role("ann", None)
    with pytest.raises(Exception, match="only owner"):
        place.set_role("bob", Role.AUTHOR)
    assert (place.root / "members.txt").read_text("utf-8") == "bob\n# a remark\n"
    assert json.dumps(place.roles()) == '{"bob": "owner"}'


def test_a_role_in_a_project_makes_no_projects_of_the_site(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, folder, _ = site
    for name in ("zoe", "ada"):
        assert Person(address, name).post("/in/lab/projects", name="mine").status_code == 404
    assert folder.project("mine") is None


def test_assistants_see_nothing_of_a_challenge_that_is_not_announced(
    site: tuple[str, SiteFolder, Accounts],
) -> None:
    address, folder, _ = site
    house.new(folder.challenges / "prix", questions=20, desk=f"{address}/challenges/prix/team", seed=1)
    book = JobBook(folder.root)
    for kind, state in (("challenge", JobState.FAILED), ("try", JobState.DONE), ("audit", JobState.CANCELLED)):
        told = {"challenge": "prix"} if kind != "audit" else {}
        book.write(
            Job(
                id=f"{kind}1",
                kind=kind,
                title=f"secret {kind}",
                who="marie",
                interface="en",
                made_at=1.0,
                ended_at=2.0,
                state=state,
                told=told,
            )
        )
    paul, ada = Person(address, "paul"), Person(address, "ada")
    for page in ("/challenges/prix/organise", "/challenges/new", "/jobs/challenge1", "/jobs/try1"):
        assert (paul.get(page).status_code, ada.get(page).status_code) == (403, 200), page
    assert paul.get("/events/challenges/prix").status_code == 403
    assert "secret audit" in paul.get("/jobs").text
    assert "secret try" not in paul.get("/jobs").text
    assert "organise" not in paul.get("/challenges").text
    assert paul.get("/jobs/audit1").status_code == 200  # an ended one offers to begin again
    assert paul.get(f"/jobs/{'a' * 300}").status_code == 404


def test_a_name_that_reads_as_another_is_not_given_twice(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, _, accounts = site
    key = invite_member(accounts, "marie", Invitation(role=Role.ASSISTANT), time.time())
    found = httpx.post(
        f"{address}/invitation", params={"key": key}, data={"name": "Marie", "password": NEW}, timeout=300
    )
    assert found.status_code == 400
    assert "Marie" not in {each.name for each in list_accounts(accounts)}


# --- who is removed --------------------------------------------------------------------------------------------------


def test_a_removed_owner_of_a_project_does_not_come_back_by_links_made_before(
    site: tuple[str, SiteFolder, Accounts],
) -> None:
    address, folder, accounts = site
    add_account(accounts, "vera", PASSWORD, 0.0, Role.ASSISTANT)
    marie = Person(address, "marie")
    assert marie.post("/in/lab/people", name="vera", role="owner").status_code == 303
    vera = Person(address, "vera")
    first, second = (link_of(vera.post("/in/lab/people", role=role)) for role in ("owner", "author"))
    assert httpx.get(first, timeout=300).status_code == 200
    assert marie.post("/in/lab/people/vera/author").status_code == 303  # who owns no longer invites no longer
    assert httpx.get(first, timeout=300).status_code == httpx.get(second, timeout=300).status_code == 404
    assert marie.post("/in/lab/people/vera/owner").status_code == 303
    third = link_of(vera.post("/in/lab/people", role="owner"))
    other = link_of(marie.post("/in/lab/people", role="assistant"))
    assert marie.post("/in/lab/people/vera/remove", sure="1").status_code == 303
    assert httpx.post(third, data={"name": "vera-again", "password": PASSWORD}, timeout=300).status_code == 404
    assert vera.get("/in/lab/").status_code == 404
    assert httpx.get(other, timeout=300).status_code == 200  # what others made stays
    assert "vera-again" not in (folder.root / "projects/lab/members.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("place", "upload"), [("site", False), ("site", True), ("project", False), ("project", True), ("workbench", False)]
)
def test_a_form_that_was_begun_before_its_sender_was_removed_does_nothing(
    site: tuple[str, SiteFolder, Accounts], monkeypatch: pytest.MonkeyPatch, place: str, upload: bool
) -> None:
    """Else whoever holds a form back until they are removed comes back by the invitation that it asks for."""
    address, folder, accounts = site
    name = f"held-{place}-{'upload' if upload else 'form'}"
    add_account(accounts, name, PASSWORD, 0.0, Role.OWNER)
    marie, held = Person(address, "marie"), Person(address, name)
    home = "" if place == "site" else "/in/lab"
    if home:
        assert marie.post("/in/lab/people", name=name, role="owner").status_code == 303
    path, headers, body = f"{home}/people", {"content-type": "application/x-www-form-urlencoded"}, b""
    if place == "workbench":
        path, headers = "/in/lab/write/mes-schemas/api/save", {"x-check": held.check}
        body = json.dumps({"draft": {"text": "x" * 900}}).encode()
    elif upload:
        headers = {"content-type": "multipart/form-data; boundary=x"}
        body = (
            "".join(
                f'--x\r\ncontent-disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
                for field, value in (("check", held.check), ("role", "owner"))
            ).encode()
            + b"--x--\r\n"
        )
    else:
        body = f"check={held.check}&role=owner".encode()
    waits, removed = threading.Event(), threading.Event()
    visit = Shell.visit

    async def seen(shell: Shell, request: Request, **options: bool) -> PageVisit:
        found = await visit(shell, request, **options)
        if found.who == name:
            waits.set()
        return found

    def slowly() -> Iterator[bytes]:
        yield body[:20]
        assert removed.wait(60)
        yield body[20:]

    monkeypatch.setattr(Shell, "visit", seen)
    (folder.root / "projects/lab/collections/mes-schemas.yaml").write_text(MINE, "utf-8")
    with ThreadPoolExecutor(1) as other:
        sent = other.submit(held.client.post, path, content=slowly(), headers=headers)
        assert waits.wait(60)
        monkeypatch.setattr(Shell, "visit", visit)
        gone = marie.post(f"{home}/people/{name}/remove", sure="1")
        removed.set()
        found = sent.result(60)
    assert gone.status_code == 303
    assert found.status_code in (303, 403, 404), found.text
    assert "/login" in found.headers.get("location", "/login")
    assert "invitation?key=" not in found.text
    assert (folder.root / "projects/lab/collections/mes-schemas.yaml").read_text("utf-8") == MINE


def test_who_is_removed_in_a_terminal_leaves_no_link_to_a_team(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, folder, accounts = site
    add_account(accounts, "nora", PASSWORD, 0.0, Role.OWNER)
    house.new(folder.challenges / "bowl", questions=20, desk=f"{address}/challenges/bowl/team", seed=1)
    fields = {"name": "team-a", "password": PASSWORD, "contact": "a@b.example"}
    assert httpx.post(f"{address}/challenges/bowl/team/in/register", data=fields, timeout=300).status_code == 303
    page = Person(address, "nora").post("/challenges/bowl/organise/reset", team="team-a").text
    link = re.findall(rf"{address}/challenges/bowl/team/reset\?key=[\w-]+", page)[0]
    assert httpx.get(link, timeout=300).status_code == 200
    remove_account(accounts, "nora", time.time())
    assert httpx.get(link, timeout=300).status_code == 404
    taken = httpx.post(link.replace("/team/reset", "/team/in/reset"), data={"password": NEW}, timeout=300)
    assert (taken.status_code, "never was one" in taken.text) == (400, True)
    kept = httpx.post(f"{address}/challenges/bowl/team/in/enter", data=fields, timeout=300)
    assert kept.status_code == 303  # with the password that the team had


def test_who_is_removed_in_a_terminal_has_no_jobs_left(
    site: tuple[str, SiteFolder, Accounts], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the page: jobs would go on asking a model with the key of somebody who has gone."""
    _, folder, accounts = site
    monkeypatch.setattr(of_the_site, "_DEPARTED_S", 0.05)
    add_account(accounts, "rosa", PASSWORD, 0.0, Role.AUTHOR)
    with listening(Site(folder, {}, accounts, SiteSetting())):
        job = Job(
            id="rosa1", kind="audit", title="x", who="rosa", interface="en", told={}, made_at=time.time(), tries=9
        )
        JobBook(folder.root).write(job)
        remove_account(accounts, "rosa", time.time())
        end = time.monotonic() + 600
        while departed(accounts):
            assert time.monotonic() < end
            time.sleep(0.05)
    ended = JobBook(folder.root).read("rosa1")
    assert ended is not None
    assert ended.finished or JobBook(folder.root).mark("rosa1").exists()
    assert "departed" not in {what for _, _, what in logins(accounts)}


def test_what_strangers_try_keeps_nobody_from_a_new_password(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, _, accounts = site
    add_account(accounts, "tilda", PASSWORD, 0.0, Role.AUTHOR)
    tilda = Person(address, "tilda")
    for _ in range(12):
        log_in(accounts, "tilda", "a wrong password", time.time())
    assert must_wait(accounts, "tilda", time.time()) > 0
    assert tilda.post("/people/password", password=PASSWORD, new=NEW).status_code == 303
    assert Person(address, "tilda", NEW).entered.status_code == 303


def test_a_removed_owner_of_the_site_takes_over_no_account_and_no_team(
    site: tuple[str, SiteFolder, Accounts],
) -> None:
    address, folder, accounts = site
    add_account(accounts, "olga", PASSWORD, 0.0, Role.OWNER)
    place = folder.challenges / "cup"
    house.new(place, questions=20, desk=f"{address}/challenges/cup/team", seed=1)
    fields = {"name": "team-a", "password": PASSWORD, "contact": "a@b.example"}
    registered = httpx.post(f"{address}/challenges/cup/team/in/register", data=fields, timeout=300)
    assert registered.headers["location"].endswith("said=registered")
    marie, olga = Person(address, "marie"), Person(address, "olga")
    reset, invitation = link_of(olga.post("/people/marie/reset")), link_of(olga.post("/people", role="owner"))
    page = olga.post("/challenges/cup/organise/reset", team="team-a").text
    team = re.findall(rf"{address}/challenges/cup/team/reset\?key=[\w-]+", page)[0]
    assert [httpx.get(each, timeout=300).status_code for each in (reset, invitation, team)] == [200] * 3
    job = Job(id="olga1", kind="audit", title="x", who="olga", interface="en", told={}, made_at=time.time(), tries=9)
    JobBook(folder.root).write(job)
    assert marie.post("/people/olga/remove", sure="1").status_code == 303
    assert [httpx.get(each, timeout=300).status_code for each in (reset, invitation, team)] == [404] * 3
    taken = httpx.post(team.replace("/team/reset", "/team/in/reset"), data={"password": NEW}, timeout=300)
    assert taken.status_code == 400
    assert Person(address, "marie").entered.status_code == 303  # with the password that she had
    ended = JobBook(folder.root).read("olga1")
    assert ended is not None
    assert ended.finished or JobBook(folder.root).mark("olga1").exists()
    assert olga.get("/collections").headers["location"].startswith("/login")


def test_the_page_reads_only_the_end_of_a_long_record(tmp_path: Path) -> None:
    path = tmp_path / "acts.jsonl"
    path.write_text("".join(f'{{"act": {number}}}\n' for number in range(1, 300)), "utf-8")
    every = [record["act"] for record in records_in(path)]
    assert every == list(range(1, 300))
    for latest in range(1, 200):
        some = [record["act"] for record in records_in(path, latest)]
        assert some == every[len(every) - len(some) :], "whole lines, the latest"
        assert len("".join(f'{{"act": {act}}}\n' for act in some)) <= latest
    assert [record["act"] for record in records_in(path, 10**9)] == every
