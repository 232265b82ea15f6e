"""What an author of a site can say to the server by a file or a form, and what no author gets by it."""

import json
import re
import shlex
import socket
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from anaphor import challenge as house
from anaphor import load, resolve, save
from anaphor.challenge import TeamBook, TeamState
from anaphor.cli.serve import serve
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import Accounts, save_design
from anaphor.resolver import asking_only
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.jobs.orders import chat_spec, key_variable
from anaphor.web.jobs.queue import MOST_UNFINISHED
from anaphor.web.jobs.records import Job, JobBook, JobState
from anaphor.web.jobs.worker import run_job
from anaphor.web.site.pages import systems
from tests.challenge.test_address import naming
from tests.experiment.specimens import design
from tests.resolver.chat_server import Reply, chat_server
from tests.web.benches import FILE
from tests.web.served import listening
from tests.web.test_pages_of_work import ended
from tests.web.test_site import filled, log_in

pytestmark = pytest.mark.waiting

TABLE = "item,ann,bob,eve\n" + "".join(
    f"{n},{'yes' if n % 3 else 'no'},{'yes' if n % 4 else 'no'},{'yes' if n % 3 else 'no'}\n" for n in range(1, 41)
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


class Desk:
    """Somebody who is logged in, and sends forms and files."""

    def __init__(self, client: httpx.Client, address: str) -> None:
        self.client, self.address, self.check = client, address, log_in(client, address)

    def get(self, path: str) -> httpx.Response:
        return self.client.get(self.address + path)

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self.client.post(self.address + path, data={"check": self.check, **fields})

    def send(self, path: str, name: str, data: str | bytes, **fields: str) -> httpx.Response:
        sent = {"file": (name, data)}
        return self.client.post(self.address + path, data={"check": self.check, **fields}, files=sent)


@pytest.fixture
def author(client: httpx.Client, address: str) -> Desk:
    return Desk(client, address)


# --- files that say how others are read ------------------------------------------------------------------------------

UPLOADS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("/collections", "collections", {}),
    ("/agreement", "labels", {}),
    ("/texts", "texts", {"act": "find"}),
)
NAMES = (
    "x.yaml.reading.json",
    "X.YAML.READING.JSON",
    "x.yaml.reading.json ",
    "x.yaml.reading.json.",
    "../collections/x.yaml.reading.json",
    "x.yaml．reading．json",
    "x.yaml.reａding.json",
    unicodedata.normalize("NFD", "é.yaml.reading.json"),
    f"{'long' * 20}.yaml.reading.json",
    "members.txt",
    "Members.TXT",
    "journal.jsonl",
    "challenge.toml",
    "secret.json",
    ".notes",
    f".{'n' * 59}",
    f"n.{'n' * 59}",
)
RESERVED = ("members.txt", "journal.jsonl", "challenge.toml", "secret.json")


@pytest.mark.parametrize(("path", "kind", "more"), UPLOADS)
def test_no_upload_has_a_name_that_means_something_to_the_server(
    author: Desk, folder: SiteFolder, path: str, kind: str, more: dict[str, str]
) -> None:
    for name in NAMES:
        before = {each.name for each in folder.place(kind).rglob("*")}
        sent = author.send(path, name, '{"resolver": "command:/bin/true"}', **more)
        made = {each.name for each in folder.place(kind).rglob("*")} - before
        assert sent.status_code in (303, 400), name
        for each in made:
            assert not each.startswith("."), name
            assert not each.casefold().endswith(".reading.json"), name
            assert each.casefold() not in RESERVED, name
        if name in ("x.yaml.reading.json", "X.YAML.READING.JSON", "members.txt"):
            assert sent.status_code == 400, name
            assert "cannot be sent under this name" in sent.text


def test_what_is_refused_leads_back_to_where_it_was_sent(author: Desk) -> None:
    author.post("/projects", name="lab")
    for path in ("/collections", "/agreement", "/in/lab/collections"):
        page = author.send(path, "members.txt", "eve").text
        assert f'<a href="{path}">' in page.partition('role="alert"')[2], path


def kept_reading(folder: SiteFolder, **told: object) -> None:
    """Say how the site's collection is read, in the file beside it, by whatever way it came there."""
    (folder.collections / "mes-schemas.yaml.reading.json").write_text(json.dumps(told), "utf-8")


def run_of(author: Desk, folder: SiteFolder) -> Job:
    """A run of the first candidate on the site's collection, once it has ended."""
    asked = author.post("/systems", collection="mes-schemas", resolver="first")
    return ended(folder, asked.headers["location"])


def audit_of(author: Desk, folder: SiteFolder) -> Job:
    """An audit of the site's collection, once it has ended."""
    asked = author.post("/collections/mes-schemas/audit", quick="1")
    return ended(folder, asked.headers["location"])


