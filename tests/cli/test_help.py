"""Help that a newcomer can read: no Python types, no summary that is cut off."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from anaphor.cli.corpus import app as corpus
from anaphor.cli.main import app

pytestmark = pytest.mark.slow


def commands(path: tuple[str, ...], command: Any) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands((*path, name), command.get_command(context, name))


PATHS = sorted(commands((), app))


def help_of(*path: str) -> str:
    made = CliRunner().invoke(app, [*path, "--help"], terminal_width=80, env={"COLUMNS": "80"})
    assert made.exit_code == 0
    return made.stdout


def test_help_speaks_no_python() -> None:
    pages = {" ".join(path) or "anaphor": help_of(*path) for path in PATHS}
    python = re.compile(r"list\[|<str>|<int>|<float>|\[\[|range>|NoneType")
    assert [name for name, page in pages.items() if python.search(page)] == []
    assert [name for name, page in pages.items() if "--interface" in page and "--interface <en|fr>" not in page] == []


def test_no_summary_is_cut_off() -> None:
    pages = (help_of(*path) for path in ((), *(path for path in PATHS if len(path) == 1)))
    listed = (line for page in pages for line in page.partition("Commands:\n")[2].splitlines())
    assert [line for line in listed if line.endswith(("...", "et al."))] == []


def test_the_former_name_of_newlines_still_works_and_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("Le chat dort\nLe chien court\n", "utf-8")
    said = []
    for option in ("--newlines", "--lines"):
        where = str(tmp_path / option.strip("-"))
        words = ["index", str(tmp_path / "text.txt"), "-o", where, option, "line", "--processes", "1", "--json"]
        made = CliRunner().invoke(corpus, words)
        assert made.exit_code == 0, made.output
        said.append('"sentences": 2' in made.stdout)
    assert said == [True, True]
    assert "--lines" not in help_of("corpus", "index")
