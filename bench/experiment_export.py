"""Export of a million answers: seconds and memory, format by format, each in a process of its own."""

import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from anaphor.experiment import FORMATS, Design, PlacedTrial, TrialKind, open_store, present
from anaphor.experiment.design.design import Trial, Words
from anaphor.experiment.study.tables import answer_sum
from bench.table import Row

_PEOPLE = 5000
_SCHEMAS = 200
_MOST_SECONDS = 10.0
_MOST_MEGABYTES = 300.0
_WORK = """
import json, resource, sys, time
from pathlib import Path
from anaphor.experiment.exporting.files import export
from anaphor.experiment.study.store import open_store
store = open_store(sys.argv[1])
wall, processor = time.perf_counter(), time.process_time()
export(store, Path(sys.argv[2]), sys.argv[3].split("+"))
print(json.dumps({"wall": time.perf_counter() - wall, "processor": time.process_time() - processor,
                  "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


def run() -> list[Row]:
    """Seconds and megabytes for each format, and for all at once."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "study.db"
        fill(database, _PEOPLE, _SCHEMAS)
        return [_row(database, Path(folder) / "out", formats) for formats in (*FORMATS, "+".join(FORMATS))]


def _row(database: Path, output: Path, formats: str) -> Row:
    command = [sys.executable, "-c", _WORK, str(database), str(output), formats]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    said = f"{found['wall']:.1f} s ({found['processor']:.1f} s of processor), {found['megabytes']:.0f} MB"
    row: Row = {
        "work": f"export of {_PEOPLE * _SCHEMAS:,} answers as {formats}",
        "ours": said,
        "peer": f"promised: {_MOST_SECONDS:.0f} s, {_MOST_MEGABYTES:.0f} MB",
    }
    if "+" not in formats:
        row["ratio"] = min(_MOST_SECONDS / found["wall"], _MOST_MEGABYTES / found["megabytes"])
        row["wanted"] = 1.0
    return row


def fill(path: Path, people: int, schemas: int) -> None:
    """Write a study of so many people, each of whom answered so many items, straight into its tables."""
    design = _design(people, schemas)
    open_store(str(path), design).engine.dispose()
    shown = {(number, nth): present(design, number, nth) for number in (0, 1) for nth in range(8)}
    seen = {number: shown[number % 2, number // 2 % 8] for number in range(1, people + 1)}
    connection = sqlite3.connect(path)
    with connection:
        connection.executemany(
            "INSERT INTO participants (number, token, list, nth, started_at, seen_at, consent, finished_at, simulated)"
            " VALUES (?, ?, ?, ?, 1.7e9, 1.7e9, 'x', 1.7e9, 1)",
            ((number, f"t{number}", number % 2, number // 2) for number in seen),
        )
        connection.executemany(
            'INSERT INTO shown (participant, trial, position, schema, "order") VALUES (?, ?, ?, ?, ?)',
            (
                (number, each.trial, each.position, each.trial.partition(".")[0], ",".join(map(str, each.order)))
                for number, trials in seen.items()
                for each in trials
            ),
        )
        connection.executemany(
            "INSERT INTO answers (participant, trial, choice, rt_ms, onset_ms, response_ms, frame_ms, focus_losses,"
            " hidden_ms, repeated_key, device, attempt, comment, received_at, check_sum)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((*row, answer_sum(row)) for row in _answers(seen, random.Random(1))),
        )
    connection.close()


def _answers(seen: dict[int, tuple[PlacedTrial, ...]], rng: random.Random) -> Iterator[tuple[object, ...]]:
    for number, trials in seen.items():
        for place, each in enumerate(trials):
            time = round(1000 + 3000 * rng.random(), 1)
            times = (time, 12.5, time + 12.5, 16.7, 0, 0.0)
            choice = int(rng.random() < 0.06)
            yield number, each.trial, choice, *times, 0, "key", f"{number}-{place}", None, 1.7e9 + place


def _design(people: int, schemas: int) -> Design:
    trials = tuple(
        Trial(
            id=f"s{n}.{v}",
            kind=TrialKind.ITEM,
            text=f"Sentence {n}, {v}.",
            prompt="Who?",
            candidates=("Ada", "Bea"),
            key=v - 1,
            item=f"s{n}.{v}",
            schema=f"s{n}",
        )
        for n in range(schemas)
        for v in (1, 2)
    )
    lists = tuple(tuple(f"s{n}.{(n + number) % 2 + 1}" for n in range(schemas)) for number in (0, 1))
    words = Words(title="t", consent="c", instructions="i", debrief="d")
    return Design(
        name="big",
        interface="en",
        collection="c",
        collection_fingerprint="0",
        seed=1,
        trials=trials,
        lists=lists,
        words=words,
        quota=people,
    )
