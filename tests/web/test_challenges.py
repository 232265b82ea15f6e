"""Challenges in the browser, request by request: the files that pages leave, and what entrants cannot get by them."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import Response

from anaphor import challenge as house
from anaphor.challenge import TeamBook, try_entry
from anaphor.challenge.entry import stored_entry
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.staging import tree_digest
from anaphor.errors import AnaphorError
from anaphor.experiment import TRIES, Accounts
from anaphor.web import Site, SiteFolder, SiteSetting, security
from anaphor.web.jobs.records import Job, JobBook
from anaphor.web.replies import BadRequestError
from anaphor.web.site.folder import records_in
from anaphor.web.site.teams import TeamDoors
from tests.challenge.entries import PYTHON
from tests.challenge.test_archive import HOSTILE, zipped
from tests.challenge.test_other_entries import real
from tests.web.served import listening
from tests.web.test_site import log_in

pytestmark = pytest.mark.waiting

SECRET = "0123456789 secret"
ANSWERS = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "choice": CHOICE}), flush=True)
"""
PROGRAM = zipped({"answer.py": ANSWERS.replace("CHOICE", "0").encode()})
PDF = b"%PDF-1.4\n%%EOF\n"
FORM = {"name": "prix", "title": "Prix <b>2026</b>", "organiser": "Marie", "collection": "anaphor-fr"}
FORM |= {"questions": "20", "metric": "right", "development": "anaphor-fr"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A challenge that teams can enter, made once."""
    place = tmp_path_factory.mktemp("begun") / "prix"
    house.new(place, questions=20, desk="https://lab.example/challenges/prix/team", backend="none", seed=1)
    shutil.rmtree(place / "entries" / "starter-kit")
    return place


@pytest.fixture
def folder(tmp_path: Path, begun: Path) -> SiteFolder:
    """A site with that challenge."""
    folder = SiteFolder(root=tmp_path / "site")
    folder.make()
    shutil.copytree(begun, folder.challenges / "prix")
    return folder


@pytest.fixture
def address(folder: SiteFolder, accounts: Accounts) -> Iterator[str]:
    """Where it is served."""
    with listening(Site(folder, {}, accounts, SiteSetting())) as found:
        yield found


class Entrant:
    """A team and its browser."""

    def __init__(self, address: str, name: str) -> None:
        self.client, self.name, self.page = httpx.Client(timeout=300), name, f"{address}/challenges/prix/team"
        told = {"name": name, "contact": f"{name}@example.org", "password": SECRET}
        self.registered = self.client.post(f"{self.page}/in/register", data=told)
        self.client.post(f"{self.page}/in/login", data=told)
        self.check = self.client.get(self.page).text.split('name="check" value="')[1].split('"')[0]

    def send(self, act: str, data: bytes | None = None, status: int = 303, **fields: str) -> httpx.Response:
        """What a form of the page does."""
        told = {"check": self.check, "command": "python3 answer.py", **fields}
        files = {"file": (fields.get("called", "x.zip"), data)} if data is not None else None
        found = self.client.post(f"{self.page}/{act}", data=told, files=files)
        assert found.status_code == status, found.text[-600:]
        return found


Team = Callable[[str], Entrant]


@pytest.fixture
def team_of(address: str) -> Iterator[Team]:
    """Registers a team and logs it in."""
    with ExitStack() as stack:

        def made(name: str) -> Entrant:
            entrant = Entrant(address, name)
            stack.callback(entrant.client.close)
            return entrant

        yield made


def test_a_team_sends_enters_replaces_and_withdraws_and_keeps_receipts(folder: SiteFolder, team_of: Team) -> None:
    team, place = team_of("team-a"), folder.challenges / "prix"
    team.send("send", PROGRAM, authors="Ann, Bob", description="nothing <b>much</b>")
    sent = team.client.get(team.page).text
    assert "nothing &lt;b&gt;much" in sent
    assert "Rehearsal" not in sent
    assert "its clock jumps" in sent
    team.send("enter")
    with house.open_challenge(place) as held:
        (entered,), first = held.in_time, held.head
        assert (held.entry("team-a").authors, entered.name) == (("Ann", "Bob"), "team-a")
    assert (place / "entries" / "team-a" / "files" / "answer.py").is_file()
    page = team.client.get(team.page).text
    assert page.count(entered.digest) == 2, "what was entered is what was sent"
    assert entered.digest in sent
    assert first in page, "the receipt is the hash of the journal"
    team.send("send", zipped({"other.py": b"1"}), command="python3 other.py")
    team.send("enter")
    with house.open_challenge(place) as held:
        assert held.in_time[0].digest != entered.digest
    team.send("withdraw")
    with house.open_challenge(place) as held:
        assert held.in_time == ()
        assert [each.kind.value for each in held.course.changes] == ["withdrawn", "withdrawn"]
    assert house.verify(place).ok
    assert len(list((place / "teams" / "team-a" / "drafts").iterdir())) == 1


def test_a_team_says_what_its_entry_needs_within_the_rules(folder: SiteFolder, team_of: Team) -> None:
    rules, team = folder.challenges / "prix" / "challenge.toml", team_of("team-a")
    assert "needs_gpus" not in team.client.get(team.page).text
    needs = "[needs]\ngpus = 2\nscratch = 500\n\n[dates]"
    rules.write_text(rules.read_text("utf-8").replace("[dates]", needs), "utf-8")
    page = team.client.get(team.page).text
    assert 'name="needs_gpus" type="number"' in page
    assert "needs_memory" not in page
    assert "more than the rules give" in team.send("send", PROGRAM, needs_gpus="3", status=400).text
    for bad in ("0", "-1", "x", "1.5"):
        assert "a whole number above 0" in team.send("send", PROGRAM, needs_gpus=bad, status=400).text
    team.send("send", PROGRAM, needs_gpus="1", needs_scratch="")
    team.send("enter")
    with house.open_challenge(folder.challenges / "prix") as held:
        assert held.needs("team-a") == {"gpus": 1}
        hardware = next(each.text for each in held.check() if each.rule == "hardware")
    assert "has 2 graphics card(s), 500 GiB of disk; a sealed run sees no graphics card and has 1,024 MiB" in hardware


def test_hostile_archives_leave_what_was_sent_before(
    folder: SiteFolder, monkeypatch: pytest.MonkeyPatch, team_of: Team
) -> None:
    monkeypatch.setattr("anaphor.challenge.entrants.MOST_UNPACKED", 100_000)
    team = team_of("team-a")
    team.send("send", PROGRAM)
    before = TeamBook(folder.challenges / "prix").sent("team-a")
    for kind in ("slip", "absolute", "file and folder", "bomb", "nothing"):
        team.send("send", zipped(HOSTILE[kind]), status=400)
        assert TeamBook(folder.challenges / "prix").sent("team-a") == before
    assert not list((folder.root).rglob(".unpacking-*"))
    assert not (folder.root.parent / "etc").exists()


def test_what_an_archive_says_of_itself_gives_it_nothing(folder: SiteFolder, team_of: Team) -> None:
    team = team_of("team-a")
    evil = b'command = ["sh"]\nreadable = ["/"]\nurl = "http://127.0.0.1/"\nenvironment = { X = "1" }\n'
    team.send("send", zipped({"entry.toml": evil, "answer.py": b""}))
    sent = TeamBook(folder.challenges / "prix").sent("team-a")
    assert sent is not None
    assert (sent[1].command, sent[1].readable, sent[1].url) == (("python3", "answer.py"), (), None)
    for image in ("debian:12", "debian", "x@sha256:12", "x y@sha256:" + "0" * 64, "--privileged@sha256:" + "0" * 64):
        team.send("send", image=image, command="", status=400)
    team.send("send", image="registry.example/x@sha256:" + "0" * 64, command="")
    team.send("send", PROGRAM, command="python3 'answer.py", status=400)


def test_a_team_is_let_in_nowhere_else_and_sees_nothing_of_others(
    address: str, folder: SiteFolder, team_of: Team
) -> None:
    one, two = team_of("team-a"), team_of("team-b")
    one.send("send", PROGRAM, description="our secret sauce")
    told = {"challenge": "prix", "team": "team-a", "draft": "x", "shown": False}
    book = JobBook(folder.root)
    book.write(
        Job(id="aa11", kind="try", title="t", who="prix/team-a", interface="en", told=told, made_at=0.0, deaths=9)
    )
    trace = TeamBook(folder.challenges / "prix").trace("team-a", "aa11")
    trace.parent.mkdir()
    trace.write_text("{}\n", "utf-8")
    assert one.client.get(f"{one.page}/trials/aa11").status_code == 200
    assert one.client.get(f"{one.page}/trials/aa11/trace.jsonl").text == "{}\n"
    for path in ("/trials/aa11", "/trials/aa11/trace.jsonl", "/trials/..%2f..%2fteams.db", "/log.jsonl", "/teams.db"):
        assert two.client.get(two.page + path).status_code == 404, path
    assert "secret sauce" not in two.client.get(two.page).text
    assert "team-a@example.org" not in two.client.get(two.page).text
    cookies = dict(one.client.cookies.items())
    with httpx.Client(cookies={**cookies, "anaphor_desk": cookies["anaphor_team"]}, timeout=300) as thief:
        for path in ("/collections", "/jobs", "/jobs/aa11", "/challenges/prix/organise", "/in/x/"):
            assert thief.get(address + path).headers["location"].startswith("/login"), path
        assert thief.post(f"{address}/challenges/prix/organise/run", data={"check": one.check}).status_code == 303
    with httpx.Client(timeout=300) as nobody:
        for path in ("/trials/aa11", "/trials/aa11/trace.jsonl"):
            assert nobody.get(one.page + path).headers["location"] == "/challenges/prix/team"
        assert (
            nobody.post(f"{one.page}/enter", data={"check": one.check}).headers["location"] == "/challenges/prix/team"
        )
    for path in ("teams/team-a/log.jsonl", "teams.db", "team/../secret.json", "entries/"):
        assert httpx.get(f"{address}/challenges/prix/{path}", timeout=300).status_code in (404, 405), path


def test_no_other_site_sends_a_form_for_a_team(team_of: Team) -> None:
    one, two = team_of("team-a"), team_of("team-b")
    one.send("send", PROGRAM)
    for check in ("", "x", two.check):
        one.send("enter", check=check, status=403)
    for path in ("/enter", "/in/login", "/in/register"):
        told = {"check": one.check, "name": "evil", "contact": "a@b.org", "password": SECRET}
        for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}):
            assert one.client.post(one.page + path, data=told, headers=headers).status_code == 403


def test_no_name_leads_out_or_takes_what_is_there(address: str, folder: SiteFolder, team_of: Team) -> None:
    place = folder.challenges / "prix"
    team_of("team-a")
    (place / "entries" / "starter-kit").mkdir()
    for name in ("../x", "a/b", "Team A", "", "x" * 80, "starter-kit", ".hidden", "team-a"):
        told = {"name": name, "contact": "a@b.org", "password": SECRET}
        found = httpx.post(f"{address}/challenges/prix/team/in/register", data=told, timeout=300)
        assert found.status_code == 400, name
    assert TeamBook(place).names() == ["team-a"]


def test_registration_passwords_and_days_are_limited(address: str, folder: SiteFolder, team_of: Team) -> None:
    team, place = team_of("team-a"), folder.challenges / "prix"
    page = f"{address}/challenges/prix/team"
    with httpx.Client(timeout=300) as flood:
        told = {"contact": "a@b.org", "password": SECRET}
        heard = [
            flood.post(f"{page}/in/register", data={**told, "name": f"t{n}"}) for n in range(security._NEWCOMERS + 2)
        ]
        assert [each.status_code for each in heard] == [303] * (security._NEWCOMERS - 1) + [429] * 3
        assert int(heard[-1].headers["retry-after"]) > 60
        guess = {"name": "team-a", "password": "guess"}
        assert [flood.post(f"{page}/in/login", data=guess).status_code for _ in range(TRIES + 1)] == [403] * TRIES + [
            429
        ]
    team.send("send", PROGRAM)
    for _ in range(5):
        team.send("enter")
    team.send("enter", status=400)
    book = TeamBook(place)
    for _ in range(10):
        book.begin_trial("team-a")
    assert "trial runs of today" in team.send("try", status=400).text
    team.send("answers", b"{}", status=400)
    with book._writing("team-a") as log:
        log.add("spoilt", {})  # by the server: it does not count
    assert book.left("team-a", "tried") == 1


def test_an_organiser_gives_a_team_a_link_for_another_password_which_ends(
    address: str, client: httpx.Client, folder: SiteFolder, team_of: Team
) -> None:
    team, check, fresh = team_of("team-a"), log_in(client, address), "another secret 42"
    assert team.client.post(f"{address}/challenges/prix/organise/reset", data={"team": "team-a"}).status_code == 303
    told = {"check": check, "team": "team-a"}
    assert client.post(f"{address}/challenges/prix/organise/reset", data={**told, "team": "none"}).status_code == 400
    pages = [client.post(f"{address}/challenges/prix/organise/reset", data=told).text for _ in range(2)]
    two, one = (re.findall(r"/challenges/prix/team/reset\?key=[\w-]+", page)[0] for page in pages)
    assert "team-a" in httpx.get(address + one, timeout=300).text
    assert httpx.get(address + two, timeout=300).status_code == 404, "a later link ends an earlier one"
    door = f"{team.page}/in/reset?{one.partition('?')[2]}"
    assert httpx.post(door, data={"password": "short"}, timeout=300).status_code == 400
    assert "Log out" in team.client.get(team.page).text, "a password that is too short changes nothing"
    assert httpx.post(door, data={"password": fresh}, timeout=300).status_code == 303
    assert "Log out" not in team.client.get(team.page).text, "who was logged in no longer is"
    assert httpx.post(door, data={"password": fresh}, timeout=300).status_code == 400
    assert httpx.get(address + one, timeout=300).status_code == 404
    for password, status in ((SECRET, 403), (fresh, 303)):
        given = {"name": "team-a", "password": password}
        assert team.client.post(f"{team.page}/in/login", data=given).status_code == status
    assert "password changed by a link" in team.client.get(team.page).text
    page = client.post(f"{address}/challenges/prix/organise/reset", data=told).text
    old = re.findall(r"/challenges/prix/team/reset\?key=[\w-]+", page)[0]
    assert httpx.get(address + old, timeout=300).status_code == 200
    guard = TeamBook(folder.challenges / "prix").accounts()
    with guard.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE organiser_invitations SET made_at = made_at - 86401")
    guard.engine.dispose()
    assert httpx.get(address + old, timeout=300).status_code == 404, "a link that is too old"


def test_the_organiser_of_a_challenge_without_a_desk_is_led_to_none(
    address: str, client: httpx.Client, folder: SiteFolder
) -> None:
    log_in(client, address)
    house.new(folder.challenges / "prive", questions=20, backend="none", seed=1)
    for name, desk in (("prix", True), ("prive", False)):
        page = client.get(f"{address}/challenges/{name}/organise").text
        assert (f'href="/challenges/{name}/team"' in page) is desk, name
        assert ("How teams register" in page) is desk, name
        assert client.get(f"{address}/challenges/{name}/team").status_code == (200 if desk else 404)


def test_a_challenge_lives_in_a_project_whose_members_organise_it_and_everybody_enters(
    address: str, client: httpx.Client, folder: SiteFolder, begun: Path
) -> None:
    for project, members in (("lab", ["marie"]), ("others", ["paul"])):
        folder.make_project(project, members)
        shutil.copytree(begun, folder.root / "projects" / project / "challenges" / "prix")
    log_in(client, address)
    mine, theirs = f"{address}/in/lab/challenges", f"{address}/in/others/challenges"
    assert "/in/lab/challenges/prix/organise" in client.get(mine).text
    assert client.get(f"{mine}/prix/organise").status_code == 200
    for path in ("", "/new", "/prix/organise"):
        assert client.get(theirs + path).status_code == 404, path
        assert httpx.get(theirs + path, timeout=300).headers["location"].startswith("/login"), path
    assert (
        httpx.get(f"{theirs}/prix/", timeout=300).status_code
        == httpx.get(f"{theirs}/prix/team", timeout=300).status_code
        == 200
    )
    assert client.get(f"{theirs}/prix/team").status_code == 200
    for path in ("/in/others/collections", "/in/others/", "/in/none/challenges/prix/"):
        assert client.get(address + path).status_code == 404, path
    team = Entrant(f"{address}/in/lab", "team-a")
    team.send("send", PROGRAM)
    team.send("enter")
    assert "Entered in time." in team.client.get(team.page).text
    with house.open_challenge(folder.root / "projects" / "lab" / "challenges" / "prix") as held:
        assert [each.name for each in held.in_time] == ["team-a"]
    assert not (folder.challenges / "prix" / "entries" / "team-a").exists()
    elsewhere = f"{address}/challenges/prix/team"
    assert "Log out" not in httpx.get(elsewhere, cookies=dict(team.client.cookies), timeout=300).text, (
        "a team of another challenge"
    )
    team.client.close()


def test_two_requests_at_once_are_not_two_below_a_quota(folder: SiteFolder) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom anaphor.challenge import TeamBook\n"
        "book, done = TeamBook(Path(sys.argv[1])), 0\n"
        "try:\n    while True: done += bool(book.begin_trial('team-a'))\nexcept Exception: print(done)\n"
    )
    book = TeamBook(folder.challenges / "prix")
    accounts = book.accounts()
    book.register(accounts, "team-a", SECRET, "a@b.org")
    accounts.engine.dispose()
    (folder.root / "x.zip").write_bytes(PROGRAM)
    book.send("team-a", folder.root / "x.zip", {"command": "python3 answer.py"})
    line = [sys.executable, "-c", script, str(book.folder)]
    both = [subprocess.Popen(line, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sum(int(each.communicate(timeout=600)[0]) for each in both) == 10


def test_answers_alone_are_scored_on_the_board_as_what_they_are(folder: SiteFolder, team_of: Team) -> None:
    team, book = team_of("team-a"), TeamBook(folder.challenges / "prix")
    asked = team.client.get(f"{team.page}/questions.jsonl").text.splitlines()
    assert len(asked) == 40
    assert '"key"' not in asked[0]
    items = book._development()[1]
    right = "".join(f'{{"id": "{item.id}", "choice": {item.key}}}\n' for item in items[:30])
    team.send("answers", (right + '{"id": "none", "choice": true}\n').encode(), shown="1")
    assert [(row.team, row.right, row.questions, row.way) for row in book.board()] == [("team-a", 30, 40, "answers")]
    page = httpx.get(team.page, timeout=300).text
    assert "30 / 40" in page
    assert "answers sent" in page
    for bad in (b"x", b'{"id": 1}', b"[]", b'{"id": "a", "choice": NaN}', b"[" * 5000):
        team.send("answers", bad, status=400)
    team.send("answers", right.encode())
    assert book.board() == []


def test_only_a_pdf_is_a_paper(folder: SiteFolder, team_of: Team) -> None:
    team = team_of("team-a")
    team.send("send", PROGRAM)
    team.send("enter")
    for evil in (b"<svg onload=alert(1)>", b"<html><script>", b"%!PS", b"", b"PK\x03\x04"):
        team.send("paper", evil, called="paper.pdf", post="1", status=400)
    team.send("paper", PDF, called="../../paper.svg", post="1")
    (kept,) = (folder.challenges / "prix" / "deposits" / "team-a").iterdir()
    assert kept.suffix == ".pdf"


def test_after_the_deadline_nothing_is_replaced_and_papers_are_posted_with_consent_alone(
    address: str, folder: SiteFolder, team_of: Team
) -> None:
    teams, place = [team_of(name) for name in ("team-a", "team-b")], folder.challenges / "prix"
    for each in teams:
        each.send("send", PROGRAM, authors=f"Author of {each.name}")
        each.send("enter")
        each.send("paper", PDF + each.name.encode(), post="1" if each.name == "team-a" else "")
    house.run(place)
    for act in ("enter", "withdraw"):
        teams[0].send(act, status=400)
    late = {"name": "late", "contact": "a@b.org", "password": SECRET}
    assert httpx.post(f"{teams[0].page}/in/register", data=late, timeout=300).status_code == 400
    house.judge(place)
    assert httpx.get(f"{address}/challenges/prix/evidence/papers/team-a.pdf", timeout=300).status_code == 404
    house.judge(place, final=True)
    found = httpx.get(f"{address}/challenges/prix/evidence/papers/team-a.pdf", timeout=300)
    assert (found.content, found.headers["content-type"]) == (PDF + b"team-a", "application/pdf")
    assert found.headers["x-content-type-options"] == "nosniff"
    assert httpx.get(f"{address}/challenges/prix/evidence/papers/team-b.pdf", timeout=300).status_code == 404
    standing = httpx.get(f"{address}/challenges/prix/", timeout=300).text
    assert "Author of team-b" in standing
    site = place.parent / "written"
    house.publish(place, output=site)
    assert house.verify(site).ok
    teams[0].send("paper", post="")
    assert httpx.get(f"{address}/challenges/prix/evidence/papers/team-a.pdf", timeout=300).status_code == 404
    house.publish(place, output=site)
    assert not list((site / "evidence" / "papers").iterdir())


def test_a_challenge_is_made_by_a_form_as_the_command_makes_it(
    address: str, client: httpx.Client, folder: SiteFolder, tmp_path: Path
) -> None:
    check = log_in(client, address)
    told = {**FORM, "name": "autre", "closes": "2027-03-01T12:00", "opens": "2027-02-01T08:00"}
    wrong = client.get(f"{address}/challenges/new", params={**told, "closes": "2027-01-01T12:00"}).text
    assert "BROKEN" in wrong
    assert 'role="alert"' in client.get(f"{address}/challenges/new", params={**told, "questions": "5000"}).text
    for bad in ({"name": "../x"}, {"name": "prix"}, {"name": "new"}, {"questions": "x"}, {"closes": "soon"}):
        assert 'role="alert"' in client.get(f"{address}/challenges/new", params={**told, **bad}).text, bad
        assert client.post(f"{address}/challenges", data={"check": check, **told, **bad}).status_code == 400, bad
    page = client.get(f"{address}/challenges/new", params=told).text
    assert 'role="alert"' not in page
    assert "drawn, and their SHA-256 stands here, when the challenge is made" in page
    assert not re.search(r"\b[0-9a-f]{16}\b", page.split('id="answer"')[1].split("<details")[0]), "no seed but its own"
    line = page.split("<code>anaphor ")[1].split("</code>")[0]
    assert "challenge new challenges/autre" in line
    new = client.post(f"{address}/challenges", data={"check": check, **told})
    shown = client.get(address + new.headers["location"]).text
    assert "nobody has entered" not in shown
    assert "not registered yet: starter-kit" in shown
    assert '<strong class="stamp">Rehearsal</strong> Its clock does not wait' in shown
    assert house.validate(folder.challenges / "autre").rules.commitments.run[:16] in shown
    french = {"accept-language": "fr"}
    for place in ("organise", "team"):  # which lead on in the language in which they are read
        pages = [client.get(f"{address}/challenges/autre/{place}", headers=told).text for told in ({}, french)]
        assert ['href="/challenges/autre/fr/"' in page for page in pages] == [False, True]
    made = folder.challenges / "autre"
    options: dict[str, Any] = {name: told[name] for name in ("title", "organiser", "opens", "closes")}
    house.new(tmp_path / "by-hand", questions=20, desk=f"{address}/challenges/autre/team", backend="process", **options)
    lines = [(place / "challenge.toml").read_text("utf-8").splitlines() for place in (made, tmp_path / "by-hand")]
    assert [line for line in lines[0] if "run = " not in line] == [line for line in lines[1] if "run = " not in line]
    assert house.validate(made).valid


def test_rules_are_checked_as_typed_and_saved_until_somebody_enters(
    address: str, client: httpx.Client, folder: SiteFolder, team_of: Team
) -> None:
    check, place = log_in(client, address), folder.challenges / "prix"
    page, old = f"{address}/challenges/prix/organise", (place / "challenge.toml").read_text("utf-8")
    strict = old.replace("least = 0.9", "least = 0.5")
    assert "BROKEN" in client.get(page, params={"rules": strict}).text
    for evil in (
        old.replace("lent = []", 'lent = ["/"]'),
        old.replace('collection = "anaphor-fr"', 'collection = "/etc/passwd"'),
        old.replace('people = "people.jsonl"', 'people = "../../accounts.db"'),
        old.replace("[dates]", "[dates"),
        old + "\n[unknown]\nx = 1\n",
    ):
        assert evil != old
        assert 'role="alert"' in client.get(page, params={"rules": evil}).text
        assert client.post(f"{page}/rules", data={"check": check, "rules": evil}).status_code == 400
    assert (place / "challenge.toml").read_text("utf-8") == old
    other = old.replace("trials = 10", "trials = 3")
    assert client.post(f"{page}/rules", data={"check": check, "rules": other}).status_code == 303
    assert TeamBook(place).desk.trials == 3
    team = team_of("team-a")
    team.send("send", PROGRAM)
    team.send("enter")
    assert client.post(f"{page}/rules", data={"check": check, "rules": old}).status_code == 400
    told = {"check": check, "days": "7", "because": "a holiday <b>"}
    assert client.post(f"{page}/extend", data=told).status_code == 303
    assert "a holiday &lt;b&gt;" in httpx.get(team.page, timeout=300).text
    told = {"check": check, "entry": "team-a", "rule": "access", "because": "two names"}
    assert client.post(f"{page}/disqualify", data=told).status_code == 303
    shown = client.get(page).text
    assert "team-a@example.org" in shown
    assert str(folder.root) not in shown


def test_programs_of_others_run_sealed_or_not_at_all(folder: SiteFolder, tmp_path: Path) -> None:
    place = folder.challenges / "prix"
    with pytest.raises(AnaphorError, match="sealed or not at all"):
        house.run(place, sealed=True)
    with pytest.raises(AnaphorError, match="sealed or not at all"):
        try_entry(place / "starter-kit", backend=Backend.NONE, sealed=True)
    assert not (place / "traces").exists()


_SENDS = """
import sys
from pathlib import Path
from anaphor.challenge import TeamBook
from anaphor.challenge.entry import stored_entry
book = TeamBook(Path(sys.argv[1]))
while True:
    for name in sys.argv[2:]:
        book.send("team-a", Path(name), {"command": "python3 answer.py"})
        print(flush=True)
"""


def until(true: Callable[[], object]) -> None:
    """Wait for something."""
    end = time.monotonic() + 600
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_killed_in_the_middle_of_an_upload_it_is_whole_or_absent(folder: SiteFolder) -> None:
    book = TeamBook(folder.challenges / "prix")
    accounts = book.accounts()
    book.register(accounts, "team-a", SECRET, "a@b.org")
    accounts.engine.dispose()
    paths = []
    for number in range(2):
        paths.append(folder.root / f"{number}.zip")
        paths[-1].write_bytes(zipped({f"d/{n}.py": os.urandom(2000) for n in range(150)}))
    for wait in (0.0, 0.03, 0.06, 0.1):
        line = [sys.executable, "-c", _SENDS, str(book.folder), *map(str, paths)]
        process = subprocess.Popen(line, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        sent, last = book.sent("team-a"), book.log("team-a", "sent")[-1]
        assert sent is not None
        assert stored_entry(sent[0], files=tree_digest(sent[0])).digest == last["digest"]
        assert len(list(sent[0].iterdir())) == 151
    book.send("team-a", paths[0], {"command": "python3 answer.py"})
    assert len(list((book.place("team-a") / "drafts").iterdir())) == 1, "what was cut off is swept"


def test_half_a_request_leaves_nothing(folder: SiteFolder, team_of: Team) -> None:
    team = team_of("team-a")
    body = PROGRAM[:50]

    def half() -> Iterator[bytes]:
        yield b'--x\r\ncontent-disposition: form-data; name="check"\r\n\r\n' + team.check.encode() + b"\r\n"
        yield b'--x\r\ncontent-disposition: form-data; name="file"; filename="x.zip"\r\n\r\n' + body
        raise httpx.ReadError("gone")

    headers = {"content-type": "multipart/form-data; boundary=x"}
    with pytest.raises(httpx.HTTPError):
        team.client.post(f"{team.page}/send", content=half(), headers=headers)
    book = TeamBook(folder.challenges / "prix")
    assert book.sent("team-a") is None
    assert not (book.place("team-a") / "drafts").exists()


def test_a_challenge_without_a_desk_has_none(folder: SiteFolder, address: str) -> None:
    rules = folder.challenges / "prix" / "challenge.toml"
    text = rules.read_text("utf-8")
    start, end = text.index("[desk]"), text.index("[commitments]")
    rules.write_text(text[:start] + text[end:], "utf-8")
    assert httpx.get(f"{address}/challenges/prix/team", timeout=300).status_code == 404
    told = {"name": "team-a", "contact": "a@b.org", "password": SECRET}
    assert httpx.post(f"{address}/challenges/prix/team/in/register", data=told, timeout=300).status_code == 404
    assert not (folder.challenges / "prix" / "teams.db").exists()


def test_a_deadline_comes_by_the_clock_without_a_restart_and_an_extension_is_a_published_fact(
    address: str, folder: SiteFolder, team_of: Team, client: httpx.Client
) -> None:
    place = folder.challenges / "prix"
    real(place, -2)
    early, late = team_of("early"), team_of("late")
    for each in (early, late):
        each.send("send", PROGRAM)
    rules, other = place / "challenge.toml", folder.challenges / "autre"
    began = time.monotonic()
    check = log_in(client, address)
    # What follows takes two seconds on a quiet machine; where the log-in alone takes long, much more is given.
    closes = datetime.now(UTC) + timedelta(seconds=max(10, 40 * (time.monotonic() - began)))
    rules.write_text(re.sub(r"closes = \S+", f"closes = {closes.isoformat()}", rules.read_text("utf-8")), "utf-8")
    shutil.copytree(place, other)
    early.send("enter")
    page = f"{address}/challenges/prix/"
    assert "Open" in httpx.get(page, timeout=300).text
    assert "Entered in time." in early.client.get(early.page).text
    (other / "journal.jsonl").write_bytes((place / "journal.jsonl").read_bytes())
    told = {"check": check, "days": "1", "because": "the power was cut"}
    assert client.post(f"{address}/challenges/autre/organise/extend", data=told).status_code == 303
    assert datetime.now(UTC) < closes, "this machine was too slow for the test"
    time.sleep((closes - datetime.now(UTC)).total_seconds() + 0.05)
    late.send("enter")
    assert "too late" in late.client.get(late.page).text
    early.send("enter", status=400)
    assert "Closed" in httpx.get(page, timeout=300).text
    with house.open_challenge(place) as held:
        assert [(each.name, each.late) for each in held.course.entries.values()] == [("early", False), ("late", True)]
    assert not TeamBook(other).enter("late").late, "there it is not late yet"
    shown = httpx.get(f"{address}/challenges/autre/", timeout=300).text
    assert "the power was cut" in shown
    assert "Open" in shown
    assert client.post(f"{address}/challenges/prix/organise/extend", data=told).status_code == 400, "not afterwards"


def test_the_live_standing_has_intervals_and_shared_ranks_and_none_for_the_disqualified(
    address: str, client: httpx.Client, folder: SiteFolder, begun: Path
) -> None:
    place, source = folder.challenges / "prix", folder.root / "source"
    source.mkdir()
    (source / "answer.py").write_text(ANSWERS.replace("CHOICE", "0"), "utf-8")
    for name in ("one", "two", "three"):
        house.enter(place, name, command=(PYTHON, "answer.py"), folder=source)
    house.run(place)
    check = log_in(client, address)

    def standing() -> dict[str, list[str]]:
        page = client.get(f"{address}/challenges/prix/organise").text.partition("<h2>Standing")[2]
        rows = re.findall(r"<tr>(.*?)</tr>", page.partition("</table>")[0], re.DOTALL)
        cells = [[re.sub(r"<.*?>", "", each) for each in re.findall(r"<t[dh].*?</t[dh]>", row)] for row in rows]
        return {row[0]: row for row in cells}

    before = standing()
    at = before["entry"].index("rank")
    assert {before[name][at] for name in ("one", "two", "three")} == {"1"}, "nobody can tell them apart"
    assert all(before[name][at + 2].count("%") == 2 for name in ("one", "two", "three")), "each has its interval"
    with client.stream("GET", f"{address}/events/challenges/prix") as stream:
        lines = (line for line in stream.iter_lines() if line)
        assert next(lines) == ": open"
        told = {"check": check, "entry": "two", "rule": "sealed", "because": "it looked out"}
        assert client.post(f"{address}/challenges/prix/organise/disqualify", data=told).status_code == 303
        assert next(lines) == "event: change", "a page that shows the standing is told"
    after = standing()
    assert after["two"][at] in ("", "–")
    assert "disqualified" in " ".join(after["two"])
    assert {after[name][at] for name in ("one", "three")} == {"1"}


def test_typed_rules_name_files_of_the_challenge_alone(
    folder: SiteFolder, address: str, client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("private.yaml").write_text("anaphor: 1\nname: x\nlanguage: fr\n", "utf-8")
    place = folder.challenges / "prix"
    rules = (place / "challenge.toml").read_text("utf-8")
    log_in(client, address)
    check = client.get(f"{address}/challenges/prix/organise").text.split('name="check" value="')[1].split('"')[0]
    for named in ("private.yaml", "..", ".", "no-such.yaml"):
        other = re.sub(r'development = "[^"]*"', f'development = "{named}"', rules)
        assert other != rules
        told = {"check": check, "rules": other}
        found = client.post(f"{address}/challenges/prix/organise/rules", data=told)
        assert found.status_code == 400, named
    assert (place / "challenge.toml").read_text("utf-8") == rules


def test_a_team_is_named_as_one_and_keeps_the_password_that_it_typed(folder: SiteFolder, address: str) -> None:
    page, told = (
        f"{address}/challenges/prix/team",
        {"name": "marie", "contact": "a@b.example", "password": f"{SECRET} "},
    )
    with httpx.Client(timeout=300) as client:
        assert client.post(f"{page}/in/register", data=told).status_code == 303
        assert client.post(f"{page}/in/login", data=told).status_code == 303
        check = client.get(page).text.split('name="check" value="')[1].split('"')[0]
        files = {"file": ("x.zip", PROGRAM)}
        client.post(f"{page}/send", data={"check": check, "command": "python3 answer.py"}, files=files)
    assert {each["who"] for each in records_in(folder.acts)} == {"prix/marie"}


def test_a_team_has_one_act_at_work_at_a_time_and_others_theirs() -> None:
    began, ended = threading.Event(), threading.Event()

    def slow() -> Response:
        began.set()
        ended.wait(30)
        return Response("slow")

    async def several() -> list[object]:
        doors = TeamDoors("")

        async def act(who: str, work: Callable[[], Response]) -> Response:
            with doors.turn(who):
                return await doors.run(work)

        first = asyncio.create_task(act("prix/a", slow))
        await asyncio.to_thread(began.wait, 30)
        second = await asyncio.gather(act("prix/a", lambda: Response("again")), return_exceptions=True)
        other = await act("prix/b", lambda: Response("other"))
        ended.set()
        after = [await first, await act("prix/a", lambda: Response("later"))]
        return [*second, *(bytes(each.body) for each in (other, *after))]

    refused, *done = asyncio.run(several())
    assert isinstance(refused, BadRequestError)
    assert done == [b"other", b"slow", b"later"]
