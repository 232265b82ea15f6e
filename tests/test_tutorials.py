"""Every tutorial runs as it is written, and shows what it says it shows.

A block with a title is a file that the reader saves. A console block holds commands after `$`, and below them lines
that must be in what they print, spaces aside; `…` stands for anything.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TUTORIALS = sorted([*(ROOT / "docs" / "tutorials").glob("*.md"), *(ROOT / "docs" / "fr").glob("*.md")])

_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@dataclass(slots=True)
class Step:
    """A command, and what it must print."""

    command: str
    expected: list[str] = field(default_factory=list)


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


def pattern(line: str) -> str:
    """A line as a pattern: runs of spaces are alike, and … is anything within the line."""
    return ".*".join(r"\s+".join(map(re.escape, part.split())) for part in line.split("…"))


def run(step: Step, folder: Path) -> None:
    """Run a command as a reader would, and look for its lines."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", step.command], cwd=folder, capture_output=True, text=True, check=False,
                          env=os.environ | {"PATH": path, "PYTHONUTF8": "1"}, timeout=300)  # fmt: skip
    assert done.returncode == 0, f"{step.command}\n{done.stderr}"
    printed = f"{done.stdout}\n{done.stderr}"
    assert "Traceback" not in printed
    for line in step.expected:
        assert re.search(pattern(line), printed), f"{step.command}\ndoes not print: {line}\nbut: {printed[-3000:]}"


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_tutorial_runs_as_written(path: Path, tmp_path: Path) -> None:
    ran = 0
    for kind, title, content in _BLOCK.findall(path.read_text("utf-8")):
        if title:
            (tmp_path / title).write_text(content, "utf-8")
        elif kind == "console":
            for step in steps(content):
                run(step, tmp_path)
                ran += 1
    assert ran, "the tutorial holds no command"


def test_there_is_a_tutorial_for_each_kind_of_user() -> None:
    assert {"author", "builder", "annotation-lead", "experimenter", "evaluator", "organiser"} <= {
        path.stem for path in TUTORIALS if path.parent.name == "tutorials"
    }
