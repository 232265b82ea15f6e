"""The content of a file is bounded, decoded and digested in one way; a lock is held by one."""

import gzip
import io
import os
import struct
import sys
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from anaphor.errors import FormatError, InputError
from anaphor.files import decode_text, digest, find_encoding, read_unpacked, sheet_texts, take_lock, zip_members
from anaphor.text import speaking
from tests.fuzzing import nameless


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


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_recognised_without_its_mark(encoding: str) -> None:
    data = "item;étiquette\r\n1;oui\r\n".encode(encoding)
    assert decode_text(data, file="x") == "item;étiquette\n1;oui\n"
    found = find_encoding(data, None)
    assert found is not None
    assert found.name == encoding


def test_old_macintosh_text_is_told_from_that_of_windows() -> None:
    for encoding in ("mac-roman", "cp1252"):
        found = find_encoding("énoncé;étiquette\nçà et là;répété".encode(encoding), None)
        assert found is not None
        assert found.name == encoding


def test_a_few_packed_bytes_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = gzip.compress(bytes(200 * 2**20), 9)
    (tmp_path / "labels.csv.gz").write_bytes(bomb)
    tracemalloc.start()
    with pytest.raises(FormatError, match=r"more than 50 times its size.*unpack it and name the unpacked file"):
        read_unpacked(tmp_path / "labels.csv.gz", 2**31)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(bomb)))
    with pytest.raises(FormatError, match="more than 50 times its size"):
        read_unpacked(Path("-"), 2**31)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("labels.csv", bytes(200 * 2**20))
    with pytest.raises(FormatError, match="more than 50 times its size"):
        zip_members(archive.getvalue(), file="x.zip", most=2**31)
    with zipfile.ZipFile(outer := io.BytesIO(), "w") as packed:
        packed.writestr("a.zip", archive.getvalue())
    with pytest.raises(FormatError, match="more than 50 times its size"):
        zip_members(outer.getvalue(), file="x.zip", most=2**31)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**28 + len(bomb), "the 200 MiB of the archive were made here; unpacking took no more than 64 MiB"


@pytest.mark.parametrize(
    ("data", "encoding", "says"),
    [
        (b"a\nb\xe9", None, r"x:2: the byte 0xe9 is no UTF-8 text"),
        (b"a\nb\0", None, r"x:2: the file is binary, not text"),
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


def nested(times: int) -> bytes:
    content, name = b"item,label\n", "labels.csv"
    for _ in range(times):
        with zipfile.ZipFile(archive := io.BytesIO(), "w") as packed:
            packed.writestr(name, content)
            packed.writestr("__MACOSX/._x.zip", b"no archive")
        content, name = archive.getvalue(), "Inner.ZIP"
    return content


def test_archives_within_archives_are_unpacked_and_without_end_refused() -> None:
    assert zip_members(nested(3), file="x.zip", most=2**20) == [("Inner.ZIP/Inner.ZIP/labels.csv", b"item,label\n")]
    with pytest.raises(FormatError, match="more than 50 times"):
        zip_members(nested(3), file="x.zip", most=len(nested(2)) + 5)  # the outer one has taken nearly all
    deep = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        with pytest.raises(FormatError, match="zip archive cannot be read"):
            zip_members(nested(210), file="x.zip", most=2**31)
    finally:
        sys.setrecursionlimit(deep)


def test_archives_that_fan_out_are_refused_by_the_number_of_all_their_files() -> None:
    """Eight archives of eight archives and so on, each of them small: no limit of one archive sees it."""
    content = b"item,label\n"
    for depth in range(7):
        with zipfile.ZipFile(archive := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as packed:
            for number in range(8):
                packed.writestr(f"{number}.{'zip' if depth else 'csv'}", content)
        content = archive.getvalue()
    assert len(content) < 20_000
    with pytest.raises(FormatError, match="more than 50,000 files"):
        zip_members(content, file="x.zip", most=2**31)


def test_a_member_of_an_archive_may_have_no_name() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("!", "a,b\n")
    data = nameless(packed.getvalue())
    assert zipfile.ZipFile(io.BytesIO(data)).namelist() == [""]
    assert zip_members(data, file="x.zip", most=1000) == [("", b"a,b\n")]


def test_archives_and_spreadsheets_whose_directory_names_too_many_files_are_refused() -> None:
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w") as archive:
        archive.writestr("xl/workbook.xml", "a,b\n")
    data = plain.getvalue()
    start, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
    directory = data[start:end] * 60_000
    told = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(directory), start, 0)
    crowded = data[:start] + directory + told
    tracemalloc.start()
    with pytest.raises(FormatError, match="more than 50,000 files"):
        zip_members(crowded, file="x.zip", most=2**31)
    with pytest.raises(FormatError, match="more than 50,000 files"):
        sheet_texts(crowded, file="x.xlsx")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * len(crowded), "each record would take half a kilobyte"
