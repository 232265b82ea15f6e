"""Lines and new files that were said to be kept are kept: beside torn lines, full disks and others at the same time."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from anaphor.errors import OutputError
from anaphor.files import NameTakenError, append_line, take_name, write_new
from anaphor.web.site.folder import append_record, records_in

pytestmark = pytest.mark.waiting

FULL_DISK = """
import resource, sys
from pathlib import Path
from anaphor.errors import AnaphorError
from anaphor.web.site.folder import append_record
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
for number in range(60):
    try:
        append_record(Path(sys.argv[1]), text="a comment of some length", number=number)
        print(number)
    except AnaphorError as error:
        print(error, file=sys.stderr)
"""
"""The last line for which there is room in part is the one that tears."""


def numbers(path: Path) -> list[int]:
    return [record["number"] for record in records_in(path)]


def test_a_full_disk_tears_no_line_and_every_acknowledged_record_is_there(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    run = subprocess.run([sys.executable, "-c", FULL_DISK, path], capture_output=True, text=True, check=True)
    acknowledged = [int(line) for line in run.stdout.split()]
    assert 0 < len(acknowledged) < 60
    assert "could not be recorded" in run.stderr
    assert path.read_bytes().endswith(b"}\n")
    append_record(path, number=1000)  # there is room again
    assert numbers(path) == [*acknowledged, 1000]


def test_a_torn_line_swallows_no_record_after_it(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    append_record(path, number=1)
    with path.open("ab") as file:
        file.write(b'{"at": 1.0, "number": 2, "te')  # what a power cut leaves
    append_record(path, number=3)
    append_record(path, number=4)
    assert numbers(path) == [1, 3, 4]


def test_half_a_character_costs_no_record(tmp_path: Path) -> None:
    append_record(tmp_path / "notes.jsonl", number=1, text="\ud83d")
    assert numbers(tmp_path / "notes.jsonl") == [1]


def test_lines_of_many_at_once_stay_lines(tmp_path: Path) -> None:
    path = tmp_path / "acts.jsonl"

    def add(writer: int) -> None:
        for number in range(25):
            append_record(path, writer=writer, number=number, text="x" * 5000)

    threads = [threading.Thread(target=add, args=(writer,)) for writer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert {(line["writer"], line["number"]) for line in lines} == {(a, b) for a in range(8) for b in range(25)}


def test_a_line_is_added_to_a_file_of_lines(tmp_path: Path) -> None:
    handle = os.open(tmp_path / "a", os.O_RDWR | os.O_CREAT | os.O_APPEND)
    append_line(handle, b"one")
    append_line(handle, b"two\n")
    os.close(handle)
    assert (tmp_path / "a").read_bytes() == b"one\ntwo\n"


def test_a_new_file_takes_nobody_s_place(tmp_path: Path) -> None:
    write_new(tmp_path / "a", lambda file: file.write(b"first"))
    with pytest.raises(NameTakenError, match="already"):
        write_new(tmp_path / "a", lambda file: file.write(b"second"))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"first"}


def test_of_many_who_want_one_name_one_gets_it(tmp_path: Path) -> None:
    got: list[int] = []

    def want(number: int) -> None:
        try:
            write_new(tmp_path / "a", lambda file: file.write(str(number).encode()))
        except NameTakenError:
            return
        got.append(number)

    threads = [threading.Thread(target=want, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [int((tmp_path / "a").read_text())] == got
    assert len(list(tmp_path.iterdir())) == 1


def test_a_new_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    def fail(_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="No space left"):
        write_new(tmp_path / "a", fail)
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_taken_where_files_have_one_name_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on file systems without hard links, of which none may be at hand: the system's own refusal stands in."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    (tmp_path / "made").write_text("whole")
    take_name(tmp_path / "made", tmp_path / "a")
    assert (tmp_path / "a").read_text() == "whole"
    (tmp_path / "made").write_text("other")
    with pytest.raises(NameTakenError):
        take_name(tmp_path / "made", tmp_path / "a")
    assert (tmp_path / "a").read_text() == "whole"
