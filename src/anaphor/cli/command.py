"""How a function becomes a command: its help from the catalogue, its language, and the one way its result is shown.

A command's function takes options and returns a `Section`, or `Shown` with an exit code. It gets here: `--interface`,
`--json`, `--html`, `--md` and `--tex`; and whatever it returns is printed, or written as a document, in one place.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from anaphor.errors import InputError
from anaphor.section import Report, Section
from anaphor.text import Interface, attribute, is_known, set_interface, text

InterfaceOption = Annotated[str | None, typer.Option("--interface", metavar="en|fr")]
JsonOption = Annotated[bool, typer.Option("--json")]
HtmlOption = Annotated[Path | None, typer.Option("--html")]
MarkdownOption = Annotated[Path | None, typer.Option("--md")]
LatexOption = Annotated[Path | None, typer.Option("--tex")]

_OUTPUTS: dict[str, Any] = {"html": HtmlOption, "md": MarkdownOption, "tex": LatexOption}
_OWN_REPORT = (
    "anaphor agreement measure",
    "anaphor agreement reproduce",
    "anaphor audit",
    "anaphor experiment analyse",
    "anaphor score",
)
"""Commands whose report is more than what they print: these write it beside `--json` too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a command shows, and the code it exits with."""

    section: Section
    """The result."""
    code: int = 0
    """1 where the answer is no."""
    report: Callable[[], Report] | None = None
    """Makes what `--html` writes, where that has another heading, figures, or several sections."""


def prepare(app: typer.Typer, path: str) -> None:
    """Make commands of the functions of a group, and of the groups in it."""
    for command in app.registered_commands:
        if command.callback is not None:
            name = command.name or command.callback.__name__.rstrip("_").replace("_", "-")
            command.callback = speaking_command(command.callback, f"{path} {name}")
    for group in app.registered_groups:
        if group.typer_instance is not None:
            prepare(group.typer_instance, f"{path} {group.name}")


def speaking_command(work: Callable[..., Any], path: str) -> Callable[..., Any]:
    """The function with the options that every command has; a `Section` that it returns is shown here."""
    signature = inspect.signature(work)
    own = signature.parameters
    shows = str(signature.return_annotation).rpartition(".")[2].strip("'>") in ("Section", "Shown")
    added: dict[str, tuple[Any, Any]] = {}
    if "interface" not in own:
        added["interface"] = (InterfaceOption, None)
    if shows:
        added |= {name: (kind, None) for name, kind in _OUTPUTS.items() if name not in own}
        added |= {} if "json" in own else {"json": (JsonOption, False)}
    if not added:
        return work

    @wraps(work)
    def run(*args: Any, **given: Any) -> Any:
        ours = {name: given.pop(name) for name in added}
        speak(ours.get("interface") or given.get("interface"))
        if not shows:
            return work(*args, **given)
        written = [(kind, ours[kind]) for kind in _OUTPUTS if ours.get(kind)]
        for kind, target in written:
            check_ending(target, kind)
        if written and ours.get("json") and path not in _OWN_REPORT:
            raise InputError("cli-json-and-report", command=path)
        found = work(*args, **given)
        shown = found if isinstance(found, Shown) else Shown(section=found)
        show(shown.section, as_json=bool(ours.get("json") or given.get("json")))
        for _, target in written:
            from anaphor.cli.reporting import write_report

            report = shown.report() if shown.report else Report(title=shown.section.title, sections=(shown.section,))
            write_report(report, target, made=path)
        if shown.code:
            raise typer.Exit(shown.code)
        return None

    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in added.items()
    ]
    # What typer reads: the options are those of the signature, their types those of the annotations.
    run.__signature__ = signature.replace(parameters=[*own.values(), *parameters], return_annotation=None)  # type: ignore[attr-defined]  # functions may carry one
    run.__annotations__ = {**work.__annotations__, **{name: kind for name, (kind, _) in added.items()}, "return": None}
    return run


def speak(wanted: str | None) -> None:
    """Speak the language that the command was asked for."""
    if wanted is None:
        return
    if wanted not in list(Interface):
        raise InputError("cli-unknown-interface", interface=wanted)
    set_interface(wanted)


def check_ending(path: Path, kind: str) -> None:
    """Refuse a document whose name does not end as its kind does; `--html` also takes the other two endings."""
    endings = {"html": (".html", ".htm", ".md", ".tex"), "md": (".md",), "tex": (".tex",)}[kind]
    if path.suffix.lower() not in endings:
        raise InputError("cli-report-ending", name=path.name)


def show(section: Section, *, as_json: bool) -> None:
    """Print a result: one JSON document for programs, or tables and sentences for people."""
    from anaphor.cli.output import print_json
    from anaphor.report import print_section

    if as_json:
        print_json(section.data or {})
    else:
        print_section(section)


def explain(command: Any, path: tuple[str, ...]) -> Any:
    """The command with its help, and that of its options, from the catalogue: `GROUP-help-COMMAND`, one attribute each.

    An option that several commands share has its help in `cli-help-shared`.
    """
    code = "-".join((path[0], "help", *path[1:])) if path else "cli-help"
    if is_known(code):
        command.help = text(code)
        for parameter in command.params:
            long = next((name for name in parameter.opts if name.startswith("--")), parameter.name)
            name = long.lstrip("-").replace("_", "-").lower()
            parameter.help = attribute(code, name) or attribute("cli-help-shared", name) or parameter.help
    if isinstance(command, TyperGroup):
        for name, each in command.commands.items():
            explain(each, (*path, name))
    return command
