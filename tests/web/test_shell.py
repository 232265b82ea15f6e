"""The pages of the site: what each shows, the files that they leave, and what nobody gets by them."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from anaphor import agreement, load, resolve, save
from anaphor.experiment import Accounts, add_account
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.jobs.records import Job, JobBook, JobState
from anaphor.web.site.shell import line_of
from tests.agreement.foreign_tables import JUDGED, REPEATED
from tests.web.conftest import PASSWORD
from tests.web.served import listening
from tests.web.test_site import filled, log_in

pytestmark = pytest.mark.waiting

TABLE = "item,ann,bob,eve\n" + "".join(
    f"{n},{'yes' if n % 3 else 'no'},{'yes' if n % 4 else 'no'},{'yes' if n % 3 else 'no'}\n" for n in range(1, 41)
)
PLACES = (
    "collections",
    "corpora",
    "studies",
    "agreement",
    "systems",
    "challenges",
    "reports",
    "jobs",
    "search?q=schemas",
)


@pytest.fixture
def folder(tmp_path: Path) -> SiteFolder:
    """A filled site's folder."""
    return filled(tmp_path / "site")


@pytest.fixture
def address(folder: SiteFolder, accounts: Accounts) -> Iterator[str]:
    """Where it is served."""
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as found:
        yield found


def send(client: httpx.Client, address: str, path: str, check: str, name: str, data: str | bytes, **more: str) -> str:
    """Upload a file; where its page is."""
    found = client.post(f"{address}{path}", data={"check": check, **more}, files={"file": (name, data)})
    assert found.status_code == 303, found.text[-500:]
    return str(found.headers["location"])


def test_every_place_has_one_header_and_the_command_that_does_the_same(address: str, client: httpx.Client) -> None:
    log_in(client, address)
    for place in PLACES:
        page = client.get(f"{address}/{place}").text
        assert page.count('<nav class="places"') == 1, place
        assert page.count('aria-current="page"') == (place.partition("?")[0] not in ("jobs", "search")), place
        if place not in ("jobs", "search?q=schemas"):
            assert "<code>anaphor " in page, place
    assert "mes-schemas" in client.get(f"{address}/search?q=schemas").text
    for page in ("/write/mes-schemas/", "/studies/study-1/desk"):
        assert '<nav class="places"' in client.get(address + page).text


def test_a_warning_stands_once_on_a_page_and_before_the_rate(address: str, client: httpx.Client) -> None:
    rng = random.Random(7)
    rows = [
        f"i{n},{who},{'abc'[rng.randrange(3) if who == 'w' or rng.random() < 0.1 else n % 3]}"
        for n in range(150)
        for who in "wxyz"
    ]
    table = "item,annotator,label\n" + "\n".join(rows)
    page = client.get(address + send(client, address, "/agreement", log_in(client, address), "uneven.csv", table)).text
    assert page.count("The annotators are not alike") == 1
    assert page.index("The annotators are not alike") < page.index("With another panel of 4")


def test_one_switch_changes_the_language_and_stays(address: str, client: httpx.Client) -> None:
    assert ">Accord<" not in client.get(f"{address}/").text
    back = client.post(f"{address}/language", data={"language": "fr", "next": "/studies?x=1"})
    assert back.headers["location"] == "/studies?x=1"
    assert ">Accord<" in client.get(f"{address}/").text
    assert client.post(f"{address}/language", data={"language": "fr", "next": "//evil"}).headers["location"] == "/"
    foreign = client.post(f"{address}/language", data={"language": "en"}, headers={"sec-fetch-site": "cross-site"})
    assert foreign.status_code == 403


