"""Files that authors sent are read for pages: small ones at once, others in a child, and none at the cost of others."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import BoundedSemaphore, Event, Thread

import pytest

from anaphor.errors import AnaphorError, FormatError, InputError
from anaphor.files import ReadingLimits
from anaphor.web.site import uploads
from anaphor.web.site.uploads import LARGEST_PLAIN, is_small, read_upload
from anaphor.web.turns import FairTurns

pytestmark = pytest.mark.waiting


def process_of(path: Path) -> int:
    return os.getpid() if path.exists() else 0


def spin(path: Path) -> None:
    with path.with_suffix(".tries").open("a") as file:
        file.write("x")
    while True:
        pass


@pytest.mark.parametrize(
    ("data", "small"),
    [
        (b"item,label\n", True),
        (b"\n" * 29 + b"a,b\n", True),
        (b"x" * (LARGEST_PLAIN + 1), False),
        (b"PK\x03\x04", False),
        (b"PAR1", False),
        (b"\x1f\x8b\x08", False),
        (b"\xfd7zXZ\x00", False),
        (b"\x50\x2a\x4d\x18", False),
    ],
)
def test_small_plain_text_is_read_at_once_and_everything_else_in_a_child(
    tmp_path: Path, data: bytes, small: bool
) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert is_small([path]) is small
    assert (read_upload(process_of, [path], path) == os.getpid()) is small


def test_a_file_that_a_child_could_not_bear_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_LIMITS", ReadingLimits(seconds=1, patience=60))
    path = tmp_path / "slow.zip"
    path.write_bytes(b"PK\x03\x04")
    for _ in range(3):
        with pytest.raises(FormatError, match="took more than 1 seconds"):
            read_upload(spin, [path], path)
    assert (tmp_path / "slow.tries").read_text() == "x"


def test_whoever_finds_no_child_free_is_told_and_keeps_no_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.zip"
    path.write_bytes(b"PK\x03\x04")
    turns = BoundedSemaphore(1)
    monkeypatch.setattr(uploads, "_turns", turns)
    monkeypatch.setattr(uploads, "_WAIT_S", 0.01)
    with turns, pytest.raises(InputError, match="several large files are being read"):
        read_upload(process_of, [path], path)
    assert read_upload(process_of, [path], path) != os.getpid()


def test_nobody_has_every_child_read_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One who looks at slow tables again and again kept everybody else from reading any that is packed."""
    slow, other = tmp_path / "slow.zip", tmp_path / "other.zip"
    for path in (slow, other):
        path.write_bytes(b"PK\x03\x04")
    begun, over = Event(), Event()

    def read(work: Callable[[Path], int], path: Path, **_: object) -> int:
        if path == slow:
            begun.set()
            over.wait()
        return work(path)

    monkeypatch.setattr(uploads, "read_guarded", read)
    monkeypatch.setattr(uploads, "_WAIT_S", 0.01)
    turns = FairTurns("test", at_once=3, each_at_once=2, each_waiting=2, waiting=6)

    def read_as(who: str, path: Path) -> int:
        return turns.call(who, partial(read_upload, process_of, [path], path), busy="web-pages-busy")

    reading = Thread(target=read_as, args=("eve", slow), daemon=True)
    reading.start()
    begun.wait()
    with pytest.raises(InputError, match="several large files are being read"):
        read_as("eve", other)
    assert read_as("marie", other) == os.getpid()
    over.set()
    reading.join()
    assert read_as("eve", other) == os.getpid()


def test_errors_are_those_of_reading(tmp_path: Path) -> None:
    path = tmp_path / "none.zip"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(AnaphorError, match="zip archive cannot be read"):
        read_upload(labels_of, [path], path)


def labels_of(path: Path) -> object:
    from anaphor import agreement

    return agreement.read(path)
