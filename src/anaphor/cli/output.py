"""What commands write: data to stdout, talk and progress to stderr."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from anaphor.cli.recording import KeepingConsole, keep
from anaphor.report import print_table as terminal_table
from anaphor.text import visible

Json = Annotated[bool, typer.Option("--json")]


_WIDE = 500
"""Columns where there is no terminal: nothing is cut or folded in a file or a pipe."""


def stdout() -> Console:
    """The console for data; colours only on a terminal, and never with NO_COLOR."""
    on_terminal = sys.stdout.isatty()
    return KeepingConsole(highlight=False, soft_wrap=not on_terminal, width=None if on_terminal else _WIDE)


def stderr() -> Console:
    """The console for talk."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def print_json(value: object) -> None:
    """One JSON document on stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def print_table(
    columns: list[str], rows: Sequence[Sequence[Any]], *, title: str | None = None, right: Sequence[int] = ()
) -> None:
    """A table on stdout; numbers stand to the right, and so do the columns named in `right`."""
    terminal_table(stdout(), columns, rows, title=title, right=right)


def say(text: str) -> None:
    """A sentence for the user, on stderr."""
    stderr().print(visible(text), markup=False)
    keep(visible(text))


@contextmanager
def progress(what: str) -> Iterator[Any]:
    """A function (done, total) that moves a bar on stderr; nothing is drawn when stderr is no terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=stderr(), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
