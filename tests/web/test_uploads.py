"""Files that authors sent are read for pages: small ones at once, others in a child, and none at the cost of others."""

import asyncio
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from anaphor.errors import AnaphorError, FormatError, InputError
from anaphor.files import ReadingLimits
from anaphor.web.site import uploads
from anaphor.web.site.uploads import LARGEST_PLAIN, Readers, is_small, read_upload
from anaphor.web.turns import FairTurns

pytestmark = pytest.mark.waiting


def process_of(path: Path) -> int:
    return os.getpid() if path.exists() else 0


def spin(path: Path) -> None:
    with path.with_suffix(".tries").open("a") as file:
        file.write("x")
    while True:
        pass


def say_who_and_stay(path: Path) -> None:
    """Tell whoever reads a pipe which process this is, and never come back."""
    path.with_suffix(".pipe").write_text(str(os.getpid()))
    spin(path)


async def read_for(who: str, work: Callable[[Path], object], path: Path, readers: Readers | None = None) -> object:
    """What some work makes of a file, for a page of somebody that is made in no thread of its own."""

    async def run(part: Callable[[], object]) -> object:
        return part()

    return await (readers or Readers()).make(who, run, lambda: read_upload(work, [path], path))


def packed(folder: Path, name: str) -> Path:
    """A file that a child reads."""
    path = folder / name
    path.write_bytes(b"PK\x03\x04")
    return path


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
    assert (asyncio.run(read_for("eve", process_of, path)) == os.getpid()) is small


def test_a_file_that_a_child_could_not_bear_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_LIMITS", ReadingLimits(seconds=1, patience=60))
    path = packed(tmp_path, "slow.zip")

    async def thrice() -> None:
        readers = Readers()
        for _ in range(3):
            with pytest.raises(FormatError, match="took more than 1 seconds"):
                await read_for("eve", spin, path, readers)

    asyncio.run(thrice())
    assert (tmp_path / "slow.tries").read_text() == "x"


def test_whoever_finds_no_child_free_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = packed(tmp_path, "table.zip")
    monkeypatch.setattr(uploads, "_AT_ONCE", 1)
    monkeypatch.setattr(uploads, "_WAIT_S", 0.01)

    async def twice() -> object:
        readers = Readers()
        async with readers._free:
            with pytest.raises(InputError, match="several large files are being read"):
                await read_for("eve", process_of, path, readers)
        return await read_for("eve", process_of, path, readers)

    assert asyncio.run(twice()) not in (None, os.getpid())


class HeldBack:
    """Children that end when they are told to."""

    def __init__(self, *paths: Path) -> None:
        self.paths = paths
        self.begun, self.over = asyncio.Semaphore(0), asyncio.Event()

    async def read(self, work: Callable[[Path], object], path: Path, **_: object) -> object:
        if path in self.paths:
            self.begun.release()
            await self.over.wait()
        return work(path)


def test_nobody_has_every_child_read_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One who looks at slow tables again and again kept everybody else from reading any that is packed."""
    slow, other = packed(tmp_path, "slow.zip"), packed(tmp_path, "other.zip")
    monkeypatch.setattr(uploads, "_WAIT_S", 0.01)

    async def several() -> None:
        readers, children = Readers(), HeldBack(slow)
        monkeypatch.setattr(uploads, "await_guarded", children.read)
        reading = asyncio.create_task(read_for("eve", process_of, slow, readers))
        await children.begun.acquire()
        with pytest.raises(InputError, match="several large files are being read"):
            await read_for("eve", process_of, other, readers)
        assert await read_for("marie", process_of, other, readers) == os.getpid()
        children.over.set()
        assert await reading == os.getpid()
        assert await read_for("eve", process_of, other, readers) == os.getpid()

    asyncio.run(several())


def test_pages_that_wait_for_a_child_hold_no_thread_that_another_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three authors who opened bad spreadsheets at once made every other page that takes work wait."""
    paths = [packed(tmp_path, f"{who}.zip") for who in "abc"]
    turns = FairTurns("test", at_once=1, each_at_once=1, each_waiting=2, waiting=6)

    async def several() -> None:
        readers, children = Readers(), HeldBack(*paths)
        monkeypatch.setattr(uploads, "await_guarded", children.read)
        run = {path: partial(turns.run, path.stem, busy="web-pages-busy") for path in paths}
        pages = [
            asyncio.create_task(readers.make(path.stem, run[path], partial(read_upload, process_of, [path], path)))
            for path in paths
        ]
        for _ in range(2):
            await children.begun.acquire()
        assert await turns.run("marie", lambda: "a page", busy="web-pages-busy") == "a page"
        assert not any(page.done() for page in pages)
        children.over.set()
        assert await asyncio.gather(*pages) == [os.getpid()] * 3

    asyncio.run(several())


def test_many_who_look_at_the_same_file_have_it_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = packed(tmp_path, "table.zip")

    async def several() -> None:
        readers, children = Readers(), HeldBack(path)
        monkeypatch.setattr(uploads, "await_guarded", children.read)
        asked = [asyncio.create_task(read_for(who, process_of, path, readers)) for who in ("ann", "bob", "bob")]
        await children.begun.acquire()
        asked[0].cancel()  # whoever began it goes away
        await asyncio.sleep(0)
        children.over.set()
        assert await asyncio.gather(*asked[1:]) == [os.getpid()] * 2
        assert children.begun.locked(), "no other child was started"

    asyncio.run(several())


def test_a_server_that_stops_ends_its_children_and_whoever_waits_for_them(tmp_path: Path) -> None:
    path = packed(tmp_path, "slow.zip")
    os.mkfifo(tmp_path / "slow.pipe")

    async def stop() -> int:
        readers = Readers()
        pages = [asyncio.create_task(read_for(who, say_who_and_stay, path, readers)) for who in ("ann", "bob")]
        child = int(await asyncio.to_thread((tmp_path / "slow.pipe").read_text))
        await readers.leave()
        assert [type(each) for each in await asyncio.gather(*pages, return_exceptions=True)] == [
            asyncio.CancelledError
        ] * 2
        return child

    with pytest.raises(ProcessLookupError):
        os.kill(asyncio.run(stop()), 0)


def test_errors_are_those_of_reading(tmp_path: Path) -> None:
    with pytest.raises(AnaphorError, match="zip archive cannot be read"):
        asyncio.run(read_for("eve", labels_of, packed(tmp_path, "none.zip")))


def labels_of(path: Path) -> object:
    from anaphor import agreement

    return agreement.read(path)
