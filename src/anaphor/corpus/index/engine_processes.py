"""Parts built by several processes of this machine."""

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_longlong
from typing import Any

from anaphor.corpus.index.building import PartTask
from anaphor.corpus.index.engine import Failure, HereEngine, Progress, attempt, raise_failure
from anaphor.corpus.index.plan import PartRecord
from anaphor.errors import OutputError

_LOOKED_AT_S = 0.2

_read: Any = None
"""In a worker: the bytes read of each part, in memory shared with the process that shows them."""


class ProcessesEngine:
    """Several processes, each with one part at a time."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        """Build all parts; a process that is killed ends the work with one sentence, and finished parts stay."""
        if len(tasks) < 2 or self.processes < 2:
            HereEngine().run(tasks, progress)
            return
        context = process_context()
        read = context.Array(c_longlong, len(tasks), lock=False)
        workers = min(self.processes, len(tasks))
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(read,))
        try:
            self._collect([pool.submit(_attempt, task) for task in tasks], tasks[0].source.bytes, read, progress)
        except BrokenProcessPool as error:
            raise OutputError(
                "a building process was ended from outside, perhaps for want of memory",
                todo="Finished parts are kept: start the same command again, perhaps with fewer --processes.",
            ) from error
        finally:
            pool.shutdown(cancel_futures=True)

    def _collect(
        self, waiting: list[Future[PartRecord | Failure]], total: int, read: Any, progress: Progress | None
    ) -> None:
        left = set(waiting)
        while left:
            done, left = wait(left, timeout=_LOOKED_AT_S, return_when=FIRST_COMPLETED)
            for future in done:
                raise_failure(future.result())
            if progress:
                progress(min(sum(read), total), total)


def process_context() -> Any:
    """Processes forked from a clean one that has loaded what they need; where that is not known, new ones."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["anaphor.corpus.index.engine_processes", "anaphor.corpus.kernel.plain"])
    return context


def _begin(read: Any) -> None:
    global _read  # noqa: PLW0603  # a worker gets its shared memory once, when it begins
    _read = read


def _attempt(task: PartTask) -> PartRecord | Failure:
    def watch(done: int) -> None:
        _read[task.part] = done

    return attempt(task, watch)
