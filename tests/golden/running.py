"""One command of the CLI, or a script, run within this process: what it wrote, and how it ended."""

import hashlib
import io
import itertools
import os
import secrets
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from anaphor.cli.main import main

_FIXED = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb", "LANG": "C", "LC_ALL": "C", "TZ": "UTC"}
_OF_THE_USER = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
_UNWANTED = ("FORCE_COLOR", "CI", "PYTEST_CURRENT_TEST", "LANGUAGE")


@dataclass(frozen=True)
class Outcome:
    """What a command did: its exit code, both outputs as they came, and the folder in which it worked."""

    code: int
    stdout: str
    stderr: str
    folder: Path


def run_command(argv: Sequence[str], folder: Path, *, home: Path, stdin: str = "", foreseen: bool = True) -> Outcome:
    """Run `anaphor` with these arguments in a folder; nothing of the user's own files or settings is seen.

    Within this process, since a start of the interpreter costs more than most commands do. With `foreseen`, what the
    command draws in secret is the same in every run.
    """
    stdout, stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    environment = {**_FIXED, **dict.fromkeys(_OF_THE_USER, str(home))}
    with _working_in(folder), _environment(environment), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as for a user: warnings of libraries are not shown
        with (
            patch.object(sys, "argv", ["anaphor", *argv]),
            patch.object(sys, "stdin", io.StringIO(stdin)),
            patch.object(sys, "stdout", stdout),
            patch.object(sys, "stderr", stderr),
            patch.object(secrets, "token_hex", _foreseen() if foreseen else secrets.token_hex),
            _started_as_program(),
        ):
            code = _exit_code()
    return Outcome(code, _written(stdout), _written(stderr), folder)


def run_script(code: str, folder: Path, *, name: str = "script.py") -> tuple[str, str]:
    """Run a script in a folder within this process, where a warning is an error: what it wrote to both outputs."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with _working_in(folder), warnings.catch_warnings(), redirect_stdout(stdout), redirect_stderr(stderr):
        warnings.simplefilter("error")
        exec(compile(code, name, "exec"), {"__name__": "__main__"})
    return stdout.getvalue(), stderr.getvalue()


def _foreseen() -> Callable[..., str]:
    """What is drawn in place of secrets: the orders and draws of a challenge are then the same in every run."""
    numbers = itertools.count()
    return lambda nbytes=32: hashlib.sha512(str(next(numbers)).encode()).hexdigest()[: 2 * nbytes]


def _exit_code() -> int:
    try:
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return 0


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    held = stream.detach()
    assert isinstance(held, io.BytesIO)
    return held.getvalue().decode("utf-8")


@contextmanager
def _started_as_program() -> Iterator[None]:
    """Usage lines name the program that was started: let it be `anaphor`, not the program that runs the tests."""
    before = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = before


@contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _environment(settings: Mapping[str, str]) -> Iterator[None]:
    with patch.dict(os.environ, settings):
        for name in _UNWANTED:
            os.environ.pop(name, None)
        yield
