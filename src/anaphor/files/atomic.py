"""Files written whole or not at all, and files that one process at a time may hold."""

import errno
import fcntl
import glob
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from anaphor.errors import ContentError, OutputError

_ABANDONED_S = 3600
_LONGEST_PREFIX = 40
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS)
"""What file systems say that give a file one name only."""


class ReadOnlyError(OutputError):
    """A file that its owner does not want to be changed."""


class NameTakenError(OutputError):
    """A file that was to be new, and whose name another has taken."""


@contextmanager
def atomic_file(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file to write into that takes the place of `path` when the block ends without an error.

    Interrupted, killed or out of disk, the old file stays whole. Mode and owner of an old file are kept, and one that
    may not be written is refused: to take its place would need no more than a right to its folder. A new file that is
    `private`, since right answers or people's words are in it, is for its owner alone.
    """
    try:
        target = path.resolve() if path.is_symlink() else path
        if target.exists() and not target.is_file():
            raise OutputError("files-irregular-output", where=path)
        # Root may write everything; yet a file without any such bit is meant to stay as it is.
        if target.exists() and not (os.access(target, os.W_OK) and target.stat().st_mode & 0o222):
            raise ReadOnlyError("files-read-only", where=path)
        prefix = f".{target.name[:_LONGEST_PREFIX]}."
        for left in target.parent.glob(f"{glob.escape(prefix)}*.part"):  # what a killed process left of the same file
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > _ABANDONED_S:
                    left.unlink()
        handle, temporary = tempfile.mkstemp(prefix=prefix, suffix=".part", dir=target.parent)
    except (OSError, RuntimeError) as error:  # resolve() calls a loop of links a RuntimeError
        raise _cannot_write(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _dress(temporary, target, private=private)
        os.replace(temporary, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise _cannot_write(path, error) from error
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def write_text(path: Path, text: str, *, private: bool = False) -> None:
    """Put a text, as UTF-8, in the place of a file."""
    with atomic_file(path, private=private) as file:
        file.write(text.encode("utf-8", "surrogatepass"))


def write_new(path: Path, write: Callable[[BinaryIO], object], *, private: bool = False) -> None:
    """Make a file that holds what `write` puts into it, whole or not at all; one that is there is never replaced.

    Of many who want the same name at once one gets it, and the others a `NameTakenError`: to look first whether a name
    is free would give it to all of them.
    """
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:_LONGEST_PREFIX]}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise _cannot_write(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode_of_new(private=private))
        take_name(Path(temporary), path)
        _sync_folder(path.parent)
    except OSError as error:
        raise _cannot_write(path, error) from error
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def take_name(made: Path, path: Path) -> None:
    """Give a whole file, in the same folder or below it, a name that no file has."""
    try:
        os.link(made, path)
        return
    except FileExistsError:
        raise NameTakenError("files-name-taken", where=path) from None
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    try:  # where files have one name only, an empty file holds the place
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise NameTakenError("files-name-taken", where=path) from None
    os.replace(made, path)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def append_line(handle: int, line: bytes) -> None:
    """Add a line to an open file of lines, whole or not at all; it is on disk when this returns.

    What a full disk or a kill left of the line before, without its end, stays a line of its own: it swallows nothing.
    Of several processes each waits for its turn.
    """
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        end = os.fstat(handle).st_size
        torn = end > 0 and os.pread(handle, 1, end - 1) != b"\n"
        rest = memoryview((b"\n" if torn else b"") + line.rstrip(b"\n") + b"\n")
        try:
            while rest:  # a disk with little room takes a part, and refuses the rest
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        except OSError:
            with suppress(OSError):
                os.ftruncate(handle, end)
            raise
    finally:
        fcntl.flock(handle, fcntl.LOCK_UN)


def _mode_of_new(*, private: bool) -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o600 if private else 0o666 & ~mask


def _dress(temporary: str, target: Path, *, private: bool) -> None:
    """Give the new file the mode and owner of the one whose place it takes."""
    if not target.exists():
        os.chmod(temporary, _mode_of_new(private=private))
        return
    old, new = target.stat(), os.stat(temporary)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(PermissionError):  # only root may give a file away: what others save is then their own
            os.chown(temporary, old.st_uid, old.st_gid)
    os.chmod(temporary, old.st_mode & 0o7777)


def _cannot_write(path: Path, error: OSError | RuntimeError) -> OutputError:
    why = getattr(error, "strerror", None) or str(error)
    return OutputError("files-cannot-write", why=why, where=path)


def take_lock(handle: int) -> bool:
    """Whether this process alone now holds an open file or folder, until it closes it.

    Where the file system knows no locks the answer is no.

    >>> with tempfile.TemporaryFile() as file:
    ...     take_lock(file.fileno())
    True
    """
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def write_folder(files: Mapping[str, str], folder: Path) -> None:
    """Put files in a new folder, all or none; a folder with something in it is refused."""
    try:
        contents = {name: content.encode() for name, content in files.items()}
    except UnicodeEncodeError as error:
        raise ContentError("files-half-character") from error
    try:
        target = folder.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir() and any(target.iterdir()):
            raise OutputError("files-folder-not-empty", where=folder)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", suffix=".part", dir=target.parent) as place:
            made = Path(place, "made")
            for name, content in contents.items():
                (made / name).parent.mkdir(parents=True, exist_ok=True)
                (made / name).write_bytes(content)
            if target.is_dir():  # somebody may be standing in it
                for each in made.iterdir():
                    os.replace(each, target / each.name)
            else:
                os.replace(made, target)
    except (OSError, RuntimeError) as error:  # resolve() calls a loop of links a RuntimeError
        why = getattr(error, "strerror", None) or str(error)
        raise OutputError("files-folder-not-made", where=folder, why=why) from error
