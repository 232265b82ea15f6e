"""Jobs: done once however often the server or its worker is killed, stopped when told, taken up where they stopped."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import psycopg
import pytest

from anaphor import load, score
from anaphor.web import JobQueue
from anaphor.web.jobs.orders import chat_spec
from anaphor.web.jobs.records import Job, JobBook, JobState
from tests.experiment.databases import new_database

pytestmark = pytest.mark.waiting

HERE = ("127.0.0.1",)
"""The hosts that these queues may ask."""
_SERVER = """
import sys, time
from pathlib import Path
from anaphor.web.jobs.queue import JobQueue
if __name__ == "__main__":
    queue = JobQueue(Path(sys.argv[1]), endpoints=["127.0.0.1"])
    told = {"source": "anaphor-fr", "resolver": sys.argv[2]}
    queue.add(Path(sys.argv[1]), "resolve", "slow", who="ann", told=told)
    time.sleep(600)
"""


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[JobQueue]:
    """A queue in a folder of its own, whose jobs may ask models of this machine."""
    found = JobQueue(tmp_path, endpoints=HERE)
    yield found
    found.leave()


def kill_worker(queue: JobQueue, at: int = 0) -> None:
    """End one of the workers as the system ends a process that uses up its memory."""
    found = list(queue._workers.values())[at]
    assert found is not None
    os.kill(found[0].pid, signal.SIGKILL)
    found[0].join()


def until(true: Callable[[], Any], seconds: float = 600) -> None:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def asking(url: str, who: str) -> str:
    """The resolver with which somebody asks a model, as a page says it."""
    return chat_spec("slow", url, who)


def answers(folder: Path) -> Counter[str]:
    """How often each question is answered in the run's file."""
    lines = [line for path in (folder / "runs").glob("*.jsonl") for line in path.read_text("utf-8").splitlines()[1:]]
    return Counter(json.loads(line)["question"] for line in lines)


def run_of(folder: Path) -> Path:
    """The run's file."""
    (path,) = (folder / "runs").glob("*.jsonl")
    return path


def only(folder: Path) -> Job:
    """The one job."""
    (job,) = JobBook(folder).jobs()
    return job


def test_a_killed_server_and_a_killed_worker_lose_nothing_and_record_nothing_twice(
    tmp_path: Path, slow_model: str
) -> None:
    script = tmp_path / "server.py"
    script.write_text(_SERVER, "utf-8")
    server = subprocess.Popen([sys.executable, str(script), str(tmp_path), asking(slow_model, "ann")])
    until(lambda: (tmp_path / "runs").is_dir() and sum(answers(tmp_path).values()) > 20)
    server.send_signal(signal.SIGKILL)
    server.wait()
    begun = only(tmp_path)
    assert (begun.state, begun.tries) == (JobState.RUNNING, 1)
    some = sum(answers(tmp_path).values())
    queue = JobQueue(tmp_path, endpoints=HERE)
    queue.start()  # its worker waits until the orphan has ended
    until(lambda: sum(answers(tmp_path).values()) > some + 20)
    kill_worker(queue)
    queue.start()
    until(lambda: only(tmp_path).finished)
    queue.leave()
    done = only(tmp_path)
    assert (done.state, done.tries, done.deaths, done.cuts) == (JobState.DONE, 3, 1, 0)
    assert set(answers(tmp_path).values()) == {1}
    assert len(answers(tmp_path)) == len(load("anaphor-fr").questions)
    assert score(run_of(tmp_path), collection="anaphor-fr").to_dict()["runs"][0]["answered"] == 1.0
    assert done.made == (f"runs/{run_of(tmp_path).name}",)
    assert "<section" in JobBook(tmp_path).piece(done.id).read_text("utf-8")


def test_restarts_of_the_server_cost_no_job_however_many_they_are(tmp_path: Path, slow_model: str) -> None:
    told = {"source": "anaphor-fr", "resolver": asking(slow_model, "ann")}
    queue = JobQueue(tmp_path, endpoints=HERE)
    queue.add(tmp_path, "resolve", "slow", who="ann", told=told)
    for number in range(1, 6):
        queue.start()
        until(lambda number=number: only(tmp_path).tries == number)  # type: ignore[misc]  # of this round
        queue.leave()
        assert only(tmp_path).state is JobState.RUNNING
        queue = JobQueue(tmp_path, endpoints=HERE)  # another server, as after a restart
    queue.start()
    until(lambda: only(tmp_path).finished)
    queue.leave()
    done = only(tmp_path)
    assert (done.state, done.deaths, done.cuts) == (JobState.DONE, 0, 0), done.said
    assert set(answers(tmp_path).values()) == {1}


def test_a_worker_that_is_told_to_end_with_the_service_lays_it_to_no_job(
    queue: JobQueue, tmp_path: Path, slow_model: str
) -> None:
    queue.add(
        tmp_path, "resolve", "slow", who="ann", told={"source": "anaphor-fr", "resolver": asking(slow_model, "ann")}
    )
    until(lambda: only(tmp_path).done > 3)
    (worker,) = filter(None, queue._workers.values())
    os.kill(worker[0].pid, signal.SIGTERM)  # as a manager of services sends to every process
    worker[0].join()
    assert worker[0].exitcode == 0
    queue.start()
    until(lambda: only(tmp_path).tries == 2)
    assert only(tmp_path).deaths == 0


