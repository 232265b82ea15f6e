"""Work that few may do at once: threads of its own, fair turns, and an end to waiting.

Whoever asks for much waits behind whoever asks for little: of those who wait, each has a turn before anybody has a
second one. Who would wait too long, or lets too many of their own wait, is refused at once with the seconds after which
it is worth another try. The threads are no part of those that serve other pages, and step back where a processor is
short. They belong to the process, whatever number of studies, sites and event loops it has.
"""

import asyncio
import os
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import copy_context
from typing import Any, TypeVar

from anaphor.web.replies import BadRequestError

T = TypeVar("T")
_NICE = 10
"""How far these threads step back behind those that save answers, as `nice` counts."""


class FairTurns:
    """Threads that do the work of many people, each of whom has a bounded share of them."""

    def __init__(self, name: str, *, at_once: int, each_at_once: int, each_waiting: int, waiting: int) -> None:
        self.at_once = at_once
        self.each_at_once, self.each_waiting, self.waiting = each_at_once, each_waiting, waiting
        self._lock = threading.Lock()
        self._lines: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = OrderedDict()
        self._at_work: Counter[str] = Counter()
        self._pool = ThreadPoolExecutor(at_once, f"anaphor-{name}", initializer=_step_back)

    async def run(self, who: str, work: Callable[[], T], *, busy: str, wait_s: int = 5) -> T:
        """What the work gives, once it is somebody's turn; refused with the sentence `busy` where too much waits.

        Work of somebody who has gone away meanwhile is not begun.
        """
        return await asyncio.wrap_future(self._submit(who, work, busy, wait_s))

    def call(self, who: str, work: Callable[[], T], *, busy: str, wait_s: int = 5) -> T:
        """The same for whoever waits in a thread, which must be none of these."""
        return self._submit(who, work, busy, wait_s).result()

    def _submit(self, who: str, work: Callable[[], T], busy: str, wait_s: int) -> "Future[T]":
        context = copy_context()  # in which the language of the page is kept
        with self._lock:
            line = self._lines.get(who, ())
            waiting = sum(map(len, self._lines.values()))
            free = self._at_work.total() < self.at_once and self._at_work[who] < self.each_at_once
            full = not free and waiting >= self.waiting
            if (not free and len(line) >= self.each_waiting) or (full and not self._shorten(len(line), busy, wait_s)):
                raise BadRequestError(busy, 429, retry_s=wait_s)
            future: Future[T] = Future()
            self._lines.setdefault(who, deque()).append((future, lambda: context.run(work)))
            self._begin()
            return future

    def _shorten(self, mine: int, busy: str, wait_s: int) -> bool:
        """Send away the last of whoever has most that waits, if that is more than somebody else would have.

        A few who fill the room keep nobody else out of it. The lock is held.
        """
        longest = max(self._lines.values(), key=len, default=deque())
        if len(longest) <= mine + 1:
            return False
        future, _ = longest.pop()
        if future.set_running_or_notify_cancel():
            future.set_exception(BadRequestError(busy, 429, retry_s=wait_s))
        return True

    def _begin(self) -> None:
        """Begin what can be begun: the next one of whoever had a turn longest ago. The lock is held."""
        while self._at_work.total() < self.at_once:
            who = next((who for who in self._lines if self._at_work[who] < self.each_at_once), None)
            if who is None:
                return
            future, work = self._lines[who].popleft()
            self._lines.move_to_end(who)
            if not self._lines[who]:
                del self._lines[who]
            if future.set_running_or_notify_cancel():
                self._at_work[who] += 1
                self._pool.submit(self._do, who, future, work)

    def _do(self, who: str, future: "Future[Any]", work: Callable[[], Any]) -> None:
        try:
            result, error = work(), None
        except BaseException as raised:
            result, error = None, raised
        with self._lock:
            self._at_work[who] -= 1
            self._at_work += Counter()  # without those who are at zero
            self._begin()
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


class FewAtOnce:
    """How many requests of one person may be under way that are answered in the threads of all pages."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def of(self, who: str, *, busy: str, wait_s: int = 5) -> Iterator[None]:
        """Begin one, or be refused; it is over with the block."""
        if self._under_way[who] >= self.most:
            raise BadRequestError(busy, 429, retry_s=wait_s)
        self._under_way[who] += 1
        try:
            yield
        finally:
            self._under_way[who] -= 1
            self._under_way += Counter()


def _step_back() -> None:
    """Let threads that save answers go first; where a thread has no rank of its own, all stay as they are."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


_CORES = os.cpu_count() or 1
PASSWORDS = FairTurns("passwords", at_once=max(1, min(4, _CORES // 2)), each_at_once=4, each_waiting=64, waiting=256)
"""Where every password of this process is hashed: one takes 64 MB and a core for a moment. Turns are by address."""
HEAVY = FairTurns("heavy", at_once=max(3, min(6, _CORES)), each_at_once=2, each_waiting=6, waiting=60)
"""Where pages are made that take work: analyses, exports, scores, comparisons. Turns are by person."""
ACTS = FairTurns("acts", at_once=4, each_at_once=2, each_waiting=6, waiting=60)
"""Where forms of those who log in are acted upon, whatever heavy pages wait. Turns are by person."""
PUBLIC = FairTurns("public", at_once=2, each_at_once=2, each_waiting=64, waiting=256)
"""Where pages are made that everybody sees and that take some work. Turns are by address, which may be a school's."""
