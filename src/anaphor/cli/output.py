"""What commands write: data to stdout, talk and progress to stderr, reports into files."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphor.text import text, visible

if TYPE_CHECKING:
    from anaphor.report import CollectionSection
    from anaphor.section import Report


def print_json(value: object) -> None:
    """One JSON document on stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def say(sentence: str) -> None:
    """A sentence for the user, on stderr."""
    from rich.console import Console

    from anaphor.cli.recording import keep  # OLD

    Console(stderr=True, highlight=False, soft_wrap=True).print(visible(sentence), markup=False)
    keep(visible(sentence))  # OLD


def write_page(report: "Report", path: Path, *, made: str, collections: "Sequence[CollectionSection]" = ()) -> None:
    """Write a report in the form that the file's ending names, and say so."""
    from anaphor.report import write_report

    write_report(report, path, made=made, collections=collections)
    say(text("cli-report-written", path=str(path)))


@contextmanager
def progress(what: str) -> Iterator[Any]:
    """A function (done, total) that moves a bar on stderr; nothing is drawn when stderr is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    out = Console(stderr=True, highlight=False, soft_wrap=True)
    with Progress(*columns, console=out, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


# OLD: until the challenge's commands return sections
Json = Annotated[bool, typer.Option("--json")]


def print_table(
    columns: list[str], rows: Sequence[Sequence[Any]], *, title: str | None = None, right: Sequence[int] = ()
) -> None:
    """A table on stdout; numbers stand to the right, and so do the columns named in `right`."""
    from anaphor.cli.recording import KeepingConsole
    from anaphor.report import print_table as terminal_table

    on_terminal = sys.stdout.isatty()
    out = KeepingConsole(highlight=False, soft_wrap=not on_terminal, width=None if on_terminal else 500)
    terminal_table(out, columns, rows, title=title, right=right)
