"""Studies on the site: planned, published and followed on pages, by owners and assistants, and by nobody else."""

import csv
import io
import json
import re
import shlex
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from anaphor import experiment
from anaphor.cli.main import app
from anaphor.errors import OutputError
from anaphor.experiment import (
    Accounts,
    Role,
    add_account,
    exclude,
    load_design,
    make_key,
    open_accounts,
    open_store,
    save_design,
)
from anaphor.experiment.design.asking import PersonQuestion
from anaphor.experiment.design.design import Recruiter, Recruiting
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.jobs.records import JobBook, JobState
from tests.experiment.databases import new_database
from tests.experiment.specimens import cheap_passwords, design
from tests.web.conftest import PASSWORD
from tests.web.served import Browser, listening
from tests.web.test_site import filled

pytestmark = pytest.mark.waiting

TABLE = "id,sentence,a,b,answer\n1,The cat saw the dog because [it] ran.,the cat,the dog,the cat\n"
MAIL = "ada@example.org"
REASON = "told her friend Grace"
OPTIONS = {"collection": "mes-schemas", "lists": "2", "quota": "4"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, SiteFolder, str]]:
    """A site with a project whose owner is Marie and whose assistant is Paul, and Paul's key; Eve is in no project."""
    folder = filled(tmp_path_factory.mktemp("studies") / "site")
    accounts = open_accounts(str(folder.root / "accounts.db"))
    folder.make_project("lab", ["marie", "paul assistant"])
    lab = folder.project("lab")
    assert lab is not None
    asked = PersonQuestion(id="mail", text="Your address?")
    planned = replace(design(4, quota=20), name="secret", questions=(asked,))
    save_design(planned, lab.studies / "secret.json")
    invited = replace(design(2), name="invited", recruiting=Recruiting(recruiter=Recruiter.TOKENS))
    save_design(invited, lab.studies / "invited.json")
    prolific = Recruiting(recruiter=Recruiter.PROLIFIC, completion_code="C1")
    save_design(replace(design(2), name="paid", recruiting=prolific), lab.studies / "paid.json")
    for name, dropout in (("first", 0.3), ("second", 0.0)):
        save_design(replace(design(4, quota=20), name=name), folder.studies / f"{name}.json")
        database = folder.studies / f"{name}.db"
        experiment.simulate(folder.studies / f"{name}.json", participants=8, dropout=dropout, database=database)
    with cheap_passwords():
        for name in ("marie", "paul", "eve"):
            add_account(accounts, name, PASSWORD, 0.0)
        key = make_key(accounts, "paul", "x", time.time())
        with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as address:
            yield address, folder, key


class Person:
    """Somebody who is logged in."""

    def __init__(self, address: str, name: str) -> None:
        self.client = httpx.Client(base_url=address, timeout=300)
        assert self.client.post("/login", data={"name": name, "password": PASSWORD}).status_code == 303
        self.check = self.client.get("/").text.split('name="check" value="')[1].split('"')[0]

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path)

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self.client.post(path, data={"check": self.check, **fields})


@pytest.fixture
def marie(site: tuple[str, SiteFolder, str]) -> Iterator[Person]:
    """An owner."""
    person = Person(site[0], "marie")
    yield person
    person.client.close()


@pytest.fixture
def paul(site: tuple[str, SiteFolder, str]) -> Iterator[Person]:
    """An assistant."""
    person = Person(site[0], "paul")
    yield person
    person.client.close()


def command_of(page: str) -> str:
    """The command that a page shows."""
    return page.split('class="command"')[1].split("<code>")[1].split("</code>", maxsplit=1)[0].replace("&#39;", "'")


