"""The documentation says what the code does."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
import typer
import typer.main
from typer.core import TyperGroup

from anaphor.cli.main import app

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    """The program that makes the reference pages."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_pages_are_what_the_code_would_make(generator: ModuleType) -> None:
    assert generator.stale() == [], "run: make docs"


def _commands(command: object, path: str) -> set[str]:
    if not isinstance(command, TyperGroup):
        return {path}
    command.list_commands(typer.Context(command))
    return {path} | {each for name, sub in command.commands.items() for each in _commands(sub, f"{path} {name}")}


def test_every_command_named_in_the_readme_exists() -> None:
    known = _commands(typer.main.get_command(app), "anaphor")
    text = (ROOT / "README.md").read_text("utf-8") + (ROOT / "docs" / "collection.md").read_text("utf-8")
    named = set(re.findall(r"anaphor (?:collection \w+|agreement \w+|read|demo)", text))
    assert named
    assert named <= known


def test_every_command_has_help_that_begins_with_a_verb() -> None:
    for path in _commands(typer.main.get_command(app), "anaphor"):
        command: object = typer.main.get_command(app)
        for name in path.split()[1:]:
            assert isinstance(command, TyperGroup)
            command = command.get_command(typer.Context(command), name)
        text = getattr(command, "help", None)
        assert text, path
        assert text[0].isupper(), path


def test_every_licence_file_is_there_and_every_licence_has_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = [(ROOT / name).read_text("utf-8") for name in project["license-files"]]
    assert len(texts) == len(project["license"].split(" AND "))
    for sign in ("Apache License", "CC BY 4.0", "CC BY-SA 4.0"):
        assert any(sign in text for text in texts), sign
