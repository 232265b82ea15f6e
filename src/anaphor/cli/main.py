"""`anaphor`: the command and its groups; every error becomes one clear sentence.

Little is imported here: what is loaded before `main` runs, nobody could stop without a traceback.
"""

import atexit
import gc
import io
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from click.shell_completion import ShellComplete, get_completion_class

from anaphor import __version__
from anaphor.errors import AnaphorError, RegistryError
from anaphor.text import Interface, attribute, interface_of_user, set_interface, text

_INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells give it: 128 and the number of the signal."""
_COMMANDS = {
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
"""Where each command is, in the order of the chain: a file is imported when its command is called."""
_COMPLETIONS = {
    "bash": (".bash_completions/anaphor.sh", ".bashrc"),
    "zsh": (".zfunc/anaphor.zsh", ".zshrc"),
    "fish": (".config/fish/completions/anaphor.fish", None),
}
"""Where a shell's completion is written below the home folder, and the file that must load it; fish finds it."""


class AnaphorGroup(click.Group):
    """`anaphor`: commands that are imported when they are needed."""

    code = "cli-help"
    """The message of the catalogue about it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; where it cannot be imported, one that says so: the others are left alone."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        try:
            return getattr(import_module(module), name)  # type: ignore[no-any-return]
        except Exception as error:  # whatever a broken installation raises: only this command is lost
            return _broken(cmd_name, error)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was asked for; where there is none, those that may be meant."""
        from anaphor.cli.command import ALIKE, refuse_command

        word = args[0]
        if self.get_command(ctx, word) is None and word[:1] != "-":
            groups = {
                name: found for name in _COMMANDS if isinstance(found := self.get_command(ctx, name), click.Group)
            }
            inside = [f"{name} {word}" for name, group in groups.items() if word in group.list_commands(ctx)]
            refuse_command(ctx, word, [*inside, *get_close_matches(word, _COMMANDS, cutoff=ALIKE)])
        return super().resolve_command(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the program is for."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text(self.code))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with their first sentences from the catalogue: nothing is imported for a list."""
        from anaphor.cli.command import first_sentence

        with formatter.section("Commands"):
            formatter.write_dl([(name, first_sentence(f"{name}-help")) for name in _COMMANDS])


def _broken(name: str, reason: Exception) -> click.Command:
    """A command that says why it cannot be imported, whatever arguments it is given."""

    def say_why() -> None:
        if isinstance(reason, AnaphorError):
            raise reason
        raise RegistryError("cli-broken-command", name=name, why=f"{type(reason).__name__}: {reason}") from reason

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(name, callback=say_why, context_settings=anything, add_help_option=False)


class ProgramOption(click.Option):
    """An option of `anaphor` itself, which does something else than run a command."""

    def __init__(self, name: str, act: Callable[[click.Context], None]) -> None:
        def run(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
            if wanted and not ctx.resilient_parsing:
                act(ctx)
                ctx.exit()

        super().__init__([f"--{name}"], is_flag=True, is_eager=True, expose_value=False, callback=run)

    @property
    def sentence(self) -> str | None:
        """What it does, from the catalogue."""
        return attribute(AnaphorGroup.code, self.opts[0].lstrip("-"))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Its line of the help page."""
        return self.opts[0], self.sentence or ""


def _print_version(ctx: click.Context) -> None:
    click.echo(f"anaphor {__version__}")


def _completion(ctx: click.Context) -> tuple[str, ShellComplete]:
    """The shell that the user has, and its completion."""
    shell = Path(os.environ.get("SHELL", "bash")).name
    made = get_completion_class(shell)
    if made is None:
        ctx.fail(text("cli-completion-no-shell", shell=shell, known=", ".join(_COMPLETIONS)))
    return shell, made(app, {}, "anaphor", "_ANAPHOR_COMPLETE")


def _show_completion(ctx: click.Context) -> None:
    click.echo(_completion(ctx)[1].source())


def _install_completion(ctx: click.Context) -> None:
    shell, completion = _completion(ctx)
    script, loader = _COMPLETIONS[shell]
    path = Path.home() / script
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(completion.source(), "utf-8")
    if loader:
        file, line = Path.home() / loader, f"source '{path}'"
        before = file.read_text("utf-8") if file.is_file() else ""
        if line not in before:
            file.write_text(f"{before}\n{line}\n", "utf-8")
    click.echo(text("cli-completion-installed", shell=shell, path=str(path)))


app = AnaphorGroup(
    "anaphor",
    no_args_is_help=True,
    params=[
        ProgramOption("version", _print_version),
        ProgramOption("install-completion", _install_completion),
        ProgramOption("show-completion", _show_completion),
    ],
)


def main() -> None:
    """Run the command; exit 0 done, 1 the answer is no, 2 bad input."""
    _begin()
    try:
        code = _run()
        sys.stdout.flush()
        sys.exit(code)
    except (click.Abort, KeyboardInterrupt):
        if sys.stderr.isatty():  # below the ^C
            sys.stderr.write("\n")
        _stop(text("cli-stopped"), _INTERRUPTED)
    except BrokenPipeError:
        _leave_reader()
    except SystemExit as stop:
        # rich makes an exit with code 1 of a broken pipe; here that code means "the answer is no".
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
    except click.UsageError as error:
        _stop_usage(error)
    except Exception:  # the last door: a user sees a sentence, the traceback goes to a file
        how: dict[str, Any] = {"encoding": "utf-8", "errors": "backslashreplace"}  # an argument may be no text
        with tempfile.NamedTemporaryFile("w", prefix="anaphor-bug-", suffix=".txt", delete=False, **how) as file:
            file.write(f"anaphor {__version__}\n{' '.join(sys.argv)}\n\n{traceback.format_exc()}")
        _stop(text("cli-bug", path=file.name), 2)


def _run() -> int:
    """The exit code of the command that was typed."""
    if "_ANAPHOR_COMPLETE" in os.environ:  # a shell asks what may come next
        app(prog_name="anaphor")
    try:
        with app.make_context("anaphor", sys.argv[1:]) as context:
            app.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return 0


def _stop_usage(error: click.UsageError) -> None:
    """Say what is wrong with the arguments, or show the help of a group that was given none."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    said = usage_sentence(error)
    if error.ctx is not None:
        usage = error.ctx.get_usage().partition(" ")[2]
        click.echo(text("cli-usage-usage", line=usage), err=True)
        click.echo(f"{text('cli-usage-try', command=f'{error.ctx.command_path} --help')}\n", err=True)
    click.echo(text("cli-usage-error", what=said), err=True)
    _print_error(said)
    sys.exit(2)


def usage_sentence(error: click.UsageError) -> str:
    """What is wrong with the arguments, in the language that is spoken."""
    if isinstance(error, click.NoSuchOption):
        near = ", ".join(sorted(error.possibilities or ()))
        code = "cli-usage-no-option-near" if near else "cli-usage-no-option"
        return text(code, given=error.option_name, near=near)
    if isinstance(error, click.BadOptionUsage) and error.ctx is not None:
        options = {name: option for option in error.ctx.command.params for name in option.opts}
        option = options.get(error.option_name)
        if option is None or getattr(option, "is_flag", False):
            return text("cli-usage-with-value", given=error.option_name)
        code = "cli-usage-no-value" if option.nargs == 1 else "cli-usage-no-values"
        return text(code, given=error.option_name, count=option.nargs)
    if isinstance(error, click.BadParameter) and error.param is not None:
        placed = isinstance(error.param, click.Argument)
        given = error.param.get_error_hint(error.ctx).strip("'") if placed else " / ".join(error.param.opts)
        if isinstance(error, click.MissingParameter):
            return text("cli-usage-missing-argument" if placed else "cli-usage-missing-option", given=given)
        return text("cli-usage-invalid", given=given, what=error.message)
    return error.format_message()


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
        click.echo(f"anaphor: {visible(sentence)}", err=True)
    sys.exit(code)
