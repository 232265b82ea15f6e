"""`anaphor`: the command and its groups; every error becomes one clear sentence.

Little is imported here: what is loaded before `main` runs, nobody could stop without a traceback.
"""

import atexit
import gc
import io
import json
import os
import re
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, ClassVar, get_args

import typer
import typer.main
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from anaphor import __version__
from anaphor.errors import AnaphorError, RegistryError
from anaphor.text import Interface, attribute, interface, interface_of_user, set_interface, speaking, text, words

_INTERRUPTED = 130
_ALIKE = 0.7
"""How much of a mistyped name must stand in the right order for a command to be suggested."""

# Commands whose libraries take a while to load: imported when they are called, or listed.
_LATE = {
    "demo": "anaphor.cli.report:demo",
    "collection": "anaphor.cli.collection:app",
    "read": "anaphor.cli.collection:read",
    "write": "anaphor.cli.serve:write",
    "corpus": "anaphor.cli.corpus:app",
    "audit": "anaphor.cli.audit:audit",
    "experiment": "anaphor.cli.experiment:app",
    "agreement": "anaphor.cli.agreement:app",
    "resolve": "anaphor.cli.resolve:resolve",
    "resolver": "anaphor.cli.resolve:resolver_app",
    "model": "anaphor.cli.resolve:model_app",
    "score": "anaphor.cli.score:score",
    "compare": "anaphor.cli.score:compare",
    "scale": "anaphor.cli.score:scale",
    "report": "anaphor.cli.report:report",
    "challenge": "anaphor.cli.challenge:app",
    "serve": "anaphor.cli.serve:serve",
    "account": "anaphor.cli.account:app",
}


class PlainCommand(TyperCommand):
    """A command that puts only those values to pydantic, which takes long to load, that are to be converted."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options and arguments, `--help` among them."""
        return [_quick(each) for each in super().get_params(ctx)]


class PlainGroup(TyperGroup):
    """A group that does the same with its own options."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options, `--help` among them."""
        return [_quick(each) for each in super().get_params(ctx)]


def _quick(parameter: Any) -> Any:
    """The parameter; a value that is what it should be already, such as a default or a word, is taken as it is."""
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    many = parameter.nargs == -1 or getattr(parameter, "multiple", False)
    part = next(iter(get_args(kind)), None) if many else kind

    def is_ready(value: Any) -> bool:
        if part is Path and isinstance(value, str):
            return os.access(value, os.R_OK) or not os.path.exists(value)
        return isinstance(part, type) and isinstance(value, part)

    def process_value(ctx: Any, value: Any) -> Any:
        given = () if value is None else value if many else (value,)
        if kind is None or (parameter.required and not given) or not all(map(is_ready, given)):
            return type(parameter).process_value(parameter, ctx, value)
        made = [Path(each) if part is Path else each for each in given]
        value = made if many and made else () if many else made[0] if made else None
        return parameter.callback(ctx, parameter, value) if parameter.callback else value

    parameter.process_value = process_value
    return parameter


