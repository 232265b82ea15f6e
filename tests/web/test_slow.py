"""Pages that take long: made on while nobody waits, handed over once, and thrown away when nobody comes."""

import asyncio
from pathlib import Path

import pytest
from starlette.responses import Response

from anaphor.web.replies import BadRequestError, made_file
from anaphor.web.site import slow
from anaphor.web.site.slow import SlowPages

KEY = ("marie", "en", "http://x/")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits."""
    monkeypatch.setattr(slow, "PATIENCE_S", 0.0)


class Work:
    """A page that is made when it is told to."""

    def __init__(self) -> None:
        self.opened, self.begun = asyncio.Event(), 0
        self.made: Response | None = None

    async def make(self) -> Response:
        self.begun += 1
        await self.opened.wait()
        return self.made or Response("done")


def test_what_is_asked_for_again_is_not_begun_anew_and_is_handed_over_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        pages, work = SlowPages(), Work()
        assert [await pages.get(KEY, work.make) for _ in range(3)] == [None] * 3
        assert work.begun == 1
        monkeypatch.setattr(slow, "PATIENCE_S", 60.0)
        windows = [asyncio.ensure_future(pages.get(KEY, work.make)) for _ in range(2)]
        await asyncio.sleep(0)
        work.opened.set()
        both = await asyncio.gather(*windows)
        assert sorted(each is None for each in both) == [False, True]
        assert work.begun == 1

    asyncio.run(ask())


def test_an_error_is_the_reader_s_and_then_forgotten() -> None:
    async def ask() -> None:
        pages, work = SlowPages(), Work()

        async def failing() -> Response:
            await work.opened.wait()
            raise BadRequestError("web-no-page", 404)

        assert await pages.get(KEY, failing) is None
        work.opened.set()
        await asyncio.sleep(0.01)
        with pytest.raises(BadRequestError):
            await pages.get(KEY, failing)
        assert pages._begun == {}

    asyncio.run(ask())


def test_a_file_that_nobody_fetches_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow, "_FETCHED_S", 0.0)

    def written(folder: Path) -> Path:
        (folder / "x").write_text("x", "utf-8")
        (tmp_path / "where").write_text(str(folder), "utf-8")
        return folder / "x"

    async def ask() -> None:
        pages, work = SlowPages(), Work()
        work.made = made_file(written, "text/plain")
        assert await pages.get(KEY, work.make) is None
        work.opened.set()
        folder = Path((tmp_path / "where").read_text("utf-8"))
        for _ in range(500):
            await asyncio.sleep(0.01)
            if not folder.exists():
                break
        assert not folder.exists()
        assert pages._begun == {}

    asyncio.run(ask())
