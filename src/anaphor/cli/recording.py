"""`--html` for every command that prints a table: what is printed is kept as it is printed, and written as a report.

Commands that make a report of their own keep their own option.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table as PrintedTable
from rich.text import Text as PrintedText
from typer.core import TyperCommand, TyperGroup, TyperOption

from anaphor.errors import InputError

_KEPT: ContextVar[list[object] | None] = ContextVar("kept", default=None)
_HELP = "Also write what is printed as a report: a page (.html), Markdown (.md) or LaTeX tables (.tex)."


class KeepingConsole(Console):
    """A console that also keeps what is printed, where that is wanted."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print, and keep."""
        super().print(*objects, **options)
        kept = _KEPT.get()
        if kept is not None:
            kept.extend(objects)


@contextmanager
def keeping() -> Iterator[list[object]]:
    """What is printed within the block."""
    kept: list[object] = []
    token = _KEPT.set(kept)
    try:
        yield kept
    finally:
        _KEPT.reset(token)


def offer(command: object, path: str) -> None:
    """Give `--html` to every command that has `--json`, and no report of its own; groups hand it on."""
    if isinstance(command, TyperGroup):
        for name, each in command.commands.items():
            offer(each, f"{path} {name}")
    elif isinstance(command, TyperCommand) and command.callback is not None:
        names = {param.name for param in command.params}
        if "json" in names and "html" not in names:
            command.params.append(TyperOption(param_decls=["html", "--html"], type=Path, help=_HELP, default=None))
            command.callback = _recorded(command.callback, path)


def _recorded(work: Callable[..., Any], path: str) -> Callable[..., Any]:
    """The command, with a report written at its end when one is wanted, also when its answer is no."""

    @wraps(work)
    def run(*args: Any, html: Path | None = None, **given: Any) -> Any:
        if html is None:
            return work(*args, **given)
        if given.get("json"):
            raise InputError(f"`{path}` writes a report of what it prints, and --json prints none",
                             todo="Leave one of --html and --json out.")  # fmt: skip
        interface = str(given.get("interface") or "en")
        with keeping() as kept:
            try:
                done = work(*args, **given)
            except typer.Exit:
                _write(kept, html, path, interface)
                raise
        _write(kept, html, path, interface)
        return done

    return run


def _write(kept: list[object], html: Path, path: str, interface: str) -> None:
    from anaphor.cli.reporting import write_report
    from anaphor.report.section import Report, Section

    if kept:
        section = Section(id="output", title=path, parts=tuple(_parts(kept)))
        write_report(Report(title=path, interface=interface, sections=(section,)), html, made=path)


def _parts(kept: list[object]) -> "Iterator[Any]":
    """Tables as tables, lines between them as paragraphs."""
    from anaphor.report.section import Table, Text

    lines: list[str] = []
    for each in kept:
        if isinstance(each, PrintedTable):
            if lines:
                yield Text(lines=tuple(lines))
                lines = []
            yield Table(
                columns=tuple(_plain(column.header) for column in each.columns),
                rows=tuple(zip(*(map(_plain, column.cells) for column in each.columns), strict=True)),
                caption=_plain(each.title) if each.title else None,
            )  # fmt: skip
        elif _plain(each).strip():
            lines.append(_plain(each).strip())
    if lines:
        yield Text(lines=tuple(lines))


def _plain(printed: object) -> str:
    return printed.plain if isinstance(printed, PrintedText) else str(printed)