def test_three_steps_make_the_design_that_the_command_makes_and_take_answers_at_once(
    site: tuple[str, SiteFolder, str], marie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, folder, _ = site
    told = {**OPTIONS, "trials": "16", "adaptive": "yes", "interface": "en", "recruiter": "link", "code": "DONE"}
    made = marie.post("/studies/new", name="essai", **told, retention="2030-01-31")
    assert made.headers["location"] == "/studies/drafts/essai/words"
    words = marie.get("/studies/drafts/essai/words").text
    assert "sentences and answer a question" in words
    assert "--adaptive" in command_of(words)
    assert "--words" not in command_of(words)
    tricky = 'Who "does" it?\n[[question]] \\u0041'
    sent = {"title": tricky, "standard": "yes", "check-1": "What to do?", "answers-1": "sleep\n* read", "on": "yes"}
    assert marie.post("/studies/drafts/essai/words", **sent).headers["location"].endswith("/publish")
    assert httpx.get(f"{address}/studies/essai/s/essai", timeout=300).status_code == 404  # a draft asks nobody
    assert not (folder.studies / "essai.json").exists()
    line = command_of(marie.get("/studies/drafts/essai/publish").text)
    assert marie.post("/studies/drafts/essai/publish").headers["location"] == "/studies/essai"
    published = load_design(folder.studies / "essai.json")
    assert published.words.title == tricky
    assert [(each.candidates, each.key) for each in published.comprehension] == [(("sleep", "read"), 1)]
    assert (published.adaptive, published.quota, published.retention) == (True, 4, "2030-01-31")
    monkeypatch.chdir(folder.root)
    typed = shlex.split(line.replace("studies/essai.json", "again.json"))[1:]
    found = CliRunner().invoke(app, typed, catch_exceptions=False)
    assert found.exit_code == 0, found.output
    assert (folder.root / "again.json").read_bytes() == (folder.studies / "essai.json").read_bytes()
    with httpx.Client(timeout=300) as stranger:
        assert stranger.get(f"{address}/studies/essai").headers["location"] == "/studies/essai/s/essai"
        assert stranger.get(f"{address}/studies/essai/s/essai").status_code == 200
        assert stranger.get(f"{address}/studies/essai/people").headers["location"].startswith("/login")
        one = Browser(f"{address}/studies/essai", published, stranger).start("ada")
        assert one.place["comprehension"][0]["choices"] == ["sleep", "read"]
        tries = [one.ask("comprehension", {"choices": [0]}).json() for _ in range(2)]
        assert [(each["left"], each["outcome"]) for each in tries] == [(1, None), (0, "failed_comprehension")]
        assert marie.post("/studies/essai/pause").status_code == 303
        assert "Paused" in marie.get("/studies/essai").text
        refused = stranger.post(f"{address}/studies/essai/api/essai/start", json={"person": "bob"})
        assert refused.json()["reason"] == "paused"
        assert marie.post("/studies/essai/open").status_code == 303
        assert Browser(f"{address}/studies/essai", published, stranger).start("bob").place["token"]
    assert marie.post("/studies/new", name="essai", **OPTIONS).status_code == 400
    assert marie.post("/studies/essai/quota", quota="9").status_code == 303
    assert "/ 9" in marie.get("/studies/essai").text


def test_words_that_were_kept_stay_until_others_take_their_place(
    site: tuple[str, SiteFolder, str], marie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = site[1].studies / "planned.toml"
    assert marie.post("/studies/new", name="planned", **OPTIONS).status_code == 303
    assert marie.post("/studies/drafts/planned/words", title="First", standard="1").status_code == 303
    kept = words.read_bytes()
    bad = marie.post(
        "/studies/drafts/planned/words", title="Second", standard="1", **{"check-1": "?", "answers-1": "* a"}
    )
    assert (bad.status_code, words.read_bytes()) == (400, kept)
    assert str(Path(tempfile.gettempdir()).resolve()) not in bad.text
    there = list[bool]()

    def full_disk(path: Path, *_: object, **__: object) -> None:
        there.append(words.is_file())
        raise OutputError("files-cannot-write", why="no space", where=path)

    monkeypatch.setattr("anaphor.web.site.pages.drafts.write_text", full_disk)
    refused = marie.post("/studies/drafts/planned/words", title="Second", standard="1")
    assert (refused.status_code, words.read_bytes()) == (400, kept)
    assert all(there)  # there is no moment in which a kill would lose them


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "../x"},
        {"name": "a/b"},
        {"name": "new"},
        {"name": "drafts"},
        {"name": ""},
        {"name": "x" * 61},
        {"name": "é"},
        {"name": ".hidden"},
        {"name": "study-1"},
        {"collection": "none"},
        {"collection": "../accounts"},
        {"lists": "101"},
        {"lists": "0"},
        {"lists": "²"},
        {"quota": "-1"},
        {"trials": "1"},
        {"seed": "9" * 12},
        {"recruiter": "mturk"},
        {"redirect": "javascript:alert(1)"},
        {"retention": "soon"},
        {"interface": "xx"},
    ],
)
def test_what_cannot_be_planned_is_said_above_the_form_and_leaves_nothing(
    site: tuple[str, SiteFolder, str], marie: Person, fields: dict[str, str]
) -> None:
    before = sorted(site[1].root.rglob("*.json"))
    found = marie.post("/studies/new", **{"name": "bad", **OPTIONS, **fields})
    assert found.status_code == 400, fields
    assert 'role="alert"' in found.text
    assert 'name="lists"' in found.text  # the form is still there
    assert sorted(site[1].root.rglob("*.json")) == before


