"""Room for files of a project: its largest size, names that only one can take, files that are on their way in."""

import fcntl
import os
import re
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from anaphor.errors import InputError, OutputError
from anaphor.files import NameTakenError, disk_use, refuse_low_disk, write_new
from anaphor.web.readings import refuse_reserved
from anaphor.web.site.folder import SiteFolder, make_private_folder

LARGEST_UPLOAD = 64 * 2**20
_LARGEST_PROJECT = int(os.environ.get("ANAPHOR_PROJECT_MB", "4096")) * 2**20
"""Bytes that the files of a project may have together before no more are taken."""
_COUNTED = (
    "challenges",
    "collections",
    "corpora",
    "jobs",
    "labels",
    "published",
    "reports",
    "runs",
    "studies",
    "texts",
)
"""What counts as files of a project; models are laid there by whoever runs the server."""
_STRANGE = re.compile(r"[^A-Za-z0-9À-ÿ_.-]+")


def room_in(folder: SiteFolder, wanted: int = 0) -> int:
    """Bytes that the files of a project may still have; refused where there are none, or fewer than are wanted.

    They are counted each time: a number that is some seconds old would let in whatever is sent within them.
    """
    refuse_low_disk(folder.root, wanted)
    left = _LARGEST_PROJECT - disk_use(*map(folder.place, _COUNTED)).size
    if left <= 0 or left < wanted:
        raise InputError("web-project-full", most=_LARGEST_PROJECT // 2**20)
    return left


def save_new(
    folder: Path,
    name: str,
    write: Callable[[BinaryIO], object],
    *,
    promised: Callable[[], Collection[str]] = frozenset,
) -> Path:
    """A new file in a folder that holds what `write` puts into it, called as somebody wishes as far as can be."""
    with reserve_path(folder, name, promised=promised) as target:
        try:
            write_new(target, write, private=True)
        except NameTakenError:  # by somebody who has not reserved it, in this moment
            raise InputError("web-name-taken") from None
    return target


@contextmanager
def reserve_path(folder: Path, name: str, *, promised: Callable[[], Collection[str]] = frozenset) -> Iterator[Path]:
    """A file in a folder that is not there yet, called as somebody wishes as far as an address allows.

    Meanwhile nobody else is given the name: a hidden file that is locked holds it, and is made before it is looked
    whether the name is free. It goes in the end; one that a killed server has left behind is locked by nobody, and
    holds nothing. `promised` gives the files that jobs have yet to write, which are as good as there.
    """
    called = _STRANGE.sub("-", name)[-60:].lstrip(".-") or "table.csv"  # cut first: a cut may leave a dot in front
    refuse_reserved(called)
    make_private_folder(folder)
    target, number = folder / called, 1
    while (handle := _reserve(target, promised)) is None:
        number += 1
        target = folder / f"{Path(called).stem}-{number}{Path(called).suffix}"
    try:
        yield target
    finally:
        _release(target, handle)


def _reserve(target: Path, promised: Callable[[], Collection[str]]) -> int | None:
    """What holds a name that is free; None where it is not."""
    try:
        handle = os.open(_reservation(target), os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise OutputError("files-cannot-write", why=str(error.strerror), where=target) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        if isinstance(error, BlockingIOError):
            return None
        raise OutputError("files-cannot-write", why=str(error.strerror), where=target) from error
    if not os.fstat(handle).st_nlink:  # whoever had it has let go of it in between
        os.close(handle)
        return None
    # Looked for again behind the promises: a job that keeps its own in this moment has then written its file.
    if not os.path.lexists(target) and str(target) not in promised() and not os.path.lexists(target):
        return handle
    _release(target, handle)
    return None


def _release(target: Path, handle: int) -> None:
    _reservation(target).unlink(missing_ok=True)  # while it is locked: it is nobody else's
    os.close(handle)


def _reservation(target: Path) -> Path:
    return target.with_name(f".{target.name}.reserved")


class ArrivingFiles:
    """Room for files that are being sent: they lie in the temporary folder before anybody has looked at them."""

    def __init__(self) -> None:
        self._bytes = 0

    @contextmanager
    def reserved(self, size: int) -> Iterator[None]:
        """Keep room for one that may have so many bytes, beside those that are on their way; refused where none is."""
        refuse_low_disk(Path(tempfile.gettempdir()), self._bytes + size)
        self._bytes += size
        try:
            yield
        finally:
            self._bytes -= size
