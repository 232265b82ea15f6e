"""What strangers and busy readers can use up: disk, threads, time. Others go on, and answers are still saved."""

import asyncio
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from itertools import islice
from pathlib import Path

import httpx
import msgspec
import pytest
from starlette import requests
from starlette.responses import Response

from anaphor.challenge import TeamBook
from anaphor.errors import OutputError
from anaphor.experiment import Accounts, Role, add_account, load_design
from anaphor.files import disk_use, space
from anaphor.web import Site, SiteFolder, SiteSetting, open_work
from anaphor.web.jobs.queue import MOST_UNFINISHED
from anaphor.web.jobs.records import Job, JobBook, JobState
from anaphor.web.readings import LabelsReading
from anaphor.web.site import benches, kept, room, slow, uploads
from anaphor.web.site.pages import agreement as agreement_pages
from anaphor.web.site.pages import collections as collection_pages
from anaphor.web.turns import ACTS, HEAVY
from anaphor.web.workbench.file import FileVersion, WorkFile, draft_of
from tests.challenge.test_archive import zipped
from tests.web.conftest import PASSWORD
from tests.web.served import Browser, listening
from tests.web.test_challenges import PROGRAM, Entrant, begun
from tests.web.test_site import filled, log_in
from tests.web.test_uploads import say_who_and_stay

pytestmark = pytest.mark.waiting

__all__ = ["begun"]
MIB = 2**20


@pytest.fixture
def folder(tmp_path: Path, begun: Path) -> SiteFolder:
    """A site with a study, a table of labels and a challenge."""
    folder = filled(tmp_path / "site")
    shutil.copytree(begun, folder.challenges / "prix")
    (folder.root / "labels").mkdir()
    rows = [f"{n},a,a,{'ab'[n % 2]}" for n in range(20)]
    (folder.root / "labels" / "labels.csv").write_text("\n".join(("item,x,y,z", *rows, "")), "utf-8")
    return folder


@pytest.fixture
def address(folder: SiteFolder, accounts: Accounts) -> Iterator[str]:
    """Where it is served; no worker starts."""
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as found:
        yield found


def participant(address: str, folder: SiteFolder, client: httpx.Client) -> Browser:
    """Somebody who takes part in the study."""
    found = load_design(folder.studies / "study-1.json")
    return Browser(f"{address}/studies/study-1", found, client).start("ada")


# --- disk -------------------------------------------------------------------------------------------------------------


def test_teams_that_send_archives_which_swell_leave_nothing_on_disk(address: str, folder: SiteFolder) -> None:
    place, bomb = folder.challenges / "prix", zipped({"answer.py": b"print()", "weights": bytes(64 * MIB)})
    assert len(bomb) < 100_000
    teams = [Entrant(address, f"team-{n}") for n in range(4)]
    before = disk_use(place).size
    for team in teams:
        assert "more than 50 times its size" in team.send("send", bomb, status=400).text
        team.send("enter", status=400)
        team.client.close()
    assert disk_use(place).size - before < 10 * 4096, "a line or two in the logs"