@pytest.mark.parametrize("content", ["{", "[]", '{"lists": "x", "collection": 3}'])
def test_a_draft_that_was_broken_by_hand_is_an_empty_form(
    site: tuple[str, SiteFolder, str], marie: Person, content: str
) -> None:
    place = site[1].studies / "drafts" / "broken.json"
    place.parent.mkdir(exist_ok=True)
    place.write_text(content, "utf-8")
    assert marie.get("/studies/drafts/broken").status_code == 400
    assert marie.get("/studies/drafts/broken/preview").status_code in (400, 404)
    place.unlink()


def test_words_that_cannot_be_are_said_beside_what_was_typed(site: tuple[str, SiteFolder, str], marie: Person) -> None:
    marie.post("/studies/new", name="textes", **OPTIONS)
    here, path = "/studies/drafts/textes", site[1].studies / "textes.toml"
    usual = load_words(marie, here)
    marie.post(f"{here}/words", title="Mine", standard="yes")
    kept = path.read_bytes()
    for answers in ("one\ntwo", "*one\n*two", "*one", "*one\none", ""):
        bad = marie.post(f"{here}/words", title="<b>Other", standard="yes", **{"check-1": "Why?", "answers-1": answers})
        assert bad.status_code == 400, answers
        assert "&lt;b&gt;Other" in bad.text
        assert path.read_bytes() == kept
    marie.post(f"{here}/words", standard="yes", **usual)
    assert not path.exists()  # what nobody changed stays the package's
    marie.post(f"{here}/words", **usual)
    assert path.read_text("utf-8").startswith("standard_questions = false")
    assert marie.get("/studies/drafts/textes/none").status_code == 404
    kept_draft = site[1].studies / "drafts" / "textes.json"
    kept_draft.write_text('{"collection": "gone"}', "utf-8")
    orphan = marie.get(here)
    assert (orphan.status_code, "Remove this draft" in orphan.text) == (400, True)
    assert marie.post(f"{here}/remove").headers["location"] == "/studies"
    assert not list(site[1].studies.glob("**/textes.*"))
    assert marie.get(here).status_code == 404


def load_words(person: Person, here: str) -> dict[str, str]:
    """The package's words, as a form sends them back when nobody has changed them."""
    design = json.loads(
        person.get(f"{here}/preview").text.split('id="study">')[1].split("</script>")[0].replace("\\u003c", "<")
    )["preview"]
    return {
        "title": design["title"],
        "consent": design["consent"]["text"].replace("\n", "\r\n"),
        "instructions": design["instructions"],
        "debrief": design["debrief"],
    }


def test_a_preview_is_the_page_of_participants_without_a_key_in_it(marie: Person) -> None:
    page = marie.get("/studies/study-1/preview").text
    shown = json.loads(page.split('id="study">')[1].split("</script>")[0])
    assert shown["preview"]["preview"] is True
    assert len(shown["preview"]["trials"]) == 4
    assert set(shown["preview"]["trials"][0]) == {"id", "kind", "text", "prompt", "choices", "keys", "scale"}
    assert marie.get("/static/experiment.js").status_code == 200


