"""A place in memory for what tests write: on a disk, who commits waits for it thousands of times, and sees no more.

Not for tests of cages, which have a `/dev` of their own and so do not see what lies there.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_MEMORY = Path("/dev/shm")
_ENOUGH = 2 << 30
"""Bytes that must be free before tests write there."""
_made: list[Path] = []


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
    folder = Path(tempfile.mkdtemp(dir=place, prefix="anaphor-"))
    _made.append(folder)
    yield pytest.TempPathFactory(folder / "run", 0, "all", lambda *_: None, _ispytest=True)
    shutil.rmtree(folder, ignore_errors=True)


@atexit.register  # before any test, so that it is called after all who write as the process ends
def _clear() -> None:
    for folder in _made:
        shutil.rmtree(folder, ignore_errors=True)
