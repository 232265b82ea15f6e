"""Looking at a study changes nothing; who brings its tables up to date keeps the old ones first; one server alone."""

import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from anaphor.errors import FormatError, InputError
from anaphor.experiment import (
    export_study,
    held,
    log_lines,
    open_store,
    participants,
    save_design,
    save_study,
    store_of,
    study_of,
    study_status,
)
from anaphor.experiment.study.store import back_up
from tests.experiment.specimens import design
from tests.experiment.test_store import old_database


def test_looking_at_an_old_study_leaves_its_file_as_it_is(tmp_path: Path) -> None:
    path = Path(old_database(tmp_path / "old.db"))
    before = path.read_bytes()
    store = open_store(str(path), new=False, read_only=True)
    found = study_status(store, 0)
    assert found.started == len(participants(store, 0))
    assert len(study_of(store).people) == found.started
    store.engine.dispose()
    assert path.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["old.db"]


def test_whoever_serves_an_old_study_finds_its_old_tables_beside_it(tmp_path: Path) -> None:
    path = old_database(tmp_path / "old.db")
    with sqlite3.connect(path) as old:
        answers = old.execute("SELECT count(*) FROM answers").fetchone()[0]
    store = open_store(path)
    kept = tmp_path / "old.db.version-1"
    assert log_lines(store)[-1][2:] == ("tables brought up to date", kept.name)
    store.engine.dispose()
    open_store(path).engine.dispose()
    assert [each.name for each in tmp_path.glob("*version*")] == [kept.name], "once is enough"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with sqlite3.connect(kept) as copy:
        assert copy.execute("SELECT version FROM anaphor_version").fetchone() == (1,)
        assert copy.execute("SELECT count(*) FROM answers").fetchone() == (answers,)


def test_without_room_for_the_old_tables_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_database(tmp_path / "old.db")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("anaphor.experiment.study.store.os.fsync", full)
    with pytest.raises(Exception, match="No space left"):
        open_store(path)
    with sqlite3.connect(path) as old:
        assert old.execute("SELECT version FROM anaphor_version").fetchone() == (1,)
    assert not list(tmp_path.glob("*version*"))


def test_what_is_opened_to_read_cannot_be_written(tmp_path: Path) -> None:
    save_design(design(), tmp_path / "d.json")
    store_of(tmp_path / "d.json").engine.dispose()
    store = store_of(tmp_path / "d.json", new=False)
    with store.engine.connect() as connection, pytest.raises(Exception, match="readonly"):
        connection.exec_driver_sql("DELETE FROM study")
    store.engine.dispose()


def test_a_copy_of_an_old_study_is_never_laid_over_it(tmp_path: Path) -> None:
    path = Path(old_database(tmp_path / "old.db"))
    store = open_store(str(path), new=False, read_only=True)
    with pytest.raises(InputError, match="itself"):
        back_up(store, path)
    store.engine.dispose()


@pytest.mark.parametrize("at", [0, 100])
def test_a_damaged_database_is_called_damaged(tmp_path: Path, at: int) -> None:
    path = tmp_path / "d.db"
    open_store(str(path), design(40)).engine.dispose()
    data = bytearray(path.read_bytes())
    data[at : at + 3000] = os.urandom(3000)
    path.write_bytes(data)
    for read_only in (True, False):
        with pytest.raises(FormatError, match=r"damaged|no SQLite database|not a database"):
            study_status(open_store(str(path), read_only=read_only), 0)


def test_a_deleted_mark_lets_no_second_server_in(tmp_path: Path) -> None:
    path = tmp_path / "d.db"
    with held(str(path)):
        open_store(str(path), design()).engine.dispose()
        (tmp_path / "d.db-serving").unlink()
        with pytest.raises(InputError, match="another server"), held(str(path)):
            pass
        open_store(str(path), new=False, read_only=True).engine.dispose()  # looking is allowed
    with held(str(path)):
        pass


def test_a_server_that_never_began_leaves_no_empty_file(tmp_path: Path) -> None:
    with held(str(tmp_path / "d.db")):
        pass
    assert not os.listdir(tmp_path)
    with held(str(tmp_path / "d.db")):
        shutil.copy(__file__, tmp_path / "d.db")
    assert (tmp_path / "d.db").stat().st_size


def test_files_that_hold_right_answers_are_for_their_owner_alone(tmp_path: Path) -> None:
    save_design(design(), tmp_path / "d.json")
    store = open_store(str(tmp_path / "d.db"), design())
    save_study(study_of(store), tmp_path / "study.json")
    export_study(store, tmp_path / "out", ["csv"])
    store.engine.dispose()
    found = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert len(found) > 4
    assert {stat.S_IMODE(each.stat().st_mode) for each in found if each.name != "manifest.json"} == {0o600}
    os.chmod(tmp_path / "d.json", 0o640)
    save_design(design(), tmp_path / "d.json")
    assert stat.S_IMODE((tmp_path / "d.json").stat().st_mode) == 0o640, "who opened it meant it"
