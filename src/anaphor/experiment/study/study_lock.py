"""The files of a study: private to their owner, one server for one SQLite file, and only while it is where it was.

SQLite goes on writing into a file that was moved or deleted, so a server must look before it acknowledges anything.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Engine

from anaphor.errors import InputError, OutputError, Place

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
        raise OutputError("experiment-no-file-can-made-here", where=where, why=str(error.strerror)) from error


@contextmanager
def held(where: str) -> Iterator[None]:
    """While this lasts nobody else serves the study at a path; a PostgreSQL is made for several servers."""
    if "://" in where:
        yield
        return
    path = Path(f"{where}{_ENDING}")
    lock = _locked(path, where)
    try:
        yield
    finally:
        with suppress(FileNotFoundError):
            path.unlink()
        os.close(lock)


def _locked(path: Path, where: str) -> int:
    """The lock; taken anew when the one who held it removed the file meanwhile."""
    while True:
        try:
            lock = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise OutputError(
                "experiment-study-cannot-served-here", where=Place(file=where), why=str(error.strerror)
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise InputError("experiment-another-server-at-work-on", where=Place(file=where)) from None
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock), path.stat()):
                return lock
        os.close(lock)


class Anchor:
    """The file of a study as it was when it was opened."""

    def __init__(self, engine: Engine) -> None:
        self._path = engine.url.database if engine.dialect.name == "sqlite" else None
        self._first = os.stat(self._path) if self._path else None

    def check(self) -> None:
        """An error when another file, or none, is in the place of the one that was opened."""
        if self._path is None or self._first is None:
            return
        with suppress(OSError):
            if os.path.samestat(self._first, os.stat(self._path)):
                return
        raise OutputError("experiment-file-study-moved-or-replaced", where=Place(file=self._path))
