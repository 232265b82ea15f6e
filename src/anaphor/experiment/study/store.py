"""A study's database: opened with its design, served by one server, copied while it runs.

SQLite goes on writing into a file that was moved or deleted, so a server must look before it acknowledges anything. A
copy is one moment of the study: answers go on coming in meanwhile and are simply not in it. It is an SQLite file
whatever the study runs on, so it can be served, analysed or exported as it is.
"""

import fcntl
import hashlib
import os
import secrets
import shutil
import sqlite3
import struct
import tempfile
import time
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, Integer, insert, inspect, select, text, update

from anaphor.errors import FormatError, InputError, OutputError, Place
from anaphor.experiment.design.design import Design, design_text, read_design
from anaphor.experiment.study.tables import (
    ANSWERS,
    CLOCK_LINES,
    LOG,
    METADATA,
    MIGRATIONS,
    PARTICIPANTS,
    STUDY,
    count_rows,
    log_line,
)
from anaphor.files import insert_many, migrate, open_database, reading, shown_place, write_text, writing
from anaphor.result import Result

_NO_DATABASE = "file is not a database"
"""What SQLite says; the file is not looked into before, since closing it would take SQLite's own locks off it."""
_DAMAGES = (_NO_DATABASE, "database disk image is malformed", "malformed database schema")


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A study and where its answers are kept."""

    engine: Engine
    design: Design
    where: str = ""
    """Path or URL that was opened."""
    blind: bool = False
    """True: what people said about themselves, and why one was left out, is not read out."""


def open_store(where: str, design: Design | None = None, *, new: bool = True, read_only: bool = False) -> Store:
    """The store at a path or URL; one that is frozen refuses another design than its own.

    Where there is no study one is made of the design, unless there is none or `new` is False. The tables of an older
    anaphor are brought up to date, after a copy was made beside the file; with `read_only` nothing is written at all,
    and such tables are brought up to date in a copy that goes when the program ends.
    """
    new = new and design is not None
    if "://" not in where:
        _check_place(Path(where), new=new)
    engine = open_database(where, read_only=read_only)
    try:
        if not new:
            with reading(engine) as connection:
                if not inspect(connection).has_table(STUDY.name):
                    raise InputError("experiment-no-study-in", place=shown_place(where))
        engine = _up_to_date(engine, where, read_only=read_only)
        return Store(engine=engine, design=_settled(engine, where, design, read_only=read_only), where=where)
    except BaseException as error:
        engine.dispose()
        if damage := next((each for each in _DAMAGES if each in str(error)), None):
            code = "experiment-no-database" if damage is _NO_DATABASE else "experiment-damaged-database"
            raise FormatError(code, where=Place(file=where), why=damage) from error
        raise


def _check_place(path: Path, *, new: bool) -> None:
    """Refuse what cannot be the file of a study before anything is written into it; make the file of a new one."""
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise InputError("experiment-no-place-for-study", where=path)
    if path.exists() and not path.is_file():
        raise InputError("experiment-no-regular-file", where=path)
    if not path.exists():
        if not new:
            raise InputError("experiment-no-study-in", place=str(path))
        if Path(f"{path}-wal").exists():
            raise InputError("experiment-lone-journal", path=str(path))
        make_private(path)


def _copy(engine: Engine, path: Path) -> None:
    """SQLite's own copy of one moment, without the free pages, for its owner alone; nobody is held up by it."""
    make_private(path)
    try:
        with closing(engine.raw_connection()) as raw:
            raw.cursor().execute("VACUUM INTO ?", (str(path),))
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    except (OSError, sqlite3.Error) as error:
        path.unlink(missing_ok=True)
        why = getattr(error, "strerror", None) or str(error)
        raise OutputError("experiment-copy-not-written", where=Place(file=str(path)), why=why) from error


class _OlderTablesError(Exception):
    """The tables are those of an older version."""


def _up_to_date(engine: Engine, where: str, *, read_only: bool) -> Engine:
    """The engine, its tables brought up to date after a copy of the file (SQLite), or on a copy where only read."""
    kept: list[Path] = []

    def keep(found: int) -> None:
        if read_only:
            raise _OlderTablesError
        if engine.dialect.name == "sqlite":
            path = Path(f"{engine.url.database}.version-{found}")
            kept.append(path.with_name(f"{path.name}-{secrets.token_hex(3)}") if path.exists() else path)
            _copy(engine, kept[0])

    try:
        migrate(engine, MIGRATIONS, before=keep)
        for path in kept:
            with writing(engine) as connection:
                log_line(connection, "anaphor", "tables brought up to date", path.name, time.time())
        return engine
    except _OlderTablesError:
        if engine.dialect.name != "sqlite":
            raise InputError("experiment-older-tables", place=shown_place(where)) from None
    folder = Path(tempfile.mkdtemp(prefix="anaphor-"))
    copy = folder / "study.db"
    try:
        _copy(engine, copy)
        engine.dispose()
        made = open_database(str(copy))
        migrate(made, MIGRATIONS)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(made.pool, shutil.rmtree, folder, ignore_errors=True)
    return made


