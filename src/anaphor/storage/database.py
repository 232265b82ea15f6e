"""A database behind one URL: SQLite for one machine, PostgreSQL for several; what is committed is on disk.

SQLite runs in WAL mode with `synchronous=FULL`: NORMAL would lose acknowledged answers when the power fails.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Engine, Integer, MetaData, Table, create_engine, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from anaphor.errors import InputError, MissingExtraError, OutputError, Place

_BUSY_S = 30.0
_VERSIONS = MetaData()
_VERSION = Table("anaphor_version", _VERSIONS, Column("version", Integer, nullable=False))
_LOCK = 715_202_611
"""Any number that other programs are unlikely to take for their own lock."""


def open_database(where: str) -> Engine:
    """The database at a path (SQLite) or a `postgresql://` URL."""
    if "://" not in where:
        return _sqlite(Path(where))
    try:
        url = make_url(where)
    except ArgumentError:
        raise InputError(f"{where!r} is no database URL", todo="Give a file name or postgresql://…") from None
    if url.get_backend_name() != "postgresql":
        raise InputError(f"there is no support for {url.get_backend_name()}", todo="Use SQLite or PostgreSQL.")
    try:
        return create_engine(url.set(drivername="postgresql+psycopg"), pool_size=16, pool_pre_ping=True)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise MissingExtraError("PostgreSQL", "postgres") from None


def _sqlite(path: Path) -> Engine:
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise InputError("the database cannot be made here", where=Place(file=str(path)), todo="Name a file.")
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": _BUSY_S, "check_same_thread": False})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun by `_begin`, not by the driver's guess
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Writers take the lock at once: two that read first and write later would refuse each other."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing(engine: Engine, *, alone: bool = False) -> Iterator[Connection]:
    """A transaction that is on disk when the block ends; with `alone` nobody else is in such a block meanwhile."""
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if alone and engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            yield connection
    except DBAPIError as error:
        raise OutputError(
            f"the database could not be written ({str(error.orig).strip().partition(chr(10))[0]})",
            todo="Nothing of this step was saved; look at the disk and try again.",
        ) from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A view of the database that does not change while one looks."""
    try:
        with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise InputError(f"the database could not be read ({str(error.orig).strip()})") from error


Migration = Callable[[Connection], None]


def migrate(engine: Engine, migrations: Sequence[Migration]) -> int:
    """Bring the tables up to date, one version after the other; each is done wholly or not at all."""
    with writing(engine, alone=True) as connection:
        _VERSIONS.create_all(connection)
        found = connection.execute(select(_VERSION.c.version)).scalar_one_or_none() or 0
        if found > len(migrations):
            raise InputError(
                f"the database was made by a newer anaphor (version {found}, this one knows {len(migrations)})",
                todo="Update anaphor.",
            )
        for step in migrations[found:]:
            step(connection)
        connection.execute(_VERSION.delete())
        connection.execute(_VERSION.insert(), {"version": len(migrations)})
    return len(migrations)
