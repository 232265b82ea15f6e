"""A bar for work that takes longer than a moment: in a terminal and in a notebook, and nowhere else."""

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape
from typing import Any

Progress = Callable[[int, int | None], None]
"""What moves a bar: how much is done, and of how much where that is known."""
Watcher = Callable[[str, int, int | None], None]
"""What is told of work instead of a bar: what is done, how much of it, and of how much."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)
_MOMENT = 2.0
"""Seconds after which a notebook shows a bar."""
_STEP = 0.2
"""Seconds between two of its states: each is a message to the browser."""


@contextmanager
def progress(what: str) -> Iterator[Progress]:
    """A function (done, total) that moves a bar; nothing is drawn where nobody looks."""
    if watcher := _WATCHER.get():
        yield lambda done, total: watcher(what, done, total)
        return
    shell = sys.modules.get("IPython")
    if shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell":
        with _in_notebook(what) as move:
            yield move
        return
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    out = Console(stderr=True, highlight=False, soft_wrap=True)
    with Bar(*columns, console=out, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """While this lasts, work tells a watcher how far it is; what the watcher raises ends the work.

    >>> seen = []
    >>> with watched(lambda *state: seen.append(state)), progress("counting") as move:
    ...     move(1, 2)
    >>> seen
    [('counting', 1, 2)]
    """
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


@contextmanager
def uncollected() -> Iterator[None]:
    """While this lasts, nothing is searched for circles: records have none, and many would be gone through again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def _in_notebook(what: str) -> Iterator[Progress]:
    """The browser's own bar under the cell, gone when the work is done; `rich` would need widgets for it."""
    from IPython import display as notebook

    shower: Any = notebook  # it has no types
    shown: Any = None
    last = time.monotonic() + _MOMENT - _STEP

    def move(done: int, total: int | None) -> None:
        nonlocal shown, last
        if time.monotonic() - last < _STEP:
            return
        last = time.monotonic()
        size = f' value="{done}" max="{total}"' if total else ""
        bar = shower.HTML(f"<progress{size}></progress> {done:,}{f' / {total:,}' if total else ''} {escape(what)}")
        if shown is None:
            shown = shower.display(bar, display_id=True)
        else:
            shown.update(bar)

    try:
        yield move
    finally:
        if shown is not None:
            shown.update(shower.HTML(""))
