"""How much of a disk folders take, and whether enough of it stays free for what must never be lost."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anaphor.errors import OutputError

KEPT_FREE = int(os.environ.get("ANAPHOR_FREE_MB", "512")) * 2**20
"""Bytes of a disk that stay free for answers of participants, journals and databases: whatever can wait is refused."""
_BLOCK = 512
"""Bytes of the blocks that the system counts by, whatever those of the disk are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskUse:
    """What folders take."""

    size: int
    """Bytes: of each file its length, or what it takes on disk where that is more."""
    files: int
    """Files and folders."""


def disk_use(*places: Path) -> DiskUse:
    """What files and folders take, hidden ones included; no link is followed, and what is not there takes nothing."""
    size = files = 0
    for state in _states(places):
        files += 1
        size += max(state.st_size if stat.S_ISREG(state.st_mode) else 0, state.st_blocks * _BLOCK)
    return DiskUse(size=size, files=files)


def _states(places: tuple[Path, ...]) -> Iterator[os.stat_result]:
    folders = list[str]()
    for place in places:
        with suppress(OSError):
            state = os.lstat(place)
            folders += [str(place)] if stat.S_ISDIR(state.st_mode) else []
            yield state
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:  # what goes while it is counted takes nothing
            for entry in entries:
                with suppress(OSError):
                    state = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(state.st_mode):
                        folders.append(entry.path)
                    yield state


def refuse_low_disk(place: Path, wanted: int = 0) -> None:
    """Refuse to write so many bytes to the disk of a folder where too little would stay free for what must be kept."""
    with suppress(FileNotFoundError):
        free = shutil.disk_usage(place).free
        if free - wanted < KEPT_FREE:
            raise OutputError("files-disk-low", free=free // 2**20, least=KEPT_FREE // 2**20)
