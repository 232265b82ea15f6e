"""What a site writes is for the one who runs it: no other account of the machine reads people's data or answers."""

import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from anaphor.experiment import add_account, open_accounts
from anaphor.web import SiteFolder
from tests.challenge.test_archive import zipped
from tests.web.conftest import PASSWORD
from tests.web.test_pages_of_work import TEXT, done

pytestmark = pytest.mark.waiting

_SERVE = "import os; os.umask(0o022); from anaphor.cli.serve import serve; serve()"
TABLE = "item,ann,bob\n" + "".join(f"{n},{'yes' if n % 3 else 'no'},yes\n" for n in range(1, 21))


@contextmanager
def serving(root: Path, accounts: Path) -> Iterator[str]:
    """The real command, begun by somebody whose files everybody may read."""
    line = [sys.executable, "-c", _SERVE, str(root), "--accounts", str(accounts), "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = ""
        while "Stop with" not in said:
            added = process.stderr.readline()
            assert added, said
            said += added
        try:
            yield said.split("Everything is at ")[1].split("/\n")[0]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


class Owner:
    """Somebody who does everything once."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        assert client.post("/login", data={"name": "marie", "password": PASSWORD}).status_code == 303
        self.check = client.get("/").text.split('name="check" value="')[1].split('"')[0]

    def post(self, path: str, **fields: str) -> httpx.Response:
        found = self.client.post(path, data={"check": self.check, **fields})
        assert found.status_code in (200, 303), (path, found.text[-300:])
        return found

    def send(self, path: str, name: str, data: bytes | str, **fields: str) -> httpx.Response:
        found = self.client.post(path, data={"check": self.check, **fields}, files={"file": (name, data)})
        assert found.status_code == 303, (path, found.text[-300:])
        return found


def readable(root: Path) -> list[str]:
    """What other accounts of the machine could read, down from a folder that they may enter."""
    found = []
    for path in sorted(root.iterdir()):
        mode = path.lstat().st_mode
        if not mode & 0o077:
            continue
        found.append(f"{path.name} {stat.filemode(mode)}")
        if path.is_dir():
            found += [f"{path.name}/{each}" for each in readable(path)]
    return found


def test_nothing_that_a_site_writes_in_a_whole_session_is_for_other_accounts_of_the_machine(tmp_path: Path) -> None:
    place = SiteFolder(root=tmp_path / "site")
    place.root.mkdir(mode=0o755)  # as whoever runs it has made it
    accounts = open_accounts(str(tmp_path / "accounts.db"))
    add_account(accounts, "marie", PASSWORD, time.time())
    accounts.engine.dispose()
    with (
        serving(place.root, tmp_path / "accounts.db") as address,
        httpx.Client(base_url=address, timeout=300) as client,
    ):
        marie = Owner(client)
        marie.post("/projects", name="lab")
        marie.post("/in/lab/people", role="author")
        marie.send("/agreement", "votes.csv", TABLE)
        marie.post("/agreement/votes.csv", scale="nominal")
        marie.post("/write", name="mots", language="fr")
        marie.post("/collections/anaphor-fr/native")
        listed = client.get("/collections/anaphor-fr-copy/entries").text
        entry = re.findall(r"/collections/anaphor-fr-copy/entries/([\w%.-]+)", listed)[0]
        marie.post(f"/collections/anaphor-fr-copy/entries/{entry}", text="a comment", state="draft")
        run = marie.post("/systems", collection="anaphor-fr", resolver="first", limit="5")
        index = marie.send("/texts", "novel.txt", TEXT, act="index", language="en")
        done(place, run.headers["location"])
        done(place, index.headers["location"])
        report = marie.post("/reports", collection="anaphor-fr", labels="votes.csv")
        done(place, report.headers["location"])
        marie.post("/studies/new", name="essai", collection="anaphor-fr", lists="2", quota="5", interface="fr")
        marie.post("/studies/drafts/essai/words", title="Essai", consent="Oui ?", on="1", standard="1")
        marie.post("/studies/drafts/essai/publish")
        assert client.get("/studies/essai/s/essai").status_code == 200
        assert client.get("/studies/essai/export", params={"to": "csv"}).status_code == 200
        marie.post("/challenges", name="prix", questions="20", collection="anaphor-fr", development="anaphor-fr")
        team = {"name": "team-a", "password": PASSWORD, "contact": "a@b.example"}
        desk = "/challenges/prix/team"
        with httpx.Client(base_url=address, timeout=300) as browser:
            assert browser.post(f"{desk}/in/register", data=team).status_code == 303
            assert browser.post(f"{desk}/in/login", data=team).status_code == 303
            check = browser.get(desk).text.split('name="check" value="')[1].split('"')[0]
            sent = browser.post(
                f"{desk}/send",
                data={"check": check, "command": "python3 answer.py"},
                files={"file": ("x.zip", zipped({"answer.py": b"print(1)"}))},
            )
            assert sent.status_code == 303
        assert (place.root / "jobs.db").exists()
    written = [path for path in place.root.rglob("*") if path.is_file()]
    assert len(written) > 25
    kinds = {path.relative_to(place.root).parts[0] for path in written}
    assert {"studies", "collections", "labels", "runs", "jobs", "corpora", "reports", "challenges", "projects"} <= kinds
    assert readable(place.root) == []
    assert stat.S_IMODE((tmp_path / "accounts.db").stat().st_mode) == 0o600


def test_pages_write_files_for_the_server_alone_even_where_its_mask_is_wide(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder = SiteFolder(root=tmp_path / "site")
        folder.make()
        folder.make_project("lab", ["marie"])
        assert readable(tmp_path) == []
        assert [path.name for path in folder.root.rglob("*") if path.lstat().st_mode & 0o077] == []
    finally:
        os.umask(before)
