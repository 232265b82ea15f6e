"""Files written whole or not at all."""

import glob
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from anaphor.errors import InputError, OutputError, Place

_ABANDONED_S = 3600
_LONGEST_PREFIX = 40


def regular_bytes(path: Path, most: int) -> bytes:
    """The content of a regular file of at most `most` bytes; pipes, devices and larger files are refused."""
    where = Place(file=str(path))
    try:
        if not path.is_file():
            raise InputError("there is no such file" if not path.exists() else "this is no regular file", where=where)
        if path.stat().st_size > most:
            raise InputError(f"the file has more than {most:,} bytes", where=where)
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"the file cannot be read ({error.strerror})", where=where) from error


class ReadOnlyError(OutputError):
    """A file that its owner does not want to be changed."""


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write into that takes the place of `path` when the block ends without an error.

    Interrupted, killed or out of disk, the old file stays whole. Mode and owner of an old file are kept, and one that
    may not be written is refused: to take its place would need no more than a right to its folder.
    """
    try:
        target = path.resolve() if path.is_symlink() else path
        if target.exists() and not target.is_file():
            raise OutputError("this is no regular file", where=Place(file=str(path)), todo="Name a file.")
        if target.exists() and not _may_write(target):
            raise ReadOnlyError(
                "the file is read-only", where=Place(file=str(path)), todo="Allow writing to it, or name another file."
            )
        prefix = f".{target.name[:_LONGEST_PREFIX]}."
        _sweep(target.parent, prefix)
        handle, temporary = tempfile.mkstemp(prefix=prefix, suffix=".part", dir=target.parent)
    except (OSError, RuntimeError) as error:  # resolve() calls a loop of links a RuntimeError
        raise _cannot_write(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _dress(temporary, target)
        os.replace(temporary, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise _cannot_write(path, error) from error
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _sweep(folder: Path, prefix: str) -> None:
    """Remove what a killed process left of the same file more than an hour ago."""
    for left in folder.glob(f"{glob.escape(prefix)}*.part"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_S:
                left.unlink()


def write_text(path: Path, text: str) -> None:
    """Put a text, as UTF-8, in the place of a file."""
    with atomic_file(path) as file:
        file.write(text.encode("utf-8", "surrogatepass"))


def _may_write(path: Path) -> bool:
    """Whether the file itself may be written; root may write everything, and yet a file without any such bit is meant
    to stay as it is."""
    return os.access(path, os.W_OK) and bool(path.stat().st_mode & 0o222)


def _dress(temporary: str, target: Path) -> None:
    """Give the new file the mode and owner of the one whose place it takes."""
    if not target.exists():
        os.chmod(temporary, _default_mode())
        return
    old, new = target.stat(), os.stat(temporary)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(PermissionError):  # only root may give a file away: what others save is then their own
            os.chown(temporary, old.st_uid, old.st_gid)
    os.chmod(temporary, old.st_mode & 0o7777)


def _default_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _cannot_write(path: Path, error: OSError | RuntimeError) -> OutputError:
    return OutputError(
        f"could not be written ({getattr(error, 'strerror', None) or error})",
        where=Place(file=str(path)),
        todo="Check that the folder exists, that you may write there and that the disk is not full.",
    )
