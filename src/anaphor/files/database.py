"""A database behind one URL: SQLite for one machine, PostgreSQL for several; what is committed is on disk.

SQLite runs in WAL mode with `synchronous=FULL`: NORMAL would lose acknowledged answers when the power fails.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Engine, Integer, MetaData, Table, create_engine, event, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoneFreeError

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
_LOCK = 715_202_611
"""Any number that other programs are unlikely to take for their own lock."""


class DatabaseReadError(InputError):
    """The database cannot be read just now."""


def open_database(where: str) -> Engine:
    """The database at a path (SQLite) or a `postgresql://` URL."""
    if "://" not in where:
        path = Path(where)
        if path.is_dir() or not path.resolve().parent.is_dir():
            raise InputError("files-no-database-here", where=path)
        engine = create_engine(
            URL.create("sqlite", database=str(path)),
            connect_args={"timeout": _BUSY_S, "check_same_thread": False},
            pool_size=8,
            max_overflow=40,
        )

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _record: object) -> None:
            connection.isolation_level = None  # transactions are begun below, not by the driver's guess
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            # Writers take the lock at once: two that read first and write later would refuse each other.
            writes = connection.get_execution_options().get("writes", False)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return engine
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise InputError("files-no-database-url") from None
    if url.get_backend_name() != "postgresql":
        raise InputError("files-unknown-database", kind=url.get_backend_name())
    try:
        return create_engine(
            url.set(drivername="postgresql+psycopg"), pool_size=16, max_overflow=32, pool_pre_ping=True
        )
    except (ModuleNotFoundError, NoSuchModuleError):
        raise MissingExtraError("PostgreSQL", "postgres") from None


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
        connection.exec_driver_sql(_insertion(connection.dialect.name, table, columns), list(rows))


@cache
def _insertion(dialect: str, table: Table, columns: tuple[str, ...]) -> str:
    marks = ", ".join(["%s" if dialect == "postgresql" else "?"] * len(columns))
    names = ", ".join(f'"{name}"' for name in columns)
    return f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})'


Migration = Callable[[Connection], None]
"""One step from a version of the tables to the next."""


def migrate(engine: Engine, migrations: Sequence[Migration], counter: str = "anaphor_version") -> int:
    """Bring the tables up to date, one version after the other; each is done wholly or not at all.

    `counter` names the table that holds the version, so that two sets of tables can live in one database.
    """
    version = Table(counter, MetaData(), Column("version", Integer, nullable=False))
    with writing(engine, alone=True) as connection:
        version.create(connection, checkfirst=True)
        found = connection.execute(select(version.c.version)).scalar_one_or_none() or 0
        if found > len(migrations):
            raise InputError("files-newer-database", found=found, known=len(migrations))
        for step in migrations[found:]:
            step(connection)
        if found < len(migrations):
            connection.execute(version.delete())
            connection.execute(version.insert(), {"version": len(migrations)})
    return len(migrations)
