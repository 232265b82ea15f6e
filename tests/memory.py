"""A place in memory for what tests write: on a disk, who commits waits for it thousands of times, and sees no more.

Not for tests of cages, which have a `/dev` of their own and so do not see what lies there.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_MEMORY = Path("/dev/shm")
_ENOUGH = 2 << 30
"""Bytes that must be free; a whole run holds a quarter of that."""


def memory() -> Path | None:
    """Where memory can be written as a disk is, if it can here."""
    if not os.access(_MEMORY, os.R_OK | os.W_OK | os.X_OK) or shutil.disk_usage(_MEMORY).free < _ENOUGH:
        return None
    return _MEMORY


@contextmanager
def in_memory(on_disk: pytest.TempPathFactory) -> Iterator[pytest.TempPathFactory]:
    """Folders in memory that are gone afterwards; those on disk where there is no such memory."""
    if (place := memory()) is None:
        yield on_disk
        return
    with tempfile.TemporaryDirectory(dir=place, prefix="anaphor-", ignore_cleanup_errors=True) as folder:
        yield pytest.TempPathFactory(Path(folder) / "run", 0, "all", lambda *_: None, _ispytest=True)
