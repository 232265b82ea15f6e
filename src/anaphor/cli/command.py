"""How a function becomes a command: its options from what its parameters declare, its help from the catalogue.

A command's function takes settings records, of which every field becomes an option (`anaphor.parameters`), and
parameters of its own: `Annotated[Path, Argument("FILE")]`, or an option. It returns a `Section`, or `Shown` with an
exit code, and gets here: `--interface`, `--json`, and unless it returns a `Secret` `--html`, `--md` and `--tex`. What
it returns is printed, or written as a document, in one place.
"""

import inspect
import json
import sys
import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import click
from click.core import ParameterSource

from anaphor import report as documents
from anaphor.errors import InputError, command_at_work
from anaphor.parameters import Declaration, Parameter, declarations, declared, is_record
from anaphor.result import Result
from anaphor.section import Report, Section
from anaphor.text import Interface, set_interface, text, visible

InterfaceOption = Annotated[str | None, Parameter(metavar="<en|fr>")]
_REPORTS = {"html": (".html", ".htm", ".md", ".tex"), "md": (".md",), "tex": (".tex",)}
"""Options that write a report, and how the names of what they write end; `--html` also takes the other two."""
_OWN_REPORT = (
    "agreement measure",
    "agreement reproduce",
    "audit",
    "experiment analyse",
    "score",
)
"""Commands whose report is more than what they print: these write it beside `--json` too."""
ALIKE = 0.7
"""How much of a mistyped name must stand in the right order for a command to be suggested."""
_KIND_NAMES = {str: "text", int: "number", float: "number", Path: "path"}


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


@dataclass(frozen=True, slots=True)
class Argument:
    """Marks a parameter that is given by its place; it is called so in help."""

    metavar: str | None = None


@dataclass(frozen=True, slots=True)
class Without:
    """Marks a settings record of which the command has no options for one group of its parameters."""

    record: type


def with_page(
    section: Section, found: Result, *, title: str | None = None, code: int = 0, details: bool = False
) -> Shown:
    """A section to print, and for documents the result's own, which has the figures too."""
    called = title or section.title
    page = Report(title=called, sections=(found.section,))
    return Shown(section=section, code=code, details=details, report=lambda: page)


# --------------------------------------------------------------------------------------------- options and arguments