class LateGroup(PlainGroup):
    """Commands, some of which are imported only when they are needed."""

    path: ClassVar[str] = "anaphor"
    """What is written before the names of its commands."""
    late: ClassVar[Mapping[str, str]] = _LATE
    """Where the commands are that are imported late."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands: those that are there, then the late ones in the order of the chain."""
        for name in self.late:
            self.get_command(ctx, name)
        return sorted(self.commands, key=lambda name: list(self.late).index(name) if name in self.late else -1)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now if that was put off."""
        if cmd_name in self.late and cmd_name not in self.commands:
            self.commands[cmd_name] = _imported(self.path, cmd_name, self.late[cmd_name], interface())
        return plain(super().get_command(ctx, cmd_name))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help, in the language that is spoken by now."""
        from anaphor.cli.command import explain

        explain(self, tuple(self.path.split()[1:]))
        super().format_help(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands with their help from the catalogue: nothing is imported for a list."""
        group = self.path.split()[1:]
        names = [*(name for name in self.commands if name not in self.late), *self.late]
        codes = [(name, "-".join([*group, "help", name]) if group else f"{name}-help") for name in names]
        with formatter.section("Commands"):
            helps = [(name, text(code).partition("\n")[0].partition(". ")[0]) for name, code in codes]
            formatter.write_dl([(name, f"{said.removesuffix('.')}.") for name, said in helps])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was asked for; where there is none, those that may be meant."""
        word = args[0] if args else ""
        if word and word[0] != "-" and not ctx.resilient_parsing and self.get_command(ctx, word) is None:
            # Commands of that name in the groups, then commands with a similar name, as they are typed.
            names = self.list_commands(ctx)
            groups = {name: found for name in names if isinstance(found := self.get_command(ctx, name), TyperGroup)}
            inside = [f"{name} {word}" for name, group in groups.items() if word in group.list_commands(ctx)]
            near = [f"{self.path} {each}" for each in (*inside, *get_close_matches(word, names, cutoff=_ALIKE))]
            if near:
                ctx.fail(f"No such command {word!r}. Did you mean {' or '.join(near)}?")
        return super().resolve_command(ctx, args)


class CollectionGroup(LateGroup):
    """The commands of `anaphor collection`."""

    path = "anaphor collection"
    late: ClassVar[Mapping[str, str]] = {}


@cache
def _imported(path: str, name: str, place: str, spoken: Interface) -> Any:
    """The command or group of that name, made once per language of its help; a broken one leaves the others alone."""
    module, _, attribute = place.partition(":")
    try:
        return _taken_up(path, name, getattr(import_module(module), attribute))
    except Exception as error:  # whatever a broken installation raises: only this command is lost
        reason = error  # Python forgets `error` at the end of this block

        def say_why() -> None:
            if isinstance(reason, AnaphorError):
                raise reason
            why = f"{type(reason).__name__}: {reason}"
            raise RegistryError("cli-broken-command", name=name, why=why) from reason

        say_why.__doc__ = f"(cannot be loaded: {type(error).__name__})"
        return _taken_up(path, name, say_why, anything=True)


def _taken_up(path: str, name: str, found: Any, *, anything: bool = False) -> Any:
    """A group or a function as a command, all with the same help; `anything`: it takes whatever arguments are given."""
    from anaphor.cli.command import explain, prepare

    # With a callback, a lone command stays a command of its group.
    holder = typer.Typer(rich_markup_mode=None, add_completion=False, callback=lambda: None)
    if isinstance(found, typer.Typer):
        holder.add_typer(found, name=name, cls=CollectionGroup if name == "collection" else PlainGroup)
    else:
        any_words = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}
        holder.command(name, context_settings=any_words if anything else None)(found)
    prepare(holder, path, PlainCommand)
    command = typer.main.get_group(holder).commands[name]
    return command if anything else explain(command, (*path.split()[1:], name))


app = typer.Typer(
    name="anaphor",
    cls=LateGroup,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"anaphor {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=attribute("cli-help", "version"))
    ] = False,
) -> None:
    """Write, audit and evaluate Winograd schemas, and the human judgements that validate them."""


def main() -> None:
    """Run the command; exit 0 done, 1 the answer is no, 2 bad input."""
    _begin()
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
        if code == _INTERRUPTED:  # what typer makes of Ctrl-C
            raise KeyboardInterrupt
        sys.exit(code)
    except (typer.Abort, KeyboardInterrupt):
        if sys.stderr.isatty():  # below the ^C
            sys.stderr.write("\n")
        _stop(text("cli-stopped"), _INTERRUPTED)
    except BrokenPipeError:
        _leave_reader()
    except SystemExit as stop:
        # typer makes an exit with code 1 of a broken pipe; here that code means "the answer is no".
        if isinstance(stop.__context__, BrokenPipeError):
            _leave_reader()
        raise
    except AnaphorError as error:
        _stop(error.sentence, 2)
    except OSError as error:
        _stop(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}.", 2)
    except MemoryError:
        _stop(text("cli-no-memory"), 2)
    except RecursionError:
        _stop(text("cli-too-deep"), 2)
    except Exception as error:  # the last door: a user sees a sentence, the traceback goes to a file
        # Wrong arguments show themselves; typer does not export their common class.
        if show := getattr(error, "show", None):
            show(said := io.StringIO())
            typer.echo("\n".join(map(_spoken, said.getvalue().split("\n"))), err=True, nl=False)
            _print_error(_spoken(getattr(error, "format_message", error.__str__)().partition("\n")[0]))
            sys.exit(2)
        how: dict[str, Any] = {"encoding": "utf-8", "errors": "backslashreplace"}  # an argument may be no text
        with tempfile.NamedTemporaryFile("w", prefix="anaphor-bug-", suffix=".txt", delete=False, **how) as file:
            file.write(f"anaphor {__version__}\n{' '.join(sys.argv)}\n\n{traceback.format_exc()}")
        _stop(text("cli-bug", path=file.name), 2)