def spaced(page: str) -> str:
    """A page with all spaces alike."""
    return page.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_a_table_is_measured_as_the_call_does_and_its_reading_is_corrected(
    address: str, client: httpx.Client, folder: SiteFolder
) -> None:
    check = log_in(client, address)
    place = send(client, address, "/agreement", check, "../../labels x.csv", TABLE)
    assert place == "/agreement/labels-x.csv"
    path = folder.root / "labels" / "labels-x.csv"
    assert path.read_text("utf-8") == TABLE
    page = spaced(client.get(address + place).text)
    assert str(agreement.measure(path).sentences[0]).partition("(")[0] in page
    assert "anaphor agreement measure labels/labels-x.csv" in page
    larger = spaced(client.get(f"{address}{place}?panel=5").text)
    assert str(agreement.measure(path, panel=5).sentences[0]).partition("(")[0] in larger
    told = {"check": check, "without": ["eve"], "scale": "ordinal", "classes": "no, yes"}
    assert client.post(address + place, data=told).status_code == 303
    corrected = spaced(client.get(address + place).text)
    kept = json.loads((folder.root / "labels" / "labels-x.csv.reading.json").read_text("utf-8"))
    assert kept == {"without": ["eve"], "scale": "ordinal", "classes": ["no", "yes"]}
    shown = re.sub("<[^>]+>", "", corrected)
    assert "--scale ordinal --classes no,yes --without eve" in shown.replace("  ", " ") or "--without eve" in shown
    assert str(agreement.measure(path, **kept).sentences[0]).partition("(")[0] in corrected
    for kind, start in (
        ("figure.svg", b"<?xml"),
        ("figure.png", b"\x89PNG"),
        ("report.html", b"<!doctype"),
        ("paper.txt", b"With"),
    ):
        found = client.get(f"{address}{place}/{kind}")
        assert found.content.startswith(start), kind
        assert "attachment" in found.headers["content-disposition"]
    assert client.post(f"{address}{place}/remove", data={"check": check}).status_code == 303
    assert not list((folder.root / "labels").iterdir())


def test_what_cannot_be_read_is_said_beside_the_form_that_mends_it(address: str, client: httpx.Client) -> None:
    check = log_in(client, address)
    place = send(client, address, "/agreement", check, "x.pdf", b"%PDF-1.4 nothing")
    page = client.get(address + place)
    assert page.status_code == 400
    assert 'role="alert">labels/x.pdf' in page.text  # its path in the project, and no more
    assert 'name="layout"' in page.text
    assert client.get(f"{address}/agreement/plan?target=2").text.count('role="alert"') == 1


@pytest.mark.parametrize("name", ["target", "kappa", "classes", "items", "cost", "value", "annotators", "coefficient"])
def test_a_calculator_says_which_field_it_needs(name: str, address: str, client: httpx.Client) -> None:
    log_in(client, address)
    for page in ("plan", "interpret"):
        found = client.get(f"{address}/agreement/{page}?{name}=")
        assert found.status_code == 200, (page, found.text[-300:])
        if (page, name) in (("plan", "target"), ("interpret", "value"), ("interpret", "annotators")):
            assert found.text.count('role="alert"') == 1, page


def test_what_people_wrote_is_text_on_every_page(address: str, client: httpx.Client) -> None:
    check = log_in(client, address)
    evil = "<script>alert(1)</script>"
    place = send(client, address, "/agreement", check, f"{evil}.csv", TABLE.replace("ann", evil))
    assert "script" in place
    for path in (place, f"/search?q={evil}", f"/agreement/plan?target={evil}", "/", "/agreement"):
        assert "<script>alert" not in client.get(address + path).text


def test_a_reading_that_needs_several_columns_and_repetitions_is_corrected_on_the_page(
    address: str, client: httpx.Client, folder: SiteFolder
) -> None:
    check = log_in(client, address)
    place = send(client, address, "/agreement", check, "judged.csv", JUDGED[0])
    refused = client.get(address + place).text
    assert "30 items, 3 annotators, 3 classes, 90 labels" in refused
    told = {
        "check": check,
        "item": "question_id",
        "item_also": ["pair", "turn"],
        "annotator": "judge",
        "label": "winner",
    }
    assert client.post(address + place, data=told).status_code == 303
    kept = json.loads((folder.root / "labels" / "judged.csv.reading.json").read_text("utf-8"))
    assert kept == {"item": "question_id,pair,turn", "annotator": "judge", "label": "winner"}
    corrected = client.get(address + place)
    assert corrected.status_code == 200
    assert corrected.text.count('name="item_also" value="pair" checked') == 1
    place = send(client, address, "/agreement", check, "runs.csv", REPEATED[0])
    assert client.get(address + place).status_code == 400
    assert client.post(address + place, data={"check": check, "repetition": "run"}).status_code == 303
    read_again = client.get(address + place)
    assert read_again.status_code == 200
    assert "an item of each repetition is an item of its own" in read_again.text


