"""One thread writes answers: all that wait go into one transaction, and nobody is told "saved" before it is on disk."""

import asyncio
import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.errors import OutputError
from anaphor.experiment.answering import save_answers
from anaphor.experiment.session import Receipt, SubmittedAnswer
from anaphor.experiment.store import Store

_AT_ONCE = 512


@dataclass(frozen=True, slots=True)
class _Waiting:
    answers: Sequence[SubmittedAnswer]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[list[Receipt]]"


class Writer:
    """The one writer of a study's answers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def save(self, answers: Sequence[SubmittedAnswer]) -> list[Receipt]:
        """What became of the answers, once they are on disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[Receipt]] = loop.create_future()
        self._waiting.put(_Waiting(answers, loop, future))
        return await future

    def close(self) -> None:
        """Write what is waiting and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch, stop = self._batch(first)
            self._write(batch)
            if stop:
                return

    def _batch(self, first: _Waiting) -> tuple[list[_Waiting], bool]:
        """Everything that waits now, up to a limit; a commit costs the same for one as for hundreds."""
        batch = [first]
        while len(batch) < _AT_ONCE:
            try:
                found = self._waiting.get_nowait()
            except queue.Empty:
                break
            if found is None:
                return batch, True
            batch.append(found)
        return batch, False

    def _write(self, batch: list[_Waiting]) -> None:
        answers = [answer for waiting in batch for answer in waiting.answers]
        try:
            receipts = iter(save_answers(self._store, answers, time.time()))
        except OutputError as error:
            for waiting in batch:
                _settle(waiting, error)
            return
        for waiting in batch:
            _settle(waiting, [next(receipts) for _ in waiting.answers])


def _settle(waiting: _Waiting, result: list[Receipt] | OutputError) -> None:
    """Hand the result to the request that waits for it, if it still does."""

    def hand_over() -> None:
        if waiting.future.done():
            return
        if isinstance(result, OutputError):
            waiting.future.set_exception(result)
        else:
            waiting.future.set_result(result)

    waiting.loop.call_soon_threadsafe(hand_over)
