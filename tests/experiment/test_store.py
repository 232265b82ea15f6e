"""A study's database: its design is frozen, its tables grow by versions, and what is strange is refused."""

import sqlite3
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import MetaData, PrimaryKeyConstraint, Table, UniqueConstraint, select, text

from anaphor.errors import AnaphorError, InputError, OutputError
from anaphor.experiment import METADATA, Newcomer, Refusal, RefusedError, open_store, participants, study_status
from anaphor.experiment.study.reading_out import people_of, responses_of
from anaphor.experiment.study.tables import MIGRATIONS
from anaphor.files import migrate, open_database, reading, writing
from tests.experiment.specimens import design
from tests.experiment.visiting import start

pytestmark = pytest.mark.slow

OLD = Path(__file__).with_name("version_1.sql")
NOW = 1_800_000_000.0
PROMISED = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "foreign_keys": 1, "secure_delete": 1}


def old_database(path: Path) -> str:
    """A database as the first version left it."""
    connection = sqlite3.connect(path)
    connection.executescript(OLD.read_text("utf-8"))
    connection.close()
    return str(path)


def shape(table: Table) -> dict[str, object]:
    """What a table is made of, in words that are the same for both kinds of database."""
    kinds = {"DOUBLE PRECISION": "FLOAT", "TEXT": "VARCHAR"}
    columns = {
        (column.name, kinds.get(str(column.type), str(column.type)), column.nullable) for column in table.columns
    }
    unique = [each for each in table.constraints if isinstance(each, UniqueConstraint)]
    key = next(each for each in table.constraints if isinstance(each, PrimaryKeyConstraint))
    return {
        "columns": columns,
        "key": [column.name for column in key.columns],
        "unique": {tuple(column.name for column in each.columns) for each in unique},
        "references": {(each.parent.name, each.target_fullname, each.ondelete) for each in table.foreign_keys},
        "indexes": {each.name for each in table.indexes if not each.unique},
    }


def test_a_study_of_the_first_version_opens_with_everything_in_it(tmp_path: Path) -> None:
    store = open_store(old_database(tmp_path / "old.db"))
    found = study_status(store, 1_700_000_100.0)
    assert (found.name, found.finished, found.answers, found.quota, found.frozen) == ("old", 2, 4, 3, True)
    assert [each.list_number for each in people_of(store)] == [1, 2]
    assert sorted((each.person, each.trial, each.choice) for each in responses_of(store)) == [
        ("p0001", "s0.0", 0),
        ("p0001", "s1.1", 0),
        ("p0002", "s0.1", 1),
        ("p0002", "s1.0", 1),
    ]
    assert [each.restarts for each in participants(store, NOW)] == [0, 0]
    assert start(store, Newcomer(person="new"), 1_700_000_100.0).list_number == 0
    store.engine.dispose()
    # Its own design file, which knows nothing of later settings, is still its own.
    open_store(old_database(tmp_path / "again.db"), store.design).engine.dispose()


def test_old_and_new_databases_have_the_very_tables_that_the_code_names(where: str, tmp_path: Path) -> None:
    for place in (where, old_database(tmp_path / "old.db")):
        engine = open_database(place)
        migrate(engine, MIGRATIONS)
        found = MetaData()
        found.reflect(engine)
        assert set(found.tables) == {*METADATA.tables, "anaphor_version"}
        for name, table in METADATA.tables.items():
            assert shape(found.tables[name]) == shape(table), name
        engine.dispose()


def test_a_migration_that_fails_leaves_the_old_version_whole(where: str) -> None:
    engine = open_database(where)
    migrate(engine, MIGRATIONS[:1])

    def broken(connection: object) -> None:
        MIGRATIONS[1](connection)  # type: ignore[arg-type]  # a connection, as the others get
        raise InputError("the machine stops here")

    with pytest.raises(InputError):
        migrate(engine, [MIGRATIONS[0], broken])
    with reading(engine) as connection:
        assert connection.execute(text("SELECT version FROM anaphor_version")).scalar_one() == 1
        assert connection.execute(text("SELECT count(*) FROM accounts")).scalar_one() == 0
    assert migrate(engine, MIGRATIONS) == len(MIGRATIONS)
    engine.dispose()


def test_a_database_of_a_newer_anaphor_is_refused(where: str) -> None:
    open_store(where, design()).engine.dispose()
    engine = open_database(where)
    with writing(engine) as connection:
        connection.execute(text("UPDATE anaphor_version SET version = 99"))
    with pytest.raises(InputError, match="newer anaphor"):
        open_store(where)
    engine.dispose()


def test_a_design_can_change_until_somebody_starts_and_not_after(where: str) -> None:
    first, second = design(), replace(design(), quota=20)
    open_store(where, first).engine.dispose()
    store = open_store(where, second)
    start(store, Newcomer(person="ada"), NOW)
    store.engine.dispose()
    with pytest.raises(InputError, match="design has changed"):
        open_store(where, first)
    kept = open_store(where)
    assert kept.design == second
    kept.engine.dispose()


@pytest.mark.parametrize("content", [b"", b"no database at all\n" * 100])
def test_a_file_that_is_no_study_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(AnaphorError) as error:
        open_store(str(tmp_path / "x.db"))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("place", ["mysql://localhost/x", "postgresql://[", "nowhere/at/all.db", "."])
def test_a_place_that_cannot_be_used_is_refused_in_a_sentence(place: str) -> None:
    with pytest.raises(AnaphorError):
        open_store(place, design())


def test_a_postgresql_that_does_not_answer_is_a_sentence() -> None:
    with pytest.raises(OutputError, match="could not be written"):
        open_store("postgresql://nobody@127.0.0.1:9/none", design())


def test_a_path_with_odd_characters_is_a_path(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "é tude?mode=ro#%41.db"), design())
    assert (tmp_path / "é tude?mode=ro#%41.db").is_file()
    with reading(store.engine) as connection:
        assert connection.execute(select(1)).scalar_one() == 1
    store.engine.dispose()


def test_a_store_that_fails_in_the_middle_of_a_start_leaves_nothing(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"), design(quota=1))
    start(store, Newcomer(person="ada"), NOW)
    with pytest.raises(RefusedError) as refused:
        start(store, Newcomer(person="bea"), NOW)
    assert refused.value.reason is Refusal.FULL
    assert study_status(store, NOW).started == 1
    store.engine.dispose()


def test_a_commit_waits_for_the_disk_on_every_connection(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"), design())
    with ExitStack() as stack:
        for _ in range(3):
            connection = stack.enter_context(reading(store.engine))
            asked = {name: connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in PROMISED}
            assert asked == PROMISED
    store.engine.dispose()