def test_a_job_that_ends_its_worker_each_time_is_given_up(queue: JobQueue, tmp_path: Path, slow_model: str) -> None:
    told = {"source": "anaphor-fr", "resolver": asking(slow_model, "ann")}
    queue.add(tmp_path, "resolve", "slow", who="ann", told=told)
    for number in range(1, 4):
        until(lambda number=number: only(tmp_path).tries == number)  # type: ignore[misc]  # of this round
        kill_worker(queue)
        assert not queue.alive()  # which starts another
        assert queue.alive()
    until(lambda: only(tmp_path).finished)
    assert (only(tmp_path).state, only(tmp_path).deaths) == (JobState.FAILED, 3)
    assert only(tmp_path).said == ("the job ended its worker 3 times",)


def test_a_job_is_cancelled_and_goes_on_where_it_stopped(queue: JobQueue, tmp_path: Path, slow_model: str) -> None:
    told = {"source": "anaphor-fr", "resolver": asking(slow_model, "ann"), "limit": 120}
    job = queue.add(tmp_path, "resolve", "slow", who="ann", told=told)
    until(lambda: only(tmp_path).done > 10)
    queue.cancel(JobBook(tmp_path), job)
    until(lambda: only(tmp_path).finished)
    assert only(tmp_path).state is JobState.CANCELLED
    some = sum(answers(tmp_path).values())
    assert 10 < some < 120
    queue.again(JobBook(tmp_path), only(tmp_path))
    until(lambda: only(tmp_path).finished)
    assert only(tmp_path).state is JobState.DONE
    assert sorted(answers(tmp_path).values()) == [1] * 120


def test_a_queue_in_postgresql_loses_nothing_with_its_worker_and_records_nothing_twice(
    tmp_path: Path, postgresql: Any, slow_model: str
) -> None:
    url = new_database(postgresql, "jobs")
    queue = JobQueue(tmp_path, url, endpoints=HERE)
    for name, language, limit in (("ann", "fr", 60), ("bob", "en", 2)):
        told = {"source": f"anaphor-{language}", "resolver": asking(slow_model, name), "limit": limit}
        queue.add(tmp_path, "resolve", name, who=name, told=told)
    until(lambda: any(job.done > 10 for job in JobBook(tmp_path).jobs()))
    kill_worker(queue)
    assert not (tmp_path / "jobs.db").exists()
    queue.start()
    until(lambda: all(job.finished for job in JobBook(tmp_path).jobs()))
    queue.leave()
    assert {job.state for job in JobBook(tmp_path).jobs()} == {JobState.DONE}
    assert set(answers(tmp_path).values()) == {1}
    assert len(answers(tmp_path)) == 62
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM task").fetchone() == (0,)


def test_what_a_job_cannot_do_is_one_sentence_and_a_key_is_written_nowhere(queue: JobQueue, tmp_path: Path) -> None:
    queue.add(tmp_path, "audit", "none", who="ann", told={"source": "no-such-collection"})
    told = {"source": "anaphor-fr", "resolver": "first", "keyed": True}
    queue.add(tmp_path, "resolve", "keyed", who="bob", told=told, key="sesame-open-1234")
    queue.add(tmp_path, "resolve", "unkeyed", who="eve", told=told)
    until(lambda: all(each.finished for each in JobBook(tmp_path).jobs()))
    found = {each.title: each for each in JobBook(tmp_path).jobs()}
    assert found["none"].state is found["unkeyed"].state is JobState.FAILED
    assert "no-such-collection" in found["none"].said[0]
    assert "key" in found["unkeyed"].said[0]
    assert found["keyed"].state is JobState.DONE
    queue.leave()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if b"sesame-open" in path.read_bytes()]


def test_a_job_that_a_clock_ahead_dated_is_not_the_newest_once_the_clock_is_right(tmp_path: Path) -> None:
    """What it found was shown in the place of what was found since, for as long as the clock had been ahead."""
    book, now = JobBook(tmp_path), time.time()
    ages = {"old": -2 * 86_400, "new": -3600, "years": 3 * 365 * 86_400, "days": 2 * 86_400}
    for name, seconds in ages.items():
        book.write(Job(id=name, kind="audit", title="an audit", who="ann", interface="en", made_at=now + seconds))
    assert [job.id for job in book.jobs()] == ["new", "old", "years", "days"]


def test_a_job_that_the_queue_could_not_take_is_done_all_the_same(
    queue: JobQueue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk with room for the job's file and none for the queue's: the page was an error, and the job was done."""

    def full(_: str) -> NoReturn:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(queue._queues, "of", full)
    job = queue.add(tmp_path, "resolve", "queued later", who="ann", told={"source": "anaphor-fr", "resolver": "first"})
    until(lambda: all(each.finished for each in JobBook(tmp_path).jobs()))
    found = JobBook(tmp_path).read(job.id)
    assert found is not None
    assert found.state is JobState.DONE