def test_forms_without_a_token_and_wrong_methods_are_refused(site: tuple[str, SiteFolder, str], marie: Person) -> None:
    for path in ("/studies/new", "/studies/study-1/pause", "/studies/study-1/analyse", "/studies/drafts/x/publish"):
        assert marie.client.post(path, data={"name": "y", **OPTIONS}).status_code == 403, path
        assert marie.client.post(path, files={"x": ("x", b"x")}).status_code == 403, path
        with httpx.Client(timeout=300) as stranger:
            assert stranger.post(site[0] + path, data={"check": "x"}).headers["location"].startswith("/login")
        foreign = marie.client.post(path, data={"check": marie.check}, headers={"sec-fetch-site": "cross-site"})
        assert foreign.status_code == 403
    for path in ("/studies/none", "/studies/none/people", "/studies/study-1/none", "/studies/drafts/none/words"):
        assert marie.get(path).status_code == 404, path
    for path in ("/studies/study-1/pause", "/studies/study-1/analyse"):
        assert marie.get(path).status_code == 404, path  # looking changes nothing
    assert marie.post("/studies/study-1/none").status_code == 404
    assert marie.post("/studies").status_code == 405
    assert marie.client.put("/studies/study-1").status_code == 405
    for name in ("%2e%2e", "..%2fstudy-1", "study-1%00", "lab%2fsecret", "x" * 300):
        for path in (f"/studies/{name}", f"/studies/{name}/export?to=csv", f"/studies/drafts/{name}/words"):
            assert marie.get(path).status_code == 404, path
    assert marie.get("/studies/study-1/export?to=exe").status_code == 404
    assert marie.get("/studies/compare?study=study-1").headers["location"] == "/studies"
    assert marie.post("/studies/study-1/invite", count="3").status_code == 400  # it is open to everybody
    assert "Paused" not in marie.get("/studies/study-1").text


def test_a_projects_study_takes_answers_from_everybody_and_shows_them_to_its_members(
    site: tuple[str, SiteFolder, str], marie: Person, paul: Person
) -> None:
    address, folder, key = site
    here, planned = "/in/lab/studies/secret", load_design(folder.root / "projects/lab/studies/secret.json")
    with httpx.Client(timeout=300) as stranger:
        one = Browser(address + here, planned, stranger)
        place = one.ask("start", {"person": "ada"}, "").json()
        agreed = {"hash": place["consent"]["hash"], "adult": True, "native": True, "answers": {"mail": MAIL}}
        one.place = one.ask("consent", {"person": "ada", **agreed}, "").json()["place"]
        for at in range(len(one.place["trials"])):
            one.answer(at)
        assert one.finish()["outcome"] == "completed"
        for path in ("", "/people", "/export?to=csv"):
            assert stranger.get(address + here + path).headers["location"].startswith("/login")
        bearer = {"authorization": f"Bearer {key}"}
        for path in ("/desk", "/api/desk/participants", "/api/desk/download/csv"):  # these ask for any account
            assert stranger.get(address + here + path, headers=bearer).status_code == 404, path
        health = stranger.get(f"{address}/health")
        assert health.json()["ok"]
        assert "secret" not in health.text
    eve = Person(address, "eve")
    for path in (here, f"{here}/people", f"{here}/export?to=csv", "/studies/secret", "/studies/lab%2Fsecret"):
        assert eve.get(path).status_code == 404, path
    assert eve.post(f"{here}/pause").status_code == 404
    assert "studies/secret" not in eve.get("/studies").text + eve.get("/").text + eve.get("/search?q=secret").text
    eve.client.close()
    store = open_store(str(folder.root / "projects/lab/studies/secret.db"), new=False)
    exclude(store, 1, REASON, "marie", 0.0)
    store.engine.dispose()
    for person, sees in ((marie, True), (paul, False)):
        page = person.get(here)
        assert (page.status_code, "/ 20" in page.text) == (200, True)
        for view in ("items", "design", "export", "analysis", "preview"):
            assert person.get(f"{here}/{view}").status_code == 200, view
        for form in ("csv", "study", "psych-ds", "jspsych"):
            packed = zipfile.ZipFile(io.BytesIO(person.get(f"{here}/export?to={form}").content))
            whole = "".join(packed.read(name).decode("utf-8") for name in packed.namelist())
            # jsPsych's file has no place for reasons, the table of people beside it does.
            assert ((MAIL in whole), (REASON in whole)) == (sees, sees), form
            rows = list(csv.DictReader(io.StringIO(packed.read("people.csv").decode("utf-8"))))
            assert [(row["participant"], row["excluded_by"]) for row in rows] == [("p0001", "by_hand")]
        for path in ("people", "recruit", "payments.csv"):
            assert person.get(f"{here}/{path}").status_code == (200 if sees else 403), path
    assert REASON in marie.get(f"{here}/people").text


