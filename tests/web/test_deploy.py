"""What `docs/deploy.md` says is done: its units are sound, its back-up runs as written, a site comes back from it."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from anaphor.experiment import Crowd, add_account, list_accounts, open_accounts, rehearse, study_status
from anaphor.web import SiteFolder
from anaphor.web.site.folder import append_record, records_in
from tests.experiment.specimens import cheap_passwords
from tests.web.conftest import PASSWORD
from tests.web.test_site import filled

pytestmark = pytest.mark.waiting

PAGE = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text("utf-8")
UNITS = re.findall(r"`/etc/systemd/system/(anaphor[\w.-]*)`:\n\n```ini\n(.*?)```", PAGE, re.DOTALL)
PROGRAMS = Path(sys.executable).parent


def unit(name: str, home: Path) -> str:
    """A unit of the page, for a site that lies elsewhere."""
    return str(dict(UNITS)[name]).replace("/srv/anaphor/venv/bin", str(PROGRAMS)).replace("/srv/anaphor", str(home))


def test_the_page_has_the_units_that_it_speaks_of() -> None:
    assert [name for name, _ in UNITS] == ["anaphor.service", "anaphor-backup.service", "anaphor-backup.timer"]
    for name, text in UNITS:
        lines = configparser.RawConfigParser(strict=False)
        lines.read_string(text)
        assert lines.sections(), name


def test_the_service_has_an_end_to_its_memory_and_its_processes() -> None:
    lines = configparser.RawConfigParser(strict=False)
    lines.read_string(dict(UNITS)["anaphor.service"])
    assert lines["Service"]["MemoryMax"].rstrip("%").isdigit()
    assert lines["Service"]["TasksMax"].isdigit()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here: the units were not verified")
def test_systemd_finds_no_fault_with_the_units(tmp_path: Path) -> None:
    for name, _ in UNITS:
        (tmp_path / name).write_text(unit(name, tmp_path).replace("User=surveys\n", ""), "utf-8")
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / name) for name, _ in UNITS)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    ours = [line for line in found.stderr.splitlines() if str(tmp_path) in line or line.startswith("anaphor")]
    assert ours == []


@pytest.mark.skipif(shutil.which("sqlite3") is None, reason="sqlite3 is not here: the back-up was not made")
def test_a_site_comes_back_from_the_nightly_copies(tmp_path: Path) -> None:
    home = tmp_path / "srv"
    folder = filled(home / "site")
    accounts = open_accounts(str(home / "accounts.db"))
    with cheap_passwords():
        add_account(accounts, "marie", PASSWORD, 0.0)
    store = folder.open_study("study-1")
    rehearse(store, Crowd(finishing=2, seed=1))
    answers = study_status(store, 0).answers
    append_record(folder.notes("mes-schemas.yaml"), entry="colis", who="marie", text="why?")
    (folder.root / "jobs.db").write_bytes(b"a queue")
    desk = folder.root / "projects" / "lab" / "challenges" / "prix"
    desk.mkdir(parents=True)
    teams = open_accounts(str(desk / "teams.db"))
    with cheap_passwords():
        add_account(teams, "team-a", PASSWORD, 0.0)
    lines = re.findall(r"ExecStart=/bin/sh -c '(.*)'", unit("anaphor-backup.service", home))
    assert len(lines) == 3
    for line in lines:  # while it is served: both databases are open
        command = line.replace("$$", "$").replace("%%", "%")
        environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
        subprocess.run(["/bin/sh", "-c", command], check=True, env=environment, capture_output=True)
    store.engine.dispose()
    accounts.engine.dispose()
    teams.engine.dispose()
    copies = home / "copies"
    shutil.rmtree(home / "site")
    (home / "accounts.db").unlink()
    shutil.unpack_archive(copies / "site.tar.gz", home)
    shutil.copy(copies / "accounts.db", home / "accounts.db")
    back = SiteFolder(root=home / "site")
    assert not list(back.root.rglob("*.db*"))
    (copy,) = (copies / "studies").glob("study-1-*.db")
    restore = [str(PROGRAMS / "anaphor"), "experiment", "restore", str(copy), "--database", back.database_of("study-1")]
    subprocess.run(restore, check=True, capture_output=True)
    again = back.open_study("study-1")
    assert study_status(again, 0).answers == answers > 0
    again.engine.dispose()
    assert records_in(back.notes("mes-schemas.yaml"))[0]["text"] == "why?"
    theirs = copies / "projects" / "lab" / "challenges" / "prix" / "teams.db"
    for place, name in ((home / "accounts.db", "marie"), (theirs, "team-a")):
        kept = open_accounts(str(place))
        assert [each.name for each in list_accounts(kept)] == [name]
        kept.engine.dispose()
