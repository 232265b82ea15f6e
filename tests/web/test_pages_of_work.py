"""Texts, entries and reports in the browser's pages: the files that they leave, and what nobody gets by them."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from anaphor import load
from anaphor.experiment.accounts.accounts import Accounts, add_account, open_accounts
from anaphor.web.jobs.records import Job, JobBook, JobState
from anaphor.web.site.folder import SiteFolder, records_in
from anaphor.web.site.site import Site, SiteSetting
from tests.experiment.specimens import cheap_passwords
from tests.web.conftest import PASSWORD
from tests.web.served import listening
from tests.web.test_site import filled, log_in

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
    with httpx.Client(base_url=site[0], timeout=30) as client:
        yield client, log_in(client, site[0])


def done(folder: SiteFolder, place: str) -> Job:
    """A job of a page, once it has ended well."""
    book, id = JobBook(folder.root), place.rpartition("/")[2]
    for _ in range(1200):
        job = book.read(id)
        if job is not None and job.finished:
            assert job.state is JobState.DONE, job.said
            return job
        time.sleep(0.1)
    raise AssertionError("the job does not end")


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


def test_an_entry_has_a_state_in_its_file_and_comments_beside_it(
    site: tuple[str, SiteFolder, Accounts], desk: tuple[httpx.Client, str]
) -> None:
    (client, check), folder = desk, site[1]
    path = folder.collections / "mes-schemas.yaml"
    id = load(path).parts[0].id
    place, before = f"/collections/mes-schemas/entries/{id}", path.read_bytes()
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
    assert id in client.get("/collections/mes-schemas/entries?state=draft").text
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
