"""A file is unpacked by what it holds, all of it, and whatever is broken is one sentence."""

import bz2
import gzip
import io
import lzma
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from anaphor.errors import FormatError, InputError, MissingExtraError
from anaphor.files import ByteStream, open_stream

pytestmark = pytest.mark.slow

TEXT = "Le brouillard se lève.\nLa barque glisse sur l'eau.\n".encode() * 500
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstandard": zstandard.ZstdCompressor(write_checksum=True).compress,
}
packed_every_way = pytest.mark.parametrize("name", sorted(PACKERS))


def content(path: Path, step: int = 1000) -> bytes:
    """All unpacked bytes of a file, read in steps."""
    with open_stream(str(path)) as raw:
        stream = raw.unpacked()
        pieces = []
        while piece := stream.read(step):
            pieces.append(piece)
    return b"".join(pieces)


def kept(folder: Path, data: bytes) -> Path:
    path = folder / "input.txt"
    path.write_bytes(data)
    return path


@packed_every_way
def test_a_packed_file_gives_its_content_whatever_its_name(tmp_path: Path, name: str) -> None:
    data = PACKERS[name](TEXT)
    assert ByteStream("x", io.BytesIO(data).read).packing == name
    assert content(kept(tmp_path, data)) == TEXT


@packed_every_way
def test_all_members_of_a_packed_file_are_read(tmp_path: Path, name: str) -> None:
    pack = PACKERS[name]
    assert content(kept(tmp_path, pack(TEXT) + pack(b"") + pack(b"fin\n"))) == TEXT + b"fin\n"


def test_frames_of_zstandard_that_hold_no_text_are_skipped(tmp_path: Path) -> None:
    skippable = b"\x50\x2a\x4d\x18" + (7).to_bytes(4, "little") + b"comment"
    data = skippable + zstandard.compress(TEXT) + skippable + zstandard.compress(b"fin\n")
    assert content(kept(tmp_path, data)) == TEXT + b"fin\n"


@pytest.mark.parametrize("name", ["gzip", "xz"])
def test_zero_bytes_between_and_after_members_are_padding(tmp_path: Path, name: str) -> None:
    pack = PACKERS[name]
    assert content(kept(tmp_path, pack(TEXT) + bytes(8) + pack(b"fin\n") + bytes(400_000))) == TEXT + b"fin\n"


@packed_every_way
@pytest.mark.parametrize("share", [0.3, 0.6, 0.99])
def test_a_file_that_is_cut_off_is_one_sentence(tmp_path: Path, name: str, share: float) -> None:
    data = PACKERS[name](os.urandom(3000) + TEXT)
    path = kept(tmp_path, data[: int(len(data) * share)])
    with pytest.raises(FormatError, match=r"input\.txt: the \w+ data (ends too early|is damaged).*again\.$"):
        content(path)


@packed_every_way
def test_a_damaged_file_is_one_sentence(tmp_path: Path, name: str) -> None:
    data = bytearray(PACKERS[name](os.urandom(5000) + TEXT))
    data[2000:2100] = bytes(100)
    with pytest.raises(FormatError, match=rf"the {name} data (is damaged|ends too early|is followed)"):
        content(kept(tmp_path, bytes(data)))


@packed_every_way
def test_what_follows_packed_data_is_not_dropped_silently(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match="is followed by something else"):
        content(kept(tmp_path, PACKERS[name](TEXT) + b"and then plain text, not packed"))


def test_without_the_extra_zstandard_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(tmp_path, zstandard.compress(TEXT))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingExtraError, match=r"anaphor\[build\]"):
        content(path)


def test_a_frame_that_swells_is_handed_on_in_the_steps_that_were_asked(tmp_path: Path) -> None:
    with open_stream(str(kept(tmp_path, zstandard.compress(bytes(50_000_000))))) as raw:
        stream = raw.unpacked()
        sizes = [len(stream.read(1_000_000)) for _ in range(51)]
    assert sizes == [1_000_000] * 50 + [0]


@given(st.binary(max_size=300), st.lists(st.integers(1, 40), max_size=40), st.integers(1, 7))
def test_a_stream_gives_every_byte_once_however_it_is_read(data: bytes, steps: list[int], source_step: int) -> None:
    left = memoryview(data)

    def more(size: int) -> bytes:
        nonlocal left
        piece, left = bytes(left[:source_step]), left[source_step:]
        return piece

    stream = ByteStream("x", more)
    out = b""
    for step in steps:
        ahead = stream.peek(step)
        piece = stream.read(step)
        assert piece == ahead
        assert len(piece) == min(step, len(data) - len(out))
        out += piece
    assert out + stream.read(1000) == data
    assert stream.position == len(data)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: None, "there is no such file"),
        (lambda path: path.mkdir(), "this is a folder where a file is needed"),
        (os.mkfifo, "this is a pipe, not a regular file"),
        (lambda path: path.symlink_to(path), r"cannot be read \(Too many levels of symbolic links\)"),
        (lambda path: path.symlink_to("/dev/null"), "this is a device or a socket"),
    ],
    ids=["missing", "folder", "pipe", "link to itself", "device"],
)
def test_what_is_no_regular_file_is_refused_in_one_sentence(
    tmp_path: Path, make: Callable[[Path], object], says: str
) -> None:
    make(tmp_path / "input.txt")
    with pytest.raises(InputError, match=rf"input\.txt: {says}"), open_stream(str(tmp_path / "input.txt")):
        pass


def test_a_name_with_a_zero_byte_is_refused() -> None:
    with pytest.raises(InputError, match="cannot hold a zero byte"), open_stream("a\0b"):
        pass