def test_an_assistant_looks_and_changes_nothing(site: tuple[str, SiteFolder, str], marie: Person, paul: Person) -> None:
    lab, folder = "/in/lab", site[1].root / "projects" / "lab"
    marie.post(f"{lab}/studies/new", name="plan", **{**OPTIONS, "collection": "anaphor-en"})
    assert (folder / "studies" / "drafts" / "plan.json").is_file()
    acts = ["pause", "open", "quota", "exclude", "include", "free", "forget", "invite"]
    drafts = ["", "/words", "/publish", "/remove"]
    paths = [f"/studies/secret/{each}" for each in acts] + [f"/studies/drafts/plan{each}" for each in drafts]
    for path in (*paths, "/studies/new", "/collections", "/write", "/agreement", "/systems"):
        found = paul.post(lab + path, name="mine", quota="1", participant="1", reason="x", count="1", language="fr")
        assert (found.status_code, "only owners" in found.text) == (403, True), path
    for path in ("/studies/new", "/studies/drafts/plan", "/studies/drafts/plan/preview"):
        assert paul.get(lab + path).status_code == 403, path
    text = paul.get(f"{lab}/studies").text
    assert "secret" in text
    assert "plan" not in text.partition("<main")[2]
    assert "pause" not in paul.get(f"{lab}/studies/secret").text.lower().partition("<main")[2]
    assert not (folder / "collections" / "mine.yaml").exists()
    assert not (folder / "studies" / "mine.json").exists()
    assert marie.post(f"{lab}/studies/drafts/plan/publish").headers["location"] == f"{lab}/studies/plan"
    assert httpx.get(f"{site[0]}{lab}/studies/plan/s/plan", timeout=300).status_code == 200
    assert paul.get("/studies/study-1/people").status_code == 200  # what is the site's own is for all who log in


def test_recruit_links_are_those_that_the_door_takes(site: tuple[str, SiteFolder, str], marie: Person) -> None:
    address, here = site[0], "/in/lab/studies"
    sent = marie.post(f"{here}/invited/invite", count="3")
    links = sent.text.split()
    assert "attachment" in sent.headers["content-disposition"]
    assert len(links) == 3
    assert links[0].startswith(f"{address}{here}/invited/s/invited?token=")
    planned = load_design(site[1].root / "projects/lab/studies/invited.json")
    with httpx.Client(timeout=300) as guest:
        door = Browser(f"{address}{here}/invited", planned, guest)
        assert door.start(links[0].partition("token=")[2]).place["token"]
        assert door.ask("start", {"person": "nobody"}, "").json()["reason"] == "not_invited"
    for bad in ("", "x", "0", "-1", "9999999"):
        assert marie.post(f"{here}/invited/invite", count=bad).status_code == 400, bad
    page = marie.get(f"{here}/paid/recruit").text
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}&amp;STUDY_ID={{%STUDY_ID%}}&amp;SESSION_ID={{%SESSION_ID%}}" in page
    assert "https://app.prolific.com/submissions/complete?cc=C1" in page
    assert f"{address}{here}/paid/api/paid/prolific" in page