class TypedWord(click.ParamType[Any]):
    """What a word of the command line becomes, and what is said of one that cannot."""

    def __init__(self, declaration: Declaration) -> None:
        self.kind, self.limits = declaration.kind, declaration.parameter
        choices = self.kind if issubclass(self.kind, StrEnum) else ()
        self.choices = [str(choice) for choice in choices]
        self.name = "|".join(self.choices) or _KIND_NAMES.get(self.kind, "text")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value, within its limits."""
        if self.choices and value not in self.choices:
            self.fail(text("cli-usage-choice", given=value, choices=", ".join(map(repr, self.choices))), param, ctx)
        if self.kind not in (int, float):
            return self.kind(value)
        try:
            number = float(value)
        except ValueError:
            self.fail(text("cli-usage-integer" if self.kind is int else "cli-usage-number"), param, ctx)
        if self.kind is int:
            try:
                number = int(value)
            except ValueError:
                if not number.is_integer():
                    self.fail(text("cli-usage-integer"), param, ctx)
                number = int(number)
        if self.limits.least is not None and not number >= self.limits.least:
            self.fail(text("cli-usage-least", least=f"{self.limits.least:g}"), param, ctx)
        if self.limits.most is not None and not number <= self.limits.most:
            self.fail(text("cli-usage-most", most=f"{self.limits.most:g}"), param, ctx)
        return number

    @property
    def range(self) -> str | None:
        """The limits as help shows them."""
        least, most = (None if end is None else f"{end:g}" for end in (self.limits.least, self.limits.most))
        if least is None or most is None:
            return f"x>={least}" if least else f"x<={most}" if most else None
        return f"{least}<=x<={most}"


def _help_record(name: str, words: str | None, extras: Iterable[str | None]) -> tuple[str, str]:
    """A line of a help page: what to type, and what it does, with its default, its limits, and whether it must be."""
    extra = "; ".join(filter(None, extras))
    return name, "  ".join(filter(None, (words, f"[{extra}]" if extra else None)))


class Option(click.Option):
    """An option made from a declaration."""

    def __init__(self, declaration: Declaration, code: str) -> None:
        self.declaration, self.code = declaration, code
        word = TypedWord(declaration)
        is_flag = declaration.kind is bool
        flags = ["/".join(declaration.flags)] if is_flag else declaration.flags
        more: dict[str, Any] = {} if is_flag else {"type": word, "multiple": declaration.repeated}
        if not declaration.is_required:
            more["default"] = None  # what is not said is left to the declaration
        super().__init__(
            [declaration.name, *flags],
            is_flag=is_flag,
            nargs=declaration.count,
            required=declaration.is_required,
            metavar=declaration.parameter.metavar or (None if is_flag else f"<{word.name}>"),
            hidden=declaration.parameter.hidden,
            envvar=declaration.parameter.variable,
            **more,
        )
        self.range = None if is_flag else word.range

    @property
    def sentence(self) -> str | None:
        """What it does, from the catalogue."""
        return self.declaration.sentence(self.code)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Its line of the help page; None where it is hidden."""
        if self.hidden:
            return None
        name = ", ".join(sorted(self.opts, key=lambda flag: flag.startswith("--")))
        name = " / ".join([name, *self.secondary_opts]) if self.is_flag else f"{name} {self.metavar}"
        variable = f"env var: {self.envvar}" if self.envvar else None
        required = "required" if self.required else None
        return _help_record(name, self.sentence, (variable, self._default_shown(), self.range, required))

    def _default_shown(self) -> str | None:
        default = self.declaration.default
        if default in (None, MISSING, "", ()) or (self.is_flag and not self.secondary_opts):
            return None
        if self.is_flag:
            default = (self.opts if default else self.secondary_opts)[0].lstrip("-")
        shown = ", ".join(map(str, default)) if isinstance(default, tuple) else default
        return f"default: {shown}"


