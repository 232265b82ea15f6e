"""How much of a disk the teams of a challenge may take: each of them, all together, and what must stay free.

Everything in a challenge's folder counts: what was sent, unpacked or copied on entering, traces, papers, logs. Whoever
writes much holds a lock of the challenge meanwhile: many who send at once share what is left, and do not each have it.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from anaphor.challenge.staging import remove_tree
from anaphor.errors import InputError
from anaphor.files import disk_use, refuse_low_disk, take_lock

TEAM_MOST = int(os.environ.get("ANAPHOR_TEAM_MB", "1280")) * 2**20
"""Bytes that the files of one team may have: a program of 256 MB may be there as it was sent, is being sent anew, was
entered, and was entered before."""
CHALLENGE_MOST = int(os.environ.get("ANAPHOR_CHALLENGE_MB", "2048")) * 2**20
"""Bytes that everything in a challenge's folder may have before teams can add nothing more."""
MOST_FILES = 200_000
"""Files and folders of a challenge: each takes an entry of the disk's own table, however small it is."""
_PATIENCE_S, _PAUSE_S = 30.0, 0.02


def places_of(folder: Path, team: str) -> list[Path]:
    """Where files of a team lie in a challenge's folder: what it sent, entered, had entered before, and handed in."""
    return [
        folder / "teams" / team,
        folder / "entries" / team,
        *withdrawn_copies(folder, team),
        folder / "deposits" / team,
    ]


def withdrawn_copies(folder: Path, team: str) -> list[Path]:
    """What a team had entered before, the oldest first, and what a killed request left of an entry."""
    hidden = re.compile(rf"\.{re.escape(team)}\.([0-9a-f]{{16}}\.[0-9]+|new)")
    place = folder / "entries"
    copies = [path for path in place.iterdir() if hidden.fullmatch(path.name)] if place.is_dir() else []
    return sorted(copies, key=lambda path: path.lstat().st_ctime_ns)


def forget_withdrawn(folder: Path, team: str, *, keep: int = 1) -> None:
    """Remove what a team had entered before, but for the last ones; the journal keeps the digest of each."""
    old = withdrawn_copies(folder, team)
    for path in old[: len(old) - keep]:
        remove_tree(path)


@contextmanager
def held_room(folder: Path, team: str, most: int) -> Iterator[int]:
    """The bytes that a team may write now, at most `most`, while no other team of the challenge writes.

    Refused where there are none, with a sentence that says whose files are too many.
    """
    (folder / "teams").mkdir(mode=0o700, exist_ok=True)
    handle, until = os.open(folder / "teams" / ".lock", os.O_RDWR | os.O_CREAT, 0o600), time.monotonic() + _PATIENCE_S
    try:
        while not take_lock(handle):
            if time.monotonic() > until:
                raise InputError("challenge-team-busy")
            time.sleep(_PAUSE_S)
        refuse_low_disk(folder)
        whole = disk_use(folder)
        if whole.size >= CHALLENGE_MOST or whole.files >= MOST_FILES:
            raise InputError("challenge-team-challenge-full", most=CHALLENGE_MOST // 2**20)
        mine = TEAM_MOST - disk_use(*places_of(folder, team)).size
        if mine <= 0:
            raise InputError("challenge-team-room", most=TEAM_MOST // 2**20)
        # Half of what is left: a few teams that nobody knows do not take the room of all that come after them.
        yield min(most, mine, (CHALLENGE_MOST - whole.size) // 2)
    finally:
        os.close(handle)


def refuse_larger(size: int, room: int) -> None:
    """Refuse what has more bytes than there is room for."""
    if size > room:
        raise InputError("challenge-team-too-large", size=-(-size // 2**20), room=max(0, room) // 2**20)