def test_the_dashboard_counts_as_the_command_does_and_two_studies_are_compared(
    site: tuple[str, SiteFolder, str], marie: Person
) -> None:
    found = experiment.status(site[1].studies / "first.json")
    page = marie.get("/studies/first").text
    shown = dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page))
    assert (shown["Started"], shown["Answers"]) == (str(found.started), str(found.answers))
    assert int(shown["Dropped out"]) == found.started - found.finished > 0
    assert shown["Answers before dropping out (median)"] in ("1", "1.5", "2", "2.5", "3")
    assert float(shown["Minutes (median)"]) > 0
    rows = re.findall(r'<th scope="row">(\d)</th><td class="n">(\d+)</td>', page)
    assert [int(count) for _, count in rows] == [each.finished for each in found.lists]
    both = marie.get("/studies/compare?study=first&study=second")
    assert both.status_code == 200
    assert "8 common items" in both.text
    assert "experiment compare studies/first.json studies/second.json" in both.text
    empty = marie.get("/studies/compare?study=first&study=study-1")
    assert (empty.status_code, 'role="alert"' in empty.text) == (400, True)


def test_a_collection_that_needs_to_be_told_how_it_is_read_is_converted_first(
    site: tuple[str, SiteFolder, str], marie: Person
) -> None:
    marie.client.post("/collections", data={"check": marie.check}, files={"file": ("table.csv", TABLE)})
    columns = "text=sentence candidates=a,b answer=answer"
    marie.post("/collections/table.csv/reading", format="table", language="en", columns=columns)
    assert marie.post("/studies/new", name="tabular", **{**OPTIONS, "collection": "table.csv"}).status_code == 303
    convert, made = command_of(marie.get("/studies/drafts/tabular/publish").text).split("\n")
    assert convert.startswith("anaphor collection convert collections/table.csv -o collections/table.yaml --format")
    assert made.startswith("anaphor experiment new collections/table.yaml --name tabular")
    assert "studies/new?collection=table.csv" in marie.get("/collections/table.csv").text


def test_members_have_the_role_that_their_line_says_and_the_lesser_of_two(tmp_path: Path) -> None:
    folder = SiteFolder(root=tmp_path)
    (tmp_path / "members.txt").write_text("ann\nbob assistant\n ben  owner \neve asistant\n\nkim\nkim assistant\n")
    roles = {name: folder.roles().get(name) for name in ("ann", "bob", "ben", "eve", "kim", "", "assistant", "zoe")}
    expected = [Role.OWNER, Role.ASSISTANT, Role.OWNER, None, Role.ASSISTANT, None, None, None]
    assert list(roles.values()) == expected


def test_a_projects_study_lies_in_a_schema_of_its_own_in_a_database_and_is_analysed_there(
    tmp_path: Path, accounts: Accounts, postgresql: Any
) -> None:
    folder = filled(tmp_path / "site", new_database(postgresql, "projects"))
    folder.make_project("lab", ["marie"])
    planned = design(2, quota=20)
    lab = folder.project("lab")
    assert lab is not None
    for place in (folder, lab):  # of the same name, so that only the schema keeps them apart
        save_design(planned, place.studies / "study-1.json")
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as address:
        with httpx.Client(timeout=300) as guest:
            one = Browser(f"{address}/in/lab/studies/study-1", planned, guest).start("ada")
            for at in range(len(one.place["trials"])):
                one.answer(at, rt_ms=900.0)
            assert one.finish()["outcome"] == "completed"
        marie = Person(address, "marie")
        assert "1 / 20" in marie.get("/in/lab/studies/study-1").text
        assert "0 / 20" in marie.get("/studies/study-1").text
        assert marie.post("/in/lab/studies/study-1/analyse").status_code == 303
        book = JobBook(lab.root)
        for _ in range(6000):
            if book.jobs()[0].finished:
                break
            time.sleep(0.1)
        assert book.jobs()[0].state is JobState.DONE, book.jobs()[0].said
        assert "postgresql" not in "".join(path.read_text("utf-8") for path in book.folder.iterdir())
        marie.client.close()
