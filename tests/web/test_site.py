"""Everything on one port: who may see what, studies below one roof, finished pages, health, logs, a demonstration."""

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from anaphor.experiment import Accounts, make_key, save_design, study_status
from anaphor.web import Looker, Site, SiteFolder, SiteSetting, logged
from anaphor.web.serving import JsonLines
from anaphor.web.site.folder import is_possible, schema_of
from anaphor.web.site.live import Pages
from anaphor.web.workbench.wire import AuditReply, Draft
from tests.experiment.databases import new_database
from tests.experiment.specimens import design
from tests.web.benches import FILE
from tests.web.conftest import PASSWORD
from tests.web.served import Browser, listening

pytestmark = pytest.mark.waiting

DRAFT = {
    "text": "Le loup regarde le lapin parce qu'[il] a {faim|peur}.",
    "candidates": ["le loup", "le lapin"],
    "question": "Qui a {faim|peur} ?",
    "keys": [0, 1],
}
_SERVE = "from anaphor.cli.serve import serve; serve()"


def filled(root: Path, database: str | None = None) -> SiteFolder:
    """A site with a study, a collection, a report and a published site."""
    folder = SiteFolder(root=root, database=database)
    folder.make()
    save_design(design(4, quota=20), folder.studies / "study-1.json")
    (folder.collections / "mes-schemas.yaml").write_text(FILE, "utf-8")
    page = "<!doctype html><title>x</title><style>p{color:red}</style><script>document.title='run'</script><p>secret"
    (folder.reports / "audit.html").write_text(page, "utf-8")
    (folder.published / "round-1").mkdir()
    (folder.published / "round-1" / "index.html").write_text(page.replace("secret", "standing"), "utf-8")
    (folder.published / "round-1" / "answers.jsonl").write_text("{}\n", "utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> SiteFolder:
    """A filled site's folder."""
    return filled(tmp_path / "site")


@pytest.fixture
def address(folder: SiteFolder, accounts: Accounts) -> Iterator[str]:
    """Where it is served."""
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as found:
        yield found


def log_in(client: httpx.Client, address: str) -> str:
    """Log in; what forms and pages of this session bring along."""
    sent = client.post(f"{address}/login", data={"name": "marie", "password": PASSWORD})
    assert sent.status_code == 303
    page = client.get(f"{address}/").text
    return page.split('name="check" value="')[1].split('"')[0]


def test_strangers_see_studies_and_what_is_published_and_nothing_else(address: str, client: httpx.Client) -> None:
    start = client.get(f"{address}/").text
    assert "/studies/study-1/s/" in start
    assert "/published/round-1/" in start
    assert "mes-schemas" not in start
    assert "audit.html" not in start
    for path in ("/write/mes-schemas/", "/write/none/", "/reports/audit.html", "/reports/"):
        found = client.get(address + path)
        assert (found.status_code, found.headers["location"].partition("?")[0]) == (303, "/login")
    for path in ("/write/mes-schemas/api/state", "/write/none/api/state"):
        assert client.get(address + path).status_code == 401
    assert client.post(f"{address}/api/audit", json={"draft": DRAFT}).status_code == 401
    assert client.post(f"{address}/write", data={"name": "x", "language": "fr"}).status_code in (303, 403)


def test_who_logs_in_once_may_write_read_reports_and_sit_at_every_desk(address: str, client: httpx.Client) -> None:
    assert client.post(f"{address}/login", data={"name": "marie", "password": "wrong"}).status_code == 403
    check = log_in(client, address)
    assert "mes-schemas" in client.get(f"{address}/").text
    assert "secret" in client.get(f"{address}/reports/audit.html").text
    assert client.get(f"{address}/studies/study-1/desk").status_code == 200
    assert "workbench.js" in client.get(f"{address}/write/mes-schemas/").text
    look = client.post(f"{address}/write/mes-schemas/api/look", json={"draft": DRAFT}, headers={"x-check": check})
    assert look.json()["variants"][0]["readings"]
    bare = client.post(f"{address}/write/mes-schemas/api/look", json={"draft": DRAFT})
    assert bare.status_code == 403  # another site cannot know the session's check
    assert client.post(f"{address}/logout", data={"check": check}).status_code == 303
    assert client.get(f"{address}/reports/audit.html").status_code == 303


def test_after_the_log_in_one_is_where_one_wanted_to_be_and_never_elsewhere(address: str, client: httpx.Client) -> None:
    form = {"name": "marie", "password": PASSWORD}
    there = client.post(f"{address}/login?next=/write/mes-schemas/", data=form)
    assert there.headers["location"] == "/write/mes-schemas/"
    for elsewhere in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"):
        found = client.post(f"{address}/login", params={"next": elsewhere}, data=form)
        assert found.headers["location"] == "/"


def test_a_new_collection_is_made_at_its_first_save(address: str, client: httpx.Client, folder: SiteFolder) -> None:
    check = log_in(client, address)
    made = client.post(f"{address}/write", data={"name": "essais", "language": "en", "check": check})
    assert made.headers["location"] == "/write/essais/"
    for bad in ("../x", "a/b", "", "x" * 61, ".hidden", "mes-schemas"):
        refused = client.post(f"{address}/write", data={"name": bad, "language": "fr", "check": check})
        assert refused.status_code == 400, bad
    draft = {
        "text": "The cat sees the dog because [it] is {hungry|loud}.",
        "candidates": ["the cat", "the dog"],
        "keys": [0, 1],
    }
    saved = client.post(
        f"{address}/write/essais/api/save", json={"draft": draft, "file": "absent"}, headers={"x-check": check}
    )
    assert saved.status_code == 200
    assert "hungry" in (folder.collections / "essais.yaml").read_text("utf-8")


def test_people_take_part_below_the_site_and_their_answers_are_on_disk(
    address: str, client: httpx.Client, folder: SiteFolder
) -> None:
    planned = design(4, quota=20)
    page = client.get(f"{address}/studies/study-1/s/{planned.name}").text
    assert "/studies/study-1/static/experiment.js" in page
    assert client.get(f"{address}/studies/study-1/static/experiment.js").status_code == 200
    visitor = Browser(f"{address}/studies/study-1", planned, client).start("ada")
    assert visitor.answer(0)["fate"] == "saved"
    stores = folder.open_studies()
    assert study_status(stores["study-1"], time.time()).answers == 1
    stores["study-1"].engine.dispose()


def test_no_script_of_a_finished_page_can_run_and_nothing_outside_its_folder_is_served(
    address: str, client: httpx.Client, folder: SiteFolder
) -> None:
    page = client.get(f"{address}/published/round-1/")
    policies = page.headers.get_list("content-security-policy")
    assert len(policies) == 1
    assert "script-src" not in policies[0]
    assert "default-src 'none'" in policies[0]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert client.get(f"{address}/published/round-1").headers["location"] == "round-1/"
    assert "attachment" in client.get(f"{address}/published/round-1/answers.jsonl").headers["content-disposition"]
    (folder.published / "out").symlink_to(folder.reports)
    (folder.published / ".hidden").write_text("x", "utf-8")
    for path in (
        "%2e%2e/reports/audit.html",
        "out/audit.html",
        ".hidden",
        "round-1/none",
        "..%2f..%2fetc/passwd",
        "round-1/%00",
        "a" * 5000,
    ):
        assert client.get(f"{address}/published/{path}").status_code == 404, path[:40]


def test_pages_lists_sites_and_pages_in_order(tmp_path: Path) -> None:
    for name in ("b.html", "a.pdf", "c.txt"):
        (tmp_path / name).write_text("x", "utf-8")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("x", "utf-8")
    (tmp_path / "bare").mkdir()
    (tmp_path / ".hidden.html").write_text("x", "utf-8")
    (tmp_path / "out.html").symlink_to(__file__)  # what would not be served is not named either
    assert Pages(tmp_path).names() == ["site/", "a.pdf", "b.html"]
    assert Pages(tmp_path / "none").names() == []


def test_a_huge_draft_keeps_nobody_else_waiting(
    address: str, client: httpx.Client, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {"authorization": f"Bearer {make_key(accounts, 'marie', 'tests', time.time())}"}
    client.post(f"{address}/api/audit", json={"draft": DRAFT}, headers=headers)
    begun, others_are_served, served_meanwhile = threading.Event(), threading.Event(), list[bool]()
    audit = Looker.audit

    def held(looker: Looker, draft: Draft) -> AuditReply:
        begun.set()
        served_meanwhile.append(others_are_served.wait(60))
        return audit(looker, draft)

    monkeypatch.setattr(Looker, "audit", held)
    huge = {**DRAFT, "candidates": [f"{'loup ' * 300}{number}" for number in range(40)]}
    ask = partial(httpx.post, f"{address}/api/audit", json={"draft": huge}, headers=headers, timeout=600)
    with ThreadPoolExecutor() as pool:
        reply = pool.submit(ask)
        assert begun.wait(60)
        for _ in range(3):
            assert client.get(f"{address}/login", timeout=300).is_success
        others_are_served.set()
    assert (reply.result().status_code, served_meanwhile) == (200, [True])


def test_a_program_with_a_key_gets_the_audit_of_one_schema(
    address: str, client: httpx.Client, accounts: Accounts
) -> None:
    key = make_key(accounts, "marie", "tests", time.time())
    headers = {"authorization": f"Bearer {key}"}
    first = client.post(f"{address}/api/audit", json={"draft": DRAFT}, headers=headers)
    assert first.json()["variants"][0]["pairs"][0]["candidate"] == "loup"
    assert first.json()["corpus"]
    wrong = client.post(f"{address}/api/audit", json={"draft": DRAFT}, headers={"authorization": "Bearer x"})
    assert wrong.status_code == 401
    assert "API key" in wrong.json()["error"]
    assert "log in" not in wrong.json()["error"]
    foreign = client.post(f"{address}/api/audit", json={"draft": DRAFT, "language": "xx"}, headers=headers)
    assert foreign.status_code == 400
    assert "'xx'" in foreign.json()["error"]
    assert (
        "fr"
        in client.get(f"{address}/openapi.json").json()["components"]["schemas"]["AuditBody"]["properties"]["language"][
            "enum"
        ]
    )


def test_a_workbench_is_found_without_its_last_slash(address: str, client: httpx.Client) -> None:
    for _ in range(2):
        found = client.get(f"{address}/write/mes-schemas")
        assert (found.status_code, found.headers["location"]) == (303, "/write/mes-schemas/")
        log_in(client, address)
    assert client.get(f"{address}/write/%2Fevil.example").status_code == 404


def test_the_health_page_tells_when_a_database_is_gone(
    folder: SiteFolder, accounts: Accounts, client: httpx.Client
) -> None:
    studies = folder.open_studies()
    with listening(Site(folder, studies, accounts, SiteSetting())) as address:
        assert client.get(f"{address}/health").json()["ok"] is True
        studies["study-1"].engine.dispose()
        path = folder.studies / "study-1.db"
        for each in folder.studies.glob("study-1.db*"):
            each.unlink()
        path.mkdir()
        found = client.get(f"{address}/health")
        assert (found.status_code, found.json()["studies"]) == (503, {"study-1": False})
        path.rmdir()


def test_below_a_proxys_path_every_link_has_it(folder: SiteFolder, accounts: Accounts, client: httpx.Client) -> None:
    site = Site(folder, folder.open_studies(), accounts, SiteSetting(base="/anaphor"))
    with listening(site) as address:
        for root in (address, f"{address}/anaphor"):  # whether the proxy takes its path off or leaves it
            assert 'href="/anaphor/studies/study-1/s/' in client.get(f"{root}/").text
            assert client.get(f"{root}/studies/study-1/s/specimen").status_code == 200
            assert client.get(f"{root}/reports/").headers["location"].startswith("/anaphor/login")
        sent = client.post(
            f"{address}/anaphor/login",
            data={"name": "marie", "password": PASSWORD},
            headers={"x-forwarded-proto": "https"},
        )
        cookie = sent.headers["set-cookie"]
        assert "Path=/anaphor" in cookie
        assert "Secure" in cookie
        assert "HttpOnly" in cookie


def test_pages_speak_the_browsers_language(address: str, client: httpx.Client) -> None:
    assert "Études" in client.get(f"{address}/", headers={"accept-language": "fr-CA,en;q=0.5"}).text
    assert "Studies" in client.get(f"{address}/", headers={"accept-language": "de,en;q=0.5"}).text
    assert client.get(f"{address}/none").status_code == 404


def test_each_request_is_one_line_of_json_without_its_query(
    folder: SiteFolder, accounts: Accounts, client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "anaphor.web"):
        with listening(logged(Site(folder, folder.open_studies(), accounts, SiteSetting()))) as address:
            client.get(f"{address}/health?token=secret")
        record = next(each for each in caplog.records if each.name == "anaphor.web")
    line = json.loads(JsonLines().format(record))
    assert (line["method"], line["path"], line["status"], line["level"]) == ("GET", "/health", 200, "info")
    assert "secret" not in json.dumps(line)
    assert "127.0.0.1" not in json.dumps(line)


@pytest.mark.parametrize("name", ["a", "Étude_1", "x.y"])
def test_possible_names_are_possible(name: str) -> None:
    assert is_possible(name, "fr")
    assert len({schema_of(name), schema_of(name + "-"), schema_of(name + "_")}) == 3


def test_two_studies_share_one_postgresql_each_in_its_own_schema(
    tmp_path: Path, accounts: Accounts, client: httpx.Client, postgresql: Any
) -> None:
    folder = filled(tmp_path / "site", new_database(postgresql, "site"))
    save_design(design(3, quota=10), folder.studies / "study-2.json")
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as address:
        Browser(f"{address}/studies/study-1", design(4, quota=20), client).start("ada").answer(0)
        assert client.get(f"{address}/health").json()["studies"] == {"study-1": True, "study-2": True}
    stores = folder.open_studies()
    counted = {name: study_status(store, time.time()).answers for name, store in stores.items()}
    for store in stores.values():
        store.engine.dispose()
    assert counted == {"study-1": 1, "study-2": 0}
    assert list(folder.studies.glob("*.db")) == []


def test_the_description_says_what_the_audit_does(folder: SiteFolder, accounts: Accounts, client: httpx.Client) -> None:
    headers = {"Authorization": f"Bearer {make_key(accounts, 'marie', 'fuzz', time.time())}"}
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as address:
        described = schemathesis.openapi.from_url(f"{address}/openapi.json")
        assert "/write/{name}/api/save" in client.get(f"{address}/openapi.json").json()["paths"]
        operation = described["/api/audit"]["POST"]

        @given(case=operation.as_strategy())
        @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
        def fuzzed(case: Any) -> None:
            draft = case.body.get("draft") if isinstance(case.body, dict) else None
            if isinstance(draft, dict) and isinstance(
                draft.get("keys"), list
            ):  # 2.0 is an integer to JSON Schema alone
                draft["keys"] = [int(key) if isinstance(key, float) else key for key in draft["keys"]]
            case.call_and_validate(headers=headers)

        fuzzed()


def test_the_real_command_shows_a_demonstration_and_leaves_nothing(tmp_path: Path, client: httpx.Client) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "ANAPHOR_ACCOUNTS": str(tmp_path / "none.db")}
    command = [sys.executable, "-c", _SERVE, "--demo", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    said = ""
    assert process.stderr is not None
    while "Stop with" not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    address = said.split("Everything is at ")[1].split("/\n")[0]
    password = said.split("password ")[1].split(";")[0]
    try:
        for _ in range(6000):
            try:
                client.get(f"{address}/health").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        sent = client.post(f"{address}/login", data={"name": "demo", "password": password})
        assert sent.status_code == 303
        assert "/write/anaphor-fr/" in client.get(f"{address}/").text
        wanted = ("/studies/demo/s/demo", "anaphor-fr-audit-fr.html", "/agreement/demo.csv", "/challenges/demo/")
        start = ""
        for _ in range(6000):  # the rest comes while one looks
            start = client.get(f"{address}/").text
            if all(shown in start for shown in wanted):
                break
            time.sleep(0.1)
        assert [shown for shown in wanted if shown not in start] == []
        assert "12" in client.get(f"{address}/studies/demo/desk").text
    finally:
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    assert all(json.loads(line)["event"] for line in out.splitlines())
    assert list(tmp_path.glob("anaphor-demo-*")) == []
    assert not (tmp_path / "none.db").exists()


def test_a_new_study_is_there_without_a_restart(address: str, folder: SiteFolder, client: httpx.Client) -> None:
    late = replace(design(2, quota=20), name="late")
    assert client.get(f"{address}/studies/late/s/late").status_code == 404
    save_design(late, folder.studies / "late.json")
    assert client.get(f"{address}/studies/late/s/late").status_code == 200
    browser = Browser(f"{address}/studies/late", late, client).start("ada")
    assert browser.answer(0)["fate"] == "saved"
    save_design(replace(late, name="later"), folder.studies / "later.json")
    assert "/studies/later/s/later" in client.get(f"{address}/").text
    (folder.studies / "broken.json").write_text("{}", "utf-8")
    log_in(client, address)
    page = client.get(f"{address}/")
    assert (page.status_code, "broken.json" in page.text) == (200, True)
    assert client.get(f"{address}/studies/broken/s/x").status_code == 404


def test_models_are_read_when_somebody_writes_and_not_before(address: str, client: httpx.Client) -> None:
    before = client.get(f"{address}/health").json()["warm"]
    assert before == {}
    log_in(client, address)
    assert client.get(f"{address}/write/mes-schemas/").status_code == 200
    assert "fr" in client.get(f"{address}/health").json()["warm"]
