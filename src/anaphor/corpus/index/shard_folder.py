"""Folders written whole or not at all."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from anaphor.errors import OutputError, Place

_ABANDONED_S = 3600


@contextmanager
def folder_made_whole(folder: Path) -> Iterator[Path]:
    """A new folder to write into that takes the place of `folder` when the block ends without an error.

    Interrupted, killed or out of disk, what stood there stays. Two processes may make the same folder at once: what
    they make is the same, and one of them comes first.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        sweep(folder.parent)
        temporary = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
    except OSError as error:
        raise _cannot_write(folder, error) from error
    try:
        yield temporary
        for file in temporary.iterdir():
            _sync(file)
        _sync(temporary)
        os.chmod(temporary, _folder_mode())
        _take_place(temporary, folder)
    except OSError as error:
        raise _cannot_write(folder, error) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def sweep(parent: Path, *, older_than_s: float = _ABANDONED_S) -> None:
    """Remove what killed processes left in a folder."""
    for left in parent.glob(".*.part"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime >= older_than_s:
                shutil.rmtree(left, ignore_errors=True)


def _take_place(temporary: Path, folder: Path) -> None:
    if folder.exists():
        old = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
        with suppress(FileNotFoundError):
            folder.rename(old / "old")
        shutil.rmtree(old, ignore_errors=True)
    try:
        temporary.rename(folder)
    except OSError:
        if not folder.exists():  # else another process has just made the same
            raise
    _sync(folder.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _folder_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o777 & ~mask


def _cannot_write(folder: Path, error: OSError) -> OutputError:
    return OutputError(
        f"could not be written ({error.strerror or error})",
        where=Place(file=str(folder)),
        todo="Finished shards are kept: make room or choose another place, and start the same command again.",
    )
