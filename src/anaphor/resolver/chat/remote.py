"""Models behind an address: several questions are under way at once, and a run that only fails stops."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import TypeVar

from anaphor.answer import Abstention, Answer
from anaphor.errors import AnaphorError
from anaphor.resolver.asking.asking import in_order, limit_failures
from anaphor.resolver.chat.client import Endpoint
from anaphor.resolver.protocol import has_failed
from anaphor.schema import Question

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_AHEAD = 4
"""How many rounds of all workers the work may run ahead of its reader."""
_MOST_FAILURES = 5
"""So many questions in a row without a reply: the run stops instead of filling with failures."""


class RemoteResolver(ABC):
    """A model behind an address, of which several questions are asked at once."""

    __slots__ = ()
    endpoint: Endpoint
    concurrency: int

    @abstractmethod
    def asker(self, stop: threading.Event) -> Callable[[Question], Answer]:
        """What answers one question; it gives up when `stop` is set."""

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The model's answers, in order."""
        stop = threading.Event()
        given = in_order(numbered(self.asker(stop), questions, self.concurrency, stop))
        return limit_failures(given, has_failed, _MOST_FAILURES, self._hopeless)

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The model's answers, each as soon as it is there; when the run must stop, those under way still come."""
        stop = threading.Event()
        given = (each for _, each in numbered(self.asker(stop), questions, self.concurrency, stop))
        return limit_failures(given, has_failed, _MOST_FAILURES, self._hopeless, stop.set)

    def _hopeless(self, answer: Answer, failures: int) -> AnaphorError:
        detail = answer.reply.detail if isinstance(answer.reply, Abstention) else None
        return AnaphorError("resolver-chat-failures", url=self.endpoint.url, count=failures, detail=str(detail))


def numbered(
    work: Callable[[Thing], Result], things: Sequence[Thing], workers: int, stop: threading.Event
) -> Iterator[tuple[int, Result]]:
    """Numbers and results as they come, from threads that end with the program: an executor's would hold it back.

    The first error, a `stop` that someone sets, or Ctrl-C ends the taking of things; what is under way then is waited
    for and its results still come, so that nothing that was paid for is lost. The error is raised behind them. A second
    Ctrl-C waits for nothing.

    >>> sorted(numbered(lambda n: n * n, [1, 2, 3], 2, threading.Event()))
    [(0, 1), (1, 4), (2, 9)]
    """
    todo, one_at_a_time = enumerate(things), threading.Lock()
    room = threading.Semaphore(workers * _AHEAD)
    done: SimpleQueue[tuple[int, Result] | BaseException | None] = SimpleQueue()

    def serve() -> None:
        while room.acquire():
            with one_at_a_time:
                taken = None if stop.is_set() else next(todo, None)
            if taken is None:
                break
            try:
                done.put((taken[0], work(taken[1])))
            except BaseException as error:  # handed to the reader, who raises it
                done.put(error)
        room.release()  # for the next one, who finds nothing to do either
        done.put(None)

    busy = min(workers, len(things))
    for _ in range(busy):
        threading.Thread(target=serve, daemon=True).start()
    failure: BaseException | None = None
    try:
        while busy:
            try:
                found = done.get()
            except KeyboardInterrupt as interrupt:
                if failure is not None:
                    raise
                found = interrupt
            if found is None:
                busy -= 1
                continue
            room.release()
            if isinstance(found, BaseException):
                failure = failure or found
                stop.set()
            else:
                yield found
    finally:
        stop.set()
        room.release()
    if failure is not None:
        raise failure