def test_a_program_that_a_kept_reading_names_is_not_run(author: Desk, folder: SiteFolder, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    kept_reading(folder, resolver=f"command:/bin/sh -c {shlex.quote(f'touch {mark}')}", limit=1)
    run = run_of(author, folder)
    assert not mark.exists()
    assert (run.state, run.told["resolver"]) == (JobState.DONE, "first")


@pytest.mark.parametrize("job_of", [run_of, audit_of])
def test_a_file_that_a_kept_reading_names_is_not_read(
    author: Desk, folder: SiteFolder, tmp_path: Path, job_of: Callable[[Desk, SiteFolder], Job]
) -> None:
    theirs = tmp_path / "other-lab.yaml"
    theirs.write_text(FILE.replace("name: mes-schemas", "name: other-lab"), "utf-8")
    kept_reading(folder, source=str(theirs))
    job = job_of(author, folder)
    assert "other-lab" not in author.get(f"/jobs/{job.id}").text
    assert (job.state, job.told["source"]) == (JobState.DONE, str(folder.collections / "mes-schemas.yaml"))


def test_nothing_is_written_where_a_kept_reading_says(author: Desk, folder: SiteFolder, tmp_path: Path) -> None:
    kept_reading(folder, output=str(tmp_path / "written.jsonl"))
    run = run_of(author, folder)
    assert not (tmp_path / "written.jsonl").exists()
    assert run.state is JobState.DONE
    assert [path.name for path in folder.place("runs").glob("*.jsonl")] == [Path(run.made[0]).name]


def test_a_file_that_says_how_another_is_read_says_nothing_else_to_a_job(author: Desk, folder: SiteFolder) -> None:
    kept_reading(folder, resolver="last", source="anaphor-en", embeddings="x", limit=1)
    page = author.get("/collections/mes-schemas")
    assert page.status_code == 200
    assert "mes-schemas.yaml.reading.json is ignored" in page.text
    known = {"source", "format", "language", "columns"}
    assert set(run_of(author, folder).told) <= {*known, "resolver", "limit", "keyed"}
    assert set(audit_of(author, folder).told) <= {*known, "quick", "corpus"}


MALFORMED = (
    "[1, 2]",
    "7",
    "null",
    "{",
    "[" * 100_000,
    '{"language": 7}',
    '{"language": ["fr"]}',
    '{"columns": "/etc/passwd"}',
    '{"columns": {"text": {"a": 1}}}',
    '{"language": "fr", "resolver": "first"}',
    '{"format": "../../x"}',
    '{"language": "' + "9" * 5000 + '"}',
    '{"collection": ["anaphor-fr"]}',
    '{"limit": ' + "9" * 5000 + "}",
    "\ud800",
)


def test_a_malformed_file_of_readings_is_ignored_with_its_reason_and_breaks_no_page(
    author: Desk, folder: SiteFolder
) -> None:
    (folder.place("labels")).mkdir()
    (folder.place("labels") / "votes.csv").write_text(TABLE, "utf-8")
    author.send("/systems/answers", "run.jsonl", '{"id": "x", "choice": 0}\n', collection="mes-schemas")
    for written in MALFORMED:
        for kind, name in (("collections", "mes-schemas.yaml"), ("labels", "votes.csv"), ("runs", "run.jsonl")):
            (folder.place(kind) / f"{name}.reading.json").write_bytes(written.encode("utf-8", "surrogatepass"))
        for path in ("/collections", "/agreement", "/systems", "/", "/search?q=schemas", "/reports"):
            assert author.get(path).status_code == 200, (path, written[:30])
        for path, name, status in (
            ("/collections/mes-schemas", "mes-schemas.yaml", 200),
            ("/agreement/votes.csv", "votes.csv", 200),
            ("/systems/run.jsonl", "run.jsonl", 400),  # nobody knows what it was made on
        ):
            found = author.get(path)
            assert found.status_code == status, (path, written[:30])
            assert f"{name}.reading.json is ignored" in found.text, (path, written[:30])


def test_forms_keep_readings_and_refuse_values_that_cannot_be(author: Desk, folder: SiteFolder) -> None:
    csv = "sentence,option1,option2,answer\nAnn saw Bea because _ left.,Ann,Bea,1\n"
    assert author.send("/collections", "x.csv", csv, language="en").status_code == 303
    kept = folder.collections / "x.csv.reading.json"
    assert json.loads(kept.read_text("utf-8")) == {"language": "en"}
    told = {"format": "winogrande", "language": "en", "columns": "text=sentence candidates=option1,option2"}
    assert author.post("/collections/x.csv/reading", **told).status_code == 303
    assert json.loads(kept.read_text("utf-8"))["columns"] == {"text": "sentence", "candidates": "option1,option2"}
    before = kept.read_bytes()
    for bad in ({"format": "../x"}, {"language": "not a language at all, but a sentence"}, {"format": "a" * 300}):
        assert author.post("/collections/x.csv/reading", **bad).status_code == 400, bad
    assert kept.read_bytes() == before
    assert author.send("/collections", "y.csv", csv, language="../..").status_code == 400
    assert not (folder.collections / "y.csv.reading.json").exists()


# --- jobs as they lie on disk ----------------------------------------------------------------------------------------


def worked(folder: SiteFolder, kind: str, told: object, **more: Any) -> Job:
    """A job that somebody wrote into the folder, after a worker has looked at it."""
    book = JobBook(folder.root)
    job = Job(id="1a", kind="audit", title="x", who="eve", interface="en", made_at=0.0)
    book.write(job)
    path = book.folder / "1a.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "kind": kind, "told": told, **more}), "utf-8")
    run_job(str(folder.root), "1a")
    found = book.read("1a")
    return found if found is not None else replace(job, state=JobState.FAILED, said=("unreadable",))


def outside(folder: SiteFolder) -> dict[str, Path]:
    """Files of another project, and links of this one that lead to them."""
    other = folder.root / "projects" / "other"
    for kind in ("collections", "texts", "runs", "labels", "corpora", "reports"):
        (other / kind).mkdir(parents=True)
        (folder.place(kind)).mkdir(exist_ok=True)
    save(load("anaphor-en"), other / "collections" / "theirs.yaml")
    (other / "texts" / "theirs.txt").write_text("The cat saw the dog because it barked.\n" * 20, "utf-8")
    (folder.collections / "link.yaml").symlink_to(other / "collections" / "theirs.yaml")
    (folder.place("texts") / "link.txt").symlink_to(other / "texts" / "theirs.txt")
    return {"other": other}


def test_a_worker_does_no_job_that_no_page_could_have_asked_for(folder: SiteFolder, tmp_path: Path) -> None:
    other, mark = outside(folder)["other"], tmp_path / "mark"
    mine, theirs = folder.collections / "mes-schemas.yaml", other / "collections" / "theirs.yaml"
    text, report = folder.place("texts") / "mine.txt", folder.reports / "x.html"
    text.write_text("The cat saw the dog because it barked.\n" * 20, "utf-8")
    run = {"source": str(mine), "resolver": "first", "limit": 1}
    (folder.challenges / "own").mkdir()
    (folder.challenges / "link").symlink_to(folder.challenges / "own")
    whole: dict[str, Any] = {"source": str(mine), "reading": {}, "output": str(report), "audit": False}
    asked: list[tuple[str, object]] = [
        ("resolve", {**run, "resolver": f"command:/bin/sh -c 'touch {mark}'"}),
        ("resolve", {**run, "resolver": f"replay:{theirs}"}),
        ("resolve", {**run, "resolver": f"causal:{other}"}),
        ("resolve", {**run, "resolver": f"causal:{folder.place('models') / '..' / '..'}"}),
        (
            "resolve",
            {
                **run,
                "resolver": f"chat:m,url=https://example.org/v1,key={key_variable('marie', 'https://example.org/v1')}",
            },
        ),
        ("resolve", {**run, "resolver": "chat:m,url=https://example.org/v1,key=PATH"}),
        (
            "resolve",
            {
                **run,
                "resolver": f"chat:m,url=https://example.org/v1,prompt={mine},key={key_variable('eve', 'https://example.org/v1')}",
            },
        ),
        ("resolve", {**run, "resolver": ["first"]}),
        ("resolve", {**run, "source": str(theirs)}),
        ("resolve", {**run, "source": str(folder.collections / "link.yaml")}),
        ("resolve", {**run, "source": f"{folder.root}/collections/../projects/other/collections/theirs.yaml"}),
        ("resolve", {**run, "source": "/etc/passwd"}),
        ("resolve", {**run, "output": str(mark)}),
        ("resolve", {**run, "columns": str(theirs)}),
        ("resolve", {**run, "limit": "1"}),
        ("resolve", {**run, "limit": -1}),
        ("audit", {"source": str(theirs), "quick": True}),
        ("audit", {"source": str(mine), "quick": True, "corpus": str(other / "corpora")}),
        ("audit", {"source": str(mine), "quick": True, "embeddings": str(theirs)}),
        ("audit", {"source": str(mine), "quick": True, "stream": str(other / "texts" / "theirs.txt")}),
        ("find", {"inputs": str(other / "texts" / "theirs.txt"), "output": str(folder.collections / "new.yaml")}),
        ("find", {"inputs": str(folder.place("texts") / "link.txt"), "output": str(folder.collections / "new.yaml")}),
        ("find", {"inputs": str(text), "output": str(other / "collections" / "new.yaml")}),
        ("find", {"inputs": str(text), "output": str(folder.root / "members.txt")}),
        ("find", {"inputs": str(text), "output": str(folder.collections / "new.yaml"), "works": str(theirs)}),
        ("index", {"inputs": str(text), "output": str(other / "corpora" / "new")}),
        ("index", {"inputs": [str(text)], "output": str(folder.place("corpora") / "new")}),
        (
            "report",
            {"source": str(theirs), "reading": {}, "output": str(report), "audit": False, "runs": [], "labels": []},
        ),
        ("report", {**whole, "source": str(theirs)}),
        ("report", {**whole, "output": str(mark)}),
        ("report", {**whole, "runs": ["/etc/passwd"]}),
        ("report", {**whole, "labels": [str(folder.collections / "mes-schemas.yaml")]}),
        ("report", {**whole, "reading": {"columns": "/etc/passwd"}}),
        ("analyse", {"study": "../projects/other/studies/x", "project": ""}),
        ("analyse", {"study": "study-1", "project": "other"}),
        ("challenge", {"challenge": "../projects/other", "act": "publish"}),
        ("challenge", {"challenge": "prix", "act": "anything"}),
        ("challenge", {"challenge": "own", "act": "entry", "entry": "../../x", "round_name": "r", "which": "run"}),
        ("challenge", {"challenge": "link", "act": "publish"}),
        ("try", {"challenge": "..", "team": "a", "draft": "b", "shown": True}),
        ("nothing", {}),
        ("audit", [1, 2]),
        ("audit", None),
    ]
    for kind, told in asked:
        job = worked(folder, kind, told)
        assert job.state is JobState.FAILED, (kind, told)
        assert "bug" not in job.said[0], (kind, told, job.said)
        assert str(folder.root) not in job.said[0], job.said
    assert not mark.exists()
    assert not list(other.rglob("new*"))
    assert not (folder.collections / "new.yaml").exists()
    assert not report.exists()
    assert "root:" not in "".join(each.read_text("utf-8") for each in (folder.root / "jobs").glob("*"))


def test_a_folder_of_a_project_that_is_a_link_is_neither_read_nor_written(folder: SiteFolder, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for kind in ("runs", "corpora"):
        folder.place(kind).symlink_to(elsewhere)
    folder.place("texts").mkdir()
    text = folder.place("texts") / "mine.txt"
    text.write_text("The cat saw the dog because it barked.\n" * 20, "utf-8")
    mine = str(folder.collections / "mes-schemas.yaml")
    assert worked(folder, "resolve", {"source": mine, "resolver": "first"}).state is JobState.FAILED
    index = {"inputs": str(text), "output": str(folder.place("corpora") / "new")}
    assert worked(folder, "index", index).state is JobState.FAILED
    assert list(elsewhere.iterdir()) == []


def test_links_in_a_project_lead_nowhere(author: Desk, folder: SiteFolder, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    house.new(hidden / "prix", questions=20, seed=1)
    save(load("anaphor-en"), hidden / "theirs.yaml")
    save_design(design(4, quota=20), hidden / "theirs.json")
    (folder.collections / "theirs.yaml").symlink_to(hidden / "theirs.yaml")
    (folder.studies / "theirs.json").symlink_to(hidden / "theirs.json")
    (folder.challenges / "theirs").symlink_to(hidden / "prix")
    (folder.collections / "mes-schemas.yaml.reading.json").symlink_to(hidden / "theirs.json")
    pages = ("/collections/theirs", "/write/theirs/", "/studies/theirs", "/studies/theirs/s/specimen")
    for page in (*pages, "/challenges/theirs/", "/challenges/theirs/organise", "/challenges/theirs/team"):
        assert author.get(page).status_code == 404, page
    assert "it is a symbolic link" in author.get("/collections/mes-schemas").text
    for page in ("/", "/collections", "/studies", "/challenges", "/search?q=theirs"):
        assert ">theirs" not in author.get(page).text, page


def test_broken_records_of_jobs_break_no_page(author: Desk, folder: SiteFolder) -> None:
    book = JobBook(folder.root)
    book.write(Job(id="1a", kind="audit", title="x", who="eve", interface="en", made_at=0.0, state=JobState.DONE))
    whole = json.loads((book.folder / "1a.json").read_text("utf-8"))
    broken: list[object] = [
        {**whole, name: value}
        for name, value in (
            ("told", [1]),
            ("told", None),
            ("made_at", "now"),
            ("made", "x"),
            ("made", [["a"]]),
            ("said", 7),
            ("kind", ["x"]),
            ("title", None),
            ("needs", {"gpus": "all"}),
            ("state", "lost"),
            ("interface", "xx"),
            ("id", "another"),
            ("made_at", float("nan")),
            ("made_at", float("inf")),
            ("made_at", -1e15),
            ("ended_at", 1e300),
            ("tries", 10**50),
            ("deaths", -9),
            ("needs", {"gpus": -1}),
            ("made", [""]),
            ("made", ["reports"]),
            ("made", ["/etc/passwd"]),
            ("made", ["reports/../../x"]),
        )
    ]
    for number, each in enumerate([*broken, [1, 2], 7, None]):
        (book.folder / f"b{number}.json").write_text(json.dumps(each), "utf-8")
    for path in ("/jobs", "/systems", "/collections/mes-schemas/audit", "/reports", "/", "/challenges"):
        assert author.get(path).status_code == 200, path
    assert [job.id for job in book.jobs()] == ["1a"]
    for file in sorted(book.folder.glob("*.json")):
        assert author.get(f"/jobs/{file.stem}").status_code == (200 if file.stem == "1a" else 404), file.read_text()


def test_a_result_that_is_a_link_or_no_text_shows_nothing_else(
    author: Desk, folder: SiteFolder, tmp_path: Path
) -> None:
    book, secret = JobBook(folder.root), tmp_path / "secret"
    book.write(Job(id="1a", kind="audit", title="x", who="eve", interface="en", made_at=0.0, state=JobState.DONE))
    secret.write_text("sesame", "utf-8")
    book.piece("1a").symlink_to(secret)
    assert "sesame" not in author.get("/jobs/1a").text
    book.piece("1a").unlink()
    book.piece("1a").write_bytes(b"<p>caf\xe9</p>")
    assert author.get("/jobs/1a").status_code == 200
    book.piece("1a").unlink()
    book.piece("1a").mkdir()
    assert author.get("/jobs/1a").status_code == 200


def test_a_key_goes_to_the_endpoint_that_it_was_told_for_and_to_no_other(author: Desk, folder: SiteFolder) -> None:
    book, own, other = JobBook(folder.root), "https://one.example/v1", "https://two.example/v1"
    assert key_variable("marie", own) not in (key_variable("marie", other), key_variable("eve", own))
    spec = chat_spec("m", own, "eve")
    told = {"source": "anaphor-fr", "resolver": spec, "keyed": True}
    begun = Job(id="1a", kind="resolve", title="x", who="eve", interface="en", made_at=0.0, told=told)
    failed = book.write(replace(begun, state=JobState.FAILED))
    assert "/1a/again" not in author.get("/jobs/1a").text
    refused = author.post("/jobs/1a/again", key="sesame-open-1234")
    assert (refused.status_code, "whoever began it" in refused.text) == (403, True)
    assert book.read("1a") == failed
    # Nor does a job that was written into the folder, and names somebody else's endpoint, find her key.
    moved = {**told, "resolver": spec.replace(own, other)}
    assert worked(folder, "resolve", moved, who="eve").state is JobState.FAILED


# --- endpoints -------------------------------------------------------------------------------------------------------


def asked(monkeypatch: pytest.MonkeyPatch, folder: SiteFolder, url: str, *allowed: str) -> Job:
    """A job that asks a model at an address, where a site allows these hosts."""
    if allowed:
        monkeypatch.setenv("ANAPHOR_JOB_ENDPOINTS", " ".join(allowed))
    told = {"source": "anaphor-fr", "resolver": chat_spec("m", url, "eve"), "limit": 2}
    return worked(folder, "resolve", told)


INSIDE: tuple[str, ...] = (
    "127.0.0.1",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
)
INSIDE += ("10.0.0.1", "192.168.1.1", "172.16.3.4", "169.254.169.254", "100.64.0.1", "[fe80::1]", "[fc00::1]")


def test_no_author_makes_the_server_ask_itself_or_its_network(
    folder: SiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with chat_server(lambda _: Reply()) as server:
        port = server.url.rpartition(":")[2]
        for host in INSIDE:
            job = asked(monkeypatch, folder, f"http://{host}:{port}")
            assert job.state is JobState.FAILED, host
            assert "not an address of the public internet" in job.said[0], (host, job.said)
            assert "--endpoint" in job.said[0]
        assert server.requests == []
        for allowed in ("127.0.0.1", f"127.0.0.1:{port.partition('/')[0]}"):
            assert asked(monkeypatch, folder, server.url, "public", allowed).state is JobState.DONE, allowed
            for path in folder.place("runs").iterdir():
                path.unlink()
        refused = asked(monkeypatch, folder, server.url, "127.0.0.1:9")
        assert refused.state is JobState.FAILED
        assert "this site does not ask 127.0.0.1" in refused.said[0]
        assert len(server.requests) == 4


def test_a_name_that_means_another_number_at_the_next_look_is_asked_where_it_was_looked_at(
    folder: SiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, tried = naming(monkeypatch, ("8.8.8.8",), ("127.0.0.1",)), list[object]()

    def connect(where: tuple[str, int], *_: object, **__: object) -> socket.socket:
        tried.append(where[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    job = asked(monkeypatch, folder, "https://model.example/v1")
    assert job.state is JobState.FAILED
    assert (set(looked), tried[0]) == ({"model.example"}, "8.8.8.8")
    assert "127.0.0.1" not in tried  # the second look is refused, and nothing is connected to


@pytest.mark.parametrize("host", ["xn--localhost", "0177.0.0.1", "xn--a.example"])
def test_a_host_that_no_name_can_have_ends_a_job_with_a_sentence(
    host: str, folder: SiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = asked(monkeypatch, folder, f"http://{host}:9/v1")
    assert job.state is JobState.FAILED
    assert job.said[0].startswith(f"'http://{host}:9/v1' is no address"), job.said


def test_a_redirect_of_an_endpoint_is_not_followed(folder: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_server(lambda _: Reply()) as inner:
        away = Reply(code=307, headers=(("Location", f"{inner.url}/chat/completions"),))
        with chat_server(lambda _: away) as outer:
            assert asked(monkeypatch, folder, outer.url, "127.0.0.1").state is JobState.FAILED
            assert len(outer.requests) >= 1
        assert inner.requests == []


def test_an_endpoint_that_is_no_host_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    for given in ("http://127.0.0.1:8000/v1", "a b", "host:port", "", "host/path", "user@host"):
        with pytest.raises(InputError, match="is not a host"):
            serve.main([str(tmp_path / "site"), "--endpoint", "public", "--endpoint", given], standalone_mode=False)
    assert not (tmp_path / "site").exists()


def test_a_guarded_endpoint_is_asked_under_its_name_and_an_unguarded_one_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with chat_server(lambda _: Reply()) as server:
        port = server.url.rpartition(":")[2].partition("/")[0]
        url = f"http://localhost:{port}/v1"
        with asking_only(["localhost"]):
            assert len(resolve("anaphor-fr", f"chat:m,url={url}", limit=1).answers) == 1
        assert len(resolve("anaphor-fr", f"chat:m,url={url}", limit=1).answers) == 1
        assert [each["Host"] for each in server.headers] == [f"localhost:{port}"] * 2


# --- rules of challenges ---------------------------------------------------------------------------------------------

ADDRESSES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "https://",
    "https://user@evil.example/",
    "http://x'onclick='y",
)


def test_a_desk_has_the_address_of_a_page(author: Desk, folder: SiteFolder) -> None:
    made = author.post("/challenges", name="prix", questions="20", collection="anaphor-fr", development="anaphor-fr")
    assert made.status_code == 303
    rules = (folder.challenges / "prix" / "challenge.toml").read_text("utf-8")
    (line,) = (each for each in rules.splitlines() if each.startswith("address = "))
    for bad in ADDRESSES:
        written = rules.replace(line, f'address = "{bad}"')
        assert author.post("/challenges/prix/organise/rules", rules=written).status_code == 400, bad
        page = author.client.get(f"{author.address}/challenges/prix/organise", params={"rules": written})
        assert "cannot be the address of a desk" in page.text, bad
    good = rules.replace(line, 'address = "https://lab.example/prix?a=b"')
    assert author.post("/challenges/prix/organise/rules", rules=good).status_code == 303
    assert 'href="https://lab.example/prix?a=b"' in author.get("/challenges/prix/").text


REACHES = (
    ('collection = "anaphor-fr"', 'collection = "../../collections/mes-schemas.yaml"'),
    ('development = "anaphor-fr"', 'development = "/etc/passwd"'),
    ('development = "anaphor-fr"', 'development = ".."'),
    ("title = ", 'lent = ["/"]\ntitle = '),
    ("title = ", 'hosts = ["127.0.0.1"]\ntitle = '),
    ("title = ", 'sites = ["https://example.org"]\ntitle = '),
    ("title = ", 'registries = ["127.0.0.1:5000"]\ntitle = '),
    ("title = ", 'backend = "none"\ntitle = '),
    ('collection = "anaphor-fr"', 'collection = "secret.json"'),
    ('development = "anaphor-fr"', 'development = "challenge.toml"'),
)


def test_rules_that_an_author_writes_reach_no_more_of_the_machine(author: Desk, folder: SiteFolder) -> None:
    author.post("/challenges", name="prix", questions="20", collection="anaphor-fr", development="anaphor-fr")
    path = folder.challenges / "prix" / "challenge.toml"
    rules = path.read_text("utf-8")
    for old, new in REACHES:
        assert old in rules, old
        written = rules.replace(old, new, 1)
        assert author.post("/challenges/prix/organise/rules", rules=written).status_code == 400, new
    for line in ("memory", "processes", "output", "scratch", "wall", "cpu", "file"):
        others = re.sub(rf"(?m)^{line} = .*\n", "", rules)
        more = others.replace("[limits]\n", f"[limits]\n{line} = {10**13}\n")
        refused = author.post("/challenges/prix/organise/rules", rules=more)
        assert (refused.status_code, f"limits.{line} must not be more than" in refused.text) == (400, True), line
    assert path.read_text("utf-8") == rules
    for name in ("../../../evil", f"{folder.root.parent}/evil"):  # a rule that is broken: with it nothing begins
        written = rules.replace('name = "', f'name = "{name}', 1)
        assert author.post("/challenges/prix/organise/rules", rules=written).status_code == 303
        with pytest.raises(AnaphorError, match="breaks its own rule"):
            house.enter(folder.challenges / "prix", "first", resolver="first")
        worked(folder, "challenge", {"challenge": "prix", "act": "publish"})
    assert not list(folder.root.parent.rglob("*evil*"))


# --- forms -----------------------------------------------------------------------------------------------------------


def test_a_number_of_thousands_of_digits_is_no_number(author: Desk) -> None:
    many = "9" * 6000
    told = {"name": "prix", "questions": "20", "collection": "anaphor-fr", "development": "anaphor-fr"}
    assert author.post("/challenges", **{**told, "questions": many}).status_code == 400
    assert author.post("/challenges", **told).status_code == 303
    assert author.post("/systems", collection="mes-schemas", resolver="first", limit=many).status_code == 400
    assert author.post("/challenges/prix/organise/extend", days=many, because="x").status_code == 400
    for act in ("quota", "exclude", "free"):
        fields = {"quota": many, "participant": many, "reason": "x"}
        assert author.post(f"/studies/study-1/{act}", **fields).status_code == 400, act
        assert author.post(f"/studies/study-1/desk/{act}", **fields).status_code == 400, act
    assert author.post("/studies/study-1/desk/keys", label="x", days=many).status_code == 400
    assert author.post("/studies/study-1/desk/revoke", key=many).status_code == 400
    assert author.get(f"/collections/mes-schemas/entries?page={many}").status_code == 200
    for field in ("annotators", "value", "classes"):
        assert author.get(f"/agreement/interpret?{field}={many}").status_code < 500, field
    for items in (many, "9" * 400):  # Python reads the second one, and no fraction is so large
        assert author.get(f"/agreement/plan?items={items}").status_code < 500
    draft = {"name": "essai", "collection": "anaphor-fr", "lists": many}
    assert author.post("/studies/new", **draft).status_code == 400


def test_broken_records_of_comments_acts_and_drafts_break_no_page(author: Desk, folder: SiteFolder) -> None:
    first = load(folder.collections / "mes-schemas.yaml").parts[0].id
    lines = [
        "[1, 2]",
        "7",
        "null",
        "{",
        "[" * 5000,
        "{}",
        '{"entry": 1, "text": 2}',
        '{"at": "x", "who": 1, "act": []}',
    ]
    lines += [
        f'{{"at": 1e300, "entry": "{first}", "who": "x", "text": "far"}}',
        '{"entry": [["x"]], "who": ["x"], "of": [["x"]], "text": [["x"]]}',
        '{"at": 1e300, "who": "x", "act": "y"}',
    ]
    notes = folder.notes("mes-schemas.yaml")
    notes.parent.mkdir(mode=0o700)
    (folder.studies / "drafts").mkdir(mode=0o700)
    for path in (notes, folder.acts):
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    for name, written in (("deep", "[" * 100_000), ("list", "[1]"), ("odd", '{"collection": {"a": 1}, "lists": [2]}')):
        (folder.studies / "drafts" / f"{name}.json").write_text(written, "utf-8")
        assert author.get(f"/studies/drafts/{name}").status_code < 500, name
    for page in (
        "/people",
        "/collections/mes-schemas/entries",
        f"/collections/mes-schemas/entries/{first}",
        "/studies",
    ):
        assert author.get(page).status_code == 200, page


HTML = "<img src=x onerror=alert(1)>"


def test_what_authors_write_is_text_on_every_page(author: Desk, folder: SiteFolder) -> None:
    path = folder.collections / "mes-schemas.yaml"
    path.write_text(
        path.read_text("utf-8").replace("le ", f"le '{HTML}' ").replace("name: ", f"name: {HTML} "), "utf-8"
    )
    rows = f"item,{HTML},bob\n" + "".join(f"{HTML}{n},{'yes' if n % 3 else HTML},yes\n" for n in range(1, 21))
    author.send("/agreement", f"{HTML}.csv", rows)
    author.send("/collections", f'x" onload="y{HTML}.csv', f"sentence,option1,option2,answer\n{HTML} _ b.,a,{HTML},1\n")
    author.send("/systems/answers", f"{HTML}.jsonl", f'{{"id": "{HTML}", "choice": 0}}\n', collection="mes-schemas")
    author.post("/projects", name="p", members=HTML)
    pages = ["/", "/collections", "/agreement", "/systems", "/reports", "/search?q=img", "/jobs", "/people"]
    for place, kind in (("/collections", "collections"), ("/agreement", "labels"), ("/systems", "runs")):
        for name in folder.listed(kind):
            pages.append(f"{place}/{quote(name.removesuffix('.yaml'))}")
    pages += [f"/collections/mes-schemas/{view}" for view in ("entries", "check", "readings", "export", "history")]
    pages += [
        f"/search?q={quote(HTML)}",
        f"/collections/mes-schemas/diff?with={quote(HTML)}",
        f"/login?next=/{quote(HTML)}",
    ]
    for each in pages:
        page = author.get(each)
        assert page.status_code < 500, each
        assert HTML not in page.text, each
        assert 'onload="y' not in page.text, each


def test_a_run_that_nobody_can_read_takes_the_list_from_nobody_and_can_be_removed(
    author: Desk, folder: SiteFolder
) -> None:
    author.send("/systems/answers", "torn.jsonl", '{"kind":"anaphor-run","version":1}\n', collection="anaphor-fr")
    for _ in range(2):  # what is wrong with it is remembered
        listed = author.get("/systems")
        assert listed.status_code == 200
        assert "torn.jsonl:1" in listed.text, "why it cannot be read"
        assert str(folder.root) not in listed.text
    author.post("/systems/torn.jsonl/remove")
    assert "torn.jsonl" not in author.get("/systems").text
    assert not list(folder.place("runs").glob("torn*"))


def test_many_files_that_are_no_runs_take_the_list_from_nobody(
    author: Desk, folder: SiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four bytes that begin as a packed file do took a child process each, at every look."""
    runs = folder.place("runs")
    runs.mkdir(parents=True, exist_ok=True)
    for number in range(250):
        (runs / f"packed-{number}.jsonl").write_bytes(b"PK\x03\x04")
    resolve(folder.collections / "mes-schemas.yaml", "first", output=runs / "whole.jsonl")
    read = list[Path]()

    def counting(work: Callable[..., object], files: Sequence[Path], *given: object, **told: object) -> object:
        read.extend(files)
        return work(*given, **told)

    monkeypatch.setattr(systems, "read_upload", counting)
    for _ in range(2):
        assert author.get("/systems").text.count("packed-") >= 250
    assert read == [runs / "whole.jsonl"], "once, and the others never"


@pytest.mark.parametrize(("place", "fields"), [("agreement", {}), ("systems", {"collection": "anaphor-fr"})])
def test_what_is_nested_very_deeply_is_refused_on_its_page(author: Desk, place: str, fields: dict[str, str]) -> None:
    deep = f'[{{"text": {"[" * 900}"x"{"]" * 900}, "item": 1}}]'
    path = "/systems/answers" if place == "systems" else f"/{place}"
    assert author.send(path, "deep.json", deep, **fields).status_code == 303
    page = author.get(f"/{place}/deep.json")
    assert page.status_code < 500
    assert author.get(f"/{place}").status_code == 200


def test_a_job_that_is_taken_up_again_counts_among_those_of_its_maker(author: Desk, folder: SiteFolder) -> None:
    book = JobBook(folder.root)
    for number in range(MOST_UNFINISHED + 1):
        state = JobState.WAITING if number < MOST_UNFINISHED else JobState.CANCELLED
        told = {"made_at": float(number), "interface": "en", "state": state}
        book.write(Job(id=f"{number:012x}", kind="find", title="x", who="marie", **told))  # type: ignore[arg-type]
    last = f"{MOST_UNFINISHED:012x}"
    assert author.post(f"/jobs/{last}/xyz").status_code == 404
    refused = author.post(f"/jobs/{last}/again")
    assert (refused.status_code, "jobs that are not finished" in refused.text) == (400, True)
    assert book.read(last).state is JobState.CANCELLED  # type: ignore[union-attr]


def test_a_damaged_list_of_members_takes_the_start_page_from_nobody(author: Desk, folder: SiteFolder) -> None:
    assert author.post("/projects", name="lab").status_code == 303
    members = folder.root / "projects/lab/members.txt"
    members.write_bytes(b"\xff\xfe owner\n" + members.read_bytes())
    assert author.get("/").status_code == 200
    assert author.get("/in/lab/people").status_code == 200
    assert author.post("/in/lab/people/marie/author").status_code == 400  # the only owner, as before


def test_a_registration_that_was_cut_off_takes_the_page_from_no_organiser(author: Desk, folder: SiteFolder) -> None:
    house.new(folder.challenges / "cup", questions=20, desk=f"{author.address}/challenges/cup/team", seed=1)
    place = folder.challenges / "cup/teams/half"
    place.mkdir(parents=True)
    (place / "log.jsonl").touch()
    assert author.get("/challenges/cup/organise").status_code == 200
    book = TeamBook(folder.challenges / "cup")
    assert book.state("half") is TeamState.WAITING  # it has not been said whether it needs an approval
    assert author.post("/challenges/cup/organise/remove", team="half").status_code == 303
    assert book.names() == []


def test_a_workbench_says_what_is_wrong_in_a_file_and_not_where_the_site_lies(author: Desk, folder: SiteFolder) -> None:
    path = folder.collections / "mes-schemas.yaml"
    assert author.get("/write/mes-schemas/").status_code == 200
    path.write_text("[1, 2]\n", "utf-8")
    said = author.get("/write/mes-schemas/api/state").json()["error"]
    assert said.startswith("mes-schemas.yaml:1")
