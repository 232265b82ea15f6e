"""What a call from Python costs beside the command that does the same, and a large frame of labels.

Call and command run in turn in one process, the best of several rounds each: what is left of the difference is parsing
on one side and the result's record on the other.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd
from click.testing import CliRunner

import anaphor
from anaphor.cli.main import app
from bench.table import Row, best_of, rounds

_ROUNDS = rounds(7, 3)
_ALLOWED_MS = 5


def run() -> list[Row]:
    """Milliseconds of five calls and of their commands, and the seconds and megabytes of 250,000 labels."""
    with tempfile.TemporaryDirectory() as folder:
        labels, answers = Path(folder) / "labels.csv", Path(folder) / "run.jsonl"
        table(60, 4, 240).to_csv(labels, index=False)
        anaphor.resolve("anaphor-fr", "nearest", output=answers)
        jobs: list[tuple[str, Callable[[], object], list[str]]] = [
            (
                "agreement.measure, 240 labels",
                lambda: anaphor.agreement.measure(labels).to_dict(),
                ["agreement", "measure", str(labels)],
            ),
            (
                "agreement.interpret",
                lambda: anaphor.agreement.interpret(kappa=0.67, annotators=3, classes=2).to_dict(),
                ["agreement", "interpret", "--kappa", "0.67", "--annotators", "3", "--classes", "2"],
            ),
            ("check, 265 items", lambda: anaphor.check("anaphor-fr").to_dict(), ["collection", "check", "anaphor-fr"]),
            ("score, 265 answers", lambda: anaphor.score(answers).to_dict(), ["score", str(answers)]),
            (
                "audit.run, quick",
                lambda: anaphor.audit.run("anaphor-fr", quick=True).to_dict(),
                ["audit", "anaphor-fr", "--quick"],
            ),
        ]
        rows = [_beside(*job) for job in jobs]
    return [*rows, _large()]


def table(items: int, people: int, labels: int) -> pd.DataFrame:
    """So many labels, spread evenly; people agree on most of them, each differing in places of their own."""
    places = range(labels)
    return pd.DataFrame(
        {
            "item": [f"i{place % items}" for place in places],
            "annotator": [f"a{(place // items * 7 + place % items) % people}" for place in places],
            "label": ["xyz"[(place % items + (place % 11 == place // items)) % 3] for place in places],
        }
    )


def _beside(name: str, call: Callable[[], object], command: list[str]) -> Row:
    def commanded() -> None:
        done = CliRunner().invoke(app, [*command, "--json"])
        assert done.exit_code in (0, 1), done.output  # 1: there are findings

    call()  # what is imported and read once is no part of a call
    commanded()
    pairs = [(best_of(1, call), best_of(1, commanded)) for _ in range(_ROUNDS)]
    ours, theirs = (min(each) * 1000 for each in zip(*pairs, strict=True))
    return {
        "work": f"`{name}` (at most {_ALLOWED_MS} ms over the command)",
        "ours": f"{ours:.1f} ms, {ours - theirs:+.1f} ms",
        "peer": f"the command in the same process: {theirs:.1f} ms",
        "ratio": theirs / ours,
    }


def _large() -> Row:
    """Its own process, so that the highest memory is its own."""
    done = subprocess.run([sys.executable, "-m", "bench.library"], capture_output=True, text=True, check=True)
    read, coefficients, whole, megabytes = map(float, done.stdout.split())
    return {
        "work": "`agreement.measure` of a frame: 200 annotators × 50,000 items, 250,000 labels (< 1 s, < 300 MB)",
        "ours": f"{whole:.2f} s, {megabytes:.0f} MB beyond the frame",
        "peer": f"reading it {read:.2f} s; without the question of other panels (`change=False`) {coefficients:.2f} s",
    }


def main() -> None:
    """Seconds of reading a large frame, of its coefficients and of the whole; megabytes beyond the frame."""
    frame = table(50_000, 200, 250_000)
    anaphor.agreement.measure(table(60, 4, 240))  # libraries are loaded
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # the highest memory is counted from here
    before = _memory("VmRSS")
    seconds = [
        best_of(1, lambda: anaphor.agreement.read(frame)),
        best_of(1, lambda: anaphor.agreement.measure(frame, change=False)),
        best_of(1, lambda: anaphor.agreement.measure(frame)),
    ]
    print(*seconds, _memory("VmHWM") - before)


def _memory(kind: str) -> float:
    """Megabytes of this process, as Linux counts them."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:")) / 1024


if __name__ == "__main__":
    main()
