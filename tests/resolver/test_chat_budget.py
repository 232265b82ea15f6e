"""What is paid for: never more than the budget, and every answer that came is kept, whatever stops the run."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anaphor.answer import Abstention, Choice
from anaphor.answers import read_run
from anaphor.errors import AnaphorError, InputError
from anaphor.resolver import FinishedRun, make
from anaphor.resolver.asking.asking import limit_failures
from anaphor.resolver.chat.client import Price, Purse
from anaphor.resolver.chat.remote import numbered
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.schema import Collection, Item, Problem
from tests.resolver.chat_server import ChatServer, Reply, chat_server
from tests.resolver.questions import question

pytestmark = pytest.mark.waiting

SETTINGS = RunSettings(source="many")
COST = 1.02
"""What a reply of the test's endpoint costs (100 and 2 tokens) at 10,000 per million."""


def many(count: int) -> Collection:
    """So many problems, each its own."""
    asked = [question(f"Ann met Sue after [she] left town {n}.", "Ann", "Sue", name=f"q{n}") for n in range(count)]
    return Collection(
        name="many", language="en", problems=tuple(Problem(id=q.id, item=Item(question=q, key=0)) for q in asked)
    )


def run(server: ChatServer, path: Path, settings: str, count: int = 40) -> FinishedRun:
    return run_collection(many(count), make(f"chat:m,url={server.url},backoff=0.01,{settings}"), path, SETTINGS)


def slow(body: dict[str, Any]) -> Reply:
    return Reply(text="A", hang=0.01)


@pytest.mark.parametrize("concurrency", [1, 8])
@pytest.mark.parametrize("orders", ["hash", "both"])
def test_a_budget_is_never_overspent_and_every_paid_answer_is_kept(
    tmp_path: Path, concurrency: int, orders: str
) -> None:
    path = tmp_path / "run.jsonl"
    prices = f"price_in=10000,price_out=10000,budget=30,orders={orders},concurrency={concurrency}"
    with chat_server(slow) as server:
        with pytest.raises(AnaphorError, match=r"the budget of 30 leaves too little .*All answers are kept"):
            run(server, path, prices)
        paid = len(server.requests)
    kept = read_run(path).answers
    assert paid * COST <= 30
    assert len(kept) * (2 if orders == "both" else 1) == paid
    assert len(kept) > 5


def test_a_reply_without_a_count_of_tokens_costs_the_worst_case(tmp_path: Path) -> None:
    uncounted = Reply(raw=b'{"choices": [{"message": {"content": "A"}}]}')
    with chat_server(lambda body: uncounted) as server:
        with pytest.raises(AnaphorError, match="the budget of 30 leaves too little"):
            run(server, tmp_path / "run.jsonl", "price_in=10000,budget=30")
        assert 1 <= len(server.requests) < 10


def test_a_try_that_may_have_been_paid_for_is_charged_and_not_repeated_beyond_the_budget(tmp_path: Path) -> None:
    with chat_server(lambda body: Reply(cut=True)) as server:
        with pytest.raises(AnaphorError, match="leaves too little"):
            run(server, tmp_path / "run.jsonl", "price_in=10000,budget=20,retries=50,concurrency=4")
        worst = Price(prompt=10000).at_most(server.requests[0]["messages"], 64)
        assert len(server.requests) == int(20 / worst)
    with chat_server(lambda body: Reply(code=500)) as server:
        with pytest.raises(AnaphorError, match="5 questions in a row"):
            run(server, tmp_path / "other.jsonl", "price_in=10000,budget=20,retries=5,concurrency=1")
        assert 5 * 6 <= len(server.requests) <= 6 * 6  # the sixth question may be under way


def test_answers_under_way_are_kept_when_another_request_stops_the_run(tmp_path: Path) -> None:
    three_wait = threading.Barrier(4)

    def say(body: dict[str, Any]) -> Reply:
        content = body["messages"][-1]["content"]
        three_wait.wait(10)
        return Reply(code=401) if "town 0." in content else Reply(text="A", hang=0.1)

    path = tmp_path / "run.jsonl"
    with (
        chat_server(say) as server,
        pytest.raises(AnaphorError, match="refuses the request"),
    ):
        run(server, path, "concurrency=4", count=4)
    kept = read_run(path).by_question
    assert sorted(kept) == ["q1", "q2", "q3"]
    assert all(isinstance(answer.reply, Choice) for answer in kept.values())