def _settled(engine: Engine, where: str, design: Design | None, *, read_only: bool) -> Design:
    """The design that holds: the one given while nobody has started, the one kept afterwards."""
    with reading(engine) if read_only else writing(engine, alone=True) as connection:
        row = connection.execute(select(STUDY)).one_or_none()
        if row is None:
            if design is None or read_only:
                raise InputError("experiment-empty-database", place=shown_place(where))
            connection.execute(insert(STUDY), {"id": 1, **design_columns(design), "paused": False})
            return design
        kept = read_design(row.design, shown_place(where))
        if design is None or design == kept:
            if (
                kept.fingerprint != row.fingerprint and not read_only
            ):  # a newer anaphor knows settings that the old design leaves open
                connection.execute(update(STUDY), {"fingerprint": kept.fingerprint})
            return kept
        if row.frozen_at is not None:
            raise InputError("experiment-design-changed", name=row.name)
        if not read_only:
            connection.execute(update(STUDY), design_columns(design))
    return design


def design_columns(design: Design) -> dict[str, object]:
    """What the study's own row says of its design."""
    own = {name: getattr(design, name) for name in ("name", "fingerprint", "quota")}
    return {**own, "design": design_text(design)}


def note(store: Store, who: str, what: str, detail: str | None, now: float) -> None:
    """Write a line into the study's log."""
    with writing(store.engine) as connection:
        log_line(connection, who, what, detail, now)


def log_lines(store: Store) -> list[tuple[float, str, str, str | None]]:
    """The study's log: when, who, what, detail."""
    with reading(store.engine) as connection:
        lines = select(LOG.c.at, LOG.c.who, LOG.c.what, LOG.c.detail).where(~CLOCK_LINES)
        rows = connection.execute(lines.order_by(LOG.c.id))
        return [(row.at, row.who, row.what, row.detail) for row in rows]


_ENDING = "-serving"


def make_private(path: Path, *, folders: bool = False) -> None:
    """Make an empty file that its owner alone can read, unless there is one: people's names will be in it."""
    try:
        if folders:
            path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        where = Place(file=str(path))
        raise OutputError("experiment-no-file-made", where=where, why=str(error.strerror)) from error


@contextmanager
def held(where: str) -> Iterator[None]:
    """While this lasts nobody else serves the study at a path; a PostgreSQL is made for several servers."""
    if "://" in where:
        yield
        return
    path, lock = Path(f"{where}{_ENDING}"), None
    while lock is None:  # taken anew when the one who held it removed the file meanwhile
        try:
            taken = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            why = str(error.strerror)
            raise OutputError("experiment-cannot-serve", where=Place(file=where), why=why) from error
        try:
            fcntl.flock(taken, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(taken)
            raise InputError("experiment-already-served", where=Place(file=where)) from None
        with suppress(FileNotFoundError):
            lock = taken if os.path.samestat(os.fstat(taken), path.stat()) else None
        if lock is None:
            os.close(taken)
    try:
        with _locked(Path(where)):
            yield
    finally:
        with suppress(FileNotFoundError):
            path.unlink()
        os.close(lock)


_FAR = 1 << 62
"""A byte of the file that SQLite never has and never locks."""


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """The file of a study locked itself, since the file beside it may be deleted; the lock belongs to what was opened
    here, so that SQLite's own opening and closing leave it alone."""
    made = not path.exists() and path.resolve().parent.is_dir() and not Path(f"{path}-wal").exists()
    if made:
        make_private(path)
    if not path.is_file() or not hasattr(fcntl, "F_OFD_SETLK"):
        yield
        return
    try:
        taken = os.open(path, os.O_RDWR)
    except OSError as error:
        raise OutputError("experiment-cannot-serve", where=Place(file=str(path)), why=str(error.strerror)) from error
    try:
        try:
            fcntl.fcntl(taken, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _FAR, 1, 0))
        except BlockingIOError:
            raise InputError("experiment-already-served", where=Place(file=str(path))) from None
        except OSError:  # a network's file system that has no such locks
            pass
        yield
    finally:
        os.close(taken)
        if made and path.is_file() and path.stat().st_size == 0:
            path.unlink()


class Anchor:
    """The file of a study as it was when it was opened."""

    def __init__(self, engine: Engine) -> None:
        self._path = engine.url.database if engine.dialect.name == "sqlite" else None
        self._first = os.stat(self._path) if self._path else None

    def holds(self) -> bool:
        """Whether the file that was opened is still in its place."""
        if self._path is None or self._first is None:
            return True
        with suppress(OSError):  # a number of a file that is gone may be given to a folder
            return os.path.samestat(self._first, os.stat(self._path)) and os.path.isfile(self._path)
        return False

    def check(self) -> None:
        """An error when another file, or none, is in the place of the one that was opened."""
        if not self.holds():
            raise OutputError("experiment-study-moved", where=Place(file=self._path))


