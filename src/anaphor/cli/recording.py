"""`--html` for every command that prints a table: what is printed is kept as it is printed, and written as a report.

Commands that make a report of their own keep their own option.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as PrintedTable
from rich.text import Text as PrintedText

from anaphor.errors import InputError

_KEPT: ContextVar[list[object] | None] = ContextVar("kept", default=None)
Html = Annotated[
    Path | None,
    typer.Option("--html", help="Also write a report: a page (.html), Markdown (.md) or LaTeX tables (.tex)."),
]


class KeepingConsole(Console):
    """A console that also keeps what is printed, where that is wanted."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print, and keep."""
        super().print(*objects, **options)
        keep(*objects)


def keep(*printed: object) -> None:
    """Keep what was printed, where that is wanted."""
    kept = _KEPT.get()
    if kept is not None:
        kept.extend(printed)


@contextmanager
def keeping() -> Iterator[list[object]]:
    """What is printed within the block."""
    kept: list[object] = []
    token = _KEPT.set(kept)
    try:
        yield kept
    finally:
        _KEPT.reset(token)


def offer(app: typer.Typer, path: str) -> None:
    """Give `--html` to every command of a group that has `--json`, and no report of its own."""
    for command in app.registered_commands:
        if command.callback is not None:
            name = command.name or command.callback.__name__.rstrip("_").replace("_", "-")
            command.callback = recorded(command.callback, f"{path} {name}")
    for group in app.registered_groups:
        if group.typer_instance is not None:
            offer(group.typer_instance, f"{path} {group.name}")


def recorded(work: Callable[..., Any], path: str) -> Callable[..., Any]:
    """The command with `--html`: a report is written at its end, also when its answer is no."""
    signature = inspect.signature(work)
    if "json" not in signature.parameters or "html" in signature.parameters:
        return work

    @wraps(work)
    def run(*args: Any, html: Path | None = None, **given: Any) -> Any:
        if html is None:
            return work(*args, **given)
        from anaphor.cli.reporting import check_ending

        check_ending(html)
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

    option = inspect.Parameter("html", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Html)
    # What typer reads: the options are those of the signature, their types those of the annotations.
    run.__signature__ = signature.replace(parameters=[*signature.parameters.values(), option])  # type: ignore[attr-defined]  # functions may carry one
    run.__annotations__ = {**work.__annotations__, "html": Html}
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