def test_challenges_studies_and_jobs_count_as_files_of_a_project(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    check, team = log_in(client, address), Entrant(address, "team-a")
    small = {"file": ("x.csv", b"item,a,b\n1,x,y\n")}
    assert client.post(f"{address}/agreement", data={"check": check}, files=small).status_code == 303
    whole = disk_use(*map(folder.place, room._COUNTED)).size
    for place in ("challenges", "studies", "jobs"):
        monkeypatch.setattr(room, "_LARGEST_PROJECT", whole + MIB)
        (folder.place(place)).mkdir(exist_ok=True)
        path = folder.place(place) / "large.bin"
        path.write_bytes(bytes(2 * MIB))
        refused = client.post(f"{address}/agreement", data={"check": check}, files=small)
        assert (refused.status_code, "takes no more" in refused.text) == (400, True), place
        assert "takes no more" in team.send("send", PROGRAM, status=400).text
        path.unlink()
    team.send("send", PROGRAM)
    team.client.close()


def test_a_disk_that_is_nearly_full_takes_no_upload_and_no_job_and_still_saves_answers(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    check, team, ada = log_in(client, address), Entrant(address, "team-a"), participant(address, folder, client)
    team.send("send", PROGRAM)
    monkeypatch.setattr(space, "KEPT_FREE", 2**60)
    files = {"file": ("x.csv", b"item,a,b\n1,x,y\n")}
    heard = [
        client.post(f"{address}/agreement", data={"check": check}, files=files),
        client.post(f"{address}/collections/mes-schemas/audit", data={"check": check}),
        team.send("send", PROGRAM, status=503),
        team.send("try", status=503),
    ]
    assert [each.status_code for each in heard] == [503] * 4
    assert all("so that answers can still be saved" in each.text for each in heard)
    assert all(str(folder.root) not in each.text for each in heard)
    assert ada.answer(0)["fate"] == "saved"
    assert JobBook(folder.root).jobs() == []
    team.client.close()


def full(folder: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let a project have no more files than it has; their bytes."""
    size = disk_use(*map(folder.place, room._COUNTED)).size
    monkeypatch.setattr(room, "_LARGEST_PROJECT", size)
    return size


def test_no_form_of_an_author_writes_into_a_full_project(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    check, ada = log_in(client, address), participant(address, folder, client)
    entry = next(each.id for each in native(folder).collection.schemas)
    before = full(folder, monkeypatch)
    forms = {
        "texts": {"text": "La pomme est tombée. " * 40_000},
        "reports": {"collection": "anaphor-fr"},
        f"collections/mes-schemas/entries/{entry}": {"state": "draft", "text": "Un commentaire."},
        "collections/anaphor-fr/native": {},
        "collections/mes-schemas/reading": {"language": "fr"},
        "collections/anaphor-fr/audit": {},
        "challenges": {"name": "autre", "collection": "anaphor-fr", "development": "anaphor-en", "questions": "10"},
        "challenges/prix/organise/rules": {"rules": "x" * 1000},
        "studies/new": {"name": "brouillon", "collection": "anaphor-fr"},
        "studies/study-1/analyse": {},
        "agreement/labels.csv": {"item": "item"},
    }
    for path, fields in forms.items():
        refused = client.post(f"{address}/{path}", data={"check": check, **fields}, files={"none": b""})
        assert (refused.status_code, "takes no more" in refused.text) == (400, True), path
    saved = client.post(f"{address}/write/mes-schemas/api/save", headers={"x-check": check}, json=draft(folder))
    assert (saved.status_code, "takes no more" in saved.text) == (400, True)
    assert disk_use(*map(folder.place, room._COUNTED)).size == before
    assert ada.answer(0)["fate"] == "saved"


def test_a_full_project_still_lets_authors_remove_and_see_to_people(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = log_in(client, address)
    folder.place("runs").mkdir(exist_ok=True)
    (folder.place("runs") / "run.jsonl").write_text("{}\n", "utf-8")
    full(folder, monkeypatch)
    forms: dict[str, dict[str, str]] = {
        "studies/study-1/pause": {},
        "studies/study-1/open": {},
        "challenges/prix/organise/registration": {"registration": "closed"},
        "people": {"role": "author"},
        "agreement/labels.csv/remove": {},
        "systems/run.jsonl/remove": {},
    }
    for path, fields in forms.items():
        done = client.post(f"{address}/{path}", data={"check": check, **fields})
        assert done.status_code in (200, 303), (path, done.text)
    assert not (folder.place("labels") / "labels.csv").exists()
    assert not (folder.place("runs") / "run.jsonl").exists()


def test_a_file_that_would_fill_more_than_a_project_has_left_is_not_kept(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = log_in(client, address)
    monkeypatch.setattr(room, "_LARGEST_PROJECT", full(folder, monkeypatch) + MIB // 2)
    sent = {"file": ("x.csv", bytes(2 * MIB))}
    assert client.post(f"{address}/agreement", data={"check": check}, files=sent).status_code == 400
    pasted = client.post(f"{address}/texts", data={"check": check, "text": "mot " * 200_000}, files={"none": b""})
    assert (pasted.status_code, "takes no more" in pasted.text) == (400, True)
    assert not (folder.place("texts")).exists() or not list(folder.place("texts").iterdir())


def test_of_a_text_whose_job_is_refused_nothing_stays(address: str, folder: SiteFolder, client: httpx.Client) -> None:
    check, book = log_in(client, address), JobBook(folder.root)
    for n in range(MOST_UNFINISHED):
        book.write(Job(id=f"{n:012x}", kind="find", title="x", who="marie", made_at=float(n), interface="en"))
    for given in ({"data": {"text": "Un mot."}}, {"files": {"file": ("a.txt", b"Un mot.")}}):
        data = {"check": check, **given.get("data", {})}
        refused = client.post(f"{address}/texts", data=data, files=given.get("files", {"none": b""}))
        assert (refused.status_code, "jobs that are not finished" in refused.text) == (400, True)
    assert [each.name for each in folder.place("texts").iterdir()] == []
    assert [each.name for each in folder.collections.iterdir() if each.name.endswith(".reserved")] == []


def native(folder: SiteFolder) -> FileVersion:
    """The collection that an author writes in."""
    return open_work(folder.collection_files()["mes-schemas"]).current()


def draft(folder: SiteFolder) -> dict[str, object]:
    """What the workbench sends to have another entry saved."""
    now = native(folder)
    made = draft_of(now.collection.schemas[0], now.collection.language)
    return {"draft": {**msgspec.to_builtins(made), "id": "another"}, "was": None, "base": None, "file": now.fingerprint}


def test_files_on_their_way_in_have_room_or_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    free = shutil.disk_usage(tempfile.gettempdir()).free
    monkeypatch.setattr(space, "KEPT_FREE", free - 100 * MIB)
    arriving = room.ArrivingFiles()
    with arriving.reserved(64 * MIB), pytest.raises(OutputError, match="MB of the disk"), arriving.reserved(64 * MIB):
        pytest.fail("it was let in")
    with arriving.reserved(64 * MIB):
        pass


def test_of_a_team_s_trials_the_last_ones_are_kept(address: str, folder: SiteFolder) -> None:
    team, jobs = Entrant(address, "team-a"), JobBook(folder.root)
    team.send("send", PROGRAM)
    for n in range(15):
        told = {"challenge": "prix", "team": "team-a", "draft": "x", "shown": False}
        made = {"id": f"{n:012x}", "made_at": float(n), "state": JobState.DONE, "interface": "en", "told": told}
        jobs.write(Job(kind="try", title="x", who="prix/team-a", **made))  # type: ignore[arg-type]
        jobs.piece(f"{n:012x}").write_text("<p>", "utf-8")
    other = Job(kind="try", title="x", who="prix/team-b", id="b" * 12, made_at=0.0, interface="en", state=JobState.DONE)
    jobs.write(other)
    team.send("try")
    mine = [each for each in jobs.jobs() if each.who == "prix/team-a"]
    assert len(mine) == 10
    assert jobs.read("b" * 12) is not None
    assert len(list(jobs.folder.glob("*.html"))) == 9
    team.client.close()


# --- who is let in ----------------------------------------------------------------------------------------------------


def test_an_organiser_approves_refuses_and_removes_teams_on_the_page(
    address: str, folder: SiteFolder, client: httpx.Client
) -> None:
    check, page = log_in(client, address), f"{address}/challenges/prix/organise"
    book = TeamBook(folder.challenges / "prix")

    def act(name: str, **fields: str) -> int:
        return client.post(f"{page}/{name}", data={"check": check, **fields}).status_code

    assert act("registration", registration="approval") == 303
    teams = {name: Entrant(address, name) for name in ("good", "spam-a", "spam-b")}
    assert "approves each team" in client.get(f"{address}/challenges/prix/team").text
    good = teams["good"].client.get(teams["good"].page).text
    assert "has to approve this team" in good
    assert "/team/send" not in good
    assert "not approved this team" in teams["good"].send("send", PROGRAM, status=400).text
    shown = client.get(page).text
    assert shown.count("waits for approval") == 3
    assert act("approve", team="good") == 303
    teams["good"].send("send", PROGRAM)
    teams["good"].send("enter")
    assert act("refuse") == 303
    assert book.names() == ["good"]
    assert 'name="check"' not in teams["spam-a"].client.get(teams["spam-a"].page).text, "nobody is logged in"
    assert act("remove", team="good", because="asked for it") == 303
    assert "removed" in client.get(page).text
    assert teams["good"].client.post(f"{teams['good'].page}/send", data={}).headers["location"].endswith("/team")
    assert act("registration", registration="closed") == 303
    closed = client.post(
        f"{address}/challenges/prix/team/in/register",
        data={"name": "late", "contact": "l@example.org", "password": PASSWORD},
    )
    assert (closed.status_code, "takes no more teams" in closed.text) == (400, True)
    assert act("remove", team="nobody") == 400
    assert act("registration", registration="whatever") == 400
    for team in teams.values():
        team.client.close()


def test_only_organisers_act_on_teams(address: str, folder: SiteFolder, accounts: Accounts) -> None:
    add_account(accounts, "paul", PASSWORD, 0.0, Role.ASSISTANT)
    team = Entrant(address, "team-a")
    with httpx.Client(timeout=300) as paul:
        paul.post(f"{address}/login", data={"name": "paul", "password": PASSWORD})
        check = paul.get(f"{address}/people").text.split('name="check" value="')[1].split('"')[0]
        for act in ("approve", "remove", "refuse", "registration"):
            told = {"check": check, "team": "team-a", "registration": "closed"}
            assert paul.post(f"{address}/challenges/prix/organise/{act}", data=told).status_code == 403
            told["check"] = team.check
            assert team.client.post(f"{address}/challenges/prix/organise/{act}", data=told).status_code in (303, 403)
    assert TeamBook(folder.challenges / "prix").names() == ["team-a"]
    assert TeamBook(folder.challenges / "prix").registration.value == "open"
    team.client.close()


# --- threads ----------------------------------------------------------------------------------------------------------


def test_heavy_pages_of_one_person_hold_up_neither_light_pages_nor_others_nor_participants(
    address: str, folder: SiteFolder, accounts: Accounts, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_account(accounts, "paul", PASSWORD, 0.0, Role.ASSISTANT)
    log_in(client, address)
    ada, opened, most = participant(address, folder, client), threading.Event(), list[int]()
    measured = agreement_pages._measured

    def held_up(path: Path, reading: LabelsReading, panel: str, *, named: bool) -> object:
        if not named:  # Paul assists
            most.append(HEAVY._at_work["paul"])
            assert opened.wait(120)
        return measured(path, reading, panel, named=named)

    monkeypatch.setattr(agreement_pages, "_measured", held_up)
    with httpx.Client(timeout=300, limits=httpx.Limits(max_connections=100)) as paul, ThreadPoolExecutor(80) as pool:
        paul.post(f"{address}/login", data={"name": "paul", "password": PASSWORD})
        path = f"{address}/agreement/labels.csv/paper.txt"
        asked = [pool.submit(paul.get, f"{path}?panel={3 + n}") for n in range(80)]
        patient = HEAVY.each_at_once + HEAVY.each_waiting
        try:
            refused = [each.result() for each in islice(as_completed(asked), 80 - patient)]
            assert {each.status_code for each in refused} == {429}
            assert all("many pages at once" in each.text and each.headers["retry-after"] == "5" for each in refused)
            # What follows is answered while everything of his waits.
            assert paul.get(f"{address}/people").status_code == 200
            assert client.get(f"{address}/people").status_code == 200
            assert client.get(f"{address}/agreement/labels.csv").status_code == 200, "somebody else's heavy page"
            assert ada.answer(0)["fate"] == "saved"
        finally:
            opened.set()
        served = [each.result() for each in asked if each.result() not in refused]
    assert [each.status_code for each in served] == [200] * patient
    assert max(most) == HEAVY.each_at_once


def test_a_file_to_write_in_that_takes_long_to_read_holds_up_nobody_but_whoever_opens_it(
    address: str, folder: SiteFolder, accounts: Accounts, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(folder.collections / "mes-schemas.yaml", folder.collections / "large.yaml")
    add_account(accounts, "paul", PASSWORD, 0.0, Role.AUTHOR)
    log_in(client, address)
    ada, opened = participant(address, folder, client), threading.Event()

    def held_up(path: Path, *, history: Path) -> WorkFile:
        if path.stem == "large":
            assert opened.wait(120)
        return open_work(path, history=history)

    monkeypatch.setattr(benches, "open_work", held_up)
    with httpx.Client(timeout=300, limits=httpx.Limits(max_connections=100)) as paul, ThreadPoolExecutor(45) as pool:
        paul.post(f"{address}/login", data={"name": "paul", "password": PASSWORD})
        asked = [pool.submit(paul.get, f"{address}/write/large/") for _ in range(45)]
        patient = HEAVY.each_at_once + HEAVY.each_waiting
        try:
            refused = [each.result() for each in islice(as_completed(asked), 45 - patient)]
            assert {each.status_code for each in refused} == {429}
            # What follows is answered while everything of his waits.
            assert client.get(f"{address}/people").status_code == 200
            assert client.get(f"{address}/write/mes-schemas/").status_code == 200, "somebody else's file"
            assert ada.answer(0)["fate"] == "saved"
        finally:
            opened.set()
        served = [each.result() for each in asked if each.result() not in refused]
    assert [each.status_code for each in served] == [200] * patient


def test_a_large_file_that_is_broken_is_only_read_in_a_child(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, **_: Path) -> WorkFile:
        raise AssertionError(f"the server itself reads {path}")

    monkeypatch.setattr(benches, "open_work", fail)
    monkeypatch.setattr(uploads, "LARGEST_PLAIN", 0)
    (folder.collections / "broken.yaml").write_text("anaphor: 1\nname: broken\nlanguage: fr\nschemas: [\n", "utf-8")
    log_in(client, address)
    assert client.get(f"{address}/write/broken/").status_code == 400


def test_a_stranger_s_cookie_of_backslashes_is_not_read(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = requests.cookie_parser

    def parser(cookie: str) -> dict[str, str]:
        assert "\\" not in cookie
        return read(cookie)

    monkeypatch.setattr(requests, "cookie_parser", parser)
    for path in ("/", "/studies/study-1/s", "/studies/study-1/desk"):
        assert httpx.get(address + path, headers={"cookie": 'a="\\"\\""; b=c'}, timeout=300).status_code < 500


def test_a_collection_of_more_entries_than_pages_show_is_refused_with_the_way_on(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = log_in(client, address)
    assert client.get(f"{address}/collections/mes-schemas/entries").status_code == 200
    monkeypatch.setattr(collection_pages, "_MOST_PARTS", 0)
    with (folder.collections / "mes-schemas.yaml").open("a") as file:
        file.write("# changed\n")
    page = client.get(f"{address}/collections/mes-schemas/audit")
    assert page.status_code == 400
    assert "pages show at most 0" in page.text
    assert client.post(f"{address}/collections/mes-schemas/audit", data={"check": check}).status_code == 303


def test_of_what_was_made_of_large_files_no_more_is_kept_than_weighs_so_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_REMEMBERED_WEIGHT", 10)
    store, made, path = kept.Kept(), list[str](), tmp_path / "x"
    path.write_text("x")

    def get(name: str, weight: int) -> None:
        store.get(name, [path], lambda: made.append(name), lambda _: weight)

    for name, weight in (("light", 0), ("a", 6), ("b", 4), ("c", 5), ("light", 0), ("b", 4), ("a", 6)):
        get(name, weight)
    assert made == ["light", "a", "b", "c", "a"], "a went when c came"
    get("larger than all", 11)
    get("larger than all", 11)
    assert made[5:] == ["larger than all"], "the newest stays"


def test_a_site_that_stops_ends_pages_that_wait_for_a_child(
    folder: SiteFolder, accounts: Accounts, tmp_path: Path
) -> None:
    path = tmp_path / "slow.zip"
    path.write_bytes(b"PK\x03\x04")
    os.mkfifo(tmp_path / "slow.pipe")

    async def stop() -> int:
        app = Site(folder, folder.open_studies(), accounts, SiteSetting())
        async with app.router.lifespan_context(app):
            work = partial(uploads.read_upload, say_who_and_stay, [path], path)
            page = asyncio.create_task(app.shell.make(HEAVY, "marie", work, busy="web-pages-busy"))
            child = int(await asyncio.to_thread((tmp_path / "slow.pipe").read_text))
        assert page.cancelled()
        return child

    with pytest.raises(ProcessLookupError):
        os.kill(asyncio.run(stop()), 0)


def test_teams_and_strangers_take_no_turn_of_those_who_log_in(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    team = Entrant(address, "team-a")
    team.send("send", PROGRAM)

    async def refuse(*_: object, **__: object) -> Response:
        raise AssertionError("a turn of theirs was taken")

    monkeypatch.setattr(HEAVY, "run", refuse)
    monkeypatch.setattr(ACTS, "run", refuse)
    for asked in (client, team.client):
        assert asked.get(team.page).status_code == 200
        assert asked.get(f"{team.page}/questions.jsonl").status_code == 200
    team.send("enter")
    team.client.close()


def test_a_page_that_takes_long_is_made_once_in_the_background_and_comes_by_itself(
    address: str, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(client, address)
    monkeypatch.setattr(slow, "PATIENCE_S", 0.05)
    opened, measured, made = threading.Event(), agreement_pages._measured, list[str]()

    def patient(path: Path, reading: LabelsReading, panel: str, *, named: bool) -> object:
        made.append(path.name)
        assert opened.wait(60)
        return measured(path, reading, panel, named=named)

    monkeypatch.setattr(agreement_pages, "_measured", patient)
    path = f"{address}/agreement/labels.csv/paper.txt"
    try:
        heard = [client.get(path) for _ in range(3)]
    finally:
        opened.set()
    assert [each.status_code for each in heard] == [202] * 3
    assert all("is being worked out" in each.text and each.headers["refresh"] == "5" for each in heard)
    assert all('role="status"' in each.text and 'role="alert"' not in each.text for each in heard), "nothing is wrong"
    monkeypatch.setattr(slow, "PATIENCE_S", 60.0)
    found = client.get(path)
    assert (found.status_code, "attachment" in found.headers["content-disposition"]) == (200, True)
    assert made == ["labels.csv"], "however often it was asked for"
    assert client.get(path).text == found.text
    assert len(made) == 2, "once it is fetched, it is made anew"


def test_a_page_below_a_list_takes_its_turn_unless_it_says_that_it_is_light(
    address: str, folder: SiteFolder, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(client, address)
    JobBook(folder.root).write(Job(id="1a", kind="audit", title="x", who="marie", made_at=0.0, interface="en"))
    taken, run = list[bool](), HEAVY.run

    async def seen(*told: object, **options: object) -> object:
        taken.append(True)
        return await run(*told, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(HEAVY, "run", seen)
    for path, turns in (("/agreement", 0), ("/jobs/1a", 0), ("/agreement/labels.csv", 1), ("/systems", 1)):
        taken.clear()
        assert client.get(address + path).status_code == 200
        assert len(taken) == turns, path
