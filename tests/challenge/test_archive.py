"""Archives that strangers send: plain files come out of them, within their place and within bounds, or nothing does."""

import gzip
import io
import lzma
import os
import stat
import struct
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from anaphor.challenge import archive
from anaphor.challenge.archive import MOST_FILES, unpack
from anaphor.corpus import FileReader
from anaphor.errors import FormatError, InputError
from anaphor.files import open_zip

MOST = 100_000


def zipped(files: dict[str, bytes], *, modes: dict[str, int] | None = None, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of files by name, some with a mode of their own."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", how) as archive:
        for name, data in files.items():
            part = zipfile.ZipInfo("x")
            part.filename = part.orig_filename = name  # as it stands: no separator is put right
            part.compress_type = how
            part.external_attr = (modes or {}).get(name, 0o100644) << 16
            archive.writestr(part, data)
    return held.getvalue()


def tarred(files: dict[str, bytes], *, mode: str = "", kinds: dict[str, bytes] | None = None) -> bytes:
    """The same as a tar, packed in some way; some are no plain files."""
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        for name, data in files.items():
            part = tarfile.TarInfo(name)
            part.size, part.type = len(data), (kinds or {}).get(name, tarfile.REGTYPE)
            part.linkname = "/etc/passwd" if part.type in (tarfile.SYMTYPE, tarfile.LNKTYPE) else ""
            archive.addfile(part, io.BytesIO(data))
    data = held.getvalue()
    return gzip.compress(data) if mode == "gz" else lzma.compress(data) if mode == "xz" else data


def tried(data: bytes, place: Path) -> Path:
    """What comes of unpacking."""
    (place / "sent.zip").write_bytes(data)
    unpack(place / "sent.zip", place / "out", most=MOST)
    return place / "out"


def test_files_come_out_as_they_went_in_and_one_folder_is_that_folder(tmp_path: Path) -> None:
    found = tried(
        zipped({"my-program/answer.py": b"print(1)", "my-program/run": b"x"}, modes={"my-program/run": 0o100755}),
        tmp_path,
    )
    assert (found / "answer.py").read_bytes() == b"print(1)"
    assert [bool(path.stat().st_mode & 0o111) for path in sorted(found.iterdir())] == [False, True]


HOSTILE = {
    "slip": {"../../etc/cron.d/x": b"x"},
    "slip inside": {"a/../../x": b"x"},
    "absolute": {"/etc/x": b"x"},
    "backslash": {"..\\x": b"x"},
    "drive": {"C:x": b"x"},
    "zero byte": {"a\x00.py": b"x"},
    "deep": {"/".join("d" * 30): b"x"},
    "long": {"n" * 250: b"x"},
    "twice": {"a.py": b"x", "A.PY": b"y"},
    "file and folder": {"a": b"x", "a/b": b"y"},
    "bomb": {"zeros": b"\0" * (MOST + 1)},
    "many": {f"f{number}": b"" for number in range(MOST_FILES + 1)},
    "nothing": {},
}


@pytest.mark.parametrize("mode", ["", "gz", "xz"])
def test_a_tar_is_taken_like_a_zip(tmp_path: Path, mode: str) -> None:
    found = tried(tarred({"./my/answer.py": b"print(1)", "./my/data/x": b"\0" * 1000}, mode=mode), tmp_path)
    assert (found / "answer.py").read_bytes() == b"print(1)"
    assert (found / "data" / "x").stat().st_size == 1000
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, b"S"])
def test_a_tar_brings_no_links_devices_or_holes(tmp_path: Path, kind: bytes) -> None:
    with pytest.raises(InputError, match=r"no plain file|cannot be read"):
        tried(tarred({"a.py": b"", "way-out": b""}, kinds={"way-out": kind}), tmp_path)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_tar_that_swells_lies_or_breaks_off_costs_neither_memory_nor_disk(tmp_path: Path) -> None:
    zeros = b"\0" * (MOST + 30_000_000)
    header = tarfile.TarInfo("pax")
    header.type, header.size = tarfile.XHDTYPE, 20_000_000
    large = gzip.compress(header.tobuf(tarfile.USTAR_FORMAT) + zeros)
    greedy = lzma.compress(b"x" * 100, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 2**29}])
    for data in (tarred({"zeros": zeros}, mode="xz"), gzip.compress(zeros), large, greedy):
        with pytest.raises(InputError):
            tried(data, tmp_path)
    for mode in ("gz", "xz"):
        with pytest.raises(InputError, match="cannot be read"):
            tried(tarred({"a.py": bytes(range(256)) * 50}, mode=mode)[:-40], tmp_path)
    assert [path.name for path in tmp_path.rglob("*")] == ["sent.zip"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "packed"),
    [(kind, packed) for kind in HOSTILE for packed in (zipped, tarred) if (kind, packed) != ("zero byte", tarred)],
)
def test_what_leads_out_swells_or_is_odd_leaves_nothing(
    tmp_path: Path, kind: str, packed: Callable[[dict[str, bytes]], bytes]
) -> None:
    (place := tmp_path / "place").mkdir()
    with pytest.raises(InputError):
        tried(packed(HOSTILE[kind]), place)
    assert [path.name for path in tmp_path.rglob("*")] == ["place", "sent.zip"]


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_a_link_or_a_device_is_no_file(tmp_path: Path, kind: int) -> None:
    with pytest.raises(InputError, match="no plain file"):
        tried(zipped({"way-out": b"/etc/passwd"}, modes={"way-out": kind | 0o777}), tmp_path)


