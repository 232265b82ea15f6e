"""The real command in a process of its own: exit codes, one sentence for every error, and clean pipes."""

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner

from anaphor.cli.main import app, main
from anaphor.report.terminal import console, print_table
from anaphor.text import speaking

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-m", "anaphor"]
GOOD = """\
anaphor: 1
name: good
language: fr
licence: CC0-1.0
problems:
  - id: a
    text: "Léa a prêté son vélo à Zoé, car [elle] n'en avait plus besoin."
    candidates: [Léa, Zoé]
    answer: Léa
"""
COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-9]")


def anaphor(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder; what it leaves in a temporary folder would be found there too."""
    environment = {**os.environ, "ANAPHOR_CACHE": str(cwd / "cache"), "TMPDIR": str(cwd), **environment}
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD, "utf-8")
    return path


def test_the_installed_command_and_the_module_are_one_thing(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("anaphor")
    assert script.is_file()
    printed = subprocess.run([script, "--version"], capture_output=True, text=True, check=True).stdout
    assert printed == anaphor("--version", cwd=tmp_path).stdout == f"anaphor {version('anaphor')}\n"


def test_done_is_exit_code_0_with_data_alone_on_stdout(good: Path) -> None:
    run = anaphor("collection", "show", good, "--json", cwd=good.parent)
    card = json.loads(run.stdout)
    assert (run.returncode, run.stderr) == (0, "")
    assert {key: card[key] for key in ("name", "language", "schemas", "problems", "items", "licence")} == {
        "name": "good",
        "language": "fr",
        "schemas": 0,
        "problems": 1,
        "items": 1,
        "licence": "CC0-1.0",
    }
    assert re.fullmatch("[0-9a-f]{16}", card["fingerprint"])


def test_the_answer_no_is_exit_code_1(good: Path) -> None:
    other = good.with_name("other.yaml")
    other.write_text(GOOD.replace("son vélo", "sa voiture"), "utf-8")
    run = anaphor("collection", "diff", good, other, "--json", cwd=good.parent)
    assert run.returncode == 1
    assert [change["change"] for change in json.loads(run.stdout)["changes"]] == ["reworded"]
    assert anaphor("collection", "diff", good, good, cwd=good.parent).returncode == 0


BROKEN: dict[str, list[str]] = {
    "a name that is not known": ["collection", "show", "anaphor-fe"],
    "a file that is not there": ["collection", "show", "nowhere.yaml"],
    "a file that is broken": ["collection", "show", "broken.yaml"],
    "a format that is not known": ["collection", "show", "good.yaml", "--format", "nativ"],
    "a language that is not there": ["collection", "show", "good.yaml", "--language", "pt"],
    "an output that cannot be": ["collection", "convert", "good.yaml", "-o", "nowhere/x.jsonl"],
    "an ending that says nothing": ["collection", "convert", "good.yaml", "-o", "x.txt"],
    "an address that is none": ["collection", "get", "knowref", "--address", "nonsense"],
    "a name with bytes that are no text": ["collection", "show", "a\udcff.yaml"],
}


@pytest.mark.parametrize("arguments", BROKEN.values(), ids=BROKEN)
def test_bad_input_is_exit_code_2_and_one_sentence(good: Path, arguments: list[str]) -> None:
    good.with_name("broken.yaml").write_text(GOOD.replace("answer: Léa", "answer: Max"), "utf-8")
    run = anaphor(*arguments, cwd=good.parent)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("anaphor: ")
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr
    assert "bug" not in run.stderr


def test_an_error_names_file_line_and_field_and_what_to_do(good: Path) -> None:
    good.write_text(GOOD.replace("[elle]", "[elle"), "utf-8")
    run = anaphor("collection", "show", "good.yaml", cwd=good.parent)
    assert run.stderr == (
        "anaphor: good.yaml:7, field problems[1].text: a [ is never closed. "
        "Write \\[ for a bracket that is part of the text.\n"
    )


@pytest.mark.parametrize(
    "arguments", [["collection", "show", "nowhere.yaml"], ["collection", "show"], ["collection", "show", "x", "--nope"]]
)
def test_with_json_an_error_is_a_document_on_stdout_too(tmp_path: Path, arguments: list[str]) -> None:
    run = anaphor(*arguments, "--json", cwd=tmp_path, PYTHONIOENCODING="utf-8:strict")
    assert run.returncode == 2
    assert set(json.loads(run.stdout)) == {"error"}
    assert json.loads(run.stdout)["error"].rstrip(".") in run.stderr


@pytest.mark.parametrize("arguments", [["shw"], ["collection", "shw"], ["collection", "show"], ["--nope"]])
def test_a_wrong_command_line_is_exit_code_2_and_points_to_help(tmp_path: Path, arguments: list[str]) -> None:
    run = anaphor(*arguments, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert "--help" in run.stderr
    assert "Traceback" not in run.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [[], ["collection"]])
def test_a_group_without_a_command_shows_its_help(tmp_path: Path, arguments: list[str]) -> None:
    run = anaphor(*arguments, cwd=tmp_path)
    assert "Usage: " in run.stdout + run.stderr
    assert "Commands:" in run.stdout + run.stderr


def test_the_error_of_a_strange_file_name_is_json_in_a_strict_terminal(tmp_path: Path) -> None:
    run = anaphor("collection", "show", "a\udcff.yaml", "--json", cwd=tmp_path, PYTHONIOENCODING="utf-8:strict")
    assert run.returncode == 2
    assert "there is no such file" in json.loads(run.stdout)["error"]


def test_brackets_in_a_title_are_shown_as_they_are(good: Path) -> None:
    good.write_text(GOOD.replace("licence: CC0-1.0", "title: '[/x] [red]a'"), "utf-8")
    run = anaphor("collection", "show", "good.yaml", cwd=good.parent)
    assert run.returncode == 0
    assert "[/x] [red]a" in run.stdout


def on_a_terminal(cwd: Path, *arguments: str, **environment: str) -> str:
    """What the command shows on a terminal."""
    controller, terminal = pty.openpty()
    names = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment = {**names, "TERM": "xterm-256color", "COLUMNS": "200", **environment}
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=cwd, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    )
    os.close(terminal)
    shown = b""
    try:
        while piece := os.read(controller, 65536):
            shown += piece
    except OSError:  # a terminal whose last user has left reads as an error on Linux
        pass
    os.close(controller)
    process.wait(60)
    return shown.decode()


def test_a_terminal_gets_colours_and_none_with_no_color(good: Path) -> None:
    arguments = ("collection", "show", "good.yaml", "--items")
    assert COLOUR.search(on_a_terminal(good.parent, *arguments))
    plain = on_a_terminal(good.parent, *arguments, NO_COLOR="1")
    assert "Léa a prêté" in plain
    assert not COLOUR.search(plain)


def test_a_pipe_gets_no_colours(good: Path) -> None:
    assert "\x1b" not in anaphor("collection", "show", good, "--items", cwd=good.parent).stdout


@pytest.mark.parametrize("form", [["--items"], ["--items", "--json"]])
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, form: list[str]) -> None:
    process = subprocess.Popen(
        [*COMMAND, "collection", "show", "anaphor-fr", *form],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), errors) == (0, "")


def test_ctrl_c_is_one_sentence_and_exit_code_130(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(30)
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        environment = {**os.environ, "ANAPHOR_CACHE": str(tmp_path), "no_proxy": "127.0.0.1"}
        process = subprocess.Popen(
            [*COMMAND, "collection", "get", "knowref", "--address", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        connection, _ = silent.accept()
        with connection:
            process.send_signal(signal.SIGINT)
            printed, errors = process.communicate(timeout=60)
    assert (process.returncode, printed) == (130, "")
    assert errors == "anaphor: Stopped.\n"


def test_a_bug_is_one_sentence_and_its_traceback_goes_to_a_file(tmp_path: Path) -> None:
    # A format of another package that breaks while reading: the house cannot know what it will raise.
    (tmp_path / "buggy.py").write_text(
        "class Buggy:\n    name = title = 'buggy'\n"
        "    def read(self, source, settings):\n        raise KeyError('oops')\nBUGGY = Buggy()\n"
    )
    information = tmp_path / "buggy-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: buggy\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[anaphor.formats]\nbuggy = buggy:BUGGY\n")
    (tmp_path / "data").write_text("x")
    run = anaphor("collection", "show", "data", "--format", "buggy", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    sentence = re.fullmatch(r"anaphor: This is a bug in anaphor\. Please report it with the file (\S+)\n", run.stderr)
    assert run.returncode == 2
    assert sentence
    assert "KeyError: 'oops'" in Path(sentence[1]).read_text("utf-8")


BREAKING = """
import sys
sys.modules["anaphor.cli.audit"] = None  # as if a library that it needs were gone
sys.argv = ["anaphor", *sys.argv[1:]]
from anaphor.cli.main import main
main()
"""


def broken_anaphor(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command in an installation in which `audit` cannot be imported."""
    return subprocess.run(
        [sys.executable, "-c", BREAKING, *arguments], cwd=cwd, capture_output=True, text=True, check=False, timeout=60
    )


def test_a_command_that_cannot_be_imported_leaves_the_others_alone(tmp_path: Path) -> None:
    listed = broken_anaphor("--help", cwd=tmp_path)
    assert listed.returncode == 0
    assert re.search(r"^  audit +Say whether", listed.stdout, re.MULTILINE)  # nothing is imported for a list
    assert re.search(r"^  score +Score runs", listed.stdout, re.MULTILINE)
    assert broken_anaphor("score", "--counts", "4", "2", "1", cwd=tmp_path).returncode == 0
    run = broken_anaphor("audit", "anaphor-en", "--json", "--anything", cwd=tmp_path)
    assert run.returncode == 2
    assert run.stderr.startswith("anaphor: the command audit cannot be loaded (ModuleNotFoundError: ")
    assert run.stderr.count("\n") == 1
    assert "cannot be loaded" in json.loads(run.stdout)["error"]


HELP_MAY_LOAD = {"anaphor", "click", "lazy_loader"}
"""All that a help page may import beside the standard library: what a command computes with is loaded when it runs."""
SHOWING_HELP = """
import contextlib, io, sys
from anaphor.cli.main import app
import click

def show(command, path):
    with contextlib.redirect_stdout(io.StringIO()) as shown, contextlib.suppress(SystemExit):
        app([*path, "--help"], prog_name="anaphor")
    assert "Usage" in shown.getvalue(), path
    if isinstance(command, click.Group):
        for name in command.list_commands(None):
            show(command.get_command(None, name), [*path, name])

show(app, [])
known = sys.stdlib_module_names | {"__main__"}
files = {name.partition(".")[0]: getattr(each, "__file__", None) for name, each in list(sys.modules.items())}
print(*(name for name, file in files.items() if file and name not in known and not name.startswith("_")))
"""


def test_help_pages_load_only_what_is_listed() -> None:
    run = subprocess.run([sys.executable, "-c", SHOWING_HELP], capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) == HELP_MAY_LOAD


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        (
            "collection check anaphor-fr",
            {"numpy", "scipy", "pydantic", "msgspec", "simplemma", "anaphor.collection.formats.gap"},
        ),
        ("agreement measure labels.csv", {"scipy.stats", "pydantic", "matplotlib"}),
        ("audit anaphor-fr", {"scipy.stats", "matplotlib", "sqlalchemy"}),
        ("collection show anaphor-fr", {"numpy", "pydantic", "simplemma"}),
        ("resolve anaphor-fr --with lstm -o run.jsonl", {"pydantic", "scipy", "torch", "onnxruntime"}),
    ],
)
def test_a_command_loads_no_library_that_its_user_does_not_need(words: str, absent: set[str], tmp_path: Path) -> None:
    votes = "".join(f"i{item},{','.join('xy'[item * rater % 3 % 2] for rater in range(5))}\n" for item in range(20))
    (tmp_path / "labels.csv").write_text(f"item,a,b,c,d,e\n{votes}", "utf-8")
    told = "import atexit, sys; atexit.register(lambda: print('\\n', *sys.modules)); import anaphor.__main__"
    run = subprocess.run(
        [sys.executable, "-c", told, *words.split()], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert absent.isdisjoint(run.stdout.splitlines()[-1].split())


STOPPING = """
import sys


class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == "anaphor.cli.collection":
            raise KeyboardInterrupt


sys.meta_path.insert(0, CtrlC())
sys.argv = ["anaphor", *sys.argv[1:]]
from anaphor.cli.main import main
main()
"""


def test_ctrl_c_while_a_command_is_loaded_is_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STOPPING, "collection", "perturb", "x"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "anaphor: Stopped.\n")


