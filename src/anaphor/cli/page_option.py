"""`--html` for every command that prints a table: what it prints is written as a report.

Commands that make a report of their own keep their own option.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as PrintedTable
from rich.text import Text as PrintedText

from anaphor.cli.output import write_page as write_report
from anaphor.cli.recording import keeping
from anaphor.errors import InputError
from anaphor.report import check_ending
from anaphor.section import Part, Report, Section, Table, Text

Html = Annotated[Path | None, typer.Option("--html")]
_MANY = 3
"""Lines from which on they are points of a list."""
_SIGNATURE = re.compile(r"[\w.]+:[^|]*(\|[\w.]+:[^|]*){2,}")
_TITLES = {"anaphor compare": {"en": "Comparison", "fr": "Comparaison"}}
"""What pages are called that are passed on to people who never typed the command."""
_SECRET = ("anaphor account add", "anaphor account key", "anaphor experiment invite")
"""Commands that print a password, a key or somebody's own link: these do not belong into a page that is passed on."""


def offer(app: typer.Typer, path: str) -> None:
    """Give `--html` to every command of a group that has `--json`, no report of its own, and no secret to print."""
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
    if "json" not in signature.parameters or "html" in signature.parameters or path in _SECRET:
        return work

    @wraps(work)
    def run(*args: Any, html: Path | None = None, **given: Any) -> Any:
        if html is None:
            return work(*args, **given)
        check_ending(html)
        if given.get("json"):
            raise InputError("cli-json-and-report", command=path)
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
    if kept:
        said = [each for each in kept if not _is_signature(each)]
        made_how = "\n".join(dict.fromkeys(_plain(each).strip() for each in kept if _is_signature(each)))
        title = _TITLES.get(path, {}).get(interface, path)
        section = Section(id="output", title=title, parts=tuple(_parts(said)), signature=made_how or None)
        write_report(Report(title=title, interface=interface, sections=(section,)), html, made=path)


def _parts(kept: list[object]) -> Iterator[Part]:
    """Tables as tables, lines between them as paragraphs, many lines as points."""
    lines: list[str] = []
    for each in kept:
        if isinstance(each, PrintedTable):
            if lines:
                yield _text(lines)
                lines = []
            yield Table(
                columns=tuple(_plain(column.header) for column in each.columns),
                rows=tuple(zip(*(map(_plain, column.cells) for column in each.columns), strict=True)),
                caption=_plain(each.title) if each.title else None,
            )
        elif _plain(each).strip():
            lines.append(_plain(each).strip())
    if lines:
        yield _text(lines)


def _text(lines: list[str]) -> Text:
    return Text(lines=tuple(lines), points=len(lines) >= _MANY)


def _is_signature(printed: object) -> bool:
    """Whether a line says how numbers were made, for programs rather than for people."""
    return not isinstance(printed, PrintedTable) and _SIGNATURE.fullmatch(_plain(printed).strip()) is not None


def _plain(printed: object) -> str:
    return printed.plain if isinstance(printed, PrintedText) else str(printed)
