"""A challenge that is killed in the middle goes on, asks nothing twice, and ends as if nothing had happened."""

import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from anaphor.challenge import Seal, open_challenge, run, run_entry, running, withdraw
from anaphor.challenge.round import Act, RunState
from anaphor.challenge.rulebook import JOURNAL
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.sandbox.unsealed import UNSEALED
from anaphor.challenge.transcript.record import FactKind, read_state
from anaphor.challenge.transcript.trace import TraceFile, read_trace, verify_trace
from anaphor.cli.main import main
from anaphor.errors import AnaphorError
from tests.challenge.rounds import Character, add_entry, made, reopened
from tests.golden.running import run_command

pytestmark = pytest.mark.waiting

KILLS = 5
PATIENCE_S = 300


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


def run_until(folder: str, count: int) -> None:
    """The command in a process of its own, killed by the strongest signal in the middle of that many-th record."""
    left, real = [count], TraceFile._write

    def write(file: TraceFile, line: bytes) -> None:
        left[0] -= 1
        if left[0] == 0:
            real(file, line[: len(line) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        real(file, line)

    sys.argv = ["anaphor", "challenge", "run", folder, "--json"]
    with patch.object(TraceFile, "_write", write):
        main()


def killed_after(folder: Path, count: int) -> None:
    """Run the challenge until it has written so many records, and half of one more."""
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload([__name__])  # one process loads the package, and each that is to die is a copy of it
    process = forks.Process(target=run_until, args=(str(folder), count))
    process.start()
    process.join(PATIENCE_S)
    assert process.exitcode == -signal.SIGKILL


def ended(folder: Path) -> dict[str, Any]:
    """The verdicts of the run, without what differs from run to run."""
    output = run_command(["challenge", "run", str(folder), "--json"], folder, home=folder.parent, foreseen=False).stdout
    found: dict[str, Any] = json.loads(output)
    for entry in found["entries"]:
        entry.pop("head", None)
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, dict[str, Any]]:
    """A challenge that ran without a kill, to be looked at or copied: how much was written before, and its verdicts."""
    place = tmp_path_factory.mktemp("whole")
    folder = prepared(place / "challenge", place / "sources")
    return folder, records(folder), ended(folder)


def asked(path: Path) -> tuple[list[str], set[str]]:
    """The questions that were sent, and those that were under way at a kill."""
    records = read_trace(path)
    sent = [each["question"] for record in records if record["kind"] == "asked" for each in record["questions"]]
    again = {
        record["question"] for record in records if record["kind"] == "fact" and record["fact"] == FactKind.ASKED_AGAIN
    }
    return sent, again


def test_killed_at_five_random_points_it_ends_as_if_nothing_had_happened(
    whole: tuple[Path, int, dict[str, Any]], tmp_path: Path
) -> None:
    unbroken, begun, expected = whole
    broken = prepared(tmp_path / "challenge", tmp_path / "sources")
    rng = random.Random(20261115)
    points = sorted(rng.randrange(1, records(unbroken) - begun) for _ in range(KILLS))
    for before, point in zip([0, *points], points, strict=False):
        killed_after(broken, max(1, point - before))
    assert ended(broken) == expected

    traces = sorted(broken.glob("traces/*/*.jsonl"))
    assert len(traces) == len(sorted(unbroken.glob("traces/*/*.jsonl")))
    repeated = 0
    for path in traces:
        assert verify_trace(path).ok
        sent, again = asked(path)
        assert len(sent) - len(set(sent)) == len(again)
        assert len(set(sent)) == 60
        repeated += len(again)
    assert repeated <= KILLS


def test_a_kill_between_the_trace_and_the_journal_asks_nothing_again(
    whole: tuple[Path, int, dict[str, Any]], tmp_path: Path
) -> None:
    folder, expected = shutil.copytree(whole[0], tmp_path / "challenge"), whole[2]
    journal = folder / JOURNAL
    lines = journal.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[-1])["kind"] == "ended"
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    sizes = {path: path.stat().st_size for path in folder.glob("traces/*/*.jsonl")}
    assert ended(folder) == expected
    assert {path: path.stat().st_size for path in folder.glob("traces/*/*.jsonl")} == sizes
    assert all(run.state is RunState.FINISHED for run in reopened(folder).course.runs.values())


def test_a_spoilt_trace_is_a_lost_run_that_is_run_again_and_costs_nothing(
    whole: tuple[Path, int, dict[str, Any]], tmp_path: Path
) -> None:
    folder, expected = shutil.copytree(whole[0], tmp_path / "challenge"), deepcopy(whole[2])
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


def test_the_journal_is_free_while_a_sandbox_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = prepared(tmp_path / "challenge", tmp_path / "sources")
    written: list[str] = []

    def tried(*_: object) -> Seal:
        name = ("one", "two")[len(written)]
        with open_challenge(folder, writing=True) as other:  # as another worker's run would
            withdraw(other, name)
        written.append(name)
        return UNSEALED[Backend.NONE]

    monkeypatch.setattr(running, "try_backend", tried)
    monkeypatch.setattr(running, "_SEALS", {})
    with pytest.raises(AnaphorError, match="sealed"):
        run_entry(folder, "three", round_name="problems", sealed=True)
    running._SEALS.clear()
    with pytest.raises(AnaphorError, match="sealed"):
        run(folder, sealed=True)
    assert written == ["one", "two"]
    assert set(reopened(folder).course.entries) == {"three"}
