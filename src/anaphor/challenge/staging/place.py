"""A private folder for what is staged, and how it goes away again."""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from anaphor.errors import OutputError

NOBODY = 65534
"""The user and the group that entries run as when the referee is root."""
_PREFIX = "anaphor-sealed-"
_ABANDONED_S = 60
"""A folder younger than this may be one whose lock is about to be taken."""


@contextmanager
def private_folder() -> Iterator[Path]:
    """A folder that only this user, and the user that entries run as, can look into; removed at the end."""
    try:
        _remove_abandoned()
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise OutputError("challenge-sandbox-no-room", why=str(error.strerror)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.geteuid() == 0:
            os.chown(folder, 0, NOBODY)
            folder.chmod(0o750)
        yield folder
    finally:
        remove_tree(folder)
        os.close(lock)


def _remove_abandoned() -> None:
    """Remove the folders of referees that were killed: nobody holds their locks any more."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if left.stat().st_uid != os.geteuid() or time.time() - left.stat().st_mtime < _ABANDONED_S:
                continue
            lock = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove_tree(left)
            finally:
                os.close(lock)


def remove_tree(folder: Path) -> None:
    """Remove a folder as far as that is possible, and what in it may not be written; no link is followed."""
    with suppress(OSError):
        for _, _, _, handle in os.fwalk(folder):  # what is read-only cannot be emptied
            os.fchmod(handle, 0o700)
    shutil.rmtree(folder, ignore_errors=True)
