"""The content of a file is bounded, decoded and digested in one way; a lock is held by one."""

import gzip
import os
from pathlib import Path

import pytest

from anaphor.errors import FormatError, InputError
from anaphor.files import decode_text, digest, read_unpacked, take_lock
from anaphor.text import speaking


def test_a_file_is_read_unpacked_and_never_beyond_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv.gz"
    path.write_bytes(gzip.compress(b"item,label\n" * 1000))
    assert read_unpacked(path, 11_000) == b"item,label\n" * 1000
    with pytest.raises(FormatError, match=r"the file holds more than 10,999 bytes\. Split it"):
        read_unpacked(path, 10_999)
    with pytest.raises(InputError, match="there is no such file"):
        read_unpacked(tmp_path / "none", 1)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_marks_say_the_encoding(encoding: str) -> None:
    assert decode_text("é\r\nœ\r".encode(encoding), file="x") == "é\nœ\n"


@pytest.mark.parametrize(
    ("data", "encoding", "says"),
    [
        (b"a\nb\xe9", None, r"x:2: the byte 0xe9 is no UTF-8 text"),
        (b"a\nb\0", None, r"x:2: the file is binary, not text"),
        ("item".encode("utf-16-le"), None, r"State it: --encoding utf-16-le"),
        ("item".encode("utf-16-be"), None, r"State it: --encoding utf-16-be"),
        (b"a", "klingon", "there is no encoding called 'klingon'"),
    ],
)
def test_what_is_no_text_is_one_sentence(data: bytes, encoding: str | None, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        decode_text(data, file="x", encoding=encoding)


def test_errors_speak_french() -> None:
    with speaking("fr"), pytest.raises(FormatError) as caught:
        decode_text(b"\xe9", file="x")
    with speaking("fr"):
        assert "n’est pas du texte UTF-8" in str(caught.value)


def test_digests_of_bytes_text_and_file_agree(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes("é".encode())
    assert digest(path) == digest("é") == digest("é".encode())
    assert len(digest("é", 6)) == 6


def test_a_lock_is_held_by_one_until_it_is_closed(tmp_path: Path) -> None:
    first, second = os.open(tmp_path, os.O_RDONLY), os.open(tmp_path, os.O_RDONLY)
    assert take_lock(first)
    assert not take_lock(second)
    os.close(first)
    assert take_lock(second)
    os.close(second)
