"""The entry's files as they are run: copied once, hashed while they are copied, readable and no more.

What is hashed is what runs: the entry cannot change it, nor can its author after the fact. Links that lead out of
the folder, devices and pipes are refused. Sizes are looked at before anything is read or copied; who wants only the
digest gets it without a copy.
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
from contextlib import contextmanager, nullcontext, suppress
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
class StagedFiles:
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


def _sweep(place: Path) -> None:
    """Remove the folders of referees that were killed: nobody holds their locks any more."""
    for left in place.glob(f"{_PREFIX}*"):
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
    """Remove a folder as far as that is possible, and what in it may not be written."""
    with suppress(OSError):
        for inner, folders, _ in os.walk(folder):  # what is read-only cannot be emptied
            for name in folders:
                path = os.path.join(inner, name)
                if not os.path.islink(path):
                    os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def stage(source: Path, into: Path, *, most: int) -> StagedFiles:
    """A copy of a folder, at most `most` bytes; without write permission and without special bits."""
    with _blaming(source):
        found = _listed(source, most)
        into.mkdir()
        staged = _digested(source, found, most, into)
        for inner, _, _ in os.walk(into, topdown=False):
            os.chmod(inner, 0o555)
    return staged


def tree_digest(source: Path, *, most: int = 2**62) -> str:
    """The digest that a folder has when it is staged; its files are read where they lie, at most `most` bytes."""
    with _blaming(source):
        return _digested(source, _listed(source, most), most).digest


@contextmanager
def _blaming(source: Path) -> Iterator[None]:
    """Whose fault it is when files cannot be read or copied: this machine's, or the entry's."""
    if not source.is_dir():
        raise InputError("challenge-sandbox-no-files", where=Place(file=str(source)))
    try:
        yield
    except OSError as error:
        why = str(error.strerror)
        if error.errno in _OWN_FAULT:
            raise OutputError("challenge-sandbox-no-room", why=why) from error
        place = Place(file=str(error.filename or source))
        raise InputError("challenge-sandbox-not-copied", why=why, where=place) from error


def _listed(source: Path, most: int) -> list[Path]:
    """Everything that is not a folder, looked at from outside: too much of it is refused before a byte is read."""

    def fail(error: OSError) -> None:
        raise error

    found: list[Path] = []
    size = 0
    for folder, folders, files in os.walk(source, onerror=fail):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for path in (Path(folder, name) for name in (*files, *links)):
            state = path.lstat()
            size += state.st_size if stat.S_ISREG(state.st_mode) else 0
            found.append(path.relative_to(source))
            if size > most:
                raise InputError("challenge-sandbox-too-large", where=Place(file=str(path)))
            if len(found) > _MOST_FILES:
                raise InputError("challenge-sandbox-many-files", most=_MOST_FILES, where=Place(file=str(source)))
    return sorted(found, key=os.fsencode)


def _digested(source: Path, found: list[Path], most: int, into: Path | None = None) -> StagedFiles:
    """The digest of what was listed, copied on the way where there is a place for it."""
    lines: list[str] = []
    size = 0
    for relative in found:
        line, length = _taken(source, relative, into, most - size)
        size += length
        lines.append(line)
    digest = hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
    return StagedFiles(path=into or source, digest=digest, files=len(lines), size=size)


def _taken(source: Path, relative: Path, into: Path | None, room: int) -> tuple[str, int]:
    """Read one file or link, and copy it where there is a place for it; its line in the list, and its length."""
    old, new = source / relative, into / relative if into else None
    if new is not None:
        new.parent.mkdir(parents=True, exist_ok=True)
    mode = old.lstat().st_mode
    if stat.S_ISLNK(mode):
        target = os.readlink(old)
        # Other links on its way count: `here/../..` leads out where `here` is a link to its own folder.
        reached = Path(os.path.realpath(old))
        if os.path.isabs(target) or not reached.is_relative_to(os.path.realpath(source)):
            raise InputError("challenge-sandbox-link-out", target=target, where=Place(file=str(old)))
        if new is not None:
            new.symlink_to(target)
        return f"link {target!r} {relative.as_posix()!r}\n", 0
    if not stat.S_ISREG(mode):
        raise InputError("challenge-sandbox-special-file", where=Place(file=str(old)))
    digest, length = _read_file(old, new, room)
    run = bool(mode & 0o111)
    if new is not None:
        new.chmod(0o555 if run else 0o444)
    return f"{'run' if run else 'file'} {digest} {length} {relative.as_posix()!r}\n", length


def _read_file(old: Path, new: Path | None, room: int) -> tuple[str, int]:
    """The hash and the length of a file, which is copied where there is a place for it."""
    digest, length = hashlib.sha256(), 0
    # A file that became a link or a pipe since it was looked at is not followed.
    handle = os.open(old, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb", buffering=0) as reading, new.open("xb") if new else nullcontext() as writing:
        while piece := reading.read(_PIECE):
            length += len(piece)
            if length > room:  # it has grown since it was looked at
                raise InputError("challenge-sandbox-too-large", where=Place(file=str(old)))
            digest.update(piece)
            if writing is not None:
                writing.write(piece)
    return digest.hexdigest(), length
