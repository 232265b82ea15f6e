"""A zip archive that somebody sent, unpacked: only plain files and folders come out of it, and none outside its place.

Names are looked at before anything is written, sizes while it is: what a header says of them is not believed.
"""

import stat
import tempfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from anaphor.challenge.staging.tree import remove_tree
from anaphor.errors import InputError, OutputError

MOST_FILES = 5_000
_DEEPEST = 20
_PIECE = 2**20
_LONGEST = 200
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Other ways ask for memory before they give bytes."""


def unpack(archive: Path, into: Path, *, most: int) -> None:
    """Unpack an archive, of at most `most` bytes, into a folder that is then there wholly or not at all.

    An archive of one folder is that folder.
    """
    try:
        made = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=into.parent))
    except OSError as error:
        raise OutputError("challenge-archive-no-room", why=str(error.strerror)) from error
    try:
        with zipfile.ZipFile(archive) as found:
            _write(found, made, most)
        inner = list(made.iterdir())
        if not inner:
            raise InputError("challenge-archive-empty")
        (inner[0] if len(inner) == 1 and inner[0].is_dir() else made).rename(into)
    except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:  # a file where another has a folder
        raise InputError("challenge-archive-twice", name=repr(Path(error.filename or "").name)) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        # A RuntimeError: it wants a password.
        raise InputError("challenge-archive-unreadable") from error
    except OSError as error:
        raise OutputError("challenge-archive-no-room", why=str(error.strerror or error)) from error
    finally:
        remove_tree(made)


def _write(archive: zipfile.ZipFile, folder: Path, most: int) -> None:
    """Write files below a folder; one that is there already, whatever letters it is written in, is refused."""
    seen, parts_in_it = set[str](), archive.infolist()
    if len(parts_in_it) > MOST_FILES:
        raise InputError("challenge-archive-many", most=MOST_FILES)
    for each in parts_in_it:
        name, mode = each.orig_filename, each.external_attr >> 16
        parts, shown = PurePosixPath(name).parts, repr(name[:_LONGEST])
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise InputError("challenge-archive-link", name=shown)
        odd = not name.isprintable() or "\\" in name or ":" in name or name.startswith("/") or ".." in parts
        if odd or not 1 <= len(parts) <= _DEEPEST or any(len(part.encode()) > _LONGEST for part in parts):
            raise InputError("challenge-archive-path", name=shown)
        if each.compress_type not in _PACKED:
            raise InputError("challenge-archive-unreadable")
        target, path = folder.joinpath(*parts), "/".join(parts).casefold()
        if each.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        if path in seen:
            raise InputError("challenge-archive-twice", name=shown)
        seen.add(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(each) as content, target.open("xb") as file:
            while piece := content.read(_PIECE):
                most -= len(piece)
                if most < 0:
                    raise InputError("challenge-archive-large")
                file.write(piece)
        target.chmod(0o755 if mode & 0o111 else 0o644)
