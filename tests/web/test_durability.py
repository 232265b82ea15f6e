"""What was acknowledged is on disk, whatever happens to the server: killed, stopped, or out of disk."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from anaphor.experiment import Design, Store, open_store, save_design, study_status
from anaphor.experiment.study.tables import ANSWERS, PARTICIPANTS, SHOWN
from anaphor.files import reading
from tests.experiment.specimens import design
from tests.pace import often
from tests.web.served import Browser, Command, free_port, start_command

pytestmark = pytest.mark.waiting

PEOPLE = 8


def planned(folder: Path, schemas: int = 400) -> tuple[Design, Path]:
    """A long study, as a file."""
    found = design(schemas, quota=1000)
    save_design(found, folder / "d.json")
    return found, folder / "d.json"


class Crowd:
    """People who answer fifty times a second and send again whatever was not acknowledged, as the page does."""

    def __init__(self, address: str, planned: Design) -> None:
        self.address, self.design = address, planned
        self.acknowledged: set[tuple[str, str]] = set()
        self.unexpected: list[object] = []
        self.stop = threading.Event()
        self.threads = [threading.Thread(target=self._take_part, args=(n,)) for n in range(PEOPLE)]

    def __enter__(self) -> "Crowd":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def _take_part(self, number: int) -> None:
        with httpx.Client(timeout=300) as client:
            browser = Browser(self.address, self.design, client)
            self._insist(lambda: browser.start(f"p{number}"))
            rng = random.Random(number)
            for n in range(len(browser.place.get("trials", ()))):
                choice = rng.randrange(2)
                heard = self._insist(lambda n=n, choice=choice: browser.answer(n, choice))  # type: ignore[misc]  # a default binds the loop's value
                if self.stop.is_set():
                    return
                if not isinstance(heard, dict) or heard["fate"] not in ("saved", "repeated"):
                    self.unexpected.append(heard)
                self.acknowledged.add((browser.place["token"], browser.place["trials"][n]["id"]))
                self.stop.wait(0.02)  # so that a quick server does not run out of answers before the last kill

    def _insist(self, work: Callable[[], object]) -> object:
        while not self.stop.is_set():
            try:
                return work()
            except httpx.HTTPStatusError as error:
                if error.response.status_code < 500:
                    self.unexpected.append(error.response.text)
                    return None
                time.sleep(0.02)
            except httpx.HTTPError:
                time.sleep(0.02)
        return None


def on_disk(store: Store) -> set[tuple[str, str]]:
    """Token and number of every trial that is answered."""
    joined = ANSWERS.join(PARTICIPANTS, PARTICIPANTS.c.number == ANSWERS.c.participant).join(
        SHOWN, (SHOWN.c.participant == ANSWERS.c.participant) & (SHOWN.c.trial == ANSWERS.c.trial)
    )
    with reading(store.engine) as connection:
        rows = connection.execute(select(PARTICIPANTS.c.token, SHOWN.c.position).select_from(joined)).all()
    found = [(token, str(position + 1)) for token, position in rows]
    assert len(found) == len(set(found)), "an answer is there twice"
    return set(found)


def test_a_server_killed_again_and_again_under_load_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    kills = often(4, long=10, why="each kill is like the others, and each start takes seconds")
    found, path = planned(tmp_path)
    port = free_port()
    server = start_command(path, "--port", str(port))
    rng = random.Random(kills)
    with Crowd(server.address, found) as crowd:
        for _ in range(kills):
            before = len(crowd.acknowledged)
            time.sleep(rng.uniform(0.2, 0.6))
            while len(crowd.acknowledged) < before + 20:
                assert any(thread.is_alive() for thread in crowd.threads), "everybody has finished"
                time.sleep(0.02)
            server.process.send_signal(signal.SIGKILL)
            _reap(server)
            server = start_command(path, "--port", str(port))
        time.sleep(0.3)
    server.process.terminate()
    _reap(server)
    store = open_store(str(tmp_path / "d.db"))
    assert crowd.unexpected == []
    assert len(crowd.acknowledged) >= 20 * kills
    assert crowd.acknowledged - on_disk(store) == set()
    found_status = study_status(store, time.time())
    assert (found_status.conflicts, found_status.started) == (0, PEOPLE)
    store.engine.dispose()


def _reap(server: Command) -> int:
    code = server.process.wait(30)
    if server.process.stderr is not None:
        server.process.stderr.close()
    return code


def test_a_server_that_is_told_to_stop_finishes_what_it_has_begun(tmp_path: Path) -> None:
    found, path = planned(tmp_path)
    server = start_command(path, "--port", "0")
    with Crowd(server.address, found) as crowd:
        while len(crowd.acknowledged) < 50:
            time.sleep(0.02)
        server.process.send_signal(signal.SIGTERM)
        assert _reap(server) == 0
    store = open_store(str(tmp_path / "d.db"))
    assert crowd.acknowledged - on_disk(store) == set()
    store.engine.dispose()
    assert sorted(os.listdir(tmp_path)) == ["accounts.db", "d.db", "d.json"]  # every journal is folded in


def test_a_full_disk_is_said_so_and_what_was_acknowledged_stays(tmp_path: Path) -> None:
    found, path = planned(tmp_path)
    little_room = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    little_room += "resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, 1_500_000)); "
    server = start_command(path, "--port", "0", first=little_room)
    acknowledged: set[tuple[str, str]] = set()
    codes: set[tuple[int, bool]] = set()
    with httpx.Client(timeout=300) as client:
        for person in range(200):
            try:
                browser = Browser(server.address, found, client).start(f"p{person}")
                for n in range(0, 400, 10):
                    browser.answer(n, comment="x" * 3000)
                    acknowledged.add((browser.place["token"], browser.place["trials"][n]["id"]))
            except httpx.HTTPStatusError as error:
                codes.add((error.response.status_code, "could not be written" in error.response.json()["error"]))
                break
        assert client.get(f"{server.address}/health").status_code == 503
        assert client.get(f"{server.address}/ready").status_code == 503
        assert client.get(f"{server.address}/s/{found.name}").status_code == 200
    server.process.terminate()
    _reap(server)
    assert codes == {(503, True)}
    assert acknowledged
    # With room again, everything is there and the study goes on.
    again = start_command(path, "--port", "0")
    with httpx.Client(timeout=300) as client:
        assert Browser(again.address, found, client).start("new").answer(0)["fate"] == "saved"
    again.process.terminate()
    _reap(again)
    store = open_store(str(tmp_path / "d.db"))
    assert acknowledged - on_disk(store) == set()
    store.engine.dispose()


def test_the_command_writes_down_no_address_of_anybody(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    found, path = planned(tmp_path, 4)
    server = start_command(path, "--port", "0")
    with httpx.Client(timeout=300, headers={"x-forwarded-for": "203.0.113.77", "user-agent": "Zebra/1.0"}) as client:
        browser = Browser(server.address, found, client).start("ada")
        browser.answer(0)
        client.get(f"{server.address}/nothing")
    server.process.terminate()
    said = server.process.stderr.read() if server.process.stderr else ""
    _reap(server)
    captured = capfd.readouterr()
    kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    for trace in (b"127.0.0.1", b"203.0.113.77", b"Zebra"):
        assert trace not in kept
        assert trace.decode() not in said + captured.out + captured.err
