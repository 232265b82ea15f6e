"""What folders take of a disk, and that enough of it stays free."""

import os
from pathlib import Path

import pytest

from anaphor.errors import OutputError
from anaphor.files import disk_use, refuse_low_disk, space


def test_everything_counts_and_no_link_is_followed(tmp_path: Path) -> None:
    inner = tmp_path / "a" / ".hidden" / "b"
    inner.mkdir(parents=True)
    (inner / "file").write_bytes(bytes(100_000))
    (tmp_path / "a" / "link").symlink_to("/usr")
    found = disk_use(tmp_path / "a", tmp_path / "absent")
    assert found.files == 5
    assert 100_000 <= found.size < 150_000


def test_a_file_with_holes_counts_as_long_as_it_is(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        os.truncate(file.fileno(), 10**9)
    assert disk_use(tmp_path / "sparse").size == 10**9


def test_a_folder_that_cannot_be_listed_any_more_takes_nothing(tmp_path: Path) -> None:
    assert disk_use(tmp_path / "gone").files == 0


def test_what_would_leave_too_little_is_refused_and_says_how_much_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(space, "KEPT_FREE", 0)
    refuse_low_disk(tmp_path)
    with pytest.raises(OutputError, match="MB of the disk are free"):
        refuse_low_disk(tmp_path, 2**60)
