"""Files that authors sent, read for a page: what is large or packed in a child, so that no participant waits for it.

The line is drawn at 256 KiB of plain text: every reader is through with that in a fraction of a second, which a child
takes to start. Whatever is packed may be a thousand times as large as it looks, and whatever is no text is read by
native code: both go to a child however small they are. Few children work at once, and one of them for each person;
whoever finds none free within a moment is told so. A file that a child could not bear is not tried again until it is
another one.

Pages are functions that run in threads, of which there are few: none of them may wait for a child. A page that needs a
file read raises `UnreadError`, which ends it, and gives its thread back; `Readers` has the file read, and the page is
made again, this time with what was read at hand. So a page, and what a form does, reads before it writes.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from anaphor.errors import AnaphorError, InputError
from anaphor.files import ReadingLimits, await_guarded

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
_AT_ONCE = 2
"""Children that work at once: a small server has two cores."""
_WAIT_S = 10.0
"""Seconds that somebody waits for a child that is free."""
_REMEMBERED = 200
"""Files of which is remembered that a child could not bear them."""
_UNBEARABLE = frozenset({"files-reading-slow", "files-reading-memory", "files-reading-died"})


@dataclass(frozen=True, slots=True, eq=False)
class UploadReading:
    """What a child is to do: a function of a module with what it is given."""

    work: Callable[..., Any]
    file: str
    """Name of the file that errors name."""
    args: tuple[object, ...]
    given: Mapping[str, object]
    key: object
    """Equal for the same work on the same files with the same content."""
    context: Context = field(default_factory=copy_context)
    """The language of the page, in which errors are said."""


class UnreadError(Exception):
    """A page cannot be made before something is read."""

    def __init__(self, reading: UploadReading) -> None:
        super().__init__(reading.file)
        self.reading = reading


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of a reading."""

    value: object = None
    error: AnaphorError | None = None


_outcomes: ContextVar[dict[object, _Outcome]] = ContextVar("outcomes")
"""What was read for the page that is being made."""


def read_upload(work: Callable[..., T], files: Sequence[Path], /, *args: object, **given: object) -> T:
    """What a function of a module makes of files that were sent; `files` are those that it reads."""
    if is_small(files):
        return work(*args, **given)
    stamps = tuple((str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files)
    reading = UploadReading(
        work, files[0].name, args, given, (work.__module__, work.__qualname__, stamps, repr((args, given)))
    )
    outcome = _outcomes.get().get(reading.key)
    if outcome is None:
        raise UnreadError(reading)
    if outcome.error is not None:
        raise outcome.error
    return cast(T, outcome.value)


class Readers:
    """The children of a site that read for pages."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of each person for whom something is read, or waits."""
        self._under_way: dict[object, asyncio.Task[_Outcome]] = {}
        self._refused: OrderedDict[object, AnaphorError] = OrderedDict()

    async def make(self, who: str, run: Callable[[Callable[[], T]], Awaitable[T]], work: Callable[[], T]) -> T:
        """What some work gives, done by `run` in a thread; what it needs is read in between, when it holds none."""
        outcomes: dict[object, _Outcome] = {}
        token = _outcomes.set(outcomes)
        try:
            while True:
                try:
                    return await run(work)
                except UnreadError as unread:
                    reading = unread.reading
                outcomes[reading.key] = await self._outcome(who, reading)
        finally:
            _outcomes.reset(token)

    async def leave(self) -> None:
        """End all children, and whatever waits for one."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _outcome(self, who: str, reading: UploadReading) -> _Outcome:
        """What became of a reading; of many who ask for the same at once, one has it read and the others wait."""
        if (known := self._refused.get(reading.key)) is not None:
            return _Outcome(error=known)
        task = self._under_way.get(reading.key)
        if task is None:
            task = asyncio.create_task(self._read(who, reading), context=reading.context)
            self._under_way[reading.key] = task
            task.add_done_callback(lambda _: self._under_way.pop(reading.key))
        return await asyncio.shield(task)  # whoever goes away leaves it to the others

    async def _read(self, who: str, reading: UploadReading) -> _Outcome:
        """Have a child read for somebody for whom none reads yet: else one person could have them all, for ever."""
        try:
            async with AsyncExitStack() as turn:
                try:
                    async with asyncio.timeout(_WAIT_S):
                        if who:
                            await turn.enter_async_context(self._line_of(who))
                        await turn.enter_async_context(self._free)
                except TimeoutError:
                    raise InputError("web-reading-busy") from None
                return _Outcome(
                    await await_guarded(reading.work, *reading.args, file=reading.file, limits=_LIMITS, **reading.given)
                )
        except AnaphorError as error:
            if error.code in _UNBEARABLE:
                self._refused[reading.key] = error
                while len(self._refused) > _REMEMBERED:
                    self._refused.popitem(last=False)
            return _Outcome(error=error)

    def _line_of(self, who: str) -> asyncio.Lock:
        line = self._lines.get(who)
        if line is None:
            line = self._lines[who] = asyncio.Lock()
        return line


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
