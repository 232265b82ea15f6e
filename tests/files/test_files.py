"""A file is written whole or not at all, whatever happens to the process or to the disk."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from anaphor.errors import OutputError
from anaphor.files import atomic_file, write_text

pytestmark = pytest.mark.slow

OLD = "the old content\n"
SLOW_WRITER = """
import sys, time
from pathlib import Path
from anaphor.files.atomic import atomic_file
with atomic_file(Path(sys.argv[1])) as file:
    for number in range(10_000):
        file.write(b"new content " * 1000)
        file.flush()
        print(number, flush=True)
        time.sleep(0.002)
"""
GREEDY_WRITER = """
import resource, sys
from pathlib import Path
from anaphor.errors import OutputError
from anaphor.files.atomic import write_text
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    write_text(Path(sys.argv[1]), "x" * 1_000_000)
except OutputError as error:
    print(error)
"""


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_text_takes_the_place_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, OLD)
    write_text(path, "né\n")
    assert snapshot(tmp_path) == {"a.txt": "né\n".encode()}


def test_the_old_file_is_there_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    with atomic_file(path) as file:
        file.write(b"half")
        file.flush()
        assert path.read_text() == OLD
    assert path.read_bytes() == b"half"


def test_an_error_while_writing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)

    def write_half() -> None:
        with atomic_file(path) as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()
    assert snapshot(tmp_path) == {"a.txt": OLD.encode()}


def start_slow_writer(path: Path) -> subprocess.Popen[str]:
    """A process that is in the middle of writing a file."""
    process = subprocess.Popen([sys.executable, "-c", SLOW_WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(5):
        process.stdout.readline()
    return process


@pytest.mark.parametrize("there", [True, False])
def test_killed_in_the_middle_the_old_file_is_whole_and_no_half_file_is_seen(tmp_path: Path, there: bool) -> None:
    path = tmp_path / "a.txt"
    if there:
        path.write_text(OLD)
    process = start_slow_writer(path)
    with process:
        for _ in range(20):
            assert path.exists() == there
            assert not there or path.read_text() == OLD
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert path.exists() == there
    assert not there or path.read_text() == OLD
    # What a killed process cannot take along is a hidden file that nobody reads as a collection.
    assert all(each.name.startswith(".a.txt.") for each in tmp_path.iterdir() if each != path)


def test_interrupted_in_the_middle_not_even_a_hidden_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    process = start_slow_writer(path)
    with process:
        os.kill(process.pid, signal.SIGINT)
    assert process.returncode != 0
    assert snapshot(tmp_path) == {"a.txt": OLD.encode()}


def test_a_disk_without_room_is_one_sentence_and_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    # The limit on the size of a file stands in for a full disk: the same call fails in the same place.
    run = subprocess.run([sys.executable, "-c", GREEDY_WRITER, str(path)], capture_output=True, text=True, check=True)
    assert "a.txt: could not be written (File too large). Check that the folder exists" in run.stdout
    assert snapshot(tmp_path) == {"a.txt": OLD.encode()}


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_permissions_of_the_old_file_are_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    path.chmod(mode)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_permissions_that_any_new_file_gets(tmp_path: Path) -> None:
    write_text(tmp_path / "a.txt", "new")
    (tmp_path / "b.txt").write_text("other")
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "b.txt").stat().st_mode


def test_a_link_stays_a_link_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "a.txt"
    target.write_text(OLD)
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert snapshot(tmp_path) == {"link.txt": b"new", "real/a.txt": b"new"}


def test_a_link_to_nowhere_makes_the_file_it_leads_to(tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "a.txt")
    write_text(link, "new")
    assert (tmp_path / "a.txt").read_text() == "new"


def test_the_longest_name_that_a_file_can_have_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 127)
    write_text(path, "new")
    assert path.read_text() == "new"


def refused(folder: Path) -> dict[str, Path]:
    """Places that nothing can be written to."""
    (folder / "file").write_text("x")
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to(folder / "loop")
    os.mkfifo(folder / "pipe")
    return {
        "no folder": folder / "nowhere" / "a.txt",
        "a file as a folder": folder / "file" / "a.txt",
        "a folder": folder / "folder",
        "a loop of links": folder / "loop",
        "a pipe": folder / "pipe",
        "too long": folder / ("a" * 300),
    }


def test_what_cannot_be_written_is_one_sentence_that_names_it(tmp_path: Path) -> None:
    for path in refused(tmp_path).values():
        before = sorted(os.listdir(tmp_path))
        with pytest.raises(OutputError) as caught:
            write_text(path, "new")
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
        assert sorted(os.listdir(tmp_path)) == before


def test_a_read_only_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    path.chmod(0o444)
    with pytest.raises(OutputError, match="read-only"):
        write_text(path, "new")
    assert snapshot(tmp_path) == {"a.txt": OLD.encode()}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_of_the_old_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    os.chown(path, 12345, 23456)
    write_text(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)