_ROOM = 1 << 20
"""Bytes without which a disk counts as full."""


def touch(connection: Connection, counter: str = "anaphor_version") -> None:
    """Write something that changes nothing, inside a transaction: an error when nothing can be written."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"UPDATE {counter} SET version = version"))
        return
    connection.exec_driver_sql(f"SELECT version FROM {counter}").first()  # a restart would not know the tables without
    connection.exec_driver_sql(f"PRAGMA user_version = {secrets.randbelow(1 << 30)}")
    # What is written may lie in room that the journal has already; the next answers may not.
    disk = os.statvfs(Path(str(connection.engine.url.database)).resolve().parent)
    if disk.f_bavail * disk.f_frsize < _ROOM:
        raise OutputError("experiment-disk-full")


_AT_ONCE = 5000


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StudyCopy(Result):
    """What is in a copy of a study, or in the study that was made again of one."""

    name: str
    fingerprint: str
    participants: int
    answers: int
    bytes: int | None
    """Size of the file; None in PostgreSQL."""
    file: str | None = None
    """The copy."""
    database: str | None = None
    """Where the study was made again."""


_SUMS = ".sum"
"""Ending of the file beside a copy that holds the digest of its rows."""
_ROWS = "SELECT * FROM {table} ORDER BY rowid"


def back_up(store: Store, path: Path) -> StudyCopy:
    """Copy a study, running or not, into a file that takes the place of `path` only once it is whole and checked."""
    engine, where = store.engine, Place(file=str(path))
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise OutputError("experiment-no-place-for-copy", where=where)
    own = engine.url.database if engine.dialect.name == "sqlite" else None
    mine = [each for each in (own, store.where) if each and Path(each).exists()]
    if path.exists() and any(path.samefile(each) for each in mine):
        raise InputError("experiment-copy-onto-itself", where=where)
    part = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}.part")
    sums = path.with_name(f"{path.name}{_SUMS}")
    try:
        if own is not None:
            _copy(engine, part)
        else:
            make_private(part)
            target = open_database(str(part))
            migrate(target, MIGRATIONS)
            _transfer(engine, target)
            target.dispose()
        found = _checked(part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        sums.unlink(missing_ok=True)  # of a copy that was here before
        content = content_digest(part)
        os.replace(part, path)
        write_text(sums, f"{content}\n", private=True)
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
            said = connection.execute(text("PRAGMA integrity_check(1)")).scalar_one()
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
    _refuse_changed(copy)
    with ExitStack() as stack:
        source = open_store(str(copy), read_only=True).engine
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


def _refuse_changed(copy: Path) -> None:
    """Refuse a copy whose rows are not those whose digest lies beside it; copies of earlier versions have none there.

    A bit that flips on a disk may be an answer: SQLite's own check sees only what holds its pages together.
    """
    sums = copy.with_name(f"{copy.name}{_SUMS}")
    if sums.is_file() and sums.read_text("utf-8", "replace").strip() != content_digest(copy):
        raise FormatError("experiment-copy-changed", where=Place(file=str(copy)), sums=sums.name)


def content_digest(copy: Path) -> str:
    """SHA-256 of every row of every table of a copy, in order; however often the file was opened to be read since."""
    engine, found = open_database(str(copy), read_only=True), hashlib.sha256()
    try:
        with reading(engine) as connection:
            for table in METADATA.sorted_tables:
                if not inspect(connection).has_table(table.name):  # a copy that an earlier version made
                    continue
                found.update(f"{table.name}\n".encode())
                rows = connection.execution_options(yield_per=_AT_ONCE).exec_driver_sql(_ROWS.format(table=table.name))
                for row in rows:
                    found.update(f"{tuple(row)!r}\n".encode("utf-8", "surrogatepass"))
    finally:
        engine.dispose()
    return found.hexdigest()


def _transfer(source: Engine, target: Engine) -> None:
    """Every row of every table, in one view of the source and one transaction of the target."""
    with reading(source) as old, writing(target, alone=True) as new:
        for table in METADATA.sorted_tables:
            columns = tuple(column.name for column in table.columns)
            rows = old.execution_options(yield_per=_AT_ONCE).execute(select(*table.columns))
            for part in rows.partitions(_AT_ONCE):
                insert_many(new, table, columns, [tuple(row) for row in part])
            keys = list(table.primary_key.columns)
            numbered = len(keys) == 1 and isinstance(keys[0].type, Integer) and not keys[0].foreign_keys
            if target.dialect.name == "postgresql" and numbered and table is not STUDY:
                # It numbers rows by itself, and must go on after the numbers that were brought along.
                sequence = f"pg_get_serial_sequence('{table.name}', '{keys[0].name}')"
                highest = f"(SELECT coalesce(max({keys[0].name}), 0) + 1 FROM {table.name})"
                new.execute(text(f"SELECT setval({sequence}, {highest}, false)"))


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