def test_nobody_uploads_without_a_log_in_the_check_or_too_much(address: str, client: httpx.Client) -> None:
    files = {"file": ("x.csv", TABLE)}
    assert (
        client.post(f"{address}/agreement", data={"check": "x"}, files=files).headers["location"].startswith("/login")
    )
    check = log_in(client, address)
    assert client.post(f"{address}/agreement", data={"check": "x"}, files=files).status_code == 403
    cross = {"sec-fetch-site": "cross-site"}
    assert client.post(f"{address}/agreement", data={"check": check}, files=files, headers=cross).status_code == 403
    huge = {"file": ("x.csv", b"x" * (65 * 2**20))}
    assert client.post(f"{address}/agreement", data={"check": check}, files=huge, timeout=600).status_code == 413
    assert client.post(f"{address}/agreement", data={"check": check}).status_code == 400


def test_a_collection_in_another_format_is_shown_compared_exported_and_copied(
    address: str, client: httpx.Client, folder: SiteFolder
) -> None:
    check = log_in(client, address)
    rows = "".join(
        f"{n},The cat {n} saw the dog because _ was loud.,the cat {n},the dog,{1 + n % 2}\n" for n in range(60)
    )
    place = send(client, address, "/collections", check, "mini.csv", "qID,sentence,option1,option2,answer\n" + rows)
    assert place == "/collections/mini.csv"
    assert "60" in client.get(address + place).text
    for view in ("check", "readings", "audit", "export", "diff"):
        assert client.get(f"{address}{place}/{view}").status_code == 200, view
    assert "Next" in client.get(f"{address}{place}/readings").text
    made = client.get(f"{address}{place}/export?to=jsonl")
    (folder.root / "out.jsonl").write_bytes(made.content)
    assert len(load(folder.root / "out.jsonl").entries) == 60
    assert client.get(f"{address}{place}/export?to=none").status_code == 400
    copy = client.post(f"{address}{place}/native", data={"check": check})
    assert copy.headers["location"] == "/write/mini/"
    assert load(folder.collections / "mini.yaml").fingerprint == load(folder.collections / "mini.csv").fingerprint
    for bad in (
        "/collections/none",
        f"{place}/none",
        "/collections/..%2f..%2fetc%2fpasswd",
        "/agreement/..%2faccounts.db",
    ):
        assert client.get(address + bad).status_code == 404, bad


def test_a_save_is_undone_byte_for_byte(address: str, client: httpx.Client, folder: SiteFolder) -> None:
    check = log_in(client, address)
    path = folder.collections / "mes-schemas.yaml"
    before = path.read_bytes() + b"# a remark of my own\n"
    path.write_bytes(before)
    draft = {
        "text": "Le chat voit le chien car [il] est {calme|fort}.",
        "candidates": ["le chat", "le chien"],
        "keys": [0, 1],
    }
    saved = client.post(
        f"{address}/write/mes-schemas/api/save", json={"draft": draft, "file": "x"}, headers={"x-check": check}
    )
    assert saved.status_code == 200
    after = path.read_bytes()
    assert after != before
    page = client.get(f"{address}/collections/mes-schemas/history").text
    version = page.split('name="version" value="')[1].split('"')[0]
    assert "calme" in client.get(f"{address}/collections/mes-schemas/diff?with=history:{version}").text
    done = client.post(f"{address}/collections/mes-schemas/restore", data={"check": check, "version": version})
    assert done.status_code == 303
    assert path.read_bytes() == before
    assert after in [each.read_bytes() for each in folder.history("mes-schemas").iterdir()]
    bad = client.post(f"{address}/collections/mes-schemas/restore", data={"check": check, "version": "../../x"})
    assert bad.status_code == 400