def test_a_finished_answer_does_not_wait_for_a_slow_one(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    seen: list[int] = []

    def say(body: dict[str, Any]) -> Reply:
        if "town 0." in body["messages"][-1]["content"]:
            while path.read_bytes().count(b"\n") < 4:  # the header and three answers
                pass
            seen.append(path.read_bytes().count(b"\n"))
        return Reply(text="A")

    with chat_server(say) as server:
        state = run(server, path, "concurrency=2", count=4)
    assert seen == [4]
    assert [answer.question for answer in state.answers] == ["q0", "q1", "q2", "q3"]


def test_a_page_that_is_no_completion_is_a_failure_and_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with chat_server(lambda body: Reply(raw=b"<html>Maintenance</html>")) as server:
        state = run(server, path, "retries=0", count=2)
    assert [each.reply.reason for each in state.answers if isinstance(each.reply, Abstention)] == ["failed", "failed"]
    with chat_server(lambda body: Reply(text="A")) as server:
        resolver = make(f"chat:m,url={server.url}")
        fresh = run_collection(many(2), resolver, tmp_path / "fresh.jsonl", SETTINGS)
    assert all(isinstance(answer.reply, Choice) for answer in fresh.answers)


def test_what_failed_is_asked_again_when_that_is_wanted(tmp_path: Path) -> None:
    path, broken = tmp_path / "run.jsonl", [True]
    with chat_server(lambda body: Reply(raw=b"<html>") if broken[0] else Reply(text="A")) as server:
        run(server, path, "retries=0", count=2)
        broken[0] = False
        resolver = make(f"chat:m,url={server.url},backoff=0.01,retries=0")
        state = run_collection(many(2), resolver, path, RunSettings(source="many", again=True))
    assert state.asked == 2
    assert state.abstentions == {}


@pytest.mark.parametrize("key", ["sk-secret\nX: y", "sk-secret\x07", "sk-secret-é", "sk-secret-ключ"], ids=ascii)
def test_a_key_that_cannot_be_sent_is_refused_and_never_shown(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("MY_KEY", key)
    with pytest.raises(InputError, match="environment variable MY_KEY") as caught:
        make("chat:m,url=http://127.0.0.1:9/v1,key=MY_KEY")
    assert "secret" not in str(caught.value)


def test_an_endpoint_that_repeats_the_key_does_not_bring_it_to_the_screen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    page = Reply(code=401, raw=b'{"error": {"message": "Incorrect API key provided: sk-secret."}}')
    with (
        chat_server(lambda body: page) as server,
        pytest.raises(AnaphorError, match="Incorrect API key provided: …") as caught,
    ):
        run(server, tmp_path / "run.jsonl", "retries=0", count=1)
    assert "sk-secret" not in str(caught.value)


def test_the_worst_case_counts_every_byte_as_a_token() -> None:
    price = Price(prompt=1e6, completion=2e6)
    assert price.at_most([{"role": "user", "content": "été"}], 10) == 5 + 16 + 20


def test_a_purse_waits_for_what_others_may_leave_and_then_says_no() -> None:
    purse = Purse(10)
    first = purse.reserve(8)
    assert first is not None
    found: list[bool] = []
    waiting = threading.Thread(target=lambda: found.append(purse.reserve(8) is not None))
    waiting.start()
    assert not first.more(8)
    first.pay(1)
    first.settle()
    waiting.join(10)
    assert found == [True]
    assert purse.spent == 1


def test_results_under_way_come_before_the_error() -> None:
    started = threading.Barrier(3)

    def work(number: int) -> int:
        started.wait(10)
        if number == 0:
            raise InputError("nought")
        return number

    kept: list[int] = []
    with pytest.raises(InputError, match="nought"):
        _append_all(kept, (each for _, each in numbered(work, range(3), 3, threading.Event())))
    assert sorted(kept) == [1, 2]


def _append_all(kept: list[int], found: Iterator[int]) -> None:
    for each in found:
        kept.append(each)


INTERRUPTED = """
import os, signal, threading, time
from anaphor.resolver.chat.remote import numbered
under_way = threading.Barrier(3)
def work(number):
    under_way.wait(30)
    time.sleep(0.3)
    if number == 0:
        os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.3)
    return number
kept = []
try:
    for _, each in numbered(work, range(9), 3, threading.Event()):
        kept.append(each)
except KeyboardInterrupt:
    print(sorted(kept))
"""


def test_ctrl_c_waits_for_what_is_under_way() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "[0, 1, 2]\n", done.stderr


def test_impatience_stops_the_work_and_hands_on_what_is_good() -> None:
    stopped: list[bool] = []
    things = limit_failures(
        [1, -1, -1, 5, -1], lambda n: n < 0, 2, lambda n, _: AnaphorError("enough"), lambda: stopped.append(True)
    )
    assert next(things) == 1
    assert next(things) == 5
    assert stopped == [True]
    with pytest.raises(AnaphorError, match="enough"):
        next(things)
