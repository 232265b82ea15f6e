"""One writer: what fails fails alone, what is refused leaves nothing, and nobody waits for ever."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, text

from anaphor.errors import OutputError
from anaphor.experiment import Fate, Newcomer, Refusal, RefusedError, Store, SubmittedAnswer, log_lines, open_store
from anaphor.experiment.study.tables import LOG
from anaphor.files import reading, writing
from anaphor.web.study.writer import Writer
from tests.experiment.specimens import design
from tests.experiment.visiting import consent, start

pytestmark = pytest.mark.waiting


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A small study."""
    opened = open_store(str(tmp_path / "s.db"), design())
    yield opened
    opened.engine.dispose()


@pytest.fixture
def writer(store: Store) -> Iterator[Writer]:
    """Its writer."""
    found = Writer(store)
    yield found
    found.close()


def note(what: str) -> Callable[[Connection, float], str]:
    """Work that leaves a line in the log."""

    def work(connection: Connection, now: float) -> str:
        connection.execute(insert(LOG), {"at": now, "who": "x", "what": what})
        return what

    return work


def refuse(connection: Connection, now: float) -> None:
    """Work that writes and then refuses."""
    connection.execute(insert(LOG), {"at": now, "who": "x", "what": "half done"})
    raise RefusedError(Refusal.FULL)


def break_down(connection: Connection, _now: float) -> None:
    """Work that the database does not take."""
    connection.execute(text("INSERT INTO log (id) VALUES (1)"))


def crash(_connection: Connection, _now: float) -> None:
    """Work with a mistake in it."""
    raise ZeroDivisionError


def test_in_one_batch_each_gets_what_it_deserves(store: Store, writer: Writer) -> None:
    async def everybody() -> list[object]:
        works = [note("first"), refuse, note("second"), break_down, crash, note("third")]
        return await asyncio.gather(*(writer.do(work) for work in works), return_exceptions=True)

    found = asyncio.run(everybody())
    assert [found[0], found[2], found[5]] == ["first", "second", "third"]
    assert isinstance(found[1], RefusedError)
    assert isinstance(found[3], OutputError)
    assert isinstance(found[4], OutputError)
    assert sorted(what for _, _, what, _ in log_lines(store)) == ["first", "second", "third"]


def test_answers_in_a_batch_with_a_failure_are_saved_once(store: Store, writer: Writer) -> None:
    place = start(store, Newcomer(person="ada"), time.time())
    consent(store, place.token, "x", {"adult": True, "native": True}, time.time())
    sent = [SubmittedAnswer(token=place.token, trial=each.trial, choice=0, attempt="a") for each in place.shown]

    async def everybody() -> list[object]:
        tasks = [writer.save([each]) for each in sent]
        return await asyncio.gather(*tasks[:3], writer.do(break_down), *tasks[3:], return_exceptions=True)

    found = asyncio.run(everybody())
    fates = [each[0].fate for each in found if isinstance(each, list)]
    assert fates == [Fate.SAVED] * len(sent)


def test_a_database_that_is_held_by_somebody_else_is_waited_for(store: Store, writer: Writer) -> None:
    async def wait() -> object:
        task = asyncio.create_task(writer.do(note("late")))
        await asyncio.sleep(0.3)
        assert not task.done()
        holding.__exit__(None, None, None)
        return await task

    holding = writing(store.engine)
    holding.__enter__()
    assert asyncio.run(wait()) == "late"


def test_closing_writes_what_still_waits(store: Store) -> None:
    found = Writer(store)

    async def many() -> list[object]:
        tasks = [asyncio.create_task(found.do(note(str(n)))) for n in range(50)]
        await asyncio.sleep(0)
        await asyncio.to_thread(found.close)
        return list(await asyncio.gather(*tasks))

    assert asyncio.run(many()) == [str(n) for n in range(50)]
    with reading(store.engine) as connection:
        assert len(connection.execute(select(LOG)).all()) == 50


def test_who_goes_away_while_waiting_disturbs_nobody(store: Store, writer: Writer) -> None:
    async def go_away() -> str:
        task = asyncio.create_task(writer.do(note("abandoned")))
        await asyncio.sleep(0)
        task.cancel()
        return await writer.do(note("stays"))

    assert asyncio.run(go_away()) == "stays"


def test_a_write_that_failed_is_remembered_where_a_small_one_still_fits(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(connection: Connection, _now: float) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        connection.exec_driver_sql("CREATE TABLE large AS SELECT zeroblob(1000000) AS bytes")

    async def look(*, fail: bool) -> object:
        if fail:
            await asyncio.gather(writer.do(fill), return_exceptions=True)
        return (await asyncio.gather(writer.probe(), return_exceptions=True))[0]

    assert asyncio.run(look(fail=False)) is None
    assert "full" in str(asyncio.run(look(fail=True)))
    monkeypatch.setattr("anaphor.web.study.writer._REMEMBERED_S", 0.0)
    assert asyncio.run(look(fail=True)) is None
