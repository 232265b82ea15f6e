"""Texts, entries and reports in the browser's pages: the files that they leave, and what nobody gets by them."""

import gzip
import re
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from anaphor import check as checked
from anaphor import load, resolve
from anaphor.answer import Abstention, AbstentionReason
from anaphor.experiment import (
    Accounts,
    Invitation,
    Role,
    add_account,
    invite_member,
    invited_to,
    make_key,
    open_accounts,
)
from anaphor.experiment.membership import INVITED_S
from anaphor.report.sections.collection import count_sentence
from anaphor.schema import Question
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.jobs.records import Job, JobBook, JobState
from anaphor.web.jobs.worker import run_job
from anaphor.web.serving import Metrics
from anaphor.web.site import room, shell
from anaphor.web.site.folder import records_in
from anaphor.web.site.pages import agreement as agreement_pages
from tests.experiment.specimens import cheap_passwords
from tests.files.test_sheets import FAR, workbook
from tests.web.conftest import PASSWORD
from tests.web.readers import process, process_as_preview, process_as_refusal
from tests.web.served import listening
from tests.web.test_site import filled, log_in

pytestmark = pytest.mark.waiting

TEXT = """The doctor met the teacher in the garden before the rain began. He was tired, and he wanted to go home soon.
The baker thanked the farmer because he had brought the flour early that morning. The woman saw the girl when she left.
The king praised the soldier after he had won the battle. The judge asked the lawyer whether he had read the letter.
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, SiteFolder, Accounts]]:
    """One site for all."""
    folder = filled(tmp_path_factory.mktemp("pages") / "site")
    accounts = open_accounts(str(folder.root / "accounts.db"))
    with cheap_passwords():
        add_account(accounts, "marie", PASSWORD, 0.0)
        add_account(accounts, "eve", PASSWORD, 0.0)
        with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as address:
            yield address, folder, accounts


@pytest.fixture
def desk(site: tuple[str, SiteFolder, Accounts]) -> Iterator[tuple[httpx.Client, str]]:
    """Somebody who is logged in, and what their forms bring along."""
    with httpx.Client(base_url=site[0], timeout=300) as client:
        yield client, log_in(client, site[0])


def ended(folder: SiteFolder, place: str) -> Job:
    """A job of a page, once it has ended, well or not."""
    book, name = JobBook(folder.root), place.rpartition("/")[2]
    for _ in range(6000):
        job = book.read(name)
        if job is not None and job.finished:
            return job
        time.sleep(0.1)
    raise AssertionError("the job does not end")


def done(folder: SiteFolder, place: str) -> Job:
    """A job of a page, once it has ended well."""
    job = ended(folder, place)
    assert job.state is JobState.DONE, job.said
    return job


def test_an_error_behind_hundreds_of_notes_is_shown_and_counted(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str]
) -> None:
    """The page counted only the first five hundred findings of the file: a collection with errors had none."""
    client, folder = desk[0], site[1]
    lines = ["anaphor: 1", "name: notes", "language: fr", "problems:"]
    for number in range(505):
        text = f"Le voisin numéro {number} a remercié le facteur, [il] était {'content' if number % 2 else 'parti'}."
        lines += [f"  - id: p{number}", f'    text: "{text}"', "    candidates: [le voisin, le facteur]"]
        lines.append("    answer: le voisin")
    lines += ["  - id: faux", '    text: "L\'enduit a lâché sur la cloison, [il] colle."', '    question: "Quoi ?"']
    lines += ["    candidates: [l'enduit, la cloison]", "    answer: la cloison"]
    (folder.collections / "notes.yaml").write_text("\n".join(lines), "utf-8")
    page = client.get("/collections/notes/check").text
    said = checked(folder.collections / "notes.yaml")
    assert len(said.errors) == 1
    assert count_sentence(said.found, said.severity) in page
    assert said.errors[0].code in page


def test_labels_of_which_nothing_can_be_said_have_no_panel_to_choose(desk: tuple[httpx.Client, str]) -> None:
    """The page said *None* people, and asked for that many."""
    client, check = desk
    lines = {"once": [f"i{n},a,{'xy'[n % 2]}" for n in range(9)], "plain": ["i1,a,x", "i1,b,y", "i2,a,x", "i2,b,x"]}
    pages = {}
    for name, rows in lines.items():
        data = "\n".join(("item,annotator,label", *rows)).encode()
        client.post("/agreement", data={"check": check}, files={"file": (f"{name}.csv", data)})
        pages[name] = client.get(f"/agreement/{name}.csv").text
    assert 'id="panel"' in pages["plain"]
    assert 'id="panel"' not in pages["once"]
    assert "None" not in re.sub("<[^>]*>", "", pages["once"])


def test_a_pasted_text_becomes_problems_to_review_an_index_and_a_report(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str]
) -> None:
    (client, check), folder = desk, site[1]
    sent = {"check": check, "act": "find", "text": TEXT, "language": "en"}
    found = client.post("/texts", data=sent, files={"file": ("", b"")})
    indexed = client.post(
        "/texts", data={"check": check, "act": "index"}, files={"file": ("../../novel.txt", TEXT.encode() * 20)}
    )
    reported = client.post("/reports", data={"check": check, "collection": "mes-schemas", "runs": "../x", "audit": "1"})
    job = done(folder, found.headers["location"])
    assert job.command == "anaphor collection find texts/text.txt -o collections/text.yaml --language en"
    assert [each.status for each in load(folder.collections / "text.yaml").problems] != []
    page = client.get(found.headers["location"]).text
    assert 'href="/write/text/"' in page
    assert "unvalidated" in client.get("/write/text/api/state").text
    assert ">draft<" in client.get("/collections/text/entries").text
    assert done(folder, indexed.headers["location"]).made == ("corpora/novel",)
    assert "novel" in client.get("/corpora").text
    counted = client.get("/corpora/novel", params={"a": "doctor", "b": "teacher"})
    assert counted.status_code == 200
    assert "20" in counted.text
    assert "anaphor corpus count corpora/novel doctor teacher" in counted.text
    assert 'value="novel"' in client.get("/collections/mes-schemas/audit").text
    assert done(folder, reported.headers["location"]).made == ("reports/mes-schemas.html",)
    assert client.get("/reports/mes-schemas.html").status_code == 200
    again = client.post(f"{found.headers['location']}/again", data={"check": check})
    assert again.status_code == 303
    assert JobBook(folder.root).read(job.id) == job  # what is done is not done over what was edited since


def test_a_packed_bomb_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    folder = SiteFolder(root=tmp_path)
    texts = folder.place("texts")
    texts.mkdir()
    with zipfile.ZipFile(texts / "a.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.txt", b"The cat sat. " * 4_000_000)
    (texts / "b.gz").write_bytes(gzip.compress(b"The cat sat. " * 4_000_000))
    for name in ("a.zip", "b.gz"):
        told = {"inputs": str(texts / name), "output": str(folder.place("corpora") / "x")}
        JobBook(tmp_path).write(Job(id="1", kind="index", title="", who="eve", interface="en", told=told, made_at=0.0))
        run_job(str(tmp_path), "1")
        job = JobBook(tmp_path).read("1")
        assert job is not None
        assert job.state is JobState.FAILED
        assert name in job.said[0]
        assert not folder.place("corpora").exists()


def test_an_entry_has_a_state_in_its_file_and_comments_beside_it(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str]
) -> None:
    (client, check), folder = desk, site[1]
    path = folder.collections / "mes-schemas.yaml"
    first = load(path).parts[0].id
    place, before = f"/collections/mes-schemas/entries/{first}", path.read_bytes()
    assert client.get("/collections/mes-schemas/entries").text.count(">reviewed<") > 1
    evil = "<script>alert(1)</script> =cmd"
    assert client.post(place, data={"check": check, "text": evil}).status_code == 303
    assert path.read_bytes() == before
    page = client.get(place).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; =cmd" in page
    client.post(place, data={"check": check, "state": "validated"})
    assert path.read_bytes() == before
    assert 'class="state-validated">validated' in client.get(place).text
    client.post(place, data={"check": check, "state": "draft", "reason": "the key is doubted"})
    changed = load(path).parts[0]
    assert (changed.status, changed.reason) == ("proposed", "the key is doubted")
    assert 'class="state-draft">draft' in client.get(place).text
    assert first in client.get("/collections/mes-schemas/entries?state=draft").text
    assert before in [each.read_bytes() for each in folder.history("mes-schemas").iterdir()]
    client.post(place, data={"check": check, "state": "reviewed"})
    assert 'class="state-reviewed">reviewed' in client.get(place).text  # validated words were others
    notes = records_in(folder.notes("mes-schemas.yaml"))
    assert [each["who"] for each in notes] == ["marie"] * 4
    assert client.post("/collections/anaphor-fr/entries/frites", data={"check": check, "text": "x"}).status_code == 404
    assert client.get("/collections/mes-schemas/entries/none").status_code == 404


def test_suggestions_and_repairs_are_asked_for_by_a_button(desk: tuple[httpx.Client, str]) -> None:
    client, _ = desk
    page = client.get("/collections/anaphor-fr/entries/plafond", params={"more": "suggest"}).text
    assert "sol" in page
    assert "anaphor collection suggest anaphor-fr plafond" in page
    assert client.get("/collections/anaphor-fr/entries/plafond", params={"more": "repair"}).status_code == 200
    assert 'name="state"' not in page  # nobody changes what the package carries


def test_an_invitation_makes_one_account_once_and_into_one_project(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str]
) -> None:
    (client, check), (address, folder, accounts) = desk, site
    client.post("/projects", data={"check": check, "name": "lab", "members": ""})
    page = client.post("/in/lab/people", data={"check": check, "role": "author"}).text
    link = page.split("<code>")[1].split("</code>")[0]
    assert link.startswith(f"{address}/invitation?key=")
    assert link not in client.get("/in/lab/people").text  # shown once
    assert link.partition("key=")[2] not in (folder.root / "acts.jsonl").read_text("utf-8")
    with httpx.Client(timeout=300) as guest:
        assert guest.get(link).status_code == 200
        assert guest.get(link[:-2]).status_code == 404
        for name, password in (("marie", PASSWORD), ("zoe", "short"), ("../zoe", PASSWORD), ("", PASSWORD)):
            refused = guest.post(link, data={"name": name, "password": password})
            assert refused.status_code == 400, name
        cross = {"sec-fetch-site": "cross-site"}
        assert guest.post(link, data={"name": "zoe", "password": PASSWORD}, headers=cross).status_code == 403
        assert "Welcome, zoe" in guest.post(link, data={"name": "zoe", "password": PASSWORD}).text
        assert guest.post(link, data={"name": "yves", "password": PASSWORD}).status_code == 404
        assert guest.get(link).status_code == 404
        assert guest.post(f"{address}/login", data={"name": "zoe", "password": PASSWORD}).status_code == 303
        assert guest.get(f"{address}/in/lab/collections").status_code == 200
    assert "zoe" in client.get("/in/lab/people").text
    late = invite_member(accounts, "marie", Invitation(), 0.0)
    assert invited_to(accounts, late, INVITED_S - 1) == Invitation(project="", role=Role.OWNER)
    assert invited_to(accounts, late, INVITED_S + 1) is None


def test_what_is_done_is_recorded_for_members_alone_and_without_a_word_of_it(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str]
) -> None:
    (client, check), (address, folder, _) = desk, site
    client.post("/projects", data={"check": check, "name": "discreet", "members": ""})
    client.post(
        "/in/discreet/agreement", data={"check": check}, files={"file": ("hidden.csv", b"item,a,b\n1,secret,secret\n")}
    )
    assert client.post("/in/discreet/agreement", data={"check": "x"}).status_code == 403
    acts = [each for each in records_in(folder.acts) if each["project"] == "discreet"]
    assert [(each["who"], each["act"]) for each in acts] == [("marie", "/agreement")]
    assert "secret" not in folder.acts.read_text("utf-8")
    assert folder.acts.stat().st_mode & 0o077 == 0
    assert "/agreement" in client.get("/in/discreet/people").text
    with httpx.Client(timeout=300) as other:
        other.post(f"{address}/login", data={"name": "eve", "password": PASSWORD})
        assert other.get(f"{address}/in/discreet/people").status_code == 404
        assert "discreet" not in other.get(f"{address}/people").text


def test_numbers_for_prometheus_are_for_this_machine_or_a_key(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str]
) -> None:
    (client, _), (address, _, accounts) = desk, site
    found = httpx.get(f"{address}/metrics", timeout=300)
    assert found.headers["content-type"].startswith("text/plain")
    assert 'anaphor_answers{of="study-1"} 0' in found.text
    assert all(re.fullmatch(r'(# TYPE .*|\w+\{(\w+="[^"]*",?)+\} [\d.]+)', line) for line in found.text.splitlines())
    far = {"x-forwarded-for": "203.0.113.9"}
    assert httpx.get(f"{address}/metrics", headers=far, timeout=300).status_code == 303
    assert client.get("/metrics", headers=far).status_code == 303  # a person who is logged in is no program
    key = make_key(accounts, "marie", "prometheus", time.time())
    assert (
        httpx.get(f"{address}/metrics", headers={**far, "authorization": f"Bearer {key}"}, timeout=300).status_code
        == 200
    )


def test_latencies_are_counted_by_place() -> None:
    metrics = Metrics()
    metrics.add("collections", 200, 0.02)
    metrics.add("collections", 303, 0.2)
    metrics.add("", 404, 0.001)
    lines = metrics.text(jobs={"done": 2}).splitlines()
    for line in (
        'anaphor_requests_total{place="collections",status="303"} 1',
        'anaphor_request_seconds_bucket{place="collections",le="0.05"} 1',
        'anaphor_request_seconds_bucket{place="collections",le="+Inf"} 2',
        'anaphor_request_seconds_sum{place="collections"} 0.220',
        'anaphor_request_seconds_count{place=""} 1',
        'anaphor_jobs{of="done"} 2',
    ):
        assert line in lines


def test_who_asks_for_too_much_waits_and_others_do_not(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, check = desk
    monkeypatch.setattr(room, "_LARGEST_PROJECT", 10)
    monkeypatch.setattr(shell, "_ASKED_S", 3600.0)  # a slow machine may take a minute for so many pages
    full = client.post("/agreement", data={"check": check}, files={"file": ("x.csv", b"item,a,b\n")})
    assert full.status_code == 400
    assert "takes no more" in full.text
    with httpx.Client(base_url=site[0], timeout=300) as other:
        other.post("/login", data={"name": "eve", "password": PASSWORD})
        found = [other.get("/agreement/plan?target=none").status_code for _ in range(242)]
        assert found == [200] * 240 + [429] * 2
        assert other.get("/agreement").status_code == 200
    assert client.get("/agreement/plan").status_code == 200


def test_numbers_without_end_are_refused_and_are_no_error_of_the_server(desk: tuple[httpx.Client, str]) -> None:
    client, check = desk
    endless = "9" * 5000
    assert client.get(f"/collections/anaphor-en/entries?page={endless}").status_code == 200
    for path in (f"/agreement/plan?items={endless}", f"/agreement/interpret?annotators={endless}"):
        assert client.get(path).status_code in (200, 400)
    run = {"check": check, "collection": "anaphor-en", "resolver": "first", "limit": endless}
    assert client.post("/systems", data=run).status_code == 400


def test_a_sheet_that_is_made_to_kill_the_server_gets_a_sentence_each_time(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str]
) -> None:
    client, check = desk
    data = workbook([], FAR["a cell at the far end"])
    sent = client.post("/agreement", data={"check": check}, files={"file": ("far.xlsx", data)})
    for _ in range(2):
        page = client.get(sent.headers["location"] if sent.is_redirect else "/agreement/far.xlsx")
        assert page.status_code == 400
        assert "reaches to row" in page.text
    assert client.get("/health").status_code == 200


def tables_of_a_million_rows() -> dict[str, bytes]:
    """Plain, packed and as a workbook."""
    plain = b"item,annotator,label\n" + b"".join(b"%d,ann,x\n" % row for row in range(1_000_000))
    sheet = workbook([], "<row><c><v>1</v></c></row>" * 1_000_000)
    return {"million.csv": plain, "million.csv.gz": gzip.compress(plain), "million.xlsx": sheet}


def test_a_page_of_a_million_rows_leaves_the_reading_to_a_child(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    labels, (client, _) = site[1].place("labels"), desk
    labels.mkdir(exist_ok=True)
    monkeypatch.setattr(agreement_pages, "preview", process_as_preview)
    monkeypatch.setattr(agreement_pages, "_shown", process_as_refusal)
    (labels / "few.csv").write_bytes(b"item,annotator,label\n1,ann,x\n")
    assert client.get("/agreement/few.csv").text.count(process()) == 2, "the first rows, and the measures"
    for name, content in tables_of_a_million_rows().items():
        (labels / name).write_bytes(content)
        page = client.get(f"/agreement/{name}", timeout=300).text
        assert process() not in page, name
        assert page.count("process ") == 2, name
        (labels / name).unlink()


def test_the_list_of_systems_says_which_runs_are_not_ranked(
    desk: tuple[httpx.Client, str], site: tuple[str, SiteFolder, Accounts]
) -> None:
    def broken(question: Question) -> Abstention:
        return Abstention(reason=AbstentionReason.UNREADABLE)

    def first(question: Question) -> int:
        return 0

    def silent(question: Question) -> Abstention:
        return Abstention(reason=AbstentionReason.DECLINED)

    runs = site[1].root / "runs"
    runs.mkdir(exist_ok=True)
    for each in (first, broken, silent):
        resolve("anaphor-en", each, version="1", limit=20, output=runs / f"{each.__name__}.jsonl")
    page = re.sub(r"\s+", " ", desk[0].get("/systems", headers={"Accept-Language": "en"}).text)
    notes = [re.search(rf'value="{name}.jsonl">.*?</th>', page) for name in ("first", "broken", "silent")]
    healthy, failed, mute = (found.group() if found else "" for found in notes)
    assert healthy
    assert "not ranked" not in healthy
    assert "not ranked: 20 of 20 questions failed" in failed
    assert "not ranked: it chose no candidate in 20 questions" in mute
