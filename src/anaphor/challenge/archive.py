"""An archive that somebody sent, unpacked: only plain files and folders come out of it, and none outside its place.

It is a zip, or a tar as it is or packed by gzip or xz. Names are looked at before a file is written, sizes while it is:
what a header says of them is not believed.
"""

import gzip
import io
import lzma
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from copy import copy
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from anaphor.challenge.staging import remove_tree
from anaphor.errors import InputError, OutputError
from anaphor.files import open_zip

MOST_FILES = 5_000
_DEEPEST = 20
_PIECE = 2**20
_SWELL, _SWELL_FROM = 50, 16 * 2**20
"""How many times as many bytes an archive may become, and how many in any case; programs swell 2 to 10 times."""
_LONGEST = 200
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Other ways ask for memory before they give bytes."""
_MOST_MEMORY = 2**27
"""Bytes that xz may ask for; its strongest usual setting needs 65 MiB."""
_LARGEST_HEADER = 2**16
_PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE)
_HEADERS = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
Part = tuple[str, int, bool, Callable[[], IO[bytes] | None]]
"""Name, mode and kind of something in an archive, whether it is a folder, and what opens it."""


class _BoundedInfo(tarfile.TarInfo):
    """A header of a tar that is read whole into memory only where it is small."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in _HEADERS and self.size > _LARGEST_HEADER:
            raise InputError("challenge-archive-unreadable")
        found: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]  # where subclasses come in
        return found


class _Room:
    """What may still be written of an archive, counted down as it is: what headers say is not believed."""

    def __init__(self, most: int, packed: int) -> None:
        swelling = _SWELL_FROM + _SWELL * packed
        self.left = min(most, swelling)
        self._refusal = "challenge-archive-swells" if swelling < most else "challenge-archive-large"

    def take(self, size: int) -> None:
        """Take so many bytes of it, or refuse."""
        self.left -= size
        if self.left < 0:
            raise InputError(self._refusal, times=_SWELL)


def unpack(archive: Path, into: Path, *, most: int) -> None:
    """Unpack an archive, of at most `most` bytes, into a folder that is then there wholly or not at all.

    However much there is room for, no more than 16 MiB and fifty times its own bytes are ever written of an archive.
    One of a single folder is that folder.
    """
    room = _Room(most, archive.stat().st_size)
    try:
        made = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=into.parent))
    except OSError as error:
        raise OutputError("challenge-archive-no-room", why=str(error.strerror)) from error
    try:
        with closing(_parts(archive, made.parent, room)) as found:
            _write(found, made, room)
        inner = list(made.iterdir())
        if not inner:
            raise InputError("challenge-archive-empty")
        (inner[0] if len(inner) == 1 and inner[0].is_dir() else made).rename(into)
    except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:  # a file where another has a folder
        raise InputError("challenge-archive-twice", name=repr(Path(error.filename or "").name)) from error
    except (*_BROKEN, zlib.error, EOFError, RuntimeError, ValueError, OverflowError) as error:
        # A RuntimeError: it wants a password. An OverflowError: a header of tar gives a number of twenty digits.
        raise InputError("challenge-archive-unreadable") from error
    except OSError as error:
        raise OutputError("challenge-archive-no-room", why=str(error.strerror or error)) from error
    finally:
        remove_tree(made)


_BROKEN = (zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, lzma.LZMAError)


def _parts(archive: Path, place: Path, room: _Room) -> Generator[Part, None, None]:
    """What is in an archive, by what it begins with."""
    with archive.open("rb") as file:
        head = file.read(6)
    if head.startswith(b"PK"):
        many = InputError("challenge-archive-many", most=MOST_FILES)
        with archive.open("rb") as file, open_zip(file, MOST_FILES, many) as found:
            for member in found.infolist():
                if member.compress_type not in _PACKED:
                    raise InputError("challenge-archive-unreadable")
                name = member.orig_filename
                yield name, member.external_attr >> 16, name.endswith("/"), partial(found.open, member)
        return
    with tempfile.TemporaryFile(dir=place) as held:
        whole = copy(room)
        whole.left += MOST_FILES * 4 * tarfile.BLOCKSIZE  # headers
        for piece in _unpacked(archive, head):
            whole.take(held.write(piece))
        held.seek(0)
        with tarfile.open(fileobj=held, mode="r:", tarinfo=_BoundedInfo) as tar:
            for part in tar:
                kind = stat.S_IFREG if part.type in _PLAIN and part.sparse is None else stat.S_IFLNK
                if part.name not in (".", "./"):  # the folder that was packed
                    yield part.name, kind | stat.S_IMODE(part.mode), part.isdir(), partial(tar.extractfile, part)


def _unpacked(archive: Path, head: bytes) -> Iterator[bytes]:
    """The bytes of a tar, piece by piece."""
    if head.startswith(b"\xfd7zXZ"):
        found = lzma.LZMADecompressor(memlimit=_MOST_MEMORY)
        with archive.open("rb") as file:
            while not found.eof:
                data = file.read(_PIECE) if found.needs_input else b""
                if found.needs_input and not data:
                    raise EOFError
                yield found.decompress(data, _PIECE)
        return
    with gzip.open(archive) if head.startswith(b"\x1f\x8b") else archive.open("rb") as file:
        yield from iter(partial(file.read, _PIECE), b"")


def _write(parts_in_it: Iterator[Part], folder: Path, room: _Room) -> None:
    """Write files below a folder; one that is there already, whatever letters it is written in, is refused."""
    seen, folders = set[str](), set[Path]()
    for number, (name, mode, is_folder, opened) in enumerate(parts_in_it):
        if number + len(folders) >= MOST_FILES:
            raise InputError("challenge-archive-many", most=MOST_FILES)
        parts, shown = PurePosixPath(name).parts, repr(name[:_LONGEST])
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise InputError("challenge-archive-link", name=shown)
        odd = not name.isprintable() or "\\" in name or ":" in name or name.startswith("/") or ".." in parts
        if odd or not 1 <= len(parts) <= _DEEPEST or any(len(part.encode()) > _LONGEST for part in parts):
            raise InputError("challenge-archive-path", name=shown)
        target, path = folder.joinpath(*parts), "/".join(parts).casefold()
        folders.update(target.parents[: len(parts) - 1])
        if is_folder:
            target.mkdir(parents=True, exist_ok=True)
            continue
        if path in seen:
            raise InputError("challenge-archive-twice", name=shown)
        seen.add(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        with opened() or io.BytesIO() as content, target.open("xb") as file:
            while piece := content.read(_PIECE):
                room.take(len(piece))
                file.write(piece)
        target.chmod(0o755 if mode & 0o111 else 0o644)
