"""Processes beside this one, for work that one processor is too slow for."""

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


class WorkerPool(ProcessPoolExecutor):
    """Processes that do not run the user's script again, as Python's own would where it lacks a `__main__` guard."""

    def submit(self, work: Callable[Given, Found], /, *args: Given.args, **given: Given.kwargs) -> Future[Found]:
        """Begin with some work; the processes are started with the first."""
        with _nameless_main():
            return super().submit(work, *args, **given)


def process_context(*preload: str) -> Any:
    """Processes forked from a clean one that has loaded these modules; where that is not known, new ones."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


def begin_processes(*preload: str) -> None:
    """Start the clean process beforehand: it loads these modules while this one does something else."""
    if process_context(*preload).get_start_method() == "forkserver":
        from multiprocessing import forkserver

        with _nameless_main():
            forkserver.ensure_running()


@contextmanager
def _nameless_main() -> Iterator[None]:
    main = sys.modules["__main__"]
    spec, file = main.__spec__, main.__dict__.pop("__file__", None)
    main.__spec__ = None
    try:
        yield
    finally:
        main.__spec__ = spec
        if file is not None:
            main.__file__ = file
