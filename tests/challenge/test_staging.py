"""What runs is a copy: hashed, read-only, and with no way out of its folder."""

import os
import socket
import tempfile
from pathlib import Path

import pytest

from anaphor.challenge.staging import private_folder, stage, tree_digest
from anaphor.errors import InputError


def tree(folder: Path) -> Path:
    entry = folder / "entry"
    (entry / "model").mkdir(parents=True)
    (entry / "answer.py").write_text("print(1)")
    (entry / "model" / "weights é").write_bytes(b"\0" * 1000)
    (entry / "run").write_text("#!/bin/sh")
    (entry / "run").chmod(0o4755)
    (entry / "latest").symlink_to("model")
    return entry


def test_a_copy_has_the_content_and_no_right_to_change_it(tmp_path: Path) -> None:
    with private_folder() as folder:
        staged = stage(tree(tmp_path), folder / "entry", most=10_000)
        assert (staged.files, staged.size) == (4, 1017)
        assert (staged.path / "latest" / "weights é").stat().st_size == 1000
        assert oct((staged.path / "run").stat().st_mode) == "0o100555"
        assert oct((staged.path / "answer.py").stat().st_mode) == "0o100444"
        assert oct((staged.path / "model").stat().st_mode) == "0o40555"
    assert not folder.exists()


def test_the_digest_changes_with_names_contents_and_rights_alone(tmp_path: Path) -> None:
    entry = tree(tmp_path)
    digest = tree_digest(entry)
    os.utime(entry / "answer.py", (0, 0))
    assert tree_digest(entry) == digest
    digests = {digest}
    for change in (
        lambda: (entry / "answer.py").write_text("print(2)"),
        lambda: (entry / "answer.py").chmod(0o755),
        lambda: (entry / "answer.py").rename(entry / "answers.py"),
        (entry / "more").touch,
        (entry / "latest").unlink,
    ):
        change()
        digests.add(tree_digest(entry))
    assert len(digests) == 6


@pytest.mark.parametrize("target", ["/etc/passwd", "../keys", "model/../../keys", "/"])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, target: str) -> None:
    entry = tree(tmp_path)
    (entry / "way-out").symlink_to(target)
    with pytest.raises(InputError, match="leads out of the entry"):
        tree_digest(entry)


def test_pipes_and_sockets_are_refused(tmp_path: Path) -> None:
    entry = tree(tmp_path)
    os.mkfifo(entry / "pipe")
    with pytest.raises(InputError, match="files, folders and links only"):
        tree_digest(entry)
    (entry / "pipe").unlink()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(entry / "socket"))
        with pytest.raises(InputError, match="files, folders and links only"):
            tree_digest(entry)


def test_an_entry_over_the_disk_limit_is_refused(tmp_path: Path) -> None:
    with private_folder() as folder, pytest.raises(InputError, match="larger than the disk limit"):
        stage(tree(tmp_path), folder / "entry", most=1016)


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the entry's folder is not there"):
        tree_digest(tmp_path / "nowhere")


def test_what_a_killed_referee_left_is_swept_away_and_what_is_in_use_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left = tmp_path / "anaphor-sealed-left"
    tree(left)
    with private_folder() as used:
        for folder in (left, used):
            os.utime(folder, (0, 0))
        with private_folder():
            assert used.exists()
            assert not left.exists()
