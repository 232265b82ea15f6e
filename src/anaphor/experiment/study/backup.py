"""A running study copied into one file, and a study made again out of such a file.

The copy is one moment of the study: answers go on coming in meanwhile and are simply not in it. It is an SQLite file
whatever the study runs on, so it can be served, analysed or exported as it is.
"""

import os
import secrets
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, Integer, Table, func, inspect, select, text

from anaphor.errors import InputError, OutputError, Place
from anaphor.experiment.study.migrations import MIGRATIONS
from anaphor.experiment.study.store import Store, open_store
from anaphor.experiment.study.study_lock import make_private
from anaphor.experiment.study.tables import ANSWERS, METADATA, PARTICIPANTS, STUDY
from anaphor.files import insert_many, migrate, open_database, reading, writing

_AT_ONCE = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyCopy:
    """What is in a copy of a study."""

    name: str
    """Name of the study."""
    fingerprint: str
    """Fingerprint of its design."""
    participants: int
    """Participants who ever started."""
    answers: int
    """Answers."""
    bytes: int | None
    """Size of the file; None in PostgreSQL."""


def back_up(store: Store, path: Path) -> StudyCopy:
    """Copy a study, running or not, into a file that takes the place of `path` only once it is whole and checked."""
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise OutputError("experiment-copy-cannot-made-here", where=Place(file=str(path)))
    if _is_own_file(store.engine, path):
        raise InputError("experiment-study-cannot-copied-onto-itself", where=Place(file=str(path)))
    part = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}.part")
    make_private(part)
    try:
        if store.engine.dialect.name == "sqlite":
            _vacuum(store.engine, part)
        else:
            _filled(part, store.engine)
        found = _checked(part)
        _put_in_place(part, path)
        return found
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            with suppress(FileNotFoundError):
                os.unlink(f"{part}{suffix}")


def restore(copy: Path, where: str) -> StudyCopy:
    """Make the study of a copy again in a database that holds none: a new file, or an empty PostgreSQL."""
    if not copy.is_file():
        raise InputError("experiment-no-such-file", where=Place(file=str(copy)))
    if "://" not in where and Path(where).exists():
        raise InputError("experiment-file-there", path=where)
    source = open_store(str(copy)).engine
    try:
        return _restored(source, where)
    finally:
        source.dispose()


def _restored(source: Engine, where: str) -> StudyCopy:
    if "://" not in where:
        make_private(Path(where))
    target = open_database(where)
    try:
        migrate(target, MIGRATIONS)
        with reading(target) as connection:
            if connection.execute(select(STUDY.c.name)).first():
                raise InputError("experiment-database-holds-study-already")
        _transfer(source, target)
        return _counted(target, Path(where) if "://" not in where else None)
    finally:
        target.dispose()


def _is_own_file(engine: Engine, path: Path) -> bool:
    own = engine.url.database
    return engine.dialect.name == "sqlite" and own is not None and path.exists() and Path(own).samefile(path)


def _put_in_place(part: Path, path: Path) -> None:
    try:
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, path)
        folder = os.open(path.resolve().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    except OSError as error:
        raise OutputError(
            "experiment-copy-could-not-written", where=Place(file=str(path)), why=str(error.strerror)
        ) from error


def _vacuum(engine: Engine, part: Path) -> None:
    """SQLite's own copy of one moment, without the free pages; the writer is not held up by it."""
    raw = engine.raw_connection()
    try:
        raw.cursor().execute("VACUUM INTO ?", (str(part),))
    except sqlite3.Error as error:
        raise OutputError("experiment-copy-could-not-written", where=Place(file=str(part)), why=str(error)) from error
    finally:
        raw.close()


def _filled(part: Path, source: Engine) -> None:
    target = open_database(str(part))
    migrate(target, MIGRATIONS)
    _transfer(source, target)
    target.dispose()


def _transfer(source: Engine, target: Engine) -> None:
    """Every row of every table, in one view of the source and one transaction of the target."""
    with reading(source) as old, writing(target, alone=True) as new:
        for table in METADATA.sorted_tables:
            columns = tuple(column.name for column in table.columns)
            rows = old.execution_options(yield_per=_AT_ONCE).execute(select(*table.columns))
            for part in rows.partitions(_AT_ONCE):
                insert_many(new, table, columns, [tuple(row) for row in part])
            _go_on_counting(new, table)


def _go_on_counting(connection: Connection, table: Table) -> None:
    """PostgreSQL numbers rows by itself: it must go on after the numbers that were brought along."""
    key = next(iter(table.primary_key.columns), None)
    if connection.dialect.name != "postgresql" or key is None or not isinstance(key.type, Integer):
        return
    if len(table.primary_key.columns) == 1 and not key.foreign_keys and table is not STUDY:
        sequence = f"pg_get_serial_sequence('{table.name}', '{key.name}')"
        highest = f"(SELECT coalesce(max({key.name}), 0) + 1 FROM {table.name})"
        connection.execute(text(f"SELECT setval({sequence}, {highest}, false)"))


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
        alone = sqlite3.connect(part)
        alone.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        alone.close()


def _counted(engine: Engine, path: Path | None) -> StudyCopy:
    with reading(engine) as connection:
        study = connection.execute(select(STUDY.c.name, STUDY.c.fingerprint)).one()
        return StudyCopy(
            name=study.name,
            fingerprint=study.fingerprint,
            participants=connection.execute(select(func.count()).select_from(PARTICIPANTS)).scalar_one(),
            answers=connection.execute(select(func.count()).select_from(ANSWERS)).scalar_one(),
            bytes=None if path is None else path.stat().st_size,
        )
