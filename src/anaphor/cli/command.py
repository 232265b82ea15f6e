"""How a function becomes a command: its help from the catalogue, its language, and the one way its result is shown.

A command's function takes options and returns a `Section`, or `Shown` with an exit code. It gets here: `--interface`,
`--json`, and unless it is a `Secret` `--html`, `--md` and `--tex`; and whatever it returns is printed, or written as a
document, in one place.
"""

import inspect
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from anaphor import collection
from anaphor import report as documents
from anaphor.errors import InputError, command_at_work
from anaphor.result import Result
from anaphor.section import Report, Section
from anaphor.text import Interface, attribute, is_known, set_interface, text, visible

InterfaceOption = Annotated[str | None, typer.Option("--interface", metavar="en|fr")]
JsonOption = Annotated[bool, typer.Option("--json")]
Told = dict[str, Any]
"""What a command was told, as the library takes it: what nobody said is not there, and left to the library."""
Options = Mapping[str, tuple[Any, Any]]
"""Options by name, each with its type and its default, or typer's own description of both."""
HtmlOption = Annotated[Path | None, typer.Option("--html")]
MarkdownOption = Annotated[Path | None, typer.Option("--md")]
LatexOption = Annotated[Path | None, typer.Option("--tex")]

_OUTPUTS: dict[str, Any] = {"html": HtmlOption, "md": MarkdownOption, "tex": LatexOption}
_ENDINGS = {"html": (".html", ".htm", ".md", ".tex"), "md": (".md",), "tex": (".tex",)}
"""How the names of documents end; `--html` also takes the other two."""
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
    code: int = 0
    """1 where the answer is no."""
    details: bool = False
    """Whether what a page folds is printed, too."""
    more: str | None = None
    """The option that prints it."""
    report: Callable[[], Report] | None = None
    """Makes what `--html` writes, where that has another heading, figures, or several sections."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret(Shown):
    """A password, a key or somebody's own link: no page that is passed on has any business to hold it."""


def with_page(
    section: Section, found: Result, *, title: str | None = None, code: int = 0, details: bool = False
) -> Shown:
    """A section to print, and for documents the result's own, which has the figures too."""
    called = title or section.title
    page = Report(title=called, sections=(found.section,))
    return Shown(section=section, code=code, details=details, report=lambda: page)


def prepare(app: typer.Typer, path: str, kind: type[TyperCommand] = TyperCommand) -> None:
    """Make commands of that kind of the functions of a group, and of the groups in it."""
    for command in app.registered_commands:
        command.cls = kind
        if command.callback is not None:
            name = command.name or command.callback.__name__.rstrip("_").replace("_", "-")
            command.callback = speaking_command(command.callback, f"{path} {name}")
    for group in app.registered_groups:
        if group.typer_instance is not None:
            prepare(group.typer_instance, f"{path} {group.name}", kind)


