"""Files that authors sent, read for a page: what is large or packed in a child, so that no participant waits for it.

The line is drawn at 256 KiB of plain text: every reader is through with that in a fraction of a second, which a child
takes to start. Whatever is packed may be a thousand times as large as it looks, and whatever is no text is read by
native code: both go to a child however small they are. Few children work at once, and one of them for each person;
whoever finds none free is told so, and keeps no thread waiting. A file that a child could not bear is not tried again
until it is another one.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Condition, Lock
from typing import TypeVar

from anaphor.errors import AnaphorError, InputError
from anaphor.files import ReadingLimits, read_guarded
from anaphor.web.turns import turn_of

T = TypeVar("T")
LARGEST_PLAIN = 1 << 18
"""Bytes of files that a page reads itself, if they are plain text."""
_PACKED = (b"PK", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
"""First bytes of archives and packed files."""
_SKIPPABLE = tuple(bytes([low]) + b"\x2a\x4d\x18" for low in range(0x50, 0x60))
"""Frames without content that a zstandard file may begin with."""
_NATIVE = (b"PAR1", b"ARROW1", b"\xff\xff\xff\xff", b"\xd0\xcf")
"""First bytes of formats that native libraries read: Parquet, Arrow with a footer or as a stream, old Excel."""
_LIMITS = ReadingLimits(seconds=120, patience=240)
"""Reading and what a page shows of it: twice what reading alone may take."""
_AT_ONCE, _WAIT_S = 2, 10.0
_turns = BoundedSemaphore(_AT_ONCE)
_readers: set[str] = set()
"""People for whom a child reads."""
_readers_changed = Condition()
_REMEMBERED = 200
_BORNE = frozenset({"files-reading-slow", "files-reading-memory", "files-reading-died"})
_refused: OrderedDict[object, AnaphorError] = OrderedDict()
_lock = Lock()


def read_upload(work: Callable[..., T], files: Sequence[Path], /, *args: object, **given: object) -> T:
    """What a function of a module makes of files that were sent; `files` are those that it reads."""
    if is_small(files):
        return work(*args, **given)
    stamps = tuple((str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files)
    key = (work.__module__, work.__qualname__, stamps, repr((args, given)))
    with _lock:
        known = _refused.get(key)
    if known is not None:
        raise known
    with _turn(turn_of.get()):
        try:
            return read_guarded(work, *args, file=files[0].name, limits=_LIMITS, **given)
        except AnaphorError as error:
            if error.code in _BORNE:
                with _lock:
                    _refused[key] = error
                    while len(_refused) > _REMEMBERED:
                        _refused.popitem(last=False)
            raise


@contextmanager
def _turn(who: str) -> Iterator[None]:
    """Have a child read for somebody for whom none reads yet: else one person could have them all, for ever."""
    until = time.monotonic() + _WAIT_S
    with _readers_changed:
        if not _readers_changed.wait_for(lambda: not who or who not in _readers, _WAIT_S):
            raise InputError("web-reading-busy")
        _readers.add(who)
    try:
        if not _turns.acquire(timeout=max(0.0, until - time.monotonic())):
            raise InputError("web-reading-busy")
        try:
            yield
        finally:
            _turns.release()
    finally:
        with _readers_changed:
            _readers.discard(who)
            _readers_changed.notify_all()


def is_small(files: Sequence[Path]) -> bool:
    """Whether files are plain text, and together so small that reading them keeps nobody waiting."""
    if sum(file.stat().st_size for file in files) > LARGEST_PLAIN:
        return False
    for path in files:
        with path.open("rb") as file:
            head = file.read(8)
        if head.startswith((*_PACKED, *_SKIPPABLE, *_NATIVE)):
            return False
    return True
