"""A run's file notices when an answer was changed, doubled, moved or taken out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from anaphor.answers import read_run
from anaphor.collection import load
from anaphor.errors import FormatError
from anaphor.resolver import make
from anaphor.resolver.running import RunSettings, run_collection


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Twelve answers of a baseline."""
    path = tmp_path / "run.jsonl"
    run_collection(load("anaphor-fr"), make("nearest"), path, RunSettings(source="anaphor-fr", limit=12))
    return path


def test_a_run_is_read_as_it_was_written_and_goes_on(run: Path) -> None:
    assert len(read_run(run).answers) == 12
    run_collection(load("anaphor-fr"), make("nearest"), run, RunSettings(source="anaphor-fr", limit=20))
    assert len(read_run(run).answers) == 20


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [*lines[:3], swap(lines[3]), *lines[4:]],
        lambda lines: [*lines, lines[5]],
        lambda lines: [*lines[:4], lines[4], lines[4], *lines[5:]],
        lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]],
        lambda lines: [*lines[:4], *lines[5:]],
        lambda lines: [lines[0].replace("anaphor-fr", "anaphor-en", 1), *lines[1:]],
        lambda lines: [*lines[:4], lines[4].rpartition(',"sum"')[0] + "}", *lines[5:]],
    ],
    ids=["changed", "doubled at the end", "doubled", "moved", "taken out", "header", "without a sum"],
)
def test_what_was_changed_afterwards_is_refused_with_its_line(
    run: Path, change: Callable[[list[str]], list[str]]
) -> None:
    run.write_text("\n".join(change(run.read_text("utf-8").splitlines())) + "\n", "utf-8")
    with pytest.raises(FormatError, match=r"not the one that was written"):
        read_run(run)


def swap(line: str) -> str:
    """The line with the other candidate."""
    zero, one = '"candidate":0', '"candidate":1'
    return line.replace(zero, one) if zero in line else line.replace(one, zero)


def test_a_run_that_was_cut_off_is_read_and_goes_on(run: Path) -> None:
    data = run.read_bytes()
    run.write_bytes(data[:-9])
    assert (len(read_run(run).answers), read_run(run).half_line) == (11, True)
    run_collection(load("anaphor-fr"), make("nearest"), run, RunSettings(source="anaphor-fr", limit=12))
    assert len(read_run(run).answers) == 12


def test_a_run_without_sums_as_older_files_are_is_read(run: Path) -> None:
    lines = [line.rpartition(',"sum"')[0] + "}" for line in run.read_text("utf-8").splitlines()]
    header = run.read_text("utf-8").splitlines()[0].replace(',"sums":true', "")
    run.write_text("\n".join([header, *lines[1:]]) + "\n", "utf-8")
    assert len(read_run(run).answers) == 12
