"""The same study on a real PostgreSQL, served by two processes at once; its connections."""

import json
import signal
import time
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from anaphor.experiment import open_store, save_design, study_status
from anaphor.files import open_database
from anaphor.web import listen
from bench.experiment_load import drive, post
from tests.experiment.databases import new_database
from tests.experiment.specimens import design
from tests.web.served import Browser, start_command

pytestmark = pytest.mark.waiting

PEOPLE = 40
NUMBERS = count()


@pytest.fixture
def url(postgresql: Any) -> str:
    """An empty database."""
    return new_database(postgresql, f"served{next(NUMBERS)}")


def answering(root: str, trial: str, token: str) -> bytes:
    """One answer as a request."""
    return post(f"{root}/answers", {"answers": [{"trial": trial, "choice": 0, "attempt": "a"}]}, token)


def test_two_workers_share_a_study_and_lists_stay_level(tmp_path: Path, url: str) -> None:
    planned = design(10, lists=4, quota=200)
    save_design(planned, tmp_path / "d.json")
    server = start_command(tmp_path / "d.json", "--port", "0", "--database", url, "--workers", "2")
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text("utf-8").split()
    assert len(children) >= 2
    root = f"/api/{planned.name}"
    try:
        agreed = {"hash": planned.consent_hash, "adult": True, "native": True}
        people = [{"person": f"p{n}", **agreed} for n in range(100)]
        load, replies = drive(server.port, [[post(f"{root}/consent", each)] for each in people])
        assert load.errors == 0
        places = [json.loads(each[0])["place"] for each in replies][:PEOPLE]
        lines = [[answering(root, trial["id"], each["token"]) for trial in each["trials"]] for each in places]
        # Everybody's answers come by two connections at once: whichever worker is first saves, the other repeats.
        load, replies = drive(server.port, [*lines, *lines])
        assert load.errors == 0
        fates = [json.loads(reply)["receipts"][0]["fate"] for line in replies for reply in line]
        assert (fates.count("saved"), fates.count("repeated")) == (PEOPLE * 10, PEOPLE * 10)
        with httpx.Client(timeout=300) as client:
            browser = Browser(server.address, planned, client).start("p0")
            assert browser.finish()["outcome"] == "completed"
            assert browser.answer(0, comment="nul \x00 and é")["fate"] == "conflict"
    finally:
        server.process.send_signal(signal.SIGTERM)
        code = server.process.wait(40)
        if server.process.stderr is not None:
            server.process.stderr.close()
    assert code == 0
    store = open_store(url)
    found = study_status(store, 0)
    assert [each.live + each.finished for each in found.lists] == [25, 25, 25, 25]
    assert (found.answers, found.conflicts, found.finished) == (PEOPLE * 10, 1, 1)
    store.engine.dispose()


def test_who_lets_go_of_shared_connections_neither_cuts_off_nor_leaves_open_what_others_use(url: str) -> None:
    engine, others = open_database(url), open_database(url)
    with others.connect() as used:
        server = used.connection.dbapi_connection
        assert server is not None
        engine.dispose()
        assert used.execute(text("SELECT 1")).scalar() == 1
        assert not server.closed
    engine.dispose()
    assert server.closed
    with others.connect() as again:
        assert again.execute(text("SELECT 2")).scalar() == 2
    engine.dispose()


def test_workers_end_and_free_the_port_when_their_parent_is_killed(tmp_path: Path, url: str) -> None:
    save_design(design(4), tmp_path / "d.json")
    server = start_command(tmp_path / "d.json", "--port", "0", "--database", url, "--workers", "2")
    pid = server.process.pid
    children = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()]
    server.process.kill()
    server.process.wait(20)
    if server.process.stderr is not None:
        server.process.stderr.close()
    for _ in range(6000):
        if not any(Path(f"/proc/{each}/stat").exists() for each in children):
            break
        time.sleep(0.05)
    else:
        raise AssertionError("orphans go on")
    listen("127.0.0.1", server.port).close()
