"""A folder of somebody else's, copied and hashed: what was opened is what is hashed, and what is hashed is what runs.

Its owner may still write to it. So nothing is opened by its whole path: every step, from the folder down, is opened in
the one before it and no link is followed; a sub-folder that becomes a link to the keys during the copy ends it.
Links that lead out of the folder, devices and pipes are refused. Sizes are looked at before anything is read or copied;
who wants only the digest gets it without a copy.
"""

import errno
import fcntl
import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from anaphor.errors import InputError, OutputError

NOBODY = 65534
"""The user and the group that entries run as when the referee is root."""
_PREFIX = "anaphor-sealed-"
_ABANDONED_S = 60
"""A folder younger than this may be one whose lock is about to be taken."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_STEP = getattr(os, "O_PATH", 0) | _FOLDER
"""A folder that is only passed through need not be readable, where the system can do without."""
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Neither a link nor, as long as nobody writes to it, a pipe holds up whoever opens it so."""
_TICK_NS = 20_000_000
"""Nanoseconds by which a file's ctime may be behind the clock: kernels take it from one that ticks every 1 to 10 ms."""
_MOST_OPENED = 25
_PIECE = 2**20
_MOST_FILES = 200_000
_DEEPEST = 100
_MOST_LINKS = 40
"""Links that one path may lead over, as in the kernel."""
_OWN_FAULT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""What goes wrong on this machine, whatever the entry is: it may not cost the entry its turn."""
_EXCHANGED = (errno.ELOOP, errno.ENOTDIR)
"""What the kernel says when a link stands where a folder or a file should."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedFiles:
    """A copy of an entry's files."""

    path: Path
    digest: str
    """SHA-256 of the list of files: each with its name, whether it can be run, and the hash of its content."""
    files: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeFile:
    """Something in a folder, as it was found there."""

    folder: int
    """A handle on the folder that holds it."""
    name: str
    path: str
    """Its name below the whole."""
    state: os.stat_result


def stage(source: Path, into: Path, *, most: int, entering: bool = False) -> StagedFiles:
    """A copy of a folder, at most `most` bytes; without write permission and without special bits.

    What is only now `entering` may hold no file that has another name elsewhere: that could be a key's.
    """
    with beneath(source) as folder:
        _weigh(source, folder, most)
        into.mkdir()
        staged = _digested(source, folder, most, into, entering=entering)
        for inner, _, _ in os.walk(into, topdown=False):
            os.chmod(inner, 0o555)
    return staged


def tree_digest(source: Path, *, most: int = 2**62, base: Path | None = None, entering: bool = False) -> str:
    """The digest that a folder has when it is staged; its files are read where they lie, at most `most` bytes."""
    with beneath(source, base) as folder:
        _weigh(source, folder, most)
        return _digested(source, folder, most, entering=entering).digest


def copy_file(source: Path, into: Path, *, most: int) -> str:
    """The SHA-256 of one file, which is copied; a link is not followed, and a second name is refused."""
    with beneath(source.parent, source.parent) as folder:
        return _read(folder, source.name, source, into, most, entering=True)[0]


@contextmanager
def beneath(source: Path, base: Path | None = None) -> Iterator[int]:
    """A handle on a folder, reached from `base` (else from the folder that holds it) without following a link.

    Links above `base` are the organiser's: they are resolved once, and are no links afterwards either. The error says
    whose fault it is that something in the block cannot be read or copied: this machine's, or the entry's.
    """
    named = source.name not in ("", "..")
    base = base or (source.parent if named else source)
    steps = source.relative_to(base).parts
    if not source.is_dir():
        raise InputError("challenge-sandbox-no-files", where=source)
    handle = -1
    try:
        handle = os.open("/", _STEP)
        way = (*Path(os.path.realpath(base)).parts[1:], *steps)
        for number, step in enumerate(way, 1):
            inner = os.open(step, _FOLDER if number == len(way) else _STEP, dir_fd=handle)
            os.close(handle)
            handle = inner
        yield handle
    except OSError as error:
        if error.errno in _OWN_FAULT:
            raise OutputError("challenge-sandbox-no-room", why=str(error.strerror)) from error
        if error.errno in _EXCHANGED:
            raise InputError("challenge-sandbox-exchanged", name=str(error.filename or ""), where=source) from error
        raise InputError("challenge-sandbox-not-copied", why=str(error.strerror), where=source) from error
    finally:
        if handle >= 0:
            os.close(handle)


def _walk(folder: int, above: str = "", depth: int = 1) -> Iterator[TreeFile]:
    """Everything in a folder, sub-folders included, in no order; each sub-folder is opened in the one above it."""
    with os.scandir(folder) as found:
        for each in found:
            path, state = f"{above}{each.name}", each.stat(follow_symlinks=False)
            yield TreeFile(folder=folder, name=each.name, path=path, state=state)
            if not stat.S_ISDIR(state.st_mode):
                continue
            if depth == _DEEPEST:
                raise InputError("challenge-sandbox-deep", most=_DEEPEST, where=Path(path))
            inner = os.open(each.name, _FOLDER, dir_fd=folder)
            try:
                yield from _walk(inner, f"{path}/", depth + 1)
            finally:
                os.close(inner)


