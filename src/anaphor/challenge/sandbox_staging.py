"""The entry's files as they are run: copied once, hashed while they are copied, readable and no more.

What is hashed is what runs: the entry cannot change it, nor can its author after the fact. Links that lead out of
the folder, devices and pipes are refused.
"""

import errno
import fcntl
import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from anaphor.errors import InputError, OutputError, Place

NOBODY = 65534
"""The user and the group that entries run as when the referee is root."""
_PREFIX = "anaphor-sealed-"
_ABANDONED_S = 60
"""A folder younger than this may be one whose lock is about to be taken."""
_PIECE = 2**20
_MOST_FILES = 200_000
_OWN_FAULT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""What goes wrong on this machine, whatever the entry is: it may not cost the entry its turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A copy of an entry's files."""

    path: Path
    """Where the copy lies on this machine."""
    digest: str
    """SHA-256 of the list of files: each with its name, whether it can be run, and the hash of its content."""
    files: int
    """How many files and links."""
    size: int
    """Bytes in all files."""


@contextmanager
def private_folder() -> Iterator[Path]:
    """A folder that only this user, and the user that entries run as, can look into; removed at the end."""
    try:
        _sweep(Path(tempfile.gettempdir()))
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise OutputError(f"there is no room for the entry's files ({error.strerror})") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.geteuid() == 0:
            os.chown(folder, 0, NOBODY)
            folder.chmod(0o750)
        yield folder
    finally:
        _remove(folder)
        os.close(lock)


def _sweep(place: Path) -> None:
    """Remove the folders of referees that were killed: nobody holds their locks any more."""
    for left in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if left.stat().st_uid != os.geteuid() or time.time() - left.stat().st_mtime < _ABANDONED_S:
                continue
            lock = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(left)
            finally:
                os.close(lock)


def _remove(folder: Path) -> None:
    with suppress(OSError):
        for inner, folders, _ in os.walk(folder):  # what is read-only cannot be emptied
            for name in folders:
                path = os.path.join(inner, name)
                if not os.path.islink(path):
                    os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def stage(source: Path, into: Path, *, most: int) -> Staged:
    """A copy of a folder, at most `most` bytes; without write permission and without special bits."""
    if not source.is_dir():
        raise InputError("the entry's folder is not there", where=Place(file=str(source)))
    lines: list[str] = []
    size = 0
    try:
        into.mkdir()
        for relative in _walk(source):
            line, length = _copy(source, relative, into, most - size)
            size += length
            lines.append(line)
            if len(lines) > _MOST_FILES:
                raise InputError(f"the entry has more than {_MOST_FILES:,} files", where=Place(file=str(source)))
        _close_folders(into)
    except OSError as error:
        if error.errno in _OWN_FAULT:
            raise OutputError(f"there is no room for the entry's files ({error.strerror})") from error
        raise InputError(
            f"the entry's files cannot be copied ({error.strerror})", where=Place(file=str(error.filename or source))
        ) from error
    digest = hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
    return Staged(path=into, digest=digest, files=len(lines), size=size)


def tree_digest(source: Path) -> str:
    """The digest that a folder has when it is staged, for whoever wants to compare."""
    with private_folder() as folder:
        return stage(source, folder / "entry", most=2**62).digest


def _walk(source: Path) -> list[Path]:
    """Everything that is not a folder, in one order on every machine; empty folders are left out."""
    found: list[Path] = []
    for folder, folders, files in os.walk(source, onerror=_raise):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        found += [Path(os.path.relpath(os.path.join(folder, name), source)) for name in (*files, *links)]
    return sorted(found, key=os.fsencode)


def _raise(error: OSError) -> None:
    raise error


def _copy(source: Path, relative: Path, into: Path, room: int) -> tuple[str, int]:
    """Copy one file or link; its line in the list, and its length."""
    old, new = source / relative, into / relative
    new.parent.mkdir(parents=True, exist_ok=True)
    mode = old.lstat().st_mode
    if stat.S_ISLNK(mode):
        target = _inner_target(source, old)
        new.symlink_to(target)
        return f"link {target!r} {relative.as_posix()!r}\n", 0
    if not stat.S_ISREG(mode):
        raise InputError("an entry may hold files, folders and links only", where=Place(file=str(old)))
    digest, length = _copy_file(old, new, room)
    run = bool(mode & 0o111)
    new.chmod(0o555 if run else 0o444)
    return f"{'run' if run else 'file'} {digest} {length} {relative.as_posix()!r}\n", length


def _inner_target(source: Path, link: Path) -> str:
    target = os.readlink(link)
    # Other links on its way count: `here/../..` leads out where `here` is a link to its own folder.
    reached = Path(os.path.realpath(link))
    if os.path.isabs(target) or not reached.is_relative_to(os.path.realpath(source)):
        raise InputError(f"the link leads out of the entry, to {target}", where=Place(file=str(link)))
    return target


def _copy_file(old: Path, new: Path, room: int) -> tuple[str, int]:
    digest, length = hashlib.sha256(), 0
    # A file that became a link or a pipe since it was looked at is not followed.
    handle = os.open(old, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb", buffering=0) as reading, new.open("xb") as writing:
        while piece := reading.read(_PIECE):
            length += len(piece)
            if length > room:
                raise InputError("the entry is larger than the disk limit", where=Place(file=str(old)))
            digest.update(piece)
            writing.write(piece)
    return digest.hexdigest(), length


def _close_folders(folder: Path) -> None:
    for inner, _, _ in os.walk(folder, topdown=False):
        os.chmod(inner, 0o555)
