"""The same work on many things at once, its results in their order or as they come."""

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_AHEAD = 4
"""How many rounds of all workers the work may run ahead of a slow thing: what waits behind it is lost in a kill."""


def in_order(
    work: Callable[[Thing], Result], things: Sequence[Thing], workers: int, stop: threading.Event
) -> Iterator[Result]:
    """The results of the work on each thing, in order, several under way at once; `stop` is set when this ends.

    The threads are daemons: a request under way does not hold the program back when it is stopped.

    >>> list(in_order(lambda n: n * n, [1, 2, 3], 2, threading.Event()))
    [1, 4, 9]
    """
    board: _Board[Result] = _Board(len(things), workers * _AHEAD, stop)
    for _ in range(min(workers, len(things))):
        threading.Thread(target=_serve, args=(work, things, board), daemon=True).start()
    try:
        for index in range(len(things)):
            yield board.collect(index)
    finally:
        board.close()


def as_they_come(
    work: Callable[[Thing], Result], things: Sequence[Thing], workers: int, stop: threading.Event
) -> Iterator[Result]:
    """The results of the work on each thing, each as soon as it is there, several under way at once.

    The first error, a `stop` that someone sets, or Ctrl-C ends the taking of things; what is under way then is waited
    for and its results still come, so that nothing that was paid for is lost. The error is raised behind them. A second
    Ctrl-C waits for nothing.

    >>> sorted(as_they_come(lambda n: n * n, [1, 2, 3], 2, threading.Event()))
    [1, 4, 9]
    """
    board: _Board[Result] = _Board(len(things), workers * _AHEAD, stop)
    for _ in range(min(workers, len(things))):
        threading.Thread(target=_serve, args=(work, things, board), daemon=True).start()
    failure: BaseException | None = None
    try:
        while board.expects_more():
            try:
                result, error = board.collect_any()
            except KeyboardInterrupt as interrupt:
                if failure is not None:
                    raise
                result, error = None, interrupt
            if error is not None:
                failure = failure or error
                board.close()
            else:
                yield result  # type: ignore[misc]  # without an error there is a result, which may itself be None
    finally:
        board.close()
    if failure is not None:
        raise failure


def _serve(work: Callable[[Thing], Result], things: Sequence[Thing], board: "_Board[Result]") -> None:
    while (index := board.take()) is not None:
        try:
            board.put(index, work(things[index]), None)
        except BaseException as error:  # handed to the reader, who raises it
            board.put(index, None, error)


class _Board(Generic[Result]):
    """Who does what, what is done, and how far the reader has come."""

    def __init__(self, count: int, ahead: int, stop: threading.Event) -> None:
        self._count, self._ahead, self._stop = count, ahead, stop
        self._next, self._read = 0, 0
        self._done: dict[int, tuple[Result | None, BaseException | None]] = {}
        self._changed = threading.Condition()

    def take(self) -> int | None:
        """The next thing to work on; None when there is no more to do."""
        with self._changed:
            self._changed.wait_for(lambda: self._stop.is_set() or self._next - self._read < self._ahead)
            if self._stop.is_set() or self._next >= self._count:
                return None
            self._next += 1
            return self._next - 1

    def put(self, index: int, result: Result | None, error: BaseException | None) -> None:
        """Leave a result, or what went wrong."""
        with self._changed:
            self._done[index] = (result, error)
            self._changed.notify_all()

    def collect(self, index: int) -> Result:
        """The result of one thing, waited for."""
        with self._changed:
            self._changed.wait_for(lambda: index in self._done)
            result, error = self._taken(index)
        if error is not None:
            raise error
        return result  # type: ignore[return-value]  # without an error there is a result, which may itself be None

    def collect_any(self) -> tuple[Result | None, BaseException | None]:
        """The oldest result that nobody has read, or what went wrong, waited for."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._done))
            return self._taken(next(iter(self._done)))

    def _taken(self, index: int) -> tuple[Result | None, BaseException | None]:
        self._read += 1
        self._changed.notify_all()
        return self._done.pop(index)

    def expects_more(self) -> bool:
        """Whether a result is still to come: of all things, or of those that were taken before the stop."""
        with self._changed:
            return self._read < (self._next if self._stop.is_set() else self._count)

    def close(self) -> None:
        """No more work is taken."""
        with self._changed:
            self._stop.set()
            self._changed.notify_all()
