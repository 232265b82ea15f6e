"""Every tutorial and both front pages run as they are written, and show what they say they show.

A block with a title is a file that the reader saves. A console block holds commands after `$`, and below them lines
that must be in what they print, in that order, spaces aside; `…` stands for anything. A command that prints must be
shown with some of what it prints. Commands of ours run within this process; the shell runs what is more than that,
such as the front pages, where ours are programs.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from anaphor.text import typeset
from tests.golden.running import run_command, run_script

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
FRENCH = {
    "author": "auteur",
    "finding": "trouver",
    "builder": "jeu-de-test",
    "annotation-lead": "annotation",
    "experimenter": "experience",
    "evaluator": "evaluation",
    "organiser": "organisation",
}
TEMPLATES = {"bon-schema", "calendrier", "concepts", "ethique", "xwinograd"} | {
    path.stem for path in (DOCS / "fr").glob("article-*.md")
}
"""French pages without commands to run: one to fill in, explanations, and those on the papers."""
TUTORIALS = sorted(
    path for folder in ("tutorials", "fr") for path in (DOCS / folder).glob("*.md") if path.stem not in TEMPLATES
)
FRONT = [ROOT / "README.md", ROOT / "README.fr.md"]
NOT_RUN = ("account add", "experiment serve")
"""A password is asked for, and a server runs until it is stopped: other tests do that."""

_BLOCK = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+(?:\n[^`\n]+)?`", re.MULTILINE | re.DOTALL)


@dataclass(slots=True)
class Step:
    """A command, and what it must print."""

    command: str
    expected: list[str] = field(default_factory=list)


def blocks(path: Path) -> list[tuple[str, str, str]]:
    """The blocks of a page: their kind, their title and what they hold."""
    return [(kind, title, content) for kind, title, content in _BLOCK.findall(path.read_text("utf-8"))]


def steps(block: str) -> Iterator[Step]:
    """The commands of a console block."""
    step: Step | None = None
    for line in block.splitlines():
        if line.startswith("$ "):
            if step is not None:
                yield step
            step = Step(line[2:])
        elif line.strip() and step is not None:
            step.expected.append(line)
    if step is not None:
        yield step


def all_steps(path: Path) -> list[Step]:
    """The commands of a page."""
    return [step for kind, title, content in blocks(path) if kind == "console" and not title for step in steps(content)]


def pattern(line: str) -> str:
    """A line as a pattern: runs of spaces are alike, and … is anything within the line."""
    return r"[^\n]*".join(r"[^\S\n]+".join(map(re.escape, part.split())) for part in line.split("…"))


def missing(expected: list[str], printed: str) -> str:
    """The first line that is not printed after the ones before it, or nothing."""
    at = 0
    for line in expected:
        found = re.compile(pattern(line)).search(printed, at)
        if found is None:
            return line
        at = found.end()
    return ""


def plain(command: str) -> tuple[list[str], str] | None:
    """The arguments of a command of ours and the file that takes what it prints, if it needs no shell."""
    words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
    signs = [word for word in words if not set(word) - set("();<>|&")]
    if words[0] != "anaphor" or "$" in command or signs not in ([], [">"]):
        return None
    arguments = shlex.split(command)[1:]
    return (arguments[:-2], arguments[-1]) if signs else (arguments, "")


def printed_by(command: str, folder: Path, home: Path) -> tuple[int, str, str]:
    """How a command ends, and both of its outputs."""
    ours = plain(command)
    if ours is not None:
        arguments, file = ours
        made = run_command(arguments, folder, home=home, foreseen=False)
        if file:
            (folder / file).write_text(made.stdout, "utf-8")
        return made.code, "" if file else made.stdout, made.stderr
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PATH": path, "PYTHONUTF8": "1"},
        timeout=300,
    )
    return done.returncode, done.stdout, done.stderr


def run(step: Step, folder: Path, home: Path) -> None:
    """Run a command as a reader would, and look for its lines."""
    code, stdout, stderr = printed_by(step.command, folder, home)
    assert code == 0, f"{step.command}\n{stderr}"
    assert "Traceback" not in stderr
    printed = (f"{stdout}\n{stderr}", f"{stderr}\n{stdout}")
    lost = min((missing(step.expected, each) for each in printed), key=len)
    assert not lost, f"{step.command}\ndoes not print, or not there: {lost}\nbut: {printed[0][-3000:]}"
    assert step.expected or not stdout.strip(), f"the page shows nothing of what is printed by: {step.command}"


@pytest.mark.parametrize("path", [*TUTORIALS, *FRONT], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_page_runs_as_written(path: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("home")
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    ran = 0
    for kind, title, content in blocks(path):
        if title:
            (tmp_path / title).write_text(content, "utf-8")
        elif kind == "console":
            for step in steps(content):
                run(step, tmp_path, home)
                ran += 1
    assert ran, "the page holds no command"


@pytest.mark.parametrize("path", [*FRONT, DOCS / "index.md"], ids=lambda path: path.stem)
def test_the_python_of_a_front_page_runs(path: Path, tmp_path: Path) -> None:
    code = [content for kind, title, content in blocks(path) if kind == "python"]
    assert code
    for each in code:
        stdout, _ = run_script(each, tmp_path)
        assert stdout.strip()


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_tutorial_leaves_no_command_aside_that_could_be_run(path: Path) -> None:
    aside = [line for kind, title, content in blocks(path) if kind == "" and not title for line in content.splitlines()]
    assert [line for line in aside if not line.startswith(tuple(f"anaphor {each}" for each in NOT_RUN))] == []


def _acts(path: Path) -> list[str]:
    """What a tutorial does, command by command, whatever the names of the files are."""
    found = [re.findall(r"\banaphor ((?:[a-z]+ )?[a-z]+)", step.command) for step in all_steps(path)]
    return [" ".join(each) for each in found]


def test_there_is_a_tutorial_for_each_kind_of_user_in_both_languages() -> None:
    assert {path.stem for path in (DOCS / "tutorials").glob("*.md")} == set(FRENCH)
    assert {path.stem for path in (DOCS / "fr").glob("*.md")} == set(FRENCH.values()) | TEMPLATES


@pytest.mark.parametrize(("english", "french"), FRENCH.items(), ids=lambda name: name)
def test_a_tutorial_teaches_the_same_acts_in_both_languages(english: str, french: str) -> None:
    assert _acts(DOCS / "tutorials" / f"{english}.md") == _acts(DOCS / "fr" / f"{french}.md")


@pytest.mark.parametrize(
    "path", [ROOT / "README.fr.md", *sorted((DOCS / "fr").glob("*.md"))], ids=lambda path: path.stem
)
def test_a_french_page_has_french_spaces_and_apostrophes(path: Path) -> None:
    prose = _CODE.sub("`code`", path.read_text("utf-8"))
    assert [line for line in prose.splitlines() if line != typeset(line, "fr")] == []


@pytest.mark.parametrize("name", ["../../README.fr", *FRENCH.values()])
def test_a_french_page_asks_for_french_output(name: str) -> None:
    ours = [step.command for step in all_steps(DOCS / "fr" / f"{name}.md") if "anaphor " in step.command]
    assert [each for each in ours if "--interface fr" not in each and "--json" not in each] == []


def test_the_shell_runs_what_is_more_than_a_command_of_ours() -> None:
    assert plain("anaphor audit a-b.yaml --json > 'x y.json'") == (["audit", "a-b.yaml", "--json"], "x y.json")
    assert plain('anaphor read "On [les] a punis."') == (["read", "On [les] a punis."], "")
    for command in ("anaphor a || echo b", "anaphor a; echo $?", "python3 a.py", "anaphor a | wc", "anaphor $A"):
        assert plain(command) is None


def test_lines_in_another_order_or_missing_would_be_found() -> None:
    assert missing(["items … 4", "0 errors"], "items  2 in 4\n0  errors\n") == ""
    assert missing(["0 errors", "items …"], "items 4\n0 errors\n") == "items …"
    assert missing(["items … 5"], "items 4\n5 errors\n") == "items … 5"
