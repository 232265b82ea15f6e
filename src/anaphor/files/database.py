"""A database behind one URL: SQLite for one machine, PostgreSQL for several; what is committed is on disk.

SQLite runs in WAL mode with `synchronous=FULL`: NORMAL would lose acknowledged answers when the power fails. All that a
process keeps in one PostgreSQL shares a few connections, since the server has only a hundred for everybody.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Engine, Integer, MetaData, Table, create_engine, event, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoneFreeError
from sqlalchemy.pool import QueuePool

from anaphor.errors import InputError, MissingExtraError, OutputError

_BUSY_S = 30.0
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "fullfsync=ON",
    "foreign_keys=ON",
    "secure_delete=ON",
    "cache_size=-65536",
)
"""Deleted rows are overwritten, since a withdrawal must not leave its answers in the file's free pages; macOS writes
only to the drive's own memory unless it is asked for a full one."""
_CONNECTIONS = 8
"""Connections of a process to one PostgreSQL, unless $ANAPHOR_CONNECTIONS says otherwise; who finds none free waits."""
_FREE_S = 15.0
_CONNECT_S = 10
_PATH = re.compile(r"(?<!\s)\s*+-c\s*+search_path=(\w+)")
_LOCK = 715_202_611
"""Any number that other programs are unlikely to take for their own lock."""


class DatabaseReadError(InputError):
    """The database cannot be read just now."""


class _Pool(QueuePool):
    """Connections that many share: who lets go of it closes those that rest, and what others use comes back to it."""

    def recreate(self) -> "_Pool":
        return self


def open_database(where: str, *, read_only: bool = False) -> Engine:
    """The database at a path (SQLite) or a `postgresql://` URL; what is opened to read refuses to be written."""
    if "://" in where:
        return _postgresql(where, read_only=read_only)
    path = Path(where)
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise InputError("files-no-database-here", where=path)
    # A file in a folder where nothing can be made, and that nobody serves, is read as it stands.
    alone = read_only and not os.access(path.resolve().parent, os.W_OK) and not Path(f"{path}-wal").exists()
    how = "?mode=ro&immutable=1" if alone else "?mode=ro" if read_only else ""
    opened = partial(sqlite3.connect, path.absolute().as_uri() + how, _BUSY_S, check_same_thread=False, uri=True)
    engine = create_engine(
        URL.create("sqlite", database=str(path)), creator=opened, poolclass=QueuePool, pool_size=8, max_overflow=40
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver's guess
        for pragma in ("cache_size=-65536",) if read_only else _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Writers take the lock at once: two that read first and write later would refuse each other.
        writes = connection.get_execution_options().get("writes", False) and not read_only
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(where: str, *, read_only: bool) -> Engine:
    """An engine on the connections that this process has to a server; it has a schema of its own, not a pool."""
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise InputError("files-no-database-url") from None
    if url.get_backend_name() != "postgresql":
        raise InputError("files-unknown-database", kind=url.get_backend_name())
    given = url.query.get("options", "")
    options = given if isinstance(given, str) else " ".join(given)
    path = _PATH.search(options)
    rest = _PATH.sub("", options).strip()
    url = url.difference_update_query(["options"])
    shared = _engine(os.getpid(), (url.update_query_dict({"options": rest}) if rest else url).render_as_string(False))
    own = {"postgresql_readonly": True} if read_only else {}
    return shared.execution_options(search_path=path[1] if path else None, **own)


@cache
def _engine(_process: int, url: str) -> Engine:
    try:
        most = int(os.environ.get("ANAPHOR_CONNECTIONS", _CONNECTIONS))
        engine = create_engine(
            make_url(url).set(drivername="postgresql+psycopg"),
            poolclass=_Pool,
            connect_args={} if "connect_timeout" in url else {"connect_timeout": _CONNECT_S},
            pool_size=max(1, most),
            max_overflow=0,
            pool_timeout=_FREE_S,
            pool_pre_ping=True,
        )
    except (ModuleNotFoundError, NoSuchModuleError):
        raise MissingExtraError("PostgreSQL", "postgres") from None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A connection keeps the schema that it was last told; what is told in a transaction ends with its rollback.
        path = connection.get_execution_options().get("search_path")
        if connection.info.get("search_path") != path:
            connection.exec_driver_sql(f'SET search_path TO "{path}"' if path else "SET search_path TO DEFAULT")
            connection.info["search_path"] = path

    @event.listens_for(engine, "rollback")
    def rollback(connection: Connection) -> None:
        connection.info["search_path"] = ""

    return engine


def shown_place(where: str) -> str:
    """The place of a database for people to read, without its password.

    >>> shown_place("postgresql://ada:secret@db/study")
    'postgresql://ada:***@db/study'
    """
    return make_url(where).render_as_string(hide_password=True) if "://" in where else where


@contextmanager
def writing(engine: Engine, *, alone: bool = False) -> Iterator[Connection]:
    """A transaction that is on disk when the block ends; with `alone` nobody else is in such a block meanwhile."""
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if alone:
                wait_for_others(connection)
            yield connection
    except (DBAPIError, NoneFreeError) as error:
        raise OutputError("files-database-not-written", why=_reason(error)) from error


def wait_for_others(connection: Connection) -> None:
    """Let nobody else be in such a transaction until this one ends; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A view of the database that does not change while one looks."""
    level = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    try:
        with engine.connect().execution_options(**level) as connection, connection.begin():
            yield connection
    except (DBAPIError, NoneFreeError) as error:
        raise DatabaseReadError("files-database-not-read", why=_reason(error)) from error


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]


def insert_many(
    connection: Connection, table: Table, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Add rows by the driver's own fast way; the cells of a row stand in the order of the columns."""
    if rows:
        marks = ", ".join(["%s" if connection.dialect.name == "postgresql" else "?"] * len(columns))
        names = ", ".join(f'"{name}"' for name in columns)
        connection.exec_driver_sql(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', list(rows))


def migrate(
    engine: Engine,
    migrations: Sequence[Callable[[Connection], None]],
    counter: str = "anaphor_version",
    before: Callable[[int], None] = lambda found: None,
) -> int:
    """Bring the tables up to date, one version after the other; each is done wholly or not at all.

    `counter` names the table that holds the version, so that two sets of tables can live in one database; `before` is
    told the version of tables that are about to be changed.
    """
    with writing(engine) as connection:
        there = inspect(connection).has_table(counter)
        found = connection.execute(text(f"SELECT version FROM {counter}")).scalar_one_or_none() or 0 if there else 0
    if found > len(migrations):
        raise InputError("files-newer-database", found=found, known=len(migrations))
    if found == len(migrations):
        return found
    if found:
        before(found)
    version = Table(counter, MetaData(), Column("version", Integer, nullable=False))
    with writing(engine, alone=True) as connection:
        version.create(connection, checkfirst=True)
        found = connection.execute(select(version.c.version)).scalar_one_or_none() or 0  # others may have been quicker
        for step in migrations[found:]:
            step(connection)
        if found < len(migrations):
            connection.execute(version.delete())
            connection.execute(version.insert(), {"version": len(migrations)})
    return len(migrations)
