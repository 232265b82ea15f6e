"""A running study copied into one file, and a study made again out of such a file.

The copy is one moment of the study: answers go on coming in meanwhile and are simply not in it. It is an SQLite file
whatever the study runs on, so it can be served, analysed or exported as it is.
"""

import os
import secrets
import sqlite3
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, Integer, Table, inspect, select, text

from anaphor.errors import InputError, OutputError, Place
from anaphor.experiment.study.store import Store, make_private, open_store
from anaphor.experiment.study.tables import ANSWERS, METADATA, MIGRATIONS, PARTICIPANTS, STUDY, count_rows
from anaphor.files import insert_many, migrate, open_database, reading, writing

_AT_ONCE = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyCopy:
    """What is in a copy of a study."""

    name: str
    fingerprint: str
    participants: int
    """Participants who ever started."""
    answers: int
    bytes: int | None
    """Size of the file; None in PostgreSQL."""


def back_up(store: Store, path: Path) -> StudyCopy:
    """Copy a study, running or not, into a file that takes the place of `path` only once it is whole and checked."""
    engine, where = store.engine, Place(file=str(path))
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise OutputError("experiment-no-place-for-copy", where=where)
    own = engine.url.database if engine.dialect.name == "sqlite" else None
    if own is not None and path.exists() and Path(own).samefile(path):
        raise InputError("experiment-copy-onto-itself", where=where)
    part = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}.part")
    make_private(part)
    try:
        if own is not None:  # SQLite's own copy of one moment, without the free pages; the writer is not held up by it
            with closing(engine.raw_connection()) as raw:
                raw.cursor().execute("VACUUM INTO ?", (str(part),))
        else:
            target = open_database(str(part))
            migrate(target, MIGRATIONS)
            _transfer(engine, target)
            target.dispose()
        found = _checked(part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, path)
        folder = os.open(path.resolve().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        return found
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise OutputError("experiment-copy-not-written", where=where, why=why) from error
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            with suppress(FileNotFoundError):
                os.unlink(f"{part}{suffix}")


def _checked(part: Path) -> StudyCopy:
    engine = open_database(str(part))
    try:
        with reading(engine) as connection:
            said = connection.execute(text("PRAGMA integrity_check")).scalar_one()
            broken = connection.execute(text("PRAGMA foreign_key_check")).first()
        if said != "ok" or broken is not None or not inspect(engine).has_table(STUDY.name):
            raise OutputError("experiment-copy-not-whole", where=Place(file=str(part)), said=said)
        return _counted(engine, part)
    finally:
        engine.dispose()
        with closing(sqlite3.connect(part)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it


def restore(copy: Path, where: str) -> StudyCopy:
    """Make the study of a copy again in a database that holds none: a new file, or an empty PostgreSQL."""
    if not copy.is_file():
        raise InputError("experiment-no-such-file", where=Place(file=str(copy)))
    path = None if "://" in where else Path(where)
    if path is not None and path.exists():
        raise InputError("experiment-file-there", path=where)
    with ExitStack() as stack:
        source = open_store(str(copy)).engine
        stack.callback(source.dispose)
        if path is not None:
            make_private(path)
        target = open_database(where)
        stack.callback(target.dispose)
        migrate(target, MIGRATIONS)
        with reading(target) as connection:
            if connection.execute(select(STUDY.c.name)).first():
                raise InputError("experiment-database-taken")
        _transfer(source, target)
        return _counted(target, path)


def _transfer(source: Engine, target: Engine) -> None:
    """Every row of every table, in one view of the source and one transaction of the target."""
    with reading(source) as old, writing(target, alone=True) as new:
        for table in METADATA.sorted_tables:
            columns = tuple(column.name for column in table.columns)
            rows = old.execution_options(yield_per=_AT_ONCE).execute(select(*table.columns))
            for part in rows.partitions(_AT_ONCE):
                insert_many(new, table, columns, [tuple(row) for row in part])
            if target.dialect.name == "postgresql":
                _go_on_counting(new, table)


def _go_on_counting(connection: Connection, table: Table) -> None:
    """PostgreSQL numbers rows by itself: it must go on after the numbers that were brought along."""
    keys = list(table.primary_key.columns)
    if len(keys) == 1 and isinstance(keys[0].type, Integer) and not keys[0].foreign_keys and table is not STUDY:
        sequence = f"pg_get_serial_sequence('{table.name}', '{keys[0].name}')"
        highest = f"(SELECT coalesce(max({keys[0].name}), 0) + 1 FROM {table.name})"
        connection.execute(text(f"SELECT setval({sequence}, {highest}, false)"))


def _counted(engine: Engine, path: Path | None) -> StudyCopy:
    with reading(engine) as connection:
        study = connection.execute(select(STUDY.c.name, STUDY.c.fingerprint)).one()
        participants, answers = count_rows(connection, PARTICIPANTS), count_rows(connection, ANSWERS)
    return StudyCopy(
        name=study.name,
        fingerprint=study.fingerprint,
        participants=participants,
        answers=answers,
        bytes=None if path is None else path.stat().st_size,
    )
