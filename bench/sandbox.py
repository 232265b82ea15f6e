"""What the sandbox costs: a start, and a question, over a bare subprocess; and what the self-test takes.

Starts and questions of both kinds alternate in one run, and the shortest of each is taken: what other programs on the
machine add is the same for both.
"""

import json
import math
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from anaphor.challenge import Seal
from anaphor.challenge.sandbox.bubblewrap import find_python
from anaphor.challenge.sandbox.process import ProcessSandbox
from anaphor.challenge.sandbox.sandbox import MIB, Limits, Sandbox, Stop, Submission, Wire
from anaphor.challenge.sandbox.selftest import self_test
from anaphor.challenge.sandbox.unsealed import PlainSandbox
from anaphor.challenge.transcript.record import Terms
from anaphor.challenge.transcript.session import SessionSetup, run_session
from anaphor.collection import load
from anaphor.schema import question_of
from bench.table import Row, rounds

PYTHON = find_python()
"""The same interpreter on both sides."""
STARTS, ROUNDS = rounds(40, 10), rounds(8, 3)
LIMITS = Limits(memory=256 * MIB, processes=64, wall=600)
ENTRY = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "choice": 0}), flush=True)
"""
START_MS, QUESTION_MS = 50.0, 0.3
"""What was promised."""


def _folder(place: str) -> Path:
    folder = Path(place) / "entry"
    folder.mkdir()
    (folder / "answer.py").write_text(ENTRY, "utf-8")
    return folder


def _first_answer(wire: Wire) -> None:
    wire.send(b'{"id":"x"}\n', time.monotonic() + 60)
    if isinstance(wire.receive(time.monotonic() + 60), Stop):
        raise RuntimeError("the entry did not answer")


def _bare(folder: Path) -> tuple[float, float]:
    """Seconds from a bare subprocess's start to its first answer, and processor time until its end."""
    before, began = _children(), time.perf_counter()
    with subprocess.Popen(
        [PYTHON, "answer.py"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        if not process.stdin or not process.stdout:
            raise RuntimeError("no pipes")
        process.stdin.write(b'{"id":"x"}\n')
        process.stdin.flush()
        process.stdout.readline()
        seconds = time.perf_counter() - began
        process.stdin.close()
    return seconds, _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _starts(folder: Path) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Seconds to the first answer and processor time, bare and isolated, one after the other."""
    bare, isolated = [], []
    submission = Submission(name="entry", command=(PYTHON, "answer.py"), folder=folder)
    with ProcessSandbox(limits=LIMITS).prepare(submission, lambda _kind, _fields: None) as launcher:
        for _ in range(STARTS):
            bare.append(_bare(folder))
            began, own = time.perf_counter(), time.process_time()
            wire = launcher.start(until=time.monotonic() + 600, output=MIB)
            _first_answer(wire)
            seconds, own = time.perf_counter() - began, time.process_time() - own
            cpu = wire.end(kill=False).usage.cpu
            isolated.append((seconds, math.nan if cpu is None else cpu + own))
    return bare, isolated


def _question_times(folder: Path) -> tuple[list[float], list[float], list[float]]:
    """Seconds for each question: a bare loop, the referee with a plain process, the referee with a sandbox."""
    asked = tuple(question_of(entry) for schema in load("anaphor-fr").schemas[:60] for entry in schema.variants)
    lines = [json.dumps({"id": question.id, "text": question.text}).encode() + b"\n" for question in asked]
    submission = Submission(name="entry", command=(PYTHON, "answer.py"), folder=folder)
    sandboxes: tuple[Sandbox, Sandbox] = (PlainSandbox(limits=LIMITS), ProcessSandbox(limits=LIMITS))
    bare: list[float] = []
    heard: tuple[list[float], list[float]] = ([], [])
    for number in range(ROUNDS):
        bare.append(_ask_bare(folder, lines))
        for sandbox, found in zip(sandboxes, heard, strict=True):
            seal = Seal(backend=sandbox.backend, layers=())
            setup = SessionSetup(
                submission=submission, questions=asked, sandbox=sandbox, seal=seal, terms=Terms(seed=1)
            )
            transcript = run_session(setup, folder.parent / f"{sandbox.backend}-{number}")
            found.append(median(answer.seconds or 0 for answer in transcript.answers))
    return bare, *heard


def _ask_bare(folder: Path, lines: list[bytes]) -> float:
    seconds = []
    with subprocess.Popen(
        [PYTHON, "answer.py"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        if not process.stdin or not process.stdout:
            raise RuntimeError("no pipes")
        for line in lines:
            began = time.perf_counter()
            process.stdin.write(line)
            process.stdout.readline()
            seconds.append(time.perf_counter() - began)
        process.stdin.close()
    return median(seconds)


def _self_test() -> Row:
    began = time.perf_counter()
    layers = self_test().layers
    seconds = time.perf_counter() - began
    return {
        "work": f"self-test: {sum(layer.ok for layer in layers)} of {len(layers)} layers hold",
        "ours": f"{seconds:.1f} s",
    }


def run() -> list[Row]:
    """Starts, questions and the self-test."""
    with tempfile.TemporaryDirectory() as place:
        folder = _folder(place)
        bare, isolated = (list(zip(*times, strict=True)) for times in _starts(folder))
        more, cpu = ((min(ours) - min(theirs)) * 1000 for ours, theirs in zip(isolated, bare, strict=True))
        loop, plain, sealed = (min(times) * 1000 for times in _question_times(folder))
    return [
        {
            "work": f"start to first answer, least of {STARTS} (medians: {median(isolated[0]) * 1000:.0f} isolated, "
            f"{median(bare[0]) * 1000:.0f} bare)",
            "ours": f"{min(isolated[0]) * 1000:.1f} ms: {more:.1f} ms more; {cpu:.1f} ms more of processor time",
            "peer": f"bare subprocess: {min(bare[0]) * 1000:.1f} ms",
            "ratio": START_MS / more,
            "wanted": 1,
        },
        {
            "work": f"question, least of {ROUNDS} medians over 120 questions",
            "ours": f"{sealed:.3f} ms, traced: {sealed - loop:.3f} ms more ({sealed - plain:.3f} for the sandbox)",
            "peer": f"bare subprocess: {loop:.3f} ms",
            "ratio": QUESTION_MS / max(sealed - loop, 1e-6),
            "wanted": 1,
        },
        _self_test(),
    ]
