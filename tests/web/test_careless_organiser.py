"""What an organiser may do to a study by mistake: nothing that was acknowledged is lost, and nothing begins unseen."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from anaphor.cli.experiment import app as experiment
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import Design, Newcomer, Store, held, open_store, save_design, study_of, study_status
from anaphor.experiment.study.store import back_up, restore
from tests.experiment.specimens import design
from tests.experiment.visiting import start
from tests.web.served import Browser, served, start_command
from tests.web.test_commands import run

pytestmark = pytest.mark.waiting


def test_a_second_server_of_the_same_file_is_refused_and_a_killed_one_is_not_in_the_way(tmp_path: Path) -> None:
    save_design(design(), tmp_path / "d.json")
    first = start_command(tmp_path / "d.json", "--port", "0")
    try:
        with pytest.raises(InputError, match="another server"):
            run(experiment, "serve", str(tmp_path / "d.json"), "--port", "0")
    finally:
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(30)
        if first.process.stderr is not None:
            first.process.stderr.close()
    with held(str(tmp_path / "d.db")), pytest.raises(InputError), held(str(tmp_path / "d.db")):
        pass
    assert not [name for name in os.listdir(tmp_path) if "serving" in name]


def test_several_servers_may_share_a_postgresql() -> None:
    with held("postgresql://db/study"), held("postgresql://db/study"):
        pass


def test_a_file_moved_away_while_it_is_served_is_missed_until_it_is_back(
    address: str, store: Store, client: httpx.Client, tmp_path: Path
) -> None:
    browser = Browser(address, store.design, client).start("ada")
    browser.answer(0)
    path = tmp_path / "study.db"
    path.rename(tmp_path / "elsewhere.db")
    sent = {"answers": [{"trial": browser.place["trials"][1]["id"], "choice": 0, "attempt": "a1"}]}
    refused = browser.ask("answers", sent)
    assert (refused.status_code, "moved" in refused.json()["error"]) == (503, True)
    path.write_bytes(b"another file")
    assert browser.ask("answers", sent).status_code == 503
    (tmp_path / "elsewhere.db").rename(path)
    assert browser.ask("answers", sent).json()["receipts"][0]["fate"] == "saved"
    assert study_status(store, 0).answers == 2


def test_a_journal_without_its_study_is_not_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "d.db-wal").write_bytes(b"the last answers")
    with pytest.raises(InputError, match="journal"):
        open_store(str(tmp_path / "d.db"), design())
    assert os.listdir(tmp_path) == ["d.db-wal"]


def test_looking_at_a_study_that_is_not_there_makes_none(tmp_path: Path) -> None:
    save_design(design(), tmp_path / "d.json")
    for words in (["status"], ["backup", "-o", str(tmp_path / "copy.db")]):
        with pytest.raises(InputError, match="no answers in"):
            run(experiment, words[0], str(tmp_path / "d.json"), *words[1:])
    assert os.listdir(tmp_path) == ["d.json"]


def test_another_database_is_not_taken_for_a_study_and_stays_as_it_is(accounts_file: Path, tmp_path: Path) -> None:
    save_design(design(), tmp_path / "d.json")
    before = accounts_file.read_bytes()
    with pytest.raises(InputError, match="no study in"):
        run(experiment, "status", str(tmp_path / "d.json"), "--database", str(accounts_file))
    with pytest.raises(InputError, match="no database of a study"):
        run(experiment, "serve", str(tmp_path / "d.json"), "--database", str(tmp_path / "d.json"))
    assert accounts_file.read_bytes() == before


def test_the_design_that_is_kept_is_the_one_that_people_were_shown(tmp_path: Path, client: httpx.Client) -> None:
    shown, edited = design(), replace(design(), seed=99)
    store = open_store(str(tmp_path / "d.db"), shown)
    with served(store) as address:
        # The file is edited and looked at while the server runs and nobody has started.
        open_store(str(tmp_path / "d.db"), edited).engine.dispose()
        Browser(address, shown, client).start("ada").answer(0)
    kept = open_store(str(tmp_path / "d.db"))
    assert kept.design == shown
    assert len(study_of(kept).responses) == 1
    with pytest.raises(AnaphorError, match="design has changed"):
        open_store(str(tmp_path / "d.db"), edited)
    # A server that runs on with the other design takes nobody in.
    with pytest.raises(InputError, match="another design"):
        start(Store(engine=kept.engine, design=edited), Newcomer(person="bea"), 0)
    kept.engine.dispose()


def test_people_go_on_in_an_old_copy_and_who_came_after_it_begins_again(tmp_path: Path, client: httpx.Client) -> None:
    planned: Design = design(quota=50)
    store = open_store(str(tmp_path / "d.db"), planned)
    with served(store) as address:
        ada = Browser(address, planned, client).start("ada")
        ada.answer(0)
        back_up(store, tmp_path / "copy.db")
        ada.answer(1)
        bea = Browser(address, planned, client).start("bea")
        bea.answer(0)
    store.engine.dispose()
    restore(tmp_path / "copy.db", str(tmp_path / "old.db"))
    old = open_store(str(tmp_path / "old.db"), planned)
    with served(old) as address:
        ada.root = bea.root = f"{address}/api/{planned.name}"
        assert ada.finish()["missing"] == [trial["id"] for trial in ada.place["trials"][1:]]
        lost = bea.ask("finish", {})
        assert (lost.status_code, lost.json()["reason"]) == (404, "unknown_token")
        assert not bea.start("bea").place["returned"]
        for browser in (ada, bea):
            for n in range(len(browser.place["trials"])):
                assert browser.answer(n)["fate"] in ("saved", "repeated")
            assert browser.finish()["outcome"] == "completed"
    assert (study_status(old, 0).finished, study_status(old, 0).conflicts) == (2, 0)
    old.engine.dispose()


def test_serving_says_whether_a_study_begins_or_goes_on(tmp_path: Path, client: httpx.Client) -> None:
    planned = design()
    save_design(planned, tmp_path / "d.json")
    said = []
    for n in range(2):
        server = start_command(tmp_path / "d.json", "--port", "0", "--public-url", "https://study.example.org/")
        Browser(server.address, planned, client).start(f"p{n}").answer(0)
        said.append(server.said)
        server.process.terminate()
        server.process.wait(30)
        if server.process.stderr is not None:
            server.process.stderr.close()
    assert "The study is at https://study.example.org/s/specimen\n" in said[0]
    assert "nobody has started yet" in said[0]
    assert "goes on" in said[1]
    assert "1 answers" in said[1]
    found = run(experiment, "status", str(tmp_path / "d.json"), "--json")
    assert json.dumps(found["started"]) == "2"