def _weigh(source: Path, folder: int, most: int) -> None:
    """Refuse too much, too many and what is no file, before a byte of it is read."""
    size = 0
    for number, path in enumerate(_walk(folder), 1):
        mode = path.state.st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode) or stat.S_ISDIR(mode)):
            raise InputError("challenge-sandbox-special-file", where=source / path.path)
        size += path.state.st_size if stat.S_ISREG(mode) else 0
        if size > most:
            raise InputError("challenge-sandbox-too-large", where=source / path.path)
        if number > _MOST_FILES:
            raise InputError("challenge-sandbox-many-files", most=_MOST_FILES, where=source)


def _digested(source: Path, folder: int, most: int, into: Path | None = None, *, entering: bool) -> StagedFiles:
    """The digest of a folder, copied on the way where there is a place for it."""
    lines: dict[str, str] = {}
    links: dict[str, str] = {}
    size = 0
    for number, each in enumerate(_walk(folder), 1):
        if number > _MOST_FILES:  # more has come since it was weighed
            raise InputError("challenge-sandbox-many-files", most=_MOST_FILES, where=source)
        if stat.S_ISDIR(each.state.st_mode):
            continue
        new = into / each.path if into else None
        if new is not None:
            new.parent.mkdir(parents=True, exist_ok=True)
        if stat.S_ISLNK(each.state.st_mode):
            target = links[each.path] = os.readlink(each.name, dir_fd=each.folder)
            lines[each.path] = f"link {target!r} {each.path!r}\n"
            continue
        digest, state = _read(each.folder, each.name, source / each.path, new, most - size, entering=entering)
        run = bool(state.st_mode & 0o111)
        if new is not None:
            new.chmod(0o555 if run else 0o444)
        size += state.st_size
        lines[each.path] = f"{'run' if run else 'file'} {digest} {state.st_size} {each.path!r}\n"
    for path, target in links.items():
        if leads_out(path, links):
            raise InputError("challenge-sandbox-link-out", target=target, where=source / path)
        if into is not None:
            (into / path).symlink_to(target)
    whole = hashlib.sha256()
    for path in sorted(lines, key=os.fsencode):
        whole.update(lines[path].encode("utf-8", "surrogateescape"))
    return StagedFiles(path=into or source, digest=whole.hexdigest(), files=len(lines), size=size)


def leads_out(path: str, links: Mapping[str, str]) -> bool:
    """Whether a link leads out of the folder that it lies in, over the other links of the folder as they were read.

    >>> leads_out("a", {"a": "b/../..", "b": "."}), leads_out("a/b", {"a/b": "../c"})
    (True, False)
    """
    left, here = path.split("/")[::-1], list[str]()
    followed = 0
    while left and followed <= _MOST_LINKS:  # a circle leads nowhere
        step = left.pop()
        if step == ".." and not here:
            return True
        if step in ("", ".", ".."):
            del here[len(here) - (step == "..") :]
            continue
        here.append(step)
        if (target := links.get("/".join(here))) is not None:
            if target.startswith("/"):
                return True
            followed += 1
            here.pop()
            left += target.split("/")[::-1]
    return False


def _read(  # noqa: PLR0913  # what, where it is, where it goes, and what it may be
    folder: int, name: str, where: Path, new: Path | None, room: int, *, entering: bool
) -> tuple[str, os.stat_result]:
    """The hash of a file and what it is, which is copied where there is a place for it; no more than there is room."""
    digest, length = hashlib.sha256(), 0
    handle = _open_alone(folder, name, where) if entering else os.open(name, _FILE, dir_fd=folder)
    with os.fdopen(handle, "rb", buffering=0) as reading, new.open("xb") if new else nullcontext() as writing:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):  # it has become a pipe or a device since it was looked at
            raise InputError("challenge-sandbox-special-file", where=where)
        while length < state.st_size + 1 and (piece := reading.read(_PIECE)):
            length += len(piece)
            if length > min(room, state.st_size):  # it has grown since
                raise InputError("challenge-sandbox-too-large", where=where)
            digest.update(piece)
            if writing is not None:
                writing.write(piece)
        if length < state.st_size:
            raise InputError("challenge-sandbox-shrunk", where=where)
    return digest.hexdigest(), state


def _open_alone(folder: int, name: str, where: Path) -> int:
    """A handle on a file that had no other name when it was opened; one whose names just changed is tried again."""
    for _ in range(_MOST_OPENED):
        before = time.time_ns()
        handle = os.open(name, _FILE, dir_fd=folder)
        try:
            alone = was_alone(os.fstat(handle), before)
        except OSError:
            os.close(handle)
            raise
        if alone:
            return handle
        os.close(handle)
        if alone is False:
            raise InputError("challenge-sandbox-two-names", where=where)
        time.sleep(_TICK_NS / 1e9)
    raise InputError("challenge-sandbox-changed", where=where)


def was_alone(state: os.stat_result, before: int) -> bool | None:
    """Whether an open file had one name when it was opened, shortly after a moment; None: that cannot be told.

    The number of names, asked once it is open, does not say: a key that is linked into the folder, opened, and taken
    out again has one name then. But whoever takes a name away changes the file's ctime. So one name that has been the
    only one since well before the file was opened was so when it was opened.
    """
    if state.st_nlink > 1:
        return False
    return True if state.st_ctime_ns < before - _TICK_NS else None


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
