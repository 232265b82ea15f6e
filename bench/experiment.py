"""A study under load: durable answers per second, against a commit per request and against oTree, in the same run.

Server and load generator share the machine. Rates depend on what else runs there, so the processor time per answer
stands beside them; ratios are of rates taken in turns.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.experiment_load import Load, drive, post
from bench.experiment_otree import computed, otree_load
from bench.experiment_server import prepare
from bench.table import Row

_SECONDS = 8.0
_TRIALS = 1200
"""Enough for every connection to have a fresh answer to send until the time is up."""
_ROOT = "/api/bench"


@dataclass(frozen=True, slots=True)
class Measured:
    """One server under one load."""

    load: Load
    cpu: float

    @property
    def each_us(self) -> float:
        """Microseconds of the server's processor time per reply."""
        return 1e6 * self.cpu / max(1, len(self.load.times))

    def text(self) -> str:
        """Rate, waiting times and processor time."""
        load = self.load
        return (
            f"{load.per_second:,.0f}/s, p50 {load.quantile(0.5):.0f} ms, p99 {load.quantile(0.99):.0f} ms, "
            f"{self.each_us:.0f} µs of processor each, {load.errors} errors"
        )


@contextmanager
def _server(folder: Path, kind: str) -> Iterator[tuple[int, int]]:
    command = [sys.executable, "-m", "bench.experiment_server", str(folder), kind]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def answering(kind: str, connections: int, trials: int = _TRIALS, seconds: float = _SECONDS) -> Measured:
    """As many participants as connections, each sending its next answer when the last one is acknowledged."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        design = prepare(folder, trials)
        with _server(folder, kind) as (port, number):
            agreed = {"hash": design.consent_hash, "adult": True, "native": True}
            people = [{"person": f"p{n}", **agreed} for n in range(connections)]
            _, replies = drive(port, [[post(f"{_ROOT}/consent", each)] for each in people])
            places = [json.loads(each[0])["place"] for each in replies]
            lines = [[answer_of(place["token"], trial["id"]) for trial in place["trials"]] for place in places]
            before = computed(number)
            load, _ = drive(port, lines, seconds)
            return Measured(load, computed(number) - before)


def answer_of(token: str, trial: str) -> bytes:
    """The request that sends one answer."""
    sent = {
        "trial": trial,
        "choice": 0,
        "attempt": f"attempt {trial}",
        "rt_ms": 1234.5,
        "onset_ms": 1000.1,
        "response_ms": 2234.6,
        "frame_ms": 16.7,
        "device": "key",
    }
    return post(f"{_ROOT}/answers", {"answers": [sent]}, token)


def starting(people: int, step: str = "start") -> Row:
    """A burst of people at the door of a study of ordinary length, or of people who agree and get their places."""
    with tempfile.TemporaryDirectory() as name:
        design = prepare(Path(name), 115)
        agreed = {"hash": design.consent_hash, "adult": True, "native": True} if step == "consent" else {}
        with _server(Path(name), "ours") as (port, number):
            before = computed(number)
            load, _ = drive(port, [[post(f"{_ROOT}/{step}", {"person": f"p{n}", **agreed})] for n in range(people)])
            found = Measured(load, computed(number) - before)
    said = f"all in {load.seconds:.2f} s (wanted: 1 s); {found.text()}"
    what = "starts" if step == "start" else "places given, saved and sent"
    return {"work": f"{people:,} {what} at once (115 trials each)", "ours": said}


def _best(runs: list[Measured]) -> Measured:
    return max(runs, key=lambda each: each.load.per_second)


def run() -> list[Row]:
    """Ours and the naive version in turns, then 1,000 connections, a burst of starts, and oTree."""
    ours, naive = [], []
    for _ in range(2):
        ours.append(answering("ours", 100))
        naive.append(answering("naive", 100, trials=300))
    best, other = _best(ours), _best(naive)
    rows: list[Row] = [
        {
            "work": "durable answers, 100 connections (wanted: 5,000/s and p99 50 ms on a quiet machine)",
            "ours": best.text(),
            "peer": f"a commit per request: {other.text()}",
            "ratio": best.load.per_second / other.load.per_second,
            "wanted": 3,
        },
        {
            "work": "processor time per answer, 100 connections",
            "ours": f"{best.each_us:.0f} µs",
            "peer": f"a commit per request: {other.each_us:.0f} µs",
            "ratio": other.each_us / best.each_us,
        },
        {
            "work": "durable answers, 1,000 connections (wanted: no error)",
            "ours": answering("ours", 1000, trials=120).text(),
        },
        starting(1000),
        starting(1000, "consent"),
    ]
    return [*rows, *_against_otree(best)]


def _against_otree(ours: Measured) -> list[Row]:
    try:
        with tempfile.TemporaryDirectory() as name:
            version, load, cpu = otree_load(Path(name), 100, _SECONDS)
    except (OSError, subprocess.SubprocessError, StopIteration) as error:
        print(f"oTree could not be measured, so there is no comparison with it: {error}", file=sys.stderr)
        return []
    return [
        {
            "work": "answers, 100 participants (oTree: POST, redirect and the next page)",
            "ours": ours.text(),
            "peer": f"oTree {version}, SQLite: {Measured(load, cpu).text()}",
            "ratio": ours.load.per_second / load.per_second if load.per_second else float("inf"),
        }
    ]
