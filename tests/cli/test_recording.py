"""`--html` on every command that prints a table."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from anaphor.cli.main import app

pytestmark = pytest.mark.slow

SECRET = {("account", "add"), ("account", "key"), ("experiment", "invite")}


def leaves(command: object, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], set[str]]]:
    """Every command with the names of its options."""
    if not isinstance(command, click.Group):
        return [(path, {param.name or "" for param in getattr(command, "params", ())})]
    context = click.Context(command)
    return [
        each
        for name in command.list_commands(context)
        for each in leaves(command.get_command(context, name), (*path, name))
    ]


def test_every_command_that_prints_a_table_writes_a_report() -> None:
    found = leaves(app)
    assert len(found) > 30
    assert {path for path, options in found if "json" in options and "html" not in options} == SECRET


@pytest.mark.parametrize("path", sorted(SECRET), ids="-".join)
def test_a_password_a_key_or_a_link_of_somebodys_own_goes_into_no_page(path: tuple[str, ...], tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [*path, "x", "--html", str(tmp_path / "p.html")])
    assert done.exit_code != 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("r.html", '<table class="figures">'),
        ("r.md", "| name |"),
        ("r.tex", r"\begin{tabular}"),
    ],
)
def test_a_report_holds_what_was_printed(tmp_path: Path, name: str, sign: str) -> None:
    done = CliRunner().invoke(app, ["collection", "list", "--html", str(tmp_path / name)])
    assert done.exit_code == 0
    text = (tmp_path / name).read_text("utf-8")
    assert sign in text
    assert "anaphor-fr" in text
    assert "anaphor-fr" in done.stdout


def test_an_answer_of_no_has_a_report_too(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        "anaphor: 1\nname: w\nlanguage: fr\nschemas:\n  - id: vase\n"
        '    text: "Le vase ne rentre pas dans la valise parce qu\'[il] est trop {grand|petit}."\n'
        "    answers: [le vase, la valise]\n",
        "utf-8",
    )
    page = tmp_path / "r.md"
    done = CliRunner().invoke(app, ["collection", "check", str(wrong), "--html", str(page)])
    assert done.exit_code == 1
    assert "concord-gender" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--html", "r.doc"], "End the name in"),
        (["--html", "r.html", "--json"], "Leave one of"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["collection", "list", *arguments])
    assert done.stdout == ""
    assert said in str(done.exception)
    assert list(tmp_path.iterdir()) == []
