"""Turns: however much one asks for, others come in between, waiting has an end, and what is refused says when again."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from anaphor.web.replies import BadRequestError
from anaphor.web.turns import ACTS, HEAVY, FairTurns

BUSY = "web-pages-busy"


class Gate:
    """Work that ends when it is told to, and remembers in which order it was begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.opened, self.busy = threading.Event(), threading.Semaphore(0)

    def work(self, name: str) -> Callable[[], str]:
        def pass_through() -> str:
            self.begun.append(name)
            self.busy.release()
            assert self.opened.wait(60)
            return name

        return pass_through


async def begun(gate: Gate, count: int) -> None:
    """Wait until so much is at work."""
    for _ in range(count):
        assert await asyncio.to_thread(gate.busy.acquire, timeout=600)


def test_whoever_asks_for_much_has_one_turn_before_others_have_theirs() -> None:
    turns, gate = FairTurns("test", at_once=1, each_at_once=1, each_waiting=9, waiting=99), Gate()

    async def several() -> list[str]:
        asked = [asyncio.create_task(turns.run("greedy", gate.work(f"greedy {n}"), busy=BUSY)) for n in range(4)]
        await begun(gate, 1)
        asked += [asyncio.create_task(turns.run(who, gate.work(who), busy=BUSY)) for who in ("ann", "bob")]
        await asyncio.sleep(0)
        gate.opened.set()
        return await asyncio.gather(*asked)

    assert asyncio.run(several()) == ["greedy 0", "greedy 1", "greedy 2", "greedy 3", "ann", "bob"]
    assert gate.begun == ["greedy 0", "greedy 1", "ann", "bob", "greedy 2", "greedy 3"]


def test_one_person_takes_neither_all_threads_nor_all_places_to_wait() -> None:
    turns, gate = FairTurns("test", at_once=3, each_at_once=2, each_waiting=2, waiting=99), Gate()

    async def several() -> list[object]:
        asked = [asyncio.create_task(turns.run("greedy", gate.work("greedy"), busy=BUSY)) for _ in range(80)]
        other = asyncio.create_task(turns.run("ann", gate.work("ann"), busy=BUSY))
        await begun(gate, 3)
        assert sorted(gate.begun) == ["ann", "greedy", "greedy"]
        gate.opened.set()
        return [*await asyncio.gather(*asked, return_exceptions=True), await other]

    heard = asyncio.run(several())
    refused = [each for each in heard if isinstance(each, BadRequestError)]
    assert (heard.count("greedy"), len(refused), heard[-1]) == (4, 76, "ann")
    assert {(each.status, each.retry_s, str(each)[:8]) for each in refused} == {(429, 5, "you have")}


def test_of_all_who_wait_only_so_many_do() -> None:
    turns, gate = FairTurns("test", at_once=1, each_at_once=1, each_waiting=9, waiting=3), Gate()

    async def several() -> list[object]:
        asked = [asyncio.create_task(turns.run(f"p{n}", gate.work("done"), busy=BUSY)) for n in range(10)]
        await begun(gate, 1)
        gate.opened.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    heard = asyncio.run(several())
    assert heard[:4] == ["done"] * 4
    assert all(isinstance(each, BadRequestError) for each in heard[4:])


def test_a_few_who_fill_the_room_keep_nobody_else_out_of_it() -> None:
    turns, gate = FairTurns("test", at_once=1, each_at_once=1, each_waiting=9, waiting=6), Gate()

    async def several() -> tuple[list[object], object]:
        greedy = [asyncio.create_task(turns.run(who, gate.work(who), busy=BUSY)) for who in "aaaabbb"]
        await begun(gate, 1)
        newcomer = asyncio.create_task(turns.run("ann", gate.work("ann"), busy=BUSY))
        more = [asyncio.create_task(turns.run("a", gate.work("a"), busy=BUSY)) for _ in range(2)]
        await asyncio.sleep(0)
        gate.opened.set()
        return await asyncio.gather(*greedy, *more, return_exceptions=True), await newcomer

    heard, ann = asyncio.run(several())
    assert ann == "ann"
    refused = [who for who, each in zip("aaaabbbaa", heard, strict=True) if isinstance(each, BadRequestError)]
    assert len(refused) == 3, "one of them for ann, and what came when all was full"
    assert gate.begun.index("ann") <= 3, "in her turn"


def test_work_of_somebody_who_went_away_is_not_begun_and_an_error_is_theirs() -> None:
    turns, gate = FairTurns("test", at_once=1, each_at_once=1, each_waiting=9, waiting=9), Gate()

    def broken() -> str:
        raise ValueError("mine")

    async def several() -> str:
        first = asyncio.create_task(turns.run("ann", gate.work("first"), busy=BUSY))
        await begun(gate, 1)
        gone = asyncio.create_task(turns.run("bob", gate.work("gone"), busy=BUSY))
        failing = asyncio.create_task(turns.run("eve", broken, busy=BUSY))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        gate.opened.set()
        await first
        with pytest.raises(ValueError, match="mine"):
            await failing
        return await turns.run("ann", lambda: "again", busy=BUSY)

    assert asyncio.run(several()) == "again"
    assert gate.begun == ["first"]


def test_nobody_can_take_all_threads_of_the_site() -> None:
    for turns in (HEAVY, ACTS):
        assert turns.each_at_once < turns.at_once
        assert turns.each_at_once + turns.each_waiting >= 6, "a browser opens six connections"
