"""Archives that strangers send: plain files come out of them, within their place and within bounds, or nothing does."""

import io
import stat
import zipfile
from pathlib import Path

import pytest

from anaphor.challenge.staging import unpack
from anaphor.challenge.staging.archive import MOST_FILES
from anaphor.errors import InputError

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


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_leads_out_swells_or_is_odd_leaves_nothing(tmp_path: Path, kind: str) -> None:
    (place := tmp_path / "place").mkdir()
    with pytest.raises(InputError):
        tried(zipped(HOSTILE[kind]), place)
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