def speaking_command(work: Callable[..., Any], path: str) -> Callable[..., Any]:
    """The function with the options that every command has; a `Section` that it returns is shown here."""
    signature = inspect.signature(work)
    own = signature.parameters
    returned = str(signature.return_annotation).rpartition(".")[2].strip("'>")
    shows = returned in ("Section", "Shown", "Secret")
    added: dict[str, tuple[Any, Any]] = {"interface": (InterfaceOption, None)}
    if shows:
        added |= {} if returned == "Secret" else {name: (kind, None) for name, kind in _OUTPUTS.items()}
        added["json"] = (JsonOption, False)
    added = {name: option for name, option in added.items() if name not in own}

    @wraps(work)
    @command_at_work()
    def run(*args: Any, **given: Any) -> Any:
        ours = {name: given.pop(name) for name in added}
        if wanted := ours.get("interface") or given.get("interface"):
            if wanted not in list(Interface):
                raise InputError("cli-unknown-interface", interface=wanted)
            set_interface(wanted)
        if not shows:
            return work(*args, **given)
        written = [(kind, ours[kind]) for kind in _OUTPUTS if ours.get(kind)]
        for kind, target in written:
            documents.check_ending(target, _ENDINGS[kind])
        if written and ours.get("json") and path not in _OWN_REPORT:
            raise InputError("cli-json-and-report", command=path)
        found = work(*args, **given)
        shown = found if isinstance(found, Shown) else Shown(section=found)
        if ours.get("json") or given.get("json"):
            value = shown.section.document
            sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
        else:
            documents.print_section(
                shown.section, details=bool(shown.details), more=None if shown.details else shown.more
            )
        for _, target in written:
            report = shown.report() if shown.report else Report(title=shown.section.title, sections=(shown.section,))
            documents.write_report(report, target, made=path)
            say(text("cli-report-written", path=str(target)))
        if shown.code:
            raise typer.Exit(shown.code)
        return None

    more = [_parameter(name, kind, default) for name, (kind, default) in added.items()]
    return _seen_as(run, signature.replace(parameters=[*own.values(), *more], return_annotation=None))


def _parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    """An option; `...` stands for no default, as it does in typer."""
    given = inspect.Parameter.empty if default is ... else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=given, annotation=kind)


def _seen_as(run: Callable[..., Any], signature: inspect.Signature) -> Callable[..., Any]:
    """The function as typer reads it: the options are those of the signature, their types those of the annotations."""
    run.__signature__ = signature  # type: ignore[attr-defined]  # functions may carry one
    kinds = {name: parameter.annotation for name, parameter in signature.parameters.items()}
    run.__annotations__ = {**kinds, "return": signature.return_annotation}
    return run


def option(kind: Any, default: Any = None, *flags: str, **more: Any) -> tuple[Any, Any]:
    """An option, which is called as its key in the table unless flags are given; `...` is no default."""
    return kind, typer.Option(default, *flags, **more)


def with_options(
    place: str, options: Options, build: Callable[..., Any]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command options in the place of a parameter, which gets what they build."""

    def decorate(work: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(work)

        @wraps(work)
        def run(*args: Any, **given: Any) -> Any:
            chosen = {name: given.pop(name) for name in options}
            return work(*args, **{place: build(**chosen)}, **given)

        parameters: list[inspect.Parameter] = []
        for parameter in signature.parameters.values():
            if parameter.name == place:
                parameters += [_parameter(name, kind, default) for name, (kind, default) in options.items()]
            else:
                parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
        return _seen_as(run, signature.replace(parameters=parameters))

    return decorate


def told(**options: tuple[Any, Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command options in the place of its parameter `told`: what it hands on as it was said."""

    def said(**given: Any) -> Told:
        return {name: value for name, value in given.items() if value not in (None, [], ())}

    return with_options("told", options, said)


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


def columns_of(pairs: Sequence[str] | None, count_from: int | None = None) -> tuple[tuple[str, str], ...]:
    """The column mapping of `--column`, in words or in a TOML file, and from which number answers count."""
    found: dict[str, str] = {}
    for pair in pairs or ():
        ours, equals, theirs = pair.partition("=")
        if not equals and pair.endswith(".toml"):
            found |= collection.column_mapping(pair)
        elif not (ours and equals and theirs):
            raise InputError("collection-bad-mapping", pair=pair)
        else:
            found[ours] = theirs
    return tuple((found | ({} if count_from is None else {"count_from": str(count_from)})).items())


# ----------------------------------------------------------------------------------------------- what commands write


def leave_line() -> None:
    """Go to a line of its own, where a terminal has just shown ^C."""
    if sys.stderr.isatty():
        sys.stderr.write("\n")


def say(*sentences: object) -> None:
    """Sentences for the user, on stderr."""
    from rich.console import Console

    for each in sentences:
        Console(stderr=True, highlight=False, soft_wrap=True).print(visible(str(each)), markup=False)