class PlacedArgument(click.Argument):
    """An argument made from a declaration."""

    def __init__(self, declaration: Declaration, code: str, metavar: str | None) -> None:
        self.declaration, self.code, self.called = declaration, code, metavar or declaration.name
        more: dict[str, Any] = {} if declaration.is_required else {"default": None}
        super().__init__(
            [declaration.name],
            type=TypedWord(declaration),
            nargs=-1 if declaration.repeated else 1,
            **more,
            required=declaration.is_required,
            metavar=metavar,
        )
        self.named = metavar is not None

    @property
    def sentence(self) -> str | None:
        """What it is, from the catalogue."""
        return self.declaration.sentence(self.code)

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        """`{FILE}`, `[FILE]` where it may be left out, with `...` where there may be several."""
        shown = f"{{{self.called}}}" if self.required else f"[{self.called}]"
        return [f"{shown}..." if self.nargs != 1 else shown]

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """What it is called in errors."""
        return f"'{self.called}'"

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Its line of the help page."""
        name = f"{self.called}..." if self.nargs != 1 and not self.named else self.called
        default = self.declaration.default
        shown = None if default in (None, MISSING, ()) else f"default: {default}"
        return _help_record(name, self.sentence, (shown, "required" if self.required else None))


# ------------------------------------------------------------------------------------------------ commands and groups


class _Helped(click.Command):
    """What has a help page: arguments stand before options, and sentences come from the catalogue when it is shown."""

    path: tuple[str, ...]

    @property
    def code(self) -> str:
        """The message of the catalogue about it: `audit-help`, `agreement-help-measure`."""
        return "-".join((self.path[0], "help", *self.path[1:])) if self.path else "cli-help"

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text(self.code))

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The arguments, each with its sentence."""
        rows = [each.get_help_record(ctx) for each in self.params if isinstance(each, PlacedArgument)]
        if rows:
            with formatter.section("Arguments"):
                formatter.write_dl(rows)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence about it, for lists and completion."""
        return first_sentence(self.code)


def first_sentence(code: str) -> str:
    """The first sentence of a message."""
    return f"{text(code).partition(chr(10))[0].partition('. ')[0].removesuffix('.')}."


class Command(_Helped):
    """A function as a command."""

    def __init__(self, path: tuple[str, ...], work: Callable[..., Any]) -> None:
        super().__init__(path[-1])
        self.path, self.work = path, work
        hints = typing.get_type_hints(work, include_extras=True)
        returned = hints.get("return")
        self.shows = inspect.isclass(returned) and issubclass(returned, Section | Shown)
        self.records: dict[str, type] = {}
        """The settings records that the function takes, by the names of its parameters."""
        for name, parameter in inspect.signature(work).parameters.items():
            self._take(name, hints[name], MISSING if parameter.default is parameter.empty else parameter.default)
        self.added: dict[str, Any] = {"interface": InterfaceOption}
        if self.shows:
            files = {} if returned is Secret else dict.fromkeys(_REPORTS, Path | None)
            self.added |= {**files, "json": bool}
        flags = {flag for each in self.params for flag in each.opts}
        self.added = {name: kind for name, kind in self.added.items() if f"--{name}" not in flags}
        for name, kind in self.added.items():
            self.params.append(Option(declared(name, kind, False if name == "json" else None), self.code))

    def _take(self, name: str, annotation: Any, default: Any) -> None:
        if name == "json":  # every command that shows something has it; some must know
            return
        notes = getattr(annotation, "__metadata__", ())
        record = getattr(annotation, "__origin__", annotation)
        if is_record(record):
            self.records[name] = record
            left_out = {each.name for note in notes if isinstance(note, Without) for each in declarations(note.record)}
            self.params += [Option(each, self.code) for each in declarations(record) if each.name not in left_out]
            return
        marked = [note for note in notes if isinstance(note, Argument)]
        declaration = declared(name, annotation, default)
        placed = [PlacedArgument(declaration, self.code, note.metavar) for note in marked]
        self.params += placed or [Option(declaration, self.code)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; what is wrong with it is said with the command's usage, in the language spoken."""
        ctx.allow_extra_args = True  # they are refused below, in the language that is spoken
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        if rest and not ctx.resilient_parsing:
            ctx.fail(text("cli-usage-extra", given=" ".join(rest)))
        return rest

    def invoke(self, ctx: click.Context) -> None:
        """Run the function with what was typed, and show what it returns."""
        with command_at_work():
            self._set_language(ctx)
            targets = self._reports(ctx)
            found = self.work(**self._arguments(ctx))
            if self.shows:
                shown = found if isinstance(found, Shown) else Shown(section=found)
                self._show(ctx, shown, targets)
                if shown.code:
                    ctx.exit(shown.code)

    def _arguments(self, ctx: click.Context) -> dict[str, Any]:
        """What the function takes: records and values; what nobody typed is as declared."""
        typed = {
            each.name: _value(each, ctx.params[each.name])
            for each in self.params
            if isinstance(each, Option | PlacedArgument) and is_typed(ctx, each.name)
        }
        arguments: dict[str, Any] = {}
        for name in inspect.signature(self.work).parameters:
            if record := self.records.get(name):
                said = {each.name: typed[each.name] for each in declarations(record) if each.name in typed}
                arguments[name] = record(**said)
            elif name in typed or name == "json":
                arguments[name] = typed.get(name, False)
        return arguments

    def _set_language(self, ctx: click.Context) -> None:
        option = next(each for each in self.params if "--interface" in each.opts)
        if wanted := ctx.params[option.name or ""]:
            if wanted not in list(Interface):
                raise InputError("cli-unknown-interface", interface=wanted)
            set_interface(wanted)

    def _reports(self, ctx: click.Context) -> list[Path]:
        """Where reports are to be written; that they can be is checked before anything is computed."""
        wanted = [(name, ctx.params[name]) for name in _REPORTS if name in self.added and ctx.params.get(name)]
        for name, path in wanted:
            documents.check_ending(path, _REPORTS[name])
        called = " ".join(self.path)
        if wanted and "json" in self.added and ctx.params.get("json") and called not in _OWN_REPORT:
            raise InputError("cli-json-and-report", command=f"anaphor {called}")
        return [path for _, path in wanted]

    def _show(self, ctx: click.Context, shown: Shown, targets: Sequence[Path]) -> None:
        if ctx.params.get("json"):
            document = json.dumps(shown.section.document, ensure_ascii=False, indent=2, allow_nan=False)
            sys.stdout.write(f"{document}\n")
        else:
            documents.print_section(shown.section, details=shown.details, more=None if shown.details else shown.more)
        for path in targets:
            report = shown.report() if shown.report else Report(title=shown.section.title, sections=(shown.section,))
            documents.write_report(report, path, made=f"anaphor {' '.join(self.path)}")
            say(text("cli-report-written", path=str(path)))