def test_a_header_that_lies_about_its_size_or_its_packing_is_not_believed(tmp_path: Path) -> None:
    data = zipped({"zeros": b"\0" * (5 * MOST)})
    size = (5 * MOST).to_bytes(4, "little")
    assert data.count(size) == 2
    with pytest.raises(InputError):
        tried(data.replace(size, (10).to_bytes(4, "little")), tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        tried(zipped({"x": b"x"}, how=zipfile.ZIP_LZMA), tmp_path)
    for nothing in (b"", b"PK\x03\x04 and no more", b"<svg/>"):
        with pytest.raises(InputError, match="cannot be read"):
            tried(nothing, tmp_path)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_folders_count_as_files_do(tmp_path: Path) -> None:
    deep = {f"{number}/" + "/".join("abcdefghij") + "/x": b"" for number in range(MOST_FILES // 10)}
    with pytest.raises(InputError, match=f"{MOST_FILES:,}".replace(",", ".?")):
        tried(zipped(deep), tmp_path)
    assert not (tmp_path / "out").exists()


def test_a_header_with_a_number_that_no_machine_has_is_refused(tmp_path: Path) -> None:
    pax = tarfile.TarInfo("PaxHeader")
    pax.type, content = tarfile.XHDTYPE, b"99999999999999999999 path=x\n"
    pax.size = len(content)
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        archive.addfile(pax, io.BytesIO(content))
        archive.addfile(tarfile.TarInfo("answer.py"))
    with pytest.raises(InputError, match="cannot be read"):
        tried(held.getvalue(), tmp_path)
    path = tmp_path / "texts.tar"
    path.write_bytes(held.getvalue())
    with pytest.raises(FormatError, match="archive"):
        list(FileReader().blocks(str(path)))


@pytest.mark.slow
@pytest.mark.parametrize("packed", [zipped, tarred])
def test_an_archive_that_swells_is_refused_while_it_is_written_whatever_room_there_is(
    packed: Callable[..., bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_SWELL_FROM", 2**20)
    told = {"mode": "xz"} if packed is tarred else {}
    honest, swelling = os.urandom(2**20) * 2, bytes(4 * 2**20)
    (tmp_path / "honest").write_bytes(packed({"a": honest}, **told))
    unpack(tmp_path / "honest", tmp_path / "out", most=2**40)
    (tmp_path / "swelling").write_bytes(packed({"b": swelling}, **told))
    with pytest.raises(InputError, match="more than 50 times its size"):
        unpack(tmp_path / "swelling", tmp_path / "other", most=2**40)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["honest", "out", "swelling"]


def crowded(records: int, *, wide: bool) -> bytes:
    """A zip whose directory names one file again and again; `wide` ones say so in the way of zip64."""
    plain = zipped({"a": b"x"})
    start, end = plain.index(b"PK\1\2"), plain.index(b"PK\5\6")
    directory = plain[start:end] * records
    if not wide:
        told = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(directory), start, 0)
        return plain[:start] + directory + told
    place = start + len(directory)
    told = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, records, records, len(directory), start)
    told += struct.pack("<4sLQL", b"PK\6\7", 0, place, 1)
    told += struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 2**32 - 1, 2**32 - 1, 0)
    return plain[:start] + directory + told


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("records", [MOST_FILES + 1, 50_000, 200_000])
def test_a_directory_that_names_too_many_files_is_refused_before_it_is_read_into_memory(
    records: int, wide: bool, tmp_path: Path
) -> None:
    data = crowded(records, wide=wide)
    tracemalloc.start()
    with pytest.raises(InputError, match="more than 5,000 files"):
        tried(data, tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * 2**20, "each record would take half a kilobyte"


@pytest.mark.slow
def test_an_archive_of_as_many_files_as_may_be_is_read_with_a_comment_and_behind_other_bytes(tmp_path: Path) -> None:
    held = io.BytesIO(zipped({f"f{n}": b"" for n in range(MOST_FILES)}))
    with zipfile.ZipFile(held, "a") as found:
        found.comment = b"PK\1\2" * 100
    assert len(list(tried(held.getvalue(), tmp_path).iterdir())) == MOST_FILES
    with open_zip(io.BytesIO(b"before" + held.getvalue()), MOST_FILES, InputError("x")) as found:
        assert found.read("f1") == b""