def shown_by(*arguments: str) -> str:
    """What the command prints, in this process."""
    return CliRunner().invoke(app, [*arguments], prog_name="anaphor").stdout


@pytest.mark.parametrize("group", ["collection", "corpus", "experiment", "agreement", "resolver", "model", "account"])
def test_the_help_of_every_group_looks_the_same(group: str) -> None:
    shown = shown_by(group, "--help")
    assert shown.startswith(f"Usage: anaphor {group} [OPTIONS] COMMAND [ARGS]...\n")
    assert "\nOptions:\n" in shown
    assert "completion" not in shown
    assert "╭" not in shown


def test_only_the_whole_command_installs_completion() -> None:
    assert "--install-completion" in shown_by("--help")
    assert "completion" not in shown_by("score", "--help")


def test_no_figure_and_no_word_is_broken_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "dumb")
    rows = [["a first column", "0.4321–0.6789", "12,345.67 %", "some longer words of explanation", 1234567]]
    print_table(console(), ["name", "an interval", "share", "why", "count"], rows)
    shown = capsys.readouterr().out
    for piece in ("0.4321–0.6789", "12,345.67 %", "explanation", "1,234,567", "a first column"):
        assert piece in shown


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["resolv"], "Did you mean anaphor resolve or anaphor resolver?"),
        (["check", "mine.yaml"], "Did you mean anaphor collection check?"),
        (["collection", "chek"], "Did you mean anaphor collection check?"),
        (["qqqq"], "No such command 'qqqq'."),
    ],
    ids=["mistyped", "in a group", "mistyped in a group", "like nothing"],
)
def test_an_unknown_command_is_answered_with_those_that_may_be_meant(words: list[str], meant: str) -> None:
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 2
    assert found.stderr.strip().endswith(meant)


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        ("audit --nosuch", "Error: No such option: --nosuch", "Erreur : Option inconnue : --nosuch"),
        (
            "serve --por 1",
            "Error: No such option: --por (Possible",
            "inconnue : --por (options possibles",
        ),
        ("challenge new", "Error: Missing argument 'DIR'.", "Erreur : Il manque l’argument « DIR »."),
        ("resolve anaphor-fr", "Error: Missing option '--with'.", "Erreur : Il manque l’option « --with »."),
        ("audit a b", "Error: Got unexpected extra argument(s) (b)", "Erreur : Arguments en trop : b"),
        (
            "serve --port",
            "Error: Option '--port' requires an argument.",
            "L’option « --port » demande une valeur.",
        ),
        ("serve --port x", "Error: Invalid value for '--port': Input", "« --port » : ce doit être un nombre entier"),
        ("serve --port -5", "Error: Invalid value for '--port': Input", "« --port » : ce doit être 0 ou plus"),
        ("chek", "No such command 'chek'.", "Commande inconnue : « chek »."),
        ("resolv", "Did you mean anaphor resolve", "Vouliez-vous dire anaphor resolve"),
    ],
)
def test_wrong_arguments_are_said_in_the_language_that_is_spoken(
    line: str, english: str, french: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["anaphor", *line.split()])
    for spoken, meant in (("en", english), ("fr", french)):
        monkeypatch.setenv("ANAPHOR_INTERFACE", spoken)
        with pytest.raises(SystemExit) as stop, speaking(spoken):
            main()
        shown = capsys.readouterr().err.replace("\xa0", " ").replace("\u202f", " ")
        assert (stop.value.code, meant in shown) == (2, True), shown