def is_typed(ctx: click.Context, name: str) -> bool:
    """Whether somebody gave this argument or option, rather than leave it as it is declared."""
    return ctx.get_parameter_source(name) in (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


def _value(parameter: Option | PlacedArgument, words: Any) -> Any:
    """The value of an option or an argument; `--no-tables` alone is how tables are switched off."""
    declaration = parameter.declaration
    if declaration.kind is bool and declaration.flags[0].startswith("--no-") and declaration.default is True:
        return not words
    return declaration.value(words)


def refuse_command(ctx: click.Context, word: str, near: list[str]) -> None:
    """Say that there is no such command, and which may be meant."""
    if not ctx.resilient_parsing:
        path = " ".join(["anaphor", *ctx.command_path.split()[1:]])
        names = text("cli-usage-or").join(f"{path} {name}" for name in near)
        ctx.fail(text("cli-usage-no-command-near" if near else "cli-usage-no-command", given=word, near=names))


class Group(_Helped, click.Group):
    """Commands that belong together: `@group.command()` adds a function."""

    def __init__(self, *path: str) -> None:
        click.Group.__init__(self, path[-1] if path else None, no_args_is_help=True)
        self.path = path

    def command(self, name: str | None = None) -> Callable[[Callable[..., Any]], Command]:  # type: ignore[override]
        """Add a function as a command of the group; it is called as the function unless a name is given."""

        def add(work: Callable[..., Any]) -> Command:
            made = Command((*self.path, name or work.__name__.strip("_").replace("_", "-")), work)
            self.add_command(made)
            return made

        return add

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was asked for; where there is none, those that may be meant."""
        if args[0] not in self.commands and args[0][:1] != "-":
            refuse_command(ctx, args[0], get_close_matches(args[0], self.commands, cutoff=ALIKE))
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of its commands, as they stand in the file."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Its commands, each with its first sentence."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, first_sentence(self.code_of(name))) for name in self.list_commands(ctx)])

    def code_of(self, name: str) -> str:
        """The message about one of its commands."""
        return "-".join([*self.path, "help", name]) if self.path else f"{name}-help"


def command(*path: str) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command of its own, such as `anaphor audit`."""
    return lambda work: Command(path, work)


# ----------------------------------------------------------------------------------------------- what commands write


def leave_line() -> None:
    """Go to a line of its own, where a terminal has just shown ^C."""
    if sys.stderr.isatty():
        sys.stderr.write("\n")


def say(*sentences: object) -> None:
    """Sentences for the user, on stderr."""
    from rich.console import Console

    for sentence in sentences:
        Console(stderr=True, highlight=False, soft_wrap=True).print(visible(str(sentence)), markup=False)