def test_nobody_reads_a_project_that_is_not_theirs(
    address: str, client: httpx.Client, folder: SiteFolder, accounts: Accounts
) -> None:
    add_account(accounts, "eve", PASSWORD, 0.0)
    check = log_in(client, address)
    made = client.post(f"{address}/projects", data={"check": check, "name": "mine", "members": ""})
    assert made.headers["location"] == "/in/mine/"
    place = send(client, address, "/in/mine/agreement", check, "secret.csv", TABLE)
    assert place == "/in/mine/agreement/secret.csv"
    assert client.get(address + place).status_code == 200
    client.post(f"{address}/in/mine/write", data={"check": check, "name": "mots", "language": "fr"})
    assert client.get(f"{address}/in/mine/write/mots/").status_code == 200
    assert (folder.root / "projects" / "mine" / "labels" / "secret.csv").is_file()
    for bad in ("../x", "a/b", "mine", ""):
        assert client.post(f"{address}/projects", data={"check": check, "name": bad}).status_code == 400, bad
    with httpx.Client(timeout=300) as other:
        assert other.get(f"{address}/in/mine/").headers["location"].startswith("/login")
        sent = other.post(f"{address}/login", data={"name": "eve", "password": PASSWORD})
        assert sent.status_code == 303
        for path in (
            "",
            "agreement",
            "agreement/secret.csv",
            "write/mots/",
            "write/mots/api/state",
            "collections",
            "jobs",
        ):
            assert other.get(f"{address}/in/mine/{path}").status_code == 404, path
        for path in ("/in/../agreement/secret.csv", "/in/%2e%2e/", "/agreement/secret.csv", "/in/none/"):
            assert other.get(address + path).status_code in (303, 404), path
        assert "mine" not in other.get(f"{address}/").text


def test_no_form_starts_a_program_or_names_another_key(address: str, client: httpx.Client, folder: SiteFolder) -> None:
    check = log_in(client, address)
    evil = [
        {"resolver": "command:touch /tmp/x"},
        {"resolver": "replay:/etc/passwd"},
        {"resolver": "causal:../../x"},
        {"resolver": "chat", "model": "m,key=PATH", "url": "http://127.0.0.1:1/v1"},
        {"resolver": "chat", "model": "m", "url": "http://127.0.0.1:1/v1,key=PATH"},
        {"resolver": "chat", "model": "m", "url": "file:///etc/passwd"},
    ]
    for fields in evil:
        sent = {"check": check, "collection": "mes-schemas", **fields}
        assert client.post(f"{address}/systems", data=sent).status_code == 400, fields
    assert not (folder.root / "jobs").exists()


def test_a_run_that_was_sent_reads_no_other_file_of_the_server(
    address: str, client: httpx.Client, tmp_path: Path
) -> None:
    hidden = tmp_path / "hidden.yaml"
    save(load("anaphor-en"), hidden)
    resolve(hidden, "first", output=tmp_path / "run.jsonl")
    check = log_in(client, address)
    data = (tmp_path / "run.jsonl").read_bytes().replace(b'"collection":"anaphor-en"', b'"collection":"none"')
    form = client.get(f"{address}/systems").text.split('action="/systems/answers"')[1].split("</form>")[0]
    assert '<select id="of" name="collection">' in form
    place = send(client, address, "/systems/answers", check, "run.jsonl", data, collection="mes-schemas")
    page = client.get(address + place)
    assert page.status_code == 400
    assert "hidden.yaml" not in page.text
    assert "guitar" not in page.text


def test_nobody_floods_the_queue(address: str, client: httpx.Client, folder: SiteFolder) -> None:
    check = log_in(client, address)
    book = JobBook(folder.root)
    for number in range(3):
        told = {"source": "none", "resolver": "first"}
        book.write(
            Job(
                id=f"{number}a",
                kind="resolve",
                title="x",
                who="marie",
                interface="en",
                told=told,
                made_at=0.0,
                deaths=9,
            )
        )
    sent = {"check": check, "collection": "mes-schemas", "resolver": "first"}
    refused = client.post(f"{address}/systems", data=sent)
    assert refused.status_code == 400
    assert "3 jobs" in refused.text
    assert {job.state for job in book.jobs()} <= {JobState.WAITING, JobState.FAILED}


def test_a_published_site_is_opened_in_the_language_of_the_page(
    folder: SiteFolder, address: str, client: httpx.Client
) -> None:
    log_in(client, address)
    told: dict[str, Any] = {"state": JobState.DONE, "made": ("published/round-1",), "made_at": 0.0, "interface": "en"}
    JobBook(folder.root).write(Job(id="1a", kind="challenge", title="x", who="marie", **told))
    for language, side in (("en", ""), ("fr", "fr/")):
        page = client.get(f"{address}/jobs/1a", headers={"accept-language": language}).text
        assert f'href="/published/round-1/{side}"' in page


def test_a_command_is_quoted_as_a_shell_wants_it() -> None:
    assert line_of("audit", "it's.csv", quick=True, corpus=None) == "anaphor audit 'it'\"'\"'s.csv' --quick"