def _spoken(said: str) -> str:
    """A line of typer's in the language that is spoken; the English catalogue has its sentences, and what varies."""
    with speaking(Interface.EN):
        known = words("cli-usage-")
    for name, sentence in sorted(known.items(), key=lambda each: -len(each[1])):  # the most particular first
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(sentence))
        if found := re.fullmatch(pattern, said):
            values = {field: _spoken(value) if field == "what" else value for field, value in found.groupdict().items()}
            return text(f"cli-usage-{name.replace('_', '-')}", **values)
    return said


def _begin() -> None:
    """Open what is written to, and choose the language."""
    gc.set_threshold(100_000)  # many records without circles, soon over: they are not gone through again and again
    atexit.register(gc.freeze)  # nor at the end, where all that they hold is given back anyway
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "18")  # threads of numpy wait asleep, not on a busy processor
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: there is nobody to tell
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # open until the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file name can hold bytes that are no text; they are shown, and JSON stays JSON.
        sys.stdout.reconfigure(errors="backslashreplace")
    # Help and errors are in the language of `--interface`, or in the one that the user's environment asks for.
    words = [part for word in sys.argv for part in (word.split("=", 1) if word.startswith("--interface=") else [word])]
    asked = [wanted for word, wanted in pairwise(words) if word == "--interface" and wanted in list(Interface)]
    set_interface(asked[0] if asked else interface_of_user())


def _leave_reader() -> None:
    """End well when the reader of our output went away (`| head`): there is nobody left to tell."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(0)


def _print_error(sentence: str) -> None:
    with suppress(OSError):
        if "--json" in sys.argv:
            sys.stdout.write(json.dumps({"error": sentence}, ensure_ascii=False) + "\n")
            sys.stdout.flush()


def _stop(sentence: str, code: int) -> None:
    from anaphor.text import visible

    if code == 2:
        _print_error(sentence)
    with suppress(OSError):
        typer.echo(f"anaphor: {visible(sentence)}", err=True)
    sys.exit(code)


def plain(command: Any) -> Any:
    """The command, its options and arguments described in plain words; those of a group likewise."""
    if isinstance(command, TyperGroup):
        for each in command.commands.values():
            plain(each)
    for parameter in getattr(command, "params", ()):
        if isinstance(parameter, TyperOption) and not parameter.is_flag and (kind := _kind(parameter)):
            parameter.metavar = f"<{kind}>"
        elif isinstance(parameter, TyperArgument):
            # typer prints `<list[Path]>` here; an argument's name and help say what it is
            setattr(parameter, "display_type_rich", lambda ctx: None)  # noqa: B010  # mypy forbids the assignment
    return command


def _kind(option: TyperOption) -> str | None:
    """What an option takes; None where it says so itself, or where typer lists the choices."""
    if "--interface" in option.opts:
        return "en|fr"
    described = getattr(option, "type_descriptor", None)
    if option.metavar is not None or described is None:
        return None
    kind = (get_args(described.annotation) or (described.annotation,))[0]
    if described.is_path or described.is_file or getattr(kind, "__name__", "") == "Path":
        return "path"
    return {str: "text", int: "number", float: "number"}.get(kind)
