"""What commands write: data to stdout, talk and progress to stderr."""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from anaphor.cli.recording import KeepingConsole, keep
from anaphor.report import visible

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]


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
    table = Table(
        title=title, title_justify="left", box=None, header_style="bold", pad_edge=False, show_header=any(columns)
    )
    cells = [[f"{cell:,}" if isinstance(cell, int) else visible(str(cell)) for cell in row] for row in rows]
    least = 0
    for number, column in enumerate(columns):
        numeric = number in right or (all(isinstance(row[number], (int, float)) for row in rows) and bool(rows))
        held = [row[number] for row in cells]
        whole = number == 0 or all(map(_is_figure, held))
        pieces = [column, *held] if whole else [word for text in (column, *held) for word in text.split()]
        width = max(map(cell_len, pieces), default=0)
        side: Literal["left", "right"] = "right" if numeric else "left"
        table.add_column(column, justify=side, overflow="fold", no_wrap=whole, min_width=width)
        least += width + 2
    for row in cells:
        table.add_row(*map(Text, row))
    console = stdout()
    if least > console.width:  # a line too long for the terminal is better than a number cut in two
        console.width = least
        console.soft_wrap = True
    console.print(table)


def _is_figure(cell: str) -> bool:
    """Whether a cell holds figures, which must not be broken.

    >>> [_is_figure(each) for each in ("42.67", "0.43–0.67", "10.8–60.3 %", "several words")]
    [True, True, True, False]
    """
    return not re.search(r"[^\W\d_]{3}", cell)


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
