"""One thread writes: all that waits goes into one transaction, and nobody is told "saved" before it is on disk."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, select
from sqlalchemy.exc import OperationalError

from anaphor.errors import AnaphorError, OutputError
from anaphor.experiment import METADATA, Anchor, Receipt, Store, SubmittedAnswer, save_answers, touch
from anaphor.files import wait_for_others, writing

T = TypeVar("T")
Work = Callable[[Connection, float], T]
"""Something to do inside a transaction at a time; a refusal leaves nothing of it behind."""

_AT_ONCE = 512
_REMEMBERED_S = 10.0


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A request that waits until what it asks for is on disk."""

    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"
    answers: Sequence[SubmittedAnswer] = ()
    work: Work[Any] | None = None
    alone: bool = False


class Writer:
    """The one writer of a study."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._anchor = Anchor(store.engine)
        self._failures = 0
        self._failed: tuple[float, Exception] | None = None
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def save(self, answers: Sequence[SubmittedAnswer]) -> list[Receipt]:
        """What became of the answers, once they are on disk."""
        found: list[Receipt] = await self._queue(answers=answers)
        return found

    async def do(self, work: Work[T], *, alone: bool = False) -> T:
        """What the work gives, once it is on disk; with `alone` no other worker is at such work meanwhile."""
        found: T = await self._queue(work=work, alone=alone)
        return found

    async def probe(self) -> None:
        """An error when nothing can be written, or something could not be a moment ago.

        A word may still fit into the journal of SQLite where an answer does not.
        """
        if self._failed is not None and time.monotonic() < self._failed[0]:
            raise self._failed[1].with_traceback(None)
        await self.do(_try_tables)

    def mark(self) -> tuple[int, bool]:
        """What changes when a write fails or the file goes: the health of the study must be looked at again then."""
        return self._failures, self._anchor.holds()

    def _queue(self, **wish: Any) -> "asyncio.Future[Any]":
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._waiting.put(_Waiting(loop, future, **wish))
        return future

    def close(self) -> None:
        """Write what is waiting and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        """Write all that waits, up to a limit, until told to stop; a commit costs the same for one as for hundreds."""
        while (found := self._waiting.get()) is not None:
            batch = [found]
            with suppress(queue.Empty):
                while len(batch) < _AT_ONCE and (found := self._waiting.get_nowait()) is not None:
                    batch.append(found)
            by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Waiting, Any]]] = {}
            for waiting, result in zip(batch, self._results(batch), strict=True):
                by_loop.setdefault(waiting.loop, []).append((waiting, result))
            for loop, settled in by_loop.items():
                with suppress(RuntimeError):  # nobody is left who waits
                    loop.call_soon_threadsafe(_settle, settled)
            if found is None:
                return

    def _results(self, batch: list[_Waiting]) -> list[Any]:
        """What each request gets; when a batch fails nothing of it is on disk, and one may be to blame for all.

        Then each is tried for itself. The thread must live on, and nobody may wait for ever: any error is a result.
        """
        try:
            return self._written(batch)
        except Exception as error:
            if len(batch) > 1:
                return [result for waiting in batch for result in self._results([waiting])]
            if self._store.engine.dialect.name == "sqlite" and isinstance(error.__cause__, OperationalError):
                self._failed = (time.monotonic() + _REMEMBERED_S, error)
            self._failures += 1
            if isinstance(error, AnaphorError):
                return [error]
            failure = OutputError("web-not-written", why=f"{type(error).__name__}: {error}")
            failure.__cause__ = error
            return [failure]

    def _written(self, batch: list[_Waiting]) -> list[Any]:
        """The results of a batch, in order, after the one commit that serves them all."""
        now = self._clock()
        results: list[Any] = []
        self._anchor.check()
        with writing(self._store.engine) as connection:
            if any(waiting.alone for waiting in batch):
                wait_for_others(connection)
            for work in (waiting.work for waiting in batch if waiting.work is not None):
                try:
                    with connection.begin_nested():  # what a work had written before it refused is undone
                        results.append(work(connection, now))
                except AnaphorError as error:
                    connection.info.pop("door", None)  # somebody who is let in no longer was counted
                    results.append(error)
            answers = [answer for waiting in batch for answer in waiting.answers]
            receipts = iter(save_answers(connection, self._store.design, answers, now) if answers else ())
        works = iter(results)
        return [[next(receipts) for _ in waiting.answers] if waiting.work is None else next(works) for waiting in batch]


def _try_tables(connection: Connection, _now: float) -> None:
    """An error when nothing can be written, or a table is not there that an answer goes through; nothing is read whole.

    That goes through the thread which writes answers: where it hangs, nobody gets a reply in time.
    """
    touch(connection)
    for table in METADATA.sorted_tables:
        connection.execute(select(table).limit(1)).first()


def _settle(settled: list[tuple[_Waiting, Any]]) -> None:
    """Hand results to the requests that wait for them, if they still do."""
    for waiting, result in settled:
        if waiting.future.done():
            continue
        if isinstance(result, Exception):
            waiting.future.set_exception(result)
        else:
            waiting.future.set_result(result)
