"""A server whose database fails: few connections, what `/health` says, what is logged, what nobody is told."""

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from anaphor.errors import AnaphorError, OutputError
from anaphor.experiment import Accounts, Store, save_design, try_writing
from anaphor.files import open_database, reading, writing
from anaphor.web import Site, SiteFolder, SiteSetting
from tests.experiment.databases import new_database
from tests.experiment.specimens import design
from tests.web.served import Browser, listening
from tests.web.test_jobs import kill_worker

pytestmark = pytest.mark.waiting

STUDIES, WORKERS, READERS = 5, 3, 200


@contextmanager
def site(folder: Path, *options: str) -> Iterator[tuple[str, "subprocess.Popen[str]", Path]]:
    """`anaphor serve` on a folder: its address, its process and its log."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder.parent / "log.jsonl"
    command = [sys.executable, "-m", "anaphor", "serve", str(folder), "--port", str(port), *options]
    with log.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, text=True)
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(6000):
                try:
                    if httpx.get(f"{address}/health", timeout=5).status_code == 200:
                        break
                except httpx.HTTPError:
                    pass
                time.sleep(0.1)
                assert process.poll() is None, process.stderr and process.stderr.read()
            yield address, process, log
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)
            if process.stderr:
                process.stderr.close()


def lines(log: Path, event: str) -> list[dict[str, Any]]:
    """What was logged of one kind."""
    found = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return [line for line in found if line["event"] == event]


def replied(client: httpx.Client, address: str, status: int) -> httpx.Response:
    """The first reply with this status; a server looks every two seconds how things are, a busy one later."""
    for _ in range(6000):
        found = client.get(address)
        if found.status_code == status:
            return found
        time.sleep(0.1)
    pytest.fail(f"{address} has replied something else than {status} for ten minutes")


def read_at_once(address: str, readers: int) -> list[int]:
    """What so many get who look at the same moment."""

    async def run() -> list[int]:
        limits = httpx.Limits(max_connections=readers)
        async with httpx.AsyncClient(timeout=300, limits=limits) as client:
            replies = await asyncio.gather(*(client.get(address) for _ in range(readers)))
        return [each.status_code for each in replies]

    return asyncio.run(run())


def test_three_workers_and_five_studies_take_few_connections(tmp_path: Path, postgresql: Any) -> None:
    url = new_database(postgresql, "many")
    (tmp_path / "site" / "studies").mkdir(parents=True)
    for number in range(STUDIES):
        save_design(design(4, quota=50), tmp_path / "site" / "studies" / f"s{number}.json")
    with site(tmp_path / "site", "--database", url, "--workers", str(WORKERS)) as (address, process, log):
        assert set(read_at_once(f"{address}/health", READERS)) == {200}
        with psycopg.connect(str(postgresql.get_uri())) as watching:
            asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'many'"
            ((connections,),) = watching.execute(asked).fetchall()
            assert connections <= WORKERS * 8
        with httpx.Client(timeout=300) as client:
            for number in range(STUDIES):
                browser = Browser(f"{address}/studies/s{number}", design(4, quota=50), client).start(f"p{number}")
                assert browser.answer()["fate"] == "saved"
        # A worker that dies is replaced, and the log says so.
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("utf-8").split()
        os.kill(int(children[-1]), signal.SIGKILL)
        for _ in range(6000):
            if lines(log, "worker replaced"):
                break
            time.sleep(0.1)
        replaced = lines(log, "worker replaced")
        assert (replaced[0]["worker"], replaced[0]["exit"]) == (int(children[-1]), -9)


def test_studies_that_share_connections_never_see_each_other(postgresql: Any) -> None:
    url = new_database(postgresql, "schemas")
    plain = open_database(url)
    with writing(plain) as connection:
        for name in ("a", "b"):
            connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    engines = {name: open_database(f"{url}&options=-csearch_path%3D{name}") for name in ("a", "b")}
    assert engines["a"].pool is engines["b"].pool is plain.pool
    for name, engine in engines.items():
        with writing(engine) as connection:
            connection.exec_driver_sql("CREATE TABLE mine (name text)")
            connection.exec_driver_sql("INSERT INTO mine VALUES (%s)", (name,))
    for _ in range(3):
        for name, engine in engines.items():
            with reading(engine) as connection:
                assert connection.exec_driver_sql("SELECT name FROM mine").scalars().all() == [name]
            with pytest.raises(OutputError), writing(engine) as connection:
                connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")
        with reading(plain) as connection:
            assert connection.exec_driver_sql("SHOW search_path").scalar_one() == '"$user", public'
    plain.dispose()


def test_a_dead_postgresql_is_unhealthy_and_nobody_reads_its_socket(tmp_path: Path, postgresql: Any) -> None:
    url = new_database(postgresql, "dying")
    (tmp_path / "site" / "studies").mkdir(parents=True)
    save_design(design(4, quota=50), tmp_path / "site" / "studies" / "s.json")
    with site(tmp_path / "site", "--database", url) as (address, _process, log), httpx.Client(timeout=300) as client:
        browser = Browser(f"{address}/studies/s", design(4, quota=50), client).start("ada")
        postgresql.psql("ALTER DATABASE dying ALLOW_CONNECTIONS false;")
        postgresql.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'dying';")
        for path in ("health", "ready", "studies/s/health"):
            found = replied(client, f"{address}/{path}", 503)
            assert found.json()["ok"] is False, path
        sent = {"answers": [{"trial": browser.place["trials"][0]["id"], "choice": 0, "attempt": "a"}]}
        fields = {"name": "marie", "password": "x"}
        refused = [
            browser.ask("answers", sent),
            browser.ask("start", {"person": "bea"}),
            client.post(f"{address}/login", data=fields),
            client.get(f"{address}/login"),
            client.post(f"{address}/studies/s/desk/login", data=fields),
            client.get(f"{address}/studies/s/api/desk/status", headers={"authorization": "Bearer x"}),
            client.get(f"{address}/", headers={"cookie": "anaphor_desk=x"}),
        ]
        for each in refused:
            assert each.status_code == 503, each.request.url
            assert all(word not in each.text for word in ("dying", ".s.PGSQL", "anaphor-pg-", "connection"))
        failures = lines(log, "unhealthy") + lines(log, "failed")
        assert any("dying" in line["why"] for line in failures), "the log says why"
        postgresql.psql("ALTER DATABASE dying ALLOW_CONNECTIONS true;")
        replied(client, f"{address}/health", 200)
        assert browser.ask("answers", sent).json()["receipts"][0]["fate"] == "saved"


def test_a_moved_file_is_unhealthy_at_once_and_the_log_says_why(
    address: str, store: Store, client: httpx.Client, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get(f"{address}/health").json()["ok"] is True
    with caplog.at_level(logging.ERROR, "anaphor.web"):
        (tmp_path / "study.db").rename(tmp_path / "elsewhere.db")
        found = client.get(f"{address}/health")
    assert (found.status_code, found.json()["ok"]) == (503, False)
    assert str(tmp_path) not in found.text
    assert any("moved" in str(getattr(each, "request", {})) for each in caplog.records)
    (tmp_path / "elsewhere.db").rename(tmp_path / "study.db")
    assert client.get(f"{address}/ready").status_code == 200


@pytest.mark.parametrize("table", ["answers", "participants", "shown", "recruits", "log", "anaphor_version"])
def test_a_table_that_is_gone_is_unhealthy(
    address: str, store: Store, client: httpx.Client, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    monkeypatch.setattr("anaphor.web.serving._KEPT_S", 0.0)
    monkeypatch.setattr("anaphor.web.study.writer._REMEMBERED_S", 0.0)
    assert client.get(f"{address}/health").json()["ok"] is True
    with writing(store.engine) as connection:
        connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO elsewhere")
    found = client.get(f"{address}/health")
    assert (found.status_code, found.json()["ok"]) == (503, False)
    assert "elsewhere" not in found.text
    assert "no such table" not in found.text
    with writing(store.engine) as connection:
        connection.exec_driver_sql(f"ALTER TABLE elsewhere RENAME TO {table}")
    assert client.get(f"{address}/health").status_code == 200


def test_a_table_of_accounts_that_is_gone_is_unhealthy(accounts: Accounts) -> None:
    try_writing(accounts)
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'organiser%'"
    with writing(accounts.engine) as connection:
        tables = [row.name for row in connection.exec_driver_sql(names)]
    assert len(tables) == 6
    for table in tables:
        with writing(accounts.engine) as connection:
            connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO elsewhere")
        with pytest.raises(AnaphorError):
            try_writing(accounts)
        with writing(accounts.engine) as connection:
            connection.exec_driver_sql(f"ALTER TABLE elsewhere RENAME TO {table}")
    try_writing(accounts)


def test_a_dead_worker_of_jobs_is_unhealthy_until_another_lives(
    tmp_path: Path, accounts: Accounts, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("anaphor.web.serving._KEPT_S", 0.0)
    folder = SiteFolder(root=tmp_path / "site")
    folder.make()
    whole = Site(folder, {}, accounts, SiteSetting())
    with listening(whole) as address:
        assert client.get(f"{address}/health").json()["jobs"] is True  # none is needed yet
        whole.jobs.ensure()
        assert client.get(f"{address}/health").status_code == 200
        kill_worker(whole.jobs)
        found = client.get(f"{address}/health")
        assert (found.status_code, found.json()["ok"], found.json()["jobs"]) == (503, False, False)
        assert client.get(f"{address}/health").status_code == 200  # another was started


def test_a_disk_without_room_is_unhealthy(address: str, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        f_bavail, f_frsize = 3, 4096

    monkeypatch.setattr("anaphor.experiment.study.store.os.statvfs", lambda _path: Full)
    assert client.get(f"{address}/health").status_code == 503


def test_many_readers_of_health_cost_one_write(address: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anaphor.web.serving._KEPT_S", 60.0)  # however busy the machine is

    def version() -> int:
        with reading(store.engine) as connection:
            return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())

    assert set(read_at_once(f"{address}/health", 100)) == {200}
    seen = version()
    assert seen
    assert set(read_at_once(f"{address}/health", 5)) == {200}
    assert version() == seen
