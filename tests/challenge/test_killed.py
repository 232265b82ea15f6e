"""A challenge that is killed in the middle goes on, asks nothing twice, and ends as if nothing had happened."""

import json
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from anaphor.challenge.round import Act, RunState
from anaphor.challenge.store import JOURNAL, open_challenge
from anaphor.challenge.transcript.record import FactKind, read_state
from anaphor.challenge.transcript.trace import read_trace, verify_trace
from tests.challenge.rounds import Character, add_entry, made, reopened

KILLS = 5
PATIENCE_S = 300
COMMAND = """
from anaphor.cli.challenge import app
from anaphor.cli.command import prepare
prepare(app, "anaphor challenge")
app()
"""
KILLED = (
    """
import os, signal, sys
from anaphor.challenge.transcript import trace
left, real = [int(sys.argv.pop(1))], trace.TraceFile._write
def write(file, line):
    left[0] -= 1
    if left[0] == 0:
        real(file, line[: len(line) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    real(file, line)
trace.TraceFile._write = write
"""
    + COMMAND
)
"""The command, killed by the strongest signal in the middle of a record of the journal or of a trace."""


def prepared(folder: Path, sources: Path) -> Path:
    """A challenge with three entries, registered."""
    made(folder)
    with open_challenge(folder, writing=True) as challenge:
        for number, name in enumerate(("one", "two", "three")):
            add_entry(challenge, name, Character(wrong=2 * number, wrong_by="text", salt=name), sources)
            challenge.enter(name, challenge.begin(Act.ENTER))
    return folder


def records(folder: Path) -> int:
    """Lines of evidence so far."""
    return sum(path.read_bytes().count(b"\n") for path in [folder / JOURNAL, *folder.glob("traces/*/*.jsonl")])


def started(folder: Path, *first: str) -> "subprocess.Popen[bytes]":
    """The command that runs the challenge."""
    command = [sys.executable, "-c", *(first or (COMMAND,)), "run", str(folder), "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def killed_after(folder: Path, count: int) -> None:
    """Run the challenge until it has written so many records, and half of one more."""
    process = started(folder, KILLED, str(count))
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -signal.SIGKILL


def ended(folder: Path) -> dict[str, Any]:
    """The verdicts of the run, without what differs from run to run."""
    output, _ = started(folder).communicate(timeout=PATIENCE_S)
    found: dict[str, Any] = json.loads(output)
    for entry in found["entries"]:
        entry.pop("head", None)
    return found


def asked(path: Path) -> tuple[list[str], set[str]]:
    """The questions that were sent, and those that were under way at a kill."""
    records = read_trace(path)
    sent = [each["question"] for record in records if record["kind"] == "asked" for each in record["questions"]]
    again = {
        record["question"] for record in records if record["kind"] == "fact" and record["fact"] == FactKind.ASKED_AGAIN
    }
    return sent, again


def test_killed_at_five_random_points_it_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = prepared(tmp_path / "whole", tmp_path / "sources-1")
    broken = prepared(tmp_path / "broken", tmp_path / "sources-2")
    begun = records(whole)
    expected = ended(whole)
    rng = random.Random(20261115)
    points = sorted(rng.randrange(1, records(whole) - begun) for _ in range(KILLS))
    for before, point in zip([0, *points], points, strict=False):
        killed_after(broken, max(1, point - before))
    assert ended(broken) == expected

    traces = sorted(broken.glob("traces/*/*.jsonl"))
    assert len(traces) == len(sorted(whole.glob("traces/*/*.jsonl")))
    repeated = 0
    for path in traces:
        assert verify_trace(path).ok
        sent, again = asked(path)
        assert len(sent) - len(set(sent)) == len(again)
        assert len(set(sent)) == 60
        repeated += len(again)
    assert repeated <= KILLS


def test_a_kill_between_the_trace_and_the_journal_asks_nothing_again(tmp_path: Path) -> None:
    folder = prepared(tmp_path / "challenge", tmp_path / "sources")
    expected = ended(folder)
    journal = folder / JOURNAL
    lines = journal.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[-1])["kind"] == "ended"
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    sizes = {path: path.stat().st_size for path in folder.glob("traces/*/*.jsonl")}
    assert ended(folder) == expected
    assert {path: path.stat().st_size for path in folder.glob("traces/*/*.jsonl")} == sizes
    assert all(run.state is RunState.FINISHED for run in reopened(folder).course.runs.values())


def test_a_spoilt_trace_is_a_lost_run_that_is_run_again_and_costs_nothing(tmp_path: Path) -> None:
    folder = prepared(tmp_path / "challenge", tmp_path / "sources")
    expected = ended(folder)
    journal = folder / JOURNAL
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    last = json.loads(lines[-1])
    trace = folder / f"traces/{last['round']}/{last['entry']}.run.jsonl"
    data = bytearray(trace.read_bytes())
    data[len(data) // 2] ^= 1
    trace.write_bytes(bytes(data))
    first = ended(folder)
    assert next(entry["state"] for entry in first["entries"] if entry["name"] == last["entry"]) == "lost"
    again = ended(folder)
    for entry in (*again["entries"], *expected["entries"]):
        entry.pop("trace")  # the second attempt has a trace of its own
    assert again == expected


def test_a_start_that_the_referee_s_end_cut_off_is_not_counted_against_the_entry() -> None:
    usage = {"seconds": 1.0}
    start, resumed, ending = {"kind": "start"}, {"kind": "resumed"}, {"kind": "ending", "usage": usage}
    assert read_state([start, resumed, start, resumed, start, ending, start, ending]).starts == 2
    assert read_state([start, ending, start]).starts == 1
